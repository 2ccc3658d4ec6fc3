"""The six spaces above a hero board: who comes, where they stand, how they move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..chance import DrawCards
from .chances import draw, titles
from .outcome import lose
from .state import MELEE, ROW, Enemy, Hero, Pile, Table
from .vocabulary import Value
from .wording import amount


def printed_health(state: Table, enemy: Enemy) -> int:
    """An enemy's health with its ferocious tile (CM-74)."""
    bonus = state.pack.ferocious[enemy.ferocious].health_bonus if enemy.ferocious else 0
    return state.pack.enemy(enemy.card).health + bonus


def called(state: Table, enemy: Enemy) -> str:
    return state.pack.enemy(enemy.card).name


def fierce(state: Table, tile: str) -> str:
    """What a ferocious tile adds, in words."""
    printed = state.pack.ferocious[tile]
    health = f"+{printed.health_bonus} health" if printed.health_bonus else ""
    attack = f"+{amount(printed.attack_bonus)} attack" if printed.attack_bonus != Value() else ""
    return ", ".join(filter(None, (health, attack))) or "nothing"


def in_melee_zone(space: int) -> bool:
    """1 to 3 are adjacent, 4 to 6 are not (CM-39, CM-40)."""
    return space <= MELEE


def stand(hero: Hero, enemy: Enemy, spawn: str) -> int:
    """Melee enemies take the left-most empty space of the whole row, ranged ones the right-most (CM-70, CM-71)."""
    empty = hero.empty()
    space = empty[0] if spawn == "melee" else empty[-1]
    hero.row[space - 1] = enemy
    return space


async def deal(state: Table, deck: str, seats: Sequence[str]) -> list[str]:
    """The next cards of *deck*, one for each of *seats* as far as they go, told in one go; `meet` takes them."""
    printed, pile = state.pack.enemy_decks[deck], state.run.enemies[deck]
    count = min(len(seats), sum(pile.left.values()))
    if count < 2:
        return []
    shares = [f"{many} for {state.hero_name(seat)}" for seat, many in Counter(seats[:count]).items()]
    text = f"Draw {count} enemy cards: {', '.join(shares[:-1])}{' and ' if shares[1:] else ''}{shares[-1]}."
    ours, names = state.setup.box_holds("cards"), titles(printed.cards)
    seat = state.speaker() if shares[1:] else seats[0]
    cards: list[str] = await DrawCards(
        seat, text, printed.name, pile.left, count=count, names=names, at_once=ours, from_table=not ours
    )
    return cards


async def meet(
    state: Table,
    seat: str,
    deck: str,
    *,
    red: bool = False,
    encounter: bool = False,
    drawn: list[str] | None = None,
) -> Enemy | None:
    """An enemy of *deck* comes above the board of *seat*: check for room, draw, place, ferocious tile (CM-R23).

    :param encounter: in the Encounter phase a full row loses the run (CM-80).
    :param drawn: cards of the deck that were dealt; the first is this one.
    """
    hero, run = state.hero(seat), state.run
    name = state.hero_name(seat)
    if not hero.empty():
        if encounter or state.toggle("full_board_always_loses"):
            lose(state, "space", f"There is no room for another enemy above {name}'s board.")
        state.say(f"All {ROW} spaces above {name}'s board are taken: nobody comes.")
        return None
    title = state.pack.enemy_decks[deck].name
    if drawn:
        card: str | None = drawn.pop(0) or None  # none came from an owner's deck that has run out
        if not state.is_own:
            run.enemies[deck].take(str(card))
    else:
        text, names = f"Draw an enemy card for {name}.", titles(state.pack.enemy_decks[deck].cards)
        card = await draw(state, seat, text, run.enemies[deck], title, sort=f"enemy:{deck}", names=names)
    if card is None:
        state.say(f"No enemy is left in the deck {title}.")
        return None
    run.met += 1
    enemy = Enemy(number=run.met, deck=deck, card=card)
    space = stand(hero, enemy, state.pack.enemy(card).spawn)
    state.say(f"{called(state, enemy)} comes to space {space} above {name}'s board.")
    if red:
        text, title = "Draw a ferocious tile.", "ferocious tiles"
        tile = await draw(
            state,
            seat,
            text,
            run.ferocious,
            title,
            sort="ferocious",
            names={tile: fierce(state, tile) for tile in state.pack.ferocious},
            holding="tiles",
        )
        enemy.ferocious = tile
        if tile:
            state.say(f"{called(state, enemy)} is ferocious.")
    return enemy


def dismiss(state: Table, enemy: Enemy) -> None:
    """The card goes to its deck's discards, the ferocious tile back to the supply (CM-R26, CM-R53)."""
    state.run.enemies[enemy.deck].discard.append(enemy.card)
    put_off(state, enemy)


def put_off(state: Table, enemy: Enemy) -> None:
    """Its ferocious tile goes back to the others."""
    if enemy.ferocious and not state.is_own:
        state.run.ferocious.put(enemy.ferocious)
    enemy.ferocious = None


def shift(hero: Hero, enemy: Enemy, space: int) -> None:
    """The enemy goes to another space of the row; whatever lies on it goes along (CM-R56)."""
    hero.row[hero.row.index(enemy)] = None
    hero.row[space - 1] = enemy


def cross_over(hero: Hero, enemy: Enemy, to: Hero) -> int:
    """The enemy goes to the left-most empty space of another row (CM-312)."""
    hero.row[hero.row.index(enemy)] = None
    space = to.empty()[0]
    to.row[space - 1] = enemy
    return space


def close_in(state: Table, hero: Hero) -> None:
    """Clean-up: from the left, each enemy goes to the left-most empty space if that is nearer (CM-R75)."""
    for space, enemy in hero.enemies():
        if enemy.stunned:
            enemy.stunned = False
            state.say(f"{called(state, enemy)} is no longer stunned.")
            continue
        if "steady" in state.pack.enemy(enemy.card).keywords:
            continue
        nearer = [empty for empty in hero.empty() if empty < space]
        if nearer:
            shift(hero, enemy, nearer[0])
            state.say(f"{called(state, enemy)} moves {space} → {nearer[0]}.")


def pile_of(cards: dict[str, int]) -> Pile:
    """A freshly shuffled deck (CM-R12)."""
    return Pile(left={card: copies for card, copies in cards.items() if copies})
