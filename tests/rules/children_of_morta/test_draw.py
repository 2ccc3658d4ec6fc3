"""Hero turn: drawing tokens."""

import random

import pytest
from morta_setting import foe, give, link, table, texts
from playing import asked, play

from rules.ask import IllegalAnswer
from rules.chance import DrawCards
from rules.children_of_morta import GAME, clean_up, draw
from rules.children_of_morta.asides import aside, asides
from rules.children_of_morta.perform import menu
from rules.children_of_morta.turn import phases
from rules.position import Position, Step, some_step

FIVE = ["red", "green", "blue", "yellow", "white"]


@pytest.mark.rule("CM-82", "CM-83", "CM-84", "CM-92", "CM-356")
def test_everybody_draws_from_the_bag_to_exactly_five_in_any_order():
    state = table(3, phase="draw")
    going = asked(draw.draw_step(state))
    assert going.ask.seats == ("north", "east", "south")
    assert all(isinstance(ask, DrawCards) and ask.count == 5 for ask in going.ask.asks)
    going.answer(("south", FIVE))  # nobody waits for a seat before
    assert state.hero("south").hand == FIVE
    assert going.ask.seats == ("north", "east")
    assert dict(going.ask.of("east").left) == dict.fromkeys(FIVE, 2)  # the bag as it is now
    going.answer(("north", FIVE)).answer(("east", FIVE))
    assert state.phase == "perform"  # then all perform
    GAME.check(state)


@pytest.mark.rule("CM-85", "CM-113", "CM-114")
def test_kept_tokens_count_among_the_five():
    state = table(2, phase="draw")
    give(state, "north", "red", "red", "blue")
    going = asked(draw.draw_step(state))
    assert going.ask.of("north").count == 2
    going.answer(("north", ["white", "green"]))
    assert state.hero("north").hand == ["red", "red", "blue", "white", "green"]
    with pytest.raises(IllegalAnswer, match="red is not left"):
        going.answer(("east", ["red", "green", "blue", "yellow", "white"]))


@pytest.mark.rule("CM-86", "CM-87", "CM-E6", "CM-357", "CM-R15", "CM-R31")
def test_drawn_corruption_counts_cannot_be_used_and_is_not_replaced():
    state = table(2, phase="draw")
    state.campaign.bag["corruption"], state.campaign.corruption = 1, 4
    going = asked(draw.draw_step(state), ("east", ["red", "corruption", "green", "blue", "white"]))
    linda = state.hero("east")
    assert (len(linda.hand), linda.corruption, linda.drawn) == (4, 1, True)
    assert going.ask.seats == ("north",)  # the bag goes on
    play(clean_up.clean_up(state))
    assert (linda.corruption, state.campaign.bag["corruption"]) == (0, 1)


@pytest.mark.rule("CM-90", "CM-91", "CM-358", "CM-R31")
def test_drawn_fatigue_goes_face_down_to_its_hero_and_uses_up_a_draw():
    state = table(2, phase="draw")
    for seat, hero in (("north", "john"), ("east", "linda")):
        state.hero(seat).face_up -= 1
        state.campaign.bag[f"fatigue/{hero}"] = 1
    asked(draw.draw_step(state), ("east", ["fatigue/john", "fatigue/linda", "red", "green", "blue"]))
    assert state.hero("east").hand == ["red", "green", "blue"]
    assert (state.hero("north").fatigue_discard, state.hero("east").fatigue_discard) == (1, 1)
    assert draw.missing(state, "north") == 5  # the owner's limit is not touched
    GAME.check(state)


def test_what_is_drawn_is_told_by_its_name():
    state = table(2, phase="draw")
    state.hero("north").face_up -= 1
    state.campaign.bag["fatigue/john"] = 1
    ask = asked(draw.draw_step(state)).ask.of("east")
    assert ask.words(["fatigue/john", "red"]) == "fatigue of John, Red"
    assert ask.called("blue") == "Blue"


@pytest.mark.rule("CM-R32")
def test_fatigue_of_an_absent_hero_counts_and_goes_to_the_hero_box():
    state = table(2, phase="draw")
    state.campaign.bag["fatigue/kevin"] = 1
    asked(draw.draw_step(state), ("east", ["fatigue/kevin", "red", "green", "blue", "white"]))
    assert len(state.hero("east").hand) == 4
    assert "fatigue/kevin" not in state.campaign.bag
    assert "goes to the hero box" in texts(state)


