"""Relics (AW-133 to AW-148, AW-R53 to AW-R56) and monsters (AW-149 to AW-164, AW-R57 to AW-R63)."""

import pytest
from awakening_setting import effect, face_up, give, go, offered, offers, options, put, question, refusal, table, v
from playing import play

from rules.ask import ChooseOne
from rules.awakening import GAME, mastery, monsters
from rules.awakening.pack import Monster, Relic, opened
from rules.chance import DrawCards, RollDice

TOWER = {1: "arcane_tower", 2: "spire"}
MAW = {1: "gaping_maw", 2: "spire"}


@pytest.mark.rule("AW-X22", "AW-137", "AW-R53", "AW-138", "AW-139", "AW-141", "AW-145", "AW-94", "AW-134")
def test_x22_relic():
    state = table(2, TOWER)
    put(state, vision=2, influence=4)
    player = state.players["orange"]

    go(state, "act 1 relic face-up", ["bell"])
    assert (player.has("vision"), player.influence, player.held("FX-LENS").blocks, player.honor) == (0, 3, 3, 15)
    strength = player.has("strength")
    playing = go(state, "relic FX-LENS")

    assert (player.held("FX-LENS").blocks, player.influence, player.has("strength")) == (2, 3, strength + 1)
    assert player.honor == 15
    assert refusal(playing, "relic FX-LENS").rule == "AW-145"


@pytest.mark.rule("AW-134", "AW-135", "AW-94")
def test_a_relic_costs_two_vision_face_up_or_blind():
    state = table(2, TOWER)
    put(state, vision=1, strength=0)  # nothing to make the other of
    assert refusal(go(state), "act 1").rule == "AW-134"
    put(state, vision=2)

    tower = go(state)
    assert {"relic face-up", "relic blind"} <= set(offers(tower, 1))
    tower.answer("act 1 relic blind").answer(["cup"])

    assert state.players["orange"].held("cup").blocks == 4
    assert state.stacks["relic"].up == "FX-LENS"


@pytest.mark.rule("AW-136", "AW-144", "AW-146")
def test_a_depleted_relic_does_nothing():
    state = table(2)
    give(state, "orange", "FX-LENS", 0)

    assert refusal(go(state), "relic FX-LENS").rule == "AW-146"
    assert opened("demo").relics[0].charges == 3


@pytest.mark.rule("AW-143", "AW-X7", "AW-168", "AW-170")
def test_x7_vision_mastery_total_four():
    state = table(2)
    give(state, "orange", "FX-LENS")
    give(state, "orange", "cup")
    state.players["orange"].proficiency["vision"] = 1

    assert mastery.total(state, "orange", "vision") == 4


@pytest.mark.rule("AW-145", "AW-R53", "AW-R15")
def test_each_relic_works_once_per_turn_as_a_free_action():
    state = table(2, TOWER)
    give(state, "orange", "FX-LENS", 3)
    give(state, "orange", "orrery", 3)

    playing = go(state, "activate self", "relic FX-LENS", "relic orrery")
    assert state.players["orange"].has("vision") == 1
    assert state.now.acted == ""
    playing.answer("end").answer("end")

    assert "relic FX-LENS" in offered(go(state))


@pytest.mark.rule("AW-R53")
def test_a_relic_may_take_more_blocks_for_a_use():
    state = table(2)
    give(state, "orange", "cup", 3)

    go(state, "relic cup")
    assert state.players["orange"].held("cup").blocks == 1
    assert state.players["orange"].honor == 12
    go(state, "end", "end")

    assert refusal(go(state), "relic cup").why == "The Cup of Dawn needs 2 blocks on it; there is 1."


@pytest.mark.rule("AW-R54", "AW-137", "AW-R18")
def test_loading_is_compulsory_as_far_as_influence_goes():
    state = table(2, TOWER)
    put(state, vision=2, influence=0)

    go(state, "act 1 relic face-up", ["bell"])  # the two vision just paid are all there is

    assert state.players["orange"].held("FX-LENS").blocks == 2
    assert state.players["orange"].influence == 0


@pytest.mark.rule("AW-147", "AW-R55")
def test_recharging_takes_an_action_and_influence_but_no_vision():
    state = table(2, TOWER)
    give(state, "orange", "FX-LENS", 1)
    state.control[1] = "green"
    put(state, "green")

    put(state, strength=0)
    tower = go(state)
    assert offers(tower, 1) == ["recharge"]
    tower.answer("act 1 recharge")
    assert (question(tower).low, question(tower).high) == (1, 2)
    tower.answer(2)

    assert state.players["orange"].held("FX-LENS").blocks == 3
    assert state.now.acted == "1"
    assert state.players["green"].honor == 12  # it is a use of the Tower


