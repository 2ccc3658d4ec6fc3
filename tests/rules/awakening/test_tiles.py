"""Acting on tiles (AW-64 to AW-66, AW-93 to AW-109, AW-R32, AW-R33, AW-R41 to AW-R51)."""

import pytest
from awakening_setting import face_up, give, go, offered, offers, options, put, question, refusal, table

from rules.awakening.pack import opened
from rules.awakening.state import Grant
from rules.awakening.tiles import summary
from rules.awakening.words import ATTRIBUTES, TILE_COUNTS
from rules.chance import RollDice


@pytest.mark.rule("AW-64", "AW-R13")
def test_only_revealed_tiles_beside_the_token_can_be_used():
    state = table(2, {1: "library", 10: "fort"})

    menu = options(go(state))

    acts = [value for value in menu if str(value).startswith("act ")]
    assert acts == ["act 1"]  # H2 is open, H10 is far


@pytest.mark.rule("AW-65", "AW-R39")
def test_an_ability_allows_another_tile_action():
    state = table(2, {1: "library", 2: "spire"})
    playing = go(state, "act 1")
    assert refusal(playing, "act 2").rule == "AW-64"

    state.now.grants.append(Grant(what="act"))
    go(state, "act 2")

    assert state.players["orange"].has("inspiration") == 3
    assert refusal(go(state), "act 2").rule == "AW-64"


@pytest.mark.rule("AW-93", "AW-R42")
def test_nineteen_tiles_with_the_numbers_behind_their_names():
    assert sum(TILE_COUNTS.values()) == 19
    assert TILE_COUNTS["academy"] == 1
    assert TILE_COUNTS["inn"] == 3
    assert [kind for kind, count in TILE_COUNTS.items() if count == 1] == [
        "arcane_tower",
        "gaping_maw",
        "tomb_of_the_ancients",
        "academy",
    ]
    assert dict(opened("demo").tiles) == TILE_COUNTS


@pytest.mark.rule("AW-97", "AW-98", "AW-99")
@pytest.mark.parametrize(("kind", "attr"), [("spire", "inspiration"), ("library", "knowledge"), ("fort", "strength")])
def test_spire_library_and_fort_give_two(kind, attr):
    state = table(2, {1: kind})

    go(state, "act 1")

    player = state.players["orange"]
    assert player.has(attr) == 3
    assert player.influence == 6


@pytest.mark.rule("AW-X2", "AW-80", "AW-81", "AW-117", "AW-208")
def test_x2_study_and_spend():
    state = table(2, {1: "library", 2: "inn"})
    face_up(state, "FX-BLUE")

    go(state, "act 1")
    player = state.players["orange"]
    assert (player.influence, player.has("knowledge")) == (6, 3)
    go(state, "end", "end", "act 2 blue face-up", ["quill"])

    assert (player.influence, player.has("knowledge"), player.honor) == (8, 1, 11)
    assert player.held("FX-BLUE").blocks == 0


# Command Post


@pytest.mark.rule("AW-X13", "AW-184", "AW-185", "AW-186", "AW-R47", "AW-R70", "AW-100", "AW-180", "AW-181", "AW-182")
def test_x13_mount_ladder():
    state = table(2, {1: "command_post"})
    put(state, strength=9, influence=0)
    player = state.players["orange"]
    seen = []

    for answers in (("act 1",), ("act 1",), ("act 1", ["renown"], "keep")):  # the third passes 20: a new trigger
        go(state, *answers)
        seen.append((player.speed, player.honor, player.has("strength"), player.influence))
        go(state, "end", "end")

    assert seen == [(3, 13, 6, 3), (4, 17, 3, 6), (5, 22, 0, 9)]
    assert 20 not in state.tokens
    assert refusal(go(state), "act 1").rule == "AW-R47"


@pytest.mark.rule("AW-R47", "AW-186")
def test_at_speed_five_the_command_post_is_closed():
    state = table(2, {1: "command_post"})
    put(state, strength=9, influence=0)
    state.players["orange"].speed = 5

    assert refusal(go(state), "act 1").rule == "AW-R47"


