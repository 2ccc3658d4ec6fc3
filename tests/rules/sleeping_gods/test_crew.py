"""Damage, health, fatigue, statuses, hands and fate."""

from __future__ import annotations

import pytest
from playing import Playing, asked, open_values, play, why_not
from sleeping_gods_setting import aside, do, fight, ship, texts

from rules.ask import AskAny, PickSome
from rules.chance import DrawCards, DrawFate
from rules.sleeping_gods import GAME
from rules.sleeping_gods.attack import attack_damage, cannot_attack
from rules.sleeping_gods.challenge import cannot_join, contribution, shown_skill
from rules.sleeping_gods.crew import gain_fatigue, gain_status, heal, hurt, lose_fatigue, spread_damage
from rules.sleeping_gods.fate import draw_fate
from rules.sleeping_gods.hands import deck_count, deck_left, draw_cards
from rules.sleeping_gods.state import Attack, Context
from rules.sleeping_gods.turn import venom

CUT = {"do": "damage", "who": "named", "crew": "laurence", "n": 2}


# ----- damage and health


@pytest.mark.rule("SG-49", "SG-74", "SG-51", "SG-407")
def test_damage_puts_that_many_tokens_on_the_board() -> None:
    state = ship()
    do(state, CUT)
    assert state.crew["laurence"].damage == 2
    assert state.health("laurence") == 4


@pytest.mark.rule("SG-50", "SG-53")
def test_nobody_holds_more_damage_than_health_and_nobody_dies() -> None:
    state = ship()
    assert play(hurt(state, "pia", 5)) == 3  # two fit
    assert state.crew["pia"].damage == 2
    assert "pia" in state.crew


@pytest.mark.rule("SG-52", "SG-55", "SG-82", "SG-E2", "SG-83")
def test_restoring_health_takes_tokens_off_and_repair_moves_the_marker_up() -> None:
    state = ship(health=9)
    state.crew["pia"].damage = 2
    assert cannot_join(state, "pia")
    assert heal(state, "pia", 1) == 1
    assert cannot_join(state, "pia") is None  # with 1 health she may take part again
    do(state, {"do": "repair", "n": 2})
    assert state.ship.health == 11
    state.ship.health = 10
    do(state, {"do": "repair", "n": 2})
    assert state.ship.health == 11  # never 12


@pytest.mark.rule("SG-54", "SG-75", "SG-411", "SG-R30", "SG-266")
def test_at_0_health_nothing_of_a_crew_member_works() -> None:
    state = ship(command={"north": 3})
    state.crew["laurence"].damage = 6
    state.crew["mac"].damage = 3
    state.crew["mac"].tucked = ["keen_eye"]
    fight(state, 2)

    assert "0 health" in str(cannot_join(state, "laurence"))
    assert "0 health" in str(cannot_attack(state, "north", "laurence"))
    assert list(state.passives("mac")) == []  # the tucked card is dead too
    state.window = "combat"
    offered = {option.value: option for option in GAME.asides(state, "north")}
    assert "SG-54" in str(offered["crew:mac:0:0"].barred)
    # but they gain and lose status and fatigue, and can be trained and healed
    assert gain_status(state, "mac", "venom")
    assert gain_fatigue(state, "mac") == 1
    assert play(hurt(state, "mac", 1)) == 1  # they cannot be given damage


@pytest.mark.rule("SG-R32")
def test_health_lost_outside_challenges_is_spread_by_the_active_player_over_anybody() -> None:
    state = ship()
    playing = do(state, {"do": "damage", "who": "spread_any", "n": 3})
    assert playing.ask
    assert playing.ask.seat == "north"
    playing.answer({"gregory": 1, "pia": 2})
    assert state.crew["gregory"].damage == 1
    assert state.crew["pia"].damage == 2


