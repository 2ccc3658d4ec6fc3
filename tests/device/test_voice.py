"""The voice: one queue with sense, one mouth at a time."""

import random
from datetime import datetime, time

import numpy as np
import pytest
from how_many import so_many
from listening import Listener
from understood import understood
from waiting import until

from device.care.chosen import Chosen
from device.live.table import Table
from device.settings import Voice as Settings
from device.voice.by_ear import ByEar
from device.voice.mouth import Espeak
from device.voice.voice import BACKLOG, COMES_BACK, OLD_NEWS, Voice
from rules.ask import IllegalAnswer
from rules.by_ear import in_letters
from rules.games import game
from rules.moment import sentences
from rules.position import some_step
from rules.spoken import PROMPTS

SLEEPERS = game("sleepers")


@pytest.fixture
def table(journal):
    table = Table(journal)
    table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    return table


@pytest.fixture
def ear(table, tmp_path):
    return Listener(table, tmp_path)


def answer(table, value):
    return table.answer(table.now().number, value)


def test_a_turn_is_told_in_order_what_happened_what_hands_do_and_who_is_next(table, ear):
    answer(table, "e4")
    assert ear.listen() == [
        "Ann recruits on e four.",
        "Ann, draw one.",
        "Ben, your turn: recruit.",
    ]


def test_nothing_is_said_twice(table, ear):
    answer(table, "e4")
    ear.listen()
    table._tell()
    assert ear.listen() == []


def test_a_new_turn_cuts_the_old_prompt(table, ear):
    answer(table, "e4")
    ear.voice.step()
    line, mouth = ear.voice._next()
    ear.voice._now = line, mouth.begin(line.said.text, ear.voice.how)  # in the middle of what hands have to do
    answer(table, "e5")
    assert ear.book.cut == ["Ann, draw one."]
    ear.voice._now = None
    assert ear.listen()[0] == "Ben recruits on e five."


def test_prompts_that_nobody_needs_any_more_are_not_said_and_results_are(table, ear):
    answer(table, "e4")
    answer(table, "e5")
    assert ear.listen() == [
        "Ann recruits on e four.",
        "Ben recruits on e five.",
        "Ben, draw one.",
        "Ann, your turn: recruit, or wake a sleeper.",
    ]


def test_old_news_are_not_said(table, ear):
    answer(table, "e4")
    ear.clock.now += OLD_NEWS + 1
    assert ear.listen() == ["Ann, draw one.", "Ben, your turn: recruit."]


def test_of_a_backlog_only_the_newest_are_said(table, ear):
    for number in range(BACKLOG + 3):
        ear.voice.say(f"News {number}.")
    assert ear.listen() == [f"News {in_letters(number)}." for number in range(3, BACKLOG + 3)]


def test_what_is_urgent_goes_first(table, ear):
    answer(table, "e4")
    ear.voice.say("The table differs.", "urgent")
    assert ear.listen()[0] == "The table differs."


def test_whatever_is_said_is_said_in_words_for_the_ear(table, ear):
    ear.voice.say("Wake e4, or take 2 (SL-23)", "lesson")
    assert ear.listen() == ["Wake e four, or take two."]


def test_what_was_taken_back_never_happened(table, ear):
    answer(table, "e4")
    table.undo(table.now().number, None)
    said = ear.listen()
    assert "Ann recruits on e four." not in said
    assert said[0].startswith("Taken back")
    assert said[-1] == "Ann, your turn: recruit."


@pytest.mark.parametrize(("says", "count"), [("nothing", 0), ("results", 1), ("turns", 2), ("everything", 3)])
def test_only_what_people_want_to_hear(table, tmp_path, says, count):
    ear = Listener(table, tmp_path, says=says)
    answer(table, "e4")
    assert len(ear.listen()) == count


def test_in_quiet_hours_the_box_is_silent_and_a_phone_is_not(table, tmp_path):
    ear = Listener(table, tmp_path, quiet_hours=(time(22), time(7)))
    ear.voice._wall_clock = lambda: datetime(2026, 1, 1, 23)
    answer(table, "e4")
    assert ear.listen() == []
    ear.voice._wall_clock = lambda: datetime(2026, 1, 1, 12)
    answer(table, "e5")
    assert ear.listen()


