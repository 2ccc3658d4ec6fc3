"""Crafting items and resources (SS-65, SS-79 to SS-104; SS-R32, SS-R33, SS-R41)."""

from __future__ import annotations

from rules.ask import Refusal

from . import cards
from .pack import RESOURCES
from .state import SilentSea

RULES = {
    "flashlight": "SS-79",
    "gun": "SS-83",
    "medkit": "SS-89",
    "carrier": "SS-93",
    "hazmat": "SS-97",
    "bulb": "SS-101",
    "holster": "SS-102",
    "suit": "SS-103",
    "case": "SS-104",
}


def barred(game: SilentSea, seat: str, product: str, could: dict[str, int]) -> Refusal | None:
    """Why it cannot be crafted now: something is missing in the hand, or none is left to take.

    :param could: what there is to pay with.
    """
    missing = cards.can_pay(game, seat, game.pack.recipes[product], could)
    if missing:
        return Refusal(RULES[product], f"You still need {listed(game, missing)}.")
    if product in game.items_left and not game.items_left[product]:
        return Refusal("SS-R33", f"0 {game.words(product)} cards are left.")
    if limited(game) and product in RESOURCES and product not in game.generic_discard:
        return Refusal("SS-R33", f"0 {game.words(product)} cards lie on the Generic discards.")
    return None


def listed(game: SilentSea, counts: dict[str, int]) -> str:
    """Such as "1 Scrap, 2 Bulb"."""
    return ", ".join(f"{count} {game.words(name)}" for name, count in counts.items())


def limited(game: SilentSea) -> bool:
    return bool(game.toggle("craft_supply") == "limited")


async def craft(game: SilentSea, seat: str, product: str) -> None:
    """Ingredients are discarded, one product comes into the hand (SS-R32)."""
    await cards.pay(game, seat, game.pack.recipes[product])
    game.say(f"{game.who(seat)} crafts {game.words(product)}.")
    if product in game.items_left:
        game.items_left[product] -= 1
    if product == "carrier" and game.toggle("carrier_on_craft") == "on":
        put_carrier(game, seat)
        return
    card = product
    if product not in RESOURCES and seat not in game.may_hold.setdefault(product, []):
        game.may_hold[product].append(seat)
    if product in RESOURCES:
        if limited(game):
            game.generic_discard.remove(product)
        else:
            card = cards.CRAFTED + product
    game.players[seat].hand.append(card)
    await cards.discard_down(game, seat)


def put_carrier(game: SilentSea, seat: str) -> None:
    """Next to the placard, for good (SS-95, SS-96)."""
    game.players[seat].carriers += 1
    game.say(f"{game.who(seat)} lays down a {game.words('carrier')}: {game.capacity(seat)} samples can be carried.")
