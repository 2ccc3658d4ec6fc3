"""Acting on a map tile: what each location offers, what it costs and what it does (AW-64 to AW-66, AW-93 to AW-109)."""

from __future__ import annotations

from math import ceil

from rules.ask import ChooseOne, Option, Refusal, SplitAmount, offered

from . import attributes, cards, dice, events, honor, monsters, mounts, passives, relics
from .state import Awakening
from .words import ATTRIBUTE_OF, BLOCKS, COMMON, amounts, blocks

YIELD: dict[str, str] = {"spire": "inspiration", "library": "knowledge", "fort": "strength"}
CARD_PLACES: dict[str, tuple[str, str, str]] = {
    "arcane_tower": ("relic", "vision", "AW-134"),
    "gaping_maw": ("monster", "courage", "AW-151"),
    "tomb_of_the_ancients": ("trait", "wisdom", "AW-128"),
}
"""Which stack each unique location opens, for two of what, by which rule."""

INN_RULE = {"yellow": "AW-116", "blue": "AW-117", "red": "AW-118"}
WAYS = ("face-up", "blind")
PRICE_OF_CARD = 2
REST = 2  # blocks off a companion at once (AW-102)


# What a tile offers


def summary(kind: str) -> str:
    """Price and effect of a location, in a line."""
    if kind in YIELD:
        return f"Gain 2 {YIELD[kind]}."
    if kind in CARD_PLACES:
        stack, attr, _ = CARD_PLACES[kind]
        more = ", or recharge relics" if kind == "arcane_tower" else ""
        return f"2 {attr}: a {stack}{more}."
    return {
        "academy": "Roll the white die and gain what it shows.",
        "inn": "2 inspiration, knowledge or strength: a companion of that colour.",
        "command_post": "3 strength: the next mount.",
        "abandoned_shrine": "1 inspiration: 2 blocks off a companion, as often as you like.",
        "sacred_monastery": "1 knowledge: raise 1 block, as often as you like.",
    }[kind]


def offers(state: Awakening, seat: str, number: int) -> list[Option]:
    """The ways to use a tile, each barred if it cannot be paid or has no effect (AW-R41)."""
    kind = state.tiles[number]
    if kind in YIELD:
        return [offered("gain", f"Gain 2 {YIELD[kind]}", slot=f"hex {number}")]
    if kind == "academy":
        return [offered("roll", "Roll the white die", slot=f"hex {number}")]
    if kind == "inn":
        return [offer for stack in ("yellow", "blue", "red") for offer in _card_offers(state, seat, kind, stack)]
    if kind == "command_post":
        return [offered("mount", "Upgrade the mount", _cannot_ride(state, seat, number), slot=f"hex {number}")]
    if kind == "abandoned_shrine":
        return [offered("rest", "Rest companions", _cannot_rest(state, seat, number), slot=f"hex {number}")]
    if kind == "sacred_monastery":
        return [offered("raise", "Raise blocks", cannot_raise(state, seat), slot=f"hex {number}")]
    stack, _, _ = CARD_PLACES[kind]
    found = _card_offers(state, seat, kind, stack)
    if kind == "arcane_tower":
        found.append(Option("recharge", "Only recharge relics", relics.cannot_recharge(state, seat)))
    return found


def card_price(state: Awakening, seat: str, kind: str, stack: str) -> list[dict[str, int]]:
    """Two of the attribute of the card's colour (AW-R43)."""
    what = (kind, "companion" if kind == "inn" else stack)
    return attributes.prices(state, seat, what, {ATTRIBUTE_OF[stack]: PRICE_OF_CARD})


def _card_offers(state: Awakening, seat: str, kind: str, stack: str) -> list[Option]:
    """A card of a stack, face up or blind."""
    price = card_price(state, seat, kind, stack)
    rule = INN_RULE.get(stack) or CARD_PLACES[kind][2]
    barred = attributes.cannot_pay(state, seat, price, rule, converting=True)
    if kind == "gaping_maw" and not state.players[seat].companions:
        barred = Refusal("AW-R57", "A monster needs a champion; you have no companion.")
    return [_card_offer(state, seat, stack, how, price, barred) for how in WAYS]


def _card_offer(
    state: Awakening, seat: str, stack: str, how: str, price: list[dict[str, int]], barred: Refusal | None
) -> Option:
    def hint() -> str:
        first = attributes.converted_first(state, seat, price)
        return f"{first}Costs {amounts(price[0])}. {cards.offer(state, stack, how)[1]}"

    def label() -> str:
        return cards.offer(state, stack, how)[0]

    return offered(f"{stack} {how}", label, cards.cannot_take(state, stack, how) or barred, hint=hint)


