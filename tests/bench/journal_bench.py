"""The cost of an answer and of a restart must not grow with the length of the game."""

from __future__ import annotations

import gc
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from device.live.journal import Journal
from device.live.table import Table
from rules.position import some_step
from rules.sleepers import GAME

ANSWERS = 20_000
WINDOW = 60


class LongGame:
    """One game that never ends: whenever it is decided the last answers are taken back and others given."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "games.db"
        self.table = Table(Journal(self.path))
        limit = {"morale_limit": 10_000, "success_shape": "straight"}
        self.table.begin(GAME.setup(2, {"first_player": "white", **limit}, "table"))
        self.chance = random.Random(4)

    def answer(self) -> float:
        """One answer; seconds until it was acknowledged."""
        while self.table.now().ask is None:
            for _ in range(self.chance.randint(8, 40)):
                moment = self.table.undo(self.table.now().number, "white")
                if moment.proposal:
                    self.table.agree(moment.number, "black", yes=True)
        moment = self.table.now()
        assert moment.ask is not None
        step = some_step(GAME, moment.position.state, moment.ask, self.chance)
        begun = time.perf_counter()
        self.table.answer(moment.number, step.value, step.seat)
        return time.perf_counter() - begun

    def restart(self) -> float:
        """Seconds from opening the journal to the pending question."""
        gc.disable()  # whatever else this process holds is not part of a restart
        begun = time.perf_counter()
        journal = Journal(self.path)
        table = Table(journal)
        table.open(journal.games()[0].id)
        seconds = time.perf_counter() - begun
        gc.enable()
        journal.close()
        return seconds

    def restarts(self) -> list[float]:
        """Restarts at many points of some turns: how far the last checkpoint lies back differs from one to the next."""
        found = []
        for _ in range(WINDOW):
            self.answer()
            found.append(min(self.restart() for _ in range(3)))
        return found


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        game = LongGame(Path(folder))
        early: list[float] = []
        while game.table.now().number < 100 + WINDOW:
            seconds = game.answer()
            if game.table.now().number > 100:
                early.append(seconds)
        restarts_early = game.restarts()
        while game.table.now().number < ANSWERS:
            game.answer()
        late = [game.answer() for _ in range(WINDOW)]
        restarts_late = game.restarts()
        game.table.journal.close()
    # Boards fill and empty all the time, so medians compare like with like.
    answer = statistics.median(late) / statistics.median(early)
    restart = statistics.median(restarts_late) / statistics.median(restarts_early)
    return [
        {
            "what": f"answer {ANSWERS} against answer 100",
            "ratio": round(answer, 2),
            "limit": 1.2,
            "ms": round(statistics.median(late) * 1000, 2),
            "ok": answer <= 1.2,
        },
        {
            "what": f"restart after {ANSWERS} answers against after 100",
            "ratio": round(restart, 2),
            "limit": 1.5,
            "ms": round(statistics.median(restarts_late) * 1000, 2),
            "ok": restart <= 1.5,
        },
    ]
