"""What holds for every game at the live table: taking back, doing again, and what each seat is sent."""

import pytest

from device import trying_out
from rules.games import NAMES, game

CASES = [(name, custody) for name in NAMES for custody in ("box", "table")]


@pytest.mark.parametrize(("name", "custody"), CASES)
def test_taking_back_and_doing_again_is_as_if_nothing_happened(tmp_path, name, custody):
    with trying_out.a_box(tmp_path) as box:
        box.begin(game(name), custody)
        trying_out.take_back_and_do_again(box)


@pytest.mark.parametrize("name", NAMES)
def test_what_only_one_seat_is_shown_reaches_no_other_page_log_or_question(tmp_path, name):
    trying_out.what_only_one_seat_is_shown_reaches_nobody_else(game(name), tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_every_page_is_drawn_from_the_set_up_on(tmp_path, name):
    trying_out.every_page_is_drawn_from_the_set_up_to_the_end(game(name), tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_the_pretend_table_follows_every_game(tmp_path, name):
    trying_out.the_pretend_table_follows_the_game(game(name), tmp_path)
