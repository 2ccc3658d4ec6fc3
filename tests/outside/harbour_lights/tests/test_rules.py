"""The rules of Harbour Lights, one by one."""

from pathlib import Path

import pytest
from rules import trying_out
from rules.ask import IllegalAnswer
from rules.chance import ReadCard, RollDice
from rules.plain import dump
from rules.position import Position, Step

from harbour_lights import GAME
from harbour_lights.harbour import BERTHS, NEXT_TO
from harbour_lights.lights import shown_by
from harbour_lights.state import Boat, Side

NAMES = {"red": "Ann", "green": "Ben", "white": "Cid"}
FLEET = ["rowing_boat"] * 3 + ["fishing_smack"] * 2 + ["steam_tug"] * 2 + ["customs_cutter"]
ROWING, SMACK, TUG, CUTTER = "rowing_boat", "fishing_smack", "steam_tug", "customs_cutter"


def harbour(*, players=2, custody="box", current="red", hands=None, **boats):
    """Red's turn with such boats in the harbour: ``c3="red steam_tug"`` is lit, ``c3="red steam_tug dark"`` is not.

    Whatever is neither there nor in a hand is in the stock.
    """
    names = dict(list(NAMES.items())[:players])
    toggles = {name: boats.pop(name) for name in ("lights", "tide") if name in boats}
    state = GAME.begin(GAME.setup(names, toggles, custody))
    state.turn, state.current = 1, current
    for berth, words in boats.items():
        owner, kind, *dark = words.split()
        state.board[berth] = Boat(owner=owner, kind=kind, up=not dark)
    for colour in names:
        hand = list((hands or {}).get(colour, [ROWING]))
        moored = sum(boat.owner == colour for boat in state.board.values())
        state.sides[colour] = Side(hand=hand, stock=len(FLEET) - len(hand) - moored)
    return Position(GAME, dump(state))


def after(position, *answers):
    for answer in answers:
        position = position.after(answer, position.ask.seats[0])
    return position


def barred(position, value):
    return next(str(option.barred) for option in position.ask.options if option.value == value)


def open_ones(position):
    return [option.value for option in position.ask.options if not option.barred]


def begun(players=2, custody="box"):
    """A new game, with every draw answered by the first that is left."""
    position = Position.begin(GAME, GAME.setup(dict(list(NAMES.items())[:players]), {}, custody))
    while not isinstance(position.ask, RollDice):
        position = position.after(next(iter(position.ask.answers())))
    return position


@pytest.mark.rule("HL-1", "HL-2")
def test_two_or_three_play_in_red_green_and_white():
    assert GAME.setup(2).seats == ("red", "green")
    assert GAME.setup(3).seats == ("red", "green", "white")
    with pytest.raises(IllegalAnswer, match="2 to 3 players, not 1"):
        GAME.setup(1)
    with pytest.raises(IllegalAnswer, match="no seat blue"):
        GAME.setup({"red": "Ann", "blue": "Dot"})


@pytest.mark.rule("HL-3")
def test_the_harbour_has_25_berths_with_one_boat_each():
    assert len(BERTHS) == len(GAME.boards("demo")[0].slots) == 25
    assert NEXT_TO["a1"] == ("b1", "a2")
    assert set(NEXT_TO["c3"]) == {"c2", "d3", "c4", "b3"}
    full = after(harbour(c3="green rowing_boat"), [3])
    assert barred(full, "c3") == "The boat in c3 is Ben's; you light only your own. (HL-13)"


@pytest.mark.rule("HL-4")
def test_a_fleet_has_eight_boats_of_four_kinds():
    pieces = GAME.components(begun(custody="table").state)
    assert sorted(part.piece.kind for part in pieces if part.piece.owner == "red") == sorted(FLEET)
    assert [len(cut.faces) for cut in GAME.to_print("demo").tiles] == [8, 8, 8]
    short = begun().state
    short.sides["red"].stock -= 1
    with pytest.raises(AssertionError, match="Ann has 7 boats instead of 8"):
        GAME.check(short)


@pytest.mark.rule("HL-5")
def test_dark_boats_show_their_back_and_lit_ones_their_face():
    view = harbour(a1="red steam_tug dark", b1="green steam_tug").view()
    assert (view["a1"], view["b1"]) == ("red back", "green steam_tug")


