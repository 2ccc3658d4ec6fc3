"""What the box asks of people: answers and taps a turn, beside all that the rules ask."""

from __future__ import annotations

from typing import Any

from rules.burden import measure
from rules.games import game

TURNS = 60

# Game, players, who holds what is hidden, and the most that a turn (or round) may ask: answers, taps, or a share of
# all the rules ask.
TABLES: tuple[tuple[str, int, str, dict[str, float]], ...] = (
    ("children_of_morta", 4, "box", {"answers": 30}),
    ("children_of_morta", 4, "table", {"answers": 35, "taps": 45}),
    ("awakening", 3, "box", {"answers": 5}),
    ("sleeping_gods", 2, "box", {"share": 0.6}),
    ("silent_sea", 4, "box", {"share": 0.6}),
    ("sleepers", 2, "box", {"share": 1.0}),
)


def run() -> list[dict[str, Any]]:
    rows = []
    for name, players, custody, limit in TABLES:
        played = game(name)
        setup = played.setup(players, custody=custody)
        light, every = (measure(played, setup, turns=TURNS, seed=1, every=every) for every in (False, True))
        answers, before = light.quantile("answers", 0.5), every.quantile("answers", 0.5)
        taps = light.quantile("taps", 0.5)
        share = round(answers / before, 2) if before else 0.0
        rows.append(
            {
                "what": f"{played.title}, {players} players, the {custody} holds what is hidden, a turn or round",
                "answers": answers,
                "every_question": before,
                "share": share,
                "most_in_9_of_10": light.quantile("answers", 0.9),
                "taps": taps,
                "forced": light.quantile("forced", 1.0),
                "limit": limit,
                "ok": all(
                    {"answers": answers, "taps": taps, "share": share}[what] <= most for what, most in limit.items()
                )
                and not light.quantile("forced", 1.0),
            }
        )
    return rows