@pytest.mark.rule("AW-148", "AW-R54", "AW-R33")
def test_one_action_covers_an_acquisition_and_recharging_any_number():
    state = table(2, TOWER)
    give(state, "orange", "orrery", 1)
    give(state, "orange", "bell", 0)
    put(state, vision=2, influence=6)

    playing = go(state, "act 1 relic face-up", ["cup"])
    assert {str(option.value): most for option, most in question(playing).limits} == {"orrery": 2, "bell": 3, "keep": 5}
    playing.answer({"orrery": 2, "bell": 1, "keep": 2})

    player = state.players["orange"]
    assert [player.held(card).blocks for card in ("FX-LENS", "orrery", "bell")] == [3, 3, 1]
    assert player.influence == 6 + 2 - 3 - 2 - 1


@pytest.mark.rule("AW-R55", "toggle:recharge_depleted_only")
def test_a_table_may_recharge_empty_relics_only():
    for only, found in ((False, ["recharge"]), (True, [])):
        state = table(2, TOWER, recharge_depleted_only=only)
        give(state, "orange", "FX-LENS", 1)
        put(state, strength=0)
        assert offers(go(state), 1) == found
    state = table(2, TOWER, recharge_depleted_only=True)
    give(state, "orange", "FX-LENS", 0)
    assert "act 1 recharge" in offered(go(state))


@pytest.mark.rule("AW-R56")
def test_a_relic_used_this_turn_stays_used_though_recharged():
    state = table(2, TOWER)
    give(state, "orange", "FX-LENS", 1)

    playing = go(state, "relic FX-LENS", "act 1 recharge", 3)

    assert refusal(playing, "relic FX-LENS").rule == "AW-145"
    state = table(2, TOWER)
    give(state, "orange", "FX-LENS", 0)
    assert "relic FX-LENS" in offered(go(state, "act 1 recharge", 1))


@pytest.mark.rule("AW-R41")
def test_an_empty_relic_stack_still_leaves_recharging():
    state = table(2, TOWER)
    state.stacks["relic"].left, state.stacks["relic"].up = [], None
    give(state, "orange", "cup", 0)
    put(state, vision=2)

    assert offers(go(state), 1) == ["recharge"]


@pytest.mark.rule("AW-R53", "AW-145")
def test_a_relic_of_another_cannot_be_used():
    state = table(2)
    give(state, "green", "FX-LENS", 3)

    assert "relic FX-LENS" not in options(go(state))


# Monsters


@pytest.mark.rule("AW-X18", "AW-156", "AW-158", "AW-R60", "AW-95", "AW-151", "AW-153")
def test_x18_monster_with_fatigue():
    state = table(2, MAW)
    give(state, "orange", "FX-RED")
    state.players["orange"].held("FX-RED").blocks = 1
    put(state, courage=2, influence=3, conviction=1, honor=12, strength=0)
    player = state.players["orange"]

    playing = go(state, "act 1 monster face-up", "FX-RED", ["choir"])
    assert isinstance(playing.ask, RollDice)
    assert playing.ask.dice[0][0] == "white die"
    assert player.honor == 17  # honor before the dice
    playing.answer(["strength"])
    assert playing.ask.dice[0][0] == "black die"
    playing.answer(["fatigue"])

    assert (player.has("courage"), player.influence, player.has("strength")) == (0, 2, 1)
    assert player.held("FX-RED").blocks == 3
    assert (player.honor, player.monsters) == (17, ["FX-OGRE"])


@pytest.mark.rule("AW-150", "AW-R57")
def test_without_a_companion_no_monster_is_fought_but_the_maw_may_be_taken():
    state = table(2, MAW)
    state.players["orange"].companions = []
    put(state, courage=2)

    playing = go(state)

    assert refusal(playing, "act 1").rule == "AW-R57"
    assert "control 1" in offered(playing)


@pytest.mark.rule("AW-150", "AW-152", "AW-R58")
def test_the_champion_is_declared_before_a_blind_monster_is_seen():
    state = table(2, MAW)
    give(state, "orange", "FX-SPY")
    put(state, courage=2)

    playing = go(state, "act 1 monster blind")

    assert offered(playing) == ["tall_sister", "FX-SPY"]  # treacherous ones included
    influence = state.players["orange"].influence
    playing.answer("FX-SPY")
    assert isinstance(playing.ask, DrawCards)
    assert state.players["orange"].influence == influence + 2  # the courage paid; being champion costs no block
    assert state.now.activated == ""


@pytest.mark.rule("AW-151", "AW-R59", "AW-95")
def test_two_courage_always_win_and_fewer_cannot_try():
    state = table(2, MAW)
    put(state, courage=1, strength=0)
    assert refusal(go(state), "act 1").rule == "AW-151"
    put(state, courage=2)

    go(state, "act 1 monster face-up", "tall_sister", ["choir"], ["wisdom"], ["death"], "let die")

    assert state.players["orange"].monsters == ["FX-OGRE"]


@pytest.mark.rule("AW-154", "AW-155")
def test_defeated_monsters_count_for_courage():
    state = table(2)
    for card in ("FX-OGRE", "choir", "colossus"):
        give(state, "orange", card)

    assert mastery.total(state, "orange", "courage") == 3


