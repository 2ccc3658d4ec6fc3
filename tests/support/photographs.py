"""Photographs of real print that may be shipped, read as the box reads a card's number."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.read import digits
from vision.reading import Reading

FOLDER = Path(__file__).parents[1] / "bench" / "photographs"
FLAT = 900  # pixels across of a sheet seen straight from above


def sheets() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name: str) -> Iterator[tuple[Reading, int | None]]:
    """Every cell of a sheet of single digits: what is read there, and what is printed there."""
    told = json.loads((FOLDER / f"{name}.json").read_text())
    picture = cv2.imread(str(FOLDER / f"{name}.jpg"))
    square = np.array([(0, 0), (FLAT, 0), (FLAT, FLAT), (0, FLAT)], np.float32)
    there = cv2.getPerspectiveTransform(np.array(told["corners"], np.float32), square)
    flat = np.asarray(cv2.warpPerspective(picture, there, (FLAT, FLAT)), np.uint8)
    rows = told["rows"]
    for down, row in enumerate(rows):
        for across, sign in enumerate(row):
            box = digits.Box((across + 0.5) / len(row), (down + 0.52) / len(rows), told["tall"], most=1)
            reading = digits.reading(f"{across + 1} {down + 1}", digits.look(flat, box), range(1, 10))
            yield reading, None if sign == "." else int(sign)
