"""What cards can do: every verb, and whom it means."""

import pytest
from playing import asked, open_values, play
from sea_setting import (
    ASTRO,
    CAPTAIN,
    DOCTOR,
    ENGINEER,
    crisis_card,
    example_pack,
    hand,
    in_window,
    playing,
    react,
    table,
    texts,
)

from rules.sheet import WhatChanged
from rules.silent_sea import board, effects
from rules.silent_sea.pack import (
    BreakSample,
    Cooldown,
    Damage,
    Discard,
    Draw,
    Enable,
    Heal,
    Lock,
    Manual,
    Move,
    Place,
    Sample,
    Skip,
    Unlock,
)


def done(game, *wanted, by=ENGINEER, answers=()):
    return play(effects.carry_out(game, wanted, by), *answers)


def healths(game):
    return [game.players[seat].health for seat in game.order]


@pytest.mark.parametrize(
    ("who", "met"),
    [
        ("self", [4, 5, 5, 5]),
        ("all", [4, 4, 4, 4]),
        ("others", [5, 4, 4, 4]),
        ("all_in_range", [5, 4, 4, 5]),
        ("sample_carriers", [4, 5, 4, 5]),
    ],
)
def test_whom_an_effect_means(who, met):
    game = table({CAPTAIN: "CR1", ASTRO: "p2"}, samples={ENGINEER: 1, DOCTOR: 1})
    done(game, Damage("damage", 1, who=who, range=2))
    assert healths(game) == met


def test_one_in_range_is_the_users_choice():
    game = table({CAPTAIN: "CR1", ASTRO: "p2"})
    at = asked(effects.carry_out(game, [Damage("damage", 1, who="one_in_range", range=2)], ENGINEER))
    assert open_values(at.ask) == [ASTRO, DOCTOR]
    assert at.ask.text == "Ann (Engineer): who is hit?"
    at.answer(DOCTOR)
    assert healths(game) == [5, 5, 4, 5]
    kind = asked(effects.carry_out(game, [Heal("heal", 1, who="one_in_range", range=2)], ENGINEER))
    assert open_values(kind.ask) == [ENGINEER, ASTRO, DOCTOR]
    assert kind.ask.text == "Ann (Engineer): who gets Health back?"
    alone = table({CAPTAIN: "CR1", ASTRO: "p9", DOCTOR: "p9"})
    done(alone, Damage("damage", 1, who="one_in_range", range=1))
    assert "Nobody is within 1 Space of Ann (Engineer)." in texts(alone)


def test_only_the_living_are_meant():
    game = table(health={ASTRO: 0})
    done(game, Damage("damage", 1, who="all"))
    assert healths(game) == [4, 0, 4, 4]
    done(game, Heal("heal", "all", who="all"))
    assert healths(game) == [5, 0, 5, 5]


def test_effects_are_done_in_order():
    game = table(health={ENGINEER: 2})
    done(game, Heal("heal", 1), Damage("damage", 2))
    assert healths(game)[0] == 1


@pytest.mark.rule("SS-R56")
def test_broken_samples_go_beside_the_board_and_only_carriers_are_hurt():
    hands = {ENGINEER: ["hazmat"], DOCTOR: ["vial"]}
    game = table(samples={ENGINEER: 1, DOCTOR: 2}, carriers={DOCTOR: 1}, hands=hands)
    before = game.supply
    at = asked(effects.carry_out(game, [BreakSample("break_sample", who="all", damage=2)], ENGINEER))
    assert at.ask.seats == (ENGINEER, DOCTOR)  # those who are hit, all at once
    at.answer((DOCTOR, "pass")).answer((ENGINEER, "pass"))
    assert healths(game) == [3, 5, 3, 5]
    assert (game.players[ENGINEER].samples, game.players[DOCTOR].samples, game.supply) == (0, 1, before + 2)
    nobody = table()
    done(nobody, BreakSample("break_sample", who="all", damage=2))
    assert healths(nobody) == [5, 5, 5, 5]


@pytest.mark.rule("SS-R56")
def test_with_real_cards_those_hit_are_asked_one_after_another_for_all_to_read():
    hands = {ENGINEER: ["hazmat"], DOCTOR: ["hazmat"]}
    game = table(samples={ENGINEER: 1, DOCTOR: 1}, hands=hands, custody="table")
    at = asked(effects.carry_out(game, [BreakSample("break_sample", who="all", damage=2)], ENGINEER))
    assert (at.ask.seat, at.ask.private) == (ENGINEER, False)
    at.answer("pass").answer("hazmat")
    assert healths(game) == [3, 5, 5, 5]


@pytest.mark.rule("SS-R56", "SS-R51", "toggle:hazmat_stays")
def test_a_suit_next_to_the_placard_protects_from_broken_samples_without_being_asked():
    game = table(samples={ENGINEER: 1}, hazmat_stays="on")
    game.players[ENGINEER].suits = 1
    done(game, BreakSample("break_sample", damage=2))
    assert (healths(game)[0], game.players[ENGINEER].samples) == (5, 0)


