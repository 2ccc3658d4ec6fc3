"""Track sheets for the printer: where the camera reads how far each marker has come."""

from __future__ import annotations

from html import escape

from flask import Blueprint
from flask.typing import ResponseReturnValue

from rules import art
from rules.games import game
from rules.sheets import TRACKS
from rules.track_sheet import INK, ROUND, Sheet

from .paper import A4_ACROSS, bar, board_pages, on_a3, page, paper_asked, sheets

printing_tracks = Blueprint("printing_tracks", __name__, url_prefix="/print")


@printing_tracks.get("/<any(sleeping_gods, children_of_morta):name>")
def tracks(name: str) -> ResponseReturnValue:
    """The tracks of a game that has nothing else to print."""
    sheet, paper = TRACKS[name], paper_asked()
    return sheets(
        f"{game(name).title} to print",
        track_pages(sheet, paper),
        [
            "Print at 100 % (“actual size”); the bar is 100 mm long. Nobody needs this sheet: on it the camera sees "
            "whether the markers stand where the box has them.",
            "Put one marker on each row that is in play: any cube, coin or cap of 8 to 12 mm, so that it hides "
            "the circle under it and no other.",
            "The squares in the corners are how the camera finds the sheet: leave them whole. It lies beside the "
            "reading mat or alone, but wholly in the picture.",
        ],
        other=on_a3("sheet", "printing_tracks.tracks", paper, name=name) if sheet.paper != A4_ACROSS else None,
    )


def track_pages(sheet: Sheet, paper: str) -> list[str]:
    """A track sheet on one A4, or on two that are glued together, or on A3."""
    width, height = sheet.paper
    drawing = art.svg_shapes(sheet.shapes()) + words_on(sheet)
    if sheet.paper == A4_ACROSS:
        return [page(A4_ACROSS, drawing + bar((width / 2 - 50, height - 14)))]
    board = {"half_width": width / 2, "half_height": height / 2, "unit_mm": 1.0}
    return board_pages(board, f'<g transform="translate({-width / 2:g} {-height / 2:g})">{drawing}</g>', paper)


def words_on(sheet: Sheet) -> str:
    """The names of the tracks, and the numbers above their spaces."""
    spaces, drawn = sheet.spaces(), []
    for track, (x, y) in sheet.rows():
        *first, last = track.title.split(" ")
        lines = ((" ".join(first), y - 1.2), (last, y + 4.2)) if first else ((last, y + 1.6),)
        drawn += [f'<text x="{x:g}" y="{down:g}" font-size="4.6">{escape(line)}</text>' for line, down in lines]
        for value, at in spaces[track.slot].items():
            place = f'x="{at[0]:.2f}" y="{at[1] - ROUND - 1.2:.2f}"'
            drawn.append(f'<text {place} font-size="4" text-anchor="middle">{value}</text>')
    return f'<g fill="{INK}" pointer-events="none">{"".join(drawn)}</g>'
