"""Scenes for the path tracer Mitsuba: Sleepers on matte, satin and semi-gloss print, on white, cream and grey paper;
and solid dice on a bare table.

What mirrors here mirrors as in a real room: lamps and windows stand in the print of tiles and board.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from ray_traced import BODIES, HEIGHT, THICK, UNIT, WIDTH, faces_of
from vision_bench import SLEEPERS

from vision import draw
from vision.reading import Image
from vision.scene.dice import PIPS

FINISHES = {"matte": None, "satin": 0.22, "semi-gloss": 0.1}  # how rough its coat is; None: it has none
PAPERS = {"white": (1.0, 1.0, 1.0), "cream": (0.97, 0.92, 0.78), "grey": (0.74, 0.74, 0.73)}  # red, green, blue
LIGHTS = ("day", "evening", "window", "two lamps")
SAMPLES = 40  # a pixel; what is left of their grain is a camera's
_TINTS = ((0.42, 0.27, 0.15), (0.2, 0.15, 0.12), (0.7, 0.62, 0.5), (0.25, 0.28, 0.3))


@dataclass(frozen=True)
class Look:
    """How a set is printed and seen.

    :param paper: of the board; tiles are printed on white.
    """

    finish: str = "matte"
    paper: str = "white"
    light: str = "day"


@cache
def tracer() -> Any:
    """Mitsuba; with ``DRJIT_LIBLLVM_PATH`` it works on the processor's vectors (from LLVM 17 on)."""
    import mitsuba

    mitsuba.set_variant("llvm_ad_rgb" if "DRJIT_LIBLLVM_PATH" in os.environ else "scalar_rgb")
    return mitsuba


def _print(picture: Path, finish: str, **how: Any) -> dict[str, Any]:
    """Ink on paper, with the coat of its finish over it."""
    ink = {"type": "bitmap", "filename": str(picture), **how}
    rough = FINISHES[finish]
    if rough is None:
        return {"type": "diffuse", "reflectance": ink}
    return {"type": "roughplastic", "alpha": rough, "diffuse_reflectance": ink, "nonlinear": True}


def _hexagon(folder: Path) -> Path:
    """A tile of radius 1 as a solid: its upper face has the picture, its edge the picture's rim."""
    file = folder / "tile.ply"
    ring = [(np.cos(a), np.sin(a)) for a in np.deg2rad(60 * np.arange(6))]
    deep = -THICK / (SLEEPERS.size * UNIT)
    points = [(x, y, z) for z in (0.0, deep) for x, y in ring] + [(0.0, 0.0, 0.0)]
    faces = [(12, k, (k + 1) % 6) for k in range(6)]
    for k in range(6):
        after = (k + 1) % 6
        faces += [(k, 6 + k, after), (after, 6 + k, 6 + after)]
    head = f"ply\nformat ascii 1.0\nelement vertex {len(points)}\n"
    head += "".join(f"property float {name}\n" for name in ("x", "y", "z", "u", "v"))
    head += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    rows = [f"{x:.6f} {y:.6f} {z:.6f} {0.5 + x / 2.02:.6f} {0.5 - y / 2.02:.6f}" for x, y, z in points]
    file.write_text(head + "\n".join([*rows, *(f"3 {a} {b} {c}" for a, b, c in faces)]) + "\n")
    return file


