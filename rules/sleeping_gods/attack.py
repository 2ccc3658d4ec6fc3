"""One attack: token, weapon, target, fate, damage, counter-attack."""

from __future__ import annotations

from typing import Any

from ..ask import Ask, ChooseOne, Option, Refusal, offered
from .arms import accuracy, battle, defense_against, the_attack, weapons
from .asking import ask, ask_seats
from .crew import choose_crew, hurt
from .failure import change_morale
from .fate import draw_fate, reach
from .grid import (
    Slash,
    Spot,
    allowance,
    card_of,
    damage_of,
    defeated,
    extended,
    has_ability,
    may_stop,
    next_spots,
    strike_square,
)
from .hands import discard_one_tucked
from .plays import block_options, combo_option, damage_options, use
from .reading import know_fighter
from .resolve import perform
from .state import Attack, Campaign, Context
from .supply import lose_command
from .wording import enemy_ability_words, weapon_words

# ----- who and with what


def repeat_price(state: Campaign, crew: str) -> int:
    """With one or two players, letting somebody attack again in a round costs 1 command."""
    if len(state.order) > 2:
        return 0
    before = battle(state).attacks.get(crew, 0)
    if state.toggle("repeat_cost_second_only"):
        return int(before == 1)
    return int(before >= 1)


def cannot_attack(state: Campaign, seat: str, crew: str) -> Refusal | None:
    name = state.called(crew)
    if not state.up(crew):
        return Refusal("SG-54", f"{name} is at 0 health.")
    if "frightened" in state.crew[crew].statuses:
        return Refusal("SG-97", f"{name} is frightened.")
    if repeat_price(state, crew) > state.players[seat].command:
        rule = "SG-378" if state.solo else "SG-377"
        return Refusal(
            rule, f"{name} has already attacked this round; a second attack costs 1 command, and there is none."
        )
    return None


async def attack_with(state: Campaign, seat: str, crew: str) -> None:
    """Steps 1 to the end of one attack; the token was chosen."""
    await know_fighter(state, crew, seat)
    fight = battle(state)
    price = repeat_price(state, crew)
    if price:
        lose_command(state, seat, price)
    if fight.tokens.get(seat, 0):
        fight.tokens[seat] -= 1
    else:
        fight.fifth = ""  # the fifth token returns to the supply and can be won again
    fight.attacks[crew] = fight.attacks.get(crew, 0) + 1
    fight.attack = Attack(seat=seat, crew=crew)
    state.say(f"{state.name(seat)} places a combat action token on {state.called(crew)}.")
    if mad := state.crew[crew].statuses.count("madness"):  # more than once only as a house rule
        state.say(f"{state.called(crew)} is mad{f', with {mad} madness tokens' if mad > 1 else ''}.")
        await change_morale(state, -mad)
    attack = the_attack(state)
    attack.weapon = await choose_weapon(state, seat, crew)
    attack.target = await choose_target(state, seat, crew)
    await carry_out(state)
    fight.attack = None


async def choose_weapon(state: Campaign, seat: str, crew: str) -> str:
    armory = weapons(state, crew)
    if len(armory) == 1:
        return "basic"
    row = range(len(battle(state).row))

    def build() -> ChooseOne:
        options = [Option(key, weapon.name, hint=weapon_words(weapon)) for key, weapon in armory.items()]
        best = max(armory, key=lambda key: max(expected(state, place, crew, key) for place in row))
        return ChooseOne(seat, f"{state.called(crew)}: which weapon?", options, default=best, along=True)

    return str(await ask(state, build, "attack"))


async def choose_target(state: Campaign, seat: str, crew: str) -> int:
    foes = battle(state).row
    if len(foes) == 1:
        return 0

    def target(place: int) -> Option:
        def hint() -> str:
            defense = defense_against(state, place, crew, the_attack(state).weapon)
            need = fate_to_hit(state, place, crew, the_attack(state).weapon)
            chance = f"hits on fate {need}+" if need > 1 else "hits on any fate"
            return f"defence {defense}: {chance}; {counter_words(state, place, crew, the_attack(state).weapon)}"

        label = f"{card_of(state, foes[place]).name} ({place + 1})"
        return Option(place, label, hint=hint, slot=f"enemy:{place}")

    def build() -> ChooseOne:
        options = [target(place) for place in range(len(foes))]
        best = max(range(len(foes)), key=lambda place: expected(state, place, crew, the_attack(state).weapon))
        return ChooseOne(seat, f"{state.called(crew)} attacks which enemy?", options, default=best, along=True)

    return int(await ask(state, build, "attack"))


