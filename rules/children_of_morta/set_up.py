"""Setting up a run (CM-13 to CM-38, CM-330 to CM-340, CM-348 to CM-350)."""

from __future__ import annotations

from collections import Counter, defaultdict

from rules.setting_up import SetUpStep

from ..ask import ChooseOne, Confirm, Option, PickSome, ReadStory
from . import effects
from .boards import set_up_table
from .chances import draw, titles
from .dungeons import Chapter, Trial
from .exploring import dungeon
from .put_back import in_the_bag
from .rows import pile_of
from .state import Campaign, Hero, Link, Pile, Record, Run, Table
from .wording import so_many


def new_campaign(state: Table) -> None:
    """An empty bag, everything in the box, every hero new; only the achievement table stays as it is (CM-346)."""
    pack = state.pack
    state.campaign = Campaign(
        unlocked=[hero for hero, board in pack.heroes.items() if board.starts_unlocked],
        box=dict.fromkeys(pack.skill_colours, pack.constants.basic_sets),
        stock=[f"{colour}/{kind}" for kind in pack.advanced for colour in pack.skill_colours],
        corruption=pack.constants.corruption_total,
        records={hero: Record() for hero in pack.heroes},
        achievements=list(state.campaign.achievements),
        table_checked=state.campaign.table_checked,
    )


def fill_bag(state: Table) -> None:
    """A set of five basic tokens for each player, for two if there is one; more or less as players come and go.

    The bag is filled once and then lives through the campaign (CM-R8); only a change of the number of players adds or
    takes out sets, as far as the tokens are there (CM-R84).
    """
    campaign = state.campaign
    had, wanted = campaign.sets, max(2, len(state.seats))
    while campaign.sets < wanted:
        for colour in state.pack.skill_colours:
            _move(colour, campaign.box, campaign.bag)
        campaign.sets += 1
    while campaign.sets > wanted:
        for colour in state.pack.skill_colours:
            _move(colour, campaign.bag, campaign.box)
        campaign.sets -= 1
    sets = f"{so_many(abs(wanted - had), 'set')} of basic tokens"
    if had != wanted:
        state.say(f"{sets} into the bag." if had < wanted else f"{sets} out of the bag.")


def _move(token: str, source: dict[str, int], to: dict[str, int]) -> None:
    if source.get(token):
        source[token] -= 1
        if not source[token]:
            del source[token]
        to[token] = to.get(token, 0) + 1


async def set_up(state: Table) -> None:
    """The table for one run, step by step."""
    campaign = state.campaign
    had = campaign.sets
    fill_bag(state)
    if state.toggle("absent_fatigue_removed"):
        _take_out_absent_fatigue(state)
    state.run = Run()
    for record in campaign.records.values():
        record.levelled = []
    for seat in state.seats:
        state.run.heroes[seat] = take_board(state, seat, state.heroes[seat])
    campaign.last_heroes = dict(state.heroes)
    lay_out_decks(state)
    # A table put back later hears what is in it by then (CM-13, CM-334); another evening it is still filled (CM-R8).
    filled = state.mode == "story" and had
    bag = SetUpStep(
        f"{'In the bag by now' if filled else 'Put into the bag'}: {in_the_bag(state)}.", apart=bool(filled)
    )
    if state.is_own:
        asked = not state.solo and not _rule_for_leader(state)
        await set_up_table(state, dungeon(state), [*checklist(state), bag], ask_leader=asked)
    else:
        await Confirm(state.seats[0], "Set up the table.", todo=[*checklist(state), bag], waits=True)
    await _lay_support_cards(state)
    if state.mode == "trial":
        await _begin_trial(state)
    else:
        await _begin_chapter(state)
    state.phase = "encounter"


def _rule_for_leader(state: Table) -> str:
    """Whom a chapter that is written down lets lead first."""
    return "" if state.mode == "trial" else state.pack.chapters[state.campaign.chapter].starting_leader


