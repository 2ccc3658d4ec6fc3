"""Everything only fate knows: decks, stacks, the bag and the dice.

Whatever the box holds and nobody would press a button for is dealt at once; bag, dice and boss cards wait for a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ..chance import DrawCards, RollDice
from .state import Pile, Table
from .telling import next_card
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
    sort: str,
    names: Mapping[str, str],
    holding: str = "cards",
    renew: bool = True,
    by_hand: bool = False,
) -> str | None:
    """The top card of a deck, or None if there is none.

    :param sort: what it is, and whose: ``item``, ``enemy:goblins``; see `telling.known`.
    :param names: of the cards, for whoever taps in what came from the table.
    :param renew: an empty deck is made anew from its discards (CM-R30).
    :param by_hand: somebody draws it, even if the box holds the cards: all want to see this one come.
    """
    drawn = await draw_some(
        state, seat, text, pile, deck, 1, names, sort=sort, holding=holding, renew=renew, by_hand=by_hand
    )
    return drawn[0] if drawn else None


async def draw_some(
    state: Table,
    seat: str,
    text: str,
    pile: Pile,
    deck: str,
    count: int,
    names: Mapping[str, str],
    *,
    sort: str,
    holding: str = "cards",
    renew: bool = True,
    by_hand: bool = False,
) -> list[str]:
    """So many cards from the top of a deck, told in one go; fewer if there are no more.

    What an owner's deck holds only the table knows.
    """
    if state.is_own:
        told = [await next_card(state, seat, text, sort, names) for _ in range(count)]
        return [card for card in told if card]
    ours, drawn = state.setup.box_holds(holding), list[str]()
    while len(drawn) < count:
        if not pile.size and renew:
            pile.reshuffle()
        some = min(count - len(drawn), sum(pile.left.values()))
        if some:
            cards: list[str] = await DrawCards(
                seat,
                text,
                deck,
                pile.left,
                count=some,
                names=names,
                at_once=ours and not by_hand,
                from_table=not ours,
            )
            for card in cards:
                pile.take(card)
            drawn += cards
        elif pile.below:
            drawn.append(pile.below.pop(0))
        else:
            break
    return drawn


def faces(state: Table, colour: str) -> list[str]:
    """The sides of a die as they are read out: ``2``, or ``1+`` with a critical."""
    die = next(die for name, die in state.pack.dice.items() if name == colour)
    if state.is_own and not state.setup.box_holds("dice"):  # nobody has counted what its sides show
        highest = max(face.value for face in die.faces) + 1
        return [f"{value}{critical}" for critical in ("", "+") for value in range(highest + 1)]
    return [f"{face.value}{'+' if face.crit else ''}" for face in die.faces]


async def roll(
    state: Table, seat: str, text: str, colours: Sequence[str], *, at_once: bool = False, added: bool = False
) -> list[str]:
    """Roll dice of these colours; with too few dice on the table, in several goes (CM-R46).

    :param at_once: somebody has just tapped for it: dice that the box holds are rolled without another press.
    :param added: only what they come to together counts, and how many are critical: that is told with one tap.
    """
    ours = state.setup.box_holds("dice")
    shown: list[str] = []
    for go in _goes(state, colours):
        dice = [(f"{colour} die", faces(state, colour)) for colour in go]
        told = text if len(go) == len(colours) else f"{text} ({len(go)} at a time)"
        together = totals(state, go) if added and not ours and len(go) > 1 else ()
        shown += await RollDice(seat, told, dice, totals=together, at_once=ours and at_once, from_table=not ours)
    return shown


def totals(state: Table, colours: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """What dice can come to, as it is read out (``3``, or ``3++`` with two criticals), each with faces that make it."""
    found: dict[tuple[int, int], tuple[str, ...]] = {(0, 0): ()}
    for colour in colours:
        so_far, found = found, {}
        for (value, crits), shown in so_far.items():
            for face in dict.fromkeys(faces(state, colour)):
                total = value + int(face.rstrip("+")), crits + face.endswith("+")
                found.setdefault(total, (*shown, face))
    return [(f"{value}{'+' * crits}", found[value, crits]) for value, crits in sorted(found)]


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
