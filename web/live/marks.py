"""A seat's mark on the page, small enough to stand in a line of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

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
    return _drawn(game.seats, seat)


@cache  # every line of the log has one
def _drawn(seats: tuple[str, ...], seat: str) -> Markup:
    mark = marks(seats).get(seat)
    return _MARK.format(words=mark.words, paint=mark.paint, outline=mark.outline) if mark else Markup("")


@pass_context
def mark(context: Context, seat: str, game: Game | None = None) -> Markup:
    """For templates: the mark of a seat of *game*, or of the game that the page is about."""
    about = game or context.get("game")
    return drawn(about, seat) if about else Markup("")


def paints(game: Game) -> dict[str, str]:
    """The colour of each seat, for a drawing that has no room for shapes."""
    return {seat: mark.paint for seat, mark in marks(game.seats).items()}


def log_lines(lines: Iterable[tuple[int, str]], game: Game, names: Mapping[str, str]) -> Markup:
    """Lines of the log, each with the mark of whom it tells."""
    called = tuple(names.items())
    return Markup("".join(_log_line(number, text, game.seats, called) for number, text in lines))


@lru_cache(1024)  # a line is drawn with every change for as long as it stands in the log
def _log_line(number: int, text: str, seats: tuple[str, ...], names: tuple[tuple[str, str], ...]) -> Markup:
    return Markup('<li value="{}">{} {}</li>').format(number, _drawn(seats, teller(text, dict(names))), text)


def teller(line: str, names: Mapping[str, str]) -> str:
    """The seat of whom a line of the log tells, by the name it begins with; empty if it tells of no one player."""
    for seat, name in sorted(names.items(), key=lambda each: -len(each[1])):
        if line.startswith(name) and not line[len(name) : len(name) + 1].isalnum():
            return seat
    return ""
