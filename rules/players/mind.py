"""How a player makes up its mind: as strong as the budget it is given, and never with more than its seat may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rules.ask import Luck
from rules.chance import Chance, ReadCard
from rules.plain import Plain
from rules.position import Position, sensible_sample

from .search import Node, Search
from .sensible import Sensible, candidates
from .worlds import Worlds, asked_of

BEST = 3
"""Answers that are told with how good they look."""


class Hurry(Protocol):
    """Something that can be set while a player thinks, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Strength:
    """How long somebody thinks: so many walks, or so many seconds where a clock is given, whatever comes first.

    :param steady: gives the best answer found; otherwise a good one most of the time.
    """

    name: str
    text: str
    walks: int = 0
    seconds: float = 2.5
    steady: bool = True


STRENGTHS = (
    Strength("easy", "Plays along, and makes mistakes.", walks=16, steady=False),
    Strength("normal", "Thinks a moment.", walks=60),
    Strength("hard", "Thinks as long as people would wait.", walks=300),
)
KINDS = {
    each.name: each
    for each in (
        Strength("random", "Any answer that is allowed."),
        Strength("greedy", "What looks best right after it."),
        Strength("sensible", "Knows what it wants, and never thinks ahead."),
        *STRENGTHS,
    )
}
"""Everybody who can be put on a seat, by name."""


@dataclass(frozen=True)
class Looked:
    """An answer that was thought about."""

    answer: Plain
    words: str
    good: float  # from 0, lost, to 1, won
    tried: int  # walks through it


@dataclass(frozen=True)
class Choice:
    """What somebody made up its mind to, and why."""

    answer: Plain
    best: tuple[Looked, ...] = ()
    walks: int = 0


def choose(
    position: Position,
    seat: str,
    strength: Strength,
    chance: Luck,
    *,
    character: str = "",
    clock: Callable[[], float] | None = None,
    hurry: Hurry | None = None,
) -> Choice:
    """What a player on *seat* answers to the question it is asked.

    :param clock: seconds that go by; without one only walks are counted, and the same chance gives the same answer.
    :param hurry: when it is set the best answer found so far is given.
    """
    ask = position.ask.of(seat) if position.ask else None
    assert ask is not None, f"{seat} is asked nothing"
    if isinstance(ask, (Chance, ReadCard)):
        return Choice(ask.sample(chance))
    if strength.name == "random":
        return Choice(sensible_sample(position.game, position.state, ask, chance))
    few = candidates(ask, chance)
    if len(few) == 1:
        return Choice(few[0])
    worlds = Worlds(position, seat)
    if strength.name == "sensible":
        run = worlds.imagine(chance)
        usual = position.game.sensible(chance) or Sensible(position.game, chance)
        return Choice(usual.answer(run.state, asked_of(run, seat)))
    search = Search(position.game, seat, chance, character)
    if strength.name == "greedy":
        return _told(search.one_ahead(worlds), ask.words)
    end = clock() + strength.seconds if clock else 0.0
    walks = max(1, round(strength.walks * position.game.walks))
    while search.root.visits < walks:
        search.walk(worlds.imagine(chance))
        if (hurry and hurry.is_set()) or (clock and clock() >= end):
            break
    found = search.best()
    if not strength.steady:
        first = chance.choices(found, [node.visits for node in found])[0]
        found = [first, *(node for node in found if node is not first)]
    return _told(found, ask.words)


def _told(found: list[Node], words: Callable[[Plain], str]) -> Choice:
    best = tuple(Looked(node.answer, words(node.answer), round(node.mean, 3), node.visits) for node in found[:BEST])
    return Choice(found[0].answer, best, sum(node.visits for node in found))
