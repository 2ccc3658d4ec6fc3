"""The teacher at a live table: once to everybody, a word to the next, remembered by name."""

import pytest
from reached import recorded

from device.live.journal import Journal
from device.live.journal_pupils import MOST_NAMES
from device.live.table import Table
from device.settings import Voice as Settings
from device.voice.lecturing import Lecturing
from rules.ask import IllegalAnswer
from rules.games import NAMES, game
from rules.lessons import Sight, still
from rules.moment import Moment
from rules.overheard import moments
from rules.record import Record

SLEEPERS = game("sleepers")


def begun(journal, custody="table", **names):
    table = Table(journal)
    people = {"white": "Ann", "black": "Ben", **names}
    table.begin(SLEEPERS.setup(people, {"first_player": "white"}, custody))
    table.teach()
    table.end_minute()
    table.set_up_together(False)
    return table


@pytest.fixture
def table(journal):
    return begun(journal)


def say(table, value, seat=None):
    return table.answer(table.now().number, value, seat)


def told(table, seat):
    card = table.teacher.card(table.now(), seat)
    return (card.name, card.briefly) if card else None


def test_a_rule_is_told_when_it_first_matters_and_the_next_hears_a_word(table):
    assert told(table, "white") == ("recruit", False)
    assert told(table, None) == ("recruit", False)
    assert told(table, "black") is None
    say(table, "e5")
    assert told(table, "white") == ("no_peeking", False)
    assert told(table, "black") == ("no_peeking", False)  # it happened before everybody's eyes
    table.got_it("black")
    assert told(table, "black") == ("draw_up", False)
    table.got_it("black")
    assert told(table, "black") == ("recruit", True)
    assert table.teacher.card(table.now(), "black").words == "Recruit: any empty hex."


def test_each_is_told_once(table):
    shown = []
    for hex_ in ("e5", "d5", "e6", "d6", "e7", "d7", "e8", "d8"):
        while card := table.teacher.card(table.now(), "white"):
            shown.append(card.name)
            table.got_it("white")
        say(table, hex_)
    assert len(shown) == len(set(shown)) >= 4


def test_an_answer_is_as_good_as_got_it(table, journal):
    say(table, "e5")
    assert "recruit" in journal.learnt("Ann", "sleepers")
    assert "recruit" not in journal.learnt("Ben", "sleepers")


def test_a_name_is_remembered_from_evening_to_evening_and_can_be_forgotten(table, journal):
    say(table, "e5")
    later = begun(journal, black="Cid")
    assert told(later, "white") is None
    say(later, "e5")
    while told(later, "black") and told(later, "black")[0] != "recruit":
        later.got_it("black")
    assert told(later, "black") == ("recruit", False)  # nobody met it in this game: Cid hears all of it
    later.forget("white")
    say(later, "d5")
    assert told(later, "white")[0] == "no_peeking"


def test_whoever_told_no_name_is_remembered_for_this_game_only(journal):
    table = begun(journal, white="White")
    say(table, "e5")
    assert told(begun(journal, white="White"), "white") == ("recruit", False)


def test_a_plug_that_is_pulled_loses_nothing(tmp_path):
    first = Journal(tmp_path / "games.db")
    say(begun(first), "e5")
    again = Journal(tmp_path / "games.db")
    assert "recruit" in again.learnt("ann", "sleepers")
    again.close()
    first.close()


def test_only_so_many_names_are_kept(journal):
    journal.wish("Ann", "advice", wanted=False)
    journal.learn("Ann", "sleepers", "recruit")
    for number in range(MOST_NAMES):
        journal.learn(f"Guest {number}", "sleepers", "recruit")
    assert not journal.learnt("Ann", "sleepers")
    assert not journal.wishes("Ann")
    assert journal.learnt("Guest 0", "sleepers")


def test_everybody_can_turn_it_off_for_themselves(table):
    table.wish("white", "lessons", wanted=False)
    assert told(table, "white") is None
    assert told(table, None) is None
    table.wish("white", "lessons", wanted=True)
    assert told(table, "white") == ("recruit", False)
    with pytest.raises(IllegalAnswer):
        table.wish("white", "cake", wanted=True)


def test_one_alone_can_be_taught(journal):
    table = begun(journal)
    table.teach(on=False)
    assert told(table, "white") is None
    table.wish("white", "lessons", wanted=True)
    assert told(table, "white") == ("recruit", False)
    assert not table.is_taught()


