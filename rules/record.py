"""Recorded games: a set-up and every step, to be replayed from the first to the last."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .game import Setup
from .games import game
from .older import FORMAT
from .plain import dump, load
from .position import Run, Step
from .written import from_json


@dataclass(frozen=True)
class Record:
    setup: Setup
    steps: tuple[Step, ...]

    def replay(self) -> Iterator[Run]:
        """The game before its first step and after each; always the same run, further on."""
        played = game(self.setup.game)
        run = Run(played, played.begin(self.setup))
        yield run
        for step in self.steps:
            run.take(step)
            yield run

    def end(self) -> Run:
        for run in self.replay():
            last = run
        return last

    def write(self, path: Path) -> None:
        """One step a line, so that a change can be read."""
        lines = ",\n".join(json.dumps(_short(step), ensure_ascii=False) for step in self.steps)
        setup = json.dumps(dump(self.setup), ensure_ascii=False)
        path.write_text(f'{{"format": {FORMAT},\n"setup": {setup},\n"steps": [\n{lines}\n]}}\n', "utf-8")

    @classmethod
    def read(cls, path: Path) -> Record:
        saved = from_json(path.read_text("utf-8"))
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise ValueError(f"{path.name} is no recorded game of format {FORMAT}.")
        return cls(load(Setup, saved["setup"]), tuple(load(Step, step) for step in saved["steps"]))


def _short(step: Step) -> dict[str, object]:
    """Without the fields that say nothing."""
    return {name: value for name, value in dump(step).items() if name in ("kind", "value") or value not in (None, "")}
