"""What the tiles do."""

import pytest
from playing import asked, open_values, play, why_not
from sleepers_setting import table, texts

from rules.sleepers import agents, turn
from rules.sleepers.agents import DONE
from rules.sleepers.goals import Decided


def wake(game, hex_, *answers):
    return asked(agents.activate(game, hex_), *answers)


@pytest.mark.rule("SL-37", "SL-38", "SL-39", "SL-R34")
def test_the_saboteur_kills_itself_and_all_neighbours_of_either_colour_in_one_step():
    game = table("W:Sab_@e5 W:Sci^@e4 B:Rec_@f5 B:Sab^@d6 B:Sci_@g5 B:Mil_@d7")
    play(agents.activate(game, "e5"))
    assert sorted(game.board) == ["d7", "g5"]  # the killed black Saboteur did not explode over d7
    assert len(game.sides["white"].killed) == 2
    assert len(game.sides["black"].killed) == 2


@pytest.mark.rule("SL-32", "SL-33", "SL-R55")
def test_the_killed_lie_beside_the_board_as_they_were():
    game = table("W:Sab_@e5 B:Rec_@f5 B:Pol^@d6")
    play(agents.activate(game, "e5"))
    killed = {(agent.kind, agent.up) for agent in game.sides["black"].killed}
    assert killed == {("police", True), ("recruiter", False)}
    assert "The black sleeper on f5 is killed." in texts(game)
    assert not any("Recruiter" in text for text in texts(game))


@pytest.mark.rule("SL-40", "SL-R35", "SL-R37")
def test_police_jumps_in_six_directions_over_one_enemy_to_the_empty_hex_behind():
    game = table("W:Pol_@e5 B:Sci_@e4 B:Sci^@f4 B:Mil_@f5 B:Sci^@e6 B:Sci_@d6 B:Sci_@d5")
    jumps = wake(game, "e5")
    assert set(open_values(jumps.ask)) == {"e3", "g3", "g5", "e7", "c7", "c5"}
    jumps.answer("e3")
    assert "e4" not in game.board
    assert game.sides["black"].killed[0].up is False  # unseen


@pytest.mark.rule("SL-R35")
def test_police_never_jumps_own_agents_two_in_a_row_or_off_the_board():
    game = table("W:Pol_@e2 W:Sci_@f2 B:Sci_@e3 B:Mil_@e4 B:Sci_@e1")
    play(agents.activate(game, "e2"))
    assert game.board["e2"].up
    assert "Nobody can be jumped from e2." in texts(game)


@pytest.mark.rule("SL-R39", "SL-R11")
def test_police_without_a_jump_stays():
    game = table("W:Pol_@e5")
    play(agents.activate(game, "e5"))
    assert game.board["e5"].kind == "police"


@pytest.mark.rule("SL-41", "SL-R36", "SL-R38", "toggle:police_jump")
def test_the_first_jump_is_compulsory_and_further_ones_are_free():
    game = table("W:Pol_@c5 B:Sci_@d5 B:Mil^@e4")
    jumps = wake(game, "c5")
    assert DONE not in open_values(jumps.ask)
    jumps.answer("e5")
    assert set(open_values(jumps.ask)) == {"e3", DONE}
    jumps.answer(DONE)
    assert "e4" in game.board

    optional = table("W:Pol_@c5 B:Sci_@d5", police_jump="optional")
    assert DONE in open_values(wake(optional, "c5").ask)
    play(agents.activate(optional, "c5"), DONE)
    assert "d5" in optional.board

    forced = table("W:Pol_@c5 B:Sci_@d5 B:Mil^@e4", police_jump="all_compulsory")
    assert open_values(wake(forced, "c5", "e5").ask) == ["e3"]


@pytest.mark.rule("SL-R38")
def test_a_jumped_hex_and_the_start_are_free_for_later_jumps():
    # Round a triangle, back to the hex it began on.
    game = table("W:Pol_@c5 B:Sci_@d5 B:Sci_@d6 B:Sci_@c6")
    jumps = wake(game, "c5", "e5", "c7")
    assert set(open_values(jumps.ask)) == {"c5", DONE}
    jumps.answer("c5")
    assert list(game.board) == ["c5"]


