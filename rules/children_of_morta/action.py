"""Performing one action: cover its spaces, boost, aim, pay, roll, re-roll, resolve (CM-97 to CM-145).

What a player has decided so far lies in `hero.acting`, so the steps can be taken up again at any question, while
others act. Nothing is paid before everything is decided (CM-R37), and after that nothing is taken back (CM-172).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from ..ask import Anew, ChooseOne, Option, Refusal, offered
from ..game import Checkpoint
from . import aim, boards, cards, deeds, effects, idle, reckon
from . import vocabulary as v
from .chances import in_words, roll
from .components import ActionLevel
from .cover import best_cover, coverable, ways
from .levels import level_of
from .state import Acting, Hero, Rolled, Table
from .tracks import highest
from .wording import are, so_many

VALUED = ("melee", "ranged", "melee_area", "row_area", "gain", "rage")  # groups that take extra dice (CM-R40)
AT_ENEMIES = (v.Melee, v.Ranged, v.MeleeArea, v.RowArea, v.StunEnemy, v.StunBoss, v.Push, v.PullEnemy, v.Deal)
BACK = Option("back", "Think again")
PLENTY = 7  # rage: from here on some of it would soon be lost
PAID_ALL_THE_SAME = "the action is paid for all the same"  # CM-R43


def focus_cost(state: Table, seat: str, slot: str) -> int:
    """The printed focus cost, less what talents and the ability take off."""
    cost = level_of(state, seat, slot).focus_cost
    for word in cards.passives(state, seat):
        if isinstance(word, v.ReduceFocusCost) and word.slot in ("any", slot):
            cost -= word.n
    return max(0, cost)


# Can it be performed?


def options(state: Table, seat: str, slot: str) -> list[Option]:
    """The action as a choice, barred with the reason if it cannot be performed now; and once more with the boost that
    decides whether somebody falls."""
    printed = level_of(state, seat, slot)

    def hint() -> str:
        cost = focus_cost(state, seat, slot)
        price = " + ".join(printed.spaces) + (f", {cost} focus" if cost else "")
        # still allowed, but nobody should find out after paying
        return f"{price}; reaches nobody now" if _reaches_nobody(state, seat, printed) else price

    barred = why_not(state, seat, slot)
    place = f"action.{seat}.{slot}"
    found = [Option(f"act:{slot}", printed.name, barred, slot=place, hint=hint, begins=barred is None)]
    boost = () if barred else deciding_boost(state, seat, printed)
    if boost:
        name, price = f"{printed.name} + {' and '.join(boost)}", f"{boost_price(state, boost)} rage"
        found.append(Option(f"act:{slot}:{' '.join(boost)}", name, hint=price, begins=True))
    return found


def deciding_boost(state: Table, seat: str, printed: ActionLevel) -> tuple[str, ...]:
    """The boost by which an attack does most for its price, if it is worth a price at all; nothing but a hint."""
    best: tuple[str, ...] = ()
    most, rage = 0.0, state.run.rage
    affordable = [dice for dice in BOOSTS[1:] if boost_price(state, dice) <= rage]
    for word in printed.effects:
        if affordable and isinstance(word, (v.Melee, v.Ranged, v.MeleeArea, v.RowArea)):
            targets = aim.options(state, seat, word.do, deeds.squares(word))
            if all(target.barred for target in targets):
                continue
            bare, *boosted = aim.worths(state, seat, targets, word.value, deeds.squares(word), [(), *affordable])
            for dice, worth in zip(affordable, boosted, strict=True):
                gain = worth - bare - boost_price(state, dice) * (0.2 if rage >= PLENTY else 0.4)
                if gain > most:
                    best, most = dice, gain
    return best


def _reaches_nobody(state: Table, seat: str, printed: ActionLevel) -> bool:
    """Whether it is meant for enemies and nobody stands where any of it reaches."""
    meant = [place for place, word in enumerate(printed.effects) if isinstance(word, AT_ENEMIES)]
    return bool(meant) and not any(_in_reach(state, seat, printed, place) for place in meant)


def _in_reach(state: Table, seat: str, printed: ActionLevel, place: int) -> bool:
    """Whether that part of the action is meant for enemies and somebody stands where it reaches."""
    word = printed.effects[place]
    return isinstance(word, AT_ENEMIES) and not idle.why(state, seat, (word,))


def why_not(state: Table, seat: str, slot: str) -> Refusal | None:
    hero, printed = state.hero(seat), level_of(state, seat, slot)
    if hero.actions.get(slot):
        return Refusal(
            "CM-R37", lambda: f"{printed.name} was performed this round; its tokens lie there until clean-up."
        )
    cost = focus_cost(state, seat, slot)
    if cost > hero.focus:
        return Refusal("CM-98", lambda: f"{printed.name} costs {cost} focus and there {are(hero.focus)}.")
    if not coverable(state, seat, printed.spaces, hero.hand, hero.face_up):

        def short() -> str:
            have = {0: "there is no token in hand", 1: "the token in hand cannot cover it"}
            held = have.get(len(hero.hand), f"the {so_many(len(hero.hand), 'token')} in hand cannot cover it")
            return f"{printed.name} needs {' and '.join(printed.spaces)}; {held}."

        return Refusal("CM-97", short)
    return None


# The steps


def begin(state: Table, seat: str, slot: str, boost: str = "") -> None:
    """Whoever stands in reach now is why the action is begun: if they fall meanwhile, it does not go off at nobody.

    :param boost: dice that are meant to be bought with rage.
    """
    printed = level_of(state, seat, slot)
    meant = [f"aim {place}" for place in range(len(printed.effects)) if _in_reach(state, seat, printed, place)]
    state.hero(seat).acting = Acting(slot=slot, asked=meant, meant=boost)


async def next_step(state: Table, seat: str) -> None:
    """Whatever comes next for the action *seat* is at."""
    hero = state.hero(seat)
    acting = hero.acting
    assert acting is not None
    printed = level_of(state, seat, acting.slot)
    if not acting.paid:
        if len(acting.cover) < len(printed.spaces):
            await _cover(state, seat, acting, printed)
        elif acting.boost is None:
            await _boost(state, seat, acting, printed)
        elif len(acting.extra) < len(_extra_dice(state, acting)):
            await _give_die(state, seat, acting, printed)
        elif not state.toggle("target_after_roll") and _unaimed(acting, printed) is not None:
            await _aim(state, seat, acting, printed)
        elif not acting.ready:
            await _before_roll(state, seat, acting)
        else:
            _pay(state, seat, acting, printed)
    elif any(not die.face for die in acting.dice):
        await _roll(state, seat, acting, printed)
    elif not acting.accepted:
        await _reroll_or_accept(state, seat, acting)
    else:
        await _resolve(state, seat, acting, printed)


def _still_asked(acting: Acting, what: str, sense: bool) -> bool:
    """Whether to ask: if it makes sense, and also if it made sense a moment ago. Otherwise an action would go off
    by itself because somebody else took the rage or the target while its player was still thinking."""
    if sense and what not in acting.asked:
        acting.asked.append(what)
    return sense or what in acting.asked


async def _cover(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """Cover the next space with a matching token, any two as wild, or one's own fatigue (CM-109 to CM-112)."""
    space = printed.spaces[len(acting.cover)]
    await Checkpoint()
    text = f"{printed.name}: cover the {space} space."

    def ask() -> ChooseOne:
        @cache
        def usual() -> str | None:
            best = best_cover(state, seat, acting.slot, acting.cover)
            return " ".join(best[len(acting.cover)]) if len(best) == len(printed.spaces) else None

        def options() -> list[Option]:
            return [*ways(state, seat, acting, printed.spaces), BACK]

        return ChooseOne(seat, text, options, default=usual, along=lambda: usual() is not None)

    answer: str = await Anew(ask)
    if answer == "back":
        state.hero(seat).acting = None
    else:
        acting.cover.append(answer.split(" "))


