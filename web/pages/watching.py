"""The camera on the page: in step, looking, asking what was done, or saying that the table differs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from rules.ask import Trouble
from rules.plain import Plain
from rules.written import whole
from web.live.seats import Viewer, must_play, the_table, viewer

watching = Blueprint("watching", __name__, url_prefix="/camera")

WORDS = {
    "same": "The camera sees the table as it should be.",
    "moving": "The camera waits for hands to leave.",
}
"""For what needs no words of its own."""

VERDICTS = {
    "same": "as it should be",
    "differs": "differs",
    "hands": "still to be done",
    "unsure": "cannot be seen well",
}
"""What is said of each slot when the board is checked."""


class Watching(Protocol):
    """The camera loop, as the page needs it."""

    def shown(self, seat: str | None = None) -> dict[str, Plain]: ...
    def choose(self, number: int, seat: str | None = None) -> None: ...
    def choice_picture(self, number: int, seat: str | None = None) -> bytes | None: ...
    def table_is_right(self, who: str) -> None: ...
    def guide(self) -> None: ...
    def check(self) -> list[dict[str, Plain]]: ...


def eye_part(watch: Watching | None, may_act: bool, seat: str | None = None, told: Collection[str] = ()) -> str:
    """What the camera makes of the table, as *seat* may know it; empty while none looks.

    :param told: what hands are told to do elsewhere on the page.
    """
    seen: dict[str, Any] = watch.shown(seat) if watch else {"state": "off"}
    if seen["state"] == "off":
        return ""
    if seen["state"] == "hands":
        seen = {**seen, "todo": [order for order in seen.get("todo", ()) if order not in told]}
    sentence = seen["sentence"] or WORDS.get(seen["state"], "")
    return render_template("parts/eye.html", seen=seen, sentence=sentence, may_act=may_act)


def _watch() -> tuple[Watching, Viewer]:
    """The camera loop, and who sits at the table and speaks."""
    watch: Watching | None = current_app.config["WATCH"]
    who = must_play(viewer())
    if watch is None:
        abort(404, "No camera looks at this table.")
    return watch, who


@watching.get("/check")
def check() -> ResponseReturnValue:
    """The board slot by slot: what the camera sees now, and what the box has."""
    watch, _ = _watch()
    rows, trouble = [], ""
    try:
        rows = watch.check()
    except Trouble as told:
        trouble = str(told)
    wrong = [row for row in rows if row["word"] != "same"]
    lies = [row for row in rows if row["word"] == "same" and row["seen"] is not None]
    empty = len(rows) - len(wrong) - len(lies)
    return render_template(
        "check.html", title="Check the board", trouble=trouble, wrong=wrong, lies=lies, empty=empty, verdicts=VERDICTS
    )


@watching.get("/choice/<int:number>.jpg")
def choice_picture(number: int) -> ResponseReturnValue:
    """What the camera asks about, as it saw it."""
    watch, who = _watch()
    jpeg = watch.choice_picture(number, who.seat)
    if jpeg is None:
        abort(404, "There is no such picture any more.")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@watching.post("/<any(choose, table, box):word>")
def say(word: str) -> ResponseReturnValue:
    """People say what was done, or which is right: the table or the box."""
    watch, who = _watch()
    if word == "choose":
        number = whole(request.form.get("number", ""))
        watch.choose(-1 if number is None else number, who.seat)
    elif word == "table":
        watch.table_is_right(the_table().now().setup.names.get(who.seat or "", "The table"))
    else:
        watch.guide()
    return "", 204
