"""The hall: hears all tables, keeps every result through a restart, and answers calls for help."""

import json
import random
import time

import pytest
from broker import Broker, Listener
from halls import a_hall, a_state, result, some_tables, tell
from in_the_hall import a_box
from waiting import until

from device.cli import main
from device.hall.keys import make_broker

NOON = 1_790_000_000.0


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path)
    yield broker
    broker.kill()


def luck():
    return random.Random(1)


def test_help_is_answered_with_one_tap_and_the_table_hears_it(tmp_path, broker):
    with a_hall(tmp_path / "hall", broker) as hall, a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        box.member.call("A piece is missing")
        until(lambda: (found := hall.house.table("seven")) and found.helped)
        assert hall.house.table("seven").words == "A piece is missing"
        assert b"A piece is missing" in hall.desk().get("/desk").data
        assert hall.desk().post("/coming/seven").status_code == 303
        until(lambda: box.member.help.coming)
        box.member.call_off()
        until(lambda: hall.house.table("seven").helped is None)
        box.member.call()  # and later once more
        until(lambda: hall.house.table("seven").helped)
        assert not hall.house.table("seven").coming


def test_a_hall_that_is_started_again_knows_results_calls_and_since_when(tmp_path, broker):
    now = [NOON]
    with a_hall(tmp_path / "hall", broker, clock=lambda: now[0]) as hall:
        state = a_state(7, luck(), NOON, help={"words": "", "since": round(NOON) - 5000, "coming": False})
        state["at"] = round(NOON) - 5000 + 120  # the box's clock is wrong; it called two minutes ago
        tell(hall.house, "seven", state)
        assert hall.house.table("seven").helped == NOON - 120
        hall.house.hear("tableside/seven/results", json.dumps([result(1, "Ann", "Ben", "white", NOON)]), False)
        hall.house.answer("seven")
    now[0] += 600
    with a_hall(tmp_path / "hall", broker, clock=lambda: now[0]) as hall:
        tell(hall.house, "seven", state, before=True)
        hall.house.hear("tableside/seven/results", json.dumps([result(1, "Ann", "Ben", "white", NOON)]), True)
        assert (hall.house.table("seven").helped, hall.house.table("seven").coming) == (NOON - 120, True)
        assert [each.names for each in hall.house.tonight()] == [("Ann", "Ben")]
        assert [(each.name, each.wins, each.played) for each in hall.house.league()] == [("Ann", 1, 1), ("Ben", 0, 1)]


def test_the_league_goes_over_evenings_and_counts_only_games_with_a_winner(tmp_path, broker):
    now = [NOON]
    with a_hall(tmp_path / "hall", broker, clock=lambda: now[0]) as hall:
        played = [
            result(1, "Ann", "Ben", "white", NOON),
            result(2, "ann", "Cleo", None, NOON),
            result(3, "Dan", "Eva", None, NOON) | {"winners": None},
        ]
        hall.house.hear("tableside/seven/results", json.dumps(played), False)
        now[0] += 2 * 24 * 3600
        assert hall.house.tonight() == []
        lines = [(each.name, each.wins, each.draws, each.played) for each in hall.house.league()]
        assert lines == [("ann", 1, 1, 2), ("Cleo", 0, 1, 1), ("Ben", 0, 0, 1)]


def test_a_result_that_is_taken_back_counts_no_more(tmp_path, broker):
    with a_hall(tmp_path / "hall", broker) as hall:
        ended = result(1, "Ann", "Ben", "white", time.time())
        hall.house.hear("tableside/seven/results", json.dumps([ended]), False)
        assert hall.house.league()
        tell(hall.house, "seven", a_state(7, luck(), time.time(), id=ended["id"]))
        assert hall.house.league() == []
        hall.house.hear("tableside/seven/results", json.dumps([ended]), False)  # and is won again
        assert hall.house.league()


