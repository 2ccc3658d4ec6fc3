"""What would come to nothing: a bell rope without a boss, bread for somebody who is well."""

from __future__ import annotations

from . import aim, cards, deeds, effects
from . import vocabulary as v
from .state import Table
from .tracks import highest


def why(state: Table, seat: str, words: tuple[v.Effect, ...], other: str | None = None) -> str:
    """Why none of these words would do anything now; empty if one of them would, or might."""
    reasons = [_why(state, seat, word, other) for word in words]
    return reasons[0] if reasons and all(reasons) else ""


def _why(state: Table, seat: str, word: v.Effect, other: str | None) -> str:
    match word:
        case v.StunBoss():
            return _no_boss(state)
        case v.Deal() | v.StunEnemy():
            if word.which == "boss":
                return _no_boss(state)
            return "" if aim.chosen_by(state, seat, word.which) else "there is no enemy for it"
        case v.Melee() | v.Ranged() | v.MeleeArea() | v.RowArea():
            targets = aim.options(state, seat, word.do, deeds.squares(word))
            return "it reaches nobody" if all(target.barred for target in targets) else ""
        case v.Push():
            return "" if state.hero(seat).enemies() else "there is nobody to push"
        case v.PullEnemy():
            near = [enemy for each in state.neighbours(seat) for enemy in state.hero(each).enemies()]
            return "" if near and state.hero(seat).empty() else "there is nobody to draw over, or no room"
        case v.Heal():
            return _full(state, "health", _whom(state, word.who, seat, other))
        case v.Gain():
            return _full(state, word.track, _whom(state, word.who, seat, other))
        case v.RecoverFatigue():
            tired = any(state.hero(each).fatigue_discard for each in _whom(state, word.who, seat, other))
            return "" if tired else "there is no fatigue to turn up"
        case v.DrawTokens():
            return "" if state.campaign.bag else "the bag is empty"
        case v.Choose():
            ways = [why(state, seat, way.effects, other) for way in word.options]
            return ways[0] if all(ways) else ""
        case v.Sequence():
            return why(state, seat, word.effects, other)
        case v.If():
            way = word.then if cards.holds(state, seat, word.condition) else word.otherwise
            return why(state, seat, way, other)
        case _:
            return ""


def _no_boss(state: Table) -> str:
    return "" if state.run.boss else "there is no boss"


def _whom(state: Table, who: v.Who, seat: str, other: str | None) -> list[str]:
    """Everybody who might be meant."""
    if who in ("any_hero", "chosen", "lowest_health"):
        return list(state.seats)
    return effects.plainly(state, who, seat, other)


def _full(state: Table, track: str, seats: list[str]) -> str:
    """Whether the marker of everybody meant stands at the end of its track, or has no such track."""
    field = "defence" if track in ("shield", "evade") else track
    for seat in seats:
        hero = state.hero(seat)
        if getattr(hero, field) < highest(state, hero, track):
            return ""
    return f"there is no {track} to gain"
