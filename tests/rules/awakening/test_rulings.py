"""What the table may set by hand: anything that can lie on the table, and nothing else."""

import random

import pytest
from awakening_setting import give, table

from rules.ask import IllegalAnswer
from rules.awakening import GAME
from rules.plain import dump
from rules.position import Position, Run, Step, some_step

ME = "players.orange"


def ruled(path, value, state=None, **toggles):
    run = Run(GAME, state or table(2, {1: "inn", 2: "library"}, **toggles))
    run.take(Step("ruling", value, path=path))
    return run.state


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (f"{ME}.influence", -1, "Orange cannot have -1 blocks in influence; a colour has 24 (AW-R22)."),
        (f"{ME}.potential", 25, "Orange cannot have 25 blocks in potential"),
        (f"{ME}.attributes.strength", -1, "-1 blocks in strength"),
        (f"{ME}.attributes.luck", 1, "There is no attribute luck."),
        (f"{ME}.companions.0.blocks", 99, "99 blocks on The Tall Sister"),
        (f"{ME}.companions.0.card", "nobody", "There is no companion nobody."),
        (f"{ME}.companions.0.card", "FX-LENS", "There is no companion FX-LENS."),
        (f"{ME}.traits", ["FX-RED"], "There is no trait FX-RED."),
        (f"{ME}.honor", -1, "Orange cannot have -1 honor (AW-R69)."),
        (f"{ME}.speed", 6, "speed 6; it is 2 to 5 (AW-R4)."),
        (f"{ME}.space", "nowhere", "There is no space nowhere on this map."),
        (f"{ME}.proficiency.wisdom", -1, "-1 proficiency tiles"),
        (f"{ME}.wretch", "nobody", "There is no wretch nobody."),
        (f"{ME}.turns", -1, "-1 turns"),
        (f"{ME}.tokens", [25], "There is no trigger token on 25."),
        ("round", 0, "There is no round 0; the first is 1."),
        ("end_met", -1, "no round -1"),
        ("phase", "tea", "The game is set-up, play, scoring, finished, not tea."),
        ("step", -1, "step -1"),
        ("tiles.20", "inn", "There is no hex 20."),
        ("tiles.3", "castle", "There is no location castle."),
        ("control.20", "orange", "There is no hex 20."),
        ("control.1", "purple", "Nobody sits at purple."),
        ("pouch.inn", 4, "There are 3 Inn tiles, not 4 (AW-R42)."),
        ("first", "purple", "Nobody sits at purple."),
        ("upcoming", "purple", "Nobody sits at purple."),
        ("turn.seat", "purple", "Nobody sits at purple."),
        ("turn.controlled", 20, "There is no hex 20."),
        ("turn.acted", "tea", "There is no hex tea."),
        ("active", ["nobody"], "There is no trigger nobody."),
        ("stacks.red.up", "FX-LENS", "FX-LENS is no card of the red stack."),
        ("proficiency.courage", -1, "-1 proficiency tiles"),
        ("tokens", [20, 21], "There is no trigger token on 21."),
        ("settling", -1, "-1 trigger tokens"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(path, value, why):
    run = Run(GAME, table(2, {1: "inn", 2: "library"}))
    before = dump(run.state)
    with pytest.raises(IllegalAnswer) as refused:
        run.take(Step("ruling", value, path=path))
    assert why in str(refused.value)
    assert dump(run.state) == before


@pytest.mark.rule("AW-R69", "toggle:negative_honor")
def test_honor_below_nothing_is_for_tables_that_play_so():
    assert ruled(f"{ME}.honor", -1, negative_honor=True).players["orange"].honor == -1


def test_what_can_lie_there_can_be_set():
    state = table(2, {1: "inn", 2: "library"})
    give(state, "orange", "FX-LENS", 1)
    for path, value in (
        (f"{ME}.influence", 20),
        (f"{ME}.space", "1-2-5"),
        (f"{ME}.companions.0.blocks", 3),
        (f"{ME}.relics", []),
        ("control.1", "orange"),
        ("tiles.3", "fort"),
        ("round", 4),
        ("stacks.red.up", None),
        ("turn.acted", "upgrade"),
    ):
        ruled(path, value, state)


def numbers(plain, path=()):
    """Every number of a state, by its path."""
    for name, each in plain.items() if isinstance(plain, dict) else enumerate(plain):
        if isinstance(each, (dict, list)):
            yield from numbers(each, (*path, str(name)))
        elif type(each) is int:
            yield ".".join((*path, str(name)))


MAY_BE_LESS = ("sources", "scoring", "speed_bonus")


@pytest.mark.parametrize("custody", ["box", "table"])
def test_no_number_can_be_less_than_nothing(custody):
    chance = random.Random(4)
    position = Position.begin(GAME, GAME.setup(3, {"treachery": True}, custody))
    tried = 0
    for turn in range(120):
        for path in numbers(dump(position.state)) if turn % 40 == 39 else ():
            if not path.startswith(("setup", "result")) and not any(part in path for part in MAY_BE_LESS):
                with pytest.raises(IllegalAnswer):
                    position.then(Step("ruling", -1, path=path))
                tried += 1
        position = position.then(some_step(GAME, position.state, position.ask, chance))
    assert tried > 150
