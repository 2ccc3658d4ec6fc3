"""Every game at the live table, at random: what the box takes by itself is taken back, kept and told rightly."""

import random

import pytest

from device.live.journal import Journal
from device.live.table import Table
from device.panel.hands import meant_by_yes
from device.sight.stories import stories
from rules.ask import AskAny, Trouble
from rules.chance import Chance
from rules.games import game, names
from rules.onward import MOST, forced
from rules.plain import dump
from rules.position import some_step
from rules.written import from_json
from vision.reading import Reading
from web.games import board_of

ANSWERS = 40
GAMES = sorted(name for name in names() if name != "harbour_lights")
CUSTODIES = ("box", "table")


def a_table(journal, name, custody):
    played = game(name)
    table = Table(journal, later=lambda seconds, do: lambda: None)
    table.begin(played.setup(min(len(played.seats), max(2, played.fewest)), custody=custody))
    return table


def step(table, chance):
    """Somebody answers at random, with as much as goes along by chance; sometimes the yes button does."""
    moment = table.now()
    asks = [each for each in moment.ask.each if isinstance(each, Chance)]
    if asks and chance.random() < 0.5:
        table.draw(moment.number, asks[0].seat)
        return
    secret = isinstance(moment.ask, AskAny) and moment.ask.window
    meant = [found for each in moment.ask.each if (found := meant_by_yes(each))]
    if meant and not secret and chance.random() < 0.3:
        table.answer(moment.number, meant[0].value, meant[0].seat, source="yes button", along=MOST)
        return
    wanted = some_step(moment.position.game, moment.position.state, moment.ask, chance)
    along = chance.choice((0, 1, MOST))
    table.hear(moment.number, wanted.seat, lambda ask: (wanted.seat, wanted.value), along=along)


def ruled(table, chance):
    """Now and then the table decides otherwise, in the words that the tools propose; whether it did."""
    moment = table.now()
    proposed = board_of(moment.position.game).ruling
    if not proposed or chance.random() > 0.1:
        return False
    path, value = proposed
    try:
        after = table.ruling(moment.number, path, from_json(str(value)), "Ann", "for the test")
    except Trouble:
        return False  # not now
    return after.number > moment.number


def held(table):
    """All that must come back when it is taken back, or the plug is pulled."""
    position = table.now().position
    return dump(position.state), repr(position.ask)


def take_back(table):
    moment = table.undo(table.now().number, table.now().seats[0])
    for seat in moment.seats if moment.proposal else ():
        if table.now().proposal is not None and seat not in table.now().proposal.agreed:
            table.agree(table.now().number, seat, yes=True)


def public(table):
    """What everybody is told: the public screen's view of the table, and the log."""
    moment = table.now()
    return moment.position.show(None), [text for _, text in moment.log_for(None)]


@pytest.mark.parametrize("custody", CUSTODIES)
@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_people_is_taken_back_whole_and_done_again(journal, name, custody):
    chance = random.Random(f"{name} {custody}")
    table = a_table(journal, name, custody)
    before = []
    for _ in range(ANSWERS):
        if table.now().ask is None:
            break
        here, ask = held(table), table.now().ask
        if ruled(table, chance):
            before.append(here)
            continue
        step(table, chance)
        assert forced(table.now().ask) is None  # nobody is asked what has no choice
        if not (isinstance(ask, AskAny) and ask.window):  # what is answered in secret goes with what led to it
            before.append(here)
    seen = []
    while before:
        seen.append(held(table))
        take_back(table)
        assert held(table) == before.pop()
    for wanted in reversed(seen[-3:]):
        table.redo(table.now().number)
        assert held(table) == wanted


@pytest.mark.parametrize("custody", CUSTODIES)
@pytest.mark.parametrize("name", GAMES)
def test_pulled_at_any_moment_the_game_stands_as_it_stood(journal, name, custody):
    chance = random.Random(f"{custody} {name}")
    table = a_table(journal, name, custody)
    for _ in range(3):
        for _ in range(chance.randrange(1, ANSWERS // 3)):
            if table.now().ask is not None:
                step(table, chance)
        before, orders, number = held(table), table.now().orders, table.now().number
        again = Table(Journal(journal.file), later=lambda seconds, do: lambda: None)
        again.open(table.now().game_id)
        assert held(again) == before
        assert (again.now().orders, again.now().number) == (orders, number)
        assert public(again) == public(table)
        again.journal.close()


@pytest.mark.parametrize("name", GAMES)
def test_nothing_private_is_told_because_the_box_took_an_answer_by_itself(journal, name):
    """What the box takes by itself is public, and said as such; what one seat alone is asked it never takes."""
    chance = random.Random(name)
    table = a_table(journal, name, "box")
    took = 0
    for _ in range(2 * ANSWERS):
        if table.now().ask is None:
            break
        step(table, chance)
    path = list(table.journal.path(table.now().game_id, table.now().node))[::-1]
    for entry in path:
        if entry.source != "itself" or entry.step is None:
            continue
        took += 1
        asked = table.journal.position(table.now().game_id, entry.parent).ask.of(entry.step.seat)
        # A part that goes along is its own seat's answer; then only that seat is told.
        assert not asked.private or (asked.along and not any(said.seats is None for said in entry.said))
    assert took or name in ("sleepers", "silent_sea")


@pytest.mark.parametrize("name", GAMES)
def test_the_camera_understands_the_table_after_what_was_taken_by_itself(journal, name):
    """A table that lies as it should tells no story, however much the box answered on the way there."""
    chance = random.Random(f"seen {name}")
    table = a_table(journal, name, "table")
    for _ in range(ANSWERS):
        if table.now().ask is None:
            break
        step(table, chance)
        position = table.now().position
        readings = [Reading(slot, value) for slot, value in position.view().items()]
        assert stories(position, readings) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_habit_is_given_as_long_as_it_stands_and_never_where_it_is_illegal(journal, name):
    chance = random.Random(f"always {name}")
    table = a_table(journal, name, "box")
    kept = {}
    for _ in range(2 * ANSWERS):
        moment = table.now()
        if moment.ask is None:
            break
        habits = [each for each in moment.ask.each if each.habit and not each.private]
        for each in habits:
            known = kept.get((each.seat, each.habit))
            if known is not None:  # it is asked all the same: then it cannot be answered so now
                assert known not in list(each.answers())
            elif chance.random() < 0.5 and each.default is not None:
                table.stand(moment.number, each.seat, each.default)
                kept[each.seat, each.habit] = each.default
                table.hear(moment.number, each.seat, lambda ask, each=each: (each.seat, each.default))
                break
        else:
            step(table, chance)
