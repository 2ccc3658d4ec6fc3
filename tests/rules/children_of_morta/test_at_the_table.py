"""What players stumbled over when they played a whole Trial: orders hands never heard, and questions nobody needs."""

import pytest
from family_setting import auto, family, stand
from playing import Playing, asked, open_values, play, why_not

from rules.children_of_morta import GAME, aim, bosses, cards, deeds, effects, encounter, enemies, home, levels, set_up
from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.hurt import hurt
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.perform import perform
from rules.children_of_morta.set_up import checklist
from rules.children_of_morta.state import Acting, Rolled
from rules.children_of_morta.tracks import take
from rules.children_of_morta.turn import phases


def told(state, change):
    before = GAME.view(state)
    change(state)
    return GAME.todo(before, GAME.view(state))


def trial(players=3):
    state = family(players, mode="trial")
    state.phase = "perform"
    return state


# What hands have to do


@pytest.mark.rule("CM-218", "CM-222")
def test_a_token_bought_goes_into_the_bag_and_a_basic_one_out_of_it_by_hand():
    state = family()
    state.campaign.fund = 9

    def bought(state):
        play(levels.buy_token(state, "storm"), "green", "yes")

    assert told(state, bought) == [
        "Morvs in the family fund: 4.",
        "Put Green with Gale into the bag.",
        "Take a basic Green out of the bag, for good.",
    ]


@pytest.mark.rule("CM-R78", "CM-R79")
def test_at_the_end_of_a_chapter_all_tokens_go_into_the_bag_and_morvs_into_the_fund():
    state = family()
    state.run.result, state.run.reason = "won", "Every objective is met."
    ask = Playing(home.run_end(state)).ask
    assert ask.todo == ("Everybody: all tokens from hand and board into the bag, face-up and discarded fatigue stays.",)
    state.hero("north").morv = 2
    orders = told(state, home.discard_goods)
    assert "Bram: now 0 Morvs." in orders
    assert "Morvs in the family fund: 2." in orders


@pytest.mark.rule("CM-R77")
def test_a_goal_that_counts_when_the_round_ends_says_so():
    goals = GAME.show(family(chapter=1), None)["objectives"]
    assert [goal["text"] for goal in goals] == ["Reach Old well and get to the end of the round"]


@pytest.mark.rule("CM-R15")
def test_corruption_goes_into_the_bag_by_hand_and_out_again():
    state = family(chapter=2)

    def corrupted(state):
        play(effects.carry_out(state, [v.Corrupt(do="add_corruption", n=2)], effects.Cause("north")))

    def cleansed(state):
        play(effects.carry_out(state, [v.Corrupt(do="remove_corruption", n=1)], effects.Cause("north")))

    assert told(state, corrupted) == ["Put 2 corruption tokens into the bag."]
    assert told(state, cleansed) == ["Take 1 corruption token out of the bag."]


@pytest.mark.rule("CM-333")
def test_items_are_laid_out_on_the_shop_and_whoever_buys_one_hears_where_it_goes():
    state = trial()

    def laid(state):
        state.run.items.take("snare")
        state.run.shop = ["snare"]

    def sold(state):
        state.run.shop = []
        state.hero("east").items.append("snare")

    assert told(state, laid) == ["Shop: lay out Snare."]
    assert told(state, sold) == ["Nell: lay Snare below the board."]


@pytest.mark.rule("CM-R57")
def test_tokens_flipped_as_a_price_are_flipped_by_hand_and_go_into_the_bag():
    state = family()

    def flipped(state):
        state.hero("north").spent = ["red", "blue"]

    def cleaned(state):
        state.hero("north").spent = []

    assert told(state, flipped) == ["Bram: flip Red, Blue."]
    assert told(state, cleaned) == ["Bram: the flipped tokens into the bag."]


@pytest.mark.rule("CM-199")
def test_the_leader_token_is_passed_on_when_everything_else_is_done():
    state = family()
    stand(state, "north", 6, "dustmoth")

    def cleaned(state):
        state.hero("north").row[0], state.hero("north").row[5] = state.hero("north").row[5], None
        state.run.leader = "east"
        state.hero("east").focus = 1

    assert told(state, cleaned)[-2:] == ["Dust moth: from Bram's space 6 to Bram's space 1.", "Leader token to Nell."]


