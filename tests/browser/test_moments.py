"""Moments: what was drawn tumbles, stories fill the stage page by page, and what everybody should see is a scene."""

import random

import pytest
from for_everyone import begin, complaints
from playwright.sync_api import expect
from serving import TOKEN, meanwhile, sit, up_to_date

from rules import moment as moments
from rules.chance import DrawFate
from rules.games import game


@pytest.fixture
def screen(box, window):
    page = window(viewport={"width": 800, "height": 480}, has_touch=True, reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"{box.url}/host/{TOKEN}")
    return page


def play_until(box, true):
    moment = box.table.now()
    people = moment.position.game.sensible(random.Random(5))
    while not true(moment := box.table.now()):
        step = people.step(moment.position.state, moment.ask)
        (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)


def test_fate_tumbles_on_stage_and_phones_and_the_true_number_is_there_from_the_start(box, window, screen):
    begin(box, "sleeping_gods", 0)
    play_until(box, lambda moment: isinstance(moment.ask, DrawFate))
    screen.goto(f"{box.url}/table")
    phone = sit(window, box, "north")
    up_to_date(screen, box)
    screen.get_by_role("button", name="Draw").click()
    meanwhile(screen, lambda: box.table.now().drawn)
    drawn = box.table.now().drawn
    face = screen.locator("#scene .face")
    expect(face).to_be_visible()
    expect(face).to_have_text(drawn)
    assert face.get_attribute("data-face")
    expect(phone.locator("#ask [data-tumble]")).to_have_text(drawn)
    screen.clock.run_for(1300)
    assert face.get_attribute("data-face") is None
    screen.clock.run_for(3000)
    expect(face).to_be_hidden()


def test_a_story_fills_the_stage_page_by_page(box, screen, monkeypatch):
    monkeypatch.setattr(moments, "A_PAGE", 120)
    begin(box, "sleeping_gods", 0)
    play_until(box, lambda moment: len(moment.story) > 2)
    screen.goto(f"{box.url}/table")
    book, story = screen.locator("#scene .book"), box.table.now().story
    for page, words in enumerate(story):
        expect(book).to_contain_text(f"{page + 1} of {len(story)}")
        expect(book).to_contain_text(words.split("\n\n")[-1])
        if page == 0:
            assert complaints(screen) == []
        if page + 1 < len(story):
            screen.get_by_role("button", name="The next page").click()
    screen.get_by_role("button", name="The page before").click()
    expect(book).to_contain_text(f"{len(story) - 1} of {len(story)}")
    # A tap on the book shows the board again; turning by the box's own button brings it back.
    book.click(position={"x": 30, "y": 30})
    expect(book).to_be_hidden()
    assert box.table.turn_page(box.table.now().number)
    expect(book).to_be_visible()


def test_the_ways_on_stand_below_a_story_for_all_to_talk_about(box, screen):
    begin(box, "sleeping_gods", 0)
    play_until(
        box, lambda moment: moment.story and 1 < len(getattr(moment.ask, "options", ())) < 6 and moment.ask.story
    )
    screen.goto(f"{box.url}/table")
    open_ones = [each.label for each in box.table.now().ask.options if not each.barred]
    ways = screen.locator("#scene .onward li")
    expect(ways).to_have_text(open_ones, ignore_case=True)
    expect(ways.last).to_be_in_viewport(ratio=1)


def test_a_boss_enters_with_its_portrait(box, screen):
    begin(box, "children_of_morta", 0)
    play_until(box, lambda moment: moment.story and "appears!" in moment.ask.text)
    screen.goto(f"{box.url}/table")
    boss = box.table.now().ask.paragraph
    expect(screen.locator("#scene .book h2")).to_have_text(boss)
    expect(screen.locator("#scene .book .portrait")).to_have_attribute("data-of", boss)
    expect(screen.locator("#scene .book")).to_contain_text(box.table.now().ask.story)


def test_a_story_that_brings_something_first_is_read_in_full_on_stage_and_phone(box, window, screen):
    begin(box, "sleeping_gods", 0)
    play_until(box, lambda moment: moment.read)
    asked, read = box.table.now().ask.told[0], box.table.now().read.text.split("\n\n")[0]
    screen.goto(f"{box.url}/table")
    expect(screen.locator("#scene .book")).to_contain_text(read)
    phone = sit(window, box, asked)
    expect(phone.locator("#ask .story")).to_contain_text(read)
    expect(phone.locator("#ask .news")).not_to_contain_text(read)


def test_what_everybody_should_see_is_a_scene_on_stage_and_phones(box, window, screen):
    played = game("silent_sea")
    box.table.begin(played.setup(dict(zip(played.seats, ("Ann", "Ben", "Cleo", "Dov"), strict=True))))
    screen.goto(f"{box.url}/table")
    phone = sit(window, box, "white")
    play_until(box, lambda moment: moment.staged)
    staged = box.table.now().staged
    for page in (screen, phone):
        expect(page.locator("#scene .scene")).to_be_visible()
        expect(page.locator("#scene")).to_contain_text(staged.text)
        expect(page.locator("#scene h2")).to_have_text(staged.scene.heading)
    phone.locator("#scene").click()
    expect(phone.locator("#scene .scene")).to_be_hidden()
    screen.clock.run_for(8000)
    expect(screen.locator("#scene .scene")).to_be_hidden()
