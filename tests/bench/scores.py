"""How pictures are counted: right, answered, and surely wrong, for each condition and for all together."""

from __future__ import annotations

import numpy as np

from vision.reading import Reading


class Score:
    """Counts of one condition."""

    def __init__(self) -> None:
        self.count = self.right = self.sure = self.sure_wrong = self.lost = 0

    def add(self, reading: Reading, truth: object) -> None:
        self.count += 1
        self.right += reading.value == truth
        self.sure += reading.sure
        self.sure_wrong += reading.sure and reading.value != truth

    def row(self, what: str, condition: str) -> dict[str, object]:
        count = max(1, self.count)
        return {
            "what": what,
            "condition": condition,
            "count": self.count,
            "right": round(self.right / count, 5),
            "answered": round(self.sure / count, 4),
            "surely wrong": round(self.sure_wrong / count, 6),
            "not found": self.lost,
        }


def total(rows: list[dict[str, object]], what: str) -> dict[str, object]:
    """All conditions of one bench together."""
    counts = np.array([int(str(row["count"])) for row in rows])
    share = {
        name: round(float((np.array([float(str(row[name])) for row in rows]) * counts).sum() / counts.sum()), 6)
        for name in ("right", "answered", "surely wrong")
    }
    lost = sum(int(str(row["not found"])) for row in rows)
    return {"what": what, "condition": "all", "count": int(counts.sum()), **share, "not found": lost}


def promised(row: dict[str, object], right: float, wrong: float) -> dict[str, object]:
    """The row with what was promised of it, and whether that holds."""
    kept = float(str(row["right"])) >= right and float(str(row["surely wrong"])) <= wrong
    return {**row, "limit": f"right ≥ {right}, surely wrong ≤ {wrong}", "ok": kept}
