"""How Sleeping Gods looks: the atlas page or the row of enemies, the ship board, the crew, the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from rules.ask import Option
from rules.sleeping_gods.words import plural
from web.games import Drawing
from web.games.taps import can_tap, tap
from web.live.words import begun

from .coast import SIZE, middle, outlines
from .log import sheet

Shown = Mapping[str, Any]
SKILLS = {"strength": "Str", "perception": "Per", "savvy": "Sav", "craft": "Cra", "cunning": "Cun"}
ACTIONS = ("travel", "explore", "prepare", "search", "command", "market", "port")


PLACES = {
    "action:": "an action",
    "region:": "the map",
    "location:": "the map",
    "enemy:": "the enemy",
    "crew:": "a name",
    "card:": "a card",
    "level:": "a card",
    "tucked:": "a card",
    "resource:": "what it is",
    "square:": "a square",
}


def where(slots: Mapping[str, Option]) -> str:
    """What there is to be tapped, in words."""
    if slots and all(slot.startswith("enemy:") and not _is_enemy(slot) for slot in slots):
        return "a square"
    kinds = {next((words for start, words in PLACES.items() if slot.startswith(start)), "") for slot in slots}
    return kinds.pop() if len(kinds) == 1 and "" not in kinds else "one of them"


class Slots:
    """What can be tapped; what nobody drew is offered as plain buttons below."""

    def __init__(self, slots: Mapping[str, Option]) -> None:
        self.slots = slots
        self.drawn: set[str] = set()

    def attributes(self, slot: str) -> tuple[str, str]:
        """Classes and attributes for the thing drawn at *slot*."""
        self.drawn.add(slot)
        option = self.slots.get(slot)
        state = " open" if can_tap(option) else " shut" if option else ""
        return state, f' data-slot="{escape(slot)}"{tap(option)}'

    def rest(self) -> str:
        """Buttons for all that has no place in the picture, such as regions of the next page."""
        buttons = []
        for slot, option in self.slots.items():
            if slot in self.drawn:
                continue
            words = f"<b>{escape(begun(option.label))}</b>" + (
                f"<small>{escape(option.hint)}</small>" if option.hint else ""
            )
            classes, attributes = self.attributes(slot)
            buttons.append(f'<div class="chip{classes}"{attributes}>{words}</div>')
        return f'<div class="chips">{"".join(buttons)}</div>' if buttons else ""


def board(shown: Shown, slots: Mapping[str, Option], seat: str | None) -> str:
    """Everything open on the table; a place that can be answered is a button, one that cannot says why not."""
    taps = Slots(slots)
    choices, news = _choices(taps), _ending(shown["ending"]) if shown["ending"] else _news(shown)
    if shown["sketch"]:
        sea = [_sketch(shown["sketch"], taps), news]
    elif shown["combat"]:
        # a card or two that could help are not to be missed below the row; a whole crew to choose from comes after it
        few = sum(not option.barred for option in slots.values()) <= FEW
        row = _combat(shown["combat"], taps)
        elsewhere = bool(seat) and not any(slot.startswith("enemy:") for slot in slots)  # nothing to tap in the row
        fight = choices + row if few or elsewhere else row + choices
        sea = [f'<div class="fight">{fight}</div>', news]
        # on a phone the enemies are long: what the last blow did is read before the next one is chosen
        if seat or shown["ending"]:
            sea.reverse()
    else:
        sea = [news, _actions(shown, taps), choices, _atlas(shown["atlas"], taps)]
    ship = [_ship(shown, taps), _crew(shown, taps, seat), _cards(shown, taps)]
    return Markup(
        f'<div class="voyage"><div class="sea-side">{taps.rest()}{"".join(sea)}</div>'
        f'<div class="ship-side">{"".join(ship)}</div>{_jumps(shown, seat)}</div>'
    )


def mine(shown: Shown, seat: str | None, options: Iterable[Option]) -> str:
    """The hand of this seat, or how many cards it holds if they are real ones."""
    side = next((each for each in shown["seats"] if each["seat"] == seat), None)
    if side is None:
        return ""
    known = [card for card in side["hand"] if card and "skill" in card]
    cards = "".join(_hand_card(card) for card in known)
    unknown = len(side["hand"]) - len(known)
    if unknown:
        cards += f'<p class="quiet">{unknown} card{"s" * (unknown != 1)} in your hand.</p>'
    if not side["hand"]:
        cards = '<p class="quiet">No cards in your hand.</p>'
    quests = "".join(
        f"<li><b>{escape(quest['name'])}</b> <code>{escape(', '.join(quest['keywords']))}</code>"
        f"<small>{escape(quest['text'])}</small></li>"
        for quest in shown["quests"]
    )
    told = f'<h2>Quests</h2><ul class="quests">{quests}</ul>' if quests else ""
    return Markup(f'<h2>Your hand</h2><div class="hand">{cards}</div>{told}')


def _hand_card(card: Mapping[str, Any]) -> str:
    return (
        f'<div class="ability {escape(card["skill"])}"><span class="fate" title="fate">{card["fate"]}</span>'
        f"<span><b>{escape(card['name'])}</b><small>+1 {escape(card['skill'])}, {card['cost']} command to train"
        f"{': ' + escape(card['text']) if card['text'] else ''}</small></span></div>"
    )


# ----- what just happened, and what can be done


def _news(shown: Shown) -> str:
    """What came of the last answer: an event, a reward, a blow; and the story that is being answered, to read again."""
    told = "".join(f"<li>{escape(line)}</li>" for line in shown.get("news", ()))
    box = f'<section class="news" aria-label="What just happened"><ul>{told}</ul></section>' if told else ""
    if shown["read"]:
        lines = "".join(f"<p>{escape(line)}</p>" for line in shown["read"]["text"].split("\n\n"))
        title = f"Paragraph {escape(shown['read']['paragraph'])} again"
        box += f'<details class="again"><summary>{title}</summary><div class="story">{lines}</div></details>'
    return box


def _ending(ending: Mapping[str, Any]) -> str:
    """The last page of the voyage: how it ended, how far it came, and what hands put back."""
    lines = "".join(f"<p>{escape(line)}</p>" for line in ending["read"].split("\n\n") if line)
    story = f'<div class="story">{lines}</div>' if lines else ""
    facts = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in ending["facts"])
    orders = "".join(f"<li>{escape(order)}</li>" for order in ending["put_back"])
    back = f"<details><summary>Before the next campaign</summary><ul>{orders}</ul></details>" if orders else ""
    title = escape(ending["title"])
    return f'<section class="ending"><h2>{title}</h2>{story}<dl>{facts}</dl>{back}</section>'


FEW = 4
CHOOSABLE = ("crew:", "card:", "tucked:", "level:", "resource:", "combo")


def _choices(taps: Slots) -> str:
    """Whom or which card to choose, with the numbers that matter: nobody has to look for them further down."""
    chosen = {slot: option for slot, option in taps.slots.items() if slot.startswith(CHOOSABLE) or _is_enemy(slot)}
    chips = "".join(_chip(slot, option, taps) for slot, option in chosen.items() if not option.barred)
    chips += "".join(_chip(slot, option, taps) for slot, option in chosen.items() if option.barred)
    return f'<div class="chips choices">{chips}</div>' if chips else ""


def _is_enemy(slot: str) -> bool:
    """A whole enemy, not one of its squares."""
    return slot.startswith("enemy:") and slot.count(":") == 1


def _chip(slot: str, option: Option, taps: Slots) -> str:
    notes = [str(option.barred)] if option.barred else []
    if not option.barred or slot.startswith(("card:", "level:")):  # what one cannot afford yet is still to be read
        notes.insert(0, option.hint)
    words = f"<b>{escape(begun(option.label))}</b>" + "".join(
        f"<small>{escape(note)}</small>" for note in notes if note
    )
    classes, attributes = taps.attributes(slot)
    return f'<div class="chip{classes}"{attributes}>{words}</div>'


def _jumps(shown: Shown, seat: str | None) -> str:
    """On a phone the table is long: one tap to each part of it."""
    if not seat:
        return ""
    where = [("ask", "Top"), ("sg-map", "Combat" if shown["combat"] else "Map"), ("sg-ship", "Ship")]
    where += [("sg-crew", "Crew")] if shown["crew"] else []
    where += [("sg-cards", "Cards")] if shown["cards"] else []
    where += [("mine", "Hand"), ("tools", "Any time"), ("log", "Log")]
    links = "".join(f'<a href="#{place}">{name}</a>' for place, name in where)
    return f'<nav class="jumps" aria-label="Parts of the table">{links}</nav>'


def _actions(shown: Shown, taps: Slots) -> str:
    if not any(slot.startswith("action:") for slot in taps.slots):
        return ""
    buttons = []
    for slot, option in taps.slots.items():
        if slot.startswith("action:"):
            classes, attributes = taps.attributes(slot)
            hint = f"<small>{escape(option.hint)}</small>" if option.hint and not option.barred else ""
            buttons.append(f'<div class="chip{classes}"{attributes}><b>{escape(begun(option.label))}</b>{hint}</div>')
    return f'<div class="chips actions">{"".join(buttons)}</div>'


# ----- the atlas


def _atlas(page: Mapping[str, Any] | None, taps: Slots) -> str:
    if page is None:
        return '<p class="quiet">The atlas lies on the table.</p>'
    if not page["chart"]:
        return _page_in_words(page, taps)
    chart = page["chart"]
    rows, cols = len(chart), len(chart[0])
    width, height = cols * SIZE, rows * SIZE
    parts = [f'<rect class="sea" width="{width}" height="{height}"/>']
    signs = []
    places = {tuple(place["at"]) for region in page["regions"] for place in region["locations"] if place["at"]}
    taken = [(row - 1, col - 1) for row, col in places]
    for region in page["regions"]:
        classes, attributes = taps.attributes(region["slot"])
        here = " here" * region["ship"]
        parts.append(
            f'<g class="region{classes}{here}"{attributes}><title>{escape(_region_words(region))}</title>'
            f'<path d="{outlines(chart, region["mark"])}"/></g>'
        )
        signs.append(_signs(region, *middle(chart, region["mark"], taken)))
    parts.append(f'<path class="land" d="{outlines(chart, "#")}"/>')
    parts += signs
    for region in page["regions"]:
        parts += [_place(place, taps) for place in region["locations"] if place["at"]]
    for side, number in page["edges"].items():
        parts.append(_edge(side, number, width, height))
    title = f"Page {page['page']}: {page['name']}"
    return (
        f'<figure class="atlas" id="sg-map"><figcaption>{escape(title)}</figcaption>'
        f'<svg viewBox="-5 -5 {width + 10} {height + 10}" role="group" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>{_ways(taps)}{_legend(page)}</figure>"
    )


def _ways(taps: Slots) -> str:
    """Where the ship could sail, in words: what a region has, and what waits there."""
    chips = "".join(
        _chip(slot, option, taps)
        for slot, option in taps.slots.items()
        if slot.startswith("region:") and not option.barred
    )
    return f'<div class="chips ways">{chips}</div>' if chips else ""


def _legend(page: Mapping[str, Any]) -> str:
    """What the signs on the page mean, and what each hazard on it does."""
    dangers = {region["hazard"]: region["hazard_words"] for region in page["regions"] if region["hazard"]}
    told = "".join(f"<li>{escape(words)}</li>" for words in dangers.values())
    hazards = f"<p>Hazards of this page:</p><ul>{told}</ul>" if told else ""
    named = [place for region in page["regions"] for place in region["locations"] if place["name"]]
    listed = "".join(f"<li>{escape(place['label'])}: {escape(place['name'])}</li>" for place in named)
    places = f"<p>Places of this page:</p><ul>{listed}</ul>" if listed else ""
    return (
        '<details class="legend"><summary>P port, M market, S search, ! hazard</summary>'
        "<p>A number in a red circle is a place to explore from its region. An arrow at the edge names the page "
        f"that follows.</p>{places}{hazards}</details>"
    )


def _region_words(region: Mapping[str, Any]) -> str:
    marks = [kind for kind in ("port", "market", "search") if region[kind]]
    marks += [f"hazard: {region['hazard']}"] if region["hazard"] else []
    marks += ["the ship is here"] if region["ship"] else []
    return f"{region['name']}{': ' if marks else ''}{', '.join(marks)}"


def _signs(region: Mapping[str, Any], x: float, y: float) -> str:
    """Name and signs of a region: P port, M market, S search, ! hazard; the ship where it lies."""
    signs = [
        letter for letter, kind in (("P", "port"), ("M", "market"), ("S", "search"), ("!", "hazard")) if region[kind]
    ]
    parts = [f'<text class="name" x="{x:.1f}" y="{y - 1.2:.1f}">{escape(region["name"])}</text>']
    left = x - (len(signs) - 1) * 2.4
    for index, letter in enumerate(signs):
        at = left + index * 4.8
        kind = "danger" if letter == "!" else "sign"
        parts.append(f'<circle class="{kind}" cx="{at:.1f}" cy="{y + 2.6:.1f}" r="2.1"/>')
        parts.append(f'<text class="letter" x="{at:.1f}" y="{y + 3.7:.1f}">{letter}</text>')
    if region["ship"]:
        above = y - 7.2 if y > SIZE else y + 6.4  # at the top of the page the ship lies below its region's name
        parts.append(f'<path class="ship" transform="translate({x:.1f} {above:.1f})" d="{SHIP}"/>')
    return f'<g class="signs">{"".join(parts)}</g>'


SHIP = "M-5 1.6h10l-1.6 2.6h-6.8zM-3 1.2v-2h2.2v2zM-.4 1.2v-4.2h1.6v4.2zM1.6 1.2v-2h2v2z"


def _place(place: Mapping[str, Any], taps: Slots) -> str:
    row, col = place["at"]
    x, y = (col - 0.5) * SIZE, (row - 0.5) * SIZE
    classes, attributes = taps.attributes(place["slot"])
    red = " red" * bool(place["red"])
    return (
        f'<g class="place{classes}{red}"{attributes}><title>{escape(place["label"])} {escape(place["name"])}</title>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
        f'<text x="{x:.1f}" y="{y + 1.3:.1f}">{escape(place["label"])}</text></g>'
    )


def _edge(side: str, number: int, width: float, height: float) -> str:
    x, y, turn = {
        "north": (width / 2, -2.0, 0),
        "south": (width / 2, height + 2.0, 180),
        "west": (-2.0, height / 2, 270),
        "east": (width + 2.0, height / 2, 90),
    }[side]
    return (
        f'<g class="edge"><title>{escape(side)}: page {number}</title>'
        f'<path transform="translate({x:.1f} {y:.1f}) rotate({turn})" d="M-3.4 1.6L0 -2.4L3.4 1.6z"/>'
        f'<text x="{x:.1f}" y="{y + 1.2:.1f}">{number}</text></g>'
    )


def _page_in_words(page: Mapping[str, Any], taps: Slots) -> str:
    """A page without a drawing: the owner's atlas lies on the table, here is what it says."""
    rows = []
    for region in page["regions"]:
        classes, attributes = taps.attributes(region["slot"])
        here = " here" * region["ship"]
        places = "".join(
            '<span class="chip{}"{}>{}</span>'.format(*taps.attributes(place["slot"]), escape(place["label"]))
            for place in region["locations"]
        )
        rows.append(f'<div class="chip{classes}{here}"{attributes}>{escape(_region_words(region))} {places}</div>')
    inside = f'<div class="chips">{"".join(rows)}</div>'
    return f'<figure class="atlas"><figcaption>Page {page["page"]}</figcaption>{inside}</figure>'


