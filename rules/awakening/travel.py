"""Travel over the triangles, and what is revealed on the way (AW-57 to AW-63, AW-200 to AW-203, AW-R26 to AW-R31)."""

from __future__ import annotations

from rules.ask import Anew, ChooseOne, Option, Refusal
from rules.chance import DrawCards, ReadCard

from . import attributes, counts, events, passives
from .island import HEXES
from .state import Awakening
from .words import TITLES

DESPERATION = 2  # spaces more for whoever is trapped (AW-62)


def is_trapped(state: Awakening, seat: str, speed: int | None = None) -> bool:
    """Every space within the speed is taken by others, counting through them (AW-R26)."""
    reach = passives.speed(state, seat) if speed is None else speed
    spaces = state.island.within(state.players[seat].space, reach)
    return bool(spaces) and all(state.at(space) not in (None, seat) for space in spaces)


def destinations(state: Awakening, seat: str, speed: int, *, desperate: bool = False) -> list[Option]:
    """Every space of the map, barred where the move may not end."""
    here = state.players[seat].space
    reveals = _reveals(state, here, speed + DESPERATION if desperate else speed)
    options: list[Option] = []
    for space, (far, barred) in _ends(state, seat, speed, desperate=desperate).items():
        label = "Out and back again" if space == here else f"To {space}"
        hint = f"{far} move{'s' * (far != 1)}" + reveals.get(space, "")
        options.append(Option(space, label, barred, slot=f"space {space}", hint=hint))
    return options


def reach(state: Awakening, seat: str, speed: int) -> list[str]:
    """The spaces where a move may end."""
    return [space for space, (_, barred) in _ends(state, seat, speed).items() if not barred]


def _ends(state: Awakening, seat: str, speed: int, *, desperate: bool = False) -> dict[str, tuple[int, Refusal | None]]:
    """How far each space of the map is, and why a move may not end there."""
    here = state.players[seat].space
    most = speed + DESPERATION if desperate else speed
    far = {**state.island.distances(here), here: 2}  # out and back again
    standing = {player.space: each for each, player in state.players.items()}
    ends: dict[str, tuple[int, Refusal | None]] = {}
    for space in state.island.spaces:
        barred = None
        who = standing.get(space)
        if who is not None and who != seat:
            barred = Refusal("AW-61", f"{state.name(who)} stands on {space}; a move may not end there.")
        elif far[space] > most:
            beyond = f"{space} is {far[space]} moves away; you may move {most}."
            barred = Refusal("AW-62" if desperate else "AW-57", beyond)
        elif desperate and space == here:
            barred = Refusal("AW-R26", "Going out and back to your own space is no way out.")
        ends[space] = (far[space], barred)
    return ends


def _reveals(state: Awakening, start: str, steps: int) -> dict[str, str]:
    """How many open hexes a move to each space reveals, those passed on the way with it (AW-203)."""
    if len(state.tiles) == len(HEXES):
        return {}
    found: dict[str, set[int]] = {}
    for walk in state.island.walks(start, steps):
        found.setdefault(walk[-1], set()).add(sum(map(len, met(state, walk))))
    hints = {}
    for space, numbers in found.items():
        least, most = min(numbers), max(numbers)
        if most:
            span = str(most) if least == most else f"{least} to {most}"
            hints[space] = f", reveals {span} hex{'es' * (most != 1)}"
    return hints


def can_travel(state: Awakening, seat: str, speed: int) -> Refusal | None:
    """With two moves one can always go out and back; with one a neighbouring space must be free."""
    near = state.island.within(state.players[seat].space, speed)
    if speed >= 2 or any(state.at(space) is None for space in near):
        return None
    return Refusal("AW-61", "Every space within your speed is taken.")


async def travel(state: Awakening, seat: str, speed: int, target: str = "", *, desperate: bool = False) -> None:
    """One uninterrupted move, then the price of desperation, then the reveals (AW-R14, AW-202).

    :param target: where to, the usual way; empty if people want to choose the way, too.
    """

    def question() -> ChooseOne:
        reach = speed + DESPERATION if desperate else speed
        text = f"{state.name(seat)}: travel up to {reach} spaces. Where to?"
        return ChooseOne(seat, text, destinations(state, seat, speed, desperate=desperate))

    along = bool(target)
    target = target or await Anew(question)
    path = await choose_path(state, seat, target, speed + DESPERATION if desperate else speed, along=along)
    start = state.players[seat].space
    state.players[seat].space = target
    state.trail = [start, *path]
    state.say(f"{state.name(seat)} travels {start} → {' → '.join(path)}.")
    for passed in [other for space in path[:-1] if (other := state.at(space)) and other != seat]:
        state.say(f"{state.name(seat)} passes {state.name(passed)}.")
        await events.happened(state, "passed_player", seat, other=passed)
    if desperate:  # a consequence, not a price: the move stands if nothing can be lowered (AW-R27)
        await attributes.choose_downgrade(state, seat)
    await reveal_along(state, seat, path)
    await events.happened(state, "travelled", seat)
    await stopped(state, seat)


async def stopped(state: Awakening, seat: str) -> None:
    """Whoever ends beside others may have cards for it."""
    for other in counts.players_near(state, seat):
        await events.happened(state, "stopped_adjacent_to_player", seat, other=other)


