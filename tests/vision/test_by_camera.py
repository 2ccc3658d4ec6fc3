"""A whole game of Sleepers on the pretend table: tiles are moved with the mouse, the camera understands the rest."""

import random

import numpy as np
import pytest
from by_mouse import AtTheTable
from mock_panel import Bench

from device.live.table import Table
from device.panel.hands import Hands
from device.pictures import bundle
from device.pictures.kept import Kept
from rules.ask import ChooseOne
from rules.chance import ReadCard
from rules.position import Position
from rules.sleepers import GAME
from rules.sleepers.board import HEXES


@pytest.fixture
def live(journal):
    """A live table of real tiles: the box does not know what lies face-down."""
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    return table


def board(view):
    return {slot: value for slot, value in view.items() if slot in HEXES}


def face(there, hex_):
    """What is printed on the tile that lies on *hex_*."""
    return next(p.kind for p in there.pretend.pieces if p.place == hex_)


def killed(position):
    return {colour: len(side.killed) for colour, side in position.state.sides.items()}


def resolved(there, position, answer):
    """The position after *answer*, with every tile turned over that the rules then want to see."""
    after = position.after(answer, position.ask.seat or None)
    while isinstance(after.ask, ReadCard):
        after = after.after(face(there, after.ask.slot), after.ask.seat)
    return after


def play_one(there, luck):
    """One answer of whoever is asked, done with hands; what is only said to the rules is no movement."""
    before = there.table.now().position
    ask = before.ask
    assert isinstance(ask, ChooseOne), ask
    options = [option.value for option in ask.options if option.barred is None]
    answer = luck.choice(options)
    after = resolved(there, before, answer)
    if board(after.view()) == board(before.view()):
        return False
    dead = {c: killed(after)[c] - killed(before)[c] for c in ("white", "black")}
    if before.view().get(answer, "").endswith(" back"):
        there.pretend.flip(there.piece(answer))  # whoever wakes a sleeper shows its face before anything comes of it
        there.wait(1.0)
    there.do(board(after.view()), dead)
    there.wait(1.0)
    now = there.table.now()
    assert board(now.position.view()) == board(after.view()), (answer, ask.text, there.watch.seen)
    assert now.source == "camera"
    there.draw_up()
    return True


def test_a_game_played_by_mouse_only_is_understood_move_by_move(live):
    there = AtTheTable(live, condition="evening", seed=11)
    luck = random.Random(11)
    there.wait()
    moves = 0
    while live.now().ask is not None and moves < 20:
        moves += play_one(there, luck)

    assert moves == 20
    path = live.journal.path(live.now().game_id, live.now().node)
    sources = {entry.source for entry in path if entry.kind == "answer"}
    assert sources == {"camera"}


def test_stopping_early_is_understood_when_the_other_player_acts(live):
    there = AtTheTable(live, seed=5)
    there.wait()
    there.pretend.move(there.piece("rack white"), "e5")
    there.wait()
    there.pretend.move(there.piece("rack black"), "a5")
    there.wait()
    there.pretend.move(there.piece("rack white"), "e4")
    there.wait()
    there.pretend.move(there.piece("rack black"), "i5")
    there.wait()
    assert live.now().position.state.turn == 5
    # White wakes one of two; instead of saying "no other", Black just plays on.
    piece = there.piece("e5")
    there.pretend.pieces[piece].kind = "scientist"
    there.pretend.flip(piece)
    there.wait()
    assert "wake a second" in live.now().ask.text
    there.pretend.move(there.piece("rack black"), "a6")
    there.wait()

    assert live.now().position.view()["a6"] == "black back"
    assert live.now().position.state.turn == 7


