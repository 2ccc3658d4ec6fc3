"""The Encounter phase (CM-53 to CM-81): move the family marker, turn up tiles, meet what they show."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Option, Refusal
from ..chance import DrawCards
from . import bosses, cards, deeds, effects, exploring
from .chances import draw
from .components import EncounterTile
from .exploring import shows
from .outcome import call_done, judge, lose
from .rows import deal, meet
from .state import Table
from .tales import chapter_card
from .telling import next_enemies
from .tracks import take
from .wording import goods, sentence, so_many


async def encounter_phase(state: Table) -> None:
    """One movement and everything it brings; an empty chapter deck brings another movement (CM-R22)."""
    run = state.run
    if not run.move_on:
        for seat in state.in_order():
            await cards.offer(state, seat, "encounter")
    run.move_on = await _move_and_reveal(state)
    if run.move_on:
        state.say("There is no chapter card left: move on.")
    if state.pack.maps[run.map].locations[run.marker].bazaar and run.here_first:
        state.phase = "bazaar"
    else:
        go_on(state)


def go_on(state: Table) -> None:
    """Combat follows, in a boss fight after a boss card; or another movement."""
    if state.run.move_on:
        state.phase = "encounter"
    else:
        state.phase = "boss_card" if state.run.boss else "draw"


def reachable(state: Table) -> list[str]:
    """Unexplored locations at the end of a chain of explored ones (CM-54 to CM-56)."""
    run, map_ = state.run, state.pack.maps[state.run.map]
    if run.tiles.get(run.marker):
        return [run.marker]  # the run begins at a first space with tiles of its own (CM-340)
    seen, ends = [run.marker], []
    for place in seen:
        for near in map_.next_to(place):
            if run.tiles.get(near):
                ends.append(near)
            elif near not in seen:
                seen.append(near)
    return [place for place in map_.locations if place in ends]


async def _move_and_reveal(state: Table) -> bool:
    """One movement; True if a chapter tile found the chapter deck empty."""
    run, locations = state.run, state.pack.maps[state.run.map].locations
    run.here_first = False
    if exploring.is_unwritten(state):
        return await _explore(state)
    if not reachable(state):
        state.say("No unexplored location can be reached: the family stays where it is.")
        await _nothing_left(state)
        return False
    place: str = await Anew(lambda: _where_to(state))
    run.marker, run.here_first = place, True
    state.say(f"The family goes to {locations[place].name}.")
    return await _reveal(state, place, await _turn_up(state, place))


async def _explore(state: Table) -> bool:
    """One movement on a map that only the owner's book knows."""
    found = await exploring.explore(state)
    if found.then == "goal":
        call_done(state)
    if found.then:
        state.say("The family stays where it is.")
        await _nothing_left(state)
        return False
    state.run.marker, state.run.here_first = found.place, True
    state.say(f"The family goes to {state.pack.places[found.place].name}.")
    return await _reveal(state, found.place, found.tiles)


async def _reveal(state: Table, place: str, tiles: list[tuple[str, EncounterTile]]) -> bool:
    """Everything that lies at a location; True if a chapter tile found the chapter deck empty."""
    run = state.run
    fights = [(name, tile) for name, tile in tiles if tile.kind == "encounter"]
    chapters = [name for name, tile in tiles if tile.kind == "chapter"]
    await _fight(state, fights)
    run.tiles_out += [name for name, _ in tiles]
    again = False
    for _ in chapters:
        again = not await chapter_card(state, effects.Cause(state.speaker(), encounter=True)) or again
    if place not in run.explored:
        run.explored.append(place)
    judge(state)
    await _arrive(state, place)
    return again


async def _nothing_left(state: Table) -> None:
    """Nowhere to go, nobody to fight, and still no objective met: the players may give the run up."""
    # RULING: the rulebook has no word for a run that would never end; giving it up counts as lost.
    if state.run.boss or any(state.all_enemies()):
        return
    options = (Option("stay", "Stay a while"), Option("give up", "Give the run up", ends="The run counts as lost."))
    if await ChooseOne(state.speaker(), "Nothing is left to explore and nobody to fight.", options) == "give up":
        lose(state, "given up", "Nothing is left to do here.")


