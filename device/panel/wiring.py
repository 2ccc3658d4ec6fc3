"""How the box is wired: which part goes to which pin, as a table, a picture and a shopping list.

All three are made from the settings, so they show the box as it is configured and cannot go stale.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from device.settings import Box

# The 40-pin header: pin → GPIO number, or what else it is.
HEADER: dict[int, int | str] = {
    1: "3.3 V", 2: "5 V",
    3: 2, 4: "5 V",
    5: 3, 6: "ground",
    7: 4, 8: 14,
    9: "ground", 10: 15,
    11: 17, 12: 18,
    13: 27, 14: "ground",
    15: 22, 16: 23,
    17: "3.3 V", 18: 24,
    19: 10, 20: "ground",
    21: 9, 22: 25,
    23: 11, 24: 8,
    25: "ground", 26: 7,
    27: 0, 28: 1,
    29: 5, 30: "ground",
    31: 6, 32: 12,
    33: 13, 34: "ground",
    35: 19, 36: 16,
    37: 26, 38: 20,
    39: "ground", 40: 21,
}  # fmt: skip
PIN = {gpio: pin for pin, gpio in HEADER.items() if isinstance(gpio, int)}
GROUNDS = tuple(pin for pin, use in HEADER.items() if use == "ground")

# What a Pi may use itself, and what switches it on.
BUSES: dict[str, tuple[frozenset[int], str]] = {
    "I2C": (frozenset({2, 3}), "dtparam=i2c_arm=on"),
    "serial port": (frozenset({14, 15}), "enable_uart=1"),
    "SPI": (frozenset({7, 8, 9, 10, 11}), "dtparam=spi=on"),
    "1-Wire": (frozenset({4}), "dtoverlay=w1-gpio"),
    "I2S sound": (frozenset({18, 19, 20, 21}), "dtparam=i2s=on"),
}
RESERVED = frozenset({0, 1})  # add-on boards say here who they are
PULLED_UP = frozenset({2, 3})  # by resistors on the board

OHMS = 470
LED_VOLTS = 1.9  # across a red LED
LIMIT_MA = 50.0  # for all GPIO pins together


@dataclass(frozen=True)
class Connection:
    """One wire from the header to a part, and where the part's other end goes."""

    part: str
    gpio: int
    through: str
    to: str

    @property
    def pin(self) -> int:
        """The place on the header, 1 to 40."""
        return PIN[self.gpio]


def connections(box: Box) -> list[Connection]:
    """Every wire of the configured box."""
    resistor = f"{OHMS} Ω"
    wires = [
        Connection(f"{name} button", pin, "", "3.3 V" if box.buttons_to == "3.3V" else "ground")
        for name, pin in box.buttons.items()
    ]
    to = "ground" if box.lamps_lit == "high" else "3.3 V"
    wires += [Connection(f"{name} lamp", pin, resistor, to) for name, pin in box.lamps.items()]
    wires += [Connection(f"digit {name}", pin, resistor, "its common pin") for name, pin in box.segments.items()]
    if box.buzzer is not None:
        wires.append(Connection("buzzer", box.buzzer, "", "ground"))
    return wires


def milliamps(box: Box) -> float:
    """What the pins give when everything is lit."""
    lit = len(box.lamps) + len(box.segments)
    return lit * (3.3 - LED_VOLTS) / OHMS * 1000


def spare(box: Box) -> list[int]:
    """Pins that nothing wants, the least contested first."""
    used = {wire.gpio for wire in connections(box)} | RESERVED
    contested = frozenset().union(*(pins for pins, _ in BUSES.values()))
    return sorted(set(PIN) - used, key=lambda gpio: (gpio in contested, gpio in PULLED_UP, gpio))


