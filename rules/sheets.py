"""The games whose tracks are printed on a sheet of their own, for the camera to compare."""

from __future__ import annotations

from .awakening import honor_sheet
from .children_of_morta import sheet as children_of_morta
from .silent_sea import health_sheet
from .sleeping_gods import sheet as sleeping_gods
from .track_sheet import Sheet

TRACKS: dict[str, Sheet] = {
    "sleeping_gods": sleeping_gods.SHEET,
    "silent_sea": health_sheet.SHEET,
    "awakening": honor_sheet.SHEET,
    "children_of_morta": children_of_morta.SHEET,
}
