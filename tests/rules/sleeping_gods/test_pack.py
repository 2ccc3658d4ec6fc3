"""The content pack: what it must hold, how a broken one is told, and the demo world."""

import re
import tomllib
import typing
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules import packs
from rules.sleeping_gods import effects as verbs
from rules.sleeping_gods import requirements, words
from rules.sleeping_gods.pack import Edge, Pack, StoryCombat, the_pack
from rules.sleeping_gods.pack_checks import doubts, everything, fate_spread, problems, used_keywords

DEMO = Path(packs.folder("sleeping_gods", "demo"))


@pytest.fixture
def demo() -> Pack:
    return the_pack("demo")


# ----- what the game is made of


def test_the_demo_pack_is_whole_and_leaves_no_doubts(demo: Pack):
    assert problems(demo) == []
    assert doubts(demo) == []
    assert not demo.about.private


@pytest.mark.rule("SG-2", "SG-24", "SG-85", "SG-84")
def test_nine_crew_boards_one_of_them_the_captain_mostly_with_four_of_five_skills(demo: Pack):
    assert len(demo.crew) == 9
    assert [name for name, board in demo.crew.items() if board.captain] == [demo.captain]
    assert words.SKILLS == ("strength", "perception", "savvy", "craft", "cunning")
    with_four = [board for board in demo.crew.values() if sum(n > 0 for n in board.skills.values()) == 4]
    assert len(with_four) > len(demo.crew) / 2
    for skill in words.SKILLS:
        assert any(board.skills.get(skill) for board in demo.crew.values())


@pytest.mark.rule("SG-60")
def test_ones_and_sixes_are_half_as_common_as_each_other_fate(demo: Pack):
    spread = fate_spread(demo)
    assert sum(spread.values()) >= 60
    assert spread[1] == spread[6]
    assert {spread[fate] for fate in (2, 3, 4, 5)} == {2 * spread[1]}
    by_skill = Counter({skill: 0 for skill in words.SKILLS})
    for card in demo.ability_cards.values():
        by_skill[card.skill] += card.copies
    assert len(set(by_skill.values())) == 1  # no skill is harder to train than another


@pytest.mark.rule("SG-12", "SG-33", "SG-R85")
def test_there_are_events_for_three_decks_in_three_grades(demo: Pack):
    grades = Counter(card.tier for card in demo.events.values() for _ in range(card.copies))
    assert grades == {"mild": 18, "perilous": 18, "deadly": 18}
    assert words.TIERS == ("mild", "perilous", "deadly")


@pytest.mark.rule("SG-14", "SG-94", "SG-421", "SG-323", "SG-415")
def test_six_resources_three_of_them_food_four_statuses_and_five_skill_icons(demo: Pack):
    assert words.RESOURCES == ("meat", "vegetables", "grain", "materials", "artifacts", "coins")
    assert set(words.FOOD) == {"meat", "vegetables", "grain"}
    assert words.STATUSES == ("venom", "frightened", "weakened", "madness")
    given = {thing.kind for _, thing in everything(demo) if isinstance(thing, verbs.GainResource)}
    given |= {kind for _, thing in everything(demo) if isinstance(thing, verbs.GainResource) for kind in thing.choice}
    assert set(words.RESOURCES) <= given
    suffered = {thing.status for _, thing in everything(demo) if isinstance(thing, verbs.ChangeStatus)}
    assert set(words.STATUSES) <= suffered
    assert {card.skill for card in demo.ability_cards.values()} == set(words.SKILLS)


@pytest.mark.rule("SG-13", "SG-21", "SG-22", "SG-23", "SG-18", "SG-19", "SG-R10")
def test_the_ship_begins_as_the_rulebook_says(demo: Pack):
    board = demo.board
    assert (board.start_page, board.morale_start, board.ship_health_max) == (2, 5, 11)
    assert board.start_resources == {"coins": 3, "grain": 1}
    assert board.supply["command"] == 14
    assert (board.supply["tired"], board.supply["exhausted"]) == (9, 9)
    start = demo.regions[board.start_region]
    assert "2" in [location.label for location in start.locations]
    assert demo.pages[board.start_region] == 2


