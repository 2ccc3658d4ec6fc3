"""Dashboard, blocks, attributes and conversion (AW-29 to AW-48, AW-79 to AW-92)."""

import pytest
from awakening_setting import give, go, offered, put, question, refusal, table
from playing import play

from rules.ask import IllegalAnswer, SplitAmount
from rules.awakening import GAME, attributes, end
from rules.awakening.pack import Wretch, opened
from rules.awakening.words import ATTRIBUTES, COLOUR, COMMON, HEROIC

STUDY = {1: "library", 2: "spire"}


@pytest.mark.rule("AW-29", "AW-218")
def test_most_honor_wins():
    state = table(3)
    put(state, "green", honor=31)
    end.decide(state)

    assert state.result["winner"] == "green"


@pytest.mark.rule("AW-30", "AW-31", "AW-33", "AW-35", "AW-37", "AW-67")
def test_the_five_big_sources_of_honor_have_their_usual_size():
    pack = opened("demo")
    for cards in (pack.traits, pack.monsters, pack.relics):
        assert all(4 <= card.honor <= 6 for card in cards if not card.treachery)
    assert all(5 <= worth <= 7 for worth in pack.mastery_values.values())
    state = table(2, STUDY)
    go(state, "control 1")
    assert state.players["orange"].sources["Control taken"] == 2


@pytest.mark.rule("AW-32", "AW-34", "AW-36")
def test_traits_have_powers_monsters_bonuses_and_relics_take_influence():
    pack = opened("demo")

    assert all(card.effects and {e.window for e in card.effects} <= {"passive", "on_event"} for card in pack.traits)
    assert all(card.end_bonus.window == "end_game" for card in pack.monsters)
    assert all(card.charges >= 1 for card in pack.relics)


@pytest.mark.rule("AW-38", "AW-R17", "AW-R41")
def test_potential_is_worth_nothing_until_it_is_raised():
    state = table(2, STUDY)
    put(state, potential=16, influence=0, conviction=0)

    go(state, "act 1")  # a use without yield

    assert state.players["orange"].has("knowledge") == 1
    assert state.players["orange"].potential == 16
    assert "no influence for 2 more" in " ".join(said.text for said in state.said)


@pytest.mark.rule("AW-40", "AW-R22")
def test_each_player_owns_24_blocks_of_one_colour():
    state = table(5)

    assert [state.blocks_of(seat) for seat in state.seats] == [24] * 5
    put(state, influence=9)
    state.players["orange"].influence += 1
    with pytest.raises(AssertionError, match="orange has 25 blocks"):
        GAME.check(state)


@pytest.mark.rule("AW-41", "AW-80", "AW-79", "AW-98")
def test_gaining_moves_blocks_from_influence_into_the_circle():
    state = table(2, STUDY)

    go(state, "act 1")

    player = state.players["orange"]
    assert player.influence == 6
    assert [player.has(attr) for attr in COMMON] == [1, 3, 1]  # each its own account


@pytest.mark.rule("AW-42", "AW-43", "AW-53")
def test_influence_goes_onto_companions_and_relics():
    state = table(2)
    put(state, vision=2)
    give(state, "orange", "FX-RED")
    go(state, "activate FX-RED")
    assert state.players["orange"].held("FX-RED").blocks == 1
    assert state.players["orange"].influence == 8 - 1 - 2


@pytest.mark.rule("AW-44")
def test_conviction_pays_for_control():
    state = table(2, STUDY)
    put(state, "orange", conviction=0)

    assert refusal(go(state), "control 1").rule == "AW-73"


@pytest.mark.rule("AW-46", "AW-66", "AW-39")
@pytest.mark.parametrize(
    ("level", "spheres"), [("influence", (7, 9, 2)), ("conviction", (8, 7, 3))], ids=["to influence", "to conviction"]
)
def test_instead_of_acting_one_block_moves_one_level_up(level, spheres):
    state = table(2, STUDY)

    playing = go(state, f"upgrade {level}")

    player = state.players["orange"]
    assert (player.potential, player.influence, player.conviction) == spheres
    assert refusal(playing, "act 1").rule == "AW-64"
    assert refusal(playing, "upgrade influence").rule == "AW-66"


