"""What the table should look like."""

from __future__ import annotations

from collections import Counter

from .effects import token_name
from .levels import level_of
from .rows import called, fierce
from .state import Enemy, Hero, Table
from .wording import so_many


def view(state: Table) -> dict[str, str]:
    """What lies where, as anybody at the table sees it: rows, tracks, tokens, the pool, the map, the boss."""
    run = state.run
    seen: dict[str, str] = {}
    if not run.heroes:
        return seen
    seen["rage"] = str(run.rage)
    places = state.pack.maps[run.map].locations if run.map in state.pack.maps else {}

    def called_on_the_map(place: str) -> str:
        return places[place].name if place in places else place

    seen["family marker"] = called_on_the_map(run.marker)
    if run.leader:
        seen["leader"] = run.leader
    for place, tiles in run.tiles.items():
        if tiles:
            seen[f"map.{called_on_the_map(place)}"] = so_many(len(tiles), "tile")
    for seat, hero in run.heroes.items():
        board = state.board(seat)
        seen[f"board.{seat}"] = board.name
        seen[f"health.{seat}"] = str(hero.health)
        seen[f"{board.defence}.{seat}"] = str(hero.defence)
        seen[f"focus.{seat}"] = str(hero.focus)
        seen[f"fatigue.{seat}"] = f"{hero.face_up} up, {hero.fatigue_discard} discarded"
        if hero.spent:
            seen[f"spent.{seat}"] = ", ".join(token_name(state, token) for token in hero.spent)
        for slot, tokens in hero.actions.items():
            names = [token_name(state, token) for token in tokens]
            seen[f"action.{seat}.{level_of(state, seat, slot).name}"] = ", ".join(names)
        for space, enemy in enumerate(hero.row, start=1):
            if enemy:
                seen[f"row.{seat}.{space}"] = _words(state, enemy)
        for name in ("morv", "gemstone", "potion", "corruption", "stun"):
            if getattr(hero, name):
                seen[f"{name}.{seat}"] = str(getattr(hero, name))
        seen |= _cards_of(state, seat, hero)
    for number, link in enumerate(run.links):
        card = state.pack.supports[link.card] if link.kind == "support" else state.pack.bonds[link.card]
        between = " and ".join(state.hero_name(seat) for seat in link.seats)
        seen[f"link.{number}.{between}"] = f"{card.name}, {so_many(link.tokens, 'token')}"
    if run.boss:
        boss = state.pack.bosses[run.boss.id]
        seen["boss"] = f"{boss.name}, {run.boss.damage} damage"
        if run.boss.card:
            seen["boss card"] = f"{boss.deck[run.boss.card].name} in front of {state.hero_name(state.speaker())}"
    return seen | _supply(state)


def _supply(state: Table) -> dict[str, str]:
    """Item cards on the shop, and what went from the supply into the bag or out of it for good."""
    campaign, pack = state.campaign, state.pack
    seen = {f"shop.{pack.items[card].name}": str(count) for card, count in Counter(state.run.shop).items()}
    every = [f"{colour}/{kind}" for kind in pack.advanced for colour in pack.skill_colours]
    seen |= {f"bought.{token_name(state, token)}": "1" for token in every if token not in campaign.stock}
    seen |= {f"removed.{pack.skill_colours[colour].label}": str(n) for colour, n in campaign.removed.items() if n}
    seen |= {"fund": str(campaign.fund)} if campaign.fund else {}
    return seen | {"reserve.corruption": str(campaign.corruption)}


def _cards_of(state: Table, seat: str, hero: Hero) -> dict[str, str]:
    """Items and talents below the board, level-up cards on it, and the XP dial beside it."""
    pack, record = state.pack, state.record(seat)
    seen = {f"xp.{seat}": str(record.xp)}
    for card, count in Counter(hero.items).items():
        seen[f"item.{seat}.{pack.items[card].name}"] = str(count)
    for card in hero.talents:
        seen[f"talent.{seat}.{pack.talents[card].name}"] = "1"
    for slot, level in record.levels.items():
        if level > 1:
            levels = state.board(seat).actions[slot].levels
            seen[f"level.{seat}.{levels[0].name}"] = f"{levels[level - 1].name}, level {level}"
    return seen


def _words(state: Table, enemy: Enemy) -> str:
    if enemy.face_down:
        return "face down"
    words = called(state, enemy)
    words += f", {enemy.damage} damage" if enemy.damage else ""
    words += ", stunned" if enemy.stunned else ""
    return words + (f", ferocious ({fierce(state, enemy.ferocious)})" if enemy.ferocious else "")
