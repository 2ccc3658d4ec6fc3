"""The Move Phase, entering Spaces, and picking up samples."""

from dataclasses import replace

import pytest
from playing import open_values, why_not
from sea_setting import (
    ASTRO,
    CAPTAIN,
    DOCTOR,
    ENGINEER,
    choices,
    crisis_card,
    example_pack,
    hand,
    playing,
    table,
    texts,
)

from rules.ask import ChooseOne, EnterNumber, IllegalAnswer
from rules.chance import DrawCards, RollDice
from rules.silent_sea import GAME
from rules.silent_sea.pack import Damage, Draw, EndMove, Move, Place


def states(game, seat):
    return [ability.state for ability in game.players[seat].abilities]


@pytest.mark.rule("SS-55", "SS-12", "SS-R10")
def test_rolling_the_six_sided_die_is_compulsory_and_moving_is_not():
    game = table(phase="move")
    rolling = playing(game)
    assert isinstance(rolling.ask, RollDice)
    assert rolling.ask.seat == ENGINEER
    assert list(rolling.ask.answers()) == [[n] for n in range(1, 7)]
    with pytest.raises(IllegalAnswer):
        rolling.answer([7])
    rolling.answer([4]).answer("done")
    assert (game.players[ENGINEER].node, game.current) == ("ST", ASTRO)
    real = playing(table(phase="move", custody="table")).ask
    assert (rolling.ask.at_once, real.at_once, real.from_table) == (True, False, True)


@pytest.mark.rule("SS-56")
def test_any_number_of_spaces_up_to_the_roll():
    game = table(phase="move", rolled=2)
    moving = playing(game)
    assert {value for value in open_values(moving.ask) if value.startswith("to:")} == {"to:p1", "to:p2"}
    moving.answer("to:p1")
    assert "1 Space to go" in moving.ask.text
    moving.answer("to:p2")
    assert game.move.left == 0
    assert why_not(moving.ask, "to:p3") == "No Space of the roll is left. (SS-56)"
    with pytest.raises(IllegalAnswer, match="SS-56"):
        moving.answer("to:p3")


@pytest.mark.rule("SS-57", "SS-58", "SS-R12", "toggle:extra_space_limit")
def test_extra_space_may_be_played_any_number_of_times_until_the_move_ends():
    game = table(phase="move", rolled=1, hands={ENGINEER: ["extra_space", "extra_space", "scrap"]})
    moving = playing(game, "to:p1")
    assert "extra_space" in open_values(moving.ask)  # after the roll is used up too
    moving.answer("extra_space").answer("extra_space")
    assert game.move.left == 2
    assert (hand(game, ENGINEER), game.generic_discard) == (["scrap"], ["extra_space", "extra_space"])
    kept = table(phase="move", rolled=1, hands={ENGINEER: ["extra_space"]})
    playing(kept, "done")  # nobody has to play it
    assert hand(kept, ENGINEER) == ["extra_space"]
    once = table(
        phase="move",
        rolled=1,
        hands={ENGINEER: ["extra_space", "extra_space"]},
        extra_space_limit="one_per_turn",
    )
    at = playing(once, "extra_space")
    assert why_not(at.ask, "extra_space") == "One +1 Extra Space in a turn, and you have played 1. (SS-R12)"


@pytest.mark.rule("SS-57", "SS-58")
def test_a_card_is_an_extra_space_because_the_pack_says_so_and_not_by_its_name():
    printed = example_pack().generic
    generic = tuple(
        replace(card, use={"vial": "extra_space", "extra_space": "resource"}.get(card.id, card.use)) for card in printed
    )
    pack = replace(example_pack(), generic=generic)
    game = table(phase="move", rolled=1, hands={ENGINEER: ["vial", "extra_space"]}, pack=pack)
    at = playing(game)
    assert [option.label for option in at.ask.options if option.value == "vial"] == ["Play Vial"]
    assert "extra_space" not in open_values(at.ask)
    at.answer("vial")
    assert (game.move.bonus, hand(game, ENGINEER), game.generic_discard) == (1, ["extra_space"], ["vial"])
    assert "Ann (Engineer) plays Vial: 2 Spaces left." in texts(game)


