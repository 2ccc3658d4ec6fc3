"""Any question answered with two buttons: one steps on to the next choice, the other takes it.

Choices are numbered from 1 to 9 at most, so that one digit can show them; more of them are folded by their words, as
in "recruit", then "e", then "four".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from .ask import Ask, Confirm, EnterNumber, EnterText, OneOf, PickSome, SplitAmount
from .by_ear import in_letters, listed
from .chance import DrawCards, DrawFate, RollDice
from .game import Game
from .plain import Plain
from .sheet import WhatChanged
from .spoken import aloud, options_of

NINE = 9
LAST = re.compile(r"(?<=.)(?: (?:on|over|with|to|from|of|at|in|for|the|a))+$")
"""Small words with which nothing ends that is said."""
NUMBERS = {in_letters(number): number for number in range(1000)}


@dataclass(frozen=True)
class Choice:
    """One thing that can be taken.

    :param inside: what it unfolds to; empty if it is a choice by itself.
    """

    words: str
    value: Any = None
    inside: tuple[Choice, ...] = ()


def folded(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """At most nine of them, more of the same beginning in one; nothing is folded that fits as it is."""
    all_ = tuple(choices)
    if len(all_) <= NINE:
        return all_
    if all(each.words in NUMBERS for each in all_):  # "one to nine" has to hold all of them
        all_ = tuple(sorted(all_, key=lambda each: NUMBERS[each.words]))
    groups: dict[str, list[Choice]] = {}
    for each in all_:
        groups.setdefault(each.words.lower().removeprefix("the ").split()[0], []).append(each)
    if len(groups) == 1 and (shared := _shared(list(all_))):
        return shared.inside  # what all of them begin with, the question says
    if len(groups) == 1 or len(groups) > NINE:
        return tuple(_span(all_[at : at + NINE]) for at in range(0, len(all_), NINE))[:NINE]
    return tuple(_shared(group) or _span(tuple(group)) for group in groups.values())


def _shared(group: list[Choice]) -> Choice | None:
    """What begins alike, under its common words; None if there are none."""
    words = [each.words.split() for each in group]
    alike = takewhile(lambda here: len({word.lower() for word in here}) == 1, zip(*words, strict=False))
    shared = [here[0] for here in alike]
    if len(group) == 1 or not shared:
        return None
    # "Explore", among other ways to explore, keeps its word.
    rest = [Choice(" ".join(said[len(shared) :] or said), each.value) for each, said in zip(group, words, strict=True)]
    return Choice(LAST.sub("", " ".join(shared)), inside=folded(rest))


def _span(some: tuple[Choice, ...]) -> Choice:
    return some[0] if len(some) == 1 else Choice(f"{some[0].words} to {some[-1].words}", inside=some)


def _told_apart(choices: list[Choice]) -> list[Choice]:
    """Two enemies of one name: number one and number two."""
    names = [each.words for each in choices]
    return [
        Choice(f"{each.words}, number {in_letters(names[: at + 1].count(each.words))}", each.value)
        if names.count(each.words) > 1
        else each
        for at, each in enumerate(choices)
    ]


class Choosing:
    """A question that is being answered step by step.

    :ivar answer: what was chosen, once all of it is.
    """

    def __init__(self, game: Game, ask: Ask) -> None:
        self.ask = ask
        self._game = game
        self._picked: list[Any] = []
        self._open: list[tuple[Choice, ...]] = []  # the folds that were unfolded
        self.answer: Plain = None
        self.is_done = False
        self._before: tuple[list[tuple[Choice, ...]], list[Any]] = [], []  # what was open and picked until the last one

    @property
    def can_be_answered(self) -> bool:
        return bool(self.choices)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be taken now."""
        if self.is_done:
            return ()
        return self._open[-1] if self._open else folded(self._all())

    @property
    def usual(self) -> int:
        """Where to begin: with what is meant unless somebody says otherwise."""
        default = self.ask.default
        if self._open or self._picked or default is None:
            return 0
        return next((at for at, each in enumerate(self.choices) if not each.inside and each.value == default), 0)

    def take(self, at: int) -> None:
        """Take one of the choices: unfold it, or decide."""
        chosen = self.choices[at]
        if chosen.inside:
            self._open.append(chosen.inside)
            return
        self._before, self._open = (self._open, list(self._picked)), []
        self._decide(chosen.value)

    def think_again(self) -> None:
        """As it was before the last one was taken."""
        self._open, self._picked = self._before
        self.answer, self.is_done = None, False

    def up(self) -> bool:
        """Fold together what was unfolded last, or put back what was picked last; False if there is nothing."""
        for some in (self._open, self._picked):
            if some:
                some.pop()
                return True
        return False

    def _say(self, text: str) -> str:
        return aloud(self._game, text).rstrip(".")

    def _all(self) -> list[Choice]:
        for kind, tell in _KINDS.items():
            if isinstance(self.ask, kind):
                return _told_apart(tell(self, self.ask))
        return []

    def _done(self, answer: Plain) -> None:
        self.answer, self.is_done = answer, True

    def _decide(self, value: Any) -> None:
        ask, picked = self.ask, self._picked
        if isinstance(ask, PickSome):
            if value is not _ENOUGH:
                picked.append(value)
            if value is _ENOUGH or len(picked) == ask.at_most:
                self._done(list(picked))
        elif isinstance(ask, SplitAmount):
            picked.append(value)
            if len(picked) == ask.total:
                self._done({each: picked.count(each) for each in dict.fromkeys(picked)})
        elif isinstance(ask, (RollDice, DrawCards)) and not isinstance(value, list):
            picked.append(value)
            if len(picked) == (len(ask.dice) if isinstance(ask, RollDice) else ask.count):
                self._done(list(picked))
        else:
            self._done(value)

    # What each kind of question offers

    def _options(self, ask: Any) -> list[Choice]:
        return [Choice(self._say(each.spoken or each.label), each.value) for each in options_of(ask)] or [
            Choice(self._say(each.label), each.value) for each in ask.options if not each.barred
        ]

    def _some(self, ask: PickSome) -> list[Choice]:
        left = [each for each in self._options(ask) if each.value not in self._picked]
        if len(self._picked) < ask.at_least:
            return left
        names = [each.words for each in self._options(ask) if each.value in self._picked]
        enough = Choice(f"That's all: {listed(names)}" if names else self._say(ask.no_deed), _ENOUGH)
        return [*left, enough]

    def _split(self, ask: SplitAmount) -> list[Choice]:
        given = self._picked
        return [
            Choice(f"{self._say(option.spoken or option.label)} gets number {in_letters(len(given) + 1)}", option.value)
            for option, most in ask.limits
            if not option.barred and given.count(option.value) < most
        ]

    def _number(self, ask: EnterNumber) -> list[Choice]:
        return [Choice(in_letters(number), number) for number in range(ask.low, ask.high + 1)]

    def _faces(self, ask: DrawFate) -> list[Choice]:
        return [Choice(f"It is {in_letters(number)}", number) for number in ask.answers()]

    def _dice(self, ask: RollDice) -> list[Choice]:
        if not ask.dice:
            return [Choice("No dice", [])]
        if ask.outcomes:
            return [Choice(self._say(f"It is {words}"), list(faces)) for words, faces in ask.outcomes]
        name, faces = ask.dice[len(self._picked)]
        return [Choice(self._say(f"The {name} shows {face}"), face) for face in dict.fromkeys(faces)]

    def _cards(self, ask: DrawCards) -> list[Choice]:
        left = {card: number - self._picked.count(card) for card, number in ask.left}
        return [Choice(self._say(ask.called(card)), card) for card, number in left.items() if number > 0]

    def _proposed(self, ask: EnterText) -> list[Choice]:
        return [Choice(self._say(ask.proposed), ask.proposed)] if ask.proposed else []

    def _nothing(self, ask: WhatChanged) -> list[Choice]:
        return [Choice(self._say(ask.still), {})]

    def _yes(self, ask: Confirm) -> list[Choice]:
        return [Choice("Done", True)]


_ENOUGH = object()
_KINDS: dict[type[Ask], Callable[[Choosing, Any], list[Choice]]] = {
    OneOf: Choosing._options,
    PickSome: Choosing._some,
    SplitAmount: Choosing._split,
    EnterNumber: Choosing._number,
    DrawFate: Choosing._faces,
    RollDice: Choosing._dice,
    DrawCards: Choosing._cards,
    EnterText: Choosing._proposed,
    Confirm: Choosing._yes,
    WhatChanged: Choosing._nothing,
}
