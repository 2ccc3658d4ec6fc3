"""The rules to be read: every chapter drawn, every number to be found, and a way from a refusal to its rule."""

import re

import pytest

from rules.ask import Refusal
from rules.games import NAMES, game
from web.live.words import ruled
from web.pages.rules import _read, cut_out, picture


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_and_example_is_drawn_and_every_number_is_there(box, name):
    played = game(name)
    assert len(played.book.chapters) >= 5
    for page in _read(played):
        assert len(page.pieces) == len(page.chapter.pieces)
        assert [len(shown.drawings) for shown in page.examples] == [2] * len(page.chapter.examples)
        for shown in page.examples:  # the same part of the table twice, though the game may be over by then
            before, after = map(len, shown.drawings)
            assert after > before / 3, shown.example.title
    page = box.client().get(f"/rules/{name}").text
    assert re.findall(r'<div id="([^"]+)"><dt>', page) == list(played.reference)
    assert set(re.findall(r'<a href="#([A-Z]+-R?\d+)">', page)) == set(played.reference)
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(names)) == len(names), "no two things on the page are called the same"


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_of_the_board_is_the_board(name):
    assert picture(game(name), "board").count("<") > 50, "and nobody's mark that stands beside it"


def test_whoever_looks_for_a_word_gets_the_single_rules_only(box):
    page = box.client().get("/rules/sleepers?q=police+jump").text
    assert "SL-40" in page
    assert 'class="chapters"' not in page


def test_a_part_is_cut_out_with_what_its_style_hangs_on():
    whole = '<section id="s" class="b c"><p>1</p><img src="y"><svg><use href="#z"/></svg></section>'
    drawn = f'<div class="a"><i>x</i>{whole}</div>'
    for wanted in ("section", "s", "b", "c"):
        assert cut_out(drawn, wanted) == f'<div class="a within">{whole}</div>'
    assert cut_out(drawn, "i") == '<div class="a within"><i>x</i></div>'
    with pytest.raises(KeyError):
        cut_out(drawn, "no such thing")


def test_a_refusal_leads_to_its_rule_and_plain_sense_to_none(box):
    with box.app.test_request_context():
        barred = ruled(Refusal("SL-21", "e5 is <not> empty."), "sleepers")
        assert barred == 'e5 is &lt;not&gt; empty. (<a href="/rules/sleepers#SL-21">SL-21</a>)'
        assert ruled(Refusal("", "Somebody has to play."), "sleepers") == "Somebody has to play."


def test_what_cannot_be_chosen_now_links_to_its_rule(box):
    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    for hex_, seat in (("e5", "white"), ("e6", "black")):
        box.table.answer(box.table.now().number, hex_, seat)
    assert '<a href="/rules/sleepers#SL-R5">SL-R5</a>' in box.client("white").get("/seat").text
