"""Every house rule, played: random beginnings of games that break nothing."""

import random

import pytest

from rules.children_of_morta import GAME
from rules.position import Run, some_step

CHOICES = [
    (name, value)
    for name, toggle in GAME.toggles.items()
    for value in (toggle.values or (1, 3))
    if value != toggle.default
]


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_with_any_house_rule_nothing_gets_lost_or_doubled(name, value):
    chance = random.Random(name)
    run = Run(GAME, GAME.begin(GAME.setup(3, {name: value})))
    for _ in range(150):
        if run.ask is None:
            break
        run.take(some_step(GAME, run.state, run.ask, chance))
        GAME.check(run.state)
    assert run.state.toggle(name) == value


def test_every_house_rule_is_off_or_as_the_rulebook_has_it():
    defaults = {name: toggle.default for name, toggle in GAME.toggles.items() if toggle.default is not False}
    assert defaults == {"bond_threshold": 6, "encounter_tie": "leader", "potion_heal": 1}
    assert len(GAME.toggles) == 23
