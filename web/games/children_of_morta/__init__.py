"""How Children of Morta looks: map, boss and rows for all to see, and the own hero board on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from rules.ask import Option
from rules.children_of_morta import GAME
from web.games import Drawing
from web.games.health import health, told
from web.games.taps import answer, by_slot, can_tap, tap
from web.live.marks import drawn as mark
from web.portraits import Sitter, portrait, sitter

from .cast import boss_of, cast, enemy_of, face, hero_of, of_card
from .map import map_of
from .pieces import badge, shape_of, token_drawn

Seen = Mapping[str, Any]

RAGE = 10  # tokens there are


# What everybody sees


def board(shown: Seen, slots: Mapping[str, Option], seat: str | None) -> str:
    """Goal, rage, boss, map and every row; whatever can be answered by a tap is a button."""
    if not any("row" in side for side in shown["seats"]):
        return _gathering(shown) if seat is None else ""
    sides = sorted(shown["seats"], key=lambda side: side["seat"] != seat)  # one's own row first
    danger = {each["seat"] for each in shown["near"]}
    rows = "".join(
        _row(side, slots, brief=_is_aside(side, seat, slots), danger=side["seat"] in danger)
        for side in sides
        if "row" in side
    )
    map_ = map_of(shown["map"], slots) if shown["map"]["drawn"] else ""
    parts = (_head(shown), _boss(shown["boss"], slots), map_, rows, _links(shown, slots))
    return Markup(f'<div class="cm">{"".join(parts)}</div>')


def where(slots: Mapping[str, Option]) -> str:
    """What there is to be tapped."""
    if any(slot.startswith("map.") for slot in slots):
        return "a place on the map"
    rows = [option for slot, option in slots.items() if slot.startswith("row.")]
    if rows and all(str(option.value).startswith("space:") for option in rows):
        return "a space of the row"
    return "an enemy" if rows or "boss" in slots else "the board"


def _gathering(shown: Seen) -> str:
    """Who is who before anything lies on the table, and again when all is put away: then with the tale of it."""
    tale = shown.get("tale") or {"text": "", "told": "", "deeds": {}, "unlocked": []}
    chosen = [
        f"<li>{portrait(hero_of(side), 96) if 'hero' in side else ''}"
        f"<b>{escape(side.get('hero', ''))}</b><span>{mark(GAME, side['seat'])} {escape(side['name'])}</span>"
        f"<small>{escape(tale['deeds'].get(side['seat'], ''))}</small></li>"
        for side in shown["seats"]
    ]
    over = "" if shown.get("result") else tale["text"]  # at the very end the headline says it
    head = f'<p class="cm-over">{escape(over)}</p>' if over else ""
    head += f'<p class="cm-tale">{escape(tale["told"])}</p>' if tale["told"] else ""
    head = head or f'<p class="quiet">{escape(shown["phase"])}</p>'
    unlocked = "".join(f"<li>{escape(line)}</li>" for line in tale["unlocked"])
    won = (
        f'<section class="cm-unlocked"><h2>Achievements unlocked</h2><ul>{unlocked}</ul></section>' if unlocked else ""
    )
    return Markup(f'<div class="cm">{head}<ul class="cm-family">{"".join(chosen)}</ul>{won}</div>')


def _head(shown: Seen) -> str:
    chapter = shown["chapter"]
    title = f"Chapter {chapter['number']}: {chapter['title']}" if chapter else "Family Trial"
    goals = "".join(
        f"<li{_class(goal['have'] >= goal['need'], 'met')}>{escape(goal['text'])}"
        f" <b>{goal['have']}/{goal['need']}</b></li>"
        for goal in shown["objectives"]
    )
    pips = "".join(f"<i{_class(place < shown['rage'], 'on')}></i>" for place in range(max(RAGE, shown["rage"])))
    return (
        f'<header class="cm-head"><div><b>{escape(title)}</b><small>Round {shown["turn"]} · {escape(shown["phase"])}'
        f'{_whereabouts(shown["map"])}</small></div><ul class="cm-goals">{goals}</ul>'
        f'<div class="cm-rage" role="img" aria-label="Shared rage {shown["rage"]}"><b>{shown["rage"]}</b>'
        f"<small>rage</small><span>{pips}</span></div></header>"
    )


def _whereabouts(map_: Seen | None) -> str:
    """Where the family is, in words: on a small screen the map has no room for names."""
    here = [place["name"] for place in map_["locations"] if place["id"] == map_["marker"]] if map_ else []
    return f' · <span class="cm-at">{escape(here[0])}</span>' if here else ""


def _class(on: bool, name: str) -> str:
    return f' class="{name}"' if on else ""


def _open(option: Option | None) -> str:
    return " open" if can_tap(option) else ""


def _boss(boss: Seen | None, slots: Mapping[str, Option]) -> str:
    if boss is None:
        return ""
    option = slots.get("boss")
    card = ""
    if boss["card"]:
        does = "".join(f"<li>{escape(line)}</li>" for line in boss["does"])
        stunned = " · stunned" if boss["stunned"] else ""
        card = f"<div><b>{escape(boss['card'])}</b><small>shield {boss['shield']}{stunned}</small><ul>{does}</ul></div>"
    return (
        f'<section class="cm-boss{_open(option)}" data-slot="boss"{tap(option)}>{portrait(boss_of(boss), 72)}'
        f'<div class="cm-boss-name"><b>{escape(boss["name"])}</b> {_left(boss)}'
        f"<small>{escape(boss['text'])}</small></div>{card}</section>"
    )


def _left(foe: Seen) -> str:
    """The health that is left; nobody may have looked up that of an owner's card yet."""
    return health(foe["health"] - foe["damage"] if foe["health"] else foe["damage"], foe["health"])


