"""After the end and after a pause: the strip, the page to keep, and five sentences for whoever was away."""

import random
import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from finished import SHORT, opened

from rules.position import some_step
from rules.sleepers import GAME


def draw(box):
    """A game of Sleepers that the box dealt, ended by agreement."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    for hex_, seat in (("e5", "white"), ("e6", "black")):
        box.table.answer(box.table.now().number, hex_, seat)
        box.table.answer(box.table.now().number, box.table.now().ask.options[0].value, seat)
    box.table.aside(box.table.now().number, "draw", "white")


def over(box):
    draw(box)
    box.table.answer(box.table.now().number, "yes", "black")


def deed(client, page, at, more=""):
    html = client.get(f"/looking-back/{page}").text
    of = re.search(r'data-of="([^"]*)"', html)[1]
    return client.get(f"/looking-back/{page}/{at}?of={of}{more}", headers={"X-Page": "1"})


def test_nobody_looks_back_or_keeps_a_page_before_the_end(box):
    draw(box)
    for client in (box.client("white"), box.client(host=True), box.client()):
        assert client.get("/looking-back/seat").status_code == 409
        assert client.get("/looking-back/seat/0?of=x").status_code == 400
        assert client.get("/keepsake/seat").status_code == 409
        assert client.get("/keepsake.html").status_code == 409


def test_each_sees_an_earlier_moment_as_they_saw_it_then_and_may_turn_everything_over(box):
    over(box)
    ann, ben = box.client("white"), box.client("black")
    anns, bens = deed(ann, "seat", 1).json, deed(ben, "seat", 1).json

    assert anns["parts"]["mine"] != bens["parts"]["mine"]
    assert any("recruits a sleeper on e5" in text for text in anns["said"])
    names = GAME.begin(box.table.now().setup).pack.names.values()
    assert not any(name in bens["parts"]["board"] for name in names)
    assert not any(name in deed(box.client(host=True), "table", 1).json["parts"]["board"] for name in names)
    assert any(name in deed(ben, "seat", 1, "&open=1").json["parts"]["board"] for name in names)
    assert 'name="open" value="1"' in ben.get("/looking-back/seat?at=1&open=1").text  # and so it stays without script


def test_private_sentences_stay_with_those_who_heard_them(box):
    over(box)
    ann, ben = box.client("white"), box.client("black")
    heard = [deed(each, "seat", 1).json["said"] for each in (ann, ben)]

    assert any(text.startswith("You drew") for text in heard[0])
    assert not any(text.startswith("You drew") for text in heard[1])


def test_another_game_by_now_is_told_so(box):
    over(box)
    client = box.client()
    assert client.get("/looking-back/seat/0?of=sleepers-0.1.", headers={"X-Page": "1"}).status_code == 409
    assert deed(client, "seat", 999).status_code == 409
    assert client.get("/looking-back/seat?at=999999999").status_code == 200
    assert client.get("/looking-back/seat?at=nonsense").status_code == 200


@pytest.mark.parametrize("name", SHORT)
def test_the_page_to_keep_needs_nothing_else_and_names_no_address(box, name):
    opened(box, name)
    answer = box.client().get("/keepsake.html")
    html = answer.text

    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Content-Disposition"].endswith("14-november-2026.html")
    assert box.table.now().position.state.result["text"].split(":")[0] in html
    for player in box.table.now().setup.names.values():
        assert player in html
    assert "<script" not in html
    assert "<link" not in html
    assert "url(" not in html
    assert not re.search(r"https?:|192\.168|://|localhost|\.local\b", html)
    body = html.partition("</style>")[2]
    assert not re.search(r'\b(?:src|action)=|href="(?!#)', body)


def test_the_end_is_shown_at_once_and_its_figures_when_they_are_counted(box):
    over(box)
    box.app.config["ENDINGS"].of(box.table.now())
    kiosk, phone, watcher = box.client(host=True), box.client("white"), box.client()

    assert "Both agree on a draw." in kiosk.get("/table").text
    for words in ("Look back", "Keep this", "Play again", "Put it away", "Turns"):
        assert words in kiosk.get("/table").text
    assert "Look back" in phone.get("/seat").text
    assert "Play again" not in phone.get("/seat").text
    assert "/looking-back/seat" in watcher.get("/seat").text


# Catching up


def sentences(client, page="seat", since=None):
    where = f"/catch-me-up/{page}" + (f"?since={since}" if since is not None else "")
    html = client.get(where, headers={"X-Page": "1"}).text
    told = re.findall(r"<p>(?:<svg class=\"mark\".*?</svg>)? (.*?)</p>", html)
    return re.search(r"<h2>(.*?)</h2>", html)[1], [unescape(each) for each in told]


def test_who_comes_back_is_told_what_they_missed_and_nothing_secret(box):
    draw(box)
    ben = box.client("black")
    heading, told = sentences(ben, since=1)

    assert heading == "While you were away"
    html = ben.get("/catch-me-up/seat?since=1").text
    assert html.count('<p><svg class="mark"') == sum(text.startswith(("Ann", "Ben")) for text in told) > 0
    assert any("recruits a sleeper" in text for text in told)
    assert told[-1].endswith("turn.")
    assert 1 < len(told) <= 5
    for client in (box.client(host=True), box.client("white")):
        assert not any("You drew" in text for text in sentences(client, since=0)[1])


def test_after_a_week_the_last_session_is_told_and_a_campaign_has_its_journey(box):
    opened(box, "sleeping_gods", "totems", steps=300, begun=datetime.now(UTC) - timedelta(days=7))
    heading, told = sentences(box.client(host=True), "table")

    assert heading == "Last time"
    assert len(told) == 5
    page = box.client("north").get("/catch-me-up/seat").text
    assert "The journey so far" in page
    assert 'data-paused="100' in box.client().get("/seat").text or 'data-paused="99' in box.client().get("/seat").text


def test_a_campaign_tells_of_each_evening_apart(box):
    opened(box, "sleeping_gods", "totems", steps=300, begun=datetime.now(UTC) - timedelta(days=7))
    client, luck = box.client("north"), random.Random(4)
    assert not re.findall(r"<li><h3>", client.get("/catch-me-up/seat").text)  # one evening needs no list of them

    for _ in range(30):
        moment = box.table.now()
        step = some_step(moment.position.game, moment.position.state, moment.ask, luck)
        box.table.answer(moment.number, step.value, step.seat)

    first, today = re.findall(r"<li><h3>(.*?)</li>", client.get("/catch-me-up/seat").text, re.DOTALL)
    assert "<small>2 h" in first
    assert first.count("<p>") == 3
    assert today.count("<p>") >= 1


def test_without_anything_to_tell_it_says_so(box):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    heading, told = sentences(box.client())

    assert heading.startswith("The last")
    assert told[-1] == "Ann has 0 awake and 0 asleep, Ben has 0 awake and 0 asleep; it's Ann's turn."
