"""The journey log: saving and packing up, setting up a saved campaign, starting over."""

from __future__ import annotations

from ..ask import ChooseOne, Confirm, Option, PickSome
from ..plain import dump
from .asking import ask
from .failure import end
from .hands import card_label
from .laying_out import ability_decks, atlas, cards, held_by_the_box, lasting_events, loose_cards, stores, with_board
from .map_notes import note_words, place_words, world_map
from .players import SEATS, ask_name, hand_over, say_player_cards
from .set_up import choose_first_player, deal_crew, seat_order
from .state import UNKNOWN, Campaign, Player

# ----- saving


def save_line(state: Campaign) -> str:
    """The line on the journey log: where the ship is, how it fares, and what each player holds."""
    region = state.pack.regions.get(state.ship.region)
    where = f"page {state.page}, {region.name}" if region else f"page {state.page} (write down the region)"
    parts = [where, f"ship health {state.ship.health}", f"morale {state.ship.morale}"]
    for place, seat in enumerate(state.order):
        player = state.players[seat]
        hand = _hand_words(state, player)
        parts.append(f"player {place + 1} ({state.name(seat)}): {hand}, {player.command} command")
    return "; ".join(parts)


def _hand_words(state: Campaign, player: Player) -> str:
    if not player.hand:
        return "no cards"
    if UNKNOWN in player.hand:
        return f"{cards(len(player.hand))} (write them down)"
    return " + ".join(state.pack.ability_cards[card].name for card in player.hand)  # names may have commas


def packing_list(state: Campaign) -> list[tuple[str, tuple[str, ...]]]:
    """Step by step, which things go where."""
    tuck_box: tuple[str, ...] = ("The draw deck face down.", "The discard pile face up.")
    if state.box_holds("abilities"):
        tuck_box = ("Nothing: the box holds the ability deck and the hands.",)
    return [
        ("On the next line of the journey log write:", (save_line(state),)),
        ("Each crew board into an envelope of its own:", tuple(_envelope(state, crew) for crew in state.crew)),
        ("Into the campaign box:", _campaign_box(state)),
        ("Into the ability tuck box:", tuck_box),
        ("Put everything else away.", ("Atlas, storybook, decks not in play, tokens of the supply.",)),
    ]


def _envelope(state: Campaign, crew: str) -> str:
    return f"{state.called(crew)}: {with_board(state, crew, command=not state.toggle('paper_save'))}."


def _campaign_box(state: Campaign) -> tuple[str, ...]:
    loose = [n for n in state.owned if not any(n in board.weapons for board in state.crew.values())]
    fresh = ", ".join(state.card_name(n) for n in loose if not state.owned[n]) or "none"
    spent = ", ".join(state.card_name(n) for n in loose if state.owned[n])
    quests = ", ".join(state.pack.quests[n].name for n in state.quests) or "none"
    hands = "; ".join(f"{state.name(s)}: {cards(len(state.players[s].hand))}" for s in state.order)
    command = "; ".join(f"{state.name(s)}: {state.players[s].command}" for s in state.order)
    used = len(state.events.used)
    events = [f"The event deck as it lies: {cards(len(state.events.deck))}."]
    events += [f"The used events ({cards(used)}), apart from those not used yet."] if used else []
    return (
        f"Resources: {stores(state)}.",
        f"Adventure cards: {fresh}.",
        *([f"Adventure cards face down, because command lay on them: {spent}."] if spent else []),
        *([] if state.box_holds("abilities") else [f"Hands: {hands}."]),
        f"Command tokens: {command}.",
        f"Quest cards: {quests}.",
        *([] if state.box_holds("events") else events),
        *lasting_events(state),
    )


async def save_and_pack_up(state: Campaign) -> None:
    """Write the line, then put thing after thing where it belongs; the box keeps everything anyway."""
    line = save_line(state)
    state.progress.saves.append(line)
    state.say(f"Saved: {line}.")
    things = [thing for text, inside in packing_list(state) for thing in (text, *inside)]
    await ask(state, lambda: Confirm(state.active, "Pack up.", todo=things, waits=True), "closed")
    if state.toggle("paper_save"):
        forget_as_paper_does(state)
    state.phase = "packed"


def forget_as_paper_does(state: Campaign) -> None:
    """RULING SG-R92, house rule: boards come back without command, cards with just one token."""
    for board in state.crew.values():
        board.command = 0
    for number, tokens in state.owned.items():
        state.owned[number] = min(1, tokens)


# ----- setting up a saved campaign


async def resume(state: Campaign) -> None:
    """The saved campaign is laid out again, step by step."""
    last = state.active
    text = (
        "The campaign is saved and packed up: the box can be switched off. Continue the campaign another evening: "
        "set the table like this, then say done."
    )
    await ask(state, lambda: Confirm(last, text, todo=unpacking_list(state), waits=True), "closed")
    state.market.bottom.clear()
    state.searched.clear()
    for mixed in ("market", "search"):
        state.tops.pop(mixed, None)
    state.say("The market deck is shuffled and the search tokens are mixed again.")
    await who_plays(state)
    await deal_crew(state)
    say_player_cards(state)
    state.say("Hands and command go to player 1, 2, … as the log says.")
    state.phase = "turn_start"


