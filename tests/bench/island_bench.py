"""The Awakening's mat under the camera: map tiles and tokens in named conditions, with truths.

The seeds from 500 000 on were never looked at while the readers were tuned; ``--tuning`` shows the others.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))  # what tests lay, the bench lays too

import cv2
import looks
import numpy as np
from scores import Score, promised, total

from rules.awakening.words import TILE_COUNTS
from vision.find import register
from vision.find.register import Registration
from vision.scene import board as scene

FRESH = 500_000
PRINTED = looks.awakening()
BLOCK = 8 / 17 / 2  # half the side of a wooden block of 8 mm, in units of the mat

CONDITIONS: dict[str, scene.Condition] = {
    **scene.CONDITIONS,
    "blocks_on_tiles": scene.Condition("blocks_on_tiles", off=(0.0, 0.1)),
    "coins_and_dice": scene.Condition("coins_and_dice"),
}


def some_table(rng: np.random.Generator) -> dict[str, str]:
    """An island somewhere between the first reveal and the last: tiles of the pouch, a token for each of 2 to 5."""
    pouch = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
    rng.shuffle(pouch)
    full = rng.uniform(0.15, 1.0)
    table = {slot: kind for slot, kind in zip(PRINTED.slots, pouch, strict=True) if rng.random() < full}
    if rng.random() < 0.15 and table:
        table[str(rng.choice(list(table)))] = looks.FACE_DOWN
    players = rng.permutation(list(PRINTED.tokens))[: int(rng.integers(2, 6))]
    stands = rng.permutation(list(PRINTED.spots))
    return table | {str(spot): str(token) for spot, token in zip(stands, players, strict=False)}


def strangers(name: str, table: dict[str, str], rng: np.random.Generator) -> tuple[list[dict[str, Any]], set[str]]:
    """What else lies there, and the slots that it hides."""
    if name == "blocks_on_tiles":
        tiles = [slot for slot in table if slot in PRINTED.slots and rng.random() < 0.6]
        return [_block(PRINTED.slots[slot], rng) for slot in tiles], set()
    if name == "coins_and_dice":
        free = [spot for spot in PRINTED.spots if spot not in table]
        chosen = [str(spot) for spot in rng.permutation(free)[:6]]
        return [shape for spot in chosen for shape in _stranger(PRINTED.spots[spot], rng)], set(chosen)
    return [], set()


def _block(at: tuple[float, float], rng: np.random.Generator) -> dict[str, Any]:
    """A player's block somewhere on a tile."""
    away, towards, turn = rng.uniform(0.2, 1.0), rng.uniform(0, 2 * np.pi), rng.uniform(0, np.pi / 2)
    middle = (at[0] + away * np.cos(towards), at[1] + away * np.sin(towards))
    corners = [turn + k * np.pi / 2 for k in range(4)]
    points = [(middle[0] + 1.414 * BLOCK * np.cos(c), middle[1] + 1.414 * BLOCK * np.sin(c)) for c in corners]
    colours = ("#e8862a", "#3fa65a", "#f4f1e6", "#33343d", "#e07ab0")
    return {"shape": "polygon", "points": points, "colour": colours[int(rng.integers(5))]}


