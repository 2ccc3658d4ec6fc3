"""The printed sheet of Health: how many tokens lie on each placard."""

from __future__ import annotations

from rules.track_sheet import A4_ACROSS, Sheet, Track

from .state import SEATS

SHEET = Sheet(
    title="Silent Sea health sheet",
    paper=A4_ACROSS,
    first=6,
    columns=[((40.0, 48.0), tuple(Track(f"health {seat}", seat.capitalize(), 5) for seat in SEATS))],
    step=(32.0, 38.0),
)
