"""The camera above the pretend table: photographs of things that exist only on the screen, for the real readers."""

from __future__ import annotations

import threading
import zlib

import cv2
import numpy as np

from device.camera.camera import Picture
from device.sight import boards as looks
from rules import markers
from rules.markers import MAT
from vision.scene import board as scene
from vision.scene import mat as scene_mat

from .mat import PretendMat
from .table import PretendTable

ACROSS = (305.0, 320.0)  # mm of the mat that the picture is wide


class PretendCamera:
    """Photographs the pretend table whenever something on it has changed.

    The game's printed board and the reading mat lie beside each other, or whichever there is lies alone.

    :param condition: in which light; the names are those of the picture bench.
    :param place: where the camera stands; another number, another place.
    :param mat: the reading mat, if there is one.
    """

    def __init__(
        self,
        table: PretendTable,
        *,
        mat: PretendMat | None = None,
        condition: str = "daylight",
        place: int = 3,
        size: tuple[int, int] = (1280, 960),
        small: tuple[int, int] = (320, 240),
    ) -> None:
        self.trouble: str | None = None
        self.condition = scene.CONDITIONS[condition]
        self._table = table
        self._mat = mat
        self._place = place
        self._size = size
        self._small = small
        self._seen: object = None
        self._taken: dict[int, Picture] = {}  # of the table as it is now, grain by grain
        self._pictures = 0
        self._looking = threading.Lock()

    def picture(self) -> Picture | None:
        """A fresh picture: grain falls anew each time, tiles that nobody moved lie as they lay."""
        self._pictures += 1
        return self._photograph(self._pictures % 2)

    def look(self) -> Picture | None:
        """The same table, small and grey."""
        small = cv2.resize(self._photograph(0), self._small, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def _photograph(self, seed: int) -> Picture:
        """Taken only when something changed, as nothing else moves here."""
        # The watch and the page both look: a picture of the table as it was must not pass for one of what it is now.
        with self._looking:
            board = self._table.view()
            count, mat = (
                (self._mat.count, self._mat.things()) if self._mat is not None and self._mat.lies else (0, None)
            )
            seen = (self._table.name, board, mat is None, count, self.condition)
            if seen != self._seen:
                self._seen, self._taken = seen, {}
            if seed not in self._taken:
                self._taken[seed] = self._parts(board, mat, seed)
            return self._taken[seed]

    def _parts(
        self, board: dict[str, tuple[str, int]], mat: tuple[scene_mat.Laid | scene_mat.Thrown, ...] | None, seed: int
    ) -> Picture:
        has_board = self._table.board is not None
        # Side by side in one picture, each would need a lens of its own: then the lens does not bend.
        condition = self.condition if mat is None or not has_board else scene.harder(self.condition, lens=(0.0, 0.0))
        parts = []
        if has_board or mat is None:
            parts.append(self._board_picture(board, condition, seed))
        if mat is not None:
            parts.append(self._mat_picture(mat, condition, seed))
        return np.asarray(np.hstack(parts), np.uint8)

    def _board_picture(self, board: dict[str, tuple[str, int]], condition: scene.Condition, seed: int) -> Picture:
        place, size = self._place, self._size
        if self._table.board is None:
            return scene.table_top(place, *size)
        printed = looks.printed(self._table.board)
        laid = {slot: self._laid(slot, *piece, ways=len(printed.outline) or 6) for slot, piece in board.items()}
        taken = scene.photograph(printed, laid, condition, seed=seed, camera_seed=place, size=size, beside=False)
        return taken.picture

    def _mat_picture(
        self, things: tuple[scene_mat.Laid | scene_mat.Thrown, ...], condition: scene.Condition, seed: int
    ) -> Picture:
        layout = looks.MAT
        signs = {number: markers.shapes(number) for number in layout.markers}
        view = scene.harder(condition, across=ACROSS)
        place, size = self._place, self._size
        return scene_mat.photograph(things, layout, signs, view, seed=seed, place=place, paper=MAT["paper"], size=size)

    def _laid(self, slot: str, value: str, turned: int, *, ways: int) -> scene.Laid:
        """As carelessly as the condition says, but always the same for the same piece on the same slot."""
        rng = np.random.default_rng(zlib.crc32(f"{slot} {value} {turned}".encode()))
        askew, way = scene.lay({slot: value}, self.condition, rng, ways=ways)[slot], 360 / ways
        return scene.Laid(value, turned + (askew.turned + way / 2) % way - way / 2, askew.off)

    def lock(self) -> None:
        pass

    def close(self) -> None:
        self._taken = {}