@pytest.mark.rule("SG-37", "SG-158", "SG-317", "SG-R4", "SG-326", "SG-420")
def test_four_adventure_cards_are_there_from_the_start_and_market_cards_have_a_price(demo: Pack):
    assert len(demo.adventure_cards) >= 40
    assert len(demo.starting_cards) == 4
    assert len(demo.market_cards) > 7
    for number, card in demo.adventure_cards.items():
        assert card.type
        assert (card.coin_cost is not None) == (number in demo.market_cards)


@pytest.mark.rule("SG-360")
def test_every_crew_member_has_two_level_cards_of_their_own(demo: Pack):
    assert Counter(card.crew for card in demo.level_cards.values()) == Counter({name: 2 for name in demo.crew})
    assert all(card.xp_cost > 0 for card in demo.level_cards.values())


@pytest.mark.rule("SG-302", "SG-307", "SG-312", "SG-315", "SG-R1")
def test_the_ends_of_the_event_decks_and_the_special_paragraphs_are_there(demo: Pack):
    assert demo.special_combats.first_deck == (10,)
    assert demo.special_combats.second_deck == (50, 53, 55)
    assert (demo.special_paragraphs.events_out, demo.special_paragraphs.ending) == ("D1", "F1")
    for name in ("ship_sunk", "crew_down", "mutiny", "events_out", "ending"):
        assert getattr(demo.special_paragraphs, name) in demo.paragraphs
    for name in ("ship_sunk", "crew_down", "mutiny", "events_out"):
        last = demo.paragraphs[getattr(demo.special_paragraphs, name)].boxes[-1]
        assert last.end_campaign is not None
        assert last.end_campaign.outcome == "fail"


def test_the_demo_world_is_as_large_as_promised(demo: Pack):
    assert len(demo.enemies) >= 30
    assert len(demo.quests) == 25
    assert len(demo.search_tokens) == 9
    assert len(demo.totems) == 10
    assert len(demo.paragraphs) >= 120
    assert all(box.read for paragraph in demo.paragraphs.values() for box in paragraph.boxes)


@pytest.mark.rule("SG-404", "SG-405", "SG-R7")
def test_every_totem_and_every_ending_has_its_box_and_no_box_changes_the_rules(demo: Pack):
    assert len({totem.achievement for totem in demo.totems.values()}) == len(demo.totems)
    marked = {thing.achievement for _, thing in everything(demo) if isinstance(thing, verbs.MarkAchievement)}
    assert set(demo.achievements) == marked | {totem.achievement for totem in demo.totems.values()}
    assert all(box.unlocks_mode is None for box in demo.achievements.values())


def test_enemies_are_varied_and_show_every_ability_and_symbol(demo: Pack):
    named = typing.get_args(typing.get_type_hints(type(demo.enemies[10].squares[0].ability or ability(demo)))["name"])
    squares = [square for enemy in demo.enemies.values() for square in enemy.squares]
    assert {square.ability.name for square in squares if square.ability} == set(named)
    for symbol in ("heart", "armor", "combo", "flying", "bonus_damage"):
        assert any(getattr(square, symbol) for square in squares)
    assert {enemy.rows for enemy in demo.enemies.values()} == {3}
    assert {enemy.cols for enemy in demo.enemies.values()} >= {2, 3, 4}
    grids = {tuple(replace(s, ability=None) for s in enemy.squares) for enemy in demo.enemies.values()}
    assert len(grids) > 20  # hardly two alike


def ability(demo: Pack) -> object:
    return next(s.ability for enemy in demo.enemies.values() for s in enemy.squares if s.ability)


