"""What the pages need from the voice; the box passes in the real one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from flask import current_app

USUAL_PACE = 165  # words a minute, at which a browser speaks by itself
USUAL_VOLUME = 70  # percent of the box's; a phone is small, so it does its best from there on

WANTS = ("all", "mine", "both")
"""What a page may want to say: what everybody may hear, what only its own seat may, or both."""


class Afar(Protocol):
    """A page whose browser speaks.

    :ivar wants: one of `WANTS`, or empty since another page took over.
    :ivar saying: what it has to say now, with its number.
    """

    wants: str

    @property
    def saying(self) -> tuple[int, str] | None: ...
    @property
    def key(self) -> str: ...


class Speaking(Protocol):
    """The voice of the table."""

    when_saying: list[Callable[[], None]]

    @property
    def how(self) -> Any: ...
    @property
    def speaker(self) -> str: ...
    @property
    def trouble(self) -> str: ...
    def change(self, wanted: Mapping[str, Any]) -> None: ...
    def say(self, text: str) -> None: ...
    def here(self, seat: str | None, wants: str) -> Afar: ...
    def gone(self, page: Any) -> None: ...
    def said(self, key: str, number: int) -> None: ...


def the_voice() -> Speaking | None:
    """The voice; None where there is none."""
    voice: Speaking | None = current_app.config["VOICE"]
    return voice


def told(page: Afar, how: Any) -> bytes:
    """What a page that speaks has to say now, and how: cut off the last thing and say this, or nothing."""
    number, text = page.saying or (0, "")
    data = {"key": page.key, "number": number, "text": text, "wants": page.wants}
    data |= {"rate": round(how.pace / USUAL_PACE, 2), "volume": min(1.0, round(how.volume / USUAL_VOLUME, 2))}
    data["lang"] = "en-US" if how.name.startswith("en-us") else "en-GB"
    return f"event: say\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
