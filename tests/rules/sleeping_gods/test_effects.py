"""Every verb of the effect vocabulary does what it says."""

from __future__ import annotations

from typing import Any

import pytest
from playing import open_values, why_not
from sleeping_gods_setting import do, effects, fight, run, ship, texts

from rules.ask import ReadStory
from rules.sleeping_gods.conditions import amount, holds
from rules.sleeping_gods.pack import Ability, EnemyAbility
from rules.sleeping_gods.resolve import push
from rules.sleeping_gods.state import Attack, Campaign, Context
from rules.sleeping_gods.story import gain_quest


def met(state: Campaign, **condition: Any) -> bool:
    (wrapped,) = effects({"do": "if", "condition": condition})
    return holds(state, wrapped.condition)  # type: ignore[union-attr]


# ----- tests and amounts


def test_every_condition_is_met_or_not() -> None:
    state = ship(2, morale=3, health=6, resources={"meat": 1, "grain": 1}, cards=[1])
    gain_quest(state, 1)
    state.progress.totems, state.progress.feared, state.progress.revered, state.progress.xp = ["t1"], 2, 1, 4
    state.crew["mac"].statuses = ["venom"]
    state.crew["pia"].damage = 2
    assert met(state, test="morale", at_least=3, at_most=3)
    assert not met(state, test="morale", at_most=2)
    assert met(state, test="ship_health", at_most=6)
    assert met(state, test="totems", at_least=1)
    assert met(state, test="feared", at_least=2)
    assert not met(state, test="revered", at_least=2)
    assert met(state, test="xp", at_least=4)
    assert met(state, test="players", at_least=2, at_most=2)
    assert met(state, test="page", at_least=2, at_most=2)
    assert met(state, test="deck", at_most=1)
    assert met(state, test="crew_down", at_least=1)
    assert met(state, test="quests", at_least=1)
    assert met(state, test="resource", kind="any_food", at_least=2)
    assert not met(state, test="resource", kind="coins")
    assert met(state, test="adventure", number=1)
    assert met(state, test="totem", totem="t1")
    assert met(state, test="keyword", keyword="bell")
    assert met(state, test="mode", mode="normal")
    assert met(state, test="status", status="venom")
    assert not met(state, test="status", status="venom", crew="pia")
    assert met(state, test="not", condition={"test": "mode", "mode": "easy"})
    either = [{"test": "mode", "mode": "easy"}, {"test": "adventure", "number": 1}]
    assert met(state, test="any_of", conditions=either)
    assert not met(state, test="all_of", conditions=either)


def test_amounts_are_counted_at_that_moment() -> None:
    state = ship(2)
    state.progress.totems = ["t1", "t2"]
    state.crew["pia"].damage = 2
    context = Context(difference=3, fate=5, participants=["mac", "pia"])
    wanted = {"difference": 3, "fate": 5, "count:players": 2, "count:totems": 2, "count:crew_down": 1}
    for what, value in {**wanted, "count:participants": 2, "count:quests": 0, "count:feared": 0}.items():
        assert amount(state, what, context) == value, what  # type: ignore[arg-type]


# ----- choosing and repeating


def test_a_choice_needs_its_condition_and_its_price() -> None:
    state = ship(1, resources={"coins": 1})
    ways = [
        {"label": "Wait"},
        {"label": "Buy", "effects": [{"do": "pay", "cost": {"coins": 2}}, {"do": "gain_xp"}]},
        {"label": "Ring", "requires": {"test": "keyword", "keyword": "bell"}},
    ]
    playing = do(state, {"do": "choice", "options": ways})
    assert open_values(playing.ask) == [0]
    assert "SG-102" in why_not(playing.ask, 1)
    assert "bell" not in why_not(playing.ask, 2)
    state = ship(1, resources={"coins": 2})
    do(state, {"do": "choice", "options": ways}).answer(1)
    assert (state.resources["coins"], state.progress.xp) == (0, 1)
    none = do(ship(1), {"do": "choice", "options": ways[1:]})
    assert none.ask is None  # nothing is possible: it is said, and play goes on


