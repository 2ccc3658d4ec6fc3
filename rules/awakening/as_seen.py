"""The table is right: rulings that make the box believe the tiles, tokens, cards and discs it saw."""

from __future__ import annotations

from collections.abc import Mapping

from rules.plain import Plain
from rules.track_sheet import tracks_as_seen

from .state import Awakening
from .words import TITLES

Change = tuple[str, Plain]
Seen = Mapping[str, str | None]


def as_seen(game: Awakening, seen: Seen) -> list[Change]:
    """Map tiles and tokens. A tile that is gone went back into the pouch, with a block on it back to its owner; one
    that is new came out of there. What the pouch cannot have held is not believed.
    """
    pouch, known = dict(game.pouch), list(game.known_tiles)
    changes: list[Change] = []
    lies = {int(slot.split(" ")[1]): value for slot, value in seen.items() if slot.startswith("hex ")}
    # A back tells nothing: such a tile counts as the one the box knows, or as none.
    moved = {n: value for n, value in lies.items() if value != game.tiles.get(n) and (value is None or value in TITLES)}
    for number in moved:
        if number in game.tiles:
            pouch[game.tiles[number]] += 1
    influence = {seat: player.influence for seat, player in game.players.items()}
    for number, value in moved.items():
        kind = str(value) if value is not None else ""
        if kind in known:
            known.remove(kind)
        elif pouch.get(kind, 0) > 0:
            pouch[kind] -= 1
        elif kind and pouch.get(game.tiles.get(number, ""), 0) > 0:  # it stays what it was, and did not go back
            pouch[game.tiles[number]] -= 1
            continue
        elif number not in game.tiles:
            continue
        else:
            kind = ""
        changes.append((f"tiles.{number}", kind or None))
        holder = game.control.get(number)
        if holder and not kind:
            influence[holder] += 1
            changes += [(f"control.{number}", None), (f"players.{holder}.influence", influence[holder])]
    if pouch != game.pouch:
        changes.append(("pouch", dict(pouch)))
    if known != game.known_tiles:
        changes.append(("known_tiles", list(known)))
    honor = {f"disc {seat}": (f"players.{seat}.honor", player.honor) for seat, player in game.players.items()}
    return changes + _tokens(game, seen) + _face_up(game, seen) + tracks_as_seen(seen, honor)


def _tokens(game: Awakening, seen: Seen) -> list[Change]:
    """A token stands where it was seen, if on one space only; one that was not seen stands where it stood."""
    stands: dict[str, list[str]] = {}
    for slot, value in seen.items():
        if slot.startswith("space ") and value is not None:
            stands.setdefault(str(value), []).append(slot.removeprefix("space "))
    return [
        (f"players.{seat}.space", stands[seat][0])
        for seat, player in game.players.items()
        if len(stands.get(seat, ())) == 1 and stands[seat][0] != player.space and stands[seat][0] in game.island.hexes
    ]


def _face_up(game: Awakening, seen: Seen) -> list[Change]:
    """A card that lies face up came from its own stack; the one that the box had there lies in the stack."""
    changes: list[Change] = []
    for stack, pile in game.stacks.items():
        title = str(seen.get(f"{stack} up")).lower()
        card = next((each for each in pile.left if game.title(each).lower() == title), None)
        if card is not None and pile.up is not None and game.title(pile.up).lower() != title:
            left = [*pile.left, pile.up]
            left.remove(card)
            changes += [(f"stacks.{stack}.up", card), (f"stacks.{stack}.left", list(left))]
    return changes
