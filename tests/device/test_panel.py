"""The panel on gpiozero's mock pins: every part, every press, and parts that fail."""

import threading
import time
from datetime import datetime
from datetime import time as hour

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device import panel as panel_module
from device import pins
from device.lamps import KINDS, ROLL_SECONDS, Prompt
from device.panel import GAMMA, Panel
from device.settings import Box

BOX = Box(digit_dot=8, brightness=1.0)
SEGMENTS = dict(zip("abcdefg", BOX.digit, strict=True))


class Clock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Bench:
    """A panel on mock pins whose time passes when told."""

    def __init__(self, box: Box = BOX, wall: datetime = datetime(2026, 1, 1, 12), **more) -> None:
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.clock = Clock()
        self.heard: list[str] = []
        self.panel = Panel(box, pin_factory=self.pins, clock=self.clock, wall_clock=lambda: wall, start=False, **more)
        self.panel.when_pressed = self.heard.append

    def pass_time(self, seconds: float, step: float = 0.02) -> None:
        end = self.clock.now + seconds
        while self.clock.now < end - 1e-9:
            self.clock.now = min(end, self.clock.now + step)
            self.panel.take_presses()
            self.panel.tick()

    def push(self, button: str) -> None:
        self.pins.pin(self.panel.box.buttons[button]).drive_low()
        self.panel.take_presses()

    def let_go(self, button: str) -> None:
        self.pins.pin(self.panel.box.buttons[button]).drive_high()
        self.panel.take_presses()

    def press(self, button: str, seconds: float = 0.1) -> None:
        self.push(button)
        self.pass_time(seconds)
        self.let_go(button)
        self.pass_time(0.1)

    def duty(self, lamp: str) -> float:
        return self.pins.pin(self.panel.box.lamps[lamp]).state

    def lit_segments(self) -> str:
        return "".join(name for name, pin in SEGMENTS.items() if self.pins.pin(pin).state)


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


# Buttons


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
    clock = Clock()
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


# Lamps, digit, buzzer


@pytest.mark.parametrize("kind", KINDS)
def test_each_prompt_is_danced_on_the_pins(bench, kind):
    bench.panel.show(Prompt("saved"))
    bench.pass_time(2.0)
    prompt = Prompt(kind, seats=(1, 3), turn=1)
    bench.panel.show(prompt)
    for _ in range(150):
        bench.pass_time(0.02)
        for lamp, level in bench.panel.lit.items():
            assert bench.duty(lamp) == pytest.approx(level**GAMMA, abs=0.006), (lamp, kind)


def test_a_prompt_is_on_the_lamps_before_show_returns(bench):
    bench.panel.show(Prompt("draw_fate", seats=(2,), turn=2))
    assert bench.duty("fate") == 1
    assert bench.duty("seat 3") == 1
    assert bench.duty("seat 1") == 0


def test_the_same_prompt_again_keeps_its_rhythm(bench):
    bench.panel.show(Prompt("confirm", seats=(0,)))
    bench.pass_time(0.7)
    assert bench.duty("seat 1") == 0
    bench.panel.show(Prompt("confirm", seats=(0,)))
    assert bench.duty("seat 1") == 0


def test_a_flash_passes_and_the_prompt_goes_on(bench):
    bench.panel.show(Prompt("draw_fate", seats=(2,)))
    bench.pass_time(1.0)
    bench.panel.flash(Prompt("error"), 1.0)
    assert bench.duty("seat 1") == 1
    assert bench.pins.pin(BOX.buzzer).state == 0.5
    bench.pass_time(1.1)
    assert (bench.duty("seat 1"), bench.duty("seat 3")) == (0, 1)
    assert bench.panel.prompt.kind == "draw_fate"


def test_lamps_wired_to_3_3_volts_light_when_the_pin_is_low():
    bench = Bench(Box(lamps_lit="low", brightness=1.0))
    bench.panel.show(Prompt("safe"))
    assert (bench.duty("fate"), bench.duty("seat 1")) == (0, 1)
    assert bench.panel.lit["fate"] == 1
    bench.panel.close()


