"""Challenges with the cards of the demo world."""

from __future__ import annotations

import pytest
from playing import Playing
from sleeping_gods_setting import ship, texts

from rules.sleeping_gods.challenge import face
from rules.sleeping_gods.effects import Challenge
from rules.sleeping_gods.state import Campaign, Context


def facing(state: Campaign, skill: str, number: int) -> Playing:
    """A challenge that nobody takes part in, up to its fate."""
    return Playing(face(state, Challenge("challenge", skill, number), Context())).answer([])  # type: ignore[arg-type]


@pytest.mark.rule("SG-321", "SG-E22")
def test_a_passive_card_adds_to_every_challenge_of_its_skill_without_command() -> None:
    for cards, total in (([], 4), ([5], 5)):
        state = ship(1, pack="demo", region="2e", cards=cards, custody="table")
        facing(state, "perception", 9).answer(4)
        assert f"{total} of 9" in texts(state)
        assert set(state.owned.values()) <= {0}
    state = ship(1, pack="demo", region="2e", cards=[5], custody="table")
    facing(state, "savvy", 9).answer(4)
    assert "4 of 9" in texts(state)
