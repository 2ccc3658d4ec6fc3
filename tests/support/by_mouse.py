"""Hands at the pretend table: they move tiles as a player would, and never touch a phone."""

from __future__ import annotations

import random

from clock import Clock

from device.live.table import Table
from device.pictures.kept import Kept
from device.pretend.camera import PretendCamera
from device.pretend.table import PretendTable
from device.sight.watch import Watch
from rules.sleepers.board import HEXES


class AtTheTable:
    """A live game on a pretend table, watched by the camera."""

    def __init__(
        self,
        table: Table,
        *,
        condition: str = "daylight",
        seed: int = 1,
        clock: Clock | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.table = table
        self.luck = random.Random(seed)
        self.pretend = PretendTable(table, self.luck)
        self.pretend.follows = False
        self.clock = clock or Clock()
        self.camera = PretendCamera(self.pretend, condition=condition, place=seed, size=(960, 720))
        self.watch = Watch(table, self.camera, clock=self.clock, kept=kept)

    def wait(self, seconds: float = 1.0) -> None:
        """Let the camera watch for a while."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += 0.2
            self.watch.glance()

    def piece(self, place: str, colour: str | None = None) -> int:
        found = [p for p in self.pretend.pieces if p.place == place and (colour is None or p.owner == colour)]
        assert found, f"nothing lies on {place}"
        return self.luck.choice(found).id

    def lies(self) -> dict[str, str]:
        return {hex_: value for hex_, (value, _) in self.pretend.view().items()}

    def do(self, todo_view: dict[str, str], killed: dict[str, int]) -> None:
        """Move tiles until the board looks like *todo_view*.

        :param killed: how many of each colour leave the board for good.
        """
        here = self.lies()
        gone = [h for h in HEXES if h in here and h not in todo_view]
        new = [h for h in HEXES if h in todo_view and h not in here]
        changed = [h for h in HEXES if h in here and h in todo_view and here[h] != todo_view[h]]
        if len(changed) == 2 and here[changed[0]] == todo_view[changed[1]]:
            self.pretend.move(self.piece(changed[0]), changed[1])
            changed = []
        for hex_ in changed:
            self.pretend.flip(self.piece(hex_))
        for hex_ in new:
            colour = todo_view[hex_].split()[0]
            source = next((g for g in gone if here[g] == todo_view[hex_]), None)
            if source is not None:
                gone.remove(source)
            self.pretend.move(self.piece(source or f"rack {colour}", colour), hex_)
        for hex_ in gone:
            colour = here[hex_].split()[0]
            place = "killed" if killed.get(colour, 0) > 0 else "rack"
            killed[colour] = killed.get(colour, 0) - 1
            self.pretend.move(self.piece(hex_), f"{place} {colour}")

    def draw_up(self) -> None:
        """Whoever holds too few draws from the stock, as the box says."""
        game = self.table.now().position.state
        for colour, side in game.sides.items():
            held = sum(p.place == f"rack {colour}" for p in self.pretend.pieces)
            for _ in range(len(side.hand) - held):
                self.pretend.draw(f"stock {colour}")
