"""What must hold for every game at a live table: for the tests of a game, whoever wrote it.

A check raises AssertionError where something does not hold; it takes the game and an empty folder:

    @pytest.mark.parametrize("check", live.CHECKS, ids=lambda check: check.__name__)
    def test_it_is_played_at_a_live_table(check, tmp_path):
        check(GAME, tmp_path)
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from markupsafe import escape

from rules.ask import AskAny, ChooseOne
from rules.chance import ReadCard
from rules.game import Game
from rules.games import DEMO
from rules.plain import Plain, dump
from rules.position import Position, some_step
from rules.printed import PrintedBoard
from rules.trying_out import CUSTODIES, a_game
from vision.find import register
from vision.scene import board as scene
from web import create_app

from .live.journal import Journal
from .live.table import Table
from .pretend.camera import PretendCamera
from .pretend.table import PretendTable
from .sight import boards as looks
from .sight.watch import Watch

TOKEN = "the-host-token-of-a-try"
PICTURE = (960, 720)


class Box:
    """A box without buttons and lamps: a table, its journal and its page."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(folder / "games.db")
        self.table = Table(self.journal)
        self.app = create_app(self.table, TOKEN, lambda: "http://192.168.1.20:8080")

    def client(self, seat: str = "", *, host: bool = False) -> FlaskClient:
        """A browser without a screen: a seat's phone, the box's own screen, or somebody who watches."""
        client = self.app.test_client()
        if host:
            client.get(f"/host/{TOKEN}")
        if seat:
            assert client.post("/join", data={"seat": seat}).status_code == 303
        return client

    def begin(self, played: Game, custody: str) -> None:
        """A new game for two, or for as many as it needs or allows."""
        self.table.begin(played.setup(min(len(played.seats), max(2, played.fewest)), custody=custody))

    def play(self, chance: random.Random, answers: int) -> list[Plain]:
        """So many random answers, fewer if the game ends; and every state on the way."""
        states = [dump(self.table.now().position.state)]
        for _ in range(answers):
            moment = self.table.now()
            if moment.ask is None:
                break
            step = some_step(moment.position.game, moment.position.state, moment.ask, chance)
            self.table.answer(moment.number, step.value, step.seat)
            if isinstance(moment.ask, AskAny) and moment.ask.window:  # taken back with what led to it
                states.pop()
            states.append(dump(self.table.now().position.state))
        return states


@contextmanager
def a_box(folder: Path) -> Iterator[Box]:
    box = Box(folder)
    try:
        yield box
    finally:
        box.journal.close()


# Taking back


def taken_back_and_done_again_it_is_as_if_nothing_happened(played: Game, folder: Path) -> None:
    for custody in CUSTODIES:
        with a_box(folder / custody) as box:
            box.begin(played, custody)
            take_back_and_do_again(box)


def take_back_and_do_again(box: Box) -> None:
    """Play on, take some of it back, and do it again."""
    states = box.play(random.Random(6), 40)
    some = min(12, len(states) - 1)
    for back in range(1, some + 1):
        _take_back(box.table)
        assert dump(box.table.now().position.state) == states[-1 - back]
    for again in range(some, 0, -1):
        box.table.redo(box.table.now().number)
        assert dump(box.table.now().position.state) == states[-again]


def _take_back(table: Table) -> None:
    moment = table.undo(table.now().number, table.now().seats[0])
    for seat in moment.seats[1:] if moment.proposal else ():
        table.agree(table.now().number, seat, yes=True)


# Secrets


