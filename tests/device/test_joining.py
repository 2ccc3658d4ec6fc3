"""Two boxes of the same game: what both described is joined, nothing of ours is lost, and it can be taken back."""

import random
from itertools import chain

import pytest
from awakening_owner import Copy, Owners
from two_boxes import OURS, THEIRS, enemy, event, sail

from device.cli import main
from device.live import joined
from device.live.journal import Journal
from device.live.table import Table
from rules import cards_file, packs
from rules.ask import IllegalAnswer
from rules.awakening import GAME as AWAKENING
from rules.games import game
from rules.joining import compare, entries
from rules.plain import dump
from rules.sleeping_gods import GAME as SLEEPING_GODS

SEA, ISLAND = "sleeping_gods", "awakening"


class Box:
    """A box with its own shelf and journal; all of them share one computer."""

    def __init__(self, folder):
        self.folder = folder
        self.journal = Journal(folder / "games.db")
        self.table = Table(self.journal)

    def __enter__(self):
        packs.shelves[:] = [self.folder / "packs"]
        packs.forget()
        return self.table

    def __exit__(self, *_):
        packs.shelves.clear()
        packs.forget()


@pytest.fixture
def boxes(tmp_path):
    found = []
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
        found.append(Box(tmp_path / name))
    yield found
    for box in found:
        box.journal.close()


def board(name, **printed):
    unread = [each for each in ("health", "weapon", *SKILLS) if each not in printed]
    skills = {skill: printed[skill] for skill in SKILLS if skill in printed}
    weapon = {"name": f"{name}'s weapon", **printed.get("weapon", {})}
    return {"name": name, "health": printed.get("health", 20), "weapon": weapon, "skills": skills, "unread": unread}


SKILLS = ("strength", "savvy", "cunning", "craft", "perception")


def file_of(box, name=SEA):
    with box as table:
        return cards_file.written(name, table.described(name))


def join(box, data, name=SEA, chosen=()):
    with box as table:
        return table.join(name, cards_file.read(name, data), chosen)


def known(box, name=SEA):
    """Every card that is known, by what tells it from others."""
    with box as table:
        tables, cards = table.described(name), game(name).cards
    return {
        (table, cards.who(table, key, card)): card
        for table in tables
        if table not in cards.ours_only
        for key, card in entries(tables, table).items()
        if not cards.is_blank(table, key, card)
    }


def shelf(box):
    return {file: file.read_bytes() for file in sorted((box.folder / "packs").rglob("*")) if file.is_file()}


@pytest.fixture
def described(boxes):
    for box, told in zip(boxes, (OURS, THEIRS), strict=True):
        with box as table:
            sail(table, *told)
    return boxes


def test_what_both_know_is_there_once_and_what_one_knows_is_added(described):
    ours, theirs = described
    before = known(ours)
    assert join(ours, file_of(theirs)).startswith("Joined: 2 cards added, ")
    after = known(ours)
    assert before.items() <= after.items()
    assert {who for who in after if who not in before} == {("enemies", "45"), ("events", "mild, fair wind")}
    with ours as table:  # and the next campaign knows them
        table.close()
        table.begin(SLEEPING_GODS.setup({"north": "Ann"}, {}, "table", "own"))
        assert {each.name for each in table.now().position.state.pack.events.values()} == {"Thin Soup", "Fair Wind"}


def test_joining_twice_is_joining_once_and_either_way_round_gives_the_same(described):
    ours, theirs = described
    data, back = file_of(theirs), file_of(ours)
    join(ours, data)
    written = shelf(ours)
    assert join(ours, data) == "This box already knows all of these cards."
    assert shelf(ours) == written
    join(theirs, back)
    assert known(theirs) == known(ours)


