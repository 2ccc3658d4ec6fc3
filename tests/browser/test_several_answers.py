"""A place on the board that stands for several answers asks which, by finger and by keyboard."""

from datetime import datetime, timedelta

import pytest
from for_everyone import complaints
from playwright.sync_api import expect
from serving import PHONE, SCREEN, TOKEN, meanwhile, place_of, sit, up_to_date

from rules.ask import ChooseOne, Option, PickSome, Refusal
from rules.game import Checkpoint
from rules.sleepers import GAME

OPTIONS = (
    Option("look", "look under e5", slot="e5"),
    Option("leave", "leave e5", slot="e5", hint="for good"),
    Option("burn", "burn e5", Refusal("SL-1", "It is wet."), slot="e5"),
    Option("to d4", "go to d4", slot="d4"),
    Option("past d4", "go past d4", Refusal("SL-2", "Nobody is there."), slot="d4"),
)


@pytest.fixture
def asked(box, monkeypatch):
    """A game that asks White what to do at two hexes, again and again."""
    kinds = {"one": ChooseOne, "some": PickSome}

    def ask(kind):
        async def play(state):
            while True:
                await Checkpoint()
                answer = await kinds[kind]("white", "What now?", OPTIONS)
                state.say(f"White says {answer}.")

        monkeypatch.setattr(type(GAME), "play", lambda self, state: play(state))
        box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}))
        return box

    return ask


def said(box):
    return box.table.now().log_for(None)[-1][1]


def test_a_tap_on_such_a_place_lists_its_answers(asked, window):
    box = asked("one")
    phone = sit(window, box, "white")
    up_to_date(phone, box)
    phone.locator('#board [data-slot="e5"]').tap()
    chooser = phone.get_by_role("dialog", name="Which one?")
    answers = ["Look under e5", "Leave e5 for good", "Burn e5 It is wet. (SL-1)", "Never mind"]
    expect(chooser.get_by_role("button")).to_have_text(answers, use_inner_text=True)
    assert complaints(phone) == []
    chooser.get_by_role("button", name="Burn e5").tap()
    expect(phone.locator("#told")).to_have_text("It is wet. (SL-1)")
    chooser.get_by_role("button", name="Leave e5").tap()
    expect(chooser).to_have_count(0)
    expect(phone.locator("#log li").first).to_have_text("White says leave.")
    assert said(box) == "White says leave."


def test_where_only_one_answer_is_open_a_tap_gives_it(asked, window):
    box = asked("one")
    phone = sit(window, box, "white")
    up_to_date(phone, box)
    phone.locator('#board [data-slot="d4"]').tap()
    expect(phone.locator("#log li").first).to_have_text("White says to d4.")


def test_it_is_chosen_by_keyboard_and_put_away_again(asked, window):
    box = asked("one")
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    place, chooser = screen.locator('#board [data-slot="e5"]'), screen.get_by_role("dialog")
    up_to_date(screen, box)
    place.focus()
    screen.keyboard.press("Space")
    expect(chooser.get_by_role("button", name="Look under e5")).to_be_focused()
    screen.keyboard.press("Escape")
    expect(chooser).to_have_count(0)
    expect(place).to_be_focused()
    screen.keyboard.press("Enter")
    screen.keyboard.press("Shift+Tab")
    expect(chooser.get_by_role("button", name="Never mind")).to_be_focused()  # the keys stay inside
    screen.keyboard.press("Tab")
    screen.keyboard.press("ArrowDown")
    screen.keyboard.press("Enter")
    expect(screen.locator("#log li").first).to_have_text("White says leave.")


def test_the_list_stays_while_its_answers_do_and_goes_with_them(asked, window):
    box = asked("one")
    phone = sit(window, box, "white")
    up_to_date(phone, box)
    phone.locator('#board [data-slot="e5"]').tap()
    chooser = phone.get_by_role("dialog")
    before = box.table.now()
    box.table.answer(before.number, "leave", "white")  # somebody else was quicker, and the same is asked again
    expect(phone.locator("#log li").first).to_have_text("White says leave.")
    expect(chooser).to_be_visible()
    box.table.close()
    expect(chooser).to_have_count(0)


def test_what_was_ticked_before_the_boxs_first_word_stays(asked, window):
    """It says what the page came with; a finger is quicker than that on a slow network."""
    box, phone, held = asked("some"), window(**PHONE), []
    phone.add_init_script("document.addEventListener('news', () => document.documentElement.dataset.heard = '')")
    phone.goto(f"{box.url}/host/{TOKEN}")
    phone.route("**/events/**", lambda route: held.append(route))
    phone.goto(f"{box.url}/table")
    phone.locator('#board [data-slot="d4"]').tap()
    ticked = phone.locator("#ask input[name=pick]:checked")
    expect(ticked).to_have_count(1)
    meanwhile(phone, lambda: held)
    held[-1].continue_()
    phone.locator("html[data-heard]").wait_for()
    expect(ticked).to_have_count(1)


COUNTED = """
const Plain = EventSource;
window.EventSource = class extends Plain {
    constructor(...how) {
        super(...how);
        this.addEventListener("message", () => document.documentElement.dataset.heard += "+");
    }
};
"""


def test_nothing_is_drawn_anew_under_a_finger(asked, window):
    """Or the tap of somebody whose friend was quicker would simply vanish."""
    box, phone = asked("one"), window(**PHONE)
    phone.add_init_script(COUNTED)
    phone.goto(box.url)
    phone.click("button[value=white]")
    up_to_date(phone, box)
    phone.clock.install()
    phone.clock.pause_at(datetime.now() + timedelta(hours=1))  # however slow this computer is, the finger is quick
    at = place_of(phone.locator('#board [data-slot="d4"]'))
    phone.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    phone.mouse.down()
    before, heard = box.table.now().number, phone.locator("html").get_attribute("data-heard")
    box.table.answer(before, "leave", "white")
    meanwhile(phone, lambda: phone.locator("html").get_attribute("data-heard") != heard)
    expect(phone.locator("body")).to_have_attribute("data-n", str(before))
    phone.mouse.up()
    expect(phone.locator("#told")).to_have_text("The game has moved on; look again before you answer.")
    phone.clock.run_for(2000)
    up_to_date(phone, box)
    expect(phone.locator("#log li").first).to_have_text("White says leave.")
    # Whoever only holds something down sees what goes on all the same.
    phone.mouse.down()
    box.table.answer(box.table.now().number, "look", "white")
    phone.clock.run_for(3000)
    expect(phone.locator("#log li").first).to_have_text("White says look.")


def test_where_several_are_picked_it_ticks_them_one_by_one(asked, window):
    box = asked("some")
    phone = sit(window, box, "white")
    up_to_date(phone, box)
    place, ticked = phone.locator('#board [data-slot="e5"]'), phone.locator("#ask input[name=pick]:checked")

    def choose(name, left):
        place.tap()
        phone.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(phone.get_by_role("dialog")).to_have_count(0)
        expect(ticked).to_have_count(left)

    choose("Look under e5", 1)
    choose("Leave e5", 2)
    expect(place).to_have_attribute("aria-pressed", "true")
    phone.locator('#board [data-slot="d4"]').tap()
    expect(ticked).to_have_count(3)
    choose("Look under e5", 2)
    expect(phone.locator("[data-says]")).to_have_text("Pick leave e5 and go to d4")
    phone.locator("#ask button.go").tap()
    expect(phone.locator("#log li").first).to_have_text("White says ['leave', 'to d4'].")
