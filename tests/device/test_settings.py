"""`table.toml`: defaults, every key, and sentences for what cannot be meant."""

import tomllib
from datetime import time
from pathlib import Path

import pytest

from device import settings
from device.settings import Box, CameraSettings, Page, Settings, SettingsError, Table

EXAMPLE = Path(__file__).parents[2] / "table.example.toml"


def load(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return settings.load(path, environ={"HOME": str(tmp_path)})


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, text)
    return str(caught.value).removeprefix(f"{tmp_path}/")


def test_without_a_file_every_default_stands(tmp_path):
    found = settings.load(None, environ={"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "none")})

    assert found.box == Box()
    assert found.camera == CameraSettings()
    assert found.page == Page(host="0.0.0.0", port=8080, name="tableside")
    assert found.data == tmp_path / ".local/share/tableside"


def test_the_example_file_shows_every_key_with_its_default(tmp_path):
    found = settings.load(EXAMPLE, environ={"HOME": str(tmp_path)})
    shown = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))

    assert (found.box, found.camera, found.page, found.table) == (Box(), CameraSettings(), Page(), Table())
    for section in ("box", "camera", "page", "table"):
        assert set(shown[section]) == set(settings.SECTIONS[section])


def test_what_is_written_is_what_comes_out(tmp_path):
    found = load(
        tmp_path,
        """
        [box]
        fate_button = 3
        seat_lamps = [5, false, 6]
        digit = false
        buzzer = false
        quiet_hours = "21:30-06:00"
        digit_common = "anode"
        brightness = 1
        [camera]
        kind = "usb"
        size = [1280, 720]
        focus_cm = 60
        [page]
        port = 80
        [table]
        players = ["Ann", "Ben"]
        [data]
        folder = "/games"
        """,
    )

    assert found.box.buttons == {"fate": 3, "yes": 27, "back": 22}
    assert found.box.lamps == {"fate": 18, "seat 1": 5, "seat 3": 6, "camera": 7}
    assert found.box.segments == {}
    assert found.box.buzzer is None
    assert found.box.quiet_hours == (time(21, 30), time(6))
    assert found.camera.size == (1280, 720)
    assert found.camera.focus_cm == 60
    assert found.page.port == 80
    assert found.table.players == ("Ann", "Ben")
    assert found.data == Path("/games")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '[box]\nfate_button = "17"',
            "table.toml: [box] fate_button: expected a GPIO number from 0 to 27, or false if the part is not "
            'fitted, got "17"',
        ),
        (
            "[box]\nbuzzer = 28",
            "table.toml: [box] buzzer: expected a GPIO number from 0 to 27, or false if the part is not "
            "fitted, got 28",
        ),
        ("[box]\nfate_buton = 4", "table.toml: [box] fate_buton is no key; did you mean fate_button?"),
        ("[boxx]\n", "table.toml: [boxx] is no section; did you mean box?"),
        ("box = 4", "table.toml: expected a section [box], got box = 4"),
        (
            "[page]\nport = true",
            "table.toml: [page] port: expected a whole number from 1 to 65535, got true",
        ),
        (
            "[box]\ndigit = [1, 2, 3]",
            "table.toml: [box] digit: expected the seven GPIO numbers of segments a, b, c, d, e, f, g, or "
            "false, got [1, 2, 3]",
        ),
        (
            '[box]\nquiet_hours = "late"',
            'table.toml: [box] quiet_hours: expected hours such as "22:00-07:00", or false, got "late"',
        ),
        (
            '[box]\nlamps_lit = "up"',
            'table.toml: [box] lamps_lit: expected "high" or "low", got "up"',
        ),
        (
            "[box]\nhold = 0",
            "table.toml: [box] hold: expected a number from 0.3 to 5 (seconds), got 0",
        ),
        (
            "[camera]\nsize = [640]",
            "table.toml: [camera] size: expected [width, height] in pixels, each from 320 to 9248, got [640]",
        ),
        (
            '[camera]\nkind = "folder"',
            'table.toml: [camera] folder: expected the folder of pictures, as kind is "folder"',
        ),
        (
            "[camera]\nsize = [640, 480]\nsmall = [800, 100]",
            "table.toml: [camera] small: expected no more than size [640, 480]",
        ),
        (
            '[table]\nplayers = ["Ann", "Ann"]',
            'table.toml: [table] players: expected names that differ and are not empty, got ["Ann", "Ann"]',
        ),
        ('[data]\nfolder = ""', 'table.toml: [data] folder: expected a text, got ""'),
    ],
)
def test_a_wrong_value_is_told_with_file_section_and_key(tmp_path, text, sentence):
    assert complaint(tmp_path, text) == sentence


def test_broken_toml_is_told_with_its_line(tmp_path):
    assert complaint(tmp_path, "[box]\nfate_button 17").startswith("table.toml: expected TOML: ")
    assert "line 2" in complaint(tmp_path, "[box]\nfate_button 17")


def test_a_named_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(SettingsError, match=r"none\.toml: expected a settings file, found none"):
        settings.load(tmp_path / "none.toml")


def test_a_file_that_is_no_text_is_told(tmp_path):
    (tmp_path / "table.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="expected text in UTF-8"):
        settings.load(tmp_path / "table.toml")


def test_the_users_own_file_is_found(tmp_path):
    (tmp_path / "tableside").mkdir()
    (tmp_path / "tableside/table.toml").write_text("[page]\nport = 9000\n")

    found = settings.load(None, environ={"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/nowhere"})

    assert found.page.port == 9000
    assert found.path == tmp_path / "tableside/table.toml"


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"HOME": "/home/ann"}, "/home/ann/.local/share/tableside"),
        ({"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "/data/tableside"),
        ({"HOME": "/root", "STATE_DIRECTORY": "/var/lib/tableside"}, "/var/lib/tableside"),
    ],
)
def test_games_live_in_the_users_data_folder_or_the_services(environ, folder):
    assert settings.default_data(environ) == Path(folder)
