"""Honor, trigger tokens and triggers (AW-204 to AW-207, AW-212, AW-R69 to AW-R77)."""

import pytest
from awakening_setting import effect, give, go, heard, offered, options, put, question, refusal, table, v
from playing import Playing, asked, play

from rules.awakening import GAME, effects, honor, turn
from rules.awakening.case import Case
from rules.awakening.pack import Trait, Trigger
from rules.awakening.terms import Compare, Count
from rules.chance import DrawCards, ReadCard

HONOR_21 = Trigger(id="FX-21", name="Twenty-one", condition=Compare("at_least", Count("honor"), 21))
THREE_TILES = Trigger(id="FX-3T", name="Three tiles", condition=Compare("at_least", Count("tiles_controlled"), 3))
FOUR_REVEALED = Trigger(
    id="FX-4R", name="Four tiles", scope="table", condition=Compare("at_least", Count("revealed_tiles"), 4)
)


def activate(state, *cards):
    for card in cards:
        state.triggers_left.remove(card)
        state.active.append(card)


@pytest.mark.rule("AW-X19", "AW-206", "AW-207", "AW-R70", "AW-R74")
def test_x19_token():
    state = table(2, {1: "library"})
    put(state, honor=19)

    playing = go(state, "control 1")
    assert state.players["orange"].honor == 21
    assert isinstance(playing.ask, DrawCards)  # mandatory
    playing.answer(["renown"])
    assert state.tokens == [30, 40, 50]
    assert offered(playing) == ["keep", "FX-QUIET-1", "FX-QUIET-2", "renown"]  # the new one included
    playing.answer("FX-QUIET-1")

    assert state.players["orange"].honor == 19
    assert state.active == ["FX-QUIET-2", "renown"]
    assert state.removed_triggers == ["FX-QUIET-1"]
    play(honor.gain_honor(state, "orange", 1, "Test"))  # 20 again fires nothing
    assert len(state.active) == 2


@pytest.mark.rule("AW-207", "AW-R69")
def test_the_removal_needs_two_honor():
    state = table(2)
    put(state, honor=1)

    offer = asked(honor.offer_removal(state, "orange", 20))

    assert offered(offer) == ["keep"]
    assert refusal(offer, "FX-QUIET-1").why == "This costs 2 honor; you have 1."


@pytest.mark.rule("AW-R70", "toggle:trigger_token_mode")
@pytest.mark.parametrize(
    ("mode", "before", "gain", "fired"),
    [
        ("first_reach_or_pass", 18, 5, [20]),
        ("first_reach_or_pass", 18, 2, [20]),
        ("exact_landing", 18, 5, []),
        ("exact_landing", 18, 2, [20]),
        ("every_player", 18, 5, [20]),
    ],
)
def test_when_a_token_fires(mode, before, gain, fired):
    state = table(2, trigger_token_mode=mode)
    put(state, honor=before)

    assert honor.tokens_passed(state, "orange", before, before + gain) == fired


@pytest.mark.rule("AW-R70", "toggle:trigger_token_mode")
def test_a_token_fires_for_every_player_if_the_table_plays_so():
    state = table(2, trigger_token_mode="every_player")
    for seat, trigger in (("orange", "renown"), ("green", "wings")):
        put(state, seat, honor=19)
        play(honor.gain_honor(state, seat, 2, "Test"), [trigger], "keep")

    assert state.tokens == [30, 40, 50]  # all have fired it
    assert len(state.active) == 4
    state = table(2)
    for seat in ("orange", "green"):
        put(state, seat, honor=19)
    play(honor.gain_honor(state, "orange", 2, "Test"), ["renown"], "keep")
    play(honor.gain_honor(state, "green", 2, "Test"))  # the token is gone
    assert len(state.active) == 3


@pytest.mark.rule("AW-R71")
def test_one_gain_past_several_tokens_settles_each_from_low_to_high():
    state = table(2)
    put(state, honor=19)

    gaining = asked(honor.gain_honor(state, "orange", 12, "Test"), ["renown"])
    assert "token on 20" in question(gaining).text
    gaining.answer("renown").answer(["wings"])  # back to 29, and yet 30 is settled
    assert "token on 30" in question(gaining).text
    gaining.answer("keep")

    assert state.players["orange"].honor == 29
    assert state.tokens == [40, 50]


@pytest.mark.rule("AW-R71")
def test_when_several_gain_at_once_the_active_player_is_first():
    state = table(3)
    for seat in state.seats:
        put(state, seat, honor=19)
    gift = effect("on_use", v("gain_honor", amount=1, who="all"))

    gaining = asked(effects.run(state, Case("white", "FX-LENS"), gift.do), ["renown"])

    assert question(gaining).seat == "orange"  # it is orange's turn, though white's card gives the honor
    gaining.answer("keep")
    assert [player.honor for player in state.players.values()] == [20, 20, 20]


