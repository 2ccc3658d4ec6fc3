"""The eye goes on whoever listens to it, and is closed without a fault whatever it was just doing."""

import logging
import threading

import pytest
from still_camera import StillCamera
from waiting import until

from device.live.chair import Chair
from device.live.table import Table
from device.sight.watch import Watch
from rules.sleepers import GAME


class Slow(StillCamera):
    """A camera whose next look takes as long as the test likes."""

    def __init__(self):
        super().__init__()
        self.looking, self.go_on = threading.Event(), threading.Event()

    def look(self):
        self.looking.set()
        self.go_on.wait(60)
        self.trouble = "The camera is gone."
        return None


@pytest.fixture
def table(journal):
    table = Table(journal)
    table.begin(GAME.setup(2))
    return table


def test_a_listener_that_fails_is_logged_and_the_others_are_told(table, caplog):
    camera, heard = StillCamera(), []
    camera.trouble = "The camera is gone."
    watch = Watch(table, camera)
    watch.when_seen += [lambda seen: 1 / 0, heard.append]
    watch.start()
    until(lambda: heard)
    watch.close()
    assert "The camera is gone." in heard[0].sentence
    assert "telling what the camera sees failed" in caplog.text


def test_a_box_that_is_closed_in_the_middle_of_a_look_complains_of_nothing(journal, table, caplog, monkeypatch):
    caplog.set_level(logging.WARNING)
    camera, chair = Slow(), Chair(table)
    watch = Watch(table, camera)
    watch.when_seen.append(lambda _: chair.look())
    watch.start()
    assert camera.looking.wait(60)
    thread = watch._thread
    monkeypatch.setattr(thread, "join", lambda timeout: None)  # it takes longer than anybody waits
    watch.close()
    chair.close()
    journal.close()
    monkeypatch.undo()
    camera.go_on.set()
    thread.join(60)
    assert not thread.is_alive()
    assert caplog.text == ""
