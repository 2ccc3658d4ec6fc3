"""Somebody who plays without a screen: hears the box, presses its buttons and moves real tiles under its camera."""

from __future__ import annotations

import random
import re
from pathlib import Path

from by_mouse import AtTheTable
from clock import Clock
from gpiozero.pins.mock import MockFactory, MockPWMPin
from listening import Listener

from device.live.table import Table
from device.panel.hands import IMPATIENCE, Hands
from device.panel.panel import Panel
from device.settings import Box
from device.sight.watch import Watch
from device.voice.by_ear import ByEar
from device.voice.lecturing import Lecturing
from rules.by_ear import SMALL
from rules.sleepers.board import LONG_DIAGONALS, SIDES

BOX = Box(brightness=1.0)
NUMBER = "(?:Zero|One|Two|Three|Four|Five|Six|Seven|Eight|Nine)"
OFFERED = re.compile(rf"(\w+ choices\. )?{NUMBER}(, .*|( or \w+)?\.)|Yes .*|Press fate.*")
"""What the box reads out to choose from."""

LINES = {"white": LONG_DIAGONALS[0], "black": (*SIDES["NE"], *SIDES["SW"])}
"""Where each colour lays its tiles."""

PLACE = r"\b([A-Ia-i]) (one|two|three|four|five|six|seven|eight|nine)\b"


def places(said: str) -> list[str]:
    """The places in a sentence, as they are printed."""
    return [f"{letter.lower()}{SMALL.index(number)}" for letter, number in re.findall(PLACE, said)]


class Buttons:
    """A box on mock pins, whose voice is written down.

    :ivar story: everything that was heard.
    """

    def __init__(self, table: Table, folder: Path, clock: Clock | None = None) -> None:
        self.table = table
        self.ear = Listener(table, folder, by_ear=True)
        self.clock = clock or self.ear.clock
        self.ear.voice._clock = self.clock
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.panel = Panel(BOX, pin_factory=self.pins, clock=self.clock, start=False)
        Lecturing(table, self.ear.voice)
        self.by_ear = ByEar(table, self.ear.voice)
        self.hands = Hands(table, self.panel, self.by_ear, clock=self.clock)
        self.by_ear.when_stepped.append(self.hands.stepped)
        self.story: list[str] = []

    def begin(self, *wanted: str) -> None:
        """A new game with buttons alone: of each menu that is read out take what was wanted."""
        self.press("fate")  # any button will do
        for words in wanted:
            self.take(words)

    def take(self, words: str) -> None:
        """Step on until the box reads out what is wanted, and take it when the digit shows its number."""
        heard = " ".join(self.listen())
        for _ in range(10):
            found = re.search(rf"\b(\w+), {words}\.", heard)
            if found or re.search(rf"\b{words}( or|,|\.)", heard, re.IGNORECASE):
                number = SMALL.index((found[1] if found else words).lower())  # its own, or itself
                while self.panel.digit not in (str(number), " "):
                    self.press("back")
                    self.listen()
                self.press("yes")
                return
            self.press("back")
            heard = " ".join(self.listen())
        raise AssertionError(f"nobody offers {words}: {self.story[-12:]}")

    def watched(self, watch: Watch) -> None:
        """The camera looks at the table from now on."""
        self.by_ear.watch = watch
        watch.when_seen += [self.by_ear.seen, self.hands.seen, lambda seen: self.table.saw(seen.state)]

    def press(self, button: str, seconds: float = 0.1) -> None:
        pin = self.pins.pin(BOX.buttons[button])
        pin.drive_low()
        self._pass(seconds)
        pin.drive_high()
        self._pass(IMPATIENCE)

    def both(self, first: str, second: str) -> None:
        """Hold one button and press another."""
        pin = self.pins.pin(BOX.buttons[first])
        pin.drive_low()
        self._pass(0.1)
        self.press(second)
        pin.drive_high()
        self._pass(0.1)

    def _pass(self, seconds: float) -> None:
        self.clock.now += seconds / 2
        self.panel.take_presses()
        self.clock.now += seconds / 2
        self.panel.take_presses()
        self.panel.tick()

    def listen(self) -> list[str]:
        heard = self.ear.listen()
        self.story += heard
        return heard

    def close(self) -> None:
        self.panel.close()


