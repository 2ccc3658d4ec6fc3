"""Somebody is absent: the box's own screen plays for them until the seat is given back."""

import json

import pytest
from serving import TOKEN, Served

from rules.sleepers import GAME


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    yield box
    box.close()


def answer(client, box, value):
    return client.post(f"/answer/{box.table.now().number}", data={"answer": json.dumps(value)})


def test_the_screen_sees_and_answers_what_the_absent_player_would(box):
    screen = box.client(host=True)
    assert "Your rack" not in screen.get("/seat").text
    assert screen.post("/play-for/white").location == "/seat"
    page = screen.get("/seat").text
    assert "Your rack" in page
    assert "This screen plays for Ann" in page
    number = box.table.now().number
    assert answer(screen, box, "e5").status_code == 303
    assert box.table.now().number == number + 1
    assert box.table.now().source == "kiosk for white"


def test_the_table_shows_it_and_shows_no_hand(box):
    screen = box.client(host=True)
    screen.post("/play-for/white")
    page = screen.get("/table").text
    assert "This screen plays for Ann" in page
    assert "Your rack" not in page
    for token in box.table.claims().values():
        assert token not in page
        assert token not in screen.get("/seat").text


def test_given_back_it_is_free_for_a_phone(box):
    screen = box.client(host=True)
    screen.post("/play-for/white")
    assert box.client().post("/join", data={"seat": "white"}).status_code == 409
    assert screen.post("/leave").location == "/table"
    assert box.table.claims() == {}
    assert "Your rack" not in screen.get("/seat").text
    assert box.client().post("/join", data={"seat": "white"}).status_code == 303


def test_the_screen_goes_from_one_absent_player_to_the_other(box):
    screen = box.client(host=True)
    screen.post("/play-for/white")
    screen.post("/play-for/black")
    assert set(box.table.claims()) == {"white", "black"}
    assert "This screen plays for Ben" in screen.get("/seat").text
    screen.post("/play-for/white")
    assert "This screen plays for Ann" in screen.get("/seat").text


def test_only_the_boxs_own_screen_and_only_where_no_phone_sits(box):
    assert box.client().post("/play-for/white").status_code == 403
    phone = box.client(seat="white")
    assert phone.post("/play-for/black").status_code == 403
    assert box.client(host=True).post("/play-for/white").status_code == 409
    assert box.client(host=True).post("/play-for/green").status_code == 404
    assert set(box.table.claims()) == {"white"}


def test_the_hosts_token_is_in_no_page(box):
    screen = box.client(host=True)
    screen.post("/play-for/white")
    for path in ("/table", "/seat", "/", "/guide"):
        assert TOKEN not in screen.get(path).text