def _cannot_ride(state: Awakening, seat: str, number: int) -> Refusal | None:
    if number in state.now.acts:  # a second upgrade needs another Command Post (AW-R48)
        return Refusal("AW-101", f"You've already upgraded your mount at {state.tile(number)} this turn.")
    price = mounts.price(state, seat)
    return mounts.cannot_upgrade(state, seat) or attributes.cannot_pay(state, seat, price, "AW-100", converting=True)


def _cannot_rest(state: Awakening, seat: str, number: int) -> Refusal | None:
    """A companion with a block on it, for one inspiration (AW-102, AW-R45)."""
    companions = state.players[seat].companions
    if not companions:
        return Refusal("AW-R41", f"You have no companion to rest at {state.tile(number)}.")
    if not any(held.blocks for held in companions):
        return Refusal("AW-R45", "No block lies on any of your companions.")
    return _too_poor_to_rest(state, seat)


def can_rest(state: Awakening, seat: str) -> bool:
    """Whether a Shrine, wherever it lies, would take a block off somebody."""
    return any(held.blocks for held in state.players[seat].companions) and not _too_poor_to_rest(state, seat)


def _too_poor_to_rest(state: Awakening, seat: str) -> Refusal | None:
    return attributes.cannot_pay(state, seat, _shrine_price(state, seat), "AW-102", converting=True)


def _shrine_price(state: Awakening, seat: str) -> list[dict[str, int]]:
    return attributes.prices(state, seat, ("abandoned_shrine",), {"inspiration": 1})


def _monastery_price(state: Awakening, seat: str) -> list[dict[str, int]]:
    return attributes.prices(state, seat, ("sacred_monastery",), {"knowledge": 1})


def cannot_raise(state: Awakening, seat: str) -> Refusal | None:
    """One knowledge; the block just used may be the one that is raised, so there is always one (AW-106)."""
    return attributes.cannot_pay(state, seat, _monastery_price(state, seat), "AW-104", converting=True)


def cannot_use(state: Awakening, seat: str, number: int, found: list[Option]) -> Refusal | None:
    """Why nothing at all of what was *found* can be done at a tile (AW-R41)."""
    if any(not option.barred for option in found):
        return None
    if state.tiles[number] == "inn" and any(state.stacks[stack].size for stack in INN_RULE):
        return _cannot_hire(state, seat)
    return found[0].barred


def _cannot_hire(state: Awakening, seat: str) -> Refusal:
    """Any of three prices would do at an Inn, so the reason names them all (AW-109, AW-112)."""

    def why() -> str:
        prices = [amounts(card_price(state, seat, "inn", stack)[0]) for stack in INN_RULE if state.stacks[stack].size]
        asked = " or ".join([", ".join(prices[:-1]), prices[-1]] if len(prices) > 1 else prices)
        have = amounts({attr: state.players[seat].has(attr) for attr in COMMON})
        return f"An Inn takes {asked}; you have {have}."

    return Refusal("AW-109", why)


# Using it


async def use(state: Awakening, seat: str, number: int, choice: str) -> None:
    """Choices first, then the price, then the controller's honor, then the effect (AW-R32)."""
    kind = state.tiles[number]
    champion = await monsters.choose_champion(state, seat) if kind == "gaping_maw" else ""
    wanted: dict[str, int] = {}
    if kind == "abandoned_shrine":
        wanted = await choose_rests(state, seat)
    elif kind == "sacred_monastery":
        wanted = await choose_raises(state, seat)
    state.now.acts.append(number)
    state.say(f"{state.name(seat)} acts at {state.tile(number)}.")
    if kind in YIELD:
        await honor_controller(state, seat, number)
        await attributes.gain(state, seat, {YIELD[kind]: 2}, kind)
    elif kind == "academy":
        await honor_controller(state, seat, number)
        await academy(state, seat)
    elif kind == "command_post":
        await attributes.pay(state, seat, mounts.price(state, seat))
        await honor_controller(state, seat, number)
        await mounts.upgrade(state, seat)
    elif kind == "abandoned_shrine":
        await shrine(state, seat, number, wanted)
    elif kind == "sacred_monastery":
        await monastery(state, seat, number, wanted)
    else:
        await _get_card(state, seat, number, choice, champion)
    await events.happened(state, "tile_used", seat, kind, hex_=number)


async def honor_controller(state: Awakening, seat: str, number: int) -> None:
    """Whoever controls the tile gains 2 honor when another player uses it (AW-69, AW-70)."""
    holder = state.control.get(number)
    if holder is None or holder == seat:
        return
    who, worth = passives.owner_bonus(state, holder, seat)
    if who is not None:
        await honor.gain_honor(state, who, worth, "Visitors")


