"""The live table and the owner's copy: what other boxes know joins it, and the game under way learns of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection

from rules import packs
from rules.ask import IllegalAnswer
from rules.joining import Joining, Tables, compare, entries, told_since
from rules.moment import Moment
from rules.position import RulesFault, Step

from . import joined
from .opening import Opening

FROM_THE_PACK = "packs page"
"""Who says it where a game under way learns of cards."""


class Growing(Opening):
    """What is known of the owners' copies on this box."""

    def described(self, name: str) -> Tables:
        """All that is known of the owner's copy of a game."""
        with self._lock:
            return joined.described(self.journal, name)

    def compared(self, name: str, theirs: Tables) -> Joining:
        """What joining another box's cards would do; nothing is changed."""
        with self._lock:
            return joined.compared(self.journal, name, theirs)

    def join(self, name: str, theirs: Tables, chosen: Collection[str]) -> str:
        """Join another box's cards, and say what came of it; the game under way learns of them too."""
        with self._lock:
            said = joined.join(self.journal, name, theirs, chosen)
            if self._moment and self._moment.setup.game == name and self.unknown_to_the_game():
                try:
                    self.take_in(self._moment.number)
                    said += " The game under way knows them too."
                except IllegalAnswer as refused:
                    said += f" {refused}"
            return said

    def take_back_joining(self, name: str) -> str:
        with self._lock:
            return joined.take_back(name)

    def unknown_to_the_game(self) -> int:
        """How many cards of its owner's copy the game under way could learn of."""
        moment, news = self._moment, self._news()
        if moment is None or not news:
            return 0
        try:
            moment.position.then(Step("cards", news))
        except (IllegalAnswer, RulesFault):  # what is left lies on the table already, and was described otherwise
            return 0
        return sum(len(entries(news, table)) for table in news)

    def take_in(self, number: int) -> Moment:
        """The game under way learns of what is known of its owner's copy by now."""
        with self._lock:
            self._expect(number)
            news = self._news()
            if not news:
                raise IllegalAnswer("This game already knows all of these cards.")
            return self._step(number, Step("cards", news), FROM_THE_PACK)

    def _news(self) -> Tables:
        """What the newest description says and the game under way does not know so."""
        moment = self._moment
        if moment is None or moment.ask is None or not packs.is_private(moment.setup.game, moment.setup.pack):
            return {}
        name, pack, cards = moment.setup.game, moment.setup.pack, moment.position.game.cards
        newest = packs.newest(name, pack)
        if newest == pack:
            return {}  # it began with it
        here = moment.position.game.learned(moment.position.state)
        known, told = packs.in_full(name, here) if here else packs.tables(name, pack), packs.tables(name, newest)
        return {} if compare(cards, known, told).changes_nothing else told_since(cards, known, told)

    @abstractmethod
    def _step(self, number: int, step: Step, source: str) -> Moment:
        """Let a step happen."""