@pytest.mark.rule("CM-73", "CM-74")
def test_hands_and_eyes_hear_which_ferocious_tile_it_is():
    state = family()
    assert told(state, lambda s: stand(s, "north", 1, "cur", ferocious="old_one")) == [
        "Bram's space 1: Mud cur, ferocious (+1 health, +1 attack)."
    ]
    assert GAME.show(state, "north")["seats"][0]["row"][0]["ferocious"] == "+1 health, +1 attack"


@pytest.mark.rule("CM-38", "CM-339")
def test_the_set_up_says_which_tiles_lie_where_and_names_the_decks():
    steps = checklist(trial())
    assert "On the map The long road, lay 2 near tiles face down each on Lane, Brook, Night fair." in steps
    assert "On the map The long road, lay 2 lair tiles face down each on Gallows hill, The bell." in steps
    assert any(step.startswith("Shuffle the enemy decks: Lamp moths, Marsh hounds,") for step in steps)


@pytest.mark.rule("CM-272", "CM-R8", "CM-R79")
def test_another_evening_levels_fund_and_bag_are_as_they_were():
    state = family(chapter=2)
    state.campaign.fund, state.record("north").levels = 4, {"hammer": 2}
    assert "Put 4 Morvs of the family fund beside it." in home.packing(state)
    state.phase = "set_up"
    ask = Playing(phases(state)).ask
    assert "North: lay your level cards on the board: Heavy hammer." in ask.todo
    assert ask.todo[-1].startswith("In the bag by now: 2 × Blue")
    state.campaign.sets, state.campaign.bag = 0, {}
    state.campaign.box = dict.fromkeys(state.pack.skill_colours, 4)
    assert Playing(phases(state)).ask.todo[-1].startswith("Put into the bag: 2 × Blue")


def test_the_set_up_of_a_chapter_lays_out_its_cards():
    state = family(chapter=1)
    n = len(state.pack.chapters[1].chapter_deck)
    assert any(step.startswith(f"Lay the {n} cards of this chapter face down, ") for step in checklist(state))


@pytest.mark.rule("CM-14")
def test_filling_the_bag_is_told_once():
    state = family(3)
    state.campaign.sets, state.said = 0, []
    state.campaign.bag, state.campaign.box = {}, dict.fromkeys(state.pack.skill_colours, 4)
    set_up.fill_bag(state)
    assert [each.text for each in state.said] == ["3 sets of basic tokens into the bag."]


def test_nothing_left_to_take_is_said_as_such():
    state = family()
    state.hero("north").potion = state.pack.constants.reserve.potion
    state.said = []
    take(state, state.hero("east"), "potion", 1)
    assert [each.text for each in state.said] == ["No potion is left for Nell."]


# What would come to nothing


def held(state, key):
    return next(card for card in cards.held(state, "north") if card.key == key)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("bell_rope", "there is no boss"),
        ("honey_cake", "there is no health to gain"),
        ("smelling_salts", "there is no fatigue to turn up"),
        ("snare", "there is no enemy for it"),
        ("iron_bar", "it reaches nobody"),
        ("fire_pot", "it reaches nobody"),
        ("net", "there is nobody to push"),
        ("glass_arrow", "there is no boss"),
        ("family_ring", "there is no focus to gain"),
    ],
)
def test_an_item_that_would_do_nothing_is_kept(item, reason):
    state = trial()
    state.hero("north").items = [item]
    assert why(state, item) == f"{state.pack.items[item].name} would do nothing now: {reason}."


def why(state, item):
    return str(cards.why_not(state, "north", held(state, f"item:{item}")) or "")


def test_an_item_that_does_something_may_be_used():
    state = trial()
    stand(state, "north", 1, "cur")
    bosses.begin(state, "gallowhart")
    hero = state.hero("north")
    hero.items = ["bell_rope", "snare", "iron_bar"]
    assert [why(state, item) for item in hero.items] == ["", "", ""]
    hero.items = ["honey_cake", "smelling_salts", "spyglass"]
    assert why(state, "spyglass")  # all have all the focus there is
    hero.health, hero.fatigue_discard, state.hero("south").focus = 9, 1, 0
    assert [why(state, item) for item in hero.items] == ["", "", ""]


@pytest.mark.rule("CM-149")
def test_a_support_card_that_does_nothing_still_earns_its_token():
    state = trial()
    state.run.links[0].card = "push_off"
    assert cards.why_not(state, "north", held(state, "support:0")) is None
    play(cards.use(state, "north", held(state, "support:0")))
    assert state.run.links[0].tokens == 1


