"""From readings to meaning."""

from vision.read import match
from vision.reading import Reading

SURE, UNSURE = 0.98, 0.55


def test_the_view_that_explains_the_picture_comes_first():
    readings = [Reading("e5", "white back", SURE), Reading("e6", None, SURE)]
    ranked = match.rank([("stay", {}), ("recruit", {"e5": "white back"}), ("other", {"e6": "white back"})], readings)

    assert ranked[0].label == "recruit"
    assert ranked[0].confidence > 0.99
    assert ranked[0].differs == ()
    assert [(d.slot, d.seen, d.expected) for d in ranked[-1].differs] == [
        ("e5", "white back", None),
        ("e6", None, "white back"),
    ]


def test_what_is_unsure_never_differs_but_is_named():
    readings = [Reading("e5", "white back", UNSURE, (("white police", 0.3),))]
    assert match.differences(readings, {"e5": "white police"}) == ()
    assert match.unsure(readings, {"e5": "white police"}) == ("e5",)
    assert match.unsure(readings, {"e5": "white back"}) == ()


def test_unsure_readings_still_rank_by_their_alternatives():
    readings = [Reading("e5", "white back", 0.5, (("white police", 0.4),))]
    ranked = match.rank([("none", {}), ("police", {"e5": "white police"}), ("back", {"e5": "white back"})], readings)
    assert [one.label for one in ranked] == ["back", "police", "none"]
    assert ranked[0].confidence < 0.7


def test_no_candidates_no_explanations():
    assert match.rank([], [Reading("e5", None)]) == []


def test_looks_that_disagree_are_not_sure():
    one = [Reading("e5", "white back", SURE), Reading("e6", None, SURE)]
    two = [Reading("e5", "black back", SURE), Reading("e6", None, 0.99)]
    both = match.agreed([one, two])

    assert not both[0].sure
    assert both[0].could_be("black back") > 0.4
    assert both[1].sure
    assert both[1].value is None


def test_a_reading_leaves_a_little_for_everything():
    reading = Reading("e5", "white back", 0.6, (("white police", 0.3),))
    assert reading.could_be("white back") == 0.6
    assert reading.could_be("white police") == 0.3
    assert 0 < reading.could_be("black militia") < 0.1
    assert reading.doubted(0.2).confidence == 0.2
    assert reading.doubted(0.9) is reading
