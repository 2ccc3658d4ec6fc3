"""The camera and the printed board: reads it once it rests, and understands what was done on it.

One story that explains the change is taken, and said; several are asked; none, for a while, means that the table
differs, and people say which is right.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace

from device.live.table import Table
from device.pictures.kept import Kept
from rules.ask import Trouble as Refused
from rules.game import Setup
from rules.moment import Moment
from rules.plain import Plain
from vision.find.board import Board
from vision.find.closeup import closeup, jpeg
from vision.find.register import Registration
from vision.read import match
from vision.read.taught import Shelf
from vision.reading import Image, Reading, Trouble, Value

from . import boards as looks
from .seen import Seen, called
from .stories import Story, stories

log = logging.getLogger(__name__)

MOST_CHOICES = 6  # stories people are asked about; whoever did something else says so on a phone
PATIENCE = 3.0  # seconds a table may stay unexplained before the box says that it differs
SOON = 1.0  # seconds until another look at a table that is not explained yet; reading takes a Pi long enough
LATER = 30.0  # and once people were told: whatever moves is looked at anyway, unless it moves by too little to notice


@dataclass(frozen=True)
class _Doubt:
    """A look that the camera alone could not settle.

    :param view: the table as the box had it once people had answered; None until they have.
    """

    why: str
    picture: Image | None
    where: Registration | None
    readings: tuple[Reading, ...]
    view: Mapping[str, str] | None = None


class BoardWatch:
    """Reads the board of the game being played and answers for those who moved pieces on it.

    :param clock: seconds that only rise.
    :param boards: the board of a game as this box knows it.
    :param shelf: the pieces that the owner of a game has taught.
    :param kept: where pictures go about which people were asked, if they allow it.
    """

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float],
        boards: Callable[[str], Board] = looks.board,
        shelf: Callable[[Setup], Shelf] = lambda setup: Shelf(),
        kept: Kept | None = None,
    ) -> None:
        self.seen = Seen()
        self.readings: tuple[Reading, ...] = ()
        self._table = table
        self._clock = clock
        self._make = boards
        self._shelf = shelf
        self._kept = kept
        self._doubt: _Doubt | None = None
        self._taught: dict[str, Shelf] = {}  # as each board's tiles are known by now
        self._boards: dict[str, Board] = {}
        self._picture: Image | None = None  # the one that was read last
        self._moved = ""  # a sentence, if the board was found elsewhere when it was read last
        self._view: dict[str, str] = {}  # of the position the camera knows
        self._at: tuple[str, int] | None = None
        self._behind: dict[str, object] = {}  # what still lies on slots where hands have something to do
        self._unexplained_since: float | None = None
        self._look_at: float | None = None  # when another look is worth it though nothing moves
        self._searched: tuple[object, list[Story]] | None = None
        self._guiding = False

    @property
    def restless(self) -> bool:
        """Is something unexplained for so long that another look is worth it though nothing moves?"""
        return self._look_at is not None and self._clock() >= self._look_at

    @property
    def in_sight(self) -> bool:
        """Was the board found when it was last looked for?"""
        return bool(self.readings) and self.seen.state != "trouble"

    def board(self, moment: Moment | None) -> Board | None:
        """The board of the game being played, if the camera knows it; an owner's own once its corners were dragged."""
        if moment is None or not (name := looks.name_of(moment.setup)):
            return None
        if name not in self._boards:
            self._boards[name] = self._make(name)
        board = self._boards[name]
        shelf = self._shelf(moment.setup)
        known = self._taught.get(name)
        if known is not shelf:
            self._taught[name] = shelf
            if shelf.pieces or (known and known.pieces):
                looks.teach(board, name, shelf)
        return board if board.layout.markers or board.by_hand else None

    def follow(self, moment: Moment) -> None:
        """The game moved on, by whatever way: what hands have not done yet is no difference."""
        at = (moment.game_id, moment.number)
        if at == self._at:
            return
        view = moment.position.view()
        if self._at is None or self._at[0] != moment.game_id:
            self._behind, self._guiding, self.readings, self._doubt = {}, False, (), None
            self.seen = Seen()
        else:
            lies = {reading.slot: reading.value for reading in self.readings}
            for slot in {*view, *self._view}:
                if view.get(slot) != self._view.get(slot) and slot in lies and lies[slot] != view.get(slot):
                    self._behind[slot] = lies[slot]
            if self._doubt is not None and self._doubt.view is None:
                self._doubt = replace(self._doubt, view=view)
        self._view, self._at = view, at
        self._explained()

    def read(self, moment: Moment, board: Board, pictures: Sequence[Image | None]) -> None:
        """Read every slot in all *pictures*; only what all of them show alike is sure."""
        read, self._moved = [], ""
        if self._look_at is not None:
            self._look_at = self._clock() + SOON
        for picture in pictures:
            one = board.read(picture)
            if board.moved:
                self._moved = f"The {board.layout.title} or the camera was moved; the box found it again."
            if isinstance(one, Trouble) and board.aside:
                self.seen, self.readings = Seen(), ()
                self._explained()
                return
            if isinstance(one, Trouble):
                self.seen = Seen("trouble", one.sentence)
                # From one covered lens to another nothing seems to move, but another sentence may help now.
                self._look_at = self._clock() + LATER
                return
            read.append(one)
            self._picture = picture
        self.readings = _as_called(match.agreed(read), moment.position.view())
        self._understand(moment)

    # Understanding

    def _understand(self, moment: Moment) -> None:
        view = moment.position.view()
        readings = self._as_if_done(view)
        left = tuple(d for d in match.differences(self.readings, view) if d.slot in self._behind)
        doubt = [called(slot) for slot in match.unsure(readings, view)]
        board = self.board(moment)
        if not match.differences(readings, view):
            self._explained()
            if board is not None and not self._behind:
                board.confirm({one.slot: one.value for one in self.readings if one.value == view.get(one.slot)})
            if doubt:
                self._doubt = self._doubt or replace(self._doubted(board, "unsure"), view=view)
                aside = board is not None and board.aside
                missing = f"Where is the marker of {_and(doubt)}? One should stand in the row."
                self.seen = Seen("unsure", missing if aside else f"The camera cannot see {_and(doubt)} well.")
            elif left:
                self.seen = Seen("hands", "Still to do on the table:", differs=left, todo=self._orders(moment))
            else:
                self._guiding = False
                self.seen = Seen("same", self._moved)
                self._settle(moment, view)
            return
        if self._guiding:
            self._guide(moment)
            return
        moved = tuple(reading for reading in readings if board is not None and board.answers(reading.slot))
        found = self._stories(moment, moved) if match.differences(moved, view) else []
        if found and not found[0].answers and found[0].waits_for:
            self._explained()
            name = moment.setup.names.get(found[0].waits_for, found[0].waits_for)
            self.seen = Seen("phone", f"{name}: tell your phone which one it is.")
            return
        if len(found) == 1 and self._believed(found[0]):
            self._explained()
            self.take(moment, found[0])
            return
        now = self._clock()
        if self._unexplained_since is None:
            self._unexplained_since = now
        # A single look can catch a piece in mid-air: ask, and complain, only if it stays so.
        patient_until = self._unexplained_since + (PATIENCE / 3 if found else PATIENCE)
        if now < patient_until:
            self._look_at = min(now + SOON, patient_until)
            return
        self._look_at = now + LATER
        if found:
            some = tuple(found[:MOST_CHOICES])
            words = "What was done? " + " Or: ".join(story.words for story in some)
            differs = match.differences(readings, view)  # for those who did none of these
            shown = self._pictures(moment, some, readings)
            self.seen = Seen("asks", words, choices=some, differs=differs, pictures=shown)
            self._doubt = self._doubted(board, "asked")
        else:
            differs = match.differences(readings, view)
            places = _and([called(one.slot) for one in differs])
            self.seen = Seen("differs", f"The table differs from the box on {places}. Which is right?", differs=differs)
            self._doubt = self._doubted(board, "corrected")

    def _pictures(self, moment: Moment, some: tuple[Story, ...], readings: Sequence[Reading]) -> tuple[bytes, ...]:
        """For each story the part of the board that it is about, as the camera saw it, with what it says drawn in."""
        if self.seen.pictures and [one.words for one in self.seen.choices] == [one.words for one in some]:
            return self.seen.pictures
        board, picture = self.board(moment), self._picture
        if board is None or board.where is None or picture is None:
            return ()
        known, differs = board.places, match.differences(readings, moment.position.view())
        changed = [p for one in differs for p in (one.slot, str(one.expected), str(one.seen)) if p in known]
        left = [p for one in differs for p in ((one.slot if one.seen is None else ""), str(one.expected)) if p in known]
        taken = []
        for story in some:
            marks = _marks(story, known, left)
            around = [known[place] for place in changed if place not in marks]
            shown = [known[place] for place in marks]
            small = board.tokens is not None and all(place in board.tokens.slots for place in (*marks, *changed))
            room = 1.6 * board.tokens.radius if board.tokens and small else board.tiles.radius
            taken.append(jpeg(closeup(picture, board.where, board.layout.half, around, marks=shown, room=room)))
        return tuple(taken)

    def _explained(self) -> None:
        self._unexplained_since = self._look_at = None

    def _stories(self, moment: Moment, readings: tuple[Reading, ...]) -> list[Story]:
        """What explains the readings; looked for only once, as long as nothing changes."""
        told = (self._at, tuple((r.slot, r.value, r.sure) for r in readings))
        if self._searched is None or self._searched[0] != told:
            self._searched = told, stories(moment.position, readings)
        return self._searched[1]

    def _believed(self, story: Story) -> bool:
        return not story.unseen and not story.unsure

    def _as_if_done(self, view: Mapping[str, str]) -> tuple[Reading, ...]:
        """The readings with everything as done that hands have still to do."""
        lies = {reading.slot: reading.value for reading in self.readings if reading.sure}
        for slot in list(self._behind):
            if slot in lies and lies[slot] != self._behind[slot]:
                del self._behind[slot]
        return tuple(
            replace(reading, value=view.get(reading.slot), confidence=1.0) if reading.slot in self._behind else reading
            for reading in self.readings
        )

    # Pictures about which people were asked

    def _doubted(self, board: Board | None, why: str) -> _Doubt:
        return _Doubt(why, self._picture, board.where if board else None, self.readings)

    def _settle(self, moment: Moment, view: Mapping[str, str]) -> None:
        """All is clear now: so is what lay there in doubt, wherever the box has had the same there ever since."""
        doubt, self._doubt = self._doubt, None
        if doubt is None or doubt.view is None:  # hands put it right: what lay there before nobody knows
            return
        clear = {one.slot for one in self.readings if one.sure}
        same = {slot for slot in clear if doubt.view.get(slot) == view.get(slot)}
        if not any(one.sure and one.slot in same and one.value != view.get(one.slot) for one in doubt.readings):
            self._keep(moment, doubt, {one.slot: view.get(one.slot) for one in doubt.readings if one.slot in same})

    def _keep(self, moment: Moment, doubt: _Doubt, lies: Mapping[str, str | None]) -> None:
        """Keep the picture with what turned out to lie there; of sheets beside the board nothing is kept."""
        name, board = looks.name_of(moment.setup), self.board(moment)
        if self._kept is None or board is None or self._taught[name].pieces:
            return  # what an owner taught only this box can read
        beside = {slot for sheet in board.beside for slot in getattr(sheet.tiles, "reads", ())}
        own = {slot: value for slot, value in lies.items() if slot not in beside}
        self._kept.board(name, board, doubt.where, doubt.picture, doubt.readings, own, doubt.why)

    def chosen(self, moment: Moment, story: Story) -> None:
        """People say what was done: so that is what lies there."""
        doubt, self._doubt = self._doubt, None
        if self.take(moment, story) and doubt is not None:
            view, after = self._view, self._table.now()
            # What hands have still to do lies there otherwise.
            contradicted = {one.slot for one in doubt.readings if one.sure and one.value != view.get(one.slot)}
            open_ = contradicted.union(story.unfinished)
            self._keep(after, doubt, {r.slot: view.get(r.slot) for r in doubt.readings if r.slot not in open_})

    def take(self, moment: Moment, story: Story) -> bool:
        """Answer for the people who moved the pieces; were all answers taken?"""
        taken = 0
        number, board = moment.number, self.board(moment)
        saw = {reading.slot for reading in self.readings if board is not None and board.answers(reading.slot)}
        for nth, answer in enumerate(story.answers):
            try:
                number = self._table.answer(
                    number, answer.value, answer.seat, source="camera", saw=saw, goes_on=nth > 0
                ).number
                taken += 1
            except Refused as refused:
                log.info("%s was not taken: %s", answer.words, refused)
                break
        after = self._table.moment
        if after is not None:
            self.follow(after)
            self._understand(after)
        return taken == len(story.answers)

    def checked(self) -> list[dict[str, Plain]]:
        """The board slot by slot: what the camera sees and what the box has, for people to compare."""
        moment = self._table.now()
        view, board = moment.position.view(), self.board(moment)
        aside = board is not None and board.aside
        rows: list[dict[str, Plain]] = []
        for reading in self.readings:
            expected = view.get(reading.slot)
            word = "unsure" if not reading.sure else "same" if reading.value == expected else "differs"
            if aside and reading.value is expected is None:  # a row that nobody plays on
                word = "same"
            if word == "differs" and reading.slot in self._behind:
                word = "hands"
            rows.append({"slot": called(reading.slot), "seen": reading.value, "expected": expected, "word": word})
        return rows

    # What people say when it asks

    def table_is_right(self, who: str) -> None:
        """What lies on the table counts: the box follows it by a ruling, which the log keeps."""
        moment = self._table.now()
        doubt, self._doubt = self._doubt, None
        seen = {each.slot: None if each.value is None else _said(each.value) for each in self.readings if each.sure}
        changes = moment.position.game.as_seen(moment.position.state, seen)
        if changes:
            self._table.rulings(moment.number, changes, who, "the table is right")
        self._behind, self._guiding = {}, False
        self._explained()
        after = self._table.now()
        self._view, self._at = after.position.view(), (after.game_id, after.number)
        self.readings = _as_called(self.readings, self._view)
        if doubt is not None:
            lies = {slot: value for slot, value in seen.items() if value == self._view.get(slot)}
            self._keep(after, doubt, lies)
        self._understand(after)

    def guide(self) -> None:
        """What the box says counts: it tells hands what to do until the table looks like it."""
        self._guiding = True
        self._guide(self._table.now())

    def _guide(self, moment: Moment) -> None:
        self._look_at = self._clock() + LATER
        differs = match.differences(self.readings, moment.position.view())
        self.seen = Seen("guiding", "Put the table back:", differs=differs, todo=self._orders(moment))

    def _orders(self, moment: Moment) -> tuple[str, ...]:
        """What hands have to do so that the table looks as the box says."""
        view, todo = moment.position.view(), moment.position.game.todo
        looked_at = {reading.slot for reading in self.readings}
        # Where no camera looks, hands may have left it as it was: a tile that is killed goes to the killed, not home.
        beside = {slot: v for slot, v in (moment.laid or view).items() if slot not in looked_at}
        done = beside | {slot: value for slot, value in view.items() if slot in looked_at}
        lies = dict(beside)
        for reading in self.readings:
            value = reading.value if reading.sure else view.get(reading.slot)
            if value is not None:
                lies[reading.slot] = _said(value)
        told = todo(done, view)  # is said elsewhere, and no camera can see it done
        return tuple(order for order in todo(lies, view) if order not in told)


def _said(value: Value) -> str:
    """What was read, as views say it; a piece stays one."""
    return value if isinstance(value, str) else str(value)


def _and(names: list[str] | tuple[str, ...]) -> str:
    some = list(names[:6])
    more = len(names) - len(some)
    if more:
        some.append(f"{more} more places")
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"


def _marks(story: Story, known: Container[str], left: Sequence[str]) -> list[str]:
    """The places where a story says that something was done, in order.

    :param left: places from which something went away.
    """
    marks: list[str] = []
    for answer in story.answers:
        if answer.way and all(place in known for place in answer.way):
            marks = list(answer.way)  # it names every step, so that nothing said before it need be drawn
        else:
            marks += [place for place in answer.places if place in known and place not in marks]
    return [*left, *marks] if marks and len(left) == 1 and left[0] not in marks else marks


def _as_called(readings: Sequence[Reading], view: Mapping[str, str]) -> tuple[Reading, ...]:
    """What its owner taught as "old lamp" is the Old Lamp of the game."""
    named = [(reading, view.get(reading.slot)) for reading in readings]
    return tuple(
        replace(reading, value=has) if has and str(reading.value).lower() == has.lower() else reading
        for reading, has in named
    )
