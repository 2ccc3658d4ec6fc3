"""The reference of packs is told from the types that read them."""

from pathlib import Path

import pytest

from rules.games import NAMES
from rules.pack_format import page

DOCS = Path(__file__).parents[2] / "docs" / "packs"


@pytest.mark.parametrize("name", NAMES)
def test_the_written_reference_says_what_the_types_say(name):
    assert (DOCS / f"{name}.md").read_text("utf-8") == page(name), "run `make docs`"


def test_a_field_is_told_with_its_kind_default_and_note():
    told = page("sleepers")

    assert "| `count` | whole number |  | for each colour |" in told
    assert "| `mirror` | true or false | `false` |  |" in told
    assert "| `tiles` | list of [Tile](#tile) |  |  |" in told


@pytest.mark.parametrize("name", NAMES)
def test_every_thing_spoken_of_is_told_once(name):
    told = page(name)
    spoken_of = {link.split(")")[0] for link in told.split("](#")[1:]}
    headings = [line[3:].lower() for line in told.splitlines() if line.startswith("## ")]

    assert spoken_of <= set(headings)
    assert len(headings) == len(set(headings))
