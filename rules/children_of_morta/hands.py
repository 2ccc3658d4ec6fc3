"""What hands have to do on the table, in players' words: the difference of two looks at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .wording import so_many

_GOODS = {
    "morv": "Morvs",
    "gemstone": "gemstones",
    "potion": "potions",
    "corruption": "corruption",
    "stun": "stun tokens",
}
_TRACKS = ("health", "shield", "evade", "focus")


def orders(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """A sentence for everything that has to be moved, laid or taken away; enemies that moved are told as moves."""
    if not after:
        return ["Clear the table."] if before else []
    if not before:
        return []  # the set-up has a checklist of its own
    changed = [slot for slot in {**before, **after} if before.get(slot, "") != after.get(slot, "")]
    heroes = _heroes(before) | _heroes(after)
    moves, moved = _moves(before, after, [slot for slot in changed if slot.startswith("row.")], heroes)
    cleared = _cleared(changed, after)
    told = [
        _order(slot, before.get(slot, ""), after.get(slot, ""), heroes)
        for slot in changed
        if slot not in moved and not any(slot.startswith(f"action.{seat}.") for seat in cleared)
    ]
    told += [f"{heroes.get(seat, seat.capitalize())}: all tokens from the actions into the bag." for seat in cleared]
    if "leader" in changed and after.get("leader"):  # passed on when everything else of the round is done (CM-199)
        moves.append(f"Leader token to {heroes.get(after['leader'], after['leader'].capitalize())}.")
    return [*(order for order in told if order), *moves]


def _cleared(changed: list[str], after: Mapping[str, str]) -> list[str]:
    """Seats whose board lost the tokens of two actions or more and got none: that is one sweep of the hand."""
    slots = [slot for slot in changed if slot.startswith("action.")]
    seats = dict.fromkeys(slot.split(".")[1] for slot in slots)
    mine = {seat: [slot for slot in slots if slot.split(".")[1] == seat] for seat in seats}
    return [seat for seat, own in mine.items() if len(own) > 1 and not any(after.get(slot) for slot in own)]


def _heroes(seen: Mapping[str, str]) -> dict[str, str]:
    """Whose board lies before which seat: people look for Bram's board, not for the north."""
    return {slot.removeprefix("board."): name for slot, name in seen.items() if slot.startswith("board.")}


def _moves(
    before: Mapping[str, str], after: Mapping[str, str], rows: list[str], heroes: Mapping[str, str]
) -> tuple[list[str], set[str]]:
    """An enemy that left one space and stands on another as it was."""
    left = [slot for slot in rows if before.get(slot)]
    moves, done = [], set()
    for slot in (each for each in rows if after.get(each)):
        origin = next(
            (each for each in left if before[each] == after[slot] and each not in done and each != slot), None
        )
        if origin:
            left.remove(origin)
            moves.append(f"{after[slot]}: from {_space(origin, heroes)} to {_space(slot, heroes)}.")
            done.add(slot)
            if not after.get(origin):
                done.add(origin)
    return moves, done


def _space(slot: str, heroes: Mapping[str, str]) -> str:
    _, seat, space = slot.split(".")
    return f"{heroes.get(seat, seat.capitalize())}'s space {space}"


def _order(slot: str, was: str, now: str, heroes: Mapping[str, str]) -> str:
    kind, _, rest = slot.partition(".")
    seat = rest.partition(".")[0]
    who = heroes.get(seat, seat.capitalize())
    if kind == "board":
        return f"{now}'s board in front of the {seat} side." if now else f"Put {was}'s board away."
    if kind == "rage":
        return f"Rage in the pool: {now}."
    if kind == "fund":
        return f"Morvs in the family fund: {now or 0}."
    if kind == "family marker":
        return f"Family marker to {_name(now)}."
    if kind == "leader":
        return "" if now else "Turn the leader token over."
    if kind == "map":
        return f"{now} on {_name(rest)}." if now else f"Take the tiles off {_name(rest)}."
    if kind in _TRACKS:
        return f"{who}: {kind} to {now}."
    if kind in _GOODS:
        goods = _GOODS[kind].removesuffix("s") if now == "1" else _GOODS[kind]
        return f"{who}: now {now or 0} {goods}."
    if kind in ("item", "talent", "level", "xp"):
        return _card(kind, rest.partition(".")[2], was, now, who)
    if kind == "fatigue":
        return f"{who}: fatigue {now}."
    if kind == "action":
        action = _name(rest.partition(".")[2])
        return f"{who}: {now} onto {action}, flipped." if now else f"{who}: tokens from {action} into the bag."
    if kind == "row":
        return f"{_space(slot, heroes)}: {now}." if now else f"{_space(slot, heroes)}: put {was.split(',')[0]} away."
    if kind == "spent":
        flipped = (Counter(now.split(", ")) - Counter(was.split(", "))).elements()
        return f"{who}: flip {', '.join(flipped)}." if now else f"{who}: the flipped tokens into the bag."
    if kind == "link":
        return _link(rest.partition(".")[2], was, now)
    if kind in ("shop", "bought", "removed", "reserve"):
        return _supply(kind, rest, int(was or 0), int(now or 0))
    return _boss(slot, was, now)


def _boss(slot: str, was: str, now: str) -> str:
    """The status card in the middle with its damage, and the action card before the leader (CM-252, CM-259, CM-268)."""
    if slot == "boss":
        name, _, damage = (now or was).partition(", ")
        if not now:
            return f"{name} is beaten: put the boss away."
        if was or damage != "0 damage":
            return f"{name}: now {damage}."
        return f"Lay {name} in the middle."
    return f"Lay the boss card {now}." if now else "Discard the boss card."


def _supply(kind: str, what: str, was: int, now: int) -> str:
    """The shop's cards, and the bag as far as more goes in or out than drawn tokens."""
    if kind == "shop":
        return f"Shop: lay out {what}." if now > was else ""  # whoever buys it hears where it goes
    if kind == "bought":
        return f"Put {what} into the bag." if now else f"Take {what} out of the bag, back to its space."
    if kind == "removed":
        return (
            f"Take a basic {what} out of the bag, for good." if now > was else f"Put a basic {what} back into the bag."
        )
    into = so_many(abs(was - now), "corruption token")
    return f"Put {into} into the bag." if now < was else f"Take {into} out of the bag."


def _card(kind: str, name: str, was: str, now: str, who: str) -> str:
    """Cards below and on a hero board, and the dial beside it (CM-26, CM-154, CM-158, CM-162, CM-163)."""
    more = int(now or 0) > int(was or 0) if kind in ("item", "talent") else False
    if kind == "xp":
        return f"{who}: XP dial to {now}." if now else ""  # the board is put away
    if kind == "level":
        return f"{who}: lay {now}, on {name}." if now else f"{who}: take {was}, off {name}."
    if kind == "item":
        return f"{who}: lay {name} below the board." if more else f"{who}: discard {name}."
    if more:
        return f"{who}: lay the talent {name} below the board; the other one drawn goes under the pile."
    return f"{who}: the talent {name} goes under the pile."


def _link(between: str, was: str, now: str) -> str:
    """A support or bond card: laid between its two heroes, taken away, or with other tokens on it."""
    card, _, tokens = now.partition(", ")
    if not now:
        return f"Take away {_name(was.split(',')[0])}."
    number = int(tokens.partition(" ")[0])
    many = so_many(number, "support token")
    if was.split(",")[0] == card:
        return f"{_name(card)}: now {many} on it."
    return f"Lay {_name(card)} between {between}" + (f", with {many}." if number else ".")


def _name(text: str) -> str:
    """Ids read as words."""
    return text.replace("_", " ")
