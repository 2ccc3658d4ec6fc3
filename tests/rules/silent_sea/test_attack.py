"""Attacks and the reaction window."""

from dataclasses import replace

import pytest
from playing import asked, open_values, why_not
from sea_setting import (
    ASTRO,
    CAPTAIN,
    DOCTOR,
    ENGINEER,
    all_pass,
    choices,
    crisis_card,
    example_pack,
    hand,
    in_window,
    playing,
    react,
    table,
    texts,
)

from rules.silent_sea import action, attack, cards
from rules.silent_sea.pack import BreakSample, Damage, Heal, Move

SHOOT = f"gun:{DOCTOR}"


def luna(cards=(), *, damage=2, health=None, where=None, **more):
    """The Doctor meets Luna in CR1."""
    card = crisis_card(Damage("damage", damage, attack=True, by="luna"))
    game = table(
        {DOCTOR: "p2", **(where or {})},
        current=DOCTOR,
        phase="move",
        rolled=1,
        pack=example_pack(card, luna=health),
        hands={DOCTOR: list(cards), **more.pop("hands", {})},
        **more,
    )
    return game, playing(game, "to:CR1", ["test"], True)


def shot(cards=(), *, where=None, hands=None, health=None, **toggles):
    """The Engineer shoots the Doctor; everybody stands on ST."""
    game = table(where, hands={ENGINEER: ["gun"], DOCTOR: list(cards), **(hands or {})}, health=health, **toggles)
    return game, playing(game, SHOOT)


@pytest.mark.rule("SS-R43")
def test_only_the_gun_and_effects_marked_attack_are_attacks():
    unarmed = table()
    assert not any(value.startswith(("attack", "gun")) for value in choices(playing(unarmed).ask))
    card = crisis_card(Damage("damage", 2))
    game = table(
        {DOCTOR: "p2"},
        current=DOCTOR,
        phase="move",
        rolled=1,
        pack=example_pack(card),
        hands={DOCTOR: ["flashlight", "gun", "hazmat"]},
    )
    at = playing(game, "to:CR1", ["test"], True)
    assert game.players[DOCTOR].health == 3  # a hazard opens no window
    assert at.ask.seat == DOCTOR
    assert len(hand(game, DOCTOR)) == 3
    _, at = luna(["gun"])
    assert "Luna attacks Cem (Doctor): 2 damage." in at.ask.text
    ability = table({DOCTOR: "p1"}, current=CAPTAIN, enabled={CAPTAIN: [1]}, hands={DOCTOR: ["gun"]})
    at = playing(ability, "ability:1", DOCTOR)
    assert "Dia (Captain) attacks Cem (Doctor): 2 damage." in at.ask.text


ARMED = {DOCTOR: ["gun"], ASTRO: ["gun"], CAPTAIN: ["gun"]}


@pytest.mark.rule("SS-R44", "SS-77", "SS-78")
def test_all_are_asked_at_once_and_the_damage_comes_when_all_pass():
    game, at = shot(hands=ARMED)
    assert at.ask.seats == at.ask.told == (DOCTOR, ASTRO, CAPTAIN)  # the target, then the others in turn order
    at.answer((CAPTAIN, "pass")).answer((DOCTOR, "pass"))
    assert (at.ask.seats, at.ask.told) == ((ASTRO,), (DOCTOR, ASTRO, CAPTAIN))
    assert game.players[DOCTOR].health == 5  # reactions come before the damage
    at.answer((ASTRO, "pass"))
    assert game.players[DOCTOR].health == 1


@pytest.mark.rule("SS-R44")
def test_the_first_in_order_who_reacts_does_and_then_everybody_is_asked_again():
    game, at = shot(hands=ARMED)
    at.answer((CAPTAIN, "gun")).answer((ASTRO, "gun")).answer((DOCTOR, "pass"))
    assert game.window.played == [(ASTRO, "gun")]  # the Captain was quicker, but comes later
    assert hand(game, CAPTAIN) == ["gun"]
    assert at.ask.seats == (DOCTOR, CAPTAIN)  # all who still could
    all_pass(at)
    assert game.window is None


@pytest.mark.rule("SS-R44")
def test_against_luna_the_others_are_asked_after_the_player_whose_turn_it_is():
    others = (ENGINEER, ASTRO, CAPTAIN)
    _, at = luna(["gun"], hands={key: ["gun"] for key in others}, where=dict.fromkeys(others, "p2"))
    assert at.ask.seats == (DOCTOR, CAPTAIN, ENGINEER, ASTRO)


