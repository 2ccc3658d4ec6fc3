"""The printed copy of Children of Morta on the table, with nothing typed in beforehand: how much the box asks for."""

import random

import pytest
from morta_owner import Copy, Owners

from device.live.journal import Journal
from device.live.table import Table
from rules import packs
from rules.ask import IllegalAnswer
from rules.children_of_morta import GAME
from rules.plain import dump

MOST_TO_THE_END_OF_ROUND_1 = 60
TWO = {"north": "Ann", "east": "Ben"}


@pytest.fixture
def table(own_packs, journal):
    return Table(journal)


def begin(table):
    table.begin(GAME.setup(TWO, {}, "table", "own"))


def state_of(table):
    return table.now().position.state


def say(table, seat, value):
    """One answer, and whatever goes along with it."""
    table.hear(table.now().number, seat, lambda ask: (seat, value))
    GAME.check(state_of(table))


def take_back(table, seat):
    """What the box has drawn since, all agree to put back."""
    table.undo(table.now().number, seat)
    for each in TWO:
        if table.now().proposal is not None:
            table.agree(table.now().number, each, True)


def next_answer(table, owners):
    asked = owners.whose(state_of(table), table.now().ask)
    return asked.seat, owners.answer(state_of(table), asked)


def play(table, owners, until):
    """Answer until something holds; how many answers it took."""
    answers = 0
    while not until(state_of(table)):
        say(table, *next_answer(table, owners))
        answers += 1
        assert answers < 600, "no end"
    return answers


def after_round(number):
    return lambda state: state.run.round > number


def owners_of(seed):
    return Owners(Copy(seed), random.Random(seed))


@pytest.mark.parametrize("seed", range(4))
def test_from_an_empty_pack_to_the_end_of_round_1(table, seed):
    begin(table)
    answers = play(table, owners_of(seed), after_round(1))
    assert answers <= MOST_TO_THE_END_OF_ROUND_1, f"{answers} answers to the end of round 1"


def test_the_next_game_with_the_same_copy_asks_less(table):
    """The same cards come again: nothing of them is asked a second time."""
    begin(table)
    first = play(table, owners_of(2), after_round(3))
    told = state_of(table).met
    begin(table)
    assert table.now().setup.pack == "own-2"
    assert set(told.enemies) <= set(state_of(table).pack.enemies)
    again = play(table, owners_of(2), after_round(3))
    assert again <= 0.8 * first, f"{first} answers in the first game, {again} in the second"
    assert not set(state_of(table).met.enemies) & {card for card, each in told.enemies.items() if not each.unread}
    assert not state_of(table).met.enemy_decks
    assert packs.choices("children_of_morta")[0][1].startswith("Your own copy: ")


def test_a_whole_chapter_with_nothing_described_beforehand_each_step_taken_back_and_saved(own_packs):
    journal = Journal(own_packs / "games.db")
    table = Table(journal)
    begin(table)
    owners = owners_of(0)
    answers = 0
    while not state_of(table).run.result:
        before = dump(state_of(table))
        seat, value = next_answer(table, owners)
        say(table, seat, value)
        after, game = dump(state_of(table)), table.now().game_id
        take_back(table, seat)
        assert dump(state_of(table)) == before
        say(table, seat, value)
        assert dump(state_of(table)) == after
        if answers % 40 == 0:
            journal.close()
            journal = Journal(own_packs / "games.db")  # the box was switched off
            table = Table(journal)
            table.open(game)
            assert dump(state_of(table)) == after
        answers += 1
        assert answers < 400, "no end"
    state = state_of(table)
    assert (state.run.result, state.run.bosses_beaten) == ("won", ["the_grey_mother"])
    assert state.run.round >= 7
    assert owners.by_hand
    journal.close()


def to_the_first_action(table, seed=1):
    begin(table)
    owners = owners_of(seed)
    play(table, owners, lambda state: state.phase == "perform")
    return owners


def test_what_a_card_says_is_done_by_hand_at_any_time_and_taken_back_in_one_go(table):
    to_the_first_action(table)
    before = dump(state_of(table))
    table.aside(table.now().number, "by hand", "north")
    assert table.now().ask.of("north").text == "John uses a card or an ability. What changed?"
    say(table, "north", {"run.heroes.north.focus": 2, "run.rage": 3})
    assert (state_of(table).hero("north").focus, state_of(table).run.rage) == (2, 3)
    table.undo(table.now().number, "north")
    table.undo(table.now().number, "north")
    assert dump(state_of(table)) == before


def test_an_ability_described_once_is_used_by_the_box_from_then_on(table):
    to_the_first_action(table)
    table.aside(table.now().number, "by hand", "north")
    say(table, "north", {"then": "keep heroes/john"})
    say(table, "north", {"timing": "hero_turn", "uses": "per_round", "effects": [{"do": "gain", "track": "focus"}]})
    ability = next(option for option in table.now().ask.of("north").options if option.value == "ability")
    assert (ability.label, ability.hint) == ("John's ability", "Gain 1 focus.")
    say(table, "north", "ability")
    assert state_of(table).hero("north").focus == 1
    assert "heroes/john" not in str(GAME.asides(state_of(table), "north"))


def test_a_sheet_with_what_cannot_be_is_refused_whole(table):
    begin(table)
    play(table, owners_of(1), lambda state: state.phase == "set_up")
    for odd in ({"leader": "south"}, {"john.health": 0}, {"decks": "<b>"}, {"nothing": 1}):
        with pytest.raises(IllegalAnswer):
            say(table, "north", odd)
    assert not state_of(table).met.heroes
