"""The printed copy of The Awakening on the table, with nothing typed in beforehand: how much the box asks for."""

import random

import pytest
from awakening_owner import Copy, Owners

from device.live.journal import Journal
from device.live.table import Table
from rules import packs
from rules.ask import ChooseOne, EnterText, IllegalAnswer
from rules.awakening import GAME
from rules.plain import dump

MOST_TO_THE_END_OF_ROUND_1 = 45


@pytest.fixture
def table(own_packs, journal):
    return Table(journal)


def begin(table, players=3):
    table.begin(GAME.setup(players, {}, "table", "own"))


def say(table, value):
    """One answer, by whoever is asked, and whatever goes along with it."""
    seat = table.now().ask.seat
    table.hear(table.now().number, seat, lambda ask: (seat, value))
    GAME.check(table.now().position.state)


def play(table, owners, until=lambda state: False):
    """Answer until something holds or the game is over; how many answers it took."""
    answers = 0
    while table.now().ask is not None and not until(table.now().position.state):
        say(table, owners.answer(table.now().position.state, table.now().ask))
        answers += 1
        assert answers < 600, "no end"
    return answers


def second_round(state):
    return state.phase == "play" and state.round == 2


@pytest.mark.parametrize("seed", range(6))
def test_from_an_empty_pack_to_the_end_of_round_1(table, seed):
    begin(table)
    answers = play(table, Owners(Copy(seed), random.Random(seed)), second_round)
    assert answers <= MOST_TO_THE_END_OF_ROUND_1, f"{answers} answers"


def test_a_whole_game_with_restarts_and_undo(own_packs):
    journal = Journal(own_packs / "games.db")
    table = Table(journal)
    begin(table)
    owners, by_hand = Owners(Copy(1), random.Random(1)), 0
    for round_ in (2, 3, 4):
        play(table, owners, lambda state, round_=round_: state.phase == "play" and state.round == round_)
        before, game = dump(table.now().position.state), table.now().game_id
        journal.close()
        journal = Journal(own_packs / "games.db")  # the box was switched off
        table = Table(journal)
        table.open(game)
        assert dump(table.now().position.state) == before
        value = owners.answer(table.now().position.state, table.now().ask)
        say(table, value)
        table.undo(table.now().number, table.now().ask.seat)
        assert dump(table.now().position.state) == before
        say(table, value)
        if table.now().position.state.between:
            aside(table, "card", "white")  # a trait that brings honor, or so the people say
            say(table, owners.answer(table.now().position.state, table.now().ask))
            by_hand += 1
    play(table, owners)
    state = table.now().position.state
    assert state.phase == "finished"
    assert state.result["winners"]
    assert state.players["white"].sources["Entered by hand"] >= by_hand > 0
    assert {line[2] for line in state.result["lines"]} >= {"Secret Quest", "Bonuses printed on cards"}
    journal.close()


def names(table):
    return {each.name for each in table.now().position.state.pack.met.values() if each.name}


def test_what_was_told_is_known_in_the_next_game(table):
    begin(table)
    first = Copy(2)
    play(table, Owners(first, random.Random(2)), second_round)
    told = names(table)
    begin(table)
    assert table.now().setup.pack == "own-2"
    assert names(table) == told
    assert packs.choices("awakening")[0] == ("own-2", f"Your own copy: {len(told)} cards known")
    say(table, True)  # the table is set
    ask = table.now().ask
    assert isinstance(ask, ChooseOne)
    known = next(option for option in ask.options if option.value != "new")
    assert known.label in told
    say(table, known.value)
    state = table.now().position.state
    assert state.title(state.players["orange"].wretch) == known.label


def test_a_card_met_before_is_found_in_the_list_and_its_numbers_are_not_asked_again(table):
    begin(table)
    play(table, Owners(Copy(3), random.Random(3)))
    known = dict(table.now().position.state.pack.met)
    begin(table)
    owners, recognised = Owners(Copy(3), random.Random(4)), 0
    while (moment := table.now()).ask is not None:
        for card in known.values():
            if card.name and f" {card.name} " in moment.ask.text and moment.position.state.phase == "play":
                assert "generate?" not in moment.ask.text or card.gains is None
                assert " show?" not in moment.ask.text or card.honor is None
                assert " hold?" not in moment.ask.text
        value = owners.answer(moment.position.state, moment.ask)
        recognised += isinstance(value, str) and value in moment.position.state.pack.met
        say(table, value)
    assert recognised >= 3


def test_a_name_that_another_card_has_is_refused(table):
    begin(table)
    say(table, True)
    say(table, "Mud Walker")
    assert isinstance(table.now().ask, EnterText)
    with pytest.raises(IllegalAnswer, match="mud walker is already taken"):
        say(table, "mud walker")


