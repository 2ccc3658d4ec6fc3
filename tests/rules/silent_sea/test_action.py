"""The Action Phase: one action, items, abilities and their Cooldown."""

from dataclasses import replace

import pytest
from playing import open_values, why_not
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, choices, example_pack, hand, playing, table, texts

from rules.silent_sea import GAME
from rules.silent_sea.pack import Draw
from rules.silent_sea.state import Ability


def cooling(game, seat, slot, counter):
    game.players[seat].abilities[slot - 1].state = "cooldown"
    game.players[seat].abilities[slot - 1].counter = counter


@pytest.mark.rule("SS-64", "SS-R31")
def test_one_action_or_none_and_the_turn_is_over():
    game = table(hands={ENGINEER: ["scrap", "scrap", "scrap", "scrap"]})
    playing(game, "craft:bulb")
    assert game.current == ASTRO
    none = table()
    assert "done" in open_values(playing(none).ask)
    playing(none, "done")
    assert none.current == ASTRO


@pytest.mark.rule("SS-65", "SS-66", "SS-68", "SS-69", "SS-73")
def test_craft_item_ability_trade_and_reactivate_are_the_actions():
    game = table(
        hands={ENGINEER: ["scrap", "bulb", "medkit"], ASTRO: ["vial"]},
        enabled={ENGINEER: [1]},
    )
    cooling(game, ENGINEER, 2, 0)
    kinds = {value.partition(":")[0] for value in open_values(playing(game).ask)}
    assert kinds == {"craft", "medkit", "ability", "trade", "reactivate", "done"}


@pytest.mark.rule("SS-66", "SS-67", "SS-75", "SS-76", "SS-90")
def test_an_item_is_discarded_after_use():
    game = table(hands={ENGINEER: ["medkit", "vial"]}, health={ENGINEER: 2})
    playing(game, f"medkit:{ENGINEER}")
    assert (game.players[ENGINEER].health, hand(game, ENGINEER)) == (5, ["vial"])


@pytest.mark.rule("SS-76")
def test_whoever_takes_the_action_has_moved_enough():
    game = table(phase="move", rolled=3, hands={ENGINEER: ["medkit", "gun", "carrier", "painkillers"]})
    moving = playing(game, "to:p1")
    assert {"to:p2", f"medkit:{ENGINEER}", "carrier", "use:painkillers", "done"} <= set(open_values(moving.ask))
    moving.answer("carrier")
    assert (game.current, game.players[ENGINEER].node) == (ASTRO, "p1")  # the action was the end of the turn
    later = table(phase="move", rolled=3, hands={ENGINEER: ["medkit"]}, crisis_timing="end_of_move")
    later.crisis_due = [ENGINEER]
    waiting = [value for value in choices(playing(later).ask) if not value.startswith("to:")]
    assert waiting == ["done"]  # a card comes between
    left_out = table(phase="move", rolled=3, hands={ENGINEER: ["medkit"]})
    left_out.players[ENGINEER].skip = ["action"]
    assert [value for value in choices(playing(left_out).ask) if not value.startswith("to:")] == ["done"]


@pytest.mark.rule("SS-76", "SS-R38")
def test_after_a_refused_trade_only_the_action_is_left():
    game = table(phase="move", rolled=3, hands={ENGINEER: ["vial"]})
    at = playing(game, f"trade:{ASTRO}", ["0:vial"], "no")
    assert f"trade:{ASTRO}" in open_values(at.ask)
    assert not any(value.startswith("to:") for value in choices(at.ask))


@pytest.mark.rule("SS-80", "SS-98")
def test_flashlight_and_hazmat_suit_are_no_actions():
    game = table(hands={ENGINEER: ["flashlight", "hazmat"]})
    asking = playing(game).ask
    assert why_not(asking, "item:flashlight") == "The Flashlight is a Reaction only. (SS-80)"
    assert why_not(asking, "item:hazmat") == "The Hazmat Suit is a Reaction only. (SS-98)"


@pytest.mark.rule("SS-84", "SS-85")
def test_the_gun_is_an_action_against_another_player_within_4():
    game = table({CAPTAIN: "CR1", DOCTOR: "p9"}, hands={ENGINEER: ["gun"]})
    asking = playing(game).ask
    assert f"gun:{ENGINEER}" not in choices(asking)
    assert why_not(asking, f"gun:{CAPTAIN}") == ""
    assert why_not(asking, f"gun:{DOCTOR}") == "Cem (Doctor) is 5 Spaces away; the range is 4. (SS-85)"
    playing(game, f"gun:{CAPTAIN}")
    assert (game.players[CAPTAIN].health, hand(game, ENGINEER)) == (1, [])