def test_optional_sequence_for_each_and_repeat() -> None:
    state = ship(2, morale=5)
    do(state, {"do": "optional", "effects": [{"do": "gain_xp"}]}).answer("no")
    assert state.progress.xp == 0
    do(state, {"do": "optional", "effects": [{"do": "gain_xp"}]}).answer("yes")
    do(state, {"do": "sequence", "effects": [{"do": "gain_xp"}, {"do": "gain_xp"}]})
    assert state.progress.xp == 3
    do(state, {"do": "for_each", "over": "player", "effects": [{"do": "gain_command", "who": "controller"}]})
    assert [player.command for player in state.players.values()] == [1, 1]
    do(state, {"do": "for_each", "over": "crew", "effects": [{"do": "gain_fatigue", "who": "self"}]})
    assert all(crew.fatigue == 1 for crew in state.crew.values())
    until = {"test": "morale", "at_least": 8}
    do(state, {"do": "repeat_until", "until": until, "effects": [{"do": "gain_morale"}]})
    assert state.ship.morale == 8
    do(
        state,
        {"do": "repeat_until", "until": {"test": "xp", "at_least": 99}, "effects": [{"do": "gain_xp"}], "most": 2},
    )
    assert state.progress.xp == 5


def test_if_keyword_and_require_keyword() -> None:
    state = ship(1)
    fork = {"do": "if_keyword", "keyword": "bell", "then": [{"do": "gain_xp"}], "otherwise": [{"do": "gain_morale"}]}
    do(state, fork)
    assert (state.progress.xp, state.ship.morale) == (0, 6)
    do(state, {"do": "require_keyword", "keyword": "bell"}, {"do": "gain_xp"})
    assert state.progress.xp == 0
    gain_quest(state, 1)
    do(state, fork)
    do(state, {"do": "require_keyword", "keyword": "bell"}, {"do": "gain_xp"})
    assert state.progress.xp == 2


# ----- the crew


def test_who_is_meant() -> None:
    state = ship(2)
    do(state, {"do": "damage", "who": "each_crew", "n": 1})
    assert all(crew.damage == 1 for crew in state.crew.values())
    playing = do(state, {"do": "restore_health", "who": "one_per_player", "n": 1})
    assert playing.ask is not None
    assert playing.ask.seat == "north"
    playing.answer("mac")
    assert playing.ask.seat == "east"
    playing.answer("otto")
    assert (state.crew["mac"].damage, state.crew["otto"].damage) == (0, 0)
    do(state, {"do": "damage", "who": "each_participant", "n": 1}, context=Context(participants=["mac"]))
    assert state.crew["mac"].damage == 1
    do(state, {"do": "set_health", "who": "named", "crew": "laurence", "n": 2})
    assert state.health("laurence") == 2
    do(state, {"do": "gain_fatigue", "who": "self"}, context=Context(crew="nell"))
    assert state.crew["nell"].fatigue == 1
    battle = fight(state, 2)
    battle.attack = Attack(seat="north", crew="gregory", target=0)
    do(state, {"do": "damage", "who": "attacker", "n": 1})
    assert state.crew["gregory"].damage == 2
    do(state, {"do": "remove_status", "status": "any", "who": "each_crew"})


def test_one_of_yours_is_the_active_players_or_the_captain() -> None:
    state = ship(2)
    playing = do(state, {"do": "damage", "who": "one_yours", "n": 1})
    assert set(open_values(playing.ask)) == {"odessa", "laurence", "mac", "nell", "pia"}


# ----- command and cards


def test_command_is_gained_lost_and_cleared() -> None:
    state = ship(2)
    do(state, {"do": "gain_command", "who": "each_player", "n": 2})
    do(state, {"do": "lose_command", "who": "choose_player", "n": 3}).answer("east")
    assert [player.command for player in state.players.values()] == [2, 0]
    for crew in ("mac", "gregory"):
        state.crew[crew].command = 1
    state.owned[1] = state.owned[2] = 1
    do(state, {"do": "clear_command", "scope": "crew"}).answer("gregory")
    do(state, {"do": "clear_command", "scope": "card"}).answer(2)
    assert (state.crew["gregory"].command, state.owned[2]) == (0, 0)
    do(state, {"do": "clear_command", "scope": "controller"})
    assert (state.crew["mac"].command, state.owned[1]) == (0, 1)
    do(state, {"do": "clear_command", "scope": "all"})
    assert state.owned[1] == 0


