"""Hero turn: performing actions, from covering spaces to the roll."""

import pytest
from morta_setting import foe, give, pack, table, texts
from playing import asked, open_values, play, why_not

from rules.ask import IllegalAnswer
from rules.chance import RollDice
from rules.children_of_morta import GAME, action
from rules.children_of_morta.perform import menu, perform


def barred(state, seat, what):
    return str(next(option for option in menu(state, seat) if option.value == what).barred or "")


# Covering spaces


@pytest.mark.rule("CM-93", "CM-94", "CM-95", "CM-359")
def test_one_action_at_a_time_any_number_in_any_order_until_the_player_stops():
    state = table(2)
    john = give(state, "north", "yellow", "white")
    going = asked(perform(state, "north"), "act:guard", "white", "act:roar", "yellow")
    assert state.run.rage == 1
    assert (john.defence, john.focus) == (2, 1)
    john.face_up = 0
    assert "CM-97" in barred(state, "north", "act:attack")  # nothing left to cover it with
    going.answer("done")
    assert john.done
    early = table(2)
    give(early, "north", "yellow")
    play(perform(early, "north"), "done")  # stopping is always possible
    assert early.run.rage == 0


@pytest.mark.rule("CM-97", "CM-95", "CM-108", "CM-R37")
def test_all_spaces_must_be_covered_or_nothing_happens():
    state = table(2)
    give(state, "north", "red")
    state.hero("north").face_up = 0
    assert "CM-97" in barred(state, "north", "act:strike")  # red and yellow
    assert barred(state, "north", "act:attack") == ""
    give(state, "north", "yellow")
    assert barred(state, "north", "act:strike") == ""
    going = asked(perform(state, "north"), "act:strike", "red")
    assert going.ask.text == "Heaven's Strike: cover the yellow space."
    going.answer("back")  # nothing was paid
    assert state.hero("north").hand == ["red", "yellow"]
    assert state.hero("north").actions == {}


@pytest.mark.rule("CM-98", "CM-115", "CM-116", "CM-105")
def test_the_focus_cost_is_paid_by_moving_the_own_marker_back():
    state = table(2)
    linda = give(state, "east", "red")
    linda.focus = 1
    assert barred(state, "east", "act:volley") == "Volley costs 2 focus and there is 1. (CM-98)"
    linda.focus = 5
    going = asked(perform(state, "east"), "act:volley", "red")
    assert isinstance(going.ask, RollDice)
    assert (linda.focus, state.hero("north").focus) == (3, 0)


@pytest.mark.rule("CM-R37", "CM-172", "CM-117")
def test_flipped_tokens_stay_so_each_action_works_once_a_round():
    state = table(2)
    john = give(state, "north", "yellow", "yellow")
    going = asked(perform(state, "north"), "act:roar", "yellow")
    assert john.actions == {"roar": ["yellow"]}
    assert "CM-R37" in why_not(going.ask, "act:roar")
    assert "back" not in open_values(going.ask)  # nothing can be undone


@pytest.mark.rule("CM-109", "CM-106")
def test_a_single_token_needs_the_colour_of_the_space():
    state = table(2)
    give(state, "north", "red", "blue")
    cover = asked(perform(state, "north"), "act:attack").ask
    assert "red" in open_values(cover)
    assert why_not(cover, "blue") == "A blue token does not fit on a red space. (CM-109)"
    with pytest.raises(IllegalAnswer):
        cover.check("yellow")


@pytest.mark.rule("CM-110", "CM-360", "CM-R38")
def test_any_two_tokens_stacked_count_as_the_colour():
    state = table(2)
    john = give(state, "north", "green", "blue/fury", "green")
    cover = asked(perform(state, "north"), "act:attack")
    assert "blue/fury green" in open_values(cover.ask)
    assert "green green" in open_values(cover.ask)
    cover.answer("blue/fury green")
    assert (john.hand, john.actions) == (["green"], {"attack": ["blue/fury", "green"]})


@pytest.mark.rule("CM-111", "CM-86")
def test_corruption_cannot_be_part_of_a_wild():
    state = table(2)
    state.hero("north").face_up = 0
    give(state, "north", "green")
    state.hero("north").corruption, state.campaign.corruption = 2, 3
    assert "CM-97" in barred(state, "north", "act:attack")  # green and corruption make no wild
    give(state, "north", "red")
    assert "CM-111" in why_not(asked(perform(state, "north"), "act:attack").ask, "corruption")