def standing_block(state: Campaign, crew: str, weapon: str) -> int:
    """What a crew member's weapon and cards keep off without anybody doing anything."""
    always = sum(e.n for e in state.passives(crew) if e.do == "block" and e.phase in ("counter", "both"))
    return weapons(state, crew)[weapon].block + always


def counter_words(state: Campaign, target: int, crew: str, weapon: str) -> str:
    """What the attacker would take in return."""
    foe = battle(state).row[target]
    damage, block = damage_of(state, foe), standing_block(state, crew, weapon)
    first = "the enemy strikes first for " if has_ability(state, foe, "first_strike") else "counter-attack "
    return f"{first}{damage}" + (f", {max(0, damage - block)} after block" if block and damage else "")


def fate_to_hit(state: Campaign, target: int, crew: str, weapon: str) -> int:
    """The lowest fate that hits, before cards change it."""
    always = sum(e.n for e in state.passives(crew) if e.do == "attack_accuracy")
    return defense_against(state, target, crew, weapon) - weapons(state, crew)[weapon].accuracy - always


def expected(state: Campaign, target: int, crew: str, weapon: str) -> float:
    """How much of what still holds an enemy up an attack would take away; finishing one counts double."""
    foe = battle(state).row[target]
    hits = (7 - min(max(fate_to_hit(state, target, crew, weapon), 1), 7)) / 6
    if card_of(state, foe).unread:
        left = 3  # nobody told how much it takes
    else:
        left = len(foe.armor) + sum(s.heart and i not in foe.covered for i, s in enumerate(card_of(state, foe).squares))
    harm = weapons(state, crew)[weapon].damage
    return hits * (min(harm, left) + (harm >= left)) + (1 - hits) * (1 + (left == 1)) - damage_of(state, foe) / 20


# ----- from fate to the counter-attack


async def carry_out(state: Campaign) -> None:
    """First strike, fate, hit or miss, damage, counter-attack."""
    attack, foe = the_attack(state), battle(state).row[the_attack(state).target]
    if has_ability(state, foe, "first_strike"):
        state.say(f"{card_of(state, foe).name} strikes first.")
        await counter_attack(state)
        if not state.up(attack.crew):
            await single_damage(state)
            return
    if await draw_for_attack(state):
        await hit(state)
    else:
        state.say("Miss.")
        await counter_attack(state)
        await single_damage(state)


async def draw_for_attack(state: Campaign) -> bool:
    """Fate plus accuracy against the target's defence."""
    attack = the_attack(state)
    if state.toggle("combo_before_fate_only"):
        await combo_before_fate(state)
    name = card_of(state, battle(state).row[attack.target]).name

    def defense() -> int:
        return defense_against(state, attack.target, attack.crew, attack.weapon)

    why = f"{state.called(attack.crew)} attacks {name}. Defence {defense()}, accuracy {accuracy(state):+d}."
    need = reach(defense() - accuracy(state), "hits")
    fate = await draw_fate(state, why, "attack", seat=attack.seat, combat=True, window="attack", reach=need)
    attack.hit = fate + accuracy(state) >= defense()
    return attack.hit


async def combo_before_fate(state: Campaign) -> None:
    """House rule: combo points go into an attack before its fate is drawn, or not at all; any player may say so."""
    attacker = the_attack(state).seat
    text = "Spend the combo points on this attack?"

    def build() -> list[Ask]:
        options = [o for what in ("accuracy", "damage") for o in combo_option(state, what) if o.barred is None]
        if not options:
            return []
        others = f"{text} {state.name(attacker)} goes on."
        return [
            ChooseOne(attacker, text, [Option("no", "no"), *options], default="no"),
            *(ChooseOne(seat, others, options) for seat in state.order if seat != attacker),
        ]

    seat, answer = await ask_seats(state, build, text, "attack")
    if seat and answer != "no":
        await use(state, seat, str(answer))


