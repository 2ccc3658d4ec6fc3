"""What must hold for every game, found out by playing it at random: for the tests of a game, whoever wrote it.

A check raises AssertionError where something does not hold. `checks` gives all of them for one game:

    @pytest.mark.parametrize("check", trying_out.checks(GAME), ids=str)
    def test_the_rules_hold_together(check):
        check()
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import chapters
from .ask import IllegalAnswer
from .game import BY_THE_BOOK, Game
from .games import DEMO, taken_markers
from .lessons import When
from .plain import Plain, dump
from .position import Position, Run, Step, some_step
from .printed import Piece, PrintedBoard
from .selfplay import play_many, play_one
from .sheet import fields, tried

CUSTODIES = ("box", "table")
A_MINUTE = 150
"""Words that are read aloud in a minute."""

AT_ONCE = 12
"""Things of a sheet that are tried at one position."""


@dataclass(frozen=True)
class Check:
    """One thing to find out about a game."""

    name: str
    run: Callable[[], None]

    def __str__(self) -> str:
        return self.name

    def __call__(self) -> None:
        self.run()


def checks(played: Game) -> list[Check]:
    """Everything that can be found out about the rules of one game."""
    found = [Check(check.__name__, _bound(check, played)) for check in (*OF_A_GAME, *OF_ITS_TABLE)]
    for count, custody in ways(played):
        found += [
            Check(f"{check.__name__}-{count}-{custody}", _bound(check, played, count, custody)) for check in OF_A_WAY
        ]
    return found


def _bound(check: Callable[..., None], *what: object) -> Callable[[], None]:
    return lambda: check(*what)


def ways(played: Game) -> list[tuple[int, str]]:
    """How many play, and who holds what is hidden: the fewest and the most, with the box and with the table."""
    counts = sorted({played.fewest, len(played.seats)})
    return [(count, custody) for count in counts for custody in CUSTODIES]


def a_game(
    played: Game, count: int, custody: str, seed: int, most: int = 160
) -> Iterator[tuple[Position, Step | None]]:
    """The beginning of a random game: every position, and the step that led to it; all of it, if it is a short one."""
    chance = random.Random(seed)
    position = Position.begin(played, played.setup(count, custody=custody))
    yield position, None
    for _ in range(most):
        if position.ask is None:
            return
        step = some_step(played, position.state, position.ask, chance)
        position = position.then(step)
        yield position, step


# However many play, and whoever holds what is hidden


def saved_and_loaded_it_is_the_same_game(played: Game, count: int, custody: str) -> None:
    for position, _ in a_game(played, count, custody, seed=1):
        again = Position.load(played, json.loads(json.dumps(position.save())))
        assert again.ask == position.ask
        assert dump(again.state) == dump(position.state)


def the_same_answers_always_give_the_same_game(played: Game, count: int, custody: str) -> None:
    setup = played.setup(count, custody=custody)
    first, record, fault = play_one(played, setup, random.Random(3))
    assert first is not None, fault
    again = Run(played, played.begin(setup))
    for step in record.steps:
        again.take(step)
    assert dump(again.state) == dump(first.state)


def a_position_and_a_run_agree(played: Game, count: int, custody: str) -> None:
    """Replay from checkpoints gives what playing straight on gives."""
    run = Run(played, played.begin(played.setup(count, custody=custody)))
    for position, step in a_game(played, count, custody, seed=2, most=80):
        if step:
            run.take(step)
        assert run.ask == position.ask
        assert dump(run.state) == dump(position.state)


def what_is_shown_to_anybody_is_plain_data(played: Game, count: int, custody: str) -> None:
    for position, _ in a_game(played, count, custody, seed=4, most=60):
        for seat in (None, *position.state.setup.seats):
            shown: dict[str, Any] = position.show(seat)
            assert json.loads(json.dumps(shown)) == shown
            assert {"seats", "current", "result"} <= shown.keys(), "the pages need seats, current and result"
            assert {side["seat"] for side in shown["seats"]} <= set(played.players(position.state))
            for side in shown["seats"]:
                assert side["name"]
                assert all(isinstance(name, str) and isinstance(value, str) for name, value in side["facts"])
            assert position.ask or shown["result"]["text"], "people read how it ended"
        view = position.view()
        assert all(isinstance(slot, str) and isinstance(value, str) for slot, value in view.items())


OF_A_WAY = (
    saved_and_loaded_it_is_the_same_game,
    the_same_answers_always_give_the_same_game,
    a_position_and_a_run_agree,
    what_is_shown_to_anybody_is_plain_data,
)


# Of the game as a whole


def random_games_end_without_fault(played: Game) -> None:
    outcome = play_many(played, 6, seed=11)
    assert [fault for fault, _ in outcome.failures] == []
    assert set(outcome.endings) <= set(played.endings)


def every_refusal_names_a_rule_that_exists(played: Game) -> None:
    seen = 0
    for position, _ in a_game(played, len(played.seats), "box", seed=5):
        for seat in position.ask.seats if position.ask else ():
            for option in getattr(position.ask.of(seat) if position.ask else None, "options", ()):
                if option.barred and option.barred.rule:
                    seen += 1
                    assert option.barred.rule in played.reference
                    assert option.barred.why
    assert seen, "nothing was ever barred"


def house_rules_name_rules_that_exist_and_take_their_defaults(played: Game) -> None:
    for toggle in played.toggles.values():
        assert toggle.rule in played.reference
        toggle.check(toggle.default)


def every_preset_can_be_played_and_differs_from_the_others(played: Game) -> None:
    assert played.presets[0] == BY_THE_BOOK
    seen: list[dict[str, Plain]] = []
    for preset in played.presets:
        assert played.begin(played.setup(played.fewest, preset.toggles))
        assert all(played.toggles[name].default != value for name, value in preset.toggles.items()), preset.name
        assert preset.toggles not in seen
        seen.append(preset.toggles)


def every_rule_has_a_number_a_name_and_a_sentence(played: Game) -> None:
    for number, rule in played.reference.items():
        assert re.fullmatch(rf"{re.escape(played.prefix)}-[A-Z]*\d+[a-z]?", number), number
        assert rule.name, number
        assert rule.text.endswith((".", "!", "?", ")")), number


def every_example_is_played_by_the_rules_and_ends_as_it_is_told(played: Game) -> None:
    for chapter in played.book.chapters:
        for example in chapter.examples:
            _, after = chapters.played(played, example)
            assert example.then, f"{example.title}: say what must be so afterwards"
            for path, value in example.then.items():
                assert chapters.found(after, path) == value, f"{example.title}: {path}"


def every_rule_stands_in_a_chapter_where_there_are_chapters(played: Game) -> None:
    told = {number for chapter in played.book.chapters for number in chapters.numbers(chapter, played)}
    assert not told or list(played.reference) == [number for number in played.reference if number in told]
    titles = [chapter.anchor for chapter in played.book.chapters]
    assert len(set(titles)) == len(titles)


def lessons_are_short_and_name_rules_that_exist(played: Game) -> None:
    taught = played.teaching
    for name, lesson in taught.lessons.items():
        assert 1 <= len(re.findall(r"[.!?](?:\s|$)", lesson.text)) <= 2, f"{name}: one or two sentences"
        assert len(lesson.text.split()) <= 36, f"{name}: a few words fewer"
        assert len(lesson.word.split()) <= 7, f"{name}: a word for whoever meets it later"
        assert lesson.rules, f"{name}: by which rule?"
        assert not [number for number in lesson.rules if number not in played.reference], name
        assert lesson.when != When(), f"{name}: when does it matter?"
        assert not lesson.when.shown or lesson.when.shown in played.noticed, name
    assert sum(len(page.text.split()) for page in taught.minute) <= A_MINUTE, "goal and pieces in under a minute"
    for each in taught.still:
        assert each.text.startswith("You could still "), each.text
        assert each.option or each.begins or each.shown, f"{each.text}: what is lost?"
        assert not each.shown or each.shown in played.noticed, each.text


def hands_are_told_what_to_do_in_sentences(played: Game) -> None:
    earlier: dict[str, str] = {}
    for position, _ in a_game(played, played.fewest, "table", seed=6, most=40):
        view = position.view()
        orders = [*played.todo(earlier, view), *played.put_back(position.state), *played.guide(position.state)]
        assert all(isinstance(order, str) and order.strip() for order in orders)
        assert played.todo(view, view) == []
        earlier = view


def the_sheet_can_be_made_and_what_it_says_is_taken_or_refused_in_words(played: Game) -> None:
    """At every position; now and then things are tried by themselves, which a table with a whole to keep may refuse."""
    chance, taken, refused = random.Random("sheet"), 0, list[str]()
    for number, (position, _) in enumerate(a_game(played, len(played.seats), "table", seed=10, most=100)):
        state, before, now_and_then = position.state, dump(position.state), number % 20 == 10
        for seat in (None, *(played.players(state) if now_and_then else ())):
            found = fields(played, state, seat)
            assert len({each.path for each in found}) == len(found), "each thing is there once"
            assert len({each.called for each in found}) == len(found), "two things are called the same"
            for each in found:
                assert each.group.strip(), each
                assert each.label.strip(), each
                assert not each.differs(each.check(each.now)), each
        known = fields(played, state, None) if now_and_then else ()
        for each in chance.sample(known, min(AT_ONCE, len(known))):
            others = [value for value in each.values() if each.differs(value)]
            for value in chance.sample(others, min(2, len(others))):
                try:
                    tried(played, state, ((each, value),))
                    taken += 1
                except IllegalAnswer as why:
                    refused.append(f"{each.called} {value}: {why}")
        assert dump(state) == before, "a sheet that is only tried changes nothing"
    assert taken or not refused, refused
    assert not [why for why in refused if not why.endswith((".", ")"))], refused


OF_A_GAME = (
    random_games_end_without_fault,
    every_refusal_names_a_rule_that_exists,
    house_rules_name_rules_that_exist_and_take_their_defaults,
    every_preset_can_be_played_and_differs_from_the_others,
    every_rule_has_a_number_a_name_and_a_sentence,
    every_example_is_played_by_the_rules_and_ends_as_it_is_told,
    every_rule_stands_in_a_chapter_where_there_are_chapters,
    lessons_are_short_and_name_rules_that_exist,
    hands_are_told_what_to_do_in_sentences,
    the_sheet_can_be_made_and_what_it_says_is_taken_or_refused_in_words,
)


# Of what lies on the table: nothing to find out if nothing is printed


def boards_can_be_found_and_hold_what_lies_on_them(played: Game) -> None:
    """Corner markers of its own, everything on the paper, and a piece for whatever `view` says of a slot."""
    taken = taken_markers()
    for board in played.boards(DEMO):
        if board.photograph:
            continue
        assert len(board.markers) >= 4, f"{board.title}: the camera finds a board by four markers at least"
        assert all(taken.get(number, board.title) == board.title for number in board.markers)
        places = [*board.markers.values(), *(slot.at for slot in (*board.slots.values(), *board.spots.values()))]
        assert all(abs(x) < board.half[0] and abs(y) < board.half[1] for x, y in places)
        assert bool(board.tiles) == bool(board.slots)
    if main := _main_board(played):
        pieces = set(map(str, main.tiles))
        for position, _ in a_game(played, played.fewest, "table", seed=7, most=60):
            view = position.view()
            assert {view[slot] for slot in main.slots if slot in view} <= pieces


def pieces_have_places_beside_the_board(played: Game) -> None:
    zones = {zone.name for zone in played.zones}
    assert {zone.drawn_to for zone in played.zones if zone.drawn_to} <= zones
    for position, _ in a_game(played, played.fewest, "table", seed=8, most=40):
        parts = played.components(position.state)
        assert {part.home for part in parts} <= zones
        assert set(played.beside(position.state)) <= zones


def a_table_that_is_right_is_believed(played: Game) -> None:
    """After the rulings of `as_seen` the box has the very pieces on the slots that were seen there."""
    board = _main_board(played)
    if board is None or type(played).as_seen is Game.as_seen:
        return
    known: dict[str, Piece] = {str(piece): piece for piece in board.tiles}
    line = [position for position, _ in a_game(played, played.fewest, "table", seed=9, most=60)]
    for now, then in zip(line[:-3:5], line[3::5], strict=False):
        if now.ask is None:
            break
        lies, believed = then.view(), now
        for path, value in played.as_seen(now.state, {slot: known.get(lies.get(slot, "")) for slot in board.slots}):
            believed = believed.then(Step("ruling", value, None, path))
        has = believed.view()
        assert {slot: has.get(slot) for slot in board.slots} == {slot: lies.get(slot) for slot in board.slots}


def _main_board(played: Game) -> PrintedBoard | None:
    """The board on which tiles lie in slots, if there is one."""
    first = next(iter(played.boards(DEMO)), None)
    return first if first and first.slots and not first.photograph else None


OF_ITS_TABLE = (
    boards_can_be_found_and_hold_what_lies_on_them,
    pieces_have_places_beside_the_board,
    a_table_that_is_right_is_believed,
)


# Of its tests


def rules_without_a_test(played: Game, tests: Path) -> list[str]:
    """The numbers of the rules that no test below *tests* is marked with, as in ``@pytest.mark.rule("SL-12")``."""
    texts = [file.read_text("utf-8") for file in sorted(tests.rglob("test_*.py"))]
    marks = [mark for text in texts for mark in re.findall(r"mark\.rule\(([^)]*)\)", text)]
    tested = {number for mark in marks for number in re.findall(r"[\"']([^\"']+)[\"']", mark)}
    return [number for number in played.reference if number not in tested]
