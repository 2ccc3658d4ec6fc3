"""The enemies' half of a round, and every enemy ability."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import fight, ship, texts

from rules.ask import ChooseOne
from rules.chance import DrawFate
from rules.sleeping_gods.attack import attack_with
from rules.sleeping_gods.enemy_phase import enemies_attack, new_round
from rules.sleeping_gods.state import Campaign

ABILITY = 5  # the square of a Beast that carries its ability
BEAST = {
    "adjacent_attack": 60, "adjacent_regen": 61, "discard_skill": 62, "envenom": 63, "first_strike": 64,
    "frighten": 65, "lose_resource": 66, "madden": 67, "lose_morale": 68, "regen": 69, "remove_weapon": 70,
    "resist": 71, "weaken": 72,
}  # fmt: skip


def phase(state: Campaign, *victims: str) -> Playing:
    """The enemies attack these crew members, one after the other; then what their squares do."""
    playing = Playing(enemies_attack(state))
    for victim in victims:
        playing.answer(victim)
    return playing


def covered(name: str) -> Campaign:
    """One Beast whose ability is covered."""
    state = ship(2, resources={"coins": 2}, cards=[11])
    state.crew["mac"].tucked, state.crew["mac"].weapons = ["shove"], [11]
    fight(state, BEAST[name]).row[0].covered = [ABILITY]
    return state


# ----- attacks


@pytest.mark.rule("SG-228", "SG-229", "SG-230", "SG-232", "SG-258", "SG-R69")
def test_every_enemy_deals_its_damage_to_one_crew_member_of_the_active_players_choice_and_no_weapon_blocks() -> None:
    state = ship(2)
    fight(state, 2, 3)
    playing = phase(state)
    assert playing.ask.seat == "north"  # type: ignore[union-attr]
    assert set(open_values(playing.ask)) == set(state.crew)  # anybody's crew members, the captain too
    playing.answer("quill")  # whose staff blocks 2, but not now
    assert state.crew["quill"].damage == 2  # 1 and +1
    playing.answer("laurence")
    assert state.crew["laurence"].damage == 2
    assert "Weapon block does not count" in getattr(phase(state).ask, "text", "")


@pytest.mark.rule("SG-231")
def test_damage_beyond_a_victims_health_passes_on_until_it_is_used_up() -> None:
    state = ship(2)
    state.crew["pia"].damage = 1
    state.crew["nell"].damage = 2
    fight(state, 1)  # 2, +2, +1
    playing = phase(state, "pia")
    assert "pia" not in open_values(playing.ask)
    playing.answer("nell").answer("otto")
    assert [state.crew[crew].damage for crew in ("pia", "nell", "otto")] == [2, 3, 3]


@pytest.mark.rule("SG-259", "SG-280")
def test_covered_squares_deal_and_do_nothing() -> None:
    state = ship(2)
    fight(state, 3).row[0].covered = [2, 4]  # its bonus and its madden square
    phase(state, "otto")
    assert state.crew["otto"].damage == 1
    assert not any(board.statuses for board in state.crew.values())


@pytest.mark.rule("SG-232", "SG-R69")
def test_only_block_that_says_so_helps_in_the_enemy_phase() -> None:
    state = ship(2, command={"north": 2, "east": 2}, cards=[3, 15])
    fight(state, 2)
    playing = phase(state, "otto")
    plays = {option.value: option for each in playing.ask.asks for option in each.options}  # type: ignore[union-attr]
    able = [value for value, option in plays.items() if not option.barred and value != "take"]
    assert len(able) == 1  # the shield; the gear's block is for counter-attacks
    assert "Shield" in plays[able[0]].label
    playing.answer(("north", able[0]))
    assert state.crew["otto"].damage == 0  # 2 damage, 2 blocked


@pytest.mark.rule("SG-R69")
def test_a_level_card_may_block_in_the_enemy_phase_all_the_time() -> None:
    state = ship(2)
    state.crew["mac"].levels = ["mac_1"]
    fight(state, 2)
    phase(state, "mac")
    assert state.crew["mac"].damage == 1


# ----- order


@pytest.mark.rule("SG-R70", "SG-228", "toggle:enemy_order_by_choice")
def test_all_attack_from_left_to_right_before_any_ability_works_unless_the_table_chooses() -> None:
    state = ship(2)
    fight(state, BEAST["lose_morale"], 2)
    playing = phase(state)
    assert "Beast 68" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("otto")
    assert "Skeletal Warrior" in playing.ask.text  # type: ignore[union-attr]
    assert state.ship.morale == 5  # its square waits for the last attack
    playing.answer("otto")
    assert state.ship.morale == 4

    state = ship(2, enemy_order_by_choice=True)
    fight(state, BEAST["lose_morale"], 2)
    playing = phase(state).answer(1)
    assert "Skeletal Warrior" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-R70")
def test_which_abilities_work_is_fixed_when_the_phase_begins_and_regeneration_never_adds_damage_now() -> None:
    state = ship(2)
    row = fight(state, BEAST["regen"], 3).row
    row[0].covered = [0]
    row[1].covered = [2]  # the bonus of the Flying Eye
    state.combat.row[1].covered = [2, 4]  # type: ignore[union-attr]
    playing = phase(state, "otto", "otto")
    assert playing.ask is None
    assert state.crew["otto"].damage == 2  # 1 each
    assert row[0].covered == []


@pytest.mark.rule("SG-233", "SG-R56", "toggle:gifted_tokens_stay")
def test_in_a_new_round_everybody_has_their_own_tokens_again_unless_gifts_stay() -> None:
    for stay, expected in ((False, {"north": 2, "east": 2}), (True, {"north": 1, "east": 3})):
        state = ship(2, gifted_tokens_stay=stay)
        combat = fight(state, 2, tokens={"north": 0, "east": 0})
        combat.gifts, combat.fifth, combat.done = {"north": -1, "east": 1}, "east", ["north"]
        new_round(state)
        assert combat.tokens == expected
        assert (combat.round, combat.fifth, combat.done) == (2, "", [])


# ----- the abilities


@pytest.mark.rule("SG-391", "SG-R71", "toggle:adjacent_attack_any_name")
def test_neighbours_strike_harder_but_only_those_of_the_name_if_one_is_printed() -> None:
    def damage(*row: int, **toggles: Any) -> list[int]:
        state = ship(4, **toggles)
        fight(state, *row)
        playing, dealt = Playing(enemies_attack(state)), []
        while isinstance(playing.ask, ChooseOne) and "deals" in playing.ask.text:
            dealt.append(int(playing.ask.text.split("deals ")[1].split(".")[0]))
            playing.answer(next(v for v in open_values(playing.ask) if state.health(v) >= dealt[-1]))
        return dealt

    assert damage(2, BEAST["adjacent_attack"], 2) == [3, 1, 3]
    assert damage(2, BEAST["adjacent_attack"], BEAST["adjacent_attack"]) == [3, 2, 2]
    assert damage(BEAST["adjacent_attack"], 2, BEAST["adjacent_attack"]) == [1, 4, 1]  # they add up
    assert damage(BEAST["adjacent_attack"], 2, 2) == [1, 3, 2]  # only right next to it
    assert damage(53, 50, 55) == [3, 1, 1]  # +2, but only for a Dream Guardian
    assert damage(53, 50, 55, adjacent_attack_any_name=True) == [3, 1, 3]


@pytest.mark.rule("SG-392", "SG-R72")
def test_adjacent_regen_takes_a_token_off_each_neighbour_as_the_active_player_picks() -> None:
    state = ship(2)
    row = fight(state, 2, BEAST["adjacent_regen"], 1).row
    row[0].covered, row[1].covered, row[2].covered = [0, 1], [0], [2]
    playing = phase(state, "otto", "laurence", "laurence")
    assert playing.ask.seat == "north"  # type: ignore[union-attr]
    playing.answer(1)
    assert (row[0].covered, row[1].covered, row[2].covered) == ([0], [0], [])


@pytest.mark.rule("SG-400", "SG-R72", "SG-270")
def test_regen_wakes_a_square_again_which_may_be_covered_again_for_another_combo_point() -> None:
    from rules.sleeping_gods.grid import strike_square

    state = ship(2)
    combat = fight(state, BEAST["regen"])
    combat.row[0].covered = [1, 2]
    phase(state, "otto").answer(2)
    assert combat.row[0].covered == [1]

    combat = fight(ship_with := ship(2), 1)
    strike_square(ship_with, (0, 3))
    assert combat.combo == 1
    combat.row[0].covered.remove(3)
    strike_square(ship_with, (0, 3))
    assert combat.combo == 2


@pytest.mark.rule("SG-R72", "SG-261")
def test_armor_tokens_never_come_back_by_regeneration() -> None:
    state = ship(2)
    row = fight(state, 1, BEAST["adjacent_regen"]).row
    row[0].armor = []
    phase(state, "otto", "laurence", "laurence")
    assert row[0].armor == []
    assert "Scorpion Squid has no damage token to lose" in texts(state)


@pytest.mark.rule("SG-393")
def test_discard_skill_takes_one_tucked_card_of_anybody() -> None:
    state = ship(2)
    state.crew["mac"].tucked, state.crew["odessa"].tucked = ["shove"], ["bluff", "keen_eye"]
    fight(state, BEAST["discard_skill"])
    playing = phase(state, "otto")
    assert playing.ask.seat == "north"  # type: ignore[union-attr]
    assert len(open_values(playing.ask)) == 3
    playing.answer("mac:0")
    assert (state.crew["mac"].tucked, state.discard) == ([], ["shove"])


@pytest.mark.parametrize(
    ("name", "status"),
    [
        pytest.param("envenom", "venom", marks=pytest.mark.rule("SG-394")),
        pytest.param("frighten", "frightened", marks=pytest.mark.rule("SG-396", "SG-R29")),
        pytest.param("madden", "madness", marks=pytest.mark.rule("SG-398")),
        pytest.param("weaken", "weakened", marks=pytest.mark.rule("SG-403")),
    ],
)
def test_a_status_goes_to_whom_the_active_player_chooses(name: str, status: str) -> None:
    state = ship(2)
    state.crew["mac"].statuses = [status]  # type: ignore[list-item]
    fight(state, BEAST[name])
    playing = phase(state, "otto")
    assert playing.ask.seat == "north"  # type: ignore[union-attr]
    assert why_not(playing.ask, "mac")  # who has it already cannot be chosen while others have not
    playing.answer("pia")
    assert state.crew["pia"].statuses == [status]


@pytest.mark.rule("SG-397", "SG-R29", "SG-14")
def test_lose_1_resource_is_the_active_players_choice_and_coins_count() -> None:
    state = ship(2, resources={"coins": 1, "meat": 2})
    fight(state, BEAST["lose_resource"])
    playing = phase(state, "otto")
    assert sorted(open_values(playing.ask)) == ["coins", "meat"]
    playing.answer("coins")
    assert (state.resources["coins"], state.resources["meat"]) == (0, 2)
    state = ship(2)
    fight(state, BEAST["lose_resource"])
    assert phase(state, "otto").ask is None  # nothing to lose, nothing happens


@pytest.mark.rule("SG-399")
def test_minus_1_morale_at_the_end_of_the_round() -> None:
    state = ship(2)
    fight(state, BEAST["lose_morale"])
    phase(state, "otto")
    assert state.ship.morale == 4


@pytest.mark.rule("SG-401", "SG-R74", "toggle:removed_weapon_is_lost")
def test_a_removed_weapon_is_taken_off_and_only_by_house_rule_lost() -> None:
    for lost in (False, True):
        state = ship(2, cards=[11, 14], removed_weapon_is_lost=lost)
        state.crew["mac"].weapons, state.crew["pia"].weapons = [11], [14]
        fight(state, BEAST["remove_weapon"])
        playing = phase(state, "otto")
        assert len(open_values(playing.ask)) == 2
        playing.answer(14)
        assert (state.crew["pia"].weapons, state.crew["mac"].weapons) == ([], [11])
        assert (14 in state.owned) is not lost
    state = ship(2)
    fight(state, BEAST["remove_weapon"])
    assert phase(state, "otto").ask is None  # basic weapons cannot be removed


@pytest.mark.parametrize("name", [name for name in BEAST if name not in ("adjacent_attack", "first_strike", "resist")])
@pytest.mark.rule("SG-280")
def test_a_covered_ability_does_nothing(name: str) -> None:
    state = covered(name)
    before = (dict(state.resources), state.ship.morale, list(state.discard), list(state.crew["mac"].weapons))
    assert phase(state, "otto").ask is None
    after = (dict(state.resources), state.ship.morale, list(state.discard), list(state.crew["mac"].weapons))
    assert after == before
    assert not any(board.statuses for board in state.crew.values())
    assert state.combat.row[0].covered == [ABILITY]  # type: ignore[union-attr]


@pytest.mark.rule("SG-395", "SG-R66")
def test_first_strike_comes_before_fate_and_only_once_and_not_when_covered() -> None:
    def until_fate(state: Campaign) -> Playing:
        playing = Playing(attack_with(state, "north", "gregory"))
        while not isinstance(playing.ask, DrawFate):
            playing.answer(open_values(playing.ask)[0])
        return playing

    for covered_already, before_fate in (([], 1), ([ABILITY], 0)):
        state = ship(2, custody="table")
        fight(state, BEAST["first_strike"]).row[0].covered = covered_already
        playing = until_fate(state)
        assert state.crew["gregory"].damage == before_fate
        playing.answer(1)  # 1 and 2 for the axe: a miss
        while playing.ask is not None:
            playing.answer(open_values(playing.ask)[0])
        assert state.crew["gregory"].damage == 1  # one counter-attack, not two


@pytest.mark.rule("SG-402", "SG-R73")
def test_resist_takes_1_off_every_attack_and_another_for_a_resisting_neighbour() -> None:
    from rules.sleeping_gods.grid import Slash, allowance

    slash = Slash(target=0, damage=3, resisting=(0, 1))
    assert allowance(slash, [(0, 1)]) == 2
    assert allowance(slash, [(0, 1), (1, 0)]) == 1
    assert allowance(Slash(target=0, damage=1, resisting=(0,)), []) == 0
