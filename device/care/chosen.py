"""A section of `table.toml` as somebody changed it on a page, which is remembered."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic

from device.settings import SECTIONS, ExpectedError, Section
from rules.ask import IllegalAnswer

from .backup import keep

log = logging.getLogger(__name__)


class Chosen(Generic[Section]):
    """What people have chosen.

    :param section: its name in `table.toml`.
    :param settings: as the file has it.
    :param file: where that is kept.
    """

    def __init__(self, section: str, settings: Section, file: Path) -> None:
        self._section, self._file = section, file
        self._chosen = read(file)
        self.now: Section = replace(settings, **self._checked())

    def change(self, wanted: Mapping[str, Any]) -> Section:
        """Some of it is otherwise from now on; what cannot be meant is refused in a sentence."""
        values: dict[str, Any] = {}
        for name, value in wanted.items():
            try:
                values[name] = SECTIONS[self._section][name](value)
            except KeyError:
                raise IllegalAnswer(f"The {self._section} has no {name}.") from None
            except ExpectedError as expected:
                raise IllegalAnswer(f"{name}: expected {expected}.") from None
        self.now = replace(self.now, **values)
        self._chosen |= wanted
        try:
            keep(self._file, json.dumps(self._chosen), 0o600)
        except OSError as barred:
            log.warning("what was chosen for the %s could not be kept: %s", self._section, barred)
        return self.now

    def _checked(self) -> dict[str, Any]:
        """What of it can still be read; the rest is as the settings have it."""
        values = {}
        for name, value in self._chosen.items():
            try:
                values[name] = SECTIONS[self._section][name](value)
            except (KeyError, ExpectedError):
                log.warning("%s: %s is left out", self._section, name)  # not its value: it may be a password
        return values


def read(file: Path) -> dict[str, Any]:
    """What was kept in *file*; nothing where it cannot be read."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
