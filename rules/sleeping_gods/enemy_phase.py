"""The enemies' half of a round: attacks from left to right, then what their squares do."""

from __future__ import annotations

from dataclasses import dataclass

from ..ask import ChooseOne, Option
from .arms import battle
from .asking import ask
from .attack import activated_block, overflow
from .card_deeds import remove_weapon
from .combat import allotment
from .crew import choose_crew, down, hurt, somebody_gains
from .effects import Manual
from .failure import change_morale
from .grid import card_of, damage_of
from .hands import discard_one_tucked
from .pack import EnemyAbility
from .resolve import perform
from .state import Campaign, Context, Foe
from .supply import lose_any
from .words import RESOURCES, Status

GIVES: dict[str, Status] = {
    "envenom": "venom",
    "frighten": "frightened",
    "madden": "madness",
    "weaken": "weakened",
}
ALWAYS_ON = ("first_strike", "resist", "adjacent_attack")


@dataclass(frozen=True)
class Ready:
    """An ability that was uncovered when the phase began."""

    foe: Foe
    ability: EnemyAbility


def ready_abilities(state: Campaign) -> list[Ready]:
    """RULING SG-R70: fixed at the start of the phase; left to right, each card from top left to bottom right."""
    found = []
    for foe in battle(state).row:
        squares = [(s.row, s.col, s) for i, s in enumerate(card_of(state, foe).squares) if i not in foe.covered]
        for _, _, square in sorted(squares, key=lambda each: each[:2]):
            if square.ability:
                found.append(Ready(foe, square.ability))
    return found


async def enemies_attack(state: Campaign) -> None:
    """Every remaining enemy attacks; then every end-round ability works."""
    state.say("The enemies attack.")
    ready = ready_abilities(state)
    foes = list(battle(state).row)
    waiting = list(foes)
    while waiting:
        foe = waiting[0]
        if state.toggle("enemy_order_by_choice") and len(waiting) > 1:
            options = [Option(i, card_of(state, each).name) for i, each in enumerate(waiting)]
            ordered = ChooseOne(state.active, "Which enemy attacks next?", options)
            foe = waiting[int(await ask(state, lambda: ordered, "closed"))]  # noqa: B023
        waiting = [each for each in waiting if each is not foe]
        await enemy_attack(state, foe, ready)
    abilities = [each for each in ready if each.ability.name not in ALWAYS_ON]
    while abilities:
        next_one = abilities[0]
        if state.toggle("enemy_order_by_choice") and len(abilities) > 1:
            options = [Option(i, _ability_words(state, each)) for i, each in enumerate(abilities)]
            chosen = ChooseOne(state.active, "Which ability works next?", options)
            next_one = abilities[int(await ask(state, lambda: chosen, "closed"))]  # noqa: B023
        abilities = [each for each in abilities if each is not next_one]
        await end_round_ability(state, next_one)
    await unread_squares(state)


async def unread_squares(state: Campaign) -> None:
    """What cards do at the end of the round whose squares only hands know: told once for all of them."""
    names = dict.fromkeys(card_of(state, foe).name for foe in battle(state).row if card_of(state, foe).unread)
    if names:
        text = f"End of the round: do what the uncovered squares of {' and '.join(names)} say."
        await perform(state, (Manual("manual", text),), Context(source=""))


def _ability_words(state: Campaign, ready: Ready) -> str:
    return f"{card_of(state, ready.foe).name}: {ready.ability.name.replace('_', ' ')}"


async def enemy_attack(state: Campaign, foe: Foe, ready: list[Ready]) -> None:
    """All damage of one enemy on one crew member of the active player's choice; no weapon blocks."""
    place = battle(state).row.index(foe)
    name = card_of(state, foe).name
    if sum(card_of(state, each).name == name for each in battle(state).row) > 1:
        name += f" ({place + 1})"  # which of several alike
    damage = damage_of(state, foe) + adjacent_bonus(state, place, ready)
    if damage <= 0:
        state.say(f"{name} deals no damage.")
        return
    text = f"{name} deals {damage}. Who takes it? Weapon block does not count."
    victim = await choose_crew(state, state.active, text, list(state.crew), lambda crew: down(state, crew), "enemies")
    if victim is None:
        return
    state.say(f"{name} attacks {state.called(victim)} for {damage}.")
    block = sum(e.n for e in state.passives(victim) if e.do == "block" and e.phase in ("enemy_phase", "both"))
    block += await activated_block(state, state.controller(victim), victim, "enemy_phase", damage - block)
    rest = await hurt(state, victim, max(0, damage - block))
    await overflow(state, rest, state.active, name)


