"""A colour and a shape for every seat."""

from itertools import pairwise

from rules.games import game, names
from rules.marks import OUTLINES, marks


def test_no_two_seats_of_a_game_share_a_colour_or_a_shape():
    for name in names():
        given = marks(game(name).seats)
        assert list(given) == list(game(name).seats)
        assert (
            len({mark.colour for mark in given.values()}) == len({mark.shape for mark in given.values()}) == len(given)
        )


def test_a_seat_called_by_a_colour_has_it():
    assert [marks(("white", "black"))[seat].colour for seat in ("white", "black")] == ["white", "black"]
    assert marks(("dark", "light"))["light"].colour == "white"


def test_no_seat_without_a_colour_of_its_own_is_given_somebody_elses():
    given = marks(("blue", "north", "orange", "south"))
    assert given["blue"].words == "blue circle"
    assert len({mark.colour for mark in given.values()}) == 4


def test_even_many_seats_differ_from_their_neighbours():
    given = list(marks(tuple(f"seat {number}" for number in range(len(OUTLINES) * 2))).values())
    assert len(set(given)) == len(given)
    assert all(one.shape != other.shape for one, other in pairwise(given))
