"""The journey log: saving, setting up again, players who come and go, starting over, secrets and views."""

from __future__ import annotations

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import aside, do, fight, run, ship, texts

from rules.ask import Confirm, PickSome, SplitAmount
from rules.plain import dump, load
from rules.position import Position
from rules.sleeping_gods import GAME
from rules.sleeping_gods.players import join, leave
from rules.sleeping_gods.state import Campaign
from rules.sleeping_gods.voyage_log import packing_list, reset_list, save_line, unpacking_list


def laden(custody: str = "table") -> Campaign:
    """A campaign with something of everything."""
    state = ship(
        2,
        custody=custody,
        phase="turn_start",
        hands={"north": ["triage", "bluff"], "east": ["shove"]},
        command={"north": 2, "east": 1},
        resources={"meat": 2, "coins": 4},
        morale=4,
        health=7,
        region="ice",
        cards=[1, 2, 11],
    )
    state.owned[2] = 2
    mac = state.crew["mac"]
    mac.damage, mac.fatigue, mac.statuses, mac.tucked = 1, 2, ["venom"], ["tinker"]
    mac.levels, mac.weapons, mac.command = ["mac_1"], [11], 1
    state.quests, state.used_quests = [1], [2]
    state.discard = ["keen_eye"]
    state.market.bottom = [103, 101]
    state.searched = ["greens"]
    return state


# ----- saving


@pytest.mark.rule("SG-334", "SG-335", "SG-336", "SG-337", "SG-330")
def test_saving_is_offered_when_a_turn_is_about_to_start_and_writes_a_line() -> None:
    state = laden()
    playing = run(state)
    assert "save" in open_values(playing.ask)
    assert "begin" in open_values(playing.ask)  # nobody has to
    line = save_line(state)
    for words in ("page 5, Ice", "ship health 7", "morale 4", "player 1 (Ann): Triage + Bluff, 2 command", "1 command"):
        assert words in line
    playing.answer("save")
    assert isinstance(playing.ask, Confirm)
    assert playing.ask.todo[:2] == ("On the next line of the journey log write:", line)
    assert GAME.show(state, None)["log"]["saves"] == [line]
    acting = run(ship(2))
    assert "save" not in [option.value for option in acting.ask.options]  # type: ignore[union-attr]


@pytest.mark.rule("SG-338", "SG-339", "SG-340", "SG-341", "SG-342", "SG-343", "SG-R92")
def test_packing_up_says_what_goes_into_which_envelope_and_box() -> None:
    steps = dict(packing_list(laden()))
    envelopes = steps["Each crew board into an envelope of its own:"]
    assert len(envelopes) == 9
    mac = next(line for line in envelopes if line.startswith("Mac"))
    assert mac == "Mac: 1 damage, tired, exhausted, venom, Tinker, Grit, Harpoon, 1 command."
    box = " ".join(steps["Into the campaign box:"])
    assert "2 meat, 4 coins" in box
    assert "Adventure cards: Gloria." in box
    assert "face down, because command lay on them: Soup" in box
    assert "Ann: 2 cards; Ben: 1 card" in box
    assert "Command tokens: Ann: 2; Ben: 1" in box
    assert "The Lost Bell" in box
    assert "The event deck as it lies: 18 cards" in box
    assert steps["Into the ability tuck box:"] == ("The draw deck face down.", "The discard pile face up.")
    assert "Put everything else away." in steps


def saved(state: Campaign) -> Playing:
    return run(state).answer("save").answer(True)


