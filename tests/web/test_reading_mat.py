"""The reading mat on the pages: the invitation, what was read, what is asked, and the pretend mat."""

import re

import numpy as np
import pytest
from on_the_mat import AtTheMat
from serving import TOKEN, Paged

from device.live.journal import Journal
from device.live.table import Table
from device.pretend.box import Pretend, PretendBox
from device.settings import Settings
from rules.chance import DrawCards, ReadCard, RollDice
from rules.games import game
from vision.find.cards import Deck
from vision.read.taught import Shelf
from vision.scene import cards as scene_cards
from web import create_app


class House(Paged):
    """A live game with its page, its pretend mat and a camera that looks when told."""

    def __init__(self, folder, name, players, shelf=None, seed=1) -> None:
        self.table = Table(Journal(folder / "games.db"))
        self.table.begin(game(name).setup(players, {}, "table"))
        self.there = AtTheMat(self.table, seed=seed, shelf=shelf)
        self.box = PretendBox(Settings().box)
        pretended = Pretend(self.box, self.there.pretend, self.there.mat, lambda: None)
        self.app = create_app(self.table, TOKEN, lambda: "http://box", watch=self.there.watch, pretended=pretended)
        self.there.watch.when_seen.append(lambda _: self.app.config["WIRE"].tell())

    def close(self) -> None:
        self.app.config["WIRE"].close()
        self.box.close()
        self.table.journal.close()


@pytest.fixture
def house(tmp_path):
    opened = []

    def build(*game_and_players, **more):
        opened.append(House(tmp_path, *game_and_players, **more))
        return opened[-1]

    yield build
    for each in opened:
        each.close()


def eye(client, page):
    """What the camera's part of a page says."""
    part = client.get(f"/state/{page}").json["parts"]["eye"].split('<p class="checkboard">')[0]  # a link to more
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def test_kiosk_and_phones_are_invited_and_told_what_was_read(house):
    at = house("silent_sea", 4)
    ask = at.there.play_until(lambda ask: isinstance(ask, RollDice), 2)
    at.there.wait()
    pages = [(at.client(host=True), "table"), (at.client(seat=ask.seat), "seat")]
    for client, page in pages:
        assert eye(client, page) == "Throw the die on the mat, or press the button."
    at.there.throw(4)
    for client, page in pages:
        assert eye(client, page).startswith("The camera read 4.")
    at.there.wait(8)
    assert not any(eye(client, page).startswith("The camera read") for client, page in pages)


def test_without_a_camera_nobody_is_sent_to_the_mat(house):
    at = house("silent_sea", 4)
    at.there.play_until(lambda ask: isinstance(ask, RollDice), 2)
    at.there.camera.look = lambda: None
    at.there.wait()
    assert eye(at.client(host=True), "table") == ""


def test_an_unsure_reading_is_asked_on_the_page(house):
    at = house("children_of_morta", 2)
    ask = at.there.play_until(lambda ask: isinstance(ask, DrawCards) and ask.deck.endswith(" tiles"), 1)
    tiles = at.table.now().position.state.pack.encounter_tiles
    numbers = [tiles[card].number for card, _ in ask.left]
    at.there.wait()
    host = at.client(host=True)
    # the number of the first tile stands on another one, too
    wanted = [next(n for n in numbers if n and (numbers.count(n) > 1) == shared) for shared in (True, False)]
    for _ in range(3):  # what the camera does not see well is laid down anew
        host.post("/pretend/mat/clear")
        for number in wanted:
            assert host.post("/pretend/mat/lay", data={"number": str(number)}).status_code == 204
        at.there.wait(2.0)
        if "What lies on the mat?" in eye(host, "table"):
            break
    number = at.table.now().number
    assert "What lies on the mat?" in eye(host, "table")
    assert at.client().post("/camera/choose", data={"number": "0"}).status_code == 403
    assert host.post("/camera/choose", data={"number": "9"}, headers={"X-Page": "1"}).status_code == 503
    assert at.table.now().number == number
    assert host.post("/camera/choose", data={"number": "0"}).status_code == 204
    assert at.table.now().number > number


def test_a_private_reading_is_on_no_other_page(house):
    shelf = Shelf()
    at = house("awakening", 2, shelf=shelf, seed=31)
    ask = at.there.play_until(lambda ask: isinstance(ask, ReadCard) and ask.private, 31)
    faces = {
        option.label: scene_cards.paint_card(
            scene_cards.CardLook(None, sum(map(ord, option.label)), scene_cards.line_digits()), Deck("card")
        )
        for option in ask.options
    }
    for name, face in faces.items():
        shelf.teach(name, [np.clip(face * light, 0, 255).astype(np.uint8) for light in (0.9, 1.0, 1.08)])
    at.there.teach_meanwhile()
    at.there.wait()
    one, other = list(faces)[:2]
    both = (faces[one].astype(np.float32) + faces[other]) / 2
    at.there.mat.lay(1, both.astype(np.uint8))
    at.there.wait(2.0)
    another = next(seat for seat in at.table.now().seats if seat != ask.seat)
    mine, theirs, kiosk = at.client(seat=ask.seat), at.client(seat=another), at.client(host=True)

    assert any(name in eye(mine, "seat") for name in (one, other))
    for client, page in ((theirs, "seat"), (kiosk, "table"), (at.client(), "table")):
        assert eye(client, page).startswith(f"Something was laid on the mat; {ask.seat} reads it.")
        assert not any(name in eye(client, page) for name in faces)
    for client in (theirs, kiosk):
        refused = client.post("/camera/choose", data={"number": "0"}, headers={"X-Page": "1"})
        assert refused.json["told"] == "Only the one who is asked can say this."
    assert mine.post("/camera/choose", data={"number": "0"}).status_code == 204


def test_the_pretend_mat_shows_what_lies_there_and_what_is_asked(house):
    at = house("children_of_morta", 2)
    at.there.play_until(lambda ask: isinstance(ask, RollDice), 1)
    host = at.client(host=True)
    page = host.get("/pretend/").text
    assert 'id="readingmat"' in page
    host.post("/pretend/mat/lay", data={"number": "12"})
    assert host.post("/pretend/mat/throw", data={"pips": ""}).status_code == 204
    mat = host.get("/pretend/seen").json["mat"]
    assert mat["lies"]
    assert mat["dice"] == ["blue die"]
    assert mat["asks"] == "Throw the blue die on the mat, or press the button."
    assert (mat["pieces"][0]["kind"], mat["pieces"][0]["label"]) == ("card", "12")
    assert mat["pieces"][1]["label"] in "123456"
    host.post("/pretend/mat/take", data={"piece": str(mat["pieces"][0]["id"])})
    assert len(host.get("/pretend/seen").json["mat"]["pieces"]) == 1
    host.post("/pretend/mat/clear")
    assert host.get("/pretend/seen").json["mat"]["pieces"] == []


@pytest.mark.parametrize(
    ("what", "data"),
    [("lay", {"number": "0"}), ("lay", {"number": "x"}), ("throw", {"pips": "9"}), ("take", {"piece": "77"})],
)
def test_nonsense_on_the_pretend_mat_is_told(house, what, data):
    at = house("silent_sea", 4)
    answer = at.client(host=True).post(f"/pretend/mat/{what}", data=data, headers={"X-Page": "1"})
    assert answer.status_code == 503
    assert answer.json["told"].endswith(".")


def test_only_the_boxs_own_screen_uses_the_pretend_mat(house):
    at = house("silent_sea", 4)
    assert at.client().post("/pretend/mat/clear").status_code == 403