async def _get_card(state: Awakening, seat: str, number: int, choice: str, champion: str) -> None:
    """Inn, Tower, Maw and Tomb: a card of one's choice, face up or blind."""
    kind = state.tiles[number]
    if choice == "recharge":
        await honor_controller(state, seat, number)
        await relics.recharge(state, seat, at_least=1)
        return
    stack, how = choice.split(" ")
    await attributes.pay(state, seat, card_price(state, seat, kind, stack))
    await honor_controller(state, seat, number)
    if kind == "gaping_maw":
        await monsters.confront(state, seat, how, champion)
        return
    await cards.acquire(state, seat, await cards.take(state, seat, stack, how))
    if kind == "arcane_tower" and not relics.cannot_recharge(state, seat):
        await relics.recharge(state, seat)  # in the same action (AW-148)


async def academy(state: Awakening, seat: str) -> None:
    """The white die decides; a second roll if that attribute was not there before (AW-107, AW-108, AW-R51)."""
    attr = await dice.roll(state, seat, "white")
    new = not state.players[seat].has(attr)
    await attributes.gain(state, seat, {attr: 1}, "academy")
    if not new:
        return
    text = f"{state.name(seat)}: {attr} was new to you. Roll once more?"
    options = (Option("roll", "Roll again"), Option("stop", "Stop here"))
    if await ChooseOne(seat, text, options, default="roll", along=True) == "roll":
        attr = await dice.roll(state, seat, "white")
        await attributes.gain(state, seat, {attr: 1}, "academy")


