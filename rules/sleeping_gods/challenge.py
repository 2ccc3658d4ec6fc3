"""Skill challenges: who takes part, the sum, fate, and what failing costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..ask import Ask, Option, PickSome, Refusal
from ..by_ear import listed
from .asking import ask_seats
from .crew import crew_option, gain_fatigue
from .failure import change_morale
from .fate import MORALE_PENALTY, discard_turned, drawn, fate_card, reach
from .hands import card_label
from .reading import know_skill, unread
from .resolve import push
from .state import FATIGUE_LIMIT, UNKNOWN, Campaign, Context, DoEffects, Trial
from .supply import lose_command
from .wording import words
from .words import Skill

MIDDLING = 3
"""The fate most people reckon with."""


def cannot_join(state: Campaign, crew: str) -> Refusal | None:
    """Why a crew member stays out of challenges, if so."""
    name = state.called(crew)
    if not state.up(crew):
        return Refusal("SG-54", f"{name} is at 0 health.")
    if state.crew[crew].fatigue >= FATIGUE_LIMIT:
        return Refusal("SG-67", f"{name} has two fatigue tokens.")
    return None


def contribution(state: Campaign, crew: str, skill: Skill, *, tired: bool) -> int:
    """What a crew member adds: skill, -1 if tired, -2 for weakened, never below 0."""
    value = state.skill(crew, skill) - tired - 2 * state.crew[crew].statuses.count("weakened")
    return value if state.toggle("skills_can_go_negative") else max(0, value)


def shown_skill(state: Campaign, crew: str, skill: Skill) -> int:
    """The skill as it would count now."""
    board = state.crew[crew]
    tired = board.fatigue >= 1 or bool(state.toggle("fatigue_counts_immediately"))
    return contribution(state, crew, skill, tired=tired)


async def face(state: Campaign, challenge: Any, context: Context, *, chosen: bool = False) -> None:
    """One challenge from choosing who takes part to its consequences, which go on the agenda.

    :param chosen: somebody chose it just now, and saw whom it would usually take.
    """
    skill, number = challenge.skill, challenge.number
    state.say(f"{skill.capitalize()} {number}.")
    trial = state.trial = Trial(skill=skill, number=number, source=context.source)
    trial.fail, trial.success, trial.fate_counts = challenge.fail, challenge.success, challenge.counts_fate
    try:
        picked = await choose_team(state, trial, chosen=chosen)
        trial.bonus += standing_bonus(state, trial.skill)
        await commit(state, trial, trial.participants)
        fate = await draw_with_helpers(state, trial, picked)
        total = trial.total + trial.bonus + fate
    finally:
        state.trial = None
    outcome = Context(
        source=f"{skill.capitalize()} {number}",
        seat=context.seat,
        crew=context.crew,
        participants=list(trial.participants),
        difference=max(0, number - total),
        fate=fate,
    )
    if total >= number:
        state.say(f"{total} of {number}: success.")
        push(state, challenge.success, outcome)
        return
    state.say(f"{total} of {number}: failed by {number - total}.")
    # All consequences in printed order, then the failure description, then the story goes on.
    consequences = DoEffects(effects=list(challenge.fail), context=outcome, then_read=challenge.fail_text, failing=True)
    state.agenda.append(consequences)


# ----- step 1: who takes part


async def choose_team(state: Campaign, trial: Trial, *, chosen: bool) -> dict[str, list[str]]:
    """The active player picks from their crew and the captain; whoever wants to help may say so already."""
    picked: dict[str, list[str]] = {}

    def build() -> list[Ask]:
        mine_all = state.crew_of(state.active)

        def enough() -> bool:
            team = usual_team(state, trial, mine_all)
            return strength(state, trial, team) + MIDDLING - morale_penalty(state, team) >= trial.number

        def usual() -> list[str] | None:
            told = not any(unread(state, each, trial.skill) for each in mine_all)
            # of boards nobody has read, only their players know who is best
            return usual_team(state, trial, mine_all) if told or enough() else None

        def text() -> str:
            so_far = committed(state, trial, picked)
            return f"{what(trial)}: who takes part? {stakes(state, trial)}{prize(trial)}{so_far}"

        def along() -> bool:
            return chosen and enough()

        options = [_participant(state, trial, each) for each in mine_all]
        mine = PickSome(state.active, text, options, default=usual, along=along, deed="Send {}", no_deed="Send nobody")
        asks = {seat: ask_helper(state, trial, seat, picked) for seat in state.order if seat != state.active}
        return [mine, *(each for each in asks.values() if each)]

    while state.active not in picked:
        seat, crew = await ask_seats(state, build, f"{what(trial)}: who takes part?", "participants")
        if seat == state.active:
            picked[seat] = list(crew)
        else:
            helps(state, trial, seat, crew, picked)
    for seat in [state.active, *(each for each in state.order if each != state.active)]:
        await know_skill(state, picked.get(seat, []), trial.skill, seat)
        trial.participants += [crew for crew in picked.get(seat, []) if cannot_join(state, crew) is None]
    if trial.participants:
        state.say("Taking part: " + ", ".join(state.called(crew) for crew in trial.participants) + ".")
    else:
        state.say("Nobody takes part; fate alone decides.")
    return picked


async def draw_with_helpers(state: Campaign, trial: Trial, picked: dict[str, list[str]]) -> int:
    """The team is sent: until the active player turns the card, others may still pay 1 command to help."""

    def why() -> str:
        return f"{trial.skill.capitalize()} {trial.number}: the crew brings {trial.total + trial.bonus}."

    def build() -> list[Ask]:
        need = trial.number - trial.total - trial.bonus + MORALE_PENALTY.get(state.ship.morale, 0)
        draw = fate_card(state, state.active, f"{why()} {reach(need, 'succeeds')} Draw fate.")
        return [draw, *(each for seat in state.order if (each := ask_helper(state, trial, seat, picked)))]

    while True:
        seat, answer = await ask_seats(state, build, f"{what(trial)}: draw fate, or help.")
        if seat == state.active:
            break
        crew = [each for each in helps(state, trial, seat, answer, picked) if cannot_join(state, each) is None]
        trial.participants += crew
        await know_skill(state, crew, trial.skill, seat)
        await commit(state, trial, crew)
    await discard_turned(state, state.active, answer)
    return await drawn(state, answer, why(), "challenge", seat=state.active)


def needs_telling(trial: Trial) -> bool:
    """Whether people still have to be told what this is about; where a story was just read, they know."""
    return bool(trial.source) and not trial.source.startswith(("Choice ", "Paragraph "))


def what(trial: Trial) -> str:
    challenge = f"{trial.skill} {trial.number}"
    return f"{trial.source}, {challenge}" if needs_telling(trial) else challenge.capitalize()


def ask_helper(state: Campaign, trial: Trial, seat: str, picked: Mapping[str, Sequence[str]]) -> PickSome | None:
    """What another player is asked, if there is still something to ask."""
    if seat == state.active or seat in picked or not could_help(state, trial, seat, picked):
        return None

    def text() -> str:
        now, active = committed(state, trial, picked), state.name(state.active)
        if state.active in picked:
            now += f" {active} draws fate when you are ready."
        elif not now:
            now = f" {active} has not chosen yet."
        cost = stake(trial).replace("one of yours", f"one of {active}'s") + prize(trial)
        return f"{what(trial)}: help for 1 command? Pick none to stay out.{cost}{now}"

    options = [_participant(state, trial, each) for each in state.crew_of(seat)]
    return PickSome(seat, text, options, default=[], deed="Send {}", no_deed="Stay out")


def helps(state: Campaign, trial: Trial, seat: str, crew: Sequence[str], picked: dict[str, list[str]]) -> Sequence[str]:
    """Another player pays 1 command and sends these, or stays out."""
    picked[seat] = list(crew)
    names = listed([state.called(each) for each in crew])
    state.say(f"{state.name(seat)} helps with {names}." if crew else f"{state.name(seat)} stays out.")
    if crew:
        lose_command(state, seat, 1)
        trial.helpers.append(seat)
    return crew


def strength(state: Campaign, trial: Trial, crew: Sequence[str]) -> int:
    """What these bring, with the cards of the group."""
    return sum(shown_skill(state, each, trial.skill) for each in crew) + standing_bonus(state, trial.skill)


def morale_penalty(state: Campaign, crew: Sequence[str]) -> int:
    """What low morale takes from fate, once every madness among these has cost some."""
    mad = sum(state.crew[each].statuses.count("madness") for each in crew)
    return MORALE_PENALTY.get(max(1, state.ship.morale - mad), 0)


def usual_team(state: Campaign, trial: Trial, crew: Sequence[str]) -> list[str]:
    """The best of them, until a middling fate is enough; a mad one costs everybody morale and stays behind."""
    able = [each for each in crew if cannot_join(state, each) is None and "madness" not in state.crew[each].statuses]
    skills = {each: shown_skill(state, each, trial.skill) for each in able}
    total = strength(state, trial, []) + MIDDLING - morale_penalty(state, [])
    team: list[str] = []
    for each in sorted(able, key=lambda each: -skills[each]):
        if total >= trial.number or skills[each] <= 0:
            break
        team.append(each)
        total += skills[each]
    return [each for each in crew if each in team]


def could_help(state: Campaign, trial: Trial, seat: str, picked: Mapping[str, Sequence[str]]) -> bool:
    """Whether *seat* can pay for it and has somebody who adds anything, and the team does not succeed anyway."""
    able = [crew for crew in state.crew_of(seat) if cannot_join(state, crew) is None]
    if not state.players[seat].command or not any(may_add(state, trial, crew) for crew in able):
        return False
    if state.active not in picked:
        return True
    total, less = so_far(state, trial, picked)
    return total + 1 - less < trial.number


def may_add(state: Campaign, trial: Trial, crew: str) -> bool:
    """Whether somebody adds anything, or nobody has read off their board whether they do."""
    return unread(state, crew, trial.skill) or shown_skill(state, crew, trial.skill) > 0


def committed(state: Campaign, trial: Trial, picked: Mapping[str, Sequence[str]]) -> str:
    """Who was sent already and what they bring, for those who still weigh whether it is enough."""
    if not picked:
        return ""
    crew = [each for seat in picked for each in picked[seat]]
    if not crew:
        return " So far nobody takes part." if state.active in picked else ""
    names = ", ".join(state.called(each) for each in crew)
    return f" So far: {names}, {so_far(state, trial, picked)[0]} in all."


def so_far(state: Campaign, trial: Trial, picked: Mapping[str, Sequence[str]]) -> tuple[int, int]:
    """What those bring who were sent, and what low morale takes from fate."""
    if trial.participants:  # they are tired already, and what they bring is fixed
        return trial.total + trial.bonus, morale_penalty(state, [])
    sent = [crew for team in picked.values() for crew in team]
    return strength(state, trial, sent), morale_penalty(state, sent)


def stakes(state: Campaign, trial: Trial) -> str:
    """What a player weighs before sending anybody: what fate may add, and what failing costs."""
    less = MORALE_PENALTY.get(state.ship.morale, 0)
    fate = f"fate adds {1 - less} to {6 - less}" + (f" (morale {state.ship.morale})" if less else "")
    return f"Each gains 1 fatigue; {fate}.{stake(trial)}"


def stake(trial: Trial) -> str:
    """What failing costs, in words."""
    cost = words(trial.fail)
    return f" Failing: {cost}." if cost != "nothing" else ""


def prize(trial: Trial) -> str:
    """What success brings, where people still have to be told."""
    brings = words(trial.success) if needs_telling(trial) else "nothing"
    return f" Success: {brings}." if brings != "nothing" else ""


def _participant(state: Campaign, trial: Trial, crew: str) -> Option:
    option = crew_option(state, crew, cannot_join(state, crew))

    def hint() -> str:
        skill = "?" if unread(state, crew, trial.skill) else shown_skill(state, crew, trial.skill)
        return f"{trial.skill} {skill}; {option.hint}"

    return option.but(hint=hint)


# ----- steps 1 and 2: fatigue and the sum


async def commit(state: Campaign, trial: Trial, team: Sequence[str]) -> None:
    """These take part for good: madness costs morale, everybody gains fatigue, what they bring is fixed."""
    tokens = [state.crew[crew].statuses.count("madness") for crew in team]
    if madness := sum(tokens):  # more than one each only as a house rule
        mad = sum(n > 0 for n in tokens)
        more = f", with {madness} madness tokens" if madness > mad else ""
        state.say(f"{mad} of them {'is' if mad == 1 else 'are'} mad{more}.")
        await change_morale(state, -madness)
    tired = [crew for crew in team if state.crew[crew].fatigue >= 1]
    trial.tired_before += tired
    for crew in team:
        gain_fatigue(state, crew)
    at_once = bool(state.toggle("fatigue_counts_immediately"))
    trial.total += sum(contribution(state, crew, trial.skill, tired=at_once or crew in tired) for crew in team)


def standing_bonus(state: Campaign, skill: Skill) -> int:
    """What cards of the group always add to the total of such a challenge."""
    bonus = 0
    for number in state.owned:
        for ability in state.pack.adventure_cards[number].abilities:
            for effect in ability.options[0] if ability.kind == "passive" and ability.options else ():
                if effect.do == "skill_bonus" and effect.window == "after_fate" and effect.skill in (skill, "any"):
                    bonus += effect.n if isinstance(effect.n, int) else 0
    return bonus


# ----- the variant: temporary boost


def boost_options(state: Campaign, seat: str) -> list[Option]:
    """RULING SG-R52: players taking part may discard a card of the tested skill for +1, after fate."""
    trial = state.trial
    if not state.toggle("temporary_boost") or trial is None:
        return []
    options = []
    hint = "1 command" if seat == state.active else "1 command and 1 morale"
    for place, card in enumerate(state.players[seat].hand):
        barred = None
        if seat != state.active and seat not in trial.helpers:
            barred = Refusal("SG-R52", f"{state.name(seat)} doesn't take part in this challenge.")
        elif not state.players[seat].command:
            barred = Refusal("SG-388", f"{state.name(seat)} has no command; a boost costs 1.")
        elif card != UNKNOWN and state.pack.ability_cards[card].skill != trial.skill:
            barred = Refusal("SG-388", f"{state.pack.ability_cards[card].name} is not a {trial.skill} card.")
        what = f"a {trial.skill} card" if card == UNKNOWN else card_label(state, card)
        options.append(Option(f"boost:{place}", f"boost: discard {what} for +1", barred, hint=hint))
        if card == UNKNOWN:
            break  # cards only the player knows are all alike to the box
    return options


async def boost(state: Campaign, seat: str, place: int) -> None:
    trial = state.trial
    assert trial
    lose_command(state, seat, 1)
    card = state.players[seat].hand.pop(place)
    state.discard.append(card)
    trial.bonus += 1
    state.say(f"{state.name(seat)} boosts: +1 {trial.skill}.")
    if seat != state.active:
        await change_morale(state, -1)
