"""The Encounter phase."""

import pytest
from morta_setting import foe, row, table, texts
from playing import asked, open_values, play, why_not

from rules.ask import ChooseOne
from rules.chance import DrawCards
from rules.children_of_morta import encounter, tales
from rules.children_of_morta.deeds import take_item, take_talent
from rules.children_of_morta.effects import Cause
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.rows import meet, printed_health
from rules.children_of_morta.tracks import add_rage, take
from rules.children_of_morta.turn import PHASES, phases


def at(state, place):
    """The family marker stands on *place*, and everything on the way was explored."""
    state.run.marker = place
    for name in ("hall", "nook", "shrine", "den"):
        state.run.tiles[name] = []
        if name == place:
            break
    return state


def encounter_at(state, *answers):
    return asked(encounter.encounter_phase(state), *answers)


# Moving


@pytest.mark.rule("CM-49", "CM-50", "CM-51", "CM-52", "CM-53", "CM-81")
def test_a_round_is_encounter_combat_and_clean_up():
    order = list(PHASES)
    wanted = ["encounter", "boss_card", "draw", "perform", "enemy", "clean_up"]
    assert [phase for phase in order if phase in wanted] == wanted
    state = table(1, phase="encounter")
    play(encounter.encounter_phase(state), "nook", ["also_three", "also_three"], ["bomb"], ["purse"])
    assert state.phase == "draw"


@pytest.mark.rule("CM-54", "CM-55", "CM-56", "CM-57", "CM-352", "CM-R23")
def test_the_marker_moves_through_explored_locations_to_an_unexplored_one_and_skips_none():
    state = table(2, phase="encounter")
    where = encounter_at(state)
    assert where.ask.seat == "north"  # the leader enters what the group decides
    assert "Decide together" in where.ask.text
    assert open_values(where.ask) == ["hall", "nook"]
    assert "still has tiles" in why_not(where.ask, "shrine")
    assert "CM-56" in why_not(where.ask, "den")
    state.run.tiles["hall"] = []
    state.run.tiles["shrine"] = []
    assert encounter.reachable(state) == ["nook", "den"]  # through hall and shrine, any distance
    state.run.marker = "shrine"
    assert encounter.reachable(state) == ["nook", "den"]


@pytest.mark.rule("CM-58", "CM-59", "CM-353", "CM-R20")
def test_all_tiles_are_turned_up_resolved_and_set_aside_and_no_location_must_be_visited():
    state = table(1, phase="encounter")
    going = encounter_at(state, "hall")
    assert isinstance(going.ask, DrawCards)
    assert dict(going.ask.left) == {"six": 1, "three": 1, "also_three": 2, "red": 2}
    going.answer(["red", "also_three"])
    assert state.run.tiles["hall"] == []
    going.answer(["archer"]).answer(["hide"])
    assert state.run.marker == "hall"
    assert state.run.explored == ["hall"]
    assert state.run.tiles_out == ["red", "also_three"]
    assert state.run.stacks["gate"] == {"six": 1, "three": 1, "also_three": 1, "red": 1}
    assert state.run.tiles["nook"] == ["gate", "gate"]  # left alone


@pytest.mark.rule("CM-R19")
def test_the_family_must_move_if_it_can_and_stays_if_it_cannot():
    state = table(2, phase="encounter")
    assert set(open_values(encounter_at(state).ask)) == {"hall", "nook"}  # no "stay"
    state.run.tiles = {}
    foe(state, "north", 1, "wolf")
    play(encounter.encounter_phase(state))
    assert "stays where it is" in texts(state)
    assert state.phase == "draw"


def test_a_run_with_nothing_left_to_do_can_be_given_up():
    state = table(2, phase="encounter")
    state.run.tiles = {}
    going = encounter_at(state)
    assert open_values(going.ask) == ["stay", "give up"]
    with pytest.raises(RunOver):
        going.answer("give up")
    assert (state.run.result, state.run.way) == ("lost", "given up")


# Tiles


@pytest.mark.rule("CM-60", "CM-61", "CM-62", "CM-63", "CM-E3", "CM-E4", "CM-75", "CM-354", "CM-69", "CM-R23", "CM-R2")
def test_the_leader_takes_the_higher_tile_and_everybody_else_the_other_in_full():
    state = table(3, phase="encounter")
    state.run.leader = "east"
    play(
        encounter.encounter_phase(state),
        *("hall", ["three", "six"]),
        ["archer", "archer", "grunt"],  # Linda, the leader: 3 goblins and a gemstone
        ["wolf", "wolf", "wolf", "wolf"],  # Lucy, then John: 2 wolves and a Morv each
    )
    assert row(state, "east") == ["grunt", None, None, None, "archer", "archer"]
    assert (state.hero("east").gemstone, state.hero("east").morv) == (1, 0)
    for seat in ("south", "north"):
        assert row(state, seat) == ["wolf", "wolf", None, None, None, None]
        assert (state.hero(seat).gemstone, state.hero(seat).morv) == (0, 1)
    said = texts(state)
    assert said.index("Linda takes the tile") < said.index("Lucy takes the tile") < said.index("John takes the tile")


