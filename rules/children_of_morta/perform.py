"""Hero turn, second step: everybody performs actions at the same time (CM-93 to CM-101, CM-169 to CM-172).

Every seat has its own question open. Whoever answers first moves on; what the others are asked is built afresh,
so shared rage and enemies in reach of two are always shown as they are (CM-R50).
"""

from __future__ import annotations

from functools import partial

from ..ask import Anew, ChooseOne, Option, Refusal
from ..game import Checkpoint
from . import action, boards, cards
from .chances import roll
from .state import Table
from .together import Together
from .wording import so_many

NEW_ACTION = "new action"


async def perform_step(state: Table) -> None:
    """The hero turn ends when everybody said done."""
    await Together(
        state.seats,
        lambda seat: busy(state, seat),
        lambda seat: perform(state, seat),
        "Everybody acts at once. Rage actions are best done before the others.",
    )
    state.phase = "enemy"


def busy(state: Table, seat: str) -> bool:
    """Whether a player is at something, or could still do something and has not said done."""
    hero = state.hero(seat)
    if hero.done or hero.acting:
        return not hero.done
    if not all(action.why_not(state, seat, slot) for slot in state.board(seat).actions) or _unknown(state, seat):
        return True
    return any(not option.barred for option in [*_cards(state, seat), *_dice_of_others(state, seat)])


async def perform(state: Table, seat: str) -> None:
    """One action at a time, any number, until the player stops (CM-93 to CM-95)."""
    hero = state.hero(seat)
    while busy(state, seat):
        if hero.acting:
            await action.next_step(state, seat)
            continue
        await Checkpoint()
        what: str = await Anew(lambda: ChooseOne(seat, lambda: _text(state, seat), lambda: menu(state, seat)))
        if what == "done":
            hero.done = True
            state.say(f"{state.hero_name(seat)} is done.")
        elif what == "all done":
            for each in state.run.heroes.values():
                each.done = each.done or each.acting is None
            state.say(f"{state.hero_name(seat)} says that nobody wants to do anything more.")
        elif what == NEW_ACTION:
            await _new_action(state, seat)
        elif what.startswith("act:"):
            slot, _, boost = what[4:].partition(":")
            action.begin(state, seat, slot, boost)
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
    options = [*_deeds(state, seat), Option("done", "Done for this turn")]
    if not state.solo:  # whoever says so: it stands there all the time, or another's answer would change the question
        options.append(Option("all done", "All of us are done"))
    return options


def _deeds(state: Table, seat: str) -> list[Option]:
    """Actions, cards, and dice of others: everything but stopping."""
    actions = [way for slot in state.board(seat).actions for way in action.options(state, seat, slot)]
    return [*actions, *_unknown(state, seat), *_cards(state, seat), *_dice_of_others(state, seat)]


def _unknown(state: Table, seat: str) -> list[Option]:
    """An action of the owner's board that nobody has performed yet, as long as a token could pay for it."""
    hero = state.hero(seat)
    if not state.is_own or not (hero.hand or hero.face_up):
        return []
    label = "Another action" if state.board(seat).actions else "An action"
    return [Option(NEW_ACTION, label, hint="new to the box: it asks once what the board shows")]


async def _new_action(state: Table, seat: str) -> None:
    """It is read off the board and performed at once, if it can be."""
    slot = await boards.tell_action(state, seat)
    barred = action.why_not(state, seat, slot)
    if barred:
        state.say(str(barred), seat)
    else:
        action.begin(state, seat, slot)


def _cards(state: Table, seat: str) -> list[Option]:
    options = []
    for card in cards.held(state, seat):
        if card.effect.timing == "hero_turn":
            slot = f"link.{card.key.split(':')[1]}" if card.link else None
            barred = cards.why_not(state, seat, card)
            more = barred is None and cards.asks_more(card)
            told = partial(cards.told, state, seat, card)
            options.append(Option(card.key, card.name, barred, hint=told, slot=slot, begins=more))
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
