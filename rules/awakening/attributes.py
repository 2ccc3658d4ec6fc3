"""Attributes: gaining, using and converting them; upgrading and downgrading blocks (AW-38 to AW-48, AW-79 to AW-92)."""

from __future__ import annotations

from rules.ask import ChooseOne, Option, Refusal, SplitAmount, offered

from . import events, passives
from .state import Awakening, Player
from .verbs import ModifyCost, ModifyGain
from .words import WHEEL, amounts

LOWER = {"influence": "potential", "conviction": "influence"}
"""Where a block lies before it is raised to a sphere, and where it goes when it is lowered from one."""


# Gaining and using


async def gain(state: Awakening, seat: str, gains: dict[str, int], source: str) -> None:
    """Blocks move from influence into the circles, as many as there are (AW-80, AW-R17)."""
    wanted = {attr: number + _more(state, seat, attr, source) for attr, number in gains.items() if number}
    wanted = {attr: number for attr, number in wanted.items() if number > 0}
    player = state.players[seat]
    name = state.name(seat)
    total = sum(wanted.values())
    if total > player.influence and len(wanted) > 1 and player.influence:
        text = f"{name}: you have influence for only {player.influence} of {total} blocks. Which do you gain?"
        among = [(Option(attr, attr.capitalize()), number) for attr, number in wanted.items()]
        wanted = await SplitAmount(seat, text, player.influence, among)
    got: dict[str, int] = {}
    for attr, number in wanted.items():
        got[attr] = min(number, player.influence)
        player.influence -= got[attr]
        player.attributes[attr] += got[attr]
    lost = total - sum(got.values())
    if total:
        short = f"; no influence for {lost} more" if lost else ""
        state.say(f"{name} gains {amounts(got)}{short}.")
    for attr, number in got.items():
        if number:
            await events.happened(state, "attribute_gained", seat, attr, source)


def _more(state: Awakening, seat: str, attr: str, source: str) -> int:
    """What standing effects add to a gain (AW-V26)."""
    return sum(
        verb.delta
        for _, verb in passives.of(state, seat, ModifyGain)
        if verb.source in ("any", source) and verb.attr in ("any", attr)
    )


async def use(state: Awakening, seat: str, attr: str, number: int) -> None:
    """Used blocks return to influence (AW-48, AW-81)."""
    player = state.players[seat]
    player.attributes[attr] -= number
    player.influence += number
    await events.happened(state, "attribute_used", seat, attr)


# Prices


def prices(state: Awakening, seat: str, what: tuple[str, ...], cost: dict[str, int]) -> list[dict[str, int]]:
    """The price as cards change it, and every other way it may be paid (AW-V25)."""
    return changed(cost, changes(state, seat, what))


def changes(state: Awakening, seat: str, what: tuple[str, ...]) -> list[ModifyCost]:
    """What cards change of the price of these."""
    return [verb for _, verb in passives.of(state, seat, ModifyCost) if verb.what in what]


def changed(cost: dict[str, int], changes: list[ModifyCost]) -> list[dict[str, int]]:
    """The price after these changes."""
    if not changes:
        return [cost]
    cost = dict(cost)
    for verb in changes:
        for attr, number in cost.items():
            cost[attr] = max(number + verb.delta, min(verb.minimum, number))
    ways = [cost]
    for verb in changes:
        if verb.substitute and verb.substitute not in cost:
            ways.append({verb.substitute: sum(cost.values())})
    return ways


def covers(state: Awakening, seat: str, cost: dict[str, int]) -> bool:
    have = state.players[seat].attributes
    for attr, number in cost.items():  # noqa: SIM110  # asked for at every price there is, and twice as fast as `all`
        if have[attr] < number:
            return False
    return True


def conversions(state: Awakening, seat: str, ways: list[dict[str, int]]) -> dict[str, int]:
    """Which heroic attributes would be made first so that a price can be paid (AW-85); none if it can be without.

    Each heroic attribute is made of one pair only, so there is nothing to choose.
    """
    for cost in ways:
        if covers(state, seat, cost):
            return {}
    return _to_make(state, seat, ways)


