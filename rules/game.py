"""What a game is: its seats, set-up, rules, and how the table should look."""

from __future__ import annotations

import inspect
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from .ask import AGAIN, Ask, IllegalAnswer, Luck, Option
from .chapters import Book, book
from .hearing import Hearing
from .joining import Cards, Tables
from .lessons import Teaching, teaching
from .plain import Plain, unsaved
from .printed import BESIDE, MARKER, Component, Piece, PrintedBoard, ToPrint, Zone
from .reading_mat import Sort
from .unread import Words
from .written import whole

if TYPE_CHECKING:
    from .figures import Figure, Happening
    from .players.sensible import Sensible
    from .sheet import Field


@dataclass(frozen=True)
class Rule:
    """One numbered line of a rulebook, in a plain sentence of our own."""

    number: str
    name: str
    text: str


@dataclass(frozen=True)
class Toggle:
    """A house rule the table may choose at set-up."""

    name: str
    default: Plain
    values: tuple[Plain, ...]  # empty: any whole number of 1 or more
    rule: str
    text: str  # what it changes, in a sentence

    def check(self, value: Plain) -> None:
        if self.values and value not in self.values:
            raise IllegalAnswer(f"{self.name} can be {', '.join(map(str, self.values))}, not {value} ({self.rule}).")
        if not self.values and (type(value) is not int or value < 1):
            raise IllegalAnswer(f"{self.name} takes a whole number of 1 or more, not {value} ({self.rule}).")


@dataclass(frozen=True)
class Preset:
    """House rules that go well together; whatever it does not name is as the rulebook has it."""

    name: str
    text: str
    toggles: dict[str, Plain] = field(default_factory=dict)


BY_THE_BOOK = Preset("By the book", "Every house rule as the rulebook has it.")


@dataclass(frozen=True)
class Holding:
    """Something hidden or random that either the table or the box can hold: a deck, hands, dice.

    :param apart: each seat has its own, so the box may hold one seat's while the others' are real.
    """

    name: str
    title: str
    default: str = "box"  # or "table"
    apart: bool = False


@dataclass(frozen=True)
class Setup:
    """Who plays what: all a game needs before its first question.

    :param stand_ins: seats whose own hidden pieces the box holds while those of the others are real: what lies on the
        table for them only stands in.
    """

    game: str
    names: dict[str, str]  # player's name by seat
    toggles: dict[str, Any] = field(default_factory=dict)  # complete: every toggle with its value
    custody: dict[str, str] = field(default_factory=dict)  # complete: "box" or "table" by holding
    pack: str = "demo"
    version: int = 1  # of the rules it was begun with
    stand_ins: tuple[str, ...] = ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.names)

    def box_holds(self, holding: str, seat: str = "") -> bool:
        """:param seat: whose, of what each has apart."""
        return self.custody[holding] == "box" or seat in self.stand_ins


@dataclass(frozen=True)
class Scene:
    """What everybody looks up for: a heading, and the rule by which it happens. Whatever it tells is public.

    :param book: it is read aloud, so it stands there in book type until the next answer.
    """

    heading: str
    rule: str = ""
    book: bool = False


@dataclass(frozen=True)
class Said:
    """A sentence of the game's log; only for some seats if it tells of hidden things.

    :param spoken: the same for the ear, shorter; "-" where it is only worth reading.
    :param unless: the seat that reads it in words of its own instead, as in "You drew Scientist."
    """

    text: str
    seats: tuple[str, ...] | None = None
    scene: Scene | None = unsaved(default=None)
    spoken: str = unsaved(default="")
    unless: str = unsaved(default="")


class Checkpoint(Ask):
    """Not a question: here a rule holds nothing in its locals, so the game can be picked up from its state alone."""

    def __init__(self) -> None:
        pass

    def __await__(self) -> Any:
        while (yield self) is AGAIN:
            pass


