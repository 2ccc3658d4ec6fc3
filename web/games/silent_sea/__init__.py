"""How The Silent Sea looks: the station as a map, and on a phone the own Loyalty, cards and Abilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from rules.ask import Option
from rules.packs import folder
from rules.silent_sea import GAME
from rules.silent_sea.pack import Node, opened
from rules.silent_sea.state import HEALTH, SEATS
from web.games import Drawing
from web.games.health import health
from web.games.signs import sign
from web.games.taps import answer, can_tap, tap
from web.live.marks import drawn as mark
from web.portraits import portrait

from .cast import ability_of, badge, card_of, cast, crew_of, face

WIDTH = 1200  # of the drawing; the pack gives places as parts of it
PHOTO = "photo.jpg"  # of the owner's board, beside its pack
ROOM = (130, 64)
RIM = 14  # around what is drawn, so that no edge touches the frame
LARGER, APART = 1.25, 34  # figures: beside the rooms, and how far two on one Space stand from each other
FIGURE = (48, 52)  # how wide and high one is, its edge included
BELOW, ABOVE = ROOM[1] / 2 + 40, -ROOM[1] / 2 + 6  # where its feet are that hangs out of a room, or stands on it
AT_A_ROOM = (
    *((x, BELOW) for x in (50, -50, 0)),
    *((x, ABOVE) for x in (50, -50, 0)),
    *((x, y) for y in (26, BELOW, ABOVE) for x in (92, -92, 74, -74, 26, -26)),
    *((x, y) for y in (BELOW, ABOVE, 26, BELOW + 30, ABOVE - 30) for x in (110, -110, 140, -140, 40, -40, 10, -10)),
)
"""Where a figure in a room may stand, the best place first: at its corners, so that all around it is seen."""
ON_A_SPACE = (
    *((0, y) for y in (16, 0, 30, -12, 44, 58, -22, 70)),
    *((x, y) for x in (-18, 18, -32, 32, -46, 46) for y in (16, -4, 36, 52, 70, -24)),
)
HANGS = BELOW - ROOM[1] / 2 - RIM + 4  # how far a figure that stands in a room hangs out of the rim
LETTER = 11  # how wide one is in the name of a room
HIT = 34  # how near a finger must come to a Space
DROP = "M0 -16q14 16 0 26q-14 -10 0 -26z"
ROOM_CLASSES = {"water_lab": "lab", "crisis": "crisis", "role": "role", "extraction": "exit", "plain": "plain", "": ""}
ZOOMERS = (
    '<p class="zoomers"><button type="button" class="tiny" data-zoom="out" aria-label="Smaller map">−</button>'
    '<button type="button" class="tiny" data-zoom="in" aria-label="Larger map">+</button>'
    '<button type="button" class="tiny" data-zoom="home">My figure</button>'
    '<button type="button" class="tiny" data-zoom="whole">Whole map</button></p>'
)
STATES = {"disabled": "face-down", "enabled": "ready", "cooldown": "on Cooldown"}


Box = tuple[float, float, float, float]
"""Left and top, right and bottom."""


def _around(x: float, y: float, wide: float, high: float) -> Box:
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _of_a_figure(foot: tuple[float, float]) -> Box:
    return foot[0] - FIGURE[0] / 2, foot[1] - FIGURE[1], foot[0] + FIGURE[0] / 2, foot[1]


def _meets(foot: tuple[float, float], others: Iterable[Box]) -> bool:
    left, top, right, bottom = _of_a_figure(foot)
    return any(left < box[2] and box[0] < right and top < box[3] and box[1] < bottom for box in others)


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 260 and abs(one[1] - other[1]) < 180


class Station:
    """How large the board is drawn and where each of its places lies.

    A board that was drawn for the page gets a rim, so that rooms at its edge are whole; on the photograph of an
    owner's board places lie where they were tapped.
    """

    def __init__(self, name: str) -> None:
        self.name = name  # of the pack
        self.pack = pack = opened(name)
        self.height = round(WIDTH / pack.board.aspect)
        self.photographed = bool(pack.board.art)
        self.nodes = {node.id: node for node in pack.board.nodes}

    def stands(self, node: Node, many: int) -> list[tuple[float, float]]:
        """Where the feet of so many figures are in a place: none stands before the name of a room."""
        x, y = self.at(node)
        near = [other for other in self.nodes.values() if _is_near(self.at(other), (x, y))]
        names = [each for other in near for each in self._name(other)]
        dots = [_around(*self.at(other), 22, 22) for other in near if other.kind == "space"]
        if node.kind != "room":  # side by side, together as little aside as it takes
            row = [(number - (many - 1) / 2) * APART for number in range(many)]
            groups = [[(x + left + to_x, y + to_y) for left in row] for to_x, to_y in ON_A_SPACE]
            return min(groups, key=lambda feet: sum(_meets(foot, names) for foot in feet))
        found: list[tuple[float, float]] = []
        for covered in ([*names, *dots], names, []):  # what must stay in sight; less of it where there is no room
            for to_x, to_y in AT_A_ROOM:
                foot = (x + to_x, y + to_y)
                taken = [*covered, *map(_of_a_figure, found)]
                if len(found) < many and self._is_on_the_board(foot) and not _meets(foot, taken):
                    found.append(foot)
        return found + [(x, y + BELOW)] * (many - len(found))

    def _name(self, node: Node) -> list[Box]:
        """What the name of a room takes up."""
        if node.kind != "room":
            return []
        lines = _lines_of(self.pack.board.called(node))
        return [_around(*self.at(node), LETTER * max(map(len, lines)), 22 * len(lines))]

    def _is_on_the_board(self, foot: tuple[float, float]) -> bool:
        left, top, wide, high = self.part()
        box = _of_a_figure(foot)
        return box[0] >= left and box[1] >= top and box[2] <= left + wide and box[3] <= top + high

    def at(self, node: Node) -> tuple[float, float]:
        if self.photographed:
            return node.x * WIDTH, node.y * self.height
        return 60 + node.x * (WIDTH - 120), 40 + node.y * (self.height - 80)

    def part(self) -> Box:
        """What is shown, from left and top, so wide and high: the whole photograph, or no more than what is drawn."""
        if self.photographed:
            return 0, 0, WIDTH, self.height
        places = [self.at(node) for node in self.nodes.values()]
        wide, high = ROOM[0] / 2 + RIM, ROOM[1] / 2 + RIM
        left, right = min(x for x, _ in places) - wide, max(x for x, _ in places) + wide
        top, bottom = min(y for _, y in places) - high, max(y for _, y in places) + high + HANGS
        return left, top, right - left, bottom - top

    def photograph(self) -> str:
        """The owner's photograph under everything, if it lies beside the pack: a pack may have come without it."""
        if not self.photographed or not (folder("silent_sea", self.name) / PHOTO).is_file():
            return ""
        where = f"/boards/{escape(self.name)}/{PHOTO}"
        return f'<image href="{where}" width="{WIDTH}" height="{self.height}" preserveAspectRatio="none"/>'


