"""Content packs: a game's cards as data that the rules understand.

A pack is a folder of TOML files. Each game ships an original ``demo`` pack in its own folder; owners keep packs
of their own copies in a folder of theirs. Whatever does not fit is told by file, card and field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from .ask import Trouble
from .plain import Misfit, Plain, load
from .written import from_toml

T = TypeVar("T")

shelves: list[Path] = []
"""Folders of owners' packs, ``<shelf>/<game>/<pack>/*.toml``; the box adds its own at the start."""

MOST_PROBLEMS = 20  # that are told of one pack; mending these often mends the rest

_opened: dict[tuple[str, str, type], Any] = {}
_private: dict[tuple[str, str], bool] = {}


class BrokenPack(Trouble):
    """A pack that cannot be played; one sentence for each thing that is wrong."""

    def __init__(self, pack: str, problems: list[str]) -> None:
        self.problems = problems[:MOST_PROBLEMS]
        if len(problems) > MOST_PROBLEMS:
            self.problems.append(f"And {len(problems) - MOST_PROBLEMS} more.")
        super().__init__(f"The pack {pack} cannot be used: " + " ".join(self.problems))


def folder(game: str, pack: str) -> Path:
    """Where *pack* of *game* lies."""
    for place in [*(shelf / game / pack for shelf in shelves), _shipped(game, pack)]:
        if place.is_dir():
            return place
    known = ", ".join(names(game)) or "none"
    raise BrokenPack(pack, [f"There is no such pack for {game}; there are {known}."])


def names(game: str) -> list[str]:
    """The packs there are for *game*, the owner's own first."""
    places = [*(shelf / game for shelf in shelves), _shipped(game, "")]
    found = [p.name for place in places if place.is_dir() for p in sorted(place.iterdir()) if any(p.glob("*.toml"))]
    return list(dict.fromkeys(found))


def title(game: str, pack: str) -> str:
    """What a pack calls itself, for people who choose one; one that cannot be read goes by its folder's name."""
    return str(_about(game, pack).get("title", pack))


def _about(game: str, pack: str) -> dict[str, Any]:
    """What a pack says of itself; nothing if it says nothing or cannot be read."""
    for file in sorted(folder(game, pack).glob("*.toml")):
        try:
            about = from_toml(file.read_text("utf-8")).get("about")
        except (ValueError, OSError):
            continue
        if isinstance(about, dict):
            return about
    return {}


def _shipped(game: str, pack: str) -> Path:
    from .games import folder as home  # games open packs in their turn

    return home(game) / "packs" / pack


def open_pack(game: str, pack: str, kind: type[T], check: Callable[[T], Sequence[str | Misfit]] = lambda _: []) -> T:
    """The pack as a *kind*: each TOML file's tables together are its fields.

    :param check: what must hold across cards; a sentence, or a misfit with its place, for each thing that does not.
    """
    key = (game, pack, kind)
    if key not in _opened:  # rules ask for it all the time: only the first time is read from the card
        _opened[key] = _read(game, pack, kind, check)
    opened: T = _opened[key]
    return opened


def forget() -> None:
    """Packs were written or shelves changed: read them again when they are wanted."""
    _opened.clear()
    _private.clear()


def _read(game: str, pack: str, kind: type[T], check: Callable[[T], Sequence[str | Misfit]]) -> T:
    files = sorted(folder(game, pack).glob("*.toml"))
    fields: dict[str, Any] = {}
    came_from: dict[str, str] = {}
    for file in files:
        try:
            tables = from_toml(file.read_text("utf-8"))
        except (ValueError, OSError) as broken:
            raise BrokenPack(pack, [f"{file.name}: {broken}."]) from None
        for name, table in tables.items():
            if name in fields:
                raise BrokenPack(pack, [f"{file.name}: {name} stands already in {came_from[name]}."])
            fields[name], came_from[name] = table, file.name
    try:
        opened = load(kind, fields)
    except Misfit as misfit:
        raise BrokenPack(pack, [_sentence(misfit, fields, came_from)]) from None
    wrong = check(opened)
    problems = [_sentence(each, fields, came_from) if isinstance(each, Misfit) else each for each in wrong]
    if problems:
        raise BrokenPack(pack, [_with_file(problem, came_from) for problem in problems])
    return opened


