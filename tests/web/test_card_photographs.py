"""Photographs of an owner's cards: sent, kept, named, shown where the card is named, and to nobody else."""

import errno
import io
import json
import random
import re
from dataclasses import replace

import pytest
from card_photos import photograph

from rules import packs
from rules.games import game
from rules.moment import Moment
from rules.sleeping_gods import GAME
from web.live.pictured import pictured
from web.owner import albums, keeping, photographing

ALBUM = "/photographs/sleeping_gods/own"
PAGE = {"X-Page": "1"}


@pytest.fixture
def at_sea(box, own_packs):
    """Ann and Ben at sea with their own copy; Ann buys a card the box never heard of."""
    box.table.begin(GAME.setup({"north": "Ann", "east": "Ben"}, {}, "table", "own"))
    say(box, "normal", True, "done", {}, "search", {"resources.coins": 6}, "market", "new")
    return box


def say(box, *answers):
    for answer in answers:
        moment = box.table.now()
        box.table.answer(moment.number, answer, moment.ask.seat, along=9)


def sent(*names, **more):
    files = [(io.BytesIO(photograph(name, 400)), f"{name}.jpg") for name in names]
    return {"photo": files, **more}


def of(name):
    return albums.album("sleeping_gods", "own").of(name)


def parts(client, page="seat"):
    return client.get(f"/state/{page}").get_json()["parts"]


# From the question


def test_a_card_photographed_at_its_question_has_its_picture_wherever_it_is_named(at_sea):
    ann = at_sea.client("north")
    assert "Add a photograph" in parts(ann)["ask"]
    assert ann.post(ALBUM, data=sent("lung", card="Market card 1"), headers=PAGE).status_code == 204
    picture = of("Market card 1").number
    assert f"{ALBUM}/{picture}/large.jpg" in parts(ann)["ask"]
    number = at_sea.table.now().number
    told = {"field.name": "Brass Lung", "field.price": "4"}
    assert ann.post(f"/answer/{number}", data=told, headers=PAGE).status_code == 204
    assert of("Market card 1") is None
    assert of("brass lung").number == picture
    say(at_sea, "done")
    for client, page in ((ann, "seat"), (at_sea.client("east"), "seat"), (at_sea.client(host=True), "table")):
        drawn = parts(client, page)
        for part in ("board", "log"):
            assert drawn[part].count(f"{ALBUM}/{picture}/small.jpg") == 1, part


def test_a_photograph_needs_no_name_to_be_written(at_sea):
    ann = at_sea.client("north")
    ann.post(ALBUM, data=sent("lung", card="Market card 1"))
    ann.post(f"/answer/{at_sea.table.now().number}", data={"field.price": "2", "field.name": ""})
    say(at_sea, "done")
    assert f"/{of('Market card 1').number}/small.jpg" in parts(ann)["board"]


def test_two_new_enemies_are_told_apart(at_sea):
    at_sea.table.begin(at_sea.table.now().setup)
    say(at_sea, "normal", True, "done", {}, "explore", "12", {"then": "combat"}, "12, 45")
    asked = at_sea.table.now().ask
    client = at_sea.client(asked.seat)
    for name in ("Enemy 12", "Enemy 45"):
        assert name in asked.about
        client.post(ALBUM, data=sent(name, card=name))
    first, second = of("Enemy 12"), of("Enemy 45")
    told = {"field.12.name": "Tin Heron", "field.45.name": "Enemy 45"}
    client.post(f"/answer/{at_sea.table.now().number}", data=told)
    assert (of("Tin Heron").number, of("Enemy 45").number) == (first.number, second.number)


def test_a_name_that_is_taken_back_and_written_anew_takes_its_picture_along(at_sea):
    ann = at_sea.client("north")
    ann.post(ALBUM, data=sent("lung", card="Market card 1"))
    for name in ("Bras Lung", "Brass Lung"):
        assert f"{ALBUM}/{albums.album('sleeping_gods', 'own').all[0].number}/large.jpg" in parts(ann)["ask"]
        ann.post(f"/answer/{at_sea.table.now().number}", data={"field.name": name, "field.price": "1"})
        assert of(name)
        if name == "Bras Lung":
            at_sea.table.undo(at_sea.table.now().number, "north")
    assert of("Bras Lung") is None


