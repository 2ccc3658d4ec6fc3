"""The page of Sleeping Gods: what is drawn, what can be tapped, and what stays hidden."""

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from serving import Served
from sleeping_gods_setting import fight, ship

from rules.ask import Option, Refusal
from rules.sleepers import GAME as SLEEPERS
from rules.sleeping_gods import GAME
from rules.sleeping_gods.pack import the_pack
from web.games.sleeping_gods import board, coast, mine, where
from web.games.sleeping_gods.log import sheet


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
    assert "Health: 4 of 6 left" in html
    assert "tired, exhausted" in html
    assert "venom" in html
    assert "fate -2" in html


def test_on_a_phone_ones_own_crew_comes_first():
    state = ship(2, pack="demo")
    for seat in ("north", "east"):
        html = drawn(state, seat=seat)
        order = re.findall(r'data-slot="crew:(\w+)"', html)
        own = state.crew_of(seat)
        assert set(order[: len(own)]) == set(own)
    assert re.findall(r'data-slot="crew:(\w+)"', drawn(state)) == list(state.crew)


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


# ----- the journey log


@pytest.mark.rule("SG-4", "SG-330", "SG-329", "SG-304")
def test_the_printed_log_tells_players_mode_counters_decks_totems_quests_and_saves():
    state = ship(2, pack="demo", region="2e", mode="easy")
    state.progress.xp, state.progress.feared = 7, 2
    state.progress.totems, state.events.done, state.quests = ["gull"], [1], [21]
    state.progress.saves = ["page 2, Ropewalk; ship health 8"]
    html = str(sheet(GAME.show(state, None)))
    ElementTree.fromstring(f"<div>{html}</div>")
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    for told in ("Ann, Ben", "easy", "XP 7", "Feared 2", "☒ Event deck 1", "☐ Event deck 2", "☒ The Gull Seal"):
        assert told in words
    assert words.count("☐") == 2 + 7  # two decks and seven seals to go
    assert "To Whoever Is Still Asleep LETTER" in words
    assert "page 2, Ropewalk; ship health 8" in words


@pytest.mark.rule("SG-78", "SG-331")
def test_the_back_of_the_log_is_a_map_with_an_empty_field_for_every_page():
    html = str(sheet(GAME.show(ship(1, pack="demo", region="2e"), None)))
    rows = [re.findall(r"<b>(\d+)</b>", row) for row in html.split("<tr>")[1:]]
    assert rows == [["4", "5", "6"], ["13", "2", "3"], ["10", "11", "12"]]  # as they lie beside each other


def test_the_log_is_a_page_of_its_own_that_anybody_may_read(tmp_path):
    box = Served(tmp_path)
    try:
        box.table.begin(GAME.setup({"north": "Ann"}, {}, "box"))
        page = box.client().get("/sheet")
        assert page.status_code == 200
        assert "Journey log of the Saint Thursday" in page.get_data(as_text=True)
        assert "Log</a>" in box.client(seat="north").get("/seat").get_data(as_text=True)
    finally:
        box.close()


def test_a_game_without_paper_says_so(tmp_path):
    box = Served(tmp_path)
    try:
        box.table.begin(SLEEPERS.setup({"white": "Ann", "black": "Ben"}))
        assert box.client().get("/sheet").status_code == 404
        assert "/sheet" not in box.client(seat="white").get("/seat").get_data(as_text=True)
    finally:
        box.close()


def test_the_others_crew_step_back_on_a_phone():
    state = ship(2, pack="demo", region="2e")
    seat, other = "north", "east"
    theirs = next(each for each in state.crew_of(other) if each != state.captain)
    html = drawn(state, seat=seat)
    folded = html[html.index('<details class="others">') :]
    assert f'data-slot="crew:{theirs}"' in folded
    assert not any(f'data-slot="crew:{mine}"' in folded for mine in (*state.crew_of(seat), state.captain))
    assert 'class="others"' not in drawn(state)  # the box's own screen shows everybody


