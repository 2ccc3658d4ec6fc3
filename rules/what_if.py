"""What could I do? Each choice with what would follow, from what the seat may know.

A choice is tried in worlds that the seat may believe to be in (`rules.players.worlds`), and only what comes of it in
each of them is told: nothing that is hidden plays a part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .ask import Ask, IllegalAnswer, Luck, OneOf, Option, ReadStory
from .chance import Chance
from .onward import MOST, forced
from .players.worlds import Worlds
from .position import Position, RulesFault, Run, Step

WORLDS = 2
"""Worlds in which a choice is tried; what comes of it in one only is chance."""

SENTENCES = 3
"""Sentences told of a choice."""

HIDDEN = "Then you see something that is hidden now."
READ_ON = "Then you read on."

CHOICES = 16
"""Kinds of choices that are tried; more than that nobody reads."""


@dataclass(frozen=True)
class Way:
    """Something a seat could do.

    :param places: in how many ways it can be done; it is told for the first of them.
    :param follows: what would come of it.
    """

    words: str
    hint: str = ""
    places: int = 1
    follows: tuple[str, ...] = ()


def ways(position: Position, seat: str, chance: Luck) -> list[Way]:
    """What *seat* can choose from now, choices of one kind together."""
    ask = position.ask.of(seat) if position.ask else None
    if not isinstance(ask, OneOf):
        return []
    worlds = Worlds(position, seat)
    found: list[Way] = []
    for alike in _alike(ask)[:CHOICES]:
        first = alike[0]
        said = [_follows(worlds, Step("answer", first.value, seat), chance) for _ in range(WORLDS)]
        told = [each for each in said[0] if all(each in others for others in said[1:])]
        found.append(Way(first.label, first.hint, len(alike), tuple(told[:SENTENCES])))
    return found


def _alike(ask: OneOf) -> list[list[Option]]:
    """The choices that can be made, those together that only differ in their place."""
    kinds: dict[str, list[Option]] = {}
    for option in ask.options:
        if not option.barred:
            kind = option.label.replace(option.slot, "…") if option.slot else f"{option.label} {option.value}"
            kinds.setdefault(kind, []).append(option)
    return list(kinds.values())


def _follows(worlds: Worlds, step: Step, chance: Luck) -> list[str]:
    """What comes of it in one world, as its seat may read it; nothing if it does not come to pass there."""
    try:
        run = worlds.imagine(chance)
        run.state.silent = False  # this walk is told of
        said: list[str] = []
        for _ in range(MOST):
            run.take(step)
            if run.state.shown:  # what was hidden comes to light with it: nobody is told beforehand
                return [*said, HIDDEN]
            said += _said(run, worlds.seat)
            if run.ask and any(isinstance(each, ReadStory) for each in run.ask.each):  # nobody reads ahead
                return [*said, READ_ON]
            only = forced(run.ask)
            if only is None:
                break
            step = only[1]
    except (IllegalAnswer, RulesFault, AssertionError, KeyError, IndexError):  # such a world cannot be walked through
        return []
    return [*said, *_then(run, worlds.seat)]


def _said(run: Run, seat: str) -> Iterator[str]:
    return (each.text for each in run.state.said if each.seats is None or seat in each.seats)


def _then(run: Run, seat: str) -> Sequence[str]:
    """What is asked next."""
    if run.ask is None:
        return ()  # how it ended was said
    mine = run.ask.of(seat)
    if mine is not None:
        return (f"Then: {_in_short(mine)}",)
    names = run.game.players(run.state)
    others = [names.get(each, each) for each in run.ask.told if each in names]
    return (f"Then {' and '.join(others)} {'go' if len(others) > 1 else 'goes'} on.",) if others else ()


def _in_short(ask: Ask) -> str:
    if isinstance(ask, Chance):
        return ask.text
    return ask.text.partition("\n")[0]
