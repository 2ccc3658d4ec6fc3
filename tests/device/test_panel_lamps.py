"""The choreography, moment by moment."""

import itertools

import pytest

from device.panel import lamps
from device.panel.lamps import KINDS, LAMPS, ROLL_SECONDS, TUNES, Prompt, brightness, character, rolling, tone


def pattern(prompt: Prompt, lamp: str, seconds: float = 12.0) -> str:
    """Lit or dark, every 20 ms."""
    return "".join(
        "#" if brightness(prompt, lamp, step * 0.02 + 0.001) > 0.5 else "." for step in range(int(seconds / 0.02))
    )


def runs(marks: str) -> tuple[int, ...]:
    """How long each stretch lasts, in steps of 20 ms."""
    return tuple(len(list(group)) for _, group in itertools.groupby(marks))


def rhythm(kind: str) -> tuple[int, ...]:
    """The stretches of the lamp that carries the prompt, whichever that is."""
    prompt = Prompt(kind, seats=(1,), turn=1)
    carrier = "fate" if kind in ("draw_fate", "roll", "idle", "safe") else "seat 2"
    marks = "".join("#" if brightness(prompt, carrier, step * 0.02 + 0.001) > 0.25 else "." for step in range(600))
    return runs(marks)


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(KINDS, 2)])
def test_any_two_prompts_differ_in_rhythm_alone(one, other):
    assert rhythm(one) != rhythm(other)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lamp", LAMPS)
def test_brightness_stays_between_dark_and_full(kind, lamp):
    prompt = Prompt(kind, seats=(0, 3), turn=2)
    assert all(0 <= brightness(prompt, lamp, t / 50) <= 1 for t in range(1000))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("idle", "looking")])
def test_a_new_prompt_shows_at_once(kind):
    assert max(brightness(Prompt(kind, seats=(2,), turn=2), lamp, 0.0) for lamp in LAMPS) == 1


def test_your_turn_breathes_once_in_2_4_seconds():
    prompt = Prompt("your_turn", seats=(0,), turn=0)
    assert brightness(prompt, "seat 1", 0.0) == 1
    assert brightness(prompt, "seat 1", 1.2) == pytest.approx(0)
    assert brightness(prompt, "seat 1", 2.4) == pytest.approx(1)
    assert brightness(prompt, "seat 2", 0.0) == 0
    assert brightness(prompt, "fate", 0.0) == 0


def test_waiting_blinks_twice_for_the_asked_while_the_seat_at_turn_glows():
    prompt = Prompt("waiting", seats=(2, 4), turn=0)
    assert runs(pattern(prompt, "seat 3", 1.6)) == (6, 9, 6, 59)
    assert pattern(prompt, "seat 5") == pattern(prompt, "seat 3")
    assert brightness(prompt, "seat 1", 0.5) == 0.3
    assert brightness(prompt, "seat 2", 0.0) == 0


def test_draw_fate_swells_the_fate_lamp_and_names_the_seat():
    prompt = Prompt("draw_fate", seats=(1,), turn=1)
    assert brightness(prompt, "fate", 0.0) == 1
    assert brightness(prompt, "fate", 0.25) == pytest.approx(0.1)
    assert brightness(prompt, "fate", 1.05) == pytest.approx(0.9)
    assert brightness(prompt, "seat 2", 3.0) == 1


def test_roll_flashes_the_fate_lamp_three_times_a_beat():
    assert runs(pattern(Prompt("roll", seats=(1,)), "fate", 1.2)) == (4, 6, 4, 6, 4, 36)


def test_confirm_is_even():
    assert runs(pattern(Prompt("confirm", seats=(0,)), "seat 1", 2.0)) == (25, 25, 25, 25)


def test_differs_sways_between_odd_and_even_seats():
    prompt = Prompt("differs")
    for t in (0.1, 0.5, 0.8, 1.3):
        odd = {brightness(prompt, lamp, t) for lamp in ("seat 1", "seat 3", "seat 5")}
        even = {brightness(prompt, lamp, t) for lamp in ("seat 2", "seat 4")}
        assert sorted(odd | even) == [0, 1]
        assert len(odd) == len(even) == 1


def test_looking_lights_the_camera_lamp_and_runs_along_the_seats():
    prompt = Prompt("looking")
    assert brightness(prompt, "camera", 0.7) == 1
    lit = [[lamp for lamp in LAMPS[1:6] if brightness(prompt, lamp, 0.09 + 0.18 * step) == 1] for step in range(6)]
    assert lit == [["seat 1"], ["seat 2"], ["seat 3"], ["seat 4"], ["seat 5"], ["seat 1"]]


def test_only_looking_lights_the_camera_lamp():
    assert [kind for kind in KINDS if brightness(Prompt(kind), "camera", 0.0)] == ["looking"]


def test_saved_fades_once():
    prompt = Prompt("saved")
    assert brightness(prompt, "seat 4", 0.6) == pytest.approx(0.5)
    assert [brightness(prompt, lamp, 1.2) for lamp in LAMPS] == [0] * 7
    assert brightness(prompt, "fate", 100.0) == 0


def test_error_flickers_everywhere_at_once():
    prompt = Prompt("error", seats=(0,), turn=1)
    everywhere = {pattern(prompt, lamp) for lamp in LAMPS[:6]}
    assert len(everywhere) == 1
    assert runs(everywhere.pop()[:100])[:9] == (5,) * 9


def test_safe_to_unplug_is_the_fate_lamp_alone_and_still():
    prompt = Prompt("safe")
    assert [brightness(prompt, lamp, 7.3) for lamp in LAMPS] == [1, 0, 0, 0, 0, 0, 0]


def test_the_count_down_puts_the_seats_out_one_by_one():
    def lit(passed):
        return [int(lamps.counting_down(lamp, passed)) for lamp in LAMPS]

    assert lit(0.0) == [1, 1, 1, 1, 1, 1, 0]
    assert lit(0.2) == [1, 0, 1, 1, 1, 1, 0]
    assert lit(0.59) == [1, 0, 0, 1, 1, 1, 0]
    assert lit(1.0) == [1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("final", ["1", "4", "6", "9", "12"])
def test_a_rolling_digit_changes_ever_slower_and_stops_at_its_result(final):
    faces = [rolling(final, step / 1000) for step in range(int(ROLL_SECONDS * 1000))]
    assert final not in faces
    lengths = runs("".join(faces))
    assert len(lengths) == len(lamps.FACES)
    assert all(later >= earlier for earlier, later in itertools.pairwise(lengths))
    assert rolling(final, ROLL_SECONDS) == final[0]


def test_a_longer_text_comes_one_character_after_another_with_gaps():
    shown = "".join(character("11", t / 20) for t in range(60))
    assert [mark for mark, _ in itertools.groupby(shown)][:4] == ["1", " ", "1", " "]
    assert character("7", 99.0) == "7"
    assert character(None, 1.0) == " "


def test_a_tune_plays_its_notes_and_ends():
    tune = TUNES["differs"]
    assert [tone(tune, t) for t in (0.0, 0.13, 0.2, 0.31)] == [330, 0, 330, None]


@pytest.mark.parametrize("kind", TUNES)
def test_every_note_is_within_the_buzzers_octaves(kind):
    assert all(hertz == 0 or 220 <= hertz <= 880 for hertz, _ in TUNES[kind])
