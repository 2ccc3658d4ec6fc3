"""What must hold across the cards of a pack: names that lead somewhere, words in their places, numbers that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import combinations

from ..plain import Misfit
from . import vocabulary as v
from .components import Pack
from .dungeons import Chapter, Map
from .wording import are, so_many

Path = tuple[str, ...]

_SAY = {"choose", "sequence", "if", "manual"}
_TRACKS = {"gain", "rage", "heal", "gain_xp", "take", "recover_fatigue"}
_REWARDS = {"reward_rage", "reward_focus", "reward_morv", "reward_gemstone", "bonus_damage"}
_STRIKES = {"melee", "ranged", "melee_area", "row_area", "deal"}
_DEEDS = {
    *_TRACKS, *_STRIKES, *_SAY, "stun_enemy", "push", "pull_enemy", "stun_boss", "bonus_damage", "damage_hero",
    "draw_tokens", "return_token",
}  # fmt: skip
_BOSS = {"attack", "stun_hero", "summon", "damage_hero", "add_corruption", "manual"}
_TALE = {
    *_TRACKS, *_SAY, "damage_hero", "stun_hero", "draw_tokens", "spawn", "add_corruption", "remove_corruption",
    "unlock_hero", "draw_event", "draw_chapter", "start_boss", "move_marker", "place_tiles", "set_leader",
}  # fmt: skip

WORDS: dict[str, frozenset[str]] = {
    place: frozenset(words)
    for place, words in {
        "a hero's action": _DEEDS - {"bonus_damage", "damage_hero", "return_token"},
        "an enemy": {"attack", "stun_hero", "summon", "move_board", "manual"},
        "a boss card": _BOSS,
        "a boss's critical": {*_BOSS - {"attack"}, "add_value"},
        "a reward": {*_REWARDS, *_TRACKS, *_SAY},
        "a critical reward": {*_REWARDS, *_TRACKS, *_SAY, "deal", "stun_enemy", "push", "draw_tokens"},
        "a loot tile": {*_REWARDS - {"bonus_damage"}, *_TRACKS, *_SAY},
        "an on_draw token": {"on_draw_rage", "on_draw_focus"},
        "an on_use token": {"extra_die"},
        "hero_turn": _DEEDS,
        "before_roll": {"add_value", "add_die"},
        "after_roll": {"add_value", "reroll"},
        "on_critical": _DEEDS,
        "on_draw": _DEEDS - _STRIKES,
        "on_defeat": _DEEDS,
        "encounter": _DEEDS - _STRIKES,
        "enemy_phase_before_damage": {"reduce_damage", "gain", "heal", "deal"},
        "clean_up": _DEEDS - _STRIKES - {"draw_tokens"},
        "home": {"gain_xp", "take", "remove_corruption", *_SAY},
        "passive": {"add_value", "add_die", "reduce_focus_cost", "treat_colour_as", "reduce_damage"},
        "a chapter or house card": _TALE,
    }.items()
}
"""Which words may stand where; the timings of cards are places, too."""


def misfits(pack: Pack) -> list[Misfit]:
    """Everything that is wrong with *pack*; of an owner's copy anything may be missing, for it is on the table."""
    written = [
        *_numbers(pack),
        *_dice_and_tokens(pack),
        *_heroes(pack),
        *_cards(pack),
        *_enemies_and_bosses(pack),
        *_tiles(pack),
    ]
    if pack.about.private:
        return [*written, *_owners_chapters(pack)]
    return [*written, *_maps(pack), *_chapters(pack), *_trial(pack)]


# Effects and the names in them


def within(effects: Iterable[v.Effect], path: Path = ()) -> Iterator[tuple[Path, v.Effect]]:
    """Every word of *effects* and of what they are made of, with the way to it."""
    for index, effect in enumerate(effects):
        here = (*path, str(index))
        yield here, effect
        match effect:
            case v.Choose():
                for number, option in enumerate(effect.options):
                    yield from within(option.effects, (*here, "options", str(number), "effects"))
            case v.Sequence():
                yield from within(effect.effects, (*here, "effects"))
            case v.If():
                yield from within(effect.then, (*here, "then"))
                yield from within(effect.otherwise, (*here, "otherwise"))