async def who_plays(state: Campaign) -> None:
    """RULING SG-R93: hands and command follow the player number; who is first is free."""
    last = state.active
    known = ", ".join(state.name(seat) for seat in state.order)
    who = [Option("same", f"the same as last time: {known}"), Option("others", "others, fewer or more")]
    seats = list(state.order)
    if await ask(state, lambda: ChooseOne(last, "Who plays today?", who, default="same"), "closed") == "others":
        options = [Option(seat, state.names.get(seat) or f"somebody at the {seat} side") for seat in SEATS]
        text = f"Who plays today? {len(state.order)} played last time."
        seats = await ask(state, lambda: PickSome(last, text, options, at_least=1, deed="Sail with {}"), "closed")
    present = [seat for seat in SEATS if seat in seats]
    for seat in present:
        if seat not in state.names:
            await ask_name(state, seat)
    saved = [(seat, state.players[seat]) for seat in state.order]
    proposed = last if last in present else present[0]
    first = await choose_first_player(state, present, proposed, "Who is first player today?")
    order = seat_order(state, first, present)
    numbers = {seat: saved[place][1] if place < len(saved) else Player() for place, seat in enumerate(order)}
    state.order, state.active = order, first
    state.players = numbers
    for _, goer in saved[len(order) :]:
        # fewer people than hands: each missing number leaves as any player does
        if goer.command:
            goer.command -= 1
        await keep_one_card(state, goer)
        await hand_over(state, "", goer)


async def keep_one_card(state: Campaign, goer: Player) -> None:
    """Somebody who stays away discards all cards but one; the active player says which one stays."""
    if len(goer.hand) > 1:
        place = 0
        if UNKNOWN not in goer.hand:
            options = [Option(i, card_label(state, card)) for i, card in enumerate(goer.hand)]
            text = "A player stays away: which of their cards is kept?"
            place = int(await ask(state, lambda: ChooseOne(state.active, text, options), "closed"))
        kept = goer.hand.pop(place)
        state.discard += goer.hand
        goer.hand[:] = [kept]


def unpacking_list(state: Campaign) -> tuple[str, ...]:
    """Where everything goes when a saved campaign is set up."""
    quests = ", ".join(state.pack.quests[n].name for n in state.quests) or "none"
    by_hand = {
        "abilities": ability_decks(state),
        "market": "Shuffle the market deck.",
        "events": f"Event deck {state.events.number} of 3 on the ship board: {cards(len(state.events.deck))}.",
        "search": "Search tokens mixed, in a stack face down.",
    }
    return (
        *held_by_the_box(state),
        atlas(state),
        f"Ship health {state.ship.health}, morale {state.ship.morale}.",
        f"Resources on the ship board: {stores(state)}.",
        *(_envelope(state, crew) for crew in state.crew),
        f"{state.called(state.captain)}'s board in the centre, the others dealt evenly again.",
        *(line for holding, line in by_hand.items() if not state.box_holds(holding)),
        *lasting_events(state),
        f"Adventure cards face up: {loose_cards(state)}.",
        "Adventure deck face down, in order, not looked through.",
        "Enemy deck face down, in order, not looked through.",
        f"Quest deck face down, in order; current quests: {quests}.",
        "Other tokens and the storybook near the board.",
        "Decide who is first, hand out captain token and player cards; hands and command by player number: "
        + "; ".join(f"player {place + 1}: {_held(state, seat)}" for place, seat in enumerate(state.order))
        + ".",
    )


def _held(state: Campaign, seat: str) -> str:
    """What a player number takes up again."""
    player = state.players[seat]
    hand = "" if state.box_holds("abilities") else f"{cards(len(player.hand))} and "
    return f"{hand}{player.command} command"


# ----- starting over


def reset_list(state: Campaign) -> tuple[str, ...]:
    """What hands put back for a new campaign."""
    return (
        "All adventure cards back into the adventure deck, in numerical order, 1 first when face down.",
        "All quest cards, those of the used quest box too, back into the quest deck in numerical order.",
        "All level cards back to the supply.",
        "All tokens back to the supply.",
    )


async def give_up(state: Campaign, seat: str = "") -> None:
    """The group resets the campaign, which it may do at any time."""
    seat = seat or state.active
    options = [Option("no", "no, go on"), Option("yes", "yes, start over")]
    text = "Reset the campaign? Only what was learned and the achievement sheet stay."
    if await ask(state, lambda: ChooseOne(seat, text, options, default="no"), "closed") == "yes":
        await ask(state, lambda: Confirm(seat, "Put everything back.", todo=reset_list(state), waits=True), "closed")
        await end(state, "reset", won=False)


def log_sheet(state: Campaign) -> dict[str, object]:
    """The journey log as it would be printed."""
    progress = state.progress
    return {
        "players": [state.name(seat) for seat in state.order],
        "mode": state.mode,
        "xp": progress.xp,
        "feared": progress.feared,
        "revered": progress.revered,
        "totems": [t.name if (t := state.pack.totems.get(key)) else key for key in progress.totems],
        "decks_done": list(state.events.done),
        "quests": [[state.pack.quests[n].name, ", ".join(state.pack.quests[n].keywords)] for n in state.quests],
        "notes": [*progress.notes, *(note_words(state, note) for note in progress.map_notes)],
        "saves": list(progress.saves),
        "map": world_map(state),
        "map_notes": [{**dump(note), "place": place_words(state, note)} for note in progress.map_notes],
    }
