"""The cards that lie face up in The Awakening, on their printed sheet: compared with the box, never an answer."""

from functools import cache
from math import dist

import looks
import numpy as np
import pytest
from beside import AlsoBeside
from island_by_mouse import OnTheIsland

from rules import markers
from rules.awakening.printed import card_row
from vision.find import cards, register
from vision.find.cards import Deck
from vision.read.taught import Shelf
from vision.scene import board as scene
from vision.scene import cards as scene_cards
from vision.scene import mat as scene_mat

DECK = Deck("card")
ROW = card_row()
PLACES = ROW.cards
SIGNS = {number: markers.shapes(number) for number in looks.CARD_ROW.markers}


@cache
def face(name):
    """A card's picture, another for each name."""
    seed = sum(ord(letter) * n for n, letter in enumerate(name, 3))
    return scene_cards.paint_card(scene_cards.CardLook(None, seed, scene_cards.line_digits()), DECK)


class CardsBeside:
    """The sheet beside the island's mat, and the cards that hands laid there."""

    def __init__(self, condition):
        self.lying, self._seen, self._picture = {}, None, None
        self._view = scene.harder(condition, across=(305.0, 320.0), lens=(0.0, 0.0))

    def photograph(self, size):
        """Taken anew when something else lies there."""
        seen = (size, *self.lying.items())
        if seen != self._seen:
            self._seen, self._picture = seen, self._taken(size, self.lying)
        return self._picture

    def looks_at(self, name):
        """A card as its owner teaches it: laid down three times, and each time cut out as the camera saw it."""
        place = PLACES["relic up"]
        for turn in range(3):
            picture = self._taken((960, 720), {"relic up": name}, seed=turn)
            found = cards.find(picture, register.find(picture, looks.CARD_ROW), DECK, half=looks.CARD_ROW.half)
            yield cards.straighten(picture, min(found, key=lambda card: dist(card.middle, place)), DECK)

    def _taken(self, size, lying, seed=3):
        rng = np.random.default_rng(seed)
        things = [
            scene_mat.Laid(face(name), DECK.size, tuple(np.add(PLACES[slot], rng.normal(0, 1.5, 2))), rng.normal(0, 2))
            for slot, name in lying.items()
        ]
        return scene_mat.photograph(
            things, looks.CARD_ROW, SIGNS, self._view, seed=len(things), place=2, paper=ROW.colours["paper"], size=size
        )


@pytest.fixture
def there(tmp_path):
    there = OnTheIsland(tmp_path, players=2, custody="box")
    there.laid_out()
    there.cards = CardsBeside(there.camera.condition)
    taught = Shelf()
    stacks = there.state.stacks
    for card in (*(pile.up for pile in stacks.values()), stacks["relic"].left[0]):
        name = there.state.title(card)
        taught.teach(name.lower(), tuple(there.cards.looks_at(name)))  # people do not care for capitals
    there.watch._camera = AlsoBeside(there.camera, there.cards.photograph)
    there.watch._board._shelf = lambda setup: taught
    there.cards.lying = {slot: there.table.now().position.view()[slot] for slot in PLACES}
    there.watch.look_again()
    there.wait(1.5)
    yield there
    there.journal.close()


def test_six_cards_are_compared_wherever_about_their_place_they_lie(there):
    view = there.table.now().position.view()
    row = [reading for reading in there.watch.readings if reading.slot in PLACES]
    assert {reading.slot: reading.value for reading in row} == {slot: view[slot] for slot in PLACES}
    assert sum(reading.sure for reading in row) >= 5
    assert there.watch.seen.state == "same"


def test_another_card_is_told_and_people_say_who_is_right(there):
    before, state = there.table.now().number, there.state
    other = state.title(state.stacks["relic"].left[0])
    there.cards.lying["relic up"] = other
    there.watch.look_again()
    there.wait(5)
    assert there.watch.seen.state == "differs"
    assert [(one.slot, str(one.seen).title()) for one in there.watch.seen.differs] == [("relic up", other.title())]
    assert there.table.now().number == before  # cards on the sheet answer nothing
    there.watch.guide()
    assert any(state.title(state.stacks["relic"].up) in order for order in there.watch.seen.todo)
    there.watch.table_is_right("Ann")
    assert there.state.title(there.state.stacks["relic"].up) == other
    assert sorted((there.state.stacks["relic"].up, *there.state.stacks["relic"].left)) == sorted(
        (state.stacks["relic"].up, *state.stacks["relic"].left)
    )
    assert there.watch.seen.state == "same"


def test_a_card_that_was_taken_up_is_never_surely_gone(there):
    del there.cards.lying["trait up"]
    there.watch.look_again()
    there.wait(2)
    (missing,) = [reading for reading in there.watch.readings if reading.slot == "trait up"]
    assert (missing.value, missing.sure) == (None, False)
    assert "trait up" in there.watch.seen.sentence
