"""Lessons as data: each matters somewhere, is short, and tells nobody what they may not know."""

import random

import pytest
from how_many import so_many
from other_worlds import other_worlds
from reached import never_told, recorded

from device.settings import Voice
from rules.ask import AskAny, ChooseOne, Option, Refusal
from rules.chance import RollDice
from rules.game import Said, Scene
from rules.games import NAMES, game
from rules.lessons import Sight, When, about, due, has_any, matters, still
from rules.plain import dump, load
from rules.position import Position, Step, some_step
from rules.record import Record
from rules.sleeping_gods.pack import the_pack
from rules.spoken import aloud
from rules.what_if import HIDDEN, READ_ON, ways
from web.pages.rules import _found

FEWEST = {"sleeping_gods": 60, "children_of_morta": 60}


def seen(ask=None, said=(), seat="white", state=None):
    return Sight.of(game("sleepers"), state, ask, said, seat)


def asked(text="Ann: wake a second sleeper, or stop here.", options=("yes", "no"), seat="white", **more):
    return ChooseOne(seat, text, options, **more)


# When something matters


def test_a_lesson_matters_by_the_words_of_the_question():
    assert matters(When(asked=["nothing like it", "Second Sleeper"]), seen(asked()))
    assert not matters(When(asked=["third sleeper"]), seen(asked()))
    assert not matters(When(asked=["second sleeper"]), seen(asked(seat="black")))


def test_a_lesson_matters_by_the_kind_of_question():
    dice = RollDice("white", "Roll.", [("die", (1, 2))])
    assert matters(When(kind="RollDice"), seen(dice))
    assert not matters(When(kind="RollDice"), seen(asked()))


def test_a_lesson_matters_by_an_answer_that_can_be_given_or_its_heading():
    shut = Option("x", "Jump", Refusal("SL-21", "No."))
    assert matters(When(option=["jump"]), seen(asked(options=[Option("x", "Jump over e5")])))
    assert matters(When(option=["moves"]), seen(asked(options=[Option("x", "Go", group="Moves")])))
    assert not matters(When(option=["jump"]), seen(asked(options=[shut])))
    assert matters(When(barred="SL-21"), seen(asked(options=[shut])))
    assert not matters(When(barred="SL-22"), seen(asked(options=[shut])))


def test_a_lesson_matters_by_what_was_said_to_this_very_seat():
    assert matters(When(said=["is killed"]), seen(said=[Said("The sleeper on e5 is killed.")]))
    assert matters(When(said=["storm"]), seen(said=[Said("It rains.", scene=Scene("A storm comes up"))]))
    assert matters(When(said=["you drew"]), seen(said=[Said("You drew Police.", ("white",))]))
    assert not matters(When(said=["you drew"]), seen(said=[Said("You drew Police.", ("black",))]))


def test_all_that_is_told_has_to_hold():
    when = When(asked=["second sleeper"], said=["is killed"])
    assert not matters(when, seen(asked()))
    assert matters(when, seen(asked(), [Said("The sleeper on e5 is killed.")]))


def test_words_may_have_anything_between_them():
    assert has_any(["sleeper … killed"], "The black Sleeper on e5 is KILLED.")
    assert not has_any(["sleeper … killed"], "Killed: a sleeper.")


def test_the_public_screen_is_told_nothing_of_a_private_question():
    private = asked("Which tile goes face-down on e5?", private=True)
    both = AskAny([private, asked("Ben: recruit one tile.", seat="black")])
    when = When(asked=["which tile"])
    assert matters(when, seen(both))
    assert not matters(when, seen(both, seat=None))
    assert not matters(when, seen(both, seat="black"))
    assert matters(When(asked=["recruit one tile"]), seen(both, seat=None))


def test_what_is_asked_can_be_explained_as_often_as_one_likes():
    [lesson] = about(seen(asked()))
    assert "second sleeper" in lesson.text


# Good advice


def test_whoever_gives_something_up_for_nothing_hears_what_they_could_still_do():
    jumps = asked("Police on e5: choose a jump.", [Option("d4", "over d5 to d4"), Option("done", "No more jumps")])
    assert still(seen(jumps), jumps, "done").startswith("You could still jump again")
    assert still(seen(jumps), jumps, "d4") == ""
    none = asked("Police on e5: choose a jump.", [Option("done", "No more jumps")])
    assert still(seen(none), none, "done") == ""


# The files


@pytest.mark.parametrize("name", NAMES)
def test_each_game_has_its_minute_and_many_lessons_with_pictures_that_can_be_drawn(name):
    played = game(name)
    lessons = played.teaching.lessons.values()
    assert len(lessons) >= FEWEST.get(name, 25)
    assert len({lesson.text for lesson in lessons}) == len(lessons)
    shown = [page.picture for page in played.teaching.minute]
    assert shown
    assert all(shown)  # each page shows what it tells of
    assert len(set(shown)) >= len(shown) - 1  # the board may come back
    assert played.teaching.still
    pictures = {each.picture for each in (*lessons, *played.teaching.minute) if each.picture}
    assert len(pictures) > 1
    assert all("<" in _found(played, picture) for picture in pictures)