def test_what_was_photographed_before_is_tied_to_its_card_with_a_tap(at_sea):
    ann = at_sea.client("north")
    ann.post(ALBUM, data=sent("one", "two"))
    second = albums.album("sleeping_gods", "own").all[1].number
    assert f'name="picture" value="{second}"' in parts(ann)["ask"]
    ann.post(ALBUM, data={"card": "Market card 1", "picture": second})
    assert of("Market card 1").number == second


def test_a_photograph_that_comes_after_its_question_is_kept_without_a_name(at_sea):
    ann = at_sea.client("north")
    say(at_sea, {"name": "Brass Lung"})
    assert ann.post(ALBUM, data=sent("lung", card="Market card 1"), headers=PAGE).status_code == 204
    assert [each.name for each in albums.album("sleeping_gods", "own").all] == [""]


# What is taken


def test_a_stack_is_sent_at_once_and_named_one_after_the_other(at_sea):
    ann = at_sea.client("north")
    page = ann.post(ALBUM, data=sent(*"abcde"), follow_redirects=True).text
    assert "5 photographs kept." in page
    numbers = [each.number for each in albums.album("sleeping_gods", "own").all]
    assert re.findall(rf'href="{ALBUM}/(\w+)"', page) == numbers
    assert "Gloria" in ann.get(f"{ALBUM}/{numbers[0]}").text
    following = ann.post(f"{ALBUM}/{numbers[0]}", data={"name": "Gloria"})
    assert following.location == f"{ALBUM}/{numbers[1]}"
    assert "Gloria" not in ann.get(f"{ALBUM}/{numbers[1]}").text  # it has one
    ann.post(f"{ALBUM}/{numbers[1]}", data={"name": "Enemy 12"})
    assert ann.post(f"{ALBUM}/{numbers[2]}", data={"away": "yes"}).location == f"{ALBUM}/{numbers[3]}"
    assert [of("gloria").number, of("Enemy 12").number] == numbers[:2]
    assert not list(albums.album("sleeping_gods", "own").folder.glob(f"{numbers[2]}*"))