def test_the_demo_world_speaks_every_word_of_the_vocabulary(demo: Pack):
    """So that whoever writes a pack finds an example of each."""
    spoken = {thing.do for _, thing in everything(demo) if hasattr(thing, "do")}
    assert spoken == {
        verb for kind in typing.get_args(verbs.Effect) for verb in typing.get_args(typing.get_type_hints(kind)["do"])
    }
    tested = {thing.test for _, thing in everything(demo) if hasattr(thing, "test")}
    assert tested == {
        test
        for kind in typing.get_args(requirements.Condition)
        for test in typing.get_args(typing.get_type_hints(kind)["test"])
    }


# ----- the atlas


@pytest.mark.rule("SG-79", "SG-128", "SG-81")
def test_neighbours_are_mutual_and_just_those_drawn_with_no_land_between(demo: Pack):
    for page in demo.atlas.values():
        assert page.chart
        for name, region in page.regions.items():
            for other in region.neighbours:
                assert name in page.regions[other].neighbours


@pytest.mark.rule("SG-103")
def test_the_atlas_has_nine_maps(demo: Pack):
    assert len(demo.atlas) == 9


@pytest.mark.rule("SG-8", "SG-131")
def test_every_page_can_be_reached_and_left_again(demo: Pack):
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    reached, todo = {demo.board.start_page}, [demo.board.start_page]
    while todo:
        number = todo.pop()
        for side, edge in demo.atlas[number].edges.items():
            if demo.open(edge):
                back = demo.atlas[edge.page].edges[opposite[side]]  # type: ignore[index]
                assert back.page == number
                if edge.page not in reached:
                    reached.add(edge.page)
                    todo.append(edge.page)
    assert reached == set(demo.atlas)


@pytest.mark.rule("SG-104", "SG-132")
def test_pages_of_an_expansion_are_closed_until_it_is_there(demo: Pack):
    closed = [edge for page in demo.atlas.values() for edge in page.edges.values() if edge.expansion]
    assert closed
    assert not any(demo.open(edge) for edge in closed)
    expanded = replace(demo, about=replace(demo.about, expansions=("The Far Post",)))
    assert expanded.open(Edge(page=3, expansion="The Far Post"))
    assert not demo.open(Edge(page=3, expansion="The Far Post"))


def test_every_kind_of_place_and_every_hazard_is_on_the_map(demo: Pack):
    for kind in ("search", "market", "port"):
        assert sum(getattr(region, kind) for region in demo.regions.values()) >= 4
    assert {region.hazard for region in demo.regions.values() if region.hazard} == set(demo.hazards)
    assert {demo.hazards[name].avoid_discard_skill for name in demo.hazards} == set(words.SKILLS)
    for page in demo.atlas.values():
        for region in page.regions.values():
            for location in region.locations:
                assert location.at is not None  # so that it can be drawn
                assert 1 <= location.at[0] <= len(page.chart)
                assert 1 <= location.at[1] <= len(page.chart[0])


# ----- the storybook


def leads_to(pack: Pack, paragraph: str) -> Iterator[str]:
    """Everywhere the story can turn to from here."""
    only = replace(pack, paragraphs={paragraph: pack.paragraphs[paragraph]})
    for where, thing in everything(only):
        if where.startswith("paragraphs "):
            for target in (getattr(thing, "turn_to", ""), getattr(thing, "paragraph", "")):
                if target:
                    yield target


def test_every_paragraph_can_be_reached_from_some_place(demo: Pack):
    todo = [location.paragraph for region in demo.regions.values() for location in region.locations]
    special = demo.special_paragraphs
    todo += [special.ship_sunk, special.crew_down, special.mutiny, special.events_out, special.ending]
    seen = set(todo)
    while todo:
        for target in leads_to(demo, todo.pop()):
            if target not in seen:
                seen.add(target)
                todo.append(target)
    assert seen == set(demo.paragraphs)


