"""Teaches the box a piece it does not know: lay it down, press three times, name it.

From a few pictures of the piece and those of all other taught pieces it is worked out how sure the box will be, and
which other piece it could be taken for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.pieces import KINDS, Kind
from vision.read import sureness
from vision.reading import Image, Reading, rises

Floats = NDArray[np.float32]

LOOKS = 3
"""How often a piece is shown before it is known."""

LONGEST = 60  # letters of a name
_NONE = 0.8  # how sure it is at most that a piece is none of those it knows: it may lie in bad light
_COMMON = 6  # pieces of a kind from which on what they all have in common (a frame, a border) is left out


@dataclass(frozen=True)
class Taught:
    """One piece the owner has shown to the box.

    :param kind: one of `KINDS`.
    :param pictures: one for each time it was shown, all the same way up.
    """

    name: str
    pictures: tuple[Image, ...] = field(compare=False)
    kind: str = "card"


@dataclass(frozen=True)
class Estimate:
    """How sure the box will be about a piece, told right after it was taught.

    :param sure: 0 to 1.
    :param like: the other piece it could most easily be taken for, if there is any.
    """

    sure: float
    like: str | None
    sentence: str


class _Pile:
    """All taught pieces of one kind, ready to be compared with."""

    def __init__(self, kind: Kind, pieces: Sequence[Taught]) -> None:
        self.kind = kind
        self.names = [piece.name for piece in pieces]
        rows = [thumbnail(picture, kind) for piece in pieces for picture in piece.pictures]
        self.owner = np.array([n for n, piece in enumerate(pieces) for _ in piece.pictures], np.intp)
        looks = np.array(rows, np.float32).reshape(len(rows), -1)
        self.common = np.zeros(looks.shape[1], np.float32)
        self.weight = np.ones(looks.shape[1], np.float32)
        if len(pieces) >= _COMMON:
            self.common = looks.mean(axis=0)
            # Where looks at one and the same piece differ, as along a frame's edges, it is told apart from others
            # least.
            noise = np.mean([looks[self.owner == n].var(axis=0) for n in range(len(pieces))], axis=0)
            self.weight = np.asarray(1 / np.sqrt(noise + noise.mean() + 1e-9), np.float32)
        self.looks = self._told_apart(looks)

    def _told_apart(self, thumbnails: Floats) -> Floats:
        return _unit((thumbnails - self.common) * self.weight)

    def scores(self, picture: Image, *, without: int | None = None) -> Floats:
        """How alike *picture* is to each piece in its best turn, -1 to 1.

        :param without: a look that does not count, to see how well a piece is known by its others.
        """
        alike = (self.looks @ self._told_apart(all_ways(picture, self.kind)).T).max(axis=1)
        if without is not None:
            alike[without] = -1.0
        best = np.full(len(self.names), -1.0, np.float32)
        np.maximum.at(best, self.owner, alike)
        return best


class Shelf:
    """Everything the owner has taught, by name; kept with the owner's pack."""

    def __init__(self, pieces: Iterable[Taught] = ()) -> None:
        self.pieces: dict[str, Taught] = {piece.name: piece for piece in pieces}
        self._piles: dict[str, _Pile] = {}

    def teach(self, name: str, pictures: Sequence[Image], kind: str = "card") -> Estimate:
        """Learn *name* from straightened pictures of it, in any of the turns its kind allows; an older piece of that
        name is replaced.
        """
        name = self._good_name(name)
        if len(pictures) < LOOKS:
            raise ValueError(f"Show it {LOOKS} times; {len(pictures)} came.")
        self._put(Taught(name, same_way_up(pictures, KINDS[kind]), kind))
        return self.estimate(name)

    def rename(self, name: str, new: str) -> None:
        """Call a piece something else."""
        piece, new = self._piece(name), self._good_name(new)
        if new != name and new in self.pieces:
            raise ValueError(f"There's already a piece called {new}.")
        renamed = replace(piece, name=new)
        self.pieces = {each.name: each for each in (renamed if p is piece else p for p in self.pieces.values())}
        self._piles.clear()

    def remove(self, name: str) -> None:
        """Forget a piece."""
        del self.pieces[self._piece(name).name]
        self._piles.clear()

    def _piece(self, name: str) -> Taught:
        if name not in self.pieces:
            raise ValueError(f"The box knows no piece called {name}.")
        return self.pieces[name]

    def _good_name(self, name: str) -> str:
        name = " ".join(name.split())
        if not name:
            raise ValueError("The piece needs a name.")
        if len(name) > LONGEST:
            raise ValueError(f"A name has up to {LONGEST} letters; this one has {len(name)}.")
        return name

    def _put(self, piece: Taught) -> None:
        self.pieces[piece.name] = piece
        self._piles.clear()

    def _pile(self, kind: str) -> _Pile | None:
        if kind not in self._piles:
            pieces = [piece for piece in self.pieces.values() if piece.kind == kind]
            if not pieces:
                return None
            self._piles[kind] = _Pile(KINDS[kind], pieces)
        return self._piles[kind]

    # Knowing it again

    def estimate(self, name: str) -> Estimate:
        """How sure the box will be about *name*, with all it knows by now: each look is read as if it were new."""
        piece = self._piece(name)
        pile = self._pile(piece.kind)
        assert pile is not None
        mine = pile.names.index(name)
        sure, nearest, like = 1.0, -1.0, ""
        for row in np.flatnonzero(pile.owner == mine):
            picture = piece.pictures[int(row) - int(np.flatnonzero(pile.owner == mine)[0])]
            scores = pile.scores(picture, without=int(row))
            # By one look less than it will be known by: so its evidence is told, and not how sure that makes.
            reading = _weighed("", pile.names, scores, pile.kind)
            sure = min(sure, reading.confidence if reading.value == name else 0.0)
            scores[mine] = -1.0
            other = int(scores.argmax())
            if len(scores) > 1 and scores[other] > nearest:
                nearest, like = float(scores[other]), pile.names[other]
        if self.steadiness(name) < 0.6:
            sentence = f"The looks at {name} were not alike: show it again, in steady light and lying free."
        elif nearest > 0.5 and sure < 0.6:
            sentence = f"{name} looks much like {like}: the box will often ask which of the two it is."
        elif sure < 0.9:
            sentence = f"{name} is known, but not well: the box will often ask. Show it again, in more light."
        else:
            sentence = f"{name} is known."
        return Estimate(round(sure, 2), like if nearest > 0.5 else None, sentence)

    def steadiness(self, name: str) -> float:
        """How alike the looks at a piece are, up to 1."""
        piece = self._piece(name)
        kind = KINDS[piece.kind]
        looks = [thumbnail(picture, kind) for picture in piece.pictures]
        return min((float(a @ b) for n, a in enumerate(looks) for b in looks[:n]), default=0.0)

    def read(self, slot: str, picture: Image, among: Sequence[str] | None = None, kind: str = "card") -> Reading:
        """Which taught piece *picture* shows, whichever way it lies; ``None`` if it is none of them.

        :param among: the only pieces it can be, if the rules know.
        """
        pile = self._pile(kind)
        wanted = [n for n, name in enumerate(pile.names) if among is None or name in among] if pile else []
        if pile is None or not wanted:
            return Reading(slot, None, 0.0)
        weighed = _weighed(slot, [pile.names[n] for n in wanted], pile.scores(picture)[wanted], pile.kind)
        return weighed if weighed.value is None else sureness.fitted(weighed, kind_of(kind))

    def merged(self, other: Shelf) -> Shelf:
        """Both shelves together; of two pieces with one name the other's is kept."""
        return Shelf([*(p for p in self.pieces.values() if p.name not in other.pieces), *other.pieces.values()])