@pytest.mark.parametrize("name", NAMES)
def test_the_minute_is_read_aloud_in_less_than_one(name):
    played = game(name)
    words = sum(len(aloud(played, page.text).split()) for page in played.teaching.minute)
    assert 60 < words < Voice().pace


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_comes_up_in_a_recorded_game(name):
    assert not never_told(game(name))


# Secrets


def walked(name, seed, steps):
    """Positions of a game at random, with everything in the box."""
    played, chance = game(name), random.Random(seed)
    position = Position.begin(played, played.setup(max(2, played.fewest), custody="box"))
    for _ in range(steps):
        if position.ask is None:
            return
        yield position
        step = some_step(played, position.state, position.ask, chance)
        position = position.then(step)


@pytest.mark.parametrize("name", [name for name in NAMES if game(name).has_secrets])
def test_neither_lessons_nor_what_could_be_done_hang_on_what_is_hidden(name):
    tried = 0
    for position in walked(name, 5, so_many(80, long=600)):
        if position.steps or dump(position.state) != position.checkpoint or tried > so_many(6, long=100):
            continue  # only where a twin can be picked up from its state alone
        for seat in position.ask.seats:
            for world in list(other_worlds(position, seat, random.Random(1)))[:1]:
                twin = Position(position.game, dump(world))
                here = Sight.of(position.game, position.state, position.ask, (), seat)
                there = Sight.of(position.game, world, twin.ask, (), seat)
                assert list(due(here)) == list(due(there))
                assert ways(position, seat, random.Random(2)) == ways(twin, seat, random.Random(2))
                tried += 1
    assert tried


def test_what_could_be_done_says_what_follows():
    played = game("sleepers")
    position = Position.begin(played, played.setup(2, {"first_player": "white"}, "table"))
    ours = {"board.e5": {"kind": "saboteur", "owner": "white", "up": False}}
    position = position.then(Step("ruling", ours))
    recruit, wake = ways(position, "white", random.Random(3))
    assert (recruit.words, recruit.places) == ("Recruit on a5", 60)
    assert recruit.follows == ("White recruits a sleeper on a5.", "White draws 1.", "Then Black goes on.")
    assert (wake.words, wake.follows) == ("Wake e5", (HIDDEN,))


def test_nobody_reads_ahead_by_asking_what_could_be_done():
    told = [
        sentence
        for position in walked("sleeping_gods", 3, 400)
        if position.ask.text.endswith("what does the crew do?")
        for way in ways(position, position.ask.seat, random.Random(4))
        for sentence in way.follows
    ]
    story = {box.read for each in the_pack("demo").paragraphs.values() for box in each.boxes}
    assert READ_ON in told
    assert not story & set(told)


# Good advice


def given_up(name):
    """Where in the recorded games somebody could give something up for nothing: each advice of a game, once."""
    played, left = game(name), {each.text for each in game(name).teaching.still}
    for file in recorded(played):
        for run in Record.read(file).replay():
            if not left:
                return
            for ask in run.ask.each if run.ask else ():
                for option in getattr(ask, "options", ()):
                    if option.barred or not any(has_any(each.gives_up, option.label) for each in played.teaching.still):
                        continue
                    said = still(Sight.of(played, run.state, run.ask, (), ask.seat), ask, option.value)
                    if said in left:
                        left.discard(said)
                        yield run, ask, option.value, said
    assert not left, f"no recorded game comes to: {left}"


@pytest.mark.parametrize("name", NAMES)
def test_each_advice_is_given_where_something_is_given_up_and_is_not_where_it_is_done(name):
    found = 0
    for run, ask, answer, said in given_up(name):
        assert said.startswith("You could still ")
        sight = Sight.of(game(name), run.state, run.ask, (), ask.seat)
        others = [option for option in ask.options if not option.barred and option.value != answer]
        assert others
        assert not any(still(sight, ask, option.value) == said for option in others)
        found += 1
    assert found == len(game(name).teaching.still) > 0


@pytest.mark.parametrize("name", NAMES)
def test_advice_hangs_on_nothing_that_the_seat_may_not_know(name):
    """In another world that looks the same to the seat it is the same."""
    played, chance = game(name), random.Random(7)
    for run, ask, answer, said in given_up(name):
        state = load(type(run.state), dump(run.state))
        played.imagine(state, ask.seat, chance)
        assert still(Sight.of(played, state, run.ask, (), ask.seat), ask, answer) == said
