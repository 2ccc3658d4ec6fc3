"""Skill challenges, the storybook, quests and keywords."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import do, effects, run, ship, texts

from rules.ask import AskAny, ChooseOne, PickSome, ReadStory, SplitAmount
from rules.sleeping_gods import GAME
from rules.sleeping_gods.crew import gain_status
from rules.sleeping_gods.resolve import push
from rules.sleeping_gods.state import Campaign
from rules.sleeping_gods.story import gain_quest, put_away_quest

HEALTH = {"do": "damage", "who": "participants_first", "n": "difference"}
CARD = {1: "bluff", 2: "tinker", 3: "triage", 4: "shove", 5: "keen_eye", 6: "grand_plan"}


def face(state: Campaign, skill: str, number: int, *fail: dict[str, Any], **more: Any) -> Playing:
    """A challenge, asked up to its participants."""
    return do(state, {"do": "challenge", "skill": skill, "number": number, "fail": list(fail), **more})


def send(playing: Playing, crew: list[str], fate: int) -> Playing:
    """The participants of the only player, and fate."""
    return playing.answer(crew).answer(fate).answer([CARD[fate]])


# ----- the challenge


@pytest.mark.rule("SG-191", "SG-192", "SG-193", "SG-202", "SG-203", "SG-204", "SG-205", "SG-206", "SG-E9")
@pytest.mark.parametrize(("fate", "won", "damage"), [(5, True, 0), (4, False, 1), (6, True, 0)])
def test_strength_9_is_reached_by_9_or_more_and_8_costs_one_damage(fate: int, won: bool, damage: int) -> None:
    state = ship(1, cards=[])
    playing = face(state, "strength", 9, HEALTH, success=[{"do": "gain_xp"}])
    send(playing, ["laurence", "odessa"], fate)  # 2 + 2
    if playing.ask:
        playing.answer("laurence")
    assert (state.progress.xp == 1) == won
    assert state.crew["laurence"].damage == damage
    assert state.discard == [CARD[fate]]


@pytest.mark.rule("SG-194", "SG-198", "SG-199", "SG-195", "SG-61", "SG-E10", "SG-48")
def test_helpers_pay_one_command_however_many_they_send() -> None:
    state = ship(2, command={"east": 2}, cards=[])
    playing = face(state, "strength", 9)
    assert isinstance(playing.ask, AskAny)
    assert "odessa" in open_values(playing.ask.of("north"))
    assert "gregory" not in open_values(playing.ask.of("north"))
    assert "odessa" not in open_values(playing.ask.of("east"))
    playing.answer(("east", ["gregory", "otto"])).answer(["odessa"])
    assert state.players["east"].command == 1
    assert [state.crew[crew].fatigue for crew in ("odessa", "gregory", "otto")] == [1, 1, 1]
    assert state.trial is not None
    assert state.trial.total == 2 + 3 + 3


@pytest.mark.rule("SG-198")
def test_who_has_no_command_cannot_help() -> None:
    state = ship(2, cards=[])
    playing = face(state, "strength", 9)
    assert isinstance(playing.ask, PickSome)
    assert playing.ask.seat == "north"


@pytest.mark.rule("SG-195", "SG-196", "SG-197", "SG-200", "SG-201")
def test_the_tired_count_one_less_and_the_exhausted_stay_out() -> None:
    state = ship(1, cards=[])
    state.crew["otto"].fatigue = 1
    state.crew["gregory"].fatigue = 2
    playing = face(state, "strength", 9)
    assert "SG-67" in why_not(playing.ask, "gregory")
    playing.answer(["otto", "laurence"])
    assert state.trial is not None
    assert state.trial.total == 2 + 2  # Otto has 3, less 1; Laurence is fresh
    assert (state.crew["otto"].fatigue, state.crew["laurence"].fatigue) == (2, 1)


@pytest.mark.rule("SG-99", "SG-R24")
def test_every_mad_participant_costs_one_morale_before_fate_is_drawn() -> None:
    state = ship(1, cards=[])
    gain_status(state, "mac", "madness")
    gain_status(state, "pia", "madness")
    playing = face(state, "craft", 9).answer(["mac", "pia", "odessa"])
    assert state.ship.morale == 3
    playing.answer(4).answer(["shove"])
    assert "Fate: 4, 3 after the morale penalty" in texts(state)


@pytest.mark.rule("SG-99", "SG-R26", "toggle:status_stacks")
def test_where_statuses_pile_up_every_madness_token_of_a_participant_costs_one_morale() -> None:
    state = ship(1, cards=[], status_stacks=True)
    for crew in ("mac", "mac", "pia"):
        gain_status(state, crew, "madness")
    face(state, "craft", 9).answer(["mac", "pia", "odessa"])
    assert state.ship.morale == 2
    assert "2 of them are mad, with 3 madness tokens." in texts(state)


@pytest.mark.rule("SG-R24", "SG-109", "SG-111")
def test_a_mutiny_draw_from_madness_is_resolved_at_once_and_the_challenge_goes_on() -> None:
    state = ship(1, morale=1, cards=[])
    gain_status(state, "mac", "madness")
    playing = face(state, "craft", 9).answer(["mac"])
    assert "Mutiny" in playing.ask.text  # type: ignore[union-attr]
    playing.answer(5).answer(["keen_eye"])
    assert state.ship.morale == 1
    assert "Craft 9" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-R50")
def test_nobody_has_to_take_part() -> None:
    state = ship(2, cards=[], command={"east": 1})
    playing = face(state, "strength", 5, HEALTH).answer(("north", [])).answer(("east", ["otto"]))
    playing.answer(2).answer(["tinker"])
    assert "5 of 5: success" in texts(state)
    alone = ship(1, cards=[])
    playing = send(face(alone, "strength", 5, HEALTH), [], 3)
    assert isinstance(playing.ask, SplitAmount)  # 2 damage, and nobody comes first
    playing.answer({"pia": 1, "mac": 1})
    assert alone.crew["pia"].damage == 1


@pytest.mark.rule("SG-206", "SG-207", "SG-208", "SG-E11")
def test_the_active_player_shares_the_damage_out_among_those_who_took_part() -> None:
    state = ship(3, cards=[], command={"east": 1, "south": 1})
    playing = face(state, "strength", 9, HEALTH)
    playing.answer(("north", ["laurence"])).answer(("east", ["gregory"])).answer(("south", ["mac"]))
    playing.answer(3).answer(["triage"])  # 2 + 3 + 1 + 3 = 9
    assert "success" in texts(state)
    state = ship(3, cards=[], command={"east": 1, "south": 1})
    playing = face(state, "strength", 9, HEALTH)
    playing.answer(("north", ["pia"])).answer(("east", ["gregory"])).answer(("south", ["mac"]))
    playing.answer(2).answer(["tinker"])  # 0 + 3 + 1 + 2 = 6
    assert isinstance(playing.ask, SplitAmount)
    assert playing.ask.seat == "north"
    assert [option.value for option, _ in playing.ask.limits] == ["pia", "gregory", "mac"]
    playing.answer({"pia": 1, "gregory": 1, "mac": 1})
    assert [state.crew[crew].damage for crew in ("pia", "gregory", "mac")] == [1, 1, 1]


@pytest.mark.rule("SG-209")
def test_fail_ship_damage_is_the_difference() -> None:
    state = ship(1, cards=[])
    send(face(state, "craft", 8, {"do": "ship_damage", "n": "difference"}), ["mac"], 2)
    assert state.ship.health == 11 - 3


@pytest.mark.rule("SG-212")
def test_minus_x_health_hurts_those_who_took_part_first() -> None:
    state = ship(1, cards=[])
    send(face(state, "craft", 20, {"do": "damage", "who": "participants_first", "n": 2}), ["mac"], 2)
    assert state.crew["mac"].damage == 2  # 2 and not the difference


@pytest.mark.rule("SG-211", "SG-R28", "toggle:status_to_participants")
def test_a_status_goes_to_one_of_the_active_players_crew_or_the_captain() -> None:
    venom = {"do": "gain_status", "status": "venom", "who": "one_yours"}
    state = ship(2, cards=[])
    state.crew["pia"].damage = 2
    playing = send(face(state, "craft", 20, venom), ["mac"], 2)
    assert set(open_values(playing.ask)) == {"odessa", "laurence", "mac", "nell", "pia"}  # any health, took part or not
    house = ship(2, cards=[], status_to_participants=True)
    send(face(house, "craft", 20, venom), ["mac"], 2)
    assert house.crew["mac"].statuses == ["venom"]


@pytest.mark.rule("SG-R46")
def test_the_sum_is_fixed_before_fate_so_a_card_tucked_later_comes_too_late() -> None:
    state = ship(1, hands={"north": ["shove"]}, command={"north": 2})
    playing = face(state, "strength", 20).answer(["laurence"])
    assert state.trial is not None
    before = state.trial.total
    from sleeping_gods_setting import aside

    aside(state, "north", "train").answer(0).answer("laurence")
    playing.again()
    assert state.trial.total == before
    assert state.crew["laurence"].tucked == ["shove"]
    assert state.skill("laurence", "strength") == 3


@pytest.mark.rule("SG-R48")
def test_everybody_may_act_before_participants_are_final_and_after_fate() -> None:
    state = ship(2, command={"north": 1, "east": 1}, cards=[1])
    gain_status(state, "gregory", "weakened")
    from sleeping_gods_setting import aside

    playing = face(state, "strength", 9)
    aside(state, "north", "crew:mac:0:0")  # Mac cures Gregory before he is sent
    playing.again()
    playing.answer(("north", ["odessa"])).answer(("east", ["gregory"]))
    assert state.trial is not None
    assert state.trial.total == 5
    playing.answer(3).answer(["triage"])
    assert playing.ask is None  # nobody has command left for the redraw card


# ----- after fate


@pytest.mark.rule("SG-318", "SG-E23", "SG-170")
def test_the_redraw_card_keeps_the_highest() -> None:
    state = ship(2, command={"east": 1}, cards=[1])
    playing = face(state, "strength", 9).answer(("north", [])).answer(("north", 2)).answer(["tinker"])
    assert isinstance(playing.ask, AskAny)
    playing.answer(("east", "card:1:0:0")).answer(1).answer(["bluff"])
    assert "Drawn again: 1; 2 counts" in texts(state)
    assert state.owned[1] == 1
    assert state.players["east"].command == 0


@pytest.mark.rule("SG-320", "SG-E22", "SG-187", "SG-321")
def test_three_savvy_after_fate_and_the_card_is_locked_until_prepared() -> None:
    state = ship(1, command={"north": 2}, cards=[10])
    assert state.skill("mac", "craft") == 4  # the passive works all the time: +1 craft
    playing = face(state, "savvy", 10).answer(["nell"]).answer(3).answer(["triage"])  # 3 + 3
    playing.answer("card:10:0:0")
    assert state.trial is not None
    assert state.trial.bonus == 3
    assert "SG-187" in why_not(playing.ask, "card:10:0:0")
    playing.answer("take")
    assert "9 of 10: failed by 1" in texts(state)
    assert state.owned[10] == 1
    assert state.skill("mac", "craft") == 4


@pytest.mark.rule("SG-320")
def test_savvy_is_no_help_in_another_challenge() -> None:
    state = ship(1, command={"north": 2}, cards=[10])
    playing = face(state, "strength", 9).answer(["nell"]).answer(3).answer(["triage"])
    assert "card:10:0:0" not in open_values(playing.ask)


@pytest.mark.rule("SG-384")
def test_plus_one_to_fate_works_on_any_draw_also_on_the_mutiny_draw() -> None:
    state = ship(1, morale=1, command={"north": 1}, cards=[])
    playing = do(state, {"do": "lose_morale"}).answer(3).answer(["triage"])
    playing.answer("crew:odessa:0:0")
    assert state.ship.morale == 1  # 4: calmed


# ----- the variant


@pytest.mark.rule("SG-387", "SG-388", "SG-389", "SG-390", "SG-R52", "toggle:temporary_boost")
def test_the_boost_is_a_card_of_the_tested_skill_for_one_command_and_abroad_also_a_morale() -> None:
    hands = {"north": ["shove", "shove", "triage"], "east": ["shove"]}
    state = ship(2, hands=hands, command={"north": 2, "east": 2}, cards=[], temporary_boost=True)
    playing = face(state, "strength", 9).answer(("north", ["laurence"])).answer(("east", ["gregory"]))
    playing.answer(1).answer(["bluff"])
    assert isinstance(playing.ask, AskAny)
    assert "not a strength card" in why_not(playing.ask.of("north"), "boost:2")
    playing.answer(("north", "boost:0")).answer(("north", "boost:0"))  # several times in one challenge
    assert state.players["north"].command == 0
    assert state.ship.morale == 5
    playing.answer(("east", "boost:0"))
    assert state.ship.morale == 4  # on another player's turn it costs 1 morale as well
    assert state.trial is None or state.trial.bonus == 3
    assert "Fate: 1." in texts(state)  # the morale loss does not change the draw
    assert "9 of 9: success" in texts(state)
    off = ship(1, hands={"north": ["shove"]}, command={"north": 2}, cards=[])
    playing = face(off, "strength", 9).answer([]).answer(1).answer(["bluff"])
    assert "boost:0" not in open_values(playing.ask)


@pytest.mark.rule("SG-R52")
def test_only_players_taking_part_may_boost() -> None:
    state = ship(2, hands={"east": ["shove"]}, command={"north": 1, "east": 2}, cards=[], temporary_boost=True)
    playing = face(state, "strength", 9).answer(("north", ["laurence"])).answer(("north", 1))
    playing.answer(["bluff"])
    assert isinstance(playing.ask, ChooseOne)  # Ben stays out, so he is not asked


# ----- worked examples


@pytest.mark.rule("SG-E12", "SG-206", "SG-211", "SG-213", "SG-214")
def test_perception_12_failed_by_three_hurts_envenoms_is_described_and_goes_on_at_546() -> None:
    state = ship(1, region="shore", cards=[])
    playing = run(state).answer("explore").answer(True).answer("A")
    playing.answer(["rafael", "mac"]).answer(4).answer(["shove"])  # 3 + 2 + 4 = 9
    assert "9 of 12: failed by 3" in texts(state)
    playing.answer({"rafael": 1, "mac": 2})
    playing.answer("otto")
    assert state.crew["otto"].statuses == ["venom"]
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.story == "Snakes in the sand."
    playing.answer(True)
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "546"


@pytest.mark.rule("SG-E13", "SG-200", "SG-R19", "SG-208")
def test_strength_9_with_laurence_and_the_captain_and_fate_3_costs_two_damage() -> None:
    state = ship(2, region="shore", command={"north": 1}, cards=[1])
    playing = run(state).answer("explore").answer(True).answer("B")
    playing.answer(["laurence", "odessa"])
    assert state.crew["laurence"].fatigue == state.crew["odessa"].fatigue == 1
    playing.answer(3).answer(["triage"])
    assert "7 in all, 9 needed: short by 2" in playing.ask.text  # type: ignore[union-attr]
    assert "card:1:0:0" in open_values(playing.ask)  # he could redraw, but does not
    playing.answer("take")
    playing.answer({"laurence": 2})
    assert state.crew["laurence"].damage == 2
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "169"


@pytest.mark.rule("SG-E7", "SG-143", "SG-144", "SG-214", "SG-215")
@pytest.mark.parametrize(("choice", "skill"), [("A", "Cunning 8"), ("B", "Strength 8")])
def test_either_choice_is_one_challenge_against_8_and_both_lead_to_a1(choice: str, skill: str) -> None:
    state = ship(1, cards=[])
    playing = run(state).answer("explore").answer("2")
    assert isinstance(playing.ask, ReadStory)
    playing.answer(True)
    assert open_values(playing.ask) == ["A", "B"]
    playing.answer(choice)
    assert skill in playing.ask.text  # type: ignore[union-attr]
    playing.answer(["laurence"]).answer(1).answer(["bluff"])
    total = 1 + (2 if choice == "B" else 0)
    assert state.crew["laurence"].damage == min(6, 8 - total)
    if isinstance(playing.ask, ChooseOne):  # what Laurence cannot take
        playing.answer("mac")
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "A1"
    playing.answer(True)
    assert state.resources["meat"] == 1  # failing is not the end of the story
    assert "Return to the ship" in texts(state)


# ----- the storybook


@pytest.mark.rule("SG-141", "SG-142", "SG-145", "SG-146", "SG-147", "SG-9")
def test_boxes_are_read_one_after_another_their_effects_apply_and_the_turn_goes_on() -> None:
    state = ship(2, region="shore", cards=[])
    gain_quest(state, 1)
    playing = run(state).answer("explore")
    assert playing.ask.text.startswith("Read aloud")  # type: ignore[union-attr]
    playing.answer(True).answer("C")
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.story == "On top."
    playing.answer(True)
    assert playing.ask.story == "The view."  # type: ignore[union-attr]
    playing.answer(True)
    assert state.progress.xp == 1
    assert state.actions_left == 1
    assert "Choose an action (1 left)" in playing.ask.text  # type: ignore[union-attr]
    solo = ship(1, region="shore")
    assert run(solo).answer("explore").ask.text.startswith("Read paragraph")  # type: ignore[union-attr]


@pytest.mark.rule("SG-210", "SG-R51")
def test_turn_to_after_fail_replaces_the_next_line_but_all_consequences_apply() -> None:
    state = ship(1, region="shore", cards=[])
    playing = run(state).answer("explore").answer(True).answer("E")
    playing.answer(["laurence"]).answer(2).answer(["tinker"])
    assert state.crew["laurence"].damage == 2  # printed after "turn to", and done before it
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "546"


@pytest.mark.rule("SG-143", "SG-R39")
def test_one_choice_must_be_taken_and_the_active_player_decides() -> None:
    state = ship(3, active="east")
    playing = run(state).answer("explore").answer("2").answer(True)
    assert playing.ask is not None
    assert playing.ask.seats == ("east",)


@pytest.mark.rule("SG-R38")
def test_the_same_location_may_be_explored_again_in_the_same_turn() -> None:
    state = ship(1, cards=[])
    playing = run(state)
    for _ in range(2):
        playing.answer("explore").answer("2").answer(True).answer("B").answer(["otto", "gregory"])
        fate = 3 if "triage" not in state.discard else 4
        playing.answer(fate).answer([CARD[fate]]).answer(True)
    assert state.resources["meat"] == 2


@pytest.mark.rule("SG-284", "SG-287")
def test_a_choice_with_a_keyword_is_open_only_with_it_and_may_still_be_skipped() -> None:
    state = ship(1, region="shore")
    playing = run(state).answer("explore").answer(True)
    assert "requires a keyword you do not have" in why_not(playing.ask, "C")
    assert "bell" not in why_not(playing.ask, "C")  # a keyword is named only once it was met
    state = ship(1, region="shore")
    gain_quest(state, 1)
    playing = run(state).answer("explore").answer(True)
    assert {"A", "C"} <= set(open_values(playing.ask))


@pytest.mark.rule("SG-286")
def test_if_keyword_must_be_followed() -> None:
    state = ship(1)
    gain_quest(state, 2)
    playing = run(state).answer("explore").answer("7")
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "546"
    assert "You have the keyword debt" in texts(state)


@pytest.mark.rule("SG-281", "SG-285", "SG-282", "SG-283", "SG-R90")
def test_a_quest_gives_its_keyword_while_it_is_owned_and_never_comes_back() -> None:
    state = ship(1)
    gain_quest(state, 1)
    assert state.quests == [1]
    assert state.keywords == ["bell"]
    put_away_quest(state, 1, "completed")
    assert (state.quests, state.used_quests, state.keywords) == ([], [1], [])
    gain_quest(state, 1)
    assert state.quests == []
    assert "not in the deck any more" in texts(state)
    gain_quest(state, 2)
    gain_quest(state, 2)
    assert state.quests == [2]
    do(state, {"do": "lose_quest", "number": 2})
    assert state.used_quests == [1, 2]


@pytest.mark.rule("SG-145")
def test_the_target_of_a_choice_not_taken_is_never_shown() -> None:
    state = ship(1, region="shore")
    playing = run(state).answer("explore").answer(True)
    for option in playing.ask.options:  # type: ignore[union-attr]
        assert "169" not in option.label + option.hint
        assert "546" not in option.label + option.hint
    assert "On top" not in str(GAME.show(state, "north"))


def test_a_story_can_be_opened_by_an_event() -> None:
    state = ship(1)
    push(state, effects({"do": "turn_to", "paragraph": "546"}))
    playing = run(state)
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "546"


@pytest.mark.rule("SG-198", "SG-R48")
def test_a_helper_who_spends_the_last_command_meanwhile_is_asked_no_more() -> None:
    state = ship(2, command={"east": 1}, cards=[])
    playing = face(state, "strength", 9).answer(("north", ["laurence"]))
    assert playing.ask is not None
    assert "help for 1 command?" in playing.ask.of("east").text  # type: ignore[union-attr]
    state.players["east"].command = 0
    playing.again()
    assert "Draw fate" in playing.ask.text
    assert state.trial is not None
    assert state.trial.participants == ["laurence"]
