"""Two taps in a row: a button whose meaning just changed does nothing, and only whoever did not change it is told."""

from playwright.sync_api import expect
from serving import sit, up_to_date

from rules.sleepers import GAME

TILE = "#ask form button[name=answer]"


def at(phone, time):
    """For the phone it is *time* and stays so, however slow this computer is."""
    phone.clock.set_fixed_time(f"2026-01-01T{time}")


def tap(phone, where):
    """Tap, and wait until the box has taken it."""
    with phone.expect_response("**/answer/*"):
        phone.locator(where).first.click()


def test_whoever_changed_the_question_is_not_scolded_for_the_next_tap(box, window):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    ann, ben = sit(window, box, "white"), sit(window, box, "black")
    for phone in (ann, ben):
        at(phone, "20:00:00")
    tap(ann, '#board [data-slot="e5"]')
    expect(ann.locator("#ask .mine")).to_contain_text("Which tile goes face-down on e5?")
    ann.locator(TILE).first.click()  # the second tap of a double one, not a moment later: caught, and nothing is said
    assert ann.locator("#told").text_content() == ""
    assert box.table.now().position.state.board == {}

    at(ann, "20:00:01")
    up_to_date(ann, box)
    tap(ann, TILE)
    expect(ben.locator("#ask .mine")).to_contain_text("Recruit one tile")
    ben.locator('#board [data-slot="e4"]').click()  # meant for what stood there before
    expect(ben.locator("#told")).to_have_text("The question just changed: look again, then tap.")
    assert ann.locator("#told").text_content() == ""
    assert list(box.table.now().position.state.board) == ["e5"]
