"""The box's own page for the hall: what the owner says there, and what comes of it, in sentences."""

import socket
import threading

from waiting import until


def test_the_page_looks_again_until_the_hall_is_found_or_not(box, monkeypatch):
    found = threading.Event()

    def look(*where, **how):
        found.wait()
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", look)
    screen = box.client(host=True)
    assert "tells nobody anything" in screen.get("/hall/").text
    form = {"on": "yes", "address": "hall.local", "name": "Table 7", "user": "", "port": ""}
    assert screen.post("/hall/", data=form).status_code == 303
    page = screen.get("/hall/").text
    assert "Looking for the hall" in page
    assert "data-look-again" in page
    found.set()
    until(lambda: "Nothing here is called hall.local." in screen.get("/hall/").text)
    assert "data-look-again" not in screen.get("/hall/").text


def test_what_cannot_be_meant_is_refused_and_changes_nothing(box):
    screen = box.client(host=True)
    for wrong in ({"address": "http://hall"}, {"user": "a/b"}, {"name": "x" * 40}, {"port": "70000"}):
        form = {"on": "yes", "address": "hall.local", "name": "Table 7"} | wrong
        assert screen.post("/hall/", data=form).status_code == 400
        assert not box.hall.is_on
    assert box.client().get("/hall/").status_code == 403
