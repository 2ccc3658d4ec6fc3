"""The printed track sheet: rage, and health, shield or evade, and focus of every hero (CM-42)."""

from __future__ import annotations

from rules.track_sheet import TWO_A4, Sheet, Track

from .session import SEATS

# A hero's board has a shield or an evade track; on the sheet the other one stays empty.
TRACKS = (("health", 12), ("shield", 6), ("evade", 6), ("focus", 6))


def _of(*seats: str) -> tuple[Track, ...]:
    return tuple(
        Track(f"{track}.{seat}", f"{seat.capitalize()} {track}", last) for seat in seats for track, last in TRACKS
    )


SHEET = Sheet(
    title="Children of Morta track sheet",
    paper=TWO_A4,
    first=34,
    columns=[
        ((100.7, 30.0), (Track("rage", "Rage", 10),)),  # the sheet is glued together between two of its spaces
        ((8.0, 54.0), _of(*SEATS[:2])),
        ((184.0, 54.0), _of(*SEATS[2:])),
    ],
    step=(11.4, 23.0),
)
