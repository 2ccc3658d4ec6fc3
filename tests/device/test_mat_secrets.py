"""What is read on the mat for one seat's eyes is told to nobody else."""

import numpy as np
import pytest
from on_the_mat import AtTheMat

from device.live.table import Table
from device.sight.mat_watch import SOURCE
from rules.ask import Trouble
from rules.chance import ReadCard
from rules.games import game
from vision.find.cards import Deck
from vision.read.taught import Shelf
from vision.scene import cards as scene_cards

CARD = Deck("card")
GLYPHS = scene_cards.line_digits()


def picture_of(name):
    """A card whose picture is its own; the same name, the same picture."""
    return scene_cards.paint_card(scene_cards.CardLook(None, sum(map(ord, name)), GLYPHS), CARD)


def show(shelf, name, picture):
    """Three looks in slightly different light."""
    shelf.teach(name, [np.clip(picture * light, 0, 255).astype(np.uint8) for light in (0.9, 1.0, 1.08)])


@pytest.fixture
def table(journal):
    table = Table(journal)
    table.begin(game("awakening").setup(2, {}, "table"))
    return table


@pytest.fixture
def looking(table):
    """Somebody may look at the next card alone; its real cards were taught."""
    shelf = Shelf()
    there = AtTheMat(table, seed=31, shelf=shelf)
    ask = there.play_until(lambda ask: isinstance(ask, ReadCard) and ask.private, 31)
    for option in ask.options:
        show(shelf, option.label, picture_of(option.label))
    there.teach_meanwhile()
    there.wait()
    return there, ask


def everywhere(there, ask):
    """All that anybody but the asked seat is told by camera and log."""
    others = [seat for seat in (*there.now.seats, None) if seat != ask.seat]
    return " ".join(
        [str(there.watch.shown(seat)) for seat in others]
        + [line for seat in others for _, line in there.now.log_for(seat)]
        + [there.now.drawn]
    )


def test_a_private_card_is_read_and_nobody_else_learns_which(looking):
    there, ask = looking
    option = ask.options[len(ask.options) // 2]
    before = everywhere(there, ask)
    there.mat.lay(1, picture_of(option.label))
    there.wait()

    entry = there.table.journal.entry(there.now.game_id, there.now.node)
    assert (entry.step.value, entry.source) == (option.value, SOURCE)
    assert there.watch.shown(None)["sentence"].startswith("A card was read.")
    after = everywhere(there, ask)
    assert after.count(option.label) == before.count(option.label)
    assert "A card was read on the mat." in after
    assert there.now.drawn == ""


def test_an_unsure_private_card_is_asked_of_its_seat_alone(looking):
    there, ask = looking
    number = there.now.number
    one, other = ask.options[0], ask.options[1]
    both = (picture_of(one.label).astype(np.float32) + picture_of(other.label)) / 2
    there.mat.lay(1, both.astype(np.uint8))
    there.wait(2.0)

    assert there.now.number == number
    assert there.watch.secret
    assert there.watch.shown(None)["choices"] == []
    assert there.watch.shown(None)["sentence"] == f"Something was laid on the mat; {ask.seat} reads it."
    mine = there.watch.shown(ask.seat)
    assert mine["state"] == "asks"
    assert one.label in mine["choices"] or other.label in mine["choices"]
    assert len(mine["pictures"]) == 1
    assert there.watch.shown(None)["pictures"] == []
    assert there.watch.choice_picture(0, None) is None
    assert there.watch.choice_picture(0, ask.seat)
    with pytest.raises(Trouble, match="Only the one who is asked"):
        there.watch.choose(0, None)
    there.watch.choose(0, ask.seat)
    assert there.now.number > number
