"""A card that is being described: what was said of it so far, where one is, and what can be said next.

As a game is its set-up and the list of answers, a draft is how it began and the list of moves: "‹ Back" leaves out the
last. The record it comes to is judged by the rules once, when somebody says "That's it".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from .ask import EnterText, IllegalAnswer
from .grammar import Part, Place, Word, bare, fresh, parts, place, word_of, words
from .plain import Misfit, Plain, load

Path = tuple[str | int, ...]
Move = list[Any]
"""``[what, where, …]``: open, put (a value), add (a word), drop, or."""

LONGEST = 400
"""Letters of a text."""

LONGEST_NAME = 60
MOST_THINGS = 60
MOST_MOVES = 400
LOST = "That is no longer there."


@dataclass(frozen=True)
class Inside:
    """A record that something stands in."""

    path: Path
    word: Word
    value: Mapping[str, Plain]


@dataclass(frozen=True)
class Start:
    """One way a new thing of a list begins, where the thing itself has no name."""

    label: str
    begun: Mapping[str, Plain] = field(default_factory=dict)


class Tongue:
    """What a game calls the words of its cards; each game says its own where this says too little."""

    either = ""
    """The word that says "this or that"."""

    labels: Mapping[str, str] = {}
    """Of words, of parts (``Challenge.fail`` or just ``fail``) and of values."""

    def say(self, thing: Any) -> str:
        """One thing in a sentence, as a card of its kind would print it."""
        return str(getattr(thing, "name", "")) or self.called(type(thing).__name__)

    def offered(self, inside: Sequence[Inside], known: Sequence[str]) -> Sequence[str]:
        """The words that make sense there, the most used first."""
        return known

    def begun(self, word: Word, inside: Sequence[Inside]) -> Mapping[str, Plain]:
        """What a new thing most likely says."""
        return {}

    def starts(self, kind: Any, part: str, inside: Sequence[Inside]) -> Sequence[Start]:
        """The ways a new thing can begin in a part."""
        return (Start(self.called(kind.__name__)),)

    def is_asked(self, kind: Any, part: str, inside: Sequence[Inside]) -> bool:
        """Whether people say this part; the rest the box knows, or works out."""
        return True

    def is_rare(self, kind: Any, part: Part, of: Mapping[str, Plain]) -> bool:
        """Whether it waits under a fold: what has a usual value, but for how much."""
        return not part.needed and part.name not in ("n", "amount")

    def limits(self, kind: Any, part: str) -> tuple[int, int]:
        return 0, 99

    def choices(self, kind: Any, part: str) -> Mapping[Any, str]:
        """The names that can stand in a part which is a text for the rules."""
        return {}

    def finished(self, record: Any) -> Any:
        """The record with what follows from it and nobody has to say, from its smallest parts on."""
        if isinstance(record, tuple):
            return tuple(self.finished(each) for each in record)
        if not is_dataclass(record):
            return record
        parts = {each.name: self.finished(getattr(record, each.name)) for each in fields(record)}
        return self.follows(replace(record, **parts))  # type: ignore[type-var]

    def follows(self, record: Any) -> Any:
        """One record with what follows from its parts."""
        return record

    def called(self, name: object, kind: str = "") -> str:
        return self.labels.get(f"{kind}.{name}") or self.labels.get(str(name)) or str(name).replace("_", " ")


@dataclass(frozen=True)
class Draft:
    """What was said so far.

    :param hint: the type of the whole.
    :param focus: where one is.
    """

    hint: Any
    tongue: Tongue
    value: Plain
    focus: Path = ()

    @classmethod
    def of(cls, hint: Any, tongue: Tongue, begun: Plain, moves: Iterable[Move] = ()) -> Draft:
        """The draft after all *moves*."""
        draft = cls(hint, tongue, deepcopy(begun))
        where = place(hint)
        if where.item is None and where.records:
            draft = draft.opened(())
        for count, move in enumerate(moves):
            if count >= MOST_MOVES:
                raise IllegalAnswer("That is too long for one card.")
            draft = draft.then(move)
        return draft

    # ----- looking

    def stands(self, path: Path) -> tuple[Plain, Any, tuple[Inside, ...]]:
        """What stands at *path*, what can stand there, and all it stands in."""
        value, hint, inside = self.value, self.hint, tuple[Inside, ...]()
        for depth, step in enumerate(path):
            where = place(hint)
            word = word_of(where, value)
            try:
                if word is not None:
                    inside = (*inside, Inside(path[:depth], word, value))
                    part = _part(word, step)
                    value, hint = value.get(part.name, part.usual), part.hint
                elif isinstance(value, list) and isinstance(step, int) and step >= 0:
                    value, hint = value[step], where.item or where.row[step]
                else:
                    raise IllegalAnswer(LOST)
            except (KeyError, IndexError, StopIteration):
                raise IllegalAnswer(LOST) from None
        return value, hint, inside

    def word_at(self, path: Path) -> Word | None:
        value, hint, _ = self.stands(path)
        return word_of(place(hint), value)

    def sentence(self, path: Path = ()) -> str:
        """What stands there in words; as far as it goes, if something is still missing."""
        value, hint, _ = self.stands(path)
        try:
            return self.tongue.say(load(hint, value))
        except Exception:  # half a thing may speak of what is not there yet
            word = word_of(place(hint), value)
            return f"{self.tongue.called(word.name)} …" if word else "…"

    # ----- moves

    def then(self, move: Move) -> Draft:
        """One move further."""
        try:
            what, path, *more = move
            where = tuple(path)
            if what == "open":
                return self.opened(where)
            if what == "put":
                return self.put(where, more[0])
            if what == "add":
                return self.added(where, more[0])
            if what == "drop":
                return self.dropped(where)
            if what == "or":
                return self.parted(where)
        except (ValueError, TypeError, LookupError, StopIteration):
            pass
        raise IllegalAnswer("The page sent something the box does not understand.")

    def opened(self, path: Path) -> Draft:
        """Go there; a thing with nothing in it but one list is opened at that list."""
        value, hint, _ = self.stands(path)
        if isinstance(value, list) and value and place(hint).item and place(place(hint).item).item:
            return self.opened((*path, len(value) - 1))
        return Draft(self.hint, self.tongue, self.value, path)

    def put(self, path: Path, said: Plain) -> Draft:
        """One value, checked only so far that it could stand there."""
        if isinstance(said, str):
            said = " ".join(said.split())
        try:
            load(self.stands(path)[1], said)
        except Misfit as misfit:
            raise IllegalAnswer(f"{misfit.why.capitalize()}.") from None
        draft = self._with(path, said)
        must_be_meant(draft, path)
        return draft

    def added(self, path: Path, name: str) -> Draft:
        """A new thing at the end of a list, or where there was nothing."""
        value, hint, inside = self.stands(path)
        where = place(hint)
        if where.item is not None and not (where.records and not isinstance(value, list)):
            here = (*path, len(value))
            return self._with(here, self._new(place(where.item), name, path, inside), here)._inward()
        return self._with(path, self._new(where, name, path, inside), path)._inward()

    def _new(self, where: Place, name: str, path: Path, inside: tuple[Inside, ...]) -> Plain:
        if not where.records:
            if where.item is None:
                raise IllegalAnswer(f"{name} cannot be said here.")
            return []
        known = words(where)
        if len(known) == 1:
            start = self.tongue.starts(known[0].kind, str(path[-1]), inside)[int(name or 0)]
            return {**fresh(known[0]), **deepcopy(dict(start.begun))}
        word = next((each for each in known if each.name == name), None)
        if word is None:
            raise IllegalAnswer(f"{name} cannot be said here.")
        made = {**fresh(word), **deepcopy(dict(self.tongue.begun(word, inside)))}
        for part in parts(word):  # where names are chosen, the first is as good as none
            if made.get(part.name) == "" and (names := self.tongue.choices(word.kind, part.name)):
                made[part.name] = next(iter(names))
        return made

    def _inward(self) -> Draft:
        """Into what was just added, to where its words go, if it has nothing to be chosen first."""
        word = self.word_at(self.focus)
        if word is None:
            return self
        inside = (*self.stands(self.focus)[2], Inside(self.focus, word, {}))
        asked = [each for each in parts(word) if self.tongue.is_asked(word.kind, each.name, inside)]
        lists = [each for each in asked if each.place.item and each.place.is_nested]
        if not lists or (any(each.needed for each in asked if not each.place.is_nested)):
            return self
        first = lists[0]
        path: Path = (*self.focus, first.name)
        if place(first.place.item).item and not self.stands(path)[0]:
            return self.added(path, "")
        return self.opened(path)

    def dropped(self, path: Path) -> Draft:
        """Away with it; then one is where it stood."""
        if not path:
            raise IllegalAnswer(LOST)
        self.stands(path)
        holder, hint, _ = self.stands(path[:-1])
        changed = deepcopy(holder)
        word = word_of(place(hint), holder)
        if word is not None:
            part = _part(word, path[-1])
            if part.needed:
                changed[part.name] = bare(part.hint)
            else:
                changed.pop(part.name, None)
        else:
            del changed[path[-1]]
        return self._with(path[:-1], changed, path[:-1])

    def parted(self, path: Path) -> Draft:
        """ "Or": what stands in this list is one way, and another one follows."""
        value, hint, inside = self.stands(path)
        ways = self.ways(path)
        if ways is not None:
            return self.added(ways, "")
        word = next(each for each in words(place(place(hint).item)) if each.name == self.tongue.either)
        options = next(each for each in parts(word) if each.place.item and each.place.is_nested)
        item = place(options.place.item)
        first, second = (self._way(item, inside) for _ in range(2))
        at: Path = ()
        if item.item is not None:
            first = value
        else:
            at = (next(each.name for each in parts(words(item)[0]) if each.place.item),)
            first[at[0]] = value
        said = {**fresh(word), options.name: [first, second]}
        return self._with(path, [said], (*path, 0, options.name, 1, *at))

    def _way(self, item: Place, inside: tuple[Inside, ...]) -> Plain:
        return [] if item.item is not None else fresh(words(item)[0])

    def ways(self, path: Path) -> Path | None:
        """The list of ways that this list is one of."""
        for up in (1, 2):
            above = path[:-up]
            if len(path) > up and isinstance(path[-up], int):
                _, hint, inside = self.stands(above)
                item = place(hint).item and place(place(hint).item)
                if not item:
                    return None
                is_either = inside and inside[-1].word.name == self.tongue.either
                return above if (item.item and up == 1) or (up == 2 and is_either) else None
        return None

    def _with(self, path: Path, value: Plain, focus: Path | None = None) -> Draft:
        whole = deepcopy(self.value)
        for depth in range(1, len(path)):  # what was as usual until now is told from here on
            whole = _set(whole, path[:depth], deepcopy(self.stands(path[:depth])[0]))
        whole = _set(whole, path, value)
        return Draft(self.hint, self.tongue, whole, self.focus if focus is None else focus)


def _part(word: Word, name: str | int) -> Part:
    return next(each for each in parts(word) if each.name == name)


def _set(holder: Plain, path: Path, value: Plain) -> Plain:
    if not path:
        return value
    step, *rest = path
    if isinstance(holder, list):
        assert isinstance(step, int)
        if step == len(holder):
            holder.append(value)
        else:
            holder[step] = _set(holder[step], tuple(rest), value)
        return holder
    if not isinstance(holder, dict):
        raise IllegalAnswer(LOST)
    holder[str(step)] = _set(holder.get(str(step)), tuple(rest), value)
    return holder


# ----- what nobody could mean


def must_be_meant(draft: Draft, path: Path = ()) -> None:
    """Whoever sends a record without the page is held to the same limits; a sentence says what cannot be."""
    value, hint, inside = draft.stands(path)
    word = word_of(place(hint), value)
    if word is not None:
        for part in parts(word):
            if part.name in value:
                must_be_meant(draft, (*path, part.name))
    elif isinstance(value, list):
        if len(value) > MOST_THINGS:
            raise IllegalAnswer(f"{MOST_THINGS} things at most in one place.")
        for index in range(len(value)):
            must_be_meant(draft, (*path, index))
    elif isinstance(value, dict):
        for each in value.values():
            _must_be_meant(draft, each, path, inside)
    else:
        _must_be_meant(draft, value, path, inside)


def _must_be_meant(draft: Draft, value: Plain, path: Path, inside: Sequence[Inside]) -> None:
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    if isinstance(value, str) and (len(value) > LONGEST or not value.isprintable()):
        raise IllegalAnswer(f"{LONGEST} letters at most, and only what can be read.")
    if name == "name" and value and place(draft.stands(path)[1]).text:
        EnterText("", "", LONGEST_NAME).check(value)
    if type(value) is int and inside:
        low, high = draft.tongue.limits(inside[-1].word.kind, name)
        if not low <= value <= high:
            raise IllegalAnswer(f"{draft.tongue.called(name).capitalize()} can be {low} to {high}, not {value}.")
