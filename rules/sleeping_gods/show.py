"""What each seat may know: the open table, and their own hand."""

from __future__ import annotations

from ..plain import Plain, dump
from .arms import weapons
from .challenge import shown_skill
from .events import TOTEMS_TO_WIN
from .hands import deck_count
from .pack import AdventureCard, Square
from .reading import unread
from .state import UNKNOWN, Campaign, Trial
from .supply import left, stack_left
from .travel import hazard_words
from .voyage_log import log_sheet, reset_list
from .wording import enemy_ability_words, weapon_words, words
from .words import SKILLS

PHASES = {
    "set_up": "Set-up",
    "turn_start": "Start of the turn",
    "venom": "Venom",
    "draw": "Draw a card",
    "command": "Gain command",
    "event": "Event",
    "actions": "Actions",
    "turn_end": "End of the turn",
    "deck_end": "The event deck has run out",
    "pass": "Pass the captain token",
    "packed": "Saved and packed up",
}


def show(state: Campaign, seat: str | None) -> dict[str, Plain]:
    """The campaign as *seat* may see it; None is the public screen."""
    begun = bool(state.players)
    return {
        "turn": state.turn,
        "current": state.active if begun and state.result is None else None,
        "phase": _phase(state),
        "mode": state.mode,
        "actions_left": state.actions_left,
        "seats": [_seat(state, each, seat) for each in state.order] if begun else [],
        "crew": [_crew(state, crew) for crew in state.crew],
        "ship": _ship(state),
        "resources": dict(state.resources),
        "cards": [_card(state, number) for number in state.owned],
        "quests": [_quest(state, number) for number in state.quests],
        "keywords": list(state.keywords),
        "used_quests": [state.pack.quests[number].name for number in state.used_quests],
        "events": _events(state),
        "market": {"put_back": len(state.market.bottom)},
        "ability": {"deck": deck_count(state), "discard": [_ability_name(state, card) for card in state.discard]},
        "search": {"used": len(state.searched), "stack": stack_left(state)},
        "supply": {kind: left(state, kind) for kind in state.pack.board.supply} if begun else {},
        "log": log_sheet(state),
        "achievements": _achievements(state),
        "levels": _levels(state),
        "totems_to_win": TOTEMS_TO_WIN,
        "story": state.story.paragraph if state.story else None,
        "read": _read(state),
        "sketch": _sketch(state),
        "challenge": _challenge(state.trial) if state.trial else None,
        "fate": _fate(state),
        "combat": _combat(state),
        "atlas": _page(state),
        "result": state.result,
        "ending": _ending(state),
    }


def _challenge(trial: Trial) -> Plain:
    told = dump(trial)
    fate = told.pop("fate_counts")
    return {**told, "stake": words(trial.fail), "prize": words(trial.success), "fate_counts": fate}


def _ending(state: Campaign) -> Plain:
    """The voyage looked back on once it is over, and what hands put back before the next one."""
    result = state.result
    if result is None:
        return None
    told = state.pack.paragraphs.get(str(result.get("paragraph", "")))
    sheet = state.pack.achievements
    ticked = [sheet[key].name for key in state.progress.achievements if key in sheet]
    facts = [
        ["Turns", str(state.turn)],
        [state.pack.names.totems.capitalize(), f"{len(state.progress.totems)} of {TOTEMS_TO_WIN}"],
        ["Quests done", str(len(state.used_quests))],
        ["Event decks", f"{len(state.events.done) + 1} of 3"],
        ["Crew standing", f"{len(state.standing)} of {len(state.crew)}"],
        ["Achievements", ", ".join(ticked) or "none"],
    ]
    given_up = result["how"] == "reset"
    return {
        "title": "The campaign is won" if result["won"] else "The campaign was given up" if given_up else LOST,
        "read": "\n\n".join(box.read for box in told.boxes) if told else "",
        "facts": dump(facts),
        "put_back": [] if given_up else list(reset_list(state)),  # given up: it was put back already
    }


LOST = "The campaign is lost"


def _read(state: Campaign) -> Plain:
    """The box of the story that was read last, to look at again while it is being answered; never one to come."""
    task = state.story
    if task is None or task.stage != "way" or task.paragraph not in state.pack.paragraphs:
        return None
    boxes = state.pack.paragraphs[task.paragraph].boxes
    text = boxes[task.box].read if task.box < len(boxes) else ""
    return {"paragraph": task.paragraph, "text": text} if text else None


