"""The box's own network on real screens: codes that a camera reads, joining another network, pages that come back."""

import cv2
import numpy as np
import pytest
from for_everyone import complaints, still
from playwright.sync_api import expect
from serving import PHONE, TOKEN, Served, gathering, meanwhile

from device.wifi.manager import Heard, Own
from device.wifi.network import HERE
from device.wifi.words import WORDS
from rules.sleepers import GAME


def open_own(box):
    box.network.open_own()
    box.network.step()


def codes_on(screen, where="#code img"):
    """What OpenCV's own reader finds on the glass."""
    picture = cv2.imdecode(np.frombuffer(screen.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    found = []
    for place in screen.locator(where).all():
        at = place.bounding_box()
        part = picture[int(at["y"]) : int(at["y"] + at["height"]), int(at["x"]) : int(at["x"] + at["width"])]
        # Like a hand that goes nearer and farther: this reader does not see every code at every size.
        sizes = (cv2.resize(part, None, fx=k, fy=k, interpolation=cv2.INTER_NEAREST) for k in (1, 2, 3, 4))
        found.append(next(filter(None, (cv2.QRCodeDetectorAruco().detectAndDecode(each)[0] for each in sizes)), ""))
    return found


def test_a_camera_reads_both_codes_from_the_seven_inch_screen_wherever_they_stand(box, window):
    screen = window(viewport={"width": 800, "height": 480})
    screen.goto(f"{box.url}/host/{TOKEN}")
    expect(screen.locator("#code img")).to_have_count(1)
    box.air.make_own(Own("Tableside-wmwm", "-".join(sorted(WORDS, key=len)[-3:])))
    open_own(box)  # the open page follows by itself
    expect(screen.locator("#code img")).to_have_count(2)
    stands = box.network.standing
    both = [f"WIFI:T:WPA;S:{stands.name};P:{stands.password};;", "http://10.42.42.1:8080"]
    meanwhile(screen, lambda: codes_on(screen) == both)
    inside = "each => each.getBoundingClientRect().bottom <= innerHeight && each.getBoundingClientRect().top >= 0"
    assert all(screen.locator("#code img, .toolbox > .button").evaluate_all(f"all => all.map({inside})"))
    for width, height in ((1024, 600), (1920, 1080), (800, 480)):
        screen.set_viewport_size({"width": width, "height": height})
        meanwhile(screen, lambda: codes_on(screen) == both)
    gathering(screen, box, "sleepers")
    meanwhile(screen, lambda: codes_on(screen) == both)
    assert all(screen.locator("#code img").evaluate_all(f"all => all.map({inside})"))
    right = "getBoundingClientRect().right"
    beyond = f"all => all.filter(each => each.{right} > each.closest('.scan').{right})"
    assert screen.locator("#code .address b").evaluate_all(f"{beyond}.length") == 0
    box.client(host=True).post("/lobby/shut")
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    screen.wait_for_selector(".screen")
    screen.click(".people > summary")
    meanwhile(screen, lambda: codes_on(screen) == both)
    assert complaints(screen) == []
    screen.set_viewport_size({"width": 1000, "height": 1500})
    screen.goto(f"{box.url}/print/join")
    meanwhile(screen, lambda: codes_on(screen, "image.qr") == both * 4)


ALL_IN_SIGHT = """selectors => [...document.querySelectorAll(selectors)].every(each => {
  var at = each.getBoundingClientRect();
  return at.height > 0 && at.top >= 0 && at.bottom <= innerHeight;
})"""
OVERLAP = """() => {
  var at = document.querySelector("#troubles > *").getBoundingClientRect();
  return [...document.querySelectorAll(".hello h1, .hello .lead, .hello summary, .gamecard")].some(each => {
    var its = document.createRange();
    its.selectNodeContents(each);
    its = its.getBoundingClientRect();
    return its.left < at.right && at.left < its.right && its.top < at.bottom && at.top < its.bottom;
  });
}"""


def test_what_is_said_of_the_network_pushes_no_tool_off_the_seven_inch_screen(box, window):
    screen = window(viewport={"width": 800, "height": 480})
    screen.goto(f"{box.url}/host/{TOKEN}")
    box.network._stands(lonely=True)
    expect(screen.locator("#troubles")).to_contain_text("keeps phones apart")
    assert screen.evaluate(ALL_IN_SIGHT, ".toolbox > *, #code img, #troubles button")
    assert not screen.evaluate(OVERLAP)
    assert complaints(screen) == []
    box.network._stands(lonely=False)
    box.air.make_own(Own("Tableside-wmwm", "otter-kettle-violet"))
    open_own(box)
    box.network._stands(phones=7, told="Home didn't let the box in. The password isn't right. The box is back.")
    expect(screen.locator("#code")).to_contain_text("The network is full")
    expect(screen.locator("#troubles")).to_contain_text("The password isn't right.")
    assert screen.evaluate(ALL_IN_SIGHT, ".toolbox > *, #code img")
    assert not screen.evaluate(OVERLAP)
    box.network._stands(trying="Home")
    expect(screen.locator("#troubles")).to_contain_text("about to try Home")
    assert screen.evaluate(ALL_IN_SIGHT, ".toolbox > *, #code img")
    assert not screen.evaluate(OVERLAP)


def test_where_the_code_was_the_screen_says_that_the_network_is_lost_and_brings_another_by_a_tap(box, window):
    now = [0.0]
    box.network._clock = lambda: now[0]
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    screen = window(viewport={"width": 800, "height": 480})
    screen.goto(f"{box.url}/host/{TOKEN}")
    screen.wait_for_selector(".screen")
    screen.click(".people > summary")
    expect(screen.locator("#code img")).to_be_visible()
    box.air.joined, box.network._number = "", lambda: HERE
    box.network.step()
    expect(screen.locator("#code")).to_contain_text("No network just now.")
    expect(screen.locator("#code img")).to_have_count(0)
    assert complaints(screen) == []
    screen.get_by_role("button", name="Use the box's own network").click()
    screen.wait_for_load_state()
    now[0] += 10
    box.network.step()
    screen.goto(f"{box.url}/table")
    screen.click(".people > summary")
    expect(screen.locator("#code img")).to_have_count(2)


def test_a_phone_chooses_a_network_and_reads_what_became_of_it(box, window, monkeypatch):
    now = [0.0]
    box.network._clock = lambda: now[0]
    open_own(box)
    monkeypatch.setattr(box.network, "is_own", lambda number: True)  # this browser is in it
    phone = window(**still(PHONE))
    phone.goto(f"{box.url}/welcome/")
    assert complaints(phone) == []
    phone.get_by_role("link", name="Play here").click()
    phone.get_by_role("link", name="Network").click()
    box.air.in_reach.append(Heard("Next door", 50, "WPA2"))
    phone.get_by_role("button", name="Look again").click()
    now[0] += 10
    box.network.step()
    expect(phone.locator("summary", has_text="Next door")).to_be_visible()  # without beginning the page anew
    phone.locator("summary", has_text="Home").click()
    phone.get_by_label("Password of Home").fill("wrong horse")
    assert complaints(phone) == []
    phone.get_by_role("button", name="Join Home").click()
    expect(phone.locator("#stands")).to_contain_text("Trying Home")
    expect(phone.locator(".heard")).to_have_count(0)  # one thing after the other
    now[0] += 10
    box.network.step()
    expect(phone.locator("#stands")).to_contain_text("The password isn't right. The box is back on its own network.")
    phone.locator("summary", has_text="Home").click()
    phone.get_by_label("Password of Home").fill("correct horse")
    phone.get_by_role("button", name="Join Home").click()
    expect(phone.locator("#stands")).to_contain_text("Trying Home")
    now[0] += 10
    box.network.step()
    expect(phone.locator("#stands")).to_contain_text("The box is on the network “Home”.")
    phone.locator("summary", has_text="One that hides its name").click()
    phone.get_by_label("Its name").fill("Attic")
    phone.get_by_label("Its password").fill("correct horse")
    assert complaints(phone) == []
    phone.get_by_role("button", name="Join it").click()
    expect(phone.locator("#stands")).to_contain_text("Trying Attic")
    now[0] += 10
    box.network.step()
    expect(phone.locator("#stands")).to_contain_text("The box is on the network “Attic”.")


def test_a_page_finds_the_box_under_another_number_and_keeps_its_seat(tmp_path, window):
    """The box goes by one name and comes back under another, as when it had to bring its own network."""
    box = Served(tmp_path)
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    phone = window(**PHONE)
    with box.listening():
        elsewhere = box.url.replace("127.0.0.1", "localhost")
        box.app.jinja_env.globals["elsewhere"] = box.app.config["ELSEWHERE"] = lambda: elsewhere
        phone.clock.install()
        phone.goto(box.url)
        phone.click("button[value=white]")
        phone.wait_for_selector("#ask")
        phone.route(f"{box.url}/**", lambda route: route.abort("connectionrefused"))
        for _ in range(20):
            phone.clock.run_for(1000)
        phone.wait_for_url(f"{elsewhere}/**")
        expect(phone.locator(".whoami b")).to_contain_text("Ann")
    box.close()


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    with box.listening():
        yield box
    box.close()
