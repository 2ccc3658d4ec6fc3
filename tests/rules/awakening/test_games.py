"""Whole games: recorded ones to their ends, and random ones under every house rule."""

import random
from pathlib import Path

import pytest

from rules.awakening import GAME, end, mastery
from rules.awakening.words import ATTRIBUTES
from rules.plain import dump, load
from rules.position import Run, Step, some_step
from rules.record import Record

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))
HOUSE_RULES = [
    (name, value)
    for name, toggle in GAME.toggles.items()
    for value in toggle.values
    if value != toggle.default or name == "secret_quests"
]


def recount(state):
    """The end scoring once more, from what lies on the table when the game is over."""
    lines = []
    for attr in ATTRIBUTES:
        seat = mastery.leader(state, attr)
        if seat:
            lines.append((1, seat, state.pack.mastery_values[attr]))
    for seat in state.order:
        held = state.tiles_of(seat)
        if held:
            lines.append((4, seat, 2 * len(held)))
    return lines


def check_result(state):
    """Honor is the sum of its sources, and the scoring is what the table shows."""
    for seat, player in state.players.items():
        assert state.result["honor"][seat] == player.honor
        assert sum(worth for _, worth in state.result["breakdown"][seat]) == player.honor
    scored = [(line.step, line.seat, line.honor) for line in state.scoring if line.step in (1, 4)]
    assert scored == recount(state)
    most = max(player.honor for player in state.players.values())
    assert state.result["winners"] == [seat for seat in state.order if state.players[seat].honor == most]
    assert state.end_met
    assert state.round == state.end_met + 1


def with_asides(setup, chance):
    """A random game in which others now and then discard a proficiency tile."""
    run = Run(GAME, GAME.begin(setup))
    asides = 0
    for _ in range(20_000):
        if run.ask is None:
            return run.state, asides
        seat = chance.choice(setup.seats)
        open_ones = [option.value for option in GAME.asides(run.state, seat) if not option.barred]
        if open_ones and chance.random() < 0.05:
            run.take(Step("aside", chance.choice(open_ones), seat))
            asides += 1
        else:
            run.take(some_step(GAME, run.state, run.ask, chance))
        GAME.check(run.state)
    raise AssertionError("the game does not end")


@pytest.mark.rule("AW-R22", "AW-213", "AW-218")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_keep_24_blocks_of_each_colour_and_account_for_every_point(players):
    chance = random.Random(f"asides/{players}")
    state, _ = with_asides(GAME.setup(players, custody=("box", "table")[players % 2]), chance)

    check_result(state)


@pytest.mark.parametrize(("name", "value"), HOUSE_RULES, ids=lambda each: str(each))
def test_a_game_can_be_played_under_each_house_rule(name, value):
    setup = GAME.setup(3, {name: value})

    state, _ = with_asides(setup, random.Random(f"{name}/{value}"))

    check_result(state)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_games_come_to_their_ends(path):
    """The file's name tells players, custody, what ended it and who won."""
    record = Record.read(path)
    players, custody, trigger, winner = path.stem.split("-")
    for run in record.replay():
        GAME.check(run.state)

    state = run.state
    check_result(state)
    assert len(state.seats) == int(players)
    assert set(state.setup.custody.values()) == {custody}
    assert state.met_by == trigger
    assert (state.result["winner"] or "shared") == winner
    assert GAME.ending(state) == (end.SHARED if winner == "shared" else end.ALONE)


def test_every_trigger_and_number_of_players_is_recorded():
    triggers = {path.stem.split("-")[2] for path in RECORDED}
    players = {path.stem.split("-")[0] for path in RECORDED}
    winners = {path.stem.split("-")[3] for path in RECORDED}

    assert triggers == set(GAME.begin(GAME.setup(2)).pack.trigger)
    assert players == {"2", "3", "4", "5"}
    assert "shared" in winners


def test_from_any_checkpoint_the_game_goes_on_the_same():
    """Nothing lives outside the state: cut at every fifth checkpoint, the rest plays out alike."""
    record = Record.read(RECORDED[0])
    run = Run(GAME, GAME.begin(record.setup))
    cuts: list[tuple[int, object]] = []
    for number, step in enumerate(record.steps, start=1):
        run.take(step)
        if not run.steps and run.ask is not None:
            cuts.append((number, run.checkpoint))
    whole = dump(run.state)
    assert len(cuts) > 20
    for number, checkpoint in cuts[:: max(5, len(cuts) // 12)]:
        later = Run(GAME, load(GAME.state_type, checkpoint))
        for step in record.steps[number:]:
            later.take(step)
        assert dump(later.state) == whole
