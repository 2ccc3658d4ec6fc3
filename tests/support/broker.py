"""A real Mosquitto on a port of its own, reached from this computer alone; and somebody who writes down all it says."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from waiting import until

from device.settings import Hall

MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin") or "mosquitto"
ANYBODY = "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Broker:
    """Runs until it is stopped; may be killed and started again at the same place.

    :param written: its settings; with ``{port}`` where the port stands.
    """

    def __init__(self, folder: Path, written: str = ANYBODY) -> None:
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        # Started by root it would become somebody who may not read what the test wrote.
        self._file.write_text("user root\n" + written.replace("{port}", str(self.port)))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with open(self._file.with_suffix(".log"), "ab") as log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._file)], stdout=log, stderr=log)
        until(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._file.with_suffix(".log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """As when its machine is shut down: what it keeps is written."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def settings(self, **more: Any) -> Hall:
        """How a box finds it."""
        return Hall(**({"on": True, "address": "127.0.0.1", "port": self.port} | more))


class Listener:
    """Hears everything that the broker lets it hear, and keeps it.

    :ivar everything: each message as topic, text and whether it was retained.
    :ivar now: the newest text by topic; what was taken away is gone from it.
    """

    def __init__(self, broker: Broker, topics: str = "#", user: str = "", password: str = "") -> None:
        self.everything: list[tuple[str, str, bool]] = []
        self.now: dict[str, str] = {}
        self.heard_at: dict[str, float] = {}
        self.refused = False
        self._there = threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self.client.username_pw_set(user, password)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, data, flags, reason, more: self._came(reason, topics)
        self.client.on_subscribe = lambda *_: self._there.set()
        self.client.on_message = lambda client, data, message: self._hear(message)
        self.client.connect_async("127.0.0.1", broker.port)
        self.client.loop_start()
        until(lambda: self._there.is_set() or self.refused)

    def _came(self, reason: Any, topics: str) -> None:
        self.refused = reason.is_failure
        if not self.refused:
            self.client.subscribe(topics, qos=1)

    def _hear(self, message: Any) -> None:
        text = message.payload.decode(errors="replace")
        self.everything.append((message.topic, text, bool(message.retain)))
        self.heard_at[message.topic] = time.monotonic()
        self.now[message.topic] = text
        if not text:
            del self.now[message.topic]

    def state(self, box: str) -> dict[str, Any]:
        """How a table stands; empty as long as nobody said."""
        return json.loads(self.now.get(f"tableside/{box}/state", "{}"))

    def say(self, topic: str, text: str | bytes, *, retain: bool = False) -> None:
        self.client.publish(topic, text, qos=1, retain=retain).wait_for_publish(60)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
