"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from .fight_orders import THEIRS, fight_orders
from .hands import box_deals
from .reading import FIRST_OF_OURS
from .state import Campaign


def view(state: Campaign) -> dict[str, str]:
    """What lies where, as anybody standing at the table sees it. Slots are told apart by ``thing/of whom``."""
    if state.phase in ("set_up", "packed"):
        return {}
    region = state.pack.regions.get(state.ship.region)
    seen = {
        "ship": f"{region.name}, page {state.pack.pages[state.ship.region]}" if region else state.ship.region,
        "ship health": str(state.ship.health),
        "morale": str(state.ship.morale),
        "captain token": state.name(state.active),
        "event deck": str(len(state.events.deck)),
    }
    if not state.box_holds("events"):
        seen["event deck number"] = str(state.events.number)
    seen |= {f"deck done/{number}": "marked on the journey log" for number in state.events.done}
    seen |= {f"resource/{kind}": str(n) for kind, n in state.resources.items()}
    for seat in state.order:
        seen[f"command/{state.name(seat)}"] = str(state.players[seat].command)
        if not box_deals(state):
            seen[f"hand/{state.name(seat)}"] = str(len(state.players[seat].hand))
    for crew in state.crew:
        seen |= _board(state, crew)
    for number, tokens in state.owned.items():
        market = state.pack.adventure_cards[number].market
        seen[f"card/{state.card_name(number)}"] = "face up" if market else f"adventure card {number}"
        seen[f"command on card/{state.card_name(number)}"] = str(tokens)
    for number in state.quests:
        seen[f"quest/{number}"] = state.pack.quests[number].name
    for event in state.events.in_play:
        seen[f"lasting event/{state.pack.events[event].name}"] = "in play"
    return seen | _row(state)


def _board(state: Campaign, crew: str) -> dict[str, str]:
    board, name = state.crew[crew], state.called(crew)
    seen = {
        f"board/{name}": "the centre" if crew == state.captain else state.name(board.controller),
        f"damage/{name}": str(board.damage),
        f"command on board/{name}": str(board.command),
        f"tired/{name}": str(int(board.fatigue >= 1)),
        f"exhausted/{name}": str(int(board.fatigue >= 2)),
    }
    seen |= {f"{status}/{name}": str(board.statuses.count(status)) for status in dict.fromkeys(board.statuses)}
    seen |= {f"tucked {i + 1}/{name}": state.pack.ability_cards[card].name for i, card in enumerate(board.tucked)}
    seen |= {f"level/{name}: {state.pack.level_cards[card].name}": "equipped" for card in board.levels}
    return seen | {f"weapon/{state.card_name(number)}": name for number in board.weapons}


def _row(state: Campaign) -> dict[str, str]:
    if state.combat is None:
        return {}
    seen = {"combo": str(state.combat.combo)}
    for seat in state.order:
        seen[f"combat action/{state.name(seat)}"] = str(state.combat.tokens.get(seat, 0) + (state.combat.fifth == seat))
    for crew, attacks in state.combat.attacks.items():
        seen[f"combat action on/{state.called(crew)}"] = str(attacks)
    for place, foe in enumerate(state.combat.row):
        card = state.pack.enemies[foe.number]
        seen[f"enemy {place + 1}"] = card.name
        if foe.number < FIRST_OF_OURS:
            seen[f"enemy card/{place + 1}"] = str(foe.number)  # by which it is found in the deck
        for index, square in enumerate(card.squares):
            mark = "damage" if index in foe.covered else "armor" if index in foe.armor else ""
            if mark:
                seen[f"square/{place + 1}, row {square.row}, column {square.col}"] = mark
    return seen


COUNTED = {
    "damage": "damage on {}",
    "command on board": "command on {}'s board",
    "command on card": "command on {}",
    "tired": "tired token on {}",
    "exhausted": "exhausted token on {}",
    "venom": "venom token on {}",
    "frightened": "frightened token on {}",
    "weakened": "weakened token on {}",
    "madness": "madness token on {}",
    "resource": "{} on the ship board",
    "command": "command in front of {}",
}


