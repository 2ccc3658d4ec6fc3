"""What cards, tiles and rewards do: one paragraph for each word of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ..ask import Anew, ChooseOne, EnterNumber, Option, PickSome, Refusal
from ..sheet import by_hand
from . import action, cards, deeds, defeat, doing, draw, tales
from . import vocabulary as v
from .chances import roll
from .hurt import hurt
from .outcome import event, fall, judge
from .state import Table
from .tracks import add_rage, forward, gain_xp, take
from .wording import in_words, so_many


@dataclass(frozen=True)
class Cause:
    """Who does it, and by what.

    :param other: the second hero of a support or bond card.
    :param enemy: the number of the enemy it is about.
    :param source: the card's table and id, such as ``items/elixir``.
    :param group: decided by all together, as on chapter and house cards.
    :param encounter: in the Encounter phase, where a full row loses the run.
    """

    seat: str
    other: str | None = None
    enemy: int | None = None
    name: str = ""
    source: str = ""
    group: bool = False
    encounter: bool = False


@cache
def colour_of(token: str) -> str:
    """The skill colour of a token; corruption and fatigue have none."""
    return token.split("/")[0]


def kind_of(token: str) -> str:
    """The advanced type of a token; empty for a basic one."""
    return token.split("/")[1] if "/" in token and not token.startswith("fatigue/") else ""


def token_name(state: Table, token: str) -> str:
    if token == "corruption":
        return "corruption"
    if token.startswith("fatigue/"):
        return f"fatigue of {state.pack.heroes[token[8:]].name}"
    colour = state.pack.skill_colours[colour_of(token)].label
    return f"{colour} with {state.pack.advanced[kind_of(token)].name}" if kind_of(token) else colour


def token_called(state: Table, token: str) -> str:
    """As it is called in the middle of a sentence: ``yellow with Gale``."""
    name = token_name(state, token)
    return name[:1].lower() + name[1:]


async def worth(state: Table, seat: str, value: v.Value, text: str) -> int:
    """White icons count 1 each, coloured ones what a die of that colour shows (CM-118, CM-119)."""
    shown = await roll(state, seat, text, value.dice) if value.dice else []
    return value.fixed + sum(int(face.rstrip("+")) for face in shown)


# Who is meant


def plainly(state: Table, who: v.Who, seat: str, other: str | None = None) -> list[str]:
    """The seats that *who* means where nobody needs to be asked."""
    run = state.run
    match who:
        case "self" | "board_owner":
            return [seat]
        case "other":
            return [other] if other else []
        case "neighbour_left":
            return [left] if (left := state.left(seat)) else []
        case "neighbour_right":
            return [right] if (right := state.right(seat)) else []
        case "each_hero":
            return state.in_order()
        case "leader":
            leader = run.leader
            if state.solo and state.toggle("solo_boss_always_leader"):
                leader = state.seats[0]
            return [leader] if leader else []
        case "others":
            return [each for each in state.in_order() if each != run.leader]
        case _:
            return list(state.seats) if state.solo else []


async def meant(state: Table, who: v.Who, cause: Cause, word: v.Effect) -> list[str]:
    """The seats that *who* means, asking where somebody chooses to whom *word* is done."""
    if state.solo or who not in ("any_hero", "chosen", "lowest_health"):
        return plainly(state, who, cause.seat, cause.other)
    those = state.in_order()
    if who == "lowest_health":
        lowest = min(state.hero(each).health for each in those)
        those = [each for each in those if state.hero(each).health == lowest]
        if len(those) == 1:
            return those
    asked = cause.seat if who == "any_hero" and not cause.group else state.speaker()
    text = f"{cause.name or 'Choose'}: {in_words(word, state.pack)}. Which hero?"
    return [await ChooseOne(asked, text, heroes(state, those))]


def heroes(state: Table, seats: Iterable[str]) -> list[Option]:
    """Heroes to choose from, each with how well they are."""
    return [
        Option(seat, state.hero_name(seat), hint=f"health {state.hero(seat).health}/{state.board(seat).health_max}")
        for seat in seats
    ]


# What is done


async def carry_out(state: Table, words: Iterable[v.Effect], cause: Cause) -> None:
    """One word after the other."""
    with event(state):
        for word in words:
            await _one(state, word, cause)


async def _one(state: Table, word: v.Effect, cause: Cause) -> None:
    seat = cause.seat
    match word:
        case v.Melee() | v.Ranged() | v.MeleeArea() | v.RowArea():
            await deeds.attack(state, seat, word)
        case v.Gain():
            for each in await meant(state, word.who, cause, word):
                amount = await worth(state, seat, word.value, f"Roll for {word.track}.")
                forward(state, state.hero(each), word.track, amount)
        case v.Rage():
            add_rage(state, await worth(state, seat, word.value, "Roll for rage."))
        case v.StunEnemy():
            await deeds.stun(state, seat, word.count, word.which, cause.enemy)
        case v.Push():
            await deeds.push(state, seat, word.count, word.to)
        case v.PullEnemy():
            await deeds.pull(state, seat, word.count)
        case v.StunBoss():
            deeds.stun_boss(state)
        case v.Deal():
            await deeds.deal(state, seat, word.n, word.which, cause.enemy)
        case v.Reward():
            _reward(state, word, seat)
        case v.BonusDamage():
            await defeat.bonus_damage(state, seat, word.n)
        case v.OnDraw():
            if word.do == "on_draw_rage":
                add_rage(state, word.n)
            else:
                forward(state, state.hero(seat), "focus", word.n)
        case v.Take():
            for each in await meant(state, word.who, cause, word):
                if word.resource == "item":
                    for _ in range(word.n):
                        await deeds.take_item(state, each)
                else:
                    take(state, state.hero(each), word.resource, word.n)
        case v.Heal():
            for each in await meant(state, word.who, cause, word):
                amount = await worth(state, seat, word.value, "Roll for healing.")
                forward(state, state.hero(each), "health", amount)
        case v.DamageHero():
            for each in await meant(state, word.who, cause, word):
                await hurt(state, each, word.n, cause.name)
        case v.GainXp():
            for each in await meant(state, word.who, cause, word):
                gain_xp(state, state.hero(each), word.n)
        case v.DrawTokens():
            for each in await meant(state, word.who, cause, word):
                await draw.draw_from_bag(state, each, word.n)
        case v.RecoverFatigue():
            for each in await meant(state, word.who, cause, word):
                hero = state.hero(each)
                back = min(word.n, hero.fatigue_discard)
                hero.face_up, hero.fatigue_discard = hero.face_up + back, hero.fatigue_discard - back
                state.say(f"{state.hero_name(each)} turns {back} fatigue face up.")
        case v.ReturnToken():
            for each in await meant(state, word.who, cause, word):
                await return_tokens(state, each, word.n)
        case v.StunHero():
            hero = state.hero(seat)
            hero.stun += word.count
            state.say(f"{state.hero_name(seat)} gets {word.count} stun ({hero.stun}).")
        case v.Choose():
            asked = state.speaker() if cause.group else seat
            ways = [Option(place, way.label, _no_boss(state, way)) for place, way in enumerate(word.options)]
            if all(way.barred for way in ways):
                return  # nothing of it can be done
            which = await ChooseOne(asked, f"{cause.name or 'Choose'}: which way?", ways)
            await carry_out(state, word.options[which].effects, cause)
        case v.Sequence():
            await carry_out(state, word.effects, cause)
        case v.If():
            way = word.then if cards.holds(state, seat, word.condition) else word.otherwise
            await carry_out(state, way, cause)
        case v.Manual():
            await _manual(state, word, cause)
        case v.ReduceDamage():
            for each in await meant(state, word.who, cause, word):
                state.hero(each).guard += word.n
        case v.AddValue() | v.AddDie() | v.Reroll():
            action.improve(state, seat, word)
        case _:
            await tales.tell(state, word, cause)


def _reward(state: Table, word: v.Reward, seat: str) -> None:
    """What a beaten enemy leaves (CM-314 to CM-317)."""
    hero = state.hero(seat)
    match word.do:
        case "reward_rage":
            add_rage(state, word.n)
        case "reward_focus":
            forward(state, hero, "focus", word.n)
        case "reward_morv":
            take(state, hero, "morv", word.n)
        case "reward_gemstone":
            take(state, hero, "gemstone", word.n)


async def return_tokens(state: Table, seat: str, n: int) -> None:
    """Up to so many tokens of the hand go back into the bag."""
    hero, bag = state.hero(seat), state.campaign.bag
    if not hero.hand:
        return

    def ask() -> PickSome:
        options = [Option(place, token_called(state, token)) for place, token in enumerate(hero.hand)]
        text = f"Put up to {so_many(n, 'token')} back into the bag?"
        return PickSome(seat, text, options, at_most=n, deed="Put {} back", no_deed="Keep them all")

    places = await Anew(ask)
    for token in [hero.hand[place] for place in places]:
        hero.hand.remove(token)
        bag[token] = bag.get(token, 0) + 1


async def _manual(state: Table, word: v.Manual, cause: Cause) -> None:
    """What no word says: players read it, do it, and enter what changed, or the numbers it asks for."""
    asked = state.speaker() if cause.group else cause.seat
    told = f"{cause.name}: {word.text}" if cause.name else word.text
    state.say(told)
    if state.is_own:
        await doing.do_it(state, asked, told, [cause.source], group=cause.group)
    elif not word.ask:
        await by_hand(state, asked, told)
    for what in word.ask:
        number = await EnterNumber(asked, f"{word.text} {what}?", 0, 99)
        state.say(f"{what}: {number}.")
    for hero in state.run.heroes.values():
        fall(state, hero)
    judge(state)


def _no_boss(state: Table, way: v.Choice) -> Refusal | None:
    """A way that needs a boss is none while there is no boss; any other is the table's choice, even an idle one."""
    boss = [isinstance(word, v.StunBoss) or (isinstance(word, v.Deal) and word.which == "boss") for word in way.effects]
    return Refusal("", "There is no boss on the table.") if boss and all(boss) and state.run.boss is None else None