BOOSTS: tuple[tuple[str, ...], ...] = tuple(
    some for size in range(4) for some in combinations(("blue", "brown", "purple"), size)
)


def boost_price(state: Table, dice: tuple[str, ...] | list[str]) -> int:
    """1 rage for blue, 2 for brown, 3 for purple (CM-129 to CM-131)."""
    known, some = state.pack.boost_prices, tuple(dice)
    if some not in known:
        known[some] = sum([getattr(state.pack.constants.boost_cost, colour) for colour in dice])
    return known[some]


def _can_boost(state: Table, dice: str) -> bool:
    return tuple(dice.split(" ")) in BOOSTS and boost_price(state, dice.split(" ")) <= state.run.rage


async def _boost(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """Before the roll, rage may add up to one die of each colour (CM-123 to CM-128, CM-R41)."""
    affordable = _valued(printed) and state.run.rage >= boost_price(state, ["blue"])
    if not _still_asked(acting, "boost", bool(affordable)):
        acting.boost = []
        return

    def boosts() -> list[Option]:
        rage = state.run.rage
        boosts = []
        for dice in BOOSTS:
            price = boost_price(state, dice)
            short = Refusal("CM-127", f"That costs {price} rage and there {are(rage)}.") if price > rage else None
            boosts.append(
                offered(
                    " ".join(dice) or "none",
                    f"+ {', '.join(dice)}" if dice else "No boost",
                    short,
                    hint=f"{price} rage" if dice else "",
                )
            )
        for colour in ("blue", "brown", "purple"):
            twice = Refusal("CM-126", f"A boost adds at most one {colour} die.")
            boosts.append(Option(f"{colour} {colour}", f"+ 2 {colour}", twice))
        return [*boosts, BACK]

    def ask() -> ChooseOne:
        def text() -> str:
            return f"{printed.name}: boost it with rage? {state.run.rage} in the pool."

        meant = acting.meant if acting.meant and _can_boost(state, acting.meant) else "none"
        return ChooseOne(seat, text, boosts, default=meant, along=meant == (acting.meant or "none"))

    await Checkpoint()
    answer: str = await Anew(ask)
    if answer == "back":
        state.hero(seat).acting = None
    else:
        acting.boost = [] if answer == "none" else answer.split(" ")


def _valued(printed: ActionLevel) -> list[int]:
    """Icon groups that have a value and can take more dice (CM-R40)."""
    return [place for place, word in enumerate(printed.effects) if word.do in VALUED]


def _extra_dice(state: Table, acting: Acting) -> list[str]:
    """Dice of advanced tokens used for this action, alone or in a stack, and of the boost (CM-R39)."""
    dice: list[str] = []
    for token in (token for tokens in acting.cover for token in tokens):
        kind = effects.kind_of(token)
        word = state.pack.advanced[kind].effect if kind else None
        if isinstance(word, v.ExtraDie):
            dice += [word.colour] * word.n
    return dice + (acting.boost or [])


async def _give_die(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """The player gives each extra die to one of the action's icon groups (CM-R40)."""
    valued = _valued(printed)
    if len(valued) < 2:
        acting.extra.append(valued[0] if valued else -1)  # with no value to raise, the die adds nothing
        return
    colour = _extra_dice(state, acting)[len(acting.extra)]
    await Checkpoint()
    groups = [Option(str(place), group_name(printed.effects[place])) for place in valued]
    text = f"{printed.name}: what is the extra {colour} die for?"
    first = next((place for place in valued if printed.effects[place].do in aim.ATTACKS), valued[0])
    answer = await ChooseOne(seat, text, [*groups, BACK], default=str(first), along=True)
    if answer == "back":
        state.hero(seat).acting = None
    else:
        acting.extra.append(int(answer))


def group_name(word: v.Effect) -> str:
    return word.track if isinstance(word, v.Gain) else word.do.replace("_", " ")


def _unaimed(acting: Acting, printed: ActionLevel) -> int | None:
    """The first attack of the action that has no target yet."""
    attacks = [place for place, word in enumerate(printed.effects) if word.do in aim.ATTACKS]
    return next((place for place in attacks if str(place) not in acting.targets), None)


async def _aim(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """One target, or one area, for each attack of the action, before the roll (CM-R42)."""
    place = _unaimed(acting, printed)
    assert place is not None
    word = printed.effects[place]
    assert isinstance(word, (v.Melee, v.Ranged, v.MeleeArea, v.RowArea))

    def there() -> list[Option]:
        return aim.options(state, seat, word.do, deeds.squares(word))

    # Whoever is there and cannot be hit is shown with the reason before anything is paid, such as the boss (CM-260).
    if not _still_asked(acting, f"aim {place}", bool(there())):
        acting.targets[str(place)] = "none"
        return
    await Checkpoint()
    text = f"{printed.name}: which target for the {group_name(word)} attack?"

    def ask() -> ChooseOne:
        @cache
        def best() -> str | None:
            given = zip(_extra_dice(state, acting), acting.extra, strict=True)
            dice = [colour for colour, group in given if group == place]
            return aim.best(state, seat, there(), word.value, deeds.squares(word), dice)

        def options() -> list[Option]:
            return [*deeds.or_nobody(there(), PAID_ALL_THE_SAME), BACK]

        return ChooseOne(seat, text, options, default=best, along=lambda: best() is not None)

    answer: str = await Anew(ask)
    if answer == "back":
        state.hero(seat).acting = None
    else:
        acting.targets[str(place)] = answer


async def _before_roll(state: Table, seat: str, acting: Acting) -> None:
    """Cards that add to this roll."""
    card = _card_for(state, seat, acting, "before_roll")
    if card is None:
        acting.ready = True
        return
    await _offer(state, seat, acting, card)


def _card_for(state: Table, seat: str, acting: Acting, timing: v.Timing) -> cards.Held | None:
    now = [c for c in cards.held(state, seat) if c.effect.timing == timing and c.key not in acting.cards]
    return next((c for c in now if _still_asked(acting, c.key, not cards.why_not(state, seat, c))), None)


async def _offer(state: Table, seat: str, acting: Acting, card: cards.Held) -> None:
    def ask() -> ChooseOne:
        def text() -> str:
            return f"{_so_far(state, seat, acting)}Use {card.name} for {level_of(state, seat, acting.slot).name}?"

        def along() -> bool:
            return not acting.paid or (_rerolls(card) and not worth_rolling_again(state, seat, acting))

        barred = cards.why_not(state, seat, card)
        use = Option("use", f"Use {card.name}", barred, hint=lambda: cards.told(state, seat, card))
        return ChooseOne(seat, text, (use, Option("no", f"Without {card.name}")), default="no", along=along)

    if card.effect.cost or card.effect.uses != "unlimited" or card.key.startswith("item:"):
        await Checkpoint()
        if await Anew(ask) == "no":
            acting.cards.append(card.key)
            return
    acting.cards.append(card.key)
    await cards.use(state, seat, card)


def improve(state: Table, seat: str, word: v.AddValue | v.AddDie | v.Reroll) -> None:
    """A card makes the action under way better."""
    acting = state.hero(seat).acting
    if acting is None:
        return
    if isinstance(word, v.Reroll):
        acting.free_rerolls += word.n
        return
    place = _group_for(state, seat, level_of(state, seat, acting.slot), word)
    if place is None:
        return
    if isinstance(word, v.AddValue):
        acting.bonus[str(place)] = acting.bonus.get(str(place), 0) + word.n
    else:
        acting.more_dice += [Rolled(colour=word.colour, group=place) for _ in range(word.n)]


def _group_for(state: Table, seat: str, printed: ActionLevel, word: v.AddValue | v.AddDie) -> int | None:
    """The first icon group a card's bonus counts for."""
    if not cards.holds(state, seat, word.when):
        return None
    for place in _valued(printed):
        do = printed.effects[place].do
        if word.to in ("any", do) or (word.to == "any_attack" and do in aim.ATTACKS):
            return place
    return None


def _pay(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """Tokens are placed and flipped, focus and rage are paid, all at once or not at all (CM-115 to CM-117, CM-R50)."""
    hero = state.hero(seat)
    trouble = _trouble(state, hero, acting, printed)
    if trouble:
        state.say(f"{printed.name} is not performed: {trouble}", seat)
        hero.acting = None
        return
    tokens = [token for tokens in acting.cover for token in tokens]
    own = f"fatigue/{hero.id}"
    for token in tokens:
        if token == own:
            hero.face_up -= 1
        else:
            hero.hand.remove(token)
    hero.actions[acting.slot] = tokens
    hero.focus -= focus_cost(state, seat, acting.slot)
    price = boost_price(state, acting.boost or [])
    state.run.rage -= price
    names = ", ".join(effects.token_name(state, token) for token in tokens)
    state.say(f"{state.hero_name(seat)} performs {printed.name} with {names}.")
    if price:
        state.say(f"{price} rage is spent on a boost: {state.run.rage} left for everybody.")
    acting.paid = True
    acting.dice = _all_dice(state, seat, acting, printed)


def _trouble(state: Table, hero: Hero, acting: Acting, printed: ActionLevel) -> Refusal | None:
    """What somebody else took away since this was decided."""
    own = f"fatigue/{hero.id}"
    tokens = [token for some in acting.cover for token in some]
    if tokens.count(own) > hero.face_up or any(
        tokens.count(token) > hero.hand.count(token) for token in tokens if token != own
    ):
        return Refusal("CM-97", "the tokens are not there any more.")
    cost = focus_cost(state, hero.seat, acting.slot)
    if cost > hero.focus:
        return Refusal("CM-98", f"it costs {cost} focus and there {are(hero.focus)}.")
    price = boost_price(state, acting.boost or [])
    if price > state.run.rage:
        return Refusal("CM-R50", f"the boost costs {price} rage and {state.run.rage} is left.")
    if any(_is_gone(state, hero.seat, acting, printed, place) for place in range(len(printed.effects))):
        return Refusal("CM-R50", "the target is gone.")
    return None


def _is_gone(state: Table, seat: str, acting: Acting, printed: ActionLevel, place: int) -> bool:
    """Whether the target of one attack is gone, or the last enemy for whatever is aimed only after paying."""
    where, word = acting.targets.get(str(place)), printed.effects[place]
    if where is None:
        return f"aim {place}" in acting.asked and not _in_reach(state, seat, printed, place)
    assert isinstance(word, (v.Melee, v.Ranged, v.MeleeArea, v.RowArea))
    return where != "none" and not aim.still_there(state, seat, word.do, deeds.squares(word), where)


def _all_dice(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> list[Rolled]:
    """Every die of the action with the icon group it counts for."""
    dice = [
        Rolled(colour=colour, group=place) for place, word in enumerate(printed.effects) for colour in _value(word).dice
    ]
    extras = zip(_extra_dice(state, acting), acting.extra, strict=True)
    dice += [Rolled(colour=colour, group=place) for colour, place in extras if place >= 0]
    for word in cards.passives(state, seat):
        if isinstance(word, v.AddDie) and (group := _group_for(state, seat, printed, word)) is not None:
            dice += [Rolled(colour=word.colour, group=group) for _ in range(word.n)]
    return dice + acting.more_dice


def _value(word: v.Effect) -> v.Value:
    """The value of an icon group; stun, push and the like have none."""
    if word.do in VALUED or isinstance(word, v.Heal):
        value: v.Value = getattr(word, "value")  # noqa: B009
        return value
    return v.Value()


async def _roll(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """Roll the dice of the action, or the one that is rolled again."""
    waiting = [die for die in acting.dice if not die.face]
    colours = [die.colour for die in waiting]
    await Checkpoint()
    text = f"{printed.name}: roll {in_words(colours)}."
    if acting.rerolling:
        text = f"{printed.name}: roll one {acting.rerolling} die again. What do all the dice add up to now?"
    shown = await roll(state, seat, text, colours, at_once=True, added=_added(state, acting))
    acting.rerolling = ""
    for die, face in zip(waiting, shown, strict=True):
        die.face = face
    state.say(f"{state.hero_name(seat)} rolls {', '.join(f'{die.colour} {die.face}' for die in waiting)}.")


def _added(state: Table, acting: Acting) -> bool:
    """Whether only the total of several real dice is told: all of them count for one icon group."""
    return not state.setup.box_holds("dice") and len(acting.dice) > 1 and len({die.group for die in acting.dice}) == 1


def waits_for_acceptance(acting: Acting) -> bool:
    return acting.paid and not acting.accepted and bool(acting.dice) and all(die.face for die in acting.dice)


async def _reroll_or_accept(state: Table, seat: str, acting: Acting) -> None:
    """Flip own face-up fatigue to roll one die again, as often as there is some (CM-120 to CM-122)."""
    hero = state.hero(seat)
    if acting.dice:
        card = _card_for(state, seat, acting, "after_roll")
        if card is not None:
            await _offer(state, seat, acting, card)
            return
    others = state.toggle("reroll_any_die") and any(state.hero(each).face_up for each in state.seats)
    some = hero.face_up or acting.free_rerolls or others
    if not acting.dice or not _still_asked(acting, f"reroll {hero.face_up} {acting.free_rerolls}", bool(some)):
        acting.accepted = True
        return

    def options() -> list[Option]:
        barred = None
        if not (hero.face_up or acting.free_rerolls):
            barred = Refusal("CM-120", "There is no face-up fatigue left to flip.")
        price = "free" if acting.free_rerolls else f"1 of {hero.face_up} fatigue"
        alike = {(die.colour, die.face, die.group): place for place, die in reversed([*enumerate(acting.dice)])}
        dice = [
            offered(
                str(place), f"Re-roll the {acting.dice[place].colour} {acting.dice[place].face}", barred, hint=price
            )
            for place in sorted(alike.values())
        ]
        if _added(state, acting):  # then nobody told which die shows what
            first = {die.colour: place for place, die in reversed([*enumerate(acting.dice)])}
            dice = [
                offered(str(place), f"Re-roll a {colour} die", barred, hint=price)
                for colour, place in sorted(first.items(), key=lambda each: each[1])
            ]
        return [Option("keep", "Keep it"), *dice]

    def ask() -> ChooseOne:
        def text() -> str:
            return f"{_so_far(state, seat, acting)}Keep it?"

        def along() -> bool:
            return not worth_rolling_again(state, seat, acting)

        return ChooseOne(seat, text, options, default="keep", along=along, habit="keep")

    await Checkpoint()
    answer: str = await Anew(ask)
    if answer == "keep":
        acting.accepted = True
        return
    if acting.free_rerolls:
        acting.free_rerolls -= 1
    else:
        hero.face_up, hero.fatigue_discard = hero.face_up - 1, hero.fatigue_discard + 1
    acting.dice[int(answer)].face = ""
    if _added(state, acting):
        acting.rerolling = acting.dice[int(answer)].colour
        for die in acting.dice:
            die.face = ""


def _rerolls(card: cards.Held) -> bool:
    """Whether all a card does is to roll dice again."""
    return all(isinstance(word, v.Reroll) for word in card.effect.effects)


def worth_rolling_again(state: Table, seat: str, acting: Acting) -> bool:
    """Whether some die could well do better: it shows less than usual, or one more would fell somebody. For focus and
    rage nobody spends fatigue."""
    printed = level_of(state, seat, acting.slot)
    all_poor = sum(die.value for die in acting.dice) < reckon.of_dice(state, [die.colour for die in acting.dice])
    for die in acting.dice:
        sides = state.pack.sides(die.colour)
        room = _room(state, seat, acting, printed, die.group)
        more = max(side - die.value for side in sides)
        poor = all_poor if _added(state, acting) else die.value < sum(sides) / len(sides)
        word = printed.effects[die.group]
        minor = isinstance(word, v.Rage) or (isinstance(word, v.Gain) and word.track == "focus")
        if minor and not acting.free_rerolls:
            continue
        if more and room and (poor or (room <= more and word.do in aim.ATTACKS)):
            return True
    return False


def _room(state: Table, seat: str, acting: Acting, printed: ActionLevel, place: int) -> int:
    """How much more one icon group could still use; what goes beyond is lost."""
    word, now = printed.effects[place], amount(state, seat, acting, printed, place)
    match word:
        case v.Melee() | v.Ranged() | v.MeleeArea() | v.RowArea():
            where = acting.targets.get(str(place), "")
            there = [state.find(number) for number in aim.numbers(state, seat, where, deeds.squares(word))]
            left = [reckon.health_left(state, each[2]) - now for each in there if each]
            return max(0, *left, 0) if where not in ("", "boss") else 99
        case v.Gain() if word.who == "self":
            hero = state.hero(seat)
            have = hero.focus if word.track == "focus" else hero.defence
            return max(0, highest(state, hero, word.track) - have - now)
        case _:
            return 99


def _so_far(state: Table, seat: str, acting: Acting) -> str:
    """What lies there after the roll; nothing before it."""
    if not waits_for_acceptance(acting):
        return ""
    printed = level_of(state, seat, acting.slot)
    shown = ", ".join(f"{die.colour} {die.face}" for die in acting.dice)
    if _added(state, acting):
        value, crits = sum(die.value for die in acting.dice), sum(die.critical for die in acting.dice)
        shown = f"{value}{'+' * crits}"
    parts = [
        f"{group_name(printed.effects[place])} {amount(state, seat, acting, printed, place)}"
        for place in _valued(printed)
    ]
    return f"{shown}: {', '.join(parts)}. "


def amount(state: Table, seat: str, acting: Acting, printed: ActionLevel, place: int) -> int:
    """White icons, dice and what cards add, for one icon group."""
    total = _value(printed.effects[place]).fixed + sum(die.value for die in acting.dice if die.group == place)
    for word in cards.passives(state, seat):
        if isinstance(word, v.AddValue) and _group_for(state, seat, printed, word) == place:
            total += word.n
    return total + acting.bonus.get(str(place), 0)


async def _resolve(state: Table, seat: str, acting: Acting, printed: ActionLevel) -> None:
    """Critical rewards at once, then the icons in their order (CM-117, CM-144)."""
    cause = effects.Cause(seat, name=printed.name)
    for _ in range(sum(die.critical for die in acting.dice)):
        state.say(f"Critical! {state.hero_name(seat)} gets the critical reward.")
        reward = effects.Cause(seat, name="Critical reward")
        await boards.know_critical(state, seat)
        await effects.carry_out(state, state.board(seat).crit_reward, reward)
        await cards.offer(state, seat, "on_critical")
    for place, word in enumerate(printed.effects):
        value = amount(state, seat, acting, printed, place)
        match word:
            case v.Melee() | v.Ranged() | v.MeleeArea() | v.RowArea():
                where = await _where(state, seat, acting, printed, place, word)
                await deeds.hit(state, seat, word, where, value)
            case v.Gain() | v.Heal() | v.Rage():
                await _gain(state, word, value, cause)
            case _:
                await effects.carry_out(state, [word], cause)
    state.hero(seat).acting = None


async def _gain(state: Table, word: v.Gain | v.Heal | v.Rage, value: int, cause: effects.Cause) -> None:
    """The rolled value is already known, so it counts as fixed."""
    fixed = v.Value(fixed=value)
    if isinstance(word, v.Rage):
        await effects.carry_out(state, [v.Rage(value=fixed)], cause)
    elif isinstance(word, v.Heal):
        await effects.carry_out(state, [v.Heal(value=fixed, who=word.who)], cause)
    else:
        await effects.carry_out(state, [v.Gain(track=word.track, value=fixed, who=word.who)], cause)


async def _where(state: Table, seat: str, acting: Acting, printed: ActionLevel, place: int, word: deeds.Strike) -> str:
    """The target chosen before; if somebody else felled it meanwhile, another one (CM-R50)."""
    where = acting.targets.get(str(place), "")
    if where == "none" or (where and aim.still_there(state, seat, word.do, deeds.squares(word), where)):
        return where
    if where:
        state.say(f"The target of {printed.name} is gone.")
    return await deeds.take_aim(state, seat, word)
