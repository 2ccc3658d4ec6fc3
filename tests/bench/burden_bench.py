"""What the box asks of people: answers and taps a turn, beside what it asked when every question was put to them."""

from __future__ import annotations

from typing import Any

from rules.burden import measure
from rules.games import game

TURNS = 60

# Game, players, who holds what is hidden; answers a turn (or round) when the box took nothing by itself, measured once
# on the rules as they were then, over 40 to 120 turns and with players who knew a little less; the most a turn may ask.
TABLES: tuple[tuple[str, int, str, int, dict[str, float]], ...] = (
    ("children_of_morta", 4, "box", 73, {"answers": 30}),
    ("children_of_morta", 4, "table", 77, {"answers": 35, "taps": 45}),
    ("awakening", 3, "box", 8, {"answers": 5}),
    ("sleeping_gods", 2, "box", 14, {"share": 0.6}),
    ("silent_sea", 4, "box", 5, {"share": 0.6}),
    ("sleepers", 2, "box", 2, {"share": 1.0}),
)


def run() -> list[dict[str, Any]]:
    rows = []
    for name, players, custody, before, limit in TABLES:
        played = game(name)
        setup = played.setup(players, custody=custody)
        light, every = (measure(played, setup, turns=TURNS, seed=1, every=every) for every in (False, True))
        forced = light.quantile("forced", 1.0)
        found = {"answers": light.quantile("answers", 0.5), "taps": light.quantile("taps", 0.5)}
        found["share"] = round(found["answers"] / before, 2)
        rows.append(
            {
                "what": f"{played.title}, {players} players, the {custody} holds what is hidden, a turn or round",
                **found,
                "before": before,
                "asked_by_the_rules": every.quantile("answers", 0.5),
                "most_in_9_of_10": light.quantile("answers", 0.9),
                "forced": forced,
                "limit": limit,
                "ok": not forced and all(found[what] <= most for what, most in limit.items()),
            }
        )
    return rows