class Listening:
    """Somebody who does what the box says, and nothing else: presses fate, yes or back.

    :ivar elsewhere: what the box said that it needs a phone or a screen for.
    """

    def __init__(self, box: Buttons, luck: random.Random) -> None:
        self.box, self.luck = box, luck
        self.elsewhere: list[str] = []
        self._last = ""

    def go_on(self) -> bool:
        """One press, as it was said; False if the box wants a phone or a screen."""
        heard = self.box.listen()
        if not heard:
            self.box.press("fate")  # what was that?
            heard = self.box.listen() or [self._last]
        self._last = said = heard[-1]
        if "look at your phone" in said.lower() or "on a screen" in said:
            self.elsewhere.append(said)
            return False
        if said.startswith("Press fate"):
            self.box.press("fate")
        elif said.startswith("Yes "):
            self.box.press("yes")
        elif self.box.panel.digit != " ":  # one of several
            for _ in range(self.luck.randrange(4)):
                self.box.press("back")
                assert re.fullmatch(r"\w+(, .*)?\.", self.box.listen()[-1], re.DOTALL)
            self.box.press("yes")
        else:  # it was told, and nothing is asked yet
            self.box.press("fate")
        return True


class ByVoice(AtTheTable):
    """Two people at the pretend table; all they know of the box is what it says."""

    def __init__(self, box: Buttons, *, seed: int = 1) -> None:
        super().__init__(box.table, seed=seed, clock=box.clock)
        self.box = box
        box.watched(self.watch)
        self.wait()

    def obey(self, said: str) -> None:
        """Do what hands are told."""
        where = places(said)
        if said.startswith("Put a "):
            colour = said.split()[2]
            self.pretend.move(self.piece(f"rack {colour}", colour), where[0])
        elif said.startswith(("Swap ", "Move the ")):
            self.pretend.move(self.piece(where[0]), where[1])
        elif said.startswith("Take the "):
            self._put_beside(where[0], "killed")
        elif said.startswith("Give the "):
            self._put_beside(where[0], "rack")
        elif said.startswith("Turn ") and "face-" in said and where:
            piece = self.pretend.pieces[self.piece(where[0])]
            if piece.up != ("face-up" in said):
                self.pretend.flip(piece.id)
        elif found := re.fullmatch(r"(\w+), draw (\w+)\.", said):
            for _ in range(SMALL.index(found[2])):
                self.pretend.draw(f"stock {self.seats[found[1]]}")

    def _put_beside(self, place: str, where: str) -> None:
        piece = self.pretend.pieces[self.piece(place)]
        self.pretend.move(piece.id, f"{where} {piece.owner}")

    def sleepers(self, colour: str) -> list[str]:
        """Where the own tiles lie face-down, as anybody at the table sees it."""
        return [p.place for p in self.pretend.pieces if p.owner == colour and not p.up and len(p.place) == 2]

    def turn(self, said: str) -> None:
        """White builds a line across the board and wakes it, Black sets tiles aside from it: a short game.

        Most of it with tiles under the camera, some of it with the buttons.
        """
        self.colour, lies = self.seats[said.split(",")[0]], self.lies()
        places = [place for place in LINES[self.colour] if place not in lies]
        if "recruit" not in said or ("wake" in said and not places and self.sleepers(self.colour)):
            self.wake()
        elif places and self.luck.random() < 0.85:
            self.pretend.move(self.piece(f"rack {self.colour}", self.colour), places[0])
            self.wait()
        else:
            self.choose()

    def wake(self) -> None:
        self.pretend.flip(self.piece(self.sleepers(self.colour)[0]))
        self.wait()

    def choose(self) -> None:
        """Step through what is read out for a while, then take it, until it is decided."""
        while True:
            for _ in range(self.luck.randrange(3)):
                self.box.press("back")
                self.box.listen()
            self.box.press("yes")
            self.heard = self.box.listen()
            if len(self.heard) != 1 or not OFFERED.fullmatch(self.heard[0]):
                return

    def play(self, seats: dict[str, str], most: int = 400) -> str:
        """A whole game; its last sentence.

        :param seats: colour by name.
        """
        self.seats = seats
        self.box.press("fate")  # what is asked?
        self.heard = self.box.listen()
        for _ in range(most):
            heard, self.heard = self.heard, []
            for said in heard:
                self.obey(said)
            if won := [said for said in heard if " wins" in said]:
                self.wait(4)
                for said in self.box.listen():
                    self.obey(said)
                return won[-1]
            self.wait()
            self.heard = self.box.listen()
            if self.heard:
                continue
            prompt = [said for said in self.box.story if not OFFERED.fullmatch(said)][-1]
            if "press fate" in prompt:
                self.box.press("fate")
            elif "The table differs" in prompt:
                self.box.press("yes")  # put it back, and hear how
            elif "your turn" in prompt:
                self.turn(prompt)
            elif prompt.startswith("Wake a second") and self.colour == "white":
                self.wake()
            elif prompt.startswith("Turn over ") and not self.pretend.pieces[self.piece(places(prompt)[0])].up:
                self.pretend.flip(self.piece(places(prompt)[0]))
                self.wait()
            else:
                self.choose()
            self.heard = [*self.heard, *self.box.listen()]
        raise AssertionError(f"it does not end: {self.box.story[-20:]}")
