"""Hexes on path-traced tables of every finish and paper: whole boards, and lone tiles with and without a lesson; and
solid dice on a bare table.

``python path_traced_bench.py --boards 8 --keep FOLDER`` keeps the pictures as a bundle, to read or to fit to another
time; a minute each, or ten seconds with an LLVM.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import path_traced
import ray_traced
from path_traced import FINISHES, LIGHTS, PAPERS, Look
from scores import Score
from vision_bench import SLEEPERS

from device.pictures import bundle
from vision.find import register
from vision.find.loose import find_dice
from vision.find.register import Registration
from vision.reading import Image


def looks() -> list[tuple[str, str]]:
    """Every finish on white paper, and the plainest and the glossiest on every other."""
    return [(finish, paper) for paper in PAPERS for finish in FINISHES if paper == "white" or finish != "satin"]


def read(pictures: list[tuple[Image, dict[str, str]]], finish: str, paper: str) -> Iterator[dict[str, object]]:
    """The same boards: whole, and so once another board of the set was confirmed, in whatever light; each tile as if it
    lay alone, and so once three others are confirmed."""
    whole, known, alone, taught = Score(), Score(), Score(), Score()
    reader = SLEEPERS.reader()
    for n, (picture, table) in enumerate(pictures):
        other, lies = pictures[n - 1]
        there = register.find(other, SLEEPERS.layout) if len(pictures) > 1 else None
        where = register.find(picture, SLEEPERS.layout)
        if isinstance(there, Registration) and isinstance(where, Registration):
            reader.read(other, there)
            reader.learn({slot: lies.get(slot) for slot in SLEEPERS.slots})
            for reading in reader.read(picture, where):
                known.add(reading, table.get(reading.slot))
            reader.forget()
        if not isinstance(where, Registration):
            whole.lost += 1
            continue
        for reading in reader.read(picture, where):
            whole.add(reading, table.get(reading.slot))
        tiles = [one for one in reader.look(picture, where) if one.slot in table]
        for one in tiles:
            alone.add(reader.judge([one])[0], table[one.slot])
        reader.learn({one.slot: table[one.slot] for one in tiles[:3]})
        for one in tiles[3:]:
            taught.add(reader.judge([one])[0], table[one.slot])
        reader.forget()
    for name, score, least in (
        ("hexes", whole, 0.9),
        ("hexes, another board confirmed", known, 0.97),
        ("lone tiles", alone, 0.0),
        ("lone tiles, three others confirmed", taught, 0.9),
    ):
        if not score.count:
            continue
        row = score.row(name, f"{finish}, {paper} paper")
        kept = float(str(row["right"])) >= 0.999 and float(str(row["answered"])) >= least and not score.sure_wrong
        yield {**row, "limit": f"right ≥ 0.999, answered ≥ {least}, none surely wrong", "ok": kept} if least else row


def run(boards: int = 1, *, first: int = 61_000_000, keep: Path | None = None) -> Iterator[dict[str, object]]:
    """*boards* in each light for each finish and paper."""
    if not path_traced.is_there():
        yield {"what": "path-traced tables", "skipped": "needs the path tracer: pip install mitsuba"}
        return
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        ray_traced.printed(folder)
        for n, (finish, paper) in enumerate(looks()):
            pictures = []
            for k in range(boards * len(LIGHTS)):
                light, seed = LIGHTS[k % len(LIGHTS)], first + 1000 * n + k
                look = Look(finish, paper, light)
                pictures.append(path_traced.board_scene(look, folder, np.random.default_rng(seed), seed=seed))
                if keep is not None:
                    _keep(keep / f"{finish}-{paper}-{light.replace(' ', '-')}-{k}", *pictures[-1], light)
            yield from read(pictures, finish, paper)
        yield bare_dice(3 * boards, folder)


def bare_dice(pictures: int, folder: Path, first: int = 62_000_000) -> dict[str, object]:
    """Six to fourteen dice on a bare table, *pictures* in each light: found, and read."""
    score, none = Score(), 0
    for k in range(pictures * len(LIGHTS)):
        rng, count = np.random.default_rng(first + k), (6, 10, 14, 8)[k // len(LIGHTS) % 4]
        light = LIGHTS[k % len(LIGHTS)]
        picture, truth = path_traced.dice_scene(light, folder, rng, count, first + k, size=(1024, 768), samples=16)
        found = find_dice(picture)
        for at, value in truth:
            near = [n for n, (die, _) in enumerate(found) if np.hypot(*(np.array(die.middle) - at)) < 0.45 * die.side]
            if near:
                score.add(found.pop(near[0])[1], value)
            else:
                score.count += 1
                score.lost += 1
        none += len(found)
        score.sure_wrong += sum(reading.sure for _, reading in found)  # such as a side of a die that was not found
    row = score.row("dice on a bare table", "path-traced")
    kept = score.lost <= 0.05 * score.count and not score.sure_wrong
    return {**row, "taken for dice": none, "limit": "found ≥ 0.95, none surely wrong", "ok": kept}


def _keep(file: Path, picture: Image, table: dict[str, str], light: str) -> None:
    """As bundles have it: the picture, and what lies there."""
    lies = {slot: table.get(slot) for slot in SLEEPERS.slots}
    look = bundle.Look("sleepers", bundle.jpeg(picture), lies, why="set", light=light)
    file.with_suffix(".jpg").write_bytes(look.jpeg)
    file.with_suffix(".json").write_text(look.words(), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1, help="in each light, for each finish and paper")
    parser.add_argument("--first", type=int, default=61_000_000, help="seed of the first picture")
    parser.add_argument("--keep", type=Path, help="folder for the pictures")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for row in run(asked.boards, first=asked.first, keep=asked.keep):
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