def aside(table, name, seat):
    table.aside(table.now().number, name, seat)


def to_the_first_turn(table, seed=1):
    begin(table)
    owners = Owners(Copy(seed), random.Random(seed))
    play(table, owners, lambda state: state.turn is not None and state.between)
    return owners


def test_what_a_card_says_is_done_by_hand_at_any_time_and_taken_back_in_one_go(table):
    to_the_first_turn(table)
    before = dump(table.now().position.state)
    aside(table, "card", "green")
    assert table.now().ask.text == "Green: do what your card says. What changed?"
    honor = before["players"]["green"]["honor"]
    say(table, {"players.green.honor": honor + 3, "players.green.cards": [], "players.green.potential": 9})
    state = table.now().position.state
    assert state.players["green"].honor == honor + 3
    assert state.players["green"].cards == []
    table.undo(table.now().number, "green")
    table.undo(table.now().number, "green")
    assert dump(table.now().position.state) == before


def test_a_card_taken_by_hand_is_named_when_its_owners_turn_begins(table):
    owners = to_the_first_turn(table)
    other = next(each for each in GAME.seats[:3] if each != table.now().position.state.turn.seat)
    state = table.now().position.state
    relic = state.stacks["relic"].up
    aside(table, "card", other)
    say(table, {f"players.{other}.cards": [*state.players[other].cards, relic]})
    play(
        table,
        owners,
        lambda now: now.turn is not None and now.turn.seat == other and not now.between,
    )
    assert table.now().ask.text == f"{other.capitalize()}: what is the relic called?"
    say(table, "Lamp of Nails")
    assert table.now().ask.text == f"{other.capitalize()}: how many blocks does Lamp of Nails hold?"
    say(table, 3)
    state = table.now().position.state
    assert state.card(state.players[other].relics[0].card).charges == 3


def test_the_table_says_when_a_trigger_is_met(table):
    to_the_first_turn(table)
    state = table.now().position.state
    aside(table, "met", "green")
    say(table, state.active[1])
    state = table.now().position.state
    assert (state.end_met, state.met_by) == (1, state.active[1])


def test_of_a_secret_quest_nothing_is_asked_before_it_lies_open(table):
    begin(table)
    owners = Owners(Copy(5), random.Random(5))
    play(table, owners, lambda state: state.phase == "scoring")
    state = table.now().position.state
    assert all(player.has_quest and player.quest is None for player in state.players.values())
    assert not any("uest" in each.name for each in state.met.values())
    for seat in (None, *state.seats):
        assert GAME.show(state, seat)["quest"] is None


def describe(table, seat, card, told):
    aside(table, "describe", seat)
    say(table, card)
    say(table, told)


def test_a_card_that_was_described_is_done_by_the_rules_and_known_in_the_next_game(table):
    owners = to_the_first_turn(table)
    state = table.now().position.state
    seat = state.turn.seat
    card = state.players[seat].companions[0].card
    ability = {"window": "while_activated", "do": [{"verb": "gain_honor", "amount": 2}]}
    bonus = {"window": "end_game", "do": [{"verb": "end_game_bonus", "amount": {"per": {"count": "cards"}}}]}
    describe(table, seat, card, {"gains": {"strength": 1}, "ability": ability, "effects": [bonus]})
    named = table.now().position.state.pack.card(card)
    assert named.text == "while activated: gain 2 honor; at the end: 1 honor at the end for each card"
    honor = state.players[seat].honor
    say(table, f"activate {card}")
    while table.now().position.state.players[seat].honor == honor:  # whatever is asked on the way
        say(table, owners.answer(table.now().position.state, table.now().ask))
    assert table.now().position.state.players[seat].honor == honor + 2
    for each in (*state.active, state.players[seat].wretch):  # a trigger, and oneself
        told = (
            {"condition": {"test": "at_least", "of": {"count": "honor"}, "number": 99}} if each in state.active else {}
        )
        if table.now().position.state.between:
            describe(table, seat, each, told)
    begin(table)
    known = table.now().position.state.pack.met
    assert any(each.name == named.name and each.ability for each in known.values())


def test_what_is_described_is_asked_for_no_more_at_the_end(table):
    owners = to_the_first_turn(table)
    state = table.now().position.state
    seat = state.turn.seat
    for card in (*state.players[seat].cards, state.players[seat].wretch):
        describe(table, seat, card, {})
    asked = []
    while table.now().ask is not None:
        asked.append(table.now().ask.text)
        say(table, owners.answer(table.now().position.state, table.now().ask))
    bonus = [text for text in asked if "bring at the end" in text and text.startswith(state.name(seat))]
    described = [state.title(card) for card in (*state.players[seat].cards, state.players[seat].wretch)]
    assert not any(name in text for text in bonus for name in described)
