"""Tables of The Awakening for tests: everybody as right after the set-up, with cards invented for the tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playing import Playing, asked

from rules.ask import Ask, ChooseOne, Option, PickSome, Refusal
from rules.awakening import GAME, effects, set_up, turn
from rules.awakening.case import Case
from rules.awakening.pack import Companion, Monster, Pack, Relic, Trait, Trigger, Wretch, opened
from rules.awakening.state import Awakening, Held, Turn
from rules.awakening.terms import Compare, Count
from rules.awakening.verbs import Effect, Verb
from rules.awakening.words import COMMON, TOKENS
from rules.chance import ReadCard
from rules.plain import load

PLAIN = ("tall_sister", "glasseye", "marrow", "FX-A", "FX-B")
"""First companions without abilities, one for each seat."""

START = ("1-2", "3-7", "12-16", "18-19", "13-17")
"""Where the seats stand, far from each other."""

QUIET = Compare("at_least", Count("honor"), 999)


def effect(window: str, *verbs: dict[str, Any], **more: Any) -> Effect:
    """An effect as a pack would write it."""
    return load(Effect, {"window": window, "do": list(verbs), **more})


def verb(name: str, **fields: Any) -> Verb:
    return load(Effect, {"window": "on_use", "do": [{"verb": name, **fields}]}).do[0]


def v(name: str, **fields: Any) -> dict[str, Any]:
    return {"verb": name, **fields}


PER_TILE = effect("end_game", v("end_game_bonus", amount={"per": {"count": "tiles_controlled"}}))
FIXTURES: tuple[Any, ...] = (
    Companion(id="FX-RED", name="Red", colour="red", honor=2, gains={"strength": 2}),
    Companion(id="FX-BLUE", name="Blue", colour="blue", honor=1, gains={"knowledge": 1, "inspiration": 1}),
    Companion(id="FX-YEL", name="Yellow", colour="yellow", honor=3, gains={"inspiration": 1}),
    Companion(id="FX-SPY", name="Spy", colour="blue", honor=-2, gains={"knowledge": 2}, treachery=True),
    Companion(id="FX-A", name="Plain A", colour="red", honor=1, gains={"strength": 1}),
    Companion(id="FX-B", name="Plain B", colour="blue", honor=1, gains={"knowledge": 1}),
    Relic(
        id="FX-LENS",
        name="Lens",
        honor=5,
        charges=3,
        power=effect("on_use", v("gain_attribute", attr="strength")),
    ),
    Trait(id="FX-CALM", name="Calm", honor=4),
    Monster(id="FX-OGRE", name="Ogre", honor=5, end_bonus=PER_TILE),
    Wretch(id="FX-SELF", name="Nobody", self_gains={"knowledge": 1}),
    Trigger(id="FX-QUIET-1", name="Quiet one", condition=QUIET),
    Trigger(id="FX-QUIET-2", name="Quiet two", condition=QUIET),
)


def pack_with(*cards: Any, without_fixtures: bool = False) -> Pack:
    """The demo pack with the cards of the tests added."""
    pack = opened("demo")
    extra = (*(() if without_fixtures else FIXTURES), *cards)
    return replace(
        pack,
        companions=(*pack.companions, *(c for c in extra if isinstance(c, Companion))),
        relics=(*pack.relics, *(c for c in extra if isinstance(c, Relic))),
        traits=(*pack.traits, *(c for c in extra if isinstance(c, Trait))),
        monsters=(*pack.monsters, *(c for c in extra if isinstance(c, Monster))),
        triggers=(*pack.triggers, *(c for c in extra if isinstance(c, Trigger))),
        wretches=(*pack.wretches, *(c for c in extra if isinstance(c, Wretch))),
    )


def new_game(players: int = 3, pack: Pack | None = None, custody: str = "", **toggles: Any) -> Awakening:
    """A game before its first question."""
    state = Awakening(setup=GAME.setup(players, toggles, custody))
    if pack:
        state.pack = pack
    set_up.begin(state)
    return state


def table(
    players: int = 2, tiles: dict[int, str] | None = None, *cards: Any, custody: str = "", **toggles: Any
) -> Awakening:
    """A table in the first round, orange to move, everybody as right after the set-up (B0).

    :param tiles: locations by hex; the other hexes are open.
    :param cards: added to the pack.
    """
    state = new_game(players, pack_with(*cards), custody, **toggles)
    for seat, companion, space in zip(state.seats, PLAIN, START, strict=False):
        player = state.players[seat]
        player.honor, player.sources = 10, {"Start": 10}
        player.potential, player.influence, player.conviction, player.reserve = 8, 8, 2, 3
        player.attributes |= dict.fromkeys(COMMON, 1)
        player.wretch, player.journey = "FX-SELF", state.pack.journeys[state.seats.index(seat)].id
        give(state, seat, companion)
        player.space = space
        player.turns = 0
    for card in ("FX-RED", "FX-BLUE", "FX-YEL", "FX-LENS", "FX-CALM", "FX-OGRE"):
        face_up(state, card)
    for card in ("FX-QUIET-1", "FX-QUIET-2"):
        state.triggers_left.remove(card)
        state.active.append(card)
    for number, kind in (tiles or {}).items():
        lay(state, number, kind)
    state.tokens = list(TOKENS)
    state.proficiency = dict.fromkeys(state.players["orange"].attributes, players - 1)
    state.phase, state.first, state.upcoming = "play", "orange", "orange"
    state.turn = Turn(seat="orange")
    state.players["orange"].turns = 1
    return state


def lay(state: Awakening, number: int, kind: str) -> None:
    """A tile out of the pouch onto a hex."""
    state.tiles[number] = kind
    state.pouch[kind] -= 1


def give(state: Awakening, seat: str, card: str, blocks: int = 0) -> None:
    """A card out of its stack before a player; its blocks come from influence."""
    player, found = state.players[seat], state.card(card)
    pile = state.stacks[found.stack]
    if card in pile.left:
        pile.left.remove(card)
    elif pile.up == card:
        pile.up = pile.left.pop(0)
    if found.kind == "companion":
        player.companions.append(Held(card=card, blocks=blocks))
    elif found.kind == "relic":
        player.relics.append(Held(card=card, blocks=blocks))
    elif found.kind == "trait":
        player.traits.append(card)
    else:
        player.monsters.append(card)
    player.influence -= blocks


def face_up(state: Awakening, card: str) -> None:
    """A card turned up beside its stack."""
    pile = state.stacks[state.card(card).stack]
    if pile.up:
        pile.left.append(pile.up)
    if card in pile.left:
        pile.left.remove(card)
    pile.up = card


def put(state: Awakening, seat: str = "orange", **numbers: int) -> None:
    """Blocks as the case has them; the difference goes to or comes from the reserve, so that there are still 24."""
    player = state.players[seat]
    for name, number in numbers.items():
        if name == "honor":
            player.honor, player.sources = number, {"Start": number}
        elif name in player.attributes:
            player.attributes[name] = number
        else:
            setattr(player, name, number)
    player.reserve = 0
    player.reserve = 24 - state.blocks_of(seat)


def go(state: Awakening, *answers: Any) -> Playing:
    """Play from the active player's menu through *answers* and stop at the next question."""
    return asked(turn.play(state), *answers)


