"""What a card would do for nothing: nobody is there whom it could concern, or nothing it could take.

Such an effect is not offered, so nobody pays for it (AW-R41). Only what the table shows plainly is looked at; wherever
it is not certain, the effect may be used.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask import Refusal

from . import choose, counts, effects
from .case import Case
from .state import Awakening
from .terms import Amount, Chosen, Per, Who
from .verbs import (
    AcquireCard,
    ChooseEffect,
    DowngradeBlock,
    ForEach,
    GainAttribute,
    GainHonor,
    GainProficiency,
    If,
    LoseAttribute,
    LoseCard,
    LoseControl,
    LoseHonor,
    May,
    MoveBlocks,
    Pay,
    PlaceInfluence,
    PushPlayer,
    Relocate,
    Repeat,
    Sequence,
    SwapPlaces,
    TransferHonor,
    UpgradeBlock,
    UpgradeMount,
    Verb,
)


def in_vain(state: Awakening, case: Case, verbs: tuple[Verb, ...]) -> Refusal | None:
    """Why there is no use in it now."""
    if not verbs or any(does_something(state, case, verb) for verb in verbs):
        return None
    name = state.title(case.card)
    if any(not _players(state, case, who) for who in _aims(state, case, verbs)):
        return Refusal("AW-R41", f"There is nobody for {name} to affect.")
    prices = [effects.cannot_pay(state, case, getattr(verb, "cost", ())) for verb in verbs]
    return next((poor for poor in prices if poor), Refusal("AW-R41", f"{name} would do nothing now."))


def _players(state: Awakening, case: Case, who: Who) -> list[str]:
    return counts.seats_of(state, who, case.seat, case.other, case.hex_)


def _inside(state: Awakening, case: Case, verb: Verb) -> tuple[Verb, ...] | None:
    """The verbs that a composed one would carry out; None if it is a plain one."""
    match verb:
        case Sequence() | May() | Repeat():
            return verb.do
        case Pay():
            return verb.then
        case ChooseEffect():
            return tuple(each for option in verb.options for each in option.do)
        case If():
            fulfilled = counts.holds(state, verb.condition, case.seat, case.other, case.hex_)
            return verb.then if fulfilled else verb.otherwise
    return None


def does_something(state: Awakening, case: Case, verb: Verb) -> bool:
    """Whether *verb* would find anybody and anything; also true where this cannot be told."""
    inside = _inside(state, case, verb)
    if inside is not None:
        affordable = not (isinstance(verb, Pay | Repeat) and effects.cannot_pay(state, case, verb.cost))
        return affordable and any(does_something(state, case, each) for each in inside)
    match verb:
        case ForEach():
            found = _players(state, case, verb.who)
            return any(does_something(state, choose.about(case, seat), each) for seat in found for each in verb.do)
        case GainHonor():
            return bool(_players(state, case, verb.who)) and _some(state, case, verb.amount)
        case LoseHonor():
            return any(_has_honor(state, seat) for seat in _players(state, case, verb.who))
        case TransferHonor():
            givers = [seat for seat in _players(state, case, verb.giver) if _has_honor(state, seat)]
            return bool(givers) and bool(_players(state, case, verb.taker))
        case LoseAttribute():
            attrs = choose.attributes_of(state, verb.attr)
            found = _players(state, case, verb.who)
            return any(state.players[seat].attributes.get(attr) for seat in found for attr in attrs)
        case DowngradeBlock():
            return any(_can_go_down(state, seat, verb.level) for seat in _players(state, case, verb.who))
        case GainAttribute() | UpgradeBlock() | MoveBlocks() | PlaceInfluence() | Relocate() | PushPlayer():
            return bool(_players(state, case, verb.who))
        case SwapPlaces():
            pairs = [(a, b) for a in _players(state, case, verb.who) for b in _players(state, case, verb.other)]
            return any(a != b for a, b in pairs)
        case LoseControl():
            losers = _players(state, case, verb.who)
            return any(state.control.get(number) in losers for number in choose.hexes(state, case, verb.tile))
        case LoseCard() if isinstance(verb.card, Chosen):
            return any(_choices(state, case, verb.card))
        case AcquireCard() | UpgradeMount() | GainProficiency():
            return effects.cannot_pay(state, case, verb.cost) is None
    return True


def _some(state: Awakening, case: Case, amount: Amount) -> bool:
    return not isinstance(amount, Per) or counts.per(state, amount, case.seat, case.other, case.hex_) > 0


def _has_honor(state: Awakening, seat: str) -> bool:
    return bool(state.toggle("negative_honor")) or state.players[seat].honor > 0


def _can_go_down(state: Awakening, seat: str, level: str) -> bool:
    player = state.players[seat]
    return bool(level != "to_potential" and player.conviction) or bool(level != "to_influence" and player.influence)


def _choices(state: Awakening, case: Case, sel: Chosen) -> Iterator[str]:
    for owner in _players(state, case, sel.owner):
        for card in state.players[owner].cards:
            if state.card(card).kind == sel.kind and sel.colour in ("any", state.card(card).stack):
                yield card


def _aims(state: Awakening, case: Case, verbs: tuple[Verb, ...]) -> Iterator[Who]:
    """Whom the verbs are about."""
    for verb in verbs:
        yield from _aims(state, case, _inside(state, case, verb) or ())
        for name in ("who", "other", "giver", "taker"):
            if hasattr(verb, name):
                yield getattr(verb, name)
