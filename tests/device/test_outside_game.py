"""A game that an installed package brings along, on a box that knows nothing of it."""

import json
import random
from dataclasses import replace

import cv2
import outside
import pytest
from on_the_mat import AtTheMat
from serving import Served

from device.care.doctor import examine
from device.cli import main
from device.live import older_games
from device.live.older_games import OlderGame
from device.live.table import Table
from device.settings import Settings
from device.sight import boards as looks
from rules import games, markers, packs
from rules.ask import Trouble
from rules.games import NAMES, broken, names, taken_markers
from rules.position import some_step
from vision.find import pieces, register
from vision.read.taught import Shelf
from vision.scene import board as scene
from vision.scene import pieces as scene_pieces

PLAYERS = {"red": "Ann", "green": "Ben"}


# Known while it is installed, and not after


def test_it_is_known_while_it_is_installed(harbour_lights):
    assert names() == (*NAMES, "harbour_lights")
    assert broken() == {}
    assert games.game("harbour_lights") is harbour_lights
    assert games.folder("harbour_lights") == harbour_lights.folder
    assert packs.names("harbour_lights") == ["demo"]
    assert {number for number, title in taken_markers().items() if title == "Harbour Lights board"} == {18, 19, 28, 29}
    assert "harbour_lights" in looks.known()
    assert "harbour_lights" in looks.layouts()


def test_once_it_is_gone_nobody_knows_it():
    with outside.on_the_path(outside.harbour_lights()):
        assert "harbour_lights" in names()
    assert names() == NAMES
    with pytest.raises(KeyError, match="There is no game harbour_lights"):
        games.game("harbour_lights")


# On the command line


