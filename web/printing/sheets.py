"""Sheets for the printer, in true millimetres: all that a game has to print, the reading mat, and the join card.

Each game says what it has (`rules.printed`): it is the very thing that the camera knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from flask import Blueprint, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue

from rules import games, packs
from rules.markers import MAT
from rules.printed import A4, PrintedBoard, ToPrint
from web.live.network import Standing, may_know, network_of_the_box, own_address

from .boards import board_pages, in_halves
from .paper import page, sheets
from .pieces import card_pages, cut_pages, tokens_of

printing = Blueprint("printing", __name__, url_prefix="/print")

PACK = "demo"


@printing.get("/<name>")
def game(name: str) -> ResponseReturnValue:
    """Boards, tiles, tokens and cards; a board that is larger than an A4 on two of them, or on one A3."""
    paper, pack = request.args.get("paper", "a4"), request.args.get("pack", PACK)
    if paper not in ("a3", "a4"):
        abort(404, "There are sheets for A3 and for A4 paper.")
    if name not in games.names():
        abort(404, "There is no such game.")
    played = games.game(name)
    if pack not in (PACK, *packs.names(name)):
        abort(404, f"There is no such pack for {played.title}.")
    try:
        what = played.to_print(pack)
    except packs.BrokenPack as broken:
        abort(404, str(broken))
    # an owner's own board was photographed because it is there already
    boards = [board for board in what.boards if not board.photograph] if what else []
    if not what or not (boards or what.cards):
        abort(404, f"{played.title} has nothing to print.")
    pages = [
        *(each for board in boards if not board.aside for each in board_pages(board, paper)),
        *cut_pages(boards, what.tiles, what.spare),
        *(each for board in boards if board.aside for each in board_pages(board, paper)),
        *card_pages(what.cards),
    ]
    halves = paper == "a4" and any(map(in_halves, boards))
    other = ("On A3 paper", url_for("printing.game", name=name, pack=request.args.get("pack"), paper="a3"))
    says = [*_says(what, boards, halves=halves), *what.says]
    return sheets(f"{played.title} to print", pages, says, other if halves else None)


def _says(what: ToPrint, boards: Sequence[PrintedBoard], *, halves: bool) -> Iterator[str]:
    """What holds for every game."""
    yield "Print at 100 % (“actual size”): the bar is then exactly 100 mm long."
    if boards:
        yield "The camera finds a board or sheet by the squares in its corners: don't cut into them."
    if halves:
        yield (
            "A board on two sheets: cut the right half along its left edge and glue it onto the spare strip of the "
            "left half."
        )
    if what.tiles:
        yield (
            "Use stiff paper or card for tiles. Print the page of backs on the other side of each page, flipped on the "
            "long edge, or glue the two together; then cut the tiles out."
        )
    tokens = [2 * board.token for board in boards if tokens_of(board)]
    if tokens:
        yield (
            f"Cut the round pieces out and stick each on a coin, cap or disc of about {max(tokens):.0f} mm; the camera "
            "knows them by their signs."
        )
    if what.cards:
        yield "Cut the cards and put them into sleeves with the same back, so that nobody can tell them apart."


@printing.get("/mat")
def mat() -> ResponseReturnValue:
    """The mat on which the camera reads cards and dice."""
    board = PrintedBoard(
        title="Reading mat",
        paper=(2 * MAT["half_width"], 2 * MAT["half_height"]),
        unit=1.0,
        markers={each["number"]: each["at"] for each in MAT["markers"]},
        marker_side=MAT["marker_side"],
        colours={"paper": MAT["paper"], "label": MAT["paper"]},
    )
    says = ["Print at 100 %. Cards and dice are read wherever they lie between the four squares."]
    return sheets("Reading mat", board_pages(board, "a4"), says)


@printing.get("/join")
def join() -> ResponseReturnValue:
    """Four cards by which guests find the page."""
    network = network_of_the_box() if may_know() else None
    other = None
    if network and (network.standing.is_open or "own" in request.args):
        if not network.standing.name:
            network.name_own()
        says = ["Cut into four and lay one at each seat. The box's own network keeps its name and password."]
        card = _card_of_own_network(own_address(), network.standing)
        if not network.standing.is_open:
            says.append("They are for a table without Wi-Fi: print them before you set out.")
            other = ("Cards for this network", url_for("printing.join"))
    else:
        says = ["Cut into four and lay one at each seat. If the box gets another number, print them again."]
        card = _card(current_app.config["ADDRESS"]())
        if network and network.can_open:
            other = ("Cards for the box's own network", url_for("printing.join", own=""))
    return sheets("Join cards", [page(A4, _cards(card))], says, other)


def _card(address: str) -> str:
    plain, name = escape(address.replace("http://", "")), escape(current_app.config["NAME"])
    steps = ("Join the same Wi-Fi as the box.", "Scan the code and open the page.", "Tap your seat and play.")
    lines = "".join(
        f'<text x="14" y="{116 + 8 * k}" font-size="4.2">{k + 1}.  {step}</text>' for k, step in enumerate(steps)
    )
    return (
        '<text x="52.5" y="17" font-size="9" font-weight="700" text-anchor="middle">Tableside</text>'
        f'<image class="qr" href="{url_for("qr")}" x="17.5" y="21" width="70" height="70"/>'
        f'<text x="52.5" y="99" font-size="6" font-weight="700" text-anchor="middle">{plain}</text>'
        f'<text x="52.5" y="106" font-size="4.2" text-anchor="middle">or {name}.local</text>{lines}'
    )


def _card_of_own_network(address: str, stands: Standing) -> str:
    """Two codes in their order, one below the other, and what to type where a camera does not help."""

    def step(number: int, y: float, title: str, where: str) -> str:
        return (
            f'<image class="qr" href="{where}" x="6" y="{y}" width="46" height="46"/>'
            f'<text x="56" y="{y + 22}" font-size="9" font-weight="700">{number}</text>'
            f'<text x="56" y="{y + 30}" font-size="4.6" font-weight="700">{title}</text>'
        )

    name, password = escape(stands.name), escape(stands.password)
    return (
        '<text x="8.5" y="13" font-size="7" font-weight="700">Tableside</text>'
        + step(1, 15, "Join the network", url_for("network.code"))
        + f'<text x="8.5" y="66" font-size="4.6" font-weight="700">{name}</text>'
        + f'<text x="8.5" y="72" font-size="4.6">{password}</text>'
        + step(2, 76, "Open the page", url_for("qr", own=""))
        + f'<text x="8.5" y="127" font-size="4.6" font-weight="700">{escape(address.replace("http://", ""))}</text>'
        + '<text x="8.5" y="135" font-size="4.2">3  Tap your seat and play.</text>'
        + '<text x="8.5" y="142" font-size="3.6">No internet? The game needs none: stay on it.</text>'
    )


def _cards(card: str) -> str:
    wide, high = A4[0] / 2, A4[1] / 2
    cards = "".join(f'<g transform="translate({x} {y})">{card}</g>' for x in (0.0, wide) for y in (0.0, high))
    cuts = f'<path d="M{wide} 0V{A4[1]}M0 {high}H{A4[0]}" stroke="#999" stroke-width=".2" stroke-dasharray="2 2"/>'
    return f'<g fill="#000">{cards}</g>{cuts}'
