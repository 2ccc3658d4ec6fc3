"""What must hold at any time: values that can be, thirty tiles of each colour (SL-9, SL-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .pack import TILES_EACH
from .state import Sleepers


def impossible(game: Sleepers) -> list[str]:
    """Values that no table could show, in sentences for players; whatever else lies there."""
    return [*_turns(game), *_tiles(game)]


def _turns(game: Sleepers) -> Iterator[str]:
    if game.turn < 0:
        yield f"There is no turn {game.turn}; the first is 1."


def _tiles(game: Sleepers) -> Iterator[str]:
    for colour, side in game.sides.items():
        name = game.name(colour)
        if not 0 <= side.stock <= TILES_EACH:
            yield f"{name} cannot have {side.stock} tiles in the stock; it is 0 to {TILES_EACH} (SL-9)."
        if any(agent.owner != colour for agent in side.killed):
            yield f"Only {colour} tiles lie among {name}'s killed (SL-32)."
    off_board = [tile for side in game.sides.values() for tile in (*side.hand, *side.killed)]
    if {tile.kind for tile in (*game.board.values(), *off_board)} - {None, *game.pack.names}:
        yield "There is no such tile."  # which one would tell what lies there


def check(game: Sleepers) -> None:
    """Thirty tiles of each colour, none of a kind too many (SL-9, SL-10)."""
    counts = game.pack.counts
    for colour, side in game.sides.items():
        on_board = [agent for agent in game.board.values() if agent.owner == colour]
        tiles = [*side.hand, *side.killed, *on_board]
        total, name = len(tiles) + side.stock, game.name(colour)
        there = "1 tile" if total == 1 else f"{total} tiles"
        assert total == TILES_EACH, f"{name} has {there} instead of {TILES_EACH}"
        kinds = Counter(tile.kind for tile in tiles if tile.kind)
        # Everybody may read this, so it does not say which.
        assert all(kinds[kind] <= counts[kind] for kind in kinds), f"{name} has too many of a kind"
    odd = impossible(game)
    assert not odd, " ".join(odd)