@pytest.mark.rule("SS-R44", "SS-R60")
def test_the_dead_are_not_asked():
    _, at = shot(hands={DOCTOR: ["gun"], ASTRO: ["gun"]}, health={CAPTAIN: 0})
    assert at.ask.seats == (DOCTOR, ASTRO)
    assert "attacks" not in react(at).ask.text


@pytest.mark.rule("SS-78", "SS-R44")
def test_everybody_who_could_react_is_asked_the_same_whatever_they_hold():
    """A Gun was crafted, and cards changed hands face-down since: it may lie in either hand."""
    asks = []
    for hands in ({ASTRO: ["gun"], DOCTOR: ["vial"]}, {ASTRO: ["vial"], DOCTOR: ["gun"]}):
        game = table(hands={ENGINEER: ["gun"], CAPTAIN: ["vial"], **hands})
        game.may_hold = {"gun": [ENGINEER, ASTRO, DOCTOR]}
        at = playing(game, SHOOT)
        window = at.ask
        asks.append((window.told, window.text, [(each.text, each.others, each.private) for each in window.asks]))
        assert window.told == (DOCTOR, ASTRO)  # everybody knows that the Captain cannot hold it
        assert all("pass" in open_values(each) for each in window.asks)
    assert asks[0] == asks[1]
    assert all(private for _, _, private in asks[0][2])


@pytest.mark.rule("SS-78", "SS-R44")
def test_nobody_is_asked_where_all_know_that_nobody_can_react():
    bare, at = shot(hands={ASTRO: ["vial"], DOCTOR: ["scrap"]})
    assert bare.players[DOCTOR].health == 1  # no item lies in any hand
    assert not in_window(at)
    far, at = shot(where={DOCTOR: "CR1"}, hands={ASTRO: ["gun"]})
    assert far.players[DOCTOR].health == 1  # 3 Spaces away nobody defends, and the Doctor's hand is empty
    assert not in_window(at)


@pytest.mark.rule("SS-78", "SS-65", "SS-71")
def test_who_might_hold_an_item_is_known_from_crafting_and_trading():
    game = table(hands={ENGINEER: ["scrap", "bulb"], ASTRO: ["vial"], DOCTOR: ["vial"]})
    playing(game, "craft:flashlight")
    assert game.may_hold == {"flashlight": [ENGINEER]}
    assert cards.might_hold(game, ENGINEER, "flashlight")
    assert not cards.might_hold(game, ASTRO, "flashlight")
    game.phase, game.current = "action", ENGINEER
    playing(game, f"trade:{ASTRO}", ["0:flashlight"], "gift")
    assert not cards.might_hold(game, ENGINEER, "flashlight")  # an empty hand holds nothing
    assert cards.might_hold(game, ASTRO, "flashlight")
    game.phase, game.current = "action", ASTRO
    playing(game, f"trade:{DOCTOR}", ["0:vial"], "gift")
    assert cards.might_hold(game, DOCTOR, "flashlight")  # one card went over: which one, only the two know
    assert not cards.might_hold(game, CAPTAIN, "flashlight")
    cards.spend(game, ASTRO, "flashlight")
    assert not any(cards.might_hold(game, seat, "flashlight") for seat in game.order)


@pytest.mark.rule("SS-R44", "SS-78")
def test_with_real_cards_one_question_is_asked_of_all():
    game = table(hands={ENGINEER: ["gun"], ASTRO: ["gun"], DOCTOR: [None]}, custody="table")
    at = playing(game, SHOOT)
    assert (at.ask.private, at.ask.default) == (False, "pass")
    assert at.ask.text == "Ann (Engineer) attacks Cem (Doctor): 4 damage. Does anybody react?"
    assert open_values(at.ask) == ["pass", f"{ASTRO}|gun"]
    at.answer(f"{ASTRO}|gun")
    assert (game.players[ENGINEER].health, game.players[DOCTOR].health) == (3, 5)