@pytest.mark.rule("SS-91", "SS-92", "SS-R55")
def test_a_medkit_restores_all_within_2_also_at_full_health_and_never_the_dead():
    game = table({ASTRO: "p2", CAPTAIN: "p5"}, hands={ENGINEER: ["medkit"]}, health={ASTRO: 1, DOCTOR: 0})
    asking = playing(game).ask
    assert why_not(asking, f"medkit:{ENGINEER}") == why_not(asking, f"medkit:{ASTRO}") == ""
    assert why_not(asking, f"medkit:{CAPTAIN}").endswith("(SS-92)")
    assert why_not(asking, f"medkit:{DOCTOR}") == "Cem (Doctor) is out of the game. (SS-R60)"
    playing(game, f"medkit:{ENGINEER}")  # at full Health
    assert (game.players[ENGINEER].health, hand(game, ENGINEER)) == (5, [])


@pytest.mark.rule("SS-R35", "toggle:painkillers_heal")
@pytest.mark.parametrize(("heals", "after"), [(1, 3), (2, 4), (9, 5)])
def test_painkillers_restore_health_to_their_user(heals, after):
    well = table(hands={ENGINEER: ["painkillers"]}, painkillers_heal=heals)
    [use] = [option for option in playing(well).ask.options if option.value == "use:painkillers"]
    assert (use.barred, use.hint) == (None, f"{heals} Health back. (It would do nothing now.)")
    game = table(hands={ENGINEER: ["painkillers"]}, health={ENGINEER: 2}, painkillers_heal=heals)
    playing(game, "use:painkillers")
    assert (game.players[ENGINEER].health, game.generic_discard) == (after, ["painkillers"])


@pytest.mark.rule("SS-R35")
def test_an_owners_painkillers_do_what_their_card_says():
    pack = example_pack()
    own = tuple(replace(c, effects=(Draw("draw", 1),)) if c.id == "painkillers" else c for c in pack.generic)
    game = table(hands={ENGINEER: ["painkillers"]}, health={ENGINEER: 2}, pack=replace(pack, generic=own))
    playing(game, "use:painkillers", ["vial"])
    assert (game.players[ENGINEER].health, hand(game, ENGINEER)) == (2, ["vial"])


# Abilities


@pytest.mark.rule("SS-5", "SS-6", "SS-7", "SS-68")
def test_a_face_down_ability_cannot_be_used():
    game = table()
    assert why_not(playing(game).ask, "ability:1") == (
        "Override lies face-down; turn it up in one of your Role Rooms. (SS-6)"
    )


@pytest.mark.rule("SS-68", "SS-8", "SS-9", "SS-R36")
def test_a_used_ability_goes_on_cooldown():
    game = table(enabled={ENGINEER: [2]})
    playing(game, "ability:2", ["vial"], ["bulb"])
    assert hand(game, ENGINEER) == ["vial", "bulb"]
    assert game.players[ENGINEER].abilities[1] == Ability(id="spare_parts", state="cooldown", counter=2)
    assert GAME.view(game)[f"ability {ENGINEER} 2"] == "face-down on Cooldown"
    pack = example_pack()
    lasting = tuple(replace(card, cooldown=False) for card in pack.abilities)
    game = table(enabled={ENGINEER: [2]}, pack=replace(pack, abilities=lasting))
    playing(game, "ability:2", ["vial"], ["bulb"])
    assert game.players[ENGINEER].abilities[1].state == "enabled"


def own_turn(game, *action):
    """The Engineer's next turn up to the action."""
    game.current, game.phase = ENGINEER, "begin"
    at = playing(game, ["extra_space"] if game.unseen.get("extra_space") else ["scrap"], [1])
    asking = at.ask
    for answer in action or ("done",):
        at.answer(answer)
    return asking