def adjacent_bonus(state: Campaign, place: int, ready: list[Ready]) -> int:
    """What neighbours add to this enemy's attack; with a name printed only to enemies of that name (SG-R71)."""
    name = card_of(state, battle(state).row[place]).name
    bonus = 0
    for each in ready:
        if each.ability.name != "adjacent_attack" or place not in beside(state, each.foe):
            continue
        wanted = each.ability.only_name.casefold()  # people write names as they like
        if not wanted or wanted == name.casefold() or state.toggle("adjacent_attack_any_name"):
            bonus += each.ability.amount
    return bonus


def beside(state: Campaign, foe: Foe) -> list[int]:
    """The places left and right of a card that still lies in the row."""
    row = battle(state).row
    here = row.index(foe) if foe in row else -2
    return [place for place in (here - 1, here + 1) if 0 <= place < len(row)]


async def end_round_ability(state: Campaign, ready: Ready) -> None:
    """One end-round ability, with the active player choosing wherever there is a choice."""
    ability, seat = ready.ability, state.active
    if ready.foe not in battle(state).row:
        return
    place, name = battle(state).row.index(ready.foe), card_of(state, ready.foe).name
    what = f"{name}, {ability.name.replace('_', ' ')}"
    match ability.name:
        case "envenom" | "frighten" | "madden" | "weaken":
            await somebody_gains(state, list(state.crew), GIVES[ability.name], seat, what)
        case "regen":
            for _ in range(ability.amount):
                await regenerate(state, place)
        case "adjacent_regen":
            for neighbour in beside(state, ready.foe):
                for _ in range(ability.amount):
                    await regenerate(state, neighbour)
        case "discard_skill":
            await discard_one_tucked(state, seat, f"{what}: which tucked card do you discard?", list(state.crew))
        case "lose_resource":
            await lose_any(state, RESOURCES, ability.amount, seat, what)
        case "lose_morale":
            state.say(f"{what}.")
            await change_morale(state, -ability.amount)
        case "remove_weapon":
            await remove_weapon(state, list(state.crew), seat, what)
        case "custom":
            if ability.when == "end_round":
                state.say(f"{name}: {ability.text}")
                await perform(state, ability.effects, Context(source=name, foe=place))


async def regenerate(state: Campaign, place: int) -> None:
    """One damage token comes off, as the active player chooses; armor tokens never come back."""
    foe = battle(state).row[place]
    card = card_of(state, foe)
    if not foe.covered:
        state.say(f"{card.name} has no damage token to lose.")
        return
    index = foe.covered[0]
    if len(foe.covered) > 1:
        options = [
            Option(i, f"row {card.squares[i].row}, column {card.squares[i].col}", slot=f"enemy:{place}:{i}")
            for i in sorted(foe.covered)
        ]
        choose = ChooseOne(state.active, f"{card.name} loses 1 damage token: which?", options)
        index = int(await ask(state, lambda: choose, "closed"))
    foe.covered.remove(index)
    square = card.squares[index]
    state.say(f"{card.name} regenerates: row {square.row}, column {square.col} is uncovered again.")


def new_round(state: Campaign) -> None:
    """Everybody takes their tokens back; the fifth goes away."""
    fight = battle(state)
    fight.round += 1
    fight.half = "players"
    fight.tokens = allotment(state)
    if state.toggle("gifted_tokens_stay"):
        for seat, gift in fight.gifts.items():
            fight.tokens[seat] = max(0, fight.tokens.get(seat, 0) + gift)
    else:
        fight.gifts = {}
    fight.fifth = ""
    fight.attacks = {}
    fight.done = []
    fight.left_combo = []
    state.say(f"Round {fight.round}: everybody takes their combat action tokens back.")
