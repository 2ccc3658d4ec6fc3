"""Where the box runs: its folder and its port, for whoever asks on the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

SERVICE = Path("/run/tableside")
"""Where systemd lets the service write; see RuntimeDirectory in tableside.service."""


@dataclass(frozen=True)
class Running:
    """A box that is running now."""

    data: Path
    port: int
    as_root: bool = False


@contextmanager
def announced(data: Path, port: int, environ: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Say where the box runs for as long as it does; nowhere to say it is no trouble."""
    place = Path(environ.get("RUNTIME_DIRECTORY") or environ.get("XDG_RUNTIME_DIR") or "/nowhere")
    file = place / "tableside-box.json"
    with suppress(OSError):
        file.write_text(json.dumps({"data": str(data.absolute()), "port": port, "process": os.getpid()}), "utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def running(data: Path | None = None, environ: Mapping[str, str] = os.environ) -> Running | None:
    """The box that runs on this computer; with *data* only one that plays in this folder."""
    for place in (SERVICE, Path(environ.get("XDG_RUNTIME_DIR") or "/nowhere")):
        with suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads((place / "tableside-box.json").read_text("utf-8"))
            process = Path(f"/proc/{int(told['process'])}")  # gone, where a plug that was pulled left the file behind
            found = Running(Path(told["data"]), int(told["port"]), as_root=process.stat().st_uid == 0)
            if data is None or data.absolute() == found.data:
                return found
    return None
