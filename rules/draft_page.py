"""What people see of a draft, and everything they can tap at the place where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .draft import Draft, Inside, Move, Path, Tongue
from .grammar import Part, Place, parts, place, word_of, words
from .plain import Plain


@dataclass(frozen=True)
class Control:
    """One value to be chosen or written."""

    path: Path
    label: str
    kind: str  # number, yes, one, some, text, numbers or counts
    value: Plain
    choices: tuple[tuple[Plain, str], ...] = ()
    low: int = 0
    high: int = 99
    is_rare: bool = False


@dataclass(frozen=True)
class Said:
    """A line of what was said: one thing of a list.

    :param is_other: it begins another way: "or …".
    """

    path: Path
    words: str
    depth: int
    is_here: bool
    is_other: bool = False


@dataclass(frozen=True)
class Button:
    """One thing to tap; those of a *group* answer the same question."""

    move: Move
    label: str
    group: str = ""


@dataclass(frozen=True)
class Page:
    """Everything that can be seen and tapped at one place of a draft.

    :param asks: what the words of the menu would answer.
    """

    sentence: str
    lines: tuple[Said, ...]
    title: str
    controls: tuple[Control, ...]
    asks: str
    menu: tuple[Button, ...]
    besides: tuple[Button, ...]


def page(draft: Draft) -> Page:
    """What people see of *draft*, and can tap."""
    _, _, inside = draft.stands(draft.focus)
    word = draft.word_at(draft.focus)
    here = (*inside, Inside(draft.focus, word, draft.stands(draft.focus)[0])) if word else inside
    of = word or (inside[-1].word if inside else None)
    return Page(
        sentence=draft.sentence(),
        lines=tuple(_lines(draft, (), 0)),
        title=draft.tongue.called(of.name) if of and draft.focus else "",
        controls=tuple(_controls(draft, here[-1], here)) if word else (),
        asks=_asks(draft),
        menu=tuple(_menu(draft)),
        besides=tuple(_besides(draft, here)),
    )


def _lines(draft: Draft, path: Path, depth: int) -> Iterator[Said]:
    """Things on the way to where one is, and what stands beside them."""
    value, hint, _ = draft.stands(path)
    word = word_of(place(hint), value)
    below: list[Path] = []
    if word is not None:
        for part in parts(word):
            # what is as usual is only in sight from where it stands
            is_near = draft.focus[: len(path)] == path and len(draft.focus) <= len(path) + 1
            told = value.get(part.name, part.usual if is_near else None)
            if told and part.place.is_nested:
                below.append((*path, part.name))
    elif isinstance(value, list):
        below = [(*path, index) for index in range(len(value))]
    for each in below:
        told, kind, _ = draft.stands(each)
        # of several ways each has a line, unless it is one thing only, which has its own
        is_way = isinstance(value, list) and isinstance(told, list) and len(value) > 1 and len(told) != 1
        shown = is_way or word_of(place(kind), told) is not None
        if shown:
            yield Said(each, draft.sentence(each), depth, each == draft.focus, _is_other(draft, each))
        if not shown or draft.focus[: len(each)] == each:
            yield from _lines(draft, each, depth + shown)


def _is_other(draft: Draft, path: Path) -> bool:
    """Whether this begins the second way, or a later one."""
    way = path if isinstance(draft.stands(path)[0], list) else path[:-1] if path[-1] == 0 else ()
    if len(way) < 2 or not isinstance(way[-1], int) or not isinstance(draft.stands(way)[0], list):
        return False
    return way[-1] > 0


def _controls(draft: Draft, here: Inside, inside: Sequence[Inside]) -> Iterator[Control]:
    tongue, kind = draft.tongue, here.word.kind
    for part in parts(here.word):
        where = part.place
        if (where.is_nested and not where.is_plain) or not tongue.is_asked(kind, part.name, inside):
            continue
        value = here.value.get(part.name, part.usual)
        path, label = (*here.path, part.name), tongue.called(part.name, kind.__name__)
        low, high = tongue.limits(kind, part.name)
        names = tuple(tongue.choices(kind, part.name).items())
        offered = names or tuple((word, tongue.called(word, part.name)) for word in where.words)
        if where.empty and where.is_plain and not (where.text and not names):
            offered = ((None, tongue.called("None")), *offered)
        rare = tongue.is_rare(kind, part, here.value)
        yield Control(path, label, _kind(where, names), value, _within(where, offered, tongue), low, high, rare)
        if where.words and where.item is not None:
            several = tuple((word, tongue.called(word)) for word in place(where.item).words)
            yield Control(path, tongue.called("one of these"), "some", value, several, is_rare=True)


def _within(where: Place, offered: tuple[tuple[Plain, str], ...], tongue: Tongue) -> tuple[tuple[Plain, str], ...]:
    """The choices of one value, of several, or the names beside which numbers stand."""
    inside = where.item if where.item is not None else where.named and where.named[0]
    if inside is not None and not offered:
        return tuple((word, tongue.called(word)) for word in place(inside).words)
    return offered


def _kind(where: Place, names: tuple[tuple[Plain, str], ...]) -> str:
    if where.named:
        return "counts"
    if where.item is not None and not where.words:
        return "some" if names or place(where.item).words else "numbers" if place(where.item).number else "texts"
    if where.row:
        return "numbers"
    if where.number:
        return "number"
    if where.yes:
        return "yes"
    return "one" if names or where.words else "text"


def list_at(draft: Draft) -> Path | None:
    """Where the next word goes: the first list of words in what is open, else the nearest one around it."""
    path = draft.focus
    if (word := draft.word_at(path)) is not None:
        inside = (*draft.stands(path)[2], Inside(path, word, draft.stands(path)[0]))
        for part in parts(word):
            if draft.tongue.is_asked(word.kind, part.name, inside) and (inner := _words_in(draft, (*path, part.name))):
                return inner
    while True:
        value, hint, _ = draft.stands(path)
        item = place(hint).item
        if isinstance(value, list) and item is not None and len(words(place(item))) > 1:
            return path
        if not path:
            return None
        path = path[:-1]


def _words_in(draft: Draft, path: Path) -> Path | None:
    """The list of words that this is, or the last one of the ways it holds."""
    value, hint, _ = draft.stands(path)
    where = place(hint)
    if where.item is None or where.records:
        return None
    item = place(where.item)
    if item.item is not None and value:
        return _words_in(draft, (*path, len(value) - 1))
    return path if len(words(item)) > 1 else None


def _asks(draft: Draft) -> str:
    """What comes next, in the words of the list it goes to."""
    path = list_at(draft)
    if path is None:
        return ""
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    inside = draft.stands(path)[2]
    called = draft.tongue.called(name, inside[-1].word.kind.__name__ if inside else "")
    return f"{called}, and then" if draft.stands(path)[0] else called


def _menu(draft: Draft) -> Iterator[Button]:
    path = list_at(draft)
    if path is None:
        return
    _, hint, inside = draft.stands(path)
    known = [word.name for word in words(place(place(hint).item))]
    for name in draft.tongue.offered(inside, known):
        yield Button(["add", list(path), name], draft.tongue.called(name))


def _besides(draft: Draft, inside: Sequence[Inside]) -> Iterator[Button]:
    """ "Or", what else the things around say, and the lists one came from."""
    here = list_at(draft)
    if here is not None and _can_part(draft, here):
        yield Button(["or", list(here)], draft.tongue.called("or …"))
    for each in reversed(inside):
        for part in parts(each.word):
            if part.place.is_nested and draft.tongue.is_asked(each.word.kind, part.name, inside):
                yield from _adding(draft, each, part, here, inside)


def _can_part(draft: Draft, path: Path) -> bool:
    if draft.ways(path) is not None:
        return True
    value, hint, inside = draft.stands(path)
    if not value:
        return False
    known = [word.name for word in words(place(place(hint).item))]
    return draft.tongue.either in known and draft.tongue.either in draft.tongue.offered(inside, known)


def _adding(draft: Draft, each: Inside, part: Part, here: Path | None, inside: Sequence[Inside]) -> Iterator[Button]:
    path: Path = (*each.path, part.name)
    label = draft.tongue.called(part.name, each.word.kind.__name__)
    where, value = part.place, each.value.get(part.name, part.usual)
    item = place(where.item) if where.item is not None and not where.records else None
    if item is not None and (item.item or len(words(item)) > 1):
        inner = path if not item.item else (*path, len(value) - 1) if value else None
        if inner is None:
            yield Button(["add", list(path), ""], f"{label} …")
        elif inner != here and not (here is not None and here[: len(path)] == path and item.item):
            yield Button(["open", list(inner)], f"{label} …")
        return
    records = words(item or where)
    if item is None and isinstance(value, dict) and len(records) == 1:
        return  # said already: it has a line of its own
    if len(records) == 1:
        for number, start in enumerate(draft.tongue.starts(records[0].kind, part.name, inside)):
            yield Button(["add", list(path), str(number)], start.label, label if where.is_plain else "")
        return
    for word in records:
        if item is not None or word != word_of(where, value):
            yield Button(["add", list(path), word.name], draft.tongue.called(word.name), label)
