"""The dealer inside the box: every draw can be checked once the game is over.

A game's draws all come from one secret seed. Its fingerprint is published before the first draw and the seed when
the game is over, so anybody can work out that nothing was tampered with in between.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

from rules.chance import Chance
from rules.plain import Plain


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def fingerprint(seed: bytes) -> str:
    """What is published beforehand."""
    return hashlib.sha256(b"tableside dealer " + seed).hexdigest()


class Dealer:
    """Draws what the rules say can be drawn, each as likely as its weight.

    The same number of draw always gives the same result: taking a move back and making it again is no second try.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def draw(self, ask: Chance, number: int) -> Plain:
        """What comes out at draw *number* of the game, counted from 0."""
        numbers = self._numbers(number)

        def pick(weights: Sequence[int]) -> int:
            total = sum(weights)
            limit = 2**64 - 2**64 % total  # above it some places would be likelier than others
            value = next(value for value in numbers if value < limit) % total
            for place, weight in enumerate(weights):
                if value < weight:
                    return place
                value -= weight
            raise AssertionError("the weights do not add up")

        return ask.drawn(pick)

    def _numbers(self, number: int) -> Iterator[int]:
        """Evenly spread 64-bit numbers for one draw, without end."""
        block = 0
        while True:
            digest = hmac.digest(self._seed, f"draw {number} block {block}".encode(), "sha256")
            for start in range(0, 32, 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1
