"""The server of the box's page: Waitress, with a limit to everything that a stranger on the network could ask of it.

One thread reads and writes all connections, a few more answer requests, and pages that listen keep none of them busy.
"""

from __future__ import annotations

import ipaddress
import logging
import resource
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from web.live.bodies import SMALL

from .connection import Connection
from .limits import Limits
from .quiet import Quiet

BACKLOG = 256  # connections that wait to be let in, as in tableside.socket
LOOK = 1.0  # seconds between two looks at who takes too long
FAREWELL = 3.0  # seconds in which whatever is under way is brought to its end
OTHER_FILES = 200  # that the box keeps open besides its connections

log = logging.getLogger(__name__)


class Server(TcpWSGIServer):
    """Serves an app until it is closed.

    :param given: the number of a listening socket that systemd opened; host and port are those of that socket then.
    :param largest_body: how many bytes the request with this environment may bring.
    """

    channel_class = Connection

    def __init__(
        self,
        app: Any,
        host: str,
        port: int,
        *,
        given: int | None = None,
        largest_body: Callable[[dict[str, Any]], int] = lambda environ: SMALL,
        limits: Limits | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.largest_body = largest_body
        self._held: Counter[str] = Counter()
        self._knocked = self._closing = self._closed = False
        self._waking = threading.Lock()
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._most = max(1, min(self.limits.connections, files - OTHER_FILES))
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # somebody waits for a thread: that is all right
        door = _listening(host, port) if given is None else socket.socket(fileno=given)
        adjustments = Adjustments(
            ident=None,
            server_name="localhost",
            backlog=BACKLOG,
            recv_bytes=1 << 16,
            max_request_header_size=self.limits.head_size,
            max_request_body_size=SMALL + 1,
            log_socket_errors=False,
            threads=self.limits.hands,
        )
        told = (door.family, door.type, door.proto, door.getsockname())
        looked_at: dict[int, Any] = {}
        super().__init__(app, looked_at, _sock=door, adj=adjustments, sockinfo=told, bind_socket=False)
        self.quiet = Quiet(looked_at)
        self._woken: deque[Connection] = deque()
        self._thread = threading.Thread(target=self._serve, name="page", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self.effective_port)

    def stop(self) -> None:
        """Let nobody in any more, bring to an end what is under way, and hang up."""
        self._closing = True
        self.pull_trigger()
        self._thread.join()

    def wake(self, connection: Connection) -> None:
        """Look at *connection*: from whichever thread, something was done to it."""
        self._woken.append(connection)
        self.pull_trigger()

    def pull_trigger(self) -> None:
        with self._waking:  # whoever still answers then must not write to what is closed
            if not self._closed:
                super().pull_trigger()

    def _serve(self) -> None:
        looked = 0.0
        while not self._closing:
            self._look(LOOK)
            # Only now, as what was just heard of others would be put down to those who are let in.
            if self._knocked:
                self._knocked = False
                self._let_in()
            now = time.monotonic()
            if now - looked >= LOOK:
                looked = now
                self._hang_up_on_the_slow(now)
        self.accepting = False
        until = time.monotonic() + FAREWELL
        while time.monotonic() < until and any(not each.is_waiting or each.total_outbufs_len for each in self._all()):
            self._look(0.05)
        self.task_dispatcher.shutdown(timeout=1)
        with self._waking:
            self._closed = True
        for each in self._all():
            each.handle_close()
        self.quiet.close()
        wasyncore.close_all(self._map)

    def _look(self, seconds: float) -> None:
        """See what comes and send what waits, or wait until there is something."""
        self.quiet.settle()
        wasyncore.poll2(seconds, self._map)
        while self._woken:
            self.quiet.wake(self._woken.popleft())

    # Who is let in

    def readable(self) -> bool:
        return bool(self.accepting)

    def handle_accept(self) -> None:
        self._knocked = True

    def _let_in(self) -> None:
        self._held = Counter(each.address for each in self._all())
        for _ in range(BACKLOG):
            try:
                came = self.accept()
                if came is None:
                    return
                line, (address, number, *_) = came
                self.set_socket_options(line)
            except OSError as fault:  # it went away meanwhile, or the box has too many files open
                log.warning("somebody could not be let in: %s", fault)
                return
            address = _plain(address)
            if self._has_room(address):
                self.channel_class(self, line, (address, number), self.adj, self._map)
                self._held[address] += 1
            else:
                line.close()

    def set_socket_options(self, line: socket.socket) -> None:
        super().set_socket_options(line)
        # A phone out of reach is given up by the system itself, long before its line is full.
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(self.limits.stuck * 1000))

    def _has_room(self, address: str) -> bool:
        ours = ipaddress.ip_address(address) in OWN
        if not ours and self._held[address] >= self.limits.an_address:
            return False
        if len(self.active_channels) < self._most:
            return True
        giving_way = min(self._all(), key=lambda each: self._gives_way(each, address, ours), default=None)
        if giving_way is None or self._gives_way(giving_way, address, ours)[0] > LISTENS:
            return False
        self._held[giving_way.address] -= 1
        giving_way.handle_close()
        return True

    def _gives_way(self, each: Connection, to: str, ours: bool) -> tuple[int, int, float]:
        """How soon: first whoever only waits, then who listens at an address that has most; the oldest goes first."""
        held = self._held[each.address]
        if each.is_waiting:
            return WAITS, -held, each.since
        if each.listening and (ours or held > self._held[to] + 1):
            return LISTENS, -held, each.since
        return STAYS, -held, each.since

    def _hang_up_on_the_slow(self, now: float) -> None:
        for each in self._all():
            if each.is_overdue(now, self.limits):
                each.handle_close()

    def _all(self) -> list[Connection]:
        return list(self.active_channels.values())


WAITS, LISTENS, STAYS = range(3)
OWN = (ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1"))


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def _plain(address: str) -> str:
    """An address of the old kind stays one, also when it comes to a socket for both."""
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)
