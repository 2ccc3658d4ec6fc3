"""Plain data and back."""

from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.plain import Misfit, copied, dump, load, put, unsaved
from rules.unread import kept, once


@dataclass(frozen=True)
class Hit:
    do: Literal["hit"]
    damage: int


@dataclass(frozen=True)
class Heal:
    do: Literal["heal"]
    who: str = "self"


@dataclass
class Crew:
    name: str
    health: int = 3
    luck: float = 0.5
    mood: Literal["calm", "cross"] = "calm"
    friends: list["Crew"] = field(default_factory=list)
    marks: dict[int, str] = field(default_factory=dict)
    effects: tuple[Hit | Heal, ...] = ()
    secret: str | None = None
    passing: int = unsaved(default=0)


crews = st.builds(
    Crew,
    name=st.text(max_size=5),
    health=st.integers(),
    luck=st.floats(allow_nan=False),
    mood=st.sampled_from(["calm", "cross"]),
    marks=st.dictionaries(st.integers(), st.text(max_size=3), max_size=3),
    effects=st.lists(st.one_of(st.builds(Hit, st.just("hit"), st.integers()), st.builds(Heal, st.just("heal")))).map(
        tuple
    ),
    secret=st.none() | st.text(max_size=3),
)


@given(crews, st.lists(crews, max_size=2))
def test_what_is_written_down_can_be_read_again(crew, friends):
    crew.friends = friends
    assert load(Crew, dump(crew)) == crew


def test_unsaved_fields_are_left_out():
    assert "passing" not in dump(Crew("Ann", passing=9))


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ({}, "name: missing"),
        ({"name": "A", "helth": 3}, "helth: not a field of a Crew; known are name, health,"),
        ({"name": "A", "health": "many"}, "health: expected a whole number, got 'many'"),
        ({"name": "A", "health": True}, "health: expected a whole number, got True"),
        ({"name": "A", "mood": "sad"}, "mood: expected one of calm, cross, got 'sad'"),
        ({"name": "A", "friends": [{"name": 3}]}, "friends.0.name: expected a text, got 3"),
        ({"name": "A", "marks": {"x": "y"}}, "marks: expected whole numbers as names, got 'x'"),
        ({"name": "A", "effects": [{"do": "hug"}]}, "effects.0.do: expected one of hit, heal, got 'hug'"),
        ({"name": "A", "effects": [{"do": "hit"}]}, "effects.0.damage: missing"),
        ("nonsense", "expected the fields of a Crew, got 'nonsense'"),
    ],
)
def test_what_does_not_fit_is_told_by_its_place(plain, sentence):
    with pytest.raises(Misfit) as told:
        load(Crew, plain)
    assert str(told.value).startswith(sentence)


def test_a_value_deep_inside_can_be_set():
    crew = Crew("Ann", friends=[Crew("Ben")], marks={1: "a"})
    put(crew, ("friends", "0", "health"), 7)
    put(crew, ("marks", "2"), "b")
    put(crew, ("marks", "1"), None)
    put(crew, ("secret",), "x")
    assert (crew.friends[0].health, crew.marks, crew.secret) == (7, {2: "b"}, "x")


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("age",), 3, "age: there is no such thing"),
        (("health",), "x", "health: expected a whole number"),
        (("friends", "4", "name"), "x", "friends.4: expected a place from 0 to 0"),
        (("name", "first"), "x", "name.first: there is nothing inside this value"),
        (("marks", "9", "deep"), "x", "marks.9: there is no such thing"),
        (("passing",), 3, "passing: there is no such thing"),
    ],
)
def test_a_value_that_cannot_be_set_is_told(path, value, sentence):
    with pytest.raises(Misfit) as told:
        put(Crew("Ann", friends=[Crew("Ben")]), path, value)
    assert str(told.value).startswith(sentence)


@dataclass
class Ship:
    name: str
    told: list[str] = field(default_factory=list)

    @kept
    def chart(self) -> list[str]:
        return [f"chart of the {self.name}"]

    @once
    def length(self) -> int:
        return len(self.name)


def test_a_copy_takes_along_what_never_changes_and_works_out_the_rest_anew():
    ship = Ship("Manticore")
    assert ship.length == 9

    chart, copy = ship.chart, copied(ship)
    copy.name = "Imp"

    assert copy.chart is chart
    assert copy.length == 3
    assert dump(copy) == {"name": "Imp", "told": []}
    assert copy != ship