def _with_file(problem: str, came_from: dict[str, str]) -> str:
    """A sentence that begins with a table's name gets that table's file in front."""
    table = problem.split(maxsplit=1)[0].rstrip(",:")
    return f"{came_from[table]}: {problem}" if table in came_from else problem


def _sentence(misfit: Misfit, fields: Any, came_from: dict[str, str]) -> str:
    """File, card and field of what does not fit; a field deep inside a card is told with the way to it."""
    path = misfit.path
    file = came_from.get(path[0], "no file") if path else "pack"
    if len(path) < 3:
        return f"{file}: {'.'.join(path)}: {misfit.why}."
    table, key, *field = path
    cards = fields[table]
    thing = cards[int(key)] if isinstance(cards, list) else cards.get(key, {})
    card = thing.get("id", thing.get("code", thing.get("name", key))) if isinstance(thing, dict) else key
    return f"{file}: {table} {card}, field {'.'.join(field)}: {misfit.why}."


# ----- packs that grow


def is_private(game: str, pack: str) -> bool:
    """An owner's copy: described card by card at the table, and kept on this box."""
    key = (game, pack)
    if key not in _private:
        _private[key] = bool(_about(game, pack).get("private", False))
    return _private[key]


def family(pack: str) -> str:
    """The copy a pack belongs to: ``own`` for ``own`` and for ``own-3``, its third description."""
    stem, _, number = pack.rpartition("-")
    return stem if stem and number.isdecimal() else pack


def choices(game: str) -> list[tuple[str, str]]:
    """The packs people may begin with and what they are called; of an owner's copy only the fullest."""
    newest: dict[str, str] = {}
    for pack in names(game):
        held = newest.get(family(pack))
        if held is None or _count(pack) > _count(held):
            newest[family(pack)] = pack
    return [(pack, title(game, pack)) for pack in newest.values()]


def _count(pack: str) -> int:
    """Which description of a copy this is; the one it began with is the first."""
    return 1 if family(pack) == pack else int(pack.rpartition("-")[2])


def keep(game: str, pack: str, tables: Mapping[str, Plain]) -> str:
    """Write a fuller description of an owner's copy beside the earlier ones, and give its name.

    An earlier one is never changed: campaigns that began with it must find it as it was.
    """
    if not shelves:
        raise BrokenPack(pack, ["There is no shelf to keep it on."])
    held = [each for each in names(game) if family(each) == family(pack)]
    last = max(held, key=_count)
    text = as_toml(tables)
    if (folder(game, last) / "pack.toml").read_text("utf-8") == text:
        return last
    name = f"{family(pack)}-{_count(last) + 1}"
    place = shelves[0] / game / name
    place.mkdir(parents=True)
    (place / "pack.toml.new").write_text(text, "utf-8")
    (place / "pack.toml.new").replace(place / "pack.toml")
    return name


def as_toml(tables: Mapping[str, Plain]) -> str:
    """Plain tables of cards as a pack file: a heading for each card, its fields below."""
    lines: list[str] = []
    for table, cards in tables.items():
        if not isinstance(cards, dict):
            lines.insert(0, f"{table} = {_value(cards)}")
        elif cards and all(isinstance(card, dict) for card in cards.values()):
            for card, fields in cards.items():
                lines.append(f"\n[{_key(table)}.{_key(card)}]")
                lines += [f"{_key(name)} = {_value(value)}" for name, value in fields.items() if value is not None]
        else:
            lines.append(f"\n[{_key(table)}]")
            lines += [f"{_key(name)} = {_value(value)}" for name, value in cards.items() if value is not None]
    return "\n".join(lines).lstrip() + "\n"


def _key(name: object) -> str:
    return json.dumps(str(name), ensure_ascii=False)


def _value(value: Plain) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items() if each is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)
