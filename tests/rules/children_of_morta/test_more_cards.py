"""Support and bond cards, and every card of the demo pack put to use."""

import pytest
from family_setting import HEROES, auto, family, said, stand
from playing import Playing, asked, open_values, play, why_not

from rules.children_of_morta import GAME, bosses, cards, effects, enemies, hurt, perform, turn
from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.pack import open_pack
from rules.children_of_morta.state import Link

PACK = open_pack("demo")


def linked(card, kind="support", players=2, **more):
    """Two neighbours with that card between them and tokens in their hands."""
    state = family(players, **more)
    state.run.links[0] = Link(seats=["north", "east"], card=card, kind=kind)
    for seat, hand in (("north", ["red", "white", "blue"]), ("east", ["green", "yellow"])):
        for token in hand:
            state.campaign.bag[token] -= 1
        state.hero(seat).hand = hand
    state.phase = "perform"
    return state


def menu(state, seat):
    return {option.value: option for option in perform.menu(state, seat)}


# Support


@pytest.mark.rule("CM-147", "CM-149", "CM-E13", "CM-R57")
def test_one_flips_a_token_the_other_gains_two_focus_and_the_card_gets_a_support_token():
    state = linked("shout")
    playing = asked(perform.perform(state, "east"), "support:0", [0])
    assert state.hero("north").focus == 2
    assert state.hero("east").spent == ["green"]
    assert state.run.links[0].tokens == 1
    assert playing.ask is not None
    playing.answer("done")


@pytest.mark.rule("CM-148", "CM-R57")
def test_a_support_card_works_once_a_turn_whoever_of_the_two_uses_it():
    state = linked("old_joke")
    asked(perform.perform(state, "east"), "support:0", [0])
    assert menu(state, "north")["support:0"].barred.rule == "CM-148"
    assert menu(state, "east")["support:0"].barred.rule == "CM-148"


@pytest.mark.rule("CM-146", "CM-147")
def test_only_the_two_beside_a_support_card_may_use_it():
    state = linked("shout", players=4)
    assert len(state.run.links) == 4
    assert "support:0" in menu(state, "north")
    assert "support:0" in menu(state, "east")
    assert "support:0" not in menu(state, "south")


@pytest.mark.rule("CM-R57")
def test_a_token_flipped_as_a_price_goes_into_the_bag_in_clean_up():
    from rules.children_of_morta import clean_up

    state = linked("shout")
    asked(perform.perform(state, "north"), "support:0", [0])
    assert state.campaign.bag["red"] == 1
    auto(clean_up.clean_up(state), {"Use ": "no"})
    assert state.campaign.bag["red"] == 2


def test_a_support_card_nobody_can_pay_says_what_is_missing():
    state = linked("spend_it")
    assert "costs 2 rage, and there are 0" in str(menu(state, "north")["support:0"].barred)


# Bonds


@pytest.mark.rule("CM-247", "CM-R59")
def test_either_of_the_two_uses_their_bond_card_once_a_turn_and_it_collects_nothing():
    state = linked("bram_nell", "bond")
    asked(perform.perform(state, "east"), "bond:0")
    assert (state.hero("north").focus, state.hero("east").focus) == (1, 1)
    assert state.run.links[0].tokens == 0
    assert menu(state, "north")["bond:0"].barred.rule == "CM-R59"
    state.run.links[0].used = False
    state.hero("east").used_this_round = []
    asked(perform.perform(state, "north"), "bond:0")
    assert state.hero("north").focus == 2


@pytest.mark.rule("CM-R59")
def test_a_bond_card_that_says_once_a_run_keeps_to_it():
    state = linked("orsa_wick", "bond", heroes=("orsa", "wick"))
    auto(cards.use(state, "north", _held(state, "north", "bond:0")))
    assert len(state.hero("north").items) == len(state.hero("east").items) == 1
    state.run.links[0].used = False
    assert menu(state, "east")["bond:0"].barred


def _held(state, seat, key):
    return next(card for card in cards.held(state, seat) if card.key == key)


# Cards at their moments


@pytest.mark.parametrize(("talent", "cost"), [("corin_turn", 0), ("bram_grudge", 1)])
def test_whoever_hits_the_hero_can_be_hit_back(talent, cost):
    state = family(heroes=(PACK.talents[talent].hero, "wick"))
    hero = state.hero("north")
    hero.talents, hero.focus = [talent], 1
    stand(state, "north", 1, "cur")
    auto(enemies.activate(state, 1), {f"Use {PACK.talents[talent].name}": "use", "Use ": "no"})
    assert hero.row[0].damage == 1
    assert hero.focus == 1 - cost