def test_hand_cards_are_drawn_discarded_and_trained_for_free() -> None:
    state = ship(2, hands={"north": ["tinker"]})
    do(state, {"do": "draw_ability", "who": "each_player"}).answer(["shove"]).answer(["triage"])
    assert state.players["east"].hand == ["triage"]
    playing = do(state, {"do": "discard_hand", "n": 1, "skill": "craft"})
    assert open_values(playing.ask) == [0]
    playing.answer([0])
    assert state.discard == ["tinker"]
    do(state, {"do": "discard_hand", "optional": True}).answer([])
    assert state.players["north"].hand == ["shove"]
    do(state, {"do": "equip_free", "who": "one_yours"}).answer(0).answer("mac")  # first the card, then whom it suits
    assert state.crew["mac"].tucked == ["shove"]
    do(state, {"do": "discard_tucked", "who": "named", "crew": "mac"})
    assert state.crew["mac"].tucked == []
    do(state, {"do": "discard_hand"})
    assert "has no such card to discard" in texts(state)


def test_adventure_cards_come_and_go() -> None:
    state = ship(1, cards=[])
    do(state, {"do": "gain_adventure", "number": 10})
    do(state, {"do": "gain_adventure", "number": "choice", "choice": [11, 12]}).answer(12)
    do(state, {"do": "gain_adventure", "number": "random"}).answer(["13"])
    assert list(state.owned) == [10, 12, 13]
    do(state, {"do": "gain_weapon_equip", "who": "one_any", "number": 11}).answer("mac")
    assert state.crew["mac"].weapons == [11]
    do(state, {"do": "remove_weapon", "who": "one_any"})
    assert state.crew["mac"].weapons == []
    do(state, {"do": "lose_adventure", "number": 10, "to": "box"})
    do(state, {"do": "lose_adventure", "number": "choice"}).answer(12)
    do(state, {"do": "lose_adventure", "number": "random"}).answer(["13"])
    assert list(state.owned) == [11]
    assert state.boxed == [10]
    do(state, {"do": "gain_adventure", "number": 10})
    assert 10 not in state.owned  # gone for the rest of the campaign
    do(state, {"do": "gain_adventure", "number": 12})
    assert 12 in state.owned  # back in the deck, it can be found again


def test_a_market_elsewhere_may_be_cheaper() -> None:
    state = ship(1, resources={"coins": 2})
    playing = do(state, {"do": "draw_market", "n": 2, "discount": 1}).answer(["103"]).answer(["104"])
    assert "costs 3 coins; there are 2" in why_not(playing.ask, 104)
    playing.answer(103)
    assert state.resources["coins"] == 0


def test_levels_and_xp() -> None:
    state = ship(1)
    state.progress.xp = 3
    do(state, {"do": "spend_xp", "n": 5})
    assert state.progress.xp == 0
    do(state, {"do": "gain_level", "card": "mac_1"})
    do(state, {"do": "gain_level", "card": "mac_1"})
    assert state.crew["mac"].levels == ["mac_1"]


# ----- events and the voyage


def test_events_are_added_at_the_bottom_too() -> None:
    state = ship(1)
    state.events.deck = ["mild"]
    do(state, {"do": "add_events", "tier": "deadly", "n": 2, "place": "bottom"})
    assert state.events.deck == ["mild", "deadly", "deadly"]


def test_the_ship_is_moved_with_or_without_hazards() -> None:
    state = ship(1)
    do(state, {"do": "move_ship", "to": "region", "region": "fog", "hazards": False})
    assert (state.ship.region, state.ship.morale) == ("fog", 5)
    do(state, {"do": "move_ship", "to": "steps", "steps": 3}).answer("harbor").answer("fog").answer("stay")
    assert (state.ship.region, state.ship.morale) == ("fog", 4)
    do(state, {"do": "move_ship", "to": "nearest_port"})
    assert state.ship.region == "harbor"


