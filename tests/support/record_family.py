"""Records a game of Children of Morta for each way to end, once on the box's tokens and once on the table's, and one
for each way to lose.

``python tests/support/record_family.py`` writes them anew, after a change of the rules that changes what is asked.
"""

from __future__ import annotations

from pathlib import Path

from family_playing import play_sensibly

from rules.children_of_morta import GAME
from rules.record import Record

RECORDED = Path(__file__).parents[1] / "rules" / "children_of_morta" / "recorded"


def shortest(ending: str, custody: str, tries: int = 2) -> Record:
    """The shortest of some games with that ending."""
    mode = ending.split()[0]
    players = {"story won": 1, "story given up": 3}.get(ending, 2)
    found: list[Record] = []
    first = 0 if custody == "box" else 100
    for seed in range(first, first + 40):
        run, record, _ = play_sensibly(
            players, mode, seed, custody=custody, give_up=ending == "story given up", careless=ending == "trial lost"
        )
        if GAME.ending(run.state) == ending:
            found.append(record)
        if len(found) == tries:
            break
    return min(found, key=lambda record: len(record.steps))


def lost(way: str) -> Record:
    """The shortest of some trials lost in that way: a hero without health, or a row without room."""
    games = (play_sensibly(players, "trial", seed, careless=True)[:2] for players in (1, 2) for seed in range(10))
    return min((record for run, record in games if run.state.run.way == way), key=lambda record: len(record.steps))


def main() -> None:
    RECORDED.mkdir(exist_ok=True)
    for ending in GAME.endings:
        for custody in ("box", "table"):
            record = shortest(ending, custody)
            record.write(RECORDED / f"{ending.replace(' ', '_')}_{custody}.json")
            print(f"{ending} ({custody}): {len(record.steps)} answers")
    for way in ("health", "space"):
        record = lost(way)
        record.write(RECORDED / f"trial_lost_{way}.json")
        print(f"trial lost by {way}: {len(record.steps)} answers")


if __name__ == "__main__":
    main()
