"""Card numbers beside two text readers of the world, on the same crops in one run on one core.

    pip install tesserocr rapidocr onnxruntime        (for the bench only; the box needs neither)
    python tests/bench peers                          (TESSDATA_PREFIX names the folder of eng.traineddata)

Every reader gets the number upright and cut out of the straightened card. Tesseract is told that these are digits in
one line, is given them enlarged to the size it likes, and the best of its modes counts; of RapidOCR only the
recogniser runs, and only the digits of its answer count.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import vision_bench

from vision import cards, digits
from vision.digits import HEIGHT, WIDTH, Box
from vision.reading import Image

Crop = tuple[Image, Box, Image, int]  # the straightened card, where its number is, the number alone, the truth


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
                out.append((card, deck.number, _number_alone(card, deck.number), truth.number))
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


def tesseract(mode: int) -> Callable[[Image, Box, Image], int | None]:
    tesserocr: Any = importlib.import_module("tesserocr")
    pictures: Any = importlib.import_module("PIL.Image")
    reader = tesserocr.PyTessBaseAPI(path=os.environ.get("TESSDATA_PREFIX", ""), lang="eng", psm=mode)
    reader.SetVariable("tessedit_char_whitelist", "0123456789")

    def read(card: Image, box: Box, alone: Image) -> int | None:
        reader.SetImage(pictures.fromarray(cv2.cvtColor(alone, cv2.COLOR_BGR2GRAY)))
        return _as_number(reader.GetUTF8Text())

    return read


def rapid() -> Callable[[Image, Box, Image], int | None]:
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


def scored(read: Callable[[Image, Box, Image], int | None], some: list[Crop]) -> tuple[float, float]:
    """Share read right, and processor milliseconds a number."""
    read(*some[0][:3])
    right, start = 0, time.process_time()
    for card, box, alone, truth in some:
        right += read(card, box, alone) == truth
    return right / len(some), (time.process_time() - start) * 1000 / len(some)


def run(pictures: int = 10, *, first: int = vision_bench.FRESH) -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    missing = [name for name in ("tesserocr", "rapidocr") if importlib.util.find_spec(name) is None]
    if missing:
        yield {"what": "text readers to compare with", "not installed": " and ".join(missing)}
        return
    some = crops(pictures, first)
    mine, cost = scored(ours, some)
    yield {"what": "ours", "count": len(some), "right": round(mine, 4), "ms": round(cost, 2)}
    modes = {mode: scored(tesseract(mode), some) for mode in (7, 8, 13)}
    mode = max(modes, key=lambda one: modes[one][0])
    for name, (right, ms), times in (
        (f"Tesseract, mode {mode}", modes[mode], 20.0),
        ("RapidOCR", scored(rapid(), some), 0.0),
    ):
        yield {
            "what": name, "count": len(some), "right": round(right, 4), "ms": round(ms, 2),
            "ours is faster by": round(ms / cost, 1), "limit": f"≥ {times:.0f} times faster, ours more accurate",
            "ok": ms / cost >= times and mine > right,
        }  # fmt: skip


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
