"""What must hold at any time: values that can be, and nothing lost or doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from .chances import titles
from .effects import token_name
from .home import AT_HOME
from .session import SEATS
from .show import PHASES
from .state import ROW, Hero, Table
from .tracks import highest
from .wording import are_many, counted, goods, so_many


def impossible(state: Table) -> list[str]:
    """Values that no table could show, in sentences for players; whatever else lies there."""
    strangers = [*_strangers(state), *_unknown("hero", _heroes_named(state), state.pack.heroes)]
    if strangers:  # nothing else can be told of somebody who is not there
        return strangers
    found = [*_course(state), *_run(state), *_campaign(state)]
    for seat, hero in state.run.heroes.items():
        found += [*_board(state, seat, hero), *_row(state, hero)]
    return found


def _unknown(what: str, names: Iterable[object], known: Container[object]) -> Iterator[str]:
    yield from (f"There is no {what} {name or 'without a name'}." for name in names if name not in known)


def _heroes_named(state: Table) -> list[str]:
    return [*state.heroes.values(), *state.campaign.records, *(hero.id for hero in state.run.heroes.values())]


def _strangers(state: Table) -> Iterator[str]:
    for seat in (*state.heroes, *state.run.heroes, *state.busy):
        if seat not in SEATS:
            yield f"Nobody sits at {seat}."
    if state.run.leader is not None and state.run.leader not in state.seats:
        yield f"{state.run.leader} cannot lead: nobody sits there."


def _course(state: Table) -> Iterator[str]:
    if state.phase not in PHASES:
        yield f"There is no phase {state.phase}."
    if state.at_home not in ("", *AT_HOME):
        yield f"There is no step {state.at_home} of coming home (CM-206)."
    if state.run.round < 1:
        yield f"There is no round {state.run.round}; the first is 1."


def _run(state: Table) -> Iterator[str]:
    """The map, the pool, the shop and the boss."""
    run, pack = state.run, state.pack
    if run.rage < 0:
        yield f"There cannot be {run.rage} rage in the pool."
    yield from _unknown("map", [run.map] if run.map else [], pack.maps)
    if run.map in pack.maps:
        places = pack.maps[run.map].locations
        yield from _unknown("place", [*run.tiles, *([run.marker] if run.marker else [])], places)
    yield from _unknown("item", run.shop, pack.items)
    yield from _unknown("deck of enemies", run.enemies, pack.enemy_decks)
    for link in run.links:
        yield from _unknown(f"{link.kind} card", [link.card], pack.supports if link.kind == "support" else pack.bonds)
        if link.tokens < 0:
            yield f"There cannot be {link.tokens} support tokens between two heroes."
    if run.boss is None:
        return
    yield from _unknown("boss", [run.boss.id], pack.bosses)
    if run.boss.id in pack.bosses and run.boss.card is not None:
        yield from _unknown("boss card", [run.boss.card], pack.bosses[run.boss.id].deck)
    if run.boss.damage < 0:
        yield f"The boss cannot have {run.boss.damage} damage."


def _campaign(state: Table) -> Iterator[str]:
    campaign, pack = state.campaign, state.pack
    yield from _unknown("chapter", [campaign.chapter] if state.mode == "story" else [], pack.chapters)
    piles = {"in the bag": campaign.bag, "in the box": campaign.box, "out of the game": campaign.removed}
    counts = {f"tokens of a kind {where}": min(pile.values(), default=0) for where, pile in piles.items()}
    counts |= {"Morvs in the family fund": campaign.fund, "corruption in the reserve": campaign.corruption}
    yield from (f"There cannot be {count} {what}." for what, count in counts.items() if count < 0)
    for hero, record in campaign.records.items():
        name, actions = pack.heroes[hero].name, pack.heroes[hero].actions
        if record.xp < 0:
            yield f"{name} cannot have {record.xp} XP."
        yield from _unknown(f"action of {name},", record.levels, actions)
        for slot, level in record.levels.items():
            most = len(actions[slot].levels) if slot in actions else level
            if not 1 <= level <= most:
                yield f"{actions[slot].levels[0].name} has the levels 1 to {most}, not {level}."


def _board(state: Table, seat: str, hero: Hero) -> Iterator[str]:
    """Markers stand on their tracks, and nobody has less than nothing."""
    board, name, pack = state.board(seat), state.hero_name(seat), state.pack
    for track, value in (("health", hero.health), (board.defence, hero.defence), ("focus", hero.focus)):
        most = highest(state, hero, track)
        if not 0 <= value <= most:
            yield f"{name}'s {track} cannot be {value}; it is 0 to {most}."
    yield from _unknown("item", hero.items, pack.items)
    yield from _unknown("talent", hero.talents, pack.talents)
    for what, several in (
        ("morv", "Morvs"),
        ("gemstone", ""),
        ("potion", ""),
        ("corruption", "corruption"),
        ("stun", "stun tokens"),
        ("face_up", "fatigue tokens"),
        ("fatigue_discard", "discarded fatigue tokens"),
    ):
        if getattr(hero, what) < 0:
            yield f"{name} cannot have {so_many(getattr(hero, what), what, several)}."
    yield from _unknown(f"action of {name},", hero.actions, board.actions)


def _row(state: Table, hero: Hero) -> Iterator[str]:
    name, row = state.pack.heroes[hero.id].name, len(hero.row)
    if row != ROW:
        yield f"There {are_many(row, 'space')} above {name}'s board instead of {ROW}."
    for enemy in hero.row:
        if enemy is None:
            continue
        deck = state.pack.enemy_decks.get(enemy.deck)
        yield from _unknown("enemy", [enemy.card], deck.cards if deck else ())
        yield from _unknown("ferocious tile", [enemy.ferocious] if enemy.ferocious else [], state.pack.ferocious)
        if enemy.damage < 0:
            yield f"An enemy cannot have {enemy.damage} damage."


def check(state: Table) -> None:
    """Nothing got lost or doubled; players read what did when a game of an older version is opened."""
    odd = impossible(state)
    assert not odd, " ".join(odd)
    if not state.mode or not state.campaign.records:
        return
    _tokens(state)
    if not state.run.heroes:
        return
    _limits(state)
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


def _limits(state: Table) -> None:
    """Cards fit below the boards, and no more is taken than there is."""
    run, constants = state.run, state.pack.constants
    for seat, hero in run.heroes.items():
        name = state.hero_name(seat)
        for cards, what, most in (
            (hero.items, "item", constants.item_slots),
            (hero.talents, "talent", constants.talent_slots),
        ):
            assert len(cards) <= most, f"{name} has {so_many(len(cards), what)}, and {most} are the most"
    if not state.toggle("reserve_unlimited"):
        most = constants.reserve.rage
        assert run.rage <= most, f"there is {run.rage} rage in the pool, and {most} is the most"
        for resource in ("potion", "morv", "gemstone"):
            held = sum(getattr(hero, resource) for hero in run.heroes.values())
            held += state.campaign.fund if resource == "morv" else 0
            most, where = getattr(constants.reserve, resource), "in all" if resource == "morv" else "on the boards"
            assert held <= most, f"there are {goods(held, resource)} {where}, and {most} are the most"


def _cards(state: Table) -> None:
    """Every enemy, item, talent, ferocious and encounter piece is somewhere, once; nobody counts an owner's."""
    if state.is_own:
        return
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
