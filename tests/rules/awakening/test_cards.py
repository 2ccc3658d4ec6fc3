"""Companions, traits, gaining and losing cards, Treachery (AW-110 to AW-132, AW-188 to AW-197, AW-208 to AW-211)."""

import pytest
from awakening_setting import effect, face_up, give, go, heard, offered, offers, put, reached, refusal, table, v
from playing import asked, play

from rules.ask import IllegalAnswer
from rules.awakening import cards, effects, mastery, monsters
from rules.awakening.case import Case
from rules.awakening.pack import Companion, Trait, opened
from rules.awakening.words import ATTRIBUTES
from rules.chance import DrawCards, ReadCard


@pytest.mark.rule("AW-110", "AW-208")
def test_companions_add_honor_attributes_and_abilities():
    pack = opened("demo")
    state = table(2, {1: "inn"})
    put(state, inspiration=2)

    go(state, "act 1 yellow face-up", ["vesper"])

    assert state.players["orange"].honor == 13  # FX-YEL has 3
    assert state.players["orange"].sources["Companions"] == 3
    assert all(sum(card.gains.values()) >= 1 for card in pack.companions)
    assert sum(card.ability is not None for card in pack.companions) > 30


@pytest.mark.rule("AW-111", "AW-127", "AW-133", "AW-149")
@pytest.mark.parametrize(
    ("place", "attrs"),
    [
        ("inn", {"inspiration": 2, "knowledge": 2, "strength": 2}),
        ("tomb_of_the_ancients", {"wisdom": 2}),
        ("arcane_tower", {"vision": 2}),
        ("gaping_maw", {"courage": 2}),
    ],
)
def test_each_kind_of_card_is_had_at_one_kind_of_place_only(place, attrs):
    kinds = {"inn": {"red", "yellow", "blue"}, "tomb_of_the_ancients": {"trait"}, "arcane_tower": {"relic"}}
    state = table(2, {1: place, 2: "spire"})
    put(state, influence=0, inspiration=2, knowledge=2, strength=2, courage=2, vision=2, wisdom=2)

    stacks = {offer.split(" ")[0] for offer in offers(go(state), 1)} - {"recharge"}

    assert stacks == kinds.get(place, {"monster"})
    assert set(attrs) <= set(ATTRIBUTES)


@pytest.mark.rule("AW-113", "AW-114", "AW-R44")
def test_a_blind_companion_joins_whatever_it_is_and_the_face_up_one_stays():
    state = table(2, {1: "inn"}, treachery=True)
    state.stacks["blue"].left.append("FX-SPY")
    put(state, knowledge=2)

    playing = go(state, "act 1 blue blind")
    assert isinstance(playing.ask, DrawCards)
    playing.answer(["FX-SPY"])

    player = state.players["orange"]
    assert [held.card for held in player.companions] == ["tall_sister", "FX-SPY"]
    assert player.honor == 8  # treachery cannot be declined
    assert state.stacks["blue"].up == "FX-BLUE"


@pytest.mark.rule("AW-R9")
def test_a_taken_face_up_card_is_replaced_at_once():
    state = table(2, {1: "inn"})
    put(state, strength=2)

    playing = go(state, "act 1 red face-up")

    assert isinstance(playing.ask, DrawCards)
    assert playing.ask.deck == "red companion stack"


@pytest.mark.rule("AW-R9", "AW-119", "AW-131", "AW-142", "AW-154", "AW-R41")
def test_only_the_stacks_limit_the_cards():
    state = table(2, {1: "inn", 2: "tomb_of_the_ancients"})
    put(state, influence=0, strength=4, wisdom=2, inspiration=0, knowledge=0)
    state.stacks["red"].left = []
    for card in [card for card in state.pack.tableau if state.card(card).stack == "blue"][:9]:
        give(state, "orange", card)  # a party of any size

    inn = go(state)
    assert offers(inn, 1) == ["red face-up"]
    assert refusal(inn, "act 1 red blind").rule == "AW-R9"
    inn.answer("act 1 red face-up")
    assert state.stacks["red"].size == 0

    state.stacks["trait"].left, state.stacks["trait"].up = [], None
    state.now.acted = ""
    assert refusal(go(state), "act 2").rule == "AW-R9"


