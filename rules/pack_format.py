"""The format of content packs, told from the very types that read them: it cannot go stale.

``python -m rules.pack_format FOLDER`` writes one page for each game.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from .games import NAMES, game

_WORDS = {int: "whole number", float: "number", str: "text", bool: "true or false", Any: "anything", type(None): "none"}
_SHORT = 5
"""A choice of more alternatives than this is told once, under its name."""


def page(name: str) -> str:
    """Everything that a pack of the game *name* may hold, as Markdown."""
    pack = import_module(f"rules.{name}.pack").Pack
    title = game(name).title
    parts = [
        f"# Packs for {title}",
        "A pack is a folder of TOML files. Each table below may stand in any of them; tables of all files together "
        "make the pack. Whatever does not fit is told by file, card and field when the pack is opened. Fields without "
        f"a default must be there. The shipped `rules/{name}/packs/demo` is a whole example.",
        *_Telling(name, pack).sections(),
    ]
    return "\n\n".join(parts) + "\n"


class _Telling:
    """Tells a pack's types one after the other, each once, in the order in which they are first spoken of."""

    def __init__(self, name: str, pack: type) -> None:
        self._pack = pack
        self._named = _long_choices(name)
        self._waiting: list[Any] = [pack]

    def sections(self) -> Iterator[str]:
        told: set[Any] = set()
        while self._waiting:
            kind = self._waiting.pop(0)
            if kind in told:
                continue
            told.add(kind)
            yield self._choice(kind) if kind in self._named else self._record(kind)

    def _record(self, kind: Any) -> str:
        """One thing with its fields."""
        hints = typing.get_type_hints(kind)
        notes = _notes(kind)
        top = kind is self._pack
        lines = ["## Tables" if top else f"## {kind.__name__}"]
        if not top and (said := _said(kind)):
            lines += ["", said]
        lines += ["", f"| {'table' if top else 'field'} | what | default | |", "|---|---|---|---|"]
        for field in dataclasses.fields(kind):
            if field.metadata.get("unsaved"):
                continue
            cells = (f"`{field.name}`", self._what(hints[field.name]), _default(field), notes.get(field.name, ""))
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines)

    def _choice(self, kind: Any) -> str:
        """A long list of alternatives that has a name of its own."""
        return f"## {self._named[kind]}\n\nOne of: {self._alternatives(kind)}."

    def _alternatives(self, kind: Any) -> str:
        if typing.get_origin(kind) is typing.Literal:
            return " · ".join(f"`{value}`" for value in typing.get_args(kind))
        return " or ".join(self._what(each) for each in typing.get_args(kind))

    def _what(self, kind: Any) -> str:
        """A type in words; what it speaks of is told later, under its name."""
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if kind in _WORDS:
            return _WORDS[kind]
        if kind in self._named or dataclasses.is_dataclass(kind):
            self._waiting.append(kind)
            name: str = self._named.get(kind) or kind.__name__
            return f"[{name}](#{name.lower()})"
        if origin in (typing.Union, types.UnionType, typing.Literal):
            return self._alternatives(kind)
        if origin is dict:
            return f"table: {self._what(args[0])} = {self._what(args[1])}"
        if origin is list or (origin is tuple and args[-1] is Ellipsis):
            return f"list of {self._what(args[0])}"
        if origin is tuple:
            return "row of " + ", ".join(self._what(each) for each in args)
        raise TypeError(f"{kind!r} is told in no words yet")


def _long_choices(name: str) -> dict[Any, str]:
    """Choices of a game's modules that have a name and are too long for a cell."""
    choices = {}
    package = import_module(f"rules.{name}")
    for chapter in sorted(each.name for each in iter_modules(package.__path__)):
        for called, kind in vars(import_module(f"rules.{name}.{chapter}")).items():
            origin, args = typing.get_origin(kind), typing.get_args(kind)
            if origin in (typing.Union, types.UnionType, typing.Literal) and len(args) > _SHORT:
                choices[kind] = called
    return choices


def _default(field: Any) -> str:
    if field.default_factory is not dataclasses.MISSING:
        value = field.default_factory()
    elif field.default is not dataclasses.MISSING:
        value = field.default
    else:
        return ""
    if value is None or value == "" or (isinstance(value, (list, tuple, dict, set, frozenset)) and not value):
        return "none"
    if dataclasses.is_dataclass(value):
        return "as below"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _said(kind: Any) -> str:
    """What the record's docstring says of it, without its fields; nothing if it has none of its own."""
    doc = inspect.cleandoc(kind.__dict__.get("__doc__") or "")
    if doc.startswith(f"{kind.__name__}("):  # made up by dataclass
        return ""
    return _plain(" ".join(doc.split(":param", 1)[0].split()))


def _notes(kind: Any) -> dict[str, str]:
    """What is said of each field: in the docstring, or behind it."""
    notes: dict[str, str] = {}
    records: list[Any] = [each for each in reversed(kind.__mro__) if dataclasses.is_dataclass(each)]
    for one in records:
        doc = inspect.cleandoc(one.__dict__.get("__doc__") or "")
        for found in re.finditer(r":param (\w+):(.*?)(?=:param |\Z)", doc, re.DOTALL):
            notes[found[1]] = _plain(" ".join(found[2].split()))
        for line in inspect.getsource(one).splitlines():
            if said := re.match(r"    (\w+): .*?  # (?!type:|fmt:|noqa)(.*)", line):
                notes[said[1]] = _plain(said[2])
    return notes


def _plain(text: str) -> str:
    """Text that stands in a table's cell."""
    return text.replace("``", "`").replace("|", "\\|")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (folder / f"{name}.md").write_text(page(name), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
