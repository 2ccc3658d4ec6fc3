"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import telling
from .state import SEATS, Awakening
from .words import ATTRIBUTES, TITLES, stack_title

SPHERES = ("potential", "influence", "conviction", "reserve")


def view(state: Awakening) -> dict[str, str]:
    """What lies where, as anybody standing at the table sees it.

    ``hex 5`` shows a location such as ``gaping_maw``, ``marker 5`` whose block lies on it, ``space 1-2`` whose token
    stands there; blocks are counted for each sphere, circle and card (``blocks orange influence``).
    """
    seen: dict[str, str] = {}
    for number in sorted(state.tiles):
        seen[f"hex {number}"] = state.tiles[number]
    for number in sorted(state.control):
        seen[f"marker {number}"] = state.control[number]
    for seat, player in state.players.items():
        if player.space:
            seen[f"space {player.space}"] = seat
            seen[f"disc {seat}"] = str(player.honor)
        seen[f"speed {seat}"] = str(player.speed)
        for sphere in SPHERES:
            seen[f"blocks {seat} {sphere}"] = str(getattr(player, sphere))
        for attr in ATTRIBUTES:
            seen[f"blocks {seat} {attr}"] = str(player.has(attr))
        for held in (*player.companions, *player.relics):
            seen[f"card {seat} {held.card}"] = state.title(held.card)
            seen[f"blocks {seat} {held.card}"] = str(held.blocks)
        for card in (*player.traits, *player.monsters, *(each for each in (player.wretch,) if each)):
            seen[f"card {seat} {card}"] = state.title(card)
        for attr in ATTRIBUTES:
            if player.proficiency[attr]:
                seen[f"proficiency {seat} {attr}"] = str(player.proficiency[attr])
    for card in state.removed:
        if card in state.pack.wretch:
            seen[f"away {card}"] = state.title(card)
    for stack, pile in state.stacks.items():
        if pile.up and telling.lacks(state, pile.up, "name"):
            seen[f"turned {stack}"] = pile.up  # some card or other, which nobody has named
        elif pile.up:
            seen[f"{stack} up"] = state.title(pile.up)
        for card in pile.bottom:  # everybody saw it go there
            seen[f"under {card}"] = stack
    for token in state.tokens:
        seen[f"token {token}"] = "trigger token"
    for card in state.active:
        seen[f"trigger {card}"] = state.title(card)
    for colour, left in state.proficiency.items():
        seen[f"proficiency {colour}"] = str(left)
    return seen


