"""A card is described on a page without any script, by whoever is asked and nobody else."""

from __future__ import annotations

import json
import random
import re
from html import unescape

import pytest
from morta_owner import Copy, Owners

from rules.games import game


@pytest.fixture
def asked(box):
    """Ann is asked for an event of her own copy; Ben sits beside her."""
    box.table.begin(game("sleeping_gods").setup({"north": "Ann", "east": "Ben"}, {}, "table", "own"))
    while "What is printed on the event card?" not in (ask := box.table.now().ask.each[0]).text:
        keep = {"then": "keep"} if "then" in str(ask.default) or getattr(ask, "then", ()) else None
        answer = keep or ask.default or next(iter(ask.answers()))
        box.table.answer(box.table.now().number, answer, ask.seat)
    return box


def say(client, box, moves=(), number=None, **more):
    number = box.table.now().number if number is None else number
    return client.post(f"/describe/{number}", data={"moves": json.dumps(list(moves)), **more})


def reads(page):
    return unescape(re.search(r'class="reads"[^>]*>(.*?)</p>', page.text)[1])


MORALE = ["add", ["effects"], "lose_morale"]


def test_every_tap_works_without_a_script_and_writes_nothing(asked):
    client, before = asked.client(seat=asked.table.now().ask.seat), asked.table.now().number
    page = say(client, asked, move=json.dumps(MORALE))
    assert reads(page) == "Mild event 1: lose 1 morale."
    assert "<html" in page.text
    amount = 'said.["effects", 0, "n"]'
    page = say(client, asked, [MORALE], **{amount: "3"})
    assert reads(page) == "Mild event 1: lose 3 morale."
    assert reads(say(client, asked, [MORALE], **{f"{amount}+": "12"})) == "Mild event 1: lose 12 morale."
    assert reads(say(client, asked, [MORALE], back="1")) == "Mild event 1: nothing."
    page = say(client, asked, [MORALE], **{"try": "1"})
    assert "Ship: morale 5 → 4." in page.text
    assert asked.table.now().number == before
    name = {'said.["name"]': "Thin Soup", "moves": json.dumps([MORALE, ["open", []]])}
    assert client.post(f"/answer/{before}", data=name).status_code == 303
    [event] = asked.table.now().position.state.pack.events.values()
    assert (event.name, event.effects[0].do) == ("Thin Soup", "lose_morale")


def test_only_whoever_is_asked_describes_and_only_what_is_asked_now(asked):
    seat, number = asked.table.now().ask.seat, asked.table.now().number
    other = asked.client(seat="east" if seat == "north" else "north")
    assert say(other, asked).status_code == 403
    assert say(asked.client(), asked).status_code == 403
    mine = asked.client(seat=seat)
    assert say(mine, asked, number=number - 1).status_code == 409
    assert reads(say(asked.client(host=True), asked)) == "Mild event 1: nothing."
    mine.post(f"/answer/{number}", data={"moves": "[]"})
    assert say(mine, asked).status_code in (400, 403)  # nothing is to be described any more


@pytest.mark.parametrize(
    "sent",
    [
        {"moves": "no"},
        {"moves": "3"},
        {"moves": "[3]"},
        {"moves": '[["open", {"a": 1}]]'},
        {"moves": json.dumps([MORALE] * 500)},
        {"moves": "[]", "move": "{"},
        {"moves": "[]", "move": '["add", ["effects"], "fly"]'},
        {"moves": "[]", 'said.["name"]': "<script>"},
        {"moves": json.dumps([MORALE]), 'said.["effects", 0, "n"]+': "many"},
        {"moves": json.dumps([MORALE]), 'said.["effects", 0, "n"]+': "1000"},
        {"moves": json.dumps([MORALE]), 'said.["effects", 0, "n"]': "[[[[]]]]"},
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(asked, sent):
    client = asked.client(seat=asked.table.now().ask.seat)
    for path in ("describe", "answer"):
        answer = client.post(f"/{path}/{asked.table.now().number}", data=sent)
        assert answer.status_code == 400, path
        assert "Traceback" not in answer.text


@pytest.fixture
def at_home(box, own_packs):
    """A hero's ability of the family's own copy is to be described."""
    table, owners = box.table, Owners(Copy(1), random.Random(1))
    table.begin(game("children_of_morta").setup({"north": "Ann", "east": "Ben"}, {}, "table", "own"))
    while table.now().position.state.phase != "perform":
        state = table.now().position.state
        asked = owners.whose(state, table.now().ask)
        answer = owners.answer(state, asked)
        table.hear(table.now().number, asked.seat, lambda ask, asked=asked, answer=answer: (asked.seat, answer))
    return box


def test_a_heros_ability_is_described_by_the_same_page(at_home):
    table = at_home.table
    table.aside(table.now().number, "by hand", "north")
    table.hear(table.now().number, "north", lambda ask: ("north", {"then": "keep heroes/john"}))
    client = at_home.client("north")
    page = say(client, at_home, [["add", ["effects"], "gain"]])
    assert reads(page) == "In the heroes' turn: gain 1 shield"
    assert "Only if …" in page.text
    assert "photo.js" in client.get("/by-hand/seat").text  # an own copy's cards are photographed there, too
