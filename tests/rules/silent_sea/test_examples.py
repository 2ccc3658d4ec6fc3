"""The worked examples of the rule ledger, on its example board."""

import pytest
from playing import open_values, play, why_not
from sea_setting import (
    ASTRO,
    CAPTAIN,
    DOCTOR,
    ENGINEER,
    ROLES,
    choices,
    example_pack,
    hand,
    playing,
    react,
    setup,
    table,
)

from rules.chance import RollDice
from rules.silent_sea import GAME, board, set_up, turn
from rules.silent_sea.state import SilentSea


@pytest.mark.rule("SS-R17", "SS-R9")
def test_the_ranges_of_the_example_board():
    game = table()
    pairs = {("ST", "p2"): 2, ("ST", "CR1"): 3, ("ST", "XP"): 6, ("p2", "p3"): 1, ("p7", "p9"): 5, ("CR1", "XP"): 3}
    assert {pair: board.distance(game, *pair) for pair in pairs} == pairs
    board.unlock(game, "k1")
    assert board.distance(game, "p7", "p9") == 1


@pytest.mark.rule("SS-E1", "SS-43", "SS-44", "SS-45", "SS-47", "SS-48", "SS-49")
def test_set_up():
    game = SilentSea(setup=setup())
    game.pack = example_pack()
    loyalty = [["crewmate"], ["traitor"], ["crewmate"], ["crewmate"]]
    looked = [(seat, True) for seat in ROLES]
    play(set_up.set_up(game), *loyalty, *looked, "agreed", *list(ROLES.values())[:3])
    for player in game.players.values():
        assert (player.node, player.health, player.hand, player.samples) == ("ST", 5, [], 0)
        assert [ability.state for ability in player.abilities] == ["disabled", "disabled"]
    assert sum(player.health for player in game.players.values()) == 20
    assert game.tokens == {"WL1": 1, "WL2": 1, "WL3": 1, "WL4": 1}
    assert game.supply == 4
    assert [game.players[seat].role for seat in game.order] == ["engineer", "astrobiologist", "doctor", "captain"]
    first = playing(game)  # the Engineer's Draw Phase
    assert (game.current, game.phase, first.ask.seat) == (ENGINEER, "draw", ENGINEER)


@pytest.mark.rule("SS-E2", "SS-54", "SS-61", "SS-110")
@pytest.mark.parametrize("gone", ["bulb", "vial"])
def test_hand_limit(gone):
    game = table(current=DOCTOR, phase="draw", hands={DOCTOR: ["scrap", "scrap", "scrap", "vial", "case"]})
    drawing = playing(game, ["bulb"])
    assert len(hand(game, DOCTOR)) == 6
    assert drawing.ask.seat == DOCTOR
    assert set(open_values(drawing.ask)) == {"scrap", "vial", "case", "bulb"}
    drawing.answer(gone)
    assert len(hand(game, DOCTOR)) == 5
    assert gone not in hand(game, DOCTOR)
    assert isinstance(drawing.ask, RollDice)  # only now the roll


@pytest.mark.rule("SS-E3", "SS-16", "SS-23", "SS-25", "SS-59")
def test_role_room():
    game = table({ENGINEER: "p2"}, phase="move", rolled=2)
    moving = playing(game, "to:EL1")
    assert game.move.used == 2  # p3 and EL1; the crossing is free
    assert moving.ask.private
    assert open_values(moving.ask) == [1, 2, 0]
    moving.answer(2)
    assert [ability.state for ability in game.players[ENGINEER].abilities] == ["disabled", "enabled"]
    again = table({ENGINEER: "p3"}, phase="move", rolled=1)
    again.players[ENGINEER].visited.append("EL1")
    playing(again, "to:EL1")
    assert [ability.state for ability in again.players[ENGINEER].abilities] == ["disabled", "disabled"]
    second = table({ENGINEER: "CR2"}, phase="move", rolled=1, enabled={ENGINEER: [2]})
    second.players[ENGINEER].visited.append("EL1")
    at = playing(second, "to:EL2")
    assert open_values(at.ask) == [1, 0]
    doctor = table({DOCTOR: "p3"}, current=DOCTOR, phase="move", rolled=1)
    at = playing(doctor, "to:EL1")
    assert "to:p3" in choices(at.ask)  # the move simply goes on


