"""A run that was put away in the middle, laid out again: what lies there beyond the set-up's own checklist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from . import hands
from .chances import titles
from .effects import token_name
from .levels import level_of
from .state import Hero, Table
from .table import view
from .wording import counted, goods

_IN_THE_CHECKLIST = ("board.", "health.", "shield.", "evade.", "focus.", "xp.")
_OF_A_HERO = ("item.", "talent.", "level.")  # told by `_of`
_OF_ALL = ("fund", "shop.", "bought.", "removed.", "reserve.")  # told with the bag and the shop


def put_back(state: Table) -> list[str]:
    """Bag and fund, decks with their discards, and what each hero has; then the map, the rows and all tokens."""
    if not state.run.heroes:
        return []
    pack, run = state.pack, state.run
    lies = view(state)
    laid = {slot: what for slot, what in lies.items() if slot.startswith(_IN_THE_CHECKLIST + _OF_A_HERO + _OF_ALL)}
    told = [f"Into the bag: {in_the_bag(state)}."] if state.campaign.bag else []
    if state.campaign.fund:
        told.append(f"Family fund: {goods(state.campaign.fund, 'morv')}.")
    for deck, pile in run.enemies.items():
        if pile.discard:
            printed = pack.enemy_decks[deck]
            told.append(f"{printed.name}, discard pile: {_cards(pile.discard, titles(printed.cards))}.")
    if run.boss and run.boss.pile.discard:
        boss = pack.bosses[run.boss.id]
        told.append(f"{boss.name}, discard pile: {_cards(run.boss.pile.discard, titles(boss.deck))}.")
    if run.items.discard:
        told.append(f"Items, discard pile: {_cards(run.items.discard, titles(pack.items))}.")
    if run.shop:
        told.append(f"In the shop: {_cards(run.shop, titles(pack.items))}.")
    for seat, hero in run.heroes.items():
        told += [f"{state.hero_name(seat)}'s {what}." for what in _of(state, seat, hero)]
    return told + hands.orders(laid, lies)


def in_the_bag(state: Table) -> str:
    """Such as ``2 × Blue, 2 × Red``."""
    return _tokens(state, Counter(state.campaign.bag).elements())


def _of(state: Table, seat: str, hero: Hero) -> list[str]:
    """What lies before one hero besides board, markers and row."""
    pack, levels = state.pack, state.record(seat).levels
    raised = [f"{level_of(state, seat, slot).name} {level}" for slot, level in levels.items() if level > 1]
    found = [f"level cards: {', '.join(raised)}"] if raised else []
    found += [f"items: {_cards(hero.items, titles(pack.items))}"] if hero.items else []
    found += [f"talents: {_cards(hero.talents, titles(pack.talents))}"] if hero.talents else []
    found += [f"hand: {_tokens(state, hero.hand)}"] if hero.hand else []
    return found


def _cards(cards: Iterable[str], names: dict[str, str]) -> str:
    return counted(names[card] for card in cards)


def _tokens(state: Table, tokens: Iterable[str]) -> str:
    return counted(token_name(state, token) for token in tokens) or "nothing"
