"""The games on this box: begun, gone on with, put away; and whose phone sits where."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping

from rules.ask import IllegalAnswer
from rules.game import Said, Setup
from rules.games import game as game_of
from rules.moment import Moment, Reading, SavedGame
from rules.position import Position

from .dealer import Dealer, fingerprint, new_seed
from .described import with_all_that_is_known
from .journal_rows import ITSELF, NO_ENTRY, SECRET, JournalTrouble, is_of_people
from .looking_back import LookingBack
from .older_games import Fit, OlderGame, look, reading, rules_print
from .trial import Unplayable, must_work

log = logging.getLogger(__name__)


class Opening(LookingBack):
    """The way to every game on the box, whatever version wrote it and whatever happened to its card."""

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
            if token and seat in self.played():  # whoever sits down plays
                self.let_play(seat, "")
            else:
                self._tell()
            return True

    def played(self) -> dict[str, str]:
        """The seats of the live game that the box plays, and how well."""
        return self.journal.played(self.now().game_id)

    def let_play(self, seat: str, strength: str) -> None:
        """The box plays *seat* from now on; without a strength a person does again."""
        with self._lock:
            self.journal.let_play(self.now().game_id, seat, strength)
            name = self.now().position.game.players(self.now().position.state)[seat]
            self.tell_all(f"The box plays {name} now." if strength else f"A person plays {name} again.")

    def leave(self, token: str) -> None:
        """The phone with this token gives its seat back, and nobody else's."""
        with self._lock:
            for seat in [each for each, known in self.claims().items() if known == token]:
                self.claim(seat, "")

    def begin(self, setup: Setup, picked: Mapping[str, str] | None = None) -> Moment:
        """A new game; the dealer's fingerprint is written before the first draw.

        :param picked: what people picked when they gathered for it, by seat; None if they did not gather.
        """
        with self._lock:
            seed = new_seed()
            setup = with_all_that_is_known(self.journal, setup)
            position = Position.begin(game_of(setup.game), setup)
            said = position.said  # raises now if the set-up cannot be played
            with self._as_one():
                name = self.journal.begin(setup, seed, fingerprint(seed), position)
                self._dealer = Dealer(seed)
                self._forget()
                self._picked = picked
                lines = tuple((0, each) for each in said)
                self._moment = Moment(name, 0, 0, 0, position, lines=lines, source="box")
                self._go_on()
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
            orders = self._orders_left(name, fit.node)
            self._moment = Moment(
                name,
                self._all_know(name, fit.node, head.number),
                fit.node,
                at.draws,
                fit.position,
                lines=lines,
                source="box",
                orders=orders,
                newest=head.number,
            )
            report = [] if fit.alike else fit.report()
            if report:
                said = tuple(map(Said, report))
                self._write("renewed", None, "box", "Brought up to newer rules", fit.node, fit.position, at.draws, said)
                log.warning("%s: %s", name, " ".join(report))
            self.journal.mark(name, rules_print(self.journal.game(name).setup))
            self._note_opened(name)
            self._go_on()
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
        lines, orders = self._lines(name, node), self._orders_left(name, node)
        number = self._all_know(name, node, newest)
        self._moment = Moment(
            name, number, node, at.draws, position, lines=lines, source="box", orders=orders, newest=newest
        )
        if node != head.node:
            # What exactly does not fit may be somebody's secret: it is told on the box's own screen only.
            said = (Said(_not_replayed(torn)),) if torn else ()
            self._write("undo", None, "box", "Lost entries", node, position, at.draws, said)
        self._note_opened(name)
        self._go_on()
        self._tell()
        return lost

    def _all_know(self, name: str, node: int, newest: int) -> int:
        """The number of the newest entry, less those that were answered in secret while others are still asked."""
        for entry in self.journal.path(name, node):
            if entry.source != SECRET:
                return newest if entry.number == node else entry.number
        return newest

    def _orders_left(self, name: str, node: int) -> tuple[str, ...]:
        """What the rules told hands to do since people last answered: the plug may have been pulled before they did."""
        orders: list[str] = []
        for entry in self.journal.path(name, node):
            if is_of_people(entry.source):
                break
            if entry.source == ITSELF and entry.step and entry.step.value is True:
                orders[:0] = entry.title.splitlines()
        return tuple(orders)

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
