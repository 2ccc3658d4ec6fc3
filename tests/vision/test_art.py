"""The one source of art: drawn alike on the page and in the camera's world, and unmistakable in any turn."""

import re
from itertools import combinations

import cv2
import numpy as np
import pytest

from rules import art, markers
from vision import draw

KINDS = {
    "scientist", "militia", "saboteur", "police", "ringleader", "recruiter",
    "informant", "immigration", "double_agent", "diversion", "master_of_disguise",
}  # fmt: skip


def face(side, kind, turned=0.0, radius=32):
    """The middle of a tile as the camera would compare it: light taken out."""
    sleepers = art.load("sleepers")
    size = 8 * radius
    picture = np.full((size, size, 3), 140, np.uint8)
    draw.paint(picture, sleepers.shapes(side, kind), draw.place((size / 2 - 0.5,) * 2, 4 * radius, turned))
    grey = cv2.cvtColor(cv2.resize(picture, (2 * radius,) * 2, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    y, x = np.mgrid[-radius + 0.5 : radius, -radius + 0.5 : radius]
    middle = grey[np.hypot(x, y) < 0.8 * radius].astype(float)
    middle -= middle.mean()
    return middle / np.linalg.norm(middle)


def test_every_agent_has_a_symbol_and_a_name():
    sleepers = art.load("sleepers")

    assert set(sleepers.symbols) == KINDS
    assert sleepers.title("master_of_disguise") == "Master of Disguise"
    assert sleepers.title() == "Sleeper"


def test_no_two_tiles_look_alike_in_any_turn():
    pieces = [(side, kind) for side in ("white", "black") for kind in (None, *sorted(KINDS))]
    straight = {piece: face(*piece) for piece in pieces}
    turned = {piece: [face(*piece, turned=t) for t in range(0, 360, 15)] for piece in pieces}

    alike = {
        (one, other): max(float(picture @ straight[other]) for picture in turned[one])
        for one, other in combinations(pieces, 2)
    }

    assert max(alike.values()) < 0.7, max(alike, key=alike.get)


@pytest.mark.parametrize("side", ["white", "black"])
def test_symbols_stay_on_their_tile(side):
    sleepers = art.load("sleepers")
    for kind in (None, *KINDS):
        for shape in sleepers.symbol(side, kind):
            reach = shape.get("radius", shape.get("width", 0) / 2)
            for x, y in [shape["at"]] if shape["shape"] == "circle" else shape["points"]:
                for k in range(6):
                    across = np.deg2rad(60 * k + 30)
                    assert x * np.cos(across) + y * np.sin(across) + reach < 0.866 * 0.94, (kind, shape)


def test_the_page_gets_the_same_shapes_as_the_camera():
    sleepers = art.load("sleepers")
    picture = sleepers.svg("black", "police", size="34mm", turned=60)

    assert 'width="34mm"' in picture
    assert 'aria-label="Black: Police"' in picture
    assert "rotate(60)" in picture
    assert len(re.findall(r"<(circle|polygon|polyline)", picture)) == len(sleepers.shapes("black", "police"))
    assert set(re.findall(r"#[0-9a-f]{6}", picture)) == {s["colour"] for s in sleepers.shapes("black", "police")}


def test_art_that_cannot_be_drawn_is_refused_with_its_name():
    data = {
        "game": "test",
        "sides": {"red": {"tile": "#ffffff", "rim": "#000000", "ink": "#000000"}},
        "symbols": {
            "moon": {
                "title": "Moon",
                "shapes": [{"shape": "curve", "points": [[0, 0]], "width": 1, "colour": "ink"}],
            }
        },
        "back": {"title": "Back", "shapes": []},
    }
    with pytest.raises(art.ArtError, match="moon: a curve has"):
        art.from_data(data)
    data["symbols"]["moon"]["shapes"] = [{"shape": "circle", "at": [0, 0], "radius": 1, "colour": "gold"}]
    with pytest.raises(art.ArtError, match="moon uses the colour 'gold', which red does not have"):
        art.from_data(data)
    with pytest.raises(art.ArtError, match="no symbol 'baker'"):
        art.load("sleepers").shapes("white", "baker")
    with pytest.raises(art.ArtError, match="no side 'red'"):
        art.load("sleepers").shapes("red")


@pytest.mark.parametrize("number", range(50))
def test_corner_markers_are_those_every_reader_knows(number):
    picture = np.full((160, 160, 3), 90, np.uint8)
    draw.paint(picture, markers.shapes(number), draw.place((79.5, 79.5), 90))
    reader = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))

    corners, numbers, _ = reader.detectMarkers(picture)

    assert np.asarray(numbers).ravel().tolist() == [number]
    assert np.allclose(np.asarray(corners[0]).reshape(4, 2)[0], [34.5, 34.5], atol=1.5)
