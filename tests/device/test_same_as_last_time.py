"""What was done by hand is proposed when the same comes again, in this game and in those to come."""

import random

import pytest
from awakening_owner import Copy, Owners

from device.live.journal import Journal
from device.live.table import Table
from rules import cards_file
from rules.awakening import GAME as AWAKENING
from rules.last_time import LastTime
from rules.plain import dump
from rules.sleeping_gods import GAME as SLEEPING_GODS


@pytest.fixture
def table(own_packs, journal):
    return Table(journal)


def sail(table, names=None):
    table.begin(SLEEPING_GODS.setup(names or {"north": "Ann"}, {}, "table", "own"))
    say(table, "normal", True, "done", {})


def say(table, *answers):
    for answer in answers:
        table.answer(table.now().number, answer, table.now().ask.seat, along=9)


def same(table):
    return table.now().ask.same


def test_a_paragraph_that_is_read_again_opens_with_what_changed_last_time(table):
    sail(table)
    say(table, "explore", "B7")
    assert same(table) is None
    changes = {"ship.morale": 4, "resources.coins": 5, "crew.captain.statuses": ["venom"]}
    say(table, changes)
    state = table.now().position.state
    assert (state.ship.morale, state.resources["coins"]) == (4, 5)
    say(table, "explore", "12", {})
    assert same(table) is None
    before = table.now()
    again(table, "B7")
    proposed = same(table)
    # by how much, not what it became; somebody who is poisoned already cannot be poisoned again
    assert proposed.answer == {"ship.morale": 3, "resources.coins": 7}
    assert proposed.left_out == ("Captain Odessa: status",)
    assert proposed.words == "Ship: morale 4 → 3; Resources: coins 5 → 7"
    assert before.position.state.ship.morale == 4  # nothing happens before it is given
    say(table, proposed.answer)
    state = table.now().position.state
    assert (state.ship.morale, state.resources["coins"]) == (3, 7)


def again(table, paragraph):
    """Explore once more, in whichever turn that is possible."""
    for _ in range(20):
        ask = table.now().ask
        options = {option.value for option in getattr(ask, "options", ()) if not option.barred}
        if "explore" in options:
            say(table, "explore", paragraph)
            return
        say(table, ask.default if ask.default is not None else next(iter(ask.answers())))
    raise AssertionError("nobody can explore")


def test_the_next_campaign_knows_it_and_another_box_too(table):
    sail(table)
    say(table, "explore", "B7", {"ship.morale": 4, "story.turn_to": "30"}, {"progress.xp": 2})
    sail(table)
    again(table, "B7")
    assert same(table).answer == {"ship.morale": 4, "story.turn_to": "30"}
    say(table, same(table).answer)
    assert table.now().ask.text.startswith("Paragraph 30")
    assert same(table).answer == {"progress.xp": 2}
    theirs = cards_file.read("sleeping_gods", cards_file.written("sleeping_gods", table.described("sleeping_gods")))
    assert theirs["last_time"]["Paragraph B7"]["by"] == {"ship.morale": -1}
    told = dump(LastTime(by={"ship.morale": 2}, called={"ship.morale": "Ship: morale"}))
    theirs["last_time"] |= {"Paragraph 99": told, "Paragraph B7": told}
    assert not table.compared("sleeping_gods", theirs).differences  # what people did is nobody's mistake
    table.join("sleeping_gods", theirs, ())
    known = table.described("sleeping_gods")["last_time"]
    assert (known["Paragraph 99"]["by"], known["Paragraph B7"]["by"]) == ({"ship.morale": 2}, {"ship.morale": -1})


def test_several_sheets_of_one_paragraph_and_a_hazard_are_told_apart(table):
    sail(table)
    say(table, "travel:hazard", {"ship.health": 10}, "explore", "B7", {"then": "fate"}, 3, {"resources.coins": 4})
    again(table, "B7")
    assert same(table).answer == {"then": "fate"}
    say(table, same(table).answer, 3)
    assert same(table).answer == {"resources.coins": 5}
    say(table, {})  # this time nothing: that is what is remembered
    again(table, "B7")
    say(table, {"then": "fate"}, 3)
    assert same(table) is None
    say(table, {})
    for _ in range(20):
        options = {option.value for option in getattr(table.now().ask, "options", ()) if not option.barred}
        if "travel:hazard" in options or "travel" in options:
            break
        ask = table.now().ask
        say(table, ask.default if ask.default is not None else next(iter(ask.answers())))
    say(table, "travel:hazard")
    assert same(table).answer == {"ship.health": 9}


def test_it_is_checked_like_any_other_answer_and_replayed_the_same(table, tmp_path):
    sail(table, {"north": "Ann", "east": "Ben"})
    say(table, "explore", "B7", {"ship.health": 1})
    again(table, "B7")
    assert same(table).answer == {}  # ten damage more than there is health
    assert same(table).left_out == ("Ship: health",)
    seat = table.now().ask.seat
    state, name = dump(table.now().position.state), table.now().game_id
    table.journal.close()
    table = Table(Journal(tmp_path / "games.db"))
    table.open(name)
    assert dump(table.now().position.state) == state
    assert table.now().ask.same.left_out == ("Ship: health",)
    table.undo(table.now().number, seat)
    table.journal.close()


def test_a_card_of_the_island_gives_the_same_to_whoever_has_it_next(table):
    table.begin(AWAKENING.setup(2, {}, "table", "own"))
    owners = Owners(Copy(1), random.Random(1))
    while not table.now().position.state.between:
        seat, state = table.now().ask.seat, table.now().position.state
        value = owners.answer(state, table.now().ask)
        table.hear(table.now().number, seat, lambda ask, seat=seat, value=value: (seat, value))
    state = table.now().position.state
    seat = state.turn.seat
    card = state.players[seat].wretch
    table.aside(table.now().number, "card", seat)
    field = next(each for each in table.now().ask.fields if each.path == "which_card")
    assert (card, state.title(card)) in field.choices
    honor = state.players[seat].honor
    say(table, {"which_card": card, f"players.{seat}.honor": honor + 2})
    assert table.now().position.state.players[seat].honor == honor + 2
    options = {option.value: option.label for option in AWAKENING.asides(table.now().position.state, seat)}
    assert options[f"card {card}"] == f"Do what {state.title(card)} says"
    table.aside(table.now().number, f"card {card}", seat)
    assert same(table).answer == {f"players.{seat}.honor": honor + 4}
    say(table, same(table).answer)
    assert table.now().position.state.players[seat].honor == honor + 4
    assert list(table.described("awakening")["last_time"]) == [state.title(card)]
    assert table.described("awakening")["last_time"][state.title(card)]["by"] == {"players.@.honor": 2}
