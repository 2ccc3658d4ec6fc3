"""A group that knows nothing: it does what it is told, chooses among what is read out, and finishes its first game."""

import random

import pytest
from how_many import so_many
from listening import Listener

from device.live.table import Table
from device.voice.lecturing import Lecturing
from rules.by_number import Choosing
from rules.chance import Chance, ReadCard
from rules.games import NAMES, game
from rules.what_if import ways

EXPLAINED = so_many(25, long=400)  # questions about which the group asks what it could do
LONGEST = so_many(3000, long=20_000)


class Newcomer:
    """Somebody at the table. All that comes in is words: what was told, what is asked, what is offered by number.

    Knows no rule, no state and no list of legal moves. Only this: they have one evening, so of two ways they take the
    one of which they were told that; and what was chosen when the same words were offered before is left for later.
    """

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.told: list[str] = []
        self._chosen: dict[tuple[str, ...], list[str]] = {}

    def hear(self, words: str) -> None:
        self.told.append(words)

    def choose(self, question: str, offered: list[str]) -> int:
        """The number of one of the things that were read out; of the same ones not the same twice in a row."""
        sentences = [each for told in self.told for each in told.split(". ") if "one evening" in each]
        for words in offered:
            if any(words in each for each in sentences):
                return offered.index(words)
        before = self._chosen.setdefault((question, *offered), [])
        new = [words for words in offered if words not in before] or offered
        words = self.luck.choice(new)
        if new is offered:
            before.clear()
        before.append(words)
        return offered.index(words)


class Group:
    """Carries words to the newcomers and their numbers back; the rules are behind this."""

    def __init__(self, table: Table, folder, seed: int) -> None:
        self.table, self.chance = table, random.Random(seed)
        self.ear = Listener(table, folder)
        Lecturing(table, self.ear.voice)
        self.people: dict[str, Newcomer] = {}
        self.cards: dict[str, list[str]] = {}
        self.explained = 0

    def listen(self) -> None:
        """The minute is read, the table is set, every card is read, and all hear what is said."""
        while self.table.now().minute is not None:
            self.table.turn_page(self.table.now().number)
        while self.table.tick_next():
            pass
        for seat in self.table.now().seats:  # somebody may have joined
            person = self.people.setdefault(seat, Newcomer(self.chance))
            while card := self.table.teacher.card(self.table.now(), seat):
                self.cards.setdefault(seat, []).append(card.name)
                person.hear(card.words)
                self.table.got_it(seat)
        for words in self.ear.listen():
            for person in self.people.values():
                person.hear(words)

    def go_on(self) -> None:
        moment = self.table.now()
        seat = self.chance.choice(moment.ask.seats)
        ask, person = moment.ask.of(seat), self.people[seat]
        if isinstance(ask, Chance) and not isinstance(ask, ReadCard):
            self.table.draw(moment.number, seat)
            return
        if self.explained < EXPLAINED and hasattr(ask, "options") and not isinstance(ask, ReadCard):
            self.explained += 1
            for way in ways(moment.position, seat, self.chance):
                person.hear(" ".join((way.words, way.hint, *way.follows)))
        choosing = Choosing(moment.position.game, ask)
        while not choosing.is_done:
            offered = [each.words for each in choosing.choices]
            assert offered, f"nobody can answer this: {ask}"
            choosing.take(person.choose(ask.text, offered))
        if self.table.advise(seat, choosing.answer):
            advice = self.table.teacher.advice(self.table.now(), seat)
            assert advice.startswith("You could still")
            person.hear(advice)
            return  # thinks again
        self.table.answer(self.table.now().number, choosing.answer, seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_group_that_only_follows_what_is_said_finishes_its_first_game(journal, tmp_path, name):
    played, table = game(name), Table(journal)
    names = dict(zip(played.seats, ("Ann", "Ben", "Cid", "Dot"), strict=False))
    table.begin(played.setup(dict(list(names.items())[: max(2, played.fewest)]), custody="box"))
    table.teach()
    group = Group(table, tmp_path, 3)
    for _ in range(LONGEST):
        if table.now().ask is None:
            break
        group.listen()
        group.go_on()
    assert table.now().ask is None, f"still at it: {table.now().position.ask}"
    played.check(table.now().position.state)
    for seat, told in group.cards.items():
        assert len(told) == len(set(told)), f"{seat} was told something twice"
    everything = {name for told in group.cards.values() for name in told}
    assert len(everything) > len(played.teaching.lessons) * 0.3
    assert len(group.people[played.seats[0]].told) > len(everything)