def test_every_command_knows_it(harbour_lights, tmp_path, capsys):
    data = ["--data", str(tmp_path)]
    assert main([*data, "games", "--json"]) == 0
    assert "harbour_lights" in [each["game"] for each in json.loads(capsys.readouterr().out)["games"]]
    assert main([*data, "packs", "harbour_lights"]) == 0
    assert "demo can be played." in capsys.readouterr().out
    assert main(["selfplay", "harbour_lights", "--games", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["failures"] == 0
    printed = looks.printed(harbour_lights.boards("demo")[0])
    photo = scene.photograph(printed, {"c3": "red steam_tug"}, seed=4)
    cv2.imwrite(str(tmp_path / "table.png"), photo.picture)
    assert main([*data, "read", str(tmp_path / "table.png"), "--game", "harbour_lights"]) == 0
    assert "red steam_tug" in capsys.readouterr().out


def test_a_command_for_a_game_there_is_not_names_those_there_are(capsys):
    with pytest.raises(SystemExit):
        main(["selfplay", "harbour_lights"])
    assert "There is no game harbour_lights; there are sleepers, silent_sea" in capsys.readouterr().err


# Through the real readers


def test_the_tide_is_read_on_the_mat_and_square_boats_on_the_harbour(harbour_lights, journal):
    """Nobody taps anything: a die is thrown, boats are moored, lit and towed, and the camera understands it all."""
    table = Table(journal)
    table.begin(harbour_lights.setup(PLAYERS, custody="table"))
    there = AtTheMat(table, seed=4)
    there.pretend.follows = False
    hands = there.pretend

    def state():
        return table.now().position.state

    def throw(tide):
        there.mat.throw([tide])
        there.wait(1.6)
        assert state().tide == tide, there.watch.seen
        there.mat.clear()
        there.wait()

    def moor(colour, berth, kind):
        boat = next(
            p for p in hands.pieces if p.owner == colour and p.kind == kind and p.place not in hands.board.slots
        )
        hands.move(boat.id, berth)
        there.wait(1.6)
        assert table.now().source == "camera", there.watch.seen
        assert state().board[berth].owner == colour

    there.wait()
    throw(3)
    moor("red", "c3", "steam_tug")
    throw(6)
    moor("green", "c4", "rowing_boat")
    throw(1)
    tug = next(p for p in hands.pieces if p.place == "c3")
    hands.flip(tug.id)
    there.wait(1.6)
    assert state().board["c3"].kind == "steam_tug"
    towed = next(p for p in hands.pieces if p.place == "c4")
    hands.move(towed.id, "d3")
    there.wait(1.6)
    assert state().board["d3"].owner == "green"
    assert "c4" not in state().board
    assert there.watch.seen.state in ("same", "mat")
    entries = journal.path(table.now().game_id, table.now().node)
    sources = {entry.source for entry in entries if entry.kind == "answer"}
    assert sources == {"camera", "camera on the mat"}


def test_a_boat_that_no_rule_put_there_is_believed_if_the_table_is_right(harbour_lights, journal):
    table = Table(journal)
    table.begin(harbour_lights.setup(PLAYERS, {"tide": "slack"}, "table"))
    there = AtTheMat(table, seed=5)
    there.pretend.follows = False
    there.wait()
    stray = [p for p in there.pretend.pieces if p.owner == "green"][:2]
    for boat, berth in zip(stray, ("a1", "e5"), strict=True):
        there.pretend.move(boat.id, berth)
    there.wait(5.0)
    assert there.watch.seen.state == "differs"
    there.watch.table_is_right("Ann")
    view = table.now().position.view()
    assert (view["a1"], view["e5"]) == ("green back", "green back")
    harbour_lights.check(table.now().position.state)


def test_a_square_tile_that_its_owner_taught_is_read(harbour_lights):
    """An owner's own tug looks like nothing we print: known from three looks at it on the reading mat."""
    board = harbour_lights.boards("demo")[0]
    printed = looks.printed(board)
    ink = {"shape": "circle", "radius": 0.16, "colour": "#fff2c0"}
    theirs = [*board.tiles["red back"][:2], *({**ink, "at": at} for at in ((-0.3, -0.3), (0.32, -0.1), (0.0, 0.34)))]
    signs = {number: markers.shapes(number) for number in looks.MAT.markers}
    shown = []
    for seed in range(3):
        tile = scene_pieces.tile(theirs, board.outline, across=2 * 0.97 * board.tile)
        lying = [scene_pieces.Lying(tile, (10.0 * seed, -5.0 * seed), 12.0 * seed)]
        picture = scene_pieces.photograph(lying, looks.MAT, signs, seed=seed)
        where = register.find(picture, looks.MAT)
        [piece] = pieces.find(picture, where, looks.MAT)
        assert piece.kind == "die"  # as its outline says: a square
        shown.append(pieces.cut_out(picture, piece, "die"))
    shelf = Shelf()
    shelf.teach("Red steam tug", shown, "die")
    reader = looks.reader(board, shelf)

    own = replace(printed, pieces={**printed.pieces, "red steam_tug": theirs})
    table = {"c3": "red steam_tug", "a1": "red steam_tug", "e4": "green back", "b2": "white fishing_smack"}
    for seed, condition in enumerate(("daylight", "evening")):
        photo = scene.photograph(own, table, scene.CONDITIONS[condition], seed=seed)
        where = register.find(photo.picture, printed.layout)
        readings = reader.read(photo.picture, where)
        assert {one.slot: one.value for one in readings if one.value} == table
        assert not [one for one in readings if one.sure and one.value != table.get(one.slot)]


# Saved games


def test_a_saved_game_waits_until_its_package_is_there_again(tmp_path):
    with outside.on_the_path(outside.harbour_lights()):
        box = Served(tmp_path)
        box.table.begin(games.game("harbour_lights").setup(PLAYERS))
        name = box.table.now().game_id
        box.table.close()
    screen = box.client(host=True)
    page = screen.get("/table")
    assert page.status_code == 200
    assert "There is no game harbour_lights" in page.text
    with pytest.raises(OlderGame, match="There is no game harbour_lights"):
        box.table.open(name)
    assert screen.get(f"/saved/{name}").status_code == 200  # it can still be read
    with outside.on_the_path(outside.harbour_lights()):
        assert box.table.open(name) == []
        assert box.table.now().position.game.title == "Harbour Lights"
    box.close()


def test_whoever_changes_the_rules_of_an_installed_game_is_noticed(tmp_path):
    package = outside.unpack("changing_stones", tmp_path)
    with outside.on_the_path(tmp_path):
        setup = games.game("changing_stones").setup(2)
        before = older_games.rules_print(setup)
        (package / "turn.py").write_text((package / "turn.py").read_text("utf-8") + "# changed\n", "utf-8")
        older_games._code_print.cache_clear()
        assert older_games.rules_print(setup) != before


# Packages that are broken


def spoil(file, old, new):
    def act(package):
        text = (package / file).read_text("utf-8")
        assert old in text
        (package / file).write_text(text.replace(old, new), "utf-8")

    return act


BROKEN = {
    "raising_stones": (spoil("__init__.py", "GAME = ", "raise RuntimeError('no stones')\nGAME = "), "no stones"),
    "missing_stones": (spoil("turn.py", "from rules.ask", "import nowhere_to_be_found\nfrom rules.ask"), "nowhere_to"),
    "wrong_stones": (spoil("__init__.py", "GAME = WrongStonesGame()", "GAME = 'a game'"), "is no Game"),
    "unlike_stones": (spoil("__init__.py", 'name = "unlike_stones"', 'name = "other"'), "it calls itself other"),
    "marked_stones": (spoil("printed.py", "MARKERS = {18:", "MARKERS = {3:"), "corner marker 3 of the Sleepers board"),
    "ruleless_stones": (lambda package: (package / "reference.toml").write_text(""), "it has no rules"),
    "torn_rules": (spoil("reference.toml", 'name = "Board"', 'name = "Board'), "TOMLDecodeError"),
    "torn_toggles": (spoil("toggles.toml", "default = 3", "default = "), "TOMLDecodeError"),
    "torn_presets": (spoil("presets.toml", "line_length = 4", "line_length = 9"), "line_length can be 3, 4, not 9"),
    "torn_pack": (spoil("packs/demo/stones.toml", "stones = 8", "stones = 2"), "stones: 2, expected 8 or more"),
    "torn_art": (spoil("art.toml", 'outline = "square"', 'outline = "star"'), "There is no outline 'star'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_package_is_told_and_keeps_the_box_from_nothing(name, tmp_path):
    spoiling, why = BROKEN[name]
    spoiling(outside.unpack(name, tmp_path / "site"))
    with outside.on_the_path(outside.harbour_lights(), tmp_path / "site"):
        assert names() == (*NAMES, "harbour_lights")
        assert broken()[name].startswith(f"The game {name} cannot be played: ")
        assert why in broken()[name]
        assert broken()[name].endswith(".")
        told = [one for one in examine(Settings(data=tmp_path)) if one.part == "games"]
        assert [(one.ok, one.sentence) for one in told] == [
            (False, broken()[name]),
            (True, "Installed beside the box's own games: Harbour Lights."),
        ]
        assert told[0].advice
        box = Served(tmp_path, pretend=True)
        screen = box.client(host=True)
        assert screen.get("/table").status_code == 200
        assert why.replace("'", "&#39;") in screen.get("/doctor").text
        box.table.begin(games.game("harbour_lights").setup(PLAYERS))
        assert screen.get("/table").status_code == 200
        box.close()


def test_two_games_of_one_name_are_one_game(tmp_path):
    package = outside.unpack("twin_stones", tmp_path)
    spoil("../twin_stones-0.1.0.dist-info/entry_points.txt", "twin_stones =", "sleepers =")(package)
    with outside.on_the_path(tmp_path):
        assert names() == NAMES
        assert "there is a game of that name already" in broken()["sleepers"]
        assert games.game("sleepers").title == "Sleepers"


def test_the_dealer_deals_it_from_its_first_draw_to_its_end(harbour_lights, journal):
    """The dealer knows nothing of the game, and yet deals it from its first draw to its end."""
    table, chance = Table(journal), random.Random(3)
    table.begin(harbour_lights.setup(3, {"lights": 3}, "box"))
    while table.now().ask is not None:
        moment = table.now()
        step = some_step(harbour_lights, moment.position.state, moment.ask, chance)
        table.answer(moment.number, step.value, step.seat)
    assert table.games()[0].ending == "lights"
    with pytest.raises(Trouble):
        table.answer(table.now().number, "a1", "red")
