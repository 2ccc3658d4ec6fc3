"""The live parts of the pages: drawn on the server for each viewer, sent whole, swapped in place.

Only what `show` gives a seat goes in here, so secrets are cut before anything is drawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from functools import cached_property, partial
from typing import Any

from flask import current_app

from rules.ask import Ask, AskAny, Option, PickSome, ReadStory, Trouble
from rules.chance import Chance
from rules.describing import Describe
from rules.moment import Moment, Taking
from rules.onward import whole
from rules.sheet import WhatChanged
from web.games import Drawing, board_of
from web.games.taps import answers_in, by_slot
from web.portraits import Sitter, named, portrait

from .by_hand import Group, groups, set_already
from .chair import left_to_people, sitting, thinking
from .describing import Builder
from .endings import endings
from .faults import safely
from .learning import told
from .pictured import beside, pictured
from .pieces import badges
from .seats import Viewer, hand_overs, played_by_the_box
from .table import LiveTable

PARTS = {
    "seat": ("ask", "seats", "log", "tools", "scene", "lesson"),
    "table": ("ask", "todo", "seats", "log", "tools", "joined", "scene", "lesson"),
}
"""The parts of each page; on a phone what hands do stands with the question."""
MOST_ENTER = 4
"""Portraits side by side in a scene."""
SHORT = 60
"""Letters that can all stand large."""
QUESTION = re.compile(r"(.{8,90}?\?)(?=\s)")
SENTENCE = re.compile(r"(.{12,}?[.!])(?=\s+\S)")


class Asked:
    """A question as one viewer sees it.

    :param mine: the question to answer here; None if it is for others to answer.
    :param text: what is read on top.
    :param whose: who is asked, where the text does not say so and it is not this viewer alone.
    :ivar marked: the seats whose marks stand with the question: those asked, if it is neither this viewer nor all.
    :ivar drawn: the answers that can be tapped on this page's drawings.
    :ivar wholes: what goes along with the answers that begin something.
    """

    def __init__(self, moment: Moment, viewer: Viewer, played: Collection[str] = ()) -> None:
        ask = moment.ask
        names = moment.position.game.players(moment.position.state)
        self.waiting = [names.get(seat, seat) for seat in ask.told] if ask else []
        self.thinking = thinking(moment, played)
        self.mine = _for(ask, viewer, self.thinking, left_to_people(moment, played)) if ask else None
        self.text = ""
        self.drawn: set[str | int] = set()
        asked = (self.mine or ask).told if ask else ()
        whose = ", ".join(names.get(seat, seat) for seat in asked)
        self.whose = whose if viewer.seat not in asked or viewer.seat in self.thinking else ""
        self.marked = asked if viewer.seat not in asked and len(asked) < len(names) else ()
        if self.mine:
            own = re.escape(names.get(viewer.seat or "", "")) if self.mine.told == (viewer.seat,) else ""
            self.text = re.sub(rf"^{own}(?: \([^)]*\))?: ", "", self.mine.text) if own else self.mine.text
        elif ask:
            self.text = ask.others or ("" if ask.private else ask.text)
            if isinstance(ask, AskAny) and not self.text:
                self.text = "Waiting for " + ", ".join(self.waiting) + "."
        if ask and not self.mine and len(self.thinking) == len(ask.told):
            self.text = "The box is thinking."
        if not self.whose or any(name in self.text for name in self.waiting) or len(asked) == len(names):
            self.whose = self._named_first(names.get(asked[0], asked[0])) if len(asked) == 1 else ""
        self.wholes = {
            option.value: found
            for option in self.options
            if self.mine and option.begins and not option.barred
            if (found := whole(moment.position, option.value, self.mine.seat)).parts
        }

    def _named_first(self, name: str) -> str:
        """Whose question it is, where its text begins with that: taken off the text, it stands in a line of its own."""
        found = re.match(rf"{re.escape(name)}(?: \([^)]*\))?(?=: )", self.text)
        self.text = self.text[found.end() + 2 :] if found else self.text
        return found[0] if found else ""

    @property
    def head(self) -> str:
        """What stands large on top: all of a short text, of a longer one the question or else the first sentence."""
        if len(self.text) <= SHORT:
            return self.text
        found = QUESTION.match(self.text) or SENTENCE.match(self.text)
        return found[1] if found else self.text

    @property
    def rest(self) -> str:
        """What follows it in plain letters."""
        return self.text[len(self.head) :].strip()

    @property
    def kind(self) -> str:
        return type(self.mine).__name__ if self.mine else ""

    @property
    def is_chance(self) -> bool:
        return isinstance(self.mine, Chance)

    @cached_property
    def options(self) -> list[Option]:
        return list(getattr(self.mine, "options", ()))

    @property
    def sheet(self) -> list[Group]:
        """Everything that could have changed, where that is asked."""
        if not isinstance(self.mine, WhatChanged):
            return []
        same = self.mine.same.answer if self.mine.same else {}
        likely = (*self.mine.likely, *(each.group for each in self.mine.fields if each.path in same))
        return groups(self.mine.fields, likely, self.text)

    @property
    def set_already(self) -> str:
        """What stands on the sheet from the start, for the page's script."""
        return json.dumps(set_already(self.mine)) if isinstance(self.mine, WhatChanged) and self.mine.same else ""

    @property
    def builder(self) -> Builder:
        """The card that is to be described, before anything is said of it here."""
        assert isinstance(self.mine, Describe)
        return Builder(self.mine)

    @cached_property
    def slots(self) -> dict[str, Option]:
        """What can be tapped on the board, by its place."""
        return by_slot(self.options)

    @cached_property
    def placed(self) -> list[Option]:
        """Options that are tapped on the board, and those that cannot be now."""
        return [option for option in self.options if not self._is_loose(option)]

    @property
    def is_by_board(self) -> bool:
        """There is something to tap on the table that does not stand with the question."""
        return any(not option.barred for option in self.placed) and not isinstance(self.mine, PickSome)

    @cached_property
    def loose(self) -> list[Option]:
        """Options with no place of their own on the board, or with one that is not drawn on this page."""
        return [option for option in self.options if self._is_loose(option) and not self._is_last(option)]

    @cached_property
    def evening(self) -> list[Option]:
        """What is about the game as a whole: it stands last, apart from what is done in a turn."""
        return [option for option in self.options if self._is_last(option)]

    def _is_last(self, option: Option) -> bool:
        return option.is_apart and not option.barred and option.value != getattr(self.mine, "default", None)

    def _is_loose(self, option: Option) -> bool:
        return not option.slot or option.value in self.wholes or not (option.barred or option.value in self.drawn)

    @cached_property
    def grouped(self) -> list[tuple[str, list[Option]]]:
        """The loose options that can be chosen, those of one kind together, in the order of their first."""
        groups: dict[str, list[Option]] = {}
        for option in self.loose:
            if not option.barred:
                groups.setdefault(option.group, []).append(option)
        return list(groups.items())

    @property
    def is_terse(self) -> bool:
        """Short words only: two fit beside each other on a phone."""
        return all(len(option.label) <= 16 and not option.hint for option in self.loose if not option.barred)


