"""Ship health, morale, and what happens when ship, crew or morale come to nothing."""

from __future__ import annotations

from ..ask import ReadStory
from ..game import Scene
from .asking import BrokenOff, CampaignOver, ask
from .state import Campaign
from .words import Mode

ENDINGS = ("totems", "story_win", "ship_sunk", "crew_down", "mutiny", "hunter", "story_fail", "reset")


# ----- the tracks


async def change_morale(state: Campaign, n: int) -> None:
    """Up or down the morale track; 0 calls for the mutiny draw."""
    top = state.pack.board.morale_max
    if top is None and n > 0:
        state.tell_once("morale_max", "The top of the morale track is not known, so morale has no upper limit (SG-R8).")
    morale = max(0, state.ship.morale + n)
    state.ship.morale = morale if top is None else min(top, morale)
    state.say(f"{'Gain' if n >= 0 else 'Lose'} {abs(n)} morale: morale {state.ship.morale}.")
    await reckon(state)


async def damage_ship(state: Campaign, n: int) -> None:
    if n <= 0:
        return
    state.ship.health = max(0, state.ship.health - n)
    state.say(f"The {state.pack.names.ship} takes {n} ship damage: health {state.ship.health}.")
    await reckon(state)


def repair(state: Campaign, n: int) -> None:
    """Never above the top of the track."""
    state.ship.health = min(state.pack.board.ship_health_max, state.ship.health + n)
    state.say(f"Repair {n}: ship health {state.ship.health}.")


# ----- failing


async def reckon(state: Campaign) -> None:
    """RULING SG-R80: after each effect look at ship, crew and morale, in this order."""
    if state.result is not None or state.phase == "set_up":
        return
    if state.ship.health <= 0:
        await ship_lost(state)
    if state.all_down:
        await crew_lost(state)
    if state.ship.morale <= 0 and not state.mutinous:
        await mutiny(state)


async def ship_lost(state: Campaign) -> None:
    if state.mode == "normal":
        state.say(f"The {state.pack.names.ship} sinks.", scene=Scene("The ship goes down"))
        await fail(state, "ship_sunk", state.pack.special_paragraphs.ship_sunk)
    from .travel import limp_home  # sailing needs failing and failing needs sailing

    await limp_home(state)
    if state.toggle("limp_home_ends_story") and state.story:
        state.say("Limping home ends the story.")
        break_off(state, "story")


async def crew_lost(state: Campaign) -> None:
    if state.mode == "normal":
        state.say("Every crew member is at 0 health.")
        await fail(state, "crew_down", state.pack.special_paragraphs.crew_down)
    from .events import discard_events

    state.say("Every crew member is at 0 health: 2 event cards are lost and everybody gets back to 1 health.")
    await discard_events(state, 2)
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew) - 1
    if state.combat and state.toggle("easy_wipe_ends_combat"):
        state.say("The fight is broken off.")
        break_off(state, "combat")


async def mutiny(state: Campaign) -> None:
    """Morale is 0: fate decides, once, whatever else is done while the draw is pending."""
    from .fate import CALMED, draw_fate

    state.say("Morale is 0: will the crew mutiny?", scene=Scene("Mutiny?", "SG-109"))
    price = "the crew rises and the campaign is lost" if state.mode == "normal" else "2 event cards are lost"
    state.mutinous = True
    try:
        fate = await draw_fate(state, f"Mutiny draw: 1–3 {price}, 4–6 the crew is calmed.", "mutiny")
    finally:
        state.mutinous = False
    if fate >= CALMED:
        state.ship.morale = 1
        state.say("The crew is calmed: morale 1.")
    elif state.mode == "normal":
        state.say("The crew mutinies.", scene=Scene("Mutiny!", "SG-110"))
        await fail(state, "mutiny", state.pack.special_paragraphs.mutiny)
    else:
        from .events import discard_events

        state.say("The crew is angry: 2 event cards are lost and morale moves to 2.")
        await discard_events(state, 2)
        state.ship.morale = 2


def break_off(state: Campaign, what: str) -> None:
    """End a combat or story in the middle, also when this comes from something done at any time."""
    state.broken = what
    raise BrokenOff(what)


async def fail(state: Campaign, how: str, paragraph: str) -> None:
    await end(state, how, won=False, paragraph=paragraph)


async def end(state: Campaign, how: str, *, won: bool, paragraph: str = "", title: str = "") -> None:
    """The campaign is over: its last paragraph is read and everything stops."""
    if paragraph:
        told = state.pack.paragraphs.get(paragraph)
        story = "\n\n".join(box.read for box in told.boxes) if told else ""
        text = f"The campaign is {'won' if won else 'lost'}. Read paragraph {paragraph}."
        await ask(state, lambda: ReadStory(state.active, text, paragraph, story), "closed")
    elif how in ("ship_sunk", "crew_down", "mutiny"):
        state.say("The campaign failed: read the failure paragraph for it in your book.")
    unlocked = unlocked_modes(state)
    state.result = {
        "won": won,
        "how": how,
        "text": f"The campaign is {'won' if won else 'lost'}: {title}." if title else _sentence(state, how, won),
        "paragraph": paragraph,
        "totems": len(state.progress.totems),
        "achievements": list(state.progress.achievements),
        "modes": list(unlocked),
    }
    state.say(str(state.result["text"]))
    raise CampaignOver


def unlocked_modes(state: Campaign) -> list[Mode]:
    """RULING SG-R7: only modes a pack defines are unlocked by achievements."""
    sheet = state.pack.achievements
    return [
        mode for name in state.progress.achievements if (mode := sheet[name].unlocks_mode if name in sheet else None)
    ]


def _sentence(state: Campaign, how: str, won: bool) -> str:
    names, count = state.pack.names, len(state.progress.totems)
    return {
        "totems": f"The crew goes home with {count} {names.totems}.",
        "ship_sunk": f"The {names.ship} sank.",
        "crew_down": "Nobody of the crew was left standing.",
        "mutiny": "The crew mutinied.",
        "hunter": f"{names.hunter[:1].upper()}{names.hunter[1:]} destroyed the {names.ship}.",
        "reset": "The campaign was reset for a new one.",
    }.get(how, "The campaign was won." if won else "The campaign failed.")
