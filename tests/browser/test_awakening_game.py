"""Two phones and the box's own screen play a whole game of The Awakening in a real browser."""

import random

from island_by_taps import tap
from playwright.sync_api import expect
from serving import SCREEN, TOKEN, at_home, seated, sit, tap_barred, tap_begin, up_to_date

from rules.ask import ChooseOne
from rules.awakening import GAME
from rules.chance import ReadCard
from rules.position import some_step

NAMES = {"orange": "Ann", "green": "Ben"}


def steady(moment, ask, chance):
    """A legal answer that gets the game somewhere: take tiles, and raise blocks for it."""
    if isinstance(ask, ReadCard):
        open_ones = [option.value for option in ask.options]
        return "steward" if "steward" in open_ones else chance.choice(open_ones)  # it ends with four tiles
    first = some_step(GAME, moment.position.state, moment.ask, chance).value
    if not isinstance(ask, ChooseOne) or not moment.position.state.between:
        return first
    open_ones = [str(option.value) for option in ask.options if not option.barred]
    wishes = ("take ", "raise ", "control ", "upgrade conviction", "activate self", "convert ", "travel ", "end")
    return next((each for wish in wishes for each in open_ones if each.startswith(wish)), first)


def test_a_whole_game_on_two_phones_with_the_boxs_screen_between_them(box, window):
    """Real cards, the box's own pouch and dice; every answer is tapped, none is sent past the page."""
    at_home(box)
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click("text=The Awakening")
    seated(screen, NAMES)
    screen.click("text=More")
    screen.click("text=Some of each")
    screen.select_option("[name='custody.cards']", "table")
    tap_begin(screen)
    phones = {seat: sit(window, box, seat) for seat in NAMES}

    chance = random.Random(4)
    kinds = set()
    answers = 0
    while (moment := box.table.now()).ask is not None:
        ask = moment.ask
        other = next(seat for seat in phones if seat != ask.seat)
        expect(phones[ask.seat].locator("#ask .mine")).to_be_visible()
        expect(phones[other].locator("#ask .waiting")).to_be_visible()
        value = steady(moment, ask, chance)
        kinds.add(str(value).split(" ")[0])
        tap(phones[ask.seat], box, ask, value)
        answers += 1
        assert answers < 250
    state = box.table.now().position.state
    for page in (*phones.values(), screen):
        expect(page.locator("#ask .over")).to_have_text(state.result["text"])
        totals = page.locator("#board .scores .sum td").all_inner_texts()
        assert totals == [str(state.players[seat].honor) for seat in NAMES]
        lines = page.locator("#board .scores li").all_inner_texts()
        assert len(lines) == len(state.result["lines"])
    assert {"activate", "travel", "take", "raise"} <= kinds
    assert answers >= 25


APART = """() => [...document.querySelectorAll('.island .hex')].flatMap(hex => {
    const [number, symbol] = ['.number', '.symbol'].map(each => hex.querySelector(each)?.getBoundingClientRect());
    const names = [...hex.querySelectorAll('.place')].map(each => each.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right + 3 && b.left < a.right + 3 && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
    return symbol && [symbol, ...names].some(each => meet(number, each)) ? [hex.dataset.slot] : [];
})"""
"""Hexes whose number is not 3 pixels clear of their picture or name; text boxes have some air above and below."""


def at_a_menu(box, players, wanted):
    """Play on, as people who know what they want would, until it is somebody's turn who *wanted* says."""
    while not ((state := box.table.now().position.state).between and wanted(state)):
        moment = box.table.now()
        step = players.step(state, moment.ask)
        box.table.answer(moment.number, step.value, step.seat)
    return box.table.now()


def test_a_reachable_space_is_tapped_on_the_map_and_a_far_one_says_why(box, window):
    box.table.begin(GAME.setup(NAMES))
    seat = at_a_menu(box, GAME.sensible(random.Random(1)), lambda state: True).ask.seat
    phone = sit(window, box, seat)
    up_to_date(phone, box)
    expect(phone.locator("#ask .hint")).to_contain_text("Tap the board")
    assert phone.evaluate(APART) == []
    tap_barred(phone.locator("#board .space[data-why]").first)
    expect(phone.locator("#told")).to_contain_text("AW-")
    here = box.table.now().position.state.players[seat].space
    target = phone.locator(f"#board .space.open:not([data-slot='space {here}'])").first
    where = target.get_attribute("data-answer").removeprefix("travel ")
    number = box.table.now().number
    target.click()
    expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))
    assert box.table.now().position.state.players[seat].space == where  # the whole way in one tap


COUNT = """() => {
    window.taps = 0;
    document.addEventListener('click', event => { window.taps += event.isTrusted ? 1 : 0; }, true);
}"""


def test_a_whole_turn_is_a_handful_of_taps(box, window):
    """Activate, travel, act with control of the tile; the turn then ends by itself."""
    box.table.begin(GAME.setup(NAMES))
    players = GAME.sensible(random.Random(8))
    fresh = at_a_menu(box, players, lambda state: state.round == 2 and not state.now.activated)
    turn = GAME.turn_of(fresh.position.state)
    seat = fresh.ask.seat
    phone = sit(window, box, seat)
    phone.evaluate(COUNT)
    taken = []
    while GAME.turn_of((moment := box.table.now()).position.state) == turn:
        value = players.answer(moment.position.state, moment.ask)
        tap(phone, box, moment.ask, value)
        taken.append(str(value))
    steps = {value.split(" ")[0] for value in taken}
    assert {"activate", "travel"} <= steps
    assert steps & {"act", "take", "raise", "upgrade"}
    assert len(taken) <= 5, taken
    assert phone.evaluate("window.taps") <= 7
    expect(phone.locator("#ask .waiting")).to_contain_text(NAMES["green" if seat == "orange" else "orange"])


def test_there_is_a_way_back_out_of_what_was_begun(box, window):
    """Before anything is paid or shown: choosing the way, and which card to abandon."""
    box.table.begin(GAME.setup(NAMES))
    players = GAME.sensible(random.Random(1))

    def roams(state):
        return any(option.value == "travel" and not option.barred for option in box.table.now().ask.options)

    moment = at_a_menu(box, players, roams)
    phone = sit(window, box, moment.ask.seat)
    up_to_date(phone, box)
    before = moment.position.state
    tap(phone, box, moment.ask, "travel")
    expect(phone.locator("#ask")).to_contain_text("Where to?")
    up_to_date(phone, box)
    phone.click("#ask .back")
    expect(phone.locator("#ask button[value='\"travel\"']")).to_be_visible()
    up_to_date(phone, box)
    phone.click("#tools button[value='abandon']")
    expect(phone.locator("#ask")).to_contain_text("Which card do you abandon?")
    up_to_date(phone, box)
    phone.click("#ask .back")
    expect(phone.locator("#ask button[value='\"travel\"']")).to_be_visible()
    assert box.table.now().position.state == before
