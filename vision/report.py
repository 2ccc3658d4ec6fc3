"""What the readers see in any picture: readings with confidences, and the picture with everything drawn in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision import cards, dice, register, steady
from vision.board import Board
from vision.reading import Image, Reading, Trouble
from vision.register import Layout, Registration

_GREEN, _AMBER, _RED, _BLUE = (90, 200, 60), (30, 170, 250), (60, 60, 230), (230, 150, 40)


@dataclass
class Report:
    """Everything that was seen in one picture.

    :param picture: a copy with all of it drawn in.
    """

    readings: list[Reading] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    light: float = 0.0
    board: str = ""
    picture: Image = field(default_factory=lambda: np.zeros((1, 1, 3), np.uint8))

    def plain(self) -> dict[str, object]:
        """As plain data, for ``--json``."""
        return {
            "board": self.board,
            "light": self.light,
            "sentences": self.sentences,
            "readings": [
                {
                    "slot": reading.slot,
                    "value": reading.value,
                    "confidence": round(reading.confidence, 4),
                    "alternatives": [[value, round(p, 4)] for value, p in reading.alternatives],
                }
                for reading in self.readings
            ],
        }

    def lines(self) -> list[str]:
        """For people to read in a terminal: what is there, and what is not sure."""
        lines = list(self.sentences)
        for reading in self.readings:
            if reading.value is not None or not reading.sure:
                what = "nothing" if reading.value is None else str(reading.value)
                mark = "" if reading.sure else "  (not sure)"
                lines.append(f"{reading.slot:>8}  {what:<28}{reading.confidence:6.3f}{mark}")
        empty = sum(reading.value is None and reading.sure for reading in self.readings)
        if empty:
            lines.append(f"{empty} slots are empty.")
        return lines


def report(
    picture: Image | None, boards: Mapping[str, Board], *, mat: Layout | None = None, deck: cards.Deck | None = None
) -> Report:
    """Look for every known board in *picture*, read it, and draw what was seen.

    :param mat: the reading mat; cards of *deck* and dice are looked for on it.
    """
    out = Report()
    broken = steady.trouble(picture)
    if broken is not None or picture is None:
        out.sentences.append(str(broken))
        if picture is not None:
            out.picture = _colour(picture)
        return out
    out.picture = _colour(picture)
    lost: list[Trouble] = []
    for name, board in boards.items():
        found = board.find(picture)
        if isinstance(found, Trouble):
            lost.append(found)
            continue
        out.board = name
        _judge_light(out, picture, found, board.layout)
        out.readings += board.tiles.read(picture, found)
        _draw_board(out.picture, board, found, out.readings)
    if mat is not None:
        where = register.find(picture, mat)
        if isinstance(where, Registration):
            out.board = out.board or mat.title
            _judge_light(out, picture, where, mat)
            _read_mat(out, picture, where, mat, deck)
    if not out.board:
        told = next((one for one in lost if one.kind == "wrong board"), lost[0] if lost else None)
        out.sentences.append(str(told) if told else "No board was looked for.")
    return out


def _judge_light(out: Report, picture: Image, where: Registration, layout: Layout) -> None:
    judged = steady.light(picture, where, layout.half)
    out.light = judged.score
    out.sentences += judged.advice


def _read_mat(out: Report, picture: Image, where: Registration, mat: Layout, deck: cards.Deck | None) -> None:
    taken: list[cards.Found] = []
    if deck is not None:
        for number, card in enumerate(cards.find(picture, where, deck, half=mat.half), 1):
            taken.append(card)
            slot = f"card {number}"
            if deck.number is not None:
                read = cards.read_number(picture, card, deck, slot)
                out.readings.append(read.number)
                _outline(out.picture, read.card.corners, _tint(read.number), _label(read.number))
            else:
                _outline(out.picture, card.corners, _BLUE, slot)
    for number, die in enumerate(dice.find(picture, where, half=mat.half), 1):
        if any(cv2.pointPolygonTest(card.corners.astype(np.float32), die.middle, False) >= 0 for card in taken):
            continue
        reading = dice.read(picture, die, f"die {number}")
        if reading.value is None:
            continue
        out.readings.append(reading)
        box = cv2.boxPoints((die.middle, (die.side, die.side), die.turned))
        _outline(out.picture, np.asarray(box, np.float64), _tint(reading), _label(reading))


def _draw_board(picture: Image, board: Board, where: Registration, readings: list[Reading]) -> None:
    w, h = board.layout.half
    _outline(picture, where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)]), _BLUE, board.layout.title)
    turns = np.deg2rad(np.arange(0, 360, 60))
    ring = 0.9 * board.tiles.radius * np.column_stack([np.cos(turns), np.sin(turns)])
    for reading in readings:
        if reading.slot not in board.tiles.slots or (reading.value is None and reading.sure):
            continue
        middle = np.array(board.tiles.slots[reading.slot])
        _outline(picture, where.to_pixels(middle + ring), _tint(reading), _label(reading))


def _tint(reading: Reading) -> tuple[int, int, int]:
    return _GREEN if reading.sure else _AMBER if reading.value is not None else _RED


def _label(reading: Reading) -> str:
    what = "" if reading.value is None else str(reading.value).replace("_", " ")
    return what if reading.sure else f"{what}? {reading.confidence:.2f}"


def _outline(picture: Image, corners: np.ndarray, colour: tuple[int, int, int], label: str) -> None:
    """A line around it with its name, on a dark ground so that it can be read over anything."""
    cv2.polylines(picture, [corners.round().astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    size = max(0.3, picture.shape[1] / 3600)
    (w, h), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    x, y = corners.mean(axis=0).round().astype(int)
    x, y = int(x - w / 2), int(y + h / 2)
    cv2.rectangle(picture, (x - 2, y - h - 2), (x + w + 2, y + 3), (25, 25, 25), -1)
    cv2.putText(picture, label, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _colour(picture: Image) -> Image:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8) if picture.ndim == 2 else picture.copy()
