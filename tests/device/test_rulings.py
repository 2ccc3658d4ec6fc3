"""Rulings at the live table: whatever is set by hand, the game can be shown, asked, saved and opened again."""

import json
import os
import random
from dataclasses import replace

import pytest
from how_many import so_many
from serving import Served

from device.live.table import Table
from device.live.trial import LARGEST, must_work
from rules.ask import IllegalAnswer
from rules.games import NAMES, game
from rules.plain import dump
from rules.position import Position, Step, some_step
from rules.selfplay import play_one
from web.live import render

RULINGS = int(os.environ.get("RULINGS", so_many(80, long=200)))
"""Of each game; all five together are to take no longer than a pause for breath. `make fuzz` tries 4,000."""

ODD = (
    None,
    "",
    "x",
    "White",
    "white",
    "green",
    "north",
    "?",
    0,
    1,
    -1,
    3,
    99,
    10**6,
    1.5,
    True,
    [],
    {},
    [None],
    {"by": "x"},
)


def begin(table, name, chance):
    played = game(name)
    table.begin(played.setup(max(played.fewest, min(2, len(played.seats))), custody=chance.choice(("box", "table"))))
    play(table, chance, chance.randrange(10, 25))


def play(table, chance, answers):
    for _ in range(answers):
        moment = table.now()
        if moment.ask is None:
            return
        step = some_step(moment.position.game, moment.position.state, moment.ask, chance)
        table.answer(moment.number, step.value, step.seat)


def places(plain, path=()):
    """Every place in a state."""
    names = range(len(plain)) if isinstance(plain, list) else plain if isinstance(plain, dict) else ()
    for name in names:
        yield (*path, str(name)), plain[name]
        yield from places(plain[name], (*path, str(name)))


def some_ruling(state, chance):
    """Some value for some place: one that stands elsewhere, one that is a little off, or one that is odd."""
    everything = [(path, value) for path, value in places(dump(state)) if path[0] not in ("setup", "result")]
    path, value = chance.choice(everything)
    how = chance.random()
    if how < 0.15:  # a name that is not there
        path = (*path[:-1], chance.choice(("E5", "c9", "nobody", "7", "north", "²", path[-1].upper(), path[-1] + "x")))
    elif how < 0.2:
        path = (*path, chance.choice(("0", "x", "health")))
    kind = chance.random()
    if kind < 0.35:
        value = chance.choice([other for _, other in everything if type(other) is type(value)] or [None])
    elif kind < 0.55 and isinstance(value, int):
        value += chance.choice((-1, 1, -7, 40))
    elif kind < 0.6 and isinstance(value, str):
        value = value.upper()
    else:
        value = chance.choice(ODD)
    return ".".join(path), value


def must_be_playable(position):
    """What everybody who shows the game does with it."""
    played, state = position.game, position.state
    view = position.view()
    assert all(isinstance(each, str) for pair in view.items() for each in pair)
    played.todo({}, view)
    played.put_back(state)
    for seat in (None, *played.players(state)):
        json.dumps(position.show(seat), allow_nan=False)
        if seat and position.ask:
            played.asides(state, seat)
    for asked in getattr(position.ask, "asks", (position.ask,)) if position.ask else ():
        assert asked.seat in played.players(state)
        asked.sample(random.Random(1))


def decide(table, path, value):
    """A ruling, with everybody's consent where it would show something hidden."""
    moment = table.ruling(table.now().number, path, value, "Ann", "a test")
    for seat in moment.seats if moment.proposal else ():
        table.agree(moment.number, seat, True)


def must_be_drawn(box):
    """Every page of the game for everybody: the box's own screen, somebody who watches, and each seat."""
    for seat in (None, *box.table.now().seats):
        viewer = box.client(seat=seat or "", host=seat is None)
        assert {viewer.get(path).status_code for path in ("/table", "/seat", "/guide")} == {200}
        viewer.post("/leave")
    assert list(box.app.config["FAULTS"]) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_ruling_leaves_a_game_that_cannot_be_gone_on_with(tmp_path, name):
    box = Served(tmp_path)
    chance, table, journal, taken = random.Random(f"rulings of {name}"), box.table, box.journal, 0
    begin(table, name, chance)
    for number in range(RULINGS):
        if table.now().ask is None or number % 40 == 39:
            begin(table, name, chance)
        before = table.now()
        path, value = some_ruling(before.position.state, chance)
        try:
            decide(table, path, value)
        except IllegalAnswer:
            assert table.now().position is before.position
            assert journal.head(before.game_id).number == before.number
            continue
        taken += 1
        must_be_playable(table.now().position)
        if taken % 10 == 0:  # and once it was saved
            again = Table(journal)
            assert again.open(before.game_id) == []
            assert again.now().position.view() == table.now().position.view()
            table.open(before.game_id)
            must_be_drawn(box)
        while taken % 3 == 0 and (taking := table.taking_back()) and taking.title.startswith("By hand"):
            back = table.undo(table.now().number, table.now().seats[0])
            for seat in back.seats if back.proposal else ():
                table.agree(back.number, seat, True)
    box.close()
    assert taken > RULINGS / 20


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("sleepers", "board.{hex}.owner", "White"),
        ("sleepers", "board.E5", {"kind": None, "owner": "white"}),
        ("sleepers", "sides.white", None),
        ("sleepers", "current", "green"),
        ("sleepers", "sides.black.hand.0.kind", "IMMIGRATION"),
        ("awakening", "result", {"by": "x"}),
        ("awakening", "tiles.99", "inn"),
        ("awakening", "phase", "lunch"),
        ("silent_sea", "players.red", None),
        ("silent_sea", "current", "green"),
        ("silent_sea", "order", []),
        ("sleeping_gods", "discard.0", ""),
        ("sleeping_gods", "active", "nobody"),
        ("sleeping_gods", "order", []),
        ("children_of_morta", "seats", []),
        ("children_of_morta", "phase", "lunch"),
    ],
)
def test_what_no_game_knows_is_refused_and_nothing_changes(journal, name, path, value):
    table, chance = Table(journal), random.Random(3)
    begin(table, name, chance)
    while name == "sleeping_gods" and not table.now().position.state.discard:
        play(table, chance, 1)
    before = table.now()
    board = getattr(before.position.state, "board", None)
    path = path.format(hex=next(iter(board))) if "{" in path else path
    with pytest.raises(IllegalAnswer):
        table.ruling(before.number, path, value, "Ann", "a test")
    assert table.now() is before
    assert journal.head(before.game_id).number == before.number


