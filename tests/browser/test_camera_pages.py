"""The camera's own page and the one on which pieces are taught, in a real browser of either size."""

import re

import numpy as np
import pytest
from for_everyone import complaints
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, Served, meanwhile, place_of, until, up_to_date
from still_camera import StillCamera

from device.pictures import bundle
from rules import packs
from rules.games import game
from vision.read.tiles import Ground

SIZES = pytest.mark.parametrize("size", [SCREEN, PHONE], ids=["screen", "phone"])
SMALL = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def table(tmp_path):
    """A pretend table with its camera."""
    before = list(packs.shelves)
    packs.shelves[:] = [tmp_path / "packs"]
    served = Served(tmp_path, pretend=True)
    with served.listening():
        yield served
    served.close()
    packs.shelves[:] = before


def host(table, window, path, size, **more):
    page = window(**size, **more)
    page.goto(f"{table.url}/host/{TOKEN}")
    page.goto(f"{table.url}/{path}")
    return page


def middle(page, corner):
    box = place_of(page.locator(f'[data-corner="{corner}"]'))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin_dragging(page):
    expect(page.locator("#found")).to_contain_text("The Sleepers board is found")
    page.click("#drag")
    expect(page.locator("#dragging")).to_be_visible()
    expect(page.locator("#frame")).to_have_class(re.compile("fit"))
    page.locator("#frame").scroll_into_view_if_needed()


# The camera


@SIZES
def test_the_camera_is_seen_live_with_what_it_reads(table, window, size):
    page = host(table, window, "calibrate/", size)
    expect(page.locator("#found")).to_have_text("The Sleepers board is found.")
    expect(page.locator("#places")).to_have_text("0 pieces, 61 empty")
    expect(page.locator("#markers")).to_have_text("6 of 6 seen")
    expect(page.locator("#light-word")).to_have_text("good")
    assert page.evaluate(FITS)
    looked = table.eye.calibration._count
    meanwhile(page, lambda: table.eye.calibration._count > looked + 2)
    until(page, "document.getElementById('shot').naturalWidth === 1280")  # nothing between two pictures
    page.close()


def test_it_costs_nothing_once_nobody_looks(table, window):
    page = host(table, window, "calibrate/", SCREEN)
    expect(page.locator("#found")).to_contain_text("found")
    page.goto(f"{table.url}/table")

    def rests():  # for much longer than between two looks; one may still have been under way
        looked = table.eye.calibration._count
        page.wait_for_timeout(1500)
        return table.eye.calibration._count == looked

    assert any(rests() for _ in range(10))


def test_bad_weather_is_shown_on_the_page(table, window):
    camera = StillCamera(np.zeros((960, 1280, 3), np.uint8))
    table.eye.calibration._camera = camera
    page = host(table, window, "calibrate/", SCREEN)
    expect(page.locator("#advice")).to_contain_text("take the cap off the camera")
    camera.shown, camera.trouble = None, "The USB camera cannot be used: it gave no picture in time."
    expect(page.locator("#advice")).to_contain_text("it gave no picture in time. Play goes on by hand.")
    expect(page.locator("#frame")).to_be_hidden()
    expect(page.locator("#found")).to_have_text("No picture.")


def test_while_a_game_is_open_the_page_says_what_it_hides(table, window):
    table.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}))
    page = host(table, window, "calibrate/", SCREEN)
    expect(page.locator("#veiled")).to_contain_text("only what lies openly")
    page.click("#drag")
    expect(page.locator("#told")).to_contain_text("Put the game away")
    expect(page.locator("#dragging")).to_be_hidden()
    page.goto(f"{table.url}/table")
    page.click(".menu > summary")
    page.click(".menu >> text=Camera")
    expect(page).to_have_url(re.compile("/calibrate/"))


