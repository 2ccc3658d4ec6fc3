"""Answers to The Awakening on its page, as a finger would give them."""

import json

from playwright.sync_api import expect
from serving import up_to_date

from rules.ask import Confirm, EnterNumber, EnterText, SplitAmount
from rules.chance import Chance


def tap(phone, box, ask, value):
    """Answer as a finger would: on the island, on the dashboard, or on a button of the question."""
    number = box.table.now().number
    up_to_date(phone, box)
    if isinstance(ask, Chance):
        phone.click("#ask .fate")
    elif isinstance(ask, EnterText):
        phone.click("#ask input[name=words]")
        phone.keyboard.type(value)  # over what is proposed
        phone.click("#ask .go")
    elif isinstance(ask, Confirm):
        phone.click("#ask button[value=true]")
    elif isinstance(ask, EnterNumber):
        phone.click(f"#ask button[value='{value}']")
    elif isinstance(ask, SplitAmount):
        for name, part in value.items():
            phone.fill(f"[name='part.{name}']", str(part))
        phone.click("#ask .go")
    else:
        _tap_option(phone, ask, value)
    expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


def _tap_option(phone, ask, value):
    """On the island if it stands there, also among several things that can be done in one place; else on a button."""
    for place in (
        phone.locator(f"#ask .inhand > form button[value='\"{value}\"']"),
        phone.locator(f'#board [data-answer="{value}"]'),
    ):
        if place.count():
            place.first.click()
            return
    several = phone.locator(f"#board [data-choose*='\"{value}\"']")
    if several.count():
        several.first.click()
        label = next(o.label for o in ask.options if o.value == value)
        phone.click(f".chooser button:has(b:text-is({json.dumps(label)}))")
        return
    phone.click("#ask .alllist > summary")  # real cards lie nowhere on the island
    listed = value if isinstance(value, int) else f'"{value}"'
    phone.click(f"#ask .alllist button[value='{listed}']")
