"""What holds for every test."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from rules import packs

# As many workers as cores play at once: threads of their own would only wait for each other, and burn a core at it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

try:
    import template_cover
except ImportError:  # the rules are also tested where nothing else is installed
    template_cover = None


IN_MEMORY = Path("/dev/shm")


def pytest_configure(config):
    # A box waits for its disk at every answer, and so would thousands of games here. What a disk keeps when the plug is
    # pulled is tried by `make power-test`, on a disk.
    if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > 2 << 30:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    if template_cover:
        template_cover.begin()


def pytest_sessionfinish(session):
    """A worker hands over which lines of the templates it drew."""
    if template_cover and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["drawn"] = sorted(template_cover.count())


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    if template_cover:
        template_cover.drawn.update(map(tuple, getattr(node, "workeroutput", {}).get("drawn", ())))


def pytest_terminal_summary(terminalreporter, config):
    """After a run of everything: which lines of the templates nobody has drawn."""
    whole = config.args == [str(config.rootpath / path) for path in config.getini("testpaths")] or config.args == [
        *config.getini("testpaths")
    ]
    if template_cover and whole and not config.option.keyword:
        for line in template_cover.report(template_cover.count()):
            terminalreporter.write_line(line)


@pytest.fixture(autouse=True)
def dealt_alike(request, monkeypatch):
    """The same cards for a test in every run: what passes today passes tomorrow."""
    seed = hashlib.sha256(request.node.nodeid.encode()).digest()
    monkeypatch.setattr("device.live.opening.new_seed", lambda: seed)


@pytest.fixture(autouse=True)
def the_shelves_as_they_were():
    """A box that was started in a test takes its owners' packs away with it."""
    before = list(packs.shelves)
    yield
    if packs.shelves != before:
        packs.shelves[:] = before
        packs.forget()


@pytest.fixture
def journal(tmp_path):
    """Where a box keeps its games."""
    from device.live.journal import Journal  # here, as the rules are also tested where nothing else is installed

    journal = Journal(tmp_path / "games.db")
    yield journal
    journal.close()


@pytest.fixture
def own_packs(tmp_path):
    """Packs that owners made are kept where the test's box keeps its games; that place."""
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    return tmp_path


@pytest.fixture
def harbour_lights():
    """A game that an installed package brings along; the box knows it as long as the test lasts."""
    import outside  # here, as the rules are also tested where nothing can be installed

    from rules.games import game

    with outside.on_the_path(outside.harbour_lights()):
        yield game("harbour_lights")