@pytest.mark.rule("SS-80", "SS-81", "SS-82")
def test_a_flashlight_cancels_the_damage_of_player_and_luna_and_then_one_may_run():
    game, at = shot(["flashlight"])
    all_pass(react(at, {DOCTOR: "flashlight"}))
    assert (game.players[DOCTOR].health, hand(game, DOCTOR)) == (5, [])
    assert "to:CR1" in open_values(at.ask)  # three Spaces
    assert "to:p5" not in choices(at.ask)
    game, at = luna(["flashlight"])
    all_pass(react(at, {DOCTOR: "flashlight"}))
    assert game.players[DOCTOR].health == 5
    at.answer("to:p5")
    assert game.players[DOCTOR].node == "p5"
    assert game.move.used == 1  # the run is not part of the roll


@pytest.mark.rule("SS-81")
def test_a_flashlight_protects_its_holder_only():
    _, at = shot(hands={ASTRO: ["flashlight", "hazmat", "gun"]})
    own = at.ask.of(ASTRO)
    assert why_not(own, "flashlight") == "Cem (Doctor) is attacked, not you. (SS-81)"
    assert why_not(own, "hazmat") == "Cem (Doctor) is attacked, not you. (SS-100)"


@pytest.mark.rule("SS-R50", "toggle:reaction_move_triggers")
def test_the_run_comes_when_all_is_settled_and_rooms_have_their_effects():
    for triggers, flips in (("on", True), ("off", False)):
        game, at = shot(["flashlight"], where={DOCTOR: "p2"}, hands={ASTRO: ["gun"]}, reaction_move_triggers=triggers)
        react(at, {DOCTOR: "flashlight"})
        assert game.players[DOCTOR].node == "p2"  # others still react
        assert in_window(at)
        all_pass(at).answer("to:MD1")
        assert ("turn one Ability card up" in at.ask.text) is flips
        assert "MD1" in game.players[DOCTOR].visited


@pytest.mark.rule("SS-R50", "SS-R67", "toggle:reaction_move_triggers")
@pytest.mark.parametrize("triggers", ["on", "off"])
def test_a_run_can_end_the_game_whether_or_not_rooms_have_their_effects(triggers):
    game, at = shot(["flashlight"], where={DOCTOR: "p9", ENGINEER: "p5"}, reaction_move_triggers=triggers)
    game.players[DOCTOR].samples, game.supply = 1, game.supply - 1
    react(at, {DOCTOR: "flashlight"}).answer("to:XP")
    assert at.ask is None
    assert game.result["winner"] == "traitor"


@pytest.mark.rule("SS-86", "SS-R47", "SS-R46", "toggle:gun_self_blocks")
@pytest.mark.parametrize(("blocks", "left"), [("off", 1), ("on", 5)])
def test_shooting_back_takes_2_from_the_attacker_and_does_not_stop_the_damage_unless_the_house_says_so(blocks, left):
    game, at = shot(["gun"], where={DOCTOR: "CR1"}, hands={}, gun_self_blocks=blocks)
    all_pass(react(at, {DOCTOR: "gun"}))
    assert (game.players[ENGINEER].health, game.players[DOCTOR].health) == (3, left)
    assert hand(game, DOCTOR) == []


@pytest.mark.rule("SS-R47")
def test_shooting_back_has_no_range_limit():
    game = table({CAPTAIN: "XP"}, hands={CAPTAIN: ["gun"]})
    at = asked(attack.attack(game, ENGINEER, CAPTAIN, 1))
    assert why_not(at.ask.of(CAPTAIN), "gun") == ""


@pytest.mark.rule("SS-R46")
def test_nobody_reacts_to_a_reaction_and_the_attacker_is_not_asked():
    game, at = shot(["gun"], hands={ENGINEER: ["gun", "hazmat", "flashlight"]})
    assert at.ask.seats == (DOCTOR,)
    assert not in_window(react(at, {DOCTOR: "gun"}))
    assert game.players[ENGINEER].health == 3  # neither reduced nor cancelled


@pytest.mark.rule("SS-87", "SS-88", "SS-R48")
def test_who_is_within_2_of_the_attacked_can_defend_wherever_the_attacker_is():
    where = {ENGINEER: "p5", DOCTOR: "p1", ASTRO: "ST", CAPTAIN: "XP"}
    game, at = shot(where=where, hands={ASTRO: ["gun"], CAPTAIN: ["gun"]})
    assert at.ask.seats == (ASTRO,)  # all see that the Captain is too far away
    assert why_not(at.ask.of(ASTRO), "gun") == ""
    far = attack._barred(game, game.window, CAPTAIN, "gun")
    assert str(far) == "Cem (Doctor) is 5 Spaces away; you can defend within 2. (SS-R48)"
    all_pass(react(at, {ASTRO: "gun"}))
    assert (game.players[ENGINEER].health, game.players[DOCTOR].health) == (3, 5)


