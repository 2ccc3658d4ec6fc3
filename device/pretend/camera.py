"""The camera above the pretend table: photographs of things that exist only on the screen, for the real readers."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable

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

Pictures = Callable[[int], Picture]  # of something that rests: another number, another grain
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
        # Of board and mat as they are now: what was seen there, how it is taken, and its pictures grain by grain.
        self._taken: dict[int, tuple[object, Pictures, dict[int, Picture]]] = {}
        self._joined: dict[int, tuple[Picture, Picture, Picture]] = {}  # of board and mat, grain by grain
        self._looked: tuple[Picture, Picture] | None = None  # the last look, and of which picture it was
        self._pictures = 0
        self._looking = threading.Lock()

    def picture(self) -> Picture | None:
        """A fresh picture: grain falls anew each time, tiles that nobody moved lie as they lay."""
        self._pictures += 1
        return self._photograph(self._pictures % 2)

    def look(self) -> Picture | None:
        """The same table, small and grey."""
        whole, looked = self._photograph(0), self._looked
        if looked is None or looked[0] is not whole:
            small = cv2.resize(whole, self._small, interpolation=cv2.INTER_AREA)
            looked = self._looked = whole, np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        return looked[1]

    def _photograph(self, seed: int) -> Picture:
        """Taken only when something changed, as nothing else moves here."""
        # The watch and the page both look: a picture of the table as it was must not pass for one of what it is now.
        with self._looking:
            board = self._table.view()
            count, mat = (
                (self._mat.count, self._mat.things()) if self._mat is not None and self._mat.lies else (0, None)
            )
            has_board = self._table.board is not None
            # Side by side in one picture, each would need a lens of its own: then the lens does not bend.
            straight = mat is not None and has_board
            light = scene.harder(self.condition, lens=(0.0, 0.0)) if straight else self.condition
            parts = []
            if has_board or mat is None:
                seen = (self._table.name, board, light, self._place)
                parts.append(self._part(0, seen, seed, lambda: self._board_pictures(board, light)))
            if mat is not None:
                things, now = mat, (self._table.name, count, light, self._place)
                parts.append(self._part(1, now, seed, lambda: self._mat_pictures(things, light)))
            return parts[0] if len(parts) == 1 else self._beside_each_other(seed, *parts)

    def _beside_each_other(self, seed: int, board: Picture, mat: Picture) -> Picture:
        known = self._joined.get(seed)
        if known is None or known[0] is not board or known[1] is not mat:
            known = self._joined[seed] = board, mat, np.asarray(np.hstack((board, mat)), np.uint8)
        return known[2]

    def _part(self, which: int, seen: object, seed: int, expose: Callable[[], Pictures]) -> Picture:
        """One part of the picture, taken anew if something changed there since it was last *seen*."""
        if which not in self._taken or self._taken[which][0] != seen:
            self._taken[which] = seen, expose(), {}
        _, pictures, taken = self._taken[which]
        if seed not in taken:
            taken[seed] = pictures(seed)
        return taken[seed]

    def _board_pictures(self, board: dict[str, tuple[str, int]], condition: scene.Condition) -> Pictures:
        place, size = self._place, self._size
        if self._table.board is None:
            return lambda seed: scene.table_top(place, *size)
        printed = looks.printed(self._table.board)
        laid = {slot: self._laid(slot, *piece, ways=len(printed.outline) or 6) for slot, piece in board.items()}
        return scene.expose(printed, laid, condition, camera_seed=place, size=size).picture

    def _mat_pictures(
        self, things: tuple[scene_mat.Laid | scene_mat.Thrown, ...], condition: scene.Condition
    ) -> Pictures:
        layout = looks.MAT
        signs = {number: markers.shapes(number) for number in layout.markers}
        view = scene.harder(condition, across=ACROSS)
        place, size = self._place, self._size
        return scene_mat.expose(things, layout, signs, view, place=place, paper=MAT["paper"], size=size).picture

    def _laid(self, slot: str, value: str, turned: int, *, ways: int) -> scene.Laid:
        """As carelessly as the condition says, but always the same for the same piece on the same slot."""
        rng = np.random.default_rng(zlib.crc32(f"{slot} {value} {turned}".encode()))
        askew, way = scene.lay({slot: value}, self.condition, rng, ways=ways)[slot], 360 / ways
        return scene.Laid(value, turned + (askew.turned + way / 2) % way - way / 2, askew.off)

    def lock(self) -> None:
        pass

    def close(self) -> None:
        self._taken, self._joined, self._looked = {}, {}, None
