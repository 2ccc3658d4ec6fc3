"""Travel and revealing (AW-57 to AW-63, AW-200 to AW-203, AW-R26 to AW-R31)."""

import pytest
from awakening_setting import (
    effect,
    give,
    go,
    heard,
    lay,
    offered,
    options,
    put,
    question,
    reached,
    refusal,
    spaces,
    table,
    v,
)
from playing import asked, play

from rules.ask import ChooseOne
from rules.awakening import effects, travel
from rules.awakening.case import Case
from rules.awakening.island import HEXES
from rules.awakening.pack import Trait
from rules.awakening.words import TILE_COUNTS
from rules.chance import DrawCards, ReadCard


def whole_map(state):
    """Every hex revealed."""
    kinds = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
    for number, kind in zip(HEXES, kinds, strict=True):
        if number not in state.tiles:
            lay(state, number, kind)
    return state


@pytest.mark.rule("AW-57", "AW-59", "AW-183")
def test_a_move_goes_up_to_the_speed_which_is_two_at_first():
    state = whole_map(table(2))

    playing = go(state)

    assert reached(playing) == {"1-2", "1-2-5", "1-4-5", "2-5-6"}
    assert refusal(playing, "travel 4-5-9").why == "4-5-9 is 3 moves away; you may move 2."
    state = whole_map(table(2))
    state.players["orange"].speed = 3
    assert {"4-5-9", "2-3-6", "5-6-10"} <= reached(go(state))


@pytest.mark.rule("AW-57", "AW-R14")
def test_not_travelling_at_all_is_allowed():
    state = whole_map(table(2))

    go(state, "end")

    assert state.players["orange"].space == "1-2"


@pytest.mark.rule("AW-58")
def test_movement_runs_over_triangles():
    assert len(spaces(go(whole_map(table(2))))) == 36


@pytest.mark.rule("AW-60", "AW-61")
def test_others_may_be_passed_but_not_stopped_upon():
    state = whole_map(table(2))
    state.players["green"].space = "1-2-5"

    playing = go(state)

    assert refusal(playing, "travel 1-2-5").rule == "AW-61"
    playing.answer("travel 2-5-6")
    assert state.players["orange"].space == "2-5-6"
    assert "Orange passes Green." in heard(state)


def trapped():
    """The table of the worked example: three others block the way out of 8-13."""
    state = table(4, {4: "inn", 8: "fort", 9: "inn", 13: "spire", 14: "library"})
    for seat, space in zip(state.seats, ("8-13", "8-9-13", "4-8-9", "9-13-14"), strict=True):
        state.players[seat].space = space
    put(state, conviction=0, influence=2, potential=5)
    return state


@pytest.mark.rule("AW-X23", "AW-62", "AW-63", "AW-R26", "AW-R27")
def test_x23_desperate_move():
    state = trapped()

    plain = travel.destinations(state, "orange", 2)
    refused = {option.value: option.barred.rule for option in plain if option.barred}
    assert [refused[space] for space in ("13-14-17", "8-9-13", "4-8-9")] == ["AW-57", "AW-61", "AW-61"]

    playing = go(state, "desperate 13-14-17")  # conviction is empty, so influence goes down
    assert isinstance(playing.ask, DrawCards)  # only now H17 is revealed
    player = state.players["orange"]
    assert (player.space, player.influence, player.potential) == ("13-14-17", 1, 6)
    playing.answer(["fort"])
    assert state.tiles[17] == "fort"


@pytest.mark.rule("AW-62", "AW-R26")
def test_only_the_trapped_may_break_out():
    state = trapped()
    state.players["black"].space = "18-19"

    assert refusal(go(state), "desperate").rule == "AW-R26"
    state.players["black"].space = "9-13-14"
    assert "desperate 13-14-17" in offered(go(state))
    state.players["orange"].speed = 3
    assert not travel.is_trapped(state, "orange")


@pytest.mark.rule("AW-R26")
def test_going_out_and_back_is_no_way_out_but_always_allowed():
    state = trapped()

    assert reached(go(state)) == {"8-13"}
    assert "desperate 8-13" not in options(go(state))
    assert {o.value: o.barred for o in travel.destinations(state, "orange", 2, desperate=True)}["8-13"].rule == "AW-R26"