@pytest.mark.rule("SS-R49", "SS-R57", "SS-86", "toggle:gun_stops_luna")
def test_luna_cannot_be_hurt_unless_the_pack_says_so():
    game, at = luna(["gun"])
    assert "Luna cannot be hurt." in [option.hint for option in at.ask.of(DOCTOR).options]
    all_pass(react(at, {DOCTOR: "gun"}))
    assert game.players[DOCTOR].health == 3  # the damage stands
    game, at = luna(["gun"], gun_stops_luna="on")
    all_pass(react(at, {DOCTOR: "gun"}))
    assert game.players[DOCTOR].health == 5
    game, at = luna(["gun"], health=3)
    all_pass(react(at, {DOCTOR: "gun"}))
    assert game.luna_health == 1
    dead, at = luna(health=2, where={})
    dead.luna_health = 0
    assert asked(attack.attack(dead, "luna", CAPTAIN, 3)).ask is None
    assert dead.players[CAPTAIN].health == 5


@pytest.mark.rule("SS-R49", "SS-88")
def test_defending_another_against_luna_spares_the_other():
    game, at = luna(hands={CAPTAIN: ["gun"]}, where={CAPTAIN: "p2"})
    all_pass(react(at, {CAPTAIN: "gun"}))
    assert game.players[DOCTOR].health == 5


@pytest.mark.rule("SS-100", "SS-R51", "SS-R52", "toggle:hazmat_stays")
def test_a_hazmat_suit_takes_one_off_an_attack_and_is_spent():
    game, at = shot(["hazmat"])
    all_pass(react(at, {DOCTOR: "hazmat"}))
    assert (game.players[DOCTOR].health, hand(game, DOCTOR), game.players[DOCTOR].suits) == (2, [], 0)
    worn, at = shot(["hazmat"], hazmat_stays="on")
    all_pass(react(at, {DOCTOR: "hazmat"}))
    assert (worn.players[DOCTOR].health, worn.players[DOCTOR].suits) == (2, 1)
    again = asked(attack.attack(worn, CAPTAIN, DOCTOR, 2))
    assert again.ask is None
    assert worn.players[DOCTOR].health == 1  # it protects from then on
    nothing, at = luna(["hazmat"], damage=1)
    all_pass(react(at, {DOCTOR: "hazmat"}))
    assert nothing.players[DOCTOR].health == 5  # not under 0


@pytest.mark.rule("SS-99", "SS-R56", "SS-R44")
@pytest.mark.parametrize(("answer", "health"), [("hazmat", 5), ("pass", 3)])
def test_a_hazmat_suit_spares_the_harm_of_a_broken_sample_and_not_the_token(answer, health):
    pack = example_pack(crisis_card(BreakSample("break_sample", damage=2)))
    game = table(
        {DOCTOR: "p2"},
        current=DOCTOR,
        phase="move",
        rolled=1,
        pack=pack,
        samples={DOCTOR: 1},
        hands={DOCTOR: ["hazmat", "flashlight"]},
    )
    before = game.supply
    at = playing(game, "to:CR1", ["test"], True)
    assert open_values(at.ask.of(DOCTOR)) == ["pass", "hazmat"]  # a window for the suit only
    at.answer((DOCTOR, answer))
    assert (game.players[DOCTOR].health, game.players[DOCTOR].samples, game.supply) == (health, 0, before + 1)


@pytest.mark.rule("SS-R45", "toggle:reaction_limit")
def test_one_card_of_each_name_for_each_player_unless_the_house_says_otherwise():
    hands = {ASTRO: ["gun", "gun"], DOCTOR: ["hazmat"]}
    game, at = shot(hands=hands)
    react(at, {ASTRO: "gun"})
    again = attack._barred(game, game.window, ASTRO, "gun")
    assert str(again) == "Only one card of each name per event, and you have played Gun. (SS-R45)"
    assert at.ask.seats == (DOCTOR,)  # all have seen that Ben has played one
    game, at = shot(["gun", "hazmat"], reaction_limit="one_per_player")
    react(at, {DOCTOR: "gun"})
    assert game.players[DOCTOR].health == 1  # one reaction for each player, so nobody is asked any more
    assert hand(game, DOCTOR) == ["hazmat"]
    game, at = shot(hands=hands, reaction_limit="unlimited")
    react(react(at, {ASTRO: "gun"}), {ASTRO: "gun"})
    assert game.players[ENGINEER].health == 1


