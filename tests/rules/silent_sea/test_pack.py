"""The demo pack, and what the box says about packs that do not add up."""

from dataclasses import replace

import pytest
from sea_setting import example_board, example_pack

from rules import packs
from rules.silent_sea import GAME
from rules.silent_sea.pack import (
    ROLES,
    SAMPLES,
    BreakSample,
    Damage,
    Edge,
    ItemCard,
    Lock,
    LoyaltyCard,
    Place,
    opened,
    problems,
    warnings,
)

DEMO = opened("demo")


@pytest.mark.rule("SS-1", "SS-R5", "SS-R2", "SS-4")
def test_the_box_holds_what_the_rulebook_counts():
    assert SAMPLES == 8
    assert len(GAME.seats) == 4  # figures and placards
    assert sum(card.count for card in DEMO.loyalty) == 4
    assert {card.side: card.count for card in DEMO.loyalty} == {"traitor": 1, "crewmate": 3}
    assert len(DEMO.abilities) == 8
    for role in ROLES:
        assert [card.slot for card in DEMO.abilities if card.role == role] == [1, 2]
    assert {item.id for item in DEMO.items} == {"flashlight", "gun", "medkit", "carrier", "hazmat"}
    assert sum(card.count for card in DEMO.crisis) >= 24


@pytest.mark.rule("SS-2")
def test_the_generic_deck_has_48_cards_in_nine_kinds():
    mix = {
        "+1 Extra Space": 6,
        "Scrap": 12,
        "Painkillers": 6,
        "Chemical": 6,
        "Vial": 6,
        "Suit": 3,
        "Holster": 3,
        "Bulb": 3,
        "Case": 3,
    }
    assert {card.name: card.count for card in DEMO.generic} == mix
    assert sum(mix.values()) == 48


@pytest.mark.rule("SS-20", "SS-21", "SS-22", "SS-24", "SS-R20", "SS-35", "SS-R8")
def test_the_demo_board_has_all_sorts_of_rooms():
    rooms = [node for node in DEMO.board.nodes if node.kind == "room"]
    assert all(room.label == "Crisis!" for room in rooms if room.room_type == "crisis")
    assert sum(room.room_type == "crisis" for room in rooms) == 4
    labels = {"engineer": "Electric Room", "doctor": "Med Room", "astrobiologist": "Experiment Room"}
    labels["captain"] = "VIP Room"
    for role, label in labels.items():
        assert [room.label for room in rooms if room.role == role] == [label] * 2
    assert sum(room.restricted for room in rooms) == 2
    assert [room.label for room in rooms if room.room_type == "extraction"] == ["Extraction Point"]
    assert sum(room.room_type == "water_lab" for room in rooms) == 7
    assert sum(edge.closed for edge in DEMO.board.edges) == 4
    assert problems(DEMO) == warnings(DEMO) == []


@pytest.mark.rule("SS-R57", "SS-R43")
def test_luna_acts_through_cards_only():
    assert not any("luna" in (node.id + node.label).lower() for node in DEMO.board.nodes)
    hers = [e for card in DEMO.crisis for e in card.effects if isinstance(e, Damage) and e.by == "luna"]
    assert len(hers) >= 5
    assert all(effect.attack for effect in hers)
    assert DEMO.luna.health is None


@pytest.mark.rule("SS-R2", "SS-R20", "SS-50", "SS-34", "SS-20")
def test_the_box_warns_of_packs_that_are_hardly_meant_so():
    assert warnings(example_pack()) == []
    board = example_board()
    fewer = [node for node in board.nodes if node.id not in ("EL2", "WL1", "CR1", "CR2")]
    gone = ("EL2", "WL1", "CR1", "CR2")
    edges = [edge for edge in board.edges if edge.a not in gone and edge.b not in gone]
    loyalty = (LoyaltyCard("traitor", "traitor", 2), LoyaltyCard("crewmate", "crewmate", 2))
    strange = replace(example_pack(), loyalty=loyalty, board=replace(board, nodes=tuple(fewer), edges=tuple(edges)))
    assert warnings(strange) == [
        "This pack has 2 Traitors, not 1 (SS-R2).",
        "This board has 3 Water Labs; the crew needs 4 samples (SS-50).",
        "The Engineer has 1 Role Rooms; both Abilities take 2 (SS-R20).",
        "The Extraction Point cannot be reached without unlocking (SS-34).",
        "This board has no Crisis Room (SS-20).",
    ]


