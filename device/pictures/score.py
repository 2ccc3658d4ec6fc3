"""How well this version's readers do on a bundle of pictures: right, unsure and surely wrong, kind by kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from device.sight import boards as known
from vision.find import cards, mat
from vision.find.board import Board
from vision.find.mat import Lying, Mat
from vision.read.card_row import CardRow
from vision.read.dice import NO_DIE
from vision.read.figures import FigureReader
from vision.read.tiles import TileReader
from vision.reading import Image, Reading, Value

from .bundle import MAT, Look

DICE, CARDS = "dice", "card numbers"


@dataclass
class Score:
    """Counts of one kind of thing.

    :param right: read as it lies, surely or not.
    :param unsure: nothing that would be taken without asking.
    :param wrong: surely read as something else.
    :param lost: not found, or on a board that was not.
    """

    count: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    lost: int = 0

    def add(self, reading: Reading | None, truth: Value | None) -> None:
        self.count += 1
        self.lost += reading is None
        self.unsure += reading is None or not reading.sure
        self.right += reading is not None and reading.value == truth
        self.wrong += reading is not None and reading.sure and reading.value != truth


def score(looks: Iterable[Look]) -> dict[str, Score]:
    """Every look read anew."""
    scores: dict[str, Score] = {}
    for look in looks:
        for kind, reading, truth in compared(look):
            scores.setdefault(kind, Score()).add(reading, truth)
    return scores


def table(scores: dict[str, Score]) -> list[str]:
    """For people to read in a terminal, and to send in."""
    wide = max([len(kind) for kind in scores] + [4])
    lines = [f"{'kind':<{wide}} {'n':>7} {'right':>7} {'unsure':>7} {'surely wrong':>13} {'not found':>10}"]
    for kind, one in scores.items():
        lines.append(f"{kind:<{wide}} {one.count:>7} {one.right:>7} {one.unsure:>7} {one.wrong:>13} {one.lost:>10}")
    return lines


def compared(look: Look) -> Iterator[tuple[str, Reading | None, Value | None]]:
    """Each thing in a look that is known: its kind, what is read there, and what truly lies there."""
    picture = look.picture
    if look.sheet != MAT:
        yield from _on_board(look, picture)
    elif look.dice:
        yield from _matched(DICE, dice(picture), look.dice)
    else:
        yield from _matched(CARDS, numbers(picture, look), look.cards)


def _on_board(look: Look, picture: Image) -> Iterator[tuple[str, Reading | None, Value | None]]:
    if look.sheet not in known.known():
        return  # a board of a game that is not installed here
    board = known_board(look.sheet)
    board.forget()
    read = {one.slot: one for one in board.look(picture).readings}
    for slot, truth in look.lies.items():
        yield kind_of(board, slot), read.get(slot), truth


@cache
def known_board(name: str) -> Board:
    """Made once: to draw all its tiles in every turn takes longer than to read them."""
    return known.board(name)


def kind_of(board: Board, slot: str) -> str:
    """What people call the thing that is read there."""
    if board.tokens is not None and slot in board.tokens.slots:
        return "tokens"
    if isinstance(board.tiles, TileReader):
        return "tiles"
    if isinstance(board.tiles, FigureReader):
        return "figures"
    return "cards in a row" if isinstance(board.tiles, CardRow) else "tracks"


def dice(picture: Image) -> list[Reading]:
    """Everything on the mat that is taken for a die."""
    sheet = Mat(known.MAT)
    lying = sheet.look(picture)
    if not isinstance(lying, Lying):
        return []
    found = [mat.read_die([picture], die) for die in sheet.dice(lying)]
    return [one for one in found if one.value is not None or one.confidence < NO_DIE]


def numbers(picture: Image, look: Look) -> list[Reading]:
    """The number of every card on the mat."""
    sheet = Mat(known.MAT)
    lying = sheet.look(picture)
    if look.deck is None or not isinstance(lying, Lying):
        return []
    deck = look.deck
    return [cards.again(mat.read_card([picture], card, deck)[0], deck) for card in sheet.cards(lying, deck)]


def _matched(
    kind: str, readings: Sequence[Reading], truths: Sequence[int]
) -> Iterator[tuple[str, Reading | None, Value | None]]:
    """Which is which does not matter: what is read as it lies is right, and the rest are taken in turn."""
    left = sorted(readings, key=lambda one: -one.confidence)
    missed = []
    for truth in truths:
        hit = next((one for one in left if one.value == truth), None)
        if hit is None:
            missed.append(truth)
            continue
        left.remove(hit)
        yield kind, hit, truth
    for truth in missed:
        yield kind, left.pop(0) if left else None, truth
    for more in left:
        if more.sure and more.value is not None:
            yield kind, more, None  # surely read where nothing lies
