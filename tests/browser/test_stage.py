"""The box's own screen as a stage: the table and what is asked, in letters one reads from across the room."""

import random

import pytest
from finished import RECORDED, SHORT, opened, record
from for_everyone import complaints, still
from how_many import so_many
from layout import faults
from playwright.sync_api import expect
from serving import TOKEN, up_to_date

from rules.games import NAMES, game
from rules.position import some_step
from rules.sleepers import GAME

SIZES = ((800, 480), (1024, 600), (1920, 1080))
CAPITAL = 0.7  # of the size of letters


@pytest.fixture
def screen(box, window):
    def open_screen(size=SIZES[0], *, staged=False):
        page = window(**still({"viewport": {"width": size[0], "height": size[1]}, "has_touch": True}))
        page.add_init_script("try { localStorage.setItem('tableside.size', '2') } catch (e) {}")
        if staged:
            page.add_init_script("sessionStorage.setItem('stage', 'on')")
        page.clock.install()
        page.goto(f"{box.url}/host/{TOKEN}")
        page.goto(f"{box.url}/table")
        return page

    return open_screen


def test_left_alone_it_shows_the_table_and_the_question_until_somebody_wants_more(box, screen):
    box.app.config["QUIET_SCREEN"] = 120
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    page = screen()
    menu, log, headline = page.locator(".bar .menu"), page.locator("#log"), page.locator("#ask .question")
    page.clock.run_for(60_000)
    expect(menu).to_be_visible()
    page.clock.run_for(65_000)
    expect(menu).to_be_hidden()
    expect(headline).to_contain_text("Ann: Recruit one tile")
    # A tile is tapped on the board as ever; a move changes the headline and brings no buttons.
    up_to_date(page, box)
    page.locator('#board [data-slot="e5"]').click()
    expect(headline).to_contain_text("Ben: Recruit one tile")
    expect(menu).to_be_hidden()
    # A tap beside the board brings everything, one in the menu sends it away.
    headline.click()
    expect(menu).to_be_visible()
    expect(log).to_be_visible()
    page.click("summary[aria-label=Menu]")
    page.click("text=Only the table")
    expect(menu).to_be_hidden()
    page.click("text=Answers and menu")
    expect(log).to_be_visible()


def test_whoever_asks_for_a_seat_is_seen_on_the_stage(box, screen):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    box.client("white")
    page = screen()
    page.click("summary[aria-label=Menu]")
    page.click("text=Only the table")
    box.client().post("/thats-me", data={"seat": "white"})
    expect(page.locator(".handover")).to_be_visible()
    page.locator(".handover button", has_text="Yes").click()
    expect(page.locator(".handover")).to_have_count(0)
    expect(page.locator(".bar .menu")).to_be_hidden()


@pytest.mark.timeout(so_many(300, 3600))
@pytest.mark.parametrize("name", NAMES)
def test_all_of_it_is_seen_at_every_size_whoever_plays_and_what_is_asked_is_large(box, screen, name):
    """As many players as there can be, with the longest names and the largest letters, in whatever they get into."""
    played, luck = game(name), random.Random(name)
    names = (
        "Bartholomew-Maximilian 1",
        "Wilhelmina Featherstone",
        "Guðrún Ósvífursdóttir",
        "Maximiliane von Hohenberg",
    )
    people = dict(zip(played.seats, (*names, "Ottoline Quartermaine"), strict=False))
    setup = played.setup({seat: name[:24] for seat, name in people.items()})
    box.table.begin(setup)
    pages = [screen(size, staged=True) for size in SIZES]
    for number in range(so_many(3, 200)):
        for page, (_, height) in zip(pages, SIZES, strict=True):
            up_to_date(page, box)
            page.locator("body.stage").wait_for()  # a page that began anew
            assert faults(page, ".screen > :not(#scene)") == [], box.table.now().ask
            letters = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#ask .question')).fontSize)")
            assert letters * CAPITAL >= height / 25
            if number == 0 and page is pages[0]:
                assert complaints(page) == []
        for _ in range(9):
            moment = box.table.now()
            if moment.ask is None:
                moment = box.table.begin(setup)
            step = some_step(played, moment.position.state, moment.ask, luck)
            (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)


@pytest.mark.timeout(so_many(300, 3600))
@pytest.mark.parametrize("name", NAMES)
def test_every_end_is_seen_whole_at_every_size(box, screen, name):
    """Who won and why, what was counted, and the table as it was left."""
    recorded = sorted(each.stem for each in (RECORDED / name / "recorded").glob("*.json"))
    ends = [each for each in recorded if record(name, each).setup.pack == "demo"]
    pages = None
    for which in so_many([SHORT[name]], ends):
        opened(box, name, which)
        if box.table.now().ask:
            continue  # a campaign that went on
        pages = pages or [screen(size, staged=True) for size in SIZES]
        for page in pages:
            up_to_date(page, box)
            page.locator("#ask .turns rect").first.wait_for(state="attached")
            page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            assert faults(page, ".screen > :not(#scene)") == [], which
    assert pages
