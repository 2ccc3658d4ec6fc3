"""The games whose tracks are printed on a sheet of their own, for the camera to check."""

from __future__ import annotations

from .children_of_morta import sheet as children_of_morta
from .sleeping_gods import sheet as sleeping_gods
from .track_sheet import Sheet

TRACKS: dict[str, Sheet] = {"sleeping_gods": sleeping_gods.SHEET, "children_of_morta": children_of_morta.SHEET}
