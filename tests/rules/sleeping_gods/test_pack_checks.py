"""How a pack that does not fit is told: by file, card and field."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rules import packs
from rules.packs import BrokenPack
from rules.sleeping_gods import effects as verbs
from rules.sleeping_gods import requirements
from rules.sleeping_gods.pack import Box, Choice, Pack, StoryCombat, the_pack
from rules.sleeping_gods.pack_checks import doubts, problems, so_far

DEMO = Path(packs.folder("sleeping_gods", "demo"))


@pytest.fixture
def demo() -> Pack:
    return the_pack("demo")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Copies the demo pack with some words changed, and gives back what its reader is told."""

    def copy(file: str, old: str, new: str) -> str:
        shelf = tmp_path / "sleeping_gods" / "changed"
        shelf.mkdir(parents=True)
        for toml in DEMO.glob("*.toml"):
            text = toml.read_text("utf-8")
            if toml.name == file:
                assert old in text
                text = text.replace(old, new, 1)
            (shelf / toml.name).write_text(text, "utf-8")
        monkeypatch.setattr(packs, "shelves", [tmp_path])
        with pytest.raises(BrokenPack) as broken:
            the_pack("changed")
        return str(broken.value)

    return copy


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "crew.toml",
            "health = 5",
            'health = "five"',
            "crew.toml: crew Captain Mirren Vask, field health: expected a whole number, got 'five'.",
        ),
        ("crew.toml", "captain = true\n", "", "crew.toml: crew: exactly one must be the captain, here are 0 (none)."),
        ("crew.toml", "health = 5", "health = 0", "field health: expected 1 or more, got 0."),
        (
            "ability_cards.toml",
            "fate = 1\n",
            "fate = 7\n",
            "ability_cards.toml: ability_cards heave_ho (Heave-Ho), field fate: expected 1 to 6, got 7.",
        ),
        (
            "story.toml",
            'turn_to = "B2"',
            'turn_to = "B99"',
            "story.toml: paragraphs 2, field boxes.0.choices.0.turn_to: there is no paragraph B99.",
        ),
        (
            "story.toml",
            'keyword = "LETTER"',
            'keyword = "LETTUCE"',
            "story.toml: paragraphs 2, field boxes.0.if_keyword.0.keyword: there is no keyword LETTUCE.",
        ),
        (
            "story.toml",
            'do = "gain_quest"',
            'do = "gain_quests"',
            "story.toml: paragraphs 2, field boxes.0.effects.0.do: expected one of",
        ),
        (
            "story.toml",
            "number = 21",
            "number = 77",
            "story.toml: paragraphs 2, field boxes.0.effects.0.number: there is no quest 77.",
        ),
        ("story.toml", "end = true\n", "", "the last box needs choices, turn_to, combat, end or end_campaign."),
        (
            "story.toml",
            "end = true\n",
            'end = true\nturn_to = "B1"\n',
            "only one way on is possible, here are turn_to and end.",
        ),
        ("story.toml", "enemies = [11, 11]", "enemies = [11, 99]", "there is no enemy 99."),
        (
            "atlas.toml",
            'neighbours = ["2b", "2d"]',
            'neighbours = ["2b"]',
            "field regions.2d.neighbours: 2a does not know 2d as its neighbour.",
        ),
        (
            "atlas.toml",
            'hazard = "second_hand_fog"',
            'hazard = "third_hand_fog"',
            "atlas.toml: atlas 2 (Thursday Sound), field regions.2c.hazard: there is no hazard third_hand_fog.",
        ),
        ("atlas.toml", '"aaaabbbbcccc",', '"aaaabbbbcc",', "field chart: all rows must be equally long."),
        ("enemies.toml", "row = 1, col = 1", "row = 1, col = 2", "two squares stand in the same row and column."),
        (
            "enemies.toml",
            "rows = 3",
            "rows = 4",
            "enemies.toml: enemies 10 (The Dredger), field rows: all enemies of a pack have the same rows, 3, not 4.",
        ),
        (
            "adventure_cards.toml",
            "coin_cost = 3\n",
            "",
            "adventure_cards.toml: adventure_cards 101 (Pickled Lemons), field coin_cost: a market card needs a price.",
        ),
        (
            "level_cards.toml",
            'crew = "mirren"',
            'crew = "marion"',
            "level_cards.toml: level_cards the_voice (The Voice), field crew: there is no crew member marion.",
        ),
        (
            "totems.toml",
            'achievement = "seal_gull"',
            'achievement = "seal_gul"',
            "totems.toml: totems gull (The Gull Seal), field achievement: there is no achievement seal_gul.",
        ),
        (
            "pack.toml",
            'start_region = "2e"',
            'start_region = "3a"',
            "pack.toml: board, field start_region: it does not lie on page 2.",
        ),
        (
            "search_tokens.toml",
            'kind = "vegetables"',
            'kind = "vegetable"',
            "search_tokens.toml: search_tokens kitchen_garden, field effects.0.kind",
        ),
        ("events.toml", "low = 1, high = 2", "low = 1, high = 3", "every fate from 1 to 6 must stand in just one band"),
        (
            "quests.toml",
            "[quests.1]\n",
            "[quests.1]\nnumber = 1\n",
            "quests.toml: quests A Pint of Lamp Oil, field number: not a field of a QuestCard",
        ),
    ],
)
def test_what_is_wrong_is_told_by_file_card_and_field(
    copied: Callable[..., str], file: str, old: str, new: str, told: str
):
    assert told in copied(file, old, new)


