"""The pages: who may do what, and what they are told."""

import json
import re
from datetime import datetime

import pytest
from serving import TOKEN

from rules.sleepers import GAME
from web.live.words import as_seen, begun, day_and_time

NAMES = {"white": "Ann", "black": "Ben"}


@pytest.fixture
def game(box):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    return box


def post(client, path, /, **data):
    return client.post(path, data=data, headers={"X-Page": "1"})


def told(response):
    return response.get_json()["told"]


def answer(client, box, value, number=None):
    number = box.table.now().number if number is None else number
    return post(client, f"/answer/{number}", answer=json.dumps(value))


def test_joining_takes_a_seat_and_remembers_the_phone(game):
    phone = game.client()
    page = phone.get("/").get_data(as_text=True)
    assert "Ann" in page
    assert "Just watch" in page
    assert phone.post("/join", data={"seat": "white"}).headers["Location"] == "/seat"
    assert "White" in phone.get("/seat").get_data(as_text=True)


def test_a_taken_seat_cannot_be_taken_by_another_phone(game):
    game.client("white")
    other = game.client()
    assert "another phone has this seat" in other.get("/").get_data(as_text=True)
    response = post(other, "/join", seat="white")
    assert (response.status_code, told(response)) == (
        409,
        "Another phone has this seat. If it's yours, tap “That's me”.",
    )


def test_one_phone_has_one_seat_and_can_give_it_back(game):
    phone = game.client("white")
    phone.post("/join", data={"seat": "black"})
    assert list(game.table.claims()) == ["black"]
    phone.post("/leave")
    assert game.table.claims() == {}


def test_the_box_frees_a_seat_and_nobody_else_does(game):
    game.client("white")
    assert post(game.client("black"), "/free/white").status_code == 403
    assert game.client(host=True).post("/free/white").status_code == 303
    assert "white" not in game.table.claims()


def test_only_the_boxs_own_screen_turns_the_pages_of_a_story(game):
    number = game.table.now().number
    assert post(game.client("white"), f"/turn/{number}").status_code == 403
    assert post(game.client(host=True), f"/turn/{number}", by="-1").status_code == 204  # there is none: nothing changes


def test_there_is_no_other_seat(game):
    assert post(game.client(), "/join", seat="red").status_code == 404


def test_an_answer_is_taken_from_the_seat_that_is_asked(game):
    ann, ben = game.client("white"), game.client("black")
    refused = answer(ben, game, "e5")
    assert (refused.status_code, told(refused)) == (403, "This question is for somebody else.")
    assert answer(ann, game, "e5").status_code == 204
    assert list(game.table.now().position.state.board) == ["e5"]


def test_a_stale_answer_is_told_so(game):
    ann = game.client("white")
    number = game.table.now().number
    answer(ann, game, "e5")
    late = answer(game.client("black"), game, "a5", number)
    assert late.status_code == 409
    assert "moved on" in told(late)


def test_an_illegal_answer_is_told_with_its_rule(game):
    ann, ben = game.client("white"), game.client("black")
    answer(ann, game, "e5")
    refused = answer(ben, game, "e5")
    assert refused.status_code == 400
    assert told(refused) == "e5 is not empty: a white sleeper lies there. (SL-21)"


@pytest.mark.parametrize("nonsense", ["", "[", '{"a": 1}', "null", "1e999", '"' + "x" * 500 + '"', "💥"])
def test_nonsense_is_refused_and_changes_nothing(game, nonsense):
    ann, number = game.client("white"), game.table.now().number
    assert post(ann, f"/answer/{number}", answer=nonsense).status_code == 400
    assert game.table.now().number == number


def test_a_watcher_sees_and_cannot_act(game):
    watcher = game.client()
    assert 'Ann<span class="unseen">:</span></b> Recruit one tile' in watcher.get("/seat").get_data(as_text=True)
    number = game.table.now().number
    assert answer(watcher, game, "e5").status_code == 403
    for path in (f"/undo/{number}", f"/redo/{number}", f"/aside/{number}", f"/agree/{number}", f"/ruling/{number}"):
        assert post(watcher, path).status_code == 403
    for path in ("/close", "/open/x", "/new/sleepers", "/lobby/gather/sleepers"):
        assert post(watcher, path).status_code == 403
    assert game.table.now().number == number


def test_the_boxs_own_screen_answers_what_everybody_may_see(game):
    assert answer(game.client(host=True), game, "e5").status_code == 204


