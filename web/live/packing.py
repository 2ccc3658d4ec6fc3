"""Pages go over the air packed: a phone at the far end of the house waits for bytes, not for the box."""

from __future__ import annotations

import gzip
from contextlib import closing
from functools import lru_cache
from typing import Any, cast

from flask import Flask, Response, request

WORTH_IT = 1000  # bytes; less fits one packet anyway
TEXTS = ("text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml")


def pack(app: Flask) -> None:
    """Pack what *app* answers, where the phone can unpack it; event streams go out as they are, at once."""
    app.after_request(_packed)


def _packed(response: Response) -> Response:
    if response.direct_passthrough:
        # A file is read now: one that waits for a phone which went away would stay open.
        with closing(cast(Any, response.response)) as file:
            response.direct_passthrough = False
            response.set_data(b"".join(file))
    if response.mimetype not in TEXTS or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if "gzip" not in request.headers.get("Accept-Encoding", "") or request.method != "GET":
        return response
    data = response.get_data()
    if len(data) > WORTH_IT:
        response.set_data(_gzip(data))
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(maxsize=32)
def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)