@pytest.mark.rule("SS-R12")
def test_who_holds_no_extra_space_is_asked_all_the_same_when_the_roll_is_used_up():
    one = table(phase="move", rolled=1, hands={ENGINEER: ["scrap"]})
    two = table(phase="move", rolled=1, hands={ENGINEER: ["extra_space"]})
    asks = [playing(game, "to:p1").ask for game in (one, two)]
    assert asks[0].private
    assert asks[1].private
    assert asks[0].others == asks[1].others == "Ann (Engineer): no Spaces to go. Choosing an action."
    # Only the own phone says what can still be done.
    assert asks[0].text == "Ann (Engineer): no Spaces to go. Take your action, or none."
    assert asks[1].text == "Ann (Engineer): no Spaces to go. Play +1 Extra Space, or take your action."
    assert asks[0].default == asks[1].default == "done"
    fresh = playing(table(phase="move", rolled=1, hands={ENGINEER: ["scrap"]}))
    assert fresh.ask.text == "Ann (Engineer): 1 Space to go. Step, or take your action."
    assert fresh.ask.default is None  # yes must not end a turn in which nobody has moved yet


@pytest.mark.rule("SS-22", "SS-27", "SS-29", "SS-32", "SS-5", "SS-7")
@pytest.mark.parametrize(
    ("seat", "before", "room"),
    [(DOCTOR, "p6", "MD1"), (ASTRO, "p8", "EX1"), (CAPTAIN, "p9", "VP1"), (ENGINEER, "p3", "EL1")],
)
def test_the_own_role_room_lets_one_ability_be_turned_up(seat, before, room):
    game = table({seat: before}, current=seat, phase="move", rolled=1)
    at = playing(game, f"to:{room}")
    assert (at.ask.seat, open_values(at.ask)) == (seat, [1, 2, 0])
    at.answer(1)
    assert states(game, seat) == ["enabled", "disabled"]
    others = [each for each in (DOCTOR, ASTRO, ENGINEER) if each != seat and room != "VP1"]
    for other in others:
        game = table({other: before}, current=other, phase="move", rolled=1)
        assert playing(game, f"to:{room}").ask.text.startswith(game.who(other))
        assert states(game, other) == ["disabled", "disabled"]


@pytest.mark.rule("SS-23", "SS-59", "SS-R19")
def test_both_abilities_take_two_different_role_rooms():
    game = table({DOCTOR: "p6"}, current=DOCTOR, phase="move", rolled=5)
    at = playing(game, "to:MD1", 1)
    at.answer("to:p6").answer("to:MD1")
    assert isinstance(at.ask, ChooseOne)
    assert "to:p7" in choices(at.ask)  # nothing happens the second time
    assert states(game, DOCTOR) == ["enabled", "disabled"]
    other = table({DOCTOR: "p12"}, current=DOCTOR, phase="move", rolled=1, enabled={DOCTOR: [1]})
    other.players[DOCTOR].visited.append("MD1")
    playing(other, "to:MD2", 2)
    assert states(other, DOCTOR) == ["enabled", "enabled"]


@pytest.mark.rule("SS-106", "SS-R21")
def test_the_player_may_decline_to_flip_and_has_visited_all_the_same():
    game = table({DOCTOR: "p6"}, current=DOCTOR, phase="move", rolled=3)
    at = playing(game, "to:MD1", 0)
    assert states(game, DOCTOR) == ["disabled", "disabled"]
    at.answer("to:p7").answer("to:MD1")
    assert "to:p6" in choices(at.ask)
    assert "MD1" in game.players[DOCTOR].visited


