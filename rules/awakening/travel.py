"""Travel over the triangles, and what is revealed on the way (AW-57 to AW-63, AW-200 to AW-203, AW-R26 to AW-R31)."""

from __future__ import annotations

from functools import lru_cache, partial

from rules.ask import Anew, ChooseOne, Option, Refusal, offered
from rules.chance import DrawCards, ReadCard
from rules.unread import Words

from . import attributes, counts, events, passives
from .island import HEXES, Island
from .state import Awakening
from .table import between
from .words import TITLES

DESPERATION = 2  # spaces more for whoever is trapped (AW-62)


def is_trapped(state: Awakening, seat: str, speed: int | None = None) -> bool:
    """Every space within the speed is taken by others, counting through them (AW-R26)."""
    reach = passives.speed(state, seat) if speed is None else speed
    spaces = state.island.within(state.players[seat].space, reach)
    return bool(spaces) and all(state.at(space) not in (None, seat) for space in spaces)


def destinations(state: Awakening, seat: str, speed: int, *, desperate: bool = False, verb: str = "") -> list[Option]:
    """Every space of the map, barred where the move may not end.

    :param verb: what leads there, as an entry of a menu: "travel" or "desperate".
    """
    island, here, most = state.island, state.players[seat].space, speed + DESPERATION if desperate else speed
    far_away, near = _map(verb, island, here, most, desperate)
    standing = _standing(state, seat)
    found = dict(far_away)

    def hint(space: str, far: int) -> Words:
        return lambda: _moves(verb, far, _reveals(state, seat, most).get(space, ""))

    for space in (*near, *standing):
        if space in found:
            far, barred = _far(island, here, space), None
            if space in standing:
                barred = Refusal(
                    "AW-61", partial("{} stands on {}; a move may not end there.".format, standing[space], space)
                )
            elif desperate and space == here:
                barred = Refusal("AW-R26", "Going out and back to your own space is no way out.")
            found[space] = _place(verb, space, space == here, hint(space, far), barred)
    return list(found.values())


def _standing(state: Awakening, seat: str) -> dict[str, str]:
    """Where the others stand, and who does."""
    return {player.space: state.name(each) for each, player in state.players.items() if each != seat}


def _far(island: Island, here: str, space: str) -> int:
    """How many moves a space is away; to one's own, out and back again."""
    return island.distances(here)[space] if space != here else 2


def _place(verb: str, space: str, back: bool, hint: Words, barred: Refusal | None) -> Option:
    def label() -> str:
        to = "Out and back again" if back else f"To {space}"
        return to if verb != "desperate" else f"Break out {to[0].lower()}{to[1:]}"

    value, group = (f"{verb} {space}", "Travel") if verb else (space, "")
    return offered(value, label, barred, slot=f"space {space}", hint=hint, group=group)


def _moves(verb: str, far: int, reveals: str) -> str:
    price = ", downgrade 1 block" if verb == "desperate" else ""
    return f"{far} move{'s' * (far != 1)}{reveals}{price}"


def reach(state: Awakening, seat: str, speed: int) -> list[str]:
    """The spaces where a move may end."""
    _, near = _map("", state.island, state.players[seat].space, speed, desperate=False)
    standing = _standing(state, seat)
    return [space for space in near if space not in standing]


@lru_cache(maxsize=1000)  # most spaces are out of reach, and that hangs on little
def _map(verb: str, island: Island, here: str, most: int, desperate: bool) -> tuple[dict[str, Option], list[str]]:
    """Every space of the map as one that is too far away, and those that are not."""
    rule, far_away, near = "AW-62" if desperate else "AW-57", {}, []
    for space in island.spaces:
        far = _far(island, here, space)
        barred = Refusal(rule, f"{space} is {far} moves away; you may move {most}.")
        far_away[space] = _place(verb, space, space == here, _moves(verb, far, ""), barred)
        if far <= most:
            near.append(space)
    return far_away, near


def _reveals(state: Awakening, seat: str, steps: int) -> dict[str, str]:
    """How many open hexes a move to each space reveals, those passed on the way with it (AW-203)."""
    hints = {}
    for space, ways in _outcomes(state, seat, steps).items():
        numbers = [len(reveals) for reveals, _ in ways]
        least, most = min(numbers), max(numbers)
        if most:
            span = str(most) if least == most else f"{least} to {most}"
            hints[space] = f", reveals {span} hex{'es' * (most != 1)}"
    return hints


Outcome = tuple[tuple[int, ...], tuple[str, ...]]
"""What makes one way differ from another: hexes revealed, in their order if it matters, and players passed."""


def _outcomes(state: Awakening, seat: str, steps: int) -> dict[str, dict[Outcome, None]]:
    """All that ways of one to so many moves may come to, by the space where they end."""
    others = [(player.space, each) for each, player in state.players.items() if each != seat]
    standing = tuple(others) if _passing_matters(state) else ()
    start, blind = state.players[seat].space, not state.known_tiles
    return _ways_out(state.island, start, steps, frozenset(state.tiles), blind, standing)


@lru_cache(maxsize=100)  # nothing of it changes between two menus of a turn
def _ways_out(
    island: Island,
    start: str,
    steps: int,
    tiles: frozenset[int],
    blind: bool,
    others: tuple[tuple[str, str], ...],
) -> dict[str, dict[Outcome, None]]:
    """The same, told from all that it hangs on.

    :param blind: nobody knows which tile comes next.
    :param others: where others stand, if passing them matters.
    """
    neighbours, hexes, standing = island.neighbours, island.hexes, dict(others)
    found: dict[str, dict[Outcome, None]] = {}
    ring: dict[tuple[str, Outcome], None] = {(start, ((), ())): None}
    for number in range(steps):
        further: dict[tuple[str, Outcome], None] = {}
        for space, (reveals, passed) in ring:
            if number and space in standing:
                passed = (*passed, standing[space])
            for beside in neighbours[space]:
                fresh = [each for each in hexes[beside] if each not in tiles and each not in reveals]
                met = (*reveals, *fresh) if fresh else reveals
                if fresh and blind:  # whichever hex comes first
                    met = tuple(sorted(met))
                further[beside, (met, passed)] = None
                found.setdefault(beside, {})[met, passed] = None
        ring = further
    return found


def can_travel(state: Awakening, seat: str, speed: int) -> Refusal | None:
    """With two moves one can always go out and back; with one a neighbouring space must be free."""
    if speed >= 2 or any(state.at(space) is None for space in state.island.within(state.players[seat].space, speed)):
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
    far = "1 space" if len(path) == 1 else f"{len(path)} spaces"
    state.say(f"{state.name(seat)} travels {far} and stands {between(target).removeprefix('the space ')}.")
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
    if len(state.tiles) == len(HEXES) and not _passing_matters(state):
        return False
    outcomes = _outcomes(state, seat, steps)
    return any(len(ways) > 1 and state.at(space) in (None, seat) for space, ways in outcomes.items())


def _passing_matters(state: Awakening) -> bool:
    cares = state.pack.waiting("passed_player")
    return bool(cares) and any(card in cares for player in state.players.values() for card in player.cards)


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
