"""Catch me up: the last minutes or the last session in five sentences, and for a campaign the journey so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.figures import Figure
from rules.looking_back import A_PAUSE, Deed, caught_up, how_long, sessions, telling
from rules.written import whole
from web.games import style_of
from web.live.seats import the_table
from web.live.words import day_and_time

catching_up = Blueprint("catching_up", __name__)

LATELY = 20 * 60
"""How many seconds back it is told to somebody of whom nobody knows when they left."""

EACH_EVENING = 3
"""Sentences for each earlier session of a campaign."""


@dataclass(frozen=True)
class Evening:
    """A session of a campaign, in short."""

    day: str
    lasted: str
    told: list[str]


@catching_up.get("/catch-me-up/<any(seat, table):page>")
def tell(page: str) -> ResponseReturnValue:
    """What happened since somebody was here last, and how it stands now."""
    moment, since = the_table().now(), whole(request.args.get("since", ""))
    game, state = moment.position.game, moment.position.state
    names = game.players(state)
    lately = the_table().lately()
    heading, deeds = _which(lately, since, the_table().paused())
    result = state.result if isinstance(state.result, dict) else {}
    stands = str(result.get("text", "")) if moment.ask is None else game.stands(state)
    sentences = caught_up(game, names.values(), deeds, stands)
    told: dict[str, Any] = {"heading": heading, "told": sentences, "page": page, "game": game, "names": names}
    if request.headers.get("X-Page"):
        return render_template("parts/caught_up.html", **told)
    evenings: list[Evening] = []
    journey: list[Figure] = []
    if game.is_campaign:
        journey = game.journey(state)
        for each in sessions(lately):
            best = [text for _, text in telling(game, names.values(), each.deeds, EACH_EVENING)]
            evenings.append(Evening(_day(each.begun), how_long(each.minutes) if each.minutes else "", best))
    return render_template(
        "catch_up.html",
        title=game.title,
        style=moment.setup.game if style_of(game) else "",
        back=url_for("pages.kiosk" if page == "table" else "pages.seat"),
        journey=journey,
        evenings=evenings,
        **told,
    )


def _day(seconds: float | None) -> str:
    return "" if seconds is None else day_and_time(datetime.fromtimestamp(seconds).isoformat())


def _which(deeds: Sequence[Deed], since: int | None, paused: int) -> tuple[str, Sequence[Deed]]:
    """The deeds somebody missed, and what to call that time."""
    if not deeds:
        return "So far", deeds
    if since is not None:
        missed = [deed for deed in deeds if deed.number > since]
        if missed:
            return "While you were away", missed
    if paused * 60 > A_PAUSE:
        return "Last time", sessions(deeds)[-1].deeds
    last = deeds[-1].at
    recent = [deed for deed in deeds if last is None or deed.at is None or last - deed.at <= LATELY]
    return f"The last {LATELY // 60} minutes", recent