def _where_to(state: Table) -> ChooseOne:
    """The group decides; the leader enters it (CM-57)."""
    run, locations = state.run, state.pack.maps[state.run.map].locations
    open_ones = reachable(state)
    options = []
    for place, location in locations.items():
        if not run.tiles.get(place):
            continue
        barred = None
        if place not in open_ones:
            barred = Refusal("CM-56", f"The way to {location.name} leads through a location that still has tiles.")
        tiles = so_many(len(run.tiles[place]), "tile")
        options.append(Option(place, location.name, barred, slot=f"map.{place}", hint=tiles))
    leader = state.hero_name(run.leader) if run.leader else "nobody"
    return ChooseOne(state.speaker(), f"Where to? Decide together; {leader} takes the higher tile.", options)


async def _turn_up(state: Table, place: str) -> list[tuple[str, EncounterTile]]:
    """Flip every tile of the location (CM-59)."""
    run = state.run
    found: list[tuple[str, EncounterTile]] = []
    backs, run.tiles[place] = run.tiles[place], []
    if state.is_own:
        return await exploring.turn_up(state, place)
    for back in dict.fromkeys(backs):  # those of one kind together
        left = run.stacks.get(back, {})
        count = min(backs.count(back), sum(left.values()))
        if not count:
            continue
        ours = state.setup.box_holds("tiles")
        names = {name: shows(state, state.pack.encounter_tiles[name]) for name in left}
        drawn = await DrawCards(
            state.speaker(),
            "Turn up the tile." if count == 1 else f"Turn up the {count} tiles.",
            f"{back} tiles",
            left,
            count=count,
            names=names,
            at_once=ours,
            from_table=not ours,
        )
        for tile in drawn:
            left[tile] -= 1
            if not left[tile]:
                del left[tile]
            found.append((tile, state.pack.encounter_tiles[tile]))
    return found


async def _fight(state: Table, fights: list[tuple[str, EncounterTile]]) -> None:
    """The leader takes the tile with the higher number, everybody else uses the other one (CM-61 to CM-63)."""
    if not fights:
        return
    if all(tile.number for _, tile in fights):  # where nobody told a number, people said which is higher
        fights = sorted(fights, key=lambda each: -each[1].number)
    high, low = fights[:2] if len(fights) > 1 else (fights[0], None)
    if low and high[1].number and high[1].number == low[1].number and high[0] != low[0]:
        high, low = await _tie(state, high, low)
    leader = state.run.leader
    seats = {seat: high if seat == leader else low for seat in state.in_order()}
    # the leader's tile first, then clockwise (CM-R23)
    tiles = {seat: tile[1] for seat, tile in seats.items() if tile is not None}
    dealt = await _deal(state, tiles)
    for seat, tile in tiles.items():
        state.say(f"{state.hero_name(seat)} takes the tile with number {tile.number}.")
        await _icons(state, seat, tile, dealt)


async def _deal(state: Table, tiles: dict[str, EncounterTile]) -> dict[str, list[str]]:
    """The enemy cards of all heroes, each deck in one go, in the order of the heroes, as far as there is room."""
    whose: dict[str, list[str]] = {}
    for seat, tile in tiles.items():
        coming = [icon.enemy for icon in tile.icons if icon.enemy]
        for deck in coming[: len(state.hero(seat).empty())]:
            whose.setdefault(deck, []).append(seat)
        if len(coming) > len(state.hero(seat).empty()):
            break  # there the run is lost (CM-80)
    if state.is_own:
        return await _deal_real(state, whose)
    return {deck: await deal(state, deck, seats) for deck, seats in whose.items()}


async def _deal_real(state: Table, whose: dict[str, list[str]]) -> dict[str, list[str]]:
    """What an owner's decks hold only the table knows: every card that comes, on one sheet, hero by hero."""
    order = state.in_order()
    coming = sorted(((deck, seat) for deck, seats in whose.items() for seat in seats), key=lambda e: order.index(e[1]))
    if not coming:
        return {}
    shares = [f"{sum(each == seat for _, each in coming)} for {state.hero_name(seat)}" for seat in order]
    text = f"Draw {so_many(len(coming), 'enemy card')}: {', '.join(shares)}. Who comes?"
    cards = await next_enemies(state, state.speaker(), text, coming)
    dealt: dict[str, list[str]] = {deck: [] for deck in whose}
    for (deck, _), card in zip(coming, cards, strict=True):
        dealt[deck].append(card)
    return dealt


