"""The pages on which the camera is set up and pieces are taught: only the box's own screen may see and use them."""

import io
import json

import pytest
from serving import Served

from rules.games import game


@pytest.fixture
def box(tmp_path, own_packs):
    served = Served(tmp_path, pretend=True)
    yield served
    served.close()


PAGE = {"X-Page": "1"}
GETS = [
    *(f"/calibrate/{path}" for path in ("", "look", "picture.jpg", "frozen.jpg", "pictures.zip")),
    *(f"/teach/{path}" for path in ("", "seen", "mat.jpg", "known", "piece.png?name=x", "look/0.png")),
    "/teach/sleepers/demo.taught",
]
POSTS = [
    *(f"/calibrate/{word}" for word in ("lock", "again", "freeze", "place", "forget", "unlearn")),
    *(f"/calibrate/{word}" for word in ("keep", "forget_pictures")),
    *(f"/teach/{word}" for word in ("begin", "look", "drop", "name", "end", "lay", "rename", "remove", "bring")),
]


def test_nobody_but_the_boxs_own_screen_looks_through_the_camera(box):
    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}))
    for client in (box.client(), box.client(seat="white")):
        assert {path: client.get(path).status_code for path in GETS} == dict.fromkeys(GETS, 403)
        assert {path: client.post(path).status_code for path in POSTS} == dict.fromkeys(POSTS, 403)


def test_a_page_without_a_camera_says_so(tmp_path):
    served = Served(tmp_path)
    host = served.client(host=True)
    assert host.get("/calibrate/").status_code == 404
    assert "No camera looks at this table" in host.get("/teach/").text
    served.close()


def test_the_screen_sees_words_and_picture_together(box):
    host = box.client(host=True)
    assert "Lock the light" in host.get("/calibrate/").text
    shown = host.get("/calibrate/look?game=sleepers").json
    assert shown["found"] == "Sleepers board"
    picture = host.get(f"/calibrate/picture.jpg?n={shown['count']}")
    assert picture.mimetype == "image/jpeg"
    assert picture.headers["Cache-Control"] == "no-store"
    assert picture.data[:2] == b"\xff\xd8"
    assert host.post("/calibrate/lock", headers=PAGE).json["told"].startswith("Light and focus are measured")
    assert host.post("/calibrate/again").headers["Location"].startswith("/calibrate/")


def test_a_board_is_placed_over_the_wire(box):
    host = box.client(host=True)
    begun = host.post("/calibrate/freeze", data={"game": "sleepers"}).json
    assert host.get("/calibrate/frozen.jpg").mimetype == "image/jpeg"
    told = host.post("/calibrate/place", data={"game": "sleepers", "corners": "[[0, 1"}, headers=PAGE)
    assert told.json["told"] == "A board has four corners: drag all of them."
    corners = [[0.08, 0.02], [0.92, 0.02], [0.92, 0.98], [0.08, 0.98]]
    host.get("/calibrate/look?game=sleepers")
    found = host.post("/calibrate/freeze", data={"game": "sleepers"}).json["corners"]
    assert found != begun["corners"]  # by now it knows where the board is
    for each in (corners[:3], found):
        told = host.post("/calibrate/place", data={"game": "sleepers", "corners": json.dumps(each)}, headers=PAGE)
    assert "is placed" in told.json["told"]
    assert host.get("/calibrate/look?game=sleepers").json["by_hand"]
    assert "markers again" in host.post("/calibrate/forget", data={"game": "sleepers"}, headers=PAGE).json["told"]
    assert host.post("/calibrate/freeze", data={"game": "chess"}, headers=PAGE).status_code == 400
    box.table.begin(game("sleepers").setup(2))
    told = host.post("/calibrate/freeze", data={"game": "sleepers"}, headers=PAGE)
    assert "Put the game away" in told.json["told"]


def test_the_keeping_of_pictures_is_switched_on_and_off_without_script(box):
    host = box.client(host=True)
    page = host.get("/calibrate/").text
    assert 'role="switch" aria-checked="false"' in page
    assert 'name="on" value="yes"' in page
    assert "No pictures yet" in page
    answer = host.post("/calibrate/keep", data={"on": "yes", "game": "sleepers"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/calibrate/?game=sleepers")
    assert box.eye.kept.allowed
    page = host.get("/calibrate/").text
    assert 'aria-checked="true"' in page
    assert 'name="on" value="no"' in page
    host.post("/calibrate/keep", data={"on": "no"})
    assert not box.eye.kept.allowed


WHICH = {"game": "awakening", "pack": "demo", "kind": "die"}


def teach(host, thing, name):
    for _ in range(3):
        assert host.post("/teach/lay", data={**WHICH, "thing": thing}, headers=PAGE).status_code == 200
        assert host.post("/teach/look", data=WHICH, headers=PAGE).status_code == 200
    return host.post("/teach/name", data={**WHICH, "name": name}, headers=PAGE)


def test_a_die_is_taught_changed_taken_along_and_brought_in(box):
    host = box.client(host=True)
    assert "Die face" in host.get("/teach/?game=awakening&kind=die").text
    host.post("/teach/begin", data=WHICH, headers=PAGE)
    told = teach(host, "die sword", "white die: <courage>")
    assert told.json["sure"] > 0.8
    assert host.get("/teach/seen").json["looks"] == 0
    page = host.get("/teach/known?game=awakening").text
    assert "white die: &lt;courage&gt;" in page
    picture = host.get("/teach/piece.png", query_string={"game": "awakening", "name": "white die: <courage>"})
    assert picture.mimetype == "image/png"
    file = host.get("/teach/awakening/demo.taught")
    assert "awakening-demo.taught" in file.headers["Content-Disposition"]
    where = {"game": "awakening", "pack": "demo"}
    change = {**where, "name": "white die: <courage>", "new": "courage"}
    assert host.post("/teach/rename", data=change, headers=PAGE).json == {"told": ""}
    assert host.post("/teach/remove", data={**where, "name": "courage"}).status_code == 303
    assert "Nothing was taught" in host.get("/teach/known?game=awakening").text
    data = {**where, "file": (io.BytesIO(file.data), "mine.taught")}
    assert host.post("/teach/bring", data=data, headers=PAGE).json["told"] == "1 piece was brought in."
    data = {**where, "file": (io.BytesIO(b"no"), "mine.taught")}
    assert "no file of taught pieces" in host.post("/teach/bring", data=data, headers=PAGE).json["told"]
    assert host.post("/teach/end").status_code == 204
    assert host.get("/teach/seen").status_code == 400


def test_a_large_file_of_pieces_may_come_in_though_other_posts_are_small(box):
    host = box.client(host=True)
    large = b"x" * 300_000
    data = {"game": "awakening", "file": (io.BytesIO(large), "mine.taught")}
    assert "no file of taught pieces" in host.post("/teach/bring", data=data, headers=PAGE).json["told"]
    assert host.post("/teach/name", data={**WHICH, "name": "x" * 300_000}).status_code == 413


def test_forms_work_without_script(box):
    host = box.client(host=True)
    host.post("/teach/lay", data={**WHICH, "thing": "die sun"})
    answer = host.post("/teach/look", data=WHICH)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/teach/?game=awakening&pack=demo&kind=die")


@pytest.mark.parametrize("path", ["/teach/?game=chess", "/teach/?game=awakening&pack=..", "/teach/known?game=x"])
def test_there_is_nothing_taught_for_what_there_is_not(box, path):
    assert box.client(host=True).get(path).status_code == 404
