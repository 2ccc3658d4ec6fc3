"""Run end and coming home: the seven steps, and what comes next."""

import pytest
from family_setting import auto, begin_run, family, said, stand
from playing import Playing, asked, open_values, play

from rules.children_of_morta import GAME, enemies, home, outcome, rows, set_up, turn
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.state import Link


def end_run(state, result="won", to="next", said=None):
    """The run is over; come home as far as the step *to*."""
    state.run.result = result
    auto(home.run_end(state), said)
    assert state.phase == "home"
    playing = Playing(home.come_home(state))
    for _ in range(100):
        if state.at_home == to or playing.ask is None:
            return playing
        playing.answer(_plainly(playing.ask))
    raise AssertionError(f"never came to {to}: {playing.ask}")


def _plainly(ask):
    if ask.seats and not ask.seat:
        return (ask.seats[0], "enough")
    return "enough"


def without_xp(state):
    """Nobody can afford a level, so nobody is asked."""
    for record in state.campaign.records.values():
        record.xp = -100


@pytest.mark.rule("CM-12", "CM-200", "CM-206")
@pytest.mark.parametrize("result", ["won", "lost"])
def test_won_or_lost_the_heroes_come_home_and_do_all_the_steps(result):
    state = family()
    without_xp(state)
    state.hero("north").health = 2
    end_run(state, result)
    assert state.hero("north").health == 10
    for step in ("1. All markers", "2. Discarded fatigue", "3. All enemies", "4. Items, talents"):
        assert said(state, step)


@pytest.mark.rule("CM-202", "CM-204", "CM-9")
def test_a_run_is_lost_by_health_or_by_space_and_by_nothing_else():
    crowded = family()
    for space in range(1, 7):
        stand(crowded, "east", space, "mongrel" if space < 4 else "dustmoth")
    with pytest.raises(RunOver):
        play(rows.meet(crowded, "east", "hounds", encounter=True))
    assert (crowded.run.result, crowded.run.way) == ("lost", "space")
    spent = family()  # no tokens, no focus, no fatigue, stunned and surrounded: bad, but not lost
    hero = spent.hero("north")
    hero.hand, hero.focus, hero.face_up, hero.stun, hero.health = [], 0, 0, 5, 1
    for space in range(1, 7):
        stand(spent, "north", space, "mongrel" if space < 4 else "dustmoth")
    outcome.fall(spent, hero)
    outcome.judge(spent, end_of_round=True)
    assert play(rows.meet(spent, "north", "hounds")) is None  # a summoned enemy without a space is no loss
    assert spent.run.result == ""


@pytest.mark.rule("CM-203", "CM-205", "CM-190", "CM-R71", "CM-372")
def test_a_hero_without_health_loses_the_run_at_once():
    state = family()
    stand(state, "north", 1, "mongrel")
    stand(state, "north", 2, "biter")
    state.hero("north").health = 1
    playing = asked(enemies.enemy_phase(state), ["1"])  # the biter's die
    with pytest.raises(RunOver):
        playing.answer("no")  # Bram's apron would have taken the damage
    assert (state.run.result, state.run.way) == ("lost", "health")
    assert state.hero("north").health == 0
    assert not said(state, "Old mongrel hits")


@pytest.mark.rule("CM-R71", "toggle:defeat_only_in_enemy_phase")
def test_by_house_rule_no_health_matters_in_the_enemy_phase_alone():
    state = family(defeat_only_in_enemy_phase=True)
    hero = state.hero("north")
    hero.health = 0
    outcome.fall(state, hero)
    assert state.run.result == ""
    state.run.enemy_phase = True
    with pytest.raises(RunOver):
        outcome.fall(state, hero)
    other = family()
    other.hero("north").health = 0
    with pytest.raises(RunOver):
        outcome.fall(other, other.hero("north"))


@pytest.mark.rule("CM-208")
def test_step_1_puts_the_markers_back_to_their_start():
    state = family()
    hero = state.hero("east")
    hero.health, hero.defence, hero.focus = 1, 3, 4
    home.reset_markers(state)
    assert (hero.health, hero.defence, hero.focus) == (8, 0, 0)


