"""The box's own screen at its sizes, the 7-inch one above all: what matters is in sight and can be read."""

import random

import pytest
from for_everyone import begin, still
from how_many import so_many
from layout import broken
from playwright.sync_api import expect
from serving import TOKEN, place_of, up_to_date

from rules.children_of_morta import GAME as FAMILY
from rules.children_of_morta.sensible import Family
from rules.games import NAMES, game
from rules.players.sensible import Sensible
from rules.position import some_step
from rules.sleepers import GAME as AGENTS
from rules.sleeping_gods import GAME as VOYAGE

SIZES = [(800, 480), (1280, 800), (1920, 1080)]
PLAYERS = {"north": "Ann", "east": "Ben", "south": "Cid", "west": "Dot"}

IN_SIGHT = """selector => [].every.call(document.querySelectorAll(selector), function (each) {
  var at = each.getBoundingClientRect();
  return at.height > 0 && at.top >= 0 && at.bottom <= window.innerHeight;
})"""

# Everything written on the map with the room it takes: words, height of the letters, left, top, right, bottom.
WRITTEN = """() => [].map.call(document.querySelectorAll(".cm-map text"), function (each) {
  var at = each.getBoundingClientRect(), svg = each.ownerSVGElement;
  var letters = parseFloat(getComputedStyle(each).fontSize) * svg.getScreenCTM().a;
  return [each.textContent, letters, at.left, at.top, at.right, at.bottom];
})"""


BOXES = """selectors => selectors.map(function (each) {
  var at = document.querySelector(each).getBoundingClientRect();
  return { x: at.x, y: at.y, width: at.width, height: at.height };
})"""
"""All in one look: the page may be drawn anew between two."""


def screen_of(window, box, size):
    screen = window(viewport={"width": size[0], "height": size[1]})
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.wait_for_selector("#board")
    return screen


@pytest.mark.parametrize("menu", ["Menu", "Settings of this screen"])
def test_an_open_menu_is_seen_whole(window, box, menu):
    box.table.begin(AGENTS.setup({"white": "Ann", "black": "Ben"}))
    screen = screen_of(window, box, SIZES[0])
    screen.click(f"summary[aria-label='{menu}']")
    opened = screen.locator(".prefs[open] .sheet")
    expect(opened).to_be_in_viewport(ratio=1)  # nothing around it cuts it either
    tall = opened.locator("button, a").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert max(tall) < 50, "a word is broken in two"


@pytest.mark.timeout(so_many(300, 3600))
@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_broken_on_a_small_stage(window, box, name):
    begin(box, name, 0)
    played, luck = game(name), random.Random(1)
    people = played.sensible(luck) or Sensible(played, luck)
    stages = []
    for width, height in ((800, 480), (1024, 600)):
        stage = window(**still({"viewport": {"width": width, "height": height}}))
        stage.add_init_script("sessionStorage.setItem('stage', 'on')")
        stage.goto(f"{box.url}/host/{TOKEN}")
        stage.goto(f"{box.url}/table")
        stages.append(stage)
    for _ in range(so_many(12, 60)):
        for stage in stages:
            up_to_date(stage, box)
            assert broken(stage, ".screen") == []
        for _ in range(20):
            if (now := box.table.now()).ask:
                step = people.step(now.position.state, now.ask)
                (box.table.answer if step.kind == "answer" else box.table.aside)(now.number, step.value, step.seat)


def test_a_saved_game_is_read_across_the_screen(window, box):
    saved = box.table.begin(AGENTS.setup({"white": "Ann", "black": "Ben"})).game_id
    box.table.close()
    for width, height in (SIZES[0], (390, 844)):
        screen = window(viewport={"width": width, "height": height})
        screen.goto(f"{box.url}/host/{TOKEN}")
        screen.goto(f"{box.url}/saved/{saved}")
        assert place_of(screen.locator("main"))["width"] >= min(width, 600)


def voyage_until(box, stands, most=3000):
    """Any legal answers, past the page, until the table stands as a test wants it."""
    chance = random.Random(3)
    box.table.begin(VOYAGE.setup({seat: PLAYERS[seat] for seat in ("north", "east", "south")}))
    for _ in range(most):
        moment = box.table.now()
        if moment.ask is None:
            box.table.begin(moment.setup)
        elif stands(moment):
            return
        else:
            step = some_step(VOYAGE, moment.position.state, moment.ask, chance)
            if step.kind == "answer":
                box.table.answer(moment.number, step.value, step.seat)
    raise AssertionError("the table never stood like that")


def fights_one_enemy(moment):
    fight = moment.position.show(None)["combat"]
    who = [
        option for option in getattr(moment.ask, "options", ()) if "attack with" in option.label and not option.barred
    ]
    return bool(fight) and len(fight["row"]) == 1 and len(who) > 1


def test_ship_and_crew_are_in_sight_beside_a_fight_and_beside_the_map(box, window):
    voyage_until(box, fights_one_enemy)
    for size in SIZES:
        screen = screen_of(window, box, size)
        assert screen.evaluate(IN_SIGHT, "#sg-ship, .board-of-crew, .enemy, .choices .chip"), size
        # who attacks is chosen beside the one enemy, where the room would stay empty otherwise
        enemy, chip = screen.evaluate(BOXES, [".enemy", ".choices .chip"])
        assert chip["x"] >= enemy["x"] + enemy["width"], size
        assert chip["y"] < enemy["y"] + enemy["height"], size
    voyage_until(box, lambda moment: "Choose an action" in moment.ask.text)
    for size in SIZES:
        screen = screen_of(window, box, size)
        assert screen.evaluate(IN_SIGHT, "#sg-ship, .board-of-crew, .atlas svg, .chips.actions .chip.open"), size


@pytest.fixture
def crossroads(box):
    """Four heroes before the question where to go."""
    family = Family(FAMILY, random.Random(5), "story")
    box.table.begin(FAMILY.setup(PLAYERS))
    for _ in range(400):
        moment = box.table.now()
        if moment.position.state.phase == "encounter":
            return box
        step = family.step(moment.position.state, moment.ask)
        box.table.answer(moment.number, step.value, step.seat)
    raise AssertionError("they never came to a crossroads")


def test_the_names_on_the_map_can_be_read_and_none_covers_another(crossroads, window):
    for size in SIZES:
        screen = screen_of(window, crossroads, size)
        written = screen.evaluate(WRITTEN)
        assert len(written) > 5
        for index, (words, letters, *box) in enumerate(written):
            assert letters > 10, (size, words)  # pixels
            assert 0 <= box[0] < box[2] <= size[0], (size, words)
            for other, _, *more in written[index + 1 :]:
                beside = box[2] <= more[0] or more[2] <= box[0]
                # a line of letters is lower than the box that the browser gives it
                apart = beside or box[3] - letters / 3 <= more[1] or more[3] - letters / 3 <= box[1]
                assert apart, (size, words, other)
        expect(screen.locator(".cm-map .open").first).to_be_in_viewport()
        assert screen.evaluate(IN_SIGHT, ".cm-row"), size