def test_an_owners_pack_may_speak_of_cards_nobody_has_met_and_says_only_how_far_it_is(demo: Pack):
    own = replace(demo, about=replace(demo.about, private=True), enemies={10: demo.enemies[10]}, quests={})
    assert problems(own) == []
    assert doubts(own) == []
    told = so_far(own)
    assert told[:2] == ["9 of 9 crew boards", "60 ability cards"]
    assert "1 enemy" in told
    assert told[-1].endswith(" more that other cards speak of")
    assert so_far(demo) == []
    twelve = {f"token {n}": demo.search_tokens[next(iter(demo.search_tokens))] for n in range(12)}
    assert doubts(replace(own, search_tokens=twelve)) == ["The game has 9 search tokens; this pack has 12."]
    assert any("there is no quest 21" in problem for problem in problems(replace(own, about=demo.about)))


@pytest.mark.rule("SG-R8")
def test_an_unknown_top_of_the_morale_track_is_told(demo: Pack):
    unknown = replace(demo, board=replace(demo.board, morale_max=None))
    assert [doubt for doubt in doubts(unknown) if "morale" in doubt]
    assert problems(unknown) == []


def test_missing_cards_and_a_crooked_fate_spread_are_doubts(demo: Pack):
    fewer = replace(
        demo,
        search_tokens=dict(list(demo.search_tokens.items())[:8]),
        ability_cards=dict(list(demo.ability_cards.items())[1:]),
        events={name: card for name, card in demo.events.items() if card.tier != "mild"},
    )
    told = "\n".join(doubts(fewer))
    assert "The game has 9 search tokens; this pack has 8." in told
    assert "Ability cards should show fate 1 to 6 as 1:2:2:2:2:1; in this pack it is 4:12:12:12:12:6." in told
    assert "The three event decks take 18 mild events; this pack has 0." in told


def test_verbs_that_say_too_little_or_too_much_are_told(demo: Pack):
    def wrong(*effects: verbs.Effect) -> str:
        box = Box(read="x", effects=effects, end=True)
        story = {**demo.paragraphs, "2": replace(demo.paragraphs["2"], boxes=(box,))}
        return "\n".join(problems(replace(demo, paragraphs=story)))

    assert "who is named?" in wrong(verbs.Damage("damage", "named"))
    assert "a kind or a choice of kinds" in wrong(verbs.GainResource("gain_resource"))
    assert "nobody can gain just any status" in wrong(verbs.ChangeStatus("gain_status", "any", "one_any"))
    assert "expected the numbers to choose from" in wrong(verbs.GainAdventure("gain_adventure", "choice"))
    assert "expected one just when the ship moves" in wrong(verbs.MoveShip("move_ship", "region"))
    assert "expected at_least or at_most" in wrong(verbs.If("if", requirements.Measure("morale")))
    assert "expected one just when it stays" in wrong(verbs.StayInPlay("stay_in_play", "condition"))


def test_choices_need_letters_of_their_own_a_way_on_and_one_that_is_always_possible(demo: Pack):
    def wrong(*choices: Choice) -> str:
        box = Box(read="x", choices=choices)
        story = {**demo.paragraphs, "2": replace(demo.paragraphs["2"], boxes=(box,))}
        return "\n".join(problems(replace(demo, paragraphs=story)))

    assert "same letter" in wrong(Choice("A", "x", turn_to="B1"), Choice("A", "y", turn_to="B2"))
    assert "choices A, turn_to: missing" in wrong(Choice("A", "x"))
    assert "at least one choice must always be possible" in wrong(Choice("A", "x", "LETTER", turn_to="B1"))
    both = Choice("A", "x", challenge=demo.paragraphs["3"].boxes[0].choices[1].challenge, combat=StoryCombat((11,)))
    assert "a challenge or a combat, not both" in wrong(replace(both, turn_to="B1"))
