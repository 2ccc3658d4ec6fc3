"""Lessons on the page: what each viewer is told, and what they can say to it."""

import re

import pytest
from serving import Served

from rules.games import game

SLEEPERS = game("sleepers")


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def begin(box, custody="table", *, taught=True):
    box.table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, custody))
    if taught:
        box.table.teach()
    return box.client("white"), box.client("black"), box.client(host=True)


def part(client, page="seat", name="lesson"):
    return client.get(f"/state/{page}").get_json()["parts"][name]


def words(html):
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_teach_us_stands_in_the_lobby_and_begins(box):
    host = box.client(host=True)
    host.post("/lobby/gather/sleepers")
    assert 'name="teach"' in host.get("/table").get_data(as_text=True)
    assert (
        host.post("/new/sleepers", data={"name.white": "Ann", "name.black": "Ben", "teach": "yes"}).status_code == 303
    )
    assert box.table.is_taught()
    assert box.table.now().minute == 0


def test_the_minute_stands_on_the_stage_and_on_phones_page_by_page(box):
    ann, _, host = begin(box)
    assert "You lead a spy network" in part(host, "table", "scene")
    assert "in a minute" in part(ann)
    assert part(host, "table") == "" or "in a minute" not in part(host, "table")
    number = box.table.now().number
    assert ann.post(f"/learn/page/{number}", data={"by": "1"}, headers={"X-Page": "1"}).status_code == 204
    assert "face-down" in part(host, "table", "scene")
    ann.post(f"/learn/page/{number}", data={"by": "-1"})
    assert "1 of 5" in part(ann)
    assert host.post(f"/learn/page/{number}", data={"by": "enough"}).location == "/table"
    assert "in a minute" not in part(ann)


def test_everybody_has_a_step_of_the_set_up(box):
    ann, ben, host = begin(box)
    box.table.end_minute()
    assert "Ann: Lay the board between you." in words(part(ann))
    assert "Ben: Mix your 30 black tiles" in words(part(ben))
    assert "Ann: Lay the board" in words(part(host, "table"))
    ann.post("/learn/tick", data={"step": "Lay the board between you."})
    assert "Mix your 30 white tiles" in part(ann)
    for step in list(box.table.handed_out()):
        if step.seat == "white":
            box.table.tick(step.step)
    assert "Your part is done" in part(ann)
    page = host.get("/guide").get_data(as_text=True)
    assert "Set up together" in page
    assert "after Ben" in page
    host.post("/learn/tick", data={"step": "Lay the board between you.", "done": "no"})
    assert "Lay the board" in part(ann)
    assert host.post("/learn/together", data={"on": "no"}).status_code == 303
    assert "Lay the board" not in part(ann)


def test_a_lesson_lies_on_the_phone_it_concerns_and_on_the_stage(box):
    ann, ben, host = begin(box)
    box.table.end_minute()
    box.table.set_up_together(False)
    assert 'data-told="recruit"' in part(ann)
    assert "SL-19" in part(ann)
    assert "<svg" in part(ann)
    assert 'data-told="recruit"' in part(host, "table")
    assert part(ben).strip() == ""
    assert part(box.client()).strip() == "" or "Got it" not in part(box.client())
    ann.post("/learn/got-it")
    assert "What could I do?" in ann.get("/seat").text  # with the question, from then on
    box.table.answer(box.table.now().number, "e5")
    while 'data-told="recruit"' not in part(ben):
        ben.post("/learn/got-it")
    assert "told brief" in part(ben)


def test_what_does_this_mean_and_what_could_i_do(box):
    ann, ben, _ = begin(box)
    page = words(ann.get("/learn/now").get_data(as_text=True))
    assert "What does this mean? To recruit, tap an empty hex" in page
    assert "Recruit on a5 and 60 more like it" in page
    assert "Then Ben goes on." in page
    assert "Offer a draw at any time" in page
    assert ben.get("/learn/now").status_code == 409
    box.table.aside(box.table.now().number, "draw", "black")
    assert "Only if both of you agree" in ann.get("/learn/now").get_data(as_text=True)


def test_a_question_without_a_lesson_says_what_it_wants(box):
    box.table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "random"}, "table"))
    page = box.client("white").get("/learn/now").get_data(as_text=True)
    assert "Draw: let the box do it" in page


def test_lessons_and_advice_are_turned_on_and_off_in_the_menu(box):
    ann, _, host = begin(box, taught=False)
    assert "Teach us" in part(ann, name="tools")
    assert "Teach us" in host.get("/table").get_data(as_text=True)
    ann.post("/learn/me", data={"what": "lessons", "on": "yes"})
    assert 'data-told="recruit"' in part(ann)
    assert "No lessons for me" in part(ann, name="tools")
    ann.post("/learn/me", data={"what": "lessons", "on": "no"})
    assert part(ann).strip() == ""
    host.post("/learn/us")
    assert box.table.is_taught()
    assert "No lessons for the table" in part(ann, name="tools")
    host.post("/learn/us", data={"on": "no"})
    assert not box.table.is_taught()
    ann.post("/learn/forget")
    assert box.client().post("/learn/forget").status_code == 403


def test_a_word_of_advice_comes_before_something_is_lost_and_the_second_tap_counts(box):
    ann, ben, host = begin(box)
    box.table.end_minute()
    box.table.set_up_together(False)
    here = {
        "board.d6": {"kind": "police", "owner": "white", "up": False},
        "board.e5": {"kind": "scientist", "owner": "black", "up": False},
        "board.f3": {"kind": "militia", "owner": "black", "up": False},
    }
    box.table.rulings(box.table.now().number, here.items(), "Ann", "a test")
    if box.table.now().proposal:
        box.table.agree(box.table.now().number, "white", True)
        box.table.agree(box.table.now().number, "black", True)
    box.table.answer(box.table.now().number, "d6")
    if "Which agent" in box.table.now().ask.text:
        box.table.answer(box.table.now().number, "police")
    number = box.table.now().number
    done = {"answer": '"done"'}
    assert ann.post(f"/answer/{number}", data=done, headers={"X-Page": "1"}).status_code == 204
    assert box.table.now().number == number
    assert "You could still jump again" in part(ann)
    assert "could still" not in part(ben) + part(host, "table")
    ann.post(f"/answer/{number}", data=done)
    assert box.table.now().number > number