@pytest.mark.rule("SG-284", "SG-285")
def test_every_keyword_given_is_used_and_every_quest_can_be_gained(demo: Pack):
    assert set(demo.keywords) == set(used_keywords(demo))
    gained = {t.number for _, t in everything(demo) if isinstance(t, verbs.ChangeQuest) and t.do == "gain_quest"}
    assert gained == set(demo.quests)


def test_every_ending_and_every_failure_can_be_reached(demo: Pack):
    ends = {
        box.end_campaign.name: box.end_campaign.outcome
        for paragraph in demo.paragraphs.values()
        for box in paragraph.boxes
        if box.end_campaign
    }
    assert Counter(ends.values()) == {"win": 4, "fail": 6}
    from_ending = set(leads_to(demo, demo.special_paragraphs.ending))
    won = {
        name for name in from_ending if (end := demo.paragraphs[name].boxes[-1].end_campaign) and end.outcome == "win"
    }
    assert len(won) == 3
    unconditional = [
        choice
        for choice in demo.paragraphs["F1"].boxes[-1].choices
        if not choice.requires_keyword and not choice.requires
    ]
    assert unconditional  # nobody is stuck at the end for want of a keyword


def test_all_ten_totems_and_every_adventure_card_can_be_found(demo: Pack):
    found = {thing.totem for _, thing in everything(demo) if isinstance(thing, verbs.GainTotem)}
    assert found == set(demo.totems)
    given: set[int] = set()
    for _, thing in everything(demo):
        if isinstance(thing, (verbs.GainAdventure, verbs.GainWeaponEquip)) and isinstance(thing.number, int):
            given.add(thing.number)
    assert given == set(demo.adventure_cards) - set(demo.starting_cards) - set(demo.market_cards)


def test_every_enemy_is_met_somewhere(demo: Pack):
    met = {n for _, thing in everything(demo) if isinstance(thing, (StoryCombat, verbs.Combat)) for n in thing.enemies}
    met |= {*demo.special_combats.first_deck, *demo.special_combats.second_deck}
    assert met == set(demo.enemies)


def test_no_challenge_is_beyond_the_whole_crew_and_none_is_won_without_trying(demo: Pack):
    best = {s: sum(board.skills.get(s, 0) for board in demo.crew.values()) for s in words.SKILLS}
    for where, thing in everything(demo):
        if hasattr(thing, "skill") and hasattr(thing, "number"):
            assert 5 <= thing.number <= best[thing.skill] + 4, where


def test_every_choice_leaves_something_that_can_always_be_taken(demo: Pack):
    for paragraph in demo.paragraphs.values():
        for box in paragraph.boxes:
            if box.choices:
                assert any(not choice.requires_keyword and not choice.requires for choice in box.choices)


# ----- rules and house rules in words


def test_every_rule_is_told_in_a_plain_sentence_that_names_no_other_rule():
    folder = DEMO.parent.parent
    reference = tomllib.loads((folder / "reference.toml").read_text("utf-8"))
    numbers = [f"SG-{n}" for n in range(1, 422)] + [f"SG-R{n}" for n in range(1, 96)]
    assert list(reference) == numbers
    for number, rule in reference.items():
        assert set(rule) == {"name", "text"}
        assert rule["text"].endswith("."), number
        assert not re.search(r"SG-|[\[\]*]", rule["text"]), number
        assert 10 < len(rule["text"]) <= 240, number


def test_thirty_four_house_rules_are_off_by_default_and_rest_on_a_ruling():
    folder = DEMO.parent.parent
    toggles = tomllib.loads((folder / "toggles.toml").read_text("utf-8"))
    reference = tomllib.loads((folder / "reference.toml").read_text("utf-8"))
    assert len(toggles) == 34
    for name, toggle in toggles.items():
        assert toggle["rule"] in reference
        if name == "fate_source":
            assert (toggle["default"], toggle["values"]) == ("cards", ["cards", "virtual_deck", "button"])
        else:
            assert (toggle["default"], toggle["values"]) == (False, [False, True])
