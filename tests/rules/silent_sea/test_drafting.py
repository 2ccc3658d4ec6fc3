"""An owner's board on its way: what it still misses, in words, and the pack that comes of it."""

import tomllib
from dataclasses import replace

import pytest
from sea_setting import example_board

from rules.ask import Trouble
from rules.plain import dump, load
from rules.silent_sea import drafting
from rules.silent_sea.pack import Edge, Lock, Node, Pack, Place, opened, problems


def draft(**changes):
    board = example_board()
    return replace(drafting.Draft("Our station", 1.4, board.nodes, board.edges), **changes)


def without(*names, edges=()):
    """The example board without some places and ways."""
    board = example_board()
    nodes = tuple(node for node in board.nodes if node.id not in names)
    ways = tuple(e for e in board.edges if e.id not in edges and e.a not in names and e.b not in names)
    return replace(board, nodes=nodes, edges=ways)


def changed(name, **changes):
    board = example_board()
    return replace(board, nodes=tuple(replace(n, **changes) if n.id == name else n for n in board.nodes))


def test_a_whole_board_misses_nothing():
    assert drafting.missing(example_board()) == []


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (replace(example_board(), nodes=(), edges=()), "Nothing is tapped yet"),
        (changed("ST", start=False), "No place is the starting point yet (SS-43)."),
        (changed("p3", start=True), "Only one place can be the starting point, not p3 and the ST (SS-43)."),
        (changed("XP", room_type="plain"), "No room is the Extraction Point yet (SS-35)."),
        (changed("CR1", room_type="extraction"), "not the CR1 and the XP (SS-35)."),
        (changed("j1", start=True), "No figure can stand on crossing 1"),
        (changed("EL1", role=""), "Whose Role Room is the EL1 (SS-22)?"),
        (without(edges=("j3-XP",)), "No way leads to the XP."),
        (without("j1"), "No way leads to p3, p4, p5, p6 and 23 more places."),
        (without("j3", edges=("k1",)), "No way leads to p10, the EL2, the VP1, the CR2 and 2 more places."),
    ],
)
def test_what_is_missing_is_told_in_a_plain_sentence(board, sentence):
    assert sentence in " ".join(drafting.missing(board))


def test_an_exit_that_only_the_captain_could_reach_is_told():
    board = without(edges=("j3-XP",))
    board = replace(board, edges=(*board.edges, Edge("new", "VP1", "XP")))
    assert drafting.missing(board) == [
        "The Extraction Point lies behind a VIP Room: nobody but the Captain could get there (SS-31)."
    ]


def test_nine_water_labs_are_one_too_many():
    labs = tuple(Node(f"w{n}", "room", 0.5, 0.5, "water_lab", label="Lab") for n in range(5))
    board = example_board()
    ways = tuple(Edge(f"e{n}", "ST", f"w{n}") for n in range(5))
    board = replace(board, nodes=(*board.nodes, *labs), edges=(*board.edges, *ways))
    assert drafting.missing(board) == ["There are 9 Water Labs, but only 8 Water Samples (SS-1)."]


def test_before_there_is_a_start_only_lonely_places_are_told():
    board = replace(changed("ST", start=False), edges=())
    assert any(sentence.startswith("No way leads to p1,") for sentence in drafting.missing(board))
    one = replace(board, nodes=board.nodes[:1])
    assert not any("No way" in sentence for sentence in drafting.missing(one))


def test_what_is_hardly_meant_so_is_a_hint_once_nothing_is_missing():
    assert drafting.hints(changed("ST", start=False)) == []
    assert "This board has 3 Water Labs" in " ".join(drafting.hints(changed("WL1", room_type="plain")))
    board = without(edges=("j1-p6",))
    board = replace(board, edges=(*board.edges, Edge("round", "p3", "p6")))
    assert "Only 3 ways meet" not in " ".join(drafting.hints(board))
    lonely = replace(
        example_board(),
        nodes=(*example_board().nodes, Node("j9", "junction", 0.1, 0.1)),
        edges=(*example_board().edges, Edge("j9-ST", "j9", "ST")),
    )
    assert "Only 1 ways meet at crossing 4." in drafting.hints(lonely)


def test_rooms_of_one_name_are_told_apart_by_their_number():
    board = example_board()
    board = replace(
        board, nodes=tuple(replace(n, label="Lab") if n.room_type == "water_lab" else n for n in board.nodes)
    )
    assert drafting.called(board, next(n for n in board.nodes if n.id == "WL3")) == "the Lab 3"


def test_the_pack_reads_back_just_as_it_was():
    pack = drafting.owners_pack(draft(title='The "Deep"'), "the_deep", "photo.jpg")
    fields = {}
    for text in drafting.files(pack).values():
        fields |= tomllib.loads(text)
    assert load(Pack, fields) == pack
    assert problems(pack) == []
    assert (pack.origin, pack.board.aspect, pack.board.art) == ("owner", 1.4, "photo.jpg")


def test_crisis_cards_that_name_places_of_another_board_are_left_out():
    demo = opened("demo")
    named = [card.id for card in demo.crisis if any(isinstance(e, (Place, Lock)) for e in card.effects)]
    assert named  # there is something to leave out
    pack = drafting.owners_pack(draft(), "mine", "")
    assert len(pack.crisis) == len(demo.crisis) - len(named)


def test_an_unfinished_board_makes_no_pack():
    board = without(edges=("j3-XP",))
    with pytest.raises(Trouble, match="No way leads to the XP"):
        drafting.owners_pack(draft(nodes=board.nodes, edges=board.edges), "mine", "")


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ("nonsense", "This is no drawing of a board"),
        ({"title": "x", "nodes": [{"id": "a"}]}, "This is no drawing of a board"),
        ({"title": "x", "aspect": 40.0}, "that is no board"),
        ({"title": "x", "edges": [{"id": "e", "a": "n", "b": "m"}]}, "is torn"),
        ({"title": "x", "nodes": [{"id": "a", "kind": "space", "x": 0.1, "y": 0.1}] * 2}, "is torn"),
        (
            {"title": "x", "nodes": [{"id": f"s{n}", "kind": "space", "x": 0.1, "y": 0.1} for n in range(301)]},
            "300 places",
        ),
    ],
)
def test_what_is_no_draft_is_refused(plain, sentence):
    with pytest.raises(Trouble, match=sentence):
        drafting.read(plain)


def test_names_are_cleaned_of_what_cannot_be_printed():
    node = {
        "id": "a",
        "kind": "room",
        "x": 0.1,
        "y": 0.1,
        "room_type": "plain",
        "label": " Re\x7factor\n\x00 core " + "x" * 80,
    }
    read = drafting.read({"title": "\tOur\u0000 station ", "nodes": [node]})
    assert read.title == "Our station"
    assert read.nodes[0].label.startswith("Re actor core x")
    assert len(read.nodes[0].label) == 40
    assert drafting.read(dump(read)) == read