def test_brightness_dims_every_lamp():
    bench = Bench(Box(brightness=0.5))
    bench.panel.show(Prompt("safe"))
    assert bench.panel.lit["fate"] == 0.5
    assert bench.duty("fate") == pytest.approx(0.5**GAMMA, abs=0.006)
    bench.panel.close()


@pytest.mark.parametrize(("now", "quiet"), [(23, True), (3, True), (7, False), (12, False), (22, True)])
def test_quiet_hours_dim_the_lamps_and_silence_the_buzzer(now, quiet):
    box = Box(quiet_hours=(hour(22), hour(7)), quiet_brightness=0.1, brightness=1.0)
    bench = Bench(box, wall=datetime(2026, 1, 1, now))
    bench.panel.show(Prompt("error"))
    assert bench.panel.quiet == quiet
    assert bench.panel.lit["fate"] == (0.1 if quiet else 1)
    assert bench.pins.pin(box.buzzer).state == (0 if quiet else 0.5)
    bench.panel.close()


@pytest.mark.parametrize(("now", "level"), [(23, 0.25), (12, 1.0)])
def test_quiet_hours_dim_the_digit_too(now, level):
    box = Box(quiet_hours=(hour(22), hour(7)), quiet_brightness=0.25, digit_dot=8)
    bench = Bench(box, wall=datetime(2026, 1, 1, now))
    bench.panel.show(Prompt("confirm", seats=(0,), digit="4"))
    duty = {name: bench.pins.pin(pin).state for name, pin in SEGMENTS.items()}
    assert {name for name, lit in duty.items() if lit} == set("bcfg")
    assert [lit for lit in duty.values() if lit] == pytest.approx([level**GAMMA] * 4, abs=0.006)
    assert bench.pins.pin(8).state == 0
    bench.panel.close()


def test_quiet_hours_within_one_day():
    box = Box(quiet_hours=(hour(13), hour(15)))
    assert Bench(box, wall=datetime(2026, 1, 1, 14)).panel.quiet
    assert not Bench(box, wall=datetime(2026, 1, 1, 16)).panel.quiet


def test_the_buzzer_plays_a_prompts_tune_once(bench):
    buzzer = bench.pins.pin(BOX.buzzer)
    bench.panel.show(Prompt("differs"))
    assert (buzzer.frequency, buzzer.state) == (330, 0.5)
    bench.pass_time(0.14)
    assert buzzer.state == 0
    bench.pass_time(0.1)
    assert buzzer.state == 0.5
    bench.pass_time(1)
    assert buzzer.state == 0
    bench.pass_time(5)
    assert buzzer.state == 0


def test_sound_can_be_off():
    bench = Bench(Box(sound=False))
    bench.panel.show(Prompt("error"))
    assert bench.pins.pin(4).state == 0
    bench.panel.close()


def test_the_digit_shows_the_prompts_digit(bench):
    bench.panel.show(Prompt("confirm", seats=(0,), digit="4"))
    assert bench.panel.digit == "4"
    assert bench.lit_segments() == "bcfg"
    bench.panel.show(Prompt("your_turn", seats=(0,)))
    assert bench.lit_segments() == ""


def test_a_common_anode_digit_is_lit_low():
    bench = Bench(Box(digit_common="anode"))
    bench.panel.show(Prompt("confirm", digit="4"))
    assert bench.lit_segments() == "ade"  # those that are high, and so dark
    bench.panel.close()


def test_the_digit_rolls_and_stops_and_stays(bench):
    bench.panel.roll_digit("5")
    bench.panel.show(Prompt("your_turn", seats=(0,)))
    seen = []
    while len(seen) < ROLL_SECONDS / 0.02 - 1:
        bench.pass_time(0.02)
        seen.append(bench.lit_segments())
    assert len(set(seen)) > 3
    assert "acdfg" not in seen
    bench.pass_time(0.1)
    assert bench.panel.digit == "5"
    assert bench.lit_segments() == "acdfg"
    bench.pass_time(10)
    assert bench.lit_segments() == "acdfg"
    bench.panel.show(Prompt("over"))
    assert bench.lit_segments() == ""


