"""Verbs on attributes, honor and blocks (AW-V1 to AW-V13)."""

from __future__ import annotations

from typing import Any

from rules.ask import Option, SplitAmount

from . import attributes, choose, control, counts, honor, passives, relics, tiles
from .case import Case
from .pack import Relic
from .state import Awakening, Held
from .terms import Chosen, HexSel, Per, Zone
from .verbs import (
    DowngradeBlock,
    ExchangeAttributes,
    GainAttribute,
    GainHonor,
    LoseAttribute,
    LoseHonor,
    MoveBlocks,
    PlaceInfluence,
    RestCompanion,
    TransferHonor,
    UpgradeBlock,
)
from .words import amounts

PLENTY = 99


def shielded(state: Awakening, case: Case, seat: str, what: str) -> bool:
    """A card protects this player's things from others (AW-V35)."""
    if seat == case.seat or not passives.protects(state, seat, what):
        return False
    state.say(f"A card protects {state.name(seat)}.")
    return True


async def gain_attribute(state: Awakening, case: Case, verb: GainAttribute) -> None:
    for seat in await choose.players(state, case, verb.who):
        attr = await choose.attribute(state, case, verb.attr)
        assert attr is not None
        number = await choose.amount(state, case, verb.amount, state.players[seat].influence, f"{attr} do you gain")
        await attributes.gain(state, seat, {attr: number}, "card")


async def lose_attribute(state: Awakening, case: Case, verb: LoseAttribute) -> None:
    for seat in await choose.players(state, case, verb.who):
        if not shielded(state, case, seat, "attributes"):
            await _lose_attribute(state, case, verb, seat)


async def _lose_attribute(state: Awakening, case: Case, verb: LoseAttribute, seat: str) -> None:
    player = state.players[seat]
    attr = await choose.attribute(state, case, verb.attr, lambda each: player.has(each) > 0)
    if attr is None:
        state.say(f"{state.name(seat)} has no such attribute to lose.")
        return
    number = await choose.amount(state, case, verb.amount, player.has(attr), f"{attr} are lost")
    state.say(f"{state.name(seat)} loses {number} {attr}.")
    await attributes.use(state, seat, attr, number)


async def gain_honor(state: Awakening, case: Case, verb: GainHonor) -> None:
    """Several who gain at once settle their tokens from the active player on, clockwise (AW-R71)."""
    order = state.clockwise(state.active_seat)
    for seat in sorted(await choose.players(state, case, verb.who), key=order.index):
        number = await choose.amount(state, case, verb.amount, PLENTY, "honor")
        await honor.gain_honor(state, seat, number, "Card abilities")


async def lose_honor(state: Awakening, case: Case, verb: LoseHonor) -> None:
    for seat in await choose.players(state, case, verb.who):
        if not shielded(state, case, seat, "honor"):
            number = await choose.amount(state, case, verb.amount, PLENTY, "honor")
            await honor.lose_honor(state, seat, number, "Card abilities")


async def transfer_honor(state: Awakening, case: Case, verb: TransferHonor) -> None:
    """Takes what is there and gives the same."""
    for giver in await choose.players(state, case, verb.giver):
        if shielded(state, case, giver, "honor"):
            continue
        number = await choose.amount(state, case, verb.amount, PLENTY, "honor")
        lost = await honor.lose_honor(state, giver, number, "Card abilities")
        for taker in (await choose.players(state, case, verb.taker))[:1]:
            await honor.gain_honor(state, taker, lost, "Card abilities")


async def upgrade_block(state: Awakening, case: Case, verb: UpgradeBlock) -> None:
    for seat in await choose.players(state, case, verb.who):
        for _ in range(await choose.amount(state, case, verb.amount, PLENTY, "blocks do you raise")):
            if not await attributes.choose_upgrade(state, seat, verb.level):
                break


async def downgrade_block(state: Awakening, case: Case, verb: DowngradeBlock) -> None:
    for seat in await choose.players(state, case, verb.who):
        for _ in range(await choose.amount(state, case, verb.amount, PLENTY, "blocks go down")):
            if not await attributes.choose_downgrade(state, seat, verb.level):
                break


# Blocks from anywhere to anywhere


