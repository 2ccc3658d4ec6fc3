"""Draws numbers as a camera sees them on cards: what the number network learns from.

A picture is what the number reader cuts out of a card, with some room around: the number about in the middle, its
digits about 19 pixels high. Everything a table does to a number is drawn: small and blurred print, glare, shadows,
slant, noise, frames, art and words around it, and places where no number is at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.read.digits import DIGIT, HEIGHT, PLACES, REACH, WIDTH, narrowed
from vision.reading import Image
from vision.train.typefaces import TALL, Floats, Typefaces

# What is kept of a drawing: the cut-out with room around it, so that it can be shown shifted and turned.
ROOM = (HEIGHT + 12, WIDTH + 24)
# The canvas a number is painted on before the camera sees it: finer than the cut-out.
_FINE = 2
CANVAS = (ROOM[0] * _FINE + 8, ROOM[1] * _FINE + 8)
_DOWN, _RIGHT = np.mgrid[-0.5 : 0.5 : CANVAS[0] * 1j, -0.5 : 0.5 : CANVAS[1] * 1j].astype(np.float32)
_NOISE = np.random.default_rng(1).standard_normal((600, 900), np.float32)
# How much a digit in the picture must be like its print, 0 to 1.
_FOUND = 0.35
_WIDEST = 66  # a number of three digits, in pixels of a cut-out


@dataclass(frozen=True)
class Drawing:
    """One picture of 44 × 104 pixels.

    :param text: the digits in it; none if it shows no number.
    :param wide: how wide the number is, in pixels.
    """

    picture: Image
    text: str
    wide: float


def drawing(faces: Typefaces, rng: np.random.Generator) -> Drawing:
    """One number, or something that is none, as a camera sees it."""
    text = draw_text(rng)
    while True:
        page, print_ = painted(faces, text, rng)
        picture, matrix = seen(page, rng)
        # What nobody could read teaches nothing but guessing.
        if print_ is None or readable(picture, print_, matrix, len(text)):
            break
    if print_ is None:
        return Drawing(picture, "", 0.0)
    # Upside down it is no number, if a digit in it then looks like none.
    if rng.random() < 0.03 and set(text) & set("347"):
        return Drawing(np.ascontiguousarray(picture[::-1, ::-1]), "", print_.shape[1] / _FINE)
    return Drawing(picture, text, print_.shape[1] / _FINE)


def readable(picture: Image, print_: Floats, matrix: NDArray[np.float64], count: int) -> bool:
    """Can each digit still be told from what is around it? Its print must be found in the picture, however faint."""
    height, width = print_.shape
    there = matrix.copy()
    there[:, 2] += matrix[:, :2] @ ((CANVAS[1] - width) // 2, (CANVAS[0] - height) // 2)
    ideal = cv2.warpAffine(cv2.GaussianBlur(print_, (0, 0), 1.5), there, (ROOM[1], ROOM[0]))
    x, y = there[:, 2]
    top, bottom = max(0, round(y) - 3), min(ROOM[0], round(y + height / _FINE) + 4)
    step = width / _FINE / count
    for n in range(count):
        part = slice(top, bottom), slice(max(0, round(x + n * step) - 3), max(4, round(x + (n + 1) * step) + 4))
        a, b = ideal[part] - ideal[part].mean(), picture[part] - picture[part].mean()
        both = float(np.sqrt((a * a).sum() * (b * b).sum()))
        if abs(float((a * b).sum())) < _FOUND * both or float(b.std()) < 1.5:
            return False
    return True


def draw_text(rng: np.random.Generator) -> str:
    """A number as cards have them: one to three digits, now and then with noughts in front, or none at all."""
    length = rng.choice(4, p=[0.07, 0.2, 0.3, 0.43])
    text = "".join(str(d) for d in rng.integers(0, 10, length))
    return text if length < 2 or text[0] != "0" or rng.random() < 0.15 else str(rng.integers(1, 10)) + text[1:]


def number_mask(faces: Typefaces, text: str, rng: np.random.Generator) -> Floats:
    """The digits of *text* side by side in one typeface, 1 where there is ink."""
    face = faces.any(rng)
    gap = int(rng.integers(-2, 7))
    parts = []
    for digit in text:
        glyph = face[int(digit)]
        parts += [glyph, np.zeros((glyph.shape[0], max(gap, 0)), np.float32)]
    mask = np.hstack(parts[:-1] if gap > 0 else parts)
    ink = mask > 0.3
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    mask = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wider = float(np.exp(rng.uniform(-0.45, 0.45))) if rng.random() < 0.25 else float(rng.uniform(0.82, 1.2))
    size = (max(3, round(mask.shape[1] * wider * TALL / mask.shape[0])), TALL)
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.25:
        mask = _bent(mask, rng)
    if rng.random() < 0.15:
        lean = float(rng.uniform(-0.12, 0.3)) * TALL
        there = np.array([[1, -lean / TALL, max(lean, 0.0)], [0, 1, 0]])
        mask = cv2.warpAffine(mask, there, (mask.shape[1] + round(abs(lean)), TALL))
    # Thicker or thinner ink than the typeface has.
    thick = rng.integers(-2, 4)
    if thick > 0:
        mask = cv2.dilate(mask, np.ones((thick + 1, thick + 1), np.uint8))
    elif thick < 0 and rng.random() < 0.5:
        thinner = cv2.erode(mask, np.ones((2, 2), np.uint8))
        mask = thinner if thinner.sum() > 0.5 * mask.sum() else mask
    if rng.random() < 0.12:
        # Hollow digits: only their outline is printed.
        wide = int(rng.integers(3, 7))
        mask = mask - cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    return np.asarray(mask, np.float32)


def _bent(mask: Floats, rng: np.random.Generator) -> Floats:
    """As if drawn by another hand: every part of it a little displaced."""
    height, width = mask.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    coarse = rng.normal(0, rng.uniform(0.5, 2.5), (2, 4, max(2, width // 16))).astype(np.float32)
    across, down = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in coarse)
    return np.asarray(cv2.remap(mask, x + across, y + down, cv2.INTER_LINEAR), np.float32)


def art_field(rng: np.random.Generator, height: int, width: int) -> Floats:
    """Something printed: flat, shaded, rough or drawn on; brightness 0 to 1."""
    ground = np.full((height, width), rng.uniform(0.03, 0.97), np.float32)
    if rng.random() < 0.5:
        coarse = rng.uniform(0, 1, (int(rng.integers(2, 12)), int(rng.integers(2, 16)))).astype(np.float32)
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
    if rng.random() < 0.6:
        _shapes(ground, rng)
    if rng.random() < 0.4:
        _frame(ground, rng)
    return ground


def _shapes(ground: Floats, rng: np.random.Generator) -> None:
    """Patches of a picture as large as digits and larger: beside a big number they are no further digits."""
    height, width = ground.shape
    for _ in range(int(rng.integers(1, 9))):
        value = float(rng.uniform(0, 1))
        at = rng.uniform(0, 1, 2) * (width, height)
        if rng.random() < 0.5:
            axes = rng.uniform(0.05, 0.6, 2) * height
            ellipse = (tuple(at), tuple(2 * axes), float(rng.uniform(0, 180)))
            cv2.ellipse(ground, ellipse, value, -1, cv2.LINE_AA)
        else:
            corners = at + rng.normal(0, height * rng.uniform(0.1, 0.8), (int(rng.integers(3, 6)), 2))
            cv2.fillPoly(ground, [corners.astype(np.int32)], value, cv2.LINE_AA)


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


def _marks(ground: Floats, ink: float, rng: np.random.Generator, box: tuple[int, int, int, int]) -> None:
    """What stands under a number: the line or dot that tells 6 from 9, or a row of pips."""
    x0, y0, x1, y1 = box
    tall = y1 - y0
    y = round(y1 + tall * rng.uniform(0.16, 0.3))
    kind = rng.random()
    if kind < 0.45:
        thick = max(1, round(tall * rng.uniform(0.04, 0.12)))
        grow = round(tall * rng.uniform(-0.05, 0.15))
        cv2.line(ground, (x0 - grow, y), (x1 + grow, y), ink, thick, cv2.LINE_AA)
    elif kind < 0.7:
        at = (x1 + round(tall * 0.12), y1) if rng.random() < 0.5 else (round((x0 + x1) / 2), y)
        cv2.circle(ground, at, max(1, round(tall * rng.uniform(0.05, 0.09))), ink, -1, cv2.LINE_AA)
    else:
        count, step = int(rng.integers(2, 6)), tall * rng.uniform(0.18, 0.3)
        for n in range(count):
            at = (round((x0 + x1) / 2 + (n - (count - 1) / 2) * step), y)
            cv2.circle(ground, at, max(1, round(tall * rng.uniform(0.05, 0.08))), ink, -1, cv2.LINE_AA)


def _words(ground: Floats, faces: Typefaces, rng: np.random.Generator, box: tuple[int, int, int, int] | None) -> None:
    """A line of words near the number: small above or below it; where no number is, of any size."""
    height, width = ground.shape
    line = faces.words[int(rng.integers(len(faces.words)))]
    scale = float(rng.uniform(0.35, 0.9)) if box else float(np.exp(rng.uniform(np.log(0.4), np.log(3.0))))
    part = line[:, int(rng.integers(line.shape[1] // 2)) :]
    part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:height, :width]
    y = int(rng.integers(height - part.shape[0] + 1))
    if box:
        # Never across the number itself.
        gap = int(rng.integers(3, 14))
        y = box[1] - gap - part.shape[0] if rng.random() < 0.5 else box[3] + gap
        if y < 0 or y + part.shape[0] > height:
            return
    x = int(rng.integers(width - part.shape[1] + 1))
    under = ground[y : y + part.shape[0], x : x + part.shape[1]]
    ink = float(rng.uniform(0, 1))
    under += (ink - under) * part


def painted(faces: Typefaces, text: str, rng: np.random.Generator) -> tuple[Floats, Floats | None]:
    """The number as printed, on a canvas bigger than the cut-out, and its print alone, if there is a number."""
    height, width = CANVAS
    ground = art_field(rng, height, width)
    if not text:
        if faces.words and rng.random() < 0.4:
            for _ in range(int(rng.integers(1, 4))):
                _words(ground, faces, rng, None)
        return ground, None
    mask = number_mask(faces, text, rng)
    tall, wide = DIGIT * _FINE / mask.shape[0], _WIDEST * _FINE / mask.shape[1]
    # A number too wide for a cut-out is seen from farther away, or squeezed into it.
    across, down = min(tall, wide), tall if rng.random() < 0.5 else min(tall, wide)
    size = (max(2, round(mask.shape[1] * across)), max(2, round(mask.shape[0] * down)))
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    y, x = (height - size[1]) // 2, (width - size[0]) // 2
    box = (x, y, x + size[0], y + size[1])
    if rng.random() < 0.5:
        badge(ground, rng, box)
    if faces.words and rng.random() < 0.12:
        _words(ground, faces, rng, box)
    around = slice(y - 10, y + size[1] + 10), slice(x - 10, x + size[0] + 10)
    under = ground[around]
    mask = np.pad(mask, 10)
    behind = float(np.median(under))
    # Straight on a busy picture digits are printed with an edge around them.
    if rng.random() < (0.85 if float(under.std()) > 0.12 else 0.22):
        wide = 1 if rng.random() < 0.3 else int(rng.integers(1, 5))
        edge_mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1)))
        edge = 1.0 - behind if rng.random() < 0.3 else float(rng.uniform(0, 1))
        # Around big digits it is a hairline.
        thin = float(rng.uniform(0.25, 1.0)) if wide == 1 else 1.0
        under += (edge - under) * np.maximum(edge_mask * thin, mask)
        behind = edge
    contrast = rng.uniform(0.3, 1.0)
    up = behind + contrast <= 1 if behind - contrast < 0 else bool(rng.random() < behind < 0.5)
    ink = min(1.0, behind + contrast) if up else max(0.0, behind - contrast)
    if rng.random() < 0.12:
        shift = np.roll(mask, (int(rng.integers(1, 5)), int(rng.integers(1, 5))), (0, 1)) * 0.6
        under += (behind * 0.5 - under) * shift
    if rng.random() < 0.1:
        _marks(ground, ink, rng, box)
    if rng.random() < 0.1:
        # Ink that fades from top to bottom, never into what is behind it.
        fade = np.linspace(0, rng.uniform(-0.4, 0.4) * contrast, mask.shape[0], dtype=np.float32)[:, None]
        under += (np.clip(ink + (fade if up else -np.abs(fade)), 0, 1) - under) * mask
    else:
        under += (ink - under) * mask
    return ground, mask[10:-10, 10:-10]


def seen(page: Floats, rng: np.random.Generator) -> tuple[Image, NDArray[np.float64]]:
    """What the camera makes of it, cut out as the reader does, with room around; and the way from page to picture."""
    height, width = page.shape
    # Light: a slope, a soft shadow's edge, sometimes a lamp's reflection over part of it.
    slope = rng.normal(0, 0.25, 2).astype(np.float32)
    bright = np.float32(rng.uniform(0.5, 1.1) if rng.random() < 0.75 else rng.uniform(0.15, 0.5))
    page = page * ((1 + slope[0] * _RIGHT + slope[1] * _DOWN) * bright)
    if rng.random() < 0.15:
        turn, at = rng.uniform(0, 6.28), rng.normal(0, 0.15)
        side = _RIGHT * np.float32(np.cos(turn)) + _DOWN * np.float32(np.sin(turn)) - np.float32(at)
        steep = np.clip(side * np.float32(rng.uniform(20, 120)), -30, 30)
        page *= 1 - np.float32(rng.uniform(0.2, 0.6)) / (1 + np.exp(-steep))
    if rng.random() < 0.15:
        cx, cy = rng.uniform(-0.3, 0.3, 2).astype(np.float32)
        rx, ry = np.float32(rng.uniform(0.05, 0.35)), np.float32(rng.uniform(0.1, 0.6))
        spot = np.exp(-(((_RIGHT - cx) / rx) ** 2) - ((_DOWN - cy) / ry) ** 2)
        page += np.float32(rng.uniform(0.2, 1.0)) * spot

    # The sensor's own size of a digit, from barely readable to large.
    tall = float(np.exp(rng.uniform(np.log(11), np.log(60))))
    step = tall / (DIGIT * _FINE)
    turn = np.deg2rad(rng.normal(0, 3.0))
    slant = rng.normal(0, 0.07)
    c, s = np.cos(turn), np.sin(turn)
    turn_matrix = np.array([[c, -s + slant], [s, c]]) * step
    size = (max(8, round(width * step)), max(6, round(height * step)))
    offset = np.array(size) / 2 - turn_matrix @ (np.array([width, height]) / 2 + rng.normal(0, 0.7 * _FINE, 2))
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
        soft *= 0.6
    if soft > 0.3:
        sensor = cv2.GaussianBlur(sensor, (0, 0), soft)
    if rng.random() < 0.3:
        sensor = sensor + float(rng.uniform(0.2, 1.2)) * (sensor - cv2.GaussianBlur(sensor, (0, 0), 1.2))
    sensor = np.clip(sensor, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.25)))
    grain = np.float32(min(abs(float(rng.normal(0, 0.02))), 0.1 * float(bright)))
    x, y = int(rng.integers(_NOISE.shape[1] - size[0])), int(rng.integers(_NOISE.shape[0] - size[1]))
    sensor += grain * _NOISE[y : y + size[1], x : x + size[0]]
    bytes_ = (np.clip(sensor, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])
        bytes_ = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)

    # The cut-out.
    back = DIGIT / tall
    cut = np.array([[back, 0, ROOM[1] / 2 - back * size[0] / 2], [0, back, ROOM[0] / 2 - back * size[1] / 2]])
    if back < 0.7:
        bytes_ = cv2.GaussianBlur(bytes_, (0, 0), 0.35 / back)
    how = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_REPLICATE}
    picture = np.asarray(cv2.warpAffine(bytes_, cut, (ROOM[1], ROOM[0]), **how), np.uint8)
    return picture, np.hstack([turn_matrix * back, (cut[:, :2] @ offset + cut[:, 2])[:, None]])


def shown(one: Image, wide: float, rng: np.random.Generator) -> Image:
    """A drawing as one look sees it: cut out a little differently every time, 32 × 80 pixels, its light not yet out."""
    zoom = float(np.exp(np.clip(rng.normal(0, 0.12), -0.32, 0.32)))
    zoom = min(zoom, (WIDTH - 4) / max(wide, 1.0))
    stretch = float(np.exp(rng.normal(0, 0.04)))
    turn, slant = np.deg2rad(rng.normal(0, 1.5)), rng.normal(0, 0.03)
    x, y = rng.normal(0, (2.2, 1.5))
    room = max(0.0, (WIDTH - wide * zoom * stretch) / 2) + 1, max(0.0, (HEIGHT - DIGIT * zoom) / 2) + 1
    x, y = float(np.clip(x, -room[0], room[0])), float(np.clip(y, -room[1], room[1]))
    c, s = np.cos(turn) * zoom, np.sin(turn) * zoom
    matrix = np.array([[c * stretch, -s + slant, 0.0], [s, c, 0.0]])
    matrix[:, 2] = np.array([WIDTH / 2 + x, HEIGHT / 2 + y]) - matrix[:, :2] @ (ROOM[1] / 2, ROOM[0] / 2)
    out = cv2.warpAffine(one, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # Often it is known how many digits there can be, and only so much is looked at.
    needs = (wide * zoom * stretch + 2 * abs(x) + 4) / WIDTH
    most = int(rng.integers(1, PLACES + 1)) if rng.random() < 0.4 else PLACES
    return narrowed(np.asarray(out, np.uint8), most if needs < REACH[most - 1] else PLACES)
