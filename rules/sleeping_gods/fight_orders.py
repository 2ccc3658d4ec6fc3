"""What hands have to do at the row of enemies: cards, damage and armor tokens, combat action tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

THEIRS = ("enemy ", "enemy card/", "square/", "combat action/", "combat action on/")
"""The slots of the table this chapter looks after."""


def fight_orders(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What comes first, so that the row is right, and what is done on it then."""
    gone, moved = _closed_up(before, after)
    alike = len(_row_of(before)) > 1
    first = [
        f"Take {before[f'enemy {place}']}{f' (enemy {place})' if alike else ''} with its tokens out of the row."
        for place in gone
    ]
    if gone and _row_of(after):
        first.append("Slide the other enemies together.")
    return first, [*_laid(moved, after), *_marked(moved, after), *_token_orders(before, after)]


# ----- cards of the row


def _closed_up(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[list[int], dict[str, str]]:
    """Which places of the row were emptied, and the table before as it is once the others have closed the gap.

    Of several cards alike those are taken to be gone that leave the least to do.
    """
    was, now = _row_of(before), _row_of(after)
    best: tuple[list[int], dict[str, str]] = ([], dict(before))
    if len(was) <= len(now):
        return best
    fewest = None
    for stay in combinations(range(len(was)), len(now)):
        if [was[place] for place in stay] != now:
            continue
        slid = _slid(before, stay)
        changes = sum(slid.get(slot) != after.get(slot) for slot in {**slid, **after} if slot.startswith("square/"))
        if fewest is None or changes < fewest:
            fewest, best = changes, ([place + 1 for place in range(len(was)) if place not in stay], slid)
    return best


def _row_of(seen: Mapping[str, str]) -> list[str]:
    return [name for slot, name in seen.items() if slot.startswith("enemy ") and "/" not in slot]


def _slid(before: Mapping[str, str], stay: Sequence[int]) -> dict[str, str]:
    """The table with only the enemies at the places *stay* left in the row."""
    place_of = {str(old + 1): str(new + 1) for new, old in enumerate(stay)}
    slid: dict[str, str] = {}
    for slot, value in before.items():
        if slot.startswith("square/"):
            place, _, where = slot.removeprefix("square/").partition(",")
            if place in place_of:
                slid[f"square/{place_of[place]},{where}"] = value
        elif slot.startswith("enemy "):
            head = "enemy card/" if slot.startswith("enemy card/") else "enemy "
            place = slot.removeprefix(head)
            if place in place_of:
                slid[f"{head}{place_of[place]}"] = value
        else:
            slid[slot] = value
    return slid


def _laid(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Cards that come into the row, each with the armor tokens on it; or leave it again when it is taken back."""
    orders = []
    for place, name in enumerate(_row_of(after), start=1):
        if before.get(f"enemy {place}") != name:
            number = after.get(f"enemy card/{place}")
            armor = _squares(after, place, "armor")
            tokens = f"; {_tokens('armor', len(armor))} on {_spots(armor)}" if armor else ""
            orders.append(f"Lay {name}{f' (enemy card {number})' if number else ''} as enemy {place}{tokens}.")
    return orders


# ----- tokens on the squares


def _squares(seen: Mapping[str, str], place: int, token: str) -> list[tuple[int, int]]:
    """Where such a token lies on one enemy, by row and column."""
    found = []
    for slot, value in seen.items():
        if slot.startswith(f"square/{place},") and value == token:
            row, col = slot.partition(", row ")[2].split(", column ")
            found.append((int(row), int(col)))
    return sorted(found)


def _spots(spots: Iterable[tuple[int, int]]) -> str:
    """Squares in words, those of a row together: ``row 1, column 4; row 2, columns 2 and 3``."""
    rows: dict[int, list[str]] = {}
    for row, col in spots:
        rows.setdefault(row, []).append(str(col))
    told = []
    for row, cols in rows.items():
        listed = f"{', '.join(cols[:-1])} and {cols[-1]}" if len(cols) > 1 else cols[0]
        told.append(f"row {row}, column{'s' * (len(cols) > 1)} {listed}")
    return "; ".join(told)


def _marked(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Tokens put on and taken off the squares of enemies that lay there before."""
    orders = []
    for place, name in enumerate(_row_of(after), start=1):
        if before.get(f"enemy {place}") != name:
            continue
        on = f"enemy {place} ({name})"
        for token in ("armor", "damage"):
            was, now = _squares(before, place, token), _squares(after, place, token)
            off, put = [spot for spot in was if spot not in now], [spot for spot in now if spot not in was]
            if off:
                orders.append(f"Take the {_tokens(token, len(off))} off {on}: {_spots(off)}.")
            if put:
                one = {"armor": "an ", "damage": "a "}[token] if len(put) == 1 else ""
                orders.append(f"Put {one}{_tokens(token, len(put))} on {on}: {_spots(put)}.")
    return orders


def _tokens(token: str, n: int) -> str:
    return f"{token} token{'s' * (n != 1)}"


# ----- combat action tokens


def _token_orders(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Tokens are handed out, spent, given away, taken back: one order for the whole of it."""
    held, had = _counts(after, "combat action/"), _counts(before, "combat action/")
    used, lay = _counts(after, "combat action on/"), _counts(before, "combat action on/")
    front = {who: n for who in {**had, **held} if (n := held.get(who, 0) - had.get(who, 0))}
    boards = {who: n for who in {**lay, **used} if (n := used.get(who, 0) - lay.get(who, 0))}
    if not front and not boards:
        return []
    told = ", ".join(f"{who} {n}" for who, n in held.items() if n)
    if not _row_of(after):
        return ["Put the combat action tokens back into the supply."]
    if not _row_of(before):
        return [f"Hand out combat action tokens: {told}."]
    match ([*front.items()], [*boards.items()]):
        case ([(who, -1)], [(crew, 1)]):
            return [f"Move a combat action token from {who} onto {crew}."]
        case ([(who, 1)], [(crew, -1)]):
            return [f"Move a combat action token from {crew} back to {who}."]
        case ([(one, n), (other, m)], []) if n + m == 0:
            giver, taker = (one, other) if n < 0 else (other, one)
            return [f"{giver} gives {taker} a combat action token."]
    if boards and all(n < 0 for n in boards.values()) and not any(n < 0 for n in front.values()):
        return [f"Everybody takes their combat action tokens back: {told}."]
    orders = [_one_by_one(f"in front of {who}", f"away from {who}", n) for who, n in front.items()]
    return orders + [_one_by_one(f"on {crew}", f"off {crew}", n) for crew, n in boards.items()]


def _counts(seen: Mapping[str, str], slot: str) -> dict[str, int]:
    return {key.removeprefix(slot): int(n) for key, n in seen.items() if key.startswith(slot)}


def _one_by_one(to: str, away: str, n: int) -> str:
    tokens = f"{abs(n)} {_tokens('combat action', abs(n))}"
    return f"Put {tokens} {to}." if n > 0 else f"Take {tokens} {away}."
