"""Set-up: loyalty, roles, placards, board."""

import pytest
from playing import asked, open_values, play, why_not
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, NAMES, ROLES, example_pack, playing, setup, table, texts

from rules.ask import Confirm, IllegalAnswer
from rules.chance import DrawCards
from rules.silent_sea import GAME, set_up
from rules.silent_sea.pack import ROLES as IN_ORDER
from rules.silent_sea.state import SilentSea

DEAL = [["crewmate"], ["traitor"], ["crewmate"], ["crewmate"]]
LOOK = [(seat, True) for seat in NAMES]
AGREE = ["agreed", "engineer", "astrobiologist", "doctor"]


def new_game(custody="box", **toggles):
    game = SilentSea(setup=setup(custody, **toggles))
    game.pack = example_pack()
    return game


@pytest.mark.rule("SS-36", "SS-R1")
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_exactly_four_play(players):
    with pytest.raises(IllegalAnswer, match=r"for 4 players|no seat"):
        GAME.setup({seat: seat for seat in (*GAME.seats, "green")[:players]})
    assert len(GAME.setup(4).seats) == 4


@pytest.mark.rule("SS-37", "SS-38", "SS-39", "SS-3", "SS-R2", "SS-R3")
def test_each_draws_a_loyalty_card_that_nobody_else_sees():
    game = new_game()
    dealing = asked(set_up.set_up(game))
    for number, seat in enumerate(NAMES):
        assert isinstance(dealing.ask, DrawCards)
        assert (dealing.ask.seat, dealing.ask.private, dealing.ask.at_once) == (seat, True, True)
        assert dict(dealing.ask.left).get("traitor", 0) == int(number < 2)
        dealing.answer(DEAL[number])
    assert dealing.ask.seats == tuple(NAMES)  # all look at once
    for seat in NAMES:
        mine = GAME.show(game, seat)["me"]["loyalty"]
        assert mine == ("traitor" if seat == ASTRO else "crewmate")
    for answer in (*LOOK, *AGREE):
        dealing.answer(answer)
    loyalties = {seat: player.loyalty for seat, player in game.players.items()}
    assert loyalties == {ENGINEER: "crewmate", ASTRO: "traitor", DOCTOR: "crewmate", CAPTAIN: "crewmate"}
    for seat in (None, ENGINEER):
        assert [each["loyalty"] for each in GAME.show(game, seat)["seats"]] == [None] * 4


@pytest.mark.rule("SS-37", "SS-R3")
def test_real_loyalty_cards_stay_unknown_to_the_box():
    game = new_game("table")
    looking = asked(set_up.set_up(game))
    assert isinstance(looking.ask, Confirm)
    assert "Everybody draws a Loyalty card" in looking.ask.text
    for answer in (True, *AGREE):
        looking.answer(answer)
    assert [player.loyalty for player in game.players.values()] == [None] * 4
    assert all(GAME.show(game, seat)["me"]["loyalty"] is None for seat in NAMES)


@pytest.mark.rule("SS-40", "SS-41", "SS-4", "SS-R4", "SS-R5")
def test_the_players_agree_on_roles_each_once_and_take_its_two_cards():
    game = new_game()
    agreeing = asked(set_up.set_up(game), *DEAL, *LOOK, "agreed", "captain")
    assert agreeing.ask.seat == ASTRO
    assert why_not(agreeing.ask, "captain") == "Ann is already the Captain. (SS-R4)"
    assert open_values(agreeing.ask) == ["engineer", "astrobiologist", "doctor"]
    agreeing.answer("doctor").answer("engineer")
    assert [game.players[seat].role for seat in NAMES] == ["captain", "doctor", "engineer", "astrobiologist"]
    for player in game.players.values():
        assert [game.ability_card(each).role for each in player.abilities] == [player.role] * 2