@pytest.mark.rule("AW-156", "AW-R52", "AW-R49")
def test_the_white_die_gives_its_attribute_even_if_it_is_there_already():
    state = table(2, MAW)
    put(state, courage=3)

    go(state, "act 1 monster face-up", "tall_sister", ["choir"], ["courage"], ["miss"])

    assert state.players["orange"].has("courage") == 2


@pytest.mark.rule("AW-157", "AW-163")
def test_a_miss_does_nothing():
    state = table(2)
    before = state.players["orange"].influence

    play(monsters.counter_attack(state, "orange", "tall_sister", "miss"))

    assert state.players["orange"].influence == before
    assert state.players["orange"].held("tall_sister").blocks == 0


@pytest.mark.rule("AW-158", "AW-R61")
@pytest.mark.parametrize(("influence", "moved"), [(5, 2), (1, 1), (0, 0)])
def test_fatigue_adds_up_to_two_influence_to_the_champion(influence, moved):
    state = table(2)
    put(state, influence=influence)

    play(monsters.counter_attack(state, "orange", "tall_sister", "fatigue"))

    assert state.players["orange"].held("tall_sister").blocks == moved
    assert state.players["orange"].conviction == 2


@pytest.mark.rule("AW-159", "AW-160", "AW-161")
def test_death_removes_the_champion_returns_its_blocks_and_costs_its_honor():
    state = table(2)
    give(state, "orange", "FX-YEL", 2)
    put(state, conviction=0)

    play(monsters.counter_attack(state, "orange", "FX-YEL", "death"))

    player = state.players["orange"]
    assert [held.card for held in player.companions] == ["tall_sister"]
    assert (player.influence, player.honor) == (8, 7)
    assert "FX-YEL" in state.removed


@pytest.mark.rule("AW-162", "AW-45", "AW-R25", "AW-R62")
def test_one_conviction_prevents_the_death_after_the_face_is_seen():
    state = table(2, MAW)
    state.players["orange"].companions[0].blocks = 2
    put(state, courage=2, influence=4)

    playing = go(state, "act 1 monster face-up", "tall_sister", ["choir"], ["wisdom"], ["death"])
    assert isinstance(playing.ask, ChooseOne)
    assert "Spend 1 of your 2 conviction" in playing.ask.text
    influence = state.players["orange"].influence
    playing.answer("spend")

    player = state.players["orange"]
    assert player.held("tall_sister").blocks == 2
    assert (player.conviction, player.influence) == (1, influence + 1)
    assert player.honor == 15


@pytest.mark.rule("AW-R62")
def test_conviction_prevents_no_fatigue():
    state = table(2)

    play(monsters.counter_attack(state, "orange", "tall_sister", "fatigue"))  # nothing is asked

    assert state.players["orange"].conviction == 2


@pytest.mark.rule("AW-164", "AW-R60")
@pytest.mark.parametrize(("dice", "answers"), [("white", (["wisdom"],)), ("black", (["miss"],)), ("none", ())])
def test_the_card_says_which_dice_are_rolled(dice, answers):
    beast = Monster(
        id="FX-BEAST",
        name="Beast",
        honor=4,
        dice=dice,
        end_bonus=effect("end_game", v("end_game_bonus", amount=1)),
    )
    state = table(2, MAW, beast)
    face_up(state, "FX-BEAST")
    put(state, courage=2)

    playing = go(state, "act 1 monster face-up", "tall_sister", ["choir"], *answers)

    assert "end the turn" in question(playing).text


@pytest.mark.rule("AW-R63", "AW-157")
def test_the_black_die_has_six_faces_of_three_kinds():
    die = opened("demo").counterattack_die

    assert [die.count(face) for face in ("fatigue", "death", "miss")] == [3, 1, 2]


@pytest.mark.rule("AW-144")
def test_a_relic_holds_no_more_than_its_charges():
    small = Relic(
        id="FX-SMALL",
        name="Small",
        honor=4,
        charges=1,
        power=effect("on_use", v("recharge_relic", card="this")),
    )
    state = table(2, TOWER, small)
    give(state, "orange", "FX-SMALL", 1)
    GAME.check(state)

    assert "act 1" not in offered(go(state))  # it is full: nothing to recharge, and no vision for another
    go(state, "relic FX-SMALL")
    assert state.players["orange"].held("FX-SMALL").blocks == 1  # its own power puts the block back


@pytest.mark.rule("AW-150", "AW-161", "AW-R83")
def test_a_champion_shows_what_its_death_would_cost():
    state = table(2, {1: "gaping_maw"})
    give(state, "orange", "FX-RED", 1)
    give(state, "orange", "FX-SPY")
    put(state, courage=2)

    champions = options(go(state, "act 1 monster face-up"))

    assert champions["FX-RED"].hint == "1 block, 2 honor lost with it"
    assert champions["FX-SPY"].hint == "0 blocks, 0 honor lost with it"
