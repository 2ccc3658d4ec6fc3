"""A made-up printed copy of Children of Morta that the box has never seen, and the family who owns and plays it."""

from __future__ import annotations

import random
from typing import Any

from rules.ask import Ask, ChooseOne
from rules.chance import RollDice
from rules.children_of_morta import GAME
from rules.children_of_morta.sensible import Family
from rules.children_of_morta.state import Table
from rules.plain import Plain
from rules.sheet import WhatChanged

COLOURS = ("red", "green", "blue", "yellow", "white")
SYLLABLES = ("gro", "mel", "tik", "ush", "var", "bon", "sle", "kra", "pim", "dol", "hex", "wim")
DICE = {"blue": "0 1 1 1 1+ 2", "brown": "0 1 2 2 2+ 3", "purple": "1 2 3 3 3+ 4"}
PLACES = ("Old Stair", "Drip Hall", "Long Bend", "Salt Door", "Root Cellar", "Deep Well", "Last Gate")


class Copy:
    """Two decks of enemies, tiles, boards and a boss, as somebody might have printed them.

    :param boss: stands at the last place of the map; without one the objective is to get there.
    """

    def __init__(self, seed: int, *, boss: bool = True) -> None:
        self.chance = random.Random(seed)
        self.boss = boss
        self.enemies = {name: [self._enemy(name, n) for n in range(8)] for name in ("Mudlings", "Wasps")}
        self.tiles = [self._tile(n) for n in range(14)]
        self.cards = {card["name"]: card for deck in self.enemies.values() for card in deck}
        self.shuffle()

    def shuffle(self) -> None:
        """Everything back into the box, and out again: another run."""
        self.decks = {name: self.chance.sample(cards * 2, 16) for name, cards in self.enemies.items()}
        self.pile = self.chance.sample(self.tiles, len(self.tiles))
        self.way = list(PLACES)

    def _enemy(self, deck: str, n: int) -> dict[str, Any]:
        dice = {"white": n % 2, "blue": 1 - n % 2, "brown": 1 if n == 7 else 0, "purple": 0}
        also = [[], ["stun"], [], ["left"], [], ["hand"], ["left", "again"], []][n]
        return {
            "name": f"{SYLLABLES[n]}{SYLLABLES[(n + len(deck)) % 12]}".capitalize(),
            "side": ("melee", "ranged", "melee", "melee steady")[n % 4],
            "health": 1 + n % 3,
            "xp": 1 + n % 2,
            "critical": n % 3 == 0,
            "also": also,
            **dice,
            **{what: int(n == place) for place, what in enumerate(("rage", "focus", "morv", "gemstone", "bonus"))},
            "hand": n == 6,
        }

    def _tile(self, n: int) -> dict[str, Any]:
        mudlings, wasps = (1, 0) if n % 3 else (1, 1)
        return {
            "number": n + 1,
            "mudlings.n": mudlings,
            "wasps.n": wasps,
            "wasps.red": int(n == 11),
            "morv": n % 2,
            "item": int(n == 4),
        }

    def board(self, hero: str) -> dict[str, int]:
        place = len(hero)
        return {"health": 8 + place % 3, "defence": 4, "focus": 5}

    def actions(self, hero: str, defence: str) -> list[dict[str, Any]]:
        """Five actions, one of each colour."""
        far = "melee" if defence == "shield" else "ranged"
        does = [(far, 0, 2), ("melee", 1, 1), (defence, 1, 0), ("rage", 1, 0), ("row_area 2", 1, 0)]
        first = len(hero)
        return [
            {
                "name": f"{SYLLABLES[n]}{hero[:3]}".capitalize(),
                "space": COLOURS[(n + first) % 5],
                "focus": 1 if n == 4 else 0,
                "does": kind,
                "white": white,
                "blue": blue,
            }
            for n, (kind, white, blue) in enumerate(does)
        ]