# ----- combat


def _combat(fight: Mapping[str, Any], taps: Slots) -> str:
    foes = "".join(_foe(foe, place, fight, taps) for place, foe in enumerate(fight["row"]))
    classes, attributes = taps.attributes("combo")
    points = "".join(f'<i class="{"full" if n < fight["combo"] else "empty"}"></i>' for n in range(4))
    return (
        f'<section class="combat" id="sg-map"><h2>Combat, round {fight["round"]}</h2>'
        f'<div class="row-of-enemies" tabindex="0" role="group" aria-label="Enemies">{foes}</div>'
        f'<div class="combo{classes}"{attributes}><span>Combo {fight["combo"]} of 4</span>{points}</div>'
        f"{SQUARES}</section>"
    )


SQUARES = (
    '<details class="legend"><summary>What stands in the squares</summary><ul>'
    "<li>A heart has to be covered; when all are, the enemy is defeated.</li>"
    "<li>A grey heart is armor: the first damage there only takes its token off.</li>"
    "<li>+1 or more is damage the enemy deals while the square is uncovered.</li>"
    "<li>Wings: 1 more defence against weapons that are not ranged.</li>"
    "<li>A diamond gives a combo point when it is covered: 2 buy 1 accuracy, 3 buy 1 damage, 4 an attack.</li>"
    "<li>Words happen at the end of every round while uncovered; first strike and resist hold all the time.</li>"
    "</ul></details>"
)