@pytest.mark.rule("CM-209", "CM-210")
def test_step_2_turns_the_discarded_fatigue_up_and_leaves_what_is_in_the_bag():
    state = family()
    hero = state.hero("north")
    hero.face_up, hero.fatigue_discard = 0, 2
    state.campaign.bag["fatigue/bram"] = 1
    home.fatigue_up(state)
    assert (hero.face_up, hero.fatigue_discard) == (2, 0)
    assert state.campaign.bag["fatigue/bram"] == 1


@pytest.mark.rule("CM-211", "CM-R26")
def test_step_3_shuffles_all_enemies_into_their_decks():
    state = family()
    enemy = stand(state, "north", 3, "cur")
    enemy.ferocious = "old_one"
    state.run.ferocious.take("old_one")
    state.run.enemies["moths"].take("dustmoth")
    state.run.enemies["moths"].discard.append("dustmoth")
    home.enemies_back(state)
    assert state.hero("north").row == [None] * 6
    assert state.run.enemies["hounds"].left["cur"] == 4
    assert state.run.enemies["moths"].left["dustmoth"] == 4
    assert state.run.enemies["moths"].discard == []
    assert state.run.ferocious.left["old_one"] == 2


@pytest.mark.rule("CM-212", "CM-213", "CM-168", "CM-167")
def test_step_4_discards_items_talents_potions_gemstones_and_rage():
    state = family()
    hero = state.hero("north")
    hero.items, hero.talents, hero.potion, hero.gemstone, state.run.rage = ["snare"], ["bram_anvil"], 2, 3, 7
    home.discard_goods(state)
    assert (hero.items, hero.talents, hero.potion, hero.gemstone, state.run.rage) == ([], [], 0, 0, 0)


@pytest.mark.rule("CM-R79", "toggle:morvs_lost_at_home")
def test_morvs_stay_in_the_family_fund_unless_the_house_says_they_are_lost():
    for lost, kept in ((False, 5), (True, 2)):
        state = family(morvs_lost_at_home=lost)
        state.campaign.fund = 2
        state.hero("north").morv, state.hero("east").morv = 1, 2
        home.discard_goods(state)
        assert state.campaign.fund == kept
        assert state.hero("east").morv == 0


@pytest.mark.rule("CM-R78")
def test_everything_that_lies_about_when_a_run_ends_goes_into_the_bag():
    state = family()
    bag, hero = state.campaign.bag, state.hero("north")
    for token in ("red", "green", "blue"):
        bag[token] -= 1
    hero.hand, hero.actions, hero.spent = ["red"], {"hammer": ["green", "fatigue/bram"]}, ["blue"]
    hero.corruption, hero.stun, state.campaign.corruption = 1, 2, 4
    home.gather_tokens(state)
    assert bag == {"red": 2, "green": 2, "blue": 2, "yellow": 2, "white": 2, "fatigue/bram": 1, "corruption": 1}
    assert (hero.hand, hero.actions, hero.spent, hero.corruption, hero.stun) == ([], {}, [], 0, 0)


@pytest.mark.rule("CM-150", "CM-214", "CM-215")
@pytest.mark.parametrize("result", ["won", "lost"])
def test_step_5_crosses_off_a_square_for_each_support_token(result):
    state = family()
    without_xp(state)
    state.run.links[0].tokens = 3
    end_run(state, result)
    assert state.campaign.bonds == {"bram|nell": 3}
    assert state.run.links[0].tokens == 0
    assert state.campaign.bonded == []


@pytest.mark.rule("CM-214")
def test_in_chapter_one_nothing_is_crossed_off():
    state = family(chapter=1)
    assert state.run.links == []
    state.run.links.append(Link(seats=["north", "east"], card="shout", kind="support", tokens=4))
    home.cross_off(state)
    assert state.campaign.bonds == {}


