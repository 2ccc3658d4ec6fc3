"""The sheet: "We did it ourselves. What changed?"

Whatever the box does not know, people do themselves and say what changed: one sheet, made from the state's own types
and the game's words. It answers a question (`by_hand`) and is a ruling of the table at any other time. What it changes
is tried as a whole before any of it counts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, is_dataclass, replace
from dataclasses import fields as parts_of
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from .ask import Anew, Ask, IllegalAnswer, Option, as_options, fill
from .game import Game, State
from .plain import Misfit, Plain, dump, load, put
from .unread import UNREAD, kept_in, unread
from .written import whole

if TYPE_CHECKING:
    from .last_time import LastTime

MOST = 99
"""How far a count goes where the game does not say."""

LONGEST = 60
"""Letters of a text."""

NO_WAY_ON = "The game could not go on from there. Nothing was changed."

STILL = "nothing changed"

THEN = "then"
"""In an answer: what the table goes on with, beside what changed."""

Kind = Literal["number", "yes", "one", "some", "text"]
Put = Callable[[Any, Plain], None]
Asking = Callable[[Callable[[], Ask]], Awaitable[Any]]


@dataclass(frozen=True)
class Field:
    """One thing that people may change by hand.

    :param path: where it stands in the state; a name of its own where *put* says what it changes.
    :param group: whose it is, such as "Ship", "Ann" or "Kasumi".
    :param choices: of "one" and "some": each value, and what people call it.
    :param copies: of "some": how often the same can be there.
    :param slot: the place on the board it belongs to, so that a tap on the piece opens it.
    :param put: changes the state, where something else changes with it, such as a supply.
    """

    path: str
    label: str
    group: str
    kind: Kind
    now: Plain
    _: KW_ONLY
    low: int = 0
    high: int = MOST
    choices: tuple[tuple[Plain, str], ...] = ()
    copies: int = 1
    slot: str | None = None
    put: Put | None = field(default=None, compare=False, repr=False)

    @property
    def called(self) -> str:
        return f"{self.group}: {self.label}"

    @property
    def _offered(self) -> str:
        return ", ".join(words for _, words in self.choices)

    def check(self, value: Plain) -> Plain:
        """*value*, if it can stand there; otherwise a sentence says what can."""
        if self.kind == "number":
            if type(value) is not int or not self.low <= value <= self.high:
                raise IllegalAnswer(f"{self.called} can be {self.low} to {self.high}, not {value}.")
            return value
        if self.kind == "yes":
            if type(value) is not bool:
                raise IllegalAnswer(f"{self.called} can be yes or no, not {value}.")
            return value
        if self.kind == "one":
            return self._known(value)
        if self.kind == "text":
            return self._text(value)
        return self._some(value)

    def _text(self, value: Plain) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise IllegalAnswer(f"{self.called}: write a few words.")
        written = " ".join(value.split())
        if len(written) > LONGEST:
            raise IllegalAnswer(f"{self.called}: {LONGEST} letters at most; these are {len(written)}.")
        return written

    def _known(self, value: Plain) -> Plain:
        for known, _ in self.choices:
            if _same(known, value):
                return known
        raise IllegalAnswer(f"{self.called} cannot be {value}; there can be {self._offered}.")

    def _some(self, value: Plain) -> list[Plain]:
        """In the order in which they lie there; what is new comes after."""
        if not isinstance(value, list):
            raise IllegalAnswer(f"{self.called}: expected some of {self._offered}.")
        wanted = Counter(self._known(each) for each in value)
        for each, times in wanted.items():
            if times > max(self.copies, self.now.count(each)):
                raise IllegalAnswer(f"{self.called}: {self.words_of(each)} cannot be there {times} times.")
        kept: list[Plain] = []
        for each in [*self.now, *(known for known, _ in self.choices for _ in range(wanted[known]))]:
            if kept.count(each) < wanted[each]:
                kept.append(each)
        return kept

    def values(self) -> Iterator[Plain]:
        """Everything it can be; of numbers and of many together a sensible few."""
        if self.kind == "number":
            near = {self.low, self.now - 1, self.now, self.now + 1, self.high}
            yield from sorted(each for each in near if self.low <= each <= self.high)
        elif self.kind == "yes":
            yield from (False, True)
        elif self.kind == "one":
            yield from (value for value, _ in self.choices)
        elif self.kind == "text":
            yield self.now
        else:
            yield []
            yield from (self._some([*self.now, value]) for value, _ in self.choices if self._fits_more(value))

    def _fits_more(self, value: Plain) -> bool:
        return bool(self.now.count(value) < self.copies)

    def words_of(self, value: Plain) -> str:
        """A value as people would say it."""
        if self.kind == "yes":
            return "yes" if value else "no"
        if self.kind == "some" and isinstance(value, list):
            return ", ".join(map(self.words_of, value)) or "none"
        return next((words for known, words in self.choices if _same(known, value)), str(value))

    def told(self, value: Plain) -> str:
        """What becomes of it, such as "Kasumi: fatigue 0 → 1"."""
        return self.told_beside(replace(self, now=value))

    def told_beside(self, after: Field) -> str:
        """What became of it, in the words of the sheet *after*."""
        value = after.now
        if self.kind != "some":
            return f"{self.called} {self.words_of(self.now) or '–'} → {after.words_of(value) or '–'}"
        was, now = Counter[Plain](self.now), Counter[Plain](value)
        more = [f"+ {after.words_of(each)}" for each in (now - was).elements()]
        less = [f"− {self.words_of(each)}" for each in (was - now).elements()]
        return f"{self.called} {', '.join(more + less)}"

    def differs(self, value: Plain) -> bool:
        return not _same(self.now, value)

    def set(self, state: State, value: Plain) -> None:
        """Let it be *value*."""
        if self.put is not None:
            self.put(state, value)
        else:
            put(state, tuple(self.path.split(".")), value)


Changes = tuple[tuple[Field, Plain], ...]
"""Some of a sheet, and what each becomes."""


# Making one


def at(state: Any, path: str) -> Any:
    """What stands at *path*."""
    for name in path.split("."):
        if is_dataclass(state):
            state = getattr(state, name)
        elif isinstance(state, list):
            state = state[int(name)]
        else:
            state = state[name] if name in state else state[whole(name)]
    return state


def number(
    state: Any,
    path: str,
    label: str,
    group: str,
    high: int = MOST,
    *,
    low: int = 0,
    now: int | None = None,
    slot: str | None = None,
    put: Put | None = None,
) -> Field:
    """A count; wider than usual where it stands outside already."""
    here: int = at(state, path) if now is None else now
    return Field(path, label, group, "number", here, low=min(low, here), high=max(high, here), slot=slot, put=put)


def yes(state: Any, path: str, label: str, group: str, *, slot: str | None = None, put: Put | None = None) -> Field:
    return Field(path, label, group, "yes", at(state, path), slot=slot, put=put)


def one(
    state: Any,
    path: str,
    label: str,
    group: str,
    choices: Mapping[Any, str] | Iterable[tuple[Plain, str]],
    *,
    now: Plain = ...,
    slot: str | None = None,
    put: Put | None = None,
) -> Field:
    """One of several; what stands there now is always among them."""
    here = at(state, path) if now is ... else now
    return Field(path, label, group, "one", here, choices=with_these(choices, [here]), slot=slot, put=put)


def some(
    state: Any,
    path: str,
    label: str,
    group: str,
    choices: Mapping[Any, str] | Iterable[tuple[Plain, str]],
    *,
    now: list[Any] | None = None,
    copies: int = 1,
    slot: str | None = None,
    put: Put | None = None,
) -> Field:
    """Some of several; what lies there now is always among them."""
    here = list(at(state, path) if now is None else now)
    return Field(path, label, group, "some", here, choices=with_these(choices, here), copies=copies, slot=slot, put=put)


def text(state: Any, path: str, label: str, group: str) -> Field:
    return Field(path, label, group, "text", at(state, path))


def with_these(
    choices: Mapping[Any, str] | Iterable[tuple[Plain, str]], there: Iterable[Plain]
) -> tuple[tuple[Plain, str], ...]:
    """The choices, and what is there although it is none of them."""
    known = tuple(choices.items() if isinstance(choices, Mapping) else choices)
    return (*known, *((each, in_words(each)) for each in dict.fromkeys(there) if each not in dict(known)))


def in_words(name: Any) -> str:
    return "none" if name is None else str(name).replace("_", " ")


def fields(game: Game, state: Any, seat: str | None) -> tuple[Field, ...]:
    """The sheet as *seat* may see it, group by group; None is everybody's. A value that is secret is on no sheet."""
    groups: dict[str, list[Field]] = {}
    for each in game.sheet(state, seat):
        if each.put is not None or not game.is_secret(each.path):
            groups.setdefault(each.group, []).append(each)
    return tuple(each for group in groups.values() for each in group)


