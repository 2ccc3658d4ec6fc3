"""An evening with one's own copy, nothing of it described beforehand: how much the box asks, counted at the table."""

import pytest
from real_copy import board, whole_campaign

from device.live.journal import Journal
from device.live.table import Table
from rules import packs
from rules.ask import IllegalAnswer
from rules.onward import MOST
from rules.sleeping_gods import GAME


class Evening:
    """Ann at the live table with her real box; counts what she is asked."""

    def __init__(self, table):
        self.table, self.answers = table, 0

    def says(self, *answers):
        """One answer after another, as the page gives them: what usually goes along goes along."""
        for answer in answers:
            self.table.answer(self.table.now().number, answer, "north", along=MOST)
            self.answers += 1
            GAME.check(self.state)
        return self

    def set_up(self):
        self.table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
        return self.says("normal", True)

    def counted(self):
        """How many answers since the last time."""
        so_far, self.answers = self.answers, 0
        return so_far

    @property
    def state(self):
        return self.table.now().position.state

    @property
    def ask(self):
        return self.table.now().ask


@pytest.fixture
def evening(tmp_path):
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    journal = Journal(tmp_path / "games.db")
    yield Evening(Table(journal))
    journal.close()


def test_the_first_turn_begins_after_the_box_is_set_up(evening):
    evening.set_up()
    assert evening.counted() <= 15
    assert evening.state.turn == 1
    assert len(evening.state.crew) == 9
    assert [evening.state.card_name(card) for card in evening.state.owned] == ["Gloria", "Soup", "Gear", "Flapjacks"]


HURT = {"do": "damage", "who": "participants_first", "n": "difference"}
CRAFT = {f"{crew}.craft": board(crew)["craft"] for crew in ("captain", "crew_1")}


def test_a_turn_of_travel_and_explore_with_everything_new(evening):
    evening.set_up().counted()
    evening.says("done", {"ship.morale": 4})  # the hand limit; an event, done by hand
    evening.says("travel:hazard", {"ship.health": 10}, "explore", "B7")
    assert evening.ask.text.startswith("Paragraph B7: do what it says.")
    evening.says({"then": "challenge"}, {"number": 6, "skill": "craft", "fail": [HURT]})
    evening.says(["captain", "crew_1"], CRAFT, 4)
    assert (evening.state.skill("captain", "craft"), evening.state.agenda[-1].task) == (3, "story")
    evening.says({"progress.xp": 2, "resources.coins": 5})  # and back to the ship
    assert evening.state.turn == 2
    assert evening.counted() <= 12


def test_the_same_turn_with_everything_known(evening):
    evening.set_up().says("done", {"then": "keep"}, {"name": "Thin Soup", "effects": [{"do": "lose_morale"}]})
    assert evening.state.ship.morale == 5  # it was done by hand already
    evening.says("explore", "12", {"then": "challenge"}, {"number": 2, "skill": "craft"}, ["captain", "crew_1"], CRAFT)
    evening.says(6, {}, "gain_command").counted()
    assert evening.state.turn == 2
    evening.says("done", "mild event 1", "travel", "explore", "B7", {"then": "challenge"})
    evening.says({"number": 6, "skill": "craft"}, ["captain", "crew_1"])
    assert "Draw fate" in evening.ask.text  # their craft is not asked for again
    evening.says(6, {"progress.xp": 2})
    assert (evening.state.turn, evening.state.ship.morale) == (3, 4)
    assert evening.counted() <= 10


def test_search_and_market_with_everything_new(evening):
    evening.set_up().counted()
    evening.says("done", {}, "search", {"resources.coins": 6}, "market", "new", {"name": "Brass Lung", "price": 4})
    assert evening.state.resources["coins"] == 2
    evening.says("done")
    assert "Brass Lung" in [evening.state.card_name(card) for card in evening.state.owned]
    assert evening.state.turn == 2
    assert evening.counted() <= 12


def fighter(crew):
    printed = board(crew)
    return {f"{crew}.{what}": printed[what] for what in ("health", "accuracy", "damage", "block")}


def test_two_new_enemies_are_met_and_fought(evening):
    evening.set_up().says("done", {}, "explore", "12").counted()
    evening.says({"then": "combat"}, "12, 45")
    evening.says({"12.name": "Tin Heron", "12.defense": 4, "12.damage": 2, "45.name": "Salt Widow", "45.defense": 3})
    evening.says(["12", "45"])
    for crew in ("crew_1", "crew_2", "crew_3"):
        evening.says(f"attack:{crew}", fighter(crew), 6, {})
    assert evening.state.combat.row[0].tokens + evening.state.combat.row[1].tokens == 6
    evening.says("attack:crew_5", fighter("crew_5"), 6, {"combat.row.0.fallen": True})
    assert [foe.number for foe in evening.state.combat.row] == [45]
    assert evening.state.combat.half == "enemies"
    while evening.state.combat.half == "enemies":  # one attack on somebody, then what its squares do
        evening.says(evening.ask.default)
    assert evening.counted() <= 30
    before = evening.state.pack.enemies[45]
    evening.says("attack:crew_2", 6, {"combat.row.0.fallen": True})
    assert evening.state.combat is None
    # and both are known when they are met again
    evening.says({"then": "combat"}, "45 12", ["45", "12"])
    assert evening.state.combat.row[0].deals == before.damage


def test_what_is_told_is_taken_at_once_with_others_at_the_table_and_taken_back_in_one_go(evening):
    table = evening.table
    table.begin(GAME.setup({"north": "Ann", "east": "Ben"}, {}, "table", "own"))
    evening.says("normal", True, "done", {"crew.crew_1.damage": 2, "ship.morale": 4})
    evening.says({"crew_1.health": 6})
    assert table.now().proposal is None
    assert (evening.state.health("crew_1"), evening.state.ship.morale) == (4, 4)
    table.undo(table.now().number, "north")
    assert "health" in evening.state.pack.crew["crew_1"].unread
    table.undo(table.now().number, "north")
    assert (evening.state.crew["crew_1"].damage, evening.state.ship.morale) == (0, 5)


def test_a_sheet_with_what_cannot_be_is_refused_whole(evening):
    evening.set_up().says("done")
    for odd in ({"ship.morale": -1}, {"ship.morale": 4, "resources.coins": "many"}, {"then": "fly"}, {"nothing": 1}):
        with pytest.raises(IllegalAnswer):
            evening.says(odd)
        assert evening.state.ship.morale == 5
    evening.says({}, "explore")
    with pytest.raises(IllegalAnswer, match="Only letters"):
        evening.says("<12>")


@pytest.mark.parametrize(("players", "seed"), [(1, "1 3"), (2, "2 3"), (4, "4 2")])
def test_a_whole_campaign_comes_to_its_end_with_nothing_described_beforehand(players, seed, tmp_path):
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    run = whole_campaign(GAME.setup(players, {}, "table", "own"), seed)
    assert GAME.ending(run.state) in GAME.endings
    assert run.state.turn > 25  # into the second event deck, or the third
