"""The packs page: what was described is saved as a file, and another box's file joined by tap."""

import io
import json
import re
import zipfile

import pytest
from two_boxes import OTHERWISE, OURS, sail, theirs

from rules import cards_file, packs
from rules.awakening import GAME as AWAKENING

SEA = "sleeping_gods"

pytestmark = pytest.mark.usefixtures("own_packs")


@pytest.fixture
def screen(box):
    sail(box.table, *OURS)
    return box.client(host=True)


def bring(client, data, name=SEA):
    sent = {"cards": (io.BytesIO(data), "cards.json")}
    return client.post(f"/packs/{name}/cards", data=sent, content_type="multipart/form-data")


def known(box):
    return {key: card["name"] for key, card in box.table.described(SEA)["enemies"].items()}


def files(tmp_path):
    return sorted(file for file in (tmp_path / "packs").rglob("*") if file.is_file())


def test_what_was_described_is_saved_as_a_file_that_opens_here_too(box, screen):
    page = screen.get("/packs/").get_data(as_text=True)
    assert "Your own copy: 3 boards and cards known. Known so far: 1 quest, 1 enemy, 1 of 18 mild events." in page
    assert "Save what we described as a file" in page
    saved = screen.get(f"/packs/{SEA}/cards.json")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="sleeping_gods-cards.json"'
    assert json.loads(saved.data)["cards"]["enemies"]["12"]["name"] == "Tin Heron"
    assert "This box already knows all of these cards." in bring(screen, saved.data).get_data(as_text=True)


def test_only_the_boxs_own_screen_saves_and_joins(box, screen):
    phone, data = box.client("north"), cards_file.written(SEA, theirs())
    assert phone.get(f"/packs/{SEA}/cards.json").status_code == 403
    assert bring(phone, data).status_code == 403
    for deed in ("join", "take-back", "learn"):
        assert phone.post(f"/packs/{SEA}/{deed}").status_code == 403
    assert phone.get(f"/packs/{SEA}/join").status_code == 403
    assert "Save what we described" not in phone.get("/packs/").get_data(as_text=True)
    assert known(box) == {"12": "Tin Heron"}


def test_where_nothing_differs_it_is_joined_at_once_and_taken_back(box, screen):
    assert "2 cards added" in bring(screen, cards_file.written(SEA, theirs())).get_data(as_text=True)
    assert known(box) == {"12": "Tin Heron", "45": "Salt Widow"}
    page = screen.get("/packs/").get_data(as_text=True)
    assert "Your own copy: 5 boards and cards known. Known so far: 1 quest, 2 enemies, 2 of 18 mild events." in page
    assert "own-2" not in page.replace("own-3", "")  # earlier descriptions are nobody's business
    assert "Taken back" in screen.post(f"/packs/{SEA}/take-back").get_data(as_text=True)
    box.table.undo(box.table.now().number, "north")  # the game under way had learned of them
    assert known(box) == {"12": "Tin Heron"}
    assert screen.post(f"/packs/{SEA}/take-back").status_code == 400


def test_a_difference_waits_until_it_is_chosen(box, screen, tmp_path):
    before = files(tmp_path)
    answer = bring(screen, cards_file.written(SEA, theirs(*OTHERWISE)))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/packs/{SEA}/join")
    page = screen.get(f"/packs/{SEA}/join").get_data(as_text=True)
    for words in ("Tin Heron, defence 4, deals 2", "Tin Heron, defence 5, deals 2", "Thin Soup, mild: lose 2 morale"):
        assert words in page
    assert [each.name for each in set(files(tmp_path)) - set(before)] == [".joining.json"]
    assert known(box) == {"12": "Tin Heron"}
    assert "Go on joining" in screen.get("/packs/").get_data(as_text=True)
    [soup, heron] = re.findall(r'name="(\w+)" value="theirs"', page.replace('name="all"', ""))
    assert "1 of theirs taken, 1 of ours kept" in screen.post(
        f"/packs/{SEA}/join", data={heron: "theirs", soup: "ours"}
    ).get_data(as_text=True)
    tables = box.table.described(SEA)
    assert tables["enemies"]["12"]["defense"] == 5
    assert sorted(each["effects"][0]["n"] for each in tables["events"].values()) == [1, 2]
    assert "Go on joining" not in screen.get("/packs/").get_data(as_text=True)
    assert screen.get(f"/packs/{SEA}/join").status_code == 400


