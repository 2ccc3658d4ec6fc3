"""Photographs of cards on the reading mat that are not there, with the truth about each."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.cards import Deck
from vision.find.register import Layout
from vision.reading import Image
from vision.scene import board as scene
from vision.scene.sheet import PAPER, PER_MM, spread

Floats = NDArray[np.float32]
Points = NDArray[np.float64]
Glyphs = Sequence[NDArray[np.uint8]]  # ten soft masks, one for each digit, all of one line height

MAT_COLOUR = np.array([82, 90, 61])  # blue, green, red


@dataclass(frozen=True)
class CardLook:
    """One card: what is printed on it; the number stands where the deck says.

    :param seed: of everything else that is printed: frame, picture, the number's badge.
    """

    number: int | None
    seed: int
    glyphs: Glyphs
    sleeved: bool = False


@dataclass(frozen=True)
class CardTruth:
    """Where a card lies in the picture and what it says.

    :param corners: in pixels, clockwise from its top left.
    :param digit: how high its digits are, in pixels.
    :param covered: how much of it other things cover, 0 to 1.
    :param glare: whether the lamp is reflected on the number.
    """

    corners: Points
    number: int | None
    digit: float
    covered: float
    number_hidden: bool
    glare: bool


@dataclass(frozen=True)
class MatPhotograph:
    """A picture of the mat and what lies on it.

    :param again: further pictures of the same mat, taken right after the first.
    """

    picture: Image
    cards: tuple[CardTruth, ...]
    again: tuple[Image, ...] = ()


def line_digits(weight: int = 3) -> list[NDArray[np.uint8]]:
    """A plain typeface that every OpenCV can draw, for when no other is at hand."""
    glyphs = []
    for digit in "0123456789":
        (width, height), _ = cv2.getTextSize(digit, cv2.FONT_HERSHEY_DUPLEX, 2.0, weight)
        mask = np.zeros((height + 2 * weight, width + weight), np.uint8)
        cv2.putText(mask, digit, (weight // 2, height + weight), cv2.FONT_HERSHEY_DUPLEX, 2.0, 255, weight, cv2.LINE_AA)
        glyphs.append(mask)
    return glyphs


def number_mask(glyphs: Glyphs, number: int, tall: float) -> Floats:
    """The digits of *number* side by side, *tall* pixels high."""
    row = np.hstack([glyphs[int(d)] for d in str(number)]).astype(np.float32) / 255
    rows = np.flatnonzero(row.max(axis=1) > 0.3)
    columns = np.flatnonzero(row.max(axis=0) > 0.3)
    row = row[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    size = (max(2, round(row.shape[1] * tall / row.shape[0])), max(2, round(tall)))
    return np.asarray(cv2.resize(row, size, interpolation=cv2.INTER_AREA), np.float32)


def paint_card(look: CardLook, deck: Deck, per_mm: float = PER_MM) -> Image:
    """The card itself: frame, picture, lines of text, and the number in its badge."""
    rng = np.random.default_rng(look.seed)
    width, height = (round(side * per_mm) for side in deck.size)
    # Most printed frames are black, white or cream; the rest have any colour that stands out from the mat.
    frame = np.array([(25, 24, 28), (246, 247, 248), (205, 226, 236)][int(rng.integers(3))], np.float64)
    if rng.random() < 0.6:
        frame = rng.uniform(20, 235, 3)
        while np.abs(frame - MAT_COLOUR).max() < 45:
            frame = rng.uniform(20, 235, 3)
    card = np.empty((height, width, 3), np.uint8)
    card[:] = frame.astype(np.uint8)
    x0, y0, x1, y1 = round(0.08 * width), round(0.06 * height), round(0.92 * width), round(0.62 * height)
    card[y0:y1, x0:x1] = _picture(rng, x1 - x0, y1 - y0)
    paper = rng.uniform(170, 245, 3).astype(np.uint8)
    card[y1 + 4 : round(0.94 * height), x0:x1] = paper
    for line in np.arange(y1 + 0.05 * height, 0.9 * height, 0.035 * height):
        _text_line(card, rng, x0 + 6, round(line), x1 - 6, max(1, round(0.008 * height)))
    if look.number is not None and deck.number is not None:
        _print_number(card, look, deck, rng)
    return card


def _picture(rng: np.random.Generator, width: int, height: int) -> Image:
    coarse = rng.uniform(0, 255, (int(rng.integers(2, 6)), int(rng.integers(2, 6)), 3)).astype(np.float32)
    art = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    art = np.clip(art, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(4, 14))):
        ink = tuple(int(v) for v in rng.uniform(0, 255, 3))
        at = (int(rng.integers(width)), int(rng.integers(height)))
        if rng.random() < 0.5:
            axes = (int(rng.integers(6, width // 3)), int(rng.integers(6, height // 3)))
            cv2.ellipse(art, at, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
        else:
            points = (np.array(at) + rng.normal(0, width / 4, (int(rng.integers(3, 6)), 2))).astype(np.int32)
            cv2.fillPoly(art, [points], ink, cv2.LINE_AA)
    return np.asarray(art, np.uint8)


def _text_line(card: Image, rng: np.random.Generator, x0: int, y: int, x1: int, thick: int) -> None:
    x = float(x0)
    while x < x1:
        word = rng.uniform(0.04, 0.12) * (x1 - x0)
        cv2.line(card, (round(x), y), (round(min(x + word, x1)), y), (60, 55, 50), thick, cv2.LINE_AA)
        x += word + 0.02 * (x1 - x0)


def _print_number(card: Image, look: CardLook, deck: Deck, rng: np.random.Generator) -> None:
    assert deck.number is not None
    assert look.number is not None
    height, width = card.shape[:2]
    mask = number_mask(look.glyphs, look.number, deck.number.tall * height)
    cx, cy = deck.number.x * width, deck.number.y * height
    # No card has its number run over the edge: wide print is set narrower there.
    fits = 2 * (min(cx, width - cx) - 0.02 * width)
    if mask.shape[1] > fits:
        mask = np.asarray(cv2.resize(mask, (int(fits), mask.shape[0]), interpolation=cv2.INTER_AREA), np.float32)
    dark = bool(rng.random() < 0.6)
    ground = rng.uniform(165, 250, 3) if dark else rng.uniform(5, 85, 3)
    ink = rng.uniform(0, 60, 3) if dark else rng.uniform(190, 255, 3)
    room = 0.35 * mask.shape[0]
    style = rng.random()
    plate = tuple(int(v) for v in ground)
    if style < 0.4:
        radius = round(max(mask.shape) / 2 + room)
        cv2.circle(card, (round(cx), round(cy)), radius, plate, -1, cv2.LINE_AA)
        cv2.circle(card, (round(cx), round(cy)), radius, tuple(int(v) for v in ink), 2, cv2.LINE_AA)
    elif style < 0.85:
        w, h = mask.shape[1] / 2 + room, mask.shape[0] / 2 + 0.6 * room
        cv2.rectangle(card, (round(cx - w), round(cy - h)), (round(cx + w), round(cy + h)), plate, -1, cv2.LINE_AA)
    else:
        # Straight on the picture, with an edge around the digits as printers do it then.
        around = cv2.dilate(np.pad(mask, 6), np.ones((7, 7), np.uint8))
        _blend(card, around, cx, cy, ground)
    _blend(card, mask, cx, cy, ink)


def _blend(card: Image, mask: Floats, cx: float, cy: float, ink: Any) -> None:
    y, x = round(cy - mask.shape[0] / 2), round(cx - mask.shape[1] / 2)
    top, left = max(0, -y), max(0, -x)
    part = card[max(0, y) : y + mask.shape[0], max(0, x) : x + mask.shape[1]]
    a = mask[top : top + part.shape[0], left : left + part.shape[1], None]
    part[:] = (part * (1 - a) + np.asarray(ink, np.float32) * a).astype(np.uint8)


@dataclass(frozen=True)
class Lying:
    """A card on the mat: where its middle is in millimetres, and degrees clockwise."""

    look: CardLook
    middle: tuple[float, float]
    turned: float


def scatter(
    looks: Sequence[CardLook], deck: Deck, half: tuple[float, float], how: str, rng: np.random.Generator
) -> list[Lying]:
    """Lay cards on the mat: ``free``, ``touching`` or ``overlapping``."""
    w, h = half[0] - 22, half[1] - 6
    laid: list[Lying] = []
    if how in ("touching", "overlapping"):
        turned = float(rng.uniform(0, 360))
        gap = rng.uniform(0.0, 1.5) if how == "touching" else -deck.size[0] * rng.uniform(0.08, 0.22)
        start = -(len(looks) - 1) / 2 * (deck.size[0] + gap)
        a = np.deg2rad(turned)
        shift = rng.uniform(-8, 8, 2)
        for n, look in enumerate(looks):
            along = start + n * (deck.size[0] + gap)
            # A little askew, and now and then upside down beside its neighbour.
            twist = float(rng.normal(0, 0.6 if how == "touching" else 3.0)) + 180 * int(rng.random() < 0.3)
            at = (float(along * np.cos(a) + shift[0]), float(along * np.sin(a) + shift[1]))
            laid.append(Lying(look, at, turned + twist))
        return laid
    for look in looks:
        for _ in range(200):
            turned = float(rng.uniform(0, 360))
            reach = np.abs(_outline(Lying(look, (0.0, 0.0), turned), deck)).max(axis=0)
            room = np.maximum(np.array([w, h]) - reach, 0)
            at = (float(rng.uniform(-room[0], room[0])), float(rng.uniform(-room[1], room[1])))
            if all(np.hypot(at[0] - o.middle[0], at[1] - o.middle[1]) > np.hypot(*deck.size) * 0.96 for o in laid):
                laid.append(Lying(look, at, turned))
                break
    return laid


def photograph(
    laid: Sequence[Lying],
    deck: Deck,
    mat: Layout,
    signs: dict[int, scene.Shapes],
    condition: scene.Condition,
    *,
    seed: int,
    paper: str = PAPER,
    clutter: int = 0,
    size: tuple[int, int] = (1280, 960),
    looks: int = 1,
) -> MatPhotograph:
    """The mat with cards on it, later ones over earlier ones, as the camera sees it.

    :param clutter: how many tokens, cubes and pencils lie about.
    :param looks: how many pictures are taken; camera, lamp and focus stay, grain and shake are new in each.
    """
    rng = np.random.default_rng(seed)
    camera = scene.Camera.stand(condition, rng, size)
    flat, to_flat = spread(mat, signs, table=seed, paper=paper)
    to_pixels, (height, width) = to_flat[:2], flat.shape[:2]
    owner = np.full((height, width), -1, np.int16)
    numbers = np.full((height, width), -1, np.int16)
    for _ in range(clutter):
        _thing(flat, owner, to_pixels, mat.half, rng)
    for n, card in enumerate(laid):
        _lay_card(flat, owner, numbers, n, card, deck, to_pixels, rng)
    picture = camera.see(flat, to_flat)
    lit = scene.light(picture, camera, condition, rng)
    burnt = (lit[..., 0] > 262) & (lit[..., 1] > 262) & (lit[..., 2] > 262)
    stays = deepcopy(rng)
    seen = scene.sensor(lit, condition, rng, rng)
    again = tuple(
        scene.sensor(lit, condition, deepcopy(stays), np.random.default_rng([seed, look])) for look in range(1, looks)
    )
    truths = tuple(_truth(n, card, deck, camera, owner, numbers, burnt) for n, card in enumerate(laid))
    return MatPhotograph(seen, truths, again)


def _outline(card: Lying, deck: Deck, grow: float = 0.0) -> Points:
    w, h = deck.size[0] / 2 + grow, deck.size[1] / 2 + grow
    a = np.deg2rad(card.turned)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return np.asarray(np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) @ turn.T + card.middle)


def _lay_card(
    flat: Image, owner: NDArray[np.int16], numbers: NDArray[np.int16], n: int, card: Lying, deck: Deck,
    to_pixels: Points, rng: np.random.Generator,
) -> None:  # fmt: skip
    face = paint_card(card.look, deck)
    height, width = face.shape[:2]
    # Only the part of the table around the card is worked on.
    around = _outline(card, deck, 6.0) @ to_pixels[:, :2].T + to_pixels[:, 2]
    x0, y0 = np.maximum(np.floor(around.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(around.max(axis=0)).astype(int)
    part = flat[y0:y1, x0:x1]
    here = to_pixels - np.array([[0, 0, x0], [0, 0, y0]])
    size = (part.shape[1], part.shape[0])
    if card.look.sleeved:
        corners = _outline(card, deck, 1.6) @ here[:, :2].T + here[:, 2]
        film = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(film, [corners.round().astype(np.int32)], 255)
        part[film > 0] = np.clip(part[film > 0] * 0.8 + 40, 0, 255).astype(np.uint8)
    corners = (_outline(card, deck) @ here[:, :2].T + here[:, 2]).astype(np.float32)
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(edges, corners)
    mask = np.zeros((height, width), np.uint8)
    r = round(3 * PER_MM)
    cv2.rectangle(mask, (r, 0), (width - r, height), 255, -1)
    cv2.rectangle(mask, (0, r), (width, height - r), 255, -1)
    for x in (r, width - r - 1):
        for y in (r, height - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    soft = cv2.warpPerspective(mask, matrix, size).astype(np.float32)[..., None] / 255
    shadow = np.roll(soft, (4, 3), (0, 1)) * 0.35
    there = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR)
    part[:] = (part * (1 - shadow) * (1 - soft) + there * soft).astype(np.uint8)
    owner[y0:y1, x0:x1][soft[..., 0] > 0.5] = n
    numbers[y0:y1, x0:x1][soft[..., 0] > 0.5] = -1
    if deck.number is not None and card.look.number is not None:
        tall = deck.number.tall * height
        wide = tall * 0.75 * len(str(card.look.number))
        x, y = deck.number.x * width, deck.number.y * height
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        box = cv2.perspectiveTransform((np.array([x, y]) + signs * (wide, tall))[None], matrix.astype(np.float64))
        area = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(area, box.round().astype(np.int32), 1)
        numbers[y0:y1, x0:x1][area > 0] = n
    if card.look.sleeved:
        # A streak of light along the film.
        at = np.array(card.middle) + rng.uniform(-20, 20, 2)
        a = rng.uniform(0, np.pi)
        way = 60 * np.array([np.cos(a), np.sin(a)])
        ends = np.array([at - way, at + way]) @ here[:, :2].T + here[:, 2]
        streak = np.zeros(part.shape[:2], np.float32)
        strength, thick = float(rng.uniform(0.15, 0.5)), round(rng.uniform(4, 14) * PER_MM)
        cv2.line(streak, _at(ends[0]), _at(ends[1]), strength, thick)
        streak = cv2.GaussianBlur(streak, (0, 0), 2.0 * PER_MM)[..., None] * soft
        part[:] = np.clip(part + 200 * streak, 0, 255).astype(np.uint8)


def _at(point: Points) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _thing(
    flat: Image, owner: NDArray[np.int16], to_pixels: Points, half: tuple[float, float], rng: np.random.Generator
) -> None:
    """A token, a cube or a pencil."""
    x, y = rng.uniform(-half[0] + 15, half[0] - 15), rng.uniform(-half[1] + 12, half[1] - 12)
    at = _at(to_pixels @ np.array([x, y, 1]))
    ink = tuple(int(v) for v in rng.uniform(10, 245, 3))
    edge = tuple(int(v * 0.6) for v in ink)
    kind = rng.random()
    if kind < 0.45:
        radius = round(rng.uniform(7, 13) * PER_MM)
        cv2.circle(flat, at, radius, ink, -1, cv2.LINE_AA)
        cv2.circle(flat, at, radius, edge, 3, cv2.LINE_AA)
    elif kind < 0.8:
        box = cv2.boxPoints(
            ((float(at[0]), float(at[1])), (rng.uniform(8, 16) * PER_MM,) * 2, float(rng.uniform(0, 90)))
        )
        cv2.fillPoly(flat, [box.round().astype(np.int32)], ink, cv2.LINE_AA)
    else:
        a = rng.uniform(0, np.pi)
        end = np.array([at[0] + np.cos(a) * 90 * PER_MM, at[1] + np.sin(a) * 90 * PER_MM])
        cv2.line(flat, at, _at(end), ink, round(7 * PER_MM), cv2.LINE_AA)


def _truth(
    n: int, card: Lying, deck: Deck, camera: scene.Camera, owner: NDArray[np.int16], numbers: NDArray[np.int16],
    burnt: NDArray[np.bool_],
) -> CardTruth:  # fmt: skip
    corners = camera.pixels(_outline(card, deck))
    area = deck.size[0] * deck.size[1] * PER_MM**2
    covered = 1 - float((owner == n).sum()) / area / 0.985
    digit, hidden, glare = 0.0, False, False
    if deck.number is not None and card.look.number is not None:
        up = corners[3] - corners[0]
        digit = float(np.hypot(*up)) * deck.number.tall
        wide = deck.number.tall * deck.size[1] * PER_MM * 0.75 * len(str(card.look.number))
        hidden = float((numbers == n).sum()) < 0.93 * wide * deck.number.tall * deck.size[1] * PER_MM
        right, down = (corners[1] - corners[0]) * deck.number.x, (corners[3] - corners[0]) * deck.number.y
        x, y = (corners[0] + right + down).round().astype(int)
        r = round(digit)
        part = burnt[max(0, y - r) : y + r, max(0, x - r) : x + r]
        glare = bool(part.size and part.mean() > 0.03)
    return CardTruth(corners, card.look.number, digit, max(0.0, covered), hidden, glare)
