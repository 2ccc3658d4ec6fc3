"""Damage, defeat and rewards."""

from dataclasses import replace

import pytest
from morta_setting import foe, give, pack, row, table, texts
from playing import asked, open_values, play

from rules.children_of_morta import GAME, bosses, clean_up, defeat, effects, tales
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.perform import perform
from rules.children_of_morta.turn import phases
from rules.children_of_morta.vocabulary import Collect, DamageHero, Deal, DefeatEnemies, GainXp, Take


@pytest.mark.rule("CM-139", "CM-140", "CM-141", "CM-142", "CM-143", "CM-138", "CM-2", "CM-236")
def test_damage_adds_up_until_it_reaches_the_health_then_reward_xp_and_the_card_is_gone():
    state = table(2)
    archer = foe(state, "north", 5, "archer")
    play(defeat.strike(state, "north", {archer.number: 1}))
    assert (archer.damage, row(state, "north")[4]) == (1, "archer")
    play(defeat.strike(state, "north", {archer.number: 1}))
    assert row(state, "north")[4] is None
    assert state.run.enemies["goblins"].discard == ["archer"]
    assert (state.hero("north").focus, state.record("north").xp) == (1, 2)
    assert archer.damage == 0
    GAME.check(state)


@pytest.mark.rule("CM-R56")
def test_damage_and_ferocious_tile_stay_over_rounds():
    state = table(2)
    brute = foe(state, "north", 4, "brute", damage=2, ferocious="hide")
    play(clean_up.clean_up(state))
    assert (brute.damage, brute.ferocious, row(state, "north")[0]) == (2, "hide", "brute")
    play(defeat.strike(state, "north", {brute.number: 2}))
    assert row(state, "north")[0] == "brute"  # 4 + 2 health
    play(defeat.strike(state, "north", {brute.number: 2}))
    assert row(state, "north")[0] is None
    assert state.run.ferocious.left["hide"] == 6  # back in the supply


@pytest.mark.rule("CM-R52", "toggle:xp_to_attacker")
@pytest.mark.parametrize(("house_rule", "xp"), [(False, [2, 0]), (True, [0, 2])])
def test_reward_and_xp_go_to_the_hero_above_whose_board_it_stood(house_rule, xp):
    state = table(2, xp_to_attacker=house_rule)
    archer = foe(state, "north", 6, "archer")
    play(defeat.strike(state, "east", {archer.number: 2}))
    assert (state.hero("north").focus, state.hero("east").focus) == (1, 0)
    assert [state.record(seat).xp for seat in ("north", "east")] == xp


@pytest.mark.rule("CM-R53", "toggle:defeated_cards_hold_space")
@pytest.mark.parametrize("house_rule", [False, True])
def test_a_defeated_card_frees_its_space_at_once_unless_the_house_says_in_clean_up(house_rule):
    state = table(2, defeated_cards_hold_space=house_rule)
    wolf = foe(state, "north", 1, "wolf")
    grunt = foe(state, "north", 4, "grunt")
    play(defeat.strike(state, "north", {wolf.number: 1}))
    john = state.hero("north")
    assert [enemy.card for _, enemy in john.enemies()] == ["grunt"]  # no enemy any more either way
    assert (1 in john.empty()) == (not house_rule)
    GAME.check(state)
    play(clean_up.clean_up(state))
    assert john.row[0] is grunt
    assert state.run.enemies["wolves"].discard == ["wolf"]


@pytest.mark.rule("CM-314", "CM-315", "CM-316", "CM-317", "CM-137")
def test_rewards_rage_focus_morv_and_gemstone():
    state = table(2)
    for space, card in enumerate(("skeleton", "archer", "wolf", "brute"), start=1):
        enemy = foe(state, "north", space, card)
        play(defeat.strike(state, "north", {enemy.number: 9}))
    john = state.hero("north")
    assert (state.run.rage, john.focus, john.morv, john.gemstone) == (1, 1, 1, 1)


@pytest.mark.rule("CM-318", "CM-R55")
def test_bonus_damage_hits_another_enemy_of_the_receivers_row_and_may_chain():
    state = table(2)
    grunt = foe(state, "north", 1, "grunt")
    second = foe(state, "north", 3, "grunt", damage=2)
    archer = foe(state, "north", 6, "archer", damage=1)
    foe(state, "east", 1, "wolf")
    going = asked(defeat.strike(state, "east", {grunt.number: 3}))
    assert going.ask.seat == "north"  # the hero who gets the reward chooses
    assert open_values(going.ask) == [f"enemy:{second.number}", f"enemy:{archer.number}"]
    going.answer(f"enemy:{second.number}")  # falls, and its own bonus hits the only one left
    assert going.ask is None
    assert state.hero("north").enemies() == []
    assert state.record("north").xp == 1 + 1 + 2


