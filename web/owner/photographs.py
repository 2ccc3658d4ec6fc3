"""Photographs that owners send or let the box take, for any page that needs one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flask import abort, current_app

LARGEST_UPLOAD = 16 * 1024 * 1024
"""Bytes of a photograph: the best of phones send 12 million."""


class Photographs(Protocol):
    """The box's camera, and the reading of pictures that phones send."""

    def take(self) -> bytes: ...
    def read(self, sent: bytes) -> bytes: ...
    def card(self, sent: bytes) -> tuple[bytes, bytes]: ...
    def straighten(self, kept: bytes, corners: Sequence[Sequence[float]]) -> tuple[bytes, float]: ...


def photographs() -> Photographs:
    found: Photographs | None = current_app.config.get("PHOTOGRAPHS")
    if found is None:
        abort(404, "There's no box here that could read pictures.")
    return found
