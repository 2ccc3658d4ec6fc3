"""Modes, heroes, and the table before a run."""

import pytest
from morta_setting import fresh, pack, table, texts
from playing import asked, open_values, play, why_not

from rules.ask import ChooseOne, Confirm, ReadStory
from rules.chance import DrawCards
from rules.children_of_morta import GAME, session, set_up
from rules.children_of_morta.show import show
from rules.position import Position


def ready(players: int = 2, mode: str = "story", chapter: int = 1, **toggles):
    """Heroes are chosen, the run is not set up."""
    state = table(players, mode=mode, chapter=chapter, phase="set_up", **toggles)
    state.campaign.bag, state.campaign.sets = {}, 0
    state.campaign.box = dict.fromkeys(pack().skill_colours, 4)
    state.run.heroes = {}
    return state


def set_table(state):
    """Everything up to the first encounter; the box deals what is dealt."""
    going = asked(set_up.set_up(state))
    while going.ask is not None:
        match going.ask:
            case Confirm():
                going.answer(True)
            case DrawCards():
                going.answer([going.ask.left[0][0]])
            case _:
                going.answer(open_values(going.ask)[0])
    return state


# Modes


@pytest.mark.rule("CM-3", "CM-4")
def test_the_first_question_is_story_or_trial_and_story_is_recommended():
    state = fresh()
    choice = asked(session.choose_mode(state))
    assert open_values(choice.ask) == ["story", "trial"]
    assert "recommended first" in choice.ask.options[0].hint
    assert "nothing is kept" in choice.ask.options[1].hint
    choice.answer("trial")
    assert (state.mode, state.phase) == ("trial", "heroes")


@pytest.mark.rule("CM-1")
def test_all_players_share_one_outcome():
    assert GAME.endings == ("story won", "story given up", "trial won", "trial lost")
    assert show(table(3), "north")["seats"] == show(table(3), "west")["seats"]


@pytest.mark.rule("CM-7", "CM-36", "CM-37", "CM-38", "CM-8")
def test_a_new_campaign_begins_with_chapter_one_its_lore_and_its_own_set_up():
    state = ready()
    going = asked(set_up.set_up(state))
    assert isinstance(going.ask, Confirm)
    going.answer(True)
    assert isinstance(going.ask, ReadStory)
    assert (going.ask.text, going.ask.story) == ("Chapter 1: Smoke", "It begins.")
    going.answer(True)
    assert going.ask is None
    assert (state.run.leader, state.run.map, state.phase) == ("north", "cave", "encounter")
    assert list(state.run.enemies) == ["goblins", "wolves"]
    assert state.run.tiles["hall"] == ["gate", "gate"]


@pytest.mark.rule("CM-7")
def test_the_demo_campaign_has_six_chapters_in_order():
    state = Position.begin(GAME, GAME.setup(2)).state
    assert list(state.pack.chapters) == [1, 2, 3, 4, 5, 6]


# Heroes


@pytest.mark.rule("CM-17", "CM-18", "CM-19", "CM-21", "CM-R11", "CM-R85")
def test_each_player_picks_an_unlocked_hero_nobody_else_has():
    state = fresh(2)
    play(session.choose_mode(state), "story")
    choosing = asked(session.choose_heroes(state))
    for seat in ("north", "east"):
        assert open_values(choosing.ask.of(seat)) == ["john", "linda", "lucy", "kevin"]
        assert "CM-19" in why_not(choosing.ask.of(seat), "mark")
        assert "CM-19" in why_not(choosing.ask.of(seat), "joey")
    choosing.answer(("east", "john"))
    assert choosing.ask.seats == ("north",)
    assert why_not(choosing.ask.of("north"), "john") == "Ben plays John. (CM-R11)"
    choosing.answer(("north", "lucy"))
    assert state.heroes == {"north": "lucy", "east": "john"}
    assert state.phase == "set_up"
    state.campaign.unlocked.append("mark")
    state.heroes = {}
    assert "mark" in open_values(asked(session.choose_heroes(state)).ask.of("north"))


@pytest.mark.rule("CM-R85")
def test_in_the_trial_all_six_may_be_played():
    state = fresh(2)
    play(session.choose_mode(state), "trial")
    assert len(open_values(asked(session.choose_heroes(state)).ask.of("north"))) == 6


