"""Sleeping Gods, for one to four: a campaign with a ship, a storybook and an atlas."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, ClassVar

from rules import game as machine
from rules.ask import Ask, Luck, Option
from rules.figures import Figure, Happening
from rules.joining import Tables
from rules.plain import Plain, dump, load
from rules.printed import PrintedBoard, ToPrint
from rules.reading_mat import CORNER, NumberPlace, Sort
from rules.sheet import Field
from rules.track_sheet import to_print, tracks_as_seen

from . import (
    by_hand,
    checks,
    command,
    failure,
    laying_out,
    lessons,
    limits,
    looking_back,
    playing,
    set_up,
    show,
    table,
    taken_in,
    turn,
    voyage_log,
    wandering,
)
from .joined import OwnersCards
from .players import SEATS
from .reading import unread_crew
from .sensible import Captain
from .sheet import SHEET
from .state import Campaign, Ship


class SleepingGods(machine.Game):
    name = "sleeping_gods"
    title = "Sleeping Gods"
    about = "One ship, one crew, a strange sea: sail it together, and read what you find."
    length = "1–2 hours a sitting, 10–20 in all"
    prefix = "SG"
    colours = ("#0d5c63", "#2a8f7b")
    seats = SEATS
    fewest = 1
    holdings = (
        machine.Holding("abilities", "the ability deck and the hands"),
        machine.Holding("events", "the event deck"),
        machine.Holding("market", "the market deck"),
        machine.Holding("search", "the search tokens"),
        machine.Holding("enemies", "shuffling the enemy cards"),
    )
    is_campaign = True
    asks_to_set_up = True
    tells = looking_back.TELLS
    state_type = Campaign
    cards = OwnersCards()
    endings = failure.ENDINGS
    in_hand = ("abilities",)
    pick = "crew member"
    walks = 0.0  # its captain knows the errands of a voyage better than any walk would find them
    sorts: ClassVar[Mapping[str, Sort]] = {
        "fate": Sort("ability card", number=NumberPlace(0.15, 0.11, 0.1, most=1), rule="SG-57"),
        "enemy card*": Sort("enemy card", number=CORNER),
        "adventure card*": Sort("adventure card", number=CORNER),
        "market*": Sort("market card", number=CORNER),
        "quest card": Sort("quest card", number=CORNER),
        "paragraph": Sort("card", number=CORNER),
    }

    def begin(self, setup: machine.Setup) -> Campaign:
        from .pack import the_pack

        board = the_pack(setup.pack).board  # a broken pack is told before anything else
        ship = Ship(region=board.start_region, health=board.ship_health_max, morale=board.morale_start)
        return Campaign(setup=setup, ship=ship, names=dict(setup.names))

    def doubts(self, pack: str) -> list[str]:
        from .pack import the_pack
        from .pack_checks import doubts

        return doubts(the_pack(pack))

    def so_far(self, known: Tables) -> list[str]:
        from .pack import Pack
        from .pack_checks import so_far

        return so_far(load(Pack, known))

    def picks(self, pack: str) -> tuple[Option, ...]:
        """One of the crew that somebody wants for sure; the others are dealt round (SG-R9)."""
        from .pack import the_pack

        return set_up.picks(the_pack(pack))

    def as_picked(self, ask: Ask, picked: Mapping[str, str]) -> Plain:
        return set_up.as_picked(ask, picked)

    def play(self, state: Campaign) -> Awaitable[None]:
        return turn.play(state)

    def view(self, state: Campaign) -> dict[str, str]:
        return table.view(state)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return table.todo(before, after)

    def show(self, state: Campaign, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return (SHEET.board(),)

    def to_print(self, pack: str) -> ToPrint:
        return to_print(SHEET)

    def as_seen(self, state: Campaign, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        ship = state.ship
        kept = {"morale": ("ship.morale", ship.morale), "ship health": ("ship.health", ship.health)}
        return tracks_as_seen(seen, kept)

    def players(self, state: Campaign) -> dict[str, str]:
        """Whoever plays today; they may change between two turns."""
        return {seat: state.name(seat) for seat in SEATS if seat in (state.order or state.setup.seats)}

    def at_turn(self, state: Campaign) -> str | None:
        return state.active if state.players and state.result is None else None

    def guide(self, state: Campaign) -> tuple[str, ...]:
        """How the table is laid for a new campaign or for a saved one, and what is put back after the last page."""
        if not state.crew:
            return ()
        if state.result is not None:
            return voyage_log.reset_list(state)
        if state.phase == "packed":
            return voyage_log.unpacking_list(state)
        return () if state.turn else set_up.checklist(state)

    @property
    def noticed(self) -> Mapping[str, Callable[[dict[str, Any], str | None], bool]]:
        return lessons.NOTICED

    def is_set_up(self, state: Campaign) -> bool:
        return bool(state.turn) and state.phase != "packed" and state.result is None

    def put_back(self, state: Campaign) -> list[str]:
        """The table from empty to this very moment; nothing once it is packed, or over."""
        return list(laying_out.as_it_stands(state)) if self.is_set_up(state) else []

    def sheet(self, state: Campaign, seat: str | None) -> Iterable[Field]:
        return by_hand.sheet(state)

    def asides(self, state: Campaign, seat: str) -> tuple[Option, ...]:
        return command.asides(state, seat)

    def aside(self, state: Campaign, seat: str, name: str) -> Awaitable[None]:
        return command.aside(state, seat, name)

    def learned(self, state: Campaign) -> dict[str, Plain] | None:
        """The owner's copy with every board and card that was described; campaigns to come know them from the start."""
        pack, met = state.open_pack(), dump(state.met)
        untouched = unread_crew()
        read = any(each not in untouched.values() for each in state.met.crew.values())
        if not pack.about.private or not (read or any(kind != "crew" and cards for kind, cards in met.items())):
            return None
        return self.cards.titled(dump(pack))

    def takes_in(self, state: Campaign, known: Tables) -> tuple[list[str], list[str]]:
        return taken_in.takes_in(state, self.cards, known)

    def imagine(self, state: Campaign, seat: str, chance: Luck) -> None:
        playing.imagine(state, seat, chance)

    def worth(self, state: Campaign, seat: str, character: str = "") -> float:
        return playing.worth(state)

    def is_secret(self, path: str) -> bool:
        return "hand" in path.split(".")

    def stands(self, state: Campaign) -> str:
        return looking_back.stands(state)

    def figures(self, story: Iterable[Happening]) -> list[Figure]:
        return looking_back.figures(story)

    def journey(self, state: Campaign) -> list[Figure]:
        return looking_back.journey(state)

    def ending(self, state: Campaign) -> str:
        return str(state.result["how"])

    def impossible(self, state: Campaign) -> list[str]:
        return limits.impossible(state)

    def must_hold_together(self, state: Campaign) -> None:
        """Players may come and go between two turns, so the order may name one who has nothing yet."""
        if state.players:
            assert state.order, "somebody plays"
            assert sorted(state.order) == sorted({*state.order} & {*SEATS}), "each sits once"
            assert state.active in state.order, "the captain token lies with a player"

    def check(self, state: Campaign) -> None:
        checks.check(state)

    def leans(self, state: Campaign, ask: Ask) -> Callable[[Plain], float]:
        return wandering.leans(state, ask)

    def sensible(self, chance: Luck) -> Captain:
        return Captain(self, chance)

    def all_agree(self, state: Campaign, ask: Ask) -> bool:
        return not state.turn

    def turn_of(self, state: Campaign) -> Plain:
        return state.turn or None


GAME = SleepingGods()
