"""Tables of Sleepers for tests, written as the rule ledger writes them: ``W:Pol_@e5`` asleep, ``B:Sci^@a7`` awake."""

from __future__ import annotations

from typing import Any

from rules.sleepers import GAME
from rules.sleepers.state import Agent, Side, Sleepers, Tile

CODES = {
    "Sci": "scientist",
    "Mil": "militia",
    "Sab": "saboteur",
    "Pol": "police",
    "Rin": "ringleader",
    "Rec": "recruiter",
    "Inf": "informant",
    "Imm": "immigration",
    "Dou": "double_agent",
    "Div": "diversion",
    "Mod": "master_of_disguise",
    "???": None,
}
COLOURS = {"W": "white", "B": "black"}


def table(
    agents: str = "",
    *,
    current: str = "white",
    custody: str = "box",
    hands: dict[str, list[str | None]] | None = None,
    killed: dict[str, int] | None = None,
    stock: dict[str, int] | None = None,
    **toggles: Any,
) -> Sleepers:
    """A table in mid-game; four tiles in each hand and the rest in the stock unless said otherwise."""
    game = Sleepers(setup=GAME.setup(2, toggles, custody), turn=5, current=current)
    for each in agents.split():
        colour, rest = each.split(":")
        owner, up = COLOURS[colour], rest[3] == "^"
        game.board[rest[5:]] = Agent(kind=CODES[rest[:3]], owner=owner, up=up, seen=up)
    for colour in ("white", "black"):
        dead = [Agent(kind=None, owner=colour) for _ in range((killed or {}).get(colour, 0))]
        game.sides[colour] = Side(killed=dead)
        on_board = sum(agent.owner == colour for agent in game.board.values())
        given = (hands or {}).get(colour)
        if given is None:  # whatever is left of the mix; in a real rack nobody but the owner knows
            left = [kind for kind, count in game.unknown(colour).items() for _ in range(count)]
            given = [None] * 4 if custody == "table" else list(left[-4:])
        game.sides[colour].hand = [Tile(kind=kind) for kind in given]
        rest_of_30 = 30 - len(given) - on_board - len(dead)
        game.sides[colour].stock = (stock or {}).get(colour, rest_of_30)
    return game


def texts(game: Sleepers) -> list[str]:
    return [said.text for said in game.said]