@SIZES
def test_how_tiles_look_here_is_forgotten_with_one_tap(table, window, size):
    table.eye.boards.board("sleepers").tiles.learnt[True] = Ground((0.1, 0.0), 0.5)
    page = host(table, window, "calibrate/", size)
    forget = page.locator("button", has_text="Forget this table")
    expect(forget).to_be_visible()
    assert page.evaluate(FITS)
    assert complaints(page) == []
    forget.click()
    expect(page.locator("#told")).to_contain_text("Forgotten. The box learns anew how the Sleepers board looks here")
    expect(forget).to_be_hidden()
    assert not table.eye.boards.has_learnt("sleepers")


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small screen", "phone"])
def test_what_the_camera_asked_about_is_kept_taken_along_and_forgotten(table, window, size):
    page = host(table, window, "calibrate/", size)
    switch = page.get_by_role("switch", name="Keep what the camera asked about")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(page.locator("#kept-words")).to_have_text("No pictures yet")
    expect(page.locator("#kept-acts")).to_be_hidden()
    switch.click()
    expect(page.locator("#told")).to_contain_text("They stay on this box.")
    expect(switch).to_have_attribute("aria-checked", "true")

    # A tile is gone that could only have been woken and blown up where nobody saw it.
    live, tiles = table.table, table.pretended.table
    live.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    tiles.follows = False
    for there, place in (("rack white", "e5"), ("rack black", "a5"), ("e5", "killed white")):
        before = live.now().number
        meanwhile(page, lambda: table.watch.seen.state == "same")
        tiles.move(next(one["id"] for one in tiles.seen()["pieces"] if one["place"] == there), place)
        if there != "e5":
            meanwhile(page, lambda before=before: live.now().number > before)
    page.goto(f"{table.url}/table")
    meanwhile(page, lambda: table.watch.seen.state == "asks")
    up_to_date(page, table)
    page.locator("form[action='/camera/choose'] button").first.click()
    meanwhile(page, lambda: table.eye.kept.count == 1)

    page.goto(f"{table.url}/calibrate/")
    expect(page.locator("#kept-words")).to_have_text("1 picture, 1 MB")
    expect(page.locator("#found")).to_contain_text("found")
    assert page.evaluate(FITS)
    assert complaints(page) == []
    with page.expect_download() as taken:
        page.click("#kept >> text=Download")
    [look] = bundle.looks(taken.value.path())
    assert {slot: value for slot, value in look.lies.items() if value} == {"a5": "black back"}
    page.click("text=Forget these pictures")
    expect(page.locator("#told")).to_contain_text("1 picture forgotten.")
    expect(page.locator("#kept-words")).to_have_text("No pictures yet")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert not table.eye.kept.allowed


