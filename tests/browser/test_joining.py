"""Another box's cards are joined by taps, and what was done by hand is given again with one."""

import json

import pytest
from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, TOKEN, sit, up_to_date
from two_boxes import OTHERWISE, OURS, sail, theirs

from rules import cards_file

SEA = "sleeping_gods"
BOX = {"viewport": {"width": 800, "height": 480}, "has_touch": True}


def looked_at(page, wide):
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


@pytest.mark.usefixtures("own_packs")
def test_cards_of_another_box_are_joined_by_taps_with_a_difference_chosen(box, window, tmp_path):
    sail(box.table, *OURS)
    box.table.close()
    page = window(**still(PHONE))
    page.goto(f"{box.url}/host/{TOKEN}")
    page.goto(f"{box.url}/packs/")
    game = page.locator(f".packgame.g-{SEA}")
    with page.expect_download() as saved:
        game.get_by_text("Save what we described as a file").click()
    file = tmp_path / "ours.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["cards"]["enemies"]["12"]["name"] == "Tin Heron"
    game.get_by_text("Add another box’s cards").click()
    looked_at(page, 390)
    cards = {"name": "cards.json", "mimeType": "application/json"}
    game.locator("[name=cards]").set_input_files(
        files=[{**cards, "buffer": cards_file.written(SEA, theirs(*OTHERWISE))}]
    )
    game.get_by_role("button", name="Join them").click()
    heron = page.get_by_role("group", name="Tin Heron")
    expect(heron.get_by_label("Ours")).to_be_checked()
    expect(heron).to_contain_text("Tin Heron, defence 5, deals 2")
    looked_at(page, 390)
    page.get_by_text("← back").click()  # stopped in the middle: nothing is lost, and it goes on later
    assert list(box.table.described(SEA)["enemies"]) == ["12"]
    game.get_by_text("Go on joining another box’s cards").click()
    heron.get_by_text("Theirs").click()
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".lead")).to_contain_text("2 cards added, 1 of theirs taken, 1 of ours kept")
    assert box.table.described(SEA)["enemies"]["12"]["defense"] == 5
    screen = window(**still(BOX))
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.goto(f"{box.url}/packs/")
    expect(screen.locator(f".g-{SEA} .owncopy")).to_contain_text("2 enemies, 2 of 18 mild events")
    looked_at(screen, 800)
    screen.get_by_role("button", name="Take the last joining back").click()
    expect(screen.locator(".lead")).to_contain_text("Taken back")
    assert box.table.described(SEA)["enemies"]["12"]["defense"] == 4


@pytest.mark.usefixtures("own_packs")
def test_what_was_done_by_hand_is_given_again_with_one_tap(box, window):
    sail(box.table)

    def say(*answers):
        for answer in answers:
            box.table.answer(box.table.now().number, answer, "north", along=9)

    changes = {"ship.morale": 4, "resources.coins": 5, "crew.captain.statuses": ["venom"]}
    say({}, "explore", "B7", changes, "explore", "B7")
    assert box.table.now().ask.same
    phone = sit(window, box, "north")
    up_to_date(phone, box)
    ask = phone.locator("#ask")
    expect(ask.locator(".lasttime")).to_contain_text("Ship: morale 4 → 3; Resources: coins 5 → 7")
    expect(ask.locator(".lasttime")).to_contain_text("Not possible now: Captain Odessa: status.")
    expect(phone.get_by_label("Ship: morale", exact=True)).to_have_value("3")  # it stands there already
    expect(ask.locator("[data-will]")).to_contain_text("morale 4 → 3")
    assert complaints(phone) == []
    phone.get_by_role("button", name="Not this time").click()
    expect(phone.get_by_label("Ship: morale", exact=True)).to_have_value("4")
    expect(ask.locator("[data-will]")).to_have_text("")
    phone.get_by_role("button", name="Same as last time").click()
    expect(ask.locator(".lasttime")).to_have_count(0)
    state = box.table.now().position.state
    assert (state.ship.morale, state.resources["coins"]) == (3, 7)
