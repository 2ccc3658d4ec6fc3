"""A page that cannot be drawn never leaves people stranded: the other parts go on, and there is a way on."""

import pytest
from serving import Served

from rules.sleepers import GAME, SleepersGame
from web.live import render


@pytest.fixture
def game(box):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    box.table.answer(box.table.now().number, "e5", "white")
    return box


def broken(*_):
    raise KeyError("the traitor is red")


def pages(game):
    return {"phone": game.client("white").get("/seat"), "screen": game.client(host=True).get("/table")}


def test_a_board_that_cannot_be_drawn_is_a_sentence_and_the_question_stands(game, monkeypatch):
    drawing = render.board_of(GAME)
    monkeypatch.setattr(render, "board_of", lambda game: type(drawing)(board=broken, mine=drawing.mine))
    for name, page in pages(game).items():
        assert page.status_code == 200, name
        assert page.text.count("draw this part of the page (board)") == 1
        assert "Ben" in page.text
        assert "traitor" not in page.text


@pytest.mark.parametrize("part", render.PARTS["table"])
def test_any_other_part_likewise(game, monkeypatch, part):
    def some(templates, asked, common):
        if asked == part:
            raise RuntimeError("no such filter")
        return templates.get_template(f"parts/{asked}.html").render(common)

    monkeypatch.setattr(render, "_render", some)
    drawn = pages(game).values()
    assert [page.status_code for page in drawn] == [200, 200]
    assert any(f"draw this part of the page ({part})" in page.text for page in drawn)
    assert all('class="hexboard"' in page.text for page in drawn)


def test_a_position_of_which_nothing_can_be_shown_still_has_take_back_put_away_and_the_log(game, monkeypatch):
    monkeypatch.setattr(SleepersGame, "show", broken)
    game.table.when_changed[0](None)  # drawn anew
    phone, screen = pages(game).values()
    assert (phone.status_code, screen.status_code) == (200, 200)
    for way in ("/undo/", "/saved/"):
        assert way in phone.text
        assert way in screen.text
    assert "/close" in screen.text
    number = game.table.now().number
    monkeypatch.undo()
    assert game.client(host=True).post(f"/undo/{number}").status_code == 303
    assert game.table.now().position.state.board == {}


def test_the_doctor_hears_of_it_without_what_the_fault_says(tmp_path, monkeypatch):
    game = Served(tmp_path, pretend=True)
    try:
        game.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {}, "table"))
        monkeypatch.setattr(render, "_where", broken)
        monkeypatch.setattr(SleepersGame, "show", broken)
        host = game.client(host=True)
        assert host.get("/table").status_code == 200
        told = host.get("/doctor").text
        assert "Sleepers, step" in told
        assert "KeyError" in told
        assert "traitor" not in told
    finally:
        game.close()