def test_draw_and_discard():
    game = table(hands={ASTRO: ["vial", "bulb"]})
    done(game, Draw("draw", 2), answers=(["scrap"], ["case"]))
    assert hand(game, ENGINEER) == ["scrap", "case"]
    done(game, Discard("discard", 3, who="others"), answers=("vial", "bulb"))
    assert hand(game, ASTRO) == []
    assert game.generic_discard == ["vial", "bulb"]


def test_move_by_the_normal_rules_and_place_counts_as_entering():
    game = table({DOCTOR: "p6"})
    at = asked(effects.carry_out(game, [Move("move", 1, who="others")], ENGINEER))
    assert at.ask.seat == ASTRO
    at.answer("done").answer("to:MD1").answer(1)
    assert game.players[DOCTOR].abilities[0].state == "enabled"
    placed = table()
    done(placed, Place("place", "CR1"), answers=(["calm"], True))
    assert (placed.players[ENGINEER].node, placed.crisis_discard) == ("CR1", ["calm"])
    late = table(crisis_timing="end_of_move")
    done(late, Place("place", "CR1", who="others"), answers=(["calm"], True) * 3)
    assert (late.crisis_due, len(late.crisis_discard)) == ([], 3)


@pytest.mark.rule("SS-R14", "SS-R16", "SS-34")
def test_unlock_opens_what_the_user_chooses_within_range_whoever_it_is():
    game = table({CAPTAIN: "p9"}, health={ENGINEER: 0}, current=CAPTAIN)
    at = asked(effects.carry_out(game, [Unlock("unlock", 2, range=2)], CAPTAIN))
    assert open_values(at.ask) == ["door:k1", "door:WL4", "none"]  # k1 at its nearer end, WL4 two Spaces away
    at.answer("door:WL4").answer("door:k1")
    assert game.doors == {"k1": "open", "WL4": "open"}
    near = table({CAPTAIN: "p9"})
    assert open_values(asked(effects.carry_out(near, [Unlock("unlock", 1, range=1)], CAPTAIN)).ask) == [
        "door:k1",
        "none",
    ]
    far = table()
    done(far, Unlock("unlock", 1, range=1))
    assert "Nothing locked is within 1 Space of Ann (Engineer)." in texts(far)


@pytest.mark.rule("SS-R15")
def test_lock_shuts_again():
    game = table()
    board.unlock(game, "k1")
    board.unlock(game, "WL4")
    done(game, Lock("lock", edge="k1"), Lock("lock", node="WL4"))
    assert game.doors == {"k1": "shut", "WL4": "shut"}


def test_enable_and_cooldown_at_the_owners_choice():
    game = table()
    done(game, Enable("enable", who="self"), answers=(2,))
    assert [ability.state for ability in game.players[ENGINEER].abilities] == ["disabled", "enabled"]
    done(game, Cooldown("cooldown", who="all"))
    assert [ability.state for ability in game.players[ENGINEER].abilities] == ["disabled", "cooldown"]
    assert "Ben (Astrobiologist) has no enabled Ability card." in texts(game)
    done(game, Enable("enable", amount=2), answers=(1,))
    assert [ability.state for ability in game.players[ENGINEER].abilities] == ["enabled", "enabled"]


def test_samples_from_beside_the_board_capacity_permitting():
    game = table(samples={ASTRO: 1})
    done(game, Sample("sample", amount=2, who="all"))
    assert [game.players[seat].samples for seat in game.order] == [1, 1, 1, 1]
    assert game.supply == 0
    done(game, Sample("sample"))
    assert "No Water Sample is taken: there is none beside the board." in texts(game)


def test_skip_and_manual():
    game = table()
    done(game, Skip("skip", "turn", who="one_in_range", range=0), answers=(ASTRO,))
    assert game.players[ASTRO].skip == ["turn"]
    at = asked(effects.carry_out(game, [Manual("manual", "Swap seats.")], ENGINEER))
    assert isinstance(at.ask, WhatChanged)
    assert at.ask.text == "Swap seats. What changed?"
    here, there = (game.players[seat].node for seat in (ENGINEER, ASTRO))
    at.answer({f"players.{ENGINEER}.node": there, f"players.{ASTRO}.node": here, f"players.{DOCTOR}.health": 0})
    assert [game.players[seat].node for seat in (ENGINEER, ASTRO)] == [there, here]
    assert not game.players[DOCTOR].alive


@pytest.mark.rule("SS-R57", "SS-51", "SS-53")
def test_luna_attacks_without_a_place_on_the_board():
    pack = example_pack(crisis_card(Damage("damage", 1, who="all", attack=True, by="luna")))
    hands = {key: ["hazmat"] for key in (ENGINEER, ASTRO, DOCTOR, CAPTAIN)}
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack, hands=hands)
    at = playing(game, "to:CR1", ["test"], True)
    targets = []
    while in_window(at):
        targets.append(game.window.target)
        react(at)
    assert targets == [DOCTOR, CAPTAIN, ENGINEER, ASTRO]
    assert healths(game) == [4, 4, 4, 4]
