"""Printed sheets that exist only on the screen, laid as a capture set asks for them: to try it without a camera."""

from __future__ import annotations

import numpy as np

from device.camera.camera import Picture, small_grey
from device.pictures.bundle import MAT
from device.pictures.capture_set import Step
from device.sight import boards
from rules import markers
from rules.games import game
from vision.scene import board as scene
from vision.scene import mat as scene_mat
from vision.scene.dice import DieLook

LIGHTS = {"as it is": "daylight", "lamp left": "evening", "lamp right": "window", "dim": "dim", "tilted": "tilted"}
WHITE = DieLook((238.0, 240.0, 242.0), (35.0, 32.0, 30.0))


class PretendSheets:
    """A camera above a table on which everything lies just as the step says."""

    trouble: str | None = None

    def __init__(self, size: tuple[int, int] = (1280, 960)) -> None:
        self._size = size
        self._step: Step | None = None

    def lay(self, step: Step) -> None:
        self._step = step

    def picture(self) -> Picture | None:
        step = self._step
        if step is None:
            return scene.table_top(1, *self._size)
        light = scene.CONDITIONS[LIGHTS[step.light]]
        if step.sheet != MAT:
            printed = boards.printed(game(step.sheet).boards("demo")[0])
            return scene.photograph(printed, dict(step.lies), light, seed=7, size=self._size, beside=False).picture
        layout, view = boards.MAT, scene.harder(light, across=(305.0, 320.0))
        signs = {number: markers.shapes(number) for number in layout.markers}
        places = [(40.0 * n - 40.0, 8.0 * n) for n in range(len(step.dice))]
        thrown = [
            scene_mat.Thrown(pips, WHITE, at, 25.0 * n, seed=n)
            for n, (pips, at) in enumerate(zip(step.dice, places, strict=True))
        ]
        paper = markers.MAT["paper"]
        return scene_mat.expose(thrown, layout, signs, view, place=3, paper=paper, size=self._size).picture(7)

    def look(self) -> Picture | None:
        seen = self.picture()
        return None if seen is None else small_grey(np.asarray(seen, np.uint8), (320, 240))

    def lock(self) -> None:
        pass

    def close(self) -> None:
        pass