@pytest.mark.rule("AW-R27", "AW-63")
def test_if_nothing_can_be_downgraded_the_desperate_move_stands():
    state = trapped()
    put(state, conviction=0, influence=0)

    go(state, "desperate 13-14-17", ["fort"])

    assert state.players["orange"].space == "13-14-17"
    assert "no block to downgrade" in heard(state)


@pytest.mark.rule("AW-63", "AW-R27")
def test_desperation_downgrades_a_block_of_the_players_choice():
    state = trapped()
    put(state, conviction=1, influence=2)

    go(state, "desperate 13-14-17", "conviction", ["fort"])

    player = state.players["orange"]
    assert (player.conviction, player.influence) == (0, 3)


@pytest.mark.rule("AW-R28")
def test_a_path_may_end_where_it_began():
    state = table(2, {1: "inn", 2: "fort"})

    go(state, "travel 1-2", ["spire"])  # out to 1-2-5 and back: H5 was passed

    assert state.players["orange"].space == "1-2"
    assert state.tiles[5] == "spire"


@pytest.mark.rule("AW-R28", "AW-203")
def test_the_way_is_asked_for_when_it_matters_what_is_revealed():
    state = table(2, {1: "inn", 2: "fort", 5: "spire"})
    state.players["orange"].space, state.players["orange"].speed = "1-2-5", 4

    playing = go(state, "travel 1-4-5")

    ways = options(playing)
    assert isinstance(question(playing), ChooseOne)
    assert len(ways) > 1
    assert next(iter(ways.values())).label == "By way of 1-4-5"  # the shortest first
    assert next(iter(ways.values())).hint == "reveals H4"


@pytest.mark.rule("AW-R28")
def test_on_a_known_map_the_way_is_never_asked_for():
    state = whole_map(table(2))
    state.players["orange"].speed = 5

    go(state, "travel 1-4-5")

    assert state.players["orange"].space == "1-4-5"


@pytest.mark.rule("AW-X12", "AW-202", "AW-203")
def test_x12_reveal_order():
    state = table(2, {1: "library", 2: "spire"})

    playing = go(state, "travel 2-5-6")
    assert state.players["orange"].space == "2-5-6"  # the whole move first
    assert question(playing).slot == "hex 5"
    playing.answer(["fort"])
    assert question(playing).slot == "hex 6"
    playing.answer(["inn"])

    assert (state.tiles[5], state.tiles[6]) == ("fort", "inn")


@pytest.mark.rule("AW-201", "AW-R30")
def test_an_open_hex_must_be_revealed_in_the_same_turn_out_of_the_pouch():
    state = table(2, {1: "library", 2: "spire"})

    playing = go(state, "travel 1-2-5")

    assert isinstance(playing.ask, DrawCards)
    assert dict(playing.ask.left)["library"] == 1  # one of two is out already
    playing.answer(["library"])
    assert state.pouch["library"] == 0


@pytest.mark.rule("AW-R30")
def test_whoever_stays_reveals_nothing():
    state = table(2, {1: "library", 2: "spire"})

    assert question(go(state, "act 1", "end")).seat == "green"
    assert sorted(state.tiles) == [1, 2]


@pytest.mark.rule("AW-R29", "AW-R30")
def test_hexes_met_at_the_same_moment_are_revealed_in_the_players_order_if_somebody_knows_what_comes():
    state = table(2, {1: "library", 2: "spire"})
    for kind in ("fort", "inn"):  # looked at
        state.known_tiles.append(kind)
        state.pouch[kind] -= 1
    pushed = asked(travel.put_down(state, "green", "9-10-14"))

    assert question(pushed).seat == "green"  # drawn for the moved player
    assert offered(pushed) == ["9", "10", "14"]
    pushed.answer("14").answer("10").answer(["inn"])

    assert [state.tiles[number] for number in (14, 10, 9)] == ["fort", "inn", "inn"]


@pytest.mark.rule("AW-R29")
def test_blind_tiles_come_in_ascending_order_without_asking():
    state = table(2, {1: "library", 2: "spire"})
    pushed = asked(travel.put_down(state, "green", "9-10-14"))

    for number, kind in ((9, "fort"), (10, "inn"), (14, "academy")):
        assert (question(pushed).slot, question(pushed).seat) == (f"hex {number}", "green")
        pushed.answer([kind])

    assert [state.tiles[number] for number in (9, 10, 14)] == ["fort", "inn", "academy"]


