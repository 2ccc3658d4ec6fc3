"""What a picture's file says of itself at its head, before anything is unpacked.

A few kilobytes can unpack to gigabytes; whoever opens a picture that somebody sent looks here first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

WHOLE = 120_000_000
"""Points of a plain JPEG, which can be unpacked at a part of its size: good phones have 108 million."""

AT_ONCE = 16_000_000
"""Points of any other picture, all of which must be held in memory."""


@dataclass(frozen=True)
class Head:
    """A JPEG, PNG or WebP.

    :param shrinks: it need not be unpacked at its whole size.
    """

    width: int
    height: int
    shrinks: bool = False

    @property
    def fits(self) -> bool:
        """It has points, and no more than a box can take."""
        return 0 < self.width * self.height <= (WHOLE if self.shrinks else AT_ONCE)


def head(sent: bytes) -> Head | None:
    """The head of a picture; None if it is none of these."""
    if sent[:8] == b"\x89PNG\r\n\x1a\n" and len(sent) >= 24:
        return Head(_big(sent[16:20]), _big(sent[20:24]))
    if sent[:4] == b"RIFF" and sent[8:12] == b"WEBP" and len(sent) >= 30:
        return _webp(sent)
    if sent[:2] == b"\xff\xd8":
        return _jpeg(sent)
    return None


def _big(some: bytes) -> int:
    return int.from_bytes(some, "big")


def _little(some: bytes) -> int:
    return int.from_bytes(some, "little")


def _webp(sent: bytes) -> Head | None:
    kind = sent[12:16]
    if kind == b"VP8X":
        return Head(_little(sent[24:27]) + 1, _little(sent[27:30]) + 1)
    if kind == b"VP8 ":
        return Head(_little(sent[26:28]) & 0x3FFF, _little(sent[28:30]) & 0x3FFF)
    if kind == b"VP8L":
        bits = _little(sent[21:25])
        return Head((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    return None


def _jpeg(sent: bytes) -> Head | None:
    """From the frame header and the first scan, which come after any number of other segments."""
    at, frame, parts = 2, None, 0
    while at + 9 < len(sent) and sent[at] == 0xFF:
        kind = sent[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            frame, parts = Head(_big(sent[at + 7 : at + 9]), _big(sent[at + 5 : at + 7])), sent[at + 9]
            in_order = kind in (0xC0, 0xC1)
        if kind == 0xDA:
            # Only a picture whose lines come one after the other, in all colours, can be unpacked line by line.
            return replace(frame, shrinks=in_order and sent[at + 4] == parts) if frame else None
        # fill bytes and segments without a length
        at += 1 if kind == 0xFF else 2 if kind == 0x01 or 0xD0 <= kind <= 0xD7 else 2 + _big(sent[at + 2 : at + 4])
    return None
