"""The box: three buttons, a lamp for fate and one for each seat, a digit, a buzzer, a light at the camera.

It tells which button was meant and shows a prompt; it knows nothing of games. Everything on it is optional.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any

from gpiozero import PWMLED, DigitalInputDevice, Factory, LEDCharDisplay, PWMOutputDevice

from device.settings import Box, within

from . import lamps
from .lamps import LANDED, ROLL_SECONDS, TUNES, Note, Prompt
from .pins import TRY_AGAIN, Part, on_a_pi, open_pins, reason
from .presses import Presses

log = logging.getLogger(__name__)

FRAME = 1 / 30  # seconds between two looks of the lamps
CHECK = 0.2  # seconds between two readings of the buttons themselves, should a contact have gone unheard
NOTICED = 0.002  # seconds: a contact heard sooner is as good as heard at once
GLITCH = 0.001  # seconds: shorter contacts are sparks on the wire
STUCK = 30.0  # seconds a button may be down
GAMMA = 2.2  # eyes see a lamp at a fifth of the power as half as bright

SILENT = 100  # hertz of a buzzer that is off, as slow as the lamps' own
DASH = (0, 0, 0, 0, 0, 0, 1)  # gpiozero's letters have none

IDLE = Prompt("idle")


class Panel:
    """The buttons and lamps on the edge of the table.

    :param pin_factory: stands in for real pins on a laptop and in tests.
    :param clock: seconds that only rise.
    :param wall_clock: the time of day, for the quiet hours.
    :param start: without it nothing moves until `tick` and `take_presses` are called.
    """

    def __init__(
        self,
        box: Box,
        *,
        pin_factory: Factory | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], datetime] = datetime.now,
        start: bool = True,
    ) -> None:
        self.box = box
        self.when_pressed: Callable[[str], None] = lambda name: None
        self.when_problem: Callable[[], None] = lambda: None  # `problems` has changed
        self._overheard: Callable[[str], None] | None = None
        self._clock = clock
        self._wall_clock = wall_clock
        self._presses = Presses(debounce=box.debounce, hold=box.hold, shut_down_hold=box.shut_down_hold)
        self._contacts: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._lock = threading.RLock()  # lamps, digit and buzzer
        self._prompt, self._since = IDLE, clock()
        self._flash: tuple[Prompt, float, float] | None = None  # what, since, until
        self._roll: tuple[str, float, bool] | None = None  # what, since when, does it stay
        self._tune: tuple[tuple[Note, ...], float] | None = None
        self._looking = False
        self._only: str | None = None
        self._doubt: dict[str, int] = {}
        self._check_at = 0.0
        self._try_again = 0.0
        self._general: dict[str, str] = {}  # problems that are not one part's
        self._known_problems: list[str] = []
        self._own_pins = pin_factory is None
        self._factory = pin_factory
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []

        self._buttons: dict[str, Part] = {}
        self._lamps: dict[str, Part] = {}
        self._digit: Part | None = None
        self._buzzer: Part | None = None
        self.fitted = _wanted(box, pin_factory)
        if self.fitted:
            self._set_out()
            self._take_pins(clock())
        if start and self.fitted:
            for name, loop in (("buttons", self._listen), ("lamps", self._dance)):
                thread = threading.Thread(target=loop, name=f"panel-{name}", daemon=True)
                self._threads.append(thread)
                thread.start()

    # What it shows

    def show(self, prompt: Prompt) -> None:
        """Show *prompt* from now on; the same prompt again goes on as it was."""
        with self._lock:
            if prompt == self._prompt:
                return
            if prompt.kind in TUNES and (prompt.kind, prompt.seats) != (
                self._prompt.kind,
                self._prompt.seats,
            ):
                self._tune = TUNES[prompt.kind], self._clock()
            if self._roll and (prompt.digit is not None or prompt.kind in ("idle", "over", "safe")):
                final, since, _ = self._roll
                self._roll = final, since, False
            self._prompt, self._since = prompt, self._clock()
            self.tick()

    def flash(self, prompt: Prompt, seconds: float) -> None:
        """Show *prompt* for a moment, over whatever stands; its tune plays too."""
        with self._lock:
            at = self._clock()
            self._flash = prompt, at, at + seconds
            if prompt.kind in TUNES:
                self._tune = TUNES[prompt.kind], at
            self.tick()

    def roll_digit(self, final: str) -> None:
        """Let the digit roll and stop at *final*, which stays until a prompt brings another."""
        with self._lock:
            self._roll = final, self._clock(), True
            self._tune = LANDED, self._clock() + ROLL_SECONDS
            self.tick()

    @property
    def prompt(self) -> Prompt:
        return self._prompt

    @property
    def looking(self) -> bool:
        """Is the light beside the camera on?"""
        return self._looking

    @looking.setter
    def looking(self, looks: bool) -> None:
        with self._lock:
            self._looking = looks
            self.tick()

    @property
    def lit(self) -> dict[str, float]:
        """How bright each lamp is now, 0 to 1: "fate", "seat 1" to "seat 5", "camera"."""
        at = self._clock()
        return {lamp: self._brightness(lamp, at) for lamp in self.box.lamps}

    @property
    def digit(self) -> str:
        """The character on the digit now; a space when it is dark."""
        at = self._clock()
        if self._only is not None:
            return " "
        if (passed := self._presses.shutting_down(at)) is not None:
            return str(int((1 - passed) * self.box.shut_down_hold + 0.999))
        if self._roll is not None:
            final, since, stays = self._roll
            if stays or at - since < ROLL_SECONDS:
                return lamps.rolling(final, at - since)
        if self._flash is not None and at < self._flash[2] and self._flash[0].digit:
            return lamps.character(self._flash[0].digit, at - self._flash[1])
        return lamps.character(self._prompt.digit, at - self._since)

    @property
    def quiet(self) -> bool:
        """Is it within the quiet hours?"""
        return within(self.box.quiet_hours, self._wall_clock())

    @property
    def problems(self) -> list[str]:
        """What of the box does not work, a sentence each."""
        return [*self._general.values(), *(part.problem for part in self._parts if part.problem)]

    @property
    def _parts(self) -> list[Part]:
        others = [part for part in (self._digit, self._buzzer) if part is not None]
        return [*self._buttons.values(), *self._lamps.values(), *others]

    # For the self-test

    def try_out(self, part: str | None) -> None:
        """Only *part* is on until `None` ends it: a lamp, "segment a" to "segment g", "dot" or "buzzer"."""
        with self._lock:
            self._only = part
            self.tick()

    def overhear(self, listener: Callable[[str], None] | None) -> None:
        """Presses go to *listener* instead of the game until `None` ends it."""
        self._overheard = listener

    # Taking and losing the pins

    def _have_pins(self) -> bool:
        if self._factory is None:
            try:
                self._factory = open_pins()
            except Exception as fault:
                log.info("no pins: %s", fault)
                self._general["pins"] = f"The box's pins cannot be used: {reason(fault)}."
                return False
        self._general.pop("pins", None)
        return True

    def _set_out(self) -> None:
        """Every part that is configured."""
        box = self.box
        for name, pin in box.buttons.items():
            self._buttons[name] = Part(f"{name} button", (pin,), partial(self._build_button, name, pin))
        for name, pin in box.lamps.items():
            self._lamps[name] = Part(f"{name} lamp", (pin,), partial(self._build_lamp, pin))
        if box.digit:
            self._digit = Part("digit", tuple(box.segments.values()), self._build_digit)
        if box.buzzer is not None:
            self._buzzer = Part("buzzer", (box.buzzer,), self._build_buzzer)

    def _take_pins(self, at: float) -> None:
        self._try_again = at + TRY_AGAIN
        if not self._have_pins():
            return
        for part in self._parts:
            part.open(at)
        for name, part in self._buttons.items():
            if part.use(at, lambda button: button.is_active, otherwise=False):
                self._presses.found_down(name, at)

    def _build_button(self, name: str, pin: int) -> Any:
        # gpiozero's Button would keep a thread for holds, which `Presses` knows better.
        up = self.box.buttons_to == "ground"
        button = DigitalInputDevice(pin, pull_up=up, bounce_time=GLITCH, pin_factory=self._factory)
        button.when_activated = partial(self._contact, name, True)
        button.when_deactivated = partial(self._contact, name, False)
        return button

    def _build_lamp(self, pin: int) -> Any:
        return PWMLED(pin, active_high=self.box.lamps_lit == "high", pin_factory=self._factory)

    def _build_digit(self) -> Any:
        display = LEDCharDisplay(
            *(self.box.digit or ()),
            dp=self.box.digit_dot,
            # Plain pins unless there are hours in which it has to be dimmer: seven more lamps to pulse cost a Pi work.
            pwm=self.box.quiet_hours is not None,
            active_high=self.box.digit_common == "cathode",
            pin_factory=self._factory,
        )
        display.font["-"] = DASH
        return display

    def _build_buzzer(self) -> Any:
        # Not gpiozero's TonalBuzzer: it ends each tone by ending the pin's PWM, and lgpio 0.2.2, dropping one
        # PWM while others run, in about one case of a hundred hangs, and all lamps with it.
        return PWMOutputDevice(self.box.buzzer, frequency=SILENT, pin_factory=self._factory)

    def _mend(self, at: float) -> None:
        """Try parts that were gone; if no button answers, the pins were lost and are taken anew."""
        with self._lock:
            telling = [*(self._buttons or self._lamps).values()]
            if self._own_pins and telling and all(part.device is None for part in telling):
                if at >= self._try_again:
                    self._give_back()
                    self._take_pins(at)
                return
            for part in self._parts:
                part.reopen_if_due(at)

    def _give_back(self) -> None:
        # Oldest first: lgpio stumbles when the newest PWM goes while others run (see the buzzer).
        for part in sorted(self._parts, key=lambda part: part.opened):
            part.close()
        if self._own_pins and self._factory is not None:
            try:
                self._factory.close()
            except Exception as fault:
                log.debug("closing the pins: %s", fault)
            self._factory = None

    # Buttons

    def _contact(self, name: str, down: bool) -> None:
        """gpiozero calls this. It must not raise: that would end the one thread that hears all buttons."""
        self._contacts.put((name, down, self._clock() - self._lag(name, down)))

    def _lag(self, name: str, down: bool) -> float:
        """How long ago the contact was, as the kernel saw it: on a busy Pi chatter may be heard long after."""
        try:
            button = self._buttons[name].device
            ago = button.active_time if down else button.inactive_time
        except Exception:  # not quite there yet, or just gone
            return 0.0
        return float(ago) if ago is not None and NOTICED < ago < 1 else 0.0

    def _listen(self) -> None:
        while not self._closed.is_set():
            due = self._presses.due()
            wait = CHECK if due is None else min(CHECK, max(0.0, due - self._clock()))
            try:
                contact = self._contacts.get(timeout=wait)
            except queue.Empty:
                contact = None
            try:
                self.take_presses(contact)
            except Exception:
                log.exception("the buttons")

    def take_presses(self, first: tuple[str, bool, float] | None = None) -> None:
        """Hear what the hands did, and tell `when_pressed`."""
        contact = first
        while True:
            if contact is not None:
                name, down, at = contact
                self._tell(self._presses.contact(name, down=down, at=at))
            try:
                contact = self._contacts.get_nowait()
            except queue.Empty:
                break
        at = self._clock()
        self._tell(self._presses.pass_time(at, self._is_pressed))
        if at >= self._check_at:
            self._check_at = at + CHECK
            self._check_buttons(at)

    def _is_pressed(self, name: str) -> bool:
        part = self._buttons.get(name)
        return bool(part and part.use(self._clock(), lambda button: button.is_active, otherwise=False))

    def _check_buttons(self, at: float) -> None:
        """Read the buttons themselves: a contact nobody told of counts too, and a dead pin is noticed."""
        for name, part in self._buttons.items():
            known = self._presses.is_down(name)
            down = part.use(at, lambda button: button.is_active, otherwise=known)
            self._doubt[name] = self._doubt.get(name, 0) + 1 if down != known else 0
            if self._doubt[name] > 1:
                self._doubt[name] = 0
                self._tell(self._presses.contact(name, down=down, at=at))
            if self._presses.down_for(name, at) > STUCK:
                to = self.box.buttons_to
                self._general[name] = (
                    f"The {name} button ({part.where}) has been down for {STUCK:.0f} seconds: it is stuck, "
                    f'or wired the other way round (buttons_to = "{to}" in table.toml).'
                )
            else:
                self._general.pop(name, None)
        self._mend(at)
        if self.problems != self._known_problems:
            self._known_problems = self.problems
            self._told(self.when_problem)

    def _tell(self, meant: list[str]) -> None:
        for name in meant:
            self._told(partial(self._overheard or self.when_pressed, name))

    @staticmethod
    def _told(listener: Callable[[], None]) -> None:
        try:
            listener()
        except Exception:
            log.exception("while hearing of the panel")

    # Lamps, digit, buzzer

    def _dance(self) -> None:
        while not self._closed.wait(FRAME):
            try:
                self.tick()
            except Exception:
                log.exception("the lamps")

    def tick(self) -> None:
        """Bring lamps, digit and buzzer to where the prompt's rhythm is now."""
        with self._lock:
            at = self._clock()
            for name, part in self._lamps.items():
                duty = round(self._brightness(name, at) ** GAMMA, 2)
                part.set(at, duty, partial(_shine, duty))
            if self._digit is not None:
                self._show_digit(self._digit, at)
            if self._buzzer is not None:
                hertz = self._hertz(at)
                self._buzzer.set(at, hertz, partial(_sound, hertz))

    def _brightness(self, lamp: str, at: float) -> float:
        if self._only is not None:
            return float(lamp == self._only)
        dimmed = self.box.quiet_brightness if self.quiet else self.box.brightness
        if (passed := self._presses.shutting_down(at)) is not None:
            return dimmed * lamps.counting_down(lamp, passed)
        if lamp == "camera" and self._looking:
            return dimmed
        if self._flash is not None and at < self._flash[2]:
            return dimmed * lamps.brightness(self._flash[0], lamp, at - self._flash[1])
        return dimmed * lamps.brightness(self._prompt, lamp, at - self._since)

    def _show_digit(self, part: Part, at: float) -> None:
        if self._only is not None:
            only = self._only
            lit = tuple(float(only == f"segment {name}" or only == name) for name in self.box.segments)
            part.set(at, lit, lambda display: _light_segments(display, lit))
            return
        shown = self.digit
        level = round(self.box.quiet_brightness**GAMMA, 2) if self.quiet else 1.0
        part.set(at, (shown, level), lambda display: _show_character(display, shown, level))

    def _hertz(self, at: float) -> int | None:
        if self._only is not None:
            return 440 if self._only == "buzzer" else None
        if self._tune is None or not self.box.sound or self.quiet:
            return None
        tune, since = self._tune
        if at < since:
            return None
        hertz = lamps.tone(tune, at - since)
        if hertz is None:
            self._tune = None
        return hertz or None

    # The end

    def close(self) -> None:
        """Everything dark, and the pins given back."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._contacts.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(2)
        with self._lock:
            self._give_back()

    def __enter__(self) -> Panel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _wanted(box: Box, pin_factory: Factory | None) -> bool:
    """Should the pins be used at all?"""
    if box.fitted == "auto":
        return pin_factory is not None or on_a_pi() or bool(os.environ.get("GPIOZERO_PIN_FACTORY"))
    return box.fitted == "yes"


def _sound(hertz: int | None, buzzer: Any) -> None:
    buzzer.value = 0
    buzzer.frequency = hertz or SILENT
    buzzer.value = 0.5 if hertz else 0


def _shine(duty: float, lamp: Any) -> None:
    lamp.value = duty


def _light_segments(display: Any, lit: tuple[float, ...]) -> None:
    for led, value in zip(display, lit, strict=True):
        led.value = value


def _show_character(display: Any, shown: str, level: float) -> None:
    """A character that seven segments cannot show is a dash."""
    character = shown if shown in display.font else "-"
    if level == 1.0:
        display.value = character
        return
    segments = (*display.font[character], 0)  # its dot is for the self-test only
    _light_segments(display, tuple(level * on for on, _ in zip(segments, display, strict=False)))
