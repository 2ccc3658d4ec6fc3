"""The camera loop: waits until hands have left and the table rests, then lets its chapters read it.

What lies on the game's printed board is read by `board_watch`, what is laid on the reading mat by `mat_watch`. The
camera is never needed: every answer can be tapped in instead.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from device.camera.camera import Camera
from device.live.table import Table
from device.pictures.kept import Kept
from rules.ask import Trouble as Refused
from rules.moment import Moment
from rules.plain import Plain
from vision.find import steady
from vision.find.board import Board
from vision.read.taught import Shelf
from vision.reading import Image, Reading

from . import boards as looks
from .board_watch import BoardWatch
from .mat_watch import MatWatch, Shelves
from .seen import Seen

log = logging.getLogger(__name__)

PERIOD = 0.15  # seconds between two glances
LOOKS = 2  # pictures that must agree


class Watch:
    """Watches the table and answers for those who moved pieces, laid cards or threw dice.

    :param clock: seconds that only rise.
    :param boards: the board of a game as this box knows it.
    :param shelf: the pieces that the owner of a game has taught.
    :param kept: where pictures go about which people were asked, if they allow it.
    """

    def __init__(
        self,
        table: Table,
        camera: Camera,
        *,
        clock: Callable[[], float] = time.monotonic,
        boards: Callable[[str], Board] = looks.board,
        shelf: Shelves = lambda setup: Shelf(),
        kept: Kept | None = None,
    ) -> None:
        self.seen = Seen()
        self.when_seen: list[Callable[[Seen], None]] = []
        self.resting = False  # while pieces are shown to be taught, nothing under the camera is an answer
        self._table = table
        self._camera = camera
        self._clock = clock
        self._gate = steady.Gate()
        self._board = BoardWatch(table, clock, boards, shelf, kept)
        self._mat = MatWatch(table, clock, shelf, kept)
        self._pictures: list[Image | None] = []  # of the look that is being taken
        self._locked = False
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
                if self._stop.is_set():
                    return  # the box is being closed, and with it all that this look was about
                log.exception("the camera loop stumbled")
                self._tell(Seen("trouble", "The camera can't make sense of the table. Play goes on by hand."))

    def glance(self) -> None:
        """One small look; and a full one when the table rests after a change."""
        with self._lock:
            moment = self._table.moment
            if moment is None or self.resting:
                self._mat.forget()
                self._at = None
                self._tell(Seen("off"))
                return
            board = self._board.board(moment)
            self._board.follow(moment)
            small = self._camera.look()
            if small is None:
                if self._camera.trouble:
                    self._tell(Seen("trouble", f"{self._camera.trouble} Play goes on by hand."))
                return
            state = self._gate.look(small, self._clock())
            self._follow(moment, still=state in ("changed", "idle"))
            changed, idle = state == "changed", state == "idle"
            read_board = board is not None and (changed or (idle and self._board.restless))
            read_mat = changed or (idle and self._mat.restless)
            if state == "moving":
                self._moves()
            elif read_board or read_mat:
                self._gate.was_read()
                self._pictures = []
                if board is not None and read_board:
                    self._board.read(moment, board, self._take(LOOKS))
                if read_mat and self._table.moment is moment:  # what the board answered, the mat need not
                    self._mat.read(moment, self._take)
                self._looked()
                self._keep_the_light()
            elif self._mat.pass_time(moment) or (state == "idle" and self.seen.state == "moving"):
                self._tell(self._said(board))

    def _take(self, count: int) -> list[Image | None]:
        """So many pictures of the table as it rests now; both chapters look at the same ones."""
        while len(self._pictures) < count:
            self._pictures.append(self._camera.picture())
        return self._pictures[:count]

    def _moves(self) -> None:
        """Hands are over the table: say so where people wait for the camera."""
        if self.seen.state == "same":
            self._tell(replace(self.seen, state="moving", sentence=""))
        elif self.seen.state == "mat":
            self._tell(replace(self.seen, state="moving"))

    def _follow(self, moment: Moment, *, still: bool) -> None:
        """The game moved on: whatever lies there now is worth another look."""
        if (moment.game_id, moment.number) != self._at:
            self._at = moment.game_id, moment.number
            self._mat.follow(moment, still=still)
            self._gate.forget()
            if not self._lies(self._board.board(moment)):
                self._tell(self._mat.seen)

    def _looked(self) -> None:
        """Tell what the chapters made of the table; what they answered themselves is no reason to look again."""
        moment = self._table.moment
        if moment is not None:
            self._at = moment.game_id, moment.number
            self._board.follow(moment)
            self._mat.follow(moment, still=True)
        self._tell(self._said(self._board.board(moment)))

    def _said(self, board: Board | None) -> Seen:
        """Of what both chapters say, that which people need to know now."""
        on_board, on_mat = self._board.seen, self._mat.seen
        if not self._lies(board) or on_mat.state in ("asks", "unsure", "read"):
            return on_mat
        # What hands have still to do stands in their own list anyway.
        calm = ("same", "off", "hands", "unsure")
        quiet = on_board.state in calm or (on_board.state == "trouble" and self._mat.in_sight)
        return on_mat if on_mat.state == "mat" and quiet else on_board

    def _lies(self, board: Board | None) -> bool:
        """Is there a board to speak of? One that only lies there if people like is none until it is seen."""
        return board is not None and not (board.aside and not self._board.in_sight)

    def _keep_the_light(self) -> None:
        """Once board or mat was found, exposure, white balance and focus stay as they are."""
        if not self._locked and (self._mat.in_sight or self._board.in_sight):
            self._locked = True
            self._camera.lock()

    def look_again(self) -> None:
        """Read the table at the next rest, whatever it shows."""
        with self._lock:
            self._gate.forget()

    # What people say when it asks

    def choose(self, number: int, seat: str | None = None) -> None:
        """People say which story is true; where it is one seat's secret, only that seat can."""
        with self._lock:
            moment, seen = self._table.moment, self.seen
            if moment is None or not 0 <= number < len(seen.choices):
                raise Refused("There is nothing to choose any more.")
            if seen.seat is not None and seat != seen.seat:
                raise Refused("Only the one who is asked can say this.")
            chapter = self._mat if seen.choices == self._mat.seen.choices else self._board
            chapter.chosen(moment, seen.choices[number])
            self._looked()

    def choice_picture(self, number: int, seat: str | None = None) -> bytes | None:
        """What the camera asks about, as JPEG; None if there is none, or it is for somebody else's eyes."""
        seen = self.seen
        if (seen.seat is not None and seat != seen.seat) or not 0 <= number < len(seen.pictures):
            return None
        return seen.pictures[number]

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
                try:
                    tell(seen)
                except Exception:  # a lamp or a page that fails must not close the eye
                    if not self._stop.is_set():
                        log.exception("telling what the camera sees failed")

    def check(self) -> list[dict[str, Plain]]:
        """Look at the board now, and compare it slot by slot with what the box has."""
        with self._lock:
            moment = self._table.now()
            board = self._board.board(moment)
            if board is None:
                raise Refused("The camera does not read the board of this game.")
            self._pictures = []
            self._board.follow(moment)
            self._board.read(moment, board, self._take(LOOKS))
            self._gate.was_read()
            self._looked()
            if self._board.seen.state == "trouble":
                raise Refused(self._board.seen.sentence)
            if not self._lies(board):
                raise Refused(f"The {board.layout.title} isn't under the camera. You don't need it: just tap.")
            return self._board.checked()

    def shown(self, seat: str | None = None) -> dict[str, Plain]:
        """For a page of *seat*: what the camera makes of the table; None is the public screen."""
        return self.seen.plain(seat) | {"board": self._lies(self._board.board(self._table.moment))}

    @property
    def secret(self) -> bool:
        """May the table's picture show something that is for one seat's eyes only?"""
        return any(want.ask.private for want in self._mat.wanted)
