"""How Sleepers looks on the page."""

import xml.etree.ElementTree as ET

from sleepers_setting import table

from rules.sleepers import GAME
from web.games import sleepers as drawing


def drawn(game, seat):
    """Every hex of the board by name, as a browser reads it."""
    board = ET.fromstring(str(drawing.board(GAME.show(game, seat), {}, seat)))
    return {hex_.get("data-slot"): hex_ for hex_ in board.iter("g") if hex_.get("data-slot")}


def test_a_sleeper_whose_kind_is_known_is_drawn_faint_and_keeps_its_ring():
    game = table("W:Sab_@e5 W:Sci^@a9 B:Sci_@i1", owner_peek="on")
    hexes = drawn(game, "white")
    assert [use.get("class") for use in hexes["e5"]][1:] == ["field", "faint", "ring"]
    assert [use.get("class") for use in hexes["a9"]][1:] == ["field", None, "ring"]
    assert [use.get("href") for use in hexes["i1"]][2] == "#face-black-back"
    assert hexes["e5"][0].text == "e5: white sleeper (Saboteur)"
