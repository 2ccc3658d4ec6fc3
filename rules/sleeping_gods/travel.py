"""Sailing: regions, page edges, hazards, and limping home."""

from __future__ import annotations

from typing import Any

from ..ask import ChooseOne, Option, Refusal
from .asking import ask
from .hands import discard_cards, discard_from_hand, hand_options, may_hold
from .pack import Hazard
from .pack_checks import OPPOSITE
from .resolve import acting, push
from .state import UNKNOWN, Campaign, Context
from .wording import words
from .words import Side, Skill


def neighbours(state: Campaign, region: str) -> list[tuple[str, str]]:
    """Where one move can lead, with the side crossed ("" on the same page)."""
    pack = state.pack
    here = pack.regions[region]
    ways: list[tuple[str, str]] = [(other, "") for other in here.neighbours]
    page = pack.atlas[pack.pages[region]]
    for side in here.touches:
        edge = page.edges.get(side)
        if edge and pack.open(edge):
            beyond = pack.atlas[edge.page]
            ways += [(name, side) for name, there in beyond.regions.items() if OPPOSITE[side] in there.touches]
    return ways


def closed_edges(state: Campaign, region: str) -> list[tuple[Side, Refusal]]:
    """Sides of the page the ship touches and cannot cross, and why."""
    pack = state.pack
    page = pack.atlas[pack.pages[region]]
    closed: list[tuple[Side, Refusal]] = []
    for side in pack.regions[region].touches:
        edge = page.edges.get(side)
        if edge is None:
            closed.append((side, Refusal("SG-131", f"No icon on the {side} edge names a page.")))
        elif not pack.open(edge):
            need = edge.expansion or "an expansion"
            closed.append((side, Refusal("SG-132", f"Page {edge.page} needs {need}.")))
    return closed


async def travel(state: Campaign, seat: str, region: str = "") -> None:
    """Move the ship to one adjacent region, or over the edge of the page."""
    here = state.ship.region
    if here not in state.pack.regions:
        from .owner import sail_the_real_atlas

        await sail_the_real_atlas(state, seat, region)
        return

    def build() -> ChooseOne:
        # from where the ship lies now: a card may have moved it while this was asked
        now = state.ship.region
        options = [way(state, name, side) for name, side in neighbours(state, now)]
        options += [Option(f"edge:{side}", f"{side} edge", why) for side, why in closed_edges(state, now)]
        return ChooseOne(seat, "Sail where?", options)

    region = region or str(await ask(state, build))
    await sail(state, region, dict(neighbours(state, state.ship.region))[region], seat)


def way(state: Campaign, name: str, side: str) -> Option:
    """One region to sail to, with what is there."""
    region = state.pack.regions[name]

    def hint() -> str:
        marks = [f"over the {side} edge to page {state.pack.pages[name]}"] if side else []
        marks += [each for each in ("port", "market", "search") if getattr(region, each)]
        marks += [f"place {place.label} {place.name}".strip() for place in region.locations if place.red_circle]
        marks += [f"hazard {hazard_words(state, region.hazard)}"] if region.hazard else []
        return "; ".join(marks) or "open water"

    return Option(name, region.name, slot=f"region:{name}", hint=hint)


async def sail(state: Campaign, region: str, side: str, seat: str, *, hazards: bool = True) -> None:
    """The ship enters a region; a hazard there works on every entry."""
    pack = state.pack
    if region not in pack.regions:
        state.ship.region = region
        state.say(f"The {pack.names.ship} sails to {region}.")
        return
    if side:
        page = pack.pages[region]
        state.say(f"Take the ship off the map and turn to page {page}; it enters at the {OPPOSITE[side]} edge.")
    state.ship.region = region
    there = pack.regions[region]
    state.say(f"The {pack.names.ship} sails to {there.name}.")
    if there.hazard and hazards:
        await meet_hazard(state, there.hazard, seat)


def hazard_words(state: Campaign, name: str) -> str:
    """What a hazard does, and which card keeps it off."""
    hazard = state.pack.hazards[name]
    avoid = f"; a {hazard.avoid_discard_skill} card avoids it" if hazard.avoid_discard_skill else ""
    return f"{hazard.name}, {words(hazard.effects)}{avoid}"


