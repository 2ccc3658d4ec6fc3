"""`tableside read`: what the readers see in a picture file."""

import json
import re

import cv2
import friends_files
import looks
import numpy as np
import pytest
from looks import TRACKS
from on_the_tracks import photograph

from device.camera.picture_file import opened
from device.cli import main
from device.sight.mat_looks import decks
from rules import markers
from vision.find import pieces, register
from vision.find.register import Layout
from vision.read import taught_file as shelf_file
from vision.read.taught import Shelf
from vision.reading import SURE
from vision.scene import board as scene
from vision.scene import cards as scene_cards
from vision.scene import pieces as scene_pieces


def test_a_picture_file_is_read_and_drawn_in(tmp_path, capsys):
    table = {"e5": "white police", "a9": "black back"}
    cv2.imwrite(str(tmp_path / "table.png"), scene.photograph(looks.sleepers(), table, seed=4).picture)
    words = [
        "--data",
        str(tmp_path),
        "read",
        str(tmp_path / "table.png"),
        "--json",
        "--draw",
        str(tmp_path / "out.png"),
    ]
    assert main(words) == 0
    seen = json.loads(capsys.readouterr().out)
    assert {each["slot"]: each["value"] for each in seen["readings"] if each["value"]} == table
    assert cv2.imread(str(tmp_path / "out.png")) is not None


