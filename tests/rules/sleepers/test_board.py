"""The board and the tiles."""

from collections import Counter

import pytest

from rules.ask import IllegalAnswer
from rules.packs import BrokenPack
from rules.plain import load
from rules.sleepers import GAME
from rules.sleepers.board import (
    CORNERS,
    HEXES,
    LONG_DIAGONALS,
    NEIGHBOURS,
    OPPOSITE,
    ROWS_OF_FIVE,
    SIDES,
    beyond,
    distance,
)
from rules.sleepers.pack import KINDS, Pack, opened, problems


@pytest.mark.rule("SL-8", "SL-R1")
def test_the_board_is_a_regular_hexagon_of_61_hexes_five_to_a_side():
    assert len(HEXES) == 61
    columns = Counter(hex_[0] for hex_ in HEXES)
    assert [columns[letter] for letter in "abcdefghi"] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert Counter(len(neighbours) for neighbours in NEIGHBOURS.values()) == {6: 37, 4: 18, 3: 6}
    assert all(len(side) == 5 for side in SIDES.values())
    assert sorted(NEIGHBOURS["e5"]) == ["d5", "d6", "e4", "e6", "f4", "f5"]
    assert set(NEIGHBOURS["a9"]) == {"a8", "b8", "b9"}


def test_corners_belong_to_two_sides_and_never_to_opposite_ones():
    for corner in CORNERS:
        touched = [name for name, side in SIDES.items() if corner in side]
        assert len(touched) == 2
        assert tuple(touched) not in OPPOSITE


def test_there_are_75_rows_of_five_and_three_long_diagonals():
    assert len(set(ROWS_OF_FIVE)) == 75
    assert {frozenset((row[0], row[-1])) for row in LONG_DIAGONALS} == {
        frozenset(("a5", "i5")),
        frozenset(("e1", "e9")),
        frozenset(("a9", "i1")),
    }


def test_opposite_sides_are_eight_steps_apart():
    for one, opposite in OPPOSITE:
        assert min(distance(a, b) for a in SIDES[one] for b in SIDES[opposite]) == 8


def test_a_straight_step_off_the_board_leads_nowhere():
    assert beyond("e1", "N") is None
    assert beyond("e5", "SE", 4) == "i5"
    assert beyond("e5", "SE", 5) is None


@pytest.mark.rule("SL-9", "SL-10")
def test_each_colour_has_thirty_tiles_in_the_printed_mix():
    counts = opened("demo").counts
    assert sum(counts.values()) == 30
    assert counts == {"scientist": 8, "militia": 5, "saboteur": 1, **dict.fromkeys(KINDS[3:], 2)}


@pytest.mark.rule("SL-1", "SL-2", "SL-R32")
def test_exactly_two_play_one_white_one_black():
    assert GAME.setup({"white": "Ann", "black": "Ben"}).seats == ("white", "black")
    with pytest.raises(IllegalAnswer, match="for 2 players, not 1"):
        GAME.setup({"white": "Ann"})
    with pytest.raises(IllegalAnswer, match="no seat red"):
        GAME.setup({"white": "Ann", "black": "Ben", "red": "Cy"})


def good_pack() -> dict:
    tiles = [{"code": kind, "name": kind, "count": 2, "summary": ""} for kind in KINDS]
    tiles[0]["count"], tiles[1]["count"], tiles[2]["count"] = 8, 5, 1
    colour = {"name": "x", "rgb_front": [1, 2, 3], "rgb_back": [1, 2, 3]}
    return {
        "pack_id": "mine",
        "origin": "owner",
        "language": "en",
        "tiles": tiles,
        "colours": {"white": colour, "black": colour},
    }


def test_a_pack_must_add_up():
    pack = good_pack()
    assert problems(load(Pack, pack)) == []
    pack["tiles"][0]["count"] = 7
    assert problems(load(Pack, pack)) == ["tiles, field count: 29 in all, expected 30 (SL-9)."]
    pack = good_pack()
    pack["tiles"][1]["code"] = "scientist"
    assert "missing ['militia'], twice ['scientist']" in problems(load(Pack, pack))[0]
    pack = good_pack()
    pack["board"] = {"orientation": 6, "corners_px": [[1.0, 2.0]]}
    assert len(problems(load(Pack, pack))) == 2
    pack = good_pack()
    pack["colours"] = {"white": pack["colours"]["white"]}
    assert problems(load(Pack, pack)) == ["colours: expected white and black, got white."]


def test_an_unknown_pack_is_told_with_those_there_are():
    with pytest.raises(BrokenPack, match="There is no such pack for sleepers; there are demo"):
        GAME.begin(GAME.setup(2, pack="winter"))
