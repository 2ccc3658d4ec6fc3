"""The journey log, saving and loading, players who come and go, starting over."""

from __future__ import annotations

import random

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import run, ship, texts

from rules.ask import ChooseOne, Confirm, PickSome, SplitAmount
from rules.plain import dump, load
from rules.sleeping_gods import GAME
from rules.sleeping_gods.state import Campaign
from rules.sleeping_gods.voyage_log import log_sheet, reset_list, save_line, unpacking_list


def evening(players: int = 2, **more: object) -> Campaign:
    """A campaign worth keeping, at the start of a turn."""
    state = ship(
        players,
        phase="turn_start",
        hands={"north": ["triage", "shove"], "east": ["bluff"]} if players > 1 else {"north": ["triage"]},
        command={"north": 4, "east": 2} if players > 1 else {"north": 4},
        resources={"coins": 5, "grain": 2},
        morale=4,
        health=8,
        region="shore",
        **({"custody": "table"} | more),  # type: ignore[arg-type]
    )
    laurence, mac = state.crew["laurence"], state.crew["mac"]
    laurence.damage, laurence.fatigue, laurence.statuses, laurence.tucked = 2, 2, ["venom"], ["keen_eye"]
    laurence.levels, laurence.weapons, laurence.command = ["laurence_1"], [11], 1
    mac.fatigue = 1
    state.owned = {1: 2, 2: 0, 11: 0}
    state.quests, state.used_quests = [1], [2]
    state.progress.xp = 3
    return state


def packed(state: Campaign) -> tuple[Playing, list[str]]:
    """Save and pack up; all that hands were told on the way."""
    playing, told = run(state).answer("save"), []
    while isinstance(playing.ask, Confirm) and state.phase != "packed":
        told += [playing.ask.text, *playing.ask.todo]
        playing.answer(True)
    return playing, told


# ----- saving


@pytest.mark.rule("SG-334", "SG-335", "SG-3", "SG-R91")
def test_saving_is_offered_whenever_a_turn_is_about_to_start_before_venom_and_never_later() -> None:
    state = evening()
    playing = run(state)
    assert "save" in open_values(playing.ask)
    assert state.crew["laurence"].damage == 2  # venom has not bitten yet
    playing.answer("begin")
    assert state.crew["laurence"].damage == 3
    while not (isinstance(playing.ask, ChooseOne) and "travel" in [o.value for o in playing.ask.options]):
        assert "save" not in [option.value for option in getattr(playing.ask, "options", ())]
        playing.answer(playing.ask.sample(random.Random(2)))  # type: ignore[union-attr]
    assert "save" not in [option.value for option in playing.ask.options]


@pytest.mark.rule("SG-336", "SG-337", "SG-4", "SG-77", "SG-330")
def test_the_save_line_tells_place_health_morale_hands_and_command() -> None:
    state = evening()
    line = save_line(state)
    assert line.startswith("page 2, Rocky Shore; ship health 8; morale 4; ")
    assert "player 1 (Ann): Triage + Shove, 4 command" in line
    assert "player 2 (Ben): Bluff, 2 command" in line
    packed(state)
    assert log_sheet(state)["saves"] == [line]


@pytest.mark.rule("SG-338", "SG-339", "SG-340", "SG-341", "SG-342", "SG-343")
def test_packing_up_tells_which_things_go_where() -> None:
    _, told = packed(evening())
    assert "Laurence: 2 damage, tired, exhausted, venom, Keen Eye, Strong Arm, Harpoon, 1 command." in told
    assert "Mac: tired." in told
    assert "Pia: the board alone." in told
    assert "Resources: 2 grain, 5 coins." in told
    assert "Adventure cards: Soup." in told
    assert "Adventure cards face down, because command lay on them: Gloria." in told
    assert "Hands: Ann: 2 cards; Ben: 1 card." in told
    assert "Command tokens: Ann: 4; Ben: 2." in told
    assert "The event deck as it lies: 18 cards." in told
    assert "The draw deck face down." in told
    assert "The discard pile face up." in told
    order = [
        "On the next line of the journey log write:",
        "Each crew board into an envelope of its own:",
        "Into the campaign box:",
        "Into the ability tuck box:",
        "Put everything else away.",
    ]
    assert [line for line in told if line in order] == order


# ----- loading


@pytest.mark.rule("SG-344", "SG-345", "SG-346", "SG-347", "SG-349", "SG-350", "SG-351", "SG-352", "SG-353", "SG-354")
@pytest.mark.rule("SG-355", "SG-356", "SG-357", "SG-R5")
def test_setting_up_a_saved_campaign_walks_everything_back() -> None:
    state = evening()
    state.discard = ["tinker"]
    told = "\n".join(unpacking_list(state))
    for words in (
        "Atlas open at page 2; the ship in Rocky Shore.",
        "Ship health 8, morale 4.",
        "Resources on the ship board: 2 grain, 5 coins.",
        "Laurence: 2 damage, tired, exhausted, venom, Keen Eye, Strong Arm, Harpoon, 1 command.",
        "discard pile (1 card) apart, not shuffled.",
        "Shuffle the market deck.",
        "Event deck 1 of 3 on the ship board: 18 cards.",
        "Gloria with 2 command",
        "Adventure deck face down, in order, not looked through.",
        "Enemy deck face down, in order, not looked through.",
        "Quest deck face down, in order; current quests:",
        "Other tokens and the storybook near the board.",
        "Search tokens mixed, in a stack face down.",
    ):
        assert words in told
    assert "dice" not in told.lower()


