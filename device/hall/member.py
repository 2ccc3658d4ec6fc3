"""This box in the hall: what it tells, what it hears, and the help that its table calls for."""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from device.care.backup import keep
from device.care.chosen import Chosen, read
from device.live.table import Table
from device.settings import Hall
from rules.ask import IllegalAnswer, Trouble
from rules.games import game, names
from rules.moment import Moment
from rules.plain import Plain
from web.live.lobby import Entrance

from . import word
from .discovery import discovery, kept_of
from .link import Link
from .telling import Around, Gathering, Help, happened, result, told

log = logging.getLogger(__name__)

RESULTS = 20
"""Finished games that are told again whenever the hall asks; it keeps them for good."""

WORDS = 80
"""Letters in which a table says what it needs."""

PAUSE = 0.05
"""Seconds for which a change rests: first the answer is done and shown at the table, then the hall hears of it."""

BUTTONS = {"draw": "fate", "yes": "yes"}
"""What the house may press, and which button of the box that is."""


class Pages(Protocol):
    """Whoever shows the pages: is told of a change, and tells of every one."""

    when_told: list[Callable[[], None]]

    def tell(self) -> None: ...


class Member:
    """This box, as the hall knows it.

    Game and pages only say that something changed; a thread of its own looks what it is and tells the newest.

    :param folder: where it keeps what the hall must not miss.
    :param press: presses a button of the box.
    :param troubles: what of the box does not work.
    :param clock: the seconds of the box's clock, which may be wrong or put right.
    :param pause: in seconds, before a change is looked at.
    """

    def __init__(
        self,
        chosen: Chosen[Hall],
        table: Table,
        folder: Path,
        *,
        press: Callable[[str], None] = lambda button: None,
        troubles: Callable[[], list[str]] = list,
        clock: Callable[[], float] = time.time,
        pause: float = PAUSE,
    ) -> None:
        self.when_coming: Callable[[], None] = lambda: None
        self._chosen, self._table, self._file = chosen, table, folder / "hall-table.json"
        self._press, self._troubles, self._clock, self._pause = press, troubles, clock, pause
        kept = read(self._file)
        self._own_name = str(kept.get("box") or f"box-{secrets.token_hex(4)}")
        self._was: list[str] = list(kept.get("was") or [])  # where it told last, and under which name
        self._results: list[dict[str, Plain]] = list(kept.get("results") or [])
        self._pairings: dict[str, str] = dict(kept.get("pairings") or {})
        words, since = kept.get("help") or ["", 0]
        self.help = Help(str(words), float(since)) if since else None
        self._pages: Pages | None = None
        self._entrance: Entrance | None = None
        self._link: Link | None = None
        self._trouble = ""
        self._moment: Moment | None = None
        self._told: dict[str, Plain] | None = None
        self._draws = 0
        self._since: tuple[object, float] = (None, 0.0)
        self._pairing: word.Wanted | None = None  # that the hall wants to be played here
        self._laid_out = ""  # the lobby in which its players are awaited
        self._playing = ""  # the game that was seen going on
        self._ended: deque[Moment] = deque()
        self._heard: deque[tuple[str, str, bool]] = deque()
        self._more = threading.Condition()
        self._look = self._closing = False
        table.when_changed.append(self.changed)
        self._thread = threading.Thread(target=self._run, name="hall member", daemon=True)

    def start(self, pages: Pages, entrance: Entrance) -> None:
        """Tell from now on, if the owner wants it."""
        self._pages, self._entrance = pages, entrance
        pages.when_told.append(self.look)
        self._connect()
        self.changed(self._table.moment)

    def close(self) -> None:
        with self._more:
            self._closing = True
            self._more.notify_all()
        if self._thread.is_alive():
            self._thread.join()
        if self._link:
            self._link.close()

    # What the pages ask

    @property
    def how(self) -> Hall:
        return self._chosen.now

    @property
    def is_on(self) -> bool:
        return self.how.on and bool(self.how.address)

    @property
    def trouble(self) -> str:
        """Why the hall hears nothing of this table; empty if it does, or if nobody wants it to."""
        if not self.is_on:
            return ""
        return self._trouble or (self._link.trouble if self._link else "")

    @property
    def connected(self) -> bool:
        return self._link is not None and self._link.connected

    def change(self, wanted: Mapping[str, Any]) -> None:
        """The owner says otherwise: whoever is told no more forgets this table."""
        before = self._topic(""), self.how
        self._chosen.change(wanted)
        if self._link:
            stays = self.is_on and (self._topic(""), self.how.address) == (before[0], before[1].address)
            if not stays and self._link.connected:
                self._was = []
            self._link.close(forget=not stays)
            self._link = None
        self._connect()
        self.changed(self._moment)
        self._tell_pages()

    def call(self, words: str = "") -> None:
        """Somebody at the table wants help."""
        if not self.is_on:
            raise IllegalAnswer("This table is in no hall.")
        words = " ".join(words.split())[:WORDS]
        if self.help and words in ("", self.help.words):
            return
        self.help = Help(words, self._clock())
        self._keep()
        self.look()
        self._tell_pages()

    def call_off(self) -> None:
        """Nobody has to come any more."""
        self.help = None
        self._keep()
        self.look()
        self._tell_pages()

    # What happens at the table

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on. Called while the table is held: what ends is put aside, and looked at later."""
        self._moment = moment  # what others do in the middle of an answer is none of the hall's business
        if self._link is None:
            return
        if moment is not None and moment.ask is not None:
            self._playing = moment.game_id
        elif moment is not None and moment.game_id == self._playing:
            self._ended.append(moment)
            self._playing = ""
        self.look()

    def look(self) -> None:
        """There may be something new to tell."""
        if self._link is None:
            return
        with self._more:
            self._look = True
            self._more.notify_all()

    def _run(self) -> None:
        while True:
            with self._more:
                self._more.wait_for(lambda: self._look or self._heard or self._closing)
                self._more.wait_for(lambda: self._heard or self._closing, self._pause)
                if self._closing:
                    return
                self._look = False
                heard = list(self._heard)
                self._heard.clear()
            try:
                for topic, text, before in heard:
                    self._listen(topic, text, before)
                self._tell()
            except Exception:  # the next change is told all the same
                log.exception("the hall could not be told")

    def _tell(self) -> None:
        moment = self._moment
        self._note(moment)
        self._sit_down()
        link = self._link
        if link is None:
            return
        state = told(moment, self._around(moment))
        waits_for = state["id"], state["phase"], state["turn"], state["asked"]
        if self._since[0] != waits_for:
            self._since = waits_for, self._clock()
        state["since"] = round(self._since[1])
        draws = moment.draws if moment else 0
        for event in happened(self._told, state, (self._draws, draws)):
            link.happened(self._topic("event"), event)
        if state != self._told:
            link.tell(self._topic("state"), state | {"at": round(self._clock())})
        self._told, self._draws = state, draws
        link.tell(self._topic("results"), self._results)

    def _around(self, moment: Moment | None) -> Around:
        lobby = self._entrance.lobby if self._entrance else None
        gathering = None
        if lobby is not None:
            guests = tuple(guest.name for guest in lobby.guests.values())
            gathering = Gathering(lobby.game, guests, max(0, len(lobby.game.seats) - len(guests)))
        return Around(
            self.how.name, help=self.help, troubles=self._troubles(), gathering=gathering, pairings=self._pairings
        )

    def _note(self, moment: Moment | None) -> None:
        """Keep what ended, and forget what was taken back since."""
        before = list(self._results)
        while self._ended:
            ended = self._ended.popleft()
            self._belongs(ended)  # it may have begun since we looked last
            others = [each for each in self._results if each["id"] != ended.game_id]
            pairing = self._pairings.get(ended.game_id, "")
            self._results = [*others, result(ended, ended=self._clock(), pairing=pairing)][-RESULTS:]
        if moment is not None and moment.ask is not None:
            self._results = [each for each in self._results if each["id"] != moment.game_id]
            self._belongs(moment)
        if self._results != before:
            self._keep()

    # What the hall says

    def _listen(self, topic: str, text: str, before: bool) -> None:
        what = topic.removeprefix(self._topic(""))
        if what == "hall":
            try:
                self._hear(word.read(text))
            except (ValueError, RecursionError) as fault:
                log.warning("what the hall said was not understood: %s", fault)
        elif (button := BUTTONS.get(what.removeprefix("set/"))) and self.how.buttons and not before:
            self._press(button)  # one that was kept for us is nobody's press now

    def _hear(self, said: word.Word) -> None:
        if self.help and not self.help.coming and said.coming == round(self.help.since):
            self.help = replace(self.help, coming=True)
            self.when_coming()
            self._tell_pages()
        if self.help and said.helped == round(self.help.since):
            self.call_off()
        self._pairing = said.pairing
        if self._pairing is None and self._laid_out and self._entrance:
            if (lobby := self._entrance.lobby) and lobby.key == self._laid_out:
                self._entrance.shut()  # they play elsewhere after all
                self._tell_pages()
            self._laid_out = ""

    def _sit_down(self) -> None:
        """The hall wants two to play here: as soon as the table is free, its lobby awaits them by name."""
        wanted, moment, entrance = self._pairing, self._moment, self._entrance
        if wanted is None or entrance is None or wanted.game not in names():
            return
        busy = moment is not None and moment.ask is not None
        if busy or entrance.lobby is not None or wanted.id in self._pairings.values():
            return
        played = game(wanted.game)
        lobby = entrance.gather(played)
        for seat in played.seats:
            lobby.free(seat)  # the phones of those who played here before are none of these two
        for seat, name in zip(played.seats, wanted.names, strict=False):
            lobby.write(seat, name)
        self._laid_out = lobby.key
        self._tell_pages()

    def _belongs(self, moment: Moment) -> None:
        """The game that those two began here is the one the hall wanted."""
        wanted = self._pairing
        if wanted is None or moment.game_id in self._pairings or wanted.id in self._pairings.values():
            return
        if moment.setup.game == wanted.game and sorted(moment.setup.names.values()) == sorted(wanted.names):
            self._pairings = {**dict(list(self._pairings.items())[-RESULTS:]), moment.game_id: wanted.id}
            self._keep()

    # What holds it together

    def _topic(self, what: str) -> str:
        return f"tableside/{self.how.user or self._own_name}/{what}"

    def _connect(self) -> None:
        self._told = None
        self._trouble = ""
        if not self.is_on:
            return
        heard = [self._topic("hall"), *(self._topic(f"set/{name}") for name in BUTTONS if self.how.buttons)]
        try:
            link = Link(self.how, here=self._topic("here"), listens=heard, when_heard=self._hears)
        except Trouble as trouble:
            self._trouble = str(trouble)
            log.warning("%s", trouble)
            return
        link.when_changed = self._tell_pages
        box = self.how.user or self._own_name
        for topic, entity in discovery(box, self.how.name, self._topic(""), buttons=self.how.buttons).items():
            link.tell(topic, entity)
        now = [self.how.address, box]
        if self._was != now:
            if self._was[:1] == now[:1]:  # it had another name, and nobody was there to be told
                link.wipe(kept_of(self._was[1]))
            self._was = now
            self._keep()  # its own name, too: the next time it is the same box
        self._link = link
        if not self._thread.is_alive():
            self._thread.start()

    def _hears(self, topic: str, text: str, before: bool) -> None:
        with self._more:
            self._heard.append((topic, text, before))
            self._more.notify_all()

    def _tell_pages(self) -> None:
        if self._pages:
            self._pages.tell()

    def _keep(self) -> None:
        kept = {
            "box": self._own_name,
            "was": self._was,
            "results": self._results,
            "pairings": self._pairings,
            "help": [self.help.words, self.help.since] if self.help else None,
        }
        try:
            keep(self._file, json.dumps(kept, ensure_ascii=False))
        except OSError as barred:
            log.warning("what the hall should know could not be kept: %s", barred)
