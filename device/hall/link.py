"""The way to the MQTT broker. It never keeps the game waiting: what it has to say lies here until it can be sent.

Of each thing only the newest word counts. Whatever is retained is told again after every new connection, as a broker
may have forgotten it.
"""

from __future__ import annotations

import json
import logging
import socket
import ssl
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from device.settings import Hall
from rules.ask import Trouble
from rules.plain import Plain

if TYPE_CHECKING:
    from paho.mqtt.client import Client

log = logging.getLogger(__name__)

KEEP_ALIVE = 10
"""Seconds without a word after which the broker says that a box is gone; it allows half as many more."""

EVENTS = 200
"""Events that may wait for the broker; of more the oldest are forgotten."""

HERE, GONE = "here", "gone"

GOODBYE = 1.0
"""Seconds for the last words."""

LATEST = (1, 2)
"""Seconds between two attempts to reach the broker, at least and at most."""

CONNECTING = 3.0
"""Seconds that one attempt may take."""

Heard = Callable[[str, str, bool], None]


class Link:
    """One connection to the broker, for as long as it is not closed.

    :param here: the topic that says whether we are there; the broker itself says "gone" there when we fall silent.
        Empty if nobody has to know.
    :param listens: the topics that are heard.
    :param when_heard: gets topic, text, and whether it was said before we came.
    :param session: a name under which the broker keeps what was said while we were away; else it forgets us.
    """

    def __init__(
        self,
        how: Hall,
        *,
        here: str = "",
        listens: Collection[str] = (),
        when_heard: Heard = lambda topic, text, before: None,
        session: str = "",
        keep_alive: int = KEEP_ALIVE,
    ) -> None:
        self.trouble = ""
        self.connected = False
        self.when_changed: Callable[[], None] = lambda: None  # it is there, or gone
        self._how, self._here, self._listens, self._when_heard = how, here, tuple(listens), when_heard
        self._more = threading.Condition()
        self._retained: dict[str, str] = {}
        self._unsent: dict[str, None] = {}  # retained topics of which the broker has not the newest word
        self._flying: dict[int, str] = {}  # sent and not yet acknowledged: a newer word waits, or they might cross
        self._arrived: deque[int] = deque()
        self._events: deque[tuple[str, str, bool]] = deque(maxlen=EVENTS)
        self._sending = self._closing = False
        self._client = self._made(session)
        if here:
            self._client.will_set(here, GONE, qos=1, retain=True)
            self._retained[here] = HERE
        self._client.connect_async(how.address, how.door, keep_alive)
        self._client.loop_start()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    def _made(self, session: str) -> Client:
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError:
            raise Trouble("The hall needs paho-mqtt: pip install 'tableside[hall]'.") from None
        client = Client(CallbackAPIVersion.VERSION2, client_id=session, clean_session=not session)
        if self._how.user:
            client.username_pw_set(self._how.user, self._how.password)
        if self._how.tls:
            try:
                client.tls_set(str(self._how.certificate) if self._how.certificate else None)
            except (OSError, ssl.SSLError) as fault:
                raise Trouble(f"The certificate {self._how.certificate} cannot be used: {fault}.") from None
        client.connect_timeout = CONNECTING
        client.reconnect_delay_set(*LATEST)
        client.on_connect, client.on_disconnect = self._came, self._went
        client.on_connect_fail = self._nobody_there
        client.on_publish, client.on_message = self._taken, self._said
        return client

    # What is told

    def tell(self, topic: str, what: Plain) -> None:
        """Say how something stands, until it is said otherwise; None: there is no such thing any more."""
        text = "" if what is None else what if isinstance(what, str) else json.dumps(what, ensure_ascii=False)
        with self._more:
            if self._retained.get(topic) != text:
                self._retained[topic] = text
                self._unsent[topic] = None
                self._more.notify_all()

    def happened(self, topic: str, what: Plain) -> None:
        """Say once that something happened."""
        with self._more:
            self._events.append((topic, json.dumps(what, ensure_ascii=False), False))
            self._more.notify_all()

    def wipe(self, topics: Collection[str]) -> None:
        """Take away, once, what was kept of somebody who is gone for good."""
        with self._more:
            self._events.extend((topic, "", True) for topic in topics)
            self._more.notify_all()

    def _run(self) -> None:
        """One thread sends. The client's own calls us back while it holds its locks, so nobody else may call it."""
        while True:
            with self._more:
                self._more.wait_for(lambda: self._closing or self._arrived or self._to_send())
                if self._closing:
                    return
                while self._arrived:
                    self._flying.pop(self._arrived.popleft(), None)
                sending = self._to_send()
                self._sending = bool(sending)
                for topic, _, _ in sending:
                    self._unsent.pop(topic, None)
                self._events.clear()
                self._more.notify_all()
            numbers = [self._client.publish(topic, text, qos=1, retain=kept).mid for topic, text, kept in sending]
            with self._more:
                self._flying |= dict(zip(numbers, (topic if kept else "" for topic, _, kept in sending), strict=True))
                self._sending = False

    def _to_send(self) -> list[tuple[str, str, bool]]:
        if not self.connected:
            return []
        flying = self._flying.values()
        news = [(topic, self._retained[topic], True) for topic in self._unsent if topic not in flying]
        return news + list(self._events)

    def flushed(self, seconds: float) -> bool:
        """Wait until the broker has all of it; False if it does not take it in time."""
        with self._more:
            return self._more.wait_for(
                lambda: not (self._sending or self._unsent or self._flying or self._events), seconds
            )

    def close(self, *, forget: bool = False) -> None:
        """Say goodbye, if somebody is there to hear it.

        :param forget: leave nothing behind: nobody is to come back under this name.
        """
        if self.connected:
            for topic in list(self._retained) if forget else [self._here] if self._here else ():
                self.tell(topic, None if forget else GONE)
            self.flushed(GOODBYE)
        with self._more:
            self._closing = True
            self._more.notify_all()
        self._thread.join()
        self._client.disconnect()
        # It may still be asking the network where the broker is; nobody waits for that.
        stopping = threading.Thread(target=self._client.loop_stop, daemon=True)
        stopping.start()
        stopping.join(GOODBYE)

    # What the client says, from its own thread

    def _came(self, client: Client, data: Any, flags: Any, reason: Any, more: Any) -> None:
        if reason.is_failure:
            refused = "Bad user name or password" in str(reason) or "Not authorized" in str(reason)
            self.trouble = "The hall doesn't know this user and password." if refused else f"The hall says: {reason}."
            self.when_changed()
            return
        for topic in self._listens:
            client.subscribe(topic, qos=1)
        with self._more:
            self.connected, self.trouble = True, ""
            self._unsent = dict.fromkeys(self._retained)
            self._more.notify_all()
        self.when_changed()

    def _went(self, client: Client, data: Any, flags: Any, reason: Any, more: Any) -> None:
        self.trouble = self.trouble or f"The hall at {self._how.address} doesn't answer."
        self.connected = False
        self.when_changed()

    def _nobody_there(self, client: Client, data: Any) -> None:
        """It could not be reached; the client tells us in the middle of the fault."""
        fault, where = sys.exc_info()[1], f"{self._how.address}, port {self._how.door}"
        if isinstance(fault, ssl.SSLCertVerificationError):
            self.trouble = f"This box doesn't trust the certificate at {where}: {fault.verify_message}."
        elif self._how.tls and isinstance(fault, (ssl.SSLError, ConnectionResetError)):
            self.trouble = f"Whoever answers at {where} doesn't speak TLS."
        elif isinstance(fault, socket.gaierror):
            self.trouble = f"Nothing here is called {self._how.address}."
        else:
            self.trouble = f"Nobody answers at {where}."
        self.when_changed()

    def _taken(self, client: Client, data: Any, number: int, reason: Any, more: Any) -> None:
        self._arrived.append(number)
        with self._more:
            self._more.notify_all()

    def _said(self, client: Client, data: Any, message: Any) -> None:
        try:
            self._when_heard(message.topic, message.payload.decode("utf-8"), bool(message.retain))
        except ValueError as fault:
            log.warning("what was said at %s was not understood: %.200s", message.topic[:200], fault)
        except Exception:  # whatever a stranger says must not end the listening
            log.exception("what was said at %s did harm", message.topic[:200])
