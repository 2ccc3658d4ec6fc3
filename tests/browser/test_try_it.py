"""What a stranger meets first: the tour on the pretend page, from no game at all to a phone that follows."""

import pytest
from playwright.sync_api import expect
from serving import SCREEN, TOKEN

from rules.sleepers import GAME

IN_SIGHT = """where => { const seen = document.querySelector(where).getBoundingClientRect();
    return seen.top >= 0 && seen.bottom <= window.innerHeight; }"""


def test_a_stranger_presses_fate_moves_a_tile_and_sees_the_phone_follow(pretend, window):
    page = window(viewport={"width": 1280, "height": 1000})  # with room for the box's screen below the phone
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    page.get_by_role("button", name="Try it").click()
    steps = page.locator("#tour li")
    expect(steps.nth(0)).to_have_class("next")
    phone = page.frame_locator("#tryphone")
    expect(phone.locator("#ask")).to_contain_text("who begins?")
    # The step says what to do, so do it: a finger on the box's button.
    page.locator("[data-button=fate]").click()
    expect(steps.nth(0)).to_have_class("ticked")
    expect(steps.nth(1)).to_have_class("next")
    assert pretend.table.now().source == "fate button"
    turn = pretend.table.now().position.state.current
    expect(steps.nth(1)).to_contain_text(f"a {turn} tile")
    assert page.locator("#tour .done").is_hidden()
    page.locator(f'.piece[data-place="rack {turn}"]').first.drag_to(page.locator('.place[data-place="e5"]'))
    expect(steps.nth(2)).to_have_class("ticked")
    expect(page.locator("#tour .done")).to_be_visible()
    # It ticked because it is so: the phone itself shows the tile, and so does the box's own screen.
    assert pretend.table.now().source == "camera"
    expect(phone.locator("#board")).to_contain_text(f"e5: {turn} sleeper")
    expect(page.frame_locator("#tryscreen").locator("#board")).to_contain_text(f"e5: {turn} sleeper")
    # And it is not only there but in sight: nobody has to scroll the phone to see it follow.
    inside = page.locator("#tryphone").element_handle().content_frame()
    inside.wait_for_function(IN_SIGHT, arg='#board [data-slot="e5"]')
    # Whoever follows by mouse draws up as well, and the page says so.
    expect(phone.locator("#ask .orders")).to_contain_text(f"{turn.capitalize()}: draw 1.")
    expect(page.locator(f'.piece[data-place="rack {turn}"]')).to_have_count(4)
    page.get_by_role("button", name="Put this away").click()
    expect(page.get_by_text("Which game is on the table?")).to_be_visible()
    page.goto("about:blank")


@pytest.mark.parametrize(("width", "height"), [(800, 480), (1280, 800)])
def test_the_box_stands_beside_the_first_words_and_nothing_covers_it(pretend, window, width, height):
    page = window(viewport={"width": width, "height": height})
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    expect(page.get_by_role("button", name="Try it")).to_be_in_viewport(ratio=1)
    page.locator("[data-button=fate]").click(trial=True)
    page.goto("about:blank")


def test_a_game_that_people_play_is_left_in_peace(pretend, window):
    pretend.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    page = window(**SCREEN)
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    expect(page.frame_locator("#tryphone").locator("#ask")).to_contain_text("recruit one tile", ignore_case=True)
    assert page.locator("#tour").is_hidden()
    pretend.table.close()
    expect(page.get_by_role("button", name="Try it")).to_be_visible()
    page.goto("about:blank")
