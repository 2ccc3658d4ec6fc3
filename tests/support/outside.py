"""Games from elsewhere, really installed: by pip, into a folder that is on the path only while a test wants it."""

from __future__ import annotations

import atexit
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from device.care.new_game import new_game
from rules import games

ROOT = Path(__file__).parent.parent.parent
HARBOUR = ROOT / "tests" / "outside" / "harbour_lights"


def install(source: Path, target: Path) -> Path:
    """Install the package in *source* into *target*, as it would be on a box."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / source.name  # building leaves files beside the source
        shutil.copytree(source, copy)
        how = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--no-compile"]
        pip = [sys.executable, "-m", "pip", "install", "-q", *how, "--target", str(target), str(copy)]
        done = subprocess.run(pip, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return target


def unpack(name: str, target: Path) -> Path:
    """A small game called *name*, as pip would have left it in *target*, for tests that spoil it; its package."""
    with tempfile.TemporaryDirectory() as folder:
        new_game(name, Path(folder))
        shutil.copytree(Path(folder) / name / name, target / name)
    told = target / f"{name}-0.1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n", "utf-8")
    (told / "entry_points.txt").write_text(f"[{games.GROUP}]\n{name} = {name}:GAME\n", "utf-8")
    return target / name


@contextmanager
def on_the_path(*folders: Path) -> Iterator[None]:
    """Whatever is installed in these folders is known to the box."""
    before = list(sys.path)
    sys.path[:0] = map(str, folders)
    importlib.invalidate_caches()
    games.forget()
    try:
        yield
    finally:
        sys.path[:] = before
        importlib.invalidate_caches()
        games.forget()


def environment(*folders: Path) -> dict[str, str]:
    """For another process that finds Tableside, and what is installed in these folders."""
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    return {**os.environ, "PYTHONPATH": path, "MYPYPATH": path}


@cache
def harbour_lights() -> Path:
    """Where Harbour Lights is installed; once for all tests of a process."""
    target = Path(tempfile.mkdtemp(prefix="harbour-lights-"))
    atexit.register(shutil.rmtree, target, ignore_errors=True)
    return install(HARBOUR, target)
