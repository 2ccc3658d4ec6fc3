"""The box's own mind: a process beside it that thinks about one position at a time."""

from __future__ import annotations

import json
import logging
import secrets
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from rules import packs
from rules.position import Position

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds to end by itself."""

LONGEST = 20.0
"""Seconds after which a thought leads nowhere; whoever thinks it looks at the clock long before."""


class Thinker:
    """Starts with the first question, and again if it was lost."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def process(self) -> int | None:
        """The number of the process; None while there is none."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def think(self, position: Position, seat: str, strength: str, knows: str = "") -> dict[str, Any]:
        """What *seat* should answer; waits for it. `OSError` if the mind is lost or was closed.

        :param knows: another seat, for how it looks from what that one knows.
        """
        told = {
            "position": position.save(),
            "seat": seat,
            "strength": strength,
            "knows": knows,
            "seed": secrets.randbits(64),
            "shelves": [str(shelf) for shelf in packs.shelves],
        }
        process = self._started()
        stuck = threading.Timer(LONGEST, process.kill)
        stuck.daemon = True
        stuck.start()
        try:
            self._say(told)
            assert process.stdout
            line = process.stdout.readline()
        finally:
            stuck.cancel()
        if not line:
            self.end()
            raise BrokenPipeError("the box's mind is gone")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def hurry(self) -> None:
        """Give the best answer found so far."""
        try:
            self._say({"hurry": True})
        except OSError as gone:
            log.info("nobody is there to hurry: %s", gone)

    def _say(self, told: dict[str, Any]) -> None:
        with self._lock:
            if self._closed or self._process is None or self._process.stdin is None:
                raise BrokenPipeError("the box's mind is closed")
            self._process.stdin.write(json.dumps(told) + "\n")
            self._process.stdin.flush()

    def _started(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._closed:
                raise BrokenPipeError("the box's mind is closed")
            if self._process is None or self._process.poll() is not None:
                self._end()
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "device.live.thinking"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    encoding="utf-8",
                )
            return self._process

    def close(self) -> None:
        """Whoever waits for an answer gets none, now and later; `end` follows once nobody waits."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()  # it holds nothing but its thoughts

    def end(self) -> None:
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait(PATIENCE)
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with suppress(OSError):  # what was still to be said is said to nobody
                    pipe.close()
