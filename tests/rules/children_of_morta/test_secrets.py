"""Nobody learns what nobody may know yet: decks, faces of tiles, chapters to come."""

import json
import random

import pytest
from morta_setting import foe, table

from rules.children_of_morta import GAME
from rules.position import Run, some_step


def beginnings(seed, players, most):
    """A random game up to so many answers."""
    chance = random.Random(seed)
    run = Run(GAME, GAME.begin(GAME.setup(players)))
    for _ in range(most):
        if run.ask is None:
            return
        run.take(some_step(GAME, run.state, run.ask, chance))
        yield run


@pytest.mark.rule("CM-R12", "CM-37")
@pytest.mark.parametrize("players", [1, 3])
def test_no_page_is_told_of_face_down_tiles_cards_or_later_chapters(players):
    looked = 0
    for number, run in enumerate(beginnings(5, players, 300)):
        state = run.state
        if number % 5 or not state.run.heroes:
            continue
        looked += 1
        pack = state.pack
        for seat in (None, *state.seats):
            shown = json.dumps(GAME.show(state, seat))
            later = [c for n, c in pack.chapters.items() if state.mode == "trial" or n > state.campaign.chapter]
            for chapter in later:
                assert chapter.title not in shown
                assert chapter.lore[:40] not in shown
            for card in pack.chapter_cards.values():
                assert card.text_before[:30] not in shown or not card.text_before
            for tile in pack.encounter_tiles:
                assert f'"{tile}"' not in shown
            for tile in pack.loot:
                assert f'"{tile}"' not in shown
    assert looked > 20


def test_rulings_on_decks_are_told_to_nobody_and_the_rest_to_all():
    assert GAME.is_secret("run.enemies.goblins.left.archer")
    assert GAME.is_secret("run.stacks.gate.six")
    assert GAME.is_secret("run.boss.pile.below")
    assert not GAME.is_secret("run.rage")
    assert not GAME.is_secret("run.heroes.north.health")


@pytest.mark.rule("CM-202")
def test_everybody_is_warned_before_a_run_is_lost():
    state = table(2)
    assert GAME.show(state, "north")["near"] == []
    for space in range(1, 6):
        foe(state, "east", space, "wolf")
    state.hero("north").health = 2
    texts = [warning["text"] for warning in GAME.show(state, None)["near"]]
    assert texts == ["John has 2 health left.", "Linda: 5 of 6 spaces are taken."]
