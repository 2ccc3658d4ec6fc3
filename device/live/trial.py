"""Before something counts that no rule has made: everything the box needs of the position is tried.

A ruling may set any value, and a saved game may come from other rules. A position that cannot be shown would leave
every page without a picture and nobody with a way on, so it is found out here, before anything is written down.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress

from rules.ask import Ask, AskAny, IllegalAnswer
from rules.plain import Plain
from rules.position import Position
from rules.sheet import fields

LARGEST = 9_999
"""No count on a table is larger; a page would draw as many pieces."""

LONGEST = 400
"""Letters of one text."""

DEEPEST = 12
"""How far things may lie inside each other."""


class Unplayable(Exception):
    """What the box needs of a position does not work."""


def must_be_modest(value: Plain, depth: int = 0) -> None:
    """Can *value* be written down at all, and is it of a size that lies on tables?"""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, (int, float)):
        if not abs(value) <= LARGEST:  # nor is what is no number at all
            raise IllegalAnswer(f"No number on a table is larger than {LARGEST}.")
    elif isinstance(value, str):
        if len(value) > LONGEST:
            raise IllegalAnswer(f"That is too long: {len(value)} letters of at most {LONGEST}.")
        if not value.isprintable():
            raise IllegalAnswer("Only letters that can be seen can be written here.")
    elif depth > DEEPEST:
        raise IllegalAnswer("That is too deep for anything on a table.")
    elif isinstance(value, dict):
        for name, inside in value.items():
            must_be_modest(name, depth + 1)
            must_be_modest(inside, depth + 1)
    else:
        for inside in value:
            must_be_modest(inside, depth + 1)


def must_work(position: Position) -> None:
    """Everything that is asked of a position: what lies where, what each may know, and the question; `Unplayable`."""
    try:
        _try(position)
    except Unplayable:
        raise
    except Exception as fault:  # rules that meet what they never made may fail in any way
        raise Unplayable(f"{type(fault).__name__}: {fault}") from fault


def _try(position: Position) -> None:
    game, state, ask = position.game, position.state, position.ask
    game.must_hold_together(state)
    seats = tuple(game.players(state))
    if not set(seats) <= set(game.seats):
        raise Unplayable("somebody plays at no seat of the game")
    view = game.view(state)
    if not all(isinstance(each, str) for pair in view.items() for each in pair):
        raise Unplayable("what lies on the table is not told in words")
    for seat in (None, *seats):
        json.dumps(game.show(state, seat), allow_nan=False).encode()
        for each in fields(game, state, seat):
            json.dumps([each.path, each.called, each.now, each.choices], allow_nan=False).encode()
    if not all(isinstance(order, str) for order in (*game.todo({}, view), *game.todo(view, {}), *game.put_back(state))):
        raise Unplayable("what hands have to do is not told in words")
    game.guide(state)
    with suppress(AssertionError):  # a piece may have gone missing, so a sum that is wrong forbids nothing
        game.check(state)
    if game.at_turn(state) not in (None, *seats):
        raise Unplayable("nobody sits where the turn is")
    if ask is None:
        if game.ending(state) not in game.endings:
            raise Unplayable("it ends in a way that the game does not know")
    else:
        _try_to_answer(ask, seats)
        for seat in seats:
            for option in game.asides(state, seat):
                json.dumps([option.value, option.label])
    again = Position.load(game, json.loads(json.dumps(position.save(), allow_nan=False)))
    if (again.over, again.view()) != (position.over, view):
        raise Unplayable("it would not be the same once it was saved")


def _try_to_answer(ask: Ask, seats: tuple[str, ...]) -> None:
    """Each who is asked sits at the table and has something to answer."""
    for each in ask.asks if isinstance(ask, AskAny) else (ask,):
        if each.seat not in seats:
            raise Unplayable("nobody sits where the question goes")
        json.dumps([each.text, each.others, list(each.todo)]).encode()
        answer = each.sample(random.Random(1))
        json.dumps([each.check(answer), each.words(answer)], allow_nan=False).encode()
        for option in getattr(each, "options", ()):
            json.dumps([option.value, option.label, option.hint, str(option.barred or "")]).encode()