def _effects(pack: Pack, path: Path, effects: Iterable[v.Effect], place: str, other: bool = False) -> Iterator[Misfit]:
    """*place*: a key of `WORDS`; *other*: whether there is a second hero."""
    slots = {slot for hero in pack.heroes.values() for slot in hero.actions}
    locations = {name for map_ in pack.maps.values() for name in map_.locations}
    backs = {tile.back for tile in pack.encounter_tiles.values()}
    for here, effect in within(effects, path):
        if effect.do not in WORDS[place]:
            known = ", ".join(sorted(WORDS[place]))
            yield Misfit((*here, "do"), f"{effect.do} does not belong on {place}; there can be {known}")
        if getattr(effect, "who", None) == "other" and not other:
            yield Misfit((*here, "who"), "only support and bond cards have an other hero")
        if (getattr(effect, "which", None) == "this_enemy") and place != "enemy_phase_before_damage":
            yield Misfit((*here, "which"), "this_enemy is the one that is about to hurt the hero")
        match effect:
            case v.Summon() | v.Spawn():
                yield from _known((*here, "deck"), effect.deck, pack.enemy_decks, "enemy deck")
            case v.UnlockHero():
                yield from _known((*here, "hero"), effect.hero, pack.heroes, "hero")
            case v.StartBoss():
                yield from _known((*here, "boss"), effect.boss, pack.bosses, "boss")
            case v.MoveMarker():
                yield from _known((*here, "location"), effect.location, locations, "location")
            case v.PlaceTiles():
                yield from _known((*here, "location"), effect.location, locations, "location")
                for back in effect.tiles:
                    yield from _known((*here, "tiles"), back, backs, "tile stack")
            case v.ReduceFocusCost():
                yield from _known((*here, "slot"), effect.slot, {*slots, "any"}, "action slot")
            case v.TreatColourAs():
                yield from _known((*here, "colour"), effect.colour, pack.skill_colours, "skill colour")
                yield from _known((*here, "counts_as"), effect.counts_as, pack.skill_colours, "skill colour")
            case v.If():
                yield from _condition(pack, (*here, "condition"), effect.condition)
            case v.AddValue() | v.AddDie():
                yield from _condition(pack, (*here, "when"), effect.when)
                if (effect.to == "attack") != (place == "a boss's critical"):
                    yield Misfit((*here, "to"), "attack is a word of bosses, the others are words of heroes")
            case v.Choose() if len(effect.options) < 2:
                yield Misfit((*here, "options"), "a choice needs at least two options")


def _condition(pack: Pack, path: Path, condition: v.Condition | None) -> Iterator[Misfit]:
    if isinstance(condition, v.NeighbourIs):
        yield from _known((*path, "hero"), condition.hero, pack.heroes, "hero")


def card_misfits(
    pack: Pack, path: Path, effect: v.CardEffect, place: str = "", other: bool = False
) -> Iterator[Misfit]:
    """What is wrong with one card.

    :param other: whether there is a second hero.
    """
    yield from _effects(pack, (*path, "effects"), effect.effects, place or effect.timing, other)
    yield from _condition(pack, (*path, "condition"), effect.condition)
    if not effect.effects and not pack.about.private:
        yield Misfit((*path, "effects"), "the card does nothing")
    for index, cost in enumerate(effect.cost):
        if isinstance(cost, v.FlipToken):
            yield from _known(
                (*path, "cost", str(index), "colour"), cost.colour, {*pack.skill_colours, "any"}, "skill colour"
            )
    if effect.timing == "passive" and (effect.cost or effect.uses != "unlimited"):
        yield Misfit((*path, "timing"), "a passive effect has no price and no number of uses")


def _known(path: Path, name: str, names: Collection[str], what: str) -> Iterator[Misfit]:
    if name not in names:
        yield Misfit(path, f"there is no {what} {name}; there are {', '.join(sorted(names)) or 'none'}")


# Numbers

