"""Boss fights (CM-248 to CM-270)."""

from __future__ import annotations

from ..ask import ChooseOne, Confirm, Option, ReadStory
from ..game import Scene
from . import effects, telling
from . import vocabulary as v
from .chances import draw, titles
from .components import UNREAD_HEALTH
from .hurt import criticals, evade, hurt, throw
from .outcome import FightWon, call_done, event, judge
from .rows import pile_of
from .state import BossFight, Pile, Rolled, Table
from .wording import sentence

HOW = "Each turn the leader draws one. Only the leader can hit it in melee, everybody else from afar."


async def appear(state: Table, boss: str) -> None:
    """A boss stands before the family; everybody hears what it is and how it is fought."""
    if not begin(state, boss):
        return
    printed = state.pack.bosses[boss]
    cards = sum(card.copies for card in printed.deck.values())
    todo = (
        f"It has {health(state)} health.",
        "Lay its 1 boss card within reach."
        if cards == 1
        else f"Shuffle its {cards} boss cards and lay them within reach.",
        HOW,
    )
    if printed.text:
        await ReadStory(state.speaker(), f"{printed.name} appears!", printed.name, printed.text, todo=todo)
    else:
        await Confirm(state.speaker(), f"{printed.name} appears!", todo=todo)


async def appear_for_real(state: Table) -> None:
    """A boss of the owner's copy: people say which one."""
    if state.run.boss:
        return
    todo = ("Its status card in the middle; its other cards shuffled, within reach.", HOW)
    begin(state, await telling.which_boss(state, state.speaker(), todo))


def begin(state: Table, boss: str) -> bool:
    """The status card goes to the middle and the boss's action cards are shuffled (CM-252, CM-253)."""
    if state.run.boss or boss in state.run.bosses_beaten:
        return False
    printed = state.pack.bosses[boss]
    cards = pile_of({card: each.copies for card, each in printed.deck.items()})
    state.run.boss = BossFight(id=boss, pile=Pile() if state.is_own else cards)
    known = health(state) != UNREAD_HEALTH
    strength = f" with {health(state)} health" if known else ""
    state.say(f"{printed.name} appears{strength}.", scene=Scene("A boss", "CM-252"))
    return True


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
    sort, card = f"boss:{fight.id}", None
    while card is None:  # nobody but the owner of a real deck could say that there is none
        card = await draw(state, seat, text, fight.pile, title, sort=sort, names=titles(boss.deck), by_hand=True)
        text = f"Shuffle the discards into a new deck. {state.hero_name(seat)}: draw a boss card."
    boss = state.pack.bosses[fight.id]
    fight.card, fight.shield, fight.stunned = card, boss.deck[card].shield, False
    state.say(f"{boss.name}: {boss.deck[card].name}, shield {fight.shield}.")
    _renew(state, fight)


def _renew(state: Table, fight: BossFight) -> None:
    """As soon as the boss deck runs out, its discards make the new one; the card that is out stays out (CM-269)."""
    if not fight.pile.size and fight.pile.discard and not state.is_own:
        fight.pile.reshuffle()
        state.say("The boss deck has run out: shuffle its discards into a new one.")


async def wound(state: Table, amount: int) -> None:
    """Damage to the boss: the card's shield takes the first of it (CM-R88), and it may fall."""
    fight = state.run.boss
    if fight is None:
        return
    if amount > fight.shield:
        await telling.know_boss_health(state, state.speaker(), fight.id)
    boss = state.pack.bosses[fight.id]
    stopped = min(amount, fight.shield)
    if not state.toggle("boss_shield_each_attack"):
        fight.shield -= stopped
    fight.damage += amount - stopped
    total = health(state)
    state.say(f"{boss.name} takes {amount - stopped} damage, {stopped} stopped ({fight.damage}/{total}).")
    if fight.damage < total:
        return
    state.say(f"{boss.name} is defeated!", scene=Scene("Victory"))
    with event(state):
        state.run.boss = None
        state.run.bosses_beaten.append(fight.id)
        judge(state)
        await _reward(state, boss.rewards, boss.reward_scope, boss.name)
    raise FightWon


async def _reward(state: Table, rewards: tuple[v.Effect, ...], scope: str, name: str) -> None:
    """The whole reward for every hero, rage only once for the pool (CM-R91)."""
    seats = state.in_order() if scope == "each_hero" else [state.speaker()]
    for place, seat in enumerate(seats):
        words = [word for word in rewards if not place or not _is_rage(word)]
        await effects.carry_out(state, words, effects.Cause(seat, name=name))


async def fallen(state: Table) -> None:
    """The boss is down and the run goes on: no enemy phase follows, and the enemies stay (CM-R92)."""
    run = state.run
    run.enemy_phase, run.activations, run.struck = False, None, False
    stop_acting(state)
    boss = state.pack.bosses[run.bosses_beaten[-1]]
    who = "every hero gets" if boss.reward_scope == "each_hero" else f"{state.hero_name(state.speaker())} gets"
    reward = f": {who} {sentence(boss.rewards, state.pack)}." if boss.rewards else "!"
    if state.is_own and state.mode == "story":
        await _won_by_that(state, boss.name)
    else:
        await Confirm(state.speaker(), f"{boss.name} is defeated{reward}")
    state.phase = "clean_up"


async def _won_by_that(state: Table, name: str) -> None:
    """Only the book knows whether this was the objective."""
    options = (Option("on", "The run goes on"), Option("goal", "The objective is met"))
    if await ChooseOne(state.speaker(), f"{name} is defeated! Was that the objective?", options) == "goal":
        call_done(state)


def stop_acting(state: Table) -> None:
    """Whatever anybody was at when the fight or the run ended is over."""
    for hero in state.run.heroes.values():
        hero.acting = None


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
    await telling.know_boss_card(state, state.speaker(), fight.id, fight.card)
    card = state.pack.bosses[fight.id].deck[fight.card]
    state.say(f"{boss.name}: {card.name}.")
    for action in card.actions:
        cause = effects.Cause(state.speaker(), name=boss.name, group=True)
        seats = await effects.meant(state, action.target, cause, action.effect)
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
    more = sum(each.n for each in crit if isinstance(each, v.AddValue))

    def damage(dice: list[Rolled]) -> int:
        return word.value.fixed + sum(die.value for die in dice) + more * criticals(state, dice)

    kept = await evade(state, seat, name, dice, damage)
    state.say(f"{name} hits {state.hero_name(seat)} for {damage(kept)}.")
    await hurt(state, seat, damage(kept), name)
    for _ in range(criticals(state, kept)):
        rest = [each for each in crit if not isinstance(each, v.AddValue)]
        await effects.carry_out(state, rest, effects.Cause(seat, name=name))


def put_card_away(state: Table) -> None:
    """The action card is discarded; the next turn begins with another (CM-268)."""
    fight = state.run.boss
    if fight and fight.card:
        fight.pile.discard.append(fight.card)
        fight.card, fight.shield, fight.stunned = None, 0, False
        _renew(state, fight)
