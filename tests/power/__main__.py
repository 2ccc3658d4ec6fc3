"""Pull the plug, fifty times: ``make power-test``. Needs root, mmdebstrap and qemu-system-x86; no hardware, no KVM.

A real kernel with a real ext4 on a disc that loses what was not flushed plays games at random. It is killed at random
moments, mostly while answers stream in, now and then while it still recovers from the cut before. What it told of
before each cut must be there after the next start, to the last row; the journal must be whole and open with nothing
lost; so must copies of all games and small files that are written anew.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import machine
from disc import Disc

PATIENCE = 240  # seconds until a slow computer's machine must have said something


class Line:
    """What the machine tells the outside."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._told: queue.Queue[str | None] = queue.Queue()
        self.other: list[str] = []
        threading.Thread(target=self._listen, args=(process.stdout,), daemon=True).start()

    def _listen(self, stream) -> None:
        for line in stream:
            text = line.decode(errors="replace").strip()
            if text.startswith("@"):
                self._told.put(text[1:])
            elif text:
                self.other.append(text)
        self._told.put(None)

    def next(self, seconds: float) -> str | None:
        """The next word; an empty one when none came in time, None when the machine is off."""
        try:
            return self._told.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return ""


class Cuts:
    def __init__(self, seed: int, careless: str) -> None:
        self.chance = random.Random(seed)
        self.careless = careless
        self.disc = Disc(machine.disc(), self.chance)
        self.rows, self.print, self.noted, self.copied = 0, "-", 0, 0  # told so far, before the last cut
        self.faults: list[str] = []
        self.answers = 0
        self.beyond: list[int] = []  # rows written that the cut kept from being told
        self.starts: list[float] = []
        self.opening: list[int] = []

    def boot(self, number: int, *, until_answers: bool, only: bool = False) -> None:
        """Start, look, play, and pull the plug."""
        socket = machine.WORK / "disc.sock"
        words = f"told={self.rows} boot={number} careless={self.careless}" + (" only=1" if only else "")
        before, began = self.answers, time.monotonic()
        with self.disc.plugged_in(socket):
            process = machine.start(socket, words)
            try:
                line = Line(process)
                self._play(line, number, until_answers=until_answers, only=only, began=began)
                if until_answers and not only and self.chance.random() < 0.5:
                    # Half of the cuts fall into the middle of a write, where they hurt most.
                    self.disc.stop_at(self.chance.randint(1, 9))
                    self.disc.stopped.wait(5)
                at_risk = len(self.disc.cached)
                gone = self.disc.cut()
            finally:
                process.kill()
                process.wait()
            while (word := line.next(5)) not in (None, ""):
                self._hear(word, number)
        print(
            f"{number:>3}  {self.answers - before:>4} answers, {self.rows} rows told; "
            f"{gone} of {at_risk} unflushed sectors lost"
            + "".join(f"\n     FAULT {fault}" for fault in self.faults if fault.startswith(f"{number}:")),
            flush=True,
        )

    def _play(self, line: Line, number: int, *, until_answers: bool, only: bool, began: float) -> None:
        end = None
        while True:
            word = line.next(PATIENCE if end is None else end - time.monotonic())
            if word == "" and end is not None:
                return  # now
            if not word:
                shown = " / ".join(line.other[-6:])
                self.faults.append(f"{number}: the machine {'went off' if word is None else 'said nothing'}: {shown}")
                return
            if word == "bye" and only:
                return
            if word == "hello" and not until_answers:
                # While it still recovers from the cut before: half of these before it can have opened the journal.
                end = time.monotonic() + self.chance.uniform(0, 2 * (statistics.fmean(self.starts or [4.0])))
            if word.startswith("opened"):
                self.starts.append(time.monotonic() - began)
            if word.startswith("took") and end is None:
                end = time.monotonic() + self.chance.uniform(0, 5)
            self._hear(word, number)

    def _hear(self, word: str, number: int) -> None:
        kind, _, rest = word.partition(" ")
        if kind == "took":
            count, self.print = rest.split()
            self.rows = int(count)
            self.answers += 1
        elif kind == "noted":
            self.noted = int(rest)
        elif kind == "copied":
            self.copied += 1
        elif kind == "fault":
            self.faults.append(f"{number}: {rest}")
        elif kind == "opened":
            self._judge(json.loads(rest), number)

    def _judge(self, found: dict, number: int) -> None:
        """What lies there after the cut, beside what was told before it."""
        wrong = []
        if found["rows"] < self.rows:
            wrong.append(f"{self.rows - found['rows']} rows lost that were told")
        elif found["then"] != self.print:
            wrong.append(f"the first {self.rows} rows are not those that were told")
        if found["whole"] != "ok":
            wrong.append(f"the journal is not whole: {found['whole']}")
        if found["lost"]:
            wrong.append(f"entries lost on opening: {found['lost']}")
        note = found["note"]
        if not ((note == "0" and not self.noted) or (len(note) == 8000 and int(note[:8]) >= self.noted)):
            wrong.append(f"the small file is torn or old: {len(note)} characters, {note[:8]} for {self.noted}")
        if found["copies"] < min(self.copied, 14):
            wrong.append(f"{found['copies']} copies of {self.copied}")
        self.faults += [f"{number}: {each}" for each in wrong]
        self.beyond.append(max(0, found["rows"] - self.rows))
        self.opening.append(found["ms"])


def main() -> int:
    parser = argparse.ArgumentParser(prog="power-test", description=__doc__)
    parser.add_argument("--cuts", type=int, default=50)
    parser.add_argument("--seed", type=int, default=None, help="of the moments; another each time without one")
    parser.add_argument("--careless", choices=("OFF", "NORMAL"), default="", help="a journal that must lose answers")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    machine.build()
    cuts = Cuts(seed, options.careless)
    began = time.monotonic()
    for number in range(1, options.cuts + 1):
        cuts.boot(number, until_answers=number % 10 != 0)
    cuts.boot(options.cuts + 1, until_answers=True, only=True)
    disc = cuts.disc
    print(
        f"{options.cuts} cuts (seed {seed}) in {(time.monotonic() - began) / 60:.0f} min: {cuts.answers} answers told, "
        f"{disc.writes} writes and {disc.flushes} flushes, {disc.lost} sectors lost that were never flushed; "
        f"start to open {statistics.median(cuts.starts):.1f} s, opening {statistics.median(cuts.opening):.0f} ms "
        f"(emulated, medians); {sum(cuts.beyond)} rows had reached the disc untold."
    )
    print(f"{len(cuts.faults)} faults" if cuts.faults else "Nothing told was lost; every start opened clean.")
    return 1 if cuts.faults else 0


if __name__ == "__main__":
    sys.exit(main())
