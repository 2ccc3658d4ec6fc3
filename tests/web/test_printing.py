"""The sheets for the printer: true millimetres, the right pieces, and nothing that the page may not load."""

from collections import Counter
from math import isclose, sqrt
from xml.etree import ElementTree

import pytest
from on_paper import SVG, corners, groups, middle_of, middles, papers, rounded, scale_of, sheets_in, span, squares

from rules import art, games, markers
from rules.printed import A3_ACROSS, OUTLINES, Cut, Piece, PrintedBoard, Slot, polygon
from rules.sleepers.board import HEXES
from rules.sleepers.pack import opened
from rules.track_sheet import TWO_A4
from web.printing.boards import board_pages, in_halves
from web.printing.pieces import cut_pages


def test_a_tile_is_33_mm_from_corner_to_corner_and_fits_its_hex(box):
    tiles = [tile for paper in papers(box, "/print/sleepers")[2:] for tile in groups(paper, "tile")]
    assert len(tiles) == 120  # 60 faces and their backs
    for tile in tiles:
        wide, high = (each * scale_of(tile) for each in span(tile.find(f"{SVG}polygon")))
        assert isclose(wide, 2 * 17 * 0.97, abs_tol=0.05)
        assert isclose(high, sqrt(3) * 17 * 0.97, abs_tol=0.05)


def test_every_tile_of_the_game_is_there_as_often_as_it_should(box):
    sheets = papers(box, "/print/sleepers")[2:]
    drawing = art.load("sleepers")
    for sheet, side, backs in zip(sheets, ("white", "white", "black", "black"), (False, True) * 2, strict=True):
        drawn = Counter(
            "".join(ElementTree.tostring(shape, "unicode") for shape in tile) for tile in groups(sheet, "tile")
        )
        kinds = [None] if backs else [tile.code for tile in opened("demo").tiles]
        wanted = {}
        for kind in kinds:
            picture = ElementTree.fromstring(drawing.svg(side, kind))
            shapes = "".join(ElementTree.tostring(shape, "unicode") for shape in picture.find(f"{SVG}g"))
            wanted[shapes] = 30 if backs else next(tile.count for tile in opened("demo").tiles if tile.code == kind)
        assert drawn == wanted


def test_backs_meet_their_faces_whichever_way_the_sheet_is_turned(box):
    faces, backs = papers(box, "/print/sleepers")[2:4]
    at = {middle_of(tile) for tile in groups(faces, "tile")}
    behind = {middle_of(tile) for tile in groups(backs, "tile")}
    assert len(at) == 30
    assert {(round(210 - x, 2), round(y, 2)) for x, y in behind} == {(round(x, 2), round(y, 2)) for x, y in at}
    assert {(round(x, 2), round(297 - y, 2)) for x, y in behind} == {(round(x, 2), round(y, 2)) for x, y in at}


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 2), ("a3", 1)])
def test_the_board_has_61_hexes_of_17_mm_and_its_six_markers(box, paper, sheets):
    pages = papers(box, f"/print/sleepers?paper={paper}")
    assert len(pages) == sheets + 4
    for page in pages[:sheets]:
        [board] = groups(page, "board")
        assert [text.text for text in board.iter(f"{SVG}text")] == list(HEXES)
        hexes = [
            each for each in board.iter(f"{SVG}polygon") if each.get("fill") == art.load("sleepers").board["field"]
        ]
        assert len(hexes) == 61
        assert {tuple(round(side, 1) for side in span(each)) for each in hexes} == {(34.0, 29.4)}
        # 25.5 mm a side, with the white edge around it a third more
        assert {span(each)[0] for each in squares(board)} == {25.5}
        assert {span(each)[0] for each in squares(board, "#ffffff")} == {34.0}
        printed = [(17 * x, 17 * y) for each in art.load("sleepers").board["markers"] for x, y in [each["at"]]]
        assert middles(squares(board)) == [rounded(each) for each in printed]


def test_the_two_halves_of_the_board_meet_in_its_middle(box):
    left, right = papers(box, "/print/sleepers")[:2]
    for page, keeps_left in ((left, True), (right, False)):
        [board] = groups(page, "board")
        x, _ = middle_of(board)
        cut = page.find(f".//{SVG}clipPath/{SVG}rect")
        start, wide = float(cut.get("x")), float(cut.get("width"))
        assert start > 0
        assert start + wide < 210
        if keeps_left:
            assert isclose(start, x - 9.4 * 17, abs_tol=0.01)
            assert isclose(start + wide, x + 8, abs_tol=0.01)  # a strip to glue on
        else:
            assert isclose(start, x, abs_tol=0.01)
            assert isclose(wide, 9.4 * 17, abs_tol=0.01)


