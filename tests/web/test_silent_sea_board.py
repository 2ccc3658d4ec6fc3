"""How The Silent Sea looks on the page, and what it keeps from whom."""

import re

import pytest
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, NAMES, playing, table

from rules.chance import RollDice
from rules.silent_sea import GAME
from rules.silent_sea import board as sea
from rules.silent_sea.ending import finish
from rules.silent_sea.pack import opened
from rules.silent_sea.state import Decided
from web.games import silent_sea as drawing

ROLES = ("engineer", "astrobiologist", "doctor")


def begin(box, custody="box"):
    box.table.begin(GAME.setup(NAMES, custody=custody))
    while not box.table.now().position.state.players:
        ask = box.table.now().ask
        seat = ask.seats[0]
        taken = [role for role in ROLES if not any(o.value == role and o.barred for o in getattr(ask, "options", ()))]
        options = [option.value for option in getattr(ask, "options", ())]
        answer = "agreed" if "agreed" in options else taken[0] if options else True
        box.table.answer(box.table.now().number, answer, seat)
    return box.table.now().position.state


def shown_on_demo(where, seat, **more):
    """A board of the demo station with the question of *seat* on it."""
    game = table(pack=opened("demo"), **more)
    for each, place in where.items():
        game.players[each].node = place
    ask = playing(game).ask
    slots = {option.slot: option for option in getattr(ask, "options", ()) if option.slot}
    return game, ask, drawing.board(GAME.show(game, seat), slots, seat)


def test_only_the_traitors_phone_holds_the_word(box):
    state = begin(box)
    pages = {seat: box.client(seat).get("/seat").text for seat in NAMES}
    for seat, page in pages.items():
        traitor = state.players[seat].loyalty == "traitor"
        assert ("You are the Traitor." in page) is traitor
        assert ("You are a Crewmate." in page) is not traitor
    for page in (box.client(host=True).get("/table").text, box.client().get("/seat").text):
        assert "You are" not in page


def test_a_drawn_card_is_on_one_phone_only(box):
    state = begin(box)
    [card] = state.players[state.current].hand
    name = f'data-of="{state.words(card)}"'.replace("+", "&#43;")
    for seat in NAMES:
        page = box.client(seat).get("/seat").text.replace("+", "&#43;")
        assert (name in page) is (seat == state.current)
    assert "seacard" not in box.client(host=True).get("/table").text


def test_real_loyalty_cards_are_not_on_any_page(box):
    begin(box, "table")
    page = box.client(ENGINEER).get("/seat").text
    assert "The box does not know it." in page
    assert "You are" not in page


def test_every_place_of_the_pack_is_drawn_with_its_tokens_and_doors():
    _, _, svg = shown_on_demo({}, None)
    pack = opened("demo")
    for node in pack.board.nodes:
        assert (f'data-slot="{node.id}"' in svg) is (node.kind != "junction")
    assert svg.count('class="drop"') == 7
    assert svg.count('class="door shut') == 4
    assert svg.count("locked") == 2
    game, _, _ = shown_on_demo({}, None)
    sea.unlock(game, "lab_gate")
    sea.unlock(game, "lab_g")
    svg = drawing.board(GAME.show(game, None), {}, None)
    assert (svg.count('class="door shut'), svg.count('class="door open'), svg.count("locked")) == (3, 1, 1)


def test_what_can_be_answered_is_a_button_and_what_cannot_says_why():
    _, ask, svg = shown_on_demo({ENGINEER: "s2"}, ENGINEER, phase="move", rolled=1)
    answers = set(re.findall(r'data-answer="(.+?)"', svg))
    assert answers == {o.value for o in ask.options if o.slot and not o.barred}
    assert answers
    _, _, svg = shown_on_demo({DOCTOR: "s33"}, DOCTOR, current=DOCTOR, phase="move", rolled=1)
    assert "Only the Engineer can open this." in svg


