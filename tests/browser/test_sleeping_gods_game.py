"""Sleeping Gods in a real browser: a voyage by taps, and an owner's copy described on the phone."""

import pytest
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, gathering, seated, tap_begin, until, up_to_date

from rules import packs
from rules.sleeping_gods import GAME


def sit(window, box):
    phone = window(**PHONE)
    phone.goto(box.url)
    phone.click("button[value=north]")
    phone.wait_for_selector("#ask")
    return phone


def answer(box, *values):
    for value in values:
        box.table.answer(box.table.now().number, value, "north")


def tap(phone, box, place):
    up_to_date(phone, box)
    number = box.table.now().number
    place.click()
    expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


@pytest.fixture
def shelf(tmp_path):
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()


def own_copy(box):
    """An owner's copy of which nothing was told yet; up to the first turn."""
    box.table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    answer(box, "normal", True)
    assert "hand limit" in box.table.now().ask.text


def test_an_unknown_enemy_is_drawn_by_tapping_its_squares_and_then_fought(box, window, shelf):
    own_copy(box)
    answer(box, "done", {}, "explore", "12", {"then": "combat"}, "9", {"then": "squares"})
    answer(box, {"name": "Reed Hag", "rows": 2})
    phone = sit(window, box)
    expect(phone.locator(".sketch .square")).to_have_count(6)
    expect(phone.locator("#ask .pick").first).to_be_hidden()  # the squares are tapped, not a list of them

    def square(row, col):
        return phone.locator(f".sketch [data-slot='square:{row}:{col}']")

    def tell(*places):
        up_to_date(phone, box)
        for row, col in places:
            square(row, col).click()
            expect(square(row, col)).to_have_attribute("aria-pressed", "true")
        if places:
            expect(phone.locator("#ask button.go")).to_have_text("Mark these squares")
        tap(phone, box, phone.locator("#ask button.go"))

    tell((2, 3))  # no square there
    expect(phone.locator(".sketch .square")).to_have_count(5)
    tell((1, 1), (2, 2))
    expect(square(1, 1).locator(".heart")).to_have_count(1)
    tell()  # no armor
    tell((1, 2))
    tell()  # no wings
    tell()  # no bonus damage
    tell((2, 1))
    tap(phone, box, phone.get_by_role("button", name="something else: describe it"))
    expect(phone.locator("#ask")).to_contain_text("Row 2, column 1: what does the square say?")
    until(phone, "window.describing")
    phone.get_by_label("In a few words").fill("Hums")
    phone.get_by_role("button", name="Lose morale").click()
    expect(phone.locator(".reads")).to_have_text("Hums, at the end of the round: lose 1 morale")
    tap(phone, box, phone.get_by_role("button", name="That's it"))
    expect(phone.locator(".enemy .head")).to_contain_text("Reed Hag")
    expect(phone.locator(".enemy .square")).to_have_count(5)
    expect(phone.locator(".enemy > svg")).to_contain_text("Hums")
    enemy = box.table.now().position.state.pack.enemies[9]
    assert sorted(place for place, each in enemy.at.items() if each.heart) == [(1, 1), (2, 2)]
    # another campaign of the same copy knows it without a question
    box.table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    assert box.table.now().position.state.pack.enemies[9] == enemy


def test_a_turn_is_played_by_taps_and_an_event_does_not_pass_unseen(box, window):
    box.table.begin(GAME.setup({"north": "Ann"}, {}, {"events": "table"}))
    answer(box, "normal", "fresh", True)  # the turn begins by itself
    phone, screen = sit(window, box), window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    up_to_date(phone, box)
    expect(phone.locator("#ask .pick input:checked")).to_have_count(1)  # the card that costs most
    tap(phone, box, phone.locator("#ask button.go"))
    tap(phone, box, phone.get_by_role("button", name="A Bird with a Ring"))
    for page in (phone, screen):
        expect(page.locator(".news")).to_contain_text("Event: A Bird with a Ring")
    # whoever is far below sees what is asked all the same
    phone.locator(".jumps a[href='#tools']").click()
    # training goes with the usual card and crew member; either can be opened
    training = phone.locator("#tools form", has_text="Train: tuck")
    training.locator("summary").click()
    tap(phone, box, training.get_by_role("button", name="Train which card?"))
    expect(phone.locator("#ask .question")).to_be_in_viewport()
    expect(phone.locator("#ask .question")).to_have_text("Train which card?")


SMALL = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def rule(box, path, value):
    box.table.ruling(box.table.now().number, path, value, "Ann", "a test")