def test_map_tiles_and_tokens_of_the_island_are_read_and_drawn_in(tmp_path, capsys):
    table = {"hex 5": "gaping_maw", "hex 10": "face_down", "space 1-2": "orange", "space 5-6-10": "black"}
    photo = scene.photograph(looks.awakening(), table, seed=4)
    cv2.imwrite(str(tmp_path / "island.png"), photo.picture)
    words = ["--data", str(tmp_path), "read", str(tmp_path / "island.png"), "--game", "awakening", "--json"]
    assert main([*words, "--draw", str(tmp_path / "out.png")]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["board"] == "awakening"
    assert {each["slot"]: each["value"] for each in seen["readings"] if each["value"]} == table
    # Around the token on 1-2 something is drawn in.
    where = register.find(photo.picture, looks.awakening().layout)
    x, y = where.to_pixels([looks.awakening().spots["space 1-2"]])[0].round().astype(int)
    around = (slice(y - 30, y + 30), slice(x - 30, x + 30))
    assert (cv2.imread(str(tmp_path / "out.png"))[around] != photo.picture[around]).any()


def test_figures_on_the_station_are_read_and_drawn_in(tmp_path, capsys):
    printed = looks.silent_sea()
    photo = scene.photograph(printed, {"med_a 1 0": "white", "crisis_b 1 0": "yellow"}, seed=4).picture
    cv2.imwrite(str(tmp_path / "station.png"), photo)
    words = ["--data", str(tmp_path), "read", str(tmp_path / "station.png"), "--draw", str(tmp_path / "out.png")]
    assert main([*words, "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["board"] == "silent_sea"
    figures = {"figure white": "Med Room 1", "figure yellow": "Crisis! 2"}
    assert {each["slot"]: each["value"] for each in seen["readings"] if each["value"]} == figures
    where = register.find(photo, printed.layout)
    x, y = where.to_pixels([printed.spots["med_a 1 0"]])[0].round().astype(int)
    around = (slice(y - 30, y + 30), slice(x - 30, x + 30))
    assert (cv2.imread(str(tmp_path / "out.png"))[around] != photo[around]).any()
    assert main(words) == 0
    assert "figure yellow  Crisis! 2" in capsys.readouterr().out


@pytest.mark.parametrize("mat", [looks.layouts()["mat"], Layout({}, 20, (190, 120))], ids=["mat", "bare table"])
def test_cards_of_a_game_are_read_with_and_without_the_mat(tmp_path, capsys, mat):
    deck = decks("sleeping_gods")[0]
    laid = [scene_cards.Lying(scene_cards.CardLook(4, 5, scene_cards.line_digits()), (30, 5), 200)]
    signs = {number: markers.shapes(number) for number in mat.markers}
    view = scene.Condition("table", across=(300, 320), tilt=(0, 10))
    cv2.imwrite(str(tmp_path / "card.png"), scene_cards.photograph(laid, deck, mat, signs, view, seed=2).picture)
    words = ["--data", str(tmp_path), "read", str(tmp_path / "card.png"), "--json"]
    assert main([*words, "--game", "sleeping_gods"]) == 0
    [card] = json.loads(capsys.readouterr().out)["readings"]
    assert (card["slot"], card["value"], card["confidence"] >= SURE) == ("card 1", 4, True)
    assert len(card["corners"]) == 4


def test_what_is_no_picture_is_told(tmp_path, capsys):
    (tmp_path / "note.txt").write_text("milk, eggs")
    assert main(["--data", str(tmp_path), "read", str(tmp_path / "note.txt")]) == 1
    assert "is no picture that can be read" in capsys.readouterr().err
    assert main(["--data", str(tmp_path), "read", str(tmp_path / "note.txt"), "--game", "awakening"]) == 1


def complaint(capsys, *words):
    assert main(["read", *map(str, words)]) == 1
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return told.err


def test_odd_files_are_told_in_a_sentence(tmp_path, capsys):
    (tmp_path / "note.png").write_text("no picture")
    (tmp_path / "folder.png").mkdir()
    cv2.imwrite(str(tmp_path / "line.png"), np.zeros((1, 900, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "huge.png").write_bytes(friends_files.HUGE)  # more than anybody has memory for
    (tmp_path / "torn.png").write_bytes(friends_files.png(90, 90)[:40])
    (tmp_path / "grey.pgm").write_bytes(b"P5 90 90 255\n" + bytes(8100))
    assert complaint(capsys, tmp_path / "nowhere.png") == f"There is no file {tmp_path}/nowhere.png.\n"
    assert "is no picture that can be read" in complaint(capsys, tmp_path / "note.png")
    assert "is no file" in complaint(capsys, tmp_path / "folder.png")
    assert "too small to show anything: 900 × 1 pixels" in complaint(capsys, tmp_path / "line.png")
    assert "too small" in complaint(capsys, tmp_path / "dot.png")
    assert "too large" in complaint(capsys, tmp_path / "huge.png")
    assert "is damaged" in complaint(capsys, tmp_path / "torn.png")
    assert "expected JPEG, PNG or WebP" in complaint(capsys, tmp_path / "grey.pgm")


def test_a_copy_that_cannot_be_written_is_told(tmp_path, capsys):
    file = tmp_path / "black.png"
    cv2.imwrite(str(file), np.zeros((90, 120, 3), np.uint8))
    assert "could not be written" in complaint(capsys, file, "--draw", tmp_path / "nowhere" / "out.png")
    assert "expected .png or .jpg" in complaint(capsys, file, "--draw", tmp_path / "out")


def test_a_picture_of_a_hundred_million_pixels_is_made_smaller(tmp_path):
    cv2.imwrite(str(tmp_path / "large.jpg"), np.zeros((9000, 12000), np.uint8))
    assert opened(tmp_path / "large.jpg").shape == (3456, 4608, 3)


@pytest.mark.parametrize("game", ["awakening", "sleeping_gods"])
def test_another_games_board_is_named_and_not_taken_for_dice(tmp_path, capsys, game):
    picture = scene.photograph(looks.sleepers(), {"e5": "white police"}, seed=4).picture
    cv2.imwrite(str(tmp_path / "table.png"), picture)
    assert main(["read", str(tmp_path / "table.png"), "--game", game, "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["readings"] == []
    assert seen["sentences"][0].startswith("That is the Sleepers board")


def test_a_mirrored_picture_is_told_so(tmp_path, capsys):
    picture = scene.photograph(looks.sleepers(), {"e5": "white police"}, seed=4).picture
    cv2.imwrite(str(tmp_path / "table.png"), picture[:, ::-1])
    assert main(["read", str(tmp_path / "table.png")]) == 0
    assert "The picture is mirrored" in capsys.readouterr().out


def test_taught_cards_of_a_game_are_known_in_a_picture_file(tmp_path, capsys):
    layout = looks.layouts()["mat"]
    signs = {number: markers.shapes(number) for number in layout.markers}
    shelf = Shelf()
    for number in (1, 2, 3):
        looks_at_it = []
        for seed in range(3):
            laid = [scene_pieces.Lying(scene_pieces.card(number), (4.0 * seed, 3.0), 20.0 * seed)]
            picture = scene_pieces.photograph(laid, layout, signs, seed=seed)
            [piece] = pieces.find(picture, register.find(picture, layout), layout)
            looks_at_it.append(pieces.cut_out(picture, piece))
        shelf.teach(f"Card {number}", looks_at_it)
    shelf_file.save(shelf, tmp_path / "packs" / "awakening" / "demo.taught")
    laid = [scene_pieces.Lying(scene_pieces.card(2), (-20.0, 5.0), 130)]
    cv2.imwrite(str(tmp_path / "mat.png"), scene_pieces.photograph(laid, layout, signs, seed=9))
    assert main(["--data", str(tmp_path), "read", str(tmp_path / "mat.png"), "--game", "awakening", "--json"]) == 0
    assert "Card 2" in [each["value"] for each in json.loads(capsys.readouterr().out)["readings"]]


@pytest.mark.parametrize("name", ["sleeping_gods", "awakening"])
def test_a_track_sheet_is_read_and_drawn_in(tmp_path, capsys, name):
    slot, value = next((slot, "3") for slot in TRACKS[name].tracks)
    file, drawn = tmp_path / "sheet.png", tmp_path / "drawn.png"
    cv2.imwrite(str(file), photograph(name, {slot: value}, seed=3))
    assert main(["read", str(file), "--draw", str(drawn)]) == 0
    told = capsys.readouterr().out
    assert re.search(rf"{slot} +{value} +0\.9", told)
    assert "lay the" not in told
    assert cv2.imread(str(drawn)).shape == (960, 1280, 3)
