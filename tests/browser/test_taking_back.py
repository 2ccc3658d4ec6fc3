"""What somebody saw is taken back only when all agree: proposed, agreed, refused and withdrawn by taps."""

import pytest
from playwright.sync_api import expect
from serving import SCREEN, TOKEN, sit

from rules.sleepers import GAME

PROPOSED = "#ask .proposal"


@pytest.fixture
def table_of_three(box, window):
    """Two phones and the box's own screen, just after Ann woke a sleeper that Ben had not seen."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    while not (taking := box.table.taking_back()) or not taking.seen:
        moment = box.table.now()
        open_ones = [option.value for option in moment.ask.options if not option.barred]
        asleep = [value for value in open_ones if value in moment.position.state.board]
        box.table.answer(moment.number, (asleep or open_ones)[0], moment.ask.seat)
    screen = window(**SCREEN)
    screen.goto(f"{box.url}/host/{TOKEN}")
    return sit(window, box, "white"), sit(window, box, "black"), screen


def propose(ann, ben, screen):
    ann.locator("#tools button", has_text="all must agree").click()
    for page in (ann, ben, screen):
        expect(page.locator(PROPOSED)).to_contain_text("So far: Ann.")


def test_it_is_proposed_and_both_agree(box, table_of_three):
    ann, ben, screen = table_of_three
    before = box.table.now()
    propose(ann, ben, screen)
    ben.locator(f"{PROPOSED} button", has_text="Agree").click()
    for page in (ann, ben, screen):
        expect(page.locator(PROPOSED)).to_have_count(0)
    assert box.table.now().node < before.node


@pytest.mark.parametrize(("who", "says"), [("ben", "No"), ("ann", "Never mind")])
def test_it_is_refused_or_withdrawn_and_the_game_stays(box, table_of_three, who, says):
    ann, ben, screen = table_of_three
    before = box.table.now()
    propose(ann, ben, screen)
    {"ann": ann, "ben": ben}[who].locator(f"{PROPOSED} button", has_text=says).click()
    for page in (ann, ben, screen):
        expect(page.locator(PROPOSED)).to_have_count(0)
    assert box.table.now().node == before.node
