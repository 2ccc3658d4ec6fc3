"""Refused, missing or too late, by a browser without script: a whole page that says why and leads on."""

import re

import pytest
from flask import abort

from rules.sleepers import GAME


@pytest.fixture
def game(box):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    return box


def read(response):
    """What stands on the page: its heading, its sentences, and where its buttons lead."""
    page = response.get_data(as_text=True)
    assert page.startswith("<!doctype html>")
    heading = re.search(r"<h1>(.*?)</h1>", page)[1]
    told = re.search(r'role="alert">(.*?)</p>', page)
    return heading, told[1] if told else "", re.findall(r'class="button[^"]*" href="([^"]*)"', page)


def test_a_page_that_is_not_there(game):
    response = game.client().get("/nowhere")
    assert response.status_code == 404
    assert read(response) == ("Nothing here", "There is no such page on this box.", ["/"])


def test_an_answer_that_came_too_late_leads_back_to_the_question(game):
    ann = game.client("white")
    number = game.table.now().number
    assert ann.post(f"/answer/{number}", data={"answer": '"e5"'}).status_code == 303
    late = ann.post(f"/answer/{number}", data={"answer": '"e6"'})
    assert late.status_code == 409
    heading, told, ways = read(late)
    assert heading == "Too late"
    assert "moved on" in told
    assert ways == ["/seat"]
    assert "Nothing was changed." in late.get_data(as_text=True)
    assert "See what is asked now" in late.get_data(as_text=True)


def test_what_is_for_the_boxs_own_screen_only(game):
    refused = game.client("white").post("/new/sleepers", headers={"Referer": "http://localhost/rules/sleepers"})
    assert refused.status_code == 403
    heading, told, ways = read(refused)
    assert (heading, told) == ("Not from here", "This can be done on the box&#39;s own screen.")
    assert ways == ["/seat", "/rules/sleepers"]


@pytest.mark.parametrize("elsewhere", ["http://evil.example/seat", "//evil.example", "http://localhost//evil.example"])
def test_the_way_back_never_leads_to_another_site(game, elsewhere):
    assert read(game.client().get("/nowhere", headers={"Referer": elsewhere}))[2] == ["/"]


def test_something_far_too_large(game):
    refused = game.client("white").post("/answer/0", data={"answer": "x" * 70_000})
    assert refused.status_code == 413
    assert read(refused)[:2] == ("Too large", "That is too large for the box.")


def test_whoever_hammers_the_box_gets_a_page_too(game):
    client = game.client()
    refused = next(each for each in (client.post("/nowhere") for _ in range(100)) if each.status_code == 429)
    assert read(refused)[0] == "One moment"
    assert "Wait a few seconds" in read(refused)[1]


def test_another_site_that_acts_and_a_foreign_name(game):
    refused = game.client("white").post("/answer/0", headers={"Origin": "http://evil.example"})
    assert refused.status_code == 403
    assert read(refused)[1] == "Only this box&#39;s own pages can do that."
    named = game.client().get("/seat", headers={"Host": "evil.example"})
    assert named.status_code == 421
    assert read(named)[2] == ["http://192.168.1.20:8080"]


def test_a_fault_of_the_box_is_told_without_its_inside(game):
    def fails():
        raise RuntimeError("white/still_wind is in the bag")

    game.app.add_url_rule("/fails", view_func=fails)
    game.app.config["PROPAGATE_EXCEPTIONS"] = False
    refused = game.client().get("/fails")
    assert refused.status_code == 500
    assert read(refused)[:2] == ("A fault in the box", "Something went wrong in the box. The game is safe; try again.")
    assert "still_wind" not in refused.get_data(as_text=True)


@pytest.mark.parametrize("code", [400, 403, 404, 409, 413, 500])
def test_the_pages_own_script_and_makers_are_told_in_json_instead(game, code):
    game.app.add_url_rule("/refuses", view_func=lambda: abort(code, "Why not."))
    said = game.client().get("/refuses", headers={"X-Page": "1"})
    assert said.status_code == code
    assert said.get_json() == {"told": "Why not."}
