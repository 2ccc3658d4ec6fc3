"""Everything around the camera, connected: boards as they were placed, pieces as they were taught, the watch, and the
two pages on which people set all that up.
"""

from __future__ import annotations

import logging
from pathlib import Path

from device.camera.camera import Camera
from device.live.table import Table
from device.panel.panel import Panel
from device.pictures.kept import Kept
from device.pretend.to_teach import PretendShelf
from rules.ask import Trouble
from rules.game import Setup
from vision.read.taught import Shelf

from .calibration import Calibration
from .placed_boards import PlacedBoards
from .teaching import Shelves, Teaching
from .watch import Watch

log = logging.getLogger(__name__)


class Eye:
    """What the box sees with.

    :param data: the box's folder.
    :param pretend: there is no real table; pieces to be taught exist on the screen only.
    """

    def __init__(self, table: Table, camera: Camera, panel: Panel, data: Path, *, pretend: bool = False) -> None:
        self._table = table
        self.boards = PlacedBoards(data / "boards")
        self.shelves = Shelves()
        self.kept = Kept(data / "pictures")
        self.watch = Watch(table, camera, boards=self.boards.board, shelf=self.taught, kept=self.kept)
        self.calibration = Calibration(
            table, camera, self.boards, again=self.watch.look_again, shelf=self._taught_for_the_page
        )
        self.to_teach = PretendShelf(camera.picture) if pretend else None
        self.teaching = Teaching(
            self.shelves,
            panel,
            self.to_teach.picture if self.to_teach else camera.picture,
            secret=lambda: self.calibration.secret,
            rest=self._rest,
        )

    def taught(self, setup: Setup) -> Shelf:
        """What was taught for the pack that is played; nothing if that cannot be read, for the game goes on."""
        try:
            return self.shelves.shelf(setup.game, setup.pack)
        except Trouble as trouble:
            log.warning(trouble)
            return Shelf()

    def _taught_for_the_page(self, game: str) -> Shelf | None:
        moment = self._table.moment
        return self.taught(moment.setup) if moment is not None else None

    def _rest(self, resting: bool) -> None:
        self.watch.resting = resting
        if not resting:
            if self.to_teach:
                self.to_teach.lay("")
            self.watch.look_again()

    def close(self) -> None:
        self.teaching.end()
        self.watch.close()
