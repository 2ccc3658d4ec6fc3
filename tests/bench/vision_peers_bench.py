"""Card numbers beside two text readers of the world, on the same crops in one run on one core.

    pip install tesserocr pytesseract rapidocr onnxruntime        (for the bench only; the box needs none of them)
    python tests/bench peers                          (TESSDATA_PREFIX names the folder of eng.traineddata)

Every reader gets the number upright and cut out of the straightened card, in every condition of the picture bench.
Tesseract is told that these are digits in one line, is given them enlarged to the size it likes, and the best of its
modes counts; of RapidOCR only the recogniser runs, and only the digits of its answer count. Tesseract is timed twice:
kept loaded within the process, and as Python programs call it, which is its command once for every picture.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import vision_bench

from vision.find import cards
from vision.read import digits
from vision.read.digits import HEIGHT, WIDTH, Box
from vision.reading import Image

# Its condition, the straightened card, where its number is, the number alone, the truth.
Crop = tuple[str, Image, Box, Image, int]
Read = Callable[[Image, Box, Image], int | None]


def crops(pictures: int, first: int) -> list[Crop]:
    """Upright cards of every condition, and their numbers cut out with the same room as ours has."""
    out: list[Crop] = []
    for n, (name, (view, tall, sleeved)) in enumerate(vision_bench.NUMBERS.items()):
        for k in range(pictures):
            seed = first + 10_000 * n + k
            photo, deck = vision_bench.mat_scene(seed, view, tall, sleeved, "free", clutter=0)
            for truth in photo.cards:
                if truth.number is None or truth.number_hidden or (truth.glare and name.startswith("ordinary")):
                    continue
                assert deck.number is not None
                trembling = truth.corners + np.random.default_rng(seed).normal(0, 0.7, (4, 2))
                card = cards.straighten(photo.picture, cards.Found(trembling, 1.0, (0, 0), 0), deck)
                out.append((name, card, deck.number, _number_alone(card, deck.number), truth.number))
    return out


def _number_alone(card: Image, box: Box, digit: float = 36.0) -> Image:
    """The number with as much around it as our reader sees, its digits *digit* pixels high."""
    scale = digit / (box.tall * card.shape[0])
    width, height = round(WIDTH * digit / digits.DIGIT), round(HEIGHT * digit / digits.DIGIT)
    x, y = box.x * card.shape[1], box.y * card.shape[0]
    matrix = np.array([[scale, 0, width / 2 - scale * x], [0, scale, height / 2 - scale * y]])
    cut = cv2.warpAffine(card, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def ours(card: Image, box: Box, alone: Image) -> int | None:
    value = digits.reading("card", digits.look(card, box)).value
    return value if isinstance(value, int) else None


def tesseract(mode: int) -> Read:
    """Tesseract kept loaded in this process."""
    tesserocr: Any = importlib.import_module("tesserocr")
    pictures: Any = importlib.import_module("PIL.Image")
    # The wheel does not know where Debian keeps the language files.
    debians = sorted(map(str, Path("/usr/share/tesseract-ocr").glob("*/tessdata")))
    where = os.environ.get("TESSDATA_PREFIX") or (debians[-1] if debians else "")
    reader = tesserocr.PyTessBaseAPI(path=where, lang="eng", psm=mode)
    reader.SetVariable("tessedit_char_whitelist", "0123456789")

    def read(card: Image, box: Box, alone: Image) -> int | None:
        reader.SetImage(pictures.fromarray(cv2.cvtColor(alone, cv2.COLOR_BGR2GRAY)))
        return _as_number(reader.GetUTF8Text())

    return read


def tesseract_command(mode: int) -> Read:
    """Tesseract as most Python programs call it: a command for every picture."""
    pytesseract: Any = importlib.import_module("pytesseract")
    how = f"--psm {mode} -c tessedit_char_whitelist=0123456789"

    def read(card: Image, box: Box, alone: Image) -> int | None:
        grey = cv2.cvtColor(alone, cv2.COLOR_BGR2GRAY)
        return _as_number(str(pytesseract.image_to_string(grey, lang="eng", config=how)))

    return read


def rapid() -> Read:
    rapidocr: Any = importlib.import_module("rapidocr")
    reader = rapidocr.RapidOCR(
        params={
            "Global.log_level": "error",
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )

    def read(card: Image, box: Box, alone: Image) -> int | None:
        texts = reader(alone, use_det=False, use_cls=False, use_rec=True).txts
        return _as_number(texts[0] if texts else "")

    return read


def _as_number(text: str) -> int | None:
    found = "".join(c for c in text if c in "0123456789")
    return int(found) if found else None


def _spent() -> float:
    """Seconds of processor time, with that of every command that was called."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@dataclass
class Tally:
    """How one reader did on some crops."""

    name: str
    right: dict[str, int] = field(default_factory=dict)  # of each condition
    count: int = 0
    ms: float = 0.0  # of processor time, each

    def row(self) -> dict[str, object]:
        share = round(sum(self.right.values()) / self.count, 4)
        kinds = {
            kind: sum(n for name, n in self.right.items() if name.startswith(kind)) for kind in ("ordinary", "hard")
        }
        return {
            "what": self.name, "count": self.count, "right": share,
            **{f"{kind} right": n for kind, n in kinds.items()}, "ms": round(self.ms, 3),
        }  # fmt: skip


def scored(name: str, read: Read, some: Sequence[Crop]) -> Tally:
    read(*some[0][1:4])
    tally = Tally(name, count=len(some))
    start = _spent()
    answers = [read(card, box, alone) for _, card, box, alone, _ in some]
    tally.ms = (_spent() - start) * 1000 / len(some)
    for (condition, *_, truth), answer in zip(some, answers, strict=True):
        tally.right[condition] = tally.right.get(condition, 0) + (answer == truth)
    return tally


def run(pictures: int = 20, *, first: int = vision_bench.FRESH) -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    missing = [
        name for name in ("tesserocr", "pytesseract", "rapidocr") if importlib.util.find_spec(name) is None
    ]  # fmt: skip
    if missing:
        yield {"what": "text readers to compare with", "not installed": " and ".join(missing)}
        return
    some = crops(pictures, first)
    mine = scored("ours", ours, some)
    yield mine.row()
    modes = {mode: scored(f"Tesseract in the process, mode {mode}", tesseract(mode), some) for mode in (7, 8, 13)}
    mode = max(modes, key=lambda one: sum(modes[one].right.values()))
    # One command takes as long as a hundred numbers in the process: some of the crops tell its time well enough.
    command = scored(f"Tesseract as a command (pytesseract), mode {mode}", tesseract_command(mode), some[::6])
    on_same = sum(scored("ours", ours, some[::6]).right.values())
    for other, same, times in (
        (modes[mode], sum(mine.right.values()), 20.0),
        (command, on_same, 20.0),
        (scored("RapidOCR, its recogniser alone", rapid(), some), sum(mine.right.values()), None),
    ):
        faster = other.ms / mine.ms
        more = same > sum(other.right.values())
        limit = "ours more accurate" if times is None else f"ours more accurate and ≥ {times:.0f} times faster"
        yield {
            **other.row(), "ours right on the same": same, "ours is faster by": round(faster, 1), "limit": limit,
            "ok": more and (times is None or faster >= times),
        }  # fmt: skip


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
