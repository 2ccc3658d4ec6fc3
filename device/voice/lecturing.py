"""The voice and the teacher: the minute page by page, the steps of the set-up, and each lesson as it is shown."""

from __future__ import annotations

from device.live.table import Table
from rules.moment import Moment
from rules.setting_up import ready
from rules.spoken import Kind, heard

from .voice import Voice

QUESTIONS: tuple[Kind, ...] = ("turn", "option")


class Lecturing:
    """Says what the stage tells beside the game, once; what is for one seat alone only that seat's phone says."""

    def __init__(self, table: Table, voice: Voice) -> None:
        self._table, self._voice = table, voice
        self._game = ""
        self._page: int | None = None
        self._said: set[tuple[str | None, int, str]] = set()  # the lessons and steps that were told, by listener
        self._before_play = False
        table.when_changed.append(self.changed)  # after the voice: what is stale was put away by then

    def changed(self, moment: Moment | None) -> None:
        """The game moved on, or a page was turned, a step ticked, a card put away."""
        if moment is None or moment.game_id != self._game:
            self._game, self._page, self._said = moment.game_id if moment else "", None, set()
        if moment is None:
            return
        self._wait_with_the_question(moment)
        self._turn_page(moment)
        self._tell(None, self._public(moment))
        for seat in moment.seats:
            self._tell(seat, self._own(moment, seat))
            if advice := self._table.teacher.advice(moment, seat):
                self._tell(seat, [advice], at=moment.number)  # in another turn it is worth saying again

    def _turn_page(self, moment: Moment) -> None:
        """The minute: each page as it is turned to, also backwards; what was said of the last one is over."""
        before, self._page = self._page, moment.minute
        if moment.minute is not None and moment.minute != before:
            self._voice.hush(("lesson",))
            self._voice.say(moment.position.game.teaching.minute[moment.minute].text, "lesson")

    def _tell(self, seat: str | None, texts: list[str], at: int = 0) -> None:
        """What this listener has not been told yet, in one breath."""
        new = [text for text in texts if (seat, at, text) not in self._said]
        self._said.update((seat, at, text) for text in new)
        if new:
            self._voice.say(" ".join(new), "lesson", seat)

    def _wait_with_the_question(self, moment: Moment) -> None:
        """Nobody is asked anything while the game is explained or the table is set; after that they are."""
        before, self._before_play = self._before_play, moment.minute is not None or bool(self._table.handed_out())
        if self._before_play != before:
            self._voice.hush(QUESTIONS)
        if before and not self._before_play:
            for said in heard(None, moment, by_ear=self._voice.how.by_ear):
                if said.kind in QUESTIONS:
                    self._voice.say(said.text, said.kind)

    def _public(self, moment: Moment) -> list[str]:
        """What all may hear."""
        if moment.minute is not None:
            return []
        if steps := ready(self._table.handed_out()):
            return [f"{each.name}: {each.words}" for each in steps]
        card = self._table.teacher.card(moment, None)
        return [card.words] if card else []

    def _own(self, moment: Moment, seat: str) -> list[str]:
        """What only this seat is told: a lesson on its own question."""
        if moment.minute is not None or self._table.handed_out():
            return []
        card = self._table.teacher.card(moment, seat)
        return [card.words] if card and not card.openly else []
