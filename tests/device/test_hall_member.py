"""A box in the hall, at a real broker: what it tells, what it leaves out, and that the game never waits for it."""

import json
import random
import threading

import pytest
from broker import Broker, Listener
from in_the_hall import a_box
from waiting import until

from device.hall.link import CONNECTING, LATEST, Link
from rules.ask import IllegalAnswer
from rules.games import game


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path)
    yield broker
    broker.kill()


@pytest.fixture
def ear(broker):
    ear = Listener(broker)
    yield ear
    ear.close()


def test_a_box_that_was_not_asked_to_tells_nobody_anything(tmp_path, broker, ear):
    with a_box(tmp_path / "box", broker.settings(on=False)) as box:
        box.begin()
        box.play(random.Random(1), 5)
        with pytest.raises(Exception, match="no hall"):
            box.member.call()
    assert ear.everything == []


def events(ear):
    return [(text, retained) for topic, text, retained in list(ear.everything) if topic.endswith("/event")]


def test_the_state_of_a_table_is_told_and_told_anew_with_every_change(tmp_path, broker, ear):
    with a_box(tmp_path / "box", broker.settings(name="Table 7", user="seven")) as box:
        until(lambda: ear.state("seven").get("phase") == "free")
        assert ear.now["tableside/seven/here"] == "here"
        box.begin()
        until(lambda: ear.state("seven").get("phase") == "playing")
        state = ear.state("seven")
        assert state["table"] == "Table 7"
        assert state["title"] == "Sleepers"
        assert [each["name"] for each in state["players"]] == list(box.table.now().setup.names.values())
        assert state["question"]
        assert [light["on"] for light in state["lights"]].count(True) == len(box.table.now().ask.told)
        box.play(random.Random(3))
        until(lambda: ear.state("seven").get("phase") == "over")
        assert ear.state("seven")["result"] == box.table.now().position.show(None)["result"]["text"]
        until(lambda: "tableside/seven/results" in ear.now and json.loads(ear.now["tableside/seven/results"]))
        (result,) = json.loads(ear.now["tableside/seven/results"])
        assert result["winners"] == list(game("sleepers").winners(box.table.now().position.state))
        until(lambda: "game over" in [json.loads(text)["event_type"] for text, _ in events(ear)])
        assert not any(retained for _, retained in events(ear))
    until(lambda: ear.now["tableside/seven/here"] == "gone")


def test_a_result_that_is_taken_back_is_none(tmp_path, broker, ear):
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        box.begin()
        box.play(random.Random(3))
        until(lambda: json.loads(ear.now.get("tableside/seven/results", "[]")))
        moment = box.table.now()
        box.table._go_back(moment, box.table.taking_back(), "phone")
        until(lambda: json.loads(ear.now["tableside/seven/results"]) == [])


def test_the_game_goes_on_without_the_broker_and_all_is_back_when_it_is(tmp_path, broker):
    with (
        a_box(tmp_path / "one", broker.settings(user="one")) as one,
        a_box(tmp_path / "two", broker.settings(user="two")) as two,
    ):
        until(lambda: one.member.connected and two.member.connected)
        one.begin()
        two.begin()
        broker.kill()
        until(lambda: not one.member.connected)
        assert "answer" in one.member.trouble  # it does not, or nobody does by now
        luck = random.Random(5)
        one.play(luck, 12)
        two.play(luck, 12)
        broker.start()  # with nothing in its memory
        ear = Listener(broker)
        try:
            for name, box in (("one", one), ("two", two)):
                until(lambda name=name: ear.state(name).get("id"))
                assert ear.state(name)["id"] == box.table.now().game_id
                until(lambda name=name: ear.now.get(f"tableside/{name}/here") == "here")
            assert one.member.trouble == ""
            assert LATEST[1] + CONNECTING <= 5  # seconds that were promised; nobody measures them here
        finally:
            ear.close()


def test_a_broker_that_was_never_there_keeps_nobody_from_playing(tmp_path, broker):
    broker.kill()
    with a_box(tmp_path / "box", broker.settings()) as box:
        box.begin()
        box.play(random.Random(5), 20)
        until(lambda: "Nobody answers" in box.member.trouble)
        assert box.table.now().number > 10


