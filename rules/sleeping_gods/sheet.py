"""The printed track sheet: the ship's two tracks (SG-105, SG-112)."""

from __future__ import annotations

from rules.track_sheet import A4_ACROSS, Sheet, Track

SHEET = Sheet(
    title="Sleeping Gods track sheet",
    paper=A4_ACROSS,
    first=30,
    # The top of the morale track is the owner's to say (SG-R8): twelve is more than anybody has seen.
    columns=[((24.0, 80.0), (Track("morale", "Morale", 12), Track("ship health", "Ship health", 11)))],
    step=(18.0, 50.0),
)
