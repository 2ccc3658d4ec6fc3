"""Covering the spaces of an action: a matching token, any two as a wild, or own fatigue (CM-108 to CM-112)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from ..ask import Option, Refusal, offered
from ..unread import Words
from . import cards, effects
from . import vocabulary as v
from .aim import ATTACKS
from .levels import level_of
from .state import Acting, Table

Swaps = tuple[tuple[str, str], ...]
"""Colours that count as others by a hero's cards."""


def _swaps(state: Table, seat: str) -> Swaps:
    words = cards.passives(state, seat)
    return tuple([(word.colour, word.counts_as) for word in words if isinstance(word, v.TreatColourAs)])


def _fits(space: str, colour: str, swaps: Swaps) -> bool:
    return space == colour or (colour, space) in swaps


def fits(state: Table, seat: str, space: str, token: str) -> bool:
    """Whether a single token may lie on a space of that colour."""
    return _fits(space, effects.colour_of(token), _swaps(state, seat))


def coverable(state: Table, seat: str, spaces: tuple[str, ...], hand: list[str], fatigue: int) -> bool:
    """Whether the spaces can be covered: each by a match, two tokens as wild, or fatigue (CM-R38)."""
    return _coverable(spaces, _colours(tuple(hand)), fatigue, _swaps(state, seat))


@lru_cache(10_000)
def _colours(hand: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(effects.colour_of, hand)))


@lru_cache(10_000)
def _coverable(spaces: tuple[str, ...], hand: tuple[str, ...], fatigue: int, swaps: Swaps) -> bool:
    """The same for a hand of colours."""
    if not spaces:
        return True
    first, rest = spaces[0], spaces[1:]
    if fatigue and _coverable(rest, hand, fatigue - 1, swaps):
        return True
    ones = [some for some in distinct(hand, 1) if _fits(first, some[0], swaps)]
    return any(_coverable(rest, tuple(without(hand, some)), fatigue, swaps) for some in (*ones, *distinct(hand, 2)))


def distinct(hand: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """So many tokens of the hand in every way that makes a difference."""
    return list(dict.fromkeys(combinations(sorted(hand), size)))


def without(hand: Sequence[str], tokens: Sequence[str]) -> list[str]:
    """What stays in the hand; a token that is not there any more is no loss."""
    left = list(hand)
    for token in tokens:
        if token in left:
            left.remove(token)
    return left


def _names(state: Table, tokens: tuple[str, ...]) -> Words:
    return lambda: " and ".join(effects.token_name(state, token) for token in tokens)


def ways(state: Table, seat: str, acting: Acting, spaces: tuple[str, ...]) -> list[Option]:
    """Ways to cover the next space that leave enough for the one after it."""
    hero = state.hero(seat)
    space, rest = spaces[len(acting.cover)], spaces[len(acting.cover) + 1 :]
    own = f"fatigue/{hero.id}"
    placed = [token for tokens in acting.cover for token in tokens]
    hand = without(hero.hand, placed)
    fatigue = hero.face_up - placed.count(own)
    swaps = _swaps(state, seat)

    def left(hand: list[str], fatigue: int) -> bool:
        return _coverable(rest, _colours(tuple(hand)), fatigue, swaps)

    found: list[Option] = []
    for token in dict.fromkeys(hand):
        barred = None
        if not _fits(space, effects.colour_of(token), swaps):
            barred = Refusal("CM-109", f"A {effects.colour_of(token)} token does not fit on a {space} space.")
        elif not left(without(hand, [token]), fatigue):
            barred = Refusal("CM-97", "Then the other space could not be covered.")
        found.append(offered(token, _names(state, (token,)), barred, group="A token that fits"))
    for pair in distinct(hand, 2):
        barred = None
        if not left(without(hand, pair), fatigue):
            barred = Refusal("CM-97", "Then the other space could not be covered.")
        found.append(offered(" ".join(pair), _names(state, pair), barred, group="Any two tokens as a wild"))
    if hero.corruption:
        found.append(
            Option(
                "corruption", "Corruption", Refusal("CM-111", "Corruption cannot be used, not even as part of a wild.")
            )
        )
    barred = None
    if not fatigue:
        barred = Refusal("CM-112", "There is no face-up fatigue left.")
    elif not left(hand, fatigue - 1):
        barred = Refusal("CM-97", "Then the other space could not be covered.")
    found.append(offered(own, "Fatigue", barred, hint="fits any colour; into the bag afterwards"))
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
    needed, swaps = _needed_elsewhere(state, seat, slot), _swaps(state, seat)
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
        ones = [some for some in distinct(hand, 1) if _fits(spaces[0], effects.colour_of(some[0]), swaps)]
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
