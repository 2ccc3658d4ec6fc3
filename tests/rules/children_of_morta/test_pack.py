"""What lies in the box: the demo pack is complete, and a pack that cannot be played is refused with its place."""

import shutil
import typing
from collections import Counter
from itertools import combinations

import pytest

from rules import packs
from rules.children_of_morta import GAME
from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.components import Constants
from rules.children_of_morta.pack import PRINTED, counts, open_pack, unlike_printed
from rules.children_of_morta.proofread import WORDS, within
from rules.plain import Misfit, load


@pytest.fixture(scope="module")
def demo():
    return open_pack("demo")


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """An owner's pack: the demo pack with some words replaced in one of its files."""
    monkeypatch.setattr(packs, "shelves", [tmp_path])
    mine = tmp_path / "children_of_morta" / "mine"
    shutil.copytree(packs.folder("children_of_morta", "demo"), mine)

    def replaced(file, *pairs):
        text = (mine / file).read_text("utf-8")
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        (mine / file).write_text(text, "utf-8")
        packs.forget()

    packs.forget()
    yield replaced
    packs.forget()


def problems():
    with pytest.raises(packs.BrokenPack) as broken:
        open_pack("mine")
    return broken.value.problems


def every_effect(pack):
    """Each word on any card, tile or board of the pack, however deep."""
    card_effects = [hero.ability for hero in pack.heroes.values()]
    for cards in (pack.talents, pack.items, pack.supports, pack.bonds, pack.chapter_cards, pack.house_cards):
        card_effects += [card.effect for card in cards.values()]
    lists = [card.effects for card in card_effects]
    lists += [hero.crit_reward for hero in pack.heroes.values()]
    for hero in pack.heroes.values():
        lists += [level.effects for action in hero.actions.values() for level in action.levels]
    for deck in pack.enemy_decks.values():
        lists += [words for enemy in deck.cards.values() for words in (enemy.actions, enemy.rewards)]
    for boss in pack.bosses.values():
        lists.append(boss.rewards)
        for card in boss.deck.values():
            lists += [[action.effect for action in card.actions], card.crit]
    lists += [loot.gives for loot in pack.loot.values()]
    lists.append([kind.effect for kind in pack.advanced.values()])
    for chapter in pack.chapters.values():
        lists += [chapter.setup_effects, chapter.on_win, chapter.on_loss]
    lists += [achievement.bonus for achievement in pack.trial.achievements.values()]
    return [effect for effects in lists for _, effect in within(effects)], card_effects


def words_of(union, tag):
    return {word for kind in typing.get_args(union) for word in typing.get_args(typing.get_type_hints(kind)[tag])}


# Counts


def test_the_demo_pack_holds_as_much_as_the_published_box(demo):
    assert counts(demo) == PRINTED
    assert unlike_printed(demo) == []


def test_a_pack_with_other_counts_is_told_so_and_can_be_played(typed):
    typed("items.toml", ('name = "Lantern oil", copies = 2', 'name = "Lantern oil", copies = 1'))
    assert unlike_printed(open_pack("mine")) == ["29 items; a whole box has 30."]
    assert GAME.doubts("mine") == ["29 items; a whole box has 30."]  # and the packs page says so


@pytest.mark.rule("CM-31", "CM-R82")
def test_there_are_five_advanced_types_in_five_colours(demo):
    assert len(demo.advanced) * len(demo.skill_colours) == 25


@pytest.mark.rule("CM-R7")
def test_five_skill_colours_are_told_apart_without_colour_too(demo):
    assert list(demo.skill_colours) == ["red", "green", "blue", "yellow", "white"]
    assert len({colour.shape for colour in demo.skill_colours.values()}) == 5


@pytest.mark.rule("CM-18", "CM-19", "CM-R10", "CM-183", "CM-186")
def test_four_heroes_are_free_and_two_locked_two_have_shields_and_four_evade(demo):
    assert Counter(hero.starts_unlocked for hero in demo.heroes.values()) == {True: 4, False: 2}
    assert Counter(hero.defence for hero in demo.heroes.values()) == {"shield": 2, "evade": 4}


