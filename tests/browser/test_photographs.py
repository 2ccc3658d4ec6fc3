"""Photographs instead of typing: an own copy begun and described with a phone's camera, by taps."""

import re

import pytest
from card_photos import photograph
from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, TOKEN, meanwhile, seated, sit, tap_begin, up_to_date

from rules.sleeping_gods import GAME
from web.owner import albums
from web.owner.photographing import key

BOX = {"viewport": {"width": 800, "height": 480}, "has_touch": True}
STACK = ("Tin Heron", "Salt Widow", "Long Tide", "Grey Oar", "Tin Heron King")


pytestmark = pytest.mark.usefixtures("own_packs")


def picture(name, long=1200, **more):
    """As a phone's camera hands it over."""
    return {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": photograph(name, long, **more)}


def asked(page, box, *answers):
    """Somebody else at the table answers."""
    for answer in answers:
        moment = box.table.now()
        box.table.answer(moment.number, answer, moment.ask.seat, along=9)
    up_to_date(page, box)


def loaded(page, pictures):
    """Every one of these comes, into just the room that was kept for it."""
    for each in pictures.all():
        each.scroll_into_view_if_needed()
        meanwhile(page, lambda each=each: each.evaluate("image => image.complete && image.naturalWidth > 0"))
        promised = each.evaluate("image => ['width', 'height'].map(side => Number(image.getAttribute(side)))")
        assert each.evaluate("image => [image.clientWidth, image.clientHeight]") == promised


def test_a_card_is_photographed_at_its_question_and_seen_wherever_it_is_named(box, window):
    screen = window(**still(BOX))
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.click("text=Sleeping Gods")
    seated(screen, {"north": "Ann"})
    screen.click("text=More")
    screen.select_option("[name=pack]", label="Your own copy")
    tap_begin(screen)
    ann = sit(lambda **kind: window(**still(kind)), box, "north")
    asked(ann, box, "normal", True, "done", {}, "search", {"resources.coins": 6}, "market")
    ann.locator("#ask button, #board [role=button]", has_text=re.compile("card we never had")).first.click()
    expect(ann.locator("#ask")).to_contain_text("Which card do you buy?")
    assert complaints(ann) == []

    # one tap opens the camera, and what it took is sent by itself
    with ann.expect_file_chooser() as chooser:
        ann.get_by_text("Add a photograph").click()
    chooser.value.set_files(picture("Brass Lung", 4000, turned=6))
    beside = ann.locator("#ask .cardphoto a.photo img")
    expect(beside).to_be_visible()
    loaded(ann, beside)
    assert complaints(ann) == []
    expect(screen.locator("#ask .cardphoto img")).to_be_visible()
    assert complaints(screen) == []

    # nothing is typed: it is bought as it stands, and known by its picture
    ann.click("#ask [data-ready]")
    expect(ann.locator("#log img.photo")).to_have_count(1)
    asked(ann, box, "done")
    for page in (ann, screen):
        card = page.locator("#sg-cards .card", has_text="Market card 1")
        expect(card.locator("img.photo")).to_be_visible()
        loaded(page, page.locator("#sg-cards img.photo, #log img.photo"))
        assert complaints(page) == []

    # large, and away again
    ann.locator("#sg-cards a.photo").click()
    expect(ann.get_by_role("dialog", name="Photograph: Market card 1")).to_be_visible()
    assert complaints(ann) == []
    ann.keyboard.press("Escape")
    expect(ann.locator(".seen-large")).to_have_count(0)
    assert ann.evaluate("document.activeElement.className") == "photo"


def test_a_stack_is_photographed_first_and_named_later(box, window):
    box.table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    screen = window(**still(BOX))
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.goto(f"{box.url}/packs/")
    screen.locator(".g-sleeping_gods").get_by_text("Photographs of your cards").click()
    expect(screen.get_by_alt_text("QR code to this page")).to_be_visible()
    assert complaints(screen) == []

    phone = window(**still(PHONE))
    phone.goto(f"{box.url}/photographs/key/{key(TOKEN)}/sleeping_gods/own")  # as the code says
    with phone.expect_file_chooser() as chooser:
        phone.get_by_text("Send several at once").click()
    chooser.value.set_files([picture(name) for name in STACK])
    expect(phone.get_by_role("status")).to_have_text("5 photographs kept.")
    expect(phone.locator(".tiles img")).to_have_count(5)
    assert complaints(phone) == []

    # a broken one is told, and changes nothing
    with phone.expect_file_chooser() as chooser:
        phone.get_by_text("Next photograph").click()
    chooser.value.set_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"torn"})
    expect(phone.locator("#told")).to_contain_text("no picture the box can read")

    # a tap on the first, its name from the list; the second comes by itself, and gets a name of its own
    phone.locator(".tiles a").first.click()
    expect(phone.get_by_role("heading", name="Which card is it?")).to_be_visible()
    assert complaints(phone) == []
    phone.get_by_role("button", name="Gloria").click()
    expect(phone.get_by_role("button", name="Soup")).to_be_visible()
    expect(phone.get_by_role("button", name="Gloria")).to_have_count(0)
    phone.get_by_label("Its name, or what the box calls it").fill("Enemy 12")
    phone.get_by_role("button", name="That's it").click()
    phone.get_by_text("back").click()
    expect(phone.locator("section", has_text="Cards (2)").locator(".tiles a")).to_have_text(["Enemy 12", "Gloria"])
    album = albums.album("sleeping_gods", "own")
    assert [bool(each.name) for each in album.all].count(True) == 2

    # the card is met: its picture is there already, and one of the others is told to be its neighbour with a tap
    ann = sit(lambda **kind: window(**still(kind)), box, "north")
    asked(ann, box, "normal", True, "done", {}, "explore", "12", {"then": "combat"}, "12, 45")
    expect(ann.locator("#ask .cardphoto a.photo img")).to_have_count(1)
    ann.get_by_text("Already photographed (3)").click()
    ann.get_by_role("button", name="Enemy 45 is photograph 1").click()
    expect(ann.locator("#ask .cardphoto a.photo img")).to_have_count(2)
    assert complaints(ann) == []
    ann.locator("[name='field.12.name']").fill("Tin Heron")
    up_to_date(ann, box)
    with ann.expect_response("**/answer/*"):
        ann.click("#ask [data-ready]")
    asked(ann, box, ["12", "45"])
    for page in (ann, screen):
        page.goto(f"{box.url}/{'seat' if page is ann else 'table'}")
        expect(page.locator(".enemy", has_text="Tin Heron").locator("img.photo")).to_be_visible()
        loaded(page, page.locator(".enemy img.photo"))
        assert complaints(page) == []
