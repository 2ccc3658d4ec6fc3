"""The Silent Sea's sheets: the board with its markers, and every card as often as it is there."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from rules.silent_sea.sheet import FIGURE, MARKER_SIDE, MARKERS
from serving import Served

from rules.silent_sea.pack import opened
from web.printing.sea import CARD

SVG = "{http://www.w3.org/2000/svg}"
PACK = opened("demo")


@pytest.fixture
def sheets(tmp_path):
    box = Served(tmp_path)
    page = box.client().get("/print/silent_sea")
    assert page.status_code == 200
    yield [ElementTree.fromstring(svg) for svg in re.findall(r"<svg class=\"paper.*?</svg>", page.text, re.DOTALL)]
    box.close()


def named(paper, name):
    return [each for each in paper.iter() if each.get("class") == name]


def test_the_board_is_one_a3_with_every_line_space_room_and_door_of_the_pack(sheets):
    board = sheets[0]
    assert (board.get("width"), board.get("height")) == ("420mm", "297mm")
    kinds = Counter(node.kind for node in PACK.board.nodes)
    assert len(named(board, "line")) == len(PACK.board.edges)
    assert len(named(board, "space")) == kinds["space"]
    assert len(named(board, "room")) == kinds["room"]
    assert len(named(board, "door")) == sum(edge.closed for edge in PACK.board.edges)
    red = [room for room in named(board, "room") if room.find(f"{SVG}rect").get("stroke") == "#d21f12"]
    assert len(red) == sum(node.restricted for node in PACK.board.nodes)


def test_rooms_do_not_touch_each_other_nor_the_corner_markers(sheets):
    boxes = [r.find(f"{SVG}rect") for r in named(sheets[0], "room")]
    spots = [(float(b.get("x")), float(b.get("y")), 34.0, 17.0) for b in boxes]
    edge = MARKER_SIDE / 2 + 4  # with the white edge a marker needs
    corners = [(x - edge, y - edge, 2 * edge, 2 * edge) for x, y in MARKERS.values()]
    everything = spots + corners
    for number, (x, y, wide, high) in enumerate(everything):
        for x2, y2, wide2, high2 in everything[number + 1 :]:
            assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y
    for x, y, wide, high in everything:
        assert x >= 0
        assert y >= 0
        assert x + wide <= 420
        assert y + high <= 297


def test_the_figures_are_on_a_sheet_of_their_own_in_true_size(sheets):
    figures = named(sheets[1], "figure")
    assert len(figures) == 16
    assert all(f"scale({FIGURE:g})" in figure.find(f"{SVG}g").get("transform") for figure in figures)
    words = [text.text for text in sheets[1].iter(f"{SVG}text")]
    assert {"White: ring", "Yellow: triangle", "Red: cross", "Blue: moon"} <= set(words)


def test_every_card_is_there_as_often_as_it_should_be(sheets):
    cards = [card for paper in sheets[1:] for card in named(paper, "card")]
    decks = Counter(card.find(f"{SVG}text").text.split(" · ")[0] for card in cards)
    assert (decks["Loyalty"], decks["Generic"], decks["Item"]) == (4, 48, 20)
    assert decks["Crisis"] == sum(card.count for card in PACK.crisis)
    assert all(decks[role] == 2 for role in ("Engineer", "Astrobiologist", "Doctor", "Captain"))
    for card in cards:
        lowest = max(float(text.get("y")) for text in card.iter(f"{SVG}text"))
        assert lowest < CARD[1] - 2  # the words stay on the card


def test_a_pack_that_is_not_there_is_told(tmp_path):
    box = Served(tmp_path)
    answer = box.client().get("/print/silent_sea?pack=nowhere")
    assert answer.status_code == 404
    assert "There is no such pack" in answer.text
    box.close()
