"""Every card of the demo island can be said by taps, and is read back in words."""

from __future__ import annotations

import pytest
from by_moves import reads_back, round_trip

from rules.awakening.pack import Pack, opened
from rules.awakening.speaking import KNOWN, Speech
from rules.plain import kinds_in

TABLES = ("companions", "relics", "traits", "monsters", "triggers", "journeys", "wretches", "quests")

MOMENTS = {"power": {"window": "on_use", "do": []}, "end_bonus": {"window": "end_game", "do": []}}


@pytest.mark.parametrize("table", TABLES)
def test_every_card_can_be_put_together_by_taps_and_is_read_back(table: str) -> None:
    for card in getattr(opened("demo"), table):
        round_trip(kinds_in(Pack)[table].__args__[0], Speech(), card, KNOWN, MOMENTS)
        reads_back(Speech(), card)
