"""A hall on the wall, at its desk and in a hand: with 4, 40 and 200 tables; and a box that calls for help."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from broker import Broker
from halls import NAMES, TOKEN, Hall, a_hall, result, some_tables, tell
from serving import TOKEN as HOST
from serving import Served, up_to_date

from rules.games import game

TABLES = {4: 5, 40: 12, 200: 61}
"""How many tables, and how many play a tournament at them."""

WALL = {"full-hd": (1920, 1080), "7-inch": (800, 480), "phone": (390, 844)}
DESK = {"laptop": (1280, 800), "phone": (390, 844)}
BOX = {"7-inch": (800, 480), "phone": (390, 844)}
PEOPLE = [f"{name} {letter}." for letter in "KMRSTVW" for name in NAMES]
PLAYED = 30  # games of this evening


def of_a_hall(pictures: Any) -> None:
    for count, players in TABLES.items():
        with _an_evening(count) as hall:
            what = f"{count}-tables"
            _hall(pictures, hall, what)
            _desk(pictures, hall, f"desk-{what}")
            hall.house.begin("Spring cup", "sleepers", PEOPLE[:players])
            _hall(pictures, hall, f"tournament-{what}")
            _desk(pictures, hall, f"desk-tournament-{what}")
            _play_on(hall)
            _hall(pictures, hall, f"end-{what}")
    _a_call_for_help(pictures)


@contextmanager
def _an_evening(count: int) -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder))
        try:
            with a_hall(Path(folder) / "hall", broker) as hall:
                now, luck = time.time(), random.Random(count)
                for box, state in some_tables(count, now).items():
                    tell(hall.house, box, state)
                hall.house.hear(f"tableside/table-{count}/here", "gone", False)
                for number in range(PLAYED):
                    first, second = luck.sample(PEOPLE[:20], 2)
                    won = luck.choice(("white", "black", "white", "black", None))
                    ended = result(number, first, second, won, now - 60 * number)
                    hall.house.hear(f"tableside/table-{1 + number % count}/results", json.dumps([ended]), False)
                for table in [table for table in hall.house.tables if table.is_free][:1]:
                    hall.house.call(table.box)
                yield hall
        finally:
            broker.kill()


def _play_on(hall: Hall) -> None:
    """To the end of the tournament."""
    luck = random.Random(1)
    while (now := hall.house.tournament) and not now.over:
        for each in now.pairings:
            if each.points is None:
                hall.house.enter_result(each.id, luck.choice((1.0, 0.5, 0.0)))
        if now.round < now.rounds:
            hall.house.next_round()
        else:
            hall.house.end()


def _hall(pictures: Any, hall: Hall, what: str) -> None:
    for size, theme, page in pictures.windows(WALL):
        page.goto(hall.url)
        pictures.take(page, "hall", what, size, theme)


def _desk(pictures: Any, hall: Hall, what: str) -> None:
    for size, theme, page in pictures.windows(DESK):
        page.goto(f"{hall.url}/host/{TOKEN}")
        pictures.take(page, "hall", what, size, theme)


def _a_call_for_help(pictures: Any) -> None:
    """From the box's own page of the hall to the answer."""
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder))
        box = Served(Path(folder))
        with box.listening():
            _of_the_box(pictures, box, "box-alone")
            box.hall.change({"on": True, "address": "127.0.0.1", "port": broker.port, "name": "Table 7"})
            _of_the_box(pictures, box, "box-in-the-hall")
            box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, custody="box"))
            _at_the_table(pictures, box, "help-not-called")
            box.hall.call()
            _at_the_table(pictures, box, "help-called")
            box.hall.call("A piece is missing")
            _at_the_table(pictures, box, "help-called-for")
            box.hall._listen(f"{box.hall._topic('')}hall", json.dumps({"coming": round(box.hall.help.since)}), False)
            _at_the_table(pictures, box, "help-is-coming")
        box.close()
        broker.kill()


def _of_the_box(pictures: Any, box: Served, what: str) -> None:
    for size, theme, page in pictures.windows(BOX):
        page.goto(f"{box.url}/host/{HOST}")
        page.goto(f"{box.url}/hall/")
        pictures.take(page, "hall", what, size, theme)


def _at_the_table(pictures: Any, box: Served, what: str) -> None:
    for size, theme, page in pictures.windows(BOX):
        if size == "phone":
            page.goto(box.url)
            page.click('button[value="white"]')
        else:
            page.goto(f"{box.url}/host/{HOST}")
            page.goto(f"{box.url}/table")
        up_to_date(page, box)
        pictures.take(page, "hall", what, size, theme)
        if size == "phone":
            box.table.leave(box.table.claims()["white"])
