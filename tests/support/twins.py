"""Two games that look the same to all but one player, side by side: can the others tell them apart?

Both are played by the same answers on real tables; only what one seat holds differs. Whatever the others and the
public screen are sent must be the same to the last letter, in the same messages, with the same numbers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from serving import Served

from device.live.table import Table
from rules.ask import Ask, IllegalAnswer
from rules.chance import Chance
from rules.games import game
from rules.moment import Moment
from rules.plain import Plain
from rules.position import Position, Step, some_step
from rules.spoken import heard
from web.live.changes import Drawn, told
from web.live.seats import Viewer

TRIES = 40  # answers that are looked at for one that shows nothing of the difference


class Parted(Exception):
    """The two games no longer look alike at the table itself: what was hidden was shown, or could not be answered."""


class Deals:
    """What comes out of every draw, in the order of draws: the same in both games, but for what is secret.

    Whichever game comes to a draw first decides it; what is secret comes out otherwise in the other, where it can.
    """

    def __init__(self, chance: random.Random, is_secret: Callable[[Chance], bool]) -> None:
        self._chance, self._is_secret = chance, is_secret
        self._dealt: list[tuple[str, Plain]] = []
        self._place = [0, 0]

    def draw(self, number: int, ask: Chance) -> Plain:
        place = self._place[number]
        self._place[number] += 1
        if place == len(self._dealt):
            self._dealt.append((ask.seat, self._some(ask)))
            return self._dealt[place][1]
        seat, same = self._dealt[place]
        if seat != ask.seat:
            raise Parted(f"{seat} draws in one game and {ask.seat} in the other")
        if self._is_secret(ask):
            return next((other for _ in range(TRIES) if (other := self._some(ask)) != same), same)
        try:
            return ask.check(same)
        except IllegalAnswer as gone:
            raise Parted(str(gone)) from gone

    def _some(self, ask: Chance) -> Plain:
        return ask.drawn(lambda weights: self._chance.choices(range(len(weights)), weights)[0])


@dataclass(frozen=True)
class Hand:
    """The dealer of one of the two."""

    deals: Deals
    number: int

    def draw(self, ask: Chance, number: int) -> Plain:
        return self.deals.draw(self.number, ask)


class TwinTable(Table):
    """A table with a dealer of its own."""

    hand: Hand

    @property  # type: ignore[override]
    def _dealer(self) -> Any:
        return self.hand

    @_dealer.setter
    def _dealer(self, dealer: Any) -> None:
        pass


@dataclass(frozen=True)
class Case:
    """What differs, and who must not notice.

    :param is_secret: the draws that come out otherwise in the second game.
    :param chosen_hidden: a choice of the one who holds it that nobody sees.
    """

    what: str
    game: str
    onlookers: tuple[str | None, ...]
    is_secret: Callable[[Chance], bool]
    players: int = 2
    chosen_hidden: Callable[[Ask], bool] = lambda ask: False


def _draws(deck: str, *seats: str) -> Callable[[Chance], bool]:
    return lambda ask: ask.private and ask.seat in seats and getattr(ask, "deck", "") == deck


CASES = (
    Case(
        "Sleepers: the rack and the sleepers of White",
        "sleepers",
        ("black", None),
        _draws("white stock", "white"),
        chosen_hidden=lambda ask: ask.seat == "white" and ask.text.startswith("Which tile"),
    ),
    Case(
        "The Silent Sea: who is the Traitor",
        "silent_sea",
        ("red", "blue", None),
        _draws("Loyalty deck", "white", "yellow"),
        players=4,
    ),
    Case(
        "The Silent Sea: the hand of White",
        "silent_sea",
        ("yellow", "red", "blue", None),
        _draws("Generic deck", "white"),
        players=4,
    ),
    Case(
        "The Awakening: the Secret Quest of the first",
        "awakening",
        ("green", None),
        _draws("Secret Quests", "orange"),
    ),
)


class Twins:
    """The two games, in step."""

    def __init__(self, case: Case, seed: int, folder: Path) -> None:
        self.case, self.chance = case, random.Random(f"{case.what} {seed}")
        self.boxes: list[Served] = []
        deals = Deals(random.Random(f"deals of {case.what} {seed}"), case.is_secret)
        for number in (0, 1):
            (folder / str(number)).mkdir()
            box = Served(folder / str(number))
            box.table.__class__ = TwinTable
            box.table.hand = Hand(deals, number)  # type: ignore[attr-defined]
            self.boxes.append(box)
        self.tells = [0, 0]
        self.had: list[dict[str | None, Drawn | None]] = [{}, {}]
        self.messages: list[dict[str | None, bytes]] = [{}, {}]
        """What each onlooker was sent last, in either game."""
        self.took: list[list[float]] = [[], []]
        """Seconds from each answer until the last onlooker's message stood ready, in either game."""
        self.worked: list[list[float]] = [[], []]
        """Of these the seconds in which the box was at work for it, and for nothing else on this computer."""
        self.spoken: list[list[str]] = [[], []]
        """All that every onlooker could hear, in either game."""
        self.before: list[Moment | None] = [None, None]
        for number, box in enumerate(self.boxes):
            box.table.when_changed.append(lambda moment, number=number: self._heard(number, moment))  # type: ignore[misc]
            box.table.when_changed.append(lambda _, number=number: self._told(number))  # type: ignore[misc]
        played = game(case.game)
        setup = played.setup(case.players, custody="box")
        for box in self.boxes:
            box.table.begin(setup)

    def _heard(self, number: int, moment: Moment | None) -> None:
        for seat in (None, *self.case.onlookers):
            self.spoken[number] += [f"{seat}: {each.text}" for each in heard(self.before[number], moment, seat)]
        self.before[number] = moment

    def _told(self, number: int) -> None:
        self.tells[number] += 1

    def close(self) -> None:
        for box in self.boxes:
            box.close()

    @property
    def positions(self) -> list[Position]:
        return [box.table.now().position for box in self.boxes]

    @property
    def over(self) -> bool:
        return any(position.ask is None for position in self.positions)

    def step(self) -> None:
        """One answer in both that looks the same at the table; `Parted` if there is none."""
        one, other = self.positions
        assert one.ask is not None
        assert other.ask is not None
        for _ in range(TRIES):
            step = some_step(one.game, one.state, one.ask, self.chance)
            mine, theirs = one.ask.of(step.seat), other.ask.of(step.seat)
            if mine is None or theirs is None or type(mine) is not type(theirs):
                raise AssertionError(f"{step.seat} is asked something else: {mine} and {theirs}")
            steps = step, Step("answer", self._hidden(mine, theirs, step.value), step.seat)
            with suppress(IllegalAnswer):
                after = [position.then(each) for position, each in zip((one, other), steps, strict=True)]
                if after[0].view() == after[1].view() and after[0].over == after[1].over:
                    return self.answer(*steps)
        raise Parted(f"nothing to answer alike: {one.ask.text}")

    def answer(self, *steps: Step) -> None:
        """One answer in each."""

        def say(table: Table, number: int) -> None:
            table.answer(table.now().number, steps[number].value, steps[number].seat)

        self.take(say)

    def _hidden(self, mine: Ask, theirs: Ask, answer: Plain) -> Plain:
        """What the second game is answered: where nobody sees what is chosen, something of its own."""
        return theirs.sample(self.chance) if self.case.chosen_hidden(mine) else answer

    def take(self, act: Callable[[Table, int], object]) -> None:
        """The same done in both, now one first and now the other."""
        for number in self.chance.sample((0, 1), 2):
            begun, at_work = time.perf_counter(), time.thread_time()
            act(self.boxes[number].table, number)
            self.messages[number] = self._messages(number)
            self.worked[number].append(time.thread_time() - at_work)
            self.took[number].append(time.perf_counter() - begun)

    def _messages(self, number: int) -> dict[str | None, bytes]:
        box, sent = self.boxes[number], {}
        for seat in self.case.onlookers:
            page = "seat" if seat else "table"
            with box.app.test_request_context():
                wire = box.app.config["WIRE"]
                now = wire.draw(wire.count, Viewer(seat, seat is None), page)
            had = self.had[number].get(seat)
            sent[seat] = told(had, now).replace(now.game.encode(), b"GAME")
            self.had[number][seat] = now
        return sent

    def differences(self) -> list[str]:
        """What an onlooker could tell the two games by, after the last step."""
        found = []
        if self.tells[0] != self.tells[1]:
            found.append(f"pages were told {self.tells[0]} and {self.tells[1]} times")
        if self.spoken[0] != self.spoken[1]:
            found.append(f"the voice says {self.spoken[0][-5:]} and {self.spoken[1][-5:]}")
        for seat in self.case.onlookers:
            one, other = (sent.get(seat, b"") for sent in self.messages)
            if one != other:
                place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
                near = slice(max(place - 60, 0), place + 60)
                found.append(f"{seat or 'the public screen'} is sent {one[near]!r} and {other[near]!r}")
        return found

    @property
    def differ(self) -> bool:
        """Do the two games differ in what is hidden at all? Otherwise nothing is compared."""
        one, other = (position.save() for position in self.positions)
        return one != other


