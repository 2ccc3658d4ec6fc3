"""The live table: one game, one writer, everybody else looks on.

Answers come from phones, the kiosk, buttons and the camera; each is checked by the rules, written to the journal,
and only then takes effect. Then lamps, kiosk and phones are told.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from rules.ask import Ask, AskAny, IllegalAnswer, StaleAnswer, Trouble
from rules.chance import Chance
from rules.game import Said, Setup
from rules.games import game as game_of
from rules.moment import Change, Moment, Proposal, Reading, SavedGame, Taking
from rules.plain import Plain
from rules.position import Position, RulesFault, Step

from . import sayings as told
from .dealer import Dealer, fingerprint, new_seed
from .described import with_all_that_is_known
from .hidden import shows_hidden
from .journal import NO_ENTRY, Entry, Journal, JournalTrouble
from .older_games import Fit, OlderGame, look, reading, rules_print
from .trial import Unplayable, must_be_modest, must_work

log = logging.getLogger(__name__)

LOG_LINES = 60
"""How much of the log is kept at hand."""

JUST_NOW = 64
"""Steps an answer may lie behind while the seat's own question stays the same."""


class NoGame(Trouble):
    """Nothing is being played."""

    def __init__(self) -> None:
        super().__init__("No game is open on this table.")


class Table:
    """The game being played on this box, and the way to the others."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.when_changed: list[Callable[[Moment | None], None]] = []
        self.must_draw: list[Callable[[Moment], None]] = []
        """Whoever shows the game draws it here before a ruling or a saved game counts, and raises if it cannot.

        Called while the table is held: it must wait for nobody and change nothing.
        """
        self._lock = threading.RLock()
        self._moment: Moment | None = None
        self._dealer = Dealer(b"")
        self._asked: deque[tuple[int, Ask | None, str | None]] = deque(maxlen=JUST_NOW)
        self._begun: dict[str, dict[str, str]] = {}  # where all act at once: the table before each one's last answer
        self._fits: dict[tuple[str, int, str], Fit] = {}

    # Looking

    @property
    def moment(self) -> Moment | None:
        """The live game; None while none is open."""
        return self._moment

    def now(self) -> Moment:
        if self._moment is None:
            raise NoGame
        return self._moment

    def is_alive(self, patience: float) -> bool:
        """The table can be reached within *patience* seconds and its journal can be read."""
        if not self._lock.acquire(timeout=patience):
            return False
        try:
            self.journal.games_count()
            return True
        except JournalTrouble:
            return False
        finally:
            self._lock.release()

    def still_open(self, number: int, seat: str | None) -> int:
        """The number under which *seat* may still answer what it was asked at position *number*.

        Where several act at once, an answer is late only if it was given to another question: as long as nobody but
        others has answered since and *seat* is asked the very same, it counts for the table as it is now.
        """
        with self._lock:
            moment = self.now()
            since = [entry for entry in self._asked if entry[0] >= number]
            if number == moment.number or not since or since[0][0] != number:
                return number
            then, today = since[0][1], moment.ask
            others = all(by is not None and by != seat for _, _, by in since)
            same = then is not None and today is not None and then.of(seat) == today.of(seat) is not None
            return moment.number if others and seat and same else number

    def taking_back(self) -> Taking | None:
        """What would be undone now, if anything: the last thing people did, with all the dealer did after it."""
        moment = self.now()
        seen = False
        for entry in self.journal.path(moment.game_id, moment.node):
            if entry.kind in ("begin", "renewed"):
                return None  # what older rules made of it cannot be gone back to
            seen = seen or entry.revealed
            if entry.source != "dealer":
                return Taking(entry.title, entry.parent, seen)
        return None

    def doing_again(self) -> str | None:
        """What was taken back and could be done again, by its title."""
        moment = self.now()
        entry = self.journal.next_node(moment.game_id, moment.node)
        return entry.title if entry else None

    # Games

    def games(self) -> list[SavedGame]:
        """Every game on this box, the one played last first."""
        return self.journal.games()

    def claims(self) -> dict[str, str]:
        """The secret token of each seat of the live game that a phone has taken."""
        return self.journal.claims(self.now().game_id)

    def claim(self, seat: str, token: str, *, leaving: str = "") -> bool:
        """A phone takes *seat*, unless another has it already; an empty token frees it.

        :param leaving: the token of the seat that this phone had before, and gives back for this one.
        """
        with self._lock:
            name, taken = self.now().game_id, self.claims()
            if token and taken.get(seat, token) != token:
                return False
            with self.journal.together():
                for before in [each for each, known in taken.items() if leaving and known == leaving]:
                    self.journal.claim(name, before, "")
                self.journal.claim(name, seat, token)
            self._tell()
            return True

    def leave(self, token: str) -> None:
        """The phone with this token gives its seat back, and nobody else's."""
        with self._lock:
            for seat in [each for each, known in self.claims().items() if known == token]:
                self.claim(seat, "")

    def begin(self, setup: Setup) -> Moment:
        """A new game; the dealer's fingerprint is written before the first draw."""
        with self._lock:
            seed = new_seed()
            setup = with_all_that_is_known(self.journal, setup)
            position = Position.begin(game_of(setup.game), setup)
            said = position.said  # raises now if the set-up cannot be played
            with self._as_one():
                name = self.journal.begin(setup, seed, fingerprint(seed), position)
                self._dealer = Dealer(seed)
                self._forget()
                lines = tuple((0, each) for each in said)
                self._moment = Moment(name, 0, 0, 0, position, lines=lines, source="box")
                self._deal()
                try:
                    self._must_work()
                except Unplayable as fault:
                    raise IllegalAnswer("The rules stumbled over this set-up, and no game was begun.") from fault
            self._tell()
            return self.now()

    def fit(self, name: str) -> Fit | None:
        """How a game that other rules wrote fits today's; None if these very rules wrote it."""
        saved = self.journal.game(name)
        today = rules_print(saved.setup)
        if self.journal.written_with(name) == today:
            return None
        key = (name, saved.entries, today)
        if key not in self._fits:
            self._fits[key] = look(self.journal, name)
        return self._fits[key]

    def notes(self) -> dict[str, str]:
        """What has to be said of saved games that another version wrote, by game."""
        told: dict[str, str] = {}
        for saved in self.games():
            sentence = saved.trouble or ("" if saved.ending else self._fitting(saved.id)[1])
            if sentence:
                told[saved.id] = sentence
        return told

    def _fitting(self, name: str) -> tuple[Fit | None, str]:
        """How a saved game fits today's rules, and what has to be said of it."""
        try:
            fit = self.fit(name)
        except Exception as damage:  # whatever one game does, the others are still there
            log.exception("%s cannot be looked at", name)
            return None, f"It cannot be read as it should: {damage}"
        return fit, fit.sentence if fit else ""

    def reading(self, name: str) -> Reading:
        """A saved game to read, whatever version wrote it."""
        fit, sentence = self._fitting(name)
        return reading(self.journal, name, fit, self.journal.game(name).trouble or sentence)

    def open(self, name: str, *, from_before: bool = False) -> list[str]:
        """Go on with a saved game; sentences tell what is otherwise than it was.

        :param from_before: also if its last answers no longer fit today's rules: from before them.
        """
        with self._lock:
            if trouble := self.journal.game(name).trouble:
                raise JournalTrouble(trouble)
            damaged = self.journal.damaged(name)
            fit = None if damaged else self.fit(name)
            if fit is None:
                return self._open(name, damaged)
            if fit.node is None or fit.position is None or (fit.lost and not from_before):
                raise OlderGame(fit)
            self._dealer = Dealer(self.journal.seed(name))
            self._forget()
            at, head = self.journal.entry(name, fit.node), self.journal.head(name)
            lines = self._lines(name, fit.node)
            self._moment = Moment(name, head.number, fit.node, at.draws, fit.position, lines=lines, source="box")
            report = [] if fit.alike else fit.report()
            if report:
                said = tuple(map(Said, report))
                self._write("renewed", None, "box", "Brought up to newer rules", fit.node, fit.position, at.draws, said)
                log.warning("%s: %s", name, " ".join(report))
            self.journal.mark(name, rules_print(self.journal.game(name).setup))
            self._note_opened(name)
            self._deal()
            self._tell()
            return report

    def _open(self, name: str, damaged: list[int]) -> list[str]:
        """Open a game these rules wrote, from as late in it as the card still tells.

        :param damaged: entries that are not as they were written.
        """
        head, newest = self.journal.head(name), self.journal.newest(name)
        torn: dict[int, Exception] = {}
        for node in self._ways_back(name, head.node if head.number == newest else newest):
            try:
                position = self.journal.position(name, node)
                position.ask  # noqa: B018  # replays now
                must_work(position)
                break
            except Exception as fault:  # what was damaged, or made by a ruling, may fail in any way
                torn[node] = fault
                log.warning("%s entry %s: %s", name, node, fault)
        else:
            raise JournalTrouble(f"The game {name} cannot be opened: {_stop(torn.popitem()[1])}.")
        lost = [_not_replayed(torn, _stop(list(torn.values())[-1]))] if torn else []
        elsewhere = [number for number in damaged if number not in torn]
        lost += [_damaged(some) for some in ([n for n in elsewhere if n >= 0], [n for n in elsewhere if n < 0]) if some]
        if not self.journal.has_its_own_seed(name):
            lost.append("The seed of its draws was damaged on the card: the box deals on, but nobody can check it.")
        self._dealer = Dealer(self.journal.seed(name))
        self._forget()
        at = self.journal.entry(name, node)
        self._moment = Moment(name, newest, node, at.draws, position, lines=self._lines(name, node), source="box")
        if node != head.node:
            # What exactly does not fit may be somebody's secret: it is told on the box's own screen only.
            said = (Said(_not_replayed(torn)),) if torn else ()
            self._write("undo", None, "box", "Lost entries", node, position, at.draws, said)
        self._note_opened(name)
        self._deal()
        self._tell()
        return lost

    def _ways_back(self, name: str, node: int) -> Iterator[int]:
        """*node* and, as long as nobody is content, what it follows."""
        yield node
        yield from (entry.number for entry in self.journal.path(name, node) if entry.number != node)

    def _note_opened(self, name: str) -> None:
        """Which game was played last; a full card that cannot keep it keeps nobody from playing on."""
        try:
            self.journal.opened(name)
        except JournalTrouble as trouble:
            log.warning("%s", trouble)

    def close(self) -> None:
        """Put the game away; it stays in the journal as it is."""
        with self._lock:
            self._moment = None
            self._tell()

    # Playing

    def answer(
        self,
        number: int,
        answer: Plain,
        seat: str | None = None,
        source: str = "phone",
        *,
        saw: Collection[str] | None = None,
        goes_on: bool = False,
    ) -> Moment:
        """Take the answer to the question of position *number* from whoever is first.

        :param saw: the slots at which the camera looks: only what lies there is done already. None: all is done.
        :param goes_on: more of what hands did in one go, so that nothing it asked of them is forgotten.
        """
        with self._lock:
            step = Step("answer", answer, seat)
            return self._step(self.still_open(number, seat), step, source, saw=saw, goes_on=goes_on)

    def hear(
        self, number: int, by: str | None, read: Callable[[Ask | None], tuple[str, Plain]], source: str = "phone"
    ) -> Moment:
        """Take what somebody says to the question of position *number*; what it says is read while nothing can change.

        :param by: the seat that speaks; None speaks for whoever is asked.
        :param read: from the question that is asked now to whose it is and what is answered; it may refuse.
        """
        with self._lock:
            moment = self._expect(self.still_open(number, by))
            seat, answer = read(moment.ask)
            return self._step(moment.number, Step("answer", answer, seat), source)

    def aside(self, number: int, name: str, seat: str, source: str = "phone") -> Moment:
        """Something that can be done at any time."""
        return self._step(number, Step("aside", name, seat), source)

    def ruling(self, number: int, path: str, value: Plain, who: str, why: str, seat: str | None = None) -> Moment:
        """The table decides: any value of the state can be set, and the journal keeps who and why.

        What would show something hidden is only proposed: everybody has to agree.

        :param seat: whoever wants it so, if they sit at the table.
        """
        if not who.strip() or not why.strip():
            raise IllegalAnswer("A ruling needs a name and a reason.")
        for words in (path, value, who, why):
            must_be_modest(words)
        step, source = Step("ruling", value, None, path), f"ruling by {who.strip()}: {why.strip()}"
        with self._lock:
            moment = self._expect(number)
            if len(moment.seats) > 1 and self._shows_hidden(moment.position, step):
                change = Change(step, source, f"{who.strip()}: change {path} by hand ({why.strip()})")
                return self._propose(moment, change, seat)
            return self._step(number, step, source)

    def _propose(self, moment: Moment, wanted: Taking | Change, by: str | None) -> Moment:
        agreed = (by,) if by in moment.seats else ()
        self._moment = replace(moment, proposal=Proposal(wanted, by or "", tuple(map(str, agreed))))
        self._tell()
        return self.now()

    def _shows_hidden(self, before: Position, step: Step) -> bool:
        try:
            return shows_hidden(before, step, before.then(step))
        except Exception:  # it cannot come to pass, and whoever tries it is told why
            return False

    def draw(
        self,
        number: int | None = None,
        seat: str | None = None,
        source: str = "button",
        *,
        whose: Callable[[Ask | None], str] | None = None,
    ) -> Moment:
        """Let the dealer draw what is pending; the fate button does this.

        :param whose: from the question that is asked now to whose draw it is; it may refuse. As told by *seat* if None.
        """
        with self._lock:
            moment = self._expect(None if number is None else self.still_open(number, seat))
            if whose is not None:
                seat = whose(moment.ask)
            for asked in _chances(moment.ask):
                if seat is None or asked.seat == seat:
                    answer = self._dealer.draw(asked, moment.draws)
                    return self._step(moment.number, Step("answer", answer, asked.seat), source, drawn=True)
            raise IllegalAnswer("There is nothing to draw now.")

    def _step(
        self,
        number: int,
        step: Step,
        source: str,
        *,
        drawn: bool = False,
        saw: Collection[str] | None = None,
        goes_on: bool = False,
        shown: bool = False,
    ) -> Moment:
        """:param shown: it shows something hidden, whatever the rules say."""
        with self._lock:
            moment = self._expect(number)
            before = moment.position
            asked = before.ask.of(step.seat) if before.ask and step.kind == "answer" else None
            try:
                after = before.then(step)
                title = told.title(step, asked, before, after)
                claimed = told.claimed(step, asked, source) if not drawn else []
                said = (*told.ruled(step, source, after), *claimed, *after.said)
                draws = moment.draws + drawn
                with self._as_one():
                    seen = after.revealed or shown
                    self._write(step.kind, step, source, title, moment.node, after, draws, said, seen)
                    if isinstance(asked, Chance) and not asked.at_once and not asked.private and self._moment:
                        self._moment = replace(self._moment, drawn=asked.words(step.value), drawn_by=asked.seat)
                    fresh = source != "dealer" and not goes_on
                    self._orders(before, after, source, fresh=fresh, saw=saw, by=step.seat)
                    self._deal()
                    if step.kind == "ruling":
                        self._must_work()
            except Trouble:
                raise
            except Exception as fault:
                if step.kind == "ruling":  # which may make anything of the table
                    log.info("the ruling %s = %r was refused: %s", step.path, step.value, fault)
                    raise IllegalAnswer(
                        f"{step.path} cannot be set to this: the game could not go on from there. Nothing was changed."
                    ) from fault
                if not isinstance(fault, RulesFault):
                    raise
                log.exception("the rules failed")
                raise IllegalAnswer(f"The rules stumbled over this, and nothing was changed. {fault}") from fault
            self._tell()
            return self.now()

    def _must_work(self) -> None:
        """The game as it would stand now can be shown, asked and saved; `Unplayable` if not."""
        moment = self.now()
        must_work(moment.position)
        for draw in self.must_draw:
            try:
                draw(moment)
            except Exception as fault:
                raise Unplayable(f"it cannot be drawn: {type(fault).__name__}: {fault}") from fault

    def _deal(self) -> None:
        """Draw at once what the box holds and nobody has to press for."""
        with self._lock:
            while True:
                moment = self.now()
                asked = next((each for each in _chances(moment.ask) if each.at_once), None)
                if asked is None:
                    return
                answer = self._dealer.draw(asked, moment.draws)
                step = Step("answer", answer, asked.seat)
                before, after = moment.position, moment.position.then(step)
                said, draws = tuple(after.said), moment.draws + 1
                self._write("answer", step, "dealer", "The box deals", moment.node, after, draws, said, after.revealed)
                self._orders(before, after, "dealer", fresh=False)

    # Taking back

    def undo(self, number: int, seat: str | None, source: str = "phone") -> Moment:
        """Take back the last thing people did; what was seen since needs everybody's consent."""
        with self._lock:
            moment = self._expect(number)
            taking = self.taking_back()
            if taking is None:
                raise IllegalAnswer("There is nothing to take back.")
            if taking.seen and len(moment.seats) > 1:
                return self._propose(moment, taking, seat)
            return self._go_back(moment, taking, source)

    def agree(self, number: int, seat: str, yes: bool, source: str = "phone") -> Moment:
        """A seat's word on what was proposed."""
        with self._lock:
            moment = self._expect(number)
            if moment.proposal is None:
                raise StaleAnswer("Nothing is proposed any more.")
            if not yes:
                self._moment = replace(moment, proposal=None)
                self._tell()
                return self.now()
            agreed = tuple(s for s in moment.seats if s == seat or s in moment.proposal.agreed)
            if len(agreed) == len(moment.seats):
                wanted = moment.proposal.wanted
                if isinstance(wanted, Taking):
                    return self._go_back(moment, wanted, source)
                return self._step(moment.number, wanted.step, wanted.source, shown=True)
            self._moment = replace(moment, proposal=replace(moment.proposal, agreed=agreed))
            self._tell()
            return self.now()

    def _go_back(self, moment: Moment, taking: Taking, source: str) -> Moment:
        position = self.journal.position(moment.game_id, taking.node)
        draws = self.journal.entry(moment.game_id, taking.node).draws
        title = f"Taken back: {taking.title}"
        with self._as_one():
            self._write("undo", None, source, title, taking.node, position, draws, (Said(title),))
            self._orders(moment.position, position, source, fresh=True)
            self._deal()
        self._tell()
        return self.now()

    def redo(self, number: int, source: str = "phone") -> Moment:
        """Do again what was taken back last."""
        with self._lock:
            moment = self._expect(number)
            name = moment.game_id
            entry = self.journal.next_node(name, moment.node)
            if entry is None:
                raise IllegalAnswer("There is nothing to do again.")
            title = f"Done again: {entry.title}"
            while (further := self.journal.next_node(name, entry.number)) and further.source == "dealer":
                entry = further
            position = self.journal.position(name, entry.number)
            with self._as_one():
                self._write("redo", None, source, title, entry.number, position, entry.draws, (Said(title),))
                self._orders(moment.position, position, source, fresh=True)
                self._deal()
            self._tell()
            return self.now()

    # Inside

    def _forget(self) -> None:
        """Another game: what was asked and begun in the last one is none of its business."""
        self._asked.clear()
        self._begun = {}

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        """What people did and what the box deals upon it: all of it happens, or nothing does."""
        before = self._moment, self._dealer, self._asked.copy(), self._begun
        try:
            with self.journal.together():
                yield
        except BaseException:
            self._moment, self._dealer, self._asked, self._begun = before
            raise

    def _expect(self, number: int | None) -> Moment:
        moment = self.now()
        if number is not None and number != moment.number:
            raise StaleAnswer("The game has moved on; look again before you answer.")
        return moment

    def _write(
        self,
        kind: str,
        step: Step | None,
        source: str,
        title: str,
        parent: int,
        position: Position,
        draws: int,
        said: tuple[Said, ...] = (),
        revealed: bool = False,
    ) -> None:
        """Into the journal first; only then does it count."""
        moment = self.now()
        self._asked.append((moment.number, moment.ask, step.seat if step and kind == "answer" else None))
        number = moment.number + 1
        node = parent if kind in ("undo", "redo") else number
        entry = Entry(number, node, parent, kind, step, source, title, said, revealed, draws, "")
        self.journal.append(moment.game_id, entry, position)
        if kind in ("undo", "redo"):
            lines = (*self._lines(moment.game_id, node), *((number, each) for each in said))
        else:
            lines = (*moment.lines, *((number, each) for each in said))
        self._moment = replace(
            moment,
            number=number,
            node=node,
            draws=draws,
            position=position,
            lines=lines[-LOG_LINES:],
            drawn="",
            drawn_by="",
            source=source,
            proposal=None,
            since=moment.since if source == "dealer" else number,
        )

    def _lines(self, name: str, node: int) -> tuple[tuple[int, Said], ...]:
        lines: list[tuple[int, Said]] = []
        for entry in self.journal.path(name, node):
            lines[:0] = [(entry.number, each) for each in entry.said]
            if len(lines) >= LOG_LINES:
                break
        return tuple(lines[-LOG_LINES:])

    def _orders(
        self,
        before: Position,
        after: Position,
        source: str,
        *,
        fresh: bool,
        saw: Collection[str] | None = None,
        by: str | None = None,
    ) -> None:
        """What hands have to do; what the camera saw is done already."""
        moment = self.now()
        # One list from where hands left the table to how it should lie now, however much the box dealt in between.
        seen, laid = after.view(), moment.laid
        if fresh or laid is None:
            laid = self._left_off(before, by)
        if source == "camera":
            looked_at = {*laid, *seen} if saw is None else saw
            laid = {slot: value for slot, value in laid.items() if slot not in looked_at}
            laid |= {slot: value for slot, value in seen.items() if slot in looked_at}
        self._moment = replace(moment, todo=tuple(after.game.todo(laid, seen)), laid=laid)

    def _left_off(self, before: Position, by: str | None) -> dict[str, str]:
        """The table as hands left it when an answer came *by* one seat: whoever answers has done what was to do.

        Where several act at once that says nothing of the others: what they still have at hand stays on the list until
        they answer themselves.
        """
        seats = before.ask.seats if isinstance(before.ask, AskAny) else ()
        self._begun = {seat: view for seat, view in self._begun.items() if seat in seats and seat != by}
        if by in seats:
            self._begun[str(by)] = before.view()
        return next(iter(self._begun.values())) if self._begun else before.view()

    def _tell(self) -> None:
        for tell in list(self.when_changed):
            try:
                tell(self._moment)
            except Exception:  # a lamp or a page that fails must not stop the game
                log.exception("telling of a change failed")


