"""The box at its network's edge: whatever strangers send, players get their page."""

import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from attackers import HALF, addresses, answered, connected, heard, hung_up, many_files
from flask import Flask, Response, request
from waiting import until

from device.network.limits import Limits
from device.network.server import Server
from web.live.bodies import SMALL

GET = b"GET /short HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@contextmanager
def serving(limits=None, largest=SMALL, **more):
    """A small app behind the real server."""
    app = Flask(__name__)
    app.config["LINES"] = []
    app.add_url_rule("/short", "short", view_func=lambda: "short")
    app.add_url_rule("/slow", "slow", view_func=lambda: time.sleep(0.3) or "slow")
    app.add_url_rule("/long", "long", view_func=lambda: "x" * 20_000_000)
    app.add_url_rule("/size", "size", view_func=lambda: str(len(request.get_data())), methods=["POST"])

    @app.get("/listen")
    def listen():
        line, ready = request.environ["tableside.line"], threading.Event()
        line.keep(lambda: (app.config["LINES"].append(line), ready.set()), lambda: None)
        return Response(iter([b"first "]))

    app.config["MAX_CONTENT_LENGTH"] = largest
    server = Server(app, "127.0.0.1", 0, limits=limits, largest_body=lambda about: largest, **more)
    try:
        yield server, app
    finally:
        server.stop()


