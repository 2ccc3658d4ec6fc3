"""What phones and laptops ask to find out whether there is internet: in the box's own network they are led to its page.

Each asks a server of its maker for something it knows by heart. Anything else makes it open a small window with what it
got; what it expects makes it content with the network. So a newcomer is led to the page, and whoever has opened that in
a browser gets what it expects, and stays. These questions come under foreign names, which the box answers only while
its own network is on, and only to those in it.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.live.network import LiveNetwork, network_of_the_box

captive = Blueprint("captive", __name__, url_prefix="/welcome")

Answer = tuple[str, str]  # its kind and its words; no words at all: 204
ANY = "*"  # whatever is asked for

NOTHING: Answer = ("text/plain", "")
APPLE: Answer = ("text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n")
ONLINE: Answer = ("text/plain", "NetworkManager is online\n")
OK: Answer = ("text/plain", "OK\n")
KINDLE = "<html><body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>\n"
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'

QUESTIONS: dict[str, dict[str, Answer]] = {
    # Android, Samsung's too, and ChromeOS; then those whose makers ask at home
    "connectivitycheck.gstatic.com": {"/generate_204": NOTHING},
    "connectivitycheck.android.com": {"/generate_204": NOTHING},
    "connect.rom.miui.com": {"/generate_204": NOTHING},
    "connectivitycheck.platform.hicloud.com": {"/generate_204": NOTHING},
    "connectivitycheck.cbg-app.huawei.com": {"/generate_204": NOTHING},
    "connectivitycheck.hihonor.com": {"/generate_204": NOTHING},
    "conn1.oppomobile.com": {"/generate_204": NOTHING},
    "conn2.oppomobile.com": {"/generate_204": NOTHING},
    "wifi.vivo.com.cn": {"/generate_204": NOTHING},
    "connectivitycheck.grapheneos.network": {"/generate_204": NOTHING},
    # Kindle and Fire
    "spectrum.s3.amazonaws.com": {
        "/kindle-wifi/wifistub.html": ("text/html", KINDLE),
        "/kindle-wifi/wifistub-eink.html": ("text/html", KINDLE),
    },
    "fireoscaptiveportal.com": {"/generate_204": NOTHING},
    # iPhone, iPad, Mac; up to iOS 8 under names that hotels did not know, with any path
    "captive.apple.com": {ANY: APPLE},
    "www.appleiphonecell.com": {ANY: APPLE},
    "www.airport.us": {ANY: APPLE},
    "www.ibook.info": {ANY: APPLE},
    "www.itools.info": {ANY: APPLE},
    "www.thinkdifferent.us": {ANY: APPLE},
    # Windows
    "www.msftconnecttest.com": {"/connecttest.txt": ("text/plain", "Microsoft Connect Test")},
    "www.msftncsi.com": {"/ncsi.txt": ("text/plain", "Microsoft NCSI")},
    # Firefox
    "detectportal.firefox.com": {
        "/canonical.html": ("text/html", FIREFOX),
        "/success.txt": ("text/plain", "success\n"),
    },
    # Linux: NetworkManager by its distribution, GNOME's and KDE's own windows
    "network-test.debian.org": {"/nm": ONLINE},
    "nmcheck.gnome.org": {"/check_network_status.txt": ONLINE},
    "connectivity-check.ubuntu.com": {"/": NOTHING},
    "ping.archlinux.org": {"/nm-check.txt": ONLINE},
    "conncheck.opensuse.org": {"/": ONLINE},
    "networkcheck.kde.org": {"/": OK},
}
"""By host and path, what each expects of the internet.

The box's name server answers for these hosts alone (`systemd/tableside.dnsmasq.conf`): each serves for nothing else, so
that phones lose nothing where the box has internet by cable. For the same reason nothing is done about
www.google.com and the like, which Android and ChromeOS ask as well, but only after these; nor about fedoraproject.org.
"""

A_SMALL_WINDOW = "; wv)"  # how Android's says that it is no browser; it shuts as soon as the phone is content

A_BROWSER = "Windows NT"  # no small window there: the browser itself is opened


class Arrived:
    """Who in the box's own network has the page open, by number."""

    def __init__(self) -> None:
        self._numbers: set[str] = set()

    def came(self, number: str) -> None:
        self._numbers.add(number)

    def has(self, number: str) -> bool:
        return number in self._numbers


def notice() -> None:
    """Somebody opens a page of this box: a phone has found it, and whoever did so in a browser has arrived."""
    network = network_of_the_box()
    if network is None or request.endpoint == "static":
        return
    number = request.remote_addr or ""
    network.reached(number)
    window = A_SMALL_WINDOW in request.headers.get("User-Agent", "") or request.blueprint == "captive"
    if network.is_own(number) and not window:
        the_arrived().came(number)


def the_arrived() -> Arrived:
    arrived: Arrived = current_app.config["ARRIVED"]
    return arrived


def answer() -> ResponseReturnValue | None:
    """The answer to a question under a foreign name; nothing if it is none of these, or not asked in our network."""
    network = network_of_the_box()
    asked = QUESTIONS.get(request.host.partition(":")[0].lower().rstrip("."))  # Ubuntu asks with a last dot
    if asked is None or request.method not in ("GET", "HEAD") or not _is_ours(network):
        return None
    expected = asked.get(request.path, asked.get(ANY))
    if expected is None or not the_arrived().has(request.remote_addr or ""):
        led = redirect(current_app.config["ADDRESS"]() + url_for("captive.page"), 302)
        led.headers["Cache-Control"] = "no-store"
        return led
    kind, words = expected
    headers = {"Cache-Control": "no-store", "X-NetworkManager-Status": "online"}  # some Linuxes read this alone
    return Response(words, 200 if words else 204, mimetype=kind, headers=headers)


def _is_ours(network: LiveNetwork | None) -> bool:
    return network is not None and network.is_own(request.remote_addr or "")


@captive.get("/")
def page() -> ResponseReturnValue:
    """What the small window shows that a phone opens by itself."""
    if A_BROWSER in request.headers.get("User-Agent", ""):
        return redirect(url_for("seats.join"))
    return render_template("welcome.html", title="Welcome", address=current_app.config["ADDRESS"](), browser=False)


@captive.post("/browser")
def browser() -> ResponseReturnValue:
    """Somebody would rather use a browser: the phone may be content, and the window may shut."""
    the_arrived().came(request.remote_addr or "")
    return render_template("welcome.html", title="Welcome", address=current_app.config["ADDRESS"](), browser=True)
