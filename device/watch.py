"""The camera loop: waits until hands have left and the table rests, then lets its chapters read it.

What lies on the game's printed board is read by `board_watch`. The camera is never needed: every answer can be
tapped in instead.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from rules.ask import Trouble as Refused
from rules.plain import Plain
from vision import steady
from vision.reading import Reading

from .board_watch import BoardWatch
from .camera import Camera
from .seen import Seen
from .table import Moment, Table

log = logging.getLogger(__name__)

PERIOD = 0.15  # seconds between two glances
LOOKS = 2  # pictures that must agree


class Watch:
    """Watches the table and answers for those who moved pieces.

    :param clock: seconds that only rise.
    """

    def __init__(self, table: Table, camera: Camera, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.seen = Seen()
        self.when_seen: list[Callable[[Seen], None]] = []
        self._table = table
        self._camera = camera
        self._clock = clock
        self._gate = steady.Gate()
        self._board = BoardWatch(table, clock)
        self._at: tuple[str, int] | None = None
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What was read last on the board."""
        return self._board.readings

    # The loop

    def start(self) -> None:
        """Watch from now on, beside everything else."""
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(PERIOD):
            try:
                self.glance()
            except Exception:  # whatever the camera shows, the game goes on
                log.exception("the camera loop stumbled")
                self._tell(Seen("trouble", "The camera could not make sense of the table. Play goes on by hand."))

    def glance(self) -> None:
        """One small look; and a full one when the table rests after a change."""
        with self._lock:
            moment = self._table.moment
            board = self._board.board(moment)
            if moment is None or board is None:
                self._tell(Seen("off"))
                return
            self._follow(moment)
            small = self._camera.look()
            if small is None:
                if self._camera.trouble:
                    self._tell(Seen("trouble", f"{self._camera.trouble} Play goes on by hand."))
                return
            state = self._gate.look(small, self._clock())
            if state == "moving":
                self._tell(replace(self.seen, state="moving", sentence="") if self.seen.state == "same" else self.seen)
            elif state == "changed" or (state == "idle" and self._board.restless):
                self._gate.was_read()
                self._board.read(moment, board, [self._camera.picture() for _ in range(LOOKS)])
                self._looked()

    def _follow(self, moment: Moment) -> None:
        """The game moved on: whatever lies there now is worth another look."""
        self._board.follow(moment)
        if (moment.game_id, moment.number) != self._at:
            self._at = moment.game_id, moment.number
            self._gate.forget()

    def _looked(self) -> None:
        """Tell what a chapter made of the table; what it answered itself is no reason to look again."""
        moment = self._table.moment
        if moment is not None:
            self._at = moment.game_id, moment.number
        self._tell(self._board.seen)

    # What people say when it asks

    def choose(self, number: int) -> None:
        """People say which story is true."""
        with self._lock:
            moment, choices = self._table.moment, self.seen.choices
            if moment is None or not 0 <= number < len(choices):
                raise Refused("There is nothing to choose any more.")
            self._board.take(moment, choices[number])
            self._looked()

    def table_is_right(self, who: str) -> None:
        """What lies on the table counts: the box follows it by rulings, which the log keeps."""
        with self._lock:
            self._board.table_is_right(who)
            self._looked()

    def guide(self) -> None:
        """What the box says counts: it tells hands what to do until the table looks like it."""
        with self._lock:
            self._board.guide()
            self._looked()

    def _tell(self, seen: Seen) -> None:
        if seen != self.seen:
            self.seen = seen
            for tell in list(self.when_seen):
                tell(seen)

    def shown(self) -> dict[str, Plain]:
        """For a page: what the camera makes of the table."""
        return self.seen.plain()
