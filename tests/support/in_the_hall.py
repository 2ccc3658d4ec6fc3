"""Tables that are in the hall, without a page."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.care.chosen import Chosen
from device.hall.member import Member
from device.live.journal import Journal
from device.live.table import Table
from device.settings import Hall
from rules.games import game
from rules.position import some_step
from web.live.lobby import Entrance


class Pages:
    def __init__(self) -> None:
        self.when_told: list[Callable[[], None]] = []
        self.count = 0

    def tell(self) -> None:
        self.count += 1
        for each in self.when_told:
            each()


class Box:
    """A table that is in the hall, without a page."""

    def __init__(self, folder: Path, settings: Hall, **more: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.journal = Journal(folder / "games.db")
        self.table = Table(self.journal)
        self.pages = Pages()
        self.entrance = Entrance(self.table)
        self.table.when_changed.append(lambda moment: self.pages.tell())
        self.pressed: list[str] = []
        self.chosen = Chosen("hall", settings, folder / "hall.json")
        self.member = Member(self.chosen, self.table, folder, press=self.pressed.append, **more)
        self.member.start(self.pages, self.entrance)

    def begin(self, name: str = "sleepers") -> None:
        self.table.begin(game(name).setup(max(2, game(name).fewest), custody="box"))

    def play(self, luck: random.Random, answers: int = 10_000) -> None:
        """At random, until it is over or so many answers are given."""
        for _ in range(answers):
            moment = self.table.now()
            if moment.ask is None:
                return
            step = some_step(moment.position.game, moment.position.state, moment.ask, luck)
            self.table._step(moment.number, step, "phone")

    def close(self) -> None:
        self.member.close()
        self.table.wait_no_longer()
        self.journal.close()


@contextmanager
def a_box(folder: Path, settings: Hall, **more: Any) -> Iterator[Box]:
    box = Box(folder, settings, **more)
    try:
        yield box
    finally:
        box.close()
