"""The same game for every seat that could hold the Traitor card, side by side: what are the others sent?

``python tests/support/sea_leaks.py 500`` plays so many games with one answer for all of them.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from rules.ask import AskAny
from rules.chance import Chance, DrawCards
from rules.position import Run, Step, some_step
from rules.silent_sea import GAME

SEATS = GAME.seats


def sent(run: Run, seat: str | None) -> dict[str, Any]:
    """Everything *seat* is sent at this moment: what is shown, asked and said."""
    ask = run.ask
    asked: Any = None
    if ask is not None:
        mine = ask.of(seat) if seat else None
        if isinstance(mine, Chance) and mine.at_once:  # the box draws before anybody is sent the question
            mine = None
        asked = (ask.seats, mine or (ask.others or ("" if ask.private else ask.text)))
        if isinstance(ask, AskAny) and mine is None:
            asked = (ask.seats, ask.text, [each.others for each in ask.asks])
    said = [each.text for each in run.state.said if each.seats is None or seat in each.seats]
    asides = GAME.asides(run.state, seat) if seat else ()
    return {"show": GAME.show(run.state, seat), "asked": asked, "said": said, "asides": asides}


def without_loyalty(what: dict[str, Any]) -> dict[str, Any]:
    """The own Loyalty is the one thing a seat knows of itself."""
    shown = dict(what["show"])
    if shown["me"]:
        shown["me"] = {name: value for name, value in shown["me"].items() if name != "loyalty"}
    return {**what, "show": shown}


def deal(traitor: str, custody: dict[str, str]) -> Run:
    """A game whose Traitor is *traitor*, after the Loyalty cards are dealt."""
    run = Run(GAME, GAME.begin(GAME.setup(4, custody=custody)))
    while isinstance(run.ask, DrawCards) and run.ask.deck == "Loyalty deck":
        seat = run.ask.seat
        run.take(Step("answer", ["traitor" if seat == traitor else "crewmate"], seat))
    return run


def compare(runs: dict[str, Run], seats: tuple[str | None, ...] = (None, *SEATS)) -> None:
    """No seat is sent anything that depends on who the Traitor is, but its own Loyalty."""
    for seat in seats:
        views = {traitor: sent(run, seat) for traitor, run in runs.items()}
        mine = {name: view for name, view in views.items() if name != seat}
        first = next(iter(mine.values()))
        assert all(view == first for view in mine.values()), f"{seat} can tell: {views}"
        bare = {name: without_loyalty(view) for name, view in views.items()}
        base = next(iter(bare.values()))
        assert all(view == base for view in bare.values()), f"{seat} is treated otherwise as the Traitor"


def play(seed: int, custody: dict[str, str] | None = None, most: int = 20_000) -> int:
    """One game with one list of answers for all four deals; how many steps were compared.

    A deal whose ending tells (a public act) leaves the comparison; it goes on as long as two are left.
    """
    chance = random.Random(seed)
    runs = {traitor: deal(traitor, custody or {}) for traitor in SEATS}
    compare(runs)
    steps = 0
    while len(runs) > 1 and steps < most:
        lead = next(iter(runs.values()))
        assert lead.ask is not None
        step = some_step(GAME, lead.state, lead.ask, chance)
        for run in runs.values():
            run.take(step)
        steps += 1
        runs = {traitor: run for traitor, run in runs.items() if run.ask is not None}
        if len(runs) > 1:
            compare(runs)
    return steps


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    total = sum(play(seed) for seed in range(games))
    print(f"{games} games, {total} steps: nobody could tell")
