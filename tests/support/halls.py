"""A hall with its pages, for tests; and tables that only say they are there."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from broker import Broker

from device.hall.house import House
from device.hall.store import Store
from device.network.server import Server
from rules.games import NAMES as GAMES
from rules.games import game
from web.hall import create_hall

TOKEN = "the-desk-of-tests-and-nobody-else"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon")


class Hall:
    """One hall, and where to find it."""

    def __init__(self, folder: Path, broker: Broker, **how: Any) -> None:
        folder.mkdir(exist_ok=True)
        more = {"clock": how.pop("clock")} if "clock" in how else {}
        self.house = House(broker.settings(**how), Store(folder / "hall.db"), **more)
        self.app = create_hall(self.house, TOKEN)
        self.url = ""

    def desk(self) -> Any:
        client = self.app.test_client()
        client.get(f"/host/{TOKEN}")
        return client


@contextmanager
def a_hall(folder: Path, broker: Broker, **how: Any) -> Iterator[Hall]:
    hall = Hall(folder, broker, **how)
    server = Server(hall.app, "127.0.0.1", 0)
    hall.url = f"http://127.0.0.1:{server.port}"
    try:
        yield hall
    finally:
        hall.app.config["SENDER"].close()
        server.stop()
        hall.house.close()


def a_state(number: int, luck: random.Random, now: float, **more: Any) -> dict[str, Any]:
    """A table as a box would tell of it."""
    first, second = luck.sample(NAMES, 2)
    state = {
        "table": f"Table {number}",
        "phase": "playing",
        "game": "sleepers",
        "title": "Sleepers",
        "id": f"sleepers-{number}",
        "number": 7,
        "pairing": "",
        "players": [{"name": name, "facts": [["In the rack", "5"], ["Killed", "2 of 12"]]} for name in (first, second)],
        "turn": first,
        "asked": [first],
        "waiting": True,
        "since": round(now) - luck.randrange(900),
        "question": f"{first}, wake a sleeper or recruit.",
        "round": f"Turn {luck.randrange(1, 40)}",
        "fate": "",
        "stands": f"It's {first}'s turn.",
        "result": "",
        "free": 0,
        "lights": [],
        "help": None,
        "trouble": "",
        "at": round(now),
    }
    return state | more


def some_tables(count: int, now: float, seed: int = 1) -> dict[str, dict[str, Any]]:
    """A busy evening: most play, some gather, some are free or done, a few need help."""
    luck = random.Random(seed)
    tables = {}
    for number in range(1, count + 1):
        dice = luck.random() if number > 4 else (0.9, 0.1, 0.75, 0.1)[number - 1]
        state = a_state(number, luck, now)
        if number % 3 == 2:
            state |= of_another_game(luck)
        if dice > 0.96 or number == 1:
            words = luck.choice(("A piece is missing", "How does the informant work?", ""))
            state["help"] = {"words": words, "since": round(now) - luck.randrange(600), "coming": False}
        elif dice > 0.85:
            state |= {"phase": "free", "title": "", "players": [], "asked": [], "question": ""}
        elif dice > 0.74:
            state |= {"phase": "gathering", "players": state["players"][:1], "asked": [], "question": "", "free": 1}
        elif dice > 0.68:
            state |= {"phase": "over", "asked": [], "result": f"{state['turn']} wins: six agents are freed."}
        tables[f"table-{number}"] = state
    return tables


def of_another_game(luck: random.Random) -> dict[str, Any]:
    """What differs where more than two play, and something with a longer name."""
    played = game(luck.choice(GAMES))
    people = luck.sample(NAMES, max(played.fewest, min(len(played.seats), luck.randrange(2, 6))))
    players = [{"name": name, "facts": [["Health", "5 of 7"], ["Command", "3"]]} for name in people]
    asked = people[: luck.randrange(1, 3)]
    words = {"turn": people[0], "asked": asked, "question": f"{people[0]}, take an action or end your turn."}
    return {"game": played.name, "title": played.title, "players": players, **words}


def result(number: int, first: str, second: str, winner: str | None, ended: float, pairing: str = "") -> dict[str, Any]:
    return {
        "id": f"sleepers-old-{number}",
        "game": "sleepers",
        "title": "Sleepers",
        "seats": {"white": first, "black": second},
        "winners": [winner] if winner else [],
        "text": f"{first if winner == 'white' else second} wins: six agents are freed." if winner else "A draw.",
        "ended": round(ended),
        "pairing": pairing,
    }


def tell(house: House, box: str, state: dict[str, Any], *, before: bool = False) -> None:
    """As if the broker had said it."""
    house.hear(f"tableside/{box}/here", "here", before)
    house.hear(f"tableside/{box}/state", json.dumps(state), before)