@pytest.mark.rule("CM-R55", "CM-318", "CM-R89")
def test_bonus_damage_is_lost_without_another_enemy_and_never_hits_the_boss():
    state = table(2)
    bosses.begin(state, "nohar")
    grunt = foe(state, "north", 1, "grunt")
    play(defeat.strike(state, "north", {grunt.number: 3}))
    assert "the bonus damage is lost" in texts(state)
    assert state.run.boss.damage == 0


@pytest.mark.rule("CM-R54")
def test_all_damage_is_placed_first_and_rewards_come_in_an_order_the_attacker_chooses():
    state = table(2)
    deck = pack().enemy_decks["goblins"]
    wise = replace(deck.cards["archer"], rewards=(*deck.cards["archer"].rewards, GainXp(n=1)))  # more than plain goods
    goblins = replace(deck, cards={**deck.cards, "archer": wise})
    state.pack = replace(pack(), enemy_decks={**pack().enemy_decks, "goblins": goblins})
    grunt = foe(state, "north", 1, "grunt")
    archer = foe(state, "north", 2, "archer")
    brute = foe(state, "north", 3, "brute")
    going = asked(defeat.strike(state, "north", dict.fromkeys((grunt.number, archer.number, brute.number), 3)))
    assert (brute.damage, state.hero("north").focus) == (3, 0)
    assert [(option.label, option.hint) for option in going.ask.options] == [
        ("Grunt (John)", "1 damage to another enemy"),
        ("Archer (John)", "1 focus, 1 XP"),
    ]
    going.answer(1)
    # the grunt's bonus cannot go to the archer of the same batch: the brute is the only one left
    assert going.ask is None
    assert (state.hero("north").focus, state.hero("north").gemstone) == (1, 1)
    said = texts(state)
    assert said.index("John: focus 0 → 1.") < said.index("Brute takes 1 damage")  # the archer's reward first


@pytest.mark.rule("CM-R54")
def test_nobody_is_asked_for_an_order_that_comes_to_the_same():
    state = table(2)
    fallen = [foe(state, "north", space, card) for space, card in ((1, "grunt"), (2, "archer"))]
    brute = foe(state, "north", 3, "brute")
    play(defeat.strike(state, "north", {enemy.number: 3 for enemy in fallen}))
    assert (state.hero("north").focus, brute.damage) == (1, 1)


@pytest.mark.rule("CM-E20", "CM-157", "CM-299", "CM-318", "CM-R52", "CM-R54", "CM-158")
def test_the_long_example_item_neighbours_arrow_slam_and_bonus_damage():
    state = table(2)
    john = give(state, "north", "white", "blue")
    linda = give(state, "east", "blue")
    for hero in (john, linda):
        hero.face_up, hero.fatigue_discard = 0, 3
    john.focus, state.run.rage = 1, 1
    john.items = ["tonic"]
    state.run.items.take("tonic")
    first, second = foe(state, "north", 2, "grunt"), foe(state, "north", 3, "brute")
    archer = foe(state, "north", 6, "archer", damage=1)
    play_john = asked(perform(state, "north"), "item:tonic", "east")
    assert (john.focus, linda.focus) == (2, 1)
    assert (john.items, state.run.items.discard) == ([], ["tonic"])
    asked(perform(state, "east"), "act:shot", "blue", "none", f"enemy:{archer.number}", ["1"])
    assert john.focus == 3  # John, not Linda, gets the archer's reward
    play_john.again().answer("act:slam").answer("white").answer("blue").answer("blue").answer("window:2")
    assert (john.focus, state.run.rage) == (0, 0)
    play_john.answer(["1", "2"])
    assert state.find(first.number) is None
    assert state.find(second.number) is None  # 3 + 1 bonus
    assert john.gemstone == 1
    GAME.check(state)


def with_goal(state, goal):
    """The same table in a chapter with that objective."""
    chapters = {**pack().chapters, 2: replace(pack().chapters[2], objectives=(goal,))}
    state.pack = replace(pack(), chapters=chapters)
    return state


