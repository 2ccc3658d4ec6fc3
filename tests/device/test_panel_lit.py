"""The panel's lamps, digit and buzzer on gpiozero's mock pins: every prompt, and parts tried out."""

from datetime import datetime
from datetime import time as hour

import pytest
from mock_panel import BOX, SEGMENTS, Bench

from device.panel.lamps import KINDS, ROLL_SECONDS, Prompt
from device.panel.panel import GAMMA
from device.settings import Box


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


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
