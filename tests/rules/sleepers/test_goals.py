"""Winning and losing."""

import pytest
from playing import asked, play
from sleepers_setting import table

from rules.sleepers import agents, goals, turn
from rules.sleepers.goals import Decided

CHAIN = "W:Sci^@a7 W:Mil^@b7 W:Pol^@c6 W:Sci^@d6 W:Rec^@f5 W:Mil^@g4 W:Inf^@h4 W:Div^@i3"


def judged(game):
    """The result the position gives now, if any."""
    game.result = None
    try:
        goals.judge(game)
    except Decided:
        return game.result
    return None


@pytest.mark.rule("SL-56", "SL-R17", "SL-R18", "toggle:success_shape")
def test_any_connected_chain_between_opposite_sides_wins():
    assert judged(table(CHAIN + " W:Rec^@e5"))["by"] == "success"
    assert judged(table(CHAIN)) is None
    assert judged(table(CHAIN + " W:Rec_@e5")) is None  # a sleeper is no link
    assert judged(table(CHAIN + " W:Rec^@e5", success_shape="straight")) is None
    straight = " ".join(f"W:Sci^@{hex_}" for hex_ in ("e1", "e2", "e3", "e4", "e6", "e7", "e8", "e9")) + " W:Rin^@e5"
    won = judged(table(straight, success_shape="straight"))
    assert (won["by"], won["hexes"][0], won["hexes"][-1]) == ("success", "e1", "e9")


@pytest.mark.rule("SL-R18")
@pytest.mark.parametrize(
    "cells",
    [
        "a7 b7 c6 d6 e5 f5 g4 h4 i3",  # west to east
        "f1 f2 f3 f4 e5 e6 e7 d8 d9",  # north-east to south-west
        "c3 c4 d4 d5 e5 f5 f6 f7 g7",  # north-west to south-east
    ],
)
def test_each_pair_of_opposite_sides_will_do(cells):
    kinds = ["Mil", "Pol", "Rin", "Rec", "Inf", "Imm", "Dou", "Div", "Mod"]
    tiles = " ".join(f"B:{kind}^@{cell}" for kind, cell in zip(kinds, cells.split(), strict=True))
    assert judged(table(tiles))["winner"] == "black"


@pytest.mark.rule("SL-R19", "toggle:corner_sides")
def test_a_corner_belongs_to_both_its_sides_unless_the_house_says_neither():
    # The long diagonal joins two corners: west to east, and south-west to north-east.
    cells = "a9 b8 c7 d6 e5 f4 g3 h2 i1"
    kinds = ["Mil", "Pol", "Rin", "Rec", "Inf", "Imm", "Dou", "Div", "Mod"]
    tiles = " ".join(f"W:{kind}^@{cell}" for kind, cell in zip(kinds, cells.split(), strict=True))
    assert judged(table(tiles))["by"] == "success"
    assert judged(table(tiles, corner_sides="neither")) is None


@pytest.mark.rule("SL-R20")
def test_only_own_agents_count():
    assert judged(table(CHAIN + " B:Rec^@e5")) is None
    assert judged(table("W:Sci^@b6 W:Sci^@c6 B:Sci^@d6 W:Sci^@e6 W:Sci^@f6")) is None
    assert judged(table("B:Div_@a9 W:Mil^@a8 W:Mil^@b8 B:Mil^@b9")) is None


@pytest.mark.rule("SL-35", "SL-57", "SL-R21")
@pytest.mark.parametrize("cells", ["b6 c6 d6 e6 f6", "e3 e4 e5 e6 e7", "c7 d6 e5 f4 g3"])
def test_five_active_scientists_in_any_straight_row_win(cells):
    row = cells.split()
    tiles = [f"W:Sci^@{cell}" for cell in row]
    assert judged(table(" ".join(tiles)))["by"] == "liberation"
    assert judged(table(" ".join(tiles[:4]))) is None
    asleep = [*tiles[:4], tiles[4].replace("^", "_")]
    assert judged(table(" ".join(asleep))) is None


@pytest.mark.rule("SL-R21")
def test_a_bent_or_broken_row_is_no_liberation():
    assert judged(table("W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Sci^@f5")) is None
    assert judged(table("W:Sci^@b6 W:Sci^@c6 W:Sci^@e6 W:Sci^@f6 W:Sci^@g6")) is None
    six = "W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Sci^@f6 W:Sci^@g6"
    assert judged(table(six))["by"] == "liberation"


