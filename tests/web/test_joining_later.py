"""Players who join a campaign after it began can take their seat with a phone."""

import pytest
from serving import Served

from rules.games import game


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def test_a_player_who_joined_later_has_a_seat_to_take(box):
    campaign = game("sleeping_gods")
    box.table.begin(campaign.setup({campaign.seats[0]: "Ann"}))
    state = box.table.now().position.state
    assert list(campaign.players(state)) == [campaign.seats[0]]
    # The rules add players between sessions; here the table does it by hand.
    box.table.ruling(box.table.now().number, f"names.{campaign.seats[1]}", "Ben", "Ann", "Ben came by")
    order = list(box.table.now().position.state.order)
    if order:
        box.table.ruling(box.table.now().number, "order", [*order, campaign.seats[1]], "Ann", "Ben came by")
    assert "Ben" in box.client().get("/").get_data(as_text=True)
    assert box.client().post("/join", data={"seat": campaign.seats[1]}).status_code == 303
    assert box.table.now().seats == campaign.seats[:2]