def ask(port, path="/short", address="127.0.0.1", **more):
    """One question over a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
    try:
        line.request("POST" if "body" in more else "GET", path, **more)
        answer = line.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        line.close()


# Half-sent requests


@pytest.mark.parametrize("strangers", [1, 1100])
def test_eleven_hundred_half_sent_requests_keep_nobody_from_the_page(strangers):
    """From one address, or each from another."""
    with many_files(4000), serving(Limits(connections=400, head=200.0)) as (server, _):
        come_from = addresses(strangers)
        halves = [connected(server.port, come_from[number % strangers], HALF) for number in range(1100)]
        began = time.monotonic()
        assert ask(server.port, address="127.0.9.9")[:2] == (200, "short")
        assert ask(server.port)[:2] == (200, "short")
        assert time.monotonic() - began < 60  # at once, on a machine that has nothing else to do
        for line in halves:
            line.close()


def test_a_request_whose_head_does_not_come_is_cut_off_however_it_drips():
    with serving(Limits(head=1.0)) as (server, _):
        silent, dripping = connected(server.port), connected(server.port, sent=HALF)
        stop = threading.Event()

        def drip():
            while not stop.wait(0.1):
                try:
                    dripping.send(b"x")
                except OSError:
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        assert hung_up(silent, 60)
        assert hung_up(dripping, 60)
        stop.set()
        thread.join()
        silent.close()
        dripping.close()


def test_a_body_that_does_not_come_is_cut_off():
    with serving(Limits(body=1.0)) as (server, _):
        line = connected(server.port, sent=b"POST /size HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nabc")
        assert hung_up(line, 60)
        line.close()


@pytest.mark.parametrize("forever", [True, False])
def test_a_connection_waits_for_its_next_request_and_not_forever(forever):
    with serving(Limits(head=0.3, idle=200.0 if forever else 0.3)) as (server, _):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("GET", "/short")
        answer = line.getresponse()
        assert (answer.status, answer.read()) == (200, b"short")
        kept = line.sock
        if forever:
            time.sleep(1.5)  # longer than a head may take, and than the server takes to notice
            line.request("GET", "/short")
            assert line.getresponse().status == 200
            assert line.sock is kept
        else:
            assert hung_up(kept, 60)
        line.close()


def test_whoever_takes_nothing_of_a_page_is_given_up():
    with serving(Limits(stuck=1.0)) as (server, _):
        line = connected(server.port, sent=GET.replace(b"short", b"long"))
        until(lambda: any(each.total_outbufs_len for each in server.active_channels.values()))
        until(lambda: not server.active_channels)
        line.close()


# How many


def test_one_address_has_sixty_four_connections_and_the_box_itself_as_many_as_it_likes():
    with serving() as (server, _):
        lines = [connected(server.port, "127.0.0.2", GET) for _ in range(80)]
        assert sum(map(answered, lines)) == 64
        own = [connected(server.port, "127.0.0.1", GET) for _ in range(80)]
        assert all(map(answered, own))
        assert ask(server.port, address="127.0.0.3")[0] == 200
        for line in lines[:40]:
            line.close()
        until(lambda: sum(each.address == "127.0.0.2" for each in server.active_channels.values()) < 64)
        assert ask(server.port, address="127.0.0.2")[0] == 200
        for line in lines + own:
            line.close()


def test_when_all_places_are_taken_whoever_has_most_gives_way():
    with serving(Limits(connections=20, an_address=15)) as (server, app):
        greedy = [connected(server.port, "127.0.0.2", GET.replace(b"short", b"listen")) for _ in range(15)]
        modest = [connected(server.port, "127.0.0.3", GET.replace(b"short", b"listen")) for _ in range(5)]
        until(lambda: len(app.config["LINES"]) == 20)
        assert ask(server.port, address="127.0.0.4")[:2] == (200, "short")
        assert sum(line.is_open for line in app.config["LINES"]) == 19
        assert all(not hung_up(line, 0.05) for line in modest)
        for line in [*greedy, *modest]:
            line.close()


# How much


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_is_refused_before_it_is_read_and_its_sender_hears_why(chunked):
    with serving() as (server, _):
        line = connected(server.port)
        head = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: 20000000"
        line.sendall(b"POST /size HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n\r\n")
        try:
            for _ in range(300):
                line.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n" if chunked else b"x" * 65536)
        except ConnectionError:
            pytest.fail("the box hung up before it had said why")
        answer = heard(line)
        assert b" 413 " in answer.splitlines()[0]
        assert answer.count(b"HTTP/1.1") == 1
        line.close()


def test_a_page_that_says_so_is_sent_more():
    with serving(largest=1_000_000) as (server, _):
        assert ask(server.port, "/size", body=b"x" * 1_000_000)[:2] == (200, "1000000")
        assert ask(server.port, "/size", body=b"x" * 1_000_001)[0] == 413
        assert ask(server.port, "/size", body=iter([b"x" * 600_000, b"x" * 300_000]))[:2] == (200, "900000")


def test_sixty_four_kilobytes_fit_and_not_one_byte_more():
    with serving() as (server, _):
        assert ask(server.port, "/size", body=b"x" * SMALL)[:2] == (200, str(SMALL))
        assert ask(server.port, "/size", body=b"x" * (SMALL + 1))[0] == 413


def test_a_head_that_is_too_long_is_refused():
    with serving() as (server, _):
        assert ask(server.port, headers={"X-Long": "x" * 20_000})[0] == 431


BOX = """
import sys, tempfile
from pathlib import Path
from serving import Served
with tempfile.TemporaryDirectory() as folder:
    box = Served(Path(folder))
    with box.listening():
        print(box.url.rsplit(":", 1)[1], flush=True)
        sys.stdin.read()
"""


def test_refused_bodies_take_no_memory():
    """Forty strangers send nine megabytes each to a real box."""
    support = Path(__file__).parents[1] / "support"
    code = f"import sys; sys.path.insert(0, {str(support)!r}){BOX}"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as box:
        port = int(box.stdout.readline())
        ask(port, "/join", body="seat=x", headers={"Content-Type": "application/x-www-form-urlencoded"})
        before = memory(box.pid)
        body, codes, most = b"x" * 9_000_000, [], [before]

        def send(address):
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            try:
                codes.append(ask(port, "/join", address, body=body, headers=kind)[0])
            except (OSError, http.client.HTTPException) as why:
                codes.append(str(why))

        threads = [threading.Thread(target=send, args=(f"127.0.0.{2 + number}",)) for number in range(40)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            most.append(memory(box.pid))
            time.sleep(0.01)
        for thread in threads:
            thread.join()
        box.stdin.close()
    assert set(codes) == {413}
    assert max(most) - before < 30_000  # kB


def memory(pid):
    """What a process holds in memory, in kB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


