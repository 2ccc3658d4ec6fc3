"""`tableside new-game`: writes a small game of one's own, as a package that the box finds once it is installed.

It is a whole game that can be played, printed and seen by the camera: change it piece by piece into another.
"""

from __future__ import annotations

import keyword
import re
import shutil
import sys
import tempfile
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from rules.ask import Trouble
from rules.games import game, names, taken_markers
from rules.markers import CODES

SKELETON = "skeleton"  # the folder of templates beside this file
MARKERS = 4  # at the corners of the board
LONGEST = 40  # letters of a name


def new_game(name: str, into: Path) -> str:
    """Write the package *name* into a folder of its own below *into*; what to do next, for people to read."""
    check_name(name)
    target = into / name
    if target.exists():
        raise Trouble(f"{target} already exists. Choose another name, or another folder with --into.")
    words = _words(name)
    into.mkdir(parents=True, exist_ok=True)
    # All of it or nothing: half a package would only puzzle people.
    half_done = Path(tempfile.mkdtemp(dir=into))
    try:
        _write(resources.files("device.care") / SKELETON, half_done, name, words)
        half_done.chmod(0o755)
        half_done.rename(target)
    except OSError:
        shutil.rmtree(half_done, ignore_errors=True)
        raise
    # A box of its own has no pip in it; the computer's own can do it from outside.
    pip = f"{sys.executable} -m pip" if find_spec("pip") else f"python3 -m pip --python {sys.executable}"
    return (
        f"{words['title']} is written to {target}. It can be played as it is; README.md says what to change where.\n"
        f"  {pip} install -e {target}\n"
        "      Now the box knows it: start the box again (make run), and it stands on the start page.\n"
        f"  {sys.executable} -m pytest {target}\n"
        "      Its tests, and what must hold for every game."
    )


def check_name(name: str) -> None:
    """Raise `Trouble` if no game can be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or name.endswith("_"):
        raise Trouble(
            f"{name!r} cannot be a game's name: small letters, digits and _ only, a letter first, "
            "and no word that Python keeps for itself. Try something like three_stones."
        )
    if len(name) > LONGEST:
        raise Trouble(f"{name} is too long for a name: {len(name)} letters, at most {LONGEST}.")
    if name in names():
        raise Trouble(f"This box already has a game called {name}. Choose another name.")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise Trouble(f"This computer already has a Python package called {name}. Choose another name.")


def _words(name: str) -> dict[str, str]:
    """What stands in the templates for the game's name, its rule numbers and its corner markers."""
    taken = taken_markers()
    free = [number for number in range(len(CODES)) if number not in taken][:MARKERS]
    if len(free) < MARKERS:
        raise Trouble(
            f"A board needs {MARKERS} corner markers of its own, and only {len(free)} of {len(CODES)} are free. "
            "Uninstall a game first."
        )
    title = " ".join(part.capitalize() for part in name.split("_") if part)
    return {
        "name": name,
        "title": title,
        "kind": title.replace(" ", ""),
        "package": name.replace("_", "-"),
        "prefix": _prefix(name),
        "one": str(free[0]),
        "two": str(free[1]),
        "three": str(free[2]),
        "four": str(free[3]),
    }


def _prefix(name: str) -> str:
    """Two or three capitals before the numbers of its rules, which no other game has."""
    known = {game(each).prefix for each in names()}
    letters = name.replace("_", "").upper()
    initials = "".join(part[0] for part in name.split("_") if part).upper()[:3]
    tried = [initials, letters[:2], letters[:3], *(letters[0] + other for other in letters[1:] + "XYZ")]
    return next(each for each in tried if len(each) > 1 and each not in known)


def _write(source: Traversable, target: Path, name: str, words: dict[str, str]) -> None:
    """Every template below *source*; what is called ``game`` there is called by the game's name."""
    for each in sorted(source.iterdir(), key=lambda each: each.name):
        called = each.name.removesuffix(".in").replace("test_game", f"test_{name}")
        if each.is_dir():
            place = target / (name if called == "game" else called)
            place.mkdir()
            _write(each, place, name, words)
        else:
            (target / called).write_text(Template(each.read_text("utf-8")).substitute(words), "utf-8")
