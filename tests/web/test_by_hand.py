"""What changed by hand: the sheet as a question and as a page of its own, with and without script."""

import random
from dataclasses import replace

import pytest
from as_sent import numbered, sent
from done_by_hand import everybody_sings, the_lights_go_out, under_way
from other_worlds import other_worlds
from werkzeug.datastructures import MultiDict

from rules.ask import IllegalAnswer
from rules.games import NAMES, game
from rules.plain import dump
from rules.position import Position, some_step
from rules.sheet import Field, fields
from rules.sleepers import GAME as SLEEPERS
from web.live.by_hand import groups
from web.live.forms import changes, times

SAID = {"X-Page": "1"}

COINS = Field("coins", "coins", "Ship", "number", 3, high=9)
CARD = Field("card", "gain the card numbered", "Ship", "number", 0, high=999, choices=((0, "none"),))
AWAKE = Field("awake", "awake", "Kasumi", "yes", True)
WHERE = Field("where", "where", "Ship", "one", "sea", choices=(("sea", "at sea"), ("port", "in port"), (None, "lost")))
STATUS = Field("status", "status", "Kasumi", "some", ["venom"], choices=(("venom", "venom"), ("fear", "afraid")))
CARDS = Field("cards", "cards", "Ann", "some", ["x", "x"], choices=(("x", "X"), ("y", "Y")), copies=3)
NOTE = Field("note", "note", "Log", "text", "")
ALL = (COINS, CARD, AWAKE, WHERE, STATUS, CARDS, NOTE)
STANDS = [
    ("field.coins", "3"), ("field.card", ""), ("field.awake", "false"), ("field.awake", "true"),
    ("field.where", '"sea"'), ("field.status", ""), ("field.status", '"venom"'), ("field.cards", ""),
    (times(CARDS, "x"), "2"), (times(CARDS, "y"), "0"), ("field.note", ""),
]  # fmt: skip


# From a form to what changed


def test_a_sheet_that_is_sent_as_it_stands_changes_nothing():
    assert changes(ALL, MultiDict(STANDS)) == {}
    assert changes(ALL, MultiDict()) == {}  # nor does one of which nothing came along


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ([("field.coins", "5")], {"coins": 5}),
        ([("field.coins", " 5 ")], {"coins": 5}),
        ([("field.card", "42")], {"card": 42}),
        ([("field.awake", "false")], {"awake": False}),
        ([("field.where", "null")], {"where": None}),
        ([("field.status", "")], {"status": []}),
        ([("field.status", ""), ("field.status", '"fear"')], {"status": ["fear"]}),
        ([(times(CARDS, "x"), "1"), (times(CARDS, "y"), "2")], {"cards": ["x", "y", "y"]}),
        ([("field.note", "7")], {"note": "7"}),
        ([("field.coins", "3"), ("field.note", "hm")], {"note": "hm"}),
    ],
)
def test_what_a_sheet_says_otherwise_is_what_changed(form, said):
    assert changes(ALL, MultiDict(form)) == said


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("field.coins", "many", "Expected a number, got 'many'."),
        ("field.coins", "²", "Expected a number, got '²'."),
        ("field.coins", "9" * 5000, "Expected a number"),
        ("field.coins", "-1", "Ship: coins can be 0 to 9, not -1."),
        ("field.awake", "1", "Kasumi: awake can be yes or no, not 1."),
        ("field.where", '"moon"', "Ship: where cannot be moon"),
        ("field.where", "[" * 5000, "Ship: where cannot be"),
        ("field.status", '{"a": 1}', "Kasumi: status cannot be"),
        ("field.status", '"fear", "fear"', "Kasumi: status cannot be"),
        (times(CARDS, "x"), "99", "Ann: cards: X cannot be there 99 times."),
        (times(CARDS, "x"), "999999999", "Nothing is there 999999999 times."),
        (times(CARDS, "x"), "-1", "Nothing is there -1 times."),
        (times(CARDS, "z"), "1", "is not on this sheet."),
        ("field.note", "x\ty", "Log: note: write a few words."),
        ("field.moon", "1", "moon is not on this sheet."),
        ("field." + "m" * 5000, "1", "is not on this sheet."),
        ("field.setup.names", "{}", "setup.names is not on this sheet."),
    ],
    ids=lambda each: str(each)[:20],
)
def test_odd_and_hostile_values_are_refused_in_a_sentence(name, value, sentence):
    with pytest.raises(IllegalAnswer) as refused:
        changes(ALL, MultiDict([(name, value)]))
    assert sentence in str(refused.value)


# What stands open


