"""The Silent Sea on the pretend page: a figure is dragged after the roll, and the box follows by its camera."""

import pytest
from playwright.sync_api import expect
from sea_by_mouse import NAMES, ROLES
from serving import SCREEN, TOKEN, meanwhile, place_of

from rules.silent_sea import GAME

PIXELS = """place => {
    const mat = document.getElementById("mat"), at = mat.createSVGPoint();
    const spot = mat.querySelector(`[data-place="place ${place}"]`);
    at.x = Number(spot.dataset.x);
    at.y = Number(spot.dataset.y);
    const seen = at.matrixTransform(mat.getScreenCTM());
    return [seen.x, seen.y];
}"""


def node(pretend, seat):
    return pretend.table.now().position.state.players[seat].node


def drag(page, figure, place):
    at = place_of(page.locator(f'.piece[data-piece="{figure}"]'))
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.mouse.move(*page.evaluate(PIXELS, place), steps=5)
    page.mouse.up()


@pytest.mark.timeout(180)
def test_a_figure_is_dragged_after_the_roll_and_the_box_follows(pretend, window):
    pretend.table.begin(GAME.setup(NAMES, custody={"die": "table"}))
    for _ in NAMES:
        pretend.table.answer(pretend.table.now().number, True, pretend.table.now().ask.seats[0])
    for answer in ("agreed", *ROLES, [2]):
        pretend.table.answer(pretend.table.now().number, answer)
    page = window(**SCREEN)
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    expect(page.locator(".piece")).to_have_count(4)
    page.uncheck("#follow")
    drag(page, 0, "s4")
    meanwhile(page, lambda: node(pretend, "white") != "landing_lock")
    assert (node(pretend, "white"), pretend.table.now().source) == ("s4", "camera")
    drag(page, 1, "s4")  # it is not yellow's turn: nothing is believed
    page.wait_for_timeout(2000)
    assert node(pretend, "yellow") == "landing_lock"
    page.goto("about:blank")
