"""What each seat may know: all but the Secret Quests of others and the order of stacks lies open."""

from __future__ import annotations

from collections.abc import Mapping

from rules.plain import Plain

from . import end, mastery, passives, telling, travel, turn
from .pack import Companion, Relic
from .state import Awakening, Held
from .words import ATTRIBUTES, COLOUR, MOUNTS, TITLES, WHEEL, Attribute

PHASES = {"set-up": "Setting up", "scoring": "Scoring", "finished": "The end"}


def show(state: Awakening, seat: str | None) -> dict[str, Plain]:
    """The game as *seat* may see it; None is the public screen."""
    leaders = {attr: mastery.leader(state, attr) for attr in ATTRIBUTES} if state.proficiency else {}
    return {
        "turn": sum(player.turns for player in state.players.values()),
        "current": state.turn.seat if state.turn else None,
        "phase": phase(state),
        "round": state.round,
        "last_round": state.end_met + 1 if state.end_met else None,
        "first": state.first or None,
        "steps": _steps(state),
        "board": _board(state),
        "stacks": {stack: _stack(state, stack) for stack in state.stacks},
        "triggers": [_trigger(state, card) for card in state.active],
        "removed_triggers": [state.title(card) for card in state.removed_triggers],
        "trigger_stack": len(state.triggers_left) + len(state.triggers_top),
        "track": {"tokens": list(state.tokens), "discs": {s: player.honor for s, player in state.players.items()}},
        "wheel": {heroic: list(pair) for heroic, pair in WHEEL.items()},
        "colours": dict(COLOUR),
        "proficiency": dict(state.proficiency),
        "mastery": [_mastery(state, attr, leader) for attr, leader in leaders.items()],
        "seats": [_player(state, each, seat, leaders) for each in state.seats],
        "quest": _quest(state, seat),
        "result": state.result,
    }


def phase(state: Awakening) -> str:
    if state.phase != "play":
        return PHASES[state.phase]
    last = " (the last)" if turn.is_last_round(state) else ""
    return f"Round {state.round}{last}"


def _steps(state: Awakening) -> dict[str, Plain]:
    """The three steps of the turn under way, and whether each is done."""
    if state.turn is None:
        return {}
    return {
        "activate": bool(state.turn.activated),
        "travel": state.turn.travelled,
        "act": bool(state.turn.acted),
        "control": bool(state.turn.controlled),
        "proficiency": state.turn.bought,
    }


def _board(state: Awakening) -> dict[str, Plain]:
    seat = state.turn.seat if state.turn else None
    reach: list[str] = []
    if seat and state.turn and not state.turn.travelled:
        reach = travel.reach(state, seat, passives.speed(state, seat))
    return {
        "tiles": {str(number): {"kind": kind, "name": TITLES[kind]} for number, kind in sorted(state.tiles.items())},
        "control": {str(number): seat for number, seat in sorted(state.control.items())},
        "tokens": {player.space: seat for seat, player in state.players.items() if player.space},
        "pouch": {kind: count for kind, count in _pouch(state).items() if count},
        "rim": state.toggle("rim_triangles"),
        "reach": reach,
        "trail": list(state.trail),
    }


def _pouch(state: Awakening) -> dict[str, int]:
    """The kinds left follow from the fixed list, also those somebody looked at."""
    return {kind: count + state.known_tiles.count(kind) for kind, count in state.pouch.items()}


def _stack(state: Awakening, stack: str) -> dict[str, Plain]:
    pile = state.stacks[stack]
    return {"up": card(state, pile.up) if pile.up else None, "down": pile.down}


def _trigger(state: Awakening, trigger: str) -> dict[str, Plain]:
    found = state.pack.trigger[trigger]
    return {"id": trigger, "name": found.name, "text": found.text, "met": trigger in (state.met_by, *state.also_met)}


