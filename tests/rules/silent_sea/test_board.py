"""Spaces, Rooms, doors and ranges."""

import pytest
from playing import open_values, why_not
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, choices, example_board, example_pack, playing, table, texts

from rules.silent_sea import board
from rules.silent_sea.pack import Edge

OTHERS = (ENGINEER, ASTRO, DOCTOR)


def destinations(game):
    return {value.removeprefix("to:") for value in open_values(playing(game).ask) if value.startswith("to:")}


@pytest.mark.rule("SS-14", "SS-15", "SS-16", "SS-17", "SS-18", "SS-R9")
def test_dashes_and_rooms_cost_one_and_crossings_nothing():
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=2)
    far = {place: len(way.path) for place, way in board.ways(game, DOCTOR, 2).items()}
    assert far == {"p1": 1, "p3": 1, "CR1": 1, "p6": 1, "ST": 2, "EL1": 2, "p5": 2, "MD1": 2}
    assert destinations(game) == set(far)  # never a crossing


@pytest.mark.rule("SS-26", "SS-28", "SS-30")
@pytest.mark.parametrize(
    ("role_room", "before", "behind"), [("EL1", "p3", "p4"), ("MD1", "p6", "p7"), ("EX1", "p8", "WL3")]
)
def test_everybody_may_go_through_the_open_role_rooms(role_room, before, behind):
    for seat in (ENGINEER, ASTRO, DOCTOR, CAPTAIN):
        game = table({seat: before})
        ways = board.ways(game, seat, 2)
        assert ways[role_room].path == (role_room,)
        assert ways[behind].path == (role_room, behind)


@pytest.mark.rule("SS-31", "SS-R13")
def test_only_the_captain_enters_a_vip_room_and_nobody_passes_through():
    shortcut = example_board([Edge("VP1-XP2", "VP1", "p8")])
    for seat in OTHERS:
        game = table({seat: "p9"}, current=seat, phase="move", rolled=3, pack=example_pack(board=shortcut))
        asking = playing(game).ask
        assert why_not(asking, "to:VP1") == (
            "Only the Captain can enter a VIP Room, and nobody else passes through it. (SS-31)"
        )
        assert all("VP1" not in way.path for way in board.ways(game, seat, 6).values())
    captain = table({CAPTAIN: "p9"})
    assert "VP1" in board.ways(captain, CAPTAIN, 1)


@pytest.mark.rule("SS-21", "SS-33", "SS-34")
@pytest.mark.parametrize("seat", [ASTRO, DOCTOR, CAPTAIN])
def test_locked_things_stop_everybody_but_the_engineer(seat):
    game = table({seat: "p10"}, current=seat, phase="move", rolled=1)
    assert why_not(playing(game).ask, "to:WL4") == "WL4 is locked. Only the Engineer can open this. (SS-21)"
    game = table({seat: "p7"}, current=seat, phase="move", rolled=4)
    assert why_not(playing(game).ask, "to:p9").endswith("Only the Engineer can open this. (SS-34)")
    assert game.doors == {"k1": "shut", "WL4": "shut"}
    round_about = table({seat: "p7"}, current=seat, phase="move", rolled=5)
    assert board.ways(round_about, seat, 5)["p9"].path == ("MD1", "p6", "CR1", "p5", "p9")


@pytest.mark.rule("SS-21", "SS-34", "SS-R14", "toggle:engineer_unlock")
def test_the_engineer_opens_by_walking():
    game = table({ENGINEER: "p10"}, phase="move", rolled=2)
    playing(game, "to:WL4")
    assert game.doors["WL4"] == "open"
    assert game.move.used == 1
    assert "WL4 is unlocked." in texts(game)


@pytest.mark.rule("SS-R14")
def test_no_door_is_opened_where_the_same_step_has_an_open_way():
    beside = example_board([Edge("k2", "p1", "p2", closed=True)])
    game = table({ENGINEER: "p1"}, phase="move", rolled=1, pack=example_pack(board=beside))
    playing(game, "to:p2")
    assert game.doors["k2"] == "shut"
    only = example_board([Edge("k3", "ST", "p12", closed=True)])
    game = table(phase="move", rolled=1, pack=example_pack(board=only))
    playing(game, "to:p12")
    assert game.doors["k3"] == "open"


