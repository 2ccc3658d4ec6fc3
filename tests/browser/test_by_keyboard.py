"""A keyboard alone plays a whole game; menus close; the board is one stop; a refusal leads to its rule."""

from random import Random

from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, sit, up_to_date

from rules.games import game

ACTIVE = "document.activeElement"


def tabbed_to(page, selector):
    """Tab on until something that fits *selector* has focus; how many stops that took."""
    for stops in range(60):
        if page.evaluate(f"s => {ACTIVE}.matches(s)", selector):
            return stops
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is out of reach of the Tab key")


def arrows_to(page, slot):
    """From place to place with the arrow keys, as eyes would lead."""
    aim = f'#board [data-slot="{slot}"]'
    for _ in range(20):
        if page.evaluate(f"s => {ACTIVE}.matches(s)", aim):
            return
        right, down = page.evaluate(
            """s => { const box = each => each.getBoundingClientRect();
            const [a, b] = [box(document.activeElement), box(document.querySelector(s))];
            return [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2]; }""",
            aim,
        )
        across, along = ("ArrowRight" if right > 0 else "ArrowLeft"), ("ArrowDown" if down > 0 else "ArrowUp")
        page.keyboard.press(across if abs(right) > abs(down) else along)
    raise AssertionError(f"{slot} is out of reach of the arrow keys")


def played(page, box, slot):
    """Enter on a hex."""
    up_to_date(page, box)
    tabbed_to(page, "#board [data-slot]")
    assert page.locator('#board [tabindex="0"]').count() == 1, "the whole board is one stop"
    arrows_to(page, slot)
    assert slot in page.evaluate(f"{ACTIVE}.getAttribute('aria-label')")
    seen = f"[...{ACTIVE}.querySelectorAll('.field, text')].map(each => getComputedStyle(each).fill)"
    field, *label = page.evaluate(seen)
    assert field not in label, "what is written on it can be read"
    number = box.table.now().number
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-n", str(number))


def test_a_keyboard_alone_plays_a_whole_game_on_a_phone_and_on_the_boxs_screen(box, window):
    """Ann has a phone, Ben answers on the box's screen: both recruit, then Ann's Saboteur ends it."""
    toggles = {"first_player": "white", "morale_limit": 1}
    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, toggles, "table"))
    phone = sit(window, box, "white")
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    played(phone, box, "e5")
    # the first stop of a page leads past the board to what is asked
    up_to_date(screen, box)
    screen.keyboard.press("Tab")
    skip = screen.locator(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    screen.keyboard.press("Enter")
    expect(screen.locator("#ask")).to_be_focused()
    screen.evaluate("document.activeElement.blur()")
    played(screen, box, "e6")
    # while Ben was asked there was nothing to tap on Ann's board: focus waited at the question
    up_to_date(phone, box)
    expect(phone.locator("#ask")).to_be_focused()
    played(phone, box, "e5")
    expect(phone.locator("#ask")).to_be_focused()
    up_to_date(phone, box)
    tabbed_to(phone, "#ask button[value='\"saboteur\"']")
    phone.keyboard.press("Enter")
    expect(phone.locator("#ask .over")).to_contain_text("Ann wins")
    expect(screen.locator("#ask .over")).to_contain_text("Ann wins")


def test_menus_close_on_escape_and_on_a_tap_elsewhere(box, window):
    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    screen, phone = window(**SCREEN), sit(window, box, "white")
    screen.goto(f"{box.url}/host/{TOKEN}")
    for page, menu in ((screen, ".menu"), (screen, ".prefs:not(.menu)"), (phone, ".prefs")):
        sheet = page.locator(f"{menu} .sheet")
        page.click(f"{menu} > summary")
        expect(sheet).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(page.locator(f"{menu} > summary")).to_be_focused()
        page.click(f"{menu} > summary")
        expect(sheet).to_be_visible()
        page.locator("h1").click()
        expect(sheet).to_be_hidden()
    screen.click(".menu > summary")
    screen.click(".prefs:not(.menu) > summary")
    expect(screen.locator(".menu .sheet")).to_be_hidden()
    expect(screen.locator(".prefs:not(.menu) .sheet")).to_be_visible()
    for page in (phone, screen):
        code = page.locator(".people .card")
        page.click(".people > summary")
        expect(code).to_be_visible()
        page.keyboard.press("Escape")
        expect(code).to_be_hidden()
        page.click(".people > summary")
        page.locator(".people .invite").click(position={"x": 9, "y": 90})
        expect(code).to_be_hidden()


def test_a_place_that_is_barred_leads_to_its_rule(box, window):
    """Ben has a sleeper on e5: arrow keys tell Ann why not; she taps it, too, and follows the number to the rule."""
    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {"first_player": "black"}, "table"))
    box.table.answer(box.table.now().number, "e5", "black")
    phone = sit(window, box, "white")
    up_to_date(phone, box)
    tabbed_to(phone, "#board [data-slot]")
    expect(phone.locator("#told")).to_be_hidden()
    arrows_to(phone, "e5")
    why = phone.get_attribute('#board [data-slot="e5"]', "data-why")
    expect(phone.locator("#told")).to_have_text(why)
    heard = phone.locator('#board [data-slot="e5"]')
    expect(heard).to_have_role("button")
    expect(heard).to_be_disabled()
    expect(heard).to_have_accessible_name(f"e5: black sleeper. Not now: {why}")
    phone.click('#board [data-slot="e5"] .field', force=True)
    rule = phone.locator("#told a")
    number = rule.inner_text()
    assert number in game("sleepers").reference
    rule.click()
    expect(phone).to_have_url(f"{box.url}/rules/sleepers#{number}")
    expect(phone.locator(f"#{number}")).to_be_in_viewport()