def _sketch(state: Campaign) -> Plain:
    """An enemy card as far as it is described; places where nothing was told yet are blank squares."""
    sketch = state.sketch
    if sketch is None:
        return None
    return {
        "name": sketch.name,
        "rows": sketch.rows,
        "cols": sketch.cols,
        "squares": [_square(square, f"square:{square.row}:{square.col}") for square in sketch.squares.values()],
    }


def _square(square: Square, slot: str, *, armor_token: bool = False, covered: bool = False) -> dict[str, Plain]:
    return {
        "slot": slot,
        "row": square.row,
        "col": square.col,
        "heart": square.heart,
        "armor": square.armor,
        "armor_token": armor_token,
        "covered": covered,
        "bonus": square.bonus_damage,
        "combo": square.combo,
        "flying": square.flying,
        "ability": enemy_ability_words(square.ability) if square.ability else "",
    }


def _phase(state: Campaign) -> str:
    if state.combat:
        half = "players" if state.combat.half == "players" else "enemies"
        return f"Combat, round {state.combat.round}: {half}"
    if state.story:
        return "Story"
    return PHASES[state.phase]


def _seat(state: Campaign, each: str, seat: str | None) -> dict[str, Plain]:
    player = state.players[each]
    open_to = seat == each or not state.hidden_hands or state.result is not None
    hand = [_hand_card(state, card) for card in player.hand] if open_to else [None] * len(player.hand)
    facts = [["Player", str(state.order.index(each) + 1)], ["Command", str(player.command)], ["Cards", str(len(hand))]]
    if state.combat:
        tokens = state.combat.tokens.get(each, 0) + (state.combat.fifth == each)
        facts.append(["Combat actions", str(tokens)])
    return {
        "seat": each,
        "name": state.name(each),
        "captain": each == state.active,
        "command": player.command,
        "hand": hand,
        "crew": state.crew_of(each),
        "facts": facts,
    }


def _ability_name(state: Campaign, card: str) -> str:
    return card if card == UNKNOWN else state.pack.ability_cards[card].name


def _hand_card(state: Campaign, card: str) -> Plain:
    if card == UNKNOWN:
        return {"name": "unknown card"}
    printed = state.pack.ability_cards[card]
    text = printed.ability.text if printed.ability else ""
    return {"name": printed.name, "skill": printed.skill, "cost": printed.cost, "fate": printed.fate, "text": text}


def _crew(state: Campaign, crew: str) -> dict[str, Plain]:
    board = state.crew[crew]
    arms = weapons(state, crew)
    return {
        "id": crew,
        "name": state.called(crew),
        "about": state.pack.crew[crew].about,
        "captain": crew == state.captain,
        "controller": state.controller(crew),
        "health": state.health(crew),
        "full_health": state.full_health(crew),
        "damage": board.damage,
        "unread": list(state.pack.crew[crew].unread),
        "fatigue": board.fatigue,
        "statuses": list(board.statuses),
        "command": board.command,
        "skills": {skill: shown_skill(state, crew, skill) for skill in SKILLS},
        "tucked": [_hand_card(state, card) for card in board.tucked],
        "levels": [state.pack.level_cards[card].name for card in board.levels],
        "weapons": [
            {"name": w.name, "text": "?" if key == "basic" and unread(state, crew, "weapon") else weapon_words(w)}
            for key, w in arms.items()
        ],
        "abilities": [{"text": a.text, "cost": a.cost, "kind": a.kind} for _, a in state.carried(crew)],
    }


def _ship(state: Campaign) -> dict[str, Plain]:
    board, region = state.pack.board, state.pack.regions.get(state.ship.region)
    return {
        "name": state.pack.names.ship,
        "totems": state.pack.names.totems,  # what this world calls them
        "health": state.ship.health,
        "health_max": board.ship_health_max,
        "morale": state.ship.morale,
        "morale_max": board.morale_max,
        "region": state.ship.region,
        "region_name": region.name if region else state.ship.region,
        "page": state.page,
    }


def _card(state: Campaign, number: int) -> dict[str, Plain]:
    card = state.pack.adventure_cards[number]
    holder = next((state.called(c) for c, board in state.crew.items() if number in board.weapons), None)
    return {
        "number": number,
        "name": card.name,
        "type": card.type,
        "command": state.owned[number],
        "cost": card.cost,
        "with": holder,
        "text": _card_text(card),
    }


