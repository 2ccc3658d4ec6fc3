"""The track sheets: true millimetres, a circle for every space the camera reads, on paper that people have."""

import re
from math import isclose
from xml.etree import ElementTree

import looks
import pytest
from looks import TRACKS

from rules.track_sheet import ROUND, TWO_A4

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", TRACKS)
@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_every_space_has_its_circle_and_its_number(box, name, paper):
    found = box.client().get(f"/print/{name}?paper={paper}").text
    pages = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg class=\"paper.*?</svg>", found, re.DOTALL)]
    pages = [page for page in pages if [text for text in page.iter(f"{SVG}text") if text.text == "0"]]
    assert len(pages) == (2 if TRACKS[name].paper[0] > 297 and paper == "a4" else 1)
    spaces = [value for each in TRACKS[name].tracks.values() for value in each]
    for page in pages:  # each half holds the whole drawing and shows its own part of it
        circles = [circle for circle in page.iter(f"{SVG}circle") if isclose(float(circle.get("r")), ROUND)]
        assert len(circles) == len(spaces)
        words = [text.text for text in page.iter(f"{SVG}text")]
        assert [word for word in words if word.isdecimal()] == spaces
        assert "100 mm" in words


@pytest.mark.parametrize("name", TRACKS)
def test_nothing_on_a_sheet_touches_anything_else(name):
    sheet = TRACKS[name]
    middles = [place for each in sheet.tracks.values() for place in each.values()]
    for n, (x, y) in enumerate(middles):
        assert 4 + ROUND < x < sheet.paper[0] - 4 - ROUND
        if sheet.paper == TWO_A4:
            assert abs(x - sheet.paper[0] / 2) > ROUND  # where two sheets are glued together no circle is cut
        for a, b in middles[:n]:
            assert abs(x - a) + abs(y - b) > 2 * ROUND + 1
        for a, b in sheet.markers.values():
            assert max(abs(x - a), abs(y - b)) > ROUND + 0.67 * sheet.marker_side


def test_no_two_sheets_share_a_corner_marker():
    numbers = [number for layout in looks.layouts().values() for number in layout.markers]
    assert len(numbers) == len(set(numbers))