def test_a_free_table_is_called_out_and_nobody_else_may(tmp_path, broker):
    now = [NOON]
    with a_hall(tmp_path / "hall", broker, clock=lambda: now[0]) as hall:
        for box, state in some_tables(12, NOON).items():
            tell(hall.house, box, state)
        free = next(table for table in hall.house.tables if table.is_free)
        assert hall.app.test_client().post(f"/free/{free.box}").status_code == 403
        assert hall.app.test_client().get("/desk").status_code == 403
        assert hall.app.test_client().get("/host/wrong").status_code == 403
        assert hall.desk().post(f"/free/{free.box}").status_code == 303
        assert f"{free.name} is free." in hall.app.test_client().get("/").text
        now[0] -= 3600  # the hall's clock is put back
        assert hall.house.calling == []
        now[0] += 3600 + 59
        assert hall.house.calling
        now[0] += 2
        assert hall.house.calling == []
        hall.desk().post(f"/free/{free.box}")
        tell(hall.house, free.box, a_state(9, luck(), NOON))  # somebody sat down there
        assert hall.house.calling == []
        busy = next(table for table in hall.house.tables if table.phase == "playing")
        assert "isn&#39;t free" in hall.desk().post(f"/free/{busy.box}").text


NONSENSE = (
    b"{",
    b"[]",
    b"3",
    b"null",
    b"\xff\xfe",
    b"[" * 90_000,
    b'{"players": 3, "help": 4, "since": "x"}',
    b'{"players": [3]}',
    b'{"help": {"since": "x"}}',
    b'{"since": 1e999, "at": NaN, "free": -3, "phase": ["free"]}',
    b'{"help": {"since": 1' + b"0" * 400 + b', "words": 7}, "at": true, "free": 1' + b"0" * 400 + b"}",
    b'[{"id": 1}]',
    b'[{"id": "a", "game": "g", "title": "", "text": "", "seats": {}, "winners": ["x"]}]',
    b'[{"id": "a", "game": "g", "seats": {"white": "Ann"}, "winners": [["white"]]}, {"id": "b", "seats": []}]',
    b'[{"id": "c", "game": "g", "seats": {"white": "Ann", "black": 3}, "winners": []}]',
)


def test_whatever_a_stranger_says_does_no_harm(tmp_path, broker):
    """Kept by the broker or not: the hall listens on, and everybody else's card is drawn."""
    with a_hall(tmp_path / "hall", broker) as hall:
        ear = Listener(broker)
        for said in NONSENSE:
            for what in ("state", "results", "here", "hall"):
                ear.say(f"tableside/seven/{what}", said, retain=True)
        ear.say("tableside/../../etc/state", b"{}")
        ear.say("tableside/" + "x" * 60 + "/state", b"{}")
        ear.say("tableside/eight/state", json.dumps(a_state(8, luck(), 0.0)))
        until(lambda: hall.house.table("eight"))
        assert {table.box for table in hall.house.tables} <= {"seven", "eight"}
        assert (hall.house.tonight(), hall.house.league()) == ([], [])
        assert "Table 8" in hall.app.test_client().get("/").text
        ear.close()


def test_no_words_of_a_stranger_spoil_the_page(tmp_path, broker):
    bad = "<b>\ud800\u202e\x00\n" * 500
    players = [{"name": bad, "facts": [[bad, bad], [3], "x"]}]
    with a_hall(tmp_path / "hall", broker) as hall:
        words = {"words": bad, "since": 5, "coming": False}
        state = a_state(9, luck(), 5.0, table=bad, players=players, question=bad, asked=[bad, 3], trouble=bad)
        tell(hall.house, "nine", state)
        tell(hall.house, "ten", state | {"help": words})
        told = result(1, "Ann", "Ben", "white", 5.0) | {"title": bad, "text": bad, "seats": {"white": bad}}
        hall.house.hear("tableside/nine/results", json.dumps([told]), False)
        page = hall.app.test_client().get("/")
        assert page.status_code == 200
        assert len(page.data) < 30_000
        assert not {"<b><b>", "\u202e", "\ud800"} & {each for each in ("<b><b>", "\u202e") if each in page.text}
        assert len(hall.house.league()[0].name) <= 40
        assert hall.app.test_client().get("/state").status_code == 200
        assert hall.desk().get("/desk").status_code == 200


