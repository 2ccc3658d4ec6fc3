"""`tableside capture-set` with sheets that exist only on the screen; `tableside pictures` and `read --score`."""

import io
import zipfile

import numpy as np
import pytest
from on_the_table import PRINTED

from device.cli import main
from device.pictures import bundle
from device.pictures.bundle import Look
from device.pictures.capture_set import CaptureSet, steps
from device.pictures.kept import Kept
from device.pretend.sheets import PretendSheets
from rules.ask import Trouble
from vision.scene import board as scene


def led(folder, wanted, typed, camera=None):
    """Somebody who types *typed*, one line after the other, and then nothing more; and what the box said."""
    said, lines, sheets = [], iter(typed), PretendSheets((960, 720))
    camera = camera or sheets
    lay = getattr(camera, "lay", lambda step: None)
    taking = CaptureSet(wanted, camera, folder, lay=lay, hear=lambda: next(lines, "q"), tell=said.append)
    taking.run()
    return taking, "\n".join(said)


def test_it_asks_for_tiles_lights_and_dice_the_same_for_everybody():
    wanted = steps()
    assert wanted == steps("sleepers")
    assert len(wanted) == 17
    assert wanted[0].lies == {}
    assert [len(step.lies) for step in wanted[1:11]] == [9] * 5 + [18] * 5
    assert all(slot in wanted[1].to_lay for slot in wanted[1].lies)
    added = set(wanted[6].lies) - set(wanted[1].lies)
    assert len(added) == 9
    assert all(slot in wanted[6].to_lay for slot in added)
    assert len({step.light for step in wanted}) == 5
    assert [step.dice for step in wanted[11:]] == [(1, 2, 3)] * 3 + [(4, 5, 6)] * 3
    with pytest.raises(Trouble, match="no tiles to lay on a board of Sleeping Gods"):
        steps("sleeping_gods")


def test_it_can_be_stopped_and_taken_up_again(tmp_path):
    few = [steps()[n] for n in (1, 2, 11)]
    taking, said = led(tmp_path, few, ["", "q"])
    assert taking.taken == 1
    assert "Picture 1 of 3, about 10 min left." in said
    assert "Taken: all 61 read right." in said
    assert "Stopped. Start it again to go on from here." in said
    taking, said = led(tmp_path, few, ["s", ""])
    assert "Going on: 1 of 3 pictures are taken." in said
    assert "Lay the Sleepers board under the camera, and on it these tiles, any way round:" in said
    assert "tiles      61      61       0             0          0" in said
    assert "dice        3       3       0             0          0" in said
    _, said = led(tmp_path, few, [])
    assert "Going on: 2 of 3 pictures are taken." in said
    taken = list(bundle.looks(tmp_path))
    assert [(look.why, look.light, look.count) for look in taken] == [("set", "as it is", 61), ("set", "as it is", 3)]
    taking.forget()
    assert taking.taken == 0


class Wrong:
    """A camera under which something else lies than was asked for, and at first nothing at all."""

    trouble = "The camera cannot be used: no camera 0 is connected."

    def __init__(self, step):
        laid = dict(step.lies)
        laid.pop(next(iter(laid)))
        hand = scene.photograph(PRINTED, laid, scene.CONDITIONS["hand"], seed=2, size=(960, 720)).picture
        clear = scene.photograph(PRINTED, laid, seed=2, size=(960, 720)).picture
        self.shown = [None, np.full((720, 960, 3), 128, np.uint8), hand, clear, clear]

    def picture(self):
        return self.shown.pop(0)


def test_a_picture_that_shows_something_else_is_told_and_taken_again(tmp_path):
    step = steps()[1]
    _, said = led(tmp_path, [step], ["", "", "", "", "a", "", ""], Wrong(step))
    assert "no camera 0 is connected" in said
    assert "only one colour can be seen" in said
    assert "A hand seems to lie over the sheet" in said
    slot, tile = next(iter(step.lies.items()))
    assert f"1 of 61 read differently: {slot} is surely nothing, not {tile.replace('_', ' ')}." in said
    assert "tiles      61      60       0             1          0" in said
    [look] = bundle.looks(tmp_path)
    assert look.lies[slot] == tile


def test_it_is_led_from_the_command_line(tmp_path, capsys, monkeypatch):
    out = tmp_path / "set.zip"
    words = ["--data", str(tmp_path / "data"), "capture-set", "--pretend", "--to", str(out)]
    monkeypatch.setattr("sys.stdin", io.StringIO("\nq\n"))
    assert main(words) == 0
    assert f"1 picture in {out}." in capsys.readouterr().out
    assert sorted(zipfile.ZipFile(out).namelist()) == ["000001.jpg", "000001.json"]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main([*words, "--anew"]) == 0
    assert "No pictures were taken." in capsys.readouterr().out
    settings = tmp_path / "table.toml"
    settings.write_text('[camera]\nkind = "none"\n')
    assert main(["--settings", str(settings), "--data", str(tmp_path / "data"), "capture-set"]) == 1
    assert "No camera is connected." in capsys.readouterr().err


# What was kept


@pytest.fixture
def kept(tmp_path):
    """One board on which e5 was not sure, and the other is read right."""
    kept = Kept(tmp_path / "pictures")
    photo = scene.photograph(PRINTED, {"e5": "white police"}, seed=4).picture
    kept.allow(True)
    readings = (bundle.Reading("e5", None, 0.4), bundle.Reading("d5", None, 0.99))
    lies = {"e5": "black police", "d5": None}
    kept.add(Look("sleepers", bundle.jpeg(photo), lies=lies, readings=readings))
    return kept


def test_kept_pictures_are_listed_shown_exported_measured_and_forgotten(kept, tmp_path, capsys):
    def said(*words):
        assert main(["--data", str(tmp_path), *map(str, words)]) == 0
        return capsys.readouterr().out

    listed = said("pictures")
    assert "     1  asked     sleepers" in listed
    assert "2 known, 1 not read so" in listed
    assert "Pictures are kept." in listed
    shown = said("pictures", "show", 1, "--to", tmp_path / "one.jpg")
    assert "tiles: e5: black police lies there; read: white police (" in shown
    assert (tmp_path / "one.jpg").read_bytes()[:2] == b"\xff\xd8"
    assert said("pictures", "export", tmp_path / "all.zip") == f"1 picture in {tmp_path / 'all.zip'}.\n"
    assert said("read", "--score", tmp_path / "all.zip").splitlines() == [
        "kind        n   right  unsure  surely wrong  not found",
        "tiles       2       1       0             1          0",
    ]
    assert said("pictures", "forget") == "1 picture forgotten.\n"
    assert said("pictures") == "Pictures are kept.\n"
    kept.allow(False)
    assert said("pictures") == "No pictures are kept: switch it on under Camera.\n"


def test_what_cannot_be_done_is_told(tmp_path, capsys):
    def refused(*words):
        assert main(["--data", str(tmp_path), *map(str, words)]) == 1
        return capsys.readouterr().err

    assert "There is no picture 3." in refused("pictures", "show", 3)
    assert "Say it like this: tableside pictures" in refused("pictures", "eat")
    assert "Say which picture" in refused("read")
    assert "There is no file" in refused("read", "--score", tmp_path / "none.zip")
    assert "holds no pictures" in refused("read", "--score", tmp_path)
