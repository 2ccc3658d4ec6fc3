"""How owners' own files get onto the box's card."""

from __future__ import annotations

import os
from pathlib import Path

from rules.ask import Trouble


def write(file: Path, data: bytes) -> None:
    """Whole or not at all, whenever the plug is pulled; a full card is told in a sentence."""
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except OSError as barred:
        part.unlink(missing_ok=True)
        raise Trouble(f"It could not be kept: {barred.strerror}. Free some room on the box and try again.") from barred
