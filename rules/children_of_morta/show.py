"""What everybody may know. The game is cooperative: only what nobody may know yet is left out (decks, faces, lore)."""

from __future__ import annotations

from rules.plain import Plain

from . import action, bosses, cover, draw, effects, levels
from .components import UNREAD_HEALTH
from .encounter import reachable
from .exploring import is_unwritten
from .outcome import objectives, progress
from .rows import called, fierce, printed_health
from .state import ROW, Acting, Enemy, Hero, Table
from .vocabulary import Corrupt, Manual
from .wording import goods, in_words, so_many, whom

LOW = 2  # health at which a hero is in danger

PHASES = {
    "mode": "Choosing a mode",
    "gather": "Who plays?",
    "heroes": "Choosing heroes",
    "set_up": "Set-up",
    "encounter": "Encounter",
    "bazaar": "Bazaar",
    "bazaar_levels": "Levelling up at the bazaar",
    "boss_card": "Boss card",
    "draw": "Draw tokens",
    "perform": "Perform actions",
    "enemy": "Enemy phase",
    "boss_down": "The boss is beaten",
    "clean_up": "Clean-up",
    "run_end": "Run end",
    "home": "Coming home",
    "saved": "Saved",
    "after_reset": "Reset",
    "after_trial": "After the trial",
}


def show(state: Table, seat: str | None) -> dict[str, Plain]:
    """The table for one seat; all seats may know the same, each sees its own row first."""
    run = state.run
    return {
        "turn": run.round,
        "current": run.leader if state.phase in ("encounter", "boss_card") else None,  # else all act at once
        "phase": "Over" if state.result else PHASES[state.phase],
        "mode": state.mode,
        "chapter": _chapter(state),
        "leader": run.leader,
        "rage": run.rage,
        "seats": [_seat(state, each) for each in state.seats],
        "links": [_link(state, place) for place in range(len(run.links))],
        "boss": _boss(state),
        "map": _map(state),
        "bag": dict(sorted(state.campaign.bag.items())),
        "decks": _decks(state),
        "objectives": _objectives(state),
        "campaign": _campaign(state),
        "colours": {
            name: {"label": colour.label, "rgb": colour.rgb, "shape": colour.shape}
            for name, colour in state.pack.skill_colours.items()
        },
        "advanced": {kind: printed.name for kind, printed in state.pack.advanced.items()},
        "shop": [state.pack.items[card].name for card in run.shop],
        "near": near(state),
        "mine": seat,
        "result": state.result,
        "tale": {"text": run.reason, "told": run.tale, "deeds": dict(run.deeds), "unlocked": list(run.unlocked)}
        if run.tale
        else None,
    }


def near(state: Table) -> list[dict[str, Plain]]:
    """How close the run is to being lost: rows that are almost full, heroes who are almost down."""
    found: list[dict[str, Plain]] = []
    for seat, hero in state.run.heroes.items():
        taken = ROW - len(hero.empty())
        if taken >= ROW - 1:
            found.append({"seat": seat, "text": f"{state.hero_name(seat)}: {taken} of {ROW} spaces are taken."})
        if hero.health <= LOW and not state.run.result:
            found.append({"seat": seat, "text": f"{state.hero_name(seat)} has {hero.health} health left."})
    return found


def _chapter(state: Table) -> Plain:
    """The title of the chapter that is on; later ones are nobody's business yet."""
    if state.mode != "story" or not state.run.heroes:
        return None
    chapter = state.pack.chapters[state.campaign.chapter]
    return {"number": state.campaign.chapter, "title": chapter.title}


