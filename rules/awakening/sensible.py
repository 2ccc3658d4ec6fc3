"""Players of the island who know what they want: honor now, honor at the end, and blocks to get it with.

They look one turn ahead: whom to activate, where to go and what to do there, all three together. What they want of the
rest of a turn is worked out anew before each thing they do, so that it fits whatever was revealed or drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from rules.ask import Ask, ChooseOne, EnterNumber, Option, SplitAmount
from rules.plain import Plain
from rules.players.sensible import Sensible

from . import attributes, control, mastery, passives, tiles, travel
from .pack import Companion
from .state import Awakening, Player
from .words import ATTRIBUTE_OF, ATTRIBUTES, COMMON, HEROIC, MOUNTS, STACKS, WHEEL

Purse = dict[str, int]
"""What a player would have: attributes, influence, potential, conviction."""

TILE = 4.0  # honor: two at once and two at the end, visitors aside
VISIT = 1.5  # what a use gives to the tile's owner, as far as it hurts
COLOUR = 1.2  # a card's share in the mastery of its colour
UNSEEN = {"red": 2.0, "blue": 2.0, "yellow": 2.0, "relic": 5.0, "trait": 5.0, "monster": 5.0}
"""Honor that a blind card brings, about."""


@dataclass(frozen=True)
class Deed:
    """One way to spend what is left of a turn, and what it is worth."""

    worth: float
    activate: str = ""  # an answer to the menu, without the choice of an attribute
    attr: str = ""
    space: str = ""
    act: str = ""
    choice: str = ""
    take: int = 0


class Wretches(Sensible):
    """Everybody on the island."""

    def want(self, state: Awakening, ask: Ask) -> Plain:
        if not state.players or ask.seat not in state.players or state.phase not in ("play", "set-up"):
            return None
        if isinstance(ask, EnterNumber):
            return ask.high
        if isinstance(ask, SplitAmount):
            return self._split(state, ask)
        if not isinstance(ask, ChooseOne):
            return None
        values = [option.value for option in ask.options if not option.barred]
        if "end" in values:
            return self._menu(state, ask)
        if state.turn is None or ask.private:
            return None
        return self._within(state, ask, values)

    # The menu

    def _menu(self, state: Awakening, ask: ChooseOne) -> str:
        """The next thing of the best turn that is left."""
        open_ones = {str(option.value): option for option in ask.options if not option.barred}
        seat = ask.seat
        for first in self._for_nothing(state, seat, open_ones):
            return first
        deed = best(state, seat)
        if deed.activate:
            return _entry(open_ones, f"{deed.activate} {deed.attr}", deed.activate)
        if deed.space and not state.now.travelled:
            return _entry(open_ones, f"travel {deed.space}", "travel")
        if deed.act:
            both = deed.act.replace("act ", "take ").replace("upgrade conviction", f"raise {deed.take}")
            if deed.take and (found := _entry(open_ones, f"{both} {deed.choice}", both)) != "end":
                return found
            short = _to_convert(state, seat, deed)
            if f"{deed.act} {deed.choice}" not in open_ones and deed.act not in open_ones and short:
                return f"convert {short}"  # where conversions are no part of a price
            return _entry(open_ones, f"{deed.act} {deed.choice}", deed.act)
        if deed.take and f"control {deed.take}" in open_ones:
            return f"control {deed.take}"
        return self._before_the_end(state, seat, open_ones)

    def _for_nothing(self, state: Awakening, seat: str, open_ones: dict[str, Option]) -> Iterator[str]:
        """Abilities and relics come first: they bring blocks, moves and actions that the rest is planned with."""
        for value in open_ones:
            what, _, card = value.partition(" ")
            if what == "ability" and self._pays(state, seat, card):
                yield value
            if what == "relic" and state.players[seat].influence < 18:
                yield value

    def _pays(self, state: Awakening, seat: str, card: str) -> bool:
        """An ability that costs honor or an attribute has to be worth it."""
        if card == "self":
            return True
        found = state.card(card)
        return not isinstance(found, Companion) or found.use_honor_cost <= 1

    def _before_the_end(self, state: Awakening, seat: str, open_ones: dict[str, Option]) -> str:
        """A proficiency tile that wins a mastery, or makes it safe, if nothing dearer is saved for."""
        for attr in reversed(ATTRIBUTES):
            if not _tile_pays(state, seat, attr):
                continue
            if f"buy {attr}" in open_ones:
                return f"buy {attr}"
            if attr in HEROIC and not state.now.bought and f"convert {attr}" in open_ones:
                a, b = WHEEL[attr]
                player = state.players[seat]
                if player.has(attr) + min(player.has(a), player.has(b)) >= mastery.PRICE and state.proficiency[attr]:
                    return f"convert {attr}"
        return "end"

    # Questions within something begun

    def _within(self, state: Awakening, ask: ChooseOne, values: list[Any]) -> Plain:
        player = state.players[ask.seat]
        deed = best(state, ask.seat) if ask.seat == state.now.seat else Deed(0)
        if deed.choice in values:
            return deed.choice
        if any(option.way for option in ask.options):
            return self._way(state, ask)
        if all(str(value) in state.island.hexes for value in values):
            spot = self._spot(state, ask.seat, [str(value) for value in values])
            return deed.space if deed.space in values else spot
        if {"keep", "spend", "roll", "yes", "now"} & set(values):
            return next(value for value in ("keep", "spend", "roll", "yes", "now") if value in values)
        if set(values) <= set(ATTRIBUTES) and values:
            return min(values, key=lambda attr: (player.has(attr), attr))
        if set(values) <= {"influence", "conviction"} and values:
            return _level(player) if _level(player) in values else values[0]
        if set(values) <= {held.card for held in player.companions} | {"stop"}:
            return self._companion(state, ask, values)
        if set(values) == {"again", "stop"}:
            return "again" if player.potential or player.conviction < 2 else "stop"
        return None

    def _way(self, state: Awakening, ask: ChooseOne) -> str:
        """Whoever looks for a place goes where most is revealed; anybody else the short way."""
        shortest = min((str(option.value) for option in ask.options), key=lambda way: len(way.split(" ")))
        if not _looks_for_a_place(state):
            return shortest

        def shows(option: Option) -> tuple[int, int]:
            way = tuple(str(option.value).split(" "))
            return sum(map(len, travel.met(state, way))), -len(way)

        return str(max(ask.options, key=shows).value)

    def _spot(self, state: Awakening, seat: str, spaces: list[str]) -> str:
        purse, now = purse_of(state.players[seat]), Chances(state, seat)
        return max(spaces, key=lambda space: _there(now, space, purse, acting=not state.now.acted).worth)

    def _companion(self, state: Awakening, ask: ChooseOne, values: list[Any]) -> Plain:
        """A champion that would be missed least; a rest for the one that holds most blocks."""
        player = state.players[ask.seat]
        named = [str(value) for value in values if value != "stop"]
        if "champion" in ask.text:
            return min(named, key=lambda card: (state.card(card).honor, named.index(card)))
        tired = max(named, key=player.blocks_on)
        return tired if player.blocks_on(tired) >= 2 or "stop" not in values else "stop"

    def _split(self, state: Awakening, ask: SplitAmount) -> Plain:
        """Blocks raised at the Monastery: influence as long as it is short, then conviction."""
        limits = {str(option.value): most for option, most in ask.limits}
        if set(limits) >= {"influence", "conviction"}:
            player = state.players[ask.seat]
            up = min(limits["influence"], max(0, 5 - player.influence), ask.total)
            firm = min(limits["conviction"], max(0, 2 - player.conviction), ask.total - up)
            up = min(limits["influence"], ask.total - firm)
            rest = ask.total - up - firm
            if rest > limits.get("keep", 0):
                firm, rest = firm + rest - limits.get("keep", 0), limits.get("keep", 0)
            found = {"influence": up, "conviction": firm, "keep": rest}
            return {name: number for name, number in found.items() if number}
        return None


# What a turn is worth


class Chances:
    """What there is for a player just now; it is looked up once for all that could be done."""

    def __init__(self, state: Awakening, seat: str) -> None:
        self.state, self.seat = state, seat
        self._cards: dict[tuple[str, str], list[dict[str, int]]] = {}
        self._afar: dict[str, list[tuple[str, str, str, int]]] = {}

    @cached_property
    def to_take(self) -> dict[int, int]:
        """The tiles that could be taken, and how much conviction each costs."""
        state = self.state
        others = [number for number in state.tiles if state.control.get(number) != self.seat]
        safe = {holder for holder in state.control.values() if passives.protects(state, holder, "control")}
        free = [number for number in others if state.control.get(number) not in safe]
        return {number: control.price(state, self.seat, number) for number in free}

    def card(self, kind: str, stack: str) -> list[dict[str, int]]:
        """What a card of a stack costs at a tile."""
        if (kind, stack) not in self._cards:
            self._cards[kind, stack] = tiles.card_price(self.state, self.seat, kind, stack)
        return self._cards[kind, stack]

    def afar(self, where: str) -> list[tuple[str, str, str, int]]:
        """The places for heroic deeds: what they take, what that is made of, and the turns until one is there."""
        if where not in self._afar:
            found = self._afar[where] = []
            far = self.state.island.distances(where)
            for number, kind in self.state.tiles.items():
                if kind in tiles.CARD_PLACES:
                    attr = tiles.CARD_PLACES[kind][1]
                    away = min([far[space] for space in self.state.island.around(number)])
                    found.append((attr, *WHEEL[attr], 1 + ceil(away / 2)))
        return self._afar[where]


def best(state: Awakening, seat: str) -> Deed:
    """The best way through what is left of the turn."""
    turn, player = state.now, state.players[seat]
    starts: list[tuple[str, str, Purse]] = [("", "", purse_of(player))]
    if not turn.activated:
        starts += list(_activations(state, seat))
    found, now, spaces = Deed(-1.0), Chances(state, seat), _spaces(state, seat)
    for activate, attr, purse in starts:
        tied = 0.35 * sum(held.blocks for held in player.companions if activate == f"activate {held.card}")
        for space in spaces:
            deed = _there(now, space, purse, acting=not turn.acted)
            worth = deed.worth - tied - (0.05 if space else 0)
            if worth > found.worth + 1e-9:
                found = Deed(worth, activate, attr, space, deed.act, deed.choice, deed.take)
    return found


def purse_of(player: Player) -> Purse:
    spheres = {name: int(getattr(player, name)) for name in ("potential", "influence", "conviction")}
    return {**player.attributes, **spheres}


def _activations(state: Awakening, seat: str) -> Iterator[tuple[str, str, Purse]]:
    player = state.players[seat]
    wretch = state.pack.wretch[player.wretch]
    for attr in COMMON if wretch.self_choice else ("",):
        gains = dict(wretch.generates)
        if attr:
            gains[attr] = gains.get(attr, 0) + wretch.self_choice
        yield "activate self", attr, _gained(purse_of(player), gains)
    for held in player.companions:
        if player.influence > 0:
            companion = state.card(held.card)
            assert isinstance(companion, Companion)
            purse = purse_of(player)
            purse["influence"] -= 1
            yield f"activate {held.card}", "", _gained(purse, companion.generates)


def _gained(purse: Purse, gains: dict[str, int]) -> Purse:
    purse = dict(purse)
    for attr, number in gains.items():
        got = min(number, purse["influence"])
        purse["influence"] -= got
        purse[attr] += got
    return purse


def _spaces(state: Awakening, seat: str) -> list[str]:
    """Staying, and wherever a move may end."""
    if state.now.travelled:
        return [""]
    here = state.players[seat].space
    return ["", *(space for space in travel.reach(state, seat, passives.speed(state, seat)) if space != here)]


def _there(now: Chances, space: str, purse: Purse, *, acting: bool) -> Deed:
    """The best that can be done on a space with what is in the purse."""
    state, seat = now.state, now.seat
    where = space or state.players[seat].space
    near = [number for number in state.island.hexes[where] if number in state.tiles]
    unseen = len(state.island.hexes[where]) - len(near)
    later = 0.4 * unseen + _outlook(now, where, purse)
    acted = [int(state.now.acted)] if state.now.acted.isdigit() else near
    gain, tile = _taking(now, [number for number in near if number in acted], purse)
    found = Deed(value(purse) + later + gain, take=tile)
    if not acting:
        return found
    for number in near:
        if state.now.controlled not in (0, number):
            continue
        for choice, honor, after in _offers(now, number, purse):
            gain, tile = _taking(now, [number], after)
            holder = state.control.get(number)
            visit = VISIT if holder and holder != seat else 0.0
            worth = honor - visit + value(after) + later + gain
            if worth > found.worth:
                found = Deed(worth, act=f"act {number}", choice=choice, take=tile)
    for level, source in (("influence", "potential"), ("conviction", "influence")):
        if purse[source]:
            after = {**purse, source: purse[source] - 1, level: purse[level] + 1}
            gain, tile = _taking(now, near, after)
            worth = value(after) + later + gain
            if worth > found.worth:
                found = Deed(worth, act=f"upgrade {level}", take=tile)
    return found


class AsMany(dict[int, float]):
    """What so many blocks are worth, of which only the first few count in full."""

    def __init__(self, each: float, first: int, more: float) -> None:
        self.each, self.first, self.more = each, first, more

    def __missing__(self, number: int) -> float:
        worth = self.each * min(number, self.first) + self.more * max(0, number - self.first)
        self[number] = worth
        return worth


COMMONS, HEROICS = AsMany(0.55, 3, 0.1), AsMany(1.2, 3, 0.2)
FIRM, FREE = AsMany(1.3, 2, 0.4), AsMany(0.5, 4, 0.25)


def value(purse: Purse) -> float:
    """Blocks that can still become honor; of each attribute three are plenty."""
    common = sum([COMMONS[purse[attr]] for attr in COMMON])
    heroic = sum([HEROICS[purse[attr]] for attr in HEROIC])
    return common + heroic + FIRM[purse["conviction"]] + FREE[purse["influence"]]


def _taking(now: Chances, near: list[int], purse: Purse) -> tuple[float, int]:
    """What control of one of these tiles would bring this turn, and of which."""
    if now.state.now.controlled:
        return 0.0, 0
    found = 0.0, 0
    for number in near:
        price = now.to_take.get(number)
        if price is not None and purse["conviction"] >= price:
            worth = TILE - 1.3 * min(price, 2) + (0.5 if now.state.tiles[number] == "inn" else 0)
            found = max(found, (worth, number))
    return found


def _pay(ways: list[dict[str, int]], purse: Purse) -> Purse | None:
    """What is left after a price, conversions made for it."""
    for cost in ways:
        after = dict(purse)
        for attr, number in cost.items():
            while after[attr] < number and attr in HEROIC and all(after[each] for each in WHEEL[attr]):
                for each in WHEEL[attr]:
                    after[each] -= 1
                after[attr] += 1
                after["influence"] += 1
            after[attr] -= number
            after["influence"] += number
        if all(after[attr] >= 0 for attr in ATTRIBUTES):
            return after
    return None


def _offers(now: Chances, number: int, purse: Purse) -> Iterator[tuple[str, float, Purse]]:
    """What a tile can be used for: the choice, honor it brings about, and what is left."""
    state = now.state
    kind, player = state.tiles[number], state.players[now.seat]
    if kind in tiles.YIELD:
        yield "", 0.0, _gained(purse, {tiles.YIELD[kind]: 2})
    elif kind == "academy":
        yield "", 0.9 if purse["influence"] else 0.0, purse
    elif kind == "command_post":
        after = _pay([{"strength": 3}], purse)
        if after and player.speed + 1 in MOUNTS and number not in state.now.acts:
            yield "", MOUNTS[player.speed + 1][1] + 0.8, after
    elif kind == "abandoned_shrine":
        tired = sorted((held.blocks for held in player.companions if held.blocks), reverse=True)[: purse["inspiration"]]
        if tired:
            spent, freed = len(tired), sum(min(2, each) for each in tired)
            after = {"inspiration": purse["inspiration"] - spent, "influence": purse["influence"] + spent + freed}
            yield "", 0.0, {**purse, **after}
    elif kind == "sacred_monastery":
        raised = min(purse["knowledge"], max(purse["potential"], 1))
        if raised:
            up = min(raised, purse["potential"])
            after = {**purse, "knowledge": purse["knowledge"] - raised, "potential": purse["potential"] - up}
            after["influence"] += 2 * up + (raised - up)
            yield "", 0.0, after
    else:
        yield from _cards(now, kind, purse)


def _cards(now: Chances, kind: str, purse: Purse) -> Iterator[tuple[str, float, Purse]]:
    stacks = ("yellow", "blue", "red") if kind == "inn" else (tiles.CARD_PLACES[kind][0],)
    state = now.state
    if kind == "gaping_maw" and not state.players[now.seat].companions:
        return
    for stack in stacks:
        pile = state.stacks[stack]
        after = _pay(now.card(kind, stack), purse)
        if after is None:
            continue
        more = COLOUR + (0.6 if kind == "inn" else 0.3)
        if pile.up is not None:
            yield f"{stack} face-up", state.card(pile.up).honor + more, after
        if pile.down:
            yield f"{stack} blind", UNSEEN[stack] + more, after


def _outlook(now: Chances, where: str, purse: Purse) -> float:
    """What lies near enough for the next turns."""
    found = 0.0
    for attr, a, b, turns in now.afar(where):
        have = purse[attr] + min(purse[a], purse[b])
        found = max(found, min(have, 2) * 1.2 / turns)
    return found


def _looks_for_a_place(state: Awakening) -> bool:
    """Whether a place for heroic deeds is still to be found."""
    return not {"arcane_tower", "gaping_maw", "tomb_of_the_ancients"} <= set(state.tiles.values())


def _level(player: Player) -> str:
    return "influence" if player.potential and (player.influence < 4 or player.conviction >= 2) else "conviction"


def _entry(open_ones: dict[str, Option], *wishes: str) -> str:
    """The first of the wishes that the menu has, or whatever comes nearest to it; else the turn is over."""
    for wish in (each.strip() for each in wishes):
        if wish in open_ones:
            return wish
        for value in open_ones:
            if value.startswith(f"{wish} "):
                return value
    return "end"


def _to_convert(state: Awakening, seat: str, deed: Deed) -> str:
    """A conversion that is still missing for the price of a deed."""
    stack = deed.choice.split(" ")[0]
    attr = ATTRIBUTE_OF[stack] if stack in STACKS else ""
    if attr in HEROIC and state.players[seat].has(attr) < 2 and not attributes.cannot_convert(state, seat, attr):
        return attr
    return ""


def _tile_pays(state: Awakening, seat: str, attr: str) -> bool:
    """Two cards' worth would take the lead from somebody, or keep it; late enough that it may last."""
    mine = mastery.total(state, seat, attr)
    others = max(mastery.total(state, other, attr) for other in state.players if other != seat)
    return mine <= others < mine + mastery.TILE_WORTH or (mine > others and mine - others <= 1)
