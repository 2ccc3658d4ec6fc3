"""What the box puts up with from whoever connects to it."""

from __future__ import annotations

from dataclasses import dataclass

BODY_A_SECOND = 100_000  # bytes; the slowest phone whose photograph is waited for


@dataclass(frozen=True)
class Limits:
    """How long, how much and how many; times are looked at about once a second.

    :param head: seconds until a request's head is there, counted from the connection or from its first byte.
    :param body: seconds until its body is there, and one more for every ``BODY_A_SECOND`` of it.
    :param idle: seconds a connection may wait for its next request.
    :param stuck: seconds in which a page takes nothing of what it is sent.
    :param refused: seconds in which what is left of a refused body is thrown away, so that its sender hears why.
    :param head_size: bytes of a request's head.
    :param an_address: connections of one address; the box itself has no such limit.
    :param connections: of all addresses together; past that, whoever has sent no request yet gives way.
    :param hands: threads that answer requests. A page that listens needs none.
    """

    head: float = 5.0
    body: float = 10.0
    idle: float = 30.0
    stuck: float = 60.0
    refused: float = 5.0
    head_size: int = 16 * 1024
    an_address: int = 64
    connections: int = 1000
    hands: int = 16
