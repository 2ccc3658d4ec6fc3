"""Whole campaigns and trials by players who know what they want."""

import pytest
from family_playing import play_sensibly


@pytest.mark.rule("CM-5", "CM-7", "CM-8", "CM-10", "CM-11")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_sensible_family_of_any_size_wins_all_six_chapters(players):
    run, _, played = play_sensibly(players, "story", seed=3)
    assert run.state.result["ending"] == "story won"
    assert sorted(set(played)) == [1, 2, 3, 4, 5, 6]
    assert played == sorted(played)  # in order; a lost chapter again and again until it is won
    assert run.state.campaign.won == 6
    assert run.state.campaign.runs == len(played)


@pytest.mark.rule("CM-324", "CM-325", "CM-326", "CM-327")
def test_trials_are_won_and_lost():
    run, _, _ = play_sensibly(2, "trial", seed=0)
    assert run.state.result["ending"] == "trial won"
    run, _, _ = play_sensibly(2, "trial", seed=0, careless=True)
    assert run.state.result["ending"] == "trial lost"
