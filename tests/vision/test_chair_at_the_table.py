"""People and the box at the pretend table: hands do what is said for all, and the camera finds nothing amiss."""

import random

from by_mouse import AtTheTable
from how_many import so_many
from minds import AtOnce
from sea_by_mouse import AtTheSea
from waiting import until

from device.live import opening
from device.live.chair import Chair
from device.live.table import Table
from rules.ask import Confirm
from rules.chance import Chance, ReadCard
from rules.players import KINDS, answers_itself, choose
from rules.sleepers import GAME
from rules.sleepers.board import HEXES


def test_a_whole_game_with_stand_in_tiles_under_the_camera(journal, monkeypatch):
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))  # always the same tiles
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "white", "morale_limit": 2}, "box"))
    there = AtTheTable(table, seed=3)
    there.pretend.follows = True
    chair = Chair(table, AtOnce(), pause=lambda: 0.0)
    chair.waits_for.append(lambda: there.watch.seen.state in ("differs", "asks"))
    there.watch.when_seen.append(lambda _: chair.look())
    chair.give("black", "easy")
    ann, states, answers = random.Random(5), set(), 0
    while (moment := table.now()).ask is not None:
        answer = choose(moment.position, "white", KINDS["sensible"], ann).answer
        table.answer(moment.number, answer, "white", source="phone of white")
        until(lambda: (ask := table.now().ask) is None or ask.seat == "white")
        answers += 1
        if answers % 4 == 0 or table.now().ask is None:
            there.wait(1.0)
            states.add(there.watch.seen.state)
            seen = {slot: value for slot, value in table.now().position.view().items() if slot in HEXES}
            assert there.lies() == seen
        assert answers < 300
    chair.close()
    assert states <= {"same", "hands", "off", "phone"}, states
    played = [entry for entry in journal.entries(table.now().game_id) if entry.source == "the box plays"]
    assert len(played) > 5
    assert {entry.step.seat for entry in played} == {"black"}


BOX = "blue"


def waiting_for_people(table):
    """The table as it stands once the box has done its part, and has dealt what comes of it."""

    def is_the_boxs(moment, ask):
        if isinstance(ask, Chance):
            return ask.at_once
        return ask.seat == BOX and answers_itself(moment.position.game, moment.position.state, ask)

    def is_done():
        moment = table.now()
        return not any(is_the_boxs(moment, ask) for ask in (moment.ask.each if moment.ask else ()))

    until(is_done)
    return table.now()


def test_three_people_play_the_silent_sea_and_the_box_sits_in_the_fourth_chair(journal, monkeypatch):
    """The die is a real one: somebody says what it shows for the box, too. Figures go where each is said to go."""
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))
    table = Table(journal)
    there = AtTheSea(table)
    there.tables.follows = True
    chair = Chair(table, AtOnce(), pause=lambda: 0.0)
    chair.waits_for.append(lambda: there.watch.seen.state in ("differs", "asks"))
    there.watch.when_seen.append(lambda _: chair.look())
    chair.give(BOX, "hard")
    chance, states, answers = random.Random(8), set(), 0
    while (moment := waiting_for_people(table)).ask and answers < so_many(40, 1000):
        asked = moment.ask.each[0]
        if isinstance(asked, (Chance, ReadCard, Confirm)):
            answer = asked.sample(chance)
        else:
            answer = choose(moment.position, asked.seat, KINDS["sensible"], chance, guest=True).answer
        table.answer(moment.number, answer, asked.seat, source=f"phone of {asked.seat}")
        answers += 1
        if answers % 10 == 0:
            waiting_for_people(table)
            there.wait(1.0)
            states.add(there.watch.seen.state)
            wanted = {seat: player.node for seat, player in there.state.players.items() if player.alive}
            assert {figure.kind: figure.place for figure in there.figures if figure.kind in wanted} == wanted
    chair.close()
    assert answers == 40 or table.now().ask is None  # a whole game takes a minute
    assert states <= {"same", "hands", "off", "phone", "mat"}, states
    played = [entry for entry in journal.entries(table.now().game_id) if entry.source == "the box plays"]
    assert len(played) > 5
    assert {entry.step.seat for entry in played} == {BOX}