def _times(state: Awakening, seat: str, price: list[dict[str, int]], most: int) -> int:
    """How often a price can be paid, now one way and now another, so many times at most."""
    player, found = state.players[seat], 0
    for cost in price:  # different ways use different attributes
        found += min((player.has(attr) // number for attr, number in cost.items() if number), default=most)
    return min(found, most)


async def choose_rests(state: Awakening, seat: str) -> dict[str, int]:
    """How often each companion rests: one inspiration takes up to two blocks off it (AW-102, AW-103, AW-R45)."""
    often = {held.card: ceil(held.blocks / REST) for held in state.players[seat].companions if held.blocks}
    times = _times(state, seat, _shrine_price(state, seat), sum(often.values()))
    if len(often) == 1 and times == 1:
        return dict.fromkeys(often, 1)
    among = []
    for card, most in often.items():
        hint = f"{blocks(state.players[seat].blocks_on(card))} there"
        among.append((Option(card, f"Rest {state.title(card)}", hint=hint), most))
    text = f"{state.name(seat)}: how often does each companion rest, for 1 inspiration each time?"
    keep = (Option("keep", "Keep the inspiration"), times - 1)
    usual = _usual_rests(state, seat, times)
    return dict(await SplitAmount(seat, text, times, [*among, keep], default=usual, along=True))


def _usual_rests(state: Awakening, seat: str, times: int) -> dict[str, int]:
    """Whoever holds most blocks first, and only as long as two come off for one."""
    left = {held.card: held.blocks for held in state.players[seat].companions}
    usual: dict[str, int] = {}
    for number in range(times):
        fullest = max(left, key=lambda card: left[card])
        if number and left[fullest] < REST:
            usual["keep"] = usual.get("keep", 0) + 1
        else:
            usual[fullest] = usual.get(fullest, 0) + 1
            left[fullest] -= REST
    return usual


async def shrine(state: Awakening, seat: str, number: int, wanted: dict[str, int]) -> None:
    """One inspiration for each rest, in one action (AW-102, AW-103)."""
    rests = [card for card, times in wanted.items() if card != "keep" for _ in range(times)]
    for place, companion in enumerate(rests):
        if _too_poor_to_rest(state, seat) or not state.players[seat].blocks_on(companion):
            break  # a card has come between
        await attributes.pay(state, seat, _shrine_price(state, seat))
        if not place or state.toggle("owner_bonus_per_repeat"):
            await honor_controller(state, seat, number)
        rest(state, seat, companion, REST)


def rest(state: Awakening, seat: str, companion: str, most: int) -> int:
    """Blocks from a companion back to influence."""
    player = state.players[seat]
    held = player.held(companion)
    blocks = min(most, held.blocks)
    held.blocks -= blocks
    player.influence += blocks
    state.say(f"{state.title(companion)} rests: {blocks} block{'s' * (blocks != 1)} back to influence.")
    return blocks


async def choose_raises(state: Awakening, seat: str) -> dict[str, int]:
    """How many blocks go up to which level, for 1 knowledge each (AW-104 to AW-106, AW-R46)."""
    potential = state.players[seat].potential
    times = _times(state, seat, _monastery_price(state, seat), BLOCKS)
    up = min(times, potential)
    if times == 1 and not potential:
        return {"conviction": 1}
    text = f"{state.name(seat)}: raise up to {blocks(times)}, for 1 knowledge each. To which level?"
    among = [(Option("conviction", "Influence to conviction"), times)]
    if potential:
        among.insert(0, (Option("influence", "Potential to influence"), up))
    if times > 1:
        among.append((Option("keep", "Keep the knowledge"), times - 1))
    usual = {"influence": up, "keep": times - up} if up else {"conviction": 1, "keep": times - 1}
    usual = {level: number for level, number in usual.items() if number}
    return dict(await SplitAmount(seat, text, times, among, default=usual, along=True))


async def monastery(state: Awakening, seat: str, number: int, wanted: dict[str, int]) -> None:
    """One knowledge, then a block one level up, as often as wanted; lower ones first (AW-104 to AW-106, AW-R46)."""
    raises = [level for level in ("influence", "conviction") for _ in range(wanted.get(level, 0))]
    for place, level in enumerate(raises):
        if cannot_raise(state, seat):
            break  # a card has come between
        await attributes.pay(state, seat, _monastery_price(state, seat))
        if not place or state.toggle("owner_bonus_per_repeat"):
            await honor_controller(state, seat, number)
        if attributes.cannot_upgrade(state, seat, level) is None:
            await attributes.upgrade(state, seat, level)


# Whether it may be used now


def reachable(state: Awakening, seat: str) -> list[int]:
    """The tiles a player could act on: those beside the token, and others an ability opens (AW-64, AW-V20)."""
    near = [number for number in state.adjacent(seat) if number in state.tiles]
    if not state.now.reach:
        return near
    further = [
        number
        for number in sorted(state.tiles)
        if number not in near
        and number in state.now.reach_hexes
        and state.island.distance_to_hex(state.players[seat].space, number) <= state.now.reach
    ]
    return near + further


def cannot_act(state: Awakening, seat: str, number: int) -> Refusal | None:
    """One action per turn, where something can be done."""
    return is_late(state, number) or cannot_use(state, seat, number, offers(state, seat, number))


def is_late(state: Awakening, number: int) -> Refusal | None:
    """One action per turn, on the tile taken under control if one was (AW-64, AW-71)."""
    turn = state.now
    if turn.acted:
        grants = [grant for grant in turn.grants if grant.what == "act"]
        if not grants:
            done = "upgraded a block instead" if turn.acted == "upgrade" else f"acted on {state.tile(int(turn.acted))}"
            return Refusal("AW-64", f"You've already {done} this turn.")
        if not any(_allows(state, grant.hexes, number, other_tile=grant.other_tile) for grant in grants):
            return Refusal("AW-65", f"You can't use your extra action on {state.tile(number)}.")
    elif turn.controlled not in (0, number) and not turn.same_tile_lifted:
        taken = state.tile(turn.controlled)
        return Refusal("AW-71", f"You took control of {taken}; only that tile can be used this turn.")
    return None


def _allows(state: Awakening, hexes: list[int] | None, number: int, *, other_tile: bool) -> bool:
    if other_tile and number in state.now.acts:
        return False
    return hexes is None or number in hexes


async def act(state: Awakening, seat: str, number: int, choice: str = "") -> None:
    """The turn's tile action, or one more that an ability granted (AW-64, AW-65, AW-R39).

    :param choice: which of the tile's offers, where it has several.
    """
    await attributes.convert_for(state, seat, _price(state, seat, number, choice))
    if cannot_act(state, seat, number) or _is_barred(state, seat, number, choice):  # a card answered the conversion
        return
    turn = state.now
    if not turn.acted:
        turn.acted = str(number)
    else:
        for grant in turn.grants:
            if grant.what == "act" and _allows(state, grant.hexes, number, other_tile=grant.other_tile):
                turn.grants.remove(grant)
                break
    await use(state, seat, number, choice)


def _price(state: Awakening, seat: str, number: int, choice: str) -> list[dict[str, int]]:
    """What an action at a tile costs, once."""
    kind = state.tiles[number]
    if kind in ("inn", *CARD_PLACES) and choice != "recharge":
        return card_price(state, seat, kind, choice.split(" ")[0])
    prices = {"command_post": mounts.price, "abandoned_shrine": _shrine_price, "sacred_monastery": _monastery_price}
    return prices[kind](state, seat) if kind in prices else [{}]


def _is_barred(state: Awakening, seat: str, number: int, choice: str) -> bool:
    return any(option.barred for option in offers(state, seat, number) if option.value == choice)