def test_the_mat_has_its_markers_where_the_camera_looks_for_them(box):
    [page] = papers(box, "/print/mat")
    assert (page.get("width"), page.get("height")) == ("297mm", "210mm")
    [mat] = groups(page, "board")
    assert middle_of(mat) == (297 / 2, 210 / 2)
    assert middles(squares(mat)) == [each["at"] for each in markers.MAT["markers"]]
    assert {span(each)[0] for each in squares(mat)} == {18.0}


def test_four_join_cards_say_the_way_in(box):
    [page] = papers(box, "/print/join")
    texts = [text.text for text in page.iter(f"{SVG}text")]
    assert texts.count("192.168.1.20:8080") == 4
    codes = list(page.iter(f"{SVG}image"))
    assert [code.get("href") for code in codes] == ["/join.svg"] * 4
    assert {code.get("width") for code in codes} == {"70"}


def test_the_start_page_leads_to_the_sheets(box):
    page = box.client(host=True).get("/table").text
    for path in ("/print/join", "/print/sleepers", "/print/mat"):
        assert f'href="{path}"' in page


def test_other_paper_is_refused(box):
    assert box.client().get("/print/sleepers?paper=a5").status_code == 404


# What every game's print page does


def test_every_board_of_every_game_is_printed_with_its_markers_to_the_millimetre(box):
    printed = [(name, board) for name in games.names() for board in games.game(name).boards("demo")]
    assert {name for name, _ in printed} >= set(games.NAMES)
    pages = {
        (name, paper): [
            each for sheet in papers(box, f"/print/{name}?paper={paper}") for each in groups(sheet, "board")
        ]
        for name in dict.fromkeys(name for name, _ in printed)
        for paper in ("a4", "a3")
    }
    for name, board in printed:
        assert board.paper[0] <= A3_ACROSS[0]
        assert board.paper[1] <= A3_ACROSS[1]
        wanted = [
            [rounded((x + board.marker_side * a, y + board.marker_side * b)) for a, b in shape["points"]]
            for number, (x, y) in board.markers.items()
            for shape in markers.shapes(number)
        ]
        for paper in ("a4", "a3"):
            found = [each for each in pages[name, paper] if marked(each) == wanted]
            assert len(found) == (2 if paper == "a4" and in_halves(board) else 1), (name, board.title)
            assert all("scale" not in each.get("transform") for each in found)  # so it is in millimetres


def marked(board):
    """Every corner of every field of the corner markers, from the middle of the board."""
    fields = (each for each in board.iter(f"{SVG}polygon") if each.get("class") == "marker")
    return [[rounded(corner) for corner in corners(field)] for field in fields]


def test_the_two_sheets_of_a_half_board_together_show_all_of_it(box):
    left, right = papers(box, "/print/children_of_morta")
    shown = 0.0
    for page in (left, right):
        cut = page.find(f".//{SVG}clipPath/{SVG}rect")
        shown += float(cut.get("width"))
        assert float(cut.get("height")) == TWO_A4[1]
    assert shown == TWO_A4[0] + 8  # and the strip to glue on