def todo(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The difference of two tables as orders for hands."""
    if not before or not after:
        return []  # set-up and packing up have lists of their own
    orders, at_the_row = fight_orders(before, after)
    alike: dict[tuple[str, int], list[str]] = {}
    for slot in {**before, **after}:
        old, new = before.get(slot, ""), after.get(slot, "")
        thing, _, whom = slot.partition("/")
        if old == new or slot == LAST or slot.startswith(("tucked ", *THEIRS)):
            continue
        if COUNTED.get(thing, "").endswith(" on {}"):
            alike.setdefault((thing, int(new or 0) - int(old or 0)), []).append(whom)
        else:
            orders.append(_order(slot, old, new))
    orders += [_counted_order(thing, n, whom) for (thing, n), whom in alike.items()]
    orders += at_the_row
    orders += _tucked_orders(before, after)
    if before.get(LAST) != after.get(LAST):
        orders.append(_order(LAST, before.get(LAST, ""), after.get(LAST, "")))
    return [order for order in orders if order]


LAST = "captain token"
"""Passed on when everything else of the turn is done."""


def _tucked_orders(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Which cards leave a board and which come under it; the others only move up a place, by nobody's hand."""
    was, now = _tucked(before), _tucked(after)
    gone = [f"Discard {card} from {whom}'s board." for whom in was for card in (was[whom] - now[whom]).elements()]
    return gone + [f"Tuck {card} under {whom}'s board." for whom in now for card in (now[whom] - was[whom]).elements()]


def _tucked(seen: Mapping[str, str]) -> defaultdict[str, Counter[str]]:
    """The cards under each board, in no order."""
    under: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for slot, card in seen.items():
        if slot.startswith("tucked "):
            under[slot.partition("/")[2]][card] += 1
    return under


ONE = re.compile(r"\b(coin|artifact|vegetable|material)s on")


def _counted(words: str, n: int) -> str:
    """One coin, two tokens."""
    if n == 1:
        return ONE.sub(r"\1 on", words)
    return words.replace(" token ", " tokens ")


def _counted_order(thing: str, n: int, whom: Sequence[str]) -> str:
    """So many tokens on or off one of them, or each of several."""
    if not n:
        return ""  # a card without tokens came or went
    names = whom[0] if len(whom) == 1 else f"{', '.join(whom[:-1])} and {whom[-1]}"
    words = _counted(COUNTED[thing].format(names), abs(n))
    if len(whom) > 1:
        words = words.replace(" on ", " each on ", 1)
    if n > 0:
        return f"Put {n} {words}."
    return f"Take {-n} {words.replace(' on ', ' off ', 1).replace(' in front of ', ' away from ', 1)}."


def _order(slot: str, old: str, new: str) -> str:
    thing, _, whom = slot.partition("/")
    if thing in COUNTED:
        return _counted_order(thing, int(new or 0) - int(old or 0), [whom])
    match thing:
        case "ship":
            return f"Move the ship to {new}."
        case "ship health" | "morale":
            return f"Move the {thing} marker to {new}."
        case "combo":
            return f"Move the combo marker to {new or '0'}." if (old or "0") != (new or "0") else ""
        case "captain token":
            return f"Pass the captain token to {new}."
        case "event deck number":
            if int(new or 0) < int(old or 0):
                return f"Take event deck {old} apart again."
            return (
                f"Build event deck {new} of 3 from cards of the box not used yet: 6 deadly at the bottom, 6 perilous "
                "on them, 6 mild on top."
            )
        case "deck done":
            return f"Mark event deck {whom} as done on the journey log." if new else f"Unmark event deck {whom}."
        case "event deck" | "hand":
            return ""  # drawn and discarded by hand as the log says
        case "board":
            return f"Give {whom}'s board to {new}."
        case "card":
            number = f" ({new})" if new.startswith("adventure card") else ""  # by which it is found in the deck
            return f"Lay {whom}{number} face up with the adventure cards." if new else f"Put {whom} away."
        case "quest":
            return f"Take quest {whom} from the quest deck." if new else f"Put quest {whom} into the used quest box."
        case "weapon":
            return f"Give {whom} to {new}." if new else f"Take {whom} off."
        case "level":
            crew, _, card = whom.partition(": ")
            return f"Put the level card {card} {f'with {crew}' if new else 'away'}."
        case "lasting event":
            return f"Leave {whom} in play." if new else f"Put {whom} with the used events."
    return f"{slot}: {new or 'clear it'}."