_MAY_BE_ZERO = {
    "fixed", "blue", "brown", "purple", "value", "crit", "crit_bonus", "xp_cost", "focus_cost", "xp", "x", "y",
    "shield", "health_bonus", "number", "defence_max", "item_spaces", "price", "price_home", "price_bazaar",
}  # fmt: skip


def _numbers(thing: object, path: Path = ()) -> Iterator[Misfit]:
    """No number below 0; below 1 only where 0 makes sense."""
    if is_dataclass(thing):
        for each in fields(thing):
            value = getattr(thing, each.name)
            lowest = 0 if each.name in _MAY_BE_ZERO or isinstance(thing, v.Explore) else 1
            if isinstance(thing, (v.TrackIs, v.EnemiesIn)):
                lowest = 0
            if type(value) is int and value < lowest:
                yield Misfit((*path, each.name), f"expected {lowest} or more, got {value}")
            elif isinstance(value, v.Value) and value == v.Value() and each.name != "attack_bonus":
                yield Misfit((*path, each.name), "expected white icons or dice, got none")
            else:
                yield from _numbers(value, (*path, each.name))
    elif isinstance(thing, dict):
        for name, value in thing.items():
            yield from _numbers(value, (*path, str(name)))
    elif isinstance(thing, tuple):
        for index, value in enumerate(thing):
            yield from _numbers(value, (*path, str(index)))


# The parts of the box


def _dice_and_tokens(pack: Pack) -> Iterator[Misfit]:
    for colour in v.DIE_COLOURS:
        if colour not in pack.dice:
            yield Misfit(("dice", colour), "missing")
        elif not pack.dice[colour].faces:
            yield Misfit(("dice", colour, "faces"), "a die needs faces")
    for name, kind in pack.advanced.items():
        yield from _effects(pack, ("advanced", name, "effect"), [kind.effect], f"an {kind.trigger} token")
    if pack.constants.potion:
        yield from card_misfits(pack, ("constants", "potion"), pack.constants.potion)


def _heroes(pack: Pack) -> Iterator[Misfit]:
    for name, hero in pack.heroes.items():
        path: Path = ("heroes", name)
        yield from card_misfits(pack, (*path, "ability"), hero.ability)
        yield from _effects(pack, (*path, "crit_reward"), hero.crit_reward, "a critical reward")
        for slot, action in hero.actions.items():
            for index, level in enumerate(action.levels):
                here = (*path, "actions", slot, "levels", str(index))
                if level.level != index + 1:
                    yield Misfit((*here, "level"), f"expected {index + 1}, got {level.level}: levels go up one by one")
                if (level.xp_cost == 0) != (level.level == 1):
                    yield Misfit((*here, "xp_cost"), "level 1 is printed on the board and free, all others cost XP")
                if level.focus_cost > hero.focus_max:
                    yield Misfit((*here, "focus_cost"), f"{hero.name} can have only {hero.focus_max} focus")
                if len(level.spaces) not in (1, 2):
                    yield Misfit((*here, "spaces"), f"expected one or two spaces, got {len(level.spaces)}")
                for colour in level.spaces:
                    yield from _known((*here, "spaces"), colour, pack.skill_colours, "skill colour")
                yield from _effects(pack, (*here, "effects"), level.effects, "a hero's action")
            if not action.levels:
                yield Misfit((*path, "actions", slot, "levels"), "an action needs at least level 1")
    unlocked = sum(hero.starts_unlocked for hero in pack.heroes.values())
    if pack.chapters and unlocked < pack.constants.max_players:
        few = so_many(unlocked, "hero is", "heroes are")
        players = so_many(pack.constants.max_players, "player")
        yield Misfit(("heroes",), f"{few} unlocked, too few for {players}")


