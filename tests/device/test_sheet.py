"""The sheet at the live table: the state stays whole, all is taken back in one go, and nobody learns a secret."""

import json
import random

import pytest
from how_many import so_many
from other_worlds import other_worlds

from device.live.hidden import shows_hidden
from device.live.table import Table
from rules import sheet
from rules.ask import IllegalAnswer
from rules.games import NAMES, game
from rules.plain import dump
from rules.position import Position, some_step
from rules.sheet import WhatChanged

SHEETS = so_many(20, long=60)
"""Filled in for each game."""

WORLDS = so_many(8, long=25)
"""That differ in nothing a seat may know."""


def begin(table, name, chance):
    played = game(name)
    table.begin(played.setup(max(played.fewest, min(3, len(played.seats))), custody=chance.choice(("box", "table"))))
    play(table, chance, chance.randrange(30, 90))


def play(table, chance, answers):
    for _ in range(answers):
        moment = table.now()
        if moment.ask is None:
            return
        step = some_step(moment.position.game, moment.position.state, moment.ask, chance)
        table.answer(moment.number, step.value, step.seat)


def some_changes(known, chance):
    """Some of a sheet, some of it sense."""
    changes = {}
    for each in chance.sample(known, min(len(known), chance.choice((1, 1, 2, 3, 5)))):
        changes[each.path] = chance.choice(list(each.values()))
    if chance.random() < 0.1:
        changes[chance.choice((*changes, "moon", "setup.names", "then"))] = chance.choice(
            (None, "x", -1, 10**9, [], {})
        )
    return changes


def whole(position):
    try:
        position.game.check(position.state)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_whatever_the_sheet_is_given_the_table_stays_whole_and_is_taken_back_in_one_go(journal, name):
    chance, table, taken = random.Random(f"sheets of {name}"), Table(journal), 0
    begin(table, name, chance)
    for number in range(SHEETS):
        if table.now().ask is None or number % 10 == 9:
            begin(table, name, chance)
        before = table.now()
        seat = chance.choice(before.seats)
        known = sheet.fields(before.position.game, before.position.state, seat)
        if not known:
            play(table, chance, 5)
            continue
        try:
            after = table.by_hand(before.number, some_changes(known, chance), "Ann", "the card says so", seat)
        except IllegalAnswer:
            assert table.now() is before
            assert journal.head(before.game_id).number == before.number
            continue
        if after.proposal:  # it would show something hidden
            assert after.position is before.position
            table.agree(after.number, next(each for each in before.seats if each != seat), False)
            continue
        taken += 1
        assert whole(after.position) or not whole(before.position)
        entries = [entry for entry in journal.entries(before.game_id) if entry.number > before.number]
        assert [entry.kind for entry in entries if entry.source != "dealer"] == ["ruling"]
        assert journal.position(before.game_id, entries[-1].number).view() == after.position.view()
        assert after.log_for(None)[-len(entries)][1].startswith("By hand (Ann, the card says so): ")
        if taken % 2:
            assert table.taking_back().title.startswith("By hand: ")
            back = table.undo(after.number, seat)
            assert dump(back.position.state) == dump(before.position.state)
            assert back.ask == before.ask
    assert taken > SHEETS / 5


# What a seat may know


def outcome(played, state, known, changes, seat):
    """What *seat* hears of it."""
    try:
        wanted = sheet.changed(known, changes)
        after = sheet.tried(played, state, wanted)
    except IllegalAnswer as refused:
        return str(refused)
    if shows_hidden(played, state, after, [value for _, value in wanted]):
        return "everybody has to agree"
    return json.dumps([played.show(after, seat), sheet.told_between(played, state, after)])


@pytest.mark.parametrize("name", [name for name in NAMES if game(name).has_secrets])
def test_nobody_learns_what_they_may_not_by_a_sheet(name):
    """In two worlds that a seat cannot tell apart it has the same sheet, and hears the same whatever it enters."""
    played, chance, worlds = game(name), random.Random(f"worlds of {name}"), 0
    for _ in range(12):
        position = Position.begin(played, played.setup(max(played.fewest, min(3, len(played.seats))), custody="box"))
        for _ in range(chance.randrange(40, 120)):
            if position.ask is None:
                break
            position = position.then(some_step(played, position.state, position.ask, chance))
        seat = chance.choice((None, *played.players(position.state)))
        known = sheet.fields(played, position.state, seat)
        if position.ask is None or not known:
            continue
        for world in other_worlds(position, seat, chance):
            worlds += 1
            assert sheet.fields(played, world, seat) == known
            for _ in range(6):
                changes = some_changes(known, chance)
                here = outcome(played, position.state, known, changes, seat)
                assert outcome(played, world, sheet.fields(played, world, seat), changes, seat) == here, changes
            if worlds == WORLDS:
                return
    assert worlds > 3, "too few to say"


def test_what_people_say_they_changed_is_only_proposed_if_it_shows_something_hidden(journal, monkeypatch):
    """Sleepers asks nothing of the kind, so its next question is made one."""
    table, played = Table(journal), game("sleepers")
    table.begin(played.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    while "e5" not in table.now().position.state.board:
        ask = table.now().ask
        values = [option.value for option in ask.options if not option.barred]
        table.answer(table.now().number, "e5" if "e5" in values else values[0], ask.seat)
    state = table.now().position.state
    ask = WhatChanged(
        table.now().ask.seat,
        "What changed?",
        sheet.fields(played, state, None),
        trial=lambda changes: sheet.tried(played, state, changes),
    )
    monkeypatch.setattr(Position, "ask", property(lambda position: ask))
    moment = table.answer(table.now().number, {"e5.face": "awake"}, ask.seat)
    assert moment.proposal.wanted.title == "Ben: e5: Ann's sleeper: it is asleep → awake"
    assert not moment.position.state.board["e5"].up


def test_the_box_refuses_a_sheet_without_a_reason_and_one_that_says_nothing(journal):
    table = Table(journal)
    begin(table, "silent_sea", random.Random(2))
    number, seat = table.now().number, table.now().seats[0]
    path = f"players.{seat}.health"
    now = table.now().position.state.players[seat].health
    with pytest.raises(IllegalAnswer, match="Say who changes it, and why"):
        table.by_hand(number, {path: now - 1}, "Ann", " ", seat)
    with pytest.raises(IllegalAnswer, match="Nothing is changed yet"):
        table.by_hand(number, {path: now}, "Ann", "a test", seat)
    with pytest.raises(IllegalAnswer, match=r"players\.moon\.health is not on this sheet"):
        table.by_hand(number, {"players.moon.health": 3}, "Ann", "a test", seat)
    after = table.by_hand(number, {path: now - 1}, "Ann", "wrong tap", seat)
    assert after.position.state.players[seat].health == now - 1
    assert after.log_for(None)[-1][1] == (
        f"By hand (Ann, wrong tap): {after.position.state.who(seat)}: Health {now} → {now - 1}."
    )
