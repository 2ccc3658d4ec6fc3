"""The pages: a phone at a seat, the box's own screen, new and saved games, the rules."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules.ask import Ask, IllegalAnswer
from rules.chance import RollDice
from rules.games import game, names
from rules.moment import Moment
from rules.plain import Plain
from rules.players import why_not
from rules.written import from_json, whole
from web.games import board_of, style_of
from web.games.own_pages import owner_pages
from web.live import forms
from web.live.chair import left_to_people, the_chair
from web.live.events import the_wire
from web.live.faults import safely
from web.live.lobby import cleaned, the_entrance
from web.live.pictured import own_copy
from web.live.seats import SEAT_COOKIE, Viewer, must_be_host, must_play, played_by_the_box, the_table, viewer, viewing
from web.owner import albums
from web.pages.rules import page as rules_page

from .lobby import lobby_page

pages = Blueprint("pages", __name__)


@pages.get("/seat")
def seat() -> ResponseReturnValue:
    """The phone of one seat, or of somebody who watches."""
    if the_table().moment is None or the_entrance().lobby:
        return redirect(url_for("seats.join"))
    who = viewing("seat")
    drawn = the_wire().draw(the_wire().count, who, "seat")
    position = the_table().now().position
    name = position.game.players(position.state).get(who.seat or "", "")
    return render_template(
        "seat.html",
        drawn=drawn,
        viewer=who,
        game=position.game,
        title=_title(),
        style=_style(),
        has_sheet=_has_sheet(),
        own_first=board_of(position.game).own_first,
        name=name,
        lost_seat=not who.seat and bool(request.cookies.get(SEAT_COOKIE)),
        playing_for=name if who.seat in played_by_the_box(the_table().claims()) else "",
        own_copy=own_copy(the_table().now()),
        paused=the_table().paused() if the_table().now().ask else 0,
    )


@pages.get("/table")
def kiosk() -> ResponseReturnValue:
    """The box's own screen; anybody may look at it, only the box itself may answer there."""
    who = viewing("table")
    lobby, before, moment = the_entrance().lobby, the_entrance().before("table"), the_table().moment
    drawn = the_wire().draw(the_wire().count, who, "table")
    if drawn.game != (before or (moment.game_id if moment else "")):
        return redirect(request.full_path, 303)  # a game was opened, begun or put away meanwhile
    if before:
        return lobby_page(drawn, who, lobby)
    if moment is None:
        return render_template(
            "start.html",
            drawn=drawn,
            viewer=who,
            title="Tableside",
            saved=the_table().games(),
            notes=the_table().notes(),
            games=[game(name) for name in names()],
            known={name: game(name) for name in names()},
            owner_pages=[page for name in names() for page in owner_pages(game(name)) if page.menu],
            address=current_app.config["ADDRESS"](),
            pretended=current_app.config["PRETEND"] is not None,
        )
    return render_template(
        "table.html",
        drawn=drawn,
        viewer=who,
        title=_title(),
        style=_style(),
        setup=moment.setup,
        has_sheet=_has_sheet(),
        own_copy=own_copy(moment),
        teaches=bool(moment.position.game.teaching.lessons) and moment.ask is not None,
        paused=the_table().paused() if moment.ask else 0,
        in_hands=_in_hands(moment),
    )


def _in_hands(moment: Moment) -> bool:
    """Every seat has a phone, or the box plays it: then nobody needs the answers on the box's own screen."""
    claims = the_table().claims()
    phones = claims.keys() - played_by_the_box(claims)
    return bool(phones) and phones | the_table().played().keys() >= set(moment.seats)


@pages.get("/sheet")
def sheet() -> ResponseReturnValue:
    """What a game keeps on paper, such as a journey log, to look at or to print; only what everybody may know."""
    moment = the_table().now()
    draw = board_of(moment.position.game).sheet
    if draw is None:
        abort(404, f"{moment.position.game.title} keeps nothing on paper.")
    return render_template("sheet.html", title=_title(), style=_style(), sheet=draw(moment.position.show(None)))


def _has_sheet() -> bool:
    moment = the_table().moment
    return moment is not None and board_of(moment.position.game).sheet is not None


def _title() -> str:
    moment = the_table().moment
    return moment.position.game.title if moment else "Tableside"