def lying(state: Awakening, case: Case, seat: str, zone: Zone) -> int:
    """How many of a player's blocks lie in a zone, on the fullest card or circle where there are several."""
    player = state.players[seat]
    if zone.zone in ("potential", "influence", "conviction", "reserve"):
        return int(getattr(player, zone.zone))
    if zone.zone == "attribute":
        return max(player.has(attr) for attr in choose.attributes_of(state, zone.attr))
    if zone.zone == "tile":
        return sum(state.control.get(number) == seat for number in choose.hexes(state, case, zone.tile))
    return max((held.blocks for held in _shelf(state, case, seat, zone)), default=0)


def room(state: Awakening, case: Case, seat: str, zone: Zone) -> int:
    """How many of a player's blocks could be put into a zone at once."""
    if zone.zone == "tile":
        return int(any(number not in state.control for number in choose.hexes(state, case, zone.tile)))
    if zone.zone in ("companion", "relic"):
        shelf = _shelf(state, case, seat, zone)
        return max((_room(state, seat, (zone.zone, held.card)) for held in shelf), default=0)
    return PLENTY


def _shelf(state: Awakening, case: Case, seat: str, zone: Zone) -> list[Held]:
    """The companions or relics a zone speaks of: this one, the champion, or any of a kind."""
    player, sel = state.players[seat], zone.card
    shelf = player.companions if zone.zone == "companion" else player.relics
    if isinstance(sel, Chosen):
        if seat not in counts.seats_of(state, sel.owner, case.seat, case.other, case.hex_):
            return []
        cards = [(held, state.card(held.card)) for held in shelf]
        return [held for held, card in cards if card.kind == sel.kind and sel.colour in ("any", card.stack)]
    named = case.card if sel == "this" else case.champion
    return [held for held in shelf if held.card == named]


def price(state: Awakening, case: Case, verb: MoveBlocks) -> int:
    """How many blocks a price in blocks takes; of "all" or "up to", one at least."""
    if isinstance(verb.amount, Per):
        return counts.per(state, verb.amount, case.seat, case.other, case.hex_)
    return verb.amount if isinstance(verb.amount, int) else 1


async def move_blocks(state: Awakening, case: Case, verb: MoveBlocks, *, at_least: int = 0) -> None:
    """A general move of blocks; nothing appears or vanishes (AW-R22).

    :param at_least: of a price: they come from a place that holds so many and go where there is room for them.
    """
    for seat in await choose.players(state, case, verb.who):
        source = await _place(state, case, seat, verb.source, holds=max(at_least, 1))
        target = await _place(state, case, seat, verb.target, takes=at_least)
        if source is None or target is None:
            state.say("There is nowhere to move a block.")
            continue
        most = min(_there(state, seat, source), _room(state, seat, target))
        number = await choose.amount(state, case, verb.amount, most)
        if number:
            await _put(state, seat, source, -number)
            await _put(state, seat, target, number)
            words = f"{number} block{'s' if number > 1 else ''}"
            state.say(f"{state.name(seat)} moves {words} from {source[1]} to {target[1]}.")


async def _place(
    state: Awakening, case: Case, seat: str, zone: Zone, *, holds: int = 0, takes: int = 0
) -> tuple[str, str] | None:
    """A zone made definite: its kind, and which circle, card or tile.

    :param holds: so many blocks must lie there; 0 if they are to go there.
    :param takes: so many blocks must find room there.
    """
    player = state.players[seat]
    if zone.zone == "attribute":
        attr = await choose.attribute(state, case, zone.attr, lambda each: player.has(each) >= holds)
        return ("attribute", attr) if attr else None
    if zone.zone in ("companion", "relic"):
        shelf = [held.card for held in _shelf(state, case, seat, zone)]

        def fits(owner: str, card: str) -> bool:
            if owner != seat or card not in shelf or player.blocks_on(card) < holds:
                return False
            return _room(state, seat, (zone.zone, card)) >= takes

        found = await choose.card(state, case, zone.card, fits)
        return (zone.zone, found[1]) if found else None
    if zone.zone == "tile":
        wanted = seat if holds else None
        text = f"{state.title(case.card)}: which tile?"
        number = await choose.tile(state, case, zone.tile, text, lambda each: state.control.get(each) == wanted)
        return ("tile", str(number)) if number else None
    return zone.zone, zone.zone


def _there(state: Awakening, seat: str, place: tuple[str, str]) -> int:
    kind, name = place
    player = state.players[seat]
    if kind == "attribute":
        return player.has(name)
    if kind in ("companion", "relic"):
        return player.held(name).blocks
    if kind == "tile":
        return int(state.control.get(int(name)) == seat)
    return int(getattr(player, name))