@pytest.mark.rule("CM-112", "CM-360", "CM-R38", "CM-43")
def test_own_face_up_fatigue_alone_covers_any_space_but_never_in_a_stack():
    state = table(2)
    john = give(state, "north", "green")
    cover = asked(perform(state, "north"), "act:attack")
    assert "fatigue/john" in open_values(cover.ask)
    assert not any("fatigue" in str(value) and " " in str(value) for value in open_values(cover.ask))
    cover.answer("fatigue/john")
    assert (john.face_up, john.actions["attack"], john.hand) == (2, ["fatigue/john"], ["green"])
    GAME.check(state)
    john.face_up, john.fatigue_discard = 0, 2
    assert "CM-97" in barred(state, "north", "act:roar")  # face-down fatigue is no help


@pytest.mark.rule("CM-R38", "CM-97")
def test_each_space_is_covered_on_its_own_and_the_second_must_stay_possible():
    state = table(2)
    john = give(state, "north", "red", "blue", "green")
    john.face_up = 0
    cover = asked(perform(state, "north"), "act:strike")
    assert open_values(cover.ask) == ["red", "back"]  # two for the first would leave one for yellow
    cover.answer("red")
    assert open_values(cover.ask) == ["blue green", "back"]
    cover.answer("blue green")
    assert john.actions["strike"] == ["red", "blue", "green"]


@pytest.mark.rule("CM-99", "CM-100", "CM-101")
def test_tokens_are_never_another_players():
    state = table(2)
    give(state, "east", "red", "red")
    state.hero("north").face_up = 0
    assert "CM-97" in barred(state, "north", "act:attack")
    assert not any("give" in str(option.value) or "trade" in str(option.value) for option in menu(state, "north"))


@pytest.mark.rule("CM-113", "CM-102", "CM-103", "CM-104", "CM-107", "CM-46")
def test_an_action_shows_name_level_cost_colours_and_effect():
    state = table(2)
    give(state, "north", "white")
    shown = {each["slot"]: each for each in GAME.show(state, "north")["seats"][0]["actions"]}
    slam = shown["slam"]
    assert (slam["name"], slam["level"], slam["focus"], slam["spaces"]) == ("Shield Slam", 1, 3, ["white", "blue"])
    assert slam["fits"] == ["white"]
    assert pack().heroes["john"].actions["attack"].levels[1].xp_cost == 4
    play(perform(state, "north"), "done")
    assert state.hero("north").hand == ["white"]  # unused tokens are kept


# Values


@pytest.mark.rule("CM-118", "CM-291", "CM-301", "CM-303", "CM-R47", "CM-R48")
def test_white_icons_are_worth_one_each():
    state = table(2)
    john = give(state, "north", "white", "yellow")
    play(perform(state, "north"), "act:guard", "white", "act:roar", "yellow", "done")
    assert (john.defence, john.focus, state.run.rage) == (2, 1, 1)
    assert john.health == 10


@pytest.mark.rule("CM-119", "CM-292", "CM-302", "CM-E7")
def test_a_coloured_icon_is_worth_what_a_die_of_that_colour_shows():
    state = table(2)
    linda = give(state, "east", "green")
    linda.face_up, linda.fatigue_discard = 0, 3
    going = asked(perform(state, "east"), "act:breathe", "green")
    assert going.ask.dice == (("blue die", ("0", "1", "1+", "2")),)
    going.answer(["1"])
    assert linda.focus == 1


@pytest.mark.rule("CM-304", "CM-302", "CM-301")
def test_rage_and_evade_by_dice():
    state = table(2)
    linda = give(state, "east", "blue", "green")
    linda.face_up, linda.fatigue_discard = 0, 3
    going = asked(perform(state, "east"), "act:storm", "blue", "green")
    assert len(going.ask.dice) == 2
    going.answer(["2", "1"])
    assert (state.run.rage, linda.defence) == (2, 1)


@pytest.mark.rule("CM-R48")
def test_gains_beyond_a_track_or_on_a_missing_track_are_lost():
    from rules.children_of_morta.tracks import forward

    state = table(2)
    john = state.hero("north")
    forward(state, john, "shield", 9)
    forward(state, john, "evade", 2)
    forward(state, john, "focus", 9)
    assert (john.defence, john.focus) == (5, 6)
    assert "John has no evade track." in texts(state)


