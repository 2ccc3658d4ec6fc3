"""Teaching a piece at the box: three presses, a name; the game hears nothing of it."""

import time
from types import SimpleNamespace

import looks
import numpy as np
import pytest
from clock import Clock
from still_camera import StillCamera
from waiting import until

from device.live.journal import Journal
from device.live.table import Table
from device.panel.hands import Hands
from device.pretend.box import PretendBox
from device.pretend.to_teach import PretendShelf
from device.settings import Settings
from device.sight.eye import Eye
from device.sight.teaching import GAP, PAGE_GONE, Shelves, Teaching
from rules import markers, packs
from rules.ask import Trouble
from rules.games import game
from vision.scene import pieces as scene_pieces

MAT = looks.layouts()["mat"]
SIGNS = {number: markers.shapes(number) for number in MAT.markers}
WHERE = ("sleeping_gods", "demo")


def on_mat(*things, seed=3):
    rng = np.random.default_rng(seed)
    laid = [
        scene_pieces.Lying(thing, (-70.0 + 90 * n, float(rng.uniform(-20, 20))), float(rng.uniform(0, 360)))
        for n, thing in enumerate(things)
    ]
    return scene_pieces.photograph(laid, MAT, SIGNS, seed=seed)


@pytest.fixture(autouse=True)
def own_packs(tmp_path):
    before = list(packs.shelves)
    packs.shelves[:] = [tmp_path / "packs"]
    yield
    packs.shelves[:] = before


@pytest.fixture
def box():
    box = PretendBox(Settings().box)
    yield box
    box.close()


@pytest.fixture
def at(box):
    """Somebody at the teach page, with a card."""
    camera, clock = StillCamera(on_mat(scene_pieces.card(4))), Clock()
    rests = []
    teaching = Teaching(Shelves(), box.panel, camera.picture, rest=rests.append, clock=clock)
    heard = []
    box.panel.when_pressed = heard.append
    return SimpleNamespace(
        box=box, camera=camera, clock=clock, teaching=teaching, heard=heard, rests=rests, panel=box.panel
    )


def press(box, button):
    box.hold(button, True)
    time.sleep(0.06)
    box.hold(button, False)
    time.sleep(0.06)


def progress(at):
    at.clock.now += GAP
    return at.teaching.view()[1]


def show(at, thing, kind, seed=0):
    for look in range(3):
        at.camera.shown = on_mat(thing, seed=seed + look)
        at.teaching.look()


# Buttons


def test_three_presses_of_the_real_buttons_and_a_name(at):
    at.teaching.begin(*WHERE, "card")
    for count, button in enumerate(("fate", "yes", "fate"), 1):
        press(at.box, button)
        until(lambda count=count: progress(at)["looks"] == count)
    assert progress(at)["said"] == "Now give it a name."
    told = at.teaching.name("The hermit")
    assert told.sentence == "The hermit is known."
    assert told.sure > 0.9
    assert at.heard == []
    assert progress(at)["reading"].startswith("The hermit, ")


def test_back_drops_a_look_and_reaches_no_game_either(at):
    at.teaching.begin(*WHERE, "card")
    press(at.box, "yes")
    until(lambda: progress(at)["looks"] == 1)
    press(at.box, "back")
    until(lambda: progress(at)["looks"] == 0)
    assert at.heard == []


def test_a_press_forgets_no_word_of_the_page_that_came_meanwhile(at, monkeypatch):
    at.teaching.begin(*WHERE, "card")
    at.clock.now += PAGE_GONE - 1
    monkeypatch.setattr(at.panel, "flash", lambda *how: at.teaching.view())  # the page asks just then
    at.teaching._pressed("yes")
    at.clock.now += PAGE_GONE - 1
    at.teaching._pressed("back")
    assert (progress(at)["looks"], at.heard) == (0, [])


def test_a_press_that_sees_nothing_says_why(at):
    at.camera.shown = on_mat()
    at.teaching.begin(*WHERE, "card")
    press(at.box, "fate")
    until(lambda: "Nothing lies on the mat" in progress(at)["said"])
    assert progress(at)["looks"] == 0


