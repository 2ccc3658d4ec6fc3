"""Keys for the hall: Mosquitto's settings with a user for each box, and a topic of its own for each user."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from device.care.backup import keep
from rules.ask import Trouble

HALL, HOUSE = "hall", "house"
"""Who else comes to the broker: the hall itself, and Home Assistant."""

ROUNDS = 10_000  # of the password's digest
BOX = """
user {user}
topic write tableside/{user}/here
topic write tableside/{user}/state
topic write tableside/{user}/results
topic write tableside/{user}/event
topic read tableside/{user}/hall
topic read tableside/{user}/set/#
topic write homeassistant/+/{user}/+/config
"""
OTHERS = """# Written by `tableside hall --make-broker`. Whoever has no line here may do nothing.
user hall
topic readwrite tableside/+/here
topic readwrite tableside/+/state
topic readwrite tableside/+/results
topic readwrite tableside/+/hall
topic write homeassistant/+/+/+/config

user house
topic read tableside/#
topic write tableside/+/set/#
topic read homeassistant/#
topic readwrite homeassistant/status
"""
SETTINGS = """# Written by `tableside hall --make-broker`; Mosquitto reads it from /etc/mosquitto/conf.d.
per_listener_settings false
listener {port} {address}
allow_anonymous false
password_file {folder}/tableside.passwords
acl_file {folder}/tableside.acl
max_packet_size 100000
# With a certificate everything is encrypted on its way; see docs/hall.md.
# cafile {folder}/ca.crt
# certfile {folder}/broker.crt
# keyfile {folder}/broker.key
"""


def digest(password: str) -> str:
    """A password as Mosquitto keeps it: PBKDF2 with SHA-512, and no way back."""
    salt = os.urandom(12)
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(made).decode()}"


def make_broker(folder: Path, boxes: Sequence[str], *, port: int, address: str = "0.0.0.0") -> list[str]:
    """Write all that Mosquitto needs for these *boxes*; who has a key already keeps it.

    :return: what to do with it, sentence by sentence.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "keys.json"
    known = _known(file)
    passwords = known | {user: known.get(user) or secrets.token_urlsafe(12) for user in (HALL, HOUSE, *boxes)}
    boxes = [user for user in passwords if user not in (HALL, HOUSE)]
    keep(file, json.dumps(passwords, indent=1), 0o600)
    lines = "".join(f"{user}:{digest(password)}\n" for user, password in passwords.items())
    keep(folder / "tableside.passwords", lines, 0o600)
    keep(folder / "tableside.acl", OTHERS + "".join(BOX.format(user=user) for user in boxes), 0o600)
    written = SETTINGS.format(port=port, address=address, folder=folder.absolute())
    keep(folder / "tableside.conf", written, 0o644)
    where = folder.absolute()
    return [
        f"{len(boxes)} boxes, the hall and the house have their keys in {where}/keys.json.",
        "Give each box its own. Then:",
        f"  sudo chown mosquitto {where}/tableside.passwords {where}/tableside.acl",
        f"  sudo ln -sf {where}/tableside.conf /etc/mosquitto/conf.d/ && sudo systemctl restart mosquitto",
    ]


def _known(file: Path) -> dict[str, str]:
    """Everybody's key, as it was written before."""
    if not file.exists():
        return {}
    try:
        return {str(user): str(password) for user, password in json.loads(file.read_text("utf-8")).items()}
    except (ValueError, AttributeError):
        raise Trouble(f"{file} is damaged. Move it away and everybody gets a new key.") from None