def _style() -> str:
    """Whose style sheet the page has beside the common one, if the game has one."""
    moment = the_table().moment
    return moment.setup.game if moment and style_of(moment.position.game) else ""


# Answers


class Reminded(Exception):
    """Somebody hears what they could still do; a second tap counts."""


@pages.post("/answer/<int:number>")
def answer(number: int) -> ResponseReturnValue:
    """Take the answer to question *number* from whichever page is first."""
    who, form = viewer(), request.form  # read to its end here: nobody waits for a slow phone
    heard: list[tuple[Ask, Plain]] = []

    def said(pending: Ask | None) -> tuple[str, Plain]:
        ask = asked_of(pending, who, form)
        answer = forms.read(ask, form)
        if who.seat == ask.seat and the_table().advise(ask.seat, answer):
            raise Reminded
        if "always" in form:
            the_table().stand(number, ask.seat, answer)
        heard.append((ask, answer))
        return ask.seat, answer

    try:
        moment = the_table().hear(number, who.seat, said, who.source, along=forms.parts(form))
    except Reminded:
        return _done()
    for ask, told in heard:
        if ask.about and albums.told(moment, ask, told):
            the_wire().tell()
    if (dice := forms.rolled(form)) is not None:
        _and_rolled(moment, who, form, dice)
    return _done()


def _and_rolled(moment: Moment, who: Viewer, form: MultiDict[str, str], dice: Plain) -> None:
    """The real dice of what was just begun lie there already; if it asks for something else first, they are asked for
    when it comes to them."""
    asked = moment.ask.of(who.seat or form.get("for")) if moment.ask else None
    if isinstance(asked, RollDice) and asked.from_table:
        the_table().hear(moment.number, asked.seat, lambda _: (asked.seat, dice), who.source)


@pages.post("/turn/<int:number>")
def turn(number: int) -> ResponseReturnValue:
    """Turn a page of what is read aloud on the stage."""
    must_be_host()
    the_table().turn_page(number, -1 if request.form.get("by") == "-1" else 1)
    return _done()


@pages.post("/no-longer")
def no_longer() -> ResponseReturnValue:
    """A seat wants to be asked again what it had answered once and for all."""
    who = must_play(viewer(), or_host=False)
    the_table().no_longer(who.seat or "", request.form.get("habit", ""))
    return _done()


@pages.post("/draw/<int:number>")
def draw(number: int) -> ResponseReturnValue:
    """Let the box draw what is pending, like its fate button."""
    who, form = viewer(), request.form
    the_table().draw(number, who.seat, who.source, whose=lambda pending: asked_of(pending, who, form).seat)
    return _done()


def asked_of(ask: Ask | None, who: Viewer, form: MultiDict[str, str]) -> Ask:
    """The question this viewer may answer; a refusal if it is not theirs."""
    if ask is None:
        raise IllegalAnswer("The game is over.")
    if who.seat and (mine := ask.of(who.seat)):
        return mine
    if who.seat and (left := left_to_people(the_table().now(), the_table().played())):
        return left
    if who.host:
        wanted = form.get("for", "")
        for each in ask.each:
            if not each.private and wanted in ("", each.seat):
                return each
    abort(403, "This question is for somebody else.")


@pages.post("/aside/<int:number>")
def aside(number: int) -> ResponseReturnValue:
    """Something that can be done at any time."""
    who = must_play(viewer(), or_host=False)
    name, along = forms.at_any_time(request.form)
    the_table().aside(number, name, who.seat or "", who.source, along=along)
    return _done()


@pages.post("/undo/<int:number>")
def undo(number: int) -> ResponseReturnValue:
    who = must_play(viewer())
    the_table().undo(number, who.seat, who.source)
    return _done()


@pages.post("/agree/<int:number>")
def agree(number: int) -> ResponseReturnValue:
    """A seat's word on taking back something hidden that was seen."""
    who = must_play(viewer(), or_host=False)
    the_table().agree(number, who.seat or "", request.form.get("yes") == "yes", who.source)
    return _done()


@pages.post("/redo/<int:number>")
def redo(number: int) -> ResponseReturnValue:
    who = must_play(viewer())
    the_table().redo(number, who.source)
    return _done()