@pytest.mark.rule("SG-344", "SG-345", "SG-346", "SG-347", "SG-348", "SG-349", "SG-350", "SG-351", "SG-352", "SG-353")
@pytest.mark.rule("SG-354", "SG-355", "SG-356", "SG-357", "SG-358", "SG-17", "SG-R5")
def test_setting_up_again_walks_everything_back() -> None:
    playing = saved(laden())
    assert isinstance(playing.ask, Confirm)
    todo = " ".join(playing.ask.todo)
    for words in (
        "Atlas open at page 5; the ship in Ice",
        "Ship health 7, morale 4",
        "Resources on the ship board: 2 meat, 4 coins",
        "Mac: 1 damage, tired, exhausted, venom, Tinker, Grit, Harpoon, 1 command",
        "Captain Odessa's board in the centre, the others dealt evenly again",
        "Ability draw deck (5 cards) and discard pile (1 card) apart, not shuffled",
        "Shuffle the market deck",
        "Event deck 1 of 3 on the ship board: 18 cards",
        "Adventure cards face up: Gloria, Soup with 2 command.",
        "Adventure deck face down, in order, not looked through",
        "Enemy deck face down, in order, not looked through",
        "Quest deck face down, in order; current quests: The Lost Bell",
        "Other tokens and the storybook near the board",
        "Search tokens mixed, in a stack face down",
        "Decide who is first, hand out captain token and player cards; hands and command by player number",
    ):
        assert words in todo, words
    assert "dice" not in todo


@pytest.mark.rule("SG-332", "SG-R92", "SG-4")
def test_a_saved_campaign_comes_back_identical_but_for_market_and_search() -> None:
    state = laden()
    before = dump(state)
    playing = saved(state)
    playing.answer(True).answer("same").answer("north").answer("deal")
    after = dump(state)
    for changed in ("market", "searched"):
        before.pop(changed)
        after.pop(changed)
    before["progress"]["saves"] = after["progress"]["saves"]
    assert after == before | {"stopping": False}
    assert state.market.bottom == []  # the market deck is shuffled
    assert state.searched == []  # the search stack is mixed


@pytest.mark.rule("SG-R92", "toggle:paper_save")
def test_a_paper_save_forgets_command_on_boards_and_counts_cards_with_one() -> None:
    state = laden()
    state.setup.toggles["paper_save"] = True
    saved(state)
    assert state.crew["mac"].command == 0
    assert state.owned == {1: 0, 2: 1, 11: 0}
    assert state.crew["mac"].fatigue == 2  # fatigue stays


@pytest.mark.rule("SG-R91")
def test_saving_comes_before_venom_which_works_once_after_loading() -> None:
    state = laden()
    playing = saved(state)
    assert state.crew["mac"].damage == 1
    playing.answer(True).answer("same").answer("north").answer("deal")
    assert state.crew["mac"].damage == 1
    playing.answer("begin")
    assert state.crew["mac"].damage == 2


@pytest.mark.rule("SG-358", "SG-R93")
def test_after_loading_the_first_player_is_free_and_hands_follow_the_player_number() -> None:
    state = laden()
    playing = saved(state).answer(True)
    assert open_values(playing.ask) == ["same", "others"]
    playing.answer("same")
    assert open_values(playing.ask)[0] == "north"  # proposed: whoever was next
    playing.answer("east").answer("deal")
    assert state.active == "east"
    assert state.order == ["east", "north"]
    assert state.players["east"].hand == ["triage", "bluff"]  # player 1's
    assert state.players["north"].hand == ["shove"]


@pytest.mark.rule("SG-R93")
def test_more_people_than_hands_start_with_none_and_fewer_hand_over() -> None:
    state = laden()
    playing = saved(state).answer(True).answer("others").answer(["north", "east", "south"])
    playing.answer("Cid").answer("north").answer("deal")
    assert state.name("south") == "Cid"
    assert state.players["south"].hand == []
    assert state.players["south"].command == 0
    fewer = laden()
    fewer.players["east"].hand = ["shove", "keen_eye"]
    fewer.discard = []
    playing = saved(fewer).answer(True).answer("others").answer(["north"])
    playing.answer(1)  # which of the two cards is kept
    assert playing.ask.text == "Ann, it is your turn."  # type: ignore[union-attr]
    assert fewer.order == ["north"]
    assert fewer.discard == ["shove"]
    assert fewer.players["north"].hand == ["triage", "bluff", "keen_eye"]
    assert fewer.players["north"].command == 2  # Ben's one token was discarded
    assert all(board.controller == "north" for crew, board in fewer.crew.items() if crew != "odessa")


