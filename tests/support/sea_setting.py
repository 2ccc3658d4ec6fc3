"""Tables of The Silent Sea for tests, on the example board of the rule ledger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from playing import Playing, asked

from rules.game import Setup
from rules.silent_sea import GAME, set_up, turn
from rules.silent_sea.pack import Board, CrisisCard, Edge, Luna, Node, Pack, opened
from rules.silent_sea.state import SilentSea

ENGINEER, ASTRO, DOCTOR, CAPTAIN = "white", "yellow", "red", "blue"
NAMES = {ENGINEER: "Ann", ASTRO: "Ben", DOCTOR: "Cem", CAPTAIN: "Dia"}
ROLES = {ENGINEER: "engineer", ASTRO: "astrobiologist", DOCTOR: "doctor", CAPTAIN: "captain"}

ROOMS = {
    "ST": ("plain", ""),
    **dict.fromkeys(("EL1", "EL2"), ("role", "engineer")),
    **dict.fromkeys(("MD1", "MD2"), ("role", "doctor")),
    **dict.fromkeys(("EX1", "EX2"), ("role", "astrobiologist")),
    **dict.fromkeys(("VP1", "VP2"), ("role", "captain")),
    **dict.fromkeys(("CR1", "CR2"), ("crisis", "")),
    **dict.fromkeys(("WL1", "WL2", "WL3", "WL4"), ("water_lab", "")),
    "XP": ("extraction", ""),
}
EDGES = """
ST-p1 p1-p2 p2-j1 j1-p3 p3-EL1 EL1-p4 p4-WL1 j1-CR1 CR1-p5 p5-j2 j1-p6 p6-MD1 MD1-p7 p7-WL2
j2-p8 p8-EX1 EX1-WL3 j2-p9 p9-j3 j3-XP j3-VP1 j3-p10 p10-WL4 p10-CR2 CR2-EL2
p4-p11 p11-VP2 p8-p12 p12-MD2 MD2-EX2
"""


def example_board(extra: Iterable[Edge] = ()) -> Board:
    nodes = [Node(f"p{n}", "space", 0.5, 0.5, label=f"p{n}") for n in range(1, 13)]
    nodes += [Node(f"j{n}", "junction", 0.5, 0.5) for n in (1, 2, 3)]
    for name, (kind, role) in ROOMS.items():
        nodes.append(Node(name, "room", 0.5, 0.5, kind, role, restricted=name == "WL4", start=name == "ST", label=name))
    edges = [Edge(each, *each.split("-")) for each in EDGES.split()]
    return Board(tuple(nodes), (*edges, Edge("k1", "p7", "p9", closed=True), *extra))


def crisis_card(*effects: Any, **more: Any) -> CrisisCard:
    return CrisisCard("test", "Test", "What happens in a test.", tuple(effects), **more)


def example_pack(
    crisis: CrisisCard | Iterable[CrisisCard] | None = None, luna: int | None = None, board: Board | None = None
) -> Pack:
    """The demo cards on the example board; Crisis cards may be put in their place."""
    pack = replace(opened("demo"), board=board or example_board(), luna=Luna(luna))
    if crisis is None:  # a card that does nothing is enough where only the draw matters
        crisis = CrisisCard("calm", "Calm", "Nothing happens.", (), count=30)
    return replace(pack, crisis=(crisis,) if isinstance(crisis, CrisisCard) else tuple(crisis))


def setup(custody: str | dict[str, str] = "box", **toggles: Any) -> Setup:
    return GAME.setup(NAMES, toggles, custody)


def table(
    where: dict[str, str] | None = None,
    *,
    current: str = ENGINEER,
    phase: str = "action",
    hands: dict[str, list[str | None]] | None = None,
    health: dict[str, int] | None = None,
    samples: dict[str, int] | None = None,
    carriers: dict[str, int] | None = None,
    tokens: dict[str, int] | None = None,
    enabled: dict[str, list[int]] | None = None,
    traitor: str | None = DOCTOR,
    rolled: int | None = None,
    pack: Pack | None = None,
    custody: str | dict[str, str] = "box",
    **toggles: Any,
) -> SilentSea:
    """A table in mid-game: everybody on ST with 5 Health and no cards unless said otherwise."""
    game = SilentSea(setup=setup(custody, **toggles))
    game.pack = pack or example_pack()
    knows = game.setup.box_holds("loyalty")
    game.loyalties = {s: "traitor" if s == traitor else "crewmate" for s in NAMES} if knows else {}
    set_up.lay_out(game, dict(ROLES))
    game.cycle, game.current, game.phase = 3, current, phase
    game.move.rolled = rolled
    for seat, place in (where or {}).items():
        game.players[seat].node = place
        if place not in game.players[seat].visited:
            game.players[seat].visited.append(place)
    for seat, hand in (hands or {}).items():
        game.players[seat].hand = list(hand)
        for card in hand:
            if card is None:
                game.deck -= 1
            elif card in game.unseen:
                game.unseen[card] -= 1
                game.deck -= 1
    game.unseen = {card: count for card, count in game.unseen.items() if count}
    for seat, left in (health or {}).items():
        game.players[seat].health = left
        game.players[seat].alive = left > 0
        if not left:
            game.players[seat].node, game.players[seat].abilities = "", []
    for seat, count in (carriers or {}).items():
        game.players[seat].carriers = count
    for seat, slots in (enabled or {}).items():
        for slot in slots:
            game.players[seat].abilities[slot - 1].state = "enabled"
    game.tokens.update(tokens or {})
    game.tokens = {place: count for place, count in game.tokens.items() if count}
    for seat, count in (samples or {}).items():
        game.players[seat].samples = count
    on_the_board = sum(game.tokens.values()) + sum(p.samples for p in game.players.values())
    game.supply = 8 - on_the_board
    while game.supply < 0:  # carried samples come from the Labs once none is left beside the board
        game.tokens.pop(next(iter(game.tokens)))
        game.supply += 1
    GAME.check(game)
    return game


def playing(game: SilentSea, *answers: Any) -> Playing:
    """The game from where it stands through *answers*, stopped at the next question."""
    at = asked(turn.play(game), *answers)
    GAME.check(game)
    return at


def texts(game: SilentSea) -> list[str]:
    return [said.text for said in game.said]


def hand(game: SilentSea, seat: str) -> list[str | None]:
    return game.players[seat].hand


def choices(ask: Any) -> dict[str, str]:
    """Every option by its value, with the reason where it is barred."""
    return {str(option.value): str(option.barred or "") for option in ask.options}


# Reaction windows: all who could react are asked at once


def in_window(at: Playing) -> bool:
    return bool(getattr(at.ask, "window", ()))


def react(at: Playing, answers: dict[str, Any] | None = None) -> Playing:
    """Everybody asked in this window answers; whoever is not named passes."""
    assert in_window(at), f"no window is open: {at.ask}"
    for seat in at.ask.seats:
        at.answer((seat, (answers or {}).get(seat, "pass")))
    return at


def all_pass(at: Playing) -> Playing:
    """Nobody plays anything any more."""
    while in_window(at):
        react(at)
    return at