@pages.post("/ruling/<int:number>")
def ruling(number: int) -> ResponseReturnValue:
    """The table overrules the box; who and why go into the journal."""
    who = must_play(viewer())
    form = request.form
    position = the_table().now().position
    name = position.game.players(position.state).get(who.seat or "", "") or form.get("who", "")
    try:
        value = from_json(form.get("value", ""))
    except ValueError:
        value = form.get("value", "")
    the_table().ruling(number, form.get("path", ""), value, name, form.get("why", ""), who.seat)
    return _done()


def _done() -> ResponseReturnValue:
    if request.headers.get("X-Page"):
        return "", 204
    return redirect(url_for("pages.seat" if viewer().seat else "pages.kiosk"), 303)


# Games


@pages.post("/new/<name>")
def begin(name: str) -> ResponseReturnValue:
    must_be_host()
    if name not in names():
        abort(404, "There is no such game.")
    played, form = game(name), request.form
    players = {seat: cleaned(form.get(f"name.{seat}", "")) for seat in played.seats}
    toggles = {toggle: _value(form, f"toggle.{toggle}") for toggle in played.toggles if f"toggle.{toggle}" in form}
    custody = {h.name: form[f"custody.{h.name}"] for h in played.holdings if f"custody.{h.name}" in form}
    with the_entrance().beginning(played) as guests:
        phones = {seat: guest for seat, guest in guests.items() if guest.token}
        players = {seat: phones[seat].name if seat in phones else said for seat, said in players.items()}
        players = {seat: said for seat, said in players.items() if said}
        chairs = {seat: guest.strength for seat, guest in guests.items() if guest.strength and seat in players}
        setup = played.setup(players, toggles, custody, form.get("pack", "demo"), chairs)
        if why := next(filter(None, (why_not(played, setup, seat) for seat in chairs)), ""):
            abort(400, why)
        the_table().begin(setup, {seat: guest.pick for seat, guest in phones.items() if guest.pick and seat in players})
        for seat, guest in phones.items():
            the_table().claim(seat, guest.token)
        if chair := the_chair():
            if form.get("advice") == "no":
                chair.allow_advice(False)
            for seat, strength in chairs.items():
                chair.give(seat, strength)
        if "teach" in form:
            the_table().teach()
    the_wire().tell()
    return redirect(url_for("pages.kiosk"), 303)


def _value(form: MultiDict[str, str], name: str) -> object:
    text = form[name]
    number = whole(text)
    return {"true": True, "false": False}.get(text, text if number is None else number)


@pages.post("/open/<name>")
def open_game(name: str) -> ResponseReturnValue:
    """Go on with a saved game."""
    must_be_host()
    if not the_table().reading(name).whole:
        return redirect(url_for("older.read", name=name), 303)
    lost = the_table().open(name)
    the_entrance().resume()
    the_wire().tell()
    if lost:
        return render_template("told.html", title="Opened", sentences=lost)
    return redirect(url_for("pages.kiosk"), 303)


@pages.post("/close")
def close() -> ResponseReturnValue:
    """Put the game away; it can be gone on with at any time."""
    must_be_host()
    the_entrance().shut()
    the_table().close()
    return redirect(url_for("pages.kiosk"), 303)


@pages.get("/guide")
def guide() -> ResponseReturnValue:
    """What has to lie where: the set-up of a new game, or a saved one put back as it was."""
    moment = the_table().now()
    played, state = moment.position.game, moment.position.state
    lists = {"orders": played.put_back(state), "is_set_up": played.is_set_up(state)}
    lists["guide"] = the_table().handed_out(always=True)
    viewer = viewing("table")
    drawn = the_wire().draw(the_wire().count, viewer, "table")
    shown = {**moment.position.show(None), "news": []}
    lies = safely("board", moment, viewer, lambda: board_of(played).board(shown, {}, None)) if lists["orders"] else ""
    style = played.name if style_of(played) else ""
    return render_template("guide.html", title=played.title, drawn=drawn, lies=lies, style=style, **lists)


# The rules


@pages.get("/rules/<name>")
def rules(name: str) -> ResponseReturnValue:
    """The rules of a game: in chapters to be read, and every one by its number, searchable."""
    if name not in names():
        abort(404, "There is no such game.")
    return rules_page(game(name), request.args.get("q", ""))
