"""Four phones and the box's own screen play a whole game of The Silent Sea in a real browser."""

import json

import pytest
import sea_window
from playwright.sync_api import expect
from serving import SCREEN, TOKEN, come_in, meanwhile, sit, tap_begin, until, up_to_date

from device.live import opening as live
from rules.ask import AskAny, ChooseOne, Confirm, PickSome
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
    if value is True:
        places = ["#ask button.go"]
    else:
        written = json.dumps(value)
        places = [f'#board [data-answer="{value}"]', f"#ask .wrap:not(.small) button[value='{written}']"]
    target = next(phone.locator(place) for place in places if phone.locator(place).count())
    in_secret = getattr(box.table.now().ask, "window", ())
    target.first.click()
    if in_secret:  # the number stays until the last has answered
        until(phone, f"!document.querySelector('#ask .mine') || Number(document.body.dataset.n) !== {number}")
    else:
        expect(phone.locator("body")).not_to_have_attribute("data-n", str(number))


def hurry(game, ask):
    """What somebody who wants to get out soon would answer."""
    if isinstance(ask, (Confirm, RollDice)):
        return True
    if isinstance(ask, PickSome):
        return []
    if not isinstance(ask, ChooseOne):
        return ask.low
    values = [option.value for option in ask.options if not option.barred]
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


@pytest.mark.timeout(600)
def test_a_whole_game_on_four_phones(box, window, dealt_alike):
    """Every answer is tapped, none is sent past the page; only one phone ever says who the Traitor is."""
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click("text=The Silent Sea")
    phones = {seat: come_in(window, box, seat, name) for seat, name in NAMES.items()}
    expect(screen.locator(".place.in")).to_have_count(len(NAMES))
    tap_begin(screen)
    answers = 0
    while (moment := box.table.now()).ask is not None:
        asked = moment.ask
        seat = asked.seats[-1] if isinstance(asked, AskAny) else asked.seat
        expect(phones[seat].locator("#ask .mine")).to_be_visible()
        if not isinstance(asked, AskAny):
            idle = next(each for each in NAMES if each != seat)
            expect(phones[idle].locator("#ask .waiting")).to_be_visible()
        tap(phones[seat], box, hurry(moment.position.state, asked.of(seat)))
        answers += 1
        assert answers < 400
        if answers % 20 == 10:
            only_the_traitor_reads_it(box.table.now().position.state, phones, screen)
    result = box.table.now().position.state.result
    for page in (*phones.values(), screen):
        expect(page.locator("#ask .over")).to_have_text(result["text"])
    assert result["by"] in GAME.endings
    assert answers > 25


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
    expect(ben.locator("#ask .mine")).to_contain_text("react or pass")
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
    ben.wait_for_timeout(700)  # the page locks itself for a moment when the question changed
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
    peek.scroll_into_view_if_needed()
    place = peek.bounding_box()
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
    ann.locator('#board [data-slot="s1"]').click()
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
