"""The questions only fate can answer: a number of fate, dice, cards that are drawn, and what a turned card shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from .ask import Ask, IllegalAnswer, OneOf, Option, as_options, fill
from .plain import Plain
from .unread import Words

Pick = Callable[[Sequence[int]], int]
"""Chance from outside: given weights, which place came up."""


@dataclass(frozen=True)
class Chance(Ask):
    """Something only fate knows. The box draws it when asked to, or the table shows what came out.

    :param at_once: the box holds it and draws without waiting for a press.
    :param from_table: real dice or cards: people say what came out, unless the camera sees it first.
    """

    _: KW_ONLY
    at_once: bool = False
    from_table: bool = False

    usual: ClassVar[Mapping[str, Any]] = {**Ask.usual, "at_once": False, "from_table": False}

    def drawn(self, pick: Pick) -> Plain:
        """What comes out when *pick* decides each draw."""
        raise TypeError(f"{type(self).__name__} cannot be asked")

    def sample(self, chance: random.Random) -> Plain:
        return self.drawn(lambda weights: chance.choices(range(len(weights)), weights)[0])


@dataclass(frozen=True)
class DrawFate(Chance):
    """A number of fate, each as common as its weight says."""

    faces: tuple[tuple[int, int], ...] = ()

    def __init__(
        self, seat: str, text: Words, faces: Mapping[int, int] | Iterable[int] = range(1, 7), **more: Any
    ) -> None:
        weights = faces if isinstance(faces, Mapping) else dict.fromkeys(faces, 1)
        fill(self, seat, text, more, faces=tuple(weights.items()))

    def check(self, answer: Plain) -> Plain:
        numbers = [number for number, weight in self.faces if weight > 0]
        if type(answer) is not int or answer not in numbers:
            raise IllegalAnswer(f"Expected one of {', '.join(map(str, numbers))}, got {answer}.")
        return answer

    def answers(self) -> Iterator[Plain]:
        return (number for number, weight in self.faces if weight > 0)

    def drawn(self, pick: Pick) -> Plain:
        return self.faces[pick([weight for _, weight in self.faces])][0]


@dataclass(frozen=True)
class RollDice(Chance):
    """Roll dice; the answer lists the face of each, in the order of the dice.

    :param totals: where only the total counts, what real dice can come to, each with faces that make it: one tap for
        all of them.
    """

    dice: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    totals: tuple[tuple[str, tuple[str | int, ...]], ...] = ()

    def __init__(
        self,
        seat: str,
        text: Words,
        dice: Iterable[tuple[str, Iterable[str | int]]] | int = 1,
        *,
        totals: Iterable[tuple[str, Iterable[str | int]]] = (),
        **more: Any,
    ) -> None:
        if isinstance(dice, int):
            dice = [(f"die {number + 1}" if dice > 1 else "die", range(1, 7)) for number in range(dice)]
        known = tuple((words, tuple(faces)) for words, faces in totals)
        fill(self, seat, text, more, dice=tuple((name, tuple(faces)) for name, faces in dice), totals=known)

    @property
    def outcomes(self) -> tuple[tuple[str, tuple[str | int, ...]], ...]:
        """What can be told with one tap: the totals, or the sides of a single die."""
        if self.totals or len(self.dice) != 1:
            return self.totals
        return tuple((str(face), (face,)) for face in dict.fromkeys(self.dice[0][1]))

    def check(self, answer: Plain) -> Plain:
        if not isinstance(answer, list) or len(answer) != len(self.dice):
            raise IllegalAnswer(f"Expected what {len(self.dice)} dice show, got {answer}.")
        for value, (name, faces) in zip(answer, self.dice, strict=True):
            if not any(type(face) is type(value) and face == value for face in faces):
                shown = ", ".join(dict.fromkeys(map(str, faces)))
                raise IllegalAnswer(f"The {name} cannot show {value}; it has {shown}.")
        return list(answer)

    def answers(self) -> Iterator[Plain]:
        def rolls(dice: tuple[tuple[str, tuple[str | int, ...]], ...]) -> Iterator[list[str | int]]:
            if not dice:
                yield []
                return
            for face in dict.fromkeys(dice[0][1]):
                for rest in rolls(dice[1:]):
                    yield [face, *rest]

        return rolls(self.dice)

    def drawn(self, pick: Pick) -> Plain:
        return [faces[pick([1] * len(faces))] for _, faces in self.dice]

    def words(self, answer: Plain) -> str:
        return ", ".join(map(str, answer))


@dataclass(frozen=True)
class DrawCards(Chance):
    """Draw *count* cards, tiles or tokens from what is left; the answer lists them in order.

    :param names: what people call them, where their ids do not say it.
    """

    deck: str = ""
    left: tuple[tuple[str, int], ...] = ()
    count: int = 1
    names: tuple[tuple[str, str], ...] = ()

    def __init__(
        self,
        seat: str,
        text: Words,
        deck: str,
        left: Mapping[str, int] | Iterable[str],
        *,
        count: int = 1,
        names: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        tally: dict[str, int] = {}
        if isinstance(left, Mapping):
            tally.update(left)
        else:
            for card in left:
                tally[card] = tally.get(card, 0) + 1
        there = tuple((card, number) for card, number in tally.items() if number)
        called = tuple((card, names[card]) for card, _ in there if card in names) if names else ()
        fill(self, seat, text, more, deck=deck, left=there, count=count, names=called)

    def called(self, card: str) -> str:
        """What people call one of them."""
        return dict(self.names).get(card, card.replace("_", " "))

    def check(self, answer: Plain) -> Plain:
        if not isinstance(answer, list) or len(answer) != self.count:
            raise IllegalAnswer(f"Expected {self.count} drawn from the {self.deck}, got {answer}.")
        left = dict(self.left)
        for card in answer:
            if not isinstance(card, str) or not left.get(card):
                raise IllegalAnswer(f"{card} is not left in the {self.deck}.")
            left[card] -= 1
        return list(answer)

    def answers(self) -> Iterator[Plain]:
        def draws(left: dict[str, int], count: int) -> Iterator[list[str]]:
            if not count:
                yield []
                return
            for card in [card for card, number in left.items() if number]:
                for rest in draws({**left, card: left[card] - 1}, count - 1):
                    yield [card, *rest]

        return draws(dict(self.left), self.count)

    def drawn(self, pick: Pick) -> Plain:
        left = dict(self.left)
        drawn: list[str] = []
        for _ in range(self.count):
            cards = list(left)
            card = cards[pick([left[each] for each in cards])]
            left[card] -= 1
            drawn.append(card)
        return drawn

    def words(self, answer: Plain) -> str:
        return ", ".join(self.called(card) for card in answer)


@dataclass(frozen=True)
class ReadCard(OneOf):
    """A card or tile of the table is turned up: which is it? Options carry how many of each are possible."""

    weights: tuple[int, ...] = ()

    def __init__(
        self, seat: str, text: Words, possible: Mapping[Option | str, int] | Iterable[Option | str], **more: Any
    ) -> None:
        tally = possible if isinstance(possible, Mapping) else dict.fromkeys(possible, 1)
        fill(self, seat, text, more, options=as_options(tally), weights=tuple(tally.values()))

    def sample(self, chance: random.Random) -> Plain:
        weights = [0 if o.barred else w for o, w in zip(self.options, self.weights, strict=True)]
        return chance.choices(self.options, weights)[0].value
