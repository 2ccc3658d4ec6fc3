"""How a game sounds, as plain data: `spoken.toml` in its folder, for whatever the rules' own words would make clumsy.

silent = ["regular expressions of whole sentences that are only worth reading"]
implied = ["of orders that a sentence said before makes plain"]
last = ["of sentences that overtake each other: of several in a row with the same groups only the last is said"]

[together]
"two sentences in a row" = "what is said instead of both"

[say]
"what is written" = "what is said instead, with \\\\1 for groups"

[brief]
"what is written" = "what is enough once it was heard often; - for nothing at all"

All of them look at words without brackets and rule numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .by_ear import bare


@dataclass(frozen=True)
class Hearing:
    """One game's words for the ear."""

    silent: re.Pattern[str] | None = None
    implied: re.Pattern[str] | None = None
    last: tuple[re.Pattern[str], ...] = ()
    together: tuple[tuple[re.Pattern[str], str], ...] = ()
    say: tuple[tuple[re.Pattern[str], str], ...] = ()
    briefly: tuple[tuple[re.Pattern[str], str], ...] = ()

    @classmethod
    def of(cls, text: str) -> Hearing:
        """As it is written in `spoken.toml`; nothing special if that is empty."""
        told = tomllib.loads(text)
        last = tuple(map(re.compile, told.get("last", ())))
        silent, implied = _any(told.get("silent", ())), _any(told.get("implied", ()))
        pairs = (_pairs(told, name) for name in ("together", "say", "brief"))
        return cls(silent, implied, last, *pairs)

    def is_silent(self, sentence: str) -> bool:
        """Nobody has to hear it."""
        return bool(self.silent and self.silent.fullmatch(bare(sentence)))

    def orders(self, orders: Iterable[str]) -> list[str]:
        """Those that hands would not do by themselves."""
        return [order for order in orders if not (self.implied and self.implied.fullmatch(bare(order)))]

    def newest(self, sentences: Iterable[str]) -> list[str]:
        """Without those that the one after them overtakes: where somebody stands now, not every step on the way."""
        found: list[str] = []
        before: object = None
        for each in sentences:
            matches = ((number, at.match(bare(each))) for number, at in enumerate(self.last))
            kind = next(((number, *match.groups()) for number, match in matches if match), None)
            if kind is not None and kind == before:
                found.pop()
            found.append(each)
            before = kind
        return found

    def in_one(self, sentences: Iterable[str]) -> list[str]:
        """Of two in a row that tell the same twice one is made: "Lamp-eater hits Isa for 2: 7 left." """
        found: list[str] = []
        for each in sentences:
            both = f"{bare(found[-1])} {bare(each)}" if found else ""
            one = next((written.sub(said, both) for written, said in self.together if written.fullmatch(both)), "")
            found[-1 if one else len(found) :] = [one or each]
        return found

    def brief(self, text: str) -> str:
        """What is enough for those who have heard it often; empty if it is always said whole."""
        text = bare(text)
        return next((brief for written, brief in self.briefly if written.fullmatch(text)), "")

    def words(self, text: str) -> str:
        text = bare(text)
        for written, said in self.say:
            text = written.sub(said, text)
        return text


def _pairs(told: dict[str, Any], name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(written), said) for written, said in told.get(name, {}).items())


def _any(patterns: Iterable[str]) -> re.Pattern[str] | None:
    found = "|".join(f"(?:{each})" for each in patterns)
    return re.compile(found) if found else None