def test_one_mouth_at_a_time(table, ear):
    page = ear.voice.here(None, "all")
    answer(table, "e4")
    line, mouth = ear.voice._next()
    assert mouth is page
    speech = mouth.begin(line.said.text, ear.voice.how)
    assert page.saying == (1, "Ann recruits on e four.")
    page.said(1)
    speech.wait()
    assert page.saying is None
    other = ear.voice.here(None, "all")
    assert page.wants == ""
    assert ear.voice._mouth_for(line) is other
    ear.voice.gone(other)
    assert ear.listen() == ["Ann, draw one.", "Ben, your turn: recruit."]  # the box speaks again


def test_a_page_that_is_loaded_anew_misses_nothing_and_begins_again_what_was_cut(table, ear):
    """Whoever looks something up on the phone that speaks leaves its page for a moment."""
    ear.voice._mouth = None
    page = ear.voice.here(None, "all")
    answer(table, "e4")
    line, mouth = ear.voice._next()
    ear.voice._now = line, mouth.begin(line.said.text, ear.voice.how)
    ear.voice.gone(page)  # in the middle of it
    ear.voice._now = None
    assert ear.voice._next() == (None, None)
    again = ear.voice.here(None, "all")
    line, mouth = ear.voice._next()
    assert (line.said.text, mouth) == ("Ann recruits on e four.", again)
    assert [waiting.said.text for waiting in ear.voice._lines] == ["Ann, draw one.", "Ben, your turn: recruit."]

    ear.voice.gone(again)
    answer(table, "e5")  # while nobody speaks
    other = ear.voice.here(None, "all")
    line, mouth = ear.voice._next()
    assert (line.said.text, mouth) == ("Ben recruits on e five.", other)

    ear.voice.gone(other)
    ear.clock.now += COMES_BACK + 1  # it stays away
    answer(table, "d5")
    ear.voice.here(None, "all")
    assert ear.voice._next() == (None, None)


def test_a_phone_that_never_answers_keeps_nobody_waiting(ear):
    page = ear.voice.here(None, "all")
    speech = page.begin("Hello.", Settings(pace=320))
    page._spoken.wait = lambda patience: patience < 5
    speech.wait()
    assert page.saying is None


def test_how_it_speaks_is_remembered(tmp_path):
    file = tmp_path / "voice.json"
    Chosen("voice", Settings(), file).change({"volume": 30, "quiet_hours": "22:00-07:00", "says": "turns"})
    again = Chosen("voice", Settings(), file).now
    assert (again.volume, again.says, again.quiet_hours) == (30, "turns", (time(22), time(7)))


def test_a_spoilt_file_is_left_out_and_what_cannot_be_meant_is_refused(tmp_path):
    file = tmp_path / "voice.json"
    file.write_text('{"volume": 900, "pace": 200, "taste": 1}')
    manner = Chosen("voice", Settings(), file)
    assert (manner.now.volume, manner.now.pace) == (Settings().volume, 200)
    file.write_text("{")
    assert Chosen("voice", Settings(), file).now == Settings()
    with pytest.raises(IllegalAnswer, match="whole number"):
        manner.change({"volume": 101})
    with pytest.raises(IllegalAnswer, match="no taste"):
        manner.change({"taste": 1})
    with pytest.raises(IllegalAnswer, match="a voice such as"):
        manner.change({"name": "../../etc"})


def test_it_speaks_beside_everything_else_and_ends_with_the_box(table, tmp_path):
    ear = Listener(table, tmp_path)
    voice = Voice(table, ear.book, ear.manner)
    answer(table, "e4")
    until(lambda: len(ear.book.heard) == 3)
    voice.close()
    assert not voice._thread.is_alive()


# Stories


@pytest.fixture
def story(journal, tmp_path):
    """A family that is about to hear a chapter."""
    table, family = Table(journal), game("children_of_morta")
    table.has_stage = lambda: True
    table.begin(family.setup(family.fewest, custody="box"))
    ear, chance = Listener(table, tmp_path), random.Random(1)
    while not table.now().story or len(sentences(table.now().ask.story)) < 3:
        step = some_step(family, table.now().position.state, table.now().ask, chance)
        ear.voice.hush(("result", *PROMPTS))
        table.answer(table.now().number, step.value, step.seat)
    return table, ear