@pytest.mark.rule("CM-R46")
def test_a_blue_die_has_a_blank_a_one_a_critical_one_and_a_two(demo):
    faces = {(face.value, face.crit) for face in demo.dice["blue"].faces}
    assert {(0, 0), (1, 0), (1, 1)} <= faces
    assert max(value for value, _ in faces) >= 2
    sums = [sum(face.value for face in demo.dice[colour].faces) for colour in v.DIE_COLOURS]
    assert sums[0] < sums[1] < sums[2]  # as the prices of boost and evade are


@pytest.mark.rule("CM-41", "CM-42", "CM-44", "CM-45", "CM-46")
def test_every_board_has_a_name_tracks_an_ability_a_critical_field_and_actions(demo):
    for hero in demo.heroes.values():
        assert hero.name
        assert hero.text
        assert min(hero.health_max, hero.defence_max, hero.focus_max) > 0
        assert hero.ability.text
        assert hero.crit_reward
        assert len(hero.actions) == 5


@pytest.mark.rule("CM-102", "CM-103", "CM-104", "CM-105", "CM-106", "CM-107", "CM-108", "CM-240")
def test_every_action_shows_name_level_price_cost_colours_and_effect(demo):
    for hero in demo.heroes.values():
        for action in hero.actions.values():
            assert [level.level for level in action.levels] == [1, 2, 3]
            assert [level.xp_cost > 0 for level in action.levels] == [False, True, True]
            for level in action.levels:
                assert level.name
                assert level.effects
                assert 1 <= len(level.spaces) <= 2
                assert 0 <= level.focus_cost <= hero.focus_max


def test_every_colour_of_token_fits_some_action_of_every_hero(demo):
    for hero in demo.heroes.values():
        fits = {colour for action in hero.actions.values() for colour in action.levels[0].spaces}
        assert fits == set(demo.skill_colours), hero.name


def test_every_hero_has_ten_talents_and_ten_level_up_cards(demo):
    for name, hero in demo.heroes.items():
        assert len(demo.talents_of(name)) == 10
        assert sum(level.level > 1 for action in hero.actions.values() for level in action.levels) == 10


@pytest.mark.rule("CM-246")
def test_every_two_heroes_have_one_bond_card_of_their_own(demo):
    cards = [demo.bond_of(one, other) for one, other in combinations(demo.heroes, 2)]
    assert None not in cards
    assert len(set(cards)) == 15


@pytest.mark.rule("CM-133", "CM-134", "CM-135", "CM-136", "CM-137", "CM-138", "CM-72")
def test_every_enemy_card_shows_side_name_health_actions_reward_and_xp(demo):
    for deck in demo.enemy_decks.values():
        assert {enemy.spawn for enemy in deck.cards.values()} == {"melee", "ranged"} or deck.name == "Marsh hounds"
        for enemy in deck.cards.values():
            assert enemy.name
            assert enemy.kind
            assert enemy.health > 0
            assert enemy.actions
            assert enemy.rewards
            assert enemy.xp > 0


@pytest.mark.rule("CM-74", "CM-R26")
def test_every_ferocious_tile_raises_health_or_attack(demo):
    assert all(tile.health_bonus or tile.attack_bonus != v.Value() for tile in demo.ferocious.values())


@pytest.mark.rule("CM-249", "CM-250", "CM-254", "CM-255", "CM-256", "CM-257", "CM-262", "CM-263", "CM-264", "CM-265")
def test_every_boss_has_a_status_card_and_action_cards(demo):
    for boss in demo.bosses.values():
        assert boss.name
        assert boss.dungeon
        assert boss.text
        assert boss.rewards
        assert boss.health(1) < boss.health(2) < boss.health(3) < boss.health(4)
        assert len(boss.deck) >= 3
        assert all(card.name and card.actions for card in boss.deck.values())
    cards = [card for boss in demo.bosses.values() for card in boss.deck.values()]
    assert any(card.shield for card in cards)
    assert any(card.crit for card in cards)


