"""The sheet: "We did it ourselves. What changed?", for every game."""

import json
import random
from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest
from how_many import so_many

from rules import sheet
from rules.ask import IllegalAnswer, Option, Refusal
from rules.game import Game, Said, Setup, State
from rules.games import NAMES, game
from rules.last_time import LastTime
from rules.plain import Known, dump
from rules.position import Position, Step, some_step
from rules.sheet import Changed, Field, WhatChanged, by_hand

POSITIONS = so_many(2, 6)
"""Of each game, some way apart."""

VALUES = so_many(2, 6)
"""Of each thing on a sheet, at each position."""


def under_way(name, custody="box", seed=3, answers=120):
    played, luck = game(name), random.Random(seed)
    position = Position.begin(played, played.setup(len(played.seats), custody=custody))
    for _ in range(answers):
        if position.ask is None:
            break
        position = position.then(some_step(played, position.state, position.ask, luck))
    return position


def some_positions(name):
    for number in range(POSITIONS):
        yield under_way(name, ("box", "table")[number % 2], seed=number, answers=60 * (number + 1))


COINS = Field("coins", "coins", "Ship", "number", 3, high=9)
AWAKE = Field("awake", "awake", "Kasumi", "yes", False)
WHERE = Field(
    "where", "where", "Ship", "one", "sea", choices=(("sea", "at sea"), ("port", "in port"), (None, "nowhere"))
)
STATUS = Field(
    "status",
    "status",
    "Kasumi",
    "some",
    ["venom"],
    choices=(("madness", "mad"), ("venom", "venom"), ("fear", "afraid")),
)
CARDS = Field("cards", "cards", "Ann", "some", ["x", "y"], choices=(("x", "X"), ("y", "Y")), copies=2)
NOTE = Field("note", "note", "Log", "text", "")
ALL = (COINS, AWAKE, WHERE, STATUS, CARDS, NOTE)
ASKED = WhatChanged(
    "ann", "Sing. What changed?", ALL, then=("fate", Option("fight", "Fight", Refusal("X-1", "Nobody is here.")))
)


@pytest.mark.parametrize(
    ("each", "value", "told"),
    [
        (COINS, 5, "Ship: coins 3 → 5"),
        (AWAKE, True, "Kasumi: awake no → yes"),
        (WHERE, "port", "Ship: where at sea → in port"),
        (WHERE, None, "Ship: where at sea → nowhere"),
        (STATUS, ["fear"], "Kasumi: status + afraid, − venom"),
        (CARDS, ["x", "y", "x"], "Ann: cards + X"),
        (NOTE, "ask Tom", "Log: note – → ask Tom"),
    ],
)
def test_what_becomes_of_a_thing_is_told_in_players_words(each, value, told):
    assert each.check(value) == value
    assert each.told(value) == told
    assert ASKED.check({each.path: value}) == {each.path: value}
    assert ASKED.words({each.path: value}) == told


