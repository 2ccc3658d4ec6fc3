"""Draws dice of every colour in every light and teaches ``dice.onnx`` to read them.

python -m vision.train_dice --minutes 25
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice import FACE, FACES, SIDE, normalised
from vision.scene_dice import any_look, draw_die
from vision.train_net import Floats, Labels, build, learn, write_onnx

LAYERS = [
    ("conv", 20, 3), ("pool", 2, 2),
    ("conv", 40, 3), ("pool", 2, 2),
    ("conv", 64, 3), ("conv", 64, 3), ("pool", 2, 2),
    ("conv", 64, 3),
    ("full", 72), ("full", FACES),
]  # fmt: skip

_DRAWN = 26  # side of a die as drawn, before the camera


def ground(rng: np.random.Generator, size: int) -> Floats:
    """What lies under a die: one colour, or more."""
    coarse = rng.uniform(0, 255, (int(rng.integers(1, 4)), int(rng.integers(1, 4)), 3)).astype(np.float32)
    field = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    mean = field.mean(axis=(0, 1))
    return np.asarray(mean + (field - mean) * rng.uniform(0, 0.6), np.float32)


def no_die(rng: np.random.Generator, size: int) -> Floats:
    """Tokens, corners of cards, bare mat: what is no die."""
    picture = ground(rng, size)
    for _ in range(int(rng.integers(0, 6))):
        ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
        at = (int(rng.integers(size)), int(rng.integers(size)))
        kind = rng.random()
        if kind < 0.4:
            cv2.circle(picture, at, int(rng.integers(3, size // 2)), ink, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
        elif kind < 0.75:
            points = (np.array(at) + rng.normal(0, size / 3, (4, 2))).astype(np.int32)
            cv2.fillConvexPoly(picture, points, ink, cv2.LINE_AA)
        else:
            to = (int(rng.integers(size)), int(rng.integers(size)))
            cv2.line(picture, at, to, ink, int(rng.integers(1, 8)), cv2.LINE_AA)
    return picture


def one(rng: np.random.Generator) -> tuple[Floats, int]:
    """One cut-out as the reader makes it, and its face."""
    size = 2 * _DRAWN
    face = int(rng.integers(1, 7)) if rng.random() < 0.88 else 0
    picture = no_die(rng, size) if face == 0 else ground(rng, size)
    if face:
        lean = rng.normal(0, 0.1, 2)
        die, mask = draw_die(face, any_look(rng), _DRAWN, rng, lean=(float(lean[0]), float(lean[1])))
        shadow = np.roll(mask, (int(rng.integers(-4, 5)), int(rng.integers(-4, 5))), (0, 1))[..., None]
        picture = picture * (1 - rng.uniform(0, 0.5) * shadow)
        picture = picture * (1 - mask[..., None]) + die * mask[..., None]
    down, right = np.mgrid[-0.5 : 0.5 : size * 1j, -0.5 : 0.5 : size * 1j].astype(np.float32)
    slope = rng.normal(0, 0.35, 2).astype(np.float32)
    tint = np.float32(rng.uniform(0.35, 1.1)) * (1 + rng.normal(0, 0.12, 3)).astype(np.float32)
    picture = picture * (1 + slope[0] * right + slope[1] * down)[..., None] * tint
    # The sensor: a die is 10 to 45 pixels wide.
    wide = float(np.exp(rng.uniform(np.log(11), np.log(42))))
    step = wide / _DRAWN
    turn = np.deg2rad(rng.uniform(0, 360) if rng.random() < 0.25 else rng.normal(0, 7) + 90 * int(rng.integers(4)))
    zoom = np.exp(rng.normal(0, 0.1)) * step
    c, s = np.cos(turn) * zoom, np.sin(turn) * zoom
    matrix = np.array([[c, -s + rng.normal(0, 0.05) * zoom, 0], [s, c, 0]])
    pixels = max(12, round(size * step))
    matrix[:, 2] = (pixels - 1) / 2 - matrix[:, :2] @ ((size - 1) / 2 + rng.normal(0, 0.05, 2) * _DRAWN)
    if step < 1:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / step)
    sensor = cv2.warpAffine(picture, matrix, (pixels, pixels), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = rng.uniform(0, 0.5) + wide * abs(rng.normal(0, 0.025))
    if soft > 0.3:
        sensor = cv2.GaussianBlur(sensor, (0, 0), soft)
    sensor = np.clip(sensor, 0, 255) + np.float32(abs(rng.normal(0, 6))) * rng.standard_normal(sensor.shape, np.float32)
    seen = np.clip(sensor, 0, 255).astype(np.uint8)
    scale = SIDE * FACE / wide
    cut = np.array([[scale, 0, SIDE / 2 - scale * pixels / 2], [0, scale, SIDE / 2 - scale * pixels / 2]])
    if scale < 0.7:
        seen = cv2.GaussianBlur(seen, (0, 0), 0.35 / scale)
    out = cv2.warpAffine(seen, cut, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return normalised(np.asarray(out, np.uint8)), face


def batches(seed: int, size: int = 128) -> Iterator[tuple[Floats, Labels]]:
    rng = np.random.default_rng(seed)
    while True:
        pictures, truths = zip(*(one(rng) for _ in range(size)), strict=True)
        yield np.stack(pictures), np.array(truths, np.int64)[:, None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("dice.onnx"))
    asked = parser.parse_args()

    import torch

    torch.manual_seed(asked.seed)
    net = build(LAYERS, (SIDE, SIDE), channels=3)
    print(f"{sum(p.numel() for p in net.parameters())} weights", flush=True)

    def save(trained: Any) -> None:
        write_onnx(trained, asked.out, size=(SIDE, SIDE), channels=3)
        trained.train()

    learn(net, batches(asked.seed), minutes=asked.minutes, heads=1, classes=FACES, save=save, say=_say)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
