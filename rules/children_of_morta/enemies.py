"""The enemy phase (CM-173 to CM-181): right to left, top to bottom."""

from __future__ import annotations

from ..game import Checkpoint
from . import bosses, effects
from . import vocabulary as v
from .hurt import criticals, evade, hurt, throw
from .outcome import fall, lose
from .rows import called, cross_over, in_melee_zone, meet
from .state import Enemy, Hero, Rolled, Table
from .telling import know_actions


async def enemy_phase(state: Table) -> None:
    """Every enemy acts once: the leader's first, then clockwise, each row from the right (CM-R62)."""
    run = state.run
    run.enemy_phase = True
    if run.activations is None:
        for hero in run.heroes.values():
            fall(state, hero)
        run.activations = [
            enemy.number for seat in state.in_order() for _, enemy in reversed(state.hero(seat).enemies())
        ]
    while run.activations:
        await Checkpoint()
        number = run.activations.pop(0)
        await activate(state, number)
    await Checkpoint()
    await bosses.act(state)
    bosses.put_card_away(state)
    run.enemy_phase, run.activations, run.struck = False, None, False
    state.phase = "clean_up"


async def activate(state: Table, number: int) -> None:
    """All actions of one enemy, top to bottom, before the next enemy (CM-178, CM-179)."""
    there = state.find(number)
    if there is None:
        return
    hero, space, enemy = there
    card = state.pack.enemy(enemy.card)
    if enemy.stunned:
        state.say(f"{card.name} is stunned and skipped.")
        return
    if too_far(state, enemy, space) and not state.toggle("far_melee_other_actions"):
        state.say(f"{card.name} in space {space} is too far away and skipped.")
        return
    if "actions" in card.unread:
        await know_actions(state, hero.seat, [enemy.card, *_next_in(state, hero)])
        card = state.pack.enemy(enemy.card)
    for word in card.actions:
        there = state.find(number)
        if there is None:
            return
        hero, space, enemy = there
        await _act(state, hero, space, enemy, word)


def _next_in(state: Table, hero: Hero) -> list[str]:
    """Whoever else is about to act in this row."""
    near = [enemy for space, enemy in hero.enemies() if not enemy.stunned and not too_far(state, enemy, space)]
    return [enemy.card for enemy in near if enemy.number in (state.run.activations or ())]


def too_far(state: Table, enemy: Enemy, space: int) -> bool:
    """A melee enemy in the right-most three spaces does not attack (CM-174)."""
    return state.pack.enemy(enemy.card).spawn == "melee" and not in_melee_zone(space)


async def _act(state: Table, hero: Hero, space: int, enemy: Enemy, word: v.Effect) -> None:
    match word:
        case v.Attack():
            if too_far(state, enemy, space):
                state.say(f"{called(state, enemy)} in space {space} is too far away to attack.")
            else:
                await attack(state, hero.seat, enemy, word)
        case v.Summon():
            for _ in range(word.count):
                await _summon(state, hero, enemy, word.deck)
        case v.MoveBoard():
            _move_board(state, hero, enemy, word.dir)
        case _:
            await effects.carry_out(
                state, [word], effects.Cause(hero.seat, enemy=enemy.number, name=called(state, enemy))
            )


async def attack(state: Table, seat: str, enemy: Enemy, word: v.Attack) -> None:
    """White icons, dice and the ferocious bonus are one hit on the hero of that board (CM-R67)."""
    name = called(state, enemy)
    bonus = state.pack.ferocious[enemy.ferocious].attack_bonus if enemy.ferocious else v.Value()
    fixed = word.value.fixed + bonus.fixed
    dice = await throw(state, seat, name, word.value.dice + bonus.dice)

    def damage(dice: list[Rolled]) -> int:
        return fixed + sum(die.value for die in dice) + word.crit_bonus * criticals(state, dice)

    kept = await evade(state, seat, name, dice, damage)
    state.say(f"{name} hits {state.hero_name(seat)} for {damage(kept)}.")
    await hurt(state, seat, damage(kept), name, enemy.number)


async def _summon(state: Table, hero: Hero, summoner: Enemy, deck: str) -> None:
    """A newcomer acts next round, unless a house rule lets it act when the order reaches it (CM-R62, CM-R66)."""
    newcomer = await meet(state, hero.seat, deck)
    queue = state.run.activations
    if newcomer is None or queue is None or not state.toggle("summoned_act_at_once"):
        return
    space = hero.row.index(newcomer) + 1
    if space > hero.row.index(summoner) + 1:
        return
    after = [
        place
        for place, number in enumerate(queue)
        if (there := state.find(number)) and there[0] is hero and there[1] > space
    ]
    queue.insert(after[-1] + 1 if after else 0, newcomer.number)


def _move_board(state: Table, hero: Hero, enemy: Enemy, side: str) -> None:
    """Over to the neighbour's left-most empty space; with no room or no neighbour it stays (CM-312, CM-R65)."""
    name = called(state, enemy)
    if state.toggle("steady_never_moves") and "steady" in state.pack.enemy(enemy.card).keywords:
        state.say(f"{name} is steady and stays.")
        return
    seat = state.left(hero.seat) if side == "left" else state.right(hero.seat)
    if seat is None:
        state.say(f"{name} has nowhere to go.")
        return
    there = state.hero(seat)
    if not there.empty():
        if state.toggle("full_board_always_loses"):
            lose(state, "space", f"There is no room for {name} above {state.hero_name(seat)}'s board.")
        state.say(f"{name} finds no room above {state.hero_name(seat)}'s board and stays.")
        return
    space = cross_over(hero, enemy, there)
    state.say(f"{name} moves to {state.hero_name(seat)}'s {space}.")
