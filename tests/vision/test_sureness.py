"""How sure a reading is: counted on pictures, reader by reader, never guessed."""

import numpy as np
import pytest

from vision.read import sureness
from vision.read.sureness import Curve, strength
from vision.reading import Reading
from vision.train import sureness as train

KINDS = [
    "tile",
    "tile in doubt",
    "no tile",
    "token",
    "no token",
    "figure",
    "track",
    "number",
    "die",
    "taught piece",
    "taught card",
]


def known(*shares):
    """A hundred readings at each evidence, of which so many were right."""
    evidence = np.repeat([at for at, _ in shares], 100)
    right = np.concatenate([np.arange(100) < round(100 * share) for _, share in shares])
    return train.Known(evidence, right.astype(float))


@pytest.mark.parametrize("kind", KINDS)
def test_every_reader_has_a_curve_that_never_falls(kind):
    curve = sureness.curves()[kind]
    assert len(curve.evidence) == len(curve.right) > 2
    assert list(curve.evidence) == sorted(set(curve.evidence))
    assert list(curve.right) == sorted(curve.right)


def test_a_curve_says_what_was_counted():
    curve = train.curve(known((0.1, 0.05), (0.3, 0.5), (0.6, 0.9), (0.9, 0.97)))
    for evidence, share in ((0.1, 0.05), (0.3, 0.5), (0.6, 0.9), (0.9, 0.97)):
        assert curve(evidence) == pytest.approx(share, abs=0.03)


def test_more_evidence_never_makes_less_sure_however_the_pictures_fell():
    curve = train.curve(known((0.1, 0.9), (0.4, 0.2), (0.6, 0.95), (0.9, 0.6)))
    said = [curve(evidence) for evidence in np.linspace(0.001, 0.999, 50)]
    assert said == sorted(said)


def test_where_nothing_was_wrong_nobody_is_certain_all_the_same():
    curve = train.curve(known((0.9, 1.0), (0.99, 1.0)))
    assert 0.98 < curve(0.99) <= sureness.MOST
    assert curve(0.02) < 0.5  # of what never was seen its own opinion counts


def test_what_is_stranger_in_the_world_than_in_pictures_makes_less_sure():
    counted = known((0.3, 0.6), (0.7, 0.9), (0.95, 0.98))
    assert train.curve(counted, 3.0)(0.7) < train.curve(counted)(0.7) - 0.05


def test_what_is_written_is_read_again(tmp_path, monkeypatch):
    made = train.curve(known((0.2, 0.3), (0.8, 0.9)))
    train.write({"tile": made}, tmp_path / "curves.json")
    monkeypatch.setattr(sureness, "FILE", tmp_path / "curves.json")
    assert sureness.curves.__wrapped__() == {"tile": made}


def test_the_alternatives_share_what_is_left(monkeypatch):
    half = Curve((-9.0, 9.0), (float(strength(0.7)),) * 2)
    monkeypatch.setattr(sureness, "curves", lambda: {"tile": half})
    reading = sureness.fitted(Reading("e5", "bomb", 0.2, (("back", 0.6), (None, 0.3))), "tile")
    assert reading.confidence == pytest.approx(0.7)
    assert dict(reading.alternatives) == {"back": pytest.approx(0.2), None: pytest.approx(0.1)}
    assert sureness.fitted(Reading("e5", None, 0.2), "tile").confidence == 0.2  # to see nothing has a curve of its own
    with sureness.evidence_only():
        assert sureness.fitted(Reading("e5", "bomb", 0.2), "tile").confidence == 0.2


def test_ten_steps_tell_how_far_what_is_said_is_from_what_is_so():
    steps = train.steps([0.95] * 10 + [0.45] * 4, [True] * 9 + [False] + [True, True, False, False])
    assert [(one.count, round(one.expected, 2), round(one.seen, 2)) for one in steps] == [
        (4, 0.45, 0.5),
        (10, 0.95, 0.9),
    ]
    assert train.error(steps) == pytest.approx(0.05)