def test_a_position_is_saved_and_loaded_in_the_middle_of_a_combat() -> None:
    position = Position.begin(GAME, GAME.setup({"north": "Ann"}, {}, "box", "sample"))
    answers = (
        "normal",
        "fresh",
        True,
        ["shove"],
        ["triage"],
        ["bluff"],
        "begin",
        ["tinker"],
        [0],
        ["calm"],
        "explore",
        "7",
    )
    for answer in (*answers, True):
        position = position.after(answer)
    position = position.after(["3", "2"]).after("attack:laurence")
    again = Position.load(GAME, position.save())
    assert again.ask == position.ask
    assert dump(again.state) == dump(position.state)


# ----- coming and going


@pytest.mark.rule("SG-5", "SG-366", "SG-367", "SG-368", "SG-R94", "toggle:joiner_draws_three")
def test_a_joiner_gets_crew_but_no_cards_and_no_command() -> None:
    state = ship(2, phase="turn_start")
    playing = run(state).answer("players")
    assert next(each.label for each in playing.ask.options if each.value == "join:south") == (  # type: ignore[union-attr]
        "somebody joins at the south side"
    )
    playing.answer("join:south").answer("Cid").answer("deal")
    assert state.order == ["north", "east", "south"]
    assert state.active == "north"
    counts = sorted(sum(board.controller == seat for board in state.crew.values()) for seat in state.order)
    assert counts == [2, 3, 3]
    assert state.crew["odessa"].controller == ""
    assert (state.players["south"].hand, state.players["south"].command) == ([], 0)
    assert "player 3 Cid" in texts(state)
    house = ship(2, joiner_draws_three=True)
    playing = Playing(join(house, "south")).answer("Dot").answer("deal")
    for card in ("shove", "triage", "bluff"):
        playing.answer([card])
    assert house.players["south"].hand == ["shove", "triage", "bluff"]


@pytest.mark.rule("SG-366")
def test_in_the_middle_of_a_turn_nobody_comes_or_goes() -> None:
    assert "players" not in [option.value for option in run(ship(2)).ask.options]  # type: ignore[union-attr]
    alone = run(ship(1, phase="turn_start")).answer("players")
    assert "SG-2" in why_not(alone.ask, "leave:north")


@pytest.mark.rule("SG-369", "SG-370", "SG-371", "SG-372", "SG-R95", "SG-R12")
def test_a_leaver_discards_one_command_and_all_cards_but_one_and_the_active_player_shares_the_rest() -> None:
    hands = {"north": ["bluff", "keen_eye", "tinker"], "south": ["shove", "triage", "grand_plan"]}
    state = ship(3, hands=hands, command={"south": 3})
    state.crew["mac"].command = 1
    playing = Playing(leave(state, "south"))
    assert state.players["south"].command == 2
    assert playing.ask is not None
    assert playing.ask.seat == "south"
    playing.answer([0, 1])
    assert playing.ask.seat == "north"
    playing.answer("north")  # who takes the last card
    assert isinstance(playing.ask, PickSome)  # Ann has four now and keeps to three
    playing.answer([0])
    assert isinstance(playing.ask, SplitAmount)
    assert playing.ask.seat == "north"
    playing.answer({"north": 1, "east": 1}).answer("deal")
    assert state.players["north"].hand == ["keen_eye", "tinker", "grand_plan"]
    assert [state.players[seat].command for seat in state.order] == [1, 1]
    assert state.order == ["north", "east"]
    assert "south" not in state.players
    assert sum(board.controller == "north" for board in state.crew.values()) == 4
    assert state.crew["mac"].command == 1  # tokens on reassigned boards stay there
    assert "player 1 Ann, player 2 Ben" in texts(state)


@pytest.mark.rule("SG-R95")
def test_if_the_captain_token_leaves_the_next_player_decides_and_without_command_nothing_is_discarded() -> None:
    state = ship(3, hands={"north": ["bluff"]})
    playing = Playing(leave(state, "north"))
    assert state.active == "east"
    assert playing.ask is not None
    assert playing.ask.seat == "east"
    playing.answer("south").answer("deal")
    assert state.players["south"].hand == ["bluff"]
    assert all(player.command == 0 for player in state.players.values())


# ----- starting over