@pytest.mark.rule("AW-100", "AW-180")
def test_a_mount_takes_three_strength():
    state = table(2, {1: "command_post"})
    put(state, strength=2)

    assert refusal(go(state), "act 1").why == "This takes 3 strength; you have 2 strength."


@pytest.mark.rule("AW-101", "AW-187", "AW-R48")
def test_a_second_upgrade_needs_another_action_at_another_command_post():
    state = table(2, {1: "command_post", 2: "command_post"})
    put(state, strength=6, influence=0)

    playing = go(state, "act 1")
    assert refusal(playing, "act 2").rule == "AW-64"
    state.now.grants.append(Grant(what="act"))
    playing = go(state)
    assert refusal(playing, "act 1").rule == "AW-101"
    playing.answer("act 2")

    assert state.players["orange"].speed == 4


# Shrine


@pytest.mark.rule("AW-X16", "AW-102", "AW-R45", "AW-122")
def test_x16_shrine():
    state = table(2, {1: "abandoned_shrine"})
    give(state, "orange", "FX-RED")
    state.players["orange"].held("FX-RED").blocks = 3
    put(state, inspiration=1, influence=2)

    go(state, "act 1")  # nothing lies on the other companion, so nothing is asked

    player = state.players["orange"]
    assert (player.has("inspiration"), player.influence, player.held("FX-RED").blocks) == (0, 5, 1)


@pytest.mark.rule("AW-103", "AW-R45")
def test_the_shrine_repeats_within_one_action_with_any_companion():
    state = table(2, {1: "abandoned_shrine"})
    for card, blocks in (("FX-RED", 3), ("FX-A", 1)):
        give(state, "orange", card)
        state.players["orange"].held(card).blocks = blocks
    put(state, inspiration=3, influence=0)

    playing = go(state, "act 1")
    asked = question(playing)
    assert {str(option.value): most for option, most in asked.limits} == {"FX-RED": 2, "FX-A": 1, "keep": 2}
    assert (asked.default, asked.along) == ({"FX-RED": 1, "keep": 2}, True)  # as long as two come off for one
    playing.answer({"FX-RED": 2, "FX-A": 1})  # one block there: one is removed

    player = state.players["orange"]
    assert (player.held("FX-RED").blocks, player.held("FX-A").blocks) == (0, 0)
    assert (player.has("inspiration"), player.influence) == (0, 3 + 4)
    assert state.now.acts == [1]


@pytest.mark.rule("AW-R41", "AW-102")
def test_the_shrine_needs_inspiration_and_a_tired_companion():
    state = table(2, {1: "abandoned_shrine"})
    assert refusal(go(state), "act 1").rule == "AW-R45"
    state.players["orange"].companions[0].blocks = 2
    put(state, inspiration=0)
    assert refusal(go(state), "act 1").rule == "AW-102"
    state.players["orange"].companions = []
    assert refusal(go(state), "act 1").rule == "AW-R41"


# Monastery


@pytest.mark.rule("AW-X15", "AW-104", "AW-105", "AW-106", "AW-39", "AW-R46", "AW-R18")
def test_x15_monastery():
    state = table(2, {1: "sacred_monastery"})
    put(state, potential=6, influence=0, conviction=1, knowledge=2)
    player = state.players["orange"]

    playing = go(state, "act 1")
    assert (question(playing).default, question(playing).along) == ({"influence": 2}, True)
    playing.answer({"conviction": 1, "influence": 1})

    assert (player.potential, player.influence, player.conviction, player.has("knowledge")) == (5, 2, 2, 0)


@pytest.mark.rule("AW-105")
def test_the_monastery_need_not_be_repeated():
    state = table(2, {1: "sacred_monastery"})
    put(state, knowledge=3)

    go(state, "act 1", {"influence": 1, "keep": 2})

    assert state.players["orange"].has("knowledge") == 2


@pytest.mark.rule("AW-104")
def test_the_monastery_takes_knowledge():
    state = table(2, {1: "sacred_monastery"})
    put(state, knowledge=0)

    assert refusal(go(state), "act 1").rule == "AW-104"


