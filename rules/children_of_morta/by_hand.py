"""What can be changed by hand in Children of Morta: heroes, the enemies above them, the map and the boss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ..ask import IllegalAnswer
from ..sheet import Field, number, one, some, yes
from . import bosses
from .effects import token_name
from .rows import called, dismiss, printed_health
from .state import Enemy, Pile, Table
from .telling import NEW, stranger
from .tracks import highest, reserve

MOST_XP = 99
EMPTY = ("", "empty")
GOODS = {"morv": "Morvs", "gemstone": "gemstones", "potion": "potions"}


def sheet(state: Table) -> Iterator[Field]:
    """Which cards are left is told by what has come so far, so a card may be named that nobody has drawn yet."""
    if not state.run.heroes:
        return
    for seat in state.seats:
        if seat in state.run.heroes:
            yield from _hero(state, seat)
            yield from _enemies(state, seat)
            yield from _cards(state, seat)
    yield from _run(state)
    yield from _boss(state)


def _hero(state: Table, seat: str) -> Iterator[Field]:
    hero, board, path, slot = state.hero(seat), state.board(seat), f"run.heroes.{seat}", f"hero.{seat}"
    group = board.name
    if state.is_own:
        yield from _board(state, seat, group)
    for name, track in (("health", "health"), ("defence", board.defence), ("focus", "focus")):
        yield number(state, f"{path}.{name}", track, group, highest(state, hero, track), slot=slot)
    for name, words in GOODS.items():
        now = int(getattr(hero, name))
        most = 99 if state.toggle("reserve_unlimited") else now + reserve(state, name)
        yield number(state, f"{path}.{name}", words, group, most, slot=slot)
    yield number(state, f"{path}.stun", "stun tokens", group, 9, slot=slot)
    there = hero.corruption + state.campaign.corruption
    yield number(state, f"{path}.corruption", "corruption", group, there, slot=slot, put=partial(_corrupt, seat=seat))
    there = hero.face_up + hero.fatigue_discard
    yield number(state, f"{path}.face_up", "fatigue face up", group, there, slot=slot, put=partial(_tire, seat=seat))
    yield number(state, f"campaign.records.{hero.id}.xp", "XP", group, state.pack.constants.xp_dial_max or MOST_XP)
    tokens = {token: token_name(state, token) for token in (*hero.hand, *state.campaign.bag) if _is_skill(state, token)}
    put = partial(_take_tokens, seat=seat)
    yield some(state, f"{path}.hand", "skill tokens in hand", group, tokens, copies=9, slot=slot, put=put)


def _board(state: Table, seat: str, group: str) -> Iterator[Field]:
    """The tracks of an owner's board, should somebody have misread them."""
    board, hero = state.board(seat), state.hero(seat)
    tracks = (("health", "health"), ("defence", board.defence), ("focus", "focus"))
    for name, track in () if "tracks" in board.unread else tracks:
        most, put = highest(state, hero, track), partial(_track, seat=seat, name=f"{name}_max")
        label, low = f"last space of {track}", max(1, getattr(hero, name))
        yield number(state, f"met.{seat}.{name}", label, group, 30, low=low, now=most, put=put)


def _track(state: Table, wanted: int, seat: str, name: str) -> None:
    track: dict[str, Any] = {name: wanted}
    state.tell("heroes", state.hero(seat).id, replace(state.board(seat), **track))


def _is_skill(state: Table, token: str) -> bool:
    return token.partition("/")[0] in state.pack.skill_colours


def _corrupt(state: Table, wanted: int, seat: str) -> None:
    """Corruption comes from the reserve and goes there."""
    hero = state.hero(seat)
    state.campaign.corruption -= wanted - hero.corruption
    hero.corruption = wanted


def _tire(state: Table, wanted: int, seat: str) -> None:
    hero = state.hero(seat)
    hero.fatigue_discard -= wanted - hero.face_up
    hero.face_up = wanted


def _take_tokens(state: Table, wanted: list[str], seat: str) -> None:
    """Tokens come out of the bag and go into it."""
    hero, bag = state.hero(seat), state.campaign.bag
    for token in dict.fromkeys([*hero.hand, *wanted]):
        more = wanted.count(token) - hero.hand.count(token)
        if more > bag.get(token, 0):
            raise IllegalAnswer(f"{token_name(state, token)}: {bag.get(token, 0)} left in the bag.")
        bag[token] = bag.get(token, 0) - more
        if not bag[token]:
            del bag[token]
    hero.hand = list(wanted)


def _enemies(state: Table, seat: str) -> Iterator[Field]:
    """The six spaces above a hero: who stands there, and how badly hurt."""
    hero, group = state.hero(seat), f"Enemies of {state.hero_name(seat)}"
    decks = state.run.enemies
    known = [EMPTY, *((f"{d}/{c}", e.name) for d in decks for c, e in state.pack.enemy_decks[d].cards.items())]
    if state.is_own:
        known += [(f"{deck}/{NEW}", f"a new one of {state.pack.enemy_decks[deck].name}") for deck in decks]
    for place, enemy in enumerate(hero.row):
        slot, path = f"row.{seat}.{place + 1}", f"run.heroes.{seat}.row.{place}"
        here = f"{enemy.deck}/{enemy.card}" if enemy else ""
        put = partial(_stand, seat=seat, place=place)
        yield one(state, f"{path}.who", f"space {place + 1}", group, known, now=here, slot=slot, put=put)
        if enemy and not enemy.face_down:
            most, name = max(0, printed_health(state, enemy) - 1), called(state, enemy)
            yield number(state, f"{path}.damage", f"damage on {name} ({place + 1})", group, most, slot=slot)
            yield yes(state, f"{path}.stunned", f"{name} ({place + 1}) stunned", group, slot=slot)
    if state.is_own:
        yield from _cards_of_enemies(state, seat, group)