# Trying what it says


def changed(known: Iterable[Field], wanted: Mapping[str, Plain]) -> Changes:
    """What differs from how it stands, in the order of the sheet; a sentence says what cannot be."""
    by_path = {each.path: each for each in known}
    for path in wanted:
        if path not in by_path:
            raise IllegalAnswer(f"{path} is not on this sheet.")
    checked = [(each, each.check(wanted[path])) for path, each in by_path.items() if path in wanted]
    return tuple((each, value) for each, value in checked if each.differs(value))


def _same(one: Plain, other: Plain) -> bool:
    """True is not 1 here."""
    return type(one) is type(other) and bool(one == other)


def copy_of(game: Game, state: State) -> Any:
    """The state, to try something on it; what is never saved, such as the opened pack, is the same thing."""
    copy = load(game.state_type, dump(state))
    for part in parts_of(copy):
        if part.metadata.get("unsaved"):
            setattr(copy, part.name, getattr(state, part.name))
    for name in kept_in(type(state)) & vars(state).keys():
        setattr(copy, name, getattr(state, name))
    return copy


def tried(game: Game, state: Any, changes: Changes) -> Any:
    """A copy of the state with all *changes*, if the table could lie so; otherwise `IllegalAnswer` says why not."""
    copy = copy_of(game, state)
    odd, whole_before = game.impossible(state), _adds_up(game, state) is None
    try:
        for each, value in changes:
            each.set(copy, value)
        copy = copy_of(game, copy)  # the whole must still be a state
        for sentence in game.impossible(copy):
            if sentence not in odd:
                raise IllegalAnswer(sentence)
        game.must_hold_together(copy)
        game.view(copy)
        for seat in (None, *game.players(copy)):
            json.dumps(game.show(copy, seat), allow_nan=False)
        if whole_before and (why := _adds_up(game, copy)) is not None:
            raise IllegalAnswer(f"That does not add up: {why}." if why else "That does not add up.")
    except IllegalAnswer:
        raise
    except Misfit as misfit:
        raise IllegalAnswer(f"{misfit}.") from None
    except Exception as fault:  # rules that meet what they never made may fail in any way
        raise IllegalAnswer(NO_WAY_ON) from fault
    return copy


