"""When the camera asks what was done, each choice has a picture."""

import re

import pytest
from serving import Served

from rules.sleepers import GAME


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path, pretend=True)
    box.watch.close()  # nobody glances between
    yield box
    box.close()


def asked(box):
    """A tile that could only have been woken and blown up where nobody saw it."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    box.pretended.table.follows = False
    watch, clock = box.watch, [0.0]
    watch._clock = watch._board._clock = watch._mat._clock = lambda: clock[0]

    def wait(seconds=1.2):
        end = clock[0] + seconds
        while clock[0] < end:
            clock[0] += 0.2
            watch.glance()

    def move(there, place):
        piece = next(one["id"] for one in box.pretended.table.seen()["pieces"] if one["place"] == there)
        box.pretended.table.move(piece, place)

    wait()
    for colour, hex_ in [("white", "e5"), ("black", "a5")]:
        move(f"rack {colour}", hex_)
        wait()
    move("e5", "killed white")
    wait(5.0)
    assert watch.seen.state == "asks"


def test_the_question_shows_what_it_is_about(box):
    asked(box)
    for client, page in ((box.client("white"), "seat"), (box.client(host=True), "table")):
        page = client.get(f"/state/{page}").json["parts"]["eye"]
        found = re.findall(r'src="(/camera/choice/\d+\.jpg[^"]*)"', page)
        assert len(found) == len(box.watch.seen.pictures)
        shown = client.get(found[0])
        assert shown.mimetype == "image/jpeg"
        assert shown.data == box.watch.seen.pictures[0]
        assert client.get("/camera/choice/9.jpg").status_code == 404


@pytest.mark.parametrize(("word", "state", "left"), [("box", "guiding", "white back"), ("table", "same", None)])
def test_whoever_did_none_of_these_says_which_is_right(box, word, state, left):
    asked(box)
    white = box.client("white")
    part = white.get("/state/seat").json["parts"]["eye"]
    assert "Not that:" in part
    assert "The table is right" in part
    assert "The box is right, guide me" in part
    assert white.post(f"/camera/{word}").status_code == 204
    assert box.watch.seen.state == state
    assert box.table.now().position.view().get("e5") == left


def test_only_those_at_the_table_see_it(box):
    asked(box)
    assert box.client().get("/camera/choice/0.jpg").status_code == 403