# ----- three at the table


def test_who_takes_a_blow_is_chosen_with_the_question_on_a_phone_and_beside_the_row_on_the_screen():
    state = ship(3, pack="demo", region="2e")
    fight(state, 10)
    everybody = {f"crew:{crew}": Option(crew, crew, slot=f"crew:{crew}") for crew in state.crew}
    phone, screen = drawn(state, everybody, "north"), drawn(state, everybody)
    assert "data-answer" not in phone
    assert 'class="combat"' in phone
    assert screen.index('class="combat"') < screen.index('class="chips choices"')
    aimed = {f"enemy:0:{index}": Option(f"0:{index}", "square", slot=f"enemy:0:{index}") for index in range(12)}
    assert 'class="chips choices"' not in drawn(state, aimed, "north")


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        (["crew:dov", "crew:pim"], "a name"),
        (["card:3", "card:11"], "a card"),
        (["action:travel"], "an action"),
        (["region:2b", "region:3a"], "the map"),
        (["enemy:0", "enemy:1"], "the enemy"),
        (["enemy:0:3", "enemy:1:4"], "a square"),
        (["crew:dov", "card:1"], "what you want"),
        (["combo"], "what you want"),
    ],
)
def test_it_is_said_what_there_is_to_be_tapped(slots: list[str], words: str):
    assert where({slot: Option(slot, slot, slot=slot) for slot in slots}) == words


def test_a_heart_keeps_clear_of_the_number_above_and_the_words_below_it():
    state = ship(1, pack="demo", region="2e")
    for number, card in state.pack.enemies.items():
        state.combat, state.agenda = None, []
        fight(state, number)
        html = drawn(state)
        for index, square in enumerate(card.squares):
            if not (square.heart or square.armor):
                continue
            group = html[html.index(f'data-slot="enemy:0:{index}"') :].split("</g>")[0]
            y, size = map(float, re.search(r"translate\(\S+ (\S+)\) scale\((\S+)\)", group).groups())  # type: ignore[union-attr]
            top, bottom = y - 1.9 * size, y + 3.2 * size
            for said in re.findall(r'class="bonus"[^>]* y="([\d.]+)"', group):
                assert top > float(said) - 0.1, (card.name, index)
            for said in re.findall(r'class="skill" y="([\d.]+)"', group):
                assert bottom < float(said) - 1.0, (card.name, index)


def test_a_lost_campaign_has_a_last_page_even_in_the_middle_of_a_fight():
    state = ship(3, pack="demo", region="2e")
    fight(state, 10)
    assert 'class="ending"' not in drawn(state)
    state.result = {
        "won": False,
        "how": "crew_down",
        "paragraph": "D3",
        "text": "Nobody of the crew was left standing.",
    }
    for seat in (None, "north"):
        html = drawn(state, seat=seat)
        assert html.index('class="ending"') < html.index('class="combat"')
        assert "The campaign is lost" in html
        assert "Before the next campaign" in html
        assert "There is nobody left who can stand." in html


def test_what_cannot_be_paid_for_yet_is_still_described():
    state = ship(1, pack="demo", region="2e")
    why = Refusal("SG-159", "Lucky Farthing costs 5 coins; there are 3.")
    html = drawn(state, {"card:99": Option(99, "Lucky Farthing: 5 coins", why, slot="card:99", hint="+1 to any fate")})
    assert "+1 to any fate" in html
    assert "costs 5 coins" in html


def test_one_material_is_one_material_and_the_last_event_is_seen():
    state = ship(2, pack="demo", region="2e", resources={"materials": 1, "coins": 2})
    html = drawn(state)
    assert "<b>1</b> material<" in html
    assert "<b>2</b> coins<" in html
    assert '<div class="low"><dt>Events' not in html
    state.events.deck = []
    assert '<div class="low"><dt>Events' in drawn(state)
