"""Players of Sleepers who know what they want: a network first, then scientists awake, and the enemy's gone.

Each goes by what it may know: its own tiles and what lies face-up. Of real tiles the box knows nothing, so there a
player only remembers that it wanted this one awake.
"""

from __future__ import annotations

from rules.ask import Ask, ChooseOne
from rules.plain import Plain
from rules.sensible import Sensible

from .agents import DONE
from .board import NEIGHBOURS
from .state import Sleepers, other

NETWORK = 7  # own agents on the board before somebody is woken
WORTH = ("scientist", "militia", "master_of_disguise", "police", "ringleader", "recruiter", "informant")
AWAKE = ("scientist", "master_of_disguise", "militia", "police", "ringleader", "informant", "immigration")
OFTEN = 0.5  # how often the time has come to wake somebody


class Players(Sensible):
    """Both, each for themselves."""

    def want(self, state: Sleepers, ask: Ask) -> Plain:
        if not isinstance(ask, ChooseOne) or not state.turn or "draw" in ask.text:
            return None
        values = [str(option.value) for option in ask.options if not option.barred]
        if ask.private:  # which tile of the rack
            return min(values, key=lambda kind: WORTH.index(kind) if kind in WORTH else len(WORTH))
        labels = {str(option.value): option.label for option in ask.options if not option.barred}
        wakes = [value for value in values if labels[value].startswith("Wake") and value in state.board]
        recruits = [value for value in values if labels[value].startswith("Recruit")]
        if wakes or recruits:
            return self._act(state, wakes, recruits, DONE in values)
        if any(label.startswith(("Return", "Turn over", "Swap", "Move the agent")) for label in labels.values()):
            return self._against(state, values)
        jumps = [value for value in values if value != DONE]
        return self.chance.choice(jumps or values)

    def _act(self, state: Sleepers, wakes: list[str], recruits: list[str], may_stop: bool) -> str:
        own = [hex_ for hex_, agent in state.board.items() if agent.owner == state.current]
        useful = [hex_ for hex_ in wakes if self._is_useful(state, hex_)]
        ready = len(own) >= NETWORK or not recruits
        if useful and ready and (may_stop or self.chance.random() < OFTEN):
            return self.chance.choice(useful)
        if may_stop:
            return DONE
        if not recruits:
            return self.chance.choice(wakes)
        beside = [hex_ for hex_ in recruits if any(there in own for there in NEIGHBOURS[hex_])]
        return self.chance.choice(beside or recruits)

    def _is_useful(self, state: Sleepers, hex_: str) -> bool:
        kind = state.board[hex_].kind
        if kind is None:  # a real tile: its owner knows, and would have wanted it in about as many cases
            return self.chance.random() < OFTEN
        if kind == "saboteur":
            around = [state.board[there].owner for there in NEIGHBOURS[hex_] if there in state.board]
            return around.count(other(state.current)) > around.count(state.current) + 1
        return kind in AWAKE

    def _against(self, state: Sleepers, values: list[str]) -> str:
        """The enemy's agents, those awake first; nobody where it would only hurt oneself."""
        enemy = [value for value in values if value in state.board and state.board[value].owner != state.current]
        awake = [value for value in enemy if state.board[value].up]
        if awake or enemy:
            return self.chance.choice(awake or enemy)
        return DONE if DONE in values else self.chance.choice(values)
