"""``make house-test``: Home Assistant itself beside a box that plays; does it find the table, and does a bulb follow?

Run by the Python in which Home Assistant is installed; the box and the broker are started from here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PATIENCE = 60.0  # seconds

COMPLAINTS: list[str] = []

ENTRY = {
    "entry_id": "broker",
    "version": 1,
    "minor_version": 1,
    "domain": "mqtt",
    "title": "broker",
    "options": {},
    "pref_disable_new_entities": False,
    "pref_disable_polling": False,
    "source": "user",
    "unique_id": None,
    "disabled_by": None,
}
BULB = """
homeassistant:
  name: Home
mqtt:
  - light:
      name: Bulb
      unique_id: bulb
      command_topic: bulb/set
      rgb_command_topic: bulb/rgb
input_boolean:
  big_red_button:
automation: !include automations.yaml
"""


class Complaint(logging.Handler):
    """Everything that Home Assistant says about MQTT, templates or automations and does not like."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING and re.search("mqtt|template|automation|event|light", record.name):
            COMPLAINTS.append(f"{record.name}: {record.getMessage()}")


def automations() -> str:
    """Those of the docs, as somebody would copy them; their button is one that can be pressed here."""
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "hall.md").read_text("utf-8"), re.S)
    assert len(blocks) == 3, "three automations to copy"
    listed = "".join("- " + block.strip().replace("\n", "\n  ") + "\n" for block in blocks)
    return listed.replace("binary_sensor.big_red_button", "input_boolean.big_red_button")


async def until(true: Callable[[], object], what: str) -> None:
    for _ in range(round(PATIENCE / 0.05)):
        if true():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{what} did not come; complaints: {COMPLAINTS}")


async def check(folder: Path, box: Any) -> None:
    from homeassistant import bootstrap, runner
    from homeassistant.const import __version__

    hello = json.loads(box.stdout.readline())
    config = folder / "config"
    (config / ".storage").mkdir(parents=True)
    (config / "configuration.yaml").write_text(BULB)
    (config / "automations.yaml").write_text(automations())
    data = {"broker": "127.0.0.1", "port": hello["port"], "discovery": True}
    entries = {"version": 1, "minor_version": 1, "key": "core.config_entries"}
    kept = {**entries, "data": {"entries": [{**ENTRY, "data": data}]}}
    (config / ".storage" / "core.config_entries").write_text(json.dumps(kept))
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger().addHandler(Complaint())  # it finds the table while it starts
    hass = await bootstrap.async_setup_hass(
        runner.RuntimeConfig(config_dir=str(config), skip_pip=False, log_no_color=True)
    )
    assert hass is not None
    said: list[str] = []
    hass.services.async_register("tts", "speak", lambda call: said.append(call.data["message"]))  # a speaker
    await hass.async_start()

    def state(entity: str) -> str:
        found = hass.states.get(entity)
        return found.state if found else ""

    def tell(word: str) -> None:
        box.stdin.write(word + "\n")
        box.stdin.flush()

    expected = [f"sensor.table_7_{each}" for each in ("game", "turn", "prompt", "fate", "round")]
    expected += [f"binary_sensor.table_7_{each}" for each in ("waiting", "trouble", "help")]
    expected += [f"light.table_7_seat_{number}" for number in range(1, 6)]
    expected += ["event.table_7_happened", "button.table_7_draw", "button.table_7_yes"]
    await until(lambda: all(hass.states.get(each) for each in expected), f"one of {expected}")
    tell("begin")
    await until(lambda: state("sensor.table_7_game") == "Sleepers", "the game")
    await until(lambda: state("sensor.table_7_prompt") not in ("", "unknown"), "the prompt")
    assert state("binary_sensor.table_7_waiting") == "on"
    assert state("binary_sensor.table_7_help") == "off"
    await until(lambda: "on" in {state(f"light.table_7_seat_{each}") for each in (1, 2)}, "a light")
    # The big red button draws who begins; then the bulb follows whose turn it is.
    await hass.services.async_call("input_boolean", "turn_on", {"entity_id": "input_boolean.big_red_button"})
    await until(lambda: state("sensor.table_7_round") == "Turn 1", "the first turn")
    tell("play")
    await until(lambda: state("event.table_7_happened") not in ("", "unknown"), "an event")

    def follows() -> bool:
        lit = [each for each in (1, 2) if state(f"light.table_7_seat_{each}") == "on"]
        bulb = hass.states.get("light.bulb")
        seat = hass.states.get(f"light.table_7_seat_{lit[0]}") if lit else None
        return bool(
            bulb and seat and bulb.state == "on" and bulb.attributes.get("rgb_color") == seat.attributes["rgb_color"]
        )

    await until(follows, "the bulb")
    await until(lambda: said and said[-1].endswith(", your turn."), "the speaker")
    tell("help")
    await until(lambda: state("binary_sensor.table_7_help") == "on", "help")
    tell("leave")
    await until(lambda: state("sensor.table_7_game") == "unavailable", "the goodbye")
    shown = {each: state(each) for each in expected}
    await hass.async_stop(force=True)
    assert not COMPLAINTS, COMPLAINTS
    print(f"Home Assistant {__version__}: {len(shown)} entities, three automations, no complaint.")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [str(ROOT / ".venv" / "bin" / "python"), str(HERE / "box.py"), folder]
        box = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            asyncio.run(check(Path(folder), box))
        finally:
            box.stdin.close()  # type: ignore[union-attr]
            box.wait(60)
    return 0


if __name__ == "__main__":
    sys.exit(main())
