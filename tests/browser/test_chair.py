"""One person plays against the box, goes to the kitchen in mid-game and comes back; every answer of hers is tapped."""

import random

from for_everyone import complaints, still
from minds import Quick
from playing_sleepers import lively, tap
from playwright.sync_api import expect
from serving import TOKEN, at_home, come_in, meanwhile, tap_begin, up_to_date

SEVEN_INCH = {"viewport": {"width": 800, "height": 480}, "has_touch": True}


def gather(box, window):
    """Ann comes in with her phone, and the box gets the other seat."""
    box.chair._mind = Quick()
    at_home(box)
    screen = window(**still(SEVEN_INCH))
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.tap("text=Sleepers")
    ann = come_in(window, box, "white", "Ann")
    screen.tap("[data-naming=black]")
    assert complaints(screen) == []
    screen.tap("button[name=box][value=easy]")
    expect(screen.locator(".place.plays")).to_contain_text("the box plays, easy")
    expect(ann.locator(".place.plays")).to_contain_text("the box plays")
    screen.tap("text=More")
    return screen, ann


def to_move(page, box):
    """It is Ann's turn again, or the game is over."""
    meanwhile(page, lambda: not (ask := box.table.now().ask) or ask.seat == "white")
    return box.table.now().ask is not None


def test_a_whole_game_against_the_box_with_a_walk_to_the_kitchen(box, window):
    screen, ann = gather(box, window)
    screen.tap(".houserules summary")
    screen.select_option("[name='toggle.first_player']", "white")
    screen.fill("[name='toggle.morale_limit']", "1")  # so that it ends soon
    tap_begin(screen)
    expect(screen.locator("#seats")).to_contain_text("the box plays, easy")
    expect(screen.locator("#joined")).to_contain_text("Black: the box plays")

    # A word of advice: Ann alone reads it, and everybody that she asked.
    up_to_date(ann, box)
    ann.tap("text=What would you do?")
    expect(ann.locator(".advice li").first).to_contain_text("out of 100")
    expect(screen.locator("#log")).to_contain_text("Ann asks the box for advice.")
    assert screen.locator(".advice").count() == 0
    assert complaints(ann) == []

    chance, taps, kitchen = random.Random(3), 0, False
    while to_move(ann, box):
        tap(ann, box, lively(box.table.now(), chance))
        taps += 1
        assert taps < 250
        if taps == 2 and to_move(ann, box):  # it explains itself, from what Ann can see
            up_to_date(ann, box)
            ann.tap("text=Why did the box do that?")
            expect(ann.locator(".why li").first).to_contain_text("out of 100")
        if taps == 2 and to_move(ann, box):  # somebody else plays the box's seat, and the box plays for Ann
            kitchen = to_the_kitchen_and_back(box, screen, ann)
    assert kitchen
    for page in (ann, screen):
        expect(page.locator("#ask .over")).to_have_text(box.table.now().position.state.result["text"])
    path = list(box.journal.entries(box.table.now().game_id))
    seats = {entry.step.seat for entry in path if entry.source == "the box plays" and entry.step}
    assert seats == {"white", "black"}


def to_the_kitchen_and_back(box, screen, ann):
    up_to_date(screen, box)
    screen.tap("#controls")
    screen.tap("text=A person plays Black again")
    without_advice_for_a_moment(box, screen, ann)
    up_to_date(ann, box)
    ann.tap("summary:has-text('Let the box play for me')")
    assert complaints(ann) == []
    ann.tap(".letplay button[value=easy]")
    expect(ann.locator("text=I'm back")).to_be_visible()
    meanwhile(ann, lambda: not box.table.now().ask or box.table.now().ask.seat == "black")  # it has played her turn
    assert complaints(ann) == []
    ann.tap("text=I'm back")
    expect(ann.locator("text=I'm back")).to_have_count(0)
    up_to_date(screen, box)
    screen.tap("summary:has-text('Let the box play for Black')")
    screen.tap(".letplay button[value=easy]")
    return True


def without_advice_for_a_moment(box, screen, ann):
    """The table changes its mind twice."""
    up_to_date(screen, box)
    screen.tap("text=Nobody asks the box for advice")
    expect(ann.locator("#log")).to_contain_text("Nobody asks the box for advice.")
    expect(ann.locator("text=What would you do?")).to_have_count(0)
    up_to_date(screen, box)
    screen.tap("text=Let people ask the box for advice")
    expect(ann.locator("text=What would you do?")).to_have_count(1)


def test_with_real_tiles_the_box_deals_its_own_and_says_what_to_lay(box, window):
    screen, ann = gather(box, window)
    screen.select_option("[name='custody.tiles']", "table")
    screen.tap(".houserules summary")
    screen.select_option("[name='toggle.first_player']", "white")
    tap_begin(screen)
    tap(ann, box, "e5")  # with whichever tile of her rack
    assert to_move(ann, box)
    up_to_date(ann, box)
    expect(ann.locator(".orders")).to_contain_text("Put a white tile, face-down, on e5.")
    expect(ann.locator(".orders")).to_contain_text("Put a black tile, face-down, on ")
    assert ann.locator("text=What would you do?").count() == 0  # it cannot see her rack
