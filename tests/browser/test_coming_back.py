"""Phones come back to their seats in whichever game is opened; a new phone is let in by those who know its owner."""

from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, sit, up_to_date

from rules.sleepers import GAME

NAMES = {"white": "Ann", "black": "Ben"}


def test_after_another_game_everybody_sits_where_they_sat(box, window):
    """An evening with two games: the first is put away, the second played, the first opened again on the screen."""
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    first = box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table")).game_id
    ann, ben = sit(window, box, "white"), sit(window, box, "black")
    for phone in (ann, ben):
        phone.goto("about:blank")  # in a pocket
    box.table.begin(GAME.setup(NAMES, {"first_player": "black"}, "table"))
    for phone, seat in ((ann, "black"), (ben, "white")):  # they change colours for it
        phone.goto(box.url)
        phone.click(f"button[value={seat}]")
        phone.wait_for_selector("#ask")
        phone.goto("about:blank")
    screen.goto("about:blank")
    box.table.close()
    screen.goto(f"{box.url}/table")
    screen.locator(f"form[action$='{first}'] button").click()
    screen.get_by_role("button", name="Go on").click()
    screen.wait_for_selector(".screen")
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.goto(f"{box.url}/seat")
        expect(phone.locator("body")).to_contain_text(name)
    up_to_date(ann, box)
    ann.locator('[data-slot="e5"]').click()
    expect(ben.locator("#ask .mine")).to_be_visible()
    assert box.table.now().game_id == first
    assert list(box.table.now().position.state.board) == ["e5"]


def test_a_new_phone_says_thats_me_and_another_seat_says_yes(box, window):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    lost, ben = sit(window, box, "white"), sit(window, box, "black")
    new = window(**PHONE)
    new.goto(box.url)
    new.click("button[value=white]")
    expect(new.locator(".asked-for")).to_be_visible()
    expect(ben.locator(".handover")).to_contain_text("A phone says it's Ann.")
    expect(ben.locator(".handover")).to_be_in_viewport(ratio=1)  # without scrolling: somebody waits
    ben.locator(".handover button", has_text="Yes").click()
    expect(ben.locator(".handover")).to_have_count(0)
    expect(new.locator("#ask .mine")).to_be_visible()  # both phones notice by themselves
    expect(lost.locator("#ask .mine")).to_have_count(0)


def test_whoever_is_not_known_does_not_get_the_seat(box, window):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    ann = sit(window, box, "white")
    screen, stranger = window(viewport={"width": 800, "height": 480}), window(**PHONE)
    screen.goto(f"{box.url}/host/{TOKEN}")
    stranger.goto(box.url)
    stranger.click("button[value=white]")
    expect(screen.locator(".handover")).to_be_in_viewport(ratio=1)
    screen.locator(".handover button", has_text="No").click()
    expect(screen.locator(".handover")).to_have_count(0)
    expect(stranger.locator(".asked-for")).to_have_count(0)
    stranger.goto(f"{box.url}/seat")
    expect(stranger.locator("#ask .mine")).to_have_count(0)
    ann.goto(f"{box.url}/seat")
    expect(ann.locator("#ask .mine")).to_be_visible()
