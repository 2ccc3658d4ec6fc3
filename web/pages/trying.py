"""Try it: a minute's tour on the pretend page. Press fate, move a tile under the camera, watch the phone follow.

The steps tick themselves off from what really happened at the table, whoever did it and however.
"""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, abort, current_app, make_response, redirect, url_for
from flask.typing import ResponseReturnValue

from rules.games import game
from rules.moment import Moment
from web.live.seats import SEAT_COOKIE, keep, must_be_host, the_table
from web.live.table import LiveTable

trying = Blueprint("trying", __name__, url_prefix="/pretend/try")


class Trying:
    """How far somebody has come who tries the box for the first time."""

    def __init__(self, table: LiveTable) -> None:
        self.game = ""  # the one begun for trying; a game people play is left in peace
        self.pressed = False
        self.laid = False
        table.when_changed.append(self.changed)

    def begin(self, moment: Moment) -> None:
        self.game, self.pressed, self.laid = moment.game_id, False, False

    def changed(self, moment: Moment | None) -> None:
        if moment is None or moment.game_id != self.game:
            return
        self.pressed = self.pressed or moment.source == "fate button"
        self.laid = self.laid or moment.source == "camera"

    def shown(self, moment: Moment | None) -> dict[str, Any]:
        """For the page: is there a tour, which steps are done, and what does the box ask just now."""
        mine = moment is not None and moment.game_id == self.game
        turn = moment.position.game.at_turn(moment.position.state) if moment and mine else None
        return {
            "open": moment is not None,
            "mine": mine,
            "pressed": mine and self.pressed,
            "laid": mine and self.laid,
            "number": moment.number if moment else -1,
            "turn": turn or "",
        }


def the_tour() -> Trying:
    if current_app.config["PRETEND"] is None:
        abort(404, "This box is a real one.")
    must_be_host()
    tour: Trying = current_app.config["TRYING"]
    return tour


@trying.get("")
def look() -> ResponseReturnValue:
    """Which steps are done."""
    return the_tour().shown(the_table().moment)


@trying.post("")
def begin() -> ResponseReturnValue:
    """A game of Sleepers with real tiles; the phone beside the table sits at White."""
    tour, table = the_tour(), the_table()
    moment = table.begin(game("sleepers").setup({"white": "Ann", "black": "Ben"}, {}, "table"))
    tour.begin(moment)
    token = secrets.token_urlsafe(24)
    table.claim("white", token)
    return keep(make_response(redirect(url_for("pretend.page"), 303)), SEAT_COOKIE, token)
