"""Four phones act at once in a real browser; nothing is lost and nothing is done twice."""

import random

import pytest
from family_by_taps import Fingers
from playwright.sync_api import expect
from serving import SCREEN, TOKEN, at_home, place_of, sit, tap_barred, up_to_date

from rules.ask import AskAny
from rules.children_of_morta import GAME
from rules.children_of_morta.sensible import Family

SAY_DONE = """number => {
  var form = {"X-Page": "1", "Content-Type": "application/x-www-form-urlencoded"};
  var sent = {method: "POST", headers: form, body: "answer=%22done%22"};
  window.said = fetch("/answer/" + number, sent).then(r => r.status);
}"""

NAMES = {"north": "Ann", "east": "Ben", "south": "Cid", "west": "Dot"}


def play_on(box, until, most=400):
    """Sensible answers, past the page, until the table stands as a test wants it."""
    family = Family(GAME, random.Random(5), "story")
    for _ in range(most):
        moment = box.table.now()
        if until(moment.position.state):
            return
        step = family.step(moment.position.state, moment.ask)
        box.table.answer(moment.number, step.value, step.seat)
    raise AssertionError("the table never stood like that")


@pytest.fixture
def family_at_table(box, window):
    box.table.begin(GAME.setup(NAMES))
    play_on(box, lambda state: state.phase == "perform")
    return box, {seat: sit(window, box, seat) for seat in NAMES}


@pytest.fixture
def family_with_real_pieces(box, window):
    at_home(box)
    box.table.begin(GAME.setup(NAMES, custody="table"))
    play_on(box, lambda state: state.phase == "perform")
    return box, {seat: sit(window, box, seat) for seat in NAMES}


def test_every_phone_has_its_own_board_and_question(family_at_table):
    box, phones = family_at_table
    state = box.table.now().position.state
    for seat, phone in phones.items():
        expect(phone.locator("#mine h2")).to_have_text(state.hero_name(seat))
        expect(phone.locator("#ask .mine")).to_contain_text(f"{state.hero_name(seat)}: ")
        assert phone.locator("#mine .cm-token").count() == len(state.hero(seat).hand)


def test_four_phones_send_at_the_same_moment_and_no_answer_is_lost_or_doubled(family_at_table):
    """Everybody says done with one and the same look at the table. Whoever is refused is told, and asks again."""
    box, phones = family_at_table
    before = box.table.now().number
    waiting = dict(phones)
    done = []
    for _ in range(4):
        number = box.table.now().number
        for phone in waiting.values():
            phone.evaluate(SAY_DONE, number)
        statuses = {seat: phone.evaluate("window.said") for seat, phone in waiting.items()}
        assert set(statuses.values()) <= {204, 409}
        taken = [seat for seat, status in statuses.items() if status == 204]
        assert taken  # somebody always gets through
        done += taken
        waiting = {seat: phone for seat, phone in waiting.items() if seat not in taken}
        state = box.table.now().position.state
        if state.phase != "perform":
            break
        assert sorted(seat for seat in NAMES if state.hero(seat).done) == sorted(done)
    assert sorted(done) == sorted(NAMES)
    assert box.table.now().number >= before + 4
    assert box.table.now().position.state.phase != "perform"


def test_actions_are_tapped_on_the_own_board_by_all_in_turn_and_everybody_sees_them(family_with_real_pieces, window):
    box, phones = family_with_real_pieces
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    expect(screen.locator(".cm-row")).to_have_count(4)
    begun = []
    for seat, phone in phones.items():
        up_to_date(phone, box)
        action = phone.locator("#mine button.cm-action").first
        if not action.count():
            continue
        slot = action.get_attribute("data-answer")
        number = box.table.now().number
        action.click()
        expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))
        acting = box.table.now().position.state.hero(seat).acting
        assert (acting.slot, acting.paid) == (slot.removeprefix("act:"), True)  # one tap: only its dice are left
        begun.append(seat)
    assert len(begun) >= 3
    ask = box.table.now().ask
    assert isinstance(ask, AskAny)
    assert set(ask.seats) == set(NAMES)  # nobody waits for anybody
    for seat in begun:
        hero = box.table.now().position.state.hero_name(seat)
        expect(screen.locator(".cm-row", has_text=hero).locator(".cm-doing")).to_contain_text("Now: ")


def test_a_barred_action_says_why_not(family_at_table):
    box, phones = family_at_table
    phone = next(phone for phone in phones.values() if phone.locator("#mine .cm-action[data-why]").count())
    up_to_date(phone, box)
    barred = phone.locator("#mine .cm-action[data-why]").first
    why = barred.get_attribute("data-why")
    tap_barred(barred)
    expect(phone.locator("#told")).to_have_text(why)


def test_the_way_is_tapped_on_the_map(box, window):
    box.table.begin(GAME.setup({"north": "Ann", "east": "Ben"}))
    play_on(box, lambda state: state.phase == "encounter")
    phone = sit(window, box, "north")
    up_to_date(phone, box)
    phone.locator("#board .place.open").first.click()
    expect(phone.locator("#log")).to_contain_text("The family goes to")


def test_a_whole_round_of_four_with_real_pieces_is_few_taps(box, window):
    box.table.begin(GAME.setup(NAMES, custody="table"))
    play_on(box, lambda state: state.phase == "encounter" and state.run.round == 2)
    fingers = Fingers(box, {seat: sit(window, box, seat) for seat in NAMES})
    family = Family(GAME, random.Random(7), "story")
    while GAME.turn_of((now := box.table.now()).position.state) == [0, 2]:
        fingers.say(family.step(now.position.state, now.ask))
    assert box.table.now().position.state.run.round == 3
    assert fingers.answers <= 35
    assert fingers.taps <= 45


def test_what_a_question_means_is_drawn_as_wide_as_the_phone(box, window):
    box.table.begin(GAME.setup({"north": "Ann"}))
    play_on(box, lambda state: any("Keep it?" in each.text for each in getattr(box.table.now().ask, "asks", ())))
    phone = sit(window, box, "north")
    phone.goto(f"{box.url}/learn/now")
    assert place_of(phone.locator(".learnt .drawing > .wide").first)["width"] > 300
