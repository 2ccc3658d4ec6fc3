"""A table without Wi-Fi, in a virtual machine: ``make net-test``. Needs root, mmdebstrap and qemu-system-x86; no KVM.

One simulated radio is the box's, one a phone's, one another router's. The box is installed as on a Pi and runs as its
own hardened service. Then the plug is pulled, and it must go on as before.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import machine

PATIENCE = 900  # seconds until a slow computer's machine must have said something


def lines_of(process: subprocess.Popen[str]) -> queue.Queue[str | None]:
    told: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        for line in process.stdout or ():
            told.put(line.strip())
        told.put(None)

    threading.Thread(target=listen, daemon=True).start()
    return told


def boot(words: str, until: str) -> list[str]:
    """Start the machine and hear it out, up to the word at which its plug is pulled; what failed comes back."""
    process, failed = machine.start(words), []
    try:
        told = lines_of(process)
        while True:
            try:
                line = told.get(timeout=PATIENCE)
            except queue.Empty:
                return [*failed, "the machine said nothing any more"]
            if line is None:
                return [*failed, "the machine went off"]
            if line == until:
                return failed
            if line:
                print(line, flush=True)
            if line.startswith("FAIL"):
                failed.append(line)
    finally:
        process.kill()
        process.wait()


def main() -> int:
    machine.build()
    machine.fresh_disc()
    began = time.monotonic()
    failed = boot("part=first", "@cut")
    if not failed:
        print("     the plug is pulled", flush=True)
        failed = boot("part=second", "@end")
    print(f"     {(time.monotonic() - began) / 60:.0f} min")
    print("\n".join(failed) or "All of it went as it should.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
