"""The picture bench: rendered tables in named conditions, with truths, read by the real readers.

The seeds from 70 000 000 on were never looked at while the readers were tuned; ``--tuning`` shows others. Numbers on
cards are set in typefaces that the digit network was not trained with (``type.npz``).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, as promised; numpy asks once, when it is imported

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))  # what tests lay, the bench lays too

import cv2
import looks
import numpy as np
from scores import Score, promised, total

from device.sight.stories import stories
from rules import markers
from rules.chance import Chance
from rules.position import Position, some_step
from rules.sleepers import GAME
from vision.find import cards, register, steady
from vision.find.register import Layout, Registration
from vision.read import dice, digits, match
from vision.read.tiles import TileReader
from vision.reading import Reading
from vision.scene import board as scene
from vision.scene import cards as scene_cards
from vision.scene import dice as scene_dice
from vision.train.typefaces import faces_in

FRESH = 80_000_000
SLEEPERS = looks.sleepers()
MAT = Layout.from_board(markers.MAT, "reading mat")
SIGNS = {number: markers.shapes(number) for number in MAT.markers}


def random_board(rng: np.random.Generator) -> dict[str, str]:
    values = list(SLEEPERS.pieces)
    full = rng.uniform(0.1, 0.97)
    return {slot: values[int(rng.integers(len(values)))] for slot in SLEEPERS.slots if rng.random() < full}


def hexes(boards: int, first: int) -> Iterator[dict[str, object]]:
    """Sleepers' 61 hexes. What a hand hides counts only if it is surely read wrong."""
    reader = SLEEPERS.reader()
    rows = []
    for number, (name, condition) in enumerate(scene.CONDITIONS.items()):
        score = Score()
        for k in range(boards):
            seed = first + 10_000 * number + k
            table = random_board(np.random.default_rng(seed))
            photo = scene.photograph(SLEEPERS, table, condition, seed=seed)
            where = register.find(photo.picture, SLEEPERS.layout)
            if not isinstance(where, Registration):
                # Nothing of a board that is not found is read right.
                score.lost += 1
                score.count += len(SLEEPERS.slots) - len(photo.hidden)
                continue
            for reading in reader.read(photo.picture, where):
                if reading.slot not in photo.hidden:
                    score.add(reading, table.get(reading.slot))
                elif reading.sure and reading.value != table.get(reading.slot):
                    score.sure_wrong += 1
        rows.append(score.row("hexes", name))
        yield rows[-1]
    yield promised(total(rows, "hexes"), 0.999, 0.0001)


@cache
def typefaces() -> list[list[np.ndarray]]:
    """Digits of typefaces that were kept away from the training."""
    stored = faces_in(Path(__file__).with_name("type.npz"))
    return [[np.rint(glyph * 255).astype(np.uint8) for glyph in face] for face in stored]


_MAT_VIEW = scene.Condition("mat", across=(300, 330), tilt=(0, 15), blur=(0.4, 0.9))
NUMBERS = {
    # condition, how tall the digits are (of the card), sleeved, how hard
    "ordinary": (_MAT_VIEW, (0.064, 0.1), 0.0),
    "ordinary evening": (
        scene.harder(_MAT_VIEW, light=(0.45, 0.7), slope=(0.3, 0.6), warmth=(0.2, 0.4), grain=(2, 6)),
        (0.064, 0.1), 0.0),
    "ordinary sleeved": (_MAT_VIEW, (0.064, 0.1), 1.0),
    "ordinary tilted": (scene.harder(_MAT_VIEW, tilt=(15, 32), across=(315, 345)), (0.07, 0.1), 0.0),
    "hard small": (_MAT_VIEW, (0.034, 0.05), 0.0),
    "hard blurred": (scene.harder(_MAT_VIEW, blur=(1.2, 2.2)), (0.046, 0.07), 0.0),
    "hard glare": (scene.harder(_MAT_VIEW, glare=(2, 5), glare_strength=(0.3, 0.9)), (0.046, 0.07), 0.5),
    "hard dim": (
        scene.harder(_MAT_VIEW, light=(0.18, 0.32), grain=(4, 8), warmth=(0.1, 0.3), blur=(0.5, 1.2)),
        (0.046, 0.07), 0.2),
    "hard shaken": (scene.harder(_MAT_VIEW, shake=(1.5, 3.0), jpeg=55), (0.046, 0.07), 0.2),
    "hard window": (
        scene.harder(
            _MAT_VIEW, tilt=(22, 34), across=(315, 345), shadow=(0.3, 0.65), slope=(0.3, 0.7), warmth=(-0.2, 0.3),
            glare=(1, 3), glare_strength=(0.2, 0.6),
        ),
        (0.046, 0.07), 0.5),
}  # fmt: skip


