"""What holds for every game at the live table: taking back, doing again, and what each seat is sent."""

import json
import random
import re

import pytest
from markupsafe import escape
from serving import Served

from rules.games import NAMES, game
from rules.plain import dump
from rules.position import some_step

CASES = [(name, custody) for name in NAMES for custody in ("box", "table")]


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def begin(box, name, custody):
    played = game(name)
    box.table.begin(played.setup(min(len(played.seats), max(2, played.fewest)), custody=custody))
    return played


def play(box, chance, answers):
    """Random answers, and every state on the way."""
    states = [dump(box.table.now().position.state)]
    for _ in range(answers):
        moment = box.table.now()
        if moment.ask is None:
            break
        step = some_step(moment.position.game, moment.position.state, moment.ask, chance)
        box.table.answer(moment.number, step.value, step.seat)
        states.append(dump(box.table.now().position.state))
    return states


def take_back(table):
    moment = table.undo(table.now().number, table.now().seats[0])
    for seat in moment.seats[1:] if moment.proposal else ():
        table.agree(table.now().number, seat, yes=True)


@pytest.mark.parametrize(("name", "custody"), CASES)
def test_taking_back_and_doing_again_is_as_if_nothing_happened(box, name, custody):
    begin(box, name, custody)
    states = play(box, random.Random(6), 40)
    for back in range(1, 13):
        take_back(box.table)
        assert dump(box.table.now().position.state) == states[-1 - back]
    for again in range(12, 0, -1):
        box.table.redo(box.table.now().number)
        assert dump(box.table.now().position.state) == states[-again]


def words(plain):
    """Every text in plain data."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from words(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from words(value)


def secrets_of(position, seat, others):
    """Texts that *seat* is shown and nobody in *others* is: names of several words, which no page uses by chance."""
    open_to_others = " ".join(text for other in others for text in words(position.show(other))).lower()
    mine = {text.lower() for text in words(position.show(seat)) if re.search(r"\w[ _]\w", text)}
    return {text for text in mine if text.replace("_", " ") not in open_to_others and text not in open_to_others}


def everything_but_its_own_prompt(client, position, seat):
    """What the page of *seat* is sent, options included; only the sentence it is asked may name any card."""
    page = client.get("/state/seat").get_json()
    if position.ask and seat in position.ask.seats:
        sentence = str(escape(position.ask.of(seat).text))
        page["parts"]["ask"] = page["parts"]["ask"].replace(sentence, "")
    return json.dumps(page).lower()


@pytest.mark.parametrize("name", NAMES)
def test_what_only_one_seat_is_shown_reaches_no_other_page_log_or_question(box, name):
    """The planted secrets are the game's own: whatever `show` gives to one seat alone."""
    begin(box, name, "box")
    chance, found = random.Random(9), 0
    seats = box.table.now().seats
    clients = {seat: box.client(seat) for seat in seats[:2]}
    watcher = box.client()
    earlier = {seat: "" for seat in (*clients, None)}
    for _ in range(30):
        play(box, chance, 2)
        position = box.table.now().position
        sent = {
            seat: everything_but_its_own_prompt(client, position, seat)
            for seat, client in (*clients.items(), (None, watcher))
        }
        for seat in clients:
            for other in (each for each in sent if each != seat):
                # What was open to the other before may stand in its log.
                earlier[other] += " ".join(words(position.show(other))).lower()
                for secret in secrets_of(position, seat, [other]):
                    if secret in earlier[other]:
                        continue
                    found += 1
                    spellings = {secret, secret.replace("_", " ")}
                    assert not any(spelling in sent[other] for spelling in spellings), (secret, seat, other)
    assert found or name == "children_of_morta"  # a family keeps no secrets; everywhere else there was one
