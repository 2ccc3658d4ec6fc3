"""Content packs: a game's cards as data that the rules understand.

A pack is a folder of TOML files. Each game ships an original ``demo`` pack in its own folder; owners keep packs
of their own copies in a folder of theirs. Whatever does not fit is told by file, card and field.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from .ask import Trouble
from .plain import Misfit, Plain, dump, load
from .written import from_json, from_toml

T = TypeVar("T")

shelves: list[Path] = []
"""Folders of owners' packs, ``<shelf>/<game>/<pack>/*.toml``; the box adds its own at the start."""

MOST_PROBLEMS = 20  # that are told of one pack; mending these often mends the rest

_opened: dict[tuple[str, str, type], Any] = {}
_last: dict[tuple[str, str, type], tuple[dict[str, str], Any]] = {}  # as it was last read, with the words of its files
_private: dict[tuple[str, str], bool] = {}
_kinds: dict[str, type] = {}
"""What each game makes of its packs."""


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
    held = [p for place in places if place.is_dir() for p in sorted(place.iterdir()) if not p.name.startswith(".")]
    return list(dict.fromkeys(p.name for p in held if any(p.glob("*.toml"))))


def title(game: str, pack: str) -> str:
    """What a pack calls itself, for people who choose one; one that cannot be read goes by its folder's name."""
    return str(_about(game, pack).get("title", pack))


def _about(game: str, pack: str) -> dict[str, Any]:
    """What a pack says of itself; nothing if it says nothing or cannot be read."""
    for file in sorted(folder(game, pack).glob("*.toml")):
        try:
            about = _about_in(file.read_text("utf-8"))
        except (ValueError, OSError):
            continue
        if about is not None:
            return about
    return {}


@lru_cache(64)  # asked for with every page that names a pack
def _about_in(words: str) -> dict[str, Any] | None:
    about = from_toml(words).get("about")
    return about if isinstance(about, dict) else None


def _shipped(game: str, pack: str) -> Path:
    from .games import folder as home  # games open packs in their turn

    return home(game) / "packs" / pack


def open_pack(game: str, pack: str, kind: type[T], check: Callable[[T], Sequence[str | Misfit]] = lambda _: []) -> T:
    """The pack as a *kind*: each TOML file's tables together are its fields.

    :param check: what must hold across cards; a sentence, or a misfit with its place, for each thing that does not.
    """
    key = (game, pack, kind)
    _kinds[game] = kind
    if key not in _opened:  # rules ask for it all the time: only the first time is read from the card
        _opened[key] = _read(game, pack, kind, check)
    opened: T = _opened[key]
    return opened


def forget() -> None:
    """Packs were written or shelves changed: look at them again when they are wanted."""
    _opened.clear()
    _private.clear()


def _read(game: str, pack: str, kind: type[T], check: Callable[[T], Sequence[str | Misfit]]) -> T:
    words, last = _words(game, pack), _last.get((game, pack, kind))
    if last and last[0] == words:  # another pack was written, or none: what a Pi takes a second for stays as it is
        known: T = last[1]
        return known
    opened = _made(pack, words, kind, check)
    _last[game, pack, kind] = words, opened
    return opened


def _made(pack: str, words: Mapping[str, str], kind: type[T], check: Callable[[T], Sequence[str | Misfit]]) -> T:
    fields, came_from = _fields(pack, words)
    try:
        opened = load(kind, fields)
    except Misfit as misfit:
        raise BrokenPack(pack, [_sentence(misfit, fields, came_from)]) from None
    wrong = check(opened)
    problems = [_sentence(each, fields, came_from) if isinstance(each, Misfit) else each for each in wrong]
    if problems:
        raise BrokenPack(pack, [_with_file(problem, came_from) for problem in problems])
    return opened