def _take_out_absent_fatigue(state: Table) -> None:
    """A house rule: fatigue of heroes who stay at home leaves the bag with them (CM-R32)."""
    for hero in state.pack.heroes:
        if hero not in state.heroes.values() and state.campaign.bag.pop(f"fatigue/{hero}", 0):
            state.say(f"The fatigue of {state.pack.heroes[hero].name} is taken out of the bag.")


def take_board(state: Table, seat: str, hero: str) -> Hero:
    """Board, three markers, the fatigue that is not in the bag, and from Chapter II on the talents."""
    pack, board = state.pack, state.pack.heroes[hero]
    in_bag = state.campaign.bag.get(f"fatigue/{hero}", 0)
    talents = {} if state.first_chapter or state.is_own else dict.fromkeys(pack.talents_of(hero), 1)
    return Hero(
        seat=seat,
        id=hero,
        health=board.health_max,
        focus=board.focus_max if state.mode == "trial" else 0,
        face_up=pack.constants.fatigue_per_hero - in_bag,
        talent_pile=pile_of(talents),
    )


def lay_out_decks(state: Table) -> None:
    """Everything that is shuffled for a run (CM-R12); drawn chapter and event cards stay out (CM-R4)."""
    pack, run, campaign = state.pack, state.run, state.campaign
    if state.is_own:
        _lay_out_real_decks(state)
        return
    run.items = pile_of({card: each.copies for card, each in pack.items.items()})
    run.loot = pile_of({tile: each.copies for tile, each in pack.loot.items()})
    run.ferocious = pile_of({tile: each.copies for tile, each in pack.ferocious.items()})
    if not state.solo and not state.first_chapter:
        run.supports = pile_of({card: each.copies for card, each in pack.supports.items()})
    if state.mode == "trial":
        assert pack.trial is not None
        decks, run.map = pack.trial.enemy_decks, pack.trial.map
    else:
        chapter = pack.chapters[campaign.chapter]
        decks, run.map = chapter.enemy_decks, chapter.map
        back_again = state.toggle("chapter_cards_return_on_replay") and campaign.last_lost
        if back_again:
            done = campaign.chapter_cards_done
            campaign.chapter_cards_done = [card for card in done if card not in chapter.chapter_deck]
            campaign.chapter_cards_out = [
                card for card in campaign.chapter_cards_out if card not in chapter.chapter_deck
            ]
        deck = [card for card in chapter.chapter_deck if card not in campaign.chapter_cards_out]
        run.chapter = Pile(below=deck) if chapter.order == "fixed" else pile_of(dict.fromkeys(deck, 1))
        if not state.first_chapter:
            run.events = pile_of({card: 1 for card in pack.house_cards if card not in campaign.events_out})
    for deck_name in decks:
        cards = pack.enemy_decks[deck_name].cards
        run.enemies[deck_name] = pile_of({card: each.copies for card, each in cards.items()})
    map_ = pack.maps[run.map]
    run.marker = map_.start
    run.tiles = {place: list(location.tiles) for place, location in map_.locations.items() if location.tiles}
    for back in dict.fromkeys(back for tiles in run.tiles.values() for back in tiles):
        run.stacks[back] = dict(pile_of({tile: pack.stack(back).count(tile) for tile in pack.stack(back)}).left)


def _lay_out_real_decks(state: Table) -> None:
    """What an owner's decks and stacks hold only the table knows; the map may be written down."""
    pack, run = state.pack, state.run
    source: Chapter | Trial = pack.chapters[state.campaign.chapter]
    if state.mode == "trial":
        assert pack.trial is not None
        source = pack.trial
    run.map = source.map
    run.enemies = {deck: Pile() for deck in source.enemy_decks}
    map_ = pack.maps[run.map]
    run.marker = map_.start
    run.tiles = {place: list(location.tiles) for place, location in map_.locations.items() if location.tiles}


