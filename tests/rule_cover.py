"""Which rules have a test: ``SL 119/119 rules 13/13 toggles``, and what is missing.

A test carries rules by ``@pytest.mark.rule("SL-12", "toggle:first_player")``. The marks are collected by pytest itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
from rules.games import NAMES, game


class Marks:
    """Collects the marks of every test without running any."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            prefix = _game_of(item)
            for mark in item.iter_markers("rule"):
                self.seen.update(f"{prefix}:{name}" if name.startswith("toggle:") else name for name in mark.args)


def _game_of(item: pytest.Item) -> str:
    """Toggles have no prefix of their own: they are the game's whose folder the test lies in."""
    return next((name for name in NAMES if name in item.path.parts), "")


def main() -> int:
    marks = Marks()
    failed = pytest.main(["--collect-only", "-p", "no:terminal", "tests/rules"], plugins=[marks])
    missing: list[str] = []
    for name in NAMES:
        played = game(name)
        rules = [number for number in played.reference if number not in marks.seen]
        toggles = [toggle for toggle in played.toggles if f"{name}:toggle:{toggle}" not in marks.seen]
        done, total = len(played.reference) - len(rules), len(played.reference)
        print(
            f"{played.prefix} {done}/{total} rules {len(played.toggles) - len(toggles)}/{len(played.toggles)} toggles"
        )
        missing += [f"{played.prefix} has no test: {', '.join([*rules, *toggles])}"] if rules or toggles else []
    print("\n".join(missing), end="\n" if missing else "")
    return int(failed != pytest.ExitCode.OK) or int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
