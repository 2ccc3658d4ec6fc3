"""The digits and words of many typefaces, as soft masks: what drawn numbers are set in.

Only whoever trains the number network anew needs this (``pip install pillow``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Face = list[Floats]  # ten digits

TALL = 64  # height of a line of type, in pixels
WORD = 24  # height of a line of words
BETWEEN = 0.25  # of the numbers are set in a face between two others
_FILES = ("*.ttf", "*.otf", "*.woff")
# Letters that no digit looks like, for words beside a number.
_LETTERS = "ACDEFGHJKMNPRTUVWXYabcdefghkmnprstuvwxyz"


class Typefaces:
    """The digits of every usable typeface, as soft masks of one height, and lines of words.

    :param words: lines of letters, 24 pixels high: what is printed near numbers and is none.
    """

    def __init__(self, faces: Sequence[Face], words: Sequence[Floats] = ()) -> None:
        self.faces = list(faces)
        self.words = list(words)
        # Half the numbers are set in any face, half in faces as thin as they are bold: hairlines are rare and hard.
        ink = np.log([np.mean([glyph.mean() for glyph in face]) for face in self.faces])
        bold = ((ink - ink.min()) / max(float(np.ptp(ink)), 1e-6) * 7.99).astype(int)
        share = 1 / np.maximum(np.bincount(bold)[bold], 12)
        self._running = np.cumsum(0.5 / len(ink) + 0.5 * share / share.sum())
        # A 3 with a flat top is soon taken for a 5, a nought with a dot or stroke in it for an 8.
        self._unusual = [n for n, face in enumerate(self.faces) if _flat_topped(face[3]) or _marked(face[0])]

    def any(self, rng: np.random.Generator) -> Face:
        """One of the faces, a quarter of the time one whose digits are of unusual shapes; or one between two of them,
        that nobody has cut yet."""
        face = self._one(rng)
        return between(face, self._one(rng), float(rng.uniform(0.15, 0.85))) if rng.random() < BETWEEN else face

    def _one(self, rng: np.random.Generator) -> Face:
        if self._unusual and rng.random() < 0.25:
            return self.faces[self._unusual[int(rng.integers(len(self._unusual)))]]
        return self.faces[min(int(np.searchsorted(self._running, rng.random())), len(self.faces) - 1)]

    @classmethod
    def found_in(cls, folders: Sequence[Path], *, without: Sequence[Face] = (), lines: int = 400) -> Typefaces:
        """All typefaces below *folders* whose ten digits look like digits.

        :param without: faces that no picture may be set in, nor in any that looks the same.
        """
        paths = sorted({path for folder in folders for kind in _FILES for path in folder.rglob(kind)})
        found = [(path, face) for path in paths if (face := _rendered(path)) is not None]
        if not found:
            raise SystemExit(f"No typeface with digits found below {', '.join(map(str, folders))}")
        small = np.array([_signs(face) for _, face in found])
        # What few agree with are symbols or foreign digits where digits should be.
        usual = np.median(small, axis=0)
        agree = (small * usual / np.linalg.norm(usual, axis=1, keepdims=True)).sum(axis=2).mean(axis=1)
        barred = np.array([_signs(face) for face in without])
        kept: list[int] = []
        for n in np.flatnonzero(agree > 0.5):
            same = [*barred, *small[kept]]
            # Of faces that are the same to the eye one is enough.
            if not same or max(_alike(small[n], np.array(same))) < 0.985:
                kept.append(int(n))
        words = _words([found[n][0] for n in kept], lines)
        return cls([found[n][1] for n in kept] + of_opencv(), words)

    def save(self, path: Path) -> None:
        flat = {f"{n}_{d}": _bytes(glyph) for n, face in enumerate(self.faces) for d, glyph in enumerate(face)}
        flat |= {f"words_{n}": _bytes(line) for n, line in enumerate(self.words)}
        np.savez_compressed(path, allow_pickle=False, **flat)

    @classmethod
    def load(cls, path: Path) -> Typefaces:
        with np.load(path) as flat:
            words = sorted(name for name in flat.files if name.startswith("words_"))
            count = (len(flat.files) - len(words)) // 10
            faces = [[_floats(flat[f"{n}_{d}"]) for d in range(10)] for n in range(count)]
            return cls(faces, [_floats(flat[name]) for name in words])


def between(one: Face, other: Face, share: float) -> Face:
    """A face that is *share* of the way from *one* to *other*; a digit that falls to pieces on the way stays as it was.

    Halfway is where a place is as far inside one as it is outside the other.
    """
    out = []
    for a, b in zip(one, other, strict=True):
        size = (max(4, round(a.shape[1] * (1 - share) + b.shape[1] * share)), a.shape[0])
        deep = [_depth(np.asarray(cv2.resize(glyph, size, interpolation=cv2.INTER_LINEAR))) for glyph in (a, b)]
        mixed = np.clip(deep[0] * (1 - share) + deep[1] * share + 0.5, 0, 1)
        ink = [float((d > 0).mean()) for d in deep]
        out.append(np.asarray(mixed, np.float32) if mixed.mean() > 0.7 * min(ink) else a)
    return out


def _depth(glyph: Floats) -> Floats:
    """How many pixels inside its ink each place is; outside it is less than nothing."""
    ink = np.asarray(np.pad(glyph, 1) > 0.5, np.uint8)
    inside, outside = (cv2.distanceTransform(part, cv2.DIST_L2, 3) for part in (ink, 1 - ink))
    return np.asarray((inside - outside)[1:-1, 1:-1], np.float32)


def faces_in(path: Path) -> list[Face]:
    """The faces of a bench's file: for each one a row of ten digits and their widths."""
    with np.load(path) as stored:
        faces = []
        for n in range(len(stored.files) // 2):
            cuts = np.cumsum(stored[f"width{n}"].astype(int))[:-1]
            faces.append([_floats(np.ascontiguousarray(part)) for part in np.split(stored[f"face{n}"], cuts, axis=1)])
        return faces


def _bytes(mask: Floats) -> NDArray[np.uint8]:
    return (mask * 255).astype(np.uint8)


def _floats(mask: NDArray[np.uint8]) -> Floats:
    return mask.astype(np.float32) / np.float32(255)


def _rendered(path: Path) -> Face | None:
    from PIL import Image, ImageDraw, ImageFont

    try:
        font = ImageFont.truetype(str(path), TALL)
        top, bottom = font.getbbox("0123456789")[1::2]
        if bottom - top < 8:
            return None
        font = ImageFont.truetype(str(path), round(TALL * TALL / (bottom - top)))
        top, bottom = font.getbbox("0123456789")[1::2]
        glyphs = []
        for digit in "0123456789":
            width = max(4, round(font.getlength(digit)))
            picture = Image.new("L", (width, round(bottom - top)))
            ImageDraw.Draw(picture).text((0, -top), digit, fill=255, font=font)
            glyph = np.asarray(picture, np.float32) / np.float32(255)
            if glyph.sum() < 40 or width > 3 * TALL:
                return None
            glyphs.append(glyph)
    except OSError:
        return None
    if any(np.array_equal(a, b) for k, a in enumerate(glyphs) for b in glyphs[:k]):
        return None
    return glyphs


def of_opencv() -> list[Face]:
    """The line digits that every OpenCV draws, thin to bold: people try a camera with them."""
    faces = []
    for font in (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX):
        for weight in (2, 4, 7, 10):
            glyphs = []
            for digit in "0123456789":
                (width, height), _ = cv2.getTextSize(digit, font, 2.4, weight)
                mask = np.zeros((height + 2 * weight, width + weight), np.uint8)
                cv2.putText(mask, digit, (weight // 2, height + weight), font, 2.4, 255, weight, cv2.LINE_AA)
                glyphs.append(_floats(mask))
            faces.append(glyphs)
    return faces


def _words(paths: Sequence[Path], lines: int) -> list[Floats]:
    """Lines of made-up words in these typefaces."""
    from PIL import Image, ImageDraw, ImageFont

    rng = np.random.default_rng(1)
    out: list[Floats] = []
    while len(out) < lines:
        font = ImageFont.truetype(str(paths[int(rng.integers(len(paths)))]), round(WORD * 0.8))
        letters = rng.choice(list(_LETTERS), 40)
        text = "".join(" " if rng.random() < 0.15 else str(letter) for letter in letters)
        picture = Image.new("L", (12 * WORD, WORD))
        ImageDraw.Draw(picture).text((0, WORD), text, fill=255, font=font, anchor="ls")
        line = np.asarray(picture, np.float32) / np.float32(255)
        if 0.05 < line.mean() < 0.7:
            out.append(line)
    return out


def _ink(glyph: Floats) -> Floats:
    """The glyph alone, without the empty paper around it."""
    rows, columns = np.nonzero(glyph > 0.3)
    return glyph[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] if len(rows) else glyph


def _flat_topped(three: Floats) -> bool:
    top = _ink(three)[: max(2, round(0.05 * three.shape[0]))]
    return float((top > 0.5).any(axis=0).mean()) > 0.8


def _marked(nought: Floats) -> bool:
    ink = _ink(nought)
    height, width = ink.shape
    middle = ink[int(0.42 * height) : int(0.58 * height) + 1, int(0.42 * width) : int(0.58 * width) + 1]
    return float((middle > 0.5).mean()) > 0.4


def _signs(face: Face) -> Floats:
    """Ten digits, small and soft, each of mean 0 and length 1: to tell whether two faces look alike."""
    out = []
    for glyph in face:
        small = cv2.GaussianBlur(cv2.resize(_ink(glyph), (20, 30), interpolation=cv2.INTER_AREA), (3, 3), 0).ravel()
        small -= small.mean()
        out.append(small / max(float(np.linalg.norm(small)), 1e-6))
    return np.array(out, np.float32)


def _alike(one: Floats, others: Floats) -> Floats:
    return np.asarray((others * one).sum(axis=2).mean(axis=1), np.float32)
