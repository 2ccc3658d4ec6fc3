"""Sleepers as fingers play it."""

from playwright.sync_api import expect
from serving import reach, up_to_date

from rules.position import some_step
from rules.sleepers import GAME


def tap(phone, box, value):
    """Answer as a finger would: on the board, on the rack, or on a button of the question."""
    number = box.table.now().number
    up_to_date(phone, box)
    places = (f'#board [data-answer="{value}"]', f'#mine [data-answer="{value}"]', f"#ask button[value='\"{value}\"']")
    target = next(phone.locator(place) for place in places if phone.locator(place).count())
    reach(phone, target.first)
    expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


def lively(moment, chance):
    """A legal answer that gets the game somewhere: wake and jump rather than fill the board."""
    answers = [some_step(GAME, moment.position.state, moment.ask, chance).value for _ in range(8)]
    board = moment.position.state.board
    waking = [answer for answer in answers if answer in board]
    close = [answer for answer in answers if answer in ("d4", "d5", "e4", "e5", "f4", "f5", "d6", "e6", "e3", "c5")]
    return (waking or close or answers)[0]
