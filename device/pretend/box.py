"""The pretend box: the real panel on pins that exist only in memory; and everything pretended, as the page needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.panel.panel import Panel
from device.panel.pins import pretend_pins
from device.settings import Box
from rules.ask import Trouble
from rules.plain import Plain

from .mat import PretendMat
from .table import PretendTable


class PretendBox:
    """The real panel, on pins that only exist in memory; the page presses its buttons and shows its lamps."""

    def __init__(self, box: Box) -> None:
        self._pins = pretend_pins()
        self.panel = Panel(replace(box, fitted="yes"), pin_factory=self._pins)

    def hold(self, button: str, down: bool) -> None:
        """A finger goes down on a button or comes up."""
        box = self.panel.box
        if button not in box.buttons:
            raise Trouble(f"There is no {button} button on this box.")
        pin = self._pins.pin(box.buttons[button])
        if down == (box.buttons_to == "ground"):
            pin.drive_low()
        else:
            pin.drive_high()

    def seen(self) -> dict[str, Plain]:
        """What lamps and digit show now."""
        return {"lamps": {name: round(value, 2) for name, value in self.panel.lit.items()}, "digit": self.panel.digit}

    def close(self) -> None:
        self.panel.close()


class Pretend:
    """Everything pretended, for the page.

    :param photograph: what the pretend camera sees just now, as JPEG.
    """

    def __init__(
        self, box: PretendBox, table: PretendTable, mat: PretendMat, photograph: Callable[[], bytes | None]
    ) -> None:
        self.box = box
        self.table = table
        self.mat = mat
        self.picture = photograph

    def seen(self) -> dict[str, Plain]:
        return {"box": self.box.seen(), "table": self.table.seen(), "mat": self.mat.seen()}
