"""The round in rulebook order (CM-49 to CM-52), and everything before and after a run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any

from ..ask import AGAIN, Ask
from ..game import Checkpoint
from . import bazaar, bosses, clean_up, draw, encounter, enemies, home, perform, session, set_up
from .outcome import FightWon, RunOver
from .state import Table


async def boss_card(state: Table) -> None:
    """In a boss fight drawing a boss card takes the place of the Encounter phase (CM-R87)."""
    await bosses.draw_card(state)
    state.phase = "draw"


PHASES: dict[str, Callable[[Table], Awaitable[None]]] = {
    "mode": session.choose_mode,
    "gather": session.gather,
    "heroes": session.choose_heroes,
    "set_up": set_up.set_up,
    "encounter": encounter.encounter_phase,
    "bazaar": bazaar.visit,
    "bazaar_levels": bazaar.level_up,
    "boss_card": boss_card,
    "draw": draw.draw_step,
    "perform": perform.perform_step,
    "enemy": enemies.enemy_phase,
    "boss_down": bosses.fallen,
    "clean_up": clean_up.clean_up,
    "run_end": home.run_end,
    "home": home.come_home,
    "saved": session.open_saved,
    "after_reset": home.after_reset,
    "after_trial": home.after_trial,
}


ROUND = (
    "encounter",
    "bazaar",
    "bazaar_levels",
    "boss_card",
    "draw",
    "perform",
    "enemy",
    "boss_down",
    "clean_up",
)
"""The phases of a round, one after the other."""


async def phases(state: Table) -> None:
    """One phase after the other, from wherever the table stands."""
    while state.result is None:
        await Checkpoint()
        try:
            await PHASES[state.phase](state)
        except RunOver:
            state.phase = "run_end"
        except FightWon:
            state.phase = "boss_down"


class Playing:
    """The rules under way. What players do at any time may end the run or start over: then the pending phase is
    dropped and the rules go on from wherever the table stands now (CM-285)."""

    def __init__(self, state: Table) -> None:
        self.state = state

    def __await__(self) -> Generator[Ask, Any, None]:
        rules = phases(self.state).__await__()
        sent: Any = None
        while True:
            try:
                asked = rules.send(sent)
            except StopIteration:
                return
            phase = self.state.phase
            sent = yield asked
            if sent is AGAIN and self.state.phase != phase:
                rules.close()
                rules, sent = phases(self.state).__await__(), None