def _for(ask: Ask, viewer: Viewer, thinking: Collection[str], left: Ask | None) -> Ask | None:
    """What this viewer may answer: its own question, or on the box's screen whatever is open to all.

    :param thinking: the seats for which the box answers.
    :param left: what the box leaves to whoever is there.
    """
    if viewer.seat and viewer.seat not in thinking:
        mine = ask.of(viewer.seat)
        if mine or not viewer.host:
            return mine or left
    if not viewer.host:
        return left if viewer.seat else None
    open_ones = [each for each in ask.each if not each.private and each.seat not in thinking]
    draws = [each for each in open_ones if isinstance(each, Chance)]  # with which the game goes on, whoever may help
    return open_ones[0] if len(open_ones) == 1 else draws[0] if len(draws) == 1 else None


def _where(board: Drawing, asked: Asked, mine: str, table: str) -> str:
    """What there is to be tapped, in words: the player's own board, or whatever the game calls it."""
    if answers_in(mine):
        return "the board or your cards" if answers_in(table) else "your own board"
    return board.where(by_slot([option for option in asked.placed if not option.barred]))


def regions(table: LiveTable, moment: Moment, viewer: Viewer, page: str, *, strictly: bool = False) -> dict[str, str]:
    """Every live part of a page, by the id of its place; one that cannot be drawn says so and lets the others be.

    :param page: "seat" on phones, "table" on the box's own screen.
    :param strictly: let a fault through, for whoever wants to know whether all can be drawn.
    """

    def drawn(part: str, draw: Callable[[], str]) -> str:
        return draw() if strictly else safely(part, moment, viewer, draw)

    try:
        common = _common(table, moment, viewer)
    except Trouble:
        raise
    except Exception as fault:  # nothing can be drawn of this position: then every part says so
        if strictly:
            raise
        broken = fault

        def fail() -> str:
            raise broken

        return {part: drawn(part, fail) for part in (*PARTS[page], "board", "mine")}
    asked, shown, seat = common["asked"], common["shown"], viewer.seat
    board = board_of(moment.position.game)
    on_table = drawn("board", lambda: board.board(shown, asked.slots, seat))
    on_own = drawn("mine", lambda: board.mine(shown, seat, asked.options)) if seat else ""
    asked.drawn = answers_in(on_table) | answers_in(on_own)
    common["on_stage"] = page == "table"
    common["where"] = _where(board, asked, on_own, on_table)
    current_app.update_template_context(common)
    common = {**current_app.jinja_env.globals, **common}
    parts = {part: drawn(part, partial(_render, part, common)) for part in PARTS[page]}
    return pictured(parts | {"board": on_table, "mine": on_own}, moment.setup)