@pytest.mark.rule("SS-R4")
def test_without_agreement_the_box_draws_the_roles():
    game = new_game()
    drawing = asked(set_up.set_up(game), *DEAL, *LOOK, "draw")
    assert isinstance(drawing.ask, DrawCards)
    assert (drawing.ask.count, dict(drawing.ask.left)) == (4, dict.fromkeys(IN_ORDER, 1))
    drawing.answer(["doctor", "captain", "engineer", "astrobiologist"])
    assert game.players[ENGINEER].role == "doctor"
    assert game.order == [DOCTOR, CAPTAIN, ENGINEER, ASTRO]


@pytest.mark.rule("SS-42", "SS-43", "SS-44", "SS-45", "SS-46", "SS-47", "SS-48", "SS-105", "SS-107", "SS-112", "SS-R8")
def test_the_table_is_laid_out():
    game = new_game()
    play(set_up.set_up(game), *DEAL, *LOOK, *AGREE)
    view = GAME.view(game)
    for seat in NAMES:
        assert view[f"figure {seat}"] == "ST"
        assert view[f"health {seat}"] == "5"
        assert view[f"samples {seat}"] == "0"
        assert (view[f"ability {seat} 1"], view[f"ability {seat} 2"]) == ("face-down", "face-down")
        assert f"ability {seat} 3" not in view
    assert [view[f"token WL{n}"] for n in (1, 2, 3, 4)] == [f"1 on WL{n}" for n in (1, 2, 3, 4)]
    assert view["supply"] == "4"
    decks = GAME.show(game, None)["decks"]
    assert (decks["generic"], decks["generic_discard"], decks["crisis"]) == (48, [], 30)
    assert decks["crisis_discard"] == []


@pytest.mark.rule("SS-R8")
def test_labs_are_not_refilled_from_beside_the_board():
    game = table({ENGINEER: "p4"}, phase="move", rolled=1)
    playing(game, "to:WL1", "done")
    assert ("WL1" in game.tokens, game.supply) == (False, 4)


@pytest.mark.rule("SS-49", "SS-11")
def test_the_turn_order_is_that_of_the_roles_and_starts_again():
    game = table(phase="end", current=ENGINEER)
    seen = []
    for _ in range(5):
        seen.append((game.cycle, game.players[game.current].role))
        game.phase = "end"
        playing(game)
    assert seen == [(3, "engineer"), (3, "astrobiologist"), (3, "doctor"), (3, "captain"), (4, "engineer")]


@pytest.mark.rule("SS-R6", "toggle:opening_hand")
@pytest.mark.parametrize("count", [0, 2])
def test_nobody_begins_with_a_card_unless_the_house_says_so(count):
    game = new_game(opening_hand=count)
    draws = [["scrap"]] * (4 * count)
    play(set_up.set_up(game), *DEAL, *LOOK, *AGREE, *draws)
    assert [len(player.hand) for player in game.players.values()] == [count] * 4
    with pytest.raises(IllegalAnswer):
        setup(opening_hand=-1)


@pytest.mark.rule("SS-R7")
def test_the_owner_reads_the_own_face_down_cards_and_others_read_only_what_was_face_up():
    game = table(enabled={ENGINEER: [1]})
    own = GAME.show(game, ENGINEER)["me"]["abilities"]
    assert [card["name"] for card in own] == ["Override", "Spare Parts"]
    others = GAME.show(game, DOCTOR)["seats"][0]["abilities"]
    assert [(card["name"], card["state"]) for card in others] == [("Override", "enabled"), (None, "disabled")]


@pytest.mark.rule("SS-R2")
def test_warnings_of_the_pack_are_read_at_set_up(monkeypatch):
    game = new_game("table")
    monkeypatch.setattr(set_up, "warnings", lambda pack: ["This pack has 2 Traitors, not 1 (SS-R2)."])
    asked(set_up.set_up(game))
    assert texts(game)[0] == "This pack has 2 Traitors, not 1 (SS-R2)."
    assert ROLES[ENGINEER] == "engineer"
