"""The owner's own map: where the family went and what the tiles there show, told in one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..ask import Option
from ..read_off import choice, count, read_off, switch, written
from ..sheet import Field
from .boards import name_decks
from .components import EncounterTile, Icon
from .dungeons import Place
from .own import TRIAL, called, new_id
from .state import Pile, Table

NEW = "new"
HERE = "The place"
OTHER = "Enemies of another deck"
GOODS: dict[Literal["morv", "gemstone", "potion", "item"], str] = {
    "morv": "Morvs",
    "gemstone": "gemstones",
    "potion": "potions",
    "item": "item cards",
}
GO = "Move the family marker and turn up the tiles there. It follows the dots, past no location that still has tiles."
"""CM-54 to CM-56, CM-59."""


@dataclass(frozen=True)
class Found:
    """Where they went and what they turned up.

    :param then: ``goal`` if the objective is met instead, ``nowhere`` if nothing can be reached.
    """

    place: str = ""
    tiles: list[tuple[str, EncounterTile]] = field(default_factory=list)
    then: str = ""


def dungeon(state: Table) -> str:
    """What the owner's tables call where the family is."""
    return TRIAL if state.mode == "trial" else f"chapter {state.campaign.chapter}"


def is_unwritten(state: Table) -> bool:
    """Whether only the book knows this map."""
    return state.is_own and not state.pack.maps[state.run.map].paths


def shows(state: Table, tile: EncounterTile) -> str:
    """A tile in words, such as ``6: Goblins, ferocious Goblins, gemstone``."""
    if tile.kind != "encounter":
        return "Chapter tile"
    decks = state.pack.enemy_decks
    enemies = [f"{'ferocious ' * icon.red}{decks[icon.enemy].name}" for icon in tile.icons if icon.enemy]
    goods = [icon.resource.replace("morv", "Morv") for icon in tile.icons if icon.resource]
    return f"{tile.number or 'No number'}: {', '.join(enemies + goods) or 'nothing'}"


async def explore(state: Table) -> Found:
    """One movement on a map that only the table knows."""
    then = [Option("nowhere", "Nothing can be reached"), Option("goal", "The objective is met")]
    if state.mode == "trial":
        then.pop()
    fields = [*_place_fields(state), *_tiles_fields(state)]
    leader = f" The higher one is {state.hero_name(state.run.leader)}'s." if state.run.leader else ""
    text = f"{GO}{leader} What is there?"
    likely = [each.group for each in fields if each.group in TILES.values()]
    told, after = await read_off(state, state.speaker(), text, fields, then=then, likely=likely)
    if after:
        return Found(then=after)
    place = _place(state, told)
    return Found(place, _tiles(state, told, chapter=told["chapter"]))


async def turn_up(state: Table, place: str) -> list[tuple[str, EncounterTile]]:
    """The tiles of a location that somebody wrote down."""
    name = state.pack.maps[state.run.map].locations[place].name
    fields = [*_tiles_fields(state), switch("chapter", "a chapter tile lies there", HERE)]
    told, _ = await read_off(state, state.speaker(), f"{name}: turn up the tiles. What do they show?", fields)
    return _tiles(state, told, chapter=told["chapter"])


# ----- the place


def _places(state: Table) -> dict[str, Place]:
    return {id: place for id, place in state.pack.places.items() if place.dungeon == dungeon(state)}


def _place_fields(state: Table) -> list[Field]:
    places = _places(state)
    there = {id: place.name for id, place in places.items() if id not in state.run.explored}
    fields = [
        choice("place", "which one?", HERE, {NEW: "a new one", **there}),
        written("name", "name", HERE, f"Place {len(places) + 1}"),
        switch("chapter", "a chapter tile lies there", HERE),
        switch("chest", "shows a chest", HERE),
        switch("boss", "a boss is there", HERE),
    ]
    if not state.first_chapter:
        fields.append(switch("talent", "shows a talent", HERE))
    if state.mode == "trial":
        fields.append(switch("bazaar", "shows a bazaar", HERE))
    return fields


