"""Axe finds nothing on any page of the box, by day and by night; a page that is new has to be named here."""

import owners_board
from for_everyone import begin, complaints, still
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, gathering

from rules import packs

LOOKED_AT = {
    "/", "/seat", "/table", "/sheet", "/guide", "/rules/<name>", "/packs/", "/doctor", "/doctor/test",
    "/pretend/", "/print/<name>", "/print/mat", "/print/join",
    "/by-hand/<any(seat, table):page>", "/packs/<name>/join",
    "/calibrate/", "/teach/", "/camera/check", "/boards/", "/boards/<name>/photograph",
    "/boards/<name>/corners", "/boards/<name>", "/saved/<name>",
    "/photographs/<game>/<pack>", "/photographs/<game>/<pack>/<number>",  # in test_photographs
    "/looking-back/<any(seat, table):page>", "/keepsake/<any(seat, table):page>",  # in test_looking_back
    "/catch-me-up/<any(seat, table):page>",
    "/voice/", "/hall/", "/learn/now",  # the last in test_for_everyone
    "/network/", "/welcome/",  # in test_network
}  # fmt: skip

NOT_PAGES = {
    "/api/table", "/api/games", "/api/rules/<name>", "/api/openapi.json", "/join.svg", "/static/<path:filename>",
    "/static/games/<name>.css", "/static/games.css", "/packs/<name>/cards.json",
    "/events/<any(seat, table, join):page>", "/state/<any(seat, table, join):page>", "/host/<token>", "/pretend/seen",
    "/host/<token>/<any(pretend):page>", "/pretend/camera.jpg", "/pretend/try", "/packs/<name>/<pack>.zip",
    "/calibrate/look", "/calibrate/picture.jpg", "/calibrate/frozen.jpg", "/calibrate/pictures.zip", "/teach/known",
    "/teach/seen", "/teach/mat.jpg", "/teach/look/<int:number>.png", "/teach/piece.png", "/teach/<name>/<pack>.taught",
    "/boards/key/<token>", "/boards/-/<path:filename>", "/boards/key.svg", "/boards/<name>/photo.jpg",
    "/boards/<name>/<any('raw.jpg', 'flat.jpg'):which>", "/saved/<name>.txt", "/camera/choice/<int:number>.jpg",
    "/photographs/<game>/<pack>/<number>/<any(large, small):size>.jpg", "/photographs/<game>/<pack>/key.svg",
    "/photographs/key/<token>/<game>/<pack>", "/keepsake.html", "/portrait/<int:edition>/<kind>.svg",
    "/looking-back/<any(seat, table):page>/<int:at>", "/network/code.svg", "/network/back/<word>",
}  # fmt: skip
"""What answers a GET and shows nothing by itself: pictures, data, files, ways in."""


def test_every_page_there_is_was_looked_at(pretend):
    found = {rule.rule for rule in pretend.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert found - NOT_PAGES == LOOKED_AT


def test_axe_finds_nothing_on_the_boxs_own_pages(pretend, window):
    begin(pretend, "sleeping_gods", 12)  # a saved game on the start screen
    pretend.table.close()
    screen = window(**still(SCREEN))
    own = ("", "doctor", "packs/", "pretend/", "calibrate/", "teach/", "voice/", "hall/")
    own += ("print/silent_sea", "print/awakening", "print/sleeping_gods", "print/children_of_morta")
    for path in (f"host/{TOKEN}", *own, "camera/check", "boards/", f"saved/{pretend.table.games()[0].id}"):
        screen.goto(f"{pretend.url}/{path}")
        assert complaints(screen) == [], path
    screen.goto(f"{pretend.url}/table")
    screen.click("text=Print")
    screen.click(".prefs > summary")
    assert complaints(screen) == [], "menus"
    gathering(screen, pretend, "sleeping_gods")
    screen.click("text=More")
    screen.click(".houserules summary")
    screen.get_by_role("button", name="Rough sea").click()
    assert complaints(screen) == [], "house rules"


def answer(screen, name):
    """Tap, and wait until the next step has come: between two pages there is no button at all."""
    asked = screen.locator(".lead").inner_text()
    screen.get_by_role("button", name=name).click()
    expect(screen.locator(".lead")).not_to_have_text(asked)


def test_axe_finds_nothing_in_the_self_test(pretend, window):
    """Through every kind of step: a lamp to see, a button to press, and the report at the end."""
    screen = window(**still(SCREEN))
    screen.goto(f"{pretend.url}/host/{TOKEN}")
    screen.goto(f"{pretend.url}/doctor")
    screen.get_by_role("button", name="Try lamps and buttons").click()
    assert complaints(screen) == []
    answer(screen, "No")
    while screen.get_by_role("button", name="Yes").count():
        answer(screen, "Yes")
    expect(screen.locator(".lead")).to_contain_text("Press the")
    assert complaints(screen) == []
    # A finger on the box, and the page goes on by itself.
    button = pretend.health.self_test.step.part
    pretend.pretended.box.hold(button, True)
    pretend.pretended.box.hold(button, False)
    expect(screen.locator(".lead")).not_to_contain_text(f"Press the {button} button.")
    while screen.get_by_role("button", name="Nothing happens").count():
        answer(screen, "Nothing happens")
    expect(screen.locator(".lead")).to_contain_text("a look")
    assert complaints(screen) == []


def test_axe_finds_nothing_on_a_small_screen_and_on_phones(pretend, window):
    phone = window(**still(PHONE))
    for path in ("", f"host/{TOKEN}", "doctor", "packs/", "pretend/", "no/such/page"):
        phone.goto(f"{pretend.url}/{path}")
        assert complaints(phone) == [], path
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, path
    seven = window(**still({"viewport": {"width": 800, "height": 480}}))
    for path in (f"host/{TOKEN}", "doctor", "pretend/"):
        seven.goto(f"{pretend.url}/{path}")
        assert complaints(seven) == [], path
        assert seven.evaluate("document.documentElement.scrollWidth") <= 800, path
    for page, wide in ((phone, 390), (seven, 800)):
        gathering(page, pretend, "silent_sea")
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_axe_finds_nothing_on_the_log_sheet_and_on_the_tour(pretend, window):
    begin(pretend, "sleeping_gods", 60)
    screen = window(**still(SCREEN))
    screen.goto(f"{pretend.url}/host/{TOKEN}")
    screen.goto(f"{pretend.url}/sheet")
    assert complaints(screen) == []
    pretend.table.close()
    screen.goto(f"{pretend.url}/pretend/")
    screen.get_by_role("button", name="Try it").click()
    press = screen.locator("#tour li").nth(0)
    expect(press).to_have_class("next")
    screen.locator("[data-button=fate]").click()
    expect(press).to_have_class("ticked")
    assert complaints(screen) == []
    screen.goto("about:blank")


def test_axe_finds_nothing_while_somebody_draws_a_board(pretend, window, tmp_path):
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    screen = window(**still(SCREEN))
    screen.goto(f"{pretend.url}/host/{TOKEN}")
    screen.goto(f"{pretend.url}/boards/")
    screen.fill("[name=title]", "Our station")
    screen.click(".newboard button")
    assert complaints(screen) == [], "photograph"
    picture = owners_board.jpeg(owners_board.photograph())
    screen.set_input_files("[name=photo]", files=[{"name": "b.jpg", "mimeType": "image/jpeg", "buffer": picture}])
    screen.wait_for_selector(".corner")
    assert complaints(screen) == [], "corners"
    screen.click("text=These are the corners")
    screen.wait_for_selector("#draft")
    assert complaints(screen) == [], "draft"