@pytest.mark.rule("SG-333", "SG-373", "SG-374", "SG-375", "SG-376", "SG-10")
def test_a_campaign_may_be_reset_and_only_the_achievement_sheet_stays() -> None:
    state = laden()
    state.progress.achievements = ["a1"]
    playing = run(state).answer("reset")
    playing.answer("no")
    assert state.result is None
    playing.answer("reset").answer("yes")
    assert isinstance(playing.ask, Confirm)
    todo = " ".join(playing.ask.todo)
    assert "adventure cards back into the adventure deck, in numerical order, 1 first when face down" in todo
    assert "used quest box too, back into the quest deck" in todo
    assert "level cards back to the supply" in todo
    assert "tokens back to the supply" in todo
    assert playing.ask.todo == reset_list(state)
    playing.answer(True)
    assert GAME.ending(state) == "reset"
    assert state.result["achievements"] == ["a1"]
    fresh = GAME.begin(GAME.setup({"north": "Ann"}, {}, "box", "sample"))
    run(fresh).answer("normal").answer("ticked").answer(["a1"]).answer(True)  # the sheet of earlier campaigns
    assert fresh.progress.achievements == ["a1"]
    assert fresh.quests == []


# ----- what everybody may know


@pytest.mark.rule("SG-38", "SG-39", "SG-40", "SG-217")
def test_no_seat_sees_decks_and_the_screen_sees_no_hand() -> None:
    state = laden()
    public = str(GAME.show(state, None))
    for secret in ("Triage", "Bluff", "Scorpion", "Almanac", "A Letter"):
        assert secret not in public
    assert "Triage" in str(GAME.show(state, "north"))
    assert "Triage" not in str(GAME.show(state, "east"))
    assert GAME.is_secret("players.north.hand.0")
    assert not GAME.is_secret("ship.morale")


@pytest.mark.rule("SG-92", "SG-49", "SG-260")
def test_the_difference_of_two_tables_is_told_to_hands() -> None:
    state = laden()
    state.phase = "actions"
    before = GAME.view(state)
    do(state, {"do": "damage", "who": "named", "crew": "laurence", "n": 2})
    do(state, {"do": "ship_damage", "n": 1})
    do(state, {"do": "gain_status", "status": "weakened", "who": "named", "crew": "pia"})
    do(state, {"do": "gain_quest", "number": 3})
    state.ship.region = "harbor"
    state.crew["mac"].tucked = []
    state.crew["mac"].weapons = []
    state.owned[1] = 1
    after = GAME.view(state)
    assert set(GAME.todo(before, after)) == {
        "Put 2 damage on Laurence.",
        "Move the ship health marker to 6.",
        "Put 1 weakened token on Pia.",
        "Take quest 3 from the quest deck.",
        "Move the ship to Harbor, page 2.",
        "Discard Tinker from Mac's board.",
        "Take Harpoon off.",
        "Put 1 command on Gloria.",
    }
    assert GAME.todo(before, before) == []


@pytest.mark.rule("SG-249")
def test_a_defeated_enemy_leaves_with_its_tokens_and_the_others_slide_together() -> None:
    state = ship(1)
    battle = fight(state, 2, 3, 2)
    battle.row[0].covered = [0]
    battle.row[1].covered = [1]
    battle.row[2].covered = [0, 1]
    names = [state.pack.enemies[foe.number].name for foe in battle.row]
    before = GAME.view(state)
    gone = battle.row.pop(0)
    assert GAME.todo(before, GAME.view(state)) == [
        f"Take {names[0]} (enemy 1) with its tokens out of the row.",  # there are two of them
        "Slide the other enemies together.",
    ]
    battle.row.insert(0, gone)
    battle.row[1].covered = [1, 2]  # one slash: a token on the neighbour, and the one at the right end falls
    del battle.row[2]
    assert GAME.todo(before, GAME.view(state)) == [
        f"Take {names[2]} (enemy 3) with its tokens out of the row.",
        "Slide the other enemies together.",
        f"Put a damage token on enemy 2 ({names[1]}): row {{0.row}}, column {{0.col}}.".format(
            state.pack.enemies[3].squares[2]
        ),
    ]
    before = GAME.view(state)
    battle.row.clear()
    told = GAME.todo(before, GAME.view(state))
    assert told == [
        f"Take {names[0]} (enemy 1) with its tokens out of the row.",
        f"Take {names[1]} (enemy 2) with its tokens out of the row.",
    ]


