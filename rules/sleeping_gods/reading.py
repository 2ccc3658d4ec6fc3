"""What stands on a real board or card, read off when it first matters: one answer, and never asked again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..ask import EnterText, Option
from ..read_off import count, several, switch, written
from ..read_off import read_off as read_off_by
from ..sheet import Field
from .asking import ask
from .pack import CrewBoard, EnemyCard, Weapon
from .state import Campaign
from .words import SKILLS, Skill

CAPTAIN = "captain"
CREW_NAMES = ("Captain Odessa", "Laurence", "Gregory", "Mac", "Rafael", *(f"Crew member {n}" for n in range(6, 10)))
"""Those the rulebook names; the others are told apart by number until somebody writes their names."""

MOST_HEALTH = 20
"""What somebody can take as long as nobody has read their health off the board."""

FIRST_OF_OURS = 1001
"""Where the box counts cards that have no number, or of which nobody told it."""


def known_now(state: Campaign) -> None:
    """The pack grew: read it afresh when it is next wanted."""
    state.forget_pack()


async def read_off(
    state: Campaign,
    seat: str,
    text: str,
    asked: Iterable[Field],
    *,
    then: Iterable[Option | str | int] = (),
    window: str = "closed",
    about: Sequence[str] = (),
) -> tuple[dict[str, Any], str]:
    """A few things of one board or card, told in one answer; what nobody touched is as it was proposed.

    :param about: the boards and cards it is read off.
    """
    by_window = lambda build: ask(state, build, window)  # noqa: E731
    return await read_off_by(state, seat, text, asked, then=then, ask=by_window, about=about)


# ----- crew boards


def unread_crew() -> dict[str, CrewBoard]:
    """Nine boards nobody has read anything off yet but whose they are."""
    unread = ("health", "weapon", *SKILLS)
    return {
        CAPTAIN if place == 0 else f"crew_{place}": CrewBoard(
            name, MOST_HEALTH, Weapon(f"{name}'s weapon", 0, 1), captain=place == 0, unread=unread
        )
        for place, name in enumerate(CREW_NAMES)
    }


def unread(state: Campaign, crew: str, what: str) -> bool:
    return what in state.pack.crew[crew].unread


def _learn(state: Campaign, crew: str, what: Sequence[str], **printed: Any) -> None:
    board = state.pack.crew[crew]
    left = tuple(each for each in board.unread if each not in what)
    state.met.crew[crew] = replace(board, unread=left, **printed)
    known_now(state)


def _health(state: Campaign, crew: str, group: str) -> Field:
    return count(f"{crew}.health", "health", group, 5, low=max(1, state.crew[crew].damage), high=MOST_HEALTH)


def weapon_fields(path: str, group: str) -> list[Field]:
    return [
        count(f"{path}.accuracy", "accuracy", group, low=-5, high=9),
        count(f"{path}.damage", "damage", group, 1, high=9),
        count(f"{path}.block", "block", group, high=9),
        switch(f"{path}.ranged", "ranged", group),
    ]


def weapon_read(name: str, path: str, told: Mapping[str, Any]) -> Weapon:
    return Weapon(name, told[f"{path}.accuracy"], told[f"{path}.damage"], told[f"{path}.block"], told[f"{path}.ranged"])


async def know_health(state: Campaign, crew: Sequence[str], seat: str = "") -> None:
    """How much these can take: read off their boards when they are first hurt."""
    strangers = [each for each in crew if unread(state, each, "health")]
    if not strangers:
        return
    names = _names(state, strangers)
    fields = [_health(state, each, state.called(each)) for each in strangers]
    text = f"How much health is printed on the board of {names}?"
    called = [state.called(each) for each in strangers]
    told, _ = await read_off(state, seat or state.controller(strangers[0]), text, fields, about=called)
    for each in strangers:
        _learn(state, each, ["health"], health=told[f"{each}.health"])
        state.say(f"{state.called(each)} has {told[f'{each}.health']} health.")


async def know_fighter(state: Campaign, crew: str, seat: str) -> None:
    """Whoever attacks for the first time: health and weapon in one go."""
    board, group = state.pack.crew[crew], state.called(crew)
    if "weapon" not in board.unread:
        return
    fields = [_health(state, crew, group)] if "health" in board.unread else []
    fields += weapon_fields(crew, f"{group}'s weapon")
    told, _ = await read_off(state, seat, f"What is printed on the board of {group}?", fields, about=[group])
    weapon = weapon_read(board.weapon.name, crew, told)
    _learn(state, crew, ["weapon", "health"], weapon=weapon, health=told.get(f"{crew}.health", board.health))
    state.say(f"{group} fights with accuracy {weapon.accuracy:+d}, damage {weapon.damage}, block {weapon.block}.")


async def know_skill(state: Campaign, crew: Sequence[str], skill: Skill, seat: str) -> None:
    """One skill of whoever takes part, as it is printed on the boards."""
    strangers = [each for each in crew if unread(state, each, skill)]
    if not strangers:
        return
    text = f"How much {skill} is printed on the board of {_names(state, strangers)}?"
    fields = [count(f"{each}.{skill}", skill, state.called(each), 1, high=9) for each in strangers]
    told, _ = await read_off(state, seat, text, fields, about=[state.called(each) for each in strangers])
    for each in strangers:
        n = told[f"{each}.{skill}"]
        _learn(state, each, [skill], skills={**state.pack.crew[each].skills, skill: n})
        state.say(f"{state.called(each)} has {skill} {n}.")


def _names(state: Campaign, crew: Sequence[str]) -> str:
    names = [state.called(each) for each in crew]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


# ----- enemies


SIGNS = {"wings": "wings", "first strike": "first strike"}
"""What decides an attack, whatever else stands in the squares."""


async def which_enemies(state: Campaign, seat: str, text: str = "Which enemies?") -> list[int]:
    """By the numbers on their backs, in one field; whoever has no number is called by a name."""
    said = str(await ask(state, lambda: EnterText(seat, f"{text} Write their numbers, such as 12, 45.", 60), "closed"))
    parts = [part.strip() for part in re.split(r"[,+&/]| and |(?<=\d)\s+(?=\d)", said)]
    return [_enemy(state, part) for part in parts if part] or [_enemy(state, said)]


def _enemy(state: Campaign, said: str) -> int:
    if said.isdecimal() and 1 <= int(said) < FIRST_OF_OURS:
        return int(said)
    known = next((n for n, card in state.pack.enemies.items() if card.name.casefold() == said.casefold()), None)
    if known is not None:
        return known
    number = max([FIRST_OF_OURS - 1, *state.pack.enemies]) + 1
    state.met.enemies[number] = EnemyCard(said, 0, 0, 0, 0, (), unread="numbers")
    known_now(state)
    return number


async def know_enemies(state: Campaign, seat: str, enemies: Sequence[int]) -> None:
    """All that come for the first time on one sheet: what they are called, what hits them, what they deal."""
    known = state.pack.enemies
    new = [n for n in dict.fromkeys(enemies) if n not in known or known[n].unread == "numbers"]
    if not new:
        return
    fields: list[Field] = []
    names = {n: known[n].name if n in known else f"Enemy {n}" for n in new}
    for n, name in names.items():
        fields += [
            count(f"{n}.defense", "defence", name, 3),
            count(f"{n}.damage", "deals", name, 1),
            several(f"{n}.signs", "its squares show", name, SIGNS),
            written(f"{n}.name", "name", name, name),
        ]
    then = [Option("squares", "Describe every square", hint="then the box says where damage may lie")]
    text = "New enemies: what is printed on their cards?"
    told, more = await read_off(state, seat, text, fields, then=then, about=[*names.values()])
    for n in new:
        name = told[f"{n}.name"] or f"Enemy {n}"
        signs = tuple(told[f"{n}.signs"])
        state.met.enemies[n] = EnemyCard(
            name, told[f"{n}.defense"], told[f"{n}.damage"], 0, 0, (), unread="squares", signs=signs
        )
    known_now(state)
    if more == "squares":
        from .sketch import describe_enemy

        for n in new:
            await describe_enemy(state, seat, n)


# ----- what a new card or token is called


def free_number(state: Campaign) -> int:
    """A number for a card that shows none."""
    return max([FIRST_OF_OURS - 1, *state.pack.adventure_cards]) + 1
