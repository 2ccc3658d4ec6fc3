"""The box and the live game: what a press answers, and what lamps and digit then show."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from device.live.table import Table
from device.sight.seen import Seen
from rules.ask import Ask, AskAny, Confirm, EnterText, Trouble
from rules.chance import Chance, RollDice
from rules.moment import Moment
from rules.onward import MOST, only_answer
from rules.position import Step

from .lamps import Kind, Prompt, spelling
from .panel import Panel

log = logging.getLogger(__name__)

IMPATIENCE = 0.3  # seconds after a draw in which a second press of fate is the same finger
REFUSED = 1.2  # seconds the lamps say no
COMING = 6.0  # seconds they say that help is on its way
NUMBERS = re.compile(r"\d+(, \d+)*")


class Ear(Protocol):
    """Whoever plays by ear: hears presses first, and has a number to show."""

    @property
    def digit(self) -> str | None: ...
    def pressed(self, button: str) -> bool: ...
    def refused(self, sentence: str) -> None: ...


class Hands:
    """Connects the panel to the table.

    Fate answers whichever draw is pending, yes says done or takes the only way there is, back held undoes.

    :param ear: the voice, which hears presses first while it reads something out.
    :param clock: seconds that only rise.
    """

    def __init__(
        self, table: Table, panel: Panel, ear: Ear | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.when_shut_down: Callable[[], None] = lambda: None
        self.when_own_network: Callable[[], None] = self._no_network
        self.where: Callable[[], str] = str  # the box's number on the network
        self.refusal = ""  # why the last press changed nothing, a sentence
        self._table = table
        self._panel = panel
        self._ear = ear
        self._clock = clock
        self._drawn_at = -IMPATIENCE
        self._shown: tuple[str, int] | None = None  # the game and entry whose draw the digit has rolled
        panel.when_pressed = self.pressed
        table.when_changed.append(self.changed)
        self.changed(table.moment)

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on: lamps and digit follow."""
        if moment is None:
            self._shown = None
        elif (moment.game_id, moment.number) != self._shown:
            # The first look at a game that was opened again rolls nothing: that draw was seen long ago.
            if moment.drawn and NUMBERS.fullmatch(moment.drawn):
                self._panel.roll_digit(moment.drawn.replace(", ", ""))
            self._shown = moment.game_id, moment.number
        self._panel.show(self._prompt(moment))

    def stepped(self) -> None:
        """Another choice is read out: the digit shows its number."""
        self._panel.show(self._prompt(self._table.moment))

    def _prompt(self, moment: Moment | None) -> Prompt:
        shown = prompt(moment)
        return replace(shown, digit=self._ear.digit) if self._ear and self._ear.digit else shown

    def seen(self, seen: Seen) -> None:
        """The camera looks, or finds that the table differs: its light and the lamps say so."""
        self._panel.looking = seen.state in ("moving", "unsure")
        differs = Prompt("differs", digit=self._ear.digit if self._ear else None)
        self._panel.show(differs if seen.state in ("differs", "asks") else self._prompt(self._table.moment))

    def help_is_coming(self) -> None:
        """The hall has heard the table's call."""
        self._panel.flash(Prompt("coming"), COMING)

    def pressed(self, button: str) -> None:
        """A button was pressed; what cannot be done is told by the lamps and kept in `refusal`."""
        if button == "shut_down":
            self.when_shut_down()
            return
        try:
            if self._ear and button != "own_network" and self._ear.pressed(button):
                return
            meant = {"fate": self._fate, "yes": self._yes, "back": self._back, "undo": self._undo}
            meant["own_network"] = self.when_own_network
            meant.get(button, self._nothing)()
        except Trouble as trouble:
            self.refusal = str(trouble)
            log.info("%s button: %s", button, trouble)
            self._panel.flash(Prompt("error"), REFUSED)
            if self._ear:
                self._ear.refused(self.refusal)
        else:
            self.refusal = ""

    def spell(self) -> None:
        """The box has another number: without a game the digit spells its last part, digit by digit, twice."""
        last = self.where().rpartition(".")[2]
        if self._table.moment is None and last:
            self._panel.flash(Prompt("idle", digit=last), 2 * spelling(last))

    def _no_network(self) -> None:
        raise Trouble("This box has no network of its own.")

    def _nothing(self) -> None:
        raise Trouble("This box has no voice to play by.")

    def _fate(self) -> None:
        if self._clock() - self._drawn_at < IMPATIENCE:
            return
        self._table.draw(source="fate button")
        self._drawn_at = self._clock()

    def _yes(self) -> None:
        moment = self._table.now()
        if self._table.hurry():
            return
        if self._table.turn_page(moment.number) or self._table.tick_next():
            return
        secret = isinstance(moment.ask, AskAny) and moment.ask.window  # each answers for themselves
        for ask in moment.ask.each if moment.ask and not secret else ():
            step = meant_by_yes(ask)
            if step is not None:
                self._table.answer(moment.number, step.value, step.seat, source="yes button", along=MOST)
                return
        raise Trouble("There's nothing to confirm right now: choose on a phone.")

    def _back(self) -> None:
        """A short press says no to what somebody wants to take back, or turns a page; with no game: where we are."""
        if self._table.moment is None and self.where():
            self.spell()
            return
        moment = self._table.now()
        if self._table.turn_page(moment.number, -1):
            return
        if moment.proposal is None:
            raise Trouble("Hold the back button to take back the last answer.")
        self._table.agree(moment.number, moment.seats[0], False, source="back button")

    def _undo(self) -> None:
        self._table.undo(self._table.now().number, None, source="back button")


def meant_by_yes(ask: Ask) -> Step | None:
    """What yes means for *ask*: what is usual there, or the only answer there is; `None` where people must choose."""
    if isinstance(ask, (Chance, EnterText)):
        return None
    if ask.default is not None:
        return Step("answer", ask.default, ask.seat)
    # That somebody asked in private has only one choice is nobody else's business.
    return None if ask.private and not isinstance(ask, Confirm) else only_answer(ask)


def prompt(moment: Moment | None) -> Prompt:
    """What the lamps show for the game as it stands."""
    if moment is None:
        return Prompt("idle")
    ask = moment.ask
    if ask is None:
        return Prompt("over")
    # Lamps have one colour: each belongs to the seat whose shape stands beside it, whoever else plays.
    lamp = {seat: index for index, seat in enumerate(moment.position.game.seats) if seat in moment.seats}
    turn = lamp.get(moment.position.game.at_turn(moment.position.state) or "")
    if moment.proposal is not None:
        waited_for = [index for seat, index in lamp.items() if seat not in moment.proposal.agreed]
        return Prompt("confirm", tuple(waited_for), turn)
    asked = tuple(lamp[seat] for seat in ask.told if seat in lamp)
    return Prompt(_kind(ask.each, asked, turn), asked, turn)


def _kind(asks: tuple[Ask, ...], asked: tuple[int, ...], turn: int | None) -> Kind:
    if any(isinstance(ask, RollDice) for ask in asks):
        return "roll"
    if any(isinstance(ask, Chance) for ask in asks):
        return "draw_fate"
    if all(isinstance(ask, Confirm) for ask in asks):
        return "confirm"
    if turn is not None and turn not in asked:
        return "waiting"
    return "your_turn"