@pytest.mark.rule("SL-42", "SL-R40")
def test_the_ringleader_wakes_up_to_two_more_own_sleepers():
    game = table("W:Rin_@d4 W:Sci_@f2 W:Mil_@h3 W:Sci_@b7 B:Sci_@a5")
    leader = wake(game, "d4")
    assert set(open_values(leader.ask)) == {"f2", "h3", "b7", DONE}
    assert "SL-R5" in why_not(leader.ask, "a5")
    assert "SL-23" in why_not(leader.ask, "d4")  # itself is awake
    leader.answer("f2")
    leader.answer("h3")
    assert leader.ask is None
    assert not game.board["b7"].up


@pytest.mark.rule("SL-42", "SL-R11")
def test_the_ringleader_may_wake_nobody():
    game = table("W:Rin_@d4 W:Sci_@f2")
    play(agents.activate(game, "d4"), DONE)
    assert not game.board["f2"].up


@pytest.mark.rule("SL-R12")
def test_a_woken_ringleader_finishes_before_the_first_goes_on():
    game = table("W:Rin_@d4 W:Rin_@f2 W:Sci_@h3 W:Sci_@b7 W:Sci_@a9 W:Sci_@c3")
    chain = wake(game, "d4", "f2")
    assert chain.ask.text == "Ringleader woken on f2: wake up to two more of yours (1 of 2)."
    chain.answer("h3")
    chain.answer("b7")
    assert chain.ask.text == "Ringleader woken on d4: wake up to two more of yours (2 of 2)."
    chain.answer("a9")
    assert chain.ask is None


@pytest.mark.rule("SL-R13")
def test_a_ringleader_that_is_killed_still_wakes_its_second():
    game = table("W:Rin_@e5 W:Sab_@e4 W:Sci_@a9")
    chain = wake(game, "e5", "e4")
    assert "e5" not in game.board
    assert set(open_values(chain.ask)) == {"a9", DONE}


@pytest.mark.rule("SL-R14", "SL-R40", "SL-R44")
def test_a_tile_turned_down_can_be_woken_again_with_full_effect_in_the_same_turn():
    game = table("W:Rin_@e5 W:Inf_@a9 W:Sci_@c4")
    chain = wake(game, "e5", "a9", "e5")  # the Informant turns the running Ringleader down
    assert set(open_values(chain.ask)) == {"e5", "c4", DONE}  # itself again, as it sleeps now
    chain.answer("e5")
    assert "(1 of 2)" in chain.ask.text


@pytest.mark.rule("SL-43", "SL-R41")
def test_the_recruiter_places_a_tile_of_the_hand_face_down_on_any_empty_hex():
    game = table("W:Rec_@e5 B:Sci_@d4", hands={"white": ["militia", "police"]})
    placing = wake(game, "e5")
    assert len(open_values(placing.ask)) == 59
    assert DONE not in open_values(placing.ask)
    placing.answer("i1")
    placing.answer("militia")
    assert (game.board["i1"].kind, game.board["i1"].up) == ("militia", False)
    assert len(game.sides["white"].hand) == 1


@pytest.mark.rule("SL-R42")
def test_a_recruiter_with_an_empty_hand_does_nothing_and_draws_nothing():
    game = table("W:Rec_@e5", hands={"white": []})
    play(agents.activate(game, "e5"))
    assert game.sides["white"].stock == 29
    assert "No tile in hand: nobody is recruited." in texts(game)


@pytest.mark.rule("SL-44", "SL-R43")
def test_the_informant_must_turn_over_any_one_agent_itself_included():
    game = table("W:Inf_@b6 B:Sci_@f5 W:Mil_@a9 B:Pol^@i1")
    turning = wake(game, "b6")
    assert set(open_values(turning.ask)) == {"b6", "f5", "a9", "i1"}
    assert why_not(turning.ask, "e5") == "There is no agent on e5. (SL-5)"
    turning.answer("b6")
    assert not game.board["b6"].up


@pytest.mark.rule("SL-R43", "toggle:informant_self")
def test_where_the_house_forbids_it_the_informant_cannot_turn_itself_over():
    game = table("W:Inf_@b6 B:Sci_@f5", informant_self="forbidden")
    turning = wake(game, "b6")
    assert "SL-R43" in why_not(turning.ask, "b6")
    alone = table("W:Inf_@b6", informant_self="forbidden")
    play(agents.activate(alone, "b6"))
    assert alone.board["b6"].up


