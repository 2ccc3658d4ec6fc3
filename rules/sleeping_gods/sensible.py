"""A captain who knows the demo world: sails to the next errand, rests a tired crew, cheers a grumbling one."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.players.sensible import Sensible

from ..ask import Ask, ChooseOne, EnterNumber, Luck, PickSome, SplitAmount
from ..chance import Chance
from ..plain import Plain
from ..position import Step
from .challenge import usual_team
from .combat import HOPELESS
from .state import Campaign
from .travel import neighbours

if TYPE_CHECKING:
    from ..game import Game

Test = Callable[[Campaign], bool]


def has(keyword: str) -> Test:
    return lambda state: keyword in state.keywords


def met(quest: int) -> Test:
    return lambda state: quest in state.quests or quest in state.used_quests


def done(quest: int) -> Test:
    return lambda state: quest in state.used_quests


def found(totem: str) -> Test:
    return lambda state: totem in state.progress.totems


def always(state: Campaign) -> bool:
    return True


ERRANDS: tuple[tuple[str, str, Test, Test], ...] = (  # what for, where, from when on, until when
    ("letter", "2", always, met(21)),
    ("parcel", "9", has("PARCEL"), done(2)),
    ("oil", "14", lambda state: state.resources["coins"] >= 2, met(1)),
    ("gull", "3", has("LAMPOIL"), found("gull")),
    ("map", "14", always, met(9)),
    ("tooth", "13", has("WHALEBONE"), found("tooth")),
    ("silk", "12", always, met(8)),
    ("moth", "15", has("SILK"), found("moth")),
    ("spoon", "28", always, met(3)),
    ("kettle", "4", has("SPOON"), found("kettle")),
    ("invitation", "19", always, met(11)),
    ("frost", "17", has("INVITED"), found("frost")),
    ("apology", "18", has("APOLOGY"), done(12)),
    ("thorn", "18", has("SHEARS"), found("thorn")),
    ("key", "26", always, met(16)),
    ("mirror", "23", has("MIRRORKEY"), found("mirror")),
    ("debt", "7", always, met(4)),
    ("ledger", "7", has("OVERDUE"), found("ledger")),
    ("diver", "10", always, met(5)),
    ("clapper", "8", has("DIVER"), met(6)),
    ("bell", "8", has("CLAPPER"), found("bell")),
    ("anchor", "29", always, found("anchor")),
)
CHOICES = {
    "2": "A", "3": "B", "7": "A", "8": "B", "9": "A", "10": "B", "12": "A", "13": "A", "17": "A", "18": "B", "19": "C",
    "23": "B", "26": "B", "28": "A", "29": "A", "B11": "A", "B21": "A", "C2": "B", "C11": "A", "E11": "A", "E21": "B",
    "E44": "B", "G2": "A", "G11": "A", "H1": "B", "H11": "A",
}  # fmt: skip
CHEER = {"9": "B", "33": "B", "35": "A", "41": "A"}  # where morale can be had, and how


class Captain(Sensible):
    """Everybody aboard, of one mind.

    :param ending: the choice at the last paragraph.
    """

    def __init__(self, game: Game, chance: Luck, *, mode: str = "normal", ending: str = "A") -> None:
        super().__init__(game, chance)
        self.mode, self.ending = mode, ending
        self.goal: tuple[str, str, str] = ("", "", "")  # action, region, errand
        self.label = ""  # of the location that is to be explored

    # ----- at any time

    def aside(self, state: Campaign) -> Step | None:
        """End the campaign when it can be won, cook for the tired, train who has nothing tucked."""
        if not state.players or state.combat or state.window != "actions":
            return None
        tired = sum(board.fatigue for board in state.crew.values())
        for seat in state.order:
            for option in self.game.asides(state, seat):
                cooks = tired >= 3 and "fatigue off" in option.label
                trains = option.value == "train" and state.players[seat].command >= 2
                trains = trains and any(not state.crew[crew].tucked for crew in state.crew_of(seat))
                if not option.barred and (option.value == "end" or cooks or trains):
                    return Step("aside", option.value, seat)
        return None

    # ----- where to

    def choose_goal(self, state: Campaign) -> None:
        far = self.distances(state, state.ship.region)[0]
        regions = state.pack.regions

        def nearest(kind: str) -> str:
            return min((name for name, region in regions.items() if getattr(region, kind)), key=far.__getitem__)

        health = sum(state.health(crew) for crew in state.crew)
        whole = sum(state.full_health(crew) for crew in state.crew)
        tired = sum(board.fatigue for board in state.crew.values()) >= 9
        self.label = ""
        if tired or health < 0.6 * whole or state.ship.health <= 5:
            kind = "port" if state.resources["coins"] >= 5 else "search"
            self.goal = (kind, nearest(kind), "rest")
            return
        if state.ship.morale <= 3:
            spots = [label for label in CHEER if label != "41" or state.events.number < 3]
            errands = [("cheer", label) for label in spots if label != "9" or "PARCEL" not in state.keywords]
        else:
            errands = [(name, label) for name, label, ready, over in ERRANDS if ready(state) and not over(state)]
        if not errands:
            self.goal = ("search", nearest("search"), "provisions")
            return
        places = {place.label: name for name, region in regions.items() for place in region.locations}
        errand, self.label = min(errands, key=lambda each: (far[places[each[1]]], each))
        self.goal = ("explore", places[self.label], errand)

    @staticmethod
    def distances(state: Campaign, start: str) -> tuple[dict[str, int], dict[str, str]]:
        far, came, todo = {start: 0}, {}, deque([start])
        while todo:
            here = todo.popleft()
            for there, _ in neighbours(state, here):
                if there not in far:
                    far[there], came[there] = far[here] + 1, here
                    todo.append(there)
        return far, came

    def next_region(self, state: Campaign, here: str = "") -> str:
        here = here or state.ship.region
        came = self.distances(state, here)[1]
        there = self.goal[1]
        while came.get(there, here) != here:
            there = came[there]
        return there

    # ----- answering

    def whose(self, state: Campaign, ask: Ask) -> Ask:
        """The one whose turn it is comes first, if they are asked at all, unless somebody wants to help."""
        drawing = any(isinstance(each, Chance) for each in ask.each)
        for each in ask.each if drawing else ():
            if isinstance(each, PickSome) and self.pick(state, each):
                return each
        return (ask.of(state.active) if state.active in ask.seats else None) or ask.each[0]

    def want(self, state: Campaign, ask: Ask) -> Plain:
        if state.players and not self.goal[0]:  # somebody who joins in the middle of a voyage
            self.choose_goal(state)
        if isinstance(ask, EnterNumber):
            return ask.high
        if isinstance(ask, SplitAmount) and ask.default is None:
            return self.share(ask)
        if isinstance(ask, PickSome):
            return self.pick(state, ask)
        if isinstance(ask, ChooseOne):
            return self.choose(state, ask)
        return None

    @staticmethod
    def share(ask: SplitAmount) -> dict[str, int]:
        left, shares = ask.total, {}
        for option, most in sorted(ask.limits, key=lambda limit: -limit[1]):
            part = 0 if option.barred else min(most, left)
            if part:
                shares[str(option.value)] = part
                left -= part
        return shares

    def pick(self, state: Campaign, ask: PickSome) -> list[Any] | None:
        """Who takes part: as usual; whoever is asked for help sends as many as are still missing."""
        trial = state.trial
        values = [option.value for option in ask.options if not option.barred]
        if trial is None or ask.seat == state.active or any(value not in state.crew for value in values):
            return None if ask.default is not None else values[: ask.at_least]
        so_far = re.search(r"So far: .*, (-?[0-9]+) in all", ask.text)
        missing = replace(trial, number=trial.number - int(so_far[1]) if so_far else trial.number)
        return list(usual_team(state, missing, [str(value) for value in values]))

    def choose(self, state: Campaign, ask: ChooseOne) -> Any:
        """What this crew prefers; None where the usual is as good as anything."""
        values: list[Any] = [option.value for option in ask.options if not option.barred]
        text = ask.text
        if "reset" in values and state.combat and state.combat.round >= HOPELESS:
            return "reset"  # nobody wins this any more
        if text.startswith("Reset the campaign?"):
            return "yes"
        if self.mode in values:
            return self.mode
        if "prepare" in values:
            return self.act(state, values)
        if text.startswith("Sail where") or "move the ship" in text:
            there = self.next_region(state)
            return there if there in values else values[0]
        if text.startswith("Paragraph"):
            return self.tell(text.split()[1].rstrip(":"), values)
        if "take" in values:
            helps = [value for value in values if value != "take"]
            needy = "short by" in text or "miss" in text or "about to take" in text
            return helps[0] if helps and needy else "take"
        if "face" in values:
            return next((value for value in values if value != "face"), "face")
        if state.combat and any(str(value).startswith("attack:") for value in values):
            return self.fight(state, values)
        if text.startswith("Which level card do you buy"):
            return values[0]
        return None if ask.default is not None else values[0]

    def act(self, state: Campaign, values: list[Any]) -> str:
        """Towards the goal: sail there, then do there what it was sailed for; both at once if nothing is between."""
        self.choose_goal(state)
        there = f"explore:{self.label}" if self.goal[0] == "explore" else self.goal[0]
        if state.ship.region == self.goal[1]:
            return there if there in values else "gain_command"
        first = self.next_region(state)
        onward = there if first == self.goal[1] else f"travel:{self.next_region(state, first)}"
        both = f"travel:{first}+{onward}"
        return both if both in values else f"travel:{first}"

    def tell(self, paragraph: str, values: list[str]) -> str:
        wanted = CHOICES.get(paragraph, "")
        if paragraph == "14":
            wanted = "A" if self.goal[2] == "oil" else "C"
        elif paragraph == "F1":
            wanted = self.ending
        elif self.goal[2] == "cheer" and paragraph == self.label:
            wanted = CHEER[paragraph]
        return wanted if wanted in values else values[-1]  # the last one is mostly the way out

    def fight(self, state: Campaign, values: list[Any]) -> str:
        if "combo:action" in values:
            return "combo:action"
        attackers = [str(value) for value in values if str(value).startswith("attack:")]
        return max(attackers, key=lambda value: self.fighter(state, value.removeprefix("attack:")))

    @staticmethod
    def fighter(state: Campaign, crew: str) -> float:
        assert state.combat
        weapon, board = state.pack.crew[crew].weapon, state.crew[crew]
        strong = 2 * weapon.damage + weapon.accuracy + weapon.block - 2 * (board.fatigue == 2)
        again = 3 * state.combat.attacks.get(crew, 0) + 4 * ("madness" in board.statuses)
        return strong + 0.7 * state.health(crew) - again
