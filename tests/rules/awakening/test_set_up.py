"""Setting up (AW-1 to AW-28, AW-R1 to AW-R13)."""

from dataclasses import replace

import pytest
from awakening_setting import heard, new_game, options, pack_with, question, table
from playing import Playing, asked, play

from rules.ask import Confirm, IllegalAnswer
from rules.awakening import GAME, mounts, set_up, show, turn
from rules.awakening.island import RIM_SPACES
from rules.awakening.pack import opened
from rules.awakening.words import ATTRIBUTES, MOUNTS, STACKS
from rules.chance import DrawCards, ReadCard

SHORES = ("journey_4", "journey_9", "journey_2")  # red, yellow and blue companions
FIRST = {"journey_4": "hook", "journey_9": "finch", "journey_2": "quill"}
UPS = {
    "red": "merrow",
    "yellow": "vesper",
    "blue": "fenn",
    "relic": "cup",
    "trait": "lucky",
    "monster": "choir",
}


def set_table(state, journeys=SHORES, stop_at=99, ups=UPS, tiles=(), quests=("q_host", "q_miser", "q_hunter")):
    """Play the set-up with known draws, as far as *stop_at*."""
    players = len(state.seats)
    wretches = list(state.pack.wretch)[:players]
    reveals = iter(tiles or ["inn", "fort", "fort", "inn", "inn", "spire", "spire", "library", "library", "academy"])
    script = [
        [True],
        wretches,
        [[card] for card in journeys[:players]],
        [[FIRST[card]] for card in journeys[:players]],
        [[ups[stack]] for stack in STACKS],
        [[card] for card in quests[:players]] if state.toggle("secret_quests") != "off" else [],
        [["renown"], ["wings"]],
    ]
    for step, answers in enumerate(script[:stop_at]):
        play(set_up.STEPS[step](state), *answers)
        state.step = step + 1
    if stop_at > len(script):
        playing = Playing(set_up.first_reveal(state))
        while playing.ask is not None:
            if isinstance(playing.ask, DrawCards):
                playing.answer([next(reveals)])
            else:
                playing.answer(next(iter(options(playing))))
        state.step = 8
    return state


@pytest.mark.rule("AW-1", "AW-2", "AW-3", "AW-20", "AW-21", "AW-27", "AW-28")
def test_the_first_prompt_tells_what_to_lay_out():
    state = new_game(2, custody="table")

    prompt = question(asked(turn.play(state)))

    assert isinstance(prompt, Confirm)
    words = " ".join(prompt.todo)
    assert "board in the middle" in words
    assert "stacks by colour" in words
    assert "Orange: take the orange dashboard, token, disc and 24 blocks" in words
    assert "19 map tiles into the pouch" in words
    assert "6 mastery tiles in a row" in words
    assert "mounts with speed 4 and 5" in words
    assert "white and the black die side by side" in words
    assert "Treachery" not in words


def test_tiles_that_the_box_draws_lie_open_where_hands_can_find_them():
    told = set_up.to_lay_out(new_game(2))

    assert not any("into the pouch" in order for order in told)
    assert any(order.startswith("Lay all 19 map tiles face up beside the board") for order in told)


@pytest.mark.rule("AW-14", "AW-15", "AW-17", "AW-192")
def test_hands_that_hold_the_stacks_are_told_when_to_shuffle_them_and_the_treachery_cards_in():
    state = new_game(2, custody="table", treachery=True)
    assert "Lay the Treachery cards aside; they come into the stacks later." in set_up.to_lay_out(state)

    first = question(asked(set_up.build_stacks(state)))

    assert first.text == (
        "Shuffle the red stack with its Treachery cards, lay it face down beside its circle "
        "and turn up the top red companion. Which is it?"
    )
    plain = question(asked(set_up.build_stacks(new_game(2, custody="table"))))
    assert plain.text.startswith("Shuffle the red stack, lay it face down beside its circle and turn up")


