"""The lobby by taps: everybody comes in with their own phone, and comes, goes and changes places at any time."""

from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, TOKEN, come_in, gathering, place_of, seated, tap_begin, up_to_date

from rules.awakening import GAME
from rules.sleepers import GAME as SLEEPERS

SEVEN_INCH = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
IN_SIGHT = """selector => [].every.call(document.querySelectorAll(selector), function (each) {
  var at = each.getBoundingClientRect();
  return at.height > 0 && at.top >= 0 && at.bottom <= window.innerHeight && at.right <= window.innerWidth;
})"""


def test_two_taps_and_a_game_of_people_with_phones_begins(box, window):
    screen = window(**still(SEVEN_INCH))
    early = window(**still(PHONE))
    early.goto(box.url)  # before there is anything to join
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.tap("text=The Awakening")
    expect(screen.locator(".forhow")).to_have_text("2–5 players · 90–150 min")
    assert screen.evaluate(IN_SIGHT, ".scan img, .place, #begin .go")
    assert place_of(screen.locator(".scan img"))["width"] > 280

    expect(early.locator("h1")).to_have_text("Epoch: The Awakening")  # it follows by itself
    early.fill("[name=name]", "Ann")
    cleo = come_in(window, box, "pink", "Cleo")
    expect(early.locator(".place.in")).to_have_text("Cleois in")
    expect(early.locator("[name=name]")).to_have_value("Ann")  # and half a name is not lost by it
    assert complaints(early) == []
    early.tap("button[value=orange]")
    expect(early.locator(".youre-in")).to_contain_text("You're in, Ann.")
    assert complaints(early) == []
    expect(screen.locator("#begins")).to_have_text("with Ann and Cleo")
    assert screen.evaluate(IN_SIGHT, ".scan img, .place, #begin .go")

    cleo.tap("button[value=white]")  # another colour after all
    expect(screen.locator(".place.in a[data-naming=white]")).to_be_visible()
    seated(screen, {"black": "Dov"})  # who has no phone
    expect(cleo.locator(".place.named")).to_contain_text("Dov")
    assert complaints(screen) == []
    screen.tap("a[data-naming=black]")
    assert complaints(screen) == []
    screen.tap("text=Never mind")
    cleo.tap("text=Leave")
    expect(screen.locator("#begins")).to_have_text("with Ann and Dov")
    expect(cleo.locator("[name=name]")).to_have_value("Cleo")
    cleo.tap("text=Just watch")
    expect(cleo.locator(".asked-for")).to_be_visible()
    tap_begin(screen)
    expect(early.locator(".whoami")).to_contain_text("Ann")
    expect(cleo.locator(".whoami")).to_contain_text("Watching")
    assert box.table.now().setup.names == {"orange": "Ann", "black": "Dov"}


def test_the_code_is_one_tap_away_and_leads_to_another_seat_or_out(box, window):
    box.table.begin(GAME.setup({"orange": "Ann", "green": "Ben"}))
    screen, watcher, ann = (window(**still(each)) for each in (SEVEN_INCH, PHONE, PHONE))
    screen.goto(f"{box.url}/host/{TOKEN}")
    watcher.goto(f"{box.url}/seat")
    ann.goto(box.url)
    ann.tap("button[value=orange]")
    ann.wait_for_selector("#ask")
    for page in (screen, watcher, ann):
        page.tap(".people > summary")
        expect(page.locator(".invite img")).to_be_visible()
        assert page.evaluate(IN_SIGHT, ".invite img")
        assert complaints(page) == []
    screen.tap(".people > summary")
    expect(screen.locator(".invite img")).not_to_be_visible()

    watcher.tap("text=Take a seat")
    watcher.tap("button[value=green]")
    watcher.wait_for_selector("#ask")
    ann.tap("text=Another seat")
    ann.tap("button[value=green]")
    expect(ann.locator(".asked-for")).to_be_visible()
    watcher.locator(".handover button", has_text="Yes").tap()
    expect(ann.locator(".whoami")).to_contain_text("Ben")  # in the seat, not on the list
    assert list(box.table.claims()) == ["green"]
    ann.tap(".people > summary")
    ann.tap("text=Leave my seat")
    expect(ann.locator(".place.free")).to_have_count(2)
    assert box.table.claims() == {}


def test_whoever_comes_back_to_a_saved_game_taps_thats_me(box, window):
    name = box.table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table")).game_id
    box.table.claim("white", "a-phone-that-stayed-at-home")
    box.table.close()
    screen, ann, ben = window(**still(SEVEN_INCH)), window(**still(PHONE)), window(**still(PHONE))
    screen.goto(f"{box.url}/host/{TOKEN}")
    for phone in (ann, ben):
        phone.goto(box.url)
    screen.tap(f"form[action$='{name}'] button")
    expect(screen.locator(".place.away")).to_contain_text("Ann")
    assert complaints(screen) == []
    ben.tap("button[value=black]")
    expect(screen.locator(".place.in")).to_contain_text("Ben")
    ann.tap("button[value=white]")
    expect(screen.locator(".handover")).to_contain_text("A phone says it's Ann.")
    assert complaints(screen) == []
    screen.locator(".handover button", has_text="Yes").tap()
    expect(ann.locator("#ask .mine")).to_be_visible()
    expect(screen.locator(".place.in")).to_have_count(2)
    up_to_date(ann, box)
    ann.locator('#board [data-slot="e5"]').tap()
    screen.wait_for_selector(".screen")  # somebody plays: the lobby is over


def test_letters_twice_as_large_fit_the_lobby(box, window):
    screen, phone = window(**still(SEVEN_INCH)), window(**still(PHONE))
    for page in (screen, phone):
        page.goto(f"{box.url}/host/{TOKEN}" if page is screen else box.url)
        page.evaluate("window.screenPrefs.keep('size', '2')")
    gathering(screen, box, "silent_sea")
    expect(phone.locator(".place")).to_have_count(4)
    for _ in range(2):
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        phone.locator(".place button").first.tap()
        phone.wait_for_selector(".youre-in")
    assert screen.evaluate("document.documentElement.scrollWidth") <= 800
    screen.locator("#begin .go").scroll_into_view_if_needed()
    tap_begin(screen)
