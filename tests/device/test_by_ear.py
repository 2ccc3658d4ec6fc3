"""Playing without a screen: voice, buttons, lamps and camera, and nothing else."""

import random
import re

import pytest
from by_voice import Buttons, ByVoice, Listening

from device.live.table import Table
from rules.by_ear import SMALL, spoken
from rules.games import game
from rules.position import some_step

SLEEPERS = game("sleepers")


@pytest.fixture
def table(journal):
    return Table(journal)


@pytest.fixture
def sleepers(table, tmp_path):
    """Two with real tiles, and a box that they only hear."""
    table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    box = Buttons(table, tmp_path)
    yield box
    box.close()


def test_a_whole_game_of_sleepers_by_buttons_and_camera_pictures(table, tmp_path):
    """Hands begin it with buttons, do what they hear, and lay tiles; what was spoken is all they know of the box."""
    box = Buttons(table, tmp_path)
    box.begin("Sleepers", "no")
    game = ByVoice(box, seed=2)
    end = game.play({"White": "white", "Black": "black"})
    now = table.now()
    assert now.ask is None
    assert now.position.state.result["text"].split(":")[0] in end
    sources = {entry.source for entry in table.journal.entries(now.game_id)}
    assert {"camera", "yes button", "fate button"} <= sources
    assert not any("phone" in source or "kiosk" in source for source in sources)
    assert {place: value for place, value in now.position.view().items() if len(place) == 2} == game.lies()
    assert box.story[-1] == "Yes for another game."
    box.press("yes")
    assert box.listen()[0] == "Which game?"
    box.close()


def test_back_steps_on_yes_takes_and_the_digit_shows_the_number(table, sleepers):
    sleepers.press("fate")
    assert sleepers.listen() == ["Ann, your turn: recruit.", "Nine choices. One, A."]
    assert sleepers.panel.digit == "1"
    sleepers.press("back")
    assert sleepers.listen() == ["Two, b."]
    assert sleepers.panel.digit == "2"
    sleepers.press("yes")
    assert sleepers.listen() == ["Six choices. Four."]
    assert sleepers.panel.digit == "4"
    sleepers.press("back", seconds=1.2)  # held: out of it again
    assert sleepers.listen() == ["Nine choices. One, A."]
    sleepers.press("yes")
    sleepers.press("yes")
    assert "Ann recruits on A five." in sleepers.listen()
    assert table.now().source == "yes button"
    sleepers.press("back", seconds=1.2)  # held, with nothing unfolded: taken back
    assert sleepers.listen()[0].startswith("Taken back: Ann: Recruit on A five")


def test_a_new_question_is_not_answered_with_the_number_of_the_old_one(table, sleepers):
    for _ in range(4):
        sleepers.press("back")
    table.answer(table.now().number, "e5", source="phone of white")
    assert sleepers.panel.digit == "1"


def test_back_and_yes_together_switch_it_and_buttons_mean_what_they_did(table, sleepers):
    sleepers.both("back", "yes")
    sleepers.both("back", "yes")  # no menu, thank you
    assert sleepers.listen()[-1] == "We play with screens again."
    sleepers.press("yes")
    assert sleepers.listen() == ["There's nothing to confirm right now: choose on a phone."]
    assert sleepers.panel.digit == " "
    sleepers.both("back", "yes")
    assert [said.split(".")[0] for said in sleepers.listen()][:2] == ["We play by ear", "Ann, your turn: recruit"]
    assert sleepers.ear.manner.now.by_ear


def test_fate_pressed_again_explains_what_is_asked(table, sleepers):
    sleepers.press("fate")
    sleepers.listen()
    sleepers.press("fate")
    explained = sleepers.listen()
    assert explained[0].startswith("To recruit, tap an empty hex")
    assert explained[-1] == "One, A."
    sleepers.press("back")
    sleepers.listen()
    sleepers.press("fate")  # something else was pressed meanwhile: first say it again
    assert sleepers.listen()[0] == "Ann, your turn: recruit."


def test_whoever_gives_something_up_hears_so_once_and_yes_again_takes_it(table, sleepers):
    """The Police has jumped once and could jump again."""
    here = {
        "board.d6": {"kind": "police", "owner": "white", "up": False},
        "board.e5": {"kind": "scientist", "owner": "black", "up": False},
        "board.f3": {"kind": "militia", "owner": "black", "up": False},
    }
    table.rulings(table.now().number, here.items(), "Ann", "a test")
    table.answer(table.now().number, "d6")
    table.wish("white", "advice", wanted=True)
    sleepers.take("No more jumps")
    assert sleepers.listen()[-2:] == [
        "You could still jump again and kill another agent. It costs you nothing.",
        "Two, No more jumps.",
    ]
    assert sleepers.panel.digit == "2"
    assert "No more jumps" in [option.label for option in table.now().ask.options]
    sleepers.press("yes")
    assert sleepers.listen()[-2] == "Ben, your turn: recruit, or wake a sleeper."


