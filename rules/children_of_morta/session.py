"""Before a run: the mode, who plays, and who plays whom (CM-3, CM-17 to CM-21, CM-276 to CM-284)."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Confirm, EnterText, Option, Refusal
from ..game import Checkpoint
from .components import Hero
from .set_up import new_campaign
from .state import Table
from .together import Together
from .vocabulary import Melee, MeleeArea, Ranged

SEATS = ("north", "east", "south", "west")  # clockwise


async def choose_mode(state: Table) -> None:
    """Story Mode or Family Trial; Story Mode is the better first game (CM-3, CM-4)."""
    no_story = None if state.pack.chapters else Refusal("", "This pack has no chapters.")
    no_trial = None if state.pack.trial else Refusal("", "This pack has no Family Trial.")
    options = [
        Option("story", "Story Mode", no_story, hint="a campaign of chapters; recommended first"),
        Option("trial", "Family Trial", no_trial, hint="one session, nothing is kept"),
    ]
    answer = await ChooseOne(state.seats[0], "Which mode?", options)
    state.mode = answer
    new_campaign(state)
    state.phase = "heroes"


async def gather(state: Table) -> None:
    """At the beginning of a session players may join or leave, two to four or one alone (CM-278 to CM-280)."""
    while True:
        await Checkpoint()
        answer: str = await Anew(lambda: _roster(state))
        what, _, seat = answer.partition(":")
        if what == "go":
            break
        if what == "join":
            others = [state.name(each) for each in state.seats]
            text = f"What is the name of the player at the {seat} side?"
            known = state.name(seat) if state.knows(seat) else seat.capitalize()
            state.guests[seat] = str(await EnterText(state.seats[0], text, 24, known, taken=others))
            state.seats = [each for each in SEATS if each in state.seats or each == seat]
            state.say(f"{state.name(seat)} joins.")
        else:
            state.seats.remove(seat)
            state.say(f"{state.name(seat)} leaves.")
    state.phase = "heroes"


def _roster(state: Table) -> ChooseOne:
    most = state.pack.constants.max_players
    names = ", ".join(state.name(seat) for seat in state.seats)
    options = [Option("go", f"Play with {names}")]
    for seat in SEATS:
        if seat in state.seats:
            alone = Refusal("", "Somebody has to play.") if len(state.seats) == 1 else None
            options.append(Option(f"leave:{seat}", f"{state.name(seat)} leaves", alone))
        else:
            who = state.name(seat) if state.knows(seat) else f"Somebody at the {seat} side"
            options.append(Option(f"join:{seat}", f"{who} joins"))
    if len(state.seats) == most:
        options.append(Option("join:more", "Another player joins", Refusal("CM-279", f"{most} players at most.")))
    return ChooseOne(state.seats[0], "Who plays this session?", options)


def available(state: Table) -> list[str]:
    """Heroes that may be played: unlocked ones, in the Family Trial those the pack allows (CM-R85)."""
    if state.mode == "trial":
        assert state.pack.trial is not None
        return list(state.pack.trial.heroes_allowed or state.pack.heroes)
    return state.campaign.unlocked


async def choose_heroes(state: Table) -> None:
    """Everybody picks a hero, each hero once; a different one every session if they like (CM-18 to CM-20)."""
    state.heroes = {seat: hero for seat, hero in state.heroes.items() if seat in state.seats}
    await Together(
        state.seats,
        lambda seat: seat not in state.heroes,
        lambda seat: _choose_hero(state, seat),
        "Choose your heroes.",
    )
    state.heroes = {seat: state.heroes[seat] for seat in state.seats}
    state.phase = "set_up"


async def _choose_hero(state: Table, seat: str) -> None:
    await Checkpoint()
    hero: str = await Anew(lambda: ChooseOne(seat, "Choose a hero.", _heroes(state, seat), early=True))
    state.heroes[seat] = hero
    state.say(f"{state.name(seat)} plays {state.pack.heroes[hero].name}.")


def _heroes(state: Table, seat: str) -> list[Option]:
    options = []
    for hero, board in state.pack.heroes.items():
        barred = None
        owner = next((each for each, taken in state.heroes.items() if taken == hero), None)
        if owner:
            barred = Refusal("CM-R11", f"{state.name(owner)} plays {board.name}.")
        elif hero not in available(state):
            barred = Refusal("CM-19", f"{board.name} is not unlocked yet.")
        again = " Played last time." if state.campaign.last_heroes.get(seat) == hero else ""
        options.append(Option(hero, board.name, barred, hint=(hero_words(board) + again).strip()))
    return options


def hero_words(board: Hero) -> str:
    """What is printed on a hero's board, for whoever has to choose one."""
    if "tracks" in board.unread:
        return board.text
    tracks = f"Health {board.health_max}, {board.defence} up to {board.defence_max}, focus {board.focus_max}."
    return f"{board.text} {tracks} {_fights(board)}".strip()


def _fights(board: Hero) -> str:
    """Where a hero strikes with what is printed on the board: only the leader reaches a boss in melee (CM-260)."""
    words = [word for action in board.actions.values() for word in action.levels[0].effects]
    near = ["in melee"] * any(isinstance(word, (Melee, MeleeArea)) for word in words)
    far = ["from afar"] * any(isinstance(word, Ranged) for word in words)
    return f"Fights {' and '.join(near + far)}." if near + far else ""


async def open_saved(state: Table) -> None:
    """Another evening: everything is as it was put away (CM-229, CM-272)."""
    await Confirm(state.seats[0], "The game is saved. Go on when everybody is back at the table.", waits=True)
    state.phase = "gather"
