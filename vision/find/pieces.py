"""Finds single pieces lying on the reading mat, whatever they are, and cuts each out by itself.

What is not the mat's colour is a piece; its outline says what kind it is and, as far as an outline can, which way it
lies: a card in one of two ways, a die's face in one of four, a hexagon in one of six, a round token in any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.cards import PER_MM, mat_colour, straightened
from vision.find.register import Layout, Registration
from vision.read.dice import Die
from vision.reading import Image

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Kind:
    """What pieces of one shape have in common.

    :param title: what people call it.
    :param ways: in how many turns it can lie so that its outline is the same.
    :param size: of the cut-out, in pixels.
    :param thumb: of the small picture that is compared.
    :param alike: how alike (up to 1) two looks must be to be as likely as not at the same piece: the more ways a piece
        may lie, the more alike another one can come to look. Measured on rendered pieces in seven kinds of light.
    """

    name: str
    title: str
    ways: int
    size: tuple[int, int]
    thumb: tuple[int, int]
    alike: float


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("card", "Card", 2, (126, 176), (32, 44), alike=0.72),
        Kind("die", "Die face or square tile", 4, (96, 96), (28, 28), alike=0.82),
        Kind("tile", "Hex tile", 6, (128, 128), (30, 30), alike=0.78),
        Kind("token", "Round token", 72, (96, 96), (26, 26), alike=0.82),
    )
}


@dataclass(frozen=True)
class Piece:
    """Something that lies on the mat.

    :param kind: as its outline says.
    :param corners: of the upright box around it, in pixels of the picture, clockwise.
    :param middle: on the mat, in millimetres.
    :param size: width and height of that box, in millimetres.
    """

    kind: str
    corners: Points
    middle: tuple[float, float]
    size: tuple[float, float]


def find(picture: Image, where: Registration, mat: Layout, *, least: float = 9.0) -> list[Piece]:
    """Everything that lies on the mat, the largest first.

    :param least: millimetres across, below which it is a crumb.
    """
    flat, to_flat = straightened(picture, where, mat.half)
    bare, _ = mat_colour(flat)
    things = np.asarray(1 - bare, np.uint8)
    # The mat's own markers, and its edge beyond which the table begins, are no pieces.
    for x, y in mat.markers.values():
        at = (np.array([x, y]) * PER_MM + to_flat[:2, 2]).round().astype(int)
        reach = round(0.72 * mat.side * PER_MM)
        things[max(0, at[1] - reach) : at[1] + reach, max(0, at[0] - reach) : at[0] + reach] = 0
    rim = round(2.5 * PER_MM)
    things[:rim] = things[-rim:] = 0
    things[:, :rim] = things[:, -rim:] = 0
    things = cv2.morphologyEx(things, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    things = cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[tuple[float, Piece]] = []
    for outline in outlines:
        (x, y), (w, h), turned = cv2.minAreaRect(outline)
        if min(w, h) < least * PER_MM:
            continue
        hull = cv2.convexHull(outline)
        kind = _kind(hull, w, h)
        box = _box(kind, (x, y), (w, h), turned, hull)
        on_mat = (box - to_flat[:2, 2]) / PER_MM
        middle = on_mat.mean(axis=0)
        size = (float(np.hypot(*(on_mat[1] - on_mat[0]))), float(np.hypot(*(on_mat[3] - on_mat[0]))))
        piece = Piece(kind, where.to_pixels(on_mat), (float(middle[0]), float(middle[1])), size)
        found.append((float(cv2.contourArea(hull)), piece))
    return [piece for _, piece in sorted(found, key=lambda one: -one[0])]


def _kind(hull: NDArray[np.int32], width: float, height: float) -> str:
    """What has this outline: by how much of the circle around it and of the box around it is filled."""
    area = float(cv2.contourArea(hull))
    _, radius = cv2.minEnclosingCircle(hull)
    in_circle, in_box = area / (np.pi * radius**2), area / (width * height)
    aspect = min(width, height) / max(width, height)
    if in_circle > 0.9:
        return "token"
    if in_circle > 0.74 and in_box < 0.86 and aspect > 0.78:
        return "tile"
    return "die" if aspect > 0.82 else "card"


def _box(
    kind: str, middle: tuple[float, float], size: tuple[float, float], turned: float, hull: NDArray[np.int32]
) -> Points:
    """The upright box around the piece, in the flat picture, clockwise; a card's short edge first."""
    w, h = size
    angle = np.deg2rad(turned)
    x, y = middle
    if kind == "card" and w > h:
        w, h, angle = h, w, angle + np.pi / 2
    elif kind == "die":
        w = h = min(w, h)  # seen aslant, a die shows one of its sides too
    elif kind in ("tile", "token"):
        (x, y), radius = cv2.minEnclosingCircle(hull)
        # A hexagon's flat sides lie along its box's longer edge: its corners point left and right.
        angle = angle + (np.pi / 2 if kind == "tile" and h > w else 0.0)
        w = h = 2 * radius
    right, down = np.array([np.cos(angle), np.sin(angle)]) * w / 2, np.array([-np.sin(angle), np.cos(angle)]) * h / 2
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return np.asarray(np.array([x, y]) + signs[:, :1] * right + signs[:, 1:] * down)


def of_die(die: Die) -> Piece:
    """A die that was found among dice, as a piece."""
    angle = np.deg2rad(die.turned)
    right = np.array([np.cos(angle), np.sin(angle)]) * die.side / 2
    down = np.array([-right[1], right[0]])
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return Piece("die", np.array(die.middle) + signs[:, :1] * right + signs[:, 1:] * down, die.on_mat, (0.0, 0.0))


def cut_out(picture: Image, piece: Piece, kind: str = "") -> Image:
    """The piece by itself, upright as far as its outline tells.

    :param kind: what it is, if somebody knows better than its outline.
    """
    width, height = KINDS[kind or piece.kind].size
    there = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(piece.corners.astype(np.float32), there)
    across = float(np.hypot(*(piece.corners[1] - piece.corners[0])))
    source = picture
    if across > 1.6 * width:  # many pixels become one: without this they would flicker
        source = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * across / width), np.uint8)
    cut = cv2.warpPerspective(source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
