"""The track sheets: true millimetres, a circle for every space the camera reads, on paper that people have."""

from math import isclose

import pytest
from on_paper import SVG, papers

from device.sight import boards as looks
from rules.awakening import honor_sheet
from rules.children_of_morta import sheet as family_sheet
from rules.silent_sea import health_sheet
from rules.sleeping_gods import sheet as ship_sheet
from rules.track_sheet import ROUND, TWO_A4

TRACKS = {
    "sleeping_gods": ship_sheet.SHEET,
    "children_of_morta": family_sheet.SHEET,
    "silent_sea": health_sheet.SHEET,
    "awakening": honor_sheet.SHEET,
}


@pytest.mark.parametrize("name", TRACKS)
@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_every_space_has_its_circle_and_its_number(box, name, paper):
    pages = papers(box, f"/print/{name}?paper={paper}")
    pages = [page for page in pages if [text for text in page.iter(f"{SVG}text") if text.text == "0"]]
    assert len(pages) == (2 if TRACKS[name].paper[0] > 297 and paper == "a4" else 1)
    spaces = [value for each in TRACKS[name].spaces().values() for value in each]
    for page in pages:  # each half holds the whole drawing and shows its own part of it
        circles = [circle for circle in page.iter(f"{SVG}circle") if isclose(float(circle.get("r")), ROUND)]
        assert len(circles) == len(spaces)
        words = [text.text for text in page.iter(f"{SVG}text")]
        assert [word for word in words if word.isdecimal()] == spaces
        assert "100 mm" in words


@pytest.mark.parametrize("name", TRACKS)
def test_nothing_on_a_sheet_touches_anything_else(name):
    sheet = TRACKS[name].board()
    middles = [place for each in sheet.tracks.values() for place in each.values()]
    for n, (x, y) in enumerate(middles):
        assert abs(x) < sheet.half[0] - 4 - ROUND
        if sheet.paper == TWO_A4:
            assert abs(x) > ROUND  # where two sheets are glued together no circle is cut
        for a, b in middles[:n]:
            assert abs(x - a) + abs(y - b) > 2 * ROUND + 1
        for a, b in sheet.markers.values():
            assert max(abs(x - a), abs(y - b)) > ROUND + 0.67 * sheet.marker_side


def test_no_two_sheets_share_a_corner_marker():
    numbers = [number for layout in looks.layouts().values() for number in layout.markers]
    assert len(numbers) == len(set(numbers))
