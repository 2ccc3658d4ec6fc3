"""What the pages need from the network; the box passes in the real one. Where phones come in, drawn for everybody."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from flask import abort, current_app, render_template, request, url_for

from .lobby import the_entrance
from .seats import SEAT_COOKIE, Viewer, is_host, the_table, viewer, viewing

OWN_NUMBER = "10.42.42.1"
"""The box's own number in its own network."""


class Heard(Protocol):
    """A network that the box hears."""

    @property
    def name(self) -> str: ...
    @property
    def signal(self) -> int: ...
    @property
    def open(self) -> bool: ...
    @property
    def needs_a_user(self) -> bool: ...


class Standing(Protocol):
    """How the box stands on the network."""

    @property
    def managed(self) -> bool: ...
    @property
    def radio(self) -> str: ...
    @property
    def switched_off(self) -> bool: ...
    @property
    def is_open(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def password(self) -> str: ...
    @property
    def joined(self) -> str: ...
    @property
    def cable(self) -> bool: ...
    @property
    def phones(self) -> int | None: ...
    @property
    def room(self) -> int | None: ...
    @property
    def trying(self) -> str: ...
    @property
    def told(self) -> str: ...
    @property
    def lonely(self) -> bool: ...
    @property
    def heard(self) -> Sequence[Heard]: ...
    @property
    def saved(self) -> Collection[str]: ...


class LiveNetwork(Protocol):
    """The box on the network."""

    @property
    def standing(self) -> Standing: ...
    @property
    def can_open(self) -> bool: ...
    @property
    def is_lost(self) -> bool: ...
    @property
    def brings_its_own(self) -> bool: ...
    def is_own(self, address: str) -> bool: ...
    def reached(self, address: str) -> None: ...
    def open_own(self) -> None: ...
    def name_own(self) -> None: ...
    def close_own(self) -> None: ...
    def look_again(self) -> None: ...
    def join(self, name: str, password: str, *, hidden: bool = False) -> None: ...


def network_of_the_box() -> LiveNetwork | None:
    network: LiveNetwork | None = current_app.config["NETWORK"]
    return network


def the_network() -> LiveNetwork:
    network = network_of_the_box()
    if network is None:
        abort(404, "This box leaves its network alone.")
    return network


def may_change() -> bool:
    """The box's own screen, or a phone in the box's own network: whoever is in there knows its password."""
    network = network_of_the_box()
    return network is not None and (is_host() or network.is_own(request.remote_addr or ""))


def may_know() -> bool:
    """Whoever sits at the table may let others in, and whoever is in there knows the way; others only watch."""
    return may_change() or bool(viewer().seat or viewing("join").place)


def own_address() -> str:
    """Where phones find the page in the box's own network."""
    port = urlsplit(current_app.config["ADDRESS"]()).port
    return f"http://{OWN_NUMBER}" + (f":{port}" if port else "")


def code_part(network: LiveNetwork | None, who: Viewer, *, playing: bool = False) -> str:
    """The way in: one code, or two in their order while the box brings the network; none while there is no way."""
    stands = network.standing if network else None
    knows = stands is not None and stands.is_open and (who.host or bool(who.seat or who.place))
    address = current_app.config["ADDRESS"]()
    lonely = network if network and playing and network.standing.lonely and network.can_open else None
    return render_template(
        "parts/code.html",
        address=address,
        stands=stands if knows else None,
        lost=network if network and network.is_lost else None,
        lonely=lonely,
        host=who.host,
    )


def network_part(network: LiveNetwork | None, who: Viewer, *, playing: bool = False) -> str:
    """What there is to say of the network just now; mostly nothing.

    :param playing: whoever plays needs no other phone; the hint that none has come stands beside the code then.
    """
    if network is None:
        return ""
    lonely = network if network.standing.lonely and network.can_open and not playing else None
    return render_template("parts/network.html", stands=network.standing, host=who.host, lonely=lonely)


# Coming back under another number: a browser keeps its cookie for the old one, so the page brings a word of its own.


def elsewhere() -> str:
    """Where else this box may be found, once it is not here any more; its own screen stays where it is."""
    name, colon, port = request.host.rpartition(":") if not request.host.endswith("]") else (request.host, "", "")
    if (name or request.host) in ("localhost", "127.0.0.1", "[::1]"):
        return ""
    port = colon + port if port.isdigit() else ""
    found = (f"http://{OWN_NUMBER}{port}", f"http://{current_app.config['NAME']}.local{port}")
    return " ".join(each for each in found if each != request.host_url.rstrip("/"))


def come_back() -> str:
    """Where this phone is known again, whatever number the box has then."""
    token = request.cookies.get(SEAT_COOKIE, "")
    if token and token in _known():
        return url_for("network.come_back", word=_word(token))
    return url_for("seats.join")


def token_of(word: str) -> str | None:
    """The phone that was given this word, as long as it has a seat."""
    return next((token for token in _known() if hmac.compare_digest(_word(token), word)), None)


def _known() -> set[str]:
    table, lobby = the_table(), the_entrance().lobby
    tokens = set(table.claims().values()) if table.moment else set()
    return (tokens | {guest.token for guest in lobby.guests.values()} if lobby else tokens) - {""}


def _word(token: str) -> str:
    secret = current_app.config["HOST_TOKEN"].encode()
    return hmac.new(secret, b"come back " + token.encode(), hashlib.sha256).hexdigest()[:40]
