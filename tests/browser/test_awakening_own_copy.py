"""The printed copy of The Awakening is begun and played by taps, with nothing described beforehand."""

import random

import pytest
from awakening_owner import Copy, Owners
from island_by_taps import tap
from playwright.sync_api import expect
from serving import PHONE, TOKEN, at_home, seated, tap_begin, up_to_date

from rules.ask import EnterText

BOX = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
NAMES = {"orange": "Ann", "green": "Ben"}


@pytest.mark.parametrize("size", [PHONE, BOX], ids=["phone", "box"])
def test_the_own_copy_is_begun_and_played_by_taps(box, window, size):
    at_home(box)
    page = window(**size)
    page.goto(f"{box.url}/host/{TOKEN}")
    page.click("text=The Awakening")
    seated(page, NAMES)
    page.click("text=More")
    page.select_option("[name=pack]", label="Your own copy")
    tap_begin(page)
    pages = {}
    for seat in NAMES:
        pages[seat] = window(**size)
        pages[seat].goto(box.url)
        pages[seat].click(f"button[value={seat}]")
        pages[seat].wait_for_selector("#ask")
    owners = Owners(Copy(1), random.Random(1))
    while not (state := box.table.now().position.state).between:
        ask = box.table.now().ask
        if isinstance(ask, EnterText):  # two triggers are asked for in the same words, and are not called the same
            expect(pages[ask.seat].locator("#ask [name=words]")).to_have_value(ask.proposed)
        tap(pages[ask.seat], box, ask, owners.answer(state, ask))
    seat = state.turn.seat
    page, companion = pages[seat], state.players[seat].companions[0].card
    named = state.title(companion)
    assert named in owners.copy.cards
    expect(page.locator("#mine .hand, .hand").first).to_contain_text(named)
    tap(page, box, box.table.now().ask, f"activate {companion}")
    expect(page.locator("#ask")).to_contain_text(f"what does {named} generate?", ignore_case=True)
    tap(page, box, box.table.now().ask, owners.answer(state, box.table.now().ask))
    up_to_date(page, box)
    page.click("text=Do what a card says")
    expect(page.locator("#ask")).to_contain_text("do what your card says", ignore_case=True)