def test_the_same_photograph_is_kept_once(at_sea):
    ann = at_sea.client("north")
    for _ in range(2):
        ann.post(ALBUM, data=sent("lung", card="Market card 1"))
    ann.post(ALBUM, data=sent("lung"))
    assert [each.name for each in albums.album("sleeping_gods", "own").all] == ["Market card 1"]


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([], "No picture came along."),
        ([b"nothing like it"], "no picture the box can read"),
        ([b"<svg><script>alert(1)</script></svg>"], "no picture the box can read"),
        ([photograph("a", 400), b"\xff\xd8broken"], "Photograph 2 of 2: That is no picture"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_a_sentence_and_changes_nothing(at_sea, files, sentence):
    data = {"photo": [(io.BytesIO(each), "a.jpg") for each in files]}
    answer = at_sea.client("north").post(ALBUM, data=data, headers=PAGE)
    assert answer.status_code == 400
    assert sentence in answer.get_json()["told"]
    assert not albums.album("sleeping_gods", "own").all


def test_too_large_and_too_much_at_once_is_told(at_sea, monkeypatch):
    ann = at_sea.client("north")
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    body, kind = head + bytes(12 * 2**20 + 1) + b"\r\n--x--\r\n", "multipart/form-data; boundary=x"
    told = ann.post(ALBUM, data=body, content_type=kind, headers=PAGE)
    assert (told.status_code, "12 megabytes at most" in told.get_json()["told"]) == (400, True)
    size = {"CONTENT_LENGTH": str(65 << 20), "CONTENT_TYPE": kind}
    told = ann.post(ALBUM, environ_overrides=size, headers=PAGE)
    assert (told.status_code, "64 for all together" in told.get_json()["told"]) == (413, True)
    monkeypatch.setattr(albums, "MOST", 1)
    assert ann.post(ALBUM, data=sent("a"), headers=PAGE).status_code == 204
    assert "1 photographs of this copy" in ann.post(ALBUM, data=sent("b"), headers=PAGE).get_json()["told"]


def test_a_full_card_is_told_and_leaves_nothing_half_done(at_sea, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(keeping.os, "fsync", full)
    told = at_sea.client("north").post(ALBUM, data=sent("a"), headers=PAGE)
    assert told.status_code == 503
    assert "No space left on device. Free some room" in told.get_json()["told"]
    album = albums.album("sleeping_gods", "own")
    assert not album.all
    assert not list(album.folder.iterdir())


def test_a_lost_index_loses_names_and_no_picture(at_sea):
    ann = at_sea.client("north")
    ann.post(ALBUM, data=sent("lung", card="Market card 1"))
    (albums.album("sleeping_gods", "own").folder / albums.INDEX).write_text("[torn")
    assert [each.name for each in albums.album("sleeping_gods", "own").all] == [""]


# Who may


def test_only_those_who_play_with_the_copy_send_photographs(at_sea):
    watching = at_sea.client()
    for answer in (watching.get(ALBUM), watching.post(ALBUM, data=sent("a")), watching.post(f"{ALBUM}/{'0' * 32}")):
        assert answer.status_code == 403
    for client in (at_sea.client("north"), at_sea.client(host=True)):
        assert client.get(ALBUM).status_code == 200
        assert client.get("/photographs/sleeping_gods/demo").status_code == 404
        assert client.get("/photographs/chess/own").status_code == 404
    assert at_sea.client("east").get("/photographs/awakening/own").status_code == 403


def test_a_phone_that_scanned_the_code_sends_photographs_without_a_seat(at_sea):
    at_sea.table.close()
    phone = at_sea.client()
    assert phone.get(f"{ALBUM}/key.svg").status_code == 403
    assert at_sea.client(host=True).get(f"{ALBUM}/key.svg").mimetype == "image/svg+xml"
    assert phone.get("/photographs/key/guessed/sleeping_gods/own").status_code == 403
    key = photographing.key(at_sea.app.config["HOST_TOKEN"])
    assert "Take a photograph" in phone.get(f"/photographs/key/{key}/sleeping_gods/own", follow_redirects=True).text
    assert phone.post(ALBUM, data=sent("a"), headers=PAGE).status_code == 204
    assert phone.get("/packs/").text.count("Add a pack") == 0  # and nothing else


def test_a_picture_is_served_as_a_jpeg_and_as_nothing_else(at_sea):
    ann = at_sea.client("north")
    ann.post(ALBUM, data=sent("lung", card="Market card 1"))
    number = of("Market card 1").number
    assert re.fullmatch("[0-9a-f]{32}", number)
    for size in ("large", "small"):
        answer = at_sea.client().get(f"{ALBUM}/{number}/{size}.jpg")
        assert (answer.mimetype, answer.data[:2]) == ("image/jpeg", b"\xff\xd8")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "immutable" in answer.headers["Cache-Control"]
    for guess in ("0" * 32, "index", "..%2findex", "Market card 1"):
        assert ann.get(f"{ALBUM}/{guess}/large.jpg").status_code == 404
        assert ann.get(f"{ALBUM}/{guess}").status_code == 404


# Secrets


def test_a_picture_of_what_one_seat_holds_in_secret_is_on_no_other_page(box, own_packs):
    played = game("awakening")
    moment = box.table.begin(played.setup({"orange": "Ann", "green": "Ben"}, {}, "box", "demo"))
    luck = random.Random(3)
    while any(player.quest is None for player in moment.position.state.players.values()):
        ask = luck.choice(moment.ask.each)
        moment = box.table.answer(moment.number, ask.sample(luck), ask.seat)
    state = moment.position.state
    held = {seat: state.pack.quest[player.quest].name for seat, player in state.players.items()}
    assert held["orange"] != held["green"]
    pictures = {
        seat: albums.add("awakening", "demo", (b"\xff\xd8" + name.encode(), b""), name).number
        for seat, name in held.items()
    }
    drawn = {seat: json.dumps(parts(box.client(seat))) for seat in held}
    drawn["table"] = json.dumps(parts(box.client(host=True), "table"))
    for seat, number in pictures.items():
        assert [who for who, html in drawn.items() if number in html] == [seat]


def test_a_picture_from_a_private_question_is_looked_through_by_its_seat_alone(at_sea):
    secret = albums.add("sleeping_gods", "own", (b"\xff\xd8", b""), "", (at_sea.table.now().game_id, "east"))
    named = albums.add("sleeping_gods", "own", (b"\xff\xd8 2", b""), "Hush", (at_sea.table.now().game_id, "east"))
    pages = {seat: at_sea.client(seat) for seat in ("north", "east")}
    host = at_sea.client(host=True)
    for client, knows in ((pages["north"], False), (pages["east"], True), (host, False)):
        assert all((each.number in client.get(ALBUM).text) == knows for each in (secret, named))
    assert secret.number not in parts(pages["north"])["ask"]  # though she is asked about a card
    at_sea.table.close()
    assert secret.number in host.get(ALBUM).text


def test_a_photograph_sent_at_a_private_question_belongs_to_its_seat(at_sea, monkeypatch):
    asked = replace(at_sea.table.now().ask, seat="east", private=True)
    north, east = at_sea.client("north"), at_sea.client("east")
    monkeypatch.setattr(Moment, "ask", property(lambda self: asked))
    assert east.post(ALBUM, data=sent("lung", card="Market card 1"), headers=PAGE).status_code == 204
    number = of("Market card 1").number
    assert of("Market card 1").whose == (at_sea.table.now().game_id, "east")
    assert number in parts(east)["ask"]
    for other, page in ((north, "seat"), (at_sea.client(host=True), "table")):
        assert number not in json.dumps(parts(other, page))
        assert number not in other.get(ALBUM).text
        other.post(ALBUM, data=sent("mine", card="Market card 1"))  # it is not theirs to say
    assert of("Market card 1").number == number


def test_what_only_others_have_met_is_not_among_the_names_to_choose_from(at_sea, monkeypatch):
    ann = at_sea.client("north")
    ann.post(ALBUM, data=sent("a"))
    one = f"{ALBUM}/{albums.album('sleeping_gods', 'own').all[0].number}"
    learned = {"adventure_cards": {"7": {"name": "Gloria"}, "8": {"name": "Hidden Knife"}}}
    monkeypatch.setattr(type(GAME), "learned", lambda self, state: learned)
    page = ann.get(one).text
    assert "Gloria" in page
    assert "Hidden Knife" not in page


# In a page


@pytest.fixture
def shown(at_sea):
    """Draws a part of a page with these names photographed."""
    setup = at_sea.table.now().setup

    def draw(html, *names, part="board"):
        for name in names:
            albums.add("sleeping_gods", "own", (b"\xff\xd8" + name.encode(), b""), name)
        with at_sea.app.test_request_context():
            return pictured({part: html}, setup)[part]

    return draw


def test_without_photographs_a_page_is_as_it_was(at_sea):
    parts = {"board": "<b>Tin Heron</b>"}
    with at_sea.app.test_request_context():
        assert pictured(parts, at_sea.table.now().setup) is parts


def test_a_picture_can_be_tapped_unless_it_stands_in_a_button(shown):
    assert '<a class="photo"' in shown("<li><b>Tin Heron</b></li>", "Tin Heron")
    for around in (
        "<button><b>{}</b></button>",
        '<div role="button" tabindex="0"><b>{}</b></div>',
        "<label>{}</label>",
    ):
        html = shown(around.format("Tin Heron"))
        assert "<img" in html
        assert "<a " not in html
    assert '<a class="photo"' in shown("<button>no</button><img src='x'><b>Tin Heron</b>")


@pytest.mark.parametrize(
    "html",
    [
        "<svg><text>Tin Heron</text></svg>",
        "<select><option>Tin Heron</option></select>",
        '<p class="question mine">Attack Tin Heron?</p>',
        '<b title="Tin Heron">it</b>',
        "<b>Tin Herons</b>",
        "<b>tin heron</b>",
    ],
)
def test_where_no_picture_can_stand_there_is_none(shown, html):
    assert shown(html, "Tin Heron") == html


def test_names_within_names_and_signs_in_names_are_told_apart(shown):
    names = ("Tin Heron", "Tin Heron King", "Ann's Ax & Oar", "brass lung")
    html = "<b>Tin Heron King</b><b>Ann&#39;s Ax &amp; Oar</b><b>Ann&#x27;s Ax &amp; Oar</b><b>Brass lung</b>"
    drawn = shown(html, *names)
    assert drawn.count("<img") == 4
    assert re.sub(r"<a .*?</a>|</?span[^>]*>", "", drawn) == html


def test_a_long_story_has_each_picture_once(shown):
    line = "<li>The Tin Heron attacks Ann and deals 2 damage.</li>"
    assert shown(3 * line, "Tin Heron", part="log").count("<img") == 1
    assert shown(3 * "<b>Tin Heron</b>").count('width="40" height="56"') == 3
    assert 'width="26" height="36"' in shown(line)


def test_every_copy_has_its_own_album_whatever_its_description_is_called(at_sea):
    albums.add("sleeping_gods", "own-3", (b"\xff\xd8", b""), "Gloria")
    assert of("Gloria")
    assert not albums.album("awakening", "own").all
    assert "own.photographs" not in packs.names("sleeping_gods")
