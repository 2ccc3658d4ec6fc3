"""The hall's page in parts: a card for each table, and beside them who needs help, who waits, and how it went."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from flask import current_app, render_template
from jinja2 import Environment
from markupsafe import Markup

from .live import LiveHall

COLUMNS = ((1, 1), (4, 2), (9, 3), (16, 4), (30, 6), (48, 8), (80, 10), (120, 12), (200, 16), (300, 20))
"""Up to so many tables stand in so many columns."""

MOST_COLUMNS = 25
CROWD = 24
"""More tables than this, and a card has room for little more than its number."""


def columns(count: int) -> int:
    return next((columns for most, columns in COLUMNS if count <= most), MOST_COLUMNS)


def size(count: int) -> str:
    """How much a card can say."""
    return "few" if count <= 9 else "some" if count <= CROWD else "many" if count <= 60 else "crowd"


@lru_cache(2048)
def name(text: str) -> Markup:
    """The name of a table; where there is little room its number alone is left."""
    found = re.fullmatch(r"(.*\D)(\d{1,3})", text)
    if not found:
        return Markup('<span class="worded">{}</span>').format(text)
    return Markup('<span class="word">{}</span><span class="number">{}</span>').format(*found.groups())


def card(templates: Environment, table: Any, count: int) -> str:
    """One table of *count*. It is drawn with every change there, hundreds of times a second: it needs nothing else."""
    return templates.get_template("hall/card.html").render(table=table, name=name, roomy=size(count) == "few")


def grid(hall: LiveHall) -> str:
    tables, templates = hall.tables, current_app.jinja_env
    cards = [Markup(card(templates, table, len(tables))) for table in tables]
    return render_template("hall/tables.html", cards=cards, count=len(tables))


def beside(hall: LiveHall) -> dict[str, str]:
    """Everything but the cards."""
    tables = hall.tables
    here = [table for table in tables if table.here]
    found = hall.tournament
    shown = {
        "tables": tables,
        "here": here,
        "helped": sorted((each for each in here if each.helped is not None), key=lambda each: each.helped),
        "waiting": [each for each in here if each.phase == "gathering" and each.free],
        "free": [each for each in here if each.phase == "free"],
        "tonight": hall.tonight(),
        "league": hall.league(),
        "calling": hall.calling,
        "trouble": hall.trouble,
        "tournament": found,
        "standings": hall.standings if found and _begun(found) else (),
        "name": name,
    }
    parts = ("summary", "calls", "helped", "waiting", "tonight", "league", "tournament")
    return {part: render_template(f"hall/{part}.html", **shown) for part in parts}


def _begun(tournament: Any) -> bool:
    """Whether a game of it is over."""
    return any(each.points is not None for each in tournament.pairings if each.second)
