"""What the hands on the three buttons mean."""

import pytest

from device.panel.presses import Presses


@pytest.fixture
def presses():
    return Presses(debounce=0.03, hold=1.0, shut_down_hold=3.0)


def down(presses, button, at):
    return presses.contact(button, down=True, at=at)


def up(presses, button, at):
    return presses.contact(button, down=False, at=at)


def never(name):
    raise AssertionError(f"{name} was read")


def test_fate_and_yes_count_the_moment_they_go_down(presses):
    assert down(presses, "fate", 1.0) == ["fate"]
    assert up(presses, "fate", 1.2) == []
    assert down(presses, "yes", 2.0) == ["yes"]
    assert up(presses, "yes", 2.2) == []


def test_back_counts_when_it_comes_up(presses):
    assert down(presses, "back", 1.0) == []
    assert presses.pass_time(1.9, never) == []
    assert up(presses, "back", 1.95) == ["back"]


def test_back_held_is_undo_once_and_not_back(presses):
    down(presses, "back", 1.0)

    assert presses.due() == 2.0
    assert presses.pass_time(1.999, never) == []
    assert presses.pass_time(2.0, never) == ["undo"]
    assert presses.pass_time(2.5, never) == []
    assert presses.due() is None
    assert up(presses, "back", 3.0) == []
    assert down(presses, "back", 4.0) + up(presses, "back", 4.2) == ["back"]


def test_chatter_after_the_first_contact_is_one_press(presses):
    meant = down(presses, "fate", 1.000)
    for at in (1.002, 1.006, 1.011):
        meant += up(presses, "fate", at) + down(presses, "fate", at + 0.001)

    assert meant == ["fate"]
    assert presses.due() == pytest.approx(1.042)  # 30 ms after the last of it
    assert presses.pass_time(1.042, lambda name: True) == []
    assert presses.is_down("fate")
    assert up(presses, "fate", 1.2) == []
    assert down(presses, "fate", 1.4) == ["fate"]


def test_chatter_longer_than_the_resting_time_is_still_one_press(presses):
    meant = down(presses, "fate", 1.0)
    for step in range(1, 9):
        meant += presses.contact("fate", down=step % 2 == 0, at=1.0 + step * 0.02)
    assert meant == ["fate"]


def test_one_look_in_the_middle_of_chatter_is_not_believed(presses):
    """The box was too busy to hear the last contacts: the look finds the button up, the next finds it down."""
    meant = down(presses, "fate", 1.0) + up(presses, "fate", 1.01)
    meant += presses.pass_time(1.05, lambda name: False)
    meant += down(presses, "fate", 1.045)  # heard late
    meant += presses.pass_time(1.09, lambda name: True)
    assert meant == ["fate"]
    assert presses.is_down("fate")
    assert presses.due() is None


def test_a_tap_shorter_than_the_chatter_time_is_a_press_and_ends(presses):
    assert down(presses, "yes", 1.0) == ["yes"]
    assert up(presses, "yes", 1.01) == []
    presses.pass_time(1.04, lambda name: False)
    presses.pass_time(1.07, lambda name: False)

    assert not presses.is_down("yes")
    assert down(presses, "yes", 1.1) == ["yes"]


def test_chatter_on_release_is_no_second_press(presses):
    down(presses, "fate", 1.0)
    assert up(presses, "fate", 1.3) == []
    assert down(presses, "fate", 1.305) == []
    assert up(presses, "fate", 1.308) == []
    assert presses.pass_time(1.338, lambda name: False) == []
    assert presses.pass_time(1.368, lambda name: False) == []
    assert not presses.is_down("fate")


def test_back_then_fate_held_is_shut_down_and_nothing_else(presses):
    meant = down(presses, "back", 1.0) + down(presses, "fate", 1.5)
    meant += presses.pass_time(4.49, never)
    assert meant == []
    assert presses.pass_time(4.5, never) == ["shut_down"]
    assert up(presses, "fate", 5.0) + up(presses, "back", 5.1) == []


@pytest.mark.parametrize("first_up", ["fate", "back"])
def test_letting_go_of_either_in_time_calls_the_shut_down_off(presses, first_up):
    down(presses, "back", 1.0)
    down(presses, "fate", 1.2)
    assert presses.shutting_down(2.7) == pytest.approx(0.5)

    assert up(presses, first_up, 3.0) == []
    assert presses.shutting_down(3.0) is None
    assert presses.pass_time(9.0, never) == []


def test_fate_pressed_first_draws_and_both_held_still_shuts_down(presses):
    assert down(presses, "fate", 1.0) == ["fate"]
    assert down(presses, "back", 1.2) == []
    assert presses.pass_time(2.5, never) == []  # no undo on the way
    assert presses.pass_time(4.2, never) == ["shut_down"]


def test_a_button_found_down_means_nothing_until_it_came_up(presses):
    presses.found_down("back", 0.0)
    assert presses.pass_time(5.0, never) == []
    assert up(presses, "back", 6.0) == []
    assert down(presses, "back", 7.0) + up(presses, "back", 7.1) == ["back"]


def test_it_knows_how_long_a_button_is_down(presses):
    down(presses, "yes", 1.0)
    assert presses.down_for("yes", 31.5) == 30.5
    assert presses.down_for("fate", 31.5) == 0


def test_yes_while_both_others_are_down_is_the_boxs_own_network_and_no_shut_down(presses):
    down(presses, "back", 1.0)
    assert down(presses, "fate", 1.1) == []
    assert down(presses, "yes", 1.5) == ["own_network"]
    assert presses.shutting_down(1.6) is None
    assert presses.pass_time(9.0, never) == []
    assert up(presses, "yes", 9.1) + up(presses, "fate", 9.2) + up(presses, "back", 9.3) == []
    assert down(presses, "yes", 10.0) == ["yes"]