@pytest.mark.rule("CM-151", "CM-216", "CM-244", "CM-R58", "toggle:bond_threshold")
@pytest.mark.parametrize(("threshold", "squares", "bonded"), [(6, 5, False), (6, 6, True), (7, 6, False), (7, 7, True)])
def test_the_sixth_square_makes_a_bond_or_by_house_rule_the_seventh(threshold, squares, bonded):
    state = family(bond_threshold=threshold)
    state.campaign.bonds["bram|nell"] = squares - 2
    state.run.links[0].tokens = 2
    home.cross_off(state)
    assert (state.campaign.bonded == ["bram|nell"]) is bonded


@pytest.mark.rule("CM-R58")
def test_surplus_squares_are_lost():
    state = family()
    state.campaign.bonds["bram|nell"] = 5
    state.run.links[0].tokens = 4
    home.cross_off(state)
    assert state.campaign.bonds["bram|nell"] == 6


@pytest.mark.rule("CM-217", "CM-234", "CM-245", "CM-246")
def test_from_the_next_session_on_the_bond_card_lies_between_the_two():
    state = family(3)
    state.campaign.bonded = ["nell|wick"]
    begin_run(state)
    kinds = {frozenset(link.seats): (link.kind, link.card) for link in state.run.links}
    assert kinds[frozenset(("east", "south"))] == ("bond", "nell_wick")
    assert [kind for kind, _ in kinds.values()].count("support") == 2
    state.heroes = {"north": "nell", "east": "bram", "south": "isa"}  # they sit apart now: no bond card
    begin_run(state)
    assert {link.kind for link in state.run.links} == {"support"}


@pytest.mark.rule("CM-10", "CM-201", "CM-231", "CM-233", "CM-371")
def test_after_a_win_the_next_chapter_is_played():
    state = family(chapter=2)
    without_xp(state)
    playing = end_run(state, "won")
    assert open_values(playing.ask) == ["on", "save", "reset"]
    playing.answer("on")
    assert (state.campaign.chapter, state.phase) == (3, "gather")


@pytest.mark.rule("CM-11", "CM-232", "CM-R83")
def test_a_lost_chapter_is_played_again_with_bag_xp_levels_fund_and_bonds_kept():
    state = family(chapter=2)
    campaign = state.campaign
    campaign.records["bram"].xp, campaign.records["bram"].levels = 1, {"hammer": 2}
    campaign.fund, campaign.bonds = 1, {"bram|nell": 2}
    campaign.bag["red/storm"] = 1
    playing = end_run(state, "lost")
    playing.answer("on")
    assert (campaign.chapter, state.phase) == (2, "gather")
    state.heroes = {"north": "bram", "east": "nell"}
    state.campaign.chapter_cards_out = ["millers_cat"]
    begin_run(state)
    assert campaign.records["bram"].levels == {"hammer": 2}
    assert campaign.records["bram"].xp == 2  # and 1 XP for the lost run
    assert (campaign.fund, campaign.bonds, campaign.bag["red/storm"]) == (1, {"bram|nell": 2}, 1)
    assert state.run.explored == []
    assert sum(len(tiles) for tiles in state.run.tiles.values()) == 10
    assert state.run.chapter.left == {"grinding_stones": 1}  # drawn chapter cards stay out
    assert state.run.enemies["hounds"].size == 16
    assert state.run.items.size == 30


@pytest.mark.rule("CM-R4", "toggle:chapter_cards_return_on_replay")
@pytest.mark.parametrize("back", [False, True])
def test_by_house_rule_a_lost_chapter_gets_its_cards_back(back):
    state = family(chapter_cards_return_on_replay=back)
    state.campaign.chapter_cards_out = ["lost_lamb", "millers_cat"]
    state.campaign.last_lost = True
    begin_run(state)
    assert state.run.chapter.size == (2 if back else 1)
    assert "lost_lamb" in state.campaign.chapter_cards_out  # another chapter's card stays out


