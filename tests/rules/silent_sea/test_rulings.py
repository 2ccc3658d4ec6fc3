"""What the table may set by hand: anything that can lie on the table, and nothing else."""

import random

import pytest
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, table

from rules.ask import IllegalAnswer
from rules.plain import dump
from rules.position import Position, Run, Step, some_step
from rules.silent_sea import GAME


def ruled(path, value, game=None):
    run = Run(GAME, game or table({DOCTOR: "p6"}, phase="move", rolled=2, samples={DOCTOR: 1}, enabled={DOCTOR: [1]}))
    run.take(Step("ruling", value, path=path))
    return run


@pytest.mark.rule("SS-R54", "SS-112")
@pytest.mark.parametrize("health", [99, 6, -1])
def test_health_is_0_to_5_whoever_sets_it(health):
    with pytest.raises(IllegalAnswer, match=rf"Cem \(Doctor\) cannot have {health} Health; it is 0 to 5"):
        ruled(f"players.{DOCTOR}.health", health)
    assert ruled(f"players.{DOCTOR}.health", 3).state.players[DOCTOR].health == 3


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("move.rolled", 7, "The die shows 1 to 6, not 7."),
        ("move.rolled", 0, "The die shows 1 to 6, not 0."),
        ("move.used", -1, "-1 Spaces used"),
        ("supply", 9, "9 Water Samples beside the board; there are 8"),
        ("tokens.p6", -2, "-2 Water Samples on p6"),
        ("tokens.nowhere", 1, "There is no place nowhere on this board."),
        ("tokens.j1", 1, "Nothing can stand on j1: it is a crossing"),
        (f"players.{DOCTOR}.node", "nowhere", "There is no place nowhere"),
        (f"players.{DOCTOR}.node", "j1", "Nothing can stand on j1"),
        (f"players.{DOCTOR}.node", "", "must stand somewhere"),
        (f"players.{DOCTOR}.samples", 9, "9 Water Samples"),
        (f"players.{DOCTOR}.carriers", -1, "-1 Carriers"),
        (f"players.{DOCTOR}.visited", ["nowhere"], "There is no place nowhere"),
        (f"players.{DOCTOR}.abilities.0.counter", 3, "Cooldown"),
        ("current", "green", "Nobody sits at green"),
        ("order", [DOCTOR], "everybody once"),
        ("cycle", 0, "cycle 0"),
        ("doors.nowhere", "shut", "There is no door nowhere"),
        ("generic_discard", ["nothing"], "There is no card nothing."),
        ("crisis_table", ["nothing"], "There is no card nothing."),
        ("deck", 60, "There are 48 Generic cards, not 60."),
        ("luna_health", -1, "Luna"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(path, value, why):
    before = dump(table({DOCTOR: "p6"}))
    game = table({DOCTOR: "p6"})
    with pytest.raises(IllegalAnswer) as refused:
        Run(GAME, game).take(Step("ruling", value, path=path))
    assert why in str(refused.value)
    assert dump(game) == before


def test_what_lies_hidden_is_refused_without_a_word_about_it():
    for path, value in (
        (f"players.{DOCTOR}.hand", ["nothing"]),
        ("unseen.scrap", -1),
        ("crisis_deck.calm", 99),
        (f"players.{DOCTOR}.abilities.0.id", "nothing"),
        ("players.green", {"role": "doctor"}),
        ("over_limit", ["green"]),
    ):
        with pytest.raises(IllegalAnswer, match=f"^{path}: this cannot be set.$"):
            ruled(path, value)


def numbers(plain, path=()):
    """Every number of a state, by its path."""
    for name, each in plain.items() if isinstance(plain, dict) else enumerate(plain):
        if isinstance(each, (dict, list)):
            yield from numbers(each, (*path, str(name)))
        elif type(each) is int:
            yield ".".join((*path, str(name)))


@pytest.mark.parametrize("custody", ["box", "table"])
def test_no_number_can_be_less_than_nothing(custody):
    chance = random.Random(4)
    position = Position.begin(GAME, GAME.setup(4, {"craft_supply": "limited"}, custody))
    tried = 0
    for turn in range(80):
        if position.ask is None:
            break
        for path in numbers(dump(position.state)) if turn % 20 == 19 else ():
            if not path.startswith(("setup", "result")):
                with pytest.raises(IllegalAnswer):
                    position.then(Step("ruling", -1, path=path))
                tried += 1
        position = position.then(some_step(GAME, position.state, position.ask, chance))
    assert tried > 100


def test_what_is_wrong_already_does_not_forbid_another_correction():
    game = table({DOCTOR: "p6"}, phase="move", rolled=2)
    game.players[DOCTOR].health = 99  # an older box let this pass
    run = ruled(f"players.{ASTRO}.health", 2, game)
    run.take(Step("ruling", 4, path=f"players.{DOCTOR}.health"))
    assert [run.state.players[seat].health for seat in (ASTRO, DOCTOR)] == [2, 4]


def test_sums_may_be_wrong_for_a_moment_for_a_piece_is_moved_by_two_rulings():
    run = ruled("supply", 4)
    run.take(Step("ruling", 1, path=f"players.{CAPTAIN}.samples"))
    assert run.state.players[CAPTAIN].samples == 1
    run = ruled(f"players.{ENGINEER}.carriers", 2)
    run.take(Step("ruling", 3, path=f"players.{ENGINEER}.samples"))
    assert run.state.capacity(ENGINEER) == 3
