"""Phones sleep, networks go, the box is switched off and on: the right picture comes back, and no page lies."""

import pytest
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, Served, up_to_date

from rules.sleepers import GAME

PLAYERS = {"white": "Ann", "black": "Ben"}


def begin(box):
    box.table.begin(GAME.setup(PLAYERS, {"first_player": "white"}, "table"))


def sit(window, box, seat, **clock):
    phone = window(**PHONE)
    if clock:
        phone.clock.install()
    phone.goto(box.url)
    phone.click(f"button[value={seat}]")
    phone.wait_for_selector("#ask")
    return phone


def unplug(phone, off):
    """The phone's own radio; what is on its screen stays there."""
    phone.context.set_offline(off)


def test_a_phone_asleep_for_a_minute_says_so_and_wakes_to_the_right_picture(box, window):
    begin(box)
    ben = sit(window, box, "black", clock=True)
    expect(ben.locator("#ask .waiting")).to_contain_text("Ann")
    expect(ben.locator("#offline")).to_be_hidden()
    # Asleep: the radio is off, the script stands still, and the minute goes by on the phone's clock.
    unplug(ben, True)
    ben.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ben.clock.run_for(15_000)  # the stream it still has comes to its end; a last sign of life may have come just now
    expect(ben.locator("#offline")).to_be_visible()
    box.table.answer(box.table.now().number, "e5")
    ben.clock.run_for(60_000)
    # It does not lie: the picture is old, and it says how old.
    expect(ben.locator("#offline")).to_contain_text("may be old")
    assert int(ben.locator("#offline").inner_text().split(" for ")[1].split(" s")[0]) >= 55
    expect(ben.locator("#dot")).to_have_class("dot lost")
    expect(ben.locator("#ask .waiting")).to_be_visible()
    # Awake again: nobody has to reload anything.
    unplug(ben, False)
    ben.clock.run_for(7_000)
    expect(ben.locator("#ask .mine")).to_contain_text("Recruit one tile")
    expect(ben.locator("#board")).to_contain_text("e5: white sleeper")
    expect(ben.locator("#offline")).to_be_hidden()
    expect(ben.locator("#dot")).to_have_class("dot")


def test_the_server_is_restarted_in_the_middle_and_both_phones_play_on(tmp_path, window):
    """The same journal behind the same port: seats, board and question are as they were."""
    before = Served(tmp_path)
    with before.listening():
        port = int(before.url.rsplit(":", 1)[1])
        begin(before)
        ann, ben = sit(window, before, "white"), sit(window, before, "black")
        screen = window(**SCREEN)
        screen.goto(f"{before.url}/host/{TOKEN}")
        before.table.answer(before.table.now().number, "e5")
        for page in (ann, ben, screen):
            expect(page.locator("#board")).to_contain_text("e5: white sleeper")
    before.close()
    after = Served(tmp_path)
    after.table.open(after.table.games()[0].id)
    with after.listening(port):
        after.table.answer(after.table.now().number, "d4", "black")
        for page in (ann, ben, screen):
            expect(page.locator("#board")).to_contain_text("d4: black sleeper")
        # Not only seen: whoever is asked answers, with the seat it had before.
        number = after.table.now().number
        expect(ann.locator("#ask .mine")).to_contain_text("Recruit one tile")
        up_to_date(ann, after)
        ann.locator('#board [data-answer="f5"]').click()
        expect(ben.locator("#board")).to_contain_text("f5: white sleeper")
        assert after.table.now().number > number
        assert after.table.now().source == "phone of white"
        for page in (ann, ben, screen):
            page.goto("about:blank")
    after.close()


def test_what_is_tapped_while_the_box_is_away_is_told_and_not_lost_silently(box, window):
    begin(box)
    ann = sit(window, box, "white")
    number = box.table.now().number
    up_to_date(ann, box)
    unplug(ann, True)
    ann.locator('#board [data-answer="e5"]').click()
    expect(ann.locator("#told")).to_contain_text("The box did not answer. Nothing was sent")
    assert box.table.now().number == number
    unplug(ann, False)
    ann.locator('#board [data-answer="e5"]').click()
    expect(ann.locator("#ask .waiting")).to_contain_text("Ben")


