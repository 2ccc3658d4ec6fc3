"""A record put together by taps: only what the page of a draft offers is ever moved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.ask import IllegalAnswer
from rules.draft import Draft, Inside, Move, Path, Tongue
from rules.draft_page import Control, page
from rules.grammar import Word, bare, parts, place, word_of, words
from rules.plain import Plain, dump, load


class Builder:
    """Somebody with the card in hand, who taps until the draft says the same."""

    def __init__(self, hint: Any, tongue: Tongue, begun: Plain) -> None:
        self.draft = Draft.of(hint, tongue, begun)
        self.page = page(self.draft)
        self.moves: list[Move] = []

    def build(self, wanted: Plain) -> list[Move]:
        """The moves that lead there."""
        self.reach((), wanted)
        finished, hint = self.draft.tongue.finished, self.draft.hint
        assert finished(load(hint, self.draft.value)) == finished(load(hint, wanted))
        return self.moves

    def do(self, *move: Any) -> None:
        step = [each if not isinstance(each, tuple) else list(each) for each in move]
        assert self.is_offered(step), f"nobody can tap {step} at {self.draft.focus}: {self.page}"
        self.moves.append(step)
        self.draft = self.draft.then(step)
        self.page = page(self.draft)

    def go(self, path: Path) -> None:
        """To where this stands, by lines and buttons that can be seen."""
        if self.draft.focus == path:
            return
        if not self.is_offered(["open", list(path)]):
            self.go(path[:-1] if path else ())
        if self.draft.focus != path:
            only = (*path, 0)  # a way of one thing has no line but that one's
            self.do("open", path if self.is_offered(["open", list(path)]) else only)

    def near(self, path: Path, *move: Any) -> None:
        """A move on a part of a record, from as near as it takes."""
        step = [each if not isinstance(each, tuple) else list(each) for each in move]
        for nearer in (path[:-1], path):
            if not self.is_offered(step) and isinstance((*path, "")[len(nearer)], str):
                self.go(nearer)
        self.do(*move)

    def reach(self, path: Path, wanted: Plain) -> None:
        value, hint, inside = self.draft.stands(path)
        if value is not None and wanted is not None and load(hint, value) == load(hint, wanted):
            return
        if value is None and wanted is None:
            return
        where = place(hint)
        word = word_of(where, wanted)
        if word is not None:
            if word_of(where, value) != word:
                several = len(words(where)) > 1
                name = word.name if several else self.start(word.kind, path, inside, wanted)
                self.near(path[:-1], "add", path, name)
            here = (*inside, Inside(path, word, wanted))
            for part in parts(word):
                if self.draft.tongue.is_asked(word.kind, part.name, here):
                    self.reach((*path, part.name), wanted.get(part.name, part.usual))
        elif isinstance(wanted, list) and where.is_nested:
            self.list(path, wanted)
        else:
            self.near(path[:-1], "put", path, wanted)

    def list(self, path: Path, wanted: list[Plain]) -> None:
        while len(self.draft.stands(path)[0] or ()) > len(wanted):
            last = (*path, len(self.draft.stands(path)[0]) - 1)
            self.near(path, "drop", last)
        for index, each in enumerate(wanted):
            here = (*path, index)
            if index >= len(self.draft.stands(path)[0] or ()):
                item = place(place(self.draft.stands(path)[1]).item)
                word = word_of(item, each)
                name = ""
                if word is not None:
                    inside = self.draft.stands(path)[2]
                    name = word.name if len(words(item)) > 1 else self.start(word.kind, path, inside, each)
                if item.item is not None and index:
                    self.near((*path, index - 1), "or", (*path, index - 1))
                else:
                    self.near(path, "add", path, name)
            self.reach(here, each)

    def start(self, kind: Any, path: Path, inside: Any, wanted: Plain) -> str:
        """The way to begin that has most in common."""
        starts = self.draft.tongue.starts(kind, str(path[-1]), inside)
        alike = [sum(wanted.get(name) == value for name, value in each.begun.items()) for each in starts]
        return str(alike.index(max(alike)))

    def is_offered(self, move: Move) -> bool:
        """Whether the page as it stands has something to tap for it."""
        if move in [button.move for button in (*self.page.menu, *self.page.besides)]:
            return True
        what, path = move[0], tuple(move[1])
        if what == "put":
            return any(_can_be(each, move[2]) for each in self.page.controls if each.path == path)
        lines = [line.path for line in self.page.lines]
        return what in ("open", "drop") and (path in lines or (what == "open" and not path))


WRITTEN = re.compile(r"[a-z]_[a-z]|[{}=\\[\\]]|\\bNone\\b")
"""What only files say."""


def round_trip(
    kind: Any, tongue: Tongue, card: Any, known: tuple[str, ...] = (), more: Mapping[str, Plain] | None = None
) -> int:
    """Tap until the draft says what is printed on *card*; how many taps it took.

    :param known: parts nobody is asked for.
    :param more: what else the card begins with.
    """
    wanted = dump(card)
    bare_parts = [part for part in parts(Word("", kind)) if part.needed or part.name in known]
    begun = {part.name: wanted[part.name] if part.name in known else bare(part.hint) for part in bare_parts}
    begun |= {name: value for name, value in (more or {}).items() if name in begun}
    built = Builder(kind, tongue, begun)
    try:
        moves = built.build(wanted)
    except (AssertionError, IllegalAnswer) as fault:
        raise AssertionError(f"{card} cannot be said: {fault}") from fault
    assert tongue.finished(load(kind, built.draft.value)) == tongue.finished(card)
    again = Draft.of(kind, tongue, begun, moves)
    assert again.value == built.draft.value, "the moves alone lead there, too"
    return len(moves)


def reads_back(tongue: Tongue, card: Any) -> str:
    """The sentence of a card, in words that people say."""
    said = tongue.say(card)
    assert said.strip(" …:.")
    assert not WRITTEN.search(said), said
    return said


def _can_be(control: Control, value: Plain) -> bool:
    if control.kind == "number" and type(value) is int:
        return control.low <= value <= control.high
    if control.kind in ("number", "one"):
        return value in [each for each, _ in control.choices]
    if control.kind == "some":
        return all(value.count(each) == 1 and each in dict(control.choices) for each in value)
    return True
