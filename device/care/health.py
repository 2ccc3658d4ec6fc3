"""The box's health: what does not work now, and the doctor at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from device.camera.camera import Camera, Picture
from device.panel.panel import Panel
from device.settings import Settings

from .doctor import Finding, examine
from .self_test import SelfTest


class Health:
    """What the page asks the box about itself.

    :param markers: finds the numbers of the corner markers in a picture.
    :param port: where the page is to be found now; it may not be the one of the settings.
    :param hall: why the hall hears nothing of this table.
    :param told: what else has to be said now, such as of a damaged journal.
    """

    def __init__(
        self,
        settings: Settings,
        panel: Panel,
        camera: Camera,
        markers: Callable[[Picture], Sequence[int]] | None = None,
        *,
        port: Callable[[], int] | None = None,
        told: Callable[[], list[str]] = list,
        hall: Callable[[], str] = str,
    ) -> None:
        self.self_test: SelfTest | None = None
        self._settings = settings
        self._panel = panel
        self._camera = camera
        self._markers = markers
        self._port = port
        self._told = told
        self._hall = hall

    @property
    def troubles(self) -> list[str]:
        """What does not work, a sentence each; the game goes on all the same."""
        trouble = self._camera.trouble
        return [*self._told(), *self._panel.problems, *([trouble] if trouble else [])]

    def examine(self) -> list[Finding]:
        settings = self._settings
        if self._port:
            settings = replace(settings, page=replace(settings.page, port=self._port()))
        return examine(settings, panel=self._panel, camera=self._camera, markers=self._markers, hall=self._hall())

    def begin_self_test(self) -> SelfTest:
        """From the first lamp on; one that was left half-way is over."""
        if self.self_test is not None:
            self.self_test.end()
        self.self_test = SelfTest(self._settings, self._panel)
        return self.self_test
