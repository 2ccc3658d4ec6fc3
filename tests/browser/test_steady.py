"""On a phone nothing moves but what is asked: the table keeps its place whatever others do."""

import random

import pytest
from for_everyone import begin
from how_many import so_many
from playwright.sync_api import expect
from serving import PHONE, at_home, place_of, sit, up_to_date

from rules.games import NAMES, game
from rules.players.sensible import Sensible

# Every shift of what is in sight that no tap on this page caused, as the browser itself counts it.
WATCHED = """
window.shifts = [];
new PerformanceObserver(list => {
    for (const each of list.getEntries()) if (!each.hadRecentInput)
        window.shifts.push([each.value, ...each.sources.map(one => one.node && (one.node.id || one.node.className))]);
}).observe({type: "layout-shift", buffered: true});
"""
# Shifts are told after the next picture has been drawn.
SEEN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
LIMIT = 0.01


@pytest.mark.parametrize("name", NAMES)
def test_whatever_others_do_nothing_moves_but_what_is_asked(box, window, name):
    at_home(box)
    begin(box, name, 0)
    played, luck = game(name), random.Random(7)
    people, seat = played.sensible(luck) or Sensible(played, luck), box.table.now().seats[0]
    phone = window(**PHONE)
    phone.add_init_script(WATCHED)
    phone.goto(box.url)
    phone.click(f"button[value={seat}]")
    up_to_date(phone, box)
    for _ in range(so_many(14, 200)):
        moment = box.table.now()
        if moment.ask is None:
            break
        step = people.step(moment.position.state, moment.ask)
        (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)
        up_to_date(phone, box)
        phone.evaluate(SEEN)
    shifts = phone.evaluate("window.shifts")
    assert sum(each[0] for each in shifts) < LIMIT, shifts


def test_the_whole_board_of_hexes_lies_above_what_is_asked(box, window):
    begin(box, "sleepers", 0)
    phone = sit(window, box, box.table.now().ask.seats[0])
    up_to_date(phone, box)
    lowest, question = place_of(phone.locator('#board [data-slot="e9"]')), place_of(phone.locator(".inhand"))
    assert lowest["y"] + lowest["height"] <= question["y"] + 1


def test_the_question_is_pushed_down_and_pulled_up_and_comes_up_by_itself(box, window):
    begin(box, "sleepers", 0)
    seat, number = box.table.now().ask.seats[0], box.table.now().number
    phone = sit(window, box, seat)
    up_to_date(phone, box)
    grip, hand = phone.locator(".grip"), phone.locator(".inhand")
    high = place_of(hand)["height"]
    grip.tap()
    expect(phone.locator("body.lowered")).to_be_visible()
    assert place_of(hand)["height"] < high
    grip.tap()
    expect(phone.locator("body.lowered")).to_have_count(0)
    at = place_of(grip)
    phone.mouse.move(at["x"] + at["width"] / 2, at["y"] + 8)
    phone.mouse.down()
    phone.mouse.move(at["x"] + at["width"] / 2, at["y"] + 120)
    phone.mouse.up()
    expect(phone.locator("body.lowered")).to_be_visible()
    assert box.table.now().number == number  # what came to lie under the finger was not tapped
    box.table.draw()
    up_to_date(phone, box)
    expect(phone.locator("body.lowered")).to_have_count(0)