def _adds_up(game: Game, state: Any) -> str | None:
    """None if every piece is there; otherwise what is wrong, as far as the game can say it."""
    try:
        game.check(state)
    except AssertionError as odd:
        return str(odd).partition("\n")[0].rstrip(".")
    return None


def differences(before: Plain, after: Plain, path: tuple[str, ...] = ()) -> dict[str, Plain]:
    """What has to be set, and where, so that plain data *before* becomes *after*."""
    if _same(before, after):
        return {}
    if isinstance(before, dict) and isinstance(after, dict):
        names = [*before, *(name for name in after if name not in before)]
        # a value that went, or one whose name would be read as two, is told with all that stand beside it
        if not path or (before.keys() <= after.keys() and not any("." in name for name in names)):
            found: dict[str, Plain] = {}
            for name in names:
                found |= differences(before.get(name, ...), after.get(name), (*path, name))
            return found
    return {".".join(path): after}


# Asking


@dataclass(frozen=True)
class Same:
    """What changed when this was met before (`rules.last_time`).

    :param answer: it once more, as far as it is possible now.
    :param words: the same in words.
    :param left_out: what is not possible now.
    """

    answer: dict[str, Plain]
    words: str
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class WhatChanged(Ask):
    """ "We did it ourselves. What changed?" The answer is what changed, by path; nothing at all if it is empty.

    :param then: what the table can go on with once it is entered, such as drawing fate; answered under "then".
    :param fields: or how to make them when somebody looks, where the question is built `Anew`.
    :param likely: the groups in which something most likely changed; they stand open.
    :param still: what an empty answer means.
    :param same: what changed last time, if this was met before.
    """

    usual: ClassVar[Mapping[str, Any]] = {**Ask.usual, "default": {}}  # nothing changed

    fields: tuple[Field, ...] = unread((), tuple)
    then: tuple[Option, ...] = ()
    likely: tuple[str, ...] = ()
    trial: Callable[[Changes], object] | None = field(default=None, compare=False, repr=False)
    still: str = STILL
    same: Same | None = None

    def __init__(
        self,
        seat: str,
        text: str,
        fields: Iterable[Field] | Callable[[], Iterable[Field]],
        *,
        then: Iterable[Option | str | int] = (),
        likely: Iterable[str] = (),
        trial: Callable[[Changes], object] | None = None,
        still: str = STILL,
        same: Same | None = None,
        **more: Any,
    ) -> None:
        fill(
            self,
            seat,
            text,
            more,
            then=as_options(then),
            likely=tuple(likely),
            trial=trial,
            still=still,
            same=same,
        )
        self.__dict__[UNREAD["fields"]] = fields if callable(fields) else lambda: fields

    def check(self, answer: Plain) -> Plain:
        if answer is True:  # the yes of a button: done, and nothing changed
            return {}
        if not isinstance(answer, dict):
            raise IllegalAnswer("Expected what changed.")
        wanted = dict(answer)
        then = wanted.pop(THEN, None)
        if then is not None:
            option = next((each for each in self.then if each.value == then), None)
            if option is None:
                raise IllegalAnswer(f"{then} cannot come next here.")
            if option.barred:
                raise IllegalAnswer(str(option.barred))
        changes = changed(self.fields, wanted) if wanted else ()
        if changes and self.trial is not None:
            self.trial(changes)
        answered = {each.path: value for each, value in changes}
        return answered | {THEN: then} if then is not None else answered

    @property
    def options_in(self) -> Iterable[Option]:
        return self.then

    def after(self, answer: Plain) -> Any:
        """The state as *answer* would leave it, before the rules go on from there."""
        assert self.trial is not None, "nothing to try it on"
        return self.trial(changed(self.fields, {path: value for path, value in answer.items() if path != THEN}))

    def answers(self) -> Iterator[Plain]:
        yield {}
        yield from ({THEN: option.value} for option in self.then if not option.barred)
        for each in self.fields:
            for value in each.values():
                if each.differs(value):
                    try:
                        yield self.check({each.path: value})
                    except IllegalAnswer:
                        continue  # not by itself

    def sample(self, chance: object) -> Plain:
        return {}  # whoever plays at random has done nothing by hand

    def words(self, answer: Plain) -> str:
        if answer is True:
            return self.still
        said = told(self.fields, {path: value for path, value in answer.items() if path != THEN})
        then = next((option.label for option in self.then if option.value == answer.get(THEN)), "")
        return "; ".join([*said, then] if then else said) or self.still