def test_presses_reach_the_game_again_when_the_page_is_left(at):
    at.teaching.begin(*WHERE, "card")
    assert at.rests == [True]
    at.teaching.end()
    assert at.rests == [True, False]
    press(at.box, "yes")
    until(lambda: at.heard == ["yes"])


def test_a_page_that_vanished_without_a_word_holds_no_button_captive(at):
    at.teaching.begin(*WHERE, "card")
    at.clock.now += PAGE_GONE + 1
    press(at.box, "yes")
    until(lambda: at.heard == ["yes"])
    assert at.rests == [True, False]
    with pytest.raises(Trouble, match="Nobody teaches"):
        at.teaching.look()


def test_both_thumbs_still_switch_off_while_teaching(at):
    at.teaching.begin(*WHERE, "card")
    at.teaching._pressed("shut_down")
    assert at.heard == ["shut_down"]


def test_teaching_answers_nothing_in_the_game(box, tmp_path):
    """Neither by the buttons nor by what lies under the camera."""
    journal = Journal(tmp_path / "games.db")
    table = Table(journal)
    table.begin(game("sleepers").setup(2, {"first_player": "white"}, "table"))
    camera = StillCamera(on_mat(scene_pieces.card(4)))
    hands = Hands(table, box.panel)
    eye = Eye(table, camera, box.panel, tmp_path)
    number = table.now().number
    eye.teaching.begin(*WHERE, "card")
    for count in (1, 2, 3, 3):
        press(box, "fate")
        until(lambda count=count: eye.teaching.view()[1]["looks"] == count)
    asked = camera.asked
    eye.watch.glance()
    assert eye.watch.seen.state == "off"
    assert camera.asked == asked
    assert (table.now().number, hands.refusal) == (number, "")
    eye.teaching.end()
    press(box, "fate")
    until(lambda: hands.refusal != "")  # now the game hears it, and has nothing to draw
    eye.close()
    journal.close()


# What it sees


@pytest.mark.parametrize(
    ("things", "kind", "why"),
    [
        ((), "card", "Nothing lies on the mat"),
        ((scene_pieces.card(1), scene_pieces.card(2)), "card", "2 things lie on the mat"),
        ((scene_pieces.die("sun"),), "card", "looks like a die, not like a card"),
        ((scene_pieces.card(1),), "die", "looks like a card, not like a die"),
        ((scene_pieces.token("sun"),), "die", "looks like a token, not like a die"),
    ],
)
def test_what_cannot_be_taught_is_told(at, things, kind, why):
    at.camera.shown = on_mat(*things)
    at.teaching.begin(*WHERE, kind)
    with pytest.raises(Trouble, match=why):
        at.teaching.look()


def test_without_a_mat_and_without_a_camera_it_says_so(at):
    at.teaching.begin(*WHERE, "card")
    at.camera.shown = np.random.default_rng(1).integers(0, 255, (960, 1280, 3)).astype(np.uint8)
    with pytest.raises(Trouble, match="mat is not in the picture"):
        at.teaching.look()
    at.camera.shown = None
    with pytest.raises(Trouble, match="check its cable"):
        at.teaching.look()
    assert at.teaching.view()[0] == b""


def test_a_hidden_card_on_the_mat_is_not_shown(at):
    at.teaching._secret = lambda: "Somebody is asked for something hidden: wait until that is answered."
    at.teaching.begin(*WHERE, "card")
    picture, told = at.teaching.view()
    assert (picture, told["mat"], told["outline"]) == (b"", False, "")
    assert "something hidden" in told["trouble"]
    with pytest.raises(Trouble, match="something hidden"):
        at.teaching.look()


def test_a_fourth_look_asks_for_the_name(at):
    at.teaching.begin(*WHERE, "card")
    show(at, scene_pieces.card(4), "card")
    with pytest.raises(Trouble, match="now give it a name"):
        at.teaching.look()
    assert at.teaching.look_picture(2).startswith(b"\x89PNG")
    assert at.teaching.look_picture(3) is None


# What is kept


