"""The content of The Silent Sea: board, cards and what they do, in a closed list of verbs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rules.ask import Option
from rules.packs import open_pack, unlike_a_box

Role = Literal["engineer", "astrobiologist", "doctor", "captain"]
ROLES: tuple[Role, ...] = ("engineer", "astrobiologist", "doctor", "captain")  # in turn order (SS-49)
Side = Literal["traitor", "crewmate"]
Phase = Literal["draw", "move", "action", "turn"]
Who = Literal["self", "all", "others", "one_in_range", "all_in_range", "sample_carriers"]

SAMPLES = 8  # SS-1
GENERIC = 48  # SS-2
ITEMS = ("flashlight", "gun", "medkit", "carrier", "hazmat")
RESOURCES = ("bulb", "holster", "suit", "case")  # can be crafted too (SS-101 to SS-104)
SCRAP_FOR_A_RESOURCE = 2

# Effects


@dataclass(frozen=True)
class Damage:
    """Lose Health; an attack opens the reaction window."""

    do: Literal["damage"]
    amount: int
    who: Who = "self"
    range: int = 0
    attack: bool = False
    by: Literal["player", "luna", "hazard"] = "hazard"


@dataclass(frozen=True)
class Heal:
    """Put Health back, not above 5."""

    do: Literal["heal"]
    amount: int | Literal["all"]
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class BreakSample:
    """Who carries a sample loses it to beside the board and suffers the damage; a Hazmat Suit spares the damage."""

    do: Literal["break_sample"]
    who: Who = "self"
    range: int = 0
    amount: int = 1
    damage: int = 0


@dataclass(frozen=True)
class Draw:
    do: Literal["draw"]
    amount: int
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class Discard:
    """From hand: the owner chooses, or chance does."""

    do: Literal["discard"]
    amount: int
    who: Who = "self"
    range: int = 0
    choice: Literal["owner", "random"] = "owner"


@dataclass(frozen=True)
class Move:
    """May move up to so many Spaces by the normal rules."""

    do: Literal["move"]
    spaces: int
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class Place:
    """The figure is put there, which counts as entering."""

    do: Literal["place"]
    node: str
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class Unlock:
    """The user opens up to so many closed passages or Restricted Rooms within range."""

    do: Literal["unlock"]
    amount: int = 1
    range: int = 0


@dataclass(frozen=True)
class Lock:
    """A Restricted Room or a passage is locked again."""

    do: Literal["lock"]
    node: str = ""
    edge: str = ""


@dataclass(frozen=True)
class Enable:
    """Disabled Ability cards become enabled, owner's choice."""

    do: Literal["enable"]
    amount: int = 1
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class Cooldown:
    """Enabled Ability cards go on Cooldown, owner's choice."""

    do: Literal["cooldown"]
    amount: int = 1
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class Sample:
    """Take tokens from beside the board, capacity permitting."""

    do: Literal["sample"]
    amount: int = 1
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class Skip:
    """The next such phase of that player is left out."""

    do: Literal["skip"]
    phase: Phase
    who: Who = "self"
    range: int = 0


@dataclass(frozen=True)
class EndMove:
    """The remaining movement of the current player is lost."""

    do: Literal["end_move"]


@dataclass(frozen=True)
class Manual:
    """The box shows the text; the table does it and enters the changes by hand."""

    do: Literal["manual"]
    text: str


Effect = (
    Damage
    | Heal
    | BreakSample
    | Draw
    | Discard
    | Move
    | Place
    | Unlock
    | Lock
    | Enable
    | Cooldown
    | Sample
    | Skip
    | EndMove
    | Manual
)

# Cards


@dataclass(frozen=True)
class LoyaltyCard:
    id: str
    side: Side
    count: int = 1


@dataclass(frozen=True)
class GenericCard:
    """A card of the Generic deck; an action without effects of its own is the rulebook's (Painkillers)."""

    id: str
    name: str
    count: int
    use: Literal["resource", "extra_space", "action"] = "resource"
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class ItemCard:
    """One of the five items; its rules are built in (SS-79 to SS-100)."""

    id: Literal["flashlight", "gun", "medkit", "carrier", "hazmat"]
    name: str
    recipe: dict[str, int]
    copies: int | None = None
    text: str = ""


@dataclass(frozen=True)
class AbilityCard:
    """One of the two cards of a role.

    An action is used in the own Action Phase, a reaction in a reaction window, a passive one works by itself at the
    beginning of each own turn while it lies face-up.
    """

    id: str
    role: Role
    slot: Literal[1, 2]
    name: str
    text: str
    timing: Literal["action", "reaction", "passive"]
    effects: tuple[Effect, ...]
    cooldown: bool = True  # passive cards are never used up


