"""Tracks on a printed sheet in every light: caps, cubes and coins of any colour, as high as a die.

python tests/bench tracks
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))  # the very tables that tests lay

import cv2
import looks
import numpy as np
import vision_bench
from looks import TRACKS
from on_the_tracks import photograph, some_table
from scores import Score, promised, total

from vision.find.register import Registration
from vision.scene import board as scene


def run(pictures: int = 12, *, first: int = vision_bench.FRESH) -> Iterator[dict[str, object]]:
    """How often the marker of a row is read. While hands are over the table nothing is read at all."""
    cv2.setNumThreads(1)
    rows = []
    for number, (condition, view) in enumerate(scene.CONDITIONS.items()):
        if view.hands:
            continue
        score = Score()
        for name in TRACKS:
            board = looks.track_board(name)
            for k in range(pictures):
                seed = first + 10_000 * number + k
                truth = some_table(name, np.random.default_rng(seed))
                picture = photograph(name, truth, view, seed=seed)
                board.forget()
                where = board.find(picture)
                score.lost += not isinstance(where, Registration)
                for reading in board.read_at(picture, where) if isinstance(where, Registration) else ():
                    if truth[reading.slot] is not None:
                        score.add(reading, truth[reading.slot])
        rows.append(score.row("tracks", condition))
        yield rows[-1]
    yield promised(total(rows, "tracks"), 0.98, 0.0005)
