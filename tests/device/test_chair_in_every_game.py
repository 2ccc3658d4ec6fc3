"""The box sits down in every game: it answers all that its seat is asked, and leaves to people what is theirs."""

import random
import threading
from contextlib import suppress

import pytest
import sea_window
from minds import AtOnce
from waiting import until

from device.live import opening, thinker
from device.live.chair import Chair
from device.live.journal import Journal
from device.live.table import Table
from device.live.thinker import Thinker
from rules.ask import StaleAnswer
from rules.chance import Chance
from rules.games import NAMES, game
from rules.players import KINDS, answers_itself, choose, why_not
from rules.position import Step
from rules.silent_sea import GAME as SEA

STEPS = 60


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))
    table = Table(Journal(tmp_path / "games.db"))
    yield table
    table.journal.close()


@pytest.fixture
def seated(table):
    """Lets the box sit down with a mind, and get up after the test."""
    chairs = []

    def sit(mind, pause=0.0):
        chairs.append(Chair(table, mind, pause=lambda: pause))
        return chairs[-1]

    yield sit
    for chair in chairs:
        chair.close()


def waits_for_people(table, mine):
    """The next question that people have to answer, once the box has done its part; None at the end."""
    found = []

    def is_there():
        moment = table.now()
        position = moment.position
        asks = moment.ask.each if moment.ask else ()
        people = [ask for ask in asks if ask.seat == mine or not answers_itself(position.game, position.state, ask)]
        found[:] = people
        return moment.ask is None or people

    until(is_there)
    return found[0] if found else None


def go_on(table, ask, mine, chance):
    """A person does what a sensible one would."""
    moment = table.now()
    step = Step("answer", ask.sample(chance) if ask.default is None else ask.default, ask.seat)
    if (
        ask.seat == mine
        and not isinstance(ask, Chance)
        and answers_itself(moment.position.game, moment.position.state, ask)
    ):
        step = choose(moment.position, mine, KINDS["sensible"], chance, guest=True).step
    if step.kind == "aside":
        table.aside(moment.number, step.value, step.seat)
    else:
        table.answer(moment.number, step.value, step.seat)


@pytest.mark.parametrize("name", NAMES)
def test_the_box_plays_every_seat_but_one_and_is_never_at_a_loss(name, table, seated):
    played = game(name)
    table.begin(played.setup(max(played.fewest, 2), custody="box"))
    mind, chance = AtOnce(), random.Random(3)
    chair = seated(mind)
    mine, *others = table.now().seats
    for seat in others:
        chair.give(seat, "easy")
    for _ in range(STEPS):
        ask = waits_for_people(table, mine)
        if ask is None:
            break
        with suppress(StaleAnswer):  # the box was quicker, where all act at once
            go_on(table, ask, mine, chance)
    assert set(table.played()) == set(others)
    assert {seat for seat, _, _ in mind.steps} <= set(others)
    assert mind.steps


@pytest.mark.parametrize("name", NAMES)
def test_where_its_own_hand_is_real_the_box_says_why_it_cannot_play(name):
    played = game(name)
    assert why_not(played) == why_not(played, played.setup(played.fewest, custody="box")) == ""
    why = why_not(played, played.setup(played.fewest, custody="table"))
    assert bool(why) == bool(played.in_hand)
    assert not why or why.startswith("The box cannot see its own hand: ")


class Held(AtOnce):
    """Passes, once it is let go."""

    def __init__(self):
        super().__init__()
        self.go, self.asked = threading.Event(), []

    def think(self, position, seat, strength, knows=""):
        self.asked.append(seat)
        self.go.wait(20)
        return {"kind": "answer", "answer": "pass", "words": "Pass", "best": [], "walks": 0}

    def close(self):
        self.go.set()


def test_in_a_secret_window_nobody_learns_that_the_box_has_answered(table, seated):
    sea_window.begin(table, {"yellow": ["gun"], "blue": ["gun"]})
    mind = Held()
    chair = seated(mind)
    chair.give("yellow", "easy")
    chair.give("red", "easy")
    sea_window.shoot(table)
    number, told = table.now().number, table.now().ask.told
    assert {"yellow", "red"} <= set(told)
    until(lambda: mind.asked)
    assert not chair.hurry()  # who is hurried would show who is waited for
    mind.go.set()
    until(lambda: table.now().ask.seats == tuple(seat for seat in told if seat not in ("yellow", "red")))
    assert table.now().number == number
    assert table.now().ask.told == told
    assert mind.asked == ["red", "yellow"]  # as they are asked, each once
    assert chair.last_move(table.now(), "blue") is None
    assert not [text for _, text in table.now().log_for(None) if "pass" in text.lower()]


