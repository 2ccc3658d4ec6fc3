"""The boards as this box knows them: found by markers, or placed by hand once and kept with the box's settings; and how
their tiles look on this table."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules.ask import IllegalAnswer, Trouble
from vision.find.board import Board
from vision.read.tiles import Ground, TileReader
from vision.reading import Image

from . import boards as looks

log = logging.getLogger(__name__)

Corners = Sequence[tuple[float, float]]
"""Top left, top right, bottom right and bottom left of a board, as shares of the picture's width and height."""


class PlacedBoards:
    """One board for each game, the same for the watch and for the calibration page.

    :param folder: where corners that people dragged are kept, with the picture in which they did.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._boards: dict[str, Board] = {}
        self._lock = threading.RLock()

    def board(self, name: str) -> Board:
        """The board of game *name*, placed as it was left."""
        with self._lock:
            if name not in self._boards:
                made = looks.board(name)
                self._put_back(name, made)
                self._remember(name, made)
                self._boards[name] = made
            return self._boards[name]

    def place(self, name: str, corners: Corners, picture: Image, *, bend: float = 0.0) -> None:
        """People dragged the corners of game *name*'s board on *picture*."""
        pixels = _pixels(corners, picture)
        with self._lock:
            try:
                self.board(name).place(pixels, picture, bend=bend)
            except ValueError as unclear:
                raise IllegalAnswer(str(unclear)) from None
            self._folder.mkdir(parents=True, exist_ok=True)
            # The picture first: without the words about it, it is nothing.
            _write(self._folder / f"{name}.jpg", cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])
            kept = {"corners": [list(map(float, corner)) for corner in corners], "bend": bend}
            _write(self._folder / f"{name}.json", json.dumps(kept).encode())

    def forget(self, name: str) -> None:
        """Go by the board's markers again."""
        with self._lock:
            for file in (self._folder / f"{name}.json", self._folder / f"{name}.jpg"):
                file.unlink(missing_ok=True)
            self.board(name).forget()

    # How tiles look on this table

    def has_learnt(self, name: str) -> bool:
        """Do its tiles look otherwise on this table than they are drawn?"""
        tiles = self.board(name).tiles
        return isinstance(tiles, TileReader) and bool(tiles.learnt)

    def unlearn(self, name: str) -> None:
        """Another table, another print, another lamp: tiles look as they are drawn until they are confirmed anew."""
        tiles = self.board(name).tiles
        if isinstance(tiles, TileReader):
            tiles.forget()
        self._looks(name).unlink(missing_ok=True)

    def _looks(self, name: str) -> Path:
        return self._folder / f"{name}.looks.json"

    def _remember(self, name: str, board: Board) -> None:
        """Take up what was learnt on earlier evenings, and keep what is learnt from now on."""
        tiles, file = board.tiles, self._looks(name)
        if not isinstance(tiles, TileReader):
            return
        board.when_learnt = lambda: self._keep(file, board)
        try:
            kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
            for ground, look in kept.items():
                blue, red, level = map(float, look)
                tiles.learnt[ground == "light"] = Ground((blue, red), level)
        except (OSError, ValueError, TypeError, AttributeError) as broken:
            log.warning("%s: how tiles look here is learnt anew: %s", file, broken)

    def _keep(self, file: Path, board: Board) -> None:
        assert isinstance(board.tiles, TileReader)
        learnt = {"light" if light else "dark": [*one.tint, one.level] for light, one in board.tiles.learnt.items()}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(file, json.dumps(learnt).encode())
        except OSError as full:  # it is learnt again the next evening
            log.warning("%s: how tiles look here cannot be kept: %s", file, full)

    def corners(self, name: str) -> Corners | None:
        """Where the board's corners are now, if it was found."""
        board = self.board(name)
        if board.where is None:
            return None
        w, h = board.layout.half
        pixels = board.where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)]) / np.array(board.where.size)
        return [(float(x), float(y)) for x, y in pixels]

    def _put_back(self, name: str, board: Board) -> None:
        file = self._folder / f"{name}.json"
        if not file.exists():
            return
        try:
            kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
            picture = cv2.imread(str(file.with_suffix(".jpg")))
            if picture is None:
                raise ValueError("its picture is missing")
            board.place(_pixels(kept["corners"], picture), np.asarray(picture, np.uint8), bend=float(kept["bend"]))
        except (OSError, ValueError, KeyError, TypeError, Trouble) as broken:
            log.warning("%s: the board's corners must be dragged anew: %s", file, broken)


def _pixels(corners: Corners, picture: Image) -> Any:
    """The corners in pixels; refused in a sentence if they make no board."""
    places = np.array(corners, np.float64)
    if places.shape != (4, 2) or not np.isfinite(places).all() or np.abs(places - 0.5).max() > 1.0:
        raise IllegalAnswer("A board has four corners, and most of it must lie in the picture.")
    pixels = places * np.array([picture.shape[1], picture.shape[0]])
    x, y = pixels.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2
    if not cv2.isContourConvex(pixels.astype(np.float32).reshape(-1, 1, 2)) or area <= 0:
        raise IllegalAnswer("The corners are crossed: go round the board, beginning at its own top left.")
    if area < 0.03 * picture.shape[0] * picture.shape[1]:
        raise IllegalAnswer("The board is too small in the picture to be read: move the camera nearer.")
    return pixels


def _write(file: Path, data: Any) -> None:
    part = file.with_name(file.name + ".part")
    part.write_bytes(bytes(data))
    part.replace(file)
