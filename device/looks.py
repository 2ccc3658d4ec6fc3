"""How each game's printed board looks, as the camera's side wants it: plain shapes, slots and markers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import cos, radians, sin
from typing import Any

from rules import art, markers
from rules.awakening import island, mat
from rules.plain import Plain, dump
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.state import Sleepers
from vision.board import Board
from vision.reading import Value
from vision.register import Layout
from vision.scene import Printed

# Bare paper of Sleepers' board, one quarter of it; the rest lies mirrored.
_PAPER = ((7.6, 2.6), (7.6, 4.6), (3.9, 7.7), (1.6, 8.1))


@cache
def sleepers() -> Printed:
    """Sleepers' printed board: 61 hexes, each empty or with one of 24 tiles."""
    look = art.load("sleepers")
    pieces = {
        f"{side} {kind or 'back'}": look.shapes(side, kind) for side in look.sides for kind in (None, *look.symbols)
    }
    layout = Layout.from_board(look.board, "Sleepers board")
    return Printed(
        layout=layout,
        slots={hex_: drawn_at(hex_) for hex_ in HEXES},
        pieces=pieces,
        cell=tuple((cos(radians(60 * k)), sin(radians(60 * k))) for k in range(6)),
        colours={name: look.board[name] for name in ("paper", "field", "line", "label")},
        paper=[(x * a, y * b) for x, y in _PAPER for a in (-1, 1) for b in (-1, 1)],
        signs={number: markers.shapes(number) for number in layout.markers},
    )


@cache
def awakening() -> Printed:
    """The Awakening's printed mat: 19 hexes for map tiles, and a triangle for a token between any three."""
    look = art.load("awakening")
    layout = Layout.from_board(look.board, "Awakening mat")
    hex_ = look.board["hex"]
    corners = tuple((cos(radians(60 * k)), sin(radians(60 * k))) for k in range(6))
    return Printed(
        layout=layout,
        slots={f"hex {number}": mat.hex_at(number) for number in island.HEXES},
        pieces={kind or FACE_DOWN: look.shapes("island", kind) for kind in (None, *look.symbols)},
        cell=tuple((hex_ * x, hex_ * y) for x, y in corners),
        outline=corners,
        size=0.97 * hex_,
        labels={f"hex {number}": f"H{number}" for number in island.HEXES},
        lines=mat.lines(),
        colours={name: look.board[name] for name in ("paper", "field", "line", "label")},
        paper=mat.bare(),
        signs={number: markers.shapes(number) for number in layout.markers},
        tokens=look.tokens,
        spots={f"space {space}": mat.space_at(space) for space in mat.ISLAND.spaces},
        token=look.board["token"],
    )


FACE_DOWN = "face_down"
"""What the camera calls a map tile that shows its back: nothing the rules ever lay on the island."""

PRINTED: dict[str, Callable[[], Printed]] = {"sleepers": sleepers, "awakening": awakening}
"""The games whose printed board the camera reads."""


def layouts() -> dict[str, Layout]:
    """Every board and mat the box knows, to tell which one lies there."""
    known = {name: printed().layout for name, printed in PRINTED.items()}
    return known | {"mat": Layout.from_board(markers.MAT, "reading mat")}


def board(name: str) -> Board:
    """A reader of the printed board of one game."""
    printed = PRINTED[name]()
    return Board(printed.layout, printed.reader(), layouts(), tokens=printed.token_reader())


def as_seen(game: Sleepers, seen: Mapping[str, Value | None]) -> list[tuple[str, Plain]]:
    """Rulings that make the box believe what was *seen* of Sleepers' board: path and new value of each.

    A tile that is gone went back to its owner's rack; one that is new came from there, or else from the stock.
    """
    hands = {colour: [dump(tile) for tile in side.hand] for colour, side in game.sides.items()}
    stock = {colour: side.stock for colour, side in game.sides.items()}
    changes: list[tuple[str, Plain]] = []
    gone = [
        (hex_, agent)
        for hex_, agent in game.board.items()
        if hex_ in seen and (seen[hex_] is None or str(seen[hex_]).split(" ")[0] != agent.owner)
    ]
    for _, lost in gone:
        hands[lost.owner].append({"kind": lost.kind, "seen": lost.up or lost.seen})
    for hex_, value in seen.items():
        if value is None:
            if hex_ in game.board:
                changes.append((f"board.{hex_}", None))
            continue
        owner, kind = str(value).split(" ", 1)
        agent = game.board.get(hex_)
        up = kind != "back"
        if agent is not None and agent.owner == owner:
            known = kind if up else agent.kind
            if (agent.up, agent.kind) != (up, known):
                changes.append((f"board.{hex_}", {"kind": known, "seen": agent.seen or up, "owner": owner, "up": up}))
            continue
        moved = _taken_from(hands[owner], kind if up else None)
        if moved is None:
            if stock[owner] <= 0:
                continue
            stock[owner] -= 1
            moved = {"kind": None, "seen": False}
        face = kind if up else moved["kind"]
        changes.append((f"board.{hex_}", {"kind": face, "seen": up, "owner": owner, "up": up}))
    for colour, side in game.sides.items():
        if hands[colour] != [dump(tile) for tile in side.hand]:
            changes.append((f"sides.{colour}.hand", hands[colour]))
        if stock[colour] != side.stock:
            changes.append((f"sides.{colour}.stock", stock[colour]))
    return changes


def _taken_from(hand: list[Any], kind: str | None) -> Any:
    """The tile of a hand that this could be: one of that kind, or one nobody knows, or just the last."""
    for wanted in [kind, None] if kind else [None]:
        for tile in hand:
            if tile["kind"] == wanted:
                hand.remove(tile)
                return tile
    return hand.pop() if hand else None
