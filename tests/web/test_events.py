"""Server-Sent Events, and what each page is sent."""

import json
import random
import re
import socket
import sys
import threading
import urllib.request

import pytest
from how_many import so_many

from device.network.connection import Line
from rules.position import some_step
from rules.sleepers import GAME
from rules.sleepers.pack import KINDS, opened
from web.live.changes import made
from web.live.seats import Viewer

NAMES = {"white": "Ann", "black": "Ben"}


def test_a_page_is_sent_everything_once_and_then_what_changed(box):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    with box.listening(), urllib.request.urlopen(f"{box.url}/events/table", timeout=60) as stream:
        first = next_message(stream)
        assert {"ask", "board", "log", "seats"} <= set(first["parts"])
        box.table.answer(first["n"], "e5")
        second = next_message(stream)
        assert second["n"] == first["n"] + 1
        assert re.search("> Ben<.*> Recruit one tile", parts_after(first, second)["ask"])
        assert "troubles" not in {**second["parts"], **second["changed"]}  # it did not change
        assert len(json.dumps(second)) < len(json.dumps(first)) / 2


def parts_after(first, *later):
    """The parts as a page has them that heard these messages."""
    parts = dict(first["parts"])
    for message in later:
        parts |= {name: made(parts[name], how) for name, how in message["changed"].items()} | message["parts"]
    return parts


def next_message(stream):
    while line := stream.readline():
        if line.startswith(b"data: {") and len(line) > 20:
            return json.loads(line[6:])
    raise AssertionError("the stream ended")


def test_the_box_is_closed_only_when_nothing_is_being_drawn_any_more(box, monkeypatch):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    wire, begun, may_end, drawn = box.app.config["WIRE"], threading.Event(), threading.Event(), []
    draw = wire.sender._message

    def slowly(*about):
        begun.set()
        may_end.wait(60)
        drawn.append(draw(*about))
        return drawn[-1]

    with box.listening(), urllib.request.urlopen(f"{box.url}/events/table", timeout=60) as stream:
        first = next_message(stream)
        monkeypatch.setattr(wire.sender, "_message", slowly)
        box.table.answer(first["n"], "e5")
        assert begun.wait(60)
        closing = threading.Thread(target=wire.close)
        closing.start()
        closing.join(0.2)
        assert closing.is_alive()
        may_end.set()
        closing.join(60)
        assert not closing.is_alive()
        assert drawn


def test_no_page_misses_the_last_position_however_fast_it_changes(box):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    seen = [[] for _ in range(5)]
    with box.listening():
        streams = [urllib.request.urlopen(f"{box.url}/events/table", timeout=60) for _ in seen]

        def follow(stream, heard):
            while not heard or heard[-1]["n"] < 20:
                heard.append(next_message(stream))

        threads = [threading.Thread(target=follow, args=pair) for pair in zip(streams, seen, strict=True)]
        for thread in threads:
            thread.start()
        for hex_ in [f"{letter}{number}" for letter in "cdefg" for number in (4, 5, 6, 7)]:
            box.table.answer(box.table.now().number, hex_)
        for thread in threads:
            thread.join(timeout=60)
        for stream in streams:
            stream.close()
    for heard in seen:
        numbers = [message["n"] for message in heard]
        assert numbers[-1] == 20
        assert numbers == sorted(set(numbers))  # never backwards, never twice


def test_a_page_whose_seat_is_freed_is_told_to_begin_anew(box):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    with box.listening():
        phone = box.client("white")
        cookie = phone.get_cookie("tableside_seat").value
        request = urllib.request.Request(f"{box.url}/events/seat", headers={"Cookie": f"tableside_seat={cookie}"})
        with urllib.request.urlopen(request, timeout=60) as stream:
            next_message(stream)
            box.client(host=True).post("/free/white")
            assert any(line == b"event: moved\n" for line in stream)


def payloads(box, client, page):
    """Everything the server sends to this client about the game."""
    return client.get(f"/state/{page}").get_data(as_text=True) + client.get(f"/{page}").get_data(as_text=True)


def mentioned(text):
    names = opened("demo").names
    for tile in opened("demo").tiles:  # what a tile does may name others
        text = text.replace(tile.summary, "")
    return {kind for kind in KINDS if kind in text or names[kind] in text}


@pytest.mark.parametrize("seed", range(so_many(3, long=6)))
def test_nothing_hidden_from_a_seat_is_in_anything_it_is_sent(box, seed):
    """A random game dealt by the box: each seat's pages name only kinds that lie open or are its own to know."""
    chance = random.Random(seed)
    box.table.begin(GAME.setup(NAMES, custody="box"))
    clients = {"white": box.client("white"), "black": box.client("black"), None: box.client()}
    screen = box.client(host=True)
    public, own = set(), {"white": set(), "black": set(), None: set()}
    for _ in range(70):
        moment = box.table.now()
        if moment.ask is None:
            break
        state = moment.position.state
        public |= {agent.kind for agent in state.board.values() if agent.up}
        public |= {agent.kind for side in state.sides.values() for agent in side.killed if agent.up}
        for colour, side in state.sides.items():
            own[colour] |= {tile.kind for tile in side.hand}
        for seat, client in clients.items():
            assert mentioned(payloads(box, client, "seat")) <= public | own[seat], seat
        assert mentioned(payloads(box, screen, "table")) <= public
        step = some_step(GAME, state, moment.ask, chance)
        box.table.answer(moment.number, step.value, step.seat)


