"""A box with its page, and packs of its own."""

import pytest
from serving import Served

from rules import packs


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


@pytest.fixture
def own_packs(tmp_path):
    """Packs that owners made are kept where the test's box keeps its games; afterwards they are gone."""
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
