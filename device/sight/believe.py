"""The table is right: rulings that make the box believe what the camera saw, whatever the rules would say to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.awakening.state import Awakening
from rules.awakening.words import TITLES
from rules.children_of_morta.state import Table as Family
from rules.plain import Plain, dump
from rules.silent_sea.state import SilentSea
from rules.sleepers.state import Sleepers
from rules.sleeping_gods.state import Campaign
from vision.reading import Value

Seen = Mapping[str, Value | None]
Change = tuple[str, Plain]


def as_seen(game: Any, seen: Seen) -> list[Change]:
    """Rulings that make the box believe what was *seen* on the board: path and new value of each.

    :param game: the state of a game whose board the camera reads.
    """
    if isinstance(game, Sleepers):
        return _sleepers(game, seen)
    if isinstance(game, Awakening):
        return _awakening(game, seen)
    if isinstance(game, SilentSea):
        return _silent_sea(game, seen)
    if isinstance(game, Campaign):
        ship = game.ship
        return _tracks(seen, {"morale": ("ship.morale", ship.morale), "ship health": ("ship.health", ship.health)})
    if isinstance(game, Family):
        return _tracks(seen, _heroes(game))
    raise TypeError(f"the camera does not read the board of {type(game).__name__}")


# Sleepers


def _sleepers(game: Sleepers, seen: Seen) -> list[Change]:
    """A tile that is gone went back to its owner's rack; one that is new came from there, or else from the stock."""
    hands = {colour: [dump(tile) for tile in side.hand] for colour, side in game.sides.items()}
    stock = {colour: side.stock for colour, side in game.sides.items()}
    changes: list[Change] = []
    gone = [
        (hex_, agent)
        for hex_, agent in game.board.items()
        if hex_ in seen and (seen[hex_] is None or str(seen[hex_]).split(" ")[0] != agent.owner)
    ]
    for _, lost in gone:
        hands[lost.owner].append({"kind": lost.kind, "seen": lost.up or lost.seen})
    for hex_, value in seen.items():
        if value is None:
            if hex_ in game.board:
                changes.append((f"board.{hex_}", None))
            continue
        owner, kind = str(value).split(" ", 1)
        agent = game.board.get(hex_)
        up = kind != "back"
        if agent is not None and agent.owner == owner:
            known = kind if up else agent.kind
            if (agent.up, agent.kind) != (up, known):
                changes.append((f"board.{hex_}", {"kind": known, "seen": agent.seen or up, "owner": owner, "up": up}))
            continue
        moved = _taken_from(hands[owner], kind if up else None)
        if moved is None:
            if stock[owner] <= 0:
                continue
            stock[owner] -= 1
            moved = {"kind": None, "seen": False}
        face = kind if up else moved["kind"]
        changes.append((f"board.{hex_}", {"kind": face, "seen": up, "owner": owner, "up": up}))
    for colour, side in game.sides.items():
        if hands[colour] != [dump(tile) for tile in side.hand]:
            changes.append((f"sides.{colour}.hand", hands[colour]))
        if stock[colour] != side.stock:
            changes.append((f"sides.{colour}.stock", stock[colour]))
    return changes


def _taken_from(hand: list[Any], kind: str | None) -> Any:
    """The tile of a hand that this could be: one of that kind, or one nobody knows, or just the last."""
    for wanted in [kind, None] if kind else [None]:
        for tile in hand:
            if tile["kind"] == wanted:
                hand.remove(tile)
                return tile
    return hand.pop() if hand else None


# The Awakening


def _awakening(game: Awakening, seen: Seen) -> list[Change]:
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
    return changes + _tokens(game, seen) + _face_up(game, seen) + _tracks(seen, honor)


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


# The Silent Sea


def _silent_sea(game: SilentSea, seen: Seen) -> list[Change]:
    """Each figure stands where it was seen; who is dead or was not found stays as the box has it."""
    station = game.pack.board
    places = {station.called(node): node.id for node in station.nodes if node.kind != "junction"}
    changes: list[Change] = []
    for seat, player in game.players.items():
        place = places.get(str(seen.get(f"figure {seat}")))
        if player.alive and place is not None and place != player.node:
            changes.append((f"players.{seat}.node", place))
    # Who dies is for the rules to say.
    kept = {f"health {seat}": (f"players.{seat}.health", p.health) for seat, p in game.players.items() if p.alive}
    return changes + [(path, value) for path, value in _tracks(seen, kept) if value]


# Track sheets


def _tracks(seen: Seen, kept: Mapping[str, tuple[str, int]]) -> list[Change]:
    """Each marker stands for the number it stands on; where none was found, the box is right.

    :param kept: for each track, where the box keeps it and what it has.
    """
    stands = [(*kept[slot], int(str(value))) for slot, value in seen.items() if slot in kept and value is not None]
    return [(path, value) for path, has, value in stands if value != has]


def _heroes(game: Family) -> dict[str, tuple[str, int]]:
    kept = {"rage": ("run.rage", game.run.rage)}
    for seat, hero in game.run.heroes.items():
        for track, field in (("health", "health"), (game.board(seat).defence, "defence"), ("focus", "focus")):
            kept[f"{track}.{seat}"] = f"run.heroes.{seat}.{field}", getattr(hero, field)
    return kept
