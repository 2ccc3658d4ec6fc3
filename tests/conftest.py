"""What holds for every test."""

import pytest

from rules import packs


@pytest.fixture(autouse=True)
def the_shelves_as_they_were():
    """A box that was started in a test takes its owners' packs away with it."""
    before = list(packs.shelves)
    yield
    if packs.shelves != before:
        packs.shelves[:] = before
        packs.forget()