# The rows


def _is_aside(side: Seen, seat: str | None, slots: Mapping[str, Option]) -> bool:
    """On a phone another's row steps back to a line, unless something in it can be tapped."""
    touched = any(slot.startswith(f"row.{side['seat']}.") for slot in slots)
    return bool(seat) and side["seat"] != seat and not touched


def _row(side: Seen, slots: Mapping[str, Option], *, brief: bool, danger: bool) -> str:
    """A hero with the six spaces above the board: three near, three far; or only how many enemies there are.

    :param danger: the run could be lost here next.
    """
    seat = side["seat"]
    if brief:
        each = "".join(
            f"<li>{portrait(enemy_of(enemy), 32)}<span>{escape(enemy['name'])} {_left(enemy)}</span></li>"
            for enemy in side["row"]
            if enemy and "name" in enemy
        )
        spaces = f'<ul class="cm-brief">{each}</ul>' if each else '<p class="quiet">No enemies.</p>'
    else:
        each = "".join(_space(enemy, seat, place + 1, slots) for place, enemy in enumerate(side["row"]))
        spaces = f'<div class="cm-spaces" role="group" aria-label="Row of {escape(side["hero"])}">{each}</div>'
    facts = " ".join(f"<span>{_fact(name, value)}</span>" for name, value in side["facts"])
    marks = [word for word, on in (("leads", side["leader"]), ("done", side["done"])) if on]
    marks += [f"{side['stun']} stun"] * bool(side["stun"])
    badges = "".join(f"<em>{mark}</em>" for mark in marks)
    name = f"<b>{mark(GAME, seat)} {escape(side['hero'])}</b> <small>{escape(side['name'])}</small>"
    return (
        f'<section class="cm-row{" danger" * danger}"><header data-slot="hero.{seat}">'
        f'{portrait(hero_of(side), 44)}<span class="cm-name">{name}{badges}</span>'
        f'<span class="cm-facts">{facts}</span></header>{_doing(side)}{spaces}</section>'
    )


def _fact(name: str, value: str) -> str:
    """Health as a heart, which needs no name; the rest in words."""
    drawn = told(name, value)
    return drawn if drawn != value else f"{escape(name)} <b>{escape(value)}</b>"


def _doing(side: Seen) -> str:
    """What somebody is about to do, so that the others can plan with it."""
    about = side["about"]
    if not about:
        return ""
    dice = " ".join(f"{die['colour']} {die['face']}" for die in about["dice"] if die["face"])
    rage = f", boosted with {', '.join(about['boost'])}" if about["boost"] else ""
    shows = f": {dice}" if dice else ""
    return f'<p class="cm-doing">Now: {escape(about["action"])}{escape(rage)}{escape(shows)}</p>'


