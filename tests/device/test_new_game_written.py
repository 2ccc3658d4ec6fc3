"""`tableside new-game`: a small game of one's own, whole from the first moment."""

import importlib
import subprocess
import sys

import outside
import pytest

from device import trying_out as live
from device.care import new_game
from device.cli import main
from rules import games, trying_out
from rules.ask import Trouble


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The skeleton, and where it is installed."""
    folder = tmp_path_factory.mktemp("games")
    new_game.new_game("three_stones", folder)
    return folder / "three_stones", outside.install(folder / "three_stones", folder / "site")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Three", "small letters"),
        ("3stones", "a letter first"),
        ("three-stones", "small letters, digits and _ only"),
        ("", "cannot be a game's name"),
        ("../up", "cannot be a game's name"),
        ("class", "no word that Python keeps for itself"),
        ("stones_", "cannot be a game's name"),
        ("stones" * 7, "42 letters, at most 40"),
        ("sleepers", "This box already has a game called sleepers"),
        ("flask", "This computer already has a Python package called flask"),
        ("json", "This computer already has a Python package called json"),
        ("rules", "This computer already has a Python package called rules"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(tmp_path, name, why):
    with pytest.raises(Trouble, match=why):
        new_game.new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_it_says_what_to_do_next(tmp_path, capsys):
    assert main(["new-game", "long_boats", "--into", str(tmp_path / "mine")]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Long Boats is written to {tmp_path / 'mine' / 'long_boats'}.")
    assert f"pip install -e {tmp_path / 'mine' / 'long_boats'}" in said
    assert "make run" in said


def test_nothing_that_is_there_is_written_over(tmp_path, capsys):
    (tmp_path / "long_boats").mkdir()
    (tmp_path / "long_boats" / "notes.txt").write_text("mine")
    assert main(["new-game", "long_boats", "--into", str(tmp_path)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert [file.name for file in tmp_path.rglob("*")] == ["long_boats", "notes.txt"]


def test_a_card_that_is_full_leaves_nothing_half_done(tmp_path, monkeypatch):
    def full(*_):
        raise OSError("No space left on device")

    monkeypatch.setattr(new_game, "_write", full)
    with pytest.raises(OSError, match="No space"):
        new_game.new_game("long_boats", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_free_corner_markers_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(new_game, "taken_markers", lambda: dict.fromkeys(range(47), "some board"))
    with pytest.raises(Trouble, match="only 3 of 50 are free"):
        new_game.new_game("long_boats", tmp_path)


@pytest.mark.parametrize(
    ("name", "prefix"), [("three_stones", "TS"), ("pebbles", "PE"), ("sleepy_lions", "SLE"), ("a_long_way_home", "ALW")]
)
def test_its_rules_have_numbers_of_their_own(name, prefix):
    assert new_game._prefix(name) == prefix


def test_the_linter_and_the_strict_type_checker_have_nothing_to_say(written, tmp_path):
    source, _ = written
    there = outside.environment()
    for command in (["ruff", "check", "--no-cache", "."], ["ruff", "format", "--no-cache", "--check", "."],
                    ["mypy", "--cache-dir", str(tmp_path)]):  # fmt: skip
        done = subprocess.run([sys.executable, "-m", *command], cwd=source, env=there, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_its_own_tests_pass_once_it_is_installed(written):
    source, site = written
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(source)]
    done = subprocess.run(command, cwd=source, env=outside.environment(site), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


def test_installed_it_is_played_like_any_other_game(written, tmp_path):
    _, site = written
    with outside.on_the_path(site):
        assert games.broken() == {}
        assert games.names() == (*games.NAMES, "three_stones")
        played = games.game("three_stones")
        assert played is importlib.import_module("three_stones").GAME
        for check in trying_out.checks(played):
            check()
        for number, check in enumerate(live.CHECKS):
            check(played, tmp_path / str(number))
    assert games.names() == games.NAMES
