"""Two phones tap the same seat in the same moment: one has it, and the other is told so."""

import secrets
import sys
import threading

import pytest

from rules.games import game
from rules.sleepers import GAME


@pytest.fixture
def at_once(monkeypatch):
    """Whoever is about to take a seat waits until the other is as far."""
    made, both = secrets.token_urlsafe, threading.Barrier(2)

    def together(size):
        both.wait(10)
        return made(size)

    monkeypatch.setattr("web.live.seats.secrets.token_urlsafe", together)


def together(*deeds):
    """What came of each, done at the same time."""
    came = [None] * len(deeds)

    def do(number):
        came[number] = deeds[number]()

    threads = [threading.Thread(target=do, args=(number,)) for number in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return came


def test_two_phones_that_tap_the_same_seat_do_not_both_have_it(box, at_once):
    box.table.begin(GAME.setup(2))
    phones = [box.client(), box.client()]
    came = together(*(lambda phone=phone: phone.post("/join", data={"seat": "white"}) for phone in phones))
    assert sorted(answer.status_code for answer in came) == [303, 409]
    for phone, answer in zip(phones, came, strict=True):
        sits = phone.get("/seat").get_data(as_text=True)
        assert ("Watching" in sits) is (answer.status_code == 409)
        if answer.status_code == 409:
            assert "Another phone has this seat." in answer.get_data(as_text=True)


def test_a_phone_and_the_boxs_own_screen_do_not_both_play_for_a_seat(box, at_once):
    box.table.begin(GAME.setup(2))
    phone, screen = box.client(), box.client(host=True)
    came = together(
        lambda: phone.post("/join", data={"seat": "white"}).status_code,
        lambda: screen.post("/play-for/white").status_code,
    )
    assert sorted(came) == [303, 409]


def test_two_phones_that_change_seats_at_once_keep_one_each(box, at_once):
    """Both want the third seat: who is too late still has the one it had."""
    voyage = game("sleeping_gods")
    box.table.begin(voyage.setup(3))
    north, east, south = voyage.seats[:3]
    box.table.claim(north, "ann")
    box.table.claim(east, "ben")
    phones = [box.client(), box.client()]
    for phone, token in zip(phones, ("ann", "ben"), strict=True):
        phone.set_cookie("tableside_seat", token)
    came = together(*(lambda phone=phone: phone.post("/join", data={"seat": south}).status_code for phone in phones))
    assert sorted(came) == [303, 409]
    claims = box.table.claims()
    assert set(claims) == {south, (north, east)[came.index(409)]}


def test_whoever_leaves_gives_back_no_seat_but_their_own(box, monkeypatch):
    """The seat was freed on the box's own screen and taken by Ben while Ann's phone was leaving."""
    box.table.begin(GAME.setup(2))
    ann = box.client("white")
    seats = sys.modules["web.live.seats"]  # in `web` the name stands for its routes
    found = seats.seat_of

    def meanwhile(token, claims):
        seat = found(token, claims)
        monkeypatch.setattr(seats, "seat_of", found)
        box.table.claim("white", "")
        box.table.claim("white", "ben")
        return seat

    monkeypatch.setattr(seats, "seat_of", meanwhile)
    ann.post("/leave")
    assert box.table.claims() == {"white": "ben"}
