"""Phones and the box's own screen play The Silent Sea in a real browser, a whole game with the box in a chair."""

import json

import pytest
import sea_window
from for_everyone import still
from minds import Quick
from playwright.sync_api import expect
from serving import TOKEN, at_home, come_in, meanwhile, place_of, reach, sit, tap_barred, tap_begin, until, up_to_date

from device.live import opening as live
from rules.ask import ChooseOne, Confirm, EnterNumber, PickSome
from rules.chance import RollDice
from rules.silent_sea import GAME, board

NAMES = {"white": "Ann", "yellow": "Ben", "red": "Cem", "blue": "Dia"}
ROLES = {"white": "engineer", "yellow": "astrobiologist", "red": "doctor"}


@pytest.fixture
def dealt_alike(monkeypatch):
    """The same cards and dice every time, so that the game has the same length."""
    monkeypatch.setattr(live, "new_seed", lambda: b"the silent sea".ljust(32, b"."))


def tap(phone, box, value):
    """Answer as a finger would: on the map, on a card of the hand, or on a button of the question."""
    number = box.table.now().number
    up_to_date(phone, box)
    if isinstance(value, list):
        for each in value:
            phone.locator(f"#ask .pick:has(input[value='{json.dumps(each)}'])").tap()
    if value is True or isinstance(value, list):
        places = ["#ask button.go"]
    else:
        written = json.dumps(value)
        places = [f'#board [data-answer="{value}"]', f"#ask .wrap:not(.small) button[value='{written}']"]
    in_secret = getattr(box.table.now().ask, "window", ())  # then the number stays while the page's question changes
    reach(phone, phone.locator(", ".join(places)).first)
    if in_secret:
        until(phone, f"!document.querySelector('#ask .mine') || Number(document.body.dataset.n) !== {number}")
    else:
        expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


def hurry(game, ask):
    """What somebody who wants to get out soon would answer."""
    if isinstance(ask, (Confirm, RollDice)):
        return True
    if isinstance(ask, EnterNumber):
        return ask.low
    values = [option.value for option in ask.options if not option.barred]
    if isinstance(ask, PickSome):
        return values[: ask.at_least]
    if ask.seat in ROLES and not game.players:
        return "agreed" if "agreed" in values else ROLES[ask.seat]
    if "take" in values:
        return "take"
    if (step := nearest(game, ask.seat, values)) != "done":
        return step
    return next(
        (value for value in values if str(value).startswith("craft:")), "done" if "done" in values else values[0]
    )


def nearest(game, seat, values):
    """As near as the roll allows to a sample, or with one to the way out."""
    player = game.players[seat]
    here = board.distances(game, player.node)
    goals = [place for place in game.tokens if place in here] if not player.samples else []
    goal = min(goals, key=lambda place: here[place], default=board.chart(game).exit)
    far = board.distances(game, goal)
    steps = {value: far.get(value.removeprefix("to:"), 99) for value in values if str(value).startswith("to:")}
    best = min(steps, key=lambda value: steps[value], default="done")
    return best if steps and steps[best] < far.get(player.node, 99) else "done"


PEOPLE = {seat: name for seat, name in NAMES.items() if seat != "blue"}


def asked_of_people(screen, box):
    """Whom of the people the game waits for, once the box has answered for its own seats; None at the end."""

    def has_answered():
        ask, played = box.table.now().ask, box.table.played()
        return ask is None or not set(ask.seats) & set(played)

    meanwhile(screen, has_answered)
    ask = box.table.now().ask
    return None if ask is None else ask.seats[-1]


def gather(box, window):
    """Three come in with their phones, and the box gets the fourth chair."""
    box.chair._mind = Quick()
    at_home(box)
    screen = window(**still({"viewport": {"width": 800, "height": 480}, "has_touch": True}))
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.tap("text=The Silent Sea")
    phones = {seat: come_in(window, box, seat, name) for seat, name in PEOPLE.items()}
    screen.tap("[data-naming=blue]")
    screen.tap("button[name=box][value=hard]")
    expect(screen.locator(".place.plays")).to_contain_text("the box plays, hard")
    expect(screen.locator(".place.in")).to_have_count(len(PEOPLE))
    tap_begin(screen)
    return screen, phones


def played_for(box, seat):
    """How often the box has answered for *seat*."""
    entries = box.journal.entries(box.table.now().game_id)
    return sum(entry.source == "the box plays" and entry.step.seat == seat for entry in entries if entry.step)


