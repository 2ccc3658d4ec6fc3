"""What owners described at the table in earlier campaigns is known when the next one begins."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from rules import packs
from rules.ask import Trouble
from rules.game import Setup
from rules.games import game
from rules.plain import Plain

from .journal import Journal

log = logging.getLogger(__name__)


def with_all_that_is_known(journal: Journal, setup: Setup) -> Setup:
    """*setup* with the fullest description there is of the owner's copy; a pack that is nobody's copy stays.

    The journal holds every campaign and so every card ever described. A campaign keeps the pack it began with, or its
    answers would no longer fit; so each new campaign gets a description of its own if there is more to know.
    """
    if not packs.is_private(setup.game, setup.pack):
        return setup
    played = game(setup.game)
    known: dict[str, Any] = {}
    for saved in journal.games():  # the one played last first: its words count
        if saved.setup.game != setup.game or packs.family(saved.setup.pack) != packs.family(setup.pack):
            continue
        try:
            state = journal.position(saved.id, journal.head(saved.id).node).state
            learned = played.learned(state)
        except Exception:  # a campaign nobody can open any more must not keep a new one from beginning
            log.exception("what was described in %s cannot be read", saved.id)
            continue
        known = _joined(known, learned or {})
    if not known:
        return setup
    try:
        pack = packs.keep(setup.game, setup.pack, known)
    except (OSError, Trouble):
        log.exception("what was described could not be kept")
        return setup
    packs.forget()
    return replace(setup, pack=pack)


def _joined(known: dict[str, Any], more: dict[str, Plain]) -> dict[str, Any]:
    """Cards of *more* that are not known yet are added; what is known stays as it is."""
    if not known:
        return dict(more)
    for table, cards in more.items():
        if isinstance(cards, dict) and isinstance(known.get(table), dict) and table not in ("about", "names", "board"):
            known[table] = {**cards, **known[table]}
    return known
