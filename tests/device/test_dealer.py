"""The dealer: fair, repeatable, checkable."""

import hashlib
from collections import Counter

from device.live.dealer import Dealer, fingerprint
from rules.chance import DrawCards, DrawFate, RollDice

DEALER = Dealer(b"\x07" * 32)


def test_the_same_draw_always_gives_the_same_and_others_differ():
    fate = DrawFate("ann", "Fate!", range(1, 100_000))
    assert DEALER.draw(fate, 4) == DEALER.draw(fate, 4)
    assert len({DEALER.draw(fate, number) for number in range(50)}) == 50
    assert Dealer(b"\x08" * 32).draw(fate, 4) != DEALER.draw(fate, 4)


def test_draws_follow_the_weights():
    fate = DrawFate("ann", "Fate!", {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1})
    counts = Counter(DEALER.draw(fate, number) for number in range(20_000))
    # chi-squared with 5 degrees of freedom: 20.5 is passed once in a thousand
    expected = {face: 20_000 * weight / 10 for face, weight in fate.faces}
    assert sum((counts[face] - expected[face]) ** 2 / expected[face] for face in expected) < 20.5


def test_dice_are_independent():
    roll = RollDice("ann", "Roll!", 2)
    pairs = Counter(tuple(DEALER.draw(roll, number)) for number in range(18_000))
    assert sum((pairs[(a, b)] - 500) ** 2 / 500 for a in range(1, 7) for b in range(1, 7)) < 66.6  # 35 degrees


def test_what_cannot_come_never_comes():
    bag = DrawCards("ann", "Draw.", "bag", {"x": 1, "y": 0}, count=1)
    assert {tuple(DEALER.draw(bag, number)) for number in range(100)} == {("x",)}


def test_the_fingerprint_never_changes_and_tells_seeds_apart():
    # Worked out by hand once: whoever checks a game years later must get the same.
    assert fingerprint(b"seed") == hashlib.sha256(b"tableside dealer seed").hexdigest()
    assert fingerprint(b"seed") != fingerprint(b"sead")