@pytest.mark.rule("SG-R92", "SG-332", "SG-348", "SG-358")
def test_a_campaign_saved_and_restored_is_the_same_but_for_what_is_mixed_anew() -> None:
    state = evening()
    state.market.bottom, state.searched = [101, 102], ["greens"]
    before = dump(state)
    playing, _ = packed(state)
    away: Campaign = load(Campaign, dump(state))  # the box is switched off and on again
    playing = run(away).answer(True)
    assert open_values(playing.ask) == ["same", "others"]
    playing.answer("same").answer("north").answer("deal")
    assert isinstance(playing.ask, ChooseOne)
    assert open_values(playing.ask) == ["begin"]  # nobody wants to stop again at once
    after = dump(away)
    assert (after["market"]["bottom"], after["searched"]) == ([], [])
    for changed in ("market", "searched", "progress", "stopping"):
        before.pop(changed)
        after.pop(changed)
    assert after == before
    assert away.crew[away.captain].controller == ""  # the captain is dealt to nobody


@pytest.mark.rule("SG-R91", "SG-96")
def test_after_loading_the_turn_begins_with_venom_once() -> None:
    state = evening()
    playing, _ = packed(state)
    playing.answer(True).answer("same").answer("north").answer("deal")
    assert state.crew["laurence"].damage == 2
    playing.answer("begin")
    assert state.crew["laurence"].damage == 3


@pytest.mark.rule("SG-358", "SG-R93")
def test_hands_and_command_follow_the_player_number_whoever_is_first_today() -> None:
    state = evening()
    playing, _ = packed(state)
    playing.answer(True).answer("same")
    assert playing.ask.options[0].value == "north"  # type: ignore[union-attr]  # whoever was next is proposed
    playing.answer("east").answer("deal")
    assert (state.order, state.active) == (["east", "north"], "east")
    assert state.players["east"].hand == ["triage", "shove"]  # Ben is player 1 now
    assert state.players["east"].command == 4
    assert state.players["north"].hand == ["bluff"]


@pytest.mark.rule("SG-R93", "SG-348")
def test_more_people_than_saved_hands_start_with_none_and_the_crew_is_dealt_anew() -> None:
    state = evening()
    playing, _ = packed(state)
    playing.answer(True).answer("others").answer(["north", "east", "south"]).answer("Cid")
    playing.answer("north").answer("deal")
    assert (state.players["south"].hand, state.players["south"].command) == ([], 0)
    counts = [sum(board.controller == seat for board in state.crew.values()) for seat in state.order]
    assert sorted(counts) == [2, 3, 3]


@pytest.mark.rule("SG-R93", "SG-371", "SG-372")
def test_a_saved_hand_nobody_comes_for_leaves_like_a_player() -> None:
    state = evening(3)
    state.players["south"].hand, state.players["south"].command = ["keen_eye", "tinker"], 3
    playing, _ = packed(state)
    playing.answer(True).answer("others").answer(["north", "east"]).answer("north")
    assert playing.ask.options[0].label.startswith("Keen Eye")  # type: ignore[union-attr]
    playing.answer(0)  # Keen Eye stays, Tinker goes
    assert "tinker" in state.discard
    playing.answer("east")
    assert isinstance(playing.ask, SplitAmount)
    assert playing.ask.total == 2  # one of the three was discarded
    playing.answer({"north": 1, "east": 1}).answer("deal")
    assert state.players["east"].hand == ["bluff", "keen_eye"]
    assert [state.players[seat].command for seat in ("north", "east")] == [5, 3]
    assert "south" not in state.players


@pytest.mark.rule("SG-R92", "toggle:paper_save", "SG-352")
def test_with_paper_saves_boards_lose_their_command_and_cards_come_back_with_one_token() -> None:
    for paper, board, card in ((False, 1, 2), (True, 0, 1)):
        state = evening(paper_save=paper)
        _, told = packed(state)
        assert state.crew["laurence"].command == board
        assert state.owned == {1: card, 2: 0, 11: 0}
        assert state.crew["laurence"].fatigue == 2  # fatigue stays either way
        assert any("1 command." in line and line.startswith("Laurence") for line in told) is not paper


# ----- players come and go