@pytest.mark.rule("CM-R100")
def test_a_boss_without_a_number_for_one_player_is_as_strong_as_for_two(typed):
    typed("bosses.toml", ("health_by_players = { 1 = 6, 2 = 8", "health_by_players = { 2 = 8"))
    assert open_pack("mine").bosses["wheelwright"].health(1) == 8


# The vocabulary


def test_the_demo_pack_speaks_every_word(demo):
    effects, card_effects = every_effect(demo)
    assert {effect.do for effect in effects} == words_of(v.Effect, "do")
    assert {cost.pay for card in card_effects for cost in card.cost} == words_of(v.Cost, "pay")
    assert {card.timing for card in card_effects} == set(typing.get_args(v.Timing))
    assert {card.uses for card in card_effects} == set(typing.get_args(v.Uses))
    conditions = [card.condition for card in card_effects]
    conditions += [getattr(effect, "when", None) or getattr(effect, "condition", None) for effect in effects]
    assert {condition.test for condition in conditions if condition} == words_of(v.Condition, "test")
    goals = [goal for chapter in demo.chapters.values() for goal in chapter.objectives]
    goals += [achievement.condition for achievement in demo.trial.achievements.values()]
    assert {goal.kind for goal in goals} == words_of(v.Objective, "kind")
    assert {effect.which for effect in effects if hasattr(effect, "which")} == set(typing.get_args(v.Which))
    bosses = [action.target for boss in demo.bosses.values() for card in boss.deck.values() for action in card.actions]
    assert {*bosses, *(effect.who for effect in effects if hasattr(effect, "who"))} == set(typing.get_args(v.Who))


def test_every_card_has_its_words_in_a_sentence(demo):
    _, card_effects = every_effect(demo)
    assert all(card.text.endswith(".") for card in card_effects)


def test_every_word_has_a_place_where_it_may_stand():
    assert set().union(*WORDS.values()) == words_of(v.Effect, "do")


# Chapters can be reached and won


@pytest.mark.rule("CM-7")
def test_there_are_six_chapters_in_order(demo):
    assert list(demo.chapters) == [1, 2, 3, 4, 5, 6]
    assert len({chapter.title for chapter in demo.chapters.values()}) == 6


@pytest.mark.parametrize("number", range(1, 7))
def test_every_place_of_every_chapter_can_be_walked_to(demo, number):
    chapter = demo.chapters[number]
    map_ = demo.maps[chapter.map]
    explored, frontier = {map_.start}, [map_.start]
    for place in frontier:
        frontier.extend(each for each in map_.next_to(place) if each not in explored)
        explored.update(map_.next_to(place))
    assert explored == set(map_.locations)
    for goal in chapter.objectives:
        match goal:
            case v.Reach():
                assert goal.location in explored
            case v.DefeatBoss():
                assert goal.boss in {map_.locations[place].boss for place in explored}
            case v.ResolveChapterCard():
                assert goal.n <= sum(location.tiles == ("page",) for location in map_.locations.values())
            case v.Explore():
                assert goal.n < len(map_.locations)
            case v.DefeatEnemies():
                # Every encounter brings at least one enemy to a solo player, whichever of the two tiles is used.
                fights = [location for location in map_.locations.values() if len(location.tiles) == 2]
                tiles = [tile for tile in demo.encounter_tiles.values() if tile.back in ("near", "far")]
                assert all(any(icon.enemy for icon in tile.icons) for tile in tiles)
                assert goal.n <= len(fights)
            case _:
                pytest.fail(f"nobody says whether {goal} can be reached")


@pytest.mark.rule("CM-89", "CM-R15")
def test_no_corruption_is_laid_out_in_chapter_one(demo):
    first = demo.chapters[1]
    cards = [demo.chapter_cards[card].effect.effects for card in first.chapter_deck]
    words = [effect.do for effects in [first.setup_effects, *cards] for _, effect in within(effects)]
    assert "add_corruption" not in words


def test_drawn_chapter_cards_stay_out_so_no_two_chapters_share_one(demo):
    dealt = [card for chapter in demo.chapters.values() for card in chapter.chapter_deck]
    assert sorted(dealt) == sorted(demo.chapter_cards)