def _lamps(light: str, rng: np.random.Generator) -> dict[str, Any]:
    """Where light comes from; all of it can be seen in what mirrors."""
    place = tracer().ScalarTransform4f
    side = float(rng.choice([-1, 1]))

    def ball(at: tuple[float, float, float], wide: float, colour: tuple[float, float, float]) -> dict[str, Any]:
        glow = {"type": "area", "radiance": {"type": "rgb", "value": list(colour)}}
        return {"type": "sphere", "center": list(at), "radius": wide, "emitter": glow}

    def pane(at: tuple[float, float, float], half: tuple[float, float], bright: float) -> dict[str, Any]:
        glow = {"type": "area", "radiance": {"type": "rgb", "value": [bright * c for c in (0.95, 1.0, 1.08)]}}
        there = place().look_at(origin=list(at), target=[0, 0, 0], up=[0, 0, 1]) @ place().scale([*half, 1])
        return {"type": "rectangle", "to_world": there, "emitter": glow}

    away = rng.uniform(0.85, 1.15)
    if light == "day":
        return {"sky": _sky(0.8), "window": pane((side * 900, -1400 * away, 1300), (700, 500), 3.0)}
    if light == "evening":
        return {"sky": _sky(0.06), "lamp": ball((side * 240 * away, -150, 720), 60, (40, 29, 17))}
    if light == "window":
        return {"sky": _sky(0.12), "window": pane((side * 300, 1500 * away, 800), (420, 520), 9.0)}
    return {
        "sky": _sky(0.1),
        "lamp": ball((-330 * away, 100, 650), 45, (30, 27, 22)),
        "other": ball((300, -200, 800 * away), 60, (16, 16, 16)),
    }


def _sky(bright: float) -> dict[str, Any]:
    return {"type": "constant", "radiance": {"type": "rgb", "value": [bright] * 3}}


def board_scene(
    look: Look, folder: Path, rng: np.random.Generator, table: dict[str, str] | None = None, seed: int = 0
) -> tuple[Image, dict[str, str]]:
    """Sleepers under way.

    :param folder: has ``board.png``, as it comes out of the printer (see ``ray_traced.printed``).
    :param table: what lies where; else a random board.
    """
    mitsuba = tracer()
    place = mitsuba.ScalarTransform4f
    if table is None:
        values, full = list(SLEEPERS.pieces), rng.uniform(0.3, 0.9)
        table = {slot: values[int(rng.integers(len(values)))] for slot in SLEEPERS.slots if rng.random() < full}
    tilt, way = np.deg2rad(rng.uniform(6, 35)), rng.uniform(-0.3, 0.3)
    across = rng.uniform(375, 420)
    away = rng.uniform(1.3, 1.7) * across
    to = np.array([*rng.uniform(-8, 8, 2), 0.0])
    eye = to + away * np.array([np.sin(way) * np.sin(tilt), -np.cos(way) * np.sin(tilt), np.cos(tilt)])
    half = SLEEPERS.layout.half
    wood = _TINTS[int(rng.integers(len(_TINTS)))]
    paper = folder / f"board-{look.paper}.png"
    if not paper.exists():
        tint = np.array(PAPERS[look.paper][::-1], np.float32)
        cv2.imwrite(str(paper), np.clip(cv2.imread(str(folder / "board.png")) * tint, 0, 255).astype(np.uint8))
    scene: dict[str, Any] = {
        "type": "scene",
        "how": {"type": "path", "max_depth": 4},
        "camera": {
            "type": "perspective",
            "fov": float(np.rad2deg(2 * np.arctan(across / 2 / away))),
            "fov_axis": "x",
            "to_world": place().look_at(origin=eye.tolist(), target=to.tolist(), up=[0, 1, 0]),
            "film": {"type": "hdrfilm", "width": WIDTH, "height": HEIGHT, "pixel_format": "rgb"},
            "sampler": {"type": "independent", "sample_count": SAMPLES},
        },
        "table": {
            "type": "rectangle",
            "to_world": place().translate([0, 0, -0.4]) @ place().scale([1500, 1500, 1]),
            "bsdf": {"type": "roughplastic", "alpha": 0.3, "diffuse_reflectance": {"type": "rgb", "value": list(wood)}},
        },
        "board": {
            "type": "rectangle",
            "to_world": place().scale([half[0] * UNIT, half[1] * UNIT, 1]),
            "bsdf": _print(paper, look.finish, to_uv=place().scale([1, -1, 1])),
        },
        **_lamps(look.light, rng),
    }
    solid = _hexagon(folder)
    for slot, value in table.items():
        name = f"tile{list(SLEEPERS.pieces).index(value)}"
        if not (folder / f"{name}.png").exists():
            cv2.imwrite(str(folder / f"{name}.png"), draw.tile(SLEEPERS.pieces[value], 160))
        x, y = np.array(SLEEPERS.slots[slot]) * UNIT + rng.normal(0, 0.4, 2)
        turned = 60 * int(rng.integers(6)) + rng.normal(0, 1.5)
        radius = SLEEPERS.size * UNIT
        scene[f"on-{slot}"] = {
            "type": "ply",
            "filename": str(solid),
            "face_normals": True,
            "to_world": place().translate([x, -y, THICK]) @ place().rotate([0, 0, 1], turned) @ place().scale(radius),
            "bsdf": {"type": "twosided", "inner": _print(folder / f"{name}.png", look.finish)},
        }
    seen = np.asarray(mitsuba.render(mitsuba.load_dict(scene), seed=seed), np.float32)[..., ::-1]
    return photographed(seen, rng), table


