"""What hero actions reach: zones, neighbours, windows, stuns and pushes."""

import pytest
from morta_setting import foe, give, row, table, texts
from playing import asked, open_values, play, why_not

from rules.children_of_morta import aim, deeds
from rules.children_of_morta.perform import perform
from rules.children_of_morta.rows import in_melee_zone


def quiet(state, seat, *tokens):
    """Tokens in hand and no fatigue to ask about."""
    hero = give(state, seat, *tokens)
    hero.face_up, hero.fatigue_discard = 0, 3
    return hero


@pytest.mark.rule("CM-39", "CM-40")
def test_spaces_one_to_three_are_adjacent():
    assert [space for space in range(1, 7) if in_melee_zone(space)] == [1, 2, 3]


@pytest.mark.rule("CM-293")
def test_melee_hits_one_enemy_of_the_own_melee_zone():
    state = table(2)
    quiet(state, "north", "red")
    near, far, other = (
        foe(state, "north", 3, "brute"),
        foe(state, "north", 4, "brute"),
        foe(state, "east", 1, "brute"),
    )
    going = asked(perform(state, "north"), "act:attack", "red")
    assert open_values(going.ask) == [f"enemy:{near.number}", "back"]
    assert "CM-293" in why_not(going.ask, f"enemy:{far.number}")
    assert all(option.value != f"enemy:{other.number}" for option in going.ask.options)


@pytest.mark.rule("CM-295", "CM-R101")
def test_ranged_hits_anybody_in_the_own_row_or_a_neighbours():
    state = table(4)
    for seat in state.seats:
        foe(state, seat, 6, "brute")
    near = [option.value for option in aim.options(state, "east", "ranged")]
    assert near == ["enemy:2", "enemy:3", "enemy:1"]  # own, left, right; not the one across the table
    assert [option.value for option in aim.options(table(1), "north", "ranged")] == []


@pytest.mark.rule("CM-298", "CM-297", "CM-241", "CM-R44")
def test_a_melee_area_with_a_coloured_icon_deals_what_the_die_shows_to_each():
    state = table(3)
    state.record("south").levels["sweep"] = 2
    for space in (1, 2, 3):
        foe(state, "south", space, "brute")
    lucy = quiet(state, "south", "green")
    going = asked(perform(state, "south"), "act:sweep", "green")
    assert open_values(going.ask) == ["window:1", "window:2", "back"]
    going.answer("window:2").answer(["2"])
    assert [enemy.damage for _, enemy in lucy.enemies()] == [0, 2, 2]


@pytest.mark.rule("CM-297", "CM-R44")
def test_a_melee_area_hits_a_window_inside_the_melee_zone():
    state = table(3)
    foe(state, "south", 1, "brute")
    foe(state, "south", 3, "brute")
    foe(state, "south", 4, "brute")
    lucy = quiet(state, "south", "green")
    going = asked(perform(state, "south"), "act:sweep", "green")
    assert open_values(going.ask) == ["window:1", "back"]
    going.answer("window:1")
    assert [enemy.damage for _, enemy in lucy.enemies()] == [1, 1, 0]


@pytest.mark.rule("CM-299", "CM-300", "CM-R44")
def test_a_row_area_hits_a_window_anywhere_with_the_whole_value_rolled_once():
    state = table(2)
    john = quiet(state, "north", "white", "blue")
    john.focus = 3
    for space in (3, 4, 6):
        foe(state, "north", space, "brute")
    going = asked(perform(state, "north"), "act:slam", "white", "blue")
    assert open_values(going.ask) == ["window:2", "window:3", "window:4", "window:5", "back"]
    going.answer("window:3")
    assert len(going.ask.dice) == 1
    going.answer(["2"])
    assert [enemy.damage for _, enemy in john.enemies()] == [2, 2, 0]


@pytest.mark.rule("CM-R44", "toggle:strict_area_adjacency")
@pytest.mark.parametrize(("house_rule", "starts"), [(False, [1]), (True, [])])
def test_gaps_are_allowed_unless_the_house_wants_enemies_side_by_side(house_rule, starts):
    state = table(2, strict_area_adjacency=house_rule)
    foe(state, "north", 1, "brute")
    foe(state, "north", 3, "brute")
    assert aim.windows(state, state.hero("north"), "melee_area", 3) == starts
    assert aim.windows(state, state.hero("north"), "melee_area", 2) == [1, 2]


@pytest.mark.rule("CM-305", "CM-R72")
def test_stun_places_one_token_on_any_enemy_of_the_own_row():
    state = table(2)
    quiet(state, "east", "white")
    one, two, other = foe(state, "east", 2, "brute"), foe(state, "east", 6, "archer"), foe(state, "north", 1, "wolf")
    going = asked(perform(state, "east"), "act:bind", "white")
    assert open_values(going.ask) == [f"enemy:{one.number}", f"enemy:{two.number}"]
    going.answer(f"enemy:{two.number}")
    assert (one.stunned, two.stunned, other.stunned) == (False, True, False)
    play(deeds.stun(state, "east", 1, "own_row", None), f"enemy:{two.number}")
    assert two.stunned is True  # still one token


@pytest.mark.rule("CM-306", "CM-R49")
def test_a_push_moves_an_own_enemy_to_any_empty_space_of_the_row_with_all_it_carries():
    state = table(2)
    quiet(state, "east", "yellow")
    grunt, archer = foe(state, "east", 1, "grunt", damage=1, stunned=True), foe(state, "east", 6, "archer")
    foe(state, "north", 1, "wolf")
    going = asked(perform(state, "east"), "act:shove", "yellow")
    assert open_values(going.ask) == [f"enemy:{grunt.number}", f"enemy:{archer.number}"]
    going.answer(f"enemy:{grunt.number}")
    assert open_values(going.ask) == ["space:2", "space:3", "space:4", "space:5"]
    going.answer("space:5")
    assert row(state, "east") == [None, None, None, None, "grunt", "archer"]
    assert (grunt.damage, grunt.stunned) == (1, True)


@pytest.mark.rule("CM-R73", "toggle:steady_never_moves")
@pytest.mark.parametrize("house_rule", [False, True])
def test_steady_enemies_can_be_pushed_unless_the_house_says_never(house_rule):
    state = table(2, steady_never_moves=house_rule)
    quiet(state, "east", "yellow")
    rock = foe(state, "east", 4, "rock")
    foe(state, "east", 5, "archer")
    going = asked(perform(state, "east"), "act:shove", "yellow")
    assert ("CM-R73" in why_not(going.ask, f"enemy:{rock.number}")) == house_rule


@pytest.mark.rule("CM-R42")
def test_surplus_damage_is_lost():
    state = table(2)
    quiet(state, "north", "red")
    foe(state, "north", 1, "wolf")
    brute = foe(state, "north", 2, "brute")
    asked(perform(state, "north"), "act:attack", "red", "enemy:1", ["2"])
    assert brute.damage == 0
    assert "Wolf is defeated" in texts(state)
