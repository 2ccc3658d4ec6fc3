"""The Silent Sea, for four: a flooded station, eight Water Samples, and perhaps a Traitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Mapping

from rules import game as machine
from rules.ask import Ask, Option
from rules.plain import Plain
from rules.printed import Component, PrintedBoard, ToPrint

from . import as_seen, leaning, printed, show, table, turn
from .ending import ENDINGS
from .pack import SAMPLES, opened
from .state import HEALTH, SEATS, SilentSea


class SilentSeaGame(machine.Game):
    name = "silent_sea"
    title = "The Silent Sea"
    prefix = "SS"
    seats = SEATS
    fewest = 4  # SS-36, SS-R1
    holdings = (
        machine.Holding("loyalty", "the Loyalty cards"),
        machine.Holding("cards", "the Generic deck and the hands"),
        machine.Holding("crisis", "the Crisis deck"),
    )
    state_type = SilentSea
    endings = ENDINGS

    def begin(self, setup: machine.Setup) -> SilentSea:
        opened(setup.pack)  # a broken pack is told before anything else
        return SilentSea(setup=setup)

    def play(self, state: SilentSea) -> Awaitable[None]:
        return turn.play(state)

    def view(self, state: SilentSea) -> dict[str, str]:
        return table.view(state)

    def at_turn(self, state: SilentSea) -> str | None:
        return state.current if state.players else None

    def guide(self, state: SilentSea) -> tuple[str, ...]:
        return table.guide(state)

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return printed.boards(pack)

    def to_print(self, pack: str) -> ToPrint:
        return printed.to_print(pack)

    def as_seen(self, state: SilentSea, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        return as_seen.as_seen(state, seen)

    def components(self, state: SilentSea) -> list[Component]:
        return printed.components(state)

    def is_secret(self, path: str) -> bool:
        return table.is_secret(path)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return table.todo(before, after)

    def show(self, state: SilentSea, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def asides(self, state: SilentSea, seat: str) -> tuple[Option, ...]:
        return turn.asides(state, seat)

    def aside(self, state: SilentSea, seat: str, name: str) -> Awaitable[None]:
        return turn.aside(state, seat, name)

    def weigh(self, state: SilentSea, ask: Ask, answer: Plain) -> float:
        return leaning.weigh(state, ask, answer)

    def ending(self, state: SilentSea) -> str:
        return str(state.result["by"])

    def check(self, state: SilentSea) -> None:
        """Eight samples, every card somewhere, Health and hands within their limits."""
        if not state.players:
            return
        samples = sum(player.samples for player in state.players.values())
        assert samples + sum(state.tokens.values()) + state.supply == SAMPLES, "a Water Sample is lost or doubled"
        limit = state.toggle("hand_limit")
        for seat, player in state.players.items():
            assert 0 <= player.health <= HEALTH, f"{seat} has {player.health} Health"
            assert player.alive == (player.health > 0), f"{seat} has {player.health} Health and lives: {player.alive}"
            assert player.samples <= state.capacity(seat), f"{seat} carries {player.samples}"
            if seat not in state.over_limit:
                assert len(player.hand) <= limit, f"{seat} holds {len(player.hand)}"
        blanks = sum(player.hand.count(None) for player in state.players.values())
        assert state.deck + blanks == sum(state.unseen.values()), "the deck and the blanks do not add up"
        known = Counter(card for player in state.players.values() for card in player.hand if card is not None)
        generic = Counter(state.unseen) + Counter(state.generic_discard) + known
        for card in state.pack.generic:
            assert generic[card.id] == card.count, f"{generic[card.id]} {card.id} instead of {card.count}"
        piles = state.crisis_discard + state.crisis_table + state.resolving
        crisis = Counter(state.crisis_deck) + Counter(piles) + known
        for each in state.pack.crisis:
            assert crisis[each.id] == each.count, f"{crisis[each.id]} {each.id} instead of {each.count}"


GAME = SilentSeaGame()