async def hit(state: Campaign) -> None:
    """Place the damage; if the target stands, it counter-attacks."""
    attack, fight = the_attack(state), battle(state)
    state.say("Hit!")
    await add_damage(state)
    foe = fight.row[attack.target]
    damage = attack_damage(state)
    slash = Slash(
        target=attack.target,
        damage=damage,
        resisting=resisting(state),
        path=bool(state.toggle("slash_must_be_path")),
        twice=bool(state.toggle("armor_square_twice")),
        half_of_all=bool(state.toggle("splash_half_of_full_damage")),
    )
    await place_damage(state, slash)
    attack.dealt = True
    weapon = weapons(state, attack.crew)[attack.weapon]
    context = Context(source=weapon.name, seat=attack.seat, crew=attack.crew)
    fell = defeated(state, foe)
    remove_defeated(state)
    if fell and weapon.effects_on_defeat:
        await perform(state, weapon.effects_on_defeat, context)
    if weapon.effects_on_hit:
        await perform(state, weapon.effects_on_hit, context)
    if foe in fight.row:
        attack.target = fight.row.index(foe)
        was_up = state.up(attack.crew)
        await counter_attack(state)
        if was_up and not state.up(attack.crew) and state.toggle("parting_blow_after_hit"):
            await single_damage(state)


def resisting(state: Campaign) -> tuple[int, ...]:
    """Which places of the row resist before damage is placed: each as often as it blocks 1 damage."""
    return tuple(place for place, foe in enumerate(battle(state).row) for _ in range(has_ability(state, foe, "resist")))


def attack_damage(state: Campaign) -> int:
    """Weapon and bonuses, 1 less if exhausted, never below 0."""
    attack = the_attack(state)
    always = sum(e.n for e in state.passives(attack.crew) if e.do == "attack_damage")
    exhausted = state.crew[attack.crew].fatigue >= 2
    return max(0, weapons(state, attack.crew)[attack.weapon].damage + always + attack.damage - exhausted)


async def add_damage(state: Campaign) -> None:
    """After the hit is known and before it is placed: cards, combo points, and discards the weapon pays for."""
    attack = the_attack(state)
    while True:

        def build() -> list[Ask]:
            asks: list[Ask] = []
            for seat in [attack.seat, *(s for s in state.order if s != attack.seat)]:
                options = damage_options(state, seat)
                text = f"Hit for {attack_damage(state)} damage. Add to it?"
                if seat == attack.seat:
                    options = [Option("place", "place the damage"), *options]
                elif not any(option.barred is None for option in options):
                    continue
                else:
                    text = f"{text} {state.name(attack.seat)} goes on."
                asks.append(ChooseOne(seat, text, options, default="place" if seat == attack.seat else None))
            return asks

        everything = [option for each in build() for option in getattr(each, "options", ())]
        if not any(option.barred is None and option.value != "place" for option in everything):
            return
        seat, answer = await ask_seats(state, build, f"Hit for {attack_damage(state)} damage.", "damage")
        if answer == "place":
            return
        await use(state, seat, str(answer))


async def take_bonus(state: Campaign, index: int) -> None:
    """The attacker gives up a tucked card for what the weapon pays for it."""
    attack = the_attack(state)
    bonus = weapons(state, attack.crew)[attack.weapon].discard_bonus[index]
    attack.used.append(f"bonus:{index}")
    await discard_one_tucked(state, attack.seat, "Discard which?", [attack.crew], bonus.skill)
    if bonus.give == "damage":
        attack.damage += bonus.amount
    elif bonus.give == "accuracy":
        attack.accuracy += bonus.amount
    else:
        battle(state).shield += bonus.amount
    state.say(f"+{bonus.amount} {bonus.give}.")


async def place_damage(state: Campaign, slash: Slash) -> None:
    """Square by square, one slash; where nothing of the target touches it any more, the rest is lost."""
    hits: tuple[Spot, ...] = ()
    attack = the_attack(state)
    if card_of(state, battle(state).row[slash.target]).unread:
        from .owner import lay_damage

        await lay_damage(state, slash.target, slash.damage, attack.seat)
        return
    while True:
        spots = next_spots(state, slash, hits)
        if not spots:
            break
        stop = bool(hits) and may_stop(state, slash, hits)
        spot = await choose_spot(state, attack.seat, slash, hits, spots, stop=stop)
        if spot is None:
            break
        hits = extended(slash, state, hits, spot)
        attack.hits = [list(each) for each in hits]
    for spot in hits:
        strike_square(state, spot)
    attack.hits = []
    lost = allowance(slash, hits) - len(hits)
    if lost > 0:
        state.say(f"{lost} damage has no square to go to and is lost.")
    elif not allowance(slash, hits):
        state.say("The attack deals no damage.")


