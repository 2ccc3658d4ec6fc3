"""Everything only fate knows: decks, stacks, the bag and the dice.

Whatever the box holds and nobody would press a button for is dealt at once; bag, dice and boss cards wait for a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ..chance import DrawCards, RollDice
from .state import Pile, Table
from .wording import so_many


class Named(Protocol):
    @property
    def name(self) -> str: ...


def titles(cards: Mapping[str, Named]) -> dict[str, str]:
    """The name of every card by its id."""
    return {card: printed.name for card, printed in cards.items()}


async def draw(
    state: Table,
    seat: str,
    text: str,
    pile: Pile,
    deck: str,
    *,
    names: Mapping[str, str],
    holding: str = "cards",
    renew: bool = True,
    by_hand: bool = False,
) -> str | None:
    """The top card of a deck, or None if there is none.

    :param names: of the cards, for whoever taps in what came from the table.
    :param renew: an empty deck is made anew from its discards (CM-R30).
    :param by_hand: somebody draws it, even if the box holds the cards: all want to see this one come.
    """
    if not pile.size and renew:
        pile.reshuffle()
    if pile.left:
        at_once = state.setup.box_holds(holding) and not by_hand
        drawn: list[str] = await DrawCards(seat, text, deck, pile.left, names=names, at_once=at_once)
        pile.take(drawn[0])
        return drawn[0]
    if pile.below:
        return pile.below.pop(0)
    return None


def faces(state: Table, colour: str) -> list[str]:
    """The sides of a die as they are read out: ``2``, or ``1+`` with a critical."""
    die = next(die for name, die in state.pack.dice.items() if name == colour)
    return [f"{face.value}{'+' if face.crit else ''}" for face in die.faces]


async def roll(state: Table, seat: str, text: str, colours: Sequence[str]) -> list[str]:
    """Roll dice of these colours; with too few dice on the table, in several goes (CM-R46)."""
    shown: list[str] = []
    for go in _goes(state, colours):
        dice = [(f"{colour} die", faces(state, colour)) for colour in go]
        shown += await RollDice(seat, text if len(go) == len(colours) else f"{text} ({len(go)} at a time)", dice)
    return shown


def _goes(state: Table, colours: Sequence[str]) -> Iterable[list[str]]:
    owned = {str(colour): max(1, die.count) for colour, die in state.pack.dice.items()}
    go: list[str] = []
    for colour in colours:
        if go.count(colour) == owned[colour]:
            yield go
            go = []
        go.append(colour)
    if go:
        yield go


def in_words(colours: Sequence[str]) -> str:
    """``2 blue dice, 1 brown die and 1 purple die``."""
    told = [so_many(colours.count(colour), f"{colour} die", f"{colour} dice") for colour in dict.fromkeys(colours)]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
