"""Epoch: The Awakening, for two to five: wretches race for honor on an island of 19 tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Mapping

from rules import game as machine
from rules.ask import Ask, Option
from rules.plain import Plain
from rules.printed import Component, PrintedBoard, ToPrint

from . import as_seen, end, jam, printed, set_up, show, table, turn
from .pack import opened, warnings
from .state import SEATS, Awakening, Player
from .words import BLOCKS, TILE_COUNTS


class AwakeningGame(machine.Game):
    name = "awakening"
    title = "Epoch: The Awakening"
    prefix = "AW"
    seats = SEATS
    fewest = 2  # AW-R1
    holdings = (
        machine.Holding("cards", "the card stacks"),
        machine.Holding("quests", "the Secret Quests"),
        machine.Holding("tiles", "the pouch with the map tiles"),
        machine.Holding("dice", "the white and the black die"),
    )
    state_type = Awakening
    zones = printed.ZONES
    endings = (end.ALONE, end.SHARED)

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

    def asides(self, state: Awakening, seat: str) -> tuple[Option, ...]:
        return turn.asides(state, seat)

    def aside(self, state: Awakening, seat: str, name: str) -> Awaitable[None]:
        return turn.aside(state, seat, name)

    def guide(self, state: Awakening) -> tuple[str, ...]:
        return set_up.guide(state)

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

    def is_secret(self, path: str) -> bool:
        """All lies open but quests and what is face down in the stacks or looked at."""
        hidden = ("quest", "quests_left", "known_tiles", "triggers_left", "triggers_top", "journeys_left")
        return any(part in (*hidden, "left", "top", "bottom") for part in path.split("."))

    def ending(self, state: Awakening) -> str:
        return str(state.result["by"])

    def weigh(self, state: Awakening, ask: Ask, answer: Plain) -> float:
        """Random players would lock all their blocks away and dawdle; these lean towards deeds that move on."""
        if not isinstance(answer, str) or ask.seat not in state.players:
            return 1.0
        if answer in state.active:
            return 0.2  # triggers are seldom removed
        player = state.players[ask.seat]
        what, _, which = answer.partition(" ")
        if what == "act":
            return self._weigh_place(player, state.tiles[int(which)])
        if what == "abandon":
            return 0.5 if jam.is_stuck(state, ask.seat) else 0.02
        # Blocks on tiles, in conviction, on companions and in heroic circles are hard to get back: a few of each.
        rich = player.influence > 4
        weights = {
            "end": 0.05,
            "discard": 0.05,
            "travel": 0.5,
            "stop": 0.3,
            "convert": 0.4 if player.attributes.get(which, 0) < 3 else 0.0,
            "control": 0.6 if len(state.tiles_of(ask.seat)) < 4 else 0.0,
            "activate": 1.0 if which == "self" or rich else 0.0,
            "upgrade": 1.0 if which == "influence" or rich or player.conviction < 2 else 0.0,
        }
        return weights.get(what, 1.0)

    def _weigh_place(self, player: Player, kind: str) -> float:
        if kind in ("spire", "library", "fort", "academy"):
            return 0.5  # what is gained here is to be spent elsewhere
        if kind == "sacred_monastery" and not player.potential:
            return 0.0  # it could only make conviction
        return 1.0

    def check(self, state: Awakening) -> None:
        """24 blocks of each colour, 19 tiles, one token per space, every card in one place, honor with its reasons."""
        for seat, player in state.players.items():
            assert state.blocks_of(seat) == BLOCKS, f"{seat} has {state.blocks_of(seat)} blocks"
            blocks = [player.potential, player.influence, player.conviction, player.reserve]
            blocks += [*player.attributes.values(), *(held.blocks for held in (*player.companions, *player.relics))]
            assert min(blocks) >= 0, f"{seat} has fewer than no blocks somewhere"
            assert player.honor == sum(player.sources.values()), f"{seat}: {player.honor} honor from {player.sources}"
            assert player.honor >= 0 or state.toggle("negative_honor"), f"{seat} has {player.honor} honor"
        assert all(number in state.tiles for number in state.control), "a marker lies on an open hex"
        tokens = Counter(player.space for player in state.players.values() if player.space)
        assert all(count == 1 for count in tokens.values()), f"tokens share a space: {tokens}"
        tiles = Counter(state.tiles.values()) + Counter(state.known_tiles) + Counter(state.pouch)
        assert tiles == Counter(TILE_COUNTS), f"tiles are {tiles}"
        self._check_cards(state)
        if state.phase == "play" and state.toggle("trigger_token_mode") == "first_reach_or_pass":
            assert len(state.active) >= 2, "fewer than two triggers are active"
        if state.phase in ("scoring", "finished"):
            turns = {player.turns for player in state.players.values()}
            assert len(turns) == 1, f"unequal turns: {turns}"

    def _check_cards(self, state: Awakening) -> None:
        there = [card for player in state.players.values() for card in player.cards]
        there += [*state.moving, *(card for card in state.removed if card in state.pack.tableau)]
        for pile in state.stacks.values():
            there += [*pile.top, *pile.left, *pile.bottom, *((pile.up,) if pile.up else ())]
        assert len(there) == len(set(there)), "a card lies in two places"
        treachery = state.toggle("treachery") and (state.phase != "set-up" or state.step > 4)
        wanted = {id for id, card in state.pack.tableau.items() if treachery or not card.treachery}
        if state.phase != "set-up":
            assert set(there) == wanted, f"cards are lost: {sorted(wanted - set(there))}"
        triggers = [*state.triggers_left, *state.triggers_top, *state.active, *state.removed_triggers]
        assert sorted(triggers) == sorted(state.pack.trigger), "trigger cards are lost"


GAME = AwakeningGame()
