"""The calibration page's side of the box: what it shows, what it hides, what it costs, and boards placed by hand."""

from types import SimpleNamespace

import cv2
import looks
import numpy as np
import pytest
from by_mouse import AtTheTable
from clock import Clock
from on_the_table import BARE, PRINTED, camera, cat, corners, some_tiles
from still_camera import StillCamera

from device.camera.camera import NoCamera
from device.live.table import Table
from device.sight.calibration import Calibration
from device.sight.placed_boards import PlacedBoards
from rules import markers
from rules.ask import AskAny, ChooseOne, Confirm, Trouble
from rules.games import game
from vision.read.taught import Shelf
from vision.scene import board as scene
from vision.scene import pieces as scene_pieces

MAT = looks.layouts()["mat"]
SIGNS = {number: markers.shapes(number) for number in MAT.markers}
HERE = 3


def photo(table=None, *, printed=PRINTED, at=HERE, seed=1):
    return scene.photograph(printed, table or {}, seed=seed, camera_seed=at).picture


def on_mat(*things):
    laid = [scene_pieces.Lying(thing, (-20.0, 5.0), 15) for thing in things]
    return scene_pieces.photograph(laid, MAT, SIGNS, seed=3)


def shares(of):
    """A board's corners as shares of the picture."""
    return [(float(x) / 1280, float(y) / 960) for x, y in corners(of)]


class Around:
    """A table about which the page wants to know only what is asked."""

    def __init__(self):
        self.moment = None
        self.when_changed = []

    def ask(self, name, ask):
        self.moment = SimpleNamespace(setup=SimpleNamespace(game=name, pack="demo"), game_id=f"{name}-1", ask=ask)
        for tell in self.when_changed:
            tell(self.moment)


@pytest.fixture
def at(tmp_path):
    """A calibration with its camera, its table and its clock."""
    table, eye, clock = Around(), StillCamera(photo({"e5": "white police"})), Clock()
    boards = PlacedBoards(tmp_path / "boards")
    told = []
    page = Calibration(table, eye, boards, again=lambda: told.append("again"), clock=clock)
    return SimpleNamespace(table=table, camera=eye, clock=clock, boards=boards, page=page, told=told, folder=tmp_path)


def seen(at, wanted=""):
    at.clock.now += 10
    return at.page.look(wanted).shown


def picture(at, wanted=""):
    at.clock.now += 10
    return cv2.imdecode(np.frombuffer(at.page.look(wanted).jpeg, np.uint8), cv2.IMREAD_COLOR)


# What it shows


def test_the_board_is_shown_with_what_lies_on_it(at):
    shown = seen(at)
    assert shown["found"] == "Sleepers board"
    assert (shown["sure"], shown["empty"], shown["unsure_count"]) == (1, 60, 0)
    assert len(shown["markers"]) == shown["wanted"] == 6
    assert shown["light"] > 0.85
    assert not shown["blurred"]
    assert shown["sentences"] == []
    drawn = picture(at)
    assert drawn.shape == at.camera.shown.shape
    assert np.abs(drawn.astype(int) - at.camera.shown).max() > 100


def test_nothing_is_photographed_while_nobody_looks_and_one_picture_serves_everybody(at):
    assert at.camera.asked == 0
    first = at.page.look()
    for _ in range(20):
        assert at.page.look() is first
    assert at.camera.asked == 1
    at.clock.now += 0.31
    assert at.page.look() is not first
    assert at.camera.asked == 2


def test_a_slow_box_rests_as_long_as_it_worked(at):
    """A picture that took two seconds to read is followed by two seconds in which none is taken."""

    def slowly():
        at.clock.now += 2.0
        return at.camera.shown

    at.camera.picture = slowly
    first = at.page.look()
    at.clock.now += 1.9
    assert at.page.look() is first
    at.clock.now += 0.2
    assert at.page.look() is not first


def test_what_was_taught_is_named_on_the_mat(at):
    shelf = Shelf()
    shelf.teach("hermit", [scene_pieces.card(4).picture] * 3)
    at.page._shelf = lambda name: shelf
    at.camera.shown = on_mat(scene_pieces.card(4))
    shown = seen(at)
    assert shown["found"] == "reading mat"
    assert (shown["sure"], shown["unsure_count"]) == (1, 0)


# Bad weather