def _cards(pack: Pack) -> Iterator[Misfit]:
    for name, talent in pack.talents.items():
        yield from _known(("talents", name, "hero"), talent.hero, pack.heroes, "hero")
        yield from card_misfits(pack, ("talents", name, "effect"), talent.effect)
    for name, item in pack.items.items():
        yield from card_misfits(pack, ("items", name, "effect"), item.effect)
    for name, support in pack.supports.items():
        yield from card_misfits(pack, ("supports", name, "effect"), support.effect, other=True)
    pairs: Counter[frozenset[str]] = Counter()
    for name, bond in pack.bonds.items():
        for hero in bond.heroes:
            yield from _known(("bonds", name, "heroes"), hero, pack.heroes, "hero")
        pairs[frozenset(bond.heroes)] += 1
        if len(set(bond.heroes)) < 2 or pairs[frozenset(bond.heroes)] > 1:
            yield Misfit(("bonds", name, "heroes"), f"expected a pair of its own, got {' and '.join(bond.heroes)}")
        yield from card_misfits(pack, ("bonds", name, "effect"), bond.effect, other=True)
    for name, card in pack.chapter_cards.items():
        yield from card_misfits(pack, ("chapter_cards", name, "effect"), card.effect, "a chapter or house card")
    for name, card in pack.house_cards.items():
        yield from card_misfits(pack, ("house_cards", name, "effect"), card.effect, "a chapter or house card")


def _enemies_and_bosses(pack: Pack) -> Iterator[Misfit]:
    decks = pack.enemy_decks
    for (one, deck), (_, later) in combinations(decks.items(), 2):
        for name in later.cards:
            if name in deck.cards:
                yield Misfit(("enemy_decks", one, "cards", name), "another deck has a card of this id, too")
    for deck_name, deck in decks.items():
        if not deck.cards and not pack.about.private:
            yield Misfit(("enemy_decks", deck_name, "cards"), "the deck is empty")
        for name, enemy in deck.cards.items():
            here = ("enemy_decks", deck_name, "cards", name)
            yield from _effects(pack, (*here, "actions"), enemy.actions, "an enemy")
            yield from _effects(pack, (*here, "rewards"), enemy.rewards, "a reward")
    for name, enemy in pack.enemies.items():
        yield from _known(("enemies", name, "deck"), enemy.deck, decks, "enemy deck")
        yield from _effects(pack, ("enemies", name, "actions"), enemy.actions, "an enemy")
        yield from _effects(pack, ("enemies", name, "rewards"), enemy.rewards, "a reward")
    for name, boss in pack.bosses.items():
        yield from _effects(pack, ("bosses", name, "rewards"), boss.rewards, "a reward")
        for players in (2, 3, 4):
            if players not in boss.health_by_players and not pack.about.private:
                yield Misfit(("bosses", name, "health_by_players", str(players)), "missing")
        if not boss.deck and not pack.about.private:
            yield Misfit(("bosses", name, "deck"), "a boss needs action cards")
        for card_name, card in boss.deck.items():
            path: Path = ("bosses", name, "deck", card_name)
            for index, action in enumerate(card.actions):
                for misfit in _effects(pack, (), [action.effect], "a boss card"):
                    yield Misfit((*path, "actions", str(index), "effect", *misfit.path[1:]), misfit.why)
            yield from _effects(pack, (*path, "crit"), card.crit, "a boss's critical")


def _tiles(pack: Pack) -> Iterator[Misfit]:
    for name, tile in pack.encounter_tiles.items():
        for index, icon in enumerate(tile.icons):
            if icon.enemy is not None:
                path = ("encounter_tiles", name, "icons", str(index), "enemy")
                yield from _known(path, icon.enemy, pack.enemy_decks, "enemy deck")
        if tile.kind == "encounter" and tile.number < 1 and not pack.about.private:
            yield Misfit(("encounter_tiles", name, "number"), "an encounter tile needs a number of 1 or more")
    for name, loot in pack.loot.items():
        yield from _effects(pack, ("loot", name, "gives"), loot.gives, "a loot tile")


def _maps(pack: Pack) -> Iterator[Misfit]:
    for name, map_ in pack.maps.items():
        yield from _map(pack, ("maps", name), map_)