def _rounded_cube(folder: Path, sharp: float) -> Path:
    """A die of half a side 1 as a solid; its edges are the rounder the smaller *sharp* is."""
    file = folder / f"die{sharp:.0f}.ply"
    steps = np.tan(np.linspace(-1, 1, 15) * np.pi / 4)
    points, faces = [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            first = len(points)
            for u in steps:
                for v in steps:
                    point = np.insert(np.array([u, v]), axis, sign)
                    points.append(point / (np.abs(point) ** sharp).sum() ** (1 / sharp))
            for i in range(14):
                for j in range(14):
                    a, b, c, d = (first + 15 * k + n for k, n in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)))
                    outwards = (sign > 0) == (axis != 1)
                    faces += [(a, b, c), (a, c, d)] if outwards else [(a, c, b), (a, d, c)]
    head = f"ply\nformat ascii 1.0\nelement vertex {len(points)}\n"
    head += "".join(f"property float {name}\n" for name in ("x", "y", "z"))
    head += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    rows = [f"{x:.6f} {y:.6f} {z:.6f}" for x, y, z in points]
    file.write_text(head + "\n".join([*rows, *(f"3 {a} {b} {c}" for a, b, c in faces)]) + "\n")
    return file


def _solid_die(
    name: str, value: int, at: np.ndarray, side: float, folder: Path, rng: np.random.Generator
) -> dict[str, Any]:
    """One die, in any turn: its body, and a disc for each of its pips."""
    place = tracer().ScalarTransform4f
    body = [float(part) for part in BODIES[int(rng.integers(len(BODIES)))].split(",")]
    ink = [0.04] * 3 if sum(body) > 1 else [1.0, 0.98, 0.95]
    there = place().translate([*at.tolist(), side / 2]) @ place().rotate([0, 0, 1], rng.uniform(0, 360))
    there = there @ place().scale(side / 2)
    cover = {"type": "roughplastic", "alpha": rng.uniform(0.05, 0.25)}
    solid = {"type": "ply", "filename": str(_rounded_cube(folder, float(rng.choice([6, 9, 14]))))}
    painted = {**cover, "diffuse_reflectance": {"type": "rgb", "value": body}}
    parts: dict[str, Any] = {name: {**solid, "to_world": there, "bsdf": painted}}
    wide, apart = rng.uniform(0.15, 0.2), rng.uniform(0.46, 0.53)
    for axis, face in zip((2, 0, 1), faces_of(value), strict=True):
        for sign, number in ((1.0, face), (-1.0, 7 - face)):
            outwards = np.insert(np.zeros(2), axis, sign)
            for pip in PIPS[number]:
                spot = np.insert(np.array(pip, float) * apart, axis, 1.004 * sign)
                up = np.roll(outwards, 1).tolist()
                flat = place().look_at(origin=spot.tolist(), target=(spot + outwards).tolist(), up=up)
                parts[f"{name}-{len(parts)}"] = {
                    "type": "disk",
                    "to_world": there @ flat @ place().scale(wide),
                    "bsdf": {**cover, "diffuse_reflectance": {"type": "rgb", "value": ink}},
                }
    return parts


