"""The owner's printed copy, known as far as it was told."""

import random
from dataclasses import replace

import pytest
from awakening_setting import pack_with
from playing import Playing, play

from rules import packs
from rules.ask import IllegalAnswer
from rules.awakening import GAME, activation, cards, end, honor, own, set_up
from rules.awakening.pack import Bonus, Met, Pack, Quest, Trigger, opened
from rules.awakening.state import Turn
from rules.plain import load
from rules.position import Run, some_step
from rules.selfplay import play_one
from rules.sheet import changed as sheet_changes
from rules.sheet import fields, tried
from rules.written import from_toml


def begun(players=3, **toggles):
    return GAME.begin(GAME.setup(players, toggles, "table", "own"))


def test_an_empty_pack_has_a_card_for_each_one_in_the_box():
    state = begun()
    assert [len(pile.left) for pile in state.stacks.values()] == [12] * 6
    assert len(state.triggers_left) == 12
    assert len(state.pack.wretch) == 5


def test_a_card_told_keeps_its_place_and_is_known():
    state = begun()
    card = state.stacks["red"].left[0]
    state.tell(card, name="Old Bran", sort="red", honor=3, gains={"strength": 2})
    assert state.title(card) == "Old Bran"
    assert (state.card(card).honor, state.card(card).generates) == (3, {"strength": 2})
    assert set(state.stacks["red"].left) == set(state.pack.of_stack("red", treachery=False))


def test_a_card_that_costs_honor_is_treachery():
    state = begun(treachery=True)
    card = state.stacks["trait"].left[0]
    state.tell(card, name="Envy", sort="trait", honor=-2)
    assert state.card(card).treachery


def test_what_was_learned_reads_as_a_pack_with_the_same_number_of_cards():
    state = begun()
    state.tell("red~1", name="Old Bran", sort="red", honor=3)
    state.tell("trigger~4", name="Seven Bells", sort="trigger")
    state.mastery_told["courage"] = 6
    tables = GAME.learned(state)
    pack = load(Pack, from_toml(packs.as_toml(tables)))
    assert pack.met["red_old_bran"] == Met(name="Old Bran", sort="red", honor=3)
    assert pack.mastery_values == {"vision": 7, "courage": 6}
    whole = own.whole(pack, {}, {}, treachery=False)
    assert len(whole.of_stack("red", treachery=False)) == len(whole.trigger) == 12


def test_nothing_is_learned_of_a_pack_that_is_written_down():
    assert GAME.learned(GAME.begin(GAME.setup(2))) is None


def test_a_copy_is_never_called_too_small():
    assert GAME.doubts("own") == []
    assert GAME.try_pack("own") == []


@pytest.mark.parametrize("seed", range(8))
def test_random_owners_come_to_an_end_and_nothing_is_lost(seed):
    setup = GAME.setup(2 + seed % 4, {"treachery": seed % 2 == 0}, ("box", "table")[seed % 2], "own")
    run, _, fault = play_one(GAME, setup, random.Random(seed))
    assert run is not None, fault


def test_a_trigger_without_a_condition_is_asked_for_at_the_end_of_the_round():
    state = GAME.begin(GAME.setup(2))
    state.pack = pack_with(Trigger(id="FX-BELLS", name="Seven Bells"))
    state.phase, state.active = "play", ["FX-BELLS"]
    honor.check_triggers(state)
    assert not state.end_met
    asked = Playing(honor.ask_triggers(state, "orange", "Round 1 is over. Is an end-game trigger met?"))
    assert [option.label for option in asked.ask.options] == ["Not yet", "Yes: Seven Bells"]
    asked.answer("FX-BELLS")
    assert (state.end_met, state.met_by) == (1, "FX-BELLS")


