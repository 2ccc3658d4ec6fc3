"""Who may give a seat to the box and take it back, and what each page shows of it."""

import threading

import pytest
import sea_window
from waiting import until

from device.live import opening
from rules.chance import RollDice
from rules.silent_sea import GAME as SEA
from rules.sleepers import GAME

NAMES = {"white": "Ann", "black": "Ben"}


class Told:
    """A mind that answers the first thing there is."""

    def think(self, position, seat, strength, knows=""):
        ask = position.ask.of(seat)
        answer = next(iter(ask.answers()))
        return {"answer": answer, "walks": 3, "best": [{"words": ask.words(answer), "good": 0.5}]}

    def hurry(self) -> None: ...
    def close(self) -> None: ...
    def end(self) -> None: ...


class Passes(Told):
    """A mind that reacts to nothing."""

    def think(self, position, seat, strength, knows=""):
        return {"answer": "pass"}


@pytest.fixture
def played(box, monkeypatch):
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))  # always the same tiles
    box.chair._mind = Told()
    box.table.begin(GAME.setup(NAMES, {"first_player": "white"}))
    return box


def parts(client, page="seat"):
    return client.get(f"/state/{page}").json["parts"]


def test_a_seats_own_phone_gives_it_to_the_box_and_nobody_elses(played):
    ann, screen, watcher = played.client("white"), played.client(host=True), played.client()
    assert "Let the box play for me" in parts(ann)["tools"]
    assert watcher.post("/chair/give/white", data={"strength": "easy"}).status_code == 403
    assert screen.post("/chair/give/white", data={"strength": "easy"}).status_code == 403
    assert ann.post("/chair/give/black", data={"strength": "easy"}).status_code == 403
    assert ann.post("/chair/give/red", data={"strength": "easy"}).status_code == 404
    assert "Let the box play for Ben" in parts(screen, "table")["tools"]
    assert screen.post("/chair/give/black", data={"strength": "easy"}).status_code == 303
    assert played.table.played() == {"black": "easy"}
    assert "the box plays, easy" in parts(watcher)["seats"]
    assert "Let the box play for me" not in parts(ann)["tools"]  # one seat stays somebody's
    assert watcher.post("/chair/back/black").status_code == 403
    assert screen.post("/chair/back/black").status_code == 303
    assert played.table.played() == {}


def test_a_seat_that_the_box_plays_is_asked_nothing_until_its_person_is_back(played):
    played.chair.waits_for.append(lambda: True)  # it takes its time
    ann = played.client("white")
    ann.post("/chair/give/white", data={"strength": "hard"})
    ask = parts(ann)["ask"]
    assert "The box is thinking." in ask
    assert "I&#39;m back" in ask or "I'm back" in ask
    assert "data-answer" not in parts(ann)["board"]
    assert "data-answer" not in parts(played.client(host=True), "table")["board"]
    ann.post("/chair/back/white")
    assert "data-answer" in parts(ann)["board"]


