"""Health and death."""

import pytest
from playing import asked, play
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, choices, hand, playing, react, table, texts

from rules.chance import ReadCard
from rules.silent_sea import GAME, health


def kill(game, seat):
    play(health.lose_health(game, seat, 5))


@pytest.mark.rule("SS-112", "SS-113", "SS-114", "SS-R54")
def test_damage_removes_tokens_and_healing_puts_them_back_between_0_and_5():
    game = table()
    assert GAME.view(game)[f"health {ENGINEER}"] == "5"
    play(health.lose_health(game, ENGINEER, 3))
    assert GAME.view(game)[f"health {ENGINEER}"] == "2"
    health.heal(game, ENGINEER, 9)
    assert game.players[ENGINEER].health == 5
    play(health.lose_health(game, ENGINEER, 9))
    assert game.players[ENGINEER].health == 0
    assert "Ann (Engineer) loses 5 Health and has 0." in texts(game)


@pytest.mark.rule("SS-115", "SS-122", "SS-R60", "toggle:death_mode")
def test_the_dead_are_out_for_good():
    game = table(health={ASTRO: 1}, hands={ENGINEER: ["gun", "medkit"], ASTRO: ["vial"]})
    playing(game, f"gun:{ASTRO}")
    assert not game.players[ASTRO].alive
    assert game.current == DOCTOR  # no turn
    game.current, game.phase = ENGINEER, "action"
    barred = choices(playing(game).ask)
    assert barred[f"trade:{ASTRO}"]
    assert barred[f"medkit:{ASTRO}"]
    shown = GAME.show(game, ASTRO)["me"]
    assert shown == {"loyalty": "crewmate", "alive": False}
    for _ in range(8):  # and never comes back
        game.phase = "end"
        playing(game)
        assert game.current != ASTRO


@pytest.mark.rule("SS-120", "SS-R61")
def test_only_the_samples_of_the_dead_stay_on_the_space_of_death():
    game = table(
        {DOCTOR: "p6"},
        samples={DOCTOR: 2},
        carriers={DOCTOR: 1},
        hands={DOCTOR: ["vial", "gun", "crafted_bulb"]},
        craft_supply="limited",
    )
    copies = game.items_left["gun"]
    kill(game, DOCTOR)
    player = game.players[DOCTOR]
    assert (player.samples, player.carriers, player.hand, player.abilities, player.node) == (0, 0, [], [], "")
    assert (game.tokens["p6"], game.generic_discard, game.items_left["gun"]) == (2, ["vial"], copies + 1)
    assert f"figure {DOCTOR}" not in GAME.view(game)
    assert "Cem (Doctor) is out. 2 Water Samples stay behind on p6." in texts(game)
    GAME.check(game)


@pytest.mark.rule("SS-R60", "toggle:death_mode")
def test_by_a_house_rule_the_dead_come_back_at_their_next_turn_but_one():
    game = table({DOCTOR: "p6"}, health={DOCTOR: 1}, hands={DOCTOR: ["vial"]}, death_mode="respawn")
    kill(game, DOCTOR)
    came_back = []
    for _ in range(8):
        game.phase = "end"
        playing(game)
        came_back.append(game.current)
        if game.current == DOCTOR:
            break
    # the next turn is left out; in the one after it the Doctor plays again
    assert came_back == [ASTRO, CAPTAIN, ENGINEER, ASTRO, DOCTOR]
    player = game.players[DOCTOR]
    assert (player.alive, player.health, player.node, player.hand) == (True, 5, "ST", [])
    assert len(player.abilities) == 2


@pytest.mark.rule("SS-R62", "toggle:reveal_on_death")
def test_the_loyalty_of_the_dead_stays_secret_unless_the_house_says_so():
    game = table()
    kill(game, DOCTOR)
    assert [each["loyalty"] for each in GAME.show(game, None)["seats"]] == [None] * 4
    shown = table(reveal_on_death="on")
    kill(shown, DOCTOR)
    assert [each["loyalty"] for each in GAME.show(shown, None)["seats"]] == [None, None, "traitor", None]
    assert "Cem (Doctor) is the Traitor." in texts(shown)
    real = table(reveal_on_death="on", custody="table")
    play(health.lose_health(real, DOCTOR, 4))
    at = asked(health.lose_health(real, DOCTOR, 1))
    assert isinstance(at.ask, ReadCard)
    at.answer("crewmate")
    assert real.players[DOCTOR].loyalty == "crewmate"


@pytest.mark.rule("SS-R63", "SS-11")
def test_who_dies_in_the_own_turn_ends_it_and_cycles_go_on_with_the_living():
    game = table(hands={ENGINEER: ["gun"], DOCTOR: ["gun"]}, health={ENGINEER: 1})
    react(playing(game, f"gun:{DOCTOR}"), {DOCTOR: "gun"})
    assert not game.players[ENGINEER].alive
    assert (game.current, game.cycle) == (ASTRO, 3)
    game.current, game.phase = CAPTAIN, "end"
    playing(game)
    assert (game.current, game.cycle) == (ASTRO, 4)


@pytest.mark.rule("SS-R60")
def test_the_dead_do_not_react_and_are_not_meant_by_cards():
    game = table(health={ASTRO: 0}, hands={ENGINEER: ["gun"], CAPTAIN: ["gun"]})
    at = playing(game, f"gun:{DOCTOR}")
    assert at.ask.seats == (CAPTAIN,)
    react(at)
    assert game.players[DOCTOR].health == 1
    assert hand(game, ASTRO) == []
