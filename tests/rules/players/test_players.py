"""Players of the box: they play every game to its end, the same with the same chance, and see what lies at hand."""

import random
from dataclasses import replace
from itertools import count
from threading import Event

import pytest
from sleepers_setting import table

from rules.ask import ChooseOne
from rules.games import NAMES, game
from rules.onward import only_answer
from rules.plain import copied, dump
from rules.players import KINDS, Player, choose
from rules.position import Position, some_step
from rules.selfplay import next_step, play_one, sat_down
from rules.sleepers import GAME as SLEEPERS

QUICK = replace(KINDS["hard"], walks=60)


def at(state):
    """A position in mid-game."""
    return Position(SLEEPERS, dump(state))


def first_choice(played):
    """A position in which somebody really has to choose, and who."""
    setup, chance = played.setup(max(played.fewest, 2)), random.Random(4)
    players = sat_down(played, setup, ["sensible"], chance)
    run = Position.begin(played, setup).tried()
    while played.turn_of(run.state) is None or not isinstance(run.ask, ChooseOne) or only_answer(run.ask):
        run.take(next_step(run, players, chance))
    return Position(played, run.checkpoint, tuple(run.steps)), run.ask.seat


@pytest.mark.parametrize("name", NAMES)
def test_every_game_comes_to_an_end_with_players_of_the_box(name):
    played = game(name)
    setup = played.setup(max(played.fewest, 2))
    run, _, fault = play_one(played, setup, random.Random(f"end {name}"), ["sensible", "random"])
    assert run is not None, fault
    assert all(0 <= played.worth(run.state, seat) <= 1 for seat in setup.seats)


@pytest.mark.parametrize("name", ["sleepers", "silent_sea", "awakening"])
def test_the_same_chance_gives_the_same_answer_and_tells_why(name):
    played = game(name)
    here, seat = first_choice(played)
    quick = replace(QUICK, walks=round(12 / played.walks))
    one, other = (choose(here, seat, quick, random.Random(9), knows=seat) for _ in range(2))
    assert one == other
    assert one.walks == 12
    assert one.best[0].answer == one.answer
    assert [looked.tried for looked in one.best] == sorted((looked.tried for looked in one.best), reverse=True)
    assert all(looked.words and 0 <= looked.good <= 1 for looked in one.best)


def test_whoever_is_hurried_gives_the_best_answer_found_so_far():
    hurry = Event()
    hurry.set()
    choice = choose(at(table("W:Sci_@e5")), "white", KINDS["hard"], random.Random(1), hurry=hurry)
    assert choice.walks == 1


def test_a_clock_ends_the_thinking():
    ticks = iter(range(100))
    strength = replace(KINDS["hard"], seconds=5)
    here, clock = at(table("W:Sci_@e5")), lambda: float(next(ticks))
    choice = choose(here, "white", strength, random.Random(1), clock=clock, knows="white")
    assert choice.walks == 5


@pytest.mark.parametrize("ticking", [False, True])
def test_nobody_thinks_on_once_the_best_cannot_be_caught_up(ticking):
    """The answer is the one that would have come in the end, too: whoever asks for advice gets all that was thought."""
    here, seat = first_choice(game("awakening"))
    patient = replace(QUICK, walks=300 if ticking else 120, seconds=12)
    soon, whole = (
        choose(here, seat, patient, random.Random(9), clock=count(0.0).__next__ if ticking else None, knows=knows)
        for knows in ("", seat)
    )
    assert soon.answer == whole.answer
    assert soon.walks < whole.walks == 12


def test_four_scientists_awake_and_the_fifth_asleep_in_the_row_is_a_win_that_is_taken():
    state = table("W:Sci^@e3 W:Sci^@e4 W:Sci^@e5 W:Sci^@e6 W:Sci_@e7 W:Pol_@b6 B:Mil^@a5 B:Mil_@a6")
    assert choose(at(state), "white", QUICK, random.Random(2)).answer == "e7"


def test_the_last_link_of_a_chain_is_woken():
    chain = " ".join(f"W:Mil^@{hex_}" for hex_ in ("a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5"))
    state = table(f"{chain} W:Pol_@i5 W:Sci_@c7 B:Sci_@e8 B:Pol_@e9")
    assert choose(at(state), "white", QUICK, random.Random(2)).answer == "i5"


def test_a_hole_in_the_wall_around_an_agent_is_closed_by_waking_the_militia_there():
    state = table("B:Sci_@a5 W:Mil^@a6 W:Mil^@b4 W:Mil_@b5 W:Rec_@g7 W:Inf_@f8 B:Pol_@i5")
    assert choose(at(state), "white", QUICK, random.Random(2)).answer == "b5"


def test_characters_are_known_to_their_games():
    for name in NAMES:
        played = game(name)
        for character in played.characters:
            Player(played, played.seats[0], QUICK, random.Random(1), character)
            assert played.characters[character].endswith(".")


def test_somebody_dead_is_imagined_too():
    """Whoever is out of the game has no place on the board, and is still somebody of whom to think."""
    sea, chance = game("silent_sea"), random.Random(3)
    here = Position.begin(sea, sea.setup(4))
    while here.steps or not isinstance(here.ask, ChooseOne) or sea.turn_of(here.state) is None:
        here = here.then(some_step(sea, here.state, here.ask, chance))
    state = copied(here.state)
    gone = state.players[state.after(state.current)[0]]
    gone.alive, gone.health, gone.node, gone.hand = False, 0, "", []
    choice = choose(Position(sea, dump(state)), state.current, replace(QUICK, walks=20), chance)
    assert choice.walks