def test_the_boxs_own_screen_cannot_answer_what_is_private(box):
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}, "box"))
    screen = box.client(host=True)
    answer(screen, box, "e5")  # where is open to all; which tile is not
    page = screen.get("/table").get_data(as_text=True)
    assert "Ann is choosing a tile." in page
    kind = box.table.now().ask.options[0].value
    assert answer(screen, box, kind).status_code == 403


def test_a_wrong_host_token_is_refused(box):
    assert box.client().get("/host/wrong").status_code == 403
    assert box.client().get(f"/host/{TOKEN}").headers["Location"] == "/table"


def test_another_site_cannot_answer_for_a_phone(game):
    ann, number = game.client("white"), game.table.now().number
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert ann.post(f"/answer/{number}", data={"answer": '"e5"'}, headers=headers).status_code == 403
    own = ann.post(f"/answer/{number}", data={"answer": '"e5"'}, headers={"Origin": "http://localhost"})
    assert own.status_code == 303


def test_pages_run_no_foreign_script_and_sit_in_no_frame(game):
    policy = game.client().get("/seat").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    page = game.client().get("/seat").get_data(as_text=True)
    assert "<script>" not in page
    assert " style=" not in page
    assert " onclick" not in page


def test_names_are_shown_as_text_and_never_run(box):
    box.table.begin(GAME.setup({"white": "<script>alert(1)</script>", "black": "Ben"}, {"first_player": "white"}))
    for path in ("/", "/seat", "/table"):
        assert "<script>alert" not in box.client().get(path).get_data(as_text=True)


def test_a_new_game_is_begun_on_the_boxs_own_screen(box):
    screen = box.client(host=True)
    assert "All 13 house rules" in screen.post("/lobby/gather/sleepers", follow_redirects=True).text
    form = {"name.white": "Ann", "name.black": "Ben", "custody.tiles": "table", "toggle.morale_limit": "7"}
    assert screen.post("/new/sleepers", data=form).status_code == 303
    setup = box.table.now().setup
    assert (setup.names, setup.custody, setup.toggles["morale_limit"]) == (NAMES, {"tiles": "table"}, 7)


def test_a_set_up_that_cannot_be_played_is_told(box):
    screen = box.client(host=True)
    assert told(post(screen, "/new/sleepers", **{"name.white": "Ann"})) == "Sleepers is for 2 players, not 1."
    both = {"name.white": "A", "name.black": "B"}
    assert "morale_limit takes a whole number" in told(
        post(screen, "/new/sleepers", **both, **{"toggle.morale_limit": "0"})
    )
    assert post(screen, "/new/chess").status_code == 404


def test_games_are_put_away_and_gone_on_with(game):
    screen, name = game.client(host=True), game.table.now().game_id
    screen.post("/close")
    assert game.table.moment is None
    assert "Ann, Ben" in screen.get("/table").get_data(as_text=True)
    assert screen.get("/seat").headers["Location"] == "/"
    assert screen.post(f"/open/{name}").status_code == 303
    assert game.table.now().game_id == name
    assert post(screen, "/open/no-such-game").status_code == 503


def test_without_a_game_everything_says_so(box):
    assert "No game is open yet" in box.client().get("/").get_data(as_text=True)
    assert told(post(box.client(), "/answer/0", answer="1")) == "No game is open on this table."


def test_taking_back_and_doing_again_from_a_phone(game):
    ann = game.client("white")
    answer(ann, game, "e5")
    assert "Take back: Ann: Recruit on e5" in ann.get("/seat").get_data(as_text=True)
    post(ann, f"/undo/{game.table.now().number}")
    assert game.table.now().position.state.board == {}
    assert "Do again: Ann: Recruit on e5" in ann.get("/seat").get_data(as_text=True)
    post(ann, f"/redo/{game.table.now().number}")
    assert list(game.table.now().position.state.board) == ["e5"]


def test_a_draw_is_offered_and_a_ruling_made_from_a_phone(game):
    ann, ben = game.client("white"), game.client("black")
    post(ann, f"/aside/{game.table.now().number}", name="draw")
    assert answer(ben, game, "no").status_code == 204
    form = {"path": "current", "value": '"black"', "why": "we forgot"}
    assert post(ann, f"/ruling/{game.table.now().number}", **form).status_code == 204
    assert game.table.now().position.state.current == "black"
    bad = post(ann, f"/ruling/{game.table.now().number}", path="moon", value="1", why="x")
    assert "there is no such thing" in told(bad)