class Slow(Told):
    """A mind that waits until it may go on."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()

    def think(self, position, seat, strength, knows=""):
        assert self.may_go_on.wait(60)
        return super().think(position, seat, strength, knows)


def test_advice_is_read_by_nobody_but_who_asked(played):
    played.chair._mind = Slow()
    ann, ben, screen = played.client("white"), played.client("black"), played.client(host=True)
    assert screen.post("/chair/advice").status_code == 403
    assert ben.post("/chair/advice").status_code == 400  # nobody asks Ben anything
    assert ann.post("/chair/advice").status_code == 303
    assert "The box is thinking about it…" in parts(ann)["ask"]
    played.chair._mind.may_go_on.set()
    until(lambda: "out of 100" in parts(ann)["ask"])
    for page in (parts(ben), parts(screen, "table"), parts(played.client())):
        assert "out of 100" not in "".join(page.values())
        assert "Ann asks the box for advice." in page["log"]


def test_advice_is_switched_off_in_mid_game_by_anybody_who_plays(played):
    ann, ben, screen = played.client("white"), played.client("black"), played.client(host=True)
    assert "What would you do?" in parts(ann)["ask"]
    assert played.client().post("/chair/allow", data={"on": "no"}).status_code == 403
    assert ben.post("/chair/allow", data={"on": "no"}).status_code == 303
    assert "What would you do?" not in parts(ann)["ask"]
    assert ann.post("/chair/advice").status_code == 400
    for page in (parts(ann), parts(screen, "table")):
        assert "Nobody asks the box for advice." in page["log"]
        assert "Let people ask the box for advice" in page["tools"]
    assert screen.post("/chair/allow", data={"on": "yes"}).status_code == 303
    assert "What would you do?" in parts(ann)["ask"]


class Torn(Told):
    """A mind that does the last thing there is, though from elsewhere the first ones look better."""

    def think(self, position, seat, strength, knows=""):
        ask = position.ask.of(seat)
        answers = list(ask.answers())
        looked = [*answers[:3], answers[-1]] if knows else answers[-1:]
        best = [{"words": ask.words(each), "good": 0.8 - number / 10} for number, each in enumerate(looked)]
        return {"answer": answers[-1], "walks": 4, "best": best}


@pytest.mark.parametrize(
    ("mind", "told"), [(Told, "that's what it did"), (Torn, "looks 50 out of 100 from your side")], ids=["best", "torn"]
)
def test_why_tells_how_good_looks_what_the_box_did(played, mind, told):
    played.chair._mind = mind()
    played.chair.give("black", "easy")
    ann = played.client("white")
    for _ in range(2):  # where to recruit, and which tile
        moment = played.table.now()
        played.table.answer(moment.number, next(iter(moment.ask.answers())), "white")
    until(lambda: played.table.now().ask.seat == "white" and not played.chair.is_thinking)
    assert ann.post("/chair/why").status_code == 303
    until(lambda: "out of 100" in parts(ann)["ask"])
    assert told in parts(ann)["ask"]


def test_what_the_box_holds_is_on_nobodys_page(played):
    ann, screen = played.client("white"), played.client(host=True)
    screen.post("/chair/give/black", data={"strength": "easy"})
    drawn = next(t for _, t in played.table.now().log_for("black") if t.startswith("You drew"))
    for page in (parts(ann), parts(screen, "table"), parts(played.client())):
        assert drawn not in "".join(page.values())


def test_a_saved_game_waits_for_everybody_before_the_box_plays_on(played):
    screen = played.client(host=True)
    played.chair.waits_for.insert(0, is_off := lambda: True)
    screen.post("/chair/give/white", data={"strength": "easy"})
    name = played.table.now().game_id
    screen.post("/close")
    played.chair.waits_for.remove(is_off)
    screen.post(f"/open/{name}")
    number = played.table.now().number
    played.chair.look()
    assert "Go on" in screen.get("/table").text
    assert played.table.now().number == number
    screen.post("/lobby/shut")
    until(lambda: played.table.now().ask.seat == "black")


def test_with_real_tiles_the_tools_say_why_not(played):
    played.table.begin(GAME.setup(NAMES, {}, {"tiles": "table"}))
    ann = played.client("white")
    assert "cannot see its own hand" in parts(ann)["tools"]
    assert "What would you do?" not in parts(ann)["ask"]
    assert ann.post("/chair/give/white", data={"strength": "easy"}).status_code == 400


def test_a_real_die_is_rolled_for_the_box_by_whoever_is_there(box):
    names = {"white": "Ann", "yellow": "Ben", "red": "Cem", "blue": "Dia"}
    box.chair._mind = Told()
    box.table.begin(SEA.setup(names, custody={"die": "table"}))
    ann, ben = box.client("white"), box.client("yellow")
    while not box.table.now().position.state.players:
        ask = box.table.now().ask.each[0]
        box.table.answer(box.table.now().number, next(iter(ask.answers())), ask.seat)
    seat = box.table.now().position.state.current
    box.chair.give(seat, "easy")
    phone = ben if seat == "white" else ann
    assert isinstance(box.table.now().ask, RollDice)
    assert names[seat] in parts(phone)["ask"]
    assert 'name="answer" value="[4]"' in parts(phone)["ask"]
    assert 'name="answer"' not in parts(box.client())["ask"]  # somebody who only looks on
    said = phone.post(f"/answer/{box.table.now().number}", data={"for": seat, "answer": "[4]"})
    assert said.status_code == 303
    assert box.table.now().position.state.move.rolled == 4


def test_that_the_box_has_answered_in_secret_is_on_nobodys_page(box):
    sea_window.begin(box.table, {"yellow": ["gun"], "blue": ["gun"]})
    box.chair._mind = Passes()
    watchers = [box.client("blue"), box.client("white"), box.client(host=True)]
    pages = ["seat", "seat", "table"]
    box.chair.waits_for.append(waits := lambda: True)
    box.chair.give("red", "easy")
    sea_window.shoot(box.table)
    before = [parts(*each) for each in zip(watchers, pages, strict=True)]
    box.chair.waits_for.remove(waits)
    box.chair.look()
    until(lambda: "red" not in box.table.now().ask.seats)
    assert [parts(*each) for each in zip(watchers, pages, strict=True)] == before


def test_a_game_whose_shared_deck_is_real_does_not_begin_with_the_box_in_a_chair(box):
    screen = box.client(host=True)
    screen.post("/lobby/gather/silent_sea")
    screen.post("/lobby/seat", data={"seat": "red", "box": "easy"})
    names = {f"name.{seat}": seat for seat in SEA.seats}
    said = screen.post("/new/silent_sea", data={**names, "custody.cards": "table"})
    assert said.status_code == 400
    assert "cannot see its own hand" in said.text
    assert box.table.moment is None
