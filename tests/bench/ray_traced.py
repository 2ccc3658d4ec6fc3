"""Scenes for the ray tracer POV-Ray: printed sheets, thick tiles, cards and solid dice on a table under lamps."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from vision_bench import MAT, SLEEPERS, typefaces

from rules import art
from vision import draw
from vision.find import cards
from vision.reading import Image
from vision.scene import cards as scene_cards
from vision.scene.dice import PIPS

WIDTH, HEIGHT = 1280, 960
UNIT = float(art.load("sleepers").board["unit_mm"])  # millimetres
THICK = 2.0  # of a tile, in millimetres
SHEETS = {"board": ("/print/sleepers?paper=a3", "g.board"), "mat": ("/print/mat", "svg.paper g")}
LIGHTS = ("day", "evening", "window", "two lamps")

BODIES = ("1,.98,.93", ".03,.03,.03", ".6,.03,.04", ".03,.12,.5", ".03,.35,.1", ".85,.6,.05", ".25,.05,.4")


def printed(folder: Path) -> None:
    """The board and the mat as they come out of the printer."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
    from browsers import ALONE, chromium
    from serving import Served

    root = ["--no-sandbox"] * (os.getuid() == 0)
    with Served(folder).listening() as box, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--disable-gpu", ALONE, *root])
        page = browser.new_page(viewport={"width": 1700, "height": 1300}, device_scale_factor=2)
        for name, (where, what) in SHEETS.items():
            page.goto(box.url + where)
            page.locator(what).first.screenshot(path=folder / f"{name}.png")
        browser.close()
        box.close()


@dataclass(frozen=True)
class Eye:
    """Where the ray tracer's camera stands: millimetres, y is up."""

    at: np.ndarray
    to: np.ndarray
    angle: float  # degrees across

    @classmethod
    def stand(cls, rng: np.random.Generator, across: float, tilt: float) -> Eye:
        """:param across: how many millimetres the picture is wide at the middle."""
        away = rng.uniform(1.3, 1.7) * across
        way = rng.uniform(-0.3, 0.3)
        lean = np.deg2rad(tilt)
        to = np.array([*rng.uniform(-8, 8, 1), 0.0, *rng.uniform(-8, 8, 1)])
        off = np.array([np.sin(way) * np.sin(lean), np.cos(lean), -np.cos(way) * np.sin(lean)])
        return cls(to + away * off, to, float(np.rad2deg(2 * np.arctan(across / 2 / away))))

    def pixels(self, places: Any, height: float = 0.0) -> np.ndarray:
        """Places of the sheet (millimetres, y down) at a height over the table."""
        flat = np.atleast_2d(np.asarray(places, np.float64))
        there = np.column_stack([flat[:, 0], np.full(len(flat), height), -flat[:, 1]]) - self.at
        ahead = (self.to - self.at) / np.linalg.norm(self.to - self.at)
        right = np.cross(np.array([0.0, 0.0, 1.0]), ahead)
        right /= np.linalg.norm(right)
        up = np.cross(ahead, right)
        focal = WIDTH / 2 / np.tan(np.deg2rad(self.angle) / 2)
        deep = there @ ahead
        return np.column_stack(
            [WIDTH / 2 - 0.5 + focal * (there @ right) / deep, HEIGHT / 2 - 0.5 - focal * (there @ up) / deep]
        )

    def text(self) -> str:
        return (
            f"camera {{ location <{_v(self.at)}> right x*4/3 sky z angle {self.angle:.4f} look_at <{_v(self.to)}> }}\n"
        )


def _v(vector: Any) -> str:
    return ",".join(f"{float(value):.4f}" for value in vector)


