"""Nobody has to read the rulebook: Teach us in the lobby, the minute, the set-up together, lessons, what could I do."""

from for_everyone import complaints, still
from layout import faults
from playwright.sync_api import expect
from serving import TOKEN, come_in, gathering, place_of, up_to_date

SMALL = {"viewport": {"width": 800, "height": 480}, "has_touch": True}


def place(page, selector):
    return place_of(page.locator(selector))


def test_two_who_know_nothing_are_taught_by_taps(box, window):
    screen = window(**still(SMALL))
    screen.goto(f"{box.url}/host/{TOKEN}")
    gathering(screen, box, "sleepers")
    ann, ben = come_in(window, box, "white", "Ann"), come_in(window, box, "black", "Ben")
    screen.click("text=Teach us")

    # The minute, page by page on the stage; phones show the same, small.
    page = screen.locator(".scene.minute")
    expect(page).to_contain_text("You lead a spy network")
    expect(page.locator("svg").first).to_be_visible()
    expect(ann.locator("#lesson")).to_contain_text("1 of 5")
    assert faults(screen, "#scene") == []
    assert place(screen, ".scene.minute")["width"] > 700  # all of the stage, so that the pictures are large
    ann.click("#lesson .go")
    expect(page).to_contain_text("Those are sleepers")
    screen.click(".minute [aria-label='The page before']")
    expect(page).to_contain_text("You lead a spy network")
    screen.click(".minute [value=enough]")
    expect(page).to_be_hidden()

    # The set-up together: two at once, and each tick brings the next. What is asked after it stands back.
    expect(ann.locator("body.lowered #ask .later")).to_contain_text("who begins?")
    expect(ann.locator("#lesson")).to_contain_text("Ann: Lay the board between you.")
    expect(ben.locator("#lesson")).to_contain_text("Ben: Put a heap of black tiles")
    expect(screen.locator("#lesson li")).to_have_count(2)
    expect(screen.locator("#lesson li .drawing svg").first).to_be_visible()  # the board, and a tile
    assert faults(screen, "#lesson") == []
    assert complaints(ann) == []
    ann.click("#lesson .go")
    expect(ann.locator("#lesson")).to_contain_text("Put a heap of white tiles")
    ann.click("#lesson .go")
    ben.click("#lesson .go")

    # Who begins? The box draws.
    expect(ben.locator("#lesson .setting")).to_have_count(0)
    expect(ann.locator("body:not(.lowered) #ask .go.fate")).to_be_visible()
    expect(ann.locator("#ask .later")).to_have_count(0)
    up_to_date(ann, box)
    ann.click("#ask .fate")
    expect(ann.locator("#ask")).to_contain_text("recruit one tile", ignore_case=True)
    me, other = (ann, ben) if box.table.now().ask.seat == "white" else (ben, ann)

    # A lesson on the phone of whoever is asked, and on the stage; it moves nothing when it goes.
    expect(me.locator("#lesson")).to_contain_text("To recruit, tap an empty hex")
    expect(screen.locator("#lesson")).to_contain_text("To recruit, tap an empty hex")
    expect(other.locator("#lesson")).to_be_empty()
    assert faults(me, "#lesson") == []
    assert complaints(me) == []
    before = place(me, "#ask"), place(me, "#board")
    me.click("text=Got it")
    expect(me.locator("#lesson")).to_be_empty()
    assert (place(me, "#ask"), place(me, "#board")) == before

    # What could I do?
    me.click("text=What could I do?")
    expect(me.locator(".learnt")).to_contain_text("Recruit on a5 and 60 more like it")
    assert complaints(me) == []
    me.click("[data-back]")
    up_to_date(me, box)
    me.locator('#board [data-slot="e5"]').click()
    expect(me.locator("#lesson")).to_contain_text("Only you can see this")
    expect(screen.locator("#lesson")).not_to_contain_text("Only you can see this")

    # The other does not want any of it.
    up_to_date(me, box)
    me.locator("#ask button[name=answer]").first.click()
    expect(other.locator("#lesson")).to_contain_text("nobody may look at it")
    up_to_date(other, box)
    other.click("summary:has-text('Lessons')")
    other.click("text=No lessons for me")
    expect(other.locator("#lesson")).to_be_empty()
