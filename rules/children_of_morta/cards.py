"""Cards that players use: abilities, talents, items, support and bond cards, potions.

A card says when it works, what it costs, what it needs and how often it may be used; everything else is effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..ask import Anew, ChooseOne, Option, PickSome, Refusal
from . import effects, idle, levels
from . import vocabulary as v
from .components import Pack
from .outcome import ends_the_run, fall
from .state import MELEE, Hero, Link, Table
from .wording import are, goods, so_many

RESOURCES = ("morv", "gemstone", "potion")
LAST_HEALTH = "That is all the health there is: the run would be lost."


@dataclass  # never changed, but not frozen: they are listed for every menu, and a frozen one is made at half the speed
class Held:
    """A card somebody could use now, or later."""

    key: str  # such as item:elixir
    name: str
    effect: v.CardEffect
    link: Link | None = None
    source: str = ""  # its table and id in the pack


def held(state: Table, seat: str) -> list[Held]:
    """Everything *seat* may use: ability, talents, items, and the cards to the left and right."""
    hero, pack = state.hero(seat), state.pack
    known, case = pack.cards_of, (hero.id, *hero.talents, "", *hero.items)
    if case not in known:
        known[case] = _of_one(pack, hero)
    found: list[Held] = list(known[case])
    for place, link in enumerate(state.run.links):
        if seat in link.seats:
            between = pack.supports[link.card] if link.kind == "support" else pack.bonds[link.card]
            source = f"{link.kind}s/{link.card}"
            found.append(Held(f"{link.kind}:{place}", between.name, between.effect, link, source))
    if hero.potion:
        found.append(Held("potion", "Potion", potion(state)))
    return found


def _of_one(pack: Pack, hero: Hero) -> list[Held]:
    """What belongs to one hero alone: the same as long as its talents and items are."""
    board = pack.heroes[hero.id]
    found = [Held("ability", f"{board.name}'s ability", board.ability, source=f"heroes/{hero.id}")]
    for card in hero.talents:
        talent = pack.talents[card]
        found.append(Held(f"talent:{card}", talent.name, talent.effect, source=f"talents/{card}"))
    for card in dict.fromkeys(hero.items):
        found.append(Held(f"item:{card}", pack.items[card].name, pack.items[card].effect, source=f"items/{card}"))
    return found


def potion(state: Table) -> v.CardEffect:
    """A potion heals, unless the pack says what else it does (CM-R61)."""
    return state.pack.constants.potion or _healing(state.toggle("potion_heal"))


@cache
def _healing(health: int) -> v.CardEffect:
    return v.CardEffect(timing="hero_turn", effects=(v.Heal(value=v.Value(fixed=health)),), text=f"Heals {health}.")


def holds(state: Table, seat: str, condition: v.Condition | None) -> bool:
    """Whether a condition is true for the hero at *seat*."""
    hero = state.hero(seat)
    match condition:
        case None:
            return True
        case v.TrackIs():
            board = state.board(seat)
            if condition.track in ("shield", "evade"):
                value = hero.defence if board.defence == condition.track else 0
            else:
                value = state.run.rage if condition.track == "rage" else getattr(hero, condition.track)
            return _compare(value, condition.compare, condition.n)
        case v.EnemiesIn():
            spaces = [space for space, _ in hero.enemies()]
            if condition.zone != "row":
                spaces = [space for space in spaces if (space <= MELEE) == (condition.zone == "melee")]
            return _compare(len(spaces), condition.compare, condition.n)
        case v.IsLeader():
            return (state.run.leader == seat) == condition.yes
        case v.NeighbourIs():
            return any(state.hero(each).id == condition.hero for each in state.neighbours(seat))
        case v.ChapterIs():
            return state.mode == "story" and _compare(state.campaign.chapter, condition.compare, condition.n)


def _compare(value: int, how: v.Compare, n: int) -> bool:
    return value >= n if how == "at_least" else value <= n


def passives(state: Table, seat: str) -> list[v.Effect]:
    """What the hero's ability and talents do all the time (CM-166)."""
    hero = state.run.heroes[seat]
    lasting = state.pack.lasting(hero.id, hero.talents)
    if not lasting:
        return []
    return [effect for card in lasting if holds(state, seat, card.condition) for effect in card.effects]


def guarded(state: Table, seat: str) -> int:
    """How much every hit on *seat* is lowered by somebody's passive cards."""
    total = 0
    for each in state.seats:
        for effect in passives(state, each):
            if isinstance(effect, v.ReduceDamage) and seat in effects.plainly(state, effect.who, each):
                total += effect.n
    return total


# Whether a card can be used