def test_a_difference_is_told_in_words_and_ours_stays_unless_theirs_is_chosen(described):
    ours, theirs = described
    with theirs as table:
        table.ruling(table.now().number, "met.enemies.12", enemy("Tin Heron", 5, 2), "Ann", "as printed")
    data = file_of(theirs)
    with ours as table:
        found = table.compared(SEA, cards_file.read(SEA, data))
    [one] = found.differences
    assert (one.name, one.our_words) == ("Tin Heron", "Tin Heron, defence 4, deals 2")
    assert one.their_words == "Tin Heron, defence 5, deals 2"
    before = shelf(ours)
    join(ours, data)
    assert known(ours)["enemies", "12"]["defense"] == 4
    assert before.items() <= shelf(ours).items()
    with ours as table:  # it was decided: nobody is asked again
        assert table.compared(SEA, cards_file.read(SEA, data)).changes_nothing
        assert "Taken back" in table.take_back_joining(SEA)
    assert "enemies", "45" not in known(ours)
    assert join(ours, data, chosen=[one.id]).startswith("Joined: 2 cards added, 1 of theirs taken")
    assert known(ours)["enemies", "12"]["defense"] == 5
    with ours as table:  # also when the campaign that told it otherwise is there, and a new one begins
        table.begin(SLEEPING_GODS.setup({"north": "Ann"}, {}, "table", "own"))
        assert table.now().position.state.pack.enemies[12].defense == 5


def test_what_each_read_off_a_board_is_put_together(boxes):
    ours, theirs = boxes
    with ours as table:
        sail(table, ("met.crew.crew_1", board("Laurence", health=5)), ("met.crew.crew_5", board("Kasumi", craft=2)))
    with theirs as table:
        told = ("met.crew.crew_5", board("Marco", health=4)), ("met.crew.crew_6", board("Kasumi", health=6))
        sail(table, ("met.crew.crew_1", board("Laurence", craft=3)), *told)
    said = join(ours, file_of(theirs))
    assert said.startswith("Joined: 1 card added, 2 cards completed")
    crew = {each["name"]: each for who, each in known(ours).items() if who[0] == "crew"}
    assert crew["Laurence"]["health"] == 5
    assert crew["Laurence"]["skills"] == {"craft": 3}
    assert (crew["Kasumi"]["health"], crew["Kasumi"]["skills"]["craft"], crew["Marco"]["health"]) == (6, 2, 4)
    with ours as table:
        assert len(table.described(SEA)["crew"]) == 9


def test_joining_can_be_taken_back_and_what_was_described_meanwhile_stays(described):
    ours, theirs = described
    before = known(ours)
    join(ours, file_of(theirs))
    with ours as table:
        assert joined.can_be_taken_back(SEA)
        sail(table, ("met.quests.9", {"name": "The Well", "keywords": []}))
        assert joined.can_be_taken_back(SEA)
        table.take_back_joining(SEA)
        assert not joined.can_be_taken_back(SEA)
        with pytest.raises(IllegalAnswer, match="Nothing was joined"):
            table.take_back_joining(SEA)
    well = {who: card for who, card in known(ours).items() if who not in before}
    assert [card["name"] for card in well.values()] == ["The Well"]


def test_a_join_that_stops_in_the_middle_changes_nothing(described, monkeypatch):
    ours, theirs = described
    data, before, cards = file_of(theirs), shelf(ours), known(ours)

    def full(*_):
        raise OSError(28, "No space left on device")

    for fails in ("rules.packs.os.fsync", "pathlib.Path.rename"):
        with monkeypatch.context() as patched:
            patched.setattr(fails, full)
            with pytest.raises(OSError, match="No space left"):
                join(ours, data)
        assert known(ours) == cards
        assert {file: text for file, text in shelf(ours).items() if "/." not in str(file)} == before
    assert join(ours, data).startswith("Joined: 2 cards added")  # and what was left over is in nobody's way


