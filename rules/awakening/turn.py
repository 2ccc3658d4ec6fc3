"""The turn: activate, travel and act in any order, with free actions between (AW-49, AW-50, AW-R14, AW-R15)."""

from __future__ import annotations

from rules.ask import Anew, ChooseOne, Option, Refusal
from rules.game import Checkpoint

from . import (
    activation,
    attributes,
    cards,
    control,
    end,
    events,
    honor,
    jam,
    mastery,
    passives,
    relics,
    set_up,
    tiles,
    travel,
)
from .state import Awakening, Grant, Turn
from .words import ATTRIBUTES, HEROIC, WHEEL


async def play(state: Awakening) -> None:
    """From wherever the game stands to its end; between any two actions it can be picked up from the state."""
    while state.phase == "set-up":
        await Checkpoint()
        await set_up.STEPS[state.step](state)
        state.step += 1
    while state.phase == "play":
        await Checkpoint()
        if state.turn is None:
            await begin_turn(state)
        else:
            await next_action(state)
    await end.score(state)


async def begin_turn(state: Awakening) -> None:
    """Clockwise from the first player; what was protected until now is so no longer (AW-199)."""
    seat = state.upcoming
    state.turn = Turn(seat=seat)
    player = state.players[seat]
    player.turns += 1
    player.shields = {what: until for what, until in player.shields.items() if until == "always"}
    if seat == state.first:
        state.say(f"Round {state.round}{', the last one' if is_last_round(state) else ''}.")
        await events.happened(state, "round_start", seat)
    state.say(f"{state.name(seat)}'s turn.")
    jam.tell(state)
    await events.happened(state, "turn_start", seat)
    honor.check_triggers(state)


def is_last_round(state: Awakening) -> bool:
    return bool(state.end_met) and state.round == state.end_met + 1


async def next_action(state: Awakening) -> None:
    """The active player does one thing more, or ends the turn."""
    seat = state.active_seat

    def question() -> ChooseOne:
        state.between = True
        return ChooseOne(seat, _prompt(state), menu(state))

    choice = await Anew(question)
    state.between = False
    await do(state, seat, choice)
    honor.check_triggers(state)


def _prompt(state: Awakening) -> str:
    turn = state.now
    left = [
        word
        for word, done in (("activate", turn.activated), ("travel", turn.travelled), ("act", turn.acted))
        if not done
    ]
    # What a card grants beyond the three steps is easily forgotten.
    more = dict.fromkeys(grant.what for grant in turn.grants)
    left += [f"{word} once more" for word in more if word not in left]
    order = " – in any order" if len(left) > 1 else ""
    steps = f"{', '.join(left)}{order}; or end the turn." if left else "all three steps are done. End the turn?"
    last = "Last turn. " if is_last_round(state) else ""
    stuck = jam.warning(state, turn.seat)
    return f"{last}{state.name(turn.seat)}: {steps}{' ' * bool(stuck)}{stuck}"


# What can be done


def menu(state: Awakening) -> list[Option]:
    """Everything the active player might want to do, barred with the reason where it cannot be done."""
    seat = state.active_seat
    return [
        *_activations(state, seat),
        *_travels(state, seat),
        *_acts(state, seat),
        *_controls(state, seat),
        *_conversions(state, seat),
        *_proficiency(state, seat),
        *_relics(state, seat),
        Option("abandon", "Abandon a card", cards.cannot_abandon(state, seat), hint="Its honor is lost."),
        Option("end", "End the turn"),
    ]


