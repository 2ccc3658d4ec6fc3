"""The owner's printed copy of Children of Morta, known as far as it was told."""

import random

import pytest
from morta_owner import Copy, Owners
from playing import Playing, play

from rules import packs
from rules.ask import IllegalAnswer
from rules.children_of_morta import GAME, bosses, deeds, defeat, encounter, enemies, rows, set_up
from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.chances import faces, totals
from rules.children_of_morta.components import Pack
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.state import Pile
from rules.describing import Describe
from rules.plain import load
from rules.position import Run
from rules.sheet import changed as sheet_changes
from rules.sheet import fields, tried
from rules.written import from_toml

SET_UP = {"leader": "north", "decks": "Mudlings, Wasps", "john.health": 9, "linda.health": 8}
RAGE = {"do": "rage", "value": {"fixed": 1}}


def begun(players=2, *, chapter=1, mode="story", **toggles):
    """A run of an owner's copy, set up with nothing but the names of its decks."""
    state = GAME.begin(GAME.setup(players, toggles, "table", "own"))
    state.mode = mode
    set_up.new_campaign(state)
    state.campaign.chapter = chapter
    state.heroes = dict(zip(state.seats, ("john", "linda", "lucy", "kevin"), strict=False))
    told = SET_UP if players > 1 else {"decks": "Mudlings"}
    playing = Playing(set_up.set_up(state))
    playing.answer(told)
    while playing.ask is not None:
        playing.answer({})  # support cards nobody has named
    return state


def foe(state, seat, *, name="Brute", side="melee", health=3, deck="mudlings"):
    told = {"card": "new", "name": name, "side": side, "health": health}
    play(rows.meet(state, seat, deck), told)
    return next(enemy for _, enemy in state.hero(seat).enemies() if state.pack.enemy(enemy.card).name == name)


def test_the_set_up_is_one_answer_and_tells_no_more_than_the_tracks_and_the_decks():
    state = begun()
    assert (state.hero("north").health, state.hero("east").health, state.run.leader) == (9, 8, "north")
    assert list(state.run.enemies) == ["mudlings", "wasps"]
    assert state.board("north").unread == ("critical", "ability")
    GAME.check(state)


def test_the_box_never_says_that_an_unknown_deck_is_empty():
    state = begun()
    playing = Playing(rows.meet(state, "north", "mudlings"))
    assert playing.ask.text == "Draw an enemy card for John."
    playing.answer({"card": "none"})  # only people can see that
    assert "No enemy is left in the deck Mudlings." in [said.text for said in state.said]


def test_a_half_written_pack_asks_for_the_next_enemy_and_finds_those_it_knows():
    state = begun()
    brute = foe(state, "north")
    playing = Playing(rows.meet(state, "east", "mudlings"))
    which = playing.ask.fields[0]
    assert [words for _, words in which.choices] == ["a new one", "Brute", "none, not even among the discards"]
    playing.answer({"card": brute.card})
    assert [enemy.card for _, enemy in state.hero("east").enemies()] == [brute.card]


def test_an_enemy_stands_where_its_card_says_and_the_same_name_is_the_same_card():
    state = begun()
    foe(state, "north", name="Bow", side="ranged steady")
    play(rows.meet(state, "north", "mudlings"), {"card": "new", "name": "bow", "side": "melee"})
    assert [space for space, _ in state.hero("north").enemies()] == [5, 6]
    assert list(state.met.enemies) == ["bow"]
    assert state.pack.enemy("bow").keywords == ("steady",)


def test_health_and_reward_are_asked_when_they_matter_and_once():
    state = begun()
    one = foe(state, "north", health=0)
    playing = Playing(defeat.strike(state, "north", {one.number: 2}))
    assert playing.ask.text == "How much health does Brute have?"
    playing.answer({"brute.health": 2})
    assert playing.ask.text == "Brute is beaten. What does the card give?"
    playing.answer({"brute.xp": 2, "brute.rage": 1})
    assert (state.record("north").xp, state.run.rage) == (2, 1)
    play(rows.meet(state, "north", "mudlings"), {"card": "brute"})
    again = state.hero("north").row[0]
    play(defeat.strike(state, "north", {again.number: 2}))  # nothing is asked
    assert (state.record("north").xp, state.run.rage) == (4, 2)