def _place(state: Table, told: Mapping[str, Any]) -> str:
    if told["place"] != NEW:
        return str(told["place"])
    name, places = str(told["name"]), _places(state)
    if (same := called(name, places)) is not None:
        return same
    place = Place(
        dungeon=dungeon(state),
        name=name,
        chest=told["chest"],
        boss=told["boss"],
        talent_spot=told.get("talent", False),
        bazaar=told.get("bazaar", False),
    )
    id = new_id(f"{dungeon(state)} {name}", state.pack.places)
    state.tell("places", id, place)
    return id


# ----- the tiles

TILES = {"high": "Higher tile", "low": "Lower tile"}
BLANK = EncounterTile(back="encounter")


def _tiles_fields(state: Table) -> list[Field]:
    return [each for which, group in TILES.items() for each in _tile_fields(state, f"{which}.", group)]


def _tile_fields(state: Table, path: str, group: str) -> list[Field]:
    """A tile met before from the list, or what a new one shows."""
    known = {id: shows(state, tile) for id, tile in state.pack.encounter_tiles.items() if tile.kind == "encounter"}
    fields = [
        choice(f"{path}tile", "which one?", group, {NEW: "a new one", **known, "none": "no tile"}),
        count(f"{path}number", "number", group, high=30),
    ]
    for deck in state.run.enemies:
        name = state.pack.enemy_decks[deck].name
        fields.append(count(f"{path}{deck}.n", name, group, high=6))
        fields.append(count(f"{path}{deck}.red", f"{name}, red", group, high=6))
    fields += [count(f"{path}{resource}", words, group, high=6) for resource, words in GOODS.items()]
    fields.append(count(f"{path}other.n", group.lower(), OTHER, high=6))
    fields.append(written(f"{path}other.name", f"{group.lower()}: name of the deck", OTHER, ""))
    return fields


def _tiles(state: Table, told: Mapping[str, Any], *, chapter: bool) -> list[tuple[str, EncounterTile]]:
    """What lies there: both tiles, unless nothing is on either."""
    found = [tile for which in TILES if (tile := _tile(state, told, f"{which}."))]
    if all(tile == BLANK for _, tile in found):
        found = []
    return [*found, *([("chapter", EncounterTile(back="chapter", kind="chapter"))] if chapter else [])]


def _tile(state: Table, told: Mapping[str, Any], path: str) -> tuple[str, EncounterTile] | None:
    id, known = str(told[f"{path}tile"]), state.pack.encounter_tiles
    if id in known:
        for deck in (icon.enemy for icon in known[id].icons if icon.enemy):
            state.run.enemies.setdefault(deck, Pile())
        return id, known[id]
    icons = _icons(state, told, path)
    number = int(told[f"{path}number"])
    if id == "none":
        return None
    if not (icons or number):
        return "blank", BLANK
    tile = EncounterTile(back="encounter", number=number, icons=icons)
    same = next((id for id, each in known.items() if each == tile), None)
    if same is None:
        same = new_id(f"tile {number or len(known) + 1}", known)
        state.tell("encounter_tiles", same, tile)
    return same, tile


def _icons(state: Table, told: Mapping[str, Any], path: str) -> tuple[Icon, ...]:
    icons: list[Icon] = []
    decks = {deck: (told[f"{path}{deck}.n"], told[f"{path}{deck}.red"]) for deck in _asked(told, path)}
    if told[f"{path}other.n"]:
        name = str(told[f"{path}other.name"]) or f"Enemies {len(state.pack.enemy_decks) + 1}"
        decks[name_decks(state, dungeon(state), name)[0]] = (told[f"{path}other.n"], 0)
    for deck, (plain, red) in decks.items():
        icons += [Icon(enemy=deck)] * plain + [Icon(enemy=deck, red=True)] * red
    for resource in GOODS:
        icons += [Icon(resource=resource)] * told[f"{path}{resource}"]
    return tuple(icons)


def _asked(told: Mapping[str, Any], path: str) -> list[str]:
    """The decks that stood on the sheet."""
    ends = [name.removeprefix(path) for name in told if name.startswith(path) and name.endswith(".red")]
    return [end.removesuffix(".red") for end in ends]