def test_another_name_game_or_clock_leaves_nothing_behind(tmp_path, broker, ear):
    now = [1_000_000.0]
    with a_box(tmp_path / "box", broker.settings(name="Table 7", user="seven"), clock=lambda: now[0]) as box:
        box.begin("sleepers")
        until(lambda: ear.state("seven").get("game") == "sleepers" and "tableside/seven/results" in ear.now)  # the last
        topics = set(ear.now)
        now[0] = 5_000.0  # the clock is put back
        box.begin("silent_sea")
        until(lambda: ear.state("seven").get("game") == "silent_sea")
        box.member.change({"name": "By the window"})
        until(lambda: ear.state("seven").get("table") == "By the window")
        assert set(ear.now) == topics
        box.member.change({"user": "nine"})
        until(lambda: ear.state("nine"))
        until(lambda: not [topic for topic in list(ear.now) if "seven" in topic])
        box.member.change({"on": False})
        until(lambda: ear.now == {})


def test_a_box_without_a_user_is_the_same_box_after_a_restart(tmp_path, broker, ear):
    for _ in range(2):
        with a_box(tmp_path / "box", broker.settings()) as box:
            until(lambda: box.member.connected)
            until(lambda: "here" in [text for topic, text in ear.now.items() if topic.endswith("/here")])
        until(lambda: "here" not in ear.now.values())
    assert len([topic for topic in ear.now if topic.endswith("/here")]) == 1


def test_another_name_while_the_broker_is_away_leaves_nothing_behind(tmp_path):
    memory = f"persistence true\nautosave_interval 1\nautosave_on_changes true\npersistence_location {tmp_path}/\n"
    broker = Broker(tmp_path, f"listener {{port}} 127.0.0.1\nallow_anonymous true\n{memory}")
    try:
        with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
            until(lambda: box.member.connected)
            assert box.member._link.flushed(60)
            broker.stop()
            until(lambda: not box.member.connected)
            box.member.change({"user": "nine"})
            broker.start()
            ear = Listener(broker)
            until(lambda: ear.state("nine"))
            until(lambda: not [topic for topic in ear.now if "seven" in topic])
            ear.close()
    finally:
        broker.kill()


@pytest.mark.parametrize("address", ["a..b", "mqtt://hall", "192.168.1.5:1883", "the hall", "x" * 64])
def test_an_address_that_is_none_is_refused_in_a_sentence(tmp_path, broker, address):
    with a_box(tmp_path / "box", broker.settings(on=False)) as box:
        with pytest.raises(IllegalAnswer, match="address: expected an address such as"):
            box.member.change({"on": True, "address": address})
        assert not box.member.is_on


def test_help_is_called_in_the_tables_own_words_and_answered(tmp_path, broker, ear):
    came = []
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        box.member.when_coming = lambda: came.append(True)
        box.member.call()
        until(lambda: ear.state("seven").get("help"))
        box.member.call("A piece is missing")
        until(lambda: (ear.state("seven").get("help") or {}).get("words") == "A piece is missing")
        assert not ear.state("seven")["help"]["coming"]
        ear.say("tableside/seven/hall", json.dumps({"coming": 1}))  # to an older call
        ear.say("tableside/seven/hall", json.dumps({"coming": ear.state("seven")["help"]["since"]}), retain=True)
        until(lambda: ear.state("seven")["help"]["coming"])
        assert came == [True]
        box.member.call_off()
        until(lambda: ear.state("seven")["help"] is None)


def test_a_call_for_help_outlasts_the_plug(tmp_path, broker, ear):
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        box.member.call("We are stuck")
        until(lambda: ear.state("seven").get("help"))
        since = ear.state("seven")["help"]["since"]
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        until(lambda: box.member.connected)
        assert (box.member.help.words, round(box.member.help.since)) == ("We are stuck", since)