def aside(state: Awakening, name: str, *answers: Any) -> Playing:
    """Do something besides the active player's menu and stop at the next question."""
    seat = go(state).ask.seat  # type: ignore[union-attr]
    [found] = [option for option in GAME.asides(state, seat) if option.value == name]
    assert found.barred is None, str(found.barred)
    return asked(turn.aside(state, seat, name), *answers)


def spaces(playing: Playing, what: str = "travel") -> dict[str, Option]:
    """Where the active player might go, with the reason where it cannot be."""
    return {str(value).removeprefix(f"{what} "): o for value, o in options(playing).items() if f"{what} " in str(value)}


def reached(playing: Playing) -> set[str]:
    """Where the active player may go."""
    return {space for space, option in spaces(playing).items() if not option.barred}


def offers(playing: Playing, number: int) -> list[str]:
    """What may be done at a tile, without control of it."""
    return [str(value).removeprefix(f"act {number} ") for value in offered(playing) if f"act {number}" in str(value)]


def question(playing: Playing, seat: str | None = None) -> Ask:
    assert playing.ask is not None, "nothing is asked"
    found = playing.ask.of(seat) if seat else playing.ask
    assert found is not None, f"{seat} is not asked"
    return found


def options(playing: Playing, seat: str | None = None) -> dict[Any, Option]:
    found = question(playing, seat)
    assert isinstance(found, ChooseOne | PickSome | ReadCard)
    return {option.value: option for option in found.options}


def offered(playing: Playing, seat: str | None = None) -> list[Any]:
    """What may be answered."""
    return [value for value, option in options(playing, seat).items() if not option.barred]


def refusal(playing: Playing, value: Any) -> Refusal:
    """Why something cannot be chosen."""
    barred = options(playing)[value].barred
    assert barred is not None, f"{value} may be chosen"
    return barred


def heard(state: Awakening) -> str:
    """All the rules said."""
    return "\n".join(said.text for said in state.said)


# Verbs as a card of orange would carry them out


CASE = Case("orange", "FX-LENS")
CLOSE = {"orange": "1-2-5", "green": "2-5-6", "white": "9-10-14"}


def do(state: Awakening, *verbs: dict[str, Any], case: Case = CASE) -> Any:
    """Carry out verbs as a card of orange would."""
    return effects.run(state, case, effect("on_use", *verbs).do)


def trait(*verbs: dict[str, Any], window: str = "passive", **more: Any) -> Trait:
    return Trait(id="FX-T", name="The trait", honor=4, effects=(effect(window, *verbs, **more),))


def with_trait(
    *verbs: dict[str, Any],
    tiles: dict[int, str] | None = None,
    seat: str = "orange",
    window: str = "passive",
    **more: Any,
) -> Awakening:
    state = table(2, tiles, trait(*verbs, window=window, **more))
    give(state, seat, "FX-T")
    return state


def close(players: int = 3, tiles: dict[int, str] | None = None, **toggles: Any) -> Awakening:
    """Orange and green one move apart, white far away."""
    state = table(players, tiles, **toggles)
    for seat in state.seats:
        state.players[seat].space = CLOSE[seat]
    return state
