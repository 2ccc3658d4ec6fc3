"""The journey log of Sleeping Gods as a sheet of paper: who plays, what was won, every save, and a map for notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

DECKS = (1, 2, 3)
BLANK = Markup('<span class="blank" role="img" aria-label="to be written in"></span>')
SPARE_LINES = 4  # left free below the saves, for pens


def sheet(shown: Mapping[str, Any]) -> str:
    """The whole sheet, front and back."""
    return Markup(f"{_front(shown)}{_back(shown['log'])}")


def _front(shown: Mapping[str, Any]) -> str:
    log = shown["log"]
    facts = [
        ("Players", ", ".join(log["players"])),
        ("Begun on", ""),  # the box keeps no calendar: for pens
        ("Mode", log["mode"]),
        ("XP", str(log["xp"])),
        ("Feared", str(log["feared"])),
        ("Revered", str(log["revered"])),
    ]
    told = "".join(f"<div><dt>{name}</dt><dd>{escape(value) or BLANK}</dd></div>" for name, value in facts)
    decks = "".join(_box(f"Event deck {number}", number in log["decks_done"]) for number in DECKS)
    totems = "".join(_box(name, True) for name in log["totems"])
    totems += "".join(_box("", False) for _ in range(shown["totems_to_win"] - len(log["totems"])))
    lines = [*log["saves"], *[""] * SPARE_LINES]
    saves = "".join(f'<li class="line">{escape(line)}</li>' for line in lines)
    quests = "".join(f"<li>{escape(name)} <code>{escape(words)}</code></li>" for name, words in log["quests"])
    title, seals = escape(shown["ship"]["name"]), escape(shown["ship"]["totems"].capitalize())
    return (
        f'<section class="paper"><h1>Journey log of the {title}</h1><dl>{told}</dl>'
        f'<h2>Event decks</h2><ul class="boxes">{decks}</ul><h2>{seals}</h2><ul class="boxes">{totems}</ul>'
        f"{_list('Quests', quests)}<h2>Saves</h2><ol>{saves}</ol>{_notes(log['notes'])}"
        f"{_achievements(shown['achievements'])}</section>"
    )


def _box(words: str, ticked: bool) -> str:
    mark = "☒" if ticked else "☐"
    said = "done" if ticked else "open"
    return f'<li><span role="img" aria-label="{said}">{mark}</span> {escape(words)}</li>'


def _list(title: str, items: str) -> str:
    return f"<h2>{title}</h2><ul>{items}</ul>" if items else ""


def _notes(notes: Iterable[str]) -> str:
    return _list("Notes", "".join(f"<li>{escape(note)}</li>" for note in notes))


def _achievements(boxes: Iterable[Mapping[str, Any]]) -> str:
    return _list("Achievements", "".join(_box(box["name"], True) for box in boxes if box["ticked"]))


def _back(log: Mapping[str, Any]) -> str:
    """The world map: an empty field for each page, to write in what was seen and where to return."""
    fields = {(row, col): page for page, row, col in log["map"]}
    if not fields:
        return ""
    rows, cols = max(row for row, _ in fields), max(col for _, col in fields)
    body = ""
    for row in range(1, rows + 1):
        cells = ""
        for col in range(1, cols + 1):
            page = fields.get((row, col))
            cells += f"<td><b>{page}</b></td>" if page else '<td class="none"></td>'
        body += f"<tr>{cells}</tr>"
    return (
        '<section class="paper"><h2>Map</h2><p class="quiet">One field for each page of the atlas; write in what you '
        f'saw, where to return, and which keyword a place wants.</p><table class="map">{body}</table></section>'
    )
