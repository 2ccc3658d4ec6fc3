"""Notes on the world map of the journey log: where to return, what a place wants, whatever the players like."""

from __future__ import annotations

from ..ask import ChooseOne, EnterNumber, EnterText, Option
from .asking import ask
from .state import Campaign, MapNote

LONGEST_NOTE = 80
LAST_PAGE = 99


def world_map(state: Campaign) -> list[list[int]]:
    """The pages of the atlas as they lie beside each other: page, row, column; for notes on the back of the sheet."""
    pack = state.pack
    steps = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}
    places = {pack.board.start_page: (0, 0)} if pack.board.start_page in pack.atlas else {}
    todo = list(places)
    while todo:
        page = todo.pop(0)
        for side, edge in pack.atlas[page].edges.items():
            if pack.open(edge) and edge.page not in places:
                down, right = steps[side]
                places[edge.page] = (places[page][0] + down, places[page][1] + right)
                todo.append(edge.page)
    top = min((row for row, _ in places.values()), default=0)
    left = min((col for _, col in places.values()), default=0)
    return [[page, row - top + 1, col - left + 1] for page, (row, col) in sorted(places.items())]


def place_words(state: Campaign, note: MapNote) -> str:
    """Where a note stands: ``Rocky Shore, place 4 (page 2)``, or just ``page 13``."""
    if not note.region:
        return f"page {note.page}"
    region = state.pack.regions.get(note.region)
    name = region.name if region else note.region
    return f"{name}{f', place {_named(state, note)}' if note.location else ''} (page {note.page})"


def _named(state: Campaign, note: MapNote) -> str:
    """A location's label, with its name if it has one."""
    region = state.pack.regions.get(note.region)
    found = [each for each in region.locations if each.label == note.location] if region else []
    return f"{note.location} {found[0].name}".strip() if found else note.location


def note_words(state: Campaign, note: MapNote) -> str:
    return f"{place_words(state, note)}: {note.text}"


# ----- writing


async def write_note(state: Campaign, seat: str) -> None:
    """*seat* chooses a place of the map and writes what is worth remembering there."""
    note = await choose_place(state, seat)
    if note is None:
        return
    where = place_words(state, note)
    note.text = str(await ask(state, lambda: EnterText(seat, f"{where}: what do you note?", LONGEST_NOTE), "closed"))
    state.progress.map_notes.append(note)
    state.say(f"{state.name(seat)} writes on the map, {note_words(state, note)}")


async def choose_place(state: Campaign, seat: str) -> MapNote | None:
    """A place of the open page, or another page as a whole: what lies there nobody has seen, or nobody shows."""
    if state.ship.region not in state.pack.regions:
        text = f"A note on which page of the map? The ship is on page {state.page}."
        return MapNote(page=int(await ask(state, lambda: EnterNumber(seat, text, 1, LAST_PAGE), "closed")))
    places = _places(state)
    options = [
        Option(value, label, hint=_noted(state, note), slot=f"region:{note.region}" if value == note.region else None)
        for value, (label, note) in places.items()
    ]
    options.append(Option("none", "no note after all"))
    chosen = str(await ask(state, lambda: ChooseOne(seat, "A note at which place of the map?", options), "closed"))
    return places[chosen][1] if chosen != "none" else None


def _places(state: Campaign) -> dict[str, tuple[str, MapNote]]:
    """Every place a note can stand at, the ship's region first: its label, and a note that is still empty."""
    found: dict[str, tuple[str, MapNote]] = {}
    regions = state.pack.atlas[state.page].regions
    for name in sorted(regions, key=lambda each: each != state.ship.region):
        region = regions[name]
        found[name] = (region.name, MapNote(page=state.page, region=name))
        for place in region.locations:
            note = MapNote(page=state.page, region=name, location=place.label)
            found[f"{name}/{place.label}"] = (f"{region.name}: place {_named(state, note)}", note)
    found[f"page {state.page}"] = (f"page {state.page} as a whole", MapNote(page=state.page))
    for page, _, _ in world_map(state):
        if page != state.page:
            found[f"page {page}"] = (f"page {page}", MapNote(page=page))
    return found


def _noted(state: Campaign, place: MapNote) -> str:
    """What stands at this place already."""
    here = (place.page, place.region, place.location)
    return "; ".join(note.text for note in state.progress.map_notes if (note.page, note.region, note.location) == here)


# ----- removing


async def remove_note(state: Campaign, seat: str) -> None:
    """A note that is of no more use is rubbed out."""
    notes = state.progress.map_notes
    options = [Option(place, note_words(state, note)) for place, note in enumerate(notes)]
    options.append(Option("none", "none"))
    chosen = await ask(state, lambda: ChooseOne(seat, "Which note do you remove?", options), "closed")
    if chosen != "none":
        state.say(f"{state.name(seat)} removes the note at {note_words(state, notes.pop(int(chosen)))}")
