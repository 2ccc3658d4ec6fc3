"""The grid editor: an enemy of the owner's copy, square by square, by tapping where each sign stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from ..ask import EnterText, Option, PickSome
from ..read_off import count, written
from . import effects as verbs
from .asking import ask
from .describe import LONGEST_NAME, told
from .owner import number, pick, yes
from .pack import EnemyAbility, EnemyCard, Square
from .reading import known_now, read_off
from .state import Campaign, Sketch

AbilityName = Literal[
    "adjacent_attack", "adjacent_regen", "discard_skill", "envenom", "first_strike", "frighten", "lose_resource",
    "madden", "lose_morale", "regen", "remove_weapon", "resist", "weaken", "custom",
]  # fmt: skip
ABILITIES: tuple[AbilityName, ...] = get_args(AbilityName)
STRONGER = ("adjacent_attack", "regen", "adjacent_regen", "resist", "lose_resource", "lose_morale")
"""Abilities of which cards may print a 2."""

Place = tuple[int, int]


async def describe_enemy(state: Campaign, seat: str, enemy: int) -> None:
    """Name and numbers of the card, then one question for each sign: tap the squares that show it."""
    known = state.pack.enemies.get(enemy)
    usual = next((card.rows for card in state.pack.enemies.values() if card.rows), 3)
    group = known.name if known else f"Enemy {enemy}"
    fields = [
        written("name", "name", group, group),
        count("defense", "defence", group, known.defense if known else 3),
        count("damage", "basic damage, without its squares", group, known.damage if known else 1),
        count("rows", "rows", group, usual, low=1, high=6),
        count("cols", "columns", group, 3, low=1, high=8),
    ]
    read, _ = await read_off(state, seat, f"{group}: what is printed on the card?", fields, about=[group])
    name, rows, cols = read["name"] or group, read["rows"], read["cols"]
    defense, damage = read["defense"], read["damage"]
    places = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
    sketch = state.sketch = Sketch(name, rows, cols, {place: Square(*place) for place in places})
    try:
        await fill(state, seat, sketch)
    finally:
        state.sketch = None
    squares = tuple(sketch.squares.values())
    state.met.enemies[enemy] = EnemyCard(name, defense, damage, rows, cols, squares)
    known_now(state)


async def fill(state: Campaign, seat: str, sketch: Sketch) -> None:
    """What stands in which square."""

    async def which(text: str, least: int = 0) -> list[Place]:
        return await tapped(state, seat, sketch, f"{sketch.name}: {text}", least)

    missing = await which("tap the places where there is no square.")
    if len(missing) < len(sketch.squares):
        for place in missing:
            del sketch.squares[place]
    hearts = await which("tap the squares with a heart.")
    sketch.mark(hearts, heart=True)
    sketch.mark(await which("tap the squares with armor.", 0 if hearts else 1), armor=True)
    sketch.mark(await which("tap the squares with a combo point."), combo=True)
    sketch.mark(await which("tap the squares with wings."), flying=True)
    for place in await which("tap the squares with bonus damage."):
        more = await number(state, seat, f"{_called(place)}: how much bonus damage?", 1, 9)
        sketch.mark([place], bonus_damage=more)
    for place in await which("tap the squares with an ability."):
        sketch.mark([place], ability=await tell_square(state, seat, place))


async def tapped(state: Campaign, seat: str, sketch: Sketch, text: str, least: int) -> list[Place]:
    options = [Option(f"{row}:{col}", _called((row, col)), slot=f"square:{row}:{col}") for row, col in sketch.squares]
    question = PickSome(seat, text, options, at_least=least, deed="Mark these squares", no_deed="None of them")
    picked = await ask(state, lambda: question, "closed")
    return [place for place in sketch.squares if f"{place[0]}:{place[1]}" in picked]


def _called(place: Place) -> str:
    return f"Row {place[0]}, column {place[1]}"


async def tell_square(state: Campaign, seat: str, place: Place) -> EnemyAbility:
    """One of the rulebook's enemy abilities, or one of the card's own."""
    labels = {"custom": "something else: describe it"}
    options = [Option(each, labels.get(each, each.replace("_", " "))) for each in ABILITIES]
    what = await pick(state, seat, f"{_called(place)}: which ability?", options)
    name = next(each for each in ABILITIES if each == what)
    if name == "custom":
        return await tell_custom(state, seat, place)
    amount = 2 if name in STRONGER and await yes(state, seat, "Is it 2 instead of 1?") else 1
    if name == "adjacent_attack" and await yes(state, seat, f"{_called(place)}: does it name one kind of enemy?"):
        proposed = state.sketch.name if state.sketch else ""
        text = f"{_called(place)}: which enemy does it name?"
        kind = await ask(state, lambda: EnterText(seat, text, LONGEST_NAME, proposed), "closed")
        return EnemyAbility(name, amount, str(kind))
    return EnemyAbility(name, amount)


async def tell_custom(state: Campaign, seat: str, place: Place) -> EnemyAbility:
    """An ability no rulebook names: when it works, in a few words, and what it does, in one answer."""
    begun = EnemyAbility("custom", text="Do what the square says")
    square = await told(state, seat, f"{_called(place)}: what does the square say?", begun)
    return replace(square, effects=square.effects or (verbs.Manual("manual", f"{square.text}."),))
