"""`tableside read`: what the readers see in a picture file."""

import json

import cv2
import pytest

from device import looks
from device.cli import main
from device.mat_sheet import decks
from rules import markers
from vision import register, scene, scene_cards
from vision.reading import SURE
from vision.register import Layout


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
