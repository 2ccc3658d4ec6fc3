"""What a game has on the table: its printed board and sheets, its pieces, and the places beside the board.

All lengths are millimetres; a place is counted from the middle of its sheet, x to the right and y down. The page prints
it, the pretend table shows it, and the camera knows by it where to look and what may lie there: one source for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from . import markers

Place = tuple[float, float]
Shape = Mapping[str, Any]
Shapes = Sequence[Shape]

MARKER = "marker"  # whatever stands on a track
BESIDE = "beside"  # the table beside the board
A4, A4_ACROSS, A3_ACROSS = (210.0, 297.0), (297.0, 210.0), (420.0, 297.0)
CARD = (63.0, 88.0)  # fits common sleeves
TILE = 0.97
"""A tile is a little smaller than its slot, so that neighbours do not push each other."""


class Piece(str):
    """What lies or stands somewhere: whose it is, what it is, and which way up. It reads as people say it.

    It is a text, such as ``white police`` or ``white back``, so that tables can be compared, written down and read
    aloud as they are; whoever wants to know more asks the piece and splits no words.
    """

    owner: str
    kind: str
    up: bool

    def __new__(cls, kind: str, owner: str = "", *, up: bool = True, words: str = "") -> Piece:
        """:param words: how it reads, if not as its owner and its kind (or ``back``)."""
        piece = super().__new__(cls, words or f"{owner} {kind if up else 'back'}".strip())
        piece.owner, piece.kind, piece.up = owner, kind, up
        return piece


@dataclass(frozen=True)
class Slot:
    """A place of its own for a tile or a token.

    :param at: its middle.
    :param outline: the corners of what is printed around it; none if nothing is.
    :param label: what is printed on it.
    :param line: how broad its outline is printed.
    :param letters: how high the letters of its label are.
    """

    at: Place
    outline: tuple[Place, ...] = ()
    label: str = ""
    line: float = 0.68
    letters: float = 5.8


@dataclass(frozen=True)
class Area:
    """Where figures stand wherever they like: its middle, and how far it reaches to either side and up and down.

    :param title: what the table calls it.
    :param stands: how figures that share it stand around its middle, by how many there are.
    """

    title: str
    at: Place
    half: Place
    stands: Mapping[int, Sequence[Place]] = field(default_factory=lambda: {1: ((0.0, 0.0),)})


@dataclass(frozen=True)
class Words:
    """Something to read on a sheet.

    :param at: where its letters stand: the middle of the line or, if not *middle*, its left end.
    :param size: how high its letters are.
    """

    text: str
    at: Place
    size: float
    middle: bool = True


@dataclass(frozen=True)
class PrintedBoard:
    """A board or sheet of paper that the camera finds by its corner markers, and whatever may lie on it.

    Tiles lie in *slots*, tokens stand on *spots*, figures stand somewhere in *areas*, one marker stands on each of
    the *tracks*, taught cards lie at *cards*. A board may have any of these.

    :param title: what people call it.
    :param paper: width and height; an A3 that lies across is the largest that can be printed.
    :param unit: so many millimetres are one unit to the camera: a board is about 19 units across.
    :param markers: the middle of each corner marker, by its number (`rules.games.taken_markers`: which are taken).
    :param colours: ``paper``, ``field`` (of a slot), ``line`` and ``label`` as ``#rrggbb``.
    :param tiles: the shapes of each tile by what it is, 1 from its middle to its corners.
    :param tile: from the middle of a slot to its corners; a tile is a little smaller.
    :param outline: of a tile, 1 from its middle to its corners.
    :param tokens: the shapes of each token or figure, 1 from its middle to its edge.
    :param titles: what people call each token, printed beside it on the sheet from which it is cut.
    :param token: from the middle of a token to its edge.
    :param tracks: the middle of every space of each track, by what standing there means.
    :param cards: the middle of each card; how large they are is *card*.
    :param drawn: what else is printed.
    :param bare: places where the paper stays bare, whatever lies around.
    :param aside: it only lies there if people like, and answers no question.
    :param photograph: an owner's own board, straightened: it has no markers and is known by this picture.
    """

    title: str
    paper: Place
    unit: float
    markers: Mapping[int, Place] = field(default_factory=dict)
    marker_side: float = 20.0
    colours: Mapping[str, str] = field(default_factory=dict)
    slots: Mapping[str, Slot] = field(default_factory=dict)
    tiles: Mapping[Piece, Shapes] = field(default_factory=dict)
    tile: float = 0.0
    outline: tuple[Place, ...] = ()
    spots: Mapping[str, Slot] = field(default_factory=dict)
    areas: Mapping[str, Area] = field(default_factory=dict)
    tokens: Mapping[str, Shapes] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    token: float = 0.0
    tracks: Mapping[str, Mapping[str, Place]] = field(default_factory=dict)
    cards: Mapping[str, Place] = field(default_factory=dict)
    card: Place = CARD
    drawn: Shapes = ()
    words: Sequence[Words] = ()
    bare: Sequence[Place] = ()
    aside: bool = False
    photograph: Path | None = None

    def __hash__(self) -> int:
        return id(self)

    @property
    def half(self) -> Place:
        return self.paper[0] / 2, self.paper[1] / 2

    def shapes(self) -> list[Shape]:
        """All that is printed but words, as flat shapes: paper, slots, what else is drawn, corner markers.

        A shape may say of which ``part`` it is.
        """
        w, h = self.half
        sheet = ((-w, -h), (w, -h), (w, h), (-w, h))
        out: list[Shape] = [{"shape": "polygon", "points": sheet, "colour": self.colours["paper"]}]
        for slot in self.slots.values():
            if not slot.outline:
                continue
            out.append({"shape": "polygon", "points": slot.outline, "colour": self.colours["field"]})
            out += self._line(slot)
        for slot in self.spots.values():
            out += self._line(slot)
        return [*out, *self.drawn, *self.squares()]

    def _line(self, slot: Slot) -> Iterator[Shape]:
        if slot.outline:
            line = {"points": slot.outline, "width": slot.line, "colour": self.colours["line"]}
            yield {"shape": "stroke", "closed": True, **line}

    def written(self) -> list[Words]:
        """All that is to be read, the labels of slots and spots first."""
        labelled = (slot for slot in (*self.slots.values(), *self.spots.values()) if slot.label)
        labels = (Words(each.label, (each.at[0], each.at[1] + 0.36 * each.letters), each.letters) for each in labelled)
        return [*labels, *self.words]

    def squares(self) -> Iterator[Shape]:
        """The corner markers."""
        for number, (x, y) in self.markers.items():
            for shape in markers.shapes(number):
                points = tuple((x + self.marker_side * a, y + self.marker_side * b) for a, b in shape["points"])
                yield {**shape, "points": points, "part": "marker"}


def polygon(corners: int, radius: float = 1.0, *, middle: Place = (0.0, 0.0), turned: float = 0.0) -> tuple[Place, ...]:
    """A regular outline: a hex has a corner to its right, a square lies on its side with 45 degrees *turned*."""
    ways = (2 * pi * k / corners + turned * pi / 180 for k in range(corners))
    return tuple((middle[0] + radius * cos(way), middle[1] + radius * sin(way)) for way in ways)


OUTLINES: Mapping[str, tuple[Place, ...]] = {"hex": polygon(6), "square": polygon(4, turned=45.0)}
"""The outlines that ``art.toml`` can name; any other is a list of corners."""


# What is printed on paper for those who have no copy of their own


@dataclass(frozen=True)
class Card:
    """A card to be printed: of which deck, what it is called, and what it says."""

    deck: str
    name: str
    text: str = ""


@dataclass(frozen=True)
class Cut:
    """Tiles to cut out, each with its back on the other side of the paper."""

    faces: Sequence[Piece]
    back: Piece


@dataclass(frozen=True)
class ToPrint:
    """All that can be printed of a game.

    :param boards: its board, and sheets that only lie there if people like.
    :param spare: how often each token is printed.
    :param says: what people should know who print it, beside what holds for every sheet.
    """

    boards: Sequence[PrintedBoard]
    tiles: Sequence[Cut] = ()
    spare: int = 2
    cards: Sequence[Card] = ()
    says: Sequence[str] = ()


# What lies beside the board on the pretend table


@dataclass(frozen=True)
class Zone:
    """A place beside the board on the pretend table: a rack, a stock, a pouch, or just the table.

    :param takes: which pieces may lie there: those of this owner; empty for all.
    :param hidden: nobody sees what is in it; clicking it draws one, which goes to *drawn_to*.
    :param faces: whoever owns it sees the faces of what lies there face-down, as in a rack.
    :param turns_down: what is put there is turned face-down.
    """

    name: str
    title: str
    takes: str = ""
    hidden: bool = False
    drawn_to: str = ""
    faces: bool = False
    turns_down: bool = False


@dataclass(frozen=True)
class Component:
    """A piece in the game's box, for the pretend table.

    :param piece: what it is, or only whose if nobody knows yet what is printed on it.
    :param home: the zone it lies in before the game begins.
    :param onto: ``slots``, ``spots``, ``areas`` or the name of a track: what it can be put on.
    """

    piece: Piece
    home: str
    onto: str = "slots"