def test_a_card_that_came_without_tokens_needs_no_hand_for_them() -> None:
    state = laden()
    state.phase = "actions"
    before = GAME.view(state)
    state.owned[3] = 0
    assert GAME.todo(before, GAME.view(state)) == [
        f"Lay {state.card_name(3)} (adventure card 3) face up with the adventure cards."
    ]
    state.resources["meat"] -= 2
    state.players["north"].command -= 1
    orders = GAME.todo(before, GAME.view(state))
    assert "Take 2 meat off the ship board." in orders
    assert "Take 1 command away from Ann." in orders


def test_the_row_of_enemies_is_part_of_the_view() -> None:
    state = ship(1)
    before = GAME.view(state)
    battle = fight(state, 1)
    laid = GAME.view(state)
    order = "Lay Scorpion Squid (enemy card 1) as enemy 1; armor token on row 3, column 1."
    assert order in GAME.todo(before, laid)
    battle.row[0].covered = [0]
    battle.row[0].armor = []
    battle.combo = 1
    orders = GAME.todo(laid, GAME.view(state))
    assert orders == [
        "Move the combo marker to 1.",
        "Take the armor token off enemy 1 (Scorpion Squid): row 3, column 1.",
        "Put a damage token on enemy 1 (Scorpion Squid): row 1, column 1.",
    ]
    shown = GAME.show(state, None)["combat"]["row"][0]
    assert shown["damage"] == 5
    assert shown["squares"][0]["covered"] is True


def test_the_log_sheet_can_be_printed() -> None:
    state = laden()
    sheet = GAME.show(state, None)["log"]
    assert sheet["players"] == ["Ann", "Ben"]
    assert unpacking_list(state)
    assert dump(load(Campaign, dump(state))) == dump(state)


@pytest.mark.rule("SG-333", "SG-R54")
def test_the_campaign_can_be_reset_at_any_time_also_in_a_hopeless_fight() -> None:
    state = ship(2, mode="easy")
    battle = fight(state, 10)
    playing = run(state)
    aside(state, "east", "reset").answer("no")
    assert state.result is None
    aside(state, "east", "reset").answer("yes").answer(True)
    playing.again()
    assert playing.ask is None
    assert GAME.ending(state) == "reset"
    state = ship(1, mode="easy")
    battle = fight(state, 10)
    assert "reset" not in open_values(run(state).ask)
    battle.round = 20
    run(state).answer("reset").answer("yes").answer(True)
    assert GAME.ending(state) == "reset"


@pytest.mark.rule("SG-5", "SG-366")
def test_the_box_knows_who_plays_today_and_whose_turn_it_is() -> None:
    state = ship(2, phase="turn_start")
    assert GAME.players(state) == {"north": "Ann", "east": "Ben"}
    assert GAME.at_turn(state) == "north"
    run(state).answer("players").answer("join:south").answer("Cid").answer("deal")
    assert GAME.players(state) == {"north": "Ann", "east": "Ben", "south": "Cid"}
    run(state).answer("players").answer("leave:north").answer("deal")
    assert list(GAME.players(state)) == ["east", "south"]
    assert GAME.at_turn(state) == "east"
    fresh = GAME.begin(GAME.setup({"north": "Ann"}, {}, "box", "sample"))
    assert GAME.players(fresh) == {"north": "Ann"}
    assert GAME.at_turn(fresh) is None
    assert GAME.guide(fresh) == ()


@pytest.mark.rule("SG-17")
def test_the_guide_lays_a_new_campaign_or_one_that_goes_on() -> None:
    state = laden()
    state.turn = 0
    assert any("Lay the atlas in the centre, open at page" in line for line in GAME.guide(state))
    assert GAME.put_back(state) == []
    state.turn = 4
    assert any("Event deck 1 of 3 on the ship board" in line for line in GAME.put_back(state))
    assert GAME.guide(state) == ()


# ----- put away in the middle


