"""The reading mat of the pretend table in a real browser: lay and throw with the mouse, and the game goes on."""

import random
import time

import pytest
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN

from rules.chance import DrawFate, RollDice
from rules.games import game
from rules.position import some_step


def play_until(box, kind, seed):
    luck = random.Random(seed)
    for _ in range(300):
        moment = box.table.now()
        if any(isinstance(ask, kind) for ask in moment.ask.each):
            return moment
        step = some_step(moment.position.game, moment.position.state, moment.ask, luck)
        box.table.answer(moment.number, step.value, step.seat)
    raise AssertionError("no such question came up")


def read_within(box, number, seconds):
    """Did the game go on? A busy machine takes its time to photograph a table that is not there."""
    end = time.monotonic() + seconds
    while box.table.now().number == number and time.monotonic() < end:
        if box.watch.seen.state in ("asks", "unsure"):
            return False
        time.sleep(0.1)
    return box.table.now().number > number


@pytest.mark.parametrize(
    ("name", "players", "kind", "seed", "thing"),
    [("silent_sea", 4, RollDice, 2, "die"), ("sleeping_gods", 2, DrawFate, 1, "ability card")],
)
def test_a_thing_on_the_mat_answers_and_every_screen_says_so(pretend, window, name, players, kind, seed, thing):
    pretend.table.begin(game(name).setup(players, {}, {"die": "table"} if thing == "die" else "box"))
    number = play_until(pretend, kind, seed).number
    page, kiosk, phone = window(**SCREEN), window(**SCREEN), window(**PHONE)
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    kiosk.goto(f"{pretend.url}/table")
    phone.goto(pretend.url)
    phone.locator("button[name=seat]").first.click()
    for screen in (kiosk, phone):
        expect(screen.locator("#eye")).to_contain_text(f"{thing} on the mat, or press the button.")
    expect(page.locator("#matasks")).to_contain_text(f"{thing} on the mat")
    expect(page.locator("#eye")).to_be_visible()

    for _ in range(3):  # what the camera is not sure about is laid down once more
        if thing == "die":
            page.select_option("#matpips select", "5")
            page.click("#matdice button")
        else:
            page.click("#matclear")
            expect(page.locator(".matpiece")).to_have_count(0)
            page.select_option("#matnumber", "5")
            page.click("#matcard button")
        expect(page.locator(".matpiece")).to_have_attribute("data-label", "5")
        if read_within(pretend, number, 90):
            break
    expect(kiosk.locator("#log")).to_contain_text("Read on the mat: 5.")
    expect(phone.locator("#log")).to_contain_text("Read on the mat: 5.")

    page.locator(".matpiece").click()
    expect(page.locator(".matpiece")).to_have_count(0)