@pytest.mark.rule("SS-R22", "toggle:role_room_clears_cooldown")
def test_a_role_room_does_not_end_a_cooldown_unless_the_house_says_so():
    for clears, offered in (("off", [2, 0]), ("on", [1, 2, 0])):
        game = table({DOCTOR: "p6"}, current=DOCTOR, phase="move", rolled=1, role_room_clears_cooldown=clears)
        cooling = game.players[DOCTOR].abilities[0]
        cooling.state, cooling.counter = "cooldown", 2
        at = playing(game, "to:MD1")
        assert open_values(at.ask) == offered
        at.answer(offered[0])
        assert cooling.state == ("cooldown" if clears == "off" else "enabled")
    both = table({DOCTOR: "p6"}, current=DOCTOR, phase="move", rolled=1, enabled={DOCTOR: [1, 2]})
    assert playing(both, "to:MD1").ask.text.endswith("or none.")  # nothing to turn up, nothing asked
    assert "MD1: Cem (Doctor) has no Ability card left to turn up." in texts(both)


@pytest.mark.rule("SS-60", "SS-20", "SS-19", "SS-R19")
def test_a_crisis_room_draws_once_for_each_player():
    game = table({DOCTOR: "p2", CAPTAIN: "p2"}, current=DOCTOR, phase="move", rolled=3)
    at = playing(game, "to:CR1", ["calm"], True)
    at.answer("to:p2").answer("to:CR1")
    assert game.crisis_discard == ["calm"]
    assert "No Space of the roll is left" in choices(at.ask)["to:p2"]  # the move goes on, no card is drawn
    game.current, game.move.used = CAPTAIN, 0
    playing(game, "to:CR1", ["calm"], True)
    assert game.crisis_discard == ["calm", "calm"]


@pytest.mark.rule("SS-62", "SS-63", "SS-R23", "toggle:crisis_timing")
def test_crossing_draws_at_once_and_leaves_the_rest_of_the_roll():
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=2)
    at = playing(game, "to:p5")
    assert game.players[DOCTOR].node == "CR1"  # first the card, completely
    at.answer(["calm"]).answer(True)
    assert (game.players[DOCTOR].node, game.move.used) == ("CR1", 1)  # whoever meant to cross may still stay
    assert at.ask.seat == DOCTOR
    assert {"to:p5", "to:p2", "done"} <= set(open_values(at.ask))
    at.answer("to:p5")
    assert (game.players[DOCTOR].node, game.move.used) == ("p5", 2)
    stays = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=2)
    playing(stays, "to:p5", ["calm"], True, "done")
    assert (stays.players[DOCTOR].node, stays.current) == ("CR1", CAPTAIN)
    again = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=2)
    again.players[DOCTOR].visited.append("CR1")
    playing(again, "to:p5")
    assert again.players[DOCTOR].node == "p5"  # no card, nothing to think over


@pytest.mark.rule("SS-62", "SS-R50")
def test_a_run_through_a_crisis_room_is_thought_over_as_well():
    pack = example_pack([crisis_card(), replace(crisis_card(Move("move", 3)), id="run")])
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack)
    game.players[DOCTOR].visited.append("CR1")
    game.players[DOCTOR].node = "p10"
    at = playing(game, "to:CR2", ["run"], True)
    assert at.ask.text == "Cem (Doctor): move up to 3 Spaces."
    game.players[DOCTOR].visited.remove("CR1")
    game.players[DOCTOR].node = "p2"
    at.again().answer("to:p5").answer(["test"]).answer(True)
    assert at.ask.text == "Cem (Doctor): move up to 2 Spaces."
    assert game.players[DOCTOR].node == "CR1"


@pytest.mark.rule("SS-R23", "toggle:crisis_timing")
def test_by_a_house_rule_the_crisis_card_waits_for_the_end_of_the_move():
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=2, crisis_timing="end_of_move")
    at = playing(game, "to:p5")
    assert (game.players[DOCTOR].node, game.crisis_due) == ("p5", [DOCTOR])
    at.answer("done")
    assert at.ask.text == "Crisis! Cem (Doctor): draw one Crisis card."
    at.answer(["calm"]).answer(True)
    assert (game.crisis_due, game.phase) == ([], "action")


