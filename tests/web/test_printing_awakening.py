"""The Awakening's sheets: true millimetres, every tile, and the very mat that the camera looks for."""

import re
from collections import Counter
from math import isclose, sqrt
from xml.etree import ElementTree

import looks
import pytest
from on_paper import SVG, groups, middles, papers, rounded, span, squares

from rules import art
from rules.awakening import mat
from rules.awakening.printed import card_row
from rules.awakening.words import TILE_COUNTS

ART = art.load("awakening")
UNIT = 17.0


def tile_pages(box):
    """Faces and backs of the tiles in turn; tokens are on the last two."""
    return [paper for paper in papers(box, "/print/awakening") if groups(paper, "tile")]


def placed(group):
    x, y, scale = re.match(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)", group.get("transform")).groups()
    return float(x), float(y), float(scale)


def drawn(group):
    return "".join(ElementTree.tostring(shape, "unicode") for shape in group)


def test_every_map_tile_is_there_as_often_as_the_pouch_holds_it(box):
    tiles = [tile for paper in tile_pages(box)[::2] for tile in groups(paper, "tile")]
    pictures = {drawn(ElementTree.fromstring(ART.svg("island", kind)).find(f"{SVG}g")): kind for kind in TILE_COUNTS}

    assert Counter(pictures[drawn(tile)] for tile in tiles) == TILE_COUNTS


def test_a_tile_is_50_mm_from_corner_to_corner_and_keeps_its_distance(box):
    for paper in tile_pages(box):
        places = [placed(tile) for tile in groups(paper, "tile")]
        assert places
        for x, y, radius in places:
            assert isclose(radius, 0.97 * 1.53 * UNIT, abs_tol=0.01)
            assert radius < x < 210 - radius
            assert radius * sqrt(3) / 2 < y < 297 - radius * sqrt(3) / 2
        for n, (x, y, radius) in enumerate(places):
            for x2, y2, _ in places[:n]:
                assert abs(x - x2) >= 2 * radius or abs(y - y2) >= sqrt(3) * radius


def test_backs_lie_behind_their_faces_when_the_sheet_is_turned_over(box):
    sheets = tile_pages(box)
    for faces, backs in zip(sheets[::2], sheets[1::2], strict=True):
        for name in ("tile", "token"):
            front = [placed(each)[:2] for each in groups(faces, name)]
            behind = [placed(each)[:2] for each in groups(backs, name)]
            assert [(round(210 - x, 2), round(y, 2)) for x, y in behind] == [
                (round(x, 2), round(y, 2)) for x, y in front
            ]


def test_tokens_are_13_mm_across_and_each_seat_has_its_own_sign_and_colour(box):
    tokens = groups(tile_pages(box)[-1], "token")
    assert len(tokens) == 10
    assert {round(2 * placed(token)[2], 1) for token in tokens} == {12.9}
    assert len({drawn(token) for token in tokens}) == 5
    # Without any colour they are still five different ones.
    assert len({re.sub(r"#[0-9a-f]{6}", "", drawn(token)) for token in tokens}) == 5
    tiles = [placed(tile) for tile in groups(tile_pages(box)[-1], "tile")]
    lowest = max(y + radius * sqrt(3) / 2 for _, y, radius in tiles)
    assert all(placed(token)[1] - placed(token)[2] > lowest for token in tokens)


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 2), ("a3", 1)])
def test_the_mat_is_the_one_the_camera_knows(box, paper, sheets):
    pages = papers(box, f"/print/awakening?paper={paper}")
    known = looks.awakening()
    for page in pages[:sheets]:
        [printed] = groups(page, "board")
        names = [text.text for text in printed.iter(f"{SVG}text")]
        assert names == [f"H{number}" for number in range(1, 20)]
        places = [rounded((UNIT * x, UNIT * y)) for x, y in known.layout.markers.values()]
        assert middles(squares(printed)) == places
        assert {span(each)[0] for each in squares(printed)} == {round(UNIT * known.layout.side, 3)}


def test_everything_printed_on_the_mat_keeps_clear_of_its_markers():
    board = ART.board
    edge = board["marker_side"] * 8 / 6 / 2  # with the white edge a marker needs
    for marker in board["markers"]:
        x, y = marker["at"]
        assert abs(x) + edge < board["half_width"]
        assert abs(y) + edge < board["half_height"]
        for space in mat.ISLAND.spaces:
            sx, sy = mat.space_at(space)
            assert max(abs(sx - x), abs(sy - y)) > edge + board["token"]


def test_hexes_touch_at_their_corners_and_a_token_fits_between_three():
    board = ART.board
    corners = {(round(x, 3), round(y, 3)) for x, y in mat.hex_corners(1)}
    assert len(corners & {(round(x, 3), round(y, 3)) for x, y in mat.hex_corners(2)}) == 1
    inner = board["hex"] / (2 * sqrt(3))  # from a triangle's middle to its side
    assert board["token"] < inner
    assert len({mat.space_at(space) for space in mat.ISLAND.spaces}) == 54


def test_other_paper_is_refused_and_the_start_page_leads_here(box):
    assert box.client().get("/print/awakening?paper=a5").status_code == 404
    assert 'href="/print/awakening"' in box.client(host=True).get("/table").text


def test_the_sheet_for_cards_has_a_place_for_each_stack_with_room_for_a_card(box):
    row = card_row()
    [sheet] = [drawn for paper in papers(box, "/print/awakening") for drawn in groups(paper, "board")
               if middles(squares(drawn)) == [rounded(at) for at in row.markers.values()]]  # fmt: skip
    names = [text.text for text in sheet.iter(f"{SVG}text")]
    assert names == ["Red", "Yellow", "Blue", "Relic", "Trait", "Monster"]
    (wide, high), places = row.card, list(row.cards.values())
    for n, (x, y) in enumerate(places):
        assert abs(x) + wide / 2 < 141
        assert abs(y) + high / 2 < 98
        assert all(abs(x - a) >= wide + 2 or abs(y - b) >= high + 2 for a, b in places[:n])
        for a, b in row.markers.values():
            assert abs(x - a) > wide / 2 + 12 or abs(y - b) > high / 2 + 12
