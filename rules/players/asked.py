"""What a player of the box answers by itself, and what it leaves to people because their hands or eyes are needed."""

from __future__ import annotations

from rules.ask import Ask, Confirm, EnterText
from rules.chance import Chance, ReadCard
from rules.describing import Describe
from rules.game import Game, Setup
from rules.sheet import WhatChanged


def answers_itself(ask: Ask) -> bool:
    """Whether the box can answer: real dice, cards and stories are read by people, who also say when hands are done."""
    if isinstance(ask, Chance):
        return not ask.from_table
    if isinstance(ask, Confirm):
        return ask.private
    return not isinstance(ask, (ReadCard, WhatChanged, Describe, EnterText))


def why_not(game: Game, setup: Setup | None = None) -> str:
    """Why the box cannot sit down in this game, a sentence; empty if it can.

    :param setup: who holds what; None while that can still be chosen.
    """
    if not game.walks or game.in_hand is None:
        return f"The box cannot play {game.title} itself yet."
    held = {holding.name: holding.title for holding in game.holdings}
    real = [held[name] for name in game.in_hand if setup and not setup.box_holds(name)]
    if real:
        return f"The box cannot see its own hand: {' and '.join(real)} are real here. Let the box deal them to play."
    return ""
