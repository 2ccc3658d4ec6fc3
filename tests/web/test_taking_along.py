"""An owner's board and taught pieces travel with the pack, from one box to another."""

import io
import zipfile
from dataclasses import replace

import numpy as np
import owners_board
import pytest
from sea_setting import NAMES
from serving import Served

from device.sight import boards
from rules import packs
from rules.silent_sea import GAME, printed
from rules.silent_sea.pack import opened
from vision.read import taught_file as shelf_file
from vision.read.taught import LOOKS, Shelf
from web.games.silent_sea import board_shelf
from web.owner import along

NAME = "silent_sea"
PICTURE = owners_board.jpeg(owners_board.flat(600))


@pytest.fixture
def another(tmp_path):
    """Opens a box with packs of its own, as if it stood in another house."""
    boxes = []

    def open_box(house):
        packs.shelves[:] = [tmp_path / house / "packs"]
        packs.forget()
        (tmp_path / house).mkdir()
        box = Served(tmp_path / house, pretend=True)
        box.watch.close()  # nobody plays
        boxes.append(box)
        return box

    yield open_box
    for box in boxes:
        box.close()


def taught(*names):
    """A file of taught pieces."""
    shelf = Shelf()
    for number, name in enumerate(names):
        picture = np.random.default_rng(number).integers(0, 255, (8, 6, 3)).astype(np.uint8).repeat(50, 0).repeat(50, 1)
        shelf.teach(name, [picture] * LOOKS, "card")
    return shelf_file.packed(shelf)


def drawn():
    """An owner's board that can be played on."""
    name = board_shelf.begin("Our station")
    board_shelf.keep_picture(name, PICTURE)
    board_shelf.keep_flat(name, PICTURE, owners_board.ASPECT, 420.0)
    demo = opened("demo").board
    board_shelf.keep(name, replace(board_shelf.draft(name), nodes=demo.nodes, edges=demo.edges))
    return board_shelf.finish(name, ())


def taken(box, pack, *, host=True):
    return box.client(host=host).get(f"/packs/{NAME}/{pack}.zip").data


def bring(box, data, pack="from_ann"):
    sent = {"game": NAME, "name": pack, "pack": (io.BytesIO(data), "pack.zip")}
    return box.client(host=True).post("/packs/", data=sent, content_type="multipart/form-data")


def with_files(data, **files):
    """The same zip file with other or further files in it."""
    out = io.BytesIO()
    named = {name.replace("__", "."): content for name, content in files.items()}
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.namelist():
            if each not in named:
                new.writestr(each, old.read(each))
        for name, content in named.items():
            new.writestr(name, content)
    return out.getvalue()


def test_a_board_and_what_was_taught_for_it_are_there_in_another_house(another):
    ann = another("ann")
    pack = drawn()
    ann.eye.teaching.bring(NAME, pack, taught("hermit", "miller"))
    page = ann.client(host=True).get("/packs/").get_data(as_text=True)
    assert "with photographs of its board, with taught pieces" in page
    data = taken(ann, pack)

    ben = another("ben")
    assert packs.names(NAME) == ["demo"]
    assert bring(ben, data).status_code == 303
    assert GAME.begin(GAME.setup(NAMES, pack="from_ann"))
    assert printed.photograph("from_ann") is not None
    assert boards.board("silent_sea-from_ann").tiles.figures
    assert [board.title for board in board_shelf.boards()] == ["Our station"]
    assert board_shelf.picture("from_ann", board_shelf.RAW).is_file()  # its corners can be dragged anew
    assert [one["name"] for one in ben.eye.teaching.known(NAME, "from_ann")] == ["hermit", "miller"]


def test_guests_take_the_cards_along_and_nothing_else(another):
    ann = another("ann")
    pack = drawn()
    ann.eye.teaching.bring(NAME, pack, taught("hermit"))
    with zipfile.ZipFile(io.BytesIO(taken(ann, pack, host=False))) as packed:
        assert {name.split(".")[-1] for name in packed.namelist()} == {"toml"}
    with zipfile.ZipFile(io.BytesIO(taken(ann, pack))) as packed:
        assert {*board_shelf.PICTURES, board_shelf.DRAFT, along.TAUGHT} < set(packed.namelist())


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("photo__jpg", b"milk and eggs", "photo.jpg in that zip file: That is no picture the box can read."),
        ("flat__jpg", PICTURE[: len(PICTURE) // 3], "flat.jpg in that zip file"),
        ("draft__json", b"{", "draft.json in that zip file cannot be read."),
        ("draft__json", b'{"title": 7}', "draft.json in that zip file: This is no drawing of a board"),
        ("pieces__taught", b"milk and eggs", "This is no file of taught pieces"),
        ("pieces__taught", b"\0" * (along.largest(NAME)[along.TAUGHT] + 1), "That is too large for a pack."),
    ],
)
def test_what_is_broken_is_told_and_nothing_is_put_onto_the_shelf(another, file, content, told):
    ann = another("ann")
    data = with_files(taken(ann, "demo"), **{file: content})
    answer = bring(ann, data)
    assert answer.status_code == 400
    assert told in answer.get_data(as_text=True)
    assert packs.names(NAME) == ["demo"]
    assert not packs.shelves[0].exists()


def test_a_damaged_zip_is_told_as_such(another):
    ann = another("ann")
    data = bytearray(taken(ann, "demo"))
    data[60:90] = b"\xff" * 30
    answer = bring(ann, bytes(data))
    assert answer.status_code == 400
    assert "it is damaged" in answer.get_data(as_text=True)


def test_the_sizes_of_the_owners_cards_come_along(another):
    ann = another("ann")
    pack = drawn()
    sizes = packs.folder(NAME, pack) / "camera" / "mat.toml"
    sizes.parent.mkdir()
    sizes.write_text("[dice]\nwhite = '#f0f0f0'\n")
    data = taken(ann, pack)

    ben = another("ben")
    assert bring(ben, data).status_code == 303
    assert (packs.folder(NAME, "from_ann") / "camera" / "mat.toml").read_text() == sizes.read_text()
    assert GAME.begin(GAME.setup(NAMES, pack="from_ann"))
    assert bring(ben, taken(ben, "demo"), "from_ann").status_code == 303  # other cards of the same sizes
    assert (packs.folder(NAME, "from_ann") / "camera" / "mat.toml").is_file()


def test_newer_cards_leave_the_board_that_was_drawn_here(another):
    ann = another("ann")
    pack = drawn()
    before = (packs.folder(NAME, pack) / board_shelf.PHOTO).read_bytes()
    assert bring(ann, taken(ann, pack, host=False), pack).status_code == 303
    assert (packs.folder(NAME, pack) / board_shelf.PHOTO).read_bytes() == before
    assert [board.name for board in board_shelf.boards()] == [pack]
    assert {each.name for each in packs.shelves[0].iterdir()} == {NAME}


def test_a_box_without_a_camera_says_that_it_cannot_know_pieces(another, tmp_path):
    data = with_files(taken(another("ann"), "demo"), pieces__taught=taught("hermit"))
    packs.shelves[:] = [tmp_path / "cid" / "packs"]
    (tmp_path / "cid").mkdir()
    cid = Served(tmp_path / "cid")
    assert "no camera looks" in bring(cid, data).get_data(as_text=True)
    assert packs.names(NAME) == ["demo"]
    cid.close()
