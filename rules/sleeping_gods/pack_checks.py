"""What must hold across the cards of a pack, and what should.

A pack with `problems` cannot be played. `doubts` are only told: an owner's copy grows as its cards are met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ..packs import how_far
from . import effects as verbs
from . import requirements
from .pack import Box, Choice, EnemyCard, Jump, KeywordJump, Pack, Region, StoryCombat
from .reading import unread_crew
from .words import TIERS, Tier

FATE_WEIGHTS = {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
EVENTS = 18
"""Of each grade, in the three decks of a campaign."""

COUNTS = {"crew": 9, "level_cards": 18, "search_tokens": 9}
CALLED = {
    "crew": "crew board",
    "level_cards": "level card",
    "search_tokens": "search token",
    "ability_cards": "ability card",
    "adventure_cards": "adventure card",
    "enemies": "enemy",
    "events": "event",
    "paragraphs": "paragraph",
    "quests": "quest",
    "regions": "region",
    "atlas": "page",
    "hazards": "hazard",
    "totems": "totem",
    "board": "ship board",
    "special_paragraphs": "list of special paragraphs",
    "special_combats": "list of special combats",
}
"""What people call a card of each table."""

LEAVING = (verbs.TurnTo, verbs.ReturnToShip, verbs.EndCampaign)
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def problems(pack: Pack) -> list[str]:
    """A sentence for each thing that makes the pack unplayable, beginning with its table and card."""
    found = [*_crew(pack), *_cards(pack), *_enemies(pack), *_atlas(pack), *_paragraphs(pack), *_effects(pack)]
    if not pack.about.private:  # an owner's copy may speak of cards nobody has met yet
        found += _references(pack)
    return found


def doubts(pack: Pack) -> list[str]:
    """What looks incomplete or unlike the printed game but can be played, in sentences for its owner.

    An owner's copy is described bit by bit and need never be whole; of that only what is too much is told.
    """
    found = []
    for table, count in COUNTS.items():
        have = len(getattr(pack, table))
        if have > count or (have != count and not pack.about.private):
            found.append(f"The game has {count} {CALLED[table]}s; this pack has {have}.")
    board = pack.board
    if pack.about.private:
        if pack.pages.get(board.start_region, board.start_page) != board.start_page:
            found.append(f"The ship begins in {board.start_region}, which does not lie on page {board.start_page}.")
        return found
    if len(pack.starting_cards) != 4:
        found.append(f"A campaign begins with 4 adventure cards; this pack marks {len(pack.starting_cards)}.")
    for tier in TIERS:
        if (count := _events(pack, tier)) < EVENTS:
            found.append(f"The three event decks take {EVENTS} {tier} events; this pack has {count}.")
    spread = fate_spread(pack)
    least = spread[1]
    if any(spread[fate] != weight * least for fate, weight in FATE_WEIGHTS.items()) or not least:
        told = ":".join(str(spread[fate]) for fate in FATE_WEIGHTS)
        found.append(f"Ability cards should show fate 1 to 6 as 1:2:2:2:2:1; in this pack it is {told}.")
    if board.morale_max is None:
        found.append("The top of the morale track is not known, so morale has no upper limit.")
    for keyword in sorted(pack.keywords.keys() - set(used_keywords(pack))):
        found.append(f"Nothing asks for the keyword {keyword}.")
    return found


def so_far(pack: Pack) -> list[str]:
    """How far an owner has described a copy; nothing of it has to be there to play."""
    if not pack.about.private:
        return []
    blank = unread_crew().values()
    cards = [card for card in pack.adventure_cards.values() if card.described or not card.start]
    counted: list[tuple[int, int | None, str, str]] = [
        (sum(board not in blank for board in pack.crew.values()), COUNTS["crew"], "crew board", ""),
        (sum(card.copies for card in pack.ability_cards.values()), None, "ability card", ""),
        (len(pack.level_cards), COUNTS["level_cards"], "level card", ""),
        (sum(not card.market for card in cards), None, "adventure card", ""),
        (sum(card.market for card in cards), None, "market card", ""),
        (len(pack.quests), None, "quest", ""),
        (len(pack.enemies), None, "enemy", "enemies"),
        (len(pack.search_tokens), COUNTS["search_tokens"], "search token", ""),
        *((_events(pack, tier), EVENTS, f"{tier} event", "") for tier in TIERS),
    ]
    found = [words for each in counted for words in how_far(*each)]
    spoken = {(each.what, each.key) for each in _missing(pack) if not each.where.startswith(("board", "special"))}
    return [*found, *([f"{len(spoken)} more that other cards speak of"] if spoken else [])]


def _events(pack: Pack, tier: Tier) -> int:
    return sum(card.copies for card in pack.events.values() if card.tier == tier)


def fate_spread(pack: Pack) -> Counter[int]:
    """How many ability cards show each fate number."""
    return Counter({fate: sum(c.copies for c in pack.ability_cards.values() if c.fate == fate) for fate in range(1, 7)})


def used_keywords(pack: Pack) -> Iterator[str]:
    """Every keyword that a story, event or card asks for."""
    for _, thing in everything(pack):
        if isinstance(thing, (KeywordJump, requirements.HasKeyword, verbs.IfKeyword, verbs.RequireKeyword)):
            yield thing.keyword
        elif isinstance(thing, Choice) and thing.requires_keyword:
            yield thing.requires_keyword


def everything(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Every record of the pack, however deep, with the words that say where it stands."""
    for table in fields(pack):
        whole = getattr(pack, table.name)
        if isinstance(whole, dict):
            for key, card in whole.items():
                yield from _inside(f"{table.name} {_title(key, card)}", "", card)
        else:
            yield from _inside(table.name, "", whole)