@pytest.mark.rule("SS-9", "SS-10", "SS-73", "SS-74", "SS-R37", "toggle:cooldown_auto")
def test_used_in_turn_3_reactivated_in_turn_5_usable_in_turn_6():
    game = table(enabled={ENGINEER: [2]})
    playing(game, "ability:2", ["vial"], ["bulb"])  # own turn 3
    fourth = own_turn(game)
    assert why_not(fourth, "ability:2") == "Spare Parts is on Cooldown, 1 of 2 turns to go. (SS-9)"
    assert why_not(fourth, "reactivate:2") == "Spare Parts must be on Cooldown for 2 turns; 1 to go. (SS-73)"
    fifth = own_turn(game, "reactivate:2")
    assert why_not(fifth, "ability:2") == "Spare Parts is on Cooldown; reactivate it first. (SS-9)"
    said = [text for text in texts(game) if text.startswith("Spare Parts: ")]
    assert said == [
        "Spare Parts: cooldown, 2 turns to go.",
        "Spare Parts: cooldown, 1 turn to go.",
        "Spare Parts: the cooldown is over; an action reactivates it.",
    ]
    assert why_not(fifth, "reactivate:2") == ""
    assert game.players[ENGINEER].abilities[1].state == "enabled"  # face-up again
    game.players[ENGINEER].hand = []
    game.deck = sum(game.unseen.values())
    assert "ability:2" in [o.value for o in own_turn_ask(game).options if not o.barred]


def own_turn_ask(game):
    game.unseen = {card.id: card.count for card in game.pack.generic}
    game.deck, game.generic_discard = 48, []
    game.current, game.phase = ENGINEER, "begin"
    return playing(game, ["vial"], [1]).ask


@pytest.mark.rule("SS-10", "SS-R37", "toggle:cooldown_auto")
def test_by_a_house_rule_a_cooldown_ends_by_itself_in_turn_5():
    game = table(enabled={ENGINEER: [2]}, cooldown_auto="on")
    playing(game, "ability:2", ["vial"], ["bulb"])
    assert why_not(own_turn(game), "ability:2") != ""
    assert why_not(own_turn(game), "ability:2") == ""


@pytest.mark.rule("SS-R37", "SS-11")
def test_other_players_turns_do_not_shorten_a_cooldown():
    game = table(current=CAPTAIN)
    cooling(game, ENGINEER, 1, 2)
    for _ in range(3):
        game.current, game.phase = CAPTAIN, "begin"
        playing(game)
    assert game.players[ENGINEER].abilities[0].counter == 2


def test_a_passive_ability_works_at_the_beginning_of_the_own_turn_while_face_up():
    for slots, health in (([2], 3), ([], 2)):
        game = table(current=ASTRO, phase="begin", health={ASTRO: 2}, enabled={ASTRO: slots})
        playing(game)
        assert game.players[ASTRO].health == health
    game = table(current=ASTRO, enabled={ASTRO: [2]})
    assert why_not(playing(game).ask, "ability:2") == "Symbiosis is working by itself, not an action. (SS-76)"


@pytest.mark.rule("SS-76", "SS-77")
def test_a_reaction_ability_is_no_action():
    game = table(current=DOCTOR, enabled={DOCTOR: [2]})
    assert why_not(playing(game).ask, "ability:2") == "Tourniquet is a Reaction, not an action. (SS-76)"


def test_a_phase_that_a_card_leaves_out_is_left_out_once():
    for phase, now in (("draw", "roll"), ("turn", "")):
        game = table(phase="begin")
        game.players[ENGINEER].skip = [phase]
        at = playing(game)
        assert game.players[ENGINEER].skip == []
        assert game.current == (ENGINEER if now else ASTRO)
        assert f"Ann (Engineer) skips the {'Draw Phase' if phase == 'draw' else 'turn'}." in texts(game)
        assert now in at.ask.text
    for phase, skip in (("move", "move"), ("action", "action")):
        game = table(phase=phase)
        game.players[ENGINEER].skip = [skip]
        playing(game)
        assert (game.phase, game.current) == (("action", ENGINEER) if phase == "move" else ("draw", ASTRO))


def test_an_ability_that_would_do_nothing_now_says_so_and_may_be_used():
    def hints(game):
        return {str(o.value): o.hint for o in playing(game).ask.options if str(o.value).startswith("ability")}

    vain = "(It would do nothing now.)"
    condenser = {ASTRO: [1]}
    assert vain not in hints(table(current=ASTRO, enabled=condenser))["ability:1"]
    full = table(current=ASTRO, enabled=condenser, samples={ASTRO: 1})
    assert vain in hints(full)["ability:1"]
    assert playing(full, "ability:1").ask is not None
    override = {ENGINEER: [1]}
    assert vain in hints(table(enabled=override))["ability:1"]  # the nearest door is far from ST
    assert vain not in hints(table({ENGINEER: "p7"}, enabled=override))["ability:1"]
    assert vain not in hints(table(enabled={ENGINEER: [2]}))["ability:2"]
