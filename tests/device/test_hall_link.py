"""The way to the broker: what happens to it when a box falls silent, and that it can be encrypted."""

import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from broker import Broker, Listener
from waiting import until

from device.hall.link import Link
from device.settings import Hall
from rules.ask import Trouble

ROOT = Path(__file__).parents[2]
SILENT = """
import sys, threading
from device.hall.link import Link
from device.settings import Hall
link = Link(Hall(on=True, address="127.0.0.1", port=int(sys.argv[1])), here="tableside/seven/here", keep_alive=1)
threading.Event().wait()
"""


def test_a_box_that_falls_silent_without_a_goodbye_is_gone_within_its_keep_alive(tmp_path):
    """Its cable is pulled: nothing closes the connection, so only its silence tells."""
    broker = Broker(tmp_path)
    ear = Listener(broker)
    box = subprocess.Popen([sys.executable, "-c", SILENT, str(broker.port)], cwd=ROOT)
    try:
        until(lambda: ear.now.get("tableside/seven/here") == "here")
        box.send_signal(signal.SIGSTOP)
        until(lambda: ear.now["tableside/seven/here"] == "gone")
        box.send_signal(signal.SIGCONT)
        until(lambda: ear.now["tableside/seven/here"] == "here")  # and comes back by itself
    finally:
        box.kill()
        box.wait()
        ear.close()
        broker.kill()


def test_of_many_words_the_newest_arrives_and_none_after_it(tmp_path):
    broker = Broker(tmp_path)
    ear = Listener(broker)
    link = Link(broker.settings())
    try:
        for number in range(500):
            link.tell("tableside/seven/state", {"number": number})
        assert link.flushed(60)
        until(lambda: ear.state("seven").get("number") == 499)
        heard = [text for topic, text, _ in ear.everything if topic.endswith("state")]
        assert heard == sorted(heard, key=lambda text: int(text.split(":")[1].strip(" }")))
    finally:
        link.close()
        ear.close()
        broker.kill()


UNTRUSTED = ssl.SSLCertVerificationError(1, "certificate verify failed")
UNTRUSTED.verify_message = "self-signed certificate"


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (socket.gaierror(-2, "Name or service not known"), "Nothing here is called hall.local."),
        (TimeoutError("timed out"), "Nobody answers at hall.local, port 8883."),
        (ConnectionResetError(104, "reset"), "Whoever answers at hall.local, port 8883 doesn't speak TLS."),
        (ssl.SSLError(1, "wrong version number"), "Whoever answers at hall.local, port 8883 doesn't speak TLS."),
        (UNTRUSTED, "This box doesn't trust the certificate at hall.local, port 8883: self-signed certificate."),
    ],
)
def test_a_broker_that_cannot_be_reached_is_told_in_a_sentence(monkeypatch, fault, sentence):
    def fail(*where, **how):
        raise fault

    monkeypatch.setattr(socket, "create_connection", fail)
    told = threading.Event()
    link = Link(Hall(on=True, address="hall.local", tls=True))
    link.when_changed = told.set
    until(lambda: link.trouble == sentence)
    assert told.wait(60)  # the page of the settings hears of it
    link.close()


def test_nobody_waits_for_a_broker_that_never_says_a_word():
    """Whoever leaves the hall meanwhile, or switches the box off, is not kept."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        link = Link(Hall(on=True, address="127.0.0.1", port=silent.getsockname()[1]), here="tableside/seven/here")
        with silent.accept()[0] as line:
            assert line.recv(1)
            link.tell("tableside/seven/state", {})
            link.close(forget=True)


def test_nobody_waits_for_a_network_that_looks_for_the_broker(monkeypatch):
    asked, answered = threading.Event(), threading.Event()

    def look(*where, **how):
        asked.set()
        answered.wait()
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", look)
    link = Link(Hall(on=True, address="hall.local"))
    assert asked.wait(60)
    link.close()
    answered.set()
    until(lambda: "Nothing here" in link.trouble)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="nobody here to make a certificate")
def test_what_is_told_can_be_encrypted_on_its_way(tmp_path):
    key, signed = tmp_path / "broker.key", tmp_path / "broker.crt"
    made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", signed, "-subj", "/CN=127.0.0.1"]
    named = ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(["openssl", "req", "-x509", "-days", "2", *map(str, made), *named], check=True, capture_output=True)
    written = f"listener {{port}} 127.0.0.1\nallow_anonymous true\ncertfile {signed}\nkeyfile {key}\n"
    broker = Broker(tmp_path, written)
    try:
        link = Link(broker.settings(tls=True, certificate=signed))
        until(lambda: link.connected)
        link.close()
        with pytest.raises(Trouble, match="cannot be used"):
            Link(broker.settings(tls=True, certificate=tmp_path / "none.crt"))
    finally:
        broker.kill()
