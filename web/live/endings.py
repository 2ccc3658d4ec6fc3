"""Finished games, looked through once each in the background: no page waits for it, and nobody is kept from playing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from flask import current_app

from rules.looking_back import Story
from rules.moment import Moment

from .table import LiveTable

log = logging.getLogger(__name__)

KEPT = 3
"""Stories at hand; a few positions of one game, or the last games of an evening."""


class Endings:
    """The story of each game that is over.

    :param tell: called when a story is there that was not before.
    """

    def __init__(self, table: LiveTable, tell: Callable[[], None]) -> None:
        self._table, self._tell = table, tell
        self._stories: dict[tuple[str, int], Story] = {}
        self._looking = threading.Lock()
        table.when_changed.append(self._changed)

    def known(self, moment: Moment) -> Story | None:
        """The story of *moment*'s game, if it is there already."""
        return self._stories.get((moment.game_id, moment.node))

    def of(self, moment: Moment) -> Story:
        """The same, for whoever has time to wait for it."""
        with self._looking:  # the second to ask finds what the first has looked through
            key = (moment.game_id, moment.node)
            if key not in self._stories:
                story = self._table.story()
                self._stories = dict([*self._stories.items(), ((story.name, story.node), story)][-KEPT:])
                return story
            return self._stories[key]

    def _changed(self, moment: Moment | None) -> None:
        if moment is not None and moment.ask is None and self.known(moment) is None:
            threading.Thread(target=self._look, args=(moment,), daemon=True, name="looking back").start()

    def _look(self, moment: Moment) -> None:
        try:
            self.of(moment)
            self._tell()
        except Exception:  # it was put away meanwhile, or cannot be read: the end is shown without it
            log.warning("%s cannot be looked back on", moment.game_id, exc_info=True)


def endings() -> Endings:
    found: Endings = current_app.config["ENDINGS"]
    return found