class Owners(Family):
    """Everybody at the table: they look at their printed cards and say what they are asked, and no more."""

    def __init__(self, copy: Copy, chance: random.Random, mode: str = "story") -> None:
        super().__init__(GAME, chance, mode)
        self.copy = copy
        self.by_hand = 0  # sheets on which they said what a card did

    def answer(self, state: Table, ask: Ask) -> Plain:
        if isinstance(ask, WhatChanged):
            return self._sheet(state, ask)
        if isinstance(ask, RollDice) and ask.from_table:
            return [self.chance.choice(DICE[name.split(" ")[0]].split(" ")) for name, _ in ask.dice]
        if isinstance(ask, ChooseOne) and ask.text == "Choose a hero.":
            return next(option.value for option in ask.options if not option.barred)
        if isinstance(ask, ChooseOne) and "Which action do you level up" in ask.text:
            open_ones = [option.value for option in ask.options if not option.barred and option.value != "new action"]
            return open_ones[0]
        if isinstance(ask, ChooseOne) and ask.text.startswith("The bazaar"):
            return "leave"
        if isinstance(ask, ChooseOne) and ask.text.startswith("Nothing is left"):
            return "give up"
        if isinstance(ask, ChooseOne) and "Was that the objective" in ask.text:
            return "goal"
        return super().answer(state, ask)

    def _next(self, state: Table, seat: str, values: list[str]) -> str:
        """An action nobody has performed yet, as long as it can be paid for; else whatever is worth most."""
        if "new action" in values and self._unused(state, seat) is not None:
            return "new action"
        return super()._next(state, seat, values)

    def _waits(self, state: Table, ask: Ask) -> bool:
        values = [option.value for option in getattr(ask, "options", ())]
        if "new action" in values and self._unused(state, ask.seat) is not None:
            return False
        return super()._waits(state, ask)

    def _unused(self, state: Table, seat: str) -> dict[str, Any] | None:
        board, hero = state.board(seat), state.hero(seat)
        known = {level.name for each in board.actions.values() for level in each.levels}
        for each in self.copy.actions(hero.id, board.defence):
            if each["name"] not in known and each["space"] in hero.hand and each["focus"] <= hero.focus:
                return each
        return None

    # What they tell

    def _sheet(self, state: Table, ask: WhatChanged) -> dict[str, Plain]:
        paths = [each.path for each in ask.fields]
        if "high.tile" in paths:
            return self._explore(state, ask, paths)
        if "run.rage" in paths:
            return self._done(state, ask)
        if "does" in paths:
            return self._action(state, ask)
        if ask.text == "Set up the table.":
            return self._set_up(state, paths)
        if any(path.endswith("card") for path in paths):
            return self._drawn(ask, paths)
        if "boss" in paths:
            return (
                {"name": "The Grey Mother", "health": 6}
                if "The Grey Mother" not in _offered(ask, "boss")
                else {"boss": _offered(ask, "boss")["The Grey Mother"]}
            )
        if "target" in paths:
            return {"target": "leader", "brown": 1}
        told = {path: self._printed(state, path) for path in paths}
        return {path: value for path, value in told.items() if value is not None}

    def _set_up(self, state: Table, paths: list[str]) -> dict[str, Plain]:
        self.copy.shuffle()
        told: dict[str, Plain] = {path: state.seats[-1] for path in paths if path == "leader"}
        told |= {path: "Mudlings, Wasps" for path in paths if path == "decks"}
        for hero in state.heroes.values():
            tracks = {f"{hero}.{track}": value for track, value in self.copy.board(hero).items()}
            told |= {path: value for path, value in tracks.items() if path in paths}
        return told

    def _explore(self, state: Table, ask: WhatChanged, paths: list[str]) -> dict[str, Plain]:
        """The next place of the map, with a tile that is known by its number, or a new one."""
        if not self.copy.way or len(self.copy.pile) < 2:
            return {"then": "goal" if state.mode == "story" else "nowhere"}
        name = self.copy.way.pop(0)
        known = _offered(ask, "place")
        told: dict[str, Plain] = {"place": known[name]} if name in known else {"name": name}
        if name not in known and name == "Long Bend":
            told["chest"] = True
        last = not self.copy.way or (state.mode == "trial" and name == "Deep Well")
        if name not in known and last and self.copy.boss:
            told["boss"] = True
        if name not in known and state.mode == "trial" and name == "Drip Hall":
            told["bazaar"] = True
        told["chapter"] = name == "Salt Door"
        tiles = sorted((self.copy.pile.pop() for _ in range(2)), key=lambda tile: -tile["number"])
        for which, tile in zip(("high", "low"), tiles, strict=True):
            met = {words.split(":")[0]: value for words, value in _offered(ask, f"{which}.tile").items()}
            if str(tile["number"]) in met:
                told[f"{which}.tile"] = met[str(tile["number"])]
            else:
                told |= {f"{which}.{what}": value for what, value in tile.items() if f"{which}.{what}" in paths}
        return told

    def _drawn(self, ask: WhatChanged, paths: list[str]) -> dict[str, Plain]:
        """Cards from the top of a deck: one met before is found in the list by its name."""
        told: dict[str, Plain] = {}
        for place in [path.removesuffix("card") for path in paths if path.endswith("card")]:
            if f"{place}side" not in paths:
                told |= {each: 1 for each in (f"{place}health", f"{place}shield", f"{place}morv") if each in paths}
                continue
            deck = next(name for name in self.copy.decks if any(name in word for word in self._words(ask, place)))
            card = self.copy.decks[deck].pop(0)
            self.copy.decks[deck].append(card)
            known = _offered(ask, f"{place}card")
            if card["name"] in known:
                told[f"{place}card"] = known[card["name"]]
            else:
                health = 0 if self.chance.random() < 0.2 else card["health"]  # some look only when it matters
                told |= {f"{place}name": card["name"], f"{place}side": card["side"], f"{place}health": health}
        return told

    def _words(self, ask: WhatChanged, place: str) -> list[str]:
        """The name proposed for a new card tells its deck."""
        return [str(each.now) for each in ask.fields if each.path == f"{place}name"]

    def _action(self, state: Table, ask: WhatChanged) -> dict[str, Plain]:
        if any(each.path == "xp" for each in ask.fields):
            return {"xp": 1, "blue": 2}
        told = self._unused(state, ask.seat)
        assert told is not None
        return dict(told)

    def _printed(self, state: Table, path: str) -> Plain:
        """What stands on the card a question is about."""
        whose, _, what = path.rpartition(".")
        if whose:
            card = self.copy.cards.get(state.pack.enemy(whose).name, self.copy.enemies["Wasps"][0])
            return card.get(what)  # type: ignore[no-any-return]
        return {"focus": 1, "price": 2, "health": 6}.get(path)

    def _done(self, state: Table, ask: WhatChanged) -> dict[str, Plain]:
        """Something a card says, done by hand."""
        self.by_hand += 1
        rage = next(each for each in ask.fields if each.path == "run.rage")
        if state.run.result or rage.now >= rage.high:
            return {}
        return {"run.rage": rage.now + 1}


def _offered(ask: WhatChanged, path: str) -> dict[str, Plain]:
    """What can be chosen there, by its words."""
    return {words: value for each in ask.fields if each.path == path for value, words in each.choices}