def _card_text(card: AdventureCard) -> str:
    does = card.text or " ".join(ability.text for ability in card.abilities)
    arms = weapon_words(card.weapon) if card.weapon else ""
    return "; ".join(part for part in (arms, does) if part)


def _quest(state: Campaign, number: int) -> dict[str, Plain]:
    quest = state.pack.quests[number]
    return {"number": number, "name": quest.name, "keywords": list(quest.keywords), "text": quest.text}


def _events(state: Campaign) -> dict[str, Plain]:
    """How many are left is open; what they are nobody knows."""
    used = [state.pack.events[card].name for card in state.events.used if card in state.pack.events]
    return {
        "left": len(state.events.deck),
        "deck": state.events.number,
        "used": used,
        "in_play": [state.pack.events[card].name for card in state.events.in_play],
    }


def _achievements(state: Campaign) -> list[Plain]:
    sheet = state.pack.achievements
    return [{"name": each.name, "ticked": key in state.progress.achievements} for key, each in sheet.items()]


def _levels(state: Campaign) -> list[Plain]:
    """Level cards lie open: anybody may look through them."""
    taken = {card: crew for crew, board in state.crew.items() for card in board.levels}
    return [
        {
            "name": level.name,
            "crew": state.pack.crew[level.crew].name,
            "xp": level.xp_cost,
            "taken": key in taken,
            "skills": dict(level.skills),
            "health": level.health_bonus,
            "text": level.ability.text if level.ability else "",
        }
        for key, level in state.pack.level_cards.items()
    ]


def _fate(state: Campaign) -> Plain:
    if state.fate is None:
        return None
    return {
        "why": state.fate.why,
        "number": state.fate.number,
        "value": state.fate.value,
        "penalty": state.fate.penalty,
    }


def _combat(state: Campaign) -> Plain:
    if state.combat is None:
        return None
    return {
        "round": state.combat.round,
        "half": state.combat.half,
        "combo": state.combat.combo,
        "where": state.combat.where,
        "tokens": dict(state.combat.tokens),
        "fifth": state.combat.fifth,
        "row": [_foe(state, place) for place in range(len(state.combat.row))],
        "attack": dump(state.combat.attack) if state.combat.attack else None,
    }


def _foe(state: Campaign, place: int) -> dict[str, Plain]:
    from .grid import damage_of, defeated, flying

    assert state.combat
    foe = state.combat.row[place]
    card = state.pack.enemies[foe.number]
    return {
        "number": foe.number,
        "name": card.name,
        "defense": card.defense,
        "flying": flying(state, foe),
        "basic": card.damage,
        "damage": damage_of(state, foe),
        "tokens": foe.tokens if card.unread else None,
        "rows": card.rows,
        "cols": card.cols,
        "defeated": defeated(state, foe),
        "squares": [
            _square(square, f"enemy:{place}:{index}", armor_token=index in foe.armor, covered=index in foe.covered)
            for index, square in enumerate(card.squares)
        ],
    }


def _page(state: Campaign) -> Plain:
    """The open page of the atlas; other pages are not shown before the ship is there."""
    number = state.pack.pages.get(state.ship.region)
    if number is None:
        return None
    page = state.pack.atlas[number]
    return {
        "page": number,
        "name": page.name,
        "chart": list(page.chart),
        "edges": {side: edge.page for side, edge in page.edges.items() if state.pack.open(edge)},
        "regions": [
            {
                "id": key,
                "slot": f"region:{key}",
                "name": region.name,
                "mark": region.mark,
                "ship": key == state.ship.region,
                "hazard": state.pack.hazards[region.hazard].name if region.hazard else "",
                "hazard_words": hazard_words(state, region.hazard) if region.hazard else "",
                "search": region.search,
                "market": region.market,
                "port": region.port,
                "touches": list(region.touches),
                "neighbours": list(region.neighbours),
                "locations": [
                    {
                        "label": p.label,
                        "name": p.name,
                        "slot": f"location:{p.label}",
                        "at": dump(p.at),
                        "red": p.red_circle,
                    }
                    for p in region.locations
                ],
            }
            for key, region in page.regions.items()
        ],
    }
