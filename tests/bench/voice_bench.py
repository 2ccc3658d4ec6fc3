"""The voice: how soon a sentence is heard after its answer is in the journal, and whether it can be understood.

``p95_ms`` is from the answer journalled to the first sound handed to the player, ``bare_ms`` the same share of
starts of espeak-ng by itself, one before each answer, so that a busy computer delays both; the limit is on the
difference. ``heard`` is how many of 100 prompts PocketSphinx, a small speech recogniser, tells from five others each.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "support")]

ANSWERS = 25
LATER = 150.0  # ms beside a bare espeak-ng
PROMPTS = 100
UNDERSTOOD = 95

PLAYER = """
import sys, time
sys.stdin.buffer.read(64)  # more than the head of a WAV: sound
open(sys.argv[1], "a").write(f"{time.monotonic()}\\n")
sys.stdin.buffer.read()
"""


def run() -> list[dict[str, Any]]:
    return [delay(), recognised()]


def delay() -> dict[str, Any]:
    """From the journal to the player; the player's own start is part of it, as it is part of the bare one."""
    from device.care.chosen import Chosen
    from device.live.journal import Journal
    from device.live.table import Table
    from device.settings import Voice as Settings
    from device.voice.mouth import Espeak
    from device.voice.voice import Voice
    from rules.games import game

    with tempfile.TemporaryDirectory() as folder:
        heard = Path(folder, "heard")
        player = (sys.executable, "-S", "-c", PLAYER, str(heard))
        mouth = Espeak(player, None)
        journal = Journal(Path(folder, "games.db"))
        table = Table(journal)
        played = game("sleepers")
        table.begin(played.setup(2, {"first_player": "white"}, "table"))
        voice = Voice(table, mouth, Chosen("voice", Settings(says="results"), Path(folder, "voice.json")))
        bare, later, journalled = [], [], [0.0]
        table.when_changed.insert(0, lambda moment: journalled.append(time.monotonic()))  # before the voice hears of it
        for place in [each.value for each in table.now().ask.options][:ANSWERS]:  # type: ignore[union-attr]
            begun = time.monotonic()
            mouth.begin("Ann recruits on e four.", Settings()).wait()
            bare.append(1000 * (_last(heard) - begun))
            before = heard.read_text()
            table.answer(table.now().number, place)
            while heard.read_text() == before or voice.is_busy:
                time.sleep(0.002)
            later.append(1000 * (_last(heard) - journalled[-1]))
        voice.close()
        journal.close()
    more = _p95(later) - _p95(bare)
    return {
        "what": "an answer is heard",
        "p50_ms": round(statistics.median(later), 1),
        "p95_ms": round(_p95(later), 1),
        "bare_p50_ms": round(statistics.median(bare), 1),
        "bare_ms": round(_p95(bare), 1),
        "later_ms": round(more, 1),
        "limit": LATER,
        "ok": more <= LATER,
    }


def recognised() -> dict[str, Any]:
    """Each prompt among others that might have been said."""
    import understood

    right, missed = understood.understood(PROMPTS)
    return {
        "what": "prompts understood by a speech recogniser, one of 6 each",
        "heard": right,
        "of": PROMPTS,
        "missed": "; ".join(missed),
        "limit": UNDERSTOOD,
        "ok": right >= UNDERSTOOD,
    }


def _last(file: Path) -> float:
    return float(file.read_text().split()[-1])


def _p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]