def test_the_rules_can_be_looked_up(game):
    page = game.client().get("/rules/sleepers?q=police+jump").get_data(as_text=True)
    assert "SL-40" in page
    assert "SL-43" not in page
    assert "No rule says that" in game.client().get("/rules/sleepers?q=castling").get_data(as_text=True)
    assert game.client().get("/rules/chess").status_code == 404


def test_the_way_in_is_a_picture_for_the_phones_camera(game):
    response = game.client().get("/join.svg")
    assert response.mimetype == "image/svg+xml"
    assert b"<svg" in response.data


def test_a_form_without_script_works_too(game):
    ann = game.client("white")
    response = ann.post(f"/answer/{game.table.now().number}", data={"answer": '"e5"'})
    assert (response.status_code, response.headers["Location"]) == (303, "/seat")


def test_a_flood_of_bytes_is_refused(game):
    assert game.client("white").post("/answer/0", data={"answer": "x" * 100_000}).status_code == 413


def test_whoever_waits_reads_whose_move_it_is_where_the_question_does_not_say_so(game):
    ann, ben, screen = game.client("white"), game.client("black"), game.client(host=True)
    for client, value in ((ann, "e5"), (ben, "a5"), (ann, "e5"), (ann, "recruiter")):
        assert answer(client, game, value).status_code == 204
    assert game.table.now().ask.text.startswith("Recruiter: place")
    asked = 'white circle"></svg> Ann<span class="unseen">:</span></b> Recruiter: place'
    assert asked in re.sub("<path.*?/>", "", ben.get("/seat").text)
    assert asked in re.sub("<path.*?/>", "", screen.get("/table").text)
    assert 'class="whose"' not in ann.get("/seat").get_data(as_text=True)


def test_when_a_game_is_over_the_boxs_own_screen_offers_the_next_one(game):
    phone, screen = game.client("white"), game.client(host=True)
    assert "Play again" not in screen.get("/table").get_data(as_text=True)
    post(phone, f"/aside/{game.table.now().number}", name="draw")
    answer(game.client("black"), game, "yes")
    assert game.table.now().ask is None
    assert "Play again" in screen.get("/table").get_data(as_text=True)
    page = phone.get("/seat").get_data(as_text=True)
    assert "Play again" not in page
    assert "own screen begins the next game" in page


def test_a_phone_says_at_its_top_whose_it_is(game):
    assert re.search('black triangle".*?</svg> Ben</b>', game.client("black").get("/seat").text)
    assert re.search(r'class="whoami"><b>\s*Watching</b>', game.client().get("/seat").text)


def test_what_was_only_drawn_is_taken_back_by_name(box):
    box.table.begin(GAME.setup(NAMES, {}, "table"))
    box.table.draw()
    assert box.table.taking_back().title.endswith(" begins.")


@pytest.mark.parametrize(
    ("words", "read"),
    [("take the result", "Take the result"), ("e5", "e5"), ("no", "No"), ("", ""), ("Éowyn", "Éowyn")],
)
def test_the_words_of_a_button_begin_with_a_capital_and_a_hex_keeps_its_name(words, read):
    assert begun(words) == read


def test_times_are_read_as_people_say_them():
    assert day_and_time("2026-11-06T08:51:03") == "6 Nov 2026, 08:51"
    assert day_and_time("some day") == "some day"
    there = datetime.fromisoformat("2026-11-06T08:51:03+00:00").astimezone()
    assert day_and_time("2026-11-06T08:51:03+00:00").endswith(f"{there:%H:%M}")


def test_a_phone_whose_seat_was_freed_is_told_so_and_a_watcher_is_not(game):
    phone = game.client("white")
    assert "no longer has a seat" not in phone.get("/seat").get_data(as_text=True)
    game.client(host=True).post("/free/white")
    assert "no longer has a seat" in phone.get("/seat").get_data(as_text=True)
    assert "no longer has a seat" not in game.client().get("/seat").get_data(as_text=True)


def test_what_the_camera_sees_is_said_in_peoples_words():
    assert as_seen("white back") == "white, face-down"
    assert as_seen("black double_agent") == "black double agent"


def test_where_no_rule_says_that_it_is_a_sentence_and_no_broken_list(box):
    page = box.client().get("/rules/sleepers?q=submarine").text
    assert "No rule says that." in page
    assert "<dl" not in page
    assert "<dl" in box.client().get("/rules/sleepers?q=wake").text


def test_where_nothing_has_to_lie_yet_the_guide_says_so(game, monkeypatch):
    for orders in ("guide", "put_back"):
        monkeypatch.setattr(type(GAME), orders, lambda self, state: [])
    assert "Nothing has to lie on the table yet." in game.client().get("/guide").get_data(as_text=True)
