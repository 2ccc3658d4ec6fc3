"""Every card of the demo family can be said by taps, and is read back in words."""

from __future__ import annotations

from typing import Any

import pytest
from by_moves import reads_back, round_trip

from rules.children_of_morta.components import Pack
from rules.children_of_morta.pack import open_pack
from rules.children_of_morta.speaking import KNOWN, Speech

PLACES = dict.fromkeys(("chapter_cards", "house_cards"), "a chapter or house card")
TABLES = ("talents", "items", "supports", "bonds", "chapter_cards", "house_cards", "loot", "enemies", "boss cards")


def cards(pack: Pack, table: str) -> list[Any]:
    if table == "enemies":
        return [card for deck in pack.enemy_decks.values() for card in deck.cards.values()]
    if table == "boss cards":
        return [card for boss in pack.bosses.values() for card in boss.deck.values()]
    return list(getattr(pack, table).values())


@pytest.mark.parametrize("table", TABLES)
def test_every_card_can_be_put_together_by_taps_and_is_read_back(table: str) -> None:
    pack = open_pack("demo")
    for card in cards(pack, table):
        tongue = Speech(pack, PLACES.get(table, ""))
        round_trip(type(card), tongue, card, KNOWN)
        reads_back(tongue, card)