def dice_scene(
    light: str,
    folder: Path,
    rng: np.random.Generator,
    count: int,
    seed: int = 0,
    *,
    size: tuple[int, int],
    samples: int,
) -> tuple[Image, list[tuple[np.ndarray, int]]]:
    """Solid dice of any colour on a bare table, and what is on top of each and where in the picture that is.

    :param samples: of light for each pixel.
    """
    mitsuba = tracer()
    place = mitsuba.ScalarTransform4f
    width, height = size
    tilt, way, across = np.deg2rad(rng.uniform(4, 32)), rng.uniform(-0.3, 0.3), rng.uniform(230, 320)
    away = rng.uniform(1.4, 1.8) * across
    eye = away * np.array([np.sin(way) * np.sin(tilt), -np.cos(way) * np.sin(tilt), np.cos(tilt)])
    scene: dict[str, Any] = {
        "type": "scene",
        "how": {"type": "path", "max_depth": 4},
        "camera": {
            "type": "perspective",
            "fov": float(np.rad2deg(2 * np.arctan(across / 2 / away))),
            "fov_axis": "x",
            "to_world": place().look_at(origin=eye.tolist(), target=[0, 0, 0], up=[0, 1, 0]),
            "film": {"type": "hdrfilm", "width": width, "height": height, "pixel_format": "rgb"},
            "sampler": {"type": "independent", "sample_count": samples},
        },
        "table": {
            "type": "rectangle",
            "to_world": place().scale([1500, 1500, 1]),
            "bsdf": {
                "type": "roughplastic",
                "alpha": 0.3,
                "diffuse_reflectance": {"type": "rgb", "value": list(_TINTS[int(rng.integers(len(_TINTS)))])},
            },
        },
        **_lamps(light, rng),
    }
    ahead = -eye / away
    right = np.cross(ahead, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    above = np.cross(right, ahead)
    lying: list[tuple[np.ndarray, int]] = []
    taken: list[np.ndarray] = []
    side = rng.uniform(13, 18)
    while len(lying) < count:
        at = rng.uniform(-1, 1, 2) * np.array([0.4, 0.4 * height / width]) * across
        if any(np.hypot(*(at - other)) < 1.5 * side for other in taken):
            continue
        taken.append(at)
        value = int(rng.integers(1, 7))
        scene |= _solid_die(f"die{len(lying)}", value, at, side, folder, rng)
        off = np.array([*at, side]) - eye
        shown = np.array([off @ right, -(off @ above)]) / (off @ ahead) * away * width / across
        lying.append((shown + np.array([width, height]) / 2 - 0.5, value))
    seen = np.asarray(mitsuba.render(mitsuba.load_dict(scene), seed=seed), np.float32)[..., ::-1]
    return photographed(seen, rng), lying


def photographed(seen: np.ndarray, rng: np.random.Generator) -> Image:
    """Light as a camera has it: exposed for the table, a little soft, a little grainy, packed as webcams do."""
    bright = float(np.percentile(seen.mean(axis=2), 85))
    linear = np.clip(seen * rng.uniform(0.6, 0.85) / max(bright, 1e-6), 0, 1)
    srgb = np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055) * 255
    soft = cv2.GaussianBlur(srgb.astype(np.float32), (0, 0), rng.uniform(0.4, 0.8))
    noisy = np.clip(soft + rng.normal(0, rng.uniform(1, 3), seen.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def is_there() -> bool:
    """Is the path tracer installed?"""
    import importlib.util

    return importlib.util.find_spec("mitsuba") is not None and os.name == "posix"