def _activations(state: Awakening, seat: str) -> list[Option]:
    player = state.players[seat]
    found = [
        Option(
            "activate self",
            f"Activate yourself, {state.title(player.wretch)}",
            activation.cannot_activate(state, seat, "self"),
            slot=f"{seat} self",
            hint=f"Free. Gain {activation.yields(state, seat, 'self')}.",
        )
    ]
    for held in player.companions:
        cost = activation.blocks_needed(state, seat, held.card)
        found.append(
            Option(
                f"activate {held.card}",
                f"Activate {state.title(held.card)}",
                activation.cannot_activate(state, seat, held.card),
                slot=f"{seat} {held.card}",
                hint=f"{cost} influence. Gain {activation.yields(state, seat, held.card)}.",
            )
        )
    for card in dict.fromkeys(state.now.abilities):
        name = state.title(player.wretch if card == "self" else card)
        text = state.pack.card(player.wretch if card == "self" else card).text
        barred = activation.cannot_use_ability(state, seat, card)
        found.append(Option(f"ability {card}", f"Use {name}'s ability", barred, slot=f"{seat} {card}", hint=text))
    return found


def _travel_grant(state: Awakening) -> Grant | None:
    return next((grant for grant in state.now.grants if grant.what == "travel"), None)


def travel_speed(state: Awakening, seat: str) -> int:
    """How far the next travel may go."""
    grant = _travel_grant(state) if state.now.travelled else None
    return grant.amount if grant else passives.speed(state, seat)


def _travels(state: Awakening, seat: str) -> list[Option]:
    speed = travel_speed(state, seat)
    barred = None
    if state.now.travelled and _travel_grant(state) is None:
        barred = Refusal("AW-R14", "You travelled this turn already.")
    found = [
        Option(
            "travel",
            f"Travel up to {speed} spaces",
            barred or travel.can_travel(state, seat, speed),
            hint=f"{speed} is your speed this turn.",
        )
    ]
    trapped = travel.is_trapped(state, seat, speed)
    free = Refusal("AW-R26", f"You are not trapped: some space within {speed} moves is free.")
    hint = "Up to 2 spaces more; downgrade 1 block."
    place = f"space {state.players[seat].space}"
    found.append(
        Option("desperate", "Break out, trapped", barred or (None if trapped else free), slot=place, hint=hint)
    )
    return found


def _acts(state: Awakening, seat: str) -> list[Option]:
    found = []
    for number in tiles.reachable(state, seat):
        hint = tiles.summary(state.tiles[number])
        holder = state.control.get(number)
        if holder and holder != seat:
            who, worth = passives.owner_bonus(state, holder, seat)
            hint += f" {state.name(who)} gains {worth} honor." if who else ""
        found.append(
            Option(
                f"act {number}",
                f"Act at {state.tile(number).replace('The ', 'the ', 1)}",
                tiles.cannot_act(state, seat, number),
                slot=f"hex {number}",
                hint=hint,
            )
        )
    turn = state.now
    done = None
    if turn.acted:
        done = Refusal("AW-66", "A block is upgraded instead of the tile action, which you have taken.")
    elif turn.controlled and not state.toggle("control_with_block_upgrade"):
        done = Refusal("AW-R38", "You took control of a tile; this table then upgrades no block.")
    for option in attributes.upgrade_options(state, seat):
        label = f"Instead of acting: {option.label.lower()}"
        barred = done or option.barred
        found.append(Option(f"upgrade {option.value}", label, barred, slot=f"{seat} {option.value}", hint=option.hint))
    return found


def _controls(state: Awakening, seat: str) -> list[Option]:
    found = []
    for number in state.adjacent(seat):
        if number in state.tiles:
            price = control.price(state, seat, number)
            barred = control.cannot_control(state, seat, number)
            label = f"Take control of {state.tile(number).replace('The ', 'the ', 1)}"
            hint = f"{price} conviction, 2 honor at once."
            found.append(Option(f"control {number}", label, barred, slot=f"marker {number}", hint=hint))
    return found


def _conversions(state: Awakening, seat: str) -> list[Option]:
    return [
        Option(
            f"convert {heroic}",
            f"Convert to {heroic}",
            attributes.cannot_convert(state, seat, heroic),
            slot=f"{seat} {heroic}",
            hint=f"1 {WHEEL[heroic][0]} and 1 {WHEEL[heroic][1]}",
        )
        for heroic in HEROIC
    ]