@pytest.mark.rule("SG-173", "SG-178")
def test_of_two_tucked_cards_hands_are_told_to_discard_the_right_one() -> None:
    state = laden()
    state.phase = "actions"
    mac = state.crew["mac"]
    mac.tucked = ["tinker", "keen_eye"]
    before = GAME.view(state)
    mac.tucked = ["keen_eye"]
    assert GAME.todo(before, GAME.view(state)) == ["Discard Tinker from Mac's board."]
    assert GAME.todo(GAME.view(state), before) == ["Tuck Tinker under Mac's board."]  # taken back
    mac.tucked = ["keen_eye", "keen_eye"]
    assert GAME.todo(before, GAME.view(state)) == [
        "Discard Tinker from Mac's board.",
        "Tuck Keen Eye under Mac's board.",
    ]


@pytest.mark.rule("SG-126")
def test_the_captain_token_is_passed_when_everything_else_is_done() -> None:
    state = laden()
    state.phase = "actions"
    before = GAME.view(state)
    state.active = "east"
    state.resources |= {"coins": 5, "vegetables": 1}
    state.owned[3] = 0
    assert GAME.todo(before, GAME.view(state)) == [
        "Put 1 vegetable on the ship board.",
        "Put 1 coin on the ship board.",
        f"Lay {state.card_name(3)} (adventure card 3) face up with the adventure cards.",
        "Pass the captain token to Ben.",
    ]


@pytest.mark.rule("SG-226", "SG-239", "SG-269")
def test_a_combat_action_token_goes_onto_the_attacker_and_a_combo_marker_on_0_stays() -> None:
    state = ship(2)
    peace = GAME.view(state)
    battle = fight(state, 1)
    start = GAME.view(state)
    assert not any("combo marker" in order for order in GAME.todo(peace, start))
    crew = state.crew_of("north")[-1]
    battle.tokens["north"] -= 1
    battle.attacks[crew] = 1
    assert GAME.todo(start, GAME.view(state)) == [
        f"Move a combat action token from Ann onto {state.called(crew)}.",
    ]
    assert GAME.todo(GAME.view(state), start) == [
        f"Move a combat action token from {state.called(crew)} back to Ann.",
    ]
    battle.combo = 2
    fought = GAME.view(state)
    state.combat = None
    assert "Move the combo marker to 0." in GAME.todo(fought, GAME.view(state))


@pytest.mark.rule("SG-344", "SG-358")
def test_a_game_put_away_in_a_combat_is_laid_out_as_it_stood() -> None:
    state = laden()
    state.turn, state.phase = 4, "actions"
    battle = fight(state, 1)
    battle.row[0].covered, battle.combo = [0], 1
    battle.attacks["mac"] = 1
    battle.tokens = {"north": 1, "east": 2}
    told = GAME.put_back(state)
    card = state.pack.enemies[1]
    struck, armor = card.squares[0], card.squares[battle.row[0].armor[0]]
    assert (
        f"Row of enemies, place 1: enemy 1, {card.name}; damage token on row {struck.row}, column {struck.col}; "
        f"armor token on row {armor.row}, column {armor.col}." in told
    )
    assert "Combat action tokens: Ann 1, Ben 2, 1 on Mac." in told
    assert "Combo point card with its marker on 1." in told
    mine = state.name(state.crew["mac"].controller)
    assert f"Mac, in front of {mine}: 1 damage, tired, exhausted, venom, Tinker, Grit, Harpoon, 1 command." in told
    assert "Ann: player card 1, 2 command, 2 cards in hand." in told
    assert "The captain token to Ann." in told
    assert "Adventure cards face up: Gloria, Soup with 2 command." in told  # the harpoon lies with Mac
    assert not any("dealt" in line or "Shuffle" in line or "Decide who" in line for line in told)


@pytest.mark.rule("SG-337", "SG-341", "SG-358")
def test_a_saved_campaign_names_hands_command_and_lasting_events() -> None:
    state = laden()
    state.phase = "packed"
    lasting = next(iter(state.pack.events))
    state.events.in_play.append(lasting)
    told = " ".join(GAME.guide(state))
    assert "player 1: 2 cards and 2 command; player 2: 1 card and 1 command." in told
    assert f"Events in play beside the deck: {state.pack.events[lasting].name}." in told
    assert f"Events in play beside the deck: {state.pack.events[lasting].name}." in " ".join(
        dict(packing_list(state))["Into the campaign box:"]
    )


