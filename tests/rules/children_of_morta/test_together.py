"""Everybody acts at once."""

import random
from dataclasses import replace

import pytest
from morta_setting import foe, give, link, pack, table, texts
from playing import asked, open_values, why_not

from rules.ask import ChooseOne, IllegalAnswer
from rules.chance import RollDice
from rules.children_of_morta import GAME, bosses
from rules.children_of_morta.asides import aside, asides
from rules.children_of_morta.perform import perform_step
from rules.children_of_morta.turn import Playing
from rules.children_of_morta.vocabulary import CardEffect, Deal, FlipToken, Price
from rules.position import Position, Run, Step, some_step

AT_THE_BOSS = CardEffect(timing="hero_turn", effects=(Deal(n=2, which="boss"),))


def both(state):
    return asked(perform_step(state))


@pytest.mark.rule("CM-96", "CM-101", "CM-169", "CM-R50")
def test_every_seat_has_its_own_question_open_and_nobody_waits():
    state = table(4)
    for seat in state.seats:
        give(state, seat, "red")
    going = both(state)
    assert going.ask.seats == ("north", "east", "south", "west")
    assert "Rage actions are best done before the others." in going.ask.text
    for seat in ("west", "north"):
        foe(state, seat, 1, "brute")
    going.answer(("west", "act:hit")).answer(("north", "act:attack"))  # both are now in the middle of something
    assert isinstance(going.ask.of("south"), ChooseOne)
    going.answer(("north", "red")).answer(("north", "enemy:2"))
    assert isinstance(going.ask.of("north"), RollDice)  # only this seat waits for its dice
    going.answer(("south", "done"))
    assert going.ask.seats == ("north", "east", "west")


@pytest.mark.rule("CM-170", "CM-171", "CM-E21", "CM-127")
def test_rage_won_by_one_can_be_used_by_another_who_waited():
    state = table(2)
    give(state, "north", "red")
    give(state, "east", "blue")
    foe(state, "north", 1, "skeleton", damage=2)
    target = foe(state, "east", 1, "brute")
    going = both(state)
    going.answer(("east", "act:shot")).answer(("east", "blue"))
    assert "which target" in going.ask.of("east").text  # no rage, so no boost was offered
    going.answer(("east", "back"))  # Linda postpones
    for answer in ("act:attack", "red", "enemy:1", ["1"], "keep"):
        going.answer(("north", answer))
    assert state.run.rage == 1
    going.answer(("east", "act:shot")).answer(("east", "blue"))
    assert "blue" in open_values(going.ask.of("east"))
    going.answer(("east", "blue")).answer(("east", f"enemy:{target.number}"))
    assert (state.run.rage, len(going.ask.of("east").dice)) == (0, 2)


@pytest.mark.rule("CM-R50", "CM-127")
def test_rage_somebody_else_took_refuses_the_action_and_nothing_of_it_is_paid():
    state = table(2)
    give(state, "north", "red")
    give(state, "east", "blue")
    state.run.rage = 1
    foe(state, "north", 1, "brute")
    foe(state, "east", 1, "brute")
    going = both(state)
    for answer in ("act:shot", "blue", "blue"):
        going.answer(("east", answer))
    for answer in ("act:attack", "red", "blue", "enemy:1"):
        going.answer(("north", answer))
    assert state.run.rage == 0
    going.answer(("east", "enemy:2"))
    linda = state.hero("east")
    assert (linda.hand, linda.actions, linda.acting) == (["blue"], {}, None)
    assert "Shot is not performed: the boost costs 1 rage and 0 is left. (CM-R50)" in texts(state)


@pytest.mark.rule("CM-R50")
def test_a_target_felled_meanwhile_is_replaced_or_the_damage_is_lost():
    state = table(2)
    john, linda = give(state, "north", "red"), give(state, "east", "blue")
    for hero in (john, linda):
        hero.face_up, hero.fatigue_discard = 0, 3
    foe(state, "north", 1, "wolf")
    brute = foe(state, "north", 2, "brute")
    going = both(state)
    for answer in ("act:attack", "red", "enemy:1"):
        going.answer(("north", answer))
    for answer in ("act:shot", "blue", "enemy:1", ["1"]):
        going.answer(("east", answer))  # Linda is faster
    going.answer(("north", ["2"]))
    assert "is gone" in texts(state)
    going.answer(("north", "enemy:2"))
    assert brute.damage == 2