@pytest.mark.rule("SS-R23")
def test_a_crisis_may_end_the_move_or_move_the_figure():
    stop = example_pack(crisis_card(EndMove("end_move")))
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=6, pack=stop)
    playing(game, "to:p5", ["test"], True)
    assert (game.players[DOCTOR].node, game.phase) == ("CR1", "action")
    away = example_pack(crisis_card(Place("place", "p12")))
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=3, pack=away)
    at = playing(game, "to:p5", ["test"], True)
    assert (game.players[DOCTOR].node, game.move.left) == ("p12", 2)
    at.answer("to:p8")  # the rest of the roll from where the figure stands
    assert game.players[DOCTOR].node == "p8"
    deadly = example_pack(crisis_card(Damage("damage", 5)))
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=6, pack=deadly)
    playing(game, "to:p5", ["test"], True)
    assert (game.players[DOCTOR].alive, game.current) == (False, CAPTAIN)


@pytest.mark.rule("SS-R18")
def test_on_entering_first_the_door_then_the_room_then_tokens_then_the_end():
    """A Crisis Room behind a door, with a token in it: unlock, card, token, in this order."""
    game = table({ENGINEER: "p2"}, phase="move", rolled=1, tokens={"CR1": 1})
    game.doors["CR1"] = "shut"
    at = playing(game, "to:CR1")
    assert game.doors["CR1"] == "open"
    assert "Crisis!" in at.ask.text
    assert game.players[ENGINEER].samples == 0
    at.answer(["calm"]).answer(True)
    assert game.players[ENGINEER].samples == 1
    lab = table({DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=1, tokens={"XP": 1})
    at = playing(lab, "leave_samples", "to:XP")
    assert lab.result is None  # the Traitor has nothing yet
    assert at.answer("take").ask is None
    assert lab.result["winner"] == "traitor"


@pytest.mark.rule("SS-R19")
def test_the_starting_space_is_visited_from_the_start():
    assert table().players[ENGINEER].visited == ["ST"]


@pytest.mark.rule("SS-121", "SS-R26", "SS-107")
def test_a_labs_token_is_taken_in_passing_or_landing_if_wanted():
    game = table({ENGINEER: "EX1"}, phase="move", rolled=1)
    at = playing(game, "leave_samples", "to:WL3")
    assert (game.players[ENGINEER].samples, game.tokens["WL3"]) == (0, 1)
    at.answer("take")  # standing there it may still be taken
    assert (game.players[ENGINEER].samples, "WL3" in game.tokens) == (1, False)
    assert GAME.view(game)[f"samples {ENGINEER}"] == "1"
    landing = table({ENGINEER: "EX1"}, phase="move", rolled=1)
    playing(landing, "to:WL3")
    assert landing.players[ENGINEER].samples == 1
    passing = table({ENGINEER: "p1"}, phase="move", rolled=2, tokens={"p2": 1})
    playing(passing, "to:p3")
    assert passing.players[ENGINEER].samples == 1
    again = table({ENGINEER: "EX1"}, phase="move", rolled=1)
    playing(again, "leave_samples", "take_samples", "to:WL3")
    assert again.players[ENGINEER].samples == 1


@pytest.mark.rule("SS-121", "SS-R50")
def test_who_is_moved_in_anothers_turn_is_asked_for_the_token():
    game = table({CAPTAIN: "EX1", ASTRO: "EX1"}, current=CAPTAIN, enabled={CAPTAIN: [2]})
    at = playing(game, "ability:2", "to:WL3")
    assert at.ask.text == "Ben (Astrobiologist): Water Sample here: take it or leave it (you carry 0 of 1)."
    assert at.ask.default == "take"
    at.answer("leave")
    assert (game.players[ASTRO].samples, game.tokens["WL3"]) == (0, 1)


@pytest.mark.rule("SS-108", "SS-109", "SS-121")
def test_one_sample_is_carried_and_one_more_with_a_carrier():
    full = table({ENGINEER: "EX1"}, phase="move", rolled=1, samples={ENGINEER: 1})
    at = playing(full, "to:WL3")
    assert why_not(at.ask, "take") == "No room for a Water Sample: 1 of 1 carried. (SS-108)"
    assert "Water Sample here, but Ann (Engineer) has no room." in texts(full)
    with_carrier = table({ENGINEER: "EX1"}, phase="move", rolled=1, samples={ENGINEER: 1}, carriers={ENGINEER: 1})
    playing(with_carrier, "to:WL3")
    assert with_carrier.players[ENGINEER].samples == 2


@pytest.mark.rule("SS-R27")
def test_of_several_tokens_any_number_up_to_capacity():
    game = table({ENGINEER: "p1"}, phase="move", rolled=1, tokens={"p2": 3}, carriers={ENGINEER: 1})
    at = playing(game, "leave_samples", "to:p2", "take")
    assert isinstance(at.ask, EnterNumber)
    assert (at.ask.low, at.ask.high, at.ask.default) == (0, 2, 2)
    at.answer(1)
    assert (game.players[ENGINEER].samples, game.tokens["p2"]) == (1, 2)
    most = table({ENGINEER: "p1"}, phase="move", rolled=1, tokens={"p2": 3}, carriers={ENGINEER: 1})
    playing(most, "to:p2")
    assert (most.players[ENGINEER].samples, most.tokens["p2"]) == (2, 1)


@pytest.mark.rule("SS-R28")
def test_tokens_of_the_own_space_may_be_taken_without_moving():
    game = table({ENGINEER: "p6"}, phase="move", rolled=3, tokens={"p6": 1})
    playing(game, "take", "done")
    assert game.players[ENGINEER].samples == 1
    elsewhere = table({ENGINEER: "p6"}, phase="action", tokens={"p6": 1})
    assert "take" not in choices(playing(elsewhere).ask)  # in the own Move Phase only


@pytest.mark.rule("SS-R18", "SS-R26")
def test_a_token_where_a_card_puts_the_figure_is_taken_too():
    pack = example_pack(crisis_card(Place("place", "WL3")))
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack)
    at = playing(game, "to:CR1", ["test"], True)
    assert (game.players[DOCTOR].node, game.players[DOCTOR].samples) == ("WL3", 1)
    assert "done" in open_values(at.ask)  # back to the move


