"""Damage to heroes: evade, shield, and what is left of it (CM-182 to CM-190)."""

from __future__ import annotations

from collections.abc import Callable

from ..ask import Anew, ChooseOne, EnterNumber, Option, Refusal
from . import cards
from .chances import roll
from .outcome import fall
from .state import Hero, Rolled, Table
from .tracks import highest
from .vocabulary import ReduceDamage
from .wording import are


async def throw(state: Table, seat: str, who: str, colours: tuple[str, ...]) -> list[Rolled]:
    """The dice of an attack against *seat*; only a house rule lets fatigue re-roll them (CM-R45)."""
    if not colours:
        return []
    first, state.run.struck = not state.run.struck, True  # one press lets the enemies begin
    shown = await roll(state, seat, f"{who} attacks {state.hero_name(seat)}.", colours, at_once=not first)
    dice = [Rolled(colour=colour, group=0, face=face) for colour, face in zip(colours, shown, strict=True)]
    hero = state.hero(seat)
    while hero.face_up and state.toggle("reroll_any_die"):
        choices = [Option(place, f"Re-roll the {die.colour} {die.face}") for place, die in enumerate(dice)]
        which = await ChooseOne(seat, "Spend fatigue to re-roll a die?", [Option("keep", "Leave them"), *choices])
        if which == "keep":
            break
        hero.face_up, hero.fatigue_discard = hero.face_up - 1, hero.fatigue_discard + 1
        dice[which].face = (await roll(state, seat, "Roll it again.", [dice[which].colour]))[0]
    return dice


def criticals(state: Table, dice: list[Rolled]) -> int:
    """How often the attacker's critical bonus counts: for each such die, or once by a house rule (CM-R68)."""
    shown = sum(die.critical for die in dice)
    return min(shown, 1) if state.toggle("enemy_crit_once") else shown


async def evade(
    state: Table, seat: str, who: str, dice: list[Rolled], damage: Callable[[list[Rolled]], int]
) -> list[Rolled]:
    """The dice that are not ignored; each costs steps on the evade track by its colour (CM-R69).

    :param damage: what some of the dice do, with everything that comes to them.
    """
    hero, board = state.hero(seat), state.board(seat)
    if board.defence != "evade":
        return dice
    costs = state.pack.constants.evade_cost
    price = {"blue": costs.blue, "brown": costs.brown, "purple": costs.purple}
    left = list(dice)
    while any(price[die.colour] <= hero.defence and (die.value or die.critical) for die in left):

        def ask() -> ChooseOne:
            options = [Option("take", "Take it" if len(left) == len(dice) else "No more evading")]
            for place, die in enumerate(left):
                cost = price[die.colour]
                short = Refusal("CM-187", f"A {die.colour} die costs {cost} evade and there {are(hero.defence)}.")
                barred = short if cost > hero.defence else None
                options.append(Option(place, f"Ignore the {die.colour} {die.face}", barred, hint=f"{cost} evade"))
            text = f"{who}: {board.name} is about to take {damage(left)} damage and has {hero.defence} evade."
            return ChooseOne(seat, text, options)

        which = await Anew(ask)
        if which == "take":
            break
        die = left.pop(which)
        hero.defence -= price[die.colour]
        state.say(f"{board.name} ignores the {die.colour} die.")
    return left


async def hurt(state: Table, seat: str, damage: int, who: str = "", enemy: int | None = None) -> None:
    """Cards first, then as much shield as the player likes, then health (CM-184, CM-R70).

    :param who: hits, in words; *enemy* is its number if it stands above a board.
    """
    hero, board = state.hero(seat), state.board(seat)
    if damage <= 0:
        state.say(f"{board.name} takes no damage.")
        return
    damage = max(0, damage - cards.guarded(state, seat))
    hero.guard = 0

    def left() -> int:
        return max(0, damage - hero.guard)

    def about() -> str:
        return f"{who}: {left()} damage to {board.name}" if who else f"{left()} damage to {board.name}"

    def wanted(card: cards.Held) -> bool:
        """With nothing left to lower, cards that lower it are kept."""
        return left() > 0 or not all(isinstance(word, ReduceDamage) for word in card.effect.effects)

    if damage:
        await cards.offer(state, seat, "enemy_phase_before_damage", about, enemy, wanted)
        damage = left()
        hero.guard = 0
    if board.defence == "shield" and hero.defence and damage:

        def ask() -> EnterNumber:
            most = min(hero.defence, damage)  # what is not used is lost in clean-up, so all of it is meant (CM-194)
            return EnterNumber(seat, f"{about()}. How much shield?", 0, most, default=most, along=True, habit="shield")

        spent = await Anew(ask)
        hero.defence -= spent
        damage -= spent
    lose_health(state, hero, damage)


def lose_health(state: Table, hero: Hero, n: int) -> None:
    """Health never goes below 0, and at 0 the run is lost at once."""
    hero.health = max(0, hero.health - n)
    name, most = state.pack.heroes[hero.id].name, highest(state, hero, "health")
    state.say(f"{name} takes {n} damage: health {hero.health}/{most}." if n else f"{name} takes no damage.")
    fall(state, hero)