def room(light: str, rng: np.random.Generator) -> str:
    """Table, lamps and what mirrors in glossy things."""
    wood = [".42,.27,.15", ".2,.15,.12", ".7,.62,.5", ".25,.28,.3"][int(rng.integers(4))]
    text = (
        "#version 3.7;\nglobal_settings { assumed_gamma 1.0 max_trace_level 4 }\nbackground { rgb .25 }\n"
        f"plane {{ y, -0.4 pigment {{ wood turbulence .1 color_map {{ [0 rgb <{wood}>] [1 rgb <{wood}>*.72] }} "
        f"scale <14,14,260> rotate y*{rng.uniform(0, 180):.0f} }} finish {{ ambient .1 diffuse .8 specular .1 }} }}\n"
        "sphere { 0, 4000 hollow pigment { rgb .5 } finish { ambient 0 diffuse 0 emission .45 } no_shadow }\n"
    )

    def lamp(at: tuple[float, float, float], colour: str, wide: float, *, seen: bool) -> str:
        glow = (
            f"looks_like {{ sphere {{ 0, {wide / 2} pigment {{ rgb 1 }} finish {{ emission 4 }} }} }}" if seen else ""
        )
        return (
            f"light_source {{ <{_v(at)}> rgb <{colour}> area_light <{wide},0,0>,<0,0,{wide}>,3,3 adaptive 1 jitter "
            f"{glow} }}\n"
        )

    side = float(rng.choice([-1, 1]))
    if light == "day":
        return text + lamp((side * 500, 1500, 300), ".95,.97,1", 700, seen=False)
    if light == "evening":
        return text + lamp((side * 250, 750, 150), ".85,.62,.38", 90, seen=True)
    if light == "window":
        pane = f"box {{ <-350,300,0>,<350,1300,5> translate <{side * 300},0,1500> pigment {{ rgb 1 }} "
        pane += "finish { ambient 0 diffuse 0 emission 2.5 } no_shadow }\n"
        return text + pane + lamp((side * 300, 800, 1450), ".95,1,1.1", 600, seen=False)
    both = lamp((-330, 650, 100), ".55,.5,.42", 70, seen=True)
    return text + both + lamp((300, 800, -200), ".45,.45,.45", 120, seen=True)


def sheet(name: str, size: tuple[float, float]) -> str:
    """A printed sheet lying flat."""
    return (
        f"box {{ <-{size[0] / 2},-.3,-{size[1] / 2}>,<{size[0] / 2},0,{size[1] / 2}> pigment {{ image_map {{ "
        f'png "{name}.png" interpolate 2 once }} translate <-.5,-.5,0> scale <{size[0]},{size[1]},1> rotate x*90 }} '
        "finish { ambient .12 diffuse .82 specular .03 } }\n"
    )


def faces_of(value: int) -> tuple[int, int, int]:
    """What three sides of a die show that meet at a corner: the top, and two beside it."""
    return value, *{1: (2, 3), 2: (1, 4), 3: (1, 2), 4: (1, 5), 5: (1, 3), 6: (2, 4)}[value]


def solid_die(value: int, at: tuple[float, float], side: float, turned: float, rng: np.random.Generator) -> str:
    """A die: rounded, with hollow pips on all of its faces."""
    shown = dict(zip(("y", "x", "z"), faces_of(value), strict=True))
    body = BODIES[int(rng.integers(len(BODIES)))]
    light = sum(float(part) for part in body.split(",")) > 1.0
    ink = ".04,.04,.04" if light else "1,.98,.95"
    wide, apart, shape = rng.uniform(0.17, 0.23), rng.uniform(0.46, 0.55), rng.uniform(0.1, 0.35)
    pips = []
    for axis, face in shown.items():
        for sign, number in ((1, face), (-1, 7 - face)):
            for u, v in PIPS[number]:
                spot = {"x": (sign, u * apart, v * apart), "y": (u * apart, sign, v * apart)}.get(
                    axis, (u * apart, v * apart, sign)
                )
                pips.append(f"sphere {{ <{_v(np.array(spot) * (1 + 0.35 * wide * np.abs(spot).round()))}>, {wide} }}")
    return (
        f"difference {{ superellipsoid {{ <{shape:.3f},{shape:.3f}> texture {{ pigment {{ rgb <{body}> }} finish {{ "
        f"ambient .1 diffuse .75 specular {rng.uniform(0.1, 0.7):.2f} roughness .01 "
        f"reflection {rng.uniform(0, 0.08):.3f} }} }} }} union {{ {' '.join(pips)} "
        f"texture {{ pigment {{ rgb <{ink}> }} finish {{ ambient .1 diffuse .7 }} }} "
        f"}} scale {side / 2:.3f} rotate y*{turned:.2f} translate <{at[0]:.3f},{side / 2:.3f},{-at[1]:.3f}> }}\n"
    )