def checklist(state: Table) -> list[str]:
    """What hands do on the table, with Chapter I's omissions (CM-28 to CM-34, CM-331 to CM-336)."""
    pack, run = state.pack, state.run
    trial = state.mode == "trial"
    side, place = ("Family Trial", "bazaar") if trial else ("Story Mode", "house")
    unfolded = "shop" if trial else "house"
    book = SetUpStep(
        f"Lay the Adventure Book in the middle, {side} side up, and unfold the {unfolded}.",
        name="book",
        picture="board",
    )
    steps: list[str] = [book]
    steps.append(f"Sort the advanced tokens by type onto the {place}.")
    steps.append(f"Shuffle the item cards and lay them {'on the shop' if trial else 'beside the board'}.")
    if state.is_own:
        where = "Family Trial" if trial else f"Chapter {state.campaign.chapter}"
        steps.append(f"Read {where} in the Adventure Book aloud, and lay out its tiles, enemies and cards.")
    if run.events.size or (state.is_own and not trial and not state.first_chapter):
        steps.append("Shuffle the event cards and lay them on the house.")
    if run.chapter.size:
        order = "in their order" if run.chapter.below else "shuffled"
        steps.append(f"Lay the {so_many(run.chapter.size, 'card')} of this chapter face down, {order}.")
    steps.append("Put the bag, tokens and dice within reach, and spare tokens back in the box.")
    for seat in state.seats:
        hero, board = state.hero(seat), state.board(seat)
        markers = f"health {hero.health}, {board.defence} {hero.defence}, focus {hero.focus}"
        if "tracks" in board.unread:
            focus = "focus full" if trial else "focus 0"
            markers = f"health full, {board.defence} 0, {focus}"
        steps.append(
            f"{state.name(seat)}: take {board.name}'s board, 3 markers ({markers}), {hero.face_up} fatigue face up, "
            f"and set the XP dial to {state.record(seat).xp}."
        )
        raised = [
            board.actions[slot].levels[level - 1].name for slot, level in state.record(seat).levels.items() if level > 1
        ]
        if raised:
            steps.append(f"{state.name(seat)}: lay your level cards on the board: {', '.join(raised)}.")
        if hero.talent_pile.size or (state.is_own and not state.first_chapter):
            talents = "talent cards" if state.is_own else so_many(hero.talent_pile.size, "talent card")
            steps.append(f"{state.name(seat)}: lay {talents} face down by the board.")
    decks = ", ".join(pack.enemy_decks[deck].name for deck in run.enemies)
    return [*steps, *_tiles(state), f"Shuffle the enemy decks{f': {decks}' if decks else ''}."]


def _tiles(state: Table) -> list[str]:
    """Which tiles lie face down on which locations of the map (CM-38, CM-339); those laid alike are told together."""
    map_, alike = state.pack.maps[state.run.map], defaultdict[str, list[str]](list)
    for place, backs in state.run.tiles.items():
        if backs:
            words = " and ".join(so_many(n, f"{back} tile") for back, n in Counter(backs).items())
            alike[words].append(map_.locations[place].name)
    each = {True: " each", False: ""}
    return [
        SetUpStep(
            f"On the map {map_.title}, lay {words} face down{each[len(places) > 1]} on {', '.join(places)}.",
            after=("book",),
        )
        for words, places in alike.items()
    ]


def pairs(state: Table) -> list[list[str]]:
    """Every two neighbours once (CM-R13); nobody when playing solo (CM-349)."""
    if state.solo:
        return []
    found = [[seat, state.left(seat) or seat] for seat in state.seats]
    return found[:1] if len(state.seats) == 2 else found


def pair_of(one: str, other: str) -> str:
    """The name of two heroes' line in the bond table."""
    return "|".join(sorted((one, other)))


