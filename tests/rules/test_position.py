"""Positions: immutable, replayed from a checkpoint."""

import json
from dataclasses import dataclass

import pytest

from rules.ask import Anew, ChooseOne, Confirm, IllegalAnswer, Option
from rules.chance import DrawFate
from rules.game import Checkpoint, Game, Setup, State
from rules.position import Position, RulesFault, Run, Step
from rules.sleepers import GAME


class Counting(Game):
    """A tiny game: count to a goal; turns may ask nothing; a nap can be taken at any time."""

    name, title, prefix = "counting", "Counting", "CO"
    seats, fewest, endings = ("ann", "ben"), 1, ("done",)

    def begin(self, setup):
        return CountingState(setup=setup)

    async def play(self, state):
        while state.count < state.goal:
            await Checkpoint()
            if state.count % 3 == 2:  # a turn that asks nothing
                state.count += 1
                continue
            step = await Anew(lambda: ChooseOne("ann", f"At {state.count}.", (1, *([2] if state.naps else ()))))
            if step == 13:
                raise ZeroDivisionError("bad luck")
            state.count += step
            state.say(f"Now {state.count}.")
        state.result = {"by": "done"}

    def asides(self, state, seat):
        return (Option("nap", "Nap"), Option("bomb", "Bomb"))

    async def aside(self, state, seat, name):
        if name == "bomb":
            raise ZeroDivisionError("boom")
        await Confirm(seat, "Sleep well.")
        state.naps += 1

    def ending(self, state):
        return "done"

    def check(self, state):
        pass

    def view(self, state):
        return {"count": str(state.count)}

    def show(self, state, seat):
        return {"count": state.count}


@dataclass(kw_only=True)
class CountingState(State):
    count: int = 0
    goal: int = 9
    naps: int = 0


Counting.state_type = CountingState
COUNTING = Counting()


@pytest.fixture
def start():
    return Position.begin(COUNTING, Setup("counting", {"ann": "Ann"}))


def test_a_position_never_changes(start):
    one = start.after(1)
    assert (start.state.count, one.state.count) == (0, 1)
    two = one.after(1)
    again = one.after(1)
    assert two.state.count == again.state.count == 3  # at 2 a turn asks nothing
    assert one.state.count == 1


def test_the_game_is_over_when_the_rules_end(start):
    position = start
    while not position.over:
        position = position.after(1)
    assert position.state.result == {"by": "done"}
    with pytest.raises(IllegalAnswer, match="The game is over"):
        position.after(1)


def test_replay_never_reaches_back_beyond_the_checkpoint(start):
    position = start.after(1)
    assert position.steps == ()  # a checkpoint lies between turns
    assert position.checkpoint["count"] == 1


def test_an_illegal_answer_changes_nothing(start):
    with pytest.raises(IllegalAnswer, match="2 cannot be chosen"):
        start.after(2)
    assert start.after(1).state.count == 1


def test_something_done_at_any_time_runs_its_own_little_rule_and_asks_afresh(start):
    napping = start.then(Step("aside", "nap", "ben"))
    assert napping.ask == Confirm("ben", "Sleep well.")
    with pytest.raises(IllegalAnswer, match="First finish what was begun"):
        napping.then(Step("aside", "nap", "ben"))
    awake = napping.after(True)
    assert [option.value for option in awake.ask.options] == [1, 2]  # the question was built afresh
    assert awake.after(2).state.count == 3
    with pytest.raises(IllegalAnswer, match="dance cannot be done now"):
        start.then(Step("aside", "dance", "ben"))


def test_a_ruling_sets_any_value_and_the_question_follows(start):
    ruled = start.then(Step("ruling", 4, None, "count"))
    assert ruled.ask.text == "At 4."
    again = Position.load(COUNTING, json.loads(json.dumps(ruled.save())))
    assert again.state.count == 4
    with pytest.raises(IllegalAnswer, match="count: expected a whole number, got 'x'"):
        start.then(Step("ruling", "x", None, "count"))
    with pytest.raises(IllegalAnswer, match="The set-up stays"):
        start.then(Step("ruling", {}, None, "setup"))