def board(shown: Mapping[str, Any], slots: Mapping[str, Option], seat: str | None) -> str:
    """The map as one drawing; a place that can be answered is a button, one that cannot says why not."""
    drawing = Station(shown["pack"])
    parts = [drawing.photograph(), *_lines(drawing, shown, slots)]
    # Rooms first: a Space close to one lies on its edge, and must stay in sight and in reach.
    places = [node for node in drawing.nodes.values() if node.kind != "junction"]
    for node in sorted(places, key=lambda node: node.kind == "space"):
        parts.append(_place(drawing, node, shown, slots.get(node.id)))
    parts += _figures(drawing, shown, seat)
    part = " ".join(f"{each:.0f}" for each in drawing.part())
    dress = "seaboard photographed" if drawing.photographed else "seaboard"
    return Markup(
        f'{ZOOMERS}<div class="seascroll" data-map="sea" data-start="2.1" tabindex="0" role="group" aria-label="Map">'
        f'<svg class="{dress}" viewBox="{part}" role="group" '
        f'aria-label="Board">{"".join(parts)}</svg></div>'
        f"{'' if seat else _crew(shown)}"
    )


def _crew(shown: Mapping[str, Any]) -> str:
    """Everybody with what is left of them; at the end, on whose side they were."""
    over = bool(shown["result"])
    each = (
        f'<li class="{_how(shown, side)}">{portrait(crew_of(side["role"]), 48)}'
        f"<span>{mark(GAME, side['seat'])} {escape(side['name'])}{_loyal(side) if over else _has(side)}</span></li>"
        for side in shown["seats"]
    )
    return f'<ul class="seasides" aria-label="{"Who was who" if over else "The crew"}">{"".join(each)}</ul>'


def _how(shown: Mapping[str, Any], side: Mapping[str, Any]) -> str:
    if shown["result"]:
        return side["loyalty"] or ""
    return ("turn" if side["seat"] == shown["current"] else "") if side["alive"] else "dead"


