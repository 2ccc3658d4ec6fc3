"""The end of a game by taps: a scrub from its first to its last moment, the page to keep, and being caught up."""

from datetime import UTC, datetime, timedelta

import pytest
from finished import SHORT, opened
from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, TOKEN, place_of, sit, up_to_date

from rules.games import game
from rules.sleepers import GAME

KIOSK = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
A_LONG_FIGURE = "document.querySelector('.finish .counted dd b').textContent = 'Captain Wilhelmina 4×, '.repeat(3)"
CUT = "[...document.querySelectorAll('.inhand, .finish')].some(each => each.scrollWidth > each.clientWidth)"

# Whose turn it was is told by more than a colour: each stretch of the strip stands in the row of its player's mark.
IN_ITS_ROW = """[...document.querySelectorAll(".scrub .turns rect[fill]")].every(each => {
  const at = each.getBoundingClientRect(), middle = at.top + at.height / 2;
  const own = document.querySelector(".scrub .mark:has([fill='" + each.getAttribute("fill") + "'])");
  const mark = own.getBoundingClientRect();
  return mark.height >= 8 && mark.top < middle && middle < mark.bottom;
})"""


def at(page, place):
    """The moment at *place* of the strip is drawn."""
    expect(page.locator("body")).to_have_attribute("data-at", str(place))


def both(box, window, seat):
    """A phone that has a seat and the box's own screen, at the end of a game whose figures are counted."""
    box.app.config["ENDINGS"].of(box.table.now())
    phone, screen = window(**still(PHONE)), window(**still(KIOSK))
    phone.goto(box.url)
    phone.tap(f'button[value="{seat}"]')
    screen.goto(f"{box.url}/host/{TOKEN}")
    return phone, screen