@pytest.mark.rule("CM-R21", "toggle:encounter_tie")
def test_with_equal_numbers_the_leader_chooses_a_tile():
    state = table(2, phase="encounter", encounter_tie="leader")
    going = encounter_at(state, "hall", ["three", "also_three"])
    assert isinstance(going.ask, ChooseOne)
    assert (going.ask.seat, open_values(going.ask)) == ("north", ["three", "also_three"])
    going.answer("also_three").answer(["wolf", "wolf"]).answer(["bomb"])
    assert state.hero("north").potion == 1
    assert row(state, "east")[:2] == ["wolf", "wolf"]


@pytest.mark.rule("CM-R21", "toggle:encounter_tie")
def test_or_chance_chooses_by_a_house_rule():
    state = table(2, phase="encounter", encounter_tie="random")
    going = encounter_at(state, "hall", ["three", "also_three"])
    assert isinstance(going.ask, DrawCards)
    assert dict(going.ask.left) == {"three": 1, "also_three": 1}


@pytest.mark.rule("CM-R99", "CM-351")
@pytest.mark.parametrize(("leads", "potion"), [(True, 0), (False, 1)])
def test_solo_the_leader_round_takes_the_higher_tile_and_the_other_the_lower(leads, potion):
    state = table(1, phase="encounter")
    state.run.leader = "north" if leads else None
    going = encounter_at(state, "hall", ["red", "also_three"])
    going.answer(["archer"] if leads else ["bomb"])
    assert state.hero("north").potion == potion


@pytest.mark.rule("CM-64", "CM-355", "CM-R6", "CM-R20", "CM-R4")
def test_a_chapter_tile_brings_the_top_chapter_card_which_stays_out():
    state = at(table(2, phase="encounter"), "hall")
    going = encounter_at(state, "shrine", ["page"])
    assert going.ask.story == "Something moves."
    going.answer(True)
    for _ in range(4):
        going.answer(["wolf"])
    assert row(state, "north")[:2] == row(state, "east")[:2] == ["wolf", "wolf"]
    assert state.run.tiles_out == ["page"]
    assert state.campaign.chapter_cards_out == ["ambush"]
    assert state.run.chapter.below == ["shrine"]
    assert state.phase == "draw"


@pytest.mark.rule("CM-65", "CM-R22", "CM-R30")
def test_without_a_chapter_card_the_family_moves_on_at_once():
    state = at(table(2, phase="encounter"), "hall")
    state.run.chapter.below = []
    state.run.chapter.discard = ["ambush"]  # never shuffled back
    going = asked(phases(state), "shrine", ["page"])
    assert isinstance(going.ask, ChooseOne)
    assert "Where to?" in going.ask.text
    assert open_values(going.ask) == ["nook", "den"]
    state.run.tiles["nook"] = []
    going.again().answer("den").answer(["page"])
    assert "There is no chapter card left" in texts(state)
    assert state.run.boss.id == "nohar"  # and nowhere to move on to: combat follows
    going.answer(True)  # it was seen
    assert state.phase == "boss_card"


@pytest.mark.rule("CM-R3")
def test_an_event_card_is_drawn_only_where_a_card_calls_for_it():
    state = table(2)
    state.run.chapter.below = ["shrine"]
    going = asked(tales.chapter_card(state, Cause("north")), True)
    assert [option.label for option in going.ask.options] == ["Pray", "Take"]
    going.answer(1)
    assert state.hero("north").morv == 2
    going.answer(["dream"]).answer(True)
    assert [state.campaign.records[hero].xp for hero in ("john", "linda")] == [1, 1]
    assert state.campaign.events_out == ["dream"]


# Chests


@pytest.mark.rule("CM-66", "CM-67", "CM-R5", "CM-153")
def test_a_chest_gives_a_random_loot_tile_to_any_one_hero():
    state = table(2, phase="encounter")
    going = encounter_at(state, "nook", ["also_three", "also_three"], ["bomb"], ["bomb"])
    assert isinstance(going.ask, DrawCards)
    assert dict(going.ask.left) == {"purse": 2}
    going.answer(["purse"])
    assert open_values(going.ask) == ["north", "east"]
    going.answer("east")
    assert (state.hero("north").morv, state.hero("east").morv) == (0, 2)
    assert state.run.loot.discard == ["purse"]
    assert state.hero("north").items == ["bomb"]  # the tile's item icon


