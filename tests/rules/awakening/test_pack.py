"""The content pack: counts, checks, and sentences for what does not fit."""

from collections import Counter
from dataclasses import replace

import pytest
from awakening_setting import effect as written
from awakening_setting import v

from rules import packs
from rules.awakening import GAME
from rules.awakening.pack import Pack, opened, problems, warnings
from rules.awakening.verbs import Verb
from rules.awakening.words import STACKS
from rules.plain import Misfit, load

ODD = v("end_game_bonus", amount="all")
DEMO = opened("demo")


def test_the_demo_pack_has_the_full_counts():
    assert [len(DEMO.of_stack(stack, treachery=False)) for stack in STACKS] == [12] * 6
    assert (len(DEMO.triggers), len(DEMO.journeys), len(DEMO.wretches)) == (12, 12, 5)
    assert len(DEMO.quests) >= 5
    treachery = Counter(card.stack for card in DEMO.tableau.values() if card.treachery)
    assert sum(treachery.values()) >= 6
    assert set(treachery) == set(STACKS)
    assert (len(DEMO.attribute_die), len(DEMO.counterattack_die)) == (6, 6)
    assert sum(DEMO.tiles.values()) == 19
    assert len(DEMO.seat_colours) == 5
    assert warnings(DEMO) == []


def test_the_demo_pack_speaks_much_of_the_vocabulary():
    spoken = set()

    def walk(verbs):
        for verb in verbs:
            spoken.add(type(verb))
            for name in ("do", "then", "otherwise"):
                inner = getattr(verb, name, ())
                walk(inner if isinstance(inner, tuple) else ())

    for card in DEMO.tableau.values():
        for effect in card.abilities:
            walk(effect.do)
    assert len(spoken) >= 30
    assert spoken <= set(Verb.__args__)


def test_copies_are_told_apart():
    twice = replace(DEMO, companions=(replace(DEMO.companions[0], copies=2), *DEMO.companions[1:]))

    assert {"drift_hand", "drift_hand#2"} <= set(twice.tableau)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"triggers": DEMO.triggers[:5]}, "There are 5 triggers; at least 6 are needed."),
        ({"journeys": DEMO.journeys[:1]}, "There are 1 journeys; every player needs one, so at least 2."),
        ({"attribute_die": DEMO.attribute_die[:5]}, "attribute_die has 5 faces; a die has 6."),
        ({"mastery_values": {**DEMO.mastery_values, "vision": 6}}, "mastery_values: vision is worth 7 (AW-169)."),
        ({"mastery_values": {**DEMO.mastery_values, "wisdom": 9}}, "mastery_values: wisdom is 9; expected 5, 6 or 7"),
        ({"relics": (*DEMO.relics, DEMO.relics[0])}, "Card tidal_lens stands 2 times"),
        ({"tiles": {**DEMO.tiles, "inn": 4}}, "tiles are the 19 locations"),
        ({"companions": (replace(DEMO.companions[0], honor=-1),)}, "only Treachery cards cost honor"),
        ({"relics": (replace(DEMO.relics[0], charges=0),)}, "0 charges at 1 a use cannot be"),
        ({"journeys": (*DEMO.journeys[1:], replace(DEMO.journeys[0], start_space="99"))}, "there is no space 99"),
        ({"journeys": (*DEMO.journeys[1:], replace(DEMO.journeys[0], start_number=2))}, "start number 2 stands on 2"),
        (
            {"traits": (replace(DEMO.traits[0], effects=(written("on_acquire", v("end_game_bonus", amount=1)),)),)},
            "an end-game bonus works at the end of the game only",
        ),
        (
            {"monsters": (replace(DEMO.monsters[0], end_bonus=written("end_game", v("may", do=[ODD]))),)},
            "an end-game bonus is a number or so much for each of something",
        ),
    ],
)
def test_what_cannot_be_played_is_told(change, sentence):
    assert any(sentence in problem for problem in problems(replace(DEMO, **change)))


def test_too_few_cards_are_only_warned_about():
    few = replace(DEMO, traits=DEMO.traits[:8])

    assert problems(few) == []
    assert "There are 8 trait cards; a whole box has 12." in warnings(few)


def test_the_packs_page_hears_of_them(tmp_path, monkeypatch):
    shelf = tmp_path / "awakening" / "mine"
    shelf.mkdir(parents=True)
    for file in packs.folder("awakening", "demo").glob("*.toml"):
        text = file.read_text("utf-8")
        if file.name == "traits.toml":
            text = "[[traits]]".join(text.split("[[traits]]")[:9])
        (shelf / file.name).write_text(text, "utf-8")
    monkeypatch.setattr(packs, "shelves", [tmp_path])
    packs.forget()

    assert "There are 8 trait cards; a whole box has 12." in GAME.doubts("mine")
    assert GAME.doubts("mine") == GAME.try_pack("mine")


def test_heroic_attributes_are_no_yield_of_a_companion():
    with pytest.raises(Misfit, match="expected one of inspiration, knowledge, strength"):
        load(type(DEMO.companions[0]), {"id": "x", "name": "X", "colour": "red", "honor": 1, "gains": {"vision": 1}})


def test_an_unknown_verb_is_refused_with_its_name(tmp_path, monkeypatch):
    shelf = tmp_path / "awakening" / "mine"
    shelf.mkdir(parents=True)
    for file in packs.folder("awakening", "demo").glob("*.toml"):
        (shelf / file.name).write_text(file.read_text("utf-8").replace('"move_extra"', '"fly_away"'), "utf-8")
    monkeypatch.setattr(packs, "shelves", [tmp_path])

    with pytest.raises(packs.BrokenPack, match="fly_away"):
        packs.open_pack("awakening", "mine", Pack, problems)