@pytest.mark.rule("SG-R31", "SG-207")
def test_damage_beyond_the_participants_goes_to_others_and_the_rest_is_lost() -> None:
    state = ship()
    state.crew["mac"].damage = 2
    context = Context(source="Test", participants=["mac", "pia"])
    playing = do(state, {"do": "damage", "who": "participants_first", "n": 5}, context=context)
    assert (state.crew["mac"].damage, state.crew["pia"].damage) == (3, 2)  # both full: 3 of 5
    assert playing.ask
    assert "share out 2 damage" in playing.ask.text
    playing.answer({"laurence": 2})
    assert state.crew["laurence"].damage == 2
    assert play(spread_damage(state, ["mac"], 4, "north", "Test")) == 4  # nobody of these can take it


# ----- fatigue


@pytest.mark.rule("SG-62", "SG-63", "SG-65", "SG-68")
def test_tired_first_then_exhausted_and_never_a_third() -> None:
    state = ship()
    assert gain_fatigue(state, "mac") == 1
    assert "Mac is tired" in texts(state)
    assert gain_fatigue(state, "mac") == 1
    assert "Mac is exhausted" in texts(state)
    assert gain_fatigue(state, "mac") == 0
    assert state.crew["mac"].fatigue == 2


@pytest.mark.rule("SG-64", "SG-201", "SG-R19", "toggle:fatigue_counts_immediately")
def test_only_who_was_tired_before_counts_one_less() -> None:
    state = ship()
    assert contribution(state, "mac", "craft", tired=False) == 3
    assert contribution(state, "mac", "craft", tired=True) == 2
    assert shown_skill(state, "mac", "craft") == 3
    state.crew["mac"].fatigue = 1
    assert shown_skill(state, "mac", "craft") == 2
    assert shown_skill(ship(fatigue_counts_immediately=True), "mac", "craft") == 2


@pytest.mark.rule("SG-66", "SG-67", "SG-R20")
def test_exhausted_means_one_damage_less_and_no_challenges_but_attacks() -> None:
    state = ship()
    battle = fight(state, 2)
    state.crew["mac"].fatigue = 2
    battle.attack = Attack(seat="north", crew="mac", target=0)
    assert attack_damage(state) == 0  # 1 - 1, and never below 0
    state.crew["mac"].tucked = []
    assert "two fatigue tokens" in str(cannot_join(state, "mac"))
    assert cannot_attack(state, "north", "mac") is None


@pytest.mark.rule("SG-69", "SG-70", "SG-417")
def test_exhausted_comes_off_before_tired() -> None:
    state = ship()
    state.crew["mac"].fatigue = 2
    do(state, {"do": "remove_fatigue", "who": "named", "crew": "mac", "n": 1})
    assert "no longer exhausted" in texts(state)
    assert lose_fatigue(state, "mac", 2) == 1
    assert "no longer tired" in texts(state)


# ----- hands


@pytest.mark.rule("SG-71", "SG-72", "SG-73", "SG-117", "SG-R12")
def test_with_more_than_three_cards_the_player_chooses_what_to_discard_at_once() -> None:
    state = ship(hands={"north": ["triage", "shove", "bluff"]})
    playing = Playing(draw_cards(state, "north", 1)).answer(["tinker"])
    assert isinstance(playing.ask, PickSome)
    assert (playing.ask.at_least, playing.ask.at_most) == (1, 1)
    assert playing.ask.private
    assert GAME.asides(state, "north") == ()  # no training in between
    playing.answer([1])
    assert state.players["north"].hand == ["triage", "bluff", "tinker"]
    assert state.discard == ["shove"]


@pytest.mark.rule("SG-R13")
def test_only_an_empty_deck_is_refilled_from_the_discard_pile() -> None:
    state = ship(1)
    everything = [card for card, each in state.pack.ability_cards.items() for _ in range(each.copies)]
    state.discard = everything[:-1]
    assert deck_left(state) == {"grand_plan": 1}
    play(draw_cards(state, "north", 1), ["grand_plan"])
    assert deck_count(state) == 0
    assert state.discard == everything[:-1]  # not earlier than needed
    play(draw_cards(state, "north", 1), ["triage"])
    assert state.discard == []
    assert state.players["north"].hand == ["grand_plan", "triage"]


