"""How Sleeping Gods looks: the atlas page or the row of enemies, the ship board, the crew, the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from rules.ask import Option
from rules.sleeping_gods import GAME
from rules.sleeping_gods.words import plural
from web.games import Drawing
from web.games.health import health
from web.live.marks import drawn as mark
from web.live.words import begun
from web.portraits import portrait

from .atlas import atlas
from .cast import ability_of, card_of, cast, crew_of, face, quest_of
from .fight import combat, sketch
from .log import sheet
from .taps import Slots, chip

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
    return kinds.pop() if len(kinds) == 1 and "" not in kinds else "what you want"


def board(shown: Shown, slots: Mapping[str, Option], seat: str | None) -> str:
    """Everything open on the table; a place that can be answered is a button, one that cannot says why not."""
    if seat:
        slots = {slot: option for slot, option in slots.items() if not slot.startswith(IN_HAND)}
    taps = Slots(slots, cast(shown))
    choices, told = _choices(taps), _ending(shown["ending"]) if shown["ending"] else _again(shown)
    if shown["sketch"]:
        sea = [sketch(shown["sketch"], taps), told]
    elif shown["combat"]:
        # a card or two that could help are not to be missed below the row; a whole crew to choose from comes after it
        few = sum(not option.barred for option in slots.values()) <= FEW
        row = combat(shown["combat"], taps)
        fight = choices + row if few else row + choices
        sea = [f'<div class="fight">{fight}</div>', told]
        if shown["ending"]:
            sea.reverse()
    else:
        sea = [told, _actions(shown, taps), choices, atlas(shown["atlas"], taps)]
    ship = [_ship(shown, taps), _crew(shown, taps, seat), _cards(shown, taps)]
    return Markup(
        f'<div class="voyage"><div class="sea-side">{taps.rest()}{"".join(sea)}</div>'
        f'<div class="ship-side">{"".join(ship)}</div>{_jumps(shown, seat)}</div>'
    )


def kept(shown: Shown) -> str:
    """How the voyage ended, and where."""
    ending = _ending(shown["ending"]) if shown["ending"] else ""
    return Markup(f'<div class="voyage">{ending}{atlas(shown["atlas"], Slots({}, {}))}</div>')


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
        f"<li>{portrait(quest_of(quest), 40)}<b>{escape(quest['name'])}</b>"
        f" <code>{escape(', '.join(quest['keywords']))}</code>"
        f"<small>{escape(quest['text'])}</small></li>"
        for quest in shown["quests"]
    )
    told = f'<h2>Quests</h2><ul class="quests">{quests}</ul>' if quests else ""
    return Markup(f'<h2>Your hand</h2><div class="hand">{cards}</div>{told}')


def _hand_card(card: Mapping[str, Any]) -> str:
    return (
        f'<div class="ability {escape(card["skill"])}">{portrait(ability_of(card), 40)}'
        f'<span class="fate" title="fate">{card["fate"]}</span>'
        f"<span><b>{escape(card['name'])}</b><small>+1 {escape(card['skill'])}, {card['cost']} command to train"
        f"{': ' + escape(card['text']) if card['text'] else ''}</small></span></div>"
    )


# ----- what was read, and what can be done


def _again(shown: Shown) -> str:
    """The story that is being answered, to read again."""
    if not shown["read"]:
        return ""
    lines = "".join(f"<p>{escape(line)}</p>" for line in shown["read"]["text"].split("\n\n"))
    title = f"Paragraph {escape(shown['read']['paragraph'])} again"
    return f'<details class="again"><summary>{title}</summary><div class="story">{lines}</div></details>'


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
IN_HAND = ("action:", *CHOOSABLE)
"""What stands on the buttons of the question on a phone: nobody has to look for it further down."""


def _choices(taps: Slots) -> str:
    """Whom or which card to choose, with the numbers that matter: nobody has to look for them further down."""
    chosen = {slot: option for slot, option in taps.slots.items() if slot.startswith(CHOOSABLE) or _is_enemy(slot)}
    chips = "".join(chip(slot, option, taps) for slot, option in chosen.items() if not option.barred)
    chips += "".join(chip(slot, option, taps) for slot, option in chosen.items() if option.barred)
    return f'<div class="chips choices">{chips}</div>' if chips else ""


def _is_enemy(slot: str) -> bool:
    """A whole enemy, not one of its squares."""
    return slot.startswith("enemy:") and slot.count(":") == 1


def _jumps(shown: Shown, seat: str | None) -> str:
    """On a phone the table is long: one tap to each part of it."""
    if not seat:
        return ""
    where = [("sg-map", "Combat" if shown["combat"] else "Map"), ("sg-ship", "Ship")]
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
    return (
        f'<section class="shipboard" id="sg-ship"><h2>{escape(ship["name"])}</h2>'
        f'<p class="track"><span>Ship</span> {health(ship["health"], ship["health_max"], "Ship")}</p>'
        f'<dl>{cells}</dl><div class="stores">{stores}</div></section>'
    )


def _crew(shown: Shown, taps: Slots, seat: str | None) -> str:
    """Every crew board; on a phone those of its own player come first."""
    names = {each["seat"]: each["name"] for each in shown["seats"]}
    crew = sorted(shown["crew"], key=lambda member: seat is not None and member["controller"] != seat)
    if not crew:
        return ""
    others = [member for member in crew if seat and member["controller"] != seat and not member["captain"]]
    if len(others) == len(crew):
        others = []
    boards = "".join(_board(member, names, taps) for member in crew if member not in others)
    rest = "".join(_board(member, names, taps) for member in others)
    if rest:  # on a phone the others' crew step back to a line: whoever can be chosen stands with the question
        rest = f'<summary>Crew of the others ({len(others)})</summary><div class="crew">{rest}</div>'
        rest = f'<details class="others">{rest}</details>'
    return f'<section id="sg-crew"><h2>Crew</h2><div class="crew">{boards}</div>{rest}</section>'


def _board(member: Mapping[str, Any], names: Mapping[str, str], taps: Slots) -> str:
    classes, attributes = taps.attributes(f"crew:{member['id']}")
    unread = member["unread"]  # of a real board: what nobody has read off it yet
    hearts = health(member["health"], member["full_health"])
    if "health" in unread:
        hearts = Markup(f"<span>{member['damage']} damage</span>" if member["damage"] else "<span>unhurt</span>")
    skills = "".join(
        f'<li class="{"" if member["skills"][skill] or skill in unread else "none"}">'
        f'<abbr title="{skill}">{short}</abbr> {"?" if skill in unread else member["skills"][skill]}</li>'
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
    alone = member["captain"] or len(names) == 1
    whose = "captain" if member["captain"] else "" if alone else escape(names.get(member["controller"], ""))
    sign = "" if alone else mark(GAME, member["controller"])
    down = " down" if member["health"] <= 0 else ""
    return (
        f'<article class="board-of-crew{classes}{down}">{portrait(crew_of(member), 48)}'
        f'<div class="head"{attributes}><b>{sign} {escape(member["name"])}</b><small>{whose}</small></div>'
        f'<p class="track">{hearts}</p>'
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
            f'<div class="card{classes}{spent}"{attributes}>{portrait(card_of(card), 48)}<b>{escape(card["name"])}</b>'
            f"<small>{escape(', '.join(notes))}</small><p>{escape(card['text'])}</p></div>"
        )
    return f'<section id="sg-cards"><h2>Adventure cards</h2><div class="cards">{cards}</div></section>' if cards else ""


DRAWING = Drawing(board, mine, where, cast=cast, faces=face, sheet=sheet, kept=kept, ruling=("ship.morale", "4"))