@pytest.mark.parametrize(
    ("each", "value", "sentence"),
    [
        (COINS, 10, "Ship: coins can be 0 to 9, not 10."),
        (COINS, True, "Ship: coins can be 0 to 9, not True."),
        (COINS, None, "Ship: coins can be 0 to 9, not None."),
        (AWAKE, 1, "Kasumi: awake can be yes or no, not 1."),
        (WHERE, "moon", "Ship: where cannot be moon; there can be at sea, in port, nowhere."),
        (STATUS, ["x"], "Kasumi: status cannot be x; there can be mad, venom, afraid."),
        (STATUS, "venom", "Kasumi: status: expected some of mad, venom, afraid."),
        (STATUS, ["fear", "fear"], "Kasumi: status: afraid cannot be there 2 times."),
        (STATUS, [["fear"]], "Kasumi: status cannot be ['fear']; there can be mad, venom, afraid."),
        (CARDS, ["x", "x", "x"], "Ann: cards: X cannot be there 3 times."),
        (NOTE, "a\nb", "Log: note: write a few words."),
        (NOTE, "x" * 61, "Log: note: 60 letters at most; these are 61."),
        (NOTE, 7, "Log: note: write a few words."),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(each, value, sentence):
    with pytest.raises(IllegalAnswer) as refused:
        ASKED.check({each.path: value})
    assert str(refused.value) == sentence


def test_things_keep_their_order_and_what_is_new_comes_after():
    assert STATUS.check(["fear", "madness", "venom"]) == ["venom", "madness", "fear"]
    assert CARDS.check(["y", "x"]) == ["x", "y"]
    assert ASKED.check({"cards": ["y", "x"]}) == {}  # nothing changed


def test_nothing_changed_is_an_answer_and_so_is_the_yes_of_a_button():
    for nothing in (True, {}, {"coins": 3, "awake": False}):
        assert ASKED.check(nothing) == {}
        assert ASKED.words(nothing if nothing is True else ASKED.check(nothing)) == "nothing changed"


def test_what_comes_next_is_answered_with_it():
    assert ASKED.check({"coins": 4, "then": "fate"}) == {"coins": 4, "then": "fate"}
    assert ASKED.words({"coins": 4, "then": "fate"}) == "Ship: coins 3 → 4; fate"
    with pytest.raises(IllegalAnswer, match=r"Nobody is here\. \(X-1\)"):
        ASKED.check({"then": "fight"})
    with pytest.raises(IllegalAnswer, match="dance cannot come next here"):
        ASKED.check({"then": "dance"})


@pytest.mark.parametrize("odd", [False, None, 3, [], "done", {"moon": 1}, {"setup": {}}])
def test_anything_else_is_no_answer(odd):
    with pytest.raises(IllegalAnswer):
        ASKED.check(odd)


def test_every_offered_answer_is_legal():
    answers = list(ASKED.answers())
    assert {} in answers
    assert {"then": "fate"} in answers
    assert all(ASKED.check(answer) == answer for answer in answers)
    assert {path for answer in answers for path in answer} == {"coins", "awake", "where", "status", "cards", "then"}
    assert ASKED.check(ASKED.sample(random.Random(1))) == {}


# A game that says nothing of its sheet


@dataclass(kw_only=True)
class Boat:
    owner: Annotated[str, Known(("ann", "ben"))]
    kind: Annotated[str, Known(("tug", "ferry"))] | None = None
    up: bool = False


@dataclass(kw_only=True)
class Side:
    coins: int = 2
    hand: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Weather:
    wind: Literal["calm", "gale"] = "calm"
    signs: list[Literal["gull", "cloud"]] = field(default_factory=list)


@dataclass(kw_only=True)
class Harbour(State):
    turn: int = 1
    board: dict[str, Boat] = field(default_factory=lambda: {"c3": Boat(owner="ann"), "d4": Boat(owner="ben", up=True)})
    sides: dict[str, Side] = field(default_factory=lambda: {"ann": Side(), "ben": Side()})
    points: dict[str, int] = field(default_factory=lambda: {"ann": 0, "ben": 4})
    weather: Weather = field(default_factory=Weather)
    note: str = ""


class HarbourGame(Game):
    name, title, prefix = "harbour", "Harbour", "HB"
    seats, fewest, endings = ("ann", "ben"), 2, ("over",)
    state_type = Harbour

    def begin(self, setup):
        return Harbour(setup=setup)

    async def play(self, state):
        await WhatChanged("ann", "What changed?", sheet.fields(self, state, None))

    def view(self, state):
        return {place: boat.owner for place, boat in state.board.items()}

    def show(self, state, seat):
        return {"seats": [], "current": None, "result": state.result}

    def ending(self, state):
        return "over"

    def check(self, state):
        assert sum(state.points.values()) == 4, "4 points are shared out"

    def impossible(self, state):
        return [f"{side} coins cannot be." for side in (s.coins for s in state.sides.values()) if side > 50]

    def is_secret(self, path):
        return "hand" in path or path.endswith("kind")


HARBOUR = HarbourGame()


def harbour():
    return Harbour(setup=Setup("harbour", {"ann": "Ann", "ben": "Ben"}))


def test_a_game_that_says_nothing_has_a_sheet_made_of_its_types():
    found = sheet.fields(HARBOUR, harbour(), None)
    assert [(each.group, each.label, each.kind, each.now) for each in found] == [
        ("The game", "turn", "number", 1),
        ("Board", "c3 owner", "one", "ann"),
        ("Board", "c3 up", "yes", False),
        ("Board", "d4 owner", "one", "ben"),
        ("Board", "d4 up", "yes", True),
        ("Ann", "coins", "number", 2),
        ("Ann", "points", "number", 0),
        ("Ben", "coins", "number", 2),
        ("Ben", "points", "number", 4),
        ("Weather", "wind", "one", "calm"),
        ("Weather", "signs", "some", []),
    ]
    assert {each.slot for each in found if each.group == "Board"} == {"c3", "d4"}


def told(changes, state=None):
    state = state or harbour()
    known = sheet.fields(HARBOUR, state, None)
    try:
        return sheet.tried(HARBOUR, state, sheet.changed(known, changes))
    except IllegalAnswer as refused:
        return str(refused)


def test_all_that_changes_is_tried_as_a_whole():
    assert told({"points.ann": 3}) == "That does not add up: 4 points are shared out."
    assert told({"points.ann": 3, "points.ben": 1}).points == {"ann": 3, "ben": 1}
    assert told({"sides.ann.coins": 60}) == "60 coins cannot be."
    assert told({"weather.signs": ["cloud", "gull"], "board.c3.up": True}).weather.signs == ["gull", "cloud"]


def test_sums_that_were_wrong_before_forbid_nothing():
    state = harbour()
    state.points["ben"] = 5
    assert told({"points.ann": 1}, state).points == {"ann": 1, "ben": 5}


def test_what_was_changed_can_be_written_down_as_a_ruling():
    state = harbour()
    after = told({"points.ann": 3, "points.ben": 1, "weather.signs": ["gull"], "board.c3.up": True})
    changes = sheet.differences(dump(state), dump(after))
    assert changes == {"board.c3.up": True, "points.ann": 3, "points.ben": 1, "weather.signs": ["gull"]}
    gone = dump(after)
    del gone["board"]["c3"]
    assert sheet.differences(dump(after), gone) == {"board": gone["board"]}


def test_several_values_are_ruled_in_one_step_and_older_steps_still_are():
    begun = Position.begin(HARBOUR, Setup("harbour", {"ann": "Ann", "ben": "Ben"}))
    ruled = begun.then(Step("ruling", {"points.ann": 3, "points.ben": 1}))
    assert ruled.state.points == {"ann": 3, "ben": 1}
    again = Position.load(HARBOUR, json.loads(json.dumps(ruled.save())))
    assert again.state.points == {"ann": 3, "ben": 1}
    assert begun.then(Step("ruling", 7, None, "turn")).state.turn == 7
    for odd in ({}, None, 3, "turn"):
        with pytest.raises(IllegalAnswer, match="Say what should be set"):
            begun.then(Step("ruling", odd))
    with pytest.raises(IllegalAnswer):  # all or nothing
        begun.then(Step("ruling", {"turn": 9, "weather.wind": "breeze"}))
    assert begun.state.turn == 1


# In the rules


class Drive:
    """A rule under way."""

    def __init__(self, rule):
        self.rule, self.returned = rule.__await__(), None
        self.ask = next(self.rule)

    def answer(self, answer):
        try:
            self.ask = self.rule.send(self.ask.check(answer))
        except StopIteration as done:
            self.ask, self.returned = None, done.value
        return self


def test_rules_ask_what_changed_and_the_log_says_it():
    state = under_way("sleeping_gods").state
    state.said = []
    ship = Drive(by_hand(state, "north", "Everybody sings.", then=("fate",), likely=("Ship",), todo=("Sing.",)))
    assert isinstance(ship.ask, WhatChanged)
    assert (ship.ask.text, ship.ask.likely, ship.ask.todo) == ("Everybody sings. What changed?", ("Ship",), ("Sing.",))
    morale, coins = state.ship.morale, state.resources["coins"]
    ship.answer({"ship.morale": morale + 1, "resources.coins": coins + 2, "then": "fate"})
    assert (state.ship.morale, state.resources["coins"]) == (morale + 1, coins + 2)
    called = {"ship.morale": "Ship: morale", "resources.coins": "Resources: coins"}
    assert ship.returned == Changed(
        "fate",
        {"ship.morale": morale, "resources.coins": coins},
        {"ship.morale": morale + 1, "resources.coins": coins + 2},
        LastTime({"ship.morale": 1, "resources.coins": 2}, then="fate", called=called),
    )
    assert state.said == [
        Said(f"Ship: morale {morale} → {morale + 1}."),
        Said(f"Resources: coins {coins} → {coins + 2}."),
    ]


def test_what_the_table_cannot_look_like_is_refused_before_it_counts():
    state = under_way("sleeping_gods").state
    state.players["east"].command = 0  # so that some lies in the supply, for one of them
    before = dump(state)
    asked = Drive(by_hand(state, "north", "Do it.")).ask
    wanted = {each.path: each.high for each in asked.fields if each.label == "command"}
    with pytest.raises(IllegalAnswer, match=r"^That does not add up: \d+ of \d+ command\.$"):
        asked.check(wanted)
    assert dump(state) == before


# Every game


@pytest.mark.parametrize("name", NAMES)
def test_every_sheet_is_in_players_words_and_each_thing_is_there_once(name):
    for position in some_positions(name):
        found = sheet.fields(game(name), position.state, None)
        assert found or not position.view() or position.state.phase in ("set-up", "scoring", "finished")
        paths = [each.path for each in found]
        assert len(set(paths)) == len(paths)
        names = [each.called for each in found]
        assert len(set(names)) == len(names)
        for each in found:
            assert each.group.strip()
            assert each.label.strip()
            assert "_" not in each.called + "".join(words for _, words in each.choices)
            assert each.path != sheet.THEN
            assert each.check(each.now) == each.now


@pytest.mark.parametrize("name", NAMES)
def test_everything_can_be_set_to_each_of_its_values_or_a_sentence_says_why_not(name):
    played, taken, refused, chance = game(name), 0, [], random.Random(f"each value of {name}")
    for position in some_positions(name):
        state, before = position.state, dump(position.state)
        for each in sheet.fields(played, state, None):
            values = [value for value in each.values() if each.differs(value)]
            for value in chance.sample(values, min(VALUES, len(values))):
                try:
                    after = sheet.tried(played, state, ((each, value),))
                except IllegalAnswer as why:
                    refused.append((each.path, value, str(why)))
                    continue
                taken += 1
                now = {one.path: one for one in sheet.fields(played, after, None)}.get(each.path)
                shows_more = each.path.endswith((".gained", ".where", ".face"))  # what it is, or where, is told anew
                assert now is None or shows_more or not now.differs(value), each
        assert dump(state) == before
    assert taken > len(refused)
    for path, value, why in refused:
        assert why.endswith("."), (path, value)
        assert sheet.NO_WAY_ON not in why, (path, value)
        assert "Counter" not in why, (path, value)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_becomes_one_ruling_that_makes_the_very_same_table(name):
    chance = random.Random(f"sheet of {name}")
    for position in some_positions(name):
        known = sheet.fields(game(name), position.state, None)
        if not known or position.ask is None:
            continue
        for _ in range(12):
            wanted = {each.path: chance.choice(list(each.values())) for each in chance.sample(known, 3)}
            try:
                after = sheet.tried(game(name), position.state, changes := sheet.changed(known, wanted))
            except IllegalAnswer:
                continue
            if changes:
                step = Step("ruling", sheet.differences(dump(position.state), dump(after)))
                assert dump(position.then(step).state) == dump(after)
