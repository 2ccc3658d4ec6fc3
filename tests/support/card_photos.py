"""Photographs of made-up cards, as phones send them: large, lying on their side, and full of where they were taken."""

from __future__ import annotations

import cv2
import numpy as np

GPS = b"48.2082N 16.3738E"
"""Stands in the file as a phone writes where it was."""


def photograph(name: str, long: int = 1200, *, turned: int = 1, quality: int = 90) -> bytes:
    """A card with its name on a table, as JPEG.

    :param long: pixels of the longer side.
    :param turned: what the file says of how the phone was held (EXIF 1 to 8); the points lie so that it is upright.
    """
    high, wide = long, long * 3 // 4
    colour = [60 + 37 * sum(name.encode()) % 160, 90 + 53 * len(name) % 130, 200]
    picture = np.full((high, wide, 3), (70, 90, 110), np.uint8)
    cv2.rectangle(picture, (wide // 8, high // 10), (wide - wide // 8, high - high // 10), colour, -1)
    cv2.rectangle(picture, (wide // 8, high // 10), (wide - wide // 8, high // 4), (245, 245, 240), -1)
    cv2.putText(picture, name, (wide // 6, high // 5), cv2.FONT_HERSHEY_SIMPLEX, wide / 640, (20, 20, 20), wide // 200)
    back = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}
    if turned in back:
        picture = np.asarray(cv2.rotate(picture, back[turned]), np.uint8)
    plain = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    return plain[:2] + _exif(turned) + plain[2:]


def _exif(turned: int) -> bytes:
    """The part of a JPEG that says how it is turned and, as a remark, where it was taken."""
    remark = (8 + 2 + 2 * 12 + 4).to_bytes(4, "big")
    entries = [(0x010E, 2, len(GPS) + 1, remark), (0x0112, 3, 1, turned.to_bytes(2, "big") + b"\0\0")]
    body = b"MM\0*" + (8).to_bytes(4, "big") + len(entries).to_bytes(2, "big")
    for tag, kind, count, value in entries:
        body += tag.to_bytes(2, "big") + kind.to_bytes(2, "big") + count.to_bytes(4, "big") + value
    body += (0).to_bytes(4, "big") + GPS + b"\0"
    data = b"Exif\0\0" + body
    return b"\xff\xe1" + (len(data) + 2).to_bytes(2, "big") + data