@pytest.mark.rule("CM-R54", "CM-R77", "CM-141")
@pytest.mark.parametrize("goal", [DefeatEnemies(n=1), DefeatEnemies(n=2), Collect(resource="morv", n=1)])
def test_all_felled_in_one_blow_give_xp_and_reward_even_if_it_wins_the_run(goal):
    state = with_goal(table(2), goal)
    wolves = [foe(state, "north", 1, "wolf"), foe(state, "east", 1, "wolf")]
    with pytest.raises(RunOver):
        play(defeat.strike(state, "north", {wolf.number: 1 for wolf in wolves}))
    assert state.run.result == "won"
    assert [(state.hero(seat).morv, state.record(seat).xp) for seat in state.seats] == [(1, 1), (1, 1)]
    GAME.check(state)


@pytest.mark.rule("CM-R54", "CM-R55", "CM-R77")
def test_bonus_damage_that_wins_the_run_takes_nothing_from_the_others_of_the_blow():
    state = with_goal(table(2), DefeatEnemies(n=3))
    grunt, wolf = foe(state, "north", 1, "grunt"), foe(state, "north", 2, "wolf")
    foe(state, "north", 3, "archer", damage=1)
    with pytest.raises(RunOver):
        play(defeat.strike(state, "north", {grunt.number: 3, wolf.number: 3}))
    assert (state.hero("north").morv, state.hero("north").focus, state.record("north").xp) == (1, 1, 1 + 1 + 2)


@pytest.mark.rule("CM-R91", "CM-R77")
def test_a_bosss_reward_that_wins_the_run_reaches_every_hero():
    state = with_goal(table(2), Collect(resource="gemstone", n=1))
    bosses.begin(state, "nohar")
    with pytest.raises(RunOver):
        play(bosses.wound(state, 99))
    assert [state.hero(seat).gemstone for seat in state.seats] == [1, 1]
    assert state.run.bosses_beaten == ["nohar"]


@pytest.mark.rule("CM-R77")
def test_what_a_card_gives_to_each_hero_is_given_to_each_even_if_the_first_would_win():
    state = with_goal(table(2), Collect(resource="morv", n=1))
    with pytest.raises(RunOver):
        play(effects.carry_out(state, [Take(resource="morv", who="each_hero"), GainXp(n=1)], effects.Cause("north")))
    assert [state.hero(seat).morv for seat in state.seats] == [1, 1]
    assert state.record("north").xp == 1


@pytest.mark.rule("CM-R77")
def test_one_card_that_wins_and_loses_the_run_loses_it():
    state = with_goal(table(2), Collect(resource="morv", n=1))
    with pytest.raises(RunOver):
        play(effects.carry_out(state, [Take(resource="morv"), DamageHero(n=99)], effects.Cause("north")), 0)
    assert (state.run.result, state.run.way) == ("lost", "health")


@pytest.mark.rule("CM-R77", "CM-325")
def test_a_boss_felled_by_a_card_wins_the_run():
    state = table(2)
    bosses.begin(state, "nohar")
    with pytest.raises(RunOver):
        play(effects.carry_out(state, [Deal(n=99, which="boss")], effects.Cause("north")))
    assert state.run.result == "won"


@pytest.mark.rule("CM-R77", "CM-64")
def test_a_chapter_card_that_wins_the_run_is_carried_out_to_its_end():
    state = with_goal(table(2), Collect(resource="morv", n=1))
    state.run.chapter.below = ["shrine"]
    with pytest.raises(RunOver):
        play(tales.chapter_card(state, effects.Cause("north")), True, 1, ["dream"], True)
    assert state.campaign.chapter_cards_done == ["shrine"]
    assert [state.record(seat).xp for seat in state.seats] == [1, 1]


@pytest.mark.rule("CM-R77", "CM-R55")
def test_a_run_is_not_won_over_somebodys_head_while_their_blow_is_still_counted():
    state = with_goal(table(2), DefeatEnemies(n=3))
    give(state, "east", "blue")
    linda = state.hero("east")
    linda.face_up, linda.fatigue_discard = 0, 3
    foe(state, "north", 1, "grunt", damage=2)
    for space in (2, 3):
        foe(state, "north", space, "brute")
    wolves = [foe(state, "east", space, "wolf") for space in (1, 2)]
    going = asked(phases(state))
    for answer in ("act:shot", "blue", "enemy:1", ["1"]):
        going.answer(("east", answer))
    assert "Bonus damage" in going.ask.of("north").text
    for wolf in wolves:  # as a third player might
        play(defeat.strike(state, "east", {wolf.number: 1}))
    assert state.run.result == ""
    going.answer(("north", "enemy:3"))
    assert state.run.result == "won"