@pytest.mark.rule("SL-45", "SL-31", "SL-R45")
def test_what_the_informant_turns_up_is_not_activated_now_or_later():
    game = table("W:Inf_@b6 W:Sab_@f5 W:Sci_@f4")
    play(agents.activate(game, "b6"), "f5")
    assert game.board["f5"].up
    assert "f4" in game.board
    assert "SL-23" in why_not(asked(turn.turn(game)).ask, "f5")  # awake already: it cannot be woken


@pytest.mark.rule("SL-R44")
def test_an_agent_turned_down_is_an_ordinary_sleeper():
    game = table("W:Inf_@b6 W:Sab^@f5 B:Sci_@f4")
    play(agents.activate(game, "b6"), "f5")
    assert game.sleepers_of("white") == ["f5"]
    play(agents.activate(game, "f5"))
    assert "f4" not in game.board


@pytest.mark.rule("SL-46", "SL-R46", "SL-R11")
def test_immigration_returns_none_one_or_two_others_of_any_owner():
    game = table("W:Imm_@d4 B:Pol_@e4 W:Sci^@h3")
    back = wake(game, "d4")
    assert set(open_values(back.ask)) == {"e4", "h3", DONE}
    assert "SL-46" in why_not(back.ask, "d4")
    back.answer("e4")
    back.answer("h3")
    assert back.ask is None
    assert len(game.sides["black"].hand) == 5  # also beyond four
    assert len(game.sides["white"].hand) == 5
    none = table("W:Imm_@d4 B:Pol_@e4")
    play(agents.activate(none, "d4"), DONE)
    assert "e4" in none.board
    alone = table("W:Imm_@d4")
    play(agents.activate(alone, "d4"))


@pytest.mark.rule("SL-47", "SL-R56")
def test_a_returned_sleeper_is_seen_by_its_owner_only():
    game = table("W:Imm_@d4 B:Pol_@e4")
    wake(game, "d4", "e4")
    public = [said.text for said in game.said if said.seats is None]
    private = [said for said in game.said if said.seats]
    assert "The black sleeper on e4 goes back to Black's rack." in public
    assert [(said.text, said.seats) for said in private] == [("It was your Police.", ("black",))]


@pytest.mark.rule("SL-48", "SL-R47")
def test_the_double_agent_must_swap_with_another_agent_on_the_board():
    game = table("W:Dou_@c6 B:Mil_@g2 W:Sab_@a9")
    swap = wake(game, "c6")
    assert set(open_values(swap.ask)) == {"g2", "a9"}
    swap.answer("a9")
    assert game.board["a9"].kind == "double_agent"
    assert (game.board["c6"].kind, game.board["c6"].up) == ("saboteur", False)  # not activated
    alone = table("W:Dou_@c6")
    play(agents.activate(alone, "c6"))
    assert "There is nobody to swap with." in texts(alone)


@pytest.mark.rule("SL-49", "SL-R48")
def test_the_diversion_must_move_any_agent_itself_included_to_an_empty_hex():
    game = table("W:Div_@b5 B:Mil_@g2 B:Sci^@g3")
    move = wake(game, "b5")
    assert set(open_values(move.ask)) == {"b5", "g2", "g3"}
    move.answer("g2")
    assert len(open_values(move.ask)) == 58
    move.answer("i5")
    assert (game.board["i5"].owner, game.board["i5"].up) == ("black", False)
    itself = table("W:Div_@b5")
    play(agents.activate(itself, "b5"), "b5", "e5")
    assert itself.board["e5"].up


@pytest.mark.rule("SL-50", "SL-51", "SL-R49", "SL-R52")
def test_the_master_may_borrow_from_active_neighbours_of_either_colour():
    game = table("W:Mod_@e5 B:Rec^@e4 W:Div^@f4 W:Pol_@f5 W:Sci^@e6 B:Mil^@d6 B:Inf^@a9")
    borrow = wake(game, "e5")
    assert set(open_values(borrow.ask)) == {"e4", "f4", DONE}  # no sleeper, Scientist, Militia, nobody far
    borrow.answer(DONE)
    assert borrow.ask is None


