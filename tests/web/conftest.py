"""A box with its page, and packs of its own."""

import pytest
from serving import Served


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()
