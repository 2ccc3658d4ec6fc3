"""A ruling that is refused is told to nobody else, so what it says must not tell what lies hidden."""

import json
import random

import pytest

from rules.ask import IllegalAnswer
from rules.games import NAMES, game
from rules.plain import dump
from rules.position import Position, RulesFault, Step, some_step
from web.games import board_of

NOBODYS = "nobodys_key"
TAKEN = "taken, and written into the log for all"


def under_way(name):
    """A game that has been played for a while, everything held by the box."""
    played, luck = game(name), random.Random(3)
    position = Position.begin(played, played.setup(len(played.seats), custody="box"))
    for _ in range(120):
        if position.ask is None:
            break
        step = some_step(played, position.state, position.ask, luck)
        position = position.then(step)
    return position


def told(position, path):
    try:
        position.then(Step("ruling", 0, path=path))
    except RulesFault:
        return "the rules stumbled"
    except IllegalAnswer as refused:
        return str(refused).replace(path, "PATH")
    return TAKEN


def inside(plain, path=()):
    """Every place of a state that holds further ones, with their names."""
    names = range(len(plain)) if isinstance(plain, list) else plain if isinstance(plain, dict) else ()
    if names:
        yield ".".join(path), [str(name) for name in names]
    for name in names:
        yield from inside(plain[name], (*path, str(name)))


@pytest.mark.parametrize("name", NAMES)
def test_the_example_a_page_gives_for_rulings_is_one(name):
    position = under_way(name)
    path, value = board_of(game(name)).ruling
    if name == "sleepers":  # where a sleeper lies, another example is as good
        path = path.replace("e5", next(hex_ for hex_, agent in position.state.board.items() if not agent.up))
    there = dump(position.then(Step("ruling", json.loads(value), path=path)).state)
    for part in path.split("."):
        there = there[part]
    assert json.dumps(there) == value
    assert not position.game.is_secret(path)


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_ruling_says_the_same_whatever_lies_hidden(name):
    position = under_way(name)
    tried = 0
    for path, names in inside(dump(position.state)):
        if path and not path.startswith("setup") and position.game.is_secret(f"{path}.{names[0]}.x"):
            refused = told(position, f"{path}.{names[0]}.x")
            stranger = "999" if names[0].isdigit() else NOBODYS
            missed = told(position, f"{path}.{stranger}.x")
            if TAKEN in (refused, missed) or "there is no such thing; here are" in missed:
                continue  # no secret way to find out; or fields of a thing, which are the same in every game
            assert missed == refused, path
            tried += 1
    assert tried


def test_what_is_left_in_a_deck_is_not_told_by_a_slip():
    position = under_way("silent_sea")
    deck = position.state.crisis_deck
    assert len(deck) > 3
    for path in ("crisis_deck.x.y", "crisis_deck.x", "unseen.x.y", f"crisis_deck.{next(iter(deck))}.y"):
        with pytest.raises(IllegalAnswer) as refused:
            position.then(Step("ruling", "many", path=path))
        assert not [card for card in deck if card in str(refused.value).replace(path, "")]


def test_a_slip_on_what_lies_open_is_still_told_with_what_there_is():
    position = under_way("children_of_morta")
    seat = position.state.seats[0]
    with pytest.raises(IllegalAnswer, match=r"run\.heroes\.nobody: there is no such thing; here are .*" + seat):
        position.then(Step("ruling", 1, path="run.heroes.nobody.health"))
    with pytest.raises(IllegalAnswer, match="expected"):
        position.then(Step("ruling", [], path=f"run.heroes.{seat}"))
