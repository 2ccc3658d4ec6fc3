"""What cards let a hero do to enemies outside an action: attacks, stuns, pushes, and cards gained."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Option, Refusal
from . import aim, bosses, defeat, effects
from . import vocabulary as v
from .chances import draw, draw_some, titles
from .outcome import judge
from .rows import called, cross_over, in_melee_zone, shift
from .state import Enemy, Hero, Table
from .wording import so_many

Strike = v.Melee | v.Ranged | v.MeleeArea | v.RowArea


def squares(word: Strike) -> int:
    return word.squares if isinstance(word, (v.MeleeArea, v.RowArea)) else 1


async def attack(state: Table, seat: str, word: Strike) -> None:
    """An attack a card gives: aim, roll, hit. It is no action, so there is no boost and no critical."""
    where = await take_aim(state, seat, word)
    amount = await effects.worth(state, seat, word.value, "Roll for damage.")
    await hit(state, seat, word, where, amount)


async def take_aim(state: Table, seat: str, word: Strike) -> str:
    """What is aimed at; ``none`` if nothing is in reach (CM-R43)."""

    def there() -> list[Option]:
        return aim.options(state, seat, word.do, squares(word))

    if all(option.barred for option in there()):
        return "none"

    def ask() -> ChooseOne:
        best = aim.best(state, seat, there(), word.value, squares(word))
        along = best is not None and tapped_for(state, seat)
        return ChooseOne(seat, "Which target?", or_nobody(there()), default=best, along=along)

    chosen: str = await Anew(ask)
    return chosen


def tapped_for(state: Table, seat: str) -> bool:
    """Whether what is asked now follows from the action or card somebody has just tapped, with no roll in between."""
    acting = state.hero(seat).acting
    return state.phase == "perform" and (acting is None or not acting.dice)


def or_nobody(targets: list[Option], hint: str = "") -> list[Option]:
    """Others may have felled every target while the question stood open, or nobody could be hit from the start."""
    if any(not option.barred for option in targets):
        return targets
    return [*targets, Option("none", "Nobody is in reach" if targets else "Nobody is left", hint=hint)]


async def hit(state: Table, seat: str, word: Strike, where: str, amount: int) -> None:
    """The whole value to the target, or to each enemy of the window; surplus is lost (CM-R42, CM-R44)."""
    if where == "none":
        state.say(f"{state.hero_name(seat)} reaches nobody.")
    elif where == "boss":
        await bosses.wound(state, amount)
    else:
        await defeat.strike(state, seat, dict.fromkeys(aim.numbers(state, seat, where, squares(word)), amount))


async def deal(state: Table, seat: str, n: int, which: v.Which, enemy: int | None) -> None:
    """Fixed damage by a card."""
    if which == "boss":
        await bosses.wound(state, n)
        return
    number = await defeat.pick_enemy(state, seat, f"{n} damage: which enemy?", which, enemy, damage=n)
    if number is None:
        state.say("There is no enemy to hit.")
    else:
        await defeat.strike(state, seat, {number: n})


async def stun(state: Table, seat: str, count: int, which: v.Which, enemy: int | None) -> None:
    """A stun token on each of so many enemies; a second one on the same does not count (CM-305, CM-R72)."""
    for _ in range(count):
        number = await defeat.pick_enemy(state, seat, "Which enemy is stunned?", which, enemy)
        there = state.find(number) if number is not None else None
        if there is None:
            state.say("There is no enemy to stun.")
            return
        there[2].stunned = True
        state.say(f"{called(state, there[2])} is stunned.")


async def push(state: Table, seat: str, count: int, to: str) -> None:
    """Move an enemy of the own row to an empty space of it (CM-306, CM-R49)."""
    hero = state.hero(seat)

    def spaces() -> list[int]:
        return [space for space in hero.empty() if to == "any" or in_melee_zone(space) == (to == "melee")]

    def pushable() -> list[Option]:
        return [_push_option(state, hero, space, enemy) for space, enemy in hero.enemies()]

    def whom() -> list[Option]:
        enemies = or_nobody(pushable())
        if count > 1 and enemies[-1].value != "none":  # several are up to so many
            enemies.append(Option("none", "Enough"))
        return enemies

    for _ in range(count):
        if not spaces() or all(option.barred for option in pushable()):
            state.say(f"{state.hero_name(seat)} has nobody to push, or nowhere to.")
            return
        which = await Anew(lambda: ChooseOne(seat, "Push which enemy?", whom()))
        there = state.find(int(which[6:])) if which != "none" else None
        if there is None:
            return
        space = spaces()[0]
        if len(spaces()) > 1:
            places = [Option(f"space:{each}", f"Space {each}", slot=aim.slot_of(hero, each)) for each in spaces()]
            space = int((await ChooseOne(seat, f"Push {called(state, there[2])} where?", places))[6:])
        there = state.find(int(which[6:]))
        if there is None or there[0] is not hero or space not in hero.empty():
            continue  # a neighbour was faster
        shift(hero, there[2], space)
        state.say(f"{called(state, there[2])} is pushed {there[1]} → {space}.")


def _push_option(state: Table, hero: Hero, space: int, enemy: Enemy) -> Option:
    barred = None
    if state.toggle("steady_never_moves") and "steady" in state.pack.enemy(enemy.card).keywords:
        barred = Refusal("CM-R73", f"{called(state, enemy)} is steady and never moves.")
    return aim.enemy_option(state, hero, space, enemy, barred)


async def pull(state: Table, seat: str, count: int) -> None:
    """An enemy of a neighbour comes to the left-most empty space of the own row."""
    own = state.hero(seat)
    for _ in range(count):
        near = [
            (state.hero(each), space, enemy)
            for each in state.neighbours(seat)
            for space, enemy in state.hero(each).enemies()
        ]
        if not near or not own.empty():
            state.say(f"{state.hero_name(seat)} cannot pull anybody over.")
            return
        which = await ChooseOne(seat, "Pull which enemy?", [aim.enemy_option(state, *each) for each in near])
        there = state.find(int(which[6:]))
        if there is not None:
            space = cross_over(there[0], there[2], own)
            state.say(f"{called(state, there[2])} is pulled to {state.hero_name(seat)}'s {space}.")


def stun_boss(state: Table) -> None:
    """The boss card of this turn does nothing in the enemy phase."""
    if state.run.boss:
        state.run.boss.stunned = True
        state.say(f"{state.pack.bosses[state.run.boss.id].name} is stunned for this turn.")


# Cards gained


async def take_item(state: Table, seat: str, card: str | None = None) -> None:
    """An item card below the board; with three there already, one makes room or the new one goes (CM-R29)."""
    hero, run = state.hero(seat), state.run
    name = state.hero_name(seat)
    if state.first_chapter and state.toggle("items_from_chapter_2"):
        state.say("There are no items in Chapter I.")
        return
    if card is None:
        text = f"Draw an item card for {name}."
        card = await draw(state, seat, text, run.items, "item deck", sort="item", names=titles(state.pack.items))
    if card is None:
        state.say("No item card is left.")
        return
    item = state.pack.items[card].name
    if not await make_room(state, seat, f"Leave {item}"):
        run.items.discard.append(card)
        state.say(f"{name} leaves {item}.")
        return
    hero.items.append(card)
    state.say(f"{name} gains {item}.")
    judge(state)


async def make_room(state: Table, seat: str, decline: str) -> bool:
    """With three items there already, one of them is discarded; False if the player would rather not (CM-R29)."""
    hero, items = state.hero(seat), state.pack.items
    if len(hero.items) < state.pack.constants.item_slots:
        return True
    options = [Option("decline", decline)]
    options += [Option(f"item:{place}", f"Discard {items[card].name}") for place, card in enumerate(hero.items)]
    full = f"{state.hero_name(seat)} has {so_many(len(hero.items), 'item')}."
    answer = await ChooseOne(seat, f"{full} Make room for a new one?", options)
    if answer == "decline":
        return False
    state.run.items.discard.append(hero.items.pop(int(answer[5:])))
    return True


async def take_talent(state: Table, seat: str) -> None:
    """Draw the top two of one's talent deck, keep one, the other goes to the bottom (CM-161 to CM-163)."""
    hero, pack = state.hero(seat), state.pack
    name = state.hero_name(seat)
    if state.is_own:
        await _take_real_talent(state, seat)
        return
    real = not state.setup.box_holds("cards") and sum(hero.talent_pile.left.values()) > 1
    text = f"Draw two talent cards. {'First the one you keep.' if real else ''}".strip()
    title, names = f"{name}'s talents", titles(pack.talents)
    sort = f"talent:{hero.id}"
    drawn = await draw_some(state, seat, text, hero.talent_pile, title, 2, names, sort=sort, renew=False)
    if not drawn:
        state.say(f"{name} has no talent card left.")
        return
    kept = drawn[0]
    if len(drawn) == 2 and real:
        hero.talent_pile.below.append(drawn[1])
    elif len(drawn) == 2:
        options = [Option(card, pack.talents[card].name, hint=pack.talents[card].effect.text) for card in drawn]
        kept = await ChooseOne(seat, "Keep which talent?", options)
        hero.talent_pile.below.append(next(card for card in drawn if card != kept))
    await _keep_talent(state, seat, kept)


