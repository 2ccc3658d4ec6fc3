"""What is confirmed teaches the box how tiles look on this table; and it can be made to forget."""

import numpy as np
import pytest
from clock import Clock
from on_the_table import PRINTED

from device.live.table import Table
from device.sight.board_watch import BoardWatch
from device.sight.placed_boards import PlacedBoards
from rules.sleepers import GAME
from vision.scene import board as scene


def glossy(table):
    """A picture in which every tile shines: black is grey, white is hardly lighter than the board."""
    picture = scene.photograph(PRINTED, table, seed=1).picture.astype(np.float32)
    return np.clip(95 + 0.55 * picture, 0, 255).astype(np.uint8)


def doubtful(board, table):
    return {one.slot for one in board.read(glossy(table)) if not one.sure}


@pytest.fixture
def live(journal):
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "black"}, "table"))
    table.answer(table.now().number, "e5", "black")
    return table


def test_a_confirmed_tile_makes_the_next_one_sure_tonight_and_tomorrow(live, tmp_path):
    boards = PlacedBoards(tmp_path)
    board, other = boards.board("sleepers"), {"c4": "black police"}
    assert doubtful(board, other) == {"c4"}
    watch = BoardWatch(live, Clock(), boards.board)
    watch.follow(live.now())
    watch.read(live.now(), board, [glossy({"e5": "black back"})])
    assert boards.has_learnt("sleepers")
    assert doubtful(board, other) == set()

    tomorrow = PlacedBoards(tmp_path)
    assert doubtful(tomorrow.board("sleepers"), other) == set()
    tomorrow.unlearn("sleepers")
    assert doubtful(tomorrow.board("sleepers"), other) == {"c4"}
    assert not PlacedBoards(tmp_path).has_learnt("sleepers")


def test_what_does_not_lie_there_as_the_rules_say_teaches_nothing(live, tmp_path):
    boards = PlacedBoards(tmp_path)
    watch = BoardWatch(live, Clock(), boards.board)
    watch.follow(live.now())
    watch.read(live.now(), boards.board("sleepers"), [glossy({"d5": "black back"})])
    assert not boards.has_learnt("sleepers")


def test_a_wrong_lesson_goes_with_what_contradicts_it(tmp_path):
    board = PlacedBoards(tmp_path).board("sleepers")
    tiles = {"e5": "black police", "c4": "black scientist", "g4": "black recruiter"}
    board.read(glossy(tiles))
    board.confirm({"e5": "black police"})
    shining = board.tiles.learnt[False]
    board.read(scene.photograph(PRINTED, tiles, seed=1).picture)  # the lamp is gone
    board.confirm(tiles)
    assert board.tiles.learnt[False].level > 1.5 * shining.level


def test_lessons_that_cannot_be_read_are_learnt_anew(tmp_path, caplog):
    for broken in ("{", '{"light": [1]}', "[]"):
        (tmp_path / "sleepers.looks.json").write_text(broken)
        assert not PlacedBoards(tmp_path).has_learnt("sleepers")
    assert "learnt anew" in caplog.text
