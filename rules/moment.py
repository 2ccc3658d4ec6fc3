"""Games as they are told of: the live one at one moment, what taking back would undo, and saved ones.

Whoever keeps them and whoever shows them speak of them with these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .ask import Ask
from .game import Game, Said, Setup
from .games import game
from .plain import Plain
from .position import Position, Step

A_PAGE = 480  # letters that can be read from across the table
SENTENCE_ENDS = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…]”))\s+(?![a-z])")


def sentences(story: str) -> tuple[str, ...]:
    """A story by sentences, as it is read aloud and lit on the stage."""
    found = (each for paragraph in story.split("\n\n") for each in SENTENCE_ENDS.split(paragraph.strip()))
    return tuple(filter(None, found))


def pages(story: str) -> tuple[str, ...]:
    """A story by pages, each of whole sentences and as full as it can be; a page keeps its paragraphs."""
    full: list[str] = []
    for paragraph in filter(None, story.split("\n\n")):
        between = "\n\n"
        for sentence in SENTENCE_ENDS.split(paragraph.strip()):
            if full and len(full[-1]) + len(between) + len(sentence) <= A_PAGE:
                full[-1] += between + sentence
            else:
                full.append(sentence)
            between = " "
    return tuple(full)


@dataclass(frozen=True)
class Taking:
    """What taking back would undo."""

    title: str
    node: int  # where it leads
    seen: bool  # somebody saw something hidden since: everybody has to agree
    by: str | None = None  # the seat that did it


@dataclass(frozen=True)
class Change:
    """What somebody wants to change by hand."""

    step: Step
    source: str
    title: str


@dataclass(frozen=True)
class Proposal:
    """What everybody has to agree to, as something hidden was seen or would be: taking back, or a change by hand."""

    wanted: Taking | Change
    by: str
    agreed: tuple[str, ...]

    @property
    def taking(self) -> Taking | None:
        return self.wanted if isinstance(self.wanted, Taking) else None


@dataclass(frozen=True)
class Habit:
    """What a seat answers once and for all, until it says otherwise."""

    answer: Plain
    words: str


@dataclass(frozen=True)
class Advice:
    """What the box would do on a seat.

    :param best: a few answers in words, the best first, each with how good it looks out of 100; empty while it thinks
    :param walks: how many ways on it imagined.
    :param looked: everything it thought about, in words, with how good it looks.
    :param did: what it did, in the same words; empty where only its own seat was asked.
    """

    best: tuple[tuple[str, int], ...] = ()
    walks: int = 0
    looked: Mapping[str, int] = field(default_factory=dict)
    did: str = ""


@dataclass(frozen=True)
class Moment:
    """The live game as it stands; never changes."""

    game_id: str
    number: int  # of the newest entry all may know of: what pages and answers speak of
    node: int
    draws: int
    position: Position
    todo: tuple[str, ...] = ()  # what hands have to do since the last answer that came from no hand
    orders: tuple[str, ...] = ()  # what else hands should do now, in the rules' own words
    laid: dict[str, str] | None = None  # the table as hands left it, before what is to do now
    lines: tuple[tuple[int, Said], ...] = ()  # the end of the log
    drawn: str = ""  # what chance brought last, for the digit and the screen
    drawn_by: str = ""  # whose draw that was
    source: str = ""
    proposal: Proposal | None = None
    since: int | None = None  # the newest entry that people made; what the box dealt upon it came after
    newest: int | None = None  # the newest entry of all, where some were answered in secret since
    page: int = 0  # of the story that is read now
    lit: int | None = None  # the sentence of it that the voice reads now
    minute: int | None = None  # the page of the minute that teaches the game, while it lasts

    @property
    def ask(self) -> Ask | None:
        return self.position.ask

    @property
    def entry(self) -> int:
        """The newest entry of the journal."""
        return self.number if self.newest is None else self.newest

    @property
    def setup(self) -> Setup:
        setup: Setup = self.position.state.setup
        return setup

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays now; players may come and go in the course of a campaign."""
        return tuple(self.position.game.players(self.position.state))

    @property
    def may_be_looked_back_on(self) -> bool:
        """Nothing of it is hidden any more, or ever was: who saw an earlier moment again would learn nothing by it."""
        return self.ask is None or not self.position.game.has_secrets

    def log_for(self, seat: str | None) -> list[tuple[int, str]]:
        """The sentences *seat* may read, oldest first; None is the public screen."""
        return [
            (n, s.text)
            for n, s in self.lines
            if (s.seats is None and (seat is None or s.unless != seat)) or (s.seats is not None and seat in s.seats)
        ]

    @property
    def story(self) -> tuple[str, ...]:
        """What is read aloud now, page by page; empty if there is nothing, or not for all."""
        asked = self.ask.each[0] if self.ask and len(self.ask.each) == 1 else None
        if self.read:
            return pages(self.read.text)
        return pages(asked.story) if asked and not asked.private else ()

    @property
    def read(self) -> Said | None:
        """What was to be read aloud before this was asked, and is perhaps still being read."""
        if self.ask is None or any(each.story for each in self.ask.each):
            return None
        found = [said for said in self._scenes if said.scene and said.scene.book]
        return found[-1] if found else None

    @property
    def page_by_sentences(self) -> list[list[tuple[int, str]]]:
        """The page that is read now, by paragraphs and sentences, each with its number in the whole story."""
        at = sum(len(sentences(page)) for page in self.story[: self.page])
        found: list[list[tuple[int, str]]] = []
        for paragraph in self.story[self.page].split("\n\n"):
            told = sentences(paragraph)
            found.append(list(enumerate(told, at)))
            at += len(told)
        return found

    def page_of(self, sentence: int) -> int:
        """On which page of the story a sentence stands."""
        for number, page in enumerate(self.story):
            sentence -= len(sentences(page))
            if sentence < 0:
                return number
        return self.page

    @property
    def staged(self) -> Said | None:
        """What everybody should look up for, of the last thing people did."""
        return self._scenes[-1] if self._scenes else None

    @property
    def _scenes(self) -> list[Said]:
        return [s for n, s in self.lines if s.scene and s.seats is None and self.since is not None and n >= self.since]

    def news_for(self, seat: str | None) -> list[str]:
        """What came of the last thing people did, as far as *seat* may read it."""
        return [text for n, text in self.log_for(seat) if self.since is not None and n >= self.since]


@dataclass(frozen=True)
class SavedGame:
    """One game on the box."""

    id: str
    setup: Setup
    commitment: str
    begun: str
    last: str
    entries: int
    ending: str
    trouble: str = ""  # why it can only be read

    @property
    def game(self) -> Game:
        return game(self.setup.game)


@dataclass(frozen=True)
class Reading:
    """A saved game to read, whether or not it can be played on."""

    name: str
    title: str
    players: tuple[str, ...]
    whole: bool
    sentence: str
    lost: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]
