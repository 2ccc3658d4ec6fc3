"""A tournament evening: Swiss rounds by the FIDE Dutch system, played at real boxes."""

import json
import random
import signal

import pytest
from boxes import Person, RealBox
from broker import Broker, Listener
from halls import a_hall, a_state, tell
from how_many import so_many
from waiting import until

from device.hall.swiss import Met, pair, rounds_for, standings
from rules.ask import IllegalAnswer

# A round-robin of four with its cross-table, worked out by hand: A beats all but draws with B; C beats D.
CROSS = [
    Met(1, "A", "D", 1.0),
    Met(1, "B", "C", 1.0),
    Met(2, "D", "C", 0.0),
    Met(2, "A", "B", 0.5),
    Met(3, "B", "D", 0.5),
    Met(3, "C", "A", 0.0),
]


def test_standings_by_points_and_the_usual_tie_breaks():
    lines = {line.name: line for line in standings("ABCD", CROSS)}
    assert [line.name for line in standings("ABCD", CROSS)] == ["A", "B", "C", "D"]
    assert [lines[name].points for name in "ABCD"] == [2.5, 2.0, 1.0, 0.5]
    assert lines["A"].buchholz == 0.5 + 2.0 + 1.0
    assert lines["A"].cut == 3.0
    assert lines["A"].sonneborn == 0.5 + 2.0 / 2 + 1.0
    assert lines["B"].sonneborn == 1.0 + 2.5 / 2 + 0.5 / 2
    level = standings("EF", [])
    assert [line.place for line in level] == [1, 1]


def test_the_upper_half_meets_the_lower_in_the_first_round():
    """As in the Dutch system's own example of a first round (FIDE C.04.3): 1 meets 4, 5 meets 2, 3 meets 6."""
    first = pair(["1", "2", "3", "4", "5", "6"], [], 1, 3)
    assert {frozenset(each) for each in first} == {frozenset("14"), frozenset("25"), frozenset("36")}


@pytest.mark.parametrize("count", [3, 4, 5, 8, 13])
def test_nobody_meets_anybody_twice_and_nobody_sits_out_twice(count):
    luck, games = random.Random(count), []
    names = [f"P{number}" for number in range(count)]
    for number in range(1, min(rounds_for(count), count - 1) + 1):
        pairs = pair(names, games, number, rounds_for(count))
        assert sorted(name for each in pairs for name in each if name) == sorted(names)
        games += [Met(number, one, two, luck.choice((1.0, 0.5, 0.0)) if two else 1.0) for one, two in pairs]
    met = [frozenset((each.first, each.second)) for each in games]
    assert len(set(met)) == len(met)


def test_a_tournament_is_asked_for_with_sense(tmp_path):
    broker = Broker(tmp_path)
    try:
        with a_hall(tmp_path / "hall", broker) as hall:
            for game, entries, why in (
                ("sleepers", ["Ann", "Ben"], "3 players or more; you entered 2"),
                ("sleepers", ["Ann", "ann", "Ben"], "have the same name"),
                ("silent_sea", ["Ann", "Ben", "Cleo"], "a game of two with a winner"),
            ):
                with pytest.raises(IllegalAnswer, match=why):
                    hall.house.begin("Cup", game, entries)
            desk = hall.desk()
            entries = "Ann\nBen\n\n Cleo \nDan\n"
            assert desk.post("/tournament", data={"game": "sleepers", "entries": entries}).status_code == 303
            assert hall.house.tournament.rounds == 2
            assert "over yet" in desk.post("/tournament/next").text
            for each in hall.house.tournament.pairings:
                desk.post(f"/tournament/result/{each.id}", data={"won": "first"})
            desk.post("/tournament/leave", data={"name": "Dan", "gone": "yes"})
            assert "already" in desk.post("/tournament/enter", data={"name": " ann"}).text
            assert "Say who" in desk.post("/tournament/enter", data={"name": " "}).text
            for late in ("Eva", "Finn"):
                assert desk.post("/tournament/enter", data={"name": late}).status_code == 303
            assert desk.post("/tournament/next").status_code == 303
            second = [each for each in hall.house.tournament.pairings if each.round == 2]
            playing = {name for each in second for name in (each.first, each.second)}
            assert playing == {"Ann", "Ben", "Cleo", "Eva", "Finn", None}
            assert "sits out" in desk.get("/desk").text
            assert "End it now" in desk.get("/desk").text  # two games are open
            for each in second:
                desk.post(f"/tournament/result/{each.id}", data={"won": "draw"})
            assert "End it now" not in desk.get("/desk").text
            assert desk.post("/tournament/end").status_code == 303
            assert "Tournament: the end" in desk.get("/desk").text
            assert "the end" in hall.app.test_client().get("/").text
    finally:
        broker.kill()