def why_not(state: Table, seat: str, card: Held) -> Refusal | None:
    """Why a card cannot be used now."""
    hero = state.hero(seat)
    if card.link and card.link.used and _per_round(card):
        rule = "CM-148" if card.link.kind == "support" else "CM-R59"
        return Refusal(rule, f"{card.name} was already used this turn.")
    if card.key in hero.used_this_round:
        return Refusal("", f"{card.name} was already used this round.")
    if card.key in hero.used_this_run:
        return Refusal("", f"{card.name} was already used.")
    if card.key == "potion" and state.pack.constants.potion is None and hero.health >= state.board(seat).health_max:
        return Refusal("CM-R61", f"{state.board(seat).name} has all {hero.health} health.")
    if not holds(state, seat, card.effect.condition):
        return Refusal("", f"{card.name} doesn't apply now: {card.effect.text}")
    for cost in card.effect.cost:
        short = _short_of(state, hero, cost)
        if short:
            return Refusal("", f"{card.name} costs {short}.")
    return _in_vain(state, seat, card)


def told(state: Table, seat: str, card: Held) -> str:
    """What a card says; and a warning, if its price is a hero's last health (CM-190)."""
    health = sum(cost.n for cost in card.effect.cost if isinstance(cost, v.Price) and cost.pay == "lose_health")
    last = health and health >= state.hero(seat).health and ends_the_run(state)
    return f"{card.effect.text} {LAST_HEALTH}".strip() if last else card.effect.text


def _in_vain(state: Table, seat: str, card: Held) -> Refusal | None:
    """A card that would do nothing is kept for a better moment; a support card still earns its token (CM-149)."""
    if card.effect.timing != "hero_turn" or (card.link and card.link.kind == "support"):
        return None
    other = next((each for each in card.link.seats if each != seat), None) if card.link else None
    reason = idle.why(state, seat, card.effect.effects, other)
    return Refusal("", f"{card.name} would do nothing now: {reason}.") if reason else None


def _per_round(card: Held) -> bool:
    """Support cards work once a turn; bond cards as printed, else once (CM-R57, CM-R59)."""
    assert card.link is not None
    return card.link.kind == "support" or card.effect.uses in ("unlimited", "per_round", "once")


def _short_of(state: Table, hero: Hero, cost: v.Cost) -> str:
    """What is missing to pay, in words; empty if nothing is."""
    match cost:
        case v.DiscardSelf():
            return ""
        case v.FlipToken():
            have = sum(_fits(token, cost) for token in hero.hand)
            needed = so_many(cost.n, "token" if cost.colour == "any" else f"{cost.colour} token")
        case v.Price():
            have = _have(state, hero, cost.pay)
            what = cost.pay.split("_")[1]
            needed = goods(cost.n, what) if what in RESOURCES else f"{cost.n} {what}"
    return "" if have >= cost.n else f"{needed}, and there {are(have)}"


def _fits(token: str, cost: v.FlipToken) -> bool:
    return cost.colour in ("any", effects.colour_of(token))


def _have(state: Table, hero: Hero, what: str) -> int:
    if what == "spend_rage":
        return state.run.rage
    field = {"pay_focus": "focus", "flip_fatigue": "face_up", "lose_health": "health"}.get(what, what[6:])
    value: int = getattr(hero, field)
    return value


# Using a card


async def use(state: Table, seat: str, card: Held, enemy: int | None = None) -> None:
    """Pay, then do what the card says, top to bottom; *enemy* is the one that is about to hurt the hero."""
    hero = state.hero(seat)
    tokens = await _tokens_to_flip(state, seat, card)
    gone = why_not(state, seat, card) or _missing(hero, card, tokens)
    if gone:  # somebody else took what it costs while a question stood open: nothing of it is paid (CM-R50)
        state.say(str(gone), seat)
        return
    state.say(f"{state.board(seat).name} uses {card.name}.")
    for token in tokens:  # spent like used ones (CM-R57)
        hero.hand.remove(token)
        hero.spent.append(token)
    for cost in card.effect.cost:
        _pay(state, hero, cost, card)
    fall(state, hero)
    if card.key.startswith("item:"):  # one use (CM-158)
        _discard(state, hero, card)
    elif card.key == "potion":
        hero.potion -= 1
    elif card.effect.uses == "per_round":
        hero.used_this_round.append(card.key)
    elif card.effect.uses in ("once", "per_run") and card.link is None:
        hero.used_this_run.append(card.key)
    other = None
    if card.link:
        other = next(each for each in card.link.seats if each != seat)
        card.link.used = True
        if card.link.kind == "support":
            card.link.tokens += 1
            state.say(f"{card.name} gets a support token ({card.link.tokens}).")
        elif card.effect.uses in ("once", "per_run"):
            for each in card.link.seats:
                state.hero(each).used_this_run.append(card.key)
    cause = effects.Cause(seat, other=other, enemy=enemy, name=card.name, source=card.source)
    await effects.carry_out(state, card.effect.effects, cause)


def _discard(state: Table, hero: Hero, card: Held) -> None:
    name = card.key.split(":", 1)[1]
    if card.key.startswith("item:") and name in hero.items:
        hero.items.remove(name)
        state.run.items.discard.append(name)
    elif card.key.startswith("talent:") and name in hero.talents:
        hero.talents.remove(name)
        hero.talent_pile.below.append(name)


async def _tokens_to_flip(state: Table, seat: str, card: Held) -> list[str]:
    """The tokens of the hand that a card costs."""
    chosen: list[str] = []
    for cost in card.effect.cost:
        if isinstance(cost, v.FlipToken):
            chosen += await _choose_tokens(state, seat, cost, chosen)
    return chosen


