"""A card of a printed copy is described by taps, read back, tried, put right, and then used in play."""

from __future__ import annotations

from for_everyone import complaints
from playwright.sync_api import expect
from serving import TOKEN, sit, until, up_to_date

from rules.games import game

BOX = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
SAMPLE_TAPS = 12
"""A card with two choices and a passive, from its first tap to "That's it"; the card itself is one answer."""


class Hand:
    """Somebody who taps, and counts it."""

    def __init__(self, page):
        self.page, self.taps = page, 0
        self.form = page.locator("form.describe")
        expect(self.form).to_be_visible()
        until(page, "window.describing")  # its script comes with the first one

    def tap(self, word, says):
        """A button; the sentence then says so."""
        self._tap(self.form.get_by_role("button", name=word, exact=True), says)

    def pick(self, part, value, says):
        self._tap(self.form.locator(f".thing:has(.label:text-is('{part}')) .tag:has(span:text-is('{value}'))"), says)

    def _tap(self, what, says):
        what.locator("visible=true").first.click()
        self.taps += 1
        expect(self.form.locator(".reads")).to_have_text(says)


def at_sea(box):
    """Ann's first turn with her own copy: the table is set, the event was nothing."""
    box.table.begin(game("sleeping_gods").setup({"north": "Ann"}, {}, "table", "own"))
    says(box, "normal", True, "done", {})


def says(box, *answers):
    for answer in answers:
        box.table.answer(box.table.now().number, answer, "north")


def test_two_choices_and_a_passive_are_said_by_taps_and_used_in_play(box, window):
    at_sea(box)
    phone = sit(window, box, "north")
    up_to_date(phone, box)
    phone.click("text=Describe a card or a board for next time")
    expect(phone.locator("#ask")).to_contain_text("Describe which?")
    up_to_date(phone, box)
    before = box.table.now().number
    phone.locator("#ask .inhand > form button[value*='903']").first.click()
    hand = Hand(phone)
    expect(hand.form.locator(".reads")).to_have_text("Gear: nothing said yet.")
    assert complaints(phone) == []
    hand.pick("Command to activate it", "1", "Gear: nothing said yet.")
    hand.tap("Activate it to …", "Gear: 1 command: nothing.")
    hand.tap("A skill bonus", "Gear: 1 command: +1 strength.")
    hand.pick("Skill", "Savvy", "Gear: 1 command: +1 savvy.")
    hand.pick("How much", "3", "Gear: 1 command: +3 savvy.")
    hand.tap("Or …", "Gear: 1 command: +3 savvy or nothing.")
    hand.tap("Block", "Gear: 1 command: +3 savvy or 1 block.")
    hand.pick("How much", "2", "Gear: 1 command: +3 savvy or 2 block.")
    hand.tap("Always: …", "Gear: 1 command: +3 savvy or 2 block; always: nothing.")
    hand.tap("A skill bonus", "Gear: 1 command: +3 savvy or 2 block; always: +1 strength.")
    whole = "Gear: 1 command: +3 savvy or 2 block; always: +1 savvy."
    hand.pick("Skill", "Savvy", whole)
    assert hand.taps + 1 == SAMPLE_TAPS
    assert complaints(phone) == []

    # one back and once more; what would happen now; the rest of the words, found by a search
    hand.tap("‹ Back", "Gear: 1 command: +3 savvy or 2 block; always: +1 strength.")
    hand.pick("Skill", "Savvy", whole)
    hand.tap("Try it", whole)
    expect(hand.form.locator(".tried")).to_contain_text("It counts in a challenge, after fate.")
    assert complaints(phone) == []

    # somebody puts the morale right meanwhile: what was said so far is not lost
    box.table.by_hand(box.table.now().number, {"ship.morale": 6}, "Ann", "wrong tap", "north")
    up_to_date(phone, box)
    expect(hand.form.locator(".reads")).to_have_text(whole)
    screen = window(**BOX)
    screen.goto(f"{box.url}/host/{TOKEN}")
    expect(screen.locator("form.describe .reads")).to_have_text("Gear: nothing said yet.")
    assert complaints(screen) == []
    hand.form.get_by_role("button", name="That's it").click()
    phone.locator("form.describe").wait_for(state="detached")
    card = box.table.now().position.state.pack.adventure_cards[903]
    assert [ability.text for ability in card.abilities] == ["+3 savvy or 2 block", "+1 savvy"]
    assert box.table.now().number == before + 3  # the choice of the card, the morale, and one answer for the card

    # a savvy challenge of the book: 1 of the card always, 3 more for a command
    says(box, "explore", "B7", {"then": "challenge"})
    up_to_date(phone, box)
    hand = Hand(phone)
    hand.pick("Skill", "Savvy", "Savvy 7")
    hand.tap("Damage to the crew", "Savvy 7 (failing: 1 damage to those who took part for each point short)")
    hand.form.get_by_role("button", name="That's it").click()
    phone.locator("form.describe").wait_for(state="detached")
    says(box, ["captain"], {"captain.savvy": 1}, 2)
    up_to_date(phone, box)
    expect(phone.locator("#ask")).to_contain_text("4 in all, 7 needed")
    phone.locator("#ask .inhand > form button[value*='903']").first.click()
    expect(phone.locator("#ask")).to_contain_text("Paragraph B7")
    state = box.table.now().position.state
    assert (state.owned[903], state.crew["captain"].damage) == (1, 0)  # a command lies on it, and it did not fail


def test_an_event_is_described_by_taps_with_what_no_word_says(box, window):
    box.table.begin(game("sleeping_gods").setup({"north": "Ann"}, {}, "table", "own"))
    says(box, "normal", True, "done")
    phone = sit(window, box, "north")
    up_to_date(phone, box)
    phone.get_by_role("button", name="Describe it for next time").click()
    hand = Hand(phone)
    name = hand.form.locator(".thing:has(.label:text-is('Name')) input")
    name.fill("Salt Choir")
    hand.tap("Lose morale", "Salt Choir: lose 1 morale.")
    hand.form.get_by_text("More words").click()
    hand.form.get_by_placeholder("Look for …").fill("something else")
    expect(hand.form.locator("[data-words] button:visible")).to_have_count(1)
    hand.tap("Something else, in your own words", "Salt Choir: lose 1 morale.")
    hand.form.locator(".thing.text:not(:has(.label:text-is('Name'))) input").fill("Everybody sings.")
    hand.tap("Try it", "Salt Choir: lose 1 morale, Everybody sings.")
    expect(hand.form.locator(".tried")).to_contain_text("You do that yourselves")
    hand.form.get_by_role("button", name="That's it").click()
    phone.locator("form.describe").wait_for(state="detached")
    [event] = box.table.now().position.state.pack.events.values()
    assert (event.name, [effect.do for effect in event.effects]) == ("Salt Choir", ["lose_morale", "manual"])
