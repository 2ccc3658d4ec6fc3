"""One person and the box at the pretend table: hands do what is said for both, and the camera finds nothing amiss."""

import random

from by_mouse import AtTheTable
from waiting import until

from device.live import opening
from device.live.chair import Chair
from device.live.table import Table
from rules.players import KINDS, choose
from rules.sleepers import GAME
from rules.sleepers.board import HEXES


class AtOnce:
    """A mind that knows what it wants without thinking ahead, so that a whole game takes no time."""

    def __init__(self) -> None:
        self.chance = random.Random(4)

    def think(self, position, seat, strength, knows=""):
        return {"answer": choose(position, seat, KINDS["sensible"], self.chance).answer}

    def hurry(self) -> None: ...
    def close(self) -> None: ...
    def end(self) -> None: ...


def test_a_whole_game_with_stand_in_tiles_under_the_camera(journal, monkeypatch):
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))  # always the same tiles
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "white", "morale_limit": 2}, "box"))
    there = AtTheTable(table, seed=3)
    there.pretend.follows = True
    chair = Chair(table, AtOnce())
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