def test_a_row_that_acts_for_the_first_time_is_told_on_one_sheet():
    state = begun()
    foe(state, "north", name="Brute")
    foe(state, "north", name="Bow", side="ranged")
    state.phase, state.run.leader = "enemy", "north"
    playing = Playing(enemies.enemy_phase(state))
    assert playing.ask.text == "What does Bow and Brute do, from top to bottom?"
    playing.answer({"bow.white": 1, "bow.also": ["stun"], "brute.white": 2, "brute.also": ["left", "again"]})
    assert (state.hero("north").health, state.hero("north").stun) == (6, 1)
    assert state.hero("east").health == 6  # it went over and struck again (CM-E16)
    assert [enemy.card for _, enemy in state.hero("east").enemies()] == ["brute"]


def test_what_no_word_says_is_done_by_hand_with_the_name_of_the_enemy():
    state = begun()
    foe(state, "north")
    state.phase = "enemy"
    playing = Playing(enemies.enemy_phase(state))
    playing.answer({"brute.also": ["hand"]})
    assert playing.ask.text == "Brute: Do what it says. What changed?"
    playing.answer({"run.heroes.north.health": 5, "then": "enemy wasps"})
    playing.answer("east")
    playing.answer({"name": "Sting", "side": "ranged"})
    playing.answer({})
    assert state.hero("north").health == 5
    assert [state.pack.enemy(enemy.card).name for _, enemy in state.hero("east").enemies()] == ["Sting"]


def test_what_the_leader_and_the_others_meet_is_told_with_the_place_in_one_answer():
    state = begun()
    playing = Playing(encounter.encounter_phase(state))
    playing.answer({"name": "Gate", "high.number": 6, "high.mudlings.n": 2, "low.number": 3, "low.morv": 1})
    assert playing.ask.text == "Draw 2 enemy cards: 2 for John, 0 for Linda. Who comes?"
    playing.answer({"0.name": "Brute", "1.name": "Brute"})
    assert len(state.hero("north").enemies()) == 2
    assert state.hero("east").morv == 1
    assert (state.run.explored, state.pack.places["chapter_1_gate"].name) == (["chapter_1_gate"], "Gate")
    assert [tile.number for tile in state.met.encounter_tiles.values()] == [6, 3]


def test_the_players_say_when_the_objective_is_met():
    state = begun()
    playing = Playing(encounter.encounter_phase(state))
    with pytest.raises(RunOver):
        playing.answer({"then": "goal"})
    assert state.run.result == "won"


def test_a_boss_is_named_and_its_card_is_told_when_it_acts():
    state = begun()
    play(bosses.appear_for_real(state), {"name": "Old Maw", "health": 0})
    play(bosses.draw_card(state), {"name": "Bite", "shield": 1})
    assert (state.run.boss.id, state.run.boss.card, state.run.boss.shield) == ("old_maw", "bite", 1)
    play(bosses.wound(state, 3), {"health": 20})
    assert state.run.boss.damage == 2
    play(bosses.act(state), {"target": "each_hero", "white": 2})
    assert (state.hero("north").health, state.hero("east").health) == (7, 6)
    bosses.put_card_away(state)
    play(bosses.draw_card(state), {"card": "bite"})
    play(bosses.act(state))  # it is known
    assert state.hero("north").health == 5
    GAME.check(state)


def test_an_item_is_known_by_its_name_and_described_when_somebody_likes():
    state = begun()
    play(deeds.take_item(state, "north"), {"name": "Elixir"})
    assert state.hero("north").items == ["elixir"]
    state.phase = "perform"
    playing = Playing(GAME.aside(state, "north", "by hand"))
    playing.answer({"then": "keep items/elixir"})
    asked = playing.ask
    assert isinstance(asked, Describe)
    ways = [{"do": "heal", "value": {"fixed": 2}}, RAGE]
    either = {"do": "choose", "options": [{"label": "", "effects": [each]} for each in ways]}
    told = {"timing": "hero_turn", "uses": "per_run", "effects": [either]}
    assert asked.words(asked.check(told)) == "in the heroes' turn, once a run: heal 2 or 1 rage"
    assert asked.try_out(told)
    with pytest.raises(IllegalAnswer, match="“rage” can't stand on a card that works always"):
        asked.check({"timing": "passive", "effects": [RAGE]})
    playing.answer(asked.check(told))
    elixir = state.pack.items["elixir"].effect
    assert [type(each) for each in elixir.effects] == [v.Choose]
    assert elixir.text == "Heal 2 or 1 rage."


