"""How sure the readers say they are against how often they are right, reader by reader, in ten steps.

``--fit`` counts it anew on other pictures and writes ``vision/read/sureness.json``. ``--bundle FILE`` adds pictures of
real tables, or path-traced ones (``path_traced_bench.py --keep FOLDER``), to those that are drawn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))  # what tests lay, the bench lays too

import cv2
import looks
import numpy as np
import vision_bench
from island_bench import CONDITIONS as ISLAND_CONDITIONS
from island_bench import some_table as some_island
from island_bench import strangers
from on_the_tracks import photograph as photograph_tracks
from on_the_tracks import some_table as some_tracks
from vision_bench import DICE, FRESH, MAT, NUMBERS, SIGNS, SLEEPERS, mat_scene

from device.pictures import bundle
from device.pictures.score import compared
from device.pictures.score import known_board as known
from vision.find import cards, pieces, register
from vision.find.register import Registration
from vision.read import dice, digits, sureness
from vision.read.taught import LOOKS, Shelf, kind_of
from vision.read.tiles import DOUBTFUL, TILE, TileReader
from vision.reading import Reading, Value
from vision.scene import board as scene
from vision.scene import dice as scene_dice
from vision.scene import pieces as scene_pieces
from vision.train import sureness as train

TUNING = 3_000_000  # seeds that curves are fitted on; `vision_bench.FRESH` and those after it never are
# Real dice err more often than drawn ones, at the same evidence: so it was counted on photographs. And there are more
# ways for a lamp to make a glossy tile look like bare board than can be drawn.
STRANGERS = {"die": 2.5, "no tile": 2.5}
FEW = 100  # readings: of fewer nothing can be said
MOST = 0.02  # how far, on average, what is expected may be from what is seen

Labelled = Iterator[tuple[str, Reading, Value | None]]


def tiles(pictures: int, first: int) -> Labelled:
    """Hexes on boards of every light, those under hands too."""
    reader = SLEEPERS.reader()
    for number, condition in enumerate(scene.CONDITIONS.values()):
        for k in range(pictures):
            seed = first + 10_000 * number + k
            table = vision_bench.random_board(np.random.default_rng(seed))
            picture = scene.photograph(SLEEPERS, table, condition, seed=seed).picture
            where = register.find(picture, SLEEPERS.layout)
            if isinstance(where, Registration):
                for one in reader.read(picture, where):
                    yield _tile(reader, one.slot), one, table.get(one.slot)


def island(pictures: int, first: int) -> Labelled:
    """Map tiles with art, and tokens, with coins, blocks and hands among them."""
    board = looks.board("awakening")
    printed = looks.awakening()
    for number, (name, condition) in enumerate(ISLAND_CONDITIONS.items()):
        for k in range(pictures):
            seed = first + 10_000 * number + k
            rng = np.random.default_rng(seed)
            table = some_island(rng)
            over, covered = strangers(name, table, rng)
            photo = scene.photograph(printed, table, condition, seed=seed, over=over)
            where = register.find(photo.picture, printed.layout)
            if not isinstance(where, Registration):
                continue
            hidden = {*photo.hidden, *covered}
            for reading in board.read_at(photo.picture, where):
                # Nobody sees that nothing lies under a coin: to say so is no mistake.
                if reading.slot not in hidden or reading.value is not None:
                    kind = _tile(board.tiles, reading.slot) if reading.slot in printed.slots else "token"
                    yield kind, reading, table.get(reading.slot)


def figures(pictures: int, first: int) -> Labelled:
    """Figures anywhere on their board, alone or crowded on one place."""
    board, printed = looks.board("silent_sea"), looks.silent_sea()
    names = list(board.tiles.figures)
    for number, condition in enumerate(scene.CONDITIONS.values()):
        for k in range(pictures):
            seed = first + 10_000 * number + k
            rng = np.random.default_rng(seed)
            table = _standing(list(printed.spots), names, rng)
            laid = scene.lay(table, scene.harder(condition, any_turn=True), rng)
            photo = scene.photograph(printed, laid, condition, seed=seed, beside=False)
            where = register.find(photo.picture, printed.layout)
            if isinstance(where, Registration):
                at = {name: spot for spot, name in table.items()}
                for reading in board.tiles.read(photo.picture, where):
                    name = reading.slot.split()[1]
                    if reading.value is not None:  # a figure that is not found is never surely gone
                        yield "figure", reading, _place(board, printed.spots[at[name]]) if name in at else None


def tracks(pictures: int, first: int) -> Labelled:
    """Markers of any colour and height on printed sheets."""
    for number, condition in enumerate(scene.CONDITIONS.values()):
        for name in looks.TRACKS if not condition.hands else ():
            board = looks.track_board(name)
            for k in range(pictures):
                seed = first + 10_000 * number + k
                truth = some_tracks(name, np.random.default_rng(seed))
                picture = photograph_tracks(name, truth, condition, seed=seed)
                board.forget()
                where = board.find(picture)
                for reading in board.read_at(picture, where) if isinstance(where, Registration) else ():
                    if reading.value is not None:
                        yield "track", reading, truth[reading.slot]


def numbers(pictures: int, first: int) -> Labelled:
    """Numbers of cards, small and big ones, easy and hard ones; in one look and in three."""
    for n, (name, (view, tall, sleeved)) in enumerate(NUMBERS.items()):
        for k in range(pictures):
            seed, fate = first + 10_000 * n + k, k % 3 == 2
            more = (3.2 if name.startswith("ordinary") else 1.5) if fate else 1.0
            high = (tall[0] * more, tall[1] * more)
            photo, deck = mat_scene(seed, view, high, sleeved, "free", clutter=0, fate=fate, looks=3)
            for truth in photo.cards:
                reads = []
                for look, picture in enumerate((photo.picture, *photo.again)):
                    corners = truth.corners + np.random.default_rng(seed + 31 * look).normal(0, 0.7, (4, 2))
                    reads.append(cards.read_number(picture, cards.Found(corners, 1.0, (0, 0), 0), deck))
                # Its other end has no number, and mostly is read so.
                far = digits.reading("card", digits.look(reads[0].picture[::-1, ::-1], deck.number), deck.possible)
                if far.value is None and reads[0].number.value == truth.number:
                    yield "number", far, None
                # Where both ends read as numbers it is the cards' way up that nobody knows.
                if reads[0].rival is None:
                    yield "number", reads[0].number, truth.number
                if all(one.rival is None for one in reads):
                    yield "number", cards.again(reads, deck), truth.number


def rolls(pictures: int, first: int) -> Labelled:
    """Dice of any colour, and what is taken for a die and is none."""
    for n, view in enumerate(DICE.values()):
        for k in range(pictures):
            seed = first + 10_000 * n + k
            photo, truths = scene_dice.photograph(MAT, SIGNS, view, seed=seed, count=5)
            where = register.find(photo, MAT)
            if not isinstance(where, Registration):
                continue
            for die in dice.find(photo, where, half=MAT.half):
                near = [value for at, value in truths if np.hypot(*np.subtract(die.middle, at)) < 0.4 * die.side]
                reading = dice.read(photo, die)
                if reading.value is not None:
                    yield "die", reading, near[0] if near else None


def taught(pictures: int, first: int) -> Labelled:
    """Pieces that an owner taught, and strangers of the same kind, on the mat in seven lights."""
    kinds: dict[str, Callable[[int], scene_pieces.Drawn]] = {
        "card": lambda n: scene_pieces.card(n),
        "framed card": lambda n: scene_pieces.card(n, frame=5),
        "die": lambda n: _emblem(scene_pieces.die, n),
        "token": lambda n: _emblem(scene_pieces.token, n),
        "tile": _drawn_tile,
    }
    lights = ("daylight", "evening", "window", "hard_shadow", "tilted", "webcam", "dim")
    views = [scene.harder(scene.CONDITIONS[light], across=(300, 320)) for light in lights if light in scene.CONDITIONS]
    for number, (name, piece) in enumerate(kinds.items()):
        kind, rng = name.split()[-1], np.random.default_rng(first + number)
        many = 10
        shelf = Shelf()
        for n in range(many):
            shown = (_seen(piece(n), views[0], rng, kind) for _ in range(3 * LOOKS))
            good = list(islice((one for one in shown if one is not None), LOOKS))
            if len(good) == LOOKS:
                shelf.teach(f"{n}", good, kind)
        for _ in range(10 * pictures):
            # Now and then something lies there that nobody taught.
            n = int(rng.integers(many)) if rng.random() < 0.9 else many + int(rng.integers(2))
            seen = _seen(piece(n), views[int(rng.integers(len(views)))], rng, kind)
            reading = shelf.read("piece", seen, kind=kind) if seen is not None else Reading("piece", None)
            if reading.value is not None:
                yield kind_of(kind), reading, str(n) if str(n) in shelf.pieces else None


def _tile(reader: object, slot: str) -> str:
    """What kind of reading that of a slot is: what nobody sees clearly is judged otherwise."""
    return DOUBTFUL if isinstance(reader, TileReader) and slot in reader.doubtful else TILE


def _emblem(draw: Callable[..., scene_pieces.Drawn], n: int) -> scene_pieces.Drawn:
    """Twelve pieces: six emblems, on two grounds."""
    emblems = list(scene_pieces.EMBLEMS)
    grounds = (("#f2efe6", "#7a1f1f"), ("#2d4f7c", "#f4e9c8"))
    body, ink = grounds[n // len(emblems) % 2]
    return draw(emblems[n % len(emblems)], body=body, ink=ink)


def _drawn_tile(n: int) -> scene_pieces.Drawn:
    return scene_pieces.tile(list(SLEEPERS.pieces.values())[n % len(SLEEPERS.pieces)])


def _seen(piece: scene_pieces.Drawn, view: scene.Condition, rng: np.random.Generator, kind: str) -> np.ndarray | None:
    """One piece somewhere on the mat, cut out as it is found."""
    lying = scene_pieces.Lying(piece, (float(rng.uniform(-40, 40)), float(rng.uniform(-25, 25))), rng.uniform(0, 360))
    seed, place = (int(one) for one in rng.integers(1, 1_000_000, 2))
    picture = scene_pieces.photograph([lying], MAT, SIGNS, view, seed=seed, camera_seed=place)
    where = register.find(picture, MAT)
    found = pieces.find(picture, where, MAT) if isinstance(where, Registration) else []
    return pieces.cut_out(picture, found[0]) if found and found[0].kind == kind else None


def _standing(spots: list[str], names: list[str], rng: np.random.Generator) -> dict[str, str]:
    """Figures on spots, ``place, how many share it, which of them``; now and then several together."""
    alone = [spot for spot in spots if spot.split()[1] == "1"]
    pairs = [spot for spot in spots if spot.split()[1:] == ["2", "0"]]
    who = [str(name) for name in rng.permutation(names)]
    table: dict[str, str] = {}
    taken: set[str] = set()
    if rng.random() < 0.4:
        place = str(rng.choice(pairs)).split()[0]
        table = {f"{place} 2 {n}": who.pop() for n in (0, 1)}
        taken.add(place)
    while who:
        spot = str(rng.choice(alone))
        if spot.split()[0] not in taken and rng.random() < 0.9:
            taken.add(spot.split()[0])
            table[spot] = who[-1]
        who.pop()
    return table


def _place(board: looks.Board, at: tuple[float, float]) -> str:
    """The place on which a figure stands, as the reader calls it."""
    return min(board.tiles.places, key=lambda place: board.tiles.places[place].away(*at))


DRAWN: dict[str, Callable[[int, int], Labelled]] = {
    "tiles": tiles, "island": island, "figures": figures, "tracks": tracks, "numbers": numbers, "dice": rolls,
    "taught": taught,
}  # fmt: skip
MORE = {"numbers": 3, "dice": 4, "taught": 2}  # times as many pictures, as each shows few things
KINDS = {"dice": "die", "card numbers": "number", "tokens": "token", "figures": "figure",
         "tracks": "track", "cards in a row": "taught card"}  # fmt: skip


def of_bundle(file: Path) -> Labelled:
    """Readings of pictures that somebody sent."""
    for look in bundle.looks(file):
        for kind, reading, truth in compared(look):
            if reading is not None:
                tile = kind == "tiles"
                yield _tile(known(look.sheet).tiles, reading.slot) if tile else KINDS[kind], reading, truth


def counted(readings: Labelled) -> dict[str, list[tuple[float, bool]]]:
    """How sure each reading is, and whether it is right, by kind."""
    found: dict[str, list[tuple[float, bool]]] = {}
    for kind, reading, truth in readings:
        name = sureness.kind_of(reading, kind)
        found.setdefault(name, []).append((reading.confidence, reading.value == truth))
    return found


def rows(found: dict[str, list[tuple[float, bool]]]) -> Iterator[dict[str, object]]:
    """Each kind of reading in ten steps: expected against seen."""
    for kind, some in sorted(found.items()):
        steps = train.steps([sure for sure, _ in some], [right for _, right in some])
        told = "; ".join(f"{100 * one.expected:.1f} : {100 * one.seen:.1f} ({one.count})" for one in steps)
        off = train.error(steps)
        row = {"what": f"{kind}, expected : seen %", "count": len(some), "steps": told, "off by": round(100 * off, 2)}
        enough = len(some) >= FEW
        yield {**row, "limit": f"off by {100 * MOST:.0f} points", "ok": off <= MOST} if enough else row


def run(pictures: int = 4, *, first: int = FRESH + 5_000_000) -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    for name, read in DRAWN.items():
        yield from rows(counted(read(pictures * MORE.get(name, 1), first)))


def fit(pictures: int, bundles: list[Path], only: str) -> None:
    """Count anew, and write the curves."""
    found: dict[str, list[tuple[float, bool]]] = {}
    with sureness.evidence_only():
        parts = [
            *(read(pictures * MORE.get(name, 1), TUNING) for name, read in DRAWN.items() if only in name),
            *map(of_bundle, bundles),
        ]
        for part in parts:
            for kind, some in counted(part).items():
                found.setdefault(kind, []).extend(some)
    known = {
        kind: train.Known(np.array([sure for sure, _ in some]), np.array([right for _, right in some], float))
        for kind, some in found.items()
    }
    made = {kind: train.curve(one, STRANGERS.get(kind, 1.0)) for kind, one in known.items()}
    train.write({**sureness.curves(), **made}, sureness.FILE)
    for kind, one in known.items():
        print(f"{kind}: {len(one.right)} readings, {int((one.right == 0).sum())} wrong", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="count anew, on other pictures, and write the curves")
    parser.add_argument("--bundle", type=Path, action="append", default=[], help="pictures to count with, or to fit to")
    parser.add_argument("--pictures", type=int, default=4, help="of each condition")
    parser.add_argument("--only", default="", help="part of the name of what is read")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.fit:
        fit(asked.pictures, asked.bundle, asked.only)
        return
    for name, read in DRAWN.items():
        if asked.only in name:
            many = asked.pictures * MORE.get(name, 1)
            for row in rows(counted(read(many, FRESH + 5_000_000))):
                print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
    for file in asked.bundle:
        for row in rows(counted(of_bundle(file))):
            print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
