"""What the box does not ask: the usual parts of an action, what nobody would decide otherwise, what it can work out."""

import random

import pytest
from family_setting import family, stand
from morta_setting import foe, give, table
from playing import asked, open_values, play

from rules.burden import measure
from rules.chance import DrawCards, RollDice
from rules.children_of_morta import GAME, draw, encounter, perform
from rules.onward import whole
from rules.plain import dump
from rules.position import Position


def at(state):
    """The table as a position, to look ahead from."""
    state.phase = "perform"
    return Position(GAME, dump(state))


@pytest.mark.rule("CM-R37", "CM-R50")
def test_an_action_is_one_tap_with_its_tokens_no_boost_and_its_best_target():
    state = family()
    give_hand(state, "north", "red", "blue")
    stand(state, "north", 1, "mongrel")
    state.run.rage = 1
    position = at(state)
    assert [part.words for part in whole(position, "act:hammer", "north").parts] == [
        "Red",
        "No boost",
        "Old mongrel at Bram's 1",
    ]
    assert position.state.hero("north").hand == ["red", "blue"]  # nothing is paid by looking


def give_hand(state, seat, *tokens):
    hero = state.hero(seat)
    hero.hand = list(tokens)
    for token in tokens:
        state.campaign.bag[token] -= 1
    return hero


def test_tokens_that_nothing_else_needs_are_proposed_and_fatigue_comes_last():
    state = family()
    hero = give_hand(state, "north", "blue", "blue", "red")
    hero.face_up, hero.fatigue_discard = 3, 0
    stand(state, "north", 1, "mongrel")
    words = [part.words for part in whole(at(state), "act:guard", "north").parts]
    assert words[0] == "Blue and Blue"  # white is missing; red is still good for the hammer


@pytest.mark.rule("CM-123", "CM-R41")
def test_a_boost_that_decides_is_an_entry_of_its_own():
    state = family()
    give_hand(state, "north", "red")
    enemy = stand(state, "north", 1, "hollow_guard")
    enemy.damage = 1  # 3 left, and the hammer does 1 and a blue die
    assert "act:hammer:blue" not in open_values(asked(perform.perform(state, "north")).ask)
    state.run.rage = 4
    menu = open_values(asked(perform.perform(state, "north")).ask)
    boosted = next(value for value in menu if str(value).startswith("act:hammer:"))
    words = [part.words for part in whole(at(state), boosted, "north").parts]
    assert words[1].startswith("+ ")
    play_on = asked(perform.perform(state, "north"), boosted, "red", boosted.split(":")[2])
    assert state.hero("north").acting.boost == boosted.split(":")[2].split(" ")
    assert play_on.ask is not None


@pytest.mark.rule("CM-171", "CM-172")
def test_one_says_for_all_that_nobody_wants_to_do_more():
    state = table(3)
    for seat in state.seats:
        give(state, seat, "red")
    going = asked(perform.perform_step(state))
    assert set(going.ask.seats) == set(state.seats)
    going.answer(("east", "all done"))
    assert (going.ask, state.phase) == (None, "enemy")
    assert all(hero.done for hero in state.run.heroes.values())


def test_but_whoever_is_at_an_action_finishes_it():
    state = table(2)
    give(state, "north", "red")
    give(state, "east", "red")
    foe(state, "north", 1, "brute")
    going = asked(perform.perform_step(state), ("north", "act:attack"), ("east", "all done"))
    assert going.ask.seats == ("north",)
    assert "cover the red space" in going.ask.of("north").text


def test_whoever_has_nothing_left_to_do_is_not_asked():
    state = table(2)
    for hero in state.run.heroes.values():
        hero.face_up, hero.fatigue_discard = 0, 3
    give(state, "north", "red")
    assert asked(perform.perform_step(state)).ask.seats == ("north",)


@pytest.mark.rule("CM-83", "CM-85")
def test_one_press_draws_for_all_from_the_boxs_bag():
    state = table(4, phase="draw")
    going = asked(draw.draw_step(state))
    assert not any(each.at_once for each in going.ask.each)
    first = going.ask.of("north")
    going.answer(("north", first.sample(random.Random(1))))
    assert all(each.at_once for each in going.ask.each)


def test_the_last_tokens_of_a_real_bag_need_not_be_told():
    state = table(4, phase="draw", custody="table")
    going = asked(draw.draw_step(state))
    for seat in ("north", "east", "south"):
        question = going.ask.of(seat)
        assert (question.at_once, question.from_table) == (False, True)
        going.answer((seat, question.sample(random.Random(1))))
    assert going.ask.of("west").at_once  # five are left, and everybody knows which


def test_several_real_dice_of_one_attack_are_told_as_their_total():
    state = table(2, custody="table")
    linda = give(state, "east", "green", "white")
    linda.focus, linda.face_up, linda.fatigue_discard = 2, 1, 2
    brute = foe(state, "east", 2, "brute")
    going = asked(perform.perform(state, "east"), "act:volley", "green white", f"enemy:{brute.number}")
    assert isinstance(going.ask, RollDice)
    assert [words for words, _ in going.ask.totals][:4] == ["0", "1", "1+", "2"]
    going.answer(list(dict(going.ask.totals)["1"]))
    assert going.ask.text.startswith("1: ")
    assert [option.label for option in going.ask.options] == ["Keep it", "Re-roll a blue die"]
    going.answer("0")
    assert "roll one blue die again" in going.ask.text
    going.answer(list(dict(going.ask.totals)["2+"]))
    assert (brute.damage, linda.face_up) == (2, 0)


@pytest.mark.rule("CM-166")
def test_what_costs_nothing_and_comes_again_every_round_is_used_of_itself():
    state = family(heroes=("wick", "nell"))
    wick = give_hand(state, "north", "red")
    wick.face_up, wick.fatigue_discard = 0, 3
    stand(state, "north", 1, "gnatcloud")
    play(perform.perform(state, "north"), "act:cut", "red", "enemy:1", ["1"])
    assert wick.defence == 1
    assert wick.used_this_round == ["ability"]


def test_enemy_cards_of_one_deck_are_told_in_one_go():
    state = family(4)
    state.run.tiles, state.run.leader = {"sluice": ["near", "near"]}, "north"
    going = asked(encounter.encounter_phase(state), "sluice", ["near_2", "near_5"])
    assert isinstance(going.ask, DrawCards)
    assert (going.ask.deck, going.ask.count) == ("Marsh hounds", 3)  # everybody but the leader
    assert going.ask.text == "Draw 3 enemy cards: 1 for Nell, 1 for Wick and 1 for Isa."
    going.answer(["cur", "cur", "biter"])
    going.answer(["hollow_farmer"])  # the leader's own
    assert all(len(state.hero(seat).enemies()) == 1 for seat in state.seats)
    assert [state.hero(seat).enemies()[0][1].card for seat in ("east", "south", "west")] == ["cur", "cur", "biter"]


@pytest.mark.parametrize(("custody", "answers", "taps"), [("box", 30, 30), ("table", 35, 45)])
def test_a_round_of_four_asks_little(custody, answers, taps):
    burden = measure(GAME, GAME.setup(4, custody=custody), turns=30, seed=1)
    assert burden.quantile("answers", 0.5) <= answers
    assert burden.quantile("taps", 0.5) <= taps
    assert burden.quantile("forced", 0.9) == 0