@pytest.mark.rule("AW-120", "AW-X6", "AW-166", "AW-R68")
def test_x6_yellow_companions_and_mastery():
    state = table(3)
    for player in state.players.values():
        player.companions = []
    give(state, "orange", "FX-YEL")
    give(state, "orange", "marrow")
    give(state, "green", "vesper")

    assert [mastery.total(state, seat, "inspiration") for seat in state.seats] == [2, 1, 0]
    assert mastery.leader(state, "inspiration") == "orange"


@pytest.mark.rule("AW-120")
def test_each_colour_counts_for_its_attribute():
    state = table(2)
    state.players["orange"].companions = []
    for card, attr in (("FX-RED", "strength"), ("FX-BLUE", "knowledge"), ("FX-YEL", "inspiration")):
        give(state, "orange", card)
        assert mastery.total(state, "orange", attr) == 1


@pytest.mark.rule("AW-121", "AW-122", "AW-102")
def test_a_companion_activated_again_and_again_ties_up_influence_until_it_rests():
    state = table(2, {1: "abandoned_shrine"})
    put(state, influence=12, potential=4)
    for _ in range(3):
        go(state, "activate tall_sister", "end", "end")
    assert state.players["orange"].held("tall_sister").blocks == 3

    go(state, "act 1")

    assert state.players["orange"].held("tall_sister").blocks == 1


# Traits


@pytest.mark.rule("AW-96", "AW-123", "AW-128", "AW-129", "AW-130", "AW-132")
def test_a_trait_costs_two_wisdom_at_the_tomb_and_gives_its_honor_at_once():
    state = table(2, {1: "tomb_of_the_ancients"})
    put(state, wisdom=2)

    tomb = go(state)
    assert offers(tomb, 1) == ["trait face-up", "trait blind"]  # the same cost
    tomb.answer("act 1 trait face-up").answer(["tireless"])

    player = state.players["orange"]
    assert (player.has("wisdom"), player.honor, player.traits) == (0, 14, ["FX-CALM"])
    assert mastery.total(state, "orange", "wisdom") == 1


@pytest.mark.rule("AW-129", "AW-130", "AW-126")
def test_a_blind_traits_ability_works_immediately():
    state = table(2, {1: "tomb_of_the_ancients", 2: "spire", 5: "fort"})
    put(state, wisdom=2)

    go(state, "act 1 trait blind", ["tireless"])

    assert "4-5-9" in reached(go(state))  # three moves away


@pytest.mark.rule("AW-128", "AW-96")
def test_without_two_wisdom_the_tomb_is_closed():
    state = table(2, {1: "tomb_of_the_ancients"})
    put(state, wisdom=1, knowledge=0)

    assert refusal(go(state), "act 1").rule == "AW-128"


@pytest.mark.rule("AW-124", "AW-126")
def test_using_a_trait_later_brings_its_honor_no_second_time():
    state = table(2)
    give(state, "orange", "alchemist")

    go(state, "convert courage")

    assert state.players["orange"].sources == {"Start": 10, "Card abilities": 1}


@pytest.mark.rule("AW-126")
def test_a_triggered_trait_waits_for_its_event_and_keeps_its_limit():
    state = table(2)
    give(state, "orange", "alchemist")
    put(state, strength=2, inspiration=2)

    go(state, "convert courage", "convert courage")

    assert state.players["orange"].honor == 11  # once per turn


@pytest.mark.rule("AW-125", "AW-140")
def test_honor_values_differ():
    pack = opened("demo")

    assert len({card.honor for card in pack.traits}) > 1
    assert len({card.honor for card in pack.relics}) > 1


# Losing cards


@pytest.mark.rule("AW-209", "AW-R80", "AW-R8")
def test_a_lost_card_costs_its_honor_and_leaves_the_game_with_its_blocks_returned():
    state = table(2)
    give(state, "orange", "FX-RED", 3)

    play(cards.lose(state, "orange", "FX-RED"))

    player = state.players["orange"]
    assert (player.honor, player.influence) == (8, 8)
    assert state.removed == ["FX-RED"]
    assert "FX-RED" not in state.stacks["red"].left


@pytest.mark.rule("AW-210", "AW-196", "AW-R81")
def test_losing_a_treacherous_card_neither_costs_nor_gives_honor():
    state = table(2)
    give(state, "orange", "FX-SPY", 2)

    play(cards.lose(state, "orange", "FX-SPY"))

    assert state.players["orange"].honor == 10
    assert state.players["orange"].influence == 8


