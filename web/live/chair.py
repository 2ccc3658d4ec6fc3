"""What the pages need from the box where it plays itself; the box passes in the real one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from flask import current_app

from rules.ask import Ask, Confirm
from rules.chance import Chance
from rules.moment import Advice, Moment
from rules.players import STRENGTHS, Strength, answers_itself, why_not

from .seats import Viewer
from .table import LiveTable


class Chair(Protocol):
    """Seats that the box plays, and a word of advice.

    :ivar waits_for: what is to be settled before it plays on.
    """

    waits_for: list[Callable[[], bool]]

    def give(self, seat: str, strength: str) -> None: ...
    def take_back(self, seat: str) -> None: ...
    def hurry(self) -> bool: ...
    def look(self) -> None: ...
    def ask_advice(self, seat: str) -> None: ...
    def allow_advice(self, allowed: bool) -> None: ...
    def allows_advice(self, moment: Moment) -> bool: ...
    def advice(self, moment: Moment, seat: str | None) -> Advice | None: ...
    def explain(self, seat: str) -> None: ...
    def last_move(self, moment: Moment, seat: str | None) -> tuple[str, str, Advice | None] | None: ...


def the_chair() -> Chair | None:
    """Who plays for the box; None where nobody can."""
    chair: Chair | None = current_app.config["CHAIR"]
    return chair


def thinking(moment: Moment, played: Collection[str]) -> list[str]:
    """The seats for which the box answers; where nobody may learn who has, those that have answered too."""
    ask, position, found = moment.ask, moment.position, []
    for seat in ask.told if ask else ():
        own = ask.of(seat) if ask else None
        if seat in played and (own is None or answers_itself(position.game, position.state, own)):
            found.append(seat)
    return found


def left_to_people(moment: Moment, played: Collection[str]) -> Ask | None:
    """What is asked of a seat that the box plays, and hands or eyes have to answer: whoever is there may."""
    its_own = thinking(moment, played)
    for each in moment.ask.each if moment.ask else ():
        if each.seat in played and each.seat not in its_own and not each.private:
            return each
    return None


@dataclass(frozen=True)
class Sitting:
    """What one viewer sees of the seats that the box plays.

    :param played: these seats, and how well.
    :param can: the seats that this viewer may give to the box.
    :param back: the seats that this viewer may take back.
    :param why_not: a sentence, where it could play if people had chosen otherwise.
    :param move: what the box did last, whose seat that was, and how it looked from what the viewer knows.
    :param may_ask: the viewer's own question is one that the box could advise on.
    :param advises: whether anybody may ask the box at this table; None where it could advise nobody.
    """

    played: dict[str, str]
    can: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    why_not: str = ""
    may_ask: bool = False
    advises: bool | None = None
    advice: Advice | None = None
    move: tuple[str, str, Advice | None] | None = None
    strengths: tuple[Strength, ...] = STRENGTHS


def sitting(table: LiveTable, moment: Moment, viewer: Viewer, claims: dict[str, str]) -> Sitting:
    """The seats that the box plays or could play, for whoever may say so: its own phone, or the screen."""
    chair, played, seats = the_chair(), table.played(), moment.seats
    if chair is None or moment.ask is None or why_not(moment.position.game):
        return Sitting(played)
    why = {seat: why_not(moment.position.game, moment.setup, seat) for seat in seats}
    theirs = [seat for seat in seats if seat == viewer.seat or (viewer.host and seat not in claims)]
    others = len(seats) - len(played) > 1  # somebody has to play against it
    can = [seat for seat in theirs if others and seat not in played]
    ask, position = moment.ask.of(viewer.seat) if viewer.seat and viewer.seat not in played else None, moment.position
    its_own = ask is not None and answers_itself(position.game, position.state, ask)
    its_own = its_own and not isinstance(ask, (Chance, Confirm))  # there is nothing to think about
    allowed = chair.allows_advice(moment)
    may_ask = its_own and not why[str(viewer.seat)] and allowed
    return Sitting(
        played,
        tuple(seat for seat in can if not why[seat]),
        tuple(seat for seat in seats if seat in played and (viewer.host or seat == viewer.seat)),
        next((why[seat] for seat in can if why[seat]), ""),
        may_ask=may_ask,
        advises=None if all(why.values()) else allowed,
        move=chair.last_move(moment, viewer.seat),
        advice=chair.advice(moment, viewer.seat) if may_ask else None,
    )
