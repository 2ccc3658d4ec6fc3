"""An owner's own board, tapped place by place on a photograph: what it is, what it still misses, and its pack."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from rules.ask import Trouble
from rules.plain import Misfit, Plain, dump, load

from .pack import SAMPLES, Board, Edge, Lock, Node, Pack, Place, board_warnings, opened, problems

MOST_PLACES, MOST_WAYS = 300, 900
"""More than any table could hold; what is longer is no board."""

NARROWEST, WIDEST = 150.0, 1500.0  # millimetres
LONGEST_NAME = 40
NAMED = 4
"""So many places are called by name in one sentence; the rest are counted."""


@dataclass(frozen=True)
class Draft:
    """A board on its way: what was tapped so far.

    :param aspect: width of the straightened photograph by its height.
    :param width: of the board itself, in millimetres.
    """

    title: str
    aspect: float = 1.5
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    width: float = 420.0

    @property
    def board(self) -> Board:
        return Board(self.nodes, self.edges, aspect=self.aspect, width=self.width)


def read(plain: Plain) -> Draft:
    """What an editor sent, checked; anything that is no draft is told in a sentence."""
    try:
        draft = load(Draft, plain)
    except Misfit as misfit:
        raise Trouble(f"This is no drawing of a board: {misfit}.") from None
    if len(draft.nodes) > MOST_PLACES or len(draft.edges) > MOST_WAYS:
        raise Trouble(f"A board has at most {MOST_PLACES} places and {MOST_WAYS} ways between them.")
    if not 0.2 <= draft.aspect <= 5:
        raise Trouble("The photograph is far longer than it is wide; that is no board.")
    if not NARROWEST <= draft.width <= WIDEST:
        raise Trouble(f"A board is {NARROWEST / 10:g} to {WIDEST / 10:g} centimetres wide.")
    known = {node.id for node in draft.nodes}
    if len(known) < len(draft.nodes) or any(end not in known for edge in draft.edges for end in (edge.a, edge.b)):
        raise Trouble("This drawing of a board is torn: a way leads to a place that is not there.")
    nodes = tuple(replace(node, label=_clean(node.label)) for node in draft.nodes)
    return replace(draft, title=_clean(draft.title), nodes=nodes)


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_NAME]


# What is missing


def missing(board: Board) -> list[str]:
    """Everything that keeps this board from being played, in plain sentences."""
    if not board.nodes:
        return ["Nothing is tapped yet: begin with the place where the figures start."]
    return [*_ends(board), *_odd_places(board), *_unreached(board)]


def hints(board: Board) -> list[str]:
    """What can be played, but is hardly meant so."""
    if missing(board):
        return []
    ways = {node.id: 0 for node in board.nodes}
    for edge in board.edges:
        ways[edge.a] += 1
        ways[edge.b] += 1
    blind = [node for node in board.nodes if node.kind == "junction" and ways[node.id] < 3]
    found = [f"Only {ways[node.id]} ways meet at {called(board, node)}." for node in blind]
    return [*found, *board_warnings(board)]


def _ends(board: Board) -> list[str]:
    """One place to begin, one way out."""
    found = []
    starts = [node for node in board.nodes if node.start]
    if not starts:
        found.append("No place is the starting point yet (SS-43).")
    elif len(starts) > 1:
        found.append(f"Only one place can be the starting point, not {_and(called(board, n) for n in starts)} (SS-43).")
    exits = [node for node in board.nodes if node.room_type == "extraction"]
    if not exits:
        found.append("No room is the Extraction Point yet (SS-35).")
    elif len(exits) > 1:
        found.append(f"Only one room can be the Extraction Point, not {_and(called(board, n) for n in exits)} (SS-35).")
    return found


def _odd_places(board: Board) -> list[str]:
    found = []
    for node in board.nodes:
        name = called(board, node)
        if node.start and node.kind == "junction":
            found.append(f"No figure can stand on {name}, so it cannot be the starting point (SS-16).")
        if node.room_type == "role" and not node.role:
            found.append(f"Whose Role Room is {name} (SS-22)?")
    labs = sum(node.room_type == "water_lab" for node in board.nodes)
    if labs > SAMPLES:
        found.append(f"There are {labs} Water Labs, but only {SAMPLES} Water Samples (SS-1).")
    return found


def _unreached(board: Board) -> list[str]:
    """Places to which no way leads, even with every door open; and an exit for nobody but the Captain."""
    starts = [node for node in board.nodes if node.start]
    if not starts:
        joined = {end for edge in board.edges for end in (edge.a, edge.b)}
        lonely = [node for node in board.nodes if node.id not in joined] if len(board.nodes) > 1 else []
        return _no_way(board, lonely)
    reached = _walk(board, starts[0].id, [])
    found = _no_way(board, [node for node in board.nodes if node.id not in reached])
    vip = [node.id for node in board.nodes if node.role == "captain" and not node.start]
    others = _walk(board, starts[0].id, vip)
    exits = [node.id for node in board.nodes if node.room_type == "extraction"]
    if any(way_out in reached and way_out not in others for way_out in exits):
        found.append("The Extraction Point lies behind a VIP Room: nobody but the Captain could get there (SS-31).")
    return found


def _walk(board: Board, start: str, shut: list[str]) -> list[str]:
    reached = [start]
    for here in reached:
        for edge in board.edges:
            if here in (edge.a, edge.b):
                there = edge.b if here == edge.a else edge.a
                if there not in reached and there not in shut:
                    reached.append(there)
    return reached


def _no_way(board: Board, nodes: list[Node]) -> list[str]:
    return [f"No way leads to {_and(called(board, node) for node in nodes)}."] if nodes else []


def called(board: Board, node: Node) -> str:
    """A place as one would speak of it: the Reactor, Space 7, crossing 2."""
    if node.kind == "junction":
        number = [each.id for each in board.nodes if each.kind == "junction"].index(node.id) + 1
        return f"crossing {number}"
    if node.kind == "space":
        return node.label or node.id
    name = board.called(node) if node.label else "room without a name"
    return name if name.lower().startswith("the ") else f"the {name}"


def _and(names: Iterable[str]) -> str:
    every = list(names)
    some = every[:NAMED]
    if len(every) > len(some):
        some.append(f"{len(every) - len(some)} more places")
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"


# The pack


def owners_pack(draft: Draft, pack_id: str, art: str) -> Pack:
    """The demo's cards on the owner's board; Crisis cards that name a place of the demo's board are left out.

    :param art: the name of the photograph beside the pack.
    """
    demo = opened("demo")
    crisis = tuple(
        card for card in demo.crisis if not any(isinstance(effect, (Place, Lock)) for effect in card.effects)
    )
    board = replace(draft.board, art=art)
    title = draft.title or "My board"
    pack = replace(demo, pack_id=pack_id, title=title, origin="owner", board=board, crisis=crisis)
    wrong = [*missing(board), *problems(pack)]
    if wrong:
        raise Trouble(" ".join(dict.fromkeys(wrong)))
    return pack


def files(pack: Pack) -> dict[str, str]:
    """The pack as it is kept: one file for the board, one for its name, and the cards, to be put right by hand."""
    head = {name: getattr(pack, name) for name in ("pack_id", "title", "language", "origin")}
    nodes = [_short(asdict(node), asdict(_BARE_NODE)) for node in pack.board.nodes]
    edges = [_short(asdict(edge), asdict(_BARE_EDGE)) for edge in pack.board.edges]
    board = {name: getattr(pack.board, name) for name in ("aspect", "width", "art")} | {"nodes": nodes, "edges": edges}
    cards = {
        "loyalty": ("cards", pack.loyalty),
        "generic": ("cards", pack.generic),
        "items": ("cards", pack.items),
        "abilities": ("abilities", pack.abilities),
        "crisis": ("crisis", pack.crisis),
    }
    texts = {
        "pack.toml": _tables(head),
        "board.toml": f"[board]\n{_tables(board)}",
        "luna.toml": f"[luna]\n{_tables(_without_none(dump(pack.luna)))}",
    }
    for name, (file, every) in cards.items():
        listed = _tables({name: [_without_none(dump(card)) for card in every]})
        texts[f"{file}.toml"] = texts.get(f"{file}.toml", "") + listed
    return texts


_BARE_NODE, _BARE_EDGE = Node("", "space", 0.0, 0.0), Edge("", "", "")
_ALWAYS = ("id", "kind", "x", "y", "a", "b")


def _short(record: dict[str, Plain], usual: dict[str, Plain]) -> dict[str, Plain]:
    """Without what is as usual, so that people can read it."""
    return {name: value for name, value in record.items() if name in _ALWAYS or value != usual[name]}


def _without_none(record: dict[str, Plain]) -> dict[str, Plain]:
    return {name: value for name, value in record.items() if value is not None}


def _tables(tables: dict[str, Plain]) -> str:
    """Plain data as TOML, one record to a line."""
    lines = []
    for name, value in tables.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = "".join(f"    {_inline(row)},\n" for row in value)
            lines.append(f"{name} = [\n{rows}]\n")
        else:
            lines.append(f"{name} = {_inline(value)}\n")
    return "".join(lines)


def _inline(value: Plain) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_inline(each)}" for name, each in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_inline(each) for each in value)}]"
    if isinstance(value, float):
        return f"{value:.4f}"
    return json.dumps(value, ensure_ascii=False)  # strings, whole numbers, true and false read alike in TOML
