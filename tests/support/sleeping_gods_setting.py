"""Tables of Sleeping Gods for tests: a small pack with the rulebook's own numbers, and a campaign in mid-turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playing import Playing, open_values

from rules import packs
from rules.ask import AskAny
from rules.plain import load
from rules.sleeping_gods import GAME
from rules.sleeping_gods.effects import Effect
from rules.sleeping_gods.events import build_deck, fill_box
from rules.sleeping_gods.pack import Ability, AdventureCard, EnemyCard, Square
from rules.sleeping_gods.set_up import deal_round
from rules.sleeping_gods.state import Battle, Campaign, Context, Crew, Fight, Foe, Player
from rules.sleeping_gods.words import RESOURCES

SHELF = Path(__file__).parent / "packs"
if SHELF not in packs.shelves:
    packs.shelves.append(SHELF)

NAMES = {"north": "Ann", "east": "Ben", "south": "Cid", "west": "Dot"}


def ship(
    players: int = 2,
    *,
    active: str = "north",
    mode: str = "normal",
    custody: str = "box",
    pack: str = "sample",
    phase: str = "actions",
    hands: dict[str, list[str]] | None = None,
    command: dict[str, int] | None = None,
    cards: list[int] | None = None,
    resources: dict[str, int] | None = None,
    morale: int = 5,
    health: int = 11,
    region: str = "harbor",
    **toggles: Any,
) -> Campaign:
    """A campaign in mid-turn: crew dealt round, an event deck, nothing drawn but what is said."""
    seats = list(NAMES)[:players]
    state = GAME.begin(GAME.setup({seat: NAMES[seat] for seat in seats}, toggles, custody, pack))
    state.mode, state.phase, state.turn, state.actions_left = mode, phase, 3, 2  # type: ignore[assignment]
    state.stopping = phase == "turn_start"  # whoever sets the table there wants to choose what comes
    state.order, state.active = seats, active
    order = sorted(state.pack.crew, key=lambda crew: crew != state.captain)
    state.crew = {crew: Crew() for crew in order}
    state.players = {seat: Player() for seat in seats}
    for crew, seat in deal_round(state, seats).items():
        state.crew[crew].controller = seat
    state.resources = {kind: 0 for kind in RESOURCES}
    state.resources.update(resources or {})  # type: ignore[arg-type]
    fill_box(state)
    build_deck(state)
    state.owned = dict.fromkeys(state.pack.starting_cards if cards is None else cards, 0)
    for seat, hand in (hands or {}).items():
        state.players[seat].hand = list(hand)
    for seat, tokens in (command or {}).items():
        state.players[seat].command = tokens
    state.ship.morale, state.ship.health, state.ship.region = morale, health, region
    state.said.clear()
    return state


def effects(*plain: dict[str, Any]) -> tuple[Effect, ...]:
    """Effects as a pack writes them."""
    return tuple(load(Effect, each) for each in plain)  # type: ignore[arg-type]


def do(state: Campaign, *plain: dict[str, Any], context: Context | None = None) -> Playing:
    """Do these effects, stopping at each question."""
    from rules.sleeping_gods.resolve import perform

    return Playing(perform(state, effects(*plain), context or Context(source="Test")))


def fight(state: Campaign, *row: int, tokens: dict[str, int] | None = None) -> Battle:
    """A combat whose row lies already, left to right."""
    from rules.sleeping_gods.combat import allotment

    state.agenda.append(Fight(enemies=list(row), where="test"))
    state.combat = Battle(where="test")
    for number in row:
        squares = state.pack.enemies[number].squares
        state.combat.row.append(Foe(number=number, armor=[i for i, square in enumerate(squares) if square.armor]))
    state.combat.tokens = tokens if tokens is not None else allotment(state)
    return state.combat


def run(state: Campaign) -> Playing:
    """The whole campaign from here, stopping at each question."""
    return Playing(GAME.play(state))


def aside(state: Campaign, seat: str, name: str) -> Playing:
    """Something done at any time; it must be among what is offered."""
    options = {option.value: option for option in GAME.asides(state, seat)}
    assert name in options, f"{name} is not among {list(options)}"
    assert options[name].barred is None, str(options[name].barred)
    return Playing(GAME.aside(state, seat, name))


def refused(state: Campaign, seat: str, name: str) -> str:
    """Why something cannot be done at this time; empty if it can."""
    options = {option.value: option for option in GAME.asides(state, seat)}
    assert name in options, f"{name} is not among {list(options)}"
    return str(options[name].barred) if options[name].barred else ""


def texts(state: Campaign) -> str:
    return " ".join(said.text for said in state.said)


CARD = {1: "bluff", 2: "tinker", 3: "triage", 4: "shove", 5: "keen_eye", 6: "grand_plan"}


def attack(playing: Playing, crew: str, fate: int, *places: Any, target: int | None = None) -> Playing:
    """One attack up to its last placing: crew, target if there are several, fate, squares."""
    seat = None
    if isinstance(playing.ask, AskAny):
        seat = next(a.seat for a in playing.ask.asks if f"attack:{crew}" in open_values(a))
    playing.answer((seat, f"attack:{crew}") if seat else f"attack:{crew}")
    if target is not None:
        playing.answer(target)
    playing.answer(fate).answer([CARD[fate]])
    for place in places:
        playing.answer(place)
    return playing


def squares(state: Campaign, place: int = 0) -> dict[tuple[int, int], str]:
    """What lies on a card: by row and column, damage or armor."""
    assert state.combat
    foe = state.combat.row[place]
    printed = state.pack.enemies[foe.number].squares
    marks = {i: "damage" for i in foe.covered} | {i: "armor" for i in foe.armor}
    return {(printed[i].row, printed[i].col): mark for i, mark in sorted(marks.items())}


def own_card(state: Campaign, number: int, *plain: dict[str, Any], cost: int = 1) -> None:
    """The group owns one more adventure card; activating it does this."""
    ability = Ability("as printed", cost=cost, options=(effects(*plain),))
    state.met.adventure_cards[number] = AdventureCard(f"Card {number}", "gear", cost=cost, abilities=(ability,))
    state.forget_pack()
    state.owned[number] = 0


def foe_card(state: Campaign, number: int, *squares: dict[str, Any], defense: int = 4, damage: int = 1) -> None:
    """One more enemy card, its squares as a pack writes them."""
    printed = tuple(load(Square, each) for each in squares)
    cols = max(square.col for square in printed)
    state.met.enemies[number] = EnemyCard(f"Beast {number}", defense, damage, 3, cols, printed)
    state.forget_pack()
