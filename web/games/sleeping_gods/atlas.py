"""The open page of the atlas: its regions, its places, and the ways the ship can go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import escape

from .coast import SIZE, middle, outlines
from .taps import Slots, chip


def atlas(page: Mapping[str, Any] | None, taps: Slots) -> str:
    if page is None:
        return '<p class="quiet">The atlas lies on the table.</p>'
    if not page["chart"]:
        return _page_in_words(page, taps)
    chart = page["chart"]
    rows, cols = len(chart), len(chart[0])
    width, height = cols * SIZE, rows * SIZE
    parts = [f'<rect class="sea" width="{width}" height="{height}"/>']
    signs = []
    places = {tuple(place["at"]) for region in page["regions"] for place in region["locations"] if place["at"]}
    taken = [(row - 1, col - 1) for row, col in places]
    for region in page["regions"]:
        classes, attributes = taps.attributes(region["slot"])
        here = " here" * region["ship"]
        parts.append(
            f'<g class="region{classes}{here}"{attributes}><title>{escape(_region_words(region))}</title>'
            f'<path d="{outlines(chart, region["mark"])}"/></g>'
        )
        signs.append(_signs(region, *middle(chart, region["mark"], taken)))
    parts.append(f'<path class="land" d="{outlines(chart, "#")}"/>')
    parts += signs
    for region in page["regions"]:
        parts += [_place(place, taps) for place in region["locations"] if place["at"]]
    for side, number in page["edges"].items():
        parts.append(_edge(side, number, width, height))
    title = f"Page {page['page']}: {page['name']}"
    return (
        f'<figure class="atlas" id="sg-map"><figcaption>{escape(title)}</figcaption>'
        f'<svg viewBox="-5 -5 {width + 10} {height + 10}" role="group" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>{_ways(taps)}{_legend(page)}</figure>"
    )


def _ways(taps: Slots) -> str:
    """Where the ship could sail, in words: what a region has, and what waits there."""
    chips = "".join(
        chip(slot, option, taps)
        for slot, option in taps.slots.items()
        if slot.startswith("region:") and not option.barred
        if "+" not in str(option.value)  # what takes both actions is tapped on the map
    )
    return f'<div class="chips ways">{chips}</div>' if chips else ""


def _legend(page: Mapping[str, Any]) -> str:
    """What the signs on the page mean, and what each hazard on it does."""
    dangers = {region["hazard"]: region["hazard_words"] for region in page["regions"] if region["hazard"]}
    told = "".join(f"<li>{escape(words)}</li>" for words in dangers.values())
    hazards = f"<p>Hazards of this page:</p><ul>{told}</ul>" if told else ""
    named = [place for region in page["regions"] for place in region["locations"] if place["name"]]
    listed = "".join(f"<li>{escape(place['label'])}: {escape(place['name'])}</li>" for place in named)
    places = f"<p>Places of this page:</p><ul>{listed}</ul>" if listed else ""
    return (
        '<details class="legend"><summary>P port, M market, S search, ! hazard</summary>'
        "<p>A number in a red circle is a place to explore from its region. An arrow at the edge names the page "
        f"that follows.</p>{places}{hazards}</details>"
    )


def _region_words(region: Mapping[str, Any]) -> str:
    marks = [kind for kind in ("port", "market", "search") if region[kind]]
    marks += [f"hazard: {region['hazard']}"] if region["hazard"] else []
    marks += ["the ship is here"] if region["ship"] else []
    return f"{region['name']}{': ' if marks else ''}{', '.join(marks)}"


def _signs(region: Mapping[str, Any], x: float, y: float) -> str:
    """Name and signs of a region: P port, M market, S search, ! hazard; the ship where it lies."""
    signs = [
        letter for letter, kind in (("P", "port"), ("M", "market"), ("S", "search"), ("!", "hazard")) if region[kind]
    ]
    parts = [f'<text class="name" x="{x:.1f}" y="{y - 1.2:.1f}">{escape(region["name"])}</text>']
    left = x - (len(signs) - 1) * 2.4
    for index, letter in enumerate(signs):
        at = left + index * 4.8
        kind = "danger" if letter == "!" else "sign"
        parts.append(f'<circle class="{kind}" cx="{at:.1f}" cy="{y + 2.6:.1f}" r="2.1"/>')
        parts.append(f'<text class="letter" x="{at:.1f}" y="{y + 3.7:.1f}">{letter}</text>')
    if region["ship"]:
        above = y - 8.6 if y > SIZE else y + 7  # at the top of the page the ship lies below its region's name
        ship = f'<path class="ship" transform="translate({x:.1f} {above:.1f})" d="{SHIP}"/>'
        parts.append(f'<g data-piece="ship">{ship}</g>')
    return f'<g class="signs">{"".join(parts)}</g>'


SHIP = "M-5 1.6h10l-1.6 2.6h-6.8zM-3 1.2v-2h2.2v2zM-.4 1.2v-4.2h1.6v4.2zM1.6 1.2v-2h2v2z"


def _place(place: Mapping[str, Any], taps: Slots) -> str:
    row, col = place["at"]
    x, y = (col - 0.5) * SIZE, (row - 0.5) * SIZE
    classes, attributes = taps.attributes(place["slot"])
    red = " red" * bool(place["red"])
    return (
        f'<g class="place{classes}{red}"{attributes}><title>{escape(place["label"])} {escape(place["name"])}</title>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
        f'<text x="{x:.1f}" y="{y + 1.3:.1f}">{escape(place["label"])}</text></g>'
    )


def _edge(side: str, number: int, width: float, height: float) -> str:
    x, y, turn = {
        "north": (width / 2, -2.0, 0),
        "south": (width / 2, height + 2.0, 180),
        "west": (-2.0, height / 2, 270),
        "east": (width + 2.0, height / 2, 90),
    }[side]
    return (
        f'<g class="edge"><title>{escape(side)}: page {number}</title>'
        f'<path transform="translate({x:.1f} {y:.1f}) rotate({turn})" d="M-3.4 1.6L0 -2.4L3.4 1.6z"/>'
        f'<text x="{x:.1f}" y="{y + 1.2:.1f}">{number}</text></g>'
    )


def _page_in_words(page: Mapping[str, Any], taps: Slots) -> str:
    """A page without a drawing: the owner's atlas lies on the table, here is what it says."""
    rows = []
    for region in page["regions"]:
        classes, attributes = taps.attributes(region["slot"])
        here = " here" * region["ship"]
        places = "".join(
            '<span class="chip{}"{}>{}</span>'.format(*taps.attributes(place["slot"]), escape(place["label"]))
            for place in region["locations"]
        )
        rows.append(f'<div class="chip{classes}{here}"{attributes}>{escape(_region_words(region))} {places}</div>')
    inside = f'<div class="chips">{"".join(rows)}</div>'
    return f'<figure class="atlas"><figcaption>Page {page["page"]}</figcaption>{inside}</figure>'
