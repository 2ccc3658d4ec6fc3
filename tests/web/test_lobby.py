"""Before a game: who is in, under which name, and that nobody takes what is somebody else's."""

import re
from html import unescape

import pytest

from rules.ask import Confirm, IllegalAnswer
from rules.awakening import GAME as AWAKENING
from rules.games import NAMES as GAMES
from rules.games import game
from rules.silent_sea import GAME as SEA
from rules.sleepers import GAME as SLEEPERS
from rules.sleeping_gods import GAME as SLEEPING_GODS
from web.live.lobby import LONGEST_NAME, Guest, Lobby, cleaned

NAMES = {"white": "Ann", "black": "Ben"}


@pytest.fixture
def screen(box):
    """The box's own screen, on which somebody has tapped Sleepers."""
    host = box.client(host=True)
    assert host.post("/lobby/gather/sleepers").headers["Location"] == "/table"
    return host


def begin(screen):
    """Tap Begin: the screen sends what it shows."""
    shown = screen.get("/table").text.split('name="name.')[1:]
    names = {f"name.{each.partition(chr(34))[0]}": each.split('value="')[1].partition('"')[0] for each in shown}
    return screen.post("/new/sleepers", data=names)


def test_phones_type_their_names_and_find_themselves_in_their_seats(box, screen):
    ann, ben = box.client(), box.client()
    assert "Scan to join" in screen.get("/table").text
    assert "What's your name?" in ann.get("/").text
    for phone, seat, name in ((ann, "white", "Ann"), (ben, "black", "Ben")):
        assert phone.post("/lobby/sit", data={"seat": seat, "name": name}).headers["Location"] == "/"
    assert "You're in, Ann." in ann.get("/").text
    assert "with Ann and Ben" in screen.get("/table").text
    assert begin(screen).headers["Location"] == "/table"
    assert box.table.now().setup.names == NAMES
    assert ann.get("/").headers["Location"] == ben.get("/").headers["Location"] == "/seat"
    assert "Ben</b>" in ben.get("/seat").text.partition("</header>")[0]


def test_it_begins_with_two_taps_and_no_phone(box, screen):
    begin(screen)
    assert box.table.now().setup.names == {"white": "White", "black": "Black"}
    assert box.table.claims() == {}


def test_a_game_that_takes_two_fills_the_seat_nobody_took(box, screen):
    box.client().post("/lobby/sit", data={"seat": "black", "name": "Ben"})
    begin(screen)
    assert box.table.now().setup.names == {"white": "White", "black": "Ben"}
    assert list(box.table.claims()) == ["black"]


def test_names_typed_on_the_boxs_own_screen_play_without_a_phone(box, screen):
    screen.post("/lobby/seat", data={"seat": "white", "name": "Ann"})
    assert box.client().post("/lobby/seat", data={"seat": "black", "name": "Eve"}).status_code == 403
    screen.post("/lobby/seat", data={"seat": "black", "name": "Bob"})
    ben = box.client()
    ben.post("/lobby/sit", data={"seat": "black", "name": ""})  # "That's me"
    screen.post("/lobby/seat", data={"seat": "black", "name": "Ben"})  # the phone keeps its seat under the right name
    begin(screen)
    assert box.table.now().setup.names == NAMES
    assert list(box.table.claims()) == ["black"]
    assert ben.get("/").headers["Location"] == "/seat"


def test_a_seat_in_the_lobby_cannot_be_taken_from_another_phone(box, screen):
    ann, eve = box.client(), box.client()
    ann.post("/lobby/sit", data={"seat": "white", "name": "Ann"})
    refused = eve.post("/lobby/sit", data={"seat": "white", "name": "Eve"}, headers={"X-Page": "1"})
    assert (refused.status_code, refused.get_json()["told"]) == (409, "Somebody else was faster. Pick another seat.")
    assert eve.post("/lobby/sit", data={"seat": "red"}).status_code == 404
    eve.post("/lobby/leave")  # she has none to leave
    assert "You're in, Ann." in ann.get("/").text
    assert 'value="white"' not in eve.get("/").text
    screen.post("/lobby/seat", data={"seat": "white", "free": "1"})
    assert "You're in" not in ann.get("/").text


