"""Before a game: who is in, under which name, and that nobody takes what is somebody else's."""

import pytest

from rules.awakening import GAME as AWAKENING
from rules.sleepers import GAME as SLEEPERS
from web.live.lobby import LONGEST_NAME, Guest, Lobby, cleaned

NAMES = {"white": "Ann", "black": "Ben"}


@pytest.fixture
def screen(box):
    """The box's own screen, on which somebody has tapped Sleepers."""
    host = box.client(host=True)
    assert host.get("/new/sleepers").headers["Location"] == "/table"
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
    screen.get("/new/sleepers")
    eve.post("/lobby/sit", data={"seat": "white", "name": "Eve"})
    number = box.table.now().number
    assert eve.post(f"/answer/{number}", data={"answer": '"e5"'}, headers={"X-Page": "1"}).status_code == 403
    assert set(eve.get("/state/seat").get_json()["parts"]) == {"troubles", "eye", "lobby", "begins"}
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
    screen.get("/new/sleepers")
    assert 'value="Ann"' in ann.get("/").text


def test_whoever_plays_again_is_in_already(box):
    box.table.begin(SLEEPERS.setup(NAMES, {"first_player": "white"}, "table"))
    ann, screen = box.client("white"), box.client(host=True)
    screen.get("/new/sleepers")
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
    screen.post("/hand-over/white", data={"yes": "yes"})
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