def test_a_prompt_with_a_digit_waits_for_the_roll_to_end(bench):
    bench.panel.roll_digit("5")
    bench.pass_time(0.2)
    bench.panel.show(Prompt("confirm", digit="8"))
    assert bench.panel.digit not in ("5", "8")
    bench.pass_time(2)
    assert bench.panel.digit == "8"


def test_a_character_without_segments_is_a_dash(bench):
    bench.panel.show(Prompt("confirm", digit="\N{SNOWMAN}"))
    assert bench.lit_segments() == "g"


def test_the_camera_light_says_when_it_looks(bench):
    bench.panel.show(Prompt("your_turn", seats=(0,)))
    bench.panel.looking = True
    assert bench.duty("camera") == 1
    bench.panel.looking = False
    assert bench.duty("camera") == 0


# Trying the parts out


def test_trying_a_lamp_lights_it_alone_at_full(bench):
    bench.panel.show(Prompt("error"))
    bench.panel.try_out("seat 4")
    assert {lamp for lamp in BOX.lamps if bench.duty(lamp)} == {"seat 4"}
    assert bench.duty("seat 4") == 1
    bench.panel.try_out(None)
    assert bench.duty("fate") == 1


def test_trying_a_segment_the_dot_and_the_buzzer(bench):
    bench.panel.try_out("segment d")
    assert bench.lit_segments() == "d"
    bench.panel.try_out("dot")
    assert bench.lit_segments() == ""
    assert bench.pins.pin(8).state
    bench.panel.try_out("buzzer")
    assert bench.pins.pin(BOX.buzzer).frequency == 440
    bench.panel.try_out(None)
    assert bench.pins.pin(BOX.buzzer).state == 0


def test_presses_overheard_do_not_reach_the_game(bench):
    overheard = []
    bench.panel.overhear(overheard.append)
    bench.press("fate")
    bench.panel.overhear(None)
    bench.press("yes")
    assert (overheard, bench.heard) == (["fate"], ["yes"])


# Parts that are missing, busy or pulled out


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
    clock = Clock()
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
    clock = Clock()
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


# The running panel


def test_the_running_panel_hears_presses_and_dances_by_itself():
    mock = pins.pretend_pins()
    heard = threading.Event()
    names = []

    def hear(name):
        names.append((name, threading.current_thread().name))
        heard.set()

    with Panel(BOX, pin_factory=mock) as panel:
        panel.when_pressed = hear
        panel.show(Prompt("confirm", seats=(0,)))
        mock.pin(BOX.fate_button).drive_low()
        assert heard.wait(2)
        mock.pin(BOX.fate_button).drive_high()
        deadline = time.monotonic() + 3
        while mock.pin(5).state and time.monotonic() < deadline:
            time.sleep(0.02)
        assert mock.pin(5).state == 0  # the dark half of the rhythm came by itself
    assert names == [("fate", "panel-buttons")]
    assert mock.pin(5).function == "input"  # given back
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("panel-")]


def test_pretend_pins_do_not_pile_up_their_past():
    mock = pins.pretend_pins()
    with Panel(BOX, pin_factory=mock, start=False) as panel:
        for kind in KINDS * 20:
            panel.show(Prompt(kind, seats=(0,)))
        assert len(mock.pin(5).states) == 1


def test_closing_survives_a_pin_that_says_busy():
    class Stubborn:
        refusals = 2
        closed = False

        def close(self):
            if self.refusals:
                self.refusals -= 1
                raise OSError("GPIO busy")
            self.closed = True

    device = Stubborn()
    part = pins.Part("yes button", (27,), lambda: device)
    part.open(0.0)
    part.close()
    assert device.closed