def test_figures_that_share_a_space_stand_side_by_side_with_the_letter_of_their_role():
    _, _, svg = shown_on_demo({ENGINEER: "s2", ASTRO: "s2"}, None, health={CAPTAIN: 0})
    assert svg.count('class="figure') == 3
    drawn = re.findall(r'data-piece="(\w+)".*?translate\((\d+) \d+\).*?<text y="-4">(\w)</text>', svg)
    assert {(seat, letter) for seat, _, letter in drawn} == {(ENGINEER, "E"), (ASTRO, "A"), (DOCTOR, "D")}
    xs = {seat: int(x) for seat, x, _ in drawn}
    assert xs[ASTRO] - xs[ENGINEER] == drawing.APART


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_no_figure_stands_before_the_name_of_a_room_or_off_the_board(many):
    station = drawing.Station("demo")
    names = {other.id: box for other in station.nodes.values() for box in station._name(other)}
    assert len(names) == sum(node.kind == "room" for node in station.nodes.values())
    for node in station.nodes.values():
        if node.kind == "junction":
            continue
        feet = station.stands(node, many)
        assert len(set(feet)) == many
        for foot in feet:
            # four on one narrow Space cannot all keep clear of the names around it; two can
            if many < 3 or node.kind == "room":
                assert [name for name, box in names.items() if drawing._meets(foot, [box])] == [], node.id
            assert station._is_on_the_board(foot) or node.kind == "space"


def test_the_boxs_own_screen_shows_what_is_left_of_everybody_below_the_map():
    game, _, _ = shown_on_demo({}, None, health={CAPTAIN: 0, DOCTOR: 3})
    shown = GAME.show(game, None)
    html = str(drawing.board(shown, {}, None))
    crew = html.partition('class="seasides"')[2].split("<li ")[1:]
    assert len(crew) == 4
    assert sum("Dead" in each for each in crew) == 1
    assert sum("Health: 3 of 5 left" in each for each in crew) == 1
    assert sum("Water Samples" in each for each in crew) == 3
    assert "seasides" not in drawing.board(shown, {}, DOCTOR), "a phone has its own hand below the map"


def test_at_the_end_a_phone_shows_who_was_who_where_its_loyalty_was_and_keeps_its_map():
    game, _, _ = shown_on_demo({}, None)
    with pytest.raises(Decided):
        finish(game, "traitor_alone")
    shown = GAME.show(game, DOCTOR)
    assert "seasides" not in drawing.board(shown, {}, DOCTOR), "nothing pushes the map down"
    own = drawing.mine(shown, DOCTOR, ())
    who = own.partition("</ul>")[0].split("<li")[1:]
    assert sum("Traitor" in each for each in who) == 1
    assert sum("Crewmate" in each for each in who) == 3
    assert "Hold to see" not in own
    assert "Traitor" in drawing.board(GAME.show(game, None), {}, None)


def test_the_phone_of_the_dead_shows_its_loyalty_and_nothing_else():
    game = table(health={DOCTOR: 0})
    html = drawing.mine(GAME.show(game, DOCTOR), DOCTOR, ())
    assert "You are the Traitor." in html
    assert "You are out." in html
    assert "Your hand" not in html
    assert "You are out." not in drawing.mine(GAME.show(game, ENGINEER), ENGINEER, ())


def test_the_own_phone_shows_hand_abilities_and_how_far_the_others_are():
    game = table({ASTRO: "p2"}, hands={ENGINEER: ["gun"]}, enabled={ENGINEER: [1]})
    game.players[ENGINEER].abilities[1].state, game.players[ENGINEER].abilities[1].counter = "cooldown", 2
    html = drawing.mine(GAME.show(game, ENGINEER), ENGINEER, ())
    for words in ("Gun", "Override", "ready", "on Cooldown, 2 to go<", "<dt>Ben</dt><dd>2 Spaces</dd>"):
        assert words in html
    game.players[ENGINEER].abilities[1].counter = 0
    html = drawing.mine(GAME.show(game, ENGINEER), ENGINEER, ())
    assert "on Cooldown: an action reactivates it" in html


@pytest.mark.parametrize("die", ["box", "table"])
def test_everybody_else_is_told_who_rolled(box, die):
    begin(box, {"die": die})
    roller = box.table.now().ask.seat
    if die == "table":
        assert isinstance(box.table.now().ask, RollDice)
        box.table.answer(box.table.now().number, [4], roller)
    assert not isinstance(box.table.now().ask, RollDice)  # the box rolls its own die by itself
    assert box.table.now().drawn
    for seat in NAMES:
        told = re.search(r'<p class="drawn.*?</p>', box.client(seat=seat).get("/state/seat").json["parts"]["ask"])[0]
        assert (f"{NAMES[roller]}:" in told) == (seat != roller)