@pytest.mark.rule("CM-309", "CM-310", "CM-E19", "CM-R33")
def test_each_stun_token_lowers_the_limit_by_one_and_goes_after_the_draw():
    state = table(2, phase="draw")
    state.hero("north").stun = 2
    going = asked(draw.draw_step(state))
    assert going.ask.of("north").count == 3
    assert "stunned: up to 3" in going.ask.of("north").text
    going.answer(("north", ["red", "green", "blue"]))
    assert state.hero("north").stun == 0


@pytest.mark.rule("CM-R33")
def test_stun_never_makes_a_player_discard():
    state = table(2, phase="draw")
    give(state, "north", "red", "red", "blue", "white")
    state.hero("north").stun = 7
    going = asked(draw.draw_step(state))
    assert draw.limit(state, "east") == 5
    assert going.ask.seats == ("east",)
    assert (len(state.hero("north").hand), state.hero("north").stun) == (4, 0)


@pytest.mark.rule("CM-R34")
def test_an_empty_bag_stops_the_draw():
    state = table(2, phase="draw")
    state.campaign.bag = {"red": 2, "blue": 1}
    going = asked(draw.draw_step(state))
    assert going.ask.of("east").count == 3
    going.answer(("north", ["red", "red", "blue"]))
    # what the other left is nothing, so nobody is asked any more
    assert (state.hero("east").hand, state.phase) == ([], "perform")


@pytest.mark.rule("CM-319", "CM-320", "CM-R36")
def test_advanced_rage_and_focus_tokens_work_at_each_draw_and_then_are_plain_tokens():
    state = table(2, phase="draw")
    for token in ("red/fury", "blue/calm"):
        state.campaign.stock.remove(token)
        state.campaign.bag[token] = 1
    asked(draw.draw_step(state), ("north", ["red/fury", "blue/calm", "red", "green", "white"]))
    john = state.hero("north")
    assert (state.run.rage, john.focus) == (1, 1)
    assert john.hand[:2] == ["red/fury", "blue/calm"]
    john.drawn = False
    play(draw.draw_up(state, "north"))  # kept: nothing happens again
    assert (state.run.rage, john.focus) == (1, 1)
    assert "act:attack" in {option.value for option in menu(state, "north") if not option.barred}


@pytest.mark.rule("CM-R35", "toggle:may_return_unused")
@pytest.mark.parametrize(("house_rule", "kept"), [(False, ["red", "blue"]), (True, ["red"])])
def test_unused_tokens_stay_unless_the_house_lets_players_return_them(house_rule, kept):
    state = table(1, may_return_unused=house_rule)
    give(state, "north", "red", "blue")
    play(clean_up.clean_up(state), *([[1]] if house_rule else []))
    assert state.hero("north").hand == kept
    GAME.check(state)


@pytest.mark.rule("CM-157", "CM-R60")
def test_items_may_be_played_in_the_draw_step_too():
    state = table(2, phase="draw")
    state.hero("north").items = ["bomb"]
    state.run.items.take("bomb")
    foe(state, "north", 2, "archer")
    link(state, "north", "east")
    options = {option.value: option for option in asides(state, "north")}
    assert "card item:bomb" in options
    assert "card item:bomb" not in {option.value for option in asides(state, "east")}  # only one's own
    play(aside(state, "north", "card item:bomb"))
    assert state.hero("north").enemies() == []
    assert (state.hero("north").items, state.run.items.discard) == ([], ["bomb"])


@pytest.mark.rule("CM-92")
def test_the_bag_passes_on_through_saved_positions():
    """Every answer can be a checkpoint: the next position knows what was drawn."""
    position = Position.begin(GAME, GAME.setup(2))
    position = position.after("story").after("bram", "north").after("nell", "east")
    while position.state.phase != "draw":
        ask = position.ask
        position = position.then(some_step(GAME, position.state, ask, random.Random(3)))
    assert position.ask.seats == ("north", "east")
    drawn = list(dict(position.ask.of("east").left))[:5]
    after = position.then(Step("answer", drawn, "east"))
    again = Position.load(GAME, after.save())
    assert again.ask.seats == ("north",)
    assert again.state.hero("east").hand == after.state.hero("east").hand


@pytest.mark.rule("CM-51", "CM-82")
def test_the_phases_follow_each_other():
    state = table(1, phase="draw")
    going = asked(phases(state), ("north", FIVE))
    assert state.phase == "perform"
    going.answer(("north", "done"))
    assert state.run.round == 2
    assert state.phase == "encounter"