def test_what_one_seat_alone_is_asked_is_taught_on_its_phone_alone(journal):
    table = begun(journal, "box")
    table.got_it("white")
    say(table, "e5", "white")
    assert told(table, "white") == ("which_tile", False)
    assert told(table, None) is None
    kinds = [option.value for option in table.now().ask.options]
    say(table, kinds[0], "white")
    for seat in ("white", "black"):
        while told(table, seat):
            table.got_it(seat)
    say(table, "d5", "black")
    assert told(table, "black") == ("which_tile", False)  # a word alone would tell that White had it


# The minute


def test_yes_turns_the_pages_of_the_minute_and_the_last_one_begins(journal):
    table = begun(journal)
    table.teach()
    table.set_up_together(False)
    pages = [table.now().minute]
    while table.turn_page(table.now().number):
        pages.append(table.now().minute)
    assert pages == [0, 1, 2, 3, 4, None]
    assert isinstance(table.now(), Moment)


def test_the_minute_goes_back_and_outlasts_an_answer(journal):
    table = begun(journal)
    table.teach()
    assert not table.turn_page(table.now().number, -1)
    table.turn_page(table.now().number)
    say(table, "e5")
    assert table.now().minute == 1
    assert table.turn_page(table.now().number, -1)
    assert table.now().minute == 0
    table.end_minute()
    assert table.now().minute is None


# Good advice


def jumping(table):
    """White's Police has jumped once and could jump again."""
    here = {
        "board.d6": {"kind": "police", "owner": "white", "up": False},
        "board.e5": {"kind": "scientist", "owner": "black", "up": False},
        "board.f3": {"kind": "militia", "owner": "black", "up": False},
    }
    table.rulings(table.now().number, here.items(), "Ann", "a test")
    while table.now().proposal:
        table.agree(table.now().number, "black", True)
    say(table, "d6")
    if "Which agent" in table.now().ask.text:
        say(table, "police")
    assert "f4" in table.now().position.state.board  # the only jump there was


def test_advice_comes_once_a_turn_and_only_to_those_who_want_it(table):
    jumping(table)
    assert "No more jumps" in [option.label for option in table.now().ask.options]
    assert not table.advise("white", "f2")
    assert table.advise("white", "done")
    assert table.teacher.advice(table.now(), "white").startswith("You could still jump again")
    assert table.teacher.advice(table.now(), "black") == ""
    assert table.teacher.advice(table.now(), None) == ""
    assert not table.advise("white", "done")
    table.got_it("white")
    assert table.teacher.advice(table.now(), "white") == ""


@pytest.mark.parametrize("name", NAMES)
def test_in_every_game_advice_comes_once_a_turn_to_one_seat_alone_and_can_be_turned_off(journal, name):
    teacher, played = Table(journal).teacher, game(name)
    moment, seat, answer = next(
        (now, ask.seat, option.value)
        for file in recorded(played)
        for now in moments(Record.read(file))
        for ask in (now.ask.each if now.ask else ())
        for option in getattr(ask, "options", ())
        if not option.barred and still(Sight.of(played, now.position.state, now.ask, (), ask.seat), ask, option.value)
    )
    assert teacher.advise(moment, seat, answer) == ""  # nobody is taught
    teacher.wish(moment, seat, "advice", wanted=True)
    assert teacher.advise(moment, seat, answer).startswith("You could still")
    assert teacher.advise(moment, seat, answer) == ""
    teacher.wish(moment, seat, "advice", wanted=False)
    teacher._advised.clear()
    assert teacher.advise(moment, seat, answer) == ""


def test_advice_can_be_turned_off(table):
    jumping(table)
    table.wish("white", "advice", wanted=False)
    assert not table.advise("white", "done")


# The set-up together


def test_the_set_up_is_shared_out_and_ticked_by_yes(table):
    table.set_up_together()
    handed = table.handed_out()
    first = [(each.name, each.step.name) for each in handed[:3]]
    assert first == [("Ann", "board"), ("Ann", "white"), ("Ben", "black")]
    last = handed[-1]
    assert last.waits_for == ("Ben",)
    ticks = 0
    while table.tick_next():
        ticks += 1
    assert ticks == len(handed)
    assert not table.handed_out()


def test_a_step_waits_for_what_has_to_be_done_before(table):
    table.set_up_together()
    mix = next(each.step for each in table.handed_out() if each.step.name == "black")
    table.tick(mix)
    draw = next(each for each in table.handed_out() if each.step.after == ("black",))
    assert draw.waits_for == ()
    table.tick(mix, done=False)
    assert next(each for each in table.handed_out() if each.step == draw.step).waits_for == ("Ben",)
    with pytest.raises(IllegalAnswer):
        table.tick("Make tea.")


