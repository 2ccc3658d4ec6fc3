"""Hands on the pretend island: they draw and lay tiles and move tokens, and leave blocks and cards to the phones."""

from __future__ import annotations

import random
from collections.abc import Callable

from clock import Clock

from device.live.journal import Journal
from device.live.table import Table
from device.pretend.camera import PretendCamera
from device.pretend.table import PretendTable
from device.sight.watch import Watch
from rules.awakening import GAME
from rules.awakening.state import Awakening
from rules.chance import ReadCard
from rules.position import some_step


class OnTheIsland:
    """A live game on a pretend mat, watched by the camera.

    :param custody: who holds the pouch: the table or the box.
    """

    def __init__(self, path, *, players=3, custody="table", condition="daylight", seed=1, **toggles):
        self.journal = Journal(path / "games.db")
        self.table = Table(self.journal)
        self.luck = random.Random(seed)
        self.pretend = self.tables = PretendTable(self.table, self.luck)
        self.tables.follows = False
        self.table.begin(GAME.setup(players, toggles, custody))
        self.clock = Clock()
        self.camera = PretendCamera(self.tables, condition=condition, place=seed, size=(960, 720))
        self.watch = Watch(self.table, self.camera, clock=self.clock)

    @property
    def state(self) -> Awakening:
        return self.table.now().position.state

    def wait(self, seconds: float = 1.0) -> None:
        """Let the camera watch for a while."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += 0.2
            self.watch.glance()

    def by_phone(self, value, seat=None) -> None:
        """Somebody answers on a phone."""
        moment = self.table.now()
        self.table.answer(moment.number, value, seat or moment.ask.seat)

    def set_up(self) -> None:
        """Everything before the first tile is laid, by phone; then hands put the tokens where they should stand."""
        self._by_phone(self._reveals)
        self.wait()
        for seat, player in self.state.players.items():
            self.pretend.move(self.token(seat), f"space {player.space}")
        self.wait()

    def laid_out(self) -> None:
        """All is set up and the first tiles are revealed: told on phones, and done by hands that follow."""
        self.pretend.follows = True
        self._by_phone(lambda: self.state.phase == "play")
        self.pretend.follows = False
        self.wait()

    def _by_phone(self, until: Callable[[], bool]) -> None:
        while not until():
            moment = self.table.now()
            step = some_step(GAME, moment.position.state, moment.ask, self.luck)
            self.table.answer(moment.number, step.value, step.seat)

    def _reveals(self) -> bool:
        ask = self.table.now().ask
        slots = [option.slot or "" for option in getattr(ask, "options", ())] + [ask.slot or ""]
        return any(slot.startswith("hex ") for slot in slots)

    def token(self, seat: str) -> int:
        return next(piece.id for piece in self.pretend.pieces if piece.kind == seat)

    def lay(self, number: int, kind: str | None = None) -> str:
        """Draw a tile and lay it on a hex, turned as it comes."""
        if kind is None:
            self.pretend.draw("pouch")
        else:
            spare = [p for p in self.pretend.pieces if p.kind == kind and p.place in ("beside", "pouch")]
            min(spare, key=lambda piece: piece.place != "beside").place = "beside"
        tile = next(piece for piece in self.pretend.pieces if piece.onto == "slots" and piece.place == "beside")
        self.pretend.move(tile.id, f"hex {number}")
        return tile.kind

    def move(self, seat: str, space: str) -> None:
        self.pretend.move(self.token(seat), f"space {space}")

    def lies(self) -> dict[str, str]:
        return {place: value for place, (value, _) in self.pretend.view().items()}

    def box_thinks(self) -> dict[str, str]:
        view = self.table.now().position.view()
        return {slot: value for slot, value in view.items() if slot.startswith(("hex ", "space "))}

    def asks_for_tile(self) -> bool:
        return isinstance(self.table.now().ask, ReadCard)

    def close(self) -> None:
        self.journal.close()