def _foe(foe: Mapping[str, Any], place: int, fight: Mapping[str, Any], taps: Slots) -> str:
    classes, attributes = taps.attributes(f"enemy:{place}")
    target = " target" * bool(fight["attack"] and fight["attack"]["target"] == place)
    width, height = foe["cols"] * 10, foe["rows"] * 10
    now = [f"enemy:{at}:{index}" for at, index in fight["attack"]["hits"]] if fight["attack"] else []
    squares = "".join(_square(square, taps, now=square["slot"] in now) for square in foe["squares"])
    defense = f"{foe['defense']}{' +1 (flying)' if foe['flying'] else ''}"
    return (
        f'<div class="enemy cols{foe["cols"]}{target}">'
        f'<div class="head{classes}"{attributes}><b>{escape(foe["name"])}</b>'
        f"<small>Defence {escape(defense)} · deals {foe['damage']}</small></div>"
        f'<svg viewBox="-.5 -.5 {width + 1} {height + 1}" role="group" aria-label="{escape(foe["name"])}">'
        f"{squares}</svg></div>"
    )


def _sketch(sketch: Mapping[str, Any], taps: Slots) -> str:
    """The grid editor: the card as far as it is described; every square can be tapped."""
    width, height = sketch["cols"] * 10, sketch["rows"] * 10
    squares = "".join(_square(square, taps) for square in sketch["squares"])
    return (
        f'<section class="sketch" id="sg-map"><h2>{escape(sketch["name"])}</h2>'
        f'<svg viewBox="-.5 -.5 {width + 1} {height + 1}" role="group" aria-label="{escape(sketch["name"])}">'
        f"{squares}</svg></section>"
    )


