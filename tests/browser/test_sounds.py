"""The sound of a prompt, as it leaves the loudspeaker: rendered by the browser's own audio and measured."""

import numpy as np
from playwright.sync_api import expect
from serving import PHONE, SCREEN

from rules.sleepers import GAME

RATE = 44100

# The page's audio goes into a recording instead of a loudspeaker; each chime is recorded from where it begins.
RECORDER = f"""
window.AudioContext = class extends OfflineAudioContext {{
    constructor() {{ super(1, {RATE} * 2, {RATE}); window.recording = this; }}
    get state() {{ return "running"; }}
}};
try {{ localStorage.setItem("tableside.sound", "on") }} catch (e) {{}}
"""


def heard(page):
    """What was played so far, as samples."""
    samples = page.evaluate(
        "window.recording ? recording.startRendering().then(heard => Array.from(heard.getChannelData(0))) : []"
    )
    return np.array(samples)


def pitch(samples):
    """The strongest frequency, in Hz."""
    power = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return np.fft.rfftfreq(len(samples), 1 / RATE)[power.argmax()]


def test_my_turn_sounds_as_two_rising_notes_that_can_be_heard(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    ben = window(**PHONE)
    ben.add_init_script(RECORDER)
    ben.goto(box.url)
    ben.click("button[value=black]")
    expect(ben.locator("#ask .waiting")).to_be_visible()
    assert ben.evaluate("!window.recording")  # somebody else's turn is no business of this phone
    box.table.answer(box.table.now().number, "e5")
    expect(ben.locator("#ask .mine")).to_be_visible()
    samples = heard(ben)
    first, second = samples[int(0.03 * RATE) : int(0.17 * RATE)], samples[int(0.3 * RATE) : int(0.6 * RATE)]
    assert abs(pitch(first) - 523) < 10
    assert abs(pitch(second) - 784) < 10
    assert 0.4 < np.abs(samples).max() < 1.0  # loud, and not torn
    assert np.sqrt(np.mean(samples[: int(0.5 * RATE)] ** 2)) > 0.05
    assert np.abs(samples[int(0.8 * RATE) :]).max() < 0.001  # and then quiet again


def test_the_boxs_screen_sounds_for_everybody_and_a_phone_without_sound_is_silent(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    screen, quiet = window(**SCREEN), window(**PHONE)
    screen.add_init_script(RECORDER)
    quiet.add_init_script(RECORDER.replace('"on"', '""'))
    screen.goto(f"{box.url}/table")
    quiet.goto(box.url)
    quiet.click("button[value=black]")
    expect(quiet.locator("#ask .waiting")).to_be_visible()
    expect(screen.locator("#ask .waiting")).to_be_visible()
    box.table.answer(box.table.now().number, "e5")
    expect(quiet.locator("#ask .mine")).to_be_visible()
    expect(screen.locator("#ask")).to_contain_text("Ben")
    assert quiet.evaluate("!window.recording")
    assert abs(pitch(heard(screen)[: int(0.4 * RATE)]) - 330) < 10


def test_switching_the_sound_on_lets_it_be_heard_and_is_kept(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    page = window(**PHONE)
    page.add_init_script(RECORDER.split("try")[0])
    page.goto(f"{box.url}/seat")
    page.click(".prefs > summary")
    page.click("[data-pref=sound]")
    assert np.abs(heard(page)).max() > 0.4
    page.reload()
    expect(page.locator("[data-pref=sound]")).to_have_attribute("aria-pressed", "true")
