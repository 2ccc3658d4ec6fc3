"""Players who join a campaign after it began can take their seat with a phone."""

from serving import Served

from rules.games import game


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


def sail_to_the_first_turn(box):
    """Sleeping Gods, alone, up to the moment when players may come or go."""
    campaign = game("sleeping_gods")
    box.table.begin(campaign.setup({"north": "Ann"}))
    for value in ("normal", "fresh"):
        box.table.answer(box.table.now().number, value, "north")
    box.table.ruling(box.table.now().number, "stopping", True, "Ann", "Ben is at the door")
    box.table.answer(box.table.now().number, True, "north")
    assert "it is your turn" in box.table.now().ask.text


def test_whoever_joins_says_what_to_call_them_on_the_page(box):
    sail_to_the_first_turn(box)
    phone = box.client("north")

    def send(**form):
        return phone.post(f"/answer/{box.table.now().number}", data=form, headers={"X-Page": "1"})

    send(answer='"players"')
    assert "Somebody joins at the east side" in phone.get("/seat").get_data(as_text=True)
    send(answer='"join:east"')
    page = phone.get("/seat").get_data(as_text=True)
    assert "What is the name of the player at the east side?" in page
    assert 'maxlength="24"' in page
    number = box.table.now().number
    for words, sentence in (("<i>Ben</i>", "Only letters"), ("ann", "is already taken"), ("", "at least one letter")):
        refused = send(words=words)
        assert refused.status_code == 400
        assert sentence in refused.get_json()["told"]
    assert box.table.now().number == number  # nothing was written into the journal
    assert send(words=" Zoë  O’Hara & 7 ").status_code == 204
    assert box.table.now().position.state.names["east"] == "Zoë O’Hara & 7"
    page = phone.get("/seat").get_data(as_text=True)
    assert "Zoë O’Hara &amp; 7 joins." in page
    assert "Zoë O’Hara & 7" not in page.replace("&amp;", "\0")  # nowhere unescaped
    assert "Zoë O’Hara &amp; 7" in box.client().get("/").get_data(as_text=True)


def test_a_name_once_given_is_kept_when_the_box_was_switched_off(tmp_path):
    box = Served(tmp_path)
    sail_to_the_first_turn(box)
    for value in ("players", "join:east", "Ben"):
        box.table.answer(box.table.now().number, value, "north")
    saved = box.table.now().game_id
    box.close()
    again = Served(tmp_path)
    assert again.table.open(saved) == []
    assert again.table.now().position.state.names["east"] == "Ben"
    again.close()
