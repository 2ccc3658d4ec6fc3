"""Another box's cards join an owner's copy, and can be given back."""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from pathlib import Path

from rules import packs
from rules.ask import IllegalAnswer
from rules.games import game
from rules.joining import Joining, Tables, compare, entries, mark, told_since

from .described import all_that_is_known, kept
from .journal import Journal


def own_copy(name: str) -> str:
    """The copy of a game that its owner describes; cards can be joined to no other pack."""
    found = packs.own_copies(name)
    if not found:
        raise IllegalAnswer(f"{game(name).title} has no copy that is described at the table.")
    return found[0]


def described(journal: Journal, name: str) -> Tables:
    """All that is known of the owner's copy."""
    return all_that_is_known(journal, name, own_copy(name))


def compared(journal: Journal, name: str, theirs: Tables) -> Joining:
    """What joining *theirs* would do; nothing is changed."""
    settled = packs.history(name, own_copy(name)).settled
    found = compare(game(name).cards, described(journal, name), theirs, settled)
    _must_be_playable(name, found.chosen())
    return found


def join(journal: Journal, name: str, theirs: Tables, chosen: Collection[str]) -> str:
    """Join *theirs*, and say what came of it. The copy as it was stays on the shelf.

    :param chosen: of which differences theirs counts.
    """
    if not packs.shelves:
        raise IllegalAnswer("This box keeps no packs of its own.")
    found = compared(journal, name, theirs)
    joined = packs.in_full(name, found.chosen(chosen))
    _must_be_playable(name, joined)
    before = kept(journal, name, own_copy(name))
    if joined == packs.tables(name, before) and not found.differences:
        return "This box already knows all of these cards."
    story = packs.history(name, before)
    back = {mark(table, who, card) for table, who, card in _marked(name, joined)}
    packs.keep(
        name,
        before,
        joined,
        packs.History(
            before,
            tuple(dict.fromkeys((*story.settled, *found.rejected(chosen)))),
            tuple(each for each in story.returned if each not in back),
        ),
    )
    packs.forget()
    return _report(found, chosen)


def _report(found: Joining, chosen: Collection[str]) -> str:
    taken = sum(each.id in chosen for each in found.differences)
    said = [
        f"{_so_many(len(found.added))} added" if found.added else "",
        f"{_so_many(len(found.completed))} completed" if found.completed else "",
        f"{taken} of theirs taken" if taken else "",
        f"{len(found.differences) - taken} of ours kept" if len(found.differences) > taken else "",
        f"{found.alike} the same" if found.alike else "",
    ]
    return f"Joined: {', '.join(filter(None, said)) or 'nothing'}."


def _so_many(number: int) -> str:
    return f"{number} {'card' if number == 1 else 'cards'}"


def can_be_taken_back(name: str) -> bool:
    """Whether the last thing that happened to the copy was that cards were joined to it."""
    return any(packs.history(name, pack).before for pack in packs.own_copies(name)[:1])


def take_back(name: str) -> str:
    """The copy is again as it was before another box's cards were joined to it."""
    now = own_copy(name)
    before = packs.history(name, now).before
    if not before:
        raise IllegalAnswer("Nothing was joined since this copy was described last.")
    was, joined = packs.tables(name, before), packs.tables(name, now)
    story = packs.history(name, before)
    # A game under way may have learned of them; by that they must not come back.
    given_back = told_since(game(name).cards, was, joined)
    marks = [mark(table, who, card) for table, who, card in _marked(name, given_back)]
    story = packs.History("", story.settled, tuple(dict.fromkeys((*story.returned, *marks))))
    packs.keep(name, now, was, story)
    packs.forget()
    return "Taken back: your copy is described as it was before."


def _marked(name: str, tables: Tables) -> list[tuple[str, str, object]]:
    cards = game(name).cards
    return [
        (table, cards.who(table, key, card), card)
        for table in tables
        if table not in cards.ours_only
        for key, card in entries(tables, table).items()
    ]


def _must_be_playable(name: str, tables: Tables) -> None:
    """Set a game up with it, as people would, under a name nobody uses."""
    with tempfile.TemporaryDirectory(prefix="tableside") as folder:
        place = Path(folder) / name / "joined"
        place.mkdir(parents=True)
        (place / "pack.toml").write_text(packs.as_toml(tables), "utf-8")
        packs.shelves.append(Path(folder))
        try:
            game(name).try_pack("joined")
        except packs.BrokenPack as broken:
            raise IllegalAnswer(f"These cards do not go together: {' '.join(broken.problems)}") from None
        finally:
            packs.shelves.remove(Path(folder))
            packs.forget()