# Listening


def test_a_page_that_listens_needs_no_thread_and_is_missed_as_soon_as_it_is_gone():
    with serving(Limits(hands=1)) as (server, app):
        pages = [connected(server.port, sent=GET.replace(b"short", b"listen")) for _ in range(5)]
        until(lambda: len(app.config["LINES"]) == 5)
        assert ask(server.port)[0] == 200
        for line in app.config["LINES"]:
            line.send(b"second")
            line.end()
        for page in pages:
            assert heard(page).endswith(b"\r\n\r\nfirst second")
            page.close()
        app.config["LINES"].clear()
        page = connected(server.port, sent=GET.replace(b"short", b"listen"))
        until(lambda: app.config["LINES"])
        page.close()
        until(lambda: not app.config["LINES"][0].is_open)


def test_a_page_that_takes_nothing_keeps_one_message_and_is_given_up():
    with serving(Limits(stuck=1.5)) as (server, app):
        page = connected(server.port, sent=GET.replace(b"short", b"listen"))
        until(lambda: app.config["LINES"])
        [line] = app.config["LINES"]
        while line.is_free and line.is_open:
            line.send(b"x" * 100_000)
        until(lambda: not line.is_open)
        page.close()


# Coming and going


def test_nothing_tells_which_server_this_is():
    with serving() as (server, _):
        for path in ("/short", "/nothing"):
            assert "Server" not in ask(server.port, path)[2]
        bad = connected(server.port, sent=b"nonsense\r\n\r\n")
        answer = heard(bad).lower()
        assert b"waitress" not in answer
        assert b"python" not in answer
        bad.close()


def test_what_is_under_way_is_answered_before_the_box_stops():
    with serving() as (server, _):
        line = connected(server.port, sent=GET.replace(b"short", b"slow"))
        until(lambda: any(each.requests for each in server.active_channels.values()))
        port = server.port
        server.stop()
        assert heard(line).endswith(b"slow")
        line.close()
        with pytest.raises(ConnectionRefusedError):
            connected(port)


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_socket_that_systemd_opened_is_served(family):
    """One for both kinds of addresses, as the unit has it; phones of the old kind are known by their own."""
    both = family is socket.AF_INET6
    host = "::" if both else "127.0.0.1"
    given = socket.create_server((host, 0), family=family, dualstack_ipv6=both)
    port = given.getsockname()[1]
    with serving(Limits(an_address=3), given=given.detach()) as (server, _):
        assert server.port == port
        lines = [connected(port, "127.0.0.2", GET) for _ in range(6)]
        until(lambda: len(server.active_channels) == 3)
        assert {each.address for each in server.active_channels.values()} == {"127.0.0.2"}
        assert ask(port)[0] == 200
        for line in lines:
            line.close()


def test_a_stranger_is_told_that_only_the_boxs_own_screen_brings_packs(tmp_path):
    """Not that the file is too large: it would be taken from there."""
    from serving import TOKEN, Served

    box = Served(tmp_path)
    with box.listening():
        port = int(box.url.rsplit(":", 1)[1])
        kind = {"Content-Type": "multipart/form-data; boundary=b", "X-Page": "1"}
        code, told, _ = ask(port, "/packs/", body=b"x" * 300_000, headers=kind)
        assert (code, json.loads(told)["told"]) == (403, "This can be done on the box's own screen.")
        own = kind | {"Cookie": f"tableside_host={TOKEN}"}
        assert ask(port, "/packs/", body=b"x" * 300_000, headers=own)[0] == 404  # it was read, and names no game
        assert ask(port, "/packs/", body=b"x" * (33 << 20), headers=own)[0] == 413
    box.close()
