"""The printed copy of Children of Morta is begun and its first round played by taps, with nothing described before."""

import random

import pytest
from family_by_taps import Fingers
from for_everyone import complaints
from how_many import so_many
from morta_owner import Copy, Owners
from playwright.sync_api import expect
from serving import PHONE, TOKEN, at_home, seated, tap_begin, up_to_date

from rules.sheet import WhatChanged

BOX = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
NAMES = {"north": "Ann", "east": "Ben"}
TOO_WIDE = "document.documentElement.scrollWidth > window.innerWidth"


def come(page, box, seat):
    page.goto(box.url)
    page.click(f"button[value={seat}]")
    page.wait_for_selector("#ask")
    return page


@pytest.mark.parametrize("size", [PHONE, BOX], ids=["phone", "box"])
def test_the_own_copy_is_begun_and_its_first_round_played_by_taps(box, window, size):
    at_home(box)
    page = window(**size)
    page.goto(f"{box.url}/host/{TOKEN}")
    page.click("text=Children of Morta")
    seated(page, NAMES)
    page.click("text=More")
    page.select_option("[name=pack]", label="Your own copy")
    page.click("text=All real pieces")
    tap_begin(page)
    fingers = Fingers(box, {seat: come(window(**size), box, seat) for seat in NAMES})
    owners, looked_at = Owners(Copy(1), random.Random(1)), set()
    # Every day three sheets show how they fit; the whole round by taps is for the long run. At the live table it is
    # played every day.
    seen_enough = so_many(("draw", "perform"), ())
    while (now := box.table.now()).position.state.run.round == 1 and now.position.state.phase not in seen_enough:
        step = owners.step(now.position.state, now.ask)
        asked = now.ask.of(step.seat)
        kind = (now.position.state.phase, type(asked), asked.text[:12])
        if isinstance(asked, WhatChanged) and kind not in looked_at:
            looked_at.add(kind)
            phone = fingers.phones[step.seat]
            up_to_date(phone, box)
            assert complaints(phone) == []
            assert not phone.evaluate(TOO_WIDE)
        fingers.say(step)
    state = box.table.now().position.state
    assert len(looked_at) >= so_many(3, 5)
    assert {each.name for each in state.met.enemies.values()} <= set(owners.copy.cards)
    assert fingers.answers <= 60, f"{fingers.answers} answers, {fingers.taps} taps"
    up_to_date(page, box)
    named = [enemy.card for _, _, enemy in state.all_enemies()]
    for card in named:
        expect(page.locator("#board")).to_contain_text(state.pack.enemy(card).name)
    expect(page.locator("#board .cm-map")).to_have_count(0)  # it lies on the table
