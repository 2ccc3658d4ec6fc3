"""Counts agree: 1 tile, 2 tiles, in everything players read or hear."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from family_setting import family, stand
from morta_setting import foe, give, pack, table
from playing import Playing, asked, play, why_not

from rules.children_of_morta import GAME, bosses, deeds, effects, home, hurt, perform, put_back, set_up, tales
from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.action import options
from rules.children_of_morta.cards import Held
from rules.children_of_morta.cards import why_not as why_not_card
from rules.children_of_morta.encounter import encounter_phase
from rules.children_of_morta.pack import open_pack, unlike_printed
from rules.children_of_morta.proofread import misfits
from rules.children_of_morta.show import goal_text
from rules.children_of_morta.state import Rolled
from rules.children_of_morta.wording import condition, in_words, price
from rules.record import Record

PACK = open_pack("demo")
RECORDED = Path(__file__).parent / "recorded"

ONE = ["tile", "token", "card", "enemy", "location", "item", "talent", "potion", "gemstone", "Morv", "square", "set"]
ONE += ["round", "player", "die", "space", "marker"]
SEVERAL = [{"enemy": "enemies", "die": "dice"}.get(word, f"{word}s") for word in ONE]
WRONG = re.compile(
    rf"(?<![\d/+×] )\b1 (?:(?!of|or|and|to)\w+ )?(?:{'|'.join(SEVERAL)})\b"
    rf"|\b(?:0|[2-9]|\d\d+) (?:(?:blue|brown|purple|support|basic) )?(?:{'|'.join(ONE)})\b(?! cards| spaces)"
)


@pytest.mark.parametrize("right", ["1 tile", "2 tiles", "1 of 2 tokens", "0 tokens", "2 talent cards", "1 more die"])
def test_what_agrees_is_not_found(right):
    assert not WRONG.search(right)


@pytest.mark.parametrize("wrong", ["1 tiles on Hall.", "2 token", "roll 1 blue, 1 brown dice", "0 Morv", "1 enemies"])
def test_what_does_not_agree_is_found(wrong):
    assert WRONG.search(wrong)


def _texts(thing):
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from _texts(value)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            yield from _texts(value)


def _asked(ask):
    """Everything a question says."""
    if ask is None:
        return
    for each in getattr(ask, "asks", ()):
        yield from _asked(each)
    yield from (ask.text, ask.others, *ask.todo)
    for each in getattr(ask, "options", ()):
        yield from (each.label, each.hint, str(each.barred or ""))


@pytest.mark.parametrize("name", ["story_given_up_box", "trial_lost_table", "trial_won_box"])
def test_in_whole_games_every_count_agrees(name):
    before, wrong = {}, set()
    for run in Record.read(RECORDED / f"{name}.json").replay():
        state, after = run.state, GAME.view(run.state)
        told = [said.text for said in state.said]
        told += [*_asked(run.ask), *_texts(GAME.show(state, None)), *after.values(), *GAME.todo(before, after)]
        told += [*GAME.guide(state), *GAME.put_back(state)]
        wrong |= {text for text in told if WRONG.search(text)}
        before = after
    assert wrong == set()


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (v.PlaceTiles(location="rim", tiles=("near",)), "1 tile on Rim"),
        (v.StunEnemy(count=2), "Stun 2 enemies of your row"),
        (v.StunEnemy(count=1), "Stun an enemy of your row"),
        (v.StunEnemy(count=2, which="own_melee"), "Stun 2 enemies in your melee zone"),
        (v.StunEnemy(count=3, which="any_row"), "Stun any 3 enemies"),
    ],
)
def test_words_of_cards(effect, words):
    assert in_words(effect, PACK) == words


def test_prices_of_cards():
    assert price(v.Price(pay="spend_gemstone", n=2)) == "spend 2 gemstones"
    assert price(v.Price(pay="spend_morv", n=2)) == "spend 2 Morvs"
    assert price(v.Price(pay="spend_morv")) == "spend 1 Morv"
    assert price(v.Price(pay="flip_fatigue", n=2)) == "flip 2 fatigue"


@pytest.mark.parametrize(
    ("asked_for", "words"),
    [
        (v.EnemiesIn(n=1), "1 or more enemies are in your row"),
        (v.EnemiesIn(n=2, zone="melee", compare="at_most"), "2 or fewer enemies are in your melee zone"),
    ],
)
def test_conditions_of_cards(asked_for, words):
    assert condition(asked_for, PACK) == words


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (v.Explore(n=1), "Explore 1 location"),
        (v.Explore(n=3), "Explore 3 locations"),
        (v.Explore(), "Explore all locations"),
        (v.ResolveChapterCard(n=1), "Resolve 1 chapter card"),
        (v.ResolveChapterCard(n=2), "Resolve 2 chapter cards"),
        (v.DefeatEnemies(n=1), "Defeat 1 enemy"),
        (v.DefeatEnemies(n=4), "Defeat 4 enemies"),
        (v.DefeatEnemies(n=1, deck="hounds"), "Defeat 1 of Marsh hounds"),
        (v.Collect(resource="morv", n=6), "Hold 6 Morvs together"),
        (v.Collect(resource="item", n=1), "Hold 1 item together"),
    ],
)
def test_objectives(goal, words):
    assert goal_text(family(), goal) == words


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (v.FlipToken(n=2), "2 tokens, and there is 1"),
        (v.FlipToken(n=2, colour="red"), "2 red tokens, and there is 1"),
        (v.Price(pay="spend_gemstone", n=2), "2 gemstones, and there is 1"),
        (v.Price(pay="spend_morv", n=3), "3 Morvs, and there are 2"),
        (v.Price(pay="spend_potion", n=1), "1 potion, and there are 0"),
        (v.Price(pay="pay_focus", n=2), "2 focus, and there is 1"),
    ],
)
def test_what_is_missing_for_a_card(cost, words):
    state = table(2)
    john = give(state, "north", "red")
    john.gemstone, john.morv, john.focus = 1, 2, 1
    card = Held("ability", "It", v.CardEffect(timing="hero_turn", cost=(cost,), effects=(v.Rage(),)))
    assert str(why_not_card(state, "north", card)) == f"It costs {words}."


def test_focus_rage_and_evade_that_are_short():
    state = table(2)
    give(state, "east", "red", "red").focus = 0
    assert str(options(state, "east", "volley")[0].barred) == "Volley costs 2 focus and there are 0. (CM-98)"
    state.hero("east").defence = 1
    playing = asked(hurt.evade(state, "east", "Brute", [_rolled("blue"), _rolled("brown")], lambda dice: len(dice)))
    assert why_not(playing.ask, 1) == "A brown die costs 2 evade and there is 1. (CM-187)"


def _rolled(colour):
    return Rolled(colour=colour, group=0, face="1")


def test_dice_to_roll():
    state = table(2)
    john = give(state, "north", "red", "yellow")
    foe(state, "north", 1, "brute")
    playing = asked(perform.perform(state, "north"), "act:strike", "red", "yellow", "enemy:1")
    assert playing.ask.text == "Heaven's Strike: roll 1 blue die and 1 brown die."
    assert john.hand == []


def test_tiles_on_the_map():
    state = family()
    state.run.tiles = {"sluice": ["near"], "granary": ["near", "near"]}
    seen = GAME.view(state)
    assert (seen["map.Sluice"], seen["map.Granary"]) == ("1 tile", "2 tiles")
    assert "1 tile on Sluice." in put_back.put_back(state)


def test_where_to_go():
    state = family()
    state.run.tiles = {"sluice": ["near"], "granary": ["near", "near"]}
    ask = Playing(encounter_phase(state)).ask
    assert {each.value: each.hint for each in ask.options} == {"sluice": "1 tile", "granary": "2 tiles"}


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        (("near",), "1 tile is laid on Granary."),
        (("near", "near"), "2 tiles are laid on Granary."),
        (("none",), "No tile is left for Granary."),
    ],
)
def test_tiles_laid_by_a_card(tiles, told):
    state = family()
    tales.place_tiles(state, v.PlaceTiles(location="granary", tiles=tiles))
    assert told in [said.text for said in state.said]


def test_tokens_on_a_support_card():
    state = family()
    state.run.links[0].tokens = 1
    assert next(what for slot, what in GAME.view(state).items() if slot.startswith("link.0")).endswith(", 1 token")


def test_what_is_packed_and_laid_out():
    state = family(chapter=2)
    state.hero("north").face_up = 1
    assert home.packing(state)[0] == "Bram's box: markers, talent cards, 1 fatigue token."
    state.hero("north").talent_pile.left = {"bram_bread": 1}
    assert "North: lay 1 talent card face down by the board." in set_up.checklist(state)
    state.campaign.fund = 1
    assert "Family fund: 1 Morv." in put_back.put_back(state)


def test_a_boss_with_one_card():
    state = family()
    wheelwright = state.pack.bosses["wheelwright"]
    one = replace(wheelwright, deck={"spokes": wheelwright.deck["spokes"]})
    state.pack = replace(state.pack, bosses={**state.pack.bosses, "wheelwright": one})
    assert "Lay its 1 boss card within reach." in Playing(bosses.appear(state, "wheelwright")).ask.todo


def test_making_room_where_there_is_room_for_one():
    state = table(2)
    constants = replace(pack().constants, item_slots=1, talent_slots=1)
    state.pack = replace(pack(), constants=constants)
    john = state.hero("north")
    john.items = ["bomb"]
    state.run.items.take("bomb")
    assert asked(deeds.take_item(state, "north"), ["bomb"]).ask.text.startswith("John has 1 item.")
    john.talents, john.talent_pile.left = ["skin"], {"might": 1, "ease": 1}
    taking = asked(deeds.take_talent(state, "north"), ["might", "ease"], "might")
    assert taking.ask.text == "John has 1 talent. Make room?"


def test_tokens_put_back():
    state = table(2)
    give(state, "north", "red", "blue")
    words = v.ReturnToken(n=1)
    assert Playing(effects.carry_out(state, [words], effects.Cause("north"))).ask.text == (
        "Put up to 1 token back into the bag?"
    )
    play(effects.return_tokens(state, "north", 2), [0, 1])


def test_the_rows_near_their_end():
    state = family()
    for space in range(1, 6):
        stand(state, "north", space, "cur" if space < 5 else "biter")
    assert GAME.show(state, None)["near"][0]["text"] == "Bram: 5 of 6 spaces are taken."


def _wrong_with(changed):
    return [misfit.why for misfit in misfits(changed)]


def test_what_owners_read_of_their_pack():
    heroes = {name: replace(hero, starts_unlocked=name == "john") for name, hero in pack().heroes.items()}
    assert "1 hero is unlocked, too few for 4 players" in _wrong_with(replace(pack(), heroes=heroes))

    def with_goal(goal, **changes):
        chapters = {**pack().chapters, 2: replace(pack().chapters[2], objectives=(goal,))}
        return _wrong_with(replace(pack(), chapters=chapters, **changes))

    assert "there is only 1" in with_goal(
        v.Collect(resource="item", n=9), constants=replace(pack().constants, item_slots=1)
    )
    cave = pack().maps["cave"]
    bare = {name: replace(place, tiles=()) for name, place in cave.locations.items()}
    bare["hall"] = cave.locations["hall"]
    maps = {**pack().maps, "cave": replace(cave, locations=bare)}
    assert "the map has only 1 location with tiles" in with_goal(v.Explore(n=9), maps=maps)
    bare["hall"] = replace(cave.locations["hall"], tiles=("page",))
    assert "at most 1 chapter card can be drawn in the chapter" in with_goal(v.ResolveChapterCard(n=9), maps=maps)
    bare["hall"] = replace(cave.locations["hall"], tiles=("nowhere",))
    assert "1 tile nowhere is needed, there are 0" in with_goal(v.Explore(), maps=maps)


def test_what_differs_from_the_published_box():
    few = replace(PACK, heroes={"bram": PACK.heroes["bram"]}, house_cards=dict(list(PACK.house_cards.items())[:1]))
    told = unlike_printed(few)
    assert "1 hero; a whole box has 6." in told
    assert "1 house card; a whole box has 10." in told
    one_die = {colour: replace(die, count=int(colour == "blue")) for colour, die in PACK.dice.items()}
    assert "1 die; a whole box has 12." in unlike_printed(replace(PACK, dice=one_die))
