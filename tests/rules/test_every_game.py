"""What holds for every game the box knows, by playing each at random."""

import json
import random

import pytest

from rules.games import NAMES, game
from rules.plain import dump
from rules.position import Position, Run, Step, some_step
from rules.record import Record
from rules.selfplay import play_many, play_one

BOTH = ("box", "table")


def setups(name):
    played = game(name)
    counts = sorted({played.fewest, len(played.seats)})
    return [(count, custody) for count in counts for custody in BOTH]


CASES = [(name, count, custody) for name in NAMES for count, custody in setups(name)]


def a_game(name, count, custody, seed, most=160):
    """The beginning of a random game: every position, and the steps between them."""
    played = game(name)
    chance = random.Random(seed)
    position = Position.begin(played, played.setup(count, custody=custody))
    yield position, None
    for _ in range(most):
        if position.ask is None:
            return
        step = some_step(played, position.state, position.ask, chance)
        position = position.then(step)
        yield position, step


@pytest.mark.parametrize(("name", "count", "custody"), CASES)
def test_saved_and_loaded_after_each_answer_it_is_the_same_game(name, count, custody):
    for position, _ in a_game(name, count, custody, seed=1):
        again = Position.load(game(name), json.loads(json.dumps(position.save())))
        assert again.ask == position.ask
        assert dump(again.state) == dump(position.state)


@pytest.mark.parametrize(("name", "count", "custody"), CASES)
def test_the_same_answers_always_give_the_same_game(name, count, custody):
    played = game(name)
    _, record, fault = play_one(played, played.setup(count, custody=custody), random.Random(3))
    assert not fault
    assert dump(record.end().state) == dump(record.end().state)


@pytest.mark.parametrize(("name", "count", "custody"), CASES)
def test_a_position_and_a_run_agree(name, count, custody):
    """Replay from checkpoints gives what playing straight on gives."""
    played = game(name)
    run = Run(played, played.begin(played.setup(count, custody=custody)))
    for position, step in a_game(name, count, custody, seed=2, most=80):
        if step:
            run.take(step)
        assert run.ask == position.ask
        assert dump(run.state) == dump(position.state)


@pytest.mark.parametrize(("name", "count", "custody"), CASES)
def test_what_is_shown_to_anybody_is_plain_data(name, count, custody):
    for position, _ in a_game(name, count, custody, seed=4, most=60):
        for seat in (None, *position.state.setup.seats):
            shown = position.show(seat)
            assert json.loads(json.dumps(shown)) == shown
            assert {side["seat"] for side in shown["seats"]} <= set(game(name).players(position.state))
        view = position.view()
        assert all(isinstance(slot, str) and isinstance(value, str) for slot, value in view.items())


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_without_fault(name):
    outcome = play_many(game(name), 6, seed=11)
    assert [fault for fault, _ in outcome.failures] == []
    assert set(outcome.endings) <= set(game(name).endings)


@pytest.mark.parametrize("name", NAMES)
def test_every_refusal_names_a_rule_that_exists(name):
    played = game(name)
    seen = 0
    for position, _ in a_game(name, len(played.seats), "box", seed=5):
        for seat in position.ask.seats if position.ask else ():
            for option in getattr(position.ask.of(seat), "options", ()):
                if option.barred and option.barred.rule:
                    seen += 1
                    assert option.barred.rule in played.reference
                    assert option.barred.why
    assert seen


@pytest.mark.parametrize("name", NAMES)
def test_house_rules_name_rules_that_exist_and_take_their_defaults(name):
    played = game(name)
    for toggle in played.toggles.values():
        assert toggle.rule in played.reference
        toggle.check(toggle.default)


def test_a_recorded_game_survives_its_file(tmp_path):
    played = game("sleepers")
    _, record, _ = play_one(played, played.setup(2), random.Random(1))
    record = Record(record.setup, (*record.steps[:3], Step("ruling", 3, None, "turn")))
    record.write(tmp_path / "game.json")
    assert Record.read(tmp_path / "game.json") == record
