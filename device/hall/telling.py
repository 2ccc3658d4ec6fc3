"""What a box tells of its table: what its public screen shows, and nothing else.

A pure function of the game as it stands, so that everything that ever leaves the box can be looked through in a test.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rules.game import Game
from rules.marks import marks
from rules.moment import Moment
from rules.plain import Plain

LAMPS = 5
"""Seats that have a lamp on the box, and so a light in the house."""

LONGEST = 400
"""Letters of one sentence; a story is read at the table."""

DARK = {"on": False, "colour": [0, 0, 0]}


@dataclass(frozen=True)
class Gathering:
    """People come together for a game that has not begun.

    :param free: seats that still wait for somebody.
    """

    game: Game
    names: tuple[str, ...]
    free: int


@dataclass(frozen=True)
class Help:
    """The table calls for help, in its own words; *coming* once the hall has answered."""

    words: str = ""
    since: float = 0.0  # seconds of the box's clock
    coming: bool = False


@dataclass(frozen=True)
class Around:
    """What there is to tell besides the game itself.

    :param since: when the table began to wait for whom it waits now, in seconds of the box's clock.
    """

    table: str
    since: float = 0.0
    help: Help | None = None
    troubles: Collection[str] = ()
    gathering: Gathering | None = None
    pairings: dict[str, str] = field(default_factory=dict)  # by game: for which of the hall's pairings it was begun


def told(moment: Moment | None, around: Around) -> dict[str, Plain]:
    """The table as the hall and the house may know it."""
    gathering, helped = around.gathering, around.help
    state: dict[str, Plain] = {
        "table": around.table,
        "phase": "free",
        "game": "",
        "title": "",
        "id": "",
        "number": 0,
        "pairing": "",
        "players": [],
        "turn": "",
        "asked": [],
        "waiting": False,
        "since": round(around.since),
        "question": "",
        "round": "",
        "fate": "",
        "stands": "",
        "result": "",
        "free": 0,
        "lights": [DARK] * LAMPS,
        "help": {"words": helped.words, "since": round(helped.since), "coming": helped.coming} if helped else None,
        "trouble": " ".join(around.troubles)[:LONGEST],
    }
    if gathering is not None:
        return state | {
            "phase": "gathering",
            "game": gathering.game.name,
            "title": gathering.game.title,
            "players": [{"name": name, "facts": []} for name in gathering.names],
            "free": gathering.free,
        }
    if moment is None:
        return state
    return state | _game(moment) | {"pairing": around.pairings.get(moment.game_id, "")}


def _game(moment: Moment) -> dict[str, Plain]:
    game, position, ask = moment.position.game, moment.position, moment.ask
    shown = position.show(None)
    names = game.players(position.state)
    at_turn = str(shown.get("current") or "")
    asked = ask.told if ask else ()
    return {
        "phase": "playing" if ask else "over",
        "game": game.name,
        "title": game.title,
        "id": moment.game_id,
        "number": moment.number,
        "players": [
            {"name": each["name"], "facts": [[str(what), str(much)] for what, much in each["facts"]]}
            for each in shown["seats"]
        ],
        "turn": names.get(at_turn, "") if ask else "",
        "asked": [names.get(seat, seat) for seat in asked],
        "waiting": ask is not None,
        "question": (ask.others or ("" if ask.private else ask.text))[:LONGEST] if ask else "",
        "round": _round(game, game.turn_of(position.state)) if ask else "",
        "fate": moment.drawn,
        "stands": game.stands(position.state)[:LONGEST] if ask else "",
        "result": str((shown.get("result") or {}).get("text", ""))[:LONGEST],
        "lights": _lights(game, moment.seats, set(asked) or {at_turn}),
    }


def _round(game: Game, turn: Plain) -> str:
    """Which turn or round it is, where that is counted."""
    counted = [each for each in (turn if isinstance(turn, list) else [turn]) if type(each) is int]
    return f"{game.turn_words} {counted[-1]}" if counted else ""


def _lights(game: Game, seats: tuple[str, ...], lit: Collection[str]) -> list[Plain]:
    """A light for each lamp of the box, in the colour of its seat; lit where somebody is asked."""
    paints = {seat: mark.paint for seat, mark in marks(game.seats).items()}
    lights = [{"on": seat in lit, "colour": _red_green_blue(paints[seat])} for seat in seats[:LAMPS]]
    return lights + [DARK] * (LAMPS - len(lights))


def _red_green_blue(paint: str) -> list[int]:
    return [int(paint[place : place + 2], 16) for place in (1, 3, 5)]


def result(moment: Moment, *, ended: float, pairing: str) -> dict[str, Plain]:
    """A finished game, for tonight's results and the league.

    :param ended: seconds of the box's clock.
    """
    game, state = moment.position.game, moment.position.state
    names = game.players(state)
    won = game.winners(state) if game.has_winner else ()
    return {
        "id": moment.game_id,
        "game": game.name,
        "title": game.title,
        "seats": names,
        "winners": list(won) if game.has_winner else None,
        "text": str((moment.position.show(None).get("result") or {}).get("text", ""))[:LONGEST],
        "ended": round(ended),
        "pairing": pairing,
    }


def happened(before: dict[str, Plain] | None, now: dict[str, Plain], draws: tuple[int, int]) -> list[dict[str, Plain]]:
    """What is worth an event since the table was told of last.

    :param draws: how many there had been then, and how many there are now.
    """
    if before is None or before["id"] != now["id"] or not now["id"]:
        return []
    events: list[dict[str, Plain]] = []
    if now["fate"] and draws[1] > draws[0]:
        events.append({"event_type": "fate drawn", "fate": now["fate"]})
    if now["turn"] and now["turn"] != before["turn"]:
        events.append({"event_type": "turn changed", "turn": now["turn"]})
    if now["phase"] == "over" and before["phase"] != "over":
        events.append({"event_type": "game over", "result": now["result"]})
    return events