@dataclass(kw_only=True)
class State:
    """What lies on the table; each game adds its own things (and is kw_only too)."""

    setup: Setup
    result: Plain = None  # how it ended, as plain data; None while it goes on
    said: list[Said] = unsaved(default_factory=list)  # since the last answer
    shown: bool = unsaved(default=False)  # somebody saw something hidden since the last answer
    silent: bool = unsaved(default=False)  # nobody listens: sentences are not even made

    def say(self, text: Words, *seats: str, scene: Scene | None = None, spoken: str = "", unless: str = "") -> None:
        """Write a sentence into the log: for all, or only for *seats*; with a *scene* it is staged, too.

        :param spoken: how the voice says it, if not in the same words; "-": it is only worth reading.
        :param unless: a seat that was told the same in words of its own.
        """
        if self.silent:
            return
        assert not (scene and seats), "a scene is for everybody"
        self.said.append(Said(text if isinstance(text, str) else text(), seats or None, scene, spoken, unless))

    def reveal(self) -> None:
        """Somebody sees something hidden now: from here on going back needs everybody's consent."""
        self.shown = True

    def toggle(self, name: str) -> Any:
        return self.setup.toggles[name]

    def forget_pack(self) -> None:
        """More was told of an owner's copy: the pack is put together afresh when it is next wanted."""
        self.__dict__.pop("pack", None)

    def name(self, seat: str) -> str:
        return self.setup.names[seat]


@dataclass(frozen=True)
class Change:
    """How saves of one version become those of the next.

    :param version: of the saves it takes.
    :param text: what players should know of it; empty if it changes nothing they could notice.
    :param apply: changes a checkpoint, as plain data, in place.
    """

    version: int
    text: str
    apply: Callable[[dict[str, Any]], None]