@pytest.mark.rule("CM-R5", "CM-R30")
def test_without_loot_tiles_the_chest_is_empty():
    state = table(1, phase="encounter")
    state.run.loot.left, state.run.loot.discard = {}, ["purse", "purse"]
    play(encounter.encounter_phase(state), "nook", ["also_three", "also_three"], ["bomb"])
    assert "The chest is empty" in texts(state)
    assert state.hero("north").morv == 0


@pytest.mark.rule("CM-68", "CM-159", "CM-160", "CM-R28")
def test_at_a_chest_each_hero_may_pay_a_gemstone_for_a_talent_but_not_in_chapter_one():
    for chapter in (2, 1):
        state = table(2, phase="encounter", chapter=chapter)
        state.hero("east").gemstone = 2
        going = encounter_at(state, "nook", ["also_three", "also_three"], ["bomb"], ["bomb"], ["purse"], "north")
        if chapter == 1:
            assert going.ask is None
            continue
        assert going.ask.seat == "east"  # John has no gemstone
        going.answer("yes").answer(["eye", "luck"]).answer("luck")
        assert going.ask is None  # only once
        assert (state.hero("east").gemstone, state.hero("east").talents) == (1, ["luck"])


@pytest.mark.rule("CM-161", "CM-162", "CM-163", "CM-R27")
def test_getting_a_talent_draws_two_keeps_one_and_puts_the_other_under_the_deck():
    state = table(2)
    play(take_talent(state, "north"), ["might", "skin"], "skin")
    john = state.hero("north")
    assert (john.talents, john.talent_pile.left, john.talent_pile.below) == (["skin"], {"ease": 1}, ["might"])
    play(take_talent(state, "north"), ["ease"], "ease")  # the second is Might from below, known to all
    assert (john.talents, john.talent_pile.below) == (["skin", "ease"], ["might"])


@pytest.mark.rule("CM-76", "CM-164", "CM-165", "CM-R27", "CM-R29", "CM-78")
@pytest.mark.parametrize(
    ("answer", "held", "below"), [("decline", ["might", "skin"], "ease"), ("skin", ["might", "ease"], "skin")]
)
def test_at_most_two_talents_a_third_needs_room(answer, held, below):
    state = table(2)
    john = state.hero("north")
    john.talents, john.talent_pile.left = ["might", "skin"], {"ease": 1}
    going = asked(take_talent(state, "north"), ["ease"])  # only one is left, so it is taken
    assert open_values(going.ask) == ["decline", "might", "skin"]
    going.answer(answer)
    assert (john.talents, john.talent_pile.below) == (held, [below])


@pytest.mark.rule("CM-77", "CM-154", "CM-155", "CM-156", "CM-78", "CM-R29")
@pytest.mark.parametrize(
    ("answer", "held", "out"),
    [("decline", ["bomb", "tonic", "tonic"], "charm"), ("item:0", ["tonic", "tonic", "charm"], "bomb")],
)
def test_at_most_three_items_a_fourth_needs_room(answer, held, out):
    state = table(2)
    john = state.hero("north")
    for card in ("bomb", "tonic", "tonic"):
        play(take_item(state, "north"), [card])
    going = asked(take_item(state, "north"), ["charm"])
    assert open_values(going.ask) == ["decline", "item:0", "item:1", "item:2"]
    going.answer(answer)
    assert (john.items, state.run.items.discard) == (held, [out])


@pytest.mark.rule("CM-R18", "CM-152", "toggle:items_from_chapter_2")
@pytest.mark.parametrize(("house_rule", "items"), [(False, ["bomb"]), (True, [])])
def test_items_work_in_chapter_one_unless_the_house_says_otherwise(house_rule, items):
    state = table(2, chapter=1, items_from_chapter_2=house_rule)
    going = asked(take_item(state, "north"))
    if not house_rule:
        going.answer(["bomb"])
    assert state.hero("north").items == items
    assert state.hero("north").talent_pile.size == 0  # talents are impossible there


# Enemies


@pytest.mark.rule("CM-70", "CM-71", "CM-72", "CM-E5", "CM-133", "CM-47")
def test_melee_enemies_go_left_most_and_ranged_ones_right_most():
    state = table(2)
    for card in ("archer", "grunt", "archer"):
        play(meet(state, "east", "goblins"), [card])
    assert row(state, "east") == ["grunt", None, None, None, "archer", "archer"]


@pytest.mark.rule("CM-R24")
def test_a_full_half_makes_them_land_in_the_other():
    state = table(2)
    for space in (1, 2, 3):
        foe(state, "east", space, "wolf")
    play(meet(state, "east", "goblins"), ["grunt"])
    assert row(state, "east")[3] == "grunt"
    for space in (4, 5, 6):
        state.hero("north").row[space - 1] = foe(state, "north", space, "archer")
    play(meet(state, "north", "goblins"), ["archer"])
    assert row(state, "north")[2] == "archer"