async def meet_hazard(state: Campaign, name: str, seat: str) -> None:
    """Its effects, unless a card of the stated skill is discarded from hand."""
    hazard = state.pack.hazards[name]
    state.say(f"Hazard: {hazard.name}. {hazard.text}".strip())
    skill = hazard.avoid_discard_skill
    if skill:
        # RULING SG-R37: only the active player's hand, and only if they like.
        hands = (
            [seat for seat in state.order if seat != state.active] if state.toggle("anyone_may_avoid_hazard") else []
        )
        for hand in [state.active, *hands]:
            if state.players[hand].hand and await avoids(state, hand, skill, hazard):
                return
        state.say(f"{hazard.name} is not avoided.")
    push(state, hazard.effects, Context(source=hazard.name))


async def avoids(state: Campaign, seat: str, skill: Skill, hazard: Hazard) -> bool:
    """Whether *seat* discards a card of the stated skill; what they hold is nobody else's business."""

    def build() -> ChooseOne:
        barred = None if may_hold(state, seat, skill) else Refusal("SG-130", f"You hold no {skill} card.")
        cards = [] if UNKNOWN in state.players[seat].hand else hand_options(state, seat, skill)
        ways = [
            card.but(value=f"avoid:{card.value}", label=f"avoid it: discard {card.label.partition(':')[0]}")
            for card in cards
            if card.barred is None
        ]
        options = [
            Option("face", f"face {hazard.name}", hint=words(hazard.effects)),
            *(ways or [Option("avoid", f"avoid it: discard a {skill} card", barred)]),
        ]
        others = f"{state.name(seat)} may avoid {hazard.name} with a {skill} card."
        text = f"{hazard.name}: face it, or avoid it?"
        return ChooseOne(seat, text, options, private=state.hidden_hands, others=others, default="face")

    answer = str(await ask(state, build))
    if answer == "face":
        return False
    place = answer.partition(":")[2]
    if place:
        discard_cards(state, seat, [int(place)])
    else:
        await discard_from_hand(state, seat, 1, f"Discard a {skill} card.", skill)
    state.say(f"{hazard.name} is avoided.")
    return True


async def move_freely(state: Campaign, effect: Any, context: Context) -> None:
    """A card or story moves the ship without a travel action."""
    seat = acting(state, context)
    if effect.to == "region":
        await sail(state, effect.region, "", seat, hazards=effect.hazards)
    elif effect.to == "nearest_port":
        port, _ = await nearest_port(state)
        if port:
            await sail(state, port, "", seat, hazards=effect.hazards)
    else:
        for step in range(effect.steps):
            if state.ship.region not in state.pack.regions:
                from .owner import sail_the_real_atlas

                await sail_the_real_atlas(state, seat, text="Move the ship as you are told.")
                return
            text = f"{context.source}: move the ship ({effect.steps - step} left)."

            def build() -> ChooseOne:
                ways = [way(state, name, side) for name, side in neighbours(state, state.ship.region)]
                return ChooseOne(seat, text, [*ways, Option("stay", "stay here")])  # noqa: B023  # awaited at once

            region = await ask(state, build)
            if region == "stay":
                return
            side = dict(neighbours(state, state.ship.region))[region]
            await sail(state, region, side, seat, hazards=effect.hazards)


# ----- the nearest port


def distances(state: Campaign, start: str) -> dict[str, int]:
    """Region moves from *start* to every region of the open atlas, over edges too, land and hazards aside."""
    found = {start: 0}
    queue = [start]
    while queue:
        here = queue.pop(0)
        for other, _ in neighbours(state, here):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return found


async def nearest_port(state: Campaign) -> tuple[str, int]:
    """RULING SG-R87: the port reached in the fewest moves; the active player chooses among equals."""
    if state.ship.region not in state.pack.regions:
        from .owner import nearest_real_port

        return await nearest_real_port(state)
    far = distances(state, state.ship.region)
    ports = {name: far[name] for name in far if state.pack.regions[name].port}
    if not ports:
        state.say("There is no port to reach.")
        return "", 0
    least = min(ports.values())
    nearest = [name for name, moves in ports.items() if moves == least]
    port = nearest[0]
    if len(nearest) > 1:
        options = [Option(name, state.pack.regions[name].name, slot=f"region:{name}") for name in nearest]
        port = await ask(state, lambda: ChooseOne(state.active, "Which port do you limp to?", options), "closed")
    return port, least


async def limp_home(state: Campaign) -> None:
    """Easy mode: instead of sinking the ship limps to the nearest port, which costs time."""
    from .events import discard_events

    port, moves = await nearest_port(state)
    if port:
        state.ship.region = port
        name = state.pack.regions[port].name if port in state.pack.regions else port
        state.say(f"The {state.pack.names.ship} limps to {name}: {moves} regions, {1 + moves} event cards are lost.")
    await discard_events(state, 1 + moves)
    state.ship.health = 2
    state.say("Ship health is 2.")
