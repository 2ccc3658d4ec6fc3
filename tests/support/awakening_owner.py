"""A made-up printed copy of The Awakening that the box has never seen, and the people who own and play it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from rules.ask import Ask, ChooseOne, Confirm, EnterNumber, EnterText
from rules.awakening import GAME
from rules.awakening.sensible import Wretches
from rules.chance import ReadCard
from rules.sheet import WhatChanged

SYLLABLES = ("bran", "kel", "tor", "mi", "sha", "ul", "ven", "dro", "pha", "ri", "on", "ez")
STACKS = ("red", "blue", "yellow", "relic", "trait", "monster")
YIELDS = ("inspiration", "knowledge", "strength", "inspiration strength", "knowledge knowledge", "strength strength")
LAST_ROUND_BUT_ONE = 5  # in which some trigger card says that the end is near


@dataclass(frozen=True)
class Printed:
    """What stands on a card of the made-up copy."""

    name: str
    honor: int
    charges: int
    gains: str


class Copy:
    """Twelve cards of each stack, twelve triggers and five wretches, shuffled."""

    def __init__(self, seed: int) -> None:
        shuffle = random.Random(seed)
        self.cards: dict[str, Printed] = {}
        self.stacks: dict[str, list[Printed]] = {}
        for row, stack in enumerate((*STACKS, "trigger", "wretch")):
            pile = []
            for number in range(12):
                name = f"{stack[:2]}{SYLLABLES[number]}{SYLLABLES[(number + row) % 12]}".capitalize()
                dear = 2 + number % 4 if stack in ("relic", "trait", "monster") else number % 4
                pile.append(Printed(name, dear, 2 + number % 3, YIELDS[number % len(YIELDS)]))
            shuffle.shuffle(pile)
            self.stacks[stack] = pile
            self.cards |= {card.name: card for card in pile}

    def draw(self, stack: str) -> Printed:
        return self.stacks[stack].pop()

    def named_in(self, text: str) -> Printed:
        """The card that a question speaks of."""
        return next(card for name, card in self.cards.items() if name in text)


class Owners(Wretches):
    """Everybody at the table: they look at their printed cards and say what they are asked, and no more."""

    def __init__(self, copy: Copy, chance: random.Random) -> None:
        super().__init__(GAME, chance)
        self.copy = copy
        self.in_hand: Printed | None = None  # looked up in the list of those met before, and not found there

    def answer(self, state: Any, ask: Ask) -> Any:
        text = ask.text
        if isinstance(ask, EnterText):
            return self._name(text)
        if isinstance(ask, WhatChanged):
            return {f"players.{ask.seat}.honor": state.players[ask.seat].honor + 1}
        if isinstance(ask, EnterNumber) and "honor does" in text and "show" in text:
            return self.copy.named_in(text).honor
        if isinstance(ask, EnterNumber) and "blocks does" in text and "hold" in text:
            return self.copy.named_in(text).charges
        if isinstance(ask, EnterNumber) and state.phase == "scoring":
            return 4
        if isinstance(ask, ChooseOne) and "generate?" in text:
            gains = self.copy.named_in(text).gains
            return gains
        if isinstance(ask, ChooseOne) and "trigger met?" in text:
            return state.active[0] if state.round >= LAST_ROUND_BUT_ONE else "none"
        if isinstance(ask, Confirm):
            return True
        if isinstance(ask, (ReadCard, ChooseOne)) and any("new" in str(option.value) for option in ask.options):
            return self._from_the_list(ask)
        return super().answer(state, ask)

    def _name(self, text: str) -> str:
        stack = next(each for each in (*self.copy.stacks,) if each in text)
        card, self.in_hand = self.in_hand or self.copy.draw(stack), None
        return card.name

    def _from_the_list(self, ask: ReadCard | ChooseOne) -> Any:
        """A card met before is in the list by its name; another one is new."""
        by_name = {option.label: option.value for option in ask.options}
        new = [option.value for option in ask.options if str(option.value).startswith("new")]
        colour = self.chance.choice(new) if len(new) > 1 else new[0]
        text = f"{ask.text} {colour}"
        stack = next(each for each in self.copy.stacks if each in text.replace("which trait", "trait"))
        card = self.copy.draw(stack)
        if card.name in by_name:
            return by_name[card.name]
        self.in_hand = card
        return colour
