"""Set-up and the turn."""

import pytest
from playing import asked, open_values, play, why_not
from sleepers_setting import table, texts

from rules.ask import IllegalAnswer
from rules.chance import DrawCards
from rules.position import Position, Run, Step
from rules.sleepers import GAME, turn
from rules.sleepers.agents import DONE
from rules.sleepers.goals import Decided
from rules.sleepers.state import Sleepers

FOUR = ["scientist", "scientist", "police", "militia"]


def new_game(custody: str = "box", **toggles: str) -> Sleepers:
    return Sleepers(setup=GAME.setup({"white": "Ann", "black": "Ben"}, toggles, custody))


@pytest.mark.rule("SL-12", "SL-13", "SL-R2", "SL-11")
def test_each_player_draws_four_random_tiles_of_thirty_into_the_rack():
    game = new_game()
    dealing = asked(turn.set_up(game))
    assert isinstance(dealing.ask, DrawCards)
    assert (dealing.ask.seat, dealing.ask.count, dealing.ask.at_once) == ("white", 4, True)
    assert dict(dealing.ask.left) == game.pack.counts  # any of the thirty, by its number
    dealing.answer(FOUR)
    assert dealing.ask.seat == "black"
    dealing.answer(FOUR)
    assert [tile.kind for tile in game.sides["white"].hand] == FOUR
    assert (len(game.sides["black"].hand), game.sides["black"].stock) == (4, 26)
    with pytest.raises(IllegalAnswer, match="saboteur is not left"):
        asked(turn.set_up(new_game()), ["saboteur", "saboteur", "police", "militia"])


@pytest.mark.rule("SL-12", "SL-13")
def test_real_tiles_are_drawn_unknown_to_the_box():
    game = new_game("table", first_player="white")
    play(turn.set_up(game))
    assert [tile.kind for tile in game.sides["white"].hand] == [None] * 4
    assert game.sides["white"].stock == 26


@pytest.mark.rule("SL-R3", "toggle:first_player")
def test_the_box_draws_who_begins_unless_the_house_says_so():
    game = new_game("table")
    lots = asked(turn.set_up(game))
    assert isinstance(lots.ask, DrawCards)
    assert dict(lots.ask.left) == {"white": 1, "black": 1}
    assert not lots.ask.at_once  # somebody presses the button
    lots.answer(["black"])
    assert game.current == "black"
    for colour in ("white", "black"):
        game = new_game("table", first_player=colour)
        play(turn.set_up(game))
        assert game.current == colour


@pytest.mark.rule("SL-R3")
def test_the_table_may_overrule_who_begins_only_before_the_first_action():
    position = Position.begin(GAME, GAME.setup(2, {"first_player": "white"}, "table"))
    overruled = position.then(Step("aside", "overrule", "black"))
    assert overruled.state.current == "black"
    assert overruled.ask.seat == "black"
    with pytest.raises(IllegalAnswer, match="SL-R3"):
        overruled.after("e5").then(Step("aside", "overrule", "black"))


@pytest.mark.rule("SL-18", "SL-R4")
def test_a_turn_is_one_recruit_or_an_activation_and_nobody_may_pass():
    game = table("W:Sci_@e5 B:Mil_@d4")
    choice = asked(turn.turn(game))
    assert DONE not in open_values(choice.ask)
    assert len(open_values(choice.ask)) == 59 + 1  # every empty hex, and the own sleeper


@pytest.mark.rule("SL-19", "SL-20", "SL-21", "SL-6", "SL-7")
def test_recruiting_puts_one_tile_of_the_hand_face_down_on_an_empty_hex():
    game = table("B:Sci_@d4", hands={"white": ["police", "scientist", "scientist", "militia"]})
    turn_ = asked(turn.turn(game), "e5")
    assert set(open_values(turn_.ask)) == {"police", "scientist", "militia"}  # kinds of the hand
    turn_.answer("police")
    assert (game.board["e5"].kind, game.board["e5"].up) == ("police", False)
    assert [tile.kind for tile in game.sides["white"].hand] == ["scientist", "scientist", "militia"]
    assert why_not(asked(turn.turn(table("W:Sci^@e5"))).ask, "e5").endswith("(SL-23)")
    held = table(hands={"white": []})
    held.board.update(table("W:Sci_@a5").board)
    assert why_not(asked(turn.turn(held)).ask, "e5") == "You hold no tile to recruit with: 0 in hand. (SL-19)"


@pytest.mark.rule("SL-21")
def test_an_occupied_hex_is_refused_with_what_lies_there():
    game = table("W:Rec_@e5 B:Sci_@d4", hands={"white": ["police"]})
    recruiter = asked(turn.turn(game), "e5")
    assert why_not(recruiter.ask, "d4") == "d4 is not empty: a black sleeper lies there. (SL-21)"


@pytest.mark.rule("SL-R5", "SL-R15")
def test_only_own_sleepers_can_be_woken():
    game = table("B:Sci_@d4 B:Mil^@d5 W:Sci_@e5")
    assert why_not(asked(turn.turn(game)).ask, "d4") == "The agent on d4 is black; you wake only your own. (SL-R5)"
    assert "SL-R5" in why_not(asked(turn.turn(game)).ask, "d5")


@pytest.mark.rule("SL-22", "SL-25", "SL-R7")
def test_a_second_sleeper_may_be_woken_and_no_third():
    game = table("W:Sci_@c4 W:Mil_@g3 W:Sci_@b8", hands={"white": FOUR})
    waking = asked(turn.turn(game), "c4")
    assert set(open_values(waking.ask)) == {"g3", "b8", DONE}
    waking.answer("g3")
    assert waking.ask is None  # the turn is over, nothing to draw
    assert not game.board["b8"].up


