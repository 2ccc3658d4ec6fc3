"""Real print under a real camera."""

import photographs
import pytest


@pytest.mark.parametrize("name", photographs.sheets())
def test_printed_digits_in_a_photograph_are_read_and_nothing_is_surely_wrong(name):
    cells = list(photographs.read(name))
    printed = [(reading.value, truth) for reading, truth in cells if truth is not None]
    assert len(printed) > 20
    assert [seen for seen, _ in printed] == [truth for _, truth in printed]
    assert not [reading for reading, truth in cells if reading.sure and reading.value != truth]
