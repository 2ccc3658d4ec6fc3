"""The enemies' half of a round, and what their squares do at its end."""

from __future__ import annotations

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import fight, foe_card, run, ship, texts

from rules.sleeping_gods.combat import fight as combat_step
from rules.sleeping_gods.crew import gain_status
from rules.sleeping_gods.enemy_phase import adjacent_bonus, enemies_attack, new_round, ready_abilities
from rules.sleeping_gods.grid import gain_combo, strike_square
from rules.sleeping_gods.state import Battle, Campaign


def phase(state: Campaign, *row: int) -> tuple[Battle, Playing]:
    """The enemies' half with this row."""
    battle = fight(state, *row)
    battle.half = "enemies"
    return battle, Playing(enemies_attack(state))


@pytest.mark.rule("SG-228", "SG-229", "SG-230", "SG-232", "SG-233", "SG-398", "SG-E20")
def test_the_flying_eye_hurts_mac_and_maddens_rafael_and_a_new_round_starts() -> None:
    state = ship(2, active="east", cards=[])
    battle = fight(state, 3, tokens={"north": 0, "east": 0})
    battle.attacks = {"laurence": 1}
    playing = run(state)
    assert "Flying Eye deals 2" in playing.ask.text  # type: ignore[union-attr]
    assert playing.ask.seat == "east"  # type: ignore[union-attr]  # the active player decides
    playing.answer("mac")
    assert state.crew["mac"].damage == 2
    playing.answer("rafael")
    assert state.crew["rafael"].statuses == ["madness"]
    assert battle.round == 2
    assert battle.tokens == {"north": 2, "east": 2}
    assert battle.attacks == {}


@pytest.mark.rule("SG-232")
def test_weapon_block_does_not_count_in_the_enemy_phase() -> None:
    state = ship(1, cards=[3], command={"north": 1})
    _, playing = phase(state, 10)
    playing.answer("quill")  # her staff blocks 2, and the block card is for counter-attacks
    assert state.crew["quill"].damage == 3


@pytest.mark.rule("SG-232", "SG-R69")
def test_only_defence_that_says_so_works_in_the_enemy_phase() -> None:
    state = ship(1, cards=[15], command={"north": 1})
    state.crew["mac"].levels = ["mac_1"]  # 1 block in the enemy phase, always
    _, playing = phase(state, 10)
    playing.answer("mac")
    assert "about to take 2 damage" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("card:15:0:0")
    assert state.crew["mac"].damage == 0


@pytest.mark.rule("SG-230", "SG-231")
def test_damage_beyond_one_crew_members_health_passes_on() -> None:
    state = ship(2, cards=[])
    _, playing = phase(state, 10)
    playing.answer("pia")
    assert state.crew["pia"].damage == 2
    assert "remaining 1 damage" in playing.ask.text  # type: ignore[union-attr]
    assert "pia" not in open_values(playing.ask)
    playing.answer("gregory")
    assert state.crew["gregory"].damage == 1


@pytest.mark.rule("SG-229")
def test_nobody_at_0_health_is_attacked() -> None:
    state = ship(2, cards=[])
    state.crew["pia"].damage = 2
    _, playing = phase(state, 10)
    assert "SG-54" in why_not(playing.ask, "pia")


@pytest.mark.rule("SG-R70")
def test_all_attacks_from_left_to_right_then_all_abilities_so_regen_never_raises_this_rounds_damage() -> None:
    state = ship(1, cards=[], morale=8)
    battle = fight(state, 69, 62)  # regen 1, discard skill
    battle.half = "enemies"
    battle.row[0].covered = [0]
    state.crew["mac"].tucked = ["shove"]
    playing = Playing(enemies_attack(state))
    assert "Beast 69 deals 1" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("laurence")
    assert battle.row[0].covered == [0]
    assert "Beast 62 deals 1" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("laurence")
    assert battle.row[0].covered == []
    assert state.crew["mac"].tucked == []


@pytest.mark.rule("SG-R70", "toggle:enemy_order_by_choice")
def test_by_house_rule_the_active_player_picks_the_order() -> None:
    state = ship(1, cards=[], enemy_order_by_choice=True)
    _, playing = phase(state, 2, 10)
    assert playing.ask.text == "Which enemy attacks next?"  # type: ignore[union-attr]
    playing.answer(1)
    assert "The Hectakron deals 3" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-R70", "SG-280")