@pytest.mark.rule("AW-211")
def test_all_cards_lie_open_before_their_owner():
    from rules.awakening import show

    state = table(2)
    for card in ("FX-OGRE", "FX-CALM", "FX-LENS"):
        give(state, "orange", card)

    for seat in ("orange", "green", None):
        shown = show.show(state, seat)["seats"][0]
        assert [card["name"] for card in shown["monsters"] + shown["traits"] + shown["relics"]] == [
            "Ogre",
            "Calm",
            "Lens",
        ]


# Treachery


@pytest.mark.rule("AW-188", "AW-193", "AW-R81")
def test_a_treacherous_companion_costs_honor_once_when_it_joins():
    state = table(2, {1: "inn"})
    face_up(state, "FX-SPY")
    put(state, knowledge=2)

    go(state, "act 1 blue face-up", ["quill"])
    assert state.players["orange"].honor == 8
    go(state, "activate FX-SPY")

    assert state.players["orange"].honor == 8
    assert state.players["orange"].sources["Treachery"] == -2


@pytest.mark.rule("AW-189", "AW-190", "AW-197")
def test_some_treachery_costs_honor_at_each_use_and_hits_adjacent_players():
    state = table(3)
    give(state, "orange", "cutpurse")
    state.players["green"].space = "1-2-5"

    go(state, "activate cutpurse", "ability cutpurse")

    assert state.players["orange"].sources["Treachery"] == -1
    assert state.players["green"].has("strength") == 0
    assert state.players["white"].has("strength") == 1  # far away


@pytest.mark.rule("AW-189", "AW-R69")
def test_the_price_in_honor_must_be_there_in_full():
    state = table(2)
    give(state, "orange", "cutpurse")
    put(state, honor=0)

    assert refusal(go(state, "activate cutpurse"), "ability cutpurse").rule == "AW-R69"


@pytest.mark.rule("AW-194")
def test_any_number_of_treachery_cards_may_be_held():
    state = table(2, {1: "inn"}, treachery=True)
    for card in ("cutpurse", "borrowed_face", "mildew", "false_herald"):
        give(state, "orange", card)
    face_up(state, "FX-SPY")
    put(state, knowledge=2)

    assert "blue face-up" in offers(go(state), 1)


@pytest.mark.rule("AW-195", "AW-R68")
def test_treachery_counts_for_no_mastery():
    state = table(2)
    state.players["orange"].companions = []
    for card in ("FX-SPY", "grudge", "leech_stone", "kindly_thing"):
        give(state, "orange", card)

    assert [mastery.total(state, "orange", attr) for attr in ATTRIBUTES] == [0] * 6


@pytest.mark.rule("AW-R83", "AW-196")
def test_a_treacherous_champion_dies_without_honor_and_may_be_saved():
    state = table(2)
    give(state, "orange", "FX-SPY", 2)
    put(state, conviction=0)
    play(monsters.counter_attack(state, "orange", "FX-SPY", "death"))
    assert state.players["orange"].honor == 10
    assert state.players["orange"].influence == 8

    state = table(2)
    give(state, "orange", "FX-SPY", 2)
    play(monsters.counter_attack(state, "orange", "FX-SPY", "death"), "spend")
    assert state.players["orange"].held("FX-SPY").blocks == 2


@pytest.mark.rule("AW-R82", "AW-197", "toggle:player_adjacency")
def test_players_are_adjacent_one_move_apart_or_by_a_common_tile():
    from rules.awakening import counts

    for mode, expected in (("one_step", ["green"]), ("shared_tile", ["green", "white"])):
        state = table(3, player_adjacency=mode)
        for seat, space in zip(state.seats, ("1-2-5", "2-5-6", "5-9-10"), strict=True):
            state.players[seat].space = space
        assert counts.players_near(state, "orange") == expected


# Cards against rules


@pytest.mark.rule("AW-R84")
def test_a_cards_effect_overrides_the_rule_it_names():
    cheap = Trait(
        id="FX-CHEAP",
        name="Cheap",
        honor=4,
        effects=(effect("passive", v("modify_cost", what="inn", delta=-1, minimum=1)),),
    )
    state = table(2, {1: "inn"}, cheap)
    give(state, "orange", "FX-CHEAP")
    put(state, strength=1)

    go(state, "act 1 red face-up", ["merrow"])

    assert state.players["orange"].has("strength") == 0
    assert state.players["orange"].companions[-1].card == "FX-RED"