@pytest.mark.rule("SG-R14")
def test_what_the_box_holds_is_neither_packed_nor_laid_out_by_hand() -> None:
    state = laden(custody="box")
    steps = dict(packing_list(state))
    assert not any("event deck" in line or "Hands" in line for line in steps["Into the campaign box:"])
    assert steps["Into the ability tuck box:"] == ("Nothing: the box holds the ability deck and the hands.",)
    for state.phase, told_by in (("packed", GAME.guide), ("actions", GAME.put_back)):
        state.turn = 4
        told = told_by(state)
        assert told[0] == (
            "The box holds the ability deck and the hands, the event deck, the market deck and the search tokens."
        )
        assert not any(line.startswith(("Ability", "Event deck", "Shuffle", "Market", "Search")) for line in told)


@pytest.mark.rule("SG-373", "SG-374")
def test_after_the_last_paragraph_the_guide_puts_the_decks_back() -> None:
    state = laden()
    state.turn, state.result = 9, {"how": "totems", "won": True, "text": "", "totems": 8}
    assert GAME.guide(state) == reset_list(state)
    assert GAME.put_back(state) == []


# ----- notes on the map


@pytest.mark.rule("SG-78", "SG-331")
def test_a_note_is_written_at_a_place_of_the_map_and_everybody_reads_it() -> None:
    state = ship(2)
    playing = run(state)
    assert "unnote" not in [option.value for option in GAME.asides(state, "east")]  # there is none to remove
    writing = aside(state, "east", "note")
    assert [option.label for option in writing.ask.options] == [  # type: ignore[union-attr]
        "Harbor",
        "Harbor: place 2",
        "Harbor: place 7",
        "Harbor: place 9",
        "Fog Bank",
        "Rocky Shore",
        "Rocky Shore: place 4",
        "Lagoon",
        "page 2 as a whole",
        "page 5",
        "page 13",
        "no note after all",
    ]
    writing.answer("shore/4").answer("Needs the keyword bell, come back!")
    assert writing.ask is None
    assert "Ben writes on the map, Rocky Shore, place 4 (page 2): Needs the keyword bell, come back!" in texts(state)
    aside(state, "north", "note").answer("page 13").answer("Not seen yet")
    for seat in (None, "north", "east"):
        assert GAME.show(state, seat)["log"]["map_notes"] == [
            {"page": 2, "region": "shore", "location": "4", "place": "Rocky Shore, place 4 (page 2)",
             "text": "Needs the keyword bell, come back!"},
            {"page": 13, "region": "", "location": "", "place": "page 13", "text": "Not seen yet"},
        ]  # fmt: skip
    assert GAME.show(state, None)["log"]["notes"] == [
        "Rocky Shore, place 4 (page 2): Needs the keyword bell, come back!",
        "page 13: Not seen yet",
    ]
    again = load(Campaign, dump(state))
    assert again.progress.map_notes == state.progress.map_notes
    playing.again()
    assert "Choose an action" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-78", "SG-331")
def test_any_player_may_remove_a_note_or_think_better_of_it() -> None:
    state = ship(2)
    run(state)
    aside(state, "north", "note").answer("fog").answer("Beware")
    aside(state, "north", "note").answer("harbor").answer("Cheap soup")
    removing = aside(state, "east", "unnote")
    assert [option.label for option in removing.ask.options] == [  # type: ignore[union-attr]
        "Fog Bank (page 2): Beware",
        "Harbor (page 2): Cheap soup",
        "none",
    ]
    removing.answer("none")
    aside(state, "east", "unnote").answer(0)
    assert [note.text for note in state.progress.map_notes] == ["Cheap soup"]
    assert "Ben removes the note at Fog Bank (page 2): Beware" in texts(state)
    aside(state, "east", "note").answer("none")
    assert len(state.progress.map_notes) == 1


@pytest.mark.rule("SG-331")
def test_pages_the_ship_has_not_come_to_stay_closed_while_a_note_is_written() -> None:
    state = ship(1)
    run(state)
    asked = str(aside(state, "north", "note").ask)
    assert "Far Reef" not in asked
    assert "20" not in asked  # needs an expansion
    state.ship.region = "reef_far"
    assert "Far Reef" in str(aside(state, "north", "note").ask)
