"""The panel's buttons on gpiozero's mock pins: every press, and listeners that fail."""

import pytest
from clock import Clock
from gpiozero.pins.mock import MockFactory, MockPWMPin
from mock_panel import BOX, Bench

from device.panel.panel import Panel
from device.settings import Box


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


@pytest.mark.parametrize(
    ("button", "seconds", "meant"),
    [("fate", 0.1, "fate"), ("yes", 0.1, "yes"), ("back", 0.1, "back"), ("back", 1.2, "undo")],
)
def test_a_press_is_told_by_name(bench, button, seconds, meant):
    bench.press(button, seconds)
    assert bench.heard == [meant]


def test_fate_is_told_while_the_button_is_still_down(bench):
    bench.push("fate")
    assert bench.heard == ["fate"]


def test_a_chattering_contact_is_one_press(bench):
    pin = bench.pins.pin(BOX.fate_button)
    for _ in range(5):
        pin.drive_low()
        pin.drive_high()
    pin.drive_low()
    bench.pass_time(0.2)
    pin.drive_high()
    bench.pass_time(0.2)
    assert bench.heard == ["fate"]


def test_chatter_that_is_heard_late_is_still_chatter(bench, monkeypatch):
    """On a busy machine gpiozero may hear of a contact long after the kernel saw it."""
    button = bench.panel._buttons["fate"].device
    pin = bench.pins.pin(BOX.fate_button)
    bench.push("fate")
    bench.clock.now += 0.05
    now = button.pin_factory.ticks()
    monkeypatch.setattr(type(button.pin_factory), "ticks", staticmethod(lambda: now))
    for level, kernel_saw in ((True, now - 0.045), (False, now - 0.04)):
        pin._state = level
        pin._when_changed()(kernel_saw, level)  # as lgpio tells of an edge
    bench.panel.take_presses()
    bench.pass_time(0.2)
    bench.let_go("fate")
    assert bench.heard == ["fate"]


def test_both_thumbs_count_the_seats_down_and_shut_down(bench):
    bench.push("back")
    bench.pass_time(0.2)
    bench.push("fate")
    counted = []
    for _ in range(31):
        bench.pass_time(0.1)
        lit = sum(bench.duty(f"seat {seat}") for seat in range(1, 6))
        counted.append((lit, bench.panel.digit))
        if bench.heard:
            break

    assert bench.heard == ["shut_down"]
    assert [lit for lit, _ in counted] == sorted((lit for lit, _ in counted), reverse=True)
    assert {lit for lit, _ in counted[:-1]} == {5, 4, 3, 2, 1}
    assert [digit for digit in dict.fromkeys(digit for _, digit in counted)][:3] == ["3", "2", "1"]


def test_buttons_to_3_3_volts_are_pressed_when_high():
    bench = Bench(Box(buttons_to="3.3V"))
    bench.pins.pin(bench.panel.box.yes_button).drive_high()
    bench.panel.take_presses()
    assert bench.heard == ["yes"]
    bench.panel.close()


def test_a_listener_that_fails_does_not_silence_the_buttons(bench, caplog):
    def fail(name):
        raise RuntimeError("the table is not ready")

    bench.panel.when_pressed = fail
    bench.press("fate")
    bench.panel.when_pressed = bench.heard.append
    bench.press("fate")

    assert bench.heard == ["fate"]
    assert "the table is not ready" in caplog.text


def test_a_press_the_pins_never_told_of_is_still_taken(bench):
    bench.pins.pin(BOX.yes_button)._state = False  # the level is low, no edge was reported
    bench.pass_time(1.0)
    assert bench.heard == ["yes"]


def test_a_button_down_for_half_a_minute_is_told_and_forgiven(bench):
    told = []
    bench.panel.when_problem = lambda: told.append(list(bench.panel.problems))
    bench.push("yes")
    bench.pass_time(31, step=0.5)
    assert bench.panel.problems == [
        "The yes button (GPIO 27) has been down for 30 seconds: it is stuck, or wired the other way round "
        '(buttons_to = "ground" in table.toml).'
    ]
    bench.let_go("yes")
    bench.pass_time(1)
    assert bench.panel.problems == []
    assert [len(problems) for problems in told] == [1, 0]


def test_a_button_down_at_power_on_means_nothing():
    pins_ = MockFactory(pin_class=MockPWMPin)
    clock = Clock(1000.0)
    pins_.pin(22)  # back
    original = MockPWMPin._set_pull

    def stuck(pin, value):
        original(pin, value)
        if pin.info.name == "GPIO22":
            pin._state = False

    MockPWMPin._set_pull = stuck
    try:
        panel = Panel(BOX, pin_factory=pins_, clock=clock, start=False)
    finally:
        MockPWMPin._set_pull = original
    heard = []
    panel.when_pressed = heard.append
    for _ in range(200):
        clock.now += 0.02
        panel.take_presses()
    pins_.pin(22).drive_high()
    panel.take_presses()
    assert heard == []
    panel.close()