def _mastery(state: Awakening, attr: Attribute, leader: str | None) -> dict[str, Plain]:
    return {
        "attr": attr,
        "worth": state.pack.mastery_values.get(attr),
        "totals": {seat: mastery.total(state, seat, attr) for seat in state.seats},
        "leader": leader,
    }


def card(state: Awakening, id: str) -> dict[str, Plain]:
    """A card everybody can read."""
    found = state.card(id)
    shown: dict[str, Plain] = {
        "id": id,
        "name": found.name,
        "kind": found.kind,
        "stack": found.stack,
        "honor": None if telling.lacks(state, id, "honor") else found.honor,
        "text": found.text,
        "treachery": found.treachery,
    }
    if isinstance(found, Companion):
        shown["gains"] = found.generates
    if isinstance(found, Relic):
        shown["charges"] = None if telling.lacks(state, id, "charges") else found.charges
    return shown


def _held(state: Awakening, held: Held) -> dict[str, Plain]:
    return {**card(state, held.card), "blocks": held.blocks}


def _player(
    state: Awakening, seat: str, viewer: str | None, leaders: Mapping[Attribute, str | None]
) -> dict[str, Plain]:
    player = state.players[seat]
    wretch = state.pack.wretch[player.wretch] if player.wretch else None
    return {
        "seat": seat,
        "name": state.name(seat),
        "honor": player.honor,
        "space": player.space,
        "speed": passives.speed(state, seat),
        "mount": MOUNTS[player.speed][0],
        "potential": player.potential,
        "influence": player.influence,
        "conviction": player.conviction,
        "reserve": player.reserve,
        "attributes": dict(player.attributes),
        "companions": [_held(state, held) for held in player.companions],
        "relics": [_held(state, held) for held in player.relics],
        "traits": [card(state, each) for each in player.traits],
        "monsters": [card(state, each) for each in player.monsters],
        "proficiency": {attr: number for attr, number in player.proficiency.items() if number},
        "wretch": {"name": wretch.name, "text": wretch.text, "gains": wretch.generates} if wretch else None,
        "journey": state.title(player.journey) if player.journey else None,
        "has_quest": player.has_quest,
        "tiles": state.tiles_of(seat),
        "sources": dict(player.sources),
        "projected": projected(state, seat, viewer, leaders),
        "facts": [
            ["Honor", str(player.honor)],
            ["Potential", str(player.potential)],
            ["Influence", str(player.influence)],
            ["Conviction", str(player.conviction)],
            ["Speed", str(passives.speed(state, seat))],
            ["Tiles", str(len(state.tiles_of(seat)))],
        ],
    }


def projected(state: Awakening, seat: str, viewer: str | None, leaders: Mapping[Attribute, str | None]) -> int | None:
    """The honor there would be if the game ended now; the quest counts only for its owner's eyes."""
    if state.phase != "play":
        return None
    player = state.players[seat]
    masteries = sum(state.pack.mastery_values.get(attr, 0) for attr, leader in leaders.items() if leader == seat)
    bonuses = end.end_bonuses(state, seat)
    quest = sum(worth for _, _, worth in end.quest_lines(state, seat)) if viewer == seat else 0
    return player.honor + masteries + bonuses + quest + end.PER_TILE * len(state.tiles_of(seat))


def _quest(state: Awakening, seat: str | None) -> dict[str, Plain] | None:
    """One's own Secret Quest, whenever one likes (AW-19)."""
    if seat is None or seat not in state.players or state.players[seat].quest is None:
        return None
    quest = state.pack.quest[str(state.players[seat].quest)]
    return {"name": quest.name, "bonuses": [bonus.text for bonus in quest.bonuses]}


def turned_over(state: Awakening) -> dict[str, Plain]:
    """The table with every Secret Quest open, as it may be once the game is over."""
    shown = show(state, None)
    for side in shown["seats"]:
        quest = state.players[side["seat"]].quest
        side["facts"] += [["Secret Quest", state.pack.quest[quest].name]] if quest else []
    return shown
