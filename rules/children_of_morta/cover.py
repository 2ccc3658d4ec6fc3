"""Covering the spaces of an action: a matching token, any two as a wild, or own fatigue (CM-108 to CM-112)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..ask import Option, Refusal
from . import cards, effects
from . import vocabulary as v
from .aim import ATTACKS
from .levels import level_of
from .state import Acting, Table


def counts_as(state: Table, seat: str, token: str) -> set[str]:
    """The colours a single token may stand for."""
    colour = effects.colour_of(token)
    swaps = [word for word in cards.passives(state, seat) if isinstance(word, v.TreatColourAs)]
    return {colour} | {word.counts_as for word in swaps if word.colour == colour}


def coverable(state: Table, seat: str, spaces: tuple[str, ...], hand: list[str], fatigue: int) -> bool:
    """Whether the spaces can be covered: each by a match, two tokens as wild, or fatigue (CM-R38)."""
    if not spaces:
        return True
    first, rest = spaces[0], spaces[1:]
    if fatigue and coverable(state, seat, rest, hand, fatigue - 1):
        return True
    for size in (1, 2):
        for tokens in distinct(hand, size):
            if size == 1 and first not in counts_as(state, seat, tokens[0]):
                continue
            if coverable(state, seat, rest, without(hand, tokens), fatigue):
                return True
    return False


def distinct(hand: list[str], size: int) -> list[tuple[str, ...]]:
    """So many tokens of the hand in every way that makes a difference."""
    return list(dict.fromkeys(combinations(sorted(hand), size)))


def without(hand: list[str], tokens: tuple[str, ...] | list[str]) -> list[str]:
    """What stays in the hand; a token that is not there any more is no loss."""
    left = list(hand)
    for token in tokens:
        if token in left:
            left.remove(token)
    return left


def ways(state: Table, seat: str, acting: Acting, spaces: tuple[str, ...]) -> list[Option]:
    """Ways to cover the next space that leave enough for the one after it."""
    hero = state.hero(seat)
    space, rest = spaces[len(acting.cover)], spaces[len(acting.cover) + 1 :]
    own = f"fatigue/{hero.id}"
    placed = [token for tokens in acting.cover for token in tokens]
    hand = without(hero.hand, placed)
    fatigue = hero.face_up - placed.count(own)
    found: list[Option] = []
    for token in dict.fromkeys(hand):
        barred = None
        if space not in counts_as(state, seat, token):
            barred = Refusal("CM-109", f"A {effects.colour_of(token)} token does not fit on a {space} space.")
        elif not coverable(state, seat, rest, without(hand, [token]), fatigue):
            barred = Refusal("CM-97", "Then the other space could not be covered.")
        found.append(Option(token, effects.token_name(state, token), barred, group="A token that fits"))
    for pair in distinct(hand, 2):
        barred = None
        if not coverable(state, seat, rest, without(hand, pair), fatigue):
            barred = Refusal("CM-97", "Then the other space could not be covered.")
        names = " and ".join(effects.token_name(state, token) for token in pair)
        found.append(Option(" ".join(pair), names, barred, group="Any two tokens as a wild"))
    if hero.corruption:
        found.append(
            Option(
                "corruption", "Corruption", Refusal("CM-111", "Corruption cannot be used, not even as part of a wild.")
            )
        )
    barred = None
    if not fatigue:
        barred = Refusal("CM-112", "There is no face-up fatigue left.")
    elif not coverable(state, seat, rest, hand, fatigue - 1):
        barred = Refusal("CM-97", "Then the other space could not be covered.")
    found.append(Option(own, "Fatigue", barred, hint="fits any colour; into the bag afterwards"))
    return found


# The way that is meant unless somebody says otherwise


def best_cover(state: Table, seat: str, slot: str, begun: Sequence[list[str]] = ()) -> list[list[str]]:
    """Tokens for every space of an action, after those *begun*, so that most stays possible: as few as can be, own
    fatigue last, and first those that nothing else on the board needs.
    """
    hero, printed = state.hero(seat), level_of(state, seat, slot)
    placed = [token for tokens in begun for token in tokens]
    own = f"fatigue/{hero.id}"
    hand, fatigue = without(hero.hand, placed), hero.face_up - placed.count(own)
    needed = _needed_elsewhere(state, seat, slot)
    attack = any(word.do in ATTACKS for word in printed.effects)

    def cost(tokens: tuple[str, ...]) -> tuple[int, ...]:
        """Fatigue, tokens used, extra dice (wanted in an attack, kept otherwise), and what others will miss."""
        dice = sum(_adds_dice(state, token) for token in tokens)
        return (
            int(own in tokens),
            len(tokens),
            -dice if attack else dice,
            sum(needed.get(effects.colour_of(t), 0) for t in tokens),
        )

    def fill(spaces: tuple[str, ...], hand: list[str], fatigue: int) -> tuple[tuple[int, ...], list[list[str]]] | None:
        if not spaces:
            return (0, 0, 0, 0), []
        found: tuple[tuple[int, ...], list[list[str]]] | None = None
        ones = [some for some in distinct(hand, 1) if spaces[0] in counts_as(state, seat, some[0])]
        for tokens in [*ones, *distinct(hand, 2), *([(own,)] if fatigue else [])]:
            rest = fill(spaces[1:], without(hand, tokens), fatigue - (own in tokens))
            if rest is not None:
                price = tuple(a + b for a, b in zip(cost(tokens), rest[0], strict=True))
                if found is None or price < found[0]:
                    found = price, [list(tokens), *rest[1]]
        return found

    best = fill(printed.spaces[len(begun) :], hand, fatigue)
    return [*begun, *(best[1] if best else [])]


def _adds_dice(state: Table, token: str) -> int:
    """Dice an advanced token adds to the action it is used for (CM-R39)."""
    kind = effects.kind_of(token)
    word = state.pack.advanced[kind].effect if kind else None
    return word.n if isinstance(word, v.ExtraDie) else 0


def _needed_elsewhere(state: Table, seat: str, slot: str) -> dict[str, int]:
    """How many spaces of each colour the actions have that can still be performed this round."""
    hero, needed = state.hero(seat), dict[str, int]()
    for other in state.board(seat).actions:
        if other != slot and not hero.actions.get(other):
            for space in level_of(state, seat, other).spaces:
                needed[space] = needed.get(space, 0) + 1
    return needed
