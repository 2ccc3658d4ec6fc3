"""What is printed of The Awakening: the mat with map tiles and tokens, the row of cards, the honor track."""

from __future__ import annotations

from functools import cache

from rules import art
from rules.markers import MAT
from rules.printed import BESIDE, Component, Cut, Piece, PrintedBoard, Slot, ToPrint, Words, Zone

from . import mat
from .honor_sheet import SHEET
from .island import HEXES, island
from .state import Awakening
from .words import TILE_COUNTS

FACE_DOWN = Piece("", "island", up=False, words="face_down")
"""What the camera calls a map tile that shows its back: nothing the rules ever lay on the island."""

STACKS = ("red", "yellow", "blue", "relic", "trait", "monster")
POUCH = "pouch"
ZONES = (
    Zone(POUCH, "The pouch", takes="island", hidden=True, drawn_to=BESIDE),
    Zone(BESIDE, "Beside the mat"),
)


@cache
def board() -> PrintedBoard:
    """19 hexes for map tiles, and a triangle for a token between any three; faint where only a house rule plays."""
    look = art.load("awakening")
    unit, usual = look.board["unit_mm"], set(island().spaces)

    def mm(*places: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((unit * x, unit * y) for x, y in places)

    return PrintedBoard(
        title="Awakening mat",
        paper=(2 * unit * look.board["half_width"], 2 * unit * look.board["half_height"]),
        unit=unit,
        markers={each["number"]: mm(each["at"])[0] for each in look.board["markers"]},
        marker_side=unit * look.board["marker_side"],
        colours=look.board,
        slots={
            f"hex {number}": Slot(mm(mat.hex_at(number))[0], mm(*mat.hex_corners(number)), f"H{number}", letters=7.5)
            for number in HEXES
        },
        tiles={tile(kind): look.shapes("island", kind) for kind in (None, *look.symbols)},
        tile=unit * look.board["hex"],
        outline=look.outline,
        spots={
            f"space {space}": Slot(
                mm(mat.space_at(space))[0],
                mm(*mat.space_corners(space)),
                line=unit * (0.05 if space in usual else 0.02),
            )
            for space in mat.ISLAND.spaces
        },
        tokens=look.tokens,
        titles=look.token_titles,
        token=unit * look.board["token"],
        bare=mm(*mat.bare()),
    )


def tile(kind: str | None) -> Piece:
    """A map tile with its location up, or its back."""
    return Piece(kind, "island", words=kind) if kind else FACE_DOWN


@cache
def card_row() -> PrintedBoard:
    """The six cards that lie face up beside their stacks (AW-R9); as large as the reading mat, with its own markers."""
    places = {f"{stack} up": (68.0 * (n % 3 - 1), 92.0 * (n // 3) - 46.0) for n, stack in enumerate(STACKS)}
    return PrintedBoard(
        title="card row",
        paper=(2 * MAT["half_width"], 2 * MAT["half_height"]),
        unit=1.0,
        markers={each["number"] + 30: each["at"] for each in MAT["markers"]},
        marker_side=MAT["marker_side"],
        colours={"paper": "#4a4f63", "field": "#4a4f63", "line": "#dfe2ec", "label": "#dfe2ec"},
        cards=places,
        words=[Words(slot.removesuffix(" up").capitalize(), at, 7.0) for slot, at in places.items()],
        aside=True,
    )


def boards() -> tuple[PrintedBoard, ...]:
    return board(), SHEET.board(), card_row()


def to_print() -> ToPrint:
    kinds = [tile(kind) for kind, count in TILE_COUNTS.items() for _ in range(count)]
    return ToPrint(
        boards(),
        [Cut(kinds, FACE_DOWN)],
        says=[
            "The phones keep cards, dice, blocks and honor, unless you lay your own beside the mat.",
            "The last sheets are for your own cards and discs: there the camera notices when somebody's honor, or a "
            "face-up card that you taught it, isn't what the box has.",
        ],
    )


def components(state: Awakening) -> list[Component]:
    """Nineteen tiles in the pouch, a token for each player."""
    kinds = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
    tiles = [Component(tile(kind), POUCH) for kind in kinds]
    return [*tiles, *(Component(Piece(seat, words=seat), BESIDE, "spots") for seat in state.seats)]
