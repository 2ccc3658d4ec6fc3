"""What the camera makes of the table, as the page says it."""

from web.pages.watching import eye_part


class Sees:
    def __init__(self, **seen):
        self._seen = {"sentence": "", "choices": [], "pictures": [], "differs": [], "todo": [], **seen}

    def shown(self, seat=None):
        return self._seen


def test_what_hands_have_to_do_is_listed_unless_it_is_told_elsewhere(box):
    watch = Sees(state="hands", sentence="Still to do on the table:", todo=["Put a tile on e5.", "Draw one."])
    with box.app.test_request_context():
        part = eye_part(watch, may_act=True, told=["Draw one."])
    assert "Put a tile on e5." in part
    assert "Draw one." not in part


def test_while_it_guides_both_orders_and_differences_stand_there(box):
    differs = [{"slot": "e5", "seen": None, "expected": "white back", "confidence": 1.0}]
    watch = Sees(state="guiding", sentence="Put the table back:", todo=["Put a tile on e5."], differs=differs)
    with box.app.test_request_context():
        part = eye_part(watch, may_act=True)
    assert "Put a tile on e5." in part
    assert 'data-differs="e5"' in part


def test_without_a_camera_nothing_is_said(box):
    with box.app.test_request_context():
        assert eye_part(None, may_act=True) == ""