@contextmanager
def twins(case: Case, seed: int) -> Iterator[Twins]:
    with TemporaryDirectory() as folder:
        pair = Twins(case, seed, Path(folder))
        try:
            yield pair
        finally:
            pair.close()


def compared(case: Case, seeds: range, steps: int) -> Iterator[Twins]:
    """Pairs after each step, from as many games as are needed for so many steps in which something hidden differs."""
    done = 0
    for seed in seeds:
        try:
            with twins(case, seed) as pair:
                while done < steps and not pair.over:
                    pair.step()
                    if pair.differ and not pair.over:  # at the end everything is turned over
                        done += 1
                        yield pair
        except Parted:
            continue
        if done >= steps:
            return
    raise AssertionError(f"only {done} steps could be compared")


GUN, NOTHING = ["gun", "flashlight", "hazmat"], ["bulb", "bulb", "bulb"]


def reactions(times: int) -> Iterator[Twins]:
    """White is shot at again and again and passes, with something to react with in one game only; after each step.

    By what everybody has seen, White and one other may hold it.
    """
    alike = Case("reactions", "silent_sea", ("yellow", "red", "blue", None), lambda ask: False, players=4)
    with twins(alike, 1) as pair:
        while not _may_act(pair.positions[0]) or pair.positions[0].state.current == "white":
            pair.step()
        shooter = pair.positions[0].state.current
        other = next(seat for seat in ("yellow", "red", "blue") if seat != shooter)
        _lay(pair, f"players.{shooter}.node", pair.positions[0].state.players["white"].node)
        _lay(pair, f"players.{shooter}.hand", ["gun"])
        _lay(pair, f"players.{other}.hand", GUN)
        _lay(pair, "players.white.hand", GUN, NOTHING)
        _lay(pair, "may_hold", {"gun": ["white", other, shooter], **{item: ["white", other] for item in GUN[1:]}})
        for _ in range(times):
            # What was laid by hand may have needed everybody's consent in one of the two: only what follows counts.
            pair.tells, pair.had, pair.spoken = [0, 0], [{}, {}], [[], []]
            pair.answer(*[Step("answer", "gun:white", shooter)] * 2)
            yield pair
            assert "white" in pair.positions[0].ask.told
            for seat in pair.positions[0].ask.told:
                pair.answer(*[Step("answer", "pass", seat)] * 2)
                yield pair
            pair.take(_take_back)


def _take_back(table: Table, _: int) -> None:
    """The shot, with all that was answered in secret; somebody has drawn since, so all agree."""
    moment = table.undo(table.now().number, None)
    for seat in moment.seats if moment.proposal else ():
        table.agree(moment.number, seat, True)


def _may_act(position: Position) -> bool:
    return any(str(option.value).startswith("craft:") for option in getattr(position.ask, "options", ()))


def _lay(pair: Twins, path: str, one: Plain, other: Plain = None) -> None:
    """Set by hand, otherwise in the second game."""

    def decide(table: Table, number: int) -> None:
        value = one if number == 0 or other is None else other
        moment = table.ruling(table.now().number, path, value, "Ann", "a test")
        for seat in moment.seats if moment.proposal else ():
            table.agree(moment.number, seat, True)

    pair.take(decide)
