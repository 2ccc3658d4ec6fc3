"""Pieces are tapped as themselves, on a phone and on the 7-inch screen, and the button says what will happen."""

import pytest
from family_setting import family, stand
from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, TOKEN, up_to_date
from sleeping_gods_setting import fight, ship

from rules import children_of_morta, sleepers, sleeping_gods
from rules.ask import ChooseOne, Option, PickSome
from rules.chance import RollDice
from rules.children_of_morta.effects import token_called

SMALL = {"viewport": {"width": 800, "height": 480}}

BROKEN = """selector => [].filter.call(document.querySelectorAll(selector), function (each) {
  var words = each.firstChild.textContent.split(" "), from = 0, text = each.firstChild, range = document.createRange();
  return words.some(function (word) {
    range.setStart(text, from);
    range.setEnd(text, from + word.length);
    from += word.length + 1;
    return range.getClientRects().length > 2;
  });
}).map(each => each.textContent)"""
"""Names of which a word stands on three lines or more: broken letter by letter."""


@pytest.fixture
def asked(box, window, monkeypatch):
    """A table that stands as wanted and asks questions one after the other, on a phone and on the box's screen."""

    def begin(game, state, *asks):
        async def play(table):
            for ask in asks:
                answer = await ask
                table.say(f"Said: {answer}.")
            while True:
                await asks[-1]

        monkeypatch.setattr(type(game), "begin", lambda self, setup: state)
        monkeypatch.setattr(type(game), "play", lambda self, table: play(table))
        box.table.begin(state.setup)
        phone = window(**still(PHONE))
        phone.goto(box.url)
        phone.click(f'button[value="{asks[0].seat}"]')
        phone.wait_for_selector("#ask")
        screen = window(**still(SMALL))
        screen.goto(f"{box.url}/host/{TOKEN}")
        return phone, screen

    return begin


def said(box, page, words):
    expect(page.locator("#log li").first).to_have_text(words)
    up_to_date(page, box)


def drawn(page):
    """Every portrait on the page has come."""
    page.wait_for_function("[].every.call(document.querySelectorAll('img.portrait'), each => each.complete)")
    return page.evaluate("[].every.call(document.querySelectorAll('img.portrait'), each => each.naturalWidth > 0)")


def test_tokens_dice_and_enemies_of_the_family_are_tapped(box, asked):
    state = family(2)
    state.hero("north").hand = ["yellow", "green", "red", "blue", "blue"]
    stand(state, "north", 1, "hollow_washer", damage=1)
    for space, card in (
        (2, "packmother"),
        (3, "hollow_fiddler"),
        (4, "hollow_reeve"),
        (5, "candlemoth"),
        (6, "moonmoth"),
    ):
        stand(state, "north", space, card)
    tokens = [Option(place, token_called(state, token)) for place, token in enumerate(state.hero("north").hand)]
    targets = [Option("e1", "Hollow washerwoman", slot="row.north.1"), Option("e2", "Pack mother", slot="row.north.2")]
    phone, screen = asked(
        children_of_morta.GAME,
        state,
        PickSome("north", "Which tokens are flipped?", tokens, at_least=2, at_most=2, default=[0, 1], deed="Flip {}"),
        ChooseOne("north", "Keep it?", [Option("keep", "Keep it"), Option("0", "Re-roll the blue 1+")]),
        RollDice("north", "Roll 2 dice.", [("blue die", ("0", "1", "2+")), ("brown die", ("1", "2"))], from_table=True),
        ChooseOne("north", "Hit whom?", targets),
    )
    go = phone.locator("#ask button.go")
    expect(go).to_have_text("Flip yellow and green")
    assert complaints(phone) == []
    assert drawn(phone)
    phone.locator("#ask .pick.piece").nth(0).tap()
    expect(go).to_have_text("Pick 1 more")
    phone.locator("#ask .pick.piece").nth(3).tap()
    expect(go).to_have_text("Flip green and blue")
    phone.locator("#ask .pick.piece").nth(1).tap()
    phone.locator("#ask .pick.piece").nth(4).tap()
    expect(go).to_have_text("Flip 2 blue")
    phone.locator("#ask .pick.piece").nth(0).tap()
    expect(go).to_have_text("1 too many")
    phone.locator("#ask .pick.piece").nth(0).tap()
    go.tap()
    said(box, phone, "Said: [3, 4].")
    phone.locator("#ask button.piece:has(.dieface)").tap()
    said(box, phone, "Said: 0.")
    assert complaints(phone) == []
    phone.locator("#ask .die").nth(0).locator("label:has(.dieface)").nth(2).tap()
    phone.locator("#ask .die").nth(1).locator("label:has(.dieface)").nth(0).tap()
    said(box, phone, "Said: ['2+', '1'].")
    # on the small screen a full row still reads: whole words, and what is left of the health
    up_to_date(screen, box)
    assert drawn(screen)
    assert screen.evaluate(BROKEN, ".cm-foe b, .cm-name b") == []
    washer = screen.locator('[data-slot="row.north.1"]')
    expect(washer.locator(".health")).to_have_attribute("aria-label", "Health: 2 of 3 left")
    assert complaints(screen) == []
    washer.click()
    said(box, screen, "Said: e1.")


