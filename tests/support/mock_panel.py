"""A panel on gpiozero's mock pins whose time passes when told, for tests."""

from __future__ import annotations

from datetime import datetime

from clock import Clock
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.panel.panel import Panel
from device.settings import Box

BOX = Box(digit_dot=8, brightness=1.0)
SEGMENTS = dict(zip("abcdefg", BOX.digit, strict=True))


class Bench:
    """A panel on mock pins whose time passes when told."""

    def __init__(self, box: Box = BOX, wall: datetime = datetime(2026, 1, 1, 12), **more) -> None:
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.clock = Clock(1000.0)
        self.heard: list[str] = []
        self.panel = Panel(box, pin_factory=self.pins, clock=self.clock, wall_clock=lambda: wall, start=False, **more)
        self.panel.when_pressed = self.heard.append

    def pass_time(self, seconds: float, step: float = 0.02) -> None:
        end = self.clock.now + seconds
        while self.clock.now < end - 1e-9:
            self.clock.now = min(end, self.clock.now + step)
            self.panel.take_presses()
            self.panel.tick()

    def push(self, button: str) -> None:
        self.pins.pin(self.panel.box.buttons[button]).drive_low()
        self.panel.take_presses()

    def let_go(self, button: str) -> None:
        self.pins.pin(self.panel.box.buttons[button]).drive_high()
        self.panel.take_presses()

    def press(self, button: str, seconds: float = 0.1) -> None:
        self.push(button)
        self.pass_time(seconds)
        self.let_go(button)
        self.pass_time(0.1)

    def duty(self, lamp: str) -> float:
        return self.pins.pin(self.panel.box.lamps[lamp]).state

    def lit_segments(self) -> str:
        return "".join(name for name, pin in SEGMENTS.items() if self.pins.pin(pin).state)
