"""How Home Assistant finds a table by itself: a message for each thing it can show, all of one device.

One message for each thing, not one for all: every version takes it, from those on older Pythons to today's.
"""

from __future__ import annotations

from typing import Any

from rules.plain import Plain

from .link import GONE, HERE
from .telling import LAMPS

SENSORS = {
    "game": ("Game", "{{ value_json.title }}", "mdi:cards"),
    "turn": ("Turn", "{{ value_json.turn or value_json.asked | join(', ') }}", "mdi:account-arrow-right"),
    "prompt": ("Prompt", "{{ value_json.question[:255] }}", "mdi:comment-question"),
    "fate": ("Fate", "{{ value_json.fate }}", "mdi:dice-5"),
    "round": ("Round", "{{ value_json.round }}", "mdi:counter"),
}
BINARY = {
    "waiting": ("Waiting", "value_json.waiting", None, "mdi:timer-sand"),
    "trouble": ("Trouble", "value_json.trouble", "problem", None),
    "help": ("Help", "value_json.help", None, "mdi:hand-back-right"),
}
EVENTS = ["turn changed", "fate drawn", "game over"]
PRESSED = {"draw": ("Draw", "mdi:gesture-tap-button"), "yes": ("Yes", "mdi:check")}


def discovery(box: str, name: str, root: str, *, buttons: bool) -> dict[str, Plain]:
    """What Home Assistant has to hear, by topic; None takes a thing away again.

    :param box: what the broker calls this box.
    :param name: of the table.
    :param root: where the box tells, such as ``tableside/table-7/``.
    :param buttons: whether the owner lets the house press.
    """
    common: dict[str, Any] = {
        "device": {"identifiers": [f"tableside_{box}"], "name": name, "manufacturer": "Tableside", "model": "Table"},
        "origin": {"name": "Tableside"},
        "availability_topic": f"{root}here",
        "payload_available": HERE,
        "payload_not_available": GONE,
        "qos": 1,
    }
    state = {"state_topic": f"{root}state"}
    found: dict[str, Plain] = {}

    def add(kind: str, what: str, **entity: Any) -> None:
        known = {key: value for key, value in entity.items() if value is not None}
        found[f"homeassistant/{kind}/{box}/{what}/config"] = {**common, "unique_id": f"tableside_{box}_{what}", **known}

    for what, (called, template, icon) in SENSORS.items():
        add("sensor", what, name=called, value_template=template, icon=icon, **state)
    for what, (called, true, kind, sign) in BINARY.items():
        template = f"{{{{ 'ON' if {true} else 'OFF' }}}}"
        add("binary_sensor", what, name=called, value_template=template, device_class=kind, icon=sign, **state)
    add("event", "happened", name="Happened", state_topic=f"{root}event", event_types=EVENTS)
    for lamp in range(LAMPS):
        add("light", f"seat_{lamp + 1}", **_light(lamp, root), **state)
    for what, (called, icon) in PRESSED.items():
        if buttons:
            add("button", what, name=called, command_topic=f"{root}set/{what}", icon=icon)
        else:
            found[f"homeassistant/button/{box}/{what}/config"] = None
    return found


def kept_of(box: str) -> list[str]:
    """Every topic at which a broker keeps something that a box said, or that was said to it."""
    root = f"tableside/{box}/"
    return [root + what for what in ("here", "state", "results", "hall")] + list(discovery(box, "", root, buttons=True))


def _light(lamp: int, root: str) -> dict[str, Plain]:
    """A light that follows its seat, for bulbs to follow in turn; whatever the house wants of it, the game decides.

    On and colour are read together: were they told apart, a bulb would follow a light that has no colour yet.
    """
    seat = f"value_json.lights[{lamp}]"
    colours = {name: f"{{{{ {seat}.colour[{place}] }}}}" for place, name in enumerate(("red", "green", "blue"))}
    return {
        "name": f"Seat {lamp + 1}",
        "schema": "template",
        "command_topic": f"{root}set/light",
        "command_on_template": "on",
        "command_off_template": "off",
        "state_template": f"{{{{ 'on' if {seat}.on else 'off' }}}}",
        **{f"{name}_template": template for name, template in colours.items()},
        "optimistic": False,
    }