async def _lay_support_cards(state: Table) -> None:
    """From Chapter II on a support card between neighbours, or their bond card if they are bonded (CM-217)."""
    if state.first_chapter:
        return
    for pair in pairs(state):
        one, other = (state.hero(seat).id for seat in pair)
        bond = state.pack.bond_of(one, other)
        if state.mode == "story" and pair_of(one, other) in state.campaign.bonded and bond:
            state.run.links.append(Link(seats=pair, card=bond, kind="bond"))
            state.say(f"{state.pack.bonds[bond].name} lies between {state.name(pair[0])} and {state.name(pair[1])}.")
            continue
        names, between = titles(state.pack.supports), f"{state.name(pair[0])} and {state.name(pair[1])}"
        text = f"Draw a support card and lay it between {between}."
        pile = state.run.supports
        card = await draw(state, pair[0], text, pile, "support deck", sort="support", names=names, renew=False)
        if card is not None:
            state.run.links.append(Link(seats=pair, card=card, kind="support"))
            name = state.pack.supports[card].name
            state.say(f"{name} lies between {state.name(pair[0])} and {state.name(pair[1])}.")


async def _begin_chapter(state: Table) -> None:
    """Lore first, then the chapter's own set-up (CM-36 to CM-38)."""
    campaign = state.campaign
    chapter = state.pack.chapters[campaign.chapter]
    if chapter.lore or not state.is_own:  # an owner has read it aloud from the book
        await ReadStory(state.seats[0], f"Chapter {campaign.chapter}: {chapter.title}", chapter.title, chapter.lore)
    await _first_leader(state, chapter.starting_leader)
    cause = effects.Cause(state.speaker(), name=chapter.title, group=True)
    await effects.carry_out(state, chapter.setup_effects, cause)


async def _begin_trial(state: Table) -> None:
    """The shop, and bonuses of achievements from earlier trials (CM-333, CM-346)."""
    trial = state.pack.trial
    assert trial is not None
    if trial.text or not state.is_own:
        await ReadStory(state.seats[0], trial.title, trial.title, trial.text)
    await _first_leader(state, "")
    for _ in range(trial.bazaar.item_spaces):
        items, text = state.pack.items, "Lay an item on the shop."
        card = await draw(state, state.seats[0], text, state.run.items, "item deck", sort="item", names=titles(items))
        if card is not None:
            state.run.shop.append(card)
    cause = effects.Cause(state.speaker(), name=trial.title, group=True)
    await effects.carry_out(state, trial.setup_effects, cause)
    await _check_achievement_table(state)
    for name, achievement in trial.achievements.items():
        if name in state.campaign.achievements:
            state.say(f"Achievement: {achievement.text}")
            await effects.carry_out(state, achievement.bonus, cause)


async def _check_achievement_table(state: Table) -> None:
    """The table outlives every game: before the first trial of this one players say what is ticked in it (CM-346)."""
    trial, campaign = state.pack.trial, state.campaign
    assert trial is not None
    options = [
        Option(name, each.text) for name, each in trial.achievements.items() if name not in campaign.achievements
    ]
    if options and not campaign.table_checked:
        text = "Which achievements are ticked from earlier Family Trials?"
        campaign.achievements += await PickSome(state.seats[0], text, options, deed="Tick {}")
    campaign.table_checked = True


async def _first_leader(state: Table, rule: str) -> None:
    """As the chapter says, else the players choose (CM-R14); solo, the only player leads (CM-350)."""
    seats = [seat for seat in state.seats if state.hero(seat).id == rule]
    if state.run.leader:  # an owner has said so
        leader = state.run.leader
    elif state.solo or rule == "first_seat":
        leader = state.seats[0]
    elif seats:
        leader = seats[0]
    else:
        options = [Option(seat, state.hero_name(seat), hint=state.name(seat)) for seat in state.seats]
        leader = await ChooseOne(state.seats[0], "Who leads first?", options)
    state.run.leader = leader
    state.say(f"{state.hero_name(leader)} leads.")