@pytest.mark.rule("HL-6")
def test_everybody_draws_three_and_keeps_them_secret():
    state = begun(players=3).state
    assert [len(side.hand) for side in state.sides.values()] == [3, 3, 3]
    assert [side.stock for side in state.sides.values()] == [5, 5, 5]
    hands = {side["seat"]: side["hand"] for side in GAME.show(state, "red")["seats"]}
    assert hands["red"] == state.sides["red"].hand
    assert hands["green"] == hands["white"] == [None] * 3
    assert begun(custody="table").state.sides["red"].hand == [None] * 3  # only Ann knows


@pytest.mark.rule("HL-7")
def test_red_begins_and_then_they_take_turns():
    position, seats = harbour(players=3, tide="slack"), []
    for berth in ("a1", "b1", "c1", "d1"):
        seats.append(position.ask.seat)
        position = after(position, berth, ROWING)
        while not hasattr(position.ask, "options"):
            position = position.after(next(iter(position.ask.answers())))
    assert seats == ["red", "green", "white", "red"]


@pytest.mark.rule("HL-8")
def test_a_turn_begins_with_the_tide():
    position = harbour()
    assert isinstance(position.ask, RollDice)
    assert position.ask.text == "Ann: roll the tide."
    assert after(position, [4]).state.tide == 4


@pytest.mark.rule("HL-9")
def test_the_tide_says_in_which_row_one_moors():
    position = after(harbour(), [2])
    assert open_ones(position) == ["a2", "b2", "c2", "d2", "e2"]
    assert barred(position, "c3") == "The tide is 2: boats can be moored in row 2, not in c3. (HL-9)"


@pytest.mark.rule("HL-10")
def test_at_high_tide_every_row_is_open():
    assert open_ones(after(harbour(), [6])) == list(BERTHS)


@pytest.mark.rule("HL-11")
def test_one_action_and_the_next_player_rolls():
    position = after(harbour(a5="red rowing_boat dark"), [1], "a5")
    assert position.ask.seat == "green"
    assert isinstance(position.ask, RollDice)


@pytest.mark.rule("HL-12")
def test_a_boat_from_the_hand_is_moored_dark():
    asked = after(harbour(hands={"red": [TUG, ROWING, ROWING]}), [2], "b2")
    assert asked.ask.private
    assert open_ones(asked) == [TUG, ROWING]
    moored = asked.after(TUG)
    assert moored.view()["b2"] == "red back"
    assert moored.state.sides["red"].hand == [ROWING, ROWING]
    empty = after(harbour(hands={"red": []}, a1="red rowing_boat dark"), [2])
    assert barred(empty, "b2") == "You have no boat in hand: 0 left to moor. (HL-12)"


def test_a_real_boat_is_moored_without_being_named():
    moored = after(harbour(custody="table", hands={"red": [None] * 3}), [2], "b2")
    assert moored.view()["b2"] == "red back"
    assert moored.state.board["b2"].kind is None
    assert moored.view()["hand red"] == "3"


def test_a_boat_that_came_back_to_a_hand_can_be_moored_though_the_box_does_not_know_it():
    asked = after(harbour(hands={"red": [None, TUG]}), [2], "b2")
    assert [option.label for option in asked.ask.options] == ["The boat that came back unseen", "Steam tug"]
    moored = asked.after("unknown")
    assert moored.state.board["b2"].kind is None
    assert moored.state.sides["red"].hand == [TUG]


@pytest.mark.rule("HL-13")
def test_only_an_own_dark_boat_is_lit_in_whichever_row():
    boats = {"e5": "red rowing_boat dark", "d5": "red rowing_boat", "c5": "green rowing_boat dark"}
    position = after(harbour(**boats), [1])
    assert barred(position, "d5") == "The red rowing boat in d5 is lit already. (HL-13)"
    assert barred(position, "c5").startswith("The boat in c5 is Ben's")
    assert after(position, "e5").view()["e5"] == "red rowing_boat"


def test_a_real_boat_that_is_lit_is_read():
    position = harbour(custody="table", hands={"red": [None] * 3, "green": [None] * 3})
    position = after(position, [2], "b2", [1], "a1", [1], "b2")
    assert isinstance(position.ask, ReadCard)
    assert position.ask.slot == "b2"
    assert set(open_ones(position)) == {ROWING, SMACK, TUG, CUTTER}
    assert position.after(SMACK).view()["b2"] == "red fishing_smack"


