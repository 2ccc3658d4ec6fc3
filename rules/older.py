"""Games that an older version wrote down: brought up to today's rules, and told what was changed for it.

A game raises its `version` whenever its saves need another reading, and adds a `Change` from the version before. What
no change covers is not guessed: it stays as it is, to be read and not to be played on.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
"""Of a saved position; the game's own version stands beside it."""


def renew(game: Game, saved: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A saved position as today's rules would have written it, and a sentence for each thing that was changed."""
    if saved.get("format") != FORMAT:
        raise ValueError(f"This save has format {saved.get('format')}; this box reads format {FORMAT}.")
    if saved["game"] != game.name:
        raise ValueError(f"This save is a game of {saved['game']}, not of {game.name}.")
    checkpoint, version = saved["checkpoint"], saved["version"]
    told: list[str] = []
    if version != game.version:
        checkpoint = game.migrate(deepcopy(checkpoint), version)
        told = [change.text for change in game.changes if change.version >= version and change.text]
    checkpoint, filled = _with_new_choices(game, checkpoint)
    return {**saved, "version": game.version, "checkpoint": checkpoint}, told + filled


def _with_new_choices(game: Game, checkpoint: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """House rules and holdings that did not exist when the game was begun are as usual in it."""
    setup = checkpoint.get("setup") or {}
    toggles, custody = setup.get("toggles", {}), setup.get("custody", {})
    rules = {name: each.default for name, each in game.toggles.items() if name not in toggles} if toggles else {}
    held = {holding.name: holding.default for holding in game.holdings if holding.name not in custody}
    if not setup or not (rules or held):
        return checkpoint, []
    told = [f"The house rule {name} is new; in this game it is {value}." for name, value in rules.items()]
    told += [f"Who holds {name} was not asked yet; in this game it is the {value}." for name, value in held.items()]
    grown = {**setup, "toggles": {**toggles, **rules}, "custody": {**custody, **held}}
    return {**checkpoint, "setup": grown}, told