def test_the_whole_set_up_is_short_enough_to_follow():
    state = new_game(3)
    before = GAME.view(state)
    set_table(state, stop_at=7)

    told = GAME.todo(before, GAME.view(state))

    commons = "1 each on inspiration, knowledge and strength"
    assert f"Put 8 white blocks on potential, 8 on influence, 2 on conviction and {commons}." in told
    assert "Put a trigger token on 20, 30, 40 and 50." in told
    assert "Lay 2 proficiency tiles each below inspiration, knowledge, strength, courage, vision and wisdom." in told
    assert not any("speed" in order for order in told)  # laid before everybody with the first prompt
    assert len(told) <= 26


@pytest.mark.rule("AW-3", "AW-4")
def test_every_seat_has_its_own_colour_and_all_colours_start_alike():
    state = set_table(new_game(3))

    numbers = [(p.potential, p.influence, p.conviction, p.honor, p.speed) for p in state.players.values()]
    assert len(set(state.seats)) == 3
    assert len(set(numbers)) == 1


@pytest.mark.rule("AW-5", "AW-6", "AW-R7")
def test_each_picks_a_free_wretch_in_seat_order_and_the_rest_leaves_the_game():
    state = new_game(2)
    choosing = Playing(set_up.choose_wretches(state))

    assert question(choosing).seat == "orange"
    choosing.answer("heretic")
    assert question(choosing).seat == "green"
    assert "heretic" not in options(choosing)
    before = GAME.view(state)
    choosing.answer("forger")

    assert state.players["green"].wretch == "forger"
    assert sorted(state.removed) == ["deserter", "oathbreaker", "smuggler"]
    spare = ["Deserter", "Oathbreaker", "Smuggler"]
    (order,) = [each for each in GAME.todo(before, GAME.view(state)) if "wretches" in each]
    assert order.startswith("Put the wretches nobody chose back into the box: ")
    assert all(name in order for name in spare)
    assert not any("wretches" in each for each in GAME.todo({}, GAME.view(state)))  # laid out again from the box
    assert any("out of the box again" in each for each in GAME.todo(GAME.view(state), before))


@pytest.mark.rule("AW-7", "AW-8", "AW-9", "AW-10", "AW-11", "AW-12", "AW-26")
def test_the_journey_card_places_token_disc_and_blocks():
    state = set_table(new_game(3), stop_at=3)

    player = state.players["green"]  # drew number 9
    assert player.space == "13-17"
    assert player.honor == 10
    assert (player.potential, player.influence, player.conviction) == (8, 8, 2)
    assert [player.has(attr) for attr in ATTRIBUTES] == [1, 1, 1, 0, 0, 0]
    assert player.speed == 2
    assert "journey_9" not in state.journeys_left


@pytest.mark.rule("AW-7")
def test_journeys_are_drawn_at_random_and_none_twice():
    state = new_game(2)
    state.step = 2
    drawing = Playing(set_up.draw_journeys(state))

    assert isinstance(drawing.ask, DrawCards)
    assert len(drawing.ask.left) == 12
    drawing.answer(["journey_1"])
    assert "journey_1" not in dict(question(drawing).left)


@pytest.mark.rule("AW-13", "AW-14", "AW-192")
def test_the_first_companion_has_the_journeys_colour_and_is_no_treachery():
    state = set_table(new_game(2, treachery=True), stop_at=3)
    drawing = Playing(set_up.draw_companions(state))

    possible = [state.card(card) for card, _ in question(drawing).left]
    assert {card.colour for card in possible} == {"red"}
    assert len(possible) == 12
    assert not any(card.treachery for card in possible)
    drawing.answer(["hook"])
    assert [held.card for held in state.players["orange"].companions] == ["hook"]
    assert state.players["orange"].companions[0].blocks == 0


@pytest.mark.rule("AW-15", "AW-16", "AW-R9", "AW-R68")
def test_six_stacks_lie_face_down_with_one_card_face_up_each():
    state = set_table(new_game(3), stop_at=5)

    assert set(state.stacks) == set(STACKS)
    assert {stack: pile.up for stack, pile in state.stacks.items()} == UPS
    assert [state.stacks[stack].down for stack in STACKS] == [10, 10, 10, 11, 11, 11]


