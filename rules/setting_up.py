"""The set-up as steps that several people do at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace


class SetUpStep(str):
    """One thing to do before the game; it is also its own words, as an order: "Shuffle the event cards."

    :param seat: only whoever sits there can do it.
    :param name: what others call it that wait for it.
    :param after: the names of steps that have to be done before.
    :param picture: a piece by its name in the chapters or its art; "board" is the table itself.
    :param seen: by what the camera knows that it is done: "board" (it has found it) or "table" (all lies as it should).
    :param apart: nobody is handed it: the rules ask for it when its time comes, or it is only a word to all.
    """

    seat: str
    name: str
    after: tuple[str, ...]
    picture: str
    seen: str
    apart: bool

    def __new__(
        cls,
        text: str,
        *,
        seat: str = "",
        name: str = "",
        after: Iterable[str] = (),
        picture: str = "",
        seen: str = "",
        apart: bool = False,
    ) -> SetUpStep:
        step = super().__new__(cls, text)
        step.seat, step.name, step.after, step.picture, step.seen = seat, name, tuple(after), picture, seen
        step.apart = apart
        return step


EVERYBODY = "Everybody"
"""Whoever has such a step in hand says when all have done it."""


@dataclass(frozen=True)
class Handed:
    """A step in somebody's hands.

    :param name: who does it, as it is said.
    :param words: what they do, without their name before it.
    :param waits_for: who has to be done first.
    """

    step: SetUpStep
    seat: str
    name: str
    words: str
    done: bool
    waits_for: tuple[str, ...] = ()


def handed_out(steps: Iterable[str], people: Mapping[str, str], done: Collection[str]) -> tuple[Handed, ...]:
    """Every step with whoever does it: one's own to oneself, the rest shared evenly, and always the same way.

    A step may begin with whose it is: "Ann: take the orange pieces.", "Everybody: choose a card."
    """
    every = [each if isinstance(each, SetUpStep) else SetUpStep(each) for each in steps]
    owners = [
        each.seat or next((seat for seat, name in people.items() if each.startswith(f"{name}: ")), "") for each in every
    ]
    load = {seat: owners.count(seat) for seat in people}
    handed: list[Handed] = []
    for step, owner in zip(every, owners, strict=True):
        seat = owner if owner in load else min(load, key=lambda each: load[each], default="")
        if seat and seat != owner:
            load[seat] += 1
        who, _, rest = step.partition(": ")
        name = EVERYBODY if who == EVERYBODY else people.get(seat, "")
        words = rest[:1].upper() + rest[1:] if rest and who == name else str(step)
        handed.append(Handed(step, seat, name, words, step in done))
    doing = {each.step.name: each.name for each in handed if each.step.name and not each.done}
    waiting = [tuple(dict.fromkeys(doing[name] for name in each.step.after if name in doing)) for each in handed]
    return tuple(replace(each, waits_for=names) for each, names in zip(handed, waiting, strict=True))


def ready(handed: Iterable[Handed]) -> list[Handed]:
    """What each person is at now: their first step that is not done and waits for nobody."""
    found: dict[str, Handed] = {}
    for each in handed:
        if not each.done and not each.waits_for:
            found.setdefault(each.seat, each)
    return list(found.values())
