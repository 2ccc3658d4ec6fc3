"""A box and its broker for Home Assistant: does what it is told, line by line."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "support")]


def main(folder: Path) -> None:
    from broker import Broker
    from in_the_hall import a_box

    from device.live.writer import chances

    broker = Broker(folder)
    luck = random.Random(2)
    try:
        with a_box(folder / "box", broker.settings(name="Table 7", user="seven", buttons=True)) as box:

            def press(button: str) -> None:
                box.table.draw() if button == "fate" and chances(box.table.now().ask) else box.play(luck, 1)

            box.member._press = press
            print(json.dumps({"port": broker.port}), flush=True)
            for line in sys.stdin:
                if line == "begin\n":
                    box.begin()
                elif line == "play\n":
                    box.play(luck, 30)
                elif line == "help\n":
                    box.member.call("A piece is missing")
                else:
                    break
        sys.stdin.read()  # the broker stays until nobody needs it
    finally:
        broker.kill()


main(Path(sys.argv[1]))
