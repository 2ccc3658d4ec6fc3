"""What moved is seen to move: pieces glide, turn over, come and go, and stand still for those who asked for it."""

import random

import pytest
from for_everyone import begin
from playwright.sync_api import expect
from serving import up_to_date

from rules.games import NAMES, game
from rules.players.sensible import Sensible
from rules.sleepers import GAME

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
# Every motion is written down as it begins: the piece, how it begins, how long it takes.
WATCHED = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
    window.moved.push([frames[0].transform || "", how.duration || how]);
    return animate.call(this, frames, how);
};
"""


@pytest.fixture
def watched(box, window):
    def open_page(motion="no-preference"):
        page = window(**PHONE, reduced_motion=motion)
        page.add_init_script(WATCHED)
        page.goto(f"{box.url}/seat")
        up_to_date(page, box)
        return page

    return open_page


@pytest.mark.parametrize("name", NAMES)
def test_in_every_game_a_piece_is_seen_to_move(box, watched, name):
    begin(box, name, 12)
    played, luck = game(name), random.Random(4)
    page, people = watched(), played.sensible(luck) or Sensible(played, luck)
    for _ in range(60):
        up_to_date(page, box)
        moved = page.evaluate("window.moved")
        if any(start.startswith(("translate", "scaleX")) for start, _ in moved):
            break
        moment = box.table.now()
        step = people.step(moment.position.state, moment.ask)
        (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)
    else:
        raise AssertionError("nothing ever moved")
    assert all(200 <= duration <= 600 for _, duration in moved)
    expect(page.locator(".ghost")).to_have_count(0)  # what moved leaves nothing behind


def test_a_tile_comes_turns_over_and_goes(box, watched):
    """Laid, taken back and laid again, then looked at by all: each is seen, except by those who want stillness."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    lively, quiet = watched(), watched("reduce")
    box.table.answer(box.table.now().number, "e5", "white")
    up_to_date(lively, box)
    assert [start for start, _ in lively.evaluate("window.moved")] == ["scale(1.6)"]
    box.table.undo(box.table.now().number, "white")
    up_to_date(lively, box)
    assert [start for start, _ in lively.evaluate("window.moved")] == ["scale(1.6)", "none"]
    expect(lively.locator('#board [data-slot="e5"] [data-piece]')).to_have_count(0)
    up_to_date(quiet, box)
    assert quiet.evaluate("window.moved") == []
