"""What can be tapped in a picture of the voyage, and buttons for what has no place in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import escape

from rules.ask import Option
from web.games.taps import can_tap, tap
from web.live.words import begun
from web.portraits import Sitter, named, portrait


class Slots:
    """What can be tapped; what nobody drew is offered as plain buttons below."""

    def __init__(self, slots: Mapping[str, Option], cast: Mapping[str, Sitter]) -> None:
        self.slots = slots
        self.cast = cast
        self._names = named(tuple(cast))
        self.drawn: set[str] = set()

    def attributes(self, slot: str) -> tuple[str, str]:
        """Classes and attributes for the thing drawn at *slot*."""
        self.drawn.add(slot)
        option = self.slots.get(slot)
        state = " open" if can_tap(option) else " shut" if option else ""
        return state, f' data-slot="{escape(slot)}"{tap(option)}'

    def picture(self, option: Option) -> str:
        """The portrait of whoever an option names."""
        found = self._names.search(option.label) if self.cast else None
        who = self.cast.get(found[0].lower()) if found else None
        return portrait(who, 44) if who else ""

    def rest(self) -> str:
        """Buttons for all that has no place in the picture, such as regions of the next page."""
        buttons = []
        for slot, option in self.slots.items():
            if slot in self.drawn:
                continue
            buttons.append(drawn(slot, option, self, [option.hint]))
        return f'<div class="chips">{"".join(buttons)}</div>' if buttons else ""


def chip(slot: str, option: Option, taps: Slots) -> str:
    notes = [str(option.barred)] if option.barred else []
    if not option.barred or slot.startswith(("card:", "level:")):  # what one cannot afford yet is still to be read
        notes.insert(0, option.hint)
    return drawn(slot, option, taps, notes)


def drawn(slot: str, option: Option, taps: Slots, notes: Iterable[str]) -> str:
    """A chip: the portrait of whom it names, the words of its option, and notes in small letters."""
    words = f"<b>{escape(begun(option.label))}</b>" + "".join(
        f"<small>{escape(note)}</small>" for note in notes if note
    )
    classes, attributes = taps.attributes(slot)
    picture = taps.picture(option)
    inside = f"{picture}<span>{words}</span>" if picture else words
    return f'<div class="chip{" pictured-chip" if picture else ""}{classes}"{attributes}>{inside}</div>'
