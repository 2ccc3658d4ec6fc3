"""The reading mat of the pretend table: cards are laid on it and dice thrown with the mouse.

What the hand chooses is what lies there; the pretend camera photographs it, and the real readers read the photograph.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import hypot

from device.live.table import Table
from device.sight import boards
from device.sight.mat_looks import deck
from device.sight.mat_wanted import Wanted, wanted
from rules.ask import Trouble
from rules.moment import Moment
from rules.plain import Plain
from rules.reading_mat import CORNER, Sort
from vision.draw import colour
from vision.read.die_colour import USUAL
from vision.reading import Image
from vision.scene import cards as scene_cards
from vision.scene.dice import DieLook
from vision.scene.mat import Laid, Thrown

ROOM = 30.0  # mm at the mat's left and right edge where its corner markers are
MOST_CARDS = 2  # more do not lie free on a sheet of A4
ANY = Sort("card", number=CORNER)


@dataclass(frozen=True)
class Piece:
    """A card, tile or die on the pretend mat.

    :param label: what is printed on a card or lies on top of a die.
    :param at: its middle in millimetres from the mat's; *turned* degrees clockwise.
    """

    id: int
    kind: str  # card or die
    label: str
    colour: str
    size: tuple[float, float]
    at: tuple[float, float]
    turned: float


class PretendMat:
    """Cards and dice on a mat that exists only on the screen.

    :param luck: decides where things come to lie and what dice show.
    """

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        self.layout = boards.MAT
        self.count = 0  # of changes, so that a camera knows when to look
        self._table = table
        self._luck = luck or random.SystemRandom()
        self._lying: list[tuple[Piece, Laid | Thrown]] = []
        self._next = 0
        self._lock = threading.RLock()

    # What hands do

    def lay(self, number: int, face: Image | None = None) -> Piece:
        """Lay down a card with *number*, of the sort that the box asks for just now.

        :param face: its whole picture, for a card that was taught.
        """
        if not 0 < number < 1000:
            raise Trouble("A card's number has one to three digits.")
        with self._lock:
            want = self._wanted(dice=False)
            sort = want.sort if want else ANY
            if face is None:
                printed = deck(replace(sort, number=sort.number or CORNER))
                look = scene_cards.CardLook(number, self._luck.randrange(10**6), _type())
                face = scene_cards.paint_card(look, printed)
            cards = [piece for piece, _ in self._lying if piece.kind == "card"]
            count = want.count if want else 1
            if len(cards) >= max(MOST_CARDS, count):
                self.take(cards.pop(0).id)
            if count > 1:
                at, turned = self._in_row(sort.size, len(cards) % count, count), self._luck.uniform(-4, 4)
            else:
                at, turned = self._place(hypot(*sort.size) / 2), self._luck.uniform(-35, 35)
                if self._luck.random() < 0.3:
                    turned += 180  # people lay cards down from every side of the table
            piece = Piece(self._id(), "card", str(number), "", sort.size, at, turned)
            self._put(piece, Laid(face, sort.size, at, turned))
            return piece

    def throw(self, pips: Sequence[int] = (), colours: Sequence[str] | None = None) -> list[Piece]:
        """Throw the dice that the box asks for just now; those that lay there are picked up first.

        :param pips: what they shall show, for those who cannot wait for luck; 0 leaves a die to it.
        :param colours: of the dice; those asked for if none are given.
        """
        with self._lock:
            if colours is None:
                want = self._wanted(dice=True)
                colours = [die.colour or "white" for die in want.dice] if want else ["white"]
            if any(name not in USUAL for name in colours) or any(not 0 <= value <= 6 for value in pips):
                raise Trouble("Dice show one to six pips, and have a colour that people know.")
            self._lying = [(piece, thing) for piece, thing in self._lying if piece.kind != "die"]
            thrown = []
            for at, name in enumerate(colours):
                value = (pips[at] if at < len(pips) else 0) or self._luck.randint(1, 6)
                place, turned = self._place(14.0), self._luck.uniform(0, 90)
                piece = Piece(self._id(), "die", str(value), name, (16.0, 16.0), place, turned)
                self._put(piece, Thrown(value, _look(name), place, turned, seed=self._next))
                thrown.append(piece)
            return thrown

    def take(self, number: int) -> None:
        """Take one thing off the mat."""
        with self._lock:
            left = [(piece, thing) for piece, thing in self._lying if piece.id != number]
            if len(left) == len(self._lying):
                raise Trouble("There is no such thing on the pretend mat.")
            self._lying = left
            self.count += 1

    def clear(self) -> None:
        """Take everything off the mat."""
        with self._lock:
            self._lying = []
            self.count += 1

    def _put(self, piece: Piece, thing: Laid | Thrown) -> None:
        self._lying.append((piece, thing))
        self.count += 1

    def _id(self) -> int:
        self._next += 1
        return self._next

    def _place(self, reach: float) -> tuple[float, float]:
        """Somewhere on the mat where nothing lies, or else on top of something.

        :param reach: from its middle to its farthest corner, in millimetres.
        """
        w, h = self.layout.half[0] - ROOM - reach, self.layout.half[1] - reach
        at = (0.0, 0.0)
        for _ in range(300):
            at = (self._luck.uniform(-w, w), self._luck.uniform(-h, h))
            if all(hypot(at[0] - p.at[0], at[1] - p.at[1]) > reach + hypot(*p.size) / 2 for p, _ in self._lying):
                break
        return at

    def _in_row(self, size: tuple[float, float], number: int, count: int) -> tuple[float, float]:
        """Where card *number* of *count* lies when they are laid out from left to right, in two rows if need be."""
        across = min(count, 3)
        x = (number % across - (across - 1) / 2) * (size[0] + 5)
        y = 0.0 if count <= across else (number // across - 0.5) * (size[1] + 4)
        return x + self._luck.uniform(-1, 1), y + self._luck.uniform(-1, 1)

    # What there is to see

    def _wanted(self, *, dice: bool) -> Wanted | None:
        return next((want for want in wanted(self._table.moment) if bool(want.dice) == dice), None)

    def things(self) -> tuple[Laid | Thrown, ...]:
        with self._lock:
            return tuple(thing for _, thing in self._lying)

    @property
    def lies(self) -> bool:
        """Does the mat lie under the camera? Some games are played without cards and dice."""
        moment: Moment | None = self._table.moment
        return moment is not None and moment.position.game.uses_mat

    def seen(self) -> dict[str, Plain]:
        """Everything for the page, and what the box asks for."""
        with self._lock:
            cards, dice = self._wanted(dice=False), self._wanted(dice=True)
            want = cards or dice
            return {
                "lies": self.lies,
                "count": self.count,
                "pieces": [
                    {
                        "id": piece.id,
                        "kind": piece.kind,
                        "label": piece.label,
                        "colour": USUAL.get(piece.colour, "#f2efe6"),
                        "size": list(piece.size),
                        "at": [round(place, 1) for place in piece.at],
                        "turned": round(piece.turned),
                    }
                    for piece, _ in self._lying
                ],
                "asks": want.invitation if want else "",
                "card": cards.sort.thing if cards else "card",
                "numbers": sorted(cards.numbers)[:40] if cards else list(range(1, 10)),
                "dice": [die.name for die in dice.dice] if dice else ["die"],
            }


@cache
def _type() -> scene_cards.Glyphs:
    return scene_cards.line_digits()


def _look(name: str) -> DieLook:
    """A die of that colour as a shop would sell it."""
    blue, green, red = colour(USUAL[name])
    light = 0.114 * blue + 0.587 * green + 0.299 * red > 150
    return DieLook((blue, green, red), (35.0, 32.0, 30.0) if light else (238.0, 240.0, 242.0))