def test_actions_are_granted_and_lost() -> None:
    state = ship(1)
    do(state, {"do": "extra_action"})
    assert state.actions_left == 3
    do(state, {"do": "lose_action", "n": 5})
    assert state.actions_left == 0
    do(state, {"do": "free_action", "action": "prepare"})
    assert "prepare (free)" in texts(state)
    playing = do(state, {"do": "search", "n": 2, "keep": 1}).answer(["coins"]).answer(["idol"])
    playing.answer([1])
    assert (state.resources["coins"], state.resources["artifacts"]) == (0, 1)
    assert state.searched == ["coins", "idol"]


# ----- combat


def test_combat_by_an_effect_goes_on_with_what_follows() -> None:
    state = ship(1)
    push(state, effects({"do": "combat", "enemies": [53], "then": [{"do": "gain_xp", "n": 3}]}))
    playing = run(state)
    assert state.combat is not None
    state.combat.row.clear()
    playing.again()
    assert state.progress.xp == 3


def test_more_enemies_join_a_combat_at_the_right() -> None:
    state = ship(1)
    battle = fight(state, 2)
    do(state, {"do": "combat", "enemies": [1]})
    assert [foe.number for foe in battle.row] == [2, 1]
    assert battle.row[1].armor == [4]


def test_tokens_combo_and_healing_of_enemies() -> None:
    state = ship(2)
    battle = fight(state, 10, 2)
    do(state, {"do": "combat_action"}, context=Context(seat="east"))
    assert battle.tokens == {"north": 2, "east": 3}
    do(state, {"do": "gain_combo", "n": 3})
    do(state, {"do": "lose_combo", "n": 1})
    assert battle.combo == 2
    battle.row[0].covered, battle.row[1].covered = [0], [1]
    do(state, {"do": "enemy_heal", "target": "neighbours"}, context=Context(foe=1))
    assert (battle.row[0].covered, battle.row[1].covered) == ([], [1])
    do(state, {"do": "enemy_heal"}, context=Context(foe=1))
    assert battle.row[1].covered == []
    do(state, {"do": "enemy_damage", "n": 1, "target": "each"}).answer("0:0").answer("1:1")
    assert (battle.row[0].covered, battle.row[1].covered) == ([0], [1])


def test_a_square_with_words_of_its_own_works_at_the_end_of_the_round_or_on_counter_attacks() -> None:
    from dataclasses import replace

    from rules.sleeping_gods.enemy_phase import Ready, end_round_ability

    state = ship(1)
    battle = fight(state, 10)
    from playing import play

    ability = EnemyAbility("custom", effects=effects({"do": "lose_morale"}), text="howls")
    play(end_round_ability(state, Ready(battle.row[0], ability)))
    assert state.ship.morale == 4
    enemy = state.pack.enemies[10]
    howl = replace(enemy.squares[8], ability=replace(ability, when="counter"))
    state.pack = replace(
        state.pack, enemies={**state.pack.enemies, 10: replace(enemy, squares=(*enemy.squares[:8], howl))}
    )
    run(state).answer("attack:laurence").answer(4).answer(["shove"]).answer("0:3").answer("0:6")
    assert state.ship.morale == 3


def test_abilities_that_happen_by_themselves() -> None:
    from dataclasses import replace

    from rules.sleeping_gods.turn import triggered

    state = ship(2)
    cheer = Ability("cheers", "triggered", when=("combat_start",), options=(effects({"do": "gain_morale"}),))
    mac = replace(state.pack.crew["mac"], abilities=(cheer,))
    state.pack = replace(state.pack, crew={**state.pack.crew, "mac": mac})
    triggered(state, "turn_start")
    assert state.agenda == []
    triggered(state, "combat_start")
    run(state)
    assert state.ship.morale == 6
    state.crew["mac"].damage = 3
    triggered(state, "combat_start")
    assert state.agenda == []  # nothing of theirs works at 0 health


@pytest.mark.parametrize(("outcome", "how"), [("win", "story_win"), ("fail", "story_fail")])
def test_a_story_may_end_the_campaign(outcome: str, how: str) -> None:
    state = ship(1)
    push(state, effects({"do": "end_campaign", "outcome": outcome, "paragraph": "546"}))
    playing = run(state)
    assert isinstance(playing.ask, ReadStory)
    playing.answer(True)
    assert state.result["how"] == how
    assert state.result["won"] == (outcome == "win")