def _proficiency(state: Awakening, seat: str) -> list[Option]:
    found = [
        Option(
            f"buy {attr}",
            f"Proficiency tile for {attr}",
            mastery.cannot_buy(state, seat, attr),
            slot=f"proficiency {attr}",
            hint=f"3 {attr}; {state.proficiency[attr]} tile{'s' * (state.proficiency[attr] != 1)} left",
        )
        for attr in ATTRIBUTES
    ]
    found += [
        Option(
            f"discard {attr}",
            f"Discard a proficiency tile for {attr}",
            slot=f"{seat} proficiency {attr}",
            hint=f"gain 2 {attr}",
        )
        for attr in ATTRIBUTES
        if state.players[seat].proficiency[attr]
    ]
    return found


def _relics(state: Awakening, seat: str) -> list[Option]:
    return [
        Option(
            f"relic {held.card}",
            f"Use {state.title(held.card)}",
            relics.cannot_use(state, seat, held),
            slot=f"{seat} {held.card}",
            hint=state.pack.card(held.card).text,
        )
        for held in state.players[seat].relics
    ]


# Doing it


async def do(state: Awakening, seat: str, choice: str) -> None:
    """One entry of the menu."""
    what, _, which = choice.partition(" ")
    match what:
        case "activate":
            await activation.activate(state, seat, which)
        case "ability":
            await activation.use_ability(state, seat, which)
        case "travel" | "desperate":
            await _travel(state, seat, desperate=what == "desperate")
        case "act":
            await tiles.act(state, seat, int(which))
        case "upgrade":
            state.now.acted = "upgrade"
            await attributes.upgrade(state, seat, which)
        case "control":
            await control.control(state, seat, int(which))
        case "convert":
            await attributes.convert(state, seat, which)
        case "buy":
            await mastery.buy(state, seat, which)
        case "discard":
            await mastery.discard(state, seat, which)
        case "relic":
            await relics.use(state, seat, state.players[seat].held(which))
        case "abandon":
            await cards.abandon(state, seat)
        case "end":
            await end_turn(state)


async def _travel(state: Awakening, seat: str, *, desperate: bool) -> None:
    speed = travel_speed(state, seat)
    grant = _travel_grant(state)
    if state.now.travelled and grant:
        state.now.grants.remove(grant)
    state.now.travelled = True
    await travel.travel(state, seat, speed, desperate=desperate)


async def end_turn(state: Awakening) -> None:
    """The next seat clockwise; after the last round comes the scoring (AW-212, AW-213, AW-R77)."""
    seat = state.active_seat
    await events.happened(state, "turn_end", seat)
    honor.check_triggers(state)  # whatever this turn brought counts in this round
    player = state.players[seat]
    player.shields = {what: until for what, until in player.shields.items() if until != "turn_end"}
    state.turn = None
    state.upcoming = state.clockwise(seat)[1]
    if state.upcoming != state.first:
        return
    if is_last_round(state):
        state.phase, state.step = "scoring", 0
        state.say("The final round is over.")
    else:
        state.round += 1


# At any time


def asides(state: Awakening, seat: str) -> tuple[Option, ...]:
    """A proficiency tile may be discarded on anybody's turn (AW-178, AW-R65)."""
    if seat not in state.players:
        return ()
    return tuple(
        Option(
            f"discard {attr}",
            f"Discard a proficiency tile: gain 2 {attr}",
            mastery.cannot_discard(state, seat, attr),
            slot=f"{seat} proficiency {attr}",
        )
        for attr in ATTRIBUTES
        if state.players[seat].proficiency[attr]
    )


async def aside(state: Awakening, seat: str, name: str) -> None:
    state.between = False
    await mastery.discard(state, seat, name.removeprefix("discard "))
    honor.check_triggers(state)
