"""The demo world can be won by people who know what they do, and lost by the same people."""

from __future__ import annotations

import pytest
from sensible_captain import campaign

from rules.sleeping_gods import GAME


@pytest.mark.rule("SG-6", "SG-314")
def test_a_sensible_captain_finds_eight_seals_now_and_then_and_not_always() -> None:
    endings = []
    for seed in range(16):
        run, _ = campaign(str(seed), 1)
        endings.append(GAME.ending(run.state))
        assert (len(run.state.progress.totems) >= 8) or endings[-1] != "totems"
        if "totems" in endings and len(set(endings)) > 1:
            return
    pytest.fail(f"expected wins and losses, got {endings}")
