"""Pairs of positions that a seat cannot tell from each other, though the true worlds differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from other_worlds import other_worlds

from rules.ask import IllegalAnswer
from rules.chance import Chance, ReadCard
from rules.game import Game, State
from rules.onward import only_answer
from rules.plain import copied, dump
from rules.position import Position, RulesFault, Run, some_step
from rules.silent_sea.cards import is_crisis
from rules.silent_sea.state import SilentSea

KNOWS = {"sleepers": {"owner_peek": "on", "memory_aid": "on"}}
"""House rules by which the page shows all that a player with a good memory knows."""


def _kept_in_the_open(state: SilentSea) -> list[list[str]]:
    """Crisis cards that somebody drew before all eyes and may keep, but never trade."""
    hands = [player.hand for player in state.players.values()]
    return [[card for card in hand if card and is_crisis(state, card)] for hand in hands]


SEEN: dict[str, Callable[[Any, str], object]] = {
    "sleepers": lambda state, seat: [tile.kind for tile in state.sides[seat].killed],
    "silent_sea": lambda state, seat: (state.may_hold, state.entered_exit, _kept_in_the_open(state)),
}
"""What a seat has seen itself, though no page shows it any more: a world in which it differs is not alike."""

MIXED = ("awakening",)

OFTEN = 0.1
"""How many of the questions of a game are looked at, so that positions of all its stages come up."""


def alike(game: Game, seed: str) -> Iterator[tuple[Position, Position, str]]:
    """Two positions and the seat that is asked in both; game after game, without end."""
    number = 0
    while True:
        chance = random.Random(f"{seed}/{number}")
        number += 1
        setup = game.setup(min(4, len(game.seats)), KNOWS.get(game.name), "box")
        run = Run(game, game.begin(setup))
        while run.ask is not None:
            asked = chance.choice(run.ask.each)
            choosing = not isinstance(asked, (Chance, ReadCard)) and only_answer(asked) is None
            if choosing and game.turn_of(run.state) is not None and chance.random() < OFTEN:
                here = Position(game, run.checkpoint, tuple(run.steps))
                twin = _twin(here, asked.seat, chance)
                if twin is not None:
                    yield here, twin, asked.seat
            run.take(some_step(game, run.state, run.ask, chance))


def _worlds(begun: Position, seat: str, chance: random.Random) -> Iterator[State]:
    """Tables that look alike to *seat*; where two hidden things seldom change places unseen, all of them do."""
    if begun.game.name not in MIXED:
        yield from other_worlds(begun, seat, chance)
        return
    world = copied(begun.state)
    begun.game.imagine(world, seat, chance)
    if begun.game.show(world, seat) == begun.show(seat):
        yield world


def _twin(here: Position, seat: str, chance: random.Random) -> Position | None:
    """The same answers on another table that looked alike to *seat* at the last checkpoint, and still does."""
    for world in _worlds(Position(here.game, here.checkpoint), seat, chance):
        try:
            there = Position(here.game, dump(world), here.steps)
            same = there.show(seat) == here.show(seat) and there.ask is not None and here.ask is not None
            same = same and there.ask.of(seat) == here.ask.of(seat) and dump(there.state) != dump(here.state)
            seen = SEEN.get(here.game.name, lambda state, seat: None)
            same = same and seen(there.state, seat) == seen(here.state, seat)
        except (IllegalAnswer, RulesFault):
            continue
        if same:
            return there
    return None
