"""How The Awakening looks: the island, the score track, the wheel, and a dashboard on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin, sqrt
from typing import Any

from markupsafe import Markup, escape

from rules import art
from rules.ask import Option
from rules.awakening import GAME
from rules.awakening.island import HEXES, Island, centre_of, island
from rules.awakening.state import SEATS
from web.games import Drawing
from web.games.signs import sign
from web.games.taps import can_tap, tap
from web.live.marks import drawn as mark
from web.portraits import portrait

from .cast import badge, card_of, cast, face, wretch_of

WHEEL = ("inspiration", "wisdom", "knowledge", "vision", "strength", "courage")
"""The attributes in the order of the wheel: each heroic one between the two it is made of."""

OFFER = {
    "arcane_tower": "2 vision: relic",
    "gaping_maw": "2 courage: fight",
    "tomb_of_the_ancients": "2 wisdom: trait",
    "spire": "+2 inspiration",
    "library": "+2 knowledge",
    "fort": "+2 strength",
    "command_post": "3 strength: ride",
    "abandoned_shrine": "1 insp.: rest 2",
    "sacred_monastery": "1 knowl.: raise",
    "academy": "roll white die",
    "inn": "2 alike: hire",
}
STACKS = {
    "yellow": ("inspiration", "Yellow companion"),
    "blue": ("knowledge", "Blue companion"),
    "red": ("strength", "Red companion"),
    "relic": ("vision", "Relic"),
    "trait": ("wisdom", "Trait"),
    "monster": ("courage", "Monster"),
}
HEX_RADIUS = sqrt(3) / 2  # hexes touch at their corners, as they do on the printed mat
SPACE_RADIUS = 0.47
TOKEN_RADIUS = 0.24
WIDTH = 9.0
TRACK_Y = 4.45
# A house rule plays on the triangles beyond the rim, too.
BEYOND = {"all54": 0.75}


def board(shown: Mapping[str, Any], slots: Mapping[str, Option], seat: str | None) -> str:
    """Map, track, wheel and stacks as one drawing; whatever can be answered is a button, the rest says why not."""
    names = {side["seat"]: side["name"] for side in shown["seats"]}
    sides = f'<div class="sides">{_triggers(shown)}{_wheel(shown)}{_stacks(shown, slots)}</div>'
    over, scores = (" over", _scores(shown, names)) if shown["result"] else ("", "")
    return Markup(f'<div class="isle{over}">{scores}{_island(shown, slots, names)}{sides}</div>')


def kept(shown: Mapping[str, Any]) -> str:
    """The island at the end, and every point."""
    names = {side["seat"]: side["name"] for side in shown["seats"]}
    return Markup(f'<div class="isle">{_island(shown, {}, names)}{_scores(shown, names)}</div>')


def _island(shown: Mapping[str, Any], slots: Mapping[str, Option], names: Mapping[str, str]) -> str:
    """The map and the track."""
    land = island(shown["board"]["rim"])
    parts = [
        *(_hex(shown, slots, names, number) for number in HEXES),
        *(_space(shown, slots, names, land, space) for space in land.spaces),
        _trail(shown, land),
    ]
    room = BEYOND.get(shown["board"]["rim"], 0.0)
    box = f"{-WIDTH / 2 - room:.2f} {-3.85 - room:.2f} {WIDTH + 2 * room:.2f} {8.8 + 2 * room:.2f}"
    return (
        f'<svg class="hexboard island" viewBox="{box}" role="group" aria-label="Island">'
        f'{"".join(parts)}<g transform="translate(0 {room:.2f})">{_track(shown, names)}</g></svg>'
    )


def _answers(option: Option | None, label: str) -> tuple[str, str]:
    """The class and the attributes of something that may be tapped."""
    return "open" if can_tap(option) else "shut" if option else "", tap(option, label)


def _polygon(x: float, y: float, radius: float, corners: int, turn: float) -> str:
    points = (
        (x + radius * cos(turn + 2 * pi * k / corners), y + radius * sin(turn + 2 * pi * k / corners))
        for k in range(corners)
    )
    return " ".join(f"{px:.3f},{py:.3f}" for px, py in points)


def _hex(shown: Mapping[str, Any], slots: Mapping[str, Option], names: Mapping[str, str], number: int) -> str:
    x, y = centre_of(HEXES[number])
    tile = shown["board"]["tiles"].get(str(number))
    owner = shown["board"]["control"].get(str(number))
    what = tile["name"] if tile else "not revealed"
    held = f", controlled by {names[owner]}" if owner else ""
    state, extra = _answers(slots.get(f"hex {number}"), f"H{number}: {what}{held}")
    ground = f" known ground-{tile['kind']}" if tile else ""
    text = f'<text class="number" x="{x:.2f}" y="{y + 0.13:.2f}">H{number}</text>'
    if tile:
        symbol = art.load("awakening").svg_symbol("island", tile["kind"])
        lines = _two_lines(tile["name"])
        first = y + (0.0 if len(lines) > 1 else 0.13)
        size = "place long" if max(map(len, lines)) > 8 else "place"
        text = f'<text class="number" x="{x:.2f}" y="{y + 0.64:.2f}">H{number}</text>'
        text += f'<g class="symbol" transform="translate({x:.2f} {y - 0.45:.2f}) scale(0.36)">{symbol}</g>'
        text += "".join(
            f'<text class="{size}" x="{x:.2f}" y="{first + 0.23 * row:.2f}">{escape(line)}</text>'
            for row, line in enumerate(lines)
        )
        text += f'<text class="offer" x="{x:.2f}" y="{y + 0.43:.2f}">{escape(OFFER[tile["kind"]])}</text>'
    shape = _polygon(x, y, HEX_RADIUS * 0.97, 6, 0)
    drawn = (
        f'<g class="hex {state}" data-slot="hex {number}"{extra}><title>H{number}: {escape(what + held)}</title>'
        f'<polygon class="field{ground}" points="{shape}"/>{text}'
        f'<polygon class="ring" points="{_polygon(x, y, HEX_RADIUS * 0.9, 6, 0)}"/></g>'
    )
    return drawn + _marker(slots.get(f"marker {number}"), owner, names, number, x + 0.44, y - 0.37)


def _marker(option: Option | None, owner: str | None, names: Mapping[str, str], number: int, x: float, y: float) -> str:
    """The control block of a tile with its owner's mark, or the empty place where one may be put."""
    if owner is None and (option is None or option.barred):
        return ""
    state, extra = _answers(option, "")
    paint = f" paint-{owner}" if owner else ""
    moves = f' data-piece="block {owner}"' if owner else ""
    title = f"H{number}: {names[owner]}'s block" if owner else f"H{number}: free"
    return (
        f'<g class="marker {state}{paint}"{moves} data-slot="marker {number}"{extra}><title>{escape(title)}</title>'
        f'<rect x="{x - 0.15:.2f}" y="{y - 0.15:.2f}" width="0.3" height="0.3" rx="0.04"/>'
        + (sign(SEATS, owner, x, y, 0.2) if owner else "")
        + "</g>"
    )