@pytest.mark.rule("AW-R28", "AW-203")
def test_the_usual_way_is_the_shortest_and_of_those_the_one_that_shows_most():
    state = table(2, {1: "inn", 2: "fort", 5: "spire", 6: "library"})
    put(state, space="2-5-6", speed=5)

    playing = go(state, "travel 10-11-15")  # round H10 either way: by H9 and H14, or by H11

    ways = list(options(playing))
    assert question(playing).default == ways[0] == "5-6-10 6-10-11 10-11-15"
    assert question(playing).along  # it goes along with the tap on the space
    lengths = [len(way.split(" ")) for way in ways]
    assert lengths == sorted(lengths)


@pytest.mark.rule("AW-R28")
def test_whoever_wants_another_way_says_so_first_and_only_where_ways_differ():
    state = table(2, {1: "inn", 2: "fort", 5: "spire"})
    put(state, space="1-2-5", speed=4)

    playing = go(state, "travel", "1-4-5")

    assert len(options(playing)) > 1
    assert not question(playing).along
    assert "travel" not in options(go(whole_map(table(2))))


@pytest.mark.rule("AW-R30")
def test_a_token_moved_in_anothers_turn_reveals_right_after_the_effect():
    state = table(2, {1: "library", 2: "spire", 3: "inn", 7: "fort"})
    push = effect("on_use", v("push_player", who="chosen_opponent"))

    play(effects.run(state, Case("orange", "FX-LENS"), push.do), "3-6-7", ["academy"])

    assert state.players["green"].space == "3-6-7"
    assert state.tiles[6] == "academy"


@pytest.mark.rule("AW-R30")
def test_with_a_real_pouch_the_table_says_which_tile_came_out():
    state = table(2, {1: "library", 2: "spire"}, custody="table")

    playing = go(state, "travel 1-2-5")

    assert isinstance(playing.ask, ReadCard)
    assert sum(playing.ask.weights) == 17
    playing.answer("inn")
    assert state.tiles[5] == "inn"


@pytest.mark.rule("AW-R26")
def test_speed_counts_what_cards_add():
    swift = Trait(
        id="FX-SWIFT",
        name="Swift",
        honor=4,
        effects=(effect("passive", v("move_extra", amount=1, lasts="permanent")),),
    )
    state = whole_map(table(2, None, swift))
    give(state, "orange", "FX-SWIFT")

    assert "4-5-9" in reached(go(state))


@pytest.mark.rule("AW-R28")
def test_the_way_is_also_asked_for_when_a_card_cares_whom_it_passes():
    state = whole_map(table(2))
    give(state, "green", "grudge")
    state.players["orange"].space, state.players["orange"].speed = "5-6-10", 5
    state.players["green"].space = "5-9-10"

    playing = go(state, "travel 10-14-15")

    assert isinstance(question(playing), ChooseOne)
    assert {next(iter(option.label.split(" → "))) for option in options(playing).values()} == {
        "By way of 5-9-10",
        "By way of 6-10-11",
    }


@pytest.mark.rule("AW-203", "AW-R28")
def test_a_space_says_how_many_hexes_the_move_reveals_those_passed_with_it():
    state = table(2, {1: "library", 2: "inn"})
    put(state, speed=3)

    found = spaces(go(state))

    assert found["1-2-5"].hint == "1 move, reveals 1 to 2 hexes"  # H5, and whatever a detour passes
    assert found["1-4"].hint == "3 moves, reveals 2 hexes"  # H5 and H4 lie on the way
    assert found["2-3-6"].hint == "3 moves, reveals 3 hexes"
    known = table(2, dict.fromkeys(HEXES, "fort"))
    put(known, speed=3)
    assert spaces(go(known))["1-4"].hint == "3 moves"


def test_ways_that_lie_over_each_other_are_told_in_words():
    state = table(2, {1: "library", 2: "inn", 5: "fort"})
    put(state, speed=4, space="1-2-5")

    ways = options(go(state, "travel 1-2-5"))

    assert [way.hint for way in ways.values()][:3] == ["reveals H4", "reveals H6", "reveals nothing"]
    assert not any(way.slot for way in ways.values())