@pytest.mark.rule("CM-R85")
def test_the_story_unlocks_every_locked_hero(demo):
    unlocked = {
        effect.hero for chapter in demo.chapters.values() for effect in chapter.on_win if effect.do == "unlock_hero"
    }
    assert unlocked == {name for name, hero in demo.heroes.items() if not hero.starts_unlocked}


@pytest.mark.rule("CM-324", "CM-339", "CM-342")
def test_the_trial_has_two_bosses_on_the_way_bazaars_and_two_tiles_on_each_place(demo):
    map_ = demo.maps[demo.trial.map]
    assert [location.boss for location in map_.locations.values() if location.boss] == list(demo.trial.bosses)
    assert sum(location.bazaar for location in map_.locations.values()) == 2
    assert all(len(location.tiles) == 2 for location in map_.locations.values() if not location.start)
    without = dict.fromkeys(name for name, location in map_.locations.items() if location.boss != demo.trial.bosses[0])
    reached = [map_.start]
    for place in reached:
        reached.extend(each for each in map_.next_to(place) if each in without and each not in reached)
    assert "bell" not in reached  # nobody slips past the first boss


# Packs that cannot be played


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("enemies.toml", 'deck = "grubs"', 'deck = "crabs"',
         "enemies.toml: enemy_decks Quarry grubs, field cards.broodsack.actions.0.deck: there is no enemy deck crabs; "
         "there are choir, grubs, hollow, hounds, moths, wardens."),
        ("tiles.toml", 'number = 1, icons = [{ enemy = "moths" }', 'number = 1, icons = [{ enemy = "mice" }',
         "tiles.toml: encounter_tiles near_1, field icons.0.enemy: there is no enemy deck mice; "
         "there are choir, grubs, hollow, hounds, moths, wardens."),
        ("heroes.toml", 'spaces = ["red"]', 'spaces = ["pink"]',
         "heroes.toml: heroes Bram, field actions.hammer.levels.0.spaces: there is no skill colour pink; "
         "there are blue, green, red, white, yellow."),
        ("heroes.toml", "health_max = 10", "health_max = 0",
         "heroes.toml: heroes Bram, field health_max: expected 1 or more, got 0."),
        ("heroes.toml", "health_max = 10", 'health_max = "ten"',
         "heroes.toml: heroes Bram, field health_max: expected a whole number, got 'ten'."),
        ("heroes.toml", "level = 2, xp_cost = 5", "level = 3, xp_cost = 5",
         "heroes.toml: heroes Bram, field actions.hammer.levels.1.level: expected 2, got 3: levels go up one by one."),
        ("talents.toml", 'hero = "bram"', 'hero = "bert"',
         "talents.toml: talents Anvil arms, field hero: there is no hero bert; "
         "there are bram, corin, isa, nell, orsa, wick."),
        ("talents.toml", 'effects = [{ do = "heal", value = { fixed = 2 } }]', 'effects = [{ do = "reroll" }]',
         "talents.toml: talents Bread in the pocket, field effect.effects.0.do: reroll does not belong on hero_turn; "
         "there can be bonus_damage, choose, damage_hero, deal, draw_tokens, gain, gain_xp, heal, if, manual, melee, "
         "melee_area, pull_enemy, push, rage, ranged, recover_fatigue, return_token, row_area, sequence, stun_boss, "
         "stun_enemy, take."),
        ("bonds.toml", 'heroes = ["bram", "nell"]', 'heroes = ["bram", "wick"]',
         "bonds.toml: bonds Father and son, field heroes: expected a pair of its own, got bram and wick."),
        ("items.toml", 'which = "boss"', 'which = "this_enemy"',
         "items.toml: items Glass arrow, field effect.effects.0.options.0.effects.0.which: "
         "this_enemy is the one that is about to hurt the hero."),
        ("items.toml", 'who = "any_hero"', 'who = "other"',
         "items.toml: items Spyglass, field effect.effects.1.who: only support and bond cards have an other hero."),
        ("maps.toml", '["gate", "ford"]', '["gate", "fort"]',
         "maps.toml: maps reed_path, field paths.0: there is no location fort; "
         "there are ford, gate, hut, millyard, orchard, shrine, well."),
        ("maps.toml", 'boss = "wheelwright"', 'boss = "wainwright"',
         "maps.toml: maps drowned_mill, field locations.wheel.boss: there is no boss wainwright; "
         "there are drowned_bell, gallowhart, quarrymaw, silence, wheelwright."),
        ("story.toml", 'location = "well"', 'location = "mill"',
         "story.toml: chapters 1, field objectives.0.location: there is no location of its map mill; "
         "there are ford, gate, hut, millyard, orchard, shrine, well."),
        ("story.toml", '"moths", "hounds", "hollow"]', '"moths", "hounds"]',
         "story.toml: chapters 1, field enemy_decks: hollow can be called for, too."),
        ("story.toml", 'kind = "resolve_chapter_card", n = 2', 'kind = "resolve_chapter_card", n = 4',
         "story.toml: chapters 3, field objectives.0.n: at most 3 chapter cards can be drawn in the chapter."),
        ("story.toml", '"wet_footprints"]', '"millers_cat"]',
         "story.toml: chapters 2, field chapter_deck: millers_cat is in the deck of chapter 1 already."),
        ("box.toml", 'white = { label = "White", rgb = "#e8e4da", shape = "circle" }', "",
         "box.toml: skill_colours: expected five colours, got 4."),
        ("trial.toml", 'bosses = ["gallowhart", ', 'bosses = ["silence", ',
         "trial.toml: trial.bosses: silence is not on the map long_road."),
    ],
)  # fmt: skip
def test_a_pack_that_cannot_be_played_is_refused_with_file_card_and_field(typed, file, old, new, sentence):
    typed(file, (old, new))
    assert sentence in problems()