def spot_option(state: Campaign, spot: Spot) -> Option:
    foe = battle(state).row[spot[0]]
    card = card_of(state, foe)
    square = card.squares[spot[1]]

    def marks() -> str:
        found = ["armor token"] if spot[1] in foe.armor else []
        found += ["heart"] if square.heart else []
        found += [f"+{square.bonus_damage} damage"] if square.bonus_damage else []
        found += ["combo"] if square.combo else []
        found += ["flying"] if square.flying else []
        found += [enemy_ability_words(square.ability)] if square.ability else []
        return ", ".join(found) or "blank"

    def where() -> str:
        return f"{card.name} ({spot[0] + 1}), row {square.row}, column {square.col}"

    return offered(f"{spot[0]}:{spot[1]}", where, slot=f"enemy:{spot[0]}:{spot[1]}", hint=marks)


async def choose_spot(
    state: Campaign, seat: str, slash: Slash, hits: tuple[Spot, ...], spots: list[Spot], *, stop: bool
) -> Spot | None:
    """The next square, as the attacker's player likes; the covered state is read afresh each time."""
    if len(spots) == 1 and not stop:
        return spots[0]
    most = allowance(slash, hits)
    text = f"Place damage {len(hits) + 1} of {most}."
    options = [spot_option(state, spot) for spot in spots]
    if not hits and most > 1:  # where the others usually go is told with the first
        first = spots.index(best_spot(state, slash, hits, spots))
        options[first] = options[first].but(begins=True)
    if stop:
        options.append(Option("stop", "place no more"))

    def usual() -> str:
        place, index = best_spot(state, slash, hits, spots)
        return f"{place}:{index}"

    question = ChooseOne(seat, text, options, default=usual, along=bool(hits))
    # before the first damage lies there, everybody may still act
    window = "closed" if hits else "damage"
    answer = str(await ask(state, lambda: question, window))
    if answer == "stop":
        return None
    place, _, index = answer.partition(":")
    return int(place), int(index)


def best_spot(state: Campaign, slash: Slash, hits: tuple[Spot, ...], spots: list[Spot]) -> Spot:
    """Where damage usually goes: what the enemy stands on, or strikes with, and what lies beside it."""

    def onward(spot: Spot) -> int:
        beyond = next_spots(state, slash, extended(slash, state, hits, spot))
        return 2 * worth(state, spot) + max((worth(state, each) for each in beyond), default=0)

    return max(spots, key=onward)


def worth(state: Campaign, spot: Spot) -> int:
    """How much it matters that a square is hit."""
    foe = battle(state).row[spot[0]]
    square = card_of(state, foe).squares[spot[1]]
    needed = 3 * (square.heart or spot[1] in foe.armor)
    return needed + 2 * square.bonus_damage + square.combo + 2 * bool(square.ability) + square.flying


async def single_damage(state: Campaign) -> None:
    """The 1 damage of a miss, or of somebody who fell: never more, on the target alone."""
    attack = the_attack(state)
    if attack.target >= len(battle(state).row):
        return
    exhausted = state.crew[attack.crew].fatigue >= 2 and not state.toggle("exhausted_spares_miss")
    slash = Slash(target=attack.target, damage=1 - exhausted, resisting=resisting(state), splash=False)
    await place_damage(state, slash)
    attack.dealt = True
    remove_defeated(state)


def remove_defeated(state: Campaign) -> None:
    """Defeated cards go back to the enemy deck and the rest slide together."""
    fight = battle(state)
    for foe in list(fight.row):
        if defeated(state, foe):
            fight.row.remove(foe)
            gap = "; close the gap in the row" if fight.row else ""
            state.say(f"{card_of(state, foe).name} is defeated and goes back to the enemy deck{gap}.")