async def _tie(
    state: Table, one: tuple[str, EncounterTile], other: tuple[str, EncounterTile]
) -> tuple[tuple[str, EncounterTile], tuple[str, EncounterTile]]:
    """Both tiles show the same number: the leader takes either, or chance does (CM-R21)."""
    seat = state.speaker()
    if state.toggle("encounter_tie") == "random":
        names = {name: shows(state, tile) for name, tile in (one, other)}
        text = "Both tiles show the same number: draw the leader's."
        drawn = await DrawCards(seat, text, "two tiles", [one[0], other[0]], names=names)
        chosen = drawn[0]
    else:
        options = [Option(name, shows(state, tile)) for name, tile in (one, other)]
        chosen = await ChooseOne(seat, f"Both tiles show {one[1].number}. Which one is the leader's?", options)
    return (one, other) if chosen == one[0] else (other, one)


async def _icons(state: Table, seat: str, tile: EncounterTile, dealt: dict[str, list[str]]) -> None:
    """The tile counts in full for this player, icon by icon (CM-63, CM-69 to CM-75).

    :param dealt: enemy cards that were drawn for it and for those who follow, by deck.
    """
    for icon in tile.icons:
        if icon.enemy:
            await meet(state, seat, icon.enemy, red=icon.red, encounter=True, drawn=dealt.get(icon.enemy))
        elif icon.resource == "item":
            await deeds.take_item(state, seat)
        elif icon.resource:
            take(state, state.hero(seat), icon.resource, 1)


async def _arrive(state: Table, place: str) -> None:
    """What the board itself shows: a chest, a spot for talents, a boss; the bazaar comes right after (CM-R20)."""
    location = state.pack.maps[state.run.map].locations[place]
    if location.chest:
        await _open_chest(state)
    if location.chest or location.talent_spot:
        await _offer_talents(state)
    if location.boss:
        await bosses.appear(state, location.boss)
    elif place in state.pack.places and state.pack.places[place].boss:
        await bosses.appear_for_real(state)


async def _open_chest(state: Table) -> None:
    """A random loot tile; what it shows goes to any one hero, then it is set aside for the run (CM-R5)."""
    run = state.run
    seat, gives = state.speaker(), {name: sentence(loot.gives, state.pack) for name, loot in state.pack.loot.items()}
    tile = await draw(
        state, seat, "Draw a loot tile.", run.loot, "loot tiles", sort="loot", names=gives, holding="tiles", renew=False
    )
    if tile is None:
        state.say("The chest is empty: no loot tile is left.")
        return
    run.loot.discard.append(tile)
    seat, words = state.seats[0], sentence(state.pack.loot[tile].gives, state.pack)
    if not state.solo and words:
        options = effects.heroes(state, state.in_order())
        seat = await ChooseOne(state.speaker(), f"A chest: {words}. Who gets it?", options)
    await effects.carry_out(state, state.pack.loot[tile].gives, effects.Cause(seat, name="The chest"))


async def _offer_talents(state: Table) -> None:
    """Every hero may pay a gemstone for a talent, once, not in Chapter I (CM-68, CM-R28)."""
    if state.first_chapter:
        return
    for seat in state.in_order():
        hero = state.hero(seat)
        if hero.gemstone and (hero.talent_pile.size or state.is_own):
            offer = "draw your top two talent cards and keep one for the rest of the run"
            options = (
                Option("no", "No", hint=f"keep {goods(hero.gemstone, 'gemstone')}"),
                Option("yes", "Pay 1 gemstone for a talent", hint=offer),
            )
            if await ChooseOne(seat, f"{state.hero_name(seat)}: a talent?", options) == "yes":
                hero.gemstone -= 1
                await deeds.take_talent(state, seat)
