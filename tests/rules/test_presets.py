"""House rules to choose with one tap: each game's own, after the book's."""

import pytest

from rules.ask import IllegalAnswer
from rules.game import BY_THE_BOOK
from rules.games import NAMES, game
from rules.sleepers import GAME


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_can_be_played_and_differs_from_the_others(name):
    played = game(name)
    assert played.presets[0] == BY_THE_BOOK
    assert len(played.presets) > 1
    seen = []
    for preset in played.presets:
        setup = played.setup(played.fewest, preset.toggles)  # refuses a house rule or a value there is not
        assert played.begin(setup)
        assert all(played.toggles[key].default != value for key, value in preset.toggles.items()), preset.name
        assert preset.toggles not in seen
        seen.append(preset.toggles)


@pytest.mark.parametrize(
    ("toggle", "told"), [("memry_aid = 'on'", "no house rule memry_aid"), ("memory_aid = 'yes'", "memory_aid can be")]
)
def test_a_preset_with_a_slip_in_it_is_refused(toggle, told):
    class Slipped(type(GAME)):
        def _text(self, file):
            return f"[Slip]\ntext = 'A slip.'\ntoggles.{toggle}\n"

    [_, slip] = Slipped().presets
    assert slip.text == "A slip."
    with pytest.raises(IllegalAnswer, match=told):
        GAME.setup(2, slip.toggles)