def test_which_abilities_are_active_is_fixed_at_the_start() -> None:
    state = ship(1)
    battle = fight(state, 63, 72)
    assert [each.ability.name for each in ready_abilities(state)] == ["envenom", "weaken"]
    battle.row[0].covered = [5]
    assert [each.ability.name for each in ready_abilities(state)] == ["weaken"]
    both = ship(1)
    fight(both, 63)
    playing = Playing(enemies_attack(both)).answer("laurence")
    assert both.combat
    both.combat.row[0].covered = [5]
    playing.answer("mac")
    assert both.crew["mac"].statuses == ["venom"]


@pytest.mark.rule("SG-391", "SG-R71", "toggle:adjacent_attack_any_name")
def test_neighbours_add_to_an_attack_by_name_if_one_is_printed() -> None:
    state = ship(1)
    fight(state, 60, 2, 60)  # +1 to anybody beside it
    ready = ready_abilities(state)
    assert [adjacent_bonus(state, place, ready) for place in range(3)] == [0, 2, 0]  # they add up
    named = ship(1)
    fight(named, 53, 50, 55)  # +2 to Dream Guardians beside it
    ready = ready_abilities(named)
    assert [adjacent_bonus(named, place, ready) for place in range(3)] == [2, 0, 0]
    house = ship(1, adjacent_attack_any_name=True)
    fight(house, 53, 50, 55)
    ready = ready_abilities(house)
    assert [adjacent_bonus(house, place, ready) for place in range(3)] == [2, 0, 2]
    _, playing = phase(ship(1), 53, 50)
    assert "Dream Guardian (1) deals 3" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-392")
def test_adjacent_regen_takes_a_damage_token_off_each_card_beside_it() -> None:
    state = ship(1, morale=8)
    battle = fight(state, 2, 61, 2)
    battle.row[0].covered, battle.row[2].covered, battle.row[1].covered = [1, 2], [4], [1]
    playing = Playing(enemies_attack(state)).answer("laurence").answer("laurence").answer("otto")
    assert open_values(playing.ask) == [1, 2]
    playing.answer(2)
    assert (battle.row[0].covered, battle.row[1].covered, battle.row[2].covered) == ([1], [1], [])


@pytest.mark.rule("SG-393")
def test_discard_skill_takes_an_equipped_card_of_anybody() -> None:
    state = ship(2)
    state.crew["mac"].tucked, state.crew["gregory"].tucked = ["shove"], ["triage"]
    state.crew["mac"].levels = ["mac_1"]
    _, playing = phase(state, 62)
    playing.answer("laurence")
    assert open_values(playing.ask) == ["gregory:0", "mac:0"]
    playing.answer("gregory:0")
    assert state.discard == ["triage"]


@pytest.mark.rule("SG-394", "SG-396", "SG-398", "SG-403", "SG-R29")
@pytest.mark.parametrize(("enemy", "status"), [(63, "venom"), (65, "frightened"), (67, "madness"), (72, "weakened")])
def test_the_active_player_chooses_who_gains_a_status(enemy: int, status: str) -> None:
    state = ship(2, active="east")
    gain_status(state, "pia", status)  # type: ignore[arg-type]
    _, playing = phase(state, enemy)
    playing.answer("laurence")
    assert playing.ask.seat == "east"  # type: ignore[union-attr]
    assert "SG-R26" in why_not(playing.ask, "pia")
    playing.answer("mac")
    assert state.crew["mac"].statuses == [status]


@pytest.mark.rule("SG-397", "SG-R29")
def test_lose_one_resource_coins_count_and_with_nothing_nothing_happens() -> None:
    state = ship(1, resources={"coins": 1, "meat": 1})
    _, playing = phase(state, 66)
    playing.answer("laurence").answer("coins")
    assert state.resources["coins"] == 0
    poor = ship(1)
    _, playing = phase(poor, 66)
    playing.answer("laurence")
    assert playing.ask is None
    assert "nothing to return" in texts(poor)


@pytest.mark.rule("SG-399", "SG-414", "SG-105")
def test_minus_one_morale() -> None:
    state = ship(1)
    _, playing = phase(state, 68)
    playing.answer("laurence")
    assert state.ship.morale == 4


@pytest.mark.rule("SG-400", "SG-R72")
def test_regen_uncovers_a_square_for_good_and_armor_never_comes_back() -> None:
    state = ship(1)
    battle = fight(state, 69)
    battle.row[0].covered = [0, 1]
    playing = Playing(enemies_attack(state)).answer("laurence")
    playing.answer(0)
    assert battle.row[0].covered == [1]
    combo = ship(1)
    row = fight(combo, 10)
    strike_square(combo, (0, 3))
    row.row[0].covered.clear()
    strike_square(combo, (0, 3))
    assert row.combo == 2  # a combo symbol counts again each time it is covered
    armored = ship(1)
    squid = fight(armored, 1)
    squid.row[0].armor = []
    from rules.sleeping_gods.enemy_phase import regenerate

    assert Playing(regenerate(armored, 0)).ask is None
    assert squid.row[0].armor == []
    assert "no damage token to lose" in texts(armored)


