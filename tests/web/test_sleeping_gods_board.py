"""The page of Sleeping Gods: what is drawn, what can be tapped, and what stays hidden."""

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from sleeping_gods_setting import fight, ship

from rules.ask import Option, Refusal
from rules.sleeping_gods import GAME
from rules.sleeping_gods.pack import the_pack
from web.boards import coast
from web.boards.sleeping_gods import board, mine


def drawn(state: Any, slots: dict[str, Option] | None = None, seat: str | None = None) -> str:
    html = str(board(GAME.show(state, seat), slots or {}, seat))
    ElementTree.fromstring(
        re.sub(r" (data-json)(?=[ >])", r' \1=""', html)
    )  # every tag is closed and every sign escaped
    return html


def element(html: str, slot: str) -> str:
    """The opening tag of what lies at *slot*."""
    return next(tag for tag in re.findall(r"<[^>]+>", html) if f'data-slot="{slot}"' in tag)


def test_the_open_page_shows_all_its_regions_places_and_edges_and_no_other_page():
    state = ship(2, pack="demo", region="2e")
    html = unescape(drawn(state))
    page = state.pack.atlas[2]
    for key, region in page.regions.items():
        assert f'data-slot="region:{key}"' in html
        assert region.name in html
        for place in region.locations:
            assert f'data-slot="location:{place.label}"' in html
    assert "Silk Water" not in html  # of another page
    assert [int(n) for n in re.findall(r": page (\d+)</title>", html)] == [5, 3, 11, 13]
    assert html.count('class="ship"') == 1


def test_an_open_place_answers_a_barred_one_says_why_and_others_do_nothing():
    state = ship(2, pack="demo", region="2e")
    why = Refusal("SG-127", "Too far: 2 regions away.")
    html = drawn(
        state,
        {
            "region:2b": Option("2b", "Candle Water", slot="region:2b"),
            "region:2a": Option("2a", "Saltmarsh Road", why, slot="region:2a"),
        },
    )
    assert 'data-answer="2b"' in element(html, "region:2b")
    assert "Too far: 2 regions away." in element(html, "region:2a")
    assert "data-answer" not in element(html, "region:2a")
    assert "role" not in element(html, "region:2c")


def test_what_has_no_place_in_the_picture_is_a_button_of_its_own():
    state = ship(2, pack="demo", region="2f")
    html = drawn(state, {"region:3a": Option("3a", "Column A", slot="region:3a", hint="over the eastern edge")})
    assert 'class="chip open"' in element(html, "region:3a")
    assert "over the eastern edge" in html


def test_values_that_are_no_words_are_sent_as_they_are():
    state = ship(2, pack="demo")
    fight(state, 11, 12)
    tag = element(drawn(state, {"enemy:1": Option(1, "Ink Hound", slot="enemy:1")}), "enemy:1")
    assert 'data-answer="1"' in tag
    assert "data-json" in tag


@pytest.mark.parametrize("number", sorted(the_pack("demo").enemies))
def test_every_enemy_is_drawn_square_by_square(number: int):
    state = ship(1, pack="demo")
    fight(state, number)
    html = drawn(state)
    card = state.pack.enemies[number]
    assert html.count('data-slot="enemy:0:') == len(card.squares)
    assert html.count('class="heart"') == sum(s.heart and not s.armor for s in card.squares)
    assert html.count('class="armor-token"') == sum(s.armor for s in card.squares)


def test_covered_squares_and_the_combo_marker_are_seen():
    state = ship(2, pack="demo")
    combat = fight(state, 11)
    combat.row[0].covered = [0, 2]
    combat.combo = 3
    html = drawn(state)
    assert html.count('class="slash"') == 2
    assert "Combo 3 of 4" in html


def test_the_crew_shows_health_fatigue_and_status_and_low_morale_its_price():
    state = ship(2, pack="demo", morale=2)
    state.crew["dov"].damage, state.crew["dov"].fatigue = 2, 2
    state.crew["finch"].statuses = ["venom"]
    html = drawn(state)
    assert "4/6" in html
    assert "tired, exhausted" in html
    assert "venom" in html
    assert "fate -2" in html


def test_a_hand_is_seen_by_its_owner_only():
    state = ship(2, pack="demo", hands={"north": ["haymaker"], "east": ["feint"]})
    assert "Haymaker" in mine(GAME.show(state, "north"), "north", ())
    assert "Feint" not in mine(GAME.show(state, "north"), "north", ())
    for seat in (None, "north"):
        assert "Feint" not in drawn(state, seat=seat)
    assert "Haymaker" not in drawn(state)


def test_real_cards_in_hand_are_only_counted():
    state = ship(2, pack="demo", custody="table", hands={"north": ["?", "?"]})
    assert "2 cards in your hand." in mine(GAME.show(state, "north"), "north", ())


def test_a_pack_without_drawings_is_told_in_words():
    html = drawn(ship(2, region="harbor"))
    assert 'data-slot="region:harbor"' in html


def test_coasts_are_closed_and_neighbours_share_their_border():
    chart = ("aab", "a#b", "abb")
    assert coast.outlines(chart, "#").count("Z") == 1
    assert coast.outlines(chart, "a").startswith("M")
    assert coast.outlines(("ab", "ba"), "a").count("Z") == 2  # touching at a corner they stay two
    assert coast.outlines(("aaa", "a#a", "aaa"), "a").count("Z") == 2  # a coast around, and one within


def test_a_name_stands_on_its_own_region_and_off_the_places():
    chart = ("aaab", "a##b", "bbbb")
    x, y = coast.middle(chart, "a", [(0, 0)])
    assert chart[int(y / coast.SIZE)][int(x / coast.SIZE)] == "a"
    assert x > coast.SIZE