def test_a_place_in_the_lobby_opens_nothing_of_the_game_that_still_lies_there(box):
    box.table.begin(SLEEPERS.setup(NAMES, {"first_player": "white"}, "box"))
    screen, eve = box.client(host=True), box.client()
    screen.post("/lobby/gather/sleepers")
    eve.post("/lobby/sit", data={"seat": "white", "name": "Eve"})
    number = box.table.now().number
    assert eve.post(f"/answer/{number}", data={"answer": '"e5"'}, headers={"X-Page": "1"}).status_code == 403
    assert set(eve.get("/state/seat").get_json()["parts"]) == {
        "troubles",
        "code",
        "eye",
        "called",
        "callhelp",
        "lobby",
        "begins",
    }
    screen.post("/lobby/shut")
    assert eve.get("/state/seat").get_json()["parts"]["mine"] == ""
    assert "Watching" in eve.get("/seat").text


def test_one_phone_has_one_seat_and_may_change_it_and_its_name(box, screen):
    phone = box.client()
    phone.post("/lobby/sit", data={"seat": "white", "name": "Ann"})
    phone.post("/lobby/sit", data={"seat": "black", "name": "Anna"})
    assert "with White and Anna" in screen.get("/table").text
    phone.post("/lobby/leave")
    assert "with White and Black" in screen.get("/table").text
    assert 'value="Anna"' in phone.get("/").text  # it is not typed twice


def test_after_a_restart_people_only_tap_their_seats_again(box, screen):
    ann = box.client()
    ann.post("/lobby/sit", data={"seat": "white", "name": "Ann"})
    box.app.config["ENTRANCE"].shut()  # what was only in memory is gone
    assert "No game is open yet." in ann.get("/").text
    assert ann.post("/lobby/sit", data={"seat": "white", "name": "Ann"}).status_code == 409
    screen.post("/lobby/gather/sleepers")
    assert 'value="Ann"' in ann.get("/").text


def test_whoever_plays_again_is_in_already(box):
    box.table.begin(SLEEPERS.setup(NAMES, {"first_player": "white"}, "table"))
    ann, screen = box.client("white"), box.client(host=True)
    screen.post("/lobby/gather/sleepers")
    assert ann.get("/seat").headers["Location"] == "/"
    assert "You're in, Ann." in ann.get("/").text
    begin(screen)
    assert list(box.table.claims()) == ["white"]
    assert "Ann</b>" in ann.get("/seat").text.partition("</header>")[0]


def test_spectators_of_a_lobby_are_led_to_the_table(box, screen):
    watcher = box.client()
    assert "You watch." in watcher.get("/?watch=").text
    begin(screen)
    assert watcher.get("/?watch=").headers["Location"] == "/seat"


def test_a_saved_game_that_is_opened_shows_who_is_back(box):
    name = box.table.begin(SLEEPERS.setup(NAMES, {"first_player": "white"}, "table")).game_id
    ann, screen = box.client("white"), box.client(host=True)
    screen.post("/close")
    screen.post(f"/open/{name}")
    page = screen.get("/table").text
    assert "Welcome back." in page
    assert "phone not here yet" in page  # Ann's: it has not looked in yet
    assert "scan and tap" in page  # to Ben
    new = box.client()
    assert new.post("/thats-me", data={"seat": "white"}).headers["Location"] == "/?asked=white"
    assert "say that it's you" in new.get("/").text
    assert "A phone says it's Ann." in screen.get("/table").text
    stream = unescape(re.findall(r'data-stream="([^"]*)"', new.get("/?asked=white").text)[0])
    assert "event: moved" not in new.get(stream).text
    screen.post("/hand-over/white", data={"yes": "yes"})
    assert new.get(stream).text.startswith("event: moved")  # agreed to before the page began to listen
    assert new.get("/?asked=white").headers["Location"] == "/seat"  # in its seat, not on the list
    assert ann.get("/").status_code == 200
    screen.post("/lobby/shut")
    assert 'id="ask"' in screen.get("/table").text