def _to_make(state: Awakening, seat: str, ways: list[dict[str, int]]) -> dict[str, int]:
    have = state.players[seat].attributes
    for cost in ways:
        if WHEEL.keys().isdisjoint(cost):
            continue
        made = {attr: max(0, number - have[attr]) for attr, number in cost.items() if attr in WHEEL}
        needed = {attr: number for attr, number in cost.items() if attr not in WHEEL}
        for heroic, number in made.items():
            for common in WHEEL[heroic]:
                needed[common] = needed.get(common, 0) + number
        if covers(state, seat, needed):
            return {heroic: number for heroic, number in made.items() if number}
    return {}


def converted_first(state: Awakening, seat: str, ways: list[dict[str, int]]) -> str:
    """What is converted for a price, in words for a hint; empty if nothing is."""
    made = conversions(state, seat, ways)
    spent: dict[str, int] = {}
    for heroic, number in made.items():
        for common in WHEEL[heroic]:
            spent[common] = spent.get(common, 0) + number
    return f"First converts {amounts(spent)} into {amounts(made)}. " if made else ""


async def convert_for(state: Awakening, seat: str, ways: list[dict[str, int]]) -> None:
    """The conversions a price takes, as free actions of one's turn before it is paid (AW-85, AW-R15)."""
    for heroic, number in conversions(state, seat, ways).items():
        for _ in range(number):
            await convert(state, seat, heroic)


def cannot_pay(
    state: Awakening, seat: str, ways: list[dict[str, int]], rule: str, *, converting: bool = False
) -> Refusal | None:
    """Why none of the ways to pay is open.

    :param converting: it is paid between the steps of one's own turn, where heroic attributes can be made first.
    """
    for cost in ways:
        if covers(state, seat, cost):
            return None
    if converting and _to_make(state, seat, ways):
        return None
    return Refusal(rule, lambda: f"This takes {amounts(ways[0])}; you have {_have(state.players[seat], *ways[0])}.")


def _have(player: Player, *attrs: str) -> str:
    return ", ".join(f"{player.has(attr)} {attr}" for attr in attrs)


async def pay(state: Awakening, seat: str, ways: list[dict[str, int]]) -> None:
    """The whole price, before anything it buys (AW-R18)."""
    open_ways = [cost for cost in ways if covers(state, seat, cost)]
    cost = open_ways[0]
    if len(open_ways) > 1:
        options = [Option(number, amounts(way)) for number, way in enumerate(open_ways)]
        text = f"{state.name(seat)}: how do you pay?"
        cost = open_ways[await ChooseOne(seat, text, options, default=0, along=True)]
    if any(cost.values()):
        state.say(f"{state.name(seat)} uses {amounts(cost)}.")
    for attr, number in cost.items():
        if number:
            await use(state, seat, attr, number)


# The colour wheel


def can_convert(state: Awakening, seat: str, heroic: str) -> bool:
    """One block of each of the two colours must be there (AW-86)."""
    have = state.players[seat].attributes
    a, b = WHEEL[heroic]
    return bool(have[a] and have[b])


def cannot_convert(state: Awakening, seat: str, heroic: str) -> Refusal | None:
    """Which of the two colours is missing."""
    if can_convert(state, seat, heroic):
        return None

    def why() -> str:
        player, (a, b) = state.players[seat], WHEEL[heroic]
        have = f"you have {player.has(a)} {a} and {player.has(b)} {b}"
        return f"{heroic.capitalize()} takes 1 {a} and 1 {b}; {have}."

    return Refusal("AW-86", why)


