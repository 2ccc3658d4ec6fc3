"""The worked examples."""

import pytest
from playing import asked, open_values, play
from sleepers_setting import table

from rules.position import Run, Step
from rules.sleepers import GAME, turn
from rules.sleepers.agents import DONE
from rules.sleepers.goals import Decided


@pytest.mark.rule("SL-E1", "SL-19", "SL-26")
def test_e1_recruit_and_draw():
    game = table(custody="table")
    play(turn.turn(game), "e5")
    assert (game.board["e5"].owner, game.board["e5"].up) == ("white", False)
    assert (len(game.sides["white"].hand), game.sides["white"].stock) == (4, 25)
    assert game.current == "black"


@pytest.mark.rule("SL-E2", "SL-27", "SL-28")
def test_e2_more_than_four():
    game = table("W:???_@a5 W:???_@a6 W:???_@a7 W:???_@a8", custody="table", hands={"white": [None] * 6})
    assert game.sides["white"].stock == 20
    for hex_, hand, stock in (("c4", 5, 20), ("c5", 4, 20), ("c6", 4, 19)):
        game.current = "white"
        play(turn.turn(game), hex_)
        assert (len(game.sides["white"].hand), game.sides["white"].stock) == (hand, stock)


@pytest.mark.rule("SL-E3", "SL-22")
def test_e3_two_activations():
    game = table("W:Sci_@c4 W:Mil_@g3 W:Sci_@b8")
    run = Run(GAME, game)
    run.take(Step("answer", "c4"))
    run.take(Step("answer", "g3"))
    assert game.board["c4"].up
    assert game.board["g3"].up
    assert not game.board["b8"].up
    assert run.ask.seat == "black"  # a third is not to be had
    assert len(game.sides["white"].hand) == 4


@pytest.mark.rule("SL-E4", "SL-53", "SL-58")
def test_e4_saboteur_and_morale():
    game = table("W:Sab_@e5 W:Sci^@e4 B:Rec_@f5 B:Pol^@d6 B:Sci_@g5", killed={"black": 8})
    with pytest.raises(Decided):
        play(turn.turn(game), "e5")
    assert sorted(game.board) == ["g5"]
    assert (len(game.sides["white"].killed), len(game.sides["black"].killed)) == (2, 10)
    assert (game.result["winner"], game.result["by"]) == ("white", "morale")
    assert sum(agent.up for agent in game.sides["black"].killed) == 1  # f5 stays face-down


@pytest.mark.rule("SL-E5", "SL-41")
def test_e5_police_two_jumps():
    game = table("W:Pol_@c5 B:Sci_@d5 B:Mil^@e4")
    asked(turn.turn(game), "c5", "e5", "e3")
    assert sorted(game.board) == ["e3"]
    assert [agent.up for agent in game.sides["black"].killed] == [False, True]


@pytest.mark.rule("SL-E6", "SL-42")
def test_e6_ringleader_and_a_second():
    game = table("W:Rin_@d4 W:Sci_@f2 W:Mil_@h3 W:Sci_@b7")
    play(turn.turn(game), "d4", "f2", "h3", "b7")
    assert all(game.board[hex_].up for hex_ in ("d4", "f2", "h3", "b7"))


@pytest.mark.rule("SL-E7", "SL-45")
def test_e7_informant():
    game = table("W:Inf_@b6 B:Sab_@f5 B:Sci^@f4")
    play(turn.turn(game), "b6", "f5")
    assert (game.board["f5"].kind, game.board["f5"].up) == ("saboteur", True)
    assert "f4" in game.board
    assert not game.sides["black"].killed


@pytest.mark.rule("SL-E8", "SL-46")
def test_e8_immigration():
    game = table("W:Imm_@d4 B:Pol_@e4 W:Sci^@h3")
    stock = game.sides["white"].stock
    play(turn.turn(game), "d4", "e4", "h3")
    assert (len(game.sides["black"].hand), len(game.sides["white"].hand)) == (5, 5)
    assert game.sides["white"].stock == stock
    assert GAME.show(game, "white")["seats"][1]["hand"] == [None] * 5
    assert game.sides["white"].hand[-1].seen


@pytest.mark.rule("SL-E9", "SL-48", "SL-49")
def test_e9_double_agent_then_diversion():
    game = table("W:Dou_@c6 B:Mil_@g2 W:Div_@b5")
    play(turn.turn(game), "c6", "g2", "b5", "c6", "i5")
    assert (game.board["g2"].kind, game.board["g2"].up) == ("double_agent", True)
    assert (game.board["i5"].owner, game.board["i5"].up) == ("black", False)
    assert "c6" not in game.board


@pytest.mark.rule("SL-E10", "SL-52")
def test_e10_liberation_with_a_master_of_disguise():
    game = table("W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Mod_@f6 W:Dou^@f5")
    with pytest.raises(Decided):
        play(turn.turn(game), "f6")
    assert game.result["by"] == "liberation"


@pytest.mark.rule("SL-E11", "SL-36")
def test_e11_capture_in_a_corner():
    game = table("B:Div_@a9 W:Mil^@a8 W:Mil^@b8 W:Mil_@b9")
    with pytest.raises(Decided):
        play(turn.turn(game), "b9")
    assert game.result["by"] == "capture"
    counter = table("B:Div_@a9 W:Mil^@a8 W:Mil^@b8 W:Sci_@b9")
    play(turn.turn(counter), "b9")
    assert counter.result is None


@pytest.mark.rule("SL-E12", "SL-56")
def test_e12_success_by_a_bent_chain():
    tiles = "W:Sci^@a7 W:Mil^@b7 W:Pol^@c6 W:Sci^@d6 W:Rec_@e5 W:Mil^@f5 W:Inf^@g4 W:Div^@h4 W:Imm^@i3"
    game = table(tiles)
    with pytest.raises(Decided):
        play(turn.turn(game), "e5")
    assert (game.result["by"], game.result["hexes"]) == (
        "success",
        ["a7", "b7", "c6", "d6", "e5", "f5", "g4", "h4", "i3"],
    )
    straight = table(tiles, success_shape="straight")
    waking = asked(turn.turn(straight), "e5")
    assert straight.result is None
    assert DONE not in open_values(waking.ask)  # the Recruiter goes on to place a tile