def told(known: Iterable[Field], wanted: Mapping[str, Plain]) -> list[str]:
    """What changes, thing by thing, in words."""
    return [each.told(wanted[each.path]) for each in known if each.path in wanted]


def told_between(game: Game, before: Any, after: Any) -> list[str]:
    """What everybody may know of what changed between two states, in words."""
    then = {each.path: each for each in fields(game, before, None)}
    now = {each.path: each for each in fields(game, after, None)}
    return [each.told_beside(now[path]) for path, each in then.items() if path in now and each.differs(now[path].now)]


@dataclass(frozen=True)
class Changed:
    """What people said they changed.

    :param then: what they go on with; empty if nothing.
    :param was: what stood there before, by path.
    :param now: what stands there now.
    :param again: all of it, to be proposed when the same comes again.
    """

    then: str | int
    was: dict[str, Plain]
    now: dict[str, Plain]
    again: LastTime


WHAT: str = "What changed?"


async def by_hand(
    state: Any,
    seat: str,
    text: str,
    *,
    then: Iterable[Option | str | int] = (),
    likely: Iterable[str] = (),
    last: LastTime | None = None,
    besides: tuple[Field, ...] = (),
    ask: Asking = Anew,
    **more: Any,
) -> Changed:
    """People do what *text* says themselves and enter what changed, all of it at once.

    :param last: what changed when this was met before.
    :param besides: what else can be told on the sheet, and changes nothing by itself.
    :param ask: how the game's rules ask, where they have a way of their own.
    """
    from .games import game  # it knows every game, and each game this
    from .last_time import proposed, remembered

    played, options, open_groups = game(state.setup.game), as_options(then), tuple(likely)

    def question() -> WhatChanged:
        asked = WhatChanged(
            seat,
            f"{text} {WHAT}",
            lambda: (*besides, *fields(played, state, None)),
            then=options,
            likely=open_groups,
            trial=lambda changes: tried(played, state, changes),
            **more,
        )
        return proposed(asked, last) if last else asked

    answer: dict[str, Plain] = dict(await ask(question))
    go_on_with = answer.pop(THEN, "")
    told_besides = {each.path: answer.pop(each.path) for each in besides if each.path in answer}
    changes = changed(fields(played, state, None), answer) if answer else ()
    again = remembered(changes, go_on_with, seat)
    for each, value in changes:
        each.set(state, value)
        state.say(f"{each.told(value)}.")
    was = {each.path: each.now for each, _ in changes}
    return Changed(go_on_with, was, {each.path: value for each, value in changes} | told_besides, again)