def test_a_pot_lid_takes_two_damage_off_a_hit():
    state = family(heroes=("wick", "nell"))
    state.hero("north").items = ["pot_lid"]
    play(hurt.hurt(state, "north", 3), "use")
    assert (state.hero("north").health, state.hero("north").items) == (7, [])


def test_some_talents_work_all_the_time():
    state = family(heroes=("orsa", "bram"))
    state.hero("north").talents = ["orsa_shawl"]
    play(hurt.hurt(state, "north", 2))
    assert state.hero("north").health == 10


def test_a_condition_that_is_not_met_bars_a_card():
    state = family(heroes=("isa", "bram"))
    state.hero("north").talents = ["isa_care"]
    state.hero("north").health = 6
    play(cards.offer(state, "north", "encounter"))
    assert state.hero("north").health == 6
    state.hero("north").health = 4
    auto(cards.offer(state, "north", "encounter"), {"Use ": "use"})
    assert state.hero("north").health == 5


# Every card there is


def _rich(heroes, **more):
    """Heroes with everything cards may ask for, hurt a little, and enemies all around."""
    state = family(2, heroes=heroes, chapter=6, **more)
    for seat in state.seats:
        hero = state.hero(seat)
        hero.health, hero.focus, hero.defence = 5, 3, 2
        hero.morv = hero.gemstone = hero.potion = 2
        hero.face_up, hero.fatigue_discard = 2, 1
        hero.hand = ["red", "yellow", "white"] if seat == "north" else ["blue", "green"]
        for token in hero.hand:
            state.campaign.bag[token] -= 1
        for space, card in ((1, "biter"), (2, "breaker"), (5, "cantor")):
            stand(state, seat, space, card)
    state.run.rage = 5
    state.phase = "perform"
    bosses.begin(state, "silence")
    return state


def _use(state, key):
    """Use the card, and see that nothing gets lost or doubled."""
    state.said = []
    card = _held(state, "north", key)
    assert cards.why_not(state, "north", card) is None, cards.why_not(state, "north", card)
    auto(cards.use(state, "north", card), {"Use ": "no"})
    GAME.check(state)
    assert said(state, f"uses {card.name}")
    return card


HERO_TURN = "hero_turn"


@pytest.mark.parametrize("name", [n for n, item in PACK.items.items() if item.effect.timing == HERO_TURN])
def test_every_item_can_be_used_once(name):
    state = _rich(("nell", "wick"))
    state.run.items.take(name)
    state.hero("north").items = [name]
    _use(state, f"item:{name}")
    assert name not in state.hero("north").items
    assert name in state.run.items.discard


@pytest.mark.parametrize("name", [n for n, talent in PACK.talents.items() if talent.effect.timing == HERO_TURN])
def test_every_talent_of_the_hero_turn_can_be_used_once(name):
    talent = PACK.talents[name]
    state = _rich((talent.hero, next(hero for hero in HEROES if hero != talent.hero)))
    state.hero("north").talent_pile.take(name)
    state.hero("north").talents = [name]
    card = _use(state, f"talent:{name}")
    if name in state.hero("north").talents:
        assert cards.why_not(state, "north", card) is not None
    else:
        assert card.effect.uses == "once"


@pytest.mark.parametrize("name", list(PACK.supports))
def test_every_support_card_can_be_used_and_collects_a_token(name):
    state = _rich(("bram", "nell"))
    state.run.supports.put(state.run.links[0].card)
    state.run.supports.take(name)
    state.run.links[0] = Link(seats=["north", "east"], card=name, kind="support")
    _use(state, "support:0")
    assert state.run.links[0].tokens == 1


@pytest.mark.parametrize("name", list(PACK.bonds))
def test_every_bond_card_can_be_used(name):
    state = _rich(PACK.bonds[name].heroes)
    state.run.supports.put(state.run.links[0].card)
    state.run.links[0] = Link(seats=["north", "east"], card=name, kind="bond")
    _use(state, "bond:0")


@pytest.mark.parametrize("name", [*PACK.chapter_cards, *PACK.house_cards])
def test_every_chapter_and_house_card_can_be_followed_in_each_of_its_ways(name):
    card = PACK.chapter_cards.get(name) or PACK.house_cards[name]
    choices = [effect for effect in card.effect.effects if effect.do == "choose"]
    chapter = next((n for n, c in PACK.chapters.items() if name in c.chapter_deck), 6)
    for way in range(len(choices[0].options)) if choices else [0]:
        state = _rich(("nell", "wick"))
        state.campaign.chapter = chapter
        state.run.map = PACK.chapters[chapter].map
        auto(
            effects.carry_out(state, card.effect.effects, effects.Cause("north", name=card.name, group=True)),
            {"which way": way},
        )
        assert state.said