def kind_of(kind: str) -> str:
    """Of which kind a reading of a taught piece is: a card shows far more to know it by than a die or a token."""
    return "taught card" if kind == "card" else "taught piece"


def _weighed(slot: str, names: Sequence[str], scores: Floats, kind: Kind) -> Reading:
    """From how alike it is to each piece to how much speaks for one: it must be like it, and less like the next."""
    ranked = np.argsort(-scores)
    best, score = names[int(ranked[0])], float(scores[ranked[0]])
    second = float(scores[ranked[1]]) if len(ranked) > 1 else -1.0
    known, clear = rises(score, kind.alike, 30), rises(score - second, 0.04, 60)
    if known < 0.5:
        return Reading(slot, None, (1 - known) * _NONE, ((best, known * clear),))
    others = tuple((names[int(n)], known * (1 - clear)) for n in ranked[1:2])
    return Reading(slot, best, known * clear, others)


# Small pictures


def thumbnail(picture: Image, kind: Kind) -> Floats:
    """A piece so small that only its picture as a whole is left, its light taken out; what lies around it is not
    looked at.
    """
    small = np.asarray(cv2.resize(picture, kind.thumb, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(_thumbnails([small], kind)[0])


def _thumbnails(small: Sequence[Image], kind: Kind) -> Floats:
    rows = np.array(small, np.uint8).reshape(len(small), -1, 3)
    if kind.ways > 2:
        rows = rows[:, _inside(kind)]
    # Of light only its strength and its colour are taken out, not its slope: a piece is small.
    plain = rows.astype(np.float32)
    return _unit((plain - plain.mean(axis=1, keepdims=True)).reshape(len(small), -1))


@cache
def _inside(kind: Kind) -> NDArray[np.intp]:
    """Which samples lie on the piece: a die's rounded edge and the mat beside a hexagon are left out."""
    width, height = kind.thumb
    x, y = np.meshgrid((np.arange(width) + 0.5) / width * 2 - 1, (np.arange(height) + 0.5) / height * 2 - 1)
    if kind.name == "die":
        return np.flatnonzero((np.abs(x) < 0.74) & (np.abs(y) < 0.74))
    return np.flatnonzero(np.hypot(x, y) < (0.8 if kind.name == "tile" else 0.86))


@dataclass(frozen=True)
class _Way:
    """One way in which a piece may lie: degrees it is turned, how far off it is (of its size), and how large."""

    turned: float
    off: tuple[float, float] = (0.0, 0.0)
    zoom: float = 1.0


@cache
def _ways(kind: Kind) -> tuple[_Way, ...]:
    """Every way in which a piece of this kind may lie within its box."""
    turns = [360 * way / kind.ways for way in range(kind.ways)]
    if kind.name == "die":
        # Seen aslant, a die shows one or two of its sides: then its face is not in the middle, and smaller.
        steps = (-0.12, -0.06, 0.0, 0.06, 0.12)
        return tuple(
            _Way(turn + more, (x, y), zoom)
            for turn in turns
            for more in (-4.0, 0.0, 4.0)
            for x in steps
            for y in steps
            for zoom in (1.0, 0.87)
        )
    # A hexagon's outline tells its turn to a few degrees.
    return tuple(_Way(turn + more) for turn in turns for more in ((-4.0, 0.0, 4.0) if kind.name == "tile" else (0.0,)))


def _laid(picture: Image, kind: Kind, way: _Way, size: tuple[int, int]) -> Image:
    """The picture with the piece turned back, moved to the middle and sized right."""
    height, width = picture.shape[:2]
    x, y = size[0] / width / way.zoom, size[1] / height / way.zoom
    a = np.deg2rad(way.turned)
    # Turned in the piece's own proportions, which are square for all that turn by less than a half.
    matrix = np.array([[x * np.cos(a), x * np.sin(a), 0.0], [-y * np.sin(a), y * np.cos(a), 0.0]])
    middle = np.array([width * (0.5 + way.off[0]) - 0.5, height * (0.5 + way.off[1]) - 0.5])
    matrix[:, 2] = np.array([size[0] / 2 - 0.5, size[1] / 2 - 0.5]) - matrix[:, :2] @ middle
    return np.asarray(
        cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def all_ways(picture: Image, kind: Kind) -> Floats:
    """Thumbnails of the picture for every way in which the piece may lie in it."""
    if kind.ways == 2:
        both = (picture, np.ascontiguousarray(picture[::-1, ::-1]))
        return np.array([thumbnail(way, kind) for way in both], np.float32)
    # Samples are taken straight from a picture twice as fine: what is finer still would only flicker.
    fine = (2 * kind.thumb[0], 2 * kind.thumb[1])
    small = cv2.GaussianBlur(cv2.resize(picture, fine, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    small = np.asarray(small, np.uint8)
    return _thumbnails([_laid(small, kind, way, kind.thumb) for way in _ways(kind)], kind)


def same_way_up(pictures: Sequence[Image], kind: Kind) -> tuple[Image, ...]:
    """All pictures laid like the first: nobody lays a die down the same way three times."""
    sized = [np.asarray(cv2.resize(p, kind.size, interpolation=cv2.INTER_AREA), np.uint8) for p in pictures]
    first = thumbnail(sized[0], kind)
    return (sized[0], *(_like(first, one, kind) for one in sized[1:]))


def _like(first: Floats, picture: Image, kind: Kind) -> Image:
    best = int((all_ways(picture, kind) @ first).argmax())
    if kind.ways == 2:
        return picture if best == 0 else np.ascontiguousarray(picture[::-1, ::-1])
    return _laid(picture, kind, _ways(kind)[best], kind.size)


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
