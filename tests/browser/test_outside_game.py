"""Two phones and the 7-inch screen play a game that an installed package brings along."""

import pytest
from for_everyone import complaints
from playwright.sync_api import expect
from serving import TOKEN, Served, at_home, come_in, place_of, reach, sit, tap_begin, up_to_date

SEVEN_INCH = {"viewport": {"width": 800, "height": 480}, "has_touch": True}


@pytest.fixture
def box(harbour_lights, tmp_path):
    box = Served(tmp_path)
    with box.listening():
        yield box
    box.close()


def tap(phone, box, *places):
    """Tap the first of these that is there, as a finger would."""
    number = box.table.now().number
    up_to_date(phone, box)
    found = next(phone.locator(place) for place in places if phone.locator(place).count())
    reach(phone, found.first)
    expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


def wanted(moment):
    """What a player who wants to get on would do: light a boat if there is one, else moor one."""
    state, ask = moment.position.state, moment.ask
    values = [option.value for option in ask.options if not option.barred]
    dark = [value for value in values if value in state.board and not state.board[value].up]
    return (dark or values)[0]


def test_two_phones_play_it_to_its_end_by_taps(box, window, harbour_lights):
    at_home(box)
    screen = window(**SEVEN_INCH)
    screen.goto(f"{box.url}/host/{TOKEN}")
    card = screen.locator(".gamecard", has_text="Harbour Lights")
    expect(card).to_be_visible()
    card.tap()
    screen.locator("summary", has_text="More").tap()
    screen.get_by_role("button", name="Short night").tap()
    phones = {seat: come_in(window, box, seat, name) for seat, name in (("red", "Ann"), ("green", "Ben"))}
    tap_begin(screen)
    assert box.table.now().setup.toggles["lights"] == 3
    for phone in phones.values():  # out of the lobby, each by itself
        up_to_date(phone, box)
    assert complaints(phones["red"]) == []

    answers = 0
    while (moment := box.table.now()).ask is not None:
        phone = phones[moment.ask.seat]
        if hasattr(moment.ask, "dice"):
            tap(phone, box, "#ask button.fate")
        else:
            value = wanted(moment)
            buttons = f"#ask button[value='\"{value}\"']"
            tap(phone, box, f'#board [data-answer="{value}"]', f'#mine [data-answer="{value}"]', buttons)
        answers += 1
        assert answers < 120
    over = box.table.now().position.state.result["text"]
    for page in (*phones.values(), screen):
        expect(page.locator("#ask .over")).to_have_text(over)
    # The whole harbour is to be seen on the small screen, and no phone scrolls sideways.
    board = place_of(screen.locator(".harbour"))
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 480
    for page in (*phones.values(), screen):
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert complaints(screen) == []


@pytest.fixture
def pretend(harbour_lights, tmp_path):
    box = Served(tmp_path, pretend=True)
    with box.listening():
        yield box
    box.close()


def test_a_square_boat_moved_with_the_mouse_is_understood(pretend, harbour_lights, window):
    names = {"red": "Ann", "green": "Ben"}
    pretend.table.begin(harbour_lights.setup(names, {"tide": "slack"}, "table"))
    ben = sit(window, pretend, "green")
    page = window(viewport={"width": 1280, "height": 800})
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    boat = page.locator('.piece[data-place="hand red"]').first
    boat.wait_for()
    boat.drag_to(page.locator('.place[data-place="c3"]'))
    expect(ben.locator("#ask .mine")).to_contain_text("Moor a boat in any row")
    assert pretend.table.now().source == "camera"
    for each in (page, ben):
        each.goto("about:blank")
