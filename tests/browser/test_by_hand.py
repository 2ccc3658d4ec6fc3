"""What changed by hand, by taps: a card that no verb says, and anything else at any time."""

import pytest
from done_by_hand import everybody_sings, the_lights_go_out, under_way
from for_everyone import complaints
from playwright.sync_api import expect
from serving import PHONE, TOKEN, until

SEVEN = {"viewport": {"width": 800, "height": 480}}
SIZES = {"phone": PHONE, "seven inches": SEVEN}


class Fingers:
    """Somebody at a page, whose taps are counted."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, selector):
        self.page.locator("body:not([data-locked])").wait_for()  # what just changed takes no tap
        self.page.locator(selector).click()
        self.taps += 1

    def open(self, group):
        self.tap(f'.has[data-name="{group}"] > summary')

    def step(self, called, by=1):
        self.tap(f'[aria-label="One {"more" if by > 0 else "less"}: {called}"]')

    def reads(self, words):
        expect(self.page.locator("[data-ready]")).to_have_text(words)


@pytest.fixture
def at(box, window):
    """At a seat's phone, or at the box's own screen."""

    def come(size, seat):
        page = window(**SIZES[size])
        if size == "phone":
            page.goto(box.url)
            page.click(f"button[value={seat}]")
        else:
            page.goto(f"{box.url}/host/{TOKEN}")
        page.wait_for_selector("#ask")
        return Fingers(page)

    return come


def in_sight(page, selector):
    """In the window, with nothing over it."""
    return page.evaluate(
        """selector => {
          var each = document.querySelector(selector), box = each.getBoundingClientRect();
          var there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return box.bottom <= window.innerHeight + 1 && box.top >= 0 && (each === there || each.contains(there));
        }""",
        selector,
    )


def log(box):
    return [line for _, line in box.table.now().log_for(None)]


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_no_verb_says_is_answered_in_four_taps(box, at, size, monkeypatch):
    ask = everybody_sings(box, monkeypatch)
    ann = at(size, ask.seat)
    ann.reads("Nothing changed")
    ann.step("Ship: morale")  # what is most likely to have changed stands open
    ann.step("Resources: coins")
    ann.step("Resources: coins")
    ann.reads("Ship: morale 5 → 6. Resources: coins 3 → 5Done")
    assert in_sight(ann.page, "[data-ready]")
    assert complaints(ann.page) == []
    ann.tap("[data-ready]")
    ann.reads("Nothing changed")  # and the card comes once more, with nothing of it left on the sheet
    assert ann.taps == 4
    state = box.table.now().position.state
    assert (state.ship.morale, state.resources["coins"]) == (6, 5)
    assert log(box)[-2:] == ["Ship: morale 5 → 6.", "Resources: coins 3 → 5."]
    ann.tap(".then >> text=A challenge")
    expect(ann.page.locator("#ask")).to_contain_text("Which challenge?")


@pytest.mark.parametrize("size", SIZES)
def test_a_crisis_that_people_see_to_themselves_takes_three_taps(box, at, size):
    ask = the_lights_go_out(box)
    ann = at(size, ask.seat)
    health = next(each for each in ask.fields if each.label == "Health" and each.now > 1)
    ann.open(health.group)
    ann.step(health.called, -1)
    ann.reads(f"{health.group}: Health {health.now} → {health.now - 1}Done")
    ann.tap("[data-ready]")
    expect(ann.page.locator("[data-ready]")).to_have_count(0)
    assert ann.taps == 3
    assert f"{health.called} {health.now} → {health.now - 1}." in log(box)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "labels"), [("sleeping_gods", ("meat", "coins")), ("silent_sea", ("Carriers", "Hazmat Suits"))]
)
def test_two_values_are_changed_by_hand_in_six_taps(box, at, size, name, labels):
    under_way(box, name)
    ann = at(size, box.table.now().seats[0])
    ann.tap("text=Change something by hand")
    ann.reads("Nothing changed yet")
    group = ann.page.locator(".has", has=ann.page.locator(f'.thing[data-label="{labels[0]}"]')).first
    called = group.get_attribute("data-name")
    was = [int(group.locator(f'[aria-label="{called}: {label}"]').input_value()) for label in labels]
    ann.open(called)
    for label in labels:
        ann.step(f"{called}: {label}")
    told = [f"{label} {value} → {value + 1}" for label, value in zip(labels, was, strict=True)]
    ann.reads(f"{called}: {' · '.join(told)}Change it")
    assert in_sight(ann.page, "[data-ready]")
    ann.tap("[data-ready]")
    assert complaints(ann.page) == []
    ann.tap("text=Wrong tap")
    expect(ann.page.locator("#log li").first).to_contain_text("By hand (")
    assert ann.taps == 6
    who = "Ann" if size == "phone" else "all of us"
    assert f"By hand ({who}, wrong tap): {called}: {told[0]}; {called}: {told[1]}." in log(box)


def test_what_is_half_entered_survives_what_others_do(box, at, monkeypatch):
    ask = everybody_sings(box, monkeypatch)
    ann = at("phone", ask.seat)
    ann.step("Resources: coins")
    ann.page.fill("[data-find]", "res")
    number = box.table.now().number
    box.table.by_hand(number, {"resources.meat": 2, "ship.morale": 4}, "Ben", "house rule", "east")
    until(ann.page, f"document.body.getAttribute('data-n') !== '{number}'")
    ann.reads("Resources: coins 3 → 4Done")
    expect(ann.page.locator('[aria-label="Resources: meat"]')).to_have_value("2")
    expect(ann.page.locator("[data-find]")).to_have_value("res")
    ann.page.fill("[data-find]", "")
    expect(ann.page.locator('[aria-label="Ship: morale"]')).to_have_value("4")
    ann.tap("[data-ready]")
    ann.reads("Nothing changed")
    state = box.table.now().position.state
    assert (state.resources["coins"], state.resources["meat"], state.ship.morale) == (4, 2, 4)


def test_the_page_of_its_own_keeps_up_with_the_table_and_keeps_what_was_entered(box, at):
    under_way(box, "sleepers")
    ann = at("phone", "white")
    ann.tap("text=Change something by hand")
    turn = box.table.now().position.state.turn
    ann.open("The turn")
    ann.step("The turn: turn")
    number = box.table.now().number
    box.table.by_hand(number, {"turn": turn + 5}, "Ben", "house rule", "black")
    ann.reads(f"The turn: turn {turn + 5} → {turn + 1}Change it")
    ann.tap("[data-ready]")
    ann.page.fill("[name=words]", "we had it right")
    ann.page.press("[name=words]", "Enter")
    expect(ann.page.locator("#log li").first).to_contain_text("By hand (Ann, we had it right)")
    assert box.table.now().position.state.turn == turn + 1


def test_what_cannot_be_is_told_and_nothing_entered_is_lost(box, at):
    under_way(box, "awakening")
    ann = at("phone", box.table.now().seats[0])
    ann.tap("text=Change something by hand")
    group = ann.page.locator(".has").first.get_attribute("data-name")
    ann.open(group)
    number = box.table.now().number
    ann.page.fill(f'[aria-label="{group}: influence"]', "24")
    ann.page.press(f'[aria-label="{group}: influence"]', "Enter")  # sends nothing by itself
    ann.tap("[data-ready]")
    ann.tap("text=House rule")
    expect(ann.page.locator("#told")).to_be_visible()
    expect(ann.page.locator(f'[aria-label="{group}: influence"]')).to_have_value("24")
    assert box.table.now().number == number


def test_a_search_leaves_only_what_is_called_so(box, at):
    under_way(box, "sleeping_gods")
    ann = at("seven inches", "")
    ann.tap("text=Change something by hand")
    ann.page.wait_for_selector("[data-tallied]")
    folded = ann.page.locator(".has").count()
    ann.page.fill("[data-find]", "coin")
    expect(ann.page.locator(".thing:visible .label")).to_have_text(["Coins"])
    ann.page.fill("[data-find]", "zebra")
    expect(ann.page.locator("[data-none]")).to_be_visible()
    ann.page.fill("[data-find]", "")
    expect(ann.page.locator(".has:visible")).to_have_count(folded)
    expect(ann.page.locator(".has[open]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_whoever_can_be_changed_has_a_mark_and_no_role_is_broken_in_the_word(box, at, size):
    under_way(box, "silent_sea")
    hands = at(size, "white")
    hands.page.goto(f"{box.url}/by-hand/{'seat' if size == 'phone' else 'table'}")
    roles = hands.page.locator(".has > summary .aside")
    expect(roles).to_have_count(4)
    for number in range(4):
        assert roles.nth(number).evaluate("each => each.getClientRects().length") == 1, roles.nth(number).inner_text()
    expect(hands.page.locator(".has > summary .mark")).to_have_count(4)


def test_a_tap_on_the_board_opens_what_can_be_changed_there(box, at):
    under_way(box, "sleepers")
    lie = box.table.now().position.state.board
    taken = next(iter(lie))
    free = next(
        place for place in ("a5", "e5", "i5", "e1", "e9", "d4") if place not in box.table.now().position.state.board
    )
    for size in SIZES:
        ann = at(size, "white")
        ann.tap("text=Change something by hand")
        ann.page.wait_for_selector("[data-tallied]")
        ann.tap(f'#onboard [data-slot="{taken}"]')
        expect(ann.page.locator(".has[open]")).to_have_count(1)
        expect(ann.page.locator(".thing.found .label").first).to_have_text("It is")
        assert ann.page.locator(".has[open]").get_attribute("data-name").startswith(f"{taken}: ")
        ann.tap(f'#onboard [data-slot="{free}"]')
        expect(ann.page.locator("#told")).to_have_text("Nothing can be changed there.")


SHEETS = {"sleepers": "phone", "children_of_morta": "seven inches", "awakening": "phone", "silent_sea": "seven inches"}


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_of_every_game_fits_and_axe_finds_nothing_on_it(box, window, size):
    """Axe looks at each game's sheet once, at the size that stands beside its name: all are made of the same parts."""
    kind = SIZES[size]
    for name, looked_at in SHEETS.items():
        under_way(box, name)
        page = window(**kind)
        page.goto(f"{box.url}/" if kind is PHONE else f"{box.url}/host/{TOKEN}")
        if kind is PHONE:
            page.click(f"button[value={box.table.now().seats[0]}]")
        page.goto(f"{box.url}/by-hand/{'seat' if kind is PHONE else 'table'}")
        page.wait_for_selector("[data-tallied]")
        page.evaluate("[].forEach.call(document.querySelectorAll('#sheet details'), each => { each.open = true; })")
        if looked_at == size:
            assert complaints(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= kind["viewport"]["width"], name
        page.close()
