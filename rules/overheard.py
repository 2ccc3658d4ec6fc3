"""A recorded game as it sounded at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .ask import Confirm
from .chance import Chance
from .game import Said
from .games import game
from .moment import Moment
from .onward import forced, going_along
from .position import Position, Step
from .record import Record
from .spoken import Often, Utterance, heard


def moments(record: Record) -> Iterator[Moment]:
    """The game at each moment at which people were asked something, as the live table would have told it.

    What nobody had to be asked belongs to the answer before it.
    """
    position = Position.begin(game(record.setup.game), record.setup)
    now = Moment(record.setup.game, 0, 0, 0, position, since=0)
    laid = position.view()
    for number, step in enumerate(record.steps, 1):
        by_itself = _by_itself(now.position, step)
        if not by_itself:
            yield now
            laid = now.position.view()
            now = replace(now, since=number, orders=(), drawn="", drawn_by="")
        now = _after(now, number, step, by_itself, laid)
    yield now


def overheard(record: Record, seat: str | None = None) -> Iterator[tuple[int, Utterance]]:
    """What was said, with the number of the step after which it was.

    :param seat: what only this seat's phone said; None: what everybody heard.
    """
    before: Moment | None = None
    often = Often()
    for now in moments(record):
        for said in heard(before, now, seat):
            worn = often.worn(said)
            if worn.text:
                yield now.number, worn
        before = now


def _by_itself(position: Position, step: Step) -> bool:
    """Would the box have gone on without asking anybody?"""
    ask = position.ask
    if step.kind != "answer" or ask is None:
        return False
    asked = ask.of(step.seat)
    if isinstance(asked, Chance) and asked.at_once:
        return True
    for found in (forced(ask), going_along(ask, step.seat) if step.seat else None):
        if found is not None and (found[1].value, found[1].seat) == (step.value, step.seat or found[1].seat):
            return True
    return False


def _after(now: Moment, number: int, step: Step, by_itself: bool, laid: dict[str, str]) -> Moment:
    asked = now.ask.of(step.seat) if now.ask and step.kind == "answer" else None
    after = now.position.then(step)
    lines = (*now.lines, *((number, said) for said in after.said))
    orders = now.orders
    if by_itself and isinstance(asked, Confirm):
        orders = (*orders, asked.text, *asked.todo)
        lines = (*lines, *((number, Said(text)) for text in (asked.text, *asked.todo)))
    drawn = asked.words(step.value) if isinstance(asked, Chance) and not asked.private and not asked.at_once else ""
    return replace(
        now,
        number=number,
        node=number,
        source=now.source if by_itself else f"phone of {step.seat}",
        position=after,
        lines=lines[-60:],
        orders=orders,
        laid=laid,
        todo=tuple(after.game.todo(laid, after.view())),
        drawn=drawn or now.drawn,
        drawn_by=asked.seat if drawn and asked else now.drawn_by,
    )