def _loyal(side: Mapping[str, Any]) -> str:
    return f"<b>{(side['loyalty'] or side['role']).capitalize()}</b>"


def _has(side: Mapping[str, Any]) -> str:
    """Health, Water Samples and cards, as they are drawn everywhere."""
    if not side["alive"]:
        return "<b>Dead</b>"
    words = f"Water Samples: {side['samples']} of {side['capacity']}"
    water = (
        f'<svg class="of-water" viewBox="-10 -17 20 28"><path d="{DROP}"/></svg>'
        f"<b>{side['samples']}</b><small>/{side['capacity']}</small>"
    )
    return f'{health(side["health"], HEALTH)}<span class="water" role="img" aria-label="{words}">{water}</span>'


def _lines(drawing: Station, shown: Mapping[str, Any], slots: Mapping[str, Option]) -> Iterable[str]:
    at, nodes, pack = drawing.at, drawing.nodes, drawing.pack
    for edge in pack.board.edges:
        (x1, y1), (x2, y2) = at(nodes[edge.a]), at(nodes[edge.b])
        yield f'<line class="path" x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"/>'
    for edge in pack.board.edges:
        state = shown["board"]["doors"].get(edge.id, "shut" if edge.closed else "")
        if not state:
            continue
        (x1, y1), (x2, y2) = at(nodes[edge.a]), at(nodes[edge.b])
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        cross = f'<path d="M{x - 12:.0f} {y - 12:.0f}l24 24m0 -24l-24 24"/>' if state == "shut" else ""
        words = "closed passage" if state == "shut" else "open passage"
        extra, more = _answer(slots.get(edge.id), words)
        yield (
            f'<g class="door {state}{more}" data-slot="{escape(edge.id)}"{extra}><title>{words}</title>'
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="14"/>{cross}</g>'
        )


def _answer(option: Option | None, what: str) -> tuple[str, str]:
    """What makes a place a button, and the class that shows it."""
    return tap(option, what), " open" if can_tap(option) else " why" if option else ""


def _place(drawing: Station, node: Node, shown: Mapping[str, Any], option: Option | None) -> str:
    x, y = drawing.at(node)
    tokens = shown["board"]["tokens"].get(node.id, 0)
    name = words = drawing.pack.board.called(node)
    if tokens:
        words += f", {tokens} Water Sample{'s' if tokens > 1 else ''}"
    extra, more = _answer(option, words)
    if node.kind == "space":
        shape = (
            f'<circle class="hit" cx="{x:.0f}" cy="{y:.0f}" r="{HIT}"/>'
            f'<circle class="dash" cx="{x:.0f}" cy="{y:.0f}" r="13"/>'
        )
    else:
        width, height = ROOM
        locked = shown["board"]["doors"].get(node.id, "shut" if node.restricted else "")
        classes = f"room {ROOM_CLASSES[node.room_type]}{' locked' if locked == 'shut' else ''}"
        shape = (
            f'<rect class="{classes}" x="{x - width / 2:.0f}" y="{y - height / 2:.0f}" width="{width}" '
            f'height="{height}" rx="10"/>{_label(name, x, y)}'
        )
    drop = _drop(x, y, tokens, node.kind == "room") if tokens else ""
    return f'<g class="sea{more}" data-slot="{escape(node.id)}"{extra}><title>{escape(words)}</title>{shape}{drop}</g>'


def _label(text: str, x: float, y: float) -> str:
    lines = _lines_of(text)
    first = y + 7 - 11 * (len(lines) - 1)
    spans = (f'<tspan x="{x:.0f}" y="{first + 22 * n:.0f}">{escape(line)}</tspan>' for n, line in enumerate(lines))
    return f"<text>{''.join(spans)}</text>"


def _lines_of(text: str) -> list[str]:
    """One line, or two where it is long."""
    words = text.split()
    if len(text) <= 11 or len(words) == 1:
        return [text]
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]  # as even as it goes


def _drop(x: float, y: float, count: int, room: bool) -> str:
    x, y = (x + ROOM[0] / 2 - 6, y - ROOM[1] / 2 + 2) if room else (x + 14, y - 14)
    number = f'<text x="{x:.0f}" y="{y + 8:.0f}" class="count">{count}</text>' if count > 1 else ""
    return f'<path class="drop" d="M{x:.0f} {y - 16:.0f}q14 16 0 26q-14 -10 0 -26z"/>{number}'


