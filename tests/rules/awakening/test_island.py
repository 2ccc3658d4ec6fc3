"""The island: hexes, triangles and the ways between them."""

from math import dist, isclose, sqrt

import pytest

from rules.awakening.island import CORNERS, HEXES, RIM, RIM_SPACES, centre_of, island, neighbours_of_hex

MAP = island()


@pytest.mark.rule("AW-G1")
def test_nineteen_hexes_lie_in_rows_of_three_four_five_four_three():
    rows = [sum(r == row for _, r in HEXES.values()) for row in range(-2, 3)]

    assert rows == [3, 4, 5, 4, 3]
    assert all(abs(q) <= 2 and abs(r) <= 2 and abs(q + r) <= 2 for q, r in HEXES.values())
    assert neighbours_of_hex(10) == (5, 6, 9, 11, 14, 15)
    assert neighbours_of_hex(1) == (2, 4, 5)


@pytest.mark.rule("AW-G2")
def test_hexes_are_numbered_in_reading_order():
    assert HEXES[1] == (0, -2)
    assert HEXES[7] == (2, -1)
    assert HEXES[8] == (-2, 0)
    assert HEXES[10] == (0, 0)
    assert HEXES[13] == (-2, 1)
    assert HEXES[19] == (0, 2)
    assert all(max(abs(q), abs(r), abs(q + r)) == 2 for q, r in (HEXES[number] for number in RIM))
    assert [len(neighbours_of_hex(number)) for number in CORNERS] == [3] * 6
    assert all(b in neighbours_of_hex(a) for a, b in zip(RIM, (*RIM[1:], RIM[0]), strict=True))


@pytest.mark.rule("AW-G3")
def test_a_triangle_lies_where_three_neighbouring_hex_positions_meet():
    for corners in island("all54").corners.values():
        for a in corners:
            for b in corners:
                assert a == b or isclose(dist(centre_of(a), centre_of(b)), sqrt(3))


@pytest.mark.rule("AW-G4")
def test_54_triangles_touch_the_map_36_two_hexes_24_three():
    touching = [len(hexes) for hexes in island("all54").hexes.values()]

    assert (touching.count(1), touching.count(2), touching.count(3)) == (18, 12, 24)


@pytest.mark.rule("AW-G5", "AW-R5", "AW-58")
def test_the_36_triangles_between_at_least_two_hexes_are_playable():
    assert len(MAP.spaces) == 36
    assert sum(len(hexes) == 2 for hexes in MAP.hexes.values()) == 12


@pytest.mark.rule("AW-G6")
def test_a_space_is_named_after_its_hexes_in_ascending_order():
    assert all(space == "-".join(map(str, sorted(hexes))) for space, hexes in MAP.hexes.items())
    assert len(set(MAP.spaces)) == 36
    assert set(RIM_SPACES) == {space for space, hexes in MAP.hexes.items() if len(hexes) == 2}


@pytest.mark.rule("AW-G7")
def test_corner_hexes_touch_four_spaces_side_middles_five_the_others_six():
    for number in HEXES:
        expected = 4 if number in CORNERS else 5 if number in RIM else 6
        assert len(MAP.around(number)) == expected
    assert sum(len(MAP.around(number)) for number in HEXES) == 96


@pytest.mark.rule("AW-G8")
def test_neighbouring_spaces_share_two_hexes_and_make_42_moves():
    for space in MAP.spaces:
        for other in MAP.spaces:
            shared = set(MAP.hexes[space]) & set(MAP.hexes[other])
            assert (other in MAP.neighbours[space]) == (other != space and len(shared) == 2)
        assert len(MAP.neighbours[space]) == (1 if space in RIM_SPACES else 3)
    assert sum(len(beside) for beside in MAP.neighbours.values()) == 2 * 42


@pytest.mark.rule("AW-G8")
@pytest.mark.parametrize(
    ("space", "beside"),
    [
        ("18-19", "15-18-19"),
        ("4-8", "4-8-9"),
        ("5-6-10", "2-5-6 5-9-10 6-10-11"),
        ("15-18-19", "14-15-18 15-16-19 18-19"),
        ("7-11-12", "6-7-11 7-12 11-12-16"),
    ],
)
def test_the_neighbours_are_those_of_the_table(space, beside):
    assert set(MAP.neighbours[space]) == set(beside.split())


@pytest.mark.rule("AW-G9")
def test_one_move_brings_at_most_one_new_hex():
    for space, beside in MAP.neighbours.items():
        for other in beside:
            new = set(MAP.hexes[other]) - set(MAP.hexes[space])
            assert len(new) == (0 if other in RIM_SPACES else 1)


@pytest.mark.rule("AW-G10")
def test_triangles_are_drawn_in_the_middle_of_their_three_positions():
    assert centre_of((0, 0)) == (0, 0)
    assert centre_of((1, 0)) == (sqrt(3), 0)
    x, y = MAP.centre("5-6-10")
    assert isclose(x, 0, abs_tol=1e-9)
    assert isclose(y, -1)
    # A rim space lies further out than both its hexes' common edge, towards the off-map neighbour.
    x, y = MAP.centre("1-2")
    assert isclose(y, -3.5)


@pytest.mark.rule("AW-G11")
def test_the_map_hangs_together_and_its_longest_way_is_nine_moves():
    assert MAP.distance("1-2", "18-19") == 9
    assert max(max(MAP.distances(space).values()) for space in MAP.spaces) == 9
    for speed, fewest in ((2, 3), (3, 7), (4, 12), (5, 18)):
        assert min(len(MAP.within(space, speed)) for space in MAP.spaces) == fewest
    assert all((len(MAP.within(space, 2)) == 3) == (space in RIM_SPACES) for space in MAP.spaces)


@pytest.mark.rule("AW-G12", "toggle:rim_triangles")
def test_the_house_rules_play_on_all_54_or_only_the_inner_24():
    wide, inner = island("all54"), island("inner24")

    assert len(wide.spaces) == 54
    assert sum(len(beside) for beside in wide.neighbours.values()) == 2 * 72
    assert {"1a", "1b", "2a"} <= set(wide.spaces)
    assert not {"2b", "10a"} & set(wide.spaces)
    assert wide.centre("1a")[0] < wide.centre("1b")[0]  # clockwise on the upper side is to the right
    assert len(inner.spaces) == 24
    assert sum(len(beside) for beside in inner.neighbours.values()) == 2 * 30


def test_walks_give_every_way_up_to_the_speed():
    walks = list(MAP.walks("1-2", 2))

    assert ("1-2-5", "1-2") in walks
    assert len(walks) == 1 + 3
