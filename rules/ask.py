"""The questions: how rules ask and the table answers.

A rule awaits a question and gets the answer as plain data. The options of a question *are* the legality;
an option that is barred says why, with the number of the rule.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar

from .plain import Plain
from .unread import UNREAD, Words, once, read, tell, unread

Luck = random.Random
"""Whoever plays the table's part brings chance along; the rules themselves have none."""

AGAIN = object()
"""Sent instead of an answer when something else changed the table: the question is to be built afresh."""


class Trouble(Exception):
    """Something people at the table should know; the message is a sentence for them."""


class IllegalAnswer(Trouble):
    """An answer the rules do not allow."""


class StaleAnswer(Trouble):
    """An answer to a question that is no longer asked."""


# Questions have dozens of options, and walks thousands of questions. So the two below are not frozen, which would make
# and read them at half the speed; nobody changes one all the same: `but` makes another.


@dataclass(init=False)
class Refusal:
    """Why something cannot be done now.

    :param rule: such as SL-21; empty where it is plain sense and no rule.
    :param why: a sentence with the numbers of the case.
    """

    rule: str
    why: str = unread()

    def __init__(self, rule: str, why: Words) -> None:
        self.rule = rule
        if type(why) is str:
            self.why = why
        else:
            self.unread_why = why

    def __hash__(self) -> int:
        return hash(self.why)

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})" if self.rule else self.why


EVENING = "The evening"
"""The heading of what is about the game as a whole: stopping, who plays, giving up."""


@dataclass(init=False, unsafe_hash=True)
class Option:
    """One thing that could be answered.

    :param slot: the place on the table it stands for, so that it can be tapped on the board.
    :param group: a heading under which options of one kind stand together.
    :param seen: everybody sees it done on the table, even if the question is private; False: nobody does.
    :param way: every place it leads over, for an answer that cannot be tapped because ways lie over each other.
    :param begins: more is to be decided after it; what usually is, is worked out and shown beside it.
    :param ends: what is over or lost for good with it, in a sentence: it stands apart and is chosen with that sentence.
    :param spoken: its label for the ear, where the words for the eye would sound odd.
    """

    value: str | int
    label: str = unread()
    barred: Refusal | None = None
    _: KW_ONLY
    slot: str | None = None
    hint: str = unread("")  # a second line: what it would cost or do
    group: str = ""
    seen: bool | None = unread(None)
    way: tuple[str, ...] = ()
    begins: bool = False
    ends: str = ""
    spoken: str = ""

    @property
    def is_apart(self) -> bool:
        """Whether it is about the game as a whole: no neighbour of what is done in a turn."""
        return bool(self.ends) or self.group == EVENING

    def __init__(
        self,
        value: str | int,
        label: Words,
        barred: Refusal | None = None,
        *,
        slot: str | None = None,
        hint: Words = "",
        group: str = "",
        seen: bool | Callable[[], bool] | None = None,
        way: tuple[str, ...] = (),
        begins: bool = False,
        ends: str = "",
        spoken: str = "",
    ) -> None:
        _tell_of(self, value, label, barred, slot, hint, group)
        # Most have no more than that: the rest stays as it is.
        if seen is not None:
            tell(self.__dict__, "seen", seen)
        if begins:
            self.begins = begins
        if way or ends or spoken:
            self.way, self.ends, self.spoken = way, ends, spoken

    def but(self, **changes: Any) -> Option:
        """The same with some of it told otherwise."""
        new = object.__new__(Option)
        told = new.__dict__
        told.update(self.__dict__)
        for name, value in changes.items():
            if callable(value):
                tell(told, name, value)
            else:
                told[name] = value
        return new

    def read(self) -> None:
        """Make the words that wait for somebody to look at them."""
        read(self)
        if self.barred:
            read(self.barred)


def offered(
    value: str | int,
    label: Words,
    barred: Refusal | None = None,
    *,
    slot: str | None = None,
    hint: Words = "",
    group: str = "",
) -> Option:
    """An option of a big menu, with no more than most have: a function is called in half the time of a class."""
    option: Option = _blank(Option)
    _tell_of(option, value, label, barred, slot, hint, group)
    return option


def _tell_of(
    option: Any, value: str | int, label: Words, barred: Refusal | None, slot: str | None, hint: Words, group: str
) -> None:
    option.value, option.barred, option.slot = value, barred, slot
    if type(label) is str:
        option.label = label
    else:
        option.unread_label = label
    if hint:
        if type(hint) is str:
            option.hint = hint
        else:
            option.unread_hint = hint
    if group:
        option.group = group