def _seat(state: Table, seat: str) -> dict[str, Plain]:
    base: dict[str, Plain] = {"seat": seat, "name": state.name(seat), "facts": []}
    hero = state.run.heroes.get(seat)
    if hero is None:
        if seat in state.heroes:
            base["hero"] = state.pack.heroes[state.heroes[seat]].name
        return base
    board, record = state.board(seat), state.record(seat)
    tracks = [
        ["Health", f"{hero.health}/{board.health_max}"],
        [board.defence.capitalize(), f"{hero.defence}/{board.defence_max}"],
        ["Focus", f"{hero.focus}/{board.focus_max}"],
    ]
    base["facts"] = [*(tracks if "tracks" not in board.unread else []), ["XP", str(record.xp)]]
    return {
        **base,
        "hero": board.name,
        "id": hero.id,
        "text": board.text,
        "defence": board.defence,
        "ability": board.ability.text,
        "leader": state.run.leader == seat,
        "hand": [_token(state, token) for token in hero.hand],
        "limit": draw.limit(state, seat),
        "corruption": hero.corruption,
        "stun": hero.stun,
        "fatigue": {"up": hero.face_up, "discard": hero.fatigue_discard},
        "actions": [_action(state, seat, slot) for slot in board.actions],
        "row": [_enemy(state, enemy) for enemy in hero.row],
        "items": [{"name": state.pack.items[c].name, "text": state.pack.items[c].effect.text} for c in hero.items],
        "talents": [
            {"name": state.pack.talents[c].name, "text": state.pack.talents[c].effect.text} for c in hero.talents
        ],
        "talents_left": hero.talent_pile.size,
        "morv": hero.morv,
        "gemstone": hero.gemstone,
        "potion": hero.potion,
        "done": hero.done,
        "drawn": hero.drawn,
        "about": _about(state, hero, hero.acting),
    }


def _token(state: Table, token: str) -> dict[str, Plain]:
    colour = state.pack.skill_colours[effects.colour_of(token)]
    kind = effects.kind_of(token)
    return {
        "id": token,
        "colour": effects.colour_of(token),
        "rgb": colour.rgb,
        "shape": colour.shape,
        "kind": state.pack.advanced[kind].name if kind else "",
        "label": effects.token_name(state, token),
    }


def _action(state: Table, seat: str, slot: str) -> dict[str, Plain]:
    hero, printed = state.hero(seat), levels.level_of(state, seat, slot)
    barred = action.why_not(state, seat, slot)
    return {
        "slot": slot,
        "name": printed.name,
        "level": printed.level,
        "focus": action.focus_cost(state, seat, slot),
        "spaces": list(printed.spaces),
        "tokens": hero.actions.get(slot, []),
        "does": [in_words(word, state.pack) for word in printed.effects],
        "ready": state.phase == "perform" and barred is None and not hero.done,
        "fits": [
            token
            for token in dict.fromkeys(hero.hand)
            if any(cover.fits(state, seat, space, token) for space in printed.spaces)
        ],
    }


def _about(state: Table, hero: Hero, acting: Acting | None) -> Plain:
    """What somebody is about to do, so that others can plan with it."""
    if acting is None:
        return None
    printed = levels.level_of(state, hero.seat, acting.slot)
    return {
        "action": printed.name,
        "boost": acting.boost or [],
        "paid": acting.paid,
        "dice": [{"colour": die.colour, "face": die.face} for die in acting.dice],
        "targets": dict(acting.targets),
    }


def _enemy(state: Table, enemy: Enemy | None) -> Plain:
    if enemy is None:
        return None
    if enemy.face_down:
        return {"face_down": True}
    card = state.pack.enemy(enemy.card)
    return {
        "number": enemy.number,
        "name": called(state, enemy),
        "family": card.kind,
        "kind": card.spawn,
        "health": None if "health" in card.unread else printed_health(state, enemy),
        "damage": enemy.damage,
        "stunned": enemy.stunned,
        "ferocious": fierce(state, enemy.ferocious) if enemy.ferocious else "",
        "steady": "steady" in card.keywords,
        "xp": None if "rewards" in card.unread else card.xp,
        "rewards": [in_words(word, state.pack) for word in card.rewards],
        "actions": [in_words(word, state.pack) for word in card.actions],
    }


def _link(state: Table, place: int) -> dict[str, Plain]:
    link = state.run.links[place]
    source = state.pack.supports[link.card] if link.kind == "support" else state.pack.bonds[link.card]
    return {
        "seats": list(link.seats),
        "name": source.name,
        "text": source.effect.text,
        "kind": link.kind,
        "used": link.used,
        "tokens": link.tokens,
    }


