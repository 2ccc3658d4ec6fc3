"""How The Awakening looks on the page."""

import random
import re

from awakening_setting import go, put, table

from rules import art
from rules.ask import ChooseOne
from rules.awakening import GAME
from rules.awakening.words import TILE_COUNTS
from rules.position import Position, some_step
from web.games import awakening as looks
from web.games.taps import Several, answers_in, by_slot


def positions(seed=2, players=3, most=5000):
    """A random game, position by position."""
    chance = random.Random(seed)
    position = Position.begin(GAME, GAME.setup(players))
    yield position
    for _ in range(most):
        if position.ask is None:
            return
        position = position.then(some_step(GAME, position.state, position.ask, chance))
        yield position


def drawn(position, seat):
    """The board as *seat* sees it, with its own question on it."""
    ask = position.ask.of(seat) if position.ask else None
    slots = by_slot(getattr(ask, "options", ()))
    return str(looks.board(position.show(seat), slots, seat)), slots


def test_whatever_lies_on_the_board_and_may_be_answered_can_be_tapped():
    shapes = ("hex ", "marker ", "space ")
    tapped = 0
    for position in positions(most=260):
        if not isinstance(position.ask, ChooseOne):
            continue
        picture, slots = drawn(position, position.ask.seat)
        for slot, option in slots.items():
            if slot.startswith(shapes) and not option.barred:
                tapped += 1
                assert f'data-slot="{slot}" role="button" tabindex="0"' in picture
        wanted = {o.value for o in position.ask.options if not o.barred and str(o.slot).startswith(shapes)}
        assert wanted <= answers_in(picture)
    assert tapped > 100


def test_a_space_one_may_not_end_on_says_why():
    for position in positions(most=200):
        if isinstance(position.ask, ChooseOne) and any("travel " in str(o.value) for o in position.ask.options):
            picture, _ = drawn(position, position.ask.seat)
            assert re.search(r'data-slot="space [\d-]+" data-why="[^"]+\(AW-57\)"', picture)
            return
    raise AssertionError("nobody travelled")


def test_the_public_screen_offers_nothing_and_shows_all_36_spaces():
    position = next(p for p in positions() if p.state.phase == "play")
    picture = str(looks.board(position.show(None), {}, None))

    assert "data-answer" not in picture
    assert picture.count('class="space ') == 36
    assert picture.count('class="hex ') == 19
    assert picture.count('class="token ') == 3
    assert looks.mine(position.show(None), None, ()) == ""


def test_a_tile_with_several_offers_asks_which_and_says_why_not_the_others():
    state = table(2, {1: "inn", 2: "library"})
    put(state, strength=2)
    [inn] = [each for slot, each in by_slot(go(state).ask.options).items() if slot == "hex 1"]

    assert isinstance(inn, Several)
    found = {str(option.value): option.barred for option in inn.options}
    assert found["act 1 red face-up"] is found["take 1 red face-up"] is None
    assert found["act 1 blue face-up"].rule == "AW-117"


def test_a_phone_shows_its_own_dashboard_and_quest():
    position = next(p for p in positions() if p.state.phase == "play" and p.state.between)
    seat = position.ask.seat
    page = str(looks.mine(position.show(seat), seat, position.ask.options))

    assert page.count(f'<i class="paint-{seat}"></i>') == 18  # 8, 8 and 2 blocks
    assert "Secret Quest" in page


def test_anothers_secret_quest_is_on_no_page():
    position = next(p for p in positions() if p.state.phase == "play")
    state = position.state
    for seat in state.seats:
        page = drawn(position, seat)[0] + str(looks.mine(position.show(seat), seat, ()))
        for other in state.seats:
            name = state.pack.quest[state.players[other].quest].name
            assert (name in page) == (other == seat)


def test_every_point_of_the_result_is_shown():
    *_, last = positions(seed=5, players=2)
    picture = str(looks.board(last.show(None), {}, None))

    assert last.state.result["text"]
    for seat, honor in last.state.result["honor"].items():
        assert f"<td><b>{honor}</b></td>" in picture
        assert last.state.name(seat) in picture
    for _, _, what, worth in last.state.result["lines"]:
        assert f"+{worth}: " in picture
        assert what.split(" (")[0].split("'")[0] in picture


def test_every_location_has_a_picture_of_its_own():
    symbols = art.load("awakening").symbols

    assert set(symbols) == set(TILE_COUNTS)
    assert len({str(shapes) for shapes in symbols.values()}) == 11
    position = next(p for p in positions() if p.state.phase == "play")
    assert str(looks.board(position.show(None), {}, None)).count('class="symbol"') == len(position.state.tiles)


def test_a_face_up_card_shows_what_it_generates_and_the_blocks_it_takes():
    position = next(p for p in positions() if p.state.phase == "play")
    shown = position.show(None)
    picture = str(looks.board(shown, {}, None)).replace("\u00a0", " ")

    red, relic = shown["stacks"]["red"]["up"], shown["stacks"]["relic"]["up"]
    gains = "".join(f" · {number} {attr}" for attr, number in red["gains"].items())
    assert gains
    assert f"{red['name']}</b> <small>{red['honor']} honor{gains}</small>" in picture
    assert f"<small>{relic['honor']} honor · {relic['charges']} block" in picture


def test_when_it_is_over_only_what_ended_it_is_left_of_the_triggers():
    *_, position = positions()
    shown = position.show(None)
    picture = str(looks.board(shown, {}, None))

    met = [trigger["name"] for trigger in shown["triggers"] if trigger["met"]]
    assert met
    assert all(f"<b>{name}</b>" in picture for name in met)
    assert not any(f"<b>{each['name']}</b>" in picture for each in shown["triggers"] if not each["met"])
    assert "The game ends after" not in picture
