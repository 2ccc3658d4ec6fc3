"""The end of the game and its scoring (AW-212 to AW-219, AW-R73, AW-R78, AW-R79)."""

import pytest
from awakening_setting import effect, give, go, heard, put, table, v
from playing import asked, open_values, play

from rules.awakening import end
from rules.awakening.pack import Monster, Wretch, opened
from rules.chance import ReadCard


def last_turn(state):
    """The last player of the last round is to move."""
    state.end_met, state.round = 3, 4
    state.turn.seat = state.order[-1]
    for player in state.players.values():
        player.turns = 4
    return state


@pytest.mark.rule("AW-214", "AW-215", "AW-216", "AW-217", "AW-R78", "AW-37")
def test_the_four_steps_of_scoring_come_in_order():
    state = last_turn(table(2, {1: "library", 2: "inn"}))
    give(state, "orange", "FX-OGRE")
    state.control |= {1: "orange", 2: "orange"}
    put(state)
    state.players["orange"].quest, state.players["orange"].has_quest = "q_landholder", True

    go(state, "end")

    lines = [(line.step, line.what.split(" (")[0], line.honor) for line in state.scoring if line.seat == "orange"]
    assert lines == [
        (1, "Mastery of strength", 5),
        (1, "Mastery of courage", 6),
        (2, "Ogre", 2),
        (3, "The Landholder: 3 honor if you control an Inn.", 3),
        (4, "Control of Library", 4),
    ]
    assert state.players["orange"].honor == 10 + 5 + 6 + 2 + 3 + 4
    assert state.players["green"].honor == 10 + 5  # knowledge


@pytest.mark.rule("AW-X10", "AW-164", "AW-215", "AW-217", "AW-34")
def test_x10_sample_monster_bonus():
    state = table(2, {1: "library", 2: "inn", 3: "fort"})
    give(state, "orange", "FX-OGRE")
    state.control |= {1: "orange", 2: "orange", 3: "orange"}
    put(state)

    play(end.card_bonuses(state))
    assert state.players["orange"].honor == 13
    play(end.tiles_held(state))

    assert state.players["orange"].honor == 19


@pytest.mark.rule("AW-34", "AW-215")
def test_a_conditional_bonus_is_paid_only_if_its_criterion_is_fulfilled():
    state = table(2)
    give(state, "orange", "undertow")
    assert end.end_bonus(state, "orange", "undertow") == 0
    state.players["orange"].speed = 4
    assert end.end_bonus(state, "orange", "undertow") == 3


def beast(*verbs, **more):
    """A monster of orange with these verbs as its end-game bonus."""
    bonus = effect("end_game", *verbs, **more)
    card = Monster(id="FX-BEAST", name="Beast", honor=5, text="As the card says.", end_bonus=bonus)
    state = table(2, {1: "library", 2: "inn"}, card)
    give(state, "orange", "FX-BEAST")
    state.control |= {1: "orange", 2: "orange"}
    put(state)
    return state


BONUS, PER_TILE = v("gain_honor", amount=3), {"per": {"count": "tiles_controlled"}}
ON_RIM = {"test": "on_rim"}
INLAND = {"test": "not", "condition": ON_RIM}


@pytest.mark.rule("AW-34", "AW-215", "AW-V42")
@pytest.mark.parametrize(
    ("verb", "worth"),
    [
        (BONUS, 3),
        (v("gain_honor", amount=PER_TILE), 2),
        (v("if", condition=ON_RIM, then=[v("end_game_bonus", amount=PER_TILE)]), 2),
        (v("if", condition=INLAND, then=[BONUS], otherwise=[v("gain_honor", amount=1)]), 1),
        (v("sequence", do=[BONUS, v("end_game_bonus", amount=PER_TILE)]), 5),
    ],
    ids=["gain_honor", "per tile", "if", "otherwise", "sequence"],
)
def test_an_end_bonus_counts_however_the_card_puts_it(verb, worth):
    state = beast(verb)
    assert end.end_bonus(state, "orange", "FX-BEAST") == worth
    play(end.card_bonuses(state))
    assert state.players["orange"].honor == 10 + worth
    assert state.players["orange"].sources["End-game bonuses"] == worth


@pytest.mark.rule("AW-215", "AW-R85")
def test_what_only_the_table_can_reckon_is_asked_for_at_the_end():
    for verb, text in (
        (v("manual", text="3 for each sailor."), "3 for each sailor."),
        (v("may", do=[BONUS]), "As the card says."),
        (v("gain_honor", amount={"up_to": 4}), "As the card says."),
        (v("transfer_honor", amount=1, giver="each_other"), "As the card says."),
    ):
        state = beast(v("end_game_bonus", amount=1), verb)
        assert end.end_bonus(state, "orange", "FX-BEAST") == 1  # as far as the box can tell before
        asking = asked(end.card_bonuses(state))
        assert asking.ask.seat == "orange"
        assert asking.ask.text == f"Orange: Beast: {text} How much honor does it bring?"
        asking.answer(6)
        assert asking.ask is None
        assert state.players["orange"].honor == 17
        assert [(line.what, line.honor) for line in state.scoring] == [("Beast", 7)]


