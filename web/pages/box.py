"""The box itself on the page: what does not work, the doctor, and the self-test of lamps and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

from flask import Blueprint, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from web.live.faults import the_faults
from web.live.seats import must_be_host

box = Blueprint("box", __name__)


class Finding(Protocol):
    """What the doctor says of one part."""

    @property
    def part(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def sentence(self) -> str: ...
    @property
    def advice(self) -> str: ...


class Try(Protocol):
    """One thing to try with eyes or fingers."""

    @property
    def text(self) -> str: ...
    @property
    def press(self) -> bool: ...


class SelfTest(Protocol):
    """Somebody goes through the lamps and buttons."""

    @property
    def step(self) -> Try | None: ...
    @property
    def progress(self) -> tuple[int, int]: ...
    @property
    def findings(self) -> Sequence[Finding]: ...
    @property
    def heard(self) -> str: ...
    def seen(self, yes: bool) -> None: ...
    def skip(self) -> None: ...
    def end(self) -> None: ...


class LiveBox(Protocol):
    """The box the page runs on."""

    @property
    def troubles(self) -> list[str]: ...
    @property
    def self_test(self) -> SelfTest | None: ...
    def examine(self) -> Sequence[Finding]: ...
    def begin_self_test(self) -> SelfTest: ...


def troubles_part(live: LiveBox | None) -> str:
    """What of the box does not work, for every page; nothing when all is well."""
    sentences = live.troubles if live else []
    return "".join(f'<p class="trouble">{escape(sentence)}</p>' for sentence in sentences)


def the_box() -> LiveBox:
    live: LiveBox | None = current_app.config["BOX"]
    if live is None:
        abort(404, "There's no box here to look at.")
    return live


@box.get("/doctor")
def doctor() -> ResponseReturnValue:
    """Every part of the box: OK, or what to do."""
    must_be_host()
    findings = the_box().examine()
    return render_template("doctor.html", title="Doctor", findings=findings, faults=list(the_faults()))


@box.get("/doctor/test")
def test() -> ResponseReturnValue:
    """The step of the self-test that is due now, or what it found."""
    must_be_host()
    running = the_box().self_test
    if running is None:
        return redirect(url_for("box.doctor"), 303)
    return render_template("self_test.html", title="Self-test", test=running)


@box.post("/doctor/test/<any(begin, seen, unseen, skip, end):word>")
def tell(word: str) -> ResponseReturnValue:
    """Begin, or say what was seen."""
    must_be_host()
    running = the_box().begin_self_test() if word == "begin" else the_box().self_test
    if running is not None:
        if word in ("seen", "unseen"):
            running.seen(word == "seen")
        elif word == "skip":
            running.skip()
        elif word == "end":
            running.end()
    return redirect(url_for("box.test"), 303)
