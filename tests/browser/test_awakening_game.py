"""Two phones and the box's own screen play a whole game of The Awakening in a real browser."""

import random

from playwright.sync_api import expect
from serving import SCREEN, TOKEN, sit, until

from rules.ask import ChooseOne, Confirm, EnterNumber, SplitAmount
from rules.awakening import GAME
from rules.chance import Chance, ReadCard
from rules.position import some_step

NAMES = {"orange": "Ann", "green": "Ben"}


def tap(phone, box, ask, value):
    """Answer as a finger would: on the island, on the dashboard, or on a button of the question."""
    number = box.table.now().number
    # The page locks itself for a moment when a question changed under the finger.
    until(phone, f"Number(document.body.dataset.n) === {number}")
    phone.wait_for_timeout(320)
    if isinstance(ask, Chance):
        phone.click("#ask .fate")
    elif isinstance(ask, Confirm):
        phone.click("#ask button[value=true]")
    elif isinstance(ask, EnterNumber):
        phone.click(f"#ask button[value='{value}']")
    elif isinstance(ask, SplitAmount):
        for name, part in value.items():
            phone.fill(f"[name='part.{name}']", str(part))
        phone.click("#ask .go")
    else:
        _tap_option(phone, value)
    expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


def _tap_option(phone, value):
    loose = phone.locator(f"#ask > form button[value='\"{value}\"']")
    places = [phone.locator(f'#mine [data-answer="{value}"]'), loose]
    places += [phone.locator(f'#board .{shape}[data-answer="{value}"]') for shape in ("space", "hex", "marker", "card")]
    for place in places:
        if place.count():
            place.first.click()
            return
    phone.click("#ask .alllist > summary")  # real cards lie nowhere on the island
    listed = value if isinstance(value, int) else f'"{value}"'
    phone.click(f"#ask .alllist button[value='{listed}']")


def steady(moment, ask, chance):
    """A legal answer that gets the game somewhere: take tiles, and raise blocks for it."""
    if isinstance(ask, ReadCard):
        open_ones = [option.value for option in ask.options]
        return "steward" if "steward" in open_ones else chance.choice(open_ones)  # it ends with four tiles
    first = some_step(GAME, moment.position.state, moment.ask, chance).value
    if not isinstance(ask, ChooseOne) or not moment.position.state.between:
        return first
    open_ones = [str(option.value) for option in ask.options if not option.barred]
    wishes = ("control ", "upgrade conviction", "activate self", "convert ", "travel", "end")
    return next((each for wish in wishes for each in open_ones if each.startswith(wish)), first)


def test_a_whole_game_on_two_phones_with_the_boxs_screen_between_them(box, window):
    """Real cards, the box's own pouch and dice; every answer is tapped, none is sent past the page."""
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click("text=The Awakening")
    for seat, name in NAMES.items():
        screen.fill(f"[name='name.{seat}']", name)
    screen.click("summary")
    screen.select_option("[name='custody.cards']", "table")
    screen.click("button.go")
    screen.wait_for_selector(".screen")
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
    assert {"activate", "travel", "control", "upgrade", "end"} <= kinds
    assert answers >= 40


APART = """() => [...document.querySelectorAll('.island .hex')].flatMap(hex => {
    const [number, symbol] = ['.number', '.symbol'].map(each => hex.querySelector(each)?.getBoundingClientRect());
    const names = [...hex.querySelectorAll('.place')].map(each => each.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right + 3 && b.left < a.right + 3 && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
    return symbol && [symbol, ...names].some(each => meet(number, each)) ? [hex.dataset.slot] : [];
})"""
"""Hexes whose number is not 3 pixels clear of their picture or name; text boxes have some air above and below."""


def test_a_reachable_space_is_tapped_on_the_map_and_a_far_one_says_why(box, window):
    box.table.begin(GAME.setup(NAMES))
    while not (moment := box.table.now()).position.state.between:
        step = some_step(GAME, moment.position.state, moment.ask, random.Random(1))
        box.table.answer(moment.number, step.value)
    seat = box.table.now().ask.seat
    phone = sit(window, box, seat)
    phone.wait_for_timeout(350)
    island = phone.locator("#board [data-answer]").count()
    expect(phone.locator("#ask .hint")).to_contain_text("Tap the board or your own" if island else "Tap your own board")
    assert phone.evaluate(APART) == []
    phone.click('#mine [data-answer="travel"]')
    expect(phone.locator("#ask")).to_contain_text("Where to?")
    phone.wait_for_timeout(350)
    phone.locator("#board .space[data-why]").first.click()
    expect(phone.locator("#told")).to_contain_text("AW-")
    here = box.table.now().position.state.players[seat].space
    target = phone.locator("#board .space.open").first
    where = target.get_attribute("data-answer")
    target.click()
    expect(phone.locator("#ask")).not_to_contain_text("Where to?")
    after = box.table.now()
    which_way = "which way" in after.ask.text
    assert after.position.state.players[seat].space == (here if which_way else where)