# Academy


@pytest.mark.rule("AW-X17", "AW-107", "AW-108", "AW-R51", "AW-R49")
def test_x17_academy():
    state = table(2, {1: "academy"})
    put(state, courage=0, knowledge=1, influence=4)
    player = state.players["orange"]

    playing = go(state, "act 1")
    assert isinstance(playing.ask, RollDice)
    playing.answer(["courage"]).answer("roll").answer(["knowledge"])
    assert (player.has("courage"), player.has("knowledge"), player.influence) == (1, 2, 2)

    state = table(2, {1: "academy"})
    put(state, knowledge=1, influence=4)
    playing = go(state, "act 1", ["knowledge"])
    assert "end the turn" in question(playing).text  # no second roll
    assert (state.players["orange"].has("knowledge"), state.players["orange"].influence) == (2, 3)


@pytest.mark.rule("AW-R51")
def test_the_second_roll_is_optional_comes_once_and_even_without_influence():
    state = table(2, {1: "academy"})
    put(state, influence=0)

    playing = go(state, "act 1", ["wisdom"])
    assert offered(playing) == ["roll", "stop"]
    playing.answer("roll").answer(["vision"])  # new as well, and yet no third roll

    assert "end the turn" in question(playing).text
    assert state.players["orange"].has("wisdom") == 0
    playing = go(table(2, {1: "academy"}), "act 1", ["wisdom"], "stop")
    assert "end the turn" in question(playing).text


@pytest.mark.rule("AW-R50")
def test_the_white_die_shows_each_attribute_once():
    assert sorted(opened("demo").attribute_die) == sorted(ATTRIBUTES)
    playing = go(table(2, {1: "academy"}), "act 1")
    assert playing.ask.dice[0][1] == ATTRIBUTES


# Inn


@pytest.mark.rule("AW-X5", "AW-118", "AW-R43", "AW-R9", "AW-109")
def test_x5_red_companion_with_strength():
    state = table(2, {1: "inn"})
    face_up(state, "FX-RED")
    put(state, strength=2, influence=5)

    go(state, "act 1 red face-up", ["merrow"])

    player = state.players["orange"]
    assert (player.has("strength"), player.influence, player.honor) == (0, 7, 12)
    assert player.held("FX-RED").blocks == 0
    assert state.stacks["red"].up == "merrow"

    state = table(2, {1: "inn"})
    face_up(state, "FX-RED")
    put(state, strength=1, knowledge=1)
    assert refusal(go(state), "act 1").rule == "AW-109"


@pytest.mark.rule("AW-109", "AW-111", "AW-112", "AW-116", "AW-117", "AW-118", "AW-115")
@pytest.mark.parametrize(("colour", "attr"), [("yellow", "inspiration"), ("blue", "knowledge"), ("red", "strength")])
def test_at_any_inn_two_of_an_attribute_hire_a_companion_of_its_colour(colour, attr):
    state = table(2, {1: "inn"})
    put(state, **{attr: 2})

    inn = go(state)

    assert offers(inn, 1) == [f"{colour} face-up", f"{colour} blind"]  # the same price
    assert refusal(inn, f"act 1 {'red' if colour != 'red' else 'blue'} face-up").rule == (
        "AW-118" if colour != "red" else "AW-117"
    )


@pytest.mark.rule("AW-R41", "AW-R43")
def test_an_inn_that_cannot_be_paid_cannot_be_used():
    state = table(2, {1: "inn"})  # one of each attribute only

    no = refusal(go(state), "act 1")
    assert no.rule == "AW-109"
    assert no.why == (
        "An Inn takes 2 inspiration, 2 knowledge or 2 strength; you have 1 inspiration, 1 knowledge and 1 strength."
    )