def test_an_unknown_word_is_told_with_all_known_ones(typed):
    typed("items.toml", ('do = "rage"', 'do = "rag"'))
    (told,) = problems()
    assert told.startswith("items.toml: items Lantern oil, field effect.effects.0.do: expected one of melee, ")
    assert told.endswith("manual, got 'rag'.")


def test_a_word_in_the_wrong_place_is_refused(typed):
    typed(
        "enemies.toml",
        ('actions = [{ do = "attack", value = { blue = 1 } }]', 'actions = [{ do = "melee", value = { blue = 1 } }]'),
    )
    assert problems() == [
        "enemies.toml: enemy_decks Lamp moths, field cards.dustmoth.actions.0.do: melee does not belong on an enemy; "
        "there can be attack, manual, move_board, stun_hero, summon."
    ]


def test_everything_that_is_wrong_is_told_at_once(typed):
    typed("heroes.toml", ("health_max = 10", "health_max = 0"))
    typed("tiles.toml", ('back = "lair", number = 1', 'back = "liar", number = 1'))
    told = problems()
    assert "heroes.toml: heroes Bram, field health_max: expected 1 or more, got 0." in told
    assert "maps.toml: maps long_road, field locations: 4 tiles lair are needed, there are 3." in told


def test_a_place_that_cannot_be_reached_is_refused(typed):
    typed("maps.toml", (', ["orchard", "well"], ["millyard", "well"]', ""))
    assert problems() == ["maps.toml: maps reed_path, field locations.well.name: no path leads here from the start."]


def test_a_choice_needs_something_to_choose_from(typed):
    typed(
        "story.toml",
        (
            ', { label = "Leave it", effects = [{ do = "spawn", deck = "hounds", who = "leader" }] }] }]',
            "] }]",
        ),
    )
    assert problems() == [
        "story.toml: chapter_cards A lost lamb, field effect.effects.0.options: a choice needs at least two options."
    ]


def test_a_row_that_the_rules_do_not_know_is_refused():
    with pytest.raises(Misfit, match="row_size: expected one of 6, got 5"):
        load(Constants, {"row_size": 5})
    assert load(Constants, {"row_size": 6, "melee_spaces": [1, 2, 3]}) == Constants()