def _square(square: Mapping[str, Any], taps: Slots, *, now: bool = False) -> str:
    """One square; *now*: damage of the attack under way was just put there."""
    x, y = (square["col"] - 1) * 10, (square["row"] - 1) * 10
    classes, attributes = taps.attributes(square["slot"])
    marks = []
    if square["heart"] or square["armor"]:
        kind = "armor" if square["armor"] else "heart"
        down, size = _room(square)
        marks.append(f'<path class="{kind}" transform="translate({x + 5} {y + down:.1f}) scale({size})" d="{HEART}"/>')
    if square["bonus"]:
        marks.append(f'<text class="bonus" x="{x + 9.3}" y="{y + 3.1}">+{square["bonus"]}</text>')
    if square["combo"]:
        marks.append(
            f'<path class="combo-mark" transform="translate({x + 2.2} {y + 2.4})" d="M0 -1.7L1.7 0L0 1.7L-1.7 0z"/>'
        )
    if square["flying"]:
        marks.append(f'<path class="wing" transform="translate({x + 5} {y + 4})" d="{WING}"/>')
    if square["ability"]:
        first, _, rest = square["ability"].partition(" ")
        words = f'<tspan x="{x + 5}">{escape(first)}</tspan>'
        words += f'<tspan x="{x + 5}" dy="1.7">{escape(rest)}</tspan>' if rest else ""
        marks.append(f'<text class="skill" y="{y + (7.1 if rest else 8.4)}">{words}</text>')
    if square["armor_token"]:
        down, size = _room(square)
        marks.append(
            f'<circle class="armor-token" cx="{x + 5}" cy="{y + down + 0.4 * size:.1f}" r="{3.4 * size:.1f}"/>'
        )
    if square["covered"] or now:
        marks.append(f'<rect class="damage" x="{x + 1.2}" y="{y + 1.2}" width="7.6" height="7.6" rx="1.4"/>')
        marks.append(f'<path class="slash" d="M{x + 3} {y + 7}L{x + 7} {y + 3}"/>')
    return (
        f'<g class="square{" now" * now}{classes}"{attributes}><title>{escape(_square_words(square))}</title>'
        f'<rect x="{x + 0.3}" y="{y + 0.3}" width="9.4" height="9.4" rx="1"/>{"".join(marks)}</g>'
    )


