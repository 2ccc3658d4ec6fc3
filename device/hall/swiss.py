"""A Swiss tournament: who meets whom, and how they stand. The FIDE Dutch system, which others wrote, pairs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ask import Trouble

WIN, DRAW = 1.0, 0.5


@dataclass(frozen=True)
class Met:
    """Two met in a round; *second* is None for whoever had to sit out and has a point for it.

    :param points: of the first; None while they play. The second has the rest.
    """

    round: int
    first: str
    second: str | None
    points: float | None = None

    def points_of(self, name: str) -> float:
        if self.points is None:
            return 0.0
        return self.points if name == self.first else WIN - self.points


@dataclass(frozen=True)
class Standing:
    """One line of the table.

    :param buchholz: the points of all they met; *cut* without the weakest of them.
    :param sonneborn: the points of those they beat and half of those they drew with.
    """

    place: int
    name: str
    points: float
    played: int
    buchholz: float
    cut: float
    sonneborn: float
    wins: int


def rounds_for(count: int) -> int:
    """So many that one alone can have won them all."""
    return max(1, (count - 1).bit_length())


def pair(names: Sequence[str], games: Sequence[Met], round_number: int, rounds: int) -> list[tuple[str, str | None]]:
    """The next round, first and second player of each game; with an odd number of players one sits out.

    :param names: those who still play, in the order they entered.
    """
    try:
        from caissify_pairings import generate_pairings
    except ImportError:
        raise Trouble("A tournament needs caissify-pairings: pip install 'tableside[hall]'.") from None
    number = {name: place for place, name in enumerate(dict.fromkeys([*names, *_all(games)]), 1)}
    players = [
        {
            "id": number[name],
            "name": name,
            "score": points(name, games),
            "rating": 0,
            "starting_number": number[name],
            "color_hist": [_side(name, played) for played in _rounds(name, games, round_number)],
            "float_history": [_float(name, played, games) for played in _rounds(name, games, round_number)],
            "bye_count": sum(met.first == name and met.second is None for met in games),
        }
        for name in names
    ]
    met = {(number[each.first], number[each.second]) for each in games if each.second}
    try:
        found = generate_pairings(
            system="dutch", players=players, previous_pairings=met, round_number=round_number, total_rounds=rounds
        )
    except Exception as fault:
        raise Trouble("Nobody is left who has not met the others yet.") from fault
    called = {place: name for name, place in number.items()}
    return [(called[each["white_id"]], called.get(each["black_id"])) for each in found]


def points(name: str, games: Sequence[Met], before: int | None = None) -> float:
    """What somebody has, or had before a round."""
    mine = (met for met in games if name in (met.first, met.second))
    return sum(met.points_of(name) for met in mine if before is None or met.round < before)


def standings(names: Sequence[str], games: Sequence[Met]) -> list[Standing]:
    """The best first. Level on points: by Buchholz without the weakest, Buchholz, Sonneborn-Berger, then wins."""
    total = {name: points(name, games) for name in dict.fromkeys([*names, *_all(games)])}
    lines = []
    for name in total:
        mine = [met for met in games if name in (met.first, met.second) and met.points is not None]
        against = [(met, met.second if met.first == name else met.first) for met in mine]
        theirs = [total[other] for _, other in against if other]
        lines.append(
            Standing(
                0,
                name,
                total[name],
                len(mine),
                sum(theirs),
                sum(theirs) - min(theirs, default=0.0),
                sum(met.points_of(name) * total[other] for met, other in against if other),
                sum(met.points_of(name) == WIN for met, other in against if other),
            )
        )
    lines.sort(key=_best)
    placed: list[Standing] = []
    for number, line in enumerate(lines, 1):
        level = placed and _best(line) == _best(placed[-1])
        placed.append(Standing(placed[-1].place if level else number, *(getattr(line, each) for each in _AFTER_PLACE)))
    return placed


_AFTER_PLACE = ("name", "points", "played", "buchholz", "cut", "sonneborn", "wins")


def _best(line: Standing) -> tuple[float, ...]:
    return -line.points, -line.cut, -line.buchholz, -line.sonneborn, -line.wins


def _all(games: Sequence[Met]) -> list[str]:
    return [name for met in games for name in (met.first, met.second) if name]


def _rounds(name: str, games: Sequence[Met], before: int) -> list[Met | None]:
    """Whom they met in each round so far; None where they did not play."""
    mine = {met.round: met for met in games if name in (met.first, met.second)}
    return [mine.get(number) for number in range(1, before)]


def _side(name: str, met: Met | None) -> str:
    if met is None or met.second is None:
        return "none"
    return "white" if met.first == name else "black"


def _float(name: str, met: Met | None, games: Sequence[Met]) -> str:
    """Did they meet somebody who had fewer points before, or more?"""
    if met is None:
        return "none"
    if met.second is None:
        return "down"
    other = met.second if met.first == name else met.first
    mine, theirs = points(name, games, met.round), points(other, games, met.round)
    return "down" if mine > theirs else "up" if mine < theirs else "none"