def test_whole_turns_need_no_phone_only_tiles_the_camera_and_the_buttons(journal):
    """Fate says who begins, tiles are laid and turned, and yes stops: with real tiles nobody has to tap."""
    live = Table(journal)
    live.begin(GAME.setup(2, {"first_player": "random"}, "table"))
    bench = Bench()
    hands = Hands(live, bench.panel)
    hands.pressed("fate")
    there = AtTheTable(live, seed=5)
    there.wait()
    for hexes in (("e5", "a5"), ("e4", "i5")):
        for hex_ in hexes:
            there.pretend.move(there.piece(f"rack {live.now().position.state.current}"), hex_)
            there.wait()
    state = live.now().position.state
    assert (state.turn, live.now().source) == (5, "camera")
    first = state.current
    piece = there.piece("e5")
    there.pretend.pieces[piece].kind = "scientist"
    there.pretend.flip(piece)
    there.wait()
    assert "wake a second" in live.now().ask.text
    hands.pressed("yes")  # no other
    assert hands.refusal == ""
    assert (live.now().position.state.turn, live.now().source) == (6, "yes button")
    assert live.now().position.state.current != first
    path = live.journal.path(live.now().game_id, live.now().node)
    sources = {entry.source for entry in path if entry.kind == "answer"}
    assert sources <= {"camera", "yes button", "fate button", "dealer", "itself"}
    bench.panel.close()


def test_a_saboteur_still_lying_there_is_understood_and_hands_are_told_what_to_do(live):
    there = AtTheTable(live, seed=6)
    for colour, hex_ in [("white", "e5"), ("black", "e6"), ("white", "f5"), ("black", "a5")]:
        there.pretend.move(there.piece(f"rack {colour}"), hex_)
        there.wait()
    piece = there.piece("e5")
    there.pretend.pieces[piece].kind = "saboteur"
    there.pretend.flip(piece)
    there.wait()

    assert board(live.now().position.view()) == {"a5": "black back"}
    assert there.watch.seen.state == "hands"
    assert {d.slot for d in there.watch.seen.differs} == {"e5", "e6", "f5"}
    assert there.watch.seen.todo == (
        "Take the white saboteur off e5 and lay it beside the board as it is.",
        "Take the black tile, face-down, off e6 and lay it beside the board as it is.",
        "Take the white tile, face-down, off f5 and lay it beside the board as it is.",
    )

    for hex_, colour in [("e5", "white"), ("e6", "black"), ("f5", "white")]:
        there.pretend.move(there.piece(hex_), f"killed {colour}")
    there.wait()
    assert there.watch.seen.state == "same"


def test_a_tile_laid_under_the_camera_still_asks_for_the_draw_that_no_camera_sees(live):
    there = AtTheTable(live, seed=9)
    there.pretend.follows = True
    there.pretend.move(there.piece("rack white"), "e5")
    there.wait()
    now = live.now()
    assert (now.source, now.todo) == ("camera", ("White: draw 1.",))
    assert there.watch.seen.state == "same"
    # Hands that follow draw up by themselves, and lie still on the board.
    assert len([p for p in there.pretend.pieces if p.place == "rack white"]) == 4
    assert list(there.lies()) == ["e5"]


def test_a_tile_lifted_off_is_not_believed_to_have_been_woken(live):
    there = AtTheTable(live, seed=7)
    for colour, hex_ in [("white", "e5"), ("black", "a5")]:
        there.pretend.move(there.piece(f"rack {colour}"), hex_)
        there.wait()
    number = live.now().number
    there.pretend.move(there.piece("e5"), "rack white")
    there.wait(5.0)

    assert live.now().number == number
    assert there.watch.seen.state in ("asks", "differs")


def differ(there):
    """White's tile is put somewhere no rule puts it."""
    for colour, hex_ in [("white", "e5"), ("black", "a5")]:
        there.pretend.move(there.piece(f"rack {colour}"), hex_)
        there.wait()
    there.pretend.move(there.piece("e5"), "c4")
    there.pretend.move(there.piece("rack black"), "i5")
    there.pretend.flip(there.piece("a5"))
    there.wait(5.0)
    assert there.watch.seen.state == "differs"
    assert {d.slot for d in there.watch.seen.differs} == {"a5", "c4", "e5", "i5"}