def test_the_crew_that_goes_is_tapped_and_called_by_name(box, asked):
    state = ship(2, pack="demo")
    fight(state, 24, 14)
    crew = [Option(each, state.called(each), slot=f"crew:{each}", hint="cunning 1") for each in state.crew_of("north")]
    phone, screen = asked(
        sleeping_gods.GAME,
        state,
        PickSome("north", "Cunning 6: who takes part?", crew, default=[], deed="Send {}", no_deed="Send nobody"),
        ChooseOne("north", "Who takes it?", crew),
    )
    go = phone.locator("#ask button.go")
    expect(go).to_have_text("Send nobody")
    first, second = crew[0].label, crew[1].label
    phone.locator(f'#ask .pick.piece:has-text("{first}")').tap()
    phone.locator(f'#ask .pick.piece:has-text("{second}")').tap()
    expect(go).to_have_text(f"Send {first} and {second}")
    assert drawn(phone)
    assert complaints(phone) == []
    up_to_date(screen, box)
    assert drawn(screen)
    expect(screen.locator(".enemy .portrait")).to_have_count(2)
    assert complaints(screen) == []
    go.tap()
    said(box, phone, f"Said: ['{crew[0].value}', '{crew[1].value}'].")
    up_to_date(screen, box)
    screen.locator(f'.choices .chip:has(.portrait):has-text("{second}")').click()
    said(box, screen, f"Said: {crew[1].value}.")


def test_a_pick_says_what_it_does_without_any_script(box, asked, browser):
    state = ship(2, pack="demo")
    crew = [Option(each, state.called(each)) for each in state.crew_of("north")]
    asked(sleeping_gods.GAME, state, PickSome("north", "Who goes?", crew, default=[], deed="Send {}"))
    context = browser.new_context(**PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{box.url}/host/{TOKEN}")
    expect(page.locator("#ask button.go")).to_have_text("Send them")
    page.locator("#ask .pick.piece").nth(1).tap()
    page.locator("#ask button.go").tap()
    page.wait_for_selector("#log li")
    assert box.table.now().log_for(None)[-1][1] == f"Said: ['{crew[1].value}']."
    context.close()


def test_own_sleepers_stand_out_and_tiles_are_tapped_as_tiles(box, window):
    box.table.begin(sleepers.GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))

    def say(answer):
        moment = box.table.now()
        box.table.answer(moment.number, answer, moment.ask.seat)

    phone, screen = window(**still(PHONE)), window(**still(SMALL))
    phone.goto(box.url)
    phone.click('button[value="white"]')
    phone.wait_for_selector("#ask")
    screen.goto(f"{box.url}/host/{TOKEN}")
    up_to_date(phone, box)
    phone.locator('#board [data-slot="e5"]').tap()
    tile = phone.locator("#ask button.piece:has(.tile-piece)").first
    expect(tile).to_be_visible()
    up_to_date(phone, box)
    assert complaints(phone) == []
    tile.tap()
    expect(phone.locator("#ask")).to_contain_text("Ben")
    say("d4")
    moment = box.table.now()
    say(next(option.value for option in moment.ask.options if not option.barred))
    for page in (phone, screen):
        up_to_date(page, box)
        expect(page.locator("#board .hex.open:not(.plain)")).to_have_count(1)
        expect(page.locator('#board [data-slot="e5"]')).to_have_class("hex open")
        expect(page.locator('#board [data-slot="c3"]')).to_have_class("hex open plain")
        assert complaints(page) == []
    phone.locator('#board [data-slot="c3"]').tap()  # a plain recruit is still one tap
    expect(phone.locator("#ask")).to_contain_text("face-down on c3")
