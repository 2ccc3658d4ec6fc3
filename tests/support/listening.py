"""A mouth that writes down what it is told to say, and a voice that speaks with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clock import Clock

from device.care.chosen import Chosen
from device.settings import Voice as Settings
from device.voice.voice import Voice


class Notebook:
    """Says nothing and writes everything down; a sentence lasts until the test says it is over.

    :ivar heard: what was begun, in order.
    :ivar cut: what was stopped in the middle.
    """

    trouble = ""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.cut: list[str] = []

    def begin(self, text: str, how: Settings) -> Any:
        self.heard.append(text)
        return _Sentence(self, text)


class _Sentence:
    def __init__(self, book: Notebook, text: str) -> None:
        self._book, self._text = book, text

    def wait(self) -> None:
        pass

    def stop(self) -> None:
        self._book.cut.append(self._text)


class Listener:
    """Somebody who hears the box and sees nothing."""

    def __init__(self, table: Any, folder: Path, **how: Any) -> None:
        self.clock = Clock(100.0)
        self.book = Notebook()
        self.manner = Chosen("voice", Settings(**how), folder / "voice.json")
        self.voice = Voice(table, self.book, self.manner, clock=self.clock, start=False)

    def listen(self) -> list[str]:
        """Everything that is said until it is silent."""
        before = len(self.book.heard)
        while self.voice.step():
            pass
        return self.book.heard[before:]
