"""An owner photographs the board, taps it on a phone, and plays on it."""

import owners_board
import pytest
from for_everyone import complaints
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, gathering, place_of, seated, tap_begin, until

from rules import packs
from rules.silent_sea import GAME
from rules.silent_sea.pack import opened
from web.games.silent_sea.pages import editor_token

NAMES = {"white": "Ann", "yellow": "Ben", "red": "Cem", "blue": "Dia"}


@pytest.fixture
def shelf(tmp_path):
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    return tmp_path / "packs" / "silent_sea"


def tap(page, at):
    """A finger on the photograph, at a place given as parts of the board."""
    svg = page.locator("#draft")
    svg.scroll_into_view_if_needed()
    box = place_of(svg)
    page.mouse.click(box["x"] + at[0] * box["width"], box["y"] + at[1] * box["height"])


def take(page, tool):
    page.click(f"[data-tool={tool}]")


def room(page, place, kind="plain", name=""):
    take(page, "room")
    tap(page, owners_board.PLACES[place])
    page.select_option("#place [name=kind]", kind)
    if name:
        page.fill("#place [name=label]", name)
        page.press("#place [name=label]", "Tab")
    page.click("#place [data-do=close]")


def come_from(page, place):
    """Go on from a place that is there already."""
    page.uncheck("#joined")
    tap(page, owners_board.PLACES[place])
    page.check("#joined")


def drag_corners(page):
    picture = place_of(page.locator("#picture"))
    for number, (x, y) in enumerate(owners_board.CORNERS):
        ring = page.locator(f"[data-corner='{number}']")
        at = place_of(ring)
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.mouse.down()
        page.mouse.move(picture["x"] + x * picture["width"], picture["y"] + y * picture["height"], steps=4)
        page.mouse.up()


def photographed(page, box, title):
    page.fill("[name=title]", title)
    page.click(".newboard button")
    page.set_input_files(
        "[name=photo]",
        files=[{"name": "board.jpg", "mimeType": "image/jpeg", "buffer": owners_board.jpeg(owners_board.photograph())}],
    )
    page.wait_for_selector(".corner")
    until(page, "document.querySelector('#picture img').complete")
    drag_corners(page)
    page.click("text=These are the corners")
    page.wait_for_selector("#draft")


@pytest.mark.timeout(180)
def test_an_owner_taps_the_board_on_a_phone_and_plays_on_it(box, window, shelf):
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.goto(f"{box.url}/boards/")
    key = screen.request.get(f"{box.url}/boards/key.svg")
    assert key.ok
    phone = window(**PHONE)
    phone.goto(f"{box.url}/boards/")
    expect(phone.locator("main")).to_contain_text("on a phone that scanned the code there")

    phone.goto(f"{box.url}/boards/key/{editor_token(TOKEN)}")
    photographed(phone, box, "Our station")
    expect(phone.locator("#missing")).to_contain_text("Nothing is tapped yet")
    expect(phone.locator("#finish button")).to_be_disabled()

    room(phone, "AIRLOCK", name="Airlock")  # the first place is where the figures start
    take(phone, "space")
    tap(phone, owners_board.PLACES["s1"])
    tap(phone, (0.31, 0.31))  # a slip of the finger
    assert phone.locator(".spot").count() == 3
    phone.click("#undo")
    assert phone.locator(".spot").count() == 2
    take(phone, "junction")
    tap(phone, owners_board.PLACES["x1"])
    room(phone, "LAB", "water_lab")
    take(phone, "space")
    come_from(phone, "x1")
    room(phone, "CRISIS", "crisis")
    take(phone, "space")
    come_from(phone, "x1")
    tap(phone, owners_board.PLACES["s2"])
    page_size = phone.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert page_size[0] <= page_size[1]  # nothing makes the page itself scroll sideways
    phone.uncheck("#joined")
    room(phone, "REACTOR", "plain", "Reactor")
    room(phone, "EXIT", "extraction")
    expect(phone.locator("#missing")).to_contain_text("No way leads to the Reactor and the Extraction Point.")
    expect(phone.locator("#finish button")).to_be_disabled()

    take(phone, "way")
    for place in ("s2", "REACTOR", "REACTOR", "EXIT"):
        tap(phone, owners_board.PLACES[place])
    expect(phone.locator("#missing li")).to_have_count(0)
    expect(phone.locator("#hints")).to_contain_text("This board has 1 Water Labs")
    middle = [sum(pair) / 2 for pair in zip(owners_board.PLACES["s2"], owners_board.PLACES["REACTOR"], strict=True)]
    tap(phone, middle)
    phone.check("#way [name=closed]")
    phone.click("text=Ready: play on this board")
    expect(phone.locator("h1")).to_have_text("Our station is ready to play")

    made = opened("our_station").board
    assert sorted(node.kind for node in made.nodes) == ["junction"] + ["room"] * 5 + ["space"] * 2
    for node in made.nodes:
        printed = next(at for at in owners_board.PLACES.values() if abs(at[0] - node.x) + abs(at[1] - node.y) < 0.02)
        assert printed
    assert [edge.closed for edge in made.edges].count(True) == 1
    assert (shelf / "our_station" / "photo.jpg").is_file()
    play_on_it(box, window, screen)