# Questions nobody needs, and what a question has to say


@pytest.mark.rule("CM-R44")
def test_windows_over_the_same_enemies_are_one_choice_and_stay_valid():
    state = trial()
    stand(state, "east", 2, "cur")
    stand(state, "east", 5, "dustmoth")
    found = aim.options(state, "east", "row_area", 2)
    assert [(option.value, option.label) for option in found] == [
        ("window:1", "Spaces 1 to 2: Mud cur"),
        ("window:4", "Spaces 4 to 5: Dust moth"),
    ]
    assert aim.still_there(state, "east", "row_area", 2, "window:2")


@pytest.mark.rule("CM-306")
def test_up_to_two_may_be_pushed_and_the_only_space_is_taken_unasked():
    state = trial()
    enemy = stand(state, "north", 1, "cur")
    for space in (4, 5):
        stand(state, "north", space, "dustmoth")
    playing = Playing(deeds.push(state, "north", 2, "ranged"))
    playing.answer(f"enemy:{enemy.number}")
    assert state.hero("north").row[5] is enemy  # nowhere else to go
    assert playing.ask is None  # and nowhere for anybody else
    state.hero("north").row[4] = None
    playing = asked(deeds.push(state, "north", 2, "ranged"), f"enemy:{enemy.number}")
    assert "none" in open_values(playing.ask)
    playing.answer("none")
    assert playing.ask is None


@pytest.mark.rule("CM-121")
def test_of_dice_that_show_the_same_one_is_offered_again():
    state = trial()
    hero = state.hero("north")
    hero.hand = ["red"]
    state.campaign.bag["red"] -= 1
    stand(state, "north", 1, "packmother")
    state.run.rage = 1
    number = hero.row[0].number
    playing = asked(perform(state, "north"), "act:hammer", "red", "blue", f"enemy:{number}", ["1", "1"])
    assert [option.label for option in playing.ask.options] == ["Keep it", "Re-roll the blue 1"]


@pytest.mark.rule("CM-R68", "CM-R69")
def test_a_hero_who_may_evade_hears_what_the_critical_adds():
    state = trial()
    state.hero("east").defence = 2
    moth = stand(state, "east", 6, "lampeater")
    playing = Playing(enemies.activate(state, moth.number))
    playing.answer(["1+"])
    assert playing.ask.text == "Lamp-eater: Nell is about to take 2 damage and has 2 evade."
    bosses.begin(state, "drowned_bell")
    state.run.boss.card = "toll"
    state.hero("north").health = 5
    playing = Playing(bosses.act(state))
    playing.answer(["1"])
    assert playing.ask.text == "The Drowned Bell: 1 damage to Bram. Use Bram's ability?"
    playing.answer("no").answer(["1+"])
    assert playing.ask.text == "The Drowned Bell: Nell is about to take 2 damage and has 2 evade."


@pytest.mark.rule("CM-R70")
def test_each_card_against_a_hit_hears_what_is_left_of_it():
    state = trial()
    hero = state.hero("north")
    hero.items, hero.defence = ["pot_lid", "thorn_branch"], 1
    cur = stand(state, "north", 1, "cur")
    playing = Playing(hurt(state, "north", 1, "Mud cur", cur.number))
    assert playing.ask.text == "Mud cur: 1 damage to Bram. Use Bram's ability?"
    playing.answer("use")  # nothing is left: the pot lid and the shield are kept
    assert playing.ask.text == "Mud cur: 0 damage to Bram. Use Thorn branch?"
    assert playing.answer("no").ask is None
    playing = asked(hurt(state, "north", 4, "Mud cur", cur.number), "use")
    assert playing.ask.text == "Mud cur: 2 damage to Bram. Use Thorn branch?"
    assert playing.answer("no").ask.text == "Mud cur: 2 damage to Bram. How much shield?"


def test_a_critical_reward_that_is_chosen_says_what_it_is_for():
    state = family(2, heroes=("isa", "bram"))
    playing = Playing(
        effects.carry_out(state, state.board("north").crit_reward, effects.Cause("north", name="Critical reward"))
    )
    assert playing.ask.text == "Critical reward: which way?"


@pytest.mark.rule("CM-68", "CM-R2")
def test_the_offer_of_a_talent_promises_nothing_else_for_a_gemstone():
    state = trial(2)
    state.hero("north").gemstone = 2
    ask = Playing(encounter._offer_talents(state)).ask
    assert [option.hint for option in ask.options] == [
        "keep 2 gemstones",
        "draw your top two talent cards and keep one for the rest of the run",
    ]


