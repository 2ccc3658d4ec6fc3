"""A captain who knows the demo world: sails to the next errand, rests a tired crew, cheers a grumbling one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..ask import Ask, ChooseOne, EnterNumber, Luck, PickSome, SplitAmount
from ..plain import Plain
from ..position import Step
from ..sensible import Sensible
from .challenge import contribution
from .combat import HOPELESS
from .fate import MORALE_PENALTY
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
        self.sum = 0  # of the challenge under way

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

    def next_region(self, state: Campaign) -> str:
        came = self.distances(state, state.ship.region)[1]
        there = self.goal[1]
        while came.get(there, state.ship.region) != state.ship.region:
            there = came[there]
        return there

    # ----- answering

    def whose(self, state: Campaign, ask: Ask) -> Ask:
        """The one whose turn it is comes first, if they are asked at all."""
        return (ask.of(state.active) if state.active in ask.seats else None) or ask.each[0]

    def want(self, state: Campaign, ask: Ask) -> Plain:
        if isinstance(ask, EnterNumber):
            return ask.high
        if isinstance(ask, SplitAmount):
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

    def pick(self, state: Campaign, ask: PickSome) -> list[Any]:
        values = [option.value for option in ask.options if not option.barred]
        trial = state.trial
        if not trial or not values or any(value not in state.crew for value in values):
            return values[: ask.at_least]
        if ask.seat == state.active:
            self.sum = 0
        skills = {c: contribution(state, c, trial.skill, tired=state.crew[c].fatigue >= 1) for c in values}
        team = []
        # a mad one costs the whole crew morale: only if nobody else is left to send
        mad = {crew: "madness" in state.crew[crew].statuses for crew in values}
        for crew in sorted(skills, key=lambda each: (mad[each], -skills[each])):
            if mad[crew] and state.ship.morale <= 4:
                break
            if skills[crew] <= 0 or self.sum + 3 - MORALE_PENALTY.get(state.ship.morale, 0) >= trial.number:
                break
            team.append(crew)
            self.sum += skills[crew]
        return team

    def choose(self, state: Campaign, ask: ChooseOne) -> Any:
        values = [option.value for option in ask.options if not option.barred]
        text = ask.text
        if "reset" in values and state.combat and state.combat.round >= HOPELESS:
            return "reset"  # nobody wins this any more
        if text.startswith("Reset the campaign?"):
            return "yes"
        for wanted in (self.mode, "begin", "deal", "take result"):
            if wanted in values:
                return "end" if wanted == "begin" and "end" in values else wanted
        if "prepare" in values:
            self.choose_goal(state)
            action = self.goal[0] if state.ship.region == self.goal[1] else "travel"
            return action if action in values else "gain_command"
        if text.startswith("Sail where"):
            there = self.next_region(state)
            return there if there in values else values[0]
        if text.startswith("Explore which"):
            return self.label if self.label in values else values[0]
        if text.startswith("Paragraph"):
            return self.tell(text.split()[1].rstrip(":"), values)
        if "In port" in text:
            return next((value for value in values if value != "done"), "done")
        if "take" in values:
            helps = [value for value in values if value != "take"]
            needy = "short by" in text or "miss" in text or "about to take" in text
            return helps[0] if helps and needy else "take"
        if "face" in values:
            return next((value for value in values if value != "face"), "face")
        if state.combat:
            return self.fight(state, text, values)
        if all(value in state.crew for value in values):
            return max(values, key=state.health)
        if "done" in values and ("market" in text.lower() or "buy" in text.lower()) and "level" not in text:
            return "done"
        return values[0]

    def tell(self, paragraph: str, values: list[str]) -> str:
        wanted = CHOICES.get(paragraph, "")
        if paragraph == "14":
            wanted = "A" if self.goal[2] == "oil" else "C"
        elif paragraph == "F1":
            wanted = self.ending
        elif self.goal[2] == "cheer" and paragraph == self.label:
            wanted = CHEER[paragraph]
        return wanted if wanted in values else values[-1]  # the last one is mostly the way out

    def fight(self, state: Campaign, text: str, values: list[Any]) -> Any:
        assert state.combat
        attackers = [value for value in values if str(value).startswith("attack:")]
        if "combo:action" in values:
            return "combo:action"
        if attackers:
            return max(attackers, key=lambda value: self.fighter(state, value.removeprefix("attack:")))
        if all(value in state.crew for value in values):
            return max(values, key=state.health)
        if state.combat.attack and all(isinstance(value, str) and value.count(":") == 1 for value in values):
            spots = [value for value in values if value.replace(":", "").isdigit()]
            if spots:
                return max(spots, key=lambda spot: self.worth(state, *map(int, spot.split(":"))))
        if values and all(type(value) is int and value < len(state.combat.row) for value in values):
            return min(values, key=lambda place: self.hearts_left(state, place))
        return values[0] if values[0] != "give" else values[-1]

    @staticmethod
    def fighter(state: Campaign, crew: str) -> float:
        assert state.combat
        weapon, board = state.pack.crew[crew].weapon, state.crew[crew]
        strong = 2 * weapon.damage + weapon.accuracy + weapon.block - 2 * (board.fatigue == 2)
        again = 3 * state.combat.attacks.get(crew, 0) + 4 * ("madness" in board.statuses)
        return strong + 0.7 * state.health(crew) - again

    @staticmethod
    def worth(state: Campaign, place: int, index: int) -> int:
        assert state.combat
        foe = state.combat.row[place]
        square = state.pack.enemies[foe.number].squares[index]
        needed = 3 * (square.heart or index in foe.armor)
        return needed + 2 * square.bonus_damage + square.combo + 2 * bool(square.ability) + square.flying

    @staticmethod
    def hearts_left(state: Campaign, place: int) -> int:
        assert state.combat
        foe = state.combat.row[place]
        card = state.pack.enemies[foe.number]
        return 2 * sum(s.heart and i not in foe.covered for i, s in enumerate(card.squares)) + card.defense
