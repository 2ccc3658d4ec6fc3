"""The self-test: goes through every lamp, segment, tone and button with somebody in front of the box."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from device.panel import wiring
from device.panel.panel import Panel
from device.settings import Settings

from .doctor import Finding


@dataclass(frozen=True)
class Try:
    """One thing to try: a lamp to see, a tone to hear, or a button to press.

    :param part: as `Panel.try_out` knows it, or the button's name.
    :param name: as the wiring calls it.
    :param press: is it for a finger (or for eyes and ears)?
    """

    part: str
    name: str
    text: str
    press: bool


def steps(settings: Settings) -> list[Try]:
    """Every part of the configured box, one after another."""
    box = settings.box
    found = [Try(lamp, f"{lamp} lamp", f"Is the {lamp} lamp on, and only that one?", False) for lamp in box.lamps]
    for segment, place in PLACES.items():
        if segment in box.segments:
            part, called = ("dot", "the dot") if segment == "dot" else (f"segment {segment}", f"segment {segment}")
            text = f"Is {called} of the digit lit ({place}), and only that one?"
            found.append(Try(part, f"digit {segment}", text, False))
    if box.buzzer is not None:
        found.append(Try("buzzer", "buzzer", "Does the buzzer sound?", False))
    found += [Try(button, f"{button} button", f"Press the {button} button.", True) for button in box.buttons]
    return found


PLACES = {
    "a": "top", "b": "upper right", "c": "lower right", "d": "bottom", "e": "lower left", "f": "upper left",
    "g": "middle", "dot": "beside it",
}  # fmt: skip


class SelfTest:
    """Goes through the box's parts with somebody in front of it.

    While it runs, presses do not reach the game. The page shows `step`, and tells `seen` or `skip`.
    """

    def __init__(self, settings: Settings, panel: Panel, when_changed: Callable[[], None] = lambda: None) -> None:
        self.settings = settings
        self.panel = panel
        self.when_changed = when_changed
        self.findings: list[Finding] = []
        self.heard = ""  # the last button that was pressed, if it was another
        self._lock = threading.RLock()  # fingers and the page come from two sides
        self._left = steps(settings) if panel.fitted else []
        panel.overhear(self._pressed)
        self._show()

    @property
    def step(self) -> Try | None:
        """What is to be tried now; `None` when all is done."""
        return self._left[0] if self._left else None

    @property
    def progress(self) -> tuple[int, int]:
        """How many are done, of how many."""
        done = len(self.findings)
        return done, done + len(self._left)

    def seen(self, yes: bool) -> None:
        """Somebody says whether the lamp lit or the buzzer sounded."""
        with self._lock:
            step = self.step
            if step is None or step.press:
                return
            if yes:
                self._done(Finding(step.name, True, "It works."))
            else:
                self._done(Finding(step.name, False, "It was not seen or heard.", self._advice(step)))

    def skip(self) -> None:
        """Nobody can tell, or the button does not come."""
        with self._lock:
            step = self.step
            if step is None:
                return
            if step.press:
                self._done(Finding(step.name, False, "The press didn't arrive.", self._advice(step)))
            else:
                self._done(Finding(step.name, False, "It was not tried."))

    def end(self) -> None:
        """Give lamps and buttons back to the game."""
        self._left = []
        self.panel.try_out(None)
        self.panel.overhear(None)
        self.when_changed()

    def _pressed(self, button: str) -> None:
        meant = {"undo": "back", "shut_down": "fate"}.get(button, button)
        with self._lock:
            step = self.step
            if step is None or not step.press:
                return
            if meant == step.part:
                self._done(Finding(step.name, True, "It works."))
            else:
                self.heard = meant
                self.when_changed()

    def _done(self, finding: Finding) -> None:
        if self.heard and not finding.ok:
            other = f"The {self.heard} button came instead: their wires may be swapped."
            finding = Finding(finding.part, False, other, "Swap them, or their pins in table.toml.")
        self.heard = ""
        self.findings.append(finding)
        del self._left[0]
        self._show()

    def _show(self) -> None:
        step = self.step
        if step is None:
            self.end()
            return
        self.panel.try_out("" if step.press else step.part)
        self.when_changed()

    def _advice(self, step: Try) -> str:
        wire = next(wire for wire in wiring.connections(self.settings.box) if wire.part == step.name)
        way = f" through {wire.through}" if wire.through else ""
        turned = " An LED lights one way round only." if wire.through else ""
        return f"Check the wire from pin {wire.pin} (GPIO {wire.gpio}){way}, and on to {wire.to}.{turned}"
