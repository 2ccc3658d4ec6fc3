"""What owners described, as one file to give to another box.

Anybody may hand the box such a file. What is broken, foreign or far too large is told in a sentence, before any of it
counts.
"""

from __future__ import annotations

import json
from typing import Any

from . import packs
from .ask import IllegalAnswer
from .games import game, names
from .joining import Tables, entries
from .plain import Misfit, Plain
from .written import from_json

VERSION = 1

LARGEST = 4 << 20
"""Bytes; a whole copy described in every detail has an eighth of that."""

MOST_CARDS = 5_000
LONGEST_TEXT = 10_000
LONGEST_KEY = 80

TOO_LARGE = f"That is too large for a file of cards: it may have {LARGEST >> 20} MB."
NO_CARDS = 'That is no file of cards. Save one on the other box, with "Save what we described as a file".'
DAMAGED = "That file of cards is damaged. Save it again on the other box."


def written(name: str, tables: Tables) -> bytes:
    """The file of what was described of a game's copy."""
    whole = {"tableside": "cards", "version": VERSION, "game": name, "cards": tables}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def read(name: str, data: bytes) -> Tables:
    """The tables in a file of cards for the game *name*, as this box writes them itself."""
    if len(data) > LARGEST:
        raise IllegalAnswer(TOO_LARGE)
    if data.startswith(b"PK"):
        raise IllegalAnswer(f"That is a zip file, such as a whole pack. {NO_CARDS}")
    try:
        sent = from_json(data)
    except ValueError:  # also what is no text at all
        raise IllegalAnswer(DAMAGED if b'"tableside"' in data[:200] else NO_CARDS) from None
    if not isinstance(sent, dict) or sent.get("tableside") != "cards":
        raise IllegalAnswer(NO_CARDS)
    _must_be_for(name, sent)
    tables = sent.get("cards")
    if not isinstance(tables, dict):
        raise IllegalAnswer(DAMAGED)
    _must_be_modest(tables)
    try:
        return packs.in_full(name, tables)
    except Misfit as misfit:
        where = " ".join(misfit.path[:2]).replace("_", " ")
        raise IllegalAnswer(f"A card in that file is not one of {game(name).title}: {where}.") from None


def _must_be_for(name: str, sent: dict[str, Any]) -> None:
    other, version = sent.get("game"), sent.get("version")
    if other != name:
        called = game(other).title if isinstance(other, str) and other in names() else "another game"
        raise IllegalAnswer(f"These are cards of {called}, not of {game(name).title}.")
    if type(version) is not int or version < 1:
        raise IllegalAnswer(DAMAGED)
    if version > VERSION:
        raise IllegalAnswer("A newer Tableside wrote this file. Update this box to read it.")


def _must_be_modest(tables: Tables) -> None:
    if sum(len(entries(tables, table)) for table in tables) > MOST_CARDS:
        raise IllegalAnswer("There are far more cards in that file than in any game.")
    level: list[Plain] = [tables]
    while level:
        below: list[Plain] = []
        for each in level:
            if isinstance(each, dict):
                if any(len(key) > LONGEST_KEY or not key.isprintable() for key in each):
                    raise IllegalAnswer(DAMAGED)
                below += each.values()
            elif isinstance(each, list):
                below += each
            elif isinstance(each, str) and (len(each) > LONGEST_TEXT or not each.replace("\n", " ").isprintable()):
                raise IllegalAnswer(f"A text in that file cannot be read: {each[:40]!r} …")
        level = below
