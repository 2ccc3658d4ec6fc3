"""What owners described at the table or joined from another box is known when the next campaign begins."""

from __future__ import annotations

import logging
from dataclasses import replace

from rules import packs
from rules.ask import Trouble
from rules.game import Setup
from rules.games import game
from rules.joining import Tables, compare, told_since

from .journal import Journal

log = logging.getLogger(__name__)


def with_all_that_is_known(journal: Journal, setup: Setup) -> Setup:
    """*setup* with the fullest description there is of the owner's copy; a pack that is nobody's copy stays.

    The journal holds every campaign and so every card ever described. A campaign keeps the pack it began with, or its
    answers would no longer fit; so each new campaign gets a description of its own if there is more to know.
    """
    if not packs.is_private(setup.game, setup.pack):
        return setup
    try:
        pack = kept(journal, setup.game, setup.pack)
    except (OSError, Trouble):
        log.exception("what was described could not be kept")
        return setup
    return replace(setup, pack=pack)


def kept(journal: Journal, name: str, pack: str) -> str:
    """The newest description of a copy, with all that is known written down in it."""
    newest = packs.newest(name, pack)
    known = all_that_is_known(journal, name, newest)
    if known == packs.tables(name, newest):
        return newest
    written = packs.keep(name, newest, known)
    packs.forget()
    return written


def all_that_is_known(journal: Journal, name: str, pack: str) -> Tables:
    """What the newest description of a copy says, and what each campaign was told beyond the one it began with.

    The campaign that was played last has the say, unless people decided otherwise when they joined cards.
    """
    played, newest = game(name), packs.newest(name, pack)
    known, story = packs.tables(name, newest), packs.history(name, newest)
    for saved in reversed(journal.games()):
        if saved.setup.game != name or packs.family(saved.setup.pack) != packs.family(pack):
            continue
        try:
            learned = played.learned(journal.position(saved.id, journal.head(saved.id).node).state)
            if learned is None:
                continue
            told = told_since(played.cards, packs.tables(name, saved.setup.pack), packs.in_full(name, learned))
        except Exception:  # a campaign nobody can open any more must not keep a new one from beginning
            log.exception("what was described in %s cannot be read", saved.id)
            continue
        known = compare(played.cards, known, told, (*story.settled, *story.returned)).chosen()
    return packs.in_full(name, known)