@pytest.mark.rule("CM-296", "CM-295", "CM-E8", "CM-R42", "CM-139")
def test_dice_of_an_attack_are_summed_on_one_target():
    state = table(2)
    linda = give(state, "east", "green", "white")
    linda.focus, linda.face_up, linda.fatigue_discard = 2, 0, 3
    brute, other = foe(state, "east", 2, "brute"), foe(state, "east", 3, "brute")
    going = asked(perform(state, "east"), "act:volley", "green white", f"enemy:{brute.number}", ["1", "1"])
    assert (brute.damage, other.damage, linda.focus) == (2, 0, 0)
    assert linda.actions["volley"] == ["green", "white"]
    assert going.ask is None  # with nothing left to do, nobody is asked


@pytest.mark.rule("CM-R46")
def test_more_dice_than_the_table_owns_are_rolled_in_several_goes():
    from rules.children_of_morta.chances import roll

    state = table(2)
    going = asked(roll(state, "north", "Roll.", ["blue"] * 5 + ["brown"]))
    assert [name for name, _ in going.ask.dice] == ["blue die"] * 4
    going.answer(["1", "1", "2", "0"])
    assert [name for name, _ in going.ask.dice] == ["blue die", "brown die"]
    going.answer(["2", "3"])
    assert going.returned == ["1", "1", "2", "0", "2", "3"]


# Re-rolls


@pytest.mark.rule("CM-120", "CM-121", "CM-122", "CM-361", "CM-R45", "CM-R74")
def test_one_face_up_fatigue_is_flipped_for_each_reroll():
    state = table(2)
    john = give(state, "north", "red")
    john.face_up, john.fatigue_discard = 2, 1
    enemy = foe(state, "north", 1, "brute")
    going = asked(perform(state, "north"), "act:attack", "red", f"enemy:{enemy.number}", ["0"])
    assert open_values(going.ask) == ["keep", "0"]
    going.answer("0").answer(["1+"])
    assert (john.face_up, john.fatigue_discard) == (1, 2)
    assert (enemy.damage, john.defence) == (0, 0)  # nothing counts before it is accepted
    going.answer("0").answer(["2"])  # the same die again
    assert (john.face_up, john.fatigue_discard) == (0, 3)
    assert (enemy.damage, john.defence) == (2, 0)  # no token left: taken as it is, the critical is gone


@pytest.mark.rule("CM-120", "CM-112")
def test_fatigue_on_an_action_space_cannot_reroll():
    state = table(2)
    john = state.hero("north")
    john.face_up, john.fatigue_discard = 1, 2
    foe(state, "north", 1, "brute")
    enemy = foe(state, "north", 2, "brute")
    going = asked(perform(state, "north"), "act:attack", "fatigue/john", "enemy:2", ["0"])
    assert (going.ask, enemy.damage, john.acting) == (None, 0, None)  # the roll stands


@pytest.mark.rule("CM-R45", "toggle:reroll_any_die")
@pytest.mark.parametrize("house_rule", [False, True])
def test_only_the_own_dice_may_be_rerolled_unless_the_house_says_any(house_rule):
    state = table(2, reroll_any_die=house_rule)
    give(state, "north", "red")
    foe(state, "north", 1, "brute")
    asked(perform(state, "north"), "act:attack", "red", "enemy:1", ["0"])
    values = [option.value for option in menu(state, "east")]
    assert ("reroll:north:0" in values) == house_rule
    if house_rule:
        going = asked(perform(state, "east"), "reroll:north:0", ["2"])
        assert (state.hero("east").face_up, state.hero("north").acting.dice[0].face) == (2, "2")
        assert going.ask.seat == "east"


# Boost


