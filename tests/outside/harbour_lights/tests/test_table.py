"""What hands are told to do, what is believed when the table is right, and what must hold for every game."""

import pytest
from device import trying_out as live
from rules import trying_out
from rules.packs import BrokenPack, open_pack

from harbour_lights import GAME
from harbour_lights.pack import Pack, problems


@pytest.mark.parametrize(
    ("before", "after", "orders"),
    [
        ({}, {"c3": "red back"}, ["Put a dark red boat in c3."]),
        ({"c3": "red back"}, {"c3": "red steam_tug"}, ["Turn c3 face-up."]),
        ({"c3": "red steam_tug"}, {"c3": "red back"}, ["Turn c3 face-down."]),
        ({"c4": "green back"}, {"b3": "green back"}, ["Move the dark green boat from c4 to b3."]),
        ({"c4": "green back"}, {}, ["Give the dark green boat in c4 back to its owner's hand."]),
        (
            {"c4": "green back"},
            {"c4": "red customs_cutter"},
            ["Put a red customs cutter in c4 instead of the dark green boat."],
        ),
        ({"stock red": "5"}, {"stock red": "4"}, ["Red: draw 1."]),
    ],
)
def test_hands_are_told_what_to_do(before, after, orders):
    assert GAME.todo(before, after) == orders


def test_a_pack_that_does_not_add_up_is_told(tmp_path, monkeypatch):
    boats = (GAME.folder / "packs" / "demo" / "boats.toml").read_text("utf-8")
    (tmp_path / "harbour_lights" / "own").mkdir(parents=True)
    (tmp_path / "harbour_lights" / "own" / "boats.toml").write_text(boats.replace("count = 3", "count = 9"))
    monkeypatch.setattr("rules.packs.shelves", [tmp_path])
    with pytest.raises(BrokenPack, match="14 in all, expected 6 to 8"):
        open_pack("harbour_lights", "own", Pack, problems)


@pytest.mark.parametrize("check", trying_out.checks(GAME), ids=str)
def test_the_rules_hold_together(check):
    check()


@pytest.mark.parametrize("check", live.CHECKS, ids=lambda check: check.__name__)
def test_it_is_played_at_a_live_table(check, tmp_path):
    check(GAME, tmp_path)