_blank = object.__new__

ONLY_OPTIONS = frozenset({Option})


@dataclass(frozen=True)
class Ask:
    """A question to one seat.

    :param others: what everybody else reads meanwhile; the same text if empty.
    :param private: text and options are for the asked seat's eyes only.
    :param todo: what hands should do on the table before answering.
    :param slot: the place on the table this is about.
    :param default: what is meant unless somebody says otherwise: the yes button answers it. It may wait, too.
    :param along: a part of something begun before: the default goes along with what began it, unless people open it.
        It may wait like the default.
    :param habit: a seat may answer this once and for all; questions of one habit are answered alike.
    :param story: what somebody reads aloud before this is answered.
    :param about: the cards of the owner's copy that this asks people to read off, as they are called so far.
    :param spoken: the question for the ear, without the name of who is asked; shorter than the text.
    :param early: people may have said it before the game began, when they gathered: see `Game.as_picked`.
    """

    seat: str
    text: str = unread()
    _: KW_ONLY
    others: str = unread("")
    private: bool = False
    todo: tuple[str, ...] = ()
    slot: str | None = None
    default: Plain = unread(None)
    along: bool = unread(False)
    habit: str = ""
    story: str = ""
    about: tuple[str, ...] = ()
    spoken: str = ""
    early: bool = False

    # What may be told about any question, and what holds where nothing is told.
    usual: ClassVar[Mapping[str, Any]] = {
        "others": "",
        "private": False,
        "todo": (),
        "slot": None,
        "default": None,
        "along": False,
        "habit": "",
        "story": "",
        "about": (),
        "spoken": "",
        "early": False,
    }

    def __init_subclass__(cls) -> None:
        """What is usual stands with the class: most questions tell little of it."""
        for name, value in cls.__dict__.get("usual", {}).items():
            if getattr(cls, name) != value:
                setattr(cls, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who may answer."""
        return (self.seat,)

    @property
    def told(self) -> tuple[str, ...]:
        """Who is asked, as everybody may know it."""
        return self.seats

    @property
    def each(self) -> tuple[Ask, ...]:
        """The single questions in it, whoever is asked: this one itself."""
        return (self,)

    def of(self, seat: str | None) -> Ask | None:
        """What *seat* is asked, if anything; a single question may be answered for whoever is asked."""
        return self if seat is None or seat == self.seat else None

    def check(self, answer: Plain) -> Plain:
        """*answer* if it is legal; otherwise `IllegalAnswer` says why not."""
        raise TypeError(f"{type(self).__name__} cannot be asked")

    def answers(self) -> Iterator[Plain]:
        """Every legal answer, for trying them out; endless kinds give a sensible few."""
        raise TypeError(f"{type(self).__name__} cannot be asked")

    def sample(self, chance: random.Random) -> Plain:
        """Some legal answer, all alike."""
        return chance.choice(list(self.answers()))

    def words(self, answer: Plain) -> str:
        """The answer as people would say it."""
        return str(answer)

    def received(self, answer: Plain, seat: str | None) -> Any:
        """What the rule gets for *answer*."""
        return answer

    def read(self) -> None:
        """Make the words that wait for somebody to look at them, before the table goes on and they cannot be made."""
        read(self)
        for option in self.options_in:
            option.read()

    @property
    def options_in(self) -> Iterable[Option]:
        """Every option in it."""
        return ()

    def __await__(self) -> Generator[Ask, Any, Any]:
        while True:
            answer = yield self
            if answer is not AGAIN:
                return answer


class Anew:
    """A question that is built afresh whenever something else changed the table while it was pending."""

    def __init__(self, build: Callable[[], Ask]) -> None:
        self.build = build

    def __await__(self) -> Generator[Ask, Any, Any]:
        while True:
            answer = yield self.build()
            if answer is not AGAIN:
                return answer


def as_options(options: Iterable[Option | str | int]) -> tuple[Option, ...]:
    found = tuple(options)
    if ONLY_OPTIONS.issuperset(map(type, found)):  # as nearly always, and told much faster
        return found  # type: ignore[return-value]
    return tuple([each if isinstance(each, Option) else Option(each, str(each)) for each in found])


def _open(options: Sequence[Option], value: Plain) -> Option:
    """The option of that value, if it may be chosen."""
    for option in options:
        # True == 1 in Python, and neither may pass for the other here
        if option.value == value and type(option.value) is type(value):
            if option.barred:
                raise IllegalAnswer(str(option.barred))
            return option
    possible = ", ".join(option.label for option in options if not option.barred)
    raise IllegalAnswer(f"{value} cannot be chosen; expected one of {possible or 'nothing'}.")


@dataclass(frozen=True)
class OneOf(Ask):
    """The answer is one of the options."""

    options: tuple[Option, ...] = unread((), as_options)

    def check(self, answer: Plain) -> Plain:
        if type(answer) is str and answer in self.open:
            return answer
        return _open(self.options, answer).value

    @once
    def open(self) -> list[str | int]:
        """What may be answered."""
        return [option.value for option in self.options if option.barred is None]

    def answers(self) -> Iterator[Plain]:
        return iter(self.open)

    def sample(self, chance: random.Random) -> Plain:
        return chance.choice(self.open)

    def words(self, answer: Plain) -> str:
        return next((option.label for option in self.options if option.value == answer), str(answer))

    @property
    def options_in(self) -> Iterable[Option]:
        return self.options


Options = Iterable[Option | str | int]


@dataclass(frozen=True)
class ChooseOne(OneOf):
    """Choose one of the options.

    :param options: or how to make them when somebody looks; only where the question is built `Anew` whenever the table
        changes, as they are told from the table as it is then.
    """

    def __init__(self, seat: str, text: Words, options: Options | Callable[[], Options], **more: Any) -> None:
        if callable(options):
            fill(self, seat, text, more)
            self.__dict__[UNREAD["options"]] = options
        else:
            fill(self, seat, text, more, options=as_options(options))


@dataclass(frozen=True)
class PickSome(Ask):
    """Pick some of the options, at least and at most so many; none twice.

    :param in_order: it matters which is picked first, such as for the order in which cards go under a deck.
    :param deed: what happens to them, with ``{}`` where their names belong: ``"Flip {}"``.
    :param no_deed: what it means to pick none: ``"Stay out"``.
    """

    options: tuple[Option, ...] = ()
    at_least: int = 0
    at_most: int = 0
    in_order: bool = False
    deed: str = "Pick {}"
    no_deed: str = ""

    def __init__(
        self,
        seat: str,
        text: Words,
        options: Iterable[Option | str | int],
        *,
        at_least: int = 0,
        at_most: int | None = None,
        in_order: bool = False,
        deed: str = "Pick {}",
        no_deed: str = "",
        **more: Any,
    ) -> None:
        chosen = as_options(options)
        open_ones = sum(not option.barred for option in chosen)
        most = open_ones if at_most is None else min(at_most, open_ones)
        least = min(at_least, most)
        said = {"in_order": in_order, "deed": deed, "no_deed": no_deed or deed.format("none")}
        fill(self, seat, text, more, options=chosen, at_least=least, at_most=most, **said)

    def check(self, answer: Plain) -> Plain:
        if not isinstance(answer, list):
            raise IllegalAnswer(f"Expected some of the options, got {answer}.")
        picked = [_open(self.options, value).value for value in answer]
        if len(set(picked)) < len(picked):
            raise IllegalAnswer("Nothing can be picked twice.")
        if not self.at_least <= len(picked) <= self.at_most:
            raise IllegalAnswer(f"Pick {_span(self.at_least, self.at_most)}; {len(picked)} picked.")
        if self.in_order:
            return picked
        return [option.value for option in self.options if option.value in picked]  # however they were tapped

    def answers(self) -> Iterator[Plain]:
        values = [option.value for option in self.options if not option.barred]
        arrange = permutations if self.in_order else combinations
        for size in range(self.at_least, self.at_most + 1):
            yield from (list(some) for some in arrange(values, size))

    def sample(self, chance: random.Random) -> Plain:
        values = [option.value for option in self.options if not option.barred]
        return chance.sample(values, chance.randint(self.at_least, self.at_most))

    def words(self, answer: Plain) -> str:
        labels = {option.value: option.label for option in self.options}
        return ", ".join(labels.get(value, str(value)) for value in answer) or "none"

    @property
    def options_in(self) -> Iterable[Option]:
        return self.options


def _span(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"


@dataclass(frozen=True)
class EnterNumber(Ask):
    """A whole number from *low* to *high*."""

    low: int = 0
    high: int = 0

    def __init__(self, seat: str, text: Words, low: int, high: int, **more: Any) -> None:
        fill(self, seat, text, more, low=low, high=high)

    def check(self, answer: Plain) -> Plain:
        if type(answer) is not int or not self.low <= answer <= self.high:
            raise IllegalAnswer(f"Expected a number from {self.low} to {self.high}, got {answer}.")
        return answer

    def answers(self) -> Iterator[Plain]:
        return iter(range(self.low, self.high + 1))


@dataclass(frozen=True)
class EnterText(Ask):
    """A few words of the players' own, such as a name: letters, digits, spaces and plain marks, so many at most.

    :param proposed: what is taken as it stands unless somebody writes something else.
    :param taken: names others have already; two of the same cannot be told apart at the table.
    """

    most: int = 24
    proposed: str = ""
    taken: tuple[str, ...] = ()

    def __init__(
        self, seat: str, text: str, most: int = 24, proposed: str = "", taken: Iterable[str] = (), **more: Any
    ) -> None:
        fill(self, seat, text, more, most=most, proposed=proposed[:most].strip(), taken=tuple(taken))

    def check(self, answer: Plain) -> Plain:
        if not isinstance(answer, str):
            raise IllegalAnswer("Expected a few words.")
        # one way to write each letter, and spaces only between words
        written = " ".join(unicodedata.normalize("NFC", answer).split())
        if not written:
            raise IllegalAnswer("Write at least one letter.")
        if len(written) > self.most:
            raise IllegalAnswer(f"{self.most} letters at most; these are {len(written)}.")
        for place, letter in enumerate(written):
            if not _is_plain(letter) or _piled_up(written[place : place + 3]):
                raise IllegalAnswer(f"Only letters, digits, spaces and {' '.join(PLAIN_MARKS)} can be written here.")
        if not any(letter.isalnum() for letter in written):
            raise IllegalAnswer("Write at least one letter or digit.")
        if written.casefold() in (each.casefold() for each in self.taken):
            raise IllegalAnswer(f"{written} is already taken; write another name.")
        return written

    def answers(self) -> Iterator[Plain]:
        for words in (self.proposed, *SOME_WORDS):
            try:
                yield self.check(words)
            except IllegalAnswer:
                continue  # taken, or too long here

    def sample(self, chance: random.Random) -> Plain:
        some = list(self.answers())
        return chance.choice(some) if some else self.check(f"{chance.randrange(10**self.most)}")


PLAIN_MARKS = "'’-.,!?&()+/#"
"""What may stand in a name beside letters and digits: nothing that means anything to a page or a log."""

SOME_WORDS = ("Ann", "Ben", "Cid", "Dot", "Old Harbour", "7 Bells")


def _is_plain(letter: str) -> bool:
    """Letters of any language with their accents, digits, the space and a few marks; no signs nobody sees."""
    return letter == " " or letter in PLAIN_MARKS or unicodedata.category(letter)[0] in "LM" or letter.isdecimal()


def _piled_up(letters: str) -> bool:
    """Three accents on one letter: no language writes so, and they would run over the lines around."""
    return len(letters) == 3 and all(unicodedata.category(letter).startswith("M") for letter in letters)


@dataclass(frozen=True)
class SplitAmount(Ask):
    """Share out exactly *total* among some names, each up to its limit."""

    total: int = 0
    limits: tuple[tuple[Option, int], ...] = ()

    def __init__(
        self,
        seat: str,
        text: Words,
        total: int,
        among: Mapping[str, int] | Iterable[tuple[Option, int]],
        **more: Any,
    ) -> None:
        pairs = among.items() if isinstance(among, Mapping) else among
        limits = tuple((as_options([each])[0], most) for each, most in pairs)
        fill(self, seat, text, more, total=total, limits=limits)

    def check(self, answer: Plain) -> Plain:
        if not isinstance(answer, dict) or not all(type(part) is int and part >= 0 for part in answer.values()):
            raise IllegalAnswer("Expected how many for each.")
        limits = {option.value: (option, most) for option, most in self.limits}
        for name, part in answer.items():
            if name not in limits:
                raise IllegalAnswer(f"{name} doesn't take part in this.")
            option, most = limits[name]
            if part and option.barred:
                raise IllegalAnswer(str(option.barred))
            if part > most:
                raise IllegalAnswer(f"{option.label} takes at most {most}, not {part}.")
        if sum(answer.values()) != self.total:
            raise IllegalAnswer(f"Share out all {self.total}: so far it's {sum(answer.values())}.")
        return {name: part for name, part in answer.items() if part}

    def answers(self) -> Iterator[Plain]:
        def splits(left: int, rest: tuple[tuple[Option, int], ...]) -> Iterator[dict[str | int, int]]:
            if not rest:
                if not left:
                    yield {}
                return
            (option, most), *others = rest
            for part in range(min(left, 0 if option.barred else most) + 1):
                for split in splits(left - part, tuple(others)):
                    yield {option.value: part, **split} if part else split

        return splits(self.total, self.limits)

    def sample(self, chance: random.Random) -> Plain:
        split: dict[str | int, int] = {}
        for _ in range(self.total):
            free = [o.value for o, most in self.limits if not o.barred and split.get(o.value, 0) < most]
            name = chance.choice(free)
            split[name] = split.get(name, 0) + 1
        return split

    def words(self, answer: Plain) -> str:
        labels = {option.value: option.label for option, _ in self.limits}
        return ", ".join(f"{labels.get(name, name)} {part}" for name, part in answer.items())

    @property
    def options_in(self) -> Iterable[Option]:
        return (option for option, _ in self.limits)


@dataclass(frozen=True)
class Confirm(Ask):
    """Hands have something to do; the answer is always true.

    Nobody is asked for it: the order stands with the next question.

    :param waits: the game waits until it is done, as it takes a while: setting the table, packing up.
    """

    _: KW_ONLY
    waits: bool = False

    usual: ClassVar[Mapping[str, Any]] = {**Ask.usual, "waits": False}

    def __init__(self, seat: str, text: Words, **more: Any) -> None:
        fill(self, seat, text, more)

    def check(self, answer: Plain) -> Plain:
        if answer is not True:
            raise IllegalAnswer("Expected a yes when it is done.")
        return True

    def answers(self) -> Iterator[Plain]:
        return iter((True,))

    def words(self, answer: Plain) -> str:
        return "done"


@dataclass(frozen=True)
class ReadStory(Confirm):
    """Somebody reads a numbered paragraph aloud; text comes from the content pack, or from the owner's book.

    :param waits: nothing goes on before it is read; False: it is read with the question that follows.
    """

    paragraph: str = ""  # its story is empty if it stands in the owner's book

    usual: ClassVar[Mapping[str, Any]] = {**Confirm.usual, "waits": True}

    def __init__(self, seat: str, text: str, paragraph: str, story: str = "", **more: Any) -> None:
        fill(self, seat, text, more, paragraph=paragraph, story=story)

    def words(self, answer: Plain) -> str:
        return "read"


@dataclass(frozen=True)
class AskAny(Ask):
    """Several seats are asked at once, each its own question; whoever answers first moves the game on.

    The rule gets ``(seat, answer)`` and asks the others again if it still wants to know.

    :param window: everybody who is asked in secret, also those who have answered already: until the last has, nobody
        learns who did.
    :param offered: nobody has to answer as long as somebody does: whoever could do only one thing may still let it be.
    """

    asks: tuple[Ask, ...] = ()
    window: tuple[str, ...] = ()
    offered: bool = False

    def __init__(
        self, asks: Iterable[Ask], text: Words = "", window: Iterable[str] = (), *, offered: bool = False, **more: Any
    ) -> None:
        fill(self, "", text, more, asks=tuple(asks), window=tuple(window), offered=offered)

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(ask.seat for ask in self.asks)

    @property
    def told(self) -> tuple[str, ...]:
        return self.window or self.seats

    @property
    def each(self) -> tuple[Ask, ...]:
        return self.asks

    def of(self, seat: str | None) -> Ask | None:
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def check(self, answer: Plain) -> Plain:
        raise IllegalAnswer("Several are asked at once: say who answers.")

    def answers(self) -> Iterator[Plain]:
        raise TypeError("several are asked at once: take the answers of each")

    def received(self, answer: Plain, seat: str | None) -> Any:
        return seat, answer

    def read(self) -> None:
        super().read()
        for ask in self.asks:
            ask.read()


async def ask_each(asks: Iterable[Ask], text: str = "") -> dict[str, Any]:
    """Ask several seats at once and wait for all of them; nobody sees another's answer through the question."""
    open_asks = {ask.seat: ask for ask in asks}
    answers: dict[str, Any] = {}
    while len(answers) < len(open_asks):
        seat, answer = await AskAny((a for s, a in open_asks.items() if s not in answers), text)
        answers[seat] = answer
    return {seat: answers[seat] for seat in open_asks}


def fill(ask: Ask, seat: str, text: Words, more: dict[str, Any], **values: Any) -> None:
    """The frozen questions take their options in players' words and keep them in one shape."""
    told = ask.__dict__
    told["seat"] = seat
    told["text" if type(text) is str else UNREAD["text"]] = text
    if more:
        if not more.keys() <= ask.usual.keys():
            unknown = next(name for name in more if name not in ask.usual)
            raise TypeError(f"{type(ask).__name__} knows no {unknown!r}")
        for name, value in more.items():
            if callable(value):
                tell(told, name, value)
            else:
                told[name] = tuple(value) if name in LISTS else value
    told.update(values)


LISTS = ("todo", "about")
