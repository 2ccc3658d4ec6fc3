"""How a player of the box imagines the island's hidden cards, and how it values what everybody has."""

from __future__ import annotations

from collections import Counter
from math import exp

from rules.ask import Luck

from . import end, mastery
from .sensible import purse_of, value
from .state import Awakening
from .words import ATTRIBUTES, Attribute

SURE = 0.16  # how much a point of honor ahead is worth
CHARACTERS = {
    "hasty": "Takes whatever honor lies near.",
    "patient": "Gathers first, and comes late with much.",
}
LATER = {"hasty": 0.4, "patient": 1.0}
"""What blocks that may still become honor count for; 0.7 of it for all others."""


def imagine(state: Awakening, seat: str, chance: Luck) -> None:
    """What lies face down or was looked at by others, in any order; the others' Secret Quests."""
    if state.looking != seat:  # whoever is looking knows what lies on top
        for pile in state.stacks.values():
            pile.top, pile.left = _mixed(pile.top, pile.left, chance)
        state.triggers_top, state.triggers_left = _mixed(state.triggers_top, state.triggers_left, chance)
        pouch = [kind for kind, count in state.pouch.items() for _ in range(count)]
        state.known_tiles, left = _mixed(state.known_tiles, pouch, chance)
        counts = Counter(left)
        state.pouch = {kind: counts[kind] for kind in sorted(state.pouch)}
    others = [each for each, player in state.players.items() if each != seat and player.quest is not None]
    dealt, state.quests_left = _mixed([str(state.players[each].quest) for each in others], state.quests_left, chance)
    for each, quest in zip(others, dealt, strict=True):
        state.players[each].quest = quest
    state.journeys_left = sorted(state.journeys_left)


def _mixed(known: list[str], left: list[str], chance: Luck) -> tuple[list[str], list[str]]:
    """As many on top as before, but any; and the rest."""
    every = sorted([*known, *left])
    chance.shuffle(every)
    return every[: len(known)], sorted(every[len(known) :])


def worth(state: Awakening, seat: str, character: str) -> float:
    if state.result:
        winners = state.result["winners"]
        return 1 / len(winners) if seat in winners else 0.0
    if state.phase == "set-up" or not state.players:
        return 0.5
    later = LATER.get(character, 0.7)
    leaders = {attr: mastery.leader(state, attr) for attr in ATTRIBUTES} if state.proficiency else {}
    found = {each: _standing(state, each, later, leaders) for each in state.players}
    mine = found.pop(seat)
    return 1 / (1 + exp(-SURE * (mine - max(found.values()))))


def _standing(state: Awakening, seat: str, later: float, leaders: dict[Attribute, str | None]) -> float:
    """Honor if it were over now, and what blocks may still bring; less of that once the end is near."""
    player = state.players[seat]
    honor = float(player.honor + end.PER_TILE * len(state.tiles_of(seat)) + end.end_bonuses(state, seat))
    honor += sum(bonus for _, _, bonus in end.quest_lines(state, seat))
    honor += sum(state.pack.mastery_values.get(attr, 0) for attr, leader in leaders.items() if leader == seat)
    return honor + (0.2 if state.end_met else later) * value(purse_of(player))