@pytest.mark.rule("SG-R13")
def test_with_deck_and_discard_empty_fate_has_its_printed_spread_and_a_hand_draw_gives_nothing() -> None:
    state = ship(1)
    everything = [card for card, each in state.pack.ability_cards.items() for _ in range(each.copies)]
    state.players["north"].hand = everything
    playing = Playing(draw_fate(state, "Test"))
    assert isinstance(playing.ask, DrawFate)
    assert dict(playing.ask.faces) == {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
    playing.answer(4)
    assert playing.returned == 4
    state.players["north"].hand = everything[:3]
    for crew, card in zip(list(state.crew)[:4], everything[3:7], strict=True):
        state.crew[crew].tucked = [card]
    for crew, card in zip(list(state.crew)[:3], everything[7:], strict=True):
        state.crew[crew].tucked.append(card)
    assert play(draw_cards(state, "north", 1)) == 0


@pytest.mark.rule("SG-R17", "toggle:open_hands")
def test_a_hand_is_shown_to_its_owner_only_unless_hands_are_open() -> None:
    state = ship(hands={"north": ["triage"]})
    assert "Triage" in str(GAME.show(state, "north")["seats"])
    for other in ("east", None):
        assert GAME.show(state, other)["seats"][0]["hand"] == [None]
        assert "Triage" not in str(GAME.show(state, other))
    state.window = "free"
    aside(state, "north", "show_hand")
    assert "Ann shows: Triage" in texts(state)
    state = ship(hands={"north": ["triage"]}, open_hands=True)
    assert GAME.show(state, "east")["seats"][0]["hand"][0]["name"] == "Triage"


# ----- fate


@pytest.mark.rule("SG-57", "SG-58", "SG-59")
def test_fate_is_the_number_of_a_card_which_is_discarded_at_once() -> None:
    state = ship(1, cards=[])
    playing = Playing(draw_fate(state, "Test"))
    assert isinstance(playing.ask, DrawFate)
    playing.answer(3)
    assert isinstance(playing.ask, DrawCards)
    assert playing.ask.at_once
    assert dict(playing.ask.left) == {"triage": 2}
    playing.answer(["triage"])
    assert playing.returned == 3
    assert state.discard == ["triage"]
    assert state.players["north"].hand == []


@pytest.mark.rule("SG-60")
def test_ones_and_sixes_are_half_as_common() -> None:
    from rules.sleeping_gods.pack import the_pack
    from rules.sleeping_gods.pack_checks import FATE_WEIGHTS, fate_spread

    assert FATE_WEIGHTS == {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
    for pack in ("sample", "demo"):
        spread = fate_spread(the_pack(pack))
        assert [spread[fate] for fate in range(1, 7)] == [spread[1] * weight for weight in (1, 2, 2, 2, 2, 1)]


@pytest.mark.rule("SG-R14", "toggle:fate_source")
def test_fate_comes_from_real_cards_from_the_boxs_deck_or_from_the_button() -> None:
    from dataclasses import replace

    # real cards: somebody reads the number, and the box only counts the card
    state = ship(1, custody="table", cards=[])
    assert play(draw_fate(state, "Test"), 5) == 5
    assert state.discard == ["?"]
    # the box's own deck, although the table holds the cards otherwise: it deals hands too
    state = ship(1, custody="table", cards=[], fate_source="virtual_deck")
    assert play(draw_fate(state, "Test"), 5, ["keen_eye"]) == 5
    assert play(draw_cards(state, "north", 1), ["triage"]) == 1
    assert state.players["north"].hand == ["triage"]
    # the button stands in only while no list of ability cards is entered
    state = ship(1, cards=[], fate_source="button")
    assert play(draw_fate(state, "Test"), 5, ["keen_eye"]) == 5
    assert "not from the button" in texts(state)
    state.pack = replace(state.pack, ability_cards={})
    state.discard = []
    assert play(draw_fate(state, "Test"), 5) == 5
    assert state.discard == []


@pytest.mark.rule("SG-106", "SG-107", "SG-108", "SG-R22")
@pytest.mark.parametrize(("morale", "less"), [(5, 0), (4, 0), (3, 1), (2, 2), (1, 2)])
def test_low_morale_lowers_every_fate_outside_combat(morale: int, less: int) -> None:
    state = ship(1, morale=morale, cards=[])
    assert play(draw_fate(state, "Test"), 4, ["shove"]) == 4 - less
    assert play(draw_fate(state, "Test", "attack", combat=True), 4, ["shove"]) == 4


@pytest.mark.rule("SG-R22")
def test_the_penalty_is_that_of_the_moment_the_card_is_turned() -> None:
    state = ship(1, morale=4, command={"north": 1})
    playing = asked(draw_fate(state, "Test"), 4, ["shove"])
    state.ship.morale = 1  # later changes do not alter that draw
    playing.answer("take")
    assert playing.returned == 4


@pytest.mark.rule("SG-R15")
def test_results_outside_1_to_6_stay_and_the_outer_bands_take_them() -> None:
    bands = [{"low": low, "high": low + 2, "effects": [{"do": "gain_xp", "n": low}]} for low in (1, 4)]
    state = ship(1, morale=1, cards=[])
    do(state, {"do": "fate_table", "bands": bands}).answer(1).answer(["bluff"])
    assert state.progress.xp == 1  # fate -1 falls into the lowest band
    state = ship(1, command={"north": 1}, cards=[])
    do(state, {"do": "fate_table", "bands": bands}).answer(6).answer(["grand_plan"]).answer("crew:odessa:0:0")
    assert state.progress.xp == 4  # 7 counts as the highest


@pytest.mark.rule("SG-R16", "SG-416")
def test_a_plain_redraw_replaces_and_one_that_says_so_keeps_the_highest() -> None:
    state = ship(1, command={"north": 3}, cards=[1, 13])
    playing = asked(draw_fate(state, "Test"), 5, ["keen_eye"], "card:13:0:0", 2, ["tinker"])
    assert state.fate is not None
    assert state.fate.value == 2
    playing.answer("card:1:0:0").answer(1).answer(["bluff"])
    assert playing.returned == 2
    assert state.discard == ["keen_eye", "tinker", "bluff"]  # each drawn card is discarded


@pytest.mark.rule("SG-R16")
def test_each_redraw_has_its_own_morale_penalty_and_the_comparison_comes_after() -> None:
    state = ship(1, morale=4, command={"north": 3}, cards=[1])
    playing = asked(draw_fate(state, "Test"), 4, ["shove"])
    state.ship.morale = 1
    playing.answer("card:1:0:0").answer(5).answer(["keen_eye"]).answer("take")
    assert playing.returned == 4  # 5 - 2 is less than 4


# ----- statuses


@pytest.mark.rule("SG-95", "SG-R26", "toggle:status_stacks")
def test_a_status_is_held_or_not() -> None:
    state = ship()
    assert gain_status(state, "mac", "madness")
    assert not gain_status(state, "mac", "madness")
    assert state.crew["mac"].statuses == ["madness"]
    playing = do(state, {"do": "gain_status", "status": "madness", "who": "one_any"})
    assert "SG-R26" in why_not(playing.ask, "mac")
    for crew in state.crew:
        state.crew[crew].statuses = ["weakened"]
    # only three tokens exist, and everybody has it anyway: nothing happens
    assert do(state, {"do": "gain_status", "status": "weakened", "who": "one_any"}).ask is None
    stacking = ship(status_stacks=True)
    assert gain_status(stacking, "mac", "madness")
    assert gain_status(stacking, "mac", "madness")
    assert stacking.crew["mac"].statuses == ["madness", "madness"]


@pytest.mark.rule("SG-96", "SG-R25", "toggle:venom_on_own_turn_only")
def test_venom_hurts_at_the_start_of_every_players_turn_down_to_0() -> None:
    state = ship(2, active="east")
    for crew in ("mac", "gregory", "odessa"):
        gain_status(state, crew, "venom")  # Ann's, Ben's and the captain
    play(venom(state))
    assert [state.crew[crew].damage for crew in ("mac", "gregory", "odessa")] == [1, 1, 1]
    state.crew["mac"].damage = 3
    play(venom(state))
    assert state.crew["mac"].damage == 3  # it stops at 0 health and moves to nobody
    assert state.crew["gregory"].damage == 2
    own = ship(2, active="east", venom_on_own_turn_only=True)
    for crew in ("mac", "gregory"):
        gain_status(own, crew, "venom")
    play(venom(own))
    assert (own.crew["mac"].damage, own.crew["gregory"].damage) == (0, 1)


@pytest.mark.rule("SG-97")
def test_the_frightened_do_not_attack() -> None:
    state = ship()
    fight(state, 2)
    gain_status(state, "mac", "frightened")
    assert "SG-97" in str(cannot_attack(state, "north", "mac"))
    assert cannot_join(state, "mac") is None  # challenges stay open to them


@pytest.mark.rule("SG-98", "SG-R21", "toggle:skills_can_go_negative")
def test_weakened_is_two_less_in_every_skill_and_nobody_counts_below_0() -> None:
    state = ship()
    gain_status(state, "mac", "weakened")
    assert contribution(state, "mac", "craft", tired=False) == 1
    assert contribution(state, "mac", "strength", tired=True) == 0  # 1 - 1 - 2
    assert contribution(state, "mac", "savvy", tired=False) == 0  # does not have it, and may take part
    assert cannot_join(state, "mac") is None
    negative = ship(skills_can_go_negative=True)
    gain_status(negative, "mac", "weakened")
    assert contribution(negative, "mac", "strength", tired=True) == -2


@pytest.mark.rule("SG-R27", "SG-383")
def test_a_status_stays_until_an_effect_removes_it_from_anybody() -> None:
    state = ship(command={"north": 1})
    gain_status(state, "gregory", "venom")
    from rules.sleeping_gods.port import inn

    inn(state)
    assert state.crew["gregory"].statuses == ["venom"]
    state.window = "free"
    aside(state, "north", "crew:mac:0:0")  # Mac may cure anybody, another player's too
    assert state.crew["gregory"].statuses == []


@pytest.mark.rule("SG-47", "SG-176", "SG-R45")
def test_the_active_player_and_nobody_else_controls_the_captain() -> None:
    state = ship(2, active="north", command={"north": 1, "east": 1})
    assert state.controller("odessa") == "north"
    state.window = "free"
    playing = Playing(draw_fate(state, "Test")).answer(3).answer(["triage"])
    assert isinstance(playing.ask, AskAny)
    mine, theirs = playing.ask.of("north"), playing.ask.of("east")
    assert "crew:odessa:0:0" in open_values(mine)
    assert "SG-R45" in why_not(theirs, "crew:odessa:0:0")
    state.active = "east"
    assert state.crew_of("east")[0] == "odessa"
    assert "odessa" not in state.crew_of("north")


@pytest.mark.rule("SG-R17")
def test_alone_there_is_nobody_to_hide_a_hand_from() -> None:
    state = ship(1, hands={"north": ["triage", "shove", "bluff"]})
    playing = Playing(draw_cards(state, "north", 1))
    assert not playing.ask.private  # type: ignore[union-attr]
    playing.answer(["tinker"])
    assert not playing.ask.private  # type: ignore[union-attr]
    two = ship(2, hands={"north": ["triage", "shove", "bluff"]})
    assert Playing(draw_cards(two, "north", 1)).ask.private  # type: ignore[union-attr]