def _figures(drawing: Station, shown: Mapping[str, Any], mine: str | None) -> Iterable[str]:
    """The figures of the living, side by side where they share a Space: the role's letter, the player's shape."""
    nodes = drawing.nodes
    roles = {side["seat"]: side["role"] for side in shown["seats"]}
    names = {side["seat"]: side["name"] for side in shown["seats"]}
    crowd: dict[str, list[str]] = {}
    for seat, place in shown["board"]["figures"].items():
        crowd.setdefault(place, []).append(seat)
    for place, seats in crowd.items():
        for seat, (x, y) in zip(seats, drawing.stands(nodes[place], len(seats)), strict=True):
            turn = " turn" if seat == shown["current"] else ""
            home = f' data-home="{escape(place)}"' if seat == mine else ""
            yield (
                f'<g class="figure {seat}{turn}" data-piece="{seat}"{home}><title>{escape(names[seat])}</title>'
                f'<g transform="translate({x:.0f} {y:.0f}) scale({LARGER})">'
                f'<path d="M-16 0l5 -27a11 11 0 1 1 22 0l5 27z"/>{sign(SEATS, seat, 0, -29, 13)}'
                f'<text y="-4">{roles[seat][0].upper()}</text></g></g>'
            )


# The phone


def mine(shown: Mapping[str, Any], seat: str | None, options: Iterable[Option]) -> str:
    """Loyalty to peek at, at the end everybody's, then what lies before this player."""
    me = shown["me"]
    if me is None:
        return ""
    parts = [_crew(shown) if shown["result"] else _loyalty(me)]
    if me["alive"] and "role" in me:
        parts += [_hand(me, options), _abilities(me), _near(me)]
    elif not me["alive"]:
        parts.append('<p class="quiet">You are out. This page shows what everybody may see.</p>')
    return Markup("".join(parts))


def _loyalty(me: Mapping[str, Any]) -> str:
    """Seen only while it is held down; with real cards there is nothing to see here."""
    if me["loyalty"] is None:
        return '<h2>Your Loyalty</h2><p class="quiet">It lies face-down before you. The box does not know it.</p>'
    words = "You are the Traitor." if me["loyalty"] == "traitor" else "You are a Crewmate."
    return (
        "<h2>Your Loyalty</h2>"
        '<button type="button" class="peek" data-slot="loyalty" aria-label="Hold to see your Loyalty">'
        f'<span class="cover">Hold to see your Loyalty</span><span class="secret">{words}</span></button>'
    )


def _hand(me: Mapping[str, Any], options: Iterable[Option]) -> str:
    cards = [card for card in me["hand"] if card["card"]]
    unseen = len(me["hand"]) - len(cards)
    choices = {option.value: option for option in options if not option.slot}
    rows = []
    for card in cards:
        name = f"{portrait(card_of(card['name']), 40)}{escape(card['name'])}"
        option = choices.get(card["card"])
        if option and not option.barred:
            rows.append(f'<button type="button" class="seacard"{answer(option)}>{name}</button>')
        else:
            rows.append(f'<span class="seacard">{name}</span>')
    if unseen:
        rows.append(f'<span class="quiet">{unseen} card{"s" * (unseen != 1)} in your hand.</span>')
    return f'<h2>Your hand</h2><div class="seacards">{"".join(rows) or "<span class=quiet>Empty.</span>"}</div>'


def _abilities(me: Mapping[str, Any]) -> str:
    rows = []
    for ability in me["abilities"]:
        state = STATES[ability["state"]]
        if ability["state"] == "cooldown":
            state += f", {ability['counter']} to go" if ability["counter"] else ": an action reactivates it"
        rows.append(
            f'<div class="seaability {ability["state"]}">{portrait(ability_of(ability), 40)}'
            f"<b>{escape(ability['name'])}</b> <small>{state}</small>"
            f"<p>{escape(ability['text'])}</p></div>"
        )
    who = f"{portrait(crew_of(me['role']), 64)}<h2>{escape(me['role'].capitalize())}</h2>"
    return f'<div class="seame">{who}</div>{"".join(rows)}'


def _near(me: Mapping[str, Any]) -> str:
    """How far the others are: 2 is enough to trade, heal and defend, 4 to shoot."""
    rows = []
    for name, spaces in me["range"]:
        far = "behind closed doors" if spaces is None else f"{spaces} Space{'s' * (spaces != 1)}"
        rows.append(f"<div><dt>{escape(name)}</dt><dd>{far}</dd></div>")
    return f'<h2>How far away</h2><dl class="seafar">{"".join(rows)}</dl>' if rows else ""


DRAWING = Drawing(board, mine, badge=badge, cast=cast, faces=face, ruling=("supply", "4"))