def test_from_chapter_two_on_supports_and_talents_are_asked_for_by_name():
    state = begun(chapter=2)
    assert [link.card for link in state.run.links] == ["support_card_1"]
    play(deeds.take_talent(state, "north"), {"name": "Iron Skin"})
    assert state.hero("north").talents == ["iron_skin"]
    GAME.check(state)


def test_what_was_learned_reads_as_a_pack_and_holds_no_blank_chapters():
    state = begun()
    foe(state, "north")
    tables = GAME.learned(state)
    pack = load(Pack, from_toml(packs.as_toml(tables)))
    assert (pack.enemies["brute"].health, pack.heroes["john"].health_max) == (3, 9)
    assert (pack.chapters, pack.maps, pack.trial) == ({}, {}, None)
    assert pack.about.title == "Your own copy: 1 card known"


def test_what_two_boxes_were_told_of_one_enemy_or_hero_is_joined():
    here, there = begun(), begun()
    foe(here, "north", health=0)
    foe(there, "north", health=4)
    play(defeat.strike(there, "north", {1: 4}), {"brute.xp": 3})
    foe(there, "east", name="Toad")
    learned, kept = GAME.takes_in(here, GAME.learned(there))
    assert {"Brute", "Toad"} <= set(learned)
    assert kept == []
    assert (here.pack.enemy("brute").health, here.pack.enemy("brute").xp) == (4, 3)
    assert here.pack.enemy("brute").unread == ("actions",)
    assert GAME.so_far(GAME.learned(here)) == ["2 of 6 hero boards", "2 of 96 enemy cards"]
    GAME.check(here)


def test_a_copy_is_never_called_too_small():
    assert GAME.doubts("own") == []
    assert GAME.try_pack("own") == []
    assert GAME.learned(GAME.begin(GAME.setup(2))) is None


def test_what_was_misread_can_be_told_anew():
    state = begun()
    foe(state, "north", health=3)
    known = fields(GAME, state, None)
    changes = sheet_changes(known, {"met.north.brute": 5, "met.north.health": 12, "campaign.bag.corruption": 2})
    after = tried(GAME, state, changes)
    assert after.pack.enemy("brute").health == 5
    assert after.board("north").health_max == 12
    assert after.campaign.bag["corruption"] == 2


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_entered_by_hand_the_table_stays_whole(seed):
    """A sheet of a copy with unnamed cards, at random, again and again."""
    chance = random.Random(seed)
    run = Run(GAME, GAME.begin(GAME.setup(2, {}, "table", "own")))
    owners = Owners(Copy(seed), chance)
    while run.state.run.round < 3:
        run.take(owners.step(run.state, run.ask))
    changed = 0
    for _ in range(40):
        known = fields(GAME, run.state, None)
        try:
            picked = {each.path: chance.choice(list(each.values())) for each in chance.sample(known, 3)}
            changes = sheet_changes(known, picked)
            run.state = tried(GAME, run.state, changes)
        except IllegalAnswer:
            continue
        changed += bool(changes)
        GAME.check(run.state)
    assert changed > 5


@pytest.mark.parametrize(("players", "mode"), [(1, "story"), (3, "trial")])
def test_a_whole_game_comes_to_its_end_with_nothing_described_beforehand(players, mode):
    run = Run(GAME, GAME.begin(GAME.setup(players, {}, "table", "own")))
    owners = Owners(Copy(2), random.Random(2), mode)
    for _ in range(1500):
        if run.ask is None:
            break
        run.take(owners.step(run.state, run.ask))
        GAME.check(run.state)
    assert GAME.ending(run.state) in GAME.endings
    assert owners.by_hand


def test_real_dice_may_show_whatever_is_printed_on_them():
    state = begun()
    assert faces(state, "blue") == ["0", "1", "2", "3", "0+", "1+", "2+", "3+"]
    assert len(totals(state, ["blue"] * 6)) == 19 * 7


def test_a_deck_named_on_a_tile_is_laid_out():
    state = begun()
    playing = Playing(encounter.encounter_phase(state))
    playing.answer({"high.other.n": 1, "high.other.name": "Toads"})
    playing.answer({"0.name": "Croak"})
    assert state.run.enemies["toads"] == Pile()
    assert state.pack.dungeons["chapter 1"].enemy_decks == ("mudlings", "wasps", "toads")