def what_only_one_seat_is_shown_reaches_nobody_else(played: Game, folder: Path) -> None:
    """The planted secrets are the game's own: whatever `show` gives to one seat alone."""
    with a_box(folder) as box:
        box.begin(played, "box")
        chance, found = random.Random(9), 0
        some = box.table.now().seats[:2]
        watching: dict[str | None, FlaskClient] = {seat: box.client(seat) for seat in some}
        watching[None] = box.client()
        earlier = dict.fromkeys(watching, "")
        for _ in range(30):
            box.play(chance, 2)
            position = box.table.now().position
            sent = {seat: _all_but_its_own_prompt(client, position, seat) for seat, client in watching.items()}
            for seat in some:
                for other in (each for each in sent if each != seat):
                    # What was open to the other before may stand in its log.
                    earlier[other] += " ".join(_words(position.show(other))).lower()
                    for secret in _secrets_of(position, seat, other):
                        if secret in earlier[other]:
                            continue
                        found += 1
                        spellings = {secret, secret.replace("_", " ")}
                        assert not any(spelling in sent[other] for spelling in spellings), (secret, seat, other)
        assert bool(found) == played.has_secrets, "`has_secrets` says otherwise than `show`"


def _words(plain: Plain) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from _words(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _words(value)


def _secrets_of(position: Position, seat: str, other: str | None) -> set[str]:
    """Texts that *seat* is shown and *other* is not: names of several words, which no page uses by chance."""
    open_to_other = " ".join(_words(position.show(other))).lower()
    mine = {text.lower() for text in _words(position.show(seat)) if re.search(r"\w[ _]\w", text)}
    return {text for text in mine if text.replace("_", " ") not in open_to_other and text not in open_to_other}


def _all_but_its_own_prompt(client: FlaskClient, position: Position, seat: str | None) -> str:
    """What the page of *seat* is sent, options included; only the sentence it is asked may name any card."""
    page: Any = client.get("/state/seat").get_json()
    asked = position.ask.of(seat) if position.ask and seat in position.ask.seats else None
    if asked:
        page["parts"]["ask"] = page["parts"]["ask"].replace(str(escape(asked.text)), "")
    return json.dumps(page).lower()


# Pages


def every_page_is_drawn_from_the_set_up_to_the_end(played: Game, folder: Path) -> None:
    with a_box(folder) as box:
        screen = box.client(host=True)
        printed = [f"/print/{played.name}"] if played.to_print(DEMO) else []
        for page in ("/table", f"/rules/{played.name}", *printed):
            assert screen.get(page).status_code == 200, page
        box.begin(played, "box")
        phones = [box.client(seat) for seat in box.table.now().seats]
        chance = random.Random(10)
        for _ in range(8):
            assert screen.get("/table").status_code == 200
            assert all(phone.get("/seat").status_code == 200 for phone in phones)
            box.play(chance, 5)
        assert (
            screen.post(f"/lobby/gather/{played.name}", follow_redirects=True).status_code == 200
        )  # people gather anew


# The pretend table and the camera: nothing to find out if no tiles lie on a printed board


def the_pretend_table_follows_the_game(played: Game, folder: Path) -> None:
    board = _board(played)
    if board is None:
        return
    for custody in CUSTODIES:
        with a_box(folder / custody) as box:
            box.begin(played, custody)
            pretend, chance = PretendTable(box.table, random.Random(1)), random.Random(2)
            for _ in range(60):
                assert _lies(pretend) == _on(board, box.table.now().position.view())
                assert pretend.seen()["game"] == played.name
                box.play(chance, 1)


def the_camera_reads_what_lies_on_the_board(played: Game, folder: Path) -> None:
    """Three tables of a random game, photographed and read: everything right, and nothing surely wrong."""
    board = _board(played)
    if board is None:
        return
    line = [position for position, _ in a_game(played, played.fewest, "table", seed=3, most=60)]
    for number, position in enumerate(line[len(line) // 3 :: max(1, len(line) // 3)][:3]):
        table = _on(board, position.view())
        assert read_on(board, table, seed=number) == (set(), set())


def read_on(
    board: PrintedBoard, table: Mapping[str, str], *, condition: str = "daylight", seed: int = 1
) -> tuple[set[str], set[str]]:
    """The slots that are read wrong in a photograph of *table*, and those of them that are surely so."""
    look = looks.printed(board)
    taken = scene.photograph(look, table, scene.CONDITIONS[condition], seed=seed)
    where = register.find(taken.picture, look.layout)
    assert isinstance(where, register.Registration), where
    readings = [one for one in looks.reader(board).read(taken.picture, where) if one.slot not in taken.hidden]
    wrong = {one for one in readings if one.value != table.get(one.slot)}
    return {one.slot for one in wrong}, {one.slot for one in wrong if one.sure}


def what_hands_do_is_understood(played: Game, folder: Path) -> None:
    """Hands move the pieces as a random answer would, and nobody taps anything: the camera has to say what was done.

    Whatever lies on no board, or is one seat's secret, is answered by a phone.
    """
    board = _board(played)
    if board is None:
        return
    with a_box(folder) as box:
        box.begin(played, "table")
        watched, chance = _Watched(box.table), random.Random(4)
        understood = 0
        for _ in range(40):
            moment = box.table.now()
            if moment.ask is None or understood == 6:
                break
            step = some_step(played, moment.position.state, moment.ask, chance)
            asked, after = moment.ask.of(step.seat), moment.position.then(step)
            while isinstance(after.ask, ReadCard) and after.ask.slot in board.slots:
                after = after.then(some_step(played, after.state, after.ask, chance))
            wanted = _on(board, after.view())
            if not isinstance(asked, ChooseOne) or asked.private or wanted == _on(board, moment.position.view()):
                box.table.answer(moment.number, step.value, step.seat)
                watched.lay(box.table.now().position)
                continue
            watched.lay(after)
            watched.choose(board, wanted)
            now = box.table.now()
            assert _on(board, now.position.view()) == wanted, (asked.text, step.value, watched.watch.seen)
            assert now.source == "camera"
            understood += 1
        assert understood, "no answer was ever seen on the board"


class _Watched:
    """The pretend table under the camera; hands lay it as they are told, and time is made to pass."""

    def __init__(self, table: Table) -> None:
        self._table, self._now = table, 0.0
        self._pretend = PretendTable(table, random.Random(5))
        self._pretend.follows = False
        camera = PretendCamera(self._pretend, place=5, size=PICTURE)
        self.watch = Watch(table, camera, clock=lambda: self._now)
        self._wait(1.0)

    def lay(self, position: Position) -> None:
        self._pretend.follow(position.state)
        self._wait(1.4)

    def choose(self, board: PrintedBoard, wanted: Mapping[str, str]) -> None:
        """If the camera asks which of several things was done, people say so."""
        if self.watch.seen.state != "asks":
            self._wait(2.0)
        for number, story in enumerate(self.watch.seen.choices):
            position = self._table.now().position
            for answer in story.answers:
                position = position.after(answer.value, answer.seat)
            if _on(board, position.view()) == wanted:
                self.watch.choose(number)
                break
        self._wait(1.0)

    def _wait(self, seconds: float) -> None:
        end = self._now + seconds
        while self._now < end:
            self._now += 0.2
            self.watch.glance()


def _board(played: Game) -> PrintedBoard | None:
    """The board on which tiles lie in slots, if there is one."""
    first = next(iter(played.boards(DEMO)), None)
    return first if first and first.slots and not first.photograph else None


def _on(board: PrintedBoard, view: Mapping[str, str]) -> dict[str, str]:
    return {slot: view[slot] for slot in board.slots if slot in view}


def _lies(pretend: PretendTable) -> dict[str, str]:
    board = pretend.board
    return _on(board, {slot: str(value) for slot, (value, _) in pretend.view().items()}) if board else {}


CHECKS = (
    taken_back_and_done_again_it_is_as_if_nothing_happened,
    what_only_one_seat_is_shown_reaches_nobody_else,
    every_page_is_drawn_from_the_set_up_to_the_end,
    the_pretend_table_follows_the_game,
    the_camera_reads_what_lies_on_the_board,
    what_hands_do_is_understood,
)