@pytest.mark.rule("CM-123", "CM-125", "CM-126", "CM-129", "CM-130", "CM-131", "CM-E9", "CM-R41", "CM-132")
def test_rage_adds_up_to_one_die_of_each_colour_before_the_roll():
    state = table(2)
    give(state, "north", "red")
    state.run.rage = 4
    foe(state, "north", 1, "brute")
    boost = asked(perform(state, "north"), "act:attack", "red").ask
    prices = {option.value: option.hint for option in boost.options}
    assert (prices["blue"], prices["brown"], prices["purple"]) == ("1 rage", "2 rage", "3 rage")
    assert prices["blue brown purple"] == "6 rage"
    assert open_values(boost) == ["none", "blue", "brown", "purple", "blue brown", "blue purple", "back"]
    assert "CM-126" in why_not(boost, "brown brown")
    assert "That costs 5 rage and there are 4." in why_not(boost, "brown purple")


@pytest.mark.rule("CM-127", "CM-128", "CM-E11", "CM-112", "CM-140")
def test_rage_is_everybodys_and_spending_it_is_told():
    state = table(2)
    linda = state.hero("east")
    linda.face_up, linda.fatigue_discard = 1, 2
    state.run.rage = 2
    archer = foe(state, "east", 5, "archer")
    going = asked(perform(state, "east"), "act:shot", "fatigue/linda")
    assert {"blue", "brown"} <= set(open_values(going.ask))
    going.answer("blue").answer(f"enemy:{archer.number}")
    assert state.run.rage == 1
    assert "1 rage is spent on a boost: 1 left for everybody." in texts(state)
    assert len(going.ask.dice) == 2
    going.answer(["1", "1"])
    assert state.find(archer.number) is None
    assert "Archer is defeated." in texts(state)


@pytest.mark.rule("CM-E10", "CM-130", "CM-131", "CM-R17")
def test_five_rage_add_a_purple_and_a_brown_die():
    state = table(2)
    give(state, "north", "red", "yellow")
    state.run.rage = 5
    foe(state, "north", 1, "brute")
    going = asked(perform(state, "north"), "act:strike", "red", "yellow", "brown purple", "enemy:1")
    assert sorted(name for name, _ in going.ask.dice) == ["blue die", "brown die", "brown die", "purple die"]
    assert state.run.rage == 0


@pytest.mark.rule("CM-124", "CM-R40")
def test_white_actions_can_be_boosted_and_the_player_says_for_what():
    state = table(2)
    john = give(state, "north", "white")
    john.face_up, john.fatigue_discard = 0, 3
    state.run.rage = 3
    going = asked(perform(state, "north"), "act:guard", "white", "blue")
    assert [option.label for option in going.ask.options] == ["shield", "focus", "Think again"]
    going.answer("1").answer(["2"])
    assert (john.defence, john.focus) == (2, 3)


@pytest.mark.rule("CM-R40")
def test_stun_and_push_take_no_dice_and_cannot_be_boosted():
    state = table(2)
    linda = give(state, "east", "white/sky")
    state.run.rage = 6
    foe(state, "east", 4, "archer")
    going = asked(perform(state, "east"), "act:bind", "white/sky")
    assert going.ask.text.startswith("Linda: ")  # no boost, no roll; the token's die adds nothing
    assert linda.row[3].stunned
    assert state.run.rage == 6


@pytest.mark.rule("CM-R41")
def test_rage_of_the_same_action_comes_too_late_for_its_own_boost():
    state = table(2)
    give(state, "north", "yellow", "red")
    foe(state, "north", 1, "brute")
    going = asked(perform(state, "north"), "act:roar", "yellow")
    assert state.run.rage == 1  # it was never asked for a boost
    going.answer("act:attack").answer("red")
    assert "boost" in going.ask.text


# Advanced tokens


@pytest.mark.rule("CM-321", "CM-322", "CM-323", "CM-R39")
@pytest.mark.parametrize(("kind", "colour"), [("sky", "blue"), ("soil", "brown"), ("dusk", "purple")])
def test_an_advanced_die_token_adds_its_die_to_the_action(kind, colour):
    state = table(2)
    give(state, "north", f"red/{kind}")
    foe(state, "north", 1, "brute")
    going = asked(perform(state, "north"), "act:attack", f"red/{kind}", "enemy:1")
    assert [name for name, _ in going.ask.dice] == ["blue die", f"{colour} die"]


@pytest.mark.rule("CM-R39")
def test_in_a_stack_each_of_them_counts_and_the_boost_may_add_the_same_colour():
    state = table(2)
    give(state, "north", "green/sky", "white/sky")
    state.run.rage = 1
    foe(state, "north", 1, "brute")
    going = asked(perform(state, "north"), "act:attack", "green/sky white/sky", "blue", "enemy:1")
    assert [name for name, _ in going.ask.dice] == ["blue die"] * 4


