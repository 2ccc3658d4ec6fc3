"""The board: Spaces, Rooms, doors, and how far it is from one to another (SS-14 to SS-35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from rules.ask import Option, Refusal

from .pack import Board, Edge, Node
from .state import SilentSea

T = TypeVar("T")

REMEMBERED = 5_000
"""Ways that are kept, as they are asked for again and again."""


class Chart:
    """A board made ready for walking on."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.nodes = {node.id: node for node in board.nodes}
        self.edges = {edge.id: edge for edge in board.edges}
        self.lines: dict[str, list[tuple[Edge, str]]] = {node.id: [] for node in board.nodes}
        for edge in board.edges:
            self.lines[edge.a].append((edge, edge.b))
            self.lines[edge.b].append((edge, edge.a))
        self.start = next(node.id for node in board.nodes if node.start)
        self.labels = {node.id: board.called(node) for node in board.nodes}
        self.crises = [node.id for node in board.nodes if node.room_type == "crisis"]
        self.exit = next(node.id for node in board.nodes if node.room_type == "extraction")
        self.ranges: dict[tuple[str, tuple[str, ...]], dict[str, int]] = {}  # measured before, by what was shut
        self.steps: dict[tuple[str, ...], dict[str, list[Step]]] = {}  # looked up before: by who goes and what was shut
        self.ways: dict[tuple[object, ...], dict[str, Way]] = {}  # and by what was visited
        self.goals: dict[tuple[object, ...], list[Option]] = {}  # the same ways as somebody may choose them
        self.entries: dict[tuple[object, ...], Option] = {}  # and each of them

    def measure(self, here: str, shut: tuple[str, ...]) -> dict[str, int]:
        """Spaces to enter from *here* to everywhere else; crossings are free, what is shut blocks."""
        found = {here: 0}
        queue = [here] if here not in shut else []
        while queue:
            at = queue.pop(0)
            for edge, there in self.lines[at]:
                if edge.id in shut or there in shut:
                    continue
                crossing = self.nodes[there].kind == "junction"
                far = found[at] + (not crossing)
                if there not in found or found[there] > far:
                    found[there] = far
                    queue.insert(0 if crossing else len(queue), there)
        return found


_charts: dict[int, Chart] = {}


def chart(game: SilentSea) -> Chart:
    if game._chart is None:
        board = game.pack.board
        known = _charts.get(id(board))
        if known is None or known.board is not board:
            known = _charts[id(board)] = Chart(board)
        game._chart = known
    chart: Chart = game._chart
    return chart


def node(game: SilentSea, name: str) -> Node:
    return chart(game).nodes[name]


def label(game: SilentSea, name: str) -> str:
    """A place as the table calls it."""
    return chart(game).labels[name]


def door_words(game: SilentSea, door: str) -> str:
    """A closed passage by its two ends, a Restricted Room by its label."""
    edge = chart(game).edges.get(door)
    if edge is None:
        return label(game, door)
    ends = (node(game, end) for end in (edge.a, edge.b))
    return "the passage " + " – ".join("crossing" if e.kind == "junction" else label(game, e.id) for e in ends)


def is_shut(game: SilentSea, door: str) -> bool:
    return game.doors.get(door) == "shut"


def stops(game: SilentSea, seat: str, door: str) -> bool:
    """A door that *seat* cannot simply walk through (SS-21, SS-33, SS-R15)."""
    if door not in game.doors or game.players[seat].role == "engineer":
        return is_shut(game, door)
    return is_shut(game, door) or game.toggle("unlock_scope") == "engineer_only"


class Step(NamedTuple):
    """One Space further, over any number of crossings (SS-R9)."""

    to: str
    opens: tuple[str, ...] = ()  # doors on the way
    barred: Refusal | None = None


def steps(game: SilentSea, seat: str, here: str) -> list[Step]:
    """Every Space next to *here*, with the reason where *seat* cannot go; the way with the fewest doors counts."""
    known = _steps_known(game, seat)
    found = known.get(here)
    if found is None:
        found = known[here] = _steps(game, seat, here)
    return found


def _steps_known(game: SilentSea, seat: str) -> dict[str, list[Step]]:
    """The steps from everywhere that were looked up before, for all that they hang on."""
    return chart(game).steps.setdefault(_who_goes_where(game, seat), {})


def _who_goes_where(game: SilentSea, seat: str) -> tuple[str, ...]:
    """What steps hang on besides where they begin: the role, house rules, and every door."""
    house_rules = game.toggle("unlock_scope"), game.toggle("engineer_unlock")
    return (game.players[seat].role, *house_rules, *game.doors, *game.doors.values())


def _steps(game: SilentSea, seat: str, here: str) -> list[Step]:
    best: dict[str, tuple[str, ...]] = {}
    seen: dict[str, int] = {here: 0}
    queue: list[tuple[str, tuple[str, ...]]] = [(here, ())]
    while queue:
        queue.sort(key=lambda each: len(each[1]))  # stable: the pack's order decides between equals
        at, doors = queue.pop(0)
        for edge, there in chart(game).lines[at]:
            crossed = (*doors, edge.id) if stops(game, seat, edge.id) else doors
            if node(game, there).kind == "junction":
                if there not in seen or seen[there] > len(crossed):
                    seen[there] = len(crossed)
                    queue.append((there, crossed))
                continue
            if stops(game, seat, there):
                crossed = (*crossed, there)
            if there != here and (there not in best or len(best[there]) > len(crossed)):
                best[there] = crossed
    return [Step(to, doors, _barred(game, seat, to, doors)) for to, doors in best.items()]