def _two_lines(name: str) -> list[str]:
    """A name on two lines, the upper one the longer, as a tile is widest at its middle."""
    words = name.split(" ")
    cuts = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(cuts, key=lambda two: max(len(two[0]), len(two[1]) + 1)) if cuts else [name]


def _space(
    shown: Mapping[str, Any], slots: Mapping[str, Option], names: Mapping[str, str], land: Island, space: str
) -> str:
    x, y = land.centre(space)
    who = shown["board"]["tokens"].get(space)
    there = names[who] if who else "free"
    option = slots.get(f"space {space}")
    state, extra = _answers(option, f"{space}: {there}")
    reach = " reach" if space in shown["board"]["reach"] else ""
    # A triangle points up or down as its three hexes lie.
    highest = min(centre_of(corner)[1] for corner in land.corners[space])
    up = sum(abs(centre_of(corner)[1] - highest) < 0.01 for corner in land.corners[space]) == 1
    token = ""
    if who:
        token = (
            f'<g class="token paint-{who}" data-piece="token {who}">'
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{TOKEN_RADIUS}"/>{sign(SEATS, who, x, y, 0.27)}</g>'
        )
    return (
        f'<g class="space {state}{reach}" data-slot="space {space}"{extra}>'
        f"<title>{space}: {escape(there)}</title>"
        f'<polygon points="{_polygon(x, y, SPACE_RADIUS, 3, pi / 2 if up else -pi / 2)}"/>{token}</g>'
    )


