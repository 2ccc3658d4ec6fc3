"""Games at the point where people do something themselves and say what changed."""

from __future__ import annotations

import random
from typing import Any

import pytest
import sleeping_gods_setting as voyage
from for_everyone import begin

from rules.chance import DrawCards
from rules.game import Checkpoint, Setup
from rules.plain import dump, load
from rules.position import some_step
from rules.sheet import WhatChanged, fields
from rules.silent_sea import GAME as SEA
from rules.sleeping_gods import GAME as VOYAGE
from rules.sleeping_gods.resolve import perform
from rules.sleeping_gods.state import Campaign, Context

SEED = 5
"""Random players who soon come to the card."""


def under_way(box: Any, name: str) -> None:
    """A game in which random players have come some way, and something can be changed by hand."""
    for steps in (90, 60, 40, 30, 20):
        begin(box, name, steps)
        moment = box.table.now()
        if moment.ask and fields(moment.position.game, moment.position.state, None):
            return
    raise AssertionError(f"{name} is over too soon")


def everybody_sings(box: Any, patch: pytest.MonkeyPatch) -> WhatChanged:
    """Sleeping Gods meets a card with a sentence that no verb says, again and again."""

    ready = voyage.ship(2, resources={"coins": 3})

    def ready_to_sing(self: Any, setup: Setup) -> Campaign:
        return load(Campaign, dump(ready))

    async def play(self: Any, state: Campaign) -> None:
        while True:
            await Checkpoint()
            sing = voyage.effects({"do": "manual", "text": "Everybody sings. The ship's morale may rise."})
            await perform(state, sing, Context(source="The siren", seat="north"))

    patch.setattr(type(VOYAGE), "begin", ready_to_sing)
    patch.setattr(type(VOYAGE), "play", play)
    box.table.begin(ready.setup)
    return _asked(box)


def the_lights_go_out(box: Any) -> WhatChanged:
    """The Silent Sea draws the Crisis card that wants something of people which no verb says."""
    chance, setup = random.Random(SEED), SEA.setup(len(SEA.seats), {}, "table")
    box.table.begin(setup)
    for _ in range(4000):
        moment = box.table.now()
        if moment.ask is None:  # they did not come to it
            box.table.begin(setup)
            continue
        if isinstance(moment.ask, WhatChanged):
            return _asked(box)
        step = some_step(SEA, moment.position.state, moment.ask, chance)
        value = step.value
        if isinstance(moment.ask, DrawCards) and "dark" in dict(moment.ask.left):
            value = ["dark"]
        box.table.answer(moment.number, value, step.seat)
    raise AssertionError("nobody drew the card")


def _asked(box: Any) -> WhatChanged:
    ask = box.table.now().ask
    assert isinstance(ask, WhatChanged)
    return ask