def _barred(game: SilentSea, seat: str, to: str, doors: tuple[str, ...]) -> Refusal | None:
    player = game.players[seat]
    if node(game, to).role == "captain" and player.role != "captain":
        return Refusal("SS-31", "Only the Captain can enter a VIP Room, and nobody else passes through it.")
    if not doors:
        return None
    if player.role != "engineer":
        passage = doors[0] in chart(game).edges
        what = f"{door_words(game, doors[0])[0].upper()}{door_words(game, doors[0])[1:]}"
        return Refusal("SS-34" if passage else "SS-21", f"{what} is locked. Only the Engineer can open this.")
    if game.toggle("engineer_unlock") == "by_moving":
        return None
    how = {"ability_only": "by an Ability card", "action_adjacent": "with an action when next to it"}
    return Refusal("SS-R14", f"Locked: here the Engineer opens doors {how[game.toggle('engineer_unlock')]}.")


class Way(NamedTuple):
    """A walk to a Space: every Space entered, in order."""

    path: tuple[str, ...]
    crises: int = 0  # Crisis Rooms not yet visited on the way
    opens: int = 0  # doors it would open


def ways(game: SilentSea, seat: str, spaces: int) -> dict[str, Way]:
    """Everywhere *seat* can get with so many Spaces, each by its shortest way that meets the least trouble."""
    return remembered(chart(game).ways, where_to(game, seat, spaces), lambda: _ways(game, seat, spaces))


def where_to(game: SilentSea, seat: str, spaces: int) -> tuple[object, ...]:
    """All that ways hang on."""
    return (game.players[seat].node, spaces, crises_left(game, seat), *_who_goes_where(game, seat))


def crises_left(game: SilentSea, seat: str) -> tuple[str, ...]:
    """The Crisis Rooms that *seat* has not visited yet."""
    visited = game.players[seat].visited
    return tuple([room for room in chart(game).crises if room not in visited])


def remembered(known: dict[tuple[object, ...], T], case: tuple[object, ...], make: Callable[[], T]) -> T:
    """What was made for this case before, or is made now."""
    if case not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[case] = make()
    return known[case]


def _ways(game: SilentSea, seat: str, spaces: int) -> dict[str, Way]:
    here, crises, known = game.players[seat].node, crises_left(game, seat), _steps_known(game, seat)
    found: dict[str, Way] = {}
    ring = {here: Way(())}
    for _ in range(spaces):
        following: dict[str, Way] = {}
        for at, way in ring.items():
            for to, opens, barred in known.get(at) or steps(game, seat, at):
                if barred or to == here or to in found:
                    continue
                trouble = way.crises + (to in crises), way.opens + len(opens)
                if to not in following or following[to][1:] > trouble:
                    following[to] = Way((*way.path, to), *trouble)
        found.update(following)
        ring = following
    return found


def distances(game: SilentSea, here: str) -> dict[str, int]:
    """Range from *here* to every Space within reach (SS-R17): figures and the VIP limit do not matter."""
    blocked = game.toggle("range_blocked_by_doors") == "on"
    shut = tuple([door for door, state in game.doors.items() if state == "shut"]) if blocked else ()
    known = chart(game)
    measured = known.ranges.get((here, shut))
    if measured is None:
        measured = known.ranges[here, shut] = known.measure(here, shut)
    return measured


def distance(game: SilentSea, here: str, there: str) -> int | None:
    """Spaces from one to the other; None if doors keep them apart."""
    return distances(game, here).get(there)


def between(game: SilentSea, one: str, other: str) -> int | None:
    """Spaces between two players."""
    return distance(game, game.players[one].node, game.players[other].node)


def within(game: SilentSea, one: str, other: str, spaces: int) -> bool:
    far = between(game, one, other)
    return far is not None and far <= spaces


def far_words(far: int | None) -> str:
    if far is None:
        return "behind closed doors"
    return "on the same Space" if far == 0 else f"{far} Space{'s' if far != 1 else ''} away"


def unlock(game: SilentSea, door: str) -> None:
    """Open for good (SS-R15)."""
    game.doors[door] = "open"
    words = door_words(game, door)
    game.say(f"{words[0].upper()}{words[1:]} is unlocked.")


def door_distance(game: SilentSea, here: str, door: str) -> int | None:
    """A passage is as near as its nearer end; a locked Room as near as the Space before it and one more."""
    reach = distances(game, here)
    edge = chart(game).edges.get(door)
    if edge is not None:
        return min((reach[end] for end in (edge.a, edge.b) if end in reach), default=None)
    if door in reach:
        return reach[door]
    before = [reach[there] for each, there in chart(game).lines[door] if there in reach and not is_shut(game, each.id)]
    return min(before) + 1 if before else None
