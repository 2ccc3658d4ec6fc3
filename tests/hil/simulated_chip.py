"""The kernel's simulated GPIO chip: fingers on the buttons, eyes on the lamps."""

import os
import time
from collections.abc import Callable
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim/table")


class Chip:
    """54 lines, labelled as a Pi 4's."""

    def __init__(self) -> None:
        self._files: dict[str, int] = {}  # kept open: an emulated machine takes milliseconds to open one

    def plug_in(self) -> None:
        (CONFIG / "bank0").mkdir(parents=True, exist_ok=True)
        if (CONFIG / "live").read_text().strip() != "1":
            (CONFIG / "bank0/num_lines").write_text("54")
            (CONFIG / "bank0/label").write_text("pinctrl-bcm2711")
            (CONFIG / "live").write_text("1")
        device = (CONFIG / "dev_name").read_text().strip()
        chip = (CONFIG / "bank0/chip_name").read_text().strip()
        self.name = chip
        self._lines = Path(f"/sys/devices/platform/{device}/{chip}")
        deadline = time.monotonic() + 10
        while not Path(f"/dev/{chip}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def pull_out(self) -> None:
        for file in self._files.values():
            os.close(file)
        self._files.clear()
        (CONFIG / "live").write_text("0")

    def _file(self, pin: int, name: str, mode: int) -> int:
        path = f"sim_gpio{pin}/{name}"
        if path not in self._files:
            self._files[path] = os.open(self._lines / path, mode)
        return self._files[path]

    def press(self, pin: int) -> None:
        os.pwrite(self._file(pin, "pull", os.O_WRONLY), b"pull-down", 0)

    def let_go(self, pin: int) -> None:
        os.pwrite(self._file(pin, "pull", os.O_WRONLY), b"pull-up", 0)

    def level(self, pin: int) -> int:
        return int(os.pread(self._file(pin, "value", os.O_RDONLY), 4, 0))

    def duty(self, pin: int, seconds: float = 0.5) -> float:
        """The share of the time a line is high."""
        samples = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            samples.append(self.level(pin))
            time.sleep(0.001)
        return sum(samples) / len(samples)


class Checks:
    """Counts what held."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def __call__(self, sentence: str, holds: bool, note: object = "") -> None:
        self.passed += holds
        self.failed += not holds
        shown = f"   [{note}]" if note != "" else ""
        print(("ok    " if holds else "FAIL  ") + sentence + shown, flush=True)

    def end(self) -> int:
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return int(self.failed > 0)


def until(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait until it holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return holds()
