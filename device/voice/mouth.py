"""The mouths of the voice: espeak-ng through the system's sound, or the speech of a phone's browser."""

from __future__ import annotations

import contextlib
import logging
import secrets
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from device.settings import Voice as Settings

log = logging.getLogger(__name__)

ESPEAK = "espeak-ng"
PLAYER = ("aplay", "-q", "-")
CARDS = Path("/proc/asound/cards")
LOUDEST = 100  # of espeak-ng's amplitude, at which nothing is clipped
NEVER_SO_LONG = 2.0  # seconds beside what a sentence takes, after which nobody waits for a phone any more


class Speech(Protocol):
    """One sentence that is being said."""

    def wait(self) -> None:
        """Until it is said, or was cut off."""

    def stop(self) -> None:
        """At once, in the middle of a word."""


class Mouth(Protocol):
    """Whatever can say a sentence."""

    @property
    def trouble(self) -> str:
        """Why it cannot, for the doctor; empty if it can."""

    def begin(self, text: str, how: Settings) -> Speech: ...


class Espeak:
    """espeak-ng makes the sound, the system's player brings it to the loudspeaker.

    :param player: a program that takes a WAV from its standard input.
    :param cards: where the system lists its sound cards; None if the player needs none.
    """

    def __init__(self, player: Sequence[str] = PLAYER, cards: Path | None = CARDS) -> None:
        self.player = tuple(player)
        self._cards = cards

    @property
    def trouble(self) -> str:
        """Why it cannot speak; empty if it can."""
        for program, package in ((ESPEAK, ESPEAK), (self.player[0], "alsa-utils")):
            if not shutil.which(program):
                return f"{program} is not installed (sudo apt install {package})"
        if self._cards is not None and not has_sound(self._cards):
            return "no sound card was found"
        return ""

    def begin(self, text: str, how: Settings) -> Speech:
        command = [ESPEAK, "--stdin", "--stdout", "-v", how.name, "-s", str(how.pace)]
        command += ["-a", str(how.volume * LOUDEST // 100)]
        quiet = subprocess.DEVNULL
        made = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet)
        try:
            played = subprocess.Popen(self.player, stdin=made.stdout, stdout=quiet, stderr=quiet)
        except OSError:
            made.kill()
            made.wait()
            raise
        finally:
            assert made.stdout is not None
            made.stdout.close()
        assert made.stdin is not None
        with contextlib.suppress(OSError), made.stdin as paper:  # it may have died of an unknown voice
            paper.write(text.encode())
        return _Played(made, played)


class _Played:
    """Both programs of one sentence."""

    def __init__(self, *programs: subprocess.Popen[bytes]) -> None:
        self._programs = programs

    def wait(self) -> None:
        for program in reversed(self._programs):
            if program.wait() > 0:
                log.warning("%s: nothing was heard, it ended with %d", program.args, program.returncode)

    def stop(self) -> None:
        for program in reversed(self._programs):  # the player first: then it is silent
            program.kill()


def has_sound(cards: Path = CARDS) -> bool:
    """Is there a sound card?"""
    try:
        return any(line.strip()[:1].isdigit() for line in cards.read_text().splitlines())
    except OSError:
        return False


class Afar:
    """A page whose browser speaks: it is told what to say and tells when that is said.

    :param wants: "all" for what everybody may hear, "mine" for what only its seat may, "both".
    :param told: called whenever it has something new to say, or nothing any more.
    """

    def __init__(self, seat: str | None, wants: str, told: Callable[[], None]) -> None:
        self.key = secrets.token_urlsafe(12)  # by which its page is known when it tells
        self.seat = seat
        self.wants = wants
        self.saying: tuple[int, str] | None = None
        self._told = told
        self._count = 0
        self._spoken = threading.Event()

    @property
    def trouble(self) -> str:
        return ""

    def begin(self, text: str, how: Settings) -> Speech:
        self._count += 1
        self._spoken.clear()
        self.saying = self._count, text
        self._told()
        patience = NEVER_SO_LONG + 2 * 60 * len(text.split()) / how.pace
        return _FromAfar(self, self._count, patience)

    def said(self, number: int) -> None:
        """The page tells that it has said it, or cannot."""
        if self.saying and self.saying[0] == number:
            self._spoken.set()

    def wait(self, number: int, patience: float) -> None:
        self._spoken.wait(patience)
        self.stop(number)

    def stop(self, number: int) -> None:
        if self.saying and self.saying[0] == number:
            self.saying = None
            self._spoken.set()
            self._told()


class _FromAfar:
    def __init__(self, page: Afar, number: int, patience: float) -> None:
        self._page, self._number, self._patience = page, number, patience

    def wait(self) -> None:
        self._page.wait(self._number, self._patience)

    def stop(self) -> None:
        self._page.stop(self._number)
