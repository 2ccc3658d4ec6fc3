"""Hero turn, second step: everybody performs actions at the same time (CM-93 to CM-101, CM-169 to CM-172).

Every seat has its own question open. Whoever answers first moves on; what the others are asked is built afresh,
so shared rage and enemies in reach of two are always shown as they are (CM-R50).
"""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Option, Refusal
from ..game import Checkpoint
from . import action, cards
from .chances import roll
from .state import Table
from .together import Together
from .wording import so_many


async def perform_step(state: Table) -> None:
    """The hero turn ends when everybody said done."""
    await Together(
        state.seats,
        lambda: [seat for seat in state.seats if not state.hero(seat).done],
        lambda seat: perform(state, seat),
        "Perform actions, all at once. It helps to do rage actions first.",
    )
    state.phase = "enemy"


async def perform(state: Table, seat: str) -> None:
    """One action at a time, any number, until the player stops (CM-93 to CM-95)."""
    hero = state.hero(seat)
    while not hero.done:
        if hero.acting:
            await action.next_step(state, seat)
            continue
        await Checkpoint()
        what: str = await Anew(lambda: ChooseOne(seat, _text(state, seat), menu(state, seat)))
        if what == "done":
            hero.done = True
            state.say(f"{state.hero_name(seat)} is done.")
        elif what.startswith("act:"):
            action.begin(state, seat, what[4:])
        elif what.startswith("reroll:"):
            await _reroll_for(state, seat, what)
        else:
            card = next(each for each in cards.held(state, seat) if each.key == what)
            await cards.use(state, seat, card)


def _text(state: Table, seat: str) -> str:
    hero = state.hero(seat)
    tokens = f"{so_many(len(hero.hand), 'token')}, focus {hero.focus}, shared rage {state.run.rage}"
    return f"{state.hero_name(seat)}: {tokens}. What next?"


def menu(state: Table, seat: str) -> list[Option]:
    """Everything the player might do now; what cannot be done says why."""
    options = [action.option(state, seat, slot) for slot in state.board(seat).actions]
    for card in cards.held(state, seat):
        if card.effect.timing == "hero_turn":
            slot = f"link.{card.key.split(':')[1]}" if card.link else None
            barred = cards.why_not(state, seat, card)
            options.append(Option(card.key, card.name, barred, hint=cards.told(state, seat, card), slot=slot))
    options += _dice_of_others(state, seat)
    options.append(Option("done", "Done for this turn"))
    return options


def _dice_of_others(state: Table, seat: str) -> list[Option]:
    """A house rule lets everybody's fatigue re-roll any die on the table (CM-R45)."""
    if not state.toggle("reroll_any_die"):
        return []
    found = []
    for other in state.seats:
        acting = state.hero(other).acting
        if other == seat or acting is None or not action.waits_for_acceptance(acting):
            continue
        barred = None if state.hero(seat).face_up else Refusal("CM-120", "There is no face-up fatigue left to flip.")
        for place, die in enumerate(acting.dice):
            label = f"Re-roll {state.hero_name(other)}'s {die.colour} {die.face}"
            found.append(Option(f"reroll:{other}:{place}", label, barred, hint="1 fatigue"))
    return found


async def _reroll_for(state: Table, seat: str, what: str) -> None:
    _, other, place = what.split(":")
    hero, acting = state.hero(seat), state.hero(other).acting
    assert acting is not None
    die = acting.dice[int(place)]
    hero.face_up, hero.fatigue_discard = hero.face_up - 1, hero.fatigue_discard + 1
    face = (await roll(state, seat, f"Roll {state.hero_name(other)}'s {die.colour} die again.", [die.colour]))[0]
    if state.hero(other).acting is acting and action.waits_for_acceptance(acting):
        die.face = face
        state.say(f"{state.hero_name(other)}'s {die.colour} die shows {face} now.")
