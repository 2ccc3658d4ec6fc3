"""What hands are told to do."""

import pytest
from family_setting import auto, family, stand
from playing import play

from rules.children_of_morta import GAME, action, bosses, clean_up, home, put_back


def told(state, change):
    before = GAME.view(state)
    change(state)
    return GAME.todo(before, GAME.view(state))


def test_nothing_changed_nothing_to_do():
    assert told(family(), lambda state: None) == []


def test_a_new_enemy_is_laid_down_and_a_beaten_one_put_away():
    state = family()
    assert told(state, lambda s: stand(s, "north", 1, "cur")) == ["Bram's space 1: Mud cur."]

    def beaten(state):
        state.hero("north").row[0] = None

    assert told(state, beaten) == ["Bram's space 1: put Mud cur away."]


def test_damage_is_told_where_it_lies():
    state = family()
    enemy = stand(state, "east", 2, "cur")

    def hit(state):
        enemy.damage, enemy.stunned = 1, True

    assert told(state, hit) == ["Nell's space 2: Mud cur, 1 damage, stunned."]


def test_an_enemy_that_closes_in_is_told_as_one_move():
    state = family()
    stand(state, "north", 5, "cur", damage=1)
    orders = told(state, lambda s: auto(clean_up.clean_up(s), {"Use ": "no"}))
    assert "Mud cur, 1 damage: from Bram's space 5 to Bram's space 1." in orders
    assert not any("put Mud cur away" in order for order in orders)
    assert "Leader token to Nell." in orders
    assert "Bram: focus to 1." in orders


def test_two_of_a_kind_that_swap_places_with_a_gap_are_not_lost():
    state = family()
    stand(state, "north", 2, "cur")
    stand(state, "north", 3, "cur")

    def close_in(state):
        row = state.hero("north").row
        row[0], row[1], row[2] = row[1], row[2], None

    orders = told(state, close_in)
    assert orders == ["Mud cur: from Bram's space 3 to Bram's space 1."]  # the same picture with one move less


def test_tokens_rage_and_markers_are_told_in_words():
    state = family()

    def acted(state):
        state.hero("north").actions["hammer"] = ["red"]
        state.run.rage, state.run.marker, state.hero("east").gemstone = 3, "sluice", 1
        state.run.tiles["sluice"] = []

    assert told(state, acted) == [
        "Rage in the pool: 3.",
        "Family marker to Sluice.",
        "Take the tiles off Sluice.",
        "Bram: Red onto Hammer, flipped.",
        "Nell: now 1 gemstone.",
    ]


def test_boss_cards_come_and_go():
    state = family()
    assert told(state, lambda s: bosses.begin(s, "wheelwright")) == ["Lay The Wheelwright in the middle."]

    def drawn(state):
        state.run.boss.card = "mallet"

    assert told(state, drawn) == ["Lay the boss card The mallet in front of Bram."]
    assert told(state, bosses.put_card_away) == ["Discard the boss card."]
    assert told(state, lambda s: play(bosses.wound(s, 2))) == ["The Wheelwright: now 2 damage."]


def test_after_a_reset_the_table_is_cleared():
    assert told(family(), home.reset) == ["Clear the table."]


def test_a_board_is_cleared_with_one_sweep_of_the_hand():
    state = family()
    state.hero("north").actions = {"hammer": ["red"], "bellow": ["yellow"]}
    state.hero("east").actions = {"arrow": ["green"]}

    def clear(state):
        state.hero("north").actions = {}
        state.hero("east").actions = {}

    assert told(state, clear) == [
        "Nell: tokens from Arrow into the bag.",
        "Bram: all tokens from the actions into the bag.",
    ]


def test_a_support_card_is_laid_once_and_then_only_its_tokens_change():
    slot = "link.0.Bram and Nell"
    laid, once, twice = ({slot: f"Let me, {n} tokens"} for n in range(3))
    assert GAME.todo({"rage": "0"}, {"rage": "0", **laid}) == ["Lay Let me between Bram and Nell."]
    assert GAME.todo(laid, once) == ["Let me: now 1 support token on it."]
    assert GAME.todo(once, twice) == ["Let me: now 2 support tokens on it."]
    assert GAME.todo({"rage": "0"}, {"rage": "0", slot: "Cover, 2 tokens"}) == [
        "Lay Cover between Bram and Nell, with 2 support tokens."
    ]


