"""What holds for every test."""

import hashlib

import pytest

from rules import packs


@pytest.fixture(autouse=True)
def dealt_alike(request, monkeypatch):
    """The same cards for a test in every run: what passes today passes tomorrow."""
    seed = hashlib.sha256(request.node.nodeid.encode()).digest()
    monkeypatch.setattr("device.live.table.new_seed", lambda: seed)


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