def test_two_whose_table_is_gone_play_at_another(tmp_path):
    broker = Broker(tmp_path)
    try:
        with a_hall(tmp_path / "hall", broker) as hall:
            house, free = hall.house, {"phase": "free"}
            tell(house, "seven", a_state(7, random.Random(1), 0.0) | free)
            house.begin("Cup", "sleepers", ["Ann", "Ben", "Cleo"])
            assert house.tournament.pairings[0].box == "seven"
            house.hear("tableside/seven/here", "gone", False)
            house.forget("seven")
            assert house.tournament.pairings[0].box == ""
            assert "waits for a table" in hall.app.test_client().get("/").text
            tell(house, "eight", a_state(8, random.Random(1), 0.0) | free)
            assert house.tournament.pairings[0].box == "eight"
    finally:
        broker.kill()


def play(box, pairing, luck, *, agree):
    """The two whose names stand in the lobby of *box* play: to the end, or until they agree on a draw."""
    screen, names = box.screen(), {"white": pairing.first, "black": pairing.second}
    lobby = json.loads(screen.get("/state/table"))["parts"]["lobby"]
    for seat, name in names.items():
        assert f'name="name.{seat}" value="{name}"' in lobby
    form = {f"name.{seat}": name for seat, name in names.items()}
    assert screen.post("/new/sleepers", **form, **{"toggle.morale_limit": "1", "toggle.first_player": "white"}) < 400
    white, black = people = [Person(box.url) for _ in names]
    for person, seat in zip(people, names, strict=True):
        assert person.post("/join", seat=seat) < 400
    for step in range(300):
        seen = white.seen()
        if "board" not in seen["parts"] or "question over" in seen["parts"]["ask"]:
            return  # over, and the next two may be called to this table already
        if (agree or step > 20) and white.post(f"/aside/{seen['n']}", name="draw") < 400:
            black.post(f"/answer/{black.seen()['n']}", answer='"yes"')
        else:
            any(person.tap(luck) for person in people)
    raise AssertionError("the game did not end")


def points(house, pairing):
    return next(each.points for each in house.tournament.pairings if each.id == pairing.id)


def test_three_real_boxes_play_a_small_tournament_to_its_end(tmp_path):
    """Each round at free tables, results come back by themselves; then a box is killed, and the hall sees it go."""
    entries = so_many(["Ann", "Ben", "Cleo", "Dan"], long=["Ann", "Ben", "Cleo", "Dan", "Eva"])
    broker = Broker(tmp_path)
    boxes = [RealBox(tmp_path / f"box{number}", broker.port, f"t{number}", f"Table {number}") for number in (1, 2, 3)]
    ear = Listener(broker)
    luck = random.Random(6)
    try:
        for box in boxes:
            box.wait()
        with a_hall(tmp_path / "hall", broker) as hall:
            house, desk = hall.house, hall.desk()
            until(lambda: [table.is_free for table in house.tables] == [True] * 3)
            form = {"title": "Cup", "game": "sleepers", "entries": "\n".join(entries)}
            assert desk.post("/tournament", data=form).status_code == 303
            rounds, tables = house.tournament.rounds, len(entries) // 2
            for number in range(1, rounds + 1):
                now = [each for each in house.tournament.pairings if each.round == number]
                assert len(now) == tables + len(entries) % 2
                for each in (each for each in now if each.second):
                    box = next(box for box in boxes if box.user == each.box)
                    until(lambda each=each: house.table(each.box).phase == "gathering")
                    until(lambda each=each: len(house.table(each.box).players) == 2)
                    play(box, each, luck, agree=each != now[0] or number > 1)
                    until(lambda each=each: points(house, each) is not None)
                if number < house.tournament.rounds:
                    assert desk.post("/tournament/next").status_code == 303
            decided = [each.points for each in house.tournament.pairings if each.second]
            assert 0.5 in decided
            assert [line.played for line in house.standings] == [rounds] * len(entries)
            assert sum(line.points for line in house.standings) == len(house.tournament.pairings)
            assert len(house.tonight()) == rounds * tables
            assert sum(line.played for line in house.league()) == 2 * rounds * tables
            assert sum(line.wins for line in house.league()) == sum(each != 0.5 for each in decided)
            assert desk.post("/tournament/end").status_code == 303
            # One loses its power: the broker says so by itself.
            boxes[0].process.send_signal(signal.SIGKILL)
            until(lambda: not house.table("t1").here)
            until(lambda: ear.now["tableside/t1/here"] == "gone")
    finally:
        ear.close()
        for box in boxes:
            box.stop()
        broker.kill()
