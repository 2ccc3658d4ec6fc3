"""What the pages need from the hall in which this table stands; the box passes in the real one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from flask import abort, current_app, render_template

from .seats import Viewer


class Help(Protocol):
    """A call for help."""

    @property
    def words(self) -> str: ...
    @property
    def coming(self) -> bool: ...


class InTheHall(Protocol):
    """This box in the hall."""

    help: Any

    @property
    def how(self) -> Any: ...
    @property
    def is_on(self) -> bool: ...
    @property
    def connected(self) -> bool: ...
    @property
    def trouble(self) -> str: ...
    def change(self, wanted: Mapping[str, Any]) -> None: ...
    def call(self, words: str = "") -> None: ...
    def call_off(self) -> None: ...


def the_hall() -> InTheHall:
    hall: InTheHall | None = current_app.config["HALL"]
    if hall is None:
        abort(404, "This box can't join a hall.")
    return hall


def help_parts(hall: InTheHall | None, who: Viewer) -> dict[str, str]:
    """Whether help is called and on its way, and the button that calls for it."""
    if hall is None or not hall.is_on:
        return {"called": "", "callhelp": ""}
    may_act = who.host or bool(who.seat or who.place)
    called = render_template("parts/called.html", help=hall.help, may_act=may_act) if hall.help else ""
    return {"called": called, "callhelp": render_template("parts/callhelp.html") if may_act and not called else ""}
