"""How much a request may bring: little, unless its page says otherwise to those who may send it more.

A server can ask before it reads any of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, request

SMALL = 64 * 1024
"""Bytes, more than any form of any page."""

View = TypeVar("View", bound=Callable[..., Any])

_larger: dict[Callable[..., Any], tuple[int, Callable[[], bool]]] = {}


def up_to(most: int, may: Callable[[], bool]) -> Callable[[View], View]:
    """This page takes *most* bytes from whoever *may* send them; said below its route."""

    def marked(view: View) -> View:
        _larger[view] = most, may
        return view

    return marked


def limit(app: Flask) -> None:
    """Hold every request to *app* to what its page takes."""
    app.config["MAX_CONTENT_LENGTH"] = SMALL

    def hold() -> None:
        request.max_content_length = _most()

    app.before_request(hold)


def largest(app: Flask, environ: dict[str, Any]) -> int:
    """Bytes that the request with this *environ* may bring."""
    with app.request_context(environ):
        return _most()


def _most() -> int:
    view = current_app.view_functions.get(request.endpoint or "")
    most, may = _larger.get(view, (SMALL, lambda: False)) if view else (SMALL, lambda: False)
    return most if may() else SMALL