def some_cards(chance, numbers):
    names = ("Ash", "Brine", "Coil", "Dusk")
    for number in numbers:
        yield f"met.enemies.{number}", enemy(names[number % 4], number % 6, number % 3)
        yield f"met.quests.{number}", {"name": f"Quest of {number}", "keywords": [chance.choice(names)] * (number % 2)}
    for number in numbers:
        yield f"met.events.mild event {number}", event(f"{names[number % 4]} {number // 4}", 1 + number % 3)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_two_boxes_know_joining_is_the_same_both_ways_and_once_is_enough(seed):
    chance, cards = random.Random(seed), SLEEPING_GODS.cards
    empty = packs.tables(SEA, "own")

    def tables():
        told = dict(some_cards(random.Random(0), sorted(chance.sample(range(1, 30), 9))))
        found = {table: dict(cards) for table, cards in empty.items() if isinstance(cards, dict)}
        for path, card in told.items():
            _, table, key = path.split(".")
            # each box counts the events it meets for itself
            key = f"mild event {len(found[table]) + 1}" if table == "events" else key
            found[table][key] = card
        return packs.in_full(SEA, {**empty, **found})

    def facts(tables):
        found = chain.from_iterable(
            ((table, cards.who(table, key, card), str(card)) for key, card in entries(tables, table).items())
            for table in ("enemies", "quests", "events")
        )
        return sorted(found)

    a, b = tables(), tables()
    there, back = compare(cards, a, b), compare(cards, b, a)
    assert facts(there.chosen()) == facts(back.tables)  # theirs of all is ours of all, seen from there
    again = compare(cards, there.tables, b, there.rejected(()))
    assert again.changes_nothing
    assert again.chosen(()) == there.tables
    if not there.differences:
        assert facts(there.tables) == facts(back.tables)
    assert set(facts(a)) <= set(facts(there.tables)) | {(e.table, e.key, str(e.ours)) for e in there.differences}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "no file of cards"),
        (b"\x89PNG\r\n\x1a\n", "no file of cards"),
        (b"PK\x03\x04" + b"\0" * 60, "That is a zip file"),
        (b'{"tableside": "cards", "version": 1, "game": "sleeping_gods", "cards"', "damaged"),
        (b"[" * 100_000, "no file of cards"),
        (b'{"a": 1}', "no file of cards"),
        (
            b'{"tableside": "cards", "version": 1, "game": "awakening", "cards": {}}',
            "The Awakening, not of Sleeping",
        ),
        (b'{"tableside": "cards", "version": 1, "game": "../../etc", "cards": {}}', "cards of another game, not"),
        (b'{"tableside": "cards", "version": 2, "game": "sleeping_gods", "cards": {}}', "A newer Tableside wrote"),
        (b'{"tableside": "cards", "version": "x", "game": "sleeping_gods", "cards": {}}', "damaged"),
        (b'{"tableside": "cards", "version": 1, "game": "sleeping_gods", "cards": []}', "damaged"),
        (b'{"tableside": "cards", "version": 1, "game": "sleeping_gods", "cards": {"x": {}}}', "not one of Sleeping"),
        (b'{"tableside": "cards", "version": 1, "game": "sleeping_gods", "cards": {"a\\u0000": 1}}', "damaged"),
        (b" " * (cards_file.LARGEST + 1), "too large"),
        (b'{"tableside": "cards", "version": 1, "game": "sleeping_gods", "cards": {"e": 1e999}}', "damaged"),
    ],
)
def test_what_is_no_file_of_cards_is_told_in_a_sentence(data, sentence):
    with pytest.raises(IllegalAnswer, match=sentence):
        cards_file.read(SEA, data)


def test_cards_that_do_not_go_together_change_nothing(described):
    ours, _ = described
    with ours as table:
        odd = packs.tables(SEA, "own")
        odd["enemies"] = {"9": {**packs.tables(SEA, "demo")["enemies"]["10"], "squares": []}}
        before = shelf(ours)
        with pytest.raises(IllegalAnswer, match="do not go together"):
            table.join(SEA, odd, ())
        assert shelf(ours) == before


# A game under way


def test_a_game_under_way_learns_of_joined_cards_and_it_is_taken_back_in_one_go(described):
    ours, theirs = described
    data = file_of(theirs)
    with ours as table:
        before = dump(table.now().position.state)
        said = table.join(SEA, cards_file.read(SEA, data), ())
        assert said.endswith("The game under way knows them too.")
        state = table.now().position.state
        assert state.pack.enemies[45].name == "Salt Widow"
        SLEEPING_GODS.check(state)
        assert table.now().log_for(None)[-1][1] == "Known from now on: Fair Wind, Salt Widow."
        assert table.unknown_to_the_game() == 0
        after, name = dump(state), table.now().game_id
        ours.journal.close()  # the plug is pulled
        ours.journal = Journal(ours.folder / "games.db")
        ours.table = table = Table(ours.journal)
        assert table.open(name) == []
        assert dump(table.now().position.state) == after
        table.undo(table.now().number, "north")
        assert dump(table.now().position.state) == before
        assert table.unknown_to_the_game() == 2
        table.take_in(table.now().number)
        assert dump(table.now().position.state) == after