def test_nothing_public_depends_on_what_lies_under_a_sleeper(box):
    """The same game with another tile under the sleeper is sent to watchers letter by letter the same."""
    sent = []
    for kind in ("saboteur", "scientist"):
        box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "box"))
        box.table.answer(box.table.now().number, "e5")
        box.table.ruling(box.table.now().number, "sides.white.hand.0.kind", kind, "Ann", "for the test")
        box.table.answer(box.table.now().number, kind)
        watcher = box.client()
        text = payloads(box, watcher, "table") + payloads(box, watcher, "seat")
        sent.append(text.replace(box.table.now().game_id, "GAME"))
    assert sent[0] == sent[1]


def test_forty_phones_that_see_the_same_hear_it_from_one_drawing(box, monkeypatch):
    """All wake at the same moment; the first draws, the others pass on what it drew."""
    events = sys.modules["web.live.events"]  # in `web` the name stands for its routes
    drawn = []
    draw = events.regions
    monkeypatch.setattr(events, "regions", lambda *about: drawn.append(about) or draw(*about))
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    with box.listening():
        phones = [urllib.request.urlopen(f"{box.url}/events/seat", timeout=60) for _ in range(40)]
        numbers = {next_message(phone)["n"] for phone in phones}
        drawn.clear()
        box.table.answer(box.table.now().number, "e5")
        heard = [next_message(phone) for phone in phones]
        times = len(drawn)
        for phone in phones:
            phone.close()
    assert {message["n"] for message in heard} == {numbers.pop() + 1}
    assert len({json.dumps(message) for message in heard}) == 1
    assert times == 1


def test_what_a_page_made_of_changes_is_what_it_would_have_been_sent_whole(box):
    """Forty answers over one connection, each told as a change, against a picture taken afresh."""
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "box"))
    chance = random.Random(11)
    with box.listening(), urllib.request.urlopen(f"{box.url}/events/table", timeout=60) as stream:
        parts = parts_after(next_message(stream))
        for _ in range(40):
            moment = box.table.now()
            if moment.ask is None:
                break
            step = some_step(GAME, moment.position.state, moment.ask, chance)
            box.table.answer(moment.number, step.value, step.seat)
            parts = parts_after({"parts": parts}, next_message(stream))
            assert parts == box.client().get("/state/table").get_json()["parts"]


def test_a_phone_that_takes_nothing_keeps_nobody_else_waiting(box, monkeypatch):
    """It reads not one byte while the others play on, until no more fits its line; then it catches up."""
    full = []
    send = Line.send
    monkeypatch.setattr(Line, "send", lambda line, data: (send(line, data), full.append(not line.is_free))[0])
    # Something large and ever new, so that the line is full after a few changes and not after an evening.
    large = iter(range(1000))
    monkeypatch.setattr(
        sys.modules["web.live.events"], "troubles_part", lambda box: f"<p>{next(large)}" + "x" * 200_000
    )
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    with box.listening():
        asleep = socket.create_connection(("127.0.0.1", int(box.url.rsplit(":", 1)[1])))
        asleep.sendall(b"GET /events/table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with urllib.request.urlopen(f"{box.url}/events/table", timeout=60) as awake:
            next_message(awake)
            for _ in range(60):
                box.app.config["WIRE"].tell()
                next_message(awake)
            box.table.answer(box.table.now().number, "e5")
            while next_message(awake)["n"] == 0:
                pass
        assert any(full)
        asleep.settimeout(60)
        got = b""
        while b'"n":1,' not in got:
            came = asleep.recv(1 << 16)
            assert came, "the box hung up on it"
            got = got[-50:] + came
        asleep.close()


def test_a_game_that_is_put_away_while_its_page_is_drawn_leaves_no_fault(box, monkeypatch):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    asked_back = box.table.taking_back
    wire = box.app.config["WIRE"]

    def put_away_meanwhile():
        box.table.close()
        return asked_back()

    monkeypatch.setattr(box.table, "taking_back", put_away_meanwhile)
    with box.app.test_request_context("/table"):
        drawn = wire.draw(wire.count, Viewer(None, False), "table")
    assert (drawn.number, drawn.game) == (-1, "")


@pytest.mark.parametrize("page", ["/table", "/"])
def test_a_page_that_comes_before_everybody_is_told_of_a_game_is_not_sent_round_in_circles(box, page):
    came = []
    box.client(host=True).get(page)
    box.table.when_changed.insert(0, lambda moment: came.append(box.client(host=True).get(page).status_code))
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    box.table.close()
    assert came == [200, 200]