@pytest.mark.rule("AW-46")
def test_an_empty_sphere_has_nothing_to_raise():
    state = table(2)
    put(state, potential=0)

    assert refusal(go(state), "upgrade influence").why == "You have 0 blocks in potential to raise to influence."


@pytest.mark.rule("AW-47")
@pytest.mark.parametrize(
    ("source", "spheres"), [("conviction", (8, 9, 1)), ("influence", (9, 7, 2))], ids=["conviction", "influence"]
)
def test_downgrading_moves_a_block_one_level_down(source, spheres):
    state = table(2)

    play(attributes.choose_downgrade(state, "orange"), source)

    player = state.players["orange"]
    assert (player.potential, player.influence, player.conviction) == spheres


@pytest.mark.rule("AW-48", "AW-81", "AW-82")
def test_used_blocks_return_to_influence_and_serve_again():
    state = table(2, {1: "sacred_monastery"})
    put(state, potential=0, influence=0)

    go(state, "act 1")  # nothing else can be raised

    player = state.players["orange"]
    assert player.has("knowledge") == 0
    assert (player.influence, player.conviction) == (0, 3)


@pytest.mark.rule("AW-R17")
def test_with_too_little_influence_the_player_chooses_what_to_gain():
    state = table(2)
    put(state, influence=2)
    give(state, "orange", "FX-BLUE")

    playing = go(state, "activate FX-BLUE")

    assert isinstance(playing.ask, SplitAmount)
    assert playing.ask.total == 1
    playing.answer({"inspiration": 1})
    player = state.players["orange"]
    assert (player.has("knowledge"), player.has("inspiration")) == (1, 2)
    assert (player.influence, player.potential, player.conviction) == (0, 8, 2)


@pytest.mark.rule("AW-R17")
def test_one_attribute_is_gained_as_far_as_influence_goes():
    state = table(2, STUDY)
    put(state, influence=1)

    go(state, "act 1")

    assert state.players["orange"].has("knowledge") == 2


@pytest.mark.rule("AW-83", "AW-84")
def test_common_attributes_come_from_places_and_companions_heroic_ones_do_not():
    pack = opened("demo")

    assert all(set(card.gains) <= set(COMMON) for card in pack.companions)
    assert all(set(card.self_gains) <= set(COMMON) for card in pack.wretches)
    for kind, attr in (("spire", "inspiration"), ("library", "knowledge"), ("fort", "strength")):
        state = table(2, {1: kind, 2: "inn"})
        go(state, "act 1")
        assert state.players["orange"].has(attr) == 3
        assert not any(state.players["orange"].has(heroic) for heroic in HEROIC)


@pytest.mark.rule("AW-85", "AW-92", "AW-R24", "AW-R15")
def test_converting_is_free_and_as_often_as_wanted_on_ones_own_turn():
    state = table(2, STUDY)
    put(state, strength=3, inspiration=3, influence=2)

    playing = go(state, "act 1", "convert courage", "convert courage")

    player = state.players["orange"]
    assert (player.has("strength"), player.has("inspiration"), player.has("courage")) == (1, 1, 2)
    assert player.influence == 2 - 2 + 2
    assert question(playing).seat == "orange"
    assert "convert courage" in offered(playing)