def test_two_tables_of_one_name_can_be_told_apart(tmp_path, broker):
    with a_hall(tmp_path / "hall", broker) as hall:
        for box in ("seven", "eight", "seven", "eight"):
            tell(hall.house, box, a_state(7, luck(), NOON))
        assert [table.name for table in hall.house.tables] == ["Table 7", "Table 7 (eight)"]


def test_a_table_that_is_forgotten_leaves_nothing_at_the_broker(tmp_path, broker):
    ear = Listener(broker)
    with a_hall(tmp_path / "hall", broker) as hall:
        with a_box(tmp_path / "box", broker.settings(user="seven", buttons=True)) as box:
            box.member.call()
            until(lambda: (found := hall.house.table("seven")) and found.helped)
            hall.house.answer("seven")
            until(lambda: box.member.help.coming)
            assert "still here" in hall.desk().post("/forget/seven").text
        until(lambda: not hall.house.table("seven").here)
        assert "Forget it" in hall.desk().get("/desk").text
        until(lambda: len(ear.now) > 10 and "tableside/seven/hall" in ear.now)
        assert hall.desk().post("/forget/seven").status_code == 303
        until(lambda: ear.now == {})
        broker.kill()
        broker.start()
        with a_box(tmp_path / "box", broker.settings(user="seven")):  # it was not for good after all
            until(lambda: (found := hall.house.table("seven")) and found.here)
            until(lambda: "tableside/seven/state" in ear.now and hall.house.table("seven").helped)  # it still waits
            assert not hall.house.table("seven").coming
    ear.close()


def test_the_desk_says_when_somebody_was_helped(tmp_path, broker):
    with a_hall(tmp_path / "hall", broker) as hall, a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        box.member.call()
        until(lambda: (found := hall.house.table("seven")) and found.helped)
        desk = hall.desk()
        assert "Nobody is on the way" in desk.post("/done/seven").text
        desk.post("/coming/seven")
        assert 'formaction="/done/seven"' in desk.get("/desk").text
        until(lambda: box.member.help.coming)
        desk.post("/done/seven")
        until(lambda: box.member.help is None)
        until(lambda: hall.house.table("seven").helped is None)
        box.member.call()  # another time it is another call
        until(lambda: hall.house.table("seven").helped)
        assert not hall.house.table("seven").coming


def test_the_wall_tells_results_the_league_and_whose_camera_fails(tmp_path, broker):
    with a_hall(tmp_path / "hall", broker, clock=lambda: NOON) as hall:
        trouble = "The camera does not answer."
        tell(hall.house, "seven", a_state(7, luck(), NOON, trouble=trouble))
        hall.house.hear("tableside/seven/results", json.dumps([result(1, "Ann", "Ben", "white", NOON)]), False)
        parts = hall.app.test_client().get("/state").json["parts"]
        assert f'<p class="fault">{trouble}</p>' in parts["tables"]
        assert "Killed <b>2 of 12</b>" in parts["tables"]  # how they stand, where there is room for it
        assert "Ann – Ben" in parts["tonight"]
        assert "Ann wins" in parts["tonight"]
        assert "<td>1</td><td>0</td><td>1</td>" in parts["league"]
        hall.house.hear("tableside/seven/here", "gone", False)
        assert trouble not in hall.app.test_client().get("/state").json["parts"]["tables"]


def test_a_hall_without_its_broker_says_so(tmp_path, broker):
    with a_hall(tmp_path / "hall", broker) as hall:
        until(lambda: hall.house.connected)
        broker.kill()
        until(lambda: not hall.house.connected)
        assert '<b class="warn">' in hall.app.test_client().get("/state").json["parts"]["summary"]
        assert '<p class="trouble">' in hall.desk().get("/desk").text