def test_what_needs_everybody_is_agreed_to_by_ear(table, sleepers):
    for place in ("e5", "e6"):
        table.answer(table.now().number, place)
    table.answer(table.now().number, "e5")
    table.answer(table.now().number, "scientist")
    sleepers.listen()
    sleepers.press("back", seconds=1.2)
    assert sleepers.listen()[-1].endswith("Everybody has to agree.")
    sleepers.press("back")
    assert table.now().proposal is None
    sleepers.press("back", seconds=1.2)
    sleepers.press("yes")
    assert table.now().ask.__class__.__name__ == "ReadCard"


@pytest.mark.parametrize(
    ("name", "menu"),
    [
        ("silent_sea", ("no",)),
        ("silent_sea", ("yes",)),
        ("awakening", ("two", "no")),
        ("awakening", ("two", "yes")),
        ("children_of_morta", ("two", "no")),
        ("children_of_morta", ("two", "yes")),
        ("sleeping_gods", ("two", "no")),
        ("sleeping_gods", ("two", "yes")),
    ],
)
def test_a_game_is_begun_and_turns_are_taken_by_buttons_alone(table, tmp_path, name, menu):
    """Whoever presses knows only what was heard, taught or not; what is for one seat's eyes is told its phone."""
    played, chance = game(name), random.Random(name)
    box = Buttons(table, tmp_path)
    box.begin(re.escape(spoken(played.title).rstrip(".")), *menu)
    assert table.now().position.game is played
    assert len(table.now().seats) == (SMALL.index(menu[0]) if len(menu) > 1 else played.fewest)
    someone, turns = Listening(box, chance), set()
    for _ in range(1500):
        turns.add(repr(played.turn_of(table.now().position.state)))
        if len(turns) > 3 or table.now().ask is None:
            break
        if not someone.go_on():
            ask = table.now().ask
            step = some_step(played, table.now().position.state, ask, chance)
            table.answer(table.now().number, step.value, step.seat, source=f"phone of {step.seat}")
    assert len(turns) > 2, box.story[-10:]
    sources = [entry.source for entry in table.journal.entries(table.now().game_id)]
    assert sources.count("yes button") + sources.count("fate button") > 5
    assert len(someone.elsewhere) < len(sources) / 4, someone.elsewhere
    box.close()


def test_the_box_asks_which_game_how_many_and_whether_to_teach(table, tmp_path):
    box = Buttons(table, tmp_path)
    box.press("yes")
    heard = box.listen()
    assert heard[0] == "Which game?"
    assert heard[1].startswith("Five choices. One, Sleepers.")
    assert box.panel.digit == "1"
    for _ in range(4):
        box.press("back")
    assert box.panel.digit == "5"
    assert box.listen()[-1] == "Five, Sleeping Gods."
    box.press("fate")  # once more
    assert box.listen() == ["Which game?", "Five choices. One, Sleepers."]
    for _ in range(4):
        box.press("back")
    box.press("yes")
    assert box.listen()[-2:] == ["Sleeping Gods. How many play?", "One, two, three or four."]
    assert box.panel.digit == "1"
    box.press("back", seconds=1.2)  # held: not that one
    assert box.listen()[0] == "Which game?"
    box.press("yes")
    assert box.listen() == ["Shall I teach you as you play?", "One, no. Two, yes."]
    box.press("back")
    box.press("yes")
    heard = box.listen()
    assert table.now().position.game is SLEEPERS
    assert heard[0].startswith("You lead a spy network")
    assert heard[-1] == "Yes goes on."
    box.press("fate")  # what was that? Nothing is drawn yet
    assert box.listen() == [heard[0], "Yes goes on."]
    box.press("yes")
    assert box.listen()[0].startswith("You slip agents")
    box.press("back")
    assert box.listen() == [heard[0], "Yes goes on."]
    while table.now().minute is not None:
        box.press("yes")
    told, way_on = box.listen()[-2:]
    assert told.startswith("White: Lay the board between you. Black: Mix your thirty")
    assert way_on == "Yes when White has done it."
    box.press("fate")
    assert box.listen() == [told, way_on]
    while table.handed_out():
        box.press("yes")
    assert box.listen()[-2:] == ["White, press fate to see who begins.", "Press fate."]
    box.close()


def test_another_game_and_screens_again(table, sleepers):
    sleepers.press("fate")
    sleepers.listen()
    sleepers.both("back", "yes")
    assert sleepers.listen() == ["What now?", "One, go on. Two, another game. Three, play with screens."]
    sleepers.press("yes")
    assert sleepers.listen()[0] == "Ann, your turn: recruit."
    sleepers.both("back", "yes")
    sleepers.press("back")
    sleepers.press("yes")
    assert sleepers.listen()[-2] == "Which game?"
    table.answer(table.now().number, "e5", source="phone of white")  # somebody plays on
    assert sleepers.listen()[-2] == "Ben, your turn: recruit."