def test_the_table_is_right_makes_the_box_follow(live, tmp_path):
    kept = Kept(tmp_path / "pictures")
    kept.allow(True)
    there = AtTheTable(live, seed=8, kept=kept)
    differ(there)
    there.watch.table_is_right("Ann")
    [look] = bundle.looks(kept.folder)
    assert look.why == "corrected"
    assert {slot: value for slot, value in look.lies.items() if value} == there.lies()
    there.wait()

    assert board(live.now().position.view()) == there.lies()
    assert there.watch.seen.state == "same"
    GAME.check(live.now().position.state)
    there.pretend.move(there.piece("rack white"), "e9")
    there.wait()
    assert live.now().position.view()["e9"] == "white back"


def test_the_box_is_right_guides_hands_until_the_table_is_put_back(live):
    there = AtTheTable(live, seed=9)
    differ(there)
    there.watch.guide()
    assert "Turn a5 face-down." in there.watch.seen.todo

    there.pretend.flip(there.piece("a5"))
    there.wait()
    assert there.watch.seen.state == "guiding"
    assert not any("a5" in order for order in there.watch.seen.todo)
    there.pretend.move(there.piece("i5"), "rack black")
    there.pretend.move(there.piece("c4"), "e5")
    there.wait()
    assert there.watch.seen.state == "same"
    assert board(live.now().position.view()) == there.lies()


def test_what_a_phone_answered_waits_for_hands_without_complaint(live):
    there = AtTheTable(live, seed=10)
    there.wait()
    moment = live.now()
    live.answer(moment.number, "e5", "white")
    there.wait(6.0)
    assert there.watch.seen.state == "hands"
    assert "Put a white tile, face-down, on e5." in there.watch.seen.todo

    there.pretend.move(there.piece("rack white"), "e5")
    there.wait()
    assert there.watch.seen.state == "same"


def test_a_hidden_choice_is_left_to_the_phone(journal):
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "white"}, "box"))
    there = AtTheTable(table, seed=12)
    there.wait()
    there.pretend.move(there.piece("rack white"), "d5")
    there.wait()

    ask = table.now().ask
    assert ask.private
    assert there.watch.seen.state == "phone"
    table.answer(table.now().number, ask.options[0].value, "white")
    there.wait()
    assert there.watch.seen.state == "same"
    assert table.now().position.view()["d5"] == "white back"


def test_without_a_game_the_camera_rests(journal):
    there = AtTheTable(Table(journal))
    there.wait()
    assert there.watch.seen.state == "off"


def test_trouble_is_told_and_the_game_goes_on(live):
    there = AtTheTable(live, seed=13)
    there.wait()
    there.camera.picture = lambda: None
    there.watch._gate.forget()
    there.wait()
    assert there.watch.seen.state == "trouble"
    assert "by hand" in there.watch.seen.sentence
    moment = live.now()
    live.answer(moment.number, "e5", "white")
    assert Position.view(live.now().position)["e5"] == "white back"


def test_what_covers_the_lens_is_told_afresh_though_nothing_seems_to_move(live):
    there = AtTheTable(live, seed=5)
    there.wait()
    shown = [0]
    there.camera.picture = lambda: np.full((720, 960, 3), shown[0], np.uint8)
    there.camera.look = lambda: np.full((240, 320), shown[0], np.uint8)
    there.wait()
    assert "take the cap off" in there.watch.seen.sentence
    shown[0] = 90
    there.wait(31)
    assert "Something covers the camera" in there.watch.seen.sentence


def test_with_the_same_luck_the_pretend_table_is_dealt_and_turned_alike(live):
    once, again = (AtTheTable(live, seed=7).pretend for _ in range(2))
    for table in (once, again):
        table.follow(live.now().position.state)
        piece = next(p for p in table.pieces if p.place == "rack white")
        table.move(piece.id, HEXES[0])
        table.flip(piece.id)
    assert once.pieces == again.pieces
    assert len({piece.turned for piece in once.pieces}) == 6, "people lay tiles down any way round"
