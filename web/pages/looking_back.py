"""After the end: the game as a strip to scrub through, any earlier moment drawn as it was."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from rules.ask import StaleAnswer
from rules.game import Game
from rules.looking_back import Deed, Story
from rules.moment import Moment
from rules.written import whole
from web.games import style_of
from web.live import marks
from web.live.endings import endings
from web.live.render import as_it_was
from web.live.seats import Viewer, the_table, viewing

looking_back = Blueprint("looking_back", __name__)

A_WHILE = 3600
"""Seconds for which a browser keeps a moment it has seen: what was, stays as it was."""


@looking_back.get("/looking-back/<any(seat, table):page>")
def strip(page: str) -> ResponseReturnValue:
    """The game from its first moment to its last."""
    moment = the_table().now()
    if not moment.may_be_looked_back_on:
        abort(409, "You can look back once the game is over: until then some of it stays hidden.")
    story, who = endings().of(moment), viewing(page)
    at = _place(request.args.get("at", ""), story)
    turned_over = "open" in request.args
    game = moment.position.game
    return render_template(
        "looking_back.html",
        title=game.title,
        style=moment.setup.game if style_of(game) else "",
        page=page,
        viewer=who,
        story=story,
        at=at,
        turned_over=turned_over,
        can_turn_over=type(game).turned_over is not Game.turned_over,
        game=game,
        names=game.players(moment.position.state),
        over=moment.ask is None,
        of=_of(story, who),
        **_drawn(moment, story, at, who, turned_over),
    )


@looking_back.get("/looking-back/<any(seat, table):page>/<int:at>")
def deed(page: str, at: int) -> ResponseReturnValue:
    """One moment, for a page that shows another already."""
    moment, who = the_table().now(), viewing(page)
    story = endings().of(moment)
    if request.args.get("of") != _of(story, who) or at >= len(story.deeds):
        raise StaleAnswer("Another game has been opened since.")
    answer = jsonify(_drawn(moment, story, at, who, "open" in request.args))
    answer.headers["Cache-Control"] = f"private, max-age={A_WHILE}"
    return answer


def _of(story: Story, who: Viewer) -> str:
    """What an address of a moment names besides it: no two that look different have the same."""
    return f"{story.name}.{story.node}.{who.seat or ''}"


def _place(text: str, story: Story) -> int:
    last = len(story.deeds) - 1
    at = whole(text)
    return last if at is None else max(0, min(at, last))


def _drawn(moment: Moment, story: Story, at: int, who: Viewer, turned_over: bool) -> dict[str, object]:
    """A moment as this viewer saw it, or with everything open."""
    deed = story.deeds[at]
    then = the_table().back_at(deed.number)
    may_read = [each.text for each in deed.said if each.seats is None or who.seat in each.seats or turned_over]
    return {
        "said": may_read or _in_a_word(moment, story, at),
        "whose": marks.drawn(moment.position.game, deed.seat or "") if deed.turn else "",
        "when": _when(moment, story, deed),
        "parts": as_it_was(then, who, turned_over=turned_over),
    }


def _in_a_word(moment: Moment, story: Story, at: int) -> list[str]:
    """For a moment in which nothing was said: the first, the last or one between."""
    if not at:
        return ["The game begins."]
    result = moment.position.game.show(moment.position.state, None)["result"]
    return [result["text"]] if isinstance(result, dict) and at == len(story.deeds) - 1 else []


def _when(moment: Moment, story: Story, deed: Deed) -> str:
    if not deed.turn:
        return "Before the first turn"
    game = moment.position.game
    name = game.players(moment.position.state).get(deed.seat or "", "")
    return f"{game.turn_words} {deed.turn} of {story.turns}" + (f" · {name}" if name else "")
