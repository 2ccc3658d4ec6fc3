"""How the rules of this game ask: any question may be overtaken by something done at any time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from ..ask import AGAIN, Ask, AskAny
from ..unread import Words
from .state import Campaign


class CampaignOver(Exception):
    """The campaign ended; whatever was under way is left where it is."""


class Restart(Exception):
    """Something was put before the pending step, which is taken up again afterwards."""


class BrokenOff(Exception):
    """A combat or a story ends in the middle."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


class _Nobody(Exception):
    """Nobody is left to be asked."""


class _Pending:
    """A question built afresh after every aside; gives up if the aside ended what it belonged to."""

    def __init__(self, state: Campaign, build: Callable[[], Ask], window: str) -> None:
        self.state, self.build, self.window = state, build, window

    def __await__(self) -> Generator[Ask, Any, Any]:
        while True:
            self.state.window = self.window
            answer = yield self.build()
            if answer is not AGAIN:
                self.state.window = "closed"
                return answer
            give_up_if_over(self.state)


def give_up_if_over(state: Campaign) -> None:
    """An aside may have ended the campaign, the combat or the story, or put something before the pending step."""
    if state.result is not None:
        raise CampaignOver
    if state.broken:
        what, state.broken = state.broken, ""
        raise BrokenOff(what)
    if state.restart:
        state.restart = False
        raise Restart


def ask(state: Campaign, build: Callable[[], Ask], window: str = "free") -> _Pending:
    """Ask; *window* says which plays at any time are open meanwhile ("closed": none)."""
    return _Pending(state, build, window)


async def ask_seats(
    state: Campaign,
    build: Callable[[], Sequence[Ask]],
    text: Words = "",
    window: str = "free",
    first: Sequence[Ask] = (),
) -> tuple[str, Any]:
    """Ask several seats at once; the first answer moves the game on, and nobody has to give it. One alone must.

    Gives ``("", None)`` if something done meanwhile left nobody to ask.

    :param first: what was built just now, to see whether there is anything to ask.
    """
    alone: list[str] = []
    ready = [first] if first else []

    def built() -> Ask:
        asks = ready.pop() if ready else build()
        if not asks:
            raise _Nobody
        alone[:] = [asks[0].seat] if len(asks) == 1 else []
        return asks[0] if alone else AskAny(asks, text, offered=True)

    try:
        got = await ask(state, built, window)
    except _Nobody:
        return "", None
    return (alone[0], got) if alone else got