def play_on_it(box, window, screen):
    """Chosen at set-up, drawn over the photograph, and walked on."""
    gathering(screen, box, "silent_sea")
    seated(screen, NAMES)
    screen.click("text=More")
    screen.select_option("[name=pack]", "our_station")
    tap_begin(screen)
    screen.wait_for_selector(".screen .seaboard image")
    for _ in NAMES:
        box.table.answer(box.table.now().number, True, box.table.now().ask.seats[0])
    for answer in ("agreed", "engineer", "astrobiologist", "doctor"):
        box.table.answer(box.table.now().number, answer)
    phone = window(**PHONE)
    phone.goto(box.url)
    phone.click("button[value=white]")
    phone.wait_for_selector(".seaboard.photographed")
    loaded = "fetch(document.querySelector('.seaboard image').getAttribute('href')).then(r => r.ok)"
    assert phone.evaluate(loaded)
    lab = next(node.id for node in opened("our_station").board.nodes if node.room_type == "water_lab")
    phone.locator(f'#board [data-answer="to:{lab}"]').click()
    expect(phone.locator("#ask .mine")).to_contain_text("2 Spaces to go.")  # the sample is taken
    state = box.table.now().position.state
    assert (state.players["white"].node, state.players["white"].samples) == (lab, 1)
    GAME.check(state)


@pytest.mark.timeout(180)
def test_a_keyboard_is_enough_and_axe_finds_nothing(box, window, shelf):
    page = window(**SCREEN, reduced_motion="reduce")
    page.goto(f"{box.url}/host/{TOKEN}")
    page.goto(f"{box.url}/boards/")
    assert complaints(page) == []
    page.fill("[name=title]", "By keyboard")
    page.press("[name=title]", "Enter")
    page.wait_for_selector("[name=photo]")
    assert complaints(page) == []
    picture = owners_board.jpeg(owners_board.photograph(800, 600))
    page.set_input_files("[name=photo]", files=[{"name": "b.jpg", "mimeType": "image/jpeg", "buffer": picture}])
    ring = page.locator("[data-corner='0']")
    ring.focus()
    before = page.input_value("[name=corners]").split()
    ring.press("ArrowRight")
    ring.press("Shift+ArrowDown")
    after = page.input_value("[name=corners]").split()
    assert (float(after[0]) > float(before[0]), float(after[1]) > float(before[1])) == (True, True)
    assert complaints(page) == []
    page.press("[name=width]", "Enter")
    draft = page.locator("#draft")
    draft.wait_for()
    draft.focus()
    draft.press("Enter")  # the cross begins in the middle
    draft.press("Shift+ArrowRight")
    draft.press("Enter")
    expect(page.locator(".spot")).to_have_count(2)
    expect(page.locator(".way")).to_have_count(1)
    draft.press("Control+z")
    expect(page.locator(".spot")).to_have_count(1)
    page.click("summary:has-text('All places')")
    page.locator("#list button").first.press("Enter")
    page.fill("#place [name=label]", "Airlock")
    page.press("#place [name=label]", "Tab")
    expect(page.locator("#placetitle")).to_have_text("Space: Airlock")
    expect(page.locator("#missing")).to_contain_text("No room is the Extraction Point yet")
    assert complaints(page) == []
