"""Crew members: damage, health, fatigue and statuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..ask import ChooseOne, Option, Refusal, SplitAmount
from .asking import ask
from .failure import reckon
from .reading import know_health, unread
from .state import FATIGUE_LIMIT, Campaign
from .supply import at_most
from .words import STATUS_WORDS, Status

FATIGUE = {1: "tired", 2: "exhausted"}


def crew_slot(crew: str) -> str:
    return f"crew:{crew}"


def crew_option(state: Campaign, crew: str, barred: Refusal | None = None, note: str = "") -> Option:
    def hint() -> str:
        return f"{note}, {how_it_is(state, crew)}" if note else how_it_is(state, crew)

    return Option(crew, state.called(crew), barred, slot=crew_slot(crew), hint=hint)


def how_it_is(state: Campaign, crew: str) -> str:
    """Health, fatigue and statuses, in a few words."""
    board = state.crew[crew]
    health = f"health {state.health(crew)}/{state.full_health(crew)}"
    if unread(state, crew, "health"):
        health = f"{board.damage} damage" if board.damage else "unhurt"
    tired = [FATIGUE[board.fatigue]] if board.fatigue else []
    return ", ".join([health, *tired, *board.statuses])


async def choose_crew(
    state: Campaign,
    seat: str,
    text: str,
    crew: Sequence[str],
    barred: Callable[[str], Refusal | None] = lambda _: None,
    window: str = "closed",
    note: Callable[[str], str] = lambda _: "",
    best: Callable[[str], Any] | None = None,
    along: bool = False,
    others: str = "",
) -> str | None:
    """One of *crew* as *seat* chooses; nobody if none is possible.

    :param note: what matters about each of them just now.
    :param best: the one for whom this is highest is usually chosen; by default whoever has most health.
    :param along: that one goes along with what was chosen before.
    :param others: what everybody else reads, where the text tells of a hidden card.
    """
    possible = [each for each in crew if barred(each) is None]
    if len(possible) <= 1:
        return possible[0] if possible else None

    def build() -> ChooseOne:
        options = [crew_option(state, each, barred(each), note(each)) for each in crew]
        able = [each for each in crew if barred(each) is None]
        usual = max(able, key=best or state.health) if able else None
        return ChooseOne(seat, text, options, default=usual, along=along, others=others)

    chosen: str = await ask(state, build, window)
    return chosen


def down(state: Campaign, crew: str) -> Refusal | None:
    """Why somebody without health cannot be chosen for damage or deeds."""
    if state.up(crew):
        return None
    return Refusal("SG-54", f"{state.called(crew)} is at 0 health.")


# ----- damage and health


def wound(state: Campaign, crew: str, n: int) -> int:
    """Put damage tokens on a board, never more than the health; gives back what did not fit."""
    if n <= 0 or not state.up(crew):
        return max(n, 0)
    taken = min(n, state.health(crew))
    state.crew[crew].damage += taken
    state.say(f"{state.called(crew)} takes {taken} damage: health {state.health(crew)}/{state.full_health(crew)}.")
    if not state.up(crew):
        state.say(f"{state.called(crew)} is at 0 health and out until healed.")
        if state.solo:
            # SG-379: playing alone, every fall also costs the crew's spirit.
            state.ship.morale = max(0, state.ship.morale - 1)
            state.say(f"Playing alone, that costs 1 morale too: morale {state.ship.morale}.")
    return n - taken


async def hurt(state: Campaign, crew: str, n: int) -> int:
    """Damage to one crew member; what does not fit is given back. Then whoever must fail fails."""
    if n > 0:
        await know_health(state, [crew])
    rest = wound(state, crew, n)
    return await _after_wounds(state, rest)


async def _after_wounds(state: Campaign, rest: int) -> int:
    """Look whether anything failed; in easy mode, what downed the last one goes no further (SG-R78)."""
    nobody_stood = state.all_down
    await reckon(state)
    return 0 if nobody_stood else rest


async def spread_damage(state: Campaign, among: Sequence[str], n: int, seat: str, why: str) -> int:
    """*seat* shares *n* damage out among these; gives back what they cannot take."""
    able = [crew for crew in among if state.up(crew)]
    room = sum(state.health(crew) for crew in able)
    give = min(n, room)
    if not give:
        return n
    if len(able) == 1 or give == room:
        split = {crew: min(give, state.health(crew)) for crew in able}
    elif give == 1:
        one = await choose_crew(state, seat, f"{why}: who takes 1 damage?", able)
        split = {str(one): 1}
    else:
        limits = [(crew_option(state, crew), state.health(crew)) for crew in able]
        usual = evenly(give, {crew: state.health(crew) for crew in able})
        text = f"{why}: share out {give} damage."
        split = await ask(state, lambda: SplitAmount(seat, text, give, limits, default=usual), "closed")
    await know_health(state, [crew for crew in able if split.get(crew)], seat)
    rest = n - give + sum(wound(state, crew, split.get(crew, 0)) for crew in able)
    rest = await _after_wounds(state, rest)
    if rest and any(state.up(crew) for crew in able):  # somebody can take less than was thought
        return await spread_damage(state, able, rest, seat, why)
    return rest


def evenly(n: int, room: Mapping[str, int]) -> dict[str, int]:
    """*n* shared out one by one, each to whoever has most room left."""
    shares = dict.fromkeys(room, 0)
    for _ in range(n):
        shares[max(room, key=lambda each: room[each] - shares[each])] += 1
    return {name: part for name, part in shares.items() if part}


async def participants_first(state: Campaign, participants: Sequence[str], n: int, seat: str, why: str) -> None:
    """SG-207: those who took part are hurt before anyone else; what nobody can take is lost."""
    rest = await spread_damage(state, participants, n, seat, why)
    if rest:
        rest = await spread_damage(state, [c for c in state.crew if c not in participants], rest, seat, why)
    if rest:
        state.say(f"Nobody is left to take the other {rest} damage.")


def heal(state: Campaign, crew: str, n: int) -> int:
    """Take damage tokens off a board, as many as there are."""
    healed = min(n, state.crew[crew].damage)
    if healed:
        state.crew[crew].damage -= healed
        health, full = state.health(crew), state.full_health(crew)
        state.say(f"{state.called(crew)} is restored {healed} health: {health}/{full}.")
    return healed


def set_health(state: Campaign, crew: str, n: int) -> None:
    state.crew[crew].damage = max(0, state.full_health(crew) - n)
    state.say(f"{state.called(crew)} is at {state.health(crew)} health.")


# ----- fatigue


def gain_fatigue(state: Campaign, crew: str, n: int = 1) -> int:
    """Tired first, exhausted second, never a third; no token left means none is gained."""
    got = 0
    board = state.crew[crew]
    while got < n and board.fatigue < FATIGUE_LIMIT:
        kind = FATIGUE[board.fatigue + 1]
        if not at_most(state, "tired" if kind == "tired" else "exhausted", 1):
            state.say(f"No {kind} token is left in the supply for {state.called(crew)}.")
            break
        board.fatigue += 1
        got += 1
        state.say(f"{state.called(crew)} is {kind}.")
    return got


def lose_fatigue(state: Campaign, crew: str, n: int = 1) -> int:
    """Exhausted goes before tired."""
    lost = 0
    while lost < n and state.crew[crew].fatigue:
        kind = FATIGUE[state.crew[crew].fatigue]
        state.crew[crew].fatigue -= 1
        lost += 1
        state.say(f"{state.called(crew)} is no longer {kind}.")
    return lost


# ----- statuses


def gain_status(state: Campaign, crew: str, status: Status) -> bool:
    if status in state.crew[crew].statuses and not state.toggle("status_stacks"):
        state.say(f"{state.called(crew)} already has {status}.")
        return False
    if not at_most(state, status, 1):
        state.say(f"No {status} token is left in the supply.")
        return False
    state.crew[crew].statuses.append(status)
    state.say(f"{state.called(crew)} gains {status}.")
    return True


def lose_status(state: Campaign, crew: str, status: Status) -> bool:
    if status not in state.crew[crew].statuses:
        return False
    state.crew[crew].statuses.remove(status)
    state.say(f"{state.called(crew)} loses {status}.")
    return True


def can_gain(state: Campaign, crew: str, status: Status) -> Refusal | None:
    """RULING SG-R26: whoever chooses must choose somebody without the status, if there is one."""
    if state.toggle("status_stacks") or status not in state.crew[crew].statuses:
        return None
    return Refusal("SG-R26", f"{state.called(crew)} already has {status}.")


async def somebody_gains(
    state: Campaign, among: Sequence[str], status: Status, seat: str, why: str, *, along: bool = False
) -> str | None:
    """One of these gains the status, as *seat* chooses."""
    if not at_most(state, status, 1):
        state.say(f"{why}: no {status} token is left in the supply.")
        return None
    text = f"{why}: who gets {STATUS_WORDS[status]}?"
    one = await choose_crew(state, seat, text, among, lambda crew: can_gain(state, crew, status), along=along)
    if one is None:
        state.say(f"{why}: everybody it could be already has {status}.")
        return None
    gain_status(state, one, status)
    return one
