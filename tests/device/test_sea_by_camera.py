"""The camera follows the figures of The Silent Sea on the printed board."""

from dataclasses import replace

import cv2
import looks
import numpy as np
import owners_board
import pytest
from sea_by_mouse import NAMES, AtTheSea
from sea_leaks import SEATS, deal
from still_camera import StillCamera

from device.live.table import Table
from device.sight.board_watch import LATER, BoardWatch
from device.sight.calibration import Calibration
from device.sight.placed_boards import PlacedBoards
from device.sight.stories import stories
from device.sight.watch import LOOKS, PERIOD
from rules import packs
from rules.plain import dump
from rules.position import Position, Step
from rules.silent_sea import GAME
from rules.silent_sea.pack import opened
from vision.reading import Reading
from web.games.silent_sea import board_shelf


@pytest.fixture
def table(journal):
    return Table(journal)


@pytest.fixture
def sea(table):
    return AtTheSea(table)


def rolled(sea, number):
    """It is white's turn to move, with so much on the die."""
    while sea.table.now().ask.__class__.__name__ != "RollDice":
        sea.tap(True)
    sea.tap([number])
    sea.wait()


def test_before_the_roll_and_out_of_turn_nothing_is_believed(sea):
    assert {r.slot: r.value for r in sea.watch.readings} == {f"figure {seat}": "Landing Lock" for seat in SEATS}
    assert all(reading.sure for reading in sea.watch.readings)  # four figures in one room are told apart
    assert sea.table.now().ask.__class__.__name__ == "RollDice"
    sea.put("white", "s1")
    sea.put("yellow", "s3")
    sea.wait(4)
    assert sea.watch.seen.state == "differs"
    assert {player.node for player in sea.state.players.values()} == {"landing_lock"}


def test_a_figure_that_is_moved_after_the_roll_is_understood(sea):
    rolled(sea, 3)
    sea.put("white", "s4")
    assert sea.state.players["white"].node == "s4"
    assert sea.state.move.used == 2
    assert sea.table.now().source == "camera"
    assert sea.watch.seen.state == "same"
    sea.put("white", "crisis_a")  # one more step, into a Crisis Room: a card is drawn at once
    assert sea.state.move.used == 3
    assert sum(sea.state.crisis_deck.values()) == sum(card.count for card in sea.state.pack.crisis) - 1


def test_a_way_through_the_own_role_room_waits_for_the_phone_and_goes_on_then(sea):
    rolled(sea, 4)
    sea.put("white", "s7")  # past the Electric Room, where a card may be turned up
    assert sea.state.players["white"].node == "electric_a"
    assert sea.watch.seen.state == "hands"
    sea.tap(1)
    assert sea.state.players["white"].node == "s7"
    sea.wait()
    assert sea.watch.seen.state == "same"


def test_a_figure_that_is_moved_too_far_differs_and_the_table_or_the_box_is_right(sea):
    rolled(sea, 1)
    sea.put("white", "s4")
    sea.wait(4)
    assert sea.watch.seen.state == "differs"
    assert "figure white" in sea.watch.seen.sentence
    assert sea.state.players["white"].node == "landing_lock"
    sea.watch.guide()
    assert sea.watch.seen.todo == ("Put the white figure on Landing Lock.",)
    sea.put("white", "landing_lock")
    assert sea.watch.seen.state == "same"
    sea.put("white", "s4")
    sea.wait(4)
    sea.watch.table_is_right("Ann")
    assert sea.state.players["white"].node == "s4"
    assert sea.watch.seen.state == "same"
    GAME.check(sea.state)


def glances(sea, seconds):
    """The camera's own pace, and how often the figures were read meanwhile."""
    board = sea.watch._board.board(sea.table.now())
    read, readings = board.tiles.read, []
    board.tiles.read = lambda picture, where: readings.append(picture) or read(picture, where)
    end = sea.clock.now + seconds
    while sea.clock.now < end:
        sea.clock.now += PERIOD
        sea.watch.glance()
    board.tiles.read = read
    return len(readings)


def test_a_table_that_differs_is_read_anew_only_when_something_moves(sea):
    rolled(sea, 1)
    sea.tables.move(0, "s4")  # the white figure, too far for what was rolled
    assert 0 < glances(sea, 5) <= 4 * LOOKS  # at once, and each second until people are told
    assert sea.watch.seen.state == "differs"
    assert glances(sea, LATER - 5) == 0
    assert glances(sea, LATER) == LOOKS  # something may have moved by too little to be noticed
    sea.watch.guide()
    assert glances(sea, LATER - 1) == 0
    assert sea.watch.seen.state == "guiding"

    sea.tables.move(0, "landing_lock")
    assert glances(sea, 2) == LOOKS
    assert sea.watch.seen.state == "same"
    assert glances(sea, 2 * LATER) == 0


