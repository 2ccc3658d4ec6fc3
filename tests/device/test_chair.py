"""The empty chair: the box plays seats that are given to it, and never anybody else's."""

import os
import threading

import pytest
from mock_panel import Bench
from waiting import until

from device.live.chair import Chair
from device.live.journal import Journal
from device.live.table import Table
from device.panel.hands import Hands, prompt
from device.panel.lamps import Prompt
from rules.ask import IllegalAnswer
from rules.sleepers import GAME

NAMES = {"white": "Ann", "black": "Ben"}


class Slow:
    """Somebody who thinks until it is let go, and then answers whatever comes first."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.go, self.hurried, self.closed = threading.Event(), 0, False
        self.fault = ""

    def think(self, position, seat, strength, knows=""):
        self.asked.append((seat, strength))
        self.knows = knows
        self.go.wait(20)
        if self.closed:
            raise BrokenPipeError
        if self.fault:
            return {"fault": self.fault}
        ask = position.ask.of(seat)
        answer = next(iter(ask.answers()))
        best = [{"answer": answer, "words": ask.words(answer), "good": 0.61}]
        return {"kind": "answer", "answer": answer, "best": best, "walks": 7}

    def hurry(self) -> None:
        self.hurried += 1

    def close(self) -> None:
        self.closed = True
        self.go.set()

    def end(self) -> None:
        pass


class Box:
    def __init__(self, path, mind=None) -> None:
        self.mind = mind
        self.table = Table(Journal(path / "games.db"))
        self.chair = Chair(self.table, mind, pause=lambda: 0.0)

    def begin(self, custody="box", first="white"):
        self.table.begin(GAME.setup(NAMES, {"first_player": first}, {"tiles": custody}))

    def answer(self, seat="white", value=None):
        """Somebody answers whatever comes first."""
        moment = self.table.now()
        ask = moment.ask.of(seat)
        answer = next(iter(ask.answers())) if value is None else value
        return self.table.answer(moment.number, answer, seat, source=f"phone of {seat}")

    def turn(self, seat="white"):
        """A whole turn: a tile is recruited."""
        self.answer(seat)
        self.answer(seat)

    def close(self) -> None:
        self.chair.close()
        self.table.journal.close()


@pytest.fixture
def box(tmp_path):
    box = Box(tmp_path, Slow())
    box.begin()
    yield box
    box.close()


def sources(table):
    return [entry.source for entry in table.journal.entries(table.now().game_id)]


def test_the_box_answers_for_its_seat_alone_and_hands_are_told_all_of_it(box):
    box.chair.give("black", "easy")
    assert not box.chair.is_thinking  # it is Ann's turn
    box.mind.go.set()
    box.turn()
    until(lambda: box.table.now().ask.seat == "white")
    assert box.mind.asked == [("black", "easy")] * 2
    assert sources(box.table)[-3:-1] == ["the box plays"] * 2
    assert [order for order in box.table.now().todo if "black" in order] == ["Put a black tile, face-down, on a6."]
    assert any("white" in order for order in box.table.now().todo)  # Ann's hands may still be busy
    box.answer("white")
    assert not [order for order in box.table.now().todo if order.startswith("Put")]


def test_what_was_thought_for_somebody_who_came_back_is_dropped(box):
    box.chair.give("black", "normal")
    box.turn()
    until(lambda: box.mind.asked)
    number = box.table.now().number
    box.chair.take_back("black")
    assert box.mind.hurried
    box.mind.go.set()
    until(lambda: not box.chair.is_thinking)
    assert box.table.now().number == number
    assert box.table.now().ask.seat == "black"
    assert "A person plays Ben again." in [text for _, text in box.table.now().log_for(None)]
    assert "the box plays" not in sources(box.table)


def test_an_answer_of_somebody_else_is_not_overtaken(box):
    box.chair.give("black", "normal")
    box.turn()
    until(lambda: box.mind.asked)
    box.answer("black")  # somebody showed it on the table
    first = box.table.now().number
    box.mind.go.set()
    until(lambda: box.table.now().ask.seat == "white")
    assert [s for s in sources(box.table)[first + 1 :] if s != "dealer"] == ["the box plays"]  # only the tile


def test_sitting_down_is_coming_back(box):
    box.chair.give("black", "normal")
    box.table.claim("black", "a-phone")
    assert box.table.played() == {}
    assert box.table.now().log_for(None)[-1][1] == "A person plays Ben again."


def test_taking_back_takes_back_what_the_box_played_upon_it(box):
    box.chair.give("black", "easy")
    box.mind.go.set()
    box.turn()
    until(lambda: box.table.now().ask.seat == "white" and not box.chair.is_thinking)
    box.table.undo(box.table.now().number, "white")
    moment = box.table.now()
    assert moment.proposal is None  # the box has nothing against it
    assert moment.ask.seat == "white"
    assert not moment.position.state.board
    box.table.redo(moment.number)
    assert len(box.table.now().position.state.board) == 2


def test_yes_hurries_only_a_box_that_thinks(box):
    assert not box.table.hurry()
    box.chair.give("black", "hard")
    box.turn()
    until(lambda: box.chair.is_thinking)
    bench = Bench()
    hands = Hands(box.table, bench.panel)
    assert prompt(box.table.now()) == Prompt("your_turn", (1,), 1)  # its lamp breathes
    hands.pressed("yes")
    assert (hands.refusal, box.mind.hurried) == ("", 1)
    bench.panel.close()


def test_it_waits_while_the_table_differs(box):
    differs = True
    box.chair.waits_for.append(lambda: differs)
    box.chair.give("black", "easy")
    box.mind.go.set()
    box.turn()
    assert not box.chair.is_thinking
    differs = False
    box.chair.look()
    until(lambda: box.table.now().ask.seat == "white")


def test_where_the_box_is_at_a_loss_a_person_plays_on(box, caplog):
    box.mind.fault = "no way on"
    box.mind.go.set()
    box.chair.give("black", "easy")
    box.turn()
    until(lambda: not box.table.played())
    assert "doesn't know what to do here" in " ".join(text for _, text in box.table.now().log_for(None))
    assert "no way on" in caplog.text


def test_one_seat_stays_somebodys_and_a_strength_is_one_of_three(box):
    box.chair.give("black", "easy")
    with pytest.raises(IllegalAnswer, match="one seat stays yours"):
        box.chair.give("white", "easy")
    with pytest.raises(IllegalAnswer, match="easy, normal or hard"):
        box.chair.give("black", "genius")


def test_a_box_that_cannot_know_its_hand_does_not_sit_down(box):
    box.begin(custody="table")
    with pytest.raises(IllegalAnswer, match="cannot see its own hand: the tiles of both players are real here"):
        box.chair.give("black", "easy")


def test_advice_is_for_whoever_asks_and_that_they_asked_is_for_all(box):
    with pytest.raises(IllegalAnswer, match="nothing to advise"):
        box.chair.ask_advice("black")
    box.chair.ask_advice("white")
    assert box.chair.advice(box.table.now(), "white").best == ()
    box.mind.go.set()
    until(lambda: box.chair.advice(box.table.now(), "white").best)
    assert box.chair.advice(box.table.now(), "white").best == (("Recruit on a5", 61),)
    for nobody in (None, "black"):
        assert box.chair.advice(box.table.now(), nobody) is None
        assert "Ann asks the box for advice." in [text for _, text in box.table.now().log_for(nobody)]
    box.answer("white")
    assert box.chair.advice(box.table.now(), "white") is None
    box.table.undo(box.table.now().number, "white")
    assert box.table.now().log_for(None)[-2][1] == "Ann asks the box for advice."  # which is not taken back
    box.turn()
    log = box.table.now().log_for(None)
    box.table.open(box.table.now().game_id)  # as after the plug was pulled
    assert box.table.now().log_for(None) == [line for line in log if "Taken back" not in line[1]]


def test_what_the_box_did_is_explained_to_whoever_asks_from_what_they_know(box):
    with pytest.raises(IllegalAnswer, match="no move of the box"):
        box.chair.explain("white")
    box.chair.give("black", "easy")
    box.mind.go.set()
    box.turn()
    until(lambda: box.table.now().ask.seat == "white" and not box.chair.is_thinking)
    assert box.chair.last_move(box.table.now(), "white") == ("black", "Recruit on a6", None)
    assert box.chair.last_move(box.table.now(), None) is None
    box.chair.explain("white")
    until(lambda: (told := box.chair.last_move(box.table.now(), "white")[2]) and told.best)
    assert box.chair.last_move(box.table.now(), "white")[2].best == (("Recruit on a6", 61),)
    assert box.mind.knows == "white"
    assert box.table.now().ask.seat == "white"  # nothing was played


def test_a_table_can_do_without_advice(box):
    box.chair.allow_advice(False)
    with pytest.raises(IllegalAnswer, match="without advice"):
        box.chair.ask_advice("white")
    box.begin()
    box.chair.ask_advice("white")  # that was another game


def test_a_table_can_change_its_mind_about_advice_and_everybody_is_told_once(box):
    for allowed in (True, False, False, True):
        box.chair.allow_advice(allowed)
    box.chair.ask_advice("white")
    told = [text for _, text in box.table.now().log_for("black") if "advice" in text]
    assert told == [
        "Nobody asks the box for advice.",
        "Anybody may ask the box for advice.",
        "Ann asks the box for advice.",
    ]


def test_a_restart_keeps_the_seat_and_the_process_ends_with_the_box(tmp_path):
    box = Box(tmp_path)
    box.begin(first="black")
    name = box.table.now().game_id
    box.chair.give("black", "easy")
    until(lambda: box.table.now().ask.seat == "white")
    process = box.chair._mind.process
    os.kill(process, 0)
    box.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)

    again = Box(tmp_path)
    again.table.open(name)
    assert again.table.played() == {"black": "easy"}
    assert again.chair._mind.process is None  # nobody thinks before somebody is asked
    again.turn()
    until(lambda: again.table.now().ask.seat == "white")
    assert again.table.now().position.state.turn == 4
    again.close()


def test_a_mind_that_was_lost_is_found_again(tmp_path):
    box = Box(tmp_path)
    box.begin()
    box.chair.give("black", "hard")
    box.turn()
    until(lambda: box.chair._mind.process)
    os.kill(box.chair._mind.process, 9)
    until(lambda: box.table.now().ask.seat == "white")
    assert box.table.played() == {"black": "hard"}
    box.close()
