"""A seat's mark on the page, small enough to stand in a line of text."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from rules.game import Game
from rules.marks import marks

_MARK = Markup(
    '<svg class="mark" viewBox="0 0 16 16" role="img" aria-label="{words}"><path fill="{paint}" d="{outline}"/></svg>'
)


def drawn(game: Game, seat: str) -> Markup:
    """The mark of *seat*; nothing for whoever sits nowhere."""
    mark = marks(game.seats).get(seat)
    return _MARK.format(words=mark.words, paint=mark.paint, outline=mark.outline) if mark else Markup("")


@pass_context
def mark(context: Context, seat: str, game: Game | None = None) -> Markup:
    """For templates: the mark of a seat of *game*, or of the game that the page is about."""
    about = game or context.get("game")
    return drawn(about, seat) if about else Markup("")


def paints(game: Game) -> dict[str, str]:
    """The colour of each seat, for a drawing that has no room for shapes."""
    return {seat: mark.paint for seat, mark in marks(game.seats).items()}


def teller(line: str, names: Mapping[str, str]) -> str:
    """The seat of whom a line of the log tells, by the name it begins with; empty if it tells of no one player."""
    for seat, name in sorted(names.items(), key=lambda each: -len(each[1])):
        if line.startswith(name) and not line[len(name) : len(name) + 1].isalnum():
            return seat
    return ""