def _cards_of_enemies(state: Table, seat: str, group: str) -> Iterator[Field]:
    """What was told of an owner's card by mistake can be told anew."""
    for card in dict.fromkeys(enemy.card for _, enemy in state.hero(seat).enemies()):
        printed, put = state.pack.enemy(card), partial(_printed_health, card=card)
        worst = max(enemy.damage for _, _, enemy in state.all_enemies() if enemy.card == card)
        if "health" not in printed.unread:
            label, path = f"health on the card of {printed.name}", f"met.{seat}.{card}"
            yield number(state, path, label, group, 30, low=worst + 1, now=printed.health, put=put)


def _printed_health(state: Table, wanted: int, card: str) -> None:
    deck = state.pack.deck_of(card)
    state.tell("enemies", card, replace(state.pack.enemy(card), deck=deck, health=wanted))


def _stand(state: Table, who: str, seat: str, place: int) -> None:
    """An enemy that goes lies on its discard pile; one that comes is looked for in its deck."""
    run, row = state.run, state.hero(seat).row
    gone = row[place]
    if gone:
        dismiss(state, gone)
    row[place] = None
    if who:
        deck, _, card = who.partition("/")
        if card == NEW:
            card = stranger(state, deck)
        _find(state, run.enemies[deck], card, state.pack.enemy_decks[deck].cards[card].name)
        run.met += 1
        row[place] = Enemy(number=run.met, deck=deck, card=card)


def _find(state: Table, pile: Pile, card: str, name: str) -> None:
    """*card* leaves its pile, wherever it lies in it; nobody counts what is in an owner's."""
    if state.is_own:
        return
    if pile.left.get(card) or card in pile.below:
        pile.take(card)
    elif card in pile.discard:
        pile.discard.remove(card)
    else:
        raise IllegalAnswer(f"Every {name} is already on the table.")


def _cards(state: Table, seat: str) -> Iterator[Field]:
    hero, path, group, pack = state.hero(seat), f"run.heroes.{seat}", state.hero_name(seat), state.pack
    items = {card: item.name for card, item in pack.items.items()}
    most = pack.constants.item_slots
    yield some(state, f"{path}.items", "items", group, items, copies=most, put=partial(_items, seat=seat))
    if not state.first_chapter:
        talents = {card: pack.talents[card].name for card in pack.talents_of(hero.id)}
        yield some(state, f"{path}.talents", "talents", group, talents, put=partial(_talents, seat=seat))


def _items(state: Table, wanted: list[str], seat: str) -> None:
    hero, run = state.hero(seat), state.run
    for card in dict.fromkeys([*hero.items, *wanted]):
        more = wanted.count(card) - hero.items.count(card)
        for _ in range(more):
            if card in run.shop and not run.items.left.get(card):
                run.shop.remove(card)
            else:
                _find(state, run.items, card, state.pack.items[card].name)
        run.items.discard += [card] * -more
    hero.items = list(wanted)


def _talents(state: Table, wanted: list[str], seat: str) -> None:
    hero = state.hero(seat)
    for card in [each for each in hero.talents if each not in wanted]:
        hero.talent_pile.put(card)
    for card in [each for each in wanted if each not in hero.talents]:
        _find(state, hero.talent_pile, card, state.pack.talents[card].name)
    hero.talents = list(wanted)


def _run(state: Table) -> Iterator[Field]:
    run, group = state.run, "The run"
    most = 99 if state.toggle("reserve_unlimited") else state.pack.constants.reserve.rage
    yield number(state, "run.rage", "rage", group, most, slot="rage")
    if run.map in state.pack.maps:
        places = {place: each.name for place, each in state.pack.maps[run.map].locations.items()}
        yield one(state, "run.marker", "family marker", group, places, slot=f"map.{run.marker}")
    if run.leader in state.seats:
        yield one(state, "run.leader", "leader", group, {seat: state.name(seat) for seat in state.seats})
    most = 99 if state.toggle("reserve_unlimited") else state.campaign.fund + reserve(state, "morv")
    yield number(state, "campaign.fund", "Morvs of the family", group, most)
    bag = state.campaign.bag.get("corruption", 0)
    most = bag + state.campaign.corruption
    yield number(state, "campaign.bag.corruption", "corruption in the bag", group, most, now=bag, put=_taint)
    if state.is_own and state.mode == "story":
        heroes = {id: hero.name for id, hero in state.pack.heroes.items()}
        yield some(state, "campaign.unlocked", "heroes who can be played", group, heroes)
    yield number(state, "run.round", "round", group, 99, low=1)


def _taint(state: Table, wanted: int) -> None:
    bag = state.campaign.bag
    state.campaign.corruption -= wanted - bag.get("corruption", 0)
    bag["corruption"] = wanted
    if not wanted:
        del bag["corruption"]


def _boss(state: Table) -> Iterator[Field]:
    fight = state.run.boss
    if fight:
        boss = state.pack.bosses[fight.id]
        yield number(state, "run.boss.damage", "damage", boss.name, max(0, bosses.health(state) - 1), slot="boss")
        yield yes(state, "run.boss.stunned", "stunned", boss.name, slot="boss")
