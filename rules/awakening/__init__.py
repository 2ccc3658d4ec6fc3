"""Epoch: The Awakening, for two to five: wretches race for honor on an island of 19 tiles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from rules import game as machine
from rules.ask import Ask, Luck, Option
from rules.figures import Figure, Happening
from rules.joining import Tables
from rules.plain import Plain, load
from rules.printed import Component, PrintedBoard, ToPrint
from rules.sheet import Field

from . import (
    as_seen,
    by_hand,
    end,
    jam,
    joined,
    lessons,
    limits,
    looking_back,
    own,
    playing,
    printed,
    set_up,
    show,
    table,
    turn,
)
from .pack import Pack, opened, so_far, warnings
from .sensible import Wretches
from .state import SEATS, Awakening, Player


class AwakeningGame(machine.Game):
    name = "awakening"
    title = "Epoch: The Awakening"
    about = "Explore a new land, hold it and earn the most honor before it all ends."
    length = "90–150 min"  # our own guess: the rulebook does not say
    prefix = "AW"
    colours = ("#8a3b12", "#b8651b")
    seats = SEATS
    fewest = 2  # AW-R1
    holdings = (
        machine.Holding("cards", "the card stacks"),
        machine.Holding("quests", "the Secret Quests"),
        machine.Holding("tiles", "the pouch with the map tiles"),
        machine.Holding("dice", "the white and the black die"),
    )
    tells = looking_back.TELLS
    state_type = Awakening
    has_winner = True
    asks_to_set_up = True
    cards = joined.OwnersCards()
    zones = printed.ZONES
    endings = (end.ALONE, end.SHARED)
    characters = playing.CHARACTERS
    in_hand = ("quests",)
    foresight = 2
    walks = 0.1
    pick = "wretch"

    def begin(self, setup: machine.Setup) -> Awakening:
        state = Awakening(setup=setup)
        set_up.begin(state)
        return state

    def play(self, state: Awakening) -> Awaitable[None]:
        return turn.play(state)

    def view(self, state: Awakening) -> dict[str, str]:
        return table.view(state)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return table.todo(before, after)

    def show(self, state: Awakening, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def sheet(self, state: Awakening, seat: str | None) -> Iterable[Field]:
        return by_hand.sheet(state)

    def picks(self, pack: str) -> tuple[Option, ...]:
        """The wretches (AW-5)."""
        known = opened(pack)
        return tuple(Option(card, each.name, hint=each.text) for card, each in known.wretch.items())

    def asides(self, state: Awakening, seat: str) -> tuple[Option, ...]:
        return turn.asides(state, seat)

    def aside(self, state: Awakening, seat: str, name: str) -> Awaitable[None]:
        return turn.aside(state, seat, name)

    def guide(self, state: Awakening) -> tuple[str, ...]:
        return set_up.guide(state)

    @property
    def noticed(self) -> Mapping[str, Callable[[dict[str, Any], str | None], bool]]:
        return lessons.NOTICED

    def is_set_up(self, state: Awakening) -> bool:
        return any(player.turns for player in state.players.values())

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return printed.boards()

    def to_print(self, pack: str) -> ToPrint:
        return printed.to_print()

    def as_seen(self, state: Awakening, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        return as_seen.as_seen(state, seen)

    def die_colours(self, state: Awakening) -> tuple[str, ...]:
        return ("white", "black")

    def components(self, state: Awakening) -> list[Component]:
        return printed.components(state)

    def doubts(self, pack: str) -> list[str]:
        return warnings(opened(pack))

    def so_far(self, known: Tables) -> list[str]:
        return so_far(load(Pack, known))

    def learned(self, state: Awakening) -> dict[str, Plain] | None:
        """The owner's copy with every card that was named; games to come know them from the start."""
        tables = own.learned(opened(state.setup.pack), state.met, state.mastery_told, state.last_time)
        return self.cards.titled(tables) if tables else None

    def takes_in(self, state: Awakening, known: Tables) -> tuple[list[str], list[str]]:
        return joined.takes_in(state, self.cards, known)

    def is_secret(self, path: str) -> bool:
        """All lies open but quests and what is face down in the stacks or looked at."""
        hidden = ("quest", "quests_left", "known_tiles", "triggers_left", "triggers_top", "journeys_left")
        return any(part in (*hidden, "left", "top", "bottom") for part in path.split("."))

    def stands(self, state: Awakening) -> str:
        return looking_back.stands(state)

    def figures(self, story: Iterable[Happening]) -> list[Figure]:
        return looking_back.figures(story)

    def turned_over(self, state: Awakening) -> dict[str, Plain]:
        return show.turned_over(state)

    def ending(self, state: Awakening) -> str:
        return str(state.result["by"])

    def winners(self, state: Awakening) -> tuple[str, ...]:
        return tuple(state.result["winners"])

    def leans(self, state: Awakening, ask: Ask) -> Callable[[Plain], float] | None:
        """Random players would lock all their blocks away and dawdle; these lean towards deeds that move on."""
        if ask.seat not in state.players:
            return None
        player = state.players[ask.seat]
        # Blocks on tiles, in conviction, on companions and in heroic circles are hard to get back: a few of each.
        rich, few = player.influence > 4, len(state.tiles_of(ask.seat)) < 4
        weights = {
            "end": 0.05,
            "discard": 0.05,
            "travel": 0.05,  # for each space
            "raise": 0.3 if few and rich else 0.0,
            "stop": 0.3,
            "control": 0.6 if few else 0.0,
        }

        def eager(answer: Plain) -> float:
            if not isinstance(answer, str):
                return 1.0
            if answer in state.active:
                return 0.2  # triggers are seldom removed
            what, _, which = answer.partition(" ")
            if what in ("act", "take"):
                kind = state.tiles[int(which.split(" ")[0])]
                return self._weigh_place(player, kind) * (0.6 if what == "take" else 1.0)
            if what == "abandon":
                return 0.5 if jam.is_stuck(state, ask.seat) else 0.02
            if what == "convert":
                return 0.4 if player.attributes.get(which, 0) < 3 else 0.0
            if what == "activate":
                return 1.0 if which.startswith("self") or rich else 0.0
            if what == "upgrade":
                return 1.0 if which == "influence" or rich or player.conviction < 2 else 0.0
            return weights.get(what, 1.0)

        return eager

    def _weigh_place(self, player: Player, kind: str) -> float:
        if kind in ("spire", "library", "fort", "academy"):
            return 0.5  # what is gained here is to be spent elsewhere
        if kind == "sacred_monastery" and not player.potential:
            return 0.0  # it could only make conviction
        return 1.0

    def sensible(self, chance: Luck) -> Wretches:
        return Wretches(self, chance)

    def imagine(self, state: Awakening, seat: str, chance: Luck) -> None:
        playing.imagine(state, seat, chance)

    def worth(self, state: Awakening, seat: str, character: str = "") -> float:
        return playing.worth(state, seat, character)

    def all_agree(self, state: Awakening, ask: Ask) -> bool:
        return state.phase == "set-up"

    def at_turn(self, state: Awakening) -> str | None:
        return state.turn.seat if state.turn else None

    def turn_of(self, state: Awakening) -> Plain:
        """One player's turn."""
        return None if state.turn is None else [state.turn.seat, state.players[state.turn.seat].turns]

    def impossible(self, state: Awakening) -> list[str]:
        return limits.impossible(state)

    def must_hold_together(self, state: Awakening) -> None:
        assert sorted(state.players) == sorted(state.seats), "each player has a dashboard"

    def check(self, state: Awakening) -> None:
        limits.check(state)


GAME = AwakeningGame()
