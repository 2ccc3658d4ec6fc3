"""Monsters and their counter-attack (AW-149 to AW-164, AW-R57 to AW-R63)."""

from __future__ import annotations

from rules.ask import ChooseOne, Option

from . import attributes, cards, dice, events, passives, telling
from .pack import Monster
from .state import Awakening
from .words import blocks

FATIGUE = 2  # blocks (AW-158)


async def choose_champion(state: Awakening, seat: str) -> str:
    """Any companion of one's own, before a blind monster is seen; it costs no block (AW-150, AW-R58)."""
    options = [
        Option(held.card, state.title(held.card), hint=f"{blocks(held.blocks)}, {_at_stake(state, held.card)}")
        for held in state.players[seat].companions
    ]
    least = min(state.players[seat].companions, key=lambda held: _missed(state, held.card)).card
    text = f"{state.name(seat)}: who is your champion?"
    return str(await ChooseOne(seat, text, options, default=least, along=True))


def _missed(state: Awakening, companion: str) -> int:
    """How much honor its death would cost."""
    found = state.card(companion)
    return 0 if found.treachery else found.honor


def _at_stake(state: Awakening, companion: str) -> str:
    """What its death would cost; Treachery costs nothing (AW-161, AW-R83)."""
    if telling.lacks(state, companion, "honor"):
        return "its honor lost with it"
    return f"{_missed(state, companion)} honor lost with it"


async def confront(state: Awakening, seat: str, how: str, champion: str) -> None:
    """Two courage always win; honor, then the white die, then the black one (AW-R59, AW-R60)."""
    card = await cards.take(state, seat, "monster", how)
    state.say(f"{state.name(seat)} defeats {state.title(card)}; the champion is {state.title(champion)}.")
    await cards.acquire(state, seat, card)
    monster = state.card(card)
    assert isinstance(monster, Monster)
    if monster.dice in ("both", "white"):
        attr = await dice.roll(state, seat, "white")
        await attributes.gain(state, seat, {attr: 1}, "monster")
    if monster.dice in ("both", "black"):
        await counter_attack(state, seat, champion, await dice.roll(state, seat, "black"))
    await events.happened(state, "monster_defeated", seat, "monster", champion=champion)


async def counter_attack(state: Awakening, seat: str, champion: str, face: str) -> None:
    """Fatigue, death or a miss."""
    player = state.players[seat]
    if champion not in [held.card for held in player.companions]:
        state.say("The champion is already gone; the counter-attack hits nobody.")
    elif face == "miss":
        state.say("The counter-attack misses.")
    elif face == "fatigue":
        tired = min(FATIGUE, player.influence)  # AW-R61
        player.influence -= tired
        player.held(champion).blocks += tired
        state.say(f"{state.title(champion)} is tired: put {tired} influence on the card.")
    elif passives.protects(state, seat, "champion"):
        state.say(f"{state.title(champion)} is protected and lives.")
    elif await _prevents(state, seat, champion):
        player.conviction -= 1
        player.influence += 1  # spent conviction goes to influence (AW-R25)
        state.say(f"{state.name(seat)} spends 1 conviction: {state.title(champion)} lives.")
    else:
        state.say(f"{state.title(champion)} dies.")
        await cards.lose(state, seat, champion)


async def _prevents(state: Awakening, seat: str, champion: str) -> bool:
    """Decided after the death face is seen (AW-162, AW-R62)."""
    have = state.players[seat].conviction
    if not have:
        state.say(f"{state.name(seat)} has no conviction to prevent it.")
        return False
    text = f"{state.name(seat)}: {state.title(champion)} would die. Spend 1 of your {have} conviction?"
    options = (Option("spend", "Spend 1 conviction"), Option("let die", f"Let {state.title(champion)} die"))
    return bool(await ChooseOne(seat, text, options, default="spend") == "spend")