def _room(square: Mapping[str, Any]) -> tuple[float, float]:
    """How far down a heart stands and how large, so that neither a number above nor words below run into it."""
    above, below = bool(square["bonus"] or square["combo"]), square["ability"].count(" ") + bool(square["ability"])
    if above:
        return (4.8, 0.6) if below else (5.6, 0.85)
    return (2.7, 0.8) if below > 1 else (3.6, 1.0)


WING = "M-3.4 1Q-1.6 -2.6 0 .4Q1.6 -2.6 3.4 1Q1.4 -.4 0 1.8Q-1.4 -.4 -3.4 1z"
HEART = "M0 3.2C-4.4 .2 -2.6 -2.6 0 -.9C2.6 -2.6 4.4 .2 0 3.2z"


def _square_words(square: Mapping[str, Any]) -> str:
    words = [f"row {square['row']}, column {square['col']}"]
    words += ["covered"] if square["covered"] else []
    words += ["armor token"] if square["armor_token"] else []
    words += [mark for mark in ("heart", "armor", "combo", "flying") if square[mark]]
    words += [f"+{square['bonus']} damage"] if square["bonus"] else []
    words += [square["ability"]] if square["ability"] else []
    return ", ".join(words)


# ----- ship, crew, cards


def _ship(shown: Shown, taps: Slots) -> str:
    ship, log = shown["ship"], shown["log"]
    low = ship["morale"] <= 3
    last = not shown["events"]["left"] and shown["turn"] > 0
    fate = {3: "fate -1", 2: "fate -2", 1: "fate -2"}.get(ship["morale"], "")
    stores = "".join(
        '<div class="store{}"{}><b>{}</b> {}</div>'.format(
            *taps.attributes(f"resource:{kind}"), n, escape(plural(n, kind).partition(" ")[2])
        )
        for kind, n in shown["resources"].items()
    )
    most = f" of {ship['morale_max']}" if ship["morale_max"] else ""
    facts = [
        ("Morale", f"{ship['morale']}{most}", fate or ""),
        ("Events", f"{shown['events']['left']}", f"deck {shown['events']['deck']} of 3"),
        (ship["totems"].capitalize(), f"{len(log['totems'])}", f"{shown['totems_to_win']} to end"),
        ("XP", f"{log['xp']}", ""),
    ]
    cells = "".join(
        f'<div class="{"low" if (name == "Morale" and low) or (name == "Events" and last) else ""}"><dt>{name}</dt>'
        f"<dd>{value}"
        f"{f'<small>{escape(note)}</small>' if note else ''}</dd></div>"
        for name, value, note in facts
    )
    track = "".join(f'<i class="{"full" if n < ship["health"] else "empty"}"></i>' for n in range(ship["health_max"]))
    return (
        f'<section class="shipboard" id="sg-ship"><h2>{escape(ship["name"])}</h2>'
        f'<p class="track" aria-label="Ship health {ship["health"]} of {ship["health_max"]}">'
        f"<span>Ship {ship['health']}/{ship['health_max']}</span>{track}</p>"
        f'<dl>{cells}</dl><div class="stores">{stores}</div></section>'
    )