def as_it_was(then: Moment, viewer: Viewer, *, turned_over: bool = False) -> dict[str, str]:
    """The table at an earlier moment, only to be looked at.

    :param turned_over: with everything open; otherwise as this viewer saw it then.
    """
    game, state, seat = then.position.game, then.position.state, viewer.seat
    shown = {**(game.turned_over(state) if turned_over else game.show(state, seat)), "news": []}
    board = board_of(game)
    common = {"moment": then, "shown": shown, "viewer": viewer, "game": game, "names": game.players(state)}
    common = {**current_app.jinja_env.globals, **common}
    parts = {
        "board": safely("board", then, viewer, lambda: board.board(shown, {}, None if turned_over else seat)),
        "seats": safely("seats", then, viewer, lambda: _render("seats", common)),
    }
    if seat and not turned_over:
        parts["mine"] = safely("mine", then, viewer, lambda: board.mine(shown, seat, ()))
    return pictured(parts, then.setup)


def _can_step_back(moment: Moment, taking: Taking | None, asked: Asked) -> bool:
    """Is this viewer in the middle of something that it began itself, and that showed nothing hidden so far?"""
    if (
        asked.mine is None
        or (isinstance(moment.ask, AskAny) and moment.ask.window)
        or not moment.position.steps
        or any(option.value == "back" for option in asked.options)
    ):
        return False
    return taking is not None and not taking.seen and taking.by == asked.mine.seat


def _render(part: str, common: dict[str, Any]) -> str:
    """
    :param common: all that a template may name; it is the same for all parts, so none needs its own copy.
    """
    return str(current_app.jinja_env.get_template(f"parts/{part}.html").make_module(common, shared=True))


def _enters(board: Drawing, shown: Mapping[str, Any], moment: Moment) -> list[Sitter]:
    """Who the story is about, such as a boss that appears, or whom the scene names, such as the enemies that come."""
    asked = moment.ask.each[0] if moment.ask and len(moment.ask.each) == 1 else None
    named_so = asked.paragraph if isinstance(asked, ReadStory) else ""
    said = moment.staged.text if moment.staged and not moment.story else ""
    if not named_so and not said:
        return []
    cast = board.cast(shown)
    found = [named_so] if named_so else named(tuple(cast)).findall(said) if cast else []
    return list(dict.fromkeys(who for name in found if (who := cast.get(name.lower()))))[:MOST_ENTER]


def _only_drawn(sentence: str, drawn: str) -> bool:
    """Does it say no more than the large number beside it, as "Fate: 4" and "Ann rolls 4" do?"""
    return drawn.isdigit() and re.search(rf"(?:^Fate:| rolls) {drawn}\.$", sentence) is not None


def _common(table: LiveTable, moment: Moment, viewer: Viewer) -> dict[str, Any]:
    """What all parts are drawn from."""
    game, state, seat = moment.position.game, moment.position.state, viewer.seat
    board, claims = board_of(game), table.claims()
    sits = sitting(table, moment, viewer, claims)
    asked = Asked(moment, viewer, sits.played)
    read = moment.read.text if moment.read and asked.mine else ""  # it stands there in full
    news = [each for each in moment.news_for(seat) if each != read and not _only_drawn(each, moment.drawn)]
    shown = {**moment.position.show(seat), "news": news}
    return {
        "read": read,
        "moment": moment,
        "asked": asked,
        "ask": asked.mine,
        "shown": shown,
        "viewer": viewer,
        "game": game,
        "names": game.players(state),
        "log": moment.log_for(seat)[::-1],
        "taking": (taking := table.taking_back()),
        "again": table.doing_again(),
        "can_step_back": _can_step_back(moment, taking, asked),
        "habits": table.habits(seat) if seat else {},
        "asides": (asides := game.asides(state, seat) if seat and moment.ask else ()),
        "begun_aside": {
            option.value: found
            for option in asides
            if seat and option.begins and not option.barred
            if (found := whole(moment.position, option.value, seat, aside=True).parts)
        },
        "claims": claims,
        "sits": sits,
        "absent": played_by_the_box(claims),
        "address": current_app.config["ADDRESS"](),
        "json": json.dumps,
        "badge": badges(board, shown, asked.mine),
        "enters": _enters(board, shown, moment) if viewer.host and not viewer.seat else [],
        "beside": beside(moment, asked.mine, viewer),
        "story": endings().known(moment) if moment.ask is None else None,
        "asked_for": hand_overs().seats(moment.game_id),
        "told": told(table, moment, viewer),
        "portrait": portrait,
    }