@pytest.mark.rule("AW-R72")
def test_the_player_who_advanced_decides_also_out_of_turn():
    state = table(2, {1: "library"})
    state.control[1] = "green"
    put(state, "green", honor=19)

    playing = go(state, "act 1", ["renown"])

    assert question(playing).seat == "green"
    assert state.players["orange"].has("knowledge") == 1  # the game waits
    playing.answer("wings" if "wings" in options(playing) else "keep")
    assert state.players["orange"].has("knowledge") == 3


@pytest.mark.rule("AW-206")
def test_the_new_trigger_cannot_be_declined():
    state = table(2)
    put(state, honor=19)

    gaining = asked(honor.gain_honor(state, "orange", 1, "Test"))

    assert isinstance(gaining.ask, DrawCards)
    gaining.answer(["wings"])
    assert "wings" in state.active


@pytest.mark.rule("AW-205", "AW-R75", "AW-R77")
def test_meeting_an_active_trigger_makes_the_next_round_the_last():
    state = table(2, {1: "library", 2: "spire", 3: "fort"}, THREE_TILES)
    activate(state, "FX-3T")
    state.round = 4
    state.control |= {1: "orange"}
    put(state)

    honor.check_triggers(state)
    assert state.end_met == 0
    state.control |= {2: "orange", 3: "orange"}
    honor.check_triggers(state)

    assert (state.end_met, state.met_by) == (4, "FX-3T")
    assert "Round 5 is the last one." in heard(state)


@pytest.mark.rule("AW-212", "AW-205")
def test_of_several_triggers_that_are_met_each_is_marked():
    state = table(2, {1: "library", 2: "spire", 3: "fort", 4: "inn"}, THREE_TILES, FOUR_REVEALED, HONOR_21)
    activate(state, "FX-3T", "FX-4R", "FX-21")
    state.control |= {1: "orange", 2: "orange", 3: "orange"}
    put(state)

    def marked():
        return [trigger["id"] for trigger in GAME.show(state, None)["triggers"] if trigger["met"]]

    honor.check_triggers(state)
    assert state.end_met == 1
    assert marked() == ["FX-3T", "FX-4R"]  # both at once
    del state.control[3]
    honor.check_triggers(state)
    assert marked() == ["FX-3T", "FX-4R"]  # met is met
    put(state, honor=19)
    state.tokens, state.round = [], 2
    play(honor.gain_honor(state, "orange", 2, "Test"))
    assert marked() == ["FX-3T", "FX-4R", "FX-21"]  # and one that is met later
    assert state.end_met == 1
    assert heard(state).count("is the last one.") == 1
    honor.check_triggers(state)
    assert heard(state).count("is met as well") == 2


@pytest.mark.rule("AW-R75")
def test_a_met_trigger_is_final_though_the_condition_is_lost_again():
    state = table(2, None, HONOR_21)
    activate(state, "FX-21")
    put(state, honor=19)

    play(honor.gain_honor(state, "orange", 2, "Test"), ["renown"], "keep")
    assert state.end_met == 1
    play(honor.lose_honor(state, "orange", 5, "Test"))
    play(honor.remove_trigger(state, "orange", "FX-21"))
    honor.check_triggers(state)

    assert state.end_met == 1


@pytest.mark.rule("AW-R75")
def test_a_new_trigger_already_fulfilled_counts_only_if_it_survives_the_removal():
    state = table(2, None, HONOR_21)
    put(state, honor=19)
    play(honor.gain_honor(state, "orange", 5, "Test"), ["FX-21"], "FX-21")
    assert state.end_met == 0

    state = table(2, None, HONOR_21)
    put(state, honor=19)
    play(honor.gain_honor(state, "orange", 5, "Test"), ["FX-21"], "keep")
    assert state.end_met == 1


@pytest.mark.rule("AW-R76")
def test_any_player_or_the_table_itself_can_fulfil_a_trigger():
    state = table(2, {1: "inn", 2: "inn", 3: "inn"}, THREE_TILES, FOUR_REVEALED)
    activate(state, "FX-3T", "FX-4R")
    state.control |= {1: "green", 2: "green", 3: "green"}
    assert honor.is_met(state, "FX-3T")  # green, though it is orange's turn
    assert not honor.is_met(state, "FX-4R")
    state.tiles[4] = "spire"
    assert honor.is_met(state, "FX-4R")


