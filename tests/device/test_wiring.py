"""The wiring: conflicts are found, and the printed guide shows what the code does.

Run as a program it writes the guide anew: `python tests/device/test_wiring.py`.
"""

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from device.panel import wiring
from device.settings import Box

DOCS = Path(__file__).parents[2] / "docs"
MARK = "<!-- from here on written by `python tests/device/test_wiring.py` -->\n"


def guide(written: str) -> str:
    """docs/box.md with its tables from the code."""
    box = Box()
    return (
        written[: written.index(MARK)]
        + MARK
        + "\n![Wiring of the box](wiring.svg)\n\n"
        + wiring.table(box)
        + "\nParts:\n\n"
        + wiring.shopping_list(box)
    )


def test_the_printed_guide_is_what_the_code_says():
    written = (DOCS / "box.md").read_text(encoding="utf-8")
    assert written == guide(written)
    assert (DOCS / "wiring.svg").read_text(encoding="utf-8") == wiring.picture(Box())


def test_the_header_has_every_gpio_once():
    assert sorted(wiring.HEADER) == list(range(1, 41))
    assert sorted(wiring.PIN) == list(range(28))
    assert wiring.GROUNDS == (6, 9, 14, 20, 25, 30, 34, 39)
    assert [wiring.HEADER[pin] for pin in (1, 17)] == ["3.3 V"] * 2
    assert (wiring.PIN[17], wiring.PIN[18], wiring.PIN[26], wiring.PIN[21]) == (11, 12, 37, 40)


def test_gpiozeros_own_map_of_the_header_agrees():
    header = MockFactory(revision="c03115").board_info.headers["J8"]
    for pin, info in header.pins.items():
        use = wiring.HEADER[pin]
        names = {"ground": "GND", "3.3 V": "3V3", "5 V": "5V"}
        assert info.name == (f"GPIO{use}" if isinstance(use, int) else names[use])


def test_the_default_pins_are_good_on_a_pi_with_i2c_and_a_serial_port():
    assert wiring.check(Box(), buses_on=("I2C", "serial port")) == []


def test_a_pin_given_twice_is_told_with_free_ones():
    assert wiring.check(Box(buzzer=26)) == [
        "GPIO 26 (pin 37) is given to the seat 5 lamp and the buzzer; each needs its own. Free are GPIO 4, 8, 9, 10."
    ]


def test_pins_for_add_on_boards_are_refused():
    (told,) = wiring.check(Box(yes_button=1))
    assert told.startswith("GPIO 1 (pin 28) is kept for add-on boards to say who they are; move the yes button")


@pytest.mark.parametrize(
    ("box", "bus", "gpio"),
    [
        (Box(yes_button=2), "I2C", 2),
        (Box(yes_button=15), "serial port", 15),
        (Box(), "SPI", 7),
        (Box(), "1-Wire", 4),
    ],
)
def test_a_bus_that_is_on_is_told_and_one_that_is_off_is_not(box, bus, gpio):
    (told,) = wiring.check(box, buses_on=(bus,))
    assert f"GPIO {gpio} " in told
    assert f"is used by the {bus} of this Pi" in told
    assert wiring.BUSES[bus][1] in told
    assert wiring.check(box) == []


def test_a_button_to_3_3_volts_cannot_sit_on_a_pulled_up_pin():
    (told,) = wiring.check(Box(yes_button=3, buttons_to="3.3V"))
    assert "the yes button would always read as pressed" in told


def test_a_lamp_on_a_pulled_up_pin_is_told():
    (told,) = wiring.check(Box(camera_lamp=2))
    assert "the camera lamp may glow" in told


def test_all_lamps_together_stay_within_what_the_pins_give():
    assert wiring.milliamps(Box()) == pytest.approx(14 * 1.4 / 470 * 1000)
    assert wiring.milliamps(Box(digit_dot=8)) < wiring.LIMIT_MA


def test_too_many_lamps_for_the_pins_are_told(monkeypatch):
    monkeypatch.setattr(wiring, "OHMS", 220)
    assert "may draw 89 mA" in wiring.check(Box())[-1]


def test_a_part_that_is_not_fitted_is_in_neither_list():
    box = Box(digit=None, buzzer=None, camera_lamp=None)
    told = wiring.table(box) + wiring.shopping_list(box) + wiring.picture(box)
    assert not re.search(r"digit|buzzer|camera lamp", told)
    assert {line.part: line.count for line in wiring.parts(box)}["LED, 3 or 5 mm"] == 6


def test_polarity_shows_in_the_table():
    told = wiring.table(Box(lamps_lit="low", buttons_to="3.3V", digit_common="anode"))
    assert "| fate lamp | 18 | 12 | 470 Ω | 3.3 V |" in told
    assert "| fate button | 17 | 11 | direct | 3.3 V |" in told
    assert "The digit's common pin (anode) goes to 3.3 V." in told


@pytest.mark.parametrize(
    "box", [Box(), Box(digit=None), Box(yes_button=2, back_button=3, fate_button=4, buzzer=9, digit_dot=8)]
)
def test_the_picture_draws_every_wire_and_no_two_parts_overlap(box):
    root = ET.fromstring(wiring.picture(box))
    space = {"svg": "http://www.w3.org/2000/svg"}
    boxes = [rect for rect in root.findall("svg:rect", space) if rect.get("height") == "28"]
    assert len(boxes) == len(root.findall("svg:path", space)) == len(wiring.connections(box))
    for x in {rect.get("x") for rect in boxes}:
        tops = sorted(float(rect.get("y")) for rect in boxes if rect.get("x") == x)
        assert all(later - earlier >= 34 for earlier, later in itertools.pairwise(tops))
    height = float(root.get("viewBox").split()[3])
    assert all(wiring.TOP - 20 <= float(rect.get("y")) <= height - 60 for rect in boxes)


if __name__ == "__main__":
    (DOCS / "wiring.svg").write_text(wiring.picture(Box()), encoding="utf-8")
    page = DOCS / "box.md"
    page.write_text(guide(page.read_text(encoding="utf-8")), encoding="utf-8")