def _room(state: Awakening, seat: str, place: tuple[str, str]) -> int:
    kind, name = place
    if kind == "tile":
        return int(int(name) not in state.control)
    if kind == "relic":
        card = state.card(name)
        assert isinstance(card, Relic)
        return card.charges - state.players[seat].held(name).blocks
    return PLENTY


async def _put(state: Awakening, seat: str, place: tuple[str, str], number: int) -> None:
    kind, name = place
    player = state.players[seat]
    if kind == "attribute":
        player.attributes[name] += number
    elif kind in ("companion", "relic"):
        player.held(name).blocks += number
    elif kind == "tile" and number > 0:
        state.control[int(name)] = seat
    elif kind == "tile":
        del state.control[int(name)]
    else:
        setattr(player, name, getattr(player, name) + number)


async def place_influence(state: Awakening, case: Case, verb: PlaceInfluence) -> None:
    """Influence onto a companion, a relic, or a free tile, which is then controlled."""
    for seat in await choose.players(state, case, verb.who):
        if state.players[seat].influence:
            await _place_influence(state, case, verb, seat)
        else:
            state.say(f"{state.name(seat)} has no influence to place.")


async def _place_influence(state: Awakening, case: Case, verb: PlaceInfluence, seat: str) -> None:
    player = state.players[seat]
    if isinstance(verb.on, HexSel):
        text = f"{state.title(case.card)}: which free tile?"
        number = await choose.tile(state, case, verb.on, text, lambda each: each not in state.control)
        if number:
            await control.take(state, seat, number, 0, gives_honor=False)
        return
    holds = [held.card for held in (*player.companions, *player.relics)]
    found = await choose.card(state, case, verb.on, lambda owner, card: owner == seat and card in holds)
    if found is None:
        return
    held = player.held(found[1])
    number = await choose.amount(state, case, verb.amount, player.influence)
    if state.card(held.card).kind == "relic":
        await relics.load(state, seat, held, number)
    else:
        player.influence -= number
        held.blocks += number
        state.say(f"{state.name(seat)} puts {number} influence on {state.title(held.card)}.")


async def rest_companion(state: Awakening, case: Case, verb: RestCompanion) -> None:
    """Blocks from a companion, or from several, back to influence."""
    party = [held for held in state.players[case.seat].companions if held.blocks]
    if verb.split and len(party) > 1:
        total = await choose.amount(state, case, verb.amount, sum(held.blocks for held in party))
        text = f"{state.name(case.seat)}: take {total} blocks off your companions."
        among = [(Option(held.card, state.title(held.card)), held.blocks) for held in party]
        for card, number in (await SplitAmount(case.seat, text, total, among)).items():
            tiles.rest(state, case.seat, card, number)
        return
    found = await choose.card(state, case, verb.card, lambda owner, card: state.players[owner].blocks_on(card) > 0)
    if found:
        owner, card = found
        number = await choose.amount(state, case, verb.amount, state.players[owner].held(card).blocks)
        tiles.rest(state, owner, card, number)


async def exchange_attributes(state: Awakening, case: Case, verb: ExchangeAttributes) -> None:
    """Another pattern of conversion; the difference goes to or comes from influence."""
    player = state.players[case.seat]
    give = {str(attr): verb.give.count(attr) for attr in verb.give}
    if not attributes.covers(state, case.seat, give):
        state.say(f"{state.name(case.seat)} lacks {amounts(give)}.")
        return
    for attr, number in give.items():
        player.attributes[attr] -= number
        player.influence += number
    for attr in verb.get:
        if player.influence:
            player.influence -= 1
            player.attributes[attr] += 1
    got = amounts({attr: verb.get.count(attr) for attr in verb.get})
    state.say(f"{state.name(case.seat)} turns {amounts(give)} into {got}.")


DO: dict[type, Any] = {
    GainAttribute: gain_attribute,
    LoseAttribute: lose_attribute,
    GainHonor: gain_honor,
    LoseHonor: lose_honor,
    TransferHonor: transfer_honor,
    UpgradeBlock: upgrade_block,
    DowngradeBlock: downgrade_block,
    MoveBlocks: move_blocks,
    PlaceInfluence: place_influence,
    RestCompanion: rest_companion,
    ExchangeAttributes: exchange_attributes,
}
