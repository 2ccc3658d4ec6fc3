"""What a card, a tile or a die on the reading mat can answer.

Only what the rules say is possible is looked for. Dice with emblems are taught; until then an ordinary die stands in:
its pips count the faces in the pack's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.ask import Ask, EnterNumber, IllegalAnswer
from rules.chance import Chance, DrawCards, DrawFate, ReadCard, RollDice
from rules.moment import Moment
from rules.plain import Plain
from rules.reading_mat import CARD, CORNER, Sort
from rules.written import whole
from vision.find.cards import Deck

from .mat_looks import Sheet, deck, sheet


@dataclass(frozen=True)
class WantedDie:
    """A die that is to be thrown.

    :param colour: None if any die will do.
    """

    name: str
    colour: str | None
    faces: tuple[str | int, ...]

    def shows(self, pips: int) -> str | int | None:
        """The face that a die with pips stands for: its number, or the place in the pack's list; None if neither."""
        if all(isinstance(face, int) for face in self.faces):
            return pips if pips in self.faces else None
        return self.faces[pips - 1] if len(self.faces) == 6 else None

    def taught(self, face: str | int) -> str:
        """What a taught picture of this face is called."""
        return f"{self.name}: {face}"


@dataclass(frozen=True)
class Wanted:
    """A pending question that something on the mat can answer.

    :param numbers: what each printed number would mean; several if tiles with one number differ.
    :param names: what each taught card would mean, by its name in small letters.
    :param count: of cards that answer together, from left to right.
    :param dice: the dice to be thrown together; none if cards are asked for.
    :param colours: the dice of this game, each with its colour as ``#rrggbb``.
    """

    ask: Ask
    sort: Sort = CARD
    numbers: Mapping[int, tuple[Plain, ...]] = field(default_factory=dict)
    names: Mapping[str, Plain] = field(default_factory=dict)
    count: int = 1
    dice: tuple[WantedDie, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)

    @property
    def deck(self) -> Deck:
        """How such a card lies on the mat."""
        return deck(self.sort)

    @property
    def things(self) -> str:
        """``the die``, ``3 dice``, ``the ability card``, ``2 enemy cards``."""
        if self.dice:
            return f"the {self.dice[0].name}" if len(self.dice) == 1 else f"{len(self.dice)} dice"
        return f"the {self.sort.thing}" if self.count == 1 else f"{self.count} {self.sort.thing}s"

    @property
    def invitation(self) -> str:
        """What people read while the question waits."""
        do = f"Throw {self.things}" if self.dice else f"Lay {self.things}"
        row = ", from left to right" if self.count > 1 else ""
        return f"{do} on the mat{row}, or {'press the button' if isinstance(self.ask, Chance) else 'tap it in'}."

    def answer(self, each: list[Plain]) -> Plain:
        """The answer to the question from what each card or die says."""
        return each if isinstance(self.ask, DrawCards | RollDice) else each[0]

    def numbered(self, answer: Any) -> list[int]:
        """The numbers or pips that can be read off what was answered; none if they do not say all of it."""
        each = answer if isinstance(answer, list | tuple) else [answer]
        if self.dice:
            faces = zip(self.dice, each, strict=True)
            pips = [next((pips for pips in range(1, 7) if die.shows(pips) == face), 0) for die, face in faces]
            return pips if all(pips) else []
        printed = {value: number for number, values in self.numbers.items() for value in values}
        return [printed[one] for one in each] if all(one in printed for one in each) else []

    def words(self, answer: Plain) -> str:
        """What was read, as people would say it; which die shows what, where there are several sorts."""
        if any(die.colour for die in self.dice):
            return ", ".join(f"{die.name} {face}" for die, face in zip(self.dice, answer, strict=True))
        return self.ask.words(answer)

    def refusal(self, number: int) -> str:
        """Why a card with *number* cannot be the answer."""
        rule = f" ({self.sort.rule})" if self.sort.rule else ""
        if isinstance(self.ask, ReadCard):
            for option in self.ask.options:
                if option.barred and str(option.value) == str(number):
                    return str(option.barred)
        if isinstance(self.ask, EnterNumber):
            return f"{number} cannot be it: expected a number from {self.ask.low} to {self.ask.high}.{rule}"
        left = sorted(self.numbers)
        some = f"expected {_some(left)}" if left else "none are"
        return f"{number} is not among the {self.sort.thing}s that are left: {some}.{rule}"


