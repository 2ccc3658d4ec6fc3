"""Answers to Children of Morta on its page, as fingers would give them."""

import json

from playwright.sync_api import expect
from serving import up_to_date

from rules.ask import Confirm, PickSome
from rules.chance import DrawCards, RollDice
from rules.sheet import WhatChanged


class Fingers:
    """Carries what a family wants to say to its phones, and counts every tap."""

    def __init__(self, box, phones):
        self.box, self.phones, self.taps, self.answers = box, phones, 0, 0

    def tap(self, phone, place, *, last=True):
        """Tap; the last tap of an answer sends it."""
        phone.locator("body:not([data-locked])").wait_for()  # what just changed takes no tap
        self.taps += 1
        if not last:
            place.click()
            return
        with phone.expect_response("**/answer/*"):
            place.click()

    def say(self, step):
        """Tap one answer on the phone of its seat."""
        asked, phone = self.box.table.now().ask.of(step.seat), self.phones[step.seat]
        up_to_date(phone, self.box)
        self.answers += 1
        if isinstance(asked, DrawCards) and asked.count > 1:
            for place, card in enumerate(step.value):
                fills = phone.locator(f"#ask [data-fill='{json.dumps(card)}']")
                self.tap(phone, fills, last=place == asked.count - 1)
        elif isinstance(asked, DrawCards):
            self.tap(phone, phone.locator(f"#ask [name='each.0'][value='{json.dumps(step.value[0])}']"))
        elif isinstance(asked, RollDice):
            self.tap(phone, self.any_of(phone.locator("#ask .byhand button[name=answer]")))
        elif isinstance(asked, PickSome):
            for value in step.value:
                self.tap(phone, phone.locator(f"#ask .pick:has([value='{json.dumps(value)}'])"), last=False)
            self.tap(phone, phone.locator("#ask .picks button.go"))
        elif isinstance(asked, Confirm):
            self.tap(phone, phone.locator("#ask button.go"))
        elif isinstance(asked, WhatChanged):
            self.fill(phone, asked, step.value)
        else:
            self.choose(phone, step.value)

    def choose(self, phone, value):
        """An action whose real dice lie there already is tapped with what they show, everything else as it is."""
        rolled = phone.locator(f"#ask .rolls button[value^='[{json.dumps(value)},']")
        place = phone.locator(f"#board [data-answer='{value}']")
        if rolled.count():
            self.tap(phone, self.any_of(rolled))
        elif place.count():
            self.tap(phone, place.first)
        else:
            self.tap(phone, phone.locator(f"#ask button[name=answer][value='{json.dumps(value)}']:visible"))

    def any_of(self, buttons):
        """Dice fall as they like: here each time on the next side."""
        return buttons.nth(self.answers % buttons.count())

    def fill(self, phone, asked, value):
        """A sheet: each thing that changed is tapped or written, then the whole is sent."""
        fields = {each.path: each for each in asked.fields}
        phone.locator("#ask .find:not([hidden])").wait_for()  # the sheet's script is there
        for path, wanted in value.items():
            if path != "then" and fields[path].differs(wanted):
                self.set(phone, fields[path], wanted)
        then = phone.locator(f"#ask .then button[value='{json.dumps(value.get('then'))}']")
        self.tap(phone, then if "then" in value else phone.locator("#ask [data-ready]"))

    def set(self, phone, field, wanted):
        group = phone.locator(f"#ask .has[data-name={json.dumps(field.group)}]")
        if group.get_attribute("open") is None:
            self.tap(phone, group.locator("> summary"), last=False)
        thing = group.locator(f".thing[data-label={json.dumps(field.label)}]")
        if field.kind == "number":
            step = thing.locator(f"[data-step='{1 if wanted > field.now else -1}']")
            for _ in range(abs(wanted - field.now)):
                self.tap(phone, step, last=False)
            expect(thing.locator("input")).to_have_value(str(wanted))
        elif field.kind == "text":
            thing.locator("input").fill(wanted)
        elif field.kind == "yes":
            self.tap(phone, thing.locator("label"), last=False)
            expect(thing.locator("[role=switch]")).to_be_checked(checked=wanted)
        elif field.kind == "one" and thing.locator("select").count():
            thing.locator("select").select_option(label=field.words_of(wanted)[:1].upper() + field.words_of(wanted)[1:])
        else:
            for each in wanted if isinstance(wanted, list) else [wanted]:
                self.tap(
                    phone, thing.locator(f"label:has([data-words={json.dumps(field.words_of(each))}])"), last=False
                )
