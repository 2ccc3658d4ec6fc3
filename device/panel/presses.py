"""What the hands on the three buttons mean: a press, a hold, or both thumbs for a safe shut-down.

Only times and levels come in, so that every gesture can be tried without waiting.

A press counts at its first contact, not after the chatter, so that a draw feels immediate; what chatter
follows is ignored, and the button is read again when it must have settled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class _Button:
    down: bool = False
    since: float = 0.0
    settled: float = 0.0  # until then further contacts are chatter
    look_again: bool = False
    differed: bool = False  # at the last look, and no contact since
    spent: bool = False  # this press has already meant something


class Presses:
    """Fate and yes count when they go down, back when it comes up, undo when back was held.

    Back, then fate, both held: shut down. While back is down fate draws nothing. Yes while back is down: play by ear.
    Yes while both others are down: the box's own network.

    :param debounce: seconds of rest after which a contact no longer chatters.
    :param hold: seconds until a held back means undo.
    :param shut_down_hold: seconds both must be held.
    """

    def __init__(self, *, debounce: float, hold: float, shut_down_hold: float) -> None:
        self._debounce = debounce
        self._hold = hold
        self._shut_down_hold = shut_down_hold
        self._buttons: dict[str, _Button] = {name: _Button() for name in ("fate", "yes", "back")}
        self._both_since: float | None = None

    def is_down(self, button: str) -> bool:
        return self._buttons[button].down

    def down_for(self, button: str, at: float) -> float:
        """Seconds the button has been down."""
        known = self._buttons[button]
        return at - known.since if known.down else 0.0

    def found_down(self, button: str, at: float) -> None:
        """The button is down before anybody can have meant anything: wait until it comes up."""
        self._buttons[button] = _Button(down=True, since=at, spent=True)

    def contact(self, button: str, *, down: bool, at: float) -> list[str]:
        """The button's contact closed or opened; what that means, if anything yet."""
        known = self._buttons[button]
        if at < known.settled:
            known.settled = at + self._debounce
            known.look_again, known.differed = True, False
            return []
        if down == known.down:
            return []
        known.down, known.since, known.settled = down, at, at + self._debounce
        return self._went_down(button, at) if down else self._came_up(button)

    def _went_down(self, button: str, at: float) -> list[str]:
        if button == "yes":
            if self._both_since is not None:
                self._both_since = None
                return ["own_network"]
            back = self._buttons["back"]
            if not back.down or back.spent:
                return ["yes"]
            back.spent = True
            return ["by_ear"]
        other = self._buttons["back" if button == "fate" else "fate"]
        if other.down:
            self._both_since = at
            self._buttons["back"].spent = True
            return []
        return ["fate"] if button == "fate" else []

    def _came_up(self, button: str) -> list[str]:
        known = self._buttons[button]
        spent, known.spent = known.spent, False
        if button != "yes":
            self._both_since = None
        return ["back"] if button == "back" and not spent else []

    def due(self) -> float | None:
        """When `pass_time` next has something to do."""
        times = [known.settled for known in self._buttons.values() if known.look_again]
        back = self._buttons["back"]
        if back.down and not back.spent:
            times.append(back.since + self._hold)
        if self._both_since is not None:
            times.append(self._both_since + self._shut_down_hold)
        return min(times, default=None)

    def pass_time(self, at: float, is_pressed: Callable[[str], bool]) -> list[str]:
        """What has come to mean something by now.

        :param is_pressed: reads the button itself.
        """
        meant: list[str] = []
        for name, known in self._buttons.items():
            if not known.look_again or at < known.settled:
                continue
            down = is_pressed(name)
            if down == known.down or known.differed:
                known.look_again = known.differed = False
                meant += self.contact(name, down=down, at=at)
            else:
                # On a busy box a contact may not have been heard of yet: what is seen twice counts.
                known.differed, known.settled = True, at + self._debounce
        back = self._buttons["back"]
        if back.down and not back.spent and at - back.since >= self._hold:
            back.spent = True
            meant.append("undo")
        if self._both_since is not None and at - self._both_since >= self._shut_down_hold:
            self._both_since = None
            meant.append("shut_down")
        return meant

    def shutting_down(self, at: float) -> float | None:
        """How much of the hold for a shut-down has passed, 0 to 1; `None` when nobody holds both."""
        if self._both_since is None:
            return None
        return min(1.0, (at - self._both_since) / self._shut_down_hold)
