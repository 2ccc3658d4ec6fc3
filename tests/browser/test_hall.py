"""The hall in a browser: a table calls for help with one tap, the desk answers with one, and everybody sees it."""

import random
import time

import pytest
from broker import Broker
from for_everyone import complaints
from halls import NAMES, TOKEN, a_hall, some_tables, tell
from playwright.sync_api import expect
from serving import SCREEN, sit
from serving import TOKEN as HOST

from rules.sleepers import GAME

FITS = """() => [document.documentElement, ...document.querySelectorAll("article, aside")].every(
    each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight)"""
"""Nothing of the page, of a card or of the lists is cut off."""

STAGE = {"viewport": {"width": 800, "height": 480}}


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path)
    yield broker
    broker.kill()


@pytest.fixture
def hall(tmp_path, broker):
    """Made before any window is opened, so that it goes only when all are closed."""
    with a_hall(tmp_path / "hall", broker) as hall:
        yield hall


def test_help_is_one_tap_away_and_so_is_the_answer(box, broker, hall, window):
    """The owner joins the hall by taps; then somebody at the table is stuck."""
    stage = window(**STAGE)
    stage.goto(f"{box.url}/host/{HOST}")
    stage.click("text=Hall")
    expect(stage.locator("[role=status]")).to_contain_text("tells nobody")
    stage.fill("[name=address]", "127.0.0.1")
    stage.click("summary:has-text('More')")
    stage.fill("[name=port]", str(broker.port))
    stage.fill("[name=name]", "Table 7")
    stage.fill("[name=user]", "table-7")
    stage.click("text=Join the hall")
    expect(stage.locator("[role=status]")).to_contain_text("knows this table as “Table 7”")
    assert complaints(stage) == []
    box.table.begin(GAME.setup(2, custody="box"))
    stage.goto(f"{box.url}/table")
    phone = sit(window, box, "white")
    desk, wall = window(**SCREEN), window(**SCREEN)
    desk.goto(f"{hall.url}/host/{TOKEN}")
    wall.goto(hall.url)
    expect(wall.locator("#t-table-7")).to_contain_text("Sleepers")

    phone.locator("#callhelp button").click()
    expect(phone.locator("#called")).to_contain_text("You called for help.")
    phone.fill("#called [name=words]", "A piece is missing")
    phone.click("text=Say it")
    expect(stage.locator("#called")).to_contain_text("“A piece is missing”")
    expect(wall.locator("#helped")).to_contain_text("A piece is missing")
    expect(wall.locator("#t-table-7")).to_contain_text("Needs help")
    assert complaints(wall) == []
    line = desk.locator("form.line")
    assert line.locator("button").bounding_box()["width"] < line.bounding_box()["width"] / 3  # beside its words
    desk.click("text=Coming")
    expect(stage.locator("#called")).to_contain_text("Help is on its way.")
    expect(phone.locator("#called")).to_contain_text("Help is on its way.")
    expect(wall.locator("#t-table-7")).to_contain_text("Help is coming")
    desk.click("text=Done")
    expect(phone.locator("#called")).to_be_empty()
    phone.locator("#callhelp button").click()
    expect(wall.locator("#helped")).to_contain_text("Table 7")
    phone.click("text=Never mind")
    expect(stage.locator("#called")).to_be_empty()
    expect(wall.locator("#helped")).to_be_empty()
    box.hall.change({"on": False})
    expect(wall.locator("#tables")).to_contain_text("No tables yet")


def test_a_tournament_is_held_at_the_desk_and_two_hundred_tables_fit_on_one_screen(hall, window):
    for name, state in some_tables(200, time.time()).items():
        tell(hall.house, name, state)
    wall = window(viewport={"width": 1920, "height": 1080})
    wall.clock.install()
    wall.goto(hall.url)
    expect(wall.locator("article")).to_have_count(200)
    assert wall.evaluate(FITS)
    expect(wall.locator("#waiting")).to_be_visible()
    desk = window(**SCREEN)
    desk.goto(f"{hall.url}/host/{TOKEN}")
    desk.fill("[name=entries]", "\n".join(random.Random(1).sample(NAMES, 5)))
    desk.click("text=Pair round 1")
    expect(desk.locator(".pairing")).to_have_count(2)
    expect(wall.locator(".pairs li:visible")).to_have_count(3)  # where to go is told before anything else
    assert wall.evaluate(FITS)
    assert complaints(desk) == []
    expect(desk.get_by_role("button", name="End")).to_have_count(0)  # not by mistake
    for number in (0, 1):
        desk.locator("[value=first]").nth(number).click()
        expect(desk.locator("[value=first]").nth(number)).to_have_attribute("aria-pressed", "true")
    expect(wall.locator("#tournament")).to_contain_text("round 1 of 3")
    desk.click("text=Pair round 2")
    expect(wall.locator("#tournament")).to_contain_text("round 2 of 3")
    free = next(each for each in hall.house.tables if each.is_free)
    desk.locator(f"form[action='/free/{free.box}'] button").click()
    expect(wall.locator("#calls")).to_contain_text(f"{free.name} is free.")
    wall.clock.fast_forward(90_000)
    expect(wall.locator("#calls")).to_be_empty()


def test_every_pair_of_a_big_tournament_has_its_turn_on_a_small_wall(hall, window):
    """There is no room for all at once, and everybody has to find their table."""
    for name, state in some_tables(40, time.time()).items():
        tell(hall.house, name, state)
    hall.house.begin("Cup", "sleepers", [f"{name} {letter}." for name in NAMES for letter in "KMS"])
    wall = window(**STAGE)
    wall.clock.install()
    wall.goto(hall.url)
    pairs, seen = hall.house.tournament.pairings, set()
    expect(wall.locator(".pairs li")).to_have_count(len(pairs))
    for _ in pairs:
        assert wall.evaluate(FITS)
        shown = wall.locator(".pairs li:visible b").all_inner_texts()
        assert 0 < len(shown) < len(pairs)
        seen.update(shown)
        if len(seen) == len(pairs):
            break
        wall.clock.fast_forward(10_000)
    assert seen == {f"{each.first} – {each.second}" for each in pairs}