def test_a_card_that_lies_on_the_table_otherwise_stays_as_it_is(described):
    ours, theirs = described
    with theirs as table:
        table.ruling(
            table.now().number, "met.quests.7", {"name": "The Lamp", "keywords": ["Brine"]}, "Ann", "as printed"
        )
    with ours as table:
        sail(table)
        table.by_hand(table.now().number, {"quests.gained": 7}, "Ann", "the card says so", "north")
    data = file_of(theirs)
    with ours as table:
        theirs_of = cards_file.read(SEA, data)
        [lamp] = table.compared(SEA, theirs_of).differences
        table.join(SEA, theirs_of, [lamp.id])
        quests = table.now().position.state.pack.quests
        assert quests[7].keywords == ("Salt",)
        stays = "The Lamp is already on the table, so this game keeps what it knows about it."
        assert stays in [text for _, text in table.now().log_for(None)]
        with pytest.raises(IllegalAnswer, match="is already on the table"):
            table.take_in(table.now().number)
        assert table.unknown_to_the_game() == 0
        table.begin(SLEEPING_GODS.setup({"north": "Ann"}, {}, "table", "own"))
        assert table.now().position.state.pack.quests[7].keywords == ("Brine",)


def play(table, owners, until):
    answers = 0
    while table.now().ask is not None and not until(table.now().position.state):
        seat, state = table.now().ask.seat, table.now().position.state
        value = owners.answer(state, table.now().ask)
        table.hear(table.now().number, seat, lambda ask, seat=seat, value=value: (seat, value))
        AWAKENING.check(table.now().position.state)
        answers += 1
        assert answers < 600, "no end"


def second_round(state):
    return state.phase == "play" and state.round == 2


def test_the_island_joins_too_and_its_game_is_played_to_the_end_with_what_it_learned(boxes):
    ours, theirs = boxes
    owners = [Owners(Copy(seed), random.Random(seed)) for seed in (3, 8)]
    for box, people in zip(boxes, owners, strict=True):
        with box as table:
            table.begin(AWAKENING.setup(2, {}, "table", "own"))
            play(table, people, second_round)
    data = file_of(theirs, ISLAND)
    count = len(known(theirs, ISLAND))
    with ours as table:
        found = table.compared(ISLAND, cards_file.read(ISLAND, data))
        assert not [each for each in found.differences if each.our_words == each.their_words]
        table.join(ISLAND, cards_file.read(ISLAND, data), ())
        state = table.now().position.state
        AWAKENING.check(state)
        assert state.filled
        assert all("~" not in each for each in state.stacks["red"].left if each not in state.pack.tableau)
    assert len(known(ours, ISLAND)) >= count
    with ours as table:
        play(table, owners[0], lambda state: False)
        assert table.now().position.state.phase == "finished"


def test_the_command_line_saves_joins_and_takes_back(described, tmp_path, capsys):
    ours, theirs = described
    file = tmp_path / "cards.json"
    with theirs as table:
        table.ruling(table.now().number, "met.enemies.12", enemy("Tin Heron", 5, 2), "Ann", "as printed")
    for box in described:
        box.table.close()

    def said(box, *words):
        code = main(["--data", str(box.folder), "packs", *map(str, words)])
        return code, "".join(capsys.readouterr())

    assert said(theirs, "save", SEA, file) == (0, f"4 boards and cards saved in {file}.\n")
    code, told = said(ours, "join", SEA, file)
    assert code == 1
    assert "Tin Heron\n  ours:   Tin Heron, defence 4, deals 2\n  theirs: Tin Heron, defence 5, deals 2\n" in told
    assert "Nothing was changed. Say --ours or --theirs." in told
    code, told = said(ours, "join", SEA, file, "--theirs")
    assert (code, "1 of theirs taken" in told) == (0, True)
    assert known(ours)["enemies", "12"]["defense"] == 5
    assert said(ours, "take-back", SEA)[0] == 0
    assert known(ours)["enemies", "12"]["defense"] == 4
    file.write_bytes(b"PK\x03\x04")
    assert "zip file" in said(ours, "join", SEA, file, "--ours")[1]
    with file.open("wb") as big:
        big.truncate(200 << 20)
    assert said(ours, "join", SEA, file) == (1, "That is too large for a file of cards: it may have 4 MB.\n")
    assert "no copy that is described" in said(ours, "join", "sleepers", file)[1]