@pytest.mark.rule("CM-73", "CM-74", "CM-R26")
def test_a_red_icon_puts_a_ferocious_tile_on_the_enemy_after_it_was_placed():
    state = table(1, phase="encounter")
    going = encounter_at(state, "hall", ["red", "also_three"], ["archer"])
    assert row(state, "north")[5] == "archer"
    assert isinstance(going.ask, DrawCards)
    assert dict(going.ask.left) == {"claws": 6, "hide": 6}
    going.answer(["hide"])
    enemy = state.hero("north").row[5]
    assert (enemy.ferocious, printed_health(state, enemy)) == ("hide", 4)
    assert state.run.ferocious.left == {"claws": 6, "hide": 5}


@pytest.mark.rule("CM-R26")
def test_without_ferocious_tiles_there_is_no_bonus():
    state = table(1)
    state.run.ferocious.left = {}
    enemy = play(meet(state, "north", "goblins", red=True), ["archer"])
    assert enemy.ferocious is None


@pytest.mark.rule("CM-79", "CM-80", "CM-204", "CM-205", "CM-R25", "CM-372")
def test_a_seventh_enemy_in_the_encounter_phase_loses_the_run_at_once():
    state = table(2, phase="encounter")
    for space in range(1, 6):
        foe(state, "north", space, "wolf" if space < 5 else "rock")
    going = asked(phases(state), "hall", ["six", "three"], ["archer"])
    assert (state.run.result, state.run.way) == ("lost", "space")
    assert going.ask.text == "There is no room for another enemy above John's board. Chapter 2 is lost."
    assert "must be played again" in going.answer(True).ask.text  # home already


@pytest.mark.rule("CM-R25")
def test_no_card_no_tile_and_no_later_player_after_the_loss():
    state = table(2)
    for space in range(1, 7):
        foe(state, "north", space, "grunt")
    before = dict(state.run.enemies["wolves"].left)
    with pytest.raises(RunOver):
        asked(meet(state, "north", "wolves", red=True, encounter=True))
    assert state.run.enemies["wolves"].left == before
    assert state.run.result == "lost"


@pytest.mark.rule("CM-R25", "CM-R66", "toggle:full_board_always_loses")
@pytest.mark.parametrize("house_rule", [False, True])
def test_in_other_phases_a_full_row_loses_only_by_a_house_rule(house_rule):
    state = table(2, full_board_always_loses=house_rule)
    for space in range(1, 7):
        foe(state, "north", space, "grunt")
    if house_rule:
        with pytest.raises(RunOver):
            asked(meet(state, "north", "wolves"))
    else:
        assert play(meet(state, "north", "wolves")) is None
        assert state.run.result == ""


@pytest.mark.rule("CM-R30")
def test_an_empty_enemy_deck_is_made_of_its_discards_and_without_them_nothing_comes():
    state = table(1)
    pile = state.run.enemies["wolves"]
    pile.left, pile.discard = {}, ["wolf", "rock"]
    going = asked(meet(state, "north", "wolves"))
    assert dict(going.ask.left) == {"wolf": 1, "rock": 1}
    going.answer(["rock"])
    pile.left, pile.discard = {}, []
    assert play(meet(state, "north", "wolves")) is None
    items = state.run.items
    items.left, items.discard = {}, ["bomb"]
    play(take_item(state, "north"), ["bomb"])
    assert state.hero("north").items == ["bomb"]


@pytest.mark.rule("CM-R16", "toggle:reserve_unlimited")
@pytest.mark.parametrize(("house_rule", "rage", "morv"), [(False, 10, 12), (True, 11, 13)])
def test_rage_and_resources_are_limited_to_the_printed_counts(house_rule, rage, morv):
    state = table(2, reserve_unlimited=house_rule)
    state.run.rage = 9
    add_rage(state, 2)
    assert state.run.rage == rage
    state.campaign.fund = 5  # the fund counts
    state.hero("north").morv = 6
    take(state, state.hero("east"), "morv", 2)
    assert 5 + 6 + state.hero("east").morv == morv


@pytest.mark.rule("CM-R5")
@pytest.mark.parametrize("custody", ["box", "table"])
def test_who_holds_cards_and_tiles_decides_whether_the_box_deals(custody):
    state = table(1, phase="encounter", custody=custody)
    going = encounter_at(state, "hall")
    assert going.ask.at_once == (custody == "box")
    going.answer(["red", "also_three"])
    assert going.ask.at_once == (custody == "box")
