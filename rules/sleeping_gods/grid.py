"""The squares of the enemy row: what touches what, and where the damage of one attack may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .pack import EnemyCard, Square
from .state import COMBO_LIMIT, Campaign, Foe

Spot = tuple[int, int]
"""Place in the row, and place in that card's list of squares."""


def card_of(state: Campaign, foe: Foe) -> EnemyCard:
    return state.pack.enemies[foe.number]


def row(state: Campaign) -> list[Foe]:
    assert state.combat
    return state.combat.row


def active_squares(state: Campaign, foe: Foe) -> list[tuple[int, Square]]:
    """The squares no damage token covers: everything in them works. Armor alone covers nothing."""
    return [(i, square) for i, square in enumerate(card_of(state, foe).squares) if i not in foe.covered]


def damage_of(state: Campaign, foe: Foe) -> int:
    """Basic damage and the bonus of every uncovered square."""
    if card_of(state, foe).unread:
        return foe.deals
    return card_of(state, foe).damage + sum(square.bonus_damage for _, square in active_squares(state, foe))


def has_ability(state: Campaign, foe: Foe, name: str) -> int:
    """How strong an ability is over all uncovered squares; 0 if it is not there."""
    if card_of(state, foe).unread:
        return int(name.replace("_", " ") in foe.signs)
    found = [s.ability.amount for _, s in active_squares(state, foe) if s.ability and s.ability.name == name]
    return sum(found)


def flying(state: Campaign, foe: Foe) -> bool:
    return "wings" in foe.signs or any(square.flying for _, square in active_squares(state, foe))


def defeated(state: Campaign, foe: Foe) -> bool:
    """Every heart covered and every armor token gone; armor squares need no cover."""
    if card_of(state, foe).unread:
        return foe.fallen
    squares = card_of(state, foe).squares
    return not foe.armor and all(i in foe.covered for i, square in enumerate(squares) if square.heart)


def gain_combo(state: Campaign, n: int = 1) -> None:
    """Points above 4 are lost."""
    assert state.combat
    before = state.combat.combo
    state.combat.combo = min(COMBO_LIMIT, before + n)
    if state.combat.combo > before:
        state.say(f"Combo points: {state.combat.combo}.")
        if state.combat.combo == COMBO_LIMIT:
            state.combat.left_combo = []  # enough for a combat action: everybody may think of it anew


def strike_square(state: Campaign, spot: Spot) -> None:
    """One damage: an armor token goes, or else the square is covered."""
    foe = row(state)[spot[0]]
    card = card_of(state, foe)
    square = card.squares[spot[1]]
    if spot[1] in foe.armor:
        foe.armor.remove(spot[1])
        state.say(f"{card.name}: the armor token of row {square.row}, column {square.col} is removed.")
        return
    foe.covered.append(spot[1])
    state.say(f"{card.name}: row {square.row}, column {square.col} is covered.")
    if square.combo:
        gain_combo(state)


# ----- adjacency


def touching(state: Campaign, spot: Spot) -> list[Spot]:
    """The squares beside this one, never diagonally; at a card's side those of the next card in the same row."""
    foes = row(state)
    place, index = spot
    card = card_of(state, foes[place])
    square = card.squares[index]
    found: list[Spot] = [(place, other) for other in card.beside[index]]
    if square.col == 1 and place > 0:
        left = card_of(state, foes[place - 1])
        found += [(place - 1, i) for i, s in enumerate(left.squares) if s.row == square.row and s.col == left.cols]
    if square.col == card.cols and place + 1 < len(foes):
        right = card_of(state, foes[place + 1])
        found += [(place + 1, i) for i, s in enumerate(right.squares) if s.row == square.row and s.col == 1]
    return found


@dataclass(frozen=True)
class Slash:
    """What one attack may still hit: its target, its damage, and who resists."""

    target: int
    damage: int
    resisting: tuple[int, ...] = ()  # places of cards whose Resist was uncovered before; twice for a Resist 2
    splash: bool = True
    path: bool = False  # house rule: no branches
    twice: bool = False  # house rule: armor off and covered in one attack
    half_of_all: bool = False  # house rule: half of the full damage, placed or not


def allowance(slash: Slash, hits: Sequence[Spot]) -> int:
    """How much the attack may place, less what each resisting card it hits blocks (SG-R73)."""
    if not slash.resisting:  # as nearly always
        return max(0, slash.damage)
    hit_cards = {place for place, _ in hits} | {slash.target}
    return max(0, slash.damage - sum(place in hit_cards for place in slash.resisting))


def free(state: Campaign, slash: Slash, hits: Sequence[Spot], spot: Spot) -> bool:
    """A square that can take damage of this attack: not covered, and not hit already."""
    foe = row(state)[spot[0]]
    if spot[1] in foe.covered:
        return False
    again = hits.count(spot)
    return again == 0 or (slash.twice and again == 1 and spot[1] in foe.armor)


def reachable(state: Campaign, slash: Slash, hits: Sequence[Spot]) -> list[Spot]:
    """Where the next damage could go, before counting halves."""
    foes = row(state)
    if not hits:
        squares = card_of(state, foes[slash.target]).squares
        return [(slash.target, i) for i in range(len(squares)) if free(state, slash, hits, (slash.target, i))]
    ends = [hits[0], hits[-1]] if slash.path else list(hits)
    found: list[Spot] = []
    for end in ends:
        for spot in [end, *touching(state, end)]:
            near = abs(spot[0] - slash.target) <= (1 if slash.splash else 0)
            if near and spot not in found and free(state, slash, hits, spot):
                found.append(spot)
    return found


def extended(slash: Slash, state: Campaign, hits: tuple[Spot, ...], spot: Spot) -> tuple[Spot, ...]:
    """The hits with one more; a path grows at the end it touches."""
    if slash.path and hits and spot not in (hits[-1], *touching(state, hits[-1])):
        return (spot, *hits)
    return (*hits, spot)


def halves(slash: Slash, hits: Sequence[Spot]) -> bool:
    """At least half of the damage, rounded up, lies on the target."""
    on_target = sum(place == slash.target for place, _ in hits)
    whole = slash.damage if slash.half_of_all and on_target < len(hits) else len(hits)
    return on_target >= (whole + 1) // 2


def may_stop(state: Campaign, slash: Slash, hits: Sequence[Spot]) -> bool:
    """Nothing more is due: all is placed, or no free square of the target touches the group."""
    if not halves(slash, hits):
        return False
    if len(hits) >= allowance(slash, hits):
        return True
    return not any(place == slash.target for place, _ in reachable(state, slash, hits))


def can_finish(state: Campaign, slash: Slash, hits: tuple[Spot, ...]) -> bool:
    """Some legal placing begins with these hits."""
    if len(hits) > allowance(slash, hits):
        return False
    if may_stop(state, slash, hits):
        return True
    if len(hits) >= allowance(slash, hits):
        return False
    # the target's own squares first: they mend the half soonest
    spots = sorted(reachable(state, slash, hits), key=lambda spot: spot[0] != slash.target)
    return any(can_finish(state, slash, extended(slash, state, hits, spot)) for spot in spots)


def next_spots(state: Campaign, slash: Slash, hits: tuple[Spot, ...]) -> list[Spot]:
    """Where the next damage may go so that the whole stays legal."""
    if len(hits) >= allowance(slash, hits):
        return []
    spots = reachable(state, slash, hits)
    return [spot for spot in spots if can_finish(state, slash, extended(slash, state, hits, spot))]