@pytest.mark.rule("SL-R51")
def test_a_borrowed_task_is_done_by_the_master_for_its_owner():
    blown = table("W:Mod_@e5 B:Sab^@e4 B:Sci_@e3 W:Sci_@d6")
    play(agents.activate(blown, "e5"), "e4")
    assert sorted(blown.board) == ["e3"]  # the Master's neighbours die, not the lender's
    police = table("W:Mod_@e5 B:Pol^@e4 B:Sci_@d6")
    jumps = wake(police, "e5", "e4")
    assert set(open_values(jumps.ask)) == {"e3", "c7"}  # enemies as White sees them
    jumps.answer("c7")
    assert police.board["c7"].kind == "master_of_disguise"
    swap = table("W:Mod_@e5 B:Dou^@e4 B:Sci_@a9")
    play(agents.activate(swap, "e5"), "e4", "a9")
    assert swap.board["a9"].kind == "master_of_disguise"
    assert swap.board["e4"].kind == "double_agent"
    recruit = table("W:Mod_@e5 B:Rec^@e4", hands={"white": ["militia"]})
    play(agents.activate(recruit, "e5"), "e4", "a9", "militia")
    assert recruit.board["a9"].owner == "white"


@pytest.mark.rule("SL-R50", "toggle:mod_chain")
def test_a_master_borrows_nothing_from_another_master_unless_the_house_lets_it():
    tiles = "W:Mod_@e5 B:Mod^@e4 B:Rec^@e3"
    off = table(tiles)
    play(agents.activate(off, "e5"))
    assert "There is nobody next to it to borrow from." in texts(off)
    on = table(tiles, mod_chain="on")
    assert set(open_values(wake(on, "e5").ask)) == {"e3", DONE}


@pytest.mark.rule("SL-24", "SL-R11")
def test_all_instructions_are_followed_as_far_as_possible():
    """Compulsory tasks offer no way out; impossible ones are skipped."""
    for tiles in (
        "W:Inf_@e5 B:Sci_@a9",
        "W:Dou_@e5 B:Sci_@a9",
        "W:Div_@e5 B:Sci_@a9",
        "W:Rec_@e5",
        "W:Pol_@e5 B:Sci_@e4",
    ):
        assert DONE not in open_values(wake(table(tiles), "e5").ask)
    for tiles in ("W:Rin_@e5 W:Sci_@a9", "W:Imm_@e5 B:Sci_@a9", "W:Mod_@e5 B:Rec^@e4"):
        assert DONE in open_values(wake(table(tiles), "e5").ask)


@pytest.mark.rule("SL-5", "SL-R24")
def test_agent_means_sleepers_and_active_ones():
    game = table("W:Inf_@b6 B:Sci_@f5 B:Pol^@i1")
    assert {"f5", "i1"} <= set(open_values(wake(game, "b6").ask))


@pytest.mark.rule("SL-34", "SL-R27")
def test_the_own_blast_counts_for_morale_and_returned_agents_do_not():
    game = table("W:Sab_@e5 W:Sci_@e4", killed={"white": 8})
    with pytest.raises(Decided):
        play(agents.activate(game, "e5"))
    assert (game.result["winner"], game.result["by"]) == ("black", "morale")
    back = table("W:Imm_@d4 B:Pol_@e4", killed={"black": 9})
    asked(agents.activate(back, "d4"), "e4")
    assert back.result is None


def test_losses_near_the_limit_are_told():
    game = table("W:Sab_@e5 B:Sci_@e4", killed={"black": 7})
    play(agents.activate(game, "e5"))
    assert "Black has lost 8 of 10." in texts(game)


@pytest.mark.rule("SL-53", "SL-34")
@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ("W:Sab_@e5 B:Sci_@e4", ["White has lost 9 of 10.", "Black has lost 8 of 10."]),
        ("W:Sab_@e5", ["White has lost 9 of 10."]),
        ("W:Pol_@e5 B:Sci_@e4", ["Black has lost 8 of 10."]),
    ],
)
def test_only_a_side_that_lost_somebody_is_told_of(tiles, told):
    game = table(tiles, killed={"white": 8, "black": 7})
    asked(agents.activate(game, "e5"), *(["e3"] if "Pol" in tiles else []))
    assert [text for text in texts(game) if "has lost" in text] == told


def test_a_real_tile_placed_from_a_rack_with_known_tiles_makes_the_rack_unknown():
    game = table("W:Imm_@d4 W:Sci^@h3", custody="table")
    wake(game, "d4", "h3")
    assert [tile.kind for tile in game.sides["white"].hand] == [None] * 4 + ["scientist"]
    play(agents.place(game, "a9"))
    assert [tile.kind for tile in game.sides["white"].hand] == [None] * 4
    assert game.board["a9"].kind is None
