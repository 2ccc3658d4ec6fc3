"""Phase 3: one action of the own turn, or none (SS-64 to SS-76, SS-85, SS-91 to SS-96; SS-R31 to SS-R37)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask import ChooseOne, Option, Refusal, offered

from . import abilities, attack, board, cards, craft, effects, health, trade
from .pack import AbilityCard, Sample, Unlock
from .state import HEALTH, Ability, SilentSea, ask

DONE = "done"
GUN_RANGE = 4  # SS-85
GUN_DAMAGE = 4
MEDKIT_RANGE = 2  # SS-92
REACTIONS_ONLY = {"flashlight": "SS-80", "hazmat": "SS-98"}


async def choose(game: SilentSea) -> str:
    """One choice of the Action Phase (SS-64)."""
    answer: str = await ask(game, lambda: _question(game, game.current))
    return answer


async def carry_out(game: SilentSea, answer: str) -> bool:
    """What was chosen; False once the action is used or left out (SS-R31)."""
    seat = game.current
    if answer == DONE:
        return False
    what, _, rest = answer.partition(":")
    match what:
        case "craft":
            await craft.craft(game, seat, rest)
        case "gun":
            await _shoot(game, seat, rest)
        case "medkit":
            cards.spend(game, seat, "medkit")
            game.say(f"{game.who(seat)} uses a Medkit on {game.who(rest)}.")
            health.heal(game, rest, HEALTH)
        case "carrier":
            cards.take_out(game, seat, "carrier")
            craft.put_carrier(game, seat)
        case "use":
            await _use_generic(game, seat, rest)
        case "ability":
            await abilities.use(game, seat, int(rest) - 1)
        case "reactivate":
            abilities.enable(game, seat, int(rest) - 1)
        case "unlock":
            board.unlock(game, rest)
        case "trade":
            return not await trade.trade(game, seat, rest)
    return False


def _question(game: SilentSea, seat: str) -> ChooseOne:
    def text() -> str:
        return f"{game.who(seat)}: one action: craft, item, ability, trade or reactivate; or none."

    def others() -> str:
        return f"{game.who(seat)}: Action Phase."

    choices = actions(game, seat, cards.could_hold(game, seat))
    return ChooseOne(seat, text, choices, private=game.box_deals, others=others, default=DONE)


def actions(game: SilentSea, seat: str, held: dict[str, int]) -> list[Option]:
    """Everything there is, with the reason where it cannot be done; what hangs on the hand shows on the phone only.

    :param held: the cards that *seat* holds, or could hold.
    """
    reach = board.distances(game, game.players[seat].node)
    return [
        *_crafts(game, seat, held),
        *_items(game, seat, held, reach),
        *_abilities(game, seat),
        *[_trade(game, seat, other, reach) for other in game.order if other != seat],
        *_unlocks(game, seat),
        Option(DONE, "No action: end of turn"),
    ]


YOURS = "Your action"  # the heading of all that is one


def _crafts(game: SilentSea, seat: str, held: dict[str, int]) -> list[Option]:
    """All that can be crafted. Where nothing but the hand counts, the same hands come again and again."""
    could = cards.to_pay_with(held)
    if craft.limited(game) or None in game.players[seat].hand:
        return [_craft(game, seat, product, could) for product in game.pack.recipes]
    known, case = game.pack.crafts, tuple(sorted(could.items()))
    return board.remembered(known, case, lambda: [_craft(game, seat, product, could) for product in game.pack.recipes])


def _craft(game: SilentSea, seat: str, product: str, could: dict[str, int]) -> Option:
    barred = craft.barred(game, seat, product, could)
    takes = craft.listed(game, game.pack.recipes[product])
    return offered(f"craft:{product}", f"Craft {game.words(product)}", barred, hint=takes, group=YOURS)


def _items(game: SilentSea, seat: str, held: dict[str, int], reach: dict[str, int]) -> Iterator[Option]:
    """Item cards, and Generic cards that are used like them (SS-66, SS-R35).

    :param reach: how far it is from *seat* to everywhere.
    """
    if "gun" in held:
        for other in game.order:
            if other != seat:
                far = reach.get(game.players[other].node)
                label = f"Shoot {game.name(other)}"
                barred = _out_of_range(game, other, far, GUN_RANGE, "SS-85")
                yield offered(f"gun:{other}", label, barred, hint=f"{GUN_DAMAGE} damage", group=YOURS)
    if "medkit" in held:
        for other in game.order:
            far = reach.get(game.players[other].node)
            label = f"Medkit: {game.name(other) if other != seat else 'yourself'}"
            barred = _out_of_range(game, other, far, MEDKIT_RANGE, "SS-92")
            yield offered(f"medkit:{other}", label, barred, group=YOURS)
    if "carrier" in held:
        label = f"Lay down the {game.words('carrier')}"
        yield offered("carrier", label, hint="carry 1 more Water Sample", group=YOURS)
    for card in game.pack.generic:
        if card.use == "action" and card.id in held:
            hint = _remedy(game, seat) if not card.effects else ""
            yield offered(f"use:{card.id}", f"Use {card.name}", hint=hint, group=YOURS)
    for item, rule in REACTIONS_ONLY.items():
        if item in held:
            words = game.words(item)
            only = Refusal(rule, f"The {words} is a Reaction only.")
            yield offered(f"item:{item}", words, only, group=YOURS)


def _out_of_range(game: SilentSea, other: str, far: int | None, most: int, rule: str) -> Refusal | None:
    if not game.players[other].alive:
        return Refusal("SS-R60", lambda: f"{game.who(other)} is out of the game.")
    if far is None or far > most:
        return Refusal(rule, lambda: f"{game.who(other)} is {board.far_words(far)}; the range is {most}.")
    return None


def _abilities(game: SilentSea, seat: str) -> Iterator[Option]:
    for slot, ability in enumerate(game.players[seat].abilities):
        yield _ability(game, seat, slot, ability)
        if ability.state == "cooldown":
            name, early = game.ability_card(ability).name, None
            if not abilities.can_reactivate(ability):
                early = Refusal("SS-73", f"{name} must be on Cooldown for 2 turns; {ability.counter} to go.")
            yield offered(f"reactivate:{slot + 1}", f"Reactivate {name}", early, group=YOURS)


def _ability(game: SilentSea, seat: str, slot: int, ability: Ability) -> Option:
    card = game.ability_card(ability)
    barred = None

    def label() -> str:
        return abilities.words(game, seat, slot)[0]

    if ability.state == "disabled":
        barred = Refusal("SS-6", lambda: f"{label()} lies face-down; turn it up in one of your Role Rooms.")
    elif ability.state == "cooldown":
        rest = f", {ability.counter} of 2 turns to go" if ability.counter else "; reactivate it first"
        barred = Refusal("SS-9", f"{card.name} is on Cooldown{rest}.")
    elif card.timing != "action":
        when = "a Reaction" if card.timing == "reaction" else "working by itself"
        barred = Refusal("SS-76", f"{card.name} is {when}, not an action.")

    def hint() -> str:
        vain = "" if barred else _in_vain(game, seat, card)
        return f"{abilities.words(game, seat, slot)[1]} {vain}".strip()

    return offered(f"ability:{slot + 1}", lambda: f"Use {label()}", barred, hint=hint, group=YOURS)


def _remedy(game: SilentSea, seat: str) -> str:
    """What Painkillers do that say nothing else (SS-R35); in full Health they may be used all the same."""
    vain = " (It would do nothing now.)" if game.players[seat].health == HEALTH else ""
    return f"{game.toggle('painkillers_heal')} Health back.{vain}"


def _in_vain(game: SilentSea, seat: str, card: AbilityCard) -> str:
    """Said before an Ability is used that would do nothing now; it may be used all the same."""
    for effect in card.effects:
        if isinstance(effect, Sample) and effect.who == "self":
            if game.room_for(seat) and game.supply:
                return ""
        elif isinstance(effect, Unlock):
            if effects.shut_doors_within(game, seat, effect.range):
                return ""
        else:
            return ""
    return "(It would do nothing now.)"


def _trade(game: SilentSea, seat: str, other: str, reach: dict[str, int]) -> Option:
    label, barred = f"Trade with {game.name(other)}", trade.barred(game, seat, other, reach)
    return offered(f"trade:{other}", label, barred, group=YOURS)


def _unlocks(game: SilentSea, seat: str) -> Iterator[Option]:
    """By a house rule the Engineer opens what is next door with an action (SS-R14)."""
    if game.toggle("engineer_unlock") != "action_adjacent" or game.players[seat].role != "engineer":
        return
    edges = board.chart(game).edges
    for door in effects.shut_doors_within(game, seat, 1):
        far = board.door_distance(game, game.players[seat].node, door)
        if far == 0 or door not in edges:
            yield Option(f"unlock:{door}", f"Unlock {board.door_words(game, door)}", slot=door, group=YOURS)


async def _shoot(game: SilentSea, seat: str, target: str) -> None:
    """4 damage to a player within 4 Spaces; the Gun is discarded (SS-85, SS-75)."""
    cards.spend(game, seat, "gun")
    game.say(f"{game.who(seat)} shoots {game.who(target)}.")
    await attack.attack(game, seat, target, GUN_DAMAGE)


async def _use_generic(game: SilentSea, seat: str, card: str) -> None:
    """The pack's own effects; Painkillers without any restore what the table agreed on (SS-R35)."""
    cards.spend(game, seat, card)
    game.say(f"{game.who(seat)} uses {game.words(card)}.")
    printed = next(each for each in game.pack.generic if each.id == card)
    if printed.effects:
        await effects.carry_out(game, printed.effects, seat)
    else:
        health.heal(game, seat, game.toggle("painkillers_heal"))
