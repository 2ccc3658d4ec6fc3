"""A question on a page: what stands large, what can be tapped, and who may act."""

import json
import random
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import render_template
from markupsafe import escape
from serving import Served

from rules.ask import AskAny, ChooseOne
from rules.awakening import GAME as ISLAND
from rules.position import some_step
from rules.sleepers import GAME as SLEEPERS
from rules.sleeping_gods import GAME
from web.games import Drawing
from web.live import render
from web.live.render import Asked


def asked(text: str) -> Asked:
    question = Asked.__new__(Asked)
    question.text = text
    return question


@pytest.mark.parametrize(
    ("text", "head", "rest"),
    [
        ("Choose an action (2 left).", "Choose an action (2 left).", ""),
        (
            "Barnacles, craft 6: who takes part? Each gains 1 fatigue; fate adds 1 to 6. Failing: 1 ship damage.",
            "Barnacles, craft 6: who takes part?",
            "Each gains 1 fatigue; fate adds 1 to 6. Failing: 1 ship damage.",
        ),
        (
            "Fate 4. 5 against defence 4: hit. Dov Anker attacks the Key Curfew with accuracy +1.",
            "Fate 4. 5 against defence 4: hit.",
            "Dov Anker attacks the Key Curfew with accuracy +1.",
        ),
        # the question itself is never what stands small
        (
            "The Dredger deals 2. Who takes it? Weapon block does not count in this half of a round.",
            "The Dredger deals 2. Who takes it?",
            "Weapon block does not count in this half of a round.",
        ),
        ("One sentence without any end that goes on and on and on for far too long", None, ""),
    ],
)
def test_of_a_long_text_the_question_stands_large_and_the_rest_below(text: str, head: str | None, rest: str) -> None:
    assert asked(text).head == (text if head is None else head)
    assert asked(text).rest == rest


@pytest.mark.parametrize(
    ("mine", "table", "words"),
    [
        ('<i data-answer="1">', "<i>", "your own board"),
        ("", '<i data-answer="1">', "the board"),
        ('<i data-answer="1">', '<i data-answer="2">', "the board or your cards"),
    ],
)
def test_the_board_is_named_only_where_it_can_be_tapped(mine: str, table: str, words: str) -> None:
    question = asked("What now?")
    question.mine = None
    assert render._where(Drawing(), question, mine, table) == words
    its_own = Drawing(where=lambda slots: "a card")
    assert render._where(its_own, question, "", '<i data-answer="1">') == "a card"


def test_a_ruling_is_explained_with_a_value_of_the_game_that_is_played(tmp_path: Path) -> None:
    box = Served(tmp_path)
    try:
        box.table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}))
        assert "<code>board.e5.up</code>" in box.client(seat="white").get("/by-hand/seat").get_data(as_text=True)
        box.table.close()
        box.table.begin(GAME.setup({"north": "Ann"}, {}, "box"))
        page = box.client(seat="north").get("/by-hand/seat").get_data(as_text=True)
        assert "<code>ship.morale</code> to <code>4</code>" in page
        assert "board.e5.up" not in page
    finally:
        box.close()


def test_besides_whose_turn_it_is_everybody_who_may_act_is_marked(tmp_path: Path) -> None:
    box = Served(tmp_path)
    try:
        seats = [{"seat": seat, "name": seat.title(), "facts": []} for seat in ("north", "east", "south")]
        shown = {"seats": seats, "current": "north", "near": ()}
        both = AskAny([ChooseOne("north", "Attack?", ["yes"]), ChooseOne("south", "Attack?", ["yes"])], "Round 1.")
        for ask, marks in ((both, ["to move", "", "may act"]), (both.asks[0], ["to move", "", ""])):
            with box.app.test_request_context():
                html = render_template(
                    "parts/seats.html", shown=shown, moment=SimpleNamespace(ask=ask), viewer=SimpleNamespace(seat=None)
                )
            lines = html.split("<li")[1:]
            found = [re.search(r'class="turn[^>]*>([^<]+)', line) for line in lines]
            assert [match[1] if match else "" for match in found] == marks
    finally:
        box.close()


def test_from_what_is_told_of_an_older_game_the_box_goes_back_to_its_own_screen(tmp_path: Path) -> None:
    box = Served(tmp_path)
    try:
        with box.app.test_request_context():
            assert 'href="/table"' in render_template("told.html", title="Opened", sentences=["It was older."])
    finally:
        box.close()


def test_what_has_a_place_that_is_not_drawn_on_this_page_is_a_plain_button(tmp_path: Path) -> None:
    """The island is drawn, but not the spheres of a dashboard: whoever is activated stands on a button."""
    box = Served(tmp_path)
    try:
        box.table.begin(ISLAND.setup(2, custody="box"))
        luck = random.Random(3)
        while not any(str(option.value) == "activate self" for option in getattr(box.table.now().ask, "options", ())):
            moment = box.table.now()
            step = some_step(ISLAND, moment.position.state, moment.ask, luck)
            box.table.answer(moment.number, step.value, step.seat)
        button = f'<button name="answer" value="{escape(json.dumps("activate self"))}" class="piece"><img'
        seat = box.table.now().ask.seat
        for page in (box.client(host=True).get("/table").text, box.client(seat=seat).get("/seat").text):
            assert button in page
            assert 'data-answer="activate self"' not in page
    finally:
        box.close()
