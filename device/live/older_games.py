"""Games that another version of Tableside wrote, looked at before they are played on.

A game is its set-up and the answers given, so it can always be replayed; whether today's rules still make the same of
it is found out here, entry by entry, against the sentences that were written down when it was played. Nothing is
changed by looking.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import packs
from rules.ask import IllegalAnswer, Trouble
from rules.game import Game, Setup
from rules.games import folder
from rules.games import game as game_of
from rules.moment import Reading
from rules.older import renew
from rules.plain import Misfit, dump, load
from rules.position import Position, RulesFault, Run, Step

from .trial import Unplayable, must_work

if TYPE_CHECKING:
    from .journal import Journal
    from .journal_rows import Entry

STARTS = 3
"""How many checkpoints, newest first, are tried before the game is replayed from its set-up."""


class OlderGame(Trouble):
    """A saved game that today's rules cannot go on with as it stands; it was left as it is."""

    def __init__(self, fit: Fit) -> None:
        self.fit = fit
        super().__init__(fit.sentence)


@dataclass(frozen=True)
class Fit:
    """How a saved game fits today's rules.

    :param node: the newest entry it can be played on from; None if there is none.
    :param position: the game there.
    :param changed: what was changed to read it, in sentences for players.
    :param differs: sentences that come out otherwise today, as (entry, then, now).
    :param hidden: how many more do so that not everybody may read.
    :param lost: titles of the answers after *node*, which no longer fit.
    :param why: why the first of them does not.
    :param aside: it could not be picked up where it would have been: a newer save was passed over.
    """

    node: int | None
    position: Position | None
    changed: tuple[str, ...] = ()
    differs: tuple[tuple[int, str, str], ...] = ()
    hidden: int = 0
    lost: tuple[str, ...] = ()
    why: str = ""
    aside: bool = False

    @property
    def whole(self) -> bool:
        """It can be played on with every answer in it."""
        return self.node is not None and not self.lost

    @property
    def alike(self) -> bool:
        """Nothing about it needs telling."""
        return self.whole and not (self.changed or self.differs or self.hidden or self.aside)

    @property
    def sentence(self) -> str:
        """What the start page says of it."""
        if self.node is None:
            return f"It was played with another version of Tableside and can only be read: {_stop(self.why)}"
        if self.lost:
            count = len(self.lost)
            answers = "answer does" if count == 1 else f"{count} answers do"
            return (
                f"It was played with another version of Tableside, and the last {answers} not fit today's rules "
                f"({_stop(self.why)[:-1]}). It was left as it is; it can be read, or gone on with from before that."
            )
        if self.alike:
            return ""
        return "It was played with another version of Tableside and is brought up to today's rules when it is opened."

    def report(self) -> list[str]:
        """Everything that is otherwise than it was, for the log."""
        lines = ["This game was played with another version of Tableside. Every answer given is still in its journal."]
        lines += self.changed
        count = len(self.differs) + self.hidden
        if count:
            lines.append(f"{count} sentence{'s' * (count != 1)} of its log would read differently today.")
        lines += [f"Entry {n}: then “{then}”, now “{now}”." for n, then, now in self.differs[:3]]
        if self.lost:
            lines.append(
                f"It goes on from before what no longer fits ({_stop(self.why)[:-1]}): " + "; ".join(self.lost)
            )
        return lines


def reading(journal: Journal, name: str, fit: Fit | None, sentence: str) -> Reading:
    """A saved game as everybody at its table may read it.

    :param sentence: what has to be said of it; the game is whole if there is nothing to say and it fits.
    """
    saved = journal.game(name)
    try:
        title = game_of(saved.setup.game).title
    except KeyError:
        title = saved.setup.game
    return Reading(
        name,
        title,
        tuple(saved.setup.names.values()),
        fit.whole if fit else not sentence,
        sentence,
        fit.lost if fit else (),
        tuple(log_lines(journal, name, hidden=False)),
    )