@pytest.mark.rule("SG-401", "SG-R74", "toggle:removed_weapon_is_lost")
def test_remove_weapon_takes_a_weapon_card_off_which_can_be_equipped_again_later() -> None:
    state = ship(1, cards=[11, 14])
    state.crew["mac"].weapons, state.crew["pia"].weapons = [11], [14]
    _, playing = phase(state, 70)
    playing.answer("laurence").answer(14)
    assert state.crew["pia"].weapons == []
    assert 14 in state.owned
    none = ship(1, cards=[])
    _, playing = phase(none, 70)
    playing.answer("laurence")
    assert "nobody has a weapon card" in texts(none)  # basic weapons stay
    house = ship(1, cards=[11], removed_weapon_is_lost=True)
    house.crew["mac"].weapons = [11]
    _, playing = phase(house, 70)
    playing.answer("laurence")
    assert 11 not in house.owned
    assert house.boxed == [11]


@pytest.mark.rule("SG-R56", "SG-233")
def test_a_new_round_gives_everybody_their_allotment_again() -> None:
    state = ship(3, active="south")
    battle = fight(state, 2, tokens={"north": 0, "east": 3, "south": 0})
    battle.fifth = "east"
    battle.done = ["north"]
    new_round(state)
    assert battle.tokens == {"north": 1, "east": 1, "south": 2}
    assert (battle.fifth, battle.done, battle.round) == ("", [], 2)


@pytest.mark.rule("SG-R78", "SG-296", "toggle:easy_wipe_ends_combat")
def test_in_easy_mode_a_crew_all_down_gets_up_and_the_fight_goes_on() -> None:
    state = ship(2, mode="easy", cards=[])
    battle = fight(state, 10, 2)
    battle.half = "enemies"
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew) - (crew == "mac")
    before = len(state.events.deck)
    playing = Playing(enemies_attack(state))
    while playing.ask and "event" in getattr(playing.ask, "deck", ""):
        playing.answer(["calm"])
    # the Hectakron's other 2 damage is lost; the skeleton still attacks somebody with 1 health
    assert len(state.events.deck) == before - 2
    assert all(state.health(crew) == 1 for crew in state.crew)
    assert "Skeletal Warrior deals 2" in playing.ask.text  # type: ignore[union-attr]
    house = ship(2, mode="easy", cards=[], easy_wipe_ends_combat=True)
    fight(house, 10, tokens={})
    for crew in house.crew:
        house.crew[crew].damage = house.full_health(crew) - (crew == "mac")
    playing = run(house)
    while playing.ask and "event" in getattr(playing.ask, "deck", ""):
        playing.answer(["calm"])
    assert house.combat is None
    assert house.agenda == []
    assert "broken off" in texts(house)


@pytest.mark.rule("SG-224", "SG-234")
def test_a_row_without_enemies_is_a_won_combat() -> None:
    state = ship(1)
    battle = fight(state, 2)
    battle.row.clear()
    task = state.agenda[-1]
    assert Playing(combat_step(state, task)).ask is None  # type: ignore[arg-type]
    assert state.combat is None
    fresh = ship(1)
    fight(fresh, 2)
    gain_combo(fresh, 9)
    assert fresh.combat
    assert fresh.combat.combo == 4


@pytest.mark.rule("SG-R70", "SG-249")
def test_an_enemy_that_falls_in_the_enemies_half_does_not_make_its_neighbours_forget_their_abilities() -> None:
    state = ship(1, cards=[])
    blow = {"name": "custom", "text": "Bursts", "effects": [{"do": "enemy_damage", "target": "each"}]}
    foe_card(state, 80, {"row": 1, "col": 1, "heart": True, "ability": blow})
    battle = fight(state, 80, 69)
    battle.row[1].covered = [1]
    battle.half = "enemies"
    playing = Playing(enemies_attack(state))
    playing.answer("otto").answer("otto")  # both attack
    playing.answer("1:3")  # the first one bursts, with one damage on the other as well
    assert [foe.number for foe in battle.row] == [69]
    playing.answer(1)  # which then regenerates
    assert playing.ask is None
    assert battle.row[0].covered == [3]