@pytest.mark.rule("AW-17", "AW-191", "AW-R12", "toggle:treachery")
def test_treachery_is_mixed_into_the_matching_stacks_only_if_it_is_played():
    without, with_it = (set_table(new_game(2, treachery=on), stop_at=5) for on in (False, True))

    assert [without.stacks[stack].size for stack in STACKS] == [11, 11, 12, 12, 12, 12]
    assert [with_it.stacks[stack].size for stack in STACKS] == [12, 13, 13, 13, 14, 13]
    assert "cutpurse" in with_it.stacks["red"].left


@pytest.mark.rule("AW-R12")
def test_a_pack_without_treachery_cannot_be_played_with_it():
    bare = pack_with(without_fixtures=True)
    plain = [card for card in bare.companions if not card.treachery]
    bare = replace(
        bare,
        companions=tuple(plain),
        relics=tuple(card for card in bare.relics if not card.treachery),
        traits=tuple(card for card in bare.traits if not card.treachery),
        monsters=tuple(card for card in bare.monsters if not card.treachery),
    )

    with pytest.raises(IllegalAnswer, match="no Treachery"):
        new_game(2, bare, treachery=True)


@pytest.mark.rule("AW-X11", "AW-191", "AW-192", "AW-14")
def test_x11_treacherous_traits():
    state = set_table(new_game(3, treachery=True))

    traits = state.stacks["trait"]
    assert traits.down == 13
    assert traits.up is not None
    assert {"grudge", "venom"} <= {*traits.left, traits.up}
    assert not any(state.card(held.card).treachery for p in state.players.values() for held in p.companions)


@pytest.mark.rule("AW-18", "AW-19")
def test_each_gets_a_secret_quest_that_only_its_owner_sees():
    state = set_table(new_game(2), stop_at=6)

    assert state.players["orange"].quest == "q_host"
    assert "q_host" not in state.quests_left
    assert show.show(state, "orange")["quest"]["name"] == "The Host"
    assert show.show(state, "green")["quest"]["name"] == "The Miser"
    assert show.show(state, None)["quest"] is None
    assert "The Host" not in str(show.show(state, "green"))


@pytest.mark.rule("AW-R10", "toggle:secret_quests")
def test_secret_quests_need_one_for_each_player():
    few = replace(opened("demo"), quests=opened("demo").quests[:1])
    state = set_table(new_game(2, few), stop_at=5)
    play(set_up.deal_quests(state))
    assert not state.quests_played
    assert "No Secret Quests" in heard(state)

    with pytest.raises(IllegalAnswer, match="AW-R10"):
        new_game(2, few, secret_quests="on")
    off = set_table(new_game(2, secret_quests="off"), stop_at=6)
    assert not any(player.has_quest for player in off.players.values())
    on = set_table(new_game(2, secret_quests="on"), stop_at=6)
    assert all(player.quest for player in on.players.values())