@pytest.mark.rule("SS-R14", "toggle:engineer_unlock")
def test_by_a_house_rule_only_abilities_or_an_action_next_door_open_doors():
    for how, words in (("ability_only", "by an Ability card"), ("action_adjacent", "with an action when next to it")):
        game = table({ENGINEER: "p7"}, phase="move", rolled=1, engineer_unlock=how)
        asking = playing(game).ask
        assert why_not(asking, "to:p9") == f"Locked: here the Engineer opens doors {words}. (SS-R14)"
    game = table({ENGINEER: "p7"}, engineer_unlock="ability_only", enabled={ENGINEER: [1]})
    assert "unlock:k1" not in choices(playing(game).ask)
    playing(game, "ability:1", "door:k1")  # an Ability that unlocks works in every setting
    assert game.doors["k1"] == "open"
    game = table({ENGINEER: "p7"}, engineer_unlock="action_adjacent")
    playing(game, "unlock:k1")
    assert (game.doors["k1"], game.current) == ("open", ASTRO)
    room = table({ENGINEER: "p10"}, engineer_unlock="action_adjacent")
    assert "unlock:WL4" in choices(playing(room).ask)
    away = table({ENGINEER: "p9"}, engineer_unlock="action_adjacent")
    assert "unlock:WL4" not in choices(playing(away).ask)
    doctor = table({DOCTOR: "p7"}, current=DOCTOR, engineer_unlock="action_adjacent")
    assert "unlock:k1" not in choices(playing(doctor).ask)


@pytest.mark.rule("SS-R15", "toggle:unlock_scope")
@pytest.mark.parametrize(("scope", "passes"), [("everyone", True), ("engineer_only", False)])
def test_what_is_unlocked_is_open_for_good_and_for_whom_the_house_says(scope, passes):
    game = table({ENGINEER: "p7", DOCTOR: "p7", CAPTAIN: "p10"}, unlock_scope=scope)
    board.unlock(game, "k1")
    board.unlock(game, "WL4")
    assert ("p9" in board.ways(game, DOCTOR, 1)) is passes
    assert ("WL4" in board.ways(game, CAPTAIN, 1)) is passes
    assert "p9" in board.ways(game, ENGINEER, 1)
    for _ in range(4):  # nothing ever locks by itself again
        game.phase = "end"
        playing(game)
    assert game.doors == {"k1": "open", "WL4": "open"}


@pytest.mark.rule("SS-R15")
def test_the_vip_limit_holds_behind_opened_doors():
    game = table({ENGINEER: "p9"})
    assert "VP1" not in board.ways(game, ENGINEER, 6)


@pytest.mark.rule("SS-R17", "toggle:range_blocked_by_doors")
def test_doors_block_measuring_unless_the_house_says_otherwise():
    game = table()
    assert board.distance(game, "p7", "p9") == 5
    assert board.distance(game, "p10", "WL4") is None
    assert board.distance(game, "WL4", "p10") is None
    through = table(range_blocked_by_doors="off")
    assert board.distance(through, "p7", "p9") == 1
    assert board.distance(through, "p10", "WL4") == 1


@pytest.mark.rule("SS-R17")
def test_vip_rooms_and_figures_do_not_block_measuring_and_the_same_space_is_0():
    shortcut = example_board([Edge("VP1-p1", "VP1", "p1")])
    game = table({DOCTOR: "p1", ENGINEER: "XP"}, pack=example_pack(board=shortcut))
    assert board.between(game, ENGINEER, DOCTOR) == 2  # VP1, p1
    assert board.distance(game, "p5", "p5") == 0
    crowd = table({ASTRO: "p1", DOCTOR: "p2", CAPTAIN: "p2"})
    assert board.between(crowd, ENGINEER, CAPTAIN) == 2


@pytest.mark.rule("SS-R16")
def test_with_the_engineer_dead_only_card_effects_open_doors():
    game = table({DOCTOR: "p7"}, current=DOCTOR, phase="move", rolled=4, health={ENGINEER: 0})
    assert "Only the Engineer" in why_not(playing(game).ask, "to:p9")


@pytest.mark.rule("SS-R11")
def test_turning_back_and_sharing_a_space_are_allowed():
    game = table({ASTRO: "p1", DOCTOR: "p2"}, phase="move", rolled=4)
    at = playing(game, "to:p2")  # past Ben and beside Cem
    assert game.players[ENGINEER].node == "p2"
    at.answer("to:p1").answer("to:p2")
    assert (game.players[ENGINEER].node, game.move.used) == ("p2", 4)