def test_groups_stand_open_where_something_most_likely_changed():
    known = [Field(name, "fatigue", name, "number", 0) for name in ("Ship", "Kasumi", "Red (Doctor)", "Board")]
    opened = lambda *told: [group.name for group in groups(known, *told) if group.is_open]  # noqa: E731
    assert opened() == []
    assert opened(["Board"]) == ["Board"]
    assert opened([], "The ship leaks, and Red (Doctor) sings.") == ["Ship", "Red (Doctor)"]
    assert opened([], "A spaceship!") == []
    assert [group.is_open for group in groups(known[:2])] == [True, True]


def test_a_folded_group_says_what_is_in_it():
    empty = Field("quests", "quests", "Ship", "some", [])
    ship, kasumi, ann, log = groups([*ALL, empty])
    assert ship.inside == "coins 3 · gain the card numbered · where at sea"
    assert kasumi.inside == "awake · status venom"
    assert (ann.inside, log.inside) == ("cards X, X", "note")
    assert "quests" not in [thing.field.path for thing in ship.things]  # none of none


# A page of its own


@pytest.mark.parametrize("name", NAMES)
def test_every_sheet_says_what_stands_and_without_script_only_what_differs_is_changed(box, name):
    """Everything that is drawn comes back as it is; of what differs only that is changed."""
    under_way(box, name)
    moment = box.table.now()
    seat = moment.seats[0]
    phone = box.client(seat)
    page = phone.get("/by-hand/seat").get_data(as_text=True)
    form = sent(page, "/by-hand/seat/")
    number = numbered(page, "/by-hand/seat/")
    assert number == moment.number
    known = fields(moment.position.game, moment.position.state, seat)
    drawn = [thing.field for group in groups(known) for thing in group.things]
    assert {each.path for each in drawn} <= {key.removeprefix("field.").split("=")[0] for key in form}
    form["why"] = "wrong tap"  # the button that sends it
    unchanged = phone.post(f"/by-hand/seat/{number}", data=form, headers=SAID)
    assert (unchanged.status_code, unchanged.get_json()["told"]) == (400, "Nothing is changed yet.")
    before = {each.path: each.now for each in known}
    turn = next(each for each in reversed(drawn) if each.kind == "number" and each.now < each.high and not each.choices)
    form[f"field.{turn.path}"] = str(turn.now + 1)
    came = phone.post(f"/by-hand/seat/{number}", data=form)
    assert (came.status_code, came.location) == (303, "/seat")
    state = box.table.now().position.state
    after = {each.path: each.now for each in fields(moment.position.game, state, seat)}
    assert after[turn.path] == before[turn.path] + 1
    assert [path for path in before if after.get(path) != before[path]] == [turn.path]
    told = [line for _, line in box.table.now().log_for(None) if line.startswith("By hand (Ann, wrong tap): ")]
    assert told == [f"By hand (Ann, wrong tap): {turn.told(turn.now + 1)}."]


def test_on_the_boxs_own_screen_all_of_them_say_so_unless_somebody_is_named(box):
    under_way(box, "sleepers")
    screen = box.client(host=True)
    page = screen.get("/by-hand/table").get_data(as_text=True)
    number, form = numbered(page, "/by-hand/table/"), sent(page, "/by-hand/table/")
    assert form["who"] == "all of us"
    for who, words in (("all of us", "we forgot"), ("Ben", "")):
        turn = box.table.now().position.state.turn
        data = {"field.turn": str(turn + 1), "who": who, "words": words, "why": "house rule"}
        assert screen.post(f"/by-hand/table/{number}", data=data, headers=SAID).status_code == 204
        assert f"By hand ({who}, {words or 'house rule'})" in box.table.now().log_for(None)[-1][1]
        number = box.table.now().number
    assert screen.post(f"/by-hand/table/{number}", data={"field.turn": "9"}).status_code == 400


def test_whoever_only_watches_changes_nothing_and_without_a_game_there_is_nothing_to_change(box):
    assert box.client().get("/by-hand/seat").status_code == 302
    under_way(box, "sleepers")
    number = box.table.now().number
    for page in ("seat", "table"):
        assert box.client().get(f"/by-hand/{page}").status_code == 403
        assert box.client().post(f"/by-hand/{page}/{number}", data={"field.turn": "9"}).status_code == 403
    assert box.client("white").get("/by-hand/table").status_code == 403
    assert box.table.now().number == number


def test_what_was_changed_on_an_older_table_comes_too_late(box):
    under_way(box, "sleepers")
    phone, late = box.client("white"), box.table.now().number - 1
    for form in ({"field.turn": "9"}, {"field.moon": "9"}, {}):
        told = phone.post(f"/by-hand/seat/{late}", data={**form, "why": "wrong tap"}, headers=SAID)
        assert told.status_code == 409
        assert "The game has moved on" in told.get_json()["told"]


