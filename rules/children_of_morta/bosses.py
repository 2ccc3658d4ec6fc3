"""Boss fights (CM-248 to CM-270)."""

from __future__ import annotations

from . import effects
from . import vocabulary as v
from .chances import draw, titles
from .hurt import evade, hurt, throw
from .outcome import FightWon, judge
from .rows import pile_of
from .state import BossFight, Table


def begin(state: Table, boss: str) -> None:
    """The status card goes to the middle and the boss's action cards are shuffled (CM-252, CM-253)."""
    if state.run.boss or boss in state.run.bosses_beaten:
        return
    printed = state.pack.bosses[boss]
    cards = pile_of({card: each.copies for card, each in printed.deck.items()})
    state.run.boss = BossFight(id=boss, pile=cards)
    state.say(f"{printed.name} appears with {health(state)} health.")


def health(state: Table) -> int:
    """By the number of players (CM-256)."""
    assert state.run.boss is not None
    return state.pack.bosses[state.run.boss.id].health(len(state.seats))


async def draw_card(state: Table) -> None:
    """Each turn begins with the leader drawing a boss card (CM-258); solo, the only player draws (CM-R100)."""
    fight = state.run.boss
    assert fight is not None
    boss = state.pack.bosses[fight.id]
    seat = state.speaker()
    text, title = f"{state.hero_name(seat)}: draw a boss card.", f"{boss.name}'s deck"
    card = await draw(state, seat, text, fight.pile, title, names=titles(boss.deck))
    assert card is not None
    fight.card, fight.shield, fight.stunned = card, boss.deck[card].shield, False
    state.say(f"{boss.name}: {boss.deck[card].name}, shield {fight.shield}.")


async def wound(state: Table, amount: int) -> None:
    """Damage to the boss: the card's shield takes the first of it (CM-R88), and it may fall."""
    fight = state.run.boss
    if fight is None:
        return
    boss = state.pack.bosses[fight.id]
    stopped = min(amount, fight.shield)
    if not state.toggle("boss_shield_each_attack"):
        fight.shield -= stopped
    fight.damage += amount - stopped
    total = health(state)
    state.say(f"{boss.name} takes {amount - stopped} damage, {stopped} stopped ({fight.damage}/{total}).")
    if fight.damage < total:
        return
    state.say(f"{boss.name} is defeated!")
    state.run.boss = None
    await _reward(state, boss.rewards, boss.reward_scope, boss.name)
    state.run.bosses_beaten.append(
        fight.id
    )  # only now, or the first hero's reward would end the run before the others'
    judge(state)
    raise FightWon


async def _reward(state: Table, rewards: tuple[v.Effect, ...], scope: str, name: str) -> None:
    """The whole reward for every hero, rage only once for the pool (CM-R91)."""
    seats = state.in_order() if scope == "each_hero" else [state.speaker()]
    for place, seat in enumerate(seats):
        words = [word for word in rewards if not place or not _is_rage(word)]
        await effects.carry_out(state, words, effects.Cause(seat, name=name))


def _is_rage(word: v.Effect) -> bool:
    return word.do in ("rage", "reward_rage")


async def act(state: Table) -> None:
    """After all enemies the boss card is activated as it says (CM-267)."""
    fight = state.run.boss
    if fight is None or fight.card is None:
        return
    boss = state.pack.bosses[fight.id]
    if fight.stunned:
        state.say(f"{boss.name} is stunned and does nothing.")
        return
    card = boss.deck[fight.card]
    state.say(f"{boss.name}: {card.name}.")
    for action in card.actions:
        seats = await effects.meant(state, action.target, effects.Cause(state.speaker(), name=boss.name, group=True))
        if not seats:
            state.say(f"{boss.name} finds nobody to strike at.")
        for seat in seats:
            if isinstance(action.effect, v.Attack):
                await _attack(state, seat, action.effect, card.crit, boss.name)
            else:
                await effects.carry_out(state, [action.effect], effects.Cause(seat, name=boss.name))


async def _attack(state: Table, seat: str, word: v.Attack, crit: tuple[v.Effect, ...], name: str) -> None:
    """A boss's critical brings the bonus of its card (CM-265, CM-R68)."""
    dice = await throw(state, seat, name, word.value.dice)
    kept = await evade(state, seat, dice, word.value.fixed)
    criticals = sum(die.critical for die in kept)
    if state.toggle("enemy_crit_once"):
        criticals = min(criticals, 1)
    more = sum(each.n for each in crit if isinstance(each, v.AddValue))
    await hurt(state, seat, word.value.fixed + sum(die.value for die in kept) + more * criticals)
    for _ in range(criticals):
        rest = [each for each in crit if not isinstance(each, v.AddValue)]
        await effects.carry_out(state, rest, effects.Cause(seat, name=name))


def put_card_away(state: Table) -> None:
    """The action card is discarded; the next turn begins with another (CM-268)."""
    fight = state.run.boss
    if fight and fight.card:
        fight.pile.discard.append(fight.card)
        fight.card, fight.shield, fight.stunned = None, 0, False