@pytest.mark.rule("HL-14")
def test_whoever_can_do_nothing_passes():
    full = {f"{column}1": "green rowing_boat" for column in "ab"} | {"c1": "green fishing_smack"}
    full |= {"d1": "white rowing_boat", "e1": "white rowing_boat"}
    passed = after(harbour(players=3, **full), [1])
    assert passed.ask.seat == "green"
    assert "Ann can neither moor nor light a boat, and passes." in [said.text for said in passed.said]


@pytest.mark.rule("HL-15")
def test_after_mooring_one_is_drawn_as_long_as_there_are_any():
    asked = after(harbour(hands={"red": [TUG, ROWING, ROWING]}), [2], "b2", TUG)
    assert (asked.ask.deck, asked.ask.count) == ("red stock", 1)
    drawn = asked.after([SMACK])
    assert drawn.state.sides["red"].hand == [ROWING, ROWING, SMACK]
    assert drawn.state.sides["red"].stock == 4
    last = harbour(hands={"red": FLEET})
    assert len(after(last, [2], "b2", TUG).state.sides["red"].hand) == 7


@pytest.mark.rule("HL-16", "HL-17")
@pytest.mark.parametrize(("kind", "light"), [(ROWING, 1), (SMACK, 2)])
def test_rowing_boats_and_smacks_only_show_their_light(kind, light):
    lit = after(harbour(c3=f"red {kind} dark", c4="green rowing_boat"), [1], "c3")
    assert lit.ask.seat == "green"
    assert shown_by(lit.state, "red") == light


@pytest.mark.rule("HL-18")
def test_a_tug_tows_a_boat_beside_it_to_another_berth_beside_it():
    position = after(
        harbour(c3="red steam_tug dark", c4="green customs_cutter dark", e5="green rowing_boat"), [1], "c3"
    )
    assert open_ones(position) == ["c4", "leave"]
    assert barred(position, "e5") == "e5 does not lie beside the tug in c3. (HL-18)"
    assert barred(position, "c2") == "No boat lies in c2. (HL-18)"
    towed = position.after("c4")
    assert open_ones(towed) == ["c2", "b3", "d3"]
    assert barred(towed, "c4") == "c4 is not empty: a dark green boat lies there. (HL-18)"
    done = towed.after("b3").view()
    assert "c4" not in done
    assert done["b3"] == "green back"
    assert shown_by(towed.after("b3").state, "red") == 1
    assert position.after("leave").view()["c4"] == "green back"


@pytest.mark.rule("HL-18")
@pytest.mark.parametrize("beside", [{}, dict.fromkeys(("c2", "d3", "c4", "b3"), "green rowing_boat dark")])
def test_a_tug_with_nothing_to_tow_or_nowhere_to_go_asks_nothing(beside):
    assert isinstance(after(harbour(c3="red steam_tug dark", **beside), [1], "c3").ask, RollDice)


@pytest.mark.rule("HL-19")
def test_a_cutter_douses_a_lit_boat_of_another_player_beside_it():
    boats = {
        "c2": "green fishing_smack",
        "d3": "red rowing_boat",
        "c4": "green rowing_boat dark",
        "a1": "green steam_tug",
    }
    position = after(harbour(c3="red customs_cutter dark", **boats), [1], "c3")
    assert open_ones(position) == ["c2"]
    assert barred(position, "d3") == "The boat in d3 is your own. (HL-19)"
    assert barred(position, "c4") == "The boat in c4 is dark already. (HL-19)"
    assert barred(position, "a1") == "No boat lies in a1 beside the cutter in c3. (HL-19)"
    assert position.after("c2").view()["c2"] == "green back"
    assert isinstance(after(harbour(c3="red customs_cutter dark"), [1], "c3").ask, RollDice)


@pytest.mark.rule("HL-20")
def test_a_doused_boat_can_be_lit_again_and_does_nothing_then():
    boats = {"c3": "red customs_cutter dark", "c2": "green steam_tug dark", "b2": "red rowing_boat dark"}
    position = after(harbour(current="green", **boats), [1], "c2", "leave", [1], "c3", "c2")
    assert position.view()["c2"] == "green back"
    again = after(position, [1], "c2")
    assert again.view()["c2"] == "green steam_tug"
    assert isinstance(again.ask, RollDice)  # nothing was towed, and it is Ann's turn


@pytest.mark.rule("HL-20")
def test_two_cutters_do_not_douse_each_other_for_ever():
    position = harbour(c3="red customs_cutter dark", c2="green customs_cutter dark")
    position = after(position, [1], "c3", [1], "c2", "c3", [1], "c3")
    assert {position.view()["c2"], position.view()["c3"]} == {"green customs_cutter", "red customs_cutter"}