_NUMBER_LIMITS = {
    ("ordinary", "one look"): 0.995,
    ("ordinary", "three looks"): 0.999,
    ("hard", "one look"): 0.97,
    ("hard", "three looks"): 0.99,
}


def mat_scene(
    seed: int,
    view: scene.Condition,
    tall: tuple[float, float],
    sleeved: float,
    how: str,
    *,
    clutter: int,
    fate: bool = False,
    looks: int = 1,
) -> tuple[scene_cards.MatPhotograph, cards.Deck]:
    rng = np.random.default_rng(seed)
    faces = typefaces()
    high = float(rng.uniform(*tall))
    box = digits.Box(0.5, 0.34, high, most=1) if fate else digits.Box(0.2, 0.11, high)
    # A fate deck has few numbers, and the box knows them.
    deck = cards.Deck("bench", number=box, possible=range(1, 10) if fate else None)
    most = 10 if fate else 500
    looks_ = [
        scene_cards.CardLook(
            int(rng.integers(1, most)), int(rng.integers(1_000_000)), faces[int(rng.integers(len(faces)))],
            bool(rng.random() < sleeved),
        )
        for _ in range(2 if how == "free" else 3)
    ]  # fmt: skip
    laid = scene_cards.scatter(looks_, deck, MAT.half, how, rng)
    photo = scene_cards.photograph(laid, deck, MAT, SIGNS, view, seed=seed, clutter=clutter, looks=looks)
    return photo, deck


def numbers(pictures: int, first: int, *, fate: bool = False) -> Iterator[dict[str, object]]:
    """Card numbers, one look and three looks; the card's place is given, for finding has a bench of its own."""
    what = "fate numbers" if fate else "card numbers"
    rows = []
    for n, (name, (view, tall, sleeved)) in enumerate(NUMBERS.items()):
        one, three = Score(), Score()
        if fate:
            tall = (tall[0] * 3.2, tall[1] * 3.2) if name.startswith("ordinary") else (tall[0] * 1.5, tall[1] * 1.5)
        for k in range(pictures):
            seed = first + 10_000 * n + k + (7_000_000 if fate else 0)
            photo, deck = mat_scene(seed, view, tall, sleeved, "free", clutter=0, fate=fate, looks=3)
            for truth in photo.cards:
                if truth.number_hidden or (truth.glare and name.startswith("ordinary")):
                    continue
                reads = []
                for look, picture in enumerate((photo.picture, *photo.again)):
                    # The corners are found a little differently each time.
                    rng = np.random.default_rng(seed + 31 * look)
                    found = cards.Found(truth.corners + rng.normal(0, 0.7, (4, 2)), 1.0, (0, 0), 0)
                    reads.append(cards.read_number(picture, found, deck))
                one.add(reads[0].number, truth.number)
                three.add(cards.again(reads, deck), truth.number)
        rows += [one.row(what, f"{name}, one look"), three.row(what, f"{name}, three looks")]
        yield rows[-2]
        yield rows[-1]
    for kind in ("ordinary", "hard"):
        for looks_ in ("one look", "three looks"):
            some = [r for r in rows if str(r["condition"]).startswith(kind) and str(r["condition"]).endswith(looks_)]
            row = {**total(some, what), "condition": f"all {kind}, {looks_}"}
            yield promised(row, _NUMBER_LIMITS[kind, looks_], 0.0005)


FINDING = {
    "free": ("free", 6, 0.3),
    "touching": ("touching", 4, 0.3),
    "overlapping": ("overlapping", 4, 0.2),
    "clutter": ("free", 16, 0.3),
    "bare mat": ("free", 0, 0.0),
}


def finding(pictures: int, first: int) -> Iterator[dict[str, object]]:
    """Cards found in clutter: right if all four corners are within 3 mm; also what was found that is no card."""
    rows = []
    for n, (name, (how, clutter, sleeved)) in enumerate(FINDING.items()):
        count = found = false = lost = 0
        for k in range(pictures):
            seed = first + 10_000 * n + k
            photo, deck = mat_scene(seed, _MAT_VIEW, (0.06, 0.08), sleeved, how, clutter=clutter)
            where = register.find(photo.picture, MAT)
            if not isinstance(where, Registration):
                lost += 1
                count += len(photo.cards)
                continue
            hits = cards.find(photo.picture, where, deck, half=MAT.half)
            used = set()
            for truth in photo.cards:
                count += 1
                for number, hit in enumerate(hits):
                    ends = [np.roll(hit.corners, 2 * turn, axis=0) for turn in (0, 1)]
                    reach = 3.0 * float(np.hypot(*(truth.corners[1] - truth.corners[0]))) / deck.size[0]
                    if number not in used and min(np.hypot(*(e - truth.corners).T).max() for e in ends) < reach:
                        used.add(number)
                        found += 1
                        break
            false += len(hits) - len(used)
        rows.append(
            {
                "what": "cards found", "condition": name, "count": count, "right": round(found / max(1, count), 4),
                "answered": round(found / max(1, count), 4), "surely wrong": round(false / max(1, count), 4),
                "not found": lost,
            }
        )  # fmt: skip
        yield rows[-1]
    yield promised(total(rows, "cards found"), 0.98, 1.0)


