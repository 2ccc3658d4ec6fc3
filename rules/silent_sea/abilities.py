"""Ability cards: turned up in Role Rooms, used, cooled down, reactivated.

SS-5 to SS-11, SS-22 to SS-32, SS-59, SS-73, SS-74, SS-105, SS-106; SS-R21, SS-R22, SS-R36, SS-R37.
"""

from __future__ import annotations

from rules.ask import ChooseOne, Option

from . import board, effects
from .state import Ability, SilentSea, ask

TURNS_OF_COOLDOWN = 2  # SS-9


def slots(game: SilentSea, seat: str, *states: str) -> list[int]:
    """The slots of *seat* whose cards are in one of *states*."""
    return [slot for slot, ability in enumerate(game.players[seat].abilities) if ability.state in states]


async def flip(game: SilentSea, seat: str, place: str) -> None:
    """An own Role Room, entered for the first time: one card may be turned face-up (SS-59, SS-106, SS-R21)."""
    also = ("cooldown",) if game.toggle("role_room_clears_cooldown") == "on" else ()
    can = slots(game, seat, "disabled", *also)
    room = board.label(game, place)
    if not can:
        game.say(f"{room}: {game.who(seat)} has no Ability card left to turn up.")
        return
    slot = await choose_slot(
        game,
        seat,
        can,
        f"{room}: turn one Ability card up, or leave them.",
        f"{room}: {game.who(seat)} may turn one Ability card up.",
        "Turn none up",
    )
    if slot is None:
        game.say(f"{game.who(seat)} turns no card up.")
    else:
        enable(game, seat, slot)


async def choose_slot(game: SilentSea, seat: str, can: list[int], text: str, others: str, none: str = "") -> int | None:
    """The owner chooses one of the own cards; others do not read what lies face-down (SS-R7)."""
    if len(can) == 1 and not none:
        return can[0]
    choices = []
    for slot in can:
        label, hint = words(game, seat, slot)
        choices.append(Option(slot + 1, label, hint=hint))
    if none:
        choices.append(Option(0, none))
    asked = f"{game.who(seat)}: {text}"
    answer = await ask(game, lambda: ChooseOne(seat, asked, choices, private=game.box_deals, others=others))
    return answer - 1 if answer else None


def words(game: SilentSea, seat: str, slot: int) -> tuple[str, str]:
    """Name and text of a card; with real cards all read the question, so a face-down one is told by its slot."""
    ability = game.players[seat].abilities[slot]
    card = game.ability_card(ability)
    if ability.state == "disabled" and not game.box_deals:
        return f"Ability slot {slot + 1}", ""
    return card.name, card.text


def enable(game: SilentSea, seat: str, slot: int) -> None:
    ability = game.players[seat].abilities[slot]
    ability.state, ability.counter = "enabled", 0
    game.reveal()
    game.say(f"{game.who(seat)}: {game.ability_card(ability).name} is enabled.")


def cool_down(game: SilentSea, seat: str, slot: int) -> None:
    """Face-down and on Cooldown: two own turns (SS-8, SS-9, SS-R37)."""
    ability = game.players[seat].abilities[slot]
    ability.state, ability.counter = "cooldown", TURNS_OF_COOLDOWN
    game.say(f"{game.ability_card(ability).name}: cooldown, {TURNS_OF_COOLDOWN} turns to go.")


async def use(game: SilentSea, seat: str, slot: int, *, reaction: bool = False) -> None:
    """The card's effects; then it goes on Cooldown unless it says otherwise (SS-68, SS-R36)."""
    ability = game.players[seat].abilities[slot]
    card = game.ability_card(ability)
    game.say(f"{game.who(seat)} uses {card.name}: {card.text}")
    await effects.carry_out(game, card.effects, seat, reaction=reaction)
    if card.cooldown and slot < len(game.players[seat].abilities):
        cool_down(game, seat, slot)


def count_down(game: SilentSea, seat: str) -> None:
    """At the beginning of each own turn a Cooldown is one shorter (SS-R37)."""
    for slot, ability in enumerate(game.players[seat].abilities):
        if ability.state != "cooldown" or not ability.counter:
            continue
        ability.counter -= 1
        name, by_itself = game.ability_card(ability).name, game.toggle("cooldown_auto") == "on"
        if ability.counter:
            game.say(f"{name}: cooldown, {ability.counter} turn{'s' * (ability.counter != 1)} to go.")
        elif by_itself:
            enable(game, seat, slot)
        else:
            game.say(f"{name}: the cooldown is over; an action reactivates it.")


def can_reactivate(ability: Ability) -> bool:
    """On Cooldown for two turns (SS-73)."""
    return ability.state == "cooldown" and ability.counter == 0


async def work_passively(game: SilentSea, seat: str) -> None:
    """Face-up passive cards do what they say at the beginning of the own turn."""
    for ability in list(game.players[seat].abilities):
        card = game.ability_card(ability)
        if game.players[seat].alive and ability.state == "enabled" and card.timing == "passive":
            game.say(f"{game.who(seat)}: {card.name}.")
            await effects.carry_out(game, card.effects, seat)