def five(colour="red", dark=1):
    """Five boats of a colour, far from each other; some of them dark."""
    berths = ("a1", "c1", "e1", "a3", "c3")
    kinds = (ROWING, ROWING, ROWING, SMACK, SMACK)
    return {
        berth: f"{colour} {kind}{' dark' if place < dark else ''}"
        for place, (berth, kind) in enumerate(zip(berths, kinds, strict=True))
    }


@pytest.mark.rule("HL-21", "HL-22", "HL-24")
def test_five_lit_boats_end_the_game_and_most_light_wins():
    four = harbour(**five(dark=2))
    assert not after(four, [1], "a1").over
    over = after(harbour(**five(), a5="green fishing_smack"), [1], "a1")
    assert over.over
    assert GAME.ending(over.state) == "lights"
    assert over.state.result["text"] == "Ann wins the harbour. Light: Ann 7, Ben 2."


@pytest.mark.rule("HL-24")
def test_whoever_ends_it_need_not_win():
    bright = {
        "a5": "green fishing_smack",
        "b5": "green fishing_smack",
        "c5": "green rowing_boat",
        "d5": "green rowing_boat",
    }
    over = after(harbour(**five(), **bright), [1], "a1")
    assert over.state.result["winners"] == ["green"]


@pytest.mark.rule("HL-23")
def test_two_lit_boats_side_by_side_count_one_more():
    boats = {"b2": "red rowing_boat", "b3": "red rowing_boat", "c3": "red rowing_boat", "d4": "red fishing_smack"}
    assert shown_by(harbour(**boats).state, "red") == 5 + 2
    assert shown_by(harbour(**boats | {"b3": "red rowing_boat dark"}).state, "red") == 4


@pytest.mark.rule("HL-25")
def test_of_the_same_light_more_lit_boats_win_and_else_it_is_shared():
    same = {"a5": "green fishing_smack", "c5": "green fishing_smack", "e5": "green customs_cutter"}
    over = after(harbour(lights=4, a1="red rowing_boat dark", c1="red rowing_boat", e1="red rowing_boat",
                         a3="red fishing_smack", **same), [1], "a1")  # fmt: skip
    assert over.state.result["light"] == {"red": 5, "green": 5}
    assert over.state.result["winners"] == ["red"]
    shared = after(harbour(lights=3, a1="red customs_cutter dark", c1="red fishing_smack", e1="red fishing_smack",
                           **same), [1], "a1")  # fmt: skip
    assert shared.state.result["text"] == "Ann and Ben share the harbour. Light: Ann 5, Ben 5."


@pytest.mark.rule("HL-26")
def test_all_can_agree_to_end_it():
    position = harbour(players=3, a1="green rowing_boat")
    offered = position.then(Step("aside", "port", "red"))
    assert offered.ask.seats == ("green", "white")
    agreed = offered.after("yes", "white").after("yes", "green")
    assert agreed.over
    assert GAME.ending(agreed.state) == "agreed"
    assert agreed.state.result["winners"] == ["green"]
    refused = offered.after("yes", "white").after("no", "green")
    assert isinstance(refused.ask, RollDice)
    assert [said.text for said in refused.said] == ["Ben would rather play on."]
    assert GAME.asides(agreed.state, "red") == ()


@pytest.mark.rule("HL-27")
def test_a_house_rule_says_how_many_lit_boats_end_it():
    boats = {"a1": "red rowing_boat dark", "c1": "red rowing_boat", "e1": "red rowing_boat"}
    assert not after(harbour(**boats), [1], "a1").over
    assert after(harbour(lights=3, **boats), [1], "a1").over
    with pytest.raises(IllegalAnswer):
        GAME.setup(2, {"lights": 2})


@pytest.mark.rule("HL-28")
def test_only_its_owner_may_look_at_a_dark_boat():
    state = harbour(a1="red steam_tug dark").state
    assert GAME.show(state, "red")["board"]["a1"]["kind"] == TUG
    assert GAME.show(state, "green")["board"]["a1"]["kind"] is None
    assert GAME.show(state, None)["board"]["a1"]["kind"] is None


@pytest.mark.rule("HL-29")
def test_in_slack_water_nothing_is_rolled():
    assert open_ones(harbour(tide="slack")) == list(BERTHS)


def test_every_rule_has_a_test():
    assert trying_out.rules_without_a_test(GAME, Path(__file__).parent) == []