@pytest.mark.parametrize("name", [name for name in NAMES if game(name).asks_to_set_up])
def test_the_last_tick_says_that_the_table_is_set(journal, name):
    """Only what hands do now is handed out; what the rules ask one by one comes when they ask it."""
    table, played = Table(journal), game(name)
    table.begin(played.setup(dict(zip(played.seats, ("Ann", "Ben"), strict=False)), custody="box"))
    table.teach()
    table.end_minute()
    while not table.handed_out():
        ask = table.now().ask.each[0]
        table.answer(table.now().number, next(iter(ask.answers())), ask.seat)
    asked, steps = table.now().ask.each[0], [each.step for each in table.handed_out()]
    assert set(steps) <= set(asked.todo)
    assert {each.name for each in table.handed_out()} >= {"Ann", "Ben"}
    table.tick(steps[0])
    table.tick(steps[0], done=False)
    for step in steps:
        assert table.now().ask.each[0] == asked
        table.tick(step)
    assert table.now().ask.each[0] != asked
    assert not table.handed_out()
    table.undo(table.now().number, None)  # whoever takes that back is asked, and can say so
    for seat in table.now().seats:
        if table.now().proposal:  # cards were drawn meanwhile
            table.agree(table.now().number, seat, True)
    assert table.now().ask.each[0] == asked
    table.answer(table.now().number, True, asked.seat)
    assert not table.handed_out()


def test_what_the_rules_ask_is_on_the_check_list_and_handed_to_nobody(journal):
    table, sea = Table(journal), game("silent_sea")
    table.begin(sea.setup(sea.fewest, custody="table"))
    table.set_up_together()
    everything, handed = ([each.step for each in table.handed_out(always=every)] for every in (True, False))
    assert [step[:20] for step in everything if step not in handed] == ["Shuffle the 4 Loyalt", "Everybody: agree on "]


def test_the_camera_ticks_what_it_sees(table):
    table.set_up_together()
    table.saw("moving")
    assert not any(each.done for each in table.handed_out())
    table.saw("same")
    assert [each.step.name for each in table.handed_out() if each.done] == ["board"]


def test_the_set_up_is_over_with_the_first_turn_and_the_box_sets_up_nothing(table):
    table.set_up_together()
    table.let_play("black", "easy")
    assert {each.name for each in table.handed_out()} == {"Ann"}
    say(table, "e5")
    assert table.handed_out() == ()
    assert table.handed_out(always=True)


# Aloud


class Mouth:
    """Remembers what it was told to say."""

    how = Settings()

    def __init__(self):
        self.said = []

    def say(self, text, kind="result", seat=None):
        self.said.append((seat, text))

    def hush(self, kinds):
        if "lesson" in kinds:
            self.said.append((None, "-"))


def test_the_voice_tells_page_steps_and_lessons_once_and_secrets_to_their_seat_alone(journal):
    table, mouth = Table(journal), Mouth()
    Lecturing(table, mouth)
    table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    table.teach()
    table.turn_page(table.now().number)
    table.end_minute()
    while table.tick_next():
        pass
    table.got_it("white")
    say(table, "e5", "white")
    texts = [text for seat, text in mouth.said if seat is None]
    assert texts[1].startswith("You lead a spy network")
    assert texts[3].startswith("You slip agents")
    assert any(text.startswith("Ann: Lay the board between you. Ben: Put a heap") for text in texts)
    assert any(text.startswith("Ann: Put a heap") and "Ben" not in text for text in texts)  # Ben heard his already
    assert sum(text.startswith("To recruit, tap") for text in texts) == 1
    assert [(seat, text) for seat, text in mouth.said if seat] == [
        ("white", SLEEPERS.teaching.lessons["which_tile"].text)
    ]
    table.close()
    assert not mouth.said[-1][1].startswith("-")


def test_a_lesson_is_said_once_to_all_and_advice_in_each_turn(journal):
    table, mouth = Table(journal), Mouth()
    Lecturing(table, mouth)
    table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    table.teach()
    table.end_minute()
    table.set_up_together(False)
    for hex_ in ("e5", "d5", "e6", "d6"):  # nobody taps Got it, so cards lie for a while
        say(table, hex_)
        say(table, table.now().ask.options[0].value)
    aloud = [text for seat, text in mouth.said if seat is None and text != "-"]
    assert len(aloud) == len(set(aloud)) > 4
    table.teacher.advice = lambda moment, seat: "You could still." if seat == "white" else ""
    for hex_ in ("e7", "d7"):
        say(table, hex_)
        table._tell()
        say(table, table.now().ask.options[0].value)
    advised = [text for seat, text in mouth.said if text == "You could still."]
    assert len(advised) == 4  # once with each question
