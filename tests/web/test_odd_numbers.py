"""What only looks like a number, or is far too deep, is refused in a sentence and leaves no fault."""

import pytest
from serving import Served

from rules.games import game
from rules.sleepers import GAME

ODD = ["²", "٣", "½", "--1", "9" * 5000, "1" + "0" * 4000, "nan", "[" * 15_000, '{"a":' * 3_000, "Infinity"]


@pytest.fixture
def playing(tmp_path):
    box = Served(tmp_path, pretend=True)
    box.watch.close()
    box.table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    yield box
    box.close()


def told(answer):
    """A sentence, not a fault."""
    assert answer.status_code in (204, 303, 400, 404, 409, 503), answer.status_code
    return answer.status_code


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:8])
def test_nothing_odd_in_a_form_is_a_fault_of_the_box(playing, odd):
    white, screen = playing.client("white"), playing.client(host=True)
    said = {"X-Page": "1"}
    number = playing.table.now().number
    for form in ({"answer": odd}, {"number": odd}, {"each.0": odd}, {"text": odd}):
        assert told(white.post(f"/answer/{number}", data=form, headers=said)) == 400
    ruling = {"path": "turn", "value": odd, "who": "Ann", "why": "a try"}
    assert told(white.post(f"/ruling/{number}", data=ruling, headers=said)) == 400
    for path in (f"sides.white.hand.{odd}.kind", f"sides.white.killed.{odd}"):
        assert told(white.post(f"/ruling/{number}", data=ruling | {"path": path, "value": "1"}, headers=said)) == 400
    assert playing.table.now().number == number
    told(white.post("/camera/choose", data={"number": odd}, headers=said))
    told(screen.post("/calibrate/place", data={"game": "sleepers", "corners": odd}, headers=said))
    for what, field in (("lay", "number"), ("throw", "pips"), ("take", "piece")):
        told(screen.post(f"/pretend/mat/{what}", data={field: odd}, headers=said))


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:8])
def test_a_house_rule_that_is_no_number_is_refused(playing, odd):
    screen = playing.client(host=True)
    voyage = game("sleeping_gods")
    whole = next(name for name, toggle in voyage.toggles.items() if isinstance(toggle.default, int))
    names = {f"name.{seat}": seat for seat in voyage.seats[: voyage.fewest]}
    assert (
        told(screen.post("/new/sleeping_gods", data={**names, f"toggle.{whole}": odd}, headers={"X-Page": "1"})) == 400
    )


@pytest.mark.parametrize("odd", ["²", "٣", "9" * 5000, "-1"])
def test_an_odd_number_in_an_address_is_nowhere(playing, odd):
    assert playing.client("white").post(f"/answer/{odd}", data={"answer": "1"}).status_code == 404


@pytest.mark.parametrize("sent", ["[" * 30_000, '{"title": ' * 6_000, "²", "NaN"])
def test_an_odd_drawing_of_a_board_is_told(playing, own_packs, sent):
    screen = playing.client(host=True)
    board = screen.post("/boards/new", data={"title": "Ours"}).location.split("/")[-2]
    answer = screen.post(
        f"/boards/{board}/draft", data=sent.encode(), content_type="application/json", headers={"X-Page": "1"}
    )
    assert answer.status_code == 400
    assert answer.get_json()["told"] == "Nothing that was tapped came along."
