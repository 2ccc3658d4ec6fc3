"""Every card of the demo world can be said by taps, and is read back in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_moves import reads_back, round_trip

from rules.plain import kinds_in
from rules.sleeping_gods import GAME
from rules.sleeping_gods.pack import Box, Pack, the_pack
from rules.sleeping_gods.speaking import KNOWN, Speech

TABLES = (
    *("crew", "ability_cards", "level_cards", "adventure_cards", "quests", "events", "enemies", "search_tokens"),
    *("hazards", "totems", "achievements"),
)


def speech() -> Speech:
    return Speech(GAME.begin(GAME.setup({"north": "Ann"}, {}, "box", "demo")))


@pytest.mark.parametrize("table", TABLES)
def test_every_card_can_be_put_together_by_taps_and_is_read_back(table: str) -> None:
    tongue, kind = speech(), kinds_in(Pack)[table].__args__[1]
    for card in getattr(the_pack(), table).values():
        round_trip(kind, tongue, card, KNOWN)
        reads_back(tongue, card)


def test_whatever_a_story_does_can_be_said_too() -> None:
    tongue = speech()
    for paragraph in the_pack().paragraphs.values():
        for box in paragraph.boxes:
            round_trip(Box, tongue, replace(box, read=""))  # the prose stays in the book
