"""Pictures of real tables that somebody sent: ``make bench ARGS="bundle --bundle FILE"`` reads them as they are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from device.pictures import bundle
from device.pictures.score import score


def run() -> Iterator[dict[str, object]]:
    """Each kind of thing, first in each light and then in all of them."""
    named = os.environ.get("TABLESIDE_BUNDLE")
    if not named:
        yield {"what": "pictures of real tables", "skipped": "needs a bundle of them: --bundle FILE"}
        return
    looks = list(bundle.looks(Path(named)))
    lights = sorted({look.light for look in looks if look.light})
    for light in (*lights, "all"):
        for kind, one in score(look for look in looks if light in (look.light, "all")).items():
            yield {
                "what": kind,
                "condition": light,
                "count": one.count,
                "right": round(one.right / one.count, 5),
                "answered": round(1 - one.unsure / one.count, 4),
                "surely wrong": round(one.wrong / one.count, 6),
                "not found": one.lost,
            }