def test_an_extra_space_is_never_guessed_whoever_holds_one(table):
    for custody in ("box", "table"):
        sea = AtTheSea(table, custody=custody)
        rolled(sea, 1)
        hand = sea.state.players["white"].hand
        if custody == "box":
            hand[:] = ["extra_space"]
        sea.put("white", "s4")
        sea.wait(4)
        assert sea.watch.seen.state == "differs"
        assert sea.state.move.bonus == 0


def test_hands_follow_what_a_phone_answered_and_a_hidden_figure_stops_nothing(sea):
    rolled(sea, 2)
    sea.put("yellow", "beside")
    assert sea.watch.seen.state == "unsure"
    sea.tap("to:s4")
    assert sea.state.players["white"].node == "s4"
    sea.put("yellow", "landing_lock")
    assert sea.watch.seen.state == "hands"
    assert "Put the white figure on Space 4." in sea.watch.seen.todo
    sea.put("white", "s4")
    assert sea.watch.seen.state == "same"


def test_an_owners_board_says_nothing_until_its_corners_are_dragged(table, tmp_path):
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    name = board_shelf.begin("Our station")
    board_shelf.keep_picture(name, owners_board.jpeg(owners_board.flat()))
    board_shelf.keep_flat(name, owners_board.jpeg(owners_board.flat()), owners_board.ASPECT, 420.0)
    demo = opened("demo").board
    board_shelf.keep(name, replace(board_shelf.draft(name), nodes=demo.nodes, edges=demo.edges))
    assert board_shelf.finish(name, ()) == name
    assert looks.known()[f"silent_sea-{name}"] == "Our station"
    table.begin(GAME.setup(NAMES, pack=name))
    watch = BoardWatch(table, lambda: 0.0)
    assert watch.board(table.now()) is None
    placed = looks.board(f"silent_sea-{name}")
    picture = owners_board.photograph(1600, 1200)
    placed.place([(x * 1599, y * 1199) for x, y in owners_board.CORNERS], picture)
    watch = BoardWatch(table, lambda: 0.0, lambda _: placed)
    assert watch.board(table.now()) is placed

    # The camera's page shows it in the middle of the game, too, and covers what lies beside it.
    boards = PlacedBoards(tmp_path / "boards")
    boards.place(f"silent_sea-{name}", owners_board.CORNERS, picture)
    look = Calibration(table, StillCamera(picture), boards).look()
    assert look.shown["found"] == "Our station"
    assert "only what lies openly on the board" in look.shown["veiled"]
    shown = cv2.imdecode(np.frombuffer(look.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown[20, 20].mean() < 60 < picture[20, 20].mean()


def seen(run, seat, place):
    figures = {s: GAME.view(run.state).get(f"figure {s}") for s in SEATS} | {seat: place}
    return [Reading(f"figure {s}", value) for s, value in figures.items()]


@pytest.mark.parametrize("where", ["Extraction Point", "Space 37", "Space 38", "Space 36"])
def test_what_the_camera_makes_of_a_move_is_the_same_whoever_the_traitor_is(where):
    """At the way out with a sample: one is about to win, and nothing about the camera may tell who."""
    told = {}
    for traitor in SEATS:
        run = deal(traitor, {})
        for seat in SEATS:
            run.take(Step("answer", True, seat))
        run.take(Step("answer", "agreed", SEATS[0]))
        for seat, role in zip(SEATS, ("engineer", "astrobiologist", "doctor"), strict=False):
            run.take(Step("answer", role, seat))
        state = run.state
        mover = state.current
        state.players[mover].node, state.players[mover].samples = "s36", 1
        state.tokens.pop("lab_a")
        state.doors = dict.fromkeys(state.doors, "open")
        state.phase, state.move.rolled = "move", 3
        found = stories(Position(GAME, dump(state)), seen(run, mover, where))
        told[traitor] = [(story.answers, story.waits_for, story.unsure) for story in found]
    assert len({str(each) for each in told.values()}) == 1
    if where == "Extraction Point":
        assert told[SEATS[0]][0][0][0].value == "to:shuttle_bay"
