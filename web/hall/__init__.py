"""The hall's own pages: all tables at a glance, and the desk of whoever runs the evening."""

from __future__ import annotations

from flask import Flask, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from rules.ask import Trouble
from web.live import bodies, doors, packing

from .desk import desk, is_host
from .drawing import columns, size
from .live import LiveHall
from .sending import Sender, events


def create_hall(hall: LiveHall, host_token: str, *, names: tuple[str, ...] = ("tableside",)) -> Flask:
    """The pages of *hall*.

    :param host_token: the secret by which its desk is known.
    """
    app = Flask(__name__, template_folder="../templates", static_folder="../static")
    app.config.update(HALL=hall, HOST_TOKEN=host_token, QUESTION_SETTLES=0)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(columns=columns, size=size)
    app.register_blueprint(desk)
    app.register_blueprint(events)
    doors.shut(app, names, told=_told)
    bodies.limit(app)
    packing.pack(app)
    app.register_error_handler(Trouble, lambda trouble: _told(str(trouble), 400))
    app.register_error_handler(HTTPException, _refused)
    app.config["SENDER"] = Sender(app, hall)
    return app


def _refused(refusal: HTTPException) -> ResponseReturnValue:
    return _told(refusal.description or refusal.name, refusal.code or 500)


def _told(sentence: str, code: int) -> ResponseReturnValue:
    if doors.speaks_json():
        return {"told": sentence}, code
    where = url_for("desk.at_the_desk" if is_host() else "desk.page")
    return render_template("hall/refused.html", title="Hall", sentence=sentence, where=where), code
