"""Boss fights: cards, who may hit the boss with what, shield, reward and end."""

from dataclasses import replace

import pytest
from family_setting import auto, begin_run, family, said, stand
from playing import Playing, asked, open_values, play, why_not

from rules.ask import IllegalAnswer
from rules.children_of_morta import aim, bosses, clean_up, deeds, defeat, effects, encounter, enemies, perform, turn
from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.outcome import FightWon, RunOver


def fight(players=2, boss="wheelwright", card=None, **more):
    """A boss fight, with a boss card before the leader."""
    state = family(players, **more)
    bosses.begin(state, boss)
    if card:
        play(bosses.draw_card(state), [card])
    return state


def targets(state, seat, word, squares=1):
    return {option.value: option.barred for option in aim.options(state, seat, word, squares)}


@pytest.mark.rule("CM-248", "CM-252", "CM-253", "CM-256")
def test_a_boss_waits_at_its_location_with_health_by_players_and_a_shuffled_deck():
    state = family(3)
    state.run.marker = "cellar"
    state.run.tiles = {"wheel": ["lair", "lair"]}
    auto(encounter.encounter_phase(state))
    assert (state.run.boss.id, bosses.health(state), state.run.boss.damage) == ("wheelwright", 11, 0)
    assert state.run.boss.pile.left == {"spokes": 1, "mallet": 1, "whistle": 1}
    assert state.phase == "boss_card"


@pytest.mark.rule("CM-258", "CM-259", "CM-R87", "CM-251")
def test_every_turn_of_the_fight_begins_with_the_leader_drawing_a_boss_card():
    state = fight()
    state.run.leader, state.phase = "east", "boss_card"
    playing = Playing(turn.boss_card(state))
    assert playing.ask.seat == "east"
    playing.answer(["mallet"])
    assert (state.run.boss.card, state.run.boss.shield, state.phase) == ("mallet", 1, "draw")


@pytest.mark.rule("CM-R87")
def test_clean_up_leads_to_the_next_boss_card_not_to_an_encounter():
    state = fight(card="mallet")
    stand(state, "north", 5, "cur")
    auto(clean_up.clean_up(state))
    assert (state.phase, state.run.leader) == ("boss_card", "east")
    assert state.hero("north").row[0].card == "cur"  # enemies stay and close in


@pytest.mark.rule("CM-260", "CM-261", "CM-R89")
def test_the_leader_hits_the_boss_in_melee_and_everybody_from_afar_but_nobody_with_a_row_area():
    state = fight(3, card="spokes")
    assert targets(state, "north", "melee")["boss"] is None
    assert targets(state, "north", "melee_area", 2)["boss"] is None
    assert targets(state, "north", "ranged")["boss"] is None
    assert targets(state, "north", "row_area", 2)["boss"].rule == "CM-R89"
    for seat in ("east", "south"):
        assert targets(state, seat, "melee")["boss"].rule == "CM-260"
        assert targets(state, seat, "melee_area", 2)["boss"].rule == "CM-260"
        assert targets(state, seat, "ranged")["boss"] is None
    assert "that is Bram" in str(targets(state, "east", "melee")["boss"])


@pytest.mark.rule("CM-260", "CM-R43")
def test_whoever_does_not_lead_and_strikes_at_the_boss_is_refused_before_anything_is_paid():
    state = fight(heroes=("nell", "bram"), card="spokes")
    bram = state.hero("east")
    state.campaign.bag["red"] -= 1
    bram.hand.append("red")
    playing = asked(perform.perform(state, "east"), "act:hammer", "red")
    assert why_not(playing.ask, "boss") == "Only the leader deals melee damage to the boss, and that is Nell. (CM-260)"
    with pytest.raises(IllegalAnswer, match="CM-260"):
        playing.answer("boss")
    assert bram.hand == ["red"]
    assert open_values(playing.ask) == ["none", "back"]
    assert [(option.label, option.hint) for option in playing.ask.options][1] == (
        "Nobody is in reach",
        "the action is paid for all the same",
    )
    playing.answer("none").answer(["1"])  # at full cost, and nobody is hit
    assert (bram.hand, state.run.boss.damage) == ([], 0)