@pytest.mark.rule("SL-52", "SL-R26")
def test_masters_of_disguise_count_for_liberation_capture_and_success_of_their_owner():
    assert judged(table("W:Mod^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Mod^@f6"))["by"] == "liberation"
    assert judged(table("B:Mod^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Sci^@f6")) is None
    assert judged(table("B:Div_@a9 W:Mod^@a8 W:Mil^@b8 W:Mod^@b9"))["by"] == "capture"
    assert judged(table("B:Div_@a9 B:Mod^@a8 W:Mil^@b8 W:Mil^@b9")) is None
    assert judged(table(CHAIN + " W:Mod^@e5"))["by"] == "success"
    asleep = table("W:Mod_@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Sci^@f6")
    assert judged(asleep) is None  # only while face-up


@pytest.mark.rule("SL-36", "SL-54", "SL-R22", "SL-R23", "SL-R24")
def test_a_single_agent_walled_in_by_militia_and_edge_is_captured():
    won = judged(table("B:Div_@a9 W:Mil^@a8 W:Mil^@b8 W:Mil^@b9"))
    assert (won["winner"], won["by"], won["hexes"]) == ("white", "capture", ["a9"])
    side = "B:Sci^@a7 W:Mil^@a6 W:Mil^@b6 W:Mil^@b7 W:Mil^@a8"
    assert judged(table(side))["by"] == "capture"
    inside = "B:Sci_@e5 W:Mil^@e4 W:Mil^@f4 W:Mil^@f5 W:Mil^@e6 W:Mil^@d6 W:Mod^@d5"
    assert judged(table(inside))["by"] == "capture"
    for hole in ("", " W:Mil_@b9", " W:Sci^@b9", " B:Sci^@b9"):
        assert judged(table("B:Div_@a9 W:Mil^@a8 W:Mil^@b8" + hole)) is None


@pytest.mark.rule("SL-R22", "toggle:capture_scope")
def test_where_groups_are_captured_every_outside_neighbour_must_be_a_wall():
    pair = "B:Div_@a9 B:Sci_@a8 W:Mil^@b9 W:Mil^@b8 W:Mil^@b7 W:Mil^@a7"
    assert judged(table(pair)) is None  # no single one of them is walled in
    assert judged(table(pair, capture_scope="group"))["hexes"] == ["a9", "a8"]
    assert judged(table(pair.replace("W:Mil^@a7", ""), capture_scope="group")) is None
    assert judged(table(pair + " B:Sci_@e5 B:Mil_@e6", capture_scope="group"))["by"] == "capture"


@pytest.mark.rule("SL-R25", "SL-59", "SL-60")
def test_walls_and_scientists_lit_by_an_informant_count_at_once():
    game = table("W:Inf_@e5 B:Div_@a9 W:Mil^@a8 W:Mil^@b8 W:Mil_@b9")
    with pytest.raises(Decided):
        play(agents.activate(game, "e5"), "b9")
    assert game.result["by"] == "capture"
    game = table("W:Inf_@a5 W:Sci_@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Sci^@f6")
    with pytest.raises(Decided):
        play(agents.activate(game, "a5"), "b6")
    assert game.result["by"] == "liberation"


@pytest.mark.rule("SL-53", "SL-58", "SL-R27", "toggle:morale_limit")
def test_ten_killed_agents_lose_the_game():
    assert judged(table(killed={"black": 9})) is None
    won = judged(table(killed={"black": 10}))
    assert (won["winner"], won["by"]) == ("white", "morale")
    assert judged(table(killed={"black": 11}))["by"] == "morale"
    assert judged(table(killed={"black": 10}, morale_limit=12)) is None
    assert judged(table(killed={"black": 3}, morale_limit=3))["by"] == "morale"


@pytest.mark.rule("SL-55", "SL-R28", "SL-R29")
def test_without_tiles_and_sleepers_a_player_who_has_to_move_is_out():
    spent = {"hands": {"white": []}, "stock": {"white": 0}}
    with pytest.raises(Decided):
        play(turn.turn(table("W:Sci^@e5", **spent)))
    lost = table("W:Sci^@e5", **spent)
    with pytest.raises(Decided):
        goals.at_turns_start(lost)
    assert (lost.result["winner"], lost.result["by"]) == ("black", "attrition")
    with_sleeper = table("W:Sci_@e5", **spent)
    choice = asked(turn.turn(with_sleeper))
    assert choice.ask.text == "White: no tile in hand; wake a sleeper."
    with_stock = table("W:Sci^@e5", hands={"white": []}, stock={"white": 1})
    goals.at_turns_start(with_stock)
    with_hand = table("W:Sci^@e5", hands={"white": ["police"]}, stock={"white": 0})
    goals.at_turns_start(with_hand)


