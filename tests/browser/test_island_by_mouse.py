"""The Awakening on the pretend page: a token is dragged, a tile drawn and laid, and the box follows by its camera."""

import random

from playwright.sync_api import expect
from serving import SCREEN, TOKEN, meanwhile

from rules.awakening import GAME
from rules.position import some_step


def until_the_first_turn(table):
    """Everything of the set-up by phone; hands follow by themselves."""
    luck = random.Random(5)
    while table.now().position.state.phase == "set-up":
        moment = table.now()
        step = some_step(GAME, moment.position.state, moment.ask, luck)
        table.answer(moment.number, step.value, step.seat)


def test_a_token_is_dragged_and_a_tile_laid_and_the_box_follows(pretend, window):
    pretend.table.begin(GAME.setup(2, {}, "table"))
    until_the_first_turn(pretend.table)
    state = pretend.table.now().position.state
    seat = state.active_seat
    here = state.players[seat].space
    there = state.island.neighbours[here][0]
    [new] = state.open_hexes(state.island.hexes[there])
    page = window(**SCREEN)
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    page.uncheck("#follow")
    token = page.locator(f'.piece[data-place="space {here}"]')
    expect(token).to_have_count(1)

    token.drag_to(page.locator(f'.place[data-place="space {there}"]'))
    expect(page.locator("#eye")).to_be_visible()
    meanwhile(page, lambda: pretend.table.now().position.state.players[seat].space == there)
    assert pretend.table.now().source == "camera"

    page.locator('[data-draw="pouch"]').click()
    tile = page.locator('.piece[data-place="beside"]')
    expect(tile).to_have_count(1)
    kind = tile.get_attribute("href").removeprefix("#face-")
    tile.drag_to(page.locator(f'.place[data-place="hex {new}"]'))
    meanwhile(page, lambda: pretend.table.now().position.state.tiles.get(new) == kind)
    assert pretend.table.now().source == "camera"
    page.goto("about:blank")


def test_the_page_turns_to_the_table_of_the_game_that_is_played(pretend, window):
    page = window(**SCREEN)
    page.goto(f"{pretend.url}/host/{TOKEN}/pretend")
    expect(page.locator('#mat[data-game="sleepers"]')).to_have_count(1)
    pretend.table.begin(GAME.setup(2, {}, "table"))
    expect(page.locator('#mat[data-game="awakening"]')).to_be_visible()
    assert page.locator('.place[data-place^="hex "]').count() == 19
    page.goto("about:blank")
