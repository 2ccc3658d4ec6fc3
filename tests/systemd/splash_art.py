"""Draws the picture that is on the screen while the box starts: ``python tests/systemd/splash_art.py``.

From the page's own icon and words, in a real browser; written so plainly that the boot can read it with Python alone.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

HERE = Path(__file__).parents[2]
SIZE = (480, 240)
PAGE = """<body style="margin:0;background:#14171c;color:#f2b84b;height:100vh;display:flex;flex-direction:column;
gap:14px;align-items:center;justify-content:center;font-family:'DejaVu Sans',sans-serif">
<div style="width:104px;height:104px">{icon}</div><b style="font-size:46px;letter-spacing:.01em">Tableside</b>
<span style="font-size:17px;color:#b9b5aa">One moment: the table is being laid.</span></body>"""


def png(rows: list[bytes], width: int) -> bytes:
    """Eight bits red, green and blue, no filter on any row."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9))
        + (chunk(b"IEND", b""))
    )


def draw() -> bytes:
    import os
    import sys

    import cv2
    import numpy as np
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(HERE / "tests" / "support"))
    from browsers import chromium

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        icon = (HERE / "web/static/icon.svg").read_text()
        page.set_content(PAGE.format(icon=icon.replace("<svg", '<svg style="width:100%;height:100%"', 1)))
        shot = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        browser.close()
    return png([row.tobytes() for row in shot[:, :, ::-1]], SIZE[0])


if __name__ == "__main__":
    (HERE / "systemd/splash.png").write_bytes(draw())
