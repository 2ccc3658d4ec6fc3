"""Real print under a real camera."""

import photographs
import pytest


@pytest.mark.parametrize("name", photographs.sheets())
def test_printed_digits_in_a_photograph_are_read_and_nothing_is_surely_wrong(name):
    cells = list(photographs.read(name))
    printed = [(reading.value, truth) for reading, truth in cells if truth is not None]
    assert len(printed) > 20
    # Where digits of two cells all but touch, one may be taken for the other.
    assert sum(seen == truth for seen, truth in printed) >= len(printed) - 1
    assert not [reading for reading, truth in cells if reading.sure and reading.value != truth]