DICE = {
    "daylight": scene.harder(_MAT_VIEW, tilt=(0, 12)),
    "evening": scene.harder(_MAT_VIEW, light=(0.4, 0.7), slope=(0.3, 0.6), warmth=(0.2, 0.4), grain=(2, 6)),
    "tilted": scene.harder(_MAT_VIEW, tilt=(15, 28)),
    "dim": scene.harder(_MAT_VIEW, light=(0.2, 0.35), grain=(3, 7), blur=(0.6, 1.2)),
    "glare": scene.harder(_MAT_VIEW, glare=(1, 3), glare_strength=(0.2, 0.6)),
}


def dice_rolls(pictures: int, first: int) -> Iterator[dict[str, object]]:
    """Dice of any colour on the mat: found, then read."""
    rows = []
    for n, (name, view) in enumerate(DICE.items()):
        score = Score()
        for k in range(pictures):
            seed = first + 10_000 * n + k
            photo, truths = scene_dice.photograph(MAT, SIGNS, view, seed=seed, count=5)
            where = register.find(photo, MAT)
            if not isinstance(where, Registration):
                score.lost += len(truths)
                score.count += len(truths)
                continue
            found = dice.find(photo, where, half=MAT.half)
            for at, value in truths:
                near = [die for die in found if np.hypot(die.middle[0] - at[0], die.middle[1] - at[1]) < 0.4 * die.side]
                if near:
                    score.add(dice.read(photo, near[0]), value)
                else:
                    score.add(Reading("die", None, 0.0), value)
                    score.lost += 1
        rows.append(score.row("dice", name))
        yield rows[-1]
    yield promised(total(rows, "dice"), 0.98, 0.002)


def photographs() -> Iterator[dict[str, object]]:
    """Real print under a real camera, as far as it may be shipped."""
    import photographs as real

    for name in real.sheets():
        cells, digits_ = Score(), Score()
        for reading, truth in real.read(name):
            cells.add(reading, truth)
            if truth is not None:
                digits_.add(reading, truth)
        yield cells.row("a photograph's cells, empty ones too", name)
        yield promised(digits_.row("a photograph's digits", name), 0.95, 0.0005)


def timed(what: Callable[[], object], times: int = 25) -> float:
    """Milliseconds of processor time, the middle of many tries."""
    what()
    spent = []
    for _ in range(times):
        start = time.process_time()
        what()
        spent.append(time.process_time() - start)
    return float(np.median(spent)) * 1000


