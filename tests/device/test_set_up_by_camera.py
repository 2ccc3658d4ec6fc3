"""The set-up shared out, with a camera above the table: what it sees is ticked without a word."""

import cv2
import numpy as np
import pytest
from by_mouse import AtTheTable

from device.live.table import Table
from rules.games import game

SLEEPERS = game("sleepers")


class Bare:
    """A camera above a table on which no board lies yet."""

    trouble = None

    def picture(self):
        noise = np.random.default_rng(1).normal(120, 3, (720, 960, 3))
        return noise.clip(0, 255).astype(np.uint8)

    def look(self):
        return cv2.cvtColor(cv2.resize(self.picture(), (320, 240)), cv2.COLOR_BGR2GRAY)


@pytest.fixture
def hands(journal):
    """Two who share the set-up of Sleepers out, at a table whose camera looks on."""
    table = Table(journal)
    table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    table.set_up_together()
    hands = AtTheTable(table)
    hands.watch.when_seen.append(lambda seen: table.saw(seen.state))
    return hands


def done(table):
    return [each.step.name or str(each.step) for each in table.handed_out(always=True) if each.done]


def test_a_board_laid_under_the_camera_is_ticked_and_its_hands_get_the_next_step(hands):
    pictures, hands.watch._camera = hands.camera, Bare()
    [first] = [each for each in hands.table.handed_out() if each.step.name == "board"]
    hands.wait(3)
    assert done(hands.table) == []
    hands.watch._camera = pictures  # somebody lays the board
    hands.wait(3)
    assert done(hands.table) == ["board"]
    assert [each for each in hands.table.handed_out() if each.seat == first.seat and not each.done]
    hands.wait(3)  # what a camera cannot see stays with its people
    assert done(hands.table) == ["board"]