@pytest.mark.rule("AW-102", "AW-R45", "AW-R41")
def test_a_shrine_that_cannot_be_used_says_what_is_really_lacking():
    state = table(2, {1: "abandoned_shrine"})
    give(state, "orange", "FX-RED", 3)  # the first companion is rested, this one is not
    put(state, inspiration=0)
    assert refusal(go(state), "act 1").why == "This takes 1 inspiration; you have 0 inspiration."

    rested = table(2, {1: "abandoned_shrine"})
    assert refusal(go(rested), "act 1").why == "No block lies on any of your companions."


@pytest.mark.rule("AW-112", "AW-113")
def test_the_cards_to_choose_from_are_named_with_all_they_bring():
    state = table(2, {1: "inn", 2: "arcane_tower"})
    put(state, strength=2, vision=2)

    inn = {str(value).removeprefix("act 1 "): option for value, option in options(go(state)).items()}
    assert inn["red face-up"].label == "Red, face up, at Inn (H1)"
    assert inn["red face-up"].hint.startswith("Costs 2 strength. 2 honor, generates 2 strength.")
    assert inn["red blind"].label == "Red companion, blind, at Inn (H1)"
    assert inn["red blind"].hint == f"Costs 2 strength. The top one of {state.stacks['red'].down} face down."
    assert {inn[f"{colour} blind"].slot for colour in ("red", "blue", "yellow")} == {"hex 1"}  # tapped on the Inn

    state = table(2, {1: "arcane_tower"})
    put(state, vision=2)
    tower = options(go(state))
    assert tower["act 1 relic face-up"].hint.startswith("Costs 2 vision. 5 honor, takes 3 blocks.")


@pytest.mark.rule("AW-R32")
def test_choices_then_price_then_the_controllers_honor_then_the_effect():
    state = table(2, {1: "inn"})
    state.control[1] = "green"
    put(state, "green")
    put(state, "green", honor=19)
    face_up(state, "FX-RED")
    put(state, strength=2)

    playing = go(state, "act 1 red face-up")

    assert state.players["orange"].has("strength") == 0  # paid
    assert state.players["green"].honor == 21  # honoured
    assert [held.card for held in state.players["orange"].companions] == ["tall_sister"]  # effect still to come
    playing.answer(["renown"])
    assert question(playing).seat == "green"  # the token is settled before going on
    playing.answer("keep").answer(["merrow"])
    assert state.players["orange"].companions[1].card == "FX-RED"


@pytest.mark.rule("AW-R33", "toggle:owner_bonus_per_repeat")
@pytest.mark.parametrize(("per_repeat", "honor"), [(False, 12), (True, 14)])
def test_a_repeated_monastery_is_one_use_unless_the_table_says_otherwise(per_repeat, honor):
    state = table(2, {1: "sacred_monastery"}, owner_bonus_per_repeat=per_repeat)
    state.control[1] = "green"
    put(state, "green")
    put(state, knowledge=2)

    go(state, "act 1", {"influence": 2})

    assert state.players["green"].honor == honor


@pytest.mark.rule("AW-R33")
def test_two_rolls_at_the_academy_are_one_use():
    state = table(2, {1: "academy"})
    state.control[1] = "green"
    put(state, "green")

    go(state, "act 1", ["wisdom"], "roll", ["vision"])

    assert state.players["green"].honor == 12


@pytest.mark.rule("AW-R33", "toggle:owner_bonus_per_repeat")
def test_a_repeated_shrine_is_one_use_too():
    for per_repeat, honor in ((False, 12), (True, 14)):
        state = table(2, {1: "abandoned_shrine"}, owner_bonus_per_repeat=per_repeat)
        state.players["orange"].companions[0].blocks = 3
        state.control[1] = "green"
        put(state, "green")
        put(state, inspiration=2)
        go(state, "act 1", {"tall_sister": 2})
        assert state.players["green"].honor == honor


@pytest.mark.rule("AW-R41")
def test_every_location_says_what_it_offers_and_who_gains_by_it():
    for kind in TILE_COUNTS:
        assert summary(kind).endswith(".")
    state = table(2, {1: "library"})
    state.control[1] = "green"
    put(state, "green")
    assert options(go(state))["act 1"].hint == "Gain 2 knowledge. Green gains 2 honor."
