"""How much a game asks of people: answers and taps a turn, and questions that need not be asked at all.

``tableside burden GAME`` lets sensible players play as at the live table and counts what they are asked.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from .ask import Ask, AskAny, Confirm, EnterNumber, EnterText, IllegalAnswer, PickSome, ReadStory, SplitAmount
from .chance import Chance, DrawCards, RollDice
from .game import Game, Setup
from .games import game
from .onward import MOST, begins, forced, going_along, needs_people, only_answer, rolls
from .plain import dump
from .players.sensible import Sensible
from .position import Position, RulesFault, Run, Step
from .selfplay import a_game

MEASURES = ("answers", "taps", "forced", "alike", "shown", "open")
MEANS = {
    "answers": "answers asked of people",
    "taps": "taps they cost on a phone",
    "forced": "questions with a single legal answer",
    "alike": "questions whose answers all lead to the same",
    "shown": "entries shown",
    "open": "entries that could be chosen",
}
FEW = 6
"""Answers that are tried out to see whether they differ."""


def taps(ask: Ask, answer: Any) -> int:
    """How often a phone is tapped for this answer."""
    if isinstance(ask, PickSome):
        return len(answer) + 1
    if isinstance(ask, SplitAmount):
        return int(sum(answer.values())) + 1
    if isinstance(ask, EnterNumber) and ask.high - ask.low > 12:
        return len(str(answer)) + 2
    if isinstance(ask, EnterText):
        return 1 if answer == ask.proposed else len(str(answer)) + 2
    if isinstance(ask, Chance) and ask.from_table:
        if isinstance(ask, RollDice):
            return 1 if ask.outcomes else len(ask.dice)
        return ask.count if isinstance(ask, DrawCards) else 1
    return 1


@dataclass
class Burden:
    """What was asked, turn by turn; turns that were broken off are left out."""

    turns: list[Counter[str]] = field(default_factory=list)
    before: Counter[str] = field(default_factory=Counter)  # while the table is set
    games: int = 0
    kinds: Counter[str] = field(default_factory=Counter)  # what was asked how often, by the first words of its text

    def quantile(self, measure: str, share: float) -> float:
        """The value that *share* of the turns do not exceed."""
        values = sorted(turn[measure] for turn in self.turns)
        return values[min(len(values) - 1, int(share * len(values)))] if values else 0

    def summary(self) -> dict[str, object]:
        figures = {name: {"median": self.quantile(name, 0.5), "p90": self.quantile(name, 0.9)} for name in MEASURES}
        mean = sum(turn["answers"] for turn in self.turns) / max(1, len(self.turns))
        return {"games": self.games, "turns": len(self.turns), "mean_answers": round(mean, 1), **figures}


class Meter:
    """Sensible players at a table that answers for them what they need not be asked.

    :param every: ask everything, as if the box took nothing by itself.
    """

    def __init__(self, played: Game, setup: Setup, chance: random.Random, *, every: bool = False) -> None:
        self.game, self.chance, self.every = played, chance, every
        self.run = Run(played, played.begin(setup))
        self.players = played.sensible(chance) or Sensible(played, chance)

    def measure(self, turns: int, burden: Burden) -> None:
        """Play until so many turns are over, or the game is."""
        burden.games += 1
        turn, count = self.game.turn_of(self.run.state), Counter[str]()
        while self.run.ask is not None and len(burden.turns) < turns:
            self._person(count, burden)
            now = self.game.turn_of(self.run.state)
            if now != turn:
                if turn is None:
                    burden.before += count
                else:
                    burden.turns.append(count)
                turn, count = now, Counter()

    def _person(self, count: Counter[str], burden: Burden) -> None:
        """The box goes on as far as it can; then somebody answers, and whatever goes along."""
        self._box()
        if self.run.ask is None:
            return
        step = self.players.step(self.run.state, self.run.ask)
        begun = step.kind == "aside" and begins(self.game, self.run.state, step.seat or "", str(step.value))
        if step.kind == "aside" and self._at_any_time(step):
            count["answers"] += 1
            count["taps"] += 1
            if not begun:
                return
        else:
            if step.kind == "aside":
                asked = self.players.whose(self.run.state, self.run.ask)
                step = Step("answer", self.players.answer(self.run.state, asked), asked.seat)
            asked = self.run.ask.of(step.seat) or self.run.ask
            self._note(asked, step, count, burden)
            begun = any(each.begins for each in getattr(asked, "options", ()) if each.value == step.value)
            self.run.take(step)
        self._along(step.seat or "", count, burden, begun=begun)

    def _at_any_time(self, step: Step) -> bool:
        """Whether something could be done that is open at any time."""
        try:
            self.run.take(step)
        except IllegalAnswer:
            return False
        return True

    def _along(self, seat: str, count: Counter[str], burden: Burden, *, begun: bool) -> None:
        """What goes along with it; where somebody wants a part otherwise, they open it.

        :param begun: real dice that come of it can be told with the same tap.
        """
        self._box()
        for _ in range(0 if self.every else MOST):
            found = going_along(self.run.ask, seat)
            if found is None:
                roll = self.run.ask.of(seat) if self.run.ask else None
                if begun and roll and rolls(roll, seat):  # tapped together with it
                    self.run.take(Step("answer", roll.sample(self.chance), seat))
                    begun = False
                    self._box()
                    continue
                return
            part, usual = found
            wanted = self.players.answer(self.run.state, part)
            if wanted != usual.value:  # somebody opens that part and says otherwise
                count["taps"] += 2
                self._note(part, Step("answer", wanted, part.seat), count, burden)
                begun = False
            self.run.take(Step("answer", wanted, part.seat))
            self._box()

    def _box(self) -> None:
        for _ in range(MOST):
            ask = self.run.ask
            draws = [each for each in (ask.each if ask else ()) if isinstance(each, Chance) and each.at_once]
            if draws:
                self.run.take(Step("answer", draws[0].sample(self.chance), draws[0].seat))
            elif not self.every and (found := forced(ask)):
                self.run.take(found[1])
            else:
                return

    def _note(self, asked: Ask, step: Step, count: Counter[str], burden: Burden) -> None:
        count["answers"] += 1
        count["taps"] += taps(asked, step.value)
        options = getattr(asked, "options", ())
        count["shown"] += len(options)
        count["open"] += sum(not option.barred for option in options)
        burden.kinds[f"{type(asked).__name__}: {asked.text[:48]}"] += 1
        if not isinstance(asked, (Chance, ReadStory, EnterText)) and only_answer(asked):
            waits = isinstance(asked, Confirm) and asked.waits
            offered = isinstance(self.run.ask, AskAny) and self.run.ask.offered
            count["forced"] += not waits and not offered and (not asked.private or self.every)
        elif not needs_people(asked) and not isinstance(self.run.ask, AskAny):
            count["alike"] += self._all_the_same(asked)

    def _all_the_same(self, asked: Ask) -> bool:
        """Whether it makes no difference what is answered."""
        answers = list(islice(asked.answers(), FEW + 1))
        if len(answers) > FEW:
            return False
        here = Position(self.game, self.run.checkpoint, tuple(self.run.steps))
        first = None
        for answer in answers:
            try:
                there = here.after(answer, asked.seat)
            except (IllegalAnswer, RulesFault):
                return False
            told = json.dumps([dump(there.state), repr(there.ask)], sort_keys=True, default=str)
            first = told if first is None else first
            if told != first:
                return False
        return True


def measure(played: Game, setup: Setup, *, turns: int, seed: int, every: bool = False, tell: bool = False) -> Burden:
    """Games with one seed after the other, until so many turns were played."""
    burden = Burden()
    for number in range(turns):
        if len(burden.turns) >= turns:
            break
        if tell:
            print(f"\r{played.title}: {len(burden.turns)} of {turns} turns", end="", file=sys.stderr, flush=True)
        Meter(played, setup, random.Random(f"{seed}/{number}"), every=every).measure(turns, burden)
    if tell:
        print("\r\033[K", end="", file=sys.stderr)
    return burden


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=a_game, help="such as sleepers")
    parser.add_argument("--players", type=int, default=0, help="how many play; as many as can if not given")
    parser.add_argument("--custody", choices=("box", "table"), default="box", help="who holds what is hidden or random")
    parser.add_argument("--pack", default="demo")
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", action="store_true", help="count every question, also those the box answers itself")
    parser.add_argument("--kinds", action="store_true", help="what is asked most often")
    parser.add_argument("--json", action="store_true")


def main(options: argparse.Namespace) -> int:
    played = game(options.game)
    players = options.players or len(played.seats)
    setup = played.setup(players, custody=options.custody, pack=options.pack)
    tell = sys.stderr.isatty()
    burden = measure(played, setup, turns=options.turns, seed=options.seed, every=options.every, tell=tell)
    summary = burden.summary()
    if options.json:
        print(json.dumps(summary))
        return 0
    print(f"{played.title}, {players} players, the {options.custody} holds what is hidden: {len(burden.turns)} turns")
    for name in MEASURES:
        half, most = burden.quantile(name, 0.5), burden.quantile(name, 0.9)
        print(f"  {MEANS[name]:<48}{half:>6} a turn (median){most:>6} (90 of 100)")
    for kind, times in burden.kinds.most_common(40) if options.kinds else ():
        print(f"  {times:>5}  {kind}")
    return 0
