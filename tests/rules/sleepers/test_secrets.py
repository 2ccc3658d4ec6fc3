"""Who may know what."""

import random

import pytest
from playing import asked
from sleepers_setting import table

from rules.plain import dump
from rules.position import Run, Step
from rules.sleepers import GAME, agents, turn
from rules.sleepers.board import HEXES
from rules.sleepers.goals import success
from rules.sleepers.state import Tile

HIDDEN = "W:Sab_@e5 B:Mod_@d4 W:Sci^@a9"


def board(game, seat):
    return GAME.show(game, seat)["board"]


@pytest.mark.rule("SL-14")
def test_only_the_owner_sees_the_rack():
    game = table(hands={"white": ["police"], "black": ["saboteur"]})
    hands = {seat: [side["hand"] for side in GAME.show(game, seat)["seats"]] for seat in ("white", "black", None)}
    assert hands == {"white": [["police"], [None]], "black": [[None], ["saboteur"]], None: [[None], [None]]}


@pytest.mark.rule("SL-17", "SL-R53", "toggle:owner_peek")
def test_nobody_sees_a_sleeper_not_even_its_owner_unless_the_house_lets_the_owner():
    game = table(HIDDEN)
    for seat in ("white", "black", None):
        assert board(game, seat)["e5"] == {"owner": "white", "up": False, "kind": None}
        assert board(game, seat)["a9"]["kind"] == "scientist"
    peek = table(HIDDEN, owner_peek="on")
    assert board(peek, "white")["e5"]["kind"] == "saboteur"
    assert board(peek, "white")["d4"]["kind"] is None
    assert board(peek, None)["e5"]["kind"] is None


@pytest.mark.rule("SL-R54", "toggle:memory_aid")
def test_what_was_seen_and_hidden_again_is_shown_as_a_sleeper_unless_the_house_remembers():
    for memory, shown in (("off", None), ("on", "saboteur")):
        game = table("W:Inf_@b6 W:Sab^@f5", memory_aid=memory)
        asked(turn.turn(game), "b6", "f5")
        assert board(game, "black")["f5"] == {"owner": "white", "up": False, "kind": shown}


@pytest.mark.rule("SL-R55")
def test_who_was_killed_asleep_is_not_told_until_the_game_is_over():
    game = table("W:Sab_@e5 B:Rec_@f5 B:Pol^@d6")
    asked(turn.turn(game), "e5")
    for seat in ("white", "black", None):
        assert sorted(map(str, GAME.show(game, seat)["seats"][1]["killed"])) == ["None", "police"]
    game.result = {"winner": "white", "by": "morale"}
    assert sorted(GAME.show(game, None)["seats"][1]["killed"]) == ["police", "recruiter"]


@pytest.mark.rule("SL-R56")
def test_a_returned_sleeper_is_in_its_owners_rack_and_nobody_elses():
    game = table("W:Imm_@d4 B:Pol_@e4 B:Sci^@e6", hands={"black": []})
    asked(turn.turn(game), "d4", "e4", "e6")
    assert GAME.show(game, "black")["seats"][1]["hand"] == ["police", "scientist"]
    assert GAME.show(game, "white")["seats"][1]["hand"] == [None, None]
    remembered = table("W:Imm_@d4 B:Pol_@e4 B:Sci^@e6", hands={"black": []}, memory_aid="on")
    asked(turn.turn(remembered), "d4", "e4", "e6")
    assert GAME.show(remembered, "white")["seats"][1]["hand"] == [None, "scientist"]


@pytest.mark.rule("SL-R57")
def test_counts_are_open_to_all():
    game = table(HIDDEN, killed={"black": 3})
    for seat in ("white", "black", None):
        white, black = GAME.show(game, seat)["seats"]
        assert (len(white["hand"]), white["stock"]) == (4, 24)
        assert black["facts"][2] == ["Killed", "3 of 10"]


@pytest.mark.rule("SL-R58")
def test_what_is_asked_depends_on_places_only():
    """The same table with other kinds under the sleepers asks exactly the same, for every seat."""
    one, another = table("W:Sab_@e5 W:Rin_@a5 B:Mod_@d4"), table("W:Sci_@e5 W:Pol_@a5 B:Inf_@d4")
    for seat in ("white", "black"):
        for game in (one, another):
            game.current = seat
        assert asked(turn.turn(one)).ask == asked(turn.turn(another)).ask


@pytest.mark.rule("SL-R58", "SL-14")
def test_which_tile_is_recruited_is_asked_in_private_even_if_all_are_alike():
    game = table(hands={"white": ["scientist"] * 4})
    choosing = asked(turn.turn(game), "e5")
    assert choosing.ask.private
    assert choosing.ask.others == "White is choosing a tile."


@pytest.mark.rule("SL-17")
def test_the_table_custody_box_does_not_know_what_it_never_saw():
    game = table("W:???_@e5", custody="table")
    assert dump(game)["board"]["e5"]["kind"] is None
    game.sides["white"].hand.append(Tile(kind="police", seen=True))
    assert GAME.show(game, "white")["seats"][0]["hand"] == [None] * 5