@pytest.mark.rule("CM-293", "CM-R43")
def test_an_enemy_out_of_the_melee_zone_says_so_before_anything_is_paid():
    state = family(heroes=("bram", "nell"))
    bram = state.hero("north")
    state.campaign.bag["red"] -= 1
    bram.hand.append("red")
    far = stand(state, "north", 5, "cur")
    playing = asked(perform.perform(state, "north"), "act:hammer", "red")
    assert "CM-293" in why_not(playing.ask, f"enemy:{far.number}")
    playing.answer("back")
    assert bram.hand == ["red"]


@pytest.mark.rule("CM-R89", "CM-R55")
def test_bonus_damage_and_stuns_never_reach_the_boss():
    state = fight(card="spokes")
    play(defeat.bonus_damage(state, "north", 1))
    play(deeds.stun(state, "north", 1, "own_row", None))
    assert state.run.boss.damage == 0
    assert not state.run.boss.stunned


@pytest.mark.rule("CM-263", "CM-R88", "toggle:boss_shield_each_attack")
@pytest.mark.parametrize(("each", "damage"), [(False, 3), (True, 2)])
def test_the_cards_shield_stops_the_first_damage_of_the_turn_or_by_house_rule_some_of_each_attack(each, damage):
    state = fight(card="mallet", boss_shield_each_attack=each)
    play(bosses.wound(state, 2))
    assert state.run.boss.damage == 1
    play(bosses.wound(state, 1 if each else 2))
    play(bosses.wound(state, 2 if each else 0))
    assert state.run.boss.damage == (2 if each else 3) == damage


@pytest.mark.rule("CM-R88")
def test_the_shield_is_renewed_with_each_boss_card():
    state = fight(card="mallet")
    play(bosses.wound(state, 3))
    bosses.put_card_away(state)
    play(bosses.draw_card(state), ["whistle"])
    assert state.run.boss.shield == 1
    assert state.run.boss.damage == 2


@pytest.mark.rule("CM-266", "CM-267", "CM-181", "CM-366")
def test_the_boss_card_acts_after_all_other_enemies():
    state = fight(heroes=("wick", "nell"), card="spokes")
    stand(state, "north", 6, "dustmoth")
    playing = Playing(enemies.enemy_phase(state))
    assert "Dust moth attacks Wick" in playing.ask.text
    playing.answer(["0"])
    assert "The Wheelwright attacks Wick" in playing.ask.text
    playing.answer(["1"])
    assert "The Wheelwright attacks Nell" in playing.ask.text
    playing.answer(["1"])
    assert playing.ask is None
    assert (state.hero("north").health, state.hero("east").health) == (7, 7)


@pytest.mark.rule("CM-268", "CM-269")
def test_a_used_boss_card_is_discarded_and_the_deck_is_shuffled_anew_as_soon_as_it_runs_out():
    state = fight()
    for card in ("spokes", "mallet"):
        play(bosses.draw_card(state), [card])
        bosses.put_card_away(state)
    pile = state.run.boss.pile
    assert (pile.left, pile.discard) == ({"whistle": 1}, ["spokes", "mallet"])
    play(bosses.draw_card(state), ["whistle"])  # the last one, and it lies before the leader now
    assert (pile.left, pile.discard) == ({"spokes": 1, "mallet": 1}, [])
    assert said(state, "The boss deck has run out: shuffle its discards into a new one.")
    bosses.put_card_away(state)
    assert pile.discard == ["whistle"]
    playing = Playing(bosses.draw_card(state))
    assert dict(playing.ask.left) == {"spokes": 1, "mallet": 1}  # never the same card twice running


