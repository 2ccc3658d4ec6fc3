"""The camera loop: waits until hands have left and the table rests, reads it, and understands what was done.

One story that explains the change is taken, and said; several are asked; none, for a while, means that the table
differs, and people say which is right. The camera is never needed: every answer can be tapped in instead.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rules.ask import Trouble as Refused
from rules.plain import Plain
from vision import match, steady
from vision.board import Board
from vision.reading import Reading, Trouble

from . import looks
from .camera import Camera
from .explain import Story, stories
from .table import Moment, Table

log = logging.getLogger(__name__)

PERIOD = 0.15  # seconds between two glances
PATIENCE = 3.0  # seconds a table may stay unexplained before the box says that it differs
LOOKS = 2  # pictures that must agree


@dataclass(frozen=True)
class Seen:
    """What the camera makes of the table, for lamps and pages; never changes.

    :param state: ``off``, ``moving``, ``same``, ``hands`` (something is still to be done), ``phone`` (a phone must
        answer first), ``unsure``, ``asks``, ``differs``, ``guiding`` or ``trouble``.
    :param choices: the stories people can choose from while it asks.
    :param differs: slot by slot, while the table differs or hands have something to do.
    :param todo: what hands should do, while the box guides.
    """

    state: str = "off"
    sentence: str = ""
    choices: tuple[Story, ...] = ()
    differs: tuple[match.Difference, ...] = ()
    todo: tuple[str, ...] = ()


class Watch:
    """Watches the table and answers for those who moved pieces.

    :param clock: seconds that only rise.
    """

    def __init__(self, table: Table, camera: Camera, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.seen = Seen()
        self.readings: tuple[Reading, ...] = ()
        self.when_seen: list[Callable[[Seen], None]] = []
        self._table = table
        self._camera = camera
        self._clock = clock
        self._gate = steady.Gate()
        self._boards: dict[str, Board] = {}
        self._view: dict[str, str] = {}  # of the position the camera knows
        self._at: tuple[str, int] | None = None
        self._behind: dict[str, object] = {}  # what still lies on slots where hands have something to do
        self._unexplained_since: float | None = None
        self._searched: tuple[object, list[Story]] | None = None
        self._guiding = False
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

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
            board = self._board(moment)
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
            elif state == "changed" or (state == "idle" and self._unexplained_since is not None):
                self._read(moment, board)

    def _board(self, moment: Moment | None) -> Board | None:
        if moment is None or moment.setup.game not in looks.PRINTED:
            return None
        name = moment.setup.game
        if name not in self._boards:
            self._boards[name] = looks.board(name)
        return self._boards[name]

    def _follow(self, moment: Moment) -> None:
        """The game moved on, by whatever way: what hands have not done yet is no difference."""
        at = (moment.game_id, moment.number)
        if at == self._at:
            return
        view = moment.position.view()
        if self._at is None or self._at[0] != moment.game_id:
            self._behind, self._guiding = {}, False
        else:
            lies = {reading.slot: reading.value for reading in self.readings}
            for slot in {*view, *self._view}:
                if view.get(slot) != self._view.get(slot) and slot in lies and lies[slot] != view.get(slot):
                    self._behind[slot] = lies[slot]
        self._view, self._at = view, at
        self._unexplained_since = None
        self._gate.forget()

    def _read(self, moment: Moment, board: Board) -> None:
        taken = [board.read(self._camera.picture()) for _ in range(LOOKS)]
        read = []
        for one in taken:
            if isinstance(one, Trouble):
                self._tell(Seen("trouble", one.sentence))
                self._gate.was_read()
                return
            read.append(one)
        self.readings = tuple(match.agreed(read))
        self._gate.was_read()
        self._understand(moment)

    # Understanding

    def _understand(self, moment: Moment) -> None:
        view = moment.position.view()
        readings = self._as_if_done(view)
        left = tuple(d for d in match.differences(self.readings, view) if d.slot in self._behind)
        doubt = match.unsure(readings, view)
        if not match.differences(readings, view):
            self._unexplained_since = None
            if doubt:
                self._tell(Seen("unsure", f"The camera cannot see {_and(doubt)} well."))
            elif left:
                self._tell(Seen("hands", "Hands have something to do.", differs=left, todo=self._orders(moment)))
            else:
                self._guiding = False
                self._tell(Seen("same"))
            return
        if self._guiding:
            self._guide(moment)
            return
        found = self._stories(moment, readings)
        if found and not found[0].answers and found[0].waits_for:
            self._unexplained_since = None
            name = moment.setup.names.get(found[0].waits_for, found[0].waits_for)
            self._tell(Seen("phone", f"{name}: tell your phone which one it is."))
            return
        if len(found) == 1 and self._believed(found[0]):
            self._unexplained_since = None
            self._take(moment, found[0])
            return
        now = self._clock()
        if self._unexplained_since is None:
            self._unexplained_since = now
        # A single look can catch a piece in mid-air: ask, and complain, only if it stays so.
        waited = now - self._unexplained_since
        if found and waited >= PATIENCE / 3:
            self._tell(Seen("asks", "What was done? " + " Or: ".join(s.words for s in found), choices=tuple(found)))
        elif not found and waited >= PATIENCE:
            differs = match.differences(readings, view)
            places = _and([one.slot for one in differs])
            self._tell(Seen("differs", f"The table differs from the box on {places}. Which is right?", differs=differs))

    def _stories(self, moment: Moment, readings: tuple[Reading, ...]) -> list[Story]:
        """What explains the readings; looked for only once, as long as nothing changes."""
        told = (self._at, tuple((r.slot, r.value, r.sure) for r in readings))
        if self._searched is None or self._searched[0] != told:
            self._searched = told, stories(moment.position, readings)
        return self._searched[1]

    def _believed(self, story: Story) -> bool:
        return not story.unseen and not story.unsure

    def _as_if_done(self, view: Mapping[str, str]) -> tuple[Reading, ...]:
        """The readings with everything as done that hands have still to do."""
        lies = {reading.slot: reading.value for reading in self.readings if reading.sure}
        for slot in list(self._behind):
            if slot in lies and lies[slot] != self._behind[slot]:
                del self._behind[slot]
        return tuple(
            replace(reading, value=view.get(reading.slot), confidence=1.0) if reading.slot in self._behind else reading
            for reading in self.readings
        )

    def _take(self, moment: Moment, story: Story) -> None:
        """Answer for the people who moved the pieces."""
        number = moment.number
        for answer in story.answers:
            try:
                number = self._table.answer(number, answer.value, answer.seat, source="camera").number
            except Refused as refused:
                log.info("%s was not taken: %s", answer.words, refused)
                break
        after = self._table.moment
        if after is not None:
            self._follow(after)
            self._gate.was_read()
            self._understand(after)

    # What people say when it asks

    def choose(self, number: int) -> None:
        """People say which story is true."""
        with self._lock:
            moment, choices = self._table.moment, self.seen.choices
            if moment is None or not 0 <= number < len(choices):
                raise Refused("There is nothing to choose any more.")
            self._take(moment, choices[number])

    def table_is_right(self, who: str) -> None:
        """What lies on the table counts: the box follows it by rulings, which the log keeps."""
        with self._lock:
            moment = self._table.now()
            seen = {reading.slot: reading.value for reading in self.readings if reading.sure}
            changes = looks.as_seen(moment.position.state, seen)
            number = moment.number
            for path, value in changes:
                number = self._table.ruling(number, path, value, who, "the table is right").number
            self._behind, self._guiding, self._unexplained_since = {}, False, None
            after = self._table.now()
            self._view, self._at = after.position.view(), (after.game_id, after.number)
            self._understand(after)

    def guide(self) -> None:
        """What the box says counts: it tells hands what to do until the table looks like it."""
        with self._lock:
            self._guiding = True
            self._guide(self._table.now())

    def _guide(self, moment: Moment) -> None:
        differs = match.differences(self.readings, moment.position.view())
        self._tell(Seen("guiding", "Put the table back:", differs=differs, todo=self._orders(moment)))

    def _orders(self, moment: Moment) -> tuple[str, ...]:
        """What hands have to do so that the table looks as the box says."""
        view = moment.position.view()
        lies = {slot: value for slot, value in view.items() if slot not in {r.slot for r in self.readings}}
        for reading in self.readings:
            value = reading.value if reading.sure else view.get(reading.slot)
            if value is not None:
                lies[reading.slot] = str(value)
        return tuple(moment.position.game.todo(lies, view))

    def _tell(self, seen: Seen) -> None:
        if seen != self.seen:
            self.seen = seen
            for tell in list(self.when_seen):
                tell(seen)

    def shown(self) -> dict[str, Plain]:
        """For a page: what the camera makes of the table."""
        seen = self.seen
        return {
            "state": seen.state,
            "sentence": seen.sentence,
            "choices": [story.words for story in seen.choices],
            "differs": [
                {"slot": d.slot, "seen": d.seen, "expected": d.expected, "confidence": round(d.confidence, 3)}
                for d in seen.differs
            ],
            "todo": list(seen.todo),
        }


def _and(names: list[str] | tuple[str, ...]) -> str:
    some = list(names[:6])
    more = len(names) - len(some)
    if more:
        some.append(f"{more} more places")
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"
