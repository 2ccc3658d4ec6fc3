"""The page on phones and on the box's own screen."""

from __future__ import annotations

import logging
from collections.abc import Callable

from flask import Blueprint, Flask, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter

from rules import games as known
from rules.ask import IllegalAnswer, StaleAnswer, Trouble
from rules.moment import Moment

from .games import health
from .games.own_pages import pages_of
from .live import bodies, codes, doors, packing, pieces, refused
from .live.chair import Chair
from .live.endings import Endings
from .live.events import Wire, events
from .live.faults import Faults
from .live.hall import InTheHall
from .live.lobby import Entrance
from .live.marks import log_lines, mark, paints, teller
from .live.network import LiveNetwork, come_back, elsewhere, may_change, own_address
from .live.render import regions
from .live.seats import Viewer, seats
from .live.speaking import Speaking
from .live.table import LiveTable
from .live.words import as_seen, begun, day_and_time, headline, in_words, ruled, way
from .makers.api import api, maker_token
from .owner.calibrating import calibrating
from .owner.joining import joining
from .owner.packs import shelf
from .owner.photographing import photographing
from .owner.photographs import Photographs
from .owner.teaching import Seeing, teaching
from .pages.box import LiveBox, box
from .pages.by_hand import by_hand
from .pages.captive import Arrived, captive, notice
from .pages.captive import answer as to_a_phones_question
from .pages.catching_up import catching_up
from .pages.chair import chair as chairs
from .pages.describing import describing
from .pages.hall import hall as halls
from .pages.keepsake import keepsake
from .pages.learning import learning
from .pages.lobby import lobby
from .pages.looking_back import looking_back
from .pages.looks import looks
from .pages.network import network as networks
from .pages.play import pages
from .pages.portraits import portraits
from .pages.pretend import Pretended, pretend
from .pages.saved import older
from .pages.trying import Trying, trying
from .pages.voice import voice as voices
from .pages.watching import Watching, watching
from .printing.sheets import printing

log = logging.getLogger(__name__)