def test_on_a_small_phone_nothing_sticks_out_and_the_rows_of_neighbouring_enemies_meet(box, window):
    box.table.begin(GAME.setup({"north": "Ann"}, {}, "box", "demo"))
    answer(box, "normal", "fresh")
    for path, value in (("events.deck", []), ("quests", [4]), ("ship.region", "3c")):
        rule(box, path, value)
    answer(box, True, [0])  # a fourth card in hand, one is discarded; no event disturbs
    phone = window(**SMALL)
    phone.goto(box.url)
    phone.click("button[value=north]")
    phone.wait_for_selector("#ask")
    up_to_date(phone, box)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(phone.locator("#ask")).to_contain_text("7 The Drowned Bank")
    answer(box, "explore", "C")
    up_to_date(phone, box)
    names = phone.locator(".enemy .head > span > b")
    assert sorted(names.all_inner_texts()) == ["Bailiff Eel", "Drowned Auditor"]  # the longer name takes two lines
    heights = phone.locator(".enemy .head").evaluate_all("heads => heads.map(head => head.scrollHeight)")
    assert heights[0] != heights[1]
    tops = phone.locator(".enemy > svg").evaluate_all("grids => grids.map(grid => grid.getBoundingClientRect().top)")
    assert tops[0] == pytest.approx(tops[1], abs=0.5)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.goto(f"{box.url}/guide")
    guide = phone.locator(".checks").first
    expect(guide).to_contain_text("Row of enemies, place 1: enemy 1")
    expect(guide).to_contain_text("Combat action tokens: Ann 4.")


def test_a_market_stands_side_by_side_the_jumps_fit_and_a_lost_campaign_has_a_last_page(box, window):
    box.table.begin(GAME.setup({"north": "Ann"}, {}, "box", "demo"))
    answer(box, "normal", "fresh")
    for path, value in (("events.deck", []), ("ship.region", "2h"), ("resources.coins", 20)):
        rule(box, path, value)
    answer(box, True, [0], "market")
    phone, screen = window(viewport={"width": 375, "height": 740}, has_touch=True), window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    cards = screen.locator(".choices .chip")
    expect(cards).to_have_count(7)
    tops = cards.evaluate_all("chips => chips.map(chip => chip.getBoundingClientRect().top)")
    assert len(set(tops)) <= 4  # two beside each other
    expect(screen.locator("#ask .hint")).to_have_text("Tap a card, or")
    answer(box, "done")
    rule(box, "events.number", 1)
    answer(box, "gain_command")  # the deck is empty: the hunter comes
    assert box.table.now().position.state.combat
    phone.goto(box.url)
    phone.click("button[value=north]")
    phone.wait_for_selector(".jumps")
    assert phone.evaluate("(bar => bar.scrollWidth <= bar.clientWidth)(document.querySelector('.jumps'))")
    box.table.undo(box.table.now().number, "north")
    rule(box, "events.number", 3)
    answer(box, "gain_command", True)
    for page in (phone, screen):
        expect(page.locator(".ending")).to_contain_text("The campaign is lost")
        expect(page.locator(".ending .story")).to_contain_text("The last clear day goes by.")
    expect(phone.locator(".ending")).to_be_in_viewport()


COUNT_CLICKS = "addEventListener('click', e => { if (e.isTrusted) window.clicks = (window.clicks || 0) + 1 }, true)"
OWN_SCREEN = {"viewport": {"width": 800, "height": 480}}