def _boss(state: Table) -> Plain:
    fight = state.run.boss
    if fight is None:
        return None
    boss = state.pack.bosses[fight.id]
    return {
        "name": boss.name,
        "text": boss.text,
        "health": None if bosses.health(state) == UNREAD_HEALTH else bosses.health(state),
        "damage": fight.damage,
        "card": boss.deck[fight.card].name if fight.card else None,
        "does": _boss_does(state, fight.id, fight.card) if fight.card else [],
        "shield": fight.shield,
        "stunned": fight.stunned,
        "left": fight.pile.size,
        "discard": [boss.deck[card].name for card in fight.pile.discard],
    }


def _boss_does(state: Table, boss: str, card: str) -> list[str]:
    """What the card before the leader will do, and to whom."""
    printed = state.pack.bosses[boss].deck[card]
    words = []
    for each in printed.actions:
        nobody = isinstance(each.effect, (Corrupt, Manual))  # what is done to the bag, or to all at the table
        target = "" if nobody else f" → {whom(each.target)}"
        words.append(in_words(each.effect, state.pack) + target)
    return words + [f"Critical: {in_words(word, state.pack)}" for word in printed.crit]


def _map(state: Table) -> Plain:
    """Locations and how many tiles lie face down on each; what they show is known to nobody."""
    run = state.run
    if not run.map:
        return None
    map_ = state.pack.maps[run.map]
    return {
        "title": map_.title,
        "marker": run.marker,
        "locations": [
            {
                "id": place,
                "name": location.name,
                "x": location.x,
                "y": location.y,
                "tiles": list(run.tiles.get(place, [])),
                "chest": location.chest,
                "bazaar": location.bazaar,
                "boss": location.boss is not None,
            }
            for place, location in map_.locations.items()
        ],
        "paths": [list(path) for path in map_.paths],
        "reachable": reachable(state) if state.phase == "encounter" else [],
        "drawn": not is_unwritten(state),  # otherwise it lies on the table
    }


def _decks(state: Table) -> dict[str, Plain]:
    """How many cards are left, never which comes next."""
    run = state.run
    return {
        "enemies": {
            state.pack.enemy_decks[deck].name: {"left": pile.size, "discards": len(pile.discard)}
            for deck, pile in run.enemies.items()
        },
        "items": run.items.size,
        "supports": run.supports.size,
        "loot": run.loot.size,
        "ferocious": run.ferocious.size,
        "chapter": run.chapter.size,
        "events": run.events.size,
    }


def _objectives(state: Table) -> list[dict[str, Plain]]:
    if not state.run.heroes:
        return []
    shown: list[dict[str, Plain]] = []
    for place, goal in enumerate(objectives(state)):
        have, need = progress(state, goal, place)
        later = " and get to the end of the round" if goal.check == "end_of_round" else ""
        shown.append({"text": goal_text(state, goal) + later, "have": min(have, need), "need": need})
    return shown


def goal_text(state: Table, goal: Plain) -> str:
    """An objective as players say it."""
    match goal.kind:
        case "defeat_boss":
            return f"Defeat {state.pack.bosses[goal.boss].name}"
        case "reach":
            return f"Reach {state.pack.maps[state.run.map].locations[goal.location].name}"
        case "explore":
            return f"Explore {so_many(goal.n, 'location') if goal.n else 'all locations'}"
        case "resolve_chapter_card":
            return "Find what the chapter is about" if goal.card else f"Resolve {so_many(goal.n, 'chapter card')}"
        case "defeat_enemies":
            if goal.deck == "any":
                return f"Defeat {so_many(goal.n, 'enemy', 'enemies')}"
            deck = state.pack.enemy_decks[goal.deck].name
            return f"Defeat {so_many(goal.n, f'of {deck}', deck)}"
        case "collect":
            return f"Hold {goods(goal.n, goal.resource)} together"
        case _:
            return str(goal.text)


def _campaign(state: Table) -> dict[str, Plain]:
    campaign = state.campaign
    return {
        "fund": campaign.fund,
        "bonds": dict(campaign.bonds),
        "bonded": list(campaign.bonded),
        "achievements": list(campaign.achievements),
        "runs": campaign.runs,
        "won": campaign.won,
    }