def check(box: Box, buses_on: Collection[str] = ()) -> list[str]:
    """What is wrong with the configured pins, a sentence each.

    :param buses_on: which of `BUSES` this Pi uses itself.
    """
    wires = connections(box)
    free = spare(box)
    instead = f" Free are GPIO {', '.join(map(str, free[:4]))}." if free else ""
    sentences = []
    by_pin: dict[int, list[str]] = {}
    for wire in wires:
        by_pin.setdefault(wire.gpio, []).append(f"the {wire.part}")
    for gpio, parts in sorted(by_pin.items()):
        who = " and ".join(parts)
        if len(parts) > 1:
            sentences.append(f"GPIO {gpio} (pin {PIN[gpio]}) is given to {who}; each needs its own.{instead}")
        if gpio in RESERVED:
            sentences.append(
                f"GPIO {gpio} (pin {PIN[gpio]}) is kept for add-on boards to say who they are; "
                f"move {who} elsewhere.{instead}"
            )
        for bus, (pins, switch) in BUSES.items():
            if gpio in pins and bus in buses_on:
                sentences.append(
                    f"GPIO {gpio} (pin {PIN[gpio]}) is used by the {bus} of this Pi; move {who} elsewhere, "
                    f"or take {switch} out of /boot/firmware/config.txt.{instead}"
                )
    for wire in wires:
        if wire.gpio in PULLED_UP and wire.part.endswith("button") and box.buttons_to == "3.3V":
            sentences.append(
                f"GPIO {wire.gpio} (pin {wire.pin}) is pulled up on the board, so the {wire.part} "
                f"would always read as pressed; wire it to ground (buttons_to) or move it.{instead}"
            )
        elif wire.gpio in PULLED_UP and not wire.part.endswith("button"):
            sentences.append(
                f"GPIO {wire.gpio} (pin {wire.pin}) is pulled up on the board, so the {wire.part} may "
                f"glow or hum while the box is starting; a button is better there.{instead}"
            )
    if (current := milliamps(box)) > LIMIT_MA:
        sentences.append(
            f"All lamps and segments together may draw {current:.0f} mA through {OHMS} Ω; the pins give "
            f"{LIMIT_MA:.0f} mA in all. Leave some out, or take larger resistors."
        )
    return sentences


@dataclass(frozen=True)
class Needed:
    """A line of the shopping list."""

    count: int
    part: str
    alternatives: str


def parts(box: Box) -> list[Needed]:
    """What to buy for the configured box, and what serves as well."""
    lamps, segments = len(box.lamps), len(box.segments)
    lines = [
        Needed(1, "Raspberry Pi 4 or 5, 2 GB", "any Pi with a 40-pin header; a Pi 3 reads the table more slowly"),
        Needed(1, "power supply for that Pi", "the official one: others often sag, and the doctor will say so"),
        Needed(1, "micro SD card, 16 GB, class A1", "a USB or NVMe drive, which lasts longer"),
        Needed(
            1,
            "Camera Module 3",
            "Module 2, the HQ camera, or a USB webcam; wide for a table nearer than 60 cm",
        ),
        Needed(1, "camera cable long enough for the arm", "a Pi 5 needs the 22-to-15-pin cable"),
    ]
    if box.buttons:
        lines.append(Needed(len(box.buttons), "push-button, normally open", "arcade buttons; any contact that closes"))
    if lamps:
        lines.append(Needed(lamps, "LED, 3 or 5 mm", "the lamp inside an arcade button, if made for 3.3 V"))
    if segments:
        other = "anode" if box.digit_common == "cathode" else "cathode"
        lines.append(
            Needed(
                1,
                f"seven-segment digit, common {box.digit_common}",
                f'common {other}, with digit_common = "{other}"; or none, the phones show it too',
            )
        )
    if lamps + segments:
        lines.append(
            Needed(
                lamps + segments,
                f"resistor {OHMS} Ω",
                "up to 1 kΩ, which is gentler; less is too much for the pins",
            )
        )
    if box.buzzer is not None:
        lines.append(Needed(1, "passive piezo buzzer", "none: everything it says is shown as well"))
    lines.append(
        Needed(len(connections(box)) + 4, "jumper wire, female to male", "a screw-terminal board for the header")
    )
    return lines


# The picture

ROW = 30
TOP = 70
WIDTH = 980
LEFT_BOX, BOX_WIDTH = 20, 300
HEADER_X = 440
COLUMN = 100
COLOURS = {"button": "#1f5fa8", "lamp": "#a3450f", "digit": "#2e6b2e", "buzzer": "#7a3b8f"}
DASHES = {
    "button": "",
    "lamp": "8 3",
    "digit": "2 3",
    "buzzer": "10 3 2 3",
}  # to be told apart without colour


def _kind(part: str) -> str:
    return next(kind for kind in COLOURS if kind in part)


def _pin_at(pin: int) -> tuple[float, float]:
    row, right = divmod(pin - 1, 2)
    return HEADER_X + right * COLUMN, TOP + row * ROW + ROW / 2


