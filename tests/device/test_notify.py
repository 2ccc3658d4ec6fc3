"""Signs of life for systemd."""

import os
import socket
import threading

import pytest

from device.care.heartbeat import Heartbeat, given_socket, tell
from device.live.table import Table


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """What systemd would hear."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(str(tmp_path / "notify"))
        wire.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield wire


@pytest.fixture
def table(journal):
    return Table(journal)


def test_readiness_is_told(systemd):
    tell("READY=1")
    assert systemd.recv(100) == b"READY=1"


def test_nobody_listens_and_nothing_happens(monkeypatch, tmp_path):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    tell("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    tell("READY=1")


def signs(systemd):
    """How many signs of life come until there is a pause much longer than between two."""
    systemd.settimeout(0.6)
    for count in range(10):
        try:
            systemd.recv(100)
        except TimeoutError:
            return count
    return 10


def test_a_table_that_hangs_gives_no_sign_of_life(systemd, table, monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "300000")
    heart = Heartbeat(table)
    assert systemd.recv(100) == b"WATCHDOG=1"
    held, let_go = threading.Event(), threading.Event()

    def hang():
        with table._lock:
            held.set()
            let_go.wait(10)

    thread = threading.Thread(target=hang)
    thread.start()
    held.wait(5)
    assert signs(systemd) < 10  # one or two from before it hung
    let_go.set()
    thread.join()
    systemd.settimeout(60)
    assert systemd.recv(100) == b"WATCHDOG=1"
    heart.close()


def test_the_socket_is_taken_only_if_it_was_meant_for_us(monkeypatch):
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
    assert given_socket() is None
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    assert given_socket() == 3
