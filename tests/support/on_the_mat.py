"""Hands at the pretend table's reading mat: they lay cards and throw dice, and the real readers read them."""

from __future__ import annotations

import random

from by_mouse import Clock

from device.pretend_camera import PretendCamera
from device.pretend_mat import PretendMat
from device.simulated import PretendTable
from device.table import Moment, Table
from device.watch import Watch
from rules.ask import Ask, AskAny
from rules.game import Setup
from vision.teach import Shelf


class AtTheMat:
    """A live game beside a pretend mat, watched by the camera.

    :param shelf: the pieces that were taught.
    """

    def __init__(self, table: Table, *, condition: str = "daylight", seed: int = 1, shelf: Shelf | None = None) -> None:
        self.table = table
        self.clock = Clock()
        self.mat = PretendMat(table, random.Random(seed))
        self.camera = PretendCamera(PretendTable(table), mat=self.mat, condition=condition, place=seed)
        taught = shelf or Shelf()

        def shelves(setup: Setup) -> Shelf:
            return taught

        self.watch = Watch(table, self.camera, clock=self.clock, shelf=shelves)

    def wait(self, seconds: float = 1.2) -> None:
        """Let the camera watch for a while."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += 0.2
            self.watch.glance()

    @property
    def now(self) -> Moment:
        return self.table.now()

    @property
    def seen(self) -> str:
        return self.watch.seen.sentence

    def play_until(self, wanted: type[Ask], luck: random.Random, most: int = 400) -> Ask:
        """Answer at random, by phone, until a question of this sort is asked; it is left open."""
        for _ in range(most):
            moment = self.now
            asks = moment.ask.asks if isinstance(moment.ask, AskAny) else (moment.ask,)
            found = next((ask for ask in asks if isinstance(ask, wanted)), None)
            if found is not None:
                return found
            ask = luck.choice(asks)
            assert ask is not None, "the game ended first"
            self.table.answer(moment.number, ask.sample(luck), ask.seat)
        raise AssertionError(f"no {wanted.__name__} came up")