@pytest.mark.rule("CM-207", "CM-R9")
def test_whether_the_first_steps_were_done_or_not_a_session_begins_with_fresh_markers():
    state = family()
    hero = state.hero("north")
    hero.health, hero.focus, hero.face_up, hero.fatigue_discard = 1, 3, 0, 2
    state.campaign.bag["fatigue/bram"] = 1
    begin_run(state)
    hero = state.hero("north")
    assert (hero.health, hero.focus, hero.face_up, hero.fatigue_discard) == (10, 0, 2, 0)


@pytest.mark.rule("CM-R76")
def test_a_run_that_is_over_has_no_clean_up():
    state = family()
    state.hero("north").focus = 0
    stand(state, "east", 6, "dustmoth")
    state.run.boss = None
    state.phase = "enemy"
    state.hero("east").health = 1
    playing = asked(turn.phases(state), ["1"])
    assert state.run.result == "lost"
    assert state.hero("north").focus == 0
    assert state.run.round == 1
    assert playing.ask is not None


@pytest.mark.rule("CM-229", "CM-271")
def test_the_game_can_be_saved_once_the_heroes_are_home():
    state = family()
    without_xp(state)
    playing = end_run(state, "won")
    playing.answer("save")
    assert "Bram's box" in playing.ask.todo[0]
    playing.answer(True)
    assert state.phase == "saved"


@pytest.mark.rule("CM-235")
def test_every_rule_can_be_looked_up_when_a_chapter_asks_for_it():
    assert len(GAME.reference) == 473
    assert all(rule.name and rule.text.endswith(".") for rule in GAME.reference.values())


@pytest.mark.rule("CM-R77")
def test_the_run_is_won_the_moment_its_goal_is_met_unless_it_waits_for_the_end_of_the_round():
    state = family(chapter=2)
    state.run.bosses_beaten.append("wheelwright")
    with pytest.raises(RunOver):
        outcome.judge(state)
    late = family(chapter=1)
    late.run.explored = ["ford", "orchard", "well"]
    outcome.judge(late)
    assert late.run.result == ""
    with pytest.raises(RunOver):
        outcome.judge(late, end_of_round=True)
    assert late.run.result == "won"


@pytest.mark.rule("CM-R77")
def test_a_run_lost_in_the_same_moment_stays_lost():
    state = family(chapter=2)
    state.hero("north").health = 0
    with pytest.raises(RunOver):
        outcome.fall(state, state.hero("north"))
    state.run.bosses_beaten.append("wheelwright")
    outcome.judge(state)
    assert state.run.result == "lost"


@pytest.mark.rule("CM-7")
def test_the_last_chapter_won_ends_the_campaign():
    state = family(chapter=6)
    without_xp(state)
    end_run(state, "won")
    assert state.result["ending"] == "story won"


@pytest.mark.rule("CM-5", "CM-R80")
def test_xp_and_levels_belong_to_the_hero_and_outlive_the_run():
    state = family()
    state.campaign.records["nell"].xp = 3
    state.campaign.records["nell"].levels = {"arrow": 3}
    playing = end_run(state, "lost")
    playing.answer("on")
    state.heroes = {"north": "nell", "east": "isa"}
    begin_run(state)
    assert state.record("north").levels == {"arrow": 3}
    assert state.record("north").xp == 4


@pytest.mark.rule("CM-R85")
def test_a_locked_hero_joins_when_the_chapter_says_so():
    state = family(chapter=2)
    assert "orsa" not in state.campaign.unlocked
    state.run.result = "won"
    auto(home.run_end(state))
    assert "orsa" in state.campaign.unlocked


@pytest.mark.rule("CM-R3")
def test_house_cards_are_drawn_where_a_chapter_says_so_and_stay_out():
    state = family(chapter=3)
    state.run.result = "won"
    auto(home.run_end(state), {"Draw an event": ["letter"]})
    assert state.campaign.events_out == ["letter"]
    begin_run(state)
    assert state.run.events.size == 9


@pytest.mark.rule("CM-246")
def test_a_pair_is_the_same_pair_whoever_sits_first():
    assert set_up.pair_of("nell", "bram") == set_up.pair_of("bram", "nell") == "bram|nell"
