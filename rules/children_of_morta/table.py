"""What the table should look like, and the laws of conservation that must hold on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .action import level_of
from .chances import titles
from .effects import token_name
from .rows import called, fierce
from .state import ROW, Enemy, Hero, Table
from .tracks import highest
from .wording import are_many, counted, goods, so_many


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


def check(state: Table) -> None:
    """Nothing got lost or doubled; players read what did when a game of an older version is opened."""
    if not state.mode or not state.campaign.records:
        return
    _tokens(state)
    if not state.run.heroes:
        return
    _tracks(state)
    _cards(state)


def _tokens(state: Table) -> None:
    """Basic, advanced, corruption and fatigue tokens exist exactly once."""
    campaign, constants = state.campaign, state.pack.constants
    heroes = list(state.run.heroes.values())
    there: Counter[str] = Counter(campaign.bag)
    for hero in heroes:
        there.update(hero.hand)
        there.update(hero.spent)
        for tokens in hero.actions.values():
            there.update(tokens)
        there["corruption"] += hero.corruption
        there[f"fatigue/{hero.id}"] += hero.face_up + hero.fatigue_discard
    for colour, printed in state.pack.skill_colours.items():
        total = there[colour] + campaign.box.get(colour, 0) + campaign.removed.get(colour, 0)
        basic = f"basic {printed.label} token"
        assert total == constants.basic_sets, f"there {are_many(total, basic)} instead of {constants.basic_sets}"
        for kind in state.pack.advanced:
            token = f"{colour}/{kind}"
            total, name = there[token] + campaign.stock.count(token), token_name(state, token)
            assert total == 1, f"there {are_many(total, f'token {name}', f'tokens {name}')} instead of 1"
    total, most = there["corruption"] + campaign.corruption, constants.corruption_total
    assert total == most, f"there {are_many(total, 'corruption token')} instead of {most}"
    in_play = {hero.id for hero in heroes}
    for hero_id, board in state.pack.heroes.items():
        total, most = there[f"fatigue/{hero_id}"], constants.fatigue_per_hero
        if hero_id in in_play:
            assert total == most, f"{board.name} has {so_many(total, 'fatigue token')} instead of {most}"
        absent = are_many(total, f"fatigue token of {board.name}", f"fatigue tokens of {board.name}")
        assert total <= most, f"there {absent}, and {most} are the most"


def _tracks(state: Table) -> None:
    """Markers stand on their tracks, cards fit below the boards, and nobody has less than nothing."""
    run, constants = state.run, state.pack.constants
    for seat, hero in run.heroes.items():
        board, name, row = state.board(seat), state.hero_name(seat), len(hero.row)
        assert row == ROW, f"there {are_many(row, 'space')} above {name}'s board instead of {ROW}"
        for track, value in (("health", hero.health), (board.defence, hero.defence), ("focus", hero.focus)):
            most = highest(state, hero, track)
            assert value >= 0, f"{name}'s {track} is {value}, and 0 is the least"
            assert value <= most, f"{name}'s {track} is {value}, and {most} is the most"
        for cards, what, most in (
            (hero.items, "item", constants.item_slots),
            (hero.talents, "talent", constants.talent_slots),
        ):
            assert len(cards) <= most, f"{name} has {so_many(len(cards), what)}, and {most} are the most"
        for what, several in (("morv", "Morvs"), ("gemstone", ""), ("potion", ""), ("corruption", "corruption")):
            assert getattr(hero, what) >= 0, f"{name} has {so_many(getattr(hero, what), what, several)}"
        assert hero.stun >= 0, f"{name} has {so_many(hero.stun, 'stun token')}"
    assert run.rage >= 0, f"there is {run.rage} rage in the pool"
    if not state.toggle("reserve_unlimited"):
        most = constants.reserve.rage
        assert run.rage <= most, f"there is {run.rage} rage in the pool, and {most} is the most"
        for resource in ("potion", "morv", "gemstone"):
            held = sum(getattr(hero, resource) for hero in run.heroes.values())
            held += state.campaign.fund if resource == "morv" else 0
            most, where = getattr(constants.reserve, resource), "in all" if resource == "morv" else "on the boards"
            assert held <= most, f"there are {goods(held, resource)} {where}, and {most} are the most"


def _cards(state: Table) -> None:
    """Every enemy, item, talent, ferocious and encounter piece is somewhere, once."""
    run, pack = state.run, state.pack
    rows = [enemy for hero in run.heroes.values() for enemy in hero.row if enemy]
    for deck, pile in run.enemies.items():
        there = Counter(pile.left) + Counter(pile.discard) + Counter(e.card for e in rows if e.deck == deck)
        printed = pack.enemy_decks[deck]
        odd = _unlike(
            there, Counter({card: each.copies for card, each in printed.cards.items()}), titles(printed.cards)
        )
        assert not odd, f"the deck {printed.name} {odd}"
    items = Counter(run.items.left) + Counter(run.items.discard) + Counter(run.shop)
    items += Counter(card for hero in run.heroes.values() for card in hero.items)
    total = sum(item.copies for item in pack.items.values())
    if state.phase in ("draw", "perform", "enemy", "clean_up"):  # a card being drawn is in nobody's place
        told = f"there {are_many(items.total(), 'item card')} instead of {total}"
        assert items.total() in (total, total - 1), told
    tiles = Counter(run.ferocious.left) + Counter(e.ferocious for e in rows if e.ferocious)
    total = sum(tile.copies for tile in pack.ferocious.values())
    assert tiles.total() == total, f"there {are_many(tiles.total(), 'ferocious tile')} instead of {total}"
    if not state.first_chapter:
        for seat, hero in run.heroes.items():
            talents, total = hero.talent_pile.size + len(hero.talents), len(pack.talents_of(hero.id))
            told = f"{state.hero_name(seat)} has {so_many(talents, 'talent card')} instead of {total}"
            assert talents in range(total - 2, total + 1), told  # two of them may just be drawn


def _unlike(there: Counter[str], printed: Counter[str], names: Mapping[str, str]) -> str:
    """``lacks Skeleton and has 2 × Archer too many``; empty if it is as printed."""
    lacks, more = (
        counted(names.get(card, card) for card in each.elements()) for each in (printed - there, there - printed)
    )
    return " and ".join([f"lacks {lacks}"] * bool(lacks) + [f"has {more} too many"] * bool(more))
