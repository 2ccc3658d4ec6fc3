"""What is about the game as a whole stands apart from the turn, and is chosen with what it costs."""

import re

import pytest

from rules.ask import EVENING, ChooseOne, Option
from rules.games import game


def played_until(box, words):
    """Everybody gives the usual answer until something is asked in these words."""
    for _ in range(80):
        moment = box.table.now()
        seat = moment.ask.seats[0]
        asked = moment.ask.of(seat)
        if words in asked.text:
            return seat
        answer = asked.default if asked.default is not None else next(iter(asked.answers()))
        box.table.answer(moment.number, answer, seat)
    raise AssertionError(f"nobody is asked {words!r}")


def part(page, name):
    return page.split(f'<section id="{name}"')[1].split("<section id=")[0]


@pytest.fixture
def voyage(box):
    """A campaign whose next turn is about to begin, and somebody wants to stop before it."""
    box.table.begin(game("sleeping_gods").setup({"north": "Ann"}))
    played_until(box, "Choose an action")
    box.table.aside(box.table.now().number, "stop", "north")
    played_until(box, "it is your turn")
    return box


def test_packing_up_and_starting_over_are_no_neighbours_of_the_turn(voyage):
    asked = part(voyage.client("north").get("/seat").text, "ask")
    turn, evening = asked.split('<details class="evening">')
    assert "Begin the turn" in turn
    assert "pack up" not in turn
    assert "Reset" not in turn
    assert "The evening" in evening
    assert "Players come or go" in evening


def test_what_is_over_with_it_is_said_before_its_button_also_without_a_script(voyage):
    client, number = voyage.client("north"), voyage.table.now().number
    asked = part(client.get("/seat").text, "ask")
    told = re.search(r'<details class="ends"><summary>Save and pack up</summary>(.*?)</details>', asked, re.S)[1]
    assert told.index("The campaign waits for another evening.") < told.index("<button")
    assert client.post(f"/answer/{number}", data={"answer": '"save"', "for": "north"}).status_code == 303
    assert "Pack up" in voyage.table.now().ask.text


def test_what_can_be_done_at_any_time_ends_with_the_evening(box):
    box.table.begin(game("children_of_morta").setup({"north": "Ann", "east": "Ben"}))
    played_until(box, "What next?")
    tools = part(box.client("north").get("/seat").text, "tools")
    assert (
        tools.index("Change something by hand") < tools.index("Start over") < tools.index("Everybody is asked first.")
    )


def test_one_thing_alone_needs_no_heading_and_what_is_usual_stays_where_it_is(box):
    from web.live.render import Asked
    from web.live.seats import Viewer

    box.table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, custody="table"))
    played_until(box, "recruit")
    asked = Asked(box.table.now(), Viewer("white", host=False))
    options = (Option("a", "A"), Option("b", "B", ends="All is lost."), Option("c", "C", group=EVENING))
    asked.mine, asked.options = ChooseOne("white", "Which?", options, default="c"), list(options)
    assert [option.value for option in asked.loose] == ["a", "c"]
    assert [option.value for option in asked.evening] == ["b"]