def _stop(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


# Whose rules


@cache
def _code_print(name: str) -> str:
    """A fingerprint of the machine's and one game's rules as they are on this box."""
    root = Path(str(resources.files("rules")))  # the box's rules always lie in a folder
    home = folder(name)
    own = [file for file in home.rglob("*") if file.suffix in (".py", ".toml")]
    if home.parent == root:
        return _fingerprint(root, [*root.glob("*.py"), *own])
    return _fingerprint(root, [*root.glob("*.py")])[:8] + _fingerprint(home, own)[:8]


def _fingerprint(root: Path, files: list[Path]) -> str:
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


def rules_print(setup: Setup) -> str:
    """A fingerprint of everything that decides how this game goes on: the rules and its pack."""
    try:
        pack = packs.folder(setup.game, setup.pack)
    except packs.BrokenPack:
        return f"{_code_print(setup.game)}-"
    files = sorted(pack.glob("*.toml"))
    return f"{_code_print(setup.game)}-{_pack_print(pack, tuple((file, file.stat().st_mtime_ns) for file in files))}"


@lru_cache(maxsize=64)
def _pack_print(pack: Path, files: tuple[tuple[Path, int], ...]) -> str:
    """Worked out again whenever a file of it was written."""
    return _fingerprint(pack, [file for file, _ in files])


# Replaying


def look(journal: Journal, name: str) -> Fit:
    """Replay a saved game from its newest save; from older ones, and at last its set-up, if that does not carry."""
    try:
        game = game_of(journal.game(name).setup.game)
    except KeyError as unknown:
        return Fit(None, None, why=str(unknown.args[0]))
    path = list(journal.path(name, journal.head(name).node))
    path.reverse()
    best: Fit | None = None
    for start, checkpoint, steps, changed in _starts(journal, name, game, path):
        if isinstance(checkpoint, str):  # could not be read
            if best is None:
                best = Fit(None, None, why=checkpoint)
            continue
        fit = _replay(game, checkpoint, steps, path, start, changed, aside=best is not None)
        if fit.whole:
            return fit
        if best is None or best.node is None or (fit.node or 0) > best.node:
            best = fit
    assert best is not None
    return best


Start = tuple[int, Any, tuple[Step, ...], tuple[str, ...]]


def _starts(journal: Journal, name: str, game: Game, path: list[Entry]) -> Iterator[Start]:
    """Where it could be picked up, as (place in the path, checkpoint or why not, steps, what was changed)."""
    for place, saved in islice(journal.saves(name, path), STARTS):
        try:
            renewed, told = renew(game, saved)
            load(game.state_type, renewed["checkpoint"])
            steps = tuple(load(Step, step) for step in renewed["steps"])
            yield place, renewed["checkpoint"], steps, tuple(told)
        except Exception as misfit:
            yield place, _words(misfit), (), ()
    try:
        setup = load(Setup, journal.plain_setup(name))
        if setup.version > game.version:
            game.migrate({}, setup.version)  # says that this box is the older one
        begun, told = renew(game, Position.begin(game, setup).save() | {"version": game.version})
        yield 0, begun["checkpoint"], (), tuple(told)
    except Exception as misfit:
        yield 0, _words(misfit), (), ()


def _replay(
    game: Game,
    checkpoint: Any,
    steps: tuple[Step, ...],
    path: list[Entry],
    start: int,
    changed: tuple[str, ...],
    *,
    aside: bool,
) -> Fit:
    """Play the entries after *start* again and compare what is said."""
    differs: list[tuple[int, str, str]] = []
    hidden = 0
    node = None
    secret = False
    try:
        run = Run(game, load(game.state_type, checkpoint))
        for step in steps:
            run.take(step)
        reached = run.checkpoint, tuple(run.steps)
        node = path[start].number
        for entry in path[start + 1 :]:
            if entry.step:
                asked = run.ask.of(entry.step.seat) if run.ask and entry.step.kind == "answer" else None
                secret = asked is not None and asked.private
                run.take(entry.step)
                if entry.kind == "ruling":
                    must_work(Position(game, run.checkpoint, tuple(run.steps)))
                then = [said for said in entry.said if entry.kind != "ruling" or not said.text.startswith(OF_A_RULING)]
                public = [[said.text for said in each if said.seats is None] for each in (then, run.state.said)]
                if public[0] != public[1]:
                    differs.append((entry.number, " ".join(public[0]), " ".join(public[1])))
                elif then != run.state.said:
                    hidden += 1
            reached = run.checkpoint, tuple(run.steps)
            node = entry.number
    except Exception as misfit:  # rules that meet what they never made may fail in any way
        if node is None:
            return Fit(None, None, why=_words(misfit))
        lost = tuple(entry.title for entry in path if entry.number > node and entry.step)
        why = "an answer only its player may know is no longer possible" if secret else _words(misfit)
        return Fit(node, Position(game, *reached), changed, tuple(differs), hidden, lost, why, aside)
    position = Position(game, *reached)
    try:
        must_work(position)
    except Unplayable as fault:
        return Fit(None, None, why=_words(fault))
    return Fit(node, position, (*changed, *_sums(run)), tuple(differs), hidden, aside=aside)


OF_A_RULING = ("By hand (", "Ruling by ")
"""What the table says of a ruling by itself, today and once: no rule says it again."""


def _words(misfit: Exception) -> str:
    if isinstance(misfit, Misfit):  # without the value that stands there: it may be somebody's secret
        return f"{'.'.join(misfit.path)}: {misfit.why.split(', got ')[0]}"
    if isinstance(misfit, IllegalAnswer):
        return str(misfit).split("; expected ")[0]  # what could have been answered instead helps nobody now
    if isinstance(misfit, Unplayable):  # without what failed: it may name somebody's secret
        return "today's box cannot show it"
    if isinstance(misfit, (Trouble, RulesFault, ValueError)):
        return str(misfit)
    return f"the rules stumble over it: {type(misfit).__name__} {misfit}"


def _sums(run: Run) -> list[str]:
    """Whether all pieces are still there; a ruling may have taken one away, so it is told and forbids nothing."""
    try:
        if not run.over:
            run.game.check(run.state)
    except AssertionError as odd:
        return [f"Look over the table: not everything adds up ({odd})."]
    return []


def export(journal: Journal, name: str) -> dict[str, Any]:
    """Everything that was written down of a game, whatever rules it needs."""
    return {
        "game": name,
        "setup": journal.plain_setup(name),
        "entries": [dump(entry) for entry in journal.entries(name)],
    }


def log_lines(journal: Journal, name: str, *, hidden: bool) -> list[tuple[int, str]]:
    """What was said in a game as it stands; what not everybody may read only if *hidden*."""
    try:
        entries = list(journal.path(name, journal.head(name).node))
    except Trouble:  # there is nothing left to read
        return []
    entries.reverse()
    return [
        (entry.number, said.text + (f" [{', '.join(said.seats)}]" if said.seats else ""))
        for entry in entries
        for said in entry.said
        if hidden or said.seats is None
    ]
