"""What the camera sees that no move explains is drawn on the board itself, on the box's screen and on phones."""

import re

from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN

from rules.sleepers import GAME


def test_places_that_differ_stand_out_on_the_board_until_the_table_is_mended(pretend, window):
    pretend.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    hands, screen, phone = window(**SCREEN), window(**SCREEN), window(**PHONE)
    hands.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    hands.uncheck("#follow")
    phone.goto(pretend.url)
    phone.click("button[value=white]")
    screen.goto(f"{pretend.url}/host/{TOKEN}")
    for hex_ in ("e5", "c5", "g5"):  # three tiles at once: no move does that
        hands.locator('.piece[data-place="rack white"]').first.drag_to(hands.locator(f'.place[data-place="{hex_}"]'))
    for page in (screen, phone):
        expect(page.locator("#eye")).to_contain_text("e5: the camera sees white, face-down")
        expect(page.locator("#board .differs")).to_have_count(3)
        expect(page.locator('#board [data-slot="c5"]')).to_have_class(re.compile(r"\bdiffers\b"))
    for hex_ in ("c5", "g5"):  # back to the rack: what is left is a move
        hands.locator(f'.piece[data-place="{hex_}"]').drag_to(hands.locator('[data-place="rack white"] rect'))
    for page in (screen, phone):
        expect(page.locator("#ask")).to_contain_text("Ben: Recruit one tile")
        expect(page.locator("#board .differs")).to_have_count(0)
    hands.goto("about:blank")