@pytest.mark.rule("SS-R45")
def test_several_players_may_react_to_one_attack():
    game, at = shot(["gun"], hands={ASTRO: ["gun"]})
    all_pass(react(react(at, {DOCTOR: "gun"}), {ASTRO: "gun"}))
    assert game.players[ENGINEER].health == 1
    assert game.players[DOCTOR].health == 5


@pytest.mark.rule("SS-R52")
def test_cards_played_in_vain_are_spent_and_the_box_warns_first():
    game, at = shot(["hazmat", "flashlight"], hands={ASTRO: ["gun"]})
    react(at, {ASTRO: "gun"})
    hints = {option.value: option.hint for option in at.ask.of(DOCTOR).options}
    assert hints["flashlight"] == hints["hazmat"] == "The damage is already cancelled."
    all_pass(react(at, {DOCTOR: "hazmat"}))
    assert (game.players[DOCTOR].health, hand(game, DOCTOR)) == (5, ["flashlight"])
    assert game.players[ENGINEER].health == 3  # shots at the attacker count in addition


@pytest.mark.rule("SS-R53", "SS-R63")
def test_an_attacker_who_dies_in_the_window_drops_all_and_the_damage_still_comes():
    game, at = shot(["gun"], health={ENGINEER: 2}, hands={ASTRO: ["gun"]})
    game.players[ENGINEER].samples, game.supply = 1, game.supply - 1
    react(at, {DOCTOR: "gun"})
    assert not game.players[ENGINEER].alive
    assert game.tokens["ST"] == 1
    all_pass(at)
    assert game.players[DOCTOR].health == 1
    assert game.current == ASTRO
    spared, at = shot(hands={ASTRO: ["gun"]}, health={ENGINEER: 2})
    all_pass(react(at, {ASTRO: "gun"}))
    assert (spared.players[ENGINEER].alive, spared.players[DOCTOR].health) == (False, 5)


def test_a_reaction_ability_is_offered_to_its_owner_in_every_window_and_cools_down():
    hands = {ENGINEER: ["gun"], ASTRO: ["hazmat"]}
    game = table({DOCTOR: "p1"}, current=ENGINEER, hands=hands, health={ASTRO: 2}, enabled={DOCTOR: [2]})
    at = playing(game, f"gun:{ASTRO}")
    assert at.ask.seats == (ASTRO, DOCTOR)
    react(at, {DOCTOR: "ability:2"}).answer(ASTRO)
    assert game.players[ASTRO].health == 3
    assert game.players[DOCTOR].abilities[1].state == "cooldown"
    assert at.ask.seats == (ASTRO,)  # the card lies on Cooldown for all to see
    all_pass(at)
    assert not game.players[ASTRO].alive


@pytest.mark.rule("SS-R46")
def test_a_reaction_that_hurts_opens_no_window_of_its_own():
    pack = example_pack()
    angry = replace(
        next(card for card in pack.abilities if card.id == "tourniquet"),
        effects=(Damage("damage", 1, who="one_in_range", range=4, attack=True, by="player"), Heal("heal", 1)),
    )
    abilities = tuple(angry if card.id == "tourniquet" else card for card in pack.abilities)
    game = table(hands={ENGINEER: ["gun"]}, enabled={DOCTOR: [2]}, pack=replace(pack, abilities=abilities))
    game.players[ASTRO].hand = ["hazmat"]
    at = playing(game, f"gun:{ASTRO}")
    react(at, {DOCTOR: "ability:2"}).answer(ENGINEER)
    assert game.players[ENGINEER].health == 4
    assert at.ask.text.startswith("Ann (Engineer) attacks Ben")


def test_the_result_of_an_attack_is_told():
    game, at = shot(["hazmat"], hands={ASTRO: []})
    all_pass(react(at, {DOCTOR: "hazmat"}))
    assert "Cem (Doctor) loses 3 Health and has 2." in texts(game)
    assert action.GUN_DAMAGE == 4


