"""Content packs and what is wrong with them."""

import tomllib
from dataclasses import dataclass

import pytest

from rules import packs
from rules.packs import BrokenPack, open_pack


@dataclass(frozen=True)
class Card:
    id: str
    cost: int


@dataclass(frozen=True)
class Pack:
    cards: tuple[Card, ...]
    title: str = ""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    monkeypatch.setattr(packs, "shelves", [tmp_path])
    (tmp_path / "chess" / "mine").mkdir(parents=True)
    packs.forget()
    yield tmp_path / "chess" / "mine"
    packs.forget()


def test_the_files_of_a_pack_belong_together(shelf):
    (shelf / "a.toml").write_text('title = "Mine"')
    (shelf / "b.toml").write_text('[[cards]]\nid = "crab"\ncost = 2')
    pack = open_pack("chess", "mine", Pack)
    assert pack == Pack((Card("crab", 2),), "Mine")
    assert packs.names("chess") == ["mine"]


def test_a_changed_pack_is_read_again_once_the_old_one_is_forgotten(shelf):
    (shelf / "b.toml").write_text('[[cards]]\nid = "crab"\ncost = 2')
    assert open_pack("chess", "mine", Pack).cards[0].cost == 2
    (shelf / "b.toml").write_text('[[cards]]\nid = "crab"\ncost = 3')
    packs.forget()
    assert open_pack("chess", "mine", Pack).cards[0].cost == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[cards]]\nid = "crab"\ncost = "two"', "b.toml: cards crab, field cost: expected a whole number, got 'two'."),
        ('[[cards]]\nid = "crab"', "b.toml: cards crab, field cost: missing."),
        ('[[cards]]\nid = "crab"\ncost = 1\nclaws = 2', "b.toml: cards crab, field claws: not a field of a Card"),
        ("cards = 3", "b.toml: cards: expected a list, got 3."),
        ("[[cards", "b.toml: "),
        ("", "cards: missing."),
    ],
)
def test_what_is_wrong_is_told_by_file_card_and_field(shelf, text, sentence):
    (shelf / "b.toml").write_text(text)
    with pytest.raises(BrokenPack) as told:
        open_pack("chess", "mine", Pack)
    assert sentence in str(told.value)


def test_a_table_in_two_files_is_told(shelf):
    (shelf / "a.toml").write_text('[[cards]]\nid = "a"\ncost = 1')
    (shelf / "b.toml").write_text('[[cards]]\nid = "b"\ncost = 1')
    with pytest.raises(BrokenPack, match=r"b.toml: cards stands already in a.toml"):
        open_pack("chess", "mine", Pack)


def test_what_does_not_fit_together_is_told(shelf):
    (shelf / "b.toml").write_text('[[cards]]\nid = "crab"\ncost = 2')
    with pytest.raises(BrokenPack, match="too cheap"):
        open_pack("chess", "mine", Pack, lambda pack: ["cards crab: too cheap."])


@pytest.mark.parametrize("game", ["sleeping_gods", "children_of_morta", "sleepers"])
def test_a_pack_written_down_reads_as_it_was(game):
    """Plain tables, with lists of tables in them and words no key should have, survive being written as TOML."""
    files = sorted(packs.folder(game, "demo").glob("*.toml"))
    tables = {name: table for file in files for name, table in tomllib.loads(file.read_text("utf-8")).items()}
    assert tomllib.loads(packs.as_toml(tables)) == tables
    odd = {
        "cards": {'a "quoted" key': {"text": 'line\nbreak \\ "and" ’ ☃', "none": None, "rows": [[1, 2], []]}},
        "x": {},
    }
    assert tomllib.loads(packs.as_toml(odd)) == {
        "cards": {'a "quoted" key': {"text": 'line\nbreak \\ "and" ’ ☃', "rows": [[1, 2], []]}},
        "x": {},
    }