@pytest.mark.parametrize(
    ("weather", "words"),
    [
        (lambda: None, "check its cable"),
        (lambda: np.zeros((960, 1280, 3), np.uint8), "take the cap off"),
        (lambda: np.full((960, 1280, 3), 90, np.uint8), "Something covers the camera"),
        (lambda: on_mat(), "That is the reading mat"),
        (lambda: cat(photo(some_tiles(12)), (520, 560), 210), "Something large lies on the Sleepers board"),
        (lambda: photo(printed=BARE), "turn it over if it lies face down"),
    ],
)
def test_bad_weather_is_told_on_the_page(at, weather, words):
    at.camera.shown = weather()
    shown = seen(at, "sleepers")
    told = " ".join(shown["sentences"])
    if words.startswith("That is"):  # where the mat is looked for too, it is found
        assert shown["found"] == "reading mat"
    else:
        assert words in told
        assert "Play goes on by hand" in told


def test_an_upside_down_board_is_read_and_said_so(at):
    turned = scene.harder(scene.DAYLIGHT, yaw=(178, 182))
    at.camera.shown = scene.photograph(PRINTED, {"e1": "black back"}, turned, seed=4).picture
    shown = seen(at)
    assert shown["sure"] == 1
    assert "upside down; it is read the right way round" in " ".join(shown["sentences"])


def test_an_unplugged_camera_says_what_it_says_itself(at):
    at.camera.shown, at.camera.trouble = None, "The USB camera cannot be used: it gave no picture in time."
    shown = seen(at)
    assert not shown["picture"]
    assert shown["sentences"] == [
        "The USB camera cannot be used: it gave no picture in time. Play goes on by hand."
    ]  # fmt: skip


def test_a_box_without_a_camera_says_that_nothing_is_missing(tmp_path):
    page = Calibration(Around(), NoCamera(), PlacedBoards(tmp_path))
    assert "tap everything in" in page.look().shown["sentences"][0]
    with pytest.raises(Trouble, match="No camera is connected"):
        page.lock()


# Secrets

PUBLIC = Confirm("white", "Done?")
PRIVATE = ChooseOne("white", "Which card?", ("a", "b"), private=True)


def veiled(drawn, x, y):
    return np.abs(drawn[y - 2 : y + 3, x - 2 : x + 3].astype(int) - (34, 31, 28)).max() < 14


def test_while_a_game_is_open_only_its_board_is_shown(at):
    beside, middle = (30, 480), (640, 480)
    assert not veiled(picture(at), *beside)
    at.table.ask("sleepers", PUBLIC)
    drawn = picture(at)
    assert veiled(drawn, *beside)
    assert not veiled(drawn, *middle)
    assert "only what lies openly on the board" in seen(at)["veiled"]


def test_a_board_that_is_not_found_shows_nothing_while_a_game_is_open(at):
    at.camera.shown = photo(printed=BARE)
    at.table.ask("sleepers", PUBLIC)
    drawn = picture(at)
    assert all(veiled(drawn, x, y) for x in (30, 400, 640, 1200) for y in (60, 480, 900))
    assert "put the game away for a moment" in seen(at)["veiled"]


def both(card):
    """Board and mat side by side."""
    return np.ascontiguousarray(np.hstack([photo({"e5": "white police"}), card]))


@pytest.mark.parametrize("ask", [PRIVATE, AskAny((PUBLIC, PRIVATE))], ids=["one", "among several"])
def test_a_card_read_for_one_seat_is_never_shown_to_the_others(at, ask):
    """Not while the question stands, not as long as the card lies there, and not in words either."""
    shelf = Shelf()
    shelf.teach("the traitor", [scene_pieces.card(4).picture] * 3)
    at.page._shelf = lambda name: shelf
    at.camera.shown = both(on_mat(scene_pieces.card(4)))
    at.table.ask("sleepers", PUBLIC)
    assert seen(at)["sure"] == 2
    at.table.ask("sleepers", ask)
    for after in (None, PUBLIC):
        if after is not None:
            at.table.ask("sleepers", after)
        shown, drawn = seen(at), picture(at)
        assert shown["sure"] == 1
        assert "traitor" not in str(shown)
        assert all(veiled(drawn, x, y) for x in range(680, 1270, 40) for y in range(20, 470, 40))
        assert at.page.secret
    at.camera.shown = both(on_mat())
    assert not all(veiled(picture(at), x, 200) for x in range(680, 1270, 40))
    assert at.page.secret == ""


def test_the_last_picture_is_not_given_away_once_a_game_is_open(at):
    at.page.look()
    assert at.page.last
    at.table.ask("sleepers", PUBLIC)
    assert at.page.last is None


# Boards placed by hand