@pytest.mark.rule("SL-25")
def test_the_second_sleeper_is_optional():
    game = table("W:Sci_@c4 W:Mil_@g3", hands={"white": FOUR})
    play(turn.turn(game), "c4", DONE)
    assert not game.board["g3"].up


@pytest.mark.rule("SL-R7", "SL-R12")
def test_the_second_is_chosen_after_the_first_is_done():
    game = table("W:Div_@c4 W:Mil_@g3", hands={"white": FOUR})
    waking = asked(turn.turn(game), "c4", "g3", "a9")  # the Diversion moves the other sleeper
    assert set(open_values(waking.ask)) == {"a9", DONE}


@pytest.mark.rule("SL-R6")
def test_a_sleeper_placed_in_this_turn_may_be_woken_in_it():
    game = table("W:Rec_@c4", hands={"white": ["militia", "police", "police", "scientist"]})
    waking = asked(turn.turn(game), "c4", "e5", "militia")
    assert set(open_values(waking.ask)) == {"e5", DONE}


@pytest.mark.rule("SL-23", "SL-29", "SL-30", "SL-3", "SL-4")
def test_activating_turns_the_sleeper_up_and_it_acts_at_once():
    game = table("W:Sab_@c4 B:Sci_@c5")
    play(turn.turn(game), "c4")
    assert "c4" not in game.board
    assert "c5" not in game.board


@pytest.mark.rule("SL-23")
def test_a_real_tile_tells_its_kind_when_it_is_turned_up():
    game = table("W:???_@c4", custody="table")
    flip = asked(turn.turn(game), "c4")
    assert flip.ask.text == "Turn over c4. Which agent is it?"
    assert flip.ask.slot == "c4"
    assert set(open_values(flip.ask)) == set(game.pack.counts)  # anything unseen so far
    flip.answer("militia")
    assert (game.board["c4"].kind, game.board["c4"].up) == ("militia", True)


@pytest.mark.rule("SL-10")
def test_a_kind_that_is_all_out_cannot_be_turned_up():
    game = table("W:Sab^@a5 W:???_@c4", custody="table")
    assert "saboteur" not in open_values(asked(turn.turn(game), "c4").ask)


@pytest.mark.rule("SL-26", "SL-15", "SL-R9")
def test_after_the_action_the_player_draws_up_to_four_and_the_other_is_next():
    game = table(hands={"white": ["police", "militia"], "black": ["police"]})
    drawing = asked(turn.turn(game), "e5", "police")
    assert (drawing.ask.seat, drawing.ask.count) == ("white", 3)
    drawing.answer(["scientist", "scientist", "scientist"])
    assert len(game.sides["white"].hand) == 4
    assert len(game.sides["black"].hand) == 1  # only who ends the turn draws
    assert game.current == "black"


@pytest.mark.rule("SL-27", "SL-28")
def test_with_more_than_four_nothing_is_drawn_or_discarded():
    hand = ["police", "militia", "scientist", "scientist", "scientist", "scientist"]
    game = table(hands={"white": hand})
    play(turn.turn(game), "e5", "police")
    assert len(game.sides["white"].hand) == 5
    assert texts(game)[-1] == "White draws nothing (holds 5)."


@pytest.mark.rule("SL-R8")
def test_a_short_stock_gives_what_it_has_and_loses_nothing():
    game = table(custody="table", stock={"white": 1}, hands={"white": [None, None]})
    play(turn.turn(game), "e5")
    assert (len(game.sides["white"].hand), game.sides["white"].stock) == (2, 0)
    game.current = "white"
    play(turn.turn(game), "e6")
    assert texts(game)[-1] == "White draws nothing (the stock is empty)."
    assert game.result is None


@pytest.mark.rule("SL-16")
def test_turns_go_on_until_the_game_is_decided():
    position = Position.begin(GAME, GAME.setup(2, {"first_player": "white"}, "table"))
    for number, hex_ in enumerate(("a5", "b5", "c5", "d5")):
        assert position.state.current == ("white", "black")[number % 2]
        position = position.after(hex_)
    assert not position.over


@pytest.mark.rule("SL-R33")
def test_a_draw_needs_the_others_consent():
    position = Position.begin(GAME, GAME.setup(2, {"first_player": "white"}, "table"))
    offered = position.then(Step("aside", "draw", "black"))
    assert offered.ask.seats == ("white",)
    refused = offered.after("no")
    assert refused.state.result is None
    assert refused.ask.text == position.ask.text
    agreed = offered.after("yes")
    assert agreed.over
    assert agreed.state.result["by"] == "agreed"
    assert agreed.state.result["winner"] is None


def test_once_decided_nothing_is_accepted():
    game = table("W:Sab_@e5 B:Rec_@f5", killed={"black": 9})
    run = Run(GAME, game)
    run.take(Step("answer", "e5"))
    assert run.over
    with pytest.raises(IllegalAnswer, match="The game is over"):
        run.take(Step("answer", "e5"))


def test_the_prompt_says_what_is_possible():
    assert asked(turn.turn(table())).ask.text == "White: recruit one tile."
    assert asked(turn.turn(table("W:Sci_@e5"))).ask.text == "White: recruit one tile, or wake a sleeper."
    empty = table("W:Sci_@e5", hands={"white": []})
    assert asked(turn.turn(empty)).ask.text == "White: no tile in hand; wake a sleeper."


def test_decided_is_raised_out_of_a_turn():
    with pytest.raises(Decided):
        play(turn.turn(table(hands={"white": []}, stock={"white": 0})))
