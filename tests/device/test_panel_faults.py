"""The panel with parts missing, busy or pulled out, on gpiozero's mock pins."""

import pytest
from clock import Clock
from gpiozero.pins.mock import MockFactory, MockPWMPin
from mock_panel import Bench

from device.panel import panel as panel_module
from device.panel import pins
from device.panel.lamps import Prompt
from device.panel.panel import Panel
from device.settings import Box


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


def test_nothing_fitted_is_a_quiet_panel_that_works():
    panel = Panel(Box(fitted="no"))
    panel.show(Prompt("error", digit="3"))
    panel.roll_digit("4")
    panel.looking = True
    assert panel.problems == []
    assert panel.lit["fate"] == 0.8
    panel.close()


def test_off_a_pi_nothing_is_touched(monkeypatch):
    monkeypatch.setattr(panel_module, "on_a_pi", lambda: False)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(panel_module, "open_pins", lambda: pytest.fail("touched the pins"))
    with Panel(Box()) as panel:
        assert not panel.fitted
        assert panel.problems == []


@pytest.mark.parametrize(
    ("files", "is_one"),
    [
        ({"device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}, True),
        ({"device-tree/model": "Radxa ROCK 5B\0", "cpuinfo": "Revision\t: 0000\n"}, False),
        ({"cpuinfo": "processor\t: 0\nRevision\t: c03115\n"}, True),
        ({"cpuinfo": "processor\t: 0\nmodel name\t: some PC\n"}, False),
        ({}, False),
    ],
)
def test_a_pi_is_told_from_other_machines(tmp_path, files, is_one):
    for name, text in files.items():
        place = tmp_path / "proc" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    assert pins.on_a_pi(tmp_path) == is_one


def test_each_part_may_be_left_out():
    for key in ("fate_button", "yes_button", "back_button", "fate_lamp", "camera_lamp", "digit", "buzzer"):
        bench = Bench(Box(**{key: None}))
        bench.panel.show(Prompt("error", digit="1"))
        bench.panel.try_out("segment a")
        bench.pass_time(0.5)
        assert bench.panel.problems == []
        bench.panel.close()


def test_without_pins_the_panel_says_so_and_takes_them_when_they_come(monkeypatch):
    clock = Clock(1000.0)
    mock = MockFactory(pin_class=MockPWMPin)
    answers = [OSError("can not open gpiochip"), OSError("can not open gpiochip"), mock]

    def open_pins():
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(panel_module, "open_pins", open_pins)
    panel = Panel(Box(fitted="yes"), clock=clock, start=False)
    panel.show(Prompt("safe"))
    assert panel.problems == [
        "The box's pins cannot be used: this machine shows no pins (or this user may not use them: add it to "
        "the group gpio)."
    ]
    for _ in range(25):
        clock.now += 0.5
        panel.take_presses()
        panel.tick()
    assert panel.problems == []
    assert answers == []
    assert mock.pin(18).state > 0
    panel.close()


def test_a_pin_given_twice_is_told_for_the_second_part_and_the_first_works():
    bench = Bench(Box(buzzer=26, brightness=1.0))
    assert bench.panel.problems == [
        "The buzzer (GPIO 26) cannot be used: table.toml gives its pin to another part too."
    ]
    bench.panel.show(Prompt("error"))
    assert bench.duty("seat 5") == 1
    bench.panel.close()


def test_a_busy_pin_is_told_and_taken_when_it_is_free(monkeypatch):
    busy = {"on": True}
    original = MockPWMPin._set_function

    def claim(pin, value):
        if busy["on"] and pin.info.name == "GPIO6" and value == "output":
            raise OSError("'GPIO busy'")
        original(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_function", claim)
    bench = Bench()
    assert bench.panel.problems == ["The seat 2 lamp (GPIO 6) cannot be used: another program holds the pin."]
    bench.panel.show(Prompt("your_turn", seats=(0, 1)))
    assert bench.duty("seat 1") == 1
    busy["on"] = False
    bench.pass_time(6)
    assert bench.panel.problems == []
    bench.panel.show(Prompt("waiting", seats=(1,)))
    assert bench.duty("seat 2") == 1
    bench.panel.close()


def test_a_lamp_pulled_out_while_playing_is_told_and_the_rest_goes_on(bench, monkeypatch):
    gone = {"on": True}
    original = MockPWMPin._set_state

    def write(pin, value):
        if gone["on"] and pin.info.name == "GPIO5":
            raise OSError("No such device")
        original(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_state", write)
    told = []
    bench.panel.when_problem = lambda: told.append(list(bench.panel.problems))
    bench.panel.show(Prompt("your_turn", seats=(0, 1)))
    bench.pass_time(0.5)

    assert told == [["The seat 1 lamp (GPIO 5) no longer answers: No such device."]]
    bench.press("yes")
    assert bench.heard == ["yes"]
    assert bench.duty("seat 2") > 0
    gone["on"] = False
    bench.pass_time(6)
    assert told[-1] == []


def test_one_refused_write_is_no_problem(bench, monkeypatch):
    faults = [OSError("queue full")]
    original = MockPWMPin._set_state

    def write(pin, value):
        if faults and pin.info.name == "GPIO5":
            raise faults.pop()
        original(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_state", write)
    bench.panel.show(Prompt("draw_fate", seats=(0,)))
    bench.pass_time(0.1)
    assert bench.duty("seat 1") == 1
    assert bench.panel.problems == []


def test_a_button_whose_pin_dies_is_told(bench, monkeypatch):
    original = MockPWMPin._get_state

    def read(pin):
        if pin.info.name == "GPIO17":
            raise OSError("No such device")
        return original(pin)

    monkeypatch.setattr(MockPWMPin, "_get_state", read)
    bench.pass_time(1.5)
    assert bench.panel.problems[0].startswith("The fate button (GPIO 17)")
    bench.press("yes")
    assert bench.heard == ["yes"]


def test_lost_pins_are_taken_anew_with_every_part(monkeypatch):
    """The whole chip goes and comes back: new pins, all parts on them."""
    chips = [MockFactory(pin_class=MockPWMPin), MockFactory(pin_class=MockPWMPin)]
    left = list(chips)
    monkeypatch.setattr(panel_module, "open_pins", lambda: left.pop(0))
    clock = Clock(1000.0)
    panel = Panel(Box(fitted="yes", brightness=1.0), clock=clock, start=False)
    heard = []
    panel.when_pressed = heard.append
    dead = chips[0]
    original = MockPWMPin._get_state

    def read(pin):
        if pin.factory is dead:
            raise OSError("No such device")
        return original(pin)

    monkeypatch.setattr(MockPWMPin, "_get_state", read)
    for _ in range(30):
        clock.now += 0.3
        panel.take_presses()
        panel.tick()
    assert left == []
    assert panel.problems == []
    panel.show(Prompt("safe"))
    assert chips[1].pin(18).state == 1
    chips[1].pin(27).drive_low()
    panel.take_presses()
    assert heard == ["yes"]
    panel.close()