def test_what_was_taught_is_kept_beside_the_owners_pack(at, tmp_path):
    for kind, thing, name in (
        ("card", scene_pieces.card(4), "hermit"),
        ("die", scene_pieces.die("moon"), "fate die: moon"),
        ("tile", scene_pieces.tile(looks.sleepers().pieces["white police"]), "white police"),
        ("token", scene_pieces.token("leaf"), "leaf"),
    ):
        at.teaching.begin(*WHERE, kind)
        show(at, thing, kind)
        assert at.teaching.name(name).sure > 0.8
    assert (tmp_path / "packs" / "sleeping_gods" / "demo.taught").is_file()
    assert "demo" in packs.names("sleeping_gods")
    assert game("sleeping_gods").begin(game("sleeping_gods").setup(2))  # the pack can still be played
    later = Teaching(Shelves(), at.panel, at.camera.picture)
    assert [one["name"] for one in later.known(*WHERE)] == ["hermit", "fate die: moon", "white police", "leaf"]
    assert later.picture_of(*WHERE, "hermit").startswith(b"\x89PNG")
    assert later.picture_of(*WHERE, "nobody") is None
    assert later.known("sleepers", "demo") == []


def test_a_name_is_given_only_once(at):
    at.teaching.begin(*WHERE, "card")
    show(at, scene_pieces.card(4), "card")
    at.teaching.name("hermit")
    show(at, scene_pieces.card(5), "card")
    with pytest.raises(Trouble, match="already a piece called hermit"):
        at.teaching.name("hermit")
    with pytest.raises(Trouble, match="needs a name"):
        at.teaching.name("  ")
    told = at.teaching.name("miller")
    assert told.sentence == "miller is known."


def test_a_twin_is_told_by_name(at):
    at.teaching.begin(*WHERE, "card")
    show(at, scene_pieces.card(4), "card")
    at.teaching.name("hermit")
    show(at, scene_pieces.card(4), "card", seed=20)
    told = at.teaching.name("twin")
    assert told.like == "hermit"
    assert told.sure < 0.5
    assert "looks much like hermit" in told.sentence


def test_pieces_are_renamed_forgotten_taken_along_and_brought_in(at):
    at.teaching.begin(*WHERE, "card")
    show(at, scene_pieces.card(4), "card")
    at.teaching.name("hermit")
    at.teaching.rename(*WHERE, "hermit", "miller")
    file = at.teaching.take_along(*WHERE)
    at.teaching.remove(*WHERE, "miller")
    assert at.teaching.known(*WHERE) == []
    assert Shelves().shelf(*WHERE).pieces == {}
    assert at.teaching.bring("sleepers", "demo", file) == 1
    assert [one["name"] for one in at.teaching.known("sleepers", "demo")] == ["miller"]
    with pytest.raises(Trouble, match="no file of taught pieces"):
        at.teaching.bring(*WHERE, b"milk and eggs")
    with pytest.raises(Trouble, match="knows no piece called hermit"):
        at.teaching.rename(*WHERE, "hermit", "x")


@pytest.mark.parametrize(("name", "pack"), [("chess", "demo"), ("sleepers", "../../etc"), ("sleepers", "nobodys")])
def test_there_is_no_shelf_outside_the_packs(at, name, pack):
    with pytest.raises(Trouble, match="There is no"):
        at.teaching.known(name, pack)


def test_a_broken_file_is_told_and_the_game_goes_on(at, tmp_path, box):
    file = Shelves().file(*WHERE)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"not a shelf")
    with pytest.raises(Trouble, match="cannot be read"):
        at.teaching.known(*WHERE)
    journal = Journal(tmp_path / "games.db")
    eye = Eye(Table(journal), at.camera, box.panel, tmp_path)
    assert eye.taught(game("sleeping_gods").setup(2)).pieces == {}
    journal.close()


# At the pretend table


def test_pieces_are_laid_under_the_pretend_camera(at):
    shelf = PretendShelf(lambda: None)
    assert shelf.picture() is None
    at.teaching._picture = shelf.picture
    for thing, kind in (("die sword", "die"), ("token moon", "token")):
        at.teaching.begin(*WHERE, kind)
        for _ in range(3):
            shelf.lay(thing)
            at.teaching.look()
        assert at.teaching.name(thing).sure > 0.8
    with pytest.raises(Trouble, match="There is no dragon"):
        shelf.lay("dragon")
    shelf.lay("")
    assert shelf.picture() is None
