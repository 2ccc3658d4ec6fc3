"""The printed boards of the five games as the camera's side has them, for tests and benches."""

from __future__ import annotations

from functools import cache

from device.sight import boards
from device.sight.boards import board, known, layouts
from rules.awakening import printed as awakening_printed
from rules.awakening.honor_sheet import SHEET as HONOR
from rules.awakening.printed import FACE_DOWN
from rules.children_of_morta.sheet import SHEET as FAMILY
from rules.games import game
from rules.printed import MARKER, PrintedBoard
from rules.silent_sea.health_sheet import SHEET as HEALTH
from rules.sleepers import printed as sleepers_printed
from rules.sleeping_gods.sheet import SHEET as SHIP
from vision.find.board import Board
from vision.find.register import Layout
from vision.scene.board import Printed

__all__ = ["FACE_DOWN", "MARKER", "board", "known", "layouts"]

SHEETS = {"sleeping_gods": SHIP, "silent_sea": HEALTH, "awakening": HONOR, "children_of_morta": FAMILY}
TRACKS: dict[str, PrintedBoard] = {name: sheet.board() for name, sheet in SHEETS.items()}
CARD_ROW: Layout = boards.layout(awakening_printed.card_row())


def sleepers() -> Printed:
    return boards.printed(sleepers_printed.board())


def awakening() -> Printed:
    return boards.printed(awakening_printed.board())


@cache
def silent_sea() -> Printed:
    return boards.printed(game("silent_sea").boards("demo")[0])


def track_sheet(name: str) -> Printed:
    return boards.printed(TRACKS[name])


def track_board(name: str) -> Board:
    """A reader of a game's track sheet."""
    return Board(boards.layout(TRACKS[name]), boards.reader(TRACKS[name]), layouts(), aside=True)
