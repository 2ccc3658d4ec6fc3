"""Damage to enemies, their defeat and what they leave (CM-139 to CM-143, CM-R52 to CM-R56)."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Option
from . import aim, cards, deeds, effects, reckon
from .outcome import event, judge
from .rows import called, dismiss, printed_health, put_off
from .state import Enemy, Hero, Table
from .telling import know_health, know_rewards
from .tracks import gain_xp
from .vocabulary import BonusDamage, Reward
from .wording import sentence


async def strike(state: Table, attacker: str, hits: dict[int, int]) -> None:
    """Put the damage on every enemy hit, then defeat together all that have had enough (CM-R54)."""
    await know_health(state, attacker, [each.card for each in _hit(state, hits)])
    for number, amount in hits.items():
        there = state.find(number)
        if there is None or amount <= 0:
            continue
        enemy = there[2]
        enemy.damage += amount
        state.say(f"{called(state, enemy)} takes {amount} damage ({enemy.damage}/{printed_health(state, enemy)}).")
    fallen: list[tuple[Hero, Enemy]] = []
    for hero, space, enemy in list(state.all_enemies()):
        if enemy.number in hits and enemy.damage >= printed_health(state, enemy):
            _flip(state, hero, space, enemy)
            fallen.append((hero, enemy))
    await know_rewards(state, attacker, [enemy.card for _, enemy in fallen])
    with event(state):
        while fallen:
            hero, enemy = fallen.pop(await _which_first(state, attacker, fallen))
            await _rewards(state, attacker, hero, enemy)
        judge(state)


def _hit(state: Table, hits: dict[int, int]) -> list[Enemy]:
    return [enemy for _, _, enemy in state.all_enemies() if hits.get(enemy.number, 0) > 0]


async def _which_first(state: Table, attacker: str, fallen: list[tuple[Hero, Enemy]]) -> int:
    """Whose reward is taken next, chosen by whoever struck where it matters."""
    if len(fallen) < 2 or not _order_matters(state, [enemy for _, enemy in fallen]):
        return 0
    options = [
        Option(
            place,
            f"{called(state, enemy)} ({state.hero_name(hero.seat)})",
            hint=sentence(state.pack.enemy(enemy.card).rewards, state.pack),
        )
        for place, (hero, enemy) in enumerate(fallen)
    ]
    place: int = await ChooseOne(attacker, "Which reward is taken first?", options)
    return place


def _order_matters(state: Table, enemies: list[Enemy]) -> bool:
    """Plain goods and bonus damage come to the same in any order, and so do rewards of one kind."""
    rewards = {state.pack.enemy(enemy.card).rewards for enemy in enemies}
    plain = all(isinstance(word, (Reward, BonusDamage)) for words in rewards for word in words)
    return len(rewards) > 1 and not plain


def _flip(state: Table, hero: Hero, space: int, enemy: Enemy) -> None:
    """A defeated card is turned over: it is no enemy any more and its space is free (CM-R53)."""
    state.say(f"{called(state, enemy)} is defeated.")
    enemy.damage, enemy.stunned = 0, False
    state.run.defeated[enemy.deck] = state.run.defeated.get(enemy.deck, 0) + 1
    if state.toggle("defeated_cards_hold_space"):
        enemy.face_down = True
        put_off(state, enemy)
    else:
        hero.row[space - 1] = None
        dismiss(state, enemy)


async def _rewards(state: Table, attacker: str, hero: Hero, enemy: Enemy) -> None:
    """Reward and XP go to the hero above whose board it stood (CM-R52)."""
    card = state.pack.enemy(enemy.card)
    by_attacker = state.toggle("xp_to_attacker")
    gain_xp(state, state.hero(attacker) if by_attacker else hero, card.xp)
    await effects.carry_out(state, card.rewards, effects.Cause(hero.seat, name=card.name))
    await cards.offer(state, hero.seat, "on_defeat")


async def bonus_damage(state: Table, seat: str, n: int) -> None:
    """Damage to another enemy of the row, chosen by whoever gets the reward; lost if there is none (CM-R55)."""
    hero = state.hero(seat)
    if not hero.enemies():
        state.say(f"No enemy is left above {state.hero_name(seat)}'s board: the bonus damage is lost.")
        return
    number = await pick_enemy(state, seat, f"Bonus damage {n}: which enemy takes it?", "own_row", damage=n)
    if number is not None:
        await strike(state, seat, {number: n})


async def pick_enemy(
    state: Table, seat: str, text: str, which: str, enemy: int | None = None, *, damage: int = 0
) -> int | None:
    """One enemy of those *which* means; the only one without asking.

    :param damage: it is about to take.
    """

    def there() -> list[Option]:
        return [aim.enemy_option(state, *each) for each in aim.chosen_by(state, seat, which, enemy)]

    if not there():
        return None
    if len(there()) == 1:
        return int(str(there()[0].value)[6:])

    def ask() -> ChooseOne:
        along = bool(there()) and deeds.tapped_for(state, seat)
        return ChooseOne(seat, text, deeds.or_nobody(there()), default=worst(), along=along)

    def worst() -> str | None:
        """Whoever is most dangerous; of those, who falls soonest."""
        known = aim.chosen_by(state, seat, which, enemy)
        falls = [each for each in known if damage >= reckon.health_left(state, each[2])] if damage else []
        best = max(
            falls or known,
            key=lambda each: (reckon.danger(state, *each[1:]), -reckon.health_left(state, each[2])),
            default=None,
        )
        return aim.target(best[2]) if best else None

    answer = await Anew(ask)
    return None if answer == "none" else int(answer[6:])