def test_a_run_put_away_in_the_middle_is_laid_out_again_with_all_that_lies_there():
    state = family()
    north, pack = state.hero("north"), state.pack
    stand(state, "north", 1, "cur", damage=1)
    item, talent = next(iter(pack.items)), next(iter(pack.talents_of(north.id)))
    north.items, north.talents, north.hand, north.health, north.morv = [item], [talent], ["red", "red"], 3, 2
    state.run.items.discard = [item, item]
    state.campaign.fund = 4
    state.campaign.bag = {"red": 1, "blue": 2}
    slot = next(iter(state.board("north").actions))
    state.record("north").levels[slot] = 2
    guide, told = GAME.guide(state), GAME.put_back(state)
    assert any("Bram's board, 3 markers (health 3," in line for line in guide)
    assert told[:2] == ["Into the bag: 2 × Blue, Red.", "Family fund: 4 Morvs."]
    name = pack.items[item].name
    for line in (
        f"Items, discard pile: 2 × {name}.",
        f"Bram's items: {name}.",
        f"Bram's talents: {pack.talents[talent].name}.",
        "Bram's hand: 2 × Red.",
        f"Bram's level cards: {state.board('north').actions[slot].levels[1].name} 2.",
        "Bram's space 1: Mud cur, 1 damage.",
        "Bram: now 2 Morvs.",
    ):
        assert line in told, told


def test_before_the_first_run_nothing_has_to_lie_there():
    state = GAME.begin(GAME.setup(2))
    assert GAME.guide(state) == ()
    assert GAME.put_back(state) == []


@pytest.mark.rule("CM-154", "CM-158")
def test_items_are_laid_below_the_board_and_discarded():
    state = family()
    assert told(state, lambda s: s.hero("north").items.append("bell_rope")) == ["Bram: lay Bell rope below the board."]
    assert told(state, lambda s: s.hero("north").items.append("bell_rope")) == ["Bram: lay Bell rope below the board."]
    assert told(state, lambda s: s.hero("north").items.remove("bell_rope")) == ["Bram: discard Bell rope."]


@pytest.mark.rule("CM-162", "CM-163")
def test_a_talent_is_laid_down_and_the_other_one_goes_under_the_pile():
    state = family()
    assert told(state, lambda s: s.hero("north").talents.append("bram_bread")) == [
        "Bram: lay the talent Bread in the pocket below the board; the other one drawn goes under the pile."
    ]
    assert told(state, lambda s: s.hero("north").talents.remove("bram_bread")) == [
        "Bram: the talent Bread in the pocket goes under the pile."
    ]


@pytest.mark.rule("CM-26", "CM-241")
def test_the_xp_dial_and_level_up_cards_are_told():
    state = family()

    def level_up(state):
        record = state.record("north")
        record.xp, record.levels = 3, {"hammer": 2}

    name = state.board("north").actions["hammer"].levels[1].name
    assert told(state, level_up) == ["Bram: XP dial to 3.", f"Bram: lay {name}, level 2, on Hammer."]


def test_a_run_put_back_tells_each_card_of_a_hero_once():
    state = family()
    state.hero("north").items.append("bell_rope")
    state.hero("north").talents.append("bram_bread")
    state.record("north").xp = 3

    orders = put_back.put_back(state)

    assert "Bram's items: Bell rope." in orders
    assert sum("Bell rope" in order for order in orders) == 1
    assert sum("Bread in the pocket" in order for order in orders) == 1
    assert not any("XP dial" in order for order in orders)  # the set-up's checklist says where it stands


@pytest.mark.rule("CM-268", "CM-269")
def test_a_boss_fight_put_back_tells_which_of_its_cards_are_discarded():
    state = family()
    bosses.begin(state, "wheelwright")
    play(bosses.draw_card(state), ["spokes"])
    bosses.put_card_away(state)
    cards = state.pack.bosses["wheelwright"].deck
    assert f"The Wheelwright, discard pile: {cards['spokes'].name}." in put_back.put_back(state)


@pytest.mark.rule("CM-293")
def test_an_attack_that_would_reach_nobody_says_so_before_it_is_paid_for():
    state = family()
    assert action.options(state, "north", "hammer")[0].hint.endswith("; reaches nobody now")
    stand(state, "north", 6, "cur")
    assert action.options(state, "north", "hammer")[0].hint.endswith("; reaches nobody now")
    assert "reaches" not in action.options(state, "north", "guard")[0].hint  # not an attack

    stand(state, "north", 2, "cur")

    assert "reaches" not in action.options(state, "north", "hammer")[0].hint


@pytest.mark.rule("CM-102", "CM-112")
def test_tokens_and_actions_are_called_what_is_printed_on_them():
    state = family()

    def acted(state):
        state.hero("north").actions = {"guard": ["fatigue/bram"], "breather": ["red/ember", "green"]}

    assert told(state, acted) == [
        "Bram: fatigue of Bram onto Stand fast, flipped.",
        "Bram: Red with Ember, Green onto Catch breath, flipped.",
    ]