def create_app(
    table: LiveTable,
    host_token: str,
    address: Callable[[], str],
    live_box: LiveBox | None = None,
    *,
    watch: Watching | None = None,
    eye: Seeing | None = None,
    pretended: Pretended | None = None,
    photographs: Photographs | None = None,
    names: tuple[str, ...] = ("tableside",),
    chair: Chair | None = None,
    voice: Speaking | None = None,
    hall: InTheHall | None = None,
    network: LiveNetwork | None = None,
) -> Flask:
    """The page for *table*.

    :param host_token: the secret by which the box's own screen is known.
    :param address: where phones find the page, such as ``http://192.168.1.20:8080``.
    :param live_box: buttons, lamps and camera, for the doctor and for what does not work.
    :param watch: the camera loop, if a camera looks at the table.
    :param eye: what the camera is set up with: the calibration page and the one on which pieces are taught.
    :param pretended: the pretend box and table, where the box was started with them.
    :param photographs: the box's camera and the reading of pictures, for owners' photographs.
    :param names: what the box is called on the network, besides its number.
    :param chair: plays seats for the box, and advises.
    :param voice: says aloud what happens.
    :param hall: tells others how the table stands, where the owner wants it.
    :param network: where the box is found, and the network it brings along.
    """
    app = Flask(__name__)
    entrance = Entrance(table)
    app.url_map.converters["int"] = _Number
    app.config.update(
        TABLE=table,
        BOX=live_box,
        WATCH=watch,
        EYE=eye,
        ENTRANCE=entrance,
        WIRE=Wire(table, entrance, live_box, watch, voice, hall, network),
        NETWORK=network,
        NAME=names[0],
        ARRIVED=Arrived(),
        ELSEWHERE=elsewhere,
        HOST_TOKEN=host_token,
        READ_TOKEN=maker_token(host_token),
        ADDRESS=address,
        PRETEND=pretended,
        CHAIR=chair,
        VOICE=voice,
        HALL=hall,
        PHOTOGRAPHS=photographs,
        TRYING=Trying(table),
        FAULTS=Faults(),
        QUESTION_SETTLES=300,  # ms in which a question that just changed under the finger takes no tap
        QUIET_SCREEN=60,  # seconds without a touch, then the box's own screen shows the table alone
    )
    if chair is not None:
        chair.waits_for.append(lambda: entrance.resumed)
    app.config["ENDINGS"] = Endings(table, app.config["WIRE"].tell)
    app.jinja_env.filters["in_words"] = in_words
    app.jinja_env.filters["as_seen"] = as_seen
    app.jinja_env.filters["begun"] = begun
    app.jinja_env.filters["headline"] = headline
    app.jinja_env.filters["ruled"] = ruled
    app.jinja_env.filters["day_and_time"] = day_and_time
    app.jinja_env.globals.update(rolled=pieces.rolled, outcome=pieces.outcome, confirm=pieces.confirm, fact=health.told)
    app.jinja_env.globals["url_for"] = way
    app.jinja_env.globals["mark"] = mark
    app.jinja_env.globals["paints"] = paints
    app.jinja_env.globals["log_lines"] = log_lines
    app.jinja_env.globals["teller"] = teller
    app.jinja_env.globals.update(come_back=come_back, elsewhere=elsewhere, may_change_network=may_change)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for blueprint in (
        seats,
        lobby,
        pages,
        by_hand,
        describing,
        looks,
        portraits,
        events,
        box,
        pretend,
        api,
        watching,
        printing,
        shelf,
        photographing,
        joining,
        trying,
        calibrating,
        teaching,
        older,
        looking_back,
        keepsake,
        catching_up,
        chairs,
        voices,
        halls,
        learning,
        networks,
        captive,
    ):
        app.register_blueprint(blueprint)
    for name in known.names():
        if own := pages_of(known.game(name)):
            _add(app, own.blueprint)
    doors.shut(app, names, told=_told, stranger=to_a_phones_question)
    app.before_request(notice)
    bodies.limit(app)
    packing.pack(app)
    app.register_error_handler(Trouble, _trouble)
    app.register_error_handler(HTTPException, _refused)
    app.add_url_rule("/join.svg", "qr", _qr)
    table.must_draw.append(lambda moment: _must_draw(app, table, moment))
    return app


def _add(app: Flask, pages: Blueprint) -> None:
    """A game's own pages; where they get in the way of others, the game is played without them."""
    try:
        app.register_blueprint(pages)
    except (ValueError, AssertionError):
        log.exception("the pages of %s are left out", pages.name)


def _must_draw(app: Flask, table: LiveTable, moment: Moment) -> None:
    """Draw the game for everybody, as it would stand after a ruling; what cannot be drawn must not come to pass."""
    with app.test_request_context():
        for seat in (None, *moment.position.game.players(moment.position.state)):
            regions(table, moment, Viewer(seat, host=seat is None), "seat" if seat else "table", strictly=True)


class _Number(IntegerConverter):
    """A number in an address: of as many digits as anything on the box can have."""

    regex = "[0-9]{1,9}"


def _trouble(trouble: Trouble) -> ResponseReturnValue:
    """A sentence for people, with 409 for an answer that came too late and 400 for one that is not allowed."""
    code = 409 if isinstance(trouble, StaleAnswer) else 400 if isinstance(trouble, IllegalAnswer) else 503
    return _told(str(trouble), code)


def _refused(refusal: HTTPException) -> ResponseReturnValue:
    said = type(refusal).description
    ours = refusal.description if refusal.description != said else refused.OWN_WORDS.get(refusal.code or 500)
    return _told(ours or refusal.description or refusal.name, refusal.code or 500)


def _told(sentence: str, code: int) -> ResponseReturnValue:
    if doors.speaks_json():
        return {"told": sentence}, code
    return refused.page(sentence, code)


def _qr() -> ResponseReturnValue:
    """The way in, for a phone's camera; on cards printed beforehand, the way in of the box's own network."""
    return codes.code(own_address() if "own" in request.args else current_app.config["ADDRESS"]())