def _trail(shown: Mapping[str, Any], land: Island) -> str:
    """The last move, from space to space."""
    points = [land.centre(space) for space in shown["board"]["trail"] if space in land.hexes]
    line = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    return f'<polyline class="trail" points="{line}"/>' if len(points) > 1 else ""


# Track, wheel, stacks


def _track(shown: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Honor from 0 on, with the trigger tokens and everybody's disc."""
    discs, tokens = shown["track"]["discs"], shown["track"]["tokens"]
    longest = max(60, *(-(-honor // 10) * 10 for honor in discs.values())) if discs else 60
    left, width = -WIDTH / 2 + 0.35, WIDTH - 0.7

    def at(honor: int) -> float:
        return left + width * max(honor, 0) / longest

    parts = [f'<line class="rail" x1="{left}" y1="{TRACK_Y}" x2="{left + width}" y2="{TRACK_Y}"/>']
    for number in range(0, longest + 1, 10):
        x = at(number)
        parts.append(f'<line class="tick" x1="{x:.2f}" y1="{TRACK_Y - 0.1}" x2="{x:.2f}" y2="{TRACK_Y + 0.1}"/>')
        parts.append(f'<text class="tick" x="{x:.2f}" y="{TRACK_Y + 0.36:.2f}">{number}</text>')
    for token in tokens:
        x = at(token)
        parts.append(
            f'<g class="trigger"><title>Trigger token on {token}</title>'
            f'<polygon points="{_polygon(x, TRACK_Y, 0.17, 4, 0)}"/></g>'
        )
    rank: dict[int, int] = {}
    for who, honor in discs.items():
        height = rank.get(honor, 0)
        rank[honor] = height + 1
        x, y = at(honor), TRACK_Y - 0.24 - 0.3 * height
        parts.append(
            f'<g class="disc paint-{who}" data-piece="disc {who}"><title>{escape(names[who])}: {honor} honor</title>'
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.15"/>{sign(SEATS, who, x, y, 0.17)}</g>'
        )
    label = ", ".join(f"{names[who]} {honor}" for who, honor in discs.items())
    return f'<g class="track" role="img" aria-label="Honor: {escape(label)}">{"".join(parts)}</g>'


def _wheel(shown: Mapping[str, Any]) -> str:
    """The six attribute circles in a ring, with the blocks of each colour and the proficiency tiles left."""
    ring = 1.45
    places = {
        attr: (ring * cos(pi * (2 * k - 3) / 6), ring * sin(pi * (2 * k - 3) / 6)) for k, attr in enumerate(WHEEL)
    }
    lines = [
        f'<line x1="{places[a][0]:.2f}" y1="{places[a][1]:.2f}" x2="{places[h][0]:.2f}" y2="{places[h][1]:.2f}"/>'
        for h, pair in shown["wheel"].items()
        for a in pair
    ]
    circles = []
    for attr, (x, y) in places.items():
        counts = [(side["seat"], side["attributes"][attr]) for side in shown["seats"] if side["attributes"][attr]]
        words = ", ".join(f"{seat} {number}" for seat, number in counts) or "no blocks"
        blocks = ""
        for k, (seat, number) in enumerate(counts):
            left = x - 0.13 * len(counts) + 0.26 * k
            blocks += (
                f'<g class="block paint-{seat}"><rect x="{left:.2f}" y="{y - 0.02:.2f}" width="0.25" height="0.3" '
                f'rx="0.04"/><text x="{left + 0.125:.3f}" y="{y + 0.21:.2f}">{number}</text>'
                f"{sign(SEATS, seat, left + 0.125, y - 0.1, 0.13)}</g>"
            )
        tiles = shown["proficiency"].get(attr)
        note = (
            f'<text class="left" x="{x:.2f}" y="{y + 0.46:.2f}">{tiles} tile{"s" * (tiles != 1)}</text>'
            if tiles is not None
            else ""
        )
        circles.append(
            f'<g class="circle tint-{attr}" role="img" aria-label="{attr}: {escape(words)}">'
            f"<title>{attr}: {escape(words)}</title>"
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.66"/>'
            f'<text class="attr" x="{x:.2f}" y="{y - 0.2:.2f}">{attr}</text>{blocks}{note}</g>'
        )
    return f'<svg class="wheel" viewBox="-2.2 -2.2 4.4 4.4">{"".join(lines)}{"".join(circles)}</svg>'


def _stacks(shown: Mapping[str, Any], slots: Mapping[str, Option]) -> str:
    """The face-up card of each stack, and how many lie face down."""
    rows = []
    for stack, (attr, title) in STACKS.items():
        pile = shown["stacks"].get(stack)
        if pile is None:
            continue
        up = pile["up"]
        name = up["name"] if up else "none"
        brings = _brings(up) if up else ""
        text = up["text"] if up else ""
        told = escape(f"{title}: {name}. {brings}. {text}")
        state, extra = _answers(slots.get(f"{stack} up"), title)
        blind, blind_extra = _answers(slots.get(f"{stack} stack"), title)
        rows.append(
            f'<li class="tint-{attr}"><div class="card {state}" data-slot="{stack} up" title="{told}"{extra}>'
            f"{portrait(card_of(up), 40) if up else ''}"
            f"<b>{escape(name)}</b> <small>{escape(brings)}</small><span>{escape(text)}</span></div>"
            f'<div class="card blind {blind}" data-slot="{stack} stack"{blind_extra}'
            f' title="{escape(title)}: {pile["down"]} face down">'
            f'<b>{pile["down"]}</b><small class="unseen">face down</small></div></li>'
        )
    return f'<ul class="stacks" aria-label="Cards">{"".join(rows)}</ul>'


def _brings(card: Mapping[str, Any]) -> str:
    """What one looks at before taking a card: honor, what a companion generates, the blocks a relic takes."""
    gains = [f"{number} {attr}" for attr, number in card.get("gains", {}).items()]
    charges = [_blocks(card["charges"])] if card.get("charges") else []
    parts = (*_honor(card), *gains, *charges)
    return " · ".join(part.replace(" ", "\u00a0") for part in parts)  # a line ends between two of them


def _honor(card: Mapping[str, Any]) -> list[str]:
    """Nothing of an owner's card that was never told."""
    return [] if card["honor"] is None else [f"{card['honor']} honor"]


def _blocks(number: int, most: str = "") -> str:
    return f"{number}{most} block{'s' * (number != 1 or bool(most))}"


def _triggers(shown: Mapping[str, Any]) -> str:
    """What ends the game, and which round it is."""
    if not shown["triggers"]:
        return ""
    over = bool(shown["result"])
    items = "".join(
        f'<li class="{"met" if trigger["met"] else ""}"><b>{escape(trigger["name"])}</b> {escape(trigger["text"])}</li>'
        for trigger in shown["triggers"]
        if trigger["met"] or not over
    )
    if over:
        head = f"<p><b>{escape(shown['phase'])}</b>.{' It came with:' if items else ''}</p>"
        return f'<div class="triggers">{head}<ul>{items}</ul></div>'
    told = "last" in shown["phase"]
    last = f" Round {shown['last_round']} is the last." if shown["last_round"] and not told else ""
    head = f"<p><b>{escape(shown['phase'])}</b>.{last} The game ends after:</p>"
    return f'<div class="triggers">{head}<ul>{items}</ul></div>'


def _scores(shown: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Every point and where it came from."""
    result = shown["result"]
    head = "".join(f'<th scope="col">{mark(GAME, seat)} {escape(name)}</th>' for seat, name in names.items())
    body = ""
    for source in result["sources"]:
        cells = "".join(f"<td>{dict(result['breakdown'][seat]).get(source, '')}</td>" for seat in names)
        body += f'<tr><th scope="row">{escape(source)}</th>{cells}</tr>'
    total = "".join(f"<td><b>{result['honor'][seat]}</b></td>" for seat in names)
    steps = ("Mastery", "End-game bonuses", "Secret Quests", "Tiles held")
    lines = "".join(
        f"<li><b>{escape(names[seat])}</b> +{worth}: {escape(what)} <small>step {step}, {steps[step - 1]}</small></li>"
        for step, seat, what, worth in result["lines"]
    )
    return (
        f'<div class="scores"><h2>Every point</h2><table><thead><tr><td></td>{head}</tr></thead><tbody>{body}'
        f'<tr class="sum"><th scope="row">Honor</th>{total}</tr></tbody></table><ul>{lines}</ul></div>'
    )


# The phone


def mine(shown: Mapping[str, Any], seat: str | None, options: Iterable[Option]) -> str:
    """The dashboard of this seat, its cards and quest."""
    side = next((side for side in shown["seats"] if side["seat"] == seat), None)
    if side is None:
        return ""
    parts = [_dashboard(side), _cards(side), _quest(shown)]
    return Markup("".join(parts))


def _dashboard(side: Mapping[str, Any]) -> str:
    """Potential, influence and conviction as blocks; attributes; speed."""
    block = f'<i class="paint-{side["seat"]}"></i>'
    spheres = "".join(
        f'<div class="sphere"><b>{name.capitalize()}</b>'
        f'<span class="blocks" role="img" aria-label="{side[name]} blocks">'
        f"{block * side[name]}</span><small>{side[name]}</small></div>"
        for name in ("potential", "influence", "conviction")
    )
    attributes = "".join(
        f'<li class="tint-{attr}"><b>{side["attributes"][attr]}</b> {attr}'
        + (f" <small>+{side['proficiency'][attr]} tile</small>" if side["proficiency"].get(attr) else "")
        + "</li>"
        for attr in WHEEL
    )
    facts = f"{side['honor']} honor · speed {side['speed']}, {side['mount']} · on {side['space'] or 'the shore'}"
    if side["projected"] is not None:
        facts += f" · {side['projected']} if it ended now"
    return (
        f'<div class="dashboard"><h2>Your dashboard</h2><p class="quiet">{escape(facts)}</p>'
        f'<div class="spheres">{spheres}</div><ul class="attributes">{attributes}</ul></div>'
    )


def _cards(side: Mapping[str, Any]) -> str:
    cards = []
    if wretch := side["wretch"]:
        cards.append((wretch_of(wretch["name"], wretch["text"]), "Wretch", wretch["text"], ""))
    for card in (*side["companions"], *side["relics"]):
        most = f" of {card['charges']}" if card.get("charges") else ""
        gains = ", ".join(f"{number} {attr}" for attr, number in card.get("gains", {}).items())
        cards.append(
            (
                card_of(card),
                card["kind"],
                " ".join(part for part in (gains, card["text"]) if part),
                _blocks(card["blocks"], most),
            )
        )
    for card in (*side["traits"], *side["monsters"]):
        cards.append((card_of(card), card["kind"], card["text"], "".join(_honor(card))))
    items = "".join(
        f"<li>{portrait(who, 48)}<b>{escape(who.name)}</b>"
        f" <small>{escape(kind.capitalize())}{' · ' + escape(note) if note else ''}</small>"
        f"<span>{escape(text)}</span></li>"
        for who, kind, text, note in cards
    )
    return f'<div class="hand"><h2>Your cards</h2><ul>{items}</ul></div>' if items else ""


def _quest(shown: Mapping[str, Any]) -> str:
    quest = shown["quest"]
    if quest is None:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in quest["bonuses"])
    name = escape(quest["name"])
    head = "<summary>Secret Quest: look at it alone</summary>"
    return f'<details class="quest">{head}<b>{name}</b><ul>{lines}</ul></details>'


DRAWING = Drawing(board, mine, badge=badge, cast=cast, kept=kept, faces=face, ruling=("round", "2"))