async def convert(state: Awakening, seat: str, heroic: str) -> None:
    """Two different common attributes become a heroic one; the other block returns (AW-85, AW-92, AW-R24)."""
    player = state.players[seat]
    a, b = WHEEL[heroic]
    player.attributes[a] -= 1
    player.attributes[b] -= 1
    player.attributes[heroic] += 1
    player.influence += 1
    state.say(f"{state.name(seat)} converts {a} and {b} into {heroic}.")
    await events.happened(state, "converted", seat, heroic)


# Levels


def cannot_upgrade(state: Awakening, seat: str, to: str) -> Refusal | None:
    """A block moves one level up: potential, influence, conviction (AW-46)."""
    source = LOWER[to]
    if getattr(state.players[seat], source):
        return None
    return Refusal("AW-46", f"You have 0 blocks in {source} to raise to {to}.")


def _shift(player: Player, source: str, to: str) -> None:
    """One block from level to level."""
    setattr(player, source, getattr(player, source) - 1)
    setattr(player, to, getattr(player, to) + 1)


async def upgrade(state: Awakening, seat: str, to: str) -> None:
    """One block one level up."""
    _shift(state.players[seat], LOWER[to], to)
    state.say(f"{state.name(seat)} raises 1 block to {to}.")
    await events.happened(state, "block_upgraded", seat, to)


def upgrade_options(state: Awakening, seat: str) -> list[Option]:
    return [upgrade_option(state, seat, to, to, cannot_upgrade(state, seat, to)) for to in UPGRADES]


UPGRADES = ("influence", "conviction")


def upgrade_option(
    state: Awakening, seat: str, to: str, value: str, barred: Refusal | None, slot: str | None = None, group: str = ""
) -> Option:
    """To raise a block to a sphere, as one of several things that could be done."""

    def label() -> str:
        return f"{LOWER[to].capitalize()} to {to}"

    def hint() -> str:
        return f"{getattr(state.players[seat], LOWER[to])} there now."

    return offered(value, label, barred, slot=slot, hint=hint, group=group)


def usual_level(state: Awakening, seat: str) -> str:
    """What most would raise: conviction for the next tile or two, as long as there is influence to live on."""
    player = state.players[seat]
    return "conviction" if not player.potential or (player.influence >= 4 and player.conviction < 2) else "influence"


async def choose_upgrade(state: Awakening, seat: str, level: str = "any") -> bool:
    """The player picks the level, if there is a choice; False if no block can be raised."""
    options = [each for each in upgrade_options(state, seat) if level in ("any", f"to_{each.value}")]
    open_ones = [option for option in options if not option.barred]
    if not open_ones:
        state.say(f"{state.name(seat)} has no block to raise.")
        return False
    to = str(open_ones[0].value)
    if len(open_ones) > 1:
        text = f"{state.name(seat)}: raise 1 block one level."
        to = await ChooseOne(seat, text, options, default=usual_level(state, seat), along=True)
    await upgrade(state, seat, to)
    return True


async def choose_downgrade(state: Awakening, seat: str, level: str = "any") -> bool:
    """The player picks conviction to influence or influence to potential (AW-47); False if neither has a block."""
    player = state.players[seat]
    options = [
        Option(
            source,
            f"{source.capitalize()} to {LOWER[source]}",
            None if getattr(player, source) else Refusal("AW-47", f"You have 0 blocks in {source}."),
        )
        for source in ("conviction", "influence")
        if level in ("any", f"to_{LOWER[source]}")
    ]
    open_ones = [option for option in options if not option.barred]
    if not open_ones:
        state.say(f"{state.name(seat)} has no block to downgrade.")
        return False
    source = str(open_ones[0].value)
    if len(open_ones) > 1:
        source = await ChooseOne(seat, f"{state.name(seat)}: downgrade 1 block.", options)
    await downgrade(state, seat, source)
    return True


async def downgrade(state: Awakening, seat: str, source: str) -> None:
    """One block one level down."""
    _shift(state.players[seat], source, LOWER[source])
    state.say(f"{state.name(seat)} downgrades 1 block from {source} to {LOWER[source]}.")
    await events.happened(state, "block_downgraded", seat, LOWER[source])
