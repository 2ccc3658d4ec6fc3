"""What the camera makes of the table, in a few words: for lamps, pages and tests."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from rules.plain import Plain
from vision.read.match import Difference

from .stories import Story


def called(slot: str) -> str:
    """A place on the table as people say it: ``health.north`` is North's health."""
    what, _, whose = slot.partition(".")
    return f"{whose.capitalize()}'s {what}" if whose else what


@dataclass(frozen=True)
class Seen:
    """What the camera makes of the table, for lamps and pages; never changes.

    :param state: ``off``, ``moving``, ``same``, ``hands`` (something is still to be done), ``phone`` (a phone must
        answer first), ``mat`` (something may be laid on the reading mat), ``read`` (something was), ``unsure``,
        ``asks``, ``differs``, ``guiding`` or ``trouble``.
    :param choices: the stories people can choose from while it asks.
    :param pictures: what it asks about, as JPEG: one for each choice, or a single one for all of them.
    :param differs: slot by slot, while the table differs, or it asks why, or hands have something to do.
    :param todo: what hands should do, while the box guides.
    :param seat: the only one who may read this; everybody else reads *others*.
    """

    state: str = "off"
    sentence: str = ""
    choices: tuple[Story, ...] = ()
    differs: tuple[Difference, ...] = ()
    todo: tuple[str, ...] = ()
    seat: str | None = None
    others: str = ""
    pictures: tuple[bytes, ...] = ()

    def plain(self, seat: str | None = None) -> dict[str, Plain]:
        """For a page of *seat*; None is the public screen."""
        if self.seat is not None and seat != self.seat:
            return Seen(self.state if self.state != "asks" else "unsure", self.others).plain()
        return {
            "state": self.state,
            "sentence": self.sentence,
            "choices": [story.words for story in self.choices],
            "pictures": [f"{crc32(picture):08x}" for picture in self.pictures],
            "differs": [
                {"slot": called(d.slot), "seen": d.seen, "expected": d.expected, "confidence": round(d.confidence, 3)}
                for d in self.differs
            ],
            "todo": list(self.todo),
        }
