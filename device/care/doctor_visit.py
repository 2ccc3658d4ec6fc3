"""`tableside doctor` on the command line: examine everything, and with `--try` go through lamps and buttons."""

from __future__ import annotations

import time
from collections.abc import Callable

from device.camera.camera import Camera, NoCamera
from device.camera.search import open_camera
from device.panel.panel import Panel
from device.settings import Settings

from .doctor import Finding, Machine, examine
from .running import Running
from .self_test import SelfTest

HELD = "another program holds the pin"
PRESS_WITHIN = 20.0  # seconds


def visit(
    settings: Settings,
    *,
    hands_on: bool = False,
    say: Callable[[str], None] = print,
    ask: Callable[[str], str] = input,
    panel: Panel | None = None,
    machine: Machine | None = None,
    beside: Running | None = None,
) -> int:
    """Print what the doctor finds; 0 when all is well.

    :param hands_on: also light each lamp and wait for each button.
    :param beside: the box that runs meanwhile; *settings* name its folder and port.
    """
    with panel or Panel(settings.box) as parts:
        running = bool(parts.problems) and all(HELD in problem for problem in parts.problems)
        # A box that is running holds its pins and its camera: they are tried on its own page.
        camera: Camera = NoCamera() if running else open_camera(settings.camera)
        try:
            mine = None if running else parts
            found = examine(settings, panel=mine, camera=camera, machine=machine, visiting=True, beside=beside)
        finally:
            camera.close()
        if running:
            found.append(Finding("panel", True, "The box is running; its own screen tries lamps, buttons and camera."))
        elif hands_on:
            found += _go_through(SelfTest(settings, parts), say, ask)
    for finding in found:
        say(str(finding))
    bad = sum(not finding.ok for finding in found)
    say(f"{bad} of {len(found)} need{'s' * (bad == 1)} a look." if bad else f"All {len(found)} are fine.")
    return int(bad > 0)


def _go_through(test: SelfTest, say: Callable[[str], None], ask: Callable[[str], str]) -> list[Finding]:
    while (step := test.step) is not None:
        if step.press:
            say(step.text)
            end = time.monotonic() + PRESS_WITHIN
            while test.step == step and time.monotonic() < end:
                time.sleep(0.05)
            if test.step == step:
                test.skip()
        else:
            test.seen(ask(f"{step.text} [Y/n] ").strip().lower() in ("", "y", "yes"))
    return test.findings
