"""How the game ends, with dealt Loyalty cards and with real ones."""

import pytest
from playing import asked, open_values, play
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, choices, playing, table, texts

from rules.ask import IllegalAnswer
from rules.chance import ReadCard
from rules.position import Run, Step
from rules.silent_sea import GAME, ending, health, trade
from rules.silent_sea.ending import winner_if
from rules.silent_sea.state import Decided

T = (DOCTOR,)
AT_EXIT = {ENGINEER: "XP", ASTRO: "XP", CAPTAIN: "XP"}
FOUR = {ENGINEER: 2, ASTRO: 1, CAPTAIN: 1}


def crew_out(where=AT_EXIT, samples=FOUR, **more):
    return table(where, samples=samples, carriers={ENGINEER: 1}, **more)


@pytest.mark.rule("SS-116", "SS-117", "SS-35", "SS-50", "SS-R64", "toggle:crew_extraction")
def test_the_crew_wins_when_every_living_crewmate_is_out_with_4_together():
    assert winner_if(crew_out(), T) == "crew"
    assert winner_if(crew_out(where={**AT_EXIT, CAPTAIN: "p9"}), T) == ""
    assert winner_if(crew_out(samples={ENGINEER: 1, ASTRO: 1, CAPTAIN: 1}), T) == ""
    game = crew_out()
    with pytest.raises(Decided):
        play(ending.judge(game))
    assert game.result["winner"] == "crew"
    assert "the Traitor Cem (Doctor) loses" in game.result["text"]


@pytest.mark.rule("SS-R64", "toggle:crew_extraction")
@pytest.mark.parametrize(("rule", "ends"), [("all_living", ""), ("samples_only", "crew")])
def test_by_a_house_rule_4_samples_at_the_exit_are_enough(rule, ends):
    game = crew_out(where={**AT_EXIT, CAPTAIN: "p9"}, samples={ENGINEER: 2, ASTRO: 1}, crew_extraction=rule)
    assert winner_if(game, T) == ""
    game.players[ASTRO].carriers, game.players[ASTRO].samples = 1, 2
    assert winner_if(game, T) == ends


@pytest.mark.rule("SS-R64", "SS-R70")
def test_dead_crewmates_need_not_be_there_and_share_the_win():
    two = {ENGINEER: "XP", ASTRO: "XP"}
    game = table(two, samples={ENGINEER: 2, ASTRO: 2}, carriers={ENGINEER: 1, ASTRO: 1}, health={CAPTAIN: 0})
    with pytest.raises(Decided):
        play(ending.judge(game))
    assert game.result["winner"] == "crew"  # as one side, the dead Captain too
    assert game.result["loyalty"][CAPTAIN] == "crewmate"
    nobody = table(health={ENGINEER: 0, ASTRO: 0, CAPTAIN: 0})
    assert winner_if(nobody, T) == ""  # at least one must get out


@pytest.mark.rule("SS-118", "SS-119", "SS-52", "SS-R65", "SS-R66", "toggle:traitor_must_be_first")
def test_the_traitor_wins_at_the_exit_with_a_sample():
    for samples, ends in ((0, ""), (1, "traitor"), (2, "traitor")):
        game = table({DOCTOR: "XP"}, samples={DOCTOR: samples}, carriers={DOCTOR: 1})
        assert winner_if(game, T) == ends
    elsewhere = table({DOCTOR: "p9"}, samples={DOCTOR: 1})
    assert winner_if(elsewhere, T) == ""


@pytest.mark.rule("SS-52", "SS-R65", "toggle:traitor_must_be_first")
@pytest.mark.parametrize(("rule", "ends"), [("off", "traitor"), ("on", "")])
def test_whether_crewmates_were_there_before_matters_only_by_a_house_rule(rule, ends):
    game = table({DOCTOR: "XP", ENGINEER: "p9"}, samples={DOCTOR: 1}, traitor_must_be_first=rule)
    game.entered_exit = [DOCTOR]
    assert winner_if(game, T) == "traitor"
    game.entered_exit = [ENGINEER, DOCTOR]
    assert winner_if(game, T) == ends