def test_an_answer_in_secret_takes_its_time_whatever_was_thought(table, seated):
    sea_window.begin(table, {"blue": ["gun"]})
    mind = Held()
    mind.go.set()
    chair = seated(mind, pause=1000.0)
    chair.give("red", "easy")
    sea_window.shoot(table)
    until(lambda: mind.asked)
    for seat in [each for each in table.now().ask.seats if each != "red"]:
        sea_window.say(table, seat, "pass")
    assert table.now().ask.seats == ("red",)
    assert chair.is_thinking
    assert mind.asked == ["red"]  # that others answered is no reason to think again
    chair.take_back("red")
    until(lambda: not chair.is_thinking)
    assert table.now().ask.seats == ("red",)


def test_a_private_answer_waits_and_can_be_hurried(table, seated):
    sea_window.begin(table)
    chair = seated(AtOnce(), pause=1000.0)
    chair.give("white", "easy")
    until(lambda: chair._mind.steps)
    number = table.now().number
    until(chair.hurry)
    until(lambda: table.now().number != number)
    told = chair.last_move(table.now(), "red")
    assert told is None or told[1] in " ".join(text for _, text in table.now().log_for(None))


def test_what_the_whole_table_agrees_on_is_not_for_the_box(table, seated):
    table.begin(SEA.setup(4))
    chair = seated(AtOnce())
    chair.give("white", "easy")
    until(lambda: "white" not in table.now().ask.seats)  # it has looked at its Loyalty card
    for seat in ("yellow", "red", "blue"):
        table.answer(table.now().number, True, seat)
    ask = table.now().ask
    assert (ask.seat, ask.options[0].value) == ("white", "agreed")
    assert not answers_itself(SEA, table.now().position.state, ask)
    assert not chair.is_thinking


class Stuck(Thinker):
    """Never hears a question, and so never answers."""

    def _say(self, told):
        self.tries = getattr(self, "tries", 0) + ("position" in told)


def test_a_mind_that_hangs_is_ended_and_a_person_plays_on(table, seated, monkeypatch):
    monkeypatch.setattr(thinker, "LONGEST", 0.05)
    table.begin(game("sleepers").setup(2, {"first_player": "white"}))
    mind = Stuck()
    chair = seated(mind)
    chair.give("white", "easy")
    until(lambda: not table.played())
    assert mind.tries == 2  # once more in a new process
    assert mind.process is None
    assert table.now().ask.seat == "white"


def test_a_mind_that_answers_what_is_not_allowed_leaves_the_seat_to_a_person(table, seated):
    class Wrong(AtOnce):
        def think(self, position, seat, strength, knows=""):
            return {"kind": "answer", "answer": "nonsense", "words": "", "best": [], "walks": 0}

    table.begin(game("sleepers").setup(2, {"first_player": "white"}))
    chair = seated(Wrong())
    chair.give("white", "easy")
    until(lambda: not table.played())
    assert table.now().ask.seat == "white"


def test_advice_stays_while_others_act_at_the_same_time(table, seated):
    family = game("children_of_morta")
    table.begin(family.setup(2, custody="box"))
    chair, chance = seated(AtOnce()), random.Random(3)
    one, other = table.now().seats
    while sum("done" in getattr(ask, "open", ()) for ask in table.now().ask.each) < 2:
        ask = table.now().ask.each[0]
        table.answer(table.now().number, ask.sample(chance) if ask.default is None else ask.default, ask.seat)
    chair.ask_advice(one)
    until(lambda: (told := chair.advice(table.now(), one)) and told.best)
    number = table.now().number
    table.answer(number, "done", other)
    assert table.now().number > number
    assert chair.advice(table.now(), one).best
    assert chair.advice(table.now(), other) is None
    table.answer(table.now().number, "done", one)
    assert chair.advice(table.now(), one) is None