@pytest.mark.rule("CM-20")
def test_another_hero_each_session_while_heroes_keep_what_they_became():
    state = table(2)
    state.campaign.records["john"].levels["attack"] = 2
    state.heroes = {"north": "kevin", "east": "john"}
    set_table(state)
    assert state.hero("north").id == "kevin"
    assert state.record("east").levels == {"attack": 2}


@pytest.mark.rule("CM-22", "CM-23", "CM-24", "CM-25", "CM-26", "CM-42", "CM-21")
def test_markers_fatigue_and_dial_at_the_start():
    state = set_table(ready())
    john, linda = state.hero("north"), state.hero("east")
    assert (john.health, john.defence, john.focus) == (10, 0, 0)
    assert (linda.health, linda.defence, linda.focus) == (8, 0, 0)
    assert (john.face_up, john.fatigue_discard) == (3, 0)
    todo = set_up.checklist(state)
    assert (
        "Ann: take John's board, 3 markers (health 10, shield 0, focus 0), 3 fatigue face up, and set the XP dial to 0."
        in todo
    )
    assert any("Linda's board, 3 markers (health 8, evade 0" in line for line in todo)


@pytest.mark.rule("CM-R9")
def test_fatigue_in_the_bag_stays_there_and_the_rest_lies_face_up():
    state = ready(chapter=2)
    state.campaign.bag["fatigue/john"] = 2
    set_table(state)
    assert state.hero("north").face_up == 1
    assert state.campaign.bag["fatigue/john"] == 2


@pytest.mark.rule("CM-R10")
def test_john_and_joey_have_a_shield_and_all_others_evade():
    shields = [name for name, hero in pack().heroes.items() if hero.defence == "shield"]
    assert shields == ["john", "joey"]
    assert pack().heroes["mark"].defence == "evade"


# The bag