# Reactions that do more


def with_reaction(*effects, role="doctor", **more):
    """A pack in which the first Ability of *role* is a reaction with these effects."""
    pack = example_pack(**more)
    abilities = tuple(
        replace(card, timing="reaction", effects=effects) if (card.role, card.slot) == (role, 1) else card
        for card in pack.abilities
    )
    return replace(pack, abilities=abilities)


@pytest.mark.rule("SS-R60", "SS-R44", "SS-115")
def test_whoever_dies_in_the_window_is_not_asked_to_react_any_more():
    pack = with_reaction(Damage("damage", 1, who="all_in_range", range=3))
    hands = {ENGINEER: ["gun"], ASTRO: ["gun"], CAPTAIN: ["gun"]}
    game = table(hands=hands, health={ASTRO: 1}, enabled={DOCTOR: [1]}, pack=pack)
    at = react(playing(game, SHOOT), {DOCTOR: "ability:1"})
    assert not game.players[ASTRO].alive
    assert at.ask.told == (CAPTAIN,)


@pytest.mark.rule("SS-R60", "SS-R44")
def test_a_window_closes_when_the_attacked_player_is_dead():
    pack = with_reaction(Damage("damage", 1, who="all_in_range", range=3), role="astrobiologist")
    game = table(hands={ENGINEER: ["gun"]}, health={DOCTOR: 1}, enabled={ASTRO: [1]}, pack=pack)
    at = react(playing(game, SHOOT), {ASTRO: "ability:1"})
    assert not game.players[DOCTOR].alive
    assert not in_window(at)
    assert game.window is None


@pytest.mark.rule("SS-R46", "SS-R43", "SS-R44")
def test_an_attack_met_through_the_move_of_a_reaction_has_a_window_of_its_own():
    luna_comes = crisis_card(Damage("damage", 2, attack=True, by="luna"))
    pack = with_reaction(Move("move", 1), crisis=luna_comes)
    game = table(
        {DOCTOR: "p2", ENGINEER: "p2"},
        hands={ENGINEER: ["gun"], DOCTOR: ["hazmat", "gun"]},
        enabled={DOCTOR: [1]},
        pack=pack,
    )
    at = react(playing(game, SHOOT), {DOCTOR: "ability:1"}).answer("to:CR1").answer(["test"]).answer(True)
    assert at.ask.text == "Luna attacks Cem (Doctor): 2 damage. Cem (Doctor): react or pass."
    react(react(at, {DOCTOR: "hazmat"}))
    assert game.players[DOCTOR].health == 4
    assert at.ask.text.startswith("Ann (Engineer) attacks Cem (Doctor): 4 damage.")  # back in the first window
    all_pass(at)
    assert not game.players[DOCTOR].alive


@pytest.mark.rule("SS-R46")
def test_the_attack_of_a_reaction_itself_is_not_reacted_to():
    pack = with_reaction(Damage("damage", 2, who="one_in_range", range=0, attack=True, by="player"))
    hands = {ENGINEER: ["gun", "hazmat"], DOCTOR: ["gun"]}
    game = table({ASTRO: "p9", CAPTAIN: "p9"}, hands=hands, enabled={DOCTOR: [1]}, pack=pack)
    at = react(playing(game, SHOOT), {DOCTOR: "ability:1"})
    assert game.players[ENGINEER].health == 3
    assert at.ask.text.startswith("Ann (Engineer) attacks Cem (Doctor): 4 damage.")


@pytest.mark.rule("SS-R60")
def test_a_passive_card_of_somebody_it_has_killed_does_no_more():
    pack = example_pack()
    hurts = Damage("damage", 5, who="self")
    abilities = tuple(
        replace(card, timing="passive", effects=(hurts if card.slot == 1 else Damage("damage", 1, who="others"),))
        if card.role == "doctor"
        else card
        for card in pack.abilities
    )
    game = table(current=DOCTOR, phase="begin", enabled={DOCTOR: [1, 2]}, pack=replace(pack, abilities=abilities))
    playing(game)
    assert not game.players[DOCTOR].alive
    assert [game.players[seat].health for seat in (ENGINEER, ASTRO, CAPTAIN)] == [5, 5, 5]