@pytest.mark.parametrize(("sent", "defense"), [({"all": "theirs"}, 5), ({"all": "ours"}, 4), ({}, 4)])
def test_all_of_one_side_is_one_tap_and_ours_stays_without_a_word(box, screen, sent, defense):
    bring(screen, cards_file.written(SEA, theirs(*OTHERWISE)))
    assert screen.post(f"/packs/{SEA}/join", data=sent).status_code == 200
    assert box.table.described(SEA)["enemies"]["12"]["defense"] == defense
    assert known(box)["45"] == "Salt Widow"


def test_who_does_not_want_them_changes_nothing(box, screen, tmp_path):
    before = files(tmp_path)
    bring(screen, cards_file.written(SEA, theirs(*OTHERWISE)))
    assert screen.post(f"/packs/{SEA}/join", data={"drop": "1"}).status_code == 303
    assert files(tmp_path) == before


def test_broken_foreign_and_huge_files_change_nothing(box, screen, tmp_path):
    before = files(tmp_path)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("../../../etc/passwd", "0" * (50 << 20))
    island = cards_file.written("awakening", packs.tables("awakening", "own"))
    for data, why in (
        (b"", "no file of cards"),
        (bomb.getvalue(), "That is a zip file"),
        (island, "These are cards of Epoch: The Awakening, not of Sleeping Gods."),
        (b"\xff" * 2000, "no file of cards"),
        (cards_file.written("../up", theirs()), "cards of another game"),
    ):
        answer = bring(screen, data)
        assert answer.status_code == 400
        assert why in answer.get_data(as_text=True)
    huge, kind = b"x" * (cards_file.LARGEST + 9000), "multipart/form-data; boundary=cut"
    assert screen.post(f"/packs/{SEA}/cards", data=huge, content_type=kind).status_code == 413
    assert bring(screen, island, "sleepers").status_code == 404
    assert bring(screen, island, "../../etc").status_code == 404
    assert screen.post(f"/packs/{SEA}/cards").status_code == 400
    odd = theirs(("met.enemies.13", {**packs.tables(SEA, "demo")["enemies"]["10"], "squares": []}))
    assert "do not go together" in bring(screen, cards_file.written(SEA, odd)).get_data(as_text=True)
    assert (files(tmp_path), known(box)) == (before, {"12": "Tin Heron"})


def test_words_of_another_box_are_only_words(box, screen):
    odd = {"name": "<b>x</b>", "keywords": ["<script>alert(1)</script>"]}
    bring(screen, cards_file.written(SEA, theirs(("met.quests.7", odd))))
    page = screen.get(f"/packs/{SEA}/join").get_data(as_text=True)
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_the_game_under_way_learns_by_a_tap_of_what_was_joined_before_it_was_opened(box, screen):
    name = box.table.now().game_id
    box.table.close()
    bring(screen, cards_file.written(SEA, theirs()))
    assert "Let the game under way know" not in screen.get("/packs/").get_data(as_text=True)
    box.table.open(name)
    assert "Let the game under way know 2 more cards" in screen.get("/packs/").get_data(as_text=True)
    assert screen.post("/packs/awakening/learn").status_code == 400
    told = screen.post(f"/packs/{SEA}/learn").get_data(as_text=True)
    assert "Known from now on: Fair Wind, Salt Widow." in told
    assert box.table.now().position.state.pack.enemies[45].name == "Salt Widow"
    assert "Let the game under way know" not in screen.get("/packs/").get_data(as_text=True)


def test_a_copy_of_which_nothing_is_described_says_so_calmly(box):
    page = box.client(host=True).get("/packs/").get_data(as_text=True)
    assert page.count("You don't have to describe anything before you play.") == len(
        [name for name in ("awakening", SEA, "children_of_morta") if packs.own_copies(name)]
    )
    assert "to look at" not in page
    assert AWAKENING.so_far(packs.tables("awakening", "own")) == []