async def _choose_tokens(state: Table, seat: str, cost: v.FlipToken, taken: list[str]) -> list[str]:
    """Tokens besides those *taken* already; asked only where it makes a difference."""
    hero = state.hero(seat)

    def fit() -> list[int]:
        gone, places = Counter(taken), []
        for place, token in enumerate(hero.hand):
            if gone[token]:
                gone[token] -= 1
            elif _fits(token, cost):
                places.append(place)
        return places

    def ask() -> PickSome:
        options = [Option(place, effects.token_called(state, hero.hand[place])) for place in fit()]
        text = "Which token is flipped?" if cost.n == 1 else "Which tokens are flipped?"
        usual = _least_needed(state, seat, fit())[: cost.n]
        return PickSome(seat, text, options, at_least=cost.n, at_most=cost.n, default=usual, along=True, deed="Flip {}")

    alike = len({hero.hand[place] for place in fit()}) < 2
    places = fit()[: cost.n] if alike else await Anew(ask)
    return [hero.hand[place] for place in places]


def _least_needed(state: Table, seat: str, places: list[int]) -> list[int]:
    """Tokens of the hand at these *places*, those first that the board has least use for."""
    hero = state.hero(seat)
    slots = [slot for slot in state.board(seat).actions if not hero.actions.get(slot)]
    spaces = [space for slot in slots for space in levels.level_of(state, seat, slot).spaces]

    def use(place: int) -> tuple[bool, bool, int]:
        token = hero.hand[place]
        alone = hero.hand.count(token) == 1
        colour = effects.colour_of(token)
        return bool(effects.kind_of(token)), colour in spaces and alone, spaces.count(colour)

    return sorted(places, key=use)


def asks_more(card: Held) -> bool:
    """Whether something is to be chosen when a card is used: tokens, a target, a hero."""
    words = ("melee", "ranged", "melee_area", "row_area", "deal", "stun_enemy", "push")
    chosen = any(word.do in words or getattr(word, "who", "") == "any_hero" for word in card.effect.effects)
    return chosen or any(isinstance(cost, v.FlipToken) for cost in card.effect.cost)


def _missing(hero: Hero, card: Held, tokens: list[str]) -> Refusal | None:
    """Whether some of the tokens a card costs are not in the hand, or not any more."""
    needed = sum(cost.n for cost in card.effect.cost if isinstance(cost, v.FlipToken))
    if len(tokens) == needed and not Counter(tokens) - Counter(hero.hand):
        return None
    return Refusal("", f"{card.name} costs {so_many(needed, 'token')}, and they are not all there.")


def _pay(state: Table, hero: Hero, cost: v.Cost, card: Held) -> None:
    match cost:
        case v.DiscardSelf():
            _discard(state, hero, card)
        case v.FlipToken():
            pass  # the tokens were chosen before
        case v.Price():
            match cost.pay:
                case "spend_rage":
                    state.run.rage -= cost.n
                    state.say(f"{cost.n} rage is spent: {state.run.rage} left for everybody.")
                case "flip_fatigue":
                    hero.face_up, hero.fatigue_discard = hero.face_up - cost.n, hero.fatigue_discard + cost.n
                case "lose_health":
                    hero.health -= cost.n
                case "pay_focus":
                    hero.focus -= cost.n
                case _:
                    field = cost.pay[6:]
                    setattr(hero, field, getattr(hero, field) - cost.n)


def used_of_itself(state: Table, seat: str, card: Held) -> bool:
    """Whether nobody would keep a card for later: it costs nothing, comes again every round, and does some good now."""
    if card.effect.cost or card.link or card.key.startswith(("item", "potion")):
        return False
    if card.effect.uses == "unlimited":
        return True
    plain = all(isinstance(word, (v.Gain, v.Rage, v.Heal)) for word in card.effect.effects)
    return card.effect.uses == "per_round" and plain and not idle.why(state, seat, card.effect.effects)


async def offer(
    state: Table,
    seat: str,
    timing: v.Timing,
    about: Callable[[], str] = str,
    enemy: int | None = None,
    wanted: Callable[[Held], bool] = bool,
) -> None:
    """Cards that work at this moment: free ones of themselves, the others if the player likes.

    :param about: what it is about, as it stands by then.
    :param wanted: whether a card still has something to do.
    """
    tried: list[str] = []
    while True:
        now = [
            card
            for card in held(state, seat)
            if card.effect.timing == timing
            and card.key not in tried
            and why_not(state, seat, card) is None
            and wanted(card)
        ]
        if not now:
            return
        card = now[0]
        tried.append(card.key)
        if not used_of_itself(state, seat, card):
            text = f"{about()}. Use {card.name}?" if about() else f"Use {card.name}?"
            options = (Option("use", f"Use {card.name}", hint=told(state, seat, card)), Option("no", "Not now"))
            if await ChooseOne(seat, text, options) == "no":
                continue
        await use(state, seat, card, enemy)
