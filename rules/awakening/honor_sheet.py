"""The printed sheet of the scoring track: a disc for each player, from 0 to beyond the last trigger token (AW-24)."""

from __future__ import annotations

from rules.track_sheet import TWO_A4, Sheet, Track

from .state import SEATS

SHEET = Sheet(
    title="Awakening honor sheet",
    paper=TWO_A4,
    first=44,
    columns=[((9.2, 36.0), tuple(Track(f"disc {seat}", seat.capitalize(), 62, across=21) for seat in SEATS))],
    step=(13.6, 14.6),  # the sheet is glued together between two spaces
    gap=3.0,
)
