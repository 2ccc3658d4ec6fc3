"""What no table could look like is refused in a sentence that players understand, and nothing changes."""

import morta_setting
import pytest
import sleepers_setting
import sleeping_gods_setting

from rules.ask import IllegalAnswer
from rules.children_of_morta import GAME as FAMILY
from rules.plain import dump
from rules.position import Run, Step
from rules.sleepers import GAME as SLEEPERS
from rules.sleeping_gods import GAME as SHIP


def refused(run, path, value):
    """What the table is told when it sets *path* to *value*."""
    before = dump(run.state)
    with pytest.raises(IllegalAnswer) as why:
        run.take(Step("ruling", value, None, path))
    assert dump(run.state) == before
    return str(why.value)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("sides.white.stock", -1, "White cannot have -1 tiles in the stock; it is 0 to 30 (SL-9)."),
        ("sides.black.stock", 31, "Black cannot have 31 tiles in the stock; it is 0 to 30 (SL-9)."),
        ("turn", -1, "There is no turn -1; the first is 1."),
        ("board.e5.kind", "postman", "board.e5.kind: this cannot be set."),  # hidden: nothing more is told
        ("sides.white.hand.0.kind", "postman", "sides.white.hand.0.kind: this cannot be set."),
        ("sides.white.killed.0.owner", "black", "Only white tiles lie among White's killed (SL-32)."),
    ],
)
def test_sleepers(path, value, told):
    run = Run(SLEEPERS, sleepers_setting.table("W:Pol_@e5 B:Sci^@a5", killed={"white": 1}))
    assert refused(run, path, value) == told


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("ship.health", 12, "The ship cannot have 12 health; it is 0 to 11."),
        ("ship.morale", -1, "Morale cannot be -1; it is 0 to 8."),
        ("ship.region", "moon", "There is no place moon."),
        ("resources.coins", -2, "There cannot be -2 coins."),
        ("crew.{crew}.fatigue", 3, "{name} cannot have 3 fatigue; it is 0 to 2."),
        ("crew.{crew}.damage", 99, "{name} cannot have 99 damage; it is 0 to {full}."),
        ("crew.{crew}.command", -1, "{name} cannot have -1 command."),
        ("crew.{crew}.controller", "moon", "Nobody sits at moon."),
        ("crew.{crew}.levels", ["none such"], "There is no level card none such."),
        ("players.north.command", -1, "Ann cannot have -1 command."),
        ("discard", ["none such"], "There is no ability card none such."),
        ("discard", [""], "There is no ability card without a name."),
        ("owned", {"9999": 0}, "There is no adventure card 9999."),
        ("quests", [9999], "There is no quest 9999."),
        ("events.number", 4, "There is no event deck 4; there are 3 (SG-300)."),
        ("turn", -1, "There is no turn -1; the first is 1."),
        ("actions_left", -1, "-1 actions cannot be left."),
        ("progress.xp", -1, "There cannot be -1 XP on the log."),
        ("order", ["north", "moon"], "Nobody sits at moon."),
    ],
)
def test_sleeping_gods(path, value, told):
    state = sleeping_gods_setting.ship(2)
    crew = next(crew for crew, each in state.crew.items() if each.controller == "north")
    words = {"crew": crew, "name": state.called(crew), "full": state.full_health(crew)}
    assert refused(Run(SHIP, state), path.format(**words), value) == told.format(**words)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("combo", 5, "There cannot be 5 combo points; it is 0 to 4."),
        ("round", 0, "There is no round 0; the first is 1."),
        ("row.0.number", 9999, "There is no enemy 9999."),
        ("row.0.covered", [99], "There is no square 99."),
        ("tokens.north", -1, "Ann cannot have -1 combat action tokens."),
    ],
)
def test_a_battle_of_sleeping_gods(path, value, told):
    state = sleeping_gods_setting.ship(2)
    sleeping_gods_setting.fight(state, 1)
    assert refused(Run(SHIP, state), f"combat.{path}", value) == told


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("run.heroes.north.health", 99, "John's health cannot be 99; it is 0 to 10."),
        ("run.heroes.north.health", -1, "John's health cannot be -1; it is 0 to 10."),
        ("run.heroes.north.focus", 9, "John's focus cannot be 9; it is 0 to 6."),
        ("run.heroes.north.potion", -1, "John cannot have -1 potions."),
        ("run.heroes.north.face_up", -1, "John cannot have -1 fatigue tokens."),
        ("run.heroes.north.items", ["moon"], "There is no item moon."),
        ("run.heroes.north.talents", ["moon"], "There is no talent moon."),
        ("run.heroes.north.row", [None] * 7, "There are 7 spaces above John's board instead of 6."),
        ("run.heroes.north.row.0.card", "moon", "There is no enemy moon."),
        ("run.heroes.north.row.0.damage", -1, "An enemy cannot have -1 damage."),
        ("run.heroes.north.row.0.ferocious", "moon", "There is no ferocious tile moon."),
        ("run.heroes.north.id", "moon", "There is no hero moon."),
        ("run.rage", -1, "There cannot be -1 rage in the pool."),
        ("run.round", 0, "There is no round 0; the first is 1."),
        ("run.map", "moon", "There is no map moon."),
        ("run.shop", ["moon"], "There is no item moon."),
        ("run.leader", "west", "west cannot lead: nobody sits there."),
        ("phase", "lunch", "There is no phase lunch."),
        ("phase", "over", "There is no phase over."),
        ("at_home", "lunch", "There is no step lunch of coming home (CM-206)."),
        ("campaign.chapter", 99, "There is no chapter 99."),
        ("campaign.fund", -1, "There cannot be -1 Morvs in the family fund."),
        ("campaign.bag.red", -1, "There cannot be -1 tokens of a kind in the bag."),
        ("campaign.records.john.xp", -1, "John cannot have -1 XP."),
        ("heroes.north", "moon", "There is no hero moon."),
    ],
)
def test_children_of_morta(path, value, told):
    state = morta_setting.table(2)
    morta_setting.foe(state, "north", 1, "wolf")
    assert refused(Run(FAMILY, state), path, value) == told