@pytest.mark.rule("SS-R65", "toggle:traitor_must_be_first")
def test_who_was_at_the_exit_is_remembered():
    game = table({ENGINEER: "p9"}, phase="move", rolled=3)
    playing(game, "to:XP", "to:p9")
    assert game.entered_exit == [ENGINEER]


@pytest.mark.rule("SS-R66")
def test_4_means_at_least_4():
    game = table(AT_EXIT, samples={ENGINEER: 2, ASTRO: 2, CAPTAIN: 1}, carriers={ENGINEER: 1, ASTRO: 1})
    assert winner_if(game, T) == "crew"


@pytest.mark.rule("SS-R68")
def test_samples_of_the_traitor_never_count_for_the_crew():
    game = table(
        {**AT_EXIT, DOCTOR: "XP"},
        samples={ENGINEER: 1, ASTRO: 1, CAPTAIN: 1, DOCTOR: 1},
        traitor_must_be_first="on",
    )
    game.entered_exit = [ENGINEER, DOCTOR]  # so the Traitor has not won either
    assert winner_if(game, T) == ""


@pytest.mark.rule("SS-R67")
def test_passing_through_counts_and_is_not_optional():
    game = table({DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=6, samples={DOCTOR: 1})
    over = playing(game, "to:XP")
    assert over.ask is None
    assert (game.result["winner"], game.move.left) == ("traitor", 5)


@pytest.mark.rule("SS-R67")
def test_a_death_in_anothers_turn_can_end_the_game():
    game = table(
        {ENGINEER: "XP", ASTRO: "XP", CAPTAIN: "p10", DOCTOR: "p9"},
        current=DOCTOR,
        samples={ENGINEER: 2, ASTRO: 2},
        carriers={ENGINEER: 1, ASTRO: 1},
        health={CAPTAIN: 3},
        hands={DOCTOR: ["gun"]},
    )
    over = playing(game, f"gun:{CAPTAIN}")
    assert over.ask is None
    assert game.result["winner"] == "crew"  # the missing Crewmate is dead


@pytest.mark.rule("SS-R67")
def test_a_trade_can_end_the_game():
    game = table({DOCTOR: "XP", ENGINEER: "p9"}, current=ENGINEER, samples={ENGINEER: 1})
    with pytest.raises(Decided):
        play(trade.trade(game, ENGINEER, DOCTOR), ["sample:0"], "gift")
    assert game.result["winner"] == "traitor"


@pytest.mark.rule("SS-R67")
@pytest.mark.parametrize(("turn_of", "winner"), [(DOCTOR, "traitor"), (ASTRO, "crew")])
def test_if_both_hold_the_side_of_the_player_on_turn_wins(turn_of, winner):
    game = crew_out(where={**AT_EXIT, DOCTOR: "XP"}, samples={**FOUR, DOCTOR: 1}, current=turn_of)
    assert winner_if(game, T) == winner


@pytest.mark.rule("SS-R69", "toggle:last_side_standing")
def test_a_dead_side_has_not_lost_yet_unless_the_house_says_so():
    crew_dead = {ENGINEER: 0, ASTRO: 0, CAPTAIN: 0}
    assert winner_if(table(health=crew_dead), T) == ""
    assert winner_if(table(health={DOCTOR: 0}), T) == ""
    assert winner_if(table(health=crew_dead, last_side_standing="on"), T) == "traitor_alone"
    assert winner_if(table(health={DOCTOR: 0}, last_side_standing="on"), T) == "crew_alone"
    assert winner_if(table(last_side_standing="on"), T) == ""
    game = table(health={**crew_dead}, last_side_standing="on")
    with pytest.raises(Decided):
        play(ending.judge(game))
    assert (game.result["winner"], GAME.ending(game)) == ("traitor", "traitor_alone")


@pytest.mark.rule("SS-R69")
def test_if_all_four_are_dead_nobody_wins():
    game = table(health={ENGINEER: 0, ASTRO: 0, CAPTAIN: 0})
    with pytest.raises(Decided):
        play(health.lose_health(game, DOCTOR, 5))
    assert (game.result["winner"], GAME.ending(game)) == ("nobody", "nobody")


@pytest.mark.rule("SS-R3", "SS-116")
def test_at_the_end_all_loyalties_are_open():
    game = crew_out()
    with pytest.raises(Decided):
        play(ending.judge(game))
    for seat in (None, ASTRO):
        shown = GAME.show(game, seat)["seats"]
        assert [each["loyalty"] for each in shown] == ["crewmate", "crewmate", "traitor", "crewmate"]
        assert [each["facts"][-1] for each in shown][1:3] == [["Loyalty", "Crewmate"], ["Loyalty", "Traitor"]]
    run = Run(GAME, game)
    assert run.over
    with pytest.raises(IllegalAnswer, match="over"):
        run.take(Step("answer", "done", ENGINEER))


@pytest.mark.rule("SS-R59", "SS-53", "SS-51")
def test_sabotage_has_no_action_of_its_own_and_loyalty_changes_nothing_that_may_be_done():
    for phase in ("move", "action"):
        asks = []
        for traitor in (ENGINEER, DOCTOR):
            game = table(phase=phase, rolled=3, hands={ENGINEER: ["gun", "vial"]}, traitor=traitor)
            asks.append(playing(game).ask)
        assert asks[0] == asks[1]


@pytest.mark.rule("SS-R58", "toggle:accusation")
def test_there_is_no_vote_unless_the_house_wants_one_without_effect():
    assert "vote" not in [option.value for option in GAME.asides(table(), ENGINEER)]
    game = table(accusation="on", health={CAPTAIN: 0})
    option = GAME.asides(game, ENGINEER)[0]
    assert (option.value, option.barred) == ("vote", None)
    assert "out of the game" in str(GAME.asides(game, CAPTAIN)[0].barred)
    run = Run(GAME, game)
    before = run.ask
    run.take(Step("aside", "vote", ENGINEER))
    assert run.ask.seats == (ENGINEER, ASTRO, DOCTOR)
    assert all(run.ask.of(seat).private for seat in run.ask.seats)
    assert ENGINEER not in open_values(run.ask.of(ENGINEER))
    for seat, vote in ((ASTRO, DOCTOR), (ENGINEER, DOCTOR), (DOCTOR, "")):
        run.take(Step("answer", vote, seat))
    assert "The vote: Cem (Doctor) 2." in texts(game)
    assert run.ask == before
    assert game.result is None
    assert "already voted in cycle 3" in str(GAME.asides(game, ENGINEER)[0].barred)


# Real Loyalty cards: the box does not know


def real(where=None, **more):
    return table(where, custody={"loyalty": "table"}, **more)


@pytest.mark.rule("SS-R67", "SS-R3")
def test_the_table_is_asked_openly_when_somebody_is_out_with_a_sample():
    game = real({DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=1, samples={DOCTOR: 1})
    at = playing(game, "to:XP")
    assert not at.ask.private  # one question, open to all
    assert at.ask.text.endswith("If this ends the game, show your Loyalty card now.")
    barred = choices(at.ask)
    assert barred[DOCTOR] == ""
    assert barred[ASTRO] == ("Even if Ben (Astrobiologist) were the Traitor, nobody would have won yet. (SS-R67)")
    at.answer("on")
    assert game.result is None
    assert at.ask.seat == DOCTOR  # play goes on
    play(ending.judge(game))  # nobody is asked the same again


@pytest.mark.rule("SS-118", "SS-R67")
def test_the_traitor_shows_the_card_and_the_box_judges_when_all_are_shown():
    game = real({DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=1, samples={DOCTOR: 1})
    at = playing(game, "to:XP", DOCTOR)
    assert isinstance(at.ask, ReadCard)
    assert at.ask.text == "Cem (Doctor): show your Loyalty card. Which is it?"
    for card in ("traitor", "crewmate", "crewmate", "crewmate"):
        at.answer(card)
    assert at.ask is None
    assert game.result["winner"] == "traitor"


@pytest.mark.rule("SS-116", "SS-R64", "SS-R67")
def test_whoever_the_traitor_must_be_for_the_crew_to_have_won_can_end_it():
    """All but the Doctor are out with 4: if the Doctor is the Traitor, the crew has won."""
    game = real(AT_EXIT, samples=FOUR, carriers={ENGINEER: 1})
    game.declined = [ENGINEER, ASTRO, CAPTAIN]  # each was asked on entering with a sample
    at = asked(ending.judge(game))
    assert isinstance(at.ask, ReadCard)  # over whoever it is: nobody has to admit anything
    with pytest.raises(Decided):
        at.answer("crewmate").answer("crewmate").answer("traitor").answer("crewmate")
    assert game.result["winner"] == "crew"


def test_a_wrong_claim_opens_the_cards_and_play_goes_on():
    game = real({DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=1, samples={DOCTOR: 1})
    at = playing(game, "to:XP", DOCTOR)
    for card in ("crewmate", "crewmate", "traitor"):
        at.answer(card)
    at.answer("crewmate")
    assert game.result is None
    assert at.ask.seat == DOCTOR
    assert "Nobody has won yet: play goes on with all Loyalty cards open." in texts(game)
    assert [each["loyalty"] for each in GAME.show(game, None)["seats"]].count("traitor") == 1


@pytest.mark.rule("SS-R67")
def test_the_table_can_say_at_any_time_that_it_is_over():
    game = real()
    assert "nobody can have won yet" in str(GAME.asides(game, ENGINEER)[0].barred)
    game = real({DOCTOR: "XP"}, samples={DOCTOR: 1}, current=ENGINEER)
    game.declined = [DOCTOR]  # overlooked before
    run = Run(GAME, game)
    run.take(Step("aside", "over", ASTRO))
    for seat, card in ((ASTRO, "crewmate"), (ENGINEER, "crewmate"), (DOCTOR, "traitor"), (CAPTAIN, "crewmate")):
        run.take(Step("answer", card, seat))
    assert run.over
    assert run.state.result["winner"] == "traitor"
    known = [option.value for option in GAME.asides(table(), ENGINEER)]
    assert "over" not in known  # where the box knows, it judges by itself


def test_the_box_knows_the_traitors_of_a_pack_by_number_only():
    game = real()
    assert ending.traitor_sets(game) == [(ENGINEER,), (ASTRO,), (DOCTOR,), (CAPTAIN,)]
    game.players[ASTRO].loyalty = "crewmate"
    assert ending.traitor_sets(game) == [(ENGINEER,), (DOCTOR,), (CAPTAIN,)]
    assert ending.traitor_sets(table()) == [(DOCTOR,)]


# Giving up


def giving_up(game, seat=ENGINEER):
    run = Run(GAME, game)
    run.take(Step("aside", "give_up", seat))
    return run


def test_a_game_that_nobody_can_win_ends_when_all_living_players_give_up():
    game = table(health={ASTRO: 0, CAPTAIN: 0}, tokens=dict.fromkeys(("WL1", "WL2", "WL3", "WL4"), 0))
    run = giving_up(game)
    assert run.ask.seats == (ENGINEER, DOCTOR)  # the dead are out
    for seat in (DOCTOR, ENGINEER):
        run.take(Step("answer", "up", seat))
    assert run.over
    assert (game.result["winner"], GAME.ending(game)) == ("nobody", "given_up")
    assert game.result["loyalty"][DOCTOR] == "traitor"  # all Loyalties are open now


def test_one_who_wants_to_play_on_is_enough_and_nobody_learns_who():
    seen = {}
    for stubborn in (ASTRO, DOCTOR):
        game = table()
        before = Run(GAME, game).ask
        run = giving_up(table())
        for seat in (CAPTAIN, DOCTOR, ASTRO, ENGINEER):
            assert run.ask.of(seat).private
            run.take(Step("answer", "on" if seat == stubborn else "up", seat))
        assert run.ask == before
        assert run.state.result is None
        seen[stubborn] = (texts(run.state), [GAME.show(run.state, seat) for seat in (None, ENGINEER, CAPTAIN)])
    assert seen[ASTRO] == seen[DOCTOR]
    assert "Not everybody agrees: play goes on." in seen[ASTRO][0]


def test_giving_up_is_asked_once_in_a_cycle_and_not_by_the_dead():
    game = table(health={CAPTAIN: 0})
    assert "You are out of the game" in str(GAME.asides(game, CAPTAIN)[-1].barred)
    run = giving_up(game)
    for seat in (ENGINEER, ASTRO, DOCTOR):
        run.take(Step("answer", "on", seat))
    assert "already asked in cycle 3" in str(GAME.asides(game, DOCTOR)[-1].barred)
    game.cycle += 1
    assert GAME.asides(game, DOCTOR)[-1].barred is None
