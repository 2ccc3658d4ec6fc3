"""Pull the plug at any moment: whatever was acknowledged is there, and nothing half."""

import json
import os
import random
import select
import signal
import sys
import time

import pytest
from how_many import so_many

from device.live.journal import Journal
from device.live.table import Table
from rules.plain import dump
from rules.position import some_step
from rules.sleepers import GAME

KILLS = so_many(30, long=200)


def stream_answers(path, seed, pipe):
    """Answer as fast as the table takes it, and tell of each answer only once it was acknowledged."""
    chance = random.Random(seed)
    table = Table(Journal(path))
    saved = table.journal.games()
    if saved and not saved[0].ending:
        table.open(saved[0].id)
    while True:
        if table.moment is None or table.now().ask is None:
            table.begin(GAME.setup(2, custody=chance.choice(("box", "table"))))
        moment = table.now()
        step = some_step(GAME, moment.position.state, moment.ask, chance)
        table.answer(moment.number, step.value, step.seat)
        # The dealer may have drawn behind it: the answer itself is the entry after the one that was answered.
        note = {"game": moment.game_id, "number": moment.number + 1, "step": dump(step)}
        os.write(pipe, (json.dumps(note) + "\n").encode())


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.skipif(sys.platform == "win32", reason="the box runs Linux; this needs fork and SIGKILL")
def test_kills_at_any_moment_lose_nothing_that_was_acknowledged(tmp_path):
    path, chance, acknowledged = tmp_path / "games.db", random.Random(5), 0
    Journal(path).close()
    for kill in range(KILLS):
        told, tell = os.pipe()
        child = os.fork()
        if not child:
            try:
                stream_answers(path, kill, tell)
            finally:
                os._exit(1)
        os.close(tell)
        if kill % 4:  # well under way; every fourth is killed while it still opens the game
            select.select([told], [], [], 60)
        time.sleep(chance.uniform(0, 0.05))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status)  # it was killed and did not stumble by itself
        with os.fdopen(told, "rb") as pipe:
            notes = [json.loads(line) for line in pipe.read().splitlines(keepends=True) if line.endswith(b"\n")]

        journal = Journal(path)
        for note in notes:
            entry = journal.entry(note["game"], note["number"])
            assert dump(entry.step) == note["step"]
        acknowledged += len(notes)
        for saved in journal.games():
            numbers = [entry.number for entry in journal.entries(saved.id)]
            assert numbers == list(range(len(numbers)))
        if journal.games():
            table = Table(journal)
            assert table.open(journal.games()[0].id) == []  # nothing torn, nothing lost
            GAME.check(table.now().position.state)
        assert journal._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        journal.close()
    assert acknowledged > KILLS  # it was really in the middle of something
