"""An evening by taps alone: begin, watch, rule, offer a draw, put away, and a copy put back the day after."""

import pytest
from playwright.sync_api import expect
from serving import PHONE, TOKEN, Served, seated, sit, tap_begin

from device.cli import main

TAKES_TAPS = "body:not([data-locked])"  # a question that just changed takes none
OWN_SCREEN = {"viewport": {"width": 800, "height": 480}, "has_touch": True}


@pytest.fixture
def told(capsys):
    """What a command says."""

    def run(*arguments):
        capsys.readouterr()
        assert main([str(each) for each in arguments]) == 0
        return capsys.readouterr().out

    return run


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def decide(page, path, value, why, who=""):
    """Change something by hand, as those do who know where it stands."""
    page.locator("#tools a", has_text="Change something by hand").click()
    ruling = page.locator(".ruling")
    ruling.locator("summary").click()
    if who:
        ruling.locator("[name=who]").fill(who)
    for name, words in (("path", path), ("value", value), ("why", why)):
        ruling.locator(f"[name={name}]").fill(words)
    ruling.locator("button", has_text="Change it").click()


def stock(page, seat):
    return page.locator("#seats li", has_text=seat).locator("dl div", has_text="In the stock").locator("dd")


def recruit(phone, hex_):
    phone.locator("#ask .mine").wait_for()
    phone.locator(TAKES_TAPS).wait_for()
    phone.locator(f'#board [data-slot="{hex_}"]').click()
    phone.locator("#ask .mine", has_text="Which tile").wait_for()
    phone.locator(TAKES_TAPS).wait_for()
    phone.locator("#ask form button[name=answer]").first.click()
    phone.locator("#ask .waiting").wait_for()


def test_an_evening_and_the_day_after(tmp_path, window, told):
    first = Served(tmp_path)
    with first.listening():
        screen = begin(first, window)
        ann, ben, watcher = around(first, window, screen)
        rule(ann, ben, watcher, screen)
        offer_a_draw(ann, ben, watcher, screen)
        copy = told("--data", tmp_path, "backup").split(" copied to ")[1].strip().removesuffix(".")
        recruit(ben, "d4")  # the copy knows nothing of this
        put_away(ann, watcher, screen)
        for page in (ann, ben, watcher, screen):
            page.goto("about:blank")
    first.close()
    assert told("--data", tmp_path, "restore", copy).startswith("1 game is back")
    again = Served(tmp_path)
    with again.listening():
        the_day_after(again, ann, ben, screen)
    again.close()


def begin(box, window):
    """On the box's own screen: who plays, and go."""
    screen = window(**OWN_SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.locator(".gamecard", has_text="Sleepers").click()
    seated(screen, {"white": "Ann", "black": "Ben"})
    screen.locator("summary", has_text="More").click()
    screen.locator(".houserules summary").click()
    screen.select_option("[name='toggle.first_player']", "white")
    tap_begin(screen)
    assert fits(screen)
    return screen


def around(box, window, screen):
    """Two phones take seats, a third just watches; the first tile is laid."""
    ann, ben = sit(window, box, "white"), sit(window, box, "black")
    watcher = window(**PHONE)
    watcher.goto(box.url)
    watcher.locator("text=Just watch").click()
    expect(watcher.locator(".bar")).to_contain_text("Watching")
    recruit(ann, "e5")
    expect(watcher.locator("#log")).to_contain_text("Ann recruits a sleeper on e5.")
    # What nobody but Ann may know is nowhere on the page, and there is nothing to be done there.
    kind = box.table.now().position.state.board["e5"].kind
    assert kind not in watcher.content()
    expect(watcher.locator("#ask form, #tools form, #mine *")).to_have_count(0)
    assert all(fits(page) for page in (ann, ben, watcher, screen))
    return ann, ben, watcher


def rule(ann, ben, watcher, screen):
    """The table overrules the box: from a phone, from the box's screen, refused, and only proposed."""
    everybody = (ann, ben, watcher, screen)
    decide(ann, "sides.white.stock", "20", "six fell under the sofa")
    for page in everybody:
        expect(page.locator("#log")).to_contain_text("By hand (Ann, six fell under the sofa)")
        expect(stock(page, "Ann")).to_have_text("20")
    decide(ann, "sides.white.stock", "31", "and some more came")
    expect(ann.locator("#told")).to_have_text("Ann cannot have 31 tiles in the stock; it is 0 to 30 (SL-9).")
    ann.locator(".bar a", has_text="Back").click()
    decide(screen, "sides.white.stock", "26", "found again", who="Cid, who looks on")
    for page in everybody:
        expect(stock(page, "Ann")).to_have_text("26")
        expect(page.locator("#log")).to_contain_text("By hand (Cid, who looks on, found again)")
    expect(screen.locator("#ask .question")).to_be_in_viewport()  # it stands above what was just filled in
    decide(ben, "board.e5.up", "true", "let us see")
    for page in everybody:
        expect(page.locator("#ask .proposal")).to_contain_text("It would show something hidden")
    ann.locator("#ask .proposal button", has_text="No").click()
    for page in everybody:
        expect(page.locator("#ask .proposal")).to_have_count(0)
    assert all(fits(page) for page in everybody)


def offer_a_draw(ann, ben, watcher, screen):
    """What can be done at any time is asked beside the pending question, which stands until it is settled."""
    asked = ben.locator("#ask .mine").inner_text()
    ann.locator("#tools button", has_text="Offer a draw").click()
    expect(ben.locator("#ask .mine")).to_contain_text("Ann offers a draw. Do you agree?")
    for page in (ann, watcher, screen):
        expect(page.locator("#ask .question")).to_contain_text("Ann offers a draw.")
    ben.locator(TAKES_TAPS).wait_for()
    ben.locator("#ask button", has_text="Play on").click()
    for page in (ann, ben, watcher, screen):
        expect(page.locator("#log")).to_contain_text("Ben plays on.")
    expect(ben.locator("#ask .mine")).to_have_text(asked)


def put_away(ann, watcher, screen):
    screen.locator("#controls").click()  # everybody has a phone: it was a stage all the time
    screen.locator(".menu summary").click()
    screen.locator("button", has_text="Put away").click()
    screen.wait_for_selector(".start")
    expect(screen.locator(".savedgame")).to_contain_text("Ann, Ben")
    for page in (ann, watcher):  # phones wait for the next game by themselves
        expect(page.locator("body")).to_contain_text("No game is open yet.")
    assert fits(screen)


def the_day_after(box, ann, ben, screen):
    """The copy is gone on with; whose phone sat where is not in it, so everybody taps their seat once."""
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.locator(".savedgame", has_text="Ann, Ben").click()
    expect(screen.locator(".gather")).to_contain_text("Welcome back.")
    for phone, seat in ((ann, "white"), (ben, "black")):
        phone.goto(box.url)
        phone.click(f"button[value={seat}]")
        phone.wait_for_selector("#ask")
    assert list(box.table.now().position.state.board) == ["e5"]
    expect(ben.locator("#log")).to_contain_text("Ben plays on.")
    expect(screen.locator(".place.in")).to_have_count(2)
    recruit(ben, "i5")  # and it goes on, also on the screen
    expect(screen.locator("#log")).to_contain_text("Ben recruits a sleeper on i5.")
    assert sorted(box.table.now().position.state.board) == ["e5", "i5"]
