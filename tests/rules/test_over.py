"""Once a result stands nothing is asked, whatever set it; taken back by a ruling, the game goes on."""

import random
from functools import cache

import pytest
from how_many import so_many
from sea_setting import ASTRO, DOCTOR, ENGINEER, table

from rules.ask import IllegalAnswer
from rules.games import NAMES, game
from rules.plain import dump
from rules.position import Position, Run, Step, some_step
from rules.selfplay import play_one
from rules.silent_sea import GAME as SEA

MOMENTS = so_many(2, long=12)


@cache
def finished(name):
    """A whole random game, at its end."""
    played = game(name)
    run, _, fault = play_one(played, played.setup(played.fewest, custody="box"), random.Random(8))
    assert not fault
    return run.state.result


def played_on(name, custody, seed, most):
    """A game played for a while, with what may be done at any time now and then."""
    played, chance = game(name), random.Random(f"{name}/{custody}/{seed}")
    position = Position.begin(played, played.setup(len(played.seats), custody=custody))
    for _ in range(chance.randrange(3, most)):
        if position.ask is None:
            break
        yield position
        position = position.then(some_step_or_aside(position, chance))
    yield position


def some_step_or_aside(position, chance):
    seats = position.state.setup.seats
    if chance.random() < 0.2:
        seat = chance.choice(seats)
        options = [option.value for option in position.game.asides(position.state, seat) if not option.barred]
        if options:
            aside = Step("aside", chance.choice(options), seat)
            try:
                position.then(aside)
            except IllegalAnswer:
                pass  # another one is under way
            else:
                return aside
    return some_step(position.game, position.state, position.ask, chance)


def assert_over(position):
    assert position.over
    assert position.ask is None
    for seat in (None, *position.state.setup.seats):
        for kind in ("answer", "aside"):
            with pytest.raises(IllegalAnswer, match="The game is over"):
                position.then(Step(kind, True, seat))
    for seat in position.state.setup.seats:
        for option in position.game.asides(position.state, seat):
            with pytest.raises(IllegalAnswer, match="The game is over"):
                position.then(Step("aside", option.value, seat))


@pytest.mark.parametrize("custody", ["box", "table"])
@pytest.mark.parametrize("name", NAMES)
def test_a_result_set_at_any_moment_ends_the_questions_and_taken_back_they_go_on(name, custody):
    for seed in range(MOMENTS):
        *_, before = played_on(name, custody, seed, most=60)
        if before.ask is None:
            continue
        over = before.then(Step("ruling", finished(name), None, "result"))
        assert_over(over)
        assert_over(Position.load(over.game, over.save()))
        again = over.then(Step("ruling", None, None, "result"))
        assert again.ask == before.ask
        assert dump(again.state) == dump(before.state)


@pytest.mark.parametrize("name", NAMES)
def test_a_question_is_asked_exactly_as_long_as_there_is_no_result(name):
    for seed in range(MOMENTS):
        for position in played_on(name, "box", seed, most=120):
            assert (position.ask is None) == (position.state.result is not None)
        if position.ask is None:
            assert_over(position)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_came_to_its_end_goes_on_from_there_if_the_table_says_so(name):
    played = game(name)
    for seed in range(MOMENTS):
        chance = random.Random(seed)
        _, record, fault = play_one(played, played.setup(played.fewest, custody="box"), chance)
        assert not fault
        run = record.end()
        run.take(Step("ruling", None, None, "result"))
        for _ in range(20):
            # The same end may be reached on the spot: what brought it about lies on the table as before.
            assert (run.ask is None) == (run.state.result is not None)
            played.check(run.state)
            if run.ask is None:
                break
            run.take(some_step(played, run.state, run.ask, chance))


@pytest.mark.parametrize("name", NAMES)
def test_a_result_that_is_no_ending_of_the_game_is_refused(name):
    played = game(name)
    begun = Position.begin(played, played.setup(played.fewest))
    for value in ("over", 0, True, {}, {"by": "a coin"}, {"ending": "a coin"}, {"how": "a coin"}):
        with pytest.raises(IllegalAnswer, match=f"no ending of {played.title}; expected one of {played.endings[0]}"):
            begun.then(Step("ruling", value, None, "result"))
    over = begun.then(Step("ruling", finished(name), None, "result"))
    with pytest.raises(IllegalAnswer, match="no ending"):
        over.then(Step("ruling", [], None, "result"))


def test_a_draw_agreed_on_while_a_tile_is_turned_over_stands():
    played, chance = game("sleepers"), random.Random(2)
    position = Position.begin(played, played.setup(2, custody="table"))
    while "Which agent is it?" not in position.ask.text:
        position = position.then(some_step(played, position.state, position.ask, chance))
    offered = position.then(Step("aside", "draw", "white"))
    agreed = offered.after("yes", "black")
    assert agreed.state.result["by"] == "agreed"
    assert_over(agreed)


def showing_a_card():
    """The Doctor is out with a sample and is about to show the Loyalty card."""
    state = table(
        {DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=1, samples={DOCTOR: 1}, custody={"loyalty": "table"}
    )
    run = Run(SEA, state)
    for answer in ("to:XP", DOCTOR):
        run.take(Step("answer", answer))
    assert run.ask.text == "Cem (Doctor): show your Loyalty card. Which is it?"
    return run


@pytest.mark.rule("SS-R67")
def test_given_up_while_cards_are_shown_it_is_over():
    run = showing_a_card()
    run.take(Step("aside", "give_up", ENGINEER))
    for seat in SEA.seats:
        run.take(Step("answer", "up", seat))
    assert run.state.result["by"] == "given_up"
    assert run.over
    run.take(Step("ruling", None, None, "result"))
    assert run.ask.text == "Cem (Doctor): show your Loyalty card. Which is it?"


@pytest.mark.rule("SS-R67")
@pytest.mark.parametrize("doctor", ["traitor", "crewmate"])
def test_said_to_be_over_while_cards_are_shown_no_card_is_asked_for_twice(doctor):
    run = showing_a_card()
    run.take(Step("aside", "over", ASTRO))
    sides = {seat: "crewmate" for seat in SEA.seats} | {DOCTOR: doctor}
    if doctor == "crewmate":
        sides[ENGINEER] = "traitor"
    while run.ask is not None and "show your Loyalty card" in run.ask.text:
        run.take(Step("answer", sides.pop(run.ask.seat), run.ask.seat))
    assert run.over == (doctor == "traitor")
    assert sorted(run.state.open_loyalty) == sorted(SEA.seats)