def _fields(pack: str, written: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Every table of a pack, and the file it stands in."""
    fields: dict[str, Any] = {}
    came_from: dict[str, str] = {}
    for file, words in written.items():
        try:
            tables = from_toml(words)
        except ValueError as broken:
            raise BrokenPack(pack, [f"{file}: {broken}."]) from None
        for name, table in tables.items():
            if name in fields:
                raise BrokenPack(pack, [f"{file}: {name} stands already in {came_from[name]}."])
            fields[name], came_from[name] = table, file
    return fields, came_from


def _words(game: str, pack: str) -> dict[str, str]:
    """What each file of a pack says."""
    found: dict[str, str] = {}
    for file in sorted(folder(game, pack).glob("*.toml")):
        try:
            found[file.name] = file.read_text("utf-8")
        except (ValueError, OSError) as broken:
            raise BrokenPack(pack, [f"{file.name}: {broken}."]) from None
    return found


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


def unlike_a_box(have: int, printed: int, one: str, many: str = "") -> list[str]:
    """What to say of it where a pack has not as many of something as a whole box."""
    return [] if have == printed else [f"{have} {one if have == 1 else many or f'{one}s'}; a whole box has {printed}."]


def how_far(have: int, whole: int | None, one: str, many: str = "") -> list[str]:
    """How many of something an owner has described, such as "3 of 9 crew boards"; of nothing nothing is said.

    :param whole: how many a box has; None if nobody knows.
    """
    if not have:
        return []
    several = have != 1 if whole is None else whole != 1
    return [f"{have}{'' if whole is None else f' of {whole}'} {many or f'{one}s' if several else one}"]


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
    return [(pack, title(game, pack)) for pack in _newest(game).values()]


def newest(game: str, pack: str) -> str:
    """The last description of the copy that *pack* belongs to."""
    return _newest(game).get(family(pack), pack)


def _newest(game: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pack in names(game):
        held = found.get(family(pack))
        if held is None or _count(pack) > _count(held):
            found[family(pack)] = pack
    return found


def own_copies(game: str) -> list[str]:
    """The last description of each copy that an owner describes at the table."""
    return [pack for pack in _newest(game).values() if is_private(game, pack)]


def _count(pack: str) -> int:
    """Which description of a copy this is; the one it began with is the first."""
    return 1 if family(pack) == pack else int(pack.rpartition("-")[2])


def tables(game: str, pack: str) -> dict[str, Any]:
    """All that a pack says, as plain data in which nothing is left to be understood."""
    fields, came_from = _fields(pack, _words(game, pack))
    try:
        return in_full(game, fields)
    except Misfit as misfit:
        raise BrokenPack(pack, [_sentence(misfit, fields, came_from)]) from None


def in_full(game: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Tables as the game's own packs are written down: two that mean the same are the same. A `Misfit` if it cannot."""
    if game not in _kinds:
        from .games import game as game_of

        game_of(game).try_pack(names(game)[-1])
    whole = dump(load(_kinds[game], fields))
    return {name: table for name, table in whole.items() if table not in (None, [])}


@dataclass(frozen=True)
class History:
    """How a description of an owner's copy came about.

    :param before: the description as it was before another box's cards were joined to it; empty if none were.
    :param settled: marks of what people decided against (`rules.joining`).
    :param returned: marks of what was joined and given back.
    """

    before: str = ""
    settled: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()


_HISTORY = "history.json"


def history(game: str, pack: str) -> History:
    try:
        return load(History, from_json((folder(game, pack) / _HISTORY).read_text("utf-8")))
    except (OSError, ValueError):  # none was written, or the card lost it
        return History()


def keep(game: str, pack: str, tables: Mapping[str, Plain], story: History | None = None) -> str:
    """Write a fuller description of an owner's copy beside the earlier ones, and give its name.

    An earlier one is never changed: campaigns that began with it must find it as it was.

    :param story: how it came about; None if it only grew.
    """
    if not shelves:
        raise BrokenPack(pack, ["There is no shelf to keep it on."])
    last = newest(game, pack)
    text = as_toml(tables)
    before = folder(game, last) / "pack.toml"
    if story is None and before.is_file() and before.read_text("utf-8") == text:
        return last
    known = history(game, last)
    story = story or History(settled=known.settled, returned=known.returned)
    name = f"{family(pack)}-{_count(last) + 1}"
    place = shelves[0] / game / name
    new = place.with_name(f".{name}")
    for left_over in (new, place):  # of one that the plug was pulled on
        shutil.rmtree(left_over, ignore_errors=True)
    new.mkdir(parents=True)
    _write(new / "pack.toml", text)
    if story != History():
        _write(new / _HISTORY, json.dumps(dump(story)))
    new.rename(place)
    return name


def _write(file: Path, text: str) -> None:
    """Onto the card, before anything else counts on it."""
    with file.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())


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
