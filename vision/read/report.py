"""What the readers see in any picture: readings with confidences, and the picture with everything drawn in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import cards, pieces, register, steady
from vision.find import loose as loose_things
from vision.find.board import Board
from vision.find.cards import CardRead, Deck
from vision.find.register import Layout, Registration
from vision.read import dice
from vision.read.card_row import CardRow
from vision.read.taught import Shelf
from vision.read.tracks import TrackReader
from vision.reading import Image, Reading, Trouble

_BELIEVED = 0.05  # a number less likely than this may be read out of anything
_GREEN, _AMBER, _RED, _BLUE = (90, 200, 60), (30, 170, 250), (60, 60, 230), (230, 150, 40)


@dataclass
class Report:
    """Everything that was seen in one picture.

    :param light: how good it is, 0 to 1.
    :param sharp: how sharp the picture is; from 1 on it is sharp enough.
    :param markers: the numbers of the corner markers that were seen.
    :param wanted: how many corner markers the board (or mat) that was found has.
    :param where: where each board or mat lies, by its title.
    :param outlines: the corners of each card, die and piece in the picture, by its slot.
    :param picture: a copy with all of it drawn in.
    """

    readings: list[Reading] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    light: float = 0.0
    sharp: float = 0.0
    markers: tuple[int, ...] = ()
    wanted: int = 0
    board: str = ""
    where: dict[str, Registration] = field(default_factory=dict)
    outlines: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    picture: Image = field(default_factory=lambda: np.zeros((1, 1, 3), np.uint8))

    def plain(self) -> dict[str, object]:
        """As plain data, for ``--json``."""
        return {
            "board": self.board,
            "light": self.light,
            "sharp": round(self.sharp, 2),
            "markers": list(self.markers),
            "sentences": self.sentences,
            "readings": [self._plain(reading) for reading in self.readings],
        }

    def _plain(self, reading: Reading) -> dict[str, object]:
        plain: dict[str, object] = {
            "slot": reading.slot,
            "value": reading.value,
            "confidence": round(reading.confidence, 4),
            "alternatives": [[value, round(p, 4)] for value, p in reading.alternatives],
        }
        if reading.slot in self.outlines:
            plain["corners"] = self.outlines[reading.slot].round(1).tolist()
        return plain

    def add(self, reading: Reading, corners: NDArray[np.float64]) -> None:
        """Something that was read, drawn in where it lies."""
        self.readings.append(reading)
        self.outlines[reading.slot] = corners
        _outline(self.picture, corners, _tint(reading), _label(reading))

    def lines(self) -> list[str]:
        """For people to read in a terminal: what is there, and what is not sure."""
        lines = list(self.sentences)
        if not lines and not self.readings:
            lines.append(f"The {self.board} lies there, and nothing was read on it.")
        wide = max((len(reading.slot) for reading in self.readings), default=0)
        for reading in self.readings:
            if reading.value is not None or not reading.sure:
                what = "nothing" if reading.value is None else str(reading.value)
                mark = "" if reading.sure else "  (not sure)"
                lines.append(f"{reading.slot:>{max(8, wide)}}  {what:<28}{reading.confidence:6.3f}{mark}")
        empty = sum(reading.value is None and reading.sure for reading in self.readings)
        if empty:
            lines.append(f"{empty} slots are empty.")
        return lines


def report(
    picture: Image | None,
    boards: Mapping[str, Board],
    *,
    mat: Layout | None = None,
    decks: Sequence[Deck] = (),
    shelf: Shelf | None = None,
    pips: bool = True,
    loose: bool = False,
    others: Mapping[str, Layout] | None = None,
) -> Report:
    """Look for every known board in *picture*, read it, and draw what was seen.

    :param mat: the reading mat; cards of *decks*, dice and what was taught are looked for on it.
    :param shelf: pieces that were taught.
    :param pips: whether to look for ordinary dice on the mat.
    :param loose: also where there is neither a board nor the mat: cards and dice on a bare table.
    :param others: boards that nobody looks for here; if one of them lies there, that is said.
    """
    out = Report()
    broken = steady.trouble(picture)
    if broken is not None or picture is None:
        out.sentences.append(str(broken))
        if picture is not None:
            out.picture = _colour(picture)
        return out
    out.picture = _colour(picture)
    out.sharp = steady.sharpness(picture) / steady.SHARP
    found = register.markers(register.grey_of(picture))
    out.markers = tuple(sorted(found))
    lost: list[Trouble] = []
    sheets = {sheet.layout.title: sheet for board in boards.values() for sheet in board.beside}
    for name, board in {**boards, **sheets}.items():
        look = board.look(picture)
        if look.where is None:
            lost += [look.trouble] if look.trouble and not board.aside else []
            continue
        if not (board.aside and out.board):
            out.board, out.wanted = name, len(board.layout.markers)
        out.where[board.layout.title] = look.where
        _judge_light(out, picture, look.where, board.layout)
        _judge_place(out, board, look.where)
        out.sentences += [look.trouble.sentence] if look.trouble else []
        out.readings += look.readings
        _draw_board(out.picture, board, look.where, look.readings)
    where = register.fit(found, mat, (picture.shape[1], picture.shape[0])) if mat is not None else None
    if mat is not None and where is not None:
        out.board, out.wanted = out.board or mat.title, out.wanted or len(mat.markers)
        out.where[mat.title] = where
        _outline(out.picture, _sheet(where, mat), _BLUE, "")
        lying = _read_mat(out, picture, where, mat, decks, shelf, pips=pips)
        _judge_light(out, picture, where, mat, lying)
    _draw_markers(out.picture, found)
    stranger = _stranger(found, others or {}, (picture.shape[1], picture.shape[0])) if not out.board else ""
    if not out.board and loose and not stranger and not any(one.kind == "mirrored" for one in lost):
        _read_loose(out, picture, decks)
    if not out.board:
        if not out.readings:
            told = next((one for one in lost if one.kind in ("wrong board", "mirrored")), lost[0] if lost else None)
            empty = "Neither cards nor dice were found." if loose else "Lay a board or the mat under the camera."
            nothing = f"That is the {stranger}." if stranger else empty
            out.sentences.append(str(told) if told else nothing)
        judged = steady.light(picture)
        out.light = judged.score
        out.sentences += judged.advice
    out.sentences = list(dict.fromkeys(out.sentences))
    return out


def _stranger(found: Mapping[int, Any], others: Mapping[str, Layout], size: tuple[int, int]) -> str:
    """The title of a board that nobody looks for, if it surely lies there: what is printed on it is no card or die."""
    return next((other.title for other in others.values() if register.fit(found, other, size) is not None), "")


def _judge_place(out: Report, board: Board, where: Registration) -> None:
    """Which way the board lies, where people would wonder."""
    if board.moved:
        out.sentences.append(f"The {board.layout.title} or the camera was moved; it was found again.")
    if abs(where.turned) > 135:
        out.sentences.append(f"The {board.layout.title} lies upside down; it is read the right way round all the same.")
    places = where.to_pixels(list(board.places.values()))
    if (places < 0).any() or (places > np.array(where.size)).any():
        out.sentences.append(f"Part of the {board.layout.title} is outside the picture: slide it, or move the camera.")


def _judge_light(
    out: Report, picture: Image, where: Registration, layout: Layout, cards_there: Sequence[NDArray[np.float64]] = ()
) -> None:
    judged = steady.light(picture, where, layout.half, cards_there)
    out.light = min(out.light or 1.0, judged.score)
    out.sentences += judged.advice


def _read_mat(
    out: Report,
    picture: Image,
    where: Registration,
    mat: Layout,
    decks: Sequence[Deck],
    shelf: Shelf | None,
    *,
    pips: bool,
) -> list[NDArray[np.float64]]:
    """What lies on the mat; back come the corners of its cards."""
    taken = _read_taught(out, picture, where, mat, shelf)
    for size in dict.fromkeys(deck.size for deck in decks):
        alike = [deck for deck in decks if deck.size == size]
        _read_cards(out, picture, cards.find(picture, where, alike[0], half=mat.half), alike, taken)
    lying = list(taken)
    # A marker is square, black on white and of a die's size.
    taken += [where.to_pixels(mat.corners(number)) for number in mat.markers]
    found = dice.find(picture, where, half=mat.half) if pips else []
    _read_dice(out, [(die, dice.read(picture, die)) for die in found], taken)
    return lying


def _read_loose(out: Report, picture: Image, decks: Sequence[Deck]) -> None:
    """Cards and dice on a bare table. Trays, and dice seen aslant, have a card's proportions too: what has no number
    that can be believed is a card only where no die lies."""
    taken: list[NDArray[np.float64]] = []
    doubtful: list[CardRead] = []
    for size in dict.fromkeys(deck.size for deck in decks):
        alike = [deck for deck in decks if deck.size == size]
        found = loose_things.find_cards(picture, alike)
        doubtful += _read_cards(out, picture, found, alike, taken, believed=_BELIEVED)
    thrown = loose_things.find_dice(picture, taken)
    for read in doubtful:
        if not any(loose_things.inside(np.array(die.middle), read.card.corners) for die, _ in thrown):
            out.add(replace(read.number, slot=_next_card(out)), read.card.corners)
    _read_dice(out, thrown, taken)


def _read_cards(
    out: Report,
    picture: Image,
    found: Sequence[cards.Found],
    alike: Sequence[Deck],
    taken: list[NDArray[np.float64]],
    *,
    believed: float = 0.0,
) -> list[CardRead]:
    """The numbers of cards of one size, which may be printed in one of several places.

    :param believed: how sure a number must be where not everything of a card's proportions is one; others come back.
    """
    doubtful: list[CardRead] = []
    places = [deck for deck in alike if deck.number is not None]
    for card in found:
        if _inside(card.corners.mean(axis=0), taken):
            continue
        slot = _next_card(out)
        if not places:
            taken.append(card.corners)
            _outline(out.picture, card.corners, _BLUE, slot)
            continue
        read = cards.read_somewhere(picture, card, places, slot)
        if believed and (read.number.value is None or read.evidence < believed):
            doubtful.append(read)
            continue
        taken.append(card.corners)
        out.add(read.number, read.card.corners)
    return doubtful


def _next_card(out: Report) -> str:
    return f"card {sum(one.slot.startswith('card ') for one in out.readings) + 1}"


def _read_dice(out: Report, found: Sequence[tuple[dice.Die, Reading]], taken: Sequence[NDArray[np.float64]]) -> None:
    known = [one for one in found if one[1].value is not None and not _inside(one[0].middle, taken)]
    for number, (die, reading) in enumerate(known, 1):
        box = cv2.boxPoints((die.middle, (die.side, die.side), die.turned))
        out.add(replace(reading, slot=f"die {number}"), np.asarray(box, np.float64))


def _read_taught(
    out: Report, picture: Image, where: Registration, mat: Layout, shelf: Shelf | None
) -> list[NDArray[np.float64]]:
    """Pieces that were taught, and where they lie; what is none of them is left to the other readers."""
    taken: list[NDArray[np.float64]] = []
    for piece in pieces.find(picture, where, mat) if shelf is not None and shelf.pieces else []:
        assert shelf is not None
        reading = shelf.read(f"{piece.kind} {len(taken) + 1}", pieces.cut_out(picture, piece), kind=piece.kind)
        if reading.value is not None:
            taken.append(piece.corners)
            out.add(reading, piece.corners)
    return taken


def _inside(place: Any, outlines: Sequence[NDArray[np.float64]]) -> bool:
    return any(loose_things.inside(place, outline) for outline in outlines)


def _sheet(where: Registration, layout: Layout) -> NDArray[np.float64]:
    w, h = layout.half
    return where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)])


def _draw_markers(picture: Image, found: Mapping[int, NDArray[np.float64]]) -> None:
    for corners in found.values():
        cv2.polylines(picture, [corners.round().astype(np.int32)], True, _GREEN, 2, cv2.LINE_AA)


def _draw_board(picture: Image, board: Board, where: Registration, readings: Sequence[Reading]) -> None:
    _outline(picture, _sheet(where, board.layout), _BLUE, "")
    turns = np.deg2rad(np.arange(0, 360, 60))
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    places = {slot: (at, 0.9 * board.tiles.radius) for slot, at in board.tiles.slots.items()}
    if board.tokens is not None:
        places |= {slot: (at, 1.2 * board.tokens.radius) for slot, at in board.tokens.slots.items()}
    busy = [
        (reading, where.to_pixels(np.array(places[reading.slot][0]) + places[reading.slot][1] * ring))
        for reading in readings
        if reading.slot in places and not (reading.value is None and reading.sure)
    ]
    _draw_figures(picture, board, where, [reading for reading in readings if reading.slot not in places])
    if isinstance(board.tiles, TrackReader | CardRow):
        _draw_compared(picture, board.tiles, where, readings)
    tinted = picture.copy()
    for reading, outline in busy:
        cv2.fillPoly(tinted, [outline.round().astype(np.int32)], _tint(reading))
    cv2.addWeighted(tinted, 0.22, picture, 0.78, 0, dst=picture)
    for reading, outline in busy:
        _outline(picture, outline, _tint(reading), _label(reading))


def _draw_figures(picture: Image, board: Board, where: Registration, readings: Sequence[Reading]) -> None:
    """Figures are told by what they are, and stand on places that several may share."""
    for place, at in board.places.items():
        there = [reading for reading in readings if reading.value == place]
        if there:
            worst = min(there, key=lambda reading: reading.confidence)
            r = board.tiles.radius
            box = where.to_pixels([(at[0] + r * x, at[1] + r * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            names = ", ".join(reading.slot.removeprefix("figure ") for reading in there)
            _outline(picture, box, _tint(worst), names if worst.sure else f"{names}?")


def _draw_compared(
    picture: Image, tiles: TrackReader | CardRow, where: Registration, readings: Sequence[Reading]
) -> None:
    """The marker of each track, the card at each place of a row."""
    for reading in readings:
        at = tiles.place_of(reading)
        if at is not None and reading.value is not None:
            reach = 1.3 * tiles.radius
            corners = [(at[0] + reach * x, at[1] + reach * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            _outline(picture, where.to_pixels(corners), _tint(reading), f"{reading.slot} {_label(reading)}")


def _tint(reading: Reading) -> tuple[int, int, int]:
    return _GREEN if reading.sure else _AMBER if reading.value is not None else _RED


def _label(reading: Reading) -> str:
    what = "" if reading.value is None else str(reading.value).replace("_", " ")
    return what if reading.sure else f"{what}? {reading.confidence:.2f}"


def _outline(picture: Image, corners: np.ndarray, colour: tuple[int, int, int], label: str) -> None:
    """A line around it with its name, on a dark ground so that it can be read over anything; above small things."""
    cv2.polylines(picture, [corners.round().astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    if not label:
        return
    size = max(0.3, picture.shape[1] / 3600)
    (w, h), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    x, y = corners.mean(axis=0).round().astype(int)
    x, y = int(x - w / 2), int(y + h / 2)
    if len(corners) == 4 and np.ptp(corners[:, 1]) < 6 * h and corners[:, 1].min() > 2 * h:
        y = int(corners[:, 1].min()) - 4
    cv2.rectangle(picture, (x - 2, y - h - 2), (x + w + 2, y + 3), (25, 25, 25), -1)
    cv2.putText(picture, label, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _colour(picture: Image) -> Image:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8) if picture.ndim == 2 else picture.copy()
