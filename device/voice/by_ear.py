"""Playing without a screen: the choices are read out by number, back steps on to the next, yes takes it.

What is laid under the camera answers as ever, and fate is drawn with its own button.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from device.live.table import Table
from device.live.writer import chances
from device.sight.seen import Seen
from rules.ask import Ask, AskAny, Trouble
from rules.by_ear import SMALL, in_letters, listed, spoken
from rules.by_number import Choice, Choosing
from rules.chance import Chance
from rules.lessons import Sight, about
from rules.moment import Moment
from rules.onward import MOST
from rules.setting_up import EVERYBODY, ready
from rules.spoken import aloud, heard

from .beginning import Menu, menu, which_game
from .voice import Voice

ALL_AT_ONCE = 4
"""Choices that are read out together; of more only the first, and the next with each press."""

ON = (
    "We play by ear. Back goes on to the next choice, yes takes it, fate says it again, and twice explains it. "
    "Hold back to take back."
)
OFF = "We play with screens again."
WHAT_NOW = "What now?"
NOTHING_TO_TELL = "That's all there is to say about it."
MOST_LESSONS = 2
"""That explain one question, so that nobody forgets what was asked."""


class Watching(Protocol):
    """The camera, where it asks people something."""

    def choose(self, number: int, seat: str | None = None) -> None: ...
    def table_is_right(self, who: str) -> None: ...
    def guide(self) -> None: ...


class ByEar:
    """Answers the live game by steps; silent and out of the way unless somebody switched it on.

    :ivar watch: the camera loop, if there is one.
    """

    def __init__(self, table: Table, voice: Voice, watch: Watching | None = None) -> None:
        self.watch = watch
        self.when_stepped: list[Callable[[], None]] = []
        self._table = table
        self._voice = voice
        self._at = 0
        self._choosing: Choosing | None = None
        self._asked: tuple[str, int] | None = None
        self._ordered: tuple[str, ...] = ()  # what the camera said that hands have to do
        self._camera: tuple[tuple[str, Callable[[], None]], ...] = ()
        self._menu: Menu | None = None  # what the box itself asks
        self._way_on: tuple[int | None, str] = (None, "")  # how the minute or the set-up goes on, as it was said last
        self._repeated = -1  # the number of the question that was said again last, with nothing pressed since
        table.when_changed.append(self.changed)

    @property
    def on(self) -> bool:
        return self._voice.how.by_ear

    @property
    def digit(self) -> str | None:
        """The number of the choice that yes would take."""
        words = self._words()
        if not self.on or len(words) < 2:
            return None
        return str(SMALL.index(words[self._at]) if _are_numbers(words) else self._at + 1)

    def switch(self) -> None:
        """On; and once it is on, whether to go on, play another game or play with screens again."""
        self._voice.hush()
        if self.on and self._menu is None:
            go_on = [("go on", self._go_on)] if self._table.moment else []
            another = ("another game", partial(which_game, self._table))
            self._offer(menu(WHAT_NOW, (*go_on, another, ("play with screens", self._turn))))
        else:
            self._turn()

    def _turn(self) -> None:
        """On or off; it says which."""
        self._menu, self._asked = None, None
        self._voice.change({"by_ear": not self.on})
        self._voice.say(ON if self.on else OFF, "urgent")
        if self.on:
            self._go_on()

    def _go_on(self) -> None:
        """With the game that is open, or with a new one."""
        if self._table.moment is None:
            self._offer(which_game(self._table))
        else:
            self._menu = None
            self._repeat()

    def _offer(self, offered: Menu | None) -> None:
        """Ask something that no game asks."""
        self._menu, self._at = offered, 0
        if offered is not None:
            if offered.text:
                self._voice.say(offered.text, "turn")
            self._read_out(first=True)

    def _repeat(self) -> bool:
        """Who is asked what, once more, and what there is to choose."""
        moment = self._table.moment
        if moment is not None and (way_on := self._how_on(moment)):
            steps = " ".join(f"{each.name}: {each.words}" for each in ready(self._table.handed_out()))
            minute = moment.position.game.teaching.minute
            self._voice.say(steps if moment.minute is None else minute[moment.minute].text, "lesson")
            self._say(way_on)
            return True
        for said in heard(None, moment, by_ear=True):
            self._voice.say(said.text, said.kind)
        self._asked = None
        self.changed(moment)
        return True

    # What there is to choose

    def changed(self, moment: Moment | None) -> None:
        """The game moved on: the choices are others."""
        way_on = (moment.minute, self._how_on(moment)) if moment else (None, "")
        before, self._way_on = self._way_on, way_on
        if way_on[1]:
            self._asked, self._choosing = None, None  # nobody chooses anything yet
            if self.on and way_on != before:
                self._say(way_on[1])
            return
        at = (moment.game_id, moment.number) if moment else None
        if at == self._asked or not self.on:
            return
        self._asked, self._at, self._choosing, self._menu = at, 0, None, None
        asked = self._mine(moment) if moment else None
        if moment is not None and moment.ask is None:
            self._offer(menu("", [("another game", partial(which_game, self._table))]))
        if moment is None or asked is None:
            return
        self._choosing = Choosing(moment.position.game, asked)
        self._at = self._choosing.usual
        if not self._camera:
            self._read_out(first=True)

    def _how_on(self, moment: Moment) -> str:
        """What yes does while the game is explained or the table is set; empty once it is played."""
        if moment.minute is not None:
            return "Yes goes on."
        at = ready(self._table.handed_out())
        return f"Yes when {at[0].name if at[0].name != EVERYBODY else 'everybody'} has done it." if at else ""

    def seen(self, seen: Seen) -> None:
        """The camera asks something itself: that comes first. What it sees that hands have left to do is said once."""
        self._say_orders(seen)
        before, self._camera = self._camera, self._asked_by_camera(seen)
        if self.on and [words for words, _ in self._camera] != [words for words, _ in before]:
            self._at = 0
            if self._camera:
                self._voice.hush()
                self._voice.say(spoken(seen.sentence), "urgent")
                self._read_out(first=True)

    def _say_orders(self, seen: Seen) -> None:
        moment, before = self._table.moment, self._ordered
        if moment is None or seen.seat is not None:
            return
        self._ordered = seen.todo
        known = {*before, *moment.todo, *moment.orders}
        for order in seen.todo:
            if order not in known:
                self._voice.say(aloud(moment.position.game, order), "order")

    def _asked_by_camera(self, seen: Seen) -> tuple[tuple[str, Callable[[], None]], ...]:
        watch, moment = self.watch, self._table.moment
        if watch is None or moment is None or seen.seat is not None:
            return ()
        if seen.state == "asks":
            words = [aloud(moment.position.game, story.words).rstrip(".") for story in seen.choices]
            return tuple((each, partial(watch.choose, at)) for at, each in enumerate(words))
        if seen.state == "differs":
            right = ("The table is right", lambda: watch.table_is_right("the table"))
            return (("Put it back", watch.guide), right)
        return ()

    def _mine(self, moment: Moment) -> Ask | None:
        """What can be answered aloud: no secret of any seat."""
        if isinstance(moment.ask, AskAny) and moment.ask.window:
            return None
        return next((each for each in (moment.ask.each if moment.ask else ()) if not each.private), None)

    def _words(self) -> list[str]:
        if self._camera:
            return [words for words, _ in self._camera]
        if self._menu:
            return [each.words for each in self._menu.choices]
        return [each.words for each in self._choices()]

    def _choices(self) -> tuple[Choice, ...]:
        return self._choosing.choices if self._choosing else ()

    # What is said of it

    def _read_out(self, *, first: bool = False) -> None:
        words, asked = self._words(), self._choosing.ask if self._choosing else None
        if first and not self._camera and not self._menu and isinstance(asked, Chance):
            self._say("Press fate, or lay it under the camera." if asked.from_table else "Press fate.")
            return
        if not words:
            self._say("That can only be answered on a screen.")
        elif len(words) == 1:
            self._say(f"Yes for {words[0]}." if words[0] != "Done" else "Yes when it's done.")
        elif first and len(words) <= ALL_AT_ONCE and _are_numbers(words):
            self._say(listed(words, "or"))
        elif first and len(words) <= ALL_AT_ONCE:
            self._say(" ".join(_numbered(at, words) for at in range(len(words))))
        elif first:
            self._say(f"{len(words)} choices. {_numbered(self._at, words)}")
        else:
            self._say(_numbered(self._at, words))

    def _say(self, text: str) -> None:
        self._voice.say(spoken(text), "option")

    # What hands do

    def pressed(self, button: str) -> bool:
        """Whether a press was for this; otherwise it means what it always does."""
        if button == "by_ear":
            self.switch()
            self._stepped()
            return True
        if self._voice.reads and self._of_a_story(button):
            return True
        if not self.on:
            return False
        if button != "fate":
            self._repeated = -1
        if self._table.moment is None and self._menu is None:
            self._go_on()
            done = True
        else:
            act = {"yes": self._yes, "back": self._back, "undo": self._up, "fate": self._fate}.get(button)
            done = act is not None and act()
        if done:
            self._stepped()
        return done

    def _of_a_story(self, button: str) -> bool:
        """While one is read: yes goes on, back repeats, back held stops."""
        act = {"yes": self._voice.go_on, "back": self._voice.again, "undo": self._voice.stop_reading}.get(button)
        return act is not None and act()

    def refused(self, sentence: str) -> None:
        """Why a press changed nothing."""
        self._voice.say(spoken(sentence), "urgent")

    def _stepped(self) -> None:
        for tell in self.when_stepped:
            tell()

    def _back(self) -> bool:
        """On to the next choice."""
        words, moment = self._words(), self._table.moment
        if moment is not None and moment.minute is not None:
            self._table.turn_page(moment.number, -1)
            return True
        if (moment is not None and moment.proposal is not None) or not words:
            return False
        self._at = (self._at + 1) % len(words)
        self._voice.hush(("option", "turn"))
        self._read_out()
        return True

    def _yes(self) -> bool:
        if self._menu is not None and not self._camera:
            self._voice.hush()
            chosen, self._menu = self._menu, None
            then = chosen.take(self._at)
            if then is not None:
                self._offer(then)
            return True
        moment = self._table.now()
        if moment.proposal is not None:
            for seat in moment.seats:
                now = self._table.now()
                if now.proposal is not None and seat not in now.proposal.agreed:
                    self._table.agree(now.number, seat, True, source="yes button")
            return True
        if self._camera:
            self._camera[self._at][1]()
            return True
        self._voice.hush(("option",))
        if self._table.hurry() or self._table.turn_page(moment.number) or self._table.tick_next():
            return True
        choosing = self._choosing
        if choosing is None or not choosing.choices:
            return False
        self._voice.hush()
        at = self._at
        choosing.take(at)
        self._at = choosing.usual
        if not choosing.is_done:
            self._read_out(first=True)
            return True
        answer, seat = choosing.answer, choosing.ask.seat
        if self._table.advise(seat, answer, aloud=True):  # yes once more, and it counts
            choosing.think_again()
            self._at = at
            self._voice.say(self._table.teacher.advice(self._table.now(), seat), "lesson")
            self._read_out()
            return True
        try:
            self._table.answer(moment.number, answer, seat, source="yes button", along=MOST)
        except Trouble:
            self._choosing, self._at = Choosing(moment.position.game, choosing.ask), 0
            raise
        return True

    def _fate(self) -> bool:
        """Where nothing is to be drawn, fate says once more what is asked; pressed again, what it means."""
        if self._menu is not None:
            self._voice.hush()
            self._offer(self._menu)
            return True
        moment = self._table.now()
        if self._how_on(moment):
            self._voice.hush()
            return self._repeat()
        if chances(moment.ask):
            return False
        if self._repeated == moment.number:
            self._repeated = -1  # and then once more from the beginning
            return self._explain(moment)
        self._repeated = moment.number
        return self._repeat()

    def _explain(self, moment: Moment) -> bool:
        """What is asked and what the next choice brings, as far as all may know."""
        sight = Sight.of(moment.position.game, moment.position.state, moment.ask, (), None)
        told = [lesson.text for lesson in about(sight)[:MOST_LESSONS]]
        choices = self._choices()
        chosen = choices[self._at] if choices else None
        for option in getattr(self._choosing.ask, "options", ()) if self._choosing else ():
            if chosen and not chosen.inside and option.value == chosen.value and option.hint:
                told.append(f"{chosen.words}: {option.hint}")
        self._voice.hush()
        self._voice.say(" ".join(told) or NOTHING_TO_TELL, "lesson")
        if choices:
            self._read_out()
        return True

    def _up(self) -> bool:
        """Held: out of what was unfolded; otherwise it takes back, as ever."""
        if self._menu is not None and self._menu.back is not None:
            self._voice.hush()
            self._offer(self._menu.back)
            return True
        if self._camera or self._choosing is None or not self._choosing.up():
            return False
        self._at = 0
        self._read_out(first=True)
        return True


def _are_numbers(words: list[str]) -> bool:
    """What is chosen is a number itself, which one digit can show."""
    return set(words) <= set(SMALL[:10])


def _numbered(at: int, words: list[str]) -> str:
    if _are_numbers(words):
        return f"{words[at].capitalize()}."
    return f"{in_letters(at + 1).capitalize()}, {words[at]}."
