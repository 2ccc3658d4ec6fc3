"""The camera compares a track sheet with the box: it never answers from it, tells what differs, and believes people."""

import random

import pytest
from beside import AlsoBeside
from island_by_mouse import OnTheIsland
from on_the_mat import AtTheMat
from on_the_tracks import photograph
from sea_by_mouse import AtTheSea

from device.live.table import Table
from rules.ask import Trouble
from rules.children_of_morta import GAME as MORTA
from rules.position import some_step
from rules.silent_sea import GAME as SEA
from rules.sleeping_gods import GAME as GODS


def on_the_way(journal, game, players, slot):
    """A game that has come so far that the marker of *slot* stands on its track."""
    at = AtTheMat(Table(journal), seed=4)
    at.table.begin(game.setup(players))
    luck = random.Random(2)
    while slot not in at.now.position.view():
        step = some_step(game, at.now.position.state, at.now.ask, luck)
        at.table.answer(at.now.number, step.value, step.seat)
    at.pretend.follows = False
    at.wait(2)
    return at


@pytest.fixture
def ship(journal):
    return on_the_way(journal, GODS, 2, "morale")


def push(at, track, value):
    """A hand pushes a marker."""
    number = next(marker.id for marker in at.pretend.pieces if marker.onto == track)
    at.pretend.move(number, f"{track} {value}" if value != "beside" else value)
    at.wait()


def readings(at):
    return {reading.slot: (reading.value, reading.sure) for reading in at.watch.readings}


def rule(at, path, value):
    at.table.ruling(at.now.number, path, value, "Ann", "a test")
    at.wait()


@pytest.mark.rule("SG-105")
@pytest.mark.rule("SG-112")
def test_hands_follow_the_ships_tracks_and_the_camera_sees_it_done(ship):
    view = ship.now.position.view()
    assert readings(ship) == {slot: (view[slot], True) for slot in ("morale", "ship health")}
    assert ship.watch.seen.state in ("same", "mat")
    rule(ship, "ship.morale", 3)
    assert [one.slot for one in ship.watch.seen.differs] == ["morale"]
    assert any("orale" in order and "3" in order for order in ship.watch.seen.todo)
    push(ship, "morale", 3)
    assert not ship.watch.seen.differs


def test_a_marker_that_was_pushed_by_a_sleeve_is_told_and_answers_nothing(ship):
    before = ship.now.number
    push(ship, "ship health", 2)
    ship.wait(4)
    assert ship.watch.seen.state == "differs"
    assert "ship health" in ship.watch.seen.sentence
    assert ship.now.number == before
    ship.watch.guide()
    assert ship.watch.seen.state == "guiding"
    assert len(ship.watch.seen.todo) == 1
    push(ship, "ship health", ship.now.position.view()["ship health"])
    assert not ship.watch.seen.differs


def test_the_table_is_right_and_the_box_counts_anew(ship):
    push(ship, "morale", 2)
    ship.wait(4)
    ship.watch.table_is_right("Ann")
    assert ship.now.position.state.ship.morale == 2
    assert ship.watch.seen.state in ("same", "mat")


def test_nobody_misses_a_sheet_that_is_not_there(ship, monkeypatch):
    assert ship.watch.shown()["board"]
    mat_alone = ship.camera._mat_pictures(ship.mat.things(), ship.camera.condition)
    monkeypatch.setattr(ship.camera, "_photograph", mat_alone)  # the sheet was put away
    ship.watch.look_again()
    ship.wait(2)
    assert not ship.watch.shown()["board"]
    assert ship.watch.seen.state in ("off", "mat")
    with pytest.raises(Trouble, match="isn't under the camera"):
        ship.watch.check()


def test_a_marker_that_was_put_away_is_asked_for_and_nothing_is_believed(ship):
    push(ship, "morale", "beside")
    ship.wait(4)
    assert ship.watch.seen.sentence == "Where is the marker of morale? One should stand in the row."
    ship.watch.table_is_right("Ann")
    assert ship.now.position.state.ship.morale == int(ship.now.position.view()["morale"])


@pytest.mark.rule("CM-42")
def test_the_tracks_of_every_hero_are_compared(journal):
    heroes = on_the_way(journal, MORTA, 2, "rage")
    view = heroes.now.position.view()
    seen = readings(heroes)
    for slot, (value, sure) in seen.items():
        assert (value, sure) == ((view[slot], True) if slot in view else (None, False)), slot
    assert {"rage", "health.north", "focus.north"} <= view.keys() & seen.keys()
    push(heroes, "health.north", 1)
    heroes.wait(4)
    assert heroes.watch.seen.state == "differs"
    assert "North's health" in heroes.watch.seen.sentence
    assert heroes.watch.check()
    heroes.watch.table_is_right("Ann")
    assert heroes.now.position.state.run.heroes["north"].health == 1


# Beside a board


@pytest.mark.rule("AW-24")
def test_honor_is_compared_on_its_own_sheet_beside_the_island(tmp_path):
    there = OnTheIsland(tmp_path, players=2, custody="box")
    there.laid_out()
    view = there.table.now().position.view()
    stands = {slot: view[slot] for slot in ("disc orange", "disc green")}
    there.watch._camera = AlsoBeside(there.camera, lambda size: photograph("awakening", stands, seed=3, size=size))
    there.wait(2)
    assert there.watch.seen.state == "same"
    stands["disc green"] = "44"
    there.watch.look_again()
    there.wait(5)
    assert [(one.slot, one.seen, one.expected) for one in there.watch.seen.differs] == [
        ("disc green", "44", view["disc green"])
    ]
    there.watch.table_is_right("Ann")
    assert there.state.players["green"].honor == 44
    assert there.watch.seen.state == "same"
    there.journal.close()


def test_health_is_compared_on_its_own_sheet_and_nobody_dies_of_a_marker(journal):
    sea = AtTheSea(Table(journal))
    stands = {f"health {seat}": str(player.health) for seat, player in sea.state.players.items()}
    sea.watch._camera = AlsoBeside(sea.camera, lambda size: photograph("silent_sea", stands, seed=4, size=size))
    sea.watch.look_again()
    sea.wait(2)
    assert sea.watch.seen.state in ("same", "mat")
    stands |= {"health red": "2", "health blue": "0"}
    sea.watch.look_again()
    sea.wait(6)
    assert {one.slot for one in sea.watch.seen.differs} == {"health red", "health blue"}
    before = sea.state.players["blue"].health
    sea.watch.table_is_right("Ann")
    assert (sea.state.players["red"].health, sea.state.players["blue"].health) == (2, before)
    SEA.check(sea.state)
