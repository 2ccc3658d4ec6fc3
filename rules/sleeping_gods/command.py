"""What may be done at any time: training, activating, weapons, discarding tucked cards."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

from ..ask import EVENING, ChooseOne, Option, Refusal
from .asking import BrokenOff, CampaignOver, ask
from .card_deeds import bearer, equip, take_off
from .crew import choose_crew
from .events import may_end
from .hands import (
    card_label,
    card_option,
    deck_left,
    discard_one_tucked,
    name_hand_card,
    no_room,
    rise,
    tuck,
    tucked_options,
)
from .map_notes import remove_note, write_note
from .plays import does, find, free_plays, place_cost, use
from .reading import unread
from .resolve import push
from .state import UNKNOWN, Campaign, Context
from .supply import lacks_command, lose_command
from .voyage_log import give_up
from .wording import weapon_words
from .words import ASKS_AGAIN, THE_END, Skill


def asides(state: Campaign, seat: str) -> tuple[Option, ...]:
    """Everything *seat* could do besides the pending question."""
    if state.window == "closed" or seat not in state.order or state.result is not None:
        return ()
    words = "Train: tuck an ability card under a crew board"
    found = [Option("train", words, cannot_train(state, seat), begins=True)]
    if tucked_options(state, trainees(state, seat)):
        found.append(Option("untuck", "Discard a tucked ability card"))
    if weapon_cards(state):
        found.append(Option("weapons", "Equip, move or take off a weapon", no_weapons_now(state)))
    found += free_plays(state, seat)
    if state.pack.about.private:
        hint = "pay its command, do it, then say what changed"
        found.append(Option("by_hand", "Use a card or an ability yourselves", hint=hint))
        found.append(Option("describe", "Describe a card or a board for next time"))
    if may_end(state) and state.window == "actions":
        totems = len(state.progress.totems)
        found.append(Option("end", f"End the campaign with {totems} {state.pack.names.totems}", ends=THE_END))
    hand = state.players[seat].hand
    if hand and UNKNOWN not in hand and len(state.order) > 1 and not state.toggle("open_hands"):
        found.append(Option("show_hand", "Show your hand to everybody"))
    found.append(Option("note", "Write a note on the map"))
    if state.progress.map_notes:
        found.append(Option("unnote", "Remove a note from the map"))
    if state.stopping:
        found.append(Option("go_on", "Don't stop before the next turn", group=EVENING))
    else:
        hint = "to save and pack up, or for players to come or go"
        found.append(Option("stop", "Stop before the next turn", hint=hint, group=EVENING))
    found.append(Option("reset", "Reset the campaign", hint=ASKS_AGAIN, group=EVENING))
    return tuple(found)


def aside(state: Campaign, seat: str, name: str) -> Awaitable[None]:
    """Do it, and come back to the pending question."""
    return _aside(state, seat, name)


async def _aside(state: Campaign, seat: str, name: str) -> None:
    trial, fate, window = state.trial, state.fate, state.window
    try:
        if name == "train":
            await train(state, seat)
        elif name == "untuck":
            text = "Which tucked card do you discard?"
            await discard_one_tucked(state, seat, text, trainees(state, seat))
        elif name == "weapons":
            await move_weapon(state, seat)
        elif name == "end":
            from .turn import end_with_totems

            end_with_totems(state)
            state.restart = True
        elif name == "by_hand":
            from .owner import use_by_hand

            await use_by_hand(state, seat)
        elif name == "describe":
            from .describe import describe_for_next_time

            await describe_for_next_time(state, seat)
        elif name == "note":
            await write_note(state, seat)
        elif name == "unnote":
            await remove_note(state, seat)
        elif name in ("stop", "go_on"):
            state.stopping = name == "stop"
            stops = f"{state.name(seat)} wants to stop before the next turn."
            state.say(stops if state.stopping else "The next turn begins by itself.")
        elif name == "reset":
            await give_up(state, seat)
        elif name == "show_hand":
            cards = ", ".join(card_label(state, card) for card in state.players[seat].hand)
            state.say(f"{state.name(seat)} shows: {cards}.")
            state.reveal()
        elif does(find(state, seat, name), "free_action"):
            await begin_free_action(state, seat, name)
        else:
            await use(state, seat, name, shown=True)
    except (CampaignOver, BrokenOff):
        pass  # the pending question finds out by itself
    finally:
        state.trial, state.fate, state.window = trial, fate, window


async def begin_free_action(state: Campaign, seat: str, key: str) -> None:
    """A card that grants an action: pay now, the action comes before whatever is pending."""
    play = find(state, seat, key)
    await place_cost(state, seat, play)
    if not play.cost:
        state.used_free.append(key)
    push(state, play.effects, Context(source=play.source, seat=seat, crew=play.crew))
    state.restart = True


# ----- training


def trainees(state: Campaign, seat: str) -> list[str]:
    """Whom *seat* may train: their crew, and the captain on their turn, which lasts until the next player begins."""
    late = [state.captain] if seat == state.just_ended else []
    return [*late, *state.crew_of(seat)]


def cannot_train(state: Campaign, seat: str) -> Refusal | None:
    """Only on one's own turn, with a card and room for it.

    The token goes on by itself after the second action; what that action brought may still be spent on training
    until the next player acts (SG-R46: any moment of one's own turn).
    """
    if seat not in (state.active, state.just_ended):
        return Refusal("SG-172", f"Training is for your own turn; it is {state.name(state.active)}'s.")
    if state.combat and state.toggle("no_training_in_combat"):
        return Refusal("SG-R46", "By your house rules nobody trains in combat.")
    if not state.players[seat].hand:
        return Refusal("SG-171", "You have no ability card in hand.")
    if all(no_room(state, crew) for crew in trainees(state, seat)):
        return Refusal("SG-177", "Everybody you control already has two tucked cards.")
    if UNKNOWN in state.players[seat].hand and not state.pack.about.private:
        cheapest = min((state.pack.ability_cards[card].cost for card in deck_left(state)), default=0)
        return lacks_command(state, seat, cheapest, "SG-174")
    return None


def gift(state: Campaign, skill: Skill, crew: str) -> tuple[int, int, int]:
    """How much a card of this skill is worth under somebody's board: whoever is good at it becomes better."""
    return state.skill(crew, skill), -len(state.crew[crew].tucked), state.health(crew)


def usual_training(state: Campaign, seat: str) -> int | None:
    """The card that serves somebody best, of those that can be paid for; the cheaper one of two."""
    hand, able = state.players[seat].hand, [crew for crew in trainees(state, seat) if no_room(state, crew) is None]
    if UNKNOWN in hand or not able:
        return None
    printed = [state.pack.ability_cards[card] for card in hand]
    paid = [place for place, card in enumerate(printed) if card.cost <= state.players[seat].command]

    def worth(place: int) -> tuple[tuple[int, int, int], int]:
        return max(gift(state, printed[place].skill, crew) for crew in able), -printed[place].cost

    return max(paid, key=worth, default=None)


async def train(state: Campaign, seat: str) -> None:
    """A card from hand goes under a crew board; its cost goes to the supply."""
    hand = state.players[seat].hand
    places = []
    crew: str | None = None
    if UNKNOWN not in hand:
        for place, card in enumerate(hand):
            cost = state.pack.ability_cards[card].cost
            barred = lacks_command(state, seat, cost, "SG-174")
            places.append(replace(card_option(state, place, card, barred), begins=True))
        usual = usual_training(state, seat)
        if all(option.barred for option in places):
            state.say("No card in your hand can be paid for.", seat)
            return
        places.append(Option("none", "none"))

        def build() -> ChooseOne:
            others = f"{state.name(seat)} trains."
            hidden = state.hidden_hands
            return ChooseOne(
                seat, "Train which card?", places, private=hidden, others=others, default=usual, along=True
            )

        answer = await ask(state, build, "closed")
        if answer == "none":
            return
        card = hand[int(answer)]
    else:
        # the box does not see the hand: whom is asked first, so that it stands beside the button
        text = "Whom do you train?"
        whom = partial(choose_crew, state, seat, text, trainees(state, seat), partial(no_room, state))
        crew = await whom(best=lambda each: (-len(state.crew[each].tucked), state.health(each)), along=True)
        assert crew
        text = f"{state.called(crew)} trains: show the card. Which is it?"
        named = await name_hand_card(state, seat, text, most=state.players[seat].command)
        assert named
        card = named
        if lacks_command(state, seat, state.pack.ability_cards[card].cost):  # described just now
            state.say(f"{state.pack.ability_cards[card].name} cannot be paid for.")
            hand[hand.index(card)] = UNKNOWN
            return
    skill = state.pack.ability_cards[card].skill
    asked = "Whom do you train?"
    text = f"{asked} {state.pack.ability_cards[card].name} gives +1 {skill}."
    note = partial(rise, state, skill)

    best = partial(gift, state, skill)
    crew = crew or await choose_crew(
        state,
        seat,
        text,
        trainees(state, seat),
        partial(no_room, state),
        note=note,
        best=best,
        along=True,
        others=asked,
    )
    assert crew
    cost = state.pack.ability_cards[card].cost
    if cost:
        lose_command(state, seat, cost)
    tuck(state, seat, card, crew)


# ----- weapons


def weapon_cards(state: Campaign) -> list[int]:
    return [number for number in state.owned if state.pack.adventure_cards[number].weapon]


def no_weapons_now(state: Campaign) -> Refusal | None:
    if state.combat:
        return Refusal("SG-319", "Weapon cards are equipped outside combat.")
    return None


async def move_weapon(state: Campaign, seat: str) -> None:
    """RULING SG-R49: outside combat any player may equip, move or take off a weapon, for free."""
    cards = []
    for number in weapon_cards(state):
        holder = bearer(state, number)
        cards.append(
            Option(number, state.card_name(number), hint=f"with {state.called(holder)}" if holder else "not equipped")
        )
    number = int(cards[0].value)
    if len(cards) > 1:
        number = await ask(state, lambda: ChooseOne(seat, "Which weapon?", cards), "closed")
    people = [
        Option(crew, state.called(crew), slot=f"crew:{crew}", hint=arms_words(state, crew))
        for crew in state.crew
        if crew != bearer(state, number)
    ]
    people += [Option("off", "take it off")] if bearer(state, number) else []
    people.append(Option("none", "leave it as it is"))
    weapon = state.pack.adventure_cards[number].weapon
    assert weapon
    text = f"Who takes {state.card_name(number)}? It has {weapon_words(weapon)}."
    crew = str(await ask(state, lambda: ChooseOne(seat, text, people), "closed"))
    if crew == "off":
        take_off(state, number)
    elif crew != "none":
        equip(state, crew, number)


def arms_words(state: Campaign, crew: str) -> str:
    """Whose crew member it is, and what they fight with already."""
    from .arms import weapons

    owner = "" if state.solo or crew == state.captain else f"{state.name(state.crew[crew].controller)}'s; "
    return owner + "; ".join(
        f"{weapon.name}: {'?' if key == 'basic' and unread(state, crew, 'weapon') else weapon_words(weapon)}"
        for key, weapon in weapons(state, crew).items()
    )