def test_as_soon_as_somebody_plays_a_saved_game_it_goes_on_by_itself(box):
    name = box.table.begin(SLEEPERS.setup(NAMES, {"first_player": "white"}, "table")).game_id
    ann, screen = box.client("white"), box.client(host=True)
    screen.post("/close")
    screen.post(f"/open/{name}")
    assert "Welcome back." in screen.get("/table").text
    assert ann.post("/answer/0", data={"answer": '"e5"'}, headers={"X-Page": "1"}).status_code == 204
    assert 'id="ask"' in screen.get("/table").text


def test_a_name_is_text_wherever_it_is_read(box, screen):
    phone = box.client()
    phone.post("/lobby/sit", data={"seat": "white", "name": "<b>A&B"})
    for page in (
        screen.get("/table").text,
        phone.get("/").text,
        screen.get("/state/table").get_json()["parts"]["begins"],
    ):
        assert "&lt;b&gt;A&amp;B" in page
        assert "<b>A" not in page
        assert "&amp;lt;" not in page


def test_names_are_one_line_of_visible_letters():
    assert cleaned("  Ann \n\t of\u00a0Arc ") == "Ann of Arc"
    assert cleaned("\u202eevil\x00\x1b[2J\u200b") == "evil[2J"
    assert len(cleaned("A" * 300)) == LONGEST_NAME
    assert cleaned("\u202e\u200b\u200d") == ""
    assert cleaned("👩\u200d👧") == "👩\u200d👧"


def test_two_people_of_one_name_are_told_apart():
    lobby = Lobby(AWAKENING, {}, {})
    for seat, token in (("orange", "a"), ("green", "b"), ("white", "c")):
        assert lobby.sit(seat, "ann" if seat == "green" else "Ann", token)
    assert lobby.players == {"orange": "Ann", "green": "ann 2", "white": "Ann 3"}


def test_last_time_s_names_play_only_if_nobody_says_otherwise():
    lobby = Lobby(AWAKENING, {"orange": "Ann", "green": "Ben", "white": "Cleo"}, {})
    assert list(lobby.players.values()) == ["Ann", "Ben", "Cleo"]
    lobby.sit("green", "", "b")
    assert lobby.players == {"orange": "Ann", "green": "Ben"}  # two at least
    lobby.write("pink", "Dov")
    assert lobby.players == {"green": "Ben", "pink": "Dov"}
    lobby.free("pink")
    lobby.free("orange")
    assert lobby.players == {"green": "Ben", "white": "Cleo"}
    assert lobby.guests == {"green": Guest("Ben", "b")}


# What people pick before a game begins


def picked_before(box, name, picks):
    """Everybody sits down and picks something; then somebody taps Begin. The phones, and the screen."""
    screen, phones = box.client(host=True), {}
    screen.post(f"/lobby/gather/{name}")
    for number, (seat, pick) in enumerate(picks.items()):
        phones[seat] = box.client()
        phones[seat].post("/lobby/sit", data={"seat": seat, "name": f"P{number}"})
        if pick:
            assert phones[seat].post("/lobby/pick", data={"pick": pick}).status_code == 303
    screen.post(f"/new/{name}", data={f"name.{seat}": "?" for seat in picks})
    return phones, screen


def test_heroes_are_picked_on_phones_and_nobody_is_asked_again(box):
    picked_before(box, "children_of_morta", {"north": "bram", "east": "isa"})
    assert box.table.now().ask.text == "Which mode?"
    box.table.answer(box.table.now().number, "story", "north")
    moment = box.table.now()
    assert moment.ask.text == "Set up the table."
    assert moment.position.state.heroes == {"north": "bram", "east": "isa"}


def test_whoever_picked_nothing_is_asked(box):
    picked_before(box, "children_of_morta", {"north": "", "east": "isa"})
    box.table.answer(box.table.now().number, "story", "north")
    ask = box.table.now().ask
    assert ask.told == ("north",)
    assert "P1 plays Isa" in str([option.barred for option in ask.each[0].options])