def test_corners_are_dragged_with_a_mouse(table, window):
    page = host(table, window, "calibrate/", SCREEN)
    begin_dragging(page)
    x, y = middle(page, 3)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 40, steps=4)
    expect(page.locator("#loupe")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#loupe")).to_be_hidden()
    assert middle(page, 3) == pytest.approx((x + 60, y - 40), abs=1.5)
    page.mouse.move(x + 60, y - 40)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    page.click("#keep")
    expect(page.locator("#told")).to_contain_text("The Sleepers board is placed")
    expect(page.locator("#found")).to_have_text("The Sleepers board is found, as you placed it.")
    expect(page.locator("#markers")).to_have_text("not needed")
    assert table.eye.boards.board("sleepers").by_hand
    page.click("text=Go by markers again")
    expect(page.locator("#markers")).to_have_text("6 of 6 seen")


def test_corners_are_dragged_with_a_finger(table, window):
    page = host(table, window, "calibrate/", PHONE)
    begin_dragging(page)
    x, y = middle(page, 0)
    finger = page.context.new_cdp_session(page)

    def touch(kind, *at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    for step in range(1, 6):
        touch("touchMove", x + 8 * step, y + 6 * step)
    touch("touchEnd")
    assert middle(page, 0) == pytest.approx((x + 40, y + 30), abs=2)
    page.click("#cancel")
    expect(page.locator("#seeing")).to_be_visible()
    assert not table.eye.boards.board("sleepers").by_hand


def test_corners_are_moved_with_a_keyboard(table, window):
    page = host(table, window, "calibrate/", SCREEN)
    expect(page.locator("#found")).to_contain_text("found.")
    page.focus("#drag")
    page.keyboard.press("Enter")
    expect(page.locator('[data-corner="0"]')).to_be_focused()
    expect(page.locator("#frame")).to_have_class(re.compile("fit"))
    before = middle(page, 0)
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    after = middle(page, 0)
    wide = place_of(page.locator("#shot"))["width"]
    assert after[0] - before[0] == pytest.approx(48 * wide / 1280, abs=1.5)
    assert 0 < after[1] - before[1] < 2
    expect(page.locator('[data-corner="0"]')).to_have_attribute("aria-label", re.compile(r"top left, \d+ % across"))
    page.keyboard.press("Tab")
    expect(page.locator('[data-corner="1"]')).to_be_focused()
    first = middle(page, 0)
    page.click("#turn")
    assert middle(page, 3) == pytest.approx(first, abs=1)
    for _ in range(3):
        page.click("#turn")
    page.focus("#keep")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_have_text("The Sleepers board is found, as you placed it.")


def test_on_a_small_screen_the_picture_covers_no_word_beside_it(table, window):
    page = host(table, window, "calibrate/", SMALL)
    begin_dragging(page)
    rings = [place_of(page.locator(f'[data-corner="{corner}"]')) for corner in range(4)]
    assert max(ring["x"] + ring["width"] for ring in rings) <= place_of(page.locator("#dragging"))["x"]
    assert min(ring["x"] for ring in rings) >= 0


# Teaching


def lay(page, thing):
    page.select_option("#thing", thing)
    page.click("text=Lay it down")
    expect(page.locator("#mat")).to_be_visible()


@SIZES
def test_a_piece_is_taught_by_tapping_three_times(table, window, size):
    page = host(table, window, "teach/?game=awakening&kind=die", size)
    for count in (1, 2, 3):
        lay(page, "die sword")
        page.click("#looking button:has-text('Look')")
        expect(page.locator(".looks .done")).to_have_count(count)
    expect(page.locator("#naming")).to_be_visible()
    assert page.evaluate(FITS)
    assert complaints(page) == []
    page.fill("#naming [name=name]", "white die: courage")
    page.click("#naming button")
    expect(page.locator("#estimate")).to_contain_text("white die: courage is known.")
    expect(page.locator("#estimate")).to_contain_text("% sure of it")
    expect(page.locator(".known b")).to_have_text("white die: courage")
    expect(page.locator(".looks .done")).to_have_count(0)
    lay(page, "die sword")
    expect(page.locator("#here")).to_contain_text("The box sees: white die: courage")
    lay(page, "die leaf")
    expect(page.locator("#here")).to_have_text("The box does not know this piece yet.")

    page.click(".known summary")
    assert complaints(page) == []
    page.fill(".known [name=new]", "courage")
    page.click("text=Rename")
    expect(page.locator(".known b")).to_have_text("courage")
    with page.expect_download() as taken:
        page.click("text=Download")
    page.click(".known summary")
    page.click("text=Forget it")
    expect(page.locator("#known")).to_contain_text("Nothing was taught")
    page.click("text=Bring in pieces from a file")
    page.set_input_files("[name=file]", taken.value.path())
    page.click("text=Bring them in")
    expect(page.locator(".known b")).to_have_text("courage")


def test_the_boxs_own_button_shows_a_piece_and_leaves_the_game_alone(table, window):
    table.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    number = table.table.now().number
    page = host(table, window, "teach/?kind=card", SCREEN)
    lay(page, "card 3")
    for count, button in enumerate(("fate", "yes", "fate"), 1):
        table.pretended.box.hold(button, True)
        page.wait_for_timeout(120)
        table.pretended.box.hold(button, False)
        expect(page.locator(".looks .done")).to_have_count(count)
    expect(page.locator("#said")).to_have_text("Now give it a name.")
    expect(page.locator("#naming [name=name]")).to_be_focused()
    page.keyboard.type("the stranger")
    page.keyboard.press("Enter")
    expect(page.locator("#estimate")).to_contain_text("the stranger is known.")
    assert table.table.now().number == number
    page.goto(f"{table.url}/table")
    # The page says good-bye: buttons are the game's again.
    meanwhile(page, lambda: table.eye.teaching._teaching is None)


def test_a_refused_look_says_why(table, window):
    page = host(table, window, "teach/?kind=card", SCREEN)
    lay(page, "token sun")
    page.click("#looking button:has-text('Look')")
    expect(page.locator("#told")).to_contain_text("looks like a token, not like a card")


# For everybody


@SIZES
def test_axe_finds_nothing_while_the_camera_is_set_up(table, window, size):
    page = host(table, window, "calibrate/", size)
    begin_dragging(page)
    assert complaints(page) == []
    page.click("#cancel")
    expect(page.locator("#found")).to_contain_text("found")
    assert complaints(page) == []


def test_letters_twice_as_large_fit_a_phone(table, window):
    page = window(**PHONE)
    page.add_init_script("try { localStorage.setItem('tableside.size', '2') } catch (e) {}")
    page.goto(f"{table.url}/host/{TOKEN}")
    for path, told in (("calibrate/", "#found:has-text('found')"), ("teach/?kind=die", "#here:not(:empty)")):
        page.goto(f"{table.url}/{path}")
        page.locator(told).wait_for()
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "34px"
        wide = page.evaluate(
            "[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && "
            "e.getBoundingClientRect().right > 391).map(e => e.outerHTML.slice(0, 90))"
        )
        assert wide == [], path