@pytest.mark.rule("AW-22", "AW-23", "AW-R3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_proficiency_stacks_hold_one_tile_fewer_than_players(players):
    state = new_game(players)
    state.step = 6
    play(set_up.lay_tiles_and_triggers(state), ["renown"], ["wings"])

    assert state.proficiency == dict.fromkeys(ATTRIBUTES, players - 1)


@pytest.mark.rule("AW-R3", "toggle:proficiency_supply")
def test_the_box_may_hold_fewer_proficiency_tiles():
    state = new_game(5, proficiency_supply="box")
    play(set_up.lay_tiles_and_triggers(state), ["renown"], ["wings"])

    assert state.proficiency == {
        "courage": 4,
        "wisdom": 4,
        "inspiration": 3,
        "knowledge": 3,
        "strength": 3,
        "vision": 3,
    }
    assert sum(state.proficiency.values()) == 20
    told = "3 proficiency tiles each for inspiration, knowledge, strength and vision, 4 each for courage and wisdom"
    assert f"{told} lie ready." in heard(state)
    assert f"Lay {told} below their circles." in GAME.guide(state)
    one_short = new_game(4, proficiency_supply="box")
    assert "Lay 3 proficiency tiles of each colour below its circle." in GAME.guide(one_short)
    alone = new_game(2)
    assert "Lay 1 proficiency tile of each colour below its circle." in GAME.guide(alone)


@pytest.mark.rule("AW-24", "AW-25", "AW-204")
def test_tokens_stand_on_the_track_and_two_random_triggers_are_active():
    state = new_game(2)
    laying = Playing(set_up.lay_tiles_and_triggers(state))
    assert isinstance(laying.ask, DrawCards)
    assert len(laying.ask.left) == 12
    laying.answer(["renown"]).answer(["wings"])

    assert state.tokens == [20, 30, 40, 50]
    assert state.active == ["renown", "wings"]
    assert len(state.triggers_left) == 10


@pytest.mark.rule("AW-R1")
def test_two_to_five_can_play():
    assert GAME.setup(2).seats == ("orange", "green")
    assert len(GAME.setup(5).seats) == 5
    for number in (1, 6):
        with pytest.raises(IllegalAnswer):
            GAME.setup({f"seat{n}": "" for n in range(number)} if number > 5 else number)


@pytest.mark.rule("AW-R2", "AW-R22", "toggle:reserve_blocks")
def test_three_blocks_stay_in_reserve_or_lie_in_potential():
    kept = set_table(new_game(2), stop_at=3).players["orange"]
    used = set_table(new_game(2, reserve_blocks="in_potential"), stop_at=3).players["orange"]

    assert (kept.reserve, kept.potential) == (3, 8)
    assert (used.reserve, used.potential) == (0, 11)


@pytest.mark.rule("AW-R4", "AW-27")
def test_everybody_can_reach_every_speed_without_competition():
    assert list(MOUNTS) == [2, 3, 4, 5]
    state = table(5)
    state.tokens = []
    for seat in state.seats:
        for _ in range(3):
            play(mounts.upgrade(state, seat))

    assert [player.speed for player in state.players.values()] == [5] * 5
    assert [player.honor for player in state.players.values()] == [10 + 3 + 4 + 5] * 5


@pytest.mark.rule("AW-R6", "AW-8")
def test_journeys_have_unique_numbers_and_start_spaces_on_the_rim():
    journeys = opened("demo").journeys

    assert sorted(card.start_number for card in journeys) == list(range(1, 13))
    assert all(card.start_space == RIM_SPACES[card.start_number - 1] for card in journeys)


@pytest.mark.rule("AW-R5", "toggle:rim_triangles")
def test_on_the_inner_map_tokens_start_beside_their_rim_space():
    state = set_table(new_game(3, rim_triangles="inner24"), stop_at=3)

    assert [player.space for player in state.players.values()] == ["7-11-12", "13-14-17", "2-3-6"]
    assert set_table(new_game(3, rim_triangles="all54"), stop_at=3).players["orange"].space == "7-12"


@pytest.mark.rule("AW-R8", "toggle:starting_companion_honor")
def test_the_first_companions_honor_is_not_added_unless_the_table_wants_it():
    plain = set_table(new_game(2), stop_at=4).players["orange"]
    added = set_table(new_game(2, starting_companion_honor=True), stop_at=4).players["orange"]

    assert (plain.honor, added.honor) == (10, 12)  # Juno has 2


@pytest.mark.rule("AW-198", "AW-200", "AW-R11", "AW-R29")
def test_the_lowest_number_begins_and_tiles_around_everybody_are_revealed_in_turn_order():
    state = set_table(new_game(3), stop_at=7)
    revealing = Playing(set_up.first_reveal(state))

    assert state.first == "white"  # number 2
    assert question(revealing).seat == "white"
    assert question(revealing).slot == "hex 2"  # both met at the same moment: blind tiles come in ascending order
    revealing.answer(["inn"]).answer(["fort"])
    assert state.tiles == {2: "inn", 3: "fort"}
    assert question(revealing).seat == "orange"  # clockwise, not by start number
    revealing.answer(["inn"]).answer(["inn"]).answer(["spire"]).answer(["library"])

    assert state.phase == "play"
    assert sorted(state.tiles) == [2, 3, 7, 12, 13, 17]


@pytest.mark.rule("AW-R11")
def test_a_hex_revealed_for_an_earlier_player_is_skipped():
    state = set_table(new_game(2), ("journey_4", "journey_2"), stop_at=7)
    state.players["orange"].space = "3-7"
    revealing = Playing(set_up.first_reveal(state))
    revealing.answer(["inn"]).answer(["fort"])  # H2 and H3

    revealing.answer(["spire"])  # only H7 is left for orange

    assert sorted(state.tiles) == [2, 3, 7]


@pytest.mark.rule("AW-X14", "AW-23", "AW-198")
def test_x14_setup_of_three_players():
    state = set_table(new_game(3))

    for player in state.players.values():
        assert (player.potential, player.influence, player.conviction, player.reserve) == (8, 8, 2, 3)
        assert [player.has(attr) for attr in ATTRIBUTES] == [1, 1, 1, 0, 0, 0]
        assert (player.honor, player.speed, len(player.companions)) == (10, 2, 1)
    assert state.proficiency == dict.fromkeys(ATTRIBUTES, 2)
    assert sum(state.stacks[colour].size for colour in ("red", "blue", "yellow")) == 36 - 3
    assert sum(pile.up is not None for pile in state.stacks.values()) == 6
    assert (len(state.active), len(state.triggers_left)) == (2, 10)
    assert state.tokens == [20, 30, 40, 50]
    assert state.first == "white"


@pytest.mark.rule("AW-7", "AW-13", "AW-18")
def test_with_real_cards_the_table_says_what_was_drawn():
    state = new_game(2, custody="table")
    playing = asked(turn.play(state), True, "heretic", "forger")

    assert isinstance(playing.ask, ReadCard)
    playing.answer("journey_5").answer("journey_6").answer("quill")
    assert state.players["orange"].space == "12-16"
    assert [held.card for held in state.players["orange"].companions] == ["quill"]
    playing.answer("finch")
    for stack in STACKS:
        playing.answer(UPS[stack])
    playing.answer("renown").answer("wings")

    assert state.players["orange"].has_quest
    assert state.players["orange"].quest is None  # only its owner knows


@pytest.mark.rule("AW-10", "AW-23", "AW-24")
def test_the_guide_lists_the_set_up_with_the_numbers_of_this_table():
    plain = GAME.guide(new_game(3))
    assert "Lay 2 proficiency tiles of each colour below its circle." in plain
    assert any("8 blocks into potential, 8 into influence, 2 into conviction" in step for step in plain)
    assert any("Secret Quest" in step for step in plain)
    assert not any("Treachery" in step for step in plain)

    house = GAME.guide(new_game(2, treachery=True, secret_quests="off", reserve_blocks="in_potential"))
    assert "Lay 1 proficiency tile of each colour below its circle." in house
    assert any("11 blocks into potential" in step for step in house)
    assert not any("Secret Quest" in step for step in house)
    assert any("Treachery" in step for step in house)


def test_rulings_on_hidden_things_are_not_told_to_all():
    for path in ("players.green.quest", "stacks.relic.left", "stacks.trait.top", "triggers_left", "known_tiles"):
        assert GAME.is_secret(path)
    for path in ("players.green.honor", "players.green.attributes.wisdom", "tiles.5", "stacks.relic.up", "round"):
        assert not GAME.is_secret(path)


@pytest.mark.rule("AW-R6")
def test_journeys_that_start_off_the_map_are_refused_before_the_game():
    pack = opened("demo")
    off = replace(pack, journeys=(replace(pack.journeys[0], start_space="1a"), *pack.journeys[1:]))

    with pytest.raises(IllegalAnswer, match="AW-R6"):
        new_game(2, off)
    assert new_game(2, off, rim_triangles="all54").players


@pytest.mark.rule("AW-5", "AW-7")
def test_a_pack_with_too_few_wretches_or_journeys_for_the_players_is_refused():
    pack = opened("demo")

    for few in (replace(pack, wretches=pack.wretches[:2]), replace(pack, journeys=pack.journeys[:2])):
        assert new_game(2, few).players
        with pytest.raises(IllegalAnswer, match="for 2 players, not for 3"):
            new_game(3, few)