def _stop(fault: Exception) -> str:
    """What went wrong, to be set into a sentence; what could have been answered instead helps nobody now."""
    if isinstance(fault, Unplayable):
        return "the box could not show it"
    return str(fault).split("; expected ")[0].removesuffix(".")


def _not_replayed(torn: Collection[int], why: str = "") -> str:
    """Which entries were lost, and why the earliest of them was."""
    which = f"Entry {min(torn)}" if len(torn) == 1 else f"Entries {min(torn)} to {max(torn)}"
    before = "it" if len(torn) == 1 else "them"
    return f"{which} cannot be replayed{f' ({why})' if why else ''}; the game goes on from before {before}."


def _damaged(numbers: list[int]) -> str:
    """Entries whose words may be wrong, though the game stands as it stood."""
    some = ", ".join(map(str, numbers[:5])) + (" and more" if len(numbers) > 5 else "")
    entries = f"Entry {some} was" if len(numbers) == 1 else f"Entries {some} were"
    if numbers == [NO_ENTRY]:
        return "What the journal says of how this game began was damaged on the card; the game itself is as it was."
    return f"{entries} damaged on the card: what the log says there may be wrong."


def _chances(ask: Ask | None) -> list[Chance]:
    """The pending draws, whoever is asked."""
    return [each for each in (ask.each if ask else ()) if isinstance(each, Chance)]
