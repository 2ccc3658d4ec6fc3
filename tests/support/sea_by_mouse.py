"""Hands at the pretend table of The Silent Sea: they move figures as players would, and never touch a phone for it."""

from __future__ import annotations

from clock import Clock

from device.live.table import Table
from device.pretend.camera import PretendCamera
from device.pretend.table import PretendTable
from device.sight.watch import Watch
from rules.ask import AskAny
from rules.silent_sea import GAME
from rules.silent_sea.state import SilentSea

NAMES = {"white": "Ann", "yellow": "Ben", "red": "Cem", "blue": "Dia"}
ROLES = ("engineer", "astrobiologist", "doctor")


class AtTheSea:
    """A live game on the pretend table, watched by the camera."""

    def __init__(self, table: Table, *, condition: str = "daylight", place: int = 1, **setup: object) -> None:
        self.table = table
        self.tables = PretendTable(table)
        self.clock = Clock()
        self.camera = PretendCamera(self.tables, condition=condition, place=place, size=(1040, 780))
        self.watch = Watch(table, self.camera, clock=self.clock)
        self.begin(**setup)
        self.tables.follows = False
        self.wait()

    def begin(self, **setup: object) -> None:
        """Set-up is tapped on phones; the die is a real one."""
        custody = setup.pop("custody", "box")
        self.table.begin(GAME.setup(NAMES, custody={"die": "table"} if custody == "box" else custody, **setup))
        answers = iter(("agreed", *ROLES))
        while not self.state.players:
            asked = self.table.now().ask
            confirms = isinstance(asked, AskAny) or not hasattr(asked, "options")
            self.table.answer(self.table.now().number, True if confirms else next(answers), asked.seats[0])

    @property
    def state(self) -> SilentSea:
        state: SilentSea = self.table.now().position.state
        return state

    def tap(self, answer: object) -> None:
        """What is answered on a phone."""
        self.table.answer(self.table.now().number, answer, self.table.now().ask.seats[0])

    def wait(self, seconds: float = 1.0) -> None:
        """Let the camera watch for a while; what rests is glanced at now and then, or the test would take as long."""
        begun = self.clock.now
        while self.clock.now < begun + seconds:
            self.clock.now += 0.25 if self.clock.now < begun + 1 else 1.5
            self.watch.glance()

    def put(self, seat: str, place: str) -> None:
        """A hand moves a figure, and the camera looks."""
        number = next(figure.id for figure in self.figures if figure.kind == seat)
        self.tables.move(number, place)
        self.wait()

    @property
    def figures(self) -> list:
        return self.tables.pieces
