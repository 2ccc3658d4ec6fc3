"""What was just read on the mat is a card nobody has described: its look is kept for whoever is asked about it."""

from __future__ import annotations

import logging

from device.camera.photographs import as_card
from rules import packs
from rules.ask import Trouble
from rules.moment import Moment
from vision.find import cards, mat
from vision.find.mat import Lying, Mat
from web.owner import albums

from .mat_wanted import Wanted

log = logging.getLogger(__name__)

SHARP = 9.0  # pixels for each millimetre: more than cameras above a table see


def keep_look(after: Moment, want: Wanted, sheet: Mat, lying: Lying) -> None:
    """Keep the card's picture if the question that came of it is about one card that has none yet.

    :param after: the game with that card answered.
    """
    setup, asked = after.setup, after.ask.of(want.ask.seat) if after.ask else None
    if asked is None or len(asked.about) != 1 or want.dice or not packs.is_private(setup.game, setup.pack):
        return
    if albums.album(setup.game, setup.pack).of(asked.about[0], after.game_id):
        return
    found = sheet.cards(lying, want.deck)
    if len(found) != 1:  # which of them it is, nobody could say
        return
    _, upright = mat.read_card([lying.picture], found[0], want.deck)
    picture = cards.straighten(lying.picture, upright, want.deck, per_mm=SHARP)
    whose = (after.game_id, asked.seat) if asked.private else None
    try:
        albums.add(setup.game, setup.pack, as_card(picture), asked.about[0], whose)
    except Trouble:  # the card was read all the same
        log.exception("the look of %s could not be kept", asked.about[0])