def _crew(shown: Shown, taps: Slots, seat: str | None) -> str:
    """Every crew board; on a phone those of its own player come first."""
    names = {each["seat"]: each["name"] for each in shown["seats"]}
    crew = sorted(shown["crew"], key=lambda member: seat is not None and member["controller"] != seat)
    if not crew:
        return ""
    others = [member for member in crew if seat and member["controller"] != seat and not member["captain"]]
    if any(_can_be_tapped(member, taps) for member in others) or len(others) == len(crew):
        others = []
    boards = "".join(_board(member, names, taps) for member in crew if member not in others)
    rest = "".join(_board(member, names, taps) for member in others)
    if rest:  # on a phone the others' crew step back to a line while nobody has to choose among them
        rest = f'<summary>Crew of the others ({len(others)})</summary><div class="crew">{rest}</div>'
        rest = f'<details class="others">{rest}</details>'
    return f'<section id="sg-crew"><h2>Crew</h2><div class="crew">{boards}</div>{rest}</section>'


def _can_be_tapped(member: Mapping[str, Any], taps: Slots) -> bool:
    """Whether this board, or a card tucked under it, is among the answers; also one that says why not."""
    return any(slot == f"crew:{member['id']}" or slot.startswith(f"tucked:{member['id']}:") for slot in taps.slots)