def test_a_reason_is_wanted_and_a_value_off_the_sheet_is_not(box):
    under_way(box, "sleepers")
    phone, number = box.client("white"), box.table.now().number
    for form, sentence in (
        ({"field.turn": "9"}, "Say who changes it, and why."),
        ({"field.turn": "9", "words": "  "}, "Say who changes it, and why."),
        ({"field.turn": "²", "why": "x"}, "Expected a number, got '²'."),
        ({"field.sides.black.hand": "[]", "why": "x"}, "sides.black.hand is not on this sheet."),
        ({"field.turn": "9", "words": "y" * 60_000}, "That is too long: 60000 letters"),
    ):
        told = phone.post(f"/by-hand/seat/{number}", data=form, headers=SAID)
        assert (told.status_code, told.get_json()["told"][: len(sentence)]) == (400, sentence)
    assert box.table.now().number == number


def test_before_anything_lies_on_the_table_only_a_path_can_be_set(box):
    box.table.begin(game("sleeping_gods").setup({"north": "Ann"}))
    page = box.client("north").get("/by-hand/seat").get_data(as_text=True)
    assert "Nothing can be changed by hand just now." in page
    assert "<code>ship.morale</code> to <code>4</code>" in page


def test_what_would_show_something_hidden_is_proposed_to_all(box):
    box.table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    while "e5" not in box.table.now().position.state.board:
        ask = box.table.now().ask
        values = [option.value for option in ask.options if not option.barred]
        box.table.answer(box.table.now().number, "e5" if "e5" in values else values[0], ask.seat)
    ann, ben = box.client("white"), box.client("black")
    form = {"field.e5.face": '"awake"', "why": "wrong tap"}
    assert ann.post(f"/by-hand/seat/{box.table.now().number}", data=form, headers=SAID).status_code == 204
    assert not box.table.now().position.state.board["e5"].up
    page = ben.get("/seat").get_data(as_text=True)
    assert "Ann: e5: Ann&#39;s sleeper: it is asleep → awake (wrong tap)?" in page
    assert "everybody has to agree" in page


@pytest.mark.parametrize("name", [name for name in NAMES if game(name).has_secrets])
def test_a_seats_sheet_holds_nothing_hidden(box, name):
    """In two worlds that a seat cannot tell apart it gets the very same page."""
    played, chance, seen = game(name), random.Random(f"pages of {name}"), 0
    box.table.begin(played.setup(max(played.fewest, min(3, len(played.seats))), custody="box"))
    for answers in range(120):
        moment = box.table.now()
        if moment.ask is None or seen > 5:
            break
        if answers > 40 and not moment.position.steps:
            seat = chance.choice(moment.seats)
            phone = box.client(seat)
            page = phone.get("/by-hand/seat").get_data(as_text=True)
            for world in other_worlds(moment.position, seat, chance):
                seen += 1
                box.table._moment = replace(moment, position=Position(played, dump(world)))
                assert phone.get("/by-hand/seat").get_data(as_text=True) == page
                box.table._moment = moment
                break
            phone.post("/leave")
        step = some_step(played, moment.position.state, moment.ask, chance)
        if step.kind == "answer":
            box.table.answer(moment.number, step.value, step.seat)
    assert seen > 1, "too few to say"


# As a question


def test_the_sheet_answers_without_script_and_says_what_comes_next(box, monkeypatch):
    ask = everybody_sings(box, monkeypatch)
    phone = box.client(ask.seat)
    page = phone.get("/seat").get_data(as_text=True)
    form = sent(page, "/answer/")
    number = numbered(page, "/answer/")
    assert phone.post(f"/answer/{number}", data=form, headers=SAID).status_code == 204  # nothing changed
    page = phone.get("/seat").get_data(as_text=True)
    form, number = sent(page, "/answer/"), numbered(page, "/answer/")
    form["field.resources.coins"], form["field.ship.morale"] = "5", "6"
    data = {**form.to_dict(flat=False), "then": '"challenge"'}
    assert phone.post(f"/answer/{number}", data=data, headers=SAID).status_code == 204
    state = box.table.now().position.state
    assert (state.resources["coins"], state.ship.morale) == (5, 6)
    assert box.table.now().ask.text == "Which challenge?"
    bad = phone.post(f"/answer/{box.table.now().number}", data={"then": '"dance"'}, headers=SAID)
    assert bad.status_code == 400


def test_hostile_answers_to_the_sheet_change_nothing(box):
    ask = the_lights_go_out(box)
    phone, number = box.client(ask.seat), box.table.now().number
    health = next(each for each in ask.fields if each.label == "Health")
    for form in (
        {f"field.{health.path}": "9999"},
        {f"field.{health.path}": "³"},
        {f"field.{health.path}": "-1"},
        {"field.moon": "1"},
        {"then": '"fate"'},
        {"answer": '{"supply": 1}'},
        {"answer": "[" * 5000},
    ):
        assert phone.post(f"/answer/{number}", data=form, headers=SAID).status_code == 400
    assert phone.post(f"/answer/{number - 1}", data={}, headers=SAID).status_code == 409
    assert box.table.now().number == number