@pytest.mark.rule("AW-215")
def test_a_bonus_that_costs_something_is_offered_and_paid():
    state = beast(BONUS, optional=True, cost=[v("pay_attribute", attr="strength", amount=1)])
    asking = asked(end.card_bonuses(state))
    assert (asking.ask.seat, open_values(asking.ask)) == ("orange", ["yes", "no"])
    asking.answer("yes")
    assert (state.players["orange"].honor, state.players["orange"].has("strength")) == (13, 0)
    left = beast(BONUS, optional=True, cost=[v("pay_attribute", attr="strength", amount=1)])
    play(end.card_bonuses(left), "no")
    assert left.players["orange"].honor == 10
    poor = beast(BONUS, cost=[v("pay_attribute", attr="courage", amount=1)])
    play(end.card_bonuses(poor))
    assert poor.players["orange"].honor == 10


@pytest.mark.rule("AW-215", "AW-R16")
def test_a_wretch_may_have_an_end_bonus_too():
    state = table(2, None, Wretch(id="FX-W", name="Who", self_gains={}, effects=(effect("end_game", BONUS),)))
    state.players["orange"].wretch = "FX-W"
    play(end.card_bonuses(state))
    assert state.players["orange"].honor == 13


@pytest.mark.rule("AW-216", "AW-R10")
def test_each_bonus_of_a_secret_quest_can_be_earned():
    state = table(2, {1: "inn", 2: "library", 3: "fort"})
    state.control |= {1: "orange", 2: "orange", 3: "orange"}
    put(state)
    state.players["orange"].quest = "q_landholder"

    play(end.quests(state))

    assert state.players["orange"].honor == 16  # both
    assert all(len(quest.bonuses) >= 2 for quest in opened("demo").quests)


@pytest.mark.rule("AW-216")
def test_real_quests_are_turned_up_by_their_owners_at_the_scoring():
    state = table(2, custody="table")
    for player in state.players.values():
        player.has_quest = True

    playing = asked(end.quests(state))

    assert isinstance(playing.ask, ReadCard)
    assert playing.ask.seat == "orange"
    playing.answer("q_host")
    assert "q_host" not in [option.value for option in playing.ask.options]
    playing.answer("q_hunter")
    assert state.players["orange"].honor == 11  # one companion


@pytest.mark.rule("AW-R73")
def test_the_scoring_fires_no_token():
    state = last_turn(table(2, {1: "library"}))
    put(state, honor=19)
    state.control[1] = "orange"
    put(state)

    go(state, "end")

    assert state.players["orange"].honor == 19 + 5 + 2
    assert state.tokens == [20, 30, 40, 50]
    assert len(state.active) == 2


@pytest.mark.rule("AW-R78")
def test_a_bonus_that_counts_honor_or_mastery_uses_the_values_reached_so_far():
    state = last_turn(table(2))
    put(state, honor=8)
    put(state, "green", honor=12)
    for card in ("choir", "glass_spider"):
        give(state, "orange", card)

    go(state, "end")

    # After mastery orange has 8 + 5 (strength) + 6 (courage) = 19, green 12 + 5: most honor, two mastery tiles.
    bonuses = [(line.what, line.honor) for line in state.scoring if line.step == 2]
    assert bonuses == [("The Choir Below", 4), ("The Glass Spider", 4)]


@pytest.mark.rule("AW-R78")
def test_within_a_step_all_players_score_at_once():
    state = table(2)
    give(state, "orange", "choir")
    give(state, "green", "colossus")
    give(state, "green", "ash_hydra")
    give(state, "green", "FX-LENS")
    put(state, "green", honor=9)

    play(end.card_bonuses(state))  # green's +2 comes in the same step: orange still has most with 10

    assert state.players["orange"].honor == 14
    assert state.players["green"].honor == 11


@pytest.mark.rule("AW-218", "AW-219", "AW-R79")
def test_whoever_ties_for_most_honor_shares_the_victory():
    state = table(3)
    put(state, "white", honor=4)

    end.decide(state)

    assert state.result["winners"] == ["orange", "green"]
    assert state.result["winner"] is None
    assert state.result["by"] == "shared victory"
    assert state.result["text"] == "Orange and Green win together with 10 honor."


@pytest.mark.rule("AW-218", "AW-29")
def test_the_result_tells_every_point():
    state = last_turn(table(2, {1: "library"}))
    state.control[1] = "orange"
    put(state)

    go(state, "end")

    assert state.result["winner"] == "orange"
    for seat, rows in state.result["breakdown"].items():
        assert sum(worth for _, worth in rows) == state.result["honor"][seat]
    assert ["Tiles held", 2] in state.result["breakdown"]["orange"]
    assert "Orange: Control of Library (H1), 2 honor." in heard(state)


@pytest.mark.rule("AW-213", "AW-212")
def test_everybody_has_the_same_number_of_turns_before_scoring():
    state = last_turn(table(2))

    go(state, "end")

    assert state.phase == "finished"
    assert {player.turns for player in state.players.values()} == {4}
