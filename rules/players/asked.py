"""What a player of the box answers by itself, and what it leaves to people because their hands or eyes are needed."""

from __future__ import annotations

from typing import Any

from rules.ask import Ask, Confirm, EnterText, OneOf
from rules.chance import Chance, ReadCard
from rules.describing import Describe
from rules.game import Game, Setup
from rules.plain import Plain
from rules.position import Step
from rules.sheet import WhatChanged

BY_HAND = (ReadCard, WhatChanged, Describe, EnterText)
"""What only whoever has hands and eyes can say."""


def answers_itself(game: Game, state: Any, ask: Ask) -> bool:
    """Whether the box can answer.

    Real dice, cards and stories are read by people, who also say when hands are done; and what the whole table agrees
    on, people agree on, whoever of them is asked.
    """
    if isinstance(ask, Chance):
        return not ask.from_table
    if isinstance(ask, Confirm):
        return ask.private
    if isinstance(ask, BY_HAND):
        return False
    return ask.private or not game.all_agree(state, ask)


def is_for_people(game: Game, state: Any, ask: Ask, step: Step) -> bool:
    """Whether *step* would end or lose something for good, or is about the evening: that is not the box's to say."""
    options = ask.options if isinstance(ask, OneOf) else ()
    if step.kind == "aside":
        options = game.asides(state, step.seat or "")
    return any(option.is_apart for option in options if option.value == step.value)


def without_people(ask: Ask, answers: list[Plain]) -> list[Plain]:
    """*answers* without those that are for people to give, if any other is left."""
    if not isinstance(ask, OneOf):
        return answers
    apart = [option.value for option in ask.options if option.is_apart]
    return [answer for answer in answers if answer not in apart] or answers if apart else answers


def why_not(game: Game, setup: Setup | None = None, seat: str = "") -> str:
    """Why the box cannot sit down in this game, a sentence; empty if it can.

    :param setup: who holds what; None while that can still be chosen.
    :param seat: on which seat; empty for any.
    """
    if game.in_hand is None:
        return f"The box cannot play {game.title} itself yet."
    held = {holding.name: holding for holding in game.holdings}
    real = [held[name] for name in game.in_hand if setup and not setup.box_holds(name, seat)]
    if not real:
        return ""
    titles = " and ".join(holding.title for holding in real)
    earlier = ", or give it its seat before you begin" if all(holding.apart for holding in real) else " to play"
    return f"The box cannot see its own hand: {titles} are real here. Let the box deal them{earlier}."