@pytest.mark.rule("SG-5", "SG-366", "SG-367", "SG-368", "SG-R94", "toggle:joiner_draws_three")
def test_a_new_player_joins_between_turns_with_nothing_and_the_crew_is_dealt_again() -> None:
    for three in (False, True):
        state = evening(joiner_draws_three=three, custody="table")
        playing = run(state).answer("players").answer("join:south").answer("Cid").answer("deal")
        if three:
            playing.answer(True)
        assert state.order == ["north", "east", "south"]
        assert len(state.players["south"].hand) == (3 if three else 0)
        assert state.players["south"].command == 0
        counts = [sum(board.controller == seat for board in state.crew.values()) for seat in state.order]
        assert sorted(counts) == [2, 3, 3]
        assert state.crew[state.captain].controller == ""
        assert "player 1 Ann, player 2 Ben, player 3 Cid" in texts(state)
        assert state.crew["laurence"].command == 1  # tokens on boards that change hands stay there


@pytest.mark.rule("SG-366")
def test_nobody_comes_or_goes_in_the_middle_of_a_turn() -> None:
    playing = run(ship(2, phase="actions"))
    assert "players" not in [option.value for option in playing.ask.options]  # type: ignore[union-attr]


@pytest.mark.rule("SG-369", "SG-370", "SG-371", "SG-372", "SG-R95")
def test_a_leaving_player_discards_one_command_and_all_cards_but_one_and_the_active_player_shares_the_rest() -> None:
    state = evening(3)
    state.players["south"].hand, state.players["south"].command = ["keen_eye", "tinker", "bluff"], 3
    state.players["north"].hand = ["triage", "shove", "shove"]
    playing = run(state).answer("players").answer("leave:south")
    assert (playing.ask.seat, playing.ask.at_least) == ("south", 2)  # type: ignore[union-attr]
    playing.answer([1, 2])
    assert playing.ask.seat == "north"  # type: ignore[union-attr]  # the active player decides
    playing.answer("north")
    assert playing.ask.seat == "north"  # type: ignore[union-attr]
    assert isinstance(playing.ask, PickSome)  # four cards now: down to three at once
    playing.answer([0])
    assert isinstance(playing.ask, SplitAmount)
    assert playing.ask.total == 2
    playing.answer({"east": 2}).answer("deal")
    assert state.order == ["north", "east"]
    assert len(state.players["north"].hand) == 3
    assert state.players["east"].command == 4
    assert all(board.controller != "south" for board in state.crew.values())
    assert "player 1 Ann, player 2 Ben" in texts(state)


@pytest.mark.rule("SG-R95")
def test_if_the_holder_of_the_captain_token_leaves_the_next_player_decides_and_is_active() -> None:
    state = evening(3)
    state.players["north"].command = 0
    playing = run(state).answer("players").answer("leave:north").answer([0])
    assert playing.ask.seat == "east"  # type: ignore[union-attr]
    playing.answer("south").answer("deal")
    assert state.active == "east"
    assert state.players["south"].hand == ["shove"]
    assert sum(player.command for player in state.players.values()) == 2  # with 0 command nothing is discarded


@pytest.mark.rule("SG-2", "SG-366")
def test_the_last_player_cannot_leave_and_four_is_all() -> None:
    playing = run(evening(1)).answer("players")
    assert "Somebody has to play" in why_not(playing.ask, "leave:north")
    playing = run(ship(4, phase="turn_start")).answer("players")
    assert not [value for value in open_values(playing.ask) if value.startswith("join")]


# ----- starting over


@pytest.mark.rule("SG-333", "SG-373", "SG-374", "SG-375", "SG-376", "SG-10", "SG-283")
def test_a_reset_puts_everything_back_and_keeps_only_the_achievement_sheet() -> None:
    state = evening()
    state.progress.achievements = ["a1"]
    playing = run(state).answer("reset")
    playing.answer("yes")
    assert isinstance(playing.ask, Confirm)
    assert playing.ask.todo == reset_list(state)
    told = " ".join(playing.ask.todo)
    assert "adventure deck, in numerical order, 1 first" in told
    assert "those of the used quest box too" in told
    assert "All level cards" in told
    assert "All tokens" in told
    playing.answer(True)
    assert GAME.ending(state) == "reset"
    assert state.result["achievements"] == ["a1"]


@pytest.mark.rule("SG-333")
def test_a_reset_asked_for_by_mistake_can_be_taken_back() -> None:
    state = evening()
    playing = run(state).answer("reset").answer("no")
    assert state.result is None
    assert "begin" in open_values(playing.ask)


@pytest.mark.rule("SG-330", "SG-329", "SG-328", "SG-362", "SG-R6")
def test_the_log_tells_players_mode_xp_and_how_the_world_speaks_of_them() -> None:
    state = ship(2, mode="easy")
    state.progress.xp, state.progress.feared, state.progress.revered = 5, 1, 2
    state.events.done = [1]
    sheet = log_sheet(state)
    assert (sheet["players"], sheet["mode"]) == (["Ann", "Ben"], "easy")
    assert (sheet["xp"], sheet["feared"], sheet["revered"], sheet["decks_done"]) == (5, 1, 2, [1])
