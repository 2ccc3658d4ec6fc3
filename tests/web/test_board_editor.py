"""Drawing an owner's board: who may, what is kept where, and what is refused."""

import json
from io import BytesIO

import owners_board
import pytest
from sea_setting import NAMES, example_board
from serving import TOKEN

from rules import packs
from rules.plain import dump
from rules.silent_sea import GAME
from rules.silent_sea.pack import opened
from web.games.silent_sea import board_shelf
from web.games.silent_sea.pages import editor_token
from web.owner.photographs import LARGEST_UPLOAD

JPEG = owners_board.jpeg(owners_board.photograph(800, 600))


pytestmark = pytest.mark.usefixtures("own_packs")


@pytest.fixture
def host(box):
    return box.client(host=True)


def send(client, name, data=JPEG):
    return client.post(f"/boards/{name}/picture", data={"photo": (BytesIO(data), "board.jpg")})


def whole():
    board = example_board()
    return {"title": "Our station", "nodes": dump(board.nodes), "edges": dump(board.edges)}


def drawn(client, title="Our station"):
    """A board that is photographed, straightened and tapped."""
    where = client.post("/boards/new", data={"title": title}).location
    name = where.split("/")[-2]
    assert send(client, name).status_code == 303
    corners = " ".join(f"{x} {y}" for x, y in owners_board.CORNERS)
    assert client.post(f"/boards/{name}/corners", data={"corners": corners}).status_code == 303
    assert client.post(f"/boards/{name}/draft", json=whole()).status_code == 200
    return name


def test_only_the_boxs_screen_and_phones_that_scanned_its_code_may_draw(box, host):
    stranger = box.client()
    assert stranger.get("/boards/").status_code == 403
    assert stranger.post("/boards/new", data={"title": "x"}).status_code == 403
    assert stranger.get("/boards/key.svg").status_code == 403
    assert stranger.get("/boards/key/wrong").status_code == 403
    assert host.get("/boards/key.svg").status_code == 200
    assert stranger.get(f"/boards/key/{editor_token(TOKEN)}").status_code == 303
    assert "New board" in stranger.get("/boards/").text
    assert stranger.get("/boards/key.svg").status_code == 403  # drawing is all it may do
    assert stranger.post("/lobby/gather/silent_sea").status_code == 403


def test_a_drawn_board_becomes_a_pack_beside_its_photograph(box, host, tmp_path):
    name = drawn(host)
    folder = tmp_path / "packs" / "silent_sea" / name
    assert packs.names("silent_sea") == ["demo"]  # a draft is no pack yet
    page = host.post(f"/boards/{name}/finish")
    assert "Our station is ready to play" in page.text
    assert packs.names("silent_sea") == ["our_station", "demo"]
    assert len(opened("our_station").board.nodes) == len(example_board().nodes)
    assert (folder / "photo.jpg").read_bytes() == (folder / "flat.jpg").read_bytes()
    box.table.begin(GAME.setup(NAMES, pack="our_station"))
    watcher = box.client()
    assert '/boards/our_station/photo.jpg"' in watcher.get("/seat").text
    photo = watcher.get("/boards/our_station/photo.jpg")
    assert (photo.status_code, photo.mimetype) == (200, "image/jpeg")
    again = watcher.get("/boards/our_station/photo.jpg", headers={"If-None-Match": photo.headers["ETag"]})
    assert again.status_code == 304
    assert watcher.get("/boards/our_station/raw.jpg").status_code == 403


def test_what_is_missing_is_told_with_every_tap_and_keeps_it_from_being_finished(host):
    name = drawn(host)
    torn = whole()
    torn["edges"] = [edge for edge in torn["edges"] if edge["id"] != "j3-XP"]
    told = host.post(f"/boards/{name}/draft", json=torn).json
    assert told["missing"] == ["No way leads to the XP."]
    refused = host.post(f"/boards/{name}/finish")
    assert (refused.status_code, "No way leads to the XP." in refused.text) == (400, True)
    assert packs.names("silent_sea") == ["demo"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"not a picture", "no picture the box can read"), (JPEG[:100], "no picture"), (b"", "No picture came along")],
)
def test_a_broken_picture_is_told_in_a_sentence(host, data, sentence):
    host.post("/boards/new", data={"title": "Torn"})
    answer = send(host, "torn", data)
    assert (answer.status_code, sentence in answer.text) == (400, True)


def test_a_picture_that_is_too_big_is_told_in_a_sentence(host):
    host.post("/boards/new", data={"title": "Big"})
    body = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="b.jpg"\r\n\r\n' + bytes(LARGEST_UPLOAD)
    answer = host.post("/boards/big/picture", data=body, content_type="multipart/form-data; boundary=x")
    assert (answer.status_code, "may have 16 megabytes" in answer.text) == (413, True)


def test_without_a_camera_the_box_says_to_send_one(host):
    host.post("/boards/new", data={"title": "Dark"})
    answer = host.post("/boards/dark/picture", data={"camera": "1"})
    assert (answer.status_code, "Send a photograph from a phone instead" in answer.text) == (400, True)