def made_up(outline, **more):
    """A board of nine slots for tiles of some outline."""
    middles = [(50.0 * x, 50.0 * y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    slots = {f"s{n}": Slot(at, polygon(4, 35.0, middle=at, turned=45.0), f"s{n}") for n, at in enumerate(middles)}
    colours = {"paper": "#777777", "field": "#888888", "line": "#444444", "label": "#222222"}
    faces = {Piece("sun"): "#cc8800", Piece("rain"): "#0044cc", BACK: "#111111"}
    tiles = {piece: ({"shape": "polygon", "points": outline, "colour": colour},) for piece, colour in faces.items()}
    return PrintedBoard(title="Weather", paper=(190.0, 190.0), unit=10.0, markers={48: (-85.0, -85.0)}, colours=colours,
                        marker_side=12.0, slots=slots, tiles=tiles, tile=30.0, outline=outline, **more)  # fmt: skip


BACK = Piece("", "weather", up=False)


def test_a_game_with_square_tiles_is_printed():
    board = made_up(OUTLINES["square"])
    [whole] = sheets_in("".join(board_pages(board, "a4")))
    assert whole.get("width") in {"210mm", "297mm"}
    assert [text.text for text in whole.iter(f"{SVG}text")] == [*board.slots, "100 mm"]

    faces = [Piece("sun")] * 20 + [Piece("rain")] * 7
    sheets = sheets_in("".join(cut_pages([board], [Cut(faces, BACK)], 2)))
    assert len(sheets) == 4  # 24 to a sheet, and their backs
    side = 30 * sqrt(2) * 0.97
    drawn = Counter()
    for front, behind in (sheets[:2], sheets[2:]):
        tiles, backs = groups(front, "tile"), groups(behind, "tile")
        places = [middle_of(tile) for tile in tiles]
        assert [rounded((210 - x, y)) for x, y in map(middle_of, backs)] == [rounded(place) for place in places]
        for n, (x, y) in enumerate(places):
            assert side / 2 < x < 210 - side / 2
            assert side / 2 < y < 297 - 12 - side / 2
            assert all(max(abs(x - a), abs(y - b)) > side for a, b in places[:n])
        for tile in tiles:
            shape = tile.find(f"{SVG}polygon")
            assert isclose(span(shape)[0] * scale_of(tile), side, abs_tol=0.05)
            drawn[shape.get("fill")] += 1
        assert {back.find(f"{SVG}polygon").get("fill") for back in backs} == {"#111111"}
    assert drawn == {"#cc8800": 20, "#0044cc": 7}


def test_a_tile_that_looks_otherwise_from_behind_has_a_back_that_covers_its_face():
    board = made_up(((-1.0, -1.0), (1.0, -1.0), (1.0, -0.4), (-0.4, 1.0), (-1.0, 1.0)))
    front, behind = sheets_in("".join(cut_pages([board], [Cut([Piece("sun")] * 3, BACK)], 2)))

    def outlines(sheet):
        for tile in groups(sheet, "tile"):
            (x, y), (wide, *rest) = middle_of(tile), scales_of(tile)
            high = rest[0] if rest else wide
            yield {rounded((x + wide * a, y + high * b)) for a, b in corners(tile.find(f"{SVG}polygon"))}

    turned = [{rounded((210 - x, y)) for x, y in outline} for outline in outlines(behind)]
    assert turned == list(outlines(front))


def scales_of(group):
    return [float(each) for each in group.get("transform").split("scale(")[1].rstrip(")").split()]


def test_tokens_that_find_no_room_below_the_tiles_come_on_a_sheet_of_their_own():
    disc = ({"shape": "circle", "at": (0.0, 0.0), "radius": 1.0, "colour": "#cc0000"},)
    board = made_up(OUTLINES["square"], tokens={"ann": disc, "ben": disc}, token=8.0, titles={"ann": "Ann & co"})
    *tiles, own = sheets_in("".join(cut_pages([board], [Cut([Piece("sun")] * 20, BACK)], 3)))
    assert [len(groups(sheet, "token")) for sheet in tiles] == [0, 0]
    assert len(groups(own, "token")) == 6
    assert "Ann & co" in [text.text for text in own.iter(f"{SVG}text")]


def test_what_cannot_be_printed_is_told(box, monkeypatch):
    client = box.client()
    for path, said in (
        ("/print/nowhere", "There is no such game."),
        ("/print/sleepers?pack=nowhere", "There is no such pack"),
        ("/print/silent_sea?pack=../demo", "There is no such pack"),
        ("/print/sleepers?paper=a5", "There are sheets for A3 and for A4 paper."),
    ):
        answer = client.get(path)
        assert answer.status_code == 404
        assert said in answer.text
    monkeypatch.setattr(type(games.game("sleepers")), "to_print", lambda self, pack: None)
    answer = client.get("/print/sleepers")
    assert answer.status_code == 404
    assert "Sleepers has nothing to print." in answer.text


def test_a_pack_that_is_broken_is_told(box, own_packs, tmp_path):
    broken = tmp_path / "packs" / "silent_sea" / "mine"
    broken.mkdir(parents=True)
    (broken / "pack.toml").write_text("title = [")
    answer = box.client().get("/print/silent_sea?pack=mine")
    assert answer.status_code == 404
    assert "The pack mine cannot be used" in answer.text