@pytest.mark.rule("SS-E4", "SS-57", "SS-58", "SS-60", "SS-62", "SS-63")
def test_extra_space_and_crossing_a_crisis_room():
    game = table(current=CAPTAIN, phase="move", rolled=3, hands={CAPTAIN: ["extra_space"]})
    moving = playing(game, "to:CR1", ["calm"])
    assert moving.ask.seat == CAPTAIN
    assert "Calm" in moving.ask.text
    moving.answer(True)
    assert game.players[CAPTAIN].node == "CR1"
    moving.answer("extra_space").answer("to:p5")
    assert game.move.used == 4
    assert hand(game, CAPTAIN) == []
    assert game.generic_discard == ["extra_space"]
    later = table({CAPTAIN: "p5"}, current=CAPTAIN, phase="move", rolled=2)
    later.players[CAPTAIN].visited.append("CR1")
    playing(later, "to:p2")
    assert (later.players[CAPTAIN].node, later.crisis_discard) == ("p2", [])  # nothing stopped the walk
    doctor = table({DOCTOR: "p5"}, current=DOCTOR, phase="move", rolled=2)
    at = playing(doctor, "to:p2", ["calm"], True, "to:p2")
    assert (doctor.crisis_discard, doctor.players[DOCTOR].node, at.ask.seat) == (["calm"], "p2", DOCTOR)


@pytest.mark.rule("SS-E5", "SS-33", "SS-34", "SS-R14")
def test_closed_passage():
    game = table({DOCTOR: "p7"}, current=DOCTOR, phase="move", rolled=4)
    assert why_not(playing(game).ask, "to:p9") == (
        "The passage p7 – p9 is locked. Only the Engineer can open this. (SS-34)"
    )
    game = table({ENGINEER: "p7"}, phase="move", rolled=1)
    playing(game, "to:p9")
    assert (game.players[ENGINEER].node, game.move.used, game.doors["k1"]) == ("p9", 1, "open")
    game.current, game.move.used, game.players[DOCTOR].node = DOCTOR, 0, "p7"
    assert why_not(playing(game).ask, "to:p9") == ""


@pytest.mark.rule("SS-E6", "SS-83", "SS-85", "SS-75")
def test_craft_and_shoot():
    game = table(current=ASTRO, hands={ASTRO: ["scrap", "holster", "vial"]})
    playing(game, "craft:gun")
    assert hand(game, ASTRO) == ["vial", "gun"]
    assert game.generic_discard == ["scrap", "holster"]
    assert game.current == DOCTOR  # the action was used
    game = table({ASTRO: "p5", CAPTAIN: "XP"}, current=ASTRO, hands={ASTRO: ["vial", "gun"]})
    playing(game, f"gun:{CAPTAIN}")
    assert game.players[CAPTAIN].health == 1
    assert hand(game, ASTRO) == ["vial"]
    far = table({ASTRO: "p1", CAPTAIN: "XP"}, current=ASTRO, hands={ASTRO: ["gun"]})
    assert why_not(playing(far).ask, f"gun:{CAPTAIN}") == "Dia (Captain) is 5 Spaces away; the range is 4. (SS-85)"


@pytest.mark.rule("SS-E7", "SS-81", "SS-82")
def test_flashlight():
    game = table(hands={ENGINEER: ["gun"], DOCTOR: ["flashlight"]}, health={DOCTOR: 3})
    at = react(playing(game, f"gun:{DOCTOR}"), {DOCTOR: "flashlight"})
    assert game.players[DOCTOR].health == 3
    assert hand(game, DOCTOR) == []
    assert at.ask.seat == DOCTOR
    assert at.ask.text == "Cem (Doctor): move up to 3 Spaces."
    at.answer("to:p2").answer("done")
    assert game.players[DOCTOR].node == "p2"


