"""What can be tapped in a picture of the voyage, and buttons for what has no place in it."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import escape

from rules.ask import Option
from web.games.taps import can_tap, tap
from web.live.words import begun


class Slots:
    """What can be tapped; what nobody drew is offered as plain buttons below."""

    def __init__(self, slots: Mapping[str, Option]) -> None:
        self.slots = slots
        self.drawn: set[str] = set()

    def attributes(self, slot: str) -> tuple[str, str]:
        """Classes and attributes for the thing drawn at *slot*."""
        self.drawn.add(slot)
        option = self.slots.get(slot)
        state = " open" if can_tap(option) else " shut" if option else ""
        return state, f' data-slot="{escape(slot)}"{tap(option)}'

    def rest(self) -> str:
        """Buttons for all that has no place in the picture, such as regions of the next page."""
        buttons = []
        for slot, option in self.slots.items():
            if slot in self.drawn:
                continue
            words = f"<b>{escape(begun(option.label))}</b>" + (
                f"<small>{escape(option.hint)}</small>" if option.hint else ""
            )
            classes, attributes = self.attributes(slot)
            buttons.append(f'<div class="chip{classes}"{attributes}>{words}</div>')
        return f'<div class="chips">{"".join(buttons)}</div>' if buttons else ""


def chip(slot: str, option: Option, taps: Slots) -> str:
    notes = [str(option.barred)] if option.barred else []
    if not option.barred or slot.startswith(("card:", "level:")):  # what one cannot afford yet is still to be read
        notes.insert(0, option.hint)
    words = f"<b>{escape(begun(option.label))}</b>" + "".join(
        f"<small>{escape(note)}</small>" for note in notes if note
    )
    classes, attributes = taps.attributes(slot)
    return f'<div class="chip{classes}"{attributes}>{words}</div>'
