"""Spending command at any time: training, crew abilities, adventure cards, weapons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playing import open_values, why_not
from sleeping_gods_setting import aside, do, fight, own_card, refused, run, ship, texts

from rules.ask import IllegalAnswer
from rules.position import Position, Step
from rules.sleeping_gods import GAME
from rules.sleeping_gods.actions import prepare
from rules.sleeping_gods.arms import weapons
from rules.sleeping_gods.crew import gain_status
from rules.sleeping_gods.plays import block_options, damage_options, fate_options
from rules.sleeping_gods.state import Attack, Campaign, Draw
from rules.sleeping_gods.story import begin
from rules.sleeping_gods.supply import left


def at_leisure(*args: object, **more: object) -> Campaign:
    """A table at which anything may be done now."""
    state = ship(*args, **more)  # type: ignore[arg-type]
    state.window = "actions"
    return state


# ----- training


@pytest.mark.rule("SG-171", "SG-173", "SG-174", "SG-175", "SG-179", "SG-48", "SG-418")
def test_training_tucks_a_hand_card_for_its_cost_which_goes_to_the_supply() -> None:
    state = at_leisure(2, hands={"north": ["tinker", "bluff"]}, command={"north": 3})
    playing = aside(state, "north", "train").answer(0)
    assert set(open_values(playing.ask)) == {"odessa", "laurence", "mac", "nell", "pia"}  # yours, and the captain
    playing.answer("mac")
    assert state.crew["mac"].tucked == ["tinker"]
    assert state.skill("mac", "craft") == 4
    assert state.players["north"].hand == ["bluff"]
    assert state.players["north"].command == 1
    assert state.crew["mac"].command == 0  # it does not stay on the board
    assert left(state, "command") == 13
    assert "Tuck Tinker under Mac's board." in GAME.todo(
        GAME.view(at_leisure(2, hands={"north": ["tinker"]}, command={"north": 1})), GAME.view(state)
    )


@pytest.mark.rule("SG-174")
def test_a_card_that_cannot_be_paid_for_is_not_trained() -> None:
    state = at_leisure(2, hands={"north": ["tinker", "bluff"]}, command={"north": 1})
    playing = aside(state, "north", "train")
    assert "has 1 command; this costs 2" in why_not(playing.ask, 0)
    playing.answer("none")
    assert state.players["north"].hand == ["tinker", "bluff"]


def test_only_who_trains_reads_which_card_it_is_before_it_lies_there() -> None:
    playing = aside(at_leisure(2, hands={"north": ["tinker", "bluff"]}, command={"north": 3}), "north", "train")
    playing.answer(0)
    assert "Tinker" in playing.ask.text
    assert playing.ask.others == "Whom do you train?"


@pytest.mark.rule("SG-172")
def test_training_is_only_for_ones_own_turn() -> None:
    state = at_leisure(2, hands={"east": ["bluff"]}, command={"east": 3})
    assert "SG-172" in refused(state, "east", "train")


@pytest.mark.rule("SG-177", "SG-178", "SG-R47")
def test_a_third_tucked_card_needs_one_discarded_first_which_is_free() -> None:
    state = at_leisure(1, hands={"north": ["bluff"]})
    state.crew["mac"].tucked = ["shove", "triage"]
    playing = aside(state, "north", "train").answer(0)
    assert "SG-R47" in why_not(playing.ask, "mac")
    playing.answer("pia")
    state.players["north"].hand = ["grand_plan"]
    state.players["north"].command = 3
    aside(state, "north", "untuck").answer("mac:0")
    assert state.discard == ["shove"]
    aside(state, "north", "train").answer(0).answer("mac")
    assert state.crew["mac"].tucked == ["triage", "grand_plan"]


@pytest.mark.rule("SG-178", "SG-R45")
def test_only_who_controls_a_crew_member_discards_their_cards_also_on_anothers_turn() -> None:
    state = at_leisure(2)
    state.crew["gregory"].tucked = ["shove"]
    state.crew["odessa"].tucked = ["bluff"]
    aside(state, "east", "untuck")  # Gregory's only: the captain is Ann's now
    assert state.crew["gregory"].tucked == []
    assert state.crew["odessa"].tucked == ["bluff"]


@pytest.mark.rule("SG-R46", "toggle:no_training_in_combat")
def test_training_is_allowed_in_combat_unless_the_table_forbids_it() -> None:
    state = at_leisure(1, hands={"north": ["bluff"]})
    fight(state, 2)
    assert refused(state, "north", "train") == ""
    strict = at_leisure(1, hands={"north": ["bluff"]}, no_training_in_combat=True)
    fight(strict, 2)
    assert "SG-R46" in refused(strict, "north", "train")


@pytest.mark.rule("SG-171")
def test_with_real_cards_the_trained_card_is_shown_and_read() -> None:
    state = at_leisure(1, custody="table", hands={"north": ["?", "?"]}, command={"north": 2})
    playing = aside(state, "north", "train").answer("mac")
    assert "bluff" in open_values(playing.ask)
    playing.answer("shove")
    assert state.crew["mac"].tucked == ["shove"]
    assert state.players["north"].hand == ["?"]


@pytest.mark.rule("SG-180", "SG-181", "SG-385", "SG-386")
def test_a_tucked_ability_serves_its_crew_member_or_its_controller_and_is_usually_free() -> None:
    state = at_leisure(2)
    state.crew["gregory"].tucked = ["tinker"]
    state.active = "east"
    aside(state, "east", "tucked:gregory:tinker:0")
    assert state.players["east"].command == 1  # "you" is who controls Gregory
    assert "SG-181" in refused(state, "east", "tucked:gregory:tinker:0")
    assert not any("tinker" in str(option.value) for option in GAME.asides(state, "north"))
    state.crew["rafael"].tucked = ["keen_eye"]
    assert [effect.do for effect in state.passives("rafael")] == ["attack_accuracy"]
    assert list(state.passives("gregory")) == []  # only whom it is equipped to


# ----- crew abilities and adventure cards


@pytest.mark.rule("SG-182", "SG-183", "SG-184")
def test_a_crew_ability_puts_its_command_on_the_board_and_locks_it_until_prepared() -> None:
    state = at_leisure(2, command={"north": 2})
    gain_status(state, "otto", "venom")
    gain_status(state, "pia", "madness")
    aside(state, "north", "crew:mac:0:0").answer("otto:venom")
    assert state.crew["mac"].command == 1
    assert state.players["north"].command == 1
    assert "SG-184" in refused(state, "north", "crew:mac:0:0")
    prepare(state, "north")
    assert refused(state, "north", "crew:mac:0:0") == ""
    assert not any(str(option.value).startswith("crew:mac") for option in GAME.asides(state, "east"))


@pytest.mark.rule("SG-185", "SG-186", "SG-187", "SG-169", "SG-316", "SG-317")
def test_any_player_may_activate_a_shared_card_on_anybodys_turn_and_its_command_locks_it() -> None:
    state = at_leisure(2, active="north", command={"east": 1}, resources={"grain": 3})
    state.crew["mac"].damage = 1
    assert state.pack.adventure_cards[4].cost == 1
    assert state.pack.adventure_cards[4].type == "recipe"
    aside(state, "east", "card:4:0:0")
    assert state.owned[4] == 1
    assert state.players["east"].command == 0
    assert "SG-187" in refused(state, "north", "card:4:0:0")


@pytest.mark.rule("SG-170", "SG-R44")
def test_one_player_pays_the_whole_cost_with_their_own_tokens() -> None:
    state = at_leisure(2, cards=[13], command={"north": 1, "east": 1})
    state.fate = Draw(why="Test", seat="north", number=2)
    for seat in ("north", "east"):
        option = next(each for each in fate_options(state, seat) if each.value == "card:13:0:0")
        assert "this costs 2" in str(option.barred)


@pytest.mark.rule("SG-188")
def test_no_cooking_searching_or_travelling_in_combat() -> None:
    state = at_leisure(1, cards=[2, 12, 16], command={"north": 3}, resources={"meat": 3})
    fight(state, 2)
    for key in ("card:2:0:0", "card:12:0:0", "card:16:0:0"):
        assert "SG-188" in refused(state, "north", key)


@pytest.mark.rule("SG-189", "SG-190")
def test_while_exploring_no_action_cards_but_recipes() -> None:
    state = at_leisure(1, cards=[2, 12, 16], command={"north": 3}, resources={"meat": 3})
    begin(state, "2", exploring=True)
    assert "SG-189" in refused(state, "north", "card:12:0:0")
    assert "SG-189" in refused(state, "north", "card:16:0:0")
    state.crew["mac"].fatigue = 1
    aside(state, "north", "card:2:0:0")
    assert state.resources["meat"] == 0


@pytest.mark.rule("SG-169", "SG-R48")
def test_a_card_that_grants_an_action_works_between_two_steps() -> None:
    state = ship(2, cards=[12], command={"east": 1})
    playing = run(state)
    assert "Choose an action" in playing.ask.text  # type: ignore[union-attr]
    aside(state, "east", "card:12:0:0")
    playing.again()
    assert playing.ask.text == "Sail where?"  # type: ignore[union-attr]
    playing.answer("ice")
    assert state.ship.region == "ice"
    assert state.actions_left == 2  # it used no action
    playing.answer("travel")
    state.owned[12] = 0
    state.players["east"].command = 1
    assert "SG-R48" in refused(state, "east", "card:12:0:0")  # in the middle of something it has to wait


@pytest.mark.rule("SG-169")
def test_an_aside_comes_between_question_and_answer_and_the_question_is_asked_afresh() -> None:
    setup = GAME.setup({"north": "Ann"}, {}, "box", "sample")
    position = Position.begin(GAME, setup)
    for answer in ("normal", "fresh", True, ["shove"], ["triage"], ["bluff"], "begin", ["tinker"], [0], ["calm"]):
        position = position.after(answer)
    before = position.ask
    position = position.then(Step("aside", "train", "north"))
    position = position.after(1).after("mac")
    assert position.state.crew["mac"].tucked == ["bluff"]
    assert position.ask == before
    with pytest.raises(IllegalAnswer):
        position.then(Step("aside", "weapons", "north"))


# ----- the printed sample cards


@pytest.mark.rule("SG-322", "SG-E24", "SG-70", "SG-421")
def test_soup_takes_three_food_of_any_kind_for_three_fatigue_and_one_morale() -> None:
    state = at_leisure(1, command={"north": 1}, resources={"meat": 2, "grain": 1})
    state.crew["mac"].fatigue = 2
    state.crew["pia"].fatigue = 2
    playing = aside(state, "north", "card:2:0:0")
    playing.answer({"mac": 2, "pia": 1})
    assert state.resources["meat"] == state.resources["grain"] == 0
    assert (state.crew["mac"].fatigue, state.crew["pia"].fatigue) == (0, 1)
    assert "Pia is no longer exhausted" in texts(state)
    assert state.ship.morale == 6


@pytest.mark.rule("SG-322")
def test_with_more_food_than_needed_the_cook_says_which() -> None:
    state = at_leisure(1, command={"north": 1}, resources={"meat": 2, "grain": 2})
    state.crew["mac"].fatigue = 1
    playing = aside(state, "north", "card:2:0:0").answer({"meat": 1, "grain": 2})
    assert (state.resources["meat"], state.resources["grain"]) == (1, 0)
    assert playing.ask is None
    poor = at_leisure(1, command={"north": 1}, resources={"meat": 2})
    assert "takes 3 food" in refused(poor, "north", "card:2:0:0")


@pytest.mark.rule("SG-325", "SG-E25")
def test_flapjacks_take_three_grain_for_up_to_three_fatigue_and_three_health() -> None:
    state = at_leisure(1, command={"north": 1}, resources={"grain": 3})
    state.crew["mac"].damage, state.crew["laurence"].damage = 2, 3
    state.crew["pia"].fatigue = 1
    aside(state, "north", "card:4:0:0").answer({"mac": 2, "laurence": 1})
    assert state.resources["grain"] == 0
    assert state.crew["pia"].fatigue == 0
    assert (state.crew["mac"].damage, state.crew["laurence"].damage) == (0, 2)


@pytest.mark.rule("SG-327", "SG-E27")
def test_the_tonic_cures_madness_outside_a_challenge() -> None:
    state = at_leisure(1, cards=[101], command={"north": 1})
    gain_status(state, "mac", "madness")
    assert left(state, "madness") == 2
    aside(state, "north", "card:101:0:0")
    assert state.crew["mac"].statuses == []
    assert left(state, "madness") == 3
    assert not any(option.value == "card:101:0:1" for option in GAME.asides(state, "north"))  # savvy is for challenges


@pytest.mark.rule("SG-319", "SG-R49", "SG-227")
def test_weapons_are_equipped_moved_and_taken_off_by_anybody_outside_combat() -> None:
    state = at_leisure(2, cards=[11, 14])
    aside(state, "east", "weapons").answer(11).answer("mac")
    aside(state, "north", "weapons").answer(14).answer("mac")
    assert state.crew["mac"].weapons == [11, 14]  # any number
    assert [weapon.name for weapon in weapons(state, "mac").values()] == ["Wrench", "Harpoon", "Saber"]
    aside(state, "north", "weapons").answer(11).answer("gregory")
    assert state.crew["gregory"].weapons == [11]
    aside(state, "north", "weapons").answer(11).answer("off")
    assert state.crew["gregory"].weapons == []
    begin(state, "2", exploring=True)
    assert refused(state, "north", "weapons") == ""  # inside a story too
    fight(state, 2)
    assert "SG-319" in refused(state, "north", "weapons")


# ----- what crew abilities are for


@pytest.mark.rule("SG-380", "SG-382")
def test_a_crew_members_own_damage_and_accuracy_never_help_another() -> None:
    state = at_leisure(1, command={"north": 5}, cards=[])
    battle = fight(state, 2)
    battle.attack = Attack(seat="north", crew="laurence", target=0)
    assert [option.value for option in damage_options(state, "north")] == ["crew:laurence:0:0"]
    battle.attack.crew = "mac"
    assert damage_options(state, "north") == []
    state.fate = Draw(why="Test", seat="north", number=3, kind="attack", combat=True)
    assert "crew:rafael:0:0" not in [option.value for option in fate_options(state, "north")]
    battle.attack.crew = "rafael"
    assert "crew:rafael:0:0" in [option.value for option in fate_options(state, "north")]
    assert "crew:laurence:0:0" not in [str(option.value) for option in GAME.asides(state, "north")]  # never dealt alone


@pytest.mark.rule("SG-381")
def test_a_crew_members_own_block_protects_nobody_else() -> None:
    state = at_leisure(1, command={"north": 5}, cards=[])
    fight(state, 2)
    assert [option.value for option in block_options(state, "north", "gregory", "counter")] == ["crew:gregory:0:0"]
    assert block_options(state, "north", "mac", "counter") == []


@pytest.mark.rule("SG-324", "SG-408")
def test_block_is_only_usable_in_combat() -> None:
    state = at_leisure(1, command={"north": 5}, cards=[3])
    assert not any(str(option.value).startswith("card:3") for option in GAME.asides(state, "north"))
    fight(state, 2)
    assert [option.value for option in block_options(state, "north", "mac", "counter")] == ["card:3:0:0"]


def test_clearing_command_by_a_card_unlocks_it() -> None:
    state = at_leisure(1)
    state.owned[1] = 1
    assert do(state, {"do": "clear_command", "scope": "card"}).ask is None
    assert state.owned[1] == 0


def test_a_tucked_ability_may_be_paid_for_with_any_tucked_card_of_that_crew_member() -> None:
    state = at_leisure(1, pack="demo", cards=[])
    card = next(
        key
        for key, each in state.pack.ability_cards.items()
        if each.ability
        and each.ability.kind == "activated"
        and [effect.do for effect in each.ability.options[0]] == ["discard_tucked", "gain_command"]
    )
    other = next(key for key in state.pack.ability_cards if key != card)
    crew = next(each for each in state.crew if each != state.captain)
    state.crew[crew].tucked = [other, card]
    playing = aside(state, "north", f"tucked:{crew}:{card}:0")
    assert open_values(playing.ask) == [f"{crew}:0", f"{crew}:1"]
    playing.answer(f"{crew}:1")
    assert state.crew[crew].tucked == [other]
    assert state.discard == [card]
    assert state.players["north"].command > 0


def test_damage_by_a_card_waits_until_an_attack_is_over() -> None:
    state = at_leisure(1, pack="demo", command={"north": 9})
    number = next(
        n
        for n, each in state.pack.adventure_cards.items()
        if any(effect.do == "enemy_damage" for a in each.abilities for option in a.options for effect in option)
    )
    state.owned = {number: 0}
    battle = fight(state, next(iter(state.pack.enemies)))
    assert refused(state, "north", f"card:{number}:0:0") == ""
    battle.attack = Attack(seat="north", crew=state.captain, target=0)
    assert "SG-R48" in refused(state, "north", f"card:{number}:0:0")


def test_an_enemy_defeated_by_something_done_at_any_time_wins_the_combat() -> None:
    state = ship(1, cards=[1])
    battle = fight(state, 53)
    playing = run(state)
    battle.row.clear()
    playing.again()
    assert state.combat is None
    assert "combat is won" in texts(state)


SEARCH: dict[str, Any] = {"do": "search"}
TRAVEL: dict[str, Any] = {"do": "free_action", "action": "travel"}
CHEER: dict[str, Any] = {"do": "gain_morale"}
WAYS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "sequence": lambda deed: {"do": "sequence", "effects": [CHEER, deed]},
    "optional": lambda deed: {"do": "optional", "effects": [deed]},
    "one_of": lambda deed: {"do": "one_of", "options": [[CHEER], [deed]]},
    "choice": lambda deed: {"do": "choice", "options": [{"label": "Go", "effects": [deed]}, {"label": "Stay"}]},
    "if": lambda deed: {"do": "if", "condition": {"test": "morale", "at_least": 1}, "otherwise": [deed]},
    "if_keyword": lambda deed: {"do": "if_keyword", "keyword": "bell", "then": [deed]},
    "for_each": lambda deed: {"do": "for_each", "over": "player", "effects": [deed]},
    "repeat_until": lambda deed: {
        "do": "repeat_until",
        "until": {"test": "morale", "at_least": 9},
        "effects": [deed],
    },
    "fate_table": lambda deed: {
        "do": "fate_table",
        "bands": [{"low": 1, "high": 5}, {"low": 6, "high": 6, "effects": [deed]}],
    },
    "challenge": lambda deed: {"do": "challenge", "skill": "craft", "number": 5, "success": [deed]},
    "deeper": lambda deed: {"do": "optional", "effects": [{"do": "one_of", "options": [[CHEER], [deed]]}]},
}


@pytest.mark.rule("SG-188", "SG-189")
@pytest.mark.parametrize("deed", [SEARCH, TRAVEL, {"do": "move_ship", "to": "steps"}, {"do": "draw_market"}])
@pytest.mark.parametrize("way", WAYS)
def test_an_action_granted_inside_a_choice_or_a_condition_is_no_less_an_action(way: str, deed: dict[str, Any]) -> None:
    peace, combat, story = (at_leisure(1, cards=[], command={"north": 1}) for _ in range(3))
    for state in (peace, combat, story):
        own_card(state, 17, WAYS[way](deed))
    fight(combat, 2)
    begin(story, "2", exploring=True)
    assert refused(peace, "north", "card:17:0:0") == ""
    assert "SG-188" in refused(combat, "north", "card:17:0:0")
    assert "SG-189" in refused(story, "north", "card:17:0:0")


@pytest.mark.rule("SG-169", "SG-R48")
def test_an_action_inside_a_choice_also_begins_between_two_steps() -> None:
    state = ship(1, cards=[], command={"north": 1})
    own_card(state, 17, WAYS["one_of"](TRAVEL))
    playing = run(state)
    assert aside(state, "north", "card:17:0:0").ask is None  # it comes before what was pending
    playing.again()
    playing.answer(1)
    assert playing.ask.text == "Sail where?"  # type: ignore[union-attr]
    state.owned[17], state.players["north"].command = 0, 1
    assert "SG-R48" in refused(state, "north", "card:17:0:0")  # in the middle of something it has to wait


@pytest.mark.rule("SG-R48")
def test_damage_to_an_enemy_inside_a_choice_waits_for_the_end_of_the_attack() -> None:
    state = ship(1, cards=[], command={"north": 1})
    own_card(state, 17, {"do": "one_of", "options": [[{"do": "enemy_damage"}], [CHEER]]})
    fight(state, 10)
    playing = run(state)
    assert refused(state, "north", "card:17:0:0") == ""
    playing.answer("attack:laurence")
    assert "SG-R48" in refused(state, "north", "card:17:0:0")