def test_a_turn_of_travel_and_explore_takes_three_taps_on_two_phones(box, window, tmp_path):
    box.table.begin(GAME.setup({"north": "Ann", "east": "Ben"}, {}, "box", "demo"))
    answer(box, "normal", "fresh", "north", "deal")
    for path, value in (("events.deck", []), ("ship.region", "3g"), ("players.east.command", 1)):
        rule(box, path, value)
    answer(box, True, [0])  # a fourth card in hand, one is discarded; no event disturbs
    phones, screen = [window(**PHONE), window(**PHONE)], window(**OWN_SCREEN)
    for phone, seat in zip(phones, ("north", "east"), strict=True):
        phone.add_init_script(COUNT_CLICKS)
        phone.goto(box.url)
        phone.click(f"button[value={seat}]")
        phone.wait_for_selector("#ask")
    ann, ben = phones
    screen.goto(f"{box.url}/host/{TOKEN}")
    for phone in phones:
        up_to_date(phone, box)
        phone.evaluate("window.clicks = 0")
    ann.screenshot(path=tmp_path / "1-actions.png", full_page=True)
    # a place one move away: sailing there and exploring it are one tap
    tap(ann, box, ann.locator(".atlas [data-slot='location:10']"))
    state = box.table.now().position.state
    assert (state.ship.region, state.actions_left) == ("3h", 0)
    expect(ann.locator("#ask .story")).to_contain_text(state.pack.paragraphs["10"].boxes[0].read[:40])
    up_to_date(screen, box)
    ann.screenshot(path=tmp_path / "2-story.png")
    screen.screenshot(path=tmp_path / "2-screen.png")
    # the choice says who would go; the others may still help until fate is drawn
    choice = ann.locator("#ask .whole", has_text="B.")
    expect(choice.locator("small").first).not_to_be_empty()
    expect(choice.locator("summary")).to_have_text("Change")
    tap(ann, box, choice.locator("button").first)
    expect(ben.locator("#ask .question")).to_contain_text("help for 1 command?")
    expect(ann.locator("#ask .question")).to_contain_text("Craft 7")
    ann.screenshot(path=tmp_path / "3-fate.png")
    ben.screenshot(path=tmp_path / "3-help.png")
    tap(ann, box, ann.get_by_role("button", name="Draw", exact=True))
    if "short by" in box.table.now().ask.text:  # somebody could better it
        tap(ann, box, ann.get_by_role("button", name="take the result"))
    taps = [phone.evaluate("window.clicks") for phone in phones]
    assert sum(taps) <= 4
    assert box.table.now().position.state.trial is None  # it is over, and the story goes on
    for phone in phones:
        up_to_date(phone, box)
    up_to_date(screen, box)
    screen.screenshot(path=tmp_path / "4-screen.png")
    ben.screenshot(path=tmp_path / "4-next.png")
    box.table.undo(box.table.now().number, "north")  # everything is taken back step by step


def test_boards_and_enemies_nobody_has_read_show_no_numbers_of_their_own(box, window, shelf):
    own_copy(box)
    phone = sit(window, box)
    board = phone.locator(".board-of-crew", has_text="Laurence")
    expect(board.locator(".track")).to_have_text("unhurt")
    expect(board.locator(".skills")).to_contain_text("?")
    answer(box, "done", {}, "explore", "12", {"then": "combat"}, "9", {"9.name": "Reed Hag", "9.damage": 2})
    up_to_date(phone, box)
    expect(phone.locator(".enemy.unread")).to_contain_text("Reed Hag")
    expect(phone.locator(".enemy.unread")).to_contain_text("deals 2")
    answer(box, "attack:crew_1", {"crew_1.health": 4, "crew_1.damage": 3}, 6, {})
    up_to_date(phone, box)
    expect(phone.locator(".enemy.unread")).to_contain_text("3 damage on it")
    expect(board.locator(".track")).to_contain_text("/4")


@pytest.mark.parametrize("where", ["phone", "screen"])
def test_an_own_copy_is_begun_and_its_first_turn_played_by_taps(box, window, shelf, where):
    page = window(**SCREEN)
    page.goto(f"{box.url}/host/{TOKEN}")
    gathering(page, box, "sleeping_gods")
    seated(page, {"north": "Ann"})
    page.click("text=More")
    page.select_option("[name=pack]", "own")
    tap_begin(page)
    page.wait_for_selector("#ask")
    page = sit(window, box) if where == "phone" else page
    taps = 0

    def on(place):
        nonlocal taps
        taps += 1
        tap(page, box, place)

    def button(name):
        return page.locator("#ask").get_by_role("button", name=name)

    def action(value):  # on a phone it stands with the question
        drawn = page.locator(f"#board [data-slot='action:{value}']")
        return page.locator(f"#ask .inhand > form button[value='\"{value}\"']") if where == "phone" else drawn

    def one_less(label):
        nonlocal taps
        taps += 1
        up_to_date(page, box)
        page.locator(f"#ask .thing[data-label='{label}'] [data-step='-1']").first.click()

    on(page.locator("#ask button[value*=normal]"))
    on(page.locator("#ask form button.go, #ask form button[name=answer]").first)  # the table is set
    on(button("done"))  # the hand limit
    one_less("morale")  # the event, done by hand
    on(page.locator("#ask [data-ready]"))
    on(action("travel:hazard"))
    expect(page.locator("#ask .question")).to_contain_text("Hazard: do what it says")
    one_less("health")
    on(page.locator("#ask [data-ready]"))
    on(action("explore"))
    page.locator("#ask input[name=words]").fill("B7")
    on(page.locator("#ask button.go"))
    expect(page.locator("#ask [data-ready]")).to_have_text("Return to the ship")
    page.locator("#ask .thing[data-label='turn to'] input").fill("169")
    on(page.locator("#ask [data-ready]"))
    expect(page.locator("#ask .question")).to_contain_text("Paragraph 169")
    on(page.locator("#ask [data-ready]"))
    state = box.table.now().position.state
    assert (state.turn, state.ship.morale, state.ship.health) == (2, 4, 10)
    assert taps <= 14
