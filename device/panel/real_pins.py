"""The Pi's own pins through lgpio, made so that they can be lost and found again.

Import this only where lgpio is installed: `pins.open_pins` does.
"""

from __future__ import annotations

import logging
from pathlib import Path

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

log = logging.getLogger(__name__)

LABELS = ("pinctrl-rp1", "pinctrl-bcm")  # Pi 5, and those before it


class CalmPin(LGPIOPin):  # type: ignore[misc]
    """A pin whose chip may be gone: giving it back then is nothing to complain about.

    lgpio has one thread for the edges of all pins, and an exception would end it. A late edge of a pin that was
    given back raises inside gpiozero itself, so it is caught here, around everything.
    """

    def _call_when_changed(self, chip: int, gpio: int, level: int, ticks: int) -> None:
        try:
            super()._call_when_changed(chip, gpio, level, ticks)
        except Exception as fault:
            log.debug("an edge of GPIO %s: %s", gpio, fault)

    def close(self) -> None:
        try:
            super().close()
        except lgpio.error as fault:
            log.debug("giving back GPIO %s: %s", self._number, fault)

    def _set_frequency(self, value: float | None) -> None:
        try:
            super()._set_frequency(value)
        except lgpio.error:
            if value is not None:
                raise
            self._pwm = None


class RealPins(LGPIOFactory):  # type: ignore[misc]
    """The chip with the Pi's header, whichever number the kernel gave it."""

    def __init__(self) -> None:
        super().__init__(chip=header_chip())
        self.pin_class = CalmPin


def header_chip() -> int | None:
    """The number of the chip whose lines are the header's; `None` leaves the guess to gpiozero."""
    for path in sorted(Path("/dev").glob("gpiochip*")):
        number = int(path.name.removeprefix("gpiochip"))
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        try:
            _, lines, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        if lines >= 28 and label.startswith(LABELS):
            return number
    return None