@pytest.mark.timeout(600)
def test_three_play_a_whole_game_with_the_box_in_the_fourth_chair(box, window, dealt_alike):
    """Every answer of theirs is tapped, none is sent past the page; only one phone ever says who the Traitor is.

    Cem goes to the kitchen in mid-game, and the box plays on for him until he is back.
    """
    screen, phones = gather(box, window)
    answers, away, helped, told = 0, None, False, False
    while seat := asked_of_people(screen, box):
        moment, phone = box.table.now(), phones[seat]
        asked = moment.ask.of(seat)
        expect(phone.locator("#ask .mine")).to_be_visible()
        if not helped and moment.position.state.players and isinstance(asked, ChooseOne):
            helped = is_helped(box, phone, screen, PEOPLE[seat])
        if not told and box.chair.last_move(moment, seat):
            told = is_told_why(box, phone)
        tap(phone, box, hurry(moment.position.state, asked))
        answers += 1
        assert answers < 400
        if answers % 20 == 10:
            only_the_traitor_reads_it(box.table.now().position.state, phones, screen)
        if answers == 16:
            away = leaves(box, phones["red"], screen)
        if away is not None and played_for(box, "red") > away:
            up_to_date(phones["red"], box)
            phones["red"].tap("text=I'm back")
            expect(phones["red"].locator("text=I'm back")).to_have_count(0)
            away = None
    result = box.table.now().position.state.result
    for page in (*phones.values(), screen):
        expect(page.locator("#ask .over")).to_have_text(result["text"])
    assert result["by"] in GAME.endings
    assert answers > 25
    assert helped
    assert told
    assert away is None
    assert played_for(box, "red")
    assert played_for(box, "blue")


def is_helped(box, phone, screen, name):
    """What would you do? Everybody hears that it was asked, and one phone reads the answer."""
    up_to_date(phone, box)
    phone.tap("text=What would you do?")
    expect(phone.locator(".advice li").first).to_contain_text("out of 100")
    expect(screen.locator("#log")).to_contain_text(f"{name} asks the box for advice.")
    assert "out of 100" not in screen.content()
    return True


def is_told_why(box, phone):
    up_to_date(phone, box)
    phone.tap("text=Why did the box do that?")
    expect(phone.locator(".why li").first).to_contain_text("out of 100")
    return True


def leaves(box, phone, screen):
    """The box plays on; how often it has done so for this seat before."""
    before = played_for(box, "red")
    up_to_date(phone, box)
    phone.tap("summary:has-text('Let the box play for me')")
    phone.tap(".letplay button[value=easy]")
    expect(phone.locator("text=I'm back")).to_be_visible()
    expect(screen.locator("#seats")).to_contain_text("the box plays, easy")
    return before


COUNTING = """() => {
    window.taps = 0;
    document.addEventListener("click", happened => { window.taps += happened.isTrusted ? 1 : 0 }, true);
}"""


@pytest.mark.timeout(300)
def test_a_turn_with_an_attack_by_four_phones_takes_few_taps_and_a_standing_no_keeps_its_secret(
    box, window, dealt_alike, tmp_path
):
    """Ann goes one Space and shoots Cem; Ben never defends others, and says so once."""
    box.table._later, hands = sea_window.Later(), {"white": ["gun", "gun"], "yellow": ["gun"]}
    sea_window.begin(box.table, hands)
    phones = {seat: sit(window, box, seat) for seat in NAMES}
    for phone in phones.values():
        phone.evaluate(COUNTING)
    ann, ben, cem, dia = phones.values()
    ann.screenshot(path=tmp_path / "move_and_act.png", full_page=True)
    tap(ann, box, "to:s1")
    tap(ann, box, "gun:red")
    expect(ben.locator("#ask .mine")).to_contain_text("react or pass", ignore_case=True)
    up_to_date(dia, box)
    before = dia.locator("body").inner_html()
    ben.screenshot(path=tmp_path / "react.png", full_page=True)
    ben.check("text=Always, until I say otherwise")
    tap(ben, box, "pass")
    expect(ben.locator("#tools")).to_contain_text("Ask me again")
    ben.screenshot(path=tmp_path / "answered.png", full_page=True)
    dia.wait_for_timeout(500)
    assert dia.locator("body").inner_html() == before  # nobody sees that Ben has answered
    tap(cem, box, "pass")
    expect(dia.locator("#ask .waiting")).to_contain_text("Ben")
    assert box.table.now().position.state.players["red"].health == 1
    taps = {seat: phone.evaluate("window.taps") for seat, phone in phones.items()}
    assert taps["white"] == 2  # where to, and what to do
    # A tap on a label is one to the page and another that the page hands on to its box.
    assert (taps["yellow"], taps["red"], taps["blue"]) == (2, 1, 0) or taps["yellow"] == 3

    expect(ben.locator("#ask .mine")).to_be_visible()  # it is his turn
    up_to_date(ben, box)
    ben.locator("#tools button", has_text="Ask me again").click()
    expect(ben.locator("#tools")).not_to_contain_text("Ask me again")
    assert box.table.habits("yellow") == {}
    screen = window(viewport={"width": 800, "height": 480})
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.goto(f"{box.url}/table")
    screen.screenshot(path=tmp_path / "screen.png")


