"""In the machine: opens the journal, says what it holds, then plays on until the power goes.

Every answer is told to the outside only after the table has taken it; what was told must be there after the cut.
"""

import hashlib
import json
import os
import random
import sqlite3
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from device.care.backup import back_up, check, keep
from device.live.journal import Journal
from device.live.table import Table
from rules.games import NAMES, game
from rules.position import some_step

DATA = Path("/data")
given = dict(word.split("=", 1) for word in Path("/proc/cmdline").read_text().split() if "=" in word)
told_rows, boot = int(given["told"]), int(given["boot"])
outside = os.open("/dev/ttyS0", os.O_WRONLY)


def tell(*words: object) -> None:
    os.write(outside, ("@" + " ".join(map(str, words)) + "\n").encode())


class Chain:
    """A fingerprint over every row of the journal so far: one row lost, changed or moved, and it is another."""

    def __init__(self) -> None:
        self.db = sqlite3.connect("file:/data/games.db?mode=ro", uri=True)
        self.rows = 0
        self.print = "-"
        self.then = "-"  # after as many rows as were told before the cut
        self.seen: dict[str, int] = {}

    def grow(self) -> None:
        for name, seed in self.db.execute("SELECT id, seed FROM games ORDER BY begun, id").fetchall():
            after = self.seen.get(name, -1)
            for row in self.db.execute(
                "SELECT * FROM entries WHERE game = ? AND number > ? ORDER BY number", (name, after)
            ):
                whole = json.dumps([seed.hex(), self.print, *row])
                self.print = hashlib.sha256(whole.encode()).hexdigest()[:20]
                self.rows += 1
                self.seen[name] = row[1]
                if self.rows == told_rows:
                    self.then = self.print


began = time.monotonic()
journal = Journal(DATA / "games.db")
if given.get("careless"):  # to see that the cuts bite: a journal that does not wait for the disc must lose answers
    journal._db.execute(f"PRAGMA synchronous={given['careless']}")
table = Table(journal)
saved = journal.games()
lost = table.open(saved[0].id) if saved and not saved[0].ending else []
took = time.monotonic() - began
chain = Chain()
chain.grow()
whole = chain.db.execute("PRAGMA integrity_check").fetchone()[0]
if table.moment and not table.now().position.over:
    table.now().position.game.check(table.now().position.state)
copies = [check(copy) for copy in sorted((DATA / "backups").glob("games-*.db"))]
note = (DATA / "note").read_text() if (DATA / "note").exists() else "0"
tell(
    "opened",
    json.dumps(
        {
            "rows": chain.rows,
            "games": len(saved),
            "then": chain.then,
            "whole": whole,
            "lost": lost,
            "copies": len(copies),
            "note": note,
            "ms": round(took * 1000),
        }
    ),
)
if given.get("only"):
    sys.exit()

chance = random.Random(boot)
if boot % 3 == 1 or table.moment is None or table.now().position.over:
    played = game(NAMES[(boot // 3) % len(NAMES)])
    table.begin(played.setup(max(2, played.fewest)))
answers = 0
while True:
    moment = table.now()
    if moment.position.over:
        table.begin(moment.setup)
        continue
    step = some_step(moment.position.game, moment.position.state, moment.ask, chance)
    table.answer(moment.number, step.value, step.seat)
    chain.grow()
    answers += 1
    tell("took", chain.rows, chain.print)
    if answers % 10 == 0:
        noted = f"{chain.rows:>8}" * 1000
        keep(DATA / "note", noted)
        tell("noted", chain.rows)
    if answers % 25 == 0:
        back_up(DATA, datetime(2026, 1, 1) + timedelta(seconds=chain.rows))  # a name of its own for each
        tell("copied", chain.rows)
