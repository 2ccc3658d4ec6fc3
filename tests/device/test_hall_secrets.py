"""What leaves the box is what its public screen shows: whole games of every kind, with everything the broker saw."""

import json
import random

import pytest
from broker import Broker, Listener
from how_many import so_many
from in_the_hall import a_box
from other_worlds import other_worlds
from waiting import until

from device.hall.telling import Around, told
from device.trying_out import _secrets_of, _words
from rules.games import NAMES, game
from rules.moment import Moment
from rules.plain import dump
from rules.position import Position, some_step

GAMES = so_many(1, long=200)
ANSWERS = so_many(120, long=100_000)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.timeout(so_many(300, long=100_000))
def test_nothing_hidden_is_in_anything_that_the_broker_saw(tmp_path, name):
    broker = Broker(tmp_path)
    ear = Listener(broker)
    played, planted = game(name), 0
    try:
        for number in range(GAMES):
            with a_box(tmp_path / f"{number}", broker.settings(user="seven"), pause=0.0) as box:
                seen: dict[int, Position] = {}
                box.table.when_changed.append(
                    lambda moment, seen=seen: seen.update({moment.number: moment.position}) if moment else None
                )
                box.begin(name)
                box.play(random.Random(number), ANSWERS)
                last = box.table.now()
                seen[last.number] = last.position
                until(lambda last=last: ear.state("seven").get("number") == last.number)
            for position in seen.values():
                planted += sum(len(_secrets_of(position, seat, None)) for seat in played.players(position.state))
            messages = [text for _, text, _ in ear.everything]
            ear.everything.clear()
            states = [json.loads(text) for text in messages if '"lights"' in text]
            assert states[-1]["number"] == last.number
            earlier = ""
            for state in (each for each in states if each["id"] == last.game_id):
                position = seen[state["number"]]
                earlier += " ".join(_words(position.show(None))).lower()
                sent = json.dumps(state, ensure_ascii=False).lower()
                for seat in played.players(position.state):
                    for secret in _secrets_of(position, seat, None):
                        spelt = {secret, secret.replace("_", " ")}
                        assert secret in earlier or not any(each in sent for each in spelt), (secret, seat)
    finally:
        ear.close()
        broker.kill()
    assert bool(planted) == played.has_secrets


@pytest.mark.parametrize("name", ["sleepers", "silent_sea", "awakening"])
def test_two_tables_that_look_alike_are_told_alike(name):
    """Hidden things change places, and not a letter of what is told does."""
    played, luck, compared = game(name), random.Random(4), 0
    position = Position.begin(played, played.setup(played.fewest, custody="box"))
    while compared < so_many(20, long=400):
        if position.over:
            position = Position.begin(played, played.setup(played.fewest, custody="box"))
        position = position.then(some_step(played, position.state, position.ask, luck))
        if position.steps or position.over:
            continue
        for world in other_worlds(position, None, luck):
            other = Position(played, dump(world))
            one, two = (told(Moment("g", 1, 1, 0, each), Around("Table")) for each in (position, other))
            assert one == two
            compared += 1
            break