@pytest.mark.parametrize(
    "value",
    [10**400, LARGEST + 1, float("nan"), float("inf"), "x" * 9999, "\ud800", "a\0b", [[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],
)
def test_what_cannot_be_written_down_is_refused_in_a_sentence(journal, value):
    table = Table(journal)
    begin(table, "sleepers", random.Random(3))
    before = table.now()
    for path in ("turn", "last", "current"):
        with pytest.raises(IllegalAnswer, match=r"^(No number|That is too|Only letters).*\.$"):
            table.ruling(before.number, path, value, "Ann", "a test")
    assert table.now() is before


def test_whoever_shows_the_game_can_refuse_what_it_cannot_draw(journal):
    table, drawn = Table(journal), []
    begin(table, "sleepers", random.Random(3))

    def draw(moment):
        drawn.append(moment)
        if moment.position.state.turn == 77:
            raise KeyError("no picture of turn 77")

    table.must_draw.append(draw)
    before = table.now()
    with pytest.raises(IllegalAnswer, match=r"turn cannot be set to this\. The game could not go on from there"):
        table.ruling(before.number, "turn", 77, "Ann", "a test")
    assert table.now() is before
    assert journal.head(before.game_id).number == before.number
    assert table.ruling(before.number, "turn", 76, "Ann", "a test").position.state.turn == 76
    assert [moment.number for moment in drawn] == [before.number + 1] * 2


def test_what_the_page_cannot_draw_for_somebody_is_refused(tmp_path, monkeypatch):
    box = Served(tmp_path)
    begin(box.table, "sleepers", random.Random(3))
    before = box.table.now()

    def mine(shown, seat, options):
        if shown["turn"] == 77 and seat == "black":
            raise KeyError("no picture of turn 77")
        return ""

    drawing = replace(render.board_of(before.position.game), mine=mine)
    monkeypatch.setattr(render, "board_of", lambda game: drawing)
    with pytest.raises(IllegalAnswer, match="turn cannot be set to this"):
        box.table.ruling(before.number, "turn", 77, "Ann", "a test")
    assert box.table.now() is before
    assert box.client(host=True).get("/table").status_code == 200
    assert box.table.ruling(before.number, "turn", 76, "Ann", "a test").position.state.turn == 76
    box.close()


def test_a_piece_that_was_lost_may_still_be_ruled_away(journal):
    """Sums that are wrong forbid nothing: things do get lost on tables."""
    table = Table(journal)
    begin(table, "sleepers", random.Random(3))
    hex_ = next(iter(table.now().position.state.board))
    table.ruling(table.now().number, f"board.{hex_}", None, "Ann", "the cat took it")
    with pytest.raises(AssertionError):
        game("sleepers").check(table.now().position.state)


def test_a_game_that_was_ruled_into_nonsense_by_an_older_version_opens_from_before_it(journal, monkeypatch):
    table, chance = Table(journal), random.Random(3)
    begin(table, "sleeping_gods", chance)
    while not table.now().position.state.discard:
        play(table, chance, 1)
    good = table.now()
    monkeypatch.setattr(type(good.position.game), "impossible", lambda game, state: [])  # it has no words for it
    with monkeypatch.context() as careless:
        careless.setattr(Table, "_must_work", lambda table: None)
        careless.setattr("device.live.sayings.told_between", lambda game, before, after: [])
        bad = table.ruling(good.number, "discard.0", "", "Ann", "an older box took this")
    with pytest.raises(KeyError):
        must_be_playable(bad.position)
    opened = Table(journal)
    [sentence] = opened.open(good.game_id)
    assert sentence.startswith(f"Entry {bad.number} cannot be replayed (the box could not show it)")
    assert opened.now().position.view() == good.position.view()
    must_be_playable(opened.now().position)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_can_say_that_a_finished_game_did_not_end(name):
    """It goes on, or comes to the same end on the spot; the box can show it either way."""
    played = game(name)
    setup = played.setup(played.fewest, custody="box")
    _, record, fault = play_one(played, setup, random.Random(8))
    assert not fault
    run = record.end()
    over = Position(played, run.checkpoint, tuple(run.steps))
    assert over.ask is None
    after = over.then(Step("ruling", None, None, "result"))
    must_work(after)
    must_be_playable(after)
