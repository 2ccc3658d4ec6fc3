"""A part of a page that cannot be drawn: the others go on, people read what they can do, and the Doctor hears of it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import current_app, render_template

from rules.moment import Moment

from .seats import Viewer

log = logging.getLogger(__name__)

KEPT = 20  # faults that the Doctor page can tell of


@dataclass(frozen=True)
class Fault:
    """One part that could not be drawn: of which game, at which entry, and what sort of fault it was.

    What the fault says goes to the log only: it may name something hidden.
    """

    part: str
    game: str
    number: int
    sort: str


class Faults:
    """What could not be drawn since the box was started, the newest first; each is told once."""

    def __init__(self) -> None:
        self._kept: deque[Fault] = deque(maxlen=KEPT)
        self._lock = threading.Lock()

    def happened(self, fault: Fault) -> None:
        with self._lock:
            if fault not in self._kept:
                self._kept.appendleft(fault)

    def __iter__(self) -> Iterator[Fault]:
        return iter(tuple(self._kept))


def the_faults() -> Faults:
    faults: Faults = current_app.config["FAULTS"]
    return faults


def safely(part: str, moment: Moment, viewer: Viewer, draw: Callable[[], str]) -> str:
    """What *draw* gives, or a plain sentence with a way on if it cannot."""
    try:
        return draw()
    except Exception as fault:
        log.exception("the part %s of %s cannot be drawn at entry %s", part, moment.game_id, moment.number)
        the_faults().happened(Fault(part, moment.position.game.title, moment.number, type(fault).__name__))
        return render_template("parts/fault.html", part=part, moment=moment, viewer=viewer)
