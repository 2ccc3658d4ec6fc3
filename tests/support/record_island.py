"""Records games of The Awakening: one for each trigger that can end it, with two to five players and either custody.

``python tests/support/record_island.py`` writes them anew, after a change of the rules that changes what is asked.
"""

from __future__ import annotations

import random
from itertools import count, cycle
from pathlib import Path

from rules.ask import Ask
from rules.awakening import GAME
from rules.chance import DrawCards, ReadCard
from rules.game import Setup
from rules.position import Run, Step, some_step
from rules.record import Record

RECORDED = Path(__file__).parents[1] / "rules" / "awakening" / "recorded"
PLAYERS = (2, 3, 2, 4, 2, 5)
LONGEST = 900  # answers


def comes_up(ask: Ask, card: str) -> Step | None:
    """The answer with which a card is drawn, if it can be now."""
    if isinstance(ask, DrawCards) and card in dict(ask.left):
        return Step("answer", [card], ask.seat)
    if isinstance(ask, ReadCard) and any(option.value == card for option in ask.options):
        return Step("answer", card, ask.seat)
    return None


def play(setup: Setup, seed: str, trigger: str, whims: float) -> tuple[Run, Record] | None:
    """A game of players who mostly know what they want, in which that trigger lies open; None if it takes too long.

    :param whims: the share of answers that are anything; with more of them a game takes longer.
    """
    chance = random.Random(seed)
    players = GAME.sensible(chance)
    run, steps = Run(GAME, GAME.begin(setup)), []
    while run.ask is not None:
        if len(steps) > LONGEST:
            return None
        asides = [option.value for option in GAME.asides(run.state, "orange") if not option.barred]
        step = comes_up(run.ask, trigger)
        if step is None and asides and chance.random() < 0.01:
            step = Step("aside", asides[0], "orange")
        elif step is None:
            whim = chance.random() < whims
            step = some_step(GAME, run.state, run.ask, chance) if whim else players.step(run.state, run.ask)
        run.take(step)
        steps.append(step)
    return run, Record(setup, tuple(steps))


def recorded(trigger: str, players: int, custody: str, *, shared: bool) -> tuple[str, Record]:
    """A game that this trigger ended, and its name."""
    setup = GAME.setup(players, {"treachery": True}, custody)
    for number in count():
        whims = min(0.12 + 0.08 * number, 0.8)
        found = play(setup, f"{trigger}/{players}/{custody}/{number}", trigger, whims)
        if found is None or found[0].state.met_by != trigger:
            continue
        winner = found[0].state.result["winner"] or "shared"
        if not shared or winner == "shared":
            return f"{players}-{custody}-{trigger}-{winner}", found[1]
    raise AssertionError("never comes here")


def main() -> None:
    for old in RECORDED.glob("*.json"):
        old.unlink()
    tables = zip(GAME.begin(GAME.setup(2)).pack.trigger, cycle(PLAYERS), cycle(("box", "table")), strict=False)
    for number, (trigger, players, custody) in enumerate(tables):
        name, record = recorded(trigger, players, custody, shared=number == 0)
        record.write(RECORDED / f"{name}.json")
        print(f"{name}: {len(record.steps)} answers")


if __name__ == "__main__":
    main()