def render(text: str, folder: Path, rng: np.random.Generator) -> Image:
    """The picture as a camera has it: a little soft, a little grainy, packed as webcams do."""
    (folder / "scene.pov").write_text(text)
    quiet = ["-D", "-V", "-GA", "+A0.2", "+AM2", "+R2", "+WT1", "+FN"]
    command = ["povray", "+Iscene.pov", "+Oscene.png", f"+W{WIDTH}", f"+H{HEIGHT}", *quiet]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    seen = cv2.imread(str(folder / "scene.png")).astype(np.float32)
    soft = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 0.8))
    noisy = soft + rng.normal(0, rng.uniform(1, 4), seen.shape)
    packed = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def board_scene(light: str, folder: Path, rng: np.random.Generator) -> tuple[Image, dict[str, str]]:
    """Sleepers under way: thick tiles in any sixth, a little off."""
    half = SLEEPERS.layout.half
    eye = Eye.stand(rng, rng.uniform(375, 420), rng.uniform(0, 28))
    text = room(light, rng) + eye.text() + sheet("board", (2 * half[0] * UNIT, 2 * half[1] * UNIT))
    values = list(SLEEPERS.pieces)
    full = rng.uniform(0.3, 0.9)
    table = {slot: values[int(rng.integers(len(values)))] for slot in SLEEPERS.slots if rng.random() < full}
    for slot, value in table.items():
        name = f"tile{values.index(value)}"
        if not (folder / f"{name}.png").exists():
            cv2.imwrite(str(folder / f"{name}.png"), draw.tile(SLEEPERS.pieces[value], 120))
        x, y = np.array(SLEEPERS.slots[slot]) * UNIT + rng.normal(0, 0.4, 2)
        turned = 60 * int(rng.integers(6)) + rng.normal(0, 1.5)
        corners = [(np.cos(np.deg2rad(60 * k)), np.sin(np.deg2rad(60 * k))) for k in range(7)]
        radius = SLEEPERS.size * UNIT
        text += (
            f"prism {{ linear_sweep linear_spline 0, {THICK / radius:.4f}, 7, "
            + ", ".join(f"<{_v(corner)}>" for corner in corners)
            + f' pigment {{ image_map {{ png "{name}.png" interpolate 2 once }} translate <-.5,-.5,0> scale 2 '
            f"rotate x*90 }} finish {{ ambient .12 diffuse .8 specular .08 }} scale {radius:.3f} rotate y*{turned:.2f} "
            f"translate <{x:.3f},.02,{-y:.3f}> }}\n"
        )
    return render(text, folder, rng), table


@dataclass(frozen=True)
class OnMat:
    """What lies on the mat, in pixels of the picture."""

    cards: list[tuple[np.ndarray, int]]
    dice: list[tuple[np.ndarray, int]]


def mat_scene(light: str, folder: Path, deck: cards.Deck, rng: np.random.Generator) -> tuple[Image, OnMat]:
    """Two cards, one of them perhaps sleeved, and three to five dice."""
    eye = Eye.stand(rng, rng.uniform(300, 340), rng.uniform(0, 28))
    text = room(light, rng) + eye.text() + sheet("mat", (2 * MAT.half[0], 2 * MAT.half[1]))
    faces = typefaces()
    shown = [
        scene_cards.CardLook(int(rng.integers(1, 500)), int(rng.integers(10**6)), faces[int(rng.integers(len(faces)))])
        for _ in range(2)
    ]
    truth = OnMat([], [])
    taken: list[tuple[np.ndarray, float]] = []
    for n, card in enumerate(scene_cards.scatter(shown, deck, MAT.half, "free", rng)):
        cv2.imwrite(str(folder / f"card{n}.png"), scene_cards.paint_card(card.look, deck, 9.0))
        w, h = deck.size
        gloss = "specular .4 roughness .02 reflection .06" if rng.random() < 0.4 else "specular .1 reflection .01"
        x, y = card.middle
        text += (
            f'box {{ <0,0,0>,<1,1,1> pigment {{ image_map {{ png "card{n}.png" interpolate 2 once }} }} translate '
            f"<-.5,-.5,0> scale <{w},{h},.35> rotate x*90 finish {{ ambient .12 diffuse .8 {gloss} }} "
            f"rotate y*{card.turned:.3f} translate <{x:.3f},.36,{-y:.3f}> }}\n"
        )
        a = np.deg2rad(card.turned)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        corners = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2 @ turn.T + (x, y)
        truth.cards.append((eye.pixels(corners, 0.36), int(card.look.number or 0)))
        taken.append((np.array([x, y]), 66.0))
    wanted = int(rng.integers(3, 6))
    for _ in range(400):
        at = rng.uniform(-1, 1, 2) * (np.array(MAT.half) - (42, 24))
        if len(truth.dice) < wanted and all(np.hypot(*(at - place)) > reach for place, reach in taken):
            side, value = rng.uniform(12, 18), int(rng.integers(1, 7))
            text += solid_die(value, (at[0], at[1]), side, rng.uniform(0, 360), rng)
            truth.dice.append((eye.pixels(at, side)[0], value))
            taken.append((at, 24.0))
    return render(text, folder, rng), truth