def test_a_hero_to_choose_is_a_button_that_says_how_the_hero_is():
    state = trial()
    state.hero("east").health = 3
    options = effects.heroes(state, state.seats)
    assert [(option.label, option.hint, option.slot) for option in options][1] == ("Nell", "health 3/8", None)


def test_who_chooses_a_hero_hears_what_for():
    state = trial()
    cause = effects.Cause("north", name="The long road")
    ask = Playing(effects.carry_out(state, [v.GainXp(n=3, who="chosen")], cause)).ask
    assert ask.text == "The long road: 3 XP for a hero you choose. Which hero?"


def test_what_no_word_says_is_told_once():
    state = trial()
    cause = effects.Cause("north", name="It waits")
    ask = Playing(effects.carry_out(state, [v.Manual(text="Be still.")], cause)).ask
    assert (ask.text, ask.todo) == ("It waits: Be still. What changed?", ())


# Bosses and the end


@pytest.mark.rule("CM-252", "CM-253", "CM-258")
def test_a_boss_is_seen_before_its_first_card_is_drawn_by_the_leaders_hand():
    state = trial()
    ask = Playing(bosses.appear(state, "drowned_bell")).ask
    assert ask.text == "The Drowned Bell appears!"
    assert ask.todo[:2] == ("It has 23 health.", "Shuffle its 5 boss cards and lay them within reach.")
    assert ask.story == state.pack.bosses["drowned_bell"].text
    card = Playing(bosses.draw_card(state)).ask
    assert (card.seat, card.at_once) == (state.run.leader, False)  # though the box holds the cards


@pytest.mark.rule("CM-325", "CM-327", "CM-345")
def test_a_trial_that_is_won_says_so_first_and_tells_its_tale():
    state = trial()
    bosses.begin(state, "drowned_bell")
    state.run.defeated, state.run.round, state.hero("east").health = {"moths": 3}, 12, 6
    state.record("north").levels = {"hammer": 2}
    with pytest.raises(RunOver):
        play(bosses.wound(state, 99))
    state.phase = "run_end"
    playing = Playing(phases(state))
    assert playing.ask.text == "The Drowned Bell is defeated: the Family Trial is won!"
    assert GAME.show(state, None)["tale"] is None
    playing.answer(True)
    assert "Everybody spoke as their hero" in playing.ask.text
    playing.answer("no")
    assert playing.ask.text == "The Drowned Bell is defeated: the Family Trial is won!"
    assert playing.ask.todo == home.RESET  # CM-344: the bag is emptied by hand
    tale = GAME.show(state, None)["tale"]
    assert tale["told"] == "12 rounds. Beaten: 3 enemies, The Drowned Bell."
    assert tale["deeds"]["north"] == "Health 10/10. Learned Heavy hammer."
    assert tale["deeds"]["east"] == "Health 6/8."
    assert tale["unlocked"] == ["Ring the drowned bell: each hero begins with an item."]
    playing.answer("stop")
    assert state.result["text"] == "The Drowned Bell is defeated: the Family Trial is won!"


@pytest.mark.rule("CM-326", "CM-205")
def test_a_trial_that_is_lost_says_why_first():
    state = trial()
    state.run.result, state.run.reason, state.phase = "lost", "Nell has no health left.", "run_end"
    assert Playing(phases(state)).ask.text == "Nell has no health left. The Family Trial is lost."


def test_whatever_anybody_was_at_is_over_with_the_run():
    state = trial()
    state.hero("east").acting = Acting(slot="arrow", dice=[Rolled(colour="blue", group=0, face="1")])
    state.run.result, state.run.reason = "lost", "Nell has no health left."
    Playing(home.run_end(state))
    assert state.hero("east").acting is None
    state.hero("east").acting = Acting(slot="arrow")
    state.run.bosses_beaten = ["gallowhart"]
    auto(bosses.fallen(state))
    assert (state.hero("east").acting, state.phase) == (None, "clean_up")


def test_what_costs_too_much_to_level_still_says_what_it_would_do():
    state = family()
    state.record("north").xp, state.busy = 4, ["north"]
    ask = Playing(levels.level_up(state, "north")).ask
    assert "Melee 1 + brown die: that costs 5 XP" in why_not(ask, "hammer")
    assert all(option.slot is None for option in ask.options)