def test_a_quest_bonus_that_only_the_table_can_reckon_is_asked_for():
    state = GAME.begin(GAME.setup(2))
    quest = Quest(id="FX-ODD", name="The Odd", bonuses=(Bonus("1 honor for each rhyme.", 1),))
    state.pack = replace(opened("demo"), quests=(quest,))
    state.first = "orange"
    state.players["orange"].quest, state.players["orange"].has_quest = "FX-ODD", True
    asked = Playing(end.quests(state))
    assert asked.ask.text == "Orange: The Odd: 1 honor for each rhyme. How much honor does it bring?"
    asked.answer(5)
    assert state.players["orange"].sources == {"Secret Quests": 5}


def test_the_set_up_asks_for_the_space_and_not_for_the_journey():
    state = begun(2)
    asked = Playing(set_up.draw_journeys(state))
    assert asked.ask.text == "Orange: draw a journey card. On which space does your token start?"
    asked.answer("1-2")
    assert "1-2" not in [option.value for option in asked.ask.options]


def test_what_no_answer_says_is_entered_by_hand_each_time():
    state = begun(2)
    play(set_up.choose_wretches(state), "Mud Walker", "Ash")
    play(set_up.draw_journeys(state), "1-2", "18-19")
    state.phase, state.first, state.turn = "play", "orange", Turn(seat="orange")
    asked = Playing(activation.activate(state, "orange", "self"))
    assert asked.ask.text == "Orange: what does Mud Walker generate?"
    asked.answer("other")
    assert asked.ask.text == "Orange: Mud Walker generates what it says. What changed?"
    asked.answer({"players.orange.attributes.courage": 1})
    assert state.players["orange"].has("courage") == 1
    state.turn = Turn(seat="orange")
    again = Playing(activation.activate(state, "orange", "self"))
    assert again.ask.text == "Orange: Mud Walker generates what it says. What changed?"


def test_one_of_ones_choice_is_chosen_at_once():
    state = begun(2)
    play(set_up.choose_wretches(state), "Mud Walker", "Ash")
    play(set_up.draw_journeys(state), "1-2", "18-19")
    state.phase, state.first, state.turn = "play", "orange", Turn(seat="orange")
    play(activation.activate(state, "orange", "self"), "choice", "knowledge")
    assert state.players["orange"].has("knowledge") == 2


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_entered_by_hand_the_table_stays_whole(seed):
    """A sheet of a copy with unnamed cards, at random, again and again, between two turns of a game."""
    chance = random.Random(seed)
    run = Run(GAME, begun(3))
    while not run.state.between:
        run.take(some_step(GAME, run.state, run.ask, chance))
    changed = 0
    for _ in range(40):
        known = fields(GAME, run.state, None)
        picked = chance.sample(known, 3)
        try:
            changes = sheet_changes(known, {each.path: chance.choice(list(each.values())) for each in picked})
            run.state = tried(GAME, run.state, changes)
        except IllegalAnswer:
            continue
        changed += bool(changes)
        GAME.check(run.state)
    assert changed > 5


def test_hands_turn_up_the_next_card_although_nobody_has_named_it():
    state = begun(2)
    play(set_up.choose_wretches(state), "Mud Walker", "Ash")
    play(set_up.draw_journeys(state), "1-2", "18-19")
    before = GAME.view(state)
    play(set_up.build_stacks(state), True)
    laid = GAME.view(state)
    assert "Turn up the top red companion." in GAME.todo(before, laid)
    play(cards.take(state, "orange", "relic", "face-up"), "Lamp of Nails")
    assert GAME.todo(laid, GAME.view(state)) == ["Turn up the top relic."]


def test_a_name_that_another_card_got_is_not_proposed_again():
    state = begun(2)
    state.tell("wretch_ash", name="Wretch 1", sort="wretch")
    asked = Playing(set_up.choose_wretches(state)).ask
    assert [option.label for option in asked.options] == ["Wretch 1", "Another one, new to the box"]
    named = Playing(set_up.choose_wretches(state)).answer("new").ask
    assert (named.proposed, named.about) == ("Wretch 2", ("Wretch 2",))