@pytest.mark.rule("SS-E8", "SS-87", "SS-88")
def test_defending_another():
    where = {CAPTAIN: "p5", DOCTOR: "ST", ASTRO: "p2"}
    game = table(where, current=CAPTAIN, hands={CAPTAIN: ["gun"], ASTRO: ["gun"]})
    assert board.between(game, ASTRO, DOCTOR) == 2
    react(playing(game, f"gun:{DOCTOR}"), {ASTRO: "gun"})
    assert (game.players[CAPTAIN].health, game.players[DOCTOR].health) == (3, 5)
    assert hand(game, CAPTAIN) == hand(game, ASTRO) == []


@pytest.mark.rule("SS-E9", "SS-91", "SS-92")
def test_medkit():
    game = table({DOCTOR: "p2", ENGINEER: "p5"}, current=DOCTOR, hands={DOCTOR: ["medkit"]}, health={ENGINEER: 1})
    playing(game, f"medkit:{ENGINEER}")
    assert game.players[ENGINEER].health == 5
    far = table({DOCTOR: "p2", ENGINEER: "p9"}, current=DOCTOR, hands={DOCTOR: ["medkit"]})
    assert why_not(playing(far).ask, f"medkit:{ENGINEER}").endswith("is 3 Spaces away; the range is 2. (SS-92)")


@pytest.mark.rule("SS-E10", "SS-93", "SS-94", "SS-95", "SS-96", "SS-108", "SS-R41")
def test_carrier():
    game = table({CAPTAIN: "p4"}, current=CAPTAIN, samples={CAPTAIN: 1}, hands={CAPTAIN: ["case", "scrap"]})
    playing(game, "craft:carrier")
    assert (hand(game, CAPTAIN), game.capacity(CAPTAIN)) == (["carrier"], 1)
    game.current, game.phase = CAPTAIN, "action"
    playing(game, "carrier")
    assert (hand(game, CAPTAIN), game.players[CAPTAIN].carriers, game.capacity(CAPTAIN)) == ([], 1, 2)
    game.current, game.phase, game.move.rolled = CAPTAIN, "move", 1
    playing(game, "to:WL1")
    assert game.players[CAPTAIN].samples == 2
    assert "WL1" not in game.tokens


@pytest.mark.rule("SS-E11", "SS-115", "SS-120", "SS-121", "SS-R61")
def test_death_and_drop():
    game = table(
        {DOCTOR: "p6", ENGINEER: "p2"},
        hands={ENGINEER: ["gun"], DOCTOR: ["vial"]},
        health={DOCTOR: 4},
        samples={DOCTOR: 1},
    )
    playing(game, f"gun:{DOCTOR}")
    assert not game.players[DOCTOR].alive
    assert game.tokens["p6"] == 1
    assert "vial" in game.generic_discard
    game.current, game.phase, game.move.rolled = ENGINEER, "move", 2
    assert "leave_samples" in open_values(playing(game).ask)
    playing(game, "to:MD1")
    assert game.players[ENGINEER].samples == 1  # taken in passing
    full = table({ASTRO: "p2"}, current=ASTRO, phase="move", rolled=2, samples={ASTRO: 1}, tokens={"p6": 1})
    at = playing(full, "to:MD1")
    assert (full.players[ASTRO].samples, full.tokens["p6"]) == (1, 1)
    assert at.ask.seat == ASTRO


@pytest.mark.rule("SS-E12", "SS-116", "SS-117", "SS-118", "SS-119")
def test_two_endings():
    game = table(
        {ENGINEER: "XP", ASTRO: "XP", CAPTAIN: "p9"},
        current=CAPTAIN,
        phase="move",
        rolled=1,
        samples={ENGINEER: 2, ASTRO: 1, CAPTAIN: 1},
        carriers={ENGINEER: 1},
    )
    over = playing(game, "to:XP")
    assert over.ask is None
    assert (game.result["winner"], GAME.ending(game)) == ("crew", "crew")
    assert game.result["text"] == "The crew wins with 4 samples; the Traitor Cem (Doctor) loses."
    other = table({DOCTOR: "p9"}, current=DOCTOR, phase="move", rolled=1, samples={DOCTOR: 1})
    assert playing(other, "to:XP").ask is None
    assert other.result["winner"] == "traitor"
    assert "The Traitor wins" in other.result["text"]
    assert turn.asides(other, ENGINEER) == ()