@dataclass(frozen=True)
class CrisisCard:
    """Resolved openly; afterwards it is discarded, stays in the drawer's hand, or lies on the table."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]
    count: int = 1
    after: Literal["discard", "hand", "table"] = "discard"


Card = GenericCard | ItemCard | AbilityCard | CrisisCard


@dataclass(frozen=True)
class Luna:
    """No figure, no place: she acts through cards only (SS-R57)."""

    health: int | None = None  # None: cannot be hurt
    text: str = ""


# Board


@dataclass(frozen=True)
class Node:
    """A dash, a Room or a crossing of lines; x and y are its place in the picture of the board."""

    id: str
    kind: Literal["space", "room", "junction"]
    x: float
    y: float
    room_type: Literal["", "plain", "water_lab", "crisis", "role", "extraction"] = ""
    role: Literal["", "engineer", "astrobiologist", "doctor", "captain"] = ""
    restricted: bool = False
    start: bool = False
    label: str = ""


@dataclass(frozen=True)
class Edge:
    """A line between two nodes, walked both ways."""

    id: str
    a: str
    b: str
    closed: bool = False  # a red X at the start


@dataclass(frozen=True)
class Board:
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    art: str = ""  # photograph of the owner's board, a file beside the pack
    aspect: float = 1.5  # width by height
    width: float = 420.0  # millimetres, so that the camera knows how large a figure is on it

    def called(self, node: Node) -> str:
        """A place as the table calls it; rooms of one name are told apart by their number."""
        words = node.label or node.id
        if node.kind != "room":
            return words
        alike = [each.id for each in self.nodes if each.kind == "room" and each.label == node.label]
        return words if len(alike) == 1 else f"{words} {alike.index(node.id) + 1}"


@dataclass(frozen=True)
class Pack:
    pack_id: str
    title: str
    language: str
    origin: Literal["owner", "demo"]
    board: Board
    loyalty: tuple[LoyaltyCard, ...]
    generic: tuple[GenericCard, ...]
    items: tuple[ItemCard, ...]
    abilities: tuple[AbilityCard, ...]
    crisis: tuple[CrisisCard, ...]
    luna: Luna = Luna()

    @cached_property
    def crafts(self) -> dict[tuple[object, ...], list[Option]]:
        """What can be crafted by what is held, as far as it was asked before."""
        return {}

    @cached_property
    def names(self) -> dict[str, str]:
        """The printed name of every card."""
        every: list[Card] = [*self.abilities, *self.crisis, *self.items, *self.generic]
        return {card.id: card.name for card in every}

    @cached_property
    def abilities_by_id(self) -> dict[str, AbilityCard]:
        return {card.id: card for card in self.abilities}

    @cached_property
    def recipes(self) -> dict[str, dict[str, int]]:
        """What each craftable card takes: the items, then the resources."""
        scrap = {resource: {"scrap": SCRAP_FOR_A_RESOURCE} for resource in RESOURCES}
        return {**{item.id: item.recipe for item in self.items}, **scrap}


def problems(pack: Pack) -> list[str]:
    """What cannot be played in a pack whose fields are all right."""
    return [*_board_problems(pack.board), *_card_problems(pack), *_effect_problems(pack)]


def _board_problems(board: Board) -> list[str]:
    found = []
    ids = Counter(node.id for node in board.nodes) + Counter(edge.id for edge in board.edges)
    found += [f"board: the id {name} stands {count} times." for name, count in ids.items() if count > 1]
    known = {node.id: node for node in board.nodes}
    for edge in board.edges:
        found += [f"board, edge {edge.id}: there is no node {end}." for end in (edge.a, edge.b) if end not in known]
    for node in board.nodes:
        if (node.kind == "room") != bool(node.room_type):
            found.append(f"board, node {node.id}: a room has a room_type, and nothing else has.")
        if (node.room_type == "role") != bool(node.role):
            found.append(f"board, node {node.id}: a Role Room has a role, and nothing else has.")
        if node.restricted and node.kind != "room":
            found.append(f"board, node {node.id}: only a room can be restricted.")
        if not (0 <= node.x <= 1 and 0 <= node.y <= 1):
            found.append(f"board, node {node.id}: x and y are 0 to 1, got {node.x} and {node.y}.")
    starts = [node for node in board.nodes if node.start]
    if len(starts) != 1 or starts[0].kind == "junction":
        found.append(f"board: exactly one starting point, not a junction; got {[node.id for node in starts]}.")
    exits = [node.id for node in board.nodes if node.room_type == "extraction"]
    if len(exits) != 1:
        found.append(f"board: exactly one Extraction Point; got {exits}.")
    labs = sum(node.room_type == "water_lab" for node in board.nodes)
    if labs > SAMPLES:
        found.append(f"board: {labs} Water Labs, but there are only {SAMPLES} Water Samples (SS-1).")
    if not found and (cut := len(board.nodes) - len(_reached(board, starts[0].id, doors=True))):
        found.append(f"board: {cut} nodes cannot be reached even with all doors open.")
    return found


def _reached(board: Board, start: str, *, doors: bool) -> list[str]:
    """What can be walked to by somebody who is not the Captain; with *doors* everything is open."""
    shut = {node.id for node in board.nodes if not doors and (node.restricted or node.role == "captain")}
    reached = [start]
    for here in reached:
        for edge in board.edges:
            if here in (edge.a, edge.b) and (doors or not edge.closed):
                there = edge.b if here == edge.a else edge.a
                if there not in reached and there not in shut:
                    reached.append(there)
    return reached


def _card_problems(pack: Pack) -> list[str]:
    found = []
    every: list[Card] = [*pack.generic, *pack.items, *pack.crisis, *pack.abilities]
    ids = Counter(card.id for card in every)
    found += [f"cards: the id {name} stands {count} times." for name, count in ids.items() if count > 1]
    if (loyalty := sum(card.count for card in pack.loyalty)) != 4:
        found.append(f"loyalty: {loyalty} cards, expected 4 (SS-1).")
    if (generic := sum(card.count for card in pack.generic)) != GENERIC:
        found.append(f"generic: {generic} cards, expected {GENERIC} (SS-2).")
    if sorted(item.id for item in pack.items) != sorted(ITEMS):
        found.append(f"items: expected {', '.join(ITEMS)}, each once.")
    resources = {card.id for card in pack.generic}
    for item in pack.items:
        missing = [name for name in item.recipe if name not in resources]
        if missing or not item.recipe:
            found.append(f"items {item.id}, field recipe: {', '.join(missing) or 'nothing'} is no Generic card.")
    for name in ("scrap", *RESOURCES):
        if name not in resources:
            found.append(f"generic: there is no card {name}.")
    slots = sorted((card.role, card.slot) for card in pack.abilities)
    if slots != sorted((role, slot) for role in ROLES for slot in (1, 2)):
        found.append("abilities: expected one card for slot 1 and one for slot 2 of each of the four roles.")
    if not pack.crisis:
        found.append("crisis: there must be at least one card.")
    return found


def _effect_problems(pack: Pack) -> list[str]:
    found = []
    nodes = {node.id: node for node in pack.board.nodes}
    edges = {edge.id for edge in pack.board.edges}
    acting: list[GenericCard | AbilityCard | CrisisCard] = [*pack.generic, *pack.abilities, *pack.crisis]
    for card in acting:
        for effect in card.effects:
            where = f"card {card.id}, {effect.do}"
            if isinstance(effect, Damage) and effect.attack == (effect.by == "hazard"):
                found.append(f"{where}: an attack is by a player or Luna, and a hazard is no attack.")
            if isinstance(effect, Place) and (effect.node not in nodes or nodes[effect.node].kind == "junction"):
                found.append(f"{where}: a figure cannot stand on {effect.node}.")
            if isinstance(effect, Lock):
                known = nodes.get(effect.node)
                good = effect.edge in edges if effect.edge else known is not None and known.restricted
                if bool(effect.node) == bool(effect.edge) or not good:
                    found.append(f"{where}: expected a Restricted Room as node, or a passage as edge.")
            amount = getattr(effect, "amount", 1)
            if isinstance(amount, int) and amount < 1:
                found.append(f"{where}: the amount is at least 1, got {amount}.")
    return found


def warnings(pack: Pack) -> list[str]:
    """What can be played but is hardly meant so; read to the table at set-up."""
    found = []
    traitors = sum(card.count for card in pack.loyalty if card.side == "traitor")
    if traitors != 1:
        found.append(f"This pack has {traitors} Traitors, not 1 (SS-R2).")
    for card in pack.generic:
        if card.effects and card.use != "action":
            found.append(f"{card.name} has effects, but only a card with the use action has any.")
    return [*found, *board_warnings(pack.board)]


PRINTED = {
    "extra_space": 6, "scrap": 12, "painkillers": 6, "chemical": 6, "vial": 6, "suit": 3, "holster": 3, "bulb": 3,
    "case": 3,
}  # fmt: skip
"""Cards of the Generic deck (SS-1); an owner who names them otherwise is only told of the sum."""


def doubts(pack: Pack) -> list[str]:
    """What is hardly meant so, and where the Generic deck is not the printed one."""
    found = warnings(pack)
    if {card.id for card in pack.generic} == PRINTED.keys():
        for card in pack.generic:
            found += unlike_a_box(card.count, PRINTED[card.id], f"{card.name} card")
    else:
        found += unlike_a_box(sum(card.count for card in pack.generic), sum(PRINTED.values()), "Generic card")
    return found


def board_warnings(board: Board) -> list[str]:
    found = []
    labs = sum(node.room_type == "water_lab" for node in board.nodes)
    if labs < 4:
        found.append(f"This board has {labs} Water Labs; the crew needs 4 samples (SS-50).")
    for role in ROLES:
        rooms = sum(node.role == role for node in board.nodes)
        if rooms < 2:
            found.append(f"The {role.capitalize()} has {rooms} Role Rooms; both Abilities take 2 (SS-R20).")
    start = next(node.id for node in board.nodes if node.start)
    way_out = next(node.id for node in board.nodes if node.room_type == "extraction")
    if way_out not in _reached(board, start, doors=False):
        found.append("The Extraction Point cannot be reached without unlocking (SS-34).")
    if not any(node.room_type == "crisis" for node in board.nodes):
        found.append("This board has no Crisis Room (SS-20).")
    return found


def opened(pack: str) -> Pack:
    return open_pack("silent_sea", pack, Pack, problems)
