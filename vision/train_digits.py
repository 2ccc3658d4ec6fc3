"""Draws hard-to-read numbers in many typefaces and teaches ``digits.onnx`` to read them.

    python -m vision.train_digits --fonts /usr/share/fonts --minutes 90

A picture is what the number reader cuts out of a card: the number about in the middle, its digits about 19 of 32
pixels high, its light taken out. Everything a table does to a number is drawn: small and blurred print, glare,
shadows, slant, noise, frames and art around it, and places where no number is at all.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.digits import BLANK, HEIGHT, PLACES, WIDTH, normalised
from vision.train_net import Floats, Labels, build, learn, write_onnx

LAYERS = [
    ("conv", 16, 3), ("pool", 2, 2),
    ("conv", 32, 3), ("pool", 2, 2),
    ("conv", 64, 3), ("conv", 64, 3), ("pool", 2, 2),
    ("conv", 96, 3), ("conv", 24, 1),
    ("full", 112), ("full", PLACES * (BLANK + 1)),
]  # fmt: skip

_TALL = 64  # height of a line of type in the atlas, in pixels


class Typefaces:
    """The digits of every usable typeface, as soft masks of one height."""

    def __init__(self, faces: list[list[Floats]]) -> None:
        self.faces = faces

    @classmethod
    def found_in(cls, folder: Path) -> Typefaces:
        """All typefaces below *folder* whose ten digits look like digits."""
        faces = [face for path in sorted(folder.rglob("*.[to]tf")) if (face := _rendered(path)) is not None]
        if not faces:
            raise SystemExit(f"No typeface with digits found below {folder}")
        # What few agree with are symbols or foreign digits where digits should be.
        mean = [np.mean([_small(face[d]) for face in faces], axis=0) for d in range(10)]
        agree = [np.mean([_alike(_small(face[d]), mean[d]) for d in range(10)]) for face in faces]
        return cls([face for face, a in zip(faces, agree, strict=True) if a > 0.45])

    def save(self, path: Path) -> None:
        flat = {
            f"{n}_{d}": (glyph * 255).astype(np.uint8)
            for n, face in enumerate(self.faces)
            for d, glyph in enumerate(face)
        }
        np.savez_compressed(path, allow_pickle=False, **flat)

    @classmethod
    def load(cls, path: Path) -> Typefaces:
        with np.load(path) as flat:
            count = len(flat.files) // 10
            return cls([[flat[f"{n}_{d}"].astype(np.float32) / 255 for d in range(10)] for n in range(count)])


def _rendered(path: Path) -> list[Floats] | None:
    from PIL import Image, ImageDraw, ImageFont

    try:
        font = ImageFont.truetype(str(path), _TALL)
        top, bottom = font.getbbox("0123456789")[1::2]
        if bottom - top < 8:
            return None
        font = ImageFont.truetype(str(path), round(_TALL * _TALL / (bottom - top)))
        top, bottom = font.getbbox("0123456789")[1::2]
        glyphs = []
        for digit in "0123456789":
            width = max(4, round(font.getlength(digit)))
            picture = Image.new("L", (width, round(bottom - top)))
            ImageDraw.Draw(picture).text((0, -top), digit, fill=255, font=font)
            glyph = np.asarray(picture, np.float32) / np.float32(255)
            if glyph.sum() < 40 or width > 3 * _TALL:
                return None
            glyphs.append(glyph)
    except OSError:
        return None
    if any(np.array_equal(a, b) for k, a in enumerate(glyphs) for b in glyphs[:k]):
        return None
    return glyphs


def _small(glyph: Floats) -> Floats:
    rows, columns = np.nonzero(glyph > 0.3)
    cut = glyph[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] if len(rows) else glyph
    return np.asarray(cv2.GaussianBlur(cv2.resize(cut, (12, 18), interpolation=cv2.INTER_AREA), (5, 5), 0))


def _alike(a: Floats, b: Floats) -> float:
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))


def number_mask(faces: Typefaces, text: str, rng: np.random.Generator) -> Floats:
    """The digits of *text* side by side in one typeface, 1 where there is ink."""
    face = faces.faces[rng.integers(len(faces.faces))]
    gap = int(rng.integers(-2, 7))
    parts = []
    for digit in text:
        glyph = face[int(digit)]
        parts += [glyph, np.zeros((glyph.shape[0], max(gap, 0)), np.float32)]
    mask = np.hstack(parts[:-1] if gap > 0 else parts)
    rows = np.nonzero(mask.max(axis=1) > 0.3)[0]
    mask = mask[rows.min() : rows.max() + 1]
    widen = rng.uniform(0.82, 1.2)
    size = (max(3, round(mask.shape[1] * widen * _TALL / mask.shape[0])), _TALL)
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    # Thicker or thinner ink than the typeface has.
    thick = rng.integers(-2, 4)
    if thick > 0:
        mask = cv2.dilate(mask, np.ones((thick + 1, thick + 1), np.uint8))
    elif thick < 0 and rng.random() < 0.5:
        thinner = cv2.erode(mask, np.ones((2, 2), np.uint8))
        mask = thinner if thinner.sum() > 0.5 * mask.sum() else mask
    return np.asarray(mask, np.float32)


def draw_text(rng: np.random.Generator) -> str:
    """A number as cards have them: one to three digits, now and then with noughts in front, or none at all."""
    length = rng.choice(4, p=[0.05, 0.2, 0.3, 0.45])
    text = "".join(str(d) for d in rng.integers(0, 10, length))
    return text if length < 2 or text[0] != "0" or rng.random() < 0.15 else str(rng.integers(1, 10)) + text[1:]


# The canvas a number is painted on before the camera sees it: finer than the cut-out, with room around.
_FINE = 2
_CANVAS = (HEIGHT * _FINE * 3 // 2, WIDTH * _FINE * 5 // 4)
_DOWN, _RIGHT = np.mgrid[-0.5 : 0.5 : _CANVAS[0] * 1j, -0.5 : 0.5 : _CANVAS[1] * 1j].astype(np.float32)


def art_field(rng: np.random.Generator, height: int, width: int) -> Floats:
    """Something printed: flat, shaded, rough or drawn on; brightness 0 to 1."""
    ground = np.full((height, width), rng.uniform(0.05, 0.95), np.float32)
    if rng.random() < 0.5:
        coarse = rng.uniform(0, 1, (int(rng.integers(2, 9)), int(rng.integers(2, 12)))).astype(np.float32)
        rough = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        ground += (rough - 0.5) * rng.uniform(0.05, 0.7)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(1, 7))):
            value = float(rng.uniform(0, 1))
            at = (int(rng.integers(width)), int(rng.integers(height)))
            to = (int(rng.integers(width)), int(rng.integers(height)))
            if rng.random() < 0.5:
                cv2.line(ground, at, to, value, int(rng.integers(1, 9)), cv2.LINE_AA)
            else:
                cv2.circle(ground, at, int(rng.integers(2, 27)), value, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
    if rng.random() < 0.25:
        corners = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * (width, height)
        cv2.fillPoly(ground, [corners.astype(np.int32)], float(rng.uniform(0, 1)), cv2.LINE_AA)
    if rng.random() < 0.4:
        _frame(ground, rng)
    return ground


def _frame(ground: Floats, rng: np.random.Generator) -> None:
    """The card's own frame runs past the number or behind it; under a picture's frame stand lines of text."""
    height, width = ground.shape
    value = float(rng.uniform(0, 1))
    x, y = int(rng.integers(width)), int(rng.integers(height))
    if rng.random() < 0.75:
        ground[:, slice(x) if x < width / 2 else slice(x, None)] = value
    if rng.random() < 0.75:
        ground[slice(y) if y < height / 2 else slice(y, None)] = value
    if rng.random() < 0.15:
        ink, step, thick = float(rng.uniform(0, 1)), int(rng.integers(8, 30)), int(rng.integers(1, 6))
        for line in range(int(rng.integers(step)), height, step):
            at = float(rng.uniform(-20, 20))
            while at < width:
                word = float(rng.uniform(6, 50))
                cv2.line(ground, (round(at), line), (round(at + word), line), ink, thick, cv2.LINE_AA)
                at += word + rng.uniform(3, 14)


def badge(ground: Floats, rng: np.random.Generator, box: tuple[float, float, float, float]) -> None:
    """A disc, plate or frame behind the number, as many cards have it."""
    x0, y0, x1, y1 = box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    value = float(rng.uniform(0, 1))
    line = -1 if rng.random() < 0.75 else int(rng.integers(1, 6))
    room = float(rng.uniform(0.15, 0.7)) * (y1 - y0)
    if rng.random() < 0.45:
        radius = max(x1 - x0, y1 - y0) / 2 + room * 0.7
        cv2.circle(ground, (round(cx), round(cy)), round(radius), value, line, cv2.LINE_AA)
        if rng.random() < 0.4:
            rim = float(rng.uniform(0, 1))
            cv2.circle(ground, (round(cx), round(cy)), round(radius), rim, int(rng.integers(2, 9)), cv2.LINE_AA)
    else:
        a = (round(x0 - room), round(y0 - room * rng.uniform(0.4, 1)))
        b = (round(x1 + room), round(y1 + room * rng.uniform(0.4, 1)))
        cv2.rectangle(ground, a, b, value, line, cv2.LINE_AA)


def painted(faces: Typefaces, text: str, rng: np.random.Generator) -> Floats:
    """The number as printed, on a canvas bigger than the cut-out."""
    height, width = _CANVAS
    ground = art_field(rng, height, width)
    if not text:
        return ground
    mask = number_mask(faces, text, rng)
    tall = 19 * _FINE
    scale = tall / mask.shape[0]
    # No print is wider than this.
    scale = min(scale, 70 * _FINE / mask.shape[1])
    size = (max(2, round(mask.shape[1] * scale)), max(2, round(mask.shape[0] * scale)))
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    y, x = (height - size[1]) // 2, (width - size[0]) // 2
    if rng.random() < 0.6:
        badge(ground, rng, (x, y, x + size[0], y + size[1]))
    full = np.zeros((height, width), np.float32)
    full[y : y + size[1], x : x + size[0]] = mask
    under = ground[y : y + size[1], x : x + size[0]]
    behind = float(np.median(under))
    # Straight on a busy picture digits are printed with an edge around them.
    if rng.random() < (0.85 if float(under.std()) > 0.12 else 0.15):
        wide = int(rng.integers(1, 5))
        around = cv2.dilate(full, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1)))
        edge = 1.0 - behind if rng.random() < 0.3 else float(rng.uniform(0, 1))
        ground = ground * (1 - around) + edge * around
        behind = edge
    contrast = rng.uniform(0.35, 1.0)
    up = behind + contrast <= 1 if behind - contrast < 0 else bool(rng.random() < behind < 0.5)
    ink = min(1.0, behind + contrast) if up else max(0.0, behind - contrast)
    if rng.random() < 0.15:
        shift = np.roll(full, (int(rng.integers(1, 5)), int(rng.integers(1, 5))), (0, 1)) * 0.6
        ground = ground * (1 - shift) + behind * 0.5 * shift
    return np.asarray(ground * (1 - full) + ink * full, np.float32)


def seen(page: Floats, rng: np.random.Generator) -> Floats:
    """What the camera makes of it, cut out as the reader does: 32 × 80 pixels."""
    height, width = page.shape
    # Light: a slope, a soft shadow's edge, sometimes a lamp's reflection over part of it.
    slope = rng.normal(0, 0.25, 2).astype(np.float32)
    bright = np.float32(rng.uniform(0.5, 1.1) if rng.random() < 0.75 else rng.uniform(0.15, 0.5))
    page = page * ((1 + slope[0] * _RIGHT + slope[1] * _DOWN) * bright)
    if rng.random() < 0.15:
        turn, at = rng.uniform(0, 6.28), rng.normal(0, 0.15)
        side = _RIGHT * np.float32(np.cos(turn)) + _DOWN * np.float32(np.sin(turn)) - np.float32(at)
        steep = np.clip(side * np.float32(rng.uniform(20, 120)), -30, 30)
        page = page * (1 - np.float32(rng.uniform(0.2, 0.6)) / (1 + np.exp(-steep)))
    if rng.random() < 0.12:
        cx, cy = rng.uniform(-0.3, 0.3, 2).astype(np.float32)
        rx, ry = np.float32(rng.uniform(0.05, 0.35)), np.float32(rng.uniform(0.1, 0.6))
        spot = np.exp(-(((_RIGHT - cx) / rx) ** 2) - ((_DOWN - cy) / ry) ** 2)
        page = page + np.float32(rng.uniform(0.2, 1.0)) * spot

    # The sensor's own size of a digit, from barely readable to large.
    tall = float(np.exp(rng.uniform(np.log(11), np.log(42))))
    step = tall / (19 * _FINE)
    turn = np.deg2rad(rng.normal(0, 3.0))
    zoom = float(np.exp(rng.normal(0, 0.1)))
    slant = rng.normal(0, 0.07)
    move = rng.normal(0, (1.6 * _FINE, 1.3 * _FINE))
    c, s = np.cos(turn) * zoom, np.sin(turn) * zoom
    turn_matrix = np.array([[c, -s + slant], [s, c]]) * step
    size = (max(8, round(width * step)), max(6, round(height * step)))
    offset = np.array(size) / 2 - turn_matrix @ (np.array([width, height]) / 2 + move)
    matrix = np.hstack([turn_matrix, offset[:, None]])
    if step < 1:
        page = cv2.GaussianBlur(page, (0, 0), 0.42 / step)
    sensor = cv2.warpAffine(page, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    # What nobody could read teaches nothing: blur and grain have their limits.
    soft = min(tall * abs(rng.normal(0, 0.06)), 0.13 * tall) + rng.uniform(0, 0.6)
    if rng.random() < 0.12:
        length = int(rng.integers(2, 2 + max(1, round(tall * 0.2))))
        streak = np.zeros((length, length), np.float32)
        cv2.line(streak, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        sensor = cv2.filter2D(sensor, -1, streak / streak.sum())
    if soft > 0.3:
        sensor = cv2.GaussianBlur(sensor, (0, 0), soft)
    if rng.random() < 0.3:
        sensor = sensor + float(rng.uniform(0.2, 1.2)) * (sensor - cv2.GaussianBlur(sensor, (0, 0), 1.2))
    sensor = np.clip(sensor, 0, 1) ** float(np.exp(rng.normal(0, 0.25)))
    grain = np.float32(min(abs(float(rng.normal(0, 0.02))), 0.1 * float(bright)))
    sensor = sensor + grain * rng.standard_normal(sensor.shape, np.float32)
    bytes_ = (np.clip(sensor, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])
        bytes_ = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)

    # The cut-out.
    back = 19 / tall
    cut = np.array([[back, 0, WIDTH / 2 - back * size[0] / 2], [0, back, HEIGHT / 2 - back * size[1] / 2]], np.float32)
    if back < 0.7:
        bytes_ = cv2.GaussianBlur(bytes_, (0, 0), 0.35 / back)
    out = cv2.warpAffine(bytes_, cut, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.float32)


def one(faces: Typefaces, rng: np.random.Generator) -> tuple[Floats, NDArray[np.int64]]:
    """One picture and its digits, blanks at the end."""
    text = draw_text(rng)
    picture = normalised(seen(painted(faces, text, rng), rng).astype(np.uint8))
    truth = [int(d) for d in text] + [BLANK] * (PLACES - len(text))
    return picture, np.array(truth, np.int64)


def batches(faces: Typefaces, seed: int, size: int = 192, kept: int = 60) -> Iterator[tuple[Floats, Labels]]:
    """Pictures without end. Drawing them takes as long as learning from them, so each is shown four times, some
    batches apart and now and then as its own negative: dark print on light is light print on dark.

    :param kept: how many batches of pictures are kept to be shown again.
    """
    rng = np.random.default_rng(seed)
    pictures = np.zeros((kept * size, 2, HEIGHT, WIDTH), np.float32)
    truths = np.zeros((kept * size, PLACES), np.int64)
    drawn = 0
    while True:
        for _ in range(size // 4):
            pictures[drawn % len(pictures)], truths[drawn % len(pictures)] = one(faces, rng)
            drawn += 1
        which = rng.integers(0, min(drawn, len(pictures)), size)
        sign = rng.choice(np.array([-1, 1], np.float32), (size, 1, 1, 1), p=[0.4, 0.6])
        yield pictures[which] * sign, truths[which]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--fonts", type=Path, default=Path("/usr/share/fonts"), help="folder of typefaces, or a saved atlas (.npz)"
    )
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier training to go on from (.pt)")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("digits.onnx"))
    asked = parser.parse_args()

    import torch

    faces = Typefaces.load(asked.fonts) if asked.fonts.suffix == ".npz" else Typefaces.found_in(asked.fonts)
    print(f"{len(faces.faces)} typefaces", flush=True)
    torch.manual_seed(asked.seed)
    net = build(LAYERS, (HEIGHT, WIDTH), channels=2)
    if asked.start:
        net.load_state_dict(torch.load(asked.start))
    print(f"{sum(p.numel() for p in net.parameters())} weights", flush=True)

    def save(trained: Any) -> None:
        torch.save(trained.state_dict(), asked.out.with_suffix(".pt"))
        write_onnx(trained, asked.out, size=(HEIGHT, WIDTH), channels=2)
        trained.train()

    learn(
        net,
        batches(faces, asked.seed),
        minutes=asked.minutes,
        heads=PLACES,
        classes=BLANK + 1,
        rate=asked.rate,
        save=save,
        say=lambda line: print(line, flush=True),
    )


if __name__ == "__main__":
    main()