def test_the_house_presses_buttons_only_where_the_owner_lets_it(tmp_path, broker, ear):
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        until(lambda: ear.state("seven"))
        assert "homeassistant/button/seven/draw/config" not in ear.now
        ear.say("tableside/seven/set/draw", "PRESS")
        box.member.change({"buttons": True})
        until(lambda: "homeassistant/button/seven/draw/config" in ear.now)
        ear.say("tableside/seven/set/yes", "PRESS")
        until(lambda: box.pressed == ["yes"])
        box.member.change({"buttons": False})
        until(lambda: "homeassistant/button/seven/draw/config" not in ear.now)


def test_a_wrong_password_is_told_in_a_sentence(tmp_path):
    (tmp_path / "nobody").write_text("")
    nobody = f"listener {{port}} 127.0.0.1\nallow_anonymous false\npassword_file {tmp_path / 'nobody'}\n"
    broker = Broker(tmp_path, nobody)
    try:
        link = Link(broker.settings(user="seven", password="wrong"))
        until(lambda: link.trouble == "The hall doesn't know this user and password.")
        link.close()
    finally:
        broker.kill()


def test_nonsense_from_the_broker_does_no_harm(tmp_path, broker, ear):
    bad = "<b>" * 9000
    wanted = json.dumps({"coming": -1, "pairing": {"id": bad, "game": "sleepers", "names": [bad, "", bad]}})
    nonsense = ("{", "[]", '{"pairing": {"game": "no such"}}', '{"pairing": 3}', "\x00", "[" * 90_000, b"\xff", wanted)
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        until(lambda: box.member.connected)
        box.begin()
        for text in nonsense:
            ear.say("tableside/seven/hall", text, retain=True)
        box.play(random.Random(3))
        until(lambda: ear.state("seven").get("phase") == "gathering")
        assert all(len(guest.name) <= 24 for guest in box.entrance.lobby.guests.values())


def test_the_hall_wants_two_to_play_here_and_then_elsewhere(tmp_path, broker, ear):
    wanted = {"id": "1-1", "game": "sleepers", "names": ["Ann", "Ben"]}
    with a_box(tmp_path / "box", broker.settings(user="seven")) as box:
        box.begin()
        ear.say("tableside/seven/hall", json.dumps({"pairing": wanted}), retain=True)
        box.table.claim("white", "the phone of whoever played here before")
        box.play(random.Random(3))
        until(lambda: ear.state("seven").get("phase") == "gathering")
        guests = box.entrance.lobby.guests
        assert {seat: (guest.name, guest.token) for seat, guest in guests.items()} == {
            "white": ("Ann", ""),
            "black": ("Ben", ""),
        }
        ear.say("tableside/seven/hall", json.dumps({}), retain=True)
        until(lambda: ear.state("seven").get("phase") == "over")
        ear.say("tableside/seven/hall", json.dumps({"pairing": wanted}), retain=True)
        until(lambda: ear.state("seven").get("phase") == "gathering")
        with box.entrance.beginning(game("sleepers")):
            box.table.begin(game("sleepers").setup({"white": "Ben", "black": "Ann"}, custody="box"))  # they swapped
        until(lambda: ear.state("seven").get("pairing") == "1-1")


def test_a_game_that_was_over_before_anybody_looked_is_still_the_one_that_the_hall_wanted(tmp_path, broker, ear):
    looks, may_go_on = threading.Event(), threading.Event()

    def troubles():
        looks.set()
        may_go_on.wait()
        return []

    may_go_on.set()
    with a_box(tmp_path / "box", broker.settings(user="seven"), troubles=troubles) as box:
        try:
            wanted = {"id": "1-1", "game": "sleepers", "names": ["Ann", "Ben"]}
            ear.say("tableside/seven/hall", json.dumps({"pairing": wanted}), retain=True)
            until(lambda: ear.state("seven").get("phase") == "gathering")
            may_go_on.clear()
            looks.clear()
            box.member.look()
            until(looks.is_set)
            with box.entrance.beginning(game("sleepers")):
                box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, custody="box"))
            box.play(random.Random(3))
        finally:
            may_go_on.set()
        until(lambda: json.loads(ear.now.get("tableside/seven/results", "[]")))
        assert [each["pairing"] for each in json.loads(ear.now["tableside/seven/results"])] == ["1-1"]
        until(lambda: ear.state("seven").get("phase") == "over")
        assert box.entrance.lobby is None  # nobody is asked to play it again