@pytest.mark.parametrize("corners", ["", "0 0 1 0", "a b c d e f g h", "0 0 1 0 0 1 1 1"])
def test_corners_that_make_no_board_are_told(host, corners):
    host.post("/boards/new", data={"title": "Odd"})
    send(host, "odd")
    answer = host.post("/boards/odd/corners", data={"corners": corners})
    assert answer.status_code == 400
    assert "orners" in answer.text


@pytest.mark.parametrize("body", ["[]", "{", '{"nodes": 3}', '{"nodes": [{"id": "../x"}]}'])
def test_a_torn_drawing_is_refused_and_the_last_one_kept(host, body):
    name = drawn(host)
    answer = host.post(f"/boards/{name}/draft", data=body, content_type="application/json", headers={"X-Page": "1"})
    assert answer.status_code == 400
    assert answer.json["told"]
    assert len(board_shelf.draft(name).nodes) == len(example_board().nodes)


@pytest.mark.parametrize("name", ["..", "%2e%2e", "demo", "nowhere", "a" * 60, "UPPER"])
def test_no_name_leads_out_of_the_shelf(host, name):
    for path in ("", "/photograph", "/corners", "/raw.jpg", "/photo.jpg"):
        assert host.get(f"/boards/{name}{path}").status_code in (400, 404)
    assert host.post(f"/boards/{name}/forget").status_code in (400, 404)


def test_a_board_that_was_played_on_stays_and_the_changed_one_goes_beside_it(box, host):
    name = drawn(host)
    host.post(f"/boards/{name}/finish")
    before = opened(name)
    box.table.begin(GAME.setup(NAMES, pack=name))
    more = whole()
    more["nodes"].append({"id": "p99", "kind": "space", "x": 0.2, "y": 0.2, "label": "Space 99"})
    more["edges"].append({"id": "new", "a": "ST", "b": "p99"})
    host.post(f"/boards/{name}/draft", json=more)
    assert "lies beside it" in host.post(f"/boards/{name}/finish").text
    assert opened(name) == before
    assert len(opened(f"{name}_2").board.nodes) == len(before.board.nodes) + 1
    refused = host.post(f"/boards/{name}/forget")
    assert (refused.status_code, "it has to stay" in refused.text) == (400, True)
    assert host.post(f"/boards/{name}_2/forget").status_code == 303
    assert packs.names("silent_sea") == [name, "demo"]


def test_cards_the_owner_described_are_kept_and_must_still_fit_the_board(host, tmp_path):
    name = drawn(host)
    host.post(f"/boards/{name}/finish")
    folder = tmp_path / "packs" / "silent_sea" / name
    crisis = (
        """[[crisis]]\nid = "pull"\nname = "Pull"\ntext = "To WL1."\neffects = [{ do = "place", node = "WL1" }]\n"""
    )
    (folder / "crisis.toml").write_text(crisis)
    host.post(f"/boards/{name}/finish")
    assert [card.id for card in opened(name).crisis] == ["pull"]
    less = json.loads(json.dumps(whole()).replace('"WL1"', '"LAB"').replace("p4-WL1", "p4-LAB"))
    host.post(f"/boards/{name}/draft", json=less)
    refused = host.post(f"/boards/{name}/finish")
    assert (refused.status_code, "a figure cannot stand on WL1" in refused.text) == (400, True)
    assert "WL1" in {node.id for node in opened(name).board.nodes}  # what could be played can still be


def test_two_boards_of_one_name_and_names_of_other_alphabets_lie_beside_each_other(host):
    names = [
        host.post("/boards/new", data={"title": t}).location.split("/")[-2] for t in ("Deep!", "deep", "海底", "Demo")
    ]
    assert names == ["deep", "deep_2", "board", "demo_2"]
    assert host.post("/boards/new", data={"title": "  "}).status_code == 400


def test_a_pack_that_came_without_its_photograph_is_drawn_without_it(box, host, tmp_path):
    name = drawn(host)
    host.post(f"/boards/{name}/finish")
    (tmp_path / "packs" / "silent_sea" / name / "photo.jpg").unlink()
    box.table.begin(GAME.setup(NAMES, pack=name))
    page = box.client().get("/seat").text
    assert "seaboard photographed" in page
    assert "photo.jpg" not in page


@pytest.mark.parametrize(
    ("width", "sentence"), [("3", "15 to 150 centimetres wide"), ("wide", "How wide is the board"), ("nan", "wide")]
)
def test_a_width_that_no_board_has_is_refused(host, width, sentence):
    host.post("/boards/new", data={"title": "Odd"})
    send(host, "odd")
    corners = " ".join(f"{x} {y}" for x, y in owners_board.CORNERS)
    answer = host.post("/boards/odd/corners", data={"corners": corners, "width": width})
    assert (answer.status_code, sentence in answer.text) == (400, True)


def test_all_boards_are_listed_with_how_far_they_are_and_what_can_be_done(host):
    name = drawn(host)
    page = host.get("/boards/").text
    assert "Our station" in page
    assert "not finished" in page
    assert f"/boards/{name}/photograph" in page
    assert "Keep the one there is" in host.get(f"/boards/{name}/photograph").text
    host.post(f"/boards/{name}/finish")
    assert "can be chosen at set-up" in host.get("/boards/").text
