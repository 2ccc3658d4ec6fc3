"""Sheets of The Silent Sea for the printer: the board of a pack with its corner markers, and all its cards."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from rules import art
from rules.packs import BrokenPack
from rules.silent_sea.health_sheet import SHEET
from rules.silent_sea.pack import Node, Pack, opened
from rules.silent_sea.sheet import DOOR, FIGURE, FILLS, GROUND, INK, LINE, MARKER_SIDE, MARKERS, ROOM, SPACE, at

from .paper import A3_ACROSS, A4, bar, bar_below, page, sheets, squares
from .tracks import track_pages

printing_sea = Blueprint("printing_sea", __name__, url_prefix="/print")

CARD = (63.0, 88.0)  # fits common sleeves
ACROSS, DOWN = 3, 3


@printing_sea.get("/silent_sea")
def silent_sea() -> ResponseReturnValue:
    """The board on one A3, and the cards nine to an A4."""
    try:
        pack = opened(request.args.get("pack", "demo"))
    except BrokenPack as broken:
        abort(404, str(broken))
    cards = list(_cards(pack))
    pages = [page(A3_ACROSS, _board(pack)), page(A4, _figures()), *track_pages(SHEET, "a4")]
    for first in range(0, len(cards), ACROSS * DOWN):
        pages.append(page(A4, _nine(cards[first : first + ACROSS * DOWN])))
    return sheets(
        "The Silent Sea to print",
        pages,
        [
            "Print at 100 % (“actual size”); the bar on the board is 100 mm long.",
            "Cut the cards and put them into sleeves with one colour of back, so that nobody knows them from behind.",
            "The squares on the board are how the camera finds it: leave them whole.",
            "Cut the four figures out and stick each on a cap of 13 mm; the camera knows them by their signs.",
            "You also need a die, 8 tokens for Water Samples and 20 for Health.",
            "Or keep Health on its own sheet, with a marker of 8 to 12 mm in each row: there the camera sees "
            "whether it is what the box has.",
        ],
    )


def _board(pack: Pack) -> str:
    """Lines, doors, dashes and rooms where the pack says they are."""
    nodes = {node.id: node for node in pack.board.nodes}
    width, height = A3_ACROSS
    parts = [f'<rect class="ground" x="4" y="4" width="{width - 8:g}" height="{height - 8:g}" fill="{GROUND}"/>']
    for edge in pack.board.edges:
        (x1, y1), (x2, y2) = at(nodes[edge.a]), at(nodes[edge.b])
        parts.append(
            f'<path class="line" d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" stroke="{INK}" stroke-width="{LINE}"/>'
        )
    for node in pack.board.nodes:
        x, y = at(node)
        if node.kind == "space":
            parts.append(
                f'<circle class="space" cx="{x:.2f}" cy="{y:.2f}" r="{SPACE - 0.4:g}" fill="#fff" stroke="{INK}"'
                ' stroke-width=".8"/>'
            )
        elif node.kind == "room":
            parts.append(_room(node, pack.board.called(node), x, y))
    for edge in pack.board.edges:
        if edge.closed:
            (x1, y1), (x2, y2) = at(nodes[edge.a]), at(nodes[edge.b])
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            cross = f"M{x - 3:.2f} {y - 3:.2f}l6 6m0 -6l-6 6"
            parts.append(f'<path class="door" d="{cross}" fill="none" stroke="{DOOR}" stroke-width="1.6"/>')
    return "".join(parts) + squares(MARKERS.items(), MARKER_SIDE) + bar((A3_ACROSS[0] / 2 - 50, A3_ACROSS[1] - 8))


def _room(node: Node, name: str, x: float, y: float) -> str:
    width, height = ROOM
    border = (DOOR, "1.8") if node.restricted else ("#333", ".8")
    lines = wrap(name, 14)
    first = y + 1.4 - 2.4 * (len(lines) - 1)
    words = "".join(
        f'<text x="{x:.2f}" y="{first + 4.8 * n:.2f}" font-size="4" text-anchor="middle">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<g class="room"><rect x="{x - width / 2:.2f}" y="{y - height / 2:.2f}" width="{width:g}" height="{height:g}"'
        f' rx="1" fill="{FILLS[node.room_type]}" stroke="{border[0]}" stroke-width="{border[1]}"/>{words}</g>'
    )


def _figures() -> str:
    """The four figures, each a few times in case one gets lost, with what it is called."""
    look = art.load("silent_sea")
    drawn = []
    for row, name in enumerate(look.tokens):
        y = 30.0 + row * 24
        drawn.append(f'<text x="20" y="{y + 1.6:g}" font-size="4.5">{escape(look.token_titles[name])}</text>')
        for column in range(4):
            drawn.append(f'<g class="figure">{look.svg_token(name, at=(80.0 + column * 22, y), scale=FIGURE)}</g>')
    return "".join(drawn) + bar_below()


def _cards(pack: Pack) -> Iterator[tuple[str, str, str]]:
    """Deck, name and text of every card, as often as it is there."""
    for loyalty in pack.loyalty:
        goal = "At least 1 Water Sample, and first at the Extraction Point."
        if loyalty.side == "crewmate":
            goal = "All Crewmates at the Extraction Point with 4 Water Samples together."
        yield from [("Loyalty", loyalty.side.capitalize(), goal)] * loyalty.count
    for generic in pack.generic:
        yield from [("Generic", generic.name, "")] * generic.count
    for item in pack.items:
        yield from [("Item", item.name, item.text)] * (item.copies or 4)
    for ability in pack.abilities:
        yield f"{ability.role.capitalize()} · {ability.timing}", ability.name, ability.text
    for crisis in pack.crisis:
        yield from [("Crisis", crisis.name, crisis.text)] * crisis.count


def _nine(cards: list[tuple[str, str, str]]) -> str:
    left, top = (A4[0] - ACROSS * CARD[0]) / 2, (A4[1] - DOWN * CARD[1]) / 2
    drawn = []
    for place, (deck, name, text) in enumerate(cards):
        x, y = left + place % ACROSS * CARD[0], top + place // ACROSS * CARD[1]
        lines = "".join(
            f'<text x="31.5" y="{44 + 5.2 * n:.1f}" font-size="4" text-anchor="middle">{escape(line)}</text>'
            for n, line in enumerate(wrap(text, 27))
        )
        title = "".join(
            f'<text x="31.5" y="{24 + 7 * n}" font-size="6" font-weight="700" text-anchor="middle">'
            f"{escape(line)}</text>"
            for n, line in enumerate(wrap(name, 17))
        )
        drawn.append(
            f'<g class="card" transform="translate({x:.2f} {y:.2f})"><rect width="{CARD[0]:g}" height="{CARD[1]:g}"'
            f' fill="#fff" stroke="#999" stroke-width=".2"/><text x="31.5" y="10" font-size="3.6" text-anchor="middle"'
            f' fill="#555">{escape(deck)}</text>{title}{lines}</g>'
        )
    return "".join(drawn)