def test_what_is_barred_on_the_own_board_is_reached_by_the_tab_key_and_says_why(box, window):
    people = dict(zip(game("children_of_morta").seats, ("Ann", "Ben"), strict=False))
    box.table.begin(game("children_of_morta").setup(people))
    captain = Random(5)
    steps = game("children_of_morta").sensible(captain)

    def barred_on_the_own_board():
        moment = box.table.now()
        asked = moment.ask.of("north") if moment.ask and "north" in moment.ask.told else None
        return [
            each
            for each in getattr(asked, "options", ())
            if each.barred and (each.slot or "").startswith("action.north")
        ]

    while not barred_on_the_own_board():
        moment = box.table.now()
        step = steps.step(moment.position.state, moment.ask)
        (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)
    phone = sit(window, box, "north")
    up_to_date(phone, box)
    tabbed_to(phone, "#mine [data-slot][data-why]")
    why = phone.evaluate(f"{ACTIVE}.getAttribute('data-why')")
    expect(phone.locator("#told")).to_have_text(why)
    assert phone.evaluate(f"{ACTIVE}.getAttribute('aria-label')").endswith(f"Not now: {why}")
    assert complaints(phone) == []


def test_the_rules_are_read_in_chapters_and_found_by_number_and_word(box, window):
    phone = window(**still(PHONE))
    phone.goto(f"{box.url}/rules/sleepers")
    assert complaints(phone) == []
    phone.click("nav.contents a:has-text('Your turn')")
    expect(phone.locator("#your-turn h2")).to_be_in_viewport()
    expect(phone.locator("#your-turn .example .hexboard")).to_have_count(2)
    assert phone.locator('.drawing [tabindex="0"], .drawing [role="button"]').count() == 0
    phone.locator("#your-turn .numbers summary").click()
    phone.click("#your-turn .numbers a:has-text('SL-21')")
    expect(phone.locator("#SL-21")).to_be_in_viewport()
    phone.fill("input[type=search]", "police jump")
    expect(phone.locator(".chapters")).to_be_hidden()
    expect(phone.locator("#SL-40")).to_be_visible()
    expect(phone.locator("#SL-1")).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