def test_looking_at_a_flipped_tile_counts_as_seeing_something_hidden():
    run = Run(GAME, table("W:Sci_@e5 W:Sci_@e6"))
    run.take(Step("answer", "e5"))
    assert run.state.shown
    recruit = Run(GAME, table(custody="table", stock={"white": 0}))
    recruit.take(Step("answer", "e5"))
    assert not recruit.state.shown


@pytest.mark.rule("SL-17", "SL-23", "SL-44")
@pytest.mark.parametrize(
    ("tiles", "answers"), [("W:???_@e5", ["e5"]), ("W:Inf_@b6 B:???_@e5", ["b6", "e5"])], ids=["woken", "turned over"]
)
def test_a_real_tile_may_be_looked_at_as_soon_as_it_is_to_be_turned_over(tiles, answers):
    """Taking it back before it is named would be a free look; so everybody has to agree from then on."""
    run = Run(GAME, table(tiles, custody="table"))
    for where in answers:
        run.take(Step("answer", where))
    assert run.ask.text == "Turn over e5. Which agent is it?"
    assert run.state.shown
    run.take(Step("answer", "scientist"))
    assert run.state.shown


@pytest.mark.rule("SL-R54", "SL-14", "SL-R58", "toggle:memory_aid")
@pytest.mark.parametrize("recruited", ["police", "scientist", "diversion"])
def test_a_house_that_remembers_does_not_tell_which_tile_was_recruited(recruited):
    rack = [Tile(kind="police"), Tile(kind="scientist", seen=True), Tile(kind="scientist"), Tile(kind="diversion")]
    game = table(memory_aid="on")
    game.sides["white"].hand = rack
    hands = {seat: GAME.show(game, seat)["seats"][0]["hand"] for seat in ("white", "black")}
    assert hands == {
        "white": ["police", "scientist", "scientist", "diversion"],
        "black": [None, "scientist", None, None],
    }
    asked(agents.place(game, "a9"), recruited)
    assert recruited in (tile.kind for tile in [*rack, game.board["a9"]])
    for seat in ("black", None):
        shown = GAME.show(game, seat)
        assert shown["board"]["a9"]["kind"] is None
        assert shown["seats"][0]["hand"] == [None] * 3
    left = ["police", "scientist", "scientist", "diversion"]
    left.remove(recruited)
    assert sorted(GAME.show(game, "white")["seats"][0]["hand"]) == sorted(left)


@pytest.mark.rule("SL-R54", "SL-R56", "toggle:memory_aid")
def test_a_rack_from_which_nothing_was_recruited_is_remembered():
    game = table("W:Imm_@d4 B:Sci^@e6 B:Pol_@a9", hands={"black": ["militia"]}, memory_aid="on")
    asked(turn.turn(game), "d4", "e6", "done")
    assert GAME.show(game, "white")["seats"][1]["hand"] == [None, "scientist"]


def test_what_does_not_add_up_is_said_without_telling_a_secret():
    def odd(game):
        with pytest.raises(AssertionError) as told:
            GAME.check(game)
        return str(told.value)

    game = table(hands={"white": ["police"] * 6})
    assert odd(game) == "White has too many of a kind"
    game.sides["white"].stock -= 1
    assert odd(game) == "White has 29 tiles instead of 30"
    game.sides["white"].hand = [Tile(kind=None)] * 31
    game.sides["white"].stock = -1
    assert odd(game) == "White cannot have -1 tiles in the stock; it is 0 to 30 (SL-9)."


def test_goals_that_are_near_are_told_from_what_all_can_see():
    game = table("W:Sci^@b6 W:Sci^@c6 W:Sci^@d6 W:Sci^@e6 W:Sci_@f6 B:Div_@a9 W:Mil^@a8 W:Mil^@b8", killed={"black": 8})
    near = {(each["seat"], each["goal"]): each["text"] for each in GAME.show(game, None)["near"]}
    assert near[("white", "liberation")] == "White: 4 of 5 Scientists in a row, a6 to e6."
    assert near[("white", "capture")] == "White: one more wall on b9 would capture a9."
    assert near[("white", "morale")] == "White: Black has lost 8 of 10."
    almost = table("W:Sci^@a7 W:Mil^@b7 W:Pol^@c6 W:Sci^@d6 W:Rec^@f5 W:Mil^@g4 W:Inf^@h4 W:Div^@i3")
    success = next(each for each in GAME.show(almost, None)["near"] if each["goal"] == "success")
    assert success["hexes"] == ["e5", "e6"]
    assert success["text"] == "White: 1 more awake on e5 or e6 would join two sides."


def test_every_hex_that_would_win_is_named_and_no_other():
    chance, won_by_one = random.Random(7), 0
    for _ in range(25):
        awake = " ".join(f"W:Pol^@{hex_}" for hex_ in HEXES if chance.random() < 0.4)
        game = table(awake)
        if success(game, game.board):
            continue
        would = [hex_ for hex_ in HEXES if success(game, {**game.board, hex_: None})]
        told = [each["hexes"] for each in GAME.show(game, None)["near"] if each["goal"] == "success"]
        if would:
            won_by_one += 1
            assert told == [would]
        else:
            assert not told or len(told[0]) == 2
    assert won_by_one > 5