def test_each_box_speaks_for_itself_alone_and_reads_no_other_ones_commands(tmp_path):
    told = make_broker(tmp_path / "keys", ["seven", "eight"], port=1883, address="127.0.0.1")
    assert any("keys.json" in line for line in told)
    keys = json.loads((tmp_path / "keys" / "keys.json").read_text())
    written = (tmp_path / "keys" / "tableside.conf").read_text().replace("listener 1883", "listener {port}")
    broker = Broker(tmp_path, written)
    ears = []

    def listener(user, topics="#"):
        ears.append(Listener(broker, topics, user, keys[user]))
        return ears[-1]

    try:
        seven, eight, hall, house = (listener(user) for user in ("seven", "eight", "hall", "house"))
        nobody = Listener(broker, "#", "seven", "guessed")
        ears.append(nobody)
        assert nobody.refused
        seven.say("tableside/eight/state", "false", retain=True)  # for another
        seven.say("tableside/eight/hall", "false", retain=True)
        seven.say("tableside/seven/hall", "false")  # as if it were the hall
        seven.say("tableside/eight/set/draw", "PRESS")
        seven.say("homeassistant/sensor/eight/game/config", "{}", retain=True)
        seven.say("tableside/seven/state", "mine", retain=True)
        hall.say("tableside/eight/hall", "to eight")
        house.say("tableside/eight/set/draw", "PRESS")
        hall.say("tableside/eight/set/draw", "the hall presses nothing")
        hall.say("tableside/gone/state", "", retain=True)  # but it may forget a table
        seven.say("tableside/seven/results", "last", retain=True)
        hall.say("tableside/eight/hall", "last")
        house.say("tableside/eight/set/draw", "last")
        until(lambda: hall.now.get("tableside/seven/results") == "last")
        until(
            lambda: eight.now.get("tableside/eight/hall") == "last" and eight.now["tableside/eight/set/draw"] == "last"
        )
        assert hall.now["tableside/seven/state"] == "mine"
        assert not [topic for topic, text, _ in hall.everything if text == "false"]
        assert seven.everything == []  # it has no commands, and reads nobody else's
        assert {text for _, text, _ in eight.everything} == {"to eight", "PRESS", "last"}
        assert not [topic for topic, _, _ in house.everything if topic.startswith("homeassistant")]
    finally:
        for ear in ears:
            ear.close()
        broker.kill()
    for boxes in (["seven", "eight", "nine"], ["nine"]):  # more of them, and by mistake fewer: nobody loses a key
        make_broker(tmp_path / "keys", boxes, port=1883)
        known = json.loads((tmp_path / "keys" / "keys.json").read_text())
        assert known.items() > keys.items()
        assert all(f"user {user}\n" in (tmp_path / "keys" / "tableside.acl").read_text() for user in known)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--keys", "none.json"], "none.json can't be read: No such file or directory."),
        (["--keys", "damaged/keys.json"], "damaged/keys.json has no key for the hall."),
        (["--broker", "mqtt://hall"], "--broker: expected an address such as 192.168.1.5 or hall.local:1883"),
        (["--broker", "hall:x"], "--broker: expected an address such as 192.168.1.5 or hall.local:1883"),
        (["--make-broker", "damaged"], "damaged/keys.json is damaged. Move it away and everybody gets a new key."),
        (["--make-broker", "new", "--tables", "0"], "A hall has 1 to 1000 tables, not 0."),
        ([], "hall.db can't be opened: file is not a database."),
    ],
)
def test_a_hall_that_cannot_be_started_says_why(tmp_path, monkeypatch, capsys, words, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text("")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "keys.json").write_text("[]")
    (tmp_path / "hall.db").write_text("no database" * 500)
    assert main(["--settings", "table.toml", "--data", str(tmp_path), "hall", *words]) != 0
    assert sentence in capsys.readouterr().err
