"""Things of the pretend table that can be laid under the camera to be taught: cards, emblem dice, tiles, tokens."""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Callable
from functools import cached_property

from device.camera.camera import Picture
from device.sight import boards as looks
from rules import markers
from rules.ask import IllegalAnswer
from rules.games import game, names
from vision.scene import pieces as scene_pieces


class PretendShelf:
    """Pieces that exist only on the screen, and a mat to lay one of them on.

    :param otherwise: what the camera sees while nothing lies on the mat.
    """

    def __init__(self, otherwise: Callable[[], Picture | None] = lambda: None) -> None:
        self.lying = ""
        self._otherwise = otherwise
        self._layout = looks.MAT
        self._signs = {number: markers.shapes(number) for number in self._layout.markers}
        self._place: tuple[tuple[float, float], float] = ((0.0, 0.0), 0.0)
        self._taken: Picture | None = None
        self._luck = random.SystemRandom()
        self._lock = threading.RLock()

    @property
    def choices(self) -> list[str]:
        """What can be laid down."""
        tiles = [f"tile {value}" for value in self._tiles]
        cards = [f"card {number}" for number in range(1, 9)]
        return [*cards, *(f"die {name}" for name in scene_pieces.EMBLEMS), *tiles,
                *(f"token {name}" for name in scene_pieces.EMBLEMS)]  # fmt: skip

    @cached_property
    def _tiles(self) -> dict[str, scene_pieces.Drawn]:
        """A few tiles of each game that has any."""
        found: dict[str, scene_pieces.Drawn] = {}
        for name in names():
            for board in game(name).boards("demo"):
                faces = [(tile, shapes) for tile, shapes in board.tiles.items() if tile.up][:6]
                found |= {tile: scene_pieces.tile(shapes, board.outline) for tile, shapes in faces}
        return found

    def lay(self, thing: str) -> None:
        """Lay one thing down, or the same again a little differently; nothing clears the mat."""
        if thing and thing not in self.choices:
            raise IllegalAnswer(f"There is no {thing} at the pretend table.")
        with self._lock:
            self.lying = thing
            middle = (self._luck.uniform(-45, 45), self._luck.uniform(-25, 25))
            self._place = middle, self._luck.uniform(0, 360)
            self._taken = None

    def picture(self) -> Picture | None:
        """What the camera sees."""
        with self._lock:
            if not self.lying:
                return self._otherwise()
            if self._taken is None:
                laid = [scene_pieces.Lying(self._drawn(), *self._place)]
                self._taken = scene_pieces.photograph(
                    laid, self._layout, self._signs, seed=secrets.randbelow(1000), camera_seed=2
                )
            return self._taken

    def _drawn(self) -> scene_pieces.Drawn:
        kind, _, name = self.lying.partition(" ")
        if kind == "card":
            return scene_pieces.card(int(name))
        if kind == "die":
            return scene_pieces.die(name)
        return scene_pieces.token(name) if kind == "token" else self._tiles[name]