@pytest.mark.rule("CM-R50")
def test_without_another_target_that_damage_is_lost():
    state = table(2)
    john, linda = give(state, "north", "red"), give(state, "east", "blue")
    for hero in (john, linda):
        hero.face_up, hero.fatigue_discard = 0, 3
    foe(state, "north", 1, "wolf")
    going = both(state)
    for answer in ("act:attack", "red", "enemy:1"):
        going.answer(("north", answer))
    for answer in ("act:shot", "blue", "enemy:1", ["1"]):
        going.answer(("east", answer))
    going.answer(("north", ["2"]))
    assert "John reaches nobody." in texts(state)
    assert john.acting is None


@pytest.mark.rule("CM-R50", "CM-95")
def test_the_turn_ends_when_all_said_done_and_done_can_be_taken_back_until_then():
    state = table(2)
    give(state, "north", "yellow")
    going = both(state)
    going.answer(("north", "done"))
    assert going.ask.seats == ("east",)
    assert "on again" in [option.value for option in asides(state, "north")]
    assert "on again" not in [option.value for option in asides(state, "east")]
    asked(aside(state, "north", "on again"))
    going.again()
    assert going.ask.seats == ("north", "east")
    going.answer(("north", "act:roar")).answer(("north", "yellow")).answer(("north", "done"))
    going.answer(("east", "done"))
    assert state.phase == "enemy"
    assert state.run.rage == 1


@pytest.mark.rule("CM-R50", "CM-R55")
def test_a_question_for_another_seat_comes_before_its_own():
    state = table(2)
    give(state, "north", "red")
    linda = give(state, "east", "blue")
    linda.face_up, linda.fatigue_discard = 0, 3
    foe(state, "north", 1, "grunt", damage=2)
    foe(state, "north", 2, "brute")
    foe(state, "north", 3, "brute")
    going = both(state)
    for answer in ("act:shot", "blue", "enemy:1", ["1"]):
        going.answer(("east", answer))
    assert going.ask.seats == ("north",)  # John's bonus damage, which Linda's arrow brought
    assert "Bonus damage" in going.ask.of("north").text
    going.answer(("north", "enemy:3"))
    assert going.ask.seats == ("north",)  # and Linda, who has nothing left to do, is not asked
    assert going.ask.of("north").text.startswith("John: ")


@pytest.mark.rule("CM-172", "CM-R51")
def test_nothing_performed_is_undone_but_the_table_may_correct_a_misreading():
    position = Position.begin(GAME, GAME.setup(2)).after("story")
    position = position.after("bram", "north").after("nell", "east")
    with pytest.raises(IllegalAnswer):
        position.then(Step("aside", "undo", "north"))
    corrected = position.then(Step("ruling", 4, None, "run.rage"))
    assert (corrected.state.run.rage, position.state.run.rage) == (4, 0)
    assert corrected.steps[-1].kind == "ruling"  # and it is kept


@pytest.mark.rule("CM-101", "CM-R50")
def test_checkpoints_are_taken_in_the_middle_of_everybodys_actions():
    """Whoever comes back after a power cut finds every open question as it was."""
    chance = random.Random(5)
    run = Run(GAME, GAME.begin(GAME.setup(4)))
    longest = seen = 0
    while run.ask is not None and seen < 600:
        run.take(some_step(GAME, run.state, run.ask, chance))
        longest = max(longest, len(run.steps))
        if run.state.phase == "perform" and seen % 7 == 0:
            again = Position(GAME, run.checkpoint, tuple(run.steps))
            assert again.ask == run.ask
        seen += 1
    assert longest <= 40