def test_a_tap_while_the_last_one_is_on_its_way_is_told_and_not_lost_silently(box, window):
    begin(box)
    ann = sit(window, box, "white", clock=True)
    held = []
    ann.route("**/answer/**", lambda route: held.append(route))
    ann.locator('#board [data-answer="e5"]').click()
    expect(ann.locator("body")).to_have_attribute("data-locked", "")
    ann.clock.run_for(1_500)
    ann.locator('#board [data-answer="d4"]').click()
    expect(ann.locator("#told")).to_have_text("The box has not answered your last tap yet.")
    held[0].continue_()
    expect(ann.locator("#ask .waiting")).to_contain_text("Ben")
    assert list(box.table.now().position.state.board) == ["e5"]


def test_a_button_whose_meaning_just_changed_is_locked_for_a_moment(box, window):
    begin(box)
    ben = sit(window, box, "black")
    box.table.answer(box.table.now().number, "e5")
    # In the very moment in which the new question arrives, as a finger that was on its way.
    said = ben.evaluate(
        """() => new Promise(done => {
            new MutationObserver((seen, it) => {
                const hex = document.querySelector('#board [data-answer="d4"]');
                if (!hex) return;
                it.disconnect();
                hex.dispatchEvent(new MouseEvent("click", {bubbles: true}));
                setTimeout(() => done(document.getElementById("told").textContent), 50);
            }).observe(document.body, {childList: true, subtree: true});
            const hex = document.querySelector('#board [data-answer="d4"]');
            if (hex) { hex.dispatchEvent(new MouseEvent("click", {bubbles: true}));
                setTimeout(() => done(document.getElementById("told").textContent), 50); }
        })"""
    )
    assert "look again" in said
    assert "d4" not in box.table.now().position.state.board
    up_to_date(ben, box)
    ben.locator('#board [data-answer="d4"]').click()
    expect(ben.locator("#ask .waiting")).to_be_visible()


def test_a_spectator_who_tries_to_act_is_refused(box, window):
    begin(box)
    watcher = window(**PHONE)
    watcher.goto(f"{box.url}/seat")
    assert watcher.locator("[data-answer], #ask button").count() == 0
    statuses = watcher.evaluate(
        """number => Promise.all([["answer", "answer=%22e5%22"], ["draw", ""], ["undo", ""], ["redo", ""],
        ["agree", "yes=yes"], ["aside", "name=draw"], ["ruling", "path=turn&value=9&who=x&why=y"]].map(([what, body]) =>
            fetch(`/${what}/${number}`, {method: "POST", body, headers: {"X-Page": "1",
                "Content-Type": "application/x-www-form-urlencoded"}}).then(answer => answer.status)))""",
        box.table.now().number,
    )
    assert statuses == [403] * 7
    assert box.table.now().number == 0


@pytest.mark.parametrize("seat", ["white", "black"])
def test_a_seat_is_freed_on_the_boxs_screen_and_taken_by_another_phone(box, window, seat):
    """Handed over: the old phone is shown the door at once, the new one has everything."""
    begin(box)
    old = sit(window, box, seat)
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    name = PLAYERS[seat]
    expect(screen.locator("#joined")).to_contain_text(f"{name} is in")
    screen.locator("#joined li", has_text=f"{name} is in").get_by_role("button").click()
    expect(old.locator(".whoami b")).to_have_text("Watching")
    new = sit(window, box, seat)
    expect(new.locator(".whoami b")).to_have_text(name)
    # Nobody has that one: the box's own screen plays for somebody absent, and gives the seat back.
    other = next(each for each in PLAYERS if each != seat)
    screen.goto(f"{box.url}/table")
    screen.get_by_role("button", name=f"play for {PLAYERS[other]}").click()
    expect(screen.locator(".absent")).to_contain_text(f"This screen plays for {PLAYERS[other]}")
    screen.get_by_role("button", name=f"Give {PLAYERS[other]}'s seat back").click()
    expect(screen.locator("#joined")).to_contain_text(f"{PLAYERS[other]}: scan to join")


def test_a_page_takes_taps_again_also_when_the_lock_ends_between_two_looks_at_the_clock(box, window):
    """Every look at the clock takes half the lock: whoever looks twice finds it shut and then open."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    page = window(**PHONE)
    page.add_init_script("let now = 1e12; Date.now = () => now += 150")
    page.goto(f"{box.url}/seat")
    expect(page.locator("body")).to_have_attribute("data-n", str(box.table.now().number))
    box.table.answer(box.table.now().number, "e5", "white")
    up_to_date(page, box)
