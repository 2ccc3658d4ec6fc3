"""Packs on the page: taken along, brought in, and refused with the reason."""

import io
import zipfile

import pytest

from device.cli import main
from rules import packs
from rules.games import NAMES, game
from web.owner.packs import LARGEST_ZIP

pytestmark = pytest.mark.usefixtures("own_packs")


def bring(client, data, name="mine", game="sleepers"):
    sent = {"game": game, "name": name, "pack": (io.BytesIO(data), "pack.zip")}
    return client.post("/packs/", data=sent, content_type="multipart/form-data")


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name.replace("__", "/") + ".toml", text)
    return out.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_a_pack_taken_along_can_be_brought_back_under_another_name_and_played(box, name):
    screen = box.client(host=True)
    taken = screen.get(f"/packs/{name}/demo.zip")
    assert taken.mimetype == "application/zip"
    assert bring(screen, taken.data, "of_my_own", name).status_code == 303
    assert packs.names(name)[0] == "of_my_own"
    assert "of_my_own" in screen.get("/packs/").get_data(as_text=True)
    assert '<option value="of_my_own"' in screen.post(f"/lobby/gather/{name}", follow_redirects=True).text
    names = {f"name.{seat}": seat for seat in game(name).seats[: game(name).fewest]}
    assert screen.post(f"/new/{name}", data={**names, "pack": "of_my_own"}).status_code == 303
    assert box.table.now().setup.pack == "of_my_own"


def test_a_pack_that_cannot_be_played_is_refused_and_does_not_get_onto_the_shelf(box):
    screen = box.client(host=True)
    answer = bring(screen, zipped(tiles="[[tiles]]\ncode = 3\n"))
    assert answer.status_code == 400
    assert "The pack mine cannot be used: no file: pack_id: missing." in answer.get_data(as_text=True)
    assert packs.names("sleepers") == ["demo"]
    assert game("sleepers").begin(game("sleepers").setup(2))  # the box's own still works


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no zip at all", "expected a zip file"),
        (b"", "expected a zip file"),
        (zipped(), "no TOML file"),
    ],
)
def test_what_is_no_pack_is_told_so(box, data, why):
    assert why in bring(box.client(host=True), data).get_data(as_text=True)


@pytest.mark.parametrize("name", ["", "../up", "a/b", "Über", "x" * 40, ".hidden"])
def test_a_name_that_is_no_name_is_refused(box, name):
    assert bring(box.client(host=True), zipped(tiles=""), name).status_code == 400


def test_files_cannot_climb_out_of_their_pack(box, tmp_path):
    demo = box.client().get("/packs/sleepers/demo.zip").data
    with zipfile.ZipFile(io.BytesIO(demo)) as packed:
        files = {f"..__..__..__{each.removesuffix('.toml')}": packed.read(each) for each in packed.namelist()}
    assert bring(box.client(host=True), zipped(**files)).status_code == 303
    assert {path.parent.name for path in tmp_path.rglob("*.toml")} == {"mine"}


def test_the_boxs_own_packs_cannot_be_overwritten_and_strangers_bring_nothing_in(box):
    demo = box.client().get("/packs/sleepers/demo.zip").data
    assert bring(box.client(host=True), demo, "demo").status_code == 400
    assert bring(box.client(), demo).status_code == 403
    assert packs.names("sleepers") == ["demo"]


def test_a_zip_that_would_fill_the_card_is_refused(box):
    screen = box.client(host=True)
    assert "too large" in bring(screen, zipped(big="#" * (9 << 20))).get_data(as_text=True)
    kind = "multipart/form-data; boundary=cut"
    assert screen.post("/packs/", data=b"x" * (LARGEST_ZIP + 1), content_type=kind).status_code == 413


def own_sea(**changes):
    """An owner's Sleeping Gods pack that can be played, with something left out."""
    files = {file.stem: file.read_text("utf-8") for file in packs.folder("sleeping_gods", "demo").glob("*.toml")}
    for name, (old, new) in changes.items():
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    return zipped(**files)


def test_what_looks_unfinished_in_an_owners_pack_is_told_on_the_page_and_the_command_line(box, tmp_path, capsys):
    screen = box.client(host=True)
    assert "to look at" not in screen.get("/packs/").get_data(as_text=True)  # what comes with the box is whole
    assert bring(screen, own_sea(pack=("morale_max = 8\n", "")), "mine", "sleeping_gods").status_code == 303
    told = "The top of the morale track is not known, so morale has no upper limit."
    page = screen.get("/packs/").get_data(as_text=True)
    assert "1 thing to look at; it can be played as it is" in page
    assert f"<li>{told}</li>" in page
    assert main(["--data", str(tmp_path), "packs", "sleeping_gods"]) == 0
    said = capsys.readouterr().out
    assert "mine can be played, but look at this:" in said
    assert f"- {told}" in said
    assert "demo can be played." in said


def test_a_pack_that_was_spoilt_on_the_shelf_says_so_and_the_page_still_comes(box, tmp_path, capsys):
    screen = box.client(host=True)
    taken = screen.get("/packs/sleepers/demo.zip").data
    assert bring(screen, taken, "mine").status_code == 303
    for file in (tmp_path / "packs" / "sleepers" / "mine").glob("*.toml"):
        file.write_text("no toml at all", "utf-8")
    packs.forget()
    page = screen.get("/packs/").get_data(as_text=True)
    assert "The pack mine cannot be used" in page
    assert main(["--data", str(tmp_path), "packs", "sleepers"]) == 1
    assert "The pack mine cannot be used" in capsys.readouterr().out