def _some(numbers: list[int]) -> str:
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers[:12])) + (" …" if len(numbers) > 12 else "")


def wanted(moment: Moment | None, taught: Iterable[str] = ()) -> tuple[Wanted, ...]:
    """The pending questions that something on the mat could answer.

    :param taught: names of the pieces the owner has shown to the box.
    """
    if moment is None or moment.ask is None:
        return ()
    known = {name.lower() for name in taught}
    look = sheet(moment.setup.game, moment.setup.pack)
    found = [one for ask in moment.ask.each if (one := _wanted(moment, ask, look, known)) is not None]
    return tuple(found)


def _wanted(moment: Moment, ask: Ask, look: Sheet, taught: set[str]) -> Wanted | None:
    if isinstance(ask, Chance) and ask.at_once:
        return None
    played, state = moment.position.game, moment.position.state
    if isinstance(ask, RollDice):
        return _dice(moment, ask, look, taught)
    if isinstance(ask, DrawFate):
        sort = look.sort("fate")
        if sort.number is None:
            sort = replace(sort, number=CORNER)
        return Wanted(ask, sort, {number: (number,) for number in ask.answers()})
    if isinstance(ask, DrawCards):
        sort = look.sort(ask.deck)
        left = {card: ask.called(card) for card, _ in ask.left}
        printed = {card: number for card in left if (number := played.number_on(state, ask.deck, card)) is not None}
        return _cards(ask, sort, printed, left, taught, ask.count)
    if isinstance(ask, ReadCard):
        options: dict[str | int, str] = {option.value: option.label for option in ask.options if not option.barred}
        numbered = {value: int(value) for value in options if _is_number(value)}
        return _cards(ask, look.sort(ask.slot or ""), numbered, options, taught, 1)
    if isinstance(ask, EnterNumber) and ask.slot:
        sort = look.sort(ask.slot)
        numbers = range(max(1, ask.low), min(999, ask.high) + 1)
        return Wanted(ask, sort, {number: (number,) for number in numbers}) if sort.number else None
    return None


def _cards(
    ask: Ask, sort: Sort, printed: Mapping[Any, int], called: Mapping[Any, str], taught: set[str], count: int
) -> Wanted | None:
    """Cards that are known by a number, by their picture, or by both; None if by neither."""
    numbers: dict[int, tuple[Plain, ...]] = {}
    if sort.number is not None:
        for value, number in printed.items():
            numbers[number] = (*numbers.get(number, ()), value)
    names: dict[str, Plain] = {}
    for value, label in called.items():
        for name in (label.lower(), str(value).lower(), str(value).replace("_", " ").lower()):
            if name in taught:
                names[name] = value
    return Wanted(ask, sort, numbers, names, count) if numbers or names else None


def _dice(moment: Moment, ask: RollDice, look: Sheet, taught: set[str]) -> Wanted | None:
    game_has = moment.position.game.die_colours(moment.position.state)
    colours = {name: look.dice[name] for name in game_has if name in look.dice}
    dice = []
    for name, faces in ask.dice:
        colour = name.split()[0]
        die = WantedDie(name, colour if colour in colours else None, faces)
        if die.shows(1) is None and not any(die.taught(face).lower() in taught for face in faces):
            return None
        dice.append(die)
    return Wanted(ask, dice=tuple(dice), colours=colours)


def _is_number(value: str | int) -> bool:
    return 0 < (whole(str(value)) or 0) < 1000


def legal(want: Wanted, answer: Plain) -> str:
    """Why *answer* cannot be taken, a sentence; empty if it can."""
    try:
        want.ask.check(answer)
    except IllegalAnswer as illegal:
        return str(illegal)
    return ""
