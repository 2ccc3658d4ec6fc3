"""Who may give a seat to the box and take it back, and what each page shows of it."""

import pytest
from waiting import until

from device.live import opening
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
    assert "The box plays on for me" in parts(ann)["tools"]
    assert watcher.post("/chair/give/white", data={"strength": "easy"}).status_code == 403
    assert screen.post("/chair/give/white", data={"strength": "easy"}).status_code == 403
    assert ann.post("/chair/give/black", data={"strength": "easy"}).status_code == 403
    assert ann.post("/chair/give/red", data={"strength": "easy"}).status_code == 404
    assert "Let the box play for Ben" in parts(screen, "table")["tools"]
    assert screen.post("/chair/give/black", data={"strength": "easy"}).status_code == 303
    assert played.table.played() == {"black": "easy"}
    assert "the box plays, easy" in parts(watcher)["seats"]
    assert "The box plays on for me" not in parts(ann)["tools"]  # one seat stays somebody's
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


def test_advice_is_read_by_nobody_but_who_asked(played):
    ann, ben, screen = played.client("white"), played.client("black"), played.client(host=True)
    assert screen.post("/chair/advice").status_code == 403
    assert ben.post("/chair/advice").status_code == 400  # nobody asks Ben anything
    assert ann.post("/chair/advice").status_code == 303
    until(lambda: "out of 100" in parts(ann)["ask"])
    for page in (parts(ben), parts(screen, "table"), parts(played.client())):
        assert "out of 100" not in "".join(page.values())
        assert "Ann asks the box for advice." in page["log"]


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
