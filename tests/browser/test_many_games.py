"""The start page with more games than come with the box: every card whole, on the 7-inch screen and on a phone."""

import sys

import pytest
from for_everyone import complaints
from serving import TOKEN, place_of

from rules.games import NAMES, game
from rules.sleepers import GAME

TITLES = ("Harbour Lights", "The Long Way Home Through the Marsh", "Twelve Bells", "Fox")
CLIPPED = """() => [].filter.call(document.querySelectorAll(".gamecard, .gamecard .art, .gamecard .about, .gamecard b"),
  each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent)"""
OVER_ANOTHER = """() => {
  var cards = [].map.call(document.querySelectorAll(".gamecard, .more"), each => each.getBoundingClientRect());
  return cards.some((one, place) => cards.slice(place + 1).some(
    other => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
}"""
BEYOND = "() => document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture
def known(monkeypatch):
    """So many games on the box."""
    looks = {"emblem": "", "reference": GAME.reference, "colours": ("#3d4450", "#667080")}
    more = {
        name: type("More", (type(GAME),), {"name": name, "title": title, **looks})()
        for name, title in ((f"more_{place}", title) for place, title in enumerate(TITLES))
    }

    def so_many(count):
        for page in ("web.pages.play", "web.pages.looks", "web.live.seats"):
            monkeypatch.setattr(sys.modules[page], "names", lambda: (*NAMES, *more)[:count])
            monkeypatch.setattr(sys.modules[page], "game", lambda name: more.get(name) or game(name))

    return so_many


@pytest.mark.parametrize("count", [3, 5, 6, 9])
@pytest.mark.parametrize("size", [(800, 480), (390, 844), (1280, 800)])
def test_every_card_is_whole_and_none_lies_over_another(box, window, known, count, size):
    known(count)
    for _ in range(2):
        box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}))
        box.table.close()
    screen = window(viewport={"width": size[0], "height": size[1]})
    screen.goto(f"{box.url}/host/{TOKEN}")
    assert screen.locator(".gamecard").count() == count
    assert screen.evaluate(CLIPPED) == []
    assert not screen.evaluate(OVER_ANOTHER)
    assert screen.evaluate(BEYOND) <= 0
    last = screen.locator(".gamecard").last
    assert place_of(last)["height"] >= 42  # for a finger
    screen.locator(".toolbox a").last.scroll_into_view_if_needed()
    assert complaints(screen) == []