def test_wretches_are_picked_in_the_order_of_the_seats_and_only_what_is_left_is_asked(box):
    wretches = [option.value for option in AWAKENING.picks("demo")]
    picked_before(box, "awakening", {"orange": "", "green": wretches[0], "white": wretches[1]})
    assert box.table.now().ask.text == "Set the table."
    box.table.answer(box.table.now().number, True, "orange")
    assert box.table.now().ask.seat == "orange"
    box.table.answer(box.table.now().number, wretches[0], "orange")  # Green wanted that one
    players, ask = box.table.now().position.state.players, box.table.now().ask
    assert ask.seat == "green"
    assert players["orange"].wretch == wretches[0]
    box.table.answer(box.table.now().number, wretches[2], "green")
    assert box.table.now().position.state.players["white"].wretch == wretches[1]


def test_each_sails_with_the_crew_member_they_picked_and_the_others_are_dealt_round(box):
    crew = [option.value for option in SLEEPING_GODS.picks("demo")]
    picked_before(box, "sleeping_gods", {"north": crew[6], "east": crew[0], "south": ""})
    while not box.table.now().position.state.players:
        ask = box.table.now().ask.each[0]
        assert "crew board" not in ask.text
        box.table.answer(box.table.now().number, True if isinstance(ask, Confirm) else ask.default, ask.seat)
    dealt = {member: each.controller for member, each in box.table.now().position.state.crew.items()}
    assert dealt[crew[6]] == "north"
    assert dealt[crew[0]] == "east"
    assert sorted(list(dealt.values()).count(seat) for seat in ("north", "east", "south")) == [2, 3, 3]


def test_roles_that_people_picked_are_agreed_on(box):
    roles = dict(zip(SEA.seats, ("captain", "doctor", "engineer", "astrobiologist"), strict=True))
    picked_before(box, "silent_sea", roles)
    while box.table.now().position.state.order == []:
        ask = box.table.now().ask.each[0]
        assert isinstance(ask, Confirm)  # they look at their Loyalty and set the table, and choose nothing
        box.table.answer(box.table.now().number, True, ask.seat)
    players = box.table.now().position.state.players
    assert {seat: player.role for seat, player in players.items()} == roles


def test_each_can_be_picked_once_let_go_again_and_taken_along_to_another_seat(box):
    screen, ann, ben = box.client(host=True), box.client(), box.client()
    screen.post("/lobby/gather/children_of_morta")
    assert ann.post("/lobby/pick", data={"pick": "bram"}).status_code == 409  # she sits nowhere yet
    ann.post("/lobby/sit", data={"seat": "north", "name": "Ann"})
    ben.post("/lobby/sit", data={"seat": "east", "name": "Ben"})
    assert "Your hero" in ann.get("/").text
    ann.post("/lobby/pick", data={"pick": "bram"})
    assert "is in · Bram" in screen.get("/table").text
    assert "Ann has it" in ben.get("/").text
    assert ben.post("/lobby/pick", data={"pick": "bram"}).status_code == 409
    assert ben.post("/lobby/pick", data={"pick": "nobody"}).status_code == 409
    ann.post("/lobby/sit", data={"seat": "south", "name": "Ann"})
    assert "That's you · Bram" in ann.get("/").text
    ann.post("/lobby/pick", data={"pick": "bram"})
    assert ben.post("/lobby/pick", data={"pick": "bram"}).status_code == 303


def test_a_pack_that_is_gone_offers_nothing_to_pick(box, monkeypatch):
    monkeypatch.setattr(type(AWAKENING), "picks", gone)
    screen, ann = box.client(host=True), box.client()
    screen.post("/lobby/gather/awakening")
    ann.post("/lobby/sit", data={"seat": "orange", "name": "Ann"})
    assert "Your wretch" not in ann.get("/").text


def gone(game, pack):
    raise IllegalAnswer("There is no such pack.")


@pytest.mark.parametrize("name", GAMES)
def test_the_box_takes_any_chair_but_the_last_and_never_plays_alone(name):
    played = game(name)
    lobby = Lobby(played, {}, {})
    *others, last = played.seats
    assert all(lobby.let_play(seat, "easy") for seat in others)
    assert not lobby.let_play(last, "easy")
    assert last in lobby.players
