"""Phones speak: what the browser is told to say, in order; the page on which the voice is set; the lit sentence."""

import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, meanwhile

from rules.games import game
from rules.moment import sentences
from rules.position import some_step
from rules.sleepers import GAME

SHOTS = os.environ.get("VOICE_SHOTS")
SMALL = {"viewport": {"width": 800, "height": 480}}

# What is said is written down, and lasts until the test says it is over.
RECORDER = """
window.said = [];
Object.defineProperty(window, "speechSynthesis", { value: {
    speak: function (words) { said.push(words.text); window.saying = words; },
    cancel: function () { if (window.saying) { said.push("(cut)"); window.saying = null; } }
} });
window.over = function () { var words = window.saying; window.saying = null; if (words) words.onend({}); };
"""
MUTE = 'Object.defineProperty(window, "speechSynthesis", { value: undefined });'


def shot(page, name):
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def phone(window, box, seat, script):
    page = window(**PHONE)
    page.add_init_script(script)
    page.goto(box.url)
    page.click(f"button[value={seat}]")
    page.wait_for_selector("#ask")
    return page


def settings(page):
    page.click("summary[aria-label='Settings of this screen']")


def lay_some_tile(box):
    """Whoever is asked says with a phone which tile it is."""
    now = box.table.now()
    box.table.answer(now.number, next(iter(now.ask.answers())), now.ask.seat, source=f"phone of {now.ask.seat}")


def hear(page, text):
    """It is being said; then it is over."""
    meanwhile(page, lambda: page.evaluate("window.saying && saying.text") == text)
    page.evaluate("over()")


def test_a_phone_speaks_for_the_table_until_another_does(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    ann, ben = phone(window, box, "white", RECORDER), phone(window, box, "black", RECORDER)
    settings(ann)
    shot(ann, "phone-settings")
    ann.click("text=This phone speaks")
    expect(ann.locator("[data-speaks=all]")).to_have_attribute("aria-pressed", "true")
    meanwhile(ann, lambda: box.voice.speaker == "phone")
    assert ann.evaluate("said") == ["This phone speaks."]
    ann.evaluate("over()")

    box.table.answer(box.table.now().number, "e5", source="camera")
    hear(ann, "Ann, look at your phone.")  # which tile it is, only Ann may know
    meanwhile(ann, lambda: not box.voice.is_busy)
    box.table.answer(
        box.table.now().number, next(iter(box.table.now().ask.answers())), "white", source="phone of white"
    )
    meanwhile(ann, lambda: ann.evaluate("window.saying && saying.text") == "Ann recruits on e five.")
    assert ann.evaluate("[saying.rate, saying.volume, saying.lang]") == [1, 1, "en-GB"]
    box.voice.change({"pace": 198, "volume": 35, "name": "en-us"})
    hear(ann, "Ann recruits on e five.")
    meanwhile(ann, lambda: ann.evaluate("window.saying && saying.text") == "Ben, your turn: recruit.")
    assert ann.evaluate("[saying.rate, saying.volume, saying.lang]") == [pytest.approx(1.2), 0.5, "en-US"]
    box.table.answer(box.table.now().number, "e6", source="camera")  # before it was said to its end
    hear(ann, "Ben, look at your phone.")
    assert "(cut)" in ann.evaluate("said")
    assert ben.evaluate("said") == []

    settings(ben)
    ben.click("text=This phone speaks")
    expect(ann.locator("[data-speaks=all]")).to_have_attribute("aria-pressed", "false")
    expect(ann.locator("#told")).to_have_text("Another phone speaks now.")
    before = ann.evaluate("said.length")
    ben.evaluate("over()")
    box.table.answer(
        box.table.now().number, next(iter(box.table.now().ask.answers())), "black", source="phone of black"
    )
    hear(ben, "Ben recruits on e six.")
    assert ann.evaluate("said.length") == before

    # Ann wants to hear what only she may know; nobody else's phone says it.
    ann.click("text=My secrets")
    meanwhile(ann, lambda: any(page.wants == "mine" for page in box.voice._pages))
    hear(ben, "Ann, your turn: recruit, or wake a sleeper.")
    box.table.answer(box.table.now().number, "d5", source="camera")
    hear(ben, "Ann, look at your phone.")
    hear(ann, "Which tile goes face-down on d five?")
    assert not any("Which tile" in said for said in ben.evaluate("said"))


def test_a_browser_that_cannot_speak_says_so_and_nothing_breaks(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    ann = phone(window, box, "white", MUTE)
    settings(ann)
    expect(ann.locator("[data-mute]")).to_be_visible()
    expect(ann.locator("[data-speaks=all]")).to_be_disabled()
    ann.evaluate("localStorage.setItem('tableside.speaks', 'all')")  # set when it still could
    ann.reload()
    meanwhile(ann, lambda: box.voice.speaker == "phone")
    box.table.answer(box.table.now().number, "e5")
    expect(ann.locator("#ask .waiting")).to_be_visible()
    meanwhile(ann, lambda: not box.voice.is_busy)


def test_how_the_box_speaks_is_set_by_taps_and_remembered(box, window):
    screen = window(**SMALL)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click(".toolbox >> text=Voice")
    shot(screen, "voice-800x480")
    for label in ("Turns", "Slow", "Loud", "We read them"):
        screen.click(f"button:has-text('{label}')")
        expect(screen.locator(f"button:has-text('{label}')").first).to_have_attribute("aria-pressed", "true")
    screen.fill("[name=from]", "21:30")
    screen.click("text=Keep quiet then")
    expect(screen.locator("text=The box says nothing from 21:30–07:00.")).to_be_visible()
    how = box.voice.how
    assert (how.says, how.pace, how.volume, how.stories) == ("turns", 130, 100, False)
    screen.click("text=No quiet hours")
    expect(screen.locator("text=None.")).to_be_visible()
    screen.set_viewport_size({"width": 390, "height": 844})
    screen.click("button:has-text('Nothing')")
    expect(screen.locator(".lead")).to_have_text("Nobody speaks.")
    screen.evaluate("scrollTo(0, 0)")
    shot(screen, "voice-390x844")
    screen.evaluate("scrollTo(0, 9999)")
    shot(screen, "voice-390x844-below")
    assert screen.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_story_is_lit_on_the_stage_as_it_is_read(box, window):
    family, chance = game("children_of_morta"), random.Random(1)
    box.table.begin(family.setup(family.fewest, custody="box"))
    while not box.table.now().story or len(sentences(box.table.now().ask.story)) < 3:
        last = box.table.now().number
        step = some_step(family, box.table.now().position.state, box.table.now().ask, chance)
        box.table.answer(last, step.value, step.seat)
    box.table.undo(box.table.now().number, None)
    screen = window(**SCREEN)
    screen.add_init_script(RECORDER + "localStorage.setItem('tableside.speaks', 'all');")
    screen.goto(f"{box.url}/host/{TOKEN}")
    meanwhile(screen, lambda: box.voice.speaker == "phone")
    box.table.redo(box.table.now().number)
    told = sentences(box.table.now().ask.story)

    def lit(number):
        """Everything before it is over, and this sentence is lit."""
        while box.table.now().lit != number:
            screen.evaluate("over()")
            screen.wait_for_timeout(30)
        expect(screen.locator("#scene mark")).to_have_text(told[number])

    lit(0)
    lit(1)
    shot(screen, "lit-1280x800")
    screen.set_viewport_size(SMALL["viewport"])
    shot(screen, "lit-800x480")
    box.voice.stop_reading()
    expect(screen.locator("#scene mark")).to_have_count(0)