@pytest.mark.rule("CM-269")
def test_a_boss_with_a_single_card_draws_it_again_and_again():
    state = family()
    wheelwright = state.pack.bosses["wheelwright"]
    one = replace(wheelwright, deck={"spokes": wheelwright.deck["spokes"]})
    state.pack = replace(state.pack, bosses={**state.pack.bosses, "wheelwright": one})
    bosses.begin(state, "wheelwright")
    for _ in range(2):
        play(bosses.draw_card(state), ["spokes"])
        assert state.run.boss.pile.size == 0
        bosses.put_card_away(state)
        assert state.run.boss.pile.left == {"spokes": 1}


@pytest.mark.rule("CM-269")
def test_a_fight_that_was_saved_with_an_empty_deck_goes_on():
    state = fight()
    state.run.boss.pile.left, state.run.boss.pile.discard = {}, ["spokes", "mallet", "whistle"]
    assert len(Playing(bosses.draw_card(state)).ask.left) == 3


@pytest.mark.rule("CM-270", "CM-257", "CM-R91", "CM-R92")
def test_the_beaten_boss_rewards_every_hero_and_rage_once_and_ends_the_chapter():
    state = fight(card="spokes")
    with pytest.raises(RunOver):
        play(bosses.wound(state, 8))
    assert (state.run.result, state.run.boss) == ("won", None)
    assert (state.campaign.records["bram"].xp, state.campaign.records["nell"].xp) == (3, 3)
    assert (state.hero("north").morv, state.hero("east").morv) == (1, 1)
    assert state.run.rage == 2


@pytest.mark.rule("CM-R91")
@pytest.mark.parametrize(("boss", "xp"), [("drowned_bell", [0, 6]), ("wheelwright", [3, 3])])
def test_the_pack_may_give_the_reward_to_the_leader_alone(boss, xp):
    state = fight(mode="trial", boss=boss)
    state.run.leader = "east"
    play_out = asked(_wound(state))
    assert play_out.ask is None
    assert [state.record(seat).xp for seat in state.seats] == xp


async def _wound(state):
    try:
        await bosses.wound(state, 99)
    except (FightWon, RunOver):
        return


@pytest.mark.rule("CM-R92")
def test_a_boss_beaten_on_the_way_ends_the_round_with_a_clean_up_and_the_enemies_stay():
    state = fight(mode="trial", boss="gallowhart", card="charge")
    stand(state, "east", 4, "cur")
    state.hero("north").items = ["glass_arrow"]
    state.run.boss.damage = bosses.health(state) - 1
    state.phase = "perform"
    for seat in state.seats:
        state.hero(seat).focus = 0
    playing = asked(turn.phases(state), ("north", "item:glass_arrow"), ("north", 0))
    assert state.run.bosses_beaten == ["gallowhart"]
    assert state.run.boss is None
    assert playing.ask.text == "The Gallow Hart is defeated: every hero gets 4 XP, 2 Morvs."
    playing.answer(True)
    assert state.phase == "encounter"  # no enemy phase: straight to clean-up and on
    assert state.hero("north").focus == 1
    assert state.hero("east").row[0].card == "cur"
    assert "Where to?" in playing.ask.text


@pytest.mark.rule("CM-264", "CM-R90")
@pytest.mark.parametrize(
    ("boss", "card", "hit"),
    [
        ("wheelwright", "mallet", {"north"}),  # the leader
        ("wheelwright", "spokes", {"north", "east", "south"}),  # each hero
        ("quarrymaw", "rubble", {"east", "south"}),  # all but the leader
        ("silence", "nearest", {"south"}),  # the weakest
    ],
)
def test_each_action_of_a_boss_card_says_whom_it_hits(boss, card, hit):
    state = fight(3, boss, card, heroes=("wick", "nell", "isa"))
    state.hero("south").health = 3
    before = {seat: state.hero(seat).health for seat in state.seats}
    auto(bosses.act(state), {"attacks": lambda ask: ["1" if name == "blue die" else "2" for name, _ in ask.dice]})
    assert {seat for seat in state.seats if state.hero(seat).health < before[seat]} == hit


