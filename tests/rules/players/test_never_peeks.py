"""A player of the box answers from what its seat may know, and from nothing else."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from alike import alike
from how_many import so_many

from rules.chance import Chance
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


@pytest.mark.parametrize(("name", "reader", "seat"), [("sleepers", "white", "black"), ("silent_sea", "red", "blue")])
def test_what_the_box_did_is_explained_from_what_the_reader_knows(name, reader, seat):
    """What the box holds is mixed anew under a reader's eyes: how its choices looked is told in the same words."""
    played = game(name)
    quick = replace(KINDS["hard"], walks=round(8 / played.walks))
    begun = position = Position.begin(played, played.setup(played.fewest, custody="box"))
    luck, told = random.Random(11), 0
    while told < so_many(6, 30):
        position = begun if position.over else position
        position = position.then(some_step(played, position.state, position.ask, luck))
        if position.over or position.steps or position.ask.seats != (seat,) or played.turn_of(position.state) is None:
            continue
        if isinstance(position.ask, Chance):
            continue
        mixed = copied(position.state)
        played.imagine(mixed, reader, luck)
        other = Position(played, dump(mixed))
        assert position.show(reader) == other.show(reader)
        one, two = (choose(each, seat, quick, random.Random(7), knows=reader) for each in (position, other))
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
