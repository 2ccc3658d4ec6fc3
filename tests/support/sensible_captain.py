"""``python tests/support/sensible_captain.py`` records a campaign for every ending anew.

That is due whenever rules, questions or the demo world change so that the old recordings no longer replay.
"""

from __future__ import annotations

import random
from pathlib import Path

import sleeping_gods_setting  # noqa: F401  # puts the sample pack on the shelf

from rules.ask import IllegalAnswer
from rules.position import Run, Step, some_step
from rules.record import Record
from rules.selfplay import play_one
from rules.sleeping_gods import GAME
from rules.sleeping_gods.sensible import Captain

RECORDED = Path(__file__).parent.parent / "rules" / "sleeping_gods" / "recorded"


def campaign(
    seed: str, players: int, *, ending: str = "A", mode: str = "normal", most: int = 20_000
) -> tuple[Run, Record]:
    """One campaign as a sensible captain plays it, to its end."""
    captain = Captain(GAME, random.Random(seed), ending=ending, mode=mode)
    setup = GAME.setup(players)
    run, steps = Run(GAME, GAME.begin(setup)), list[Step]()
    while run.ask is not None:
        assert len(steps) < most, f"no end after {most} steps"
        step = captain.step(run.state, run.ask)
        try:
            run.take(step)
        except IllegalAnswer:  # something done at any time turned out to be impossible
            asked = captain.whose(run.state, run.ask)
            step = Step("answer", captain.answer(run.state, asked), asked.seat)
            run.take(step)
        steps.append(step)
    return run, Record(setup, tuple(steps))


def given_up(seed: str) -> Record:
    """A campaign that is reset after a few turns."""
    chance, setup, steps = random.Random(seed), GAME.setup(3), []
    run = Run(GAME, GAME.begin(setup))
    while run.ask is not None:
        ask = run.ask.of(run.ask.seats[0])
        values = [option.value for option in getattr(ask, "options", ())]
        if run.state.turn >= 3 and "gain_command" in values:
            step = Step("aside", "reset", run.ask.seats[0])
        elif "Reset" in getattr(ask, "text", "") and "yes" in values:
            step = Step("answer", "yes", run.ask.seats[0])
        else:
            step = some_step(GAME, run.state, run.ask, chance)
        run.take(step)
        steps.append(step)
    return Record(setup, tuple(steps))


def through_the_ice() -> Record:
    """The small sample world can be won by a story alone, in its first turn."""
    setup = GAME.setup(1, {}, "box", "sample")
    answers = ("normal", "fresh", True, ["shove"], ["triage"], ["bluff"], "begin", ["tinker"], [0], ["calm"])
    return Record(setup, tuple(Step("answer", each) for each in (*answers, "travel", "ice", "explore", True)))


def record_all() -> dict[str, Record]:
    """The shortest campaign of each ending: old ones that still replay, random ones, and the captain's."""
    best: dict[str, Record] = {}

    def keep(record: Record) -> None:
        how = GAME.ending(record.end().state)
        if how not in best or len(record.steps) < len(best[how].steps):
            best[how] = record

    for file in sorted(RECORDED.glob("*.json")):
        try:
            keep(Record.read(file))
        except Exception as broken:
            print(f"{file.name} no longer replays: {broken}")
    by_chance = {"ship_sunk", "crew_down", "mutiny", "hunter"}
    for number in range(400):
        if number >= 40 and by_chance <= best.keys():
            break
        setup = GAME.setup(number % 4 + 1, custody=("box", "table")[number % 2])
        run, record, _ = play_one(GAME, setup, random.Random(f"record {number}"))
        if run is not None:
            keep(record)
    keep(given_up("reset"))
    keep(through_the_ice())
    for ending, how in (("A", "totems"), ("D", "story_fail")):
        for number in range(40):
            if how in best and len(best[how].steps) < 700:
                break
            keep(campaign(f"{number}", 1 + number % 2, ending=ending)[1])
    return best


if __name__ == "__main__":
    recorded = record_all()
    for how, record in recorded.items():
        record.write(RECORDED / f"{how}.json")
    print({how: len(record.steps) for how, record in recorded.items()})
    print("missing:", sorted(set(GAME.endings) - set(recorded)) or "none")