@pytest.mark.rule("SS-R28", "SS-R67")
def test_taking_a_token_while_standing_at_the_exit_can_end_the_game():
    game = table({DOCTOR: "XP"}, current=DOCTOR, phase="move", rolled=3, tokens={"XP": 1})
    assert playing(game, "take").ask is None
    assert game.result["winner"] == "traitor"


@pytest.mark.rule("SS-R29")
def test_a_sample_cannot_be_put_down():
    for phase in ("move", "action"):
        game = table(phase=phase, rolled=3, samples={ENGINEER: 1})
        assert not any("sample" in value or "drop" in value for value in choices(playing(game).ask))


@pytest.mark.rule("SS-60")
def test_a_card_that_moves_the_drawer_can_lead_into_the_next_crisis():
    pack = example_pack(crisis_card(Move("move", 4), count=2))
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack)
    at = playing(game, "to:CR1", ["test"], True)
    assert at.ask.text == "Cem (Doctor): move up to 4 Spaces."
    at.answer("to:CR2")
    assert isinstance(at.ask, DrawCards)
    at.answer(["test"])
    assert game.resolving == ["test", "test"]
    at.answer(True).answer("done")  # the second card's move; the first one's is used up
    assert (game.resolving, game.crisis_discard, game.players[DOCTOR].node) == ([], ["test", "test"], "CR2")


@pytest.mark.rule("SS-61", "SS-R25")
def test_cards_drawn_in_a_crisis_count_for_the_hand_limit():
    pack = example_pack(crisis_card(Draw("draw", 2)))
    hands = {DOCTOR: ["scrap", "scrap", "vial", "case", "bulb"]}
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack, hands=hands)
    at = playing(game, "to:CR1", ["test"], True, ["suit"])
    assert at.ask.text == "Cem (Doctor): discard down to 5; 1 too many."
    at.answer("suit").answer(["vial"]).answer("scrap")
    assert len(hand(game, DOCTOR)) == 5