@pytest.mark.parametrize("hero", list(PACK.heroes))
def test_every_board_has_an_ability_and_a_critical_reward_that_work(hero):
    state = _rich((hero, "wick" if hero != "wick" else "nell"))
    state.said = []
    auto(effects.carry_out(state, PACK.heroes[hero].crit_reward, effects.Cause("north")))
    assert state.said
    ability = PACK.heroes[hero].ability
    if ability.timing == HERO_TURN:
        _use(state, "ability")


@pytest.mark.parametrize("name", list(PACK.loot))
def test_every_loot_tile_gives_something(name):
    state = _rich(("nell", "wick"))
    state.said = []
    auto(effects.carry_out(state, PACK.loot[name].gives, effects.Cause("north")))
    assert state.said
    GAME.check(state)


def test_a_question_of_a_card_names_the_ways_in_words():
    state = _rich(("isa", "wick"))
    playing = Playing(effects.carry_out(state, PACK.heroes["isa"].crit_reward, effects.Cause("north")))
    assert open_values(playing.ask) == [0, 1]
    assert [option.label for option in playing.ask.options] == ["1 evade", "1 focus"]


def test_what_only_hurts_a_boss_is_no_choice_while_there_is_none():
    state = family()
    stand(state, "north", 1, "cur")
    arrow = v.Choose(
        do="choose",
        options=(
            v.Choice(label="The boss", effects=(v.Deal(do="deal", n=2, which="boss"),)),
            v.Choice(label="An enemy", effects=(v.Deal(do="deal", n=2, which="any_row"),)),
        ),
    )
    playing = Playing(effects.carry_out(state, (arrow,), effects.Cause("north", name="Glass arrow")))
    assert open_values(playing.ask) == [1]
    assert why_not(playing.ask, 0) == "There is no boss on the table."


@pytest.mark.rule("CM-157")
def test_a_card_for_after_the_roll_is_offered_with_what_was_rolled():
    state = family()
    bram = state.hero("north")
    bram.items.append("lucky_coin")
    state.campaign.bag["red"] -= 1
    bram.hand.append("red")
    cur = stand(state, "north", 1, "cur")

    going = asked(perform.perform(state, "north"), "act:hammer", "red", f"enemy:{cur.number}", ["2"])

    assert going.ask.text == "blue 2: melee 3. Use Lucky coin for Hammer?"
    going.answer("no")
    assert going.ask.text == "blue 2: melee 3. Keep it?"


# The last health


def _with_root(**toggles):
    """Bram with a bitter root, which costs 1 health, and 1 health left."""
    state = family(**toggles)
    bram = state.hero("north")
    state.run.items.take("bitter_root")
    bram.items, bram.health = ["bitter_root"], 1
    state.phase = "perform"
    return state


@pytest.mark.rule("CM-190", "CM-R71")
def test_the_last_health_can_be_paid_and_that_ends_the_run_at_once():
    state = _with_root()
    root = menu(state, "north")["item:bitter_root"]
    assert root.barred is None
    assert root.hint == "Lose 1 health: gain 4 focus. That is all the health there is: the run would be lost."
    playing = asked(turn.phases(state), ("north", "item:bitter_root"))
    assert (state.run.result, state.run.way) == ("lost", "health")
    assert state.hero("north").focus == 0  # nothing later is resolved
    assert playing.ask.text == "Bram has no health left. Chapter 2 is lost."


@pytest.mark.rule("CM-R71", "toggle:defeat_only_in_enemy_phase")
def test_where_only_the_enemy_phase_counts_the_last_health_buys_what_it_pays_for():
    state = _with_root(defeat_only_in_enemy_phase=True)
    assert menu(state, "north")["item:bitter_root"].hint == "Lose 1 health: gain 4 focus."
    asked(perform.perform(state, "north"), "item:bitter_root")
    assert (state.hero("north").health, state.hero("north").focus, state.run.result) == (0, 4, "")


@pytest.mark.rule("CM-R48")
def test_more_health_than_there_is_cannot_be_paid():
    state = _with_root(defeat_only_in_enemy_phase=True)
    state.hero("north").health = 0
    assert str(menu(state, "north")["item:bitter_root"].barred) == "Bitter root costs 1 health, and there are 0."
