"""How long the camera's readers think: processor time on one core, beside a bare warp and a bare marker search of the
same picture, and beside the readers of an older commit in the same run.

Every tree is measured in turn, in a process of its own, and the best of some rounds counts: whatever else the computer
does only makes it slower. The pictures are drawn once, as large as the Pi's camera takes them.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, as promised; numpy asks once, when it is imported

ROOT = Path(__file__).parents[2]
SIZE = (2304, 1296)
SEED = 81_000_000
HAND_SET = "3c763c1"
"""The last commit that looked for everything anew at every look."""

ROUNDS, TRIES = 3, 3
LIMITS = {"a full look": 0.6, "three cards, three looks": 0.4, "five dice, three looks": 0.4, "33 dice, no mat": 0.2}
STILL = 1.5  # warps that a look may take at which nothing moved, beside reading the hexes


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        pictures = Path(folder, "pictures")
        pictures.mkdir()
        _draw(pictures)
        trees = {"now": ROOT}
        if found := _taken_out(HAND_SET, Path(folder, "then")):
            trees["then"] = found
        best: dict[str, dict[str, float]] = {name: {} for name in trees}
        for _ in range(ROUNDS):
            for name, tree in trees.items():
                for what, spent in _measured(tree, pictures).items():
                    best[name][what] = min(best[name].get(what, spent), spent)
        return _rows(best)


def _taken_out(commit: str, folder: Path) -> Path | None:
    """All code as it was; None where the history does not reach back so far."""
    archive = subprocess.run(
        ["git", "archive", commit, "vision", "device", "rules", "web"], cwd=ROOT, capture_output=True, check=False
    )
    if archive.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as code:
        code.extractall(folder, filter="data")
    return folder


def _rows(best: dict[str, dict[str, float]]) -> list[dict[str, Any]]:
    now = best["now"]
    rows = []
    for what, spent in now.items():
        row: dict[str, Any] = {
            "what": what,
            "ms": round(spent, 1),
            "warps": round(spent / now["a bare warp"], 2),
            "marker searches": round(spent / now["a bare marker search"], 2),
        }
        if "then" in best:
            row |= {"ms then": round(best["then"][what], 1), "times": round(spent / best["then"][what], 3)}
            if what in LIMITS:
                row |= {"limit": f"times {LIMITS[what]}", "ok": row["times"] <= LIMITS[what]}
        if what == "a look at which nothing moved":
            more = (spent - now["61 hexes"]) / now["a bare warp"]
            row |= {"warps beside the hexes": round(more, 2), "limit": f"{STILL} warps", "ok": more <= STILL}
        rows.append(row)
    return rows


def _draw(folder: Path) -> None:
    """The pictures, three of each table, as all trees get them."""
    import cv2
    import numpy as np
    from vision_bench import MAT, SIGNS, SLEEPERS, typefaces

    from vision.find.register import Layout
    from vision.scene import board as scene
    from vision.scene import cards as scene_cards
    from vision.scene import dice as scene_dice

    def keep(name: str, pictures: list[Any]) -> None:
        for number, picture in enumerate(pictures):
            cv2.imwrite(str(folder / f"{name}{number}.png"), picture)

    rng = np.random.default_rng(SEED)
    table = {slot: str(rng.choice(list(SLEEPERS.pieces))) for slot in SLEEPERS.slots}  # a tile costs more than a hole
    wide = scene.Condition("wide", across=(30, 32))
    laid = scene.lay(table, wide, rng)
    board = scene.expose(SLEEPERS, laid, wide, camera_seed=SEED, size=SIZE)
    keep("board", [board.picture(SEED + look) for look in range(2)])

    view = scene.Condition("mat", across=(400, 440), tilt=(0, 15), blur=(0.4, 0.9))
    faces = typefaces()
    cards = [scene_cards.CardLook(number, 7 * number, faces[number % len(faces)], False) for number in (48, 127, 305)]
    lying = scene_cards.scatter(cards, _deck(), MAT.half, "touching", rng)
    photo = scene_cards.photograph(lying, _deck(), MAT, SIGNS, view, seed=SEED, size=SIZE, looks=3)
    keep("cards", [photo.picture, *photo.again])
    thrown, _ = scene_dice.photograph(MAT, SIGNS, view, seed=SEED, count=5, size=SIZE)
    keep("dice", [thrown])
    bare = Layout({}, MAT.side, (210, 118), "table")
    heap, _ = scene_dice.photograph(bare, {}, view, seed=SEED, count=33, size=SIZE)
    keep("heap", [heap])


def _deck() -> Any:
    from vision.find.cards import Deck
    from vision.read.digits import Box

    return Deck("bench", number=Box(0.2, 0.11, 0.07))


def _measured(tree: Path, pictures: Path) -> dict[str, float]:
    asked = [sys.executable, __file__, str(tree), str(pictures)]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    spent: dict[str, float] = json.loads(told.stdout)
    return spent


# In the process of one tree


def _timed(what: Callable[[], object]) -> float:
    """Milliseconds of processor time, the best of some tries."""
    what()
    spent = []
    for _ in range(TRIES):
        start = time.process_time()
        what()
        spent.append(time.process_time() - start)
    return min(spent) * 1000


def _all(folder: Path) -> dict[str, float]:
    import cv2
    import numpy as np

    from device.sight import boards
    from rules import markers
    from rules.games import game
    from vision.find import mat as mats
    from vision.find import register
    from vision.find.board import Board
    from vision.find.loose import find_dice
    from vision.find.register import Layout

    cv2.setNumThreads(1)

    def pictures(name: str) -> list[Any]:
        return [cv2.imread(str(one)) for one in sorted(folder.glob(f"{name}*.png"))]

    first, second = pictures("board")
    board: Board = boards.board(boards.name_of(game("sleepers").setup(2, {}, "table")))
    where = board.look(first).where
    assert where is not None, "the board is not found"
    straight = np.array([[50, 0, 500], [0, 50, 500], [0, 0, 1.0]]) @ np.linalg.inv(where.board)
    grey = register.grey_of(first)
    bare = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))

    def full() -> None:
        board.forget()
        assert board.look(first).trouble is None

    out = {
        "a bare warp": _timed(lambda: cv2.warpPerspective(first, straight, (1000, 1000))),
        "a bare marker search": _timed(lambda: bare.detectMarkers(grey)),
        "61 hexes": _timed(lambda: board.tiles.read(first, where)),
        "a full look": _timed(full),
    }
    looks = [first, second]
    out["a look at which nothing moved"] = _timed(lambda: [board.look(one) for one in looks]) / 2
    mat = mats.Mat(Layout.from_board(markers.MAT, "reading mat"))
    laid, deck = pictures("cards"), _deck()

    def cards() -> None:
        now = mat.look(laid[0])
        found = mat.cards(now, deck)
        mat.look(laid[-1])
        numbers = {mats.cards.again(mats.read_card(laid, card, deck)[0], deck).value for card in found}
        assert numbers == {48, 127, 305}, f"read {numbers}"

    out["three cards, three looks"] = _timed(cards)
    thrown = pictures("dice") * 3

    def dice() -> None:
        now = mat.look(thrown[0])
        found = mat.dice(now)
        mat.look(thrown[-1])
        assert len([mats.read_die(thrown, die) for die in found]) == 5, f"{len(found)} dice"

    out["five dice, three looks"] = _timed(dice)
    (heap,) = pictures("heap")

    def bare_table() -> None:
        found = find_dice(heap)
        assert len(found) >= 32, f"{len(found)} of 33 dice"

    out["33 dice, no mat"] = _timed(bare_table)
    return out


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps(_all(Path(sys.argv[2]))))