def picture(box: Box) -> str:
    """The wiring as SVG: the header in the middle, each part beside the pin it goes to."""
    height = TOP + 20 * ROW + 60
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'font-family="sans-serif" font-size="13">',
        "<title>Wiring of the Tableside box</title>",
        f"<desc>{escape(_told(box))}</desc>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{WIDTH / 2}" y="28" font-size="18" font-weight="bold" text-anchor="middle">The box\'s wiring</text>',
        f'<text x="{WIDTH / 2}" y="50" text-anchor="middle" fill="#444">'
        "seen from above, the card slot to the top</text>",
        f'<rect x="{HEADER_X - 20}" y="{TOP - 6}" width="{COLUMN + 40}" height="{20 * ROW + 12}" rx="8" '
        'fill="#f2f2f2" stroke="#333"/>',
    ]
    for pin, use in HEADER.items():
        x, y = _pin_at(pin)
        name = f"GPIO {use}" if isinstance(use, int) else use
        fill = {"ground": "#333", "3.3 V": "#d08a00", "5 V": "#b00020"}.get(str(use), "#fff")
        ink = "#fff" if fill in ("#333", "#b00020") else "#000"
        inward = 1 if pin % 2 else -1
        lines.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="#333"/>')
        lines.append(f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle" fill="{ink}">{pin}</text>')
        anchor = "start" if inward == 1 else "end"
        short = name if isinstance(use, str) else str(use)
        lines.append(f'<text x="{x + inward * 16}" y="{y + 4}" font-size="10" text-anchor="{anchor}">{short}</text>')
    for side in (1, 0):
        wires = sorted((wire for wire in connections(box) if wire.pin % 2 == side), key=lambda wire: wire.pin)
        lines += _side(wires, left=bool(side))
    foot = TOP + 20 * ROW + 28
    lines.append(
        f'<text x="{WIDTH / 2}" y="{foot}" text-anchor="middle">Ground is any of the pins '
        f"{', '.join(map(str, GROUNDS))}. Numbers beside the pins are GPIO numbers.</text>"
    )
    if box.segments:
        lines.append(f'<text x="{WIDTH / 2}" y="{foot + 20}" text-anchor="middle">{_common(box)}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _side(wires: list[Connection], *, left: bool) -> list[str]:
    """The parts of one side in the order of their pins, so that no two wires cross."""
    lines: list[str] = []
    tops: list[float] = []
    for wire in wires:
        wanted = _pin_at(wire.pin)[1] - 14
        tops.append(max(wanted, tops[-1] + 34) if tops else wanted)
    # What was pushed down too far comes back up together.
    low = float(TOP + 20 * ROW - 34)
    for index in range(len(tops) - 1, -1, -1):
        tops[index] = min(tops[index], low)
        low = tops[index] - 34
    for wire, top in zip(wires, tops, strict=True):
        kind = _kind(wire.part)
        x = LEFT_BOX if left else WIDTH - LEFT_BOX - BOX_WIDTH
        pin_x, pin_y = _pin_at(wire.pin)
        edge = x + BOX_WIDTH if left else x
        end = pin_x - 11 if left else pin_x + 11
        middle = (edge + end) / 2
        dash = f' stroke-dasharray="{DASHES[kind]}"' if DASHES[kind] else ""
        lines.append(
            f'<path d="M{edge} {top + 14:g} C{middle:g} {top + 14:g} {middle:g} {pin_y:g} {end:g} {pin_y:g}" '
            f'fill="none" stroke="{COLOURS[kind]}" stroke-width="2.5"{dash}/>'
        )
        lines.append(
            f'<rect x="{x}" y="{top:g}" width="{BOX_WIDTH}" height="28" rx="5" fill="#fff" '
            f'stroke="{COLOURS[kind]}" stroke-width="1.5"/>'
        )
        way = f"{wire.through}, " if wire.through else ""
        lines.append(
            f'<text x="{x + 8}" y="{top + 19:g}"><tspan font-weight="bold">{escape(wire.part)}</tspan>'
            f' <tspan fill="#444">{escape(way)}other end to {escape(wire.to)}</tspan></text>'
        )
    return lines


def _common(box: Box) -> str:
    to = "ground" if box.digit_common == "cathode" else "3.3 V"
    return f"The digit's common pin ({box.digit_common}) goes to {to}."


def _told(box: Box) -> str:
    """The picture in words, for those who do not see it."""
    return "; ".join(f"{wire.part}: pin {wire.pin} (GPIO {wire.gpio})" for wire in connections(box)) + "."


def table(box: Box) -> str:
    """The wiring as a Markdown table, in the order of the header."""
    rows = ["| part | GPIO | pin | then | other end |", "|---|---|---|---|---|"]
    for wire in sorted(connections(box), key=lambda wire: wire.pin):
        rows.append(f"| {wire.part} | {wire.gpio} | {wire.pin} | {wire.through or 'direct'} | {wire.to} |")
    text = "\n".join(rows) + "\n"
    return text + f"\n{_common(box)}\n" if box.segments else text


def shopping_list(box: Box) -> str:
    """What to buy, as a Markdown table."""
    rows = ["| how many | part | serves as well |", "|---|---|---|"]
    rows += [f"| {line.count} | {line.part} | {line.alternatives} |" for line in parts(box)]
    return "\n".join(rows) + "\n"