def _space(enemy: Seen | None, seat: str, space: int, slots: Mapping[str, Option]) -> str:
    option = slots.get(f"row.{seat}.{space}")
    zone = "near" if space <= 3 else "far"
    inside, words, classes = f'<small class="number">{space}</small>', "", f"cm-space {zone}{_open(option)}"
    piece = f' data-piece="{escape(enemy["name"])}"' if enemy and not enemy.get("face_down") else ""
    if enemy and enemy.get("face_down"):
        inside += "<small>beaten</small>"
    elif enemy:
        signs = ["stunned"] * enemy["stunned"] + ["steady"] * enemy["steady"]
        signs += [f"ferocious {enemy['ferocious']}"] if enemy["ferocious"] else []
        does = "".join(f"<li>{escape(line)}</li>" for line in enemy["actions"])
        gives = ", ".join([*enemy["rewards"], *([f"{enemy['xp']} XP"] if enemy["xp"] is not None else [])])
        long = ' class="long"' * any(len(word) > 9 for word in enemy["name"].split())
        inside += (
            f'<div class="cm-foe">{portrait(enemy_of(enemy), 48)}<div>'
            f"<b{long}>{escape(enemy['name'])}</b>{_left(enemy)}</div></div>"
            f"{''.join(f'<em>{sign}</em>' for sign in signs)}<ul>{does}</ul><small>{escape(gives)}</small>"
        )
        words = f"{enemy['health'] - enemy['damage']} health left" if enemy["health"] else "health unknown"
        classes += f" enemy {enemy['kind']}" + " stunned" * enemy["stunned"]
    return f'<div class="{classes}" data-slot="row.{seat}.{space}"{piece}{tap(option, words)}>{inside}</div>'


def _links(shown: Seen, slots: Mapping[str, Option]) -> str:
    """Support and bond cards between neighbours."""
    heroes = {side["seat"]: side["hero"] for side in shown["seats"] if "hero" in side}
    cards = []
    for place, link in enumerate(shown["links"]):
        option = slots.get(f"link.{place}")
        between = " and ".join(escape(heroes.get(seat, seat)) for seat in link["seats"])
        tokens = f"{link['tokens']} support" if link["kind"] == "support" else "bond"
        used = "<em>used</em>" if link["used"] else ""
        cards.append(
            f'<div class="cm-card{_open(option)}" data-slot="link.{place}"{tap(option)}>'
            f"{portrait(of_card(link['kind'], link), 44)}<span><b>{escape(link['name'])}</b>{used}"
            f"<small>{between} · {tokens}</small><small>{escape(link['text'])}</small></span></div>"
        )
    return f'<div class="cm-cards">{"".join(cards)}</div>' if cards else ""


# The own board


def mine(shown: Seen, seat: str | None, options: Iterable[Option]) -> str:
    """The hero board of this seat: tracks, tokens, actions with what fits, cards; before it lies there, who is who."""
    if not any("row" in side for side in shown["seats"]):
        return _gathering(shown)
    side = next((side for side in shown["seats"] if side["seat"] == seat), None)
    if side is None or "row" not in side:
        return ""
    choices = list(options)
    places = by_slot(choices)
    tracks = "".join(_track(name, value) for name, value in side["facts"])
    actions = "".join(_action(each, side, shown["colours"], places) for each in side["actions"])
    parts = (
        f'<div class="cm-me">{portrait(hero_of(side), 64)}<h2>{escape(side["hero"])}</h2></div>'
        f'<div class="cm-tracks">{tracks}</div>',
        _hand(side),
        f'<div class="cm-actions">{actions}</div>',
        _purse(side),
        _own_cards(side, choices),
    )
    return Markup(f'<div class="cm mine">{"".join(parts)}</div>')


def _track(name: str, value: str) -> str:
    """A track as pips where it has an end, as a number where it has none."""
    now, _, last = value.partition("/")
    pips = "".join(f"<i{_class(place < int(now), 'on')}></i>" for place in range(int(last))) if last else ""
    return f'<div class="{name.lower()}"><small>{escape(name)}</small><b>{escape(value)}</b><span>{pips}</span></div>'