async def _take_real_talent(state: Table, seat: str) -> None:
    """Only the one that is kept has to be named."""
    hero = state.hero(seat)
    text = "Draw two talent cards. Keep one; the other goes under the pile. Which one do you keep?"
    title, names = f"{state.hero_name(seat)}'s talents", titles(state.pack.talents)
    kept = await draw(state, seat, text, hero.talent_pile, title, sort=f"talent:{hero.id}", names=names)
    if kept is None:
        state.say(f"{state.hero_name(seat)} has no talent card left.")
    elif kept not in hero.talents:
        await _keep_talent(state, seat, kept)


async def _keep_talent(state: Table, seat: str, kept: str) -> None:
    """Below the board, where there is room for two (CM-164, CM-165)."""
    hero, pack, name = state.hero(seat), state.pack, state.hero_name(seat)
    if len(hero.talents) >= pack.constants.talent_slots:
        options = [Option("decline", f"Leave {pack.talents[kept].name}")]
        options += [Option(card, f"Discard {pack.talents[card].name}") for card in hero.talents]
        out = await ChooseOne(seat, f"{name} has {so_many(len(hero.talents), 'talent')}. Make room?", options)
        out = kept if out == "decline" else out
        if out != kept:
            hero.talents.remove(out)
            hero.talents.append(kept)
        hero.talent_pile.below.append(out)
    else:
        hero.talents.append(kept)
    state.say(f"{name}'s talents: {', '.join(pack.talents[card].name for card in hero.talents)}.")