def _map(pack: Pack, path: Path, map_: Map) -> Iterator[Misfit]:
    starts = [name for name, location in map_.locations.items() if location.start]
    if len(starts) != 1:
        yield Misfit((*path, "locations"), f"expected one start, got {len(starts)}")
        return
    for index, ends in enumerate(map_.paths):
        for end in ends:
            yield from _known((*path, "paths", str(index)), end, map_.locations, "location")
    reached = list(starts)
    for place in reached:
        reached.extend(each for each in map_.next_to(place) if each not in reached)
    wanted: Counter[str] = Counter()
    for name, location in map_.locations.items():
        here = (*path, "locations", name)
        if name not in reached:
            yield Misfit((*here, "name"), "no path leads here from the start")
        if not location.tiles and not location.start:
            yield Misfit((*here, "tiles"), "a location without tiles can never be gone to")
        if location.boss is not None:
            yield from _known((*here, "boss"), location.boss, pack.bosses, "boss")
        for back in location.tiles:
            if not pack.stack(back):
                yield Misfit((*here, "tiles"), f"there is no tile with the back {back}")
        fights = sum(_is_encounter(pack, back) for back in location.tiles)
        if fights not in (0, 2):
            yield Misfit((*here, "tiles"), f"an encounter location holds 2 encounter tiles, not {fights}")
        wanted.update(location.tiles)
    for back, number in wanted.items():
        if number > len(pack.stack(back)):
            needed = so_many(number, f"tile {back} is", f"tiles {back} are")
            yield Misfit((*path, "locations"), f"{needed} needed, there {are(len(pack.stack(back)))}")


def _is_encounter(pack: Pack, back: str) -> bool:
    return any(tile.back == back and tile.kind == "encounter" for tile in pack.encounter_tiles.values())


# Chapters and the trial


def _owners_chapters(pack: Pack) -> Iterator[Misfit]:
    """Chapters that an owner wrote down lead somewhere; the others are read off the book."""
    for number, chapter in pack.chapters.items():
        path: Path = ("chapters", str(number))
        yield from _known((*path, "map"), chapter.map, pack.maps, "map")
        for deck in chapter.enemy_decks:
            yield from _known((*path, "enemy_decks"), deck, pack.enemy_decks, "enemy deck")


def _chapters(pack: Pack) -> Iterator[Misfit]:
    if list(pack.chapters) != list(range(1, len(pack.chapters) + 1)):
        yield Misfit(("chapters",), f"expected chapters 1 to {len(pack.chapters)}, got {list(pack.chapters)}")
    owner: dict[str, int] = {}
    for number, chapter in pack.chapters.items():
        path: Path = ("chapters", str(number))
        for part in ("setup_effects", "on_win", "on_loss"):
            yield from _effects(pack, (*path, part), getattr(chapter, part), "a chapter or house card")
        for card in chapter.chapter_deck:
            yield from _known((*path, "chapter_deck"), card, pack.chapter_cards, "chapter card")
            if card in owner:  # drawn cards stay out for the campaign, so no two chapters can share one
                yield Misfit((*path, "chapter_deck"), f"{card} is in the deck of chapter {owner[card]} already")
            owner[card] = number
        if chapter.starting_leader not in ("", "first_seat", *pack.heroes):
            yield Misfit(
                (*path, "starting_leader"), f"expected nothing, first_seat or a hero, got {chapter.starting_leader}"
            )
        if chapter.map not in pack.maps:
            yield from _known((*path, "map"), chapter.map, pack.maps, "map")
            continue
        yield from _decks_laid_out(pack, path, chapter.map, chapter.enemy_decks, chapter.chapter_deck)
        if not chapter.objectives:
            yield Misfit((*path, "objectives"), "a chapter needs an objective")
        for index, objective in enumerate(chapter.objectives):
            yield from _objective(pack, (*path, "objectives", str(index)), objective, chapter)


