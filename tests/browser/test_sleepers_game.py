"""Two phones and the box's own screen play whole games in a real browser."""

import random
import re

from playing_sleepers import lively, tap
from playwright.sync_api import expect
from serving import SCREEN, TOKEN, Served, at_home, come_in, sit, tap_barred, tap_begin, up_to_date

from rules.sleepers import GAME


def test_a_whole_game_on_two_phones_with_the_boxs_screen_between_them(box, window):
    """Two losses decide, so that it ends soon; every answer is tapped, none is sent past the page."""
    at_home(box)
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click("text=Sleepers")
    screen.click("text=More")
    screen.click(".houserules summary")
    screen.select_option("[name='toggle.first_player']", "white")
    screen.fill("[name='toggle.morale_limit']", "2")
    screen.click(".moreset > summary")
    ann, ben = come_in(window, box, "white", "Ann"), come_in(window, box, "black", "Ben")
    expect(screen.locator("#begins")).to_have_text("with Ann and Ben")
    tap_begin(screen)
    phones = {"white": ann, "black": ben}
    expect(screen.locator("#joined")).to_contain_text("Ann is in")
    expect(screen.locator("#joined")).to_contain_text("Ben is in")

    chance = random.Random(14)  # a short game
    answers = 0
    while (moment := box.table.now()).ask is not None:
        asked = moment.ask.seat
        other = "black" if asked == "white" else "white"
        expect(phones[asked].locator("#ask .mine")).to_be_visible()
        expect(phones[other].locator("#ask .waiting")).to_be_visible()
        step = lively(moment, chance)
        tap(phones[asked], box, step)
        answers += 1
        assert answers < 250
    text = box.table.now().position.state.result["text"]
    for page in (ann, ben, screen):
        expect(page.locator("#ask .over")).to_have_text(text)
    assert answers >= 10


def test_why_not_is_told_when_a_barred_hex_is_tapped(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    box.table.answer(box.table.now().number, "e5")
    ben = sit(window, box, "black")
    up_to_date(ben, box)
    tap_barred(ben.locator('[data-slot="e5"]'))
    expect(ben.locator("#told")).to_have_text("e5 is not empty: a white sleeper lies there. (SL-21)")


def test_a_phone_that_was_away_comes_back_to_the_right_picture(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    ben = sit(window, box, "black")
    ben.goto("about:blank")  # the phone sleeps: nothing reaches it
    box.table.answer(box.table.now().number, "e5")
    ben.go_back()
    expect(ben.locator("#ask .mine")).to_contain_text("Recruit one tile")


def test_two_phones_answering_at_once_one_is_told(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    ann, screen = sit(window, box, "white"), window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    number = box.table.now().number
    for page in (ann, screen):
        page.evaluate(
            """number => { window.said = fetch("/answer/" + number, {method: "POST", headers: {"X-Page": "1",
            "Content-Type": "application/x-www-form-urlencoded"}, body: "answer=%22e5%22"}).then(r => r.status) }""",
            number,
        )
    statuses = sorted(page.evaluate("window.said") for page in (ann, screen))
    assert statuses == [204, 409]


def test_the_game_can_be_played_with_the_keyboard_alone(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    up_to_date(screen, box)
    hex_ = screen.locator('[data-slot="e5"]')
    hex_.focus()
    screen.keyboard.press("Enter")
    expect(screen.locator("#ask")).to_contain_text("Ben: Recruit one tile")
    assert list(box.table.now().position.state.board) == ["e5"]


def test_a_pretend_tile_can_be_dragged_and_turned(tmp_path, window):
    served = Served(tmp_path, pretend=True)
    served.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    with served.listening():
        page = window(**SCREEN)
        page.goto(f"{served.url}/host/{TOKEN}/pretend")
        tile = page.locator('.piece[data-place="rack white"]').first
        tile.wait_for()
        number = int(tile.get_attribute("data-piece"))
        tile.drag_to(page.locator('.place[data-place="e5"]'))
        expect(page.locator(f'.piece[data-piece="{number}"]')).to_have_attribute("data-place", "e5")
        page.locator(f'.piece[data-piece="{number}"]').click()
        expect(page.locator(f'.piece[data-piece="{number}"]')).to_have_attribute("data-up", "1")
        expect(page.locator(f'.piece[data-piece="{number}"]')).to_have_attribute(
            "href", re.compile("#face-white-(?!back)")
        )
        page.goto("about:blank")
    served.close()


def test_a_tile_moved_under_the_camera_is_understood_and_the_phones_follow(tmp_path, window):
    """Nobody taps anything: the mouse lays a tile on the pretend table, the real readers see it."""
    served = Served(tmp_path, pretend=True)
    served.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    with served.listening():
        ben = sit(window, served, "black")
        page = window(**SCREEN)
        page.goto(f"{served.url}/host/{TOKEN}/pretend")
        expect(ben.locator("#eye")).to_contain_text("sees the table as it should be")
        page.locator('.piece[data-place="rack white"]').first.drag_to(page.locator('.place[data-place="e5"]'))
        expect(ben.locator("#ask .mine")).to_contain_text("Recruit one tile")
        assert served.table.now().source == "camera"
        assert served.table.now().position.state.board["e5"].owner == "white"
        expect(ben.locator("#board")).to_contain_text("e5: white sleeper")
        for each in (page, ben):
            each.goto("about:blank")
    served.close()


def test_a_tap_out_of_turn_is_answered_too_and_what_is_told_swallows_no_tap(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    ann, ben = sit(window, box, "white"), sit(window, box, "black")
    ben.locator('[data-slot="a9"]').click()
    expect(ben.locator("#told")).to_contain_text("Ann: Recruit one tile.")
    assert ben.evaluate("getComputedStyle(document.getElementById('told')).pointerEvents") == "none"
    up_to_date(ann, box)
    ann.locator('[data-slot="e5"]').click()
    expect(ben.locator("#ask .mine")).to_be_visible()
    up_to_date(ben, box)
    ben.locator('[data-slot="a9"]').click()
    expect(ann.locator("#ask .mine")).to_be_visible()
    assert list(box.table.now().position.state.board) == ["e5", "a9"]