def routes(state: Awakening, seat: str, target: str, steps: int) -> list[tuple[str, ...]]:
    """The ways that differ in what they reveal, and in whom they pass where a card cares; shortest of each.

    The usual one comes first: the shortest, and of those the one that reveals most.
    """
    found: dict[tuple[object, ...], tuple[str, ...]] = {}
    for walk in state.island.walks(state.players[seat].space, steps):
        if walk[-1] == target:
            found.setdefault(_told_apart(state, seat, walk), walk)
    return sorted(found.values(), key=lambda way: (len(way), -sum(map(len, met(state, way)))))


def _told_apart(state: Awakening, seat: str, walk: tuple[str, ...]) -> tuple[object, ...]:
    """What makes one way differ from another: hexes revealed, in their order if it matters, and players passed."""
    reveals = [number for group in met(state, walk) for number in group]
    if not state.known_tiles:  # blind tiles: whichever hex comes first
        reveals.sort()
    cares = _passing_matters(state)
    passed = [other for space in walk[:-1] if (other := state.at(space)) and other != seat] if cares else []
    return tuple(reveals), tuple(passed)


def ways_differ(state: Awakening, seat: str, steps: int) -> bool:
    """Whether some space can be reached on ways that are not all the same."""
    first: dict[str, tuple[object, ...]] = {}
    return any(
        first.setdefault(walk[-1], told) != told
        for walk in state.island.walks(state.players[seat].space, steps)
        if state.at(walk[-1]) in (None, seat)
        for told in [_told_apart(state, seat, walk)]
    )


def _passing_matters(state: Awakening) -> bool:
    return any(
        effect.event == "passed_player"
        for player in state.players.values()
        for card in player.cards
        for effect in state.card(card).effects
    )


async def choose_path(state: Awakening, seat: str, target: str, steps: int, *, along: bool) -> tuple[str, ...]:
    """The shortest way, unless people want one that reveals other hexes or passes others (AW-R28, AW-203)."""
    ways = routes(state, seat, target, steps)
    if len(ways) == 1:
        return ways[0]
    options = []
    for way in ways:
        numbers = [f"H{number}" for group in met(state, way) for number in group]
        hint = f"reveals {', then '.join(numbers)}" if numbers else "reveals nothing"
        # No place on the board: ways lie over each other, and only words tell what each reveals.
        over = tuple(f"space {space}" for space in way)
        options.append(Option(" ".join(way), f"By way of {' → '.join(way)}", hint=hint, way=over))
    text = f"{state.name(seat)}: which way to {target}?"
    chosen = await ChooseOne(seat, text, options, default=options[0].value, along=along)
    return tuple(chosen.split(" "))


# Revealing


def met(state: Awakening, path: tuple[str, ...]) -> list[list[int]]:
    """The open hexes of a path in the order they are passed; those met at the same moment together."""
    groups: list[list[int]] = []
    seen: set[int] = set()
    for space in path:
        fresh = [number for number in state.open_hexes(state.island.hexes[space]) if number not in seen]
        seen.update(fresh)
        if fresh:
            groups.append(fresh)
    return groups


async def reveal_along(state: Awakening, seat: str, path: tuple[str, ...]) -> None:
    """After the whole movement, every open hex that was passed, in that order (AW-201 to AW-203)."""
    for group in met(state, path):
        left = list(group)
        while left:
            number = left[0]
            # Met at the same moment: the player's choice, which is none as long as the tiles are blind (AW-R29).
            if len(left) > 1 and state.known_tiles:
                options = [Option(str(each), f"H{each}", slot=f"hex {each}") for each in left]
                number = int(await ChooseOne(seat, f"{state.name(seat)}: which hex is revealed first?", options))
            left.remove(number)
            if number not in state.tiles:
                await reveal(state, seat, number)


async def reveal(state: Awakening, seat: str, number: int) -> None:
    """A tile out of the pouch onto an open hex (AW-R30)."""
    if state.known_tiles:
        kind = state.known_tiles.pop(0)
    elif state.setup.box_holds("tiles"):
        text = f"{state.name(seat)}: reveal H{number}."
        [kind] = await DrawCards(seat, text, "pouch", state.pouch, at_once=True, slot=f"hex {number}")
        state.pouch[kind] -= 1
    else:
        text = f"{state.name(seat)}: draw a tile and lay it on H{number}. Which is it?"
        possible = {Option(kind, TITLES[kind]): count for kind, count in state.pouch.items() if count}
        kind = await ReadCard(seat, text, possible, slot=f"hex {number}")
        state.pouch[kind] -= 1
    if number in state.tiles:  # the table decided meanwhile that another lies there
        state.pouch[state.tiles[number]] += 1
    state.tiles[number] = kind
    state.say(f"{state.name(seat)} reveals H{number}: {TITLES[kind]}.")
    await events.happened(state, "tile_revealed", seat, kind, hex_=number)


async def put_down(state: Awakening, seat: str, space: str) -> None:
    """A token is placed by an effect; its open hexes are revealed right after (AW-R30)."""
    state.players[seat].space = space
    await reveal_along(state, seat, (space,))
    await stopped(state, seat)
