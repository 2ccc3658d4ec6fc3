"""The rules to be read: chapters with pieces and examples, then every rule by its number.

Examples are played by the real rules and drawn as the table is drawn: see `rules.chapters`.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cache
from itertools import count

from flask import render_template
from markupsafe import Markup, escape

from rules import art, chapters
from rules.chapters import Chapter, Example, Look, PieceShown, Table
from rules.game import Game, Rule
from rules.position import Position
from web.games import board_of

log = logging.getLogger(__name__)

TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^>]*?)(/?)>")
NAMES = re.compile(r'\b(?:class|id|data-slot)="([^"]*)"')
CLASSES = re.compile(r'\bclass="([^"]*)"')
PICTURES = 1000
"""From here on the names of pictures that stand beside a live drawing are counted."""

EMPTY = {"img", "br", "input", "hr"}
"""Elements of HTML that are never closed."""


@dataclass(frozen=True)
class Shown:
    """An example with its drawings; with one only where nothing on it changed."""

    example: Example
    drawings: tuple[Markup, ...]


@dataclass(frozen=True)
class Page:
    """A chapter as it stands on the page."""

    chapter: Chapter
    rules: list[Rule]
    pieces: list[tuple[PieceShown, Markup]]
    examples: list[Shown]


def page(game: Game, words: str) -> str:
    """The rules of *game*; only the single rules that say *words*, if there are any."""
    wanted = words.strip().lower()
    found = [
        rule
        for rule in game.reference.values()
        if all(word in f"{rule.number} {rule.name} {rule.text}".lower() for word in wanted.split())
    ]
    return render_template(
        "rules.html",
        game=game,
        title=game.title,
        style=game.name,
        rules=found,
        wanted=wanted,
        chapters=[] if wanted else _read(game),
    )


@cache
def _read(game: Game) -> list[Page]:
    """Every chapter, drawn once: neither the rules nor the drawings change while the box is on."""
    numbered = count(1)
    return [
        Page(
            chapter,
            [game.reference[number] for number in chapters.numbers(chapter, game)],
            [(piece, drawn) for piece in chapter.pieces for drawn in _drawings(game, piece, numbered)],
            [Shown(each, drawn) for each in chapter.examples if (drawn := _drawings(game, each, numbered))],
        )
        for chapter in game.book.chapters
    ]


def _drawings(game: Game, what: Example | PieceShown, numbered: count[int]) -> tuple[Markup, ...]:
    """A piece, or an example before and after; one that cannot be drawn is left out, and the page goes on."""
    try:
        drawn = _example(game, what) if isinstance(what, Example) else [_piece(game, what)]
    except Exception:
        log.exception("%s: a drawing of its rules is left out: %s", game.title, what)
        return ()
    return tuple(_apart(each, next(numbered)) for each in drawn)


def _example(game: Game, example: Example) -> list[str]:
    """Before and after; once where nothing on it changed."""
    return list(dict.fromkeys(_drawn(game, table, example.look) for table in chapters.played(game, example)))


def _piece(game: Game, piece: PieceShown) -> str:
    if not piece.art:
        return _drawn(game, chapters.laid(game, game.book.tables[piece.table], {}), piece.look)
    for board in game.boards("demo"):
        for found, shapes in (*board.tiles.items(), *board.tokens.items()):
            if found == piece.art:
                return f'<svg class="piece" viewBox="-1 -1 2 2">{art.svg_shapes(shapes)}</svg>'
    raise KeyError(f"{game.title} has no piece {piece.art!r}")


@cache
def picture(game: Game, name: str) -> Markup:
    """A piece by its name in the chapters or its art, or how an example ends; the board itself is "board".

    What cannot be drawn is left out, and whatever it stands beside goes on.
    """
    try:
        drawn = _found(game, name)
    except Exception:
        log.exception("%s: the picture %r is left out", game.title, name)
        return Markup("")
    # A drawing grows and shrinks with its frame; a part of a page wants its width.
    made_of = "wide" if not re.match(r"(<div [^>]*within[^>]*>)*<svg", drawn) else "fits"
    return Markup('<div class="{}">{}</div>').format(made_of, _apart(drawn, PICTURES + sum(map(ord, name))))


def _found(game: Game, name: str) -> str:
    if name == "board":
        table = next(iter(game.book.tables.values()), Table(players=game.fewest))
        return _drawn(game, chapters.laid(game, table, {}), Look())
    if shown := game.teaching.pictures.get(name):
        look = Look(seat=shown.seat, part=shown.part)
        return _piece(game, PieceShown(name=name, text="", table=shown.table, look=look))
    for chapter in game.book.chapters:
        for piece in chapter.pieces:
            if piece.name == name:
                return _piece(game, piece)
        for example in chapter.examples:
            if example.title == name:
                return _example(game, example)[-1]
    return _piece(game, PieceShown(name=name, text="", art=name))


def _drawn(game: Game, table: Position, look: Look) -> str:
    """What the game's own drawing of a table shows, or the part of it that is wanted."""
    drawing, shown = board_of(game), {**table.show(look.seat or None), "news": ()}
    whole = drawing.mine(shown, look.seat, ()) if look.seat else drawing.board(shown, {}, None)
    drawn = cut_out(str(whole), look.part)
    return re.sub(r'viewBox="[^"]*"', f'viewBox="{escape(look.frame)}"', drawn, count=1) if look.frame else drawn


def cut_out(drawn: str, wanted: str) -> str:
    """The first element of a drawing that is or is called what is wanted, with all that is in it.

    What it stood in goes along as empty wrappers: its style may hang on them.
    """
    around: list[str] = []
    start, depth = -1, 0
    for tag in TAG.finditer(drawn):
        closing, kind, attributes, alone = tag.groups()
        if alone or kind in EMPTY:
            continue
        if start >= 0:
            depth += -1 if closing else 1
            if not depth:
                wrappers = "".join(f'<div class="{classes} within">' for classes in around)
                return f"{wrappers}{drawn[start : tag.end()]}{'</div>' * len(around)}"
        elif closing:
            around.pop()
        elif wanted in {kind, *NAMES.findall(attributes), *" ".join(NAMES.findall(attributes)).split()}:
            start, depth = tag.start(), 1
        else:
            around.append("".join(CLASSES.findall(attributes)))
    raise KeyError(f"the drawing has no {wanted!r}")


def _apart(drawn: str, number: int) -> Markup:
    """Many drawings share a page: each keeps its names to itself."""
    return Markup(re.sub(r'(\bid="|href="#)', rf"\1x{number}-", drawn))
