"""What cards do when something happens: first those that must, then those that may."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ask import Ask, AskAny, ChooseOne, Option

from . import effects
from .case import Case
from .state import Awakening
from .verbs import Effect


@dataclass(frozen=True)
class Reaction:
    """An effect that waits for what just happened."""

    case: Case
    effect: Effect
    key: str  # names the effect among all


async def happened(
    state: Awakening, event: str, seat: str, *about: str, other: str = "", hex_: int = 0, champion: str = ""
) -> None:
    """Let the cards that wait for this speak, the active player's first, then clockwise.

    :param about: what a card's filter may ask for: an attribute, a location, a kind of card, a die.
    """
    if state.phase not in ("set-up", "play") or not state.pack.waiting(event):
        return
    waiting = [
        reaction
        for owner in state.clockwise(state.active_seat)
        for reaction in _reactions(state, event, seat, owner, about, other, hex_, champion)
    ]
    for reaction in [each for each in waiting if not each.effect.optional]:
        if _can(state, reaction):
            await _react(state, reaction)
    optional = [each for each in waiting if each.effect.optional]
    while optional := [each for each in optional if _can(state, each)]:
        asked: dict[str, Reaction] = {}
        for reaction in optional:
            asked.setdefault(reaction.case.seat, reaction)
        asks: list[Ask] = [_offer(state, reaction) for reaction in asked.values()]
        if len(asks) == 1:
            who, answer = asks[0].seat, await asks[0]
        else:  # several may react: whoever is quickest
            who, answer = await AskAny(asks, "Several may react.")
        optional.remove(asked[who])
        if answer == "yes":
            await _react(state, asked[who])


def _reactions(
    state: Awakening,
    event: str,
    seat: str,
    owner: str,
    about: tuple[str, ...],
    other: str,
    hex_: int,
    champion: str,
) -> list[Reaction]:
    found, waiting = list[Reaction](), state.pack.waiting(event)
    for card in _lying(state, owner):
        for number, effect in waiting.get(card, ()):
            key = f"{owner}/{card}/{number}"
            if key in state.reacting:
                continue
            if effect.by != "any" and (effect.by == "self") != (owner == seat):
                continue
            if effect.filter and effect.filter not in about:
                continue
            whom = other if owner == seat else seat
            found.append(Reaction(Case(owner, card, whom, hex_, champion), effect, key))
    return found


def _lying(state: Awakening, owner: str) -> list[str]:
    player = state.players[owner]
    return [*player.cards, *((player.wretch,) if player.wretch else ())]


def _can(state: Awakening, reaction: Reaction) -> bool:
    """The card still lies there, for an earlier reaction may have taken it away; and it can be used."""
    case = reaction.case
    if case.card not in _lying(state, case.seat):
        return False
    return effects.cannot(state, case, reaction.effect, reaction.key) is None


def _offer(state: Awakening, reaction: Reaction) -> ChooseOne:
    card = state.pack.card(reaction.case.card)
    return ChooseOne(
        reaction.case.seat,
        f"{state.name(reaction.case.seat)}: use {card.name}? {card.text}",
        (Option("yes", f"Use {card.name}"), Option("no", "Let it pass")),
        others=f"{state.name(reaction.case.seat)} may react.",
        default="yes",
        habit=card.name,
    )


async def _react(state: Awakening, reaction: Reaction) -> None:
    state.reacting.append(reaction.key)
    state.say(f"{state.name(reaction.case.seat)}: {state.title(reaction.case.card)}.")
    await effects.carry_out(state, reaction.case, reaction.effect, reaction.key)
    state.reacting.remove(reaction.key)