def test_corners_dragged_once_are_kept_over_a_restart(at):
    at.camera.shown = photo(printed=BARE)
    assert not seen(at, "sleepers")["found"]
    begun = at.page.freeze("sleepers")
    assert begun["title"] == "Sleepers board"
    assert len(begun["slots"]) == 61
    assert at.page.frozen
    told = at.page.place("sleepers", shares(camera(HERE)))
    assert "keeps it by its picture" in told
    assert at.told == ["again"]
    assert at.page.frozen is None
    tiles = some_tiles(9)
    at.camera.shown = photo(tiles, printed=BARE)
    shown = seen(at, "sleepers")
    assert (shown["found"], shown["by_hand"], shown["sure"]) == ("Sleepers board", True, 9)

    later = PlacedBoards(at.folder / "boards").board("sleepers")
    assert {r.slot: r.value for r in later.read(photo(tiles, printed=BARE, at=4)) if r.value} == tiles
    assert later.moved
    assert "markers again" in at.page.forget("sleepers")
    assert not seen(at, "sleepers")["found"]
    assert not PlacedBoards(at.folder / "boards").board("sleepers").by_hand


def test_the_first_guess_of_the_corners_is_where_the_board_was_found(at):
    seen(at, "sleepers")
    guess = np.array(at.page.freeze("sleepers")["corners"]) * (1280, 960)
    assert np.abs(guess - corners(camera(HERE))).max() < 4


@pytest.mark.parametrize(
    ("dragged", "why"),
    [
        ([(0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)], "crossed"),
        ([(0.9, 0.1), (0.1, 0.1), (0.1, 0.9), (0.9, 0.9)], "crossed"),
        ([(0.4, 0.4), (0.5, 0.4), (0.5, 0.5), (0.4, 0.5)], "too small"),
        ([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)], "four corners"),
        ([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (float("nan"), 0.9)], "four corners"),
    ],
)
def test_corners_that_make_no_board_are_refused(at, dragged, why):
    at.page.freeze("sleepers")
    with pytest.raises(Trouble, match=why):
        at.page.place("sleepers", dragged)
    assert not at.boards.board("sleepers").by_hand


def test_corners_are_dragged_only_while_no_game_is_open(at):
    at.page.freeze("sleepers")
    at.table.ask("sleepers", PUBLIC)
    assert at.page.frozen is None
    with pytest.raises(Trouble, match="Put the game away"):
        at.page.freeze("sleepers")


def test_what_was_kept_and_cannot_be_read_is_dragged_anew(at, caplog):
    at.page.freeze("sleepers")
    at.page.place("sleepers", shares(camera(HERE)))
    (at.folder / "boards" / "sleepers.jpg").unlink()
    assert not PlacedBoards(at.folder / "boards").board("sleepers").by_hand
    (at.folder / "boards" / "sleepers.json").write_text("{")
    assert not PlacedBoards(at.folder / "boards").board("sleepers").by_hand
    assert "must be dragged anew" in caplog.text


def test_the_light_is_locked_and_a_camera_that_cannot_says_why(at):
    assert "stay as they are" in at.page.lock()
    assert at.camera.locked == 1
    assert seen(at)["locked"]
    at.camera.trouble = "The camera cannot be used: no camera 0 is connected."
    with pytest.raises(Trouble, match="no camera 0"):
        at.page.lock()


# In play


@pytest.fixture
def live(journal):
    table = Table(journal)
    table.begin(game("sleepers").setup(2, {"first_player": "white"}, "table"))
    return table


def test_a_pushed_camera_is_noticed_in_play_and_said(live):
    there = AtTheTable(live, seed=3)
    there.wait()
    assert there.watch.seen.state == "same"
    there.camera._place = 6  # somebody bumps into the stand
    there.wait()
    assert there.watch.seen.state == "same"
    assert there.watch.seen.sentence == "The Sleepers board or the camera was moved; the box found it again."
    there.do({"e5": "white back"}, {})
    there.wait()
    assert live.now().source == "camera"
    assert there.watch.seen.sentence != "The Sleepers board or the camera was moved; the box found it again."


def test_a_cat_on_the_board_pauses_the_camera_and_not_the_game(live):
    there = AtTheTable(live, seed=3)
    there.wait()
    clear = there.camera.picture
    there.camera.picture = lambda: cat(clear(), (400, 400), 160)
    look = there.camera.look
    there.camera.look = lambda: cat(cv2.cvtColor(look(), cv2.COLOR_GRAY2BGR), (130, 130), 50)[..., 0]
    there.wait()
    assert there.watch.seen.state == "trouble"
    assert "Something large lies on the Sleepers board" in there.watch.seen.sentence
    moment = live.now()
    live.answer(moment.number, next(iter(moment.ask.answers())), moment.ask.seat)
    assert live.now().number > moment.number
