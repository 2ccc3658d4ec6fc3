"""The doors of the page: who may knock, how often, and what a page may load.

The box sits on a home network without a password, so it trusts nothing that another web site could make a phone do.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Callable

from flask import Flask, Response, current_app, request
from flask.typing import ResponseReturnValue

ACTS_AT_ONCE = 40
ACTS_A_SECOND = 20.0
"""More than any pair of thumbs; a script that hammers the box is slowed down, the others are not."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'{}; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; manifest-src 'self'"
)


def turned_away(sentence: str, code: int) -> ResponseReturnValue:
    """A refusal in the barest words, for an app that has no page for it."""
    return ({"told": sentence}, code) if speaks_json() else (sentence, code)


def shut(
    app: Flask,
    names: tuple[str, ...] = (),
    clock: Callable[[], float] = time.monotonic,
    *,
    told: Callable[[str, int], ResponseReturnValue] = turned_away,
    stranger: Callable[[], ResponseReturnValue | None] = lambda: None,
) -> None:
    """Close the doors of *app*.

    :param names: what else the box is called besides its numbers, ``localhost`` and its own host name.
    :param told: how somebody at the door is told why it stays shut.
    :param stranger: an answer to what is asked under a foreign name, where there is one.
    """
    known = {"localhost", socket.gethostname().lower(), *(name.lower() for name in names)}
    patience = Patience(clock)

    def knock() -> ResponseReturnValue | None:
        if not knows(request.host, known):
            return stranger() or told("This box is not called that. Use its number.", 421)
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        if not from_our_own_page():
            return told("Only this box's own pages can do that.", 403)
        if not patience.has_room(request.remote_addr or ""):
            return told("Slowly, please: that was too much at once. Wait a few seconds and try again.", 429)
        return None

    app.before_request(knock)
    app.after_request(_dress)


def speaks_json() -> bool:
    """Scripts are told in JSON, be it our own page's or a maker's; people get a page."""
    return bool(request.headers.get("X-Page")) or request.path.startswith("/api/")


def knows(host: str, names: set[str]) -> bool:
    """Is this one of the box's own names? A number always is; a foreign name is somebody else's page in disguise."""
    name = host.rsplit(":", 1)[0].strip("[]").lower() if not host.endswith("]") else host.strip("[]")
    if name in names or any(name == f"{each}.local" for each in names):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def from_our_own_page() -> bool:
    """Another site open on a phone must not answer for it."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return False
    return request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")


PARTS_OF_A_PAGE = ("text/css", "text/javascript")


class Patience:
    """How often each address may act: a bucket that fills again by itself."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def has_room(self, address: str) -> bool:
        with self._lock:
            now = self._clock()
            left, then = self._left.get(address, (ACTS_AT_ONCE, now))
            left = min(ACTS_AT_ONCE, left + (now - then) * ACTS_A_SECOND)
            self._left[address] = (max(0.0, left - 1), now)
            if len(self._left) > 1000:  # whoever has not acted for long is forgotten
                self._left = {a: (n, t) for a, (n, t) in self._left.items() if now - t < 60}
            return left >= 1


def _dress(response: Response) -> Response:
    if response.mimetype == "text/html":
        # A page may look whether the box is to be found under another of its own names.
        elsewhere = current_app.config.get("ELSEWHERE")
        response.headers.setdefault("Content-Security-Policy", POLICY.format(f" {elsewhere()}" if elsewhere else ""))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if response.mimetype in PARTS_OF_A_PAGE:  # bound by the page's own rules: theirs would only make it heavier
        return response
    response.headers.setdefault("Content-Security-Policy", POLICY.format(""))
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