def begun(ear):
    """The next sentence is being said, and the test is in the middle of it."""
    line, mouth = ear.voice._next()
    ear.voice._now = line, mouth.begin(line.said.text, ear.voice.how)
    ear.voice._show(line)
    return line.said


def test_a_story_is_read_sentence_by_sentence_with_the_sentence_lit(story):
    table, ear = story
    told = sentences(table.now().ask.story)
    while (said := begun(ear)).sentence is None:
        pass
    for number in range(len(told)):
        assert (said.sentence, table.now().lit) == (number, number)
        here = [each for paragraph in table.now().page_by_sentences for each in paragraph]
        assert (number, told[number]) in here  # on the page that the stage shows
        if number + 1 < len(told):
            said = begun(ear)


def test_yes_goes_on_back_repeats_and_holding_it_stops(story):
    table, ear = story
    by_ear = ByEar(table, ear.voice)
    while begun(ear).sentence is None:
        pass
    first = ear.book.heard[-1]
    assert by_ear.pressed("back")
    assert ear.book.cut[-1] == first
    assert begun(ear).text == first
    assert by_ear.pressed("yes")
    assert begun(ear).sentence == 1
    number = table.now().number
    assert by_ear.pressed("undo")
    ear.voice._now = None
    assert not ear.voice.reads
    assert table.now().number == number  # nothing was taken back
    assert not by_ear.pressed("undo")  # now it takes back again


def test_an_answer_ends_the_reading(story):
    table, ear = story
    ear.voice.step()
    assert ear.voice.reads
    table.answer(table.now().number, True, table.now().ask.seat)
    assert not any(line.said.sentence for line in ear.voice._lines if line.number < table.now().number)


def test_whoever_reads_stories_themselves_is_not_read_to(story):
    _, ear = story
    ear.voice.change({"stories": False})
    assert not ear.voice.reads


# espeak-ng


@pytest.fixture
def mouth(tmp_path):
    """espeak-ng, whose sound goes into a file."""
    return Espeak(("sh", "-c", f"cat > {tmp_path}/sound.wav"), None)


def sound(tmp_path):
    """What was played, as numbers from -1 to 1."""
    data = (tmp_path / "sound.wav").read_bytes()
    return np.frombuffer(data[44 : 44 + (len(data) - 44) // 2 * 2], np.int16) / 32768


def test_espeak_really_speaks_neither_silent_nor_clipped(mouth, tmp_path):
    loud = {}
    for volume in (30, 100):
        mouth.begin("Ann, your turn: recruit, or wake a sleeper.", Settings(volume=volume)).wait()
        heard = sound(tmp_path)
        assert 1.0 < len(heard) / 22050 < 6.0
        loud[volume] = np.sqrt(np.mean(heard**2))
        assert np.mean(np.abs(heard) > 0.999) < 1e-4
    assert 0.005 < loud[30] < loud[100]


def test_a_faster_voice_takes_less_time(mouth, tmp_path):
    lengths = []
    for pace in (100, 250):
        mouth.begin("Press the fate button: who begins?", Settings(pace=pace)).wait()
        lengths.append(len(sound(tmp_path)))
    assert lengths[1] < 0.6 * lengths[0]


def test_espeak_stops_at_once_when_told(tmp_path):
    mouth = Espeak(("sleep", "600"), None)  # a player that would go on for ten minutes
    speech = mouth.begin("One, two, three. " * 500, Settings())
    speech.stop()
    speech.wait()
    assert all(program.returncode is not None for program in speech._programs)


def test_a_voice_that_is_not_there_breaks_nothing(mouth, table, ear, tmp_path):
    mouth.begin("Hello.", Settings(name="no-such-voice")).wait()
    ear.voice._mouth = Espeak(("no-such-player",), None)
    assert ear.voice.speaker == ""
    answer(table, "e4")
    assert ear.listen() == []


def test_a_stranger_understands_what_is_said():
    """A speech recogniser tells each prompt from the others that might have been said."""
    count = so_many(10, long=100)
    right, missed = understood(count)
    assert right >= 0.95 * count, missed