def _board(member: Mapping[str, Any], names: Mapping[str, str], taps: Slots) -> str:
    classes, attributes = taps.attributes(f"crew:{member['id']}")
    hearts = "".join(
        f'<i class="{"full" if n < member["health"] else "empty"}"></i>' for n in range(member["full_health"])
    )
    skills = "".join(
        f'<li class="{"" if member["skills"][skill] else "none"}"><abbr title="{skill}">{short}</abbr>'
        f" {member['skills'][skill]}</li>"
        for skill, short in SKILLS.items()
    )
    marks = ["tired"] * (member["fatigue"] >= 1) + ["exhausted"] * (member["fatigue"] >= 2) + list(member["statuses"])
    marks += [f"{member['command']} command"] if member["command"] else []
    told = f'<p class="marks">{escape(", ".join(marks))}</p>' if marks else ""
    tucked = ""
    for place, card in enumerate(member["tucked"]):
        also, button = taps.attributes(f"tucked:{member['id']}:{place}")
        skill = f" (+1 {escape(card['skill'])})" if "skill" in card else ""
        tucked += f'<li><span class="tuck{also}"{button}>{escape(card["name"])}{skill}</span></li>'
    tucked += "".join(f"<li>{escape(name)}</li>" for name in member["levels"])
    arms = "".join(f"<li>{escape(each['name'])}: {escape(each['text'])}</li>" for each in member["weapons"])
    can = "".join(f"<li>{_price(each)}{escape(each['text'])}</li>" for each in member["abilities"])
    whose = "captain" if member["captain"] else escape(names.get(member["controller"], "") if len(names) > 1 else "")
    down = " down" if member["health"] <= 0 else ""
    return (
        f'<article class="board-of-crew{classes}{down}"><div class="head"{attributes}><b>{escape(member["name"])}</b>'
        f'<small>{whose}</small></div><p class="track" role="img" aria-label="Health {member["health"]} of '
        f'{member["full_health"]}">{hearts}<span>{member["health"]}/{member["full_health"]}</span></p>'
        f'{told}<ul class="skills">{skills}</ul><ul class="arms">{arms}</ul>'
        f"<details><summary>Abilities</summary><ul>{can}{tucked}</ul></details></article>"
    )


def _price(ability: Mapping[str, Any]) -> str:
    if ability["kind"] != "activated":
        return "<b>Always:</b> " if ability["kind"] == "passive" else "<b>When it happens:</b> "
    return f"<b>{ability['cost']} command:</b> " if ability["cost"] else ""


def _cards(shown: Shown, taps: Slots) -> str:
    cards = ""
    for card in shown["cards"]:
        classes, attributes = taps.attributes(f"card:{card['number']}")
        spent = " spent" if card["command"] else ""
        notes = [card["type"]]
        notes += [f"{card['cost']} command"] if card["cost"] is not None else []
        notes += [f"with {card['with']}"] if card["with"] else []
        notes += [f"{card['command']} command on it"] if card["command"] else []
        cards += (
            f'<div class="card{classes}{spent}"{attributes}><b>{escape(card["name"])}</b>'
            f"<small>{escape(', '.join(notes))}</small><p>{escape(card['text'])}</p></div>"
        )
    return f'<section id="sg-cards"><h2>Adventure cards</h2><div class="cards">{cards}</div></section>' if cards else ""


DRAWING = Drawing(board, mine, where, sheet=sheet, ruling=("ship.morale", "4"))
