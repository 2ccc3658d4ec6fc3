"""The sheets for the printer: true millimetres, the right pieces, and nothing that the page may not load."""

import re
from collections import Counter
from math import isclose, sqrt
from xml.etree import ElementTree

import pytest

from rules import art, markers
from rules.sleepers.board import HEXES
from rules.sleepers.pack import opened

SVG = "{http://www.w3.org/2000/svg}"


def papers(box, path):
    """Each sheet as a drawing whose units are millimetres."""
    page = box.client().get(path)
    assert page.status_code == 200
    found = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg class=\"paper.*?</svg>", page.text, re.DOTALL)]
    for paper in found:
        width, height = paper.get("width"), paper.get("height")
        assert paper.get("viewBox") == f"0 0 {width.removesuffix('mm')} {height.removesuffix('mm')}"
    return found


def scale_of(group):
    return float(re.search(r"scale\(([\d.]+)", group.get("transform"))[1])


def middle_of(group):
    return tuple(map(float, re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", group.get("transform")).groups()))


def span(group):
    """Width and height of the first shape in a group, in its own units."""
    points = [tuple(map(float, pair.split(","))) for pair in group.find(f"{SVG}polygon").get("points").split()]
    return tuple(max(each) - min(each) for each in zip(*points, strict=True))


def groups(paper, name):
    return [group for group in paper.iter(f"{SVG}g") if group.get("class") == name]


def test_a_tile_is_33_mm_from_corner_to_corner_and_fits_its_hex(box):
    tiles = [tile for paper in papers(box, "/print/sleepers")[2:] for tile in groups(paper, "tile")]
    assert len(tiles) == 120  # 60 faces and their backs
    for tile in tiles:
        inner = tile.find(f"{SVG}g")
        wide, high = (each * scale_of(inner) for each in span(inner))
        assert isclose(wide, 2 * 17 * 0.97, abs_tol=0.05)
        assert isclose(high, sqrt(3) * 17 * 0.97, abs_tol=0.05)


def test_every_tile_of_the_game_is_there_as_often_as_it_should(box):
    sheets = papers(box, "/print/sleepers")[2:]
    drawing = art.load("sleepers")
    for sheet, side, backs in zip(sheets, ("white", "white", "black", "black"), (False, True) * 2, strict=True):
        drawn = Counter(
            "".join(ElementTree.tostring(shape, "unicode") for shape in tile.find(f"{SVG}g"))
            for tile in groups(sheet, "tile")
        )
        kinds = [None] if backs else [tile.code for tile in opened("demo").tiles]
        wanted = {}
        for kind in kinds:
            picture = ElementTree.fromstring(drawing.svg(side, kind))
            shapes = "".join(ElementTree.tostring(shape, "unicode") for shape in picture.find(f"{SVG}g"))
            wanted[shapes] = 30 if backs else next(tile.count for tile in opened("demo").tiles if tile.code == kind)
        assert drawn == wanted


def test_backs_meet_their_faces_whichever_way_the_sheet_is_turned(box):
    faces, backs = papers(box, "/print/sleepers")[2:4]
    at = {middle_of(tile.find(f"{SVG}g")) for tile in groups(faces, "tile")}
    behind = {middle_of(tile.find(f"{SVG}g")) for tile in groups(backs, "tile")}
    assert len(at) == 30
    assert {(round(210 - x, 2), round(y, 2)) for x, y in behind} == {(round(x, 2), round(y, 2)) for x, y in at}
    assert {(round(x, 2), round(297 - y, 2)) for x, y in behind} == {(round(x, 2), round(y, 2)) for x, y in at}


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 2), ("a3", 1)])
def test_the_board_has_61_hexes_of_17_mm_and_its_six_markers(box, paper, sheets):
    pages = papers(box, f"/print/sleepers?paper={paper}")
    assert len(pages) == sheets + 4
    for page in pages[:sheets]:
        [board] = groups(page, "board")
        assert scale_of(board) == 17
        assert [text.text for text in board.iter(f"{SVG}text")] == list(HEXES)
        squares = [each for each in board.findall(f"{SVG}g") if "transform" in each.attrib]
        # 25.5 mm a side, with the white edge around it a third more
        assert {round(scale_of(each) * 17, 2) for each in squares} == {25.5}
        assert {round(span(each)[0] * scale_of(each) * 17, 1) for each in squares} == {34.0}
        printed = [(tuple(each["at"])) for each in art.load("sleepers").board["markers"]]
        assert [middle_of(each) for each in squares] == printed


def test_the_two_halves_of_the_board_meet_in_its_middle(box):
    left, right = papers(box, "/print/sleepers")[:2]
    for page, keeps_left in ((left, True), (right, False)):
        [board] = groups(page, "board")
        x, _ = middle_of(board)
        cut = page.find(f".//{SVG}clipPath/{SVG}rect")
        start, wide = float(cut.get("x")), float(cut.get("width"))
        assert start > 0
        assert start + wide < 210
        if keeps_left:
            assert isclose(start, x - 9.4 * 17, abs_tol=0.01)
            assert isclose(start + wide, x + 8, abs_tol=0.01)  # a strip to glue on
        else:
            assert isclose(start, x, abs_tol=0.01)
            assert isclose(wide, 9.4 * 17, abs_tol=0.01)


def test_the_mat_has_its_markers_where_the_camera_looks_for_them(box):
    [page] = papers(box, "/print/mat")
    assert (page.get("width"), page.get("height")) == ("297mm", "210mm")
    squares = [group for group in page.iter(f"{SVG}g") if "scale" in group.get("transform", "")]
    assert [middle_of(each) for each in squares] == [each["at"] for each in markers.MAT["markers"]]
    assert {scale_of(each) for each in squares} == {18.0}


def test_four_join_cards_say_the_way_in(box):
    [page] = papers(box, "/print/join")
    texts = [text.text for text in page.iter(f"{SVG}text")]
    assert texts.count("192.168.1.20:8080") == 4
    codes = list(page.iter(f"{SVG}image"))
    assert [code.get("href") for code in codes] == ["/join.svg"] * 4
    assert {code.get("width") for code in codes} == {"70"}


def test_the_start_page_leads_to_the_sheets(box):
    page = box.client(host=True).get("/table").text
    for path in ("/print/join", "/print/sleepers", "/print/mat"):
        assert f'href="{path}"' in page


def test_other_paper_is_refused(box):
    assert box.client().get("/print/sleepers?paper=a5").status_code == 404