def _objective(pack: Pack, path: Path, objective: v.Objective, chapter: Chapter) -> Iterator[Misfit]:
    """Whether this can be done in its chapter at all."""
    map_ = pack.maps[chapter.map]
    tiles = [back for location in map_.locations.values() for back in location.tiles]
    match objective:
        case v.DefeatBoss():
            yield from _known((*path, "boss"), objective.boss, pack.bosses, "boss")
            cards = [
                pack.chapter_cards[card].effect.effects for card in chapter.chapter_deck if card in pack.chapter_cards
            ]
            words = [word for effects in [*cards, chapter.setup_effects] for _, word in within(effects)]
            met = {location.boss for location in map_.locations.values()}
            met |= {word.boss for word in words if isinstance(word, v.StartBoss)}
            if objective.boss not in met:
                yield Misfit((*path, "boss"), f"{objective.boss} is nowhere in the chapter")
        case v.Reach():
            yield from _known((*path, "location"), objective.location, map_.locations, "location of its map")
        case v.Explore():
            places = sum(bool(location.tiles) for location in map_.locations.values())
            if objective.n > places:
                yield Misfit((*path, "n"), f"the map has only {so_many(places, 'location')} with tiles")
        case v.ResolveChapterCard():
            if objective.card:
                yield from _known((*path, "card"), objective.card, chapter.chapter_deck, "card in the chapter's deck")
            most = min(len(chapter.chapter_deck), sum(not _is_encounter(pack, back) for back in tiles))
            if objective.n > most:
                yield Misfit((*path, "n"), f"at most {so_many(most, 'chapter card')} can be drawn in the chapter")
        case v.DefeatEnemies():
            yield from _known((*path, "deck"), objective.deck, ("any", *chapter.enemy_decks), "deck in the chapter")
        case v.Collect():
            most = getattr(pack.constants.reserve, objective.resource, pack.constants.item_slots)
            if objective.n > most:
                yield Misfit((*path, "n"), f"there {are(most, 'only ')}")


def _decks_laid_out(
    pack: Pack, path: Path, map_name: str, laid_out: tuple[str, ...], cards: tuple[str, ...]
) -> Iterator[Misfit]:
    """Whatever the map, its cards, bosses and summoners may call for lies on the table."""
    for deck in laid_out:
        yield from _known((*path, "enemy_decks"), deck, pack.enemy_decks, "enemy deck")
    locations = pack.maps[map_name].locations.values()
    backs = {back for location in locations for back in location.tiles}
    called = {icon.enemy for tile in pack.encounter_tiles.values() if tile.back in backs for icon in tile.icons}
    words = [pack.chapter_cards[card].effect.effects for card in cards if card in pack.chapter_cards]
    for boss in (pack.bosses[location.boss] for location in locations if location.boss in pack.bosses):
        words.extend((tuple(a.effect for a in card.actions) + card.crit) for card in boss.deck.values())
    for deck in laid_out:
        if deck in pack.enemy_decks:
            words.extend(enemy.actions for enemy in pack.enemy_decks[deck].cards.values())
    for effects in words:
        called |= {word.deck for _, word in within(effects) if isinstance(word, (v.Spawn, v.Summon))}
    for missing in sorted(deck for deck in called if deck and deck not in laid_out and deck in pack.enemy_decks):
        yield Misfit((*path, "enemy_decks"), f"{missing} can be called for, too")


def _trial(pack: Pack) -> Iterator[Misfit]:
    trial = pack.trial
    if trial is None:
        return
    for boss in trial.bosses:
        yield from _known(("trial", "bosses"), boss, pack.bosses, "boss")
    for hero in trial.heroes_allowed:
        yield from _known(("trial", "heroes_allowed"), hero, pack.heroes, "hero")
    yield from _effects(pack, ("trial", "setup_effects"), trial.setup_effects, "a chapter or house card")
    for index, ware in enumerate(trial.bazaar.stock):
        here = ("trial", "bazaar", "stock", str(index))
        if ware.item is not None:
            yield from _known((*here, "item"), ware.item, pack.items, "item")
        if (ware.item is None) == (ware.resource is None):
            yield Misfit((*here, "item"), "a ware is either an item or a resource")
    for name, achievement in trial.achievements.items():
        yield from _effects(
            pack, ("trial", "achievements", name, "bonus"), achievement.bonus, "a chapter or house card"
        )
    if trial.map not in pack.maps:
        yield from _known(("trial", "map"), trial.map, pack.maps, "map")
        return
    yield from _decks_laid_out(pack, ("trial",), trial.map, trial.enemy_decks, ())
    there = {location.boss for location in pack.maps[trial.map].locations.values()}
    for boss in trial.bosses:
        if boss not in there:
            yield Misfit(("trial", "bosses"), f"{boss} is not on the map {trial.map}")