@pytest.mark.rule("CM-13", "CM-14", "CM-15", "CM-E1", "CM-16", "CM-R8", "CM-348")
@pytest.mark.parametrize(("players", "sets"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_one_set_of_five_basic_tokens_per_player_goes_into_the_bag(players, sets):
    state = set_table(ready(players))
    assert {token: n for token, n in state.campaign.bag.items()} == dict.fromkeys(pack().skill_colours, sets)
    assert all(state.campaign.box.get(colour, 0) == 4 - sets for colour in pack().skill_colours)


@pytest.mark.rule("CM-16", "CM-R8")
def test_the_bag_is_filled_only_once():
    state = set_table(ready(2))
    state.campaign.bag["red"] = 1
    state.campaign.removed["red"] = 1
    state.heroes = {"north": "john", "east": "linda"}
    set_table(state)
    assert state.campaign.bag == {"red": 1, "green": 2, "blue": 2, "yellow": 2, "white": 2}


# Cards and boards


@pytest.mark.rule("CM-27", "CM-33", "CM-35", "CM-89", "CM-146", "CM-160")
def test_chapter_one_has_no_talents_events_support_cards_or_corruption():
    state = set_table(ready(3, chapter=1))
    assert state.hero("north").talent_pile.size == 0
    assert (state.run.events.size, state.run.links, state.run.supports.size) == (0, [], 0)
    assert "corruption" not in state.campaign.bag
    assert not any("talent" in line or "event" in line for line in set_up.checklist(state))


@pytest.mark.rule("CM-27", "CM-33", "CM-35", "CM-146", "CM-E2", "CM-R3", "CM-R12")
def test_from_chapter_two_on_talents_events_and_support_cards_are_laid_out():
    state = set_table(ready(3, chapter=2))
    assert state.hero("north").talent_pile.left == {"might": 1, "skin": 1, "ease": 1}
    assert state.run.events.left == {"dream": 1}
    assert [tuple(link.seats) for link in state.run.links] == [("north", "east"), ("east", "south"), ("south", "north")]
    assert all(link.kind == "support" and link.tokens == 0 for link in state.run.links)
    assert "Shuffle the event cards and lay them on the house." in set_up.checklist(state)
    assert "Ann: lay 3 talent cards face down by the board." in set_up.checklist(state)


@pytest.mark.rule("CM-R13", "CM-349", "CM-337")
@pytest.mark.parametrize(("players", "cards"), [(1, 0), (2, 1), (3, 3), (4, 4)])
def test_one_support_card_for_every_two_neighbours(players, cards):
    assert len(set_table(ready(players, chapter=2)).run.links) == cards


@pytest.mark.rule("CM-28", "CM-29", "CM-30", "CM-31", "CM-32", "CM-34", "CM-R82")
def test_book_house_tokens_items_and_reserve_are_laid_out():
    state = set_table(ready())
    todo = "\n".join(set_up.checklist(state))
    assert "Lay the Adventure Book in the middle, Story Mode side up, and unfold the house." in todo
    assert "Sort the advanced tokens by type onto the house." in todo
    assert "Shuffle the item cards and lay them beside the board." in todo
    assert "Put the bag, tokens and dice within reach" in todo
    assert len(set(state.campaign.stock)) == 25
    assert state.run.items.left == {"tonic": 4, "bomb": 4, "charm": 2}


@pytest.mark.rule("CM-R12")
def test_every_deck_is_shuffled_except_a_chapter_deck_in_fixed_order():
    run = set_table(ready(chapter=2)).run
    for pile in (*run.enemies.values(), run.items, run.loot, run.ferocious, run.supports, run.events):
        assert pile.below == []  # no order is known
    assert (run.chapter.left, run.chapter.below) == ({}, ["ambush", "shrine"])


@pytest.mark.rule("CM-R14", "CM-38")
def test_the_chapter_names_the_first_leader_else_the_players_choose():
    assert set_table(ready(2, chapter=2)).run.leader == "east"  # Linda's
    state = ready(2, chapter=2)
    state.heroes = {"north": "john", "east": "kevin"}
    going = asked(set_up.set_up(state), True, ["help"], True)
    assert isinstance(going.ask, ChooseOne)
    assert open_values(going.ask) == ["north", "east"]
    going.answer("north")
    assert state.run.leader == "north"


@pytest.mark.rule("CM-R14", "CM-199")
def test_left_is_the_next_seat_clockwise():
    state = table(3)
    assert GAME.seats == ("north", "east", "south", "west")
    assert [state.left(seat) for seat in state.seats] == ["east", "south", "north"]
    assert [state.right(seat) for seat in state.seats] == ["south", "north", "east"]
    assert table(2).neighbours("north") == ["east"]
    assert table(1).neighbours("north") == []


@pytest.mark.rule("CM-R15", "CM-89")
def test_the_chapter_puts_corruption_into_the_bag_but_never_in_chapter_one():
    state = set_table(ready(2, chapter=2))
    assert (state.campaign.bag["corruption"], state.campaign.corruption) == (2, 3)
    from rules.children_of_morta.tales import corrupt
    from rules.children_of_morta.vocabulary import Corrupt

    corrupt(state, Corrupt(do="add_corruption", n=9))
    assert (state.campaign.bag["corruption"], state.campaign.corruption) == (5, 0)
    corrupt(state, Corrupt(do="remove_corruption", n=4))
    assert (state.campaign.bag["corruption"], state.campaign.corruption) == (1, 4)
    first = table(2, chapter=1)
    corrupt(first, Corrupt(do="add_corruption", n=2))
    assert "corruption" not in first.campaign.bag
    assert "no corruption in Chapter I" in texts(first)


@pytest.mark.rule("CM-R32", "toggle:absent_fatigue_removed")
@pytest.mark.parametrize(("house_rule", "left"), [(False, 2), (True, 0)])
def test_fatigue_of_absent_heroes_stays_in_the_bag_unless_the_house_says_otherwise(house_rule, left):
    state = ready(2, chapter=2, absent_fatigue_removed=house_rule)
    state.campaign.bag["fatigue/kevin"] = 2
    set_table(state)
    assert state.campaign.bag.get("fatigue/kevin", 0) == left


@pytest.mark.rule("CM-R2", "CM-R7", "CM-R17")
def test_two_currencies_and_five_skill_colours_that_are_no_die_colours():
    state = table()
    assert {"morv", "gemstone"} <= set(vars(state.pack.constants.reserve))
    assert "coin" not in vars(state.pack.constants.reserve)
    assert len(state.pack.skill_colours) == 5
    assert set(state.pack.dice) == {"blue", "brown", "purple"}
    price = state.pack.constants.boost_cost
    assert (price.blue, price.brown, price.purple) == (1, 2, 3)
