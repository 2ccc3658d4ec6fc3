"""Markers, the shared rage and what is taken from the reserve."""

from __future__ import annotations

from .outcome import judge
from .state import Hero, Table
from .wording import goods


def highest(state: Table, hero: Hero, track: str) -> int:
    """The last space of a track; 0 for one the hero's board does not have."""
    board = state.pack.heroes[hero.id]
    if track == "health":
        return board.health_max
    if track == "focus":
        return board.focus_max
    return board.defence_max if board.defence == track else 0


def forward(state: Table, hero: Hero, track: str, n: int) -> None:
    """Move a marker forward; what goes beyond the last space is lost (CM-R48)."""
    board = state.pack.heroes[hero.id]
    if track in ("shield", "evade") and board.defence != track:
        state.say(f"{board.name} has no {track} track.")
        return
    field = "defence" if track in ("shield", "evade") else track
    before = getattr(hero, field)
    after = min(before + n, highest(state, hero, track))
    setattr(hero, field, after)
    if n:
        change = f"{before} → {after}" if before != after else f"stays {after}, the end of the track"
        state.say(f"{board.name}: {track} {change}.")


def add_rage(state: Table, n: int) -> None:
    """Rage into the shared pool, as far as there are tokens (CM-R16)."""
    run = state.run
    most = n if state.toggle("reserve_unlimited") else min(n, state.pack.constants.reserve.rage - run.rage)
    run.rage += most
    state.say(f"Rage +{most}: {run.rage} in the pool." + (" No more tokens." if most < n else ""))


def reserve(state: Table, resource: str) -> int:
    """How many Morvs, gemstones or potions can still be taken."""
    total: int = getattr(state.pack.constants.reserve, resource)
    out: int = sum(getattr(hero, resource) for hero in state.run.heroes.values())
    return total - out - (state.campaign.fund if resource == "morv" else 0)


def left(state: Table, resource: str) -> bool:
    """Whether one more can be taken from the reserve (CM-R16)."""
    return bool(state.toggle("reserve_unlimited")) or reserve(state, resource) > 0


def take(state: Table, hero: Hero, resource: str, n: int) -> None:
    """Morvs, gemstones or potions onto the hero board (CM-75)."""
    most = n if state.toggle("reserve_unlimited") else min(n, reserve(state, resource))
    setattr(hero, resource, getattr(hero, resource) + most)
    name = state.pack.heroes[hero.id].name
    if most:
        state.say(f"{name} takes {goods(most, resource)}." + (" No more are left." if most < n else ""))
    else:
        state.say(f"No {goods(1, resource).removeprefix('1 ')} is left for {name}.")
    judge(state)


def gain_xp(state: Table, hero: Hero, n: int) -> None:
    """XP on the hero's dial (CM-236)."""
    record = state.campaign.records[hero.id]
    record.xp += n
    last = state.pack.constants.xp_dial_max
    if last is not None:
        record.xp = min(record.xp, last)
    if n:
        state.say(f"{state.pack.heroes[hero.id].name} gains {n} XP.")
