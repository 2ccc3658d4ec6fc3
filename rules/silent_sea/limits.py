"""What must hold at any time: values that can be, eight samples, every card somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from . import board
from .abilities import TURNS_OF_COOLDOWN
from .cards import CRAFTED
from .health import OWN_TURNS_DEAD
from .pack import GENERIC, RESOURCES, SAMPLES
from .state import HEALTH, LUNA, Player, SilentSea

DIE = 6


def impossible(game: SilentSea) -> list[str]:
    """Values that no table could show, in sentences for players; whatever else lies there."""
    if not game.players:
        return []
    strangers = list(_strangers(game))
    if strangers:  # nothing else can be told of somebody who is not there
        return strangers
    found = [*_turn(game), *_board(game), *_cards(game)]
    for seat, player in game.players.items():
        found += _placard(game, seat, player)
    return found


def _strangers(game: SilentSea) -> Iterator[str]:
    seats = game.setup.seats
    for seat in {**game.players, **dict.fromkeys(_seats_named(game))}:
        if seat not in seats:
            yield f"Nobody sits at {seat}."
    if sorted(game.order) != sorted(seats) or sorted(game.players) != sorted(seats):
        yield "The order of turns names everybody once."


def _seats_named(game: SilentSea) -> Iterator[str]:
    yield from (*game.order, game.current, *game.over_limit, *game.crisis_due, *game.entered_exit, *game.open_loyalty)
    for holders in game.may_hold.values():
        yield from holders
    if game.window:
        yield game.window.target
        if game.window.attacker != LUNA:
            yield game.window.attacker


def _turn(game: SilentSea) -> Iterator[str]:
    move = game.move
    if game.cycle < 1 and game.phase != "set-up":
        yield f"There is no cycle {game.cycle}; the first is 1."
    for cycle in (game.voted, game.tired):
        if cycle < 0:
            yield f"There is no cycle {cycle}; the first is 1."
    if move.rolled is not None and not 1 <= move.rolled <= DIE:
        yield f"The die shows 1 to {DIE}, not {move.rolled}."
    if move.bonus < 0:
        yield f"{move.bonus} Spaces more by cards cannot be."
    if move.used < 0:
        yield f"{move.used} Spaces used cannot be."
    if game.window and game.window.damage < 0:
        yield f"{game.window.damage} damage cannot be."


def _board(game: SilentSea) -> Iterator[str]:
    chart = board.chart(game)
    for place, count in game.tokens.items():
        yield from _place(game, place)
        if not 0 <= count <= SAMPLES:
            yield f"{count} Water Samples on {place} cannot be; there are {SAMPLES} (SS-1)."
    if not 0 <= game.supply <= SAMPLES:
        yield f"{game.supply} Water Samples beside the board; there are {SAMPLES} (SS-1)."
    for door in game.doors:
        if door not in chart.edges and door not in chart.nodes:
            yield f"There is no door {door} on this board."


def _place(game: SilentSea, place: str) -> Iterator[str]:
    node = board.chart(game).nodes.get(place)
    if node is None:
        yield f"There is no place {place} on this board."
    elif node.kind == "junction":
        yield f"Nothing can stand on {place}: it is a crossing and no Space (SS-16)."


def _placard(game: SilentSea, seat: str, player: Player) -> Iterator[str]:
    who = game.who(seat)
    if not 0 <= player.health <= HEALTH:
        yield f"{who} cannot have {player.health} Health; it is 0 to {HEALTH} (SS-R54)."
    if not 0 <= player.samples <= SAMPLES:
        yield f"{who} cannot carry {player.samples} Water Samples; there are {SAMPLES} (SS-1)."
    for what, count in (("Carriers", player.carriers), ("Hazmat Suits", player.suits)):
        if count < 0:
            yield f"{who} cannot have {count} {what}."
    if not 0 <= player.back_in <= OWN_TURNS_DEAD:
        yield f"{who} comes back in 0 to {OWN_TURNS_DEAD} turns, not in {player.back_in} (SS-R60)."
    if player.node:
        yield from _place(game, player.node)
    elif player.alive:
        yield f"{who} lives and must stand somewhere."
    for place in player.visited:
        yield from _place(game, place)
    known = {card.id for card in game.pack.abilities}
    for ability in player.abilities:
        if ability.id not in known:
            yield f"There is no Ability card {ability.id}."
        if not 0 <= ability.counter <= TURNS_OF_COOLDOWN:
            yield f"A Cooldown lasts {TURNS_OF_COOLDOWN} turns and not {ability.counter} (SS-9)."


def _cards(game: SilentSea) -> Iterator[str]:
    generic = {card.id: card.count for card in game.pack.generic}
    items = {item.id for item in game.pack.items}
    crisis = {card.id: card.count for card in game.pack.crisis}
    hands = [card for player in game.players.values() for card in player.hand if card is not None]
    crafted = {f"{CRAFTED}{name}" for name in RESOURCES}
    yield from _unknown(hands, {*generic, *items, *crafted, *crisis})
    yield from _unknown(game.unseen, {*generic, *items, *crafted})
    yield from _unknown(game.generic_discard, generic)
    yield from _unknown([*game.crisis_deck, *game.crisis_discard, *game.crisis_table, *game.resolving], crisis)
    yield from _unknown(game.items_left, items)
    if not 0 <= game.deck <= GENERIC:
        yield f"There are {GENERIC} Generic cards, not {game.deck}."
    for card, count in (*game.unseen.items(), *game.items_left.items()):
        if count < 0:
            yield f"{count} of {game.words(card)} cannot be."
    for card, count in game.crisis_deck.items():
        if not 0 <= count <= crisis.get(card, count):
            yield f"There are {crisis[card]} of {game.words(card)}, not {count}."
    if game.luna_health is not None and game.luna_health < 0:
        yield f"Luna cannot have {game.luna_health} Health."


def _unknown(cards: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names = set(known)
    yield from (f"There is no card {card}." for card in cards if card not in names)


def check(game: SilentSea) -> None:
    """Raise AssertionError if something got lost or doubled, or cannot be."""
    if not game.players:
        return
    assert not impossible(game), " ".join(impossible(game))
    samples = sum(player.samples for player in game.players.values())
    assert samples + sum(game.tokens.values()) + game.supply == SAMPLES, "a Water Sample is lost or doubled"
    limit = game.toggle("hand_limit")
    for seat, player in game.players.items():
        # one who came to 0 by hand lives on until the turn goes on
        assert player.alive or not player.health, f"{game.who(seat)} is out and has {player.health} Health"
        carries, most = player.samples, game.capacity(seat)
        assert carries <= most, f"{game.who(seat)} carries {carries} Water Samples, and {most} is the most"
        if seat not in game.over_limit:
            assert len(player.hand) <= limit, f"{seat} holds {len(player.hand)}"
    blanks = sum(player.hand.count(None) for player in game.players.values())
    assert game.deck + blanks == sum(game.unseen.values()), "the deck and the blanks do not add up"
    known = Counter(card for player in game.players.values() for card in player.hand if card is not None)
    generic = Counter(game.unseen) + Counter(game.generic_discard) + known
    for card in game.pack.generic:
        assert generic[card.id] == card.count, f"{generic[card.id]} {card.id} instead of {card.count}"
    piles = game.crisis_discard + game.crisis_table + game.resolving
    crisis = Counter(game.crisis_deck) + Counter(piles) + known
    for each in game.pack.crisis:
        assert crisis[each.id] == each.count, f"{crisis[each.id]} {each.id} instead of {each.count}"
