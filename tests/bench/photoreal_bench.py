"""Tables that a ray tracer photographed: pictures that nothing of ours drew, read by the real readers.

The printed board and mat come from the very pages that people print; tiles are 2 mm thick, dice are solid, cards lie
beside them; lamps and windows light them, mirror in them and cast shadows. POV-Ray (Debian's ``povray``) makes the
pictures; without it this bench says so and has no figures. No reader was tuned to the seeds from 9 000 000 on.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np
import ray_traced
from ray_traced import OnMat
from scores import Score
from vision_bench import MAT, SLEEPERS

from vision.find import cards, register
from vision.find.register import Registration
from vision.read import dice, digits
from vision.reading import Image

DECK = cards.Deck("bench", number=digits.Box(0.2, 0.11, 0.08))


def read_mat(picture: Image, truth: OnMat, scores: dict[str, Score]) -> None:
    where = register.find(picture, MAT)
    if not isinstance(where, Registration):
        for name in ("cards found", "card numbers", "dice"):
            scores[name].lost += 1
        return
    hits = cards.find(picture, where, DECK, half=MAT.half)
    scores["cards found"].sure_wrong += max(0, len(hits) - len(truth.cards))
    for corners, number in truth.cards:
        ends = [(np.hypot(*(np.roll(h.corners, k, axis=0) - corners).T).max(), h) for h in hits for k in (0, 2)]
        off, hit = min(ends, key=lambda one: one[0], default=(1e9, None))
        reach = 3.0 * float(np.hypot(*(corners[1] - corners[0]))) / DECK.size[0]
        score, near = scores["cards found"], int(off < reach)
        score.count, score.right, score.sure = score.count + 1, score.right + near, score.sure + near
        if hit is None or not near:
            score.lost += 1
            continue
        scores["card numbers"].add(cards.read_number(picture, hit, DECK).number, number)
    found = dice.find(picture, where, half=MAT.half)
    for at, value in truth.dice:
        near = [die for die in found if np.hypot(*(np.array(die.middle) - at)) < 0.45 * die.side]
        if near:
            scores["dice"].add(dice.read(picture, near[0]), value)
        else:
            scores["dice"].count += 1
            scores["dice"].lost += 1


def read_board(picture: Image, table: dict[str, str], scores: dict[str, Score]) -> None:
    where = register.find(picture, SLEEPERS.layout)
    found = isinstance(where, Registration)
    board = scores["boards found"]
    board.count, board.right, board.sure = board.count + 1, board.right + found, board.sure + found
    if not isinstance(where, Registration):
        board.lost += 1
        return
    for reading in SLEEPERS.reader().read(picture, where):
        scores["hexes"].add(reading, table.get(reading.slot))


def run(scenes: int = 1, *, first: int = 9_000_000, keep: Path | None = None) -> list[dict[str, object]]:
    """*scenes* boards and twice as many mats in each light."""
    if shutil.which("povray") is None:
        return [{"what": "ray-traced tables", "skipped": "needs the ray tracer: apt-get install povray"}]
    scores = {name: Score() for name in ("boards found", "hexes", "cards found", "card numbers", "dice")}
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        ray_traced.printed(folder)
        for n, light in enumerate(ray_traced.LIGHTS):
            for k in range(3 * scenes):
                rng = np.random.default_rng(first + 100 * n + k)
                if k < scenes:
                    picture, table = ray_traced.board_scene(light, folder, rng)
                    read_board(picture, table, scores)
                else:
                    picture, truth = ray_traced.mat_scene(light, folder, DECK, rng)
                    read_mat(picture, truth, scores)
                if keep is not None:
                    cv2.imwrite(str(keep / f"{light.replace(' ', '_')}_{k}.png"), picture)
    return [score.row(name, "ray-traced") for name, score in scores.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1, help="boards in each light; mats are twice as many")
    parser.add_argument("--first", type=int, default=9_000_000, help="seed of the first picture")
    parser.add_argument("--keep", type=Path, help="folder for the pictures")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for row in run(asked.scenes, first=asked.first, keep=asked.keep):
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
