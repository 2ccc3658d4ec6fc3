"""Setting up a game on the box's own screen: presets of house rules, the search, last time's choices."""

from for_everyone import begin
from playwright.sync_api import expect
from serving import SCREEN, TOKEN, gathering, tap_begin


def test_a_preset_sets_its_house_rules_and_the_search_finds_one(box, window):
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click("text=Sleepers")
    screen.click("text=More")
    preset, usual = screen.get_by_role("button", name="First evening"), screen.get_by_role("button", name="By the book")
    expect(usual).to_have_attribute("aria-pressed", "true")
    preset.click()
    expect(preset).to_have_attribute("aria-pressed", "true")
    expect(usual).to_have_attribute("aria-pressed", "false")
    expect(screen.locator("[data-changed-count]")).to_have_text("· 2 not as usual")
    screen.click(".houserules summary")
    assert screen.locator(".toggle.changed").count() == 2
    screen.fill("[data-filter-of]", "police jump")
    assert screen.locator(".toggle:visible").count() == 1
    screen.fill("[data-filter-of]", "dragons")
    expect(screen.locator("[data-none]")).to_be_visible()
    screen.fill("[data-filter-of]", "")
    screen.select_option("[name='toggle.first_player']", "white")
    expect(preset).to_have_attribute("aria-pressed", "false")
    tap_begin(screen)
    toggles = box.table.now().setup.toggles
    assert (toggles["owner_peek"], toggles["memory_aid"], toggles["first_player"]) == ("on", "on", "white")
    # Next time it is all there, and one tap away from the book.
    box.table.close()
    screen.wait_for_selector(".start")  # the page goes back there by itself
    gathering(screen, box, "sleepers")
    screen.click("text=More")
    expect(screen.get_by_role("button", name="As last time")).to_have_attribute("aria-pressed", "true")
    usual.click()
    expect(screen.locator("[data-changed-count]")).to_have_text("")
    screen.get_by_role("button", name="As last time").click()
    expect(screen.locator("[name='toggle.owner_peek']")).to_have_value("on")


def test_one_tap_says_whose_the_cards_are_and_what_is_mixed_is_shown(box, window):
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    gathering(screen, box, "sleeping_gods")
    screen.click("text=More")
    dealt, real = screen.get_by_role("button", name="The box deals all"), screen.get_by_role("button", name="All real")
    one = screen.locator("[name='custody.events']")
    expect(dealt).to_have_attribute("aria-pressed", "true")
    expect(one).to_be_hidden()
    real.click()
    expect(real).to_have_attribute("aria-pressed", "true")
    screen.click("text=Some of each")
    expect(one).to_have_value("table")
    one.select_option("box")
    expect(real).to_have_attribute("aria-pressed", "false")
    tap_begin(screen)
    held = box.table.now().setup.custody
    assert held["events"] == "box"
    assert [name for name, holder in held.items() if holder == "table"] == [name for name in held if name != "events"]
    box.table.close()
    screen.wait_for_selector(".start")
    gathering(screen, box, "sleeping_gods")
    screen.click("text=More")
    expect(one).to_be_visible()


def test_ticks_of_the_set_up_stay_where_they_were(box, window):
    begin(box, "sleeping_gods", 12)
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/guide")
    boxes = screen.locator("[data-ticks]").first.locator("input")
    expect(screen.locator("[id^=said-]").first).to_have_text("")  # nobody is told that nothing was done
    boxes.nth(0).check()
    boxes.nth(2).check()
    expect(screen.locator("[id^=said-]").first).to_have_text(f"2 of {boxes.count()} done.")
    screen.reload()
    expect(boxes.nth(2)).to_be_checked()
    expect(boxes.nth(1)).not_to_be_checked()
