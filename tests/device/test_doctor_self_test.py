"""The self-test with eyes and fingers, on mock pins."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.care.doctor import Finding
from device.care.self_test import SelfTest, steps
from device.panel.panel import Panel
from device.settings import Box, Settings

BOX = Box(digit_dot=8)
SETTINGS = Settings(box=BOX)


class Bench:
    def __init__(self) -> None:
        self.now = 0.0
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.panel = Panel(BOX, pin_factory=self.pins, clock=lambda: self.now, start=False)
        self.game: list[str] = []
        self.panel.when_pressed = self.game.append
        self.changes = 0
        self.test = SelfTest(SETTINGS, self.panel, self.changed)

    def changed(self) -> None:
        self.changes += 1

    def press(self, button: str) -> None:
        pin = self.pins.pin(BOX.buttons[button])
        for drive in (pin.drive_low, pin.drive_high):
            drive()
            self.panel.take_presses()
            self.now += 0.1

    def lit(self) -> set[int]:
        outputs = {*BOX.lamps.values(), *BOX.segments.values(), BOX.buzzer}
        return {pin for pin in outputs if self.pins.pin(pin).state}

    def up_to_buttons(self) -> None:
        while not self.test.step.press:
            self.test.seen(True)


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


def test_every_part_has_its_step():
    assert [step.name for step in steps(SETTINGS)] == [
        "fate lamp", "seat 1 lamp", "seat 2 lamp", "seat 3 lamp", "seat 4 lamp", "seat 5 lamp", "camera lamp",
        "digit a", "digit b", "digit c", "digit d", "digit e", "digit f", "digit g", "digit dot",
        "buzzer", "fate button", "yes button", "back button",
    ]  # fmt: skip


def test_each_step_lights_its_part_alone(bench):
    wires = {"buzzer": BOX.buzzer}
    wires |= {f"{name} lamp": pin for name, pin in BOX.lamps.items()}
    wires |= {f"digit {name}": pin for name, pin in BOX.segments.items()}
    seen = 0
    while not bench.test.step.press:
        assert bench.lit() == {wires[bench.test.step.name]}
        bench.test.seen(True)
        seen += 1
    assert seen == len(wires)
    assert bench.lit() == set()


def test_buttons_are_pressed_in_any_calm_and_do_not_reach_the_game(bench):
    bench.up_to_buttons()
    for button in ("fate", "yes", "back"):
        assert bench.test.step.text == f"Press the {button} button."
        bench.press(button)
    assert bench.test.step is None
    assert all(finding.ok for finding in bench.test.findings)
    assert bench.test.progress == (19, 19)
    assert bench.game == []
    bench.press("yes")
    assert bench.game == ["yes"]  # the game hears again


def test_a_lamp_that_stays_dark_is_told_with_its_wire(bench):
    bench.test.seen(False)
    assert bench.test.findings == [
        Finding(
            "fate lamp",
            False,
            "It was not seen or heard.",
            "Check the wire from pin 12 (GPIO 18) through 470 Ω, and on to ground. An LED lights one way round only.",
        )
    ]


def test_a_button_that_does_not_come_is_told_with_its_wire(bench):
    bench.up_to_buttons()
    bench.test.skip()
    assert bench.test.findings[-1] == Finding(
        "fate button", False, "The press didn't arrive.", "Check the wire from pin 11 (GPIO 17), and on to ground."
    )


def test_swapped_buttons_are_noticed(bench):
    bench.up_to_buttons()
    bench.press("yes")
    assert bench.test.heard == "yes"
    assert bench.test.step.part == "fate"
    bench.test.skip()
    assert bench.test.findings[-1].sentence == "The yes button came instead: their wires may be swapped."


def test_saying_seen_to_a_button_changes_nothing(bench):
    bench.up_to_buttons()
    before = bench.test.progress
    bench.test.seen(True)
    assert bench.test.progress == before


def test_it_can_be_ended_at_any_step(bench):
    bench.test.seen(True)
    bench.test.end()
    assert bench.test.step is None
    bench.press("fate")
    assert bench.game == ["fate"]


def test_the_page_is_told_of_every_step(bench):
    assert bench.changes == 1
    bench.test.seen(True)
    assert bench.changes == 2
    bench.test.skip()
    assert bench.changes == 3
    assert bench.test.findings[-1].sentence == "It was not tried."


def test_without_a_panel_there_is_nothing_to_try():
    with Panel(Box(fitted="no")) as panel:
        test = SelfTest(SETTINGS, panel)
        assert test.step is None
        assert test.progress == (0, 0)
