"""How a player makes up its mind: as strong as the budget it is given, and never with more than its seat may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from rules.ask import Ask, IllegalAnswer, Luck
from rules.chance import Chance, ReadCard
from rules.game import Game
from rules.plain import Plain
from rules.position import Position, Run, Step, sensible_sample

from .asked import is_for_people, without_people
from .search import Node, Search
from .sensible import Sensible, candidates
from .worlds import Worlds, asked_of


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
    seconds: float = 2.0
    steady: bool = True


STRENGTHS = (
    Strength("easy", "Plays along, and makes mistakes.", walks=16, steady=False),
    Strength("normal", "Thinks a moment.", walks=40),
    Strength("hard", "Thinks as long as people would wait.", walks=500),
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
    """What somebody made up its mind to, and why.

    :param step: what happens: an answer, or something that can be done at any time.
    :param words: the same as whoever it is explained to would say it.
    :param best: all answers that were thought about, the best first.
    """

    step: Step
    words: str
    best: tuple[Looked, ...] = ()
    walks: int = 0

    @property
    def answer(self) -> Plain:
        return self.step.value


class Player:
    """Somebody of the box who sits on a seat from one question to the next.

    It remembers what it is up to, as people do; all else it takes from the position it is shown.

    :param character: one of the game's `characters`.
    :param guest: it sits among people, and never ends or loses anything for them for good.
    """

    def __init__(
        self, game: Game, seat: str, strength: Strength, chance: Luck, character: str = "", *, guest: bool = False
    ) -> None:
        self.game, self.seat, self.strength, self.chance, self.character = game, seat, strength, chance, character
        self.guest = guest
        self.usual = game.sensible(chance) or Sensible(game, chance)

    def choose(
        self,
        position: Position,
        *,
        clock: Callable[[], float] | None = None,
        hurry: Hurry | None = None,
        knows: str = "",
    ) -> Choice:
        """What it answers to the question that its seat is asked.

        :param clock: seconds that go by; without one only walks are counted, and the same chance gives the same answer.
        :param hurry: when it is set the best answer found so far is given.
        :param knows: another seat, for how the question looks from what that one knows.
        """
        ask = position.ask.of(self.seat) if position.ask else None
        assert ask is not None, f"{self.seat} is asked nothing"
        if isinstance(ask, (Chance, ReadCard)):
            return self._answers(ask, ask.sample(self.chance))
        if self.strength.name == "random":
            return self._answers(ask, sensible_sample(self.game, position.state, ask, self.chance))
        worlds = Worlds(position, self.seat, knows)
        walks = round(self.strength.walks * self.game.walks)
        if self.strength.name == "greedy":
            return self._told(Search(self, worlds).one_ahead())
        if not walks:
            return self._at_once(worlds)
        few = candidates(ask, self.chance)
        if len(few) == 1 and not knows:  # which another seat may not know
            return self._answers(ask, few[0])
        return self._thought(worlds, ask, walks, clock, hurry, tells=bool(knows))

    def _at_once(self, worlds: Worlds) -> Choice:
        """What its seat wants, without thinking ahead."""
        run = worlds.imagine(self.chance)
        ask = asked_of(run, self.seat)
        step = self.usual.aside(run.state)
        if step and step.seat == self.seat and not self._is_for_people(run, ask, step):
            words = {option.value: option.label for option in self.game.asides(run.state, self.seat)}
            if _can_be(step, worlds.imagine(self.chance)):
                return Choice(step, words.get(str(step.value), str(step.value)))
        answer = self.usual.answer(run.state, ask)
        if self._is_for_people(run, ask, Step("answer", answer, self.seat)):
            answer = self.chance.choice(without_people(ask, candidates(ask, self.chance)))
        return self._answers(ask, answer)

    def _is_for_people(self, run: Run, ask: Ask, step: Step) -> bool:
        return self.guest and is_for_people(self.game, run.state, ask, step)

    def _thought(
        self,
        worlds: Worlds,
        ask: Ask,
        walks: int,
        clock: Callable[[], float] | None,
        hurry: Hurry | None,
        *,
        tells: bool,
    ) -> Choice:
        """:param tells: somebody wants to know how good the others look, too, so they are looked at to the end."""
        ends_early = self.strength.steady and not tells
        search = Search(self, worlds)
        begun, found, left = clock() if clock else 0.0, list[Node](), walks
        while left > 0 and not (ends_early and _is_settled(found, left)):
            search.walk()
            found, left = self._its_own(ask, search.best()), walks - search.root.visits
            if clock and (took := clock() - begun) > 0:
                left = min(left, ceil((self.strength.seconds / took - 1) * search.root.visits))
            if hurry and hurry.is_set():
                break
        if not self.strength.steady:
            first = self.chance.choices(found, [node.visits for node in found])[0]
            found = [first, *(node for node in found if node is not first)]
        return self._told(found)

    def _its_own(self, ask: Ask, found: list[Node]) -> list[Node]:
        """Those of *found* that it may choose."""
        if not self.guest:
            return found
        theirs = without_people(ask, [node.answer for node in found])
        return [node for node in found if node.answer in theirs]

    def _answers(self, ask: Ask, answer: Plain) -> Choice:
        return Choice(Step("answer", answer, self.seat), ask.words(answer))

    def _told(self, found: list[Node]) -> Choice:
        best = tuple(Looked(node.answer, node.words, round(node.mean, 3), node.visits) for node in found)
        return Choice(
            Step("answer", found[0].answer, self.seat), found[0].words, best, sum(node.visits for node in found)
        )


def _is_settled(found: list[Node], left: int) -> bool:
    """Whether so many more walks can change nothing: whoever is ahead cannot be caught up."""
    return len(found) > 1 and found[0].visits - found[1].visits > left


def _can_be(step: Step, run: Run) -> bool:
    try:
        run.take(step)
    except IllegalAnswer:
        return False
    return True


def choose(
    position: Position,
    seat: str,
    strength: Strength,
    chance: Luck,
    *,
    character: str = "",
    clock: Callable[[], float] | None = None,
    hurry: Hurry | None = None,
    knows: str = "",
    guest: bool = False,
) -> Choice:
    """What somebody who has just sat down on *seat* answers; see `Player.choose`."""
    return Player(position.game, seat, strength, chance, character, guest=guest).choose(
        position, clock=clock, hurry=hurry, knows=knows
    )
