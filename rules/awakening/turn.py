"""The turn: activate, travel and act in any order, with free actions between (AW-49, AW-50, AW-R14, AW-R15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.ask import Anew, ChooseOne, Option, Refusal, offered
from rules.by_ear import listed
from rules.game import Checkpoint, Scene

from . import (
    activation,
    attributes,
    cards,
    control,
    end,
    events,
    honor,
    jam,
    manual,
    mastery,
    passives,
    relics,
    set_up,
    telling,
    tiles,
    travel,
)
from .state import Awakening, Grant, Held, Turn
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
        last = Scene("The last round", "AW-212") if is_last_round(state) else None
        state.say(f"Round {state.round}{', the last one' if last else ''}.", scene=last)
        await events.happened(state, "round_start", seat)
    state.say(f"{state.name(seat)}'s turn.")
    if state.is_own:
        await telling.catch_up(state, seat)
    jam.tell(state)
    await events.happened(state, "turn_start", seat)
    honor.check_triggers(state)


def is_last_round(state: Awakening) -> bool:
    return bool(state.end_met) and state.round == state.end_met + 1


async def next_action(state: Awakening) -> None:
    """The active player does one thing more, or ends the turn.

    The end goes along with the last thing worth doing, unless that makes a conversion possible which was not before.
    """
    seat = state.active_seat

    def question() -> ChooseOne:
        state.between = True
        options = menu(state)
        left = _left(state, options)

        def along() -> bool:
            return not left and set(_can_convert(state, seat)) <= set(state.now.passed_over)

        text = partial(_prompt, state, left)
        return ChooseOne(seat, text, options, default=None if left else "end", along=along)

    choice = await Anew(question)
    state.between = False
    state.now.passed_over = _can_convert(state, seat)
    await do(state, seat, choice)
    honor.check_triggers(state)


BEYOND = {
    "ability": "use an ability",
    "relic": "use a relic",
    "control": "take control of a tile",
    "buy": "take a proficiency tile",
}
"""What may be done beyond the three steps, and can be worth honor."""


def _left(state: Awakening, options: list[Option]) -> list[str]:
    """What there is still to do: steps, what a card grants, and whatever else may be worth honor."""
    turn = state.now
    left = [
        word
        for word, done in (("activate", turn.activated), ("travel", turn.travelled), ("act", turn.acted))
        if not done
    ]
    # What a card grants beyond the three steps is easily forgotten.
    more = dict.fromkeys(grant.what for grant in turn.grants)
    left += [f"{word} once more" for word in more if word not in left]
    if len(left) < 2:  # whoever has most of a turn before them needs no reminder
        open_ones = dict.fromkeys(str(option.value).split(" ")[0] for option in options if not option.barred)
        left += [words for what, words in BEYOND.items() if what in open_ones]
    return left


def _can_convert(state: Awakening, seat: str) -> list[str]:
    return [f"convert {heroic}" for heroic in HEROIC if attributes.can_convert(state, seat, heroic)]


def _prompt(state: Awakening, left: list[str]) -> str:
    turn = state.now
    order = " in any order" if len(left) > 1 else ""
    last = "for the last time, " if is_last_round(state) else ""
    steps = f"{last}{listed(left)}{order}, or end the turn." if left else "all three steps are done. End the turn?"
    stuck = jam.warning(state, turn.seat)
    return f"{state.name(turn.seat)}: {steps}{' ' * bool(stuck)}{stuck}"


# What can be done


def menu(state: Awakening) -> list[Option]:
    """Everything the active player might want to do, barred with the reason where it cannot be done."""
    seat = state.active_seat
    found = [
        *_activations(state, seat),
        *_travels(state, seat),
        *_acts(state, seat),
        *_controls(state, seat),
        *_conversions(state, seat),
        *_proficiency(state, seat),
        *_relics(state, seat),
    ]
    if jam.is_stuck(state, seat):  # seldom wanted otherwise, so it is no entry then, but always an aside
        found.append(_abandoning(state, seat).but(group="Cards"))
    return [*found, Option("end", "End the turn")]


def _activations(state: Awakening, seat: str) -> list[Option]:
    return [
        *_activations_of_self(state, seat),
        *(_activation(state, seat, held) for held in state.players[seat].companions),
        *(_ability(state, seat, card) for card in dict.fromkeys(state.now.abilities)),
    ]


def _activations_of_self(state: Awakening, seat: str) -> list[Option]:
    barred = activation.cannot_activate(state, seat, "self")
    named = () if barred else activation.chooses(state, seat)
    begins = not barred and activation.is_boon(state, seat, "self")

    def gain() -> str:
        return f"Free. Gain {activation.yields(state, seat, 'self')}."

    more: dict[str, Any] = {"slot": f"{seat} self", "hint": gain, "begins": begins, "group": "Activate"}
    if not named:
        return [Option("activate self", "Activate yourself", barred, **more)]
    return [Option(f"activate self {attr}", f"Activate yourself: {attr}", **more) for attr in named]


def _activation(state: Awakening, seat: str, held: Held) -> Option:
    cost = activation.blocks_needed(state, seat, held.card)
    barred = activation.cannot_activate(state, seat, held.card)
    begins = not barred and activation.is_boon(state, seat, held.card)

    def gain() -> str:
        return activation.yields(state, seat, held.card)

    return Option(
        f"activate {held.card}",
        lambda: f"Activate {state.title(held.card)}{': ' + gain() if begins else ''}",
        barred,
        slot=f"{seat} {held.card}",
        hint=lambda: f"{cost} influence. Gain {gain()}.",
        begins=begins,
        group="Activate",
    )


def _ability(state: Awakening, seat: str, card: str) -> Option:
    printed = state.pack.card(state.players[seat].wretch if card == "self" else card)
    barred = activation.cannot_use_ability(state, seat, card)
    label, slot = f"Use {printed.name}'s ability", f"{seat} {card}"
    return offered(f"ability {card}", label, barred, slot=slot, hint=printed.text, group="Activate")


def _travel_grant(state: Awakening) -> Grant | None:
    return next((grant for grant in state.now.grants if grant.what == "travel"), None)


def travel_speed(state: Awakening, seat: str) -> int:
    """How far the next travel may go."""
    grant = _travel_grant(state) if state.now.travelled else None
    return grant.amount if grant else passives.speed(state, seat)


def _travels(state: Awakening, seat: str) -> list[Option]:
    """Every space of the map to go to; whoever wants to choose the way, too, says so first."""
    speed = travel_speed(state, seat)
    barred = travel.can_travel(state, seat, speed)
    if state.now.travelled and _travel_grant(state) is None:
        barred = Refusal("AW-R14", "You've already travelled this turn.")
    if barred:
        return [offered("travel", f"Travel up to {speed} spaces", barred, group="Travel")]
    trapped = travel.is_trapped(state, seat, speed)
    found = travel.destinations(state, seat, speed, verb="travel")
    if trapped:
        found = [option for option in found if not option.barred]
        near = [option.slot for option in found]
        ways_out = travel.destinations(state, seat, speed, desperate=True, verb="desperate")
        found += [option for option in ways_out if option.slot not in near]
    else:
        free = Refusal("AW-R26", lambda: f"You are not trapped: some space within {speed} moves is free.")
        here = f"space {state.players[seat].space}"
        found.append(offered("desperate", "Break out, trapped", free, slot=here, group="Travel"))
    if travel.ways_differ(state, seat, speed + travel.DESPERATION * trapped):
        what = "desperate" if trapped else "travel"
        found.append(offered(what, "Travel another way", hint="Where to, and then which way.", group="Travel"))
    return found


def _acts(state: Awakening, seat: str) -> list[Option]:
    """What the tiles beside the token offer, with control of the tile or without, or a block raised instead."""
    turn = state.now
    found = [option for number in tiles.reachable(state, seat) for option in _acts_at(state, seat, number)]
    done = None
    if turn.acted:
        done = Refusal("AW-66", "A block is upgraded instead of the tile action, which you have taken.")
    elif turn.controlled and not state.toggle("control_with_block_upgrade"):
        done = Refusal("AW-R38", "You took control of a tile; by your house rules you can't upgrade a block as well.")
    for to in attributes.UPGRADES:
        barred, slot = done or attributes.cannot_upgrade(state, seat, to), f"{seat} {to}"
        option = attributes.upgrade_option(state, seat, to, f"upgrade {to}", barred, slot, "Instead of acting")
        found.append(option)
    return found


def _acts_at(state: Awakening, seat: str, number: int) -> Iterator[Option]:
    """What there is to do at a tile: one entry, or one for each of its offers where there are several."""
    barred = tiles.is_late(state, number)
    offers = [] if barred else tiles.offers(state, seat, number)
    barred = barred or tiles.cannot_use(state, seat, number, offers)
    takes = not barred and not state.now.acted and not control.cannot_control(state, seat, number)
    several = not barred and len(offers) > 1
    for offer in offers if several else (None,):
        yield from _act_at(state, seat, number, offer, offer.barred if offer else barred, takes=takes)


def _act_at(
    state: Awakening, seat: str, number: int, offer: Option | None, barred: Refusal | None, *, takes: bool
) -> Iterator[Option]:
    value = f"{number} {offer.value}" if offer else f"{number}"

    def label() -> str:
        return f"{offer.label}, at {the_tile(state, number)}" if offer else f"Act at {the_tile(state, number)}"

    def hint() -> str:
        return offer.hint if offer else tiles.summary(state.tiles[number])

    def take() -> str:
        act = label()
        return f"Take control, then {act if offer else act[0].lower() + act[1:]}"

    def bonus() -> str:
        holder = state.control.get(number)
        if not holder or holder == seat:
            return ""
        who, worth = passives.owner_bonus(state, holder, seat)
        return f" {state.name(who)} gains {worth} honor." if who else ""

    def price() -> str:
        return f"{control.price(state, seat, number)} conviction, 2 honor at once."

    slot = f"hex {number}"
    yield offered(f"act {value}", label, barred, slot=slot, hint=lambda: hint() + bonus(), group="Act")
    if takes and not barred:
        yield offered(f"take {value}", take, slot=slot, hint=lambda: f"{price()} {hint()}", group="Act")


def the_tile(state: Awakening, number: int) -> str:
    """A tile as it is called within a sentence."""
    return state.tile(number).replace("The ", "the ", 1)


def _controls(state: Awakening, seat: str) -> list[Option]:
    revealed = [number for number in state.adjacent(seat) if number in state.tiles]
    return [option for number in revealed for option in _control(state, seat, number)]


def _control(state: Awakening, seat: str, number: int) -> Iterator[Option]:
    barred, slot = control.cannot_control(state, seat, number), f"marker {number}"

    def label() -> str:
        return f"Take control of {the_tile(state, number)}"

    def hint() -> str:
        return f"{control.price(state, seat, number)} conviction, 2 honor at once."

    yield offered(f"control {number}", label, barred, slot=slot, hint=hint, group="Control")
    if _can_raise_for(state, seat, number):

        def both() -> str:
            return f"Raise 1 block to conviction, then take control of {the_tile(state, number)}"

        yield offered(f"raise {number}", both, slot=slot, hint=lambda: f"Instead of acting. {hint()}", group="Control")


def _can_raise_for(state: Awakening, seat: str, number: int) -> bool:
    """Whether the block upgraded instead of acting may pay for control of a tile (AW-66, AW-R38)."""
    turn = state.now
    if turn.acted or turn.controlled or not state.toggle("control_with_block_upgrade"):
        return False
    if attributes.cannot_upgrade(state, seat, "conviction"):
        return False
    return control.cannot_take(state, seat, number, control.price(state, seat, number) - 1) is None


def _conversions(state: Awakening, seat: str) -> list[Option]:
    return [
        offered(
            f"convert {heroic}",
            f"Make {heroic}",
            attributes.cannot_convert(state, seat, heroic),
            slot=f"{seat} {heroic}",
            hint=f"Of 1 {WHEEL[heroic][0]} and 1 {WHEEL[heroic][1]}.",
            group="Convert",
        )
        for heroic in HEROIC
    ]


def _proficiency(state: Awakening, seat: str) -> list[Option]:
    return [_mastering(state, seat, attr, why) for attr, why in mastery.barred(state, seat).items()]


def _mastering(state: Awakening, seat: str, attr: str, why: Refusal | None) -> Option:
    def hint() -> str:
        first = attributes.converted_first(state, seat, mastery.price(state, seat, attr))
        left = state.proficiency[attr]
        return f"{first}3 {attr}; {left} tile{'s' * (left != 1)} left"

    label = f"Proficiency tile for {attr}"
    return offered(f"buy {attr}", label, why, slot=f"proficiency {attr}", hint=hint, group="Proficiency")


def _relics(state: Awakening, seat: str) -> list[Option]:
    return [
        offered(
            f"relic {held.card}",
            f"Use {state.title(held.card)}",
            relics.cannot_use(state, seat, held),
            slot=f"{seat} {held.card}",
            hint=state.pack.card(held.card).text,
            group="Relics",
        )
        for held in state.players[seat].relics
    ]


# Doing it


async def do(state: Awakening, seat: str, choice: str) -> None:
    """One entry of the menu."""
    what, _, which = choice.partition(" ")
    match what:
        case "activate":
            card, _, attr = which.partition(" ")
            await activation.activate(state, seat, card, attr)
        case "ability":
            await activation.use_ability(state, seat, which)
        case "travel" | "desperate":
            await _travel(state, seat, which, desperate=what == "desperate")
        case "act":
            number, _, offer = which.partition(" ")
            await tiles.act(state, seat, int(number), offer)
        case "take":
            number, _, offer = which.partition(" ")
            await control.control(state, seat, int(number))
            if not tiles.cannot_act(state, seat, int(number)):  # unless a card has come between
                await tiles.act(state, seat, int(number), offer)
        case "upgrade" | "raise":
            state.now.acted = "upgrade"
            await attributes.upgrade(state, seat, which if what == "upgrade" else "conviction")
            if what == "raise" and not control.cannot_control(state, seat, int(which)):
                await control.control(state, seat, int(which))
        case "control":
            await control.control(state, seat, int(which))
        case "convert":
            await attributes.convert(state, seat, which)
        case "buy":
            await mastery.buy(state, seat, which)
        case "relic":
            await relics.use(state, seat, state.players[seat].held(which))
        case "abandon":
            await cards.abandon(state, seat)
        case "end":
            await end_turn(state)


async def _travel(state: Awakening, seat: str, target: str, *, desperate: bool) -> None:
    speed = travel_speed(state, seat)
    grant = _travel_grant(state)
    if state.now.travelled and grant:
        state.now.grants.remove(grant)
    state.now.travelled = True
    await travel.travel(state, seat, speed, target, desperate=desperate)


async def end_turn(state: Awakening) -> None:
    """The next seat clockwise; after the last round comes the scoring (AW-212, AW-213, AW-R77)."""
    seat = state.active_seat
    await events.happened(state, "turn_end", seat)
    honor.check_triggers(state)  # whatever this turn brought counts in this round
    player = state.players[seat]
    player.shields = {what: until for what, until in player.shields.items() if until != "turn_end"}
    if state.clockwise(seat)[1] == state.first and not state.end_met:
        await honor.ask_triggers(state, seat, f"Round {state.round} is over. Is an end-game trigger met?")
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
    """A proficiency tile may be discarded on anybody's turn, a card abandoned on one's own (AW-178, AW-R65, AW-R15)."""
    if seat not in state.players:
        return ()
    discards = tuple(
        Option(
            f"discard {attr}",
            f"Discard a proficiency tile: gain 2 {attr}",
            mastery.cannot_discard(state, seat, attr),
            slot=f"{seat} proficiency {attr}",
        )
        for attr in ATTRIBUTES
        if state.players[seat].proficiency[attr]
    )
    if state.turn:
        discards = (*_as_printed(state, seat), *discards)
    return (*discards, _abandoning(state, seat)) if state.turn and state.turn.seat == seat else discards


def _as_printed(state: Awakening, seat: str) -> tuple[Option, ...]:
    """What only the table can read off its cards."""
    wait = None if state.between else Refusal("AW-R15", "Something is being resolved; wait until it is done.")
    hint = "An ability, a trait, a journey: do it yourselves, then say what changed."
    describe = Option("describe", "Describe a card for next time", wait)
    card = (Option("card", "Do what a card says", wait, hint=hint), describe) if state.is_own else ()
    for each in manual.done_before(state, seat):
        card = (*card, Option(f"card {each}", f"Do what {state.title(each)} says", wait, hint="As last time."))
    met = (Option("met", "An end-game trigger is met", wait),) if telling.watched(state) else ()
    return (*card, *met)


def _abandoning(state: Awakening, seat: str) -> Option:
    return Option("abandon", "Abandon a card", cards.cannot_abandon(state, seat), hint="Its honor is lost.")


async def aside(state: Awakening, seat: str, name: str) -> None:
    state.between = False
    if name == "abandon":
        await cards.abandon(state, seat)
    elif name == "describe":
        await telling.describe(state, seat)
    elif name == "card":
        await manual.any_card(state, seat)
    elif name.startswith("card "):
        title = state.title(name.removeprefix("card "))
        await manual.enter(state, seat, f"{state.name(seat)}: do what {title} says.", title)
    elif name == "met":
        await honor.ask_triggers(state, seat, f"{state.name(seat)}: is an end-game trigger met?")
    else:
        await mastery.discard(state, seat, name.removeprefix("discard "))
    honor.check_triggers(state)
