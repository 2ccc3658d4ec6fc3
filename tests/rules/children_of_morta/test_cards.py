"""Support and bond cards, items, talents and potions."""

import pytest
from morta_setting import foe, give, link, pack, table, texts
from playing import asked, open_values, play, why_not

from rules.children_of_morta import GAME, cards, clean_up, home
from rules.children_of_morta.perform import menu, perform


def barred(state, seat, what):
    return str(next(option for option in menu(state, seat) if option.value == what).barred or "")


@pytest.mark.rule("CM-147", "CM-149", "CM-E13", "CM-R57", "CM-151")
def test_a_neighbour_flips_a_token_and_the_other_gains_while_the_card_gets_a_support_token():
    state = table(3)
    laid = link(state, "north", "east")
    linda = give(state, "east", "red", "red")
    assert "support:0" not in [option.value for option in menu(state, "south")]  # Lucy does not sit next to it
    going = asked(perform(state, "east"), "support:0")
    assert (state.hero("north").focus, laid.tokens) == (2, 1)
    assert (linda.hand, linda.spent) == (["red"], ["red"])
    assert "CM-148" in why_not(going.ask, "support:0")
    play(clean_up.clean_up(state))
    assert (linda.spent, state.campaign.bag["red"]) == ([], 2)  # the flipped token is back in the bag
    GAME.check(state)


@pytest.mark.rule("CM-148", "CM-R57")
def test_once_per_round_whoever_of_the_two_uses_it():
    state = table(2)
    laid = link(state, "north", "east")
    give(state, "north", "red")
    give(state, "east", "red")
    asked(perform(state, "north"), "support:0")
    assert "CM-148" in barred(state, "east", "support:0")
    play(clean_up.clean_up(state))
    assert laid.used is False
    assert laid.tokens == 1


@pytest.mark.rule("CM-247", "CM-R59", "CM-246")
def test_a_bond_card_works_once_a_round_for_either_and_collects_no_tokens():
    state = table(2)
    laid = link(state, "north", "east", "old_love", "bond")
    going = asked(perform(state, "east"), "bond:0")
    assert (state.run.rage, laid.tokens) == (1, 0)
    assert "CM-R59" in why_not(going.ask, "bond:0")
    assert "CM-R59" in barred(state, "north", "bond:0")
    play(clean_up.clean_up(state))
    assert barred(state, "north", "bond:0") == ""


@pytest.mark.rule("CM-150")
def test_support_tokens_lie_on_the_card_until_the_run_ends():
    state = table(2)
    laid = link(state, "north", "east", tokens=3)
    play(clean_up.clean_up(state))
    assert laid.tokens == 3
    home.cross_off(state)
    assert (laid.tokens, state.campaign.bonds) == (0, {"john|linda": 3})


@pytest.mark.rule("CM-157", "CM-158", "CM-R60", "CM-48")
def test_an_item_is_played_between_actions_by_its_owner_and_discarded():
    state = table(2)
    john = give(state, "north", "red")
    john.items = ["bomb"]
    state.run.items.take("bomb")
    wolf = foe(state, "north", 1, "wolf")
    brute = foe(state, "north", 2, "brute")
    assert "item:bomb" not in [option.value for option in menu(state, "east")]
    going = asked(perform(state, "north"), "act:attack")
    assert "item:bomb" not in open_values(going.ask)  # never in the middle of an action
    going.answer("back").answer("item:bomb").answer(f"enemy:{brute.number}")
    assert (brute.damage, wolf.damage) == (2, 0)
    assert (john.items, state.run.items.discard) == ([], ["bomb"])


@pytest.mark.rule("CM-R60")
def test_a_card_with_its_own_moment_is_offered_then():
    from rules.children_of_morta.hurt import hurt

    state = table(2)
    linda = state.hero("east")
    linda.items = ["charm"]
    state.run.items.take("charm")
    assert "item:charm" not in [option.value for option in menu(state, "east")]
    going = asked(hurt(state, "east", 3))
    assert "Use Charm?" in going.ask.text
    going.answer("use")
    assert (linda.health, linda.items) == (7, [])


@pytest.mark.rule("CM-166", "CM-167", "CM-168", "CM-212")
def test_talents_last_for_the_run_and_then_go_with_the_items():
    state = table(2)
    john = state.hero("north")
    john.talents, john.talent_pile.left = ["skin"], {"might": 1, "ease": 1}
    john.items = ["bomb"]
    state.run.items.take("bomb")
    assert cards.guarded(state, "north") == 1
    play(clean_up.clean_up(state))
    assert cards.guarded(state, "north") == 1  # round after round
    home.discard_goods(state)
    assert (john.talents, john.items) == ([], [])
    assert sorted(john.talent_pile.left) == ["ease", "might", "skin"]
    assert state.run.items.discard == ["bomb"]


@pytest.mark.rule("CM-R61", "toggle:potion_heal")
@pytest.mark.parametrize(("heals", "health"), [(1, 4), (3, 6)])
def test_a_potion_heals_in_the_hero_turn_up_to_the_maximum(heals, health):
    state = table(2, potion_heal=heals)
    john = state.hero("north")
    john.health, john.potion = 3, 2
    play(perform(state, "north"), "potion", "done")
    assert (john.health, john.potion) == (health, 1)
    john.health = 9
    play(cards.use(state, "north", next(c for c in cards.held(state, "north") if c.key == "potion")))
    assert john.health == 10
    john.potion = 1
    john.done = False
    assert "CM-R61" in barred(state, "north", "potion")


@pytest.mark.rule("CM-155", "CM-164")
def test_slots_for_items_and_talents():
    assert (pack().constants.item_slots, pack().constants.talent_slots) == (3, 2)


def test_what_a_card_costs_is_told_when_it_is_missing():
    state = table(2)
    link(state, "north", "east")
    assert barred(state, "north", "support:0") == "Help costs 1 token, and there are 0."
    assert barred(state, "north", "ability") == "John's ability costs 1 focus, and there are 0."
    assert "uses" not in texts(state)