def ratios() -> Iterator[dict[str, object]]:
    """What each step costs beside warping the frame once, in one run on one core."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(FRESH)
    table = {slot: str(rng.choice(list(SLEEPERS.pieces))) for slot in SLEEPERS.slots}  # a tile costs more than a hole
    photo = scene.photograph(SLEEPERS, table, seed=FRESH)
    where = register.find(photo.picture, SLEEPERS.layout)
    assert isinstance(where, Registration)
    reader = SLEEPERS.reader()
    straight = np.array([[50, 0, 500], [0, 50, 500], [0, 0, 1.0]]) @ np.linalg.inv(where.board)
    warp = timed(lambda: cv2.warpPerspective(photo.picture, straight, (1000, 1000)))
    read = timed(lambda: reader.read(photo.picture, where))
    grey = register.grey_of(photo.picture)
    everywhere = timed(lambda: register.markers(grey))
    near = timed(lambda: register.markers_near(grey, where, SLEEPERS.layout))
    gate = steady.Gate()
    small = cv2.resize(grey, (320, 240), interpolation=cv2.INTER_AREA)
    idle = timed(lambda: gate.look(np.asarray(small, np.uint8), 0.0))
    card, deck = mat_scene(FRESH, _MAT_VIEW, (0.064, 0.08), 0.0, "free", clutter=0)
    found = cards.Found(card.cards[0].corners, 1.0, (0, 0), 0)
    face = cards.straighten(card.picture, found, deck)
    assert deck.number is not None
    box = deck.number
    number = timed(lambda: digits.look(face, box))
    for name, cost, of, limit in (
        ("read 61 hexes with a tile on each, of warping the frame once", read, warp, 3.0),
        ("markers where they were, of looking for them everywhere", near, everywhere, 0.5),
        ("idle frame, of a full reading", idle, read, 0.1),
        ("one card number, of warping the frame once", number, warp, None),
    ):
        row = {"what": name, "ms": round(cost, 2), "times": round(cost / of, 3)}
        yield row if limit is None else {**row, "limit": limit, "ok": cost / of <= limit}


def moves(pictures: int, first: int) -> Iterator[dict[str, object]]:
    """Whole games, one picture pair after every move: is what was done understood, and is anything wrong taken?"""
    reader = SLEEPERS.reader()
    conditions = list(scene.CONDITIONS.values())
    tally = {"understood": 0, "asked or waited": 0, "wrong": 0}
    chance = random.Random(first)
    game = first
    while sum(tally.values()) < 50 * pictures:
        game += 1
        condition = conditions[game % len(conditions)]
        here = _dealt(Position.begin(GAME, GAME.setup(2, {}, "table")), chance)
        while here.ask is not None and sum(tally.values()) < 50 * pictures:
            there = here
            while there.ask is not None and _board(there) == _board(here):
                there = there.then(some_step(GAME, there.state, there.ask, chance))
            if _board(there) == _board(here):
                break
            tally[_understood(reader, condition, game, here, there)] += 1
            here = _dealt(there, chance)
    count = sum(tally.values())
    yield {"what": "moves of games", "count": count, **tally, "limit": "wrong 0", "ok": tally["wrong"] == 0}


def _understood(reader: TileReader, condition: scene.Condition, seed: int, here: Position, there: Position) -> str:
    looks_ = []
    for look in range(2):
        table = {slot: value for slot, value in _board(there).items() if value is not None}
        photo = scene.photograph(SLEEPERS, table, condition, seed=seed + look, camera_seed=seed)
        where = register.find(photo.picture, SLEEPERS.layout)
        if not isinstance(where, Registration):
            return "asked or waited"
        looks_.append(reader.read(photo.picture, where))
    found = stories(here, match.agreed(looks_))
    if len(found) != 1 or found[0].unseen or found[0].unsure:
        return "asked or waited"
    after = here
    for answer in found[0].answers:
        after = after.after(answer.value, answer.seat)
    return "understood" if _board(after) == _board(there) or found[0].unfinished else "wrong"


def _board(position: Position) -> dict[str, str | None]:
    view = position.view()
    return {slot: view.get(slot) for slot in SLEEPERS.slots}


def _dealt(position: Position, chance: random.Random) -> Position:
    while isinstance(position.ask, Chance):
        position = position.then(some_step(GAME, position.state, position.ask, chance))
    return position


PARTS: dict[str, Callable[[int, int], Iterator[dict[str, object]]]] = {
    "hexes": hexes,
    "numbers": numbers,
    "fate": lambda pictures, first: numbers(pictures, first, fate=True),
    "finding": finding,
    "dice": dice_rolls,
    "moves": moves,
    "photographs": lambda pictures, first: photographs(),
    "ratios": lambda pictures, first: ratios(),
}


def run(pictures: int = 40, *, first: int = FRESH) -> list[dict[str, object]]:
    """Every condition of every reader: counts and scores, on all cores; then the ratios, alone and on one core."""
    pictured = [name for name in PARTS if name != "ratios"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # The longest first, so that no core waits for it at the end. Each is a process of its own: OpenCV's threads
        # do not survive a fork.
        begun = {name: pool.submit(_apart, name, pictures, first) for name in sorted(pictured, key="moves".__ne__)}
    return [row for name in pictured for row in begun[name].result()] + list(ratios())


def _apart(name: str, pictures: int, first: int) -> list[dict[str, object]]:
    asked = ["--only", name, "--pictures", str(pictures), "--first", str(first), "--json"]
    told = subprocess.run([sys.executable, __file__, *asked], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in told.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(PARTS), default="")
    parser.add_argument("--pictures", type=int, default=40, help="of each condition")
    parser.add_argument("--first", type=int, default=FRESH, help="seed of the first picture")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each row")
    parser.add_argument("--tuning", action="store_true", help="the pictures that thresholds were set on")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for name, part in PARTS.items():
        if asked.only in ("", name):
            for row in part(asked.pictures, 1000 if asked.tuning else asked.first):
                line = json.dumps(row) if asked.json else "  ".join(f"{key} {value}" for key, value in row.items())
                print(line, flush=True)


if __name__ == "__main__":
    main()