def dealt(box):
    """A game of Sleepers that the box dealt, ended by agreement: everybody has something hidden."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    for hex_, seat in (("e5", "white"), ("e6", "black"), ("d5", "white"), ("f6", "black")):
        box.table.answer(box.table.now().number, hex_, seat)
        box.table.answer(box.table.now().number, box.table.now().ask.options[0].value, seat)
    box.table.aside(box.table.now().number, "draw", "white")
    box.table.answer(box.table.now().number, "yes", "black")


def test_a_finished_game_is_scrubbed_from_its_first_to_its_last_moment(box, window):
    dealt(box)
    phone, screen = both(box, window, "white")
    last = len(box.table.story().deeds) - 1
    for page in (phone, screen):
        page.locator(".finish .lookback").tap()
        rail, said = page.get_by_role("slider"), page.locator("#said")
        at(page, last)
        expect(said).to_contain_text("Both agree on a draw.")
        # By its keys to the very beginning, by taps from moment to moment, and by a finger on the strip to the end.
        rail.press("Home")
        at(page, 0)
        expect(page.locator('#board [data-slot="e5"] [href*=face]')).to_have_count(0)
        for place in range(1, last):
            page.get_by_role("button", name="The next moment").tap()
            at(page, place)
            tiles = page.locator("#board [href*=face]")
            expect(tiles).to_have_count(
                len(box.table.back_at(box.table.story().deeds[place].number).position.state.board)
            )
        page.get_by_role("button", name="The moment before").tap()
        at(page, last - 2)
        # As it was seen then, and turned over.
        expect(page.locator('#board [href="#face-white-back"]')).to_have_count(2)
        page.get_by_role("button", name="Turn everything over").tap()
        expect(page.locator('#board [href="#face-white-back"]')).to_have_count(0)
        place = place_of(rail)
        page.touchscreen.tap(place["x"] + place["width"] - 14, place["y"] + place["height"] / 2)
        at(page, last)
        # It plays by itself, from the beginning if it stands at the end, and rests at the end.
        page.get_by_role("button", name="Play").tap()
        at(page, 0)
        at(page, 1)
        page.get_by_role("button", name="Pause").tap()
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        assert not page.evaluate(TOO_WIDE)
        page.get_by_role("link", name="Back").tap()
        expect(page.locator(".question.over")).to_be_visible()
    screen.get_by_role("button", name="Play again").tap()
    expect(screen.get_by_role("button", name="Begin with Ann and Ben")).to_be_visible()


@pytest.mark.parametrize("name", SHORT)
def test_the_end_the_strip_and_the_page_to_keep_of_every_game(box, window, name, tmp_path):
    opened(box, name)
    phone, screen = both(box, window, box.table.now().seats[0])
    story, why = box.table.story(), box.table.now().position.state.result["text"]
    middle = len(story.deeds) // 2
    for page in (phone, screen):
        expect(page.locator(".question.over")).to_contain_text(why.split(":")[0])
        expect(page.locator(".finish .counted")).to_contain_text(f"{game(name).turn_words}s")
        page.evaluate(A_LONG_FIGURE)
        assert not page.evaluate(CUT)
        page.locator(".finish .lookback").tap()
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        page.get_by_role("button", name="The moment before").tap()
        at(page, len(story.deeds) - 2)
        page.get_by_role("slider").tap()  # in its middle, once it stands still
        expect(page.locator("#when")).to_contain_text(f"{game(name).turn_words} ")
        expect(page.locator("body")).not_to_have_attribute("data-at", str(len(story.deeds) - 1))
        assert abs(int(page.get_by_role("slider").input_value()) - middle) <= len(story.deeds) // 20 + 1
        assert page.evaluate(IN_ITS_ROW)
        assert complaints(page) == []
        assert not page.evaluate(TOO_WIDE)
        page.get_by_role("link", name="Keep this").tap()
        expect(page.locator(".keepsake .result")).to_contain_text(why.split(":")[0])
        assert not page.evaluate(TOO_WIDE)
    assert complaints(phone) == []
    with screen.expect_download() as kept:
        screen.get_by_role("link", name="Save as a file").tap()
    file = window(viewport={"width": 900, "height": 1200})
    kept.value.save_as(tmp_path / "kept.html")
    file.goto(f"file://{tmp_path}/kept.html")
    expect(file.locator(".keepsake .result")).to_contain_text(why.split(":")[0])
    assert file.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1


def test_letters_twice_as_large_fit_the_end_and_the_strip(box, window):
    opened(box, "silent_sea")
    box.app.config["ENDINGS"].of(box.table.now())
    phone = window(**still(PHONE))
    phone.add_init_script("try { localStorage.setItem('tableside.size', '2') } catch (e) {}")
    for path in ("seat", "looking-back/seat", "keepsake/seat", "catch-me-up/seat"):
        phone.goto(f"{box.url}/{path}")
        assert not phone.evaluate(TOO_WIDE), path


def test_who_was_away_is_caught_up_in_five_sentences(box, window):
    opened(box, "sleeping_gods", "totems", steps=300, begun=datetime.now(UTC) - timedelta(days=7))
    screen, phone = window(**still(KIOSK)), sit(window, box, "north")
    screen.goto(f"{box.url}/host/{TOKEN}")
    for page in (screen, phone):
        card = page.locator("#catchup")
        expect(card.locator("p")).to_have_count(5)
        expect(card).to_contain_text("Last time")
        assert complaints(page) == []
        card.get_by_role("button", name="Thanks").click()
        expect(card).to_be_empty()
    # Told once is enough; the link beside the log tells it again, with the whole journey.
    phone.reload()
    up_to_date(phone, box)
    expect(phone.locator("#catchup p")).to_have_count(0)
    phone.locator("#log").get_by_role("link", name="Catch me up").click()
    expect(phone.locator(".journey")).to_contain_text("Quests done")
    assert complaints(phone) == []


def test_who_comes_back_from_the_kitchen_hears_what_was_missed(box, window):
    opened(box, "sleepers", steps=20, begun=datetime.now(UTC) - timedelta(minutes=9))
    phone = sit(window, box, "white")
    up_to_date(phone, box)
    key = f"tableside.here.{box.table.now().game_id}.seat"
    phone.evaluate(f"localStorage.setItem('{key}', JSON.stringify({{n: 2, at: Date.now() - 600000}}))")
    phone.goto(f"{box.url}/rules/sleepers")
    phone.evaluate(f"localStorage.setItem('{key}', JSON.stringify({{n: 2, at: Date.now() - 600000}}))")
    phone.goto(f"{box.url}/seat")
    expect(phone.locator("#catchup")).to_contain_text("While you were away")
    expect(phone.locator("#catchup p").last).to_contain_text("turn.")