@pytest.mark.rule("SL-R28", "toggle:attrition_timing")
def test_attrition_waits_for_the_own_turn_unless_the_house_looks_at_once():
    spent = {"hands": {"black": []}, "stock": {"black": 0}}
    assert judged(table("B:Sci^@e5", **spent)) is None
    now = judged(table("B:Sci^@e5", attrition_timing="instant", **spent))
    assert (now["winner"], now["by"]) == ("white", "attrition")


@pytest.mark.rule("SL-61", "SL-R30", "toggle:double_elimination")
def test_if_both_win_at_once_the_player_whose_turn_it_is_wins():
    both = {"killed": {"white": 10, "black": 10}}
    assert judged(table(current="white", **both))["winner"] == "white"
    assert judged(table(current="black", **both))["winner"] == "black"
    drawn = judged(table(double_elimination="draw", **both))
    assert (drawn["winner"], drawn["by"]) == (None, "draw")
    # Success against an elimination is not a double elimination: the current player wins.
    mixed = judged(table(CHAIN + " W:Rec^@e5", double_elimination="draw", current="black", killed={"white": 10}))
    assert mixed["winner"] == "black"
    assert mixed["claims"] == {"white": ["success"], "black": ["morale"]}


@pytest.mark.rule("SL-R31")
def test_a_player_can_lose_by_the_own_hand_and_win_in_the_others_turn():
    game = table("W:Div_@e5 W:Sci_@i1 B:Mil^@a8 B:Mil^@b8 B:Mil^@b9")
    with pytest.raises(Decided):
        play(turn.turn(game), "e5", "i1", "a9")  # White moves a sleeper right between black Militia
    assert (game.result["winner"], game.result["by"]) == ("black", "capture")


@pytest.mark.rule("SL-R16", "toggle:goal_check")
def test_goals_are_looked_at_after_every_step_unless_the_house_waits():
    tiles = "W:Mod_@f6 W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Dou^@f5 B:Sci_@i1"
    game = table(tiles)
    with pytest.raises(Decided):
        play(turn.turn(game), "f6")  # won at the flip, before it may borrow

    tile = table(tiles, goal_check="after_tile")
    asked(turn.turn(tile), "f6").answer("f5")  # it borrows the Double agent's task …
    assert tile.result is None
    swapped = table(tiles, goal_check="after_tile")
    asked(turn.turn(swapped), "f6", "f5", "i1")  # … and is gone from the row when judged
    assert swapped.result is None

    stay = table(tiles, goal_check="after_tile")
    with pytest.raises(Decided):
        asked(turn.turn(stay), "f6", "done")

    late = table(tiles + " W:Div_@a5", goal_check="end_of_turn")
    waking = asked(turn.turn(late), "f6", "done")
    assert late.result is None  # still to come: the second sleeper
    with pytest.raises(Decided):
        waking.answer("done")


@pytest.mark.rule("SL-R16")
def test_where_tiles_are_judged_a_tile_woken_by_a_ringleader_is_one_of_its_own():
    tiles = "W:Rin_@a5 W:Sci_@f6 W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Div_@i1"
    with pytest.raises(Decided):
        asked(turn.turn(table(tiles, goal_check="after_tile")), "a5", "f6")
    late = table(tiles, goal_check="end_of_turn")
    asked(turn.turn(late), "a5", "f6")
    assert late.result is None


@pytest.mark.rule("SL-R16")
def test_nobody_draws_once_the_game_is_won():
    game = table("W:Sci_@f6 W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6", hands={"white": []})
    stock = game.sides["white"].stock
    with pytest.raises(Decided):
        play(turn.turn(game), "f6")
    assert game.sides["white"].stock == stock


@pytest.mark.rule("SL-R10")
def test_face_up_is_active_whoever_turned_it_up():
    game = table("B:Inf_@i5 W:Sci_@f6 W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6", current="black")
    with pytest.raises(Decided):
        play(turn.turn(game), "i5", "f6")
    assert game.result["winner"] == "white"


def test_the_sentence_names_who_and_where():
    assert judged(table(CHAIN + " W:Rec^@e5"))["text"] == "White wins by Success: the network joins a7 and i3."