@pytest.mark.rule("AW-86", "AW-87", "AW-88", "AW-89")
@pytest.mark.parametrize(
    ("heroic", "pair"),
    [
        ("courage", ("strength", "inspiration")),
        ("vision", ("strength", "knowledge")),
        ("wisdom", ("inspiration", "knowledge")),
    ],
)
def test_the_colour_wheel(heroic, pair):
    state = table(2)
    go(state, f"convert {heroic}")
    player = state.players["orange"]
    assert player.has(heroic) == 1
    assert [player.has(attr) for attr in pair] == [0, 0]

    state = table(2)
    put(state, **{pair[0]: 0, pair[1]: 5})
    assert refusal(go(state), f"convert {heroic}").rule == "AW-86"


@pytest.mark.rule("AW-91")
def test_a_conversion_is_not_offered_backwards():
    state = table(2)
    playing = go(state, "convert courage")

    conversions = [value for value in offered(playing) if str(value).startswith("convert")]
    assert conversions == []  # 1 knowledge and 1 courage convert to nothing


@pytest.mark.rule("AW-X3", "AW-90")
def test_x3_no_converting_down():
    state = table(2)
    put(state, vision=1, wisdom=1, knowledge=0)
    before = dict(state.players["orange"].attributes)

    with pytest.raises(IllegalAnswer):
        go(state, "convert knowledge")

    assert state.players["orange"].attributes == before


@pytest.mark.rule("AW-X4", "AW-87", "AW-92", "AW-86")
def test_x4_courage_conversion():
    state = table(2)

    playing = go(state, "convert courage")

    player = state.players["orange"]
    assert [player.has(attr) for attr in ("inspiration", "strength", "courage", "knowledge")] == [0, 0, 1, 1]
    assert player.influence == 9
    assert player.potential + player.influence + player.conviction + 2 == 21
    assert refusal(playing, "convert courage").rule == "AW-86"


@pytest.mark.rule("AW-R16")
def test_activating_oneself_yields_what_the_wretch_says():
    state = table(2)
    state.players["orange"].wretch = "smuggler"

    playing = go(state)
    named = [value for value in offered(playing) if str(value).startswith("activate self")]
    assert named == [f"activate self {attr}" for attr in COMMON]
    playing.answer("activate self strength")

    assert state.players["orange"].has("strength") == 2
    assert state.now.abilities == ["self"]
    assert (question(playing).default, question(playing).along) == ("now", True)  # it costs nothing
    playing.answer("now")
    assert state.now.speed_bonus == 1


@pytest.mark.rule("AW-R16")
def test_several_attributes_of_ones_choice_are_named_together():
    free = Wretch(id="FX-FREE", name="Free", self_gains={"knowledge": 1}, self_choice=2)
    state = table(2, None, free)
    state.players["orange"].wretch = "FX-FREE"

    playing = go(state, "activate self")

    assert isinstance(playing.ask, SplitAmount)
    playing.answer({"strength": 1, "inspiration": 1})
    player = state.players["orange"]
    assert [player.has(attr) for attr in COMMON] == [2, 2, 2]


@pytest.mark.rule("AW-R23")
def test_only_relics_have_a_maximum():
    state = table(2, STUDY)
    give(state, "orange", "FX-RED")
    put(state, influence=12, knowledge=5, potential=0, conviction=0, inspiration=0, strength=0)
    state.players["orange"].held("FX-RED").blocks = 6
    put(state)

    go(state, "activate FX-RED", "act 1")

    player = state.players["orange"]
    assert player.held("FX-RED").blocks == 7
    assert player.has("knowledge") == 7


@pytest.mark.rule("AW-79", "AW-82")
def test_each_attribute_is_an_account_of_its_own_until_it_is_used():
    state = table(2, {1: "fort", 2: "inn"})
    go(state, "act 1", "end", "end")
    assert [state.players["orange"].has(attr) for attr in ATTRIBUTES] == [1, 1, 3, 0, 0, 0]  # nothing lapses

    go(state, "act 2 red blind", ["merrow"])

    assert [state.players["orange"].has(attr) for attr in ATTRIBUTES] == [1, 1, 1, 0, 0, 0]
    assert set(COLOUR) == set(ATTRIBUTES)