def _hand(side: Seen) -> str:
    """The tokens in hand; those that fit an action that can be done now stand out."""
    fits = {token for each in side["actions"] if each["ready"] for token in each["fits"]}
    tokens = "".join(token_drawn(token, " fits" * (token["id"] in fits)) for token in side["hand"])
    dull = [f"{side['corruption']} corruption"] * bool(side["corruption"])
    dull += [f"{side['stun']} stun: draw up to {side['limit']}"] * bool(side["stun"])
    fatigue = side["fatigue"]
    dull.append(f"Fatigue: {fatigue['up']} face up, {fatigue['discard']} discarded")
    return (
        f'<div class="cm-hand">{tokens or "<small>No tokens in hand.</small>"}</div><small>{" · ".join(dull)}</small>'
    )


def _action(action: Seen, side: Seen, colours: Seen, slots: Mapping[str, Option]) -> str:
    """An action with its spaces; a button when it can be chosen."""
    here = f"action.{side['seat']}.{action['slot']}"
    option = slots.get(here)
    used = len(action["tokens"]) > 0
    fitting = {token.split("/")[0] for token in action["fits"]}
    spaces = "".join(_one_space(colours[each], each in fitting, used) for each in action["spaces"])
    does = "".join(f"<li>{escape(line)}</li>" for line in action["does"])
    focus = f"<em>{action['focus']} focus</em>" if action["focus"] else ""
    hint = f"<small>{escape(option.hint)}</small>" if option and option.hint else ""
    inside = (
        f'<span class="spaces">{spaces}</span><span><b>{escape(action["name"])}</b> <small class="level">level '
        f"{action['level']}</small> {focus}<ul>{does}</ul>{hint}</span>"
    )
    if option and not option.barred:
        return f'<button type="button" class="cm-action" data-slot="{here}"{answer(option)}>{inside}</button>'
    return f'<div class="cm-action{" used" * used}" data-slot="{here}"{tap(option)}>{inside}</div>'


def _one_space(colour: Seen, fits: bool, used: bool) -> str:
    """An empty space shows its colour and shape; it lights up if a token in hand fits."""
    state = " used" if used else " fits" if fits else ""
    shape = shape_of(colour)
    return (
        f'<svg class="cm-slot{state}" viewBox="-12 -12 24 24" role="img" aria-label="{escape(colour["label"])} space">'
        f'<circle r="11" class="rim"/><path class="edge" d="{shape}"/>'
        f'<path d="{shape}" stroke="{escape(colour["rgb"])}"/></svg>'
    )


def _purse(side: Seen) -> str:
    goods = [(side["morv"], "Morvs"), (side["gemstone"], "gemstones"), (side["potion"], "potions")]
    told = " · ".join(f"<b>{n}</b> {what.removesuffix('s') if n == 1 else what}" for n, what in goods)
    return f'<p class="cm-purse">{told}</p>'


def _own_cards(side: Seen, options: Sequence[Option]) -> str:
    """Ability, talents and items; each with its button while it can be used."""
    usable = {
        option.label: option
        for option in options
        if str(option.value).split(":")[0] in ("ability", "talent", "item", "potion")
    }
    cards = [("Ability", side["ability"], usable.pop(f"{side['hero']}'s ability", None), hero_of(side))]
    held = [*(("talent", card) for card in side["talents"]), *(("item", card) for card in side["items"])]
    cards += [(card["name"], card["text"], usable.pop(card["name"], None), of_card(kind, card)) for kind, card in held]
    cards += [(name, option.hint, option, sitter("item", name, option.hint)) for name, option in usable.items()]
    return f'<div class="cm-cards">{"".join(_own_card(*card) for card in cards)}</div>'


def _own_card(name: str, text: str, option: Option | None, who: Sitter) -> str:
    inside = f"{portrait(who, 44)}<span><b>{escape(name)}</b><small>{escape(text)}</small></span>"
    if option and not option.barred:
        return f'<button type="button" class="cm-card"{answer(option)}>{inside}<em>Use</em></button>'
    return f'<div class="cm-card"{tap(option)}>{inside}</div>'


DRAWING = Drawing(board, mine, where, badge, cast, own_first=True, faces=face, ruling=("run.rage", "3"))