def _title(key: Any, card: Any) -> str:
    name = getattr(card, "name", None)
    return f"{key} ({name})" if isinstance(name, str) and name else str(key)


def _inside(card: str, place: str, thing: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(thing):
        yield f"{card}, field {place}" if place else card, thing
        for field in fields(thing):
            deeper = f"{place}.{field.name}" if place else field.name
            yield from _inside(card, deeper, getattr(thing, field.name))
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _inside(card, f"{place}.{key}", value)
    elif isinstance(thing, tuple):
        for index, value in enumerate(thing):
            yield from _inside(card, f"{place}.{index}", value)


# ----- one table at a time


def _crew(pack: Pack) -> Iterator[str]:
    captains = [board.name for board in pack.crew.values() if board.captain]
    if len(captains) != 1 and (pack.crew or not pack.about.private):  # an owner describes the boards at the table
        yield f"crew: exactly one must be the captain, here are {len(captains)} ({', '.join(captains) or 'none'})."
    for key, board in pack.crew.items():
        if board.health < 1:
            yield f"crew {_title(key, board)}, field health: expected 1 or more, got {board.health}."


def _cards(pack: Pack) -> Iterator[str]:
    for key, card in pack.ability_cards.items():
        if not 1 <= card.fate <= 6:
            yield f"ability_cards {_title(key, card)}, field fate: expected 1 to 6, got {card.fate}."
    for number, thing in pack.adventure_cards.items():
        where = f"adventure_cards {_title(number, thing)}, field"
        if thing.market and thing.coin_cost is None:
            yield f"{where} coin_cost: a market card needs a price."
        if thing.market and thing.start:
            yield f"{where} market: a starting card is never for sale."
        activated = [ability for ability in thing.abilities if ability.kind == "activated"]
        if thing.cost is None and activated:
            yield f"{where} cost: something is to be activated, but no command cost is given."
        if any(ability.cost != thing.cost for ability in activated):
            yield f"{where} abilities: an activated ability costs what the card costs, {thing.cost} command."
        if thing.type == "weapon" and thing.weapon is None:
            yield f"{where} weapon: a weapon card needs one."
        if thing.recipe and not activated:
            yield f"{where} abilities: cooking a recipe must do something."
    for resource in pack.board.start_resources:
        if resource in pack.board.supply and pack.board.start_resources[resource] > pack.board.supply[resource]:
            yield f"board, field start_resources: more {resource} than there are tokens."


def _enemies(pack: Pack) -> Iterator[str]:
    drawn = {number: enemy for number, enemy in pack.enemies.items() if not (enemy.unread and pack.about.private)}
    rows = Counter(enemy.rows for enemy in drawn.values())
    usual = rows.most_common(1)[0][0] if rows else 0
    for number, enemy in drawn.items():
        where = f"enemies {_title(number, enemy)}, field"
        if enemy.rows != usual:
            yield f"{where} rows: all enemies of a pack have the same rows, {usual}, not {enemy.rows}."
        yield from _squares(where, enemy)


def _squares(where: str, enemy: EnemyCard) -> Iterator[str]:
    if not any(square.heart or square.armor for square in enemy.squares):
        yield f"{where} squares: an enemy needs a heart or an armor square to be defeated."
    if len(enemy.at) != len(enemy.squares):
        yield f"{where} squares: two squares stand in the same row and column."
    for square in enemy.squares:
        if not (1 <= square.row <= enemy.rows and 1 <= square.col <= enemy.cols):
            yield f"{where} squares: row {square.row}, column {square.col} is off the card."
        if square.ability and square.ability.name == "custom" and not square.ability.effects:
            yield f"{where} squares: a custom ability must say its effects."


def _atlas(pack: Pack) -> Iterator[str]:
    if len(pack.regions) != sum(len(page.regions) for page in pack.atlas.values()):
        yield "atlas: a region stands on two pages."
    for number, page in pack.atlas.items():
        for name, region in page.regions.items():
            where = f"atlas {number} ({page.name}), field regions.{name}"
            for other in region.neighbours:
                if other not in page.regions:
                    yield f"{where}.neighbours: {other} is not a region of this page."
                elif name not in page.regions[other].neighbours:
                    yield f"{where}.neighbours: {other} does not know {name} as its neighbour."
            if page.chart and not region.mark:
                yield f"{where}.mark: a page with a chart needs the region's letter."
            if region.touches and not any(side in page.edges for side in region.touches) and not page.edges:
                yield f"{where}.touches: this page has no edges."
        for side, edge in page.edges.items():
            beyond = pack.atlas.get(edge.page)
            if beyond is None or not pack.open(edge):
                continue
            where = f"atlas {number} ({page.name}), field edges.{side}"
            if not any(OPPOSITE[side] in region.touches for region in beyond.regions.values()):
                yield f"{where}: no region of page {edge.page} touches its {OPPOSITE[side]} edge."
        yield from _chart(number, pack)


def _chart(number: int, pack: Pack) -> Iterator[str]:
    """A drawn page must show just the borders and edges that its regions name."""
    page = pack.atlas[number]
    if not page.chart:
        return
    where = f"atlas {number} ({page.name}), field chart"
    if len({len(row) for row in page.chart}) != 1:
        yield f"{where}: all rows must be equally long."
        return
    drawn, touched = chart_borders(page.chart)
    marks = {region.mark: name for name, region in page.regions.items()}
    for mark in sorted(set("".join(page.chart)) - {"#"} - marks.keys()):
        yield f"{where}: no region has the letter {mark}."
    for name, region in page.regions.items():
        if region.mark not in drawn:
            yield f"{where}: the region {name} ({region.mark}) is not drawn."
            continue
        seen = {marks[mark] for mark in drawn[region.mark] if mark in marks}
        if seen != set(region.neighbours):
            yield f"{where}: {name} is drawn beside {', '.join(sorted(seen))}, not {', '.join(region.neighbours)}."
        if touched[region.mark] != set(region.touches):
            yield f"{where}: {name} is drawn at {', '.join(sorted(touched[region.mark])) or 'no edge'}."


def chart_borders(chart: tuple[str, ...]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Which letters lie side by side on a chart, and which page sides each touches."""
    beside: dict[str, set[str]] = {}
    touched: dict[str, set[str]] = {}
    for row, line in enumerate(chart):
        for col, mark in enumerate(line):
            if mark == "#":
                continue
            here = beside.setdefault(mark, set())
            sides = touched.setdefault(mark, set())
            for down, right, side in ((-1, 0, "north"), (1, 0, "south"), (0, -1, "west"), (0, 1, "east")):
                y, x = row + down, col + right
                if not (0 <= y < len(chart) and 0 <= x < len(line)):
                    sides.add(side)
                elif chart[y][x] not in ("#", mark):
                    here.add(chart[y][x])
    return beside, touched


def _paragraphs(pack: Pack) -> Iterator[str]:
    for key, paragraph in pack.paragraphs.items():
        if not paragraph.boxes:
            yield f"paragraphs {key}, field boxes: there is nothing to read."
        for index, box in enumerate(paragraph.boxes):
            yield from _box(f"paragraphs {key}, field boxes.{index}", box, index == len(paragraph.boxes) - 1)


def _box(where: str, box: Box, last: bool) -> Iterator[str]:
    ways = [name for name in ("choices", "turn_to", "combat", "end", "end_campaign") if getattr(box, name)]
    if len(ways) > 1:
        yield f"{where}: only one way on is possible, here are {' and '.join(ways)}."
    leaves = any(isinstance(effect, LEAVING) for effect in box.effects)
    if last and not ways and not leaves:
        yield f"{where}: the last box needs choices, turn_to, combat, end or end_campaign."
    if last and box.combat and not box.combat.turn_to:
        yield f"{where}.combat.turn_to: missing."
    labels = [choice.label for choice in box.choices]
    if len(set(labels)) != len(labels):
        yield f"{where}.choices: two choices have the same letter."
    if box.choices and all(choice.requires_keyword or choice.requires for choice in box.choices):
        yield f"{where}.choices: at least one choice must always be possible."
    for choice in box.choices:
        if choice.challenge and choice.combat:
            yield f"{where}.choices {choice.label}: a challenge or a combat, not both."
        onward = choice.turn_to or (choice.combat and choice.combat.turn_to)
        leaves = any(isinstance(effect, LEAVING) for effect in choice.effects)
        if last and not onward and not leaves:
            yield f"{where}.choices {choice.label}, turn_to: missing."


# ----- what stands anywhere


def _effects(pack: Pack) -> Iterator[str]:
    """Verbs that say too little or too much."""
    for where, thing in everything(pack):
        if getattr(thing, "who", None) == "named" and not getattr(thing, "crew", None):
            yield f"{where}: crew: who is named?"
        if isinstance(thing, verbs.GainResource) and bool(thing.kind) == bool(thing.choice):
            yield f"{where}: expected a kind or a choice of kinds, and not both."
        elif isinstance(thing, verbs.ChangeStatus) and thing.status == "any" and thing.do == "gain_status":
            yield f"{where}: status: nobody can gain just any status."
        elif isinstance(thing, verbs.GainAdventure) and (thing.number == "choice") != bool(thing.choice):
            yield f"{where}: choice: expected the numbers to choose from."
        elif isinstance(thing, verbs.MoveShip) and (thing.to == "region") != bool(thing.region):
            yield f"{where}: region: expected one just when the ship moves to a region."
        elif isinstance(thing, requirements.Measure) and thing.at_least is None and thing.at_most is None:
            yield f"{where}: expected at_least or at_most."
        elif isinstance(thing, verbs.StayInPlay) and (thing.until == "condition") != bool(thing.condition):
            yield f"{where}: condition: expected one just when it stays until something is so."
        elif isinstance(thing, verbs.FateTable):
            yield from _bands(where, thing)


def _bands(where: str, table: verbs.FateTable) -> Iterator[str]:
    covered = [fate for band in table.bands for fate in range(band.low, band.high + 1)]
    if sorted(covered) != [1, 2, 3, 4, 5, 6]:
        yield f"{where}: bands: every fate from 1 to 6 must stand in just one band, here are {sorted(covered)}."


@dataclass(frozen=True)
class Missing:
    """Something is spoken of that is not in the pack."""

    where: str  # table, card and field
    what: str
    key: Any

    def __str__(self) -> str:
        return f"{self.where}: there is no {self.what} {self.key}."

    @property
    def plainly(self) -> str:
        """The same for people who never saw the pack's files."""
        table, _, card = self.where.partition(",")[0].partition(" ")
        if card and not card[0].isdigit() and card.endswith(")"):  # an id is for files, the name for people
            card = card.partition("(")[2].removesuffix(")")
        name = CALLED.get(table, table.replace("_", " "))
        who = f"{name} {card}" if card else f"the {name}"
        return f"{who[:1].upper()}{who[1:]} speaks of {self.what} {self.key}, which is not described yet."


def _references(pack: Pack) -> list[str]:
    """Everything spoken of must be there."""
    found = [str(missing) for missing in _missing(pack)]
    if pack.pages.get(pack.board.start_region) != pack.board.start_page:
        found.append(f"board, field start_region: it does not lie on page {pack.board.start_page}.")
    return found


def _missing(pack: Pack) -> list[Missing]:
    found: list[Missing] = []

    def known(where: str, what: str, key: Any, table: Any) -> None:
        if key not in table:
            found.append(Missing(where, what, key))

    known("board, field start_region", "region", pack.board.start_region, pack.regions)
    known("board, field start_page", "page", pack.board.start_page, pack.atlas)
    for key, level in pack.level_cards.items():
        known(f"level_cards {_title(key, level)}, field crew", "crew member", level.crew, pack.crew)
    for key, totem in pack.totems.items():
        known(f"totems {_title(key, totem)}, field achievement", "achievement", totem.achievement, pack.achievements)
    for field in fields(pack.special_paragraphs):
        paragraph = getattr(pack.special_paragraphs, field.name)
        if paragraph:
            known(f"special_paragraphs, field {field.name}", "paragraph", paragraph, pack.paragraphs)
    for field in fields(pack.special_combats):
        for number in getattr(pack.special_combats, field.name):
            known(f"special_combats, field {field.name}", "enemy", number, pack.enemies)
    for where, thing in everything(pack):
        _refers(pack, where, thing, known)
    return found


def _refers(pack: Pack, where: str, thing: Any, known: Callable[[str, str, Any, Any], None]) -> None:
    if isinstance(thing, Region):
        if thing.hazard:
            known(f"{where}.hazard", "hazard", thing.hazard, pack.hazards)
        for location in thing.locations:
            if location.red_circle:
                known(f"{where}.locations {location.label}", "paragraph", location.paragraph, pack.paragraphs)
    if isinstance(thing, (Box, Choice, StoryCombat, KeywordJump, Jump)) and thing.turn_to:
        known(f"{where}.turn_to", "paragraph", thing.turn_to, pack.paragraphs)
    if isinstance(thing, Choice) and thing.requires_keyword:
        known(f"{where}.requires_keyword", "keyword", thing.requires_keyword, pack.keywords)
    if isinstance(thing, (StoryCombat, verbs.Combat)):
        for number in thing.enemies:
            known(f"{where}.enemies", "enemy", number, pack.enemies)
    if isinstance(thing, (KeywordJump, requirements.HasKeyword, verbs.IfKeyword, verbs.RequireKeyword)):
        known(f"{where}.keyword", "keyword", thing.keyword, pack.keywords)
    if isinstance(thing, (verbs.TurnTo, verbs.EndCampaign)) and thing.paragraph:
        known(f"{where}.paragraph", "paragraph", thing.paragraph, pack.paragraphs)
    if isinstance(thing, (verbs.GainAdventure, verbs.LoseAdventure)):
        for number in (*thing.choice, *([thing.number] if isinstance(thing.number, int) else [])):
            known(f"{where}.number", "adventure card", number, pack.adventure_cards)
    if isinstance(thing, (requirements.HasAdventure, verbs.GainWeaponEquip)):
        known(f"{where}.number", "adventure card", thing.number, pack.adventure_cards)
    if isinstance(thing, verbs.ChangeQuest):
        known(f"{where}.number", "quest", thing.number, pack.quests)
    if isinstance(thing, (verbs.GainTotem, requirements.HasTotem)):
        known(f"{where}.totem", "totem", thing.totem, pack.totems)
    if isinstance(thing, verbs.MarkAchievement):
        known(f"{where}.achievement", "achievement", thing.achievement, pack.achievements)
    if isinstance(thing, verbs.GainLevel):
        known(f"{where}.card", "level card", thing.card, pack.level_cards)
    if isinstance(thing, verbs.MoveShip) and thing.region:
        known(f"{where}.region", "region", thing.region, pack.regions)
    if isinstance(getattr(thing, "crew", None), str):
        known(f"{where}.crew", "crew member", thing.crew, pack.crew)
