"""A player of the box answers from what its seat may know, and from nothing else."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from alike import alike
from how_many import so_many

from rules.games import game
from rules.plain import copied, dump
from rules.players import KINDS, choose
from rules.position import Position, some_step

WITH_SECRETS = ("sleepers", "silent_sea", "awakening", "sleeping_gods")


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_two_worlds_that_look_alike_get_the_same_answer(name):
    played = game(name)
    quick = replace(KINDS["hard"], walks=round(8 / (played.walks or 8)))
    for here, there, seat in islice(alike(played, "daily"), so_many(8, 60)):
        one, other = (choose(each, seat, quick, random.Random(7)) for each in (here, there))
        assert one == other


def test_what_the_box_did_is_explained_from_what_the_reader_knows():
    """Black's tiles are mixed anew under White's eyes: how Black's choices looked is told in the same words."""
    played = game("sleepers")
    quick = replace(KINDS["hard"], walks=8)
    begun = position = Position.begin(played, played.setup(2, {"first_player": "white"}, "box"))
    luck, told = random.Random(11), 0
    while told < so_many(6, 30):
        position = begun if position.over else position
        position = position.then(some_step(played, position.state, position.ask, luck))
        if position.over or position.steps or position.ask.seat != "black":
            continue
        mixed = copied(position.state)
        played.imagine(mixed, "white", luck)
        other = Position(played, dump(mixed))
        assert position.show("white") == other.show("white")
        one, two = (choose(each, "black", quick, random.Random(7), knows="white") for each in (position, other))
        assert one == two
        told += 1


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_two_worlds_that_look_alike_are_imagined_alike(name):
    played = game(name)
    for here, there, seat in islice(alike(played, "worlds"), so_many(25, 250)):
        one, other = copied(here.state), copied(there.state)
        played.imagine(one, seat, random.Random(3))
        played.imagine(other, seat, random.Random(3))
        assert dump(one) == dump(other)


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_an_imagined_world_looks_to_the_seat_like_the_true_one_and_adds_up(name):
    played = game(name)
    for here, _, seat in islice(alike(played, "looks"), so_many(25, 250)):
        imagined = copied(here.state)
        played.imagine(imagined, seat, random.Random(5))
        played.check(imagined)
        assert played.show(imagined, seat) == here.show(seat)