@pytest.mark.rule("AW-X20", "AW-212", "AW-213", "AW-R77")
def test_x20_final_round():
    state = table(3, {1: "inn", 2: "fort", 3: "spire"}, THREE_TILES)
    activate(state, "FX-3T")
    state.control |= {1: "green", 2: "green"}
    put(state, "green", conviction=1)
    state.round = 4
    go(state, "end", "control 3")  # green meets it in round 4
    assert state.end_met == 4
    seats = []
    while state.phase == "play":
        playing = go(state)
        seats.append(question(playing).seat)
        playing.answer("end")

    assert seats == ["green", "white", "orange", "green", "white"]
    assert state.phase == "finished"
    assert {player.turns for player in state.players.values()} == {2}


@pytest.mark.rule("AW-R77")
def test_met_again_later_changes_nothing_and_before_the_first_turn_counts_as_round_one():
    state = table(2, {1: "inn", 2: "inn", 3: "inn", 4: "spire"}, FOUR_REVEALED)
    activate(state, "FX-4R")
    honor.check_triggers(state)
    assert state.end_met == 1
    state.round = 2
    honor.check_triggers(state)

    assert state.end_met == 1
    assert turn.is_last_round(state)


@pytest.mark.rule("AW-R69", "toggle:negative_honor")
@pytest.mark.parametrize(("negative", "left"), [(False, 0), (True, -2)])
def test_a_forced_loss_stops_at_nothing_unless_honor_may_be_negative(negative, left):
    state = table(2, negative_honor=negative)
    put(state, honor=3)

    play(honor.lose_honor(state, "orange", 5, "Test"))

    assert state.players["orange"].honor == left
    assert sum(state.players["orange"].sources.values()) == left


@pytest.mark.rule("AW-R69")
def test_honor_has_no_maximum():
    state = table(2)
    state.tokens = []
    play(honor.gain_honor(state, "orange", 150, "Test"))

    assert state.players["orange"].honor == 160


@pytest.mark.rule("AW-R73")
def test_tokens_fired_after_the_end_was_triggered_still_add_triggers():
    state = table(2)
    state.end_met = 1
    put(state, honor=19)

    play(honor.gain_honor(state, "orange", 1, "Test"), ["renown"], "keep")

    assert len(state.active) == 3
    assert state.end_met == 1


@pytest.mark.rule("AW-R74")
def test_two_triggers_are_always_active():
    state = table(2)
    put(state, honor=19)
    play(honor.gain_honor(state, "orange", 1, "Test"), ["renown"], "renown")

    assert len(state.active) == 2


@pytest.mark.rule("AW-206")
def test_with_real_cards_the_table_says_which_trigger_was_turned_up():
    state = table(2, custody="table")
    put(state, honor=19)

    gaining = asked(honor.gain_honor(state, "orange", 1, "Test"))

    assert isinstance(gaining.ask, ReadCard)
    gaining.answer("steward")
    assert "steward" in state.active


@pytest.mark.rule("AW-206")
def test_without_trigger_cards_left_a_token_adds_none():
    state = table(2)
    state.triggers_left = []
    put(state, honor=19)

    gaining = asked(honor.gain_honor(state, "orange", 1, "Test"))

    assert "No trigger card is left" in heard(state)
    assert offered(gaining) == ["keep", "FX-QUIET-1", "FX-QUIET-2"]


def test_the_reasons_of_honor_are_kept():
    state = table(2, {1: "library"})
    give(state, "orange", "FX-CALM")
    go(state, "control 1")

    assert state.players["orange"].sources == {"Start": 10, "Control taken": 2}


@pytest.mark.rule("AW-R70", "AW-R71")
def test_a_token_fired_by_a_cards_gain_in_between_is_not_fired_twice():
    echo = effect("on_event", v("gain_honor", amount=10), event="token_fired", limit="once_per_game")
    state = table(2, None, Trait(id="FX-ECHO", name="Echo", honor=4, effects=(echo,)))
    give(state, "orange", "FX-ECHO")
    put(state, honor=19)

    gaining = asked(honor.gain_honor(state, "orange", 12, "Test"))  # 31: tokens 20 and 30, and with Echo 40
    while gaining.ask is not None:
        gaining.answer([next(iter(dict(gaining.ask.left)))] if isinstance(gaining.ask, DrawCards) else "keep")

    assert state.players["orange"].honor == 41
    assert state.tokens == [50]
    assert len(state.active) == 2 + 3


@pytest.mark.rule("AW-R73", "AW-R75", "AW-207")
def test_whoever_may_pay_for_a_trigger_is_told_when_it_changes_nothing():
    state = table(2)
    put(state, honor=19)
    asking = Playing(honor.gain_honor(state, "orange", 1, "Test")).answer(["renown"])
    assert asking.ask.text.endswith("Lose 2 of your 20 honor to remove one trigger?")

    settled = table(2)
    put(settled, honor=19)
    settled.end_met = 4
    asking = Playing(honor.gain_honor(settled, "orange", 1, "Test")).answer(["renown"])
    assert asking.ask.text.endswith("It changes nothing: round 5 stays the last.")
