"""Everybody can play: axe finds nothing on any page, letters may be twice as large, and a keyboard is enough."""

import re

import pytest
from for_everyone import begin, complaints, still
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, gathering, place_of, up_to_date

from rules.games import NAMES, game

TOO_WIDE = """() => document.documentElement.scrollWidth <= 390 ? [] :
    [...document.querySelectorAll("body *")]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > 391)
    .map(each => each.outerHTML.slice(0, 80)).slice(0, 5)"""
A4, A3 = (210, 297), (420, 297)
SMALL = {"viewport": {"width": 800, "height": 480}}
QUESTION_IN_SIGHT = """() => {
    const at = document.querySelector("#ask .question").getBoundingClientRect();
    return at.top >= 0 && at.bottom <= innerHeight;
}"""


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_on_the_pages_of_a_game(box, window, name):
    begin(box, name, 40)
    seat = box.table.now().ask.seats[0]
    screen, phone = window(**still(SCREEN)), window(**still(PHONE))
    phone.goto(box.url)
    assert complaints(phone) == []
    phone.click(f'button[value="{seat}"]')
    phone.wait_for_selector("#ask")
    assert complaints(phone) == []
    phone.goto("about:blank")
    phone.goto(f"{box.url}/learn/now")
    assert complaints(phone) == [], "what does this mean"
    screen.goto(f"{box.url}/host/{TOKEN}")
    assert complaints(screen) == []
    for path in ("guide", f"rules/{name}?q=end"):
        screen.goto(f"{box.url}/{path}")
        assert complaints(screen) == [], path
    gathering(screen, box, name)
    assert complaints(screen) == []


def test_axe_finds_nothing_where_no_game_is_open(box, window):
    screen = window(**still(SCREEN))
    for path in (f"host/{TOKEN}", "", "no-such-page", "print/sleepers", "print/join", "print/mat"):
        screen.goto(f"{box.url}/{path}")
        assert complaints(screen) == [], path


@pytest.mark.parametrize("name", NAMES)
def test_letters_twice_as_large_fit_a_phone(box, window, name):
    """Nothing is pushed out at the side, and all of the question is in sight."""
    begin(box, name, 40)
    seat = box.table.now().ask.seats[0]
    phone = window(**PHONE)
    phone.add_init_script("try { localStorage.setItem('tableside.size', '2') } catch (e) {}")
    phone.goto(box.url)
    phone.click(f'button[value="{seat}"]')
    phone.wait_for_selector("#ask")
    assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == "34px"
    assert phone.evaluate(TOO_WIDE) == []
    # Asked in one breath: the page swaps its parts as the first word of the box arrives.
    assert phone.evaluate(QUESTION_IN_SIGHT)


def test_a_dark_page_with_large_letters_is_so_from_its_first_paint(box, window):
    """It neither flashes white nor grows: how a screen is set does not wait for the page's script."""
    phone = window(**PHONE)
    phone.add_init_script(
        "try { localStorage.setItem('tableside.size', '2'); localStorage.setItem('tableside.theme', 'night') }"
        " catch (e) {}"
    )
    held = []
    phone.route("**/static/table.js*", lambda route: held.append(route))
    phone.goto(box.url, wait_until="commit")
    phone.wait_for_selector("h1")
    style = phone.locator("html").evaluate("root => [getComputedStyle(root).fontSize, root.getAttribute('data-theme')]")
    assert held
    assert style == ["34px", "night"]
    held[0].continue_()


@pytest.mark.parametrize("size", [SMALL, SCREEN], ids=["7 inch", "10 inch"])
@pytest.mark.parametrize("name", NAMES)
def test_board_question_and_menu_fit_the_boxs_screen(box, window, name, size):
    begin(box, name, 40)
    screen = window(**size)
    screen.goto(f"{box.url}/host/{TOKEN}")
    wide, high = size["viewport"]["width"], size["viewport"]["height"]
    whole = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert screen.evaluate(whole) == [wide, high]
    for part in ("#ask .question", ".menu > summary", "details.prefs:not(.menu) > summary"):
        place = screen.evaluate(f"document.querySelector('{part}').getBoundingClientRect().toJSON()")
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= wide
        assert place["y"] + place["height"] <= high
    assert screen.evaluate("document.querySelector('#board').getBoundingClientRect().width") >= wide / 2