class Game(ABC):
    """A game as the machine knows it. Each game's folder makes one of these."""

    name: ClassVar[str]  # the folder's name
    title: ClassVar[str]
    about: ClassVar[str] = ""  # what it is, in a line for somebody who never heard of it
    length: ClassVar[str] = ""  # how long it takes, such as "30–60 min"
    prefix: ClassVar[str]  # of its rule numbers
    colours: ClassVar[tuple[str, str]] = ("#3d4450", "#667080")  # of its card, from one corner to the other
    version: ClassVar[int] = 1  # raised when saved games need another reading; see `changes`
    changes: ClassVar[tuple[Change, ...]] = ()  # from each older version to the next
    seats: ClassVar[tuple[str, ...]]  # in the order they are filled
    fewest: ClassVar[int]
    holdings: ClassVar[tuple[Holding, ...]] = ()
    state_type: ClassVar[type[State]]
    endings: ClassVar[tuple[str, ...]]  # every way the game can end
    has_secrets: ClassVar[bool] = True  # does any seat know what others may not?
    has_winner: ClassVar[bool] = False  # do players play against each other? See `winners`
    is_campaign: ClassVar[bool] = False  # is it played over several evenings?
    turn_words: ClassVar[str] = "Turn"  # what is counted: a turn, or a round where all play at once
    tells: ClassVar[tuple[str, ...]] = ()  # words of sentences worth telling again, those that tell most first
    zones: ClassVar[tuple[Zone, ...]] = (Zone(BESIDE, "Beside the board"),)  # of the pretend table
    pick: ClassVar[str] = ""  # what each may pick before it begins, such as a hero; see `picks`
    sorts: ClassVar[Mapping[str, Sort]] = {}  # of cards and tiles on the reading mat, by deck or slot; * is any word
    asks_to_set_up: ClassVar[bool] = False  # do the rules ask for the table to be set? Then that list is shared out
    uses_mat: ClassVar[bool] = True  # are there cards or dice to lay on the reading mat?
    cards: ClassVar[Cards] = Cards()  # how two boxes' descriptions of a copy are joined
    characters: ClassVar[Mapping[str, str]] = {}  # of players that the box brings along, each with a sentence
    in_hand: ClassVar[tuple[str, ...] | None] = None  # holdings that it has to know to play; None: it cannot sit down
    foresight: ClassVar[int] = 1  # turns that such a player imagines before it judges how it stands
    walks: ClassVar[float] = 1.0  # how many such walks it takes for what one through a light game costs

    # what a game must say

    @abstractmethod
    def begin(self, setup: Setup) -> State:
        """The state before the first question."""

    @abstractmethod
    def play(self, state: Any) -> Awaitable[None]:
        """The rules, from wherever *state* stands at a checkpoint to the end of the game."""

    @abstractmethod
    def view(self, state: Any) -> dict[str, str]:
        """What should lie where on the table, as the camera would see it; nothing hidden."""

    @abstractmethod
    def show(self, state: Any, seat: str | None) -> dict[str, Plain]:
        """What *seat* may know, as plain data; None is the public screen."""

    @abstractmethod
    def ending(self, state: Any) -> str:
        """Which of `endings` this finished game came to."""

    @abstractmethod
    def check(self, state: Any) -> None:
        """Raise AssertionError if something got lost or doubled."""

    # what a game may say

    def winners(self, state: Any) -> tuple[str, ...]:
        """The seats that won this finished game, where players play against each other; none: a draw."""
        return ()

    def impossible(self, state: Any) -> list[str]:
        """What no table could look like, in sentences for players; a ruling that makes it so is refused.

        Only values that cannot be by themselves. Sums belong to `check`: a piece is moved by two rulings.
        """
        return []

    def must_hold_together(self, state: Any) -> None:
        """Raise AssertionError if somebody who plays is missing or there twice, or something is none of this game's.

        A sum may be wrong on a real table, and a ruling may say so; what this asks for no ruling may break.
        """
        assert self.players(state), "somebody plays"

    def sheet(self, state: Any, seat: str | None) -> Iterable[Field]:
        """What can be changed by hand, as *seat* may know it (None: as everybody may), what is likely to change first.

        By itself it is all that lies open and whose type says what it can be; a game that names its things itself
        gives them their words, whose they are and how far they go (`rules.sheet`).
        """
        from .sheet_walk import walk

        return walk(self, state)

    def picks(self, pack: str) -> tuple[Option, ...]:
        """What people may pick on their phones before it begins, such as their heroes: one for each, each once."""
        return ()

    def as_picked(self, ask: Ask, picked: Mapping[str, str]) -> Plain:
        """What people have answered to *ask* by what they picked, by seat; None if they have not."""
        return picked.get(ask.seat)

    def asides(self, state: Any, seat: str) -> tuple[Option, ...]:
        """What *seat* may do at any time, besides the pending question."""
        return ()

    def aside(self, state: Any, seat: str, name: str) -> Awaitable[None]:
        """The little rule of one aside."""
        raise IllegalAnswer(f"{name} cannot be done in {self.title}.")

    def at_turn(self, state: Any) -> str | None:
        """The seat whose turn it is, for its lamp; None where turns are not taken one by one."""
        return None

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        """What hands have to do so that a table that looked like *before* looks like *after*."""
        slots = [slot for slot in {**before, **after} if before.get(slot, "") != after.get(slot, "")]
        return [f"{slot}: {after.get(slot) or 'clear it'}" for slot in slots]

    def put_back(self, state: Any) -> list[str]:
        """How to lay a saved game out again, from an empty table."""
        return self.todo({}, self.view(state))

    def by_ear(self, text: str) -> str:
        """*text* with this game's places and signs as people say them, such as "e four" for e4."""
        return self.hearing.words(text)

    def orders_by_ear(self, orders: Sequence[str]) -> list[str]:
        """The orders for hands that are said aloud: fewer where the result that goes before them says the same."""
        return self.hearing.orders(orders)

    def guide(self, state: Any) -> tuple[str, ...]:
        """The rulebook's set-up as a check-list, with the numbers for these players."""
        return ()

    @property
    def noticed(self) -> Mapping[str, Callable[[dict[str, Any], str | None], bool]]:
        """What its lessons look for, by name, in what a seat is shown, where words alone cannot say it."""
        return {}

    def is_set_up(self, state: Any) -> bool:
        """Has the first turn been taken? Then the set-up was done, and nobody is told to do it."""
        return False

    # what a game may say of itself when it is looked back on; see `rules.looking_back`

    def turned_over(self, state: Any) -> dict[str, Plain]:
        """The table with everything open, as all may see it once the game is over."""
        return self.show(state, None)

    def stands(self, state: Any) -> str:
        """How it stands, in a sentence that everybody may read."""
        seat = self.at_turn(state)
        return f"It's {self.players(state).get(seat, seat)}'s turn." if seat else "Everybody plays at once."

    def figures(self, story: Iterable[Happening]) -> list[Figure]:
        """What can be counted of a finished game, luck against what was to be expected included."""
        return []

    def journey(self, state: Any) -> list[Figure]:
        """How far a campaign has come."""
        return []

    # what a game may say of its table; see `rules.printed`

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        """The printed board on which a pack is played, then sheets that only lie there if people like."""
        return ()

    def to_print(self, pack: str) -> ToPrint | None:
        """All that can be printed of a pack."""
        boards = self.boards(pack)
        return ToPrint(boards) if boards else None

    def as_seen(self, state: Any, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        """The table is right: rulings (path and value) after which the box believes what was surely *seen*."""
        raise IllegalAnswer(f"{self.title} cannot be told by the table what is right. Change it by hand.")

    def die_colours(self, state: Any) -> tuple[str, ...]:
        """The colours of the dice in the game's box, where dice of one colour differ from others."""
        return ()

    def number_on(self, state: Any, deck: str, card: str) -> int | None:
        """The number printed on a card or tile of *deck*, if there is one."""
        number = whole(card)
        return number if number is not None and 0 < number < 1000 else None

    def components(self, state: Any) -> list[Component]:
        """The pieces in the game's box, for the pretend table; by default a marker for each track."""
        tracks = [track for board in self.boards(state.setup.pack)[:1] for track in board.tracks]
        return [Component(Piece(MARKER, words=MARKER), BESIDE, track) for track in tracks]

    def beside(self, state: Any) -> dict[str, int]:
        """How many pieces should lie in each zone of the pretend table, where that can be told."""
        return {}

    def face(self, state: Any, slot: str) -> str | None:
        """What lies face-down on *slot*, as the box knows it: for the pretend table, which has no secrets to keep."""
        return None

    # what a game may say of its people and packs

    def players(self, state: Any) -> dict[str, str]:
        """Who sits where, by seat; games whose players change between sessions say otherwise than the set-up."""
        return dict(state.setup.names)

    def learned(self, state: Any) -> dict[str, Plain] | None:
        """An owner's pack, grown by what was described at this table, as plain tables; None if nothing was."""
        return None

    def takes_in(self, state: Any, known: Tables) -> tuple[list[str], list[str]]:
        """Let a game that is under way know cards of its owner's copy that were told elsewhere.

        :return: the names of those it knows from now on, and a sentence for each that stays as it is here, as it lies
            on the table already.
        """
        raise IllegalAnswer(f"A game of {self.title} keeps the cards it began with.")

    def doubts(self, pack: str) -> list[str]:
        """What looks incomplete or unlike the printed game in a pack that can be played; sentences for its owner.

        An owner's copy that is described at the table is never incomplete; `so_far` tells how far it is.
        """
        return []

    def so_far(self, known: Tables) -> list[str]:
        """How far an owner has described a copy, such as "3 of 9 crew boards"."""
        return []

    def try_pack(self, pack: str) -> list[str]:
        """Set a game up with a pack, as people would: its `doubts`, or BrokenPack with the reasons why not."""
        self.begin(self.setup(self.fewest, pack=pack))
        return self.doubts(pack)

    def is_secret(self, path: str) -> bool:
        """Whether a ruling on this value of the state must not be told to all; each game says which are open."""
        return True

    def leans(self, state: Any, ask: Ask) -> Callable[[Plain], float] | None:
        """How eagerly selfplay gives each answer, from 0 to 1; None: all alike, as in games that come to an end."""
        return None

    # what a game may say of the players that the box brings along; see `rules.players`

    def sensible(self, chance: Luck) -> Sensible | None:
        """Players who know what they want, without thinking ahead; None: any will do."""
        return None

    def imagine(self, state: Any, seat: str, chance: Luck) -> None:
        """Fill in what *seat* cannot know, as it might well be: two tables that look alike to it end up alike."""
        return None

    def worth(self, state: Any, seat: str, character: str = "") -> float:
        """How it stands for *seat*: 1 is won, 0 is lost. It may look at everything, as the world is imagined.

        :param character: one of `characters`, who values things in its own way.
        """
        return 0.5

    def all_agree(self, state: Any, ask: Ask) -> bool:
        """Whether *ask* is for the whole table to agree on, whoever is asked: people answer it even for the box."""
        return False

    def turn_of(self, state: Any) -> Plain:
        """What tells one turn from the next, or one round where all play at once; None while the table is set."""
        return self.at_turn(state)

    def migrate(self, plain: dict[str, Any], version: int) -> dict[str, Any]:
        """A checkpoint written by an older *version* of these rules, as today's would have written it."""
        if version > self.version:
            raise ValueError(
                f"{self.title}: this game was saved by a newer Tableside (version {version} of the rules; this box "
                f"has {self.version}). Update this box to go on."
            )
        steps = {change.version: change for change in self.changes}
        for older in range(version, self.version):
            if older not in steps:
                raise ValueError(f"{self.title} version {older} cannot be read by version {self.version}")
            steps[older].apply(plain)
        return plain

    @property
    def screen(self) -> str:
        """The package that draws it on a screen; a game from elsewhere names its own."""
        return f"web.games.{self.name}"

    # what comes of itself

    @cached_property
    def reference(self) -> dict[str, Rule]:
        """Every rule by its number."""
        return {number: Rule(number, **rule) for number, rule in self._toml("reference.toml").items()}

    @cached_property
    def book(self) -> Book:
        """Its rules in chapters, to be read; without any where nobody has written them."""
        return book(tomllib.loads(self._text("chapters.toml")))

    @cached_property
    def teaching(self) -> Teaching:
        """What it teaches while it is played; nothing where nobody has written it."""
        return teaching(tomllib.loads(self._text("lessons.toml")))

    @cached_property
    def toggles(self) -> dict[str, Toggle]:
        """Every house rule by its name."""
        return {
            name: Toggle(name, toggle["default"], tuple(toggle.get("values", ())), toggle["rule"], toggle["text"])
            for name, toggle in self._toml("toggles.toml").items()
        }

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """Ways to play, to choose with one tap: by the book first, then the game's own."""
        own = tomllib.loads(self._text("presets.toml"))
        return (BY_THE_BOOK, *(Preset(name, each["text"], each["toggles"]) for name, each in own.items()))

    @cached_property
    def hearing(self) -> Hearing:
        """Its words for the ear, where those for the eye would not do."""
        return Hearing.of(self._text("spoken.toml"))

    @cached_property
    def emblem(self) -> str:
        """The shapes of its sign, 64 wide and high, drawn in one colour; empty if it has none."""
        return self._text("emblem.svg")

    @cached_property
    def folder(self) -> Path:
        """Where the game lives: its rules, its texts and its packs."""
        return Path(inspect.getfile(type(self))).parent

    def _toml(self, file: str) -> dict[str, Any]:
        return tomllib.loads((self.folder / file).read_text("utf-8"))

    def _text(self, file: str) -> str:
        """A file that a game may have in its folder."""
        place = self.folder / file
        return place.read_text("utf-8") if place.is_file() else ""

    def setup(
        self,
        names: Mapping[str, str] | int,
        toggles: Mapping[str, Plain] | None = None,
        custody: Mapping[str, str] | str = "",
        pack: str = "demo",
        box_plays: Iterable[str] = (),
    ) -> Setup:
        """A complete set-up from what people said; the rest is as usual.

        :param names: player by seat, or just how many play.
        :param custody: by holding, or one word for all.
        :param box_plays: seats for which the box holds what it has to know, if it can be held apart.
        """
        if isinstance(names, int):
            names = {seat: seat.capitalize() for seat in self.seats[:names]}
        for seat in names:
            if seat not in self.seats:
                raise IllegalAnswer(f"{self.title} has no seat {seat}; it has {', '.join(self.seats)}.")
        if not self.fewest <= len(names) <= len(self.seats):
            most = len(self.seats)
            span = f"{self.fewest}" if most == self.fewest else f"{self.fewest} to {most}"
            raise IllegalAnswer(f"{self.title} is for {span} players, not {len(names)}.")
        chosen = {name: toggle.default for name, toggle in self.toggles.items()}
        for name, value in (toggles or {}).items():
            if name not in chosen:
                raise IllegalAnswer(f"{self.title} has no house rule {name}; it has {', '.join(chosen)}.")
            self.toggles[name].check(value)
            chosen[name] = value
        if isinstance(custody, str):
            custody = dict.fromkeys((holding.name for holding in self.holdings), custody) if custody else {}
        held = {holding.name: holding.default for holding in self.holdings}
        for name, value in custody.items():
            if name not in held or value not in ("box", "table"):
                raise IllegalAnswer(f"{name}={value}: expected {', '.join(held)} as box or table.")
            held[name] = value
        in_order = {seat: names[seat].strip() or seat.capitalize() for seat in self.seats if seat in names}
        real = {holding.name: holding.apart for holding in self.holdings if held[holding.name] == "table"}
        needed = [real[name] for name in self.in_hand or () if name in real]
        apart = tuple(seat for seat in in_order if seat in box_plays) if needed and all(needed) else ()
        return Setup(self.name, in_order, chosen, held, pack, self.version, apart)
