"""How two owners' descriptions of The Awakening are joined, and how a game under way learns of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.joining import Cards, Tables
from rules.plain import Plain, dump, load

from .own import is_blank, is_treachery
from .pack import Met
from .state import Awakening
from .words import amounts, blocks, stack_title

LEAVE = 2
"""So many cards of a stack stay unknown in a game under way: a question that is open now may still count on one."""


class OwnersCards(Cards):
    habits = ("last_time",)
    counted = ("met",)
    ours_only = ("about", "counterattack_die", "attribute_die", "mounts", "tiles", "seat_colours", "proficiency_counts")

    def fuller(self, table: str, ours: Plain, theirs: Plain) -> Plain | None:
        if table != "met":
            return super().fuller(table, ours, theirs)
        together = [{**each, "choice": None} if each["gains"] is None else each for each in (ours, theirs)]
        both = super().fuller(table, *together)
        return {**both, "choice": both["choice"] or 0} if isinstance(both, dict) else None

    def named(self, table: str, key: str, card: Plain) -> str:
        return f"The mastery tile of {key}" if table == "mastery_values" else super().named(table, key, card)

    def told(self, table: str, key: str, card: Plain) -> str:
        if table == "mastery_values":
            return f"{card} honor"
        return _card(load(Met, card)) if table == "met" else super().told(table, key, card)


def _card(card: Met) -> str:
    """Such as "red companion Old Bran, 3 honor, generates 2 strength"."""
    parts = [f"{stack_title(card.sort)} {card.name}"]
    parts += [f"{card.honor} honor"] if card.honor is not None else []
    if card.gains is not None:
        brings = {str(attr): number for attr, number in card.gains.items()} | {"of your choice": card.choice}
        parts.append(f"generates {amounts(brings)}" if any(brings.values()) else "generates by hand")
    parts += [f"holds {blocks(card.charges)}"] if card.charges is not None else []
    return ", ".join(parts)


# A game under way


def takes_in(state: Awakening, cards: Cards, known: Tables) -> tuple[list[str], list[str]]:
    """Cards told elsewhere are known here: those that lie face down take the place of one nobody has named."""
    learned: list[str] = []
    kept: list[str] = []
    here = {(each.sort, each.name.casefold()): id for id, each in state.pack.met.items() if each.name}
    for id, plain in (known.get("met") or {}).items():
        card = load(Met, plain)
        there = here.get((card.sort, card.name.casefold()))
        if not card.name or is_blank(id):
            continue
        why = _tell(state, cards, there, card) if there else _place(state, id, card)
        if why is None:
            learned.append(card.name)
        elif why:
            kept.append(why)
    _mastery(state, known.get("mastery_values") or {}, learned, kept)
    state.forget_pack()
    return learned, kept


def _tell(state: Awakening, cards: Cards, id: str, card: Met) -> str | None:
    """What is new of a card that this game knows; a sentence if it stays as it is, empty if that says all."""
    told = state.pack.met[id]
    both = cards.fuller("met", dump(told), dump(card))
    if both == dump(told):
        return ""
    if both is None and (_lies_open(state, id) or is_treachery(told) != is_treachery(card)):
        return f"{told.name} is already on the table, so this game keeps what it knows about it."
    state.met[id] = card if both is None else load(Met, both)
    return None


def _lies_open(state: Awakening, card: str) -> bool:
    down = [*state.triggers_left, *(each for pile in state.stacks.values() for each in pile.left)]
    unchosen = card in state.pack.wretch and all(player.wretch != card for player in state.players.values())
    return card not in down and not unchosen


def _place(state: Awakening, id: str, card: Met) -> str | None:
    if is_treachery(card) and not state.toggle("treachery"):
        return ""  # such cards are not in this game
    if card.sort != "wretch":
        left = state.triggers_left if card.sort == "trigger" else _left(state, card.sort)
        blank = [each for each in left if is_blank(each) and not _is_named(state, each)]
        if len(blank) < LEAVE:
            return f"{card.name}: this game has no {stack_title(card.sort)} left that it could be."
        left[left.index(blank[-1])] = id
        state.filled.append(blank[-1])
    state.met[id] = card
    return None


def _left(state: Awakening, sort: str) -> list[str]:
    return state.stacks[sort].left if sort in state.stacks else []


def _is_named(state: Awakening, card: str) -> bool:
    return card in state.met and bool(state.met[card].name)


def _mastery(state: Awakening, values: Mapping[Any, int], learned: list[str], kept: list[str]) -> None:
    for attr, value in values.items():
        known = state.pack.mastery_values.get(attr)
        if known is None:
            state.mastery_told[attr] = value
            learned.append(f"the mastery tile of {attr}")
        elif known != value and state.phase in ("play", "set-up"):
            kept.append(f"The mastery tile of {attr} is worth {known} honor in this game.")
