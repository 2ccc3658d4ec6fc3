"""The table is right: rulings that make the box believe the figures and the Health it saw."""

from __future__ import annotations

from collections.abc import Mapping

from rules.plain import Plain
from rules.track_sheet import tracks_as_seen

from .state import SilentSea

Change = tuple[str, Plain]


def as_seen(game: SilentSea, seen: Mapping[str, str | None]) -> list[Change]:
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
    return changes + [(path, value) for path, value in tracks_as_seen(seen, kept) if value]