def only_the_traitor_reads_it(game, phones, screen):
    for seat, phone in phones.items():
        dealt = game.players[seat].loyalty
        assert ("You are the Traitor." in phone.content()) is (dealt == "traitor")
    assert "You are" not in screen.content()


def begun(box, steps=()):
    box.table.begin(GAME.setup(NAMES, custody={"die": "table"}))
    for _ in range(4):
        box.table.answer(box.table.now().number, True, box.table.now().ask.seats[0])
    for answer in ("agreed", *ROLES.values(), *steps):
        box.table.answer(box.table.now().number, answer)


def test_loyalty_is_seen_only_while_the_finger_is_down(box, window, dealt_alike):
    begun(box)
    phone = sit(window, box, "white")
    secret, peek = phone.locator(".peek .secret"), phone.locator(".peek")
    expect(secret).to_be_hidden()
    peek.evaluate("each => each.scrollIntoView({block: 'start'})")  # above the question
    place = place_of(peek)
    phone.mouse.move(place["x"] + 40, place["y"] + 20)
    phone.mouse.down()
    expect(secret).to_be_visible()
    dealt = box.table.now().position.state.players["white"].loyalty
    expect(secret).to_have_text("You are the Traitor." if dealt == "traitor" else "You are a Crewmate.")
    phone.mouse.up()
    expect(secret).to_be_hidden()


def test_the_map_shows_where_the_roll_reaches_and_why_not_elsewhere(box, window, dealt_alike):
    begun(box, ([2],))
    ann, ben = sit(window, box, "white"), sit(window, box, "yellow")
    assert ann.locator("#board .sea.open").count() == len(board.ways(box.table.now().position.state, "white", 2))
    assert ben.locator("#board .sea.open").count() == 0
    expect(ann.locator('#board [data-piece="white"]')).to_have_count(1)
    tap(ann, box, "to:s1")
    assert box.table.now().position.state.players["white"].node == "s1"
    box.table.answer(box.table.now().number, "to:landing_lock")
    up_to_date(ann, box)
    tap_barred(ann.locator('#board [data-slot="s1"]'))
    expect(ann.locator("#told")).to_have_text("No Space of the roll is left. (SS-56)")


def comes_into_view(phone, what):
    """The map scrolls with its next picture."""
    meanwhile(phone, lambda: in_view(phone, what))


def in_view(phone, what):
    """Whether the middle of something drawn can be seen inside the map."""
    return phone.evaluate(
        """name => {
            const map = document.querySelector(".seascroll").getBoundingClientRect();
            const at = document.querySelector(name).getBoundingClientRect();
            const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
            return x > map.left && x < map.right && y > map.top && y < map.bottom;
        }""",
        what,
    )


DRAG = """to => { document.querySelector('.seascroll').scrollTo(to, 0);
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); }"""
"""The map is dragged aside, and drawn so: the page hears of it with its next picture."""


def test_the_map_on_a_phone_follows_the_own_figure_and_otherwise_stays_where_it_was_dragged(box, window, dealt_alike):
    begun(box, ([6],))
    phone = sit(window, box, "white")
    mine = '[data-piece="white"]'
    until(phone, "document.querySelector('.seaboard').getBoundingClientRect().width > 600")
    sizes = phone.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert sizes[0] <= sizes[1]  # the map is dragged about inside its frame, the page is not
    comes_into_view(phone, mine)
    tap(phone, box, "to:s8")
    until(phone, "document.querySelector('[data-home=electric_a]')")  # it flips a card on the way
    comes_into_view(phone, mine)

    phone.evaluate(DRAG, 300)
    assert not in_view(phone, mine)
    tap(phone, box, 1)  # the figure goes on by itself
    until(phone, "document.querySelector('[data-home=s8]')")
    comes_into_view(phone, mine)

    phone.evaluate(DRAG, 333)
    tap(phone, box, "done")  # nothing moves: the map stays
    assert phone.evaluate("document.querySelector('.seascroll').scrollLeft") == 333
    phone.click("text=My figure")
    comes_into_view(phone, mine)
    phone.click("text=Whole map")
    for place in ("landing_lock", "shuttle_bay", "lab_b", "lab_e"):
        comes_into_view(phone, f'[data-slot="{place}"]')
