"""What the things on the reading mat say to a question: surely one answer, perhaps one of a few, or why none.

Pure but for the pictures: no memory, no table. The rules bound what is looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from rules.markers import MAT
from rules.plain import Plain
from vision.find import cards, mat
from vision.find.cards import Found
from vision.find.mat import Lying
from vision.read import die_colour
from vision.read.dice import NO_DIE, Die
from vision.read.taught import Shelf
from vision.reading import SURE, Image, Reading

from .mat_wanted import Wanted, WantedDie, legal

LIKELY = 0.03  # what is less likely is not worth asking about
MOST = 6  # answers to choose from
CLEARLY = 0.9  # of all ways in which dice can be told apart, the likeliest must have so much
MISTAKEN = 0.1  # people throw other dice than asked for now and then, but not as often as a colour is misjudged
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Heard:
    """What lies there, as an answer.

    :param answers: possible ones, the likeliest first; a single one that is *sure* may be taken.
    :param sentence: what people should know if nothing can be taken.
    :param waits: more is still to come, so that there is no hurry.
    :param unclear: it is the picture's fault that nothing can be taken: better light may help.
    """

    answers: tuple[Plain, ...] = ()
    sure: bool = False
    sentence: str = ""
    waits: bool = False
    unclear: bool = False


@dataclass(frozen=True)
class _Card:
    """What one card may mean, likeliest first."""

    values: tuple[tuple[Plain, float], ...]
    sure: bool
    refusal: str = ""


def hear_cards(want: Wanted, found: Sequence[Found], pictures: Sequence[Image], shelf: Shelf) -> Heard:
    """What new cards on the mat answer."""
    read = [_card(want, card, pictures, shelf) for card in found]
    # Where one card is read, rectangles that say nothing are parts of pictures, and no further cards.
    speaking = [one for one in read if one.values or one.refusal] or read
    if len(speaking) > want.count:
        return Heard(sentence=_too_many(len(speaking), want.sort.thing, want.count))
    if len(speaking) < want.count:
        lie = f"{len(speaking)} of {want.count} {want.sort.thing}s lie on the mat."
        return Heard(sentence=lie, waits=True)
    for one in speaking:
        if one.refusal:
            return Heard(sentence=one.refusal)
    if not all(one.values for one in speaking):
        what = "number" if want.numbers else "picture"
        told = f"The {what} on the {want.sort.thing} cannot be made out: turn it, or tap it in."
        return Heard(sentence=told, unclear=True)
    ways = sorted(product(*(one.values for one in speaking)), key=lambda way: -float(np.prod([p for _, p in way])))
    answers = [want.answer([value for value, _ in way]) for way in ways[: 4 * MOST]]
    return _legal_ones(want, answers, sure=all(one.sure for one in speaking))


def _card(want: Wanted, card: Found, pictures: Sequence[Image], shelf: Shelf) -> _Card:
    by_number = _by_number(want, card, pictures) if want.numbers else None
    by_picture = _by_picture(want, card, pictures[0], shelf) if want.names else None
    if by_number is None or by_picture is None:
        return by_number or by_picture or _Card((), False)
    if by_number.sure and by_picture.sure:
        if by_picture.values[0][0] in [value for value, _ in by_number.values]:
            return by_picture
        return _Card((*by_picture.values, *by_number.values), False)  # two witnesses that contradict each other
    if by_number.sure or by_picture.sure:
        return by_number if by_number.sure else by_picture
    return _Card((*by_number.values, *by_picture.values), False, by_number.refusal)


def _by_number(want: Wanted, card: Found, pictures: Sequence[Image]) -> _Card:
    deck = want.deck
    reads, _ = mat.read_card(pictures, card, deck)
    anything = cards.again(reads, deck)
    bound = cards.again(reads, replace(deck, possible=list(want.numbers))) if len(want.numbers) < 900 else anything
    if isinstance(anything.value, int) and anything.sure and anything.value not in want.numbers:
        return _Card((), False, want.refusal(anything.value))
    values: list[tuple[Plain, float]] = []
    for number, chance in _ranked(bound):
        if isinstance(number, int) and number in want.numbers:
            values += [(value, chance) for value in want.numbers[number]]
    sure = bound.sure and bound.value == anything.value and len(want.numbers.get(_int(bound), ())) == 1
    return _Card(tuple(values[:1] if sure else _one_number(want, bound, values)), sure)


def _one_number(want: Wanted, bound: Reading, values: list[tuple[Plain, float]]) -> list[tuple[Plain, float]]:
    """A number that is surely read, but stands on several tiles: only those are asked about."""
    if bound.sure and (same := want.numbers.get(_int(bound))):
        return [(value, bound.confidence) for value in same]
    return values


def _int(reading: Reading) -> int:
    return reading.value if isinstance(reading.value, int) else -1


def _by_picture(want: Wanted, card: Found, picture: Image, shelf: Shelf) -> _Card:
    names = [name for name in shelf.pieces if name.lower() in want.names]
    reading = shelf.read("card", cards.straighten(picture, card, want.deck), names)
    values = tuple((want.names[str(name).lower()], chance) for name, chance in _ranked(reading) if name is not None)
    return _Card(values[:1] if reading.sure else values, reading.sure and reading.value is not None)


def _ranked(reading: Reading) -> list[tuple[str | int | None, float]]:
    both = [(reading.value, reading.confidence), *reading.alternatives]
    return sorted(((value, chance) for value, chance in both if chance > LIKELY), key=lambda one: -one[1])


def _legal_ones(want: Wanted, answers: Sequence[Plain], *, sure: bool) -> Heard:
    """Of all answers those that the rules allow; if none does, why."""
    allowed = [answer for answer in answers if not legal(want, answer)]
    kept: list[Plain] = []
    for answer in allowed:
        if answer not in kept:
            kept.append(answer)
    if not kept:
        return Heard(sentence=legal(want, answers[0]) if answers else "")
    return Heard(tuple(kept[:MOST]), sure and len(kept) == 1)


def _too_many(lie: int, thing: str, asked: int) -> str:
    many = NUMBERS[lie].capitalize() if lie < len(NUMBERS) else str(lie)
    few = NUMBERS[asked] if asked < len(NUMBERS) else str(asked)
    plural = "dice" if thing == "die" else f"{thing}s"
    return (
        f"{many} {plural} lie there and {few} {'is' if asked == 1 else 'are'} asked for: take away what doesn't belong."
    )


# Dice


@dataclass(frozen=True)
class _Die:
    """What one die may show.

    :param colours: likeliest first; a single None where colours do not matter.
    """

    pips: tuple[tuple[int, float], ...]
    colours: tuple[tuple[str | None, float], ...]
    picture: tuple[Image, ...]


def hear_dice(want: Wanted, found: Sequence[Die], pictures: Sequence[Image], now: Lying, shelf: Shelf) -> Heard:
    """What new dice on the mat answer."""
    emblems = any(_taught(die, shelf) for die in want.dice)
    thrown = [one for die in found if (one := _die(want, die, pictures, now, emblems)) is not None]
    if len(thrown) > len(want.dice):
        return Heard(sentence=_too_many(len(thrown), "die", len(want.dice)))
    if len(thrown) < len(want.dice):
        return Heard(sentence=f"{len(thrown)} of {len(want.dice)} dice lie on the mat.", waits=True)
    fitting, others = _by_colour(want, thrown)
    fits, strange = sum(p for _, p in fitting), MISTAKEN * sum(p for _, p in others)
    if strange > CLEARLY * (fits + strange):
        return Heard(sentence=_other_dice(want, others[0][0]))
    ways: dict[tuple[str | int, ...], float] = {}
    clear = fits > CLEARLY * (fits + strange)
    for order, chance in fitting:
        shown = [_faces(die, thrown[at], shelf) for die, at in zip(want.dice, order, strict=True)]
        clear = clear and all(sure for _, sure in shown)
        for faces in product(*(each for each, _ in shown)):
            answer = tuple(face for face, _ in faces)
            ways[answer] = ways.get(answer, 0.0) + chance * float(np.prod([p for _, p in faces]))
    if not ways:
        told = f"The dice cannot be made out: move them a little apart, or tap in {want.things}."
        return Heard(sentence=told, unclear=True)
    ranked = sorted(ways, key=lambda way: -ways[way])
    if clear and ways[ranked[0]] > CLEARLY * sum(ways.values()):
        return _legal_ones(want, [list(ranked[0])], sure=True)
    return _legal_ones(want, [list(way) for way in ranked if ways[way] > LIKELY * ways[ranked[0]]], sure=False)


def _die(want: Wanted, die: Die, pictures: Sequence[Image], now: Lying, taught: bool) -> _Die | None:
    """What a thing the size of a die shows; None for what is no die at all."""
    reading = mat.read_die(pictures, die)
    if reading.value is None and reading.confidence >= NO_DIE and not taught:
        return None
    pips = tuple((value, chance) for value, chance in _ranked(reading) if isinstance(value, int))
    colours: tuple[tuple[str | None, float], ...] = ((None, 1.0),)
    if want.colours:
        colour = die_colour.read(die, now, want.colours, paper=MAT["paper"])
        colours = tuple((name if name is None else str(name), chance) for name, chance in _ranked(colour))
    return _Die(pips, colours, (mat.face_of(pictures[0], die),) if taught else ())


Orders = list[tuple[list[int], float]]
Strangers = list[tuple[tuple[str | None, ...], float]]


def _by_colour(want: Wanted, thrown: Sequence[_Die]) -> tuple[Orders, Strangers]:
    """Every way in which the dice can be those asked for, and every way in which they are not, likeliest first."""
    fitting: Orders = []
    others: Strangers = []
    for ways in product(*(one.colours for one in thrown)):
        colours = tuple(colour for colour, _ in ways)
        chance = float(np.prod([p for _, p in ways]))
        order = _dealt(want.dice, colours)
        if order is None:
            others.append((colours, chance))
        else:
            fitting.append((order, chance))
    return sorted(fitting, key=lambda one: -one[1]), sorted(others, key=lambda one: -one[1])


def _taught(die: WantedDie, shelf: Shelf) -> dict[str, str | int]:
    """The faces of this die that were shown to the box, by the names they were given."""
    faces = {die.taught(face).lower(): face for face in die.faces}
    return {name: faces[name.lower()] for name in shelf.pieces if name.lower() in faces}


def _faces(die: WantedDie, thrown: _Die, shelf: Shelf) -> tuple[list[tuple[str | int, float]], bool]:
    """The faces this die may show, likeliest first, and whether there is no doubt."""
    known = _taught(die, shelf)
    if known and thrown.picture:
        best = shelf.read("die", thrown.picture[0], list(known), kind="die")
        faces = [(known[str(name)], chance) for name, chance in _ranked(best) if name is not None]
        return faces, best.sure and best.value is not None
    faces = [(face, chance) for pips, chance in thrown.pips if (face := die.shows(pips)) is not None]
    return faces, bool(faces) and faces[0][1] >= SURE


def _dealt(dice: Sequence[WantedDie], colours: Sequence[str | None]) -> list[int] | None:
    """Which thrown die stands for which wanted one, left before right; None if the colours do not fit."""
    free = list(range(len(colours)))
    order = []
    for die in dice:
        fits = next((at for at in free if die.colour is None or colours[at] == die.colour), None)
        if fits is None:
            return None
        free.remove(fits)
        order.append(fits)
    return order


def _other_dice(want: Wanted, colours: Sequence[str | None]) -> str:
    """Dice of other colours than asked for, told in words."""
    if len(colours) == 1 and colours[0]:
        return f"That's the {colours[0]} die; {want.things} is asked for."
    asked = Counter(die.colour for die in want.dice)
    return f"Asked for: {_words(asked)}. On the mat: {_words(Counter(colours))}."


def _words(dice: Counter[str | None]) -> str:
    return ", ".join(f"{count} {colour or 'of another colour'}" for colour, count in dice.items())
