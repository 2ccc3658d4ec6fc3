"""The Silent Sea's sheets: the board with its markers, and every card as often as it is there."""

from collections import Counter

import pytest
from on_paper import SVG, corners, papers, scale_of
from serving import Served

from rules.printed import CARD
from rules.silent_sea.pack import opened
from rules.silent_sea.printed import DOOR, FIGURE, MARKER_SIDE, MARKERS

PACK = opened("demo")


@pytest.fixture
def sheets(tmp_path):
    box = Served(tmp_path)
    yield papers(box, "/print/silent_sea")
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
    assert len(named(board, "door")) == 2 * sum(edge.closed for edge in PACK.board.edges)  # a cross has two strokes
    red = [room for room in named(board, "room") if room.get("fill") == DOOR]
    assert len(red) == sum(node.restricted for node in PACK.board.nodes)


def test_rooms_do_not_touch_each_other_nor_the_corner_markers(sheets):
    spots = [(*corners(room)[0], 34.0, 17.0) for room in named(sheets[0], "room")]
    edge = MARKER_SIDE / 2 + 4  # with the white edge a marker needs
    squares = [(x - edge, y - edge, 2 * edge, 2 * edge) for x, y in MARKERS.values()]
    everything = spots + squares
    for number, (x, y, wide, high) in enumerate(everything):
        for x2, y2, wide2, high2 in everything[number + 1 :]:
            assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y
    for x, y, wide, high in everything:
        assert x >= -210
        assert y >= -148.5
        assert x + wide <= 210
        assert y + high <= 148.5


def test_the_figures_are_on_a_sheet_of_their_own_in_true_size(sheets):
    figures = named(sheets[1], "token")
    assert len(figures) == 16
    assert all(scale_of(figure) == FIGURE for figure in figures)
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
