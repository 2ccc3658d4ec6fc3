"""What the table should look like, and what hands have to do."""

import pytest
from playing import asked
from sleepers_setting import table

from rules.sleepers import GAME, turn


def orders(game, *answers):
    before = GAME.view(game)
    asked(turn.turn(game), *answers)
    return GAME.todo(before, GAME.view(game))


def test_the_view_shows_backs_and_faces_and_nothing_hidden():
    game = table("W:Sab_@e5 B:Sci^@a9", custody="table")
    assert GAME.view(game) == {
        "a9": "black scientist",
        "e5": "white back",
        "killed white": "0",
        "rack white": "4",
        "stock white": "25",
        "killed black": "0",
        "rack black": "4",
        "stock black": "25",
    }


def test_hands_are_told_what_to_do():
    assert orders(table(custody="table"), "e5") == ["Put a white tile, face-down, on e5.", "White: draw 1."]
    assert orders(table("W:Sci_@e5", custody="table"), "e5")[0] == "Turn e5 face-up."
    # Where the box deals, any tile may lie there: hands are told which face to lay.
    assert orders(table("W:Sci_@e5"), "e5") == ["Swap the tile on e5 for a white scientist, face-up."]
    assert orders(table("W:Dou_@c6 B:Mil_@g2"), "c6", "g2") == [
        "Swap the tiles on c6 and g2.",
        "Swap the tile on g2 for a white double agent, face-up.",
    ]
    assert orders(table("W:Pol^@a5 W:Div_@b5 B:Mil^@g2"), "b5", "g2", "i5") == [
        "Swap the tile on b5 for a white diversion, face-up.",
        "Move the black militia from g2 to i5.",
    ]
    assert orders(table("W:Imm_@d4 B:Pol_@e4"), "d4", "e4") == [
        "Swap the tile on d4 for a white immigration, face-up.",
        "Take the black tile off e4, back to its heap.",
    ]
    assert orders(table("W:Imm_@d4 B:Pol^@e4"), "d4", "e4")[1] == "Take the black police off e4, back to its heap."
    real = table("W:Imm_@d4 B:Pol_@e4 B:Mil^@a9", custody="table")
    assert orders(real, "d4", "e4")[1] == "Give the black tile on e4 back to Black's rack, unseen."
    blast = orders(table("W:Sab_@e5 B:Rec_@f5"), "e5")
    assert blast == [
        "Swap the tile on e5 for a white saboteur, face-up.",
        "Take the white saboteur off e5 and lay it beside the board as it is.",
        "Take the black tile, face-down, off f5 and lay it beside the board as it is.",
    ]


def test_a_swap_of_two_faces_is_one_order():
    before, after = {"a5": "white back", "e5": "black police"}, {"a5": "black police", "e5": "white back"}
    assert GAME.todo(before, after) == ["Swap the tiles on a5 and e5."]


@pytest.mark.rule("SL-R55")
def test_whoever_is_woken_and_killed_at_once_is_laid_beside_the_board_face_up():
    game = table("W:Sab_@e5 W:Sci_@e4 W:Pol^@d6 B:Rec_@f5", custody="table")
    assert orders(game, "e5") == [
        "Turn the white saboteur face-up.",
        "Take the white police off d6 and lay it beside the board as it is.",
        "Take the white tile off e4 and lay it beside the board as it is.",
        "Take the white tile off e5 and lay it beside the board as it is.",
        "Take the black tile, face-down, off f5 and lay it beside the board as it is.",
    ]
    assert GAME.view(game)["killed white open"] == "police, saboteur"
    assert "killed black open" not in GAME.view(game)  # SL-33


@pytest.mark.rule("SL-R55")
def test_whoever_was_awake_before_needs_no_turning_over():
    assert orders(table("W:Pol_@c5 B:Sci^@d5"), "c5", "e5") == [
        "Swap the tile on c5 for a white police, face-up.",
        "Move the white police from c5 to e5.",
        "Take the black scientist off d5 and lay it beside the board as it is.",
    ]