@pytest.mark.rule("AW-R85")
def test_a_text_no_verb_can_say_is_carried_out_by_the_table():
    odd = Companion(
        id="FX-ODD",
        name="Odd",
        colour="red",
        honor=1,
        gains={"strength": 1},
        ability=effect("while_activated", v("manual", text="Everybody sings.")),
    )
    state = table(2, None, odd)
    give(state, "orange", "FX-ODD")
    playing = go(state, "activate FX-ODD", "ability FX-ODD")
    assert playing.ask.text.endswith("do what Odd says. Everybody sings. What changed?")

    green = "players.green"
    playing.answer(
        {f"{green}.influence": 6, f"{green}.attributes.wisdom": 2, f"{green}.honor": 15, f"{green}.space": "2-3"}
    )
    playing.answer(["inn"]).answer(["fort"])  # the tiles beside the token are turned up

    green = state.players["green"]
    assert (green.has("wisdom"), green.influence, green.honor, green.space) == (2, 6, 15, "2-3")
    assert state.blocks_of("green") == 24
    assert "Everybody sings." in heard(state)


@pytest.mark.rule("AW-R44", "AW-113")
def test_with_real_cards_the_table_says_which_card_was_drawn_blind():
    state = table(2, {1: "inn"}, custody="table")
    put(state, strength=2)

    playing = go(state, "act 1 red blind")

    assert isinstance(playing.ask, ReadCard)
    playing.answer("kestrel")
    assert state.players["orange"].companions[-1].card == "kestrel"


@pytest.mark.rule("AW-114")
def test_effects_may_acquire_cards_outside_their_place():
    state = table(2)
    case = Case("orange", "FX-LENS")

    gift = effect("on_use", v("acquire_card", kind="companion", colour="red", source="face_up"))
    play(effects.run(state, case, gift.do), ["merrow"])

    assert state.players["orange"].companions[-1].card == "FX-RED"
    assert state.players["orange"].honor == 12


@pytest.mark.rule("AW-189", "AW-197")
def test_a_treacherous_trait_costs_its_honor_at_each_use():
    state = table(2, {1: "inn", 2: "fort", 5: "spire"})
    give(state, "orange", "venom")
    state.players["green"].space = "2-5-6"
    state.tiles[6] = "library"

    playing = go(state, "travel 1-2-5")
    assert offered(playing) == ["yes", "no"]
    playing.answer("yes").answer("influence").answer("conviction")

    assert state.players["orange"].sources["Treachery"] == -1
    assert state.players["green"].potential == 9
    assert state.players["orange"].conviction == 3


@pytest.mark.rule("AW-R85", "AW-R22")
def test_blocks_moved_by_hand_still_are_24_of_a_colour():
    from rules.awakening import manual

    state = table(2)
    moving = asked(manual.carry_out(state, "orange", "Odd", "Do."))
    orange = "players.orange"
    with pytest.raises(IllegalAnswer, match="blocks in reserve; a colour has 24"):
        moving.answer({f"{orange}.conviction": 20})
    moving.answer({f"{orange}.influence": 7, f"{orange}.conviction": 3, f"{orange}.on.tall_sister": 1})
    assert state.players["orange"].conviction == 3
    assert state.players["orange"].held("tall_sister").blocks == 1
    assert state.blocks_of("orange") == 24


@pytest.mark.rule("AW-R85", "AW-206")
def test_honor_entered_by_hand_fires_the_token_it_passes():
    from rules.awakening import manual

    state = table(2)
    active = len(state.active)
    settled = asked(manual.carry_out(state, "orange", "Odd", "Do."), {"players.orange.honor": 21})
    assert 20 not in state.tokens
    assert settled.ask is not None
    settled.answer([state.triggers_left[0]])
    assert len(state.active) == active + 1


@pytest.mark.rule("AW-R85", "AW-R9")
def test_a_card_taken_by_hand_is_replaced_and_one_given_up_goes_under_its_stack():
    from rules.awakening import manual

    state = table(2)
    taken, given = state.stacks["red"].up, "tall_sister"
    doing = asked(manual.carry_out(state, "orange", "Odd", "Do."), {"players.orange.cards": [taken]})
    assert [held.card for held in state.players["orange"].companions] == [taken]
    assert given in state.stacks[state.card(given).stack].bottom
    doing.answer([state.stacks["red"].left[0]])
    assert state.stacks["red"].up not in (None, taken)