# Who gets what


@pytest.mark.rule("CM-144", "CM-294", "CM-362", "CM-E12", "CM-45", "CM-R45")
def test_each_critical_gives_the_critical_reward_at_once():
    state = table(2)
    john = give(state, "north", "red")
    john.face_up, john.fatigue_discard = 0, 3
    enemy = foe(state, "north", 1, "brute")
    play(perform(state, "north"), "act:attack", "red", "enemy:1", ["1+"])
    assert (enemy.damage, john.defence) == (1, 1)
    state = table(2)
    linda = give(state, "east", "red")
    linda.focus, linda.face_up, linda.fatigue_discard = 6, 0, 3
    foe(state, "east", 1, "brute")
    play(perform(state, "east"), "act:volley", "red", "enemy:1", ["1+", "1+"])
    assert linda.focus == 6  # 6 - 2 + 2
    linda.focus = 6
    assert "Critical!" in texts(state)


@pytest.mark.rule("CM-145")
def test_a_critical_reward_that_does_not_fit_is_lost():
    state = table(2)
    john = give(state, "north", "red")
    john.defence, john.face_up, john.fatigue_discard = 5, 0, 3
    foe(state, "north", 1, "brute")
    play(perform(state, "north"), "act:attack", "red", "enemy:1", ["1+"])
    assert john.defence == 5


@pytest.mark.rule("CM-R43")
def test_without_a_target_the_action_still_works_at_full_cost():
    state = table(2)
    linda = give(state, "east", "blue", "green")
    linda.face_up, linda.fatigue_discard = 0, 3
    play(perform(state, "east"), "act:storm", "blue", "green", ["1", "1"])
    assert (state.run.rage, linda.defence, linda.hand) == (1, 1, [])
    assert "Linda reaches nobody." in texts(state)


@pytest.mark.rule("CM-R42", "toggle:target_after_roll")
@pytest.mark.parametrize("house_rule", [False, True])
def test_the_target_is_named_before_the_roll_unless_the_house_says_after(house_rule):
    state = table(2, target_after_roll=house_rule)
    john = give(state, "north", "red")
    john.face_up, john.fatigue_discard = 0, 3
    foe(state, "north", 1, "brute")
    foe(state, "north", 2, "brute")
    going = asked(perform(state, "north"), "act:attack", "red")
    if house_rule:
        assert isinstance(going.ask, RollDice)
        going.answer(["2"]).answer("enemy:2")
    else:
        going.answer("enemy:2").answer(["2"])
    assert [enemy.damage for _, enemy in john.enemies()] == [0, 2]


@pytest.mark.rule("CM-44", "CM-166")
def test_talents_and_ability_change_what_actions_do():
    state = table(2)
    john = give(state, "north", "red", "white", "blue")
    john.focus, john.face_up, john.fatigue_discard = 3, 0, 3
    john.talents = ["might", "ease"]
    assert action.focus_cost(state, "north", "slam") == 2
    enemy = foe(state, "north", 1, "brute")
    going = asked(perform(state, "north"), "act:attack", "red", "enemy:1", ["1"])
    assert enemy.damage == 2  # 1 + Might
    going.answer("ability")
    assert (john.focus, john.defence) == (2, 1)
    assert "was already used this round" in why_not(going.ask, "ability")


@pytest.mark.rule("CM-166")
def test_talents_may_swap_colours_add_dice_and_reroll():
    state = table(2)
    linda = give(state, "east", "green")
    linda.focus, linda.face_up, linda.fatigue_discard = 2, 0, 3
    linda.talents = ["eye", "luck"]
    enemy = foe(state, "east", 1, "brute")
    going = asked(perform(state, "east"), "act:volley", "green", "enemy:1", ["0", "1"])
    assert "Luck" in going.ask.text
    going.answer("use").answer("0").answer(["2"])
    assert enemy.damage == 3
    linda.talents, linda.hand, linda.actions = ["gale"], ["blue"], {}
    going = asked(perform(state, "east"), "act:shot", "blue", "enemy:1")
    assert [name for name, _ in going.ask.dice] == ["blue die", "brown die"]
