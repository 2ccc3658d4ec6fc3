"""Combat: the row, tokens and rounds, combo points and block."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import attack, do, fight, run, ship, squares, texts

from rules.ask import AskAny, ChooseOne
from rules.chance import DrawCards
from rules.sleeping_gods import GAME
from rules.sleeping_gods.arms import weapons
from rules.sleeping_gods.combat import allotment, begin_combat
from rules.sleeping_gods.crew import gain_status
from rules.sleeping_gods.grid import gain_combo
from rules.sleeping_gods.state import Attack, Campaign, Fight

# ----- beginning


@pytest.mark.rule("SG-216", "SG-217", "SG-218", "SG-219", "SG-260", "SG-269", "SG-410")
def test_combat_fetches_the_enemies_shuffles_them_into_a_row_and_sets_armor() -> None:
    state = ship(2)
    task = Fight(enemies=[1, 2, 3])
    state.agenda.append(task)
    playing = Playing(begin_combat(state, task))
    assert isinstance(playing.ask, DrawCards)
    assert playing.ask.count == 3
    playing.answer(["3", "1", "2"])
    assert state.combat
    assert [foe.number for foe in state.combat.row] == [3, 1, 2]
    assert squares(state, 1) == {(3, 1): "armor"}
    assert state.combat.combo == 0
    assert sum(state.combat.tokens.values()) == 4
    assert "Skeletal Warrior" not in str(GAME.show(ship(2), None))  # other fronts are not looked at


@pytest.mark.rule("SG-220", "SG-221", "SG-222", "SG-223")
def test_four_tokens_are_handed_out_by_the_number_of_players() -> None:
    assert allotment(ship(4)) == {"north": 1, "east": 1, "south": 1, "west": 1}
    assert allotment(ship(3, active="east")) == {"north": 1, "east": 2, "south": 1}
    assert allotment(ship(2)) == {"north": 2, "east": 2}
    assert allotment(ship(1)) == {"north": 4}


@pytest.mark.rule("SG-R18", "SG-260")
def test_without_armor_tokens_in_the_supply_none_are_placed() -> None:
    from dataclasses import replace

    state = ship(1)
    board = replace(state.pack.board, supply={**state.pack.board.supply, "armor": 0})
    state.pack = replace(state.pack, board=board)
    task = Fight(enemies=[1])
    state.agenda.append(task)
    Playing(begin_combat(state, task))
    assert squares(state) == {}


# ----- the players' half


@pytest.mark.rule("SG-225", "SG-226", "SG-239", "SG-240")
def test_tokens_are_spent_in_any_order_on_ones_own_crew() -> None:
    state = ship(2)
    fight(state, 2, 3)
    playing = run(state)
    assert isinstance(playing.ask, AskAny)
    assert set(playing.ask.seats) == {"north", "east"}
    assert "attack:odessa" in open_values(playing.ask.of("north"))  # the captain is the active player's
    assert "attack:odessa" not in open_values(playing.ask.of("east"))
    playing.answer(("east", "attack:gregory"))
    assert state.combat
    assert state.combat.tokens == {"north": 2, "east": 1}
    assert open_values(playing.ask) == [0, 1]  # then the target


@pytest.mark.rule("SG-R53", "toggle:must_use_all_tokens")
def test_players_may_stop_with_tokens_left_unless_the_table_says_otherwise() -> None:
    state = ship(2)
    fight(state, 2)
    playing = run(state).answer(("north", "done"))
    assert playing.ask is not None
    assert playing.ask.seat == "east"
    playing.answer("done")
    assert "The enemies attack" in texts(state)
    strict = ship(1, must_use_all_tokens=True)
    fight(strict, 2)
    playing = run(strict)
    assert "SG-R53" in why_not(playing.ask, "done")
    for crew in strict.crew:
        strict.crew[crew].statuses = ["frightened"]
    assert "done" in open_values(run(strict).ask)  # nobody is able to


@pytest.mark.rule("SG-R54", "SG-224")
def test_there_is_no_way_out_of_a_fight() -> None:
    state = ship(1)
    fight(state, 2)
    labels = [option.label for option in run(state).ask.options]  # type: ignore[union-attr]
    assert not any("flee" in label or "retreat" in label for label in labels)
    assert {label.split()[0] for label in labels} == {"attack", "done"}


@pytest.mark.rule("SG-237", "SG-238", "SG-R55", "SG-R56", "toggle:gifted_tokens_stay")
def test_a_token_given_away_costs_one_command_of_either_and_comes_back_next_round() -> None:
    state = ship(2, command={"east": 1})
    battle = fight(state, 2)
    playing = run(state).answer(("north", "give"))
    # with two players the receiver is the only other one
    playing.answer("east").answer("yes")
    assert battle.tokens == {"north": 1, "east": 3}
    assert state.players["east"].command == 0  # Ann had none, so Ben paid
    assert isinstance(playing.ask, AskAny)
    assert "SG-238" in why_not(playing.ask.of("north"), "give")
    playing.answer(("north", "done")).answer("done").answer("laurence")
    assert battle.tokens == {"north": 2, "east": 2}
    both = ship(2, command={"north": 1, "east": 1})
    fight(both, 2)
    playing = run(both).answer(("north", "give")).answer("east")
    assert open_values(playing.ask) == ["north", "east"]
    playing.answer("north")
    assert both.players["north"].command == 0
    house = ship(2, command={"east": 1}, gifted_tokens_stay=True)
    kept = fight(house, 2)
    playing = run(house).answer(("north", "give")).answer("east").answer("yes")
    playing.answer(("north", "done")).answer("done").answer("laurence")
    assert kept.tokens == {"north": 1, "east": 3}


@pytest.mark.rule("SG-119", "SG-238", "SG-R55")
@pytest.mark.parametrize("command", [{"east": 1}, {"north": 1, "east": 1}])
def test_nobody_pays_for_a_gift_without_having_said_so(command: dict[str, int]) -> None:
    state = ship(2, command=command)
    battle = fight(state, 2)
    playing = run(state).answer(("north", "give")).answer("east")
    if "north" in command:
        assert playing.ask.text == "Who pays the 1 command?"  # type: ignore[union-attr]
        playing.answer("east")
    assert playing.ask.seat == "east"  # type: ignore[union-attr]  # it is Ben's command
    assert open_values(playing.ask) == ["yes", "no"]
    playing.answer("no")
    assert battle.tokens == {"north": 2, "east": 2}
    assert state.players["east"].command == 1
    assert "Ben does not pay: Ann keeps the combat action token." in texts(state)
    # the giver alone can pay: there is nothing to ask
    alone = ship(2, command={"north": 1})
    battle = fight(alone, 2)
    run(alone).answer(("north", "give")).answer("east")
    assert battle.tokens == {"north": 1, "east": 3}
    assert alone.players["north"].command == 0


@pytest.mark.rule("SG-377", "SG-378", "SG-R57", "toggle:repeat_cost_second_only")
def test_with_one_or_two_players_each_attack_after_the_first_costs_one_command() -> None:
    for players in (1, 2):
        state = ship(players, command={"north": 1}, cards=[])
        battle = fight(state, 10)
        battle.attacks = {"laurence": 1}
        if players == 2:
            battle.tokens = {"north": 2}
        playing = run(state).answer("attack:laurence")
        assert state.players["north"].command == 0
        assert battle.attacks["laurence"] == 2
        del playing
        rule = "SG-378" if players == 1 else "SG-377"
        assert rule in why_not(run_again(state), "attack:laurence")
    free = ship(3, cards=[])
    battle = fight(free, 10, tokens={"north": 2})
    battle.attacks = {"laurence": 1}
    assert "attack:laurence" in open_values(run(free).ask)  # with three it is free
    house = ship(1, cards=[], repeat_cost_second_only=True)
    battle = fight(house, 10)
    battle.attacks = {"laurence": 2, "mac": 1}
    ask = run(house).ask
    assert "attack:laurence" in open_values(ask)  # the third is free again
    assert "SG-378" in why_not(ask, "attack:mac")


def run_again(state: Campaign) -> Any:
    assert state.combat
    state.combat.attack = None
    return run(state).ask


@pytest.mark.rule("SG-99", "SG-R24")
def test_a_mad_attacker_costs_one_morale_for_each_attack() -> None:
    state = ship(1, cards=[], command={"north": 1})
    fight(state, 10)
    gain_status(state, "laurence", "madness")
    run(state).answer("attack:laurence")
    assert state.ship.morale == 4


@pytest.mark.rule("SG-99", "SG-R26", "toggle:status_stacks")
def test_where_statuses_pile_up_every_madness_token_of_an_attacker_costs_one_morale() -> None:
    state = ship(1, cards=[], status_stacks=True)
    fight(state, 10)
    for _ in range(2):
        gain_status(state, "laurence", "madness")
    run(state).answer("attack:laurence")
    assert state.ship.morale == 3


# ----- combo points


@pytest.mark.rule("SG-270", "SG-279", "SG-R77")
def test_covering_combo_squares_moves_the_marker_never_above_four() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = 3
    attack(run(state), "laurence", 4, "place", "0:6", "0:7")  # two combo squares
    assert battle.combo == 4


@pytest.mark.rule("SG-271", "SG-272", "SG-273", "SG-274", "SG-E14")
def test_plus_one_accuracy_spends_all_points_of_the_marker() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 10)
    battle.combo = 4
    playing = run(state).answer(("north", "attack:laurence")).answer(2).answer(["tinker"])
    assert isinstance(playing.ask, AskAny)  # any player may
    playing.answer(("east", "combo:accuracy"))
    assert battle.combo == 0
    assert "Hit!" in texts(state)
    assert playing.ask.text == "Place damage 1 of 2."  # only the accuracy


@pytest.mark.rule("SG-274", "SG-275", "SG-276", "SG-R77")
@pytest.mark.parametrize(("points", "open_"), [(1, []), (2, ["accuracy"]), (3, ["accuracy", "damage"])])
def test_each_combo_ability_has_its_price(points: int, open_: list[str]) -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = points
    playing = run(state)
    assert "SG-276" in why_not(playing.ask, "combo:action")
    playing.answer("attack:laurence").answer(2).answer(["tinker"])  # a miss by one
    if "accuracy" in open_:
        assert "combo:accuracy" in open_values(playing.ask)
        playing.answer("take")
    assert "Miss." in texts(state)
    hits = ship(1, cards=[])
    battle = fight(hits, 10)
    battle.combo = points
    playing = run(hits).answer("attack:laurence").answer(4).answer(["shove"])
    if "damage" in open_:
        playing.answer("combo:damage")
        assert battle.combo == 0
        assert "Place damage 1 of 3" in playing.ask.text  # type: ignore[union-attr]
    else:
        assert "Place damage 1 of 2" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-276", "SG-277", "SG-R76")
def test_four_points_give_the_fifth_token_for_this_round_only() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 10, tokens={"north": 0, "east": 1})
    battle.combo = 4
    playing = run(state)
    playing.answer(("north", "combo:action"))
    assert battle.combo == 0
    assert battle.fifth == "north"
    playing.answer(("north", "attack:laurence"))
    assert battle.fifth == ""  # back to the supply, and it can be won again
    other = ship(1, cards=[])
    unused = fight(other, 10, tokens={"north": 0})
    unused.combo = 4
    run(other).answer("combo:action").answer("done").answer("laurence")
    assert unused.round == 2
    assert unused.fifth == ""


@pytest.mark.rule("SG-271", "SG-276", "SG-R76")
def test_whoever_was_done_is_asked_again_once_there_are_points_for_a_combat_action() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 10, tokens={"north": 1, "east": 2})
    battle.combo = 3
    playing = run(state).answer(("north", "done"))
    assert playing.ask.seats == ("east",)  # type: ignore[union-attr]
    attack(playing, "gregory", 4, ("east", "place"), "0:8", "0:7")
    assert battle.combo == 4
    again = playing.ask.of("north")  # type: ignore[union-attr]
    assert "combo:action" in open_values(again)
    playing.answer(("north", "done"))  # no, really
    assert playing.ask.seats == ("east",)  # type: ignore[union-attr]
    playing.answer("combo:action")
    assert battle.fifth == "east"
    # spent and won once more it is a new choice, also for somebody who left the points alone before
    battle.fifth, battle.combo = "", 3
    gain_combo(state)
    playing.again()
    assert playing.ask.of("north") is not None  # type: ignore[union-attr]
    playing.answer(("north", "combo:action"))
    assert battle.fifth == "north"
    assert "attack:laurence" in open_values(playing.ask.of("north"))  # type: ignore[union-attr]


@pytest.mark.rule("SG-271", "SG-R76")
def test_a_round_ends_though_nobody_wants_the_combo_points() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 10)
    battle.combo = 4
    playing = run(state).answer(("north", "done")).answer("done")
    assert "The Hectakron deals 3" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("otto")
    assert playing.ask.seats == ("north", "east")  # type: ignore[union-attr]  # a new round, a new choice


@pytest.mark.rule("SG-271", "toggle:combo_before_fate_only")
def test_any_player_may_spend_the_points_before_fate_is_drawn() -> None:
    state = ship(2, cards=[], combo_before_fate_only=True)
    battle = fight(state, 10)
    battle.combo = 2
    playing = run(state).answer(("north", "attack:laurence"))
    assert open_values(playing.ask.of("north")) == ["no", "combo:accuracy"]  # type: ignore[union-attr]
    playing.answer(("east", "combo:accuracy"))
    assert battle.combo == 0
    assert "accuracy +3" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-278")
def test_combo_damage_only_joins_an_attack() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = 3
    assert "combo:damage" not in [option.value for option in run(state).ask.options]  # type: ignore[union-attr]


@pytest.mark.rule("SG-R76", "toggle:combo_before_fate_only")
def test_points_won_by_an_attack_come_too_late_for_it_and_by_house_rule_are_spent_before_fate() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = 2
    playing = attack(run(state), "laurence", 4)
    assert "Place damage" in playing.ask.text  # type: ignore[union-attr]  # 2 points: no damage to buy
    playing.answer("0:6").answer("0:7")
    assert battle.combo == 4
    house = ship(1, cards=[], combo_before_fate_only=True)
    battle = fight(house, 10)
    battle.combo = 3
    playing = run(house).answer("attack:laurence")
    assert open_values(playing.ask) == ["no", "combo:accuracy", "combo:damage"]
    playing.answer("combo:damage").answer(4).answer(["shove"])
    assert "Place damage 1 of 3" in playing.ask.text  # type: ignore[union-attr]


# ----- block


@pytest.mark.rule("SG-E26", "SG-324", "SG-408", "SG-R69", "SG-251")
def test_temporary_block_adds_to_the_weapons_against_one_counter_attack() -> None:
    state = ship(1, cards=[3], command={"north": 2})
    battle = fight(state, 10)
    playing = attack(run(state), "laurence", 4, "place", "0:3", "0:6")
    assert "about to take 2 damage" in playing.ask.text  # type: ignore[union-attr]  # 3 - 1
    playing.answer("card:3:0:0")
    assert state.crew["laurence"].damage == 1
    assert battle.shield == 0  # one activation covers one attack


@pytest.mark.rule("SG-R20")
def test_a_hit_without_damage_is_still_a_hit_and_is_answered() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    state.crew["mac"].fatigue = 2
    attack(run(state), "mac", 4)
    assert "Hit!" in texts(state)
    assert battle.row[0].covered == []
    assert state.crew["mac"].damage == 3


@pytest.mark.rule("SG-227")
def test_level_cards_and_weapon_cards_are_weapons_too() -> None:
    state = ship(1, cards=[11])
    state.crew["laurence"].levels = ["laurence_2"]
    state.crew["laurence"].weapons = [11]
    assert list(weapons(state, "laurence")) == ["basic", "level:laurence_2", "card:11"]
    fight(state, 10)
    playing = run(state).answer("attack:laurence")
    assert open_values(playing.ask) == ["basic", "level:laurence_2", "card:11"]


@pytest.mark.rule("SG-188")
def test_damage_by_a_card_needs_no_attack_and_draws_no_counter() -> None:
    state = ship(1)
    battle = fight(state, 10)
    do(state, {"do": "enemy_damage", "n": 2, "target": "chosen"}).answer("0:0").answer("0:1")
    assert battle.row[0].covered == [0, 1]
    battle.attack = Attack(seat="north", crew="mac", target=0)
    assert isinstance(do(state, {"do": "enemy_damage", "n": 1, "target": "target"}).ask, ChooseOne)
