"""What people read when something was refused or came too late: a whole page with a way on, also without any script."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from .seats import viewer

HEADINGS = {
    400: "That is not possible",
    403: "Not from here",
    404: "Nothing here",
    405: "That cannot be done here",
    409: "Too late",
    413: "Too large",
    421: "The box goes by another name",
    429: "One moment",
    500: "A fault in the box",
    503: "Not now",
}

OWN_WORDS = {
    404: "There is no such page on this box.",
    405: "That cannot be done here.",
    413: "That is too large for the box.",
    500: "Something went wrong in the box. The game is safe; try again.",
}
"""Instead of what the server says by itself, which is written for programmers."""

NOTHING_HAPPENED = (400, 403, 405, 409, 413, 421, 429, 503)


def page(sentence: str, code: int) -> ResponseReturnValue:
    """*sentence* as a page, with what became of it and where to go on."""
    heading = HEADINGS.get(code, "Tableside")
    if sentence.rstrip(".").lower() == heading.lower():
        sentence = ""
    acted = request.method == "POST" and code in NOTHING_HAPPENED
    told = render_template(
        "refused.html", title=heading, heading=heading, sentence=sentence, code=code, acted=acted, ways=_ways(code)
    )
    return told, code


def _ways(code: int) -> list[tuple[str, str]]:
    """Where one may go on from here, the likeliest first."""
    if code == 421:  # only under its right name will it answer
        address = current_app.config["ADDRESS"]()
        return [(address, address)]
    who = viewer()
    if who.seat:
        home = (url_for("pages.seat"), "See what is asked now" if code == 409 else "To the game")
    elif who.host:
        home = (url_for("pages.kiosk"), "To the table")
    else:
        home = (url_for("seats.join"), "To the game")
    back = _came_from()
    if back in ("", home[0], request.path if request.method == "GET" else ""):
        return [home]
    return [home, (back, "Back to where you were")] if code in (403, 409) else [(back, "Back to where you were"), home]


def _came_from() -> str:
    """The page of this box from which somebody came, if any."""
    last = urlsplit(request.headers.get("Referer", ""))
    ours = last.netloc == request.host and last.path.startswith("/") and not last.path.startswith("//")
    return last.path if ours else ""
