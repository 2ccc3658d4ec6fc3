"""Codes for a phone's camera."""

from __future__ import annotations

import re
from io import BytesIO

import segno
from flask import Response


def wifi(name: str, password: str) -> str:
    """A network as phones' cameras understand it, with a backslash before every sign that means something there."""
    name, password = (re.sub(r'([\\;,:"])', r"\\\1", each) for each in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;"


def code(address: str) -> Response:
    """An address, or a network, as a picture that phones can scan; never kept, as a box may get another number."""
    out = BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", border=2, xmldecl=False, dark="#15181d", light="#ffffff", omitsize=True
    )
    return Response(out.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