def broken(**changes):
    return " ".join(problems(replace(example_pack(), **changes)))


def test_what_cannot_be_played_is_told():
    board = example_board()
    start = next(node for node in board.nodes if node.start)
    two = replace(board, nodes=tuple(replace(n, start=n.id in ("ST", "p1")) for n in board.nodes))
    assert "exactly one starting point" in broken(board=two)
    no_exit = replace(board, nodes=tuple(replace(n, room_type="plain") if n.id == "XP" else n for n in board.nodes))
    assert "exactly one Extraction Point; got []" in broken(board=no_exit)
    assert "no node p99" in broken(board=replace(board, edges=(*board.edges, Edge("odd", "p1", "p99"))))
    assert "stands 2 times" in broken(board=replace(board, nodes=(*board.nodes, start)))
    labs = tuple(replace(n, room_type="water_lab", role="") if n.kind == "room" else n for n in board.nodes)
    assert "only 8 Water Samples" in broken(board=replace(board, nodes=labs))
    cut = replace(board, edges=tuple(edge for edge in board.edges if edge.id != "ST-p1"))
    assert "cannot be reached even with all doors open" in broken(board=cut)
    assert "3 cards, expected 4" in broken(loyalty=(LoyaltyCard("crewmate", "crewmate", 3),))
    assert "36 cards, expected 48" in broken(generic=tuple(c for c in DEMO.generic if c.id != "scrap"))
    assert "each once" in broken(items=DEMO.items[1:])
    assert "is no Generic card" in broken(items=(*DEMO.items[1:], ItemCard("flashlight", "Lamp", {"glass": 1})))
    assert "slot 1 and one for slot 2" in broken(abilities=DEMO.abilities[1:])


def test_effects_that_cannot_be_carried_out_are_told():
    def effect(one):
        return broken(crisis=(replace(DEMO.crisis[0], effects=(one,)),))

    assert "a hazard is no attack" in effect(Damage("damage", 2, attack=True))
    assert "cannot stand on j1" in effect(Place("place", "j1"))
    assert "expected a Restricted Room" in effect(Lock("lock", node="p1"))
    assert effect(Lock("lock", node="WL4")) == effect(Lock("lock", edge="k1")) == ""
    assert "at least 1, got 0" in effect(BreakSample("break_sample", amount=0))


def test_an_owners_pack_with_a_wrong_field_is_told_by_card_and_field(tmp_path, monkeypatch):
    shelf = tmp_path / "silent_sea" / "mine"
    shelf.mkdir(parents=True)
    for file in packs.folder("silent_sea", "demo").glob("*.toml"):
        text = file.read_text("utf-8")
        (shelf / file.name).write_text(text.replace('timing = "passive"', 'timing = "sometimes"'), "utf-8")
    monkeypatch.setattr(packs, "shelves", [tmp_path])
    with pytest.raises(packs.BrokenPack, match=r"symbiosis.*timing.*expected one of action, reaction, passive"):
        GAME.begin(GAME.setup(4, pack="mine"))


@pytest.mark.rule("SS-R2")
def test_what_is_hardly_meant_so_is_told_on_the_packs_page_too(tmp_path, monkeypatch):
    shelf = tmp_path / "silent_sea" / "mine"
    shelf.mkdir(parents=True)
    for file in packs.folder("silent_sea", "demo").glob("*.toml"):
        old, new = 'use = "resource" }', 'use = "resource", effects = [{ do = "end_move" }] }'
        text = file.read_text("utf-8").replace(old, new, 1)
        (shelf / file.name).write_text(text, "utf-8")
    monkeypatch.setattr(packs, "shelves", [tmp_path])
    packs.forget()

    assert GAME.doubts("mine") == ["Scrap has effects, but only a card with the use action has any."]
    assert GAME.doubts("mine") == GAME.try_pack("mine")
    assert GAME.doubts("demo") == []