@pytest.mark.rule("CM-R90")
def test_the_players_choose_where_a_card_says_chosen_and_ties_of_the_weakest():
    state = fight(mode="trial", boss="gallowhart", card="herd")
    playing = Playing(bosses.act(state))
    assert open_values(playing.ask) == ["north", "east"]
    playing.answer("east").answer(["cur"])
    assert state.hero("east").row[0].card == "cur"
    tie = fight(boss="silence", card="nearest", heroes=("nell", "wick"))
    assert open_values(Playing(bosses.act(tie)).ask) == ["north", "east"]


@pytest.mark.rule("CM-R90")
def test_shield_and_evade_help_against_a_boss():
    state = fight(card="mallet", heroes=("bram", "nell"))
    state.hero("north").defence = 2
    play(bosses.act(state), ["2"], "no", 2)
    assert state.hero("north").health == 10
    other = fight(card="mallet", heroes=("nell", "bram"))
    other.hero("north").defence = 2
    play(bosses.act(other), ["2+"], 0)
    assert (other.hero("north").health, other.hero("north").defence, other.hero("north").stun) == (8, 0, 0)


@pytest.mark.rule("CM-265", "CM-R68", "toggle:enemy_crit_once")
def test_a_critical_brings_the_bonus_of_the_boss_card():
    state = fight(card="mallet", heroes=("nell", "bram"))
    play(bosses.act(state), ["2+"])
    assert (state.hero("north").health, state.hero("north").stun) == (6, 1)
    bite = fight(boss="quarrymaw", card="bite", heroes=("nell", "bram"))
    play(bosses.act(bite), ["1+", "2+"])
    assert bite.hero("north").health == 8 - (3 + 2)
    once = fight(boss="quarrymaw", card="bite", heroes=("nell", "bram"), enemy_crit_once=True)
    play(bosses.act(once), ["1+", "2+"])
    assert once.hero("north").health == 8 - (3 + 1)


@pytest.mark.rule("CM-R100", "toggle:solo_boss_always_leader")
@pytest.mark.parametrize("always", [False, True])
def test_alone_and_not_leading_there_is_no_melee_against_the_boss(always):
    state = fight(1, solo_boss_always_leader=always)
    assert targets(state, "north", "melee")["boss"] is None
    state.run.leader = None
    assert (targets(state, "north", "melee")["boss"] is None) is always
    assert targets(state, "north", "ranged")["boss"] is None


@pytest.mark.rule("CM-R100")
def test_alone_and_not_leading_what_aims_at_the_leader_hits_nobody_and_the_rest_hits_you():
    state = fight(1, "quarrymaw", heroes=("nell",))
    assert bosses.health(state) == 8
    state.run.leader = None
    playing = Playing(bosses.draw_card(state))
    assert playing.ask.seat == "north"  # the only player draws all the same
    playing.answer(["bite"])
    play(bosses.act(state))
    assert state.hero("north").health == 8
    assert said(state, "finds nobody to strike at")
    bosses.put_card_away(state)
    play(bosses.draw_card(state), ["rubble"])
    play(bosses.act(state), ["1"])
    assert (state.hero("north").health, state.hero("north").stun) == (7, 0)


@pytest.mark.rule("CM-R87")
def test_enemies_on_the_boards_stay_when_the_fight_begins():
    state = family()
    stand(state, "north", 1, "cur")
    bosses.begin(state, "wheelwright")
    assert state.hero("north").row[0].card == "cur"


def test_a_stunned_boss_does_nothing_this_turn():
    state = fight(card="spokes")
    deeds.stun_boss(state)
    play(bosses.act(state))
    assert (state.hero("north").health, state.hero("east").health) == (10, 8)
    bosses.put_card_away(state)
    play(bosses.draw_card(state), ["mallet"])
    assert not state.run.boss.stunned


def test_a_boss_fight_may_begin_by_a_card():
    state = family(chapter=4)
    play(effects.carry_out(state, [v.StartBoss(boss="quarrymaw")], effects.Cause("north")), True)
    assert state.run.boss.id == "quarrymaw"
    begin_run(state)
    assert state.run.boss is None
