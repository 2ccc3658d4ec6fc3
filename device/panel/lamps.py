"""The choreography of lamps, digit and buzzer: what the box shows for each prompt, at each moment.

Pure functions of the prompt and the seconds it has stood, so that a rhythm can be tried without waiting.
Prompts differ in rhythm, so that nobody needs to tell colours apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi
from typing import Literal, get_args

Kind = Literal[
    "your_turn",  # the asked seats decide
    "waiting",  # the asked seats hold up whoever's turn it is
    "draw_fate",
    "roll",
    "confirm",
    "differs",  # the table is not as it should be
    "looking",  # the camera reads
    "error",
    "saved",
    "over",
    "coming",  # somebody of the hall is on the way
    "idle",  # no game
    "safe",  # to unplug
]
KINDS: tuple[Kind, ...] = get_args(Kind)
SEATS = 5
LAMPS = ("fate", *(f"seat {seat + 1}" for seat in range(SEATS)), "camera")

Rhythm = Callable[[float], float]  # seconds since the prompt came → brightness 0 to 1


@dataclass(frozen=True)
class Prompt:
    """What the box asks of whom.

    :param seats: who is asked, 0 to 4.
    :param turn: whose turn it is.
    :param digit: shown on the digit; of more than one character, each in turn.
    """

    kind: Kind
    seats: tuple[int, ...] = ()
    turn: int | None = None
    digit: str | None = None


def dark(t: float) -> float:
    return 0.0


def steady(t: float) -> float:
    return 1.0


def glow(t: float) -> float:
    """Lit, and clearly less than a lamp that asks."""
    return 0.3


def blink(*lengths: float) -> Rhythm:
    """On for the first length, off for the second, and so on, over and over."""
    assert len(lengths) % 2 == 0
    whole = sum(lengths)

    def rhythm(t: float) -> float:
        left = t % whole
        for index, length in enumerate(lengths):
            if left < length:
                return float(index % 2 == 0)
            left -= length
        return 0.0

    return rhythm


def breathe(seconds: float, lead: float = 0.0) -> Rhythm:
    """Up and down softly, starting bright so that a new prompt shows at once."""
    return lambda t: (1 + cos(2 * pi * (t + lead) / seconds)) / 2


def swell(seconds: float) -> Rhythm:
    """Bright, then from dark up again, and again: it wants to be pressed."""
    return lambda t: 1.0 if t < 0.15 else ((t - 0.15) % seconds) / seconds


def fade(seconds: float) -> Rhythm:
    """Once, from bright to dark."""
    return lambda t: max(0.0, 1 - t / seconds)


@dataclass(frozen=True)
class Part:
    """What each lamp does in one prompt; a seat that is asked and at turn does what the asked do."""

    asked: Rhythm = dark
    turn: Rhythm = dark
    others: Rhythm = dark
    fate: Rhythm = dark
    camera: Rhythm = dark


FAST = blink(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1.1)
SAVED = fade(1.2)
COMING = breathe(1.2)  # all together, as nothing else does

CHOREOGRAPHY: dict[Kind, Part] = {
    "your_turn": Part(asked=breathe(2.4), turn=glow),
    "waiting": Part(asked=blink(0.12, 0.18, 0.12, 1.18), turn=glow),
    "draw_fate": Part(asked=steady, turn=glow, fate=swell(1.0)),
    "roll": Part(asked=steady, turn=glow, fate=blink(0.08, 0.12, 0.08, 0.12, 0.08, 0.72)),
    "confirm": Part(asked=blink(0.5, 0.5), turn=glow),
    "differs": Part(),  # seats in alternation, see `brightness`
    "looking": Part(turn=glow, camera=steady),  # and a running light
    "error": Part(asked=FAST, turn=FAST, others=FAST, fate=FAST),
    "saved": Part(asked=SAVED, turn=SAVED, others=SAVED, fate=SAVED),
    "over": Part(),  # a wave, see `brightness`
    "coming": Part(asked=COMING, turn=COMING, others=COMING, fate=COMING),
    "idle": Part(fate=lambda t: 0.4 * blink(0.15, 3.85)(t)),
    "safe": Part(fate=steady),
}
ALTERNATION = (blink(0.35, 0.35), lambda t: blink(0.35, 0.35)(t + 0.35))
STEP = 0.18  # seconds a running light stays on a seat


def brightness(prompt: Prompt, lamp: str, t: float) -> float:
    """How bright a lamp is, 0 to 1, *t* seconds after the prompt came."""
    part = CHOREOGRAPHY[prompt.kind]
    if lamp == "fate":
        return part.fate(t)
    if lamp == "camera":
        return part.camera(t)
    seat = LAMPS.index(lamp) - 1
    if prompt.kind == "differs":
        return ALTERNATION[seat % 2](t)
    if prompt.kind == "over":
        return breathe(3.0, lead=-0.3 * seat)(t)
    if prompt.kind == "looking" and seat == int(t / STEP) % SEATS:
        return 1.0
    if seat in prompt.seats:
        return part.asked(t)
    if seat == prompt.turn:
        return part.turn(t)
    return part.others(t)


def counting_down(lamp: str, passed: float) -> float:
    """Both thumbs are down: the seat lamps go out one after another; when all are dark the box shuts down.

    :param passed: share of the hold that has passed, 0 to 1.
    """
    if lamp == "fate":
        return 1.0
    if lamp == "camera":
        return 0.0
    return float(LAMPS.index(lamp) / SEATS > passed)


SHOWN_FOR = 0.8  # seconds for each character of a longer text
GAP = 0.15  # seconds of nothing after each, or "11" would look like "1"


def character(text: str | None, t: float) -> str:
    """The one character a single digit shows of *text*."""
    if not text:
        return " "
    if len(text) == 1:
        return text
    step = SHOWN_FOR + GAP
    index, within = divmod(t % spelling(text), step)
    return text[int(index)] if index < len(text) and within < SHOWN_FOR else " "


def spelling(text: str) -> float:
    """Seconds until a longer text has been shown once."""
    return (SHOWN_FOR + GAP) * len(text) + GAP * 2


# A rolling digit slows down: each face stays a little longer than the one before.
FACES = tuple(0.04 + 0.012 * step for step in range(12))
ROLL_SECONDS = sum(FACES)


def rolling(final: str, t: float) -> str:
    """The face of a rolling digit; never the same face twice running, and *final* only at the end."""
    if t >= ROLL_SECONDS:
        return character(final, t - ROLL_SECONDS)
    left = t
    for step, length in enumerate(FACES):
        if left < length:
            others = [face for face in "524163" if face != final]
            return others[step % len(others)]
        left -= length
    return character(final, 0.0)


Note = tuple[int, float]  # hertz (0: silence), seconds
TUNES: dict[Kind, tuple[Note, ...]] = {
    "your_turn": ((660, 0.08),),
    "draw_fate": ((440, 0.06), (660, 0.06)),
    "roll": ((440, 0.06), (660, 0.06)),
    "confirm": ((550, 0.06),),
    "differs": ((330, 0.12), (0, 0.06), (330, 0.12)),
    "error": ((240, 0.4),),
    "coming": ((660, 0.1), (880, 0.1), (660, 0.1), (880, 0.2)),
    "saved": ((660, 0.08), (880, 0.12)),
    "over": ((440, 0.12), (550, 0.12), (660, 0.12), (880, 0.3)),
    "safe": ((880, 0.1), (440, 0.25)),
}
LANDED: tuple[Note, ...] = ((880, 0.05),)  # the rolling digit has stopped


def tone(tune: tuple[Note, ...], t: float) -> int | None:
    """The note at *t* seconds: hertz, 0 for a rest, `None` when the tune is over."""
    for hertz, length in tune:
        if t < length:
            return hertz
        t -= length
    return None
