"""What changed on a page, in few bytes: pieces that stayed are named by their number, only new ones are spelled out.

Both ends cut a part's HTML in front of every tag, so a piece is one tag with the text behind it. A change is a list in
which ``[from, to]`` stands for that run of the old pieces and a string for itself. Old pieces may be used anywhere and
as often as one likes: a tile that moved is the same drawing in another place.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

WORTH_IT = 1000  # bytes that a change has to save; below that the whole part is simpler

Change = list[str | list[int]]


@lru_cache(64)  # a part is cut when it is new, and again when the next one is told against it
def pieces(html: str) -> list[str]:
    """As the page's own script cuts it: ``html.split(/(?=<)/)``."""
    text, *tags = str(html).split("<")  # not as Markup, which would take the pieces for words and escape them
    return [text] * (text != "") + ["<" + tag for tag in tags]


@lru_cache(32)  # several kinds of page may show the same part
def change(before: str, after: str) -> Change | None:
    """How to make *after* of *before*; None if sending it whole costs about the same."""
    if len(after) < WORTH_IT:
        return None
    old, new = pieces(before), pieces(after)
    places = dict(zip(reversed(old), range(len(old) - 1, -1, -1), strict=True))  # the first of those that are alike
    found: Change = []
    cost = at = 0
    while at < len(new):
        place = places.get(piece := new[at])
        if place is not None:
            run = 0
            for one, other in zip(old[place:], new[at:], strict=False):
                if one != other:
                    break
                run += 1
            found.append([place, place + run])
            at, cost = at + run, cost + 10
            continue
        if found and isinstance(found[-1], str):
            found[-1] += piece
        else:
            found.append(piece)
        at, cost = at + 1, cost + len(piece) + 3
    return found if cost + WORTH_IT < len(after) else None


def made(before: str, how: Sequence[str | list[int]]) -> str:
    """*before* with the change made, as the page does it."""
    old = pieces(before)
    return "".join(each if isinstance(each, str) else "".join(old[each[0] : each[1]]) for each in how)


@dataclass(frozen=True, eq=False)
class Drawn:
    """One page's live parts at one position; what a page is told next is told against the very one it was sent."""

    number: int
    game: str
    parts: dict[str, str]
    serial: int = field(default_factory=itertools.count(1).__next__)

    def shows_the_same(self, other: Drawn) -> bool:
        return (self.number, self.game, self.parts) == (other.number, other.game, other.parts)


def told(before: Drawn | None, now: Drawn) -> bytes:
    """One event: whole parts, and changes of those that are long."""
    whole: dict[str, str] = {}
    changed: dict[str, Change] = {}
    for name, html in now.parts.items():
        old = before.parts.get(name) if before else None
        if old == html:
            continue
        if old and (how := change(old, html)):
            changed[name] = how
        else:
            whole[name] = html
    data = {"n": now.number, "game": now.game, "parts": whole, "changed": changed}
    return f"data: {json.dumps(data, separators=(',', ':'), ensure_ascii=False)}\n\n".encode()
