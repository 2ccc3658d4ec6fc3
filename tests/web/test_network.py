"""The network on the page: two codes in their order, joining without a keyboard, and phones that come back."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest
from serving import Served

from device.wifi.manager import OWN_ADDRESS, Heard
from device.wifi.network import HERE
from rules.sleepers import GAME
from web.live import codes
from web.live.network import OWN_NUMBER
from web.pages import captive

IN_IT = {"REMOTE_ADDR": "10.42.42.17"}
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.31"}
BROWSER = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
SMALL_WINDOW = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0 Mobile"


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


@pytest.fixture
def own(box):
    """A box whose own network is on."""
    box.network.open_own()
    box.network.step()
    assert box.network.standing.is_open
    return box


def read(picture):
    """What OpenCV reads from one of the page's codes, painted as a browser would."""
    side = int(re.search(r'viewBox="0 0 (\d+)', picture)[1])
    paper = np.full((side, side), 255, np.uint8)
    x = y = 0.0
    for letter, numbers in re.findall(r"([Mmh])([\d. -]*)", re.search(r'stroke="#15181d" d="([^"]+)"', picture)[1]):
        values = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
        if letter == "M":
            x, y = values
        elif letter == "m":
            x, y = x + values[0], y + values[1]
        else:
            paper[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
    large = cv2.resize(paper, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    large = cv2.copyMakeBorder(large, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=255)
    # OpenCV's other reader misses one such code in two hundred, whatever its size.
    return cv2.QRCodeDetectorAruco().detectAndDecode(large)[0]


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Tableside-k7pm", "otter-kettle-violet", "WIFI:T:WPA;S:Tableside-k7pm;P:otter-kettle-violet;;"),
        ("W" * 32, "M" * 63, f"WIFI:T:WPA;S:{'W' * 32};P:{'M' * 63};;"),  # the longest there are
        ('a;b,c:d"e\\f', "x;y", 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:x\\;y;;'),
    ],
)
def test_a_network_is_written_as_phones_cameras_read_it(name, password, code):
    assert codes.wifi(name, password) == code
    assert read(codes.code(code).get_data(as_text=True)) == code


def test_the_stage_shows_two_codes_in_their_order_while_the_box_brings_the_network(own):
    screen, stands = own.client(host=True), own.network.standing
    page = screen.get("/table").text
    assert page.index("Join the network") < page.index("Open the page")
    assert stands.password in page
    assert "room for about 7 phones" in page
    assert read(screen.get("/network/code.svg").text) == f"WIFI:T:WPA;S:{stands.name};P:{stands.password};;"
    assert read(screen.get("/join.svg").text) == "http://10.42.42.1:8080"
    own.air.on_it = 7
    own.network.look_again()
    own.network._clock = lambda: 1e9
    own.network.step()
    assert "The network is full" in screen.get("/table").text


def test_in_another_network_there_is_one_code(box):
    page = box.client(host=True).get("/table").text
    assert "Join the network" not in page
    assert "Scan to join" in page
    assert box.client(host=True).get("/network/code.svg").status_code == 404


def test_whoever_only_watches_is_not_told_the_password(own):
    own.table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    watcher, seat, password = own.client(), own.client(seat="white"), own.network.standing.password
    for path in ("/table", "/seat", "/", "/print/join", "/api/table", "/state/table", "/state/seat"):
        assert password not in watcher.get(path).text, path
    assert watcher.get("/network/code.svg").status_code == 403
    assert watcher.get("/network/").status_code == 403
    assert password in seat.get("/seat").text
    assert seat.get("/network/code.svg").status_code == 200


def test_the_join_card_has_both_codes(own):
    card = own.client(host=True).get("/print/join").text
    assert card.count("Join the network") == card.count("Open the page") == 4
    assert card.count('href="/network/code.svg"') == card.count('href="/join.svg?own="') == 4
    assert own.network.standing.password in card


def test_cards_for_a_table_without_wifi_are_printed_at_home(box):
    box.air.own_one = None  # its own network was never on
    screen = box.client(host=True)
    at_home = screen.get("/print/join").text
    assert "Join the network" not in at_home
    assert "Cards for the box's own network" in unescape(at_home)
    card = screen.get("/print/join?own").text
    assert card.count("Join the network") == card.count("Open the page") == 4
    stands = box.network.standing
    assert not stands.is_open
    assert stands.password in card
    assert read(screen.get("/network/code.svg").text) == f"WIFI:T:WPA;S:{stands.name};P:{stands.password};;"
    assert read(screen.get("/join.svg?own").text) == "http://10.42.42.1:8080"
    assert read(screen.get("/join.svg").text) == "http://192.168.1.20:8080"
    watcher = box.client()
    assert stands.password not in watcher.get("/print/join?own").text
    assert watcher.get("/network/code.svg").status_code == 403
    box.network.open_own()
    box.network.step()
    assert (box.network.standing.name, box.network.standing.password) == (stands.name, stands.password)


def test_whoever_is_in_the_boxs_own_network_may_print_the_way_in(own):
    laptop = own.app.test_client()
    assert own.network.standing.password in laptop.get("/print/join", environ_base=IN_IT).text
    assert own.network.standing.password not in laptop.get("/print/join", environ_base=ELSEWHERE).text


def test_a_box_that_cannot_bring_a_network_prints_no_cards_of_it(box):
    box.network.standing = replace(box.network.standing, radio="")
    screen = box.client(host=True)
    assert "Cards for the box's own network" not in unescape(screen.get("/print/join").text)
    refused = screen.get("/print/join?own")
    assert refused.status_code == 503
    assert "no Wi-Fi radio" in unescape(refused.text)


def test_while_no_phone_can_reach_the_box_no_code_is_shown(box):
    screen = box.client(host=True)
    box.air.joined, box.network._number = "", lambda: HERE
    box.network._clock = lambda: 1e9
    box.network.step()
    page = unescape(screen.get("/table").text)
    assert "No network just now." in page
    assert "127.0.0.1" not in page
    assert "Phones can't reach the box; this screen plays on." in page
    assert '<button name="on" value="yes">Use the box\'s own network' in page
    box.network._own = "auto"
    box.app.config["WIRE"].tell()
    assert "The box waits a moment, then brings its own." in unescape(screen.get("/table").text)
    box.network._stands(managed=False, radio="")
    page = unescape(screen.get("/table").text)
    assert "Phones can't reach the box; this screen plays on." in page
    assert "Use the box's own network" not in page


def test_a_phone_in_the_boxs_own_network_joins_another(own):
    phone = own.app.test_client()
    assert phone.get("/network/", environ_base=ELSEWHERE).status_code == 403
    assert phone.post("/network/join", data={"name": "Home"}, environ_base=ELSEWHERE).status_code == 403
    page = phone.get("/network/", environ_base=IN_IT).text
    assert re.findall(r"<summary class=\"button\"><b>([^<]+)", page) == ["Home", "Café guests", "University"]
    assert "wants a user name" in page
    own.network._clock = lambda: 1e9
    wrong = {"name": "Home", "password": "wrong horse"}
    assert phone.post("/network/join", data=wrong, environ_base=IN_IT).status_code == 303
    assert "Trying Home" in phone.get("/network/", environ_base=IN_IT).text
    assert "about to try Home" in phone.get("/state/join").get_json()["parts"]["troubles"]
    own.network._clock = lambda: 2e9
    own.network.step()
    page = unescape(phone.get("/network/", environ_base=IN_IT).text)
    assert "Home didn't let the box in. The password isn't right." in page
    own.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    assert "Home didn't let the box in." in unescape(own.client(host=True).get("/table").text)
    right = {"name": "Home", "password": "correct horse"}
    assert phone.post("/network/join", data=right, environ_base=IN_IT).status_code == 303
    own.network._clock = lambda: 3e9
    own.network.step()
    assert own.network.standing.joined == "Home"
    assert phone.get("/network/", environ_base=IN_IT).status_code == 403  # it is nobody's own network any more


def test_whoever_may_change_the_network_finds_its_page_wherever_they_are(own):
    link, phone, screen = 'href="/network/"', own.app.test_client(), own.client(host=True)
    assert link in screen.get("/table").text
    assert link in phone.get("/", environ_base=IN_IT).text  # no game is open: perhaps a box without a screen
    assert link not in phone.get("/", environ_base=ELSEWHERE).text
    own.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    for path in ("/", "/seat"):
        assert link in phone.get(path, environ_base=IN_IT).text
        assert link not in phone.get(path, environ_base=ELSEWHERE).text
    assert link in screen.get("/table").text


def test_the_boxs_own_screen_opens_shuts_and_looks(box):
    screen = box.client(host=True)
    assert "The box is on the network “Home”." in screen.get("/network/").text
    assert screen.post("/network/own", data={"on": "yes"}).status_code == 303
    box.network.step()
    assert "own network is on" in screen.get("/network/").text
    box.air.in_reach.append(Heard("Next door", 20, "WPA2"))
    screen.post("/network/look")
    box.network._clock = lambda: 1e9
    box.network.step()
    assert "Next door" in screen.get("/network/").text
    screen.post("/network/own", data={"on": "no"})
    box.network._clock = lambda: 2e9
    box.network.step()
    assert "The box is on the network “Home”." in screen.get("/network/").text


def test_what_the_box_cannot_do_is_said_on_its_page(box):
    screen = box.client(host=True)
    stands = box.network.standing
    for how, words in {
        (("managed", False),): "NetworkManager isn't running here",
        (("radio", ""),): "No Wi-Fi radio",
        (("switched_off", True),): "Wi-Fi is switched off",
        (("joined", ""), ("cable", True)): "on a cable",
        (("joined", ""),): "Phones find the box at 192.168.1.20:8080",
        (("heard", ()),): "None was heard yet",
        (("phones", 1), ("is_open", True), ("saved", frozenset())): "1 phone in it",
        (("phones", 0), ("is_open", True)): "No phone is in it yet",
    }.items():
        box.network.standing = stands
        box.network._stands(**dict(how))
        assert words in unescape(screen.get("/network/").text)
    assert screen.post("/network/join", data={"name": "Elsewhere"}).status_code == 400


def test_a_network_that_may_keep_phones_apart_is_told_with_the_way_out_beside_it(box):
    screen = box.client(host=True)
    box.network._clock = lambda: 1e9
    box.network.step()
    page = screen.get("/table").text
    assert "that network keeps phones apart" in page
    assert "Use the box's own network" in unescape(page)
    assert "Use the box's own network" not in unescape(box.client().get("/table").text)
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    parts = screen.get("/state/table").get_json()["parts"]
    assert "keeps phones apart" not in parts["troubles"]  # whoever plays is not held up
    assert "keeps phones apart" in parts["code"]
    box.client().get("/", environ_base=ELSEWHERE)  # a phone has found it
    assert "keeps phones apart" not in screen.get("/table").text


def test_a_phone_has_its_seat_again_under_another_number(own):
    own.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    phone = own.client(seat="white")
    page = phone.get("/seat").text
    assert 'data-elsewhere=""' in page  # the box's own screen stays where it is
    at_home = phone.get("/seat", headers={"Host": "192.168.1.20"}).text
    assert 'data-elsewhere="http://10.42.42.1 http://tableside.local"' in at_home
    at_a_port = phone.get("/seat", headers={"Host": "10.42.42.1:8080"}).text
    assert 'data-elsewhere="http://tableside.local:8080"' in at_a_port
    word = re.search(r'data-come-back="([^"]+)"', page)[1]
    again = own.app.test_client()  # another number: no cookie
    assert again.get(word).status_code == 303
    assert "Ann" in again.get("/seat").text
    assert "Watching" not in again.get("/seat").text
    nobody = own.app.test_client()
    assert nobody.get("/network/back/" + "0" * 40).status_code == 303
    assert "Watching" in nobody.get("/seat").text
    assert 'data-come-back="/"' in nobody.get("/seat").text
    phone.post("/leave")
    late = own.app.test_client()
    late.get(word)
    assert "Watching" in late.get("/seat").text  # the word is worth as much as the seat


def test_a_page_may_look_for_the_box_under_its_own_names_alone(own):
    policy = own.client().get("/", headers={"Host": "192.168.1.20"}).headers["Content-Security-Policy"]
    assert "connect-src 'self' http://10.42.42.1 http://tableside.local;" in policy
    assert "connect-src 'self';" in own.client().get("/join.svg").headers["Content-Security-Policy"]


# Phones ask whether there is internet, as publicly known: each system's own question, and the answer it expects.
ASKED = [
    ("Android", "connectivitycheck.gstatic.com", "/generate_204", 204, ""),
    ("iPhone", "captive.apple.com", "/hotspot-detect.html", 200, "<TITLE>Success</TITLE>"),
    ("Windows", "www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    ("older Windows", "www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
    ("Firefox", "detectportal.firefox.com", "/success.txt?ipv4", 200, "success\n"),
    (
        "newer Firefox",
        "detectportal.firefox.com",
        "/canonical.html",
        200,
        "https://support.mozilla.org/kb/captive-portal",
    ),
    ("Debian", "network-test.debian.org", "/nm", 200, "NetworkManager is online"),
    ("older Samsung", "connectivitycheck.android.com", "/generate_204", 204, ""),
    ("older iPhone", "www.itools.info", "/library/test/success.html", 200, "<BODY>Success</BODY>"),
    ("Mac", "captive.apple.com", "/kXBqZr.html", 200, "<BODY>Success</BODY>"),  # any path will do
    ("Ubuntu", "connectivity-check.ubuntu.com.", "/", 204, ""),  # with this dot, and it reads the answer's head alone
    ("older Ubuntu", "connectivity-check.ubuntu.com", "/", 204, ""),
    ("GNOME", "nmcheck.gnome.org", "/check_network_status.txt", 200, "NetworkManager is online"),
    ("Kindle", "spectrum.s3.amazonaws.com", "/kindle-wifi/wifistub.html", 200, "81ce4465-7167-4dcb-835b-dcc9e44c112a"),
    ("Fire", "fireoscaptiveportal.com", "/generate_204", 204, ""),
    ("ChromeOS", "connectivitycheck.gstatic.com", "/generate_204", 204, ""),  # as Android does
    ("Xiaomi", "connect.rom.miui.com", "/generate_204", 204, ""),
    ("Huawei", "connectivitycheck.platform.hicloud.com", "/generate_204", 204, ""),
    ("newer Huawei", "connectivitycheck.cbg-app.huawei.com", "/generate_204", 204, ""),
    ("Honor", "connectivitycheck.hihonor.com", "/generate_204", 204, ""),
    ("Oppo and OnePlus", "conn1.oppomobile.com", "/generate_204", 204, ""),
    ("Oppo again", "conn2.oppomobile.com", "/generate_204", 204, ""),
    ("Vivo", "wifi.vivo.com.cn", "/generate_204", 204, ""),
    ("GrapheneOS", "connectivitycheck.grapheneos.network", "/generate_204", 204, ""),
    ("Arch", "ping.archlinux.org", "/nm-check.txt", 200, "NetworkManager is online"),
    ("openSUSE", "conncheck.opensuse.org", "/", 200, "NetworkManager is online"),
    ("KDE", "networkcheck.kde.org", "/", 200, "OK"),
]


def ask(box, host, path, where=IN_IT):
    return box.app.test_client().get(path, headers={"Host": host}, environ_base=where)


@pytest.mark.parametrize(("who", "host", "path", "code", "words"), ASKED)
def test_a_newcomer_is_led_to_the_page_and_then_content(own, who, host, path, code, words):
    led = ask(own, host, path)
    assert led.status_code == 302
    assert led.headers["Location"] == "http://10.42.42.1:8080/welcome/"
    assert "one tap away" in own.client().get("/welcome/", environ_base=IN_IT).text
    assert ask(own, host, path).status_code == 302  # the small window alone changes nothing
    own.client().get("/", environ_base=IN_IT, headers={"User-Agent": BROWSER})
    content = ask(own, host, path)
    assert content.status_code == code
    assert words in content.text
    assert content.headers["Cache-Control"] == "no-store"
    assert content.headers["X-NetworkManager-Status"] == "online"
    assert "X-NetworkManager-Status" not in led.headers
    assert ask(own, host, path, {"REMOTE_ADDR": "10.42.42.18"}).status_code == 302  # another phone


def test_androids_small_window_is_not_shut_under_the_players_hands(own):
    own.client().get("/", environ_base=IN_IT, headers={"User-Agent": SMALL_WINDOW})
    assert ask(own, "connectivitycheck.gstatic.com", "/generate_204").status_code == 302
    told = own.client().post("/welcome/browser", environ_base=IN_IT)
    assert "Now open your browser" in told.text
    assert ask(own, "connectivitycheck.gstatic.com", "/generate_204").status_code == 204


def test_windows_is_led_on_when_it_asks_where_to(own):
    own.client().get("/", environ_base=IN_IT)
    assert ask(own, "www.msftconnecttest.com", "/redirect").status_code == 302
    edge = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Edg/130.0"}
    led = own.client().get("/welcome/", environ_base=IN_IT, headers=edge)  # a browser: no small window to leave
    assert (led.status_code, led.headers["Location"]) == (302, "/")


def test_foreign_names_are_answered_in_the_boxs_own_network_alone(own, box):
    host, path = "captive.apple.com", "/hotspot-detect.html"
    assert ask(own, host, path, ELSEWHERE).status_code == 421
    assert ask(own, "evil.example", "/").status_code == 421
    posted = own.app.test_client().post(path, headers={"Host": host}, environ_base=IN_IT)
    assert posted.status_code == 421
    box.network._stands(is_open=False)
    assert ask(box, host, path).status_code == 421


def test_the_boxs_name_server_answers_for_these_hosts_alone():
    lines = (Path(__file__).parents[2] / "systemd/tableside.dnsmasq.conf").read_text().splitlines()
    hosts = dict(re.fullmatch(r"address=/(.+)/(.+)", line).groups() for line in lines if not line.startswith("#"))
    assert hosts.pop("dns.msftncsi.com") == "131.107.255.255"  # what Windows looks for, in place of an answer
    assert set(hosts) == set(captive.QUESTIONS)
    assert set(hosts.values()) == {OWN_NUMBER} == {OWN_ADDRESS.partition("/")[0]}
