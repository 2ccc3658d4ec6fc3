"""Children of Morta, for one to four: a family delves together, all acting at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, ClassVar

from rules import game as machine
from rules.ask import Ask, Luck, Option
from rules.figures import Figure, Happening
from rules.joining import Tables
from rules.plain import Plain
from rules.printed import PrintedBoard, ToPrint
from rules.reading_mat import NumberPlace, Sort
from rules.sheet import Field
from rules.track_sheet import to_print, tracks_as_seen

from . import (
    asides,
    by_hand,
    hands,
    joined,
    lessons,
    limits,
    looking_back,
    own,
    put_back,
    session,
    set_up,
    show,
    table,
    turn,
)
from .eager import leans
from .pack import open_pack, unlike_printed
from .sensible import Family
from .session import SEATS
from .sheet import SHEET
from .state import Table


def _without_again(plain: dict[str, Any]) -> None:
    """Each action under way once carried a list of dice to roll again, which nothing ever filled."""
    for hero in ((plain.get("run") or {}).get("heroes") or {}).values():
        (hero.get("acting") or {}).pop("again", None)


class ChildrenOfMorta(machine.Game):
    name = "children_of_morta"
    title = "Children of Morta"
    about = "A family of heroes fights its way through caves together, hit by hit."
    length = "60–90 min a session"  # our own guess: the rulebook does not say
    prefix = "CM"
    colours = ("#6d1a2d", "#a13a35")
    seats = SEATS
    fewest = 1
    version = 2
    changes = (machine.Change(1, "", _without_again),)
    holdings = (
        machine.Holding("bag", "the bag of skill tokens"),
        machine.Holding("dice", "the combat dice"),
        machine.Holding("cards", "the decks of cards"),
        machine.Holding("tiles", "encounter, loot and ferocious tiles"),
    )
    is_campaign = True
    asks_to_set_up = True
    turn_words = "Round"
    tells = looking_back.TELLS
    state_type = Table
    cards = joined.OwnersCards()
    sorts: ClassVar[Mapping[str, Sort]] = {
        "* tiles": Sort("encounter tile", (45.0, 45.0), NumberPlace(0.5, 0.5, 0.4), "CM-59"),
    }
    endings = ("story won", "story given up", "trial won", "trial lost")
    has_secrets = False  # a family keeps none
    in_hand = ()
    pick = "hero"
    walks = 0.0  # its sensible family is a good one, and a walk through a dungeon is long

    def begin(self, setup: machine.Setup) -> Table:
        open_pack(setup.pack)  # a broken pack is told before anything else
        return Table(setup=setup, seats=list(setup.seats))

    def play(self, state: Table) -> Awaitable[None]:
        return turn.Playing(state)

    def view(self, state: Table) -> dict[str, str]:
        return table.view(state)

    def show(self, state: Table, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return hands.orders(before, after)

    def guide(self, state: Table) -> tuple[str, ...]:
        return tuple(set_up.checklist(state)) if state.run.heroes else ()

    @property
    def noticed(self) -> Mapping[str, Callable[[dict[str, Any], str | None], bool]]:
        return lessons.NOTICED

    def is_set_up(self, state: Table) -> bool:
        return state.run.round > 1

    def put_back(self, state: Table) -> list[str]:
        return put_back.put_back(state)

    def sheet(self, state: Table, seat: str | None) -> Iterable[Field]:
        return by_hand.sheet(state)

    def picks(self, pack: str) -> tuple[Option, ...]:
        """The heroes that can be played from the start (CM-18, CM-19)."""
        heroes = open_pack(pack).heroes.items()
        return tuple(
            Option(hero, board.name, hint=session.hero_words(board)) for hero, board in heroes if board.starts_unlocked
        )

    def asides(self, state: Table, seat: str) -> tuple[Option, ...]:
        return asides.asides(state, seat)

    def aside(self, state: Table, seat: str, name: str) -> Awaitable[None]:
        return asides.aside(state, seat, name)

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return (SHEET.board(),)

    def to_print(self, pack: str) -> ToPrint:
        return to_print(SHEET)

    def as_seen(self, state: Table, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        kept = {"rage": ("run.rage", state.run.rage)}
        for seat, hero in state.run.heroes.items():
            for track, field in (("health", "health"), (state.board(seat).defence, "defence"), ("focus", "focus")):
                kept[f"{track}.{seat}"] = f"run.heroes.{seat}.{field}", getattr(hero, field)
        return tracks_as_seen(seen, kept)

    def die_colours(self, state: Table) -> tuple[str, ...]:
        return tuple(map(str, state.pack.dice))

    def number_on(self, state: Table, deck: str, card: str) -> int | None:
        tile = state.pack.encounter_tiles.get(card) if deck.endswith(" tiles") else None
        if tile is not None:
            return tile.number if tile.kind == "encounter" else None
        return super().number_on(state, deck, card)

    def players(self, state: Table) -> dict[str, str]:
        """Whoever began the game, and whoever joined since (CM-278)."""
        seats = [seat for seat in SEATS if seat in state.setup.names or seat in state.seats]
        return {seat: state.name(seat) for seat in seats}

    def learned(self, state: Table) -> dict[str, Plain] | None:
        """The owner's copy with all that was told; games to come know it from the start."""
        tables = own.learned(open_pack(state.setup.pack), state.met)
        return self.cards.titled(tables) if tables else None

    def takes_in(self, state: Table, known: Tables) -> tuple[list[str], list[str]]:
        return joined.takes_in(state, self.cards, known)

    def so_far(self, known: Tables) -> list[str]:
        return joined.so_far(known)

    def doubts(self, pack: str) -> list[str]:
        return unlike_printed(open_pack(pack))

    def is_secret(self, path: str) -> bool:
        """Everything that lies on the table is open; only rulings on decks could tell something."""
        return any(part in ("left", "below", "stacks", "pile") for part in path.split("."))

    def leans(self, state: Table, ask: Ask) -> Callable[[Plain], float] | None:
        return leans(state, ask)

    def sensible(self, chance: Luck) -> Family:
        return Family(self, chance)

    def all_agree(self, state: Table, ask: Ask) -> bool:
        return self.turn_of(state) is None  # where to, who plays whom, what to buy

    def turn_of(self, state: Table) -> Plain:
        """One round, in which all act at once."""
        at_it = state.phase in turn.ROUND and not state.run.result
        return [state.campaign.runs, state.run.round] if at_it else None

    def stands(self, state: Table) -> str:
        return looking_back.stands(state)

    def figures(self, story: Iterable[Happening]) -> list[Figure]:
        return looking_back.figures(story)

    def journey(self, state: Table) -> list[Figure]:
        return looking_back.journey(state)

    def worth(self, state: Table, seat: str, character: str = "") -> float:
        return float(self.ending(state).endswith("won")) if state.result else 0.5

    def ending(self, state: Table) -> str:
        return str(state.result["ending"])

    def impossible(self, state: Table) -> list[str]:
        return limits.impossible(state)

    def must_hold_together(self, state: Table) -> None:
        assert state.seats, "somebody plays"
        assert state.seats == [seat for seat in SEATS if seat in state.seats], "each sits once, clockwise"

    def check(self, state: Table) -> None:
        limits.check(state)


GAME = ChildrenOfMorta()