def test_a_tapped_hex_is_not_covered_by_the_browsers_own_ring(box, window):
    """The ring of a browser is as wide in a drawing as it says in pixels: five hexes."""
    begin(box, "sleepers", 0)
    box.table.draw()
    phone = window(**PHONE)
    phone.goto(box.url)
    phone.click(f'button[value="{box.table.now().ask.seats[0]}"]')
    up_to_date(phone, box)
    phone.route("**/answer/**", lambda route: route.fulfill(status=409, body="Somebody was faster."))
    phone.click('#board [data-slot="e5"] .field', force=True)
    expect(phone.locator("#told")).to_have_text("Somebody was faster.")
    tapped = phone.locator('#board [data-slot="e5"]')
    assert tapped.evaluate("each => each === document.activeElement && !each.matches(':focus-visible')")
    assert tapped.evaluate("each => getComputedStyle(each).outlineStyle") == "none"


def test_a_keyboard_alone_goes_through_a_turn(box, window):
    """Tab to a hex, Enter, and the next question is read; nothing needs a mouse, and what has focus can be seen."""
    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    for player in ("Ann", "Ben"):
        number = box.table.now().number
        expect(screen.locator("#ask .question")).to_contain_text(player)
        up_to_date(screen, box)
        for _ in range(40):
            screen.keyboard.press("Tab")
            if screen.evaluate("document.activeElement.hasAttribute('data-answer')"):
                break
        ring = screen.evaluate("getComputedStyle(document.activeElement.querySelector('.ring')).strokeWidth")
        assert float(ring.removesuffix("px")) > 0.1
        screen.keyboard.press("Enter")
        expect(screen.locator("body")).not_to_have_attribute("data-n", str(number))
    assert len(box.table.now().position.state.board) == 2


@pytest.mark.parametrize(("path", "sheets"), [("sleepers", [A4] * 6), ("sleepers?paper=a3", [A3] + [A4] * 4)])
def test_printed_pages_have_the_size_of_real_paper(box, window, path, sheets):
    """A browser's own printing, measured: no sheet is shrunk, none is left over."""
    page = window(**SCREEN)
    page.goto(f"{box.url}/print/{path}")
    printed = page.pdf(prefer_css_page_size=True)
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    sizes = [tuple(round(float(points) / 72 * 25.4) for points in size) for size in found]
    assert sizes == sheets
    wide = page.locator(".tile").first.evaluate("tile => tile.getBoundingClientRect().width") / 96 * 25.4
    assert wide == pytest.approx(2 * 17 * 0.97, abs=0.1)


def test_names_of_emoji_are_read_out_and_break_no_page_also_where_no_font_has_them(box, window):
    """Without an emoji font each sign is an empty box, some wider than a letter; a family of four is seven signs."""
    names = {"white": "Ann 🦊", "black": "👩\u200d👩\u200d👧\u200d👦" * 3 + "🏴\u200d☠️"}
    box.table.begin(game("sleepers").setup(names, {"first_player": "white"}, "table"))
    phone = window(**PHONE)
    phone.goto(box.url)
    expect(phone.get_by_role("button", name="Ann 🦊")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.click("button[value=black]")
    expect(phone.locator(".bar .whoami b")).to_have_text(names["black"])
    screens = [phone]
    for width, height in ((800, 480), (1280, 800)):
        screen = window(viewport={"width": width, "height": height})
        screen.goto(f"{box.url}/host/{TOKEN}")
        screens.append(screen)
    for each in screens:
        expect(each.locator("#seats")).to_contain_text("Ann 🦊")
        expect(each.locator("#ask .question")).to_contain_text("Ann 🦊")
        assert each.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # nothing of the bar is pushed out of sight by a long name
        assert place_of(each.locator(".bar .prefs > summary").last)["x"] + 40 <= each.evaluate("innerWidth")
