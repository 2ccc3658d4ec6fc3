"""``make bench``: every figure in one run, as ratios against a named peer or floor; raw figures kept as JSON.

Each ``*_bench.py`` beside this file has a ``run()`` that gives its figures: ``what``, then whatever was measured,
``limit`` and ``ok`` where a limit was promised.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def machine() -> dict[str, str]:
    """Where these figures were measured."""
    model = platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            model = line.partition(":")[2].strip()
            break
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "system": platform.platform(),
    }


def figures(only: list[str]) -> list[dict[str, Any]]:
    """Of each bench in a process of its own: what one leaves running must not slow down the next."""
    found = []
    for file in sorted(HERE.glob("*_bench.py")):
        if only and not any(word in file.stem for word in only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            raw = Path(folder, "figures.json")
            subprocess.run([sys.executable, HERE, "--apart", file.stem, "--json", raw], check=True)
            found += json.loads(raw.read_text())
    return found


def measured(name: str) -> list[dict[str, Any]]:
    """The figures of one bench, here and now."""
    module = importlib.import_module(name)
    begun = time.perf_counter()
    print(f"\n{name.removesuffix('_bench')}", flush=True)
    found = []
    for row in module.run():  # some are told as soon as they are measured
        found.append({"bench": name, **row})
        shown = {key: value for key, value in row.items() if key not in ("what", "ok")}
        mark = {True: "ok  ", False: "FAIL", None: "    "}[row.get("ok")]
        print(f"  {mark} {row['what']}: " + ", ".join(f"{key} {value}" for key, value in shown.items()), flush=True)
    print(f"  in {time.perf_counter() - begun:.0f} s", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("only", nargs="*", help="parts of names of benches")
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"), help="where the raw figures go")
    parser.add_argument("--games", help="most games a match of players, if not 20")
    parser.add_argument("--match", help="only matches of players with this in their names")
    parser.add_argument("--kept", help="where the games of such matches are kept, to go on with another time")
    parser.add_argument("--bundle", help="pictures of real tables: a file of `tableside pictures` or `capture-set`")
    parser.add_argument("--apart", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.apart:
        options.json.write_text(json.dumps(measured(options.apart)))
        return 0
    for name in ("games", "match", "kept", "bundle"):
        if said := getattr(options, name):
            os.environ[f"TABLESIDE_{name.upper()}"] = said
    where = machine()
    print(", ".join(where.values()), flush=True)
    found = figures(options.only)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps({"machine": where, "figures": found}, indent=1))
    print(f"\nraw figures in {options.json}")
    return 1 if any(row.get("ok") is False for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