def todo(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The difference of two tables as orders for hands, in an order hands can follow.

    Whoever travels reveals when the move is over (AW-202); a card lies there before blocks are put on it, and blocks
    are taken off it before it leaves.
    """
    return [
        *_tokens(before, after),
        *_tiles(before, after),
        *_cards_laid(before, after),
        *_wretches_away(before, after),
        *(order for seat in SEATS for order in _blocks(before, after, seat)),
        *_cards_gone(before, after),
        *_stacks(before, after),
        *_discs(before, after),
        *_speeds(before, after),
        *_trigger_tokens(before, after),
        *_proficiency(before, after),
    ]


def _changed(before: Mapping[str, str], after: Mapping[str, str], prefix: str) -> list[tuple[str, str, str]]:
    """Slots of a kind whose value changed: the rest of the name, what was there, what is."""
    slots = [slot for slot in {**before, **after} if slot.startswith(prefix)]
    pairs = [(slot.removeprefix(prefix), before.get(slot, ""), after.get(slot, "")) for slot in slots]
    return [(slot, was, now) for slot, was, now in pairs if was != now]


def _tiles(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    orders = []
    for number, was, now in _changed(before, after, "hex "):
        title = TITLES.get(now, now).removeprefix("The ")
        if not now:
            orders.append(f"Take the tile off H{number}.")
        elif was in TITLES:
            orders.append(f"Lay the {title} on H{number} instead of the {TITLES[was].removeprefix('The ')}.")
        elif was:  # its back is all there is to see
            orders.append(f"Turn the tile on H{number} face up; it should be the {title}.")
        else:
            orders.append(f"Lay the {title} on H{number}.")
    return orders


def _tokens(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    changes = _changed(before, after, "space ")
    left = {was: space for space, was, _ in changes if was}
    stands = {who for slot, who in after.items() if slot.startswith("space ")}
    orders = [f"Take the {was} token off {between(space)}." for was, space in left.items() if was not in stands]
    return orders + [f"Move the {now} token to {between(space)}." for space, _, now in changes if now]


def between(space: str) -> str:
    """A triangle by the hexes around it, which are what people find on the board; at the rim there may be one only."""
    *others, last = [f"H{number}" for number in space.split("-")]
    return f"the space between {', '.join(others)} and {last}" if others else f"the space at {last}"


def _blocks(before: Mapping[str, str], after: Mapping[str, str], seat: str) -> list[str]:
    """Blocks that left one place and came to another, paired."""
    change: dict[str, int] = {}
    for place, was, now in _changed(before, after, f"blocks {seat} "):
        change[_place(before, after, seat, place)] = int(now or 0) - int(was or 0)
    for number, was, now in _changed(before, after, "marker "):
        if seat in (was, now):
            change[f"H{number}"] = 1 if now == seat else -1
    sources = {place: -number for place, number in change.items() if number < 0}
    if list(sources) == ["reserve"]:  # set up: all of a colour at once
        places = {place: number for place, number in change.items() if number > 0}
        return [f"Put {_count_each(places, seat)}."] if places else []
    orders = []
    for place, missing in change.items():
        while missing > 0 and sources:
            source = next(iter(sources))
            moved = min(missing, sources[source])
            orders.append(f"Move {_count(moved, seat)} from {source} to {place}.")
            missing -= moved
            sources[source] -= moved
            if not sources[source]:
                del sources[source]
        if missing > 0 and place != "reserve":  # a table laid out afresh
            orders.append(f"Put {_count(missing, seat)} on {place}.")
    orders += [f"Take {_count(left, seat)} off {place}." for place, left in sources.items() if place != "reserve"]
    return orders


def _count(blocks: int, seat: str) -> str:
    return f"{blocks} {seat} block{'s' * (blocks != 1)}"


def _count_each(places: Mapping[str, int], seat: str) -> str:
    """Such as "8 orange blocks on potential, 2 on conviction and 1 each on knowledge and strength"."""
    single = [place for place, number in places.items() if number == 1]
    parts = [(number, f"on {place}") for place, number in places.items() if number > 1 or len(single) == 1]
    if len(single) > 1:
        parts.append((1, f"each on {_listed(single)}"))
    (number, where), *others = parts
    return _listed([f"{_count(number, seat)} {where}", *(f"{number} {where}" for number, where in others)])


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _place(before: Mapping[str, str], after: Mapping[str, str], seat: str, place: str) -> str:
    card = f"card {seat} {place}"
    return after.get(card) or before.get(card) or place


def _cards_laid(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    laid = [(slot.split(" ")[0], now) for slot, _, now in _changed(before, after, "card ") if now]
    return [f"Lay {card} before {seat}." for seat, card in laid]


def _wretches_away(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Those nobody chose leave the game; a table laid out afresh finds them in the box already."""
    changes = _changed(before, after, "away ") if before else []
    away = [now for _, _, now in changes if now]
    back = [was for _, was, now in changes if not now]
    orders = [f"Put the wretches nobody chose back into the box: {_listed(away)}."] if away else []
    return orders + ([f"Take the wretches out of the box again: {_listed(back)}."] if back else [])


def _cards_gone(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    orders = []
    for slot, was, now in _changed(before, after, "card "):
        seat, card = slot.split(" ", 1)
        stack = after.get(f"under {card}")
        if not now and stack:
            orders.append(f"Put {was} from {seat} face down under the {stack} stack.")
        elif not now and not any(each.endswith(f" {card}") for each in after if each.startswith("card ")):
            orders.append(f"Take {was} away from {seat}; it leaves the game.")
    return orders


def _stacks(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    orders = []
    gone_under = {now for _, was, now in _changed(before, after, "under ") if now and not was}
    for stack in ("red", "yellow", "blue", "relic", "trait", "monster"):
        was, now = before.get(f"{stack} up", ""), after.get(f"{stack} up", "")
        if was and was != now and stack in gone_under:
            orders.append(f"Put {was} face down under the {stack} stack.")
        unnamed = before.get(f"turned {stack}", ""), after.get(f"turned {stack}", "")
        if was != now and now and not unnamed[0]:
            orders.append(f"Turn up {now} beside the {stack} stack.")
        if unnamed[1] and unnamed[0] != unnamed[1]:
            orders.append(f"Turn up the top {stack_title(stack)}.")
    for _, was, now in _changed(before, after, "trigger "):
        orders.append(f"Lay the trigger {now} open." if now else f"Take the trigger {was} out of the game.")
    return orders


def _discs(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [f"Move the {seat} disc to {now}." for seat, _, now in _changed(before, after, "disc ") if now]


def _speeds(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Speed tiles have two faces: 2 turns over to 3, 4 to 5 (AW-R4)."""
    orders = []
    for seat, was, now in _changed(before, after, "speed "):
        faces = sorted((was, now))
        if faces in (["2", "3"], ["4", "5"]):
            orders.append(f"{seat.capitalize()}: turn your speed tile over to {now}.")
        elif now:
            orders.append(f"{seat.capitalize()}: take a speed tile and lay it with {now} up.")
    return orders


def _trigger_tokens(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    changes = _changed(before, after, "token ")
    put = [token for token, _, now in changes if now]
    orders = [f"Take the trigger token off {token}." for token, _, now in changes if not now]
    return orders + ([f"Put a trigger token on {_listed(put)}."] if put else [])


def _proficiency(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    orders = []
    stacks: dict[int, list[str]] = {}
    for slot, was, now in _changed(before, after, "proficiency "):
        seat, _, attr = slot.partition(" ")
        more = int(now or 0) - int(was or 0)
        if attr and more > 0:
            orders.append(f"{seat.capitalize()}: take a proficiency tile for {attr}.")
        elif attr:
            orders.append(f"{seat.capitalize()}: put a proficiency tile for {attr} back into the box.")
        elif not was and more:
            stacks.setdefault(more, []).append(slot)
    for height, below in stacks.items():  # they are laid out
        tiles = f"{height} proficiency tile{'s' * (height != 1)}"
        orders.append(f"Lay {tiles}{' each' * (len(below) > 1)} below {_listed(below)}.")
    return orders
