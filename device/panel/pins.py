"""The pins under the panel: real ones on a Raspberry Pi, pretend ones elsewhere, and parts that may fail.

A part that is missing, busy or pulled out is a sentence for the page; the game goes on without it, and
every few seconds the part is tried again.
"""

from __future__ import annotations

import logging
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero import Device, Factory
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPWMPin

log = logging.getLogger(__name__)

FAULTS_IN_A_ROW = 3  # before a part counts as gone; lgpio now and then refuses a single write
TRY_AGAIN = 5.0  # seconds


def on_a_pi(root: Path = Path("/")) -> bool:
    """Is this a Raspberry Pi?"""
    model = _text(root / "proc/device-tree/model")
    if model:
        return "Raspberry Pi" in model
    return any(line.startswith("Revision") for line in _text(root / "proc/cpuinfo").splitlines())


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def open_pins() -> Factory:
    """This machine's own pins, through lgpio unless GPIOZERO_PIN_FACTORY names another way."""
    if os.environ.get("GPIOZERO_PIN_FACTORY"):
        Device.ensure_pin_factory()
        return Device.pin_factory
    # lgpio leaves a pipe in its working directory and moves the whole program there: give it a place of its
    # own, which it no longer needs once the pipe is open, and come back.
    here = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="tableside-") as place:
        os.environ.setdefault("LG_WD", place)
        try:
            from .real_pins import RealPins
        finally:
            os.chdir(here)
            if os.environ.get("LG_WD") == place:
                del os.environ["LG_WD"]
    return RealPins()


class PretendPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that can be left running: it does not write down every change for ever."""

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        del self.states[:-1]
        return changed


def pretend_pins() -> Factory:
    """Pins for a box on the screen: drive them low and high to press its buttons."""
    return MockFactory(pin_class=PretendPin)


class Part:
    """One button, lamp, digit or buzzer, there or not.

    :param name: as in "The seat 2 lamp".
    :param pins: for the sentences.
    :param build: makes the gpiozero device.
    """

    def __init__(self, name: str, pins: tuple[int, ...], build: Callable[[], Any]) -> None:
        self.name = name
        self.pins = pins
        self.device: Any = None
        self.problem: str | None = None
        self.opened = 0.0
        self._build = build
        self._faults = 0
        self._try_again = 0.0
        self._last: object = None

    def __repr__(self) -> str:
        return f"<{self.name} on {self.where}{': ' + self.problem if self.problem else ''}>"

    @property
    def where(self) -> str:
        numbers = [str(pin) for pin in self.pins]
        return "GPIO " + (f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else numbers[0])

    def open(self, at: float) -> None:
        """Take the pins; a part that cannot be had leaves its reason in `problem`."""
        try:
            self.device = self._build()
        except Exception as fault:
            self.device = None
            self._try_again = at + TRY_AGAIN
            self.problem = f"The {self.name} ({self.where}) cannot be used: {reason(fault)}."
        else:
            self.problem = None
            self.opened = time.monotonic()
            self._faults = 0
            self._last = None

    def reopen_if_due(self, at: float) -> bool:
        """Try again with a part that was gone; has anything changed?"""
        if self.device is not None or at < self._try_again:
            return False
        before = self.problem
        self.open(at)
        return self.problem != before

    def use(self, at: float, action: Callable[[Any], Any], otherwise: Any = None) -> Any:
        """Do *action* with the device; several faults in a row and the part counts as gone."""
        if self.device is None:
            return otherwise
        try:
            result = action(self.device)
        except Exception as fault:
            self._faults += 1
            if self._faults >= FAULTS_IN_A_ROW:
                log.warning("%s on %s failed: %s", self.name, self.where, fault)
                self.problem = f"The {self.name} ({self.where}) no longer answers: {reason(fault)}."
                self._try_again = at + TRY_AGAIN
                self.close()
            return otherwise
        self._faults = 0
        return result

    def set(self, at: float, value: object, action: Callable[[Any], Any]) -> None:
        """Do *action* if *value* is not what the part already shows."""
        if self.device is None or value == self._last:
            return

        def once(device: Any) -> None:
            action(device)
            self._last = value

        self.use(at, once)

    def close(self) -> None:
        """Give the pins back."""
        device, self.device, self._last = self.device, None, None
        if device is None:
            return
        for _ in range(5):
            try:
                device.close()
                return
            except Exception as fault:  # lgpio sometimes answers "GPIO busy" to a close: a moment later it works
                log.debug("closing %s: %s", self.name, fault)
                time.sleep(0.02)


def reason(fault: Exception) -> str:
    """Why a pin cannot be had, for people."""
    text = str(fault).strip().strip("'\"")
    if isinstance(fault, GPIOPinInUse):
        return "table.toml gives its pin to another part too"
    if "busy" in text.lower():
        return "another program holds the pin"
    if isinstance(fault, PermissionError) or "permission" in text.lower():
        return "this user may not use the pins (add it to the group gpio)"
    if "gpiochip" in text.lower():
        return "this machine shows no pins (or this user may not use them: add it to the group gpio)"
    return text or type(fault).__name__