def test_a_ruling_is_refused_that_no_table_could_look_like():
    class Short(Counting):
        def impossible(self, state):
            high = [f"Nobody counts to {state.count} here."] if state.count > 20 else []
            return [*high, *(["Too many naps."] if state.naps > 3 else [])]

    begun = Position.begin(Short(), Setup("counting", {"ann": "Ann"}))
    with pytest.raises(IllegalAnswer, match=r"^count: this cannot be set\.$"):  # hidden unless the game says it is not
        begun.then(Step("ruling", 21, None, "count"))

    class Open(Short):
        def is_secret(self, path):
            return False

    begun = Position.begin(Open(), Setup("counting", {"ann": "Ann"}))
    with pytest.raises(IllegalAnswer, match=r"^Nobody counts to 21 here\.$"):
        begun.then(Step("ruling", 21, None, "count"))
    older = Position(Open(), {**begun.checkpoint, "count": 30, "goal": 99})
    assert older.then(Step("ruling", 3, None, "naps")).state.naps == 3  # what was so before is no reason
    with pytest.raises(IllegalAnswer, match="Too many naps"):
        older.then(Step("ruling", 4, None, "naps"))


def test_a_fault_of_the_rules_is_told_and_harms_nothing(start):
    with pytest.raises(RulesFault, match="Counting: ZeroDivisionError: boom"):
        start.then(Step("aside", "bomb", "ann"))
    assert start.after(1).state.count == 1


def test_rules_that_never_ask_are_caught():
    class Spinning(Counting):
        async def play(self, state):
            while True:
                await Checkpoint()

    with pytest.raises(RulesFault, match="goes round in circles"):
        Position.begin(Spinning(), Setup("counting", {"ann": "Ann"})).ask  # noqa: B018


def test_what_was_said_and_seen_belongs_to_the_last_step(start):
    assert [said.text for said in start.after(1).said] == ["Now 1."]
    assert not start.after(1).revealed

    class Drawing(Counting):
        async def play(self, state):
            state.count = await DrawFate("ann", "Fate!")
            await Confirm("ann", "Seen?")

    drawn = Position.begin(Drawing(), Setup("counting", {"ann": "Ann"})).after(3)
    assert drawn.revealed
    assert not drawn.after(True).revealed


def test_a_save_names_its_versions_and_another_format_is_refused(start):
    saved = start.save()
    assert (saved["format"], saved["game"], saved["version"]) == (1, "counting", 1)
    with pytest.raises(ValueError, match="This save has format 2"):
        Position.load(COUNTING, {**saved, "format": 2})
    with pytest.raises(ValueError, match="a game of counting, not of sleepers"):
        Position.load(GAME, saved)
    with pytest.raises(ValueError, match="Counting version 0 cannot be read by version 1"):
        Position.load(COUNTING, {**saved, "version": 0})


def test_an_older_save_is_brought_up_to_date():
    class Newer(Counting):
        version = 2

        def migrate(self, plain, version):
            return {**plain, "goal": plain["goal"] + 100}

    old = Position.begin(COUNTING, Setup("counting", {"ann": "Ann"})).after(1).save()
    assert Position.load(Newer(), old).state.goal == 109


def test_a_seat_that_is_not_asked_cannot_answer(start):
    with pytest.raises(IllegalAnswer, match="for somebody else"):
        start.after(1, "ben")


def test_a_run_takes_steps_in_place():
    run = Run(COUNTING, COUNTING.begin(Setup("counting", {"ann": "Ann"})))
    run.take(Step("answer", 1, "ann"))
    assert run.state.count == 1


class Late(Counting):
    """The same, with words that are made when somebody looks."""

    async def play(self, state):
        while state.count < 3:
            await Checkpoint()
            label = Option(1, lambda: f"from {state.count}")
            state.count += await ChooseOne("ann", lambda: f"At {state.count}.", [label])
            state.say(lambda: f"Now {state.count}.")
        state.result = {"by": "done"}


def test_a_question_tells_of_the_table_as_it_was_asked_also_when_it_is_looked_at_late():
    run = Run(Late(), CountingState(setup=Setup("counting", {"ann": "Ann"})))
    asked = run.ask
    run.take(Step("answer", 1))
    assert (asked.text, asked.words(1)) == ("At 0.", "from 0")
    assert run.ask.text == "At 1."
    asked = run.ask
    run.take(Step("ruling", 2, path="count"))  # no `Anew`: the same question is still pending
    assert asked.text == run.ask.text == "At 1."


def test_in_a_walk_that_nobody_follows_nothing_is_said():
    run = Run(Late(), CountingState(setup=Setup("counting", {"ann": "Ann"})), keeps=False)
    run.take(Step("answer", 1))
    assert (run.state.count, run.state.said) == (1, [])
    aloud = Run(Late(), CountingState(setup=Setup("counting", {"ann": "Ann"})))
    aloud.take(Step("answer", 1))
    assert [said.text for said in aloud.state.said] == ["Now 1."]