@pytest.mark.rule("CM-100", "CM-128")
def test_what_others_are_about_to_do_is_shown_to_all():
    state = table(2)
    give(state, "north", "red")
    link(state, "north", "east")
    state.run.rage = 2
    foe(state, "north", 1, "brute")
    going = both(state)
    for answer in ("act:attack", "red", "brown"):
        going.answer(("north", answer))
    seen = GAME.show(state, "east")["seats"][0]["about"]
    assert (seen["action"], seen["boost"], seen["paid"]) == ("Primary Attack", ["brown"], False)
    assert why_not(going.ask.of("east"), "support:0")


@pytest.mark.rule("CM-R50", "CM-127")
def test_an_action_never_goes_off_by_itself_because_another_took_the_rage():
    state = table(2)
    give(state, "north", "yellow")
    give(state, "east", "blue")
    state.run.rage = 1
    foe(state, "east", 1, "brute")
    going = both(state)
    for answer in ("act:roar", "yellow"):
        going.answer(("north", answer))
    assert "1 in the pool" in going.ask.of("north").text
    for answer in ("act:shot", "blue", "blue", "enemy:1"):
        going.answer(("east", answer))
    assert "boost it with rage? 0 in the pool" in going.ask.of("north").text  # still John's to decide
    assert open_values(going.ask.of("north")) == ["none", "back"]
    assert state.hero("north").hand == ["yellow"]
    going.answer(("north", "none"))
    assert state.run.rage == 1


@pytest.mark.rule("CM-R50", "CM-R43")
def test_when_every_target_falls_while_one_aims_the_player_is_told_and_may_think_again():
    state = table(2)
    give(state, "north", "red")
    linda = give(state, "east", "blue")
    linda.face_up, linda.fatigue_discard = 0, 3
    foe(state, "north", 1, "wolf")
    going = both(state)
    for answer in ("act:attack", "red"):
        going.answer(("north", answer))
    for answer in ("act:shot", "blue", "enemy:1", ["1"]):
        going.answer(("east", answer))
    assert open_values(going.ask.of("north")) == ["none", "back"]
    going.answer(("north", "back"))
    assert state.hero("north").hand == ["red"]


@pytest.mark.rule("CM-R50", "CM-97")
def test_a_token_that_left_the_hand_meanwhile_refuses_the_action():
    state = table(2)
    john = give(state, "north", "red", "yellow")
    john.face_up, john.fatigue_discard = 0, 3
    going = both(state)
    for answer in ("act:strike", "red"):
        going.answer(("north", answer))
    john.hand.remove("red")  # as a neighbour's card might have it
    state.campaign.bag["red"] += 1
    going.again()
    assert open_values(going.ask.of("north")) == ["yellow", "back"]
    going.answer(("north", "yellow"))
    assert (john.acting, john.actions, john.hand) == (None, {}, ["yellow"])
    assert "the tokens are not there any more" in texts(state)


@pytest.mark.rule("CM-R92", "CM-R60")
def test_a_boss_felled_by_a_card_before_anybody_drew_ends_the_fight_at_once():
    state = table(2, phase="draw")
    bosses.begin(state, "nohar")
    state.run.boss.damage = 5
    state.run.boss.card = "nohar_roar"
    john = state.hero("north")
    john.items = ["bomb"]
    state.run.items.take("bomb")
    state.pack = replace(pack(), items={**pack().items, "bomb": replace(pack().items["bomb"], effect=AT_THE_BOSS)})
    state.campaign.chapter = 1  # where the boss is no objective, so the run goes on
    going = asked(Playing(state))
    assert going.ask.seats == ("north", "east")
    asked(aside(state, "north", "card item:bomb"))
    going.again()
    assert state.run.bosses_beaten == ["nohar"]
    going.answer(True)
    assert state.run.round == 2  # cleaned up, no enemy phase
    assert "Where to?" in going.ask.text


def shoots(going):
    """Linda fells John's only enemy, the wolf, from afar."""
    for answer in ("act:shot", "blue", "enemy:1", ["1"]):
        going.answer(("east", answer))


