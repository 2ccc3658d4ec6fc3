"""Hands at the pretend table's reading mat: they lay cards and throw dice, and the real readers read them."""

from __future__ import annotations

import random
from collections.abc import Callable

from clock import Clock

from device.live.table import Table
from device.pictures.kept import Kept
from device.pretend.camera import PretendCamera
from device.pretend.mat import PretendMat
from device.pretend.table import PretendTable
from device.sight.watch import Watch
from rules.ask import Ask
from rules.chance import Chance
from rules.game import Setup
from rules.moment import Moment
from rules.position import some_step
from vision.read.taught import Shelf


class AtTheMat:
    """A live game beside a pretend mat, watched by the camera.

    :param shelf: the pieces that were taught.
    """

    def __init__(
        self,
        table: Table,
        *,
        condition: str = "daylight",
        seed: int = 1,
        shelf: Shelf | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.table = table
        self.clock = Clock()
        self.mat = PretendMat(table, random.Random(seed))
        self.pretend = PretendTable(table)
        self.camera = PretendCamera(self.pretend, mat=self.mat, condition=condition, place=seed)
        taught = shelf or Shelf()

        def shelves(setup: Setup) -> Shelf:
            return taught

        self.watch = Watch(table, self.camera, clock=self.clock, shelf=shelves, kept=kept)

    def wait(self, seconds: float = 1.2) -> None:
        """Let the camera watch for a while."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += 0.2
            self.watch.glance()

    def teach_meanwhile(self) -> None:
        """Pieces are shown to be taught for a moment: the camera answers nothing, and begins anew afterwards."""
        self.watch.resting = True
        self.wait(0.4)
        self.watch.resting = False
        self.watch.look_again()

    @property
    def now(self) -> Moment:
        return self.table.now()

    @property
    def seen(self) -> str:
        return self.watch.seen.sentence

    def throw(self, *pips: int) -> None:
        """Throw the dice that are asked for, and again if the camera is not sure, as people would."""
        self._until_read(lambda: self.mat.throw(pips))

    def lay(self, *numbers: int) -> None:
        """Lay down the cards that are asked for, and lay them anew if the camera is not sure."""

        def once() -> None:
            self.mat.clear()
            for number in numbers:
                self.mat.lay(number)

        self._until_read(once)

    def _until_read(self, do: Callable[[], object]) -> None:
        before = self.now.number
        for _ in range(3):
            do()
            self.wait()
            if self.now.number != before:
                return
        raise AssertionError(f"it was never read: {self.watch.seen}")

    def play_until(self, wanted: Callable[[Ask], bool], seed: int, most: int = 1500) -> Ask:
        """Answer by phone until a question of this sort is asked; it is left open. A game that ends is begun anew."""
        luck = random.Random(seed)
        for _ in range(most):
            moment = self.now
            if moment.ask is None:
                moment = self.table.begin(moment.setup)
            found = next((ask for ask in moment.ask.each if wanted(ask)), None)
            if found is not None:
                return found
            step = some_step(moment.position.game, moment.position.state, moment.ask, luck)
            self.table.answer(moment.number, step.value, step.seat)
        raise AssertionError("no such question came up")

    def play_to_the_end(self, seed: int) -> None:
        """Play on by phone; whatever chance decides, the box draws."""
        luck = random.Random(seed)
        while (moment := self.now).ask is not None:
            step = some_step(moment.position.game, moment.position.state, moment.ask, luck)
            if isinstance(moment.ask.of(step.seat), Chance):
                self.table.draw(moment.number, step.seat, source="fate button")
            else:
                self.table.answer(moment.number, step.value, step.seat)