# ----- the counter-attack


async def counter_attack(state: Campaign) -> None:
    """Once per attack: the target's damage, less block, on the attacker; the rest on others."""
    attack, fight = the_attack(state), battle(state)
    if attack.countered:
        return
    attack.countered = True
    foe = fight.row[attack.target]
    damage = damage_of(state, foe)
    name = card_of(state, foe).name
    block = standing_block(state, attack.crew, attack.weapon) + attack.block
    kept = f"; block {block}" + (" stops it" if block >= damage else "") if block and damage else ""
    state.say(f"{name} counter-attacks {state.called(attack.crew)} for {damage}{kept}.")
    block += await activated_block(state, attack.seat, attack.crew, "counter", damage - block)
    rest = await hurt(state, attack.crew, max(0, damage - block))
    await overflow(state, rest, attack.seat, name)
    await custom_counter(state, attack.target)


async def activated_block(state: Campaign, seat: str, victim: str, phase: str, incoming: int) -> int:
    """Block anybody activates against this one strike."""
    fight = battle(state)
    fight.shield = 0
    while incoming - fight.shield > 0:

        def build() -> list[Ask]:
            asks: list[Ask] = []
            for each in [seat, *(s for s in state.order if s != seat)]:
                options = block_options(state, each, victim, phase)
                text = f"{state.called(victim)} is about to take {incoming - fight.shield} damage."
                if each == seat:
                    options = [Option("take", f"take {incoming - fight.shield} damage"), *options]
                elif not any(option.barred is None for option in options):
                    continue
                else:
                    text = f"{text} You may block; {state.name(seat)} goes on."
                asks.append(ChooseOne(each, text, options, default="take" if each == seat else None))
            return asks

        asks = build()
        if not any(value != "take" for each in asks for value in each.answers()):
            break
        text = f"{state.called(victim)} is about to take {incoming - fight.shield} damage."
        who, answer = await ask_seats(state, build, text, "block", first=asks)
        if answer == "take":
            break
        await use(state, who, str(answer))
    shield, fight.shield = fight.shield, 0
    return shield


async def overflow(state: Campaign, rest: int, seat: str, why: str) -> None:
    """What one cannot take goes to another, and so on; nobody's block helps."""
    while rest > 0 and state.standing:
        text = f"{why}: who takes the remaining {rest} damage?"
        crew = await choose_crew(state, seat, text, state.standing)
        assert crew
        rest = await hurt(state, crew, rest)


async def custom_counter(state: Campaign, target: int) -> None:
    foe = battle(state).row[target]
    for _, square in [s for s in enumerate(card_of(state, foe).squares) if s[0] not in foe.covered]:
        if square.ability and square.ability.name == "custom" and square.ability.when == "counter":
            context = Context(source=card_of(state, foe).name, foe=target, crew=the_attack(state).crew)
            await perform(state, square.ability.effects, context)


# ----- damage outside an attack


async def damage_outside_attack(state: Campaign, effect: Any, seat: str) -> None:
    """A card damages an enemy: one connected group on that enemy alone, no counter-attack."""
    if state.combat is None or not battle(state).row:
        return
    fight = battle(state)
    foes = list(fight.row) if effect.target == "each" else []
    if effect.target == "target" and fight.attack and fight.attack.target < len(fight.row):
        foes = [fight.row[fight.attack.target]]
    if not foes:
        options = [Option(i, card_of(state, foe).name, slot=f"enemy:{i}") for i, foe in enumerate(fight.row)]
        place = 0
        if len(options) > 1:
            place = int(await ask(state, lambda: ChooseOne(seat, "Damage which enemy?", options), "closed"))
        foes = [fight.row[place]]
    for foe in foes:
        if card_of(state, foe).unread:
            from .owner import lay_damage

            await lay_damage(state, fight.row.index(foe), effect.n, seat)
            continue
        slash = Slash(target=fight.row.index(foe), damage=effect.n, splash=False)
        hits: tuple[Spot, ...] = ()
        while spots := next_spots(state, slash, hits):
            spot = await choose_spot(state, seat, slash, hits, spots, stop=False)
            assert spot
            hits = extended(slash, state, hits, spot)
        for spot in hits:
            strike_square(state, spot)
    remove_defeated(state)