@pytest.mark.rule("CM-R50", "CM-R43")
def test_a_target_felled_while_one_still_covers_the_spaces_costs_nothing_unasked():
    state = table(2)
    john = give(state, "north", "white", "blue")
    linda = give(state, "east", "blue")
    linda.face_up, linda.fatigue_discard = 0, 3
    john.focus = 3
    foe(state, "north", 1, "wolf")
    going = both(state)
    for answer in ("act:slam", "white"):
        going.answer(("north", answer))
    shoots(going)
    state.run.rage = 2
    for answer in ("blue", "blue"):  # the second space, and a boost
        going.answer(("north", answer))
    assert open_values(going.ask.of("north")) == ["none", "back"]
    going.answer(("north", "back"))
    assert (john.hand, john.focus, john.actions, state.run.rage) == (["white", "blue"], 3, {}, 2)


@pytest.mark.rule("CM-R50", "toggle:target_after_roll")
def test_nothing_is_paid_when_the_last_target_falls_before_a_roll_that_comes_first():
    state = table(2, target_after_roll=True)
    john = give(state, "north", "red")
    linda = give(state, "east", "blue")
    linda.face_up, linda.fatigue_discard = 0, 3
    foe(state, "north", 1, "wolf")
    going = both(state)
    going.answer(("north", "act:attack"))
    for answer in ("act:shot", "blue", ["1"], "enemy:1"):
        going.answer(("east", answer))
    going.answer(("north", "red"))
    assert (john.hand, john.actions, john.acting) == (["red"], {}, None)
    assert "Primary Attack is not performed: the target is gone. (CM-R50)" in texts(state)


@pytest.mark.rule("CM-R50", "CM-305", "CM-306")
@pytest.mark.parametrize(("action", "token"), [("bind", "white"), ("shove", "yellow")])
def test_a_stun_or_push_whose_last_enemy_fell_meanwhile_is_not_paid_for(action, token):
    state = table(2, heroes=("linda", "john"))
    linda = give(state, "north", token)
    john = give(state, "east", "red")
    foe(state, "north", 1, "wolf")
    going = both(state)
    going.answer(("north", f"act:{action}"))
    linda.row[0] = None  # as a neighbour's arrow might have it
    state.run.enemies["wolves"].discard.append("wolf")
    going.again()
    going.answer(("north", token))
    assert (linda.hand, linda.actions, linda.acting) == ([token], {}, None)
    assert "the target is gone. (CM-R50)" in texts(state)
    going.answer(("north", f"act:{action}")).answer(("north", token))  # now it is known, and at full cost (CM-R43)
    assert linda.hand == []
    assert john.hand == ["red"]


@pytest.mark.rule("CM-148", "CM-R50", "CM-R57")
def test_of_two_who_use_a_support_card_at_once_the_second_pays_nothing():
    state = table(2)
    laid = link(state, "north", "east")
    john, linda = give(state, "north", "red", "blue"), give(state, "east", "green", "white")
    going = both(state)
    going.answer(("north", "support:0")).answer(("east", "support:0"))  # both are asked which token is flipped
    going.answer(("east", [0]))
    assert (linda.spent, john.focus, laid.tokens) == (["green"], 2, 1)
    going.answer(("north", [0]))
    assert (john.hand, john.spent, linda.focus, laid.tokens) == (["red", "blue"], [], 0, 1)
    assert "Help was already used this turn. (CM-148)" in texts(state)


@pytest.mark.rule("CM-127", "CM-R50")
def test_rage_that_is_gone_before_a_card_is_paid_for_leaves_its_tokens_in_the_hand():
    state = table(2)
    cost = (FlipToken(), Price(pay="spend_rage", n=1))
    card = replace(pack().supports["help"], effect=replace(pack().supports["help"].effect, cost=cost))
    state.pack = replace(pack(), supports={**pack().supports, "help": card})
    link(state, "north", "east")
    john = give(state, "north", "red", "blue")
    state.run.rage = 1
    going = both(state)
    going.answer(("north", "support:0"))
    state.run.rage = 0  # the other one took it
    going.again()
    going.answer(("north", [0]))
    assert (john.hand, john.spent, state.run.rage) == (["red", "blue"], [], 0)
    assert "Help costs 1 rage" in texts(state)
