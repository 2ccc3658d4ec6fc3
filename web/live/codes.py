"""Codes for a phone's camera."""

from __future__ import annotations

from io import BytesIO

import segno
from flask import Response


def code(address: str) -> Response:
    """An address as a picture that phones can scan; never kept, as a box may get another number."""
    out = BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", border=2, xmldecl=False, dark="#15181d", light="#ffffff", omitsize=True
    )
    return Response(out.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