def _stranger(at: tuple[float, float], rng: np.random.Generator) -> list[dict[str, Any]]:
    """A coin, a die, a bead: nothing that is a token."""
    x, y = at[0] + rng.uniform(-0.1, 0.1), at[1] + rng.uniform(-0.1, 0.1)
    radius = float(rng.uniform(0.28, 0.46))
    ground, dark = rng.choice(["#b08a3c", "#b9bcc0", "#f0ece0", "#9c2b2b", "#e8862a", "#22232a", "#3fa65a"]), "#2a2622"
    if rng.random() < 0.5:
        shapes = [{"shape": "circle", "at": (x, y), "radius": radius, "colour": str(ground)}]
    else:
        square = [(x + a * radius, y + b * radius) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        shapes = [{"shape": "polygon", "points": square, "colour": str(ground)}]
    for _ in range(int(rng.integers(0, 4))):
        dot = (x + rng.uniform(-0.2, 0.2), y + rng.uniform(-0.2, 0.2))
        shapes.append({"shape": "circle", "at": dot, "radius": 0.06, "colour": dark})
    return shapes


def island(pictures: int, first: int, only: str = "") -> Iterator[dict[str, Any]]:
    """What a hand hides, or a coin lies on, counts only if it is surely read wrong."""
    board = looks.board("awakening")
    kinds: dict[str, list[dict[str, Any]]] = {"map tiles": [], "tokens": [], "tokens that stand there": []}
    for number, (name, condition) in enumerate(CONDITIONS.items()):
        if only not in name:
            continue
        scores = {kind: Score() for kind in kinds}
        for k in range(pictures):
            seed = first + 10_000 * number + k
            rng = np.random.default_rng(seed)
            table = some_table(rng)
            over, covered = strangers(name, table, rng)
            photo = scene.photograph(PRINTED, table, condition, seed=seed, over=over)
            where = register.find(photo.picture, PRINTED.layout)
            if not isinstance(where, Registration):
                for score in scores.values():
                    score.lost += 1
                continue
            for reading in board.read_at(photo.picture, where):
                truth = table.get(reading.slot)
                names = ["map tiles"] if reading.slot in PRINTED.slots else ["tokens"]
                names += ["tokens that stand there"] * (truth in PRINTED.tokens)
                for score in (scores[each] for each in names):
                    if reading.slot not in photo.hidden and reading.slot not in covered:
                        score.add(reading, truth)
                    elif reading.sure and reading.value not in (truth, None):
                        score.sure_wrong += 1
        for kind, score in scores.items():
            kinds[kind].append(score.row(kind, name))
            yield kinds[kind][-1]
    for kind, rows in kinds.items():
        yield promised(total(rows, kind), 0.99, 0.0005)


def cost() -> dict[str, Any]:
    """Reading the whole mat against warping the frame once, on one core."""
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run([sys.executable, __file__, "--cost"], env=alone, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def measured() -> dict[str, Any]:
    cv2.setNumThreads(1)
    board = looks.board("awakening")
    photo = scene.photograph(PRINTED, some_table(np.random.default_rng(1)), seed=1)
    where = register.find(photo.picture, PRINTED.layout)
    assert isinstance(where, Registration)

    def quickest(work: Any) -> float:
        """Of many runs the one least disturbed by whatever else the machine does."""
        taken = []
        for _ in range(25):
            begun = time.process_time()
            work()
            taken.append(time.process_time() - begun)
        return 1000 * min(taken)

    warp = quickest(lambda: cv2.warpPerspective(photo.picture, where.board, (1000, 1000)))
    tiles = quickest(lambda: board.tiles.read(photo.picture, where))
    assert board.tokens is not None
    tokens = board.tokens
    stands = quickest(lambda: tokens.read(photo.picture, where))
    return {
        "what": "cost of the whole mat",
        "19 hexes ms": round(tiles, 1),
        "54 triangles ms": round(stands, 1),
        "warp ms": round(warp, 1),
        "of a warp": round((tiles + stands) / warp, 2),
    }


def run(pictures: int = 12, first: int = FRESH) -> list[dict[str, Any]]:
    return [*island(pictures, first), cost()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tuning", action="store_true")
    parser.add_argument("--pictures", type=int, default=12)
    parser.add_argument("--only", default="")
    parser.add_argument("--cost", action="store_true")
    options = parser.parse_args()
    if options.cost:
        print(json.dumps(measured()))
        return
    for row in island(options.pictures, 0 if options.tuning else FRESH, options.only):
        print(row, flush=True)


if __name__ == "__main__":
    main()
